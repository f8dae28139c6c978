/* Writes the parts of a self-contained page, and draws lines, bars and rows of spots as SVG in it (html.h). Knows nothing of its
 * contents; must never leave a value of a row without its name. */
#include "lab/reports/html.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

/* Six colours that also the colour-blind tell apart (after Okabe and Ito, 2002), darker on light ground and lighter on dark. */
static const char style[] =
    ":root{color-scheme:light dark;--ground:#fbfaf7;--ink:#1d1c19;--faint:#5d5a52;--line:#d9d5ca;"
    "--c0:#0067a5;--c1:#b34700;--c2:#007a57;--c3:#a33b7a;--c4:#7a5c00;--c5:#4a4a8f}\n"
    "@media(prefers-color-scheme:dark){:root{--ground:#161512;--ink:#ece9e1;--faint:#a8a498;--line:#3a3832;"
    "--c0:#56b4e9;--c1:#f08a4b;--c2:#2ec49a;--c3:#e08cc0;--c4:#e0b93a;--c5:#a9a9f0}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--ground);color:var(--ink);"
    "font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}\n"
    "h1{font-size:1.5rem;line-height:1.2;margin:.5rem 0 1rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}\n"
    "p{margin:.5rem 0;max-width:42rem}\n"
    "pre{margin:.5rem 0;padding:.6rem .8rem;border:1px solid var(--line);border-radius:.3rem;white-space:pre-wrap;"
    "overflow-wrap:anywhere;font-size:.9rem}\n"
    "figure{margin:1rem 0 1.5rem;max-width:32rem}figcaption{font-weight:600}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:.3rem 0;padding:0;list-style:none;font-size:.9rem}\n"
    ".legend svg{width:2rem;height:.7rem;margin-right:.4rem}\n"
    ".plot{display:block;width:100%;height:auto}\n"
    ".plot text{fill:var(--faint);font:10px system-ui,sans-serif}.plot .grid{stroke:var(--line);stroke-width:.7}\n"
    ".plot .zero{stroke:var(--faint);stroke-width:1}.level{fill:none;stroke:var(--ink);stroke-width:1.2;stroke-dasharray:4 3}\n"
    ".s{fill:none;stroke-width:1.4;stroke-linejoin:round}.plot .b,.legend .b,.plot .band{stroke:none}.band{fill-opacity:.25}\n"
    ".w{stroke:var(--ink);stroke-width:1}.i{stroke-width:1.4}\n"
    "pre span{display:inline-block;max-width:100%}\n"
    ".plot .mark{fill:var(--ground);stroke-width:1.2}.plot .marked{fill:var(--ink);font-size:8px;text-anchor:middle}\n"
    ".k0{stroke:var(--c0)}.k1{stroke:var(--c1)}.k2{stroke:var(--c2)}.k3{stroke:var(--c3)}.k4{stroke:var(--c4)}.k5{stroke:var(--c5)}"
    "\n"
    ".b.k0,.band.k0{fill:var(--c0)}"
    ".b.k1,.band.k1{fill:var(--c1)}"
    ".b.k2,.band.k2{fill:var(--c2)}\n"
    ".b.k3,.band.k3{fill:var(--c3)}"
    ".b.k4,.band.k4{fill:var(--c4)}"
    ".b.k5,.band.k5{fill:var(--c5)}\n"
    ".k1.s{stroke-dasharray:6 2}.k2.s{stroke-dasharray:2 2}.k3.s{stroke-dasharray:7 2 2 2}.k4.s{stroke-dasharray:10 3}"
    ".k5.s{stroke-dasharray:4 2 1 2}\n"
    ".wide{overflow-x:auto;margin:.5rem 0}table{border-collapse:separate;border-spacing:0;font-size:.9rem}\n"
    "th,td{padding:.25rem .5rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}th{color:var(--faint);"
    "font-weight:600}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
    /* Where a table is wider than the screen its names stay, and a shade says that there is more to the right. */
    "th:first-child,td:first-child{padding-left:0;position:sticky;left:0;background:var(--ground)}\n"
    "@media(max-width:40rem){table{font-size:.8rem}th,td{padding:.25rem .35rem}"
    ".wide{mask-image:linear-gradient(to left,transparent,#000 1.2rem);padding-right:1rem}}\n"
    "summary{cursor:pointer;margin:1.5rem 0 .5rem;font-weight:600}\n";

