/* Messages as bytes: what is written straight through is what the careful writer would write, and what is read quickly is what the
 * careful reader would read. */
#include "server/wire.h"
#include "table/json.h"
#include "unit.h"

/* ------------------------------------------------------------------ writing */

static void strings_are_written_as_json(void **state)
{
    static const char *const texts[] = {
        "",
        "draw deck",
        "a \"quoted\" word",
        "back\\slash",
        "line\nend",
        "\x01\x1f\x7f",
        "Zo\xc3\xab \xf0\x9f\x8e\xb2",
        "broken \xff\xc3",
        "a text that is rather longer than the sixteen letters that are looked at together, and plain"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct bil_text careful = {0};
        struct bil_text straight = {0};
        bil_json_string(&careful, texts[i]);
        bil_wire_string(&straight, texts[i], strlen(texts[i]));
        assert_string_equal(bil_text_string(&straight), bil_text_string(&careful));
        bil_text_free(&careful);
        bil_text_free(&straight);
    }
    for (int c = 1; c < 256; c++) { /* every byte, at places in and behind a group */
        char text[40] = "abcdefghijklmnopqrstuvwxyz0123456789";
        text[c % 36] = (char)c;
        struct bil_text careful = {0};
        struct bil_text straight = {0};
        bil_json_string(&careful, text);
        bil_wire_string(&straight, text, strlen(text));
        assert_string_equal(bil_text_string(&straight), bil_text_string(&careful));
        bil_text_free(&careful);
        bil_text_free(&straight);
    }
}

static void numbers_are_written_as_json(void **state)
{
    static const int64_t numbers[] = {0, 7, -7, 10, 99, 100, 1790000000000, INT64_MAX, INT64_MIN, INT64_MIN + 1};
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct bil_text straight = {0};
        char careful[32];
        bil_wire_integer(&straight, "n:", 2, numbers[i]);
        snprintf(careful, sizeof careful, "n:%lld", (long long)numbers[i]);
        assert_string_equal(bil_text_string(&straight), careful);
        bil_text_free(&straight);
    }
}

/* ------------------------------------------------------------------ reading */

static void same(const struct bil_value *a, const struct bil_value *b)
{
    assert_int_equal(a->type, b->type);
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->integer, b->integer);
    assert_int_equal(!a->key, !b->key);
    assert_int_equal(!a->string, !b->string);
    if (a->key && b->key) {
        assert_string_equal(a->key, b->key);
    }
    if (a->string && b->string) {
        assert_string_equal(a->string, b->string);
    }
    const struct bil_value *left = a->child;
    const struct bil_value *right = b->child;
    for (; left && right; left = left->next, right = right->next) {
        assert_ptr_equal(left->parent, a);
        same(left, right);
    }
    assert_true(!left && !right);
}

/* Reads a text in both ways; returns whether the quick one was enough. */
static bool read_twice(const char *text, size_t length)
{
    struct bil_heard heard;
    struct bil_error quick = {{0}};
    struct bil_error careful = {{0}};
    char *copy = malloc(length + 1); /* just as long, so that a tool sees who reads beyond */
    memcpy(copy, text, length);
    const struct bil_value *one = bil_heard_read(&heard, copy, length, &quick);
    const struct bil_value *other = bil_json_read(text, length, "The message", &careful);
    const bool plain = one && !heard.tree;
    assert_int_equal(!one, !other);
    if (one && other) {
        same(one, other);
    } else {
        assert_string_equal(quick.text, careful.text);
    }
    bil_heard_free(&heard);
    bil_json_free(other);
    free(copy);
    return plain;
}

static void plain_messages_are_read_without_a_library(void **state)
{
    static const char *const texts[] = {
        "{\"type\":\"move\",\"decision\":12,\"move\":\"draw deck\"}",
        "{\"type\":\"move\",\"id\":0,\"decision\":999999999999999,\"move\":\"\"}",
        " { \"type\" : \"hello\" ,\n\t\"protocol\":1,\r\"table\":\"k3v6\",\"token\":\"abc\",\"seen\":41,\"views\":true } ",
        "{\"a\":null,\"b\":true,\"c\":false}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_true(read_twice(texts[i], strlen(texts[i])));
    }
}

static void whatever_is_odd_is_read_with_care(void **state)
{
    static const char *const texts[] = {
        "",
        " ",
        "{",
        "{}",
        "{}x",
        "[]",
        "null",
        "12",
        "\"text\"",
        "{\"a\":1,}",
        "{\"a\":1 \"b\":2}",
        "{\"a\" 1}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":01}",
        "{\"a\":-1}",
        "{\"a\":-0}",
        "{\"a\":+1}",
        "{\"a\":1.5}",
        "{\"a\":1e3}",
        "{\"a\":1234567890123456}",
        "{\"a\":9223372036854775807}",
        "{\"a\":9223372036854775808}",
        "{\"a\":tru}",
        "{\"a\":truex}",
        "{\"a\":nul",
        "{\"a\":\"b",
        "{\"a\":\"b\\",
        "{\"a\":\"b\\n\\u00e4\"}",
        "{\"a\\u0000b\":1}",
        "{\"a\":\"\x01\"}",
        "{\"a\":\"\x7f\"}",
        "{\"a\":\"Zo\xc3\xab\"}",
        "{\"a\":\"\xff\"}",
        "{\"\":1}",
        "{\"a\":[1,2]}",
        "{\"a\":{\"b\":1}}",
        "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1}",
        "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1}",
        "{\"a\":1}\n}",
        "\xef\xbb\xbf{\"a\":1}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        read_twice(texts[i], strlen(texts[i]));
    }
    read_twice("{\"a\":\"b\0c\"}", 11);
    read_twice("{\"a\":1}\0", 8);
    char large[3 * BIL_HEARD_BYTES];
    for (int length = BIL_HEARD_BYTES - 8; length < BIL_HEARD_BYTES + 8; length++) { /* texts that just fit, and do not */
        const int size = snprintf(large, sizeof large, "{\"a\":\"%0*d\"}", length, 0);
        read_twice(large, (size_t)size);
    }
}

/* Every beginning of a message, and every message with one byte of it changed. */
static void no_damage_is_read_otherwise(void **state)
{
    static const char text[] = "{\"type\":\"move\",\"id\":7,\"decision\":12,\"b\":true,\"move\":\"a b\"}";
    static const char bytes[] = "{}[]:,\"\\ 019-ae.tn\x00\x1f\x80\xff";
    (void)state;
    for (size_t length = 0; length < sizeof text; length++) {
        read_twice(text, length);
    }
    for (size_t at = 0; at < sizeof text - 1; at++) {
        for (size_t b = 0; b < sizeof bytes; b++) {
            char changed[sizeof text];
            memcpy(changed, text, sizeof text);
            changed[at] = bytes[b];
            read_twice(changed, sizeof text - 1);
        }
    }
}

int main(int argc, char **argv)
{
    cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_are_written_as_json),
        cmocka_unit_test(numbers_are_written_as_json),
        cmocka_unit_test(plain_messages_are_read_without_a_library),
        cmocka_unit_test(whatever_is_odd_is_read_with_care),
        cmocka_unit_test(no_damage_is_read_otherwise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
