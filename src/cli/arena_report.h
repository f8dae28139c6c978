/* What an arena found, written for people and for programs. */
#ifndef BILLIONS_CLI_ARENA_REPORT_H
#define BILLIONS_CLI_ARENA_REPORT_H

#include "cli/commands.h"
#include "lab/jobs/job.h"

struct bil_arena_report {
    const struct bil_plan *plan;
    const struct bil_arena *arena;
    const struct bil_arena_sums *sums;
};

/* Writes a struct bil_arena_report; for bil_cli_report. */
void bil_arena_report(const void *report, enum bil_report_form form, struct bil_text *out);

#endif