/* A text, with the characters escaped that mean something in HTML. */
static void add_escaped(struct bil_text *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&':
            bil_text_add(out, "&amp;");
            break;
        case '<':
            bil_text_add(out, "&lt;");
            break;
        case '>':
            bil_text_add(out, "&gt;");
            break;
        case '"':
            bil_text_add(out, "&quot;");
            break;
        default:
            bil_text_char(out, (unsigned char)*text < ' ' || *text == 127 ? ' ' : *text);
            break;
        }
    }
}

static void element(struct bil_text *out, const char *open, const char *text, const char *close)
{
    bil_text_add(out, open);
    add_escaped(out, text);
    bil_text_add(out, close);
}

void bil_html_begin(struct bil_text *out, const char *title)
{
    bil_text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
    element(out, "<title>", title, "</title>\n");
    bil_text_add(out, "<link rel=\"icon\" href=\"data:,\"/>\n<style>\n"); /* else a browser asks a server for one */
    bil_text_add(out, style);
    bil_text_add(out, "</style>\n</head>\n<body>\n");
    element(out, "<h1>", title, "</h1>\n");
}

void bil_html_end(struct bil_text *out, enum bil_html_part part)
{
    static const char *const ends[] = {[BIL_HTML_PAGE] = "</body>\n</html>\n",
                                       [BIL_HTML_FOLD] = "</details>\n",
                                       [BIL_HTML_TABLE] = "</tbody>\n</table></div>\n",
                                       [BIL_HTML_ROW] = "</tr>\n"};
    bil_text_add(out, ends[part]);
}

void bil_html_heading(struct bil_text *out, const char *text)
{
    element(out, "<h2>", text, "</h2>\n");
}

void bil_html_paragraph(struct bil_text *out, const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    element(out, "<p>", text, "</p>\n");
}

/* A line ends between words only: not behind the hyphens of "--games". */
void bil_html_command(struct bil_text *out, const char *command)
{
    bil_text_add(out, "<pre>");
    while (*command) {
        const size_t length = strcspn(command, " ");
        char *word = bil_memory_text(command, length);
        element(out, "<span>", word, "</span>");
        free(word);
        command += length;
        for (; *command == ' '; command++) {
            bil_text_char(out, ' ');
        }
    }
    bil_text_add(out, "</pre>\n");
}

void bil_html_fold(struct bil_text *out, const char *summary)
{
    element(out, "<details>\n<summary>", summary, "</summary>\n");
}

void bil_html_table(struct bil_text *out, const char *const *columns, int count)
{
    bil_text_add(out, "<div class=\"wide\"><table>\n<thead><tr>");
    for (int i = 0; i < count; i++) {
        const bool number = columns[i][0] == '#';
        element(out, number ? "<th class=\"n\" scope=\"col\">" : "<th scope=\"col\">", columns[i] + number, "</th>");
    }
    bil_text_add(out, "</tr></thead>\n<tbody>\n");
}

void bil_html_row(struct bil_text *out)
{
    bil_text_add(out, "<tr>");
}

void bil_html_number(struct bil_text *out, const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    element(out, "<td class=\"n\">", text, "</td>");
}

void bil_html_cell(struct bil_text *out, const char *text)
{
    element(out, "<td>", text, "</td>");
}

/* ------------------------------------------------------------------ charts */

/* The picture's own units: letters of 10 are still read where a telephone is 360 of them wide. */
enum { WIDTH = 340, HEIGHT = 226, LEFT = 38, RIGHT = 10, TOP = 22, BOTTOM = 32, TICKS = 5 };

struct range {
    double low, high;
};

struct frame {
    struct range x, y;
    bool y_down;
};

static double place_x(const struct frame *frame, double x)
{
    return LEFT + (x - frame->x.low) / (frame->x.high - frame->x.low) * (WIDTH - LEFT - RIGHT);
}

static double place_y(const struct frame *frame, double y)
{
    const double up = (y - frame->y.low) / (frame->y.high - frame->y.low);
    return TOP + (frame->y_down ? up : 1 - up) * (HEIGHT - TOP - BOTTOM);
}

/* ------------------------------------------------------------------ ranges and ticks */

/* Begins empty, holds values, and is at last given some width, if it has none. */
static struct range no_range(void)
{
    return (struct range){HUGE_VAL, -HUGE_VAL};
}

static void hold(struct range *range, double value)
{
    range->low = value < range->low ? value : range->low;
    range->high = value > range->high ? value : range->high;
}

