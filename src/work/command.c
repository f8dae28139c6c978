/* `billions work`: plays what others ask for. Must never do a worker's work itself. */
#include "work/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/commands.h"
#include "work/worker.h"

enum { LEASE = 30, MOST_LEASE = 3600, SECOND_MS = 1000 };

typedef bool tell_jobs(struct bil_work_queue *queue, struct bil_text *out, struct bil_error *error);

static int list(struct bil_work_queue *queue, tell_jobs *tell)
{
    struct bil_error error = {{0}};
    struct bil_text text = {0};
    const int code = tell(queue, &text, &error) ? bil_print(&text) : bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    bil_text_free(&text);
    return code;
}

static int take_out(struct bil_work_queue *queue, int64_t id)
{
    struct bil_error error = {{0}};
    bool there = false;
    if (!bil_work_remove(queue, id, &there, &error)) {
        return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    return there ? BIL_EXIT_FINE
                 : bil_exit_with(BIL_EXIT_INPUT, "There is no job %" PRId64 " in %s; --list says which there are.", id,
                                 bil_work_name(queue));
}

static int work(const struct bil_work_order *order)
{
    struct bil_error error = {{0}};
    struct bil_work_done done;
    struct bil_text text = {0};
    if (!bil_work(order, &done, &error)) {
        return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    bil_text_format(&text, "%" PRIu64 " blocks played, in %" PRIu64 " batches", done.blocks, done.batches);
    if (done.late > 0) {
        bil_text_format(&text, "; %" PRIu64 " more were given to others or removed meanwhile", done.late);
    }
    bil_text_char(&text, '\n');
    const int code = bil_print(&text);
    bil_text_free(&text);
    return code;
}

int bil_work_command(int argc, char **argv)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int64_t jobs = processors < 1 ? 1 : processors > BIL_WORK_THREADS ? BIL_WORK_THREADS : processors;
    int64_t lease = LEASE;
    int64_t removed = 0;
    bool once = false;
    bool listed = false;
    bool metrics = false;
    const struct bil_flag flags[] = {
        {"jobs", BIL_FLAG_NUMBER, &jobs, "N", "play so many blocks at a time (one for each processor)", 1, BIL_WORK_THREADS},
        {"once", BIL_FLAG_SWITCH, &once, NULL, "end when nothing is left to be played", 0, 0},
        {"lease", BIL_FLAG_NUMBER, &lease, "S", "after so many seconds without a sign others take its blocks (30)", 1, MOST_LEASE},
        {"list", BIL_FLAG_SWITCH, &listed, NULL, "say which jobs there are, and end", 0, 0},
        {"metrics", BIL_FLAG_SWITCH, &metrics, NULL, "say the same as figures for Prometheus, and end", 0, 0},
        {"remove", BIL_FLAG_NUMBER, &removed, "ID", "take this job out of the queue, and end", 1, INT64_MAX},
        {0},
    };
    const struct bil_usage usage = {
        "billions work ADDRESS [OPTIONS]",
        "Plays blocks of the arenas, studies and simulations that others put into a queue with --queue\n"
        "ADDRESS, on as many machines as one likes. The address is that of a database of PostgreSQL:\n"
        "postgresql://user@host/database. Jobs of other builds of this program are left alone, for they\n"
        "might be played otherwise; and no program is started because a job names it. Ctrl-C (SIGTERM)\n"
        "gives back what is under way; whatever else happens to a worker, others take its blocks up.",
        flags,
    };
    struct bil_list words;
    struct bil_error error = {{0}};
    const int early = bil_arguments_read(argc, argv, &usage, 1, 1, &words);
    if (early >= 0) {
        return early;
    }
    const struct bil_work_order order = {.address = words.item[0],
                                         .threads = (int)jobs,
                                         .once = once,
                                         .lease_ms = lease * SECOND_MS,
                                         .stop = bil_cli_catch_interrupts()};
    if (!listed && !metrics && removed == 0) {
        return work(&order);
    }
    struct bil_work_queue *queue = bil_work_open(order.address, false, order.stop, &error);
    if (!queue) {
        return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    const int code = listed || metrics ? list(queue, listed ? bil_work_list : bil_work_metrics) : take_out(queue, removed);
    bil_work_close(queue);
    return code;
}
