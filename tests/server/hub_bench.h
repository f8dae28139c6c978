/* What the tests of the hub share: a hub over a store, clients that keep what they are told, and time given by hand. */
#ifndef TESTS_SERVER_HUB_BENCH_H
#define TESTS_SERVER_HUB_BENCH_H

#include "billions/match.h"
#include "server/hub.h"

enum { BENCH_CLIENTS = 256, BENCH_HEARD = 256 };

/* Hashes of passphrases are as costly as those of a true server: else they take next to nothing, for there are many. */
extern bool bench_true_hashes;

/* A client as a test sees it. What it hears is checked as it comes: entries without a gap, one `now` that fits. */
struct bench_client {
    struct bil_client *client; /* NULL: not connected */
    char table[BIL_TABLE_ID + 1];
    char token[BIL_TOKEN_LETTERS + 1];
    int seat; /* from 0; -1: watches */
    bool views;
    bool hidden;      /* its hello says that its page is out of sight */
    int64_t number;   /* of the last entry */
    int64_t decision; /* that is asked now; 0: none */
    unsigned asked;   /* who is, as bits */
    bool window, over;
    int move_count; /* of its own question; 0: it is not asked */
    char move[BIL_MAX_MOVES][96];
    char held[96];       /* its answer in this window */
    int answered;        /* the decision that a test has answered already */
    char code[32];       /* of the last error; "" after an ok */
    char last[32];       /* type of the last message */
    struct bil_text all; /* every message since bench_forget, a line each */
    int messages;
    struct bil_text kept; /* the same, never forgotten, but only entries: what it knows of the game */
    struct bil_random random;
};

struct bench {
    struct bil_store *store;
    struct bil_hub *hub;
    struct bil_hub_settings settings;
    int64_t now;
    char path[256]; /* of the database; ":memory:" */
    struct bench_client client[BENCH_CLIENTS];
    int count;
    char made[BIL_TABLE_ID + 1]; /* the table that was made last */
    bool may_fail;               /* a commit that fails is part of the test */
    int failures;
};

extern struct bench bench; /* there is one */

/* Before a test: that hub in memory. Behind a group of tests that began with helper_begin: it is closed, and the folder goes. */
int bench_memory(void **state);
int bench_end(void **state);
/* A file that no test has used; static text. */
const char *bench_file(void);

/* A hub on ":memory:" or a file that no test has used; without pace, floors and waiting unless `paced`. What is open is closed.
 * Requests (http_requests.h) come from 192.0.2.1 and nobody. */
void bench_open(const char *path, bool paced);
void bench_close(void);
/* The program dies and begins again on the same file: nothing that was not committed survives. Clients are no longer connected. */
void bench_kill(void);

/* Makes a table of this JSON; all persons' seats are taken by new clients that are connected. Returns the first of them. */
struct bench_client *bench_table(const char *json);
/* A new client, not connected. */
struct bench_client *bench_client(const char *table, const char *token, int seat);
/* A new client that has come; NULL and -1: only watches. */
struct bench_client *bench_come(const char *table, const char *token, int seat);
/* hello; `seen` < 0: without. */
void bench_connect(struct bench_client *client, int64_t seen);
void bench_drop(struct bench_client *client);
void bench_bye(struct bench_client *client);
/* One message; then a round: tick, commit, and everybody hears. False: the server wants to part. */
__attribute__((format(printf, 2, 3))) bool bench_say(struct bench_client *client, const char *format, ...);
/* A round without anything said. */
void bench_round(void);
/* Time passes, at most `milliseconds`, in the steps the hub asks for. */
void bench_wait(int64_t milliseconds);
void bench_forget(struct bench_client *client);

/* Every client that is asked and has not answered this decision answers with a move of its list, at random; returns how many did.
 */
int bench_play_round(void);
/* Plays until all tables are over or so many rounds have passed; fails the test if the games do not go on. */
void bench_play(int rounds);

/* The match of a table as its record says it; the record verifies, and its fair headers do. */
void bench_verify(const char *table);

/* Asks for the next table with a client's token, and a round; what came of it. */
enum bil_fault bench_rematch(const struct bench_client *client, struct bil_seated *out);

struct bil_hub_figures bench_figures(void);

/* Plays the one move of the client's list that contains `part`, as the answer to what is asked; fails the test if there is none. */
void bench_move(struct bench_client *client, const char *part);
/* A table that begins at a position of docs/examples; `rest` are further members of the setup: "\"pace\":{...}" or "". */
struct bench_client *bench_example(const char *file, const char *game, const char *rest);

/* The setup of a table where a state of a match lies: the bot of each seat (NULL: a person), greedy for the absent, and more
 * members. */
void bench_write_setup(const struct bil_match *match, const void *state, const char *const bot[], const char *more,
                       struct bil_text *out);

/* An edition of One Billion Users in which a Community has other users; the caller frees it. */
char *bench_edition(void);

/* Whether a client has heard a text since bench_forget. */
bool bench_heard(const struct bench_client *client, const char *part);

#endif
