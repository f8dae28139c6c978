/* What a study found, for people and for programs. */
#ifndef BILLIONS_CLI_LAB_REPORT_H
#define BILLIONS_CLI_LAB_REPORT_H

#include "cli/commands.h"
#include "lab/study/study_figures.h"

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

/* Writes a struct bil_lab_report; for bil_cli_report. */
void bil_lab_report(const void *report, enum bil_report_form form, struct bil_text *out);

#endif
