/* What a study found, for people and for programs. */
#ifndef BILLIONS_CLI_LAB_REPORT_H
#define BILLIONS_CLI_LAB_REPORT_H

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

void bil_lab_report_table(const struct bil_lab_report *report, struct bil_text *out);
void bil_lab_report_csv(const struct bil_lab_report *report, struct bil_text *out);
void bil_lab_report_json(const struct bil_lab_report *report, struct bil_text *out);
void bil_lab_report_page(const struct bil_lab_report *report, struct bil_text *out); /* HTML */

#endif
