/* What a designer asks of an edition and its options, measured over many games of bots: how long, how close, who wins from where,
 * what becomes of every card, and what each card and each option is worth in paired deals.
 *
 * Game i has a seed of its own (bil_bot_game_seed). The first `pairs` games are played again in variants: with one card of an
 * opening hand exchanged, with one option set otherwise, with another edition; each variant is compared with its own game alone.
 * Sums are of whole numbers: the result is the same for any number of threads. Nothing here knows a particular game. */
#ifndef BILLIONS_LAB_STUDY_H
#define BILLIONS_LAB_STUDY_H

#include <stdatomic.h>

#include "billions/bot.h"
#include "billions/counts.h"
#include "billions/game.h"
#include "lab/simulation/interval.h"
#include "table/external_bot.h"

enum {
    BIL_STUDY_THREADS = 256,
    BIL_STUDY_LENGTHS = 512, /* the last counts all that are longer */
    BIL_STUDY_PARTS = 12,    /* of a game, at whose ends the lead is looked at */
    BIL_STUDY_VARIANTS = 64,
    BIL_STUDY_SETTINGS = 80,
    BIL_STUDY_SHARE = 60 /* a win; one shared by three is 20 */
};

/* Sums over games of whole numbers, and what they say of a mean or a share, with a 95 % interval. A game adds a pair: of `n` cases
 * it had, `w` is the sum. The figure is the sum of all w over the sum of all n, and the interval is over games, never over the
 * cases within one, which share its chance. Sums of whole numbers are the same in any order. */
struct bil_tally {
    uint64_t games; /* that had a case */
    int64_t n, w, nn, nw, ww;
};

static inline void bil_tally_add(struct bil_tally *tally, int64_t n, int64_t w)
{
    tally->games += n != 0;
    tally->n += n;
    tally->w += w;
    tally->nn += n * n;
    tally->nw += n * w;
    tally->ww += w * w;
}

/* The mean of w for one of n, divided by `scale`. All 0 to infinity where nothing was counted. */
struct bil_interval bil_tally_mean(const struct bil_tally *tally, double scale);

/* The same where every w is between 0 and scale * n. */
struct bil_interval bil_tally_share(const struct bil_tally *tally, double scale);

/* A share: `had` games of `games` had it. */
struct bil_interval bil_tally_part(uint64_t had, uint64_t games);

/* The same game under other rules. */
struct bil_study_variant {
    char key[24], value[48];  /* "cut", "fifth"; or "edition", and its file */
    struct bil_config config; /* its settings stand in `setting` */
    struct bil_setting setting[BIL_STUDY_SETTINGS];
    void *rules, *quick;
};

struct bil_study {
    const struct bil_game *game;
    struct bil_config config;
    const struct bil_bot *bot[BIL_MAX_SEATS]; /* by seat */
    uint8_t seed[BIL_SEED_BYTES];
    uint64_t games, pairs; /* `pairs` at most `games` */
    uint64_t first, count; /* for a part: the number of games to play from the first on; 0: all of them */
    int threads;
    const atomic_bool *stop;                          /* NULL, or set by somebody to end early */
    void (*progress)(void *context, uint64_t played); /* NULL, or called about ten times a second by the caller's thread */
    void *context;

    /* Made by bil_study_open. */
    const struct bil_counts *counts; /* the game's, or one that counts nothing */
    void *rules, *quick;
    int variants;
    struct bil_study_variant variant[BIL_STUDY_VARIANTS];
    bool thing[BIL_MAX_THINGS]; /* which things the edition has */
    int swaps;                  /* how many of them are tried in exchanges */
};

/* What came of games by one seat, or one role. */
struct bil_study_seat {
    struct bil_tally wins, points;
};
struct bil_study_thing {
    struct bil_tally came;               /* a game */
    struct bil_tally played, held, away; /* of those that came: played, still in a hand at the end, put away unplayed */
    struct bil_tally worth, worth_wins;  /* in exchanges: points and wins (in shares) more for the seat that has it */
};
/* What a variant makes of a game: the difference, variant less base. */
struct bil_study_change {
    struct bil_tally length, points, margin; /* points: the mean of all seats; margin: of the first over the second */
    struct bil_tally winner;                 /* deals that end otherwise */
};

/* study_sums.c names each member in rows, from which sums are merged, written and read: who adds one adds a row. */
struct bil_study_sums {
    uint64_t games, deals, played; /* base games; of them with variants; all games */
    uint64_t decisions, hash;
    struct bil_tally length, points, best, margin, shared;
    struct bil_tally changes;                /* of the lead */
    struct bil_tally ahead[BIL_STUDY_PARTS]; /* [k]: who leads alone after k + 1 parts, and wins */
    struct bil_tally never_lost;             /* of those who lead alone after a third: from then on to the end */
    uint64_t lengths[BIL_STUDY_LENGTHS];     /* games by length */
    uint64_t ending[BIL_MAX_ENDINGS];
    uint64_t criterion[1 + BIL_MAX_ENDINGS];   /* [0]: a shared win, [1 + i]: decided by tie_breaks[i] */
    struct bil_study_seat seat[BIL_MAX_SEATS]; /* by seat */
    struct bil_study_seat turn[BIL_MAX_SEATS]; /* by order behind the seat that began, in games that say which did */
    struct bil_study_seat role[BIL_MAX_ROLES];
    struct bil_study_thing thing[BIL_MAX_THINGS];
    struct bil_study_change change[BIL_STUDY_VARIANTS];
    struct bil_external_bot_count external[BIL_MAX_SEATS]; /* of bots in other programs, by seat, in all games; without a row */
};

/* Makes the rules and finds the variants: each value of each option that can be read off its list of values, other than the one in
 * force. False and a sentence if the configuration is wrong. Close it in either case. */
bool bil_study_open(struct bil_study *study, struct bil_error *error);
/* One more variant: another edition. `name` is what to call it. */
bool bil_study_against(struct bil_study *study, const struct bil_value *edition, const char *name, struct bil_error *error);
void bil_study_close(struct bil_study *study);

/* How many games it plays, of its part or in all; exchanges that a deal does not allow are not among those played. */
uint64_t bil_study_all(const struct bil_study *study);

/* Plays its part, or all. False and a sentence if an invariant of running broke. Stopped, the sums are of what was played. */
bool bil_study_run(const struct bil_study *study, struct bil_study_sums *sums, struct bil_error *error);

/* One base game with its variants into the sums: what a thread does (study_game.c). False if it was stopped or failed. */
bool bil_study_play(const struct bil_study *study, uint64_t number, struct bil_study_sums *sums, atomic_uint_fast64_t *played,
                    struct bil_error *error);

/* Adds the sums of other games of the same study; the order means nothing. */
void bil_study_merge(struct bil_study_sums *to, const struct bil_study_sums *from);

/* The members of sums, into an object that was begun; and from there. No number read is larger than `room`. */
void bil_study_write(const struct bil_study_sums *sums, struct bil_text *out);
bool bil_study_read(const struct bil_value *object, int64_t room, struct bil_study_sums *sums, struct bil_error *error);

#endif
