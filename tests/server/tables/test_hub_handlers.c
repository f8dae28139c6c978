/* What clients say besides the game going on: coming late, saying it twice or wrongly, standing orders, taking back, chat, hints;
 * and what happens to seats: leaving, the next table, a server that closes. */
#include "server/hub_bench.h"
#include "table/helpers.h"
#include "unit.h"

static struct bench_client *ann, *bob, *cid;

static void begin(const char *rest)
{
    bench_open(":memory:", false);
    ann = bench_example("safeguard.json", "one-billion-users", rest);
    bob = ann + 1;
    cid = ann + 2;
}

/* Says a message and expects it to be refused with that code; nobody else hears a word. */
static void refused(struct bench_client *client, const char *message, const char *code)
{
    const int before[] = {ann->messages, bob->messages, cid->messages};
    client->code[0] = 0;
    bench_say(client, "%s", message);
    if (strcmp(client->code, code) != 0) {
        fprintf(stderr, "%s: \"%s\", expected \"%s\"\n", message, client->code, code);
    }
    assert_string_equal(client->code, code);
    for (int i = 0; i < 3; i++) {
        assert_true(&ann[i] == client || ann[i].messages == before[i]);
    }
}

static struct bench_client *spectator(void)
{
    struct bench_client *client = bench_come(ann->table, NULL, -1);
    return client;
}

/* ------------------------------------------------------------------ coming late */

/* One connection of each seat stays, another comes and goes; in the end both know the same. */
static void who_comes_back_gets_exactly_the_rest(void **state)
{
    static const char *const setups[] = {"{\"game\":\"one-billion-users\",\"seats\":3,\"bots\":[null,null,\"greedy\"]}",
                                         "{\"game\":\"six-billion\",\"seats\":3,\"bots\":[null,null,\"medium\"]}"};
    for (int s = 0; s < 2; s++) {
        bench_open(":memory:", false);
        struct bench_client *first = bench_table(setups[s]);
        struct bench_client *comes[3] = {NULL};
        for (int i = 0; i < 3; i++) {
            const int seat = i == 2 ? -1 : i;
            comes[i] = bench_client(first->table, i == 2 ? NULL : first[i].token, seat);
            bench_connect(comes[i], 0);
        }
        struct bench_client *watches = bench_client(first->table, NULL, -1);
        bench_connect(watches, 0);
        for (int round = 0; round < 150 && !first->over; round++) {
            struct bench_client *client = comes[round % 3];
            for (int i = 0; i < 3; i++) {
                comes[i]->answered = (int)comes[i]->decision; /* they only listen */
            }
            bench_play_round();
            if (round % 7 == 3 && first->decision > 0 && !first->window) {
                bench_say(&first[round % 2], "{\"type\":\"undo\",\"decision\":%lld}", (long long)first->decision);
                bench_say(&first[1 - round % 2], "{\"type\":\"agree\"}");
                first[0].answered = first[1].answered = 0;
            }
            if (client->client) {
                bench_drop(client);
            } else {
                bench_connect(client, client->number);
            }
        }
        for (int i = 0; i < 3; i++) {
            if (!comes[i]->client) {
                bench_connect(comes[i], comes[i]->number);
            }
            assert_int_equal(comes[i]->number, first->number);
        }
        assert_string_equal(bil_text_string(&comes[2]->kept), bil_text_string(&watches->kept));
        for (int i = 0; i < 2; i++) {
            const struct bil_text *late = &comes[i]->kept;
            const struct bil_text *there = &first[i].kept;
            assert_true(late->length >= there->length);
            assert_string_equal(late->data + (late->length - there->length), there->data);
        }
        assert_non_null(strstr(bil_text_string(&watches->kept), "\"kind\":\"undo\""));
    }
}

