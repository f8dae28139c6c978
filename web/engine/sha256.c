/* SHA-256 as FIPS 180-4 describes it, and the few functions of libsodium beside it that src/table asks for (shims/sodium.h).
 * web/tests compares it with the examples of the standard and with the browser's own.
 *
 * Must never be used for secrets. */
#include <sodium.h>
#include <string.h>

enum { WORDS = 8, ROUNDS = 64, BLOCK = 64 };

/* The first 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
static const uint32_t constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/* And of the square roots of the first 8 (5.3.3). */
static const uint32_t beginning[WORDS] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static uint32_t turned(uint32_t x, int by)
{
    return x >> by | x << (32 - by);
}

static void mix(crypto_hash_sha256_state *state, const uint8_t block[BLOCK])
{
    uint32_t schedule[ROUNDS];
    uint32_t v[WORDS];
    for (int i = 0; i < 16; i++) {
        schedule[i] =
            (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    }
    for (int i = 16; i < ROUNDS; i++) {
        const uint32_t a = schedule[i - 15];
        const uint32_t b = schedule[i - 2];
        schedule[i] = schedule[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + schedule[i - 7] +
                      (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
    }
    memcpy(v, state->word, sizeof v);
    for (int i = 0; i < ROUNDS; i++) {
        const uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        const uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        const uint32_t one = v[7] + (turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)) + choice + constants[i] + schedule[i];
        const uint32_t two = (turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)) + majority;
        memmove(v + 1, v, 7 * sizeof v[0]);
        v[4] += one;
        v[0] = one + two;
    }
    for (int i = 0; i < WORDS; i++) {
        state->word[i] += v[i];
    }
}

int crypto_hash_sha256_init(crypto_hash_sha256_state *state)
{
    memcpy(state->word, beginning, sizeof state->word);
    state->length = 0;
    return 0;
}

int crypto_hash_sha256_update(crypto_hash_sha256_state *state, const unsigned char *bytes, unsigned long long length)
{
    for (unsigned long long i = 0; i < length; i++) {
        state->block[state->length++ % BLOCK] = bytes[i];
        if (state->length % BLOCK == 0) {
            mix(state, state->block);
        }
    }
    return 0;
}

int crypto_hash_sha256_final(crypto_hash_sha256_state *state, unsigned char *out)
{
    const uint64_t bits = 8 * state->length;
    unsigned char end[8];
    for (int i = 0; i < 8; i++) {
        end[i] = (unsigned char)(bits >> (56 - 8 * i));
    }
    crypto_hash_sha256_update(state, (const unsigned char *)"\x80", 1);
    while (state->length % BLOCK != BLOCK - sizeof end) {
        crypto_hash_sha256_update(state, (const unsigned char *)"", 1);
    }
    crypto_hash_sha256_update(state, end, sizeof end);
    for (int i = 0; i < crypto_hash_sha256_BYTES; i++) {
        out[i] = (unsigned char)(state->word[i / 4] >> (24 - 8 * (i % 4)));
    }
    return 0;
}

int crypto_hash_sha256(unsigned char *out, const unsigned char *bytes, unsigned long long length)
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, bytes, length);
    return crypto_hash_sha256_final(&state, out);
}

/* ------------------------------------------------------------------ beside it */

void sodium_memzero(void *bytes, size_t length)
{
    memset(bytes, 0, length);
}

int sodium_is_zero(const unsigned char *bytes, size_t length)
{
    unsigned char all = 0;
    for (size_t i = 0; i < length; i++) {
        all |= bytes[i];
    }
    return all == 0;
}

static const char digits[] = "0123456789abcdef";

char *sodium_bin2hex(char *text, size_t room, const unsigned char *bytes, size_t length)
{
    if (room <= 2 * length) {
        return NULL;
    }
    for (size_t i = 0; i < length; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * length] = 0;
    return text;
}

static int digit_of(char letter)
{
    const char small = letter >= 'A' && letter <= 'F' ? (char)(letter - 'A' + 'a') : letter;
    const char *found = small ? strchr(digits, small) : NULL;
    return found ? (int)(found - digits) : -1;
}

int sodium_hex2bin(unsigned char *bytes, size_t room, const char *text, size_t text_length, const char *ignore, size_t *length,
                   const char **end)
{
    if (text_length % 2 != 0 || text_length / 2 > room || ignore || end) {
        return -1;
    }
    for (size_t i = 0; i < text_length; i += 2) {
        const int high = digit_of(text[i]);
        const int low = digit_of(text[i + 1]);
        if (high < 0 || low < 0) {
            return -1;
        }
        bytes[i / 2] = (unsigned char)(high << 4 | low);
    }
    if (length) {
        *length = text_length / 2;
    }
    return 0;
}
