/* When a connection is asked for a sign of life, when it is doubted, and when the next one is tried: with a clock of the test's
 * own, which jumps from one thing that is due to the next. */
#include "online/client/liveness.h"
#include "unit.h"

enum { MOST = 64, STEPS = 256 };

/* What was done, in order, as words: "0 try 0, 1000 try 1, ". */
struct story {
    struct bil_liveness liveness;
    int64_t now;
    char text[4096];
};

static void begin_story(struct story *story)
{
    *story = (struct story){.now = 0};
    bil_liveness_begin(&story->liveness, 1, 0);
}

/* Runs until nothing is due before `until`. An attempt that is abandoned ends, as its owner would end it. */
static void run_until(struct story *story, int64_t until)
{
    static const char *const words[] = {"wait", "ping", "doubt", "try", "abandon", "absent"};
    *story->text = 0;
    for (int i = 0; i < STEPS; i++) {
        int slot = -1;
        const enum bil_liveness_step step = bil_liveness_due(&story->liveness, story->now, &slot);
        if (step == BIL_STEP_WAIT) {
            const int64_t next = bil_liveness_next(&story->liveness);
            assert_true(next > story->now);
            if (next >= until) {
                story->now = until;
                return;
            }
            story->now = next;
            continue;
        }
        const size_t length = strlen(story->text);
        snprintf(story->text + length, sizeof story->text - length, "%lld %s %d, ", (long long)story->now, words[step],
                 step == BIL_STEP_TRY || step == BIL_STEP_ABANDON ? slot : 0);
        if (step == BIL_STEP_ABANDON) {
            bil_liveness_gone(&story->liveness, slot, false, story->now);
        }
    }
    fail_msg("it does not come to rest: %s", story->text);
}

/* Connects at once, in slot 0. */
static void connect_at_once(struct story *story)
{
    begin_story(story);
    run_until(story, 1);
    assert_string_equal(story->text, "0 try 0, ");
    assert_int_equal(bil_liveness_heard(&story->liveness, 0, story->now), BIL_ALIVE_NEW);
}

/* The times at which something was done. */
static int times_of(const struct story *story, const char *word, int64_t times[MOST])
{
    int count = 0;
    long long time = 0;
    char what[16];
    int slot = 0;
    int used = 0;
    for (const char *at = story->text; sscanf(at, "%lld %15s %d, %n", &time, what, &slot, &used) == 3; at += used) {
        if (strcmp(what, word) == 0) {
            times[count++] = time;
        }
    }
    return count;
}

static void a_silent_line_is_asked_then_doubted_then_tried_again(void **state)
{
    struct story story;
    connect_at_once(&story);
    run_until(&story, 9001);
    assert_string_equal(story.text, "4001 ping 0, ");
    run_until(&story, 9002);
    assert_string_equal(story.text, "9001 doubt 0, 9001 try 1, ");
    /* Any sign of life before that, and all begins from there. */
    connect_at_once(&story);
    run_until(&story, 8000);
    assert_int_equal(bil_liveness_heard(&story.liveness, 0, story.now), BIL_ALIVE);
    run_until(&story, 17000);
    assert_string_equal(story.text, "12000 ping 0, ");
}

static void a_calm_line_is_asked_more_seldom(void **state)
{
    struct story story;
    connect_at_once(&story);
    story.liveness.calm = true;
    run_until(&story, 30002);
    assert_memory_equal(story.text, "25001 ping 0, 30001 doubt 0, 30001 try 1, ", 42);
}

/* However many attempts hang, the next one begins after 1, 2 and 4 s, and then after 3 to 4 s each time; each has 15 s. */
static void hanging_attempts_delay_none(void **state)
{
    struct story story;
    int64_t tries[MOST];
    int64_t abandoned[MOST];
    connect_at_once(&story);
    run_until(&story, 70000);
    const int count = times_of(&story, "try", tries);
    assert_in_range(count, 15, 20);
    static const int64_t longest[] = {1000, 2000, 4000};
    for (int i = 1; i < count; i++) {
        const int64_t pause = longest[i - 1 < 3 ? i - 1 : 2];
        assert_in_range(tries[i] - tries[i - 1], pause * 3 / 4, pause);
    }
    const int ended = times_of(&story, "abandon", abandoned);
    assert_in_range(ended, 10, count);
    for (int i = 0; i < ended; i++) {
        assert_int_equal(abandoned[i], tries[i] + BIL_LIVENESS_ATTEMPT);
    }
}

/* Whoever answers first is the connection: an attempt, or the one that was doubted. */
static void the_first_sign_of_life_counts(void **state)
{
    struct story story;
    connect_at_once(&story);
    run_until(&story, 12000);
    assert_int_equal(bil_liveness_heard(&story.liveness, 0, story.now), BIL_ALIVE_BACK);
    run_until(&story, 16000);
    assert_string_equal(story.text, "");
    run_until(&story, 23500);
    assert_memory_equal(story.text, "16000 ping 0, 21000 doubt 0, 21000 try 1, ", 42);
    assert_int_equal(bil_liveness_heard(&story.liveness, 2, story.now), BIL_ALIVE_NEW);
    assert_int_equal(story.liveness.up, 2);
    run_until(&story, 27500);
    assert_string_equal(story.text, "");
}

