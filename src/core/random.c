/* Random numbers: ChaCha with 8 rounds as a generator with named streams, seeds from text, shuffles.
 *
 * The numbers of a stream are the plain ChaCha8 keystream of the seed as key and {name, index} as nonce, read as little-endian
 * words from block 0 on, so that anybody can recompute a deal with any ChaCha8 there is. The order in which numbers are used up is
 * part of every record ever written: changing it is a new rules revision. Never reads a clock, never keeps anything outside
 * the generator it is given. */
#include "billions/random.h"

#include <assert.h>
#include <string.h>

#include "billions/script.h"

/* Whether numbers come from a script: never in the page's engine, which is as small as it can be. */
static inline bool is_scripted(const struct bil_random *random)
{
#ifdef BIL_WITHOUT_SOLVING
    (void)random;
    return false;
#else
    return random->addressed == BIL_RANDOM_SCRIPTED;
#endif
}

enum { BLOCKS = 4, BLOCK_WORDS = 16, PLAY_ROUNDS = 8, HASH_ROUNDS = 20 };

/* ------------------------------------------------------------------ the ChaCha core, four blocks side by side */

/* Lane b belongs to block b, so that one vector instruction works on all four blocks at once. */
typedef uint32_t lanes __attribute__((vector_size(4 * BLOCKS)));

static inline lanes lanes_all(uint32_t word)
{
    return (lanes){word, word, word, word};
}

static inline lanes lanes_rotate(lanes x, int left)
{
    return x << left | x >> (32 - left);
}

/* Four words of each of the four blocks, which lie side by side, go where they belong in their blocks. */
static inline void store_turned(lanes a, lanes b, lanes c, lanes d, uint32_t *out)
{
    const lanes ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    const lanes ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const lanes cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const lanes cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    const lanes block[BLOCKS] = {
        __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5),
        __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7),
        __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5),
        __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7),
    };
    for (int i = 0; i < BLOCKS; i++) {
        memcpy(out + BLOCK_WORDS * i, &block[i], sizeof block[i]);
    }
}

