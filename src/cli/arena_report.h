/* What an arena found, written for people and for programs. */
#ifndef BILLIONS_CLI_ARENA_REPORT_H
#define BILLIONS_CLI_ARENA_REPORT_H

#include "lab/arena/arena.h"
#include "lab/jobs/plan.h"

void bil_arena_report_table(const struct bil_plan *plan, const struct bil_arena *arena, const struct bil_arena_sums *sums,
                            struct bil_text *out);
void bil_arena_report_csv(const struct bil_arena *arena, const struct bil_arena_sums *sums, struct bil_text *out);
void bil_arena_report_json(const struct bil_plan *plan, const struct bil_arena *arena, const struct bil_arena_sums *sums,
                           struct bil_text *out);

#endif
