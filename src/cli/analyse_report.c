/* What `billions analyse` found, as text and as JSON. Must never show a figure that the analysis does not hold. */
#include "cli/analyse_report.h"

#include <stdio.h>
#include <string.h>

#include "kit/notation.h"
#include "table/messages/called.h"
#include "table/messages/reasons.h"

static const char *const measure_names[BIL_ANALYSIS_MEASURES] = {"place", "points"};

void bil_analysis_seat(const struct bil_match *match, int seat, struct bil_text *out)
{
    const struct bil_player *player = &match->player[seat];
    const char *called = bil_player_called(match->game, player);
    bil_text_format(out, "Seat %d (%s)", seat + 1, *called ? called : "person");
}

void bil_analysis_move(const struct bil_match *match, int ply, int seat, bil_move move, struct bil_text *out)
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    bil_match_view(match, seat, ply, view);
    bil_move_text(match->game, match->rules, view, move, seat, out);
}

bool bil_analysis_about(const struct bil_analysis_report *report, int seat)
{
    return report->analysis->seat == BIL_ANALYSIS_ALL || report->analysis->seat == seat;
}

const char *bil_analysis_figure(enum bil_analysis_measure measure, bool gain, double value, double within,
                                char text[BIL_ANALYSIS_FIGURE])
{
    const int digits = measure == BIL_ANALYSIS_PLACE ? 2 : 0;
    snprintf(text, BIL_ANALYSIS_FIGURE, gain ? "%+.*f +- %.*f" : "%.*f +- %.*f", digits, value, digits, within);
    return text;
}

void bil_analysis_exact_words(const struct bil_analysis_report *report, struct bil_text *out)
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

/* What the choice gave: not "-0" where it lost nothing. */
static double gain(const struct bil_judgement *item, enum bil_analysis_measure measure)
{
    return bil_analysis_gain(measure, item->before[measure][item->seat], item->after[measure][item->seat]);
}

static void worst_lines(const struct bil_analysis_report *report, struct bil_text *out)
{
    const struct bil_match *match = report->analysis->match;
    int index[BIL_ANALYSIS_WORST];
    const int count = bil_analysis_worst(report->result, report->by, BIL_ANALYSIS_WORST, index);
    if (count == 0) {
        bil_text_add(out, "No choice lost anything against the best that was found.\n");
        return;
    }
    bil_text_format(out, "The choices that lost most, by %s, against the best that was found:\n", measure_names[report->by]);
    bil_text_add(out, "  move  seat   place  points  played; better\n");
    for (int i = 0; i < count; i++) {
        const struct bil_judgement *item = &report->result->item[index[i]];
        bil_text_format(out, "%6d  %4d  %+6.2f  %+6.0f  ", item->ply + 1, item->seat + 1, gain(item, BIL_ANALYSIS_PLACE),
                        gain(item, BIL_ANALYSIS_POINTS));
        bil_analysis_move(match, item->ply, item->seat, item->move, out);
        bil_text_add(out, "; ");
        bil_analysis_move(match, item->ply, item->seat, item->best, out);
        bil_text_char(out, '\n');
    }
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
        if (bil_analysis_about(report, seat)) {
            bil_text_clear(&name);
            bil_analysis_seat(match, seat, &name);
            if (sum->decisions > 0) {
                char start[BIL_ANALYSIS_FIGURE];
                char choices[BIL_ANALYSIS_FIGURE];
                char luck[BIL_ANALYSIS_FIGURE];
                bil_text_format(out, "%-24s %15s %15s %15s %12.*f\n", bil_text_string(&name),
                                bil_analysis_figure(m, false, sum->start[m], sum->start_within[m], start),
                                bil_analysis_figure(m, true, sum->choices[m], sum->choices_within[m], choices),
                                bil_analysis_figure(m, true, sum->luck[m], sum->luck_within[m], luck), digits, sum->end[m]);
            } else {
                bil_text_format(out, "%-24s had nothing to choose %38.*f\n", bil_text_string(&name), digits, sum->end[m]);
            }
        }
    }
    bil_text_free(&name);
}

void bil_analysis_text(const struct bil_analysis_report *report, struct bil_text *out)
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
        if (bil_analysis_about(report, seat) && sum->decisions > 0) {
            bil_analysis_seat(match, seat, out);
            bil_text_format(out, " chose as the bot would %d times in %d.\n", sum->agreed, sum->decisions);
        }
    }
    bil_text_format(out,
                    "+ is better: more points, or so many places nearer to the first. Luck is what cards and others gave.\n"
                    "+- is half of the 95 %% interval over the bot's chances. What a single choice lost is sure to about\n"
                    "+- %.2f places and %.0f points.\n",
                    report->result->within[BIL_ANALYSIS_PLACE], report->result->within[BIL_ANALYSIS_POINTS]);
    struct bil_text exact = {0};
    bil_analysis_exact_words(report, &exact);
    if (exact.length > 0) {
        bil_text_format(out, "%s\n", bil_text_string(&exact));
    }
    bil_text_free(&exact);
}

/* ------------------------------------------------------------------ JSON */

static void json_number(struct bil_text *out, const char *key, double value)
{
    bil_json_key(out, key);
    bil_json_number(out, value);
}

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
    bil_analysis_move(match, item->ply, item->seat, move, &text);
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
        json_number(out, "lost_place", bil_analysis_loss(item, BIL_ANALYSIS_PLACE));
        json_number(out, "lost_points", bil_analysis_loss(item, BIL_ANALYSIS_POINTS));
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

static void json_worst(const struct bil_analysis_report *report, struct bil_text *out)
{
    int index[BIL_ANALYSIS_WORST];
    const int count = bil_analysis_worst(report->result, report->by, BIL_ANALYSIS_WORST, index);
    bil_json_key_string(out, "worst_by", measure_names[report->by]);
    bil_json_key_array(out, "worst_plies");
    for (int i = 0; i < count; i++) {
        bil_json_integer(out, report->result->item[index[i]].ply);
    }
    bil_json_array_end(out);
}

static void json_seats(const struct bil_analysis_report *report, struct bil_text *out)
{
    const struct bil_match *match = report->analysis->match;
    bil_json_key_array(out, "seats");
    for (int seat = 0; seat < match->config.seats; seat++) {
        const struct bil_analysis_sum *sum = &report->result->sum[seat];
        const struct bil_player *player = &match->player[seat];
        if (!bil_analysis_about(report, seat)) {
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
                json_number(out, "start", sum->start[m]);
                json_number(out, "start_within", sum->start_within[m]);
                json_number(out, "choices", sum->choices[m]);
                json_number(out, "choices_within", sum->choices_within[m]);
                json_number(out, "luck", sum->luck[m]);
                json_number(out, "luck_within", sum->luck_within[m]);
            }
            json_number(out, "end", sum->end[m]);
            bil_json_object_end(out);
        }
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

void bil_analysis_json(const struct bil_analysis_report *report, struct bil_text *out)
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
    json_number(out, "choice_within_place", report->result->within[BIL_ANALYSIS_PLACE]);
    json_number(out, "choice_within_points", report->result->within[BIL_ANALYSIS_POINTS]);
    json_worst(report, out);
    json_choices(report, out);
    bil_json_object_end(out);
    bil_text_char(out, '\n');
}
