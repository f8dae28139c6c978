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

/* A fault's sentence is in call->error; without one the answer is what was written to the response. */
static struct bil_text *body_of(struct call *call)
{
    return &call->response->body;
}

/* {} where there was no fault. */
static enum bil_fault answer_done(struct call *call, enum bil_fault fault)
{
    bil_text_add(body_of(call), "{}");
    return fault;
}

static enum bil_fault answer_seated(struct call *call, const struct bil_seated *seated, bool table, bool commitment)
{
    struct bil_text *out = body_of(call);
    char digits[2 * BIL_HASH_BYTES + 1];
    bil_json_object(out);
    if (table) {
        bil_json_key_string(out, "table", seated->table);
    }
    if (seated->seat >= 0) {
        bil_json_key_integer(out, "seat", seated->seat + 1);
        bil_json_key_string(out, "token", seated->token);
    }
    if (commitment) {
        bil_hex_write(seated->commitment, BIL_HASH_BYTES, digits);
        bil_json_key_string(out, "commitment", digits);
    }
    bil_json_object_end(out);
    return BIL_FAULT_NONE;
}

/* ------------------------------------------------------------------ what requests carry */

static enum bil_fault read_session(struct call *call, char person[BIL_PERSON_NAME])
{
    return bil_account_session(call->hub, call->request->bearer, call->now, person, &call->error);
}

/* "contribution" of the body, if it is there. */
static enum bil_fault read_contribution(struct call *call, uint8_t bytes[BIL_HASH_BYTES], const uint8_t **out)
{
    const char *digits = NULL;
    *out = NULL;
    if (!bil_value_string(call->body, "contribution", &digits, &call->error)) {
        return BIL_FAULT_MALFORMED;
    }
    if (digits && !bil_hex_read(digits, bytes, BIL_HASH_BYTES)) {
        return bil_fault_as(BIL_FAULT_MALFORMED, &call->error,
                            "\"contribution\" must be %d hexadecimal digits, 0 to 9 and small a to f.", 2 * BIL_HASH_BYTES);
    }
    *out = digits ? bytes : NULL;
    return BIL_FAULT_NONE;
}

/* Who sits down, and room for what he says of himself. */
struct newcomer {
    struct bil_newcomer who;
    char person[BIL_PERSON_NAME];
    uint8_t contribution[BIL_HASH_BYTES];
};

/* As `join` and making a table say it. A session makes the seat one of that person's. */
static enum bil_fault read_newcomer(struct call *call, struct newcomer *newcomer)
{
    int seat = 0;
    *newcomer = (struct newcomer){.who.person = newcomer->person};
    if (!bil_value_string(call->body, "name", &newcomer->who.name, &call->error) ||
        !bil_value_integer(call->body, "seat", 1, BIL_MAX_SEATS, &seat, &call->error)) {
        return BIL_FAULT_MALFORMED;
    }
    newcomer->who.seat = seat - 1;
    const enum bil_fault fault = read_contribution(call, newcomer->contribution, &newcomer->who.contribution);
    return fault || !*call->request->bearer ? fault : read_session(call, newcomer->person);
}

