/* What is best (solve.h). Must never let a decision of the seat hang on what its view does not show. */
#include "lab/solver/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "billions/script.h"
#include "bots/standing.h"
#include "lab/solver/solve_internal.h"
#include "table/clock.h"

static const double EQUAL = 1e-9; /* of places and of points: what is nearer than this differs by rounding alone */
enum { OFTEN = 256, NOW_AND_THEN = 1 << 16 };

struct solver {
    const struct bil_solve *solve;
    struct bil_solution *solution;
    struct bil_solve_steps steps;
    struct bil_solve_table table;
    double begun;
    size_t bytes; /* of worlds that are kept now */
    int seat, seats;
    struct bil_solve_worlds *into;  /* where the worlds before its next decision go */
    struct bil_solve_value *ending; /* and what the games that ended before it came to, times their weights */
};

/* ------------------------------------------------------------------ bounds */

static void bound(struct bil_solve_steps *steps)
{
    const struct solver *solver = steps->context;
    const struct bil_solve *solve = solver->solve;
    bil_solve_bound(steps, solve->steps && steps->steps > solve->steps, BIL_SOLVE_STEPS);
    if (steps->steps % OFTEN == 0) {
        bil_solve_bound(steps, solve->stop && atomic_load_explicit(solve->stop, memory_order_relaxed), BIL_SOLVE_ENDED);
        bil_solve_bound(steps, solve->seconds > 0 && bil_clock_seconds() - solver->begun > solve->seconds, BIL_SOLVE_SECONDS);
    }
    if (solve->progress && steps->steps % NOW_AND_THEN == 0) {
        solve->progress(solve->context, steps->steps);
    }
}

static void keep_world(struct solver *solver, struct bil_solve_worlds *worlds, const void *state, double weight,
                       struct bil_solve_hash seen)
{
    const size_t size = solver->solve->game->state_size;
    const size_t most = solver->solve->memory ? solver->solve->memory : (size_t)BIL_SOLVE_MEMORY;
    solver->bytes += size + sizeof(struct bil_solve_world);
    bil_solve_bound(&solver->steps, solver->bytes > most || !bil_solve_worlds_add(worlds, state, size, weight, seen),
                    BIL_SOLVE_FULL);
}

/* ------------------------------------------------------------------ what happens between two decisions of the seat */

static void add_weighted_value(struct bil_solve_value *sum, const struct bil_solve_value *value, double weight)
{
    for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
        sum->place[seat] += weight * value->place[seat];
        sum->points[seat] += weight * value->points[seat];
    }
}

static void end(struct bil_solve_steps *steps, const void *state, double weight)
{
    const struct solver *solver = steps->context;
    struct bil_solve_value value = {{0}, {0}};
    bil_standing(steps->game, steps->rules, state, solver->seats, value.points, value.place);
    add_weighted_value(solver->ending, &value, weight);
}

