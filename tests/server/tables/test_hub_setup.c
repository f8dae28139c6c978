/* Setups of tables: what is filled in, what comes back from the store, and one sentence for each mistake. */
#include "billions/position.h"
#include "server/tables/setup.h"
#include "table/helpers.h"
#include "unit.h"

static char *written(const char *json, enum bil_setup_part part)
{
    struct bil_table_setup setup;
    struct bil_error error = {{0}};
    struct bil_text text = {0};
    helper_must(bil_setup_read(json, strlen(json), part == BIL_SETUP_OPEN, &setup, &error), &error);
    bil_setup_write(&setup, part, &text);
    bil_setup_free(&setup);
    return text.data;
}

static void what_is_left_out_is_filled_in(void **state)
{
    char *text = written("{\"game\":\"six-billion\"}", BIL_SETUP_OPEN);
    helper_contains(text, "{\"game\":\"six-billion\",\"seats\":3,\"title\":\"\",\"listed\":false,\"chat\":true,\"spectators\":true,"
                          "\"pace\":{\"kind\":\"none\"},\"bots\":[null,null,null],\"absent\":null,\"options\":{\"");
    free(text);
    text = written("{\"game\":\"one-billion-users\",\"pace\":{\"kind\":\"live\"}}", BIL_SETUP_OPEN);
    helper_contains(text, "\"pace\":{\"kind\":\"live\",\"move\":60,\"bank\":300,\"window\":20}");
    free(text);
    text = written("{\"game\":\"one-billion-users\",\"pace\":{\"kind\":\"days\",\"days\":2}}", BIL_SETUP_OPEN);
    helper_contains(text, "\"pace\":{\"kind\":\"days\",\"days\":2,\"window_hours\":24}");
    free(text);
}

/* What is written whole is read as the same. */
static void there_and_back(void **state)
{
    char path[512];
    struct bil_text json = {0};
    snprintf(path, sizeof path, "%s/../docs/examples/war.json", TEST_DATA);
    char *position = helper_read(path);
    bil_text_format(&json, "{\"game\":\"six-billion\",\"position\":%s}", position);
    const char *const setups[] = {
        "{\"game\":\"six-billion\",\"seats\":5,\"bots\":[null,\"hard:person=rosa\",null,null,\"greedy\"],\"title\":\"On "
        "\\\"Mars\\\"\",\"listed\":true}",
        "{\"game\":\"one-billion-users\",\"seats\":2,\"options\":{\"networks\":\"random\"},\"chat\":false,\"spectators\":false,"
        "\"pace\":{\"kind\":\"days\",\"days\":7,\"window_hours\":48},\"absent\":{\"bot\":\"medium\"}}",
        "{\"game\":\"one-billion-users\",\"screen\":true}",
        "{\"game\":\"one-billion-users\",\"pace\":{\"kind\":\"live\",\"move\":30,\"bank\":0,\"window\":5}}",
        bil_text_string(&json),
    };
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
        char *once = written(setups[i], BIL_SETUP_WHOLE);
        char *twice = written(once, BIL_SETUP_WHOLE);
        assert_string_equal(twice, once);
        free(once);
        free(twice);
    }
    char *open = written(bil_text_string(&json), BIL_SETUP_OPEN);
    helper_contains(open, "\"position\":true");
    assert_null(strstr(open, "migrants12")); /* a card of somebody's hand */
    free(open);
    free(position);
    bil_text_free(&json);
}

