/* What bad disks and killed processes do to the store: a step is stored whole or not at all, the store says which, and goes on when
 * the disk does.
 *
 * Every place of the story of store_story.h is made to fail once. */
#define _GNU_SOURCE /* unshare */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/store/faulty_disk.h"
#include "server/store/store_place.h"
#include "server/store/store_story.h"
#include "table/helpers.h"
#include "unit.h"

enum {
    FEW_STEPS = 4,      /* where a new store takes long */
    STEPS = 10,         /* of the story, while it is made to fail everywhere */
    LASTING_STRIDE = 7, /* of the places where a disk fails and stays so */
    EMPTYING_STRIDE = 3,
    KILLS = 30,
    KILL_STEPS = 12 /* at most so many acknowledged steps before each */
};

static void forget(const char *name)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s%s", helper_path(name), ends[i]);
        unlink(path);
    }
    store_place_forget(helper_path(name));
}

/* ------------------------------------------------------------------ every statement in turn */

static void every_statement_may_fail(void **state)
{
    const int64_t steps = store_place_postgres() ? FEW_STEPS : STEPS;
    int64_t failed = 0;
    for (bool struck = true; struck; failed++) {
        struct bil_store *store = story_open(helper_path("statements"));
        const int64_t before = bil_store_calls(store);
        bil_store_fail_at(store, failed + 1);
        struck = false;
        for (int64_t i = 0; i < steps;) {
            struct bil_error error = {{0}};
            if (story_step(store, i, &error)) {
                i++;
                continue;
            }
            assert_false(struck); /* one fault, one failure */
            struck = true;
            helper_contains(error.text, "the disk is full; make room.");
            /* PostgreSQL may say so when everything is committed. */
            assert_true(bil_store_calls(store) - before == failed + 1 ||
                        (store_place_postgres() && bil_store_calls(store) - before > failed));
            assert_false(bil_store_writing(store));
            story_expect(store, i);
            bil_store_close(store);
            store = story_open(helper_path("statements"));
            story_expect(store, i);
        }
        bil_store_fail_at(store, 0); /* the story may have been over before */
        story_expect(store, steps);
        bil_store_close(store);
        forget("statements");
    }
    assert_true(failed > steps * 10);
}

/* ------------------------------------------------------------------ every request to the disk in turn */

static void copy_file(const char *from, const char *to, const char *ending)
{
    char source[512];
    char target[512];
    snprintf(source, sizeof source, "%s%s", helper_path(from), ending);
    snprintf(target, sizeof target, "%s%s", helper_path(to), ending);
    FILE *in = fopen(source, "rb");
    if (!in) {
        return;
    }
    FILE *out = fopen(target, "wb");
    assert_non_null(out);
    char bytes[8192];
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, in)) > 0;) {
        assert_int_equal(fwrite(bytes, 1, count, out), count);
    }
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

/* What somebody finds who takes over the files as they lie there now: the last step that was stored; or the one that just failed,
 * but only if it was said that nobody knows that. */
static void expect_after_a_crash(int64_t step, bool unsure)
{
    copy_file("disk", "crashed", "");
    copy_file("disk", "crashed", "-wal");
    struct bil_store *store = story_open(helper_path("crashed"));
    const int64_t found = story_steps(store);
    assert_in_range(found, step, unsure ? step + 1 : step);
    story_expect(store, found);
    bil_store_close(store);
    forget("crashed");
}

