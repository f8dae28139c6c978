/* Sockets of the load program: HTTP requests that wait, and WebSockets that do not. As small as can be, so that what is measured is
 * the server and not the client: no library, no copies that need not be, memory only while something is under way. Loopback
 * addresses only, with a source address for each few connections, so that a machine has more than its 28,000 ports for them. */
#ifndef BILLIONS_BENCH_LOAD_SOCKET_H
#define BILLIONS_BENCH_LOAD_SOCKET_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>

#include "billions/text.h"

/* Where the server listens. */
struct load_server {
    struct sockaddr_in address;
    char host[64];
    unsigned next_source;
};

/* "http://127.0.0.1:8080". False and a sentence if it is no address of this machine's loopback. */
bool load_server_read(const char *url, struct load_server *server, struct bil_error *error);

/* One request over a connection that is kept; the answer's body in `answer`. The status, or 0 and a sentence. */
int load_request(struct load_server *server, const char *method, const char *path, const char *bearer, const char *body,
                 struct bil_text *answer, struct bil_error *error);

/* A WebSocket. */
struct load_socket {
    int fd; /* -1: closed */
    unsigned char *in;
    size_t begin, end, capacity; /* in[begin .. end-1] came and was not yet handed out */
    unsigned char *out;
    size_t out_length, out_sent;
};

/* Connects and asks for the WebSocket of a table; then waits for the answer, after which it no longer waits for anything. In two
 * steps, so that many can be under way at once. */
bool load_socket_begin(struct load_socket *socket, struct load_server *server, const char *table, struct bil_error *error);
bool load_socket_finish(struct load_socket *socket, const struct load_server *server, struct bil_error *error);
/* Without a farewell: thousands of them would leave as many ports waiting. */
void load_socket_close(struct load_socket *socket);

/* Sends a text, at most 4 KiB, or as much of it as goes; the rest with load_socket_flush. False: the connection is gone. */
bool load_socket_send(struct load_socket *socket, const char *text, size_t length);
bool load_socket_flush(struct load_socket *socket);
bool load_socket_waits(const struct load_socket *socket); /* something is still to be flushed */

/* Reads what there is. False: the connection is gone. */
bool load_socket_read(struct load_socket *socket);
/* The next whole text message, with a zero behind it; good until the next call. NULL: none yet. */
const char *load_socket_next(struct load_socket *socket, size_t *length);

#endif