static inline void quarter_round(lanes x[BLOCK_WORDS], int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = lanes_rotate(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = lanes_rotate(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = lanes_rotate(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = lanes_rotate(x[b] ^ x[c], 7);
}

/* Four blocks of the keystream from block `counter` on, one after the other. Original layout: a counter of 64 bits in words 12 and
 * 13, a nonce of 64 bits in 14 and 15. */
static inline void chacha(const uint32_t key[8], const uint32_t nonce[2], uint64_t counter, int rounds,
                          uint32_t out[BLOCKS * BLOCK_WORDS])
{
    lanes start[BLOCK_WORDS];
    start[0] = lanes_all(0x61707865U);
    start[1] = lanes_all(0x3320646eU);
    start[2] = lanes_all(0x79622d32U);
    start[3] = lanes_all(0x6b206574U);
    for (int i = 0; i < 8; i++) {
        start[4 + i] = lanes_all(key[i]);
    }
    for (unsigned b = 0; b < BLOCKS; b++) {
        start[12][b] = (uint32_t)(counter + b);
        start[13][b] = (uint32_t)((counter + b) >> 32);
    }
    start[14] = lanes_all(nonce[0]);
    start[15] = lanes_all(nonce[1]);

    lanes x[BLOCK_WORDS];
    memcpy(x, start, sizeof x);
    for (int round = 0; round < rounds; round += 2) {
        quarter_round(x, 0, 4, 8, 12);
        quarter_round(x, 1, 5, 9, 13);
        quarter_round(x, 2, 6, 10, 14);
        quarter_round(x, 3, 7, 11, 15);
        quarter_round(x, 0, 5, 10, 15);
        quarter_round(x, 1, 6, 11, 12);
        quarter_round(x, 2, 7, 8, 13);
        quarter_round(x, 3, 4, 9, 14);
    }
    for (int i = 0; i < BLOCK_WORDS; i += BLOCKS) {
        store_turned(x[i] + start[i], x[i + 1] + start[i + 1], x[i + 2] + start[i + 2], x[i + 3] + start[i + 3], out + i);
    }
}

/* ------------------------------------------------------------------ generators */

/* Both are kept out of line: who draws a number hardly ever needs them, and would carry their registers about all the time. */
__attribute__((noinline)) void bil_random_refill(struct bil_random *random)
{
    random->used = 0;
    if (is_scripted(random)) {
        return; /* all words are 0, for ever */
    }
    chacha(random->key, random->nonce, random->counter, PLAY_ROUNDS, random->word);
    random->counter += BLOCKS;
}

__attribute__((noinline)) uint32_t bil_random_below_again(struct bil_random *random, uint32_t bound, uint64_t product)
{
    if (is_scripted(random)) {
        return bil_script_below(random, bound);
    }
    const uint32_t reject = (0U - bound) % bound;
    while ((uint32_t)product < reject) {
        product = (uint64_t)bil_random_word(random) * bound;
    }
    return (uint32_t)(product >> 32);
}

static uint32_t word_of_bytes(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void begin_stream(struct bil_random *random, uint32_t name, uint32_t index)
{
    random->nonce[0] = name;
    random->nonce[1] = index;
    random->counter = 0;
    random->used = BIL_RANDOM_BUFFER; /* the buffer is filled when the first number is asked for */
}

void bil_random_stream(struct bil_random *random, const uint8_t seed[BIL_SEED_BYTES], uint32_t name, uint32_t index)
{
    memset(random, 0, sizeof *random);
    for (size_t i = 0; i < 8; i++) {
        random->key[i] = word_of_bytes(seed + 4 * i);
    }
    begin_stream(random, name, index);
}

void bil_random_match(struct bil_random *random, const uint8_t seed[BIL_SEED_BYTES])
{
    bil_random_stream(random, seed, 0, 0);
    random->addressed = 1;
}

void bil_random_enter(struct bil_random *random, uint32_t name, uint32_t index)
{
    if (random->addressed == 1) {
        begin_stream(random, name, index);
    }
}

void bil_random_bytes(struct bil_random *random, uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i += 4) {
        const uint32_t word = bil_random_word(random);
        for (size_t k = 0; k < 4 && i + k < count; k++) {
            bytes[i + k] = (uint8_t)(word >> 8 * k);
        }
    }
}

/* ------------------------------------------------------------------ shuffles */

static inline uint64_t next_64(struct bil_random *random)
{
    const uint64_t low = bil_random_word(random);
    return low | (uint64_t)bil_random_word(random) << 32;
}

/* The product of *fraction and bound, 96 bits long: its low 64 bits stay in *fraction, the rest is returned. */
static inline uint32_t scale(uint64_t *fraction, uint32_t bound)
{
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
    __extension__ typedef unsigned __int128 wide;
    const wide product = (wide)*fraction * bound;
    *fraction = (uint64_t)product;
    return (uint32_t)(product >> 64);
#else
    const uint64_t low = (*fraction & 0xFFFFFFFFU) * bound;
    const uint64_t high = (*fraction >> 32) * bound + (low >> 32);
    *fraction = high << 32 | (low & 0xFFFFFFFFU);
    return (uint32_t)(high >> 32);
#endif
}

enum { GROUP = 8, GROUP_MAX = 17, SMALL = 128 };

/* The product of the bounds n, n - 1 ... n - 7, for n up to SMALL. */
#define EIGHT(n) ((uint64_t)(n) * ((n)-1) * ((n)-2) * ((n)-3) * ((n)-4) * ((n)-5) * ((n)-6) * ((n)-7))
#define EIGHTS(n)                                                                                                                  \
    EIGHT((n)), EIGHT((n) + 1), EIGHT((n) + 2), EIGHT((n) + 3), EIGHT((n) + 4), EIGHT((n) + 5), EIGHT((n) + 6), EIGHT((n) + 7)
static const uint64_t product_of_group[SMALL + 1] = {
    [GROUP] = EIGHTS(8), EIGHTS(16), EIGHTS(24), EIGHTS(32), EIGHTS(40),  EIGHTS(48),  EIGHTS(56),  EIGHTS(64),
    EIGHTS(72),          EIGHTS(80), EIGHTS(88), EIGHTS(96), EIGHTS(104), EIGHTS(112), EIGHTS(120), EIGHT(128)};

static inline void swap_in(uint8_t *items, uint32_t at, uint32_t last)
{
    const uint8_t picked = items[at];
    items[at] = items[last];
    items[last] = picked;
}

/* `steps` steps of a Fisher-Yates shuffle from 64 random bits: numbers below count, count - 1, ... at once (Brackett-Rozinsky and
 * Lemire, "Batched ranged random integer generation", 2024). The bits are read as a fraction; each bound takes its whole part and
 * leaves the rest to the next. What is left over at the end tells whether the draw falls into the remainder of 2^64 divided by the
 * product of the bounds; only then it is repeated, so that every order is exactly equally likely. */
static inline void shuffle_steps(struct bil_random *random, uint8_t *items, uint32_t count, uint32_t steps, uint64_t product)
{
    uint32_t at[GROUP_MAX];
    uint64_t rest = next_64(random);
    for (uint32_t i = 0; i < steps; i++) {
        at[i] = scale(&rest, count - i);
    }
    if (__builtin_expect(rest < product, 0)) {
        const uint64_t reject = (0U - product) % product;
        while (rest < reject) {
            rest = next_64(random);
            for (uint32_t i = 0; i < steps; i++) {
                at[i] = scale(&rest, count - i);
            }
        }
    }
    for (uint32_t i = 0; i < steps; i++) {
        swap_in(items, at[i], count - 1 - i);
    }
}

/* Two groups of steps whose numbers are drawn side by side: each number of a group waits for the one before it. False, and nothing
 * is drawn, where the buffer holds too little or a draw may have to be repeated. */
static inline bool shuffle_two_groups(struct bil_random *random, uint8_t *items, uint32_t count)
{
    if (random->used > BIL_RANDOM_BUFFER - 4) {
        return false;
    }
    uint32_t at[2 * GROUP];
    const uint32_t *word = &random->word[random->used];
    uint64_t first = word[0] | (uint64_t)word[1] << 32;
    uint64_t second = word[2] | (uint64_t)word[3] << 32;
    for (uint32_t i = 0; i < GROUP; i++) {
        at[i] = scale(&first, count - i);
        at[GROUP + i] = scale(&second, count - GROUP - i);
    }
    if (__builtin_expect((first < product_of_group[count]) | (second < product_of_group[count - GROUP]), 0)) {
        return false;
    }
    random->used += 4;
    for (uint32_t i = 0; i < 2 * GROUP; i++) {
        swap_in(items, at[i], count - 1 - i);
    }
    return true;
}

static uint64_t product_of(uint32_t count, uint32_t steps)
{
    uint64_t product = 1;
    for (uint32_t i = 0; i < steps; i++) {
        product *= count - i;
    }
    return product;
}

/* The first steps of a long shuffle, until no more than SMALL items are left; returns how many are. */
static uint32_t shuffle_long(struct bil_random *random, uint8_t *items, uint32_t left)
{
    /* How many steps fit into 64 bits with some 8 bits to spare, so that a repetition is rare. */
    static const struct {
        uint32_t above, steps;
    } groups[] = {{1U << 28, 1}, {1U << 18, 2}, {1U << 14, 3}, {1U << 11, 4}, {1U << 9, 5}, {SMALL, 6}};

    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        while (left > groups[g].above) {
            shuffle_steps(random, items, left, groups[g].steps, product_of(left, groups[g].steps));
            left -= groups[g].steps;
        }
    }
    return left;
}

void bil_random_shuffle(struct bil_random *random, uint8_t *items, size_t count)
{
    assert(count <= UINT32_MAX);
    if (is_scripted(random)) {
        for (uint32_t i = (uint32_t)count; i > 1; i--) {
            swap_in(items, bil_script_below(random, i), i - 1);
        }
        return;
    }
    uint32_t left = count > SMALL ? shuffle_long(random, items, (uint32_t)count) : (uint32_t)count;
    while (left > GROUP_MAX + 1) {
        if (left > GROUP_MAX + 1 + GROUP && shuffle_two_groups(random, items, left)) {
            left -= 2 * GROUP;
        } else {
            shuffle_steps(random, items, left, GROUP, product_of_group[left]);
            left -= GROUP;
        }
    }
    if (left > 1) {
        shuffle_steps(random, items, left, left - 1, product_of(left, left - 1));
    }
}

/* ------------------------------------------------------------------ seeds as text */

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool seed_from_decimal(const char *text, uint8_t seed[BIL_SEED_BYTES])
{
    uint64_t number = 0;
    for (const char *c = text; *c; c++) {
        if (*c < '0' || *c > '9') {
            return false;
        }
        const unsigned digit = (unsigned)(*c - '0');
        if (number > (UINT64_MAX - digit) / 10) {
            return false;
        }
        number = 10 * number + digit;
    }
    for (int i = 0; i < 8; i++) {
        seed[i] = (uint8_t)(number >> 8 * i);
    }
    return true;
}

static bool seed_from_hex(const char *text, uint8_t seed[BIL_SEED_BYTES])
{
    if (text[0] != '0' || text[1] != 'x') {
        return false;
    }
    const char *digits = text + 2;
    const size_t count = strlen(digits);
    if (count == 0 || count > 2 * BIL_SEED_BYTES) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (hex_digit(digits[i]) < 0) {
            return false;
        }
    }
    for (size_t i = 0; i < count; i++) {
        seed[i / 2] |= (uint8_t)(hex_digit(digits[count - 1 - i]) << (i % 2 ? 4 : 0));
    }
    return true;
}

/* Spreads any text over the seeds. The hash begins as zero; every 16 bytes of the text, and at last its length and a mark, are the
 * counter and nonce of one ChaCha20 block whose key is the hash so far, and its first 32 bytes are the new hash. */
static void seed_from_any(const char *text, uint8_t seed[BIL_SEED_BYTES])
{
    uint32_t hash[8] = {0};
    uint32_t block[BLOCKS * BLOCK_WORDS];
    const size_t length = strlen(text);
    for (size_t at = 0; at < length; at += 16) {
        uint8_t piece[16] = {0};
        memcpy(piece, text + at, length - at < 16 ? length - at : 16);
        const uint32_t nonce[2] = {word_of_bytes(piece + 8), word_of_bytes(piece + 12)};
        const uint64_t counter = word_of_bytes(piece) | (uint64_t)word_of_bytes(piece + 4) << 32;
        chacha(hash, nonce, counter, HASH_ROUNDS, block);
        memcpy(hash, block, sizeof hash);
    }
    const uint32_t mark[2] = {0x64656573U, 0x74786574U}; /* "seedtext" */
    chacha(hash, mark, length, HASH_ROUNDS, block);
    for (size_t i = 0; i < BIL_SEED_BYTES; i++) {
        seed[i] = (uint8_t)(block[i / 4] >> 8 * (i % 4));
    }
}

void bil_seed_from_text(const char *text, uint8_t seed[BIL_SEED_BYTES])
{
    memset(seed, 0, BIL_SEED_BYTES);
    if (!seed_from_decimal(text, seed) && !seed_from_hex(text, seed)) {
        seed_from_any(text, seed);
    }
}

void bil_seed_to_text(const uint8_t seed[BIL_SEED_BYTES], char text[2 * BIL_SEED_BYTES + 1])
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < BIL_SEED_BYTES; i++) {
        const uint8_t byte = seed[BIL_SEED_BYTES - 1 - i];
        text[2 * i] = digits[byte >> 4];
        text[2 * i + 1] = digits[byte & 15];
    }
    text[2 * BIL_SEED_BYTES] = 0;
}
