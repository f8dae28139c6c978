/* What `billions analyse` found, as text, as JSON and as a page. Must never show a figure that the analysis does not contain. */
#include "cli/reports.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/notation.h"
#include "lab/reports/html.h"
#include "table/match_internal.h"
#include "table/memory.h"
#include "table/messages/argument.h"
#include "terminal/progress_bar.h"

enum { FIGURE = 48 };

static const char *const measure_names[BIL_ANALYSIS_MEASURES] = {"place", "points"};

/* "Seat 2 (greedy)". */
static void add_seat_name(const struct bil_match *match, int seat, struct bil_text *out)
{
    const struct bil_player *player = &match->player[seat];
    const char *called = bil_player_called(match->game, player);
    bil_text_format(out, "Seat %d (%s)", seat + 1, *called ? called : "person");
}

/* A move at a ply as that seat reads it. */
static void add_seen_move(const struct bil_match *match, int ply, int seat, bil_move move, struct bil_text *out)
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    bil_match_view(match, seat, ply, view);
    bil_move_text(match->game, match->rules, view, move, seat, out);
}

/* Whether the report is about this seat. */
static bool is_about(const struct bil_analysis_report *report, int seat)
{
    return report->analysis->seat == BIL_ANALYSIS_ALL || report->analysis->seat == seat;
}

/* "+0.29 +- 0.12": a figure of that measure with half of its 95 % interval. */
static const char *figure_text(enum bil_analysis_measure measure, bool gain, double value, double within, char text[FIGURE])
{
    const int digits = measure == BIL_ANALYSIS_PLACE ? 2 : 0;
    snprintf(text, FIGURE, gain ? "%+.*f +- %.*f" : "%.*f +- %.*f", digits, value, digits, within);
    return text;
}

/* ------------------------------------------------------------------ what lost most */

/* A choice that lost something, and why the other move is better when both are played on. */
struct mistake {
    const struct bil_judgement *item;
    struct bil_argument argument;
    struct bil_text why;
};

struct mistakes {
    struct mistake mistake[BIL_ANALYSIS_WORST]; /* the worst first */
    int count, doubted;                         /* and how many looked like one until both were played on */
};

/* Less is not worth a line. */
static const double least[BIL_ANALYSIS_MEASURES] = {0.02, 0.1};

static double lost(const struct mistake *mistake, enum bil_analysis_measure measure)
{
    return measure == BIL_ANALYSIS_PLACE ? mistake->argument.place : mistake->argument.points;
}

static void find_mistakes(const struct bil_analysis_report *report, struct mistakes *mistakes)
{
    int index[BIL_ANALYSIS_WORST];
    const int count = bil_analysis_worst(report->result, report->by, BIL_ANALYSIS_WORST, index);
    struct bil_progress_bar bar;
    bil_progress *draw = bil_progress_bar_begin(&bar, "choices played on", 0, (uint64_t)count);
    *mistakes = (struct mistakes){0};
    for (int i = 0; i < count; i++) {
        if (draw) {
            draw(&bar, (uint64_t)i);
        }
        struct mistake found = {.item = &report->result->item[index[i]]};
        found.argument = bil_match_argue(report->analysis->match, found.item->ply, found.item->best, found.item->move, &found.why);
        if (!found.argument.clear || lost(&found, report->by) < least[report->by]) {
            mistakes->doubted++;
            bil_text_free(&found.why);
            continue;
        }
        int at = mistakes->count++;
        for (; at > 0 && lost(&mistakes->mistake[at - 1], report->by) < lost(&found, report->by); at--) {
            mistakes->mistake[at] = mistakes->mistake[at - 1];
        }
        mistakes->mistake[at] = found;
    }
    bil_progress_bar_end(&bar);
}

static void free_mistakes(struct mistakes *mistakes)
{
    for (int i = 0; i < mistakes->count; i++) {
        bil_text_free(&mistakes->mistake[i].why);
    }
}

