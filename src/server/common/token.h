/* Secrets that open doors: tokens of seats and sessions, names of tables. Only hashes of tokens are ever kept.
 *
 * Must never print a token or compare one in a time that tells where it differs. Needs libsodium. */
#ifndef BILLIONS_SERVER_COMMON_TOKEN_H
#define BILLIONS_SERVER_COMMON_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BIL_TABLE_ID = 16,    /* letters of a table's name: 80 random bits in base32, small letters */
    BIL_TOKEN_BYTES = 16, /* of a secret link, a session */
    BIL_HASH_BYTES = 32   /* of what is kept of a token: never the token itself */
};

/* Random bytes of the operating system. */
void bil_token_random(void *bytes, size_t count);

/* What is kept of a token: BLAKE2b of it, 32 bytes. Comparing takes the same time wherever two differ. */
void bil_token_hash(const uint8_t token[BIL_TOKEN_BYTES], uint8_t hash[BIL_HASH_BYTES]);
bool bil_token_equal(const uint8_t a[BIL_HASH_BYTES], const uint8_t b[BIL_HASH_BYTES]);
/* A token as 22 letters of base64url, and back; false if it is none. */
enum { BIL_TOKEN_LETTERS = 22 };
void bil_token_write(const uint8_t token[BIL_TOKEN_BYTES], char letters[BIL_TOKEN_LETTERS + 1]);
bool bil_token_read(const char *letters, uint8_t token[BIL_TOKEN_BYTES]);
/* A new table's id. */
void bil_table_id(char id[BIL_TABLE_ID + 1]);
/* Whether this many letters can be one. */
bool bil_table_id_fits(const char *letters, size_t length);
/* What the log calls a table, whose id is a link to it: the first digits of the id's SHA-256, which lead nobody back to it. Who
 * knows an id finds the lines: printf %s ID | sha256sum | cut -c1-12 */
enum { BIL_ALIAS_DIGITS = 12 };
struct bil_alias {
    char text[BIL_ALIAS_DIGITS + 1];
};
struct bil_alias bil_table_alias(const char *id);

/* Bytes as small hexadecimal digits and back. */
void bil_hex_write(const uint8_t *bytes, size_t count, char *digits);
bool bil_hex_read(const char *digits, uint8_t *bytes, size_t count);

#endif
