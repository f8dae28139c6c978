/* The thread that looks after the journal: it carries into the database what was committed, the journal does not grow for ever at a
 * store that never rests, and nothing that was acknowledged depends on it. */
#include <sys/stat.h>
#include <time.h>

#include "server/store_story.h"
#include "table/helpers.h"
#include "unit.h"

enum {
    PAGE = 4096,
    BIG = 60 * PAGE, /* bytes of an entry */
    MANY = 1000      /* of them: far more than it takes until the journal has begun anew, and once more */
};

static long long size_of(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 ? (long long)facts.st_size : 0;
}

static long long journal_of(const char *path)
{
    char journal[512];
    snprintf(journal, sizeof journal, "%s-wal", path);
    return size_of(journal);
}

/* A number in the head of the journal, another each time that it begins anew. */
static uint32_t salt_of(const char *path)
{
    char journal[512];
    uint8_t salt[4] = {0};
    snprintf(journal, sizeof journal, "%s-wal", path);
    FILE *file = fopen(journal, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 16, SEEK_SET), 0);
    assert_int_equal(fread(salt, 1, sizeof salt, file), sizeof salt);
    fclose(file);
    return (uint32_t)salt[0] << 24 | (uint32_t)salt[1] << 16 | (uint32_t)salt[2] << 8 | salt[3];
}

/* The stories of both stores are the same in the end. */
static void what_is_told_is_kept(void **state)
{
    enum { STEPS = 60 };
    struct bil_error error = {{0}};
    (void)state;
    const char *path = helper_path("told");
    struct bil_store *store = story_open(path);
    assert_true(bil_store_maintain(store, &error));
    assert_true(bil_store_maintain(store, &error)); /* twice is once */
    for (int step = 0; step < STEPS; step++) {
        assert_true(story_step(store, step, &error));
    }
    bil_store_close(store);
    assert_int_equal(journal_of(path), 0); /* all of it was carried over */
    store = story_open(path);
    char *dump = story_dump(store);
    assert_string_equal(dump, story_expected(STEPS));
    free(dump);
    bil_store_close(store);
}

static void add(struct bil_store *store, const char *id, int64_t number, char *text)
{
    struct bil_error error = {{0}};
    const struct bil_entry entry = {.number = number, .kind = BIL_ENTRY_CHAT, .text = text};
    text[0] = (char)('a' + number % 26);
    assert_true(bil_store_begin(store, &error));
    assert_true(bil_store_append(store, id, &entry, &error));
    assert_true(bil_store_commit(store, &error));
}

static bool check(void *context, const struct bil_entry *entry)
{
    int64_t *count = context;
    assert_int_equal(entry->number, ++*count + 1); /* the first was there before */
    assert_int_equal(strlen(entry->text), BIG);
    assert_int_equal(entry->text[0], 'a' + entry->number % 26);
    return true;
}

static void the_journal_stays_small(void **state)
{
    static char text[BIG + 1];
    static char setup[] = "{}";
    struct bil_error error = {{0}};
    struct bil_stored_table table = {.seats = 1, .setup = setup, .card = setup, .id = "aaaaaaaaaaaaaaaa"};
    (void)state;
    const char *path = helper_path("small");
    struct bil_store *store = story_open(path);
    assert_true(bil_store_maintain(store, &error));
    assert_true(bil_store_add_table(store, &table, &error));
    const struct bil_entry first = {.number = 1, .kind = BIL_ENTRY_CHAT, .text = "first"};
    assert_true(bil_store_append(store, table.id, &first, &error));
    memset(text, 'x', BIG);
    /* The thread alone makes the database grow: far fewer pages than a commit would see to itself. */
    int64_t number = 2;
    for (; number < 82; number++) {
        add(store, table.id, number, text);
    }
    for (int tries = 0; size_of(path) < 16 * (long long)BIG; tries++) {
        const struct timespec pause = {.tv_nsec = 20000000};
        assert_true(tries < 3000); /* a minute; it takes a few hundredths of a second */
        nanosleep(&pause, NULL);
    }
    /* From here on the store never rests. How soon the thread gets a processor, nobody knows; but the journal begins anew, also
     * when it has done so before: then it grows no more. */
    uint32_t salt = salt_of(path);
    for (int anew = 0; anew < 2; number++) {
        assert_true(number < MANY);
        add(store, table.id, number, text);
        anew += salt_of(path) != salt;
        salt = salt_of(path);
    }
    assert_true(size_of(path) > (number - 3) * (long long)BIG); /* what is written over was carried before */
    int64_t count = 0;
    assert_true(bil_store_entries(store, table.id, 2, check, &count, &error));
    assert_int_equal(count, number - 2);
    bil_store_close(store);
}

int main(int argc, char **argv)
{
    cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_told_is_kept),
        cmocka_unit_test(the_journal_stays_small),
    };
    return cmocka_run_group_tests(tests, helper_begin, story_teardown);
}
