/* What a study found, as a page that stands alone: charts first, then every figure with its interval. Must never show a figure that
 * the study does not hold, nor a bar without its interval. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/lab_report.h"
#include "lab/html.h"
#include "lab/plot.h"
#include "table/memory.h"

enum { MOST_COLUMNS = 16, LABELS = 8 };

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
    snprintf(caption, sizeof caption, wide > 1 ? "How long games are (%d lengths a bar)" : "How long games are", wide);
    bil_plot_draw(
        &(struct bil_plot){
            .caption = caption, .x_label = report->study->game->length_unit, .y_label = "% of games", .bar = bar, .bars = bars},
        out);
}

/* The survival of the lead: the middle line, and those of its interval. */
static void lead_chart(const struct bil_lab_report *report, struct bil_text *out)
{
    double x[BIL_STUDY_PARTS], y[3][BIL_STUDY_PARTS];
    int count = 0;
    for (int part = 1; part < BIL_STUDY_PARTS; part++) {
        const struct bil_tally *tally = &report->sums->ahead[part - 1];
        const struct bil_interval wins = bil_tally_share(tally, BIL_STUDY_SHARE);
        if (tally->games > 0) {
            x[count] = 100.0 * part / BIL_STUDY_PARTS;
            y[0][count] = 100 * wins.mean;
            y[1][count] = 100 * wins.low;
            y[2][count++] = 100 * wins.high;
        }
    }
    if (count < 2) {
        return;
    }
    const struct bil_plot_line line[] = {
        {"wins of who leads", x, y[0], count}, {"interval from", x, y[1], count}, {"to", x, y[2], count}};
    bil_plot_draw(&(struct bil_plot){.caption = "Survival of the lead: how often who leads then wins",
                                     .x_label = "% of the game's decisions",
                                     .y_label = "% wins",
                                     .line = line,
                                     .lines = 3},
                  out);
}

/* One measure of a section, a bar for every name. */
static void bars_chart(const struct bil_lab_report *report, const char *section, const char *measure, const char *caption,
                       const char *x_label, bool label, struct bil_text *out)
{
    const struct bil_figures *figures = report->figures;
    struct bil_plot_bar *bar = bil_memory_zero((size_t)figures->count + 1, sizeof *bar);
    double times = 1;
    int bars = 0;
    for (int i = 0; i < figures->count; i++) {
        const struct bil_figure *figure = &figures->figure[i];
        if (strcmp(figure->section, section) == 0 && strcmp(figure->measure, measure) == 0 && isfinite(figure->value.low)) {
            times = figure->unit == BIL_FIGURE_SHARE ? 100 : 1;
            bar[bars++] = (struct bil_plot_bar){.label = label ? figure->name : NULL,
                                                .value = times * figure->value.mean,
                                                .low = times * figure->value.low,
                                                .high = times * figure->value.high};
        }
    }
    if (bars > 1) {
        bil_plot_draw(
            &(struct bil_plot){
                .caption = caption, .x_label = x_label, .y_label = times > 1 ? "% wins" : measure, .bar = bar, .bars = bars},
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
        bars_chart(report, section, "wins", "Wins by order of turn", "order of turn", true, out);
    } else if (strcmp(section, "roles") == 0) {
        bars_chart(report, section, "wins", "Wins by role", "in the order of the table below", false, out);
    } else if (strcmp(section, "worth") == 0) {
        bars_chart(report, section, "points", "What each is worth", "in the order of the table below", false, out);
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
        bil_html_paragraph(out, "Two editions side by side. A: %s. B: %s. Charts are of A.", report->edition_name,
                           report->against_name);
    }
    if (report->stopped) {
        bil_html_paragraph(out, "The run was stopped early: the figures are of what was played until then.");
    }
    bil_html_paragraph(out, "What makes these figures again, with any number of threads:");
    bil_html_command(out, report->command);
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
        const char *word = strcmp(id, "roles") == 0                               ? study->game->role_word
                           : strcmp(id, "cards") == 0 || strcmp(id, "worth") == 0 ? study->game->thing_word
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