/* A value, and the interval it may lie in. */
static void hold_bar(struct range *range, const struct bil_plot_bar *bar)
{
    hold(range, bar->value);
    if (bar->low < bar->high) {
        hold(range, bar->low);
        hold(range, bar->high);
    }
}

static void widen(struct range *range)
{
    if (range->low > range->high) {
        *range = (struct range){0, 1};
    } else if (range->high - range->low < 1e-9) {
        range->high = range->low + 1;
    }
}

/* The distance between ticks: 1, 2 or 5 times a power of ten. */
static double step_of(const struct range *range)
{
    const double rough = (range->high - range->low) / TICKS;
    const double unit = pow(10, floor(log10(rough)));
    const double times = rough / unit;
    return unit * (times > 5 ? 10 : times > 2 ? 5 : times > 1 ? 2 : 1);
}

/* A range that begins and ends at a tick. */
static void round_range(struct range *range)
{
    const double step = step_of(range);
    range->low = step * floor(range->low / step + 1e-9);
    range->high = step * ceil(range->high / step - 1e-9);
}

static void write_tick(struct bil_text *out, double value, double step)
{
    const int digits = step >= 1 ? 0 : (int)ceil(-log10(step) - 1e-9);
    bil_text_format(out, "%.*f", digits, fabs(value) < step / 2 ? 0.0 : value);
}

/* The first and the last multiple of the step in the range. */
static int first_tick(const struct range *range, double step)
{
    return (int)ceil(range->low / step - 1e-9);
}

static int last_tick(const struct range *range, double step)
{
    return (int)floor(range->high / step + 1e-9);
}

/* ------------------------------------------------------------------ what is drawn */

