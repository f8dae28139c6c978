/* The guard of the loop and what systemd hears; watchdog.h says why. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "server/common/log.h"
#include "server/common/watchdog.h"
#include "table/clock.h"

enum { BEATS = 4 /* as many in the time after which systemd takes it for dead */ };

/* What the guard and the loop share is atomic; the rest is written before the guard begins. */
static struct {
    struct bil_watchdog_settings settings;
    struct bil_log log; /* the guard's own: a log belongs to one thread */
    pthread_t guard;
    int bell; /* wakes the guard */
    int line; /* to systemd; -1: nobody wants to hear */
    struct sockaddr_un where;
    socklen_t where_length;
    int64_t pause, beaten; /* between two beats for systemd, 0: none; when the last one was, microseconds */
    bool begun, ready, ready_told;
    atomic_uint rounds;  /* of the loop */
    atomic_int stopping; /* how often that was asked for */
    atomic_bool over;
} dog = {.bell = -1, .line = -1};

void bil_watchdog_usual(struct bil_watchdog_settings *settings)
{
    *settings = (struct bil_watchdog_settings){
        .grace = 5000, .behind = 10000, .still = 30000, .deadly = 0, .tick = 1000, .code = 1, .log = -1};
}

/* ------------------------------------------------------------------ systemd */

/* One datagram; it is there at once or not at all. A signal handler may. */
static bool notify_systemd(const char *words)
{
    return dog.line < 0 || sendto(dog.line, words, strlen(words), MSG_DONTWAIT | MSG_NOSIGNAL, (const struct sockaddr *)&dog.where,
                                  dog.where_length) >= 0;
}

/* A path, or behind "@" a name that is in no folder. False if it is neither. */
static bool read_address(const char *name)
{
    const size_t length = strlen(name);
    if ((name[0] != '/' && name[0] != '@') || length < 2 || length >= sizeof dog.where.sun_path) {
        return false;
    }
    dog.where = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(dog.where.sun_path, name, length);
    if (name[0] == '@') {
        dog.where.sun_path[0] = '\0';
    }
    dog.where_length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    return true;
}

/* A whole number above 0 and nothing else; 0 if it is none. */
static int64_t read_number(const char *text)
{
    int64_t value = 0;
    for (; text && *text >= '0' && *text <= '9' && value < INT64_MAX / 100; text++) {
        value = value * 10 + (*text - '0');
    }
    return text && *text == '\0' ? value : 0;
}

static void meet_systemd(void)
{
    const char *name = getenv("NOTIFY_SOCKET"), *pid = getenv("WATCHDOG_PID");
    dog.line = -1;
    dog.pause = 0;
    if (!name || !*name) {
        return;
    }
    if (read_address(name)) {
        dog.line = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    }
    if (dog.line < 0) {
        bil_log_text(&dog.log, BIL_LOG_WARNING, "systemd cannot be told anything", "NOTIFY_SOCKET", name);
        return;
    }
    if (!pid || read_number(pid) == (int64_t)getpid()) {
        const int64_t dead = read_number(getenv("WATCHDOG_USEC"));
        dog.pause = dead > 0 && dead < BEATS ? 1 : dead / BEATS;
    }
}

/* ------------------------------------------------------------------ the guard */

static void log_loop(enum bil_log_level level, const char *what, int64_t time)
{
    char words[48];
    snprintf(words, sizeof words, "\"seconds\":%lld", (long long)((time + 500) / 1000));
    bil_log_write(&dog.log, level, what, words);
}

/* Not exit: what others would clean up is what hangs. All that anybody was told is stored. */
_Noreturn static void end_it(const char *what, int64_t time)
{
    log_loop(BIL_LOG_ERROR, what, time);
    _exit(dog.settings.code);
}

struct watch {
    unsigned rounds;        /* as last seen; 0: the loop has not begun */
    int64_t still;          /* since they were other */
    bool told;              /* of a loop that is stuck */
    bool stops;             /* the two below count */
    int64_t stopping, left; /* since the stop was asked for; until it is cut off */
};

static void see_loop(struct watch *watch, int64_t step)
{
    const struct bil_watchdog_settings *settings = &dog.settings;
    const unsigned rounds = atomic_load(&dog.rounds);
    if (rounds != watch->rounds) {
        if (watch->told) {
            log_loop(BIL_LOG_WARNING, "the loop goes on", watch->still);
        }
        watch->rounds = rounds;
        watch->still = 0;
        watch->told = false;
        return;
    }
    watch->still += rounds ? step : 0;
    if (watch->still >= settings->still && !watch->told) {
        watch->told = true;
        log_loop(BIL_LOG_ERROR, "the loop stands still", watch->still);
    }
    if (settings->deadly > 0 && watch->still >= settings->deadly) {
        end_it("ended, since the loop stands still", watch->still);
    }
}

