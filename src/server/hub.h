/* The hub: all tables of a server, without a socket. It gets what clients say and what time it is; it puts what is to be said
 * into outboxes. Whoever owns the sockets (net.h) drives it:
 *
 *     bil_hub_receive, bil_hub_request, bil_hub_tick ...    as things happen
 *     bil_hub_commit                                        after each round of them
 *     bil_outbox_next                                       what may now be sent
 *
 * Nothing that a call put into an outbox may be sent before bil_hub_commit returned: what is told is stored. A commit that fails
 * takes back what was to be told and puts a sentence on it in its place; it never ends the program.
 *
 * Times are milliseconds since 1970 and come from the caller, so that tests can make days pass. One thread calls all of this. */
#ifndef BILLIONS_SERVER_HUB_H
#define BILLIONS_SERVER_HUB_H

#include "server/store.h"
#include "server/workers.h"

/* What a server may be told; 0 or NULL: the usual. */
struct bil_hub_settings {
    int workers;          /* threads that think; 0: as many as processors */
    int bot_pace;         /* milliseconds that a bot takes at least on its turn; -1: none. Usual 600 */
    int window_floor;     /* milliseconds before bots, orders and absent seats answer a window; -1: none. Usual 1500 */
    int goodbye, silence; /* seconds until a seat is absent (clock.c). Usual 20 and 120 */
    int loaded;           /* matches kept in memory at once, up to half a megabyte each; -1: any number. Usual 1000 */
    int park;             /* seconds without traffic until a table's match leaves memory. Usual 60 */
    int tables;           /* tables that may be open or in play at once; -1: any number. Usual 100000 */
    int thought;          /* seconds a minute that is thought for one address, or one account, before others come first; -1: no
                             budget. Usual 30 */
    int made_a_minute;    /* tables that one address may make in a minute; -1: any number. Usual 30 */
    int tables_of_one; /* tables of one address, or one person, that may be open or in play at once; -1: any number. Usual 256, but
                          a quarter of `tables` at most */
    int push_grace;  /* milliseconds that a seat that is asked has no connection until a push message is sent; -1: none. Usual 10000
                      */
    bool push_local; /* for tests: push services may be on this machine, without TLS */
    int hash_kib;    /* memory that the hash of a passphrase takes. Usual 65536; less only where nobody has a true one: in tests */
};

struct bil_hub;

/* Takes the store (closes it in the end). NULL and a sentence. `wake` is called by worker threads when a thought is done: it must
 * bring about a call of bil_hub_tick by the one thread soon; may be NULL in tests, which call bil_hub_wait. */
struct bil_hub *bil_hub_new(struct bil_store *store, const struct bil_hub_settings *settings, int64_t now, void (*wake)(void *),
                            void *context, struct bil_error *error);
void bil_hub_free(struct bil_hub *hub);

/* ------------------------------------------------------------------ clients */

/* One connection. The owner of the socket keeps the pointer; the hub keeps the rest. */
struct bil_client;
struct bil_client *bil_hub_connect(struct bil_hub *hub, void *owner, int64_t now);
/* The address that it has come to names this table: its hello may name no other. */
void bil_client_at(struct bil_client *client, const char *id);
/* The connection is gone; the pointer means nothing afterwards. */
void bil_hub_gone(struct bil_hub *hub, struct bil_client *client, int64_t now);
/* One text message. Bad ones are answered with a sentence; false: the client is to be disconnected after what is in its outbox. */
bool bil_hub_receive(struct bil_hub *hub, struct bil_client *client, const char *text, size_t length, int64_t now);

/* The next message that may be sent to the client, or NULL; stays good until the next call for that client. Bytes and length. */
const char *bil_outbox_next(struct bil_client *client, size_t *length);
/* Bytes that wait in it, sent or not yet to be sent: the owner drops readers that are too slow. */
size_t bil_outbox_waiting(const struct bil_client *client);
/* It was sent away: nothing that it says is heard any more, and it is to be disconnected after what is in its outbox. */
bool bil_client_ended(const struct bil_client *client);
/* ... because its table is another server's: it may come back at once. */
bool bil_client_moved(const struct bil_client *client);
void *bil_client_owner(const struct bil_client *client);
/* Clients that have something to be sent since this was last asked: calls `each` once for every one. After bil_hub_commit. */
void bil_hub_ready(struct bil_hub *hub, void (*each)(void *owner));

