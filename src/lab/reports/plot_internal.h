/* What the files that draw charts share (plot.h): the frame, its ticks and its legend. For nobody else. */
#ifndef BILLIONS_LAB_PLOT_INTERNAL_H
#define BILLIONS_LAB_PLOT_INTERNAL_H

#include "lab/reports/plot.h"

struct bil_plot_range {
    double low, high;
};

/* Begins empty, holds values, and is at last given some width, if it has none. */
struct bil_plot_range bil_plot_range_empty(void);
void bil_plot_hold(struct bil_plot_range *range, double value);
void bil_plot_widen(struct bil_plot_range *range);

/* The distance between ticks: 1, 2 or 5 times a power of ten. */
double bil_plot_step(const struct bil_plot_range *range);
/* A range that begins and ends at a tick. */
void bil_plot_round(struct bil_plot_range *range);

/* The first and the last multiple of the step in the range, and a multiple as a number. */
int bil_plot_first(const struct bil_plot_range *range, double step);
int bil_plot_last(const struct bil_plot_range *range, double step);
void bil_plot_number(struct bil_text *out, double value, double step);

/* The figure up to the inside of its picture, with caption and legend, and its end. */
void bil_plot_begin(const struct bil_plot *plot, int width, int height, struct bil_text *out);
void bil_plot_end(struct bil_text *out);

#endif
