/* Runs the built program. Must never leave a process or a file behind. */
#include "cli/program.h"
#include "unit.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "table/helpers.h"

enum { ARGUMENTS = 64 };

/* Cuts a line into arguments, in place. */
static void cut(char *line, char **argv)
{
    int count = 0;
    count++; /* the name comes from the caller */
    char *to = line;
    for (char *c = line; *c;) {
        if (*c == ' ') {
            c++;
            continue;
        }
        assert_true(count < ARGUMENTS - 1);
        argv[count++] = to;
        for (int quoted = 0; *c && (quoted || *c != ' '); c++) {
            if (*c == '\'') {
                quoted = !quoted;
            } else {
                *to++ = *c;
            }
        }
        if (*c) {
            c++;
        }
        *to++ = 0;
    }
    argv[count] = NULL;
}

const char *program_in_folder(const char *arguments)
{
    static char line[2000];
    const char *folder = helper_path("");
    line[0] = 0;
    for (const char *c = arguments; *c; c++) {
        const char letter[2] = {*c, 0};
        strncat(line, *c == '@' ? folder : letter, sizeof line - strlen(line) - 1);
    }
    return line;
}

static FILE *scratch(const char *content)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    if (content) {
        fputs(content, file);
    }
    rewind(file);
    return file;
}

static char *all_of(FILE *file)
{
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const long length = ftell(file);
    assert_true(length >= 0);
    char *text = calloc(1, (size_t)length + 1);
    assert_non_null(text);
    rewind(file);
    assert_int_equal(fread(text, 1, (size_t)length, file), length);
    fclose(file);
    return text;
}

/* A program that was started, and the files of its output. */
struct started {
    pid_t pid;
    FILE *out, *err;
};

static struct started start(const char *arguments, const char *input, enum program_output output)
{
    char *line = strdup(arguments);
    char *argv[ARGUMENTS];
    char name[] = "billions";
    FILE *in = scratch(input);
    struct started started = {.out = output == OUT_FULL_DISK ? fopen("/dev/full", "w") : scratch(NULL), .err = scratch(NULL)};
    int ends[2] = {-1, -1};
    assert_non_null(line);
    assert_non_null(started.out);
    cut(line, argv);
    argv[0] = name;
    if (output == OUT_CLOSED_PIPE) {
        assert_int_equal(pipe(ends), 0);
        close(ends[0]); /* nobody reads */
    }
    fflush(NULL);
    started.pid = fork();
    assert_true(started.pid >= 0);
    if (started.pid == 0) {
        dup2(fileno(in), STDIN_FILENO);
        dup2(output == OUT_CLOSED_PIPE ? ends[1] : fileno(started.out), STDOUT_FILENO);
        dup2(fileno(started.err), STDERR_FILENO);
        execv(TEST_PROGRAM, argv);
        _exit(127);
    }
    if (output == OUT_CLOSED_PIPE) {
        close(ends[1]);
    }
    free(line);
    fclose(in);
    return started;
}

static struct program_run end_of(const struct started *started, enum program_output output)
{
    int status = 0;
    assert_int_equal(waitpid(started->pid, &status, 0), started->pid);
    struct program_run run = {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), NULL, NULL};
    if (output == OUT_KEPT) {
        run.out = all_of(started->out);
    } else {
        fclose(started->out);
        run.out = calloc(1, 1);
    }
    run.err = all_of(started->err);
    return run;
}

struct program_run program(const char *arguments, const char *input, enum program_output output)
{
    const struct started started = start(arguments, input, output);
    return end_of(&started, output);
}

/* Whether that process has a handler for the signal, and is the program by now: between fork and exec it is a test, and valgrind
 * catches all. */
static bool catches(pid_t pid, int number)
{
    char path[40];
    char line[200];
    unsigned long long caught = 0;
    snprintf(path, sizeof path, "/proc/%ld/exe", (long)pid);
    const ssize_t length = readlink(path, line, sizeof line);
    const size_t name = strlen("/billions");
    if (length < (ssize_t)name || memcmp(line + (size_t)length - name, "/billions", name) != 0) {
        return false;
    }
    snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) && sscanf(line, "SigCgt: %llx", &caught) != 1) {
    }
    fclose(file);
    return (caught >> (number - 1) & 1U) != 0;
}

struct program_run program_interrupted(const char *arguments)
{
    const struct timespec wait = {0, 10000000};
    const struct started started = start(arguments, NULL, OUT_KEPT);
    while (!catches(started.pid, SIGINT)) {
        assert_int_equal(waitpid(started.pid, NULL, WNOHANG), 0);
        nanosleep(&wait, NULL);
    }
    assert_int_equal(kill(started.pid, SIGINT), 0);
    return end_of(&started, OUT_KEPT);
}

void program_end(struct program_run *run)
{
    free(run->out);
    free(run->err);
}

static void judge_refusal(const char *arguments, const struct program_run *run, int code, const char *part)
{
    const size_t length = strlen(run->err);
    if (run->code != code) {
        fail_msg("billions %s: exit code %d, not %d: %s", arguments, run->code, code, run->err);
    }
    if (strncmp(run->err, "billions: ", 10) != 0 || length < 12 || strchr(run->err, '\n') != run->err + length - 1) {
        fail_msg("billions %s: not one line that begins \"billions: \": %s", arguments, run->err);
    }
    if (!strstr(run->err, part)) {
        fail_msg("billions %s: \"%s\" is not in: %s", arguments, part, run->err);
    }
}

void program_refuses(const char *arguments, const char *input, int code, const char *part)
{
    struct program_run run = program(arguments, input, OUT_KEPT);
    judge_refusal(arguments, &run, code, part);
    if (run.out[0]) {
        fail_msg("billions %s: was refused, and printed: %s", arguments, run.out);
    }
    program_end(&run);
}

char *program_prints(const char *arguments, const char *input, const char *part)
{
    struct program_run run = program(arguments, input, OUT_KEPT);
    if (run.code != 0 || run.err[0]) {
        fail_msg("billions %s: exit code %d: %s", arguments, run.code, run.err);
    }
    if (part && !strstr(run.out, part)) {
        fail_msg("billions %s: \"%s\" is not in: %s", arguments, part, run.out);
    }
    free(run.err);
    return run.out;
}

void program_shows(const char *arguments, const char *const *parts)
{
    char *text = program_prints(program_in_folder(arguments), NULL, NULL);
    for (; *parts; parts++) {
        if (**parts != '!') {
            helper_contains(text, *parts);
        } else if (strstr(text, *parts + 1)) {
            fail_msg("billions %s prints %s", arguments, *parts + 1);
        }
    }
    free(text);
}

void program_prints_into(const char *name, const char *arguments, const char *part)
{
    char *text = program_prints(program_in_folder(arguments), NULL, part);
    helper_write(helper_path(name), text);
    free(text);
}
