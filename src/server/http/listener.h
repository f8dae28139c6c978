/* Where the server listens: an address and a port, and the certificate of TLS. Every refusal is a sentence that names the option.
 *
 * Must never accept anybody: net.c decides that. */
#ifndef BILLIONS_SERVER_HTTP_LISTENER_H
#define BILLIONS_SERVER_HTTP_LISTENER_H

#include <openssl/ssl.h>

#include "billions/text.h"

/* A socket that listens and never waits; the port that it got in *got. -1 and a sentence. */
int bil_listener_open(const char *address, int port, int *got, struct bil_error *error);

/* TLS 1.2 and 1.3 for HTTP/1.1, with a certificate and its key, both in PEM. NULL and a sentence. Free with SSL_CTX_free. */
SSL_CTX *bil_listener_tls(const char *certificate, const char *key, struct bil_error *error);

#endif
