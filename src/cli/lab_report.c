/* What a study found, as tables, as CSV and as JSON. Must never show a figure without saying how sure it is. */
#include "cli/lab_report.h"

#include "billions/counts.h"
#include "billions/position.h"
#include "cli/bot_faults.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

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

void bil_lab_figure_text(const struct bil_figure *figure, char *text, size_t size)
{
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
                char text[80] = "-";
                const struct bil_figure *figure = line ? other_of(report, &figures->figure[j]) : &figures->figure[j];
                if (figure) {
                    bil_lab_figure_text(figure, text, sizeof text);
                }
                bil_text_format(out, " %*s", width, text);
            }
            bil_text_char(out, '\n');
        }
        i += count;
    }
}

static const struct bil_figure_section *section_of(const char *id)
{
    const struct bil_figure_section *section = bil_figure_sections;
    while (section->id && strcmp(section->id, id) != 0) {
        section++;
    }
    return section;
}

static const char *word_of(const struct bil_game *game, const char *section)
{
    return !game->counts                                                    ? NULL
           : strcmp(section, "roles") == 0                                  ? game->counts->role_word
           : strcmp(section, "cards") == 0 || strcmp(section, "worth") == 0 ? game->counts->thing_word
                                                                            : NULL;
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

void bil_lab_report_table(const struct bil_lab_report *report, struct bil_text *out)
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
        const struct bil_figure_section *section = section_of(figures->figure[i].section);
        const char *word = word_of(study->game, section->id);
        bil_text_format(out, "\n%s%s%s%s\n", section->title, word ? " (" : "", word ? word : "", word ? ")" : "");
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

void bil_lab_report_csv(const struct bil_lab_report *report, struct bil_text *out)
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

void bil_lab_report_json(const struct bil_lab_report *report, struct bil_text *out)
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
