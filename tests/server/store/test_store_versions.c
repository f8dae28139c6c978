/* The schema of the store's file: databases of older versions and of the present one are opened and go on, and one whose schema was
 * altered is refused. */
#include <unistd.h>

#include "server/store/faulty_disk.h"
#include "server/store/sqlite.h"
#include "server/store/store_files.h"
#include "server/store/store_story.h"
#include "table/helpers.h"
#include "unit.h"

static void forget(const char *name)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s%s", helper_path(name), ends[i]);
        unlink(path);
    }
}

/* A database of version 1 with a game in it, as that version made and filled it. Never to be changed. */
static const char version_1[] =
    "PRAGMA application_id = 1114205292; PRAGMA user_version = 1; PRAGMA journal_mode = WAL;"
    "CREATE TABLE tables (nr INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, state INTEGER NOT NULL, listed INTEGER NOT NULL,"
    "  seats INTEGER NOT NULL, created INTEGER NOT NULL, changed INTEGER NOT NULL, began INTEGER NOT NULL,"
    "  deadline INTEGER NOT NULL, asked_since INTEGER NOT NULL, seed BLOB NOT NULL, secret BLOB NOT NULL, setup TEXT NOT NULL)"
    "  STRICT;"
    "CREATE TABLE seats (table_nr INTEGER NOT NULL REFERENCES tables, seat INTEGER NOT NULL, kind INTEGER NOT NULL,"
    "  bot_plays INTEGER NOT NULL, name TEXT NOT NULL, person TEXT NOT NULL, bot TEXT NOT NULL, token BLOB NOT NULL,"
    "  contribution BLOB NOT NULL, bank INTEGER NOT NULL, orders TEXT NOT NULL DEFAULT '', PRIMARY KEY (table_nr, seat))"
    "  STRICT, WITHOUT ROWID;"
    "CREATE INDEX seats_person ON seats (person) WHERE person <> '';"
    "CREATE TABLE log (table_nr INTEGER NOT NULL REFERENCES tables, number INTEGER NOT NULL, kind INTEGER NOT NULL,"
    "  seat INTEGER NOT NULL, how INTEGER NOT NULL, time INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_nr, number))"
    "  STRICT, WITHOUT ROWID;"
    "CREATE TABLE held (table_nr INTEGER NOT NULL REFERENCES tables, decision INTEGER NOT NULL, seat INTEGER NOT NULL,"
    "  text TEXT NOT NULL, PRIMARY KEY (table_nr, decision, seat)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE people (nr INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE UNIQUE, passphrase TEXT NOT NULL,"
    "  created INTEGER NOT NULL) STRICT;"
    "CREATE TABLE sessions (token BLOB NOT NULL PRIMARY KEY, person_nr INTEGER NOT NULL REFERENCES people,"
    "  until INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX sessions_person ON sessions (person_nr, until);"
    "CREATE TABLE health (one INTEGER PRIMARY KEY, beat INTEGER NOT NULL) STRICT;"
    "INSERT INTO health VALUES (1, 0);"
    "INSERT INTO tables VALUES (7, 'oldtableoldtable', 1, 1, 2, 1000, 2000, 1500, 9000, 1999,"
    "  x'0101010101010101010101010101010101010101010101010101010101010101',"
    "  x'0202020202020202020202020202020202020202020202020202020202020202', '{\"game\":\"six-billion\",\"seats\":2}');"
    "INSERT INTO seats VALUES (7, 0, 1, 0, 'Ann', 'Ann', 'medium',"
    "  x'0303030303030303030303030303030303030303030303030303030303030303',"
    "  x'0404040404040404040404040404040404040404040404040404040404040404', 30000, 'never cancel');"
    "INSERT INTO seats VALUES (7, 1, 2, 0, 'medium', '', 'medium', zeroblob(32), zeroblob(32), -1, '');"
    "INSERT INTO log VALUES (7, 1, 1, 0, 0, 1100, 'Ann'), (7, 2, 3, -1, 0, 1500, '{}'), (7, 3, 4, 0, 0, 1999, 'double mars');"
    "INSERT INTO held VALUES (7, 2, 0, 'death');"
    "INSERT INTO people VALUES (1, 'Ann', 'hash of Ann', 900);"
    "INSERT INTO sessions VALUES (x'0505050505050505050505050505050505050505050505050505050505050505', 1, 99000);";

