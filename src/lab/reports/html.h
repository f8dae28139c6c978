/* One HTML page that needs nothing else: its style inside it, no scripts, nothing from elsewhere, light and dark as the reader has
 * it, readable from 360 pixels of width on. Whatever comes from outside the program is escaped here. */
#ifndef BILLIONS_LAB_HTML_H
#define BILLIONS_LAB_HTML_H

#include "billions/text.h"

/* The page up to its first section. */
void bil_html_begin(struct bil_text *out, const char *title);

/* The end of whatever was begun. */
enum bil_html_part { BIL_HTML_PAGE, BIL_HTML_FOLD, BIL_HTML_TABLE, BIL_HTML_ROW };
void bil_html_end(struct bil_text *out, enum bil_html_part part);

void bil_html_heading(struct bil_text *out, const char *text);
__attribute__((format(printf, 2, 3))) void bil_html_paragraph(struct bil_text *out, const char *format, ...);

/* What one types, to be copied. */
void bil_html_command(struct bil_text *out, const char *command);

/* What is only unfolded on request. */
void bil_html_fold(struct bil_text *out, const char *summary);

/* A table that scrolls by itself where the screen is narrow. Columns whose name begins with '#' hold numbers; the sign is not
 * shown. After the head come rows, each with as many cells as there are columns, and the end. */
void bil_html_table(struct bil_text *out, const char *const *columns, int count);
void bil_html_row(struct bil_text *out);
__attribute__((format(printf, 2, 3))) void bil_html_number(struct bil_text *out, const char *format, ...);
void bil_html_cell(struct bil_text *out, const char *text);

/* ------------------------------------------------------------------ charts */

/* Charts as SVG: a figure with a caption, a legend and a picture that fits any width. Colours, strokes and
 * letters come from the page's style. A chart never invents a point: lines join what they are given. */

enum { BIL_PLOT_LINES = 6 }; /* lines (or kinds of bars) that can be told apart */

struct bil_plot_line {
    const char *label;
    const double *x, *y; /* from left to right */
    int count;
    const double *low, *high; /* NULL, or the interval of each point: drawn as a band */
};

/* A spot on a line that is spoken of elsewhere. */
struct bil_plot_mark {
    double x, y;
    int line;          /* whose */
    const char *label; /* one or two letters */
    const char *title; /* the tooltip, also for a screen reader */
};

/* One value, with the interval it may lie in if `low` < `high`: a bar that begins at 0, or a spot in a row of its own. */
struct bil_plot_bar {
    const char *label; /* a bar: below it; NULL: none. A spot: in front of it; NULL: it is in the row of the one before */
    double value, low, high;
    int kind; /* 0 to BIL_PLOT_LINES - 1: its colour */
};

/* What values are to be compared with: a line across the chart, named in the legend. */
struct bil_plot_level {
    const char *label; /* NULL: there is none */
    double value;
};

struct bil_plot {
    const char *caption;
    const char *x_label, *y_label;
    bool y_down; /* small values above: places */
    const struct bil_plot_line *line;
    int lines; /* at most BIL_PLOT_LINES */
    const struct bil_plot_mark *mark;
    int marks;
    const struct bil_plot_bar *bar; /* a chart has lines or bars */
    int bars;
    const char *const *kind; /* the legend of bars; NULL: they need none */
    int kinds;
    struct bil_plot_level level;
};

void bil_plot_draw(const struct bil_plot *plot, struct bil_text *out);

/* The bars of a plot as spots, a row each, from top to bottom with their labels in front: for many values, or long names. The
 * values run along the bottom, which is what x_label names; lines and y_label do not count. */
void bil_plot_rows(const struct bil_plot *plot, struct bil_text *out);

#endif
