/* See plan.h. Must never start a program because a document says so. */
#include "lab/jobs/plan.h"

#include <stdio.h>
#include <string.h>

#include "billions/edition.h"
#include "billions/position.h"
#include "lab/arena/arena.h"
#include "lab/simulation/members.h"
#include "lab/simulation/oracle.h"

enum { FORMAT = 1 };

static const int64_t most_games = INT64_C(1000000000000);

const char *const bil_plan_names[BIL_PLAN_KINDS] = {"arena", "lab", "sim"};
static const char *const kind_words[BIL_PLAN_KINDS] = {"an arena", "a study", "a simulation"};

const char *const bil_plan_keys[] = {"format", "file",    "game",    "revision",     "players", "bots",         "options",
                                     "seed",   "pairs",   "sprt",    "alpha",        "beta",    "games",        "rotated",
                                     "said",   "command", "edition", "edition_name", "against", "against_name", NULL};

/* ------------------------------------------------------------------ writing */

static void write_said(struct bil_text *out, const char *key, const char *text)
{
    if (text) {
        bil_json_key_string(out, key, text);
    }
}

static void write_raw(struct bil_text *out, const char *key, const char *json)
{
    if (json[0]) {
        bil_json_key(out, key);
        bil_json_raw(out, json);
    }
}

/* What only one of the kinds has. */
static void write_kind(const struct bil_plan *plan, struct bil_text *out)
{
    if (plan->kind == BIL_PLAN_ARENA) {
        bil_json_key_integer(out, "pairs", (int64_t)plan->blocks);
        if (plan->test) {
            bil_json_key_string(out, "sprt", plan->test);
            bil_json_key_string(out, "alpha", plan->alpha);
            bil_json_key_string(out, "beta", plan->beta);
        }
        return;
    }
    bil_json_key_integer(out, "games", (int64_t)plan->blocks);
    if (plan->kind == BIL_PLAN_LAB) {
        bil_json_key_integer(out, "pairs", (int64_t)plan->pairs);
    } else {
        bil_json_key_bool(out, "rotated", plan->rotate);
    }
    write_said(out, "said", plan->seed_said);
    write_said(out, "command", plan->command);
    write_said(out, "edition_name", plan->edition_name);
    write_said(out, "against_name", plan->against_name);
}

void bil_plan_write(const struct bil_plan *plan, const char *edition, const char *against, struct bil_text *out)
{
    char seed[2 * BIL_SEED_BYTES + 1];
    char text[2 * BIL_SEED_BYTES + 3];
    bil_json_key_integer(out, "format", FORMAT);
    bil_json_key_string(out, "file", bil_plan_names[plan->kind]);
    bil_json_key_string(out, "game", plan->game->id);
    bil_json_key_integer(out, "revision", plan->revision);
    bil_json_key_integer(out, "players", plan->seats);
    bil_json_key_array(out, "bots");
    for (int i = 0; i < plan->listed; i++) {
        bil_json_string(out, plan->list[i]->name);
    }
    bil_json_array_end(out);
    bil_options_write(&(struct bil_config){.settings = plan->setting, .setting_count = plan->setting_count}, out);
    bil_seed_to_text(plan->seed, seed);
    snprintf(text, sizeof text, "0x%s", seed);
    bil_json_key_string(out, "seed", text);
    write_kind(plan, out);
    write_raw(out, "edition", edition);
    write_raw(out, "against", against);
}

/* ------------------------------------------------------------------ reading */

static bool read_bots(const struct bil_value *document, struct bil_plan *plan, struct bil_error *error)
{
    const struct bil_value *bots = NULL;
    if (!bil_value_array(document, "bots", &bots, error)) {
        return false;
    }
    if (!bots || bots->count > BIL_PLAN_BOTS) {
        return bots ? bil_fail(error, "\"bots\" names more than %d bots.", BIL_PLAN_BOTS) : bil_member_missing("bots", error);
    }
    const int given = plan->listed;
    plan->listed = 0;
    for (const struct bil_value *bot = bots->child; bot; bot = bot->next) {
        const char *name = bot->type == BIL_STRING ? bot->string : "";
        if (given > 0 && (given != bots->count || strcmp(plan->list[plan->listed]->name, name) != 0)) {
            return bil_fail(error, "Bot %d of the %d in it is \"%.*s\", which is not what was asked for.", plan->listed + 1,
                            bots->count, BIL_BOT_NAME, name);
        }
        if (given == 0 && strncmp(name, "exec:", 5) == 0) {
            return bil_fail(error, "It names another program, \"%.*s\", which no file may start: name the bots with --%s again.",
                            BIL_BOT_NAME, name, plan->kind == BIL_PLAN_ARENA ? "bots" : "seats");
        }
        if (given == 0) {
            plan->list[plan->listed] = bil_oracle_named(name) ? bil_oracle_find(name, error) : bil_bot_find(name, error);
        }
        if (!plan->list[plan->listed++]) {
            return false;
        }
    }
    return true;
}

static bool read_options(const struct bil_value *document, struct bil_plan *plan, struct bil_error *error)
{
    const struct bil_value *options = NULL;
    if (!bil_value_object(document, "options", &options, error)) {
        return false;
    }
    for (const struct bil_value *option = options ? options->child : NULL; option; option = option->next) {
        if (option->type != BIL_STRING || plan->setting_count == BIL_SETTINGS_MAX) {
            return bil_fail(error, "\"options\": \"%.40s\" is no text.", option->key);
        }
        plan->setting[plan->setting_count++] = (struct bil_setting){option->key, option->string};
    }
    return true;
}

