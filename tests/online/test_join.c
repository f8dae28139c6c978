/* Whole games over real sockets, with the programs that people use: the server, `billions join` with a person's lines and with a
 * bot, and the reference client in Python, which knows nothing but the protocol's page. Clients die and come back, connections
 * break, and the server is killed in the middle; every game comes to its end, and its record is true. */
#include <signal.h>
#include <unistd.h>

#include "billions/json.h"
#include "billions/record.h"
#include "online/client/http_client.h"
#include "online/client/websocket_client.h"
#include "online/people.h"
#include "table/helpers.h"
#include "table/output.h"
#include "table/records/fair.h"
#include "terminal/remote.h"
#include "unit.h"

enum { LINES = 4000, TROUBLE = 40 };

static const char python_client[] = TEST_DATA "/../bots/reference/client.py";

static bool has_python(void)
{
    return system("python3 -c 'import json' 2>/dev/null") == 0;
}

/* ------------------------------------------------------------------ tables */

struct table {
    char id[32];
    char link[BIL_MAX_SEATS][160]; /* with the token of that seat */
    char token[BIL_MAX_SEATS][32];
};

static void make_table(const char *setup, struct table *table)
{
    const struct bil_value *made = server_process_ask(&served, "/api/tables", NULL, setup, 201);
    snprintf(table->id, sizeof table->id, "%s", bil_value_get(made, "table")->string);
    bil_json_free(made);
}

static void sit(struct table *table, int seat, const char *name)
{
    char path[64];
    char body[160];
    snprintf(path, sizeof path, "/api/tables/%s/join", table->id);
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"seat\":%d,\"contribution\":\"%064d\"}", name, seat + 1, seat + 7);
    const struct bil_value *sits = server_process_ask(&served, path, NULL, body, 200);
    assert_int_equal(bil_value_get(sits, "seat")->integer, seat + 1);
    snprintf(table->token[seat], sizeof table->token[seat], "%s", bil_value_get(sits, "token")->string);
    struct bil_url url = served.url;
    struct bil_text link = {0};
    snprintf(url.table, sizeof url.table, "%.31s", table->id);
    snprintf(url.token, sizeof url.token, "%.31s", table->token[seat]);
    bil_url_write(&url, true, &link);
    assert_true(link.length < sizeof table->link[seat]);
    memcpy(table->link[seat], bil_text_string(&link), link.length + 1);
    bil_text_free(&link);
    bil_json_free(sits);
}

/* The record can be had, replays, and its seed is the one everybody has made together. */
static void verify(const struct table *table, struct bil_text *record)
{
    char path[64];
    struct bil_answer answer = {0};
    struct bil_error error = {{0}};
    struct bil_record_end end;
    bool fair = false;
    snprintf(path, sizeof path, "/api/tables/%s/record", table->id);
    assert_true(bil_http_request(&served.url, NULL, "GET", path, NULL, NULL, &answer, &error));
    assert_int_equal(answer.status, 200);
    struct bil_match *match = bil_record_read(bil_text_string(&answer.body), answer.body.length, "the record", NULL, &end, &error);
    helper_must(match != NULL, &error);
    assert_int_equal(match->actor, BIL_OVER);
    assert_true(end.has_result && end.has_hash);
    helper_must(bil_fair_verify(match, &fair, &error), &error);
    assert_true(fair);
    if (record) {
        bil_text_add(record, bil_text_string(&answer.body));
    }
    bil_match_free(match);
    bil_text_free(&answer.body);
}

/* ------------------------------------------------------------------ a client in this program, through which trouble comes */

struct trouble {
    struct table *table;
    struct bil_websocket *websocket;
    const char *const *late; /* the program that is killed, and comes back late */
    pid_t pid;
    char out[256];
    int messages;
    int stage; /* 0: all is well, 1: the client is dead and the connection broken, 2: the server was killed, 3: all are back */
};

static void greet(void *context, const char *greeting)
{
    bil_websocket_greet(((struct trouble *)context)->websocket, greeting);
}

