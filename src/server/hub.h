/* The hub: all tables of a server, without a socket. It gets what clients say and what time it is; it puts what is to be said
 * into outboxes. Anyone who owns the sockets (net.h) drives it:
 *
 *     bil_hub_receive, bil_hub_request, bil_hub_tick ...    as things happen
 *     bil_hub_commit                                        after each round of them
 *     bil_outbox_next                                       what may now be sent
 *
 * Nothing that a call put into an outbox may be sent before bil_hub_commit returned: what is sent is stored. A commit that fails
 * takes back what was to be told and puts a sentence on it in its place; it never ends the program.
 *
 * Times are milliseconds since 1970 and come from the caller, so that tests can make days pass. One thread calls all of this. */
#ifndef BILLIONS_SERVER_HUB_H
#define BILLIONS_SERVER_HUB_H

#include "server/tables/table.h"

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

struct bil_client_state {
    bool ended;     /* it was sent away: nothing that it says is heard any more, and it is to be disconnected after what is in its
                       outbox */
    bool moved;     /* ... because its table is another server's: it may come back at once */
    size_t waiting; /* bytes in its outbox, sent or not yet to be sent: the owner drops readers that are too slow */
};
struct bil_client_state bil_client_state(const struct bil_client *client);
/* Clients that have something to be sent since this was last asked: calls `each` once for every one. After bil_hub_commit. */
void bil_hub_ready(struct bil_hub *hub, void (*each)(void *owner));

/* ------------------------------------------------------------------ requests of HTTP */

struct bil_request {
    const char *method, *path, *query; /* "POST", "/api/tables", "state=open" or "" */
    const char *bearer;                /* what is in Authorization: Bearer, or "" */
    const char *address;               /* of the caller, for limits */
    const char *body;                  /* JSON */
    size_t length;
    void *owner; /* who gets a late answer */
};
/* Only paths under /api/. An answer with a status below 400, late ones too, is a promise: it may go out when the next
 * bil_hub_commit has returned true; if that fails, nothing of it has happened. The body is the caller's to free. */
void bil_hub_request(struct bil_hub *hub, const struct bil_request *request, int64_t now, struct bil_response *response);
/* Where late answers go. An owner that is gone in the meantime is forgotten with bil_hub_forget. */
void bil_hub_on_answer(struct bil_hub *hub, void (*answer)(void *owner, struct bil_response *response));
void bil_hub_forget(struct bil_hub *hub, const void *owner);

/* ------------------------------------------------------------------ push messages */

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

void bil_hub_figures(const struct bil_hub *hub, struct bil_hub_figures *figures);

/* What goes into the log; called by the one thread. `fields` is JSON without braces: "table":"...","seat":2. Never a secret: a
 * table is named by its alias (bil_table_alias), for its id is a link to it. */
void bil_hub_on_event(struct bil_hub *hub, void (*event)(void *context, const char *what, const char *fields), void *context);

#endif
