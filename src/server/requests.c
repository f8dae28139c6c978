/* Requests of HTTP under /api/: which there are, what they carry, what is answered. What they do is done by tables (table.h) and
 * accounts (table.h).
 *
 * Every bad request gets one sentence and a fitting status, and changes nothing. What changes something is in the open transaction
 * when it is answered: the answer is true when bil_hub_commit is. Must never put a secret into an answer but a token, to its
 * owner. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "server/hub.h"
#include "server/push/push.h"
#include "table/messages/catalogue.h"
#include "table/settings.h"

enum { LIST_MOST = 100, LIST_USUAL = 50 };

/* One request on its way. */
struct call {
    struct bil_hub *hub;
    const struct bil_request *request;
    struct bil_response *response;
    int64_t now;
    char id[BIL_TABLE_ID + 1];    /* of the table in the path */
    const struct bil_value *body; /* an object; NULL where the route has none */
    struct bil_error error;       /* the sentence of a fault */
};

/* ------------------------------------------------------------------ answers */

/* Answers a fault. False if there is one. */
static bool went_well(struct call *call, enum bil_fault fault)
{
    if (fault) {
        bil_response_fault(call->response, fault, &call->error);
    }
    return !fault;
}

static bool malformed(struct call *call)
{
    return went_well(call, BIL_FAULT_MALFORMED);
}

static struct bil_text *answer_fine(struct call *call, int status)
{
    call->response->status = status;
    return &call->response->body;
}

/* Answers that it is done, or why it is not. */
static void answer_done(struct call *call, enum bil_fault fault)
{
    if (went_well(call, fault)) {
        bil_text_add(answer_fine(call, 200), "{}");
    }
}

/* The same with a text, which is freed. */
static void answer_text(struct call *call, enum bil_fault fault, struct bil_text *text)
{
    if (went_well(call, fault)) {
        bil_text_add_bytes(answer_fine(call, 200), bil_text_string(text), text->length);
    }
    bil_text_free(text);
}

static void write_hex(struct bil_text *out, const char *key, const uint8_t bytes[BIL_HASH_BYTES])
{
    char digits[2 * BIL_HASH_BYTES + 1];
    bil_hex_write(bytes, BIL_HASH_BYTES, digits);
    bil_json_key_string(out, key, digits);
}

static void write_seated(struct bil_text *out, const struct bil_seated *seated, bool table, bool commitment)
{
    bil_json_object(out);
    if (table) {
        bil_json_key_string(out, "table", seated->table);
    }
    if (seated->seat >= 0) {
        bil_json_key_integer(out, "seat", seated->seat + 1);
        bil_json_key_string(out, "token", seated->token);
    }
    if (commitment) {
        write_hex(out, "commitment", seated->commitment);
    }
    bil_json_object_end(out);
}

/* ------------------------------------------------------------------ what requests carry */

/* "contribution" of the body, if it is there. */
static bool read_contribution(struct call *call, uint8_t bytes[BIL_HASH_BYTES], const uint8_t **out)
{
    const char *digits = NULL;
    *out = NULL;
    if (!bil_value_string(call->body, "contribution", &digits, &call->error)) {
        return malformed(call);
    }
    if (digits && !bil_hex_read(digits, bytes, BIL_HASH_BYTES)) {
        bil_fail(&call->error, "\"contribution\" must be %d hexadecimal digits, 0 to 9 and small a to f.", 2 * BIL_HASH_BYTES);
        return malformed(call);
    }
    *out = digits ? bytes : NULL;
    return true;
}

/* Who sits down, as `join` and making a table say it. A session makes the seat one of that person's. */
static bool read_newcomer(struct call *call, struct bil_newcomer *who, char person[BIL_PERSON_NAME], uint8_t bytes[BIL_HASH_BYTES])
{
    int seat = 0;
    *who = (struct bil_newcomer){.person = person};
    person[0] = 0;
    if (!bil_value_string(call->body, "name", &who->name, &call->error) ||
        !bil_value_integer(call->body, "seat", 1, BIL_MAX_SEATS, &seat, &call->error)) {
        return malformed(call);
    }
    who->seat = seat - 1;
    return read_contribution(call, bytes, &who->contribution) &&
           (!*call->request->bearer ||
            went_well(call, bil_account_session(call->hub, call->request->bearer, call->now, person, &call->error)));
}