static bool send(void *context, const char *text)
{
    return bil_websocket_send(((struct trouble *)context)->websocket, text);
}

static int fd(void *context)
{
    return bil_websocket_fd(((struct trouble *)context)->websocket);
}

/* Makes trouble: first one client dies and the connection of another breaks; when that is back, the server is killed and comes up
 * again; when the connection is back once more, the client that died returns. */
static void make_trouble(struct trouble *trouble, enum bil_websocket_news news)
{
    trouble->messages += news == BIL_WEBSOCKET_TEXT;
    if (trouble->stage == 0 && trouble->messages > TROUBLE) {
        kill(trouble->pid, SIGKILL);
        assert_int_equal(server_process_wait(trouble->pid), 1000 + SIGKILL);
        trouble->pid = 0;
        bil_websocket_wish(trouble->websocket, BIL_WEBSOCKET_BREAK, true);
        trouble->stage = 1;
    } else if (trouble->stage == 1 && news == BIL_WEBSOCKET_UP) {
        server_process_kill(&served);
        trouble->stage = 2;
        server_process_start(&served, NULL);
    } else if (trouble->stage == 2 && news == BIL_WEBSOCKET_UP) {
        trouble->pid = server_process_spawn(trouble->late, "", trouble->out);
        trouble->stage = 3;
    }
}

static enum bil_line_news next(void *context, const char **text)
{
    static const enum bil_line_news news[] = {
        [BIL_WEBSOCKET_NOTHING] = BIL_LINE_NOTHING, [BIL_WEBSOCKET_UP] = BIL_LINE_UP,     [BIL_WEBSOCKET_DOUBT] = BIL_LINE_DOUBT,
        [BIL_WEBSOCKET_BACK] = BIL_LINE_BACK,       [BIL_WEBSOCKET_DOWN] = BIL_LINE_DOWN, [BIL_WEBSOCKET_TEXT] = BIL_LINE_TEXT};
    struct trouble *trouble = context;
    const enum bil_websocket_news came = bil_websocket_next(trouble->websocket, text);
    make_trouble(trouble, came);
    return news[came];
}

static void play_through_trouble(struct trouble *trouble, int seat)
{
    FILE *out = tmpfile();
    FILE *in = tmpfile();
    struct bil_screen screen;
    struct bil_keyboard keyboard;
    assert_true(in && out);
    struct bil_url url = served.url;
    snprintf(url.table, sizeof url.table, "%s", trouble->table->id);
    trouble->websocket = bil_websocket_open(&url, NULL, NULL);
    assert_non_null(trouble->websocket);
    bil_keyboard_open(&keyboard, fileno(in));
    bil_output_plain();
    bil_screen_open(&screen, fileno(out));
    struct bil_remote remote = {.token = trouble->table->token[seat], .screen = &screen, .keyboard = &keyboard};
    remote.line =
        (struct bil_line){.context = trouble, .host = "here", .again = "", .greet = greet, .send = send, .next = next, .fd = fd};
    snprintf(remote.table.id, sizeof remote.table.id, "%s", trouble->table->id);
    assert_int_equal(bil_remote_run_bot(&remote, bil_bot_find("random", NULL)), BIL_PLAY_FINE);
    bil_websocket_close(trouble->websocket);
    bil_screen_close(&screen);
    fclose(in);
    fclose(out);
}

static void three_clients_a_bot_and_every_trouble(const char *setup)
{
    struct table table;
    char b[256];
    make_table(setup, &table);
    sit(&table, 0, "Ann");
    sit(&table, 1, "Bob");
    sit(&table, 2, "Cleo");
    const char *const ann[] = {TEST_ONLINE, "join", table.link[0], "--bot", "random", NULL};
    const char *const python[] = {"python3", python_client, table.link[1], NULL};
    const char *const other[] = {TEST_ONLINE, "join", table.link[1], "--bot", "greedy", NULL};
    struct trouble trouble = {.table = &table, .late = ann};
    snprintf(trouble.out, sizeof trouble.out, "%s/a", served.folder);
    snprintf(b, sizeof b, "%s/b", served.folder);
    trouble.pid = server_process_spawn(ann, "", trouble.out);
    const pid_t bob = server_process_spawn(has_python() ? python : other, "", b);
    play_through_trouble(&trouble, 2);
    assert_int_equal(trouble.stage, 3);
    assert_int_equal(server_process_wait(trouble.pid), 0);
    assert_int_equal(server_process_wait(bob), 0);
    verify(&table, NULL);
}

