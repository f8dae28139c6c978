/* Endgames solved exactly (solve.h): the worlds of a view, how they go on, and what is best. Must never let a decision of the seat
 * hang on what its view does not show. */
#include "lab/solver/solve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "billions/script.h"
#include "bots/standing.h"
#include "table/clock.h"

typedef struct {
    _Alignas(16) unsigned char bytes[BIL_MAX_STATE];
} state_bytes;

/* 128 bits of a hash: two different things that share them are taken to be the same one. */
struct hash {
    uint64_t low, high;
};

/* ------------------------------------------------------------------ worlds */

/* One world, before a decision of the seat: how likely it is among all, and everything that the seat has seen on the way. */
struct world {
    double weight;
    struct hash seen;
    struct hash hash; /* of the state */
    uint32_t at;      /* of the state, in states of the game's size */
};

/* Worlds, with room that grows. Begin with {0}. */
struct worlds {
    size_t count, room;
    struct world *item;
    unsigned char *state;
};

__extension__ typedef unsigned __int128 two_words;

/* Multiplies two words and folds the product: fast, and good enough for hashes that nobody attacks. */
static inline uint64_t fold(uint64_t a, uint64_t b)
{
    const two_words product = (two_words)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static struct hash add_hash(struct hash hash, const void *bytes_, size_t size)
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

/* Adds one. False if there is no more memory. */
static bool add_world(struct worlds *worlds, const void *state, size_t size, double weight, struct hash seen)
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
    worlds->item[worlds->count] = (struct world){weight, seen, add_hash((struct hash){0, 0}, state, size), (uint32_t)worlds->count};
    worlds->count++;
    return true;
}

static void free_worlds(struct worlds *worlds)
{
    free(worlds->item);
    free(worlds->state);
    *worlds = (struct worlds){0};
}

