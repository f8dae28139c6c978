/* Tables of results of challenges (table/challenge.h): who has played one, and how. Whoever sends a result sends the record; a
 * worker plays it again to its last card and asks every bot again before it is stored.
 *
 * One result for each account or, without one, for each browser's token, of which only a hash is kept; the first counts. Must never
 * let in what is not proven, hold up a table while it proves, nor give a record to who has no result of the same challenge here. */
#ifndef BILLIONS_SERVER_TABLES_CHALLENGES_H
#define BILLIONS_SERVER_TABLES_CHALLENGES_H

#include "server/tables/table.h"

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

#endif
