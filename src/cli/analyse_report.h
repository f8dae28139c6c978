/* The report of `billions analyse`: as text, as JSON, as a page. All three say the same figures. */
#ifndef BILLIONS_CLI_ANALYSE_REPORT_H
#define BILLIONS_CLI_ANALYSE_REPORT_H

#include "lab/analysis/analyse.h"

enum { BIL_ANALYSIS_WORST = 10 };

struct bil_analysis_report {
    const struct bil_analysis *analysis;
    const struct bil_analysis_result *result; /* of a run that was not stopped */
    enum bil_analysis_measure by;             /* what makes a choice one of the worst */
    const char *command;                      /* that makes this report again */
    const char *seed;                         /* as it was given */
};

void bil_analysis_text(const struct bil_analysis_report *report, struct bil_text *out);
void bil_analysis_json(const struct bil_analysis_report *report, struct bil_text *out);
void bil_analysis_page(const struct bil_analysis_report *report, struct bil_text *out);

/* "Seat 2 (greedy)". */
void bil_analysis_seat(const struct bil_match *match, int seat, struct bil_text *out);

/* A move at a ply as that seat reads it. */
void bil_analysis_move(const struct bil_match *match, int ply, int seat, bil_move move, struct bil_text *out);

/* "+0.29 +- 0.12": a figure of that measure with half of its 95 % interval. */
enum { BIL_ANALYSIS_FIGURE = 48 };
const char *bil_analysis_figure(enum bil_analysis_measure measure, bool gain, double value, double within,
                                char text[BIL_ANALYSIS_FIGURE]);

/* How many of the choices were judged exactly, in a sentence; nothing if there were none. */
void bil_analysis_exact_words(const struct bil_analysis_report *report, struct bil_text *out);

/* Whether the report is about this seat. */
bool bil_analysis_about(const struct bil_analysis_report *report, int seat);

#endif
