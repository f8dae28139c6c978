/* billions-online: the commands of `billions` that need the network, in a program of their own, so that who plays at a terminal
 * need not wait for its libraries. `billions` starts it. Must never do anything itself. */
#include <stdio.h>
#include <string.h>

#include "online/online.h"
#include "terminal/arguments.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"serve", bil_online_serve},
    {"join", bil_online_join},
    {"tables", bil_online_tables},
};

/* With BILLIONS_LEVELS it is called from another file. */
__attribute__((visibility("default"))) int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            return commands[i].run(argc - 1, argv + 1);
        }
    }
    return bil_exit_with(BIL_EXIT_USAGE, "billions-online belongs to billions, which starts it; see billions --help.");
}
