/* What src/table asks of libsodium, for a machine that does not have it: SHA-256 and hexadecimal digits (sha256.c). Names and
 * meanings are the library's, so that the same files of the engine are compiled here and there.
 *
 * Must never be used to keep a secret: a page has none, and nothing here hides how long it takes. */
#ifndef BILLIONS_WEB_SODIUM_H
#define BILLIONS_WEB_SODIUM_H

#include <stddef.h>
#include <stdint.h>

enum { crypto_hash_sha256_BYTES = 32 };

typedef struct crypto_hash_sha256_state {
    uint32_t word[8];
    uint64_t length; /* bytes so far */
    uint8_t block[64];
} crypto_hash_sha256_state;

int crypto_hash_sha256_init(crypto_hash_sha256_state *state);
int crypto_hash_sha256_update(crypto_hash_sha256_state *state, const unsigned char *bytes, unsigned long long length);
int crypto_hash_sha256_final(crypto_hash_sha256_state *state, unsigned char *out);
int crypto_hash_sha256(unsigned char *out, const unsigned char *bytes, unsigned long long length);

void sodium_memzero(void *bytes, size_t length);
int sodium_is_zero(const unsigned char *bytes, size_t length);

/* Small letters and a 0 behind them; `room` is at least 2 * length + 1. */
char *sodium_bin2hex(char *text, size_t room, const unsigned char *bytes, size_t length);

/* 0 if all of `text` is pairs of digits that fit into `room` bytes; `ignore` and `end` must be NULL: nothing is passed over. */
int sodium_hex2bin(unsigned char *bytes, size_t room, const char *text, size_t text_length, const char *ignore, size_t *length,
                   const char **end);

#endif
