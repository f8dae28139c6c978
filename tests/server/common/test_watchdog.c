/* The watchdog with loops that behave and loops that hang, each in a process of its own, since it is processes that it ends. The
 * sockets of systemd are the tests' own. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "server/common/watchdog.h"
#include "unit.h"

enum { CODE = 42, PATIENCE = 120 * 1000, SECOND = 1000000, LONG = 3600 * 1000 };

/* A process with a watchdog in it, as seen from the test. */
struct dog {
    pid_t process;
    int log;                /* what it logs */
    int commands, progress; /* a byte each, to it and from it */
    char said[4096];        /* of its log, so far */
};

static int hear_commands, tell_progress;

static char hear(void)
{
    char byte = 0;
    while (read(hear_commands, &byte, 1) < 0 && errno == EINTR) {
    }
    return byte;
}

static void say(char byte)
{
    if (write(tell_progress, &byte, 1) != 1) {
        _exit(99);
    }
}

/* Starts it; `loop` returns when it wants to end in order. */
static struct dog start(struct bil_watchdog_settings settings, void (*loop)(void))
{
    struct dog dog = {0};
    int log[2], commands[2], progress[2];
    assert_int_equal(pipe(log) | pipe(commands) | pipe(progress), 0);
    dog.process = fork();
    assert_true(dog.process >= 0);
    if (dog.process == 0) {
        close(log[0]);
        close(commands[1]);
        close(progress[0]);
        hear_commands = commands[0];
        tell_progress = progress[1];
        settings.log = log[1];
        alarm(PATIENCE / 1000 * 2);
        if (!bil_watchdog_begin(&settings, NULL)) {
            _exit(98);
        }
        loop();
        bil_watchdog_end();
        _exit(0);
    }
    close(log[1]);
    close(commands[0]);
    close(progress[1]);
    dog.log = log[0];
    dog.commands = commands[1];
    dog.progress = progress[0];
    return dog;
}

static void command(struct dog *dog, char byte)
{
    assert_int_equal(write(dog->commands, &byte, 1), 1);
}

static void await(struct dog *dog, char byte)
{
    char got = 0;
    assert_int_equal(read(dog->progress, &got, 1), 1);
    assert_int_equal(got, byte);
}

/* Reads the log on until these words stand in it so many times, or to its end. */
static int await_log(struct dog *dog, const char *words, int times)
{
    for (;;) {
        int count = 0;
        for (const char *at = dog->said; (at = strstr(at, words)); at++) {
            count++;
        }
        const size_t length = strlen(dog->said);
        if (count >= times || length + 1 == sizeof dog->said) {
            return count;
        }
        struct pollfd ready = {dog->log, POLLIN, 0};
        if (poll(&ready, 1, PATIENCE) != 1) {
            return count;
        }
        const ssize_t more = read(dog->log, dog->said + length, sizeof dog->said - 1 - length);
        if (more <= 0) {
            return count;
        }
        dog->said[length + (size_t)more] = '\0';
    }
}

static int times(struct dog *dog, const char *words)
{
    return await_log(dog, words, 1 << 20);
}

/* Its exit code; -1: a signal ended it. Nothing of it is left behind. */
static int end_of(struct dog *dog)
{
    int status = 0;
    close(dog->commands);
    while (waitpid(dog->process, &status, 0) < 0 && errno == EINTR) {
    }
    times(dog, "nothing");
    close(dog->log);
    close(dog->progress);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void rest(int milliseconds)
{
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    nanosleep(&time, NULL);
}

static struct bil_watchdog_settings quick(void)
{
    struct bil_watchdog_settings settings;
    bil_watchdog_usual(&settings);
    settings.tick = 10;
    settings.code = CODE;
    settings.grace = settings.behind = settings.still = LONG;
    return settings;
}

static void on_term(int number)
{
    (void)number;
    bil_watchdog_stop();
}

static void with_handler(void)
{
    struct sigaction action = {.sa_handler = on_term};
    sigaction(SIGTERM, &action, NULL);
}

/* ------------------------------------------------------------------ systemd */

static char socket_name[108]; /* as NOTIFY_SOCKET says it */

static int systemd(bool abstract)
{
    struct sockaddr_un where = {.sun_family = AF_UNIX};
    const int line = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    snprintf(socket_name, sizeof socket_name, "%s/tmp/billions-watchdog-%d", abstract ? "@" : "", (int)getpid());
    memcpy(where.sun_path, socket_name, strlen(socket_name));
    if (abstract) {
        where.sun_path[0] = '\0';
    } else {
        unlink(socket_name);
    }
    const socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(socket_name));
    assert_int_equal(bind(line, (struct sockaddr *)&where, length), 0);
    setenv("NOTIFY_SOCKET", socket_name, 1);
    return line;
}

