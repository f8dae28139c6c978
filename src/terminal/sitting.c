/* The round of a sitting: bots play, persons are asked, the record is kept. Must never show a seat's view to another seat: every
 * text here is made for `facing`, and a change of `facing` between two persons wipes the screen first. */
#include "terminal/sitting.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "table/record.h"
#include "terminal/sheet.h"

enum { VIEW_WORDS = BIL_MAX_STATE / 8, LAST_WORDS = 12, FEW_MOVES = 6, FEW_LINES = 8, GOES_ON = 6 };

int bil_sitting_people(const struct bil_sitting *sitting)
{
    int people = 0;
    for (int seat = 0; seat < sitting->match->config.seats; seat++) {
        people += sitting->match->player[seat].bot == NULL;
    }
    return people;
}

bool bil_sitting_alone(const struct bil_sitting *sitting)
{
    return sitting->place->alone || bil_sitting_people(sitting) == 1;
}

/* ------------------------------------------------------------------ writing */

void bil_sitting_regret(struct bil_sitting *sitting, const char *sentence)
{
    bil_screen_say(sitting->screen, 0, BIL_AMBER, "%s", sentence);
}

void bil_sitting_gap(struct bil_sitting *sitting)
{
    bil_screen_say(sitting->screen, 0, BIL_PLAIN, "%s", "");
}

/* Writes the sentences from happening `from` on, all but the first `skip`, paragraph by paragraph; or only counts them. */
static int tell_sentences(struct bil_sitting *sitting, int from, int viewer, int skip, bool write)
{
    const int count = sitting->place->happenings(sitting);
    struct bil_text text = {0};
    struct bil_text paragraph = {0};
    int told = 0;
    for (int index = from; index < count;) {
        bool opens = false;
        bil_text_clear(&text);
        index += sitting->place->retell(sitting, index, viewer, &text, &opens);
        if (opens && paragraph.length > 0) {
            bil_screen_lines(sitting->screen, 4, bil_text_string(&paragraph));
            bil_text_clear(&paragraph);
        }
        told += text.length > 0;
        if (text.length > 0 && told > skip && write) {
            bil_text_format(&paragraph, "%s %s", paragraph.length ? "" : "  -", bil_text_string(&text));
        }
    }
    if (paragraph.length > 0) {
        bil_screen_lines(sitting->screen, 4, bil_text_string(&paragraph));
    }
    bil_text_free(&text);
    bil_text_free(&paragraph);
    return told;
}

