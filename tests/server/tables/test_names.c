/* Names: what may be shown, what looks alike, and who may be called what. By its number where a letter is not to be seen here. */
#include "server/http_requests.h"
#include "server/tables/table.h"
#include "table/helpers.h"
#include "unit.h"

/* Asks with a body that holds a name (or a title): "%s" in it. */
static void name_is(const char *path, const char *body, const char *name, int status, const char *part)
{
    struct bil_text text = {0};
    const char *at = strstr(body, "%s");
    bil_text_add_bytes(&text, body, (size_t)(at - body));
    bil_json_string(&text, name);
    bil_text_add(&text, at + 2);
    ask_for("POST", path, bil_text_string(&text), status, part);
    bil_text_free(&text);
}

/* A table with four free seats, by its id. */
static const char *table(void)
{
    return ask_member("POST", "/api/tables", "{\"game\":\"six-billion\",\"seats\":4}", 201, "table");
}

static const char join_body[] = "{\"name\":%s}";
static const char make_body[] = "{\"game\":\"six-billion\",\"seats\":2,\"name\":%s}";
static const char title_body[] = "{\"game\":\"six-billion\",\"seats\":2,\"title\":%s}";
static const char person_body[] = "{\"name\":%s,\"passphrase\":\"correct horse\"}";

/* All of them can be taken for Bob. */
static const char *const bobs[] = {
    "Bob",
    "BOB",
    "bob",
    "B0b",                            /* a nought */
    "B\u043eb",                       /* a Cyrillic o */
    "\u0392\u03bfb",                  /* a Greek Beta and omicron */
    "\uff22\uff4f\uff42",             /* full width */
    "\U0001d401\U0001d428\U0001d41b", /* mathematical bold */
};
enum { BOBS = sizeof bobs / sizeof bobs[0] };

/* ------------------------------------------------------------------ registered names */

static void guests_bear_no_registered_name(void **state)
{
    const char *bob = register_person("Bob");
    const char *ann = register_person("Ann");
    for (int i = 0; i < BOBS; i++) {
        const char *id = table();
        ask_as("");
        name_is(api_path("/api/tables/*/join", id), join_body, bobs[i], 409, "\"code\":\"taken\"");
        name_is(api_path("/api/tables/*/join", id), join_body, bobs[i], 409, "The name Bob is registered here");
        name_is("/api/tables", make_body, bobs[i], 409, "choose another name, or sign in as Bob.");
        name_is("/api/people", person_body, bobs[i], 409, "\"code\":\"taken\"");
        ask_as(ann); /* another's session helps nobody */
        name_is(api_path("/api/tables/*/join", id), join_body, bobs[i], 409, "\"code\":\"taken\"");
        ask_for("GET", api_path("/api/tables/*", id), NULL, 200, "{\"seat\":1,\"kind\":\"free\"}"); /* nothing has happened */
        ask_as(bob);
        name_is(api_path("/api/tables/*/join", id), join_body, bobs[i], 200, "\"seat\":1");
        name_is("/api/tables", make_body, bobs[i], 201, "\"seat\":1");
        ask_as("");
        bench.now += INT64_C(3600000);
    }
    name_is(api_path("/api/tables/*/join", table()), join_body, "Bobby", 200, "\"seat\":1");
    name_is("/api/tables", make_body, "Rob", 201, "\"seat\":1");
    ask_as(ann); /* who is signed in may be called what nobody is called */
    name_is(api_path("/api/tables/*/join", table()), join_body, "Annie", 200, "\"seat\":1");
}

/* Who sat there before the name was registered does not get the next seat under it. */
static void a_rematch_is_no_way_to_a_registered_name(void **state)
{
    struct bench_client *ann = bench_table("{\"game\":\"six-billion\",\"seats\":2,\"options\":{\"turn-cap\":\"3\"}}");
    bench_play(5000);
    assert_true(ann->over);
    register_person("Bob");
    ask_as(ann[1].token);
    ask_for("POST", api_path("/api/tables/*/rematch", ann->table), NULL, 409, "The name Bob is registered here");
    assert_false(bench_heard(ann, "\"kind\":\"rematch\"")); /* nothing was made */
    ask_as(ann->token);
    ask_for("POST", api_path("/api/tables/*/rematch", ann->table), NULL, 200, "\"seat\":1");
}

/* ------------------------------------------------------------------ at one table */

