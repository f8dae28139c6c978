/* The store as its header promises it: what goes in comes out, transactions hold together, numbers have no gap, names are there
 * once. What disks and killed processes do to it is in test_store_faults.c. */
#include <sys/stat.h>

#include "server/store/store_place.h"
#include "server/store/store_story.h"
#include "table/helpers.h"
#include "unit.h"

enum { STEPS = 60 };

/* A small table of one's own. */
static struct bil_stored_table small_table(const char *id)
{
    static char setup[] = "{}";
    struct bil_stored_table table = {.seats = 2, .setup = setup, .card = setup, .created = 1, .changed = 1, .listed = true};
    memcpy(table.id, id, BIL_TABLE_ID);
    table.seat[0].kind = BIL_SEAT_PERSON;
    memcpy(table.seat[0].name, "Ann", 4);
    return table;
}
static const char first_id[] = "aaaaaaaaaaaaaaaa";
static const char second_id[] = "bbbbbbbbbbbbbbbb";

static void add_small(struct bil_store *store, const char *id)
{
    struct bil_error error = {{0}};
    const struct bil_stored_table table = small_table(id);
    helper_must(bil_store_add_table(store, &table, &error), &error);
}

/* ------------------------------------------------------------------ what goes in comes out */

static void what_is_written_is_read(void **state)
{
    struct bil_store *store = story_open(helper_path("db"));
    story_tell(store, 0, STEPS);
    story_expect(store, STEPS);
    bil_store_close(store);
    store = story_open(helper_path("db"));
    assert_int_equal(story_steps(store), STEPS);
    story_expect(store, STEPS);
    bil_store_close(store);
}

/* All of a table, byte by byte, not by the dump that the other tests share. */
static void a_table_keeps_every_field(void **state)
{
    struct bil_store *store = story_open(":memory:");
    struct bil_stored_table table = small_table(first_id);
    static char setup[] = "{\"game\":\"six-billion\",\"note\":\"\xc3\xa9 \\\" \\\\\"}";
    table.setup = setup;
    table.seats = BIL_STORE_SEATS;
    table.state = BIL_TABLE_PLAYING;
    table.began = INT64_MAX;
    table.deadline = 1;
    table.asked_since = -3;
    memset(table.secret, 0xFF, sizeof table.secret);
    memset(table.seed, 0x80, sizeof table.seed);
    for (int i = 0; i < BIL_STORE_SEATS; i++) {
        struct bil_stored_seat *seat = &table.seat[i];
        seat->kind = (uint8_t)(i % 3);
        seat->bot_plays = i % 2;
        memset(seat->name, 'n', BIL_PERSON_NAME - 1); /* as long as it may be */
        memset(seat->person, 'p', (size_t)i);
        memset(seat->bot, 'b', sizeof seat->bot - 1);
        memset(seat->token, i, sizeof seat->token);
        memset(seat->contribution, 255 - i, sizeof seat->contribution);
        seat->bank = i ? INT64_MIN + i : -1;
    }
    assert_true(bil_store_add_table(store, &table, NULL));
    struct bil_stored_table read;
    assert_true(bil_store_read_table(store, first_id, &read, NULL));
    assert_string_equal(read.setup, setup);
    char *kept = read.setup;
    read.setup = setup;
    assert_memory_equal(read.seat, table.seat, sizeof table.seat);
    assert_memory_equal(read.seed, table.seed, sizeof table.seed);
    assert_memory_equal(read.secret, table.secret, sizeof table.secret);
    assert_true(strcmp(read.id, first_id) == 0 && read.state == BIL_TABLE_PLAYING && read.listed && read.seats == table.seats);
    assert_true(read.created == 1 && read.changed == 1 && read.began == INT64_MAX && read.deadline == 1 && read.asked_since == -3);
    /* What changes, one by one; setup and secret stay. */
    read.state = BIL_TABLE_OVER;
    read.listed = false;
    read.changed = 77;
    read.deadline = 0;
    memset(read.secret, 0, sizeof read.secret);
    memset(read.seed, 3, sizeof read.seed);
    assert_true(bil_store_change_table(store, &read, NULL));
    free(kept);
    assert_true(bil_store_read_table(store, first_id, &read, NULL));
    assert_true(read.state == BIL_TABLE_OVER && !read.listed && read.changed == 77 && read.deadline == 0 && read.seed[31] == 3);
    assert_memory_equal(read.secret, table.secret, sizeof table.secret);
    bil_stored_table_free(&read);
    assert_null(read.setup);
    bil_store_close(store);
}

