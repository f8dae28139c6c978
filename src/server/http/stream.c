/* A socket that never waits, in TLS or not; stream.h says what it promises. TLS is OpenSSL's. */
#include "server/http/stream.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { KEEPS = 16 * 1024 }; /* bytes of memory that may stay when nothing waits */

bool bil_stream_begin(struct bil_stream *stream, int file, SSL_CTX *tls)
{
    *stream = (struct bil_stream){.file = file, .greeted = !tls};
    if (!tls) {
        return true;
    }
    stream->tls = SSL_new(tls);
    if (!stream->tls || SSL_set_fd(stream->tls, file) != 1) {
        bil_stream_close(stream);
        return false;
    }
    SSL_set_accept_state(stream->tls);
    return true;
}

static int judge_tls(struct bil_stream *stream, int result)
{
    const int why = SSL_get_error(stream->tls, result);
    ERR_clear_error(); /* one list for the whole thread: what stays in it would be blamed on the next connection */
    return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE ? BIL_STREAM_LATER
           : why == SSL_ERROR_ZERO_RETURN                            ? BIL_STREAM_END
                                                                     : BIL_STREAM_BROKEN;
}

int bil_stream_greet(struct bil_stream *stream)
{
    if (stream->greeted) {
        return 1;
    }
    const int result = SSL_do_handshake(stream->tls);
    if (result != 1) {
        const int why = judge_tls(stream, result);
        return why == BIL_STREAM_END ? BIL_STREAM_BROKEN : why;
    }
    stream->greeted = true;
    return 1;
}

long bil_stream_read(struct bil_stream *stream, char *into, size_t room)
{
    if (stream->tls) {
        const int count = SSL_read(stream->tls, into, room < INT_MAX ? (int)room : INT_MAX);
        return count > 0 ? count : judge_tls(stream, count);
    }
    const ssize_t count = recv(stream->file, into, room, 0);
    if (count >= 0) {
        return count;
    }
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? BIL_STREAM_LATER : BIL_STREAM_BROKEN;
}

bool bil_stream_holds(const struct bil_stream *stream)
{
    return stream->tls && SSL_has_pending(stream->tls) == 1;
}

/* Written, or LATER, or BROKEN. */
static long write_once(struct bil_stream *stream, const char *bytes, size_t count)
{
    if (stream->tls) {
        const int written = SSL_write(stream->tls, bytes, count < INT_MAX ? (int)count : INT_MAX);
        if (written > 0) {
            return written;
        }
        const int why = judge_tls(stream, written);
        return why == BIL_STREAM_END ? BIL_STREAM_BROKEN : why;
    }
    const ssize_t written = send(stream->file, bytes, count, MSG_NOSIGNAL);
    if (written >= 0) {
        return written;
    }
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? BIL_STREAM_LATER : BIL_STREAM_BROKEN;
}

/* How many were written; -1: broken. */
static long write_some(struct bil_stream *stream, const char *bytes, size_t count)
{
    size_t done = 0;
    while (done < count) {
        const long written = write_once(stream, bytes + done, count - done);
        if (written == BIL_STREAM_BROKEN) {
            return -1;
        }
        if (written == BIL_STREAM_LATER) {
            break;
        }
        done += (size_t)written;
    }
    return (long)done;
}

bool bil_stream_write(struct bil_stream *stream, const char *bytes, size_t count)
{
    size_t done = 0;
    if (bil_stream_waiting(stream) == 0) {
        const long written = write_some(stream, bytes, count);
        if (written < 0) {
            return false;
        }
        done = (size_t)written;
    }
    if (done < count) {
        bil_text_add_bytes(&stream->out, bytes + done, count - done);
    }
    return true;
}

bool bil_stream_gave(struct bil_stream *stream, const char *bytes, size_t count, long result)
{
    if (result < 0 && result != -EAGAIN && result != -EWOULDBLOCK && result != -EINTR) {
        return false;
    }
    const size_t done = result > 0 ? (size_t)result : 0;
    if (done < count) {
        bil_text_add_bytes(&stream->out, bytes + done, count - done);
    }
    return true;
}

bool bil_stream_flush(struct bil_stream *stream)
{
    if (bil_stream_waiting(stream) == 0) {
        return true;
    }
    const long written = write_some(stream, stream->out.data + stream->sent, stream->out.length - stream->sent);
    if (written < 0) {
        return false;
    }
    stream->sent += (size_t)written;
    if (stream->sent == stream->out.length) {
        stream->sent = 0;
        if (stream->out.length > KEEPS) {
            bil_text_free(&stream->out);
        }
        bil_text_clear(&stream->out);
    }
    return true;
}

size_t bil_stream_waiting(const struct bil_stream *stream)
{
    return stream->out.length - stream->sent;
}

void bil_stream_finish(struct bil_stream *stream)
{
    if (stream->tls && stream->greeted) {
        SSL_shutdown(stream->tls); /* its answer is not waited for */
        ERR_clear_error();
    }
    shutdown(stream->file, SHUT_WR);
}

void bil_stream_close(struct bil_stream *stream)
{
    if (stream->tls) {
        SSL_free(stream->tls);
        stream->tls = NULL;
    }
    if (stream->file >= 0) {
        close(stream->file);
        stream->file = -1;
    }
    bil_text_free(&stream->out);
    stream->sent = 0;
}
