/* Requests of HTTP under /api/: every route, and everything that is wrong with what is asked. */
#include "billions/json.h"
#include "billions/orders.h"
#include "billions/persons.h"
#include "billions/record.h"
#include "server/common/token.h"
#include "server/http_requests.h"
#include "table/helpers.h"
#include "table/records/fair.h"
#include "unit.h"

static const char digits[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
static const char two_seats[] = "{\"game\":\"six-billion\",\"seats\":2,\"listed\":true,\"title\":\"Tuesday\"}";

/* A listed table for two; its id. */
static const char *new_table(void)
{
    const char *made = ask_for("POST", "/api/tables", two_seats, 201, "\"commitment\":\"");
    assert_null(strstr(made, "token"));
    return member(made, "table");
}

/* ------------------------------------------------------------------ what can be played */

static void games_are_told(void **state)
{
    const char *answer = ask_for("GET", "/api/games", NULL, 200, "\"protocol\":1");
    const struct bil_value *root = bil_json_read(answer, strlen(answer), "the answer", NULL);
    assert_non_null(root);
    int games = 0;
    for (const struct bil_value *game = bil_value_get(root, "games")->child; game; game = game->next, games++) {
        const struct bil_value *seats = bil_value_get(game, "seats");
        assert_string_equal(bil_value_get(game, "game")->string, bil_games[games]->id);
        assert_true(seats->child->integer == bil_games[games]->min_seats &&
                    seats->child->next->integer == bil_games[games]->max_seats);
        assert_int_equal(strlen(bil_value_get(game, "edition")->string), 16);
        int options = 0;
        for (const struct bil_option *option = bil_games[games]->options; option->key; option++) {
            options++;
        }
        assert_int_equal(bil_value_get(game, "options")->count, options);
        int orders = 0;
        for (const struct bil_order *order = bil_orders_of(bil_games[games]); order && order->words; order++) {
            orders++;
        }
        assert_int_equal(bil_value_get(game, "orders")->count, orders);
    }
    assert_true(games > 0 && !bil_games[games]);
    bool greedy = false;
    for (const struct bil_value *bot = bil_value_get(root, "bots")->child; bot; bot = bot->next) {
        greedy = greedy || strcmp(bil_value_get(bot, "name")->string, "greedy") == 0;
        assert_non_null(bil_bot_find(bil_value_get(bot, "name")->string, NULL));
    }
    assert_true(greedy);
    bil_json_free(root);
}

/* ------------------------------------------------------------------ a table from its making to its rematch */

static void a_table_is_made_joined_and_left(void **state)
{
    char body[300];
    const char *id = new_table();
    ask_for("GET", "/api/tables", NULL, 200, id);
    ask_for("GET", "/api/tables?state=open", NULL, 200, "\"title\":\"Tuesday\"");
    ask_for("GET", "/api/tables?state=over", NULL, 200, "{\"tables\":[]}");
    ask_for("GET", api_path("/api/tables/*", id), NULL, 200, "\"state\":\"open\"");
    ask_for("GET", api_path("/api/tables/*/record", id), NULL, 409, "The game is not over");
    snprintf(body, sizeof body, "{\"name\":\"Ann\",\"seat\":2,\"contribution\":\"%s\"}", digits);
    const char *ann = ask_for("POST", api_path("/api/tables/*/join", id), body, 200, "\"seat\":2");
    assert_int_equal(strlen(member(ann, "token")), BIL_TOKEN_LETTERS);
    assert_int_equal(strlen(member(ann, "commitment")), 64);
    ask_for("POST", api_path("/api/tables/*/join", id), "{\"name\":\"Bob\",\"seat\":2}", 409, "Seat 2 of this table is taken");
    ask_for("POST", api_path("/api/tables/*/leave", id), "", 403, "This token opens no seat of this table.");
    ask_as(member(ann, "token"));
    ask_for("POST", api_path("/api/tables/*/leave", id), "", 200, "{}");
    ask_for("POST", api_path("/api/tables/*/leave", id), "{}", 403, "opens no seat");
    ask_as("");
    ann = ask_for("POST", api_path("/api/tables/*/join", id), body, 200, "\"seat\":2");
    ask_for("POST", api_path("/api/tables/*/join", id), "{\"name\":\"Bob\"}", 200, "\"seat\":1");
    ask_for("GET", api_path("/api/tables/*", id), NULL, 200, "\"state\":\"playing\"");
    ask_for("POST", api_path("/api/tables/*/join", id), "{\"name\":\"Cat\"}", 409, "All seats of this table are taken");
    ask_as(member(ann, "token"));
    ask_for("POST", api_path("/api/tables/*/rematch", id), "", 409, "The game is not over");
    ask_for("POST", api_path("/api/tables/*/leave", id), "", 200, "{}"); /* test_hub_leave: a bot plays on */
    ask_for("POST", api_path("/api/tables/*/leave", id), "", 403, "This seat was given up");
}

static const char drawn[] = "AAECAwQFBgcICQoLDA0ODw"; /* a token that a client has drawn */

static const char *sit_down(const char *id, const char *name, const char *more, const char *token, int status, const char *text)
{
    char body[300];
    snprintf(body, sizeof body, "{\"name\":\"%s\"%s,\"token\":\"%s\"}", name, more, token);
    return ask_for("POST", api_path("/api/tables/*/join", id), body, status, text);
}

static const char *facts_of(const char *id)
{
    return ask_for("GET", api_path("/api/tables/*", id), NULL, 200, "\"number\"");
}

/* An answer that was lost is asked for again with the token that was drawn for it: the seat is the same, and nobody hears of it
 * twice. */
static void who_sits_down_may_say_so_again(void **state)
{
    const char *id = new_table();
    const char *first = sit_down(id, "Ann", ",\"seat\":2", drawn, 200, "\"seat\":2");
    assert_string_equal(member(first, "token"), drawn);
    const char *before = facts_of(id);
    for (int i = 0; i < 2; i++) {
        const char *again = sit_down(id, "Ann", i ? "" : ",\"seat\":2", drawn, 200, drawn);
        assert_string_equal(again, first);
    }
    const char *after = facts_of(id);
    assert_string_equal(after, before);
    /* Who does not have it gets no seat that is taken, and one who does gets no second one. */
    sit_down(id, "Ann", ",\"seat\":2", "AAECAwQFBgcICQoLDA0OEA", 409, "Seat 2 of this table is taken");
    ask_for("POST", api_path("/api/tables/*/join", id), "{\"name\":\"Ann\",\"seat\":2}", 409, "is taken");
    sit_down(id, "Bob", ",\"seat\":1", drawn, 200, "\"seat\":2");
    ask_for("POST", api_path("/api/tables/*/join", id), "{\"name\":\"Bob\"}", 200, "\"seat\":1");
    /* Within the game, too; and no more when the seat is given up. */
    const char *within = sit_down(id, "Ann", "", drawn, 200, drawn);
    assert_string_equal(within, first);
    ask_as(member(within, "token"));
    ask_for("POST", api_path("/api/tables/*/leave", id), "", 200, "{}");
    ask_as("");
    sit_down(id, "Ann", ",\"seat\":2", drawn, 409, "All seats of this table are taken");
}

/* What everybody hears of a game opens no seat: the parts of the seed that its beginning tells are no tokens. */
static void a_published_part_of_the_seed_opens_no_seat(void **state)
{
    char body[300];
    const char *id = new_table();
    snprintf(body, sizeof body, "{\"name\":\"Ann\",\"contribution\":\"%s\",\"token\":\"%s\"}", digits, drawn);
    ask_for("POST", api_path("/api/tables/*/join", id), body, 200, "\"seat\":1");
    snprintf(body, sizeof body, "{\"name\":\"Ann\",\"seat\":1,\"contribution\":\"%s\"}", digits);
    ask_for("POST", api_path("/api/tables/*/join", id), body, 409, "Seat 1 of this table is taken");
    const char *facts = facts_of(id);
    assert_null(strstr(facts, drawn));
}

/* Who comes and goes without end is told to stop: what happens at a table is kept for good. */
static void nobody_comes_and_goes_for_ever(void **state)
{
    const char *id = new_table();
    for (int i = 0; i < 1250; i++) {
        const char *ann = ask_for("POST", api_path("/api/tables/*/join", id), "{\"name\":\"Ann\"}", 200, "\"seat\":1");
        ask_as(member(ann, "token"));
        ask_for("POST", api_path("/api/tables/*/leave", id), "", 200, "{}");
        ask_as("");
    }
    ask_for("POST", api_path("/api/tables/*/join", id), "{\"name\":\"Ann\"}", 409, "takes nobody any more");
}

static void whoever_makes_a_table_may_sit_down_at_once(void **state)
{
    const char *made =
        ask_for("POST", "/api/tables", "{\"game\":\"six-billion\",\"seats\":3,\"name\":\"Ann\",\"seat\":3}", 201, "\"seat\":3");
    assert_int_equal(strlen(member(made, "token")), BIL_TOKEN_LETTERS);
    ask_for("GET", api_path("/api/tables/*", member(made, "table")), NULL, 200, "\"Ann\"");
    ask_for("GET", "/api/tables", NULL, 200, "{\"tables\":[]}"); /* not listed */
    ask_for("POST", "/api/tables", "{\"game\":\"six-billion\",\"seats\":2,\"bots\":[\"greedy\",null],\"name\":\"Ann\",\"seat\":1}",
            409, "A bot sits where you want to sit");
    ask_for("GET", "/api/tables?state=open&limit=100", NULL, 200, "{\"tables\":[]}");
}

/* The bot at that seat of a table, as "easy:person=mara". */
static const char *bot_at(const char *table, int seat)
{
    char what[64], name[64] = "";
    snprintf(what, sizeof what, "{\"seat\":%d,\"kind\":\"bot\",\"name\":\"", seat);
    const char *told = ask_for("GET", api_path("/api/tables/*", table), NULL, 200, what);
    assert_int_equal(sscanf(strstr(told, what) + strlen(what), "%63[^\"]", name), 1);
    return keep_text(name, strlen(name));
}

/* Levels alone are cast: somebody of the game for each, nobody twice. Who is named stays who it is, and so does who is nobody. */
static void a_table_is_made_with_persons_of_the_game(void **state)
{
    static const struct {
        const char *begins;
        bool somebody;
    } expected[] = {{"easy:person=", true}, {"easy:person=ilse", true}, {"medium:person=", true}, {"random", false}};
    const char *made = ask_for("POST", "/api/tables",
                               "{\"game\":\"six-billion\",\"seats\":5,"
                               "\"bots\":[null,\"easy\",\"easy:person=ilse\",\"medium\",\"random\"]}",
                               201, "\"commitment\"");
    const char *bot[4];
    for (int i = 0; i < 4; i++) {
        bot[i] = bot_at(member(made, "table"), i + 2);
        assert_memory_equal(bot[i], expected[i].begins, strlen(expected[i].begins));
        const char *who = strchr(bot[i], '=');
        assert_true(!who == !expected[i].somebody);
        assert_true(!who || bil_person_find(bil_game_find("six-billion"), who + 1) >= 0);
        for (int j = 0; j < i && who; j++) {
            assert_string_not_equal(who, strchr(bot[j], '='));
        }
    }
    char setup[256];
    snprintf(setup, sizeof setup, "\"bots\":[null,\"%s\",\"%s\",\"%s\",\"%s\"]", bot[0], bot[1], bot[2], bot[3]);
    ask_for("GET", api_path("/api/tables/*", member(made, "table")), NULL, 200, setup);
}

/* A game of two bots is over at once: its record can be had, verifies, and its deal was fair. */
static void a_record_can_be_had(void **state)
{
    char body[300];
    snprintf(body, sizeof body,
             "{\"game\":\"one-billion-users\",\"seats\":2,\"bots\":[null,\"random\"],\"name\":\"Ann\",\"contribution\":\"%s\"}",
             digits);
    const char *made = ask_for("POST", "/api/tables", body, 201, "token");
    const char *id = member(made, "table");
    bench_come(id, member(made, "token"), 0);
    bench_play(100000);
    struct answer record = ask("GET", api_path("/api/tables/*/record", id), NULL);
    assert_int_equal(record.status, 200);
    assert_string_equal(record.type, "text/plain; charset=utf-8");
    struct bil_record_end end;
    struct bil_error error = {{0}};
    bool there = false;
    struct bil_match *match = bil_record_read(record.body, strlen(record.body), "r", NULL, &end, &error);
    helper_must(match != NULL, &error);
    assert_true(bil_fair_verify(match, &there, &error) && there);
    helper_contains(record.body, member(made, "commitment"));
    helper_contains(record.body, digits);
    bil_match_free(match);
    /* The next game, with the same person at the same seat. What the server is bound to there can be had before. */
    ask_as(member(made, "token"));
    ask_for("POST", api_path("/api/tables/*/decline", id), "", 409, "Nobody has asked for a next table");
    ask_for("POST", api_path("/api/tables/*/rematch", id), "{\"take\":7}", 400, "take");
    const char *promise = ask_for("POST", api_path("/api/tables/*/rematch", id), "{\"take\":false}", 200, "\"commitment\":\"");
    assert_null(strstr(promise, "token"));
    ask_for("GET", api_path("/api/tables/*", member(promise, "table")), NULL, 200, "{\"seat\":1,\"kind\":\"free\"}");
    ask_for("POST", api_path("/api/tables/*/decline", id), "", 200, "{}");
    const char *next = ask_for("POST", api_path("/api/tables/*/rematch", id), "", 200, "\"seat\":1");
    assert_string_not_equal(member(next, "table"), id);
    assert_string_not_equal(member(next, "token"), asking_bearer);
    assert_true(strstr(promise, member(next, "table")) && strstr(promise, member(next, "commitment")));
    ask_for("POST", api_path("/api/tables/*/rematch", id), "{\"contribution\":7}", 400, "contribution");
    ask_for("POST", api_path("/api/tables/*/rematch", id), "{}", 200, member(next, "table"));
}

/* ------------------------------------------------------------------ people's tables */

static void seats_belong_to_people(void **state)
{
    const char *id = new_table();
    const char *ann = ask_for("POST", "/api/people", "{\"name\":\"Ann\",\"passphrase\":\"correct horse\"}", 201, "session");
    ask_as(member(ann, "session"));
    const char *seat = ask_for("POST", api_path("/api/tables/*/join", id), "{\"name\":\"Annie\"}", 200, "\"seat\":1");
    ask_for("GET", "/api/my", NULL, 200, id);
    ask_for("GET", "/api/my?state=open", NULL, 200, "\"seat\":1");
    ask_for("GET", "/api/my?state=over", NULL, 200, "\"tables\":[]");
    const char *again = ask_for("POST", api_path("/api/my/*/seat", id), "", 200, "\"token\"");
    assert_string_equal(member(again, "table"), id);
    assert_string_not_equal(member(again, "token"), member(seat, "token"));
    /* The new token opens the seat, the old one nothing any more. */
    ask_as(member(seat, "token"));
    ask_for("POST", api_path("/api/tables/*/leave", id), "", 403, "opens no seat");
    ask_as(member(again, "token"));
    ask_for("POST", api_path("/api/tables/*/leave", id), "", 200, "{}");
    ask_as(member(ann, "session"));
    ask_for("POST", api_path("/api/my/*/seat", id), "", 403, "You have no seat at this table.");
    /* A session that is none takes no seat, rather than one that belongs to nobody. */
    ask_as("AAAAAAAAAAAAAAAAAAAAAA");
    ask_for("POST", api_path("/api/tables/*/join", id), "{\"name\":\"Bob\"}", 403, "log in again");
    ask_for("POST", "/api/tables", two_seats, 403, "log in again");
    ask_for("POST", api_path("/api/my/*/seat", id), "", 403, "log in again");
}

static void a_seat_comes_to_an_account(void **state)
{
    char body[96];
    ask_as("");
    const char *id = new_table();
    const char *seat = ask_for("POST", api_path("/api/tables/*/join", id), "{\"name\":\"Cidney\"}", 200, "\"seat\":1");
    const char *cid = ask_for("POST", "/api/people", "{\"name\":\"Cid\",\"passphrase\":\"correct horse\"}", 201, "session");
    const char *dora = ask_for("POST", "/api/people", "{\"name\":\"Dora\",\"passphrase\":\"battery staple\"}", 201, "session");
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", member(seat, "token"));
    ask_for("POST", api_path("/api/my/*/claim", id), body, 403, "log in again");
    ask_as(member(cid, "session"));
    ask_for("GET", "/api/my", NULL, 200, "\"tables\":[]");
    ask_for("POST", api_path("/api/my/*/claim", id), "{}", 400, "\\\"token\\\" is missing");
    ask_for("POST", api_path("/api/my/*/claim", id), "{\"token\":\"AAAAAAAAAAAAAAAAAAAAAA\"}", 403, "opens no seat");
    ask_for("POST", "/api/my/aaaaaaaaaaaaaaaa/claim", body, 404, "no-table");
    ask_for("POST", api_path("/api/my/*/claim", id), body, 200, "\"seat\":1");
    ask_for("POST", api_path("/api/my/*/claim", id), body, 200, "\"seat\":1"); /* once more is no fault */
    ask_for("GET", "/api/my", NULL, 200, "\"seat\":1");
    /* It is nobody else's any more, and its token opens it as before. */
    ask_as(member(dora, "session"));
    ask_for("POST", api_path("/api/my/*/claim", id), body, 409, "another account");
    ask_for("GET", "/api/my", NULL, 200, "\"tables\":[]");
    ask_as("");
    ask_for("POST", api_path("/api/tables/*/join", id), "{\"name\":\"Eve\"}", 200, "\"seat\":2"); /* it begins */
    ask_as(member(seat, "token"));
    ask_for("POST", api_path("/api/tables/*/leave", id), "", 200, "{}");
    /* What was left is found again, and is no seat. */
    ask_as(member(cid, "session"));
    const char *mine = ask_for("GET", "/api/my", NULL, 200, "\"left\":1");
    assert_null(strstr(mine, "\"seat\":1,\"pace\""));
    assert_non_null(strstr(mine, "\"left\":\"Cidney\""));
    ask_for("POST", api_path("/api/my/*/seat", id), "", 403, "You have no seat at this table.");
    ask_for("POST", api_path("/api/my/*/claim", id), body, 403, "was given up");
    ask_as("");
}

/* ------------------------------------------------------------------ what is wrong */

static void wrong_requests_are_told_what_is_wrong(void **state)
{
    static const struct {
        const char *method, *path, *body;
        int status;
        const char *code, *part;
    } wrong[] = {
        {"GET", "/api/", NULL, 404, "no-path", "There is no such path"},
        {"GET", "/api/game", NULL, 404, "no-path", ""},
        {"GET", "/api/games/", NULL, 404, "no-path", ""},
        {"GET", "/api/tables/", NULL, 404, "no-path", ""},
        {"GET", "/api/tables//record", NULL, 404, "no-path", ""},
        {"GET", "/api/tables/*/secret", NULL, 404, "no-path", ""},
        {"GET", "/api/tables/*/record/", NULL, 404, "no-path", ""},
        {"GET", "/api/tables/../games", NULL, 404, "no-path", ""},
        {"PUT", "/api/tables/*", "{}", 405, "method", "not for this method"},
        {"DELETE", "/api/tables", NULL, 405, "method", ""},
        {"GET", "/api/tables/*/join", NULL, 405, "method", ""},
        {"POST", "/api/games", "{}", 405, "method", ""},
        {"get", "/api/games", NULL, 405, "method", ""},
        {"GET", "/api/tables/short", NULL, 404, "no-table", "its name has 16 letters"},
        {"GET", "/api/tables/AAAAAAAAAAAAAAAA", NULL, 404, "no-table", ""},
        {"GET", "/api/tables/aaaaaaaaaaaaaaaaa", NULL, 404, "no-table", ""},
        {"GET", "/api/tables/aaaaaaaaaaaaaaaa", NULL, 404, "no-table", ""},
        {"GET", "/api/tables/aaaaaaaaaaaaaaaa/record", NULL, 404, "no-table", ""},
        {"GET", "/api/tables/'%20OR%201=1%20--", NULL, 404, "no-table", ""},
        {"POST", "/api/tables/aaaaaaaaaaaaaaaa/join", "{\"name\":\"Ann\"}", 404, "no-table", ""},
        {"POST", "/api/tables/aaaaaaaaaaaaaaaa/leave", "", 404, "no-table", ""},
        {"POST", "/api/tables/aaaaaaaaaaaaaaaa/rematch", "", 404, "no-table", ""},
        {"POST", "/api/tables/aaaaaaaaaaaaaaaa/decline", "", 404, "no-table", ""},
        {"GET", "/api/tables?state=closed", NULL, 400, "malformed", "\\\"state\\\" must be open, playing or over."},
        {"GET", "/api/tables?state=openopenopenopenopen", NULL, 400, "malformed", "\\\"state\\\" must be"},
        {"GET", "/api/tables?limit=0", NULL, 400, "malformed", "\\\"limit\\\" must be a number from 1 to 100."},
        {"GET", "/api/tables?limit=101", NULL, 400, "malformed", "\\\"limit\\\""},
        {"GET", "/api/tables?limit=-1", NULL, 400, "malformed", "\\\"limit\\\""},
        {"GET", "/api/tables?limit=9x", NULL, 400, "malformed", "\\\"limit\\\""},
        {"GET", "/api/tables?limit=99999999999999999999", NULL, 400, "malformed", "\\\"limit\\\""},
        {"POST", "/api/tables", "", 400, "malformed", "This request needs a body"},
        {"POST", "/api/tables", "[]", 400, "malformed", "one JSON object"},
        {"POST", "/api/tables", "{\"game\":", 400, "malformed", "the body, line 1"},
        {"POST", "/api/tables", "{}", 400, "malformed", "game"},
        {"POST", "/api/tables", "{\"game\":\"chess\"}", 400, "malformed", "chess"},
        {"POST", "/api/tables", "{\"game\":\"six-billion\",\"seats\":9}", 400, "malformed", "seats"},
        {"POST", "/api/tables", "{\"game\":\"six-billion\",\"bots\":[\"exec:/bin/sh\",null,null]}", 400, "malformed", ""},
        {"POST", "/api/tables", "{\"game\":\"six-billion\",\"name\":\"Ann\",\"seat\":0}", 400, "malformed", "seat"},
        {"POST", "/api/tables", "{\"game\":\"six-billion\",\"name\":\"Ann\",\"seat\":6}", 400, "malformed", "seat"},
        {"POST", "/api/tables", "{\"game\":\"six-billion\",\"name\":7}", 400, "malformed", "name"},
        {"POST", "/api/tables", "{\"game\":\"six-billion\",\"name\":\"\"}", 400, "malformed", "name"},
        {"POST", "/api/tables", "{\"game\":\"six-billion\",\"name\":\"Ann\",\"contribution\":\"00\"}", 400, "malformed",
         "\\\"contribution\\\" must be 64 hexadecimal digits"},
        {"POST", "/api/tables/*/join", "{}", 400, "malformed", "\\\"name\\\" is missing"},
        {"POST", "/api/tables/*/join", "{\"name\":\"Ann\",\"seat\":3}", 400, "malformed",
         "\\\"seat\\\" must be from 1 to 2, not 3"},
        {"POST", "/api/tables/*/join", "{\"name\":\"Ann\",\"seat\":\"1\"}", 400, "malformed", "seat"},
        {"POST", "/api/tables/*/join", "{\"name\":\"An\\u0007n\"}", 400, "malformed", "nothing that cannot be seen"},
        {"POST", "/api/tables/*/join",
         "{\"name\":\"Ann\",\"contribution\":\"zz0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"}", 400,
         "malformed", "contribution"},
        {"POST", "/api/tables/*/join", "{\"name\":\"Ann\",\"token\":\"AAECAwQFBgcICQoLDA0OD\"}", 400, "malformed",
         "\\\"token\\\" must be 16 random bytes as 22 letters"},
        {"POST", "/api/tables/*/join", "{\"name\":\"Ann\",\"token\":\"AAECAwQFBgcICQoLDA0ODx\"}", 400, "malformed", "22 letters"},
        {"POST", "/api/tables/*/join", "{\"name\":\"Ann\",\"token\":7}", 400, "malformed", "token"},
        {"POST", "/api/tables/*/join", "{\"name\":1.5}", 400, "malformed", "the body, line 1"},
        {"POST", "/api/tables/*/leave", "no", 400, "malformed", "the body"},
        {"GET", "/api/my", NULL, 403, "token", "log in again"},
        {"POST", "/api/my/*/seat", "", 403, "token", "log in again"},
        {"POST", "/api/my/*/claim", "", 400, "malformed", "needs a body"},
        {"POST", "/api/my/*/claim", "{\"token\":1}", 400, "malformed", "token"},
    };
    const char *id = new_table();
    const char *before = ask_for("GET", "/api/tables", NULL, 200, id);
    const int64_t calls = bil_store_calls(bench.store);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const char *path = strchr(wrong[i].path, '*') ? api_path(wrong[i].path, id) : wrong[i].path;
        const char *answer = ask_for(wrong[i].method, path, wrong[i].body, wrong[i].status, wrong[i].part);
        char code[64];
        snprintf(code, sizeof code, "{\"error\":{\"code\":\"%s\",\"text\":\"", wrong[i].code);
        assert_memory_equal(answer, code, strlen(code));
    }
    assert_true(bil_store_calls(bench.store) - calls < 200);
    const char *after = ask_for("GET", "/api/tables", NULL, 200, id);
    assert_string_equal(before, after);
}