int bil_sitting_tell(struct bil_sitting *sitting, int from, int viewer, int limit)
{
    const int all = limit > 0 ? tell_sentences(sitting, from, viewer, 0, false) : 0;
    const int skip = all > limit ? all - limit : 0;
    return tell_sentences(sitting, from, viewer, skip, true) - skip;
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
static int changed_lines(const struct bil_sitting *sitting, const char *drawing, struct bil_text *out)
{
    const char *old = bil_text_string(&sitting->drawn);
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

/* The table. Somebody who plays alone and is asked something small, with hardly anything new on the table, is shown what is new:
 * the rest stands above. */
void bil_sitting_draw(struct bil_sitting *sitting)
{
    const struct bil_match *match = sitting->match;
    bil_screen_measure(sitting->screen);
    const struct bil_style style = bil_screen_style(sitting->screen);
    uint64_t view[VIEW_WORDS];
    struct bil_text text = {0};
    struct bil_text news = {0};
    bil_match_view(match, sitting->facing, -1, view);
    match->game->draw(match->rules, view, &style, &text);
    const bool small = match->actor != BIL_OVER && match->move_count <= FEW_MOVES && bil_sitting_alone(sitting);
    const bool short_news =
        small && sitting->drawn.length > 0 && changed_lines(sitting, bil_text_string(&text), &news) <= FEW_LINES;
    bil_screen_lines(sitting->screen, 4, bil_text_string(short_news ? &news : &text));
    bil_text_free(&news);
    bil_text_free(&sitting->drawn);
    sitting->drawn = text;
}

/* Below the moves: what `all` would do here, and, once for each, an order that would spare this question. */
static void show_orders(struct bil_sitting *sitting)
{
    const struct bil_match *match = sitting->match;
    const struct bil_order *orders = bil_orders_of(match->game);
    bool told = false;
    for (int kind = 0; orders && orders[kind].words && kind < 64; kind++) {
        const bool known = (sitting->hinted >> kind & 1U) != 0;
        const bil_move move = orders[kind].argument || (known && !orders[kind].brief) ? 0 : bil_match_order_would(match, kind);
        if (move == 0) {
            continue;
        }
        if (orders[kind].brief) {
            bil_screen_say(sitting->screen, 0, BIL_FAINT, "all plays %s.", orders[kind].help);
        } else if (!told && move == match->game->pass) {
            bil_screen_say(sitting->screen, 0, BIL_FAINT,
                           "order %s spares you this question from now on; orders lists more of the kind.", orders[kind].words);
            sitting->hinted |= UINT64_C(1) << kind;
            told = true;
        }
    }
}

/* The table, what led to it, the question and the moves: what is new stands lowest, where a short screen still shows it. */
void bil_sitting_show_decision(struct bil_sitting *sitting)
{
    struct bil_match *match = sitting->match;
    const int seat = sitting->facing;
    uint64_t view[VIEW_WORDS];
    struct bil_text prompt = {0};
    bil_offer_make(&sitting->offer, match);
    bil_sitting_gap(sitting);
    bil_sitting_draw(sitting);
    bil_sitting_gap(sitting);
    if (bil_sitting_tell(sitting, sitting->heard[seat], seat, 0) > 0) {
        bil_sitting_gap(sitting);
    }
    sitting->heard[seat] = sitting->place->happenings(sitting);
    bil_match_view(match, seat, -1, view);
    match->game->prompt(match->rules, view, &prompt);
    bil_screen_say(sitting->screen, 0, BIL_STRONG, "%s", bil_text_string(&prompt));
    bil_offer_show(&sitting->offer, sitting->screen);
    show_orders(sitting);
    bil_text_free(&prompt);
    sitting->show = false;
}

/* ------------------------------------------------------------------ keeping the game */

/* Brings the record up to date. That it cannot be written is said once; the game goes on. */
static void keep_record(struct bil_sitting *sitting)
{
    struct bil_error error;
    if (!sitting->record || sitting->record_ply == sitting->match->ply) {
        return;
    }
    if (bil_record_save(sitting->match, sitting->record, &error)) {
        sitting->record_ply = sitting->match->ply;
        sitting->save_failed = false;
    } else if (!sitting->save_failed) {
        sitting->save_failed = true;
        bil_sitting_regret(sitting, error.text);
        bil_screen_say(sitting->screen, 0, BIL_PLAIN, "The game goes on without a record; save FILE keeps it elsewhere.");
    }
}

bool bil_sitting_save(struct bil_sitting *sitting, const char *path)
{
    struct bil_error error;
    const bool own = strcmp(path, sitting->saved_as) == 0 || (sitting->record && strcmp(path, sitting->record) == 0);
    if (strlen(path) >= sizeof sitting->saved_as) {
        bil_sitting_regret(sitting, "That file name is too long.");
        return false;
    }
    if (strcmp(path, "-") == 0) {
        bil_sitting_regret(sitting, "Name a file to save to; record shows the record here.");
        return false;
    }
    if (!own && access(path, F_OK) == 0 && !bil_sitting_confirm(sitting, "That file is already there. Replace it? (yes/no)")) {
        bil_screen_say(sitting->screen, 0, BIL_PLAIN, "Nothing was saved.");
        return false;
    }
    if (!sitting->place->save(sitting, path, &error)) {
        bil_sitting_regret(sitting, error.text);
        return false;
    }
    snprintf(sitting->saved_as, sizeof sitting->saved_as, "%s", path);
    sitting->saved_ply = sitting->match->ply;
    bil_screen_say(sitting->screen, 0, BIL_PLAIN, "Saved in %s.", path);
    return true;
}

/* The file that holds the game as it is now, or NULL. */
const char *bil_sitting_kept_in(const struct bil_sitting *sitting)
{
    if (sitting->record && !sitting->save_failed) {
        return sitting->record;
    }
    return sitting->match && sitting->saved_ply == sitting->match->ply ? sitting->saved_as : NULL;
}

void bil_sitting_quote(const char *word, struct bil_text *out)
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

/* "  billions replay FILE", to be typed as it stands there. */
void bil_sitting_tell_command(struct bil_sitting *sitting, const char *command, const char *file)
{
    struct bil_text text = {0};
    bil_text_format(&text, "  billions %s ", command);
    bil_sitting_quote(file, &text);
    bil_screen_lines(sitting->screen, 4, bil_text_string(&text));
    bil_text_free(&text);
}

static void tell_how_to_resume(struct bil_sitting *sitting)
{
    keep_record(sitting);
    const char *file = bil_sitting_kept_in(sitting);
    if (file) {
        bil_screen_say(sitting->screen, 0, BIL_PLAIN, "The game is saved in %s. Go on with it:", file);
        bil_sitting_tell_command(sitting, "play --resume", file);
    } else {
        sitting->place->farewell(sitting, false);
    }
}

/* ------------------------------------------------------------------ questions */

bool bil_sitting_heard(struct bil_sitting *sitting, enum bil_heard heard)
{
    if (heard == BIL_HEARD_LINE && !sitting->keyboard->terminal) {
        bil_screen_say(sitting->screen, 0, BIL_PLAIN, "%s", sitting->keyboard->line); /* nobody else echoes it */
    } else if (heard != BIL_HEARD_LINE) {
        bil_sitting_gap(sitting);
    }
    if (heard == BIL_HEARD_TOO_LONG) {
        bil_sitting_regret(sitting, "That line is too long for a move or a command, or holds a zero byte; it was not read.");
        return false;
    }
    return heard != BIL_HEARD_LINE || sitting->keyboard->line[0] != '#';
}

enum bil_heard bil_sitting_ask(struct bil_sitting *sitting, enum bil_tone tone, const char *question)
{
    for (;;) {
        bil_screen_ask(sitting->screen, tone, question);
        if (!bil_screen_flush(sitting->screen)) {
            return BIL_HEARD_SIGNAL;
        }
        const enum bil_heard heard = bil_keyboard_read(sitting->keyboard);
        if (bil_sitting_heard(sitting, heard)) {
            return heard;
        }
    }
}

bool bil_sitting_confirm(struct bil_sitting *sitting, const char *question)
{
    while (bil_sitting_ask(sitting, BIL_AMBER, question) == BIL_HEARD_LINE) {
        const char *answer = sitting->keyboard->line;
        if (strcmp(answer, "yes") == 0 || strcmp(answer, "y") == 0 || strcmp(answer, "no") == 0 || strcmp(answer, "n") == 0) {
            return answer[0] == 'y';
        }
        bil_screen_say(sitting->screen, 0, BIL_PLAIN, "Please answer yes or no.");
    }
    return false;
}

/* The actor takes the screen. With several persons at one terminal the others' screen goes first, and the new one comes when it
 * is asked for. */
static enum bil_heard hand_over(struct bil_sitting *sitting, int seat)
{
    enum bil_heard heard = BIL_HEARD_LINE;
    if (bil_sitting_people(sitting) > 1) {
        struct bil_text who = {0};
        bil_seat_text(sitting->match, seat, &who);
        if (sitting->keyboard->terminal) {
            bil_screen_wipe(sitting->screen);
            if (bil_sitting_tell(sitting, sitting->heard_by_all, BIL_SPECTATOR, LAST_WORDS) > 0) {
                bil_sitting_gap(sitting);
            }
            bil_screen_say(sitting->screen, 0, BIL_STRONG, "Pass the keyboard to %s. The others look away.", bil_text_string(&who));
            heard = bil_sitting_ask(sitting, BIL_ACCENT, "Press Enter to go on.");
            bil_screen_wipe(sitting->screen);
        } else {
            bil_sitting_gap(sitting);
            bil_screen_say(sitting->screen, 0, BIL_PLAIN, "--- %s ---", bil_text_string(&who));
        }
        sitting->heard_by_all = sitting->match->event_count;
        bil_text_free(&who);
    }
    if (heard == BIL_HEARD_LINE) {
        sitting->facing = seat;
        sitting->show = true;
        bil_text_clear(&sitting->drawn);
    }
    return heard;
}

void bil_sitting_take_line(struct bil_sitting *sitting, const char *typed)
{
    char line[BIL_KEYBOARD_LINE]; /* a command may ask further questions */
    snprintf(line, sizeof line, "%s", typed);
    if (*line == 0 && sitting->keyboard->terminal) {
        bil_offer_show(&sitting->offer, sitting->screen);
    }
    if (*line == 0 || bil_command(sitting, line, true)) {
        return;
    }
    const int index = bil_answer_find(sitting, line);
    if (index >= 0) {
        bil_screen_say(sitting->screen, 0, BIL_FAINT, "[%d] %s", index + 1, bil_offer_text(&sitting->offer, index));
        sitting->place->play(sitting, index);
    }
}

/* One line from the person whose decision it is. */
static enum bil_heard ask_person(struct bil_sitting *sitting)
{
    char sign[24] = "Play>";
    const int seat = sitting->match->actor;
    if (sitting->facing != seat) {
        const enum bil_heard heard = hand_over(sitting, seat);
        if (heard != BIL_HEARD_LINE) {
            return heard;
        }
    }
    if (sitting->show) {
        bil_sitting_show_decision(sitting);
    }
    if (bil_sitting_people(sitting) > 1) {
        snprintf(sign, sizeof sign, "Seat %d>", seat + 1);
    }
    const enum bil_heard heard = bil_sitting_ask(sitting, BIL_ACCENT, sign);
    if (heard != BIL_HEARD_LINE) {
        return heard;
    }
    bil_sitting_take_line(sitting, sitting->keyboard->line);
    return heard;
}

/* ------------------------------------------------------------------ the end */

void bil_sitting_show_end(struct bil_sitting *sitting, int viewer, int from, int limit)
{
    struct bil_match *match = sitting->match;
    struct bil_screen *screen = sitting->screen;
    sitting->facing = BIL_EVERYBODY;
    bil_sitting_gap(sitting);
    bil_sitting_tell(sitting, from, viewer, limit);
    bil_sitting_gap(sitting);
    bil_sitting_draw(sitting);
    bil_sitting_gap(sitting);
    bil_screen_say(screen, 0, BIL_ACCENT, "The game is over.");
    bil_sheet_show(match, BIL_EVERYBODY, screen);
    bil_sitting_gap(sitting);
    bil_sheet_winner(match, screen);
    if (bil_sitting_kept_in(sitting)) {
        bil_screen_say(screen, 0, BIL_PLAIN, "See it again:");
        bil_sitting_tell_command(sitting, "replay", bil_sitting_kept_in(sitting));
    } else {
        sitting->place->farewell(sitting, true);
    }
}

static void end_of_our_own(struct bil_sitting *sitting)
{
    const bool alone = bil_sitting_people(sitting) == 1;
    const int viewer = alone && sitting->facing >= 0 ? sitting->facing : BIL_SPECTATOR;
    bil_sitting_show_end(sitting, viewer, viewer >= 0 ? sitting->heard[viewer] : sitting->heard_by_all, alone ? 0 : LAST_WORDS);
}

/* At a terminal, whoever wants may look back; in a script nothing more is read. */
static enum bil_heard look_back(struct bil_sitting *sitting)
{
    bil_screen_say(sitting->screen, 0, BIL_FAINT, "You can look back: score, log, record, rules, save FILE, undo. Enter leaves.");
    while (sitting->match->actor == BIL_OVER) {
        const enum bil_heard heard = bil_sitting_ask(sitting, BIL_ACCENT, "Over>");
        if (heard != BIL_HEARD_LINE || *sitting->keyboard->line == 0) {
            return heard;
        }
        char line[BIL_KEYBOARD_LINE];
        memcpy(line, sitting->keyboard->line, sizeof line);
        if (!bil_command(sitting, line, false)) {
            bil_sitting_regret(sitting, "The game is over; nothing is left to play. Enter leaves.");
        }
        if (sitting->leaving) {
            return BIL_HEARD_END;
        }
    }
    return BIL_HEARD_LINE;
}

/* Somebody leaves before the end: a last chance to keep the game. */
static void part(struct bil_sitting *sitting)
{
    keep_record(sitting);
    while (!bil_sitting_kept_in(sitting) && sitting->keyboard->terminal && sitting->match->ply > 0) {
        if (bil_sitting_ask(sitting, BIL_PLAIN, "To keep this game, type the name of a file; Enter lets it go:") !=
                BIL_HEARD_LINE ||
            *sitting->keyboard->line == 0) {
            break;
        }
        char path[BIL_KEYBOARD_LINE];
        memcpy(path, sitting->keyboard->line, sizeof path);
        bil_sitting_save(sitting, path);
    }
    tell_how_to_resume(sitting);
}

/* ------------------------------------------------------------------ the round */

/* The exit code if the sitting cannot go on whatever the match says, or -1. */
int bil_sitting_broken_off(struct bil_sitting *sitting)
{
    const int number = bil_keyboard_signal();
    if (number) {
        tell_how_to_resume(sitting);
        bil_screen_flush(sitting->screen);
        return 128 + number;
    }
    if (sitting->screen->fault == 0) {
        return -1;
    }
    keep_record(sitting);
    if (sitting->screen->fault == EPIPE) {
        return BIL_PLAY_FILES; /* nobody is there to read a sentence */
    }
    fprintf(stderr, "billions: the output cannot be written: %s.\n", strerror(sitting->screen->fault));
    return BIL_PLAY_FILES;
}

static int finish(struct bil_sitting *sitting, int code)
{
    bil_screen_flush(sitting->screen);
    const int broken = bil_sitting_broken_off(sitting);
    return broken >= 0 ? broken : code;
}

int bil_sitting_run(struct bil_sitting *sitting)
{
    struct bil_match *match = sitting->match;
    enum bil_heard heard = BIL_HEARD_LINE;
    sitting->place = sitting->place ? sitting->place : &bil_place_own;
    sitting->facing = BIL_NOBODY;
    sitting->record_ply = -1;
    sitting->saved_ply = -1;
    for (;;) {
        const int broken = bil_sitting_broken_off(sitting);
        if (broken >= 0) {
            return broken;
        }
        if (heard == BIL_HEARD_END && !sitting->keyboard->terminal) {
            bil_screen_say(sitting->screen, 0, BIL_PLAIN, "The input ended before the game did.");
            tell_how_to_resume(sitting);
            return finish(sitting, BIL_PLAY_INPUT_ENDED);
        }
        if (heard == BIL_HEARD_END || sitting->leaving) {
            part(sitting);
            return finish(sitting, BIL_PLAY_FINE);
        }
        if (match->actor == BIL_OVER) {
            keep_record(sitting);
            end_of_our_own(sitting);
            if (!sitting->keyboard->terminal || !bil_screen_flush(sitting->screen) || look_back(sitting) != BIL_HEARD_LINE ||
                match->actor == BIL_OVER) {
                return finish(sitting, BIL_PLAY_FINE);
            }
        } else if (match->player[match->actor].bot) {
            bil_match_step(match);
        } else {
            keep_record(sitting);
            heard = ask_person(sitting);
            keep_record(sitting);
        }
    }
}