static void a_number_that_cannot_be(void **state)
{
    begin("");
    struct bench_client *late = bench_client(ann->table, ann->token, 0);
    bench_connect(late, 4);
    assert_true(bench_heard(late, "\"type\":\"rest\",\"from\":4"));
    assert_string_equal(late->last, "now");
    bench_drop(late);
    late->client = bil_hub_connect(bench.hub, late, bench.now);
    bench_say(late, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\",\"seen\":5000}", ann->table);
    assert_string_equal(late->last, "table");
}

/* ------------------------------------------------------------------ moves that are refused */

static void moves_are_refused(void **state)
{
    char text[200];
    begin("");
    struct bench_client *watches = spectator();
    refused(bob, "{\"type\":\"move\",\"decision\":1,\"move\":\"pass\"}", "not-your-turn");
    refused(ann, "{\"type\":\"move\",\"decision\":2,\"move\":\"discard Push\"}", "stale");
    refused(ann, "{\"type\":\"move\",\"decision\":1,\"move\":\"block 3 low\"}", "illegal");
    assert_true(bench_heard(ann, "OBU-73")); /* with the rule */
    refused(ann, "{\"type\":\"move\",\"decision\":1,\"move\":\"dance\"}", "illegal");
    refused(ann, "{\"type\":\"move\",\"decision\":1}", "malformed");
    refused(ann, "{\"type\":\"move\",\"move\":\"discard Push\"}", "malformed");
    refused(ann, "{\"type\":\"move\",\"decision\":\"1\",\"move\":\"discard Push\"}", "malformed");
    refused(ann, "{\"type\":\"jump\"}", "unknown");
    refused(watches, "{\"type\":\"move\",\"decision\":1,\"move\":\"discard Push\"}", "seat");
    const int64_t before = ann->number;
    bench_say(ann, "{\"type\":\"move\",\"id\":3,\"decision\":1,\"move\":\"discard push\"}");
    assert_true(bench_heard(ann, "{\"type\":\"ok\",\"id\":3}"));
    assert_int_equal(bob->number, before + 1);
    refused(ann, "{\"type\":\"move\",\"decision\":1,\"move\":\"discard Poke\"}", "stale");
    bench_forget(ann);
    for (int i = 0; i < 3; i++) { /* doubled, late, replayed: one move */
        bench_say(ann, "{\"type\":\"move\",\"id\":%d,\"decision\":1,\"move\":\"discard Push\"}", 10 + i);
        snprintf(text, sizeof text, "{\"type\":\"ok\",\"id\":%d}", 10 + i);
        assert_true(bench_heard(ann, text));
    }
    refused(bob, "{\"type\":\"move\",\"decision\":1,\"move\":\"discard Push\"}", "stale");
    assert_int_equal(bob->number, before + 1);
    assert_int_equal(bob->decision, 2);
}

/* What no client may say: it is answered, and the connection ends. */
static void ends(const char *message, const char *code)
{
    struct bench_client *client = bench_client(ann->table, NULL, -1);
    client->client = bil_hub_connect(bench.hub, client, bench.now);
    assert_false(bench_say(client, "%s", message));
    if (strcmp(client->code, code) != 0) {
        fprintf(stderr, "%s: \"%s\", expected \"%s\"\n", message, client->code, code);
    }
    assert_string_equal(client->code, code);
    bench_drop(client);
    bench.count--;
}

