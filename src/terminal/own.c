/* The place of a match that this program holds: what happened is in the match, and what a person wants is done to it at once. Must
 * never tell a seat what only another may know: every text is made for the seat before the screen. */
#include "table/record.h"
#include "terminal/sitting.h"

static int happenings(const struct bil_sitting *sitting)
{
    return sitting->match->event_count;
}

static int retell(const struct bil_sitting *sitting, int index, int viewer, struct bil_text *out, bool *opens)
{
    return bil_match_retell(sitting->match, index, viewer, out, opens);
}

static bool decision(const struct bil_sitting *sitting, int index, struct bil_text *out)
{
    const struct bil_match *match = sitting->match;
    if (index >= match->ply) {
        return false;
    }
    if (match->decision[index].recorded) {
        bil_text_format(out, "%d ", match->decision[index].seat + 1);
        bil_match_decision_text(match, index, sitting->facing, out);
    }
    return true;
}

static void play(struct bil_sitting *sitting, int index)
{
    struct bil_error error;
    if (bil_match_play(sitting->match, sitting->match->move[index], &error)) {
        sitting->show = true;
    } else {
        bil_sitting_regret(sitting, error.text);
    }
}

static void order(struct bil_sitting *sitting, const char *words, bool tell)
{
    struct bil_error error;
    const int ply = sitting->match->ply;
    if (bil_match_order(sitting->match, sitting->facing, words, &error)) {
        if (tell) {
            bil_command_tell_orders(sitting);
        }
        sitting->show = sitting->show || ply != sitting->match->ply;
    } else {
        bil_sitting_regret(sitting, error.text);
    }
}

static void end_order(struct bil_sitting *sitting, const char *words)
{
    struct bil_error error;
    if (bil_match_order_end(sitting->match, sitting->facing, words, &error)) {
        bil_command_tell_orders(sitting);
    } else {
        bil_sitting_regret(sitting, error.text);
    }
}

static bool save(struct bil_sitting *sitting, const char *path, struct bil_error *error)
{
    return bil_record_save(sitting->match, path, error);
}

static void farewell(struct bil_sitting *sitting, bool over)
{
    if (over) {
        bil_screen_say(sitting->screen, 4, BIL_PLAIN, "Play with the same cards again:\n  %s", sitting->again);
    } else {
        bil_screen_say(sitting->screen, 0, BIL_PLAIN, "The game is not saved. The same cards again:");
        bil_screen_say(sitting->screen, 4, BIL_PLAIN, "  %s", sitting->again);
    }
}

/* ------------------------------------------------------------------ undo */

/* The seat that may take something back: the one before the screen, after the end the only person there is; or -1. */
static int undoing_seat(const struct bil_sitting *sitting)
{
    if (sitting->facing >= 0) {
        return sitting->facing;
    }
    int found = -1;
    for (int seat = 0; seat < sitting->match->config.seats; seat++) {
        if (!sitting->match->player[seat].bot) {
            found = found == -1 ? seat : -2;
        }
    }
    return found < 0 ? -1 : found;
}

void bil_sitting_forget(struct bil_sitting *sitting)
{
    const int events = sitting->place->happenings(sitting);
    for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
        sitting->heard[seat] = sitting->heard[seat] > events ? events : sitting->heard[seat];
    }
    sitting->heard_by_all = sitting->heard_by_all > events ? events : sitting->heard_by_all;
    sitting->record_ply = -1;
    sitting->saved_ply = -1;
}

static void undo(struct bil_sitting *sitting)
{
    struct bil_match *match = sitting->match;
    struct bil_error error;
    const int seat = undoing_seat(sitting);
    const int ply = seat < 0 ? -1 : bil_match_undo_target(match, seat);
    if (ply < 0) {
        bil_sitting_regret(sitting, seat < 0 ? "After the end only a person who plays alone can take a move back."
                                             : "There is nothing to take back: you have decided nothing yet.");
        return;
    }
    const bool fresh = ply >= bil_match_undo_horizon(match, seat);
    bool agreed = false;
    if (bil_match_undo_needs_consent(match, seat, ply)) {
        bil_screen_say(sitting->screen, 0, BIL_PLAIN,
                       "Since then others have acted, or cards were seen. Only all together can take that back.");
        agreed = bil_sitting_confirm(sitting, "Does everybody agree? (yes/no)");
        if (!agreed) {
            bil_screen_say(sitting->screen, 0, BIL_PLAIN, "Nothing was taken back.");
            return;
        }
    }
    struct bil_text text = {0};
    bil_match_decision_text(match, ply, seat, &text);
    if (bil_match_undo(match, seat, ply, agreed, &error)) {
        bil_sitting_forget(sitting);
        sitting->facing = seat;
        sitting->show = true;
        bil_text_clear(&sitting->drawn);
        bil_screen_say(sitting->screen, 0, BIL_PLAIN, "Taken back: %s.%s", bil_text_string(&text),
                       fresh ? "" : " All that followed is undone too; chance will decide the same again.");
    } else {
        bil_sitting_regret(sitting, error.text);
    }
    bil_text_free(&text);
}

const struct bil_place bil_place_own = {.happenings = happenings,
                                        .retell = retell,
                                        .decision = decision,
                                        .play = play,
                                        .undo = undo,
                                        .order = order,
                                        .end_order = end_order,
                                        .save = save,
                                        .farewell = farewell};