/* Tells the whole story on a disk that fails at one place. Whether it did. */
static bool tell_with_a_fault(int64_t request, bool full, bool lasting)
{
    struct bil_error error = {{0}};
    bool failed = false;
    faulty_at(request, full, lasting);
    struct bil_store *store = bil_store_open(helper_path("disk"), &error);
    if (!store) {
        assert_true(faulty_struck() && *error.text);
        faulty_at(0, false, false);
        failed = true;
        store = story_open(helper_path("disk"));
    }
    for (int64_t i = 0; i < STEPS;) {
        error.text[0] = 0;
        if (story_step(store, i, &error)) {
            i++;
            continue;
        }
        assert_true(faulty_struck() && *error.text && !bil_store_writing(store));
        assert_false(failed && !lasting);
        failed = true;
        bool unsure = bil_store_unsure(store);
        if (lasting) { /* it says no until there is room again, and shows what it has */
            for (int again = 0; again < 3; again++) {
                assert_false(story_step(store, i, &error));
                unsure |= bil_store_unsure(store);
                assert_false(bil_store_healthy(store, &error));
            }
        }
        faulty_at(0, false, false);
        story_expect(store, i);
        expect_after_a_crash(i, unsure);
    }
    const bool struck = faulty_struck() || failed;
    faulty_at(0, false, false);
    story_expect(store, STEPS);
    bil_store_close(store);
    store = story_open(helper_path("disk"));
    story_expect(store, STEPS);
    bil_store_close(store);
    forget("disk");
    return struck;
}

/* How many requests to the disk the story is. */
static int64_t requests_of_all(void)
{
    faulty_at(0, false, false);
    struct bil_store *store = story_open(helper_path("disk"));
    for (int64_t i = 0; i < STEPS; i++) {
        assert_true(story_step(store, i, NULL));
    }
    const int64_t requests = faulty_requests(); /* those of looking at it and of closing it follow */
    bil_store_close(store);
    forget("disk");
    return requests;
}

static void every_request_to_the_disk_may_fail(void **state)
{
    const int64_t all = requests_of_all();
    int64_t request = 1;
    while (tell_with_a_fault(request, request % 2, false)) {
        request++;
    }
    assert_int_equal(request, all + 1);
}

static void a_disk_may_stay_full(void **state)
{
    const int64_t all = requests_of_all();
    int64_t request = 1;
    while (tell_with_a_fault(request, true, true)) {
        request += LASTING_STRIDE;
    }
    assert_in_range(request, all + 1, all + LASTING_STRIDE);
}

/* ------------------------------------------------------------------ a commit that empties the journal */

static int64_t journal_frames(const char *name)
{
    enum { HEAD = 32, FRAME = 24 + 4096 };
    char path[512];
    struct stat facts;
    snprintf(path, sizeof path, "%s-wal", helper_path(name));
    return stat(path, &facts) == 0 ? (facts.st_size - HEAD) / FRAME : 0;
}

/* Tells a step whose commit brings the journal to a thousand pages, so that SQLite carries it into the file behind the commit. One
 * request of all that fails. Whether one did; *stored: and the step was stored all the same. */
static bool empty_with_a_fault(int64_t request, bool *stored)
{
    enum { NEARLY = 996 };
    struct bil_error error = {{0}};
    struct bil_store *store = story_open(helper_path("disk"));
    story_tell(store, 0, STEPS);
    while (journal_frames("disk") < NEARLY) {
        assert_true(bil_store_healthy(store, &error));
    }
    faulty_at(request, request % 2, false);
    *stored = story_step(store, STEPS, &error);
    const bool struck = faulty_struck();
    const bool unsure = !*stored && bil_store_unsure(store);
    assert_true(*stored || (struck && *error.text));
    faulty_at(0, false, false);
    story_expect(store, STEPS + *stored);
    expect_after_a_crash(STEPS + *stored, unsure);
    story_tell(store, STEPS + *stored, STEPS + 3);
    bil_store_close(store);
    store = story_open(helper_path("disk"));
    story_expect(store, STEPS + 3);
    bil_store_close(store);
    forget("disk");
    return struck;
}

static void a_commit_is_stored_although_the_journal_cannot_be_emptied(void **state)
{
    int refused = 0;
    int stored_all_the_same = 0;
    bool stored = false;
    for (int64_t request = 1; empty_with_a_fault(request, &stored); request += EMPTYING_STRIDE) {
        refused += !stored;
        stored_all_the_same += stored;
    }
    assert_true(refused > 3 && stored_all_the_same > 6);
}

