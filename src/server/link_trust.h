/* Why a server's certificate is not taken, in words.
 *
 * The network library says only that TLS failed; why, it tells its log, which is listened to here. Each thread hears its own. Must
 * never make anything trusted that is not. */
#ifndef BILLIONS_SERVER_LINK_TRUST_H
#define BILLIONS_SERVER_LINK_TRUST_H

#include "server/link.h"

enum { BIL_TRUST_WHY = 320 };

/* Whether a file for --ca ("" or NULL: none) can be one; else a sentence. */
bool bil_trust_file(const char *authority, struct bil_error *error);
/* Listens to the library from now on. */
void bil_trust_listen(void);
/* A connection is being made: what was heard before counts no more. */
void bil_trust_begin(void);
/* A certificate of the server's is looked at, and is fine so far or not. */
void bil_trust_looked(bool fine);
/* What came of it: `why`, as the library says it (of `length` bytes), in words for people. No full stop at its end. */
void bil_trust_why(const struct bil_url *url, const char *why, size_t length, char out[BIL_TRUST_WHY]);

#endif