/* "token" of the body, if it is there: the secret that who sits down has drawn. */
static enum bil_fault read_wished_token(struct call *call, const char **out)
{
    uint8_t bytes[BIL_TOKEN_BYTES];
    if (!bil_value_string(call->body, "token", out, &call->error)) {
        return BIL_FAULT_MALFORMED;
    }
    if (*out && !bil_token_read(*out, bytes)) {
        return bil_fault_as(BIL_FAULT_MALFORMED, &call->error,
                            "\"token\" must be %d random bytes as %d letters of base64url, without \"=\".", BIL_TOKEN_BYTES,
                            BIL_TOKEN_LETTERS);
    }
    return BIL_FAULT_NONE;
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

/* Tables of a list, those of a person or (NULL) the listed ones, as a member of the object that is open. */
static enum bil_fault list_tables(struct call *call, const char *person)
{
    int state = -1;
    int limit = 0;
    if (!read_state(call->request->query, &state, &call->error) || !read_limit(call->request->query, &limit, &call->error)) {
        return BIL_FAULT_MALFORMED;
    }
    bil_json_key(body_of(call), "tables");
    return bil_table_list(call->hub, state, person, limit, body_of(call), &call->error);
}

/* ------------------------------------------------------------------ what can be played */

static bool offered(const char *bot)
{
    return bil_setup_bot(bot, NULL, NULL);
}

static enum bil_fault get_games(struct call *call)
{
    struct bil_text *out = body_of(call);
    bil_json_object(out);
    bil_json_key_string(out, "version", BILLIONS_VERSION);
    bil_json_key_integer(out, "protocol", 1);
    bil_catalogue(out, offered);
    bil_json_object_end(out);
    return BIL_FAULT_NONE;
}

/* ------------------------------------------------------------------ tables */

static enum bil_fault get_tables(struct call *call)
{
    bil_json_object(body_of(call));
    const enum bil_fault fault = list_tables(call, NULL);
    bil_json_object_end(body_of(call));
    return fault;
}

static enum bil_fault post_table(struct call *call)
{
    struct newcomer newcomer;
    struct bil_seated seated;
    struct bil_table_setup setup;
    enum bil_fault fault = read_newcomer(call, &newcomer);
    if (fault) {
        return fault;
    }
    if (!bil_setup_read(call->request->body, call->request->length, true, &setup, &call->error)) {
        return BIL_FAULT_MALFORMED;
    }
    fault = bil_table_make(call->hub, &setup, newcomer.who.name ? &newcomer.who : NULL, call->request->address, call->now, &seated,
                           &call->error);
    bil_setup_free(&setup);
    call->response->status = 201;
    return fault ? fault : answer_seated(call, &seated, true, true);
}

static enum bil_fault get_table(struct call *call)
{
    char person[BIL_PERSON_NAME] = "";
    const struct bil_asker who = {call->request->bearer, person};
    if (*call->request->bearer && read_session(call, person)) {
        person[0] = 0; /* it is the token of a seat, or nobody's: then who asks hears what all are */
    }
    return bil_table_describe(call->hub, call->id, &who, call->now, body_of(call), &call->error);
}

static enum bil_fault get_record(struct call *call)
{
    call->response->type = "text/plain; charset=utf-8";
    return bil_table_record(call->hub, call->id, call->now, body_of(call), &call->error);
}

static enum bil_fault post_join(struct call *call)
{
    struct newcomer newcomer;
    struct bil_seated seated;
    enum bil_fault fault = read_newcomer(call, &newcomer);
    fault = fault ? fault : read_wished_token(call, &newcomer.who.token);
    if (!fault && !newcomer.who.name) {
        return bil_fault_as(BIL_FAULT_MALFORMED, &call->error, "\"name\" is missing: what the others at the table call you.");
    }
    fault = fault ? fault : bil_table_join(call->hub, call->id, &newcomer.who, call->now, &seated, &call->error);
    return fault ? fault : answer_seated(call, &seated, false, true);
}

/* {"seat":2,"bot":"easy"}, {"seat":2,"remove":"Ann"}, or {"bot":"easy"} for all free seats. */
static enum bil_fault post_seats(struct call *call)
{
    struct bil_seating wish = {0};
    int seat = 0;
    if (!bil_value_string(call->body, "bot", &wish.bot, &call->error) ||
        !bil_value_string(call->body, "remove", &wish.remove, &call->error) ||
        !bil_value_integer(call->body, "seat", 1, BIL_MAX_SEATS, &seat, &call->error)) {
        return BIL_FAULT_MALFORMED;
    }
    wish.seat = seat - 1;
    return answer_done(call, bil_table_seating(call->hub, call->id, call->request->bearer, &wish, call->now, &call->error));
}

/* Also how a page that is anywhere finds out whether there is a server behind it: a file of that name says that there is none. */
static enum bil_fault get_quick(struct call *call)
{
    struct bil_text *out = body_of(call);
    bil_json_object(out);
    bil_json_key_bool(out, "server", true);
    bil_json_key(out, "tables");
    const enum bil_fault fault = bil_table_quick_list(call->hub, out, &call->error);
    bil_json_object_end(out);
    return fault;
}

static enum bil_fault post_quick(struct call *call)
{
    struct newcomer newcomer;
    struct bil_seated seated;
    struct bil_quick_wish wish = {.takes = true};
    wish.game = bil_game_read(call->body, &call->error);
    if (!wish.game ||
        !bil_value_integer(call->body, "seats", wish.game->min_seats, wish.game->max_seats, &wish.seats, &call->error) ||
        !bil_value_bool(call->body, "take", &wish.takes, &call->error)) {
        return BIL_FAULT_MALFORMED;
    }
    enum bil_fault fault = read_newcomer(call, &newcomer);
    fault =
        fault ? fault : bil_table_quick(call->hub, &wish, &newcomer.who, call->request->address, call->now, &seated, &call->error);
    return fault ? fault : answer_seated(call, &seated, true, true);
}

static enum bil_fault post_leave(struct call *call)
{
    return answer_done(call, bil_table_leave(call->hub, call->id, call->request->bearer, call->now, &call->error));
}

static enum bil_fault post_rematch(struct call *call)
{
    struct bil_seated seated;
    uint8_t bytes[BIL_HASH_BYTES];
    const uint8_t *contribution = NULL;
    bool takes = true;
    if (!bil_value_bool(call->body, "take", &takes, &call->error)) {
        return BIL_FAULT_MALFORMED;
    }
    enum bil_fault fault = read_contribution(call, bytes, &contribution);
    fault = fault ? fault
                  : bil_table_rematch(call->hub, call->id, call->request->bearer, takes, contribution, call->request->address,
                                      call->now, &seated, &call->error);
    return fault ? fault : answer_seated(call, &seated, true, true);
}

static enum bil_fault post_decline(struct call *call)
{
    return answer_done(call, bil_table_decline(call->hub, call->id, call->request->bearer, call->now, &call->error));
}

/* ------------------------------------------------------------------ push messages */

static enum bil_fault get_push(struct call *call)
{
    return bil_push_key(call->hub, body_of(call), &call->error);
}

static enum bil_fault post_push(struct call *call)
{
    const struct bil_request *request = call->request;
    return answer_done(call, bil_push_subscribe(call->hub, call->id, request->bearer, call->body, request->address, &call->error));
}

static enum bil_fault delete_push(struct call *call)
{
    return answer_done(call, bil_push_unsubscribe(call->hub, call->id, call->request->bearer, call->body, &call->error));
}

/* ------------------------------------------------------------------ people */

static enum bil_fault name_and_passphrase(struct call *call, bool registers)
{
    const struct bil_request *request = call->request;
    const char *name = NULL;
    const char *passphrase = NULL;
    if (!bil_value_string(call->body, "name", &name, &call->error) ||
        !bil_value_string(call->body, "passphrase", &passphrase, &call->error)) {
        return BIL_FAULT_MALFORMED;
    }
    const enum bil_fault fault =
        bil_account_open(call->hub, registers, name, passphrase, request->address, request->owner, call->now, &call->error);
    call->response->later = !fault;
    return fault;
}

static enum bil_fault post_people(struct call *call)
{
    return name_and_passphrase(call, true);
}

static enum bil_fault post_session(struct call *call)
{
    return name_and_passphrase(call, false);
}

static enum bil_fault delete_session(struct call *call)
{
    return answer_done(call, bil_account_logout(call->hub, call->request->bearer, &call->error));
}

static enum bil_fault get_my(struct call *call)
{
    char person[BIL_PERSON_NAME];
    enum bil_fault fault = read_session(call, person);
    if (!fault) {
        bil_json_object(body_of(call));
        bil_json_key_string(body_of(call), "name", person);
        fault = list_tables(call, person);
        bil_json_object_end(body_of(call));
    }
    return fault;
}

static enum bil_fault post_my_seat(struct call *call)
{
    struct bil_seated seated;
    char person[BIL_PERSON_NAME];
    enum bil_fault fault = read_session(call, person);
    fault = fault ? fault : bil_table_new_token(call->hub, call->id, person, &seated, &call->error);
    return fault ? fault : answer_seated(call, &seated, true, false);
}

static enum bil_fault post_my_claim(struct call *call)
{
    struct bil_text *out = body_of(call);
    char person[BIL_PERSON_NAME];
    const char *token = NULL;
    int seat = -1;
    if (!bil_value_string(call->body, "token", &token, &call->error) ||
        (!token && !bil_fail(&call->error, "\"token\" is missing: of the seat."))) {
        return BIL_FAULT_MALFORMED;
    }
    enum bil_fault fault = read_session(call, person);
    fault = fault ? fault : bil_table_claim(call->hub, call->id, token, person, &seat, &call->error);
    bil_json_object(out);
    bil_json_key_string(out, "table", call->id);
    bil_json_key_integer(out, "seat", seat + 1);
    bil_json_object_end(out);
    return fault;
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

static enum bil_fault get_challenge(struct call *call)
{
    const struct bil_request *request = call->request;
    int64_t number = 0;
    if (!read_number(request->query, &number, &call->error)) {
        return BIL_FAULT_MALFORMED;
    }
    return number > 0 ? bil_challenge_record(call->hub, call->id, number, request->bearer, call->now, body_of(call), &call->error)
                      : bil_challenge_table(call->hub, call->id, request->bearer, call->now, body_of(call), &call->error);
}

static enum bil_fault post_challenge(struct call *call)
{
    char person[BIL_PERSON_NAME] = "";
    const struct bil_request *request = call->request;
    struct bil_result_sent sent = {.person = person, .address = request->address};
    if (!bil_value_string(call->body, "name", &sent.name, &call->error) ||
        !bil_value_string(call->body, "record", &sent.record, &call->error) ||
        !bil_value_string(call->body, "browser", &sent.browser, &call->error)) {
        return BIL_FAULT_MALFORMED;
    }
    enum bil_fault fault = *request->bearer ? read_session(call, person) : BIL_FAULT_NONE;
    fault = fault ? fault : bil_challenge_send(call->hub, call->id, &sent, request->owner, call->now, &call->error);
    call->response->later = !fault;
    return fault;
}

/* ------------------------------------------------------------------ which request it is */

enum body { BODY_NONE, BODY_MAY, BODY_MUST };

/* `*` means the id of a table. */
static const struct route {
    const char *method, *path;
    enum body body;
    size_t most; /* bytes of it */
    enum bil_fault (*answer)(struct call *call);
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

/* Reads the body as an object. */
static enum bil_fault read_body(struct call *call, const struct route *route)
{
    if (route->body == BODY_NONE || (route->body == BODY_MAY && call->request->length == 0)) {
        return BIL_FAULT_NONE;
    }
    if (call->request->length == 0) {
        return bil_fault_as(BIL_FAULT_MALFORMED, &call->error, "This request needs a body, one JSON object.");
    }
    call->body = bil_json_read(call->request->body, call->request->length, "the body", &call->error);
    if (call->body && call->body->type != BIL_OBJECT) {
        return bil_fault_as(BIL_FAULT_MALFORMED, &call->error, "The body must be one JSON object.");
    }
    return call->body ? BIL_FAULT_NONE : BIL_FAULT_MALFORMED;
}

void bil_hub_request(struct bil_hub *hub, const struct bil_request *request, int64_t now, struct bil_response *response)
{
    struct call call = {.hub = hub, .request = request, .response = response, .now = now};
    *response = (struct bil_response){.status = 200, .type = "application/json"};
    const struct route *route = find_route(&call);
    if (!route) {
        return;
    }
    if (request->length > route->most && route->body != BODY_NONE) {
        bil_response_error(response, 413, "too-large", "The body of this request is too large.");
        return;
    }
    enum bil_fault fault = read_body(&call, route);
    fault = fault ? fault : route->answer(&call);
    if (fault) {
        bil_response_fault(response, fault, &call.error);
    }
    bil_json_free(call.body);
}