/* ------------------------------------------------------------------ true limits of the system */

/* Steps until one fails, which must leave all before it as it was; then `more` makes room and the story goes on. In a child: the
 * limits are its own. */
static void expect_to_survive(const char *path, void (*more)(void))
{
    struct bil_store *store = story_open(path);
    struct bil_error error = {{0}};
    int64_t step = 0;
    while (story_step(store, step, &error)) {
        step++;
        assert_true(step < 3000);
    }
    assert_true(step > STORY_TABLES);
    assert_non_null(strstr(error.text, "The database"));
    story_expect(store, step);
    more();
    for (int i = 0; i < 20; i++, step++) {
        helper_must(story_step(store, step, &error), &error);
    }
    story_expect(store, step);
    bil_store_close(store);
    store = story_open(path);
    story_expect(store, step);
    bil_store_close(store);
}

/* Runs in a child what changes the whole process; its exit code. */
static int in_a_child(void (*what)(void))
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        what();
        story_end();
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

static void lift_the_limit(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
}

static void with_small_files(void)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = 400 * 1024;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    expect_to_survive(helper_path("limited"), lift_the_limit);
}

static void files_may_not_grow_any_more(void **state)
{
    assert_int_equal(in_a_child(with_small_files), 0);
}

static char mount_point[512];

static void make_it_larger(void)
{
    assert_int_equal(mount("none", mount_point, "tmpfs", MS_REMOUNT, "size=64m"), 0);
}

enum { CANNOT_MOUNT = 77 };

static bool write_line(const char *path, const char *line)
{
    FILE *file = fopen(path, "w");
    const bool written = file && fputs(line, file) >= 0;
    return file && fclose(file) == 0 && written;
}

/* Where mounting changes nothing for others. Who is not root is it there, under which number files can be made. */
static bool apart(void)
{
    char user[40];
    char group[40];
    snprintf(user, sizeof user, "0 %u 1", (unsigned)geteuid());
    snprintf(group, sizeof group, "0 %u 1", (unsigned)getegid());
    if (geteuid() == 0) {
        return unshare(CLONE_NEWNS) == 0;
    }
    return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && write_line("/proc/self/setgroups", "deny") &&
           write_line("/proc/self/uid_map", user) && write_line("/proc/self/gid_map", group);
}

/* In a child: its own disk of that size. */
static void mount_small_disk(const char *size)
{
    char options[40];
    snprintf(options, sizeof options, "size=%s", size);
    if (!apart() || mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", mount_point, "tmpfs", 0, options) != 0) {
        _exit(CANNOT_MOUNT);
    }
}

static void on_a_mounted_disk(const char *name, void (*what)(void))
{
    snprintf(mount_point, sizeof mount_point, "%s", helper_path(name));
    assert_int_equal(mkdir(mount_point, 0700), 0);
    const int code = in_a_child(what);
    if (code == CANNOT_MOUNT) {
        skip(); /* this user may not mount anything, not even for himself */
    }
    assert_int_equal(code, 0);
}

static void on_a_full_disk(void)
{
    char path[600];
    mount_small_disk("500k");
    snprintf(path, sizeof path, "%s/db", mount_point);
    expect_to_survive(path, make_it_larger);
}

static void a_true_disk_may_be_full(void **state)
{
    on_a_mounted_disk("mounted", on_a_full_disk);
}

/* ------------------------------------------------------------------ a disk that the journal filled */

/* Writes the same page again and again. The journal fills the room long before SQLite would carry it over: that commit is refused,
 * the journal gives its room back, and the next one is stored. */
