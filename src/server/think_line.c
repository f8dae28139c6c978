/* See think_line.h. A message is its length in four bytes, least first, and the box. */
#include "server/think_line.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { REST_MS = 5000, SHORTEST = 16, BACKLOG = 64, LENGTH = 4 }; /* for what has begun; of a secret */

bool bil_think_secret(const char *path, uint8_t secret[BIL_THINK_SECRET], struct bil_error *error)
{
    uint8_t bytes[4096];
    struct stat about;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t count = file < 0 ? -1 : read(file, bytes, sizeof bytes);
    const bool fine = count >= 0 && fstat(file, &about) == 0;
    const int why = errno;
    if (file >= 0) {
        close(file);
    }
    if (!fine) {
        return bil_fail(error, "%s: the secret cannot be read: %s.", path, strerror(why));
    }
    if (about.st_mode & (S_IRWXG | S_IRWXO)) {
        return bil_fail(error, "%s: a secret must be its owner's alone: chmod 600.", path);
    }
    if (count < SHORTEST || count == (ssize_t)sizeof bytes) {
        return bil_fail(error, "%s: a secret has %d to %zu bytes; head -c 32 /dev/urandom makes one.", path, SHORTEST,
                        sizeof bytes - 1);
    }
    crypto_generichash(secret, BIL_THINK_SECRET, bytes, (unsigned long long)count, NULL, 0);
    sodium_memzero(bytes, sizeof bytes);
    return true;
}

/* ------------------------------------------------------------------ sockets */

