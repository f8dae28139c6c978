/* The tree of a document that was read: members are found, places are named, and what is wrong is said in one sentence. */
#include "billions/json.h"
#include "billions/value.h"
#include "unit.h"

static const char document[] = "{\"seats\": 3, \"big\": 9223372036854775807, \"small\": -5, \"open\": true, \"shut\": false,"
                               " \"none\": null, \"name\": \"Ada\", \"list\": [10, [20, 30], {\"users\": 7}],"
                               " \"platforms\": [{\"users\": 1}, {\"users\": \"many\"}, {\"cards\": [1, 2, \"x\"]}],"
                               " \"long\": \"a text that is much too long to be quoted in a sentence about it\", \"\": 1}";

static const struct bil_value *root;

static int read_it(void **state)
{
    struct bil_error error = {{0}};
    root = bil_json_read(document, strlen(document), "test", &error);
    return root ? 0 : -1;
}

static int free_it(void **state)
{
    bil_json_free(root);
    return 0;
}

static void members_are_found(void **state)
{
    assert_int_equal(bil_value_get(root, "seats")->integer, 3);
    assert_int_equal(bil_value_get(root, "big")->integer, INT64_MAX);
    assert_int_equal(bil_value_get(root, "")->integer, 1);
    assert_string_equal(bil_value_get(root, "name")->string, "Ada");
    assert_null(bil_value_get(root, "Seats"));
    assert_null(bil_value_get(root, "seat"));
    assert_null(bil_value_get(NULL, "seats"));
    assert_null(bil_value_get(bil_value_get(root, "list"), "users"));
    assert_null(bil_value_get(bil_value_get(root, "name"), "users"));
}

static const struct bil_value *nth(const struct bil_value *list, int n)
{
    const struct bil_value *value = list->child;
    for (int i = 0; i < n; i++) {
        value = value->next;
    }
    return value;
}

static void places_have_names(void **state)
{
    char path[64];
    const struct bil_value *list = bil_value_get(root, "list");
    const struct bil_value *platforms = bil_value_get(root, "platforms");
    assert_string_equal(bil_value_path(root, path, sizeof path), "");
    assert_string_equal(bil_value_path(list, path, sizeof path), "list");
    assert_string_equal(bil_value_path(nth(list, 0), path, sizeof path), "list[0]");
    assert_string_equal(bil_value_path(nth(nth(list, 1), 1), path, sizeof path), "list[1][1]");
    assert_string_equal(bil_value_path(bil_value_get(nth(list, 2), "users"), path, sizeof path), "list[2].users");
    assert_string_equal(bil_value_path(nth(bil_value_get(nth(platforms, 2), "cards"), 2), path, sizeof path),
                        "platforms[2].cards[2]");
    /* Cut where there is no room, never beyond it. */
    const struct bil_value *deep = nth(bil_value_get(nth(platforms, 2), "cards"), 2);
    for (size_t size = 1; size <= 24; size++) {
        memset(path, 'z', sizeof path);
        bil_value_path(deep, path, size);
        assert_true(strlen(path) < size);
        assert_memory_equal(path, "platforms[2].cards[2]", strlen(path));
        assert_int_equal(path[size], 'z');
    }
}

static void members_are_read(void **state)
{
    struct bil_error error = {{0}};
    int number = 42;
    bool flag = false;
    const char *string = "as before";
    const struct bil_value *node = root;
    assert_true(bil_value_integer(root, "seats", 2, 4, &number, &error));
    assert_int_equal(number, 3);
    assert_true(bil_value_integer(root, "small", -5, -5, &number, &error));
    assert_int_equal(number, -5);
    assert_true(bil_value_bool(root, "open", &flag, &error) && flag);
    assert_true(bil_value_bool(root, "shut", &flag, &error) && !flag);
    assert_true(bil_value_string(root, "name", &string, &error));
    assert_string_equal(string, "Ada");
    assert_true(bil_value_array(root, "list", &node, &error));
    assert_int_equal(node->count, 3);
    assert_true(bil_value_object(node, "list", &node, &error)); /* a list has no members: nothing changes */
    assert_int_equal(node->count, 3);
    assert_true(bil_value_object(nth(bil_value_get(root, "platforms"), 0), "users", &node, NULL) == false);
    assert_string_equal(error.text, "");
    /* What is missing changes nothing. */
    number = 42;
    string = "as before";
    assert_true(bil_value_integer(root, "absent", 0, 1, &number, &error));
    assert_true(bil_value_integer(NULL, "seats", 0, 1, &number, &error));
    assert_true(bil_value_bool(root, "absent", &flag, &error));
    assert_true(bil_value_string(root, "absent", &string, &error));
    assert_true(bil_value_array(root, "absent", &node, &error));
    assert_true(bil_value_object(root, "absent", &node, &error));
    assert_int_equal(number, 42);
    assert_string_equal(string, "as before");
    assert_string_equal(error.text, "");
}