static int compare_words(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_hashes(const struct hash *a, const struct hash *b)
{
    return a->low != b->low ? compare_words(a->low, b->low) : compare_words(a->high, b->high);
}

static int compare_worlds(const void *a_, const void *b_)
{
    const struct world *a = a_;
    const struct world *b = b_;
    const int by_seen = compare_hashes(&a->seen, &b->seen);
    const int by_state = compare_hashes(&a->hash, &b->hash);
    return by_seen ? by_seen : by_state ? by_state : compare_words(a->at, b->at);
}

/* Puts those side by side that the seat cannot tell apart, in a fixed order, and makes one of equal ones. */
static void sort_worlds(struct worlds *worlds)
{
    size_t left = 0;
    if (worlds->count > 1) {
        qsort(worlds->item, worlds->count, sizeof *worlds->item, compare_worlds);
    }
    for (size_t i = 0; i < worlds->count; i++) {
        struct world *last = left ? &worlds->item[left - 1] : NULL;
        const struct world *world = &worlds->item[i];
        if (last && compare_hashes(&last->seen, &world->seen) == 0 && compare_hashes(&last->hash, &world->hash) == 0) {
            last->weight += world->weight;
        } else {
            worlds->item[left++] = *world;
        }
    }
    worlds->count = left;
}

/* How many from `from` on the seat cannot tell from that one. */
static size_t count_alike(const struct worlds *worlds, size_t from)
{
    size_t to = from + 1;
    while (to < worlds->count && compare_hashes(&worlds->item[from].seen, &worlds->item[to].seen) == 0) {
        to++;
    }
    return to - from;
}

/* ------------------------------------------------------------------ how worlds go on */

/* Plays on, through all that chance can do and all that others are assumed to do. */
struct steps {
    const struct bil_game *game;
    const void *rules;
    int seat; /* whose view is kept along */
    uint64_t steps;
    int depth;                   /* of moves that are being played, one within the other */
    enum bil_solve_limit enough; /* a bound was reached: nothing goes on, and nothing counts */
    struct solver *solver;
};

enum { DEEPEST = 400 }; /* about 10 KiB of stack each */

/* Notes a bound, if it was reached and none before it. */
static void note_bound(struct steps *steps, bool reached, enum bil_solve_limit limit)
{
    if (reached && !steps->enough) {
        steps->enough = limit;
    }
}

/* From a state in which somebody is asked, or which is over. */
static void go_on(struct steps *steps, const void *state, double weight, struct hash seen);
/* Called where somebody has a choice, where the game is over, and at every step: that may set `enough`. */
static void decide(struct steps *steps, const void *state, int actor, const bil_move *moves, int count, double weight,
                   struct hash seen);
static void end(struct steps *steps, const void *state, double weight);
static void bound(struct steps *steps);

/* Plays a move of the actor, and goes on. */
static void play_on(struct steps *steps, const void *state, bil_move move, double weight, struct hash seen)
{
    const struct bil_game *game = steps->game;
    struct bil_script script;
    state_bytes next;
    script.length = 0;
    script.overrun = false;
    note_bound(steps, steps->depth == DEEPEST, BIL_SOLVE_DEPTH);
    steps->depth++;
    do {
        struct bil_random random;
        steps->steps++;
        bound(steps);
        if (steps->enough) {
            break;
        }
        memcpy(next.bytes, state, game->state_size);
        bil_script_generator(&random, &script);
        game->apply(steps->rules, next.bytes, move, &random, NULL);
        state_bytes view;
        game->hide(steps->rules, next.bytes, steps->seat, view.bytes);
        go_on(steps, next.bytes, weight * bil_script_chance(&script), add_hash(seen, view.bytes, game->state_size));
    } while (bil_script_next(&script));
    steps->depth--;
    note_bound(steps, script.overrun, BIL_SOLVE_DEPTH);
}

static void go_on(struct steps *steps, const void *state, double weight, struct hash seen)
{
    const struct bil_game *game = steps->game;
    bil_move moves[BIL_MAX_MOVES];
    const int actor = game->actor(steps->rules, state);
    if (actor == BIL_OVER) {
        end(steps, state, weight);
        return;
    }
    const int count = game->moves(steps->rules, state, moves);
    if (count > 1) {
        decide(steps, state, actor, moves, count, weight, seen);
    } else {
        play_on(steps, state, moves[0], weight, seen);
    }
}

/* ------------------------------------------------------------------ what was reckoned */

struct entry {
    struct hash key;
    struct bil_solve_value value;
    int depth; /* most decisions of the seat from here on, this one among them */
};

/* Decisions that were reckoned: open addressing, never more than half full. */
struct table {
    size_t count, size;
    struct entry *entry;
};

static bool is_free(const struct entry *entry)
{
    return entry->key.low == 0 && entry->key.high == 0;
}

static size_t find_entry(const struct table *table, struct hash key)
{
    size_t at = (size_t)key.low & (table->size - 1);
    while (!is_free(&table->entry[at]) && (table->entry[at].key.low != key.low || table->entry[at].key.high != key.high)) {
        at = (at + 1) & (table->size - 1);
    }
    return at;
}

static const struct entry *find_reckoned(const struct table *table, struct hash key)
{
    if (table->size == 0) {
        return NULL;
    }
    const size_t at = find_entry(table, key);
    return is_free(&table->entry[at]) ? NULL : &table->entry[at];
}

/* False if there is no more memory. */
static bool add_reckoned(struct table *table, const struct entry *entry)
{
    if (2 * (table->count + 1) > table->size) {
        struct table larger = {.count = table->count, .size = table->size ? 2 * table->size : 256};
        larger.entry = calloc(larger.size, sizeof *larger.entry);
        if (!larger.entry) {
            return false;
        }
        for (size_t i = 0; table->entry && i < table->size; i++) {
            if (!is_free(&table->entry[i])) {
                larger.entry[find_entry(&larger, table->entry[i].key)] = table->entry[i];
            }
        }
        struct entry *old = table->entry;
        table->entry = larger.entry;
        table->size = larger.size;
        free(old);
    }
    assert(table->entry); /* there is always room */
    table->entry[find_entry(table, entry->key)] = *entry;
    table->count++;
    return true;
}

static void free_table(struct table *table)
{
    free(table->entry);
    *table = (struct table){0};
}

/* ------------------------------------------------------------------ what is best */

static const double EQUAL = 1e-9; /* of places and of points: what is nearer than this differs by rounding alone */
enum { OFTEN = 256, NOW_AND_THEN = 1 << 16 };

struct solver {
    const struct bil_solve *solve;
    struct bil_solution *solution;
    struct steps steps;
    struct table table;
    double begun;
    size_t bytes; /* of worlds that are kept now */
    int seat, seats;
    struct worlds *into;            /* where the worlds before its next decision go */
    struct bil_solve_value *ending; /* and what the games that ended before it came to, times their weights */
};

/* ------------------------------------------------------------------ bounds */

static void bound(struct steps *steps)
{
    const struct solver *solver = steps->solver;
    const struct bil_solve *solve = solver->solve;
    note_bound(steps, solve->steps && steps->steps > solve->steps, BIL_SOLVE_STEPS);
    if (steps->steps % OFTEN == 0) {
        note_bound(steps, solve->stop && atomic_load_explicit(solve->stop, memory_order_relaxed), BIL_SOLVE_ENDED);
        note_bound(steps, solve->seconds > 0 && bil_clock_seconds() - solver->begun > solve->seconds, BIL_SOLVE_SECONDS);
    }
    if (solve->progress && steps->steps % NOW_AND_THEN == 0) {
        solve->progress(solve->context, steps->steps);
    }
}

static void keep_world(struct solver *solver, struct worlds *worlds, const void *state, double weight, struct hash seen)
{
    const size_t size = solver->solve->game->state_size;
    const size_t most = solver->solve->memory ? solver->solve->memory : (size_t)BIL_SOLVE_MEMORY;
    solver->bytes += size + sizeof(struct world);
    note_bound(&solver->steps, solver->bytes > most || !add_world(worlds, state, size, weight, seen), BIL_SOLVE_FULL);
}

/* ------------------------------------------------------------------ what happens between two decisions of the seat */

static void add_weighted_value(struct bil_solve_value *sum, const struct bil_solve_value *value, double weight)
{
    for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
        sum->place[seat] += weight * value->place[seat];
        sum->points[seat] += weight * value->points[seat];
    }
}