/* What is to be said where the list is short; nothing if no choice looked worse than it was. */
static void add_doubted_words(const struct mistakes *mistakes, struct bil_text *out)
{
    if (mistakes->count == 0) {
        bil_text_add(out, "No choice can be told from chance.");
    } else if (mistakes->doubted > 0) {
        bil_text_format(out, "%d more looked worse at first; played on, hardly anything sets the moves apart.", mistakes->doubted);
    }
}

/* How many of the choices were judged exactly, in a sentence; nothing if there were none. */
static void add_exact_words(const struct bil_analysis_report *report, struct bil_text *out)
{
    int exact = 0;
    for (int i = 0; i < report->result->count; i++) {
        exact += report->result->item[i].exact;
    }
    if (exact > 0) {
        bil_text_format(
            out,
            "%d of the last choices %s judged exactly, by all that can come of every move, where the others play what the "
            "game's advice likes best.",
            exact, exact == 1 ? "was" : "were");
    }
}

/* ------------------------------------------------------------------ text */

/* A text of many words, in lines that are indented. */
static void add_paragraph(const char *words, struct bil_text *out)
{
    enum { WIDTH = 80, INDENT = 8 };
    int column = WIDTH;
    while (*words) {
        const int length = (int)strcspn(words, " ");
        if (column + 1 + length > WIDTH) {
            bil_text_format(out, column == WIDTH ? "%*s" : "\n%*s", INDENT - 1, "");
            column = INDENT - 1;
        }
        bil_text_char(out, ' ');
        bil_text_add_bytes(out, words, (size_t)length);
        column += 1 + length;
        words += length + (words[length] == ' ');
    }
    bil_text_char(out, '\n');
}

static void worst_lines(const struct bil_analysis_report *report, struct bil_text *out)
{
    const struct bil_match *match = report->analysis->match;
    struct mistakes mistakes;
    struct bil_text words = {0};
    find_mistakes(report, &mistakes);
    if (mistakes.count > 0) {
        bil_text_format(out, "The choices that lost most, by %s, when both moves are played on:\n", measure_names[report->by]);
        bil_text_add(out, "  move  seat   place  points  played; better\n");
    }
    for (int i = 0; i < mistakes.count; i++) {
        const struct mistake *mistake = &mistakes.mistake[i];
        const struct bil_judgement *item = mistake->item;
        bil_text_format(out, "%6d  %4d  %+6.2f  %+6.0f  ", item->ply + 1, item->seat + 1, -lost(mistake, BIL_ANALYSIS_PLACE),
                        -lost(mistake, BIL_ANALYSIS_POINTS));
        add_seen_move(match, item->ply, item->seat, item->move, out);
        bil_text_add(out, "; ");
        add_seen_move(match, item->ply, item->seat, item->best, out);
        bil_text_char(out, '\n');
        add_paragraph(bil_text_string(&mistake->why), out);
    }
    add_doubted_words(&mistakes, &words);
    bil_text_format(out, words.length ? "%s\n" : "%s", bil_text_string(&words));
    bil_text_free(&words);
    free_mistakes(&mistakes);
}

static void seat_lines(const struct bil_analysis_report *report, enum bil_analysis_measure m, struct bil_text *out)
{
    const struct bil_match *match = report->analysis->match;
    const int digits = m == BIL_ANALYSIS_PLACE ? 2 : 0;
    struct bil_text name = {0};
    bil_text_format(out, "%-24s %15s %15s %15s %12s\n", m == BIL_ANALYSIS_PLACE ? "Places" : "Points", "at first", "choices",
                    "luck", "in the end");
    for (int seat = 0; seat < match->config.seats; seat++) {
        const struct bil_analysis_sum *sum = &report->result->sum[seat];
        if (is_about(report, seat)) {
            bil_text_clear(&name);
            add_seat_name(match, seat, &name);
            if (sum->decisions > 0) {
                char start[FIGURE];
                char choices[FIGURE];
                char luck[FIGURE];
                bil_text_format(out, "%-24s %15s %15s %15s %12.*f\n", bil_text_string(&name),
                                figure_text(m, false, sum->start[m], sum->start_within[m], start),
                                figure_text(m, true, sum->choices[m], sum->choices_within[m], choices),
                                figure_text(m, true, sum->luck[m], sum->luck_within[m], luck), digits, sum->end[m]);
            } else {
                bil_text_format(out, "%-24s had nothing to choose %38.*f\n", bil_text_string(&name), digits, sum->end[m]);
            }
        }
    }
    bil_text_free(&name);
}