/* The same game in a database of version 9, as the program made it that had this version first. Never to be changed either. */
static const char schema_9[] =
    "PRAGMA application_id = 1114205292; PRAGMA user_version = 9; PRAGMA journal_mode = WAL;"
    "CREATE TABLE tables (  nr INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, state INTEGER NOT NULL, "
    "listed INTEGER NOT NULL,  seats INTEGER NOT NULL, created INTEGER NOT NULL, changed INTEGER NOT NULL, "
    "began INTEGER NOT NULL,  deadline INTEGER NOT NULL, asked_since INTEGER NOT NULL, seed BLOB NOT NULL, "
    "entries INTEGER NOT NULL DEFAULT 0) STRICT;"
    "CREATE TABLE seats (  table_nr INTEGER NOT NULL REFERENCES tables, seat INTEGER NOT NULL, "
    "kind INTEGER NOT NULL, bot_plays INTEGER NOT NULL,  name TEXT NOT NULL, person TEXT NOT NULL, "
    "bot TEXT NOT NULL, token BLOB NOT NULL, contribution BLOB NOT NULL,  bank INTEGER NOT NULL, "
    "orders TEXT NOT NULL DEFAULT '', "
    "came BLOB NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000', "
    "PRIMARY KEY (table_nr, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX seats_person ON seats (person) WHERE person <> '';"
    "CREATE TABLE log (  table_nr INTEGER NOT NULL REFERENCES tables, number INTEGER NOT NULL, "
    "kind INTEGER NOT NULL, seat INTEGER NOT NULL,  how INTEGER NOT NULL, time INTEGER NOT NULL, text TEXT NOT NULL, "
    "sum INTEGER, PRIMARY KEY (table_nr, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE held (  table_nr INTEGER NOT NULL REFERENCES tables, decision INTEGER NOT NULL, "
    "seat INTEGER NOT NULL, text TEXT NOT NULL,  PRIMARY KEY (table_nr, decision, seat)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE people (  nr INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE UNIQUE, "
    "passphrase TEXT NOT NULL, created INTEGER NOT NULL) STRICT;"
    "CREATE TABLE sessions (  token BLOB NOT NULL PRIMARY KEY, person_nr INTEGER NOT NULL REFERENCES people, "
    "until INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX sessions_person ON sessions (person_nr, until);"
    "CREATE TABLE health (one INTEGER PRIMARY KEY, beat INTEGER NOT NULL) STRICT;"
    "CREATE TABLE setups (table_nr INTEGER PRIMARY KEY REFERENCES tables, secret BLOB NOT NULL, "
    "setup TEXT NOT NULL) STRICT;"
    "CREATE INDEX tables_lobby ON tables (state, changed) WHERE listed = 1;"
    "CREATE INDEX tables_living ON tables (state) WHERE state < 2;"
    "CREATE TABLE cards (table_nr INTEGER PRIMARY KEY REFERENCES tables, card TEXT NOT NULL) STRICT;"
    "CREATE TABLE makers (  maker TEXT NOT NULL, table_nr INTEGER NOT NULL REFERENCES tables, PRIMARY KEY (maker, "
    "table_nr)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX makers_table ON makers (table_nr);"
    "CREATE TABLE looks (  look TEXT NOT NULL, person_nr INTEGER NOT NULL REFERENCES people, PRIMARY KEY (look, "
    "person_nr)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE versions (one INTEGER PRIMARY KEY, looks TEXT NOT NULL) STRICT;"
    "CREATE TABLE payers (table_nr INTEGER PRIMARY KEY REFERENCES tables, network INTEGER NOT NULL, "
    "address INTEGER NOT NULL,  account INTEGER NOT NULL) STRICT;"
    "CREATE TABLE keys (nr INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;"
    "CREATE TABLE pushes (  table_nr INTEGER NOT NULL REFERENCES tables, place BLOB NOT NULL, seat INTEGER NOT NULL, "
    "endpoint TEXT NOT NULL,  point BLOB NOT NULL, auth BLOB NOT NULL, token BLOB NOT NULL, who INTEGER NOT NULL, "
    "decision INTEGER NOT NULL,  told INTEGER NOT NULL, again INTEGER NOT NULL, tries INTEGER NOT NULL, "
    "always INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (table_nr, place)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX pushes_who ON pushes (who);"
    "CREATE TABLE results (  nr INTEGER PRIMARY KEY, challenge TEXT NOT NULL, who TEXT NOT NULL, name TEXT NOT NULL, "
    "place INTEGER NOT NULL,  points INTEGER NOT NULL, made INTEGER NOT NULL, UNIQUE (challenge, who)) STRICT;"
    "CREATE INDEX results_order ON results (challenge, place, points DESC, nr);"
    "CREATE TABLE result_records (result_nr INTEGER PRIMARY KEY REFERENCES results, record TEXT NOT NULL) STRICT;";
