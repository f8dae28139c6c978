/* Whole files: read and written at once, or not at all; every failure a sentence. */
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "table/file.h"
#include "table/helpers.h"
#include "unit.h"

static void written_is_read_again(void **state)
{
    struct bil_error error = {{0}};
    const char bytes[] = "a\0b\nc";
    size_t length = 0;
    assert_true(bil_file_write(helper_path("f"), bytes, sizeof bytes - 1, &error));
    char *read = bil_file_read(helper_path("f"), &length, &error);
    assert_non_null(read);
    assert_int_equal(length, sizeof bytes - 1);
    assert_memory_equal(read, bytes, sizeof bytes); /* the zero behind it too */
    free(read);
    assert_true(bil_file_write(helper_path("f"), "", 0, &error));
    read = bil_file_read(helper_path("f"), &length, &error);
    assert_int_equal(length, 0);
    free(read);
}

static void the_mark_of_utf_8_is_no_part_of_a_text(void **state)
{
    struct bil_error error = {{0}};
    static const struct {
        const char *bytes, *text;
    } cases[] = {{"\xEF\xBB\xBFtext", "text"}, {"\xEF\xBB\xBF", ""}, {"\xEF\xBB", "\xEF\xBB"}, {"x\xEF\xBB\xBF", "x\xEF\xBB\xBF"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length = 99;
        helper_write(helper_path("marked"), cases[i].bytes);
        char *read = bil_file_read(helper_path("marked"), &length, &error);
        assert_int_equal(length, strlen(cases[i].text));
        assert_string_equal(read, cases[i].text);
        free(read);
    }
}

static void what_cannot_be_read_is_told(void **state)
{
    struct bil_error error = {{0}};
    size_t length = 0;
    assert_null(bil_file_read(helper_path("nothing"), &length, &error));
    helper_contains(error.text, "nothing cannot be read: No such file");
    assert_null(bil_file_read(helper_path(""), &length, &error));
    helper_contains(error.text, "cannot be read: Is a directory");
    FILE *file = fopen(helper_path("large"), "wb");
    assert_non_null(file);
    assert_int_equal(fseek(file, BIL_FILE_LIMIT, SEEK_SET), 0);
    fputc('x', file);
    fclose(file);
    assert_null(bil_file_read(helper_path("large"), &length, &error));
    helper_contains(error.text, "larger than 16 MiB");
}

static void what_cannot_be_written_is_told(void **state)
{
    struct bil_error error = {{0}};
    assert_false(bil_file_write(helper_path("no/such/folder"), "x", 1, &error));
    helper_contains(error.text, "no/such/folder cannot be written: No such file");
    assert_false(bil_file_write(helper_path(""), "x", 1, &error));
    helper_contains(error.text, "is a folder");
    assert_false(bil_file_write("/dev/full", "x", 1, &error));
    helper_contains(error.text, "/dev/full cannot be written: No space left");
    struct stat there;
    assert_int_equal(stat("/dev/full", &there), 0);
    assert_true(S_ISCHR(there.st_mode)); /* still the device */
}

/* A limit on the size of files stands for the full disk; it is for a process of its own. */
static void a_full_disk_leaves_what_was_there(void **state)
{
    helper_write(helper_path("game"), "what was there");
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const struct rlimit little = {1000, 1000};
        struct bil_error error = {{0}};
        static char bytes[5000];
        signal(SIGXFSZ, SIG_IGN);
        if (setrlimit(RLIMIT_FSIZE, &little) != 0 || bil_file_write(helper_path("game"), bytes, sizeof bytes, &error) ||
            !strstr(error.text, "game cannot be written: File too large")) {
            _exit(1);
        }
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    char *kept = helper_read(helper_path("game"));
    assert_string_equal(kept, "what was there");
    free(kept);
    char command[300];
    snprintf(command, sizeof command, "ls '%s' | grep -qx 'game\\..*'", helper_path(""));
    assert_int_not_equal(system(command), 0); /* no half file beside it */
}

static void links_and_modes_stay(void **state)
{
    struct bil_error error = {{0}};
    struct stat there;
    helper_write(helper_path("target"), "old");
    assert_int_equal(chmod(helper_path("target"), 0640), 0);
    assert_int_equal(symlink("target", helper_path("link")), 0);
    assert_true(bil_file_write(helper_path("link"), "new", 3, &error));
    assert_int_equal(lstat(helper_path("link"), &there), 0);
    assert_true(S_ISLNK(there.st_mode));
    assert_int_equal(stat(helper_path("target"), &there), 0);
    assert_int_equal(there.st_mode & 07777, 0640);
    char *text = helper_read(helper_path("target"));
    assert_string_equal(text, "new");
    free(text);
    umask(027);
    assert_true(bil_file_write(helper_path("fresh"), "x", 1, &error));
    assert_int_equal(stat(helper_path("fresh"), &there), 0);
    assert_int_equal(there.st_mode & 07777, 0640);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(written_is_read_again, helper_begin, helper_end),
        cmocka_unit_test_setup_teardown(the_mark_of_utf_8_is_no_part_of_a_text, helper_begin, helper_end),
        cmocka_unit_test_setup_teardown(what_cannot_be_read_is_told, helper_begin, helper_end),
        cmocka_unit_test_setup_teardown(what_cannot_be_written_is_told, helper_begin, helper_end),
        cmocka_unit_test_setup_teardown(a_full_disk_leaves_what_was_there, helper_begin, helper_end),
        cmocka_unit_test_setup_teardown(links_and_modes_stay, helper_begin, helper_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
