/* The round of a session: bots play, persons are asked, the record is kept. Must never show a seat's view to another seat: every
 * text here is made for `facing`, and a change of `facing` between two persons wipes the screen first. */
#include "terminal/session.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "billions/record.h"
#include "table/output.h"
#include "terminal/score_sheet.h"

enum { VIEW_WORDS = BIL_MAX_STATE / 8, LAST_WORDS = 12, FEW_MOVES = 6, FEW_LINES = 8, GOES_ON = 6 };

/* Persons at the table. */
static int count_people(const struct bil_session *session)
{
    int people = 0;
    for (int seat = 0; seat < session->match->config.seats; seat++) {
        people += session->match->player[seat].bot == NULL;
    }
    return people;
}

/* Whether nobody else will look at this screen. */
static bool looks_alone(const struct bil_session *session)
{
    return session->backend->alone || count_people(session) == 1;
}

/* ------------------------------------------------------------------ writing */

void bil_session_error(struct bil_session *session, const char *sentence)
{
    bil_screen_say(session->screen, 0, BIL_AMBER, "%s", sentence);
}

void bil_session_blank_line(struct bil_session *session)
{
    bil_screen_say(session->screen, 0, BIL_PLAIN, "%s", "");
}

/* Writes the sentences from event `from` on, all but the first `skip`, paragraph by paragraph; or only counts them. */
static int tell_sentences(struct bil_session *session, int from, int viewer, int skip, bool write)
{
    const int count = session->backend->event_count(session);
    struct bil_text text = {0};
    struct bil_text paragraph = {0};
    int told = 0;
    for (int index = from; index < count;) {
        bool opens = false;
        bil_text_clear(&text);
        index += session->backend->retell(session, index, viewer, &text, &opens);
        if (opens && paragraph.length > 0) {
            bil_screen_lines(session->screen, 4, bil_text_string(&paragraph));
            bil_text_clear(&paragraph);
        }
        told += text.length > 0;
        if (text.length > 0 && told > skip && write) {
            bil_text_format(&paragraph, "%s %s", paragraph.length ? "" : "  -", bil_text_string(&text));
        }
    }
    if (paragraph.length > 0) {
        bil_screen_lines(session->screen, 4, bil_text_string(&paragraph));
    }
    bil_text_free(&text);
    bil_text_free(&paragraph);
    return told;
}

int bil_session_tell(struct bil_session *session, int from, int viewer, int limit)
{
    const int all = limit > 0 ? tell_sentences(session, from, viewer, 0, false) : 0;
    const int skip = all > limit ? all - limit : 0;
    return tell_sentences(session, from, viewer, skip, true) - skip;
}

/* Behind that very line in `text`, or NULL. */
static const char *behind_line(const char *text, const char *line, size_t length)
{
    while (*text) {
        const size_t here = strcspn(text, "\n");
        const char *next = text + here + (text[here] == '\n');
        if (here == length && memcmp(text, line, length) == 0) {
            return next;
        }
        text = next;
    }
    return NULL;
}

/* The lines of a drawing that are not, in this order, in the last one, into `out`, each with the line that it goes on from (lines
 * far to the right go on); returns how many. */
static int changed_lines(const struct bil_session *session, const char *drawing, struct bil_text *out)
{
    const char *old = bil_text_string(&session->drawn);
    const char *head = NULL; /* still to be shown if what goes on from it is new */
    int count = 0;
    for (const char *line = drawing; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const size_t length = strcspn(line, "\n");
        const bool goes_on = strspn(line, " ") >= GOES_ON;
        const char *behind = behind_line(old, line, length);
        if (behind) {
            old = behind;
            head = goes_on ? head : line;
            continue;
        }
        if (goes_on && head) {
            bil_text_add_bytes(out, head, strcspn(head, "\n") + 1);
            count++;
        }
        head = NULL;
        bil_text_add_bytes(out, line, length);
        bil_text_char(out, '\n');
        count++;
    }
    return count;
}

/* The table. A person who plays alone and gets a small question, with little new on the table, sees only what is new: the rest is
 * above. */