static bool read_seed(const struct bil_value *document, struct bil_plan *plan, struct bil_error *error)
{
    const char *seed = NULL;
    if (!bil_member_text(document, "seed", true, &seed, error)) {
        return false;
    }
    if (strlen(seed) != 2 * BIL_SEED_BYTES + 2 || strncmp(seed, "0x", 2) != 0 ||
        strspn(seed + 2, "0123456789abcdef") != 2 * BIL_SEED_BYTES) {
        return bil_fail(error, "\"seed\" is not 0x and %d hexadecimal digits.", 2 * BIL_SEED_BYTES);
    }
    bil_seed_from_text(seed, plan->seed);
    return true;
}

static bool read_edition(const struct bil_value *document, const char *key, const struct bil_game *game,
                         const struct bil_value **edition, struct bil_error *error)
{
    return bil_value_object(document, key, edition, error) && (!*edition || bil_edition_game(*edition, game, error));
}

static bool read_arena(const struct bil_value *document, struct bil_plan *plan, struct bil_error *error)
{
    int64_t pairs = 0;
    if (!bil_member_number(document, "pairs", 1, BIL_ARENA_BLOCKS, &pairs, error) ||
        !bil_member_text(document, "sprt", false, &plan->test, error) ||
        !bil_member_text(document, "alpha", plan->test != NULL, &plan->alpha, error) ||
        !bil_member_text(document, "beta", plan->test != NULL, &plan->beta, error)) {
        return false;
    }
    plan->blocks = (uint64_t)pairs;
    return true;
}

/* A study or a simulation. */
static bool read_games(const struct bil_value *document, struct bil_plan *plan, struct bil_error *error)
{
    const bool study = plan->kind == BIL_PLAN_LAB;
    int64_t games = 0;
    int64_t pairs = 0;
    if (!bil_member_number(document, "games", 1, most_games, &games, error) ||
        (study && !bil_member_number(document, "pairs", 0, games, &pairs, error)) ||
        !bil_value_bool(document, "rotated", &plan->rotate, error) ||
        !bil_member_text(document, "said", true, &plan->seed_said, error) ||
        !bil_member_text(document, "command", study, &plan->command, error) ||
        !bil_member_text(document, "edition_name", study, &plan->edition_name, error) ||
        !bil_member_text(document, "against_name", false, &plan->against_name, error) ||
        !read_edition(document, "against", plan->game, &plan->against, error)) {
        return false;
    }
    if (plan->listed != plan->seats) {
        return bil_fail(error, "%d bots are listed for %d seats; there is one for each.", plan->listed, plan->seats);
    }
    if (plan->against && !plan->against_name) {
        return bil_member_missing("against_name", error);
    }
    plan->blocks = (uint64_t)games;
    plan->pairs = (uint64_t)pairs;
    return true;
}

bool bil_plan_read(const struct bil_value *document, enum bil_plan_kind kind, const struct bil_game *game, struct bil_plan *plan,
                   struct bil_error *error)
{
    int format = 0;
    const char *text = NULL;
    int64_t players = 0;
    plan->kind = kind;
    if (!bil_value_integer(document, "format", FORMAT, FORMAT, &format, error) ||
        !bil_member_text(document, "file", false, &text, error)) {
        return false;
    }
    if (format == 0 || !text || strcmp(text, bil_plan_names[kind]) != 0) {
        return bil_fail(error, "It is no file of %s: those begin {\"format\":%d,\"file\":\"%s\", ...}.", kind_words[kind], FORMAT,
                        bil_plan_names[kind]);
    }
    if (!bil_member_text(document, "game", true, &text, error)) {
        return false;
    }
    plan->game = game && strcmp(game->id, text) == 0 ? game : bil_game_find(text);
    if (!plan->game || (game && plan->game != game)) {
        return bil_fail(error, "It is %s of \"%.60s\"%s%s.", kind_words[kind], text,
                        game ? ", not of " : ", which this program does not have", game ? game->title : "");
    }
    if (!read_bots(document, plan, error) || !read_options(document, plan, error) || !read_seed(document, plan, error) ||
        !bil_member_number(document, "players", 1, BIL_MAX_SEATS, &players, error) ||
        !bil_value_integer(document, "revision", 1, plan->game->revision, &plan->revision, error)) {
        return false;
    }
    plan->seats = (int)players;
    return read_edition(document, "edition", plan->game, &plan->edition, error) &&
           (kind == BIL_PLAN_ARENA ? read_arena(document, plan, error) : read_games(document, plan, error));
}

/* ------------------------------------------------------------------ comparing */

const char *bil_plan_difference(const struct bil_value *a, const struct bil_value *b)
{
    const char *found = NULL;
    struct bil_text one = {0};
    struct bil_text other = {0};
    for (int i = 0; bil_plan_keys[i] && !found; i++) {
        const struct bil_value *of_a = bil_value_get(a, bil_plan_keys[i]);
        const struct bil_value *of_b = bil_value_get(b, bil_plan_keys[i]);
        bil_text_clear(&one);
        bil_text_clear(&other);
        if (of_a && of_b) {
            bil_json_value(of_a, &one);
            bil_json_value(of_b, &other);
        }
        if (!of_a != !of_b || strcmp(bil_text_string(&one), bil_text_string(&other)) != 0) {
            found = bil_plan_keys[i];
        }
    }
    bil_text_free(&one);
    bil_text_free(&other);
    return found;
}
