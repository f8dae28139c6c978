/* Commitments and seeds of fair deals, and their lines in records. Must never keep a secret, nor call a record fair that is not. */
#include "table/records/fair.h"

#include <sodium.h>
#include <string.h>

enum { ID_LETTERS = 16, DIGITS = 2 * BIL_FAIR_BYTES };

/* ------------------------------------------------------------------ hashes */

static void begin_hash(crypto_hash_sha256_state *hash, const char *what, const char *id)
{
    crypto_hash_sha256_init(hash);
    crypto_hash_sha256_update(hash, (const unsigned char *)what, strlen(what));
    crypto_hash_sha256_update(hash, (const unsigned char *)id, strlen(id));
}

void bil_fair_commitment(const char *id, const uint8_t secret[BIL_FAIR_BYTES], uint8_t commitment[BIL_FAIR_BYTES])
{
    crypto_hash_sha256_state hash;
    begin_hash(&hash, "billions-commitment-1", id);
    crypto_hash_sha256_update(&hash, secret, BIL_FAIR_BYTES);
    crypto_hash_sha256_final(&hash, commitment);
    sodium_memzero(&hash, sizeof hash);
}

void bil_fair_seed(const char *id, const uint8_t secret[BIL_FAIR_BYTES], const uint8_t (*contribution)[BIL_FAIR_BYTES], int seats,
                   uint8_t seed[BIL_FAIR_BYTES])
{
    crypto_hash_sha256_state hash;
    begin_hash(&hash, "billions-seed-1", id);
    crypto_hash_sha256_update(&hash, secret, BIL_FAIR_BYTES);
    for (int i = 0; i < seats; i++) {
        crypto_hash_sha256_update(&hash, contribution[i], BIL_FAIR_BYTES);
    }
    crypto_hash_sha256_final(&hash, seed);
    sodium_memzero(&hash, sizeof hash);
}

/* ------------------------------------------------------------------ lines of a record */

static void add_line(struct bil_match *match, const char *key, const uint8_t bytes[BIL_FAIR_BYTES])
{
    char digits[DIGITS + 1];
    struct bil_text line = {0};
    bil_text_format(&line, "%s: %s", key, sodium_bin2hex(digits, sizeof digits, bytes, BIL_FAIR_BYTES));
    bil_match_header(match, bil_text_string(&line));
    bil_text_free(&line);
}

void bil_fair_headers(const char *id, const uint8_t secret[BIL_FAIR_BYTES], const uint8_t (*contribution)[BIL_FAIR_BYTES],
                      int seats, struct bil_match *match)
{
    uint8_t commitment[BIL_FAIR_BYTES];
    struct bil_text line = {0};
    bil_text_format(&line, "Table: %s", id);
    bil_match_header(match, bil_text_string(&line));
    bil_text_free(&line);
    bil_fair_commitment(id, secret, commitment);
    add_line(match, "Commitment", commitment);
    add_line(match, "Secret", secret);
    for (int i = 0; i < seats; i++) {
        if (!sodium_is_zero(contribution[i], BIL_FAIR_BYTES)) {
            char key[] = "Contribution 0";
            key[sizeof key - 2] = (char)('1' + i);
            add_line(match, key, contribution[i]);
        }
    }
}

/* The value of the only header line of that key, or NULL; *count says how many there are. */
static const char *header(const struct bil_match *match, const char *key, int *count)
{
    const size_t length = strlen(key);
    const char *value = NULL;
    *count = 0;
    for (int i = 0; i < match->header_count; i++) {
        const char *line = match->header[i];
        if (strncmp(line, key, length) == 0 && line[length] == ':') {
            value = line + length + 1;
            value += strspn(value, " \t");
            ++*count;
        }
    }
    return *count == 1 ? value : NULL;
}

/* 64 hexadecimal digits of a header line; zero if there is none and that is allowed. */
static bool header_bytes(const struct bil_match *match, const char *key, bool needed, uint8_t bytes[BIL_FAIR_BYTES],
                         struct bil_error *error)
{
    int count;
    const char *value = header(match, key, &count);
    memset(bytes, 0, BIL_FAIR_BYTES);
    if (count > 1) {
        return bil_fail(error, "%s: stands %d times in the record; a fair deal has it once.", key, count);
    }
    if (!value) {
        return !needed || bil_fail(error, "%s: is missing in the record; without it nobody can tell how the seed came about.", key);
    }
    size_t length = 0;
    if (strlen(value) != DIGITS || sodium_hex2bin(bytes, BIL_FAIR_BYTES, value, DIGITS, NULL, &length, NULL) != 0 ||
        length != BIL_FAIR_BYTES) {
        return bil_fail(error, "%s: is not %d hexadecimal digits.", key, DIGITS);
    }
    return true;
}

/* A contribution of a seat that there is not would have been left out of the seed without a word. */
static bool no_stranger(const struct bil_match *match, struct bil_error *error)
{
    static const char key[] = "Contribution ";
    for (int i = 0; i < match->header_count; i++) {
        const char *number = match->header[i] + sizeof key - 1;
        if (strncmp(match->header[i], key, sizeof key - 1) == 0 &&
            (number[0] < '1' || number[0] > '0' + match->config.seats || number[1] != ':')) {
            return bil_fail(error, "\"%s\" is of no seat; there are seats 1 to %d.", match->header[i], match->config.seats);
        }
    }
    return true;
}

bool bil_fair_verify(const struct bil_match *match, bool *there, struct bil_error *error)
{
    int commitments;
    int secrets;
    int tables;
    header(match, "Commitment", &commitments);
    header(match, "Secret", &secrets);
    *there = commitments > 0 || secrets > 0;
    if (!*there) {
        return true;
    }
    uint8_t told[BIL_FAIR_BYTES];
    uint8_t secret[BIL_FAIR_BYTES];
    uint8_t computed[BIL_FAIR_BYTES];
    uint8_t contribution[BIL_MAX_SEATS][BIL_FAIR_BYTES];
    const char *id = header(match, "Table", &tables);
    if (!id || strlen(id) != ID_LETTERS) {
        return bil_fail(error, "Table: must stand once in the record, with the %d letters of the table.", ID_LETTERS);
    }
    if (!header_bytes(match, "Commitment", true, told, error) || !header_bytes(match, "Secret", true, secret, error) ||
        !no_stranger(match, error)) {
        return false;
    }
    for (int i = 0; i < match->config.seats; i++) {
        char key[] = "Contribution 0";
        key[sizeof key - 2] = (char)('1' + i);
        if (!header_bytes(match, key, false, contribution[i], error)) {
            return false;
        }
    }
    bil_fair_commitment(id, secret, computed);
    if (memcmp(told, computed, BIL_FAIR_BYTES) != 0) {
        return bil_fail(error,
                        "The secret is not the one that the server committed to before the game: the commitment does not fit "
                        "it.");
    }
    bil_fair_seed(id, secret, (const uint8_t(*)[BIL_FAIR_BYTES])contribution, match->config.seats, computed);
    if (memcmp(match->seed, computed, BIL_FAIR_BYTES) != 0) {
        return bil_fail(error,
                        "The seed is not the one that follows from the secret and the contributions: somebody dealt otherwise.");
    }
    return true;
}
