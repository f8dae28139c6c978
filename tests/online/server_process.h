/* A server as people run it: the program billions-online on a port of the loopback, with a database in a folder of the test. It can
 * be killed without warning and started again on the same port. */
#ifndef TESTS_ONLINE_SERVER_PROCESS_H
#define TESTS_ONLINE_SERVER_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "billions/value.h"
#include "online/client/url.h"

struct server_process {
    pid_t pid; /* 0: not running */
    int port;  /* 0 before it was first started; then it stays */
    char folder[128];
    struct bil_url url;
    char text[64]; /* "http://127.0.0.1:PORT" */
};

/* Starts it, without paces and limits that would make a test wait; `extra` holds further arguments up to a NULL, or is NULL. Fails
 * the test if it does not say where it listens. */
void server_process_start(struct server_process *server, const char *const *extra);
/* SIGKILL: no farewell, nothing is written any more. */
void server_process_kill(struct server_process *server);
/* SIGTERM, and its exit code. */
int server_process_stop(struct server_process *server);
/* Ends it if it runs, and removes the folder. */
void server_process_free(struct server_process *server);

/* Asks for JSON; fails the test unless the status is the one expected. `body` NULL: GET. Free with bil_json_free. */
const struct bil_value *server_process_ask(const struct server_process *server, const char *path, const char *bearer,
                                           const char *body, int status);

/* Another program (up to a NULL in `line`); its output goes to `out` ("": nowhere). The first word is its path. */
pid_t server_process_spawn(const char *const *line, const char *in, const char *out);
/* Waits for its end; the exit code, or 1000 and the signal. */
int server_process_wait(pid_t pid);

#endif