void bil_session_draw(struct bil_session *session)
{
    const struct bil_match *match = session->match;
    bil_screen_measure(session->screen);
    const struct bil_style style = bil_screen_style(session->screen);
    uint64_t view[VIEW_WORDS];
    struct bil_text text = {0};
    struct bil_text news = {0};
    bil_match_view(match, session->facing, -1, view);
    match->game->draw(match->rules, view, &style, &text);
    const bool small = match->actor != BIL_OVER && match->move_count <= FEW_MOVES && looks_alone(session);
    const bool short_news =
        small && session->drawn.length > 0 && changed_lines(session, bil_text_string(&text), &news) <= FEW_LINES;
    bil_screen_lines(session->screen, 4, bil_text_string(short_news ? &news : &text));
    bil_text_free(&news);
    bil_text_free(&session->drawn);
    session->drawn = text;
}

/* Below the moves: what `all` would do here, and, once for each, an order that would spare this question. */
static void show_orders(struct bil_session *session)
{
    const struct bil_match *match = session->match;
    const struct bil_order *orders = bil_orders_of(match->game);
    bool told = false;
    for (int kind = 0; orders && orders[kind].words && kind < 64; kind++) {
        const bool known = (session->hinted >> kind & 1U) != 0;
        const bil_move move = orders[kind].argument || (known && !orders[kind].brief) ? 0 : bil_match_order_would(match, kind);
        if (move == 0) {
            continue;
        }
        if (orders[kind].brief) {
            bil_screen_say(session->screen, 0, BIL_FAINT, "all plays %s.", orders[kind].help);
        } else if (!told && move == match->game->pass) {
            bil_screen_say(session->screen, 0, BIL_FAINT,
                           "order %s spares you this question from now on; orders lists more of the kind.", orders[kind].words);
            session->hinted |= UINT64_C(1) << kind;
            told = true;
        }
    }
}

/* The table, what led to it, the question and the moves: what is new comes last, where a short screen still shows it. */
void bil_session_show_decision(struct bil_session *session)
{
    struct bil_match *match = session->match;
    const int seat = session->facing;
    uint64_t view[VIEW_WORDS];
    struct bil_text prompt = {0};
    bil_offer_make(&session->offer, match);
    bil_session_blank_line(session);
    bil_session_draw(session);
    bil_session_blank_line(session);
    if (bil_session_tell(session, session->heard[seat], seat, 0) > 0) {
        bil_session_blank_line(session);
    }
    session->heard[seat] = session->backend->event_count(session);
    bil_match_view(match, seat, -1, view);
    match->game->prompt(match->rules, view, true, &prompt);
    bil_screen_say(session->screen, 0, BIL_STRONG, "%s", bil_text_string(&prompt));
    bil_offer_show(&session->offer, session->screen);
    show_orders(session);
    bil_text_free(&prompt);
    session->show = false;
}

/* ------------------------------------------------------------------ keeping the game */

/* Brings the record up to date. That it cannot be written is said once; the game goes on. */
static void keep_record(struct bil_session *session)
{
    struct bil_error error;
    if (!session->record || session->record_ply == session->match->ply) {
        return;
    }
    if (bil_record_save(session->match, session->record, &error)) {
        session->record_ply = session->match->ply;
        session->save_failed = false;
    } else if (!session->save_failed) {
        session->save_failed = true;
        bil_session_error(session, error.text);
        bil_screen_say(session->screen, 0, BIL_PLAIN, "The game goes on without a record; save FILE keeps it elsewhere.");
    }
}

bool bil_session_save(struct bil_session *session, const char *path)
{
    struct bil_error error;
    const bool own = strcmp(path, session->saved_as) == 0 || (session->record && strcmp(path, session->record) == 0);
    if (strlen(path) >= sizeof session->saved_as) {
        bil_session_error(session, "That file name is too long.");
        return false;
    }
    if (strcmp(path, "-") == 0) {
        bil_session_error(session, "Name a file to save to; record shows the record here.");
        return false;
    }
    if (!own && access(path, F_OK) == 0 && !bil_session_confirm(session, "That file is already there. Replace it? (yes/no)")) {
        bil_screen_say(session->screen, 0, BIL_PLAIN, "Nothing was saved.");
        return false;
    }
    if (!session->backend->save(session, path, &error)) {
        bil_session_error(session, error.text);
        return false;
    }
    snprintf(session->saved_as, sizeof session->saved_as, "%s", path);
    session->saved_ply = session->match->ply;
    bil_screen_say(session->screen, 0, BIL_PLAIN, "Saved in %s.", path);
    return true;
}