static void what_is_not_there_is_no_failure(void **state)
{
    struct bil_store *store = story_open(":memory:");
    struct bil_error error = {"old"};
    struct bil_stored_table table;
    struct bil_text text = {0};
    char person[BIL_PERSON_NAME];
    const uint8_t token[BIL_HASH_BYTES] = {1};
    assert_true(bil_store_begin(store, &error));
    assert_false(bil_store_read_table(store, first_id, &table, &error));
    assert_string_equal(error.text, "");
    error.text[0] = 'x';
    assert_false(bil_store_person(store, "Ann", &text, &error));
    assert_string_equal(error.text, "");
    error.text[0] = 'x';
    assert_false(bil_store_session(store, token, 0, person, &error));
    assert_string_equal(error.text, "");
    assert_true(bil_store_end_session(store, token, &error));
    assert_true(bil_store_release(store, first_id, &error));
    assert_true(bil_store_commit(store, &error));
    /* But changing what is not there is one. */
    table = small_table(first_id);
    const struct bil_held held = {1, 0, "pass"};
    assert_false(bil_store_change_table(store, &table, &error));
    helper_contains(error.text, "There is no table 0c0beacef887");
    assert_false(bil_store_change_seat(store, first_id, 0, &table.seat[0], &error));
    assert_false(bil_store_hold(store, first_id, &held, &error));
    assert_false(bil_store_set_orders(store, first_id, 0, "", &error));
    assert_false(bil_store_add_session(store, token, "Ann", 5, &error));
    helper_contains(error.text, "nobody of the name Ann");
    bil_text_free(&text);
    bil_store_close(store);
}

/* ------------------------------------------------------------------ numbers */

static void numbers_have_no_gap_and_no_double(void **state)
{
    struct bil_store *store = story_open(helper_path("numbers"));
    struct bil_store *other = story_open(helper_path("numbers")); /* a second server, which should not be there */
    struct bil_error error = {{0}};
    add_small(store, first_id);
    struct bil_entry entry = {.number = 2, .kind = BIL_ENTRY_MOVE, .text = "pass"};
    assert_false(bil_store_append(store, first_id, &entry, &error));
    helper_contains(error.text, "Entry 2 is not the next one of table 0c0beacef887");
    entry.number = 1;
    assert_true(bil_store_append(store, first_id, &entry, &error));
    assert_false(bil_store_append(store, first_id, &entry, &error));
    entry.number = 3;
    assert_false(bil_store_append(other, first_id, &entry, &error));
    entry.number = 2;
    assert_true(bil_store_append(other, first_id, &entry, &error));
    assert_false(bil_store_append(store, first_id, &entry, &error)); /* the first one believed it was the next */
    assert_false(bil_store_append(store, second_id, &entry, &error));
    bil_store_close(other);
    bil_store_close(store);
}

static bool count_to_three(void *context, const struct bil_entry *entry)
{
    *(int64_t *)context = entry->number;
    return entry->number < 3;
}

static void entries_are_read_from_a_number_on(void **state)
{
    struct bil_store *store = story_open(":memory:");
    add_small(store, first_id);
    add_small(store, second_id);
    for (int i = 1; i <= 5; i++) {
        const struct bil_entry entry = {.number = i, .kind = BIL_ENTRY_CHAT, .seat = -1, .text = "hi"};
        assert_true(bil_store_append(store, first_id, &entry, NULL));
    }
    int64_t last = 0;
    assert_true(bil_store_entries(store, first_id, 2, count_to_three, &last, NULL));
    assert_int_equal(last, 3); /* `each` had enough */
    last = 0;
    assert_true(bil_store_entries(store, first_id, 5, count_to_three, &last, NULL));
    assert_int_equal(last, 5);
    last = 0;
    assert_true(bil_store_entries(store, first_id, 6, count_to_three, &last, NULL));
    assert_true(bil_store_entries(store, second_id, 0, count_to_three, &last, NULL));
    assert_int_equal(last, 0);
    bil_store_close(store);
}

/* ------------------------------------------------------------------ transactions */