/* A body of that many bytes. */
static const char *body_of(size_t length)
{
    struct bil_text text = {0};
    bil_text_add(&text, "{\"name\":\"Ann\"}");
    bil_text_repeat(&text, " ", (int)(length - text.length));
    const char *body = keep_text(bil_text_string(&text), length);
    bil_text_free(&text);
    return body;
}

static void large_bodies_are_refused(void **state)
{
    const char *id = new_table();
    const char *join = api_path("/api/tables/*/join", id);
    ask_for("POST", join, body_of(BIL_SETUP_BYTES + 1), 413, "\"code\":\"too-large\"");
    ask_for("POST", "/api/people", body_of(BIL_SETUP_BYTES + 1), 413, "too-large");
    ask_for("POST", join, body_of(BIL_SETUP_BYTES), 200, "token");
    ask_for("POST", "/api/tables", body_of(BIL_SETUP_MORE_BYTES + 1), 413, "too-large");
}

/* What a query may hold besides. */
static void queries_are_read_with_patience(void **state)
{
    const char *id = new_table();
    static const char *const fine[] = {"/api/tables?",
                                       "/api/tables?&&",
                                       "/api/tables?state=",
                                       "/api/tables?limit=1&state=open",
                                       "/api/tables?states=x&other",
                                       "/api/tables?limit=&state=open&x=%20"};
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        ask_for("GET", fine[i], NULL, 200, id);
    }
}

