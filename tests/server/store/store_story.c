/* See store_story.h. */
#include "server/store/store_story.h"

#include "server/store/store_place.h"
#include "table/helpers.h"
#include "unit.h"

static void table_id(int64_t table, char id[BIL_TABLE_ID + 1])
{
    snprintf(id, BIL_TABLE_ID + 1, "storytable%06d", (int)table);
}

static void fill(uint8_t bytes[BIL_HASH_BYTES], int64_t with)
{
    for (int i = 0; i < BIL_HASH_BYTES; i++) {
        bytes[i] = (uint8_t)(with * 31 + i * 7);
    }
}

static struct bil_stored_seat seat_of(int64_t step, int seat)
{
    struct bil_stored_seat made = {
        .kind = (uint8_t)((step + seat) % 3), .bot_plays = step % 4 == 1, .bank = step % 3 ? step * 10 : -1};
    snprintf(made.name, sizeof made.name, "Ann \xc3\xa9 %d-%d", (int)(step % 1000), seat);
    if (seat == 1 && step > 8) {
        snprintf(made.person, sizeof made.person, "Person %d", (int)(step / 8 % 5));
    }
    snprintf(made.bot, sizeof made.bot, "%s", seat == 2 ? "medium" : "");
    fill(made.token, step + seat);
    fill(made.contribution, step - seat);
    fill(made.from, 3 * step + seat);
    return made;
}

static struct bil_stored_table table_of(int64_t table, int64_t step)
{
    struct bil_stored_table made = {.state = (uint8_t)(step / 9 % 4),
                                    .listed = table % 2 == 0,
                                    .seats = 2 + (int)table % 4,
                                    .created = 1000 + table,
                                    .changed = 1000 + step,
                                    .began = step > 20 ? 5000 : 0,
                                    .deadline = step % 3 ? 9000 + step : 0,
                                    .asked_since = step};
    table_id(table, made.id);
    fill(made.secret, table);
    fill(made.seed, step > 20 ? table + 1 : 0);
    for (int i = 0; i < made.seats; i++) {
        made.seat[i] = seat_of(step, i);
    }
    return made;
}

/* ------------------------------------------------------------------ one step */

static bool count_entry(void *context, const struct bil_entry *entry)
{
    *(int64_t *)context = entry->number;
    return true;
}

static bool append(struct bil_store *store, int64_t table, int64_t step, const char *text, struct bil_error *error)
{
    char id[BIL_TABLE_ID + 1];
    int64_t last = 0;
    table_id(table, id);
    if (!bil_store_entries(store, id, 0, count_entry, &last, error)) {
        return false;
    }
    const struct bil_entry entry = {.number = last + 1,
                                    .kind = (uint8_t)(1 + step % (BIL_ENTRY_KINDS - 1)),
                                    .seat = (int8_t)(step % 4 - 1),
                                    .how = (uint8_t)(step % 4),
                                    .time = 7000 + step,
                                    .text = text};
    return bil_store_append(store, id, &entry, error);
}

static bool people(struct bil_store *store, int64_t step, struct bil_error *error)
{
    char name[BIL_PERSON_NAME];
    uint8_t token[BIL_HASH_BYTES];
    struct bil_error taken = {{0}};
    snprintf(name, sizeof name, "Person %d", (int)(step / 8 % 5));
    fill(token, step);
    token[0] = (uint8_t)step;
    token[1] = (uint8_t)(step >> 8);
    if (!bil_store_add_person(store, name, "a hash", 70 + step, &taken) && !strstr(taken.text, "is taken")) {
        *error = taken;
        return false;
    }
    return bil_store_add_session(store, token, name, 8000 + step, error);
}