static void see_end(struct watch *watch, int asked, int64_t step)
{
    const struct bil_watchdog_settings *settings = &dog.settings;
    if (!watch->stops) {
        watch->stops = true;
        watch->left = settings->grace + settings->behind;
    } else {
        watch->left -= step;
        watch->stopping += step;
    }
    if (asked > 1 && watch->left > settings->behind) {
        watch->left = settings->behind;
    }
    if (watch->left <= 0) {
        end_it("ended, since it did not stop by itself", watch->stopping);
    }
}

/* Its clock is made of its own steps, none of which is longer than two ticks, however long the process was stopped meanwhile. */
static void *watch_over(void *nothing)
{
    struct watch watch = {.rounds = atomic_load(&dog.rounds)};
    int64_t before = bil_clock_ms();
    while (!atomic_load(&dog.over)) {
        struct pollfd bell = {dog.bell, POLLIN, 0};
        uint64_t rung;
        if (poll(&bell, 1, (int)dog.settings.tick) > 0 && read(dog.bell, &rung, sizeof rung) < 0) {
            rung = 0; /* somebody else has read it: there is nobody else, but it would not matter */
        }
        const int64_t now = bil_clock_ms(), passed = now - before, most = 2 * dog.settings.tick;
        const int64_t step = passed < most ? passed : most;
        const int asked = atomic_load(&dog.stopping);
        before = now;
        if (asked) {
            see_end(&watch, asked, step);
        }
        if (asked < 2) { /* then the loop is over, or need not come to its end */
            see_loop(&watch, step);
        }
    }
    return nothing;
}

static void ring_guard(void)
{
    const uint64_t once = 1;
    if (write(dog.bell, &once, sizeof once) < 0) {
        return; /* it is full of ringing: the guard wakes */
    }
}

/* ------------------------------------------------------------------ its doors */

static void close_lines(void)
{
    int *const lines[] = {&dog.bell, &dog.line};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (*lines[i] >= 0) {
            close(*lines[i]);
            *lines[i] = -1;
        }
    }
}

bool bil_watchdog_begin(const struct bil_watchdog_settings *settings, struct bil_error *error)
{
    dog.settings = *settings;
    dog.log = (struct bil_log){.file = settings->log};
    dog.ready = dog.ready_told = false;
    dog.beaten = 0;
    atomic_store(&dog.rounds, 0);
    atomic_store(&dog.stopping, 0);
    atomic_store(&dog.over, false);
    meet_systemd();
    dog.bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    const int why = dog.bell < 0 ? errno : pthread_create(&dog.guard, NULL, watch_over, NULL);
    if (why != 0) {
        close_lines();
        return bil_fail(error, "The thread that watches over the loop could not begin: %s.", strerror(why));
    }
    dog.begun = true;
    return true;
}

void bil_watchdog_ready(void)
{
    dog.ready = true;
    dog.ready_told = notify_systemd("READY=1");
}

void bil_watchdog_beat(int64_t now)
{
    if (!dog.begun) {
        return;
    }
    if (atomic_fetch_add(&dog.rounds, 1) == UINT32_MAX) {
        atomic_store(&dog.rounds, 1); /* 0 is a loop that has not begun */
    }
    if (dog.ready && !dog.ready_told) {
        bil_watchdog_ready(); /* systemd was too busy to listen */
    }
    /* What did not arrive is said again in the next round. */
    if (dog.pause > 0 && (dog.beaten == 0 || now - dog.beaten >= dog.pause) && notify_systemd("WATCHDOG=1")) {
        dog.beaten = now;
    }
}

void bil_watchdog_stop(void)
{
    const int was = errno;
    if (atomic_fetch_add(&dog.stopping, 1) == 0) {
        notify_systemd("STOPPING=1");
    }
    ring_guard();
    errno = was;
}

void bil_watchdog_end(void)
{
    if (!dog.begun) {
        return;
    }
    atomic_store(&dog.over, true);
    ring_guard();
    pthread_join(dog.guard, NULL);
    dog.begun = false;
    close_lines();
}