/* ------------------------------------------------------------------ a disk that fails */

/* At every statement of making a table and of joining it: what was answered is what is. */
static void requests_on_a_full_disk(void **state)
{
    int failed = 0;
    for (int64_t at = 1, struck = 1; struck; at++) {
        bench_memory(NULL);
        bench.may_fail = true;
        const int64_t before = bil_store_calls(bench.store);
        bil_store_fail_at(bench.store, at);
        struct answer made = ask("POST", "/api/tables", two_seats);
        const bool is_made = made.status == 201 && made.stored;
        struct answer joined = {0};
        if (is_made) {
            joined = ask("POST", api_path("/api/tables/*/join", member(made.body, "table")), "{\"name\":\"Ann\"}");
        }
        struck = bil_store_calls(bench.store) - before >= at;
        bil_store_fail_at(bench.store, 0);
        const bool is_joined = joined.status == 200 && joined.stored;
        assert_true(struck != (is_made && is_joined));
        assert_true(is_made || made.status == 503 || !made.stored);
        assert_true(!is_made || is_joined || joined.status == 503 || !joined.stored);
        failed += !is_made || !is_joined;
        const char *list = ask_for("GET", "/api/tables", NULL, 200, is_made ? member(made.body, "table") : "{\"tables\":[]}");
        assert_true((strstr(list, "\"Ann\"") != NULL) == is_joined);
        if (is_joined) {
            ask_as(member(joined.body, "token"));
            ask_for("POST", api_path("/api/tables/*/leave", member(made.body, "table")), "", 200, "{}");
        }
        ask_as("");
        ask_for("POST", "/api/tables", two_seats, 201, "table"); /* and life goes on */
    }
    assert_true(failed > 8);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(games_are_told, bench_memory),
        cmocka_unit_test_setup(a_table_is_made_joined_and_left, bench_memory),
        cmocka_unit_test_setup(who_sits_down_may_say_so_again, bench_memory),
        cmocka_unit_test_setup(a_published_part_of_the_seed_opens_no_seat, bench_memory),
        cmocka_unit_test_setup(nobody_comes_and_goes_for_ever, bench_memory),
        cmocka_unit_test_setup(whoever_makes_a_table_may_sit_down_at_once, bench_memory),
        cmocka_unit_test_setup(a_table_is_made_with_persons_of_the_game, bench_memory),
        cmocka_unit_test_setup(a_record_can_be_had, bench_memory),
        cmocka_unit_test_setup(seats_belong_to_people, bench_memory),
        cmocka_unit_test_setup(a_seat_comes_to_an_account, bench_memory),
        cmocka_unit_test_setup(wrong_requests_are_told_what_is_wrong, bench_memory),
        cmocka_unit_test_setup(large_bodies_are_refused, bench_memory),
        cmocka_unit_test_setup(queries_are_read_with_patience, bench_memory),
        cmocka_unit_test_setup(requests_on_a_full_disk, bench_memory),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
