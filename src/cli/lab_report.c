/* What a study found, as tables, as CSV, as JSON and as a page. Must never show a figure without saying how sure it is, nor one
 * that the study does not contain. */
#include "cli/reports.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/counts.h"
#include "billions/position.h"
#include "cli/parts.h"
#include "lab/reports/html.h"
#include "table/memory.h"

/* ------------------------------------------------------------------ for people */

static bool is_share(enum bil_figure_unit unit)
{
    return unit == BIL_FIGURE_SHARE || unit == BIL_FIGURE_SHARE_DIFFERENCE;
}

/* The number of digits to print, from the interval: two of those that it leaves open. Whole numbers with whole ends (a median) have
 * none. */
static int digits_of(double low, double high, double mean, int most)
{
    const double half = (high - low) / 2;
    if (!isfinite(half)) {
        return 1;
    }
    if (mean == floor(mean) && low == floor(low) && high == floor(high)) {
        return 0;
    }
    const int digits = half > 0 ? 1 - (int)floor(log10(half)) : 2;
    return digits < 0 ? 0 : digits > most ? most : digits;
}

/* Rounded as it will be printed, without the sign that a rounded-off negative number would leave to a zero. */
static double rounded(double value, int digits)
{
    const double unit = pow(10, -digits);
    return fabs(value) < unit / 2 ? 0 : value;
}

/* A figure for people: "12.3 % (11.9 - 12.7)", "+45.0 (+30.1 to +59.9)"; "-" for NULL. */
static void figure_words(const struct bil_figure *figure, char *text, size_t size)
{
    if (!figure) {
        snprintf(text, size, "-");
        return;
    }
    const double times = is_share(figure->unit) ? 100 : 1;
    const char *sign = is_share(figure->unit) ? " %" : "";
    const bool difference = figure->unit == BIL_FIGURE_DIFFERENCE || figure->unit == BIL_FIGURE_SHARE_DIFFERENCE;
    const struct bil_interval value = figure->value;
    const int digits = digits_of(times * value.low, times * value.high, times * value.mean, is_share(figure->unit) ? 2 : 4);
    const double mean = rounded(times * value.mean, digits);
    const double low = rounded(times * value.low, digits);
    const double high = rounded(times * value.high, digits);
    if (!isfinite(value.low) || !isfinite(value.high)) {
        snprintf(text, size, difference ? "%+.*f%s (?)" : "%.*f%s (?)", digits, mean, sign);
    } else if (difference && value.low >= value.high) {
        snprintf(text, size, "%+.*f%s (all alike)", digits, mean, sign);
    } else if (difference) {
        snprintf(text, size, "%+.*f%s (%+.*f to %+.*f)", digits, mean, sign, digits, low, digits, high);
    } else {
        snprintf(text, size, "%.*f%s (%.*f - %.*f)", digits, mean, sign, digits, low, digits, high);
    }
}

/* The figures of one name within a section, beginning with figure i; returns how many. */
static int row_length(const struct bil_figures *figures, int i)
{
    const struct bil_figure *first = &figures->figure[i];
    int count = 0;
    while (i + count < figures->count && strcmp(figures->figure[i + count].section, first->section) == 0 &&
           strcmp(figures->figure[i + count].name, first->name) == 0) {
        count++;
    }
    return count;
}

static int section_end(const struct bil_figures *figures, int i)
{
    int end = i;
    while (end < figures->count && strcmp(figures->figure[end].section, figures->figure[i].section) == 0) {
        end++;
    }
    return end;
}

/* The second edition's figure beside the first's. */
static const struct bil_figure *other_of(const struct bil_lab_report *report, const struct bil_figure *figure)
{
    return report->against ? bil_figures_find(report->against, figure->section, figure->name, figure->measure) : NULL;
}

static void table_section(const struct bil_lab_report *report, int begin, int end, struct bil_text *out)
{
    const struct bil_figures *figures = report->figures;
    const int width = 26;
    int name = 0;
    for (int i = begin; i < end; i++) {
        const int length = (int)strlen(figures->figure[i].name);
        name = length > name ? length : name;
    }
    bil_text_format(out, "%*s", name + 3, "");
    for (int i = begin; i < begin + row_length(figures, begin); i++) {
        bil_text_format(out, " %*s", width, figures->figure[i].measure);
    }
    bil_text_char(out, '\n');
    for (int i = begin; i < end;) {
        const int count = row_length(figures, i);
        for (int line = 0; line < (report->against ? 2 : 1); line++) {
            bil_text_format(out, "%-*s %s", name, line ? "" : figures->figure[i].name, !report->against ? " " : line ? "B" : "A");
            bil_text_char(out, ' ');
            for (int j = i; j < i + count; j++) {
                char text[80];
                figure_words(line ? other_of(report, &figures->figure[j]) : &figures->figure[j], text, sizeof text);
                bil_text_format(out, " %*s", width, text);
            }
            bil_text_char(out, '\n');
        }
        i += count;
    }
}