static bool tell(struct bil_store *store, int64_t step, struct bil_error *error)
{
    char text[64];
    if (step < STORY_TABLES) {
        struct bil_stored_table table = table_of(step, step);
        char setup[2000] = "{\"edition\":\"";
        const size_t length = strlen(setup);
        memset(setup + length, 'a' + (int)step, sizeof setup - length - 3); /* as long as an edition makes one */
        memcpy(setup + sizeof setup - 3, "\"}", 3);
        table.setup = setup;
        static char card[] = "{}";
        table.card = card;
        if (!bil_store_add_table(store, &table, error)) {
            return false;
        }
    }
    snprintf(text, sizeof text, "step %d", (int)step);
    if (!append(store, 0, step, text, error)) { /* the first table counts the steps */
        return false;
    }
    const int64_t at = step < STORY_TABLES ? step : step * 5 % STORY_TABLES;
    struct bil_stored_table table = table_of(at, step);
    const int seat = (int)(step % table.seats);
    const struct bil_held held = {.decision = step / 3, .seat = (int8_t)seat, .text = text};
    return append(store, at, step, "block 2 Low on Funds", error) && bil_store_change_table(store, &table, error) &&
           bil_store_change_seat(store, table.id, seat, &table.seat[seat], error) &&
           (step % 5 != 4 || bil_store_release(store, table.id, error)) && bil_store_hold(store, table.id, &held, error) &&
           bil_store_set_orders(store, table.id, seat, step % 6 ? text : "", error) &&
           (step % 8 != 0 || people(store, step, error));
}

bool story_step(struct bil_store *store, int64_t step, struct bil_error *error)
{
    if (bil_store_begin(store, error) && tell(store, step, error)) {
        return bil_store_commit(store, error);
    }
    bil_store_rollback(store);
    return false;
}

/* ------------------------------------------------------------------ looking */

static bool has_table(struct bil_store *store, int64_t table, struct bil_stored_table *out)
{
    char id[BIL_TABLE_ID + 1];
    struct bil_error error = {{0}};
    table_id(table, id);
    if (bil_store_read_table(store, id, out, &error)) {
        return true;
    }
    helper_must(!*error.text, &error);
    return false;
}

/* An entry of a step itself, not one that the same table got as any other does. */
static bool count_step(void *context, const struct bil_entry *entry)
{
    *(int64_t *)context += strncmp(entry->text, "step ", 5) == 0;
    return true;
}

int64_t story_steps(struct bil_store *store)
{
    char id[BIL_TABLE_ID + 1];
    struct bil_error error = {{0}};
    int64_t steps = 0;
    table_id(0, id);
    helper_must(bil_store_entries(store, id, 1, count_step, &steps, &error), &error);
    return steps;
}

static bool dump_entry(void *context, const struct bil_entry *entry)
{
    bil_text_format(context, " %lld: %d by %d as %d at %lld: %s\n", (long long)entry->number, entry->kind, entry->seat, entry->how,
                    (long long)entry->time, entry->text);
    return true;
}

static bool dump_held(void *context, const struct bil_held *held)
{
    bil_text_format(context, " holds %lld by %d: %s\n", (long long)held->decision, held->seat, held->text);
    return true;
}

static bool dump_name(void *context, const struct bil_stored_table *table)
{
    bil_text_format(context, " %s", table->id);
    return true;
}

static void dump_bytes(struct bil_text *out, const uint8_t bytes[BIL_HASH_BYTES])
{
    bil_text_char(out, ' ');
    for (int i = 0; i < BIL_HASH_BYTES; i++) {
        bil_text_format(out, "%02x", bytes[i]);
    }
}

struct orders {
    int seat;
    struct bil_text *out;
};

static bool add_orders(void *context, int seat, const char *lines)
{
    const struct orders *orders = context;
    bil_text_add(orders->out, seat == orders->seat ? lines : "");
    return true;
}

void story_orders(struct bil_store *store, const char *id, int seat, struct bil_text *out)
{
    struct bil_error error = {{0}};
    struct orders orders = {seat, out};
    helper_must(bil_store_orders(store, id, add_orders, &orders, &error), &error);
}

static void dump_table(struct bil_store *store, const struct bil_stored_table *table, struct bil_text *out)
{
    struct bil_error error = {{0}};
    bil_text_format(out, "table %s %d %d %d %lld %lld %lld %lld %lld", table->id, table->state, table->listed, table->seats,
                    (long long)table->created, (long long)table->changed, (long long)table->began, (long long)table->deadline,
                    (long long)table->asked_since);
    dump_bytes(out, table->secret);
    dump_bytes(out, table->seed);
    bil_text_format(out, "\n %s\n", table->setup);
    for (int i = 0; i < table->seats; i++) {
        const struct bil_stored_seat *seat = &table->seat[i];
        bil_text_format(out, " seat %d %d '%s' '%s' '%s' %lld", seat->kind, seat->bot_plays, seat->name, seat->person, seat->bot,
                        (long long)seat->bank);
        dump_bytes(out, seat->token);
        dump_bytes(out, seat->contribution);
        dump_bytes(out, seat->from);
        bil_text_add(out, "\n orders: ");
        story_orders(store, table->id, i, out);
        bil_text_char(out, '\n');
    }
    helper_must(bil_store_entries(store, table->id, 1, dump_entry, out, &error), &error);
    helper_must(bil_store_held(store, table->id, dump_held, out, &error), &error);
}

