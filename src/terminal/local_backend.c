/* The backend of a match that this program holds: what happened is in the match, and what a person wants is done to it at once.
 * Must never tell a seat what only another may know: every text is made for the seat before the screen. */
#include "billions/record.h"
#include "terminal/session.h"

static int event_count(const struct bil_session *session)
{
    return session->match->event_count;
}

static int retell(const struct bil_session *session, int index, int viewer, struct bil_text *out, bool *opens)
{
    return bil_match_retell(session->match, index, viewer, out, opens);
}

static bool decision(const struct bil_session *session, int index, struct bil_text *out)
{
    const struct bil_match *match = session->match;
    if (index >= match->ply) {
        return false;
    }
    if (match->decision[index].recorded) {
        bil_text_format(out, "%d ", match->decision[index].seat + 1);
        bil_match_decision_text(match, index, session->facing, out);
    }
    return true;
}

static void play_offered_move(struct bil_session *session, int index)
{
    struct bil_error error;
    if (bil_match_play(session->match, session->match->move[index], &error)) {
        session->show = true;
    } else {
        bil_session_error(session, error.text);
    }
}

static void order(struct bil_session *session, const char *words, bool tell)
{
    struct bil_error error;
    const int ply = session->match->ply;
    if (bil_match_order(session->match, session->facing, words, &error)) {
        if (tell) {
            bil_command_tell_orders(session);
        }
        session->show = session->show || ply != session->match->ply;
    } else {
        bil_session_error(session, error.text);
    }
}

static void end_order(struct bil_session *session, const char *words)
{
    struct bil_error error;
    if (bil_match_order_end(session->match, session->facing, words, &error)) {
        bil_command_tell_orders(session);
    } else {
        bil_session_error(session, error.text);
    }
}

static bool save(struct bil_session *session, const char *path, struct bil_error *error)
{
    return bil_record_save(session->match, path, error);
}

static void farewell(struct bil_session *session, bool over)
{
    if (over) {
        bil_screen_say(session->screen, 4, BIL_PLAIN, "Play with the same cards again:\n  %s", session->again);
    } else {
        bil_screen_say(session->screen, 0, BIL_PLAIN, "The game is not saved. The same cards again:");
        bil_screen_say(session->screen, 4, BIL_PLAIN, "  %s", session->again);
    }
}

/* ------------------------------------------------------------------ undo */

/* The seat that may take something back: the one before the screen, after the end the only person there is; or -1. */
static int undoing_seat(const struct bil_session *session)
{
    if (session->facing >= 0) {
        return session->facing;
    }
    int found = -1;
    for (int seat = 0; seat < session->match->config.seats; seat++) {
        if (!session->match->player[seat].bot) {
            found = found == -1 ? seat : -2;
        }
    }
    return found < 0 ? -1 : found;
}

/* Forgets what is no longer so after moves were taken back. */
static void forget(struct bil_session *session)
{
    const int events = session->backend->event_count(session);
    for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
        session->heard[seat] = session->heard[seat] > events ? events : session->heard[seat];
    }
    session->heard_by_all = session->heard_by_all > events ? events : session->heard_by_all;
    session->record_ply = -1;
    session->saved_ply = -1;
}

static void undo(struct bil_session *session)
{
    struct bil_match *match = session->match;
    struct bil_error error;
    const int seat = undoing_seat(session);
    const int ply = seat < 0 ? -1 : bil_match_undo_target(match, seat);
    if (ply < 0) {
        bil_session_error(session, seat < 0 ? "After the end only a person who plays alone can take a move back."
                                            : "There is nothing to take back: you have decided nothing yet.");
        return;
    }
    const bool fresh = ply >= bil_match_undo_horizon(match, seat);
    bool agreed = false;
    if (bil_match_undo_needs_consent(match, seat, ply)) {
        bil_screen_say(session->screen, 0, BIL_PLAIN,
                       "Since then others have acted, or cards were seen. Only all together can take that back.");
        agreed = bil_session_confirm(session, "Does everybody agree? (yes/no)");
        if (!agreed) {
            bil_screen_say(session->screen, 0, BIL_PLAIN, "Nothing was taken back.");
            return;
        }
    }
    struct bil_text text = {0};
    bil_match_decision_text(match, ply, seat, &text);
    if (bil_match_undo(match, seat, ply, agreed, &error)) {
        forget(session);
        session->facing = seat;
        session->show = true;
        bil_text_clear(&session->drawn);
        bil_screen_say(session->screen, 0, BIL_PLAIN, "Taken back: %s.%s", bil_text_string(&text),
                       fresh ? "" : " All that followed is undone too; chance will decide the same again.");
    } else {
        bil_session_error(session, error.text);
    }
    bil_text_free(&text);
}

const struct bil_backend bil_backend_local = {.event_count = event_count,
                                              .retell = retell,
                                              .decision = decision,
                                              .play = play_offered_move,
                                              .undo = undo,
                                              .order = order,
                                              .end_order = end_order,
                                              .save = save,
                                              .farewell = farewell};