static void nothing_of_a_broken_transaction_remains(void **state)
{
    struct bil_store *store = story_open(":memory:");
    struct bil_error error = {{0}};
    story_tell(store, 0, 10);
    assert_true(bil_store_begin(store, &error));
    assert_true(bil_store_begin(store, &error)); /* is open already */
    assert_true(bil_store_writing(store));
    add_small(store, first_id);
    bil_store_rollback(store);
    assert_false(bil_store_writing(store));
    story_expect(store, 10);
    /* A failed call: what went well before and after it is not stored either. */
    assert_true(bil_store_begin(store, &error));
    add_small(store, first_id);
    struct bil_entry entry = {.number = 7, .kind = BIL_ENTRY_MOVE, .text = "pass"};
    assert_false(bil_store_append(store, first_id, &entry, &error));
    entry.number = 1;
    assert_true(bil_store_append(store, first_id, &entry, &error));
    assert_false(bil_store_commit(store, &error));
    helper_contains(error.text, "Nothing was stored in ");
    assert_false(bil_store_writing(store));
    story_expect(store, 10);
    struct bil_stored_table table;
    assert_false(bil_store_read_table(store, first_id, &table, &error));
    assert_true(bil_store_commit(store, &error)); /* nothing is open: nothing to be done */
    story_tell(store, 10, 20);
    story_expect(store, 20);
    bil_store_close(store);
}

static void a_taken_name_breaks_nothing(void **state)
{
    struct bil_store *store = story_open(":memory:");
    struct bil_error error = {{0}};
    struct bil_text hash = {0};
    assert_true(bil_store_add_person(store, "Ann", "first", 1, &error));
    assert_true(bil_store_begin(store, &error));
    add_small(store, first_id);
    assert_false(bil_store_add_person(store, "ANN", "second", 2, &error));
    assert_string_equal(error.text, "The name ANN is taken; choose another.");
    assert_true(bil_store_commit(store, &error));
    struct bil_stored_table table;
    assert_true(bil_store_read_table(store, first_id, &table, &error));
    bil_stored_table_free(&table);
    assert_true(bil_store_person(store, "aNN", &hash, &error));
    assert_string_equal(bil_text_string(&hash), "first");
    bil_text_free(&hash);
    bil_store_close(store);
}

static void an_id_is_there_once(void **state)
{
    struct bil_store *store = story_open(":memory:");
    struct bil_error error = {{0}};
    struct bil_stored_table table = small_table(first_id);
    add_small(store, first_id);
    assert_false(bil_store_add_table(store, &table, &error));
    assert_non_null(strstr(error.text, store_place_postgres() ? "duplicate key" : "UNIQUE"));
    struct bil_stored_table wrong = small_table(second_id);
    wrong.seats = BIL_STORE_SEATS + 1;
    assert_false(bil_store_add_table(store, &wrong, &error));
    wrong = small_table("short\0.........");
    assert_false(bil_store_add_table(store, &wrong, &error));
    helper_contains(error.text, "16 letters");
    bil_store_close(store);
}

/* ------------------------------------------------------------------ lists */

static bool add_id(void *context, const struct bil_stored_table *table)
{
    bil_text_format(context, "%c%d ", table->id[0], table->seats);
    return true;
}

static bool one_is_enough(void *context, const struct bil_stored_table *table)
{
    add_id(context, table);
    return false;
}

