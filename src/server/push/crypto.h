/* The cryptography of Web Push: keys on P-256, a message that only one browser can read (RFC 8291 over RFC 8188, aes128gcm), and
 * the signature by which push services know a server (RFC 8292, VAPID). All of it is OpenSSL's; what is ours is the order of it.
 *
 * Pure functions over bytes: nothing here knows a table, a socket or a clock. Must never print a key or keep one. Any thread. */
#ifndef BILLIONS_SERVER_PUSH_CRYPTO_H
#define BILLIONS_SERVER_PUSH_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "billions/text.h"

enum {
    BIL_P256_SECRET = 32,                                   /* a private key: a number, the highest byte first */
    BIL_P256_POINT = 65,                                    /* a public one: 4, then x and y */
    BIL_PUSH_AUTH = 16,                                     /* what a browser adds to its key */
    BIL_PUSH_SALT = 16,                                     /* of a message */
    BIL_PUSH_HEAD = BIL_PUSH_SALT + 4 + 1 + BIL_P256_POINT, /* before what is encrypted */
    BIL_PUSH_MOST = 4096 - BIL_PUSH_HEAD - 1 - 16           /* bytes of a text: services take bodies of 4096 */
};

/* A new pair. False: the system has no random bytes, or OpenSSL no memory. */
bool bil_p256_make(uint8_t secret[BIL_P256_SECRET], uint8_t point[BIL_P256_POINT]);
/* The public key of a private one; false if that is none. */
bool bil_p256_public(const uint8_t secret[BIL_P256_SECRET], uint8_t point[BIL_P256_POINT]);
/* Whether these bytes are a point of the curve, as a public key must be. */
bool bil_p256_sound(const uint8_t point[BIL_P256_POINT]);
/* What both sides of a pair of pairs work out (ECDH): 32 bytes. */
bool bil_p256_shared(const uint8_t secret[BIL_P256_SECRET], const uint8_t point[BIL_P256_POINT], uint8_t shared[32]);

/* One record of RFC 8188 (aes128gcm) with its head, appended to `out`: a text under a key of `key_length` bytes, whose name is `id`
 * (up to 255 bytes), filled up with `zeros`. False: it does not fit into `record` bytes, or OpenSSL failed; nothing is appended. */
struct bil_sealing {
    const uint8_t *key, *id;
    size_t key_length, id_length;
    uint8_t salt[BIL_PUSH_SALT];
    uint32_t record;
};
bool bil_push_seal(const struct bil_sealing *sealing, const void *text, size_t length, size_t zeros, struct bil_text *out);

/* Who a message is for: what a browser's subscription says. */
struct bil_push_reader {
    uint8_t point[BIL_P256_POINT]; /* "p256dh" */
    uint8_t auth[BIL_PUSH_AUTH];
};
/* What must never be the same for two messages; given by tests alone. */
struct bil_push_once {
    uint8_t salt[BIL_PUSH_SALT];
    uint8_t secret[BIL_P256_SECRET];
};
/* Appends the body of a push message to `out`: the text, filled up with zeros to `padded` bytes so that its length tells nothing,
 * in one record of at most `record` bytes. `once` NULL: random. False: the text is too long, the key is none, or OpenSSL failed;
 * nothing is appended then. */
bool bil_push_encrypt(const struct bil_push_reader *reader, const void *text, size_t length, size_t padded, uint32_t record,
                      const struct bil_push_once *once, struct bil_text *out);

/* Appends the value of the header Authorization, "vapid t=JWT, k=KEY": who sends (the key), to which service (`audience`, as
 * "https://push.example.net"), until when (`expires`, seconds since 1970) and the contact for its people (`contact`, "mailto:..."
 * or "https://..."). */
bool bil_push_authorization(const uint8_t secret[BIL_P256_SECRET], const char *audience, int64_t expires, const char *contact,
                            struct bil_text *out);

/* Bytes as base64url without padding, appended; and back: true if it is exactly `count` bytes. */
void bil_base64url_write(const void *bytes, size_t count, struct bil_text *out);
bool bil_base64url_read(const char *letters, uint8_t *bytes, size_t count);

#endif
