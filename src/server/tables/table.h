/* Tables, as those see them who make, join and list them: requests.c. What clients say over their connections goes through
 * hub.h; how a table works inside is in tables/internal.h.
 *
 * Whatever changes something here is written to the store, in the transaction that is open, and is settled with bil_hub_commit:
 * who answers a request calls that before the answer goes out, and answers BIL_FAULT_STORE if it fails. A function that returns a
 * fault has changed nothing. */
#ifndef BILLIONS_SERVER_TABLES_TABLE_H
#define BILLIONS_SERVER_TABLES_TABLE_H

#include "server/common/limits.h"
#include "server/common/token.h"
#include "server/common/workers.h"
#include "server/store/store.h"
#include "server/tables/names.h"
#include "server/tables/setup.h"

/* What is wrong with a request, besides the sentence. */
enum bil_fault {
    BIL_FAULT_NONE,
    BIL_FAULT_MALFORMED, /* what was said makes no sense */
    BIL_FAULT_NO_TABLE,  /* there is no such table */
    BIL_FAULT_TOKEN,     /* this token opens no seat here */
    BIL_FAULT_FULL,      /* the seat is taken, or all are */
    BIL_FAULT_STATE,     /* the game has begun, or is not over, or ... */
    BIL_FAULT_MANY,      /* too much was asked for */
    BIL_FAULT_STORE,     /* it could not be stored */
    BIL_FAULT_DAMAGED,   /* what is stored of this table is not what was written */
    BIL_FAULT_CLOSING,   /* the server stops */
    BIL_FAULT_TAKEN,     /* somebody else has that name, or one that looks like it */
    BIL_FAULT_HOST,      /* only the host of the table may do that */
    BIL_FAULT_REMOVED,   /* somebody of that name was removed from the table */
    BIL_FAULT_MOVED,     /* another server has it, and was asked for it */
    BIL_FAULTS
};
/* The status of HTTP for a fault, and its word in {"error":{"code":...}}. */
const char *bil_fault_code(enum bil_fault fault);

/* ------------------------------------------------------------------ the hub, as far as all know it */

struct bil_hub;

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

/* Who carries push messages to their services (push.h). `give` takes a letter over and never waits; `done` gives back the next of
 * which is known what came, or NULL. Called by the one thread. Without a carrier nobody is sent anything. */
struct bil_push_letter;
struct bil_push_carrier {
    void *context;
    void (*give)(void *context, struct bil_push_letter *letter);
    struct bil_push_letter *(*done)(void *context);
};

/* ------------------------------------------------------------------ what clients are sent: outbox.c */

struct bil_client;
/* The next message that may be sent to the client, or NULL; stays good until the next call for that client. Bytes and length. */
const char *bil_outbox_next(struct bil_client *client, size_t *length);

/* ------------------------------------------------------------------ answers to requests of HTTP: responses.c */

struct bil_response {
    int status;
    const char *type; /* "application/json" */
    struct bil_text body;
    char allow[48]; /* with status 405: the methods that this path knows, "GET, POST" */
    bool elsewhere; /* another process has the table, and was asked for it: to be asked again in a moment */
    bool later;     /* nothing yet: it comes through the `answer` call-back (passphrases take a while) */
};

/* Writes {"error":{"code":..,"text":..}} with the status of the fault. */
void bil_response_fault(struct bil_response *response, enum bil_fault fault, const struct bil_error *error);
void bil_response_error(struct bil_response *response, int status, const char *code, const char *sentence);

/* ------------------------------------------------------------------ tables */

/* The same fault, with a sentence in *error, which is given as for printf. */
#define bil_fault_as(fault, error, ...) (bil_fail(error, __VA_ARGS__), (enum bil_fault)(fault))