static const char game_9[] =
    "INSERT INTO health VALUES (1, 3); INSERT INTO versions VALUES (1, ''); INSERT INTO keys VALUES (1, "
    "x'000102030405060708090a0b0c0d0e0f');"
    "INSERT INTO tables VALUES (7, 'oldtableoldtable', 1, 1, 2, 1000, 2000, 1500, 9000, 1999,"
    "  x'0101010101010101010101010101010101010101010101010101010101010101', 3);"
    "INSERT INTO setups VALUES (7, x'0202020202020202020202020202020202020202020202020202020202020202',"
    "  '{\"game\":\"six-billion\",\"seats\":2}');"
    "INSERT INTO cards VALUES (7, '{\"title\":\"\",\"game\":\"six-billion\",\"pace\":{\"kind\":\"none\"}}');"
    "INSERT INTO seats VALUES (7, 0, 1, 0, 'Ann', 'Ann', 'medium',"
    "  x'0303030303030303030303030303030303030303030303030303030303030303',"
    "  x'0404040404040404040404040404040404040404040404040404040404040404', 30000, 'never cancel', zeroblob(32));"
    "INSERT INTO seats VALUES (7, 1, 2, 0, 'medium', '', 'medium', zeroblob(32), zeroblob(32), -1, '', zeroblob(32));"
    "INSERT INTO log VALUES (7, 1, 1, 0, 0, 1100, 'Ann', NULL), (7, 2, 3, -1, 0, 1500, '{}', NULL),"
    "  (7, 3, 4, 0, 0, 1999, 'double mars', NULL);"
    "INSERT INTO held VALUES (7, 2, 0, 'death');"
    "INSERT INTO people VALUES (1, 'Ann', 'hash of Ann', 900);"
    "INSERT INTO sessions VALUES (x'0505050505050505050505050505050505050505050505050505050505050505', 1, 99000);";

static void make_version(const char *path, int version)
{
    store_file_make(path, version == 1 ? version_1 : schema_9);
    store_file_make(path, version == 1 ? "" : game_9);
}

static bool third_entry(void *context, const struct bil_entry *entry)
{
    if (entry->number == 3) {
        *(bool *)context = strcmp(entry->text, "double mars") == 0 && entry->kind == BIL_ENTRY_MOVE && entry->time == 1999;
    }
    return true;
}

static bool held_death(void *context, const struct bil_held *held)
{
    *(bool *)context = strcmp(held->text, "death") == 0 && held->decision == 2 && held->seat == 0;
    return true;
}

static bool is_old_row(void *context, const struct bil_stored_table *table)
{
    *(bool *)context = strcmp(table->id, "oldtableoldtable") == 0 && !table->setup &&
                       strcmp(table->card, "{\"title\":\"\",\"game\":\"six-billion\",\"pace\":{\"kind\":\"none\"}}") == 0;
    return true;
}

static bool is_old_table(void *context, const struct bil_stored_table *table)
{
    *(bool *)context = strcmp(table->id, "oldtableoldtable") == 0;
    return true;
}

