/* How far a long run is, on standard error: a bar with the time that is left. Must never be drawn where nobody looks, nor touch
 * standard output. */
#ifndef BILLIONS_TERMINAL_PROGRESS_BAR_H
#define BILLIONS_TERMINAL_PROGRESS_BAR_H

#include <stdbool.h>
#include <stdint.h>

struct bil_progress_bar {
    const char *unit;    /* "games" */
    uint64_t first, all; /* done before this run began; to be done */
    double begin, quiet; /* when that was; the seconds without a bar, because a short run needs none */
    bool shown;
};
/* What draws it, as a progress callback of the lab with the bar as its context; NULL where nobody looks. */
typedef void bil_progress(void *context, uint64_t done);
bil_progress *bil_progress_bar_begin(struct bil_progress_bar *bar, const char *unit, uint64_t done, uint64_t all);
void bil_progress_bar_draw(void *context, uint64_t done); /* that very callback */
/* The same for what is counted otherwise: `part` is 0 to 1. */
void bil_progress_bar_show(struct bil_progress_bar *bar, double part, const char *words);
void bil_progress_bar_end(struct bil_progress_bar *bar);

#endif
