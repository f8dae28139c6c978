/* What the files of src/server/http share: a connection, the loop's own state. For them alone. Each calls only those to its right:
 *
 *     net.c  ->  http.c  ->  answer.c, websocket.c  ->  connection.c  ->  base.c
 *
 * A connection speaks HTTP, one request after the other, or has become a WebSocket (`client` is there), or only waits for the other
 * side to close. Whatever ends one marks it (bil_connection_drop); it is freed at one place, between two rounds. */
#ifndef BILLIONS_SERVER_HTTP_INTERNAL_H
#define BILLIONS_SERVER_HTTP_INTERNAL_H

#include <ev.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "server/http/batch.h"
#include "server/http/frames.h"
#include "server/http/head.h"
#include "server/http/metrics.h"
#include "server/http/net.h"
#include "server/http/static.h"

enum {
    BIL_NET_BODY = 256 * 1024, /* bytes of a request's body */
    BIL_NET_INPUT = 16 * 1024, /* bytes read from one connection before others have their turn */
    BIL_NET_CHUNK = 16 * 1024, /* bytes of a file that are read at once */
    BIL_NET_REASON = 120       /* bytes of the reason in a closing frame, 123 by the standard */
};

/* A request of HTTP and its answer. */
struct bil_exchange {
    struct bil_head head;
    struct bil_body body;
    struct bil_text content; /* of the body */
    char bearer[64];
    bool whole; /* all of it is here, or no more of it is wanted */
    /* the answer */
    bool answered;  /* there is one */
    bool waits;     /* it goes out after the next commit, or instead of it an error */
    bool later;     /* the hub has promised it for later */
    bool begun;     /* its head is sent */
    bool last;      /* the connection ends with it */
    bool for_hub;   /* it depends on what is stored */
    bool elsewhere; /* ... and another process has the table: it is asked again in a moment */
    int tries;      /* how often it was */
    int status;
    const char *type;
    char allow[48]; /* methods, with status 405 */
    struct bil_text answer;
    struct bil_static_file found;
    int64_t length, sent;
};

/* The bytes of one connection, to and fro: a socket that never waits, in TLS or not, and what could not be written yet. */
struct bil_stream {
    int file;            /* -1: closed */
    SSL *tls;            /* NULL: as it is */
    bool greeted;        /* the handshake of TLS is over */
    struct bil_text out; /* not written yet: from `sent` on */
    size_t sent;
};

static inline size_t bil_stream_waiting(const struct bil_stream *stream)
{
    return stream->out.length - stream->sent;
}

enum bil_phase {
    BIL_PHASE_GREETING, /* TLS begins */
    BIL_PHASE_HTTP,
    BIL_PHASE_WEBSOCKET,
    BIL_PHASE_CLOSING,  /* a closing frame was sent, theirs is waited for */
    BIL_PHASE_LINGERING /* nothing will be written any more; what still comes is let go by, so that the last words arrive */
};

/* What a connection is given time for, one of them at a time; base.c has the seconds. */
enum bil_timeout {
    BIL_TIMEOUT_HEAD,    /* a request's head, or TLS */
    BIL_TIMEOUT_BODY,    /* its body */
    BIL_TIMEOUT_ANSWER,  /* to take more of an answer; the hub, to give one */
    BIL_TIMEOUT_KEPT,    /* a next request */
    BIL_TIMEOUT_HELLO,   /* a first message */
    BIL_TIMEOUT_QUIET,   /* to say anything; then it is pinged */
    BIL_TIMEOUT_PINGED,  /* to answer that */
    BIL_TIMEOUT_CLOSING, /* to answer a closing frame */
    BIL_TIMEOUT_LINGER,  /* to close */
    BIL_TIMEOUT_AGAIN,   /* another process, to give a table; then the request is looked at again */
    BIL_TIMEOUTS,
    BIL_TIMEOUT_NEVER = BIL_TIMEOUTS
};

