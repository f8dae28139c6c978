/* Charts as SVG inside a page of html.h: a figure with a caption, a legend and a picture that fits any width. Colours, strokes and
 * letters come from the page's style. A chart never invents a point: lines join what they are given. */
#ifndef BILLIONS_LAB_PLOT_H
#define BILLIONS_LAB_PLOT_H

#include "billions/text.h"

enum { BIL_PLOT_LINES = 6 }; /* lines (or kinds of bars) that can be told apart */

struct bil_plot_line {
    const char *label;
    const double *x, *y; /* from left to right */
    int count;
};

/* A spot on a line that is spoken of elsewhere. */
struct bil_plot_mark {
    double x, y;
    int line;          /* whose */
    const char *label; /* one or two letters */
    const char *title; /* what is told to who points at it, or to a screen reader */
};

/* One bar, from 0 to its value, with the interval it may lie in if `low` < `high`. */
struct bil_plot_bar {
    const char *label; /* below it; NULL: none */
    double value, low, high;
    int kind; /* 0 to BIL_PLOT_LINES - 1: its colour */
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
};

void bil_plot_draw(const struct bil_plot *plot, struct bil_text *out);

#endif
