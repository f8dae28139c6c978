/* What several subcommands do: fail with a sentence, print, find a game and bots, read options and editions, see to Ctrl-C.
 *
 * Must never print anything but results on standard output. */
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "billions/edition.h"
#include "billions/json.h"
#include "billions/record.h"
#include "cli/commands.h"
#include "kit/options.h"
#include "lab/simulation/oracle.h"
#include "table/external_bot.h"
#include "table/file.h"
#include "table/match_internal.h"
#include "table/memory.h"
#include "terminal/session.h"

const struct bil_game *bil_cli_game(const char *name)
{
    struct bil_error error = {{0}};
    const struct bil_game *game = bil_game_named(name, &error);
    if (!game) {
        bil_exit_with(BIL_EXIT_USAGE, "%s", error.text);
    }
    return game;
}

int bil_cli_edition_file(const char *path, const struct bil_game *game, const struct bil_value **edition)
{
    struct bil_error error = {{0}};
    bool missing = false;
    *edition = NULL;
    if (!path) {
        return BIL_EXIT_FINE;
    }
    *edition = bil_edition_load(path, &missing, &error);
    if (!*edition) {
        return bil_exit_with(missing ? BIL_EXIT_FILES : BIL_EXIT_INPUT, "%s", error.text);
    }
    if (!bil_edition_game(*edition, game, &error)) {
        bil_json_free(*edition);
        *edition = NULL;
        return bil_exit_with(BIL_EXIT_INPUT, "%s: %s", path, error.text);
    }
    return BIL_EXIT_FINE;
}

/* Whether a value is a puzzle, a line of a file of them (docs/puzzles.md). */
static bool is_puzzle(const struct bil_value *value)
{
    struct bil_error error = {{0}};
    const struct bil_value *position = NULL;
    const char *best = NULL;
    return value && value->type == BIL_OBJECT && bil_value_string(value, "best", &best, &error) && best &&
           bil_value_object(value, "position", &position, &error) && position;
}

/* The same of the first line of a text that is no document as a whole. */
static bool begins_with_puzzle(const char *bytes, size_t length)
{
    struct bil_error error = {{0}};
    const char *end = memchr(bytes, '\n', length);
    const struct bil_value *line = end ? bil_json_read(bytes, (size_t)(end - bytes), "the line", &error) : NULL;
    const bool puzzle = is_puzzle(line);
    bil_json_free(line);
    return puzzle;
}

/* Reads a JSON document; *name is what sentences call it. NULL, a printed sentence and the code if it cannot be read, or is a file
 * of puzzles. */
static const struct bil_value *read_document(const char *path, const char **name, int *code)
{
    struct bil_error error = {{0}};
    size_t length = 0;
    char *bytes = bil_file_read(path, &length, &error);
    *name = strcmp(path, "-") == 0 ? "standard input" : path;
    if (!bytes) {
        *code = bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
        return NULL;
    }
    const struct bil_value *document = bil_json_read(bytes, length, *name, &error);
    const bool puzzles = document ? is_puzzle(document) : begins_with_puzzle(bytes, length);
    free(bytes);
    if (puzzles) {
        bil_json_free(document);
        *code = bil_exit_with(BIL_EXIT_INPUT,
                              "%s looks like a file of puzzles, and one position is wanted: "
                              "head -n 1 FILE | jq .position takes it out of the first line.",
                              *name);
        return NULL;
    }
    *code = document ? BIL_EXIT_FINE : bil_exit_with(BIL_EXIT_INPUT, "%s", error.text);
    return document;
}

int bil_cli_record(const char *path, const char *edition, struct bil_match **match)
{
    struct bil_error error = {{0}};
    struct bil_record_end end;
    const struct bil_value *document = NULL;
    const int code = bil_cli_edition_file(edition, NULL, &document);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    *match = bil_record_load(path, document, &end, &error);
    bil_json_free(document);
    return *match ? BIL_EXIT_FINE
                  : bil_exit_with(end.fault == BIL_RECORD_MISSING ? BIL_EXIT_FILES : BIL_EXIT_INPUT, "%s", error.text);
}

