/* Requests to a server. Must never print a token, never give a contribution away before the server is bound to its secret, and
 * never show what a server wrote as it wrote it: `ask` is the one door, behind which every text is plain. */
#include "online/lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "billions/game.h"
#include "billions/json.h"
#include "online/client/http_client.h"
#include "server/common/token.h"

/* ------------------------------------------------------------------ asking */

static const char *string(const struct bil_value *object, const char *key)
{
    const char *text = "";
    bil_value_string(object, key, &text, NULL);
    return text;
}

static int number(const struct bil_value *object, const char *key)
{
    int value = 0;
    bil_value_integer(object, key, INT32_MIN, INT32_MAX, &value, NULL);
    return value;
}

/* The document of an answer, or NULL and the sentence of the server or our own. The answer is freed. */
static const struct bil_value *read_answer(const struct bil_url *url, const char *path, struct bil_answer *answer,
                                           struct bil_error *error)
{
    struct bil_error why = {{0}};
    const struct bil_value *document = bil_json_read_plain(bil_text_string(&answer->body), answer->body.length, "the answer", &why);
    if (answer->status < 200 || answer->status > 299 || !document) {
        const char *said = string(bil_value_get(document, "error"), "text");
        if (*said) {
            bil_fail(error, "%s", said);
        } else {
            bil_fail(error, "%s is no server of tables, or a broken one: it answered %s with status %d.", url->host, path,
                     answer->status);
        }
        if (document) {
            bil_json_free(document);
        }
        document = NULL;
    }
    bil_text_free(&answer->body);
    return document;
}

/* Asks up to `times` times until there is an answer; gives its document, or NULL and a sentence. `body` is freed. */
static const struct bil_value *ask_up_to(int times, const struct bil_url *url, const char *authority, const char *method,
                                         const char *path, const char *bearer, struct bil_text *body, struct bil_error *error)
{
    struct bil_answer answer = {0};
    const char *said = body ? bil_text_string(body) : NULL;
    bool answered = false;
    for (int asked = 0; !answered && asked < times; asked++) {
        if (asked > 0) {
            const struct timespec pause = {1, 0}; /* a line that is gone fails at once */
            nanosleep(&pause, NULL);
            bil_text_free(&answer.body);
            answer = (struct bil_answer){0};
        }
        answered = bil_http_request(url, authority, method, path, bearer, said, &answer, error);
    }
    if (body) {
        bil_text_free(body);
    }
    if (!answered) {
        bil_text_free(&answer.body);
        return NULL;
    }
    return read_answer(url, path, &answer, error);
}

static const struct bil_value *ask(const struct bil_url *url, const char *authority, const char *method, const char *path,
                                   const char *bearer, struct bil_text *body, struct bil_error *error)
{
    return ask_up_to(1, url, authority, method, path, bearer, body, error);
}

static bool take_word(char *out, size_t size, const char *text)
{
    if (*text == 0 || strlen(text) >= size) {
        return false;
    }
    memcpy(out, text, strlen(text) + 1);
    return true;
}

/* The id of a table or a token: nothing but letters that stand in links, since both end up in a line for a shell to be pasted. */
static bool take_id(char *out, size_t size, const char *text)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return strspn(text, letters) == strlen(text) && take_word(out, size, text);
}

/* ------------------------------------------------------------------ the lobby */

static void write_seats(const struct bil_value *seats, struct bil_text *out)
{
    const struct bil_value *seat = seats && seats->type == BIL_ARRAY ? seats->child : NULL;
    for (bool begun = false; seat; seat = seat->next, begun = true) {
        const char *name = string(seat, "name");
        const bool empty = strcmp(string(seat, "kind"), "free") == 0;
        bil_text_format(out, "%s%s", begun ? ", " : "", empty ? "free" : *name ? name : "?");
    }
}

