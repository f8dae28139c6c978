/* `billions join` and `billions tables`: playing at a table of a server, in this terminal or by a bot. Must never play or show
 * anything itself: it takes a seat, lends the connection, and hands over to the terminal. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "online/client/websocket_client.h"
#include "online/lobby.h"
#include "online/online.h"
#include "online/receipt.h"
#include "server/common/token.h"
#include "table/external_bot.h"
#include "table/output.h"
#include "terminal/arguments.h"
#include "terminal/remote.h"

struct request {
    struct bil_list words, options;
    struct bil_lobby_options make;
    const char *name, *bot, *receipt, *authority, *record, *quick;
    int64_t seat;
    bool watch, plain;
};

/* A seat, or a place to watch from, and the way to it. */
struct place {
    const struct request *request;
    struct bil_url url;
    struct bil_lobby_seat sits;
    struct bil_websocket *websocket;
    const struct bil_remote_table *table; /* what is known of it while playing */
    struct bil_receipt receipt;
    struct bil_text host, again, receipt_file;
};

/* ------------------------------------------------------------------ what the terminal is lent */

static struct bil_websocket *websocket_of(void *context)
{
    return ((struct place *)context)->websocket;
}

static void send_greeting(void *context, const char *greeting)
{
    bil_websocket_greet(websocket_of(context), greeting);
}

static void calm(void *context, bool calm)
{
    bil_websocket_wish(websocket_of(context), BIL_WEBSOCKET_CALM, calm);
}

static void hurry(void *context)
{
    bil_websocket_wish(websocket_of(context), BIL_WEBSOCKET_HURRY, true);
}

static bool send(void *context, const char *text)
{
    return bil_websocket_send(websocket_of(context), text);
}

static int fd(void *context)
{
    return bil_websocket_fd(websocket_of(context));
}

static enum bil_line_news next(void *context, const char **text)
{
    static const enum bil_line_news news[] = {
        [BIL_WEBSOCKET_NOTHING] = BIL_LINE_NOTHING, [BIL_WEBSOCKET_UP] = BIL_LINE_UP,     [BIL_WEBSOCKET_DOUBT] = BIL_LINE_DOUBT,
        [BIL_WEBSOCKET_BACK] = BIL_LINE_BACK,       [BIL_WEBSOCKET_DOWN] = BIL_LINE_DOWN, [BIL_WEBSOCKET_TEXT] = BIL_LINE_TEXT};
    return news[bil_websocket_next(websocket_of(context), text)];
}

static bool record(void *context, struct bil_text *out, struct bil_error *error)
{
    const struct place *place = context;
    return bil_lobby_record(&place->url, place->request->authority, out, error);
}

static void write_again(struct place *place)
{
    bil_text_clear(&place->again);
    bil_text_add(&place->again, "billions join '");
    bil_url_write(&place->url, true, &place->again);
    bil_text_char(&place->again, '\'');
}

static bool rematch(void *context, struct bil_text *said, struct bil_error *error)
{
    struct place *place = context;
    if (!bil_lobby_rematch(&place->url, place->request->authority, &place->sits, error)) {
        return false;
    }
    write_again(place);
    bil_text_add(said, "The next game, at a table of its own.");
    return true;
}

static bool decline(void *context, struct bil_error *error)
{
    const struct place *place = context;
    return bil_lobby_decline(&place->url, place->request->authority, error);
}

static bool leave(void *context, struct bil_error *error)
{
    const struct place *place = context;
    return bil_lobby_leave(&place->url, place->request->authority, error);
}

static bool seating(void *context, int seat, const char *bot, const char *remove, struct bil_error *error)
{
    const struct place *place = context;
    return bil_lobby_seating(&place->url, place->request->authority, seat, bot, remove, error);
}

static void keep_shown_view(void *context, int64_t number, const char *view, size_t length)
{
    struct place *place = context;
    bil_receipt_who(&place->receipt, place->table->you + 1, place->table->commitment);
    bil_receipt_shown(&place->receipt, number, view, length);
}

/* ------------------------------------------------------------------ arriving */

static int exit_unreached(const struct bil_error *error)
{
    return bil_exit_with(BIL_EXIT_FILES, "%s", error->text);
}

static int list(const struct request *request, const struct bil_url *url)
{
    struct bil_error error = {{0}};
    struct bil_text text = {0};
    const int code = bil_lobby_list(url, request->authority, &text, &error) ? bil_print(&text) : exit_unreached(&error);
    bil_text_free(&text);
    return code;
}

/* -1, or the code to end with. */
static int make_table(const struct request *request, struct place *place)
{
    struct bil_error error = {{0}};
    if (!request->make.game) {
        return -1;
    }
    if (*place->url.table) {
        return bil_exit_with(BIL_EXIT_USAGE, "--new makes a table; the link must then name the server alone.");
    }
    if (!bil_lobby_make(&place->url, request->authority, &request->make, &error)) {
        return exit_unreached(&error);
    }
    struct bil_text link = {0};
    bil_url_write(&place->url, false, &link);
    printf("The table: %s\n", bil_text_string(&link));
    bil_text_free(&link);
    return -1;
}