static void write_text(const struct bil_analysis_report *report, struct bil_text *out)
{
    const struct bil_match *match = report->analysis->match;
    bil_text_format(out, "%s, %d seats: %d choices judged by %s, seed %s\n\n", match->game->title, match->config.seats,
                    report->result->count, report->analysis->bot->name, report->seed);
    worst_lines(report, out);
    for (enum bil_analysis_measure m = 0; m < BIL_ANALYSIS_MEASURES; m++) {
        bil_text_char(out, '\n');
        seat_lines(report, m, out);
    }
    bil_text_char(out, '\n');
    for (int seat = 0; seat < match->config.seats; seat++) {
        const struct bil_analysis_sum *sum = &report->result->sum[seat];
        if (is_about(report, seat) && sum->decisions > 0) {
            add_seat_name(match, seat, out);
            bil_text_format(out, " chose as the bot would %d times in %d.\n", sum->agreed, sum->decisions);
        }
    }
    bil_text_format(out,
                    "+ is better: more points, or places nearer to the first. Luck is what cards and others gave.\n"
                    "+- is half of the 95 %% interval over the bot's chances. What a single choice lost is sure to about\n"
                    "+- %.2f places and %.0f points.\n",
                    report->result->within[BIL_ANALYSIS_PLACE], report->result->within[BIL_ANALYSIS_POINTS]);
    struct bil_text exact = {0};
    add_exact_words(report, &exact);
    if (exact.length > 0) {
        bil_text_format(out, "%s\n", bil_text_string(&exact));
    }
    bil_text_free(&exact);
}

/* ------------------------------------------------------------------ JSON */

static void json_expected(const struct bil_match *match, const char *key,
                          const double expected[BIL_ANALYSIS_MEASURES][BIL_MAX_SEATS], struct bil_text *out)
{
    bil_json_key_object(out, key);
    for (int m = 0; m < BIL_ANALYSIS_MEASURES; m++) {
        bil_json_key_array(out, measure_names[m]);
        for (int seat = 0; seat < match->config.seats; seat++) {
            bil_json_number(out, expected[m][seat]);
        }
        bil_json_array_end(out);
    }
    bil_json_object_end(out);
}

static void json_move(const struct bil_match *match, const char *key, const struct bil_judgement *item, bil_move move,
                      struct bil_text *out)
{
    struct bil_text text = {0};
    add_seen_move(match, item->ply, item->seat, move, &text);
    bil_json_key_string(out, key, bil_text_string(&text));
    bil_text_free(&text);
}

