/* Drives the built program through a pseudo-terminal or pipes. Must never wait for a time: what does not come is ended by
 * drive_patience. */
#include "terminal/drive.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { ARGUMENTS = 32 };

extern char **environ;

/* ------------------------------------------------------------------ waiting in vain */

static const char *volatile awaited = "the end of the program";
static volatile pid_t watched;                 /* the program that is waited for */
static const struct drive *volatile looked_at; /* whose words are waited for */

static void complain(const char *text, size_t length)
{
    if (write(STDERR_FILENO, text, length) < 0) {
        _exit(2);
    }
}

static void on_alarm(int number)
{
    static const char lead[] = "\nwaited in vain for: ";
    static const char last[] = "\nits last words:\n";
    const struct drive *drive = looked_at;
    complain(lead, sizeof lead - 1);
    complain(awaited, strlen(awaited));
    if (drive) {
        const size_t from = drive->length > 2000 ? drive->length - 2000 : 0;
        complain(last, sizeof last - 1);
        complain(drive->seen + from, drive->length - from);
    }
    complain("\n", 1);
    if (watched > 0) {
        kill(watched, SIGKILL);
    }
    _exit(1);
}

void drive_patience(unsigned seconds)
{
    struct sigaction action = {0};
    action.sa_handler = on_alarm;
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    alarm(seconds);
}

/* ------------------------------------------------------------------ starting the program */

