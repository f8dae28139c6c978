/* Draws lines, bars and rows of spots as SVG (plot.h). Knows nothing of games;
 * must never leave a value of a row without its name. */
#include "lab/reports/plot.h"

#include <math.h>
#include <string.h>

#include "lab/reports/html.h"

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
    bil_html_text(out, plot->x_label);
    bil_text_add(out, "</text>\n<text x=\"2\" y=\"9\">"); /* above its numbers, so that it is read without turning the head */
    bil_html_text(out, plot->y_label);
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
        bil_html_text(out, mark->title);
        bil_text_format(out,
                        "</title><circle class=\"mark k%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"6\"/><text class=\"marked\" x=\"%.1f\" "
                        "y=\"%.1f\">",
                        mark->line, x, y, x, y + 2.8);
        bil_html_text(out, mark->label);
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
            bil_html_text(out, bar->label);
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
        const struct bil_plot_bar *bar = &plot->bar[i];
        hold(&frame.y, 0);
        hold(&frame.y, bar->value);
        if (bar->low < bar->high) {
            hold(&frame.y, bar->low);
            hold(&frame.y, bar->high);
        }
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
        bil_html_text(out, plot->bars ? plot->kind[i] : plot->line[i].label);
        bil_text_add(out, "</li>");
    }
    if (plot->level.label) {
        bil_text_add(out, "<li><svg viewBox=\"0 0 32 10\" aria-hidden=\"true\"><path class=\"level\" d=\"M0 5H32\"/></svg>");
        bil_html_text(out, plot->level.label);
        bil_text_add(out, "</li>");
    }
    bil_text_add(out, "</ul>\n");
}

/* The figure up to the inside of its picture, with caption and legend, and its end. */
static void begin_figure(const struct bil_plot *plot, int width, int height, struct bil_text *out)
{
    bil_text_add(out, "<figure>\n<figcaption>");
    bil_html_text(out, plot->caption);
    bil_text_add(out, "</figcaption>\n");
    draw_legend(plot, out);
    bil_text_format(out, "<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", width, height);
    bil_html_text(out, plot->caption);
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
        hold(&rows.x, bar->value);
        if (bar->low < bar->high) {
            hold(&rows.x, bar->low);
            hold(&rows.x, bar->high);
        }
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
    bil_html_text(out, rows->plot->x_label);
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
            bil_html_text(out, bar->label);
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