/* Everything of version_1 can be read, and the game goes on. */
static void expect_old_game(struct bil_store *store)
{
    struct bil_stored_table table;
    struct bil_text text = {0};
    bool found = false;
    assert_true(bil_store_read_table(store, "oldtableoldtable", &table, NULL));
    assert_string_equal(table.setup, "{\"game\":\"six-billion\",\"seats\":2}");
    assert_true(table.state == BIL_TABLE_PLAYING && table.listed && table.seats == 2 && table.created == 1000);
    assert_true(table.changed == 2000 && table.began == 1500 && table.deadline == 9000 && table.asked_since == 1999);
    assert_true(table.seed[0] == 1 && table.seed[31] == 1 && table.secret[0] == 2 && table.secret[31] == 2);
    assert_string_equal(table.seat[0].name, "Ann");
    assert_true(table.seat[0].token[31] == 3 && table.seat[0].contribution[0] == 4 && table.seat[0].bank == 30000);
    assert_true(table.seat[1].kind == BIL_SEAT_BOT && table.seat[1].bank == -1);
    story_orders(store, "oldtableoldtable", 0, &text);
    assert_string_equal(bil_text_string(&text), "never cancel");
    bil_text_clear(&text);
    assert_true(bil_store_entries(store, "oldtableoldtable", 1, third_entry, &found, NULL) && found);
    found = false;
    assert_true(bil_store_held(store, "oldtableoldtable", held_death, &found, NULL) && found);
    assert_true(bil_store_person(store, "Ann", &text, NULL));
    assert_string_equal(bil_text_string(&text), "hash of Ann");
    bil_text_free(&text);
    char person[BIL_PERSON_NAME];
    uint8_t token[BIL_HASH_BYTES];
    memset(token, 5, sizeof token);
    assert_true(bil_store_session(store, token, 98000, person, NULL));
    found = false;
    assert_true(bil_store_list(store, BIL_TABLE_PLAYING, NULL, 9, is_old_row, &found, NULL) && found);
    found = false;
    assert_true(bil_store_deadlines(store, is_old_table, &found, NULL) && found);
    bil_stored_table_free(&table);
}