static const struct bil_figure_section *section_of(const struct bil_figure *figure)
{
    const struct bil_figure_section *section = bil_figure_sections;
    while (section->id && strcmp(section->id, figure->section) != 0) {
        section++;
    }
    return section;
}

/* "Fate (cards)": the title of a section, with the game's own word for what it is about. */
static void add_heading(const struct bil_game *game, const struct bil_figure_section *section, struct bil_text *out)
{
    const char *word = !game->counts                                                            ? NULL
                       : strcmp(section->id, "roles") == 0                                      ? game->counts->role_word
                       : strcmp(section->id, "cards") == 0 || strcmp(section->id, "worth") == 0 ? game->counts->thing_word
                                                                                                : NULL;
    bil_text_format(out, "%s%s%s%s", section->title, word ? " (" : "", word ? word : "", word ? ")" : "");
}

/* Breaks a paragraph into lines of at most 100 columns. */
static void add_paragraph(struct bil_text *out, const char *text)
{
    int column = 0;
    while (*text) {
        const int length = (int)strcspn(text, " ");
        if (column > 0 && column + 1 + length > 100) {
            bil_text_char(out, '\n');
            column = 0;
        }
        bil_text_format(out, "%s%.*s", column ? " " : "", length, text);
        column += length + (column > 0);
        text += length;
        text += strspn(text, " ");
    }
    bil_text_char(out, '\n');
}

static void lab_text(const struct bil_lab_report *report, struct bil_text *out)
{
    const struct bil_study *study = report->study;
    const struct bil_figures *figures = report->figures;
    bil_text_format(
        out, "%s, %d seats: %" PRIu64 " games, %" PRIu64 " of them again in %d variants; 95 %% intervals behind figures\n",
        study->game->title, study->config.seats, report->sums->games, report->sums->deals, study->variants + study->swaps);
    if (report->against) {
        bil_text_format(out, "A: %s; B: %s (%" PRIu64 " games)\n", report->edition_name, report->against_name,
                        report->against_sums->games);
    }
    for (int i = 0; i < figures->count;) {
        const int end = section_end(figures, i);
        const struct bil_figure_section *section = section_of(&figures->figure[i]);
        bil_text_char(out, '\n');
        add_heading(study->game, section, out);
        bil_text_char(out, '\n');
        add_paragraph(out, section->about);
        table_section(report, i, end, out);
        i = end;
    }
    bil_text_add(out, "\n");
    bil_bot_faults_report_table(study->bot, report->sums->external, study->config.seats, out);
    bil_text_format(out, "%s\n%s: hash %016" PRIx64 "%s\n", report->command, "the same figures with any number of threads",
                    report->sums->hash, report->stopped ? "; stopped early, so not these" : "");
}

/* ------------------------------------------------------------------ for programs */

/* A field of CSV; names may hold commas and quotes. */
static void csv_text(struct bil_text *out, const char *text)
{
    bil_text_char(out, '"');
    for (const char *c = text; *c; c++) {
        bil_text_add_bytes(out, "\"\"", *c == '"' ? 1 : 0);
        bil_text_char(out, *c);
    }
    bil_text_char(out, '"');
}

static void csv_rows(const struct bil_figures *figures, const char *edition, struct bil_text *out)
{
    for (int i = 0; i < figures->count; i++) {
        const struct bil_figure *figure = &figures->figure[i];
        csv_text(out, edition);
        bil_text_format(out, ",%s,", figure->section);
        csv_text(out, figure->name);
        bil_text_char(out, ',');
        csv_text(out, figure->measure);
        bil_text_format(out, ",%.6f", figure->value.mean);
        if (isfinite(figure->value.low) && isfinite(figure->value.high)) {
            bil_text_format(out, ",%.6f,%.6f", figure->value.low, figure->value.high);
        } else {
            bil_text_add(out, ",,");
        }
        bil_text_format(out, ",%" PRIu64 "\n", figure->games);
    }
}

static void lab_csv(const struct bil_lab_report *report, struct bil_text *out)
{
    bil_text_add(out, "edition,section,name,measure,value,low,high,games\n");
    csv_rows(report->figures, report->edition_name, out);
    if (report->against) {
        csv_rows(report->against, report->against_name, out);
    }
}

