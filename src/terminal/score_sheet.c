/* Score sheets. Must never count anything itself: labels, points, places and tie-breaks are the game's. */
#include "terminal/score_sheet.h"
#include "kit/page.h"
#include "table/match_internal.h"

#include <string.h>

enum { COLUMN = 12, LINES = 2 * BIL_MAX_SEATS * BIL_MAX_SCORE_ITEMS, VIEW_WORDS = BIL_MAX_STATE / 8 };

struct sheet {
    int seats;
    int seat[BIL_MAX_SEATS]; /* in order of place */
    uint8_t place[BIL_MAX_SEATS];
    int decided; /* what rank() says */
    struct bil_score score[BIL_MAX_SEATS];
    int lines;
    const char *label[LINES]; /* every label that some seat has, in the order of the sheets */
};

/* Who sits there, in a word: a name, the bot, "you" if there is only one person; or "". */
static const char *who(const struct bil_match *match, int seat)
{
    const char *called = bil_player_called(match->game, &match->player[seat]);
    if (*called) {
        return called;
    }
    for (int other = 0; other < match->config.seats; other++) {
        if (other != seat && !match->player[other].bot) {
            return "";
        }
    }
    return "you";
}

void bil_seat_text(const struct bil_match *match, int seat, struct bil_text *out)
{
    bil_text_format(out, "Seat %d", seat + 1);
    if (*who(match, seat)) {
        bil_text_format(out, " (%s)", who(match, seat));
    }
}

/* ------------------------------------------------------------------ gathering */

static int find_line(const struct sheet *sheet, const char *label)
{
    for (int i = 0; i < sheet->lines; i++) {
        if (strcmp(sheet->label[i], label) == 0) {
            return i;
        }
    }
    return -1;
}

/* Adds a seat's labels: each new one after its predecessor on that seat's own sheet. */
static void add_labels(struct sheet *sheet, const struct bil_score *score)
{
    int at = 0;
    for (int i = 0; i < score->count; i++) {
        const int known = find_line(sheet, score->item[i].label);
        if (known >= 0) {
            at = known + 1;
        } else if (sheet->lines < LINES) {
            memmove(sheet->label + at + 1, sheet->label + at, (size_t)(sheet->lines - at) * sizeof *sheet->label);
            sheet->label[at++] = score->item[i].label;
            sheet->lines++;
        }
    }
}

static void gather(const struct bil_match *match, int viewer, struct sheet *sheet)
{
    uint64_t view[VIEW_WORDS];
    memset(sheet, 0, sizeof *sheet);
    bil_match_view(match, viewer, -1, view);
    sheet->seats = match->config.seats;
    sheet->decided = match->game->rank(match->rules, view, sheet->place);
    for (int place = 1, count = 0; place <= sheet->seats; place++) {
        for (int seat = 0; seat < sheet->seats; seat++) {
            if (sheet->place[seat] == place) {
                sheet->seat[count++] = seat;
            }
        }
    }
    for (int i = 0; i < sheet->seats; i++) {
        match->game->score(match->rules, view, sheet->seat[i], &sheet->score[i]);
        add_labels(sheet, &sheet->score[i]);
    }
}

static int points_of(const struct bil_score *score, const char *label, bool *has)
{
    int points = 0;
    *has = false;
    for (int i = 0; i < score->count; i++) {
        if (strcmp(score->item[i].label, label) == 0) {
            points += score->item[i].points;
            *has = true;
        }
    }
    return points;
}

/* ------------------------------------------------------------------ showing */

/* A text in `columns` columns, cut if it must be. */
static void add_cell(struct bil_text *row, const char *text, int columns, bool right)
{
    size_t length = strlen(text);
    while (bil_columns_of(text, length) > columns - 1) {
        do {
            length--;
        } while (((unsigned char)text[length] & 0xC0) == 0x80);
    }
    const int blank = columns - bil_columns_of(text, length);
    bil_text_repeat(row, " ", right ? blank : 0);
    bil_text_add_bytes(row, text, length);
    bil_text_repeat(row, " ", right ? 0 : blank);
}

static void add_number(struct bil_text *row, int number)
{
    struct bil_text text = {0};
    bil_text_format(&text, "%d", number);
    add_cell(row, bil_text_string(&text), COLUMN, true);
    bil_text_free(&text);
}

