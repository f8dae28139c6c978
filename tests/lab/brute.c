#include "lab/brute.h"

#include "billions/script.h"
#include "unit.h"

/* ------------------------------------------------------------------ worlds with all that was seen in them */

struct world {
    double weight;
    unsigned char *state;
    unsigned char *seen; /* the views since the last decision, one after the other */
    size_t seen_length;
};
struct worlds {
    struct world *item;
    size_t count, room;
};
struct brute {
    const struct tiny *tiny;
    int seat, seats;
    enum bil_solve_others others;
    uint64_t steps, most;
    bool enough;
};

static void add_world(const struct brute *brute, struct worlds *worlds, const void *state, double weight, const unsigned char *seen,
                      size_t seen_length)
{
    if (worlds->count == worlds->room) {
        worlds->room = worlds->room ? 2 * worlds->room : 16;
        worlds->item = realloc(worlds->item, worlds->room * sizeof *worlds->item);
        assert_non_null(worlds->item);
    }
    struct world *world = &worlds->item[worlds->count++];
    *world = (struct world){.weight = weight, .seen_length = seen_length};
    world->state = malloc(brute->tiny->game->state_size);
    world->seen = malloc(seen_length + 1);
    assert_true(world->state && world->seen);
    memcpy(world->state, state, brute->tiny->game->state_size);
    memcpy(world->seen, seen, seen_length);
}

static void free_worlds(struct worlds *worlds)
{
    for (size_t i = 0; i < worlds->count; i++) {
        free(worlds->item[i].state);
        free(worlds->item[i].seen);
    }
    free(worlds->item);
}

/* ------------------------------------------------------------------ from one decision to the next */

static void play_on(struct brute *brute, const void *state, double weight, const unsigned char *seen, size_t seen_length,
                    struct worlds *next, struct bil_solve_value *ended);

static void play_move(struct brute *brute, const void *state, bil_move move, double weight, const unsigned char *seen,
                      size_t seen_length, struct worlds *next, struct bil_solve_value *ended)
{
    const struct bil_game *game = brute->tiny->game;
    struct bil_script script = {0};
    unsigned char after[BIL_MAX_STATE] __attribute__((aligned(16)));
    unsigned char *longer = malloc(seen_length + BIL_MAX_STATE);
    assert_non_null(longer);
    memcpy(longer, seen, seen_length);
    do {
        struct bil_random random;
        brute->enough = brute->enough || ++brute->steps > brute->most;
        if (brute->enough) {
            break;
        }
        memcpy(after, state, game->state_size);
        bil_script_generator(&random, &script);
        game->apply(brute->tiny->rules, after, move, &random, NULL);
        brute->enough = brute->enough || script.overrun;
        memset(longer + seen_length, 0, game->state_size);
        game->hide(brute->tiny->rules, after, brute->seat, longer + seen_length);
        play_on(brute, after, weight * bil_script_chance(&script), longer, seen_length + game->state_size, next, ended);
    } while (bil_script_next(&script));
    free(longer);
}

static void end(const struct brute *brute, const void *state, double weight, struct bil_solve_value *ended)
{
    const struct bil_game *game = brute->tiny->game;
    uint8_t place[BIL_MAX_SEATS] = {0};
    game->rank(brute->tiny->rules, state, place);
    for (int seat = 0; seat < brute->seats; seat++) {
        struct bil_score score;
        int shared = 0;
        for (int other = 0; other < brute->seats; other++) {
            shared += place[other] == place[seat];
        }
        game->score(brute->tiny->rules, state, seat, &score);
        ended->place[seat] += weight * (place[seat] + (shared - 1) / 2.0);
        ended->points[seat] += weight * score.total;
    }
}

static void play_on(struct brute *brute, const void *state, double weight, const unsigned char *seen, size_t seen_length,
                    struct worlds *next, struct bil_solve_value *ended)
{
    const struct bil_game *game = brute->tiny->game;
    bil_move moves[BIL_MAX_MOVES];
    int32_t value[BIL_MAX_MOVES] = {0};
    const int actor = game->actor(brute->tiny->rules, state);
    if (actor == BIL_OVER) {
        end(brute, state, weight, ended);
        return;
    }
    const int count = game->moves(brute->tiny->rules, state, moves);
    if (actor == brute->seat && count > 1) {
        add_world(brute, next, state, weight, seen, seen_length);
        return;
    }
    if (count > 1 && brute->others == BIL_SOLVE_GREEDY) {
        unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16)));
        game->hide(brute->tiny->rules, state, actor, view);
        game->advise(brute->tiny->rules, view, moves, count, value);
    }
    int32_t most = INT32_MIN;
    int equals = 0;
    for (int i = 0; i < count; i++) {
        most = value[i] > most ? value[i] : most;
    }
    for (int i = 0; i < count; i++) {
        equals += value[i] == most;
    }
    for (int i = 0; i < count; i++) {
        if (value[i] == most) {
            play_move(brute, state, moves[i], weight / equals, seen, seen_length, next, ended);
        }
    }
}