static void bad_beginnings(void **state)
{
    char text[400];
    begin("");
    ends("", "malformed");
    ends("{", "malformed");
    ends("[]", "malformed");
    ends("{\"type\":7}", "malformed");
    ends("{\"type\":\"hello\"}", "version");
    ends("{\"type\":\"hello\",\"protocol\":2,\"table\":\"aaaaaaaaaaaaaaaa\"}", "version");
    ends("{\"type\":\"hello\",\"protocol\":1}", "malformed");
    ends("{\"type\":\"hello\",\"protocol\":1,\"table\":5}", "malformed");
    ends("{\"type\":\"hello\",\"protocol\":1,\"table\":\"../../etc/passwd\"}", "no-table");
    ends("{\"type\":\"hello\",\"protocol\":1,\"table\":\"aaaaaaaaaaaaaaaa\"}", "no-table");
    ends("{\"type\":\"hello\",\"protocol\":1,\"table\":\"' or 1 = 1 or '1\"}", "no-table");
    ends("{\"type\":\"move\",\"decision\":1,\"move\":\"discard Push\"}", "hello");
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\",\"seen\":-3}", ann->table);
    ends(text, "malformed");
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\",\"token\":\"AAAAAAAAAAAAAAAAAAAAAA\"}",
             ann->table);
    ends(text, "token");
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\",\"token\":\"\"}", ann->table);
    ends(text, "token");
    struct bench_client *other = bench_example("safeguard.json", "one-billion-users", "");
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\",\"token\":\"%s\"}", ann->table, other->token);
    ends(text, "token"); /* a token of another table */
    assert_false(bench_say(ann, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\"}", ann->table));
    assert_string_equal(ann->code, "hello");
}

static void spectators_are_counted_and_may_be_unwanted(void **state)
{
    char text[120];
    begin("\"spectators\":false");
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\"}", ann->table);
    ends(text, "full");
    begin("");
    struct bench_client *last = NULL;
    for (int i = 0; i < 100; i++) {
        last = spectator();
    }
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\"}", ann->table);
    ends(text, "full");
    assert_true(bench_heard(ann, "{\"type\":\"presence\",\"seat\":0,\"spectators\":100}"));
    bench_drop(last);
    assert_true(bench_heard(ann, "{\"type\":\"presence\",\"seat\":0,\"spectators\":99}"));
}

/* ------------------------------------------------------------------ orders */

static void standing_orders(void **state)
{
    begin("");
    refused(bob, "{\"type\":\"order\",\"words\":\"sing\"}", "order");
    refused(bob, "{\"type\":\"end-order\",\"words\":\"never push\"}", "order");
    bench_say(bob, "{\"type\":\"order\",\"id\":1,\"words\":\"never pu\"}");
    assert_true(bench_heard(bob, "{\"type\":\"orders\",\"orders\":[\"never push\"]}"));
    assert_false(bench_heard(ann, "never push"));
    bench_move(ann, "push The Investor to 3");
    assert_int_equal(bob->move_count, 0);
    assert_true(bench_heard(ann, "\"asked\":{\"decision\":2,\"seats\":[2,3],\"window\":true"));
    bench_move(cid, "pass");
    assert_false(bob->window);
    bench_say(bob, "{\"type\":\"end-order\",\"words\":\"\"}");
    assert_true(bench_heard(bob, "{\"type\":\"orders\",\"orders\":[]}"));
    begin("");
    refused(bob, "{\"type\":\"order\",\"words\":\"standard\"}", "order"); /* this game has none */
    bench_move(ann, "discard Push");
    assert_true(bench_heard(bob, "\"orders\":[{\"words\":\"draw from deck\",\"label\":\"Always from the deck\"}]"));
    bench_say(bob, "{\"type\":\"order\",\"words\":\"draw from deck\"}"); /* Bob is asked that now, and it is his answer */
    assert_true(bench_heard(ann, "\"how\":\"person\",\"move\":\"draw deck\""));
}

/* All standard orders of a game are given by one word. */
static void standard_orders(void **state)
{
    bench_open(bench_file(), false);
    ann = bench_example("war.json", "six-billion", "\"bots\":[null,\"greedy\",\"greedy\"]");
    bench_say(ann, "{\"type\":\"order\",\"id\":1,\"words\":\"Standard\"}");
    assert_true(
        bench_heard(ann, "\"orders\":[\"what matters\",\"plain consent\",\"plain migrants\",\"plain growth\",\"plain settling\"]"));
    bench_kill();
    bench_forget(ann);
    bench_connect(ann, -1);
    assert_true(
        bench_heard(ann, "\"orders\":[\"what matters\",\"plain consent\",\"plain migrants\",\"plain growth\",\"plain settling\"]"));
}

