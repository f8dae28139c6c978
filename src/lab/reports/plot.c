/* Draws lines and bars as SVG (plot.h). Knows nothing of games. */
#include "lab/reports/plot.h"

#include <math.h>

#include "lab/reports/html.h"
#include "lab/reports/plot_internal.h"

/* The picture's own units: letters of 10 are still read where a telephone is 360 of them wide. */
enum { WIDTH = 340, HEIGHT = 226, LEFT = 38, RIGHT = 10, TOP = 22, BOTTOM = 32, TICKS = 5 };

struct frame {
    struct bil_plot_range x, y;
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

struct bil_plot_range bil_plot_range_empty(void)
{
    return (struct bil_plot_range){HUGE_VAL, -HUGE_VAL};
}

void bil_plot_hold(struct bil_plot_range *range, double value)
{
    range->low = value < range->low ? value : range->low;
    range->high = value > range->high ? value : range->high;
}

void bil_plot_widen(struct bil_plot_range *range)
{
    if (range->low > range->high) {
        *range = (struct bil_plot_range){0, 1};
    } else if (range->high - range->low < 1e-9) {
        range->high = range->low + 1;
    }
}

double bil_plot_step(const struct bil_plot_range *range)
{
    const double rough = (range->high - range->low) / TICKS;
    const double unit = pow(10, floor(log10(rough)));
    const double times = rough / unit;
    return unit * (times > 5 ? 10 : times > 2 ? 5 : times > 1 ? 2 : 1);
}

void bil_plot_round(struct bil_plot_range *range)
{
    const double step = bil_plot_step(range);
    range->low = step * floor(range->low / step + 1e-9);
    range->high = step * ceil(range->high / step - 1e-9);
}

void bil_plot_number(struct bil_text *out, double value, double step)
{
    const int digits = step >= 1 ? 0 : (int)ceil(-log10(step) - 1e-9);
    bil_text_format(out, "%.*f", digits, fabs(value) < step / 2 ? 0.0 : value);
}

int bil_plot_first(const struct bil_plot_range *range, double step)
{
    return (int)ceil(range->low / step - 1e-9);
}

int bil_plot_last(const struct bil_plot_range *range, double step)
{
    return (int)floor(range->high / step + 1e-9);
}

/* ------------------------------------------------------------------ what is drawn */

static void draw_grid(const struct bil_plot *plot, const struct frame *frame, struct bil_text *out)
{
    const double step = bil_plot_step(&frame->y);
    for (int tick = bil_plot_first(&frame->y, step); tick <= bil_plot_last(&frame->y, step); tick++) {
        const double at = place_y(frame, tick * step);
        bil_text_format(out, "<path class=\"%s\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">",
                        plot->bars && tick == 0 ? "zero" : "grid", LEFT, at, WIDTH - RIGHT, LEFT - 4, at + 3.5);
        bil_plot_number(out, tick * step, step);
        bil_text_add(out, "</text>\n");
    }
    const double along = bil_plot_step(&frame->x);
    for (int tick = bil_plot_first(&frame->x, along); !plot->bars && tick <= bil_plot_last(&frame->x, along); tick++) {
        bil_text_format(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">", place_x(frame, tick * along),
                        HEIGHT - BOTTOM + 13);
        bil_plot_number(out, tick * along, along);
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
    struct frame frame = {bil_plot_range_empty(), bil_plot_range_empty(), plot->y_down};
    for (int i = 0; i < plot->lines; i++) {
        const struct bil_plot_line *line = &plot->line[i];
        for (int p = 0; p < line->count; p++) {
            bil_plot_hold(&frame.x, line->x[p]);
            bil_plot_hold(&frame.y, line->y[p]);
            if (line->low) {
                bil_plot_hold(&frame.y, line->low[p]);
                bil_plot_hold(&frame.y, line->high[p]);
            }
        }
    }
    for (int i = 0; i < plot->bars; i++) {
        const struct bil_plot_bar *bar = &plot->bar[i];
        bil_plot_hold(&frame.y, 0);
        bil_plot_hold(&frame.y, bar->value);
        if (bar->low < bar->high) {
            bil_plot_hold(&frame.y, bar->low);
            bil_plot_hold(&frame.y, bar->high);
        }
    }
    if (plot->level.label) {
        bil_plot_hold(&frame.y, plot->level.value);
    }
    bil_plot_widen(&frame.x);
    bil_plot_widen(&frame.y);
    bil_plot_round(&frame.y);
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

void bil_plot_begin(const struct bil_plot *plot, int width, int height, struct bil_text *out)
{
    bil_text_add(out, "<figure>\n<figcaption>");
    bil_html_text(out, plot->caption);
    bil_text_add(out, "</figcaption>\n");
    draw_legend(plot, out);
    bil_text_format(out, "<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", width, height);
    bil_html_text(out, plot->caption);
    bil_text_add(out, "\">\n");
}

void bil_plot_end(struct bil_text *out)
{
    bil_text_add(out, "</svg>\n</figure>\n");
}

void bil_plot_draw(const struct bil_plot *plot, struct bil_text *out)
{
    const struct frame frame = frame_of(plot);
    bil_plot_begin(plot, WIDTH, HEIGHT, out);
    draw_grid(plot, &frame, out);
    if (plot->bars) {
        draw_bars(plot, &frame, out);
    } else {
        draw_lines(plot, &frame, out);
    }
    draw_level(plot, &frame, out);
    bil_plot_end(out);
}
