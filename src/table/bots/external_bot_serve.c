/* A bot of ours as another program sees it: reads the lines of docs/bot-protocol.md and answers them. Must never end because of a
 * wrong line: it is answered with a sentence, and what was known before still holds. */
#include "table/bots/external_bot_serve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "billions/edition.h"
#include "billions/json.h"
#include "kit/fields.h"
#include "kit/notation.h"
#include "table/bots/bot_seats.h"
#include "table/external_bot_protocol.h"
#include "table/memory.h"
#include "table/settings.h"

enum { REASONS_TOLD = 8 };

/* What it was told. */
struct service {
    const struct bil_bot *bot;
    FILE *out;
    bool greeted;
    const struct bil_game *game; /* NULL: not yet told */
    struct bil_config config;
    struct bil_setting *settings; /* what config.settings points to */
    void *rules, *quick;
    uint64_t match;
};

static void forget_game(struct service *service)
{
    free(service->settings);
    free(service->rules);
    free(service->quick);
    service->settings = NULL;
    service->rules = NULL;
    service->quick = NULL;
    service->game = NULL;
}

/* ------------------------------------------------------------------ game {...} */

static bool take_game(struct service *service, const struct bil_value *document, struct bil_error *error)
{
    struct bil_config config = {0};
    struct bil_setting *settings = NULL;
    const char *id = NULL;
    if (!bil_value_string(document, "game", &id, error)) {
        return false;
    }
    const struct bil_game *game = bil_game_named(id ? id : "", error);
    if (!game || !bil_value_integer(document, "revision", 1, game->revision, &config.revision, error) ||
        !bil_value_integer(document, "seats", game->min_seats, game->max_seats, &config.seats, error) ||
        !bil_value_object(document, "edition", &config.edition, error)) {
        return false;
    }
    if (config.seats == 0) {
        return bil_fail(error, "\"seats\" is missing, a number from %d to %d.", game->min_seats, game->max_seats);
    }
    if ((config.edition && !bil_edition_game(config.edition, game, error)) ||
        !bil_settings_read(document, true, &settings, &config.setting_count, error)) {
        return false;
    }
    config.settings = settings;
    void *rules;
    void *quick;
    if (!bil_rules_new(game, &config, &rules, &quick, error)) {
        free(settings);
        return false;
    }
    forget_game(service);
    service->game = game;
    service->rules = rules;
    service->quick = quick;
    service->settings = settings;
    config.edition = NULL;
    service->config = config;
    return true;
}

/* ------------------------------------------------------------------ ask N {...} */

/* The bot with the time it is asked to take, if time is a setting of its own that its name leaves open. */
static struct bil_bot with_time(const struct bil_bot *bot, int ms)
{
    struct bil_bot timed = *bot;
    for (int i = 0; ms > 0 && bot->params && bot->params[i].key; i++) {
        if (strcmp(bot->params[i].key, "ms") == 0 && !strstr(bot->name, ":ms=") && !strstr(bot->name, ":iterations=")) {
            timed.param[i] = ms;
        }
    }
    return timed;
}

static void answer_ask(struct service *service, const char *number, struct bil_ask *ask, int ms)
{
    const struct bil_bot timed = with_time(service->bot, ms);
    struct bil_text text = {0};
    struct bil_text why = {0};
    ask->reasons = bil_memory_zero(1, sizeof *ask->reasons);
    const bil_move move = timed.choose(&timed, ask);
    for (int i = 0; i < ask->reasons->count && i < REASONS_TOLD; i++) {
        bil_protocol_reason(ask, &ask->reasons->item[i], &text);
    }
    if (ask->reasons->words[0]) {
        bil_text_add(&why, ask->reasons->words);
    } else if (timed.looks && ask->game->explain) {
        ask->game->explain(ask->rules, ask->view, move, &why);
    }
    if (why.length > 0) {
        bil_text_format(&text, "say %s\n", bil_text_string(&why));
    }
    bil_text_format(&text, "move %s ", number);
    bil_move_text(ask->game, ask->rules, ask->view, move, ask->seat, &text);
    fprintf(service->out, "%s\n", bil_text_string(&text));
    free(ask->reasons);
    bil_text_free(&why);
    bil_text_free(&text);
}

