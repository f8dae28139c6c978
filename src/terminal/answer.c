/* What a person's line means as a move, and why a move cannot be played. Must never play anything: it only finds. */
#include <string.h>

#include "terminal/session.h"

enum { CANDIDATES = 8, VIEW_WORDS = BIL_MAX_STATE / 8 };

static void tell_candidates(struct bil_session *session, const char *words, const int *found, int count)
{
    struct bil_text text = {0};
    const int shown = count > CANDIDATES ? CANDIDATES : count;
    bil_text_format(&text, "\"%s\" can be ", words);
    for (int i = 0; i < shown; i++) {
        const char *between = i == 0 ? "" : i + 1 == count ? " or " : ", ";
        bil_text_format(&text, "%s[%d] %s", between, found[i] + 1, bil_offer_text(&session->offer, found[i]));
    }
    if (count > shown) {
        bil_text_format(&text, " or one of %d more", count - shown);
    }
    bil_text_add(&text, ". Say more of it, or the number.");
    bil_session_error(session, bil_text_string(&text));
    bil_text_free(&text);
}

/* The legal moves that a line can mean: their indices in `found`. Negative after a sentence on a number that there is not. */
static int find_meant_moves(struct bil_session *session, const char *line, int found[BIL_MAX_MOVES])
{
    struct bil_error error;
    int number = 0;
    if (!bil_offer_number(line, &number)) {
        return bil_match_find_moves(session->match, line, found);
    }
    if (number >= 1 && number <= session->offer.count) {
        found[0] = number - 1;
        return 1;
    }
    if (session->offer.count == 1) {
        bil_fail(&error, "There is no move %.20s; the only one is number 1.", line);
    } else {
        bil_fail(&error, "There is no move %.20s; they are numbered from 1 to %d.", line, session->offer.count);
    }
    bil_session_error(session, error.text);
    return -1;
}

/* The index of a move that the game itself understands, or -1 and the game's sentence on it. */
static int ask_the_game(struct bil_session *session, const char *line, struct bil_error *error)
{
    bil_move move = 0;
    if (!bil_match_read_move(session->match, line, &move, error)) {
        return -1;
    }
    for (int i = 0; i < session->offer.count; i++) {
        if (session->match->move[i] == move) {
            return i;
        }
    }
    bil_fail(error, "\"%.100s\" is no move that can be made now.", line);
    return -1;
}

int bil_answer_find(struct bil_session *session, const char *line)
{
    struct bil_error error;
    int found[BIL_MAX_MOVES];
    const int count = find_meant_moves(session, line, found);
    if (count == 1) {
        return found[0];
    }
    if (count > 1) {
        tell_candidates(session, line, found, count);
    }
    if (count != 0 || bil_command(session, line, false)) {
        return -1;
    }
    const int index = ask_the_game(session, line, &error);
    if (index < 0) {
        bil_session_error(session, error.text);
    }
    return index;
}

void bil_answer_why(struct bil_session *session, const char *line)
{
    const struct bil_match *match = session->match;
    struct bil_error error;
    int found[BIL_MAX_MOVES];
    int count = find_meant_moves(session, line, found);
    if (count < 0) {
        return;
    }
    if (count == 0) {
        found[0] = ask_the_game(session, line, &error);
        if (found[0] < 0) {
            bil_session_error(session, error.text);
            return;
        }
        count = 1;
    }
    if (count > 1) {
        tell_candidates(session, line, found, count);
        return;
    }
    uint64_t view[VIEW_WORDS];
    struct bil_text text = {0};
    bil_text_format(&text, "You can: it is move %d, %s. ", found[0] + 1, bil_offer_text(&session->offer, found[0]));
    bil_match_view(match, match->actor, -1, view);
    match->game->explain(match->rules, view, match->move[found[0]], &text);
    bil_screen_say(session->screen, 0, BIL_PLAIN, "%s", bil_text_string(&text));
    bil_text_free(&text);
}
