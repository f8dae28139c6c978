/* One game of bots against bots. Must never let a game depend on anything but its rules, its seed and its bots. */
#include "lab/bot_game.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lab/oracle.h"
#include "table/bot_memory.h"
#include "table/external_bot.h"
#include "table/match.h"
#include "table/memory.h"

enum { STREAM_BOTS = 0x53494d00 };

void bil_bot_game_seed(const uint8_t run[BIL_SEED_BYTES], uint64_t game, uint8_t seed[BIL_SEED_BYTES])
{
    memcpy(seed, run, BIL_SEED_BYTES);
    for (int b = 0; b < 8; b++) {
        seed[16 + b] = (uint8_t)(seed[16 + b] ^ (uint8_t)(game >> (8 * b)));
    }
}

uint64_t bil_bot_game_mix(uint64_t number)
{
    number += 0x9e3779b97f4a7c15U;
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9U;
    number = (number ^ number >> 27) * 0x94d049bb133111ebU;
    return number ^ number >> 31;
}

bool bil_bot_game_rules(const struct bil_game *game, const struct bil_config *config, void **rules, void **quick,
                        struct bil_error *error)
{
    *rules = bil_memory_zero(1, game->rules_size);
    *quick = NULL;
    if (!game->rules_init(config, *rules, error)) {
        free(*rules);
        *rules = NULL;
        return false;
    }
    *quick = bil_memory_zero(1, game->rules_size);
    memcpy(*quick, *rules, game->rules_size);
    if (game->make_fast) {
        game->make_fast(*quick);
    }
    return true;
}

/* The move of a bot, or the only one there is. */
static inline bil_move choose(const struct bil_bot_game *bot_game, uint64_t match, const void *state, int seat,
                              struct bil_random *random, struct bil_bot_memory *memory, bool *chosen)
{
    const struct bil_game *game = bot_game->game;
    const void *rules = bot_game->rules;
    const struct bil_bot *bot = bot_game->bot[seat];
    if (bot->uniform) {
        const uint32_t used = random->used;
        const uint64_t counter = random->counter;
        const bil_move move = bil_pick(game, rules, state, random);
        *chosen = random->used != used || random->counter != counter; /* one move alone costs no random number */
        return move;
    }
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(64)));
    bil_move moves[BIL_MAX_MOVES];
    struct bil_ask ask = {.game = game,
                          .rules = rules,
                          .quick = bot_game->quick,
                          .seat = seat,
                          .moves = moves,
                          .count = game->moves(rules, state, moves),
                          .random = random,
                          .config = bot_game->config,
                          .match = match};
    *chosen = ask.count > 1;
    if (!*chosen) {
        return moves[0];
    }
    if (bil_oracle_is(bot)) {
        ask.view = state;
    } else if (bot->looks) {
        game->hide(rules, state, seat, view);
        ask.view = view;
    }
    if (!memory) {
        return bot->choose(bot, &ask);
    }
    ask.keep = bil_bot_memory_ask(memory);
    const bil_move move = bot->choose(bot, &ask);
    bil_bot_memory_asked(memory);
    return move;
}

/* Of the bots that keep their thoughts: each is told the move as its seat may know it. */
static void note(const struct bil_bot_game *bot_game, struct bil_bot_memory *memory, const void *state, int seat, bil_move move)
{
    for (int viewer = 0; memory && viewer < bot_game->seats; viewer++) {
        if (bil_bot_memory_wanted(bot_game->bot[viewer])) {
            bil_bot_memory_note(&memory[viewer], bot_game->game, bot_game->rules, state, viewer, seat, move);
        }
    }
}

static bool invariants_hold(const struct bil_bot_game *bot_game, const void *state, struct bil_error *error)
{
    char buffer[256];
    const char *broken = bot_game->game->check(bot_game->rules, state, buffer, sizeof buffer);
    if (broken) {
        char text[2 * BIL_SEED_BYTES + 1];
        bil_seed_to_text(bot_game->seed, text);
        bil_fail(error, "Game %" PRIu64 ", seed 0x%s: %s", bot_game->number + 1, text, broken);
    }
    return !broken;
}

