/* Sockets of the load program. Must never talk to anything but this machine's loopback. */
#include "bench/load_socket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "table/memory.h"

enum { ROOM = 4096, PATIENCE = 30, SOURCES = 200, LARGEST = 8 * 1024 * 1024 };

bool load_server_read(const char *url, struct load_server *server, struct bil_error *error)
{
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned port = 0;
    char rest = 0;
    *server = (struct load_server){0};
    if (sscanf(url, "http://127.%u.%u.%u:%u%c", &a, &b, &c, &port, &rest) < 4 || (rest && rest != '/') || a > 255 || b > 255 ||
        c > 255 || port == 0 || port > 65535) {
        return bil_fail(error, "\"%.60s\" is no server on this machine; a load is put on http://127.0.0.1:PORT only.", url);
    }
    server->address.sin_family = AF_INET;
    server->address.sin_port = htons((uint16_t)port);
    server->address.sin_addr.s_addr = htonl(127U << 24U | a << 16U | b << 8U | c);
    snprintf(server->host, sizeof server->host, "127.%u.%u.%u:%u", a, b, c, port);
    return true;
}

/* A connected socket, or -1. */
static int connect_to(struct load_server *server, struct bil_error *error)
{
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    const int one = 1;
    const struct timeval limit = {.tv_sec = PATIENCE};
    struct sockaddr_in source = {.sin_family = AF_INET};
    if (fd < 0) {
        bil_fail(error, "No more sockets: %s; ulimit -n says how many there may be.", strerror(errno));
        return -1;
    }
    source.sin_addr.s_addr = htonl(127U << 24U | (1U + server->next_source++ % SOURCES));
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    if (bind(fd, (struct sockaddr *)&source, sizeof source) != 0 ||
        connect(fd, (struct sockaddr *)&server->address, sizeof server->address) != 0) {
        bil_fail(error, "%s cannot be reached: %s.", server->host, strerror(errno));
        close(fd);
        return -1;
    }
    return fd;
}

static bool send_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) {
            return false;
        }
        bytes += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

/* ------------------------------------------------------------------ requests */

/* The length of the body that a head announces, or -1. */
static long body_length(const char *head)
{
    for (const char *line = head; line; line = strstr(line, "\r\n")) {
        line += line == head ? 0 : 2;
        if (strncasecmp(line, "content-length:", 15) == 0) {
            return strtol(line + 15, NULL, 10);
        }
    }
    return -1;
}

/* Reads an answer; its status, or 0. */
static int read_answer(int fd, struct bil_text *answer)
{
    struct bil_text all = {0};
    char bytes[ROOM];
    int status = 0;
    for (;;) {
        const char *head = bil_text_string(&all);
        const char *end = strstr(head, "\r\n\r\n");
        const long length = end ? body_length(head) : -1;
        const size_t body = end ? all.length - (size_t)(end + 4 - head) : 0;
        if (end && length >= 0 && body >= (size_t)length) {
            sscanf(head, "HTTP/1.%*c %d", &status);
            bil_text_clear(answer);
            bil_text_add_bytes(answer, end + 4, (size_t)length);
            break;
        }
        const ssize_t got = recv(fd, bytes, sizeof bytes, 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0 || all.length > LARGEST) {
            if (got == 0 && end && length < 0) { /* the body ends with the connection */
                sscanf(head, "HTTP/1.%*c %d", &status);
                bil_text_clear(answer);
                bil_text_add_bytes(answer, end + 4, body);
            }
            break;
        }
        bil_text_add_bytes(&all, bytes, (size_t)got);
    }
    bil_text_free(&all);
    return status;
}

int load_request(struct load_server *server, const char *method, const char *path, const char *bearer, const char *body,
                 struct bil_text *answer, struct bil_error *error)
{
    struct bil_text text = {0};
    const int fd = connect_to(server, error);
    if (fd < 0) {
        return 0;
    }
    bil_text_format(&text, "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n", method, path, server->host);
    if (bearer) {
        bil_text_format(&text, "Authorization: Bearer %s\r\n", bearer);
    }
    if (body) {
        bil_text_format(&text, "Content-Type: application/json\r\nContent-Length: %zu\r\n", strlen(body));
    }
    bil_text_format(&text, "\r\n%s", body ? body : "");
    const int status = send_all(fd, bil_text_string(&text), text.length) ? read_answer(fd, answer) : 0;
    bil_text_free(&text);
    close(fd);
    if (status == 0) {
        bil_fail(error, "%s did not answer %s %s.", server->host, method, path);
    }
    return status;
}

/* ------------------------------------------------------------------ WebSockets */

bool load_socket_begin(struct load_socket *socket, struct load_server *server, const char *table, struct bil_error *error)
{
    /* The key is any 16 bytes; the answer to it is a matter between browsers and caches, and not looked at. */
    static const char hello[] = "GET /ws/%s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                "Sec-WebSocket-Key: bG9hZGxvYWRsb2FkbG9hZA==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    struct bil_text text = {0};
    *socket = (struct load_socket){.fd = connect_to(server, error)};
    if (socket->fd < 0) {
        return false;
    }
    bil_text_format(&text, hello, table, server->host);
    const bool sent = send_all(socket->fd, bil_text_string(&text), text.length);
    bil_text_free(&text);
    if (!sent) {
        load_socket_close(socket);
        return bil_fail(error, "%s has closed a connection at once.", server->host);
    }
    return true;
}

