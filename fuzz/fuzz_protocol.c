/* Anything that clients may say to a server, in any order, with time passing: the hub must answer each message and each request
 * with sound JSON, every refusal with a sentence; no token may come back to anybody, unless somebody said it where none belongs, as
 * in chat; and in the end the table must still be there for who asks.
 *
 * An input is text, one action a line; the first letter says what:
 *
 *     a b c d     the client of that letter says the rest of the line; a and b know the tokens of the two seats
 *     A B C D     its connection is lost
 *     g p x       GET, POST ("path body"), DELETE of the path in the rest of the line
 *     t           so many milliseconds pass
 *
 * and in the rest $1 and $2 are the seats' tokens, $t the table, $d the number of the decision that is open, $m its first legal
 * move. The first letter of all chooses the game. Chance is the same every time.
 *
 * The hub stands on plain memory (plain_store.c), and passphrases are hashed cheaply: a run is worth the more the less it takes.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "insist.h"
#include "server/common/token.h"
#include "server/hub.h"

enum { CLIENTS = 4, ACTIONS = 100, LONGEST_WAIT = 2 * 86400 * 1000, BIG = 3000 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
const char *__asan_default_options(void); /* NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

/* Each run begins and ends with hundreds of small pieces of memory: long traces of where they came from, and hundreds of megabytes
 * of freed ones, would take most of the time. */
const char *__asan_default_options(void) /* NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
{
    return "malloc_context_size=4:quarantine_size_mb=16";
}

struct desk {
    struct bil_hub *hub;
    struct bil_client *client[CLIENTS];
    bool closing[CLIENTS];
    int64_t now;
    char table[BIL_TABLE_ID + 1];
    char token[2][BIL_TOKEN_LETTERS + 1];
    bool blabbed[2]; /* somebody said that token as if it were none: it may be repeated */
    char decision[24];
    char move[256];
    int heard; /* big messages */
    bool told; /* who came last has been told of the table */
};

/* ------------------------------------------------------------------ chance without chance */

static uint64_t chance_state;

static const char *chance_name(void)
{
    return "always the same";
}

static uint32_t chance_number(void)
{
    chance_state = chance_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(chance_state >> 32);
}

static void chance_fill(void *const out, const size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ((uint8_t *)out)[i] = (uint8_t)chance_number();
    }
}

static struct randombytes_implementation chance = {.implementation_name = chance_name, .random = chance_number, .buf = chance_fill};

/* ------------------------------------------------------------------ what the hub says */

static void check_json(const char *text, size_t length, bool message)
{
    struct bil_error error = {{0}};
    const struct bil_value *tree = bil_json_read(text, length, "answer", &error);
    insist(tree != NULL, error.text);
    insist(tree->type == BIL_OBJECT, "an answer that is no object");
    const struct bil_value *kind = bil_value_get(tree, "type");
    if (message) {
        insist(kind && kind->type == BIL_STRING, "a message without a type");
        if (strcmp(kind->string, "error") == 0) {
            const struct bil_value *words = bil_value_get(tree, "text");
            insist(words && words->type == BIL_STRING && words->string[0], "an error without a sentence");
        }
    }
    bil_json_free(tree);
}

/* The text between `before` and `after`, if it is there and fits. */
static void pick(const char *text, const char *before, char after, char *into, size_t size)
{
    const char *at = strstr(text, before);
    const char *end = at ? strchr(at + strlen(before), after) : NULL;
    if (end && (size_t)(end - at) - strlen(before) < size) {
        const size_t length = (size_t)(end - at) - strlen(before);
        memcpy(into, at + strlen(before), length);
        into[length] = 0;
    }
}

static void hear(struct desk *desk)
{
    struct bil_error error = {{0}};
    insist(bil_hub_commit(desk->hub, desk->now, &error), error.text);
    for (int i = 0; i < CLIENTS; i++) {
        size_t length = 0;
        const char *text;
        while (desk->client[i] && (text = bil_outbox_next(desk->client[i], &length)) != NULL) {
            char *copy = calloc(length + 1, 1);
            memcpy(copy, text, length);
            insist(strlen(copy) == length, "a message with a zero in it");
            if (length < BIG || desk->heard++ % 8 == 0) {
                check_json(copy, length, true); /* of the big ones, which hold views, some: that takes longest of all */
            }
            for (int seat = 0; seat < 2; seat++) {
                insist(desk->blabbed[seat] || !strstr(copy, desk->token[seat]), "a token was told");
            }
            pick(copy, "\"decision\":", ',', desk->decision, sizeof desk->decision);
            pick(copy, "\"moves\":[\"", '"', desk->move, sizeof desk->move);
            desk->told = desk->told || strncmp(copy, "{\"type\":\"table\"", 15) == 0;
            free(copy);
        }
        if (desk->client[i] && desk->closing[i]) {
            bil_hub_gone(desk->hub, desk->client[i], desk->now);
            desk->client[i] = NULL;
        }
    }
}

