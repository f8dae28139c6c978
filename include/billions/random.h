/* Random numbers: one ChaCha8 generator, keyed by a 256-bit seed, with named streams.
 *
 * A match has one seed; everything that chance decides in it is drawn from a stream of that seed with a name
 * (a number that the game gives it) and an index, so that thinking longer, replaying or skipping a question never
 * shifts what chance decides later. A playout has a free-running generator, for which entering a stream does nothing.
 *
 * Same seed, same stream, same numbers: on every platform, for any number of threads. Never reads a clock. */
#ifndef BILLIONS_RANDOM_H
#define BILLIONS_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "billions/api.h"

BIL_API_BEGIN

enum { BIL_SEED_BYTES = 32, BIL_RANDOM_BUFFER = 64 };

/* A plain value: copy it to remember a place in a stream. `word` holds the next numbers; `used` says how many are spent. */
struct bil_random {
    uint32_t key[8];
    uint32_t nonce[2];
    uint64_t counter;
    uint32_t used;
    uint32_t addressed; /* 1: bil_random_enter moves to the named stream; 0: it does nothing; 2: reads a script (script.h) */
    uint32_t word[BIL_RANDOM_BUFFER];
};

/* The 32 bytes of a seed written as text. Decimal numbers up to 2^64-1 and "0x" followed by up to 64 hexadecimal digits are
 * read as numbers (little end first, the rest zero); any other text is hashed. Never fails; the empty text is seed 0. */
void bil_seed_from_text(const char *text, uint8_t seed[BIL_SEED_BYTES]);

/* The seed as 64 hexadecimal digits and a final zero. */
void bil_seed_to_text(const uint8_t seed[BIL_SEED_BYTES], char text[2 * BIL_SEED_BYTES + 1]);

/* A generator for a match: addressed, so that every bil_random_enter restarts the stream of that name and index. */
void bil_random_match(struct bil_random *random, const uint8_t seed[BIL_SEED_BYTES]);

/* A free-running generator for bots and playouts: stream (name, index) of the seed, which bil_random_enter leaves alone. */
void bil_random_stream(struct bil_random *random, const uint8_t seed[BIL_SEED_BYTES], uint32_t name, uint32_t index);

/* Begins stream (name, index) if the generator is addressed; does nothing if it runs free. */
void bil_random_enter(struct bil_random *random, uint32_t name, uint32_t index);

/* Fills the buffer again. Only the inline functions below call it. */
void bil_random_refill(struct bil_random *random);

/* The next 32 bits. */
static inline uint32_t bil_random_word(struct bil_random *random)
{
    if (__builtin_expect(random->used == BIL_RANDOM_BUFFER, 0)) {
        bil_random_refill(random);
    }
    return random->word[random->used++];
}

/* The rest of bil_random_below for one draw in 2^32 / bound, which may have to be repeated. Only that function calls it. */
uint32_t bil_random_below_again(struct bil_random *random, uint32_t bound, uint64_t product);

/* A number from 0 to bound-1, every one equally likely (Lemire, "Fast Random Integer Generation in an Interval", 2019).
 * bound must not be 0. */
static inline uint32_t bil_random_below(struct bil_random *random, uint32_t bound)
{
    const uint64_t product = (uint64_t)bil_random_word(random) * bound;
    if (__builtin_expect((uint32_t)product < bound, 0)) {
        return bil_random_below_again(random, bound, product);
    }
    return (uint32_t)(product >> 32);
}

/* bil_random_below(random, 2) if there is a choice, else 0, for which no number is used up. Free of branches, for who asks often
 * and cannot foretell whether there is. */
static inline uint32_t bil_random_bit(struct bil_random *random, bool choice)
{
    if (__builtin_expect(random->used == BIL_RANDOM_BUFFER, 0)) {
        return choice ? bil_random_below(random, 2) : 0;
    }
    const uint32_t bit = (random->word[random->used] >> 31) & choice;
    random->used += choice;
    return bit;
}

/* Puts `count` bytes in a uniformly random order. */
void bil_random_shuffle(struct bil_random *random, uint8_t *items, size_t count);

/* Fills `count` bytes with random bits; for keys, not for play. */
void bil_random_bytes(struct bil_random *random, uint8_t *bytes, size_t count);

BIL_API_END

#endif