static void tell_seat(struct place *place)
{
    write_again(place);
    printf("Your seat is %d. Whoever has this link plays it, so keep it to yourself:\n  %s\n", place->sits.seat,
           bil_text_string(&place->again));
}

/* Finds somebody who waits for the same. Between being told the table and taking the seat others may be quicker. -1, or the code to
 * end with. */
static int meet(const struct request *request, struct place *place)
{
    struct bil_error error = {{0}};
    if (!request->quick) {
        return -1;
    }
    if (*place->url.table || request->make.game || !request->name || request->watch) {
        return bil_exit_with(BIL_EXIT_USAGE,
                             "--quick takes a seat with anybody: it needs --name, a link that names the server alone, and neither "
                             "--new nor --watch.");
    }
    for (int tried = 0; tried < 5; tried++) {
        if (!bil_lobby_quick(&place->url, request->authority, request->quick, (int)request->make.players, &error)) {
            return exit_unreached(&error);
        }
        if (bil_lobby_sit(&place->url, request->authority, request->name, 0, &place->sits, &error)) {
            printf("A quick match. When it is full it begins; if nobody comes, fill lets bots take the free seats.\n");
            tell_seat(place);
            return -1;
        }
    }
    return exit_unreached(&error);
}

/* Takes a seat if the link opens none. -1, or the code to end with. */
static int sit(const struct request *request, struct place *place)
{
    struct bil_error error = {{0}};
    if (*place->url.token || request->watch) {
        return -1;
    }
    if (!request->name) {
        if (request->make.game) {
            return BIL_EXIT_FINE; /* only a table was wanted */
        }
        return bil_exit_with(BIL_EXIT_USAGE, "This link opens no seat: --name NAME takes a free one, --watch watches.");
    }
    if (!bil_lobby_sit(&place->url, request->authority, request->name, (int)request->seat, &place->sits, &error)) {
        return exit_unreached(&error);
    }
    tell_seat(place);
    return -1;
}

/* ------------------------------------------------------------------ playing */

static int play_at_table(struct place *place, const struct bil_bot *bot, struct bil_screen *screen, struct bil_keyboard *keyboard)
{
    const struct request *request = place->request;
    struct bil_error error = {{0}};
    struct bil_remote remote = {.token = request->watch ? "" : place->url.token, .screen = screen, .keyboard = keyboard};
    place->table = &remote.table;
    bil_text_clear(&place->host);
    bil_text_format(&place->host, "%s:%d", place->url.host, place->url.port);
    write_again(place);
    if (request->receipt &&
        !bil_receipt_open(&place->receipt, request->receipt, place->url.table, &place->sits, &place->receipt_file, &error)) {
        printf("%s\n", bil_text_string(&place->again)); /* the seat is taken, whatever becomes of the receipt */
        return exit_unreached(&error);
    }
    if (request->receipt && strcmp(request->receipt, bil_text_string(&place->receipt_file)) != 0) {
        bil_screen_say(screen, 0, BIL_FAINT, "The receipt of this table is %s.", bil_text_string(&place->receipt_file));
    }
    place->websocket = bil_websocket_open(&place->url, request->authority, &error);
    if (!place->websocket) {
        return exit_unreached(&error);
    }
    remote.line = (struct bil_line){.context = place,
                                    .host = bil_text_string(&place->host),
                                    .again = bil_text_string(&place->again),
                                    .greet = send_greeting,
                                    .calm = calm,
                                    .hurry = hurry,
                                    .send = send,
                                    .next = next,
                                    .fd = fd,
                                    .record = record,
                                    .rematch = rematch,
                                    .decline = decline,
                                    .leave = leave,
                                    .seating = seating,
                                    .shown = request->receipt ? keep_shown_view : NULL};
    snprintf(remote.table.id, sizeof remote.table.id, "%s", place->url.table);
    bil_token_random(remote.table.seed, sizeof remote.table.seed);
    int code = bot ? bil_remote_run_bot(&remote, bot) : bil_remote_run(&remote);
    bil_websocket_close(place->websocket);
    place->websocket = NULL;
    if (request->receipt && !bil_receipt_close(&place->receipt, &error)) {
        code = code == BIL_EXIT_FINE ? exit_unreached(&error) : code;
    }
    return code;
}

static int arrive_and_play(const struct request *request, struct place *place)
{
    struct bil_error error = {{0}};
    const struct bil_bot *bot = request->bot ? bil_external_bot_find(request->bot, &error) : NULL;
    if (request->bot && !bot) {
        return bil_exit_with(BIL_EXIT_USAGE, "%s", error.text);
    }
    int code = make_table(request, place);
    code = code < 0 ? meet(request, place) : code;
    code = code < 0 ? sit(request, place) : code;
    if (code >= 0) {
        return code;
    }
    fflush(stdout);
    struct bil_screen screen = {0};
    struct bil_keyboard keyboard = {0};
    bil_keyboard_open(&keyboard, STDIN_FILENO);
    bil_screen_open(&screen, STDOUT_FILENO);
    do {
        code = play_at_table(place, bot, &screen, &keyboard);
    } while (code == BIL_REMOTE_AGAIN);
    bil_screen_close(&screen);
    return !bil_external_bot_close() && code == BIL_EXIT_FINE ? BIL_EXIT_NO : code;
}

