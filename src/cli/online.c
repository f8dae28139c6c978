/* `billions serve`, `join` and `tables`: starts the program billions-online, which is installed beside this one. It alone
 * is linked with the libraries of the network and of the databases, so that playing at a terminal neither loads nor needs them.
 *
 * Must never do anything of that program itself. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"

enum { PATH_BYTES = 4096 };

/* The other program's path; false if this program cannot find its own path. */
static bool find_beside(const char *name, char path[PATH_BYTES])
{
    const ssize_t length = readlink("/proc/self/exe", path, PATH_BYTES - 1);
    if (length <= 0) {
        return false;
    }
    path[length] = 0;
    char *slash = strrchr(path, '/');
    if (!slash || (size_t)(slash - path) + 2 + strlen(name) > PATH_BYTES) {
        return false;
    }
    memcpy(slash + 1, name, strlen(name) + 1);
    return true;
}

static int start_online(int argc, char **argv)
{
    static char name[] = "billions-online";
    char path[PATH_BYTES];
    char **arguments = calloc((size_t)argc + 2, sizeof *arguments);
    if (!arguments || !find_beside(name, path)) {
        free(arguments);
        return bil_exit_with(BIL_EXIT_FILES, "This program cannot find out where it lies, so it cannot find %s beside it.", name);
    }
    arguments[0] = name;
    memcpy(arguments + 1, argv, (size_t)argc * sizeof *arguments);
    execv(path, arguments);
    const int why = errno;
    free(arguments);
    if (why == ENOENT) {
        return bil_exit_with(BIL_EXIT_FILES,
                             "%s needs the program %s beside this one, and there is no %s: it is built where libcurl and SQLite "
                             "are installed, and comes with the package billions-server.",
                             argv[0], name, path);
    }
    return bil_exit_with(BIL_EXIT_FILES, "%s cannot be started: %s.", path, strerror(why));
}

int bil_cli_serve(int argc, char **argv)
{
    return start_online(argc, argv);
}

int bil_cli_join(int argc, char **argv)
{
    return start_online(argc, argv);
}

int bil_cli_tables(int argc, char **argv)
{
    return start_online(argc, argv);
}
