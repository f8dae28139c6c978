/* What there is: games, options, bots, orders, the pages of the rules, editions. Must never say of a game what the game does not
 * say of itself. */
#include <stdlib.h>
#include <string.h>

#include "bridge.h"
#include "table/edition.h"
#include "table/memory.h"

static void key_string(struct bil_text *out, const char *key, const char *string)
{
    if (string) {
        bil_json_key_string(out, key, string);
    }
}

/* ------------------------------------------------------------------ games */

static void write_options(const struct bil_game *game, struct bil_text *out)
{
    bil_json_key(out, "options");
    bil_json_array(out);
    for (const struct bil_option *option = game->options; option && option->key; option++) {
        bil_json_object(out);
        bil_json_key_string(out, "key", option->key);
        bil_json_key_string(out, "values", option->values);
        bil_json_key_string(out, "initial", option->initial);
        bil_json_key_string(out, "help", option->help);
        bil_json_key_string(out, "full", option->full ? option->full : option->initial);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

static void write_orders(const struct bil_game *game, struct bil_text *out)
{
    bil_json_key(out, "orders");
    bil_json_array(out);
    for (const struct bil_order *order = game->orders; order && order->words; order++) {
        bil_json_object(out);
        bil_json_key_string(out, "words", order->words);
        key_string(out, "argument", order->argument);
        bil_json_key_string(out, "help", order->help);
        bil_json_key_bool(out, "brief", order->brief);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

static void write_list(const char *key, const char *const *list, struct bil_text *out)
{
    bil_json_key(out, key);
    bil_json_array(out);
    for (; list && *list; list++) {
        bil_json_string(out, *list);
    }
    bil_json_array_end(out);
}

/* The rules of an edition (NULL: the compiled-in one), or NULL and a sentence. */
static void *make_rules(const struct bil_game *game, const struct bil_value *edition, struct bil_error *error)
{
    const struct bil_config config = {.seats = game->min_seats, .edition = edition};
    void *rules = bil_memory_zero(1, game->rules_size);
    if (game->rules_init(&config, rules, error)) {
        return rules;
    }
    free(rules);
    return NULL;
}

static void write_game(const struct bil_game *game, struct bil_text *out)
{
    char hash[BIL_EDITION_HASH] = "";
    void *rules = make_rules(game, NULL, NULL);
    if (rules) {
        bil_edition_hash(game, rules, hash);
    }
    free(rules);
    bil_json_object(out);
    bil_json_key_string(out, "game", game->id);
    bil_json_key_string(out, "title", game->title);
    bil_json_key_string(out, "summary", game->summary);
    bil_json_key(out, "seats");
    bil_json_array(out);
    bil_json_integer(out, game->min_seats);
    bil_json_integer(out, game->max_seats);
    bil_json_array_end(out);
    bil_json_key_integer(out, "revision", game->revision);
    bil_json_key_string(out, "edition", hash);
    write_options(game, out);
    write_orders(game, out);
    bil_json_key(out, "topics");
    bil_json_array(out);
    for (const struct bil_topic *topic = game->topics; topic && topic->id; topic++) {
        bil_json_object(out);
        bil_json_key_string(out, "id", topic->id);
        bil_json_key_string(out, "title", topic->title);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
    write_list("tieBreaks", game->tie_breaks, out);
    write_list("endings", game->endings, out);
    bil_json_key_string(out, "unit", game->length_unit ? game->length_unit : "");
    bil_json_object_end(out);
}

static void write_bots(struct bil_text *out)
{
    bil_json_key(out, "bots");
    bil_json_array(out);
    for (const struct bil_bot *bot = bil_bots; bot->name; bot++) {
        bil_json_object(out);
        bil_json_key_string(out, "name", bot->name);
        bil_json_key_string(out, "help", bot->help);
        bil_json_key_bool(out, "looksAhead", bot->params && strcmp(bot->params[0].key, "ms") == 0); /* it takes its time */
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

bool web_games(const struct web_question *question)
{
    struct bil_text *out = question->out;
    bil_json_object(out);
    bil_json_key_string(out, "version", BILLIONS_VERSION);
    bil_json_key(out, "games");
    bil_json_array(out);
    for (int i = 0; bil_games[i]; i++) {
        write_game(bil_games[i], out);
    }
    bil_json_array_end(out);
    write_bots(out);
    bil_json_object_end(out);
    return true;
}

/* ------------------------------------------------------------------ rules */

/* {"game", "topic"}: that page; without "topic": all of them. */
bool web_topics(const struct web_question *question)
{
    const struct bil_game *game = web_game_named(question);
    const char *id = NULL;
    int found = 0;
    if (!game || !bil_value_string(question->asked, "topic", &id, question->error)) {
        return false;
    }
    bil_json_array(question->out);
    for (const struct bil_topic *topic = game->topics; topic && topic->id; topic++) {
        if (!id || strcmp(id, topic->id) == 0) {
            bil_json_object(question->out);
            bil_json_key_string(question->out, "id", topic->id);
            bil_json_key_string(question->out, "title", topic->title);
            bil_json_key_string(question->out, "text", topic->text);
            bil_json_object_end(question->out);
            found++;
        }
    }
    bil_json_array_end(question->out);
    return found > 0 || !id || bil_fail(question->error, "%s has no page \"%.60s\" of rules.", game->title, id);
}

/* ------------------------------------------------------------------ editions */

/* {"game"} or {"edition": a whole one}: {"game", "hash", "loaded", "edition"}, the edition as the engine understands it. A broken
 * one gives a sentence on what is wrong. */
bool web_edition(const struct web_question *question)
{
    const struct bil_value *edition = NULL;
    if (!bil_value_object(question->asked, "edition", &edition, question->error)) {
        return false;
    }
    const struct bil_game *expected = bil_value_get(question->asked, "game") || !edition ? web_game_named(question) : NULL;
    if (!expected && (!edition || bil_value_get(question->asked, "game"))) {
        return false;
    }
    const struct bil_game *game = edition ? bil_edition_game(edition, expected, question->error) : expected;
    void *rules = game ? make_rules(game, edition, question->error) : NULL;
    if (!rules) {
        return false;
    }
    struct bil_text text = {0};
    char hash[BIL_EDITION_HASH];
    bil_edition_hash(game, rules, hash);
    game->edition_json(rules, &text);
    bil_json_object(question->out);
    bil_json_key_string(question->out, "game", game->id);
    bil_json_key_string(question->out, "hash", hash);
    bil_json_key_bool(question->out, "loaded", edition != NULL);
    bil_json_key(question->out, "edition");
    bil_json_raw(question->out, bil_text_string(&text));
    bil_json_object_end(question->out);
    bil_text_free(&text);
    free(rules);
    return true;
}