static void nobody_is_ready(void *owner)
{
    (void)owner;
}

static void event(void *context, const char *what, const char *fields)
{
    const struct desk *desk = context;
    insist(!desk->table[0] || !strstr(fields, desk->table), "the link of a table for the log");
    for (int seat = 0; seat < 2; seat++) {
        insist(!desk->token[seat][0] || (!strstr(fields, desk->token[seat]) && !strstr(what, desk->token[seat])),
               "a token for the log");
    }
}

static void late(void *owner, struct bil_response *response)
{
    (void)owner;
    check_json(bil_text_string(&response->body), response->body.length, false);
    bil_text_free(&response->body);
}

/* ------------------------------------------------------------------ what is done */

/* Whether somebody's token stands anywhere but where a token belongs. */
static void note_blabbing(struct desk *desk, const char *text)
{
    static const char place[] = "\"token\":\"";
    const size_t before = sizeof place - 1;
    for (int seat = 0; seat < 2 && desk->token[seat][0]; seat++) {
        for (const char *at = strstr(text, desk->token[seat]); at; at = strstr(at + 1, desk->token[seat])) {
            desk->blabbed[seat] = desk->blabbed[seat] || (size_t)(at - text) < before || memcmp(at - before, place, before) != 0;
        }
    }
}

static void ask(struct desk *desk, const char *method, const char *path, const char *body, struct bil_text *answer)
{
    static char owner;
    struct bil_response response = {0};
    char address[128];
    const char *question = strchr(path, '?');
    snprintf(address, sizeof address, "%.*s", question ? (int)(question - path) : (int)strlen(path), path);
    const struct bil_request request = {.method = method,
                                        .path = address,
                                        .query = question ? question + 1 : "",
                                        .bearer = answer ? "" : desk->token[strlen(body) & 1],
                                        .address = "127.0.0.1",
                                        .body = body,
                                        .length = strlen(body),
                                        .owner = &owner};
    note_blabbing(desk, body);
    bil_hub_request(desk->hub, &request, desk->now, &response);
    if (!response.later) {
        insist(response.status >= 200 && response.status < 600, "no status");
        if (!response.type || strcmp(response.type, "application/json") == 0) {
            check_json(bil_text_string(&response.body), response.body.length, false);
        }
        if (answer) {
            bil_text_add(answer, bil_text_string(&response.body));
        }
    }
    bil_text_free(&response.body);
    hear(desk);
    bil_hub_forget(desk->hub, &owner);
}

static void say(struct desk *desk, int i, const char *text)
{
    if (!desk->client[i]) {
        desk->client[i] = bil_hub_connect(desk->hub, desk, desk->now);
        desk->closing[i] = false;
    }
    note_blabbing(desk, text);
    desk->closing[i] = !bil_hub_receive(desk->hub, desk->client[i], text, strlen(text), desk->now);
    hear(desk);
}

static void pass_time(struct desk *desk, const char *words)
{
    const long long wanted = atoll(words);
    desk->now += wanted < 0 ? 0 : wanted > LONGEST_WAIT ? LONGEST_WAIT : wanted;
    bil_hub_wait(desk->hub);
    bil_hub_tick(desk->hub, desk->now);
    hear(desk);
    bil_hub_ready(desk->hub, nobody_is_ready);
}

/* The rest of a line with what stands for tokens and the like filled in. */
static void fill_in(const struct desk *desk, const char *from, size_t length, struct bil_text *out)
{
    bil_text_clear(out);
    for (size_t i = 0; i < length; i++) {
        const char next = i + 1 < length ? from[i + 1] : 0;
        const char *words = from[i] != '$' ? NULL
                            : next == '1'  ? desk->token[0]
                            : next == '2'  ? desk->token[1]
                            : next == 't'  ? desk->table
                            : next == 'd'  ? desk->decision
                            : next == 'm'  ? desk->move
                                           : NULL;
        if (words) {
            bil_text_add(out, words);
            i++;
        } else {
            bil_text_char(out, from[i]);
        }
    }
}

