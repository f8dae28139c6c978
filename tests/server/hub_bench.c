/* See hub_bench.h. */
#include "server/hub_bench.h"
#include "server/http_requests.h"
#include "server/store/store_place.h"
#include "unit.h"

#include "billions/json.h"
#include "billions/record.h"
#include "table/helpers.h"
#include "table/records/fair.h"

static const int64_t bench_start = INT64_C(1790000000000);
enum { CHEAP_KIB = 8 };

bool bench_true_hashes;
struct bench bench;

/* ------------------------------------------------------------------ the hub */

/* What the log is told opens no table and no seat. */
static void log_is_told(void *context, const char *what, const char *fields)
{
    const struct bench *at = context;
    bool secret = at->made[0] && strstr(fields, at->made);
    for (int i = 0; i < at->count; i++) {
        const struct bench_client *client = &at->client[i];
        secret = secret || strstr(fields, client->table) || (client->token[0] && strstr(fields, client->token));
    }
    if (secret) {
        fprintf(stderr, "%s: %s\n", what, fields);
        helper_fail("The log is told a secret.");
    }
}

static void open_hub(struct bench *at)
{
    struct bil_error error = {{0}};
    at->store = bil_store_open(at->path, &error);
    helper_must(at->store != NULL, &error);
    helper_must(bil_store_claim(at->store, false, &error), &error);
    at->hub = bil_hub_new(at->store, &at->settings, at->now, NULL, NULL, &error);
    helper_must(at->hub != NULL, &error);
    bil_hub_on_event(at->hub, log_is_told, at);
}

void bench_open(struct bench *at, const char *path, bool paced)
{
    if (at->hub) {
        bench_close(at);
    }
    ask_as("");
    ask_from("192.0.2.1");
    memset(at, 0, sizeof *at);
    snprintf(at->path, sizeof at->path, "%s", store_place(path));
    at->now = bench_start;
    at->settings = (struct bil_hub_settings){.workers = 2, .made_a_minute = 100000, .tables_of_one = -1};
    at->settings.hash_kib = bench_true_hashes ? 0 : CHEAP_KIB;
    if (!paced) {
        at->settings.bot_pace = -1;
        at->settings.window_floor = -1;
    }
    open_hub(at);
}

void bench_close(struct bench *at)
{
    bil_hub_free(at->hub);
    at->hub = NULL;
    for (int i = 0; i < BENCH_CLIENTS; i++) { /* also those that a test has taken off the list */
        bil_text_free(&at->client[i].all);
        bil_text_free(&at->client[i].kept);
    }
}

int bench_end(void **state)
{
    if (bench.hub) {
        bench_close(&bench);
    }
    return helper_end(state);
}

const char *bench_file(void)
{
    static int count;
    char name[16];
    snprintf(name, sizeof name, "%d.db", ++count);
    return helper_path(name);
}

int bench_memory(void **state)
{
    (void)state;
    bench_open(&bench, ":memory:", false);
    return 0;
}

void bench_kill(struct bench *at)
{
    bil_store_rollback(at->store);
    bil_hub_free(at->hub);
    for (int i = 0; i < at->count; i++) {
        at->client[i].client = NULL;
    }
    open_hub(at);
}

/* ------------------------------------------------------------------ hearing */

static void hear_asked(struct bench_client *client, const struct bil_value *asked)
{
    client->decision = 0;
    client->asked = 0;
    client->window = false;
    client->move_count = 0;
    client->held[0] = 0;
    if (!asked || asked->type != BIL_OBJECT) {
        return;
    }
    client->decision = bil_value_get(asked, "decision")->integer;
    bil_value_bool(asked, "window", &client->window, NULL);
    for (const struct bil_value *seat = bil_value_get(asked, "seats")->child; seat; seat = seat->next) {
        client->asked |= 1U << (seat->integer - 1);
    }
    const struct bil_value *you = bil_value_get(asked, "you");
    const struct bil_value *moves = bil_value_get(you, "moves");
    for (const struct bil_value *move = moves ? moves->child : NULL; move; move = move->next) {
        snprintf(client->move[client->move_count++], sizeof client->move[0], "%s", move->string);
    }
    const struct bil_value *held = bil_value_get(you, "held");
    if (held && held->type == BIL_STRING) {
        snprintf(client->held, sizeof client->held, "%s", held->string);
    }
}