static void json_choices(const struct bil_analysis_report *report, struct bil_text *out)
{
    const struct bil_match *match = report->analysis->match;
    bil_json_key_array(out, "choices");
    for (int i = 0; i < report->result->count; i++) {
        const struct bil_judgement *item = &report->result->item[i];
        bil_json_object(out);
        bil_json_key_integer(out, "ply", item->ply);
        bil_json_key_integer(out, "seat", item->seat + 1);
        json_move(match, "move", item, item->move, out);
        json_move(match, "best", item, item->best, out);
        bil_json_key_bool(out, "judged", item->judged);
        bil_json_key_bool(out, "exact", item->exact);
        bil_json_key_integer(out, "tries", item->tries);
        json_expected(match, "before", item->before, out);
        json_expected(match, "after", item->after, out);
        bil_json_key_number(out, "lost_place", bil_analysis_loss(item, BIL_ANALYSIS_PLACE));
        bil_json_key_number(out, "lost_points", bil_analysis_loss(item, BIL_ANALYSIS_POINTS));
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

static void json_worst(const struct bil_analysis_report *report, struct bil_text *out)
{
    struct mistakes mistakes;
    find_mistakes(report, &mistakes);
    bil_json_key_string(out, "worst_by", measure_names[report->by]);
    bil_json_key_array(out, "worst_plies");
    for (int i = 0; i < mistakes.count; i++) {
        bil_json_integer(out, mistakes.mistake[i].item->ply);
    }
    bil_json_array_end(out);
    free_mistakes(&mistakes);
}

static void json_seats(const struct bil_analysis_report *report, struct bil_text *out)
{
    const struct bil_match *match = report->analysis->match;
    bil_json_key_array(out, "seats");
    for (int seat = 0; seat < match->config.seats; seat++) {
        const struct bil_analysis_sum *sum = &report->result->sum[seat];
        const struct bil_player *player = &match->player[seat];
        if (!is_about(report, seat)) {
            continue;
        }
        bil_json_object(out);
        bil_json_key_integer(out, "seat", seat + 1);
        bil_json_key_string(out, "player", player->bot ? player->bot->name : player->name);
        bil_json_key_integer(out, "decisions", sum->decisions);
        bil_json_key_integer(out, "agreed", sum->agreed);
        for (int m = 0; m < BIL_ANALYSIS_MEASURES; m++) {
            bil_json_key_object(out, measure_names[m]);
            if (sum->decisions > 0) {
                bil_json_key_number(out, "start", sum->start[m]);
                bil_json_key_number(out, "start_within", sum->start_within[m]);
                bil_json_key_number(out, "choices", sum->choices[m]);
                bil_json_key_number(out, "choices_within", sum->choices_within[m]);
                bil_json_key_number(out, "luck", sum->luck[m]);
                bil_json_key_number(out, "luck_within", sum->luck_within[m]);
            }
            bil_json_key_number(out, "end", sum->end[m]);
            bil_json_object_end(out);
        }
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

static void write_json(const struct bil_analysis_report *report, struct bil_text *out)
{
    const struct bil_match *match = report->analysis->match;
    bil_json_object(out);
    bil_json_key_string(out, "game", match->game->id);
    bil_json_key_integer(out, "players", match->config.seats);
    bil_json_key_integer(out, "plies", match->ply);
    bil_json_key_string(out, "bot", report->analysis->bot->name);
    bil_json_key_string(out, "seed", report->seed);
    bil_json_key_string(out, "command", report->command);
    json_seats(report, out);
    bil_json_key_number(out, "choice_within_place", report->result->within[BIL_ANALYSIS_PLACE]);
    bil_json_key_number(out, "choice_within_points", report->result->within[BIL_ANALYSIS_POINTS]);
    json_worst(report, out);
    json_choices(report, out);
    bil_json_object_end(out);
    bil_text_char(out, '\n');
}

/* ------------------------------------------------------------------ a page */

/* One self-contained page: charts, the worst choices with why something else was better, and every choice. */

/* The points of one line of a chart. */
struct curve {
    double *x, *y;
    int count;
};

static void add_curve_point(struct curve *curve, double x, double y)
{
    curve->x[curve->count] = x;
    curve->y[curve->count++] = y;
}

/* What is drawn of a seat: what it expected of itself, before and after each of its choices; where the report is about one seat
 * only, what that one expected of every seat. Then the result. */
static void trace(const struct bil_analysis_report *report, enum bil_analysis_measure m, int seat, struct curve *curve)
{
    const struct bil_analysis_result *result = report->result;
    const bool all = report->analysis->seat == BIL_ANALYSIS_ALL;
    for (int i = 0; i < result->count; i++) {
        const struct bil_judgement *item = &result->item[i];
        if (!all || item->seat == seat) {
            add_curve_point(curve, item->ply + 1, item->before[m][seat]);
            add_curve_point(curve, item->ply + 1, item->after[m][seat]);
        }
    }
    add_curve_point(curve, report->analysis->match->ply, result->sum[seat].end[m]);
}

static void chart(const struct bil_analysis_report *report, enum bil_analysis_measure m, const struct mistakes *mistakes,
                  struct bil_text *out)
{
    const struct bil_match *match = report->analysis->match;
    const int seats = match->config.seats;
    const bool all = report->analysis->seat == BIL_ANALYSIS_ALL;
    struct curve curve[BIL_MAX_SEATS] = {{0}};
    struct bil_plot_line line[BIL_MAX_SEATS] = {{0}};
    struct bil_plot_mark mark[BIL_ANALYSIS_WORST] = {{0}};
    struct bil_text label[BIL_MAX_SEATS] = {{0}};
    struct bil_text title[BIL_ANALYSIS_WORST] = {{0}};
    char number[BIL_ANALYSIS_WORST][12];
    for (int seat = 0; seat < seats; seat++) {
        const size_t room = 2 * (size_t)report->result->count + 1;
        curve[seat].x = bil_memory_zero(room, sizeof(double));
        curve[seat].y = bil_memory_zero(room, sizeof(double));
        trace(report, m, seat, &curve[seat]);
        add_seat_name(match, seat, &label[seat]);
        line[seat] = (struct bil_plot_line){
            .label = bil_text_string(&label[seat]), .x = curve[seat].x, .y = curve[seat].y, .count = curve[seat].count};
    }
    for (int i = 0; i < mistakes->count; i++) {
        const struct bil_judgement *item = mistakes->mistake[i].item;
        bil_text_format(&title[i], "Move %d, %s: ", item->ply + 1, bil_text_string(&label[item->seat]));
        add_seen_move(match, item->ply, item->seat, item->move, &title[i]);
        snprintf(number[i], sizeof number[i], "%d", i + 1);
        mark[i] = (struct bil_plot_mark){.x = item->ply + 1,
                                         .y = item->after[m][item->seat],
                                         .line = item->seat,
                                         .label = number[i],
                                         .title = bil_text_string(&title[i])};
    }
    char caption[120];
    char whose[40];
    snprintf(whose, sizeof whose, "as seat %d expects it", report->analysis->seat + 1);
    snprintf(caption, sizeof caption, "Expected %s, %s", m == BIL_ANALYSIS_PLACE ? "place" : "points",
             all ? "as each seat expects its own" : whose);
    const struct bil_plot plot = {.caption = caption,
                                  .x_label = "moves",
                                  .y_label = m == BIL_ANALYSIS_PLACE ? "place" : "points",
                                  .y_down = m == BIL_ANALYSIS_PLACE,
                                  .line = line,
                                  .lines = seats,
                                  .mark = mark,
                                  .marks = mistakes->count};
    bil_plot_draw(&plot, out);
    for (int seat = 0; seat < seats; seat++) {
        free(curve[seat].x);
        free(curve[seat].y);
        bil_text_free(&label[seat]);
    }
    for (int i = 0; i < mistakes->count; i++) {
        bil_text_free(&title[i]);
    }
}

static void cell_of(const struct bil_match *match, const struct bil_judgement *item, bil_move move, struct bil_text *out)
{
    struct bil_text text = {0};
    add_seen_move(match, item->ply, item->seat, move, &text);
    bil_html_cell(out, bil_text_string(&text));
    bil_text_free(&text);
}

static void seats_table(const struct bil_analysis_report *report, enum bil_analysis_measure m, struct bil_text *out)
{
    const char *const columns[] = {m == BIL_ANALYSIS_PLACE ? "Places" : "Points", "#at first", "#choices", "#luck", "#in the end"};
    const struct bil_match *match = report->analysis->match;
    struct bil_text name = {0};
    bil_html_table(out, columns, sizeof columns / sizeof *columns);
    for (int seat = 0; seat < match->config.seats; seat++) {
        const struct bil_analysis_sum *sum = &report->result->sum[seat];
        char text[FIGURE];
        if (!is_about(report, seat)) {
            continue;
        }
        bil_text_clear(&name);
        add_seat_name(match, seat, &name);
        bil_html_row(out);
        bil_html_cell(out, bil_text_string(&name));
        if (sum->decisions > 0) {
            bil_html_number(out, "%s", figure_text(m, false, sum->start[m], sum->start_within[m], text));
            bil_html_number(out, "%s", figure_text(m, true, sum->choices[m], sum->choices_within[m], text));
            bil_html_number(out, "%s", figure_text(m, true, sum->luck[m], sum->luck_within[m], text));
        } else {
            for (int i = 0; i < 3; i++) {
                bil_html_cell(out, "");
            }
        }
        bil_html_number(out, "%.*f", m == BIL_ANALYSIS_PLACE ? 2 : 0, sum->end[m]);
        bil_html_end(out, BIL_HTML_ROW);
    }
    bil_html_end(out, BIL_HTML_TABLE);
    bil_text_free(&name);
}

/* ", gave 0.7 places and took 524 points" */
static void add_gains(const double gain[BIL_ANALYSIS_MEASURES], struct bil_text *out)
{
    const double places = gain[BIL_ANALYSIS_PLACE];
    const double points = gain[BIL_ANALYSIS_POINTS];
    bil_text_format(out, "%s %.1f places and %s%.0f points", places < 0 ? "took" : "gave", fabs(places),
                    (places < 0) == (points < 0) ? ""
                    : points < 0                 ? "took "
                                                 : "gave ",
                    fabs(points));
}

/* What the two tables come to, in a sentence for each seat. */
static void in_short(const struct bil_analysis_report *report, struct bil_text *out)
{
    const struct bil_match *match = report->analysis->match;
    for (int seat = 0; seat < match->config.seats; seat++) {
        const struct bil_analysis_sum *sum = &report->result->sum[seat];
        struct bil_text line = {0};
        if (!is_about(report, seat) || sum->decisions == 0) {
            continue;
        }
        add_seat_name(match, seat, &line);
        bil_text_format(&line, " could expect place %.1f and %.0f points at first. The choices ", sum->start[BIL_ANALYSIS_PLACE],
                        sum->start[BIL_ANALYSIS_POINTS]);
        add_gains(sum->choices, &line);
        bil_text_add(&line, ", luck ");
        add_gains(sum->luck, &line);
        bil_text_format(&line, ": in the end place %g and %.0f points. %d of %d choices were also the bot's.",
                        sum->end[BIL_ANALYSIS_PLACE], sum->end[BIL_ANALYSIS_POINTS], sum->agreed, sum->decisions);
        bil_html_paragraph(out, "%s", bil_text_string(&line));
        bil_text_free(&line);
    }
}

static void worst_table(const struct bil_match *match, const struct mistakes *mistakes, struct bil_text *out)
{
    static const char *const columns[] = {"#", "#move", "#seat", "#place", "#points", "played", "better", "why"};
    bil_html_table(out, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < mistakes->count; i++) {
        const struct mistake *mistake = &mistakes->mistake[i];
        const struct bil_judgement *item = mistake->item;
        bil_html_row(out);
        bil_html_number(out, "%d", i + 1);
        bil_html_number(out, "%d", item->ply + 1);
        bil_html_number(out, "%d", item->seat + 1);
        bil_html_number(out, "%+.2f", -lost(mistake, BIL_ANALYSIS_PLACE));
        bil_html_number(out, "%+.1f", -lost(mistake, BIL_ANALYSIS_POINTS));
        cell_of(match, item, item->move, out);
        cell_of(match, item, item->best, out);
        bil_html_cell(out, bil_text_string(&mistake->why));
        bil_html_end(out, BIL_HTML_ROW);
    }
    bil_html_end(out, BIL_HTML_TABLE);
}

static void choices_table(const struct bil_analysis_report *report, struct bil_text *out)
{
    static const char *const columns[] = {"#move",         "#seat",        "played",         "better",
                                          "#place before", "#place after", "#points before", "#points after"};
    const struct bil_match *match = report->analysis->match;
    bil_html_fold(out, "Every choice");
    bil_html_paragraph(
        out,
        "A bot's estimates, over that many tries. +- is half of the 95 %% interval over the bot's chances: how sure this bot "
        "is, not how right. What a single choice lost is sure to about +- %.2f places and %.0f points; smaller differences "
        "mean nothing, and more tries make them surer.",
        report->result->within[BIL_ANALYSIS_PLACE], report->result->within[BIL_ANALYSIS_POINTS]);
    bil_html_table(out, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < report->result->count; i++) {
        const struct bil_judgement *item = &report->result->item[i];
        bil_html_row(out);
        bil_html_number(out, "%d", item->ply + 1);
        bil_html_number(out, "%d", item->seat + 1);
        cell_of(match, item, item->move, out);
        if (item->best == item->move) {
            bil_html_cell(out, "");
        } else {
            cell_of(match, item, item->best, out);
        }
        for (enum bil_analysis_measure m = 0; m < BIL_ANALYSIS_MEASURES; m++) {
            const int digits = m == BIL_ANALYSIS_PLACE ? 2 : 1;
            bil_html_number(out, "%.*f", digits, item->before[m][item->seat]);
            bil_html_number(out, "%.*f", digits, item->after[m][item->seat]);
        }
        bil_html_end(out, BIL_HTML_ROW);
    }
    bil_html_end(out, BIL_HTML_TABLE);
    bil_html_end(out, BIL_HTML_FOLD);
}

static void write_page(const struct bil_analysis_report *report, struct bil_text *out)
{
    const struct bil_match *match = report->analysis->match;
    struct mistakes mistakes;
    struct bil_text words = {0};
    char seed[2 * BIL_SEED_BYTES + 1];
    char title[120];
    snprintf(title, sizeof title, "%s: choices and luck", match->game->title);
    bil_seed_to_text(match->seed, seed);
    find_mistakes(report, &mistakes);
    bil_html_begin(out, title);
    bil_html_paragraph(
        out,
        "A game of %d seats and %d moves. %d open choices were judged by a bot that plays games on from them (%s), each "
        "from the view of the seat that chose, never from hidden cards.",
        match->config.seats, match->ply, report->result->count, report->analysis->bot->name);
    chart(report, BIL_ANALYSIS_PLACE, &mistakes, out);
    chart(report, BIL_ANALYSIS_POINTS, &mistakes, out);
    bil_html_heading(out, "Choices and luck");
    in_short(report, out);
    seats_table(report, BIL_ANALYSIS_PLACE, out);
    seats_table(report, BIL_ANALYSIS_POINTS, out);
    bil_html_paragraph(out,
                       "Choices: what was expected after them, less what was expected of the best move that was found. Luck: what "
                       "the cards and the others gave from there to the next choice. + is a gain: more points, or places "
                       "nearer to the first.");
    bil_html_heading(out, "The choices that lost most");
    if (mistakes.count > 0) {
        worst_table(match, &mistakes, out);
    }
    add_doubted_words(&mistakes, &words);
    if (words.length > 0) {
        bil_html_paragraph(out, "%s", bil_text_string(&words));
    }
    bil_text_free(&words);
    free_mistakes(&mistakes);
    struct bil_text exact = {0};
    add_exact_words(report, &exact);
    if (exact.length > 0) {
        bil_html_paragraph(out, "%s", bil_text_string(&exact));
    }
    bil_text_free(&exact);
    choices_table(report, out);
    bil_html_heading(out, "How this was made");
    bil_html_command(out, report->command);
    bil_html_paragraph(out, "billions %s. Seed of the analysis: %s. Seed of the game:", BILLIONS_VERSION, report->seed);
    snprintf(title, sizeof title, "0x%s", seed);
    bil_html_command(out, title);
    bil_html_end(out, BIL_HTML_PAGE);
}

void bil_analysis_report(const void *report, enum bil_report_form form, struct bil_text *out)
{
    (form == BIL_FORM_PAGE ? write_page : form == BIL_FORM_JSON ? write_json : write_text)(report, out);
}
