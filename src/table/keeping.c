/* What a bot keeps between its decisions, from the side of whoever asks it (keeping.h). */
#include "table/keeping.h"

#include <stdlib.h>
#include <string.h>

#include "billions/text.h"
#include "kit/notation.h"
#include "table/memory.h"

bool bil_keeping_wanted(const struct bil_bot *bot)
{
    for (int i = 0; bot->params && bot->params[i].key; i++) {
        if (strcmp(bot->params[i].key, "keep") == 0) {
            return bot->param[i] > 0;
        }
    }
    return false;
}

struct bil_keep *bil_keeping_ask(struct bil_keeping *keeping)
{
    keeping->keep.made = keeping->made;
    return &keeping->keep;
}

void bil_keeping_asked(struct bil_keeping *keeping)
{
    keeping->asked = true;
    keeping->keep.made_count = 0;
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

void bil_keeping_note(struct bil_keeping *keeping, const struct bil_game *game, const void *rules, const void *state, int viewer,
                      int seat, bil_move move)
{
    const int count = keeping->keep.made_count;
    if (!keeping->asked) {
        return;
    }
    if (count == keeping->capacity) {
        keeping->capacity = count > 0 ? 2 * count : 32;
        keeping->made = bil_memory_grow(keeping->made, (size_t)keeping->capacity, sizeof *keeping->made);
    }
    const bool known = seat == viewer || is_known(game, rules, state, viewer, move);
    keeping->made[count] = (struct bil_made){.move = known ? move : 0, .seat = (int8_t)seat, .known = known};
    keeping->keep.made_count = count + 1;
}

void bil_keeping_end(struct bil_keeping *keeping)
{
    if (keeping->keep.kept) {
        keeping->keep.forget(keeping->keep.kept);
    }
    free(keeping->made);
    *keeping = (struct bil_keeping){.capacity = 0};
}