/* Who sits down. */
struct bil_newcomer {
    const char
        *name; /* 1 to BIL_PERSON_NAME - 1 bytes of UTF-8 that may be shown; checked here, and that nobody else is called so */
    const char *person;          /* the account that the seat belongs to, or "" */
    int seat;                    /* from 0; -1: the first free one */
    const uint8_t *contribution; /* BIL_HASH_BYTES, or NULL: nothing */
    const char *token;           /* the secret that the seat is to have, letters; or NULL: the server draws it */
};
/* Where somebody sits now. */
struct bil_seated {
    char table[BIL_TABLE_ID + 1];
    int seat;                          /* from 0 */
    char token[BIL_TOKEN_LETTERS + 1]; /* the secret of the seat: told once, kept nowhere */
    uint8_t commitment[BIL_HASH_BYTES];
};

/* Makes a table; the setup may be freed afterwards. With `maker` that person takes a seat there at once; without (NULL) only
 * `table` and `commitment` of *out are filled. A table without a free seat begins at once. `address` is who asks, for the limits.
 */
enum bil_fault bil_table_make(struct bil_hub *hub, const struct bil_table_setup *setup, const struct bil_newcomer *maker,
                              const char *address, int64_t now, struct bil_seated *out, struct bil_error *error);
/* Whose token opens a seat of the table already has sat down, and the answer was lost: it is given again, and nothing else happens.
 */
enum bil_fault bil_table_join(struct bil_hub *hub, const char *id, const struct bil_newcomer *who, int64_t now,
                              struct bil_seated *out, struct bil_error *error);
/* What a host wants of seats before the game begins: a bot into a seat, or anyone who sits there out of it. */
struct bil_seating {
    int seat;           /* from 0; -1: every free seat, so that the game begins. A bot alone */
    const char *bot;    /* its name, one that bil_setup_bot allows; or NULL */
    const char *remove; /* what the person or bot is called that is to leave; nobody else is removed if it sits there no more */
};
/* `token` is the host's: the person whose seat has been taken longest. At a table of quick match there is no host: each person may
 * fill all free seats with bots, BIL_QUICK_PATIENCE after the last has sat down. The game begins if no seat stays free. */
enum bil_fault bil_table_seating(struct bil_hub *hub, const char *id, const char *token, const struct bil_seating *wish,
                                 int64_t now, struct bil_error *error);
enum { BIL_QUICK_PATIENCE = 20 * 1000 };

/* "Anybody, this game." */
struct bil_quick_wish {
    const struct bil_game *game;
    int seats;  /* 0: any number; if a table must be made, the usual one */
    bool takes; /* a seat; else only the table and its commitment are told, as with bil_table_rematch */
};
/* A free seat at an open table of quick match that fits, the fullest first; a new table if there is none. Two who ask for the same
 * never wait at two tables for each other. Each asking counts as a table made, for the limits of `address`. */
enum bil_fault bil_table_quick(struct bil_hub *hub, const struct bil_quick_wish *wish, const struct bil_newcomer *who,
                               const char *address, int64_t now, struct bil_seated *out, struct bil_error *error);
/* A JSON list of the open tables of quick match at which somebody waits: {"game","seats","waiting"}, how many. */
enum bil_fault bil_table_quick_list(struct bil_hub *hub, struct bil_text *out, struct bil_error *error);
/* Before the game has begun the seat is free again; while it runs a bot plays it to the end, and a table without any person left
 * is given up. `token` is what the request carried, letters; here and below. */
enum bil_fault bil_table_leave(struct bil_hub *hub, const char *id, const char *token, int64_t now, struct bil_error *error);
/* The next table of the same kind: made, or found if somebody was quicker. With `takes` the seat of the caller is taken there (and
 * gets a new token if this token or this account has taken it already, never because of a name); without, only the table and its
 * commitment are told, so that who gives a contribution knows it before. `contribution` may be NULL. `address` is who asks. */
enum bil_fault bil_table_rematch(struct bil_hub *hub, const char *id, const char *token, bool takes, const uint8_t *contribution,
                                 const char *address, int64_t now, struct bil_seated *out, struct bil_error *error);