/* What every message touches comes first: there are many connections, and each is far from the last one in memory. */
struct bil_connection {
    struct bil_net *net;
    struct bil_client *client;
    int64_t moved_at; /* when the move arrived whose news wait for it, microseconds; 0: none */
    enum bil_phase phase;
    int closing;    /* status of the closing frame to come; 0: stays */
    bool dropped;   /* to be freed; nothing may be done with it any more */
    bool finished;  /* the other side was told that nothing more comes */
    bool heard;     /* has said something */
    bool held_back; /* is not read from until `held_until` */
    bool theirs;    /* the other side has sent its closing frame, or must not be heard any more */
    bool pong_owed;
    bool listed; /* in net->closing */
    struct bil_stream stream;
    struct bil_exchange *exchange;
    ev_io io;
    struct bil_text in; /* bytes that have come and were not used yet */
    struct bil_bucket messages;
    enum bil_timeout due;
    int64_t due_since; /* microseconds */
    struct bil_connection *next_due, *before_due;
    struct bil_frames frames;

    struct bil_connection *next, *previous;
    struct bil_connection *next_closing, *next_waiting, *next_held, *next_dropped;
    struct bil_caller *socket_of, *client_of; /* who is charged for it */
    struct bil_head_scan scan;                /* of the next request */
    struct bil_text pong;                     /* the last ping that could not be answered yet */
    int64_t held_until;                       /* milliseconds, as bil_net_now */
    uint64_t closing_pass;                    /* not before this pass has been committed */
    const char *farewell;                     /* a last message, JSON, or NULL */
    char peer[BIL_ADDRESS_LENGTH];            /* the other end of the socket */
    char address[BIL_ADDRESS_LENGTH];         /* who calls: behind a proxy, as the proxy says */
    char reason[BIL_NET_REASON];
};

/* Connections in the order in which they fall due. */
struct bil_queue {
    struct bil_connection *first, *last;
};

/* What is spoken over a connection, told to connection.c by net.c: a connection knows neither HTTP nor WebSockets. */
struct bil_speaks {
    size_t (*take)(struct bil_connection *connection, char *bytes, size_t count); /* uses bytes; returns how many */
    bool (*answer)(struct bil_connection *connection);                            /* as bil_answer_write */
    void (*writable)(struct bil_connection *connection);                          /* what is no plain HTTP has room again */
    void (*gone)(struct bil_connection *connection);                              /* frees what belongs to either */
};

struct bil_net {
    const struct bil_speaks *speaks;
    const struct bil_net_settings *settings;
    struct bil_log *log;
    struct bil_hub *hub;
    struct bil_store *store; /* the hub's own, to ask how it is */
    int64_t healthy_until;   /* microseconds: it was well just now */
    int64_t unhealthy_until; /* so, too: until then that it is not need not be said again; 0: it is well */
    struct ev_loop *loop;
    ev_async wake;
    ev_timer alarm;
    ev_io knocks;
    bool listening;        /* `knocks` is on: it is off while no more files may be open */
    pthread_mutex_t awake; /* held while another thread wakes the loop, and while there is no loop any more */
    SSL_CTX *tls;
    int port;
    char own_name[256]; /* of this machine */
    struct bil_queue due[BIL_TIMEOUTS];
    struct bil_callers *callers;
    struct bil_static files;
    struct bil_metrics metrics;
    struct bil_connection *connections;
    struct bil_connection *closing; /* about to be closed */
    struct bil_connection *waiting; /* their answers wait for the commit */
    struct bil_connection *held;    /* said too much, and are not read from for a while */
    struct bil_connection *dropped; /* to be freed */
    int sockets;                    /* accepted and not gone */
    uint64_t pass;                  /* of the loop */
    int64_t arrived;                /* when the first message of this pass did, microseconds; 0: none */
    uint64_t moves, commits;        /* that the hub had counted at the end of the last pass; commits that failed, too */
    struct bil_text writing;
    struct bil_batch *batch; /* what is read in this round, and later what is sent */
    char input[BIL_NET_INPUT];
    atomic_int stop; /* how often it was asked for */
    bool stopping;
    int64_t clock_offset;
};

