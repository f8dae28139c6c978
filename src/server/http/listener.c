/* Opens the listening socket and reads the certificate; internal.h says what it promises. */
#include "server/http/internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <openssl/err.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 4096 }; /* connections that may wait to be accepted; the system has a limit of its own */

/* An address of the internet as text; 0 if it is none. */
static socklen_t read_address(const char *address, int port, struct sockaddr_storage *where)
{
    struct sockaddr_in *four = (struct sockaddr_in *)where;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)where;
    *where = (struct sockaddr_storage){0};
    if (inet_pton(AF_INET, address, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons((uint16_t)port);
        return sizeof *four;
    }
    if (inet_pton(AF_INET6, address, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons((uint16_t)port);
        return sizeof *six;
    }
    return 0;
}

static int bound_port(int file)
{
    struct sockaddr_storage where = {0};
    socklen_t length = sizeof where;
    if (getsockname(file, (struct sockaddr *)&where, &length) != 0) {
        return 0;
    }
    return ntohs(where.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&where)->sin6_port
                                             : ((struct sockaddr_in *)&where)->sin_port);
}

int bil_listener_open(const char *address, int port, int *got, struct bil_error *error)
{
    struct sockaddr_storage where;
    const int on = 1;
    const int off = 0;
    const socklen_t length = read_address(address, port, &where);
    if (length == 0) {
        bil_fail(error, "--address %s: this is no address of the internet; 127.0.0.1 is this machine alone, 0.0.0.0 everybody.",
                 address);
        return -1;
    }
    const int file = socket(where.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (file >= 0) {
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        if (where.ss_family == AF_INET6) {
            setsockopt(file, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off); /* "::" is everybody, with IPv4 too */
        }
        if (bind(file, (struct sockaddr *)&where, length) == 0 && listen(file, BACKLOG) == 0) {
            *got = bound_port(file);
            return file;
        }
    }
    const int why = errno;
    if (file >= 0) {
        close(file);
    }
    const char *words = why == EADDRINUSE
                            ? "another program listens there already; choose another --port, or 0 for any that is free"
                        : why == EACCES        ? "ports below 1024 are for the system; choose a higher --port"
                        : why == EADDRNOTAVAIL ? "this machine does not have that address"
                                               : strerror(why);
    bil_fail(error, "Cannot listen on %s, port %d: %s.", address, port, words);
    return -1;
}

/* ------------------------------------------------------------------ TLS */

/* Of what a client offers beside HTTP/1.1 nothing is taken; one that does not offer that is served all the same. */
static int choose_protocol(SSL *tls, const unsigned char **out, unsigned char *length, const unsigned char *offered,
                           unsigned int count, void *context)
{
    static const unsigned char own[] = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
    unsigned char *found = NULL;
    (void)tls;
    (void)context;
    if (SSL_select_next_proto(&found, length, own, sizeof own, offered, count) != OPENSSL_NPN_NEGOTIATED) {
        return SSL_TLSEXT_ERR_NOACK;
    }
    *out = found;
    return SSL_TLSEXT_ERR_OK;
}

SSL_CTX *bil_listener_tls(const char *certificate, const char *key, struct bil_error *error)
{
    const struct {
        const char *option, *path;
    } files[] = {{"--tls-cert", certificate}, {"--tls-key", key}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (access(files[i].path, R_OK) != 0) {
            bil_fail(error, "%s %s: %s.", files[i].option, files[i].path, strerror(errno));
            return NULL;
        }
    }
    SSL_CTX *tls = SSL_CTX_new(TLS_server_method());
    if (!tls || SSL_CTX_use_certificate_chain_file(tls, certificate) != 1 ||
        SSL_CTX_use_PrivateKey_file(tls, key, SSL_FILETYPE_PEM) != 1 || SSL_CTX_check_private_key(tls) != 1) {
        ERR_clear_error();
        SSL_CTX_free(tls);
        bil_fail(error, "--tls-cert %s and --tls-key %s: they are no certificate and its key, both in PEM.", certificate, key);
        return NULL;
    }
    SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION);
    SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                                 SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(tls, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_alpn_select_cb(tls, choose_protocol, NULL);
    return tls;
}
