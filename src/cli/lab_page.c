/* What a study found, as one self-contained page: charts first, then every figure with its interval. Must never show a figure that
 * the study does not contain, nor a bar without its interval. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/lab_report.h"
#include "lab/reports/html.h"
#include "lab/reports/plot.h"
#include "table/memory.h"

enum { MOST_COLUMNS = 16, LABELS = 8 };

static const char *const editions[] = {"A", "B"};

/* ------------------------------------------------------------------ charts */

/* Games by length, in hundredths of all. Lengths that no chart has room for are put together, as many in every bar. */
static void lengths_chart(const struct bil_lab_report *report, struct bil_text *out)
{
    enum { BARS = 64 };
    const struct bil_study_sums *sums = report->sums;
    struct bil_plot_bar bar[BARS];
    char label[BARS][24];
    int first = BIL_STUDY_LENGTHS, last = 0, bars = 0;
    for (int length = 0; length < BIL_STUDY_LENGTHS; length++) {
        first = sums->lengths[length] && length < first ? length : first;
        last = sums->lengths[length] ? length : last;
    }
    if (first > last) {
        return;
    }
    const int wide = (last - first) / BARS + 1;
    const int every = ((last - first) / wide + LABELS) / LABELS;
    for (int length = first; length <= last; length += wide, bars++) {
        uint64_t games = 0;
        for (int l = length; l < length + wide && l < BIL_STUDY_LENGTHS; l++) {
            games += sums->lengths[l];
        }
        const struct bil_interval part = bil_tally_part(games, sums->games);
        snprintf(label[bars], sizeof label[bars], "%d", length);
        bar[bars] = (struct bil_plot_bar){.label = bars % every == 0 ? label[bars] : NULL,
                                          .value = 100 * part.mean,
                                          .low = 100 * part.low,
                                          .high = 100 * part.high};
    }
    char caption[120];
    char several[40] = "";
    if (wide > 1) {
        snprintf(several, sizeof several, ", %d lengths a bar", wide);
    }
    snprintf(caption, sizeof caption, "How long games are%s%s", report->against ? " in edition A" : "", several);
    bil_plot_draw(
        &(struct bil_plot){
            .caption = caption, .x_label = report->study->game->length_unit, .y_label = "% of games", .bar = bar, .bars = bars},
        out);
}

/* What a seat takes of the first places where all are alike. */
static struct bil_plot_level fair_share(const struct bil_lab_report *report)
{
    return (struct bil_plot_level){"an even share", 100.0 / report->study->config.seats};
}

/* One curve of the survival of the lead. */
struct lead {
    double x[BIL_STUDY_PARTS], y[BIL_STUDY_PARTS], low[BIL_STUDY_PARTS], high[BIL_STUDY_PARTS];
    int count;
};

static void trace_lead(const struct bil_study_sums *sums, struct lead *lead)
{
    for (int part = 1; part < BIL_STUDY_PARTS; part++) {
        const struct bil_tally *tally = &sums->ahead[part - 1];
        const struct bil_interval wins = bil_tally_share(tally, BIL_STUDY_SHARE);
        if (tally->games > 0) {
            lead->x[lead->count] = 100.0 * part / BIL_STUDY_PARTS;
            lead->y[lead->count] = 100 * wins.mean;
            lead->low[lead->count] = 100 * wins.low;
            lead->high[lead->count++] = 100 * wins.high;
        }
    }
}

static void lead_chart(const struct bil_lab_report *report, struct bil_text *out)
{
    struct lead lead[2] = {0};
    struct bil_plot_line line[2];
    trace_lead(report->sums, &lead[0]);
    if (report->against) {
        trace_lead(report->against_sums, &lead[1]);
    }
    if (lead[0].count < 2) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        line[i] = (struct bil_plot_line){.label = report->against ? editions[i] : "wins of who leads, with their interval",
                                         .x = lead[i].x,
                                         .y = lead[i].y,
                                         .count = lead[i].count,
                                         .low = lead[i].low,
                                         .high = lead[i].high};
    }
    bil_plot_draw(&(struct bil_plot){.caption = "Survival of the lead: how often who leads then wins",
                                     .x_label = "% of the game's decisions",
                                     .y_label = "% wins",
                                     .line = line,
                                     .lines = report->against ? 2 : 1,
                                     .level = fair_share(report)},
                  out);
}

/* One measure of a section, a row for every name; where there are two editions, a spot for each. */
static void rows_chart(const struct bil_lab_report *report, const char *section, const char *measure, const char *caption,
                       const char *x_label, bool share, struct bil_text *out)
{
    const struct bil_figures *figures = report->figures;
    struct bil_plot_bar *bar = bil_memory_zero(2 * (size_t)figures->count + 1, sizeof *bar);
    int bars = 0;
    for (int i = 0; i < figures->count; i++) {
        const struct bil_figure *figure = &figures->figure[i];
        if (strcmp(figure->section, section) != 0 || strcmp(figure->measure, measure) != 0) {
            continue;
        }
        const char *label = figure->name;
        for (int edition = 0; edition < 2; edition++) {
            const struct bil_figure *of = edition == 0      ? figure
                                          : report->against ? bil_figures_find(report->against, section, figure->name, measure)
                                                            : NULL;
            if (of && isfinite(of->value.low) && isfinite(of->value.high)) {
                const double times = share ? 100 : 1;
                bar[bars++] = (struct bil_plot_bar){.label = label,
                                                    .value = times * of->value.mean,
                                                    .low = times * of->value.low,
                                                    .high = times * of->value.high,
                                                    .kind = edition};
                label = NULL;
            }
        }
    }
    if (bars > 1) {
        bil_plot_rows(&(struct bil_plot){.caption = caption,
                                         .x_label = x_label,
                                         .bar = bar,
                                         .bars = bars,
                                         .kind = editions,
                                         .kinds = report->against ? 2 : 0,
                                         .level = share ? fair_share(report) : (struct bil_plot_level){0}},
                      out);
    }
    free(bar);
}

