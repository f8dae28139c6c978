/* A whole store carried into another: from a file into a file, and with PostgreSQL every way. What is there afterwards is what was
 * there before, to the byte; what goes wrong on the way leaves nothing behind. */
#include "server/store/store_place.h"
#include "server/store/store_story.h"
#include "table/helpers.h"
#include "unit.h"

enum { STEPS = 40, MANY = 1200 };

/* A story and what it does not tell: more rows than one batch has, and one of every table. */
static struct bil_store *open_file(const char *name)
{
    struct bil_error error = {{0}};
    struct bil_store *store = bil_store_open(helper_path(name), &error);
    helper_must(store != NULL, &error);
    return store;
}

static void fill(struct bil_store *store)
{
    struct bil_error error = {{0}};
    static const char id[] = "storytable000001";
    const uint64_t payer[BIL_STORE_PAYERS] = {1, UINT64_MAX, 1ULL << 63};
    uint8_t secret[BIL_STORE_SECRET] = {0, 1, 255};
    struct bil_stored_push push = {.seat = 1, .endpoint = "https://push.example/x", .who = UINT64_MAX, .tries = 3, .always = true};
    struct bil_result result = {.challenge = "abcdefghijklmnop", .who = "ann", .name = "Ann", .place = 1, .points = -7, .when = 5};
    bool added = false;
    for (int64_t i = 0; i < STEPS; i++) {
        helper_must(story_step(store, i, &error), &error);
    }
    helper_must(bil_store_begin(store, &error), &error);
    for (int i = 0; i < MANY; i++) {
        char maker[40];
        snprintf(maker, sizeof maker, "maker %d \xc3\xa9", i);
        helper_must(bil_store_add_maker(store, id, maker, &error), &error);
    }
    helper_must(bil_store_set_payer(store, id, payer, &error) && bil_store_add_push_key(store, secret, &error) &&
                    bil_store_put_push(store, id, &push, &error) &&
                    bil_store_add_result(store, &result, "a record\n", &added, &error) &&
                    bil_store_add_skeleton(store, "Person 1", "person l", &error) && bil_store_commit(store, &error),
                &error);
}

static bool goes_on(void *context, uint64_t done, uint64_t all)
{
    assert_true(done <= all);
    return !context || done < all * 3 / 4;
}

static bool copy_push(void *context, const struct bil_stored_push *push)
{
    *(struct bil_stored_push *)context = *push;
    return true;
}

static void expect_whole(struct bil_store *store, struct bil_store *original)
{
    struct bil_error error = {{0}};
    uint8_t key[BIL_STORE_KEY];
    uint8_t same[BIL_STORE_KEY];
    uint64_t payer[BIL_STORE_PAYERS];
    int64_t count = 0;
    char *dump = story_dump(store);
    assert_string_equal(dump, story_expected(STEPS));
    free(dump);
    helper_must(bil_store_key(store, key, &error) && bil_store_key(original, same, &error), &error);
    assert_memory_equal(key, same, sizeof key);
    helper_must(bil_store_payer(store, "storytable000001", payer, &error), &error);
    assert_true(payer[1] == UINT64_MAX && payer[2] == 1ULL << 63);
    helper_must(bil_store_count_made(store, "maker 1199 \xc3\xa9", 5, &count, &error), &error);
    assert_int_equal(count, 1);
    helper_must(bil_store_count_pushes(store, UINT64_MAX, 5, &count, &error), &error);
    assert_int_equal(count, 1);
    struct bil_stored_push push = {.seat = -1};
    helper_must(bil_store_pushes(store, "storytable000001", copy_push, &push, &error), &error);
    assert_true(push.seat == 1 && push.tries == 3 && push.always);
    struct bil_text record = {0};
    helper_must(bil_store_result_record(store, "abcdefghijklmnop", 1, &record, &error), &error);
    assert_string_equal(bil_text_string(&record), "a record\n");
    bil_text_free(&record);
    helper_must(story_step(store, STEPS, &error),
                &error); /* and it goes on: a new person and a new table get numbers of their own */
    helper_must(bil_store_add_person(store, "Zoe", "hash", 1, &error), &error);
    struct bil_stored_table table = {.seats = 1, .setup = (char[]){"{}"}, .card = (char[]){"{}"}, .id = "zzzzzzzzzzzzzzzz"};
    helper_must(bil_store_add_table(store, &table, &error), &error);
}

static void carry(struct bil_store *from, struct bil_store *to)
{
    struct bil_error error = {{0}};
    struct bil_carry_figures figures;
    const struct bil_carry_callbacks callbacks = {NULL, goes_on};
    helper_must(bil_store_carry(from, to, &callbacks, &figures, &error), &error);
    assert_true(figures.rows > MANY && figures.done == 2 * figures.rows);
}

/* From a file, through two of the kind at hand, into a file again. */
static void everything_arrives(void **state)
{
    struct bil_store *original = open_file("original");
    struct bil_store *first = story_open(helper_path("first"));
    struct bil_store *second = story_open(helper_path("second"));
    struct bil_store *last = open_file("last");
    fill(original);
    carry(original, first);
    carry(first, second);
    carry(second, last);
    expect_whole(second, original);
    expect_whole(last, original);
    bil_store_close(original);
    bil_store_close(first);
    bil_store_close(second);
    bil_store_close(last);
}

static bool any_table(void *context, const char *id)
{
    (void)id;
    ++*(int *)context;
    return true;
}

static void what_fails_leaves_nothing(void **state)
{
    struct bil_error error = {{0}};
    struct bil_carry_figures figures;
    struct bil_store *from = open_file("from");
    struct bil_store *to = story_open(helper_path("to"));
    const struct bil_carry_callbacks stopped = {&figures, goes_on};
    const struct bil_carry_callbacks callbacks = {NULL, goes_on};
    int found = 0;
    uint8_t key[BIL_STORE_KEY];
    uint8_t kept[BIL_STORE_KEY];
    fill(from);
    helper_must(bil_store_key(to, kept, &error), &error);
    assert_false(bil_store_carry(from, to, &stopped, &figures, &error));
    helper_contains(error.text, "It was stopped.");
    for (int64_t fault = 1; fault < 1000; fault += 97) { /* somewhere in the middle of it */
        bil_store_fail_at(to, fault);
        assert_false(bil_store_carry(from, to, &callbacks, &figures, &error));
        helper_contains(error.text, "the disk is full");
        assert_false(bil_store_writing(to));
    }
    helper_must(bil_store_ids(to, any_table, &found, &error), &error);
    assert_int_equal(found, 0);
    helper_must(bil_store_key(to, key, &error), &error);
    assert_memory_equal(key, kept, sizeof key);
    carry(from, to);
    assert_false(bil_store_carry(from, to, &callbacks, &figures, &error)); /* it holds something now */
    helper_contains(error.text, "a copy goes into an empty database alone.");
    bil_store_close(from);
    bil_store_close(to);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_arrives),
        cmocka_unit_test(what_fails_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, helper_begin, story_teardown);
}
