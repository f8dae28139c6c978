/* Secrets that open doors, by libsodium. */
#include "server/common/token.h"

#include <sodium.h>
#include <string.h>

void bil_token_random(void *bytes, size_t count)
{
    if (sodium_init() < 0) { /* the system gives no random numbers: nothing may go on */
        sodium_misuse();
    }
    randombytes_buf(bytes, count);
}

void bil_token_hash(const uint8_t token[BIL_TOKEN_BYTES], uint8_t hash[BIL_HASH_BYTES])
{
    crypto_generichash(hash, BIL_HASH_BYTES, token, BIL_TOKEN_BYTES, NULL, 0);
}

bool bil_token_equal(const uint8_t a[BIL_HASH_BYTES], const uint8_t b[BIL_HASH_BYTES])
{
    return sodium_memcmp(a, b, BIL_HASH_BYTES) == 0;
}

void bil_token_write(const uint8_t token[BIL_TOKEN_BYTES], char letters[BIL_TOKEN_LETTERS + 1])
{
    sodium_bin2base64(letters, BIL_TOKEN_LETTERS + 1, token, BIL_TOKEN_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool bil_token_read(const char *letters, uint8_t token[BIL_TOKEN_BYTES])
{
    size_t length = 0;
    const char *end = NULL;
    /* The letters are looked at here too, for libsodium takes a byte above 127 for an A. */
    if (strspn(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != BIL_TOKEN_LETTERS ||
        letters[BIL_TOKEN_LETTERS]) {
        return false;
    }
    /* Bits that are left over must be zero, or one token would have several spellings: libsodium refuses them. */
    return sodium_base642bin(token, BIL_TOKEN_BYTES, letters, BIL_TOKEN_LETTERS, NULL, &length, &end,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           length == BIL_TOKEN_BYTES && end == letters + BIL_TOKEN_LETTERS;
}

static const char id_letters[] = "abcdefghijklmnopqrstuvwxyz234567";

void bil_table_id(char id[BIL_TABLE_ID + 1])
{
    uint8_t bytes[BIL_TABLE_ID];
    bil_token_random(bytes, sizeof bytes);
    for (int i = 0; i < BIL_TABLE_ID; i++) {
        id[i] = id_letters[bytes[i] & 31];
    }
    id[BIL_TABLE_ID] = 0;
}

bool bil_table_id_fits(const char *letters, size_t length)
{
    return length == BIL_TABLE_ID && strspn(letters, id_letters) >= length;
}

struct bil_alias bil_table_alias(const char *id)
{
    struct bil_alias alias;
    uint8_t hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, (const unsigned char *)id, strlen(id));
    bil_hex_write(hash, BIL_ALIAS_DIGITS / 2, alias.text);
    return alias;
}

void bil_hex_write(const uint8_t *bytes, size_t count, char *digits)
{
    static const char hex[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        *digits++ = hex[bytes[i] >> 4];
        *digits++ = hex[bytes[i] & 15];
    }
    *digits = 0;
}

bool bil_hex_read(const char *digits, uint8_t *bytes, size_t count)
{
    if (strlen(digits) != 2 * count) {
        return false;
    }
    for (size_t i = 0; i < 2 * count; i++) {
        const char c = digits[i];
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
            return false;
        }
        const uint8_t value = (uint8_t)(c <= '9' ? c - '0' : c - 'a' + 10);
        bytes[i / 2] = (uint8_t)(i % 2 ? (bytes[i / 2] << 4 | value) : value);
    }
    return true;
}