/* "token" of the body, if it is there: the secret that who sits down has drawn. */
static bool read_wished_token(struct call *call, const char **out)
{
    uint8_t bytes[BIL_TOKEN_BYTES];
    if (!bil_value_string(call->body, "token", out, &call->error)) {
        return malformed(call);
    }
    if (*out && !bil_token_read(*out, bytes)) {
        bil_fail(&call->error, "\"token\" must be %d random bytes as %d letters of base64url, without \"=\".", BIL_TOKEN_BYTES,
                 BIL_TOKEN_LETTERS);
        return malformed(call);
    }
    return true;
}

/* The value of a key of the query, "state=open&limit=5", into `value`: false if it is there and too long. */
static bool query_value(const char *query, const char *key, char *value, size_t size)
{
    const size_t length = strlen(key);
    value[0] = 0;
    while (query && *query) {
        const size_t part = strcspn(query, "&");
        if (strncmp(query, key, length) == 0 && query[length] == '=') {
            const size_t count = part - length - 1;
            if (count >= size) {
                return false;
            }
            memcpy(value, query + length + 1, count);
            value[count] = 0;
        }
        query += part;
        query += *query == '&';
    }
    return true;
}

static bool read_limit(const char *query, int *limit, struct bil_error *error)
{
    char digits[8];
    *limit = LIST_USUAL;
    const bool fits = query_value(query, "limit", digits, sizeof digits);
    if (fits && !digits[0]) {
        return true;
    }
    const size_t count = strspn(digits, "0123456789");
    *limit = fits && count > 0 && !digits[count] ? atoi(digits) : 0;
    return (*limit >= 1 && *limit <= LIST_MOST) || bil_fail(error, "\"limit\" must be a number from 1 to %d.", LIST_MOST);
}

static bool read_state(const char *query, int *state, struct bil_error *error)
{
    static const char *const words[] = {"open", "playing", "over"}; /* as enum bil_table_state */
    char word[12];
    *state = -1;
    if (query_value(query, "state", word, sizeof word) && !word[0]) {
        return true;
    }
    for (int i = 0; i < 3; i++) {
        if (strcmp(word, words[i]) == 0) {
            *state = i;
            return true;
        }
    }
    return bil_fail(error, "\"state\" must be open, playing or over.");
}

/* ------------------------------------------------------------------ what can be played */

static bool offered(const char *bot)
{
    return bil_setup_bot(bot, NULL, NULL);
}

static void get_games(struct call *call)
{
    struct bil_text *out = answer_fine(call, 200);
    bil_json_object(out);
    bil_json_key_string(out, "version", BILLIONS_VERSION);
    bil_json_key_integer(out, "protocol", 1);
    bil_catalogue(out, offered);
    bil_json_object_end(out);
}

/* ------------------------------------------------------------------ tables */

static void get_tables(struct call *call)
{
    struct bil_text list = {0};
    int state = -1;
    int limit = 0;
    if (!read_state(call->request->query, &state, &call->error) || !read_limit(call->request->query, &limit, &call->error)) {
        malformed(call);
    } else if (went_well(call, bil_table_list(call->hub, state, NULL, limit, &list, &call->error))) {
        struct bil_text *out = answer_fine(call, 200);
        bil_json_object(out);
        bil_json_key(out, "tables");
        bil_json_raw(out, bil_text_string(&list));
        bil_json_object_end(out);
    }
    bil_text_free(&list);
}