struct bil_match *bil_cli_match_at(const char *path, const char *edition, const struct bil_list *options,
                                   struct bil_match_setup *setup, int *code)
{
    struct bil_error error = {{0}};
    struct bil_settings settings = {0};
    struct bil_match *match = NULL;
    const char *name = NULL;
    const char *id = NULL;
    const struct bil_value *document = read_document(path, &name, code);
    if (!document) {
        return NULL;
    }
    if (options && document->type == BIL_OBJECT) {
        bil_value_string(document, "game", &id, NULL);
    }
    *code = options ? bil_cli_settings(id ? bil_game_find(id) : NULL, options, false, &settings) : BIL_EXIT_FINE;
    *code = *code == BIL_EXIT_FINE ? bil_cli_edition_file(edition, NULL, &setup->config.edition) : *code;
    if (*code == BIL_EXIT_FINE) {
        setup->position = document;
        setup->config.settings = settings.setting;
        setup->config.setting_count = settings.count;
        match = bil_match_bare(setup, &error);
        *code = match ? BIL_EXIT_FINE : bil_exit_with(BIL_EXIT_INPUT, "%s: %s", name, error.text);
    }
    bil_json_free(setup->config.edition);
    bil_cli_settings_free(&settings);
    bil_json_free(document);
    return match;
}

bool bil_cli_view_of_actor(const struct bil_match *match, void *view)
{
    bil_match_view(match, match->actor, -1, view);
    return !match->from_view || memcmp(view, bil_match_state(match, -1), match->game->state_size) == 0;
}

/* What puts every rule of the box in play, unless the options say otherwise. */
static void add_full_settings(const struct bil_game *game, struct bil_settings *store)
{
    const int given = store->count;
    for (const struct bil_option *option = game->options; option->key; option++) {
        bool open = option->full != NULL;
        for (int i = 0; i < given; i++) {
            open = open && strcmp(store->setting[i].key, option->key) != 0;
        }
        if (open && store->count < BIL_SETTINGS_MAX) {
            store->text[store->count] = NULL;
            store->setting[store->count++] = (struct bil_setting){option->key, option->full};
        }
    }
}

int bil_cli_settings(const struct bil_game *game, const struct bil_list *options, bool full, struct bil_settings *store)
{
    *store = (struct bil_settings){0};
    if (options->count > BIL_SETTINGS_MAX) {
        return bil_exit_with(BIL_EXIT_USAGE, "--option can be given %d times at most.", BIL_SETTINGS_MAX);
    }
    for (int i = 0; i < options->count; i++) {
        const char *equals = strchr(options->item[i], '=');
        if (!equals || equals == options->item[i]) {
            bil_cli_settings_free(store);
            return bil_exit_with(BIL_EXIT_USAGE, "--option %s: an option is given as key=value.", options->item[i]);
        }
        char *text = bil_memory_text(options->item[i], strlen(options->item[i]));
        const size_t length = (size_t)(equals - options->item[i]);
        text[length] = 0;
        store->text[store->count] = text;
        store->setting[store->count++] = (struct bil_setting){text, text + length + 1};
        struct bil_error error;
        if (game && !bil_option_find(game, text, &error)) {
            bil_cli_settings_free(store);
            return bil_exit_with(BIL_EXIT_USAGE, "%s", error.text);
        }
    }
    if (full) {
        add_full_settings(game, store);
    }
    return BIL_EXIT_FINE;
}

void bil_cli_settings_free(struct bil_settings *store)
{
    for (int i = 0; i < store->count; i++) {
        free(store->text[i]);
    }
    store->count = 0;
}

int bil_cli_one_word(const struct bil_list *words, const struct bil_usage *usage)
{
    const int length = (int)strcspn(usage->synopsis, "\n");
    if (words->count < 1) {
        return bil_exit_with(BIL_EXIT_USAGE, "Something is missing; usage: %.*s", length, usage->synopsis);
    }
    if (words->count > 1) {
        return bil_exit_with(BIL_EXIT_USAGE, "\"%s\" is one word too many; usage: %.*s", words->item[1], length, usage->synopsis);
    }
    return BIL_EXIT_FINE;
}

