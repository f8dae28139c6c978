/* The proof by which a server shows that it speaks WebSocket (RFC 6455, section 4.2.2). */
#ifndef BILLIONS_SERVER_HTTP_HANDSHAKE_H
#define BILLIONS_SERVER_HTTP_HANDSHAKE_H

#include "billions/text.h"

enum { BIL_HANDSHAKE_KEY = 24 }; /* letters of a client's key: 16 bytes in base64 */

/* Adds the value of Sec-WebSocket-Accept for that key. */
void bil_handshake_proof(const char *key, struct bil_text *out);

#endif
