/* The store's file: what it refuses to open, older versions that it brings up to date, copies while it is written. */
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "server/faulty_disk.h"
#include "server/store_story.h"
#include "table/helpers.h"
#include "unit.h"

enum { COPIES = 12, CANNOT_TRY = 77 };

static void tell_story(struct bil_store *store, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i++) {
        struct bil_error error = {{0}};
        if (!story_step(store, i, &error)) {
            helper_fail(error.text);
        }
    }
}

static void expect(struct bil_store *store, int64_t steps)
{
    char *dump = story_dump(store);
    assert_string_equal(dump, story_expected(steps));
    free(dump);
}

/* A database made by hand. */
static void make(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    char *message = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK) {
        helper_fail(message);
    }
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* The first column of the first row. */
static int64_t ask(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const int64_t answer = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return answer;
}

/* All tables and indexes with their columns, as text. The caller frees it. */
static char *shape(const char *path)
{
    struct bil_text out = {0};
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    static const char sql[] = "SELECT m.type, m.name, coalesce(c.name, ''), c.type, c.pk, c.\"notnull\" FROM sqlite_schema m "
                              "LEFT JOIN pragma_table_info(m.name) c ORDER BY m.name, c.cid";
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        for (int i = 0; i < 6; i++) {
            const char *value = (const char *)sqlite3_column_text(statement, i);
            bil_text_format(&out, "%s ", value ? value : "-");
        }
        bil_text_char(&out, '\n');
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return out.data;
}

static char *bytes_of(const char *path, long *length)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *length = ftell(file);
    rewind(file);
    char *bytes = malloc((size_t)*length + 1);
    assert_int_equal(fread(bytes, 1, (size_t)*length, file), *length);
    fclose(file);
    return bytes;
}

