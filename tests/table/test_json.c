/* Reading JSON: the tree is the document, and whatever is wrong is told with line and column. */
#include "table/helpers.h"
#include "table/json.h"
#include "unit.h"

static void the_tree_is_the_document(void **state)
{
    (void)state;
    const struct bil_value *root = helper_json(
        "{\"b\": [1, -2, {\"deep\": null}], \"a\": \"x\\ny\", \"yes\": true, \"no\": false, \"big\": 9223372036854775807}");
    assert_int_equal(root->type, BIL_OBJECT);
    assert_int_equal(root->count, 5);
    assert_string_equal(root->child->key, "b"); /* in the order of the document, not of the alphabet */
    assert_string_equal(root->child->next->key, "a");
    assert_string_equal(bil_value_get(root, "a")->string, "x\ny");
    assert_int_equal(bil_value_get(root, "yes")->type, BIL_TRUE);
    assert_int_equal(bil_value_get(root, "no")->type, BIL_FALSE);
    assert_true(bil_value_get(root, "big")->integer == INT64_MAX);
    const struct bil_value *list = bil_value_get(root, "b");
    assert_int_equal(list->count, 3);
    assert_true(list->child->integer == 1 && list->child->next->integer == -2);
    const struct bil_value *deep = list->child->next->next->child;
    assert_int_equal(deep->type, BIL_NULL);
    assert_ptr_equal(deep->parent->parent, list);
    char path[40];
    assert_string_equal(bil_value_path(deep, path, sizeof path), "b[2].deep");
    bil_json_free(root);
}

static void single_values_are_documents_too(void **state)
{
    (void)state;
    const struct bil_value *root = helper_json(" 42 ");
    assert_true(root->type == BIL_INTEGER && root->integer == 42 && !root->parent && !root->key);
    bil_json_free(root);
    root = helper_json("[]");
    assert_true(root->type == BIL_ARRAY && root->count == 0 && !root->child);
    bil_json_free(root);
}

static void what_is_wrong_is_told_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"", "f.json is empty"},
        {"{\"a\": 1,\n \"b\" 2}", "f.json, line 2"},
        {"{\"a\": 1, \"a\": 2}", "duplicate"},
        {"{\"a\": 1}\n x", "line 2"},
        {"[1,\n  2.5]", "f.json, line 2, column 3: a number with a fraction"},
        {"[1, 1e3]", "line 1, column 5: a number with a fraction or an exponent"},
        {"[\"1.5\", \"e\", \"\\\"0.1\", -0.5]", "line 1, column 23"},
        {"[\"\xc3\xbc\xc3\xbc\", 0.5]", "line 1, column 8"},
        {"[99999999999999999999]", "line 1"},
        {"[\"\\u0000\"]", "line 1"},
        {"[\"\xff\"]", "line 1"},
        {"[\"open", "line 1"},
        {"nul", "line 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bil_error error = {{0}};
        assert_null(bil_json_read(cases[i].text, strlen(cases[i].text), "f.json", &error));
        helper_contains(error.text, cases[i].part);
        assert_int_equal(error.text[strlen(error.text) - 1], '.');
    }
}

static void depth_and_size_are_bounded(void **state)
{
    (void)state;
    char text[5000];
    struct bil_error error = {{0}};
    for (int depth = BIL_JSON_DEPTH; depth <= 2400; depth += depth == BIL_JSON_DEPTH ? 1 : 500) {
        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        const struct bil_value *root = bil_json_read(text, 2 * (size_t)depth, "deep", &error);
        if (depth == BIL_JSON_DEPTH) {
            assert_non_null(root);
        } else {
            assert_null(root);
            helper_contains(error.text, "deep, line 1, column");
        }
        bil_json_free(root);
    }
    char *large = malloc(BIL_JSON_BYTES + 1);
    assert_non_null(large);
    memset(large, ' ', BIL_JSON_BYTES + 1);
    large[0] = '1';
    assert_null(bil_json_read(large, BIL_JSON_BYTES + 1, "large", &error));
    helper_contains(error.text, "large is larger than 4 MiB");
    const struct bil_value *root = bil_json_read(large, BIL_JSON_BYTES, "large", &error);
    assert_non_null(root);
    bil_json_free(root);
    free(large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tree_is_the_document),
        cmocka_unit_test(single_values_are_documents_too),
        cmocka_unit_test(what_is_wrong_is_told_with_its_place),
        cmocka_unit_test(depth_and_size_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
