/* Passing on (pass_bench.h): what goes through the front is what the owner says, who counts and who is believed, and a table that
 * is given away. Owners that do what they should not: test_pass_faults.c. */
#include <unistd.h>

#include "billions/json.h"
#include "server/pass_bench.h"
#include "server/pass_head.h"
#include "server/pass_proof.h"
#include "server/websocket_client.h"
#include "table/helpers.h"
#include "unit.h"

/* ------------------------------------------------------------------ tests: what goes through */

static void requests_go_through(void **state)
{
    (void)state;
    pass_prepare_both();
    pass_open_both();
    pass_make_table();
    const int here = bil_net_port(pass_owner.net);
    const int there = bil_net_port(pass_front.net);
    struct bil_text direct = {0};
    bil_text_add(&direct, pass_body_of(pass_ask(here, "GET", pass_path_of("/api/tables/%s"), "", "")));
    const char *answer = pass_ask(there, "GET", pass_path_of("/api/tables/%s"), "", "");
    pass_expect(answer, 200, "content-type: application/json\r\n");
    assert_string_equal(pass_body_of(answer), bil_text_string(&direct));
    pass_expect(pass_ask(there, "HEAD", pass_path_of("/api/tables/%s"), "", ""), 200, "content-length: ");
    assert_string_equal(pass_body_of(pass_ask(there, "HEAD", pass_path_of("/api/tables/%s"), "", "")), "");
    pass_expect(pass_ask(there, "POST", pass_path_of("/api/tables/%s/join"), "", "{\"name\":\"Ann\"}"), 200, "\"seat\":1");
    pass_expect(pass_ask(here, "GET", pass_path_of("/api/tables/%s"), "", ""), 200, "\"name\":\"Ann\"");
    pass_expect(pass_ask(there, "POST", pass_path_of("/api/tables/%s/join"), "", "{\"name\":7}"), 400, "malformed");
    pass_expect(pass_ask(there, "PUT", pass_path_of("/api/tables/%s"), "", ""), 405, "allow: GET, HEAD\r\n");
    pass_expect(pass_ask(there, "GET", pass_path_of("/api/tables/%s/record"), "", ""), 409, "state");
    pass_expect(pass_ask(there, "GET", "/api/tables/aaaaaaaaaaaaaaaa", "", ""), 404, "no-table");
    pass_expect(pass_ask(there, "POST", pass_path_of("/api/my/%s/seat"), "Authorization: Bearer AAAAAAAAAAAAAAAAAAAAAA\r\n", ""),
                403, "token");
    pass_expect(pass_ask(there, "GET", pass_path_of("/ws/%s"), "", ""), 426, "upgrade");
    pass_expect(pass_ask(there, "GET", "/api/games", "", ""), 200, "six-billion"); /* of no table: by itself */
    bil_text_free(&direct);
    pass_close_both();
}

