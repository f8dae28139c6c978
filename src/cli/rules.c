/* `billions rules`: the rules of a game, page by page. Must never print anything that is not in the game's own topics. */
#include <string.h>
#include <strings.h>

#include "cli/commands.h"

/* "2 to 4 seats, 10 to 15 minutes against bots." */
static void add_length(const struct bil_game *game, struct bil_text *out)
{
    bil_text_format(out, "%d to %d seats", game->min_seats, game->max_seats);
    if (game->minutes[0] == game->minutes[1]) {
        bil_text_format(out, ", about %d minutes against bots.", game->minutes[0]);
    } else {
        bil_text_format(out, ", %d to %d minutes against bots.", game->minutes[0], game->minutes[1]);
    }
}

/* What may be chosen, each word with what it changes. */
static void list_option(const struct bil_option *option, struct bil_text *out)
{
    bil_text_format(out, "  %s=%s (%s if nothing is said)\n      %s: %s\n", option->key, option->values, option->initial,
                    option->name, option->help);
    for (const struct bil_option_value *value = option->choices; value && value->value; value++) {
        bil_text_format(out, "        %-12s %s%s%s\n", value->value, value->name, value->what ? ": " : "",
                        value->what ? value->what : "");
    }
}

static void list_topics(const struct bil_game *game, struct bil_text *out)
{
    bil_text_format(out, "%s: %s\n  ", game->title, game->summary);
    add_length(game, out);
    bil_text_add(out, "\n\n");
    for (const struct bil_topic *topic = game->topics; topic && topic->id; topic++) {
        bil_text_format(out, "  %-14s %s\n", topic->id, topic->title);
    }
    bil_text_add(out, "\nOptions:\n");
    for (const struct bil_option *option = game->options; option && option->key; option++) {
        list_option(option, out);
    }
}

static const struct bil_topic *find_topic(const struct bil_game *game, const char *id)
{
    const struct bil_topic *found = NULL;
    int fits = 0;
    for (const struct bil_topic *topic = game->topics; topic && topic->id; topic++) {
        if (strcasecmp(topic->id, id) == 0) {
            return topic;
        }
        if (strncasecmp(topic->id, id, strlen(id)) == 0) {
            found = topic;
            fits++;
        }
    }
    return fits == 1 ? found : NULL;
}

static int run_rules(const struct bil_list *words)
{
    struct bil_text text = {0};
    const struct bil_game *game = words->count > 0 ? bil_cli_game(words->item[0]) : NULL;
    if (words->count > 0 && !game) {
        return BIL_EXIT_USAGE;
    }
    if (words->count == 2) {
        const struct bil_topic *topic = find_topic(game, words->item[1]);
        if (!topic) {
            return bil_exit_with(BIL_EXIT_USAGE, "%s has no topic \"%.60s\"; billions rules %s lists them.", game->title,
                                 words->item[1], game->id);
        }
        bil_text_format(&text, "%s\n\n%s", topic->title, topic->text);
        if (text.data[text.length - 1] != '\n') {
            bil_text_char(&text, '\n');
        }
    } else if (game) {
        list_topics(game, &text);
    } else {
        for (int i = 0; bil_games[i]; i++) {
            bil_text_format(&text, "%-20s %s ", bil_games[i]->id, bil_games[i]->summary);
            add_length(bil_games[i], &text);
            bil_text_char(&text, '\n');
        }
    }
    return bil_print(&text);
}

static const struct bil_flag flags[] = {{0}};

const struct bil_subcommand bil_cli_rules = {
    .name = "rules",
    .help = "the rules of a game, in our own words",
    .usage = {"billions rules [GAME [TOPIC]]", "Without a topic: the topics and the options of a game. Without a game: the games.",
              flags},
    .most = 2,
    .run = run_rules,
};
