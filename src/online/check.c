/* `billions serve --check`: checks the whole database and reports to people. Standard output gets a line for each fault and a
 * summary; a terminal gets a progress bar on standard error. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "online/online.h"
#include "server/store/store.h"
#include "server/tables/table.h"
#include "terminal/arguments.h"
#include "terminal/progress_bar.h"

enum { QUIET = 2, STEPS = 500 }; /* seconds without a bar; how often it is drawn at most */

struct check_run {
    struct bil_progress_bar bar;
    bool watched;
};

static void print_check_sentence(void *context, const char *sentence)
{
    struct check_run *run = context;
    bil_progress_bar_end(&run->bar);
    printf("%s\n", sentence);
}

static void going(void *context, uint64_t tables, uint64_t all)
{
    struct check_run *run = context;
    if (run->watched && all == 0) {
        bil_progress_bar_show(&run->bar, 0, "the pages of the file");
    } else if (run->watched && tables % (all / STEPS + 1) == 0) {
        run->bar.all = all;
        bil_progress_bar_draw(&run->bar, tables);
    }
}

/* A server holds this lock as long as it lives. */
bool bil_online_server_there(const char *database)
{
    char lock[4096];
    bool there = false;
    if (!bil_store_is_address(database) && snprintf(lock, sizeof lock, "%s.lock", database) < (int)sizeof lock) {
        const int file = open(lock, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
        there = file >= 0 && flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
        if (file >= 0) {
            close(file);
        }
    }
    return there;
}

int bil_online_check(const char *database)
{
    struct bil_error error = {{0}};
    struct bil_check_figures figures;
    struct check_run run;
    const struct bil_check_callbacks callbacks = {&run, print_check_sentence, going};
    run.watched = bil_progress_bar_begin(&run.bar, "tables", 0, 0);
    run.bar.quiet = QUIET;
    const bool fine = bil_check(database, &callbacks, &figures, &error);
    bil_progress_bar_end(&run.bar);
    if (!fine) {
        return bil_exit_with(BIL_EXIT_USAGE, "%s", error.text);
    }
    struct bil_text shown = {0};
    bil_store_show(database, &shown);
    printf("%s: %" PRIu64 " tables, %" PRIu64 " entries, %" PRIu64 " games that are over; ", bil_text_string(&shown),
           figures.tables, figures.entries, figures.games);
    bil_text_free(&shown);
    if (figures.faults == 0) {
        printf("all is as it was written.\n");
    } else {
        printf("%" PRIu64 " fault%s.\n", figures.faults, figures.faults == 1 ? "" : "s");
    }
    if (fflush(stdout) != 0) {
        return bil_exit_with(BIL_EXIT_USAGE, "Standard output cannot be written: %s.", strerror(errno));
    }
    return figures.faults == 0 ? BIL_EXIT_FINE : BIL_EXIT_NO;
}