bool load_socket_finish(struct load_socket *socket, const struct load_server *server, struct bil_error *error)
{
    char head[2048];
    size_t length = 0;
    bool fine = true;
    while (fine && (length < 4 || memcmp(head + length - 4, "\r\n\r\n", 4) != 0)) {
        fine = length < sizeof head - 1 && recv(socket->fd, head + length, 1, 0) == 1;
        length += fine;
    }
    head[length] = 0;
    if (!fine || !strstr(head, " 101 ")) {
        load_socket_close(socket);
        return bil_fail(error, "%s makes no WebSocket: %.40s.", server->host, length ? head : "it said nothing");
    }
    fcntl(socket->fd, F_SETFL, O_NONBLOCK);
    return true;
}

void load_socket_close(struct load_socket *socket)
{
    const struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    if (socket->fd >= 0) {
        setsockopt(socket->fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        close(socket->fd);
    }
    free(socket->in);
    free(socket->out);
    *socket = (struct load_socket){.fd = -1};
}

bool load_socket_waits(const struct load_socket *socket)
{
    return socket->out_length > socket->out_sent;
}

bool load_socket_flush(struct load_socket *socket)
{
    while (load_socket_waits(socket)) {
        const ssize_t sent = send(socket->fd, socket->out + socket->out_sent, socket->out_length - socket->out_sent, MSG_NOSIGNAL);
        if (sent < 0) {
            return errno == EAGAIN || errno == EINTR;
        }
        socket->out_sent += (size_t)sent;
    }
    free(socket->out);
    socket->out = NULL;
    socket->out_length = socket->out_sent = 0;
    return true;
}

static bool send_frame(struct load_socket *socket, unsigned opcode, const char *bytes, size_t length)
{
    unsigned char frame[ROOM + 16];
    size_t at = 0;
    if (length > ROOM) {
        return false;
    }
    frame[at++] = (unsigned char)(0x80U | opcode);
    if (length < 126) {
        frame[at++] = (unsigned char)(0x80U | length);
    } else {
        frame[at++] = 0x80U | 126U;
        frame[at++] = (unsigned char)(length >> 8U);
        frame[at++] = (unsigned char)length;
    }
    memset(frame + at, 0, 4); /* a mask of zeros is a mask, and leaves the bytes as they are */
    at += 4;
    memcpy(frame + at, bytes, length);
    at += length;
    size_t sent = 0;
    if (!load_socket_waits(socket)) {
        const ssize_t went = send(socket->fd, frame, at, MSG_NOSIGNAL);
        if (went < 0 && errno != EAGAIN && errno != EINTR) {
            return false;
        }
        sent = went > 0 ? (size_t)went : 0;
    }
    if (sent < at) {
        socket->out = bil_memory_grow(socket->out, socket->out_length + at - sent, 1);
        memcpy(socket->out + socket->out_length, frame + sent, at - sent);
        socket->out_length += at - sent;
    }
    return true;
}

bool load_socket_send(struct load_socket *socket, const char *text, size_t length)
{
    return send_frame(socket, 1, text, length);
}

bool load_socket_read(struct load_socket *socket)
{
    for (;;) {
        if (socket->begin == socket->end) {
            socket->begin = socket->end = 0;
        }
        if (socket->capacity - socket->end < ROOM) {
            if (socket->begin >= ROOM) {
                memmove(socket->in, socket->in + socket->begin, socket->end - socket->begin);
                socket->end -= socket->begin;
                socket->begin = 0;
            } else {
                socket->capacity = 2 * socket->capacity + 2 * (size_t)ROOM;
                if (socket->capacity > LARGEST) {
                    return false;
                }
                socket->in = bil_memory_grow(socket->in, socket->capacity, 1);
            }
        }
        const size_t room = socket->capacity - socket->end;
        const ssize_t got = recv(socket->fd, socket->in + socket->end, room, 0);
        if (got <= 0) {
            return got < 0 && (errno == EAGAIN || errno == EINTR);
        }
        socket->end += (size_t)got;
        if ((size_t)got < room) {
            return true; /* that was all */
        }
    }
}

const char *load_socket_next(struct load_socket *socket, size_t *length)
{
    for (;;) {
        const unsigned char *at = socket->in + socket->begin;
        const size_t there = socket->end - socket->begin;
        size_t head = 2;
        size_t size = there >= 2 ? at[1] & 127U : 0;
        if (there >= 2 && size >= 126) {
            const size_t more = size == 126 ? 2 : 8;
            head += more;
            size = 0;
            for (size_t i = 2; i < head && head <= there; i++) {
                size = size << 8U | at[i];
            }
        }
        if (there < head || there < head + size) {
            if (there == 0 && socket->in) { /* an idle connection keeps nothing */
                free(socket->in);
                socket->in = NULL;
                socket->begin = socket->end = socket->capacity = 0;
            }
            return NULL;
        }
        const unsigned opcode = at[0] & 15U;
        char *text = (char *)socket->in + socket->begin + head;
        if (opcode == 1) {
            /* The zero goes over what stood before: the message is moved one byte to the left, over its head. */
            memmove(text - 1, text, size);
            text[size - 1] = 0;
            socket->begin += head + size;
            *length = size;
            return text - 1;
        }
        if (opcode == 9) {
            send_frame(socket, 10, text, size);
        }
        socket->begin += head + size;
    }
}