static void write_bytes(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void refused(const char *path, const char *part)
{
    struct bil_error error = {{0}};
    assert_null(bil_store_open(path, &error));
    helper_contains(error.text, part);
}

/* Refused, and not a byte of it changed. */
static void refused_as_it_was(const char *path, const char *part)
{
    long before;
    long after;
    char *old = bytes_of(path, &before);
    refused(path, part);
    char *new = bytes_of(path, &after);
    assert_int_equal(before, after);
    assert_memory_equal(old, new, (size_t)before);
    free(old);
    free(new);
}

/* ------------------------------------------------------------------ what is no database of ours */

static void strangers_are_refused(void **state)
{
    (void)state;
    refused("", "The database has no name");
    refused(helper_path("no-such-folder/db"), "no-such-folder/db cannot be made: No such file or directory");
    refused(helper_path(""), "cannot be");
    char text[3000];
    memset(text, 'x', sizeof text);
    write_bytes(helper_path("text"), text, sizeof text);
    refused_as_it_was(helper_path("text"), "it is no database; name a file");
    make(helper_path("foreign"), "CREATE TABLE tables (id); INSERT INTO tables VALUES (1);");
    refused_as_it_was(helper_path("foreign"), "is the database of another program");
    make(helper_path("marked"), "PRAGMA application_id = 77; CREATE TABLE t (id);");
    refused_as_it_was(helper_path("marked"), "is the database of another program");
    make(helper_path("versioned"), "PRAGMA user_version = 1; CREATE TABLE t (id);");
    refused_as_it_was(helper_path("versioned"), "is the database of another program");
    make(helper_path("no-version"), "PRAGMA application_id = 1114205292; CREATE TABLE t (id);");
    refused_as_it_was(helper_path("no-version"), "its version is missing");
}

static void a_later_version_is_refused(void **state)
{
    (void)state;
    bil_store_close(story_open(helper_path("later")));
    make(helper_path("later"), "PRAGMA user_version = 99;");
    refused_as_it_was(helper_path("later"), "was written by a later version of this program (schema 99, this one knows 1 to 9)");
    struct bil_error error = {{0}};
    assert_false(bil_store_copy(helper_path("later"), helper_path("later-copy"), &error));
    helper_contains(error.text, "later version");
}

/* What a damaged store still gives of a table: entries as they were, from the first on, and then none or a refusal. */
struct kept {
    int64_t count;
    struct bil_text text;
};

static bool keep_entry(void *context, const struct bil_entry *entry)
{
    struct kept *kept = context;
    kept->count++;
    assert_int_equal(entry->number, kept->count);
    bil_text_format(&kept->text, "%d %d %d %lld %s\n", entry->kind, entry->seat, entry->how, (long long)entry->time, entry->text);
    return true;
}

static bool no_table(void *context, const char *id)
{
    (void)context;
    (void)id;
    return true;
}

struct pair {
    struct bil_store *whole, *damaged;
    int refused;
};

static bool nothing_false(void *context, const char *id)
{
    struct pair *pair = context;
    struct kept whole = {0};
    struct kept damaged = {0};
    struct bil_error error = {{0}};
    assert_true(bil_store_entries(pair->whole, id, 1, keep_entry, &whole, &error));
    if (!bil_store_entries(pair->damaged, id, 1, keep_entry, &damaged, &error)) {
        assert_true(bil_store_damaged(pair->damaged));
        pair->refused++;
    }
    assert_true(damaged.text.length <= whole.text.length);
    assert_memory_equal(bil_text_string(&damaged.text), bil_text_string(&whole.text), damaged.text.length);
    bil_text_free(&whole.text);
    bil_text_free(&damaged.text);
    return true;
}

static void hear_loss(void *context, enum bil_severity severity, const char *sentence)
{
    assert_int_equal(severity, BIL_SEVERITY_LOSS);
    helper_contains(sentence, "is damaged where it keeps");
    ++*(int *)context;
}

/* A store that was opened in spite of damage, which was told: whatever it gives is true, and what can be changed can be. */
static void expect_what_is_left(struct bil_store *damaged)
{
    struct bil_error error = {{0}};
    struct pair pair = {story_open(":memory:"), damaged, 0};
    tell_story(pair.whole, 0, 40);
    assert_true(bil_store_ids(pair.whole, nothing_false, &pair, &error));
    assert_true(bil_store_ids(damaged, no_table, NULL, &error));
    assert_true(bil_store_healthy(damaged, &error));
    assert_true(bil_store_add_person(damaged, "Somebody new", "a hash", 5, &error));
    bil_store_close(pair.whole);
}

/* Every page of the file in turn overwritten with noise, or the file cut there: refused; or, where rows are only added, told, and
 * nothing false is given; or (where nothing is read from that place) all is there. */
static void damage_is_found(void **state)
{
    (void)state;
    enum { PAGE = 4096 };
    int opened = 0;
    struct bil_store *store = story_open(helper_path("whole"));
    tell_story(store, 0, 40);
    bil_store_close(store);
    long length;
    char *whole = bytes_of(helper_path("whole"), &length);
    int found = 0;
    for (long page = 0; page < length / PAGE; page++) {
        for (int cut = 0; cut < 2; cut++) {
            char *bytes = malloc((size_t)length);
            memcpy(bytes, whole, (size_t)length);
            memset(bytes + page * PAGE + (page ? 0 : 200), 0xA5, PAGE / 2);
            write_bytes(helper_path("damaged"), cut ? whole : bytes, (size_t)(cut ? page * PAGE + PAGE / 3 : length));
            free(bytes);
            struct bil_error error = {{0}};
            int told = 0;
            store = bil_store_open_telling(helper_path("damaged"), hear_loss, &told, &error);
            if (store && told) {
                expect_what_is_left(store);
                bil_store_close(store);
                opened++;
                found++;
            } else if (store) {
                expect(store, 40);
                bil_store_close(store);
            } else {
                assert_true(strstr(error.text, "damaged") || strstr(error.text, "no database"));
                found++;
            }
        }
    }
    assert_true(found >= length / PAGE); /* free pages and unused tails are few */
    assert_true(opened > 0 && opened < found);
    free(whole);
}

static void read_only_files(void)
{
    struct bil_error error = {{0}};
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) { /* nothing is read-only to root */
        _exit(CANNOT_TRY);
    }
    assert_null(bil_store_open(helper_path("guarded/db"), &error));
    if (!strstr(error.text, "it is read-only; check who owns the file")) {
        helper_fail(error.text);
    }
    assert_null(bil_store_open(helper_path("guarded/other"), &error));
    if (!strstr(error.text, "other cannot be made: Permission denied")) {
        helper_fail(error.text);
    }
}