static void post_table(struct call *call)
{
    struct bil_newcomer who;
    struct bil_seated seated;
    char person[BIL_PERSON_NAME];
    uint8_t bytes[BIL_HASH_BYTES];
    struct bil_table_setup setup;
    if (!read_newcomer(call, &who, person, bytes)) {
        return;
    }
    if (!bil_setup_read(call->request->body, call->request->length, true, &setup, &call->error)) {
        malformed(call);
        return;
    }
    const enum bil_fault fault =
        bil_table_make(call->hub, &setup, who.name ? &who : NULL, call->request->address, call->now, &seated, &call->error);
    bil_setup_free(&setup);
    if (went_well(call, fault)) {
        write_seated(answer_fine(call, 201), &seated, true, true);
    }
}

static void get_table(struct call *call)
{
    struct bil_text text = {0};
    char person[BIL_PERSON_NAME] = "";
    const struct bil_asker who = {call->request->bearer, person};
    if (*call->request->bearer && bil_account_session(call->hub, call->request->bearer, call->now, person, &call->error)) {
        person[0] = 0; /* it is the token of a seat, or nobody's: then who asks hears what all are */
    }
    answer_text(call, bil_table_describe(call->hub, call->id, &who, call->now, &text, &call->error), &text);
}

static void get_record(struct call *call)
{
    struct bil_text text = {0};
    if (went_well(call, bil_table_record(call->hub, call->id, call->now, &text, &call->error))) {
        bil_text_add_bytes(answer_fine(call, 200), bil_text_string(&text), text.length);
        call->response->type = "text/plain; charset=utf-8";
    }
    bil_text_free(&text);
}

static void post_join(struct call *call)
{
    struct bil_newcomer who;
    struct bil_seated seated;
    char person[BIL_PERSON_NAME];
    uint8_t bytes[BIL_HASH_BYTES];
    if (!read_newcomer(call, &who, person, bytes) || !read_wished_token(call, &who.token)) {
        return;
    }
    if (!who.name) {
        bil_fail(&call->error, "\"name\" is missing: what the others at the table call you.");
        malformed(call);
        return;
    }
    if (went_well(call, bil_table_join(call->hub, call->id, &who, call->now, &seated, &call->error))) {
        write_seated(answer_fine(call, 200), &seated, false, true);
    }
}

/* {"seat":2,"bot":"easy"}, {"seat":2,"remove":"Ann"}, or {"bot":"easy"} for all free seats. */
static void post_seats(struct call *call)
{
    struct bil_seating wish = {0};
    int seat = 0;
    if (!bil_value_string(call->body, "bot", &wish.bot, &call->error) ||
        !bil_value_string(call->body, "remove", &wish.remove, &call->error) ||
        !bil_value_integer(call->body, "seat", 1, BIL_MAX_SEATS, &seat, &call->error)) {
        malformed(call);
        return;
    }
    wish.seat = seat - 1;
    answer_done(call, bil_table_seating(call->hub, call->id, call->request->bearer, &wish, call->now, &call->error));
}

/* Also how a page that is anywhere finds out whether there is a server behind it: a file of that name says that there is none. */
static void get_quick(struct call *call)
{
    struct bil_text list = {0};
    if (went_well(call, bil_table_quick_list(call->hub, &list, &call->error))) {
        struct bil_text *out = answer_fine(call, 200);
        bil_json_object(out);
        bil_json_key_bool(out, "server", true);
        bil_json_key(out, "tables");
        bil_json_raw(out, bil_text_string(&list));
        bil_json_object_end(out);
    }
    bil_text_free(&list);
}

static void post_quick(struct call *call)
{
    struct bil_newcomer who;
    struct bil_seated seated;
    struct bil_quick_wish wish = {.takes = true};
    char person[BIL_PERSON_NAME];
    uint8_t bytes[BIL_HASH_BYTES];
    wish.game = bil_game_read(call->body, &call->error);
    if (!wish.game ||
        !bil_value_integer(call->body, "seats", wish.game->min_seats, wish.game->max_seats, &wish.seats, &call->error) ||
        !bil_value_bool(call->body, "take", &wish.takes, &call->error)) {
        malformed(call);
        return;
    }
    if (read_newcomer(call, &who, person, bytes) &&
        went_well(call, bil_table_quick(call->hub, &wish, &who, call->request->address, call->now, &seated, &call->error))) {
        write_seated(answer_fine(call, 200), &seated, true, true);
    }
}