static void decide(struct bil_solve_steps *steps, const void *state, int actor, const bil_move *moves, int count, double weight,
                   struct bil_solve_hash seen)
{
    struct solver *solver = steps->context;
    const struct bil_game *game = steps->game;
    if (actor == solver->seat) {
        keep_world(solver, solver->into, state, weight, seen);
        return;
    }
    int32_t value[BIL_MAX_MOVES] = {0};
    if (solver->solve->others == BIL_SOLVE_GREEDY) {
        bil_solve_state view;
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
            bil_solve_play(steps, state, moves[i], weight / equals, seen);
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

static int reckon(struct solver *solver, const struct bil_solve_worlds *worlds, size_t from, size_t count,
                  struct bil_solve_value *value, struct bil_solution *tell);

/* What a move is worth in worlds that the seat cannot tell apart, whose weights add up to `all`. Returns how many decisions follow
 * one on the other, at most. */
static int reckon_move(struct solver *solver, const struct bil_solve_worlds *worlds, size_t from, size_t count, double all,
                       bil_move move, struct bil_solve_value *value)
{
    int depth = 0;
    const size_t size = solver->solve->game->state_size;
    const size_t bytes = solver->bytes;
    struct bil_solve_worlds next = {0};
    memset(value, 0, sizeof *value);
    solver->into = &next;
    solver->ending = value;
    for (size_t i = from; i < from + count && !solver->steps.enough; i++) {
        const struct bil_solve_world *world = &worlds->item[i];
        bil_solve_play(&solver->steps, worlds->state + world->at * size, move, world->weight / all, world->seen);
    }
    bil_solve_worlds_sort(&next);
    for (size_t i = 0, alike = 0; i < next.count && !solver->steps.enough; i += alike) {
        struct bil_solve_value later;
        double weight = 0;
        alike = bil_solve_worlds_alike(&next, i);
        for (size_t k = i; k < i + alike; k++) {
            weight += next.item[k].weight;
        }
        const int below = reckon(solver, &next, i, alike, &later, NULL);
        depth = below > depth ? below : depth;
        add_weighted_value(value, &later, weight);
    }
    bil_solve_worlds_free(&next);
    solver->into = NULL;
    solver->bytes = bytes;
    return depth;
}

/* The same worlds with the same likelihoods have the same future, whatever led to them. */
static struct bil_solve_hash key_of(const struct bil_solve_worlds *worlds, size_t from, size_t count, double all)
{
    struct bil_solve_hash key = {1, count};
    for (size_t i = from; i < from + count; i++) {
        const float part = (float)(worlds->item[i].weight / all); /* a float forgets what rounding has done to a double */
        key = bil_solve_hash_add(key, &worlds->item[i].hash, sizeof worlds->item[i].hash);
        key = bil_solve_hash_add(key, &part, sizeof part);
    }
    return key;
}

/* The best of the moves; `tell`: what each of them is worth. Returns how many decisions follow one on the other, this one among
 * them. */
static int reckon(struct solver *solver, const struct bil_solve_worlds *worlds, size_t from, size_t count,
                  struct bil_solve_value *value, struct bil_solution *tell)
{
    const struct bil_game *game = solver->solve->game;
    bil_move moves[BIL_MAX_MOVES];
    double all = 0;
    for (size_t i = from; i < from + count; i++) {
        all += worlds->item[i].weight;
    }
    struct bil_solve_entry entry = {.key = key_of(worlds, from, count, all), .depth = 1};
    const struct bil_solve_entry *known = tell ? NULL : bil_solve_table_find(&solver->table, entry.key);
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
    bil_solve_bound(&solver->steps, !bil_solve_table_add(&solver->table, &entry), BIL_SOLVE_FULL);
    return entry.depth;
}

/* ------------------------------------------------------------------ the whole */

/* All worlds of the view. NULL, or why they cannot be gone through. */
static const char *deal_worlds(struct solver *solver, const void *rules, struct bil_solve_worlds *worlds)
{
    const struct bil_solve *solve = solver->solve;
    struct bil_script script = {0};
    bil_solve_state world;
    do {
        struct bil_random random;
        bil_script_generator(&random, &script);
        const char *why = solve->game->deal_lazily(rules, solve->view, &random, world.bytes);
        if (why) {
            return why;
        }
        keep_world(solver, worlds, world.bytes, bil_script_chance(&script), (struct bil_solve_hash){0, 0});
        solver->steps.steps++;
        bound(&solver->steps);
    } while (!solver->steps.enough && bil_script_next(&script));
    bil_solve_bound(&solver->steps, script.overrun, BIL_SOLVE_DEPTH);
    bil_solve_worlds_sort(worlds);
    return NULL;
}

void bil_solve_run(const struct bil_solve *solve, struct bil_solution *solution)
{
    const struct bil_game *game = solve->game;
    struct solver solver = {.solve = solve, .solution = solution, .seat = game->actor(solve->rules, solve->view)};
    struct bil_solve_worlds worlds = {0};
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
    solver.steps = (struct bil_solve_steps){
        .game = game, .rules = rules, .seat = solver.seat, .decide = decide, .end = end, .bound = bound, .context = &solver};
    solution->why = deal_worlds(&solver, rules, &worlds);
    solution->worlds = worlds.count;
    if (!solution->why && !solver.steps.enough) {
        struct bil_solve_value value;
        solution->depth = reckon(&solver, &worlds, 0, worlds.count, &value, solution);
    }
    solution->outcome = solution->why ? BIL_SOLVE_UNFIT : solver.steps.enough ? BIL_SOLVE_TOO_MUCH : BIL_SOLVED;
    solution->limit = solver.steps.enough;
    solution->steps = solver.steps.steps;
    bil_solve_worlds_free(&worlds);
    bil_solve_table_free(&solver.table);
    free(rules);
}

/* ------------------------------------------------------------------ perft by the same steps */

struct count {
    int left;
    uint64_t sequences;
};

static void count_end(struct bil_solve_steps *steps, const void *state, double weight)
{
    struct count *count = steps->context;
    (void)state;
    (void)weight;
    count->sequences += count->left == 0;
}

static void count_decide(struct bil_solve_steps *steps, const void *state, int actor, const bil_move *moves, int n, double weight,
                         struct bil_solve_hash seen)
{
    struct count *count = steps->context;
    (void)actor;
    if (count->left == 0) {
        count->sequences++;
        return;
    }
    count->left--;
    for (int i = 0; i < n; i++) {
        bil_solve_play(steps, state, moves[i], weight, seen);
    }
    count->left++;
}

static void no_chance(struct bil_solve_steps *steps)
{
    bil_solve_bound(steps, steps->chance, BIL_SOLVE_STEPS);
}

uint64_t bil_solve_sequences(const struct bil_game *game, const void *rules, const void *state, int depth)
{
    struct count count = {.left = depth};
    struct bil_solve_steps steps = {.game = game,
                                    .rules = rules,
                                    .seat = -1,
                                    .recorded = true,
                                    .decide = count_decide,
                                    .end = count_end,
                                    .bound = no_chance,
                                    .context = &count};
    bil_solve_go_on(&steps, state, 1, (struct bil_solve_hash){0, 0});
    return steps.chance ? 0 : count.sequences;
}
