/* See play.h. */
#include "third_game/play.h"
#include "kit/fields.h"
#include "kit/notation.h"
#include "unit.h"

#include "billions/json.h"

static void must(bool fine, const struct bil_error *error)
{
    if (!fine) {
        fail_msg("%s", error->text);
    }
}

/* How often a card is named before "known". */
static void count_box(const char *position, uint8_t copies[FORD_KINDS])
{
    const char *end = strstr(position, "\"known\"");
    memset(copies, 0, FORD_KINDS);
    for (int kind = 1; kind < FORD_KINDS; kind++) {
        char name[16];
        snprintf(name, sizeof name, "\"%s\"", ford_names[kind]);
        for (const char *at = strstr(position, name); at && (!end || at < end); at = strstr(at + 1, name)) {
            copies[kind]++;
        }
    }
    if (strstr(position, "\"phase\": \"slip\"")) { /* that one is no card */
        copies[FORD_SLIP]--;
    }
}

bool ford_try(struct ford_table *table, int seats, const char *position, struct bil_error *error)
{
    const uint8_t seed[BIL_SEED_BYTES] = {7};
    const struct bil_config config = {.seats = seats};
    memset(table, 0, sizeof *table);
    must(ford_rules_init(&config, &table->rules, error), error);
    count_box(position, table->rules.copies);
    bil_random_match(&table->random, seed);
    const struct bil_value *document = bil_json_read(position, strlen(position), "position", error);
    must(document != NULL, error);
    const bool fine = bil_members_read(&bil_game_ford, &table->rules, document, &table->state, error);
    bil_json_free(document);
    return fine;
}

void ford_set(struct ford_table *table, int seats, const char *position)
{
    struct bil_error error = {{0}};
    must(ford_try(table, seats, position, &error), &error);
}

static void hear(void *context, const struct bil_event *event)
{
    struct ford_table *table = context;
    table->flags |= event->flags;
    table->heard[event->kind]++;
}

/* Whether the actor may play that. */
static bool may(const struct ford_table *table, const char *text, bil_move *move)
{
    struct bil_error error = {{0}};
    bil_move list[FORD_MOVES];
    must(bil_move_parse(&bil_game_ford, &table->rules, &table->state, text, move, &error), &error);
    int count = ford_moves(&table->rules, &table->state, list);
    while (count > 0 && list[count - 1] != *move) {
        count--;
    }
    return count > 0;
}

void ford_play(struct ford_table *table, const char *step)
{
    char buffer[160];
    bil_move move = 0;
    const struct bil_listener listener = {hear, table};
    if (ford_actor(&table->rules, &table->state) != step[0] - '1' || !may(table, step + 2, &move)) {
        fail_msg("\"%s\" cannot be played; seat %d is asked", step, ford_actor(&table->rules, &table->state) + 1);
    }
    table->flags = 0;
    ford_apply(&table->rules, &table->state, move, &table->random, &listener);
    const char *broken = ford_check(&table->rules, &table->state, buffer, sizeof buffer);
    if (broken) {
        fail_msg("after \"%s\": %s", step, broken);
    }
}

void ford_refused(const struct ford_table *table, const char *text, const char *words)
{
    struct bil_text why = {0};
    bil_move move = 0;
    assert_false(may(table, text, &move));
    ford_why_not(&table->rules, &table->state, move, &why);
    if (!strstr(bil_text_string(&why), words)) {
        fail_msg("\"%s\" is refused with: \"%s\"", text, bil_text_string(&why));
    }
    bil_text_free(&why);
}
