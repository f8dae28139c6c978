/* The frames of one side of a WebSocket, read from bytes (RFC 6455, sections 5 to 8): messages, pings, pongs and the closing frame
 * come out, and what that side may not send is reported with the status that the closing frame must bear. A server reads a client's
 * frames, which are masked; a client (websocket_channel.h) a server's, which are not.
 *
 * Must never wait or know a socket. A reader between two messages holds no memory but itself: ten thousand quiet clients are cheap.
 */
#ifndef BILLIONS_SERVER_HTTP_FRAMES_H
#define BILLIONS_SERVER_HTTP_FRAMES_H

#include "billions/text.h"

enum {
    BIL_FRAMES_MESSAGE = 64 * 1024,              /* bytes of a client's message */
    BIL_FRAMES_SERVER_MESSAGE = 4 * 1024 * 1024, /* bytes of a server's message */
    BIL_FRAMES_PIECES = 1024,                    /* frames that either may come in */
    BIL_FRAMES_CONTROL = 125                     /* bytes of a ping, a pong, a closing frame */
};

/* Statuses of closing frames (RFC 6455, 7.4.1). */
enum bil_close {
    BIL_CLOSE_NORMAL = 1000,
    BIL_CLOSE_GOING = 1001,
    BIL_CLOSE_PROTOCOL = 1002,
    BIL_CLOSE_NOT_TEXT = 1003,
    BIL_CLOSE_NONE = 1005, /* never sent: a closing frame without a status */
    BIL_CLOSE_NO_UTF8 = 1007,
    BIL_CLOSE_AGAINST_RULES = 1008,
    BIL_CLOSE_TOO_BIG = 1009,
    BIL_CLOSE_MOVED = 4000 /* of our own (RFC 6455, 7.4.2): come back at once. Libraries of clients refuse 1012 */
};

/* Where a reader of UTF-8 is inside a letter; all zero between two. */
struct bil_utf8 {
    unsigned char left, low, high; /* bytes to come; what the next one may be */
};
/* False: these bytes cannot go on what was there. RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF. */
bool bil_utf8_read(struct bil_utf8 *state, const char *bytes, size_t count);

/* A reader; all zero at the beginning, but for `of_server`. Free its message with bil_text_free when the connection ends. */
struct bil_frames {
    bool of_server;         /* the frames are a server's */
    unsigned char head[14]; /* of the frame that is being read */
    unsigned char have;     /* bytes of it that are there */
    bool body;              /* the head is whole: the content follows */
    bool message;           /* a message has begun whose last frame has not come */
    unsigned char control_length;
    struct bil_utf8 letters;
    int pieces;
    uint64_t left, taken; /* bytes of the content */
    struct bil_text text; /* of the message so far */
    char control[BIL_FRAMES_CONTROL];
};

enum bil_frame {
    BIL_FRAME_NONE,    /* more must come */
    BIL_FRAME_MESSAGE, /* a whole text */
    BIL_FRAME_PING,
    BIL_FRAME_PONG,
    BIL_FRAME_CLOSE, /* status is what it says, BIL_CLOSE_NONE if nothing */
    BIL_FRAME_FAULT  /* the connection must fail with `status`; nothing more may be read */
};

struct bil_frame_found {
    size_t used;         /* bytes that were taken */
    const char *content; /* of the message, ping or pong; good until the next call and as long as the bytes */
    size_t length;
    int status;
    const char *reason; /* of a fault: constant */
};

/* Reads up to the next thing that matters. The bytes are changed: the mask is taken off in place. */
enum bil_frame bil_frames_read(struct bil_frames *frames, char *bytes, size_t count, struct bil_frame_found *found);

/* Adds a whole frame of a server, not masked. */
void bil_frame_add(struct bil_text *out, int opcode, const char *content, size_t length);
/* Adds a whole frame of a client. RFC 6455, 5.3: every frame has another mask, which nobody can foretell. */
void bil_frame_add_masked(struct bil_text *out, int opcode, const char *content, size_t length, const unsigned char mask[4]);
enum {
    BIL_OPCODE_MORE = 0,
    BIL_OPCODE_TEXT = 1,
    BIL_OPCODE_BINARY = 2,
    BIL_OPCODE_CLOSE = 8,
    BIL_OPCODE_PING = 9,
    BIL_OPCODE_PONG = 10
};

enum { BIL_HANDSHAKE_KEY = 24 }; /* letters of a client's key: 16 bytes in base64 */
/* Adds the value of Sec-WebSocket-Accept for that key, by which a server shows that it speaks WebSocket (section 4.2.2). */
void bil_handshake_proof(const char *key, struct bil_text *out);

#endif