bool bil_lobby_list(const struct bil_url *server, const char *authority, struct bil_text *out, struct bil_error *error)
{
    const struct bil_value *document = ask(server, authority, "GET", "/api/tables", NULL, NULL, error);
    if (!document) {
        return false;
    }
    const struct bil_value *tables = bil_value_get(document, "tables");
    const struct bil_value *table = tables && tables->type == BIL_ARRAY ? tables->child : NULL;
    if (!table) {
        bil_text_add(out, "No table is listed here. Make one: billions join URL --new GAME --name NAME\n");
    }
    for (; table; table = table->next) {
        struct bil_url link = *server;
        const struct bil_game *game = bil_game_find(string(table, "game"));
        if (!take_id(link.table, sizeof link.table, string(table, "table"))) {
            continue;
        }
        bil_text_format(out, "%-8s %s", string(table, "state"), game ? game->title : string(table, "game"));
        bil_text_format(out, "%s%s: ", *string(table, "title") ? ", " : "", string(table, "title"));
        write_seats(bil_value_get(table, "seats"), out);
        bil_text_add(out, "\n         ");
        bil_url_write(&link, false, out);
        bil_text_char(out, '\n');
    }
    bil_json_free(document);
    return true;
}

/* ------------------------------------------------------------------ a new table */

/* Asks for a table that is made or found: the url is then that of it, without a seat. */
static bool ask_for_table(struct bil_url *url, const char *authority, const char *path, struct bil_text *body, const char *nameless,
                          struct bil_error *error)
{
    const struct bil_value *document = ask(url, authority, "POST", path, NULL, body, error);
    if (!document) {
        return false;
    }
    const bool fine = take_id(url->table, sizeof url->table, string(document, "table"));
    bil_json_free(document);
    *url->token = 0;
    return fine || bil_fail(error, "%s", nameless);
}

static bool write_wanted_options(const struct bil_lobby_options *options, struct bil_text *out, struct bil_error *error)
{
    bil_json_key_object(out, "options");
    for (int i = 0; i < options->option_count; i++) {
        const char *equals = strchr(options->options[i], '=');
        char key[64];
        if (!equals || equals == options->options[i] || (size_t)(equals - options->options[i]) >= sizeof key) {
            return bil_fail(error, "--option is KEY=VALUE, not \"%.60s\".", options->options[i]);
        }
        snprintf(key, sizeof key, "%.*s", (int)(equals - options->options[i]), options->options[i]);
        bil_json_key_string(out, key, equals + 1);
    }
    bil_json_object_end(out);
    return true;
}

/* Bots take the last seats: "greedy,medium". */
static bool write_bots(const struct bil_lobby_options *options, int seats, struct bil_text *out, struct bil_error *error)
{
    int bots = 1;
    for (const char *at = options->bots; *at; at++) {
        bots += *at == ',';
    }
    if (bots > seats) {
        return bil_fail(error, "--bots names %d bots for a table of %d seats.", bots, seats);
    }
    bil_json_key_array(out, "bots");
    for (int seat = 0; seat < seats - bots; seat++) {
        bil_json_null(out);
    }
    for (const char *name = options->bots;; name++) {
        char word[64];
        const size_t length = strcspn(name, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, name);
        bil_json_string(out, word);
        name += length;
        if (*name == 0) {
            break;
        }
    }
    bil_json_array_end(out);
    return true;
}

/* "none"; "live" or MOVE+BANK+WINDOW in seconds; "days" or "3days". */
static bool write_pace(const char *pace, struct bil_text *out, struct bil_error *error)
{
    int move = 60;
    int bank = 300;
    int window = 10;
    int days = 3;
    char rest = 0;
    bil_json_key_object(out, "pace");
    if (strcmp(pace, "none") == 0) {
        bil_json_key_string(out, "kind", "none");
    } else if (strcmp(pace, "days") == 0 || (sscanf(pace, "%dday%c", &days, &rest) == 2 && rest == 's')) {
        bil_json_key_string(out, "kind", "days");
        bil_json_key_integer(out, "days", days);
    } else if (strcmp(pace, "live") == 0 || sscanf(pace, "%d+%d+%d%c", &move, &bank, &window, &rest) == 3 ||
               sscanf(pace, "%d+%d%c", &move, &bank, &rest) == 2) {
        bil_json_key_string(out, "kind", "live");
        bil_json_key_integer(out, "move", move);
        bil_json_key_integer(out, "bank", bank);
        bil_json_key_integer(out, "window", window);
    } else {
        return bil_fail(
            error, "--pace is none, live, MOVE+BANK or MOVE+BANK+WINDOW in seconds (60+300+10), or 3days; not \"%.40s\".", pace);
    }
    bil_json_object_end(out);
    return true;
}