/* The file that holds the game as it is now, or NULL. */
static const char *kept_in(const struct bil_session *session)
{
    if (session->record && !session->save_failed) {
        return session->record;
    }
    return session->match && session->saved_ply == session->match->ply ? session->saved_as : NULL;
}

static bool is_ascii(const char *word)
{
    while (*word && (unsigned char)*word < 0x80) {
        word++;
    }
    return !*word;
}

/* In ASCII, byte by byte where that is needed: a letter spelled otherwise would be another file. */
static void quote_bytes(const char *word, struct bil_text *out)
{
    bil_text_add(out, "$'");
    for (; *word; word++) {
        if (*word == '\'' || *word == '\\') {
            bil_text_format(out, "\\%c", *word);
        } else if ((unsigned char)*word >= 0x80) {
            bil_text_format(out, "\\%03o", (unsigned)(unsigned char)*word);
        } else {
            bil_text_char(out, *word);
        }
    }
    bil_text_char(out, '\'');
}

static void quote_plainly(const char *word, struct bil_text *out)
{
    static const char harmless[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,.:/@%";
    if (*word && word[strspn(word, harmless)] == 0) {
        bil_text_add(out, word);
        return;
    }
    bil_text_char(out, '\'');
    for (; *word; word++) {
        bil_text_add_bytes(out, *word == '\'' ? "'\\''" : word, *word == '\'' ? 4 : 1);
    }
    bil_text_char(out, '\'');
}

void bil_quote_word(const char *word, bool shown, struct bil_text *out)
{
    (shown && !is_ascii(word) && bil_output_ascii(STDOUT_FILENO) ? quote_bytes : quote_plainly)(word, out);
}

/* "  billions replay FILE", to be typed as shown. */
static void tell_command(struct bil_session *session, const char *command, const char *file)
{
    struct bil_text text = {0};
    bil_text_format(&text, "  billions %s ", command);
    bil_quote_word(file, true, &text);
    bil_screen_lines(session->screen, 4, bil_text_string(&text));
    bil_text_free(&text);
}

static void tell_how_to_resume(struct bil_session *session)
{
    keep_record(session);
    const char *file = kept_in(session);
    if (file) {
        bil_screen_say(session->screen, 0, BIL_PLAIN, "The game is saved in %s. Go on with it:", file);
        tell_command(session, "play --resume", file);
    } else {
        session->backend->farewell(session, false);
    }
}

/* ------------------------------------------------------------------ questions */

bool bil_session_take_input(struct bil_session *session, enum bil_input input)
{
    if (input == BIL_INPUT_LINE && !session->keyboard->terminal) {
        bil_screen_say(session->screen, 0, BIL_PLAIN, "%s", session->keyboard->line); /* nobody else echoes it */
    } else if (input != BIL_INPUT_LINE) {
        bil_session_blank_line(session);
    }
    if (input == BIL_INPUT_TOO_LONG) {
        bil_session_error(session, "That line is too long for a move or a command, or holds a zero byte; it was not read.");
        return false;
    }
    return input != BIL_INPUT_LINE || session->keyboard->line[0] != '#';
}

/* Writes a question and waits for the next line. Whatever else came, a signal or the end of the input, is for bil_session_run. */
static enum bil_input ask_line(struct bil_session *session, enum bil_tone tone, const char *question)
{
    for (;;) {
        bil_screen_ask(session->screen, tone, question);
        if (!bil_screen_flush(session->screen)) {
            return BIL_INPUT_SIGNAL;
        }
        const enum bil_input input = bil_keyboard_wait(session->keyboard, true, -1, -1);
        if (bil_session_take_input(session, input)) {
            return input;
        }
    }
}

bool bil_session_confirm(struct bil_session *session, const char *question)
{
    while (ask_line(session, BIL_AMBER, question) == BIL_INPUT_LINE) {
        const char *answer = session->keyboard->line;
        if (strcmp(answer, "yes") == 0 || strcmp(answer, "y") == 0 || strcmp(answer, "no") == 0 || strcmp(answer, "n") == 0) {
            return answer[0] == 'y';
        }
        bil_screen_say(session->screen, 0, BIL_PLAIN, "Please answer yes or no.");
    }
    return false;
}

/* The actor takes the screen. With several persons at one terminal the others' screen goes first, and the new one comes when it
 * is asked for. */
static enum bil_input hand_over(struct bil_session *session, int seat)
{
    enum bil_input input = BIL_INPUT_LINE;
    if (count_people(session) > 1) {
        struct bil_text who = {0};
        bil_seat_text(session->match, seat, &who);
        if (session->keyboard->terminal) {
            bil_screen_wipe(session->screen);
            if (bil_session_tell(session, session->heard_by_all, BIL_SPECTATOR, LAST_WORDS) > 0) {
                bil_session_blank_line(session);
            }
            bil_screen_say(session->screen, 0, BIL_STRONG, "Pass the keyboard to %s. The others look away.", bil_text_string(&who));
            input = ask_line(session, BIL_ACCENT, "Press Enter to go on.");
            bil_screen_wipe(session->screen);
        } else {
            bil_session_blank_line(session);
            bil_screen_say(session->screen, 0, BIL_PLAIN, "--- %s ---", bil_text_string(&who));
        }
        session->heard_by_all = session->match->event_count;
        bil_text_free(&who);
    }
    if (input == BIL_INPUT_LINE) {
        session->facing = seat;
        session->show = true;
        bil_text_clear(&session->drawn);
    }
    return input;
}

void bil_session_take_line(struct bil_session *session, const char *typed)
{
    char line[BIL_KEYBOARD_LINE]; /* a command may ask further questions */
    snprintf(line, sizeof line, "%s", typed);
    if (*line == 0 && session->keyboard->terminal) {
        bil_offer_show(&session->offer, session->screen);
    }
    if (*line == 0 || bil_command(session, line, true)) {
        return;
    }
    const int index = bil_answer_find(session, line);
    if (index >= 0) {
        bil_screen_say(session->screen, 0, BIL_FAINT, "[%d] %s", index + 1, bil_offer_text(&session->offer, index));
        session->backend->play(session, index);
    }
}

/* One line from the person whose decision it is. */
static enum bil_input ask_person(struct bil_session *session)
{
    char sign[24] = "Play>";
    const int seat = session->match->actor;
    if (session->facing != seat) {
        const enum bil_input input = hand_over(session, seat);
        if (input != BIL_INPUT_LINE) {
            return input;
        }
    }
    if (session->show) {
        bil_session_show_decision(session);
    }
    if (count_people(session) > 1) {
        snprintf(sign, sizeof sign, "Seat %d>", seat + 1);
    }
    const enum bil_input input = ask_line(session, BIL_ACCENT, sign);
    if (input != BIL_INPUT_LINE) {
        return input;
    }
    bil_session_take_line(session, session->keyboard->line);
    return input;
}

/* ------------------------------------------------------------------ the end */

void bil_session_show_end(struct bil_session *session, int viewer, int from, int limit)
{
    struct bil_match *match = session->match;
    struct bil_screen *screen = session->screen;
    session->facing = BIL_EVERYBODY;
    bil_session_blank_line(session);
    bil_session_tell(session, from, viewer, limit);
    bil_session_blank_line(session);
    bil_session_draw(session);
    bil_session_blank_line(session);
    bil_screen_say(screen, 0, BIL_ACCENT, "The game is over.");
    bil_score_sheet_show(match, BIL_EVERYBODY, screen);
    bil_session_blank_line(session);
    bil_score_sheet_winner(match, screen);
    if (kept_in(session)) {
        bil_screen_say(screen, 0, BIL_PLAIN, "See it again:");
        tell_command(session, "replay", kept_in(session));
    } else {
        session->backend->farewell(session, true);
    }
}

static void end_of_our_own(struct bil_session *session)
{
    const bool alone = count_people(session) == 1;
    const int viewer = alone && session->facing >= 0 ? session->facing : BIL_SPECTATOR;
    bil_session_show_end(session, viewer, viewer >= 0 ? session->heard[viewer] : session->heard_by_all, alone ? 0 : LAST_WORDS);
}

/* At a terminal the person may look back; in a script nothing more is read. */
static enum bil_input look_back(struct bil_session *session)
{
    bil_screen_say(session->screen, 0, BIL_FAINT, "You can look back: score, log, record, rules, save FILE, undo. Enter leaves.");
    while (session->match->actor == BIL_OVER) {
        const enum bil_input input = ask_line(session, BIL_ACCENT, "Over>");
        if (input != BIL_INPUT_LINE || *session->keyboard->line == 0) {
            return input;
        }
        char line[BIL_KEYBOARD_LINE];
        memcpy(line, session->keyboard->line, sizeof line);
        if (!bil_command(session, line, false)) {
            bil_session_error(session, "The game is over; nothing is left to play. Enter leaves.");
        }
        if (session->leaving) {
            return BIL_INPUT_END;
        }
    }
    return BIL_INPUT_LINE;
}

/* Somebody leaves before the end: a last chance to keep the game. */
static void part(struct bil_session *session)
{
    keep_record(session);
    while (!kept_in(session) && session->keyboard->terminal && session->match->ply > 0) {
        if (ask_line(session, BIL_PLAIN, "To keep this game, type the name of a file; Enter lets it go:") != BIL_INPUT_LINE ||
            *session->keyboard->line == 0) {
            break;
        }
        char path[BIL_KEYBOARD_LINE];
        memcpy(path, session->keyboard->line, sizeof path);
        bil_session_save(session, path);
    }
    tell_how_to_resume(session);
}

/* ------------------------------------------------------------------ the round */

/* The exit code if the session cannot go on whatever the match says, or -1. */
int bil_session_broken_off(struct bil_session *session)
{
    const int number = bil_keyboard_signal();
    if (number) {
        tell_how_to_resume(session);
        bil_screen_flush(session->screen);
        return 128 + number;
    }
    if (session->screen->fault == 0) {
        return -1;
    }
    keep_record(session);
    if (session->screen->fault == EPIPE) {
        return BIL_PLAY_FILES; /* nobody is there to read a sentence */
    }
    bil_output_complain("the output cannot be written: %s.", strerror(session->screen->fault));
    return BIL_PLAY_FILES;
}

static int end_session(struct bil_session *session, int code)
{
    bil_screen_flush(session->screen);
    const int broken = bil_session_broken_off(session);
    return broken >= 0 ? broken : code;
}

int bil_session_run(struct bil_session *session)
{
    struct bil_match *match = session->match;
    enum bil_input input = BIL_INPUT_LINE;
    session->backend = session->backend ? session->backend : &bil_backend_local;
    session->facing = BIL_NOBODY;
    session->record_ply = -1;
    session->saved_ply = -1;
    for (;;) {
        const int broken = bil_session_broken_off(session);
        if (broken >= 0) {
            return broken;
        }
        if (input == BIL_INPUT_END && !session->keyboard->terminal) {
            bil_screen_say(session->screen, 0, BIL_PLAIN, "%s", bil_keyboard_end_words(session->keyboard));
            tell_how_to_resume(session);
            return end_session(session, BIL_PLAY_INPUT_ENDED);
        }
        if (input == BIL_INPUT_END || session->leaving) {
            part(session);
            return end_session(session, BIL_PLAY_FINE);
        }
        if (match->actor == BIL_OVER) {
            keep_record(session);
            end_of_our_own(session);
            if (!session->keyboard->terminal || !bil_screen_flush(session->screen) || look_back(session) != BIL_INPUT_LINE ||
                match->actor == BIL_OVER) {
                return end_session(session, BIL_PLAY_FINE);
            }
        } else if (match->player[match->actor].bot) {
            bil_match_step(match);
        } else {
            keep_record(session);
            input = ask_person(session);
            keep_record(session);
        }
    }
}
