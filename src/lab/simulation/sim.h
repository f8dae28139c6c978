/* Mass simulation: many games of bots against bots, over threads, and what came of them.
 *
 * Game i has a seed of its own, made from the run's seed and i (bil_bot_game_seed), and every sum is one of whole numbers: the
 * result is the same for any number of threads. Where no bot looks, the rules are `fast`, which leads to the same games. */
#ifndef BILLIONS_LAB_SIM_H
#define BILLIONS_LAB_SIM_H

#include <stdatomic.h>

#include "billions/bot.h"
#include "billions/game.h"
#include "lab/simulation/interval.h"
#include "table/external_bot.h"

enum { BIL_SIM_THREADS = 256, BIL_SIM_LENGTHS = 512 };

struct bil_sim {
    const struct bil_game *game;
    struct bil_config config;                 /* `fast` is set by the simulation */
    const struct bil_bot *bot[BIL_MAX_SEATS]; /* entrant e; without `rotate` entrant e sits at seat e */
    uint8_t seed[BIL_SEED_BYTES];
    uint64_t first;          /* the number of the first game: 0, but for a part of a run */
    uint64_t games;          /* the number from there on */
    int threads;             /* 1 to BIL_SIM_THREADS */
    bool rotate;             /* in game i entrant e sits at seat (e + i) mod seats */
    bool slow;               /* never use the fast rules: for tests that both play the same games */
    bool check;              /* test every invariant after every move */
    const char *record_dir;  /* NULL, or an existing folder: a record of every game is written there */
    const atomic_bool *stop; /* NULL, or set by somebody to end early */
    void (*progress)(void *context,
                     uint64_t done); /* NULL, or called about ten times a second, by the thread that called bil_sim_run */
    void *context;
};

/* What became of one entrant. */
struct bil_sim_entrant {
    uint64_t win_shares; /* wins in 60ths: a win shared by three is 20 */
    int64_t score_sum;
    uint64_t score_squares;
    int score_low, score_high;
};

struct bil_sim_result {
    uint64_t games;             /* played; fewer than asked for if it was stopped */
    uint64_t decisions;         /* as they would stand in records */
    uint64_t shortest, longest; /* games, in decisions */
    uint64_t hash;              /* over all final states, whatever the order in which games ended */
    double seconds;             /* that it took here */
    struct bil_sim_entrant entrant[BIL_MAX_SEATS];
    struct bil_external_bot_count external[BIL_MAX_SEATS]; /* of bots in other programs, by entrant */
    uint64_t length[BIL_SIM_LENGTHS]; /* games by their length in game->length_unit; the last counts all that are longer */
    uint64_t ending[BIL_MAX_ENDINGS]; /* games by how they ended */
};

/* Plays all games. False and a sentence if the configuration is wrong, a record cannot be written (*unwritable is then true), or an
 * invariant broke (the sentence then names the seed). `unwritable` may be NULL. */
bool bil_sim_run(const struct bil_sim *sim, struct bil_sim_result *result, bool *unwritable, struct bil_error *error);

/* Adds the result of other games of the same simulation; the order of games means nothing. */
void bil_sim_merge(struct bil_sim_result *to, const struct bil_sim_result *from);

/* A rate with the interval that holds it 95 times in 100 (Wilson's, over games that do not depend on each other). */
struct bil_interval bil_sim_win_rate(const struct bil_sim_result *result, int entrant);
double bil_sim_mean_score(const struct bil_sim_result *result, int entrant);
/* The length that the part `of_games` (0 to 1) of all games does not exceed: 0.5 is the median. */
int bil_sim_length(const struct bil_sim_result *result, double of_games);
double bil_sim_sd_score(const struct bil_sim_result *result, int entrant); /* of single games */

#endif
