/* What a list of tables costs: as much work for ten thousand tables as for some hundred, and as much for tables with whole editions
 * as for small ones. Work is counted, not timed: steps of SQLite's machine and pages of the database; for that alone this test
 * looks inside the store. */
#include "server/store/sqlite.h"
#include "server/store/store_story.h"
#include "table/helpers.h"
#include "unit.h"

enum { FEW = 300, MANY = 10000, ROWS = 100, LARGE = 200 * 1024, LARGE_TABLES = 150, OWN = 500 };

struct work {
    int64_t steps, pages;
    int rows;
};

static int one_step(void *steps)
{
    ++*(int64_t *)steps;
    return 0;
}

static bool one_row(void *context, const struct bil_stored_table *table)
{
    struct work *work = context;
    assert_string_equal(table->card, "{\"title\":\"Tuesday\"}");
    assert_null(table->setup);
    work->rows++;
    return true;
}

static int64_t pages_looked_at(const struct bil_store *store)
{
    int hit = 0;
    int miss = 0;
    int most = 0;
    assert_int_equal(sqlite3_db_status(bil_sqlite_of(store)->db, SQLITE_DBSTATUS_CACHE_HIT, &hit, &most, 0), SQLITE_OK);
    assert_int_equal(sqlite3_db_status(bil_sqlite_of(store)->db, SQLITE_DBSTATUS_CACHE_MISS, &miss, &most, 0), SQLITE_OK);
    return hit + miss;
}

static struct work list(struct bil_store *store, int state, const char *person)
{
    struct work work = {0};
    const int64_t before = pages_looked_at(store);
    sqlite3_progress_handler(bil_sqlite_of(store)->db, 1, one_step, &work.steps);
    assert_true(bil_store_list(store, state, person, ROWS, one_row, &work, NULL));
    sqlite3_progress_handler(bil_sqlite_of(store)->db, 0, NULL, NULL);
    work.pages = pages_looked_at(store) - before;
    return work;
}

/* So many tables; the latest are large ones if `large`, and every twentieth is Ann's. */
static struct bil_store *fill(int tables, bool large)
{
    static char setup[LARGE + 1];
    static char small[] = "{}";
    static char card[] = "{\"title\":\"Tuesday\"}";
    struct bil_store *store = story_open(":memory:");
    memset(setup, 'e', LARGE);
    assert_true(bil_store_begin(store, NULL));
    for (int i = 0; i < tables; i++) {
        struct bil_stored_table table = {.seats = 2, .listed = true, .card = card, .changed = i, .state = (uint8_t)(i % 3)};
        snprintf(table.id, sizeof table.id, "aaaaaaaaaaa%05u", (unsigned)i % 100000U);
        table.setup = large && i >= tables - LARGE_TABLES ? setup : small;
        if (i % (tables / OWN ? tables / OWN : 1) == 0) {
            snprintf(table.seat[0].person, sizeof table.seat[0].person, "Ann");
        }
        assert_true(bil_store_add_table(store, &table, NULL));
    }
    assert_true(bil_store_commit(store, NULL));
    return store;
}

static void expect_alike(const char *what, struct work few, struct work many)
{
    printf("%s: %d rows of %d tables: %lld steps, %lld pages; of %d tables: %lld steps, %lld pages\n", what, few.rows, FEW,
           (long long)few.steps, (long long)few.pages, MANY, (long long)many.steps, (long long)many.pages);
    assert_int_equal(few.rows, ROWS);
    assert_int_equal(many.rows, ROWS);
    assert_true(many.steps < few.steps + few.steps / 2);
    assert_true(many.pages < few.pages * 2); /* trees grow by a floor */
}

static void a_list_of_many_costs_as_much_as_one_of_few(void **state)
{
    struct bil_store *few = fill(FEW, false);
    struct bil_store *many = fill(MANY, true);
    expect_alike("the lobby", list(few, -1, NULL), list(many, -1, NULL));
    expect_alike("games in play", list(few, BIL_TABLE_PLAYING, NULL), list(many, BIL_TABLE_PLAYING, NULL));
    /* One's own tables are all looked at, since any may be the latest; but no setup is. */
    const struct work own = list(many, -1, "Ann");
    printf("a person's %d tables: %lld steps, %lld pages\n", OWN, (long long)own.steps, (long long)own.pages);
    assert_int_equal(own.rows, ROWS);
    assert_true(own.pages < 10 * OWN);
    bil_store_close(few);
    bil_store_close(many);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_of_many_costs_as_much_as_one_of_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
