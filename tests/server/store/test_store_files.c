/* The store's file: which files it refuses to open, how large its journal gets, copies while it is written. */
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/store/faulty_disk.h"
#include "server/store/store_files.h"
#include "server/store/store_story.h"
#include "table/helpers.h"
#include "unit.h"

enum { COPIES = 12, CANNOT_TRY = 77 };

/* ------------------------------------------------------------------ what is no database of ours */

static void strangers_are_refused(void **state)
{
    store_file_refused("", "The database has no name");
    store_file_refused(helper_path("no-such-folder/db"), "no-such-folder/db cannot be made: No such file or directory");
    store_file_refused(helper_path(""), "cannot be");
    char text[3000];
    memset(text, 'x', sizeof text);
    store_file_write(helper_path("text"), text, sizeof text);
    store_file_refused_unchanged(helper_path("text"), "it is no database; name a file");
    store_file_make(helper_path("foreign"), "CREATE TABLE tables (id); INSERT INTO tables VALUES (1);");
    store_file_refused_unchanged(helper_path("foreign"), "is the database of another program");
    store_file_make(helper_path("marked"), "PRAGMA application_id = 77; CREATE TABLE t (id);");
    store_file_refused_unchanged(helper_path("marked"), "is the database of another program");
    store_file_make(helper_path("versioned"), "PRAGMA user_version = 1; CREATE TABLE t (id);");
    store_file_refused_unchanged(helper_path("versioned"), "is the database of another program");
    store_file_make(helper_path("no-version"), "PRAGMA application_id = 1114205292; CREATE TABLE t (id);");
    store_file_refused_unchanged(helper_path("no-version"), "its version is missing");
}