/* Whether nobody chooses, and nobody wants to hear of a single move: then the game can be played out in one go. */
static bool only_the_end_counts(const struct bil_bot_game *bot_game)
{
    for (int seat = 0; seat < bot_game->seats; seat++) {
        if (!bot_game->bot[seat]->uniform) {
            return false;
        }
    }
    return bot_game->game->play_out && !bot_game->listener && !bot_game->chosen && !bot_game->moved && !bot_game->check;
}

/* `memory` is NULL if no bot keeps anything. */
static enum bil_bot_game_end play(const struct bil_bot_game *bot_game, void *state, struct bil_bot_memory *memory,
                                  uint64_t *decisions, struct bil_error *error)
{
    const struct bil_game *game = bot_game->game;
    const void *rules = bot_game->rules;
    struct bil_random random;
    struct bil_random own[BIL_MAX_SEATS];
    uint64_t count = 0;
    const uint64_t match = bil_external_bot_match();
    bil_random_match(&random, bot_game->seed);
    for (int seat = 0; seat < bot_game->seats; seat++) {
        bil_random_stream(&own[seat], bot_game->seed, (uint32_t)(STREAM_BOTS + seat), 0);
    }
    memset(state, 0, game->state_size);
    game->setup(rules, &random, state, bot_game->listener);
    if (bot_game->begun) {
        bot_game->begun(bot_game->context, state);
    }
    if (only_the_end_counts(bot_game)) {
        count = game->play_out(rules, state, own, &random, BIL_MAX_PLIES);
    }
    for (int seat = game->actor(rules, state); seat != BIL_OVER; seat = game->actor(rules, state)) {
        bool chosen = false; /* forced moves are nobody's choice */
        if (bot_game->stop && atomic_load_explicit(bot_game->stop, memory_order_relaxed)) {
            return BIL_BOT_GAME_STOPPED;
        }
        const bil_move move = choose(bot_game, match, state, seat, &own[seat],
                                     memory && bil_bot_memory_wanted(bot_game->bot[seat]) ? &memory[seat] : NULL, &chosen);
        count += chosen || game->recorded(rules, state);
        if (chosen && bot_game->chosen) {
            bot_game->chosen(bot_game->context, move);
        }
        note(bot_game, memory, state, seat, move);
        game->apply(rules, state, move, &random, bot_game->listener);
        if (bot_game->moved) {
            bot_game->moved(bot_game->context, state, chosen);
        }
        if (bot_game->check && !invariants_hold(bot_game, state, error)) {
            return BIL_BOT_GAME_BROKEN;
        }
        if (count > BIL_MAX_PLIES) {
            bil_fail(error, "Game %" PRIu64 " does not end: it has more than %d decisions.", bot_game->number + 1, BIL_MAX_PLIES);
            return BIL_BOT_GAME_BROKEN;
        }
    }
    for (int seat = 0; seat < bot_game->seats; seat++) {
        bil_external_bot_over(bot_game->bot[seat], game, rules, state, bot_game->seats, seat, match);
    }
    *decisions = count;
    return BIL_BOT_GAME_OVER;
}

enum bil_bot_game_end bil_bot_game_play(const struct bil_bot_game *bot_game, void *state, uint64_t *decisions,
                                        struct bil_error *error)
{
    struct bil_bot_memory memory[BIL_MAX_SEATS] = {{.capacity = 0}};
    bool any = false;
    for (int seat = 0; seat < bot_game->seats; seat++) {
        any = any || bil_bot_memory_wanted(bot_game->bot[seat]);
    }
    const enum bil_bot_game_end end = play(bot_game, state, any ? memory : NULL, decisions, error);
    for (int seat = 0; seat < bot_game->seats; seat++) {
        bil_bot_memory_end(&memory[seat]);
    }
    return end;
}