static void section_charts(const struct bil_lab_report *report, const char *section, struct bil_text *out)
{
    if (strcmp(section, "length") == 0) {
        lengths_chart(report, out);
    } else if (strcmp(section, "lead") == 0) {
        lead_chart(report, out);
    } else if (strcmp(section, "turns") == 0) {
        rows_chart(report, section, "wins", "Wins by order of turn", "% wins", true, out);
    } else if (strcmp(section, "seats") == 0) {
        rows_chart(report, section, "wins", "Wins by chair", "% wins", true, out);
    } else if (strcmp(section, "roles") == 0) {
        rows_chart(report, section, "wins", "Wins by role", "% wins", true, out);
    } else if (strcmp(section, "worth") == 0) {
        rows_chart(report, section, "points", "What each is worth", "points, against an average card", false, out);
    }
}

/* ------------------------------------------------------------------ tables */

static void figure_cell(const struct bil_figure *figure, struct bil_text *out)
{
    char text[80] = "-";
    if (figure) {
        bil_lab_figure_text(figure, text, sizeof text);
    }
    bil_html_number(out, "%s", text);
}

static bool same_row(const struct bil_figure *a, const struct bil_figure *b)
{
    return strcmp(a->section, b->section) == 0 && strcmp(a->name, b->name) == 0;
}

/* The figures from `begin` to before `end`, which are those of one section: a row for each name, and edition. */
static void section_table(const struct bil_lab_report *report, int begin, int end, struct bil_text *out)
{
    const struct bil_figure *figure = report->figures->figure;
    const char *columns[MOST_COLUMNS] = {"", "edition"};
    char heads[MOST_COLUMNS][40];
    const int before = report->against ? 2 : 1;
    int count = before;
    for (int i = begin; i < end && same_row(&figure[i], &figure[begin]) && count < MOST_COLUMNS; i++, count++) {
        snprintf(heads[count], sizeof heads[count], "#%s", figure[i].measure);
        columns[count] = heads[count];
    }
    bil_html_table(out, columns, count);
    for (int i = begin; i < end; i += count - before) {
        for (int line = 0; line < before; line++) {
            bil_html_row(out);
            bil_html_cell(out, figure[i].name);
            if (report->against) {
                bil_html_cell(out, line ? "B" : "A");
            }
            for (int c = 0; c < count - before; c++) {
                const struct bil_figure *of = &figure[i + c];
                figure_cell(line ? bil_figures_find(report->against, of->section, of->name, of->measure) : of, out);
            }
            bil_html_row_end(out);
        }
    }
    bil_html_table_end(out);
}

void bil_lab_report_page(const struct bil_lab_report *report, struct bil_text *out)
{
    const struct bil_study *study = report->study;
    const struct bil_figures *figures = report->figures;
    char title[160];
    snprintf(title, sizeof title, "%s in the laboratory", study->game->title);
    bil_html_begin(out, title);
    bil_html_paragraph(out,
                       "%d seats, %" PRIu64 " games, %" PRIu64
                       " of them played again in %d variants. Behind every figure, in brackets, is its 95 %% interval.",
                       study->config.seats, report->sums->games, report->sums->deals, study->variants + study->swaps);
    if (report->against) {
        bil_html_paragraph(out, "Two editions side by side. A: %s (%s). B: %s (%s).", report->edition_name, report->edition_hash,
                           report->against_name, report->against_hash);
    } else {
        bil_html_paragraph(out, "Edition: %s (%s).", report->edition_name, report->edition_hash);
    }
    if (report->stopped) {
        bil_html_paragraph(out, "The run was stopped early: the figures are of what was played until then.");
    }
    bil_html_paragraph(out, "What makes these figures again, with any number of threads:");
    bil_html_command(out, report->command);
    bil_html_paragraph(out, "billions %s; hash of all final states: %016" PRIx64 ".", BILLIONS_VERSION, report->sums->hash);
    for (int i = 0; i < figures->count;) {
        int end = i;
        while (end < figures->count && strcmp(figures->figure[end].section, figures->figure[i].section) == 0) {
            end++;
        }
        const char *id = figures->figure[i].section;
        const struct bil_figure_section *section = bil_figure_sections;
        while (section->id && strcmp(section->id, id) != 0) {
            section++;
        }
        const char *word = strcmp(id, "roles") == 0                               ? study->counts->role_word
                           : strcmp(id, "cards") == 0 || strcmp(id, "worth") == 0 ? study->counts->thing_word
                                                                                  : NULL;
        char heading[80];
        snprintf(heading, sizeof heading, "%s%s%s%s", section->title, word ? " (" : "", word ? word : "", word ? ")" : "");
        bil_html_heading(out, heading);
        bil_html_paragraph(out, "%s", section->about);
        section_charts(report, id, out);
        section_table(report, i, end, out);
        i = end;
    }
    bil_html_end(out);
}