static bool take_ask(struct service *service, const char *number, const struct bil_value *document, struct bil_error *error)
{
    const struct bil_game *game = service->game;
    const struct bil_value *position = NULL;
    const char *hex = "0";
    int seat = 0;
    int ms = 0;
    if (!game) {
        return bil_fail(error, "A question came before any game; first there must be a line game {...}.");
    }
    if (!bil_value_integer(document, "seat", 1, service->config.seats, &seat, error) ||
        !bil_value_integer(document, "ms", 0, INT32_MAX, &ms, error) || !bil_value_string(document, "random", &hex, error) ||
        !bil_value_object(document, "view", &position, error)) {
        return false;
    }
    if (seat == 0 || !position) {
        return bil_fail(error, "A question needs \"%s\".", seat ? "view" : "seat");
    }
    int viewer = 0;
    if (!bil_value_integer(position, "viewer", seat, seat, &viewer, error)) {
        return false;
    }
    unsigned char *view = bil_memory_zero(2, BIL_MAX_STATE);
    bil_move moves[BIL_MAX_MOVES];
    bool fine = bil_members_read(game, service->rules, position, view, error);
    if (fine && viewer == 0) { /* a whole state: the bot shall not see it */
        unsigned char *state = view + BIL_MAX_STATE;
        memcpy(state, view, BIL_MAX_STATE);
        memset(view, 0, BIL_MAX_STATE);
        game->hide(service->rules, state, seat - 1, view);
    }
    if (fine && game->actor(service->rules, view) != seat - 1) {
        fine = bil_fail(error, "In this view seat %d has nothing to decide.", seat);
    }
    if (fine) {
        struct bil_random random;
        struct bil_text text = {0};
        uint8_t seed[BIL_SEED_BYTES];
        bil_text_format(&text, "0x%s", hex);
        bil_seed_from_text(bil_text_string(&text), seed);
        bil_text_free(&text);
        bil_random_stream(&random, seed, 0, 0);
        struct bil_ask ask = {.game = game,
                              .rules = service->rules,
                              .quick = service->quick,
                              .view = view,
                              .seat = seat - 1,
                              .moves = moves,
                              .count = game->moves(service->rules, view, moves),
                              .random = &random,
                              .config = &service->config,
                              .match = service->match};
        answer_ask(service, number, &ask, ms);
    }
    free(view);
    return fine;
}

/* ------------------------------------------------------------------ lines */

static bool with_document(struct service *service, const char *json, const char *number, struct bil_error *error)
{
    const struct bil_value *document = bil_json_read(json, strlen(json), "the JSON text", error);
    if (!document) {
        return false;
    }
    const bool fine = document->type != BIL_OBJECT
                          ? bil_fail(error, "There must be a JSON object, {...}.")
                          : (number ? take_ask(service, number, document, error) : take_game(service, document, error));
    bil_json_free(document);
    return fine;
}

static bool answer_greeting(struct service *service, const char *version, struct bil_error *error)
{
    char *end = NULL;
    const long newest = strtol(version, &end, 10);
    if (end == version || *end || newest < BIL_PROTOCOL) {
        return bil_fail(error, "This bot speaks version %d of the protocol; greet it with billions-bot %d.", BIL_PROTOCOL,
                        BIL_PROTOCOL);
    }
    service->greeted = true;
    fprintf(service->out, "billions-bot %d\nname billions %s %s\nready\n", BIL_PROTOCOL, BILLIONS_VERSION, service->bot->name);
    return true;
}

static bool take_line(struct service *service, const char *line, struct bil_error *error)
{
    const char *behind = NULL;
    char number[24] = {0};
    if ((behind = bil_protocol_behind(line, "billions-bot")) != NULL) {
        return answer_greeting(service, behind, error);
    }
    if (!service->greeted) {
        return bil_fail(error, "\"%.40s\" is no greeting; the first line is billions-bot %d.", line, BIL_PROTOCOL);
    }
    if ((behind = bil_protocol_behind(line, "game")) != NULL) {
        return with_document(service, behind, NULL, error);
    }
    if ((behind = bil_protocol_behind(line, "ask")) != NULL) {
        const size_t digits = strspn(behind, "0123456789");
        if (digits == 0 || digits >= sizeof number || behind[digits] != ' ') {
            return bil_fail(error, "A question has a number, as in ask 1 {...}.");
        }
        memcpy(number, behind, digits);
        return with_document(service, behind + digits, number, error);
    }
    if (bil_protocol_behind(line, "new")) {
        service->match++;
    }
    return true; /* what later versions say, and what needs no answer */
}

bool bil_external_bot_serve(const struct bil_bot *bot, FILE *in, FILE *out, struct bil_error *error)
{
    struct service service = {.bot = bot, .out = out};
    char *line = NULL;
    size_t room = 0;
    bool fine = true;
    while (fine && getline(&line, &room, in) >= 0) {
        struct bil_error wrong = {{0}};
        line[strcspn(line, "\r\n")] = 0;
        if (strcmp(line, "quit") == 0) {
            break;
        }
        if (line[0] && !take_line(&service, line, &wrong)) {
            fprintf(out, "error %s\n", wrong.text);
        }
        fine = fflush(out) == 0 || bil_fail(error, "Standard output cannot be written: %s.", strerror(errno));
    }
    free(line);
    forget_game(&service);
    return fine;
}
