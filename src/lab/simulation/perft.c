/* Perft. Must never count a forced move that no record shows. */
#include "lab/simulation/perft.h"

#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

/* A set of hashes: open addressing, never more than half full. */
struct set {
    uint64_t *slot; /* 0 = empty; the hash 0 is kept as 1 */
    size_t size;
    size_t count;
};

struct walk {
    const struct bil_game *game;
    const void *rules;
    int depth;
    const atomic_bool *stop;
    struct bil_perft *level;
    struct set states[BIL_PERFT_DEPTH + 1];
    struct set views[BIL_PERFT_DEPTH + 1];
};

static void put_hash(struct set *set, uint64_t hash)
{
    size_t at = (size_t)hash & (set->size - 1);
    while (set->slot[at] != 0 && set->slot[at] != hash) {
        at = (at + 1) & (set->size - 1);
    }
    set->count += set->slot[at] == 0;
    set->slot[at] = hash;
}

static void add_hash(struct set *set, uint64_t hash)
{
    if (2 * (set->count + 1) > set->size) {
        struct set larger = {NULL, set->size ? 2 * set->size : 1024, 0};
        larger.slot = bil_memory_zero(larger.size, sizeof *larger.slot);
        for (size_t i = 0; i < set->size; i++) {
            if (set->slot[i]) {
                put_hash(&larger, set->slot[i]);
            }
        }
        free(set->slot);
        *set = larger;
    }
    put_hash(set, hash ? hash : 1);
}

/* Over all bytes of a view: what is known beside the facts makes a difference here. */
static uint64_t view_hash(const struct walk *walk, const void *state, int seat)
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(64))) = {0};
    walk->game->hide(walk->rules, state, seat, view);
    const uint64_t hash = bil_fnv(BIL_FNV + (uint64_t)seat, view, walk->game->state_size);
    return hash ^ hash >> 29;
}

static bool descend(struct walk *walk, const void *from, const struct bil_random *chance, int depth)
{
    const struct bil_game *game = walk->game;
    unsigned char state[BIL_MAX_STATE] __attribute__((aligned(64)));
    unsigned char next[BIL_MAX_STATE] __attribute__((aligned(64)));
    bil_move moves[BIL_MAX_MOVES];
    struct bil_random random = *chance;
    memcpy(state, from, game->state_size);
    if (walk->stop && atomic_load_explicit(walk->stop, memory_order_relaxed)) {
        return false;
    }
    int seat = game->actor(walk->rules, state);
    int count = 0;
    for (; seat != BIL_OVER; seat = game->actor(walk->rules, state)) {
        count = game->moves(walk->rules, state, moves);
        if (count > 1 || game->recorded(walk->rules, state)) {
            break;
        }
        game->apply(walk->rules, state, moves[0], &random, NULL);
    }
    struct bil_perft *level = &walk->level[depth];
    level->sequences++;
    add_hash(&walk->states[depth], bil_state_hash(game, state));
    if (seat == BIL_OVER) {
        level->over++;
        return true;
    }
    add_hash(&walk->views[depth], view_hash(walk, state, seat));
    for (int i = 0; depth < walk->depth && i < count; i++) {
        struct bil_random after = random;
        memcpy(next, state, game->state_size);
        game->apply(walk->rules, next, moves[i], &after, NULL);
        if (!descend(walk, next, &after, depth + 1)) {
            return false;
        }
    }
    return true;
}

bool bil_perft_run(const struct bil_game *game, const void *rules, const void *state, const struct bil_random *random, int depth,
                   const atomic_bool *stop, struct bil_perft *level)
{
    struct walk *walk = bil_memory_zero(1, sizeof *walk);
    *walk = (struct walk){.game = game, .rules = rules, .depth = depth, .stop = stop, .level = level};
    memset(level, 0, ((size_t)depth + 1) * sizeof *level);
    const bool finished = descend(walk, state, random, 0);
    for (int d = 0; d <= depth; d++) {
        level[d].states = walk->states[d].count;
        level[d].views = walk->views[d].count;
        free(walk->states[d].slot);
        free(walk->views[d].slot);
    }
    free(walk);
    return finished;
}
