/* The subcommands of `billions`, and what they share: exit codes, arguments, output, interruption.
 *
 * Each subcommand lives in one file and is one row, whose function returns an exit code. Nothing here knows a particular game. */
#ifndef BILLIONS_CLI_COMMANDS_H
#define BILLIONS_CLI_COMMANDS_H

#include <stdatomic.h>

#include "billions/bot.h"
#include "billions/match.h"
#include "table/settings.h"
#include "terminal/arguments.h"

/* One of them: its line in `billions --help`, how its arguments are read, and what it does with the words among them. Rows of flags
 * point to what was asked for, which each file keeps as `asked`. */
struct bil_subcommand {
    const char *name, *help;
    struct bil_usage usage;
    int least, most; /* words */
    int (*run)(const struct bil_list *words);
};
extern const struct bil_subcommand bil_cli_play, bil_cli_replay, bil_cli_verify, bil_cli_position, bil_cli_edition, bil_cli_rules,
    bil_cli_sim, bil_cli_arena, bil_cli_lab, bil_cli_analyse, bil_cli_puzzles, bil_cli_solve, bil_cli_perft, bil_cli_bench,
    bil_cli_bot;

/* ------------------------------------------------------------------ what several subcommands do */

/* The game of that name, or NULL and a printed sentence with the names there are (then exit with BIL_EXIT_USAGE). */
const struct bil_game *bil_cli_game(const char *name);

/* Reads --edition FILE for a game (NULL: any). A NULL path gives NULL and BIL_EXIT_FINE. On failure prints and returns the code.
 * Free with bil_json_free. */
int bil_cli_edition_file(const char *path, const struct bil_game *game, const struct bil_value **edition);

/* Reads a record, with the edition of a file (NULL: none) if it does not carry its own. BIL_EXIT_FINE, or a sentence and the code.
 */
int bil_cli_record(const char *path, const char *edition, struct bil_match **match);

/* A match at the position of a file ("-": standard input), with nothing played: as `setup` says, to which position and edition are
 * added, and `options` (NULL: none). NULL, a printed sentence and the code if that cannot be, or the file is one of puzzles. */
struct bil_match *bil_cli_match_at(const char *path, const char *edition, const struct bil_list *options,
                                   struct bil_match_setup *setup, int *code);

/* Turns "key=value" texts into settings, pointing into `store` (which must live as long). Keys that the game does not know, and
 * texts without "=", print a sentence; BIL_EXIT_FINE or BIL_EXIT_USAGE. With `full`, as simulations begin, every rule of the box is
 * in play unless the texts say otherwise. */
struct bil_settings {
    struct bil_setting setting[BIL_SETTINGS_MAX];
    char *text[BIL_SETTINGS_MAX];
    int count;
};
int bil_cli_settings(const struct bil_game *game, const struct bil_list *options, bool full, struct bil_settings *store);
void bil_cli_settings_free(struct bil_settings *store);

/* Whether there is exactly one word among the arguments, for commands that take more only sometimes. BIL_EXIT_FINE, or a sentence
 * and BIL_EXIT_USAGE. */
int bil_cli_one_word(const struct bil_list *words, const struct bil_usage *usage);

/* The view of who decides, and whether its legal moves can be told: of somebody else's view (bil_match_setup.keep_view) they
 * cannot. */
bool bil_cli_view_of_actor(const struct bil_match *match, void *view);

/* Turns "greedy,search:ms=100" into bots. BIL_EXIT_FINE, or a sentence that begins with the flag, and BIL_EXIT_USAGE. */
int bil_cli_bots(const char *flag, const char *names, const struct bil_bot **bots, int most, int *count);

/* Whether the page of --html can be written (NULL and "-" can): that is better known before the work than after it. BIL_EXIT_FINE,
 * or a sentence and BIL_EXIT_FILES. */
int bil_cli_writable(const char *path);

/* The viewer of --seat: "2" is 1; "spectator" (where one makes sense) and "all" are those viewers. BIL_EXIT_FINE, or a sentence and
 * BIL_EXIT_USAGE. */
int bil_cli_viewer(const char *text, int seats, bool spectator, int *viewer);

/* The number of threads: as asked for, or (0) one for each processor, 256 at most. */
int bil_cli_threads(int64_t asked);

/* From now on Ctrl-C and a request to end only set the flag that is returned. */
const atomic_bool *bil_cli_catch_interrupts(void);

/* The table as a view, or the whole, for standard output: its width, colours and symbols as the place allows. */
void bil_cli_draw(const struct bil_game *game, const void *rules, const void *view, struct bil_text *out);

/* Adds " --flag word", quoted for a shell; nothing for NULL. */
void bil_cli_add_flag(struct bil_text *out, const char *flag, const char *word);

/* Prints a report as JSON, as CSV or as text; before that, writes its page to the file of --html (NULL: none; "-": the page alone).
 */
enum bil_report_form { BIL_FORM_TEXT, BIL_FORM_CSV, BIL_FORM_JSON, BIL_FORM_PAGE };
int bil_cli_report(void (*write)(const void *report, enum bil_report_form form, struct bil_text *out), const void *report,
                   bool json, bool csv, const char *html);

#endif