/* Such an order answers, or not, by what its owner holds: then the moment at which a window closes would tell it to all. */
static void an_order_that_betrays_a_hand_is_refused(void **state)
{
    bench_open(bench_file(), false);
    ann = bench_example("safeguard.json", "one-billion-users", "");
    bob = ann + 1;
    cid = ann + 2;
    refused(bob, "{\"type\":\"order\",\"words\":\"pass counter\"}", "order");
    bench_say(cid, "{\"type\":\"order\",\"words\":\"pass\"}"); /* passes whatever Cid holds */
    assert_true(bench_heard(cid, "\"orders\":[\"pass\"]"));
    /* Nor is one that an earlier server took still heeded. */
    assert_true(bil_store_set_orders(bench.store, ann->table, 1, "0 pass counter\n0 never guard\n", NULL));
    bench_kill();
    bench_forget(bob);
    bench_connect(bob, -1);
    assert_true(bench_heard(bob, "\"orders\":[\"never guard\"]"));
}

/* ------------------------------------------------------------------ taking back */

static void taking_back_needs_all(void **state)
{
    begin("");
    refused(ann, "{\"type\":\"undo\",\"decision\":1}", "undo"); /* nothing was done */
    bench_move(ann, "discard Push");
    refused(ann, "{\"type\":\"undo\",\"decision\":1}", "stale");
    refused(bob, "{\"type\":\"agree\"}", "undo");
    bench_say(ann, "{\"type\":\"undo\",\"decision\":2}");
    assert_true(bench_heard(cid, "\"kind\":\"ask-undo\",\"seat\":1"));
    refused(ann, "{\"type\":\"undo\",\"decision\":2}", "undo");
    refused(ann, "{\"type\":\"agree\"}", "undo");
    bench_say(bob, "{\"type\":\"agree\",\"decision\":2}");
    assert_int_equal(ann->asked, 2);
    bench_say(cid, "{\"type\":\"refuse\"}");
    assert_true(bench_heard(ann, "\"kind\":\"refuse\",\"seat\":3"));
    refused(cid, "{\"type\":\"agree\"}", "undo");
    bench_say(ann, "{\"type\":\"undo\",\"decision\":2}");
    bench_say(bob, "{\"type\":\"agree\"}");
    bench_say(cid, "{\"type\":\"agree\"}");
    assert_true(bench_heard(bob, "\"kind\":\"undo\",\"seat\":1"));
    assert_int_equal(ann->asked, 1);
    assert_int_equal(ann->decision, 3); /* never a number twice */
    refused(ann, "{\"type\":\"move\",\"decision\":1,\"move\":\"discard Poke\"}", "stale");
    bench_move(ann, "discard Push");
    bench_say(ann, "{\"type\":\"undo\",\"decision\":4}");
    bench_move(bob, "draw deck"); /* the next move ends the request */
    refused(bob, "{\"type\":\"agree\"}", "undo");
}

static void taking_back_at_once(void **state)
{
    bench_open(":memory:", false);
    ann = bench_example("war.json", "six-billion", "\"bots\":[null,\"greedy\",\"greedy\"]");
    bob = cid = ann;
    bench_move(ann, "double mars"); /* nobody but bots is there to mind */
    bench_say(ann, "{\"type\":\"undo\",\"decision\":%lld}", (long long)ann->decision);
    assert_true(bench_heard(ann, "\"kind\":\"undo\",\"seat\":1"));
    assert_int_equal(ann->asked, 1);
}

