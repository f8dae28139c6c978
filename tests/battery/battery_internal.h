/* What the files of the battery share: a game under test, and the questions each file asks of it. Included by them alone.
 *
 * Each question returns true, or writes one line into the report and returns false. */
#ifndef TESTS_BATTERY_INTERNAL_H
#define TESTS_BATTERY_INTERNAL_H

#include <stdio.h>
#include <string.h>

#include "battery/battery.h"
#include "kit/notation.h"
#include "kit/observation.h"

enum { GUARD = 64, POOL = 64, SEEN = 4096 };

/* A state with guards on both sides, where nobody may write. */
struct room {
    _Alignas(64) uint8_t before[GUARD];
    _Alignas(64) uint8_t state[BIL_MAX_STATE];
    uint8_t after[GUARD];
};

/* A view that was observed, found again by a hash of its observation. */
struct seen {
    uint64_t hash; /* 0: none */
    _Alignas(64) uint8_t view[BIL_MAX_STATE];
};

/* One game under test. */
struct run {
    const struct battery *battery;
    const struct bil_game *game;
    const void *rules;
    const void *fast_rules;
    struct battery_count *count;
    struct bil_text *report;
    uint64_t number; /* of the game */
    int ply;
    int actor;
    int move_count;
    bil_move move[BIL_MAX_MOVES + 1];
    struct room now;
    struct bil_random chance;
    struct bil_random choices;
    struct bil_random worlds;
    bil_move pool[POOL]; /* moves that were legal once */
    unsigned pooled;
    int numbers; /* of an observation, and what each is at most; 0: not asked yet */
    uint16_t most[BIL_MAX_OBSERVATION];
    struct bil_observer observer;
    struct bil_observed_view last; /* whatever viewer's it was */
    uint16_t kept[BIL_MAX_OBSERVATION];
    struct bil_actions actions;
    struct seen seen[SEEN];
    uint64_t memo[BIL_MAX_MEMO / 8]; /* of the game's advice, for all views of all games */
    int apart;                       /* plies since the fast game beside had the same facts */
};

/* battery.c */
__attribute__((format(printf, 2, 3))) bool battery_broken(struct run *run, const char *format, ...);
bool battery_same(struct run *run, const uint8_t *a, const uint8_t *b, size_t size, const char *what);
int battery_difference(const uint8_t *a, const uint8_t *b, size_t size); /* the first byte that is not the same */
int battery_moves(struct run *run, const void *rules, const void *state, bil_move *list, const char *what); /* -1: broken */
bool battery_check(struct run *run, const void *rules, const void *state, const char *what);

/* rooms and viewers */
void battery_clean(struct room *room, uint8_t fill);
bool battery_whole(struct run *run, const struct room *room, const char *who);
const char *battery_viewer(int viewer, char buffer[16]);
bool battery_same_moves(struct run *run, const void *state, const char *what); /* as the state's own */

/* battery_views.c */
bool battery_view(struct run *run, int viewer, struct room *view);
bool battery_actor_view(struct run *run);
bool battery_worlds(struct run *run, int viewer, const struct room *view);
bool battery_position(struct run *run, const uint8_t *state, const char *of);

/* battery_observation.c: of a seat or a spectator */
bool battery_observation(struct run *run, int viewer, const struct room *view);
bool battery_same_observation(struct run *run, const void *one, const void *other, const char *what);

/* battery_told.c: of the moves that the actor could make now */
bool battery_told(struct run *run, int viewer);

/* battery_words.c */
bool battery_draws(struct run *run, int viewer, const struct room *view);
bool battery_texts(struct run *run, const struct room *view);
bool battery_reasons(struct run *run, const struct room *view);
bool battery_advice(struct run *run, const struct room *view);
bool battery_fits(const char *text, int columns);
bool battery_one_line(const struct bil_text *text, size_t from);
bool battery_scores(struct run *run, const void *state, bool final);

#endif