static void end(struct steps *steps, const void *state, double weight)
{
    const struct solver *solver = steps->solver;
    struct bil_solve_value value = {{0}, {0}};
    bil_standing(steps->game, steps->rules, state, solver->seats, value.points, value.place);
    add_weighted_value(solver->ending, &value, weight);
}

static void decide(struct steps *steps, const void *state, int actor, const bil_move *moves, int count, double weight,
                   struct hash seen)
{
    struct solver *solver = steps->solver;
    const struct bil_game *game = steps->game;
    if (actor == solver->seat) {
        keep_world(solver, solver->into, state, weight, seen);
        return;
    }
    int32_t value[BIL_MAX_MOVES] = {0};
    if (solver->solve->others == BIL_SOLVE_GREEDY) {
        state_bytes view;
        game->hide(steps->rules, state, actor, view.bytes);
        game->advise(steps->rules, view.bytes, moves, count, value);
    }
    int32_t best = value[0];
    int equals = 0;
    for (int i = 0; i < count; i++) {
        equals = value[i] > best ? 1 : equals + (value[i] == best);
        best = value[i] > best ? value[i] : best;
    }
    for (int i = 0; i < count && !steps->enough; i++) {
        if (value[i] == best) {
            play_on(steps, state, moves[i], weight / equals, seen);
        }
    }
}

/* ------------------------------------------------------------------ decisions of the seat */

static double ahead(int seat, int seats, const struct bil_solve_value *value)
{
    double others = 0;
    for (int other = 0; other < seats; other++) {
        others += other == seat ? 0 : value->points[other];
    }
    return value->points[seat] - others / (seats > 1 ? seats - 1 : 1);
}

static bool better(int seat, int seats, const struct bil_solve_value *a, const struct bil_solve_value *b)
{
    const double by_place = b->place[seat] - a->place[seat];
    return by_place > EQUAL || (by_place > -EQUAL && ahead(seat, seats, a) > ahead(seat, seats, b) + EQUAL);
}

double bil_solve_ahead(const struct bil_solution *solution, int move)
{
    return ahead(solution->seat, solution->seats, &solution->value[move]);
}

bool bil_solve_better(const struct bil_solution *solution, int move, int other)
{
    return better(solution->seat, solution->seats, &solution->value[move], &solution->value[other]);
}

static int reckon(struct solver *solver, const struct worlds *worlds, size_t from, size_t count, struct bil_solve_value *value,
                  struct bil_solution *tell);

/* What a move is worth in worlds that the seat cannot tell apart, whose weights add up to `all`. Returns how many decisions follow
 * one on the other, at most. */
static int reckon_move(struct solver *solver, const struct worlds *worlds, size_t from, size_t count, double all, bil_move move,
                       struct bil_solve_value *value)
{
    int depth = 0;
    const size_t size = solver->solve->game->state_size;
    const size_t bytes = solver->bytes;
    struct worlds next = {0};
    memset(value, 0, sizeof *value);
    solver->into = &next;
    solver->ending = value;
    for (size_t i = from; i < from + count && !solver->steps.enough; i++) {
        const struct world *world = &worlds->item[i];
        play_on(&solver->steps, worlds->state + world->at * size, move, world->weight / all, world->seen);
    }
    sort_worlds(&next);
    for (size_t i = 0, alike = 0; i < next.count && !solver->steps.enough; i += alike) {
        struct bil_solve_value later;
        double weight = 0;
        alike = count_alike(&next, i);
        for (size_t k = i; k < i + alike; k++) {
            weight += next.item[k].weight;
        }
        const int below = reckon(solver, &next, i, alike, &later, NULL);
        depth = below > depth ? below : depth;
        add_weighted_value(value, &later, weight);
    }
    free_worlds(&next);
    solver->into = NULL;
    solver->bytes = bytes;
    return depth;
}