static void one_billion_users_through_every_trouble(void **state)
{
    three_clients_a_bot_and_every_trouble("{\"game\":\"one-billion-users\",\"seats\":4,\"bots\":[null,null,null,\"greedy\"]}");
}

static void six_billion_through_every_trouble(void **state)
{
    three_clients_a_bot_and_every_trouble("{\"game\":\"six-billion\",\"seats\":4,\"bots\":[null,null,null,\"greedy\"]}");
}

/* ------------------------------------------------------------------ a client written from the page alone */

static void the_python_client_plays_a_game(void **state)
{
    char out[256];
    if (!has_python()) {
        print_message("python3 is not here: its client does not play\n");
        return;
    }
    snprintf(out, sizeof out, "%s/a", served.folder);
    const char *const python[] = {"python3", python_client, served.text, NULL};
    assert_int_equal(server_process_wait(server_process_spawn(python, "", out)), 0);
    char *said = helper_read(out);
    helper_contains(said, "\"places\"");
    helper_contains(said, "\"secret\"");
    free(said);
    /* Short enough to be read at one go. */
    int lines = 0;
    char *source = helper_read(python_client);
    for (const char *at = source; *at; at++) {
        lines += *at == '\n';
    }
    assert_true(lines < 200);
    free(source);
}

/* ------------------------------------------------------------------ people */

static void a_person_makes_a_table_and_plays(void **state)
{
    char in[256];
    char out[256];
    char receipt[256];
    struct bil_text typed = {0};
    snprintf(in, sizeof in, "%s/in", served.folder);
    snprintf(out, sizeof out, "%s/a", served.folder);
    snprintf(receipt, sizeof receipt, "%s/receipt", served.folder);
    bil_text_repeat(&typed, "1\n", LINES);
    helper_write(in, bil_text_string(&typed));
    const char *const ann[] = {
        TEST_ONLINE, "join",   served.text, "--new",   "one",     "--players", "3",     "--bots",   "greedy,random",
        "--name",    "Ann",    "--listed",  "--title", "Tuesday", "--receipt", receipt, "--option", "networks=random",
        "--pace",    "600+60", NULL};
    assert_int_equal(server_process_wait(server_process_spawn(ann, in, out)), 0);
    char *said = helper_read(out);
    static const char *const parts[] = {"The table: http://127.0.0.1:",
                                        "/t/",
                                        "Your seat is 1.",
                                        "One Billion Users: Seat 1 (Ann), Seat 2 (",
                                        "The game is over.",
                                        "Total",
                                        "rematch begins the next game"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        helper_contains(said, parts[i]);
    }
    assert_null(strstr(said, "Seat 2 (greedy)")); /* but somebody of the game */
    struct table table = {.id = ""};
    sscanf(strstr(said, "/t/") + 3, "%16s", table.id);
    struct bil_text record = {0};
    verify(&table, &record);
    helper_contains(bil_text_string(&record), "person Ann");
    char *kept = helper_read(receipt);
    helper_contains(kept, "Commitment: ");
    helper_contains(kept, table.id);
    const char *mine = strstr(kept, "Contribution: ");
    assert_non_null(mine);
    char digits[65];
    sscanf(mine + 14, "%64s", digits);
    helper_contains(bil_text_string(&record), digits); /* what we gave is in the seed */
    /* Record and receipt fit together; a receipt of something else does not. */
    char file[256];
    snprintf(file, sizeof file, "%s/c", served.folder);
    helper_write(file, bil_text_string(&record));
    const char *const check[] = {TEST_PROGRAM, "verify", file, "--receipt", receipt, NULL};
    assert_int_equal(server_process_wait(server_process_spawn(check, "", out)), 0);
    char *fits = helper_read(out);
    helper_contains(fits, "the server had committed to this secret; this seat's contribution is in the seed");
    free(fits);
    char *view = strstr(kept, "View: ");
    assert_non_null(view);
    view = strchr(view + 6, ' ') + 1;
    *view = *view == '0' ? '1' : '0';
    helper_write(receipt, kept);
    assert_int_equal(server_process_wait(server_process_spawn(check, "", out)), 1);
    const char *const list[] = {TEST_ONLINE, "tables", served.text, NULL};
    assert_int_equal(server_process_wait(server_process_spawn(list, "", out)), 0);
    char *listed = helper_read(out);
    helper_contains(listed, "Tuesday");
    helper_contains(listed, table.id);
    free(listed);
    free(kept);
    free(said);
    bil_text_free(&record);
    bil_text_free(&typed);
}