static void expect_to_go_on(int version)
{
    forget("old");
    make_version(helper_path("old"), version);
    struct bil_store *store = story_open(helper_path("old"));
    expect_old_game(store);
    const struct bil_entry entry = {.number = 4, .kind = BIL_ENTRY_MOVE, .seat = 1, .text = "pass"};
    assert_true(bil_store_append(store, "oldtableoldtable", &entry, NULL));
    story_tell(store, 0, 10); /* new tables beside it */
    bil_store_close(store);
    assert_int_equal(store_file_number(helper_path("old"), "PRAGMA user_version"), BIL_SCHEMA_VERSION);
    assert_int_equal(store_file_number(helper_path("old"), "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    /* An upgraded database has the schema of a new one. */
    bil_store_close(story_open(helper_path("new")));
    char *old_shape = store_file_schema(helper_path("old"));
    char *new_shape = store_file_schema(helper_path("new"));
    assert_string_equal(old_shape, new_shape);
    helper_contains(new_shape, "tables_lobby");
    free(old_shape);
    free(new_shape);
}

static void databases_of_every_age_go_on(void **state)
{
    expect_to_go_on(1);
    expect_to_go_on(9);
}

/* The disk fails once, at every place of an upgrade: the file is an old one then or a new one, and all is there. */
static void an_upgrade_may_fail(void **state)
{
    int64_t failed = 0;
    for (int64_t request = 1, struck = 1; struck; request++) {
        struct bil_error error = {{0}};
        make_version(helper_path("upgrade"), 1);
        faulty_at(request, request % 2, false);
        struct bil_store *store = bil_store_open(helper_path("upgrade"), &error);
        struck = faulty_struck();
        faulty_at(0, false, false);
        if (!store) {
            assert_true(struck && *error.text);
            failed++;
            const int64_t version = store_file_number(helper_path("upgrade"), "PRAGMA user_version");
            assert_in_range(version, 1, BIL_SCHEMA_VERSION);
            store = story_open(helper_path("upgrade"));
        }
        expect_old_game(store);
        bil_store_close(store);
        forget("upgrade");
    }
    assert_true(failed > 10);
}

/* ------------------------------------------------------------------ a schema that was altered */

/* A sound database with something altered is refused and stays as it was, whichever its version. */
static void expect_refusal(int version, const char *sql, const char *part)
{
    forget("altered");
    make_version(helper_path("altered"), version);
    store_file_make(helper_path("altered"), sql);
    store_file_refused_unchanged(helper_path("altered"), part);
    helper_contains(part, "in its schema");
    struct bil_error error = {{0}};
    assert_null(bil_store_open_to_read(helper_path("altered"), &error));
    assert_true(strstr(error.text, part) || strstr(error.text, "of an older version"));
}

static void an_altered_schema_is_refused(void **state)
{
    static const struct {
        const char *sql, *part;
    } cases[] = {
        {"CREATE TRIGGER spy AFTER INSERT ON log BEGIN DELETE FROM held; END", "\"spy\" in its schema is not this program's"},
        {"CREATE VIEW zoo AS SELECT * FROM seats", "\"zoo\" in its schema is not this program's"},
        {"CREATE TABLE aside (a)", "\"aside\" in its schema is not this program's"},
        {"CREATE INDEX seats_name ON seats (name)", "\"seats_name\" in its schema is not this program's"},
        {"DROP INDEX seats_person", "\"seats_person\" in its schema is missing"},
        {"ALTER TABLE held ADD COLUMN more INTEGER", "\"held\" in its schema is another"},
        {"ALTER TABLE people RENAME COLUMN passphrase TO pass", "\"people\" in its schema is another"},
        {"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'person <>', 'person >') WHERE name = "
         "'seats_person'",
         "\"seats_person\" in its schema is another"},
        {"ALTER TABLE tables RENAME TO gone; CREATE VIEW tables AS SELECT * FROM gone", "in its schema"},
        {"CREATE TABLE \"two\nlines\" (a)", "\"two lines\" in its schema is not"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect_refusal(1, cases[i].sql, cases[i].part);
        expect_refusal(9, cases[i].sql, cases[i].part);
    }
    /* What ANALYZE notes down is SQLite's own. */
    forget("altered");
    make_version(helper_path("altered"), 9);
    store_file_make(helper_path("altered"), "ANALYZE");
    struct bil_store *store = story_open(helper_path("altered"));
    expect_old_game(store);
    bil_store_close(store);
}

/* What a connection is set to: a commit is flushed, SQLite looks after the journal, and nothing of the schema runs. */
static void settings_hold(void **state)
{
    static const struct {
        int what, wanted;
    } switches[] = {{SQLITE_DBCONFIG_DEFENSIVE, 1},
                    {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                    {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                    {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
                    {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}};
    static const struct {
        const char *sql, *wanted;
    } pragmas[] = {{"PRAGMA journal_mode", "wal"},
                   {"PRAGMA synchronous", "2"},
                   {"PRAGMA wal_autocheckpoint", "1000"},
                   {"PRAGMA trusted_schema", "0"},
                   {"PRAGMA foreign_keys", "1"}};
    struct bil_store *store = story_open(helper_path("set"));
    sqlite3 *db = bil_sqlite_of(store)->db;
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
        int on = -1;
        assert_int_equal(sqlite3_db_config(db, switches[i].what, -1, &on), SQLITE_OK);
        assert_int_equal(on, switches[i].wanted);
    }
    for (size_t i = 0; i < sizeof pragmas / sizeof *pragmas; i++) {
        sqlite3_stmt *statement = NULL;
        assert_int_equal(sqlite3_prepare_v2(db, pragmas[i].sql, -1, &statement, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
        assert_string_equal((const char *)sqlite3_column_text(statement, 0), pragmas[i].wanted);
        sqlite3_finalize(statement);
    }
    bil_store_close(store);
}

int TEST_MAIN(void)
{
    faulty_disk();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(databases_of_every_age_go_on),
        cmocka_unit_test(an_upgrade_may_fail),
        cmocka_unit_test(an_altered_schema_is_refused),
        cmocka_unit_test(settings_hold),
    };
    return cmocka_run_group_tests(tests, helper_begin, story_teardown);
}