static void act(struct desk *desk, char what, const char *rest)
{
    if (what >= 'a' && what <= 'd') {
        say(desk, what - 'a', rest);
    } else if (what >= 'A' && what <= 'D' && desk->client[what - 'A']) {
        bil_hub_gone(desk->hub, desk->client[what - 'A'], desk->now);
        desk->client[what - 'A'] = NULL;
        hear(desk);
    } else if (what == 't') {
        pass_time(desk, rest);
    } else if (what == 'g' || what == 'p' || what == 'x') {
        char path[128];
        const size_t length = strcspn(rest, " ");
        snprintf(path, sizeof path, "/api/%.*s", (int)(length < 100 ? length : 100), rest);
        ask(desk, what == 'g' ? "GET" : what == 'p' ? "POST" : "DELETE", path, rest[length] ? rest + length + 1 : "", NULL);
    }
}

static bool set_table(struct desk *desk, const char *game)
{
    struct bil_text text = {0};
    char path[64];
    char body[256];
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"seats\":3,\"bots\":[null,null,\"random\"],\"pace\":{\"kind\":\"live\",\"move\":60,\"bank\":30,"
             "\"window\":10},"
             "\"absent\":{\"bot\":\"random\"}}",
             game);
    ask(desk, "POST", "/api/tables", body, &text);
    pick(bil_text_string(&text), "\"table\":\"", '"', desk->table, sizeof desk->table);
    insist(desk->table[0] != 0, bil_text_string(&text));
    for (int seat = 0; seat < 2; seat++) {
        char token[BIL_TOKEN_LETTERS + 1] = "";
        bil_text_clear(&text);
        snprintf(path, sizeof path, "/api/tables/%s/join", desk->table);
        ask(desk, "POST", path, seat == 0 ? "{\"name\":\"Ann\"}" : "{\"name\":\"Bob\"}", &text);
        pick(bil_text_string(&text), "\"token\":\"", '"', token, sizeof token);
        memcpy(desk->token[seat], token, sizeof token);
    }
    bil_text_free(&text);
    return desk->token[1][0] != 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct bil_error error = {{0}};
    struct desk desk = {.now = INT64_C(1800000000000), .decision = "1", .move = "pass"};
    const struct bil_hub_settings settings = {
        .workers = 1, .bot_pace = -1, .window_floor = -1, .made_a_minute = 1000, .tables_of_one = -1, .hash_kib = 8};
    static bool prepared;
    static const char last_words[] = "{\"type\":\"hello\",\"protocol\":1,\"table\":\"$t\"}";
    chance_state = 1;
    if (!prepared) {
        prepared = true;
        randombytes_set_implementation(&chance);
        insist(sodium_init() >= 0, "libsodium");
    }
    struct bil_store *store = bil_store_open(":memory:", &error);
    insist(store != NULL, error.text);
    desk.hub = bil_hub_new(store, &settings, desk.now, NULL, NULL, &error);
    insist(desk.hub != NULL, error.text);
    bil_hub_on_answer(desk.hub, late);
    bil_hub_on_event(desk.hub, event, &desk);
    insist(set_table(&desk, length > 0 && (bytes[0] & 1) ? "six-billion" : "one-billion-users"), "no table was made");

    struct bil_text line = {0};
    const char *at = (const char *)bytes;
    const char *end = at + length;
    for (int i = 0; i < ACTIONS && at < end; i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        if (stop > at) {
            fill_in(&desk, at + 1, (size_t)(stop - at) - 1, &line);
            act(&desk, *at, bil_text_string(&line));
        }
        at = stop < end ? stop + 1 : end;
    }
    /* Whatever was said, the table is there for whoever comes now. */
    act(&desk, 'D', "");
    desk.told = false;
    fill_in(&desk, last_words, sizeof last_words - 1, &line);
    say(&desk, 3, bil_text_string(&line));
    insist(desk.told, "the table is lost");
    bil_text_free(&line);
    bil_hub_wait(desk.hub);
    bil_hub_free(desk.hub);
    return 0;
}