/* Who has that seat does not take part in the next table, and those at either are told so once. Binds nobody: the seat there can
 * still be taken by the same person, as by any other. */
enum bil_fault bil_table_decline(struct bil_hub *hub, const char *id, const char *token, int64_t now, struct bil_error *error);
/* A new token for the seat of that account; the old one opens nothing any more, and anyone who is connected with it is sent away.
 */
enum bil_fault bil_table_new_token(struct bil_hub *hub, const char *id, const char *person, struct bil_seated *out,
                                   struct bil_error *error);

/* The seat that a token opens is that account's from now on, as if it had been taken with it; the token stays what it is. *seat is
 * from 0. Saying it again is no fault; a seat of another account is refused. */
enum bil_fault bil_table_claim(struct bil_hub *hub, const char *id, const char *token, const char *person, int *seat,
                               struct bil_error *error);

/* Who asks: by the token of a seat, by an account, or as everybody ("" and ""). */
struct bil_asker {
    const char *token, *person;
};
/* GET /api/tables/ID: one JSON object. The next table only to who has a seat there, or where all may know of it. */
enum bil_fault bil_table_describe(struct bil_hub *hub, const char *id, const struct bil_asker *who, int64_t now,
                                  struct bil_text *out, struct bil_error *error);
/* GET /api/tables/ID/record: the record of a game that is over. */
enum bil_fault bil_table_record(struct bil_hub *hub, const char *id, int64_t now, struct bil_text *out, struct bil_error *error);
/* A JSON list of the tables in that state (enum bil_table_state, -1: any): the listed ones, or (person not NULL) those where that
 * account has a seat, each then with "seat", or has left one while the game ran, with "left". */
enum bil_fault bil_table_list(struct bil_hub *hub, int state, const char *person, int limit, struct bil_text *out,
                              struct bil_error *error);

/* ------------------------------------------------------------------ accounts */

/* Accounts: a name and a passphrase that keep one person's tables together across devices. Registering, logging in, sessions.
 *
 * A passphrase is hashed by a worker thread (argon2id takes a while and 64 MiB), and the answer to the request comes later. Anyone
 * who guesses cannot tell a name that nobody has from a wrong passphrase: neither by the answer nor by the time it takes. He is
 * slowed down by his address, and by the pair of his address and the name; a name that many addresses guess at becomes slow for all
 * of them that have failed, but never for one that has not: nobody can lock a person out from elsewhere. Must never keep, log or
 * answer a passphrase; of a session only a hash is stored. */

enum {
    BIL_PASSPHRASE_LEAST = 8, /* bytes */
    BIL_PASSPHRASE_MOST = 200,
    BIL_SESSION_DAYS = 90,   /* how long a session lasts */
    BIL_TRIES_ADDRESS = 30,  /* logins of one address in five minutes */
    BIL_TRIES_NAME = 10,     /* of them, wrong ones for one name */
    BIL_TRIES_ALL = 50,      /* wrong ones for one name in an hour, from everywhere; beyond that */
    BIL_TRIES_CAUTIOUS = 3,  /* ... this many of one address in an hour */
    BIL_NEW_ACCOUNTS = 10,   /* registrations of one address in an hour */
    BIL_HASHES_WAITING = 32, /* passphrases that may wait for a worker */
    BIL_HASHES_OF_ONE = 8    /* of one address */
};

/* What the hub keeps for this: who tried how often. Memory that does not grow. Made for the names in a database, of which it is
 * worked out what they look like, if that was not yet done, or by another version of Unicode. NULL and a sentence if that fails. */
struct bil_accounts;
struct bil_accounts *bil_accounts_new(struct bil_store *store, struct bil_names *names, struct bil_error *error);
void bil_accounts_free(struct bil_accounts *accounts);

