/* Texts that grow, JSON that is valid whatever is put into it, errors that are one sentence, names as a person compares them. */
#include <math.h>

#include "billions/json.h"
#include "billions/text.h"
#include "unit.h"

/* ------------------------------------------------------------------ plain text */

static void texts_grow(void **state)
{
    struct bil_text text = {0};
    assert_string_equal(bil_text_string(&text), "");
    bil_text_add(&text, "");
    assert_string_equal(bil_text_string(&text), "");
    bil_text_add(&text, "one");
    bil_text_char(&text, ' ');
    bil_text_add_bytes(&text, "two-and-more", 3);
    bil_text_repeat(&text, "!?", 2);
    bil_text_repeat(&text, "never", 0);
    bil_text_repeat(&text, "never", -1);
    bil_text_format(&text, " %d %s", 3, "four");
    assert_string_equal(bil_text_string(&text), "one two!?!? 3 four");
    assert_int_equal(text.length, strlen("one two!?!? 3 four"));
    const char *memory = text.data;
    bil_text_clear(&text);
    assert_int_equal(text.length, 0);
    assert_string_equal(bil_text_string(&text), "");
    bil_text_add(&text, "again");
    assert_ptr_equal(text.data, memory);
    bil_text_free(&text);
    assert_string_equal(bil_text_string(&text), "");
    bil_text_add(&text, "after the end");
    assert_string_equal(bil_text_string(&text), "after the end");
    bil_text_free(&text);
}

/* Every length around every doubling, by every door. */
static void texts_grow_at_every_length(void **state)
{
    for (size_t length = 0; length < 1100; length++) {
        struct bil_text by_bytes = {0};
        struct bil_text by_format = {0};
        struct bil_text by_char = {0};
        char *expected = malloc(length + 1);
        assert_non_null(expected);
        for (size_t i = 0; i < length; i++) {
            expected[i] = (char)('a' + i % 26);
            bil_text_char(&by_char, expected[i]);
        }
        expected[length] = 0;
        bil_text_add_bytes(&by_bytes, expected, length);
        bil_text_format(&by_format, "%s", expected);
        assert_string_equal(bil_text_string(&by_bytes), expected);
        assert_string_equal(bil_text_string(&by_format), expected);
        assert_string_equal(bil_text_string(&by_char), expected);
        assert_int_equal(by_format.length, length);
        bil_text_format(&by_format, "%s", "tail");
        assert_int_equal(by_format.length, length + 4);
        assert_string_equal(bil_text_string(&by_format) + length, "tail");
        free(expected);
        bil_text_free(&by_bytes);
        bil_text_free(&by_format);
        bil_text_free(&by_char);
    }
}

/* ------------------------------------------------------------------ JSON */

static void json_documents(void **state)
{
    struct bil_text text = {0};
    bil_json_object(&text);
    bil_json_key_string(&text, "a", "x");
    bil_json_key_integer(&text, "b", -7);
    bil_json_key_bool(&text, "c", true);
    bil_json_key_bool(&text, "d", false);
    bil_json_key(&text, "e");
    bil_json_null(&text);
    bil_json_key_array(&text, "f");
    bil_json_array_end(&text);
    bil_json_key_object(&text, "g");
    bil_json_object_end(&text);
    bil_json_key_array(&text, "h");
    bil_json_integer(&text, 1);
    bil_json_array(&text);
    bil_json_integer(&text, 2);
    bil_json_object(&text);
    bil_json_key_integer(&text, "i", 3);
    bil_json_object_end(&text);
    bil_json_string(&text, "j");
    bil_json_array_end(&text);
    bil_json_raw(&text, "{\"k\":[4]}");
    bil_json_null(&text);
    bil_json_array_end(&text);
    bil_json_key(&text, "l");
    bil_json_number(&text, 0.5);
    bil_json_object_end(&text);
    assert_string_equal(bil_text_string(&text), "{\"a\":\"x\",\"b\":-7,\"c\":true,\"d\":false,\"e\":null,\"f\":[],\"g\":{},"
                                                "\"h\":[1,[2,{\"i\":3},\"j\"],{\"k\":[4]},null],\"l\":0.5}");
    /* After clearing, the next document begins anew; two in a row are not parted by a comma. */
    bil_text_clear(&text);
    bil_json_integer(&text, INT64_MAX);
    bil_text_char(&text, '\n');
    bil_json_integer(&text, INT64_MIN);
    assert_string_equal(bil_text_string(&text), "9223372036854775807\n-9223372036854775808");
    bil_text_free(&text);
}