static void what_is_read_only_is_refused(void **state)
{
    (void)state;
    assert_int_equal(chmod(helper_path(""), 0755), 0);
    assert_int_equal(mkdir(helper_path("guarded"), 0700), 0);
    bil_store_close(story_open(helper_path("guarded/db")));
    assert_int_equal(chmod(helper_path("guarded/db"), 0444), 0);
    assert_int_equal(chmod(helper_path("guarded"), 0555), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        read_only_files();
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(chmod(helper_path("guarded"), 0755), 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == CANNOT_TRY) {
        skip(); /* this root may not become anybody else */
    }
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* ------------------------------------------------------------------ older versions */

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
    struct bil_error error = {{0}};
    struct bil_stored_table table;
    struct bil_text text = {0};
    bool found = false;
    assert_true(bil_store_read_table(store, "oldtableoldtable", &table, &error));
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
    assert_true(bil_store_entries(store, "oldtableoldtable", 1, third_entry, &found, &error) && found);
    found = false;
    assert_true(bil_store_held(store, "oldtableoldtable", held_death, &found, &error) && found);
    assert_true(bil_store_person(store, "Ann", &text, &error));
    assert_string_equal(bil_text_string(&text), "hash of Ann");
    bil_text_free(&text);
    char person[BIL_PERSON_NAME];
    uint8_t token[BIL_HASH_BYTES];
    memset(token, 5, sizeof token);
    assert_true(bil_store_session(store, token, 98000, person, &error));
    found = false;
    assert_true(bil_store_list(store, BIL_TABLE_PLAYING, NULL, 9, is_old_row, &found, &error) && found);
    found = false;
    assert_true(bil_store_deadlines(store, is_old_table, &found, &error) && found);
    bil_stored_table_free(&table);
}

static void an_old_database_is_brought_up_to_date(void **state)
{
    (void)state;
    make(helper_path("old"), version_1);
    struct bil_store *store = story_open(helper_path("old"));
    expect_old_game(store);
    struct bil_error error = {{0}};
    const struct bil_entry entry = {.number = 4, .kind = BIL_ENTRY_MOVE, .seat = 1, .text = "pass"};
    assert_true(bil_store_append(store, "oldtableoldtable", &entry, &error));
    tell_story(store, 0, 10); /* new tables beside it */
    bil_store_close(store);
    assert_int_equal(ask(helper_path("old"), "PRAGMA user_version"), 9);
    assert_int_equal(ask(helper_path("old"), "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    /* What an upgrade makes is the same as what is made anew. */
    bil_store_close(story_open(helper_path("new")));
    char *old_shape = shape(helper_path("old"));
    char *new_shape = shape(helper_path("new"));
    assert_string_equal(old_shape, new_shape);
    helper_contains(new_shape, "tables_lobby");
    free(old_shape);
    free(new_shape);
}

/* The disk fails once, at every place of an upgrade: the file is an old one then or a new one, and all is there. */
static void an_upgrade_may_fail(void **state)
{
    (void)state;
    int64_t failed = 0;
    for (int64_t request = 1, struck = 1; struck; request++) {
        struct bil_error error = {{0}};
        make(helper_path("upgrade"), version_1);
        faulty_at(request, request % 2, false);
        struct bil_store *store = bil_store_open(helper_path("upgrade"), &error);
        struck = faulty_struck();
        faulty_at(0, false, false);
        if (!store) {
            assert_true(struck && *error.text);
            failed++;
            const int64_t version = ask(helper_path("upgrade"), "PRAGMA user_version");
            assert_in_range(version, 1, 9);
            store = story_open(helper_path("upgrade"));
        }
        expect_old_game(store);
        bil_store_close(store);
        assert_int_equal(unlink(helper_path("upgrade")), 0);
        unlink(helper_path("upgrade-wal"));
        unlink(helper_path("upgrade-shm"));
    }
    assert_true(failed > 10);
}

/* ------------------------------------------------------------------ copies */

static void copies_are_complete_and_new(void **state)
{
    (void)state;
    struct bil_error error = {{0}};
    struct bil_store *store = story_open(helper_path("copied"));
    tell_story(store, 0, 30);
    assert_true(bil_store_begin(store, &error));
    struct bil_stored_table table;
    assert_true(bil_store_read_table(store, "storytable000001", &table, &error));
    table.changed = 4242; /* not committed: in no copy */
    assert_true(bil_store_change_table(store, &table, &error));
    bil_stored_table_free(&table);
    assert_true(bil_store_backup(store, helper_path("copy"), &error));
    bil_store_rollback(store);
    assert_false(bil_store_backup(store, helper_path("copy"), &error));
    helper_contains(error.text, "copy is there already; a backup is never written over a file.");
    assert_false(bil_store_backup(store, helper_path("no-such-folder/copy"), &error));
    helper_contains(error.text, "No such file or directory");
    bil_store_close(store);
    struct stat facts;
    assert_int_equal(stat(helper_path("copy"), &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
    /* It can be used like the first one, and copied itself. */
    store = story_open(helper_path("copy"));
    expect(store, 30);
    tell_story(store, 30, 40);
    expect(store, 40);
    bil_store_close(store);
    assert_true(bil_store_copy(helper_path("copy"), helper_path("copy-of-copy"), &error));
    store = story_open(helper_path("copy-of-copy"));
    expect(store, 40);
    bil_store_close(store);
}

static void only_databases_are_copied(void **state)
{
    (void)state;
    struct bil_error error = {{0}};
    assert_false(bil_store_copy(helper_path("nothing"), helper_path("c1"), &error));
    helper_contains(error.text, "nothing cannot be opened");
    helper_write(helper_path("letters"), "these are no pages of a database");
    assert_false(bil_store_copy(helper_path("letters"), helper_path("c1"), &error));
    helper_contains(error.text, "no database");
    helper_write(helper_path("empty"), "");
    assert_false(bil_store_copy(helper_path("empty"), helper_path("c1"), &error));
    helper_contains(error.text, "empty");
    assert_int_not_equal(access(helper_path("c1"), F_OK), 0);
    /* One in memory, which cannot be copied half-way. */
    struct bil_store *store = story_open(":memory:");
    tell_story(store, 0, 12);
    assert_true(bil_store_begin(store, &error));
    assert_false(bil_store_backup(store, helper_path("c1"), &error));
    helper_contains(error.text, "commit first");
    bil_store_rollback(store);
    assert_true(bil_store_backup(store, helper_path("c1"), &error));
    bil_store_close(store);
    store = story_open(helper_path("c1"));
    expect(store, 12);
    bil_store_close(store);
}

/* Copies by another program, again and again, while a server writes: each is one moment of the story, and the server does not
 * notice. */
static void copies_while_it_is_written(void **state)
{
    (void)state;
    struct bil_error error = {{0}};
    char path[512];
    int64_t last = -1;
    snprintf(path, sizeof path, "%s", helper_path("busy"));
    struct bil_store *store = story_open(path);
    tell_story(store, 0, STORY_TABLES);
    bil_store_close(store);
    int steps_made[2]; /* a byte for each step that the writer has made */
    assert_int_equal(pipe(steps_made), 0);
    const pid_t writer = fork();
    assert_true(writer >= 0);
    if (writer == 0) {
        store = bil_store_open(path, &error);
        for (int64_t i = STORY_TABLES; store && story_step(store, i, &error) && write(steps_made[1], "", 1) == 1; i++) {
        }
        fprintf(stderr, "The writer: %s\n", error.text);
        _exit(1);
    }
    for (int i = 0; i < COPIES; i++) {
        char name[32];
        snprintf(name, sizeof name, "moment%d", i);
        char step = 0;
        assert_int_equal(read(steps_made[0], &step, 1), 1); /* between two copies the story goes on */
        if (!bil_store_copy(path, helper_path(name), &error)) {
            kill(writer, SIGKILL);
            helper_fail(error.text);
        }
    }
    assert_int_equal(waitpid(writer, NULL, WNOHANG), 0); /* it still writes */
    kill(writer, SIGKILL);
    assert_int_equal(waitpid(writer, NULL, 0), writer);
    close(steps_made[0]);
    close(steps_made[1]);
    for (int i = 0; i < COPIES; i++) {
        char name[32];
        snprintf(name, sizeof name, "moment%d", i);
        store = story_open(helper_path(name));
        const int64_t steps = story_steps(store);
        assert_true(steps >= last && steps > STORY_TABLES + i);
        last = steps;
        expect(store, steps);
        bil_store_close(store);
    }
    /* Restored: the old files away, a copy in their place. */
    char side[600];
    unlink(path);
    snprintf(side, sizeof side, "%s-wal", path);
    unlink(side);
    snprintf(side, sizeof side, "%s-shm", path);
    unlink(side);
    snprintf(side, sizeof side, "moment%d", COPIES - 1);
    assert_int_equal(rename(helper_path(side), path), 0);
    store = story_open(path);
    tell_story(store, last, last + 5);
    expect(store, last + 5);
    bil_store_close(store);
}

static void copy_to_small_files(void)
{
    struct bil_error error = {{0}};
    signal(SIGXFSZ, SIG_IGN);
    const struct rlimit limit = {.rlim_cur = 20000, .rlim_max = RLIM_INFINITY};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_false(bil_store_copy(helper_path("large"), helper_path("cut"), &error));
    assert_non_null(strstr(error.text, "cannot be"));
}

/* No half of a copy is left under its name, nor beside it. */
static void a_copy_for_which_there_is_no_room(void **state)
{
    (void)state;
    struct bil_error error = {{0}};
    struct bil_store *store = story_open(helper_path("large"));
    tell_story(store, 0, 30);
    bil_store_close(store);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        copy_to_small_files();
        story_end(); /* else a checker of memory finds the story's own store */
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    char part[600];
    snprintf(part, sizeof part, "%s.part-%ld", helper_path("cut"), (long)child);
    assert_int_not_equal(access(helper_path("cut"), F_OK), 0);
    assert_int_not_equal(access(part, F_OK), 0);
    /* And at every place where the disk may fail. */
    for (int64_t request = 1, struck = 1; struck; request++) {
        faulty_at(request, true, false);
        const bool fine = bil_store_copy(helper_path("large"), helper_path("cut"), &error);
        struck = faulty_struck();
        faulty_at(0, false, false);
        assert_int_equal(access(helper_path("cut"), F_OK) == 0, fine);
        snprintf(part, sizeof part, "%s.part-%ld", helper_path("cut"), (long)getpid());
        assert_int_not_equal(access(part, F_OK), 0);
        if (fine) {
            store = story_open(helper_path("cut"));
            expect(store, 30);
            bil_store_close(store);
            assert_int_equal(unlink(helper_path("cut")), 0);
        }
    }
}

int main(void)
{
    faulty_disk();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strangers_are_refused),
        cmocka_unit_test(a_later_version_is_refused),
        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(what_is_read_only_is_refused),
        cmocka_unit_test(an_old_database_is_brought_up_to_date),
        cmocka_unit_test(an_upgrade_may_fail),
        cmocka_unit_test(copies_are_complete_and_new),
        cmocka_unit_test(only_databases_are_copied),
        cmocka_unit_test(copies_while_it_is_written),
        cmocka_unit_test(a_copy_for_which_there_is_no_room),
    };
    return cmocka_run_group_tests(tests, helper_begin, story_teardown);
}
