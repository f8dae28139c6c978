/* Counting what shows a temper (tempers.h). Looks at views and moves of finished decisions; must never know a game. */
#include "bots/tempers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/simulation/bot_game.h"
#include "table/bots/bot_seats.h"

/* One game under way. A move is judged by the view before it. */
struct watch {
    const struct bil_game *game;
    const void *rules;
    int person, seat;
    bil_move move;
    struct bil_temper *temper;
    unsigned char before[BIL_MAX_STATE] __attribute__((aligned(16)));
};

static void begun(void *context, void *state)
{
    struct watch *watch = context;
    memcpy(watch->before, state, watch->game->state_size);
}

static void chosen(void *context, bil_move move)
{
    struct watch *watch = context;
    watch->move = move;
}

static void moved(void *context, const void *state, bool chose)
{
    struct watch *watch = context;
    const struct bil_game *game = watch->game;
    const int actor = game->actor(watch->rules, watch->before);
    if (chose && actor >= 0) {
        unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
        game->hide(watch->rules, watch->before, actor, view);
        const enum bil_sign sign = game->persons->sign(watch->rules, view, watch->person, watch->move);
        struct bil_temper_share *share = actor == watch->seat ? &watch->temper->person : &watch->temper->plain;
        share->counted += sign != BIL_SIGN_NONE;
        share->shown += sign == BIL_SIGN_SHOWN;
    }
    memcpy(watch->before, state, game->state_size);
}

bool bil_temper_measure(const struct bil_game *game, int seats, const char *level, int person, uint64_t games, const char *seed,
                        struct bil_temper *temper, struct bil_error *error)
{
    char name[BIL_BOT_NAME];
    uint8_t run[BIL_SEED_BYTES];
    const struct bil_config config = {.seats = seats};
    void *rules = NULL;
    void *quick = NULL;
    snprintf(name, sizeof name, "%s:person=%s", level, game->persons->list[person].id);
    const struct bil_bot *plain = bil_bot_find(level, error);
    const struct bil_bot *somebody = plain ? bil_bot_find(name, error) : NULL;
    if (!somebody || !bil_rules_new(game, &config, &rules, &quick, error)) {
        return false;
    }
    bil_seed_from_text(seed, run);
    bool fine = true;
    for (uint64_t number = 0; number < games && fine; number++) {
        struct watch watch = {
            .game = game, .rules = rules, .person = person, .seat = (int)(number % (uint64_t)seats), .temper = temper};
        struct bil_bot_game bot_game = {.game = game,
                                        .rules = rules,
                                        .quick = quick,
                                        .config = &config,
                                        .seats = seats,
                                        .number = number,
                                        .chosen = chosen,
                                        .begun = begun,
                                        .moved = moved,
                                        .context = &watch};
        unsigned char state[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
        uint64_t decisions = 0;
        for (int seat = 0; seat < seats; seat++) {
            bot_game.bot[seat] = seat == watch.seat ? somebody : plain;
        }
        bil_bot_game_seed(run, number, bot_game.seed);
        fine = bil_bot_game_play(&bot_game, state, &decisions, error) == BIL_BOT_GAME_OVER;
    }
    free(rules);
    free(quick);
    return fine;
}