static void hear_entry(struct bench_client *client, const struct bil_value *entry, const char *text, size_t length)
{
    const int64_t number = bil_value_get(entry, "number")->integer;
    if (number != client->number + 1) {
        fprintf(stderr, "entry %lld after %lld\n", (long long)number, (long long)client->number);
    }
    assert_int_equal(number, client->number + 1);
    client->number = number;
    bil_text_add_bytes(&client->kept, text, length);
    bil_text_char(&client->kept, '\n');
}

/* A client that is told everything anew finds in it what it was told before: nothing that was told is ever lost. */
static void hear_whole(struct bench_client *client, const char *text, int64_t number)
{
    static const char type[] = "\"type\":\"entry\",";
    const char *line = bil_text_string(&client->kept);
    assert_true(number >= client->number);
    for (const char *end = NULL; number < 200 && *line; line = end + 1) {
        char *entry = NULL;
        end = strchr(line, '\n');
        entry = strndup(line + strlen(type), (size_t)(end - line) - strlen(type));
        entry[0] = '{';
        if (!strstr(text, entry)) {
            fprintf(stderr, "told, and gone: %s\n", entry);
            helper_fail("What a client was told has not happened.");
        }
        free(entry);
    }
    bil_text_clear(&client->kept);
    client->number = number;
    client->answered = 0; /* whatever it said last may not have happened */
}

static void hear(struct bench_client *client, const char *text, size_t length)
{
    struct bil_error error = {{0}};
    const struct bil_value *message = bil_json_read(text, length, "a message of the server", &error);
    helper_must(message != NULL, &error);
    const char *type = bil_value_get(message, "type")->string;
    snprintf(client->last, sizeof client->last, "%s", type);
    bil_text_add_bytes(&client->all, text, length);
    bil_text_char(&client->all, '\n');
    client->messages++;
    const bool whole = strcmp(type, "table") == 0;
    if (whole || strcmp(type, "now") == 0) {
        const int64_t number = bil_value_get(message, "number")->integer;
        if (whole) {
            hear_whole(client, text, number);
        }
        assert_int_equal(number, client->number);
        hear_asked(client, bil_value_get(message, "asked"));
        client->over = strcmp(bil_value_get(message, "state")->string, "over") == 0;
    } else if (strcmp(type, "entry") == 0) {
        hear_entry(client, message, text, length);
    } else if (strcmp(type, "error") == 0) {
        snprintf(client->code, sizeof client->code, "%s", bil_value_get(message, "code")->string);
    } else if (strcmp(type, "ok") == 0) {
        client->code[0] = 0;
    }
    bil_json_free(message);
}

static void nothing(void *owner)
{
    (void)owner;
}

static void hear_all(struct bench *at)
{
    bil_hub_ready(at->hub, nothing);
    for (int i = 0; i < at->count; i++) {
        struct bench_client *client = &at->client[i];
        size_t length = 0;
        for (const char *text = NULL; client->client && (text = bil_outbox_next(client->client, &length));) {
            hear(client, text, length);
        }
    }
}

static void commit(struct bench *at)
{
    struct bil_error error = {{0}};
    if (!bil_hub_commit(at->hub, at->now, &error)) {
        helper_must(at->may_fail, &error);
        log_is_told(at, "not stored", error.text); /* who drives the hub logs that too */
        at->failures++;
    }
    hear_all(at);
}

void bench_round(struct bench *at)
{
    int64_t wait = 0;
    for (int i = 0; i < 100000 && wait == 0; i++) {
        wait = bil_hub_tick(at->hub, at->now);
        commit(at);
    }
}

void bench_wait(struct bench *at, int64_t milliseconds)
{
    const int64_t until = at->now + milliseconds;
    while (at->now < until) {
        int64_t wait = bil_hub_tick(at->hub, at->now);
        commit(at);
        wait = wait > 0 ? wait : 1;
        at->now = at->now + wait < until ? at->now + wait : until;
    }
    bench_round(at);
}

/* ------------------------------------------------------------------ saying */

