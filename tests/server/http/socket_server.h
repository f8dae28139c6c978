/* A server at real sockets within the test's own thread: hub, store and net as in billions-online, but the test turns the loop
 * and sets the clock. Clients are plain sockets; every byte they are sent is kept with the moment at which it came.
 *
 * With the same random numbers (socket_server_secrets) two such servers have the same ids, tokens and secrets, so that what they
 * send can be compared as it is: nothing is stripped. */
#ifndef TESTS_SERVER_HTTP_SOCKET_SERVER_H
#define TESTS_SERVER_HTTP_SOCKET_SERVER_H

#include "billions/value.h"
#include "server/http/frames.h"
#include "server/http/net.h"
#include "server/hub_bench.h"

enum { WIRED_CLIENTS = 32 };

extern int64_t socket_server_now; /* the time of all servers, milliseconds since 1970 */

struct socket_server;

struct socket_server_client {
    struct socket_server *server;
    int file; /* -1: not connected */
    int seat; /* from 0; -1: watches */
    char table[BIL_TABLE_ID + 1];
    char token[BIL_TOKEN_LETTERS + 1];
    bool views;
    int64_t number; /* of the last entry that it knows */
    struct bil_text
        all;        /* every byte since socket_server_forget; "@TIME " stands before what came at another moment than the last */
    int64_t moment; /* of the last byte */
    struct bil_text head; /* the answer to the handshake, as far as it has come */
    struct bil_frames reader;
    bool upgraded;  /* the answer to the handshake is through */
    bool bye, over; /* it has said goodbye; that was answered with a closing frame */
    int frames;     /* since socket_server_forget */
};

struct socket_server {
    struct bil_log log;
    struct bil_net_settings settings;
    struct bil_hub_settings hub_settings;
    struct bil_store *store;
    struct bil_hub *hub;
    struct bil_net *net;
    struct socket_server_client client[WIRED_CLIENTS];
    int count;
    int http;             /* a connection for requests that is kept; -1: none */
    struct bil_text web;  /* every byte that came over it since socket_server_forget_web */
    uint64_t said, heard; /* messages of all clients, now and before */
    int connected;
    int64_t wait; /* how long its loop would wait */
};

/* Random numbers for libsodium that follow from a number; for the whole process, from the first call on. */
void socket_server_secrets(unsigned number);

/* Opens it on a free port of the loopback, in memory. */
void socket_server_open(struct socket_server *server);
void socket_server_close(struct socket_server *server);

/* Turns the loop until all that was said is answered, and all that was answered has arrived. */
void socket_server_settle(struct socket_server *server);
/* Time passes for both, in the steps that either asks for; thoughts of bots are waited for first. */
void socket_server_wait(struct socket_server *const side[2], int64_t milliseconds);

/* A request; the body of the answer as a document, to be freed with bil_json_free. Fails the test at another status. */
const struct bil_value *socket_server_ask(struct socket_server *server, const char *method, const char *path, const char *bearer,
                                          const char *body, int status);

/* A client; connects with hello, with `seen` unless it is below 0. */
struct socket_server_client *socket_server_client(struct socket_server *server, const char *table, const char *token, int seat,
                                                  bool views);
void socket_server_connect(struct socket_server_client *client, int64_t seen);
void socket_server_drop(struct socket_server_client *client);
/* Sends a message, which is not settled yet. */
void socket_server_say(struct socket_server_client *client, const char *text);
void socket_server_forget(struct socket_server_client *client);
void socket_server_forget_web(struct socket_server *server);
/* All clients leave, and are free for the next table. */
void socket_server_leave(struct socket_server *server);

#endif
