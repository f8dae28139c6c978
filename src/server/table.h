/* Tables, as those see them who make, join and list them: hub_requests.c. What clients say over their connections goes through
 * hub.h; how a table works inside stands in table_internal.h.
 *
 * Whatever changes something here is written to the store, in the transaction that is open, and is settled with bil_hub_commit:
 * who answers a request calls that before the answer goes out, and answers BIL_FAULT_STORE if it fails. A function that returns a
 * fault has changed nothing. */
#ifndef BILLIONS_SERVER_TABLE_H
#define BILLIONS_SERVER_TABLE_H

#include "server/hub.h"
#include "server/limits.h"
#include "server/names.h"
#include "server/setup.h"
#include "server/token.h"
#include "server/workers.h"

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
int bil_fault_status(enum bil_fault fault);
const char *bil_fault_code(enum bil_fault fault);

/* Who sits down. */
struct bil_newcomer {
    const char
        *name; /* 1 to BIL_PERSON_NAME - 1 bytes of UTF-8 that may be shown; checked here, and that nobody else is called so */
    const char *person;          /* the account that the seat belongs to, or "" */
    int seat;                    /* from 0; -1: the first free one */
    const uint8_t *contribution; /* BIL_HASH_BYTES, or NULL: nothing */
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
enum bil_fault bil_table_join(struct bil_hub *hub, const char *id, const struct bil_newcomer *who, int64_t now,
                              struct bil_seated *out, struct bil_error *error);
/* What a host wants of seats before the game begins: a bot into a seat, or whoever sits there out of it. */
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
/* A new token for the seat of that account; the old one opens nothing any more, and whoever is connected with it is sent away. */
enum bil_fault bil_table_new_token(struct bil_hub *hub, const char *id, const char *person, int64_t now, struct bil_seated *out,
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

/* ------------------------------------------------------------------ what requests need of the hub besides: responses.c */

/* Writes {"error":{"code":..,"text":..}} with the status of the fault. */
void bil_response_fault(struct bil_response *response, enum bil_fault fault, const struct bil_error *error);
void bil_response_error(struct bil_response *response, int status, const char *code, const char *sentence);

struct bil_store *bil_hub_store(struct bil_hub *hub);
struct bil_workers *bil_hub_hashers(struct bil_hub *hub);
struct bil_callers *bil_hub_callers(struct bil_hub *hub); /* what each address has asked for */
struct bil_names *bil_hub_names(struct bil_hub *hub);
struct bil_accounts *bil_hub_accounts(struct bil_hub *hub);
size_t bil_hub_hash_memory(const struct bil_hub *hub); /* bytes that the hash of a passphrase takes */
bool bil_hub_closing(const struct bil_hub *hub);
/* A late answer (bil_response.later) goes to whoever was named with bil_hub_on_answer, unless the owner was forgotten since. It
 * is known by a number, for another owner may come to live at the address of one that is gone. The body is taken over. */
uint64_t bil_hub_expect(struct bil_hub *hub, void *owner);
void bil_hub_answer(struct bil_hub *hub, uint64_t number, struct bil_response *response);

#endif
