/* billions-work: `billions work`, and `billions arena`, `lab` and `sim` with a queue: what needs the database's library, in a
 * program of its own. `billions` starts it. Must never do anything itself. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/queue.h"
#include "postgres/connection.h"
#include "table/memory.h"
#include "work/command.h"
#include "work/wait.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"work", bil_work_command},
    {"arena", bil_cli_arena},
    {"lab", bil_cli_lab},
    {"sim", bil_cli_sim},
};

/* Copies of all arguments; in those that a list of processes shows, no password stays. */
static char **keep(int argc, char **argv)
{
    char **kept = bil_memory_zero((size_t)argc + 1, sizeof *kept);
    for (int i = 0; i < argc; i++) {
        const char *equals = strncmp(argv[i], "--queue=", 8) == 0 ? strchr(argv[i], '=') : NULL;
        kept[i] = bil_memory_text(argv[i], strlen(argv[i]));
        bil_pg_blank_password(argv[i] + (equals ? equals - argv[i] + 1 : 0));
    }
    return kept;
}

/* With BILLIONS_LEVELS it is called from another file. */
__attribute__((visibility("default"))) int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN);
    bil_queue = &bil_work_waiting;
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            char **kept = keep(argc, argv);
            const int code = commands[i].run(argc - 1, kept + 1);
            for (int k = 0; k < argc; k++) {
                free(kept[k]);
            }
            free(kept);
            return code;
        }
    }
    return bil_exit_with(BIL_EXIT_USAGE, "billions-work belongs to billions, which starts it; see billions --help.");
}
