/* The subcommands of `billions`, and what they share: exit codes, arguments, output, interruption.
 *
 * Each subcommand lives in one file and has one entry, which gets its own name as argv[0] and returns an exit code. Nothing here
 * knows a particular game. */
#ifndef BILLIONS_CLI_COMMANDS_H
#define BILLIONS_CLI_COMMANDS_H

#include <stdatomic.h>

#include "billions/bot.h"
#include "billions/game.h"

/* Exit codes, the same for every subcommand; `billions --help` and the man page list them. */
enum {
    BIL_EXIT_FINE = 0,
    BIL_EXIT_NO = 1,       /* what was asked about is not so: a record that does not verify, an edition that is broken */
    BIL_EXIT_USAGE = 2,    /* wrong usage: an unknown option, a number out of range, an unknown game or bot */
    BIL_EXIT_INPUT = 3,    /* a file that can be read but does not hold what it should; a move that is not legal */
    BIL_EXIT_FILES = 4,    /* something cannot be read or written: no such file, full disk, closed pipe */
    BIL_EXIT_STOPPED = 130 /* interrupted (Ctrl-C) */
};

int bil_cli_play(int argc, char **argv);
int bil_cli_replay(int argc, char **argv);
int bil_cli_verify(int argc, char **argv);
int bil_cli_position(int argc, char **argv);
int bil_cli_edition(int argc, char **argv);
int bil_cli_rules(int argc, char **argv);
int bil_cli_sim(int argc, char **argv);
int bil_cli_arena(int argc, char **argv);
int bil_cli_lab(int argc, char **argv);
int bil_cli_analyse(int argc, char **argv);
int bil_cli_perft(int argc, char **argv);
int bil_cli_bench(int argc, char **argv);
int bil_cli_bot(int argc, char **argv);
int bil_cli_serve(int argc, char **argv); /* these three start billions-online */
int bil_cli_join(int argc, char **argv);
int bil_cli_tables(int argc, char **argv);

/* ------------------------------------------------------------------ arguments */

/* A text that may be given several times. */
enum { BIL_LIST_MAX = 64 };
struct bil_list {
    int count;
    const char *item[BIL_LIST_MAX];
};

enum bil_flag_kind {
    BIL_FLAG_SWITCH, /* bool * */
    BIL_FLAG_TEXT,   /* const char ** */
    BIL_FLAG_NUMBER, /* int64_t *, from low to high */
    BIL_FLAG_LIST    /* struct bil_list * */
};

/* One flag. Flags are given as --name value or --name=value; whatever was in *out stays if the flag is not given. */
struct bil_flag {
    const char *name; /* without the dashes */
    enum bil_flag_kind kind;
    void *out;
    const char *value; /* what stands behind it, for people: "N"; NULL for a switch */
    const char *help;  /* one line */
    int64_t low, high;
};

/* What --help prints of a subcommand besides its flags. */
struct bil_usage {
    const char *synopsis;         /* "billions verify FILE..." (several lines are fine) */
    const char *about;            /* a few lines */
    const struct bil_flag *flags; /* ends with a NULL name */
};

/* Reads the arguments behind argv[0]. Texts that are no flags go to `words`; there must be at least `least` and at most `most` (at
 * most BIL_LIST_MAX). Everything after "--" is such a text. Returns -1 to go on; else the exit code: --help was asked for and
 * printed, or something was wrong and a sentence was printed. */
int bil_cli_arguments(int argc, char **argv, const struct bil_usage *usage, int least, int most, struct bil_list *words);

/* ------------------------------------------------------------------ what several subcommands do */

/* Prints "billions: " and the sentence on standard error and returns the code. */
__attribute__((format(printf, 2, 3))) int bil_cli_fail(int code, const char *format, ...);

/* Prints a text on standard output at once. BIL_EXIT_FINE, or BIL_EXIT_FILES and a sentence if it cannot be written. */
int bil_cli_print(const struct bil_text *text);

/* The game of that name, or NULL and a printed sentence with the names there are (then exit with BIL_EXIT_USAGE). */
const struct bil_game *bil_cli_game(const char *name);

/* Reads --edition FILE for a game (NULL: any). A NULL path gives NULL and BIL_EXIT_FINE. On failure prints and returns the code.
 * Free with bil_json_free. */
int bil_cli_edition_file(const char *path, const struct bil_game *game, const struct bil_value **edition);

/* Turns "key=value" texts into settings, pointing into `store` (which must live as long). Keys that the game does not know, and
 * texts without "=", print a sentence; BIL_EXIT_FINE or BIL_EXIT_USAGE. */
struct bil_settings {
    struct bil_setting setting[BIL_LIST_MAX];
    char *text[BIL_LIST_MAX];
    int count;
};
int bil_cli_settings(const struct bil_game *game, const struct bil_list *options, struct bil_settings *store);
void bil_cli_settings_free(struct bil_settings *store);

/* Adds what puts every rule of the box in play, unless the options say otherwise: simulations begin with that. */
void bil_cli_settings_full(const struct bil_game *game, struct bil_settings *store);

/* Turns "greedy,search:ms=100" into bots. BIL_EXIT_FINE, or a sentence that begins with the flag, and BIL_EXIT_USAGE. */
int bil_cli_bots(const char *flag, const char *names, const struct bil_bot **bots, int most, int *count);

/* A seat as people write it: "2" is 1; "spectator" and "all" are those viewers. False if it is none. */
bool bil_cli_viewer(const char *text, int seats, int *viewer);

/* From now on Ctrl-C and a request to end only set the flag that is returned. */
const atomic_bool *bil_cli_catch_interrupts(void);

/* The table as a view, or the whole, for standard output: its width, colours and symbols as the place allows. */
void bil_cli_draw(const struct bil_game *game, const void *rules, const void *view, struct bil_text *out);

#endif
