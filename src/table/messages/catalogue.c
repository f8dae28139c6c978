/* The catalogue: games and bots as JSON. Must never say of a game what the game does not say of itself. */
#include "table/messages/catalogue.h"

#include <stdlib.h>
#include <string.h>

#include "billions/bot.h"
#include "billions/edition.h"
#include "billions/orders.h"
#include "kit/options.h"

/* Writes "key": ["a", "b"] from a list that ends with NULL; an empty list where there is none. */
static void write_list(const char *key, const char *const *list, struct bil_text *out)
{
    bil_json_key_array(out, key);
    for (; list && *list; list++) {
        bil_json_string(out, *list);
    }
    bil_json_array_end(out);
}

static void write_if_any(const char *key, const char *text, struct bil_text *out)
{
    if (text) {
        bil_json_key_string(out, key, text);
    }
}

static void write_choices(const char *key, const struct bil_option_value *choice, struct bil_text *out)
{
    if (!choice) {
        return;
    }
    bil_json_key_array(out, key);
    for (; choice->value; choice++) {
        bil_json_object(out);
        bil_json_key_string(out, "value", choice->value);
        bil_json_key_string(out, "name", choice->name);
        write_if_any("what", choice->what, out);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

static void write_game_options(const struct bil_game *game, struct bil_text *out)
{
    bil_json_key_array(out, "options");
    for (const struct bil_option *option = game->options; option && option->key; option++) {
        bil_json_object(out);
        bil_json_key_string(out, "key", option->key);
        bil_json_key_string(out, "values", option->values);
        bil_json_key_string(out, "initial", option->initial);
        bil_json_key_string(out, "full", option->full ? option->full : option->initial);
        bil_json_key_string(out, "help", option->help);
        bil_json_key_string(out, "name", option->name);
        bil_json_key_bool(out, "early", option->early);
        write_choices("choices", option->choices, out);
        write_choices("each", option->each, out);
        int low = 0;
        int high = 0;
        if (bil_option_numbers(option, &low, &high)) {
            bil_json_key_object(out, "numbers");
            bil_json_key_integer(out, "low", low);
            bil_json_key_integer(out, "high", high);
            bil_json_key_string(out, "unit", option->unit ? option->unit : "");
            bil_json_object_end(out);
        }
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

static void write_orders(const struct bil_game *game, struct bil_text *out)
{
    bil_json_key_array(out, "orders");
    for (const struct bil_order *order = bil_orders_of(game); order && order->words; order++) {
        bil_json_object(out);
        bil_json_key_string(out, "words", order->words);
        write_if_any("argument", order->argument, out);
        bil_json_key_string(out, "help", order->help);
        write_if_any("name", order->name, out);
        bil_json_key_bool(out, "ofRivals", order->of_rivals);
        bil_json_key_bool(out, "brief", order->brief);
        bil_json_key_bool(out, "standard", order->given == BIL_ORDER_STANDARD);
        bil_json_key_bool(out, "newcomer", order->given == BIL_ORDER_NEWCOMER);
        write_if_any("matter", order->matter, out);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

static void write_topics(const struct bil_game *game, struct bil_text *out)
{
    bil_json_key_array(out, "topics");
    for (const struct bil_topic *topic = game->topics; topic && topic->id; topic++) {
        bil_json_object(out);
        bil_json_key_string(out, "id", topic->id);
        bil_json_key_string(out, "title", topic->title);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

/* Who a bot can be, as LEVEL:person=ID. */
static void write_persons(const struct bil_game *game, struct bil_text *out)
{
    bil_json_key_array(out, "persons");
    for (const struct bil_person *person = bil_persons_of(game); person && person->id; person++) {
        bil_json_object(out);
        bil_json_key_string(out, "id", person->id);
        bil_json_key_string(out, "name", person->name);
        bil_json_key_string(out, "temper", person->temper);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

/* The hash of the edition that is compiled in. */
static void write_edition(const struct bil_game *game, struct bil_text *out)
{
    char hash[BIL_EDITION_HASH] = "";
    void *rules = bil_edition_rules(game, NULL, NULL);
    if (rules) {
        bil_edition_hash(game, rules, hash);
    }
    free(rules);
    bil_json_key_string(out, "edition", hash);
}

static void write_game(const struct bil_game *game, struct bil_text *out)
{
    bil_json_object(out);
    bil_json_key_string(out, "game", game->id);
    bil_json_key_string(out, "title", game->title);
    bil_json_key_string(out, "summary", game->summary);
    bil_json_key_array(out, "seats");
    bil_json_integer(out, game->min_seats);
    bil_json_integer(out, game->max_seats);
    bil_json_array_end(out);
    bil_json_key_array(out, "minutes");
    bil_json_integer(out, game->minutes[0]);
    bil_json_integer(out, game->minutes[1]);
    bil_json_array_end(out);
    bil_json_key_integer(out, "revision", game->revision);
    write_edition(game, out);
    write_game_options(game, out);
    write_orders(game, out);
    write_topics(game, out);
    write_persons(game, out);
    write_list("tieBreaks", game->tie_breaks, out);
    write_list("endings", game->endings, out);
    bil_json_key_string(out, "unit", game->length_unit ? game->length_unit : "");
    bil_json_object_end(out);
}

void bil_catalogue(struct bil_text *out, bool (*offered)(const char *bot))
{
    bil_json_key_array(out, "games");
    for (int i = 0; bil_games[i]; i++) {
        write_game(bil_games[i], out);
    }
    bil_json_array_end(out);
    bil_json_key_array(out, "bots");
    for (const struct bil_bot *bot = bil_bots; bot->name; bot++) {
        if (!offered || offered(bot->name)) {
            bil_json_object(out);
            bil_json_key_string(out, "name", bot->name);
            bil_json_key_string(out, "help", bot->help);
            bil_json_key_bool(out, "looksAhead", bot->params && strcmp(bot->params[0].key, "ms") == 0); /* it takes its time */
            bil_json_object_end(out);
        }
    }
    bil_json_array_end(out);
}