static void post_leave(struct call *call)
{
    answer_done(call, bil_table_leave(call->hub, call->id, call->request->bearer, call->now, &call->error));
}

static void post_rematch(struct call *call)
{
    struct bil_seated seated;
    uint8_t bytes[BIL_HASH_BYTES];
    const uint8_t *contribution = NULL;
    bool takes = true;
    if (!bil_value_bool(call->body, "take", &takes, &call->error)) {
        malformed(call);
        return;
    }
    if (read_contribution(call, bytes, &contribution) &&
        went_well(call, bil_table_rematch(call->hub, call->id, call->request->bearer, takes, contribution, call->request->address,
                                          call->now, &seated, &call->error))) {
        write_seated(answer_fine(call, 200), &seated, true, true);
    }
}

static void post_decline(struct call *call)
{
    answer_done(call, bil_table_decline(call->hub, call->id, call->request->bearer, call->now, &call->error));
}

/* ------------------------------------------------------------------ push messages */

static void get_push(struct call *call)
{
    struct bil_text text = {0};
    answer_text(call, bil_push_key(call->hub, &text, &call->error), &text);
}

static void post_push(struct call *call)
{
    const struct bil_request *request = call->request;
    answer_done(call,
                bil_push_subscribe(call->hub, call->id, request->bearer, call->body, request->address, call->now, &call->error));
}

static void delete_push(struct call *call)
{
    answer_done(call, bil_push_unsubscribe(call->hub, call->id, call->request->bearer, call->body, &call->error));
}

/* ------------------------------------------------------------------ people */

static void name_and_passphrase(struct call *call, bool registers)
{
    const char *name = NULL;
    const char *passphrase = NULL;
    if (!bil_value_string(call->body, "name", &name, &call->error) ||
        !bil_value_string(call->body, "passphrase", &passphrase, &call->error)) {
        malformed(call);
        return;
    }
    const struct bil_request *request = call->request;
    const enum bil_fault fault =
        registers ? bil_account_register(call->hub, name, passphrase, request->address, request->owner, call->now, &call->error)
                  : bil_account_login(call->hub, name, passphrase, request->address, request->owner, call->now, &call->error);
    call->response->later = went_well(call, fault);
}

static void post_people(struct call *call)
{
    name_and_passphrase(call, true);
}

static void post_session(struct call *call)
{
    name_and_passphrase(call, false);
}

static void delete_session(struct call *call)
{
    answer_done(call, bil_account_logout(call->hub, call->request->bearer, &call->error));
}

static bool session(struct call *call, char person[BIL_PERSON_NAME])
{
    return went_well(call, bil_account_session(call->hub, call->request->bearer, call->now, person, &call->error));
}

static void get_my(struct call *call)
{
    struct bil_text list = {0};
    char person[BIL_PERSON_NAME];
    int state = -1;
    int limit = 0;
    if (!session(call, person)) {
        return;
    }
    if (!read_state(call->request->query, &state, &call->error) || !read_limit(call->request->query, &limit, &call->error)) {
        malformed(call);
    } else if (went_well(call, bil_table_list(call->hub, state, person, limit, &list, &call->error))) {
        struct bil_text *out = answer_fine(call, 200);
        bil_json_object(out);
        bil_json_key_string(out, "name", person);
        bil_json_key(out, "tables");
        bil_json_raw(out, bil_text_string(&list));
        bil_json_object_end(out);
    }
    bil_text_free(&list);
}

static void post_my_seat(struct call *call)
{
    struct bil_seated seated;
    char person[BIL_PERSON_NAME];
    if (session(call, person) &&
        went_well(call, bil_table_new_token(call->hub, call->id, person, call->now, &seated, &call->error))) {
        write_seated(answer_fine(call, 200), &seated, true, false);
    }
}