char *story_dump(struct bil_store *store)
{
    struct bil_text out = {0};
    struct bil_error error = {{0}};
    for (int64_t i = 0; i < STORY_TABLES; i++) {
        struct bil_stored_table table;
        if (has_table(store, i, &table)) {
            dump_table(store, &table, &out);
            bil_stored_table_free(&table);
        }
    }
    for (int i = 0; i < 5; i++) {
        char name[BIL_PERSON_NAME];
        snprintf(name, sizeof name, "Person %d", i);
        bil_text_format(&out, "person %d ", i);
        error.text[0] = 0;
        helper_must(bil_store_person(store, name, &out, &error) || !*error.text, &error);
        bil_text_add(&out, " sits at");
        helper_must(bil_store_list(store, -1, name, 100, dump_name, &out, &error), &error);
        bil_text_char(&out, '\n');
    }
    bil_text_add(&out, "deadlines");
    helper_must(bil_store_deadlines(store, dump_name, &out, &error), &error);
    for (int state = -1; state < 4; state++) {
        bil_text_format(&out, "\nlisted %d", state);
        helper_must(bil_store_list(store, state, NULL, 100, dump_name, &out, &error), &error);
    }
    bil_text_char(&out, '\n');
    return out.data;
}

/* ------------------------------------------------------------------ what it should be */

static struct bil_store *model;
static char *model_dump;
static int64_t model_steps;

void story_end(void)
{
    bil_store_close(model);
    free(model_dump);
    model = NULL;
    model_dump = NULL;
    model_steps = 0;
}

int story_teardown(void **state)
{
    story_end();
    return helper_end(state);
}

struct bil_store *story_open(const char *path)
{
    struct bil_error error = {{0}};
    struct bil_store *store = bil_store_open(store_place(path), &error);
    helper_must(store != NULL, &error);
    return store;
}

const char *story_expected(int64_t steps)
{
    if (!model || steps < model_steps) {
        story_end();
        struct bil_error error = {{0}};
        model = bil_store_open(":memory:", &error); /* always SQLite: what one kind holds is held against the other */
        helper_must(model != NULL, &error);
    }
    for (; model_steps < steps; model_steps++) {
        struct bil_error error = {{0}};
        helper_must(story_step(model, model_steps, &error), &error);
    }
    free(model_dump);
    model_dump = story_dump(model);
    return model_dump;
}

/* ------------------------------------------------------------------ a table of one's own */

const char story_one[BIL_TABLE_ID + 1] = "aaaaaaaaaaaaaaaa";

void story_add_one(struct bil_store *store)
{
    static char setup[] = "{}";
    struct bil_error error = {{0}};
    struct bil_stored_table table = {.seats = 1, .setup = setup, .card = setup, .created = 1, .changed = 1};
    memcpy(table.id, story_one, BIL_TABLE_ID);
    helper_must(bil_store_add_table(store, &table, &error), &error);
}

bool story_note_entry(void *context, const struct bil_entry *entry)
{
    struct bil_text *out = context;
    bil_text_format(out, "%lld %s;", (long long)entry->number, entry->text);
    return true;
}

void story_expect_log(struct bil_store *store, const char *expected)
{
    struct bil_text out = {0};
    struct bil_error error = {{0}};
    helper_must(bil_store_entries(store, story_one, 1, story_note_entry, &out, &error), &error);
    assert_string_equal(bil_text_string(&out), expected);
    bil_text_free(&out);
}

bool story_append(struct bil_store *store, int64_t number, const char *text, struct bil_error *error)
{
    const struct bil_entry entry = {.number = number, .kind = BIL_ENTRY_CHAT, .seat = -1, .text = text};
    if (bil_store_begin(store, error) && bil_store_append(store, story_one, &entry, error)) {
        return bil_store_commit(store, error);
    }
    bil_store_rollback(store);
    return false;
}

void story_tell(struct bil_store *store, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i++) {
        struct bil_error error = {{0}};
        helper_must(story_step(store, i, &error), &error);
    }
}

void story_expect(struct bil_store *store, int64_t steps)
{
    char *dump = story_dump(store);
    assert_string_equal(dump, story_expected(steps));
    free(dump);
}