bool bil_lobby_make(struct bil_url *url, const char *authority, const struct bil_lobby_options *options, struct bil_error *error)
{
    struct bil_text body = {0};
    const struct bil_game *game = bil_game_find(options->game);
    const int seats = options->players ? (int)options->players : 3;
    bil_json_object(&body);
    bil_json_key_string(&body, "game", game ? game->id : options->game);
    bil_json_key_integer(&body, "seats", seats);
    bil_json_key_bool(&body, "listed", options->listed);
    if (options->title) {
        bil_json_key_string(&body, "title", options->title);
    }
    if (options->absent) {
        bil_json_key_object(&body, "absent");
        bil_json_key_string(&body, "bot", options->absent);
        bil_json_object_end(&body);
    }
    if (!write_wanted_options(options, &body, error) || (options->bots && !write_bots(options, seats, &body, error)) ||
        (options->pace && !write_pace(options->pace, &body, error))) {
        bil_text_free(&body);
        return false;
    }
    bil_json_object_end(&body);
    return ask_for_table(url, authority, "/api/tables", &body, "The server made a table and did not say which.", error);
}

/* ------------------------------------------------------------------ a seat */

enum { SIT_TRIES = 3 };

/* What the answer says of the seat, with what was promised before; frees it. */
static bool take_seat(const struct bil_value *document, bool fine, struct bil_lobby_seat *sits, struct bil_error *error)
{
    if (fine && strcmp(string(document, "commitment"), sits->commitment) != 0) {
        fine = bil_fail(error, "The server has changed its commitment since it was asked first: this deal is not to be trusted.");
    }
    sits->seat = number(document, "seat");
    bil_json_free(document);
    return fine;
}

static bool read_commitment(const struct bil_url *url, const char *authority, char commitment[2 * BIL_FAIR_BYTES + 1],
                            struct bil_error *error)
{
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s", url->table);
    const struct bil_value *document = ask(url, authority, "GET", path, NULL, NULL, error);
    if (!document) {
        return false;
    }
    const bool fine = strlen(string(document, "commitment")) == (size_t)2 * BIL_FAIR_BYTES;
    snprintf(commitment, 2 * BIL_FAIR_BYTES + 1, "%s", fine ? string(document, "commitment") : "");
    bil_json_free(document);
    return fine || bil_fail(error, "The server binds itself to no secret for this table; its deal could not be checked.");
}

bool bil_lobby_sit(struct bil_url *url, const char *authority, const char *name, int seat, struct bil_lobby_seat *sits,
                   struct bil_error *error)
{
    uint8_t chance[BIL_FAIR_BYTES];
    uint8_t secret[BIL_TOKEN_BYTES];
    char token[BIL_TOKEN_LETTERS + 1];
    char path[64];
    struct bil_text body = {0};
    *sits = (struct bil_lobby_seat){0};
    if (!read_commitment(url, authority, sits->commitment, error)) {
        return false;
    }
    bil_token_random(chance, sizeof chance);
    bil_hex_write(chance, sizeof chance, sits->contribution);
    bil_token_random(secret, sizeof secret);
    bil_token_write(secret, token);
    bil_json_object(&body);
    bil_json_key_string(&body, "name", name);
    if (seat > 0) {
        bil_json_key_integer(&body, "seat", seat);
    }
    bil_json_key_string(&body, "contribution", sits->contribution);
    bil_json_key_string(&body, "token", token); /* who asks again with it gets the seat whose answer was lost */
    bil_json_object_end(&body);
    snprintf(path, sizeof path, "/api/tables/%s/join", url->table);
    const struct bil_value *document = ask_up_to(SIT_TRIES, url, authority, "POST", path, NULL, &body, error);
    if (!document) {
        return false;
    }
    const bool fine = take_id(url->token, sizeof url->token, string(document, "token")) ||
                      bil_fail(error, "The server gave a seat and no token for it.");
    return take_seat(document, fine, sits, error);
}

bool bil_lobby_quick(struct bil_url *url, const char *authority, const char *game, int seats, struct bil_error *error)
{
    struct bil_text body = {0};
    const struct bil_game *known = bil_game_find(game);
    bil_json_object(&body);
    bil_json_key_string(&body, "game", known ? known->id : game);
    if (seats > 0) {
        bil_json_key_integer(&body, "seats", seats);
    }
    bil_json_key_bool(&body, "take", false);
    bil_json_object_end(&body);
    return ask_for_table(url, authority, "/api/quick", &body, "The server found a match and did not say where.", error);
}

