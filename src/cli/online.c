/* `billions serve`, `join`, `tables`, `think` and `work`: all are the work of other programs, billions-online and billions-work,
 * which lie beside this one. They alone are linked with the libraries of the network and of a database, so that whoever plays at a
 * terminal need not wait for them, nor even have them.
 *
 * Must never do anything of theirs itself. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"

enum { PATH_BYTES = 4096 };

/* The other program's path; false if this one does not know where it lies itself. */
static bool beside(const char *name, char path[PATH_BYTES])
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

/* `built`: where it is built. */
static int hand_over(char *name, const char *built, int argc, char **argv)
{
    char path[PATH_BYTES];
    char **arguments = calloc((size_t)argc + 2, sizeof *arguments);
    if (!arguments || !beside(name, path)) {
        free(arguments);
        return bil_exit_with(BIL_EXIT_FILES, "This program cannot find out where it lies, so it cannot find %s beside it.", name);
    }
    arguments[0] = name;
    memcpy(arguments + 1, argv, (size_t)argc * sizeof *arguments);
    execv(path, arguments);
    const int why = errno;
    free(arguments);
    if (why == ENOENT) {
        return bil_exit_with(BIL_EXIT_FILES, "%s needs the program %s beside this one, and there is no %s: it is built %s.",
                             argv[0], name, path, built);
    }
    return bil_exit_with(BIL_EXIT_FILES, "%s cannot be started: %s.", path, strerror(why));
}

static int online(int argc, char **argv)
{
    static char name[] = "billions-online";
    return hand_over(name, "where libcurl and SQLite are installed, and comes with the package billions-server", argc, argv);
}

int bil_cli_serve(int argc, char **argv)
{
    return online(argc, argv);
}

int bil_cli_join(int argc, char **argv)
{
    return online(argc, argv);
}

int bil_cli_think(int argc, char **argv)
{
    return online(argc, argv);
}

int bil_cli_tables(int argc, char **argv)
{
    return online(argc, argv);
}

int bil_cli_work(int argc, char **argv)
{
    static char name[] = "billions-work";
    return hand_over(name, "with it", argc, argv);
}