static void a_later_version_is_refused(void **state)
{
    bil_store_close(story_open(helper_path("later")));
    store_file_make(helper_path("later"), "PRAGMA user_version = 99;");
    store_file_refused_unchanged(helper_path("later"),
                                 "was written by a later version of this program (schema 99, this one knows 1 to 10)");
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
    assert_true(bil_store_entries(pair->whole, id, 1, keep_entry, &whole, NULL));
    if (!bil_store_entries(pair->damaged, id, 1, keep_entry, &damaged, NULL)) {
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
    assert_int_equal(severity, BIL_SEVERITY_DAMAGE);
    helper_contains(sentence, "is damaged where it keeps");
    ++*(int *)context;
}

/* A store that was opened in spite of damage, which was told: whatever it gives is true, and what can be changed can be. */
static void expect_what_is_left(struct bil_store *damaged)
{
    struct pair pair = {story_open(":memory:"), damaged, 0};
    story_tell(pair.whole, 0, 40);
    assert_true(bil_store_ids(pair.whole, nothing_false, &pair, NULL));
    assert_true(bil_store_ids(damaged, no_table, NULL, NULL));
    assert_true(bil_store_healthy(damaged, NULL));
    assert_true(bil_store_add_person(damaged, "Somebody new", "a hash", 5, NULL));
    bil_store_close(pair.whole);
}

/* Every page of the file in turn overwritten with noise, or the file cut there: refused; or, where rows are only added, told, and
 * nothing false is given; or (where nothing is read from that place) all is there. */
static void damage_is_found(void **state)
{
    enum { PAGE = 4096 };
    int opened = 0;
    struct bil_store *store = story_open(helper_path("whole"));
    story_tell(store, 0, 40);
    bil_store_close(store);
    long length;
    char *whole = store_file_bytes(helper_path("whole"), &length);
    int found = 0;
    for (long page = 0; page < length / PAGE; page++) {
        for (int cut = 0; cut < 2; cut++) {
            char *bytes = malloc((size_t)length);
            memcpy(bytes, whole, (size_t)length);
            memset(bytes + page * PAGE + (page ? 0 : 200), 0xA5, PAGE / 2);
            store_file_write(helper_path("damaged"), cut ? whole : bytes, (size_t)(cut ? page * PAGE + PAGE / 3 : length));
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
                story_expect(store, 40);
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
    helper_contains(error.text, "it is read-only; check who owns the file");
    assert_null(bil_store_open(helper_path("guarded/other"), &error));
    helper_contains(error.text, "other cannot be made: Permission denied");
}

static void what_is_read_only_is_refused(void **state)
{
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

/* ------------------------------------------------------------------ the journal */

/* A store that never rests: its journal is carried into the file and written from its start again. */
static void the_journal_stays_small(void **state)
{
    enum { COMMITS = 4000, FRAME = 24 + 4096, MOST = 1100 };
    struct stat facts;
    struct bil_store *store = story_open(helper_path("busy-journal"));
    for (int i = 0; i < COMMITS; i++) { /* a page each at least */
        assert_true(bil_store_healthy(store, NULL));
    }
    assert_int_equal(stat(helper_path("busy-journal-wal"), &facts), 0);
    assert_in_range(facts.st_size, FRAME, MOST * FRAME);
    bil_store_close(store);
    assert_int_not_equal(access(helper_path("busy-journal-wal"), F_OK), 0);
    assert_int_equal(store_file_number(helper_path("busy-journal"), "SELECT beat FROM health"), COMMITS);
}

/* ------------------------------------------------------------------ copies */

static void copies_are_complete_and_new(void **state)
{
    struct bil_error error = {{0}};
    struct bil_store *store = story_open(helper_path("copied"));
    story_tell(store, 0, 30);
    assert_true(bil_store_begin(store, &error));
    struct bil_stored_table table;
    assert_true(bil_store_read_table(store, "storytable000001", &table, &error));
    table.changed = 4242; /* not committed: in no copy */
    assert_true(bil_store_change_table(store, &table, &error));
    bil_stored_table_free(&table);
    assert_true(bil_store_copy(helper_path("copied"), helper_path("copy"), &error));
    bil_store_rollback(store);
    assert_false(bil_store_copy(helper_path("copied"), helper_path("copy"), &error));
    helper_contains(error.text, "copy is there already; a backup is never written over a file.");
    assert_false(bil_store_copy(helper_path("copied"), helper_path("no-such-folder/copy"), &error));
    helper_contains(error.text, "No such file or directory");
    bil_store_close(store);
    struct stat facts;
    assert_int_equal(stat(helper_path("copy"), &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
    /* It can be used like the first one, and copied itself. */
    store = story_open(helper_path("copy"));
    story_expect(store, 30);
    story_tell(store, 30, 40);
    story_expect(store, 40);
    bil_store_close(store);
    assert_true(bil_store_copy(helper_path("copy"), helper_path("copy-of-copy"), &error));
    store = story_open(helper_path("copy-of-copy"));
    story_expect(store, 40);
    bil_store_close(store);
}

static void only_databases_are_copied(void **state)
{
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
}

/* Copies by another program, again and again, while a server writes: each is one moment of the story, and the server does not
 * notice. */
static void copies_while_it_is_written(void **state)
{
    struct bil_error error = {{0}};
    char path[512];
    int64_t last = -1;
    snprintf(path, sizeof path, "%s", helper_path("busy"));
    struct bil_store *store = story_open(path);
    story_tell(store, 0, STORY_TABLES);
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
        story_expect(store, steps);
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
    story_tell(store, last, last + 5);
    story_expect(store, last + 5);
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
    struct bil_store *store = story_open(helper_path("large"));
    story_tell(store, 0, 30);
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
        const bool fine = bil_store_copy(helper_path("large"), helper_path("cut"), NULL);
        struck = faulty_struck();
        faulty_at(0, false, false);
        assert_int_equal(access(helper_path("cut"), F_OK) == 0, fine);
        snprintf(part, sizeof part, "%s.part-%ld", helper_path("cut"), (long)getpid());
        assert_int_not_equal(access(part, F_OK), 0);
        if (fine) {
            store = story_open(helper_path("cut"));
            story_expect(store, 30);
            bil_store_close(store);
            assert_int_equal(unlink(helper_path("cut")), 0);
        }
    }
}

int TEST_MAIN(void)
{
    faulty_disk();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strangers_are_refused),
        cmocka_unit_test(a_later_version_is_refused),
        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(what_is_read_only_is_refused),
        cmocka_unit_test(the_journal_stays_small),
        cmocka_unit_test(copies_are_complete_and_new),
        cmocka_unit_test(only_databases_are_copied),
        cmocka_unit_test(copies_while_it_is_written),
        cmocka_unit_test(a_copy_for_which_there_is_no_room),
    };
    return cmocka_run_group_tests(tests, helper_begin, story_teardown);
}
