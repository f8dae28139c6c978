/* See websocket_handshake.h. */
#include "server/websocket_handshake.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/token.h"

void bil_handshake_key(char key[BIL_HANDSHAKE_KEY + 1])
{
    unsigned char bytes[16];
    bil_token_random(bytes, sizeof bytes);
    EVP_EncodeBlock((unsigned char *)key, bytes, sizeof bytes);
}

void bil_handshake_proof(const char *key, struct bil_text *out)
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char both[BIL_HANDSHAKE_KEY + sizeof guid];
    unsigned char hash[SHA_DIGEST_LENGTH];
    unsigned char letters[64];
    memcpy(both, key, BIL_HANDSHAKE_KEY);
    memcpy(both + BIL_HANDSHAKE_KEY, guid, sizeof guid - 1);
    SHA1(both, BIL_HANDSHAKE_KEY + sizeof guid - 1, hash);
    EVP_EncodeBlock(letters, hash, sizeof hash);
    bil_text_add(out, (const char *)letters);
}

void bil_handshake_ask(const struct bil_url *url, const char *key, struct bil_text *out)
{
    bil_text_format(out, "GET %s/ws/%s HTTP/1.1\r\nHost: ", url->base, url->table);
    bil_url_write_host(url, out);
    bil_text_format(out,
                    "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n"
                    "User-Agent: billions/" BILLIONS_VERSION "\r\n\r\n",
                    key);
}

/* Whether a head has the header with that value and nothing else in it. */
static bool has_header(const char *head, const char *end, const char *name, const char *value)
{
    const size_t length = strlen(name);
    for (const char *at = memchr(head, '\n', (size_t)(end - head)); at; at = memchr(at, '\n', (size_t)(end - at))) {
        at++;
        if ((size_t)(end - at) > length && strncasecmp(at, name, length) == 0 && at[length] == ':') {
            const char *begin = at + length + 1;
            begin += strspn(begin, " \t");
            return strncmp(begin, value, strlen(value)) == 0 && strspn(begin + strlen(value), " \t\r") > 0;
        }
    }
    return false;
}

/* The bytes up to and with the empty line; 0: it has not come. */
static size_t find_end(const char *bytes, size_t count)
{
    for (size_t i = 4; i <= count; i++) {
        if (memcmp(bytes + i - 4, "\r\n\r\n", 4) == 0) {
            return i;
        }
    }
    return 0;
}

long bil_handshake_read(const char *bytes, size_t count, const char *key, char why[BIL_HANDSHAKE_WHY])
{
    static const char begin[] = "HTTP/1.1 ";
    const size_t known = count < sizeof begin - 1 ? count : sizeof begin - 1;
    const size_t end = find_end(bytes, count);
    if (memcmp(bytes, begin, known) != 0) {
        snprintf(why, BIL_HANDSHAKE_WHY, "it does not speak HTTP/1.1");
        return -1;
    }
    if (end == 0) {
        snprintf(why, BIL_HANDSHAKE_WHY, "its answer is too long");
        return count < BIL_HANDSHAKE_HEAD ? 0 : -1;
    }
    const int status = atoi(bytes + sizeof begin - 1);
    struct bil_text proof = {0};
    bil_handshake_proof(key, &proof);
    const bool fine = status == 101 && has_header(bytes, bytes + end, "Sec-WebSocket-Accept", bil_text_string(&proof));
    bil_text_free(&proof);
    if (!fine) {
        snprintf(why, BIL_HANDSHAKE_WHY, status == 101 ? "it does not speak WebSocket" : "it answered with status %d", status);
    }
    return fine ? (long)end : -1;
}
