/* One game of bots against bots. Must never let a game depend on anything but its rules, its seed and its bots. */
#include "lab/simulation/bot_game.h"

#include <inttypes.h>
#include <string.h>

#include "billions/match.h"
#include "lab/simulation/oracle.h"
#include "table/bots/bot_seats.h"
#include "table/external_bot.h"

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

bool bil_bots_look(const struct bil_bot *const *bot, int count)
{
    bool looks = false;
    for (int i = 0; i < count; i++) {
        looks = looks || bot[i]->looks;
    }
    return looks;
}

/* The move of a bot, or the only one there is. */
static inline bil_move choose_bot_move(const struct bil_bot_seats *seats, const void *state, int seat, struct bil_random *random,
                                       struct bil_bot_memory *memory, bool *chosen)
{
    const struct bil_game *game = seats->game;
    if (seats->bot[seat]->uniform) {
        const uint32_t used = random->used;
        const uint64_t counter = random->counter;
        const bil_move move = bil_pick(game, seats->rules, state, random);
        *chosen = random->used != used || random->counter != counter; /* one move alone costs no random number */
        return move;
    }
    bil_move moves[BIL_MAX_MOVES];
    const int count = game->moves(seats->rules, state, moves);
    *chosen = count > 1;
    if (!*chosen) {
        return moves[0];
    }
    _Alignas(64) unsigned char hidden[BIL_MAX_STATE];
    const void *view = NULL;
    if (bil_oracle_is(seats->bot[seat])) {
        view = state;
    } else if (seats->bot[seat]->looks) {
        game->hide(seats->rules, state, seat, hidden);
        view = hidden;
    }
    return bil_bot_seats_ask(seats, memory, view, seat, moves, count, random);
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
static enum bil_bot_game_end play_bot_game(const struct bil_bot_game *bot_game, const struct bil_bot_seats *seats, void *state,
                                           struct bil_bot_memory *memory, uint64_t *decisions, struct bil_error *error)
{
    const struct bil_game *game = bot_game->game;
    const void *rules = bot_game->rules;
    struct bil_random random;
    struct bil_random own[BIL_MAX_SEATS];
    uint64_t count = 0;
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
        const bil_move move = choose_bot_move(seats, state, seat, &own[seat], memory, &chosen);
        count += chosen || game->recorded(rules, state);
        if (chosen && bot_game->chosen) {
            bot_game->chosen(bot_game->context, move);
        }
        bil_bot_seats_note(seats, memory, state, seat, move);
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
        bil_external_bot_over(bot_game->bot[seat], game, rules, state, bot_game->seats, seat, seats->match);
    }
    *decisions = count;
    return BIL_BOT_GAME_OVER;
}

enum bil_bot_game_end bil_bot_game_play(const struct bil_bot_game *bot_game, void *state, uint64_t *decisions,
                                        struct bil_error *error)
{
    struct bil_bot_memory memory[BIL_MAX_SEATS] = {{.capacity = 0}};
    struct bil_bot_seats seats = {.game = bot_game->game,
                                  .rules = bot_game->rules,
                                  .quick = bot_game->quick,
                                  .config = bot_game->config,
                                  .seats = bot_game->seats,
                                  .match = bil_external_bot_match()};
    memcpy(seats.bot, bot_game->bot, sizeof seats.bot);
    struct bil_bot_memory *kept = bil_bot_seats_remember(&seats) ? memory : NULL;
    struct bil_external_bot_count before[BIL_MAX_SEATS];
    for (int seat = 0; seat < bot_game->seats; seat++) {
        before[seat] = bil_external_bot_count_at(bot_game->bot[seat], seat);
    }
    const enum bil_bot_game_end end = play_bot_game(bot_game, &seats, state, kept, decisions, error);
    for (int seat = 0; seat < bot_game->seats; seat++) {
        bil_bot_memory_end(&memory[seat]);
        if (bot_game->external) {
            const struct bil_external_bot_count now = bil_external_bot_count_at(bot_game->bot[seat], seat);
            bot_game->external[seat] =
                (struct bil_external_bot_count){now.asked - before[seat].asked, now.forfeited - before[seat].forfeited};
        }
    }
    return end;
}
