/* What a bot keeps between its decisions, on the side of its caller (memory.h). */
#include "table/bots/bot_memory.h"

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