static void post_my_claim(struct call *call)
{
    char person[BIL_PERSON_NAME];
    const char *token = NULL;
    int seat = -1;
    if (!bil_value_string(call->body, "token", &token, &call->error) ||
        (!token && !bil_fail(&call->error, "\"token\" is missing: of the seat."))) {
        malformed(call);
        return;
    }
    if (session(call, person) && went_well(call, bil_table_claim(call->hub, call->id, token, person, &seat, &call->error))) {
        struct bil_text *out = answer_fine(call, 200);
        bil_json_object(out);
        bil_json_key_string(out, "table", call->id);
        bil_json_key_integer(out, "seat", seat + 1);
        bil_json_object_end(out);
    }
}

/* ------------------------------------------------------------------ challenges */

/* "record=7" of the query: *number is 0 if it is not there. */
static bool read_number(const char *query, int64_t *number, struct bil_error *error)
{
    char digits[16];
    const bool fits = query_value(query, "record", digits, sizeof digits);
    *number = fits && digits[0] && strspn(digits, "0123456789") == strlen(digits) ? atoll(digits) : 0;
    return *number > 0 || (fits && !digits[0]) || bil_fail(error, "\"record\" must be the number of a result.");
}

static void get_challenge(struct call *call)
{
    struct bil_text text = {0};
    const struct bil_request *request = call->request;
    int64_t number = 0;
    if (!read_number(request->query, &number, &call->error)) {
        malformed(call);
        return;
    }
    answer_text(call,
                number > 0 ? bil_challenge_record(call->hub, call->id, number, request->bearer, call->now, &text, &call->error)
                           : bil_challenge_table(call->hub, call->id, request->bearer, call->now, &text, &call->error),
                &text);
}

static void post_challenge(struct call *call)
{
    char person[BIL_PERSON_NAME] = "";
    const struct bil_request *request = call->request;
    struct bil_result_sent sent = {.person = person, .address = request->address};
    if (!bil_value_string(call->body, "name", &sent.name, &call->error) ||
        !bil_value_string(call->body, "record", &sent.record, &call->error) ||
        !bil_value_string(call->body, "browser", &sent.browser, &call->error)) {
        malformed(call);
        return;
    }
    if (!*request->bearer || session(call, person)) {
        call->response->later =
            went_well(call, bil_challenge_send(call->hub, call->id, &sent, request->owner, call->now, &call->error));
    }
}

/* ------------------------------------------------------------------ which request it is */

enum body { BODY_NONE, BODY_MAY, BODY_MUST };

/* `*` means the id of a table. */
static const struct route {
    const char *method, *path;
    enum body body;
    size_t most; /* bytes of it */
    void (*answer)(struct call *call);
} routes[] = {
    {"GET", "/api/games", BODY_NONE, 0, get_games},
    {"GET", "/api/tables", BODY_NONE, 0, get_tables},
    {"POST", "/api/tables", BODY_MUST, BIL_SETUP_MORE_BYTES, post_table},
    {"GET", "/api/tables/*", BODY_NONE, 0, get_table},
    {"GET", "/api/tables/*/record", BODY_NONE, 0, get_record},
    {"POST", "/api/tables/*/join", BODY_MUST, BIL_SETUP_BYTES, post_join},
    {"POST", "/api/tables/*/seats", BODY_MUST, BIL_SETUP_BYTES, post_seats},
    {"GET", "/api/quick", BODY_NONE, 0, get_quick},
    {"POST", "/api/quick", BODY_MUST, BIL_SETUP_BYTES, post_quick},
    {"POST", "/api/tables/*/leave", BODY_MAY, BIL_SETUP_BYTES, post_leave},
    {"POST", "/api/tables/*/rematch", BODY_MAY, BIL_SETUP_BYTES, post_rematch},
    {"POST", "/api/tables/*/decline", BODY_MAY, BIL_SETUP_BYTES, post_decline},
    {"GET", "/api/push", BODY_NONE, 0, get_push},
    {"POST", "/api/tables/*/push", BODY_MUST, BIL_SETUP_BYTES, post_push},
    {"DELETE", "/api/tables/*/push", BODY_MAY, BIL_SETUP_BYTES, delete_push},
    {"POST", "/api/people", BODY_MUST, BIL_SETUP_BYTES, post_people},
    {"POST", "/api/session", BODY_MUST, BIL_SETUP_BYTES, post_session},
    {"DELETE", "/api/session", BODY_MAY, BIL_SETUP_BYTES, delete_session},
    {"GET", "/api/challenges/*", BODY_NONE, 0, get_challenge},
    {"POST", "/api/challenges/*", BODY_MUST, BIL_RESULT_BYTES, post_challenge},
    {"GET", "/api/my", BODY_NONE, 0, get_my},
    {"POST", "/api/my/*/seat", BODY_MAY, BIL_SETUP_BYTES, post_my_seat},
    {"POST", "/api/my/*/claim", BODY_MUST, BIL_SETUP_BYTES, post_my_claim},
};
enum { ROUTES = sizeof routes / sizeof routes[0] };