static void lists_are_in_order_and_tell_only_what_is_listed(void **state)
{
    struct bil_store *store = story_open(":memory:");
    struct bil_text out = {0};
    for (int i = 0; i < 6; i++) {
        char id[] = "aaaaaaaaaaaaaaaa";
        id[0] = (char)('a' + i);
        struct bil_stored_table table = small_table(id);
        table.seats = 1 + i;
        table.changed = (i * 5) % 6; /* a0 b5 c4 d3 e2 f1 */
        table.listed = i != 2;
        table.state = (uint8_t)(i == 4 ? BIL_TABLE_OVER : BIL_TABLE_PLAYING);
        table.deadline = i == 1 ? 0 : 100 - i;
        snprintf(table.seat[0].person, BIL_PERSON_NAME, "%s", i % 2 ? "" : "Ann");
        assert_true(bil_store_add_table(store, &table, NULL));
    }
    assert_true(bil_store_list(store, -1, NULL, 10, add_id, &out, NULL));
    assert_string_equal(bil_text_string(&out), "b2 d4 e5 f6 a1 ");
    bil_text_clear(&out);
    assert_true(bil_store_list(store, BIL_TABLE_PLAYING, NULL, 2, add_id, &out, NULL));
    assert_string_equal(bil_text_string(&out), "b2 d4 ");
    bil_text_clear(&out);
    assert_true(bil_store_list(store, -1, "Ann", 10, add_id, &out, NULL));
    assert_string_equal(bil_text_string(&out), "c3 e5 a1 "); /* one's own, listed or not */
    bil_text_clear(&out);
    assert_true(bil_store_list(store, BIL_TABLE_OVER, "Ann", 10, one_is_enough, &out, NULL));
    assert_true(bil_store_list(store, -1, "", 10, add_id, &out, NULL)); /* who has no account has no tables */
    assert_true(bil_store_list(store, BIL_TABLE_OPEN, NULL, 10, add_id, &out, NULL));
    assert_string_equal(bil_text_string(&out), "e5 ");
    bil_text_clear(&out);
    assert_true(bil_store_deadlines(store, add_id, &out, NULL)); /* not e, which is over, nor b, which has none */
    assert_string_equal(bil_text_string(&out), "f0 d0 c0 a0 ");
    int64_t open = 0;
    int64_t count = 0;
    assert_true(bil_store_count(store, &open, &count, NULL));
    assert_int_equal(count, 5);
    bil_text_free(&out);
    bil_store_close(store);
}

/* ------------------------------------------------------------------ sessions */

static void sessions_end(void **state)
{
    struct bil_store *store = story_open(":memory:");
    char person[BIL_PERSON_NAME];
    uint8_t token[BIL_HASH_BYTES] = {0};
    assert_true(bil_store_add_person(store, "Ann", "hash", 1, NULL));
    assert_true(bil_store_add_person(store, "Bob", "hash", 1, NULL));
    assert_true(bil_store_add_session(store, token, "Bob", 50, NULL));
    for (int i = 1; i <= 30; i++) {
        token[0] = (uint8_t)i;
        assert_true(bil_store_add_session(store, token, "ann", 100 + i, NULL));
    }
    assert_true(bil_store_session(store, token, 129, person, NULL));
    assert_string_equal(person, "Ann"); /* as it was registered */
    assert_false(bil_store_session(store, token, 130, person, NULL));
    token[0] = 11;
    assert_true(bil_store_session(store, token, 0, person, NULL));
    token[0] = 10; /* the twenty latest remain */
    assert_false(bil_store_session(store, token, 0, person, NULL));
    token[0] = 0;
    assert_true(bil_store_session(store, token, 0, person, NULL)); /* and other people's */
    assert_string_equal(person, "Bob");
    assert_true(bil_store_end_session(store, token, NULL));
    assert_false(bil_store_session(store, token, 0, person, NULL));
    bil_store_close(store);
}

static void it_says_how_it_is(void **state)
{
    struct bil_error error = {{0}};
    struct bil_store *store = story_open(helper_path("well"));
    assert_true(bil_store_healthy(store, &error));
    struct stat facts;
    if (!store_place_postgres()) {
        assert_int_equal(stat(helper_path("well"), &facts), 0);
        assert_int_equal(facts.st_mode & 0777, 0600); /* it holds secrets */
    }
    bil_store_fail_at(store, 1);
    assert_false(bil_store_healthy(store, &error));
    helper_contains(error.text, "the disk is full");
    assert_true(bil_store_healthy(store, &error));
    bil_store_close(store);
    bil_store_close(NULL);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(a_table_keeps_every_field),
        cmocka_unit_test(what_is_not_there_is_no_failure),
        cmocka_unit_test(numbers_have_no_gap_and_no_double),
        cmocka_unit_test(entries_are_read_from_a_number_on),
        cmocka_unit_test(nothing_of_a_broken_transaction_remains),
        cmocka_unit_test(a_taken_name_breaks_nothing),
        cmocka_unit_test(an_id_is_there_once),
        cmocka_unit_test(lists_are_in_order_and_tell_only_what_is_listed),
        cmocka_unit_test(sessions_end),
        cmocka_unit_test(it_says_how_it_is),
    };
    return cmocka_run_group_tests(tests, helper_begin, story_teardown);
}