static int try_one(const struct addrinfo *where, bool listens)
{
    const int on = 1;
    const int file = socket(where->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (file < 0) {
        return -1;
    }
    setsockopt(file, listens ? SOL_SOCKET : IPPROTO_TCP, listens ? SO_REUSEADDR : TCP_NODELAY, &on, sizeof on);
    if (listens ? bind(file, where->ai_addr, where->ai_addrlen) == 0 && listen(file, BACKLOG) == 0
                : connect(file, where->ai_addr, where->ai_addrlen) == 0) {
        return file;
    }
    const int why = errno;
    close(file);
    errno = why;
    return -1;
}

int bil_think_socket(const char *address, bool listens, struct bil_error *error)
{
    const struct addrinfo wanted = {.ai_socktype = SOCK_STREAM, .ai_flags = listens ? AI_PASSIVE : 0};
    struct addrinfo *found = NULL;
    char host[256];
    const char *colon = strrchr(address, ':');
    const bool six = *address == '[' && colon && colon > address + 1 && colon[-1] == ']';
    const char *begin = address + six;
    const size_t length = colon ? (size_t)(colon - begin) - six : 0;
    if (!colon || length == 0 || length >= sizeof host || !colon[1] || strspn(colon + 1, "0123456789") != strlen(colon + 1)) {
        bil_fail(error, "%s: an address and a port are wanted, like 127.0.0.1:9000 or [::1]:9000.", address);
        return -1;
    }
    snprintf(host, sizeof host, "%.*s", (int)length, begin);
    const int code = getaddrinfo(host, colon + 1, &wanted, &found);
    if (code != 0) {
        bil_fail(error, "%s: %s.", address, gai_strerror(code));
        return -1;
    }
    int file = -1;
    for (const struct addrinfo *at = found; at && file < 0; at = at->ai_next) {
        file = try_one(at, listens);
    }
    if (file < 0) {
        bil_fail(error, "%s: %s.", address, strerror(errno));
    }
    freeaddrinfo(found);
    return file;
}

/* ------------------------------------------------------------------ bytes */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* 1: ready; 0: not within that time; -1: it never will be. */
static int wait_for(const struct bil_think_line *line, short events, int64_t milliseconds)
{
    struct pollfd file = {.fd = line->file, .events = events};
    const int ready = poll(&file, 1, milliseconds > 0 ? (int)milliseconds : 0);
    return ready < 0 && errno != EINTR ? -1 : ready > 0;
}

static bool move_all(struct bil_think_line *line, uint8_t *bytes, size_t count, bool out)
{
    const int64_t until = now_ms() + REST_MS;
    for (size_t done = 0; done < count;) {
        if (wait_for(line, out ? POLLOUT : POLLIN, until - now_ms()) <= 0 && now_ms() >= until) {
            return false;
        }
        const ssize_t moved = out ? send(line->file, bytes + done, count - done, MSG_NOSIGNAL | MSG_DONTWAIT)
                                  : recv(line->file, bytes + done, count - done, MSG_DONTWAIT);
        if (moved == 0 || (moved < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
            return false;
        }
        done += moved > 0 ? (size_t)moved : 0;
    }
    return true;
}

/* Each message of each side has one of its own. */
static void number_once(uint8_t nonce[crypto_secretbox_NONCEBYTES], bool server, uint64_t number)
{
    memset(nonce, 0, crypto_secretbox_NONCEBYTES);
    nonce[0] = server;
    memcpy(nonce + 1, &number, sizeof number);
}

bool bil_think_say(struct bil_think_line *line, const void *bytes, size_t count)
{
    uint8_t box[LENGTH + crypto_secretbox_MACBYTES + BIL_THINK_MESSAGE];
    uint8_t nonce[crypto_secretbox_NONCEBYTES];
    if (count == 0 || count > BIL_THINK_MESSAGE) {
        return false;
    }
    const size_t length = count + crypto_secretbox_MACBYTES;
    for (int i = 0; i < LENGTH; i++) {
        box[i] = (uint8_t)(length >> 8 * i);
    }
    number_once(nonce, line->server, line->said++);
    crypto_secretbox_easy(box + LENGTH, bytes, count, nonce, line->key);
    return move_all(line, box, LENGTH + length, true);
}

long bil_think_hear(struct bil_think_line *line, void *bytes, int milliseconds)
{
    uint8_t box[crypto_secretbox_MACBYTES + BIL_THINK_MESSAGE];
    uint8_t nonce[crypto_secretbox_NONCEBYTES];
    uint8_t said[LENGTH];
    const int ready = wait_for(line, POLLIN, milliseconds);
    if (ready <= 0) {
        return ready;
    }
    if (!move_all(line, said, sizeof said, false)) {
        return -1;
    }
    const size_t length = (size_t)said[0] | (size_t)said[1] << 8 | (size_t)said[2] << 16 | (size_t)said[3] << 24;
    if (length <= crypto_secretbox_MACBYTES || length > sizeof box || !move_all(line, box, length, false)) {
        return -1;
    }
    number_once(nonce, !line->server, line->heard++);
    return crypto_secretbox_open_easy(bytes, box, length, nonce, line->key) == 0 ? (long)(length - crypto_secretbox_MACBYTES) : -1;
}

bool bil_think_stirs(const struct bil_think_line *line)
{
    return wait_for(line, POLLIN, 0) != 0;
}

/* ------------------------------------------------------------------ greeting */

bool bil_think_greet(struct bil_think_line *line, int file, bool server, const uint8_t secret[BIL_THINK_SECRET],
                     const char *program, struct bil_error *error)
{
    static const char what[] = "billions thinks 1";
    uint8_t both[2 * BIL_THINK_SECRET + sizeof what]; /* random bytes of the server, then of who thinks */
    char mine[160];
    char theirs[BIL_THINK_MESSAGE];
    uint8_t *ours = both + (server ? 0 : BIL_THINK_SECRET);
    const uint16_t order = 1;
    *line = (struct bil_think_line){.file = file, .server = server};
    memcpy(both + (size_t)2 * BIL_THINK_SECRET, what, sizeof what);
    randombytes_buf(ours, BIL_THINK_SECRET);
    if (!move_all(line, ours, BIL_THINK_SECRET, true) ||
        !move_all(line, both + (server ? BIL_THINK_SECRET : 0), BIL_THINK_SECRET, false)) {
        return bil_fail(error, "The other end does not greet.");
    }
    crypto_generichash(line->key, sizeof line->key, both, sizeof both, secret, BIL_THINK_SECRET);
    const int length =
        snprintf(mine, sizeof mine, "%s, %zu bits, %s", program, 8 * sizeof(void *), *(const char *)&order ? "little" : "big");
    const long heard = bil_think_say(line, mine, (size_t)length) ? bil_think_hear(line, theirs, REST_MS) : -1;
    if (heard <= 0) {
        return bil_fail(error, "The other end does not know the secret, or is gone.");
    }
    if (heard != length || memcmp(mine, theirs, (size_t)heard) != 0) {
        char shown[160];
        snprintf(shown, sizeof shown, "%.*s", (int)heard, theirs);
        bil_plain(shown);
        return bil_fail(error, "The other end is another program (%s; this is %s): both must be of one version.", shown, mine);
    }
    return true;
}
