/* `billions edition`: lists, shows and checks card tables. Must never call an edition sound that a match would refuse. */
#include <string.h>

#include "billions/edition.h"
#include "billions/json.h"
#include "billions/value.h"
#include "cli/commands.h"
#include "table/memory.h"

#include <stdlib.h>

/* The edition's name as its own document says it, or "". The caller frees it. */
static char *edition_name(const struct bil_game *game, const void *rules)
{
    struct bil_text text = {0};
    const char *name = "";
    if (game->edition_json) {
        game->edition_json(rules, &text);
    }
    const struct bil_value *tree = bil_json_read(bil_text_string(&text), text.length, "edition", NULL);
    bil_value_string(tree, "name", &name, NULL);
    char *copy = bil_memory_text(name, strlen(name));
    bil_json_free(tree);
    bil_text_free(&text);
    return copy;
}

static void add_line(const struct bil_game *game, const void *rules, struct bil_text *out)
{
    char hash[BIL_EDITION_HASH];
    char *name = edition_name(game, rules);
    bil_edition_hash(game, rules, hash);
    bil_text_format(out, "%s, edition %s%s%s\n", game->id, hash, *name ? ": " : "", name);
    free(name);
}

static int list(struct bil_text *out)
{
    for (int i = 0; bil_games[i]; i++) {
        struct bil_error error = {{0}};
        void *rules = bil_edition_rules(bil_games[i], NULL, &error);
        if (!rules) {
            return bil_exit_with(BIL_EXIT_NO, "%s: %s", bil_games[i]->id, error.text);
        }
        add_line(bil_games[i], rules, out);
        free(rules);
    }
    return BIL_EXIT_FINE;
}

/* Shows the edition of a file, or (NULL) the one compiled in, as this program understands it; or (no `game`) says that it is sound.
 */
static int show_or_check(const struct bil_game *game, const char *path, struct bil_text *out)
{
    const struct bil_value *edition = NULL;
    struct bil_error error = {{0}};
    int code = bil_cli_edition_file(path, game, &edition);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    const struct bil_game *of = game ? game : bil_edition_game(edition, NULL, &error);
    void *rules = bil_edition_rules(of, edition, &error);
    if (!rules) {
        code = bil_exit_with(BIL_EXIT_NO, "%s%s%s", path ? path : "", path ? ": " : "", error.text);
    } else if (!game) {
        bil_text_format(out, "%s is sound: ", path);
        add_line(of, rules, out);
    } else if (game->edition_json) {
        game->edition_json(rules, out);
        bil_text_char(out, '\n');
    }
    free(rules);
    bil_json_free(edition);
    return code;
}

/* The file of --edition. */
static const char *asked;

static int run_edition(const struct bil_list *words)
{
    struct bil_text text = {0};
    int code = BIL_EXIT_USAGE;
    if (strcmp(words->item[0], "list") == 0 && words->count == 1) {
        code = list(&text);
    } else if (strcmp(words->item[0], "show") == 0 && words->count == 2) {
        const struct bil_game *game = bil_cli_game(words->item[1]);
        code = game ? show_or_check(game, asked, &text) : BIL_EXIT_USAGE;
    } else if (strcmp(words->item[0], "check") == 0 && words->count == 2) {
        code = show_or_check(NULL, words->item[1], &text);
    } else {
        bil_exit_with(BIL_EXIT_USAGE, "edition does not know how to do that; usage: %s", bil_cli_edition.usage.synopsis);
    }
    code = code == BIL_EXIT_FINE ? bil_print(&text) : code;
    bil_text_free(&text);
    return code;
}

static const struct bil_flag flags[] = {
    {"edition", BIL_FLAG_TEXT, &asked, "FILE", "with show: the edition of a file as this program understands it", 0, 0},
    {0},
};

const struct bil_subcommand bil_cli_edition = {
    .name = "edition",
    .help = "list, show and check card tables",
    .usage = {"billions edition list | show GAME [--edition FILE] | check FILE",
              "An edition is the card table of a game as a JSON document. list names those that are\n"
              "compiled in, show prints one (it can be changed and loaded again), check tells whether a\n"
              "file could be played with; a broken one gives exit code 1. FILE may be - for standard input.",
              flags},
    .least = 1,
    .most = 2,
    .run = run_edition,
};