/* Begins to register somebody, or to log somebody in. With BIL_FAULT_NONE the answer comes by bil_hub_answer to `owner`:
 * {"session":..} with status 201 or 200, or an error; like all answers it is true once bil_hub_commit is. The texts are copied.
 */
enum bil_fault bil_account_open(struct bil_hub *hub, bool registers, const char *name, const char *passphrase, const char *address,
                                void *owner, int64_t now, struct bil_error *error);

/* Whose session that is (22 letters). BIL_FAULT_TOKEN and a sentence if nobody's. */
enum bil_fault bil_account_session(struct bil_hub *hub, const char *letters, int64_t now, char person[BIL_PERSON_NAME],
                                   struct bil_error *error);
/* Ends it, in the open transaction. Fine too if there is none. */
enum bil_fault bil_account_logout(struct bil_hub *hub, const char *letters, struct bil_error *error);

/* ------------------------------------------------------------------ results of challenges */

/* Tables of results of challenges (table/records/challenge.h): who has played one, and how. Anyone who sends a result sends the
 * record; a worker plays it again to its last card and asks every bot again before it is stored.
 *
 * One result for each account or, without one, for each browser's token, of which only a hash is kept; the first counts. Must never
 * let in what is not proven, hold up a table while it proves, nor give a record to who has no result of the same challenge here. */

enum {
    BIL_RESULT_RECORD = 64 * 1024, /* bytes of a record */
    BIL_RESULT_BYTES = 160 * 1024, /* of a request: the record as JSON, and what goes with it */
    BIL_RESULTS_WAITING = 32,      /* records that may wait for a worker */
    BIL_RESULTS_OF_ONE = 4,        /* of one address */
    BIL_RESULTS_AN_HOUR = 60,      /* of one address */
    BIL_RESULTS_SHOWN = 100        /* lines of a table */
};

/* What somebody sends. The texts are copied. */
struct bil_result_sent {
    const char *name; /* how the table calls a guest; of an account its own name counts */
    const char *record;
    const char *browser; /* without an account: the token of the browser, 22 letters, as those of seats */
    const char *person;  /* the account, or "" */
    const char *address; /* of the caller */
};

/* Begins to prove a result. With BIL_FAULT_NONE the answer comes by bil_hub_answer to `owner`: {"number","place","points"} with
 * status 201, or 200 if there was one already, or an error; it is true once bil_hub_commit is. */
enum bil_fault bil_challenge_send(struct bil_hub *hub, const char *id, const struct bil_result_sent *sent, void *owner, int64_t now,
                                  struct bil_error *error);

/* {"challenge","results":[{"number","name","place","points","when","you"}]}, the best first. `bearer`: a session or a browser's
 * token, or "". A challenge that nobody has played has no results; that is no fault. */
enum bil_fault bil_challenge_table(struct bil_hub *hub, const char *id, const char *bearer, int64_t now, struct bil_text *out,
                                   struct bil_error *error);

/* {"record"} of the result of that number, if `bearer` has one there too; else BIL_FAULT_TOKEN. */
enum bil_fault bil_challenge_record(struct bil_hub *hub, const char *id, int64_t number, const char *bearer, int64_t now,
                                    struct bil_text *out, struct bil_error *error);

/* ------------------------------------------------------------------ looking a database over */

/* A whole database looked over without changing it: its pages, and every table, read and replayed. Works beside a
 * server that uses it. Must never write, nor make a file that is not there. */

/* Who hears of it. */
struct bil_check_callbacks {
    void *context;
    void (*fault)(void *context, const char *sentence);          /* something is amiss */
    void (*going)(void *context, uint64_t tables, uint64_t all); /* now and then; all 0: the pages are still looked through */
};

struct bil_check_figures {
    uint64_t tables, games, entries, faults; /* games that are over and led to their result */
};

/* False and a sentence: it cannot be looked over. */
bool bil_check(const char *path, const struct bil_check_callbacks *callbacks, struct bil_check_figures *figures,
               struct bil_error *error);

#endif
