/* The reports of `billions analyse`, `arena` and `lab`, in all their forms, which say the same figures. Each function writes a
 * struct of its name; for bil_cli_report. */
#ifndef BILLIONS_CLI_REPORTS_H
#define BILLIONS_CLI_REPORTS_H

#include "cli/commands.h"
#include "lab/analysis/analyse.h"
#include "lab/jobs/job.h"
#include "lab/study/study_figures.h"

enum { BIL_ANALYSIS_WORST = 10 };

struct bil_analysis_report {
    const struct bil_analysis *analysis;
    const struct bil_analysis_result *result; /* of a run that was not stopped */
    enum bil_analysis_measure by;             /* what makes a choice one of the worst */
    const char *command;                      /* that makes this report again */
    const char *seed;                         /* as it was given */
};

void bil_analysis_report(const void *report, enum bil_report_form form, struct bil_text *out);

struct bil_arena_report {
    const struct bil_plan *plan;
    const struct bil_arena *arena;
    const struct bil_arena_sums *sums;
};

void bil_arena_report(const void *report, enum bil_report_form form, struct bil_text *out);

/* One study, or two side by side. */
struct bil_lab_report {
    const struct bil_study *study;
    const struct bil_study_sums *sums;
    const struct bil_figures *figures;
    const struct bil_figures *against; /* NULL, or the figures of the second edition */
    const struct bil_study_sums *against_sums;
    const char *edition_name, *against_name; /* for people */
    const char *edition_hash, *against_hash; /* of bil_edition_hash */
    const char *command;                     /* what makes these figures again */
    const char *seed;
    bool stopped;
};

void bil_lab_report(const void *report, enum bil_report_form form, struct bil_text *out);

#endif
