/* For tests of passing on: two processes' worth of server in one thread, `front`, which keeps no table of those that are asked for,
 * and `owner`, which keeps them; or in the owner's place a program that does what it should not. */
#ifndef TESTS_SERVER_PASS_BENCH_H
#define TESTS_SERVER_PASS_BENCH_H

#include "server/net.h"

enum { PASS_ROUNDS = 20000 }; /* turns after which what does not come never will */

/* What both processes know. */
extern const uint8_t pass_secret[];

/* ------------------------------------------------------------------ two servers */

struct pass_node {
    struct bil_log log;
    struct bil_net_settings settings;
    struct bil_hub_settings hub_settings;
    struct bil_store *store;
    struct bil_hub *hub;
    struct bil_net *net;         /* NULL: not open */
    struct bil_place place;      /* of every table */
    struct bil_place afterwards; /* from the second asking on, if `changes` */
    bool changes;
    int asked;
};
extern struct pass_node pass_front, pass_owner;

/* The time as the hubs have it, in milliseconds since 1970. */
int64_t pass_now(void);

/* What tests set between this and the opening stays. */
void pass_prepare_both(void);

/* Both, the front asking the owner. */
void pass_open_both(void);
void pass_close_node(struct pass_node *node);
void pass_close_both(void);

/* That a table is kept by who listens there. */
struct bil_place pass_at_port(int port);

/* A round of both servers; after many in vain (`before`) with a rest. */
void pass_turn(int before);

/* ------------------------------------------------------------------ callers */

struct pass_line {
    int file;
    bool ended;
    struct bil_text got;
};

void pass_dial(struct pass_line *line, int port);
void pass_hang_up(struct pass_line *line);

/* Sends all of it, and takes in what is there, with turns of the servers. */
void pass_say(struct pass_line *line, const char *bytes, size_t count);
void pass_hear(struct pass_line *line);
bool pass_has(const struct pass_line *line, const char *needle);

/* Turns until those bytes have come, or (NULL) the end. */
void pass_await(struct pass_line *line, const char *needle);

/* One request on a connection of its own; the whole answer, good until the next. `more`: further lines of the head. */
const char *pass_ask(int port, const char *method, const char *path, const char *more, const char *body);
int pass_status_of(const char *answer);
const char *pass_body_of(const char *answer);
void pass_expect(const char *answer, int status, const char *words);

/* A table at the owner, and a path with its id in the place of "%s": good until the next. */
extern char pass_table_id[];
void pass_make_table(void);
const char *pass_path_of(const char *format);

/* ------------------------------------------------------------------ WebSockets */

/* What a spectator of the table sends. */
void pass_add_handshake(struct bil_text *out);
void pass_add_frame(struct bil_text *out, const char *text);
void pass_add_hello(struct bil_text *out);

/* A spectator through the front, welcomed. */
void pass_watch(struct pass_line *line);

/* ------------------------------------------------------------------ something else in the owner's place */

struct pass_impostor {
    int knocks;
    struct pass_line line; /* what was passed on to it */
};

void pass_open_impostor(struct pass_impostor *impostor);

/* Turns until a request is there, whole up to `end`. */
void pass_be_asked(struct pass_impostor *impostor, const char *end);
void pass_dismiss(struct pass_impostor *impostor);

/* A request on its way through the front to an impostor. */
void pass_ask_impostor(struct pass_line *line, struct pass_impostor *impostor, const char *method, const char *end);

#endif
