/* `billions`: finds the subcommand and hands over. Must never do a subcommand's work. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "table/external_bot.h"

/* ------------------------------------------------------------------ what needs the network */

/* `serve`, `join` and `tables` start the program billions-online, which is installed beside this one. It alone is linked with the
 * libraries of the network and of the databases, so that playing at a terminal neither loads nor needs them. */

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

/* ------------------------------------------------------------------ all commands */

static const struct bil_subcommand *const commands[] = {
    &bil_cli_play,    &bil_cli_replay, &bil_cli_verify, &bil_cli_position, &bil_cli_edition,
    &bil_cli_rules,   &bil_cli_sim,    &bil_cli_arena,  &bil_cli_lab,      &bil_cli_analyse,
    &bil_cli_puzzles, &bil_cli_solve,  &bil_cli_perft,  &bil_cli_bench,    &bil_cli_bot,
};

/* Those of the other program. */
static const struct {
    const char *name, *help;
} online[] = {
    {"serve", "let people and bots play together over a network"},
    {"join", "play at a table of a server"},
    {"tables", "list the tables of a server"},
};
enum { COMMANDS = sizeof commands / sizeof *commands, ONLINE = sizeof online / sizeof *online };

static int print_help(void)
{
    struct bil_text text = {0};
    bil_text_add(&text, "usage: billions COMMAND [ARGUMENTS...]\n"
                        "       billions COMMAND --help\n"
                        "       billions --version\n\nCommands:\n");
    for (int i = 0; i < COMMANDS; i++) {
        bil_text_format(&text, "  %-9s %s\n", commands[i]->name, commands[i]->help);
    }
    for (int i = 0; i < ONLINE; i++) {
        bil_text_format(&text, "  %-9s %s\n", online[i].name, online[i].help);
    }
    bil_text_add(&text, "\nGames:\n");
    for (int i = 0; bil_games[i]; i++) {
        bil_text_format(&text, "  %s: %s\n", bil_games[i]->id, bil_games[i]->summary);
    }
    bil_text_add(&text, "\nBots:\n");
    for (const struct bil_bot *bot = bil_bots; bot->name; bot++) {
        bil_text_format(&text, "  %-9s %s\n", bot->name, bot->help);
    }
    bil_text_format(&text, "  %-9s %s\n", "exec:PATH", "another program that speaks the protocol of docs/bot-protocol.md");
    bil_text_add(&text, "\nPersons, who a bot can be (easy:person=ID, hard:person=ID, any bot but random):\n");
    for (int i = 0; bil_games[i]; i++) {
        bil_text_format(&text, "  %s:\n", bil_games[i]->title);
        for (const struct bil_person *person = bil_persons_of(bil_games[i]); person && person->id; person++) {
            bil_text_format(&text, "    %-9s %s: %s\n", person->id, person->name, person->temper);
        }
    }
    bil_text_add(&text, "\nExit codes:\n"
                        "  0    all went well\n"
                        "  1    what was asked about is not so: a record that does not verify, a broken edition;\n"
                        "       or a bot in another program failed at every decision\n"
                        "  2    wrong usage\n"
                        "  3    a file that does not hold what it should, or a move that is not legal\n"
                        "  4    something cannot be read or written\n"
                        "  5    a server stood still and was ended\n"
                        "  130  interrupted\n");
    return bil_print(&text);
}

static int print_version(void)
{
    struct bil_text text = {0};
    bil_text_add(&text, "billions " BILLIONS_VERSION "\n");
    return bil_print(&text);
}

static int run_command(const struct bil_subcommand *command, int argc, char **argv)
{
    struct bil_list words;
    const int early = bil_arguments_read(argc, argv, &command->usage, command->least, command->most, &words);
    const int code = early >= 0 ? early : command->run(&words);
    return !bil_external_bot_close() && code == BIL_EXIT_FINE ? BIL_EXIT_NO : code;
}

/* With BILLIONS_LEVELS it is called from another file. */
__attribute__((visibility("default"))) int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN); /* a reader that goes away is an error of writing, told in a sentence */
    if (argc < 2) {
        return bil_exit_with(BIL_EXIT_USAGE,
                             "What should be done? billions --help lists the commands; billions play begins a game.");
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        return print_help();
    }
    if (strcmp(argv[1], "--version") == 0) {
        return print_version();
    }
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[1], commands[i]->name) == 0) {
            return run_command(commands[i], argc - 1, argv + 1);
        }
    }
    for (int i = 0; i < ONLINE; i++) {
        if (strcmp(argv[1], online[i].name) == 0) {
            return start_online(argc - 1, argv + 1);
        }
    }
    return bil_exit_with(BIL_EXIT_USAGE, "There is no command \"%.60s\"; billions --help lists them.", argv[1]);
}
