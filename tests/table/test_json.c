/* Reading JSON: the tree is the document, and whatever is wrong is told with line and column. */
#include <jansson.h>

#include "billions/json.h"
#include "table/helpers.h"
#include "unit.h"

static void the_tree_is_the_document(void **state)
{
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
    const struct bil_value *root = helper_json(" 42 ");
    assert_true(root->type == BIL_INTEGER && root->integer == 42 && !root->parent && !root->key);
    bil_json_free(root);
    root = helper_json("[]");
    assert_true(root->type == BIL_ARRAY && root->count == 0 && !root->child);
    bil_json_free(root);
}

/* What the field tries on readers of JSON: one of each idea. NULL: it is right. */
static const struct {
    const char *text, *sentence;
} cases[] = {
    {"{}", NULL},
    {" [ ] ", NULL},
    {"\"text\"", NULL},
    {"-0", NULL},
    {"[0, -1, 10, 9223372036854775807, -9223372036854775808]", NULL},
    {"[true, false, null]", NULL},
    {"[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00fc\\uD834\\uDD1E\"]", NULL},
    {"[\"\xF0\x9D\x84\x9E \xC3\xBC \xE2\x82\xAC \x7F\"]", NULL},
    {"{\"\": 0, \" \": 1}", NULL},
    {"\r\n\t [1]\r\n", NULL},
    {"", "f.json is empty; a JSON document was expected."},
    {" \n", "f.json is empty; a JSON document was expected."},
    {"{\"a\": 1,\n \"b\" 2}", "line 2, column 6: not JSON as it should be: a colon was expected."},
    {"{\"a\": 1, \"b\": {\"c\": 1, \"c\": 2}}",
     "line 1, column 15: not JSON as it should be: the key \"c\" stands twice in this object."},
    {"{\"a\":0,\"b\":0,\"c\":0,\"d\":0,\"e\":0,\"f\":0,\"g\":0,\"h\":0,\"i\":0,\"d\":0}",
     "the key \"d\" stands twice in this object."},
    {"{\"a\":0,\"\\u0061\":0}", "the key \"a\" stands twice in this object."},
    {"{\"a\": 1}\n x", "line 2, column 2: not JSON as it should be: something stands behind the end of it."},
    {"[][]", "line 1, column 3: not JSON as it should be: something stands behind the end of it."},
    {"[1,\n  2.5]", "line 2, column 3: a number with a fraction or an exponent; only whole numbers are used here."},
    {"[1, 1e3]", "line 1, column 5: a number with a fraction or an exponent; only whole numbers are used here."},
    {"[\"1.5\", \"e\", \"\\\"0.1\", -0.5]", "line 1, column 23: a number with a fraction"},
    {"[\"\xc3\xbc\xc3\xbc\", 0.5]", "line 1, column 8: a number with a fraction"},
    {"[99999999999999999999]", "line 1, column 2: not JSON as it should be: this number is too large."},
    {"[9223372036854775808]", "this number is too large."},
    {"[-9223372036854775809]", "this number is too large."},
    {"[01]", "line 1, column 2: not JSON as it should be: this is no number."},
    {"[-]", "this is no number."},
    {"[-01]", "this is no number."},
    {"[+1]", "line 1, column 2: not JSON as it should be: no value begins like this."},
    {"[.5]", "no value begins like this."},
    {"[0x1]", "a comma or \"]\" was expected."},
    {"[1 2]", "line 1, column 4: not JSON as it should be: a comma or \"]\" was expected."},
    {"[1,]", "line 1, column 4: not JSON as it should be: no value begins like this."},
    {"[,1]", "no value begins like this."},
    {"[1,,2]", "no value begins like this."},
    {"{\"a\":1,}", "line 1, column 8: not JSON as it should be: a key in quotes was expected."},
    {"{\"a\":1 \"b\":2}", "a comma or \"}\" was expected."},
    {"{a:1}", "a key in quotes was expected."},
    {"{'a':1}", "a key in quotes was expected."},
    {"{1:1}", "a key in quotes was expected."},
    {"{\"a\"}", "a colon was expected."},
    {"{\"a\":}", "no value begins like this."},
    {"[NaN]", "no value begins like this."},
    {"[Infinity]", "no value begins like this."},
    {"[True]", "no value begins like this."},
    {"[truth]", "no value begins like this."},
    {"[1] // a comment", "something stands behind the end of it."},
    {"/* a comment */ [1]", "no value begins like this."},
    {"[\f]", "no value begins like this."},
    {"[1}", "a comma or \"]\" was expected."},
    {"{\"a\":1]", "a comma or \"}\" was expected."},
    {"]", "no value begins like this."},
    {"[\"\\u0000\"]", "line 1, column 3: not JSON as it should be: this escape is no character."},
    {"[\"\\uD800\"]", "this escape is no character."},
    {"[\"\\uDC00\"]", "this escape is no character."},
    {"[\"\\uD800\\uD800\"]", "this escape is no character."},
    {"[\"\\uD800\\n\"]", "this escape is no character."},
    {"[\"\\u12G4\"]", "four hexadecimal digits follow \"\\u\"."},
    {"[\"\\u12\"]", "four hexadecimal digits follow \"\\u\"."},
    {"[\"\\x41\"]", "behind \"\\\" stands one of"},
    {"[\"\\", "behind \"\\\" stands one of"},
    {"[\"\t\"]", "line 1, column 3: not JSON as it should be: a control character inside quotes."},
    {"[\"line\nline\"]", "a control character inside quotes."},
    {"[\"\xff\"]", "line 1, column 3: not JSON as it should be: this is no UTF-8."},
    {"[\"\xC0\xAF\"]", "this is no UTF-8."}, /* too many bytes */
    {"[\"\xE0\x80\xAF\"]", "this is no UTF-8."},
    {"[\"\xED\xA0\x80\"]", "this is no UTF-8."},     /* half a pair */
    {"[\"\xF4\x90\x80\x80\"]", "this is no UTF-8."}, /* beyond the last character */
    {"[\"\xC3\"]", "this is no UTF-8."},
    {"[\"open", "the text ends inside quotes."},
    {"nul", "no value begins like this."},
    {"[", "the text ends too early."},
    {"[1", "a comma or \"]\" was expected."},
    {"{", "a key in quotes was expected."},
};

