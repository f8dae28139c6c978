/* See table.h. Never decides what is right: it plays, and says in a sentence what went wrong. */
#include "games/cases/table.h"
#include "kit/fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "kit/notation.h"
#include "table/file.h"

enum { SETTINGS = 8, SETTING_LENGTH = 64 };
typedef union {
    unsigned char bytes[BIL_MAX_STATE];
    uint64_t aligned;
} any_state;

static void seed_random(struct case_table *table, unsigned seed)
{
    uint8_t bytes[BIL_SEED_BYTES];
    char text[24];
    snprintf(text, sizeof text, "%u", seed);
    bil_seed_from_text(text, bytes);
    bil_random_match(&table->random, bytes);
}

/* ------------------------------------------------------------------ invariants after every move */

static bool same_moves(const struct case_table *table, const void *view, struct bil_error *error)
{
    const struct bil_game *game = table->position.game;
    bil_move of_state[BIL_MAX_MOVES];
    bil_move of_view[BIL_MAX_MOVES];
    const int count = game->moves(table->position.rules, table->position.state, of_state);
    if (count < 1 || count > game->max_moves || game->moves(table->position.rules, view, of_view) != count ||
        memcmp(of_state, of_view, (size_t)count * sizeof of_state[0]) != 0) {
        return bil_fail(error, "the actor's view does not give the moves of the state");
    }
    return true;
}

