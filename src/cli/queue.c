/* See queue.h. Must never know which database it is. */
#include "cli/queue.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "cli/commands.h"
#include "table/memory.h"

const struct bil_queue *bil_queue;

int bil_queue_look(const struct bil_parts_request *request, bool records_or_checks)
{
    if (request->job && !request->queue) {
        return bil_exit_with(BIL_EXIT_USAGE, "--job: in which queue? --queue ADDRESS says that.");
    }
    if (request->queue && (request->part || request->join)) {
        return bil_exit_with(BIL_EXIT_USAGE, "--queue with --%s: either workers share it out, or parts do.",
                             request->part ? "part" : "join");
    }
    if (request->queue && records_or_checks) {
        return bil_exit_with(BIL_EXIT_USAGE, "--queue with --record-dir or --check: workers send sums alone.");
    }
    return BIL_EXIT_FINE;
}

int bil_queue_hand_over(int argc, char **argv)
{
    return bil_cli_work(argc, argv);
}

int bil_queue_play(struct bil_parts_request *request, struct bil_job *job, void *sums)
{
    for (int i = 0; i < job->plan.listed; i++) {
        if (strncmp(job->plan.list[i]->name, "exec:", 5) == 0) {
            return bil_exit_with(
                BIL_EXIT_USAGE,
                "--queue with %.80s: no worker starts a program because a database says so; play such bots in parts "
                "(--part).",
                job->plan.list[i]->name);
        }
    }
    const int code = bil_queue->put(request->queue, job, &request->job);
    return code == BIL_EXIT_FINE ? bil_queue->wait(request->queue, request->job, job, sums) : code;
}

int bil_queue_join(enum bil_plan_kind kind, struct bil_parts_request *request, struct bil_job *job, struct bil_parts *parts)
{
    struct bil_error error = {{0}};
    char *text = NULL;
    *parts = (struct bil_parts){.of = 1, .file = bil_memory_zero(1, sizeof *parts->file)};
    int code = bil_queue->plan(request->queue, request->job, &text);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    parts->file[0].document = bil_json_read(text, strlen(text), "the plan of that job", &error);
    free(text);
    if (!parts->file[0].document || !bil_job_read(parts->file[0].document, kind, NULL, job, &error)) {
        return bil_exit_with(BIL_EXIT_INPUT, "Job %" PRId64 ": %s", request->job, error.text);
    }
    parts->sums = bil_job_sums(job);
    return bil_queue->wait(request->queue, request->job, job, parts->sums);
}

int bil_queue_done(const struct bil_parts_request *request)
{
    return request->queue ? bil_queue->remove(request->queue, request->job) : BIL_EXIT_FINE;
}