static void what_is_wrong_is_said(void **state)
{
    struct bil_error error;
    int number = 42;
    bool flag = true;
    const char *string = "as before";
    const struct bil_value *node = root;
    const struct bil_value *platforms = bil_value_get(root, "platforms");

    assert_false(bil_value_integer(root, "seats", 4, 6, &number, &error));
    assert_string_equal(error.text, "\"seats\" must be a whole number from 4 to 6, not 3.");
    assert_false(bil_value_integer(root, "big", 0, 10, &number, &error));
    assert_string_equal(error.text, "\"big\" must be a whole number from 0 to 10, not 9223372036854775807.");
    assert_false(bil_value_integer(nth(platforms, 1), "users", 0, 90, &number, &error));
    assert_string_equal(error.text, "\"platforms[1].users\" must be a whole number from 0 to 90, not \"many\".");
    assert_false(bil_value_integer(root, "none", 0, 1, &number, &error));
    assert_string_equal(error.text, "\"none\" must be a whole number from 0 to 1, not null.");
    assert_false(bil_value_bool(root, "seats", &flag, &error));
    assert_string_equal(error.text, "\"seats\" must be true or false, not 3.");
    assert_false(bil_value_string(root, "open", &string, &error));
    assert_string_equal(error.text, "\"open\" must be a text in quotes, not true.");
    assert_false(bil_value_string(root, "shut", &string, &error));
    assert_string_equal(error.text, "\"shut\" must be a text in quotes, not false.");
    assert_false(bil_value_array(root, "name", &node, &error));
    assert_string_equal(error.text, "\"name\" must be a list in [ ], not \"Ada\".");
    assert_false(bil_value_array(root, "long", &node, &error));
    assert_string_equal(error.text, "\"long\" must be a list in [ ], not a long text.");
    assert_false(bil_value_object(root, "list", &node, &error));
    assert_string_equal(error.text, "\"list\" must be an object in { }, not a list.");
    assert_false(bil_value_array(nth(bil_value_get(root, "list"), 2), "users", &node, &error));
    assert_string_equal(error.text, "\"list[2].users\" must be a list in [ ], not 7.");
    assert_int_equal(number, 42);
    assert_true(flag);
    assert_string_equal(string, "as before");
    assert_ptr_equal(node, root);
}

static void strangers_are_named(void **state)
{
    static const struct {
        const char *json, *sentence; /* NULL: all are known */
    } rows[] = {
        {"{}", NULL},
        {"{\"users\": 1, \"cards\": 2, \"toxicity\": 3}", NULL},
        {"[1, 2]", NULL},
        {"{\"user\": 1}", "\"user\" is not known here; the nearest that is known is \"users\"."},
        {"{\"cards\": 1, \"uesrs\": 1}", "\"uesrs\" is not known here; the nearest that is known is \"users\"."},
        {"{\"Toxicity\": 1}", "\"Toxicity\" is not known here; the nearest that is known is \"toxicity\"."},
        {"{\"toxic\": 1}", "\"toxic\" is not known here; the nearest that is known is \"toxicity\"."},
        {"{\"card\": 1, \"user\": 1}", "\"card\" is not known here; the nearest that is known is \"cards\"."},
        {"{\"\": 1}", "\"\" is not known here; the nearest that is known is \"users\"."},
    };
    static const char *const keys[] = {"users", "cards", "toxicity", NULL};
    static const char *const nothing[] = {NULL};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bil_error error = {{0}};
        const struct bil_value *value = bil_json_read(rows[i].json, strlen(rows[i].json), "test", &error);
        assert_non_null(value);
        assert_int_equal(bil_value_known(value, keys, &error), rows[i].sentence == NULL);
        assert_string_equal(error.text, rows[i].sentence ? rows[i].sentence : "");
        bil_json_free(value);
    }
    struct bil_error error = {{0}};
    assert_true(bil_value_known(NULL, keys, &error));
    const char one[] = "{\"a\": {\"b\": 1}}";
    const struct bil_value *value = bil_json_read(one, strlen(one), "test", &error);
    assert_false(bil_value_known(bil_value_get(value, "a"), nothing, &error));
    assert_string_equal(error.text, "\"a.b\" is not known here; nothing may stand in this object.");
    bil_json_free(value);
    /* Very long keys: a sentence all the same. */
    char many[400];
    memset(many, 'k', sizeof many);
    memcpy(many, "{\"", 2);
    memcpy(many + sizeof many - 5, "\":1}", 5);
    value = bil_json_read(many, strlen(many), "test", &error);
    assert_non_null(value);
    assert_false(bil_value_known(value, keys, &error));
    assert_true(strlen(error.text) > 150 && strlen(error.text) < BIL_ERROR_LENGTH);
    bil_json_free(value);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_found),     cmocka_unit_test(places_have_names),   cmocka_unit_test(members_are_read),
        cmocka_unit_test(what_is_wrong_is_said), cmocka_unit_test(strangers_are_named),
    };
    return cmocka_run_group_tests(tests, read_it, free_it);
}