/* A connection that breaks is told of once, and tried again at once; one that keeps breaking more seldom. */
static void a_broken_line_is_told_once(void **state)
{
    struct story story;
    int64_t tries[MOST];
    connect_at_once(&story);
    run_until(&story, 3000);
    assert_int_equal(bil_liveness_heard(&story.liveness, 0, story.now), BIL_ALIVE);
    assert_true(bil_liveness_gone(&story.liveness, 0, false, story.now));
    for (int i = 0; i < 4; i++) { /* refused each time */
        run_until(&story, story.now + 4001);
        const int count = times_of(&story, "try", tries);
        assert_in_range(count, 1, 3);
        for (int slot = 0; slot < count; slot++) {
            assert_false(bil_liveness_gone(&story.liveness, slot, false, story.now));
        }
    }
    run_until(&story, story.now + 4001);
    assert_true(times_of(&story, "try", tries) > 0);
    assert_int_equal(bil_liveness_heard(&story.liveness, 0, story.now), BIL_ALIVE_NEW);
    const int64_t up = story.now;
    assert_true(bil_liveness_gone(&story.liveness, 0, false, up)); /* it lasted no time at all */
    assert_in_range(bil_liveness_next(&story.liveness) - up, 3000, 4000);
    run_until(&story, up + 4001);
    assert_int_equal(times_of(&story, "try", tries), 1);
    assert_int_equal(bil_liveness_heard(&story.liveness, 0, story.now), BIL_ALIVE_NEW);
    run_until(&story, story.now + 3000);
    bil_liveness_heard(&story.liveness, 0, story.now);
    run_until(&story, story.now + 8000);
    assert_true(bil_liveness_gone(&story.liveness, 0, false, story.now)); /* it was steady */
    assert_in_range(bil_liveness_next(&story.liveness) - story.now, 0, 250);
}

/* The first connection that cannot be made is told of at once. */
static void a_server_that_refuses_is_told(void **state)
{
    struct story story;
    begin_story(&story);
    run_until(&story, 1);
    assert_true(bil_liveness_gone(&story.liveness, 0, false, 1));
    assert_in_range(bil_liveness_next(&story.liveness), 1, 1000);
}

/* A table that moves is there again at once, and nothing is told; if it is not there within a second, that is told. */
static void a_table_that_moves_is_followed(void **state)
{
    struct story story;
    connect_at_once(&story);
    run_until(&story, 2000);
    assert_false(bil_liveness_gone(&story.liveness, 0, true, story.now));
    run_until(&story, 2001);
    assert_string_equal(story.text, "2000 try 0, ");
    assert_int_equal(bil_liveness_heard(&story.liveness, 0, story.now), BIL_ALIVE_NEW);
    run_until(&story, 3500);
    assert_string_equal(story.text, "");
    assert_false(bil_liveness_gone(&story.liveness, 0, true, story.now));
    run_until(&story, 3501);
    assert_false(bil_liveness_gone(&story.liveness, 0, false, story.now));
    run_until(&story, 4501);
    int64_t absent[MOST];
    assert_int_equal(times_of(&story, "absent", absent), 1);
    assert_int_equal(absent[0], 4500);
    /* One that is sent to and fro does not try without a pause. */
    connect_at_once(&story);
    assert_false(bil_liveness_gone(&story.liveness, 0, true, story.now));
    assert_in_range(bil_liveness_next(&story.liveness) - story.now, 180, 250);
}

/* Enter tries at once, but not several times a second, and not while all is well. */
static void somebody_in_a_hurry_is_heard(void **state)
{
    struct story story;
    connect_at_once(&story);
    bil_liveness_hurry(&story.liveness, story.now);
    run_until(&story, 2000);
    assert_string_equal(story.text, "");
    run_until(&story, 40000);
    while (bil_liveness_next(&story.liveness) - story.now < 1100) {
        run_until(&story, story.now + 1100);
    }
    const int64_t pressed = story.now;
    bil_liveness_hurry(&story.liveness, pressed);
    assert_int_equal(bil_liveness_next(&story.liveness), pressed);
    run_until(&story, pressed + 1);
    bil_liveness_hurry(&story.liveness, story.now);
    assert_true(bil_liveness_next(&story.liveness) > pressed + 500);
}

/* Somebody who presses Enter again and again ends no attempt that a slow line would let through: each has 9 s at least. */
static void impatience_ends_no_attempt(void **state)
{
    struct story story;
    int64_t began[BIL_LIVENESS_SLOTS] = {0};
    int abandoned = 0;
    connect_at_once(&story);
    run_until(&story, 9001);
    while (story.now < 60000) {
        const int64_t until = story.now + 200;
        bil_liveness_hurry(&story.liveness, story.now);
        int slot = 0;
        for (enum bil_liveness_step step = bil_liveness_due(&story.liveness, story.now, &slot); step != BIL_STEP_WAIT;
             step = bil_liveness_due(&story.liveness, story.now, &slot)) {
            if (step == BIL_STEP_TRY) {
                began[slot] = story.now;
            } else if (step == BIL_STEP_ABANDON) {
                assert_true(story.now - began[slot] >= 9000);
                bil_liveness_gone(&story.liveness, slot, false, story.now);
                abandoned++;
            }
        }
        story.now = until;
    }
    assert_true(abandoned > 5);
}

int TEST_MAIN(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_silent_line_is_asked_then_doubted_then_tried_again),
        cmocka_unit_test(a_calm_line_is_asked_more_seldom),
        cmocka_unit_test(hanging_attempts_delay_none),
        cmocka_unit_test(the_first_sign_of_life_counts),
        cmocka_unit_test(a_broken_line_is_told_once),
        cmocka_unit_test(a_server_that_refuses_is_told),
        cmocka_unit_test(a_table_that_moves_is_followed),
        cmocka_unit_test(somebody_in_a_hurry_is_heard),
        cmocka_unit_test(impatience_ends_no_attempt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
