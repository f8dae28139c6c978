/* Stacks of what a game waits for (kit/frames.h), by the rows of a game of nobody's. */
#include "kit/frames.h"
#include "unit.h"

#include "billions/value.h"

enum { NOTHING, COLOUR, TURN, ANSWER, ENDING, OVER, KINDS };
enum { ROOM = 4, SEATS = 3 };

static void ask(const struct bil_asking *asking)
{
    bil_text_format(asking->reader.out, "%s %d reads of %d", bil_asked_form(asking, "you", "another"), asking->reader.viewer,
                    asking->top->seat);
}

static const char *const colours[] = {"red", "green", NULL};
static const struct bil_frame_kind kinds[KINDS] = {
    [COLOUR] = {.words = colours, .on = BIL_AT_BOTTOM, .verbs = 2, .ask = ask},
    [TURN] = {"turn", .on = BIL_AT_BOTTOM, .verbs = 4, .ask = ask},
    [ANSWER] = {"answer", .on = 1U << TURN | 1U << ANSWER | 1U << ENDING, .verbs = 8, .ask = ask},
    [ENDING] = {"ending", .on = BIL_AT_BOTTOM},
    [OVER] = {"over", .on = BIL_AT_BOTTOM, .ask = ask},
};
static const struct bil_frames frames = {kinds, KINDS};

static const char *broken(const struct bil_frame stack[ROOM], int depth)
{
    static char buffer[160];
    return bil_frames_broken(&frames, stack, depth, ROOM, SEATS, buffer, sizeof buffer);
}

static void test_stacks(void **context)
{
    assert_null(broken((struct bil_frame[ROOM]){{TURN, 0, 0, 0}}, 1));
    assert_null(broken((struct bil_frame[ROOM]){{TURN, 0, 0, 0}, {ANSWER, 1, 0, 0}, {ANSWER, 2, 7, 9}}, 3));
    assert_null(broken((struct bil_frame[ROOM]){{ENDING, 0, 0, 0}, {ANSWER, 1, 0, 0}}, 2));
    assert_string_equal(broken((struct bil_frame[ROOM]){{0, 0, 0, 0}}, 0), "0 decisions are waited for, and there are 1 to 4.");
    assert_string_equal(broken((struct bil_frame[ROOM]){{TURN, 0, 0, 0}}, 5), "5 decisions are waited for, and there are 1 to 4.");
    assert_string_equal(broken((struct bil_frame[ROOM]){{TURN, 0, 0, 0}, {ANSWER, 1, 0, 0}}, 1),
                        "Something lies above the decisions that are waited for.");
    assert_string_equal(broken((struct bil_frame[ROOM]){{ANSWER, 0, 0, 0}}, 1),
                        "answer can only be waited for above something else.");
    assert_string_equal(broken((struct bil_frame[ROOM]){{TURN, 0, 0, 0}, {COLOUR, 0, 1, 0}}, 2),
                        "windows[0]: green cannot lie on turn.");
    assert_string_equal(broken((struct bil_frame[ROOM]){{KINDS, 0, 0, 0}}, 1), "? can only be waited for above something else.");
    assert_string_equal(broken((struct bil_frame[ROOM]){{TURN, 3, 0, 0}}, 1), "Seat 4 is asked, which does not play.");
    assert_string_equal(broken((struct bil_frame[ROOM]){{ENDING, 0, 0, 0}}, 1),
                        "Nobody is asked: ending only waits for what lies above it.");
}

static void expect_which(bool bottom, const char *word, int kind, int a, const char *sentence)
{
    const struct bil_value value = {.type = BIL_STRING, .string = word};
    struct bil_error error;
    uint8_t which = 0;
    assert_int_equal(bil_frame_which(&frames, bottom, &value, "step", &which, &error), kind);
    assert_int_equal(which, a);
    if (kind < 0) {
        assert_string_equal(error.text, sentence);
    } else {
        const struct bil_frame frame = {(uint8_t)kind, 0, which, 0};
        assert_string_equal(bil_frame_word(&frames, &frame), word);
    }
}

static void test_words(void **context)
{
    expect_which(true, "red", COLOUR, 0, NULL);
    expect_which(true, "green", COLOUR, 1, NULL);
    expect_which(true, "ending", ENDING, 0, NULL);
    expect_which(false, "answer", ANSWER, 0, NULL);
    expect_which(true, "answer", -1, 0, "there is no step \"answer\" here; there are red, green, turn, ending and over.");
    expect_which(false, "turn", -1, 0, "there is no step \"turn\" here; there is only answer.");
}

static void expect_prompt(struct bil_frame top, int kept, const char *text)
{
    struct bil_text out = {0};
    bil_frames_prompt(&frames, NULL, NULL, &top, kept, OVER, true, &out);
    assert_string_equal(bil_text_string(&out), text);
    bil_text_free(&out);
}

static void test_prompt(void **context)
{
    const struct bil_frame top = {TURN, 1, 0, 0};
    expect_prompt(top, 0, "Seat 2: you 1 reads of 1");
    expect_prompt(top, 1 + 1, "you 1 reads of 1");
    expect_prompt(top, 1 + 0, "another 0 reads of 1");
    expect_prompt(top, 15, "another -1 reads of 1");
    expect_prompt((struct bil_frame){OVER, 0, 0, 0}, 0, "you 0 reads of 0");
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stacks), cmocka_unit_test(test_words), cmocka_unit_test(test_prompt)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