static void what_is_wrong_is_told_with_its_place(void **state)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bil_error error = {{0}};
        const struct bil_value *root = bil_json_read(cases[i].text, strlen(cases[i].text), "f.json", &error);
        if ((root != NULL) != (cases[i].sentence == NULL)) {
            fail_msg("%s: %s", cases[i].text, root ? "read" : error.text);
        }
        if (!root) {
            helper_contains(error.text, cases[i].sentence);
            assert_int_equal(error.text[strlen(error.text) - 1], '.');
        }
        bil_json_free(root);
    }
}

/* Whether another reader takes the text; texts of which ours has another opinion on purpose are left out. */
static void expect_as_others(const char *text, size_t length)
{
    struct bil_error error = {{0}};
    json_error_t trouble;
    char *copy = malloc(length + 1); /* just so long, so that a sanitizer sees who reads beyond the end */
    assert_non_null(copy);
    memcpy(copy, text, length);
    const struct bil_value *root = bil_json_read(copy, length, "f.json", &error);
    json_t *other = json_loadb(copy, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &trouble);
    if ((root != NULL) != (other != NULL) && !strstr(error.text, "fraction")) {
        fail_msg("%.*s: %s, %s", (int)length, text, root ? "read" : error.text, other ? "read by others" : trouble.text);
    }
    json_decref(other);
    bil_json_free(root);
    free(copy);
}

static void others_read_the_same(void **state)
{
    static const char whole[] =
        "{\"a\": [1, -2, {\"deep\": null}], \"b\": \"x\\ny\\u00fc\\uD834\\uDD1E \xC3\xBC\", \"c\": [true, false], \"d\": 12}";
    static const char instead[] = "\"\\{}[],:0-9eE.tfnu \n\x01\xC3\xA9\xF0/'+";
    char text[sizeof whole];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (size_t length = 0; length <= strlen(cases[i].text); length++) {
            expect_as_others(cases[i].text, length);
        }
    }
    for (size_t at = 0; at < sizeof whole - 1; at++) {
        expect_as_others(whole, at);
        for (size_t k = 0; k < sizeof instead - 1; k++) {
            memcpy(text, whole, sizeof whole);
            text[at] = instead[k];
            expect_as_others(text, sizeof whole - 1);
        }
        text[at] = 0; /* which the other one takes here and there */
        struct bil_error error = {{0}};
        assert_null(bil_json_read(text, sizeof whole - 1, "f.json", &error));
    }
}

static void what_editors_write_before_a_text_is_no_part_of_it(void **state)
{
    const struct bil_value *root = helper_json("\xEF\xBB\xBF[1]");
    assert_int_equal(root->count, 1);
    bil_json_free(root);
}

static void depth_and_size_are_bounded(void **state)
{
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

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tree_is_the_document),
        cmocka_unit_test(single_values_are_documents_too),
        cmocka_unit_test(what_is_wrong_is_told_with_its_place),
        cmocka_unit_test(others_read_the_same),
        cmocka_unit_test(what_editors_write_before_a_text_is_no_part_of_it),
        cmocka_unit_test(depth_and_size_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