/* The same worlds with the same likelihoods have the same future, whatever led to them. */
static struct hash key_of(const struct worlds *worlds, size_t from, size_t count, double all)
{
    struct hash key = {1, count};
    for (size_t i = from; i < from + count; i++) {
        const float part = (float)(worlds->item[i].weight / all); /* a float forgets what rounding has done to a double */
        key = add_hash(key, &worlds->item[i].hash, sizeof worlds->item[i].hash);
        key = add_hash(key, &part, sizeof part);
    }
    return key;
}

/* The best of the moves; `tell`: what each of them is worth. Returns how many decisions follow one on the other, this one among
 * them. */
static int reckon(struct solver *solver, const struct worlds *worlds, size_t from, size_t count, struct bil_solve_value *value,
                  struct bil_solution *tell)
{
    const struct bil_game *game = solver->solve->game;
    bil_move moves[BIL_MAX_MOVES];
    double all = 0;
    for (size_t i = from; i < from + count; i++) {
        all += worlds->item[i].weight;
    }
    struct entry entry = {.key = key_of(worlds, from, count, all), .depth = 1};
    const struct entry *known = tell ? NULL : find_reckoned(&solver->table, entry.key);
    if (known) {
        solver->solution->again++;
        *value = known->value;
        return known->depth;
    }
    solver->solution->decisions++;
    const int legal = game->moves(solver->steps.rules, worlds->state + worlds->item[from].at * game->state_size, moves);
    for (int i = 0; i < legal && !solver->steps.enough; i++) {
        struct bil_solve_value of_move;
        const int depth = 1 + reckon_move(solver, worlds, from, count, all, moves[i], &of_move);
        entry.depth = depth > entry.depth ? depth : entry.depth;
        const bool leads = i == 0 || better(solver->seat, solver->seats, &of_move, &entry.value);
        entry.value = leads ? of_move : entry.value;
        if (tell) {
            tell->best = leads ? i : tell->best;
            tell->value[i] = of_move;
            tell->move[i] = moves[i];
            tell->count = i + 1;
        }
    }
    *value = entry.value;
    note_bound(&solver->steps, !add_reckoned(&solver->table, &entry), BIL_SOLVE_FULL);
    return entry.depth;
}

/* ------------------------------------------------------------------ the whole */

/* All worlds of the view. NULL, or why they cannot be gone through. */
static const char *deal_worlds(struct solver *solver, const void *rules, struct worlds *worlds)
{
    const struct bil_solve *solve = solver->solve;
    struct bil_script script = {0};
    state_bytes world;
    do {
        struct bil_random random;
        bil_script_generator(&random, &script);
        const char *why = solve->game->deal_lazily(rules, solve->view, &random, world.bytes);
        if (why) {
            return why;
        }
        keep_world(solver, worlds, world.bytes, bil_script_chance(&script), (struct hash){0, 0});
        solver->steps.steps++;
        bound(&solver->steps);
    } while (!solver->steps.enough && bil_script_next(&script));
    note_bound(&solver->steps, script.overrun, BIL_SOLVE_DEPTH);
    sort_worlds(worlds);
    return NULL;
}

void bil_solve_run(const struct bil_solve *solve, struct bil_solution *solution)
{
    const struct bil_game *game = solve->game;
    struct solver solver = {.solve = solve, .solution = solution, .seat = game->actor(solve->rules, solve->view)};
    struct worlds worlds = {0};
    memset(solution, 0, sizeof *solution);
    solver.seats = bil_standing_seats(game, solve->rules, solve->view);
    solution->seat = solver.seat;
    solution->seats = solver.seats;
    if (!game->deal_lazily) {
        solution->outcome = BIL_SOLVE_UNFIT;
        solution->why = "this game cannot list its worlds";
        return;
    }
    void *rules = malloc(game->rules_size);
    if (!rules) {
        solution->outcome = BIL_SOLVE_TOO_MUCH;
        solution->limit = BIL_SOLVE_FULL;
        return;
    }
    memcpy(rules, solve->rules, game->rules_size);
    game->make_lazy(rules, solve->view);
    solver.begun = bil_clock_seconds();
    solver.steps = (struct steps){.game = game, .rules = rules, .seat = solver.seat, .solver = &solver};
    solution->why = deal_worlds(&solver, rules, &worlds);
    solution->worlds = worlds.count;
    if (!solution->why && !solver.steps.enough) {
        struct bil_solve_value value;
        solution->depth = reckon(&solver, &worlds, 0, worlds.count, &value, solution);
    }
    solution->outcome = solution->why ? BIL_SOLVE_UNFIT : solver.steps.enough ? BIL_SOLVE_TOO_MUCH : BIL_SOLVED;
    solution->limit = solver.steps.enough;
    solution->steps = solver.steps.steps;
    free_worlds(&worlds);
    free_table(&solver.table);
    free(rules);
}
