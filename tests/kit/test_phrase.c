/* Sentences by templates (kit/phrase.h), with the marks of a game of nobody's: %F a seat, %f the same in a sentence. */
#include "kit/phrase.h"
#include "unit.h"

static void add(const struct bil_reader *reader, char mark, int number)
{
    if (number == reader->viewer) {
        bil_text_add(reader->out, mark == 'F' ? "You" : "you");
    } else {
        bil_text_format(reader->out, "Seat %d", number + 1);
    }
}

static unsigned named(char mark, int number)
{
    return mark == 'F' || mark == 'f' ? 1U << number : 0U;
}

static const struct bil_marks marks = {add, named};

static const char *told(int viewer, const char *template, ...)
{
    static struct bil_text out;
    va_list arguments;
    bil_text_clear(&out);
    va_start(arguments, template);
    bil_phrase(&marks, &(struct bil_reader){NULL, viewer, &out}, template, arguments);
    va_end(arguments);
    return bil_text_string(&out);
}

static void test_who_is_you(void **context)
{
    static const char template[] = "%F [play|plays %x] on %f, who [have|has] %d %s.";
    (void)context;
    assert_string_equal(told(0, template, 0, 1, 2, 3, "points"), "You play on Seat 3, who has 3 points.");
    assert_string_equal(told(2, template, 0, 1, 2, 3, "points"), "Seat 1 plays 1 card on you, who have 3 points.");
    assert_string_equal(told(BIL_SPECTATOR, template, 0, 2, 2, 3, "points"), "Seat 1 plays 2 cards on Seat 3, who has 3 points.");
}

static void test_events(void **context)
{
    const struct bil_event event = {.kind = 1, .seat = 1, .a = 2, .b = -7, .c = 3};
    struct bil_text out = {0};
    (void)context;
    bil_phrase_event(&marks, &(struct bil_reader){NULL, 3, &out}, "%Fs, %fa [a|b], %fc [a|b] %db", &event);
    assert_string_equal(bil_text_string(&out), "Seat 2, Seat 3 b, you a -7");
    assert_int_equal(bil_phrase_addressed(&marks, "%Fs, %fa %dc", &event), 1 << 1 | 1 << 2);
    bil_text_free(&out);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_who_is_you), cmocka_unit_test(test_events)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
