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

int main(int argc, char **argv)
{
    cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_are_written_as_json),
        cmocka_unit_test(numbers_are_written_as_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