/* Becomes the program. Only what may be called between fork and exec. */
static void become(const char *const *arguments, const char *const *environment)
{
    const char *line[ARGUMENTS] = {TEST_PROGRAM};
    const char *place[ARGUMENTS] = {"PATH=/usr/bin:/bin", "TERM=xterm"};
    int count = 1;
    int names = 2;
    while (arguments && *arguments && count + 1 < ARGUMENTS) {
        line[count++] = *arguments++;
    }
    while (environment && *environment && names + 1 < ARGUMENTS) {
        place[names++] = *environment++;
    }
    for (int i = 2; i < names; i++) {
        if (strncmp(place[i], "TERM=", 5) == 0) {
            place[1] = place[i]; /* of two entries with one name the first would count */
        }
    }
    /* What a build with sanitizers or counters was told must reach the program too. */
    for (char **own = environ; *own && names + 1 < ARGUMENTS; own++) {
        if (strstr(*own, "SAN_OPTIONS=") || strncmp(*own, "GCOV_", 5) == 0) {
            place[names++] = *own;
        }
    }
    /* Tests that run in the background inherit an ignored Ctrl-C, which the program would respect. */
    signal(SIGINT, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    execve(TEST_PROGRAM, (char *const *)(void *)line, (char *const *)(void *)place);
    _exit(127);
}

static int code_of(int status)
{
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void append(char **text, size_t *length, size_t *capacity, const char *bytes, size_t count)
{
    if (*length + count + 1 > *capacity) {
        *capacity = 2 * *capacity + count + 1;
        *text = realloc(*text, *capacity);
        assert_non_null(*text);
    }
    memcpy(*text + *length, bytes, count);
    *length += count;
    (*text)[*length] = 0;
}

/* ------------------------------------------------------------------ a pseudo-terminal */

void drive_start(struct drive *drive, const char *const *arguments, const char *const *environment, int columns, int rows)
{
    const struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
    memset(drive, 0, sizeof *drive);
    for (int held = 0; held >= 0 && held < 3;) { /* whoever started us may have closed 0, 1 or 2, which are the program's here */
        held = open("/dev/null", O_RDWR);
        if (held >= 3) {
            close(held);
        }
    }
    append(&drive->seen, &drive->length, &drive->capacity, "", 0);
    drive->master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(drive->master >= 0);
    assert_int_equal(grantpt(drive->master), 0);
    assert_int_equal(unlockpt(drive->master), 0);
    char name[128];
    snprintf(name, sizeof name, "%s", ptsname(drive->master));
    drive->slave = open(name, O_RDWR | O_NOCTTY);
    assert_true(drive->slave >= 0);
    assert_int_equal(ioctl(drive->slave, TIOCSWINSZ, &size), 0);
    fflush(NULL);
    drive->pid = fork();
    assert_true(drive->pid >= 0);
    if (drive->pid == 0) {
        setsid();
        const int terminal = open(name, O_RDWR); /* the first one of a new session is its controlling terminal */
        for (int fd = 0; fd < 3; fd++) {
            dup2(terminal, fd);
        }
        close(terminal);
        close(drive->master);
        close(drive->slave);
        become(arguments, environment);
    }
    watched = drive->pid;
}

void drive_type(struct drive *drive, const char *text)
{
    drive->mark = drive->length;
    size_t left = strlen(text);
    while (left > 0) {
        const ssize_t put = write(drive->master, text, left);
        assert_true(put > 0 || errno == EINTR);
        if (put > 0) {
            text += put;
            left -= (size_t)put;
        }
    }
}

/* Reads what there is, or waits for more; false when nothing can come any more. */
static bool read_more(struct drive *drive)
{
    char bytes[4096];
    for (;;) {
        struct pollfd wait = {.fd = drive->master, .events = POLLIN};
        const int ready = poll(&wait, 1, 20);
        if (ready > 0 && (wait.revents & POLLIN)) {
            const ssize_t got = read(drive->master, bytes, sizeof bytes);
            if (got > 0) {
                append(&drive->seen, &drive->length, &drive->capacity, bytes, (size_t)got);
                return true;
            }
        }
        /* We hold the slave open, so that the end of the program does not end the reading: ask for it. */
        if (ready <= 0 && drive->ended) {
            return false;
        }
        siginfo_t info = {0};
        if (ready <= 0 && waitid(P_PID, (id_t)drive->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == drive->pid) {
            drive->ended = true; /* once round more, for what it wrote last */
        }
    }
}

int drive_wait(struct drive *drive, const char *const *texts)
{
    awaited = texts[0];
    looked_at = drive;
    for (;;) {
        for (int i = 0; texts[i]; i++) {
            const char *found = strstr(drive->seen + drive->mark, texts[i]);
            if (found) {
                drive->mark = (size_t)(found - drive->seen) + strlen(texts[i]);
                return i;
            }
        }
        if (!read_more(drive)) {
            fail_msg("the program ended without writing \"%s\"; its last words:\n%s", texts[0],
                     drive->seen + (drive->length > 2000 ? drive->length - 2000 : 0));
        }
    }
}

void drive_wait_for(struct drive *drive, const char *text)
{
    drive_wait(drive, TEXTS(text));
}

void drive_talk(struct drive *drive, const char *const *texts)
{
    for (; *texts; texts++) {
        if (**texts == '>') {
            drive_type(drive, *texts + 1);
        } else {
            drive_wait_for(drive, *texts);
        }
    }
}

int drive_end(struct drive *drive)
{
    int status = 0;
    awaited = "the end of the program";
    looked_at = drive;
    while (read_more(drive)) {
    }
    assert_int_equal(waitpid(drive->pid, &status, 0), drive->pid);
    drive->pid = 0;
    watched = 0;
    return code_of(status);
}

void drive_free(struct drive *drive)
{
    looked_at = looked_at == drive ? NULL : looked_at;
    if (drive->pid > 0) {
        kill(drive->pid, SIGKILL);
        waitpid(drive->pid, NULL, 0);
    }
    close(drive->master);
    close(drive->slave);
    free(drive->seen);
    memset(drive, 0, sizeof *drive);
}

void drive_done(struct drive *drive, int code)
{
    assert_int_equal(drive_end(drive), code);
    drive_free(drive);
}

/* ------------------------------------------------------------------ pipes */

/* The whole of a file that was written under another descriptor. */
static char *slurp(FILE *file)
{
    char *text = NULL;
    size_t length = 0;
    size_t capacity = 0;
    char bytes[4096];
    append(&text, &length, &capacity, "", 0);
    rewind(file);
    for (size_t got = 0; (got = fread(bytes, 1, sizeof bytes, file)) > 0;) {
        append(&text, &length, &capacity, bytes, got);
    }
    fclose(file);
    return text;
}

void drive_pipe(struct drive_run *run, const char *const *arguments, const char *const *environment, const char *input,
                const char *out_path)
{
    FILE *in = tmpfile();
    FILE *out = tmpfile();
    FILE *err = tmpfile();
    int status = 0;
    int closed[2] = {-1, -1};
    assert_true(in && out && err);
    assert_int_equal(pipe(closed), 0);
    close(closed[0]); /* nobody will ever read what goes into closed[1] */
    assert_int_equal(fwrite(input, 1, strlen(input), in), strlen(input));
    rewind(in);
    fflush(NULL);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        const int there = !out_path ? fileno(out) : *out_path ? open(out_path, O_WRONLY) : closed[1];
        dup2(fileno(in), 0);
        dup2(there, 1);
        dup2(fileno(err), 2);
        become(arguments, environment);
    }
    watched = pid;
    looked_at = NULL;
    awaited = "the end of the program";
    assert_int_equal(waitpid(pid, &status, 0), pid);
    watched = 0;
    fclose(in);
    close(closed[1]);
    run->code = code_of(status);
    run->out = slurp(out);
    run->err = slurp(err);
}

void drive_run_free(struct drive_run *run)
{
    free(run->out);
    free(run->err);
}

void drive_expect(const char *const *arguments, const char *input, int code, const char *err, const char *const *texts)
{
    struct drive_run run;
    drive_pipe(&run, arguments, NULL, input, NULL);
    if (run.code != code || (err && (*err ? strstr(run.err, err) == NULL : *run.err != 0))) {
        fail_msg("exit code %d, not %d; it says \"%s\", not \"%s\"", run.code, code, run.err, err ? err : "");
    }
    for (; texts && *texts; texts++) {
        const bool absent = **texts == '!';
        if ((strstr(run.out, *texts + absent) != NULL) == absent) {
            fail_msg("\"%s\" is %s in\n%s", *texts + absent, absent ? "there" : "nowhere", run.out);
        }
    }
    drive_run_free(&run);
}

/* ------------------------------------------------------------------ looking at what was written */

char *drive_without_escapes(const char *text)
{
    char *plain = malloc(strlen(text) + 1);
    assert_non_null(plain);
    size_t length = 0;
    while (*text) {
        if (text[0] == '\033' && text[1] == '[') {
            text += 2;
            text += strspn(text, "0123456789;");
            text += *text != 0;
        } else {
            plain[length++] = *text++;
        }
    }
    plain[length] = 0;
    return plain;
}

int drive_widest(const char *text)
{
    char *plain = drive_without_escapes(text);
    int widest = 0;
    int width = 0;
    for (const char *at = plain; *at; at++) {
        if (*at == '\n') {
            width = 0;
        } else if (*at != '\r' && ((unsigned char)*at & 0xC0) != 0x80) {
            width++;
            widest = width > widest ? width : widest;
        }
    }
    free(plain);
    return widest;
}

/* ------------------------------------------------------------------ files */

static char folder[128];

static void remove_folder(void)
{
    static const char *const names[] = {"game.txt", "other.txt", "third.txt", "position.json"};
    char path[512];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        drive_path(path, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

const char *drive_folder(void)
{
    if (!*folder) {
        /* Not where TMPDIR says: in a sentence with a long path the words that a test waits for would stand on two lines. */
        strcpy(folder, "/tmp/billions-play-XXXXXX");
        assert_non_null(mkdtemp(folder));
        atexit(remove_folder);
    }
    return folder;
}

void drive_path(char path[512], const char *name)
{
    snprintf(path, 512, "%s/%s", drive_folder(), name);
}