/* A log is kept for good: who asks and refuses without end comes to an end, the game does not. */
static void a_log_does_not_grow_without_end(void **state)
{
    begin("");
    struct bench_client *watches = spectator();
    bench_move(ann, "discard Push");
    while (ann->number < 2500) {
        bench_say(ann, "{\"type\":\"undo\",\"decision\":2}");
        bench_say(bob, "{\"type\":\"refuse\"}");
        bench_forget(cid);
        assert_int_equal(ann->number, cid->number);
    }
    refused(watches, "{\"type\":\"chat\",\"text\":\"I only watch\"}", "chat");
    bench_say(ann, "{\"type\":\"chat\",\"text\":\"I play\"}");
    assert_string_equal(ann->code, "");
    while (ann->number < 5000) {
        bench_say(ann, "{\"type\":\"undo\",\"decision\":2}");
        bench_say(bob, "{\"type\":\"refuse\"}");
    }
    refused(ann, "{\"type\":\"undo\",\"decision\":2}", "undo");
    refused(ann, "{\"type\":\"chat\",\"text\":\"I play\"}", "chat");
    bench_move(bob, "draw deck");
    assert_string_equal(bob->code, "");
}

/* ------------------------------------------------------------------ chat, hints */

static void chat(void **state)
{
    begin("");
    struct bench_client *watches = spectator();
    bench_say(ann, "{\"type\":\"chat\",\"text\":\"Gr\\u00fc\\u00df euch \\\"all\\\"\"}");
    assert_true(bench_heard(bob, "\"kind\":\"chat\",\"seat\":1"));
    assert_true(bench_heard(bob, "\"text\":\"Gr\xc3\xbc\xc3\x9f euch \\\"all\\\"\""));
    bench_say(watches, "{\"type\":\"chat\",\"text\":\"I only watch\"}");
    assert_true(bench_heard(bob, "\"kind\":\"chat\",\"seat\":0"));
    refused(ann, "{\"type\":\"chat\",\"text\":\"\"}", "chat");
    refused(ann, "{\"type\":\"chat\",\"text\":\"two\\nlines\"}", "chat");
    refused(ann, "{\"type\":\"chat\",\"text\":\"turned \\u202e round\"}", "chat");
    refused(ann, "{\"type\":\"chat\",\"text\":5}", "malformed");
    struct bil_text text = {0};
    bil_text_add(&text, "{\"type\":\"chat\",\"text\":\"");
    bil_text_repeat(&text, "a", 501);
    bil_text_add(&text, "\"}");
    refused(ann, bil_text_string(&text), "chat");
    /* Letters count, whatever bytes they take: 500 of four bytes each are heard, one more is not. */
    for (int letters = 500; letters <= 501; letters++) {
        bil_text_clear(&text);
        bil_text_add(&text, "{\"type\":\"chat\",\"text\":\"");
        bil_text_repeat(&text, "\xf0\x9f\x8e\xb2", letters);
        bil_text_add(&text, "\"}");
        if (letters == 500) {
            bench_say(ann, "%s", bil_text_string(&text));
            assert_string_equal(ann->code, "");
        } else {
            refused(ann, bil_text_string(&text), "chat");
        }
    }
    bil_text_free(&text);
    for (int i = 2; i < 20; i++) {
        bench_say(ann, "{\"type\":\"chat\",\"text\":\"again\"}");
        assert_string_equal(ann->code, "");
    }
    refused(ann, "{\"type\":\"chat\",\"text\":\"and again\"}", "slow-down");
    bench_drop(ann); /* a new connection does not help */
    bench_connect(ann, ann->number);
    refused(ann, "{\"type\":\"chat\",\"text\":\"and again\"}", "slow-down");
    bench_wait(60 * 1000);
    bench_say(ann, "{\"type\":\"chat\",\"text\":\"a minute later\"}");
    assert_string_equal(ann->code, "");
    for (int i = 0; i < 60; i++) { /* who watches talks no more by coming again and again */
        bench_say(watches, "{\"type\":\"chat\",\"text\":\"again\"}");
        assert_string_equal(watches->code, "");
        bench_drop(watches);
        bench_connect(watches, watches->number);
    }
    refused(watches, "{\"type\":\"chat\",\"text\":\"and again\"}", "slow-down");
    bench_say(ann, "{\"type\":\"chat\",\"text\":\"who plays is heard\"}");
    assert_string_equal(ann->code, "");
    begin("\"chat\":false");
    refused(ann, "{\"type\":\"chat\",\"text\":\"Hello?\"}", "chat");
}

