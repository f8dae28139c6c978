/* What the files net*.c share: a connection, the loop's own state. For them alone.
 *
 * A connection begins as HTTP; `client` is there once it is a WebSocket. */
#ifndef BILLIONS_SERVER_NET_INSIDE_H
#define BILLIONS_SERVER_NET_INSIDE_H

#include <libwebsockets.h>
#include <pthread.h>
#include <stdatomic.h>

#include "server/metrics.h"
#include "server/net.h"
#include "server/static.h"

enum {
    BIL_NET_MESSAGE = 64 * 1024, /* bytes of a client's message */
    BIL_NET_PIECES = 1024,       /* pieces that it may come in */
    BIL_NET_BODY = 256 * 1024,   /* bytes of a request's body */
    BIL_NET_CHUNK = 16 * 1024,   /* bytes of an answer that are handed to the library at once */
    BIL_NET_REASON = 120         /* bytes of the reason in a closing frame, 123 by the standard */
};

/* A request of HTTP and its answer. */
struct bil_exchange {
    char method[8], bearer[64];
    struct bil_text path, query, accept, encodings, match;
    int64_t expected; /* bytes of the body */
    struct bil_text body;
    bool whole; /* it is here */
    /* the answer */
    bool answered;  /* there is one */
    bool waits;     /* it goes out after the next commit, or instead of it an error */
    bool later;     /* the house has promised it for later */
    bool begun;     /* its head is sent */
    bool last;      /* the connection ends with it */
    bool for_house; /* it depends on what is stored */
    int status;
    const char *type;
    struct bil_text answer;
    struct bil_static_file found;
    int64_t length, sent;
};

struct bil_connection {
    struct bil_net *net;
    struct lws *wsi;
    struct bil_connection *next, *previous;
    struct bil_caller *socket_of, *client_of; /* who is charged for it */
    char address[BIL_ADDRESS_LENGTH];         /* who calls: behind a proxy, as the proxy says */
    struct bil_exchange *exchange;

    struct bil_client *client;
    struct bil_bucket messages;
    struct bil_text message; /* pieces so far */
    int pieces;
    bool heard;            /* has said something */
    bool held_back;        /* is not read from, until the timer */
    int64_t moved_at;      /* when the move arrived whose news wait for it, microseconds; 0: none */
    int closing;           /* status of the closing frame to come; 0: stays */
    uint64_t closing_pass; /* not before this pass has been committed */
    const char *farewell;  /* a last message, JSON, or NULL */
    char reason[BIL_NET_REASON];
    struct bil_queue *queue; /* net_quiet.c */
    struct bil_connection *next_in_queue, *before_in_queue;
    int64_t heard_at; /* when it was last heard of, microseconds */
    bool listed;      /* in net->closing */
    struct bil_connection *next_closing, *next_waiting;
};

/* Connections in the order in which they fall due. */
struct bil_queue {
    struct bil_connection *first, *last;
};

struct bil_net {
    const struct bil_net_settings *settings;
    struct bil_log *log;
    struct bil_house *house;
    struct bil_store *store; /* the house's own, to ask how it is */
    int64_t healthy_until;   /* microseconds: it was well just now */
    struct lws_context *context;
    pthread_mutex_t awake; /* held while another thread wakes the loop, and while there is no loop any more */
    struct lws_vhost *vhost;
    struct lws_protocols protocols[2];
    struct lws_retry_bo validity; /* nothing: the library need not look who is there */
    struct bil_queue unheard, quiet, pinged;
    struct bil_loop *loop; /* net_loop.c; NULL: the library's own */
    void *foreign[1];
    lws_sorted_usec_list_t alarm; /* of the library's own */
    struct bil_callers *callers;
    struct bil_static files;
    struct bil_metrics metrics;
    struct bil_connection *connections;
    struct bil_connection *closing; /* about to be closed */
    struct bil_connection *waiting; /* their answers wait for the commit */
    int sockets;                    /* accepted and not gone */
    uint64_t pass;                  /* of the loop */
    int64_t arrived;                /* when the first message of this pass did, microseconds; 0: none */
    uint64_t moves;                 /* that the house had counted at the end of the last pass */
    struct bil_text writing;
    atomic_int stop; /* how often it was asked for */
    bool stopping;
    bool ended;
    int64_t clock_offset;
};

int64_t bil_net_now(const struct bil_net *net); /* milliseconds since 1970, never backwards */
int64_t bil_net_microseconds(void);             /* of a clock that only counts */
void bil_net_count(struct bil_net *net, enum bil_count what);
/* One line of the log about a connection: who, and why. */
void bil_net_note(struct bil_connection *connection, const char *what, const char *why);

/* net_loop.c */
/* Chooses what to wait with, before the library begins. False: the library's own way. */
bool bil_loop_begin(struct bil_net *net, struct lws_context_creation_info *info);
void bil_loop_end(struct bil_net *net);                         /* after the library has ended */
bool bil_loop_round(struct bil_net *net);                       /* waits until something comes, and lets the library see to it */
void bil_loop_alarm(struct bil_net *net, int64_t milliseconds); /* the next round waits no longer */

/* net_quiet.c */
void bil_quiet_begin(struct bil_connection *connection); /* it is a WebSocket now */
void bil_quiet_end(struct bil_connection *connection);
void bil_quiet_heard(struct bil_connection *connection); /* something came from it */
/* Sees to whoever is due. Returns how many milliseconds the next can wait, at most `wait`. */
int64_t bil_quiet_look(struct bil_net *net, int64_t wait);

/* net_http.c */
int bil_http_begin(struct bil_connection *connection, const char *path, size_t length);
int bil_http_body(struct bil_connection *connection, const char *bytes, size_t length);
int bil_http_complete(struct bil_connection *connection);
int bil_http_writable(struct bil_connection *connection);
/* May this request become a WebSocket? 0: yes; 1: it was answered with a refusal; -1: hang up. */
int bil_http_upgrade(struct bil_connection *connection, const char *to);
void bil_http_late(void *owner, struct bil_response *response);
/* After a commit: answers that waited for it may go; `stored` tells whether it succeeded. */
void bil_http_release(struct bil_connection *connection, bool stored);
void bil_http_end(struct bil_connection *connection);

/* net_ws.c */
int bil_ws_open(struct bil_connection *connection);
int bil_ws_receive(struct bil_connection *connection, const char *bytes, size_t length);
int bil_ws_writable(struct bil_connection *connection);
int bil_ws_timer(struct bil_connection *connection);
void bil_ws_ready(void *owner);
void bil_ws_unheard(struct bil_connection *connection); /* its time for a first message is over */
void bil_ws_ping(struct bil_connection *connection);
void bil_ws_cut(struct bil_connection *connection); /* ends it without a word; outside of the library's call-backs */
void bil_ws_gone(struct bil_connection *connection);
/* Says goodbye: what waits is sent, then the farewell, then a closing frame. */
void bil_ws_close(struct bil_connection *connection, int status, const char *reason, const char *farewell);

/* net_headers.c */
/* A header as it came; false if it came more than once or is longer than `size` - 1. Absent: "". */
bool bil_header(struct lws *wsi, enum lws_token_indexes which, char *into, size_t size);
void bil_header_all(struct lws *wsi, enum lws_token_indexes which, struct bil_text *into);
bool bil_origin_allowed(const struct bil_net_settings *settings, const char *origin, const char *host);

#endif