/* Whether a path is that of a route; the id goes to `id`, "" if what is there cannot be one. */
static bool matches_route(const char *pattern, const char *path, char id[BIL_TABLE_ID + 1])
{
    id[0] = 0;
    while (*pattern) {
        if (*pattern == '*') {
            const size_t length = strcspn(path, "/");
            if (length == 0) {
                return false;
            }
            if (bil_table_id_fits(path, length)) {
                memcpy(id, path, length);
                id[length] = 0;
            }
            path += length;
            pattern++;
        } else if (*pattern++ != *path++) {
            return false;
        }
    }
    return *path == 0;
}

/* The route of a request; NULL: that is answered. */
static const struct route *find_route(struct call *call)
{
    char id[BIL_TABLE_ID + 1];
    char *allow = call->response->allow;
    for (int i = 0; i < ROUTES; i++) {
        if (matches_route(routes[i].path, call->request->path, id)) {
            snprintf(allow + strlen(allow), sizeof call->response->allow - strlen(allow), "%s%s", *allow ? ", " : "",
                     strcmp(routes[i].method, "GET") == 0 ? "GET, HEAD" : routes[i].method);
            memcpy(call->id, id, sizeof id);
            if (strcmp(routes[i].method, call->request->method) == 0) {
                if (strchr(routes[i].path, '*') && !id[0]) {
                    bil_response_error(call->response, 404, "no-table",
                                       strstr(routes[i].path, "challenges") ? "There is no such challenge; its name has 16 letters."
                                                                            : "There is no such table; its name has 16 letters.");
                    return NULL;
                }
                *allow = 0;
                return &routes[i];
            }
        }
    }
    if (*allow) {
        bil_response_error(call->response, 405, "method", "This path is there, but not for this method.");
    } else {
        bil_response_error(call->response, 404, "no-path", "There is no such path; GET /api/games is one.");
    }
    return NULL;
}

/* Reads the body as an object. False: that it is none is answered. */
static bool read_body(struct call *call, const struct route *route)
{
    if (call->request->length > route->most && route->body != BODY_NONE) {
        bil_response_error(call->response, 413, "too-large", "The body of this request is too large.");
        return false;
    }
    if (route->body == BODY_NONE || (route->body == BODY_MAY && call->request->length == 0)) {
        return true;
    }
    if (call->request->length == 0) {
        bil_fail(&call->error, "This request needs a body, one JSON object.");
        return malformed(call);
    }
    call->body = bil_json_read(call->request->body, call->request->length, "the body", &call->error);
    if (!call->body) {
        return malformed(call);
    }
    if (call->body->type != BIL_OBJECT) {
        bil_fail(&call->error, "The body must be one JSON object.");
        return malformed(call);
    }
    return true;
}

void bil_hub_request(struct bil_hub *hub, const struct bil_request *request, int64_t now, struct bil_response *response)
{
    struct call call = {.hub = hub, .request = request, .response = response, .now = now};
    *response = (struct bil_response){.status = 500, .type = "application/json"};
    const struct route *route = find_route(&call);
    if (route && read_body(&call, route)) {
        route->answer(&call);
    }
    bil_json_free(call.body);
}