/* base.c */
int64_t bil_net_now(const struct bil_net *net); /* milliseconds since 1970, never backwards */
int64_t bil_net_microseconds(void);             /* of a clock that only counts */
/* One line of the log about a connection: who, and why. */
void bil_net_note(struct bil_connection *connection, const char *what, const char *why);
void bil_timeout_set(struct bil_connection *connection, enum bil_timeout which); /* from now on; BIL_TIMEOUT_NEVER: none */
/* Calls `late` for anyone who is due. Returns how many milliseconds the next can wait, at most `wait`. */
int64_t bil_timeout_look(struct bil_net *net, void (*late)(struct bil_connection *connection, enum bil_timeout which),
                         int64_t wait);

/* connection.c */
/* Takes an accepted socket. */
void bil_connection_begin(struct bil_net *net, int file, const char *address);
/* Goes on with a connection as far as it can without waiting: with the bytes that were kept, and those that the stream holds. */
void bil_connection_go_on(struct bil_connection *connection);
/* It wants to be told when it can write, and to be read from or not, as it is now. */
void bil_connection_watch(struct bil_connection *connection);
/* Ends it without a word: it is freed between two rounds. */
void bil_connection_drop(struct bil_connection *connection);
/* All has been said: it is closed as soon as the other side has had time to read that. */
void bil_connection_finish(struct bil_connection *connection);
/* Writes; a broken stream drops the connection. */
void bil_connection_write(struct bil_connection *connection, const char *bytes, size_t count);
/* What was put into the batch is read, or sent, and what came of it is seen to. */
void bil_connections_batch(struct bil_net *net);
/* Frees what was dropped. */
void bil_connection_reap(struct bil_net *net);

/* http.c: requests */
/* Takes what it can of the bytes; returns how many. */
size_t bil_http_take(struct bil_connection *connection, const char *bytes, size_t count);
void bil_http_late(void *owner, struct bil_response *response);
/* After a commit: answers that waited for it may go; `stored` tells whether it succeeded. */
void bil_http_release(struct bil_connection *connection, bool stored);
/* Its time for a request is over; or it is looked at once more, for the table that it is about has moved. */
void bil_http_overdue(struct bil_connection *connection, enum bil_timeout which);

/* answer.c: answers */
void bil_answer(struct bil_connection *connection, int status, const char *type);
/* A status, a code and a sentence; `last`: the connection ends with it. */
void bil_answer_refuse(struct bil_connection *connection, int status, const char *code, const char *sentence, bool last);
bool bil_answer_write(struct bil_connection *connection);
void bil_exchange_end(struct bil_connection *connection); /* NULL there: fine */
extern const char bil_answer_json[];

/* websocket.c */
void bil_ws_open(struct bil_connection *connection, const char *table); /* the one that its address names, or "" */
size_t bil_ws_take(struct bil_connection *connection, char *bytes, size_t count);
void bil_ws_writable(struct bil_connection *connection);
/* Those whose time of being held back is over are read from again. Returns how many milliseconds the next can wait, at most `wait`.
 */
int64_t bil_ws_held(struct bil_net *net, int64_t wait);
void bil_ws_ready(void *owner);
/* Its time for a first message is over, or it has been quiet: it is pinged, and dropped if nothing comes of that. */
void bil_ws_overdue(struct bil_connection *connection, enum bil_timeout which);
void bil_ws_gone(struct bil_connection *connection);
/* Says goodbye: what waits is sent, then the farewell, then a closing frame. */
void bil_ws_close(struct bil_connection *connection, int status, const char *reason, const char *farewell);

/* ------------------------------------------------------------------ reach.c */

/* How others in the same network find this server: what a big screen's code for telephones says (docs/protocol.md, "GET
 * /api/reach").
 *
 * Must never send anything: which address it is, the machine itself knows. */

/* {"addresses":["http://192.168.1.5:8000", ...]}, the likeliest first: what the settings name, else the address that is listened
 * on, else, where all are, those of the machine's networks. None where only this machine is listened to: then "closed" lists, in
 * the same order, the addresses that would reach the server if it were opened. */
void bil_reach_write(const struct bil_net_settings *settings, int port, struct bil_text *out);

#endif