int bil_online_join(int argc, char **argv)
{
    struct request request = {0};
    const struct bil_flag flags[] = {
        {"name", BIL_FLAG_TEXT, &request.name, "NAME", "who you are: takes a free seat", 0, 0},
        {"seat", BIL_FLAG_NUMBER, &request.seat, "N", "that seat (the first free one)", 1, BIL_MAX_SEATS},
        {"watch", BIL_FLAG_SWITCH, &request.watch, NULL, "take no seat, watch", 0, 0},
        {"bot", BIL_FLAG_TEXT, &request.bot, "BOT", "let a bot play the seat: a level, or exec:COMMAND", 0, 0},
        {"receipt", BIL_FLAG_TEXT, &request.receipt, "FILE", "keep what was promised and shown to you, for billions verify", 0, 0},
        {"new", BIL_FLAG_TEXT, &request.make.game, "GAME", "make a table first, and tell its link", 0, 0},
        {"quick", BIL_FLAG_TEXT, &request.quick, "GAME", "play it with anybody who wants to, as --name NAME", 0, 0},
        {"players", BIL_FLAG_NUMBER, &request.make.players, "N", "its seats (3)", 1, 99},
        {"bots", BIL_FLAG_TEXT, &request.make.bots, "BOT,..", "bots in its last seats", 0, 0},
        {"option", BIL_FLAG_LIST, &request.options, "KEY=VALUE", "an option of the game; may be given several times", 0, 0},
        {"pace", BIL_FLAG_TEXT, &request.make.pace, "PACE", "none, live, MOVE+BANK+WINDOW in seconds, or 3days (none)", 0, 0},
        {"absent", BIL_FLAG_TEXT, &request.make.absent, "BOT", "who plays for persons who are away (nobody)", 0, 0},
        {"listed", BIL_FLAG_SWITCH, &request.make.listed, NULL, "show it in the server's list", 0, 0},
        {"title", BIL_FLAG_TEXT, &request.make.title, "TEXT", "its title there", 0, 0},
        {"ca", BIL_FLAG_TEXT, &request.authority, "FILE", "trust these certificates (those of the system)", 0, 0},
        {"plain", BIL_FLAG_SWITCH, &request.plain, NULL, "ASCII only, names too: no colours, no symbols, no escapes", 0, 0},
        {0},
    };
    const struct bil_usage usage = {
        .synopsis = "billions join LINK [FLAG...]",
        .about = "Plays at a table of a server, in this terminal, as billions play does. LINK is\n"
                 "http://HOST:PORT/t/TABLE#TOKEN for a seat that is yours, http://HOST:PORT/t/TABLE for a free one\n"
                 "(--name) or to watch (--watch), http://HOST:PORT with --new to make a table, with --quick to play with\n"
                 "whoever wants to, and alone to list them.",
        .flags = flags};
    struct bil_error error = {{0}};
    struct place place = {.request = &request};
    int code = bil_arguments_read(argc, argv, &usage, 1, 1, &request.words);
    if (code >= 0) {
        return code;
    }
    if (request.plain) {
        bil_output_plain();
    }
    if (!bil_url_read(request.words.item[0], &place.url, &error)) {
        return bil_exit_with(BIL_EXIT_USAGE, "%s", error.text);
    }
    request.make.options = request.options.item;
    request.make.option_count = request.options.count;
    if (!*place.url.table && !request.make.game && !request.quick) {
        return list(&request, &place.url);
    }
    code = arrive_and_play(&request, &place);
    bil_text_free(&place.host);
    bil_text_free(&place.again);
    bil_text_free(&place.receipt_file);
    return code;
}

int bil_online_tables(int argc, char **argv)
{
    struct request request = {0};
    const struct bil_flag flags[] = {
        {"ca", BIL_FLAG_TEXT, &request.authority, "FILE", "trust these certificates (those of the system)", 0, 0},
        {0},
    };
    const struct bil_usage usage = {.synopsis = "billions tables LINK [FLAG...]",
                                    .about = "Lists the tables of a server that are not only known by their link.",
                                    .flags = flags};
    struct bil_error error = {{0}};
    struct bil_url url;
    const int code = bil_arguments_read(argc, argv, &usage, 1, 1, &request.words);
    if (code >= 0) {
        return code;
    }
    return bil_url_read(request.words.item[0], &url, &error) ? list(&request, &url)
                                                             : bil_exit_with(BIL_EXIT_USAGE, "%s", error.text);
}