static void json_to_the_deepest(void **state)
{
    struct bil_text text = {0};
    for (int depth = 0; depth < 63; depth++) {
        bil_json_array(&text);
        bil_json_integer(&text, depth);
    }
    for (int depth = 62; depth >= 0; depth--) {
        bil_json_array_end(&text);
        if (depth > 0) {
            bil_json_integer(&text, -depth);
        }
    }
    const char *string = bil_text_string(&text);
    assert_memory_equal(string, "[0,[1,[2,[3,", 12);
    assert_string_equal(string + strlen(string) - 16, ",-4],-3],-2],-1]");
    assert_null(strstr(string, "[,"));
    assert_null(strstr(string, ",]"));
    assert_null(strstr(string, "]["));
    bil_text_free(&text);
}

static void json_escapes(void **state)
{
    static const struct {
        const char *string, *json;
    } rows[] = {
        {"", "\"\""},
        {"plain", "\"plain\""},
        {"say \"yes\"", "\"say \\\"yes\\\"\""},
        {"back\\slash", "\"back\\\\slash\""},
        {"\b\f\n\r\t", "\"\\b\\f\\n\\r\\t\""},
        {"\x01\x1f\x7f", "\"\\u0001\\u001f\x7f\""},
        {"\033[31m", "\"\\u001b[31m\""},
        {"a/b", "\"a/b\""},
        {"\xC3\xA9", "\"\xC3\xA9\""},                                                 /* é */
        {"\xE2\x80\x99", "\"\xE2\x80\x99\""},                                         /* a curly apostrophe */
        {"\xF0\x9F\x9A\x80", "\"\xF0\x9F\x9A\x80\""},                                 /* a rocket */
        {"\x80", "\"\xEF\xBF\xBD\""},                                                 /* continues nothing */
        {"x\xC3", "\"x\xEF\xBF\xBD\""},                                               /* cut short */
        {"\xC0\xAF", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},                                 /* too long for what it says */
        {"\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},                 /* a surrogate */
        {"\xF4\x90\x80\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""}, /* beyond Unicode */
        {"\xE0\x80\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},                 /* too long again */
        {"\xF0\x80\x80\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""}, /* and again */
        {"\xC3\x28", "\"\xEF\xBF\xBD(\""},                                            /* not continued */
        {"\xF4\x8F\xBF\xBF\xED\x9F\xBF", "\"\xF4\x8F\xBF\xBF\xED\x9F\xBF\""},         /* the last ones that are fine */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bil_text text = {0};
        struct bil_error error = {{0}};
        bil_json_string(&text, rows[i].string);
        assert_string_equal(bil_text_string(&text), rows[i].json);
        /* A reader accepts it. */
        const struct bil_value *value = bil_json_read(bil_text_string(&text), text.length, "text", &error);
        if (value == NULL) {
            fail_msg("row %zu: %s", i, error.text);
        }
        bil_json_free(value);
        bil_text_free(&text);
    }
}

/* Any bytes at all: valid JSON, and texts that are valid UTF-8 come back as they were. */
static void json_of_any_bytes(void **state)
{
    uint32_t seed = 12345;
    for (int round = 0; round < 3000; round++) {
        char string[24];
        size_t length = 0;
        for (; length < (size_t)(round % 20); length++) {
            seed = seed * 1664525U + 1013904223U;
            string[length] = (char)(1 + (seed >> 16) % 255);
        }
        string[length] = 0;
        struct bil_text text = {0};
        struct bil_error error = {{0}};
        bil_json_object(&text);
        bil_json_key_string(&text, string, string);
        bil_json_object_end(&text);
        const struct bil_value *value = bil_json_read(bil_text_string(&text), text.length, "text", &error);
        if (value == NULL) {
            fail_msg("round %d: %s", round, error.text);
            return;
        }
        assert_string_equal(value->child->key, value->child->string);
        bil_json_free(value);
        bil_text_free(&text);
    }
}

static void json_numbers(void **state)
{
    static const struct {
        double number;
        const char *json;
    } rows[] = {
        {0, "0"},
        {1, "1"},
        {-1.5, "-1.5"},
        {0.1, "0.1"},
        {1e300, "1e+300"},
        {1e21, "1e+21"},
        {123456789, "123456789"},
        {0.1 + 0.2, "0.30000000000000004"},
        {1.0 / 3, "0.3333333333333333"},
        {2.5e-7, "2.5e-07"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bil_text text = {0};
        bil_json_number(&text, rows[i].number);
        assert_string_equal(bil_text_string(&text), rows[i].json);
        assert_true(strtod(bil_text_string(&text), NULL) == rows[i].number);
        bil_text_free(&text);
    }
    struct bil_text text = {0};
    bil_json_array(&text);
    bil_json_number(&text, (double)NAN);
    bil_json_number(&text, (double)INFINITY);
    bil_json_number(&text, -(double)INFINITY);
    bil_json_array_end(&text);
    assert_string_equal(bil_text_string(&text), "[null,null,null]");
    bil_text_free(&text);
}

/* ------------------------------------------------------------------ errors */

static void errors_are_sentences(void **state)
{
    struct bil_error error;
    memset(&error, 'x', sizeof error);
    assert_false(bil_fail(&error, "Seat %d has %s.", 2, "no card"));
    assert_string_equal(error.text, "Seat 2 has no card.");
    assert_false(bil_fail(NULL, "Nobody hears %s.", "this"));
    /* What a person typed cannot move the cursor, nor break the line. */
    bil_fail(&error, "\"%s\" is no card.", "a\033[2Jb\nc\td\x7f\r");
    assert_string_equal(error.text, "\"a?[2Jb c d??\" is no card.");
}

/* What steers a terminal is taken out of a text, whatever its letters are; these stay. */
static void plain_texts_steer_no_terminal(void **state)
{
    static const struct {
        const char *text, *plain;
    } cases[] = {
        /* NOLINTBEGIN(misc-misleading-bidirectional): those are what is taken out */
        {"", ""},
        {"Ann, 7 \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x82\xA1 \xE2\x80\x94",
         "Ann, 7 \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x82\xA1 \xE2\x80\x94"},
        {"a\033[31mb\007", "a?[31mb?"},
        {"a\nb\tc\rd\x7F", "a b c?d?"},
        {"\xC2\x9B"
         "31m\xC2\x80\xC2\x9F\xC2\xA0",
         "?31m??\xC2\xA0"},                                                        /* C1, and the first behind it */
        {"\xE2\x80\xAE\xE2\x80\xA8\xE2\x80\xA9x\xE2\x80\x90", "?  x\xE2\x80\x90"}, /* U+202E, 2028, 2029, 2010 */
        {"\xE2\x80\x8E\xE2\x81\xA6\xD8\x9C\xD8\xA7\xC2\x85", "???\xD8\xA7 "},      /* U+200E, 2066, 061C, 0627, 0085 */
        {"\xEF\xBB\xBF\xF3\xA0\x81\x81", "??"},                                    /* U+FEFF, E0041 */
        {"\xFF\xC3\xED\xA0\x80\xE2\x82", "???????"},                               /* no UTF-8 */
        /* NOLINTEND(misc-misleading-bidirectional) */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        struct bil_error error;
        snprintf(text, sizeof text, "%s", cases[i].text);
        assert_int_equal(bil_plain(text), strlen(cases[i].plain));
        assert_string_equal(text, cases[i].plain);
        bil_fail(&error, "%s", cases[i].text);
        assert_string_equal(error.text, cases[i].plain);
    }
}

static void long_errors_end_with_dots(void **state)
{
    char word[2 * BIL_ERROR_LENGTH];
    struct bil_error error;
    for (size_t length = BIL_ERROR_LENGTH - 4; length < BIL_ERROR_LENGTH + 4; length++) {
        memset(word, 'a', length);
        word[length] = 0;
        bil_fail(&error, "%s", word);
        if (length < BIL_ERROR_LENGTH) {
            assert_string_equal(error.text, word);
        } else {
            assert_int_equal(strlen(error.text), BIL_ERROR_LENGTH - 1);
            assert_string_equal(error.text + BIL_ERROR_LENGTH - 4, "...");
        }
    }
    /* Characters of three bytes are not cut in the middle. */
    for (size_t shift = 0; shift < 3; shift++) {
        size_t length = 0;
        while (length < shift) {
            word[length++] = 'x';
        }
        while (length < BIL_ERROR_LENGTH + 9) {
            memcpy(word + length, "\xE2\x82\xAC", 3);
            length += 3;
        }
        word[length] = 0;
        bil_fail(&error, "%s", word);
        const size_t end = strlen(error.text);
        assert_true(end >= 3 && end < BIL_ERROR_LENGTH);
        assert_string_equal(error.text + end - 3, "...");
        assert_int_equal((end - 3 - shift) % 3, 0);
    }
}

/* ------------------------------------------------------------------ names */

static void names_as_people_write_them(void **state)
{
    static const struct {
        const char *text, *name;
        bool same;
    } rows[] = {
        {"The Troll", "The Troll", true},
        {"the troll", "The Troll", true},
        {"THETROLL", "The Troll", true},
        {" the  troll ", "The Troll", true},
        {"the-troll.", "The Troll", true},
        {"todays main character", "Today's Main Character", true},
        {"today\xE2\x80\x99s main character", "Today's Main Character", true},
        {"Today's Main Character", "Today\xE2\x80\x99s Main Character", true},
        {"local lost and found", "Local Lost & Found", false},
        {"local lost found", "Local Lost & Found", true},
        {"caf\xC3\xA9", "Caf\xC3\xA9", true},
        {"caf\xC2\xA0\xC3\xA9\xE2\x80\xA6", "Caf\xC3\xA9", true},
        {"cafe", "Caf\xC3\xA9", false},
        {"troll", "The Troll", false},
        {"the trol", "The Troll", false},
        {"the trolls", "The Troll", false},
        {"", "The Troll", false},
        {"", "", true},
        {"?", "?", true},
        {"?", "!", false},
        {"", "?", false},
        {"-", "The Troll", false},
        {"500", "500", true},
        {"5 00", "500", true},
        {"50", "500", false},
        {"\xFF", "\xFF", true},
        {"\xFF", "\xFE", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (bil_same_name(rows[i].text, strlen(rows[i].text), rows[i].name) != rows[i].same) {
            fail_msg("\"%s\" and \"%s\" should %sbe the same", rows[i].text, rows[i].name, rows[i].same ? "" : "not ");
        }
        /* It is symmetric. */
        assert_int_equal(bil_same_name(rows[i].name, strlen(rows[i].name), rows[i].text), rows[i].same);
    }
    /* Only `length` bytes of the text count, and it need not end there. */
    assert_true(bil_same_name("push anything", 4, "Push"));
    assert_false(bil_same_name("push anything", 3, "Push"));
    assert_false(bil_same_name("push anything", 6, "Push"));
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_grow),
        cmocka_unit_test(texts_grow_at_every_length),
        cmocka_unit_test(json_documents),
        cmocka_unit_test(json_to_the_deepest),
        cmocka_unit_test(json_escapes),
        cmocka_unit_test(json_of_any_bytes),
        cmocka_unit_test(json_numbers),
        cmocka_unit_test(errors_are_sentences),
        cmocka_unit_test(plain_texts_steer_no_terminal),
        cmocka_unit_test(long_errors_end_with_dots),
        cmocka_unit_test(names_as_people_write_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
