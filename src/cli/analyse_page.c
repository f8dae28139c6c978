/* What `billions analyse` found, as one self-contained page: charts, the worst choices with why something else was better, and
 * every choice. Must never show a figure that the analysis does not contain. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/analyse_report.h"
#include "lab/reports/html.h"
#include "lab/reports/plot.h"
#include "table/memory.h"
#include "table/messages/reasons.h"

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

static void chart(const struct bil_analysis_report *report, enum bil_analysis_measure m, const int *worst, int marks,
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
        bil_analysis_seat(match, seat, &label[seat]);
        line[seat] = (struct bil_plot_line){
            .label = bil_text_string(&label[seat]), .x = curve[seat].x, .y = curve[seat].y, .count = curve[seat].count};
    }
    for (int i = 0; i < marks; i++) {
        const struct bil_judgement *item = &report->result->item[worst[i]];
        bil_text_format(&title[i], "Move %d, %s: ", item->ply + 1, bil_text_string(&label[item->seat]));
        bil_analysis_move(match, item->ply, item->seat, item->move, &title[i]);
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
                                  .marks = marks};
    bil_plot_draw(&plot, out);
    for (int seat = 0; seat < seats; seat++) {
        free(curve[seat].x);
        free(curve[seat].y);
        bil_text_free(&label[seat]);
    }
    for (int i = 0; i < marks; i++) {
        bil_text_free(&title[i]);
    }
}

static void cell_of(const struct bil_match *match, const struct bil_judgement *item, bil_move move, struct bil_text *out)
{
    struct bil_text text = {0};
    bil_analysis_move(match, item->ply, item->seat, move, &text);
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
        char text[BIL_ANALYSIS_FIGURE];
        if (!bil_analysis_about(report, seat)) {
            continue;
        }
        bil_text_clear(&name);
        bil_analysis_seat(match, seat, &name);
        bil_html_row(out);
        bil_html_cell(out, bil_text_string(&name));
        if (sum->decisions > 0) {
            bil_html_number(out, "%s", bil_analysis_figure(m, false, sum->start[m], sum->start_within[m], text));
            bil_html_number(out, "%s", bil_analysis_figure(m, true, sum->choices[m], sum->choices_within[m], text));
            bil_html_number(out, "%s", bil_analysis_figure(m, true, sum->luck[m], sum->luck_within[m], text));
        } else {
            for (int i = 0; i < 3; i++) {
                bil_html_cell(out, "");
            }
        }
        bil_html_number(out, "%.*f", m == BIL_ANALYSIS_PLACE ? 2 : 0, sum->end[m]);
        bil_html_row_end(out);
    }
    bil_html_table_end(out);
    bil_text_free(&name);
}

static void agreement(const struct bil_analysis_report *report, struct bil_text *out)
{
    const struct bil_match *match = report->analysis->match;
    struct bil_text line = {0};
    for (int seat = 0; seat < match->config.seats; seat++) {
        const struct bil_analysis_sum *sum = &report->result->sum[seat];
        if (bil_analysis_about(report, seat) && sum->decisions > 0) {
            bil_analysis_seat(match, seat, &line);
            bil_text_format(&line, " chose as the bot would %d times in %d. ", sum->agreed, sum->decisions);
        }
    }
    bil_html_paragraph(out, "%s", bil_text_string(&line));
    bil_text_free(&line);
}

/* What the choice gave: not "-0" where it lost nothing. */
static double gain(const struct bil_judgement *item, enum bil_analysis_measure measure)
{
    return bil_analysis_gain(measure, item->before[measure][item->seat], item->after[measure][item->seat]);
}

static void worst_table(const struct bil_analysis_report *report, const int *worst, int count, struct bil_text *out)
{
    static const char *const columns[] = {"#", "#move", "#seat", "#place", "#points", "played", "better", "why"};
    const struct bil_match *match = report->analysis->match;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_text why = {0};
    bil_html_table(out, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < count; i++) {
        const struct bil_judgement *item = &report->result->item[worst[i]];
        bil_html_row(out);
        bil_html_number(out, "%d", i + 1);
        bil_html_number(out, "%d", item->ply + 1);
        bil_html_number(out, "%d", item->seat + 1);
        bil_html_number(out, "%+.2f", gain(item, BIL_ANALYSIS_PLACE));
        bil_html_number(out, "%+.1f", gain(item, BIL_ANALYSIS_POINTS));
        cell_of(match, item, item->move, out);
        cell_of(match, item, item->best, out);
        bil_text_clear(&why);
        bil_match_view(match, item->seat, item->ply, view);
        match->game->explain(match->rules, view, item->best, &why);
        bil_html_cell(out, bil_text_string(&why));
        bil_html_row_end(out);
    }
    bil_html_table_end(out);
    bil_text_free(&why);
}

static void choices_table(const struct bil_analysis_report *report, struct bil_text *out)
{
    static const char *const columns[] = {"#move",         "#seat",        "played",         "better",
                                          "#place before", "#place after", "#points before", "#points after"};
    const struct bil_match *match = report->analysis->match;
    bil_html_fold(out, "Every choice");
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
        bil_html_row_end(out);
    }
    bil_html_table_end(out);
    bil_html_fold_end(out);
}

void bil_analysis_page(const struct bil_analysis_report *report, struct bil_text *out)
{
    const struct bil_match *match = report->analysis->match;
    int worst[BIL_ANALYSIS_WORST];
    const int count = bil_analysis_worst(report->result, report->by, BIL_ANALYSIS_WORST, worst);
    char seed[2 * BIL_SEED_BYTES + 1];
    char title[120];
    snprintf(title, sizeof title, "%s: choices and luck", match->game->title);
    bil_seed_to_text(match->seed, seed);
    bil_html_begin(out, title);
    bil_html_paragraph(out,
                       "A game of %d seats and %d moves. %d open choices were judged by %s, each from the view of the seat that "
                       "chose, never from hidden cards.",
                       match->config.seats, match->ply, report->result->count, report->analysis->bot->name);
    chart(report, BIL_ANALYSIS_PLACE, worst, count, out);
    chart(report, BIL_ANALYSIS_POINTS, worst, count, out);
    bil_html_heading(out, "Choices and luck");
    seats_table(report, BIL_ANALYSIS_PLACE, out);
    seats_table(report, BIL_ANALYSIS_POINTS, out);
    agreement(report, out);
    bil_html_paragraph(out,
                       "A gain is positive: more points, or so many places nearer to the first. What a choice gave is what was "
                       "expected after it, less what was expected of the best move that was found. Luck is what came between "
                       "that and the seat's next choice or the end: cards, and what others did. At first less choices less luck "
                       "is the place in the end; at first plus choices plus luck, the points.");
    bil_html_heading(out, "The choices that lost most");
    if (count > 0) {
        worst_table(report, worst, count, out);
    } else {
        bil_html_paragraph(out, "No choice lost anything against the best that was found.");
    }
    bil_html_paragraph(out,
                       "All of these are a bot's estimates, over so many tries. +- is half of the 95 %% interval over the bot's "
                       "chances: how sure this bot is, not how right. What a single choice lost is sure to about +- %.2f places "
                       "and %.0f points; smaller differences mean nothing, and more tries make them surer.",
                       report->result->within[BIL_ANALYSIS_PLACE], report->result->within[BIL_ANALYSIS_POINTS]);
    struct bil_text exact = {0};
    bil_analysis_exact_words(report, &exact);
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
    bil_html_end(out);
}
