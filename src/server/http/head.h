/* The head of a request of HTTP/1.1, read from bytes: the first line and the headers (RFC 9112, sections 2 to 6; RFC 9110 where it
 * says what they mean).
 *
 * Strict, because two readers who understand one request differently are how requests are smuggled: what the grammar does not know
 * is refused with a status and a sentence, never mended. Must never wait, keep a pointer into the bytes, or know a socket. */
#ifndef BILLIONS_SERVER_HTTP_HEAD_H
#define BILLIONS_SERVER_HTTP_HEAD_H

#include "billions/text.h"

enum {
    BIL_HEAD_BYTES = 16384,  /* of the first line and all headers together */
    BIL_HEAD_TARGET = 8192,  /* of what is asked for: RFC 9112, 3 wants lines of 8000 */
    BIL_HEAD_HEADERS = 100,  /* how many */
    BIL_HEAD_EMPTY_LINES = 2 /* that may stand before the first line */
};

/* Why a request is refused: a status of HTTP, a code for programs, a sentence for people. Constant texts. */
struct bil_http_fault {
    int status;
    const char *code, *sentence;
};

extern const struct bil_http_fault bil_fault_huge; /* a body that is too big: by its length, or by what came */

/* The headers that are listened to. All others are read, checked and let go by. */
enum bil_header {
    BIL_HEADER_HOST,
    BIL_HEADER_ORIGIN,
    BIL_HEADER_AUTHORIZATION,
    BIL_HEADER_CONTENT_LENGTH,
    BIL_HEADER_KEY,     /* Sec-WebSocket-Key */
    BIL_HEADER_VERSION, /* Sec-WebSocket-Version */
    BIL_HEADER_ONCE,    /* those above may be said once; those below are lists, and several lines of one are one list */
    BIL_HEADER_CONNECTION = BIL_HEADER_ONCE,
    BIL_HEADER_UPGRADE,
    BIL_HEADER_TRANSFER_ENCODING,
    BIL_HEADER_EXPECT,
    BIL_HEADER_ACCEPT,
    BIL_HEADER_ACCEPT_ENCODING,
    BIL_HEADER_IF_MATCH,
    BIL_HEADER_IF_NONE_MATCH,
    BIL_HEADER_FORWARDED_FOR, /* X-Forwarded-For */
    BIL_HEADER_PROTOCOL,      /* Sec-WebSocket-Protocol */
    BIL_HEADER_EXTENSIONS,    /* Sec-WebSocket-Extensions */
    BIL_HEADERS
};

struct bil_head {
    char method[16];       /* as it was said: names of methods are told apart by case. "" if it is longer than any that there is */
    int minor;             /* of the version: 1, or 0 for HTTP/1.0 */
    struct bil_text path;  /* decoded, without the query; "*" where a request is about the server */
    struct bil_text query; /* as it was said, without the question mark */
    bool said[BIL_HEADERS];
    struct bil_text value[BIL_HEADERS];
    int64_t length; /* of the body, as Content-Length says; -1: not said */
    bool chunked;   /* the body comes in chunks */
    bool keeps;     /* the connection stays for another request */
    bool expects;   /* the caller waits for "100 Continue" before it goes on */
    bool upgrade;   /* Connection names Upgrade */
    bool secure;    /* what is asked for begins with https:// */
};

/* How far a head has been looked through; all zero at its beginning. */
struct bil_head_scan {
    size_t seen;
    bool line; /* the first line is there and fine */
};

/* Reads a head that begins at `bytes`. Returns how many bytes it takes, up to and with the empty line; 0: there must come more; -1:
 * it is refused, and `fault` says why. What is wrong is reported as soon as it is there: a client that makes no sense does not wait
 * for its time to run out. `head` is filled only for a result above 0, and freed by the caller then. */
long bil_head_read(struct bil_head_scan *scan, const char *bytes, size_t count, struct bil_head *head,
                   struct bil_http_fault *fault);
void bil_head_free(struct bil_head *head);

/* Whether a list, "keep-alive, Upgrade", holds a word; letters of any case. */
bool bil_list_has(const char *list, const char *word);

/* Whether a text is a list of extensions of WebSockets with their parameters (RFC 6455, 9.1). */
bool bil_extensions_fine(const char *list);

/* ------------------------------------------------------------------ bodies */

/* A body that is being read: of a length that is known, or in chunks (RFC 9112, 7.1). All zero is a body without a byte. */
struct bil_body {
    bool chunked;
    int state;     /* of the reader of chunks */
    uint64_t left; /* bytes of this chunk, or of the whole body */
    size_t extra;  /* bytes of sizes, extensions and trailers so far */
    bool done;
};

void bil_body_begin(struct bil_body *body, const struct bil_head *head);
/* Adds what belongs to the body to `into` and returns how many bytes it took; body->done when that was the last. -1: refused: more
 * than `most` bytes, or chunks that are none. */
long bil_body_read(struct bil_body *body, const char *bytes, size_t count, struct bil_text *into, size_t most,
                   struct bil_http_fault *fault);

#endif