static void expect_to_find_room(const char *path)
{
    enum { COMMITS = 2000 };
    struct bil_error error = {{0}};
    struct bil_store *store = story_open(path);
    story_tell(store, 0, STEPS);
    bil_store_close(store); /* everything is in the file, which need not grow for what follows */
    store = story_open(path);
    int refused = 0;
    bool last = true;
    for (int i = 0; i < COMMITS; i++) {
        const bool fine = bil_store_healthy(store, &error);
        if (!fine && (!last || !strstr(error.text, "the disk is full; make room"))) {
            helper_fail(error.text);
        }
        refused += !fine;
        last = fine;
    }
    assert_true(refused > 1);
    story_expect(store, STEPS);
    bil_store_close(store);
    store = story_open(path);
    story_expect(store, STEPS);
    bil_store_close(store);
}

static void a_journal_that_filled_the_disk_gives_room_back(void **state)
{
    faulty_room(600 * 1024);
    expect_to_find_room(helper_path("filled"));
    faulty_room(0);
}

static void find_room_on_a_small_disk(void)
{
    char path[600];
    mount_small_disk("900k");
    snprintf(path, sizeof path, "%s/db", mount_point);
    expect_to_find_room(path);
}

static void a_journal_that_filled_a_true_disk_gives_room_back(void **state)
{
    on_a_mounted_disk("mounted-small", find_room_on_a_small_disk);
}

/* ------------------------------------------------------------------ killed */

/* Goes on with the story for ever, and says so after each step that is stored. */
static _Noreturn void tell_for_ever(const char *path, int to)
{
    struct bil_store *store = bil_store_open(store_place(path), NULL);
    for (int64_t i = store ? story_steps(store) : 0; store && story_step(store, i, NULL); i++) {
        if (write(to, &i, sizeof i) != (ssize_t)sizeof i) {
            break;
        }
    }
    _exit(1);
}

static void killed_at_any_moment(void **state)
{
    char path[512];
    snprintf(path, sizeof path, "%s", helper_path("killed"));
    bil_store_close(story_open(path));
    int64_t acknowledged = 0;
    for (int kill_number = 0; kill_number < KILLS; kill_number++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            close(ends[0]);
            tell_for_ever(path, ends[1]);
        }
        close(ends[1]);
        int64_t step = 0;
        const int heard = 1 + kill_number * 5 % KILL_STEPS;
        for (int i = 0; i < heard; i++) {
            assert_int_equal(read(ends[0], &step, sizeof step), sizeof step);
            assert_int_equal(step, acknowledged);
            acknowledged++;
        }
        usleep((unsigned)(kill_number * 397 % 3000)); /* somewhere in the steps after it */
        kill(child, SIGKILL);
        while (read(ends[0], &step, sizeof step) == (ssize_t)sizeof step) { /* said before it died */
            assert_int_equal(step, acknowledged);
            acknowledged++;
        }
        close(ends[0]);
        assert_int_equal(waitpid(child, NULL, 0), child);
        struct bil_store *store = story_open(path);
        const int64_t found = story_steps(store);
        assert_in_range(found, acknowledged, acknowledged + 1); /* stored, and killed before it could say so */
        story_expect(store, found);
        acknowledged = found;
        bil_store_close(store);
    }
}

/* Disks are its server's matter. */
static int with_postgres(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_statement_may_fail),
        cmocka_unit_test(killed_at_any_moment),
    };
    return cmocka_run_group_tests(tests, helper_begin, story_teardown);
}

int TEST_MAIN(void)
{
    if (store_place_postgres()) {
        return with_postgres();
    }
    faulty_disk();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_statement_may_fail),
        cmocka_unit_test(every_request_to_the_disk_may_fail),
        cmocka_unit_test(a_disk_may_stay_full),
        cmocka_unit_test(a_commit_is_stored_although_the_journal_cannot_be_emptied),
        cmocka_unit_test(files_may_not_grow_any_more),
        cmocka_unit_test(a_true_disk_may_be_full),
        cmocka_unit_test(killed_at_any_moment),
        cmocka_unit_test(a_journal_that_filled_the_disk_gives_room_back),
        cmocka_unit_test(a_journal_that_filled_a_true_disk_gives_room_back),
    };
    return cmocka_run_group_tests(tests, helper_begin, story_teardown);
}
