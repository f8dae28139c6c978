/* See hub_bench.h. */
#include "server/hub_bench.h"
#include "server/http_requests.h"
#include "server/store/store_place.h"
#include "unit.h"

#include "billions/json.h"
#include "billions/position.h"
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
    (void)context;
    bool secret = bench.made[0] && strstr(fields, bench.made);
    for (int i = 0; i < bench.count; i++) {
        const struct bench_client *client = &bench.client[i];
        secret = secret || strstr(fields, client->table) || (client->token[0] && strstr(fields, client->token));
    }
    if (secret) {
        fprintf(stderr, "%s: %s\n", what, fields);
        helper_fail("The log is told a secret.");
    }
}

static void open_hub(void)
{
    struct bil_error error = {{0}};
    bench.store = bil_store_open(bench.path, &error);
    helper_must(bench.store != NULL, &error);
    helper_must(bil_store_claim(bench.store, false, &error), &error);
    bench.hub = bil_hub_new(bench.store, &bench.settings, bench.now, NULL, NULL, &error);
    helper_must(bench.hub != NULL, &error);
    bil_hub_on_event(bench.hub, log_is_told, NULL);
}

void bench_open(const char *path, bool paced)
{
    if (bench.hub) {
        bench_close();
    }
    ask_as("");
    ask_from("192.0.2.1");
    memset(&bench, 0, sizeof bench);
    snprintf(bench.path, sizeof bench.path, "%s", store_place(path));
    bench.now = bench_start;
    bench.settings = (struct bil_hub_settings){.workers = 2, .made_a_minute = 100000, .tables_of_one = -1};
    bench.settings.hash_kib = bench_true_hashes ? 0 : CHEAP_KIB;
    if (!paced) {
        bench.settings.bot_pace = -1;
        bench.settings.window_floor = -1;
    }
    open_hub();
}

void bench_close(void)
{
    bil_hub_free(bench.hub);
    bench.hub = NULL;
    forget_texts();
    for (int i = 0; i < BENCH_CLIENTS; i++) { /* also those that a test has taken off the list */
        bil_text_free(&bench.client[i].all);
        bil_text_free(&bench.client[i].kept);
    }
}

