/* The sockets of the server: HTTP and WebSocket, one thread, one loop.
 *
 *     ev_run                what has arrived goes to the hub
 *     bil_hub_tick        what is due
 *     bil_hub_commit      all of it is stored, or none
 *     bil_hub_ready       only now are clients written to, and requests answered
 *
 * Must never decide anything about a table: it hands texts to the hub and bytes to sockets. What it does decide is who may talk,
 * how much and for how long; every refusal is a sentence. Must never write a token or a message into the log. */
#ifndef BILLIONS_SERVER_HTTP_NET_H
#define BILLIONS_SERVER_HTTP_NET_H

#include "server/common/limits.h"
#include "server/common/log.h"
#include "server/hub.h"

enum { BIL_NET_ORIGINS = 16, BIL_NET_HOSTS = 16 };

/* Every number is what it says: there are no hidden meanings but those named. */
struct bil_net_settings {
    const char *address; /* to listen on: "127.0.0.1", "::1", "0.0.0.0" for all */
    int port;            /* 0: any that is free */
    const char *web;     /* the folder of the page; NULL: none */
    const char *tls_cert, *tls_key;
    const char *origin[BIL_NET_ORIGINS]; /* other sites whose pages may talk to this server: "https://example.org" */
    int origins;
    const char *host[BIL_NET_HOSTS]; /* names of this server beside its addresses, "play.example.org"; "*": any */
    int hosts;
    const char *reach;              /* the address that telephones in the same network use; NULL: found out */
    bool trust_proxy;               /* believe X-Forwarded-For */
    bool public_metrics;            /* /metrics for everybody, not only for this machine */
    int connections;                /* at once, all together */
    int per_address;                /* at once, from one address; 0: any number */
    struct bil_rate_limit messages; /* of one client */
    struct bil_rate_limit requests; /* of HTTP, from one address */
    struct bil_rate_limit secrets;  /* requests with a passphrase, from one address */
    int hello, ping, silence; /* seconds: for a request, for the first message, for another process to answer; until a quiet client
                                 is pinged, and dropped */
    size_t waiting;           /* bytes that may wait for a client that does not read */
    int64_t (*clock)(void);   /* milliseconds since 1970, never backwards; NULL: the machine's. Tests make days pass */
};
/* Safe values for all of them: loopback, port 8000. */
void bil_net_usual(struct bil_net_settings *settings);

struct bil_net;

/* Prepares; nothing is listened on yet. The settings, what they point to, and the log must live as long. NULL and a sentence. */
struct bil_net *bil_net_new(const struct bil_net_settings *settings, struct bil_log *log, struct bil_error *error);
/* For bil_hub_new, with the net as context: the loop comes round soon. From any thread. */
void bil_net_wake(void *context);
/* Begins to listen, for this hub; `store` is the hub's, and only asked how it is. False and a sentence: the port is taken, the
 * address is not ours, the certificate is none. */
bool bil_net_listen(struct bil_net *net, struct bil_hub *hub, struct bil_store *store, struct bil_error *error);
int bil_net_port(const struct bil_net *net);
/* The loop, until bil_net_stop: then the hub is closed, clients are told, what waits is sent, for `grace` seconds at most. */
void bil_net_run(struct bil_net *net, int grace);
/* One round of that loop: waits until something comes or is due, and sees to it. Returns how many milliseconds the next can wait.
 */
int64_t bil_net_round(struct bil_net *net);
/* From a signal handler too. Called a second time it cuts the grace short. */
void bil_net_stop(struct bil_net *net);
/* All sockets are closed, and anyone who was connected has left the hub. Then the hub may be freed, whose threads may still call
 * bil_net_wake, and at last the net. */
void bil_net_close(struct bil_net *net);
void bil_net_free(struct bil_net *net);

#endif
