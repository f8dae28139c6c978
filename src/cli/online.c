/* `billions serve`, `billions join` and `billions tables`: all are the work of another program, billions-online, which lies beside
 * this one. It alone is linked with the network's libraries, so that whoever plays at a terminal need not wait for them, nor even
 * have them.
 *
 * Must never do anything of the network itself. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"

enum { PATH_BYTES = 4096 };

/* The other program's path; false if this one does not know where it lies itself. */
static bool beside(char path[PATH_BYTES])
{
    static const char name[] = "billions-online";
    const ssize_t length = readlink("/proc/self/exe", path, PATH_BYTES - 1);
    if (length <= 0) {
        return false;
    }
    path[length] = 0;
    char *slash = strrchr(path, '/');
    if (!slash || (size_t)(slash - path) + 1 + sizeof name > PATH_BYTES) {
        return false;
    }
    memcpy(slash + 1, name, sizeof name);
    return true;
}

static int hand_over(int argc, char **argv)
{
    char path[PATH_BYTES];
    char own[] = "billions-online";
    char **arguments = calloc((size_t)argc + 2, sizeof *arguments);
    if (!arguments || !beside(path)) {
        free(arguments);
        return bil_exit_with(BIL_EXIT_FILES,
                             "This program cannot find out where it lies, so it cannot find billions-online beside it.");
    }
    arguments[0] = own;
    memcpy(arguments + 1, argv, (size_t)argc * sizeof *arguments);
    execv(path, arguments);
    const int why = errno;
    free(arguments);
    if (why == ENOENT) {
        return bil_exit_with(
            BIL_EXIT_FILES,
            "%s needs the program billions-online beside this one, and there is no %s: it is built where libwebsockets and "
            "SQLite are installed.",
            argv[0], path);
    }
    return bil_exit_with(BIL_EXIT_FILES, "%s cannot be started: %s.", path, strerror(why));
}

int bil_cli_serve(int argc, char **argv)
{
    return hand_over(argc, argv);
}

int bil_cli_join(int argc, char **argv)
{
    return hand_over(argc, argv);
}

int bil_cli_tables(int argc, char **argv)
{
    return hand_over(argc, argv);
}