bool bil_lobby_seating(const struct bil_url *url, const char *authority, int seat, const char *bot, const char *remove,
                       struct bil_error *error)
{
    char path[64];
    struct bil_text body = {0};
    bil_json_object(&body);
    if (seat > 0) {
        bil_json_key_integer(&body, "seat", seat);
    }
    bil_json_key_string(&body, bot ? "bot" : "remove", bot ? bot : remove);
    bil_json_object_end(&body);
    snprintf(path, sizeof path, "/api/tables/%s/seats", url->table);
    const struct bil_value *answer = ask(url, authority, "POST", path, url->token, &body, error);
    bil_json_free(answer);
    return answer != NULL;
}

/* Whether a text consists of lines that a terminal can be shown: a record is looked at with whatever shows files. */
static bool is_plain(const struct bil_text *text)
{
    struct bil_text copy = {0};
    bool plain = strlen(bil_text_string(text)) == text->length;
    bil_text_add(&copy, bil_text_string(text));
    if (plain && bil_plain(copy.data) == text->length) {
        for (size_t i = 0; i < text->length && plain; i++) {
            plain = copy.data[i] == text->data[i] || text->data[i] == '\n' || text->data[i] == '\t';
        }
    } else {
        plain = false;
    }
    bil_text_free(&copy);
    return plain;
}

bool bil_lobby_record(const struct bil_url *url, const char *authority, struct bil_text *out, struct bil_error *error)
{
    char path[64];
    struct bil_answer answer = {0};
    snprintf(path, sizeof path, "/api/tables/%s/record", url->table);
    bool fine = bil_http_request(url, authority, "GET", path, NULL, NULL, &answer, error);
    if (fine && answer.status != 200) {
        fine = bil_fail(error, "The server does not give the record away; it answered with status %d.", answer.status);
    }
    if (fine && !is_plain(&answer.body)) {
        fine = bil_fail(error, "The server sent a record with control characters in it; it is not kept.");
    }
    if (fine) {
        bil_text_add_bytes(out, bil_text_string(&answer.body), answer.body.length);
    }
    bil_text_free(&answer.body);
    return fine;
}

bool bil_lobby_rematch(struct bil_url *url, const char *authority, struct bil_lobby_seat *sits, struct bil_error *error)
{
    uint8_t chance[BIL_FAIR_BYTES];
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s/rematch", url->table);
    struct bil_text body = {0};
    *sits = (struct bil_lobby_seat){0};
    /* As with any seat: first what the server is bound to, then our part. */
    bil_text_add(&body, "{\"take\":false}");
    const struct bil_value *promise = ask(url, authority, "POST", path, url->token, &body, error);
    if (!promise) {
        return false;
    }
    bool fine = take_word(sits->commitment, sizeof sits->commitment, string(promise, "commitment")) ||
                bil_fail(error, "The server binds itself to no secret for the next table; its deal could not be checked.");
    bil_json_free(promise);
    bil_token_random(chance, sizeof chance);
    bil_hex_write(chance, sizeof chance, sits->contribution);
    bil_json_object(&body);
    bil_json_key_string(&body, "contribution", sits->contribution);
    bil_json_object_end(&body);
    const struct bil_value *document = fine ? ask(url, authority, "POST", path, url->token, &body, error) : NULL;
    if (!document) {
        bil_text_free(&body);
        return false;
    }
    fine = (take_id(url->table, sizeof url->table, string(document, "table")) &&
            take_id(url->token, sizeof url->token, string(document, "token"))) ||
           bil_fail(error, "The server made no next table.");
    return take_seat(document, fine, sits, error);
}

/* What one says for one's own seat with nothing but its token. */
static bool say_for_seat(const struct bil_url *url, const char *authority, const char *what, struct bil_error *error)
{
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s/%s", url->table, what);
    struct bil_text body = {0};
    bil_text_add(&body, "{}");
    const struct bil_value *answer = ask(url, authority, "POST", path, url->token, &body, error);
    bil_json_free(answer);
    return answer != NULL;
}

bool bil_lobby_decline(const struct bil_url *url, const char *authority, struct bil_error *error)
{
    return say_for_seat(url, authority, "decline", error);
}

bool bil_lobby_leave(const struct bil_url *url, const char *authority, struct bil_error *error)
{
    return say_for_seat(url, authority, "leave", error);
}