static void hints_are_for_the_asked(void **state)
{
    begin("");
    refused(bob, "{\"type\":\"hint\"}", "not-your-turn");
    refused(bob, "{\"type\":\"why\",\"move\":\"discard Push\"}", "not-your-turn");
    bench_say(ann, "{\"type\":\"hint\"}");
    assert_true(bench_heard(ann, "{\"type\":\"hint\",\"move\":\"block 2 Low on Funds\",\"text\":\""));
    bench_say(ann, "{\"type\":\"why\",\"move\":\"block 3 Low on Funds\"}");
    assert_true(bench_heard(ann, "OBU-73"));
    bench_say(ann, "{\"type\":\"why\",\"move\":\"discard Push\"}");
    assert_true(bench_heard(ann, "{\"type\":\"why\",\"move\":\"discard Push\",\"text\":\""));
    assert_false(bench_heard(bob, "OBU-73"));
    bench_say(ann, "{\"type\":\"ping\",\"id\":5}");
    assert_true(bench_heard(ann, "{\"type\":\"pong\",\"id\":5}"));
}

/* ------------------------------------------------------------------ seats */

static enum bil_fault join(const char *table, int seat, const char *name, struct bil_seated *out)
{
    const struct bil_newcomer who = {name, "", seat, NULL, NULL};
    const enum bil_fault fault = bil_table_join(bench.hub, table, &who, bench.now, out, NULL);
    bench_round();
    return fault;
}

static void seats_are_taken_and_left(void **state)
{
    static const char json[] =
        "{\"game\":\"one-billion-users\",\"seats\":3,\"bots\":[null,null,\"greedy\"],\"title\":\"Tuesday\",\"listed\":true}";
    struct bil_table_setup setup;
    struct bil_seated made, a, b;
    struct bil_text text = {0};
    bench_open(":memory:", false);
    assert_true(bil_setup_read(json, sizeof json - 1, true, &setup, NULL));
    const struct bil_newcomer bot_seat = {"Ann", "", 2, NULL, NULL};
    assert_int_equal(bil_table_make(bench.hub, &setup, &bot_seat, "", bench.now, &made, NULL), BIL_FAULT_FULL);
    assert_int_equal(bil_table_make(bench.hub, &setup, NULL, "", bench.now, &made, NULL), BIL_FAULT_NONE);
    bil_setup_free(&setup);
    assert_int_equal(join(made.table, 2, "Ann", &a), BIL_FAULT_FULL);
    assert_int_equal(join(made.table, 5, "Ann", &a), BIL_FAULT_MALFORMED);
    assert_int_equal(join(made.table, -1, "", &a), BIL_FAULT_MALFORMED);
    assert_int_equal(join(made.table, -1, "a name that is too long for a name", &a), BIL_FAULT_MALFORMED);
    assert_int_equal(join("aaaaaaaaaaaaaaaa", -1, "Ann", &a), BIL_FAULT_NO_TABLE);
    assert_int_equal(join(made.table, -1, "Ann", &a), BIL_FAULT_NONE);
    assert_int_equal(a.seat, 0);
    struct bench_client *client = bench_come(made.table, a.token, 0);
    assert_true(bench_heard(client, "\"state\":\"open\""));
    assert_int_equal(bil_table_leave(bench.hub, made.table, "nonsense", bench.now, NULL), BIL_FAULT_TOKEN);
    assert_int_equal(bil_table_leave(bench.hub, made.table, a.token, bench.now, NULL), BIL_FAULT_NONE);
    bench_round();
    assert_string_equal(client->code, "token"); /* it is sent away */
    assert_true(bil_client_state(client->client).ended);
    bench_drop(client);
    assert_int_equal(join(made.table, 1, "Bob", &b), BIL_FAULT_NONE);
    assert_int_equal(join(made.table, -1, "Ann", &a), BIL_FAULT_NONE);
    assert_int_equal(join(made.table, -1, "Cid", &a), BIL_FAULT_FULL);
    assert_int_equal(bil_table_record(bench.hub, made.table, bench.now, &text, NULL), BIL_FAULT_STATE);
    assert_int_equal(bil_table_rematch(bench.hub, made.table, b.token, true, NULL, "", bench.now, &a, NULL), BIL_FAULT_STATE);
    assert_int_equal(bil_table_describe(bench.hub, made.table, &(struct bil_asker){"", ""}, bench.now, &text, NULL),
                     BIL_FAULT_NONE);
    helper_contains(bil_text_string(&text), "\"title\":\"Tuesday\"");
    helper_contains(bil_text_string(&text), "\"state\":\"playing\"");
    bil_text_clear(&text);
    assert_int_equal(bil_table_list(bench.hub, BIL_TABLE_PLAYING, NULL, 10, &text, NULL), BIL_FAULT_NONE);
    helper_contains(bil_text_string(&text), made.table);
    helper_contains(bil_text_string(&text), "{\"seat\":3,\"kind\":\"bot\",\"name\":\"greedy:person=");
    bil_text_clear(&text);
    assert_int_equal(bil_table_list(bench.hub, BIL_TABLE_OPEN, NULL, 10, &text, NULL), BIL_FAULT_NONE);
    assert_string_equal(bil_text_string(&text), "[]");
    bil_text_free(&text);
}

