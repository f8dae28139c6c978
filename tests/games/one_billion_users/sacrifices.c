/* See expect.h: every way to sacrifice Communities, walked through. */
#include "games/one_billion_users/expect.h"

#include <string.h>

#include "billions/json.h"

/* Walks every way to sacrifice from here and ticks off the sets of cards that end it. */
static bool walk_sacrifices(const struct case_context *look, const struct case_table *table, const struct bil_value *wanted,
                            struct case_names *given, bool ticked[CASE_NAMES])
{
    bil_move list[BIL_MAX_MOVES];
    const int count = case_table_moves(table, list);
    for (int i = 0; i < count; i++) {
        struct bil_text text = {0};
        case_table_move_text(table, list[i], BIL_EVERYBODY, &text);
        const char *move = bil_text_string(&text);
        const bool card = strncmp(move, "sacrifice ", 10) == 0;
        if (!card && strcmp(move, "done") != 0) {
            bil_text_free(&text);
            continue;
        }
        uint64_t state[BIL_MAX_STATE / sizeof(uint64_t)];
        struct case_table next = *table;
        memcpy(state, table->position.state, table->position.game->state_size);
        next.position.state = state;
        if (card) {
            given->name[given->count++] = move + 10;
        }
        bool fine = case_table_apply(&next, list[i], look->error);
        struct case_context after = {&next, case_table_document(&next, BIL_EVERYBODY), look->own, NULL, look->error};
        const int active = (int)case_integer_of(after.document, "turn") - 1;
        const struct bil_value *blocker = bil_value_get(obu_platform_of(&after, active < 0 ? 0 : active), "blocker");
        if (fine && blocker && blocker->type == BIL_STRING) {
            fine = walk_sacrifices(look, &next, wanted, given, ticked);
        } else if (fine) {
            int which = 0;
            bool found = false;
            for (const struct bil_value *set = wanted->child; set; set = set->next, which++) {
                struct case_names copy = *given;
                if (set->count == copy.count && case_same_names(look, "sacrifices", set, &copy)) {
                    ticked[which] = true;
                    found = true;
                }
            }
            fine = found || bil_fail(look->error, "a set of %d cards that ends with %s resolves the Blocker too", given->count,
                                     given->count ? given->name[given->count - 1] : "nothing");
        }
        bil_json_free(after.document);
        given->count -= card;
        bil_text_free(&text);
        if (!fine) {
            return false;
        }
    }
    return true;
}

bool obu_check_sacrifices(const struct case_context *look, const struct bil_value *wanted)
{
    bool ticked[CASE_NAMES] = {false};
    struct case_names given = {.count = 0};
    if (!walk_sacrifices(look, look->table, wanted, &given, ticked)) {
        return false;
    }
    for (int i = 0; i < wanted->count; i++) {
        if (!ticked[i]) {
            return bil_fail(look->error, "set %d of sacrifices cannot be made", i + 1);
        }
    }
    return true;
}