/* ------------------------------------------------------------------ requests of HTTP */

struct bil_request {
    const char *method, *path, *query; /* "POST", "/api/tables", "state=open" or "" */
    const char *bearer;                /* what stands in Authorization: Bearer, or "" */
    const char *address;               /* of the caller, for limits */
    const char *body;                  /* JSON */
    size_t length;
    void *owner; /* to whom a late answer goes */
};
struct bil_response {
    int status;
    const char *type; /* "application/json" */
    struct bil_text body;
    char allow[48]; /* with status 405: the methods that this path knows, "GET, POST" */
    bool elsewhere; /* another process has the table, and was asked for it: to be asked again in a moment */
    bool later;     /* nothing yet: it comes through the `answer` call-back (passphrases take a while) */
};
/* Only paths under /api/. An answer with a status below 400, late ones too, is a promise: it may go out when the next
 * bil_hub_commit has returned true; if that fails, nothing of it has happened. The body is the caller's to free. */
void bil_hub_request(struct bil_hub *hub, const struct bil_request *request, int64_t now, struct bil_response *response);
/* Where late answers go. An owner that is gone in the meantime is forgotten with bil_hub_forget. */
void bil_hub_on_answer(struct bil_hub *hub, void (*answer)(void *owner, struct bil_response *response));
void bil_hub_forget(struct bil_hub *hub, const void *owner);

/* ------------------------------------------------------------------ push messages */

/* Who carries push messages to their services (push.h). `give` takes a letter over and never waits; `done` gives back the next of
 * which is known what came, or NULL. Called by the one thread. Without a carrier nobody is sent anything. */
struct bil_push_letter;
struct bil_push_carrier {
    void *context;
    void (*give)(void *context, struct bil_push_letter *letter);
    struct bil_push_letter *(*done)(void *context);
};
void bil_hub_push_by(struct bil_hub *hub, const struct bil_push_carrier *carrier);

/* ------------------------------------------------------------------ time, thoughts, storage */

/* Does what is due: closes windows, ends clocks, takes thoughts in, parks tables. Returns how many milliseconds it can wait for the
 * next call at most. */
int64_t bil_hub_tick(struct bil_hub *hub, int64_t now);
/* Stores what happened since the last call. False: it could not be (a sentence for the log); clients were told. */
bool bil_hub_commit(struct bil_hub *hub, int64_t now, struct bil_error *error);
/* Of the commit that failed last it is not known whether it was stored. */
bool bil_hub_unsure(const struct bil_hub *hub);
/* For tests: waits until every thought that is under way is done. */
void bil_hub_wait(struct bil_hub *hub);
/* No new tables, seats or moves; clients get {"type":"closing"}, or "moved" where other processes go on, who may take the tables
 * from now on. What is under way is stored: call it right after a commit. */
void bil_hub_close(struct bil_hub *hub, int64_t now);

/* ------------------------------------------------------------------ figures */

struct bil_hub_figures {
    int64_t tables_open, tables_playing, tables_loaded, tables_damaged, clients, spectators;
    int64_t thoughts_waiting;                    /* given to threads and not yet taken in, passphrases too */
    struct bil_workers_figures thoughts, hashes; /* up to a second old */
    uint64_t moves, entries, commits, commit_failures, messages_in, messages_out, refused, timeouts, games_over, pauses;
    uint64_t bytes_out;
    struct bil_store_figures store;
    int64_t servers;        /* on the same database, this one among them; up to five seconds old */
    uint64_t tables_given;  /* to others of them that had asked for them */
    int64_t began;          /* when, in milliseconds since 1970 */
    int64_t pushes_waiting; /* push messages that were given to the carrier and have not come back */
    uint64_t pushes[4];     /* that were sent, whose subscription was gone, that must be tried again, that were refused */
};
void bil_hub_figures(const struct bil_hub *hub, struct bil_hub_figures *figures);

/* What the log is told; called by the one thread. `fields` is JSON without braces: "table":"...","seat":2. Never a secret: a table
 * is named by its alias (bil_table_alias), for its id is a link to it. */
void bil_hub_on_event(struct bil_hub *hub, void (*event)(void *context, const char *what, const char *fields), void *context);

#endif
