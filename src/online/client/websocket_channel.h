/* One connection of a client to the WebSocket of a table: libcurl resolves, connects and speaks TLS, through a proxy where the
 * system names one; then the handshake and the frames are ours. It never waits; its owner waits on `socket`, and says when libcurl
 * is done.
 *
 * Must never know what messages mean, or connect again. */
#ifndef BILLIONS_ONLINE_CLIENT_WEBSOCKET_CHANNEL_H
#define BILLIONS_ONLINE_CLIENT_WEBSOCKET_CHANNEL_H

#include "online/client/curl_setup.h"
#include "server/http/frames.h"

enum bil_channel_phase {
    BIL_CHANNEL_NONE,       /* there is no connection */
    BIL_CHANNEL_CONNECTING, /* libcurl's: resolve, connect, TLS */
    BIL_CHANNEL_ASKED,      /* the handshake is sent */
    BIL_CHANNEL_OPEN        /* it was answered */
};

enum {
    BIL_CHANNEL_ROOM = 16384,
    BIL_HANDSHAKE_HEAD = 8192, /* bytes of the answer to a handshake, at most */
    BIL_HANDSHAKE_WHY = 128
};

/* A new key for a handshake: 24 letters and a zero. */
void bil_handshake_key(char key[BIL_HANDSHAKE_KEY + 1]);
/* Reads the answer to the handshake with that key. Returns how many bytes it takes, up to and with the empty line; 0: more must
 * come; -1: it opens no WebSocket, and `why` says so. */
long bil_handshake_read(const char *bytes, size_t count, const char *key, char why[BIL_HANDSHAKE_WHY]);

struct bil_channel {
    enum bil_channel_phase phase;
    CURL *curl;
    curl_socket_t socket;
    bool greeted; /* for the owner to set: the first message has been sent */
    bool moved;   /* the server closed it because the table is elsewhere from now on */
    bool faulty;  /* a frame could not be written */
    char key[BIL_HANDSHAKE_KEY + 1];
    char why[BIL_CURL_WHY]; /* of a connection that is lost or could not be made */
    struct bil_frames frames;
    struct bil_text out; /* to be written, from `sent` on */
    size_t sent;
    size_t begin, end; /* what was read and not yet looked at: in[begin .. end-1] */
    char in[BIL_CHANNEL_ROOM];
};

enum bil_channel_news {
    BIL_CHANNEL_NOTHING, /* nothing more for now */
    BIL_CHANNEL_MESSAGE, /* a text */
    BIL_CHANNEL_SIGN,    /* a ping or a pong: a sign of life */
    BIL_CHANNEL_LOST     /* it has ended; `why` says how */
};

/* Begins to connect; gives up after this many milliseconds. False: it could not be tried. */
bool bil_channel_begin(struct bil_channel *channel, CURLM *multi, const struct bil_url *url, const char *authority,
                       long milliseconds);
/* What came of libcurl's part. False: no connection, and `why`. */
bool bil_channel_connected(struct bil_channel *channel, const struct bil_url *url, CURLcode code);
/* Adds a frame, which bil_channel_write sends. */
void bil_channel_add(struct bil_channel *channel, int opcode, const char *content, size_t length);
/* Writes what the socket takes. */
void bil_channel_write(struct bil_channel *channel);
/* Whether something is still to be written. */
bool bil_channel_full(const struct bil_channel *channel);
/* The next thing that came; the text is good until the next call. Answers pings and the closing frame by itself. */
enum bil_channel_news bil_channel_read(struct bil_channel *channel, const struct bil_url *url, const char **text, size_t *length);
/* Ends it and frees what it holds. Nothing is sent. */
void bil_channel_end(struct bil_channel *channel, CURLM *multi);

#endif