static void two_at_a_table_do_not_look_alike(void **state)
{
    const char *id = table();
    name_is(api_path("/api/tables/*/join", id), join_body, "Bob", 200, "\"seat\":1");
    for (int i = 0; i < BOBS; i++) {
        name_is(api_path("/api/tables/*/join", id), join_body, bobs[i], 409, "Somebody at this table is called Bob");
    }
    name_is(api_path("/api/tables/*/join", id), join_body, "Ann", 200, "\"seat\":2");
    name_is(api_path("/api/tables/*/join", table()), join_body, "Bob", 200, "\"seat\":1"); /* elsewhere there is none */
    /* One account may have several seats. */
    ask_as(register_person("Dora"));
    id = table();
    name_is(api_path("/api/tables/*/join", id), join_body, "Dora", 200, "\"seat\":1");
    name_is(api_path("/api/tables/*/join", id), join_body, "Dora", 200, "\"seat\":2");
}

static void what_looks_alike(void **state)
{
    static const struct {
        const char *one, *other;
        bool alike;
    } cases[] = {
        {"Ann", "Ann", true},
        {"Ann", "aNN", true},
        {"Ann", "Anna", false},
        {"Ivan", "lvan", true}, /* a capital I and a small l */
        {"Ivan", "ivan", true},
        {"ivan", "lvan", false}, /* a small i is none */
        {"Modern", "Modem", true},
        {"Al", "AI", true},
        {"Bill", "Bob", false},
        {"Jos\u00e9", "Jose\u0301", true}, /* composed or not */
        {"\u00c4NNE", "\u00e4nne", true},  /* capitals beyond ASCII */
        {"Stra\u00dfe", "STRASSE", true},
        {"Jos\u00e9", "Jose", false},
        {"Ann Lee", "Ann  Lee", true},
        {"Ann Lee", "AnnLee", false},
        {"\u0418\u0432\u0430\u043d", "\u0418\u0412\u0410\u041d", true}, /* Ivan in Cyrillic */
        {"\u0420\u0430\u0443\u0430", "Paya", true},
        {"\u2764", "\u2764\ufe0f", true}, /* a heart, and a red one */
        {"\u7530\u4e2d", "\u7530\u4e2d", true},
        {"\u7530\u4e2d", "\u4e2d\u7530", false},
    };
    struct bil_names *names = bil_names_new(NULL);
    assert_non_null(names);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bil_skeletons one, other;
        assert_true(bil_names_skeletons(names, cases[i].one, &one) && bil_names_skeletons(names, cases[i].other, &other));
        if (bil_skeletons_match(&one, &other) != cases[i].alike) {
            print_error("%s (%s, %s) and %s (%s, %s)\n", cases[i].one, one.skeleton[0], one.skeleton[1], cases[i].other,
                        other.skeleton[0], other.skeleton[1]);
        }
        assert_int_equal(bil_skeletons_match(&one, &other), cases[i].alike);
    }
    struct bil_skeletons skeletons;
    assert_false(bil_names_skeletons(names, "\xff", &skeletons));
    assert_false(bil_names_skeletons(names, "\u200b", &skeletons)); /* nothing to be seen */
    /* The longest there can be: one letter that stands for eighteen. */
    char most[31] = "";
    for (int i = 0; i < 10; i++) {
        memcpy(most + 3 * i, "\ufdfa", 4);
    }
    assert_true(bil_names_skeletons(names, most, &skeletons));
    bil_names_free(names);
}

/* ------------------------------------------------------------------ what cannot be seen */

static void what_cannot_be_seen_is_refused(void **state)
{
    static const char *const wrong[] = {
        "Bo\u200bb", /* a space of no width */
        "Bo\u200db", /* a joiner */
        "Bob\u00ad", /* a soft hyphen */
        /* NOLINTNEXTLINE(misc-misleading-bidirectional) */
        "\u202eboB", /* right to left */
        /* NOLINTNEXTLINE(misc-misleading-bidirectional) */
        "Bob\u2066",     /* an isolate */
        "Bob\u061c",     /* the Arabic letter mark */
        "Bob\u3164",     /* a Hangul filler */
        "Bob\u2800",     /* an empty Braille cell */
        "\u00a0Bob",     /* a blank that does not break */
        "Bob\u3000",     /* a wide one */
        "Bob\u2060",     /* a word joiner */
        "Bob\ufeff",     /* a mark of byte order */
        "Bob\U000e0041", /* a tag */
        "Bob\ufe0f",     /* a variation of nothing */
        "\u0301Bob",     /* an accent on what stands before */
        "Bob\ue000",     /* for private use */
        "Bob\ufffe",     /* no character */
        "Bo\tb",
        "Bo\x7f"
        "b",
        "Bo\xc2\x85"
        "b",
        "Bo\u2028b",
        " Bob",
        "Bob ",
        "\x1b[31mBob",
    };
    static const char *const fine[] = {
        "Bob",
        "Ann Lee",
        "Jos\u00e9",
        "Jose\u0301",
        "\u7530\u4e2d",
        "\u05d0\u05d1",                         /* written from the right */
        "\u0930\u093e\u092e",                   /* with marks */
        "Ann \u2764\ufe0f",                     /* a red heart */
        "\U0001f469\U0001f3fd\u200d\U0001f4bb", /* a woman, browner, at her laptop */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const char *id = table();
        name_is(api_path("/api/tables/*/join", id), join_body, wrong[i], 400, "A name has 1 to 31 letters");
        name_is("/api/tables", make_body, wrong[i], 400, "nothing that cannot be seen");
        name_is("/api/tables", title_body, wrong[i], 400, "The name of a table has up to 60 letters");
        name_is("/api/people", person_body, wrong[i], 400, "nothing that cannot be seen");
    }
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        name_is(api_path("/api/tables/*/join", table()), join_body, fine[i], 200, "\"seat\":1");
        name_is("/api/tables", title_body, fine[i], 201, "table");
    }
}

