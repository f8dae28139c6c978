/* A connection to a server's table that stays, for those who play there: it is watched, and made again when it is lost.
 *
 * A bil_websocket has a thread of its own, with attempts and time limits as liveness.h says. Its owner hears of every message, in
 * order, from bil_websocket_next, and may wait on bil_websocket_fd together with a keyboard. The greeting is the first message of
 * every attempt, and its answer makes the attempt the connection. A server that closes with status 4000 is there again at once: so
 * is the connection, and only if that takes more than a second the owner hears of it. What was being sent when the connection was
 * lost may have arrived or not: the protocol (docs/protocol.md) lets a client repeat it.
 *
 * Must never know what the messages mean, and never print a token. */
#ifndef BILLIONS_ONLINE_CLIENT_WEBSOCKET_CLIENT_H
#define BILLIONS_ONLINE_CLIENT_WEBSOCKET_CLIENT_H

#include "online/client/url.h"

enum bil_websocket_news {
    BIL_WEBSOCKET_NOTHING, /* nothing new */
    BIL_WEBSOCKET_UP,      /* a new connection; the texts that follow answer the greeting */
    BIL_WEBSOCKET_DOUBT,   /* it gives no sign of life; the text says since when. It is tried again by itself */
    BIL_WEBSOCKET_BACK,    /* the connection that was doubted gives one, and nothing is lost */
    BIL_WEBSOCKET_DOWN,    /* it is lost, or could not be made; the text says why. It is tried again by itself */
    BIL_WEBSOCKET_TEXT     /* a message */
};

struct bil_websocket;

/* Begins to connect to the WebSocket of the link's table. NULL and a sentence only if that cannot even be tried. */
struct bil_websocket *bil_websocket_open(const struct bil_url *url, const char *authority, struct bil_error *error);
/* Sends what waits if that is quickly done, and ends. NULL is fine. */
void bil_websocket_close(struct bil_websocket *websocket);

/* What is said first on every connection from now on. Nothing is up before it was set once. */
void bil_websocket_greet(struct bil_websocket *websocket, const char *greeting);
/* Sends a text message. False: there is no connection, or it is doubted; nothing is sent. */
bool bil_websocket_send(struct bil_websocket *websocket, const char *text);
enum bil_websocket_wish {
    BIL_WEBSOCKET_CALM,  /* nothing is in a hurry, so that fewer pings do, until it is */
    BIL_WEBSOCKET_HURRY, /* if there is no good connection: tries at once */
    BIL_WEBSOCKET_BREAK, /* breaks the connection off as a network would; it is made again. For tests */
    BIL_WEBSOCKET_WISHES
};
void bil_websocket_wish(struct bil_websocket *websocket, enum bil_websocket_wish wish, bool value);

/* Readable as long as there is news. */
int bil_websocket_fd(const struct bil_websocket *websocket);
/* The next news. *text is set for TEXT, DOUBT and DOWN, and stays good until the next call. */
enum bil_websocket_news bil_websocket_next(struct bil_websocket *websocket, const char **text);

#endif
