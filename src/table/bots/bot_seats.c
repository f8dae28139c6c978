/* Asks the bots of a table, and tells them what was played. Must never tell one of a move what its seat may not know. */
#include "table/bots/bot_seats.h"

#include <stdlib.h>
#include <string.h>

bil_move bil_bot_seats_ask(const struct bil_bot_seats *seats, struct bil_bot_memory *memory, const void *view, int seat,
                           const bil_move *moves, int count, struct bil_random *random)
{
    const struct bil_bot *bot = seats->bot[seat];
    const bool keeps = memory && bil_bot_memory_wanted(bot);
    struct bil_ask ask = {.game = seats->game,
                          .rules = seats->rules,
                          .quick = seats->quick,
                          .view = view,
                          .seat = seat,
                          .moves = moves,
                          .count = count,
                          .random = random,
                          .config = seats->config,
                          .match = seats->match};
    ask.keep = keeps ? bil_bot_memory_ask(&memory[seat]) : NULL;
    const bil_move move = bot->choose(bot, &ask);
    if (keeps) {
        bil_bot_memory_asked(&memory[seat]);
    }
    return move;
}

void bil_bot_seats_note(const struct bil_bot_seats *seats, struct bil_bot_memory *memory, const void *state, int seat,
                        bil_move move)
{
    for (int viewer = 0; memory && viewer < seats->seats; viewer++) {
        if (seats->bot[viewer] && bil_bot_memory_wanted(seats->bot[viewer])) {
            bil_bot_memory_note(&memory[viewer], seats->game, seats->rules, state, viewer, seat, move);
        }
    }
}

bool bil_bot_seats_remember(const struct bil_bot_seats *seats)
{
    for (int seat = 0; seat < seats->seats; seat++) {
        if (seats->bot[seat] && bil_bot_memory_wanted(seats->bot[seat])) {
            return true;
        }
    }
    return false;
}

bool bil_rules_new(const struct bil_game *game, const struct bil_config *config, void **rules, void **quick,
                   struct bil_error *error)
{
    *rules = calloc(1, game->rules_size);
    *quick = malloc(game->rules_size);
    if (!*rules || !*quick) {
        bil_fail(error, "There is not enough memory for the rules.");
    } else if (game->rules_init(config, *rules, error)) {
        memcpy(*quick, *rules, game->rules_size);
        if (game->make_fast) {
            game->make_fast(*quick);
        }
        return true;
    }
    free(*rules);
    free(*quick);
    *rules = *quick = NULL;
    return false;
}