/* What is wrong is said in one sentence, with an exit code that tells what kind it is. */
static void what_cannot_be_is_refused(void **state)
{
    struct table table;
    char out[256];
    make_table("{\"game\":\"six-billion\",\"seats\":2}", &table);
    bil_json_free(server_process_ask(&served, "/api/people", NULL, "{\"name\":\"Bob\",\"passphrase\":\"correct horse\"}", 201));
    snprintf(out, sizeof out, "%s/a", served.folder);
    char link[160];
    char wrong[224];
    snprintf(link, sizeof link, "%s/t/%s", served.text, table.id);
    snprintf(wrong, sizeof wrong, "%s#AAAAAAAAAAAAAAAAAAAAAA", link);
    const struct {
        const char *argument[6];
        int code;
        const char *words;
    } cases[] = {
        {{"join"}, 2, "Something is missing"},
        {{"join", link}, 2, "--name NAME takes a free one"},
        {{"join", wrong}, 2, "opens no seat"},
        {{"join", "ftp://x"}, 2, "is no link to a server"},
        {{"join", link, "--seat", "9"}, 2, "--seat 9: there must be a whole number from 1 to 6."},
        {{"join", link, "--name", "Ann", "--bot"}, 2, "--bot wants a value behind it: --bot BOT."},
        {{"join", link, "--bot", "nobody"}, 2, "nobody"},
        {{"join", link, "--name", " "}, 4, "name"},
        {{"join", link, "--name",
          /* NOLINTNEXTLINE(misc-misleading-bidirectional) */
          "Bo\xe2\x80\xae"
          "b"},
         4,
         "nothing that cannot be seen"},
        {{"join", link, "--name", "bOb"}, 4, "The name Bob is registered here, and bOb looks the same; choose another name"},
        {{"join", served.text, "--new", "chess"}, 4, "chess"},
        {{"join", link, "--new", "six"}, 2, "--new makes a table"},
        {{"join", link, "--nonsense"}, 2, "has no option --nonsense"},
        {{"tables", "--\x1b[31mred"}, 2, "has no option --?[31mred"},
        {{"tables", "http://127.0.0.1:1"}, 4, "cannot be reached"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *line[8] = {TEST_ONLINE};
        for (int k = 0; k < 6 && cases[i].argument[k]; k++) {
            line[k + 1] = cases[i].argument[k];
        }
        const int code = server_process_wait(server_process_spawn(line, "", out));
        char *said = helper_read(out);
        helper_contains(said, cases[i].words);
        assert_int_equal(strncmp(said, "billions: ", 10), 0);
        assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1);
        assert_int_equal(code, cases[i].code);
        free(said);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_billion_users_through_every_trouble, people_begin, people_end),
        cmocka_unit_test_setup_teardown(six_billion_through_every_trouble, people_begin, people_end),
        cmocka_unit_test_setup_teardown(the_python_client_plays_a_game, people_begin, people_end),
        cmocka_unit_test_setup_teardown(a_person_makes_a_table_and_plays, people_begin, people_end),
        cmocka_unit_test_setup_teardown(what_cannot_be_is_refused, people_begin, people_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