/* Three requests in one segment, byte by byte, and with bodies in chunks: each is answered, in order, on the same connection. */
static void however_they_come(void **state)
{
    (void)state;
    static const char last[] = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    pass_prepare_both();
    pass_open_both();
    pass_make_table();
    for (int step = 0; step < 2; step++) {
        struct pass_line line;
        struct bil_text text = {0};
        bil_text_format(&text, "GET /api/tables/%s HTTP/1.1\r\nHost: localhost\r\n\r\n", pass_table_id);
        bil_text_format(&text,
                        "POST /api/tables/%s/join HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                        "8\r\n{\"name\":\r\n6\r\n\"Bo%d\"}\r\n0\r\n\r\n%s",
                        pass_table_id, step, last);
        pass_dial(&line, bil_net_port(pass_front.net));
        for (size_t i = 0; step == 1 && i < text.length; i++) {
            pass_say(&line, text.data + i, 1);
        }
        if (step == 0) {
            pass_say(&line, text.data, text.length);
        }
        pass_await(&line, NULL);
        const char *all = bil_text_string(&line.got);
        const char *state_of = strstr(all, "\"state\":\"open\"");
        const char *seat = strstr(all, "\"seat\":");
        const char *fine = strstr(all, "{\"status\":\"fine\"}");
        assert_true(state_of && fine && seat);
        assert_non_null(strstr(state_of, "\"token\":\""));
        assert_true(strstr(state_of, "\"token\":\"") < fine);
        bil_text_free(&text);
        pass_hang_up(&line);
    }
    pass_close_both();
}

static void websockets_go_through(void **state)
{
    (void)state;
    pass_prepare_both();
    pass_open_both();
    pass_make_table();
    struct bil_text text = {0};
    for (int step = 0; step < 2; step++) { /* handshake and hello in one segment, and byte by byte */
        struct pass_line line;
        pass_dial(&line, bil_net_port(pass_front.net));
        bil_text_clear(&text);
        pass_add_handshake(&text);
        pass_add_hello(&text);
        pass_add_frame(&text, "{\"type\":\"ping\",\"id\":5}");
        for (size_t i = 0; step == 1 && i < text.length; i++) {
            pass_say(&line, text.data + i, 1);
        }
        if (step == 0) {
            pass_say(&line, text.data, text.length);
        }
        pass_await(&line, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="); /* of RFC 6455, 1.3, for that key */
        pass_await(&line, "\"type\":\"table\"");
        pass_await(&line, "{\"type\":\"pong\",\"id\":5}");
        bil_text_clear(&text);
        pass_add_frame(&text, "{\"type\":\"bye\"}");
        pass_say(&line, text.data, text.length);
        pass_await(&line, "\x88\x0a\x03\xe8Goodbye.");
        bil_text_clear(&text);
        bil_text_add_bytes(&text, "\x88\x80\0\0\0\0", 6);
        pass_say(&line, text.data, text.length);
        pass_await(&line, NULL);
        pass_hang_up(&line);
    }
    /* A message that is too big is refused as it is without a front between. */
    struct pass_line line;
    pass_watch(&line);
    bil_text_clear(&text);
    bil_text_add_bytes(&text, "\x81\xff\0\0\0\0\0\x01\x00\x01\0\0\0\0", 14); /* 65537 bytes */
    for (int i = 0; i < 65537; i++) {
        bil_text_char(&text, ' ');
    }
    pass_say(&line, text.data, text.length);
    pass_await(&line, "too big");
    pass_await(&line, NULL);
    pass_hang_up(&line);
    /* Who only goes away is gone for the owner, too. */
    struct bil_hub_figures figures = {0};
    pass_watch(&line);
    bil_hub_figures(pass_owner.hub, &figures);
    assert_int_equal(figures.clients, 1);
    pass_hang_up(&line);
    for (int i = 0; figures.clients > 0; i++) {
        assert_true(i < PASS_ROUNDS);
        pass_turn(i);
        bil_hub_figures(pass_owner.hub, &figures);
    }
    bil_text_free(&text);
    pass_close_both();
}

/* ------------------------------------------------------------------ tests: who counts, who is believed */

static void limits_count_at_the_front(void **state)
{
    (void)state;
    pass_prepare_both();
    pass_owner.settings.requests = (struct bil_rate_limit){.burst = 3, .a_minute = 1}; /* no more than making the table takes */
    pass_owner.settings.per_address = 1;
    pass_owner.settings.trust_proxy = true; /* as of each process behind another */
    pass_front.settings.requests = (struct bil_rate_limit){.burst = 12, .a_minute = 1};
    pass_front.settings.per_address = 3;
    pass_open_both();
    pass_make_table();
    struct pass_line line[4];
    for (int i = 0; i < 3; i++) {
        pass_watch(&line[i]);
    }
    struct bil_text text = {0};
    pass_add_handshake(&text);
    pass_dial(&line[3], bil_net_port(pass_front.net));
    pass_say(&line[3], text.data, text.length);
    pass_await(&line[3], " 429 "); /* too many connections */
    for (int i = 0; i < 4; i++) {
        pass_hang_up(&line[i]);
    }
    for (int i = 0; i < 8; i++) {
        pass_expect(pass_ask(bil_net_port(pass_front.net), "GET", pass_path_of("/api/tables/%s"), "", ""), 200, pass_table_id);
    }
    pass_expect(pass_ask(bil_net_port(pass_front.net), "GET", pass_path_of("/api/tables/%s"), "", ""), 429, "slow-down");
    bil_text_free(&text);
    pass_close_both();
}

static void a_table_that_nobody_keeps(void **state)
{
    (void)state;
    pass_prepare_both();
    pass_open_both();
    pass_make_table();
    const int there = bil_net_port(pass_front.net);
    /* Each believes that the other keeps it: the owner says no, the front asks anew once, and gives up. */
    pass_owner.place = pass_at_port(there);
    pass_expect(pass_ask(there, "GET", pass_path_of("/api/tables/%s"), "", ""), 503, "\"moved\"");
    assert_int_equal(pass_front.asked, 3); /* the third is the one that is too many */
    assert_int_equal(pass_owner.asked, 2);
    struct pass_line line;
    struct bil_text text = {0};
    pass_add_handshake(&text);
    pass_dial(&line, there);
    pass_say(&line, text.data, text.length);
    pass_await(&line, "\"moved\"");
    assert_int_equal(pass_status_of(bil_text_string(&line.got)), 503);
    pass_hang_up(&line);
    /* It was on its way: at the second asking the front keeps it itself. */
    pass_front.asked = 0;
    pass_front.changes = true;
    pass_front.afterwards = (struct bil_place){.where = BIL_PLACE_HERE};
    pass_expect(pass_ask(there, "GET", pass_path_of("/api/tables/%s"), "", ""), 404, "no-table");
    pass_front.asked = 0;
    pass_dial(&line, there);
    pass_add_hello(&text);
    pass_say(&line, text.data, text.length);
    pass_await(&line, "\"no-table\"");
    pass_hang_up(&line);
    pass_front.changes = false;
    pass_front.place = (struct bil_place){.where = BIL_PLACE_UNKNOWN};
    pass_expect(pass_ask(there, "GET", pass_path_of("/api/tables/%s"), "", ""), 503, "\"moved\"");
    /* A hello by the old address, at a process that does not keep the table, is told where to go. */
    pass_front.place = pass_at_port(bil_net_port(pass_owner.net));
    bil_text_clear(&text);
    bil_text_add(&text, "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    pass_add_hello(&text);
    pass_dial(&line, there);
    pass_say(&line, text.data, text.length);
    pass_await(&line, "\"moved\"");
    pass_await(&line, "/ws/TABLE");
    pass_hang_up(&line);
    bil_text_free(&text);
    pass_close_both();
}

static void proofs(void **state)
{
    (void)state;
    const struct bil_passed one = {"GET", "/api/tables/x", "a=b"};
    const int64_t now = INT64_C(1790000000000);
    const struct bil_passed others[] = {{"POST", "/api/tables/x", "a=b"},
                                        {"GET", "/api/tables/y", "a=b"},
                                        {"GET", "/api/tables/x", ""},
                                        {"GET", "/api/tables/xa=b", ""}};
    uint8_t wrong[BIL_PASS_SECRET] = {0};
    char address[BIL_ADDRESS_LENGTH] = "?";
    struct bil_text proof = {0};
    bil_pass_prove(pass_secret, &one, "2001:db8::7", now, &proof);
    const char *text = bil_text_string(&proof);
    assert_false(bil_pass_proven(wrong, &one, text, now, address));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_false(bil_pass_proven(pass_secret, &others[i], text, now, address));
    }
    assert_false(bil_pass_proven(pass_secret, &one, text, now + BIL_PASS_GOOD_FOR + 1, address));
    assert_false(bil_pass_proven(pass_secret, &one, text, now - BIL_PASS_GOOD_FOR - 1, address));
    for (size_t i = 0; i < proof.length; i++) { /* any letter of it */
        const char kept = proof.data[i];
        for (int bit = 0; bit < 7; bit++) {
            proof.data[i] = (char)(kept ^ 1 << bit);
            assert_false(bil_pass_proven(pass_secret, &one, text, now, address));
        }
        proof.data[i] = 0; /* and shorter */
        assert_false(bil_pass_proven(pass_secret, &one, text, now, address));
        proof.data[i] = kept;
    }
    assert_string_equal(address, "?");
    assert_true(bil_pass_proven(pass_secret, &one, text, now + BIL_PASS_GOOD_FOR, address));
    assert_string_equal(address, "2001:db8::7");
    bil_text_add(&proof, " ");
    assert_false(bil_pass_proven(pass_secret, &one, bil_text_string(&proof), now, address));
    bil_text_clear(&proof);
    bil_pass_prove(pass_secret, &one, "nobody", now, &proof);
    assert_false(bil_pass_proven(pass_secret, &one, bil_text_string(&proof), now, address));
    bil_text_free(&proof);
}

/* Whoever invents the header is a stranger: what it asks is passed on as anybody's, without it, and counts as anybody's. */
static void forged_proofs(void **state)
{
    (void)state;
    struct pass_impostor impostor;
    struct pass_line line;
    struct bil_text text = {0};
    const uint8_t wrong[BIL_PASS_SECRET] = {7};
    pass_prepare_both();
    pass_open_both();
    pass_make_table();
    pass_open_impostor(&impostor);
    const struct bil_passed request = {"GET", pass_path_of("/api/tables/%s"), ""};
    bil_text_format(&text,
                    "GET %s HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.9\r\nX-Billions-Passed: ", request.path);
    bil_pass_prove(wrong, &request, "203.0.113.7", pass_now(), &text);
    bil_text_add(&text, "\r\nX-Billions-Passed: nonsense\r\nConnection: X-Secret\r\nX-Secret: of the connection\r\n\r\n");
    pass_dial(&line, bil_net_port(pass_front.net));
    pass_say(&line, text.data, text.length);
    pass_be_asked(&impostor, "\r\n\r\n");
    const char *asked = bil_text_string(&impostor.line.got);
    assert_null(strstr(asked, "203.0.113"));
    assert_null(strstr(asked, "nonsense"));
    assert_null(strstr(asked, "of the connection"));
    assert_non_null(strstr(asked, "X-Forwarded-For: 127.0.0.1\r\n"));
    const char *proof = strstr(asked, "X-Billions-Passed: ");
    assert_non_null(proof);
    assert_null(strstr(proof + 1, "X-Billions-Passed: "));
    char address[BIL_ADDRESS_LENGTH];
    char value[256];
    snprintf(value, sizeof value, "%.*s", (int)strcspn(proof + 19, "\r"), proof + 19);
    assert_true(bil_pass_proven(pass_secret, &request, value, pass_now(), address));
    assert_string_equal(address, "127.0.0.1");
    pass_dismiss(&impostor);
    pass_hang_up(&line);
    /* At the owner a stranger's is no header at all; a true one is only good for who is asked by it. */
    bil_text_clear(&text);
    bil_text_add(&text, "X-Billions-Passed: ");
    bil_pass_prove(wrong, &request, "203.0.113.7", pass_now(), &text);
    bil_text_add(&text, "\r\n");
    pass_expect(pass_ask(bil_net_port(pass_owner.net), "GET", request.path, bil_text_string(&text), ""), 200, pass_table_id);
    pass_owner.settings.secret = NULL; /* a process by itself believes nobody */
    pass_expect(pass_ask(bil_net_port(pass_owner.net), "GET", request.path, bil_text_string(&text), ""), 200, pass_table_id);
    close(impostor.knocks);
    bil_text_free(&text);
    pass_close_both();
}

/* ------------------------------------------------------------------ tests: a table that is given away */

static void given_away(void **state)
{
    (void)state;
    struct bil_hub_figures figures = {0};
    struct pass_line line;
    struct pass_line back;
    pass_prepare_both();
    pass_open_both();
    pass_make_table();
    pass_watch(&line);
    bil_hub_figures(pass_owner.hub, &figures);
    assert_int_equal(figures.spectators, 1);
    bil_hub_give_away(pass_owner.hub, pass_table_id);
    bil_hub_give_away(pass_owner.hub, pass_table_id);      /* twice is once */
    bil_hub_give_away(pass_owner.hub, "aaaaaaaaaaaaaaaa"); /* nobody's */
    pass_await(&line, "{\"type\":\"moved\"}");
    pass_await(&line, "\x88\x14\x0f\xa0"
                      "Come back at once."); /* and the closing frame, status 4000 */
    bil_hub_figures(pass_owner.hub, &figures);
    assert_int_equal(figures.tables_loaded, 0);
    assert_int_equal(figures.spectators, 0);
    pass_watch(&back); /* nobody has taken it: it is there as before */
    bil_hub_close(pass_owner.hub, pass_now());
    pass_await(&back, "{\"type\":\"moved\"}");
    pass_hang_up(&line);
    pass_hang_up(&back);
    pass_close_both();
}

/* The next news of a client; turns until there is some. */
static enum bil_websocket_news news(struct bil_websocket *websocket, const char **text)
{
    for (int i = 0;; i++) {
        const enum bil_websocket_news came = bil_websocket_next(websocket, text);
        if (came != BIL_WEBSOCKET_NOTHING) {
            return came;
        }
        assert_true(i < PASS_ROUNDS);
        pass_turn(i);
    }
}

/* Clients of ours come back at once, and hear that they were away only when that takes long. */
static void clients_follow(void **state)
{
    (void)state;
    struct bil_url url;
    struct bil_error error = {{0}};
    struct bil_text text = {0};
    const char *said = NULL;
    pass_prepare_both();
    pass_open_both();
    pass_make_table();
    bil_text_format(&text, "http://127.0.0.1:%d/t/%s", bil_net_port(pass_front.net), pass_table_id);
    assert_true(bil_url_read(bil_text_string(&text), &url, &error));
    bil_text_clear(&text);
    bil_text_format(&text, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\"}", pass_table_id);
    struct bil_websocket *websocket = bil_websocket_open(&url, NULL, &error);
    assert_non_null(websocket);
    bil_websocket_greet(websocket, bil_text_string(&text));
    for (int round = 0; round < 3; round++) {
        assert_int_equal(news(websocket, &said), BIL_WEBSOCKET_UP);
        assert_int_equal(news(websocket, &said), BIL_WEBSOCKET_TEXT);
        assert_non_null(strstr(said, "\"type\":\"table\""));
        bil_hub_give_away(pass_owner.hub, pass_table_id);
        assert_int_equal(news(websocket, &said), BIL_WEBSOCKET_TEXT);
        assert_string_equal(said, "{\"type\":\"moved\"}");
        if (round == 2) {
            pass_front.place.where = BIL_PLACE_UNKNOWN; /* and nobody takes it */
        }
    }
    assert_int_equal(news(websocket, &said), BIL_WEBSOCKET_DOWN);
    assert_non_null(strstr(said, "moved"));
    pass_front.place.where = BIL_PLACE_THERE;
    assert_int_equal(news(websocket, &said), BIL_WEBSOCKET_UP);
    bil_websocket_close(websocket);
    bil_text_free(&text);
    pass_close_both();
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_go_through),
        cmocka_unit_test(however_they_come),
        cmocka_unit_test(websockets_go_through),
        cmocka_unit_test(limits_count_at_the_front),
        cmocka_unit_test(a_table_that_nobody_keeps),
        cmocka_unit_test(proofs),
        cmocka_unit_test(forged_proofs),
        cmocka_unit_test(given_away),
        cmocka_unit_test(clients_follow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
