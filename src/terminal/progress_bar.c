/* See progress_bar.h. */
#include "terminal/progress_bar.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "table/clock.h"

enum { WIDTH = 30 };

void bil_progress_bar_show(struct bil_progress_bar *bar, double part, const char *words)
{
    const double passed = bil_clock_seconds() - bar->begin;
    const double first = bar->all ? (double)bar->first / (double)bar->all : 0;
    const int full = part < 1 ? (int)(part * WIDTH) : WIDTH;
    if (passed < bar->quiet) {
        return;
    }
    fprintf(stderr, "\r  [%.*s%.*s] %3.0f %%  %s", full, "##############################", WIDTH - full,
            "..............................", 100 * part, words);
    if (part > first && part < 1) {
        const double left = passed * (1 - part) / (part - first);
        fprintf(stderr, left < 90 ? ", %.0f s left" : ", %.0f min left", left < 90 ? left : left / 60);
    }
    fputs("\033[K", stderr);
    fflush(stderr);
    bar->shown = true;
}

void bil_progress_bar_draw(void *context, uint64_t done)
{
    struct bil_progress_bar *bar = context;
    char words[80];
    snprintf(words, sizeof words, "%" PRIu64 " of %" PRIu64 " %s", done, bar->all, bar->unit);
    bil_progress_bar_show(bar, bar->all ? (double)done / (double)bar->all : 1, words);
}

bil_progress *bil_progress_bar_begin(struct bil_progress_bar *bar, const char *unit, uint64_t done, uint64_t all)
{
    *bar = (struct bil_progress_bar){.unit = unit, .all = all, .first = done, .begin = bil_clock_seconds(), .quiet = 0.3};
    return isatty(STDERR_FILENO) ? bil_progress_bar_draw : NULL;
}

void bil_progress_bar_end(struct bil_progress_bar *bar)
{
    if (bar->shown) {
        fputs("\r\033[K", stderr);
    }
    bar->shown = false;
}
