/* The bytes of one connection, to and fro: a socket that never waits, in TLS or not, and what could not be written yet.
 *
 * Must never wait, and never look at what the bytes mean. */
#ifndef BILLIONS_SERVER_HTTP_STREAM_H
#define BILLIONS_SERVER_HTTP_STREAM_H

#include <openssl/ssl.h>

#include "billions/text.h"

struct bil_stream {
    int file;            /* -1: closed */
    SSL *tls;            /* NULL: as it is */
    bool greeted;        /* the handshake of TLS is over */
    struct bil_text out; /* not written yet: from `sent` on */
    size_t sent;
};

/* Of bil_stream_read and bil_stream_greet. */
enum { BIL_STREAM_END = 0, BIL_STREAM_LATER = -1, BIL_STREAM_BROKEN = -2 };

/* Takes the file, which must not wait; `tls` NULL for none. False: there is no memory for TLS; the file is closed. */
bool bil_stream_begin(struct bil_stream *stream, int file, SSL_CTX *tls);
/* Goes on with the handshake of TLS. 1: it is over; or LATER, or BROKEN. */
int bil_stream_greet(struct bil_stream *stream);
/* How many bytes came; or END, LATER, BROKEN. */
long bil_stream_read(struct bil_stream *stream, char *into, size_t room);
/* Whether there are bytes that the system does not tell of any more, because TLS has them already. */
bool bil_stream_holds(const struct bil_stream *stream);
/* Writes as much as the socket takes and keeps the rest. False: it is broken. */
bool bil_stream_write(struct bil_stream *stream, const char *bytes, size_t count);
/* The same of bytes that somebody else has given to the socket already, while nothing was kept: `result` is how many it took, or a
 * negative errno. */
bool bil_stream_gave(struct bil_stream *stream, const char *bytes, size_t count, long result);
/* Goes on with what was kept. False: it is broken. */
bool bil_stream_flush(struct bil_stream *stream);
/* Bytes that are kept. */
size_t bil_stream_waiting(const struct bil_stream *stream);
/* Says that nothing more will be written. */
void bil_stream_finish(struct bil_stream *stream);
void bil_stream_close(struct bil_stream *stream);

#endif
