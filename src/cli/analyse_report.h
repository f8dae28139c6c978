/* The report of `billions analyse`: as text, as JSON, as a page. All three say the same figures. */
#ifndef BILLIONS_CLI_ANALYSE_REPORT_H
#define BILLIONS_CLI_ANALYSE_REPORT_H

#include "cli/commands.h"
#include "lab/analysis/analyse.h"

enum { BIL_ANALYSIS_WORST = 10 };

struct bil_analysis_report {
    const struct bil_analysis *analysis;
    const struct bil_analysis_result *result; /* of a run that was not stopped */
    enum bil_analysis_measure by;             /* what makes a choice one of the worst */
    const char *command;                      /* that makes this report again */
    const char *seed;                         /* as it was given */
};

/* Writes a struct bil_analysis_report; for bil_cli_report. */
void bil_analysis_report(const void *report, enum bil_report_form form, struct bil_text *out);

#endif
