/* A number that stands for a state, or for a text: for records, for comparing runs, for telling equal ones apart from others.
 *
 * The same on every platform, because states are. Not a protection against forgers. */
#include "billions/game.h"

uint64_t bil_fnv(uint64_t hash, const void *bytes, size_t length)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ byte[i]) * 0x100000001b3U;
    }
    return hash;
}

static uint64_t word_at(const uint8_t *bytes, size_t count)
{
    uint64_t word = 0;
    for (size_t i = 0; i < count; i++) {
        word |= (uint64_t)bytes[i] << 8 * i;
    }
    return word;
}

/* One bit of the input turns each bit of the result about half of the time. */
static uint64_t mix(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93U;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93U;
    return x ^ x >> 32;
}

/* Every word is mixed in whole: with one multiplication alone, which carries upwards only, a change in the top bits of one word
 * could be undone by a change in the next. */
uint64_t bil_state_hash(const struct bil_game *game, const void *state)
{
    const uint8_t *bytes = state;
    uint64_t hash = BIL_FNV;
    for (size_t at = 0; at < game->facts_size; at += 8) {
        const size_t left = game->facts_size - at;
        hash = mix(hash ^ (left >= 8 ? word_at(bytes + at, 8) : word_at(bytes + at, left)));
    }
    return hash;
}
