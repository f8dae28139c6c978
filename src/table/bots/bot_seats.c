/* Asks the bots of a table, keeps what they remember, and tells them what was played. Must never tell one of a move what its seat
 * may not know. */
#include "table/bots/bot_seats.h"

#include <stdlib.h>
#include <string.h>

#include "billions/text.h"
#include "kit/notation.h"
#include "table/memory.h"

bool bil_bot_memory_wanted(const struct bil_bot *bot)
{
    for (int i = 0; bot->params && bot->params[i].key; i++) {
        if (strcmp(bot->params[i].key, "keep") == 0) {
            return bot->param[i] > 0;
        }
    }
    return false;
}

struct bil_kept_tree *bil_bot_memory_ask(struct bil_bot_memory *memory)
{
    memory->keep.made = memory->made;
    return &memory->keep;
}

void bil_bot_memory_asked(struct bil_bot_memory *memory)
{
    memory->asked = true;
    memory->keep.made_count = 0;
}

/* Whether a move reads the same to a viewer as to somebody who knows everything. */
static bool is_known(const struct bil_game *game, const void *rules, const void *state, int viewer, bil_move move)
{
    struct bil_text seen = {0};
    struct bil_text whole = {0};
    bil_move_text(game, rules, state, move, viewer, &seen);
    bil_move_text(game, rules, state, move, BIL_EVERYBODY, &whole);
    const bool known = strcmp(bil_text_string(&seen), bil_text_string(&whole)) == 0;
    bil_text_free(&seen);
    bil_text_free(&whole);
    return known;
}

void bil_bot_memory_note(struct bil_bot_memory *memory, const struct bil_game *game, const void *rules, const void *state,
                         int viewer, int seat, bil_move move)
{
    const int count = memory->keep.made_count;
    if (!memory->asked) {
        return;
    }
    if (count == memory->capacity) {
        memory->capacity = count > 0 ? 2 * count : 32;
        memory->made = bil_memory_grow(memory->made, (size_t)memory->capacity, sizeof *memory->made);
    }
    const bool known = seat == viewer || is_known(game, rules, state, viewer, move);
    memory->made[count] = (struct bil_made){.move = known ? move : 0, .seat = (int8_t)seat, .known = known};
    memory->keep.made_count = count + 1;
}

void bil_bot_memory_end(struct bil_bot_memory *memory)
{
    if (memory->keep.kept) {
        memory->keep.forget(memory->keep.kept);
    }
    free(memory->made);
    *memory = (struct bil_bot_memory){.capacity = 0};
}

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
