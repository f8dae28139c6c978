/* Draws values as spots in rows with names in front (bil_plot_rows in plot.h): charts as high as there are rows. Must never leave a
 * value without its name. */
#include <string.h>

#include "lab/reports/html.h"
#include "lab/reports/plot_internal.h"

/* The same units as in plot.c. A row has room for its letters, and for a spot of each kind below the other. */
enum { WIDTH = 340, RIGHT = 14, TOP = 4, BOTTOM = 32, ROW = 13, EACH = 6, LEFT_LEAST = 40, LEFT_MOST = 150 };

static const double letter = 6.5; /* its width, about */

struct rows {
    const struct bil_plot *plot;
    struct bil_plot_range x;
    int left, high, count; /* room for names; height of a row; rows */
};

static double place_x(const struct rows *rows, double x)
{
    return rows->left + (x - rows->x.low) / (rows->x.high - rows->x.low) * (WIDTH - rows->left - RIGHT);
}

static struct rows rows_of(const struct bil_plot *plot)
{
    struct rows rows = {.plot = plot, .x = bil_plot_range_empty()};
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
        bil_plot_hold(&rows.x, bar->value);
        if (bar->low < bar->high) {
            bil_plot_hold(&rows.x, bar->low);
            bil_plot_hold(&rows.x, bar->high);
        }
    }
    if (plot->level.label) {
        bil_plot_hold(&rows.x, plot->level.value);
    }
    bil_plot_widen(&rows.x);
    bil_plot_round(&rows.x);
    rows.high = ROW + (most - 1) * EACH;
    rows.left = 8 + (int)(letter * (double)longest);
    rows.left = rows.left < LEFT_LEAST ? LEFT_LEAST : rows.left > LEFT_MOST ? LEFT_MOST : rows.left;
    return rows;
}

static void draw_grid(const struct rows *rows, struct bil_text *out)
{
    const double step = bil_plot_step(&rows->x);
    const int bottom = TOP + rows->count * rows->high;
    for (int tick = bil_plot_first(&rows->x, step); tick <= bil_plot_last(&rows->x, step); tick++) {
        const double at = place_x(rows, tick * step);
        bil_text_format(out, "<path class=\"%s\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">",
                        tick == 0 ? "zero" : "grid", at, TOP, bottom + 2, at, bottom + 13);
        bil_plot_number(out, tick * step, step);
        bil_text_add(out, "</text>\n");
    }
    bil_text_format(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", WIDTH - RIGHT, bottom + BOTTOM - 5);
    bil_html_text(out, rows->plot->x_label);
    bil_text_add(out, "</text>\n");
    if (rows->plot->level.label) {
        const double at = place_x(rows, rows->plot->level.value);
        bil_text_format(out, "<path class=\"level\" d=\"M%.1f %dV%d\"/>\n", at, TOP, bottom + 2);
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
        const double y = TOP + row * rows->high + ROW / 2.0 + below * EACH;
        if (bar->label) {
            bil_text_format(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", rows->left - 6,
                            TOP + (row + 0.5) * rows->high + 3.5);
            bil_html_text(out, bar->label);
            bil_text_add(out, "</text>\n");
        }
        if (bar->low < bar->high) {
            bil_text_format(out, "<path class=\"i k%d\" d=\"M%.1f %.1fH%.1f\"/>", bar->kind, place_x(rows, bar->low), y,
                            place_x(rows, bar->high));
        }
        bil_text_format(out, "<circle class=\"b k%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\"/>\n", bar->kind, place_x(rows, bar->value),
                        y);
    }
}

void bil_plot_rows(const struct bil_plot *plot, struct bil_text *out)
{
    const struct rows rows = rows_of(plot);
    bil_plot_begin(plot, WIDTH, TOP + rows.count * rows.high + BOTTOM, out);
    draw_grid(&rows, out);
    draw_spots(&rows, out);
    bil_plot_end(out);
}