static bool sound(const struct case_table *table, struct bil_error *error)
{
    const struct bil_game *game = table->position.game;
    const void *rules = table->position.rules;
    const void *state = table->position.state;
    char buffer[256];
    const char *broken = game->check(rules, state, buffer, sizeof buffer);
    if (broken) {
        return bil_fail(error, "the state is broken: %s", broken);
    }
    const int actor = game->actor(rules, state);
    for (int viewer = BIL_SPECTATOR; viewer < table->position.config.seats && !table->is_view; viewer++) {
        any_state view;
        game->hide(rules, state, viewer, view.bytes);
        broken = game->check(rules, view.bytes, buffer, sizeof buffer);
        if (broken) {
            return bil_fail(error, "the view of viewer %d is broken: %s", viewer, broken);
        }
        if (game->actor(rules, view.bytes) != actor) {
            return bil_fail(error, "the view of viewer %d has another actor", viewer);
        }
        if (viewer == actor && actor != BIL_OVER && !same_moves(table, view.bytes, error)) {
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ beginning */

bool case_table_read(struct case_table *table, const struct bil_game *game, const struct bil_value *document, bool fast,
                     unsigned seed, struct bil_error *error)
{
    memset(table, 0, sizeof *table);
    if (!bil_position_read(document, game, NULL, &table->position, error)) {
        return false;
    }
    if (fast) { /* a position is for a table with people; here the same state goes on in fast rules too */
        const struct bil_value *edition = bil_value_get(document, "edition");
        struct bil_config config = table->position.config;
        config.edition = edition && edition->type == BIL_OBJECT ? edition : NULL;
        config.fast = true;
        if (!game->rules_init(&config, table->position.rules, error)) {
            case_table_free(table);
            return false;
        }
    }
    table->position.config.fast = fast;
    table->is_view = bil_value_get(document, "viewer") != NULL;
    seed_random(table, seed);
    if (!sound(table, error)) {
        case_table_free(table);
        return false;
    }
    return true;
}

bool case_table_read_text(struct case_table *table, const struct bil_game *game, const char *json, bool fast, unsigned seed,
                          struct bil_error *error)
{
    const struct bil_value *document = bil_json_read(json, strlen(json), "position", error);
    if (!document) {
        return false;
    }
    const bool read = case_table_read(table, game, document, fast, seed, error);
    bil_json_free(document);
    return read;
}

bool case_table_new(struct case_table *table, const struct bil_game *game, int seats, const char *options, bool fast, unsigned seed,
                    struct bil_error *error)
{
    memset(table, 0, sizeof *table);
    char text[SETTINGS][2][SETTING_LENGTH];
    struct bil_setting setting[SETTINGS];
    int count = 0;
    for (const char *word = options; *word && count < SETTINGS; count++) {
        int used = 0;
        if (sscanf(word, "%63[^=]=%63[^;]%n", text[count][0], text[count][1], &used) != 2) {
            return bil_fail(error, "the test's options \"%s\" are not key=value;key=value", options);
        }
        setting[count] = (struct bil_setting){text[count][0], text[count][1]};
        word += used;
        word += *word == ';';
    }
    struct bil_position *position = &table->position;
    position->game = game;
    position->config = (struct bil_config){.seats = seats, .settings = setting, .setting_count = count, .fast = fast};
    position->rules = calloc(1, game->rules_size);
    position->state = calloc(1, game->state_size);
    if (!position->rules || !position->state || !game->rules_init(&position->config, position->rules, error)) {
        case_table_free(table);
        return false;
    }
    position->config.settings = NULL; /* the texts end with this function; the rules hold what they said */
    position->config.setting_count = 0;
    seed_random(table, seed);
    game->setup(position->rules, &table->random, position->state, NULL);
    return sound(table, error);
}

void case_table_free(struct case_table *table)
{
    bil_position_free(&table->position);
    memset(table, 0, sizeof *table);
}

/* ------------------------------------------------------------------ playing */

int case_table_actor(const struct case_table *table)
{
    return table->position.game->actor(table->position.rules, table->position.state);
}

int case_table_moves(const struct case_table *table, bil_move list[BIL_MAX_MOVES])
{
    return case_table_actor(table) == BIL_OVER ? 0
                                               : table->position.game->moves(table->position.rules, table->position.state, list);
}

void case_table_move_text(const struct case_table *table, bil_move move, int viewer, struct bil_text *out)
{
    bil_move_text(table->position.game, table->position.rules, table->position.state, move, viewer, out);
}

bool case_table_parse(const struct case_table *table, const char *text, bil_move *move, bool *legal, struct bil_error *error)
{
    const struct bil_game *game = table->position.game;
    const int actor = case_table_actor(table);
    if (actor == BIL_OVER) {
        return bil_fail(error, "nobody can \"%s\": the game is over", text);
    }
    any_state view;
    game->hide(table->position.rules, table->position.state, actor, view.bytes);
    if (!bil_move_parse(game, table->position.rules, view.bytes, text, move, error)) {
        return false;
    }
    bil_move list[BIL_MAX_MOVES];
    const int count = case_table_moves(table, list);
    *legal = false;
    for (int i = 0; i < count; i++) {
        *legal |= list[i] == *move;
    }
    struct bil_text why = {0};
    game->why_not(table->position.rules, view.bytes, *move, &why);
    const bool reason = why.length > 0;
    bil_text_free(&why);
    if (reason == *legal) {
        return bil_fail(error, "\"%s\" is %s, and there is %s reason why not", text, *legal ? "legal" : "illegal",
                        reason ? "a" : "no");
    }
    return true;
}

static void hear(void *context, const struct bil_event *event)
{
    struct case_table *table = context;
    if (table->heard_count < CASE_HEARD) {
        table->heard[table->heard_count] = *event;
    }
    table->heard_count++;
}

/* Goes on: what is heard is added to what was. */
static bool apply(struct case_table *table, bil_move move, struct bil_error *error)
{
    const struct bil_listener listener = {hear, table};
    table->position.game->apply(table->position.rules, table->position.state, move, &table->random, &listener);
    if (table->heard_count > CASE_HEARD) {
        return bil_fail(error, "more than %d events in one step", CASE_HEARD);
    }
    return sound(table, error);
}

bool case_table_apply(struct case_table *table, bil_move move, struct bil_error *error)
{
    table->heard_count = 0;
    return apply(table, move, error);
}

bool case_table_forced(struct case_table *table, struct bil_error *error)
{
    for (;;) {
        bil_move list[BIL_MAX_MOVES];
        struct bil_text text = {0};
        if (case_table_moves(table, list) != 1) {
            return true;
        }
        case_table_move_text(table, list[0], BIL_EVERYBODY, &text);
        const bool pass = strcmp(bil_text_string(&text), "pass") == 0;
        bil_text_free(&text);
        if (!pass) {
            return true;
        }
        if (table->forced_count == CASE_FORCED) {
            return bil_fail(error, "more than %d forced passes in a row", CASE_FORCED);
        }
        table->forced[table->forced_count++] = case_table_actor(table) + 1;
        if (!apply(table, list[0], error)) {
            return false;
        }
    }
}

/* Lets the seat that is asked pass. */
static bool pass(struct case_table *table, struct bil_error *error)
{
    bil_move move = 0;
    bool legal = false;
    if (!case_table_parse(table, "pass", &move, &legal, error)) {
        return false;
    }
    return legal ? apply(table, move, error) : bil_fail(error, "seat %d may not pass", case_table_actor(table) + 1);
}

static bool is_quiet(const struct case_table *table)
{
    return table->quiet && case_table_actor(table) != BIL_OVER && table->quiet(table);
}

/* Passes until nothing quiet is asked, or `seat` is. */
static bool pass_until(struct case_table *table, int seat, struct bil_error *error)
{
    while (is_quiet(table) && case_table_actor(table) != seat) {
        if (!pass(table, error)) {
            return false;
        }
    }
    return true;
}

/* "- quiet" and "- ask 2" */
static bool play_nobodys(struct case_table *table, const char *step, struct bil_error *error)
{
    const bool all = strcmp(step, "- quiet") == 0;
    int seat = 0;
    if (!all && (sscanf(step, "- ask %d", &seat) != 1 || seat < 1)) {
        return bil_fail(error, "\"%s\" is neither \"- quiet\" nor \"- ask SEAT\"", step);
    }
    if (all) {
        return pass_until(table, BIL_OVER, error);
    }
    if (table->position.config.fast) {
        return true;
    }
    return pass_until(table, seat - 1, error) && (is_quiet(table) || bil_fail(error, "\"%s\": seat %d was not asked", step, seat));
}

bool case_table_play(struct case_table *table, const char *step, struct bil_error *error)
{
    if (step[0] == '-') {
        return play_nobodys(table, step, error);
    }
    table->forced_count = 0;
    table->heard_count = 0;
    const int seat = step[0] - '0';
    if (seat < 1 || seat > 9 || step[1] != ' ') {
        return bil_fail(error, "\"%s\" does not begin with a seat", step);
    }
    for (;;) {
        bil_move move = 0;
        bool legal = false;
        if (!pass_until(table, seat - 1, error)) {
            return false;
        }
        if (case_table_actor(table) != seat - 1) {
            return bil_fail(error, "\"%s\": it is the decision of seat %d", step, case_table_actor(table) + 1);
        }
        const bool parsed = case_table_parse(table, step + 2, &move, &legal, error);
        if (parsed && legal) {
            return apply(table, move, error) && (table->quiet || case_table_forced(table, error));
        }
        if (!is_quiet(table)) {
            return parsed ? bil_fail(error, "\"%s\" is not legal", step) : false;
        }
        if (!pass(table, error)) {
            return false;
        }
    }
}

/* ------------------------------------------------------------------ looking */

const struct bil_value *case_table_document(const struct case_table *table, int viewer)
{
    const struct bil_position *position = &table->position;
    any_state view;
    struct bil_text text = {0};
    position->game->hide(position->rules, position->state, viewer, view.bytes);
    bil_json_object(&text);
    bil_members_write(position->game, position->rules, view.bytes, &text);
    bil_json_object_end(&text);
    struct bil_error error;
    const struct bil_value *document = bil_json_read(bil_text_string(&text), text.length, "document", &error);
    bil_text_free(&text);
    if (!document) {
        fprintf(stderr, "what was written cannot be read: %s\n", error.text);
        abort();
    }
    return document;
}

const struct bil_value *case_json(const char *path, struct bil_error *error)
{
    char full[1024];
    size_t length = 0;
    snprintf(full, sizeof full, "%s/%s", TEST_DATA, path);
    char *bytes = bil_file_read(full, &length, error);
    if (!bytes) {
        return NULL;
    }
    const struct bil_value *value = bil_json_read(bytes, length, path, error);
    free(bytes);
    return value;
}