static void no_systemd(int line)
{
    close(line);
    if (socket_name[0] == '/') {
        unlink(socket_name);
    }
    unsetenv("NOTIFY_SOCKET");
    unsetenv("WATCHDOG_USEC");
    unsetenv("WATCHDOG_PID");
}

/* The next thing that systemd is told, or "" if there is nothing more from an ended process. */
static const char *told(int line)
{
    static char words[64];
    const ssize_t length = recv(line, words, sizeof words - 1, MSG_DONTWAIT);
    words[length > 0 ? length : 0] = '\0';
    return words;
}

/* A second is four beats; what comes between them is kept to itself. */
static void well_behaved_loop(void)
{
    bil_watchdog_ready();
    bil_watchdog_beat(7 * SECOND);
    bil_watchdog_beat(7 * SECOND + 249999);
    bil_watchdog_beat(7 * SECOND + 250000);
    bil_watchdog_beat(7 * SECOND + 499999);
    bil_watchdog_beat(9 * SECOND);
    bil_watchdog_stop();
    bil_watchdog_stop();
}

static void systemd_hears_of_the_beginning_each_beat_and_the_end(void **state)
{
    for (int abstract = 0; abstract < 2; abstract++) {
        const int line = systemd(abstract);
        setenv("WATCHDOG_USEC", "1000000", 1);
        struct dog dog = start(quick(), well_behaved_loop);
        assert_int_equal(end_of(&dog), 0);
        assert_string_equal(dog.said, "");
        assert_string_equal(told(line), "READY=1");
        assert_string_equal(told(line), "WATCHDOG=1");
        assert_string_equal(told(line), "WATCHDOG=1");
        assert_string_equal(told(line), "WATCHDOG=1");
        assert_string_equal(told(line), "STOPPING=1");
        assert_string_equal(told(line), "");
        no_systemd(line);
    }
}

static void beats_are_for_whom_they_were_asked(void **state)
{
    const char *const asked[][2] = {{"1000000", "1"}, {"0", NULL}, {"", NULL}, {"soon", NULL}, {"1000000x", NULL}, {NULL, NULL}};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        const int line = systemd(false);
        if (asked[i][0]) {
            setenv("WATCHDOG_USEC", asked[i][0], 1);
        }
        if (asked[i][1]) {
            setenv("WATCHDOG_PID", asked[i][1], 1);
        }
        struct dog dog = start(quick(), well_behaved_loop);
        assert_int_equal(end_of(&dog), 0);
        assert_string_equal(told(line), "READY=1");
        assert_string_equal(told(line), "STOPPING=1");
        assert_string_equal(told(line), "");
        no_systemd(line);
    }
}

static void own_number_loop(void)
{
    char number[24];
    struct bil_watchdog_settings settings = quick();
    bil_watchdog_end();
    snprintf(number, sizeof number, "%d", (int)getpid());
    setenv("WATCHDOG_PID", number, 1);
    if (!bil_watchdog_begin(&settings, NULL)) {
        _exit(97);
    }
    bil_watchdog_beat(SECOND);
}

