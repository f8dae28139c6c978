/* A number that stands for a state: for records, for comparing runs, for telling equal states apart from others.
 *
 * The same on every platform, because states are. Not a protection against forgers. */
#include "billions/game.h"

static uint64_t word_at(const uint8_t *bytes, size_t count)
{
    uint64_t word = 0;
    for (size_t i = 0; i < count; i++) {
        word |= (uint64_t)bytes[i] << 8 * i;
    }
    return word;
}

uint64_t bil_state_hash(const struct bil_game *game, const void *state)
{
    const uint8_t *bytes = state;
    uint64_t hash = 0xcbf29ce484222325U;
    for (size_t at = 0; at < game->facts_size; at += 8) {
        const size_t left = game->facts_size - at;
        hash ^= left >= 8 ? word_at(bytes + at, 8) : word_at(bytes + at, left);
        hash *= 0x100000001b3U;
        hash ^= hash >> 32; /* or the top bits of two neighbours would cancel out: products carry upwards only */
    }
    hash ^= hash >> 30;
    hash *= 0xbf58476d1ce4e5b9U;
    hash ^= hash >> 27;
    hash *= 0x94d049bb133111ebU;
    return hash ^ hash >> 31;
}