/* ------------------------------------------------------------------ decisions */

static double ahead(const struct brute *brute, const struct bil_solve_value *value)
{
    double sum = 0;
    for (int seat = 0; seat < brute->seats; seat++) {
        sum += value->points[seat];
    }
    return value->points[brute->seat] - (sum - value->points[brute->seat]) / (brute->seats - 1);
}

/* Sums of values times weights, of the best move. */
static struct bil_solve_value decide(struct brute *brute, const struct worlds *worlds, struct bil_solution *tell)
{
    const struct bil_game *game = brute->tiny->game;
    struct bil_solve_value best = {{0}, {0}};
    bil_move moves[BIL_MAX_MOVES];
    double all = 0;
    for (size_t i = 0; i < worlds->count; i++) {
        all += worlds->item[i].weight;
    }
    const int count = game->moves(brute->tiny->rules, worlds->item[0].state, moves);
    for (int m = 0; m < count && !brute->enough; m++) {
        struct bil_solve_value value = {{0}, {0}};
        struct worlds next = {0};
        for (size_t i = 0; i < worlds->count && !brute->enough; i++) {
            play_move(brute, worlds->item[i].state, moves[m], worlds->item[i].weight, (const unsigned char *)"", 0, &next, &value);
        }
        bool *taken = calloc(next.count + 1, sizeof *taken);
        assert_non_null(taken);
        for (size_t i = 0; i < next.count && !brute->enough; i++) { /* those that look alike are decided together */
            struct worlds alike = {0};
            for (size_t k = i; k < next.count && !taken[i]; k++) {
                const struct world *one = &next.item[i];
                const struct world *other = &next.item[k];
                if (!taken[k] && one->seen_length == other->seen_length && memcmp(one->seen, other->seen, one->seen_length) == 0) {
                    taken[k] = k > i;
                    add_world(brute, &alike, other->state, other->weight, other->seen, 0);
                }
            }
            if (alike.count > 0) {
                const struct bil_solve_value later = decide(brute, &alike, NULL);
                for (int seat = 0; seat < brute->seats; seat++) {
                    value.place[seat] += later.place[seat];
                    value.points[seat] += later.points[seat];
                }
            }
            free_worlds(&alike);
        }
        free(taken);
        free_worlds(&next);
        const double nearer = best.place[brute->seat] - value.place[brute->seat];
        if (m == 0 || nearer > 1e-9 * all || (nearer > -1e-9 * all && ahead(brute, &value) > ahead(brute, &best) + 1e-9 * all)) {
            best = value;
        }
        if (tell) {
            tell->move[m] = moves[m];
            tell->count = m + 1;
            for (int seat = 0; seat < brute->seats; seat++) {
                tell->value[m].place[seat] = value.place[seat] / all;
                tell->value[m].points[seat] = value.points[seat] / all;
            }
        }
    }
    return best;
}

bool brute_solve(const struct tiny *tiny, const void *view, enum bil_solve_others others, uint64_t most,
                 struct bil_solution *solution)
{
    const struct bil_game *game = tiny->game;
    struct brute brute = {.tiny = tiny, .others = others, .most = most, .seat = game->actor(tiny->rules, view)};
    struct bil_script script = {0};
    struct worlds worlds = {0};
    uint8_t place[BIL_MAX_SEATS] = {0};
    game->rank(tiny->rules, view, place);
    while (place[brute.seats]) {
        brute.seats++;
    }
    *solution = (struct bil_solution){.seat = brute.seat, .seats = brute.seats};
    do {
        unsigned char world[BIL_MAX_STATE] __attribute__((aligned(16)));
        struct bil_random random;
        bil_script_generator(&random, &script);
        game->deal(tiny->rules, view, &random, world);
        add_world(&brute, &worlds, world, bil_script_chance(&script), (const unsigned char *)"", 0);
        brute.enough = brute.enough || script.overrun || worlds.count > most / 10;
    } while (!brute.enough && bil_script_next(&script));
    if (!brute.enough) {
        decide(&brute, &worlds, solution);
    }
    free_worlds(&worlds);
    return !brute.enough;
}