struct bench_client *bench_client(struct bench *at, const char *table, const char *token, int seat)
{
    assert_true(at->count < BENCH_CLIENTS);
    struct bench_client *client = &at->client[at->count++];
    uint8_t seed[BIL_SEED_BYTES] = {(uint8_t)at->count, (uint8_t)(at->count >> 8), 77};
    bil_text_free(&client->all);
    bil_text_free(&client->kept);
    memset(client, 0, sizeof *client);
    client->bench = at;
    client->seat = seat;
    client->views = true;
    snprintf(client->table, sizeof client->table, "%s", table);
    snprintf(client->token, sizeof client->token, "%s", token ? token : "");
    bil_random_stream(&client->random, seed, 1, 0);
    return client;
}

void bench_connect(struct bench_client *client, int64_t seen)
{
    struct bil_text text = {0};
    client->client = bil_hub_connect(client->bench->hub, client, client->bench->now);
    bil_json_object(&text);
    bil_json_key_string(&text, "type", "hello");
    bil_json_key_integer(&text, "protocol", 1);
    bil_json_key_string(&text, "table", client->table);
    if (client->token[0]) {
        bil_json_key_string(&text, "token", client->token);
    }
    if (seen >= 0) {
        bil_json_key_integer(&text, "seen", seen);
        client->number = seen;
    }
    bil_json_key_bool(&text, "views", client->views);
    if (client->hidden) {
        bil_json_key_bool(&text, "sight", false);
    }
    bil_json_object_end(&text);
    bench_say(client, "%s", bil_text_string(&text));
    bil_text_free(&text);
}

struct bench_client *bench_come(struct bench *at, const char *table, const char *token, int seat)
{
    struct bench_client *client = bench_client(at, table, token, seat);
    bench_connect(client, -1);
    return client;
}

void bench_drop(struct bench_client *client)
{
    bil_hub_gone(client->bench->hub, client->client, client->bench->now);
    client->client = NULL;
    bench_round(client->bench);
}

void bench_bye(struct bench_client *client)
{
    assert_false(bench_say(client, "{\"type\":\"bye\"}"));
    bench_drop(client);
}

bool bench_say(struct bench_client *client, const char *format, ...)
{
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && (size_t)length < sizeof text);
    const bool stays = bil_hub_receive(client->bench->hub, client->client, text, (size_t)length, client->bench->now);
    bench_round(client->bench);
    return stays;
}

void bench_forget(struct bench_client *client)
{
    bil_text_clear(&client->all);
    client->messages = 0;
}

bool bench_heard(const struct bench_client *client, const char *part)
{
    return strstr(bil_text_string(&client->all), part) != NULL;
}

/* ------------------------------------------------------------------ tables */

/* A request and its commit: it works, or the storage failed and the test is about that. */
static void settle(struct bench *at, enum bil_fault fault, const struct bil_error *error)
{
    if (fault != BIL_FAULT_NONE && !(fault == BIL_FAULT_STORE && at->may_fail)) {
        helper_fail(error->text);
    }
    const int before = at->failures;
    commit(at);
    at->failures += fault != BIL_FAULT_NONE && at->failures == before;
}

struct bench_client *bench_table(struct bench *at, const char *json)
{
    static const char *const names[] = {"Ann", "Bob", "Cid", "Dora", "Eve", "Fred"};
    struct bil_error error = {{0}};
    struct bil_table_setup setup;
    struct bil_seated seated;
    struct bench_client *first = &at->client[at->count];
    helper_must(bil_setup_read(json, strlen(json), true, &setup, &error), &error);
    int before;
    do {
        before = at->failures;
        settle(at, bil_table_make(at->hub, &setup, NULL, "test", at->now, &seated, &error), &error);
    } while (at->failures > before);
    char id[BIL_TABLE_ID + 1];
    memcpy(id, seated.table, sizeof id);
    memcpy(at->made, id, sizeof id);
    for (int seat = 0; seat < setup.seats; seat++) {
        uint8_t contribution[BIL_HASH_BYTES] = {(uint8_t)(seat + 1), 5};
        const struct bil_newcomer who = {names[seat], "", seat, contribution, NULL};
        if (!setup.bot[seat][0]) {
            do {
                before = at->failures;
                settle(at, bil_table_join(at->hub, id, &who, at->now, &seated, &error), &error);
            } while (at->failures > before);
            bench_connect(bench_client(at, id, seated.token, seat), -1);
        }
    }
    bil_setup_free(&setup);
    bench_round(at);
    return first;
}