static void draw_grid(const struct bil_plot *plot, const struct frame *frame, struct bil_text *out)
{
    const double step = step_of(&frame->y);
    for (int tick = first_tick(&frame->y, step); tick <= last_tick(&frame->y, step); tick++) {
        const double at = place_y(frame, tick * step);
        bil_text_format(out, "<path class=\"%s\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">",
                        plot->bars && tick == 0 ? "zero" : "grid", LEFT, at, WIDTH - RIGHT, LEFT - 4, at + 3.5);
        write_tick(out, tick * step, step);
        bil_text_add(out, "</text>\n");
    }
    const double along = step_of(&frame->x);
    for (int tick = first_tick(&frame->x, along); !plot->bars && tick <= last_tick(&frame->x, along); tick++) {
        bil_text_format(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">", place_x(frame, tick * along),
                        HEIGHT - BOTTOM + 13);
        write_tick(out, tick * along, along);
        bil_text_add(out, "</text>\n");
    }
    bil_text_format(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", WIDTH - RIGHT, HEIGHT - 5);
    add_escaped(out, plot->x_label);
    bil_text_add(out, "</text>\n<text x=\"2\" y=\"9\">"); /* above its numbers, so that it is read without turning the head */
    add_escaped(out, plot->y_label);
    bil_text_add(out, "</text>\n");
}

static void draw_level(const struct bil_plot *plot, const struct frame *frame, struct bil_text *out)
{
    if (plot->level.label) {
        bil_text_format(out, "<path class=\"level\" d=\"M%d %.1fH%d\"/>\n", LEFT, place_y(frame, plot->level.value), WIDTH - RIGHT);
    }
}

static void draw_points(const struct frame *frame, const double *x, const double *y, int from, int to, struct bil_text *out)
{
    for (int p = from; p != to; p += from < to ? 1 : -1) {
        bil_text_format(out, "%s%.1f,%.1f", p != from ? " " : "", place_x(frame, x[p]), place_y(frame, y[p]));
    }
}

static void draw_lines(const struct bil_plot *plot, const struct frame *frame, struct bil_text *out)
{
    for (int i = 0; i < plot->lines; i++) {
        const struct bil_plot_line *line = &plot->line[i];
        if (line->low && line->count > 0) {
            bil_text_format(out, "<polygon class=\"band k%d\" points=\"", i);
            draw_points(frame, line->x, line->high, 0, line->count, out);
            bil_text_char(out, ' ');
            draw_points(frame, line->x, line->low, line->count - 1, -1, out);
            bil_text_add(out, "\"/>\n");
        }
        bil_text_format(out, "<polyline class=\"s k%d\" points=\"", i);
        draw_points(frame, line->x, line->y, 0, line->count, out);
        bil_text_add(out, "\"/>\n");
    }
    for (int i = 0; i < plot->marks; i++) {
        const struct bil_plot_mark *mark = &plot->mark[i];
        const double x = place_x(frame, mark->x);
        const double y = place_y(frame, mark->y);
        bil_text_add(out, "<g><title>");
        add_escaped(out, mark->title);
        bil_text_format(out,
                        "</title><circle class=\"mark k%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"6\"/><text class=\"marked\" x=\"%.1f\" "
                        "y=\"%.1f\">",
                        mark->line, x, y, x, y + 2.8);
        add_escaped(out, mark->label);
        bil_text_add(out, "</text></g>\n");
    }
}

static void draw_bars(const struct bil_plot *plot, const struct frame *frame, struct bil_text *out)
{
    const double room = (double)(WIDTH - LEFT - RIGHT) / plot->bars;
    const double zero = place_y(frame, 0);
    for (int i = 0; i < plot->bars; i++) {
        const struct bil_plot_bar *bar = &plot->bar[i];
        const double left = LEFT + (i + 0.15) * room;
        const double end = place_y(frame, bar->value);
        bil_text_format(out, "<rect class=\"b k%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n", bar->kind, left,
                        end < zero ? end : zero, 0.7 * room, fabs(end - zero));
        if (bar->low < bar->high) {
            bil_text_format(out, "<path class=\"w\" d=\"M%.1f %.1fV%.1f\"/>\n", left + 0.35 * room, place_y(frame, bar->low),
                            place_y(frame, bar->high));
        }
        if (bar->label) {
            bil_text_format(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">", left + 0.35 * room, HEIGHT - BOTTOM + 13);
            add_escaped(out, bar->label);
            bil_text_add(out, "</text>\n");
        }
    }
}

static struct frame frame_of(const struct bil_plot *plot)
{
    struct frame frame = {no_range(), no_range(), plot->y_down};
    for (int i = 0; i < plot->lines; i++) {
        const struct bil_plot_line *line = &plot->line[i];
        for (int p = 0; p < line->count; p++) {
            hold(&frame.x, line->x[p]);
            hold(&frame.y, line->y[p]);
            if (line->low) {
                hold(&frame.y, line->low[p]);
                hold(&frame.y, line->high[p]);
            }
        }
    }
    for (int i = 0; i < plot->bars; i++) {
        hold(&frame.y, 0);
        hold_bar(&frame.y, &plot->bar[i]);
    }
    if (plot->level.label) {
        hold(&frame.y, plot->level.value);
    }
    widen(&frame.x);
    widen(&frame.y);
    round_range(&frame.y);
    return frame;
}

/* ------------------------------------------------------------------ around the picture */

static void draw_legend(const struct bil_plot *plot, struct bil_text *out)
{
    const int count = plot->bars ? plot->kinds : plot->lines;
    if (count == 0 && !plot->level.label) {
        return;
    }
    bil_text_add(out, "<ul class=\"legend\">");
    for (int i = 0; i < count; i++) {
        bil_text_add(out, "<li><svg viewBox=\"0 0 32 10\" aria-hidden=\"true\">");
        bil_text_format(
            out, plot->bars ? "<rect class=\"b k%d\" width=\"32\" height=\"10\"/>" : "<path class=\"s k%d\" d=\"M0 5H32\"/>", i);
        bil_text_add(out, "</svg>");
        add_escaped(out, plot->bars ? plot->kind[i] : plot->line[i].label);
        bil_text_add(out, "</li>");
    }
    if (plot->level.label) {
        bil_text_add(out, "<li><svg viewBox=\"0 0 32 10\" aria-hidden=\"true\"><path class=\"level\" d=\"M0 5H32\"/></svg>");
        add_escaped(out, plot->level.label);
        bil_text_add(out, "</li>");
    }
    bil_text_add(out, "</ul>\n");
}

/* The figure up to the inside of its picture, with caption and legend, and its end. */
static void begin_figure(const struct bil_plot *plot, int width, int height, struct bil_text *out)
{
    bil_text_add(out, "<figure>\n<figcaption>");
    add_escaped(out, plot->caption);
    bil_text_add(out, "</figcaption>\n");
    draw_legend(plot, out);
    bil_text_format(out, "<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", width, height);
    add_escaped(out, plot->caption);
    bil_text_add(out, "\">\n");
}

static void end_figure(struct bil_text *out)
{
    bil_text_add(out, "</svg>\n</figure>\n");
}

void bil_plot_draw(const struct bil_plot *plot, struct bil_text *out)
{
    const struct frame frame = frame_of(plot);
    begin_figure(plot, WIDTH, HEIGHT, out);
    draw_grid(plot, &frame, out);
    if (plot->bars) {
        draw_bars(plot, &frame, out);
    } else {
        draw_lines(plot, &frame, out);
    }
    draw_level(plot, &frame, out);
    end_figure(out);
}

/* ------------------------------------------------------------------ values as spots in rows */

/* A row has room for its letters, and for a spot of each kind below the other. */
enum { ROWS_RIGHT = 14, ROWS_TOP = 4, ROW = 13, EACH = 6, LEFT_LEAST = 40, LEFT_MOST = 150 };

static const double letter = 6.5; /* its width, about */

struct rows {
    const struct bil_plot *plot;
    struct range x;
    int left, high, count; /* room for names; height of a row; rows */
};

static double place_value(const struct rows *rows, double x)
{
    return rows->left + (x - rows->x.low) / (rows->x.high - rows->x.low) * (WIDTH - rows->left - ROWS_RIGHT);
}

static struct rows rows_of(const struct bil_plot *plot)
{
    struct rows rows = {.plot = plot, .x = no_range()};
    int spots = 0;
    int most = 1;
    size_t longest = 0;
    for (int i = 0; i < plot->bars; i++) {
        const struct bil_plot_bar *bar = &plot->bar[i];
        const size_t length = bar->label ? strlen(bar->label) : 0;
        spots = bar->label || i == 0 ? 1 : spots + 1;
        rows.count += spots == 1;
        most = spots > most ? spots : most;
        longest = length > longest ? length : longest;
        hold_bar(&rows.x, bar);
    }
    if (plot->level.label) {
        hold(&rows.x, plot->level.value);
    }
    widen(&rows.x);
    round_range(&rows.x);
    rows.high = ROW + (most - 1) * EACH;
    rows.left = 8 + (int)(letter * (double)longest);
    rows.left = rows.left < LEFT_LEAST ? LEFT_LEAST : rows.left > LEFT_MOST ? LEFT_MOST : rows.left;
    return rows;
}

static void draw_row_grid(const struct rows *rows, struct bil_text *out)
{
    const double step = step_of(&rows->x);
    const int bottom = ROWS_TOP + rows->count * rows->high;
    for (int tick = first_tick(&rows->x, step); tick <= last_tick(&rows->x, step); tick++) {
        const double at = place_value(rows, tick * step);
        bil_text_format(out, "<path class=\"%s\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">",
                        tick == 0 ? "zero" : "grid", at, ROWS_TOP, bottom + 2, at, bottom + 13);
        write_tick(out, tick * step, step);
        bil_text_add(out, "</text>\n");
    }
    bil_text_format(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", WIDTH - ROWS_RIGHT, bottom + BOTTOM - 5);
    add_escaped(out, rows->plot->x_label);
    bil_text_add(out, "</text>\n");
    if (rows->plot->level.label) {
        const double at = place_value(rows, rows->plot->level.value);
        bil_text_format(out, "<path class=\"level\" d=\"M%.1f %dV%d\"/>\n", at, ROWS_TOP, bottom + 2);
    }
}

static void draw_spots(const struct rows *rows, struct bil_text *out)
{
    int row = -1;
    int below = 0;
    for (int i = 0; i < rows->plot->bars; i++) {
        const struct bil_plot_bar *bar = &rows->plot->bar[i];
        const bool begins = bar->label || i == 0;
        row += begins;
        below = begins ? 0 : below + 1;
        const double y = ROWS_TOP + row * rows->high + ROW / 2.0 + below * EACH;
        if (bar->label) {
            bil_text_format(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", rows->left - 6,
                            ROWS_TOP + (row + 0.5) * rows->high + 3.5);
            add_escaped(out, bar->label);
            bil_text_add(out, "</text>\n");
        }
        if (bar->low < bar->high) {
            bil_text_format(out, "<path class=\"i k%d\" d=\"M%.1f %.1fH%.1f\"/>", bar->kind, place_value(rows, bar->low), y,
                            place_value(rows, bar->high));
        }
        bil_text_format(out, "<circle class=\"b k%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\"/>\n", bar->kind,
                        place_value(rows, bar->value), y);
    }
}

void bil_plot_rows(const struct bil_plot *plot, struct bil_text *out)
{
    const struct rows rows = rows_of(plot);
    begin_figure(plot, WIDTH, ROWS_TOP + rows.count * rows.high + BOTTOM, out);
    draw_row_grid(&rows, out);
    draw_spots(&rows, out);
    end_figure(out);
}