static void beats_come_where_the_number_is_the_process_s_own(void **state)
{
    const int line = systemd(true);
    setenv("WATCHDOG_USEC", "1000000", 1);
    struct dog dog = start(quick(), own_number_loop);
    assert_int_equal(end_of(&dog), 0);
    assert_string_equal(told(line), "WATCHDOG=1");
    assert_string_equal(told(line), "");
    no_systemd(line);
}

/* Beats until nothing more fits, and far beyond; begins in the middle of that. When it is told that there is room, it beats once
 * more. */
static void loop_that_nobody_hears(void)
{
    for (int i = 1; i < 20000; i++) {
        bil_watchdog_beat(i * (int64_t)SECOND);
    }
    bil_watchdog_ready();
    say('f');
    hear();
    bil_watchdog_beat(20000 * (int64_t)SECOND);
}

static void a_systemd_that_does_not_listen_holds_nobody_up(void **state)
{
    const int line = systemd(true);
    int beats = 0;
    setenv("WATCHDOG_USEC", "1000000", 1);
    struct dog dog = start(quick(), loop_that_nobody_hears);
    await(&dog, 'f');
    while (strcmp(told(line), "WATCHDOG=1") == 0) {
        beats++;
    }
    assert_in_range(beats, 1, 19998); /* else nothing was full, and this is no test */
    command(&dog, 'g');
    assert_int_equal(end_of(&dog), 0);
    assert_string_equal(told(line), "READY=1");
    assert_string_equal(told(line), "WATCHDOG=1");
    assert_string_equal(told(line), "");
    no_systemd(line);
}

static void an_address_that_is_none_is_told_and_no_more(void **state)
{
    char long_one[200] = "/";
    memset(long_one + 1, 'a', sizeof long_one - 2);
    const char *const names[] = {"relative", "@", "/", "vsock:2:1234", long_one};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        setenv("NOTIFY_SOCKET", names[i], 1);
        struct dog dog = start(quick(), well_behaved_loop);
        assert_int_equal(end_of(&dog), 0);
        assert_non_null(strstr(dog.said, "systemd cannot be told anything"));
    }
    unsetenv("NOTIFY_SOCKET");
}

/* ------------------------------------------------------------------ stopping */

static void hanging_loop(void)
{
    with_handler();
    bil_watchdog_beat(1);
    say('h');
    for (;;) {
        rest(1); /* under ThreadSanitizer a signal is handled where something is called, and nowhere else */
    }
}

static void a_loop_that_hangs_ends_when_asked(void **state)
{
    struct bil_watchdog_settings settings = quick();
    settings.grace = 60;
    settings.behind = 40;
    struct dog dog = start(settings, hanging_loop);
    await(&dog, 'h');
    kill(dog.process, SIGTERM);
    assert_int_equal(end_of(&dog), CODE);
    assert_non_null(strstr(dog.said, "ended, since it did not stop by itself"));
}

/* It would wait for an hour: with the second signal it waits for what is behind that. */
static void asked_twice_it_does_not_wait(void **state)
{
    struct bil_watchdog_settings settings = quick();
    settings.behind = 50;
    struct dog dog = start(settings, hanging_loop);
    await(&dog, 'h');
    kill(dog.process, SIGTERM);
    rest(200);
    assert_int_equal(waitpid(dog.process, NULL, WNOHANG), 0); /* the first one does wait */
    kill(dog.process, SIGTERM);
    assert_int_equal(end_of(&dog), CODE);
}

/* The loop is over, and what is closed behind it does not come to an end, in the quiet of ignored signals. */
static void loop_that_cannot_close(void)
{
    signal(SIGTERM, SIG_IGN);
    bil_watchdog_beat(1);
    bil_watchdog_stop();
    say('h');
    hear();
}

static void closing_that_hangs_ends_too(void **state)
{
    struct bil_watchdog_settings settings = quick();
    settings.grace = settings.behind = 50;
    struct dog dog = start(settings, loop_that_cannot_close);
    await(&dog, 'h');
    assert_int_equal(await_log(&dog, "ended, since it did not stop by itself", 1), 1);
    assert_int_equal(end_of(&dog), CODE);
}