static void the_next_table(void **state)
{
    struct bil_seated a, b, again;
    bench_open(":memory:", false);
    ann = bench_table("{\"game\":\"one-billion-users\",\"seats\":2}");
    bob = ann + 1;
    bench_play(5000);
    assert_true(ann->over);
    refused(ann, "{\"type\":\"move\",\"decision\":1,\"move\":\"dance\"}", "over");
    assert_int_equal(bil_table_rematch(bench.hub, ann->table, "nonsense", true, NULL, "", bench.now, &a, NULL), BIL_FAULT_TOKEN);
    assert_int_equal(bench_rematch(bob, &b), BIL_FAULT_NONE);
    assert_true(bench_heard(ann, "\"kind\":\"rematch\""));
    assert_true(bench_heard(ann, b.table));
    assert_int_equal(b.seat, 1);
    assert_int_equal(bench_rematch(bob, &again), BIL_FAULT_NONE);
    assert_string_equal(again.table, b.table);
    assert_string_not_equal(again.token, b.token);
    assert_int_equal(bench_rematch(ann, &a), BIL_FAULT_NONE);
    assert_string_equal(a.table, b.table);
    struct bench_client *next = bench_come(a.table, a.token, 0);
    assert_true(bench_heard(next, "\"state\":\"playing\""));
}

/* Who only watches a table that stands in no list is led on from it if it was made for a big screen, and only then. */
static void who_watches_goes_along(void **state)
{
    static const char *const setups[] = {"{\"game\":\"one-billion-users\",\"seats\":2}",
                                         "{\"game\":\"one-billion-users\",\"seats\":2,\"screen\":true}"};
    for (int screen = 0; screen < 2; screen++) {
        struct bil_seated next;
        bench_open(":memory:", false);
        ann = bench_table(setups[screen]);
        struct bench_client *watches = bench_come(ann->table, NULL, 0);
        bench_play(5000);
        assert_true(ann->over);
        assert_int_equal(bil_table_rematch(bench.hub, ann->table, ann->token, true, NULL, "", bench.now, &next, NULL),
                         BIL_FAULT_NONE);
        bench_round();
        assert_true(bench_heard(watches, "\"kind\":\"rematch\""));
        assert_int_equal(bench_heard(watches, next.table), screen);
    }
}

