/* The way to a server for those who play there: links as people write them, single HTTP requests, and a WebSocket that stays.
 *
 * A bil_link has a thread of its own. It connects, and when the connection is lost it connects again, after pauses that grow; its
 * owner hears of that and of every message, in order, from bil_link_next, and may wait on bil_link_fd together with a keyboard.
 * A server that closes with status 4000 is there anew at once: so is the connection, and only if that takes more than a second the
 * owner hears of it.
 * What was being sent when the connection was lost may have arrived or not: the protocol (docs/protocol.md) is made so that one may
 * say it again.
 *
 * Must never know what the messages mean, and never print a token. */
#ifndef BILLIONS_SERVER_LINK_H
#define BILLIONS_SERVER_LINK_H

#include <stdbool.h>

#include "billions/text.h"

/* ------------------------------------------------------------------ links */

/* "http://HOST:PORT/t/TABLE#TOKEN" in parts. What is not there is "". */
struct bil_url {
    bool secure;
    int port;
    char host[256]; /* an IPv6 address without its brackets */
    char base[128]; /* what stands before /t/, without a slash at its end: "" or "/billions" */
    char table[32];
    char token[32];
};

/* Reads http, https, ws, wss or nothing ("localhost:8080"). False and a sentence if it is none of these. */
bool bil_url_read(const char *text, struct bil_url *url, struct bil_error *error);
/* The link as people open it, with the token if `with_token`. */
void bil_url_write(const struct bil_url *url, bool with_token, struct bil_text *out);

/* ------------------------------------------------------------------ one request */

struct bil_answer {
    int status;
    struct bil_text body; /* freed by the caller */
};

/* Asks and waits, at most half a minute: `path` ("/api/games") comes behind the link's base; `bearer` and `body` may be NULL.
 * `authority` is a file with the certificates to trust, or NULL: those of the system. False and a sentence if there is no answer;
 * an answer that says no is an answer. */
bool bil_link_request(const struct bil_url *url, const char *authority, const char *method, const char *path, const char *bearer,
                      const char *body, struct bil_answer *answer, struct bil_error *error);

/* ------------------------------------------------------------------ a connection that stays */

enum bil_link_news {
    BIL_LINK_NOTHING, /* nothing new */
    BIL_LINK_UP,      /* connected, now or again: say hello */
    BIL_LINK_DOWN,    /* the connection is lost, or could not be made; the text says why. It is tried again by itself */
    BIL_LINK_TEXT     /* a message */
};

struct bil_link;

/* Begins to connect to the WebSocket of the link's table. NULL and a sentence only if that cannot even be tried. */
struct bil_link *bil_link_open(const struct bil_url *url, const char *authority, struct bil_error *error);
/* Sends what waits if that is quickly done, and ends. NULL is fine. */
void bil_link_close(struct bil_link *link);

/* Sends a text message. False: there is no connection, nothing is sent. */
bool bil_link_send(struct bil_link *link, const char *text);
/* Breaks the connection off as a network would; it is made again. For tests. */
void bil_link_break(struct bil_link *link);

/* Readable as long as there is news. */
int bil_link_fd(const struct bil_link *link);
/* The next news. *text is set for TEXT and DOWN, and stays good until the next call. */
enum bil_link_news bil_link_next(struct bil_link *link, const char **text);

#endif