static void show_as_table(const struct bil_match *match, const struct sheet *sheet, int label_columns, struct bil_screen *screen)
{
    struct bil_text row = {0};
    struct bil_text cell = {0};
    bool named = false;
    bil_text_repeat(&row, " ", label_columns);
    for (int i = 0; i < sheet->seats; i++) {
        bil_text_clear(&cell);
        bil_text_format(&cell, "%d. Seat %d", sheet->place[sheet->seat[i]], sheet->seat[i] + 1);
        add_cell(&row, bil_text_string(&cell), COLUMN, true);
        named = named || *who(match, sheet->seat[i]);
    }
    bil_screen_say(screen, 0, BIL_STRONG, "%s", bil_text_string(&row));
    bil_text_clear(&row);
    if (named) {
        bil_text_repeat(&row, " ", label_columns);
        for (int i = 0; i < sheet->seats; i++) {
            add_cell(&row, who(match, sheet->seat[i]), COLUMN, true);
        }
        bil_screen_say(screen, 0, BIL_FAINT, "%s", bil_text_string(&row));
        bil_text_clear(&row);
    }
    for (int line = 0; line < sheet->lines; line++) {
        add_cell(&row, sheet->label[line], label_columns, false);
        for (int i = 0; i < sheet->seats; i++) {
            bool has;
            const int points = points_of(&sheet->score[i], sheet->label[line], &has);
            if (has) {
                add_number(&row, points);
            } else {
                add_cell(&row, "-", COLUMN, true);
            }
        }
        bil_screen_lines(screen, 0, bil_text_string(&row));
        bil_text_clear(&row);
    }
    add_cell(&row, "Total", label_columns, false);
    for (int i = 0; i < sheet->seats; i++) {
        add_number(&row, sheet->score[i].total);
    }
    bil_screen_say(screen, 0, BIL_STRONG, "%s", bil_text_string(&row));
    bil_text_free(&row);
    bil_text_free(&cell);
}

/* One seat below the other, where a table would not fit. */
static void show_as_lists(const struct bil_match *match, const struct sheet *sheet, struct bil_screen *screen)
{
    struct bil_text name = {0};
    for (int i = 0; i < sheet->seats; i++) {
        bil_text_clear(&name);
        bil_seat_text(match, sheet->seat[i], &name);
        bil_screen_say(screen, 0, BIL_STRONG, "%d. %s: %d", sheet->place[sheet->seat[i]], bil_text_string(&name),
                       sheet->score[i].total);
        for (int k = 0; k < sheet->score[i].count; k++) {
            bil_screen_say(screen, 6, BIL_PLAIN, "%6d %s", sheet->score[i].item[k].points, sheet->score[i].item[k].label);
        }
    }
    bil_text_free(&name);
}

void bil_score_sheet_show(const struct bil_match *match, int viewer, struct bil_screen *screen)
{
    struct sheet sheet;
    gather(match, viewer, &sheet);
    int label_columns = 8;
    for (int i = 0; i < sheet.lines; i++) {
        const int columns = bil_columns_of(sheet.label[i], strlen(sheet.label[i])) + 1;
        label_columns = columns > label_columns ? columns : label_columns;
    }
    if (label_columns + COLUMN * sheet.seats <= screen->columns) {
        show_as_table(match, &sheet, label_columns, screen);
    } else {
        show_as_lists(match, &sheet, screen);
    }
}

void bil_score_sheet_winner(const struct bil_match *match, struct bil_screen *screen)
{
    struct sheet sheet;
    gather(match, BIL_EVERYBODY, &sheet);
    int winners = 0;
    while (winners < sheet.seats && sheet.place[sheet.seat[winners]] == 1) {
        winners++;
    }
    struct bil_text text = {0};
    for (int i = 0; i < winners; i++) {
        bil_text_add(&text, i == 0 ? "" : i + 1 < winners ? ", " : " and ");
        bil_seat_text(match, sheet.seat[i], &text);
    }
    const int best = sheet.score[0].total;
    if (winners > 1) {
        bil_text_format(&text, " share the victory: %d points each, and no tie-break parts them.", best);
    } else if (sheet.decided > 0) {
        bil_text_format(&text, " wins with %d points. ", best);
        bil_seat_text(match, sheet.seat[1], &text);
        bil_text_format(&text, " has as many; the tie-break decided: %s.", match->game->tie_breaks[sheet.decided]);
    } else {
        bil_text_format(&text, " wins with %d points", best);
        if (sheet.seats > 1) {
            bil_text_format(&text, ", %d ahead of ", best - sheet.score[1].total);
            bil_seat_text(match, sheet.seat[1], &text);
        }
        bil_text_char(&text, '.');
    }
    bil_screen_say(screen, 0, BIL_STRONG, "%s", bil_text_string(&text));
    bil_text_free(&text);
}