enum bil_fault bench_rematch(const struct bench_client *client, struct bil_seated *out)
{
    struct bench *at = client->bench;
    const enum bil_fault fault = bil_table_rematch(at->hub, client->table, client->token, true, NULL, "", at->now, out, NULL);
    bench_round(at);
    return fault;
}

struct bil_hub_figures bench_figures(const struct bench *at)
{
    struct bil_hub_figures figures;
    bil_hub_figures(at->hub, &figures);
    return figures;
}

int bench_play_round(struct bench *at)
{
    int played = 0;
    for (int i = 0; i < at->count; i++) {
        struct bench_client *client = &at->client[i];
        if (client->client && client->move_count > 0 && client->answered != client->decision) {
            const int choice = (int)bil_random_below(&client->random, (uint32_t)client->move_count);
            client->answered = (int)client->decision;
            bench_say(client, "{\"type\":\"move\",\"id\":%d,\"decision\":%lld,\"move\":\"%s\"}", played,
                      (long long)client->decision, client->move[choice]);
            played++;
        }
    }
    return played;
}

static bool all_over(const struct bench *at)
{
    for (int i = 0; i < at->count; i++) {
        if (at->client[i].client && !at->client[i].over) {
            return false;
        }
    }
    return true;
}

void bench_play(struct bench *at, int rounds)
{
    int idle = 0;
    for (int i = 0; i < rounds && !all_over(at); i++) {
        idle = bench_play_round(at) > 0 ? 0 : idle + 1;
        if (idle > 0) {
            bil_hub_wait(at->hub);
            bench_wait(at, 1000);
        }
        if (idle > 50) {
            helper_fail("The games do not go on: nobody is asked who has not answered.");
        }
    }
}

void bench_move(struct bench_client *client, const char *part)
{
    for (int i = 0; i < client->move_count; i++) {
        if (strstr(client->move[i], part)) {
            client->code[0] = 0;
            bench_say(client, "{\"type\":\"move\",\"id\":1,\"decision\":%lld,\"move\":\"%s\"}", (long long)client->decision,
                      client->move[i]);
            assert_string_equal(client->code, "");
            return;
        }
    }
    fprintf(stderr, "no \"%s\" among the %d moves of seat %d\n", part, client->move_count, client->seat + 1);
    helper_fail("A move that a test wants to play is not to be had.");
}

struct bench_client *bench_example(struct bench *at, const char *file, const char *game, const char *rest)
{
    char path[512];
    struct bil_text setup = {0};
    snprintf(path, sizeof path, "%s/../docs/examples/%s", TEST_DATA, file);
    char *position = helper_read(path);
    bil_text_format(&setup, "{\"game\":\"%s\",\"position\":%s%s%s}", game, position, *rest ? "," : "", rest);
    struct bench_client *first = bench_table(at, bil_text_string(&setup));
    bil_text_free(&setup);
    free(position);
    return first;
}

char *bench_edition(void)
{
    const struct bil_match_setup setup = helper_setup(3, 1);
    struct bil_match *match = helper_match(&setup);
    struct bil_text edition = {0};
    match->game->edition_json(match->rules, &edition);
    char *other = helper_replace(bil_text_string(&edition), "\"users\":50,", "\"users\":100,");
    bil_text_free(&edition);
    bil_match_free(match);
    return other;
}

/* ------------------------------------------------------------------ records */

void bench_verify(struct bench *at, const char *table)
{
    struct bil_text record = {0};
    struct bil_error error = {{0}};
    struct bil_record_end end;
    bool there = false;
    helper_must(bil_table_record(at->hub, table, at->now, &record, &error) == BIL_FAULT_NONE, &error);
    struct bil_match *match = bil_record_read(bil_text_string(&record), record.length, "record", NULL, &end, &error);
    helper_must(match != NULL, &error);
    assert_int_equal(match->actor, BIL_OVER);
    assert_true(end.has_result && end.has_hash);
    helper_must(bil_fair_verify(match, &there, &error), &error);
    assert_true(there);
    bil_match_free(match);
    bil_text_free(&record);
}
