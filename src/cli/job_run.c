/* See job_run.h. Must never print a report whose file could not be written. */
#include "cli/job_run.h"

#include <stdlib.h>

#include "cli/commands.h"

static const struct bil_job_part whole = {1, 1};

/* Writes the file of a whole job, unless it was stopped, and prints its report. */
static int save_and_print(const struct bil_job *job, const void *sums, bool stopped, const struct bil_parts_request *request,
                          const struct bil_job_report *report)
{
    int code = BIL_EXIT_FINE;
    if (request->save && !stopped) {
        code = bil_parts_save(job, whole, sums, request->save);
    }
    return code == BIL_EXIT_FINE ? report->print(report->context, job, sums, stopped) : code;
}

int bil_job_run_here(struct bil_job *job, struct bil_job_part part, struct bil_job_run *run,
                     const struct bil_parts_request *request, const struct bil_job_report *report)
{
    void *sums = bil_job_sums(job);
    bool stopped = false;
    int code;
    if (part.of > 1) {
        code = bil_parts_play_one(job, part, run, sums, request->save);
    } else {
        code = bil_parts_save_begin(request->save, "");
        code = code == BIL_EXIT_FINE ? bil_parts_play(job, part, run, sums, &stopped) : code;
        code = code == BIL_EXIT_FINE ? save_and_print(job, sums, stopped, request, report) : code;
    }
    free(sums);
    return code;
}

int bil_job_run_joined(enum bil_plan_kind kind, const struct bil_list *files, const char *flag, const char *bots,
                       const struct bil_parts_request *request, const struct bil_job_report *report)
{
    struct bil_job job = {0};
    struct bil_parts parts = {0};
    int code = bil_parts_save_begin(request->save, "");
    if (code == BIL_EXIT_FINE && bots) {
        code = bil_cli_bots(flag, bots, job.plan.list, BIL_PLAN_BOTS, &job.plan.listed);
    }
    code = code == BIL_EXIT_FINE ? bil_parts_join(kind, NULL, files, &job, &parts) : code;
    code = code == BIL_EXIT_FINE ? save_and_print(&job, parts.sums, false, request, report) : code;
    bil_job_close(&job);
    bil_parts_close(&parts);
    return code;
}