static void json_figures(const struct bil_figures *figures, struct bil_text *out)
{
    bil_json_array(out);
    for (int i = 0; i < figures->count; i++) {
        const struct bil_figure *figure = &figures->figure[i];
        bil_json_object(out);
        bil_json_key_string(out, "section", figure->section);
        bil_json_key_string(out, "name", figure->name);
        bil_json_key_string(out, "measure", figure->measure);
        bil_json_key_number(out, "value", figure->value.mean);
        bil_json_key_number(out, "low", figure->value.low);
        bil_json_key_number(out, "high", figure->value.high);
        bil_json_key_integer(out, "games", (int64_t)figure->games);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

static void json_lengths(const struct bil_study_sums *sums, struct bil_text *out)
{
    int last = 0;
    for (int length = 0; length < BIL_STUDY_LENGTHS; length++) {
        last = sums->lengths[length] ? length : last;
    }
    bil_json_array(out);
    for (int length = 0; length <= last; length++) {
        bil_json_integer(out, (int64_t)sums->lengths[length]);
    }
    bil_json_array_end(out);
}

static void json_study(const struct bil_study *study, const char *edition, const struct bil_figures *figures,
                       const struct bil_study_sums *sums, struct bil_text *out)
{
    char hash[20];
    bil_json_object(out);
    bil_json_key_string(out, "edition", edition);
    bil_json_key_integer(out, "games", (int64_t)sums->games);
    bil_json_key_integer(out, "deals_in_variants", (int64_t)sums->deals);
    snprintf(hash, sizeof hash, "%016" PRIx64, sums->hash);
    bil_json_key_string(out, "hash", hash);
    bil_json_key(out, "games_by_length");
    json_lengths(sums, out);
    bil_json_key(out, "figures");
    json_figures(figures, out);
    bil_bot_faults_report_json(study->bot, sums->external, study->config.seats, out);
    bil_json_object_end(out);
}

static void lab_json(const struct bil_lab_report *report, struct bil_text *out)
{
    const struct bil_study *study = report->study;
    bil_json_object(out);
    bil_json_key_string(out, "game", study->game->id);
    bil_json_key_integer(out, "players", study->config.seats);
    bil_json_key_array(out, "seats");
    for (int seat = 0; seat < study->config.seats; seat++) {
        bil_json_string(out, study->bot[seat]->name);
    }
    bil_json_array_end(out);
    bil_options_write(&study->config, out);
    bil_json_key_string(out, "seed", report->seed);
    bil_json_key_string(out, "command", report->command);
    bil_json_key_bool(out, "stopped", report->stopped);
    bil_json_key_object(out, "about");
    for (const struct bil_figure_section *section = bil_figure_sections; section->id; section++) {
        bil_json_key_string(out, section->id, section->about);
    }
    bil_json_object_end(out);
    bil_json_key_array(out, "studies");
    json_study(study, report->edition_name, report->figures, report->sums, out);
    if (report->against) {
        json_study(study, report->against_name, report->against, report->against_sums, out);
    }
    bil_json_array_end(out);
    bil_json_object_end(out);
    bil_text_char(out, '\n');
}

/* ------------------------------------------------------------------ a page */

/* One self-contained page: charts first, then every figure with its interval. */

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
            const struct bil_figure *of = edition == 0 ? figure : other_of(report, figure);
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

/* The figures from `begin` to before `end`, which are those of one section: a row for each name, and edition. */
static void section_table(const struct bil_lab_report *report, int begin, int end, struct bil_text *out)
{
    const struct bil_figure *figure = report->figures->figure;
    const char *columns[MOST_COLUMNS] = {"", "edition"};
    char heads[MOST_COLUMNS][40];
    const int before = report->against ? 2 : 1;
    int count = before;
    for (int i = begin; i < begin + row_length(report->figures, begin) && count < MOST_COLUMNS; i++, count++) {
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
                char text[80];
                figure_words(line ? other_of(report, &figure[i + c]) : &figure[i + c], text, sizeof text);
                bil_html_number(out, "%s", text);
            }
            bil_html_end(out, BIL_HTML_ROW);
        }
    }
    bil_html_end(out, BIL_HTML_TABLE);
}

static void lab_page(const struct bil_lab_report *report, struct bil_text *out)
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
        const int end = section_end(figures, i);
        const struct bil_figure_section *section = section_of(&figures->figure[i]);
        struct bil_text heading = {0};
        add_heading(study->game, section, &heading);
        bil_html_heading(out, bil_text_string(&heading));
        bil_text_free(&heading);
        bil_html_paragraph(out, "%s", section->about);
        section_charts(report, section->id, out);
        section_table(report, i, end, out);
        i = end;
    }
    bil_html_end(out, BIL_HTML_PAGE);
}

void bil_lab_report(const void *report, enum bil_report_form form, struct bil_text *out)
{
    void (*const write[])(const struct bil_lab_report *, struct bil_text *) = {
        [BIL_FORM_TEXT] = lab_text, [BIL_FORM_CSV] = lab_csv, [BIL_FORM_JSON] = lab_json, [BIL_FORM_PAGE] = lab_page};
    write[form](report, out);
}
