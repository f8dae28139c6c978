/* Plays games and writes positions to learn from (tools/study/train-net): what one seat sees in the middle of a game, and how that
 * game ended. No part of a release.
 *
 *     billions-samples GAME --parts
 *     billions-samples GAME PLAYERS GAMES SEED TYPICAL [PLAYOUTS] >samples
 *
 * The first prints what an observation is made of: name, row, first number, how many, the largest. The second writes records of 32
 * floats and the observation as 16-bit numbers: for six seats points at the end, 0 to 1 by place, points now, the mean of points
 * after PLAYOUTS playouts; then the seat that looks, the seat that is asked, the number of the decision and how many the game had.
 *
 * Games go on as playouts do, by advice with as much chance as the game says. To see positions of all kinds, each begins with a
 * stretch of up to TYPICAL decisions in which more is left to chance, and what is written comes from behind it. Same words, same
 * bytes. Must never write what a seat could not know. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/game.h"
#include "bots/policy.h"
#include "bots/standing.h"
#include "kit/observation.h"

enum { A_GAME = 4, HEAD = 32, STREAM_GAME = 0x534d50, STREAM_PLAYOUT };

struct sample {
    float head[HEAD];
    uint16_t numbers[BIL_MAX_OBSERVATION];
};

struct maker {
    const struct bil_game *game;
    int seats, typical, playouts;
    double chance;
    uint8_t seed[BIL_SEED_BYTES];
    _Alignas(64) unsigned char rules[BIL_MAX_RULES], quick[BIL_MAX_RULES];
    struct bil_observer observer; /* of quick rules: a net is asked in playouts, which keep no knowledge up */
    struct sample sample[A_GAME];
};

static double part(struct bil_random *random)
{
    return (double)(bil_random_word(random) >> 8) * 0x1p-24;
}

static bil_move choose(const struct maker *maker, const void *rules, const void *state, double chance, int *count,
                       struct bil_random *random)
{
    bil_move list[BIL_MAX_MOVES];
    int32_t value[BIL_MAX_MOVES];
    *count = maker->game->moves(rules, state, list);
    if (*count == 1) {
        return list[0];
    }
    if (part(random) < chance) {
        return list[bil_random_below(random, (uint32_t)*count)];
    }
    bil_policy_advise(maker->game, -1, rules, state, list, *count, value, NULL);
    return list[bil_policy_best(value, *count, random)];
}

static void score(const struct maker *maker, const void *state, float points[BIL_MAX_SEATS], float places[BIL_MAX_SEATS])
{
    double now[BIL_MAX_SEATS];
    double place[BIL_MAX_SEATS];
    bil_standing(maker->game, maker->quick, state, maker->seats, now, place);
    for (int seat = 0; seat < maker->seats; seat++) {
        points[seat] = (float)now[seat];
        places[seat] = (float)((maker->seats - place[seat]) / (maker->seats - 1));
    }
}

static void forget_knowledge(const struct maker *maker, unsigned char *state)
{
    memset(state + maker->game->facts_size, 0, maker->game->state_size - maker->game->facts_size);
}

/* What playouts from this seat's view come to: what the net has to beat. */
static void play_out(const struct maker *maker, const void *state, int viewer, struct bil_random *random, float mean[BIL_MAX_SEATS])
{
    const struct bil_game *game = maker->game;
    _Alignas(64) unsigned char view[BIL_MAX_STATE], world[BIL_MAX_STATE];
    float points[BIL_MAX_SEATS], places[BIL_MAX_SEATS];
    game->hide(maker->rules, state, viewer, view);
    for (int p = 0; p < maker->playouts; p++) {
        game->deal(maker->rules, view, random, world);
        forget_knowledge(maker, world);
        for (int decisions = 0;
             game->actor(maker->quick, world) != BIL_OVER && (!game->foresight || decisions < game->foresight);) {
            int count = 0;
            const bil_move move = choose(maker, maker->quick, world, maker->chance, &count, random);
            decisions += count > 1;
            game->apply(maker->quick, world, move, random, NULL);
        }
        score(maker, world, points, places);
        for (int seat = 0; seat < maker->seats; seat++) {
            mean[seat] += points[seat] / (float)maker->playouts;
        }
    }
}