/* Bob does not play again: Ann is told at the table that is over and at the next, where she waits, and once only. */
static void who_declines_the_next_table(void **state)
{
    struct bil_seated a, b;
    struct bil_error error = {{0}};
    bench_open(":memory:", false);
    ann = bench_table("{\"game\":\"one-billion-users\",\"seats\":2}");
    bob = ann + 1;
    assert_int_equal(bil_table_decline(bench.hub, ann->table, bob->token, bench.now, &error), BIL_FAULT_STATE);
    bench_play(5000);
    assert_true(ann->over);
    assert_int_equal(bil_table_decline(bench.hub, ann->table, bob->token, bench.now, &error), BIL_FAULT_STATE);
    helper_contains(error.text, "Nobody has asked for a next table");
    assert_int_equal(bench_rematch(ann, &a), BIL_FAULT_NONE);
    struct bench_client *waits = bench_come(a.table, a.token, a.seat);
    assert_int_equal(bil_table_decline(bench.hub, ann->table, "nonsense", bench.now, &error), BIL_FAULT_TOKEN);
    assert_int_equal(bil_table_decline(bench.hub, ann->table, ann->token, bench.now, &error), BIL_FAULT_STATE);
    helper_contains(error.text, "give it up there");
    bench_round();
    assert_false(bench_heard(waits, "\"kind\":\"decline\""));
    assert_false(bench_heard(ann, "\"kind\":\"decline\""));
    assert_int_equal(bil_table_decline(bench.hub, ann->table, bob->token, bench.now, &error), BIL_FAULT_NONE);
    bench_round();
    static const char told[] = "\"kind\":\"decline\",\"seat\":2,";
    assert_true(bench_heard(waits, told));
    assert_true(bench_heard(ann, told));
    assert_true(bench_heard(bob, told));
    const int64_t before[] = {waits->number, ann->number};
    assert_int_equal(bil_table_decline(bench.hub, ann->table, bob->token, bench.now, &error), BIL_FAULT_NONE);
    bench_round();
    assert_true(waits->number == before[0] && ann->number == before[1]); /* said twice, told once */
    /* It stands in what is told to whoever comes later. */
    bench_drop(waits);
    bench_forget(waits);
    bench_connect(waits, -1);
    assert_true(bench_heard(waits, told));
    /* It binds nobody: the seat can still be had, and then the game begins. */
    assert_int_equal(bench_rematch(bob, &b), BIL_FAULT_NONE);
    assert_string_equal(b.table, a.table);
    assert_true(bench_heard(waits, "\"state\":\"playing\""));
    assert_int_equal(bil_table_decline(bench.hub, ann->table, bob->token, bench.now, &error), BIL_FAULT_STATE);
}

static void a_server_that_closes(void **state)
{
    struct bil_seated out;
    begin("");
    bil_hub_close(bench.hub, bench.now);
    bench_round();
    assert_string_equal(ann->last, "closing");
    refused(ann, "{\"type\":\"move\",\"decision\":1,\"move\":\"discard Push\"}", "closing");
    assert_int_equal(join(ann->table, -1, "Dora", &out), BIL_FAULT_CLOSING);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_comes_back_gets_exactly_the_rest),
        cmocka_unit_test(a_number_that_cannot_be),
        cmocka_unit_test(moves_are_refused),
        cmocka_unit_test(bad_beginnings),
        cmocka_unit_test(spectators_are_counted_and_may_be_unwanted),
        cmocka_unit_test(standing_orders),
        cmocka_unit_test(standard_orders),
        cmocka_unit_test(an_order_that_betrays_a_hand_is_refused),
        cmocka_unit_test(taking_back_needs_all),
        cmocka_unit_test(taking_back_at_once),
        cmocka_unit_test(a_log_does_not_grow_without_end),
        cmocka_unit_test(chat),
        cmocka_unit_test(hints_are_for_the_asked),
        cmocka_unit_test(seats_are_taken_and_left),
        cmocka_unit_test(the_next_table),
        cmocka_unit_test(who_watches_goes_along),
        cmocka_unit_test(who_declines_the_next_table),
        cmocka_unit_test(a_server_that_closes),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
