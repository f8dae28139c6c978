/* The subcommands of `billions`, and what they share: exit codes, arguments, output, interruption.
 *
 * Each subcommand lives in one file and has one entry, which gets its own name as argv[0] and returns an exit code. Nothing here
 * knows a particular game. */
#ifndef BILLIONS_CLI_COMMANDS_H
#define BILLIONS_CLI_COMMANDS_H

#include <stdatomic.h>

#include "billions/bot.h"
#include "billions/game.h"
#include "lab/jobs/plan.h"
#include "table/settings.h"
#include "terminal/arguments.h"

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
int bil_cli_puzzles(int argc, char **argv);
int bil_cli_solve(int argc, char **argv);
int bil_cli_perft(int argc, char **argv);
int bil_cli_bench(int argc, char **argv);
int bil_cli_bot(int argc, char **argv);

/* ------------------------------------------------------------------ what several subcommands do */

/* The game of that name, or NULL and a printed sentence with the names there are (then exit with BIL_EXIT_USAGE). */
const struct bil_game *bil_cli_game(const char *name);

/* Reads --edition FILE for a game (NULL: any). A NULL path gives NULL and BIL_EXIT_FINE. On failure prints and returns the code.
 * Free with bil_json_free. */
int bil_cli_edition_file(const char *path, const struct bil_game *game, const struct bil_value **edition);

/* Reads a JSON document from a file ("-": standard input); *name is what sentences call it. NULL, a printed sentence and the code
 * to exit with if it cannot be read, or is a file of puzzles. Free with bil_json_free. */
const struct bil_value *bil_cli_document(const char *path, const char **name, int *code);

/* Turns "key=value" texts into settings, pointing into `store` (which must live as long). Keys that the game does not know, and
 * texts without "=", print a sentence; BIL_EXIT_FINE or BIL_EXIT_USAGE. */
struct bil_settings {
    struct bil_setting setting[BIL_SETTINGS_MAX];
    char *text[BIL_SETTINGS_MAX];
    int count;
};
int bil_cli_settings(const struct bil_game *game, const struct bil_list *options, struct bil_settings *store);
void bil_cli_settings_free(struct bil_settings *store);

/* Adds what puts every rule of the box in play, unless the options say otherwise: simulations begin with that. */
void bil_cli_settings_full(const struct bil_game *game, struct bil_settings *store);

/* Puts them into a plan, which points to them. */
void bil_cli_plan_settings(const struct bil_settings *store, struct bil_plan *plan);

/* Whether there is exactly one word among the arguments, for commands that take more only sometimes. BIL_EXIT_FINE, or a sentence
 * and BIL_EXIT_USAGE. */
int bil_cli_one_word(const struct bil_list *words, const struct bil_usage *usage);

struct bil_match;

/* The view of who decides, and whether its legal moves can be told: of somebody else's view (bil_match_setup.keep_view) they
 * cannot. */
bool bil_cli_view_of_actor(const struct bil_match *match, void *view);

/* Turns "greedy,search:ms=100" into bots. BIL_EXIT_FINE, or a sentence that begins with the flag, and BIL_EXIT_USAGE. */
int bil_cli_bots(const char *flag, const char *names, const struct bil_bot **bots, int most, int *count);

/* The bots of a simulation: those that are named, a single one for every seat. Sets the number of seats, which is `players`, or 0
 * if the names or the game decide. BIL_EXIT_FINE, or a sentence and BIL_EXIT_USAGE. */
int bil_cli_seat_bots(const struct bil_game *game, const char *names, int64_t players, const struct bil_bot **bots, int *seats);

/* Whether the page of --html can be written (NULL and "-" can): that is better known before the work than after it. BIL_EXIT_FINE,
 * or a sentence and BIL_EXIT_FILES. */
int bil_cli_writable(const char *path);

/* A seat as people write it: "2" is 1; "spectator" and "all" are those viewers. False if it is none. */
bool bil_cli_viewer(const char *text, int seats, int *viewer);

/* From now on Ctrl-C and a request to end only set the flag that is returned. */
const atomic_bool *bil_cli_catch_interrupts(void);

/* The table as a view, or the whole, for standard output: its width, colours and symbols as the place allows. */
void bil_cli_draw(const struct bil_game *game, const void *rules, const void *view, struct bil_text *out);

#endif