static void take_sample(const struct maker *maker, const void *state, int step, struct bil_random *random, struct sample *sample)
{
    _Alignas(64) unsigned char world[BIL_MAX_STATE], view[BIL_MAX_STATE];
    float places[BIL_MAX_SEATS];
    const int viewer = (int)bil_random_below(random, (uint32_t)maker->seats);
    memset(sample->head, 0, sizeof sample->head);
    memcpy(world, state, maker->game->state_size);
    forget_knowledge(maker, world);
    maker->game->hide(maker->quick, world, viewer, view);
    bil_observe(&maker->observer, view, sample->numbers);
    score(maker, world, &sample->head[12], places);
    sample->head[24] = (float)viewer;
    sample->head[25] = (float)maker->game->actor(maker->quick, world);
    sample->head[26] = (float)step;
    if (maker->playouts > 0) {
        play_out(maker, state, viewer, random, &sample->head[18]);
    }
}

/* One game; false if nothing more can be written. */
static bool play(struct maker *maker, uint32_t number)
{
    const struct bil_game *game = maker->game;
    const void *rules = maker->playouts > 0 ? maker->rules : maker->quick; /* worlds to play out are dealt by what seats know */
    _Alignas(64) unsigned char state[BIL_MAX_STATE] = {0};
    struct bil_random random, own;
    bil_random_stream(&random, maker->seed, STREAM_GAME, number);
    bil_random_stream(&own, maker->seed, STREAM_PLAYOUT, number);
    game->setup(rules, &random, state, NULL);
    const int wild = (int)bil_random_below(&own, (uint32_t)maker->typical);
    const double chance = 0.05 + 0.5 * part(&own);
    const uint32_t every = (uint32_t)maker->typical / 3 + 1;
    int next = wild + 1 + (int)bil_random_below(&own, every);
    int step = 0, taken = 0, count = 0;
    while (game->actor(rules, state) != BIL_OVER) {
        const bil_move move = choose(maker, rules, state, step < wild ? chance : maker->chance, &count, &random);
        if (count > 1 && ++step == next) {
            if (taken < A_GAME) {
                take_sample(maker, state, step, &own, &maker->sample[taken++]);
            }
            next = step + 1 + (int)bil_random_below(&own, every);
        }
        game->apply(rules, state, move, &random, NULL);
    }
    float points[BIL_MAX_SEATS] = {0}, places[BIL_MAX_SEATS] = {0};
    score(maker, state, points, places);
    for (int i = 0; i < taken; i++) {
        struct sample *sample = &maker->sample[i];
        memcpy(&sample->head[0], points, sizeof points);
        memcpy(&sample->head[6], places, sizeof places);
        sample->head[27] = (float)step;
        if (fwrite(sample->head, sizeof sample->head, 1, stdout) != 1 ||
            fwrite(sample->numbers, sizeof *sample->numbers, (size_t)maker->observer.size, stdout) !=
                (size_t)maker->observer.size) {
            return false;
        }
    }
    return true;
}

static void print_part(void *context, const struct bil_observed *part)
{
    (void)context;
    printf("%s %s %d %d %d\n", part->name, part->row, part->at, part->count, part->most);
}

int main(int argc, char **argv)
{
    static struct maker maker;
    struct bil_error error;
    maker.game = argc > 1 ? bil_game_find(argv[1]) : NULL;
    if (maker.game && argc == 3 && strcmp(argv[2], "--parts") == 0) {
        bil_observation_parts(maker.game, print_part, NULL);
        return EXIT_SUCCESS;
    }
    if (!maker.game || argc < 6) {
        fprintf(stderr, "usage: billions-samples GAME --parts | GAME PLAYERS GAMES SEED TYPICAL [PLAYOUTS]\n");
        return EXIT_FAILURE;
    }
    maker.seats = atoi(argv[2]);
    maker.chance = bil_policy_chance(maker.game);
    const long games = atol(argv[3]);
    maker.typical = atoi(argv[5]) > 0 ? atoi(argv[5]) : 1;
    maker.playouts = argc > 6 ? atoi(argv[6]) : 0;
    memcpy(maker.seed, argv[4], strnlen(argv[4], sizeof maker.seed));
    struct bil_config config = {.seats = maker.seats};
    if (!maker.game->rules_init(&config, maker.rules, &error)) {
        fprintf(stderr, "billions-samples: %s\n", error.text);
        return EXIT_FAILURE;
    }
    config.fast = true;
    maker.game->rules_init(&config, maker.quick, &error);
    bil_observer_make(maker.game, maker.quick, &maker.observer);
    for (long number = 0; number < games; number++) {
        if (!play(&maker, (uint32_t)number)) {
            return EXIT_FAILURE; /* whoever reads has enough */
        }
    }
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
