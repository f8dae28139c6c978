/* How a WebSocket is opened (RFC 6455, section 4): what a client asks and reads, and the proof that both sides compute.
 *
 * Must never wait or know a socket. */
#ifndef BILLIONS_SERVER_WEBSOCKET_HANDSHAKE_H
#define BILLIONS_SERVER_WEBSOCKET_HANDSHAKE_H

#include "server/url.h"

enum {
    BIL_HANDSHAKE_KEY = 24,    /* letters of a key: 16 bytes in base64 */
    BIL_HANDSHAKE_HEAD = 8192, /* bytes of an answer, at most */
    BIL_HANDSHAKE_WHY = 128
};

/* A new key, 24 letters and a zero. */
void bil_handshake_key(char key[BIL_HANDSHAKE_KEY + 1]);
/* Adds what proves that a key was read by somebody who speaks this (RFC 6455, 4.2.2). */
void bil_handshake_proof(const char *key, struct bil_text *out);
/* Adds the request for the WebSocket of the link's table. */
void bil_handshake_ask(const struct bil_url *url, const char *key, struct bil_text *out);
/* Reads the answer. How many bytes it takes, up to and with the empty line; 0: there must come more; -1: it is none that opens one,
 * and `why` says so. */
long bil_handshake_read(const char *bytes, size_t count, const char *key, char why[BIL_HANDSHAKE_WHY]);

#endif