/* A table that was made when its title was still allowed is read as it is. */
static void old_titles_are_read(void **state)
{
    static const char json[] = "{\"game\":\"six-billion\",\"seats\":2,\"title\":\"Tues\u200bday\"}";
    struct bil_table_setup setup;
    assert_false(bil_setup_read(json, sizeof json - 1, true, &setup, NULL));
    assert_true(bil_setup_read(json, sizeof json - 1, false, &setup, NULL));
    assert_string_equal(setup.title, "Tues\u200bday");
    bil_setup_free(&setup);
}

/* ------------------------------------------------------------------ names from before */

/* People whom an earlier version has registered: two of them alike, one with a name that cannot be seen whole. All stay who they
 * are, and are protected as the others. */
static void old_names_stay_valid(void **state)
{
    static const char *const names[] = {"Bob", "B0b", "Eve\u200b"};
    char hidden[3][BIL_TOKEN_LETTERS + 1];
    bench_open(helper_path("names.db"), false);
    register_person("Zoe"); /* so that there is a hash to give them */
    struct bil_text hash = {0};
    assert_true(bil_store_person(bench.store, "Zoe", &hash, NULL));
    for (int i = 0; i < 3; i++) {
        uint8_t token[BIL_TOKEN_BYTES] = {(uint8_t)(i + 1)};
        uint8_t kept[BIL_HASH_BYTES];
        bil_token_hash(token, kept);
        bil_token_write(token, hidden[i]);
        assert_true(bil_store_add_person(bench.store, names[i], bil_text_string(&hash), 1, NULL));
        assert_true(bil_store_add_session(bench.store, kept, names[i], bench.now + 1000000, NULL));
    }
    bil_text_free(&hash);
    assert_true(bil_store_forget_skeletons(bench.store, "", NULL)); /* as an upgrade leaves it */
    bench_kill();
    for (int i = 0; i < 3; i++) {
        ask_as("");
        name_is(api_path("/api/tables/*/join", table()), join_body, "bOb", 409, "\"code\":\"taken\"");
        name_is(api_path("/api/tables/*/join", table()), join_body, "eve", 409, "\"code\":\"taken\"");
        name_is("/api/people", person_body, "BOB", 409, "\"code\":\"taken\"");
        name_is("/api/session", person_body, names[i], 200, "session");
        memcpy(asking_bearer, hidden[i], sizeof hidden[i]);
        name_is(api_path("/api/tables/*/join", table()), join_body, names[i], 200, "\"seat\":1");
        name_is(api_path("/api/tables/*/join", table()), join_body, "eve", i == 2 ? 200 : 409, "");
    }
}

/* Who registered with one spelling logs in with another that is the same name. */
static void a_login_finds_its_name(void **state)
{
    register_person("\u00c4nne Lee");
    static const char *const same[] = {"\u00c4nne Lee", "\u00e4NNE LEE", "A\u0308nne Lee"};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        char body[200];
        snprintf(body, sizeof body, "{\"name\":\"%s\",\"passphrase\":\"correct horse\"}", same[i]);
        ask_as(ask_member("POST", "/api/session", body, 200, "session"));
        ask_for("GET", "/api/my", NULL, 200, "{\"name\":\"\u00c4nne Lee\"");
        ask_as("");
    }
    ask_for("POST", "/api/session", "{\"name\":\"Anne Lee\",\"passphrase\":\"correct horse\"}", 403, "nobody");
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(guests_bear_no_registered_name, bench_memory),
        cmocka_unit_test_setup(a_rematch_is_no_way_to_a_registered_name, bench_memory),
        cmocka_unit_test_setup(two_at_a_table_do_not_look_alike, bench_memory),
        cmocka_unit_test(what_looks_alike),
        cmocka_unit_test_setup(what_cannot_be_seen_is_refused, bench_memory),
        cmocka_unit_test(old_titles_are_read),
        cmocka_unit_test(old_names_stay_valid),
        cmocka_unit_test_setup(a_login_finds_its_name, bench_memory),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