int bil_cli_bots(const char *flag, const char *names, const struct bil_bot **bots, int most, int *count)
{
    *count = 0;
    for (const char *at = names;;) {
        struct bil_error error = {{0}};
        const size_t length = strcspn(at, ",");
        if (*count == most) {
            return bil_exit_with(BIL_EXIT_USAGE, "--%s names more than %d bots.", flag, most);
        }
        char *name = bil_memory_text(at, length);
        bots[*count] = bil_oracle_named(name) ? bil_oracle_find(name, &error) : bil_external_bot_find(name, &error);
        free(name);
        if (!bots[(*count)++]) {
            return bil_exit_with(BIL_EXIT_USAGE, "--%s: %s", flag, error.text);
        }
        if (!at[length]) {
            return BIL_EXIT_FINE;
        }
        at += length + 1;
    }
}

int bil_cli_writable(const char *path)
{
    if (!path || strcmp(path, "-") == 0) {
        return BIL_EXIT_FINE;
    }
    const char *slash = strrchr(path, '/');
    char *folder = slash ? bil_memory_text(path, (size_t)(slash - path) + 1) : bil_memory_text(".", 1);
    const bool fine = (access(path, F_OK) == 0 ? access(path, W_OK) : access(folder, W_OK | X_OK)) == 0;
    const int reason = errno;
    free(folder);
    return fine ? BIL_EXIT_FINE : bil_exit_with(BIL_EXIT_FILES, "--html %s: it cannot be written: %s.", path, strerror(reason));
}

int bil_cli_viewer(const char *text, int seats, bool spectator, int *viewer)
{
    char *stop = NULL;
    const long number = strtol(text, &stop, 10);
    if (strcmp(text, "all") == 0) {
        *viewer = BIL_EVERYBODY;
    } else if (spectator && strcmp(text, "spectator") == 0) {
        *viewer = BIL_SPECTATOR;
    } else if (isdigit((unsigned char)text[0]) && !*stop && number >= 1 && number <= seats) {
        *viewer = (int)number - 1;
    } else {
        return bil_exit_with(BIL_EXIT_USAGE, "--seat %s: there must be a seat from 1 to %d, %s.", text, seats,
                             spectator ? "spectator or all" : "or all");
    }
    return BIL_EXIT_FINE;
}

int bil_cli_threads(int64_t asked)
{
    enum { MOST = 256 };
    const long processors = asked ? (long)asked : sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : processors > MOST ? MOST : (int)processors;
}

/* ------------------------------------------------------------------ interruption */

static atomic_bool interrupted;

static void on_signal(int number)
{
    (void)number;
    atomic_store_explicit(&interrupted, true, memory_order_relaxed);
}

const atomic_bool *bil_cli_catch_interrupts(void)
{
    struct sigaction action = {0};
    action.sa_handler = on_signal;
    action.sa_flags = (int)(SA_RESETHAND | SA_RESTART); /* the second Ctrl-C ends the program at once */
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &interrupted;
}

/* ------------------------------------------------------------------ the table drawn */

void bil_cli_draw(const struct bil_game *game, const void *rules, const void *view, struct bil_text *out)
{
    struct bil_screen screen;
    bil_screen_open(&screen, STDOUT_FILENO);
    const struct bil_style style = bil_screen_style(&screen);
    game->draw(rules, view, &style, out);
    bil_screen_close(&screen);
}

/* ------------------------------------------------------------------ reports */

void bil_cli_add_flag(struct bil_text *out, const char *flag, const char *word)
{
    if (word) {
        bil_text_format(out, " --%s ", flag);
        bil_quote_word(word, false, out);
    }
}

int bil_cli_report(void (*write)(const void *report, enum bil_report_form form, struct bil_text *out), const void *report,
                   bool json, bool csv, const char *html)
{
    struct bil_text text = {0};
    struct bil_error error = {{0}};
    if (html) {
        write(report, BIL_FORM_PAGE, &text);
        const bool written = bil_file_write(html, bil_text_string(&text), text.length, &error);
        bil_text_free(&text);
        if (!written || strcmp(html, "-") == 0) {
            return written ? BIL_EXIT_FINE : bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
        }
    }
    write(report, json ? BIL_FORM_JSON : csv ? BIL_FORM_CSV : BIL_FORM_TEXT, &text);
    return bil_print(&text);
}