int bench_end(void **state)
{
    if (bench.hub) {
        bench_close();
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
    bench_open(":memory:", false);
    return 0;
}

void bench_kill(void)
{
    bil_store_rollback(bench.store);
    bil_hub_free(bench.hub);
    for (int i = 0; i < bench.count; i++) {
        bench.client[i].client = NULL;
    }
    open_hub();
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

static void hear_all(void)
{
    bil_hub_ready(bench.hub, nothing);
    for (int i = 0; i < bench.count; i++) {
        struct bench_client *client = &bench.client[i];
        size_t length = 0;
        for (const char *text = NULL; client->client && (text = bil_outbox_next(client->client, &length));) {
            hear(client, text, length);
        }
    }
}

static void commit(void)
{
    struct bil_error error = {{0}};
    if (!bil_hub_commit(bench.hub, bench.now, &error)) {
        helper_must(bench.may_fail, &error);
        log_is_told(NULL, "not stored", error.text); /* who drives the hub logs that too */
        bench.failures++;
    }
    hear_all();
}

void bench_round(void)
{
    int64_t wait = 0;
    for (int i = 0; i < 100000 && wait == 0; i++) {
        wait = bil_hub_tick(bench.hub, bench.now);
        commit();
    }
}

void bench_wait(int64_t milliseconds)
{
    const int64_t until = bench.now + milliseconds;
    while (bench.now < until) {
        int64_t wait = bil_hub_tick(bench.hub, bench.now);
        commit();
        wait = wait > 0 ? wait : 1;
        bench.now = bench.now + wait < until ? bench.now + wait : until;
    }
    bench_round();
}

/* ------------------------------------------------------------------ saying */

struct bench_client *bench_client(const char *table, const char *token, int seat)
{
    assert_true(bench.count < BENCH_CLIENTS);
    struct bench_client *client = &bench.client[bench.count++];
    uint8_t seed[BIL_SEED_BYTES] = {(uint8_t)bench.count, (uint8_t)(bench.count >> 8), 77};
    bil_text_free(&client->all);
    bil_text_free(&client->kept);
    memset(client, 0, sizeof *client);
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
    client->client = bil_hub_connect(bench.hub, client, bench.now);
    bil_text_format(&text, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\"", client->table);
    if (client->token[0]) {
        bil_text_format(&text, ",\"token\":\"%s\"", client->token);
    }
    if (seen >= 0) {
        bil_text_format(&text, ",\"seen\":%lld", (long long)seen);
        client->number = seen;
    }
    bil_text_format(&text, ",\"views\":%s%s}", client->views ? "true" : "false", client->hidden ? ",\"sight\":false" : "");
    bench_say(client, "%s", bil_text_string(&text));
    bil_text_free(&text);
}

struct bench_client *bench_come(const char *table, const char *token, int seat)
{
    struct bench_client *client = bench_client(table, token, seat);
    bench_connect(client, -1);
    return client;
}

void bench_drop(struct bench_client *client)
{
    bil_hub_gone(bench.hub, client->client, bench.now);
    client->client = NULL;
    bench_round();
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
    const bool stays = bil_hub_receive(bench.hub, client->client, text, (size_t)length, bench.now);
    bench_round();
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
static void settle(enum bil_fault fault, const struct bil_error *error)
{
    if (fault != BIL_FAULT_NONE && !(fault == BIL_FAULT_STORE && bench.may_fail)) {
        helper_fail(error->text);
    }
    const int before = bench.failures;
    commit();
    bench.failures += fault != BIL_FAULT_NONE && bench.failures == before;
}

struct bench_client *bench_table(const char *json)
{
    static const char *const names[] = {"Ann", "Bob", "Cid", "Dora", "Eve", "Fred"};
    struct bil_error error = {{0}};
    struct bil_table_setup setup;
    struct bil_seated seated;
    struct bench_client *first = &bench.client[bench.count];
    helper_must(bil_setup_read(json, strlen(json), true, &setup, &error), &error);
    int before;
    do {
        before = bench.failures;
        settle(bil_table_make(bench.hub, &setup, NULL, "test", bench.now, &seated, &error), &error);
    } while (bench.failures > before);
    char id[BIL_TABLE_ID + 1];
    memcpy(id, seated.table, sizeof id);
    memcpy(bench.made, id, sizeof id);
    for (int seat = 0; seat < setup.seats; seat++) {
        uint8_t contribution[BIL_HASH_BYTES] = {(uint8_t)(seat + 1), 5};
        const struct bil_newcomer who = {names[seat], "", seat, contribution, NULL};
        if (!setup.bot[seat][0]) {
            do {
                before = bench.failures;
                settle(bil_table_join(bench.hub, id, &who, bench.now, &seated, &error), &error);
            } while (bench.failures > before);
            bench_connect(bench_client(id, seated.token, seat), -1);
        }
    }
    bil_setup_free(&setup);
    bench_round();
    return first;
}

enum bil_fault bench_rematch(const struct bench_client *client, struct bil_seated *out)
{
    const enum bil_fault fault = bil_table_rematch(bench.hub, client->table, client->token, true, NULL, "", bench.now, out, NULL);
    bench_round();
    return fault;
}

struct bil_hub_figures bench_figures(void)
{
    struct bil_hub_figures figures;
    bil_hub_figures(bench.hub, &figures);
    return figures;
}

int bench_play_round(void)
{
    int played = 0;
    for (int i = 0; i < bench.count; i++) {
        struct bench_client *client = &bench.client[i];
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

static bool all_over(void)
{
    for (int i = 0; i < bench.count; i++) {
        if (bench.client[i].client && !bench.client[i].over) {
            return false;
        }
    }
    return true;
}

void bench_play(int rounds)
{
    int idle = 0;
    for (int i = 0; i < rounds && !all_over(); i++) {
        idle = bench_play_round() > 0 ? 0 : idle + 1;
        if (idle > 0) {
            bil_hub_wait(bench.hub);
            bench_wait(1000);
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

struct bench_client *bench_example(const char *file, const char *game, const char *rest)
{
    char path[512];
    struct bil_text setup = {0};
    snprintf(path, sizeof path, "%s/../docs/examples/%s", TEST_DATA, file);
    char *position = helper_read(path);
    bil_text_format(&setup, "{\"game\":\"%s\",\"position\":%s%s%s}", game, position, *rest ? "," : "", rest);
    struct bench_client *first = bench_table(bil_text_string(&setup));
    bil_text_free(&setup);
    free(position);
    return first;
}

void bench_write_setup(const struct bil_match *match, const void *state, const char *const bot[], const char *more,
                       struct bil_text *out)
{
    bil_text_format(out, "{\"game\":\"%s\",\"seats\":%d,\"absent\":{\"bot\":\"greedy\"},%s,\"bots\":[", match->game->id,
                    match->config.seats, more);
    for (int seat = 0; seat < match->config.seats; seat++) {
        const char *quote = bot[seat] ? "\"" : "";
        bil_text_format(out, "%s%s%s%s", seat > 0 ? "," : "", quote, bot[seat] ? bot[seat] : "null", quote);
    }
    bil_text_add(out, "],\"position\":");
    bil_position_write(match->game, &match->config, match->rules, match->edition, state, out);
    bil_text_char(out, '}');
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

void bench_verify(const char *table)
{
    struct bil_text record = {0};
    struct bil_error error = {{0}};
    struct bil_record_end end;
    bool there = false;
    helper_must(bil_table_record(bench.hub, table, bench.now, &record, &error) == BIL_FAULT_NONE, &error);
    struct bil_match *match = bil_record_read(bil_text_string(&record), record.length, "record", NULL, &end, &error);
    helper_must(match != NULL, &error);
    assert_int_equal(match->actor, BIL_OVER);
    assert_true(end.has_result && end.has_hash);
    helper_must(bil_fair_verify(match, &there, &error), &error);
    assert_true(there);
    bil_match_free(match);
    bil_text_free(&record);
}
