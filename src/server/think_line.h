/* A line between a server and a process that thinks for it: messages of bytes over a connection, encrypted and proven by a secret
 * of 32 bytes that both have read from a file (XSalsa20-Poly1305, under a key of its own for each connection).
 *
 * It blocks, for at most as long as is said: every line has a thread of its own. Must never take a message that is not genuine, and
 * never go on behind one that is not. */
#ifndef BILLIONS_SERVER_THINK_LINE_H
#define BILLIONS_SERVER_THINK_LINE_H

#include "billions/text.h"

enum { BIL_THINK_SECRET = 32, BIL_THINK_MESSAGE = 65536 };

struct bil_think_line {
    int file;
    bool server; /* of its two ends */
    uint8_t key[BIL_THINK_SECRET];
    uint64_t said, heard;
};

/* Reads a secret: what a file holds, 16 bytes at least, that nobody else of this machine can read. False and a sentence. */
bool bil_think_secret(const char *path, uint8_t secret[BIL_THINK_SECRET], struct bil_error *error);
/* "127.0.0.1:9000", "[::1]:9000" or "name:9000", to listen there or to connect. A descriptor, or -1 and a sentence. */
int bil_think_socket(const char *address, bool listens, struct bil_error *error);

/* Greets over a connection that is there: both have the secret, and are the same program (`program` names it). False and a
 * sentence; the descriptor stays the caller's. */
bool bil_think_greet(struct bil_think_line *line, int file, bool server, const uint8_t secret[BIL_THINK_SECRET],
                     const char *program, struct bil_error *error);
bool bil_think_say(struct bil_think_line *line, const void *bytes, size_t count);
/* The next message, into `bytes` of BIL_THINK_MESSAGE; its length, 0 if none began within that time, -1: the line is gone. */
long bil_think_hear(struct bil_think_line *line, void *bytes, int milliseconds);
/* Whether something has come, or the line is gone. */
bool bil_think_stirs(const struct bil_think_line *line);

#endif
