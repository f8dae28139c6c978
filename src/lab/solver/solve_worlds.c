/* Worlds that are gone through, side by side in one piece of memory (solve_internal.h). Knows no game. */
#include <stdlib.h>
#include <string.h>

#include "lab/solver/solve_internal.h"

__extension__ typedef unsigned __int128 two_words;

/* Multiplies two words and folds the product: fast, and good enough for hashes that nobody attacks. */
static inline uint64_t fold(uint64_t a, uint64_t b)
{
    const two_words product = (two_words)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

struct bil_solve_hash bil_solve_hash_add(struct bil_solve_hash hash, const void *bytes_, size_t size)
{
    const unsigned char *bytes = bytes_;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
        hash.low = fold(hash.low ^ word ^ 0x9E3779B97F4A7C15U, 0xD6E8FEB86659FD93U);
        hash.high = fold(hash.high + word, 0xA0761D6478BD642FU) ^ hash.low;
    }
    hash.low += size;
    return hash;
}

bool bil_solve_worlds_add(struct bil_solve_worlds *worlds, const void *state, size_t size, double weight,
                          struct bil_solve_hash seen)
{
    if (worlds->count == worlds->room) {
        const size_t room = worlds->room ? 2 * worlds->room : 64;
        void *item = realloc(worlds->item, room * sizeof *worlds->item);
        worlds->item = item ? item : worlds->item;
        void *states = item ? realloc(worlds->state, room * size) : NULL;
        if (!states) {
            return false;
        }
        worlds->state = states;
        worlds->room = room;
    }
    memcpy(worlds->state + worlds->count * size, state, size);
    worlds->item[worlds->count] = (struct bil_solve_world){
        weight, seen, bil_solve_hash_add((struct bil_solve_hash){0, 0}, state, size), (uint32_t)worlds->count};
    worlds->count++;
    return true;
}

void bil_solve_worlds_free(struct bil_solve_worlds *worlds)
{
    free(worlds->item);
    free(worlds->state);
    *worlds = (struct bil_solve_worlds){0};
}

static int compare_words(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_hashes(const struct bil_solve_hash *a, const struct bil_solve_hash *b)
{
    return a->low != b->low ? compare_words(a->low, b->low) : compare_words(a->high, b->high);
}

static int compare_worlds(const void *a_, const void *b_)
{
    const struct bil_solve_world *a = a_;
    const struct bil_solve_world *b = b_;
    const int by_seen = compare_hashes(&a->seen, &b->seen);
    const int by_state = compare_hashes(&a->hash, &b->hash);
    return by_seen ? by_seen : by_state ? by_state : compare_words(a->at, b->at);
}

void bil_solve_worlds_sort(struct bil_solve_worlds *worlds)
{
    size_t left = 0;
    if (worlds->count > 1) {
        qsort(worlds->item, worlds->count, sizeof *worlds->item, compare_worlds);
    }
    for (size_t i = 0; i < worlds->count; i++) {
        struct bil_solve_world *last = left ? &worlds->item[left - 1] : NULL;
        const struct bil_solve_world *world = &worlds->item[i];
        if (last && compare_hashes(&last->seen, &world->seen) == 0 && compare_hashes(&last->hash, &world->hash) == 0) {
            last->weight += world->weight;
        } else {
            worlds->item[left++] = *world;
        }
    }
    worlds->count = left;
}

size_t bil_solve_worlds_alike(const struct bil_solve_worlds *worlds, size_t from)
{
    size_t to = from + 1;
    while (to < worlds->count && compare_hashes(&worlds->item[from].seen, &worlds->item[to].seen) == 0) {
        to++;
    }
    return to - from;
}
