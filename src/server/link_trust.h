/* Why a server's certificate is not taken, in words.
 *
 * The network library says only that TLS failed; why, OpenSSL says while it looks at the certificates. Must never make anything
 * trusted that is not. */
#ifndef BILLIONS_SERVER_LINK_TRUST_H
#define BILLIONS_SERVER_LINK_TRUST_H

#include "server/link.h"

enum { BIL_TRUST_WHY = 320 };

/* Whether a file for --ca ("" or NULL: none) can be one; else a sentence. */
bool bil_trust_file(const char *authority, struct bil_error *error);
/* What came of looking at the certificates of one connection; all zero at its beginning. */
struct bil_trust {
    bool looked; /* there was one */
    int refused; /* why one is not taken (X509_V_ERR_...); 0, X509_V_OK: none is refused */
};
/* A certificate of the server's is looked at, and is fine so far or not; `verification` is OpenSSL's X509_STORE_CTX. */
void bil_trust_looked(struct bil_trust *trust, bool fine, void *verification);
/* What came of it: `why`, as the library says it (of `length` bytes), in words for people. No full stop at its end. */
void bil_trust_why(const struct bil_trust *trust, const struct bil_url *url, const char *why, size_t length,
                   char out[BIL_TRUST_WHY]);

#endif