static void loop_that_closes_in_time(void)
{
    bil_watchdog_beat(1);
    bil_watchdog_stop();
    bil_watchdog_stop();
    bil_watchdog_end();
    hear(); /* long after its time was over */
}

static void who_ends_in_order_is_let_go(void **state)
{
    struct bil_watchdog_settings settings = quick();
    settings.behind = 1000;
    struct dog dog = start(settings, loop_that_closes_in_time);
    rest(1500);
    command(&dog, 'g');
    assert_int_equal(end_of(&dog), 0);
    assert_string_equal(dog.said, "");
}

/* ------------------------------------------------------------------ standing still */

static void obedient_loop(void)
{
    for (int64_t now = 1; hear() == 'b'; now++) {
        bil_watchdog_beat(now);
        say('b');
    }
}

static void standing_still_is_told_once_and_its_end(void **state)
{
    struct bil_watchdog_settings settings = quick();
    settings.still = 100;
    struct dog dog = start(settings, obedient_loop);
    rest(400); /* it has not begun: nothing stands still */
    command(&dog, 'b');
    await(&dog, 'b');
    assert_int_equal(await_log(&dog, "the loop stands still", 1), 1);
    rest(400);
    command(&dog, 'b');
    await(&dog, 'b');
    assert_int_equal(await_log(&dog, "the loop goes on", 1), 1);
    assert_int_equal(await_log(&dog, "the loop stands still", 2), 2);
    command(&dog, 'e');
    assert_int_equal(end_of(&dog), 0); /* nobody has ended it */
    assert_int_equal(times(&dog, "\n"), 3);
}

static void a_deadly_stand_ends_it(void **state)
{
    struct bil_watchdog_settings settings = quick();
    settings.deadly = 100;
    struct dog dog = start(settings, hanging_loop);
    await(&dog, 'h');
    assert_int_equal(end_of(&dog), CODE);
    assert_non_null(strstr(dog.said, "ended, since the loop stands still"));
}

static void beating_loop(void)
{
    bil_watchdog_beat(1);
    say('b');
    for (int64_t now = 2;; now++) {
        struct pollfd command = {hear_commands, POLLIN, 0};
        if (poll(&command, 1, 5) > 0) {
            return;
        }
        bil_watchdog_beat(now);
    }
}

/* The process sleeps longer than a loop may; when it wakes, nobody has stood still. */
static void a_process_that_was_stopped_stood_not_still(void **state)
{
    struct bil_watchdog_settings settings = quick();
    settings.deadly = settings.still = 2000;
    struct dog dog = start(settings, beating_loop);
    await(&dog, 'b');
    kill(dog.process, SIGSTOP);
    rest(3000);
    kill(dog.process, SIGCONT);
    rest(300);
    command(&dog, 'e');
    assert_int_equal(end_of(&dog), 0);
    assert_string_equal(dog.said, "");
}

static void without_one_beats_mean_nothing(void **state)
{
    bil_watchdog_beat(1);
    bil_watchdog_end();
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(systemd_hears_of_the_beginning_each_beat_and_the_end),
        cmocka_unit_test(beats_are_for_whom_they_were_asked),
        cmocka_unit_test(beats_come_where_the_number_is_the_process_s_own),
        cmocka_unit_test(a_systemd_that_does_not_listen_holds_nobody_up),
        cmocka_unit_test(an_address_that_is_none_is_told_and_no_more),
        cmocka_unit_test(a_loop_that_hangs_ends_when_asked),
        cmocka_unit_test(asked_twice_it_does_not_wait),
        cmocka_unit_test(closing_that_hangs_ends_too),
        cmocka_unit_test(who_ends_in_order_is_let_go),
        cmocka_unit_test(standing_still_is_told_once_and_its_end),
        cmocka_unit_test(a_deadly_stand_ends_it),
        cmocka_unit_test(a_process_that_was_stopped_stood_not_still),
        cmocka_unit_test(without_one_beats_mean_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