static void one_sentence_for_each_mistake(void **state)
{
    static const struct {
        const char *json, *says;
    } bad[] = {
        {"", "empty"},
        {"{", "line 1"},
        {"[]", "one JSON object"},
        {"{}", "\"game\" is missing; there are: one-billion-users, six-billion."},
        {"{\"game\":\"chess\"}", "There is no game \"chess\""},
        {"{\"game\":\"one\"}", "There is no game \"one\""},
        {"{\"game\":7}", "\"game\" must be"},
        {"{\"game\":\"six-billion\",\"seat\":1,\"sets\":3}", "sets"},
        {"{\"game\":\"six-billion\",\"seats\":6}", "from 2 to 5"},
        {"{\"game\":\"six-billion\",\"seats\":\"3\"}", "from 2 to 5"},
        {"{\"game\":\"six-billion\",\"seats\":2.5}", "whole numbers"},
        {"{\"game\":\"six-billion\",\"options\":[]}", "\"options\" must be"},
        {"{\"game\":\"six-billion\",\"options\":{\"no-such\":\"on\"}}", "no-such"},
        {"{\"game\":\"one-billion-users\",\"options\":{\"networks\":true}}", "\"options.networks\" must be a text"},
        {"{\"game\":\"one-billion-users\",\"options\":{\"networks\":\"sometimes\"}}", "sometimes"},
        {"{\"game\":\"six-billion\",\"bots\":[null]}", "each of the 3 seats"},
        {"{\"game\":\"six-billion\",\"bots\":[null,null,5]}", "\"bots[2]\" must be the name of a bot"},
        {"{\"game\":\"six-billion\",\"bots\":[null,null,\"deep\"]}", "\"bots[2]\": There is no bot called \"deep\""},
        {"{\"game\":\"six-billion\",\"bots\":[null,null,\"exec:/bin/sh\"]}", "There is no bot called \"exec:/bin/sh\""},
        {"{\"game\":\"six-billion\",\"bots\":[null,null,\"search:ms=3600000\"]}", "only the levels"},
        {"{\"game\":\"six-billion\",\"bots\":[null,null,\"hard:ms=3600000\"]}", "only the levels"},
        {"{\"game\":\"six-billion\",\"bots\":[null,null,\"hard:person=ilse:ms=3600000\"]}", "only the levels"},
        {"{\"game\":\"six-billion\",\"bots\":[null,null,\"search:person=ilse\"]}",
         "and who it is, as \"hard\" or \"hard:person=ilse\""},
        {"{\"game\":\"six-billion\",\"bots\":[null,null,\"hard:person=mara\"]}", "mara is nobody of 6 Billion; there are ilse"},
        {"{\"game\":\"six-billion\",\"bots\":[null,null,\"hard:person=x\"]}", "There is nobody called \"x\""},
        {"{\"game\":\"six-billion\",\"absent\":true}", "\"absent\" must be"},
        {"{\"game\":\"six-billion\",\"absent\":{}}", "\"absent.bot\" must be the name of a bot"},
        {"{\"game\":\"six-billion\",\"absent\":{\"bot\":\"exec:x\"}}", "There is no bot called \"exec:x\""},
        {"{\"game\":\"six-billion\",\"pace\":\"live\"}", "\"pace\" must be"},
        {"{\"game\":\"six-billion\",\"pace\":{}}", "\"pace.kind\" must be \"none\", \"live\" or \"days\"."},
        {"{\"game\":\"six-billion\",\"pace\":{\"kind\":\"fast\"}}", "\"pace.kind\" must be"},
        {"{\"game\":\"six-billion\",\"pace\":{\"kind\":\"none\",\"move\":5}}", "pace.move"},
        {"{\"game\":\"six-billion\",\"pace\":{\"kind\":\"live\",\"days\":5}}", "pace.days"},
        {"{\"game\":\"six-billion\",\"pace\":{\"kind\":\"live\",\"move\":0}}", "from 1 to 3600"},
        {"{\"game\":\"six-billion\",\"pace\":{\"kind\":\"live\",\"window\":1}}", "from 2 to 600"},
        {"{\"game\":\"six-billion\",\"pace\":{\"kind\":\"days\",\"days\":1000}}", "from 1 to 60"},
        {"{\"game\":\"six-billion\",\"listed\":1}", "\"listed\" must be true or false"},
        {"{\"game\":\"six-billion\",\"title\":\"two\\nlines\"}", "The name of a table"},
        {"{\"game\":\"six-billion\",\"title\":\" blank\"}", "The name of a table"},
        {"{\"game\":\"six-billion\",\"edition\":5}", "\"edition\" must be"},
        {"{\"game\":\"six-billion\",\"edition\":{\"format\":1,\"game\":\"one-billion-users\"}}", "not for 6 Billion"},
        {"{\"game\":\"six-billion\",\"position\":{}}", "\"position\": The position lacks \"format\""},
        {"{\"game\":\"six-billion\",\"options\":{\"track\":\"off\"},\"position\":{\"format\":1}}", "leave \"options\""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct bil_table_setup setup;
        struct bil_error error = {{0}};
        if (bil_setup_read(bad[i].json, strlen(bad[i].json), true, &setup, &error)) {
            fprintf(stderr, "%s was read\n", bad[i].json);
            helper_fail("A setup that makes no sense was read.");
        }
        helper_contains(error.text, bad[i].says);
        assert_null(strchr(error.text, '\n'));
    }
}

static void positions_must_be_whole_and_go_on(void **state)
{
    char path[512];
    struct bil_text json = {0};
    struct bil_table_setup setup;
    struct bil_error error = {{0}};
    snprintf(path, sizeof path, "%s/../docs/examples/safeguard.json", TEST_DATA);
    char *position = helper_read(path);
    struct bil_match_setup begin = helper_setup(3, 5);
    struct bil_match *match = helper_match(&begin);
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    bil_match_view(match, 0, -1, view);
    bil_text_format(&json, "{\"game\":\"%s\",\"position\":", match->game->id);
    bil_position_write(match->game, &match->config, match->rules, match->edition, view, &json);
    bil_text_add(&json, "}");
    bil_match_free(match);
    assert_false(bil_setup_read(bil_text_string(&json), json.length, true, &setup, &error));
    helper_contains(error.text, "hides cards");
    bil_text_clear(&json);
    bil_text_format(&json, "{\"game\":\"one-billion-users\",\"seats\":4,\"position\":%s}", position);
    assert_false(bil_setup_read(bil_text_string(&json), json.length, true, &setup, &error));
    helper_contains(error.text, "for 3 seats");
    bil_text_clear(&json);
    bil_text_format(&json, "{\"game\":\"six-billion\",\"position\":%s}", position);
    assert_false(bil_setup_read(bil_text_string(&json), json.length, true, &setup, &error));
    helper_contains(error.text, "is of One Billion Users, not of 6 Billion");
    bil_text_free(&json);
    free(position);
}

static void limits(void **state)
{
    struct bil_table_setup setup;
    struct bil_error error = {{0}};
    struct bil_text json = {0};
    bil_text_add(&json, "{\"game\":\"six-billion\"");
    bil_text_repeat(&json, " ", BIL_SETUP_BYTES);
    bil_text_add(&json, "}");
    assert_false(bil_setup_read(bil_text_string(&json), json.length, true, &setup, &error));
    helper_contains(error.text, "longer than 64 KiB");
    bil_text_repeat(&json, " ", BIL_SETUP_MORE_BYTES);
    assert_false(bil_setup_read(bil_text_string(&json), json.length, true, &setup, &error));
    helper_contains(error.text, "longer than 256 KiB");
    bil_text_free(&json);
}

static void how_long_bots_take(void **state)
{
    assert_int_equal(bil_setup_bot_time("greedy"), 0);
    assert_int_equal(bil_setup_bot_time("medium"), 0);
    assert_true(bil_setup_bot_time("hard") >= 100);
    assert_true(bil_setup_bot_time("best") > bil_setup_bot_time("hard"));
    assert_int_equal(bil_setup_bot_time(""), 0);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_left_out_is_filled_in),
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(one_sentence_for_each_mistake),
        cmocka_unit_test(positions_must_be_whole_and_go_on),
        cmocka_unit_test(limits),
        cmocka_unit_test(how_long_bots_take),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
