/* Another program at the other end of three pipes (see external_bot_process.h). Must never block but in poll with a time, never
 * raise a signal, and never leave a child or a descriptor behind. */
#include "table/external_bot_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "table/clock.h"

enum { PIECE = 16 * 1024, PATIENCE = 500, DESCRIPTORS = 4096, SIGNALS = 32, LONGEST_POLL = 60000 };

/* One start at a time: between the making of a pipe and its mark "close on exec" no other program may be born. */
static pthread_mutex_t birth = PTHREAD_MUTEX_INITIALIZER;

static void close_end(int *end)
{
    if (*end >= 0) {
        close(*end);
        *end = -1;
    }
}

static void drop_process(struct bil_process *process)
{
    close_end(&process->in);
    close_end(&process->out);
    close_end(&process->err);
    bil_text_free(&process->unsent);
    bil_text_free(&process->said);
    process->pid = 0;
}

/* ------------------------------------------------------------------ birth */

/* A pipe whose ends are closed in other programs and are none of the three standard streams, which may be closed in ours. */
static bool make_pipe(int ends[2])
{
    int raw[2];
    if (pipe(raw) != 0) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(raw[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        close(raw[i]);
    }
    if (ends[0] < 0 || ends[1] < 0) {
        const int reason = errno;
        close_end(&ends[0]);
        close_end(&ends[1]);
        errno = reason;
        return false;
    }
    return true;
}

/* What the child does between fork and exec: only calls that a signal handler could make. A session of its own keeps Ctrl-C and the
 * terminal away from it, and lets all that it starts be ended with it. */
_Noreturn static void become(char *const argv[], const int stream[3], int report, pid_t parent, int descriptors)
{
    struct sigaction plain = {0};
    sigset_t none;
    plain.sa_handler = SIG_DFL;
    sigemptyset(&plain.sa_mask);
    sigemptyset(&none);
    setsid();
    for (int number = 1; number < SIGNALS; number++) {
        sigaction(number, &plain, NULL);
    }
    sigprocmask(SIG_SETMASK, &none, NULL);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* if we are killed, it goes with us */
    if (getppid() != parent) {
        _exit(127);
    }
#else
    (void)parent;
#endif
    for (int i = 0; i < 3; i++) {
        dup2(stream[i], i);
    }
    for (int other = STDERR_FILENO + 1; other < descriptors; other++) {
        if (other != report) {
            close(other);
        }
    }
    execvp(argv[0], argv);
    const int reason = errno;
    if (write(report, &reason, sizeof reason) < 0) {
        _exit(126);
    }
    _exit(127);
}

/* Makes the pipes and the child. Returns 0, or why there is none. */
static int bear(struct bil_process *process, char *const argv[])
{
    int ends[4][2] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}}; /* its input, output, error stream; whether it began */
    int reason = 0;
    pid_t child = -1;
    const long most = sysconf(_SC_OPEN_MAX);
    const int descriptors = most > 0 && most < DESCRIPTORS ? (int)most : DESCRIPTORS;
    const pid_t parent = getpid();
    pthread_mutex_lock(&birth);
    bool made = true;
    for (int i = 0; i < 4 && made; i++) {
        made = make_pipe(ends[i]);
    }
    if (made) {
        child = fork();
    }
    if (child == 0) {
        const int stream[3] = {ends[0][0], ends[1][1], ends[2][1]};
        become(argv, stream, ends[3][1], parent, descriptors);
    }
    reason = child < 0 ? errno : 0;
    close_end(&ends[0][0]);
    close_end(&ends[1][1]);
    close_end(&ends[2][1]);
    close_end(&ends[3][1]);
    pthread_mutex_unlock(&birth);
    ssize_t got = 0;
    while (child > 0 && (got = read(ends[3][0], &reason, sizeof reason)) < 0 && errno == EINTR) {
    }
    close_end(&ends[3][0]);
    process->in = ends[0][1];
    process->out = ends[1][0];
    process->err = ends[2][0];
    if (child > 0 && got > 0) { /* it could not become the program */
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
        }
        return reason;
    }
    process->pid = child > 0 ? child : 0;
    return child > 0 ? 0 : reason;
}

bool bil_process_start(struct bil_process *process, char *const argv[], struct bil_error *error)
{
    *process = (struct bil_process){.in = -1, .out = -1, .err = -1};
    const int reason = bear(process, argv);
    if (reason != 0) {
        drop_process(process);
        return bil_fail(error, "%.200s cannot be started: %s.", argv[0], strerror(reason));
    }
    const int ends[3] = {process->in, process->out, process->err};
    for (int i = 0; i < 3; i++) {
        fcntl(ends[i], F_SETFL, fcntl(ends[i], F_GETFL) | O_NONBLOCK);
    }
    return true;
}

/* ------------------------------------------------------------------ talking */

/* write() without the signal that a reader who has gone brings, also where the program has not seen to it. */
static ssize_t write_quietly(int end, const char *bytes, size_t count)
{
    sigset_t pipe_signal;
    sigset_t before;
    sigset_t pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    const ssize_t done = write(end, bytes, count);
    const int reason = errno;
    if (done < 0 && reason == EPIPE && !sigismember(&pending, SIGPIPE)) {
        const struct timespec at_once = {0, 0};
        while (sigtimedwait(&pipe_signal, NULL, &at_once) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return done;
}

static void send_some(struct bil_process *process)
{
    const size_t left = process->unsent.length - process->sent;
    const ssize_t done = write_quietly(process->in, bil_text_string(&process->unsent) + process->sent, left);
    if (done >= 0) {
        process->sent += (size_t)done;
    } else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
        close_end(&process->in);
    }
    if (process->sent == process->unsent.length) {
        bil_text_clear(&process->unsent);
        process->sent = 0;
    }
}

static void keep_words(struct bil_process *process, const char *bytes, size_t count)
{
    size_t had = strlen(process->words);
    const size_t keep = count < BIL_PROCESS_WORDS ? count : BIL_PROCESS_WORDS;
    if (had + keep > BIL_PROCESS_WORDS) {
        const size_t drop = had + keep - BIL_PROCESS_WORDS;
        memmove(process->words, process->words + drop, had - drop);
        had -= drop;
    }
    for (size_t i = 0; i < keep; i++) {
        const char c = bytes[count - keep + i];
        process->words[had + i] = (unsigned char)c < ' ' || c == 127 ? ' ' : c;
    }
    process->words[had + keep] = 0;
}

/* Reads what is there, of its output into `said`, of its error stream into `words`. At the end of either, closes it. */
static void hear_some(struct bil_process *process, int *end)
{
    char bytes[PIECE];
    const ssize_t count = read(*end, bytes, sizeof bytes);
    if (count > 0 && end == &process->out) {
        bil_text_add_bytes(&process->said, bytes, (size_t)count);
        process->since += (size_t)count;
    } else if (count > 0) {
        keep_words(process, bytes, (size_t)count);
        process->since += (size_t)count;
    } else if (count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
        close_end(end);
    }
}

/* Moves whatever can be moved; waits for that until the clock shows `until`. False if nothing moved. */
static bool pump(struct bil_process *process, int64_t until)
{
    const bool sends = process->unsent.length > 0;
    struct pollfd ends[3] = {{.fd = sends ? process->in : -1, .events = POLLOUT},
                             {.fd = process->out, .events = POLLIN},
                             {.fd = process->err, .events = POLLIN}};
    const int64_t left = until - bil_clock_ms();
    const int moved = poll(ends, 3, left <= 0 ? 0 : left > LONGEST_POLL ? LONGEST_POLL : (int)left);
    if (moved <= 0) {
        return moved < 0 ? errno == EINTR && left > 0 : left > LONGEST_POLL;
    }
    if (ends[0].revents) {
        send_some(process);
    }
    if (ends[1].revents) {
        hear_some(process, &process->out);
    }
    if (ends[2].revents) {
        hear_some(process, &process->err);
    }
    return true;
}

void bil_process_tell(struct bil_process *process, const char *text, size_t length)
{
    bil_text_add_bytes(&process->unsent, text, length);
    process->since = 0;
    if (process->in >= 0) {
        send_some(process);
    }
}

/* Takes the next whole line out of `said`. */
static bool take_line(struct bil_process *process, const char **line)
{
    char *begin = process->said.data ? process->said.data + process->read : NULL;
    char *stop = begin ? memchr(begin, '\n', process->said.length - process->read) : NULL;
    if (!stop) {
        if (begin && process->read > 0) { /* what was handed out makes room */
            process->said.length -= process->read;
            memmove(process->said.data, begin, process->said.length + 1);
            process->read = 0;
        }
        return false;
    }
    process->read += (size_t)(stop - begin) + 1;
    if (stop > begin && stop[-1] == '\r') {
        stop--;
    }
    *stop = 0;
    for (char *c = begin; c < stop; c++) {
        if ((unsigned char)*c < ' ' || *c == 127) {
            *c = '?';
        }
    }
    *line = begin;
    return true;
}

/* Whether the child has ended; it stays a zombie until bil_process_stop, so that its number cannot become another's. */
static bool has_ended(struct bil_process *process)
{
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
        return errno != EINTR;
    }
    if (info.si_pid == 0) {
        return false;
    }
    snprintf(process->end, sizeof process->end, info.si_code == CLD_EXITED ? "exit code %d" : "signal %d", info.si_status);
    return true;
}

/* Waits up to `milliseconds` for the child to end, in growing steps. */
static bool ends_within(struct bil_process *process, int milliseconds)
{
    const int64_t until = bil_clock_ms() + milliseconds;
    for (long step = 200000; !has_ended(process); step = step < 20000000 ? 2 * step : step) {
        if (bil_clock_ms() >= until) {
            return false;
        }
        const struct timespec pause = {0, step};
        nanosleep(&pause, NULL);
    }
    return true;
}

enum bil_process_news bil_process_line(struct bil_process *process, int64_t until, const char **line)
{
    for (;;) {
        if (take_line(process, line)) {
            return strlen(*line) > BIL_PROCESS_LINE ? BIL_PROCESS_FLOODS : BIL_PROCESS_SAID;
        }
        if (process->said.length > BIL_PROCESS_LINE || process->since > BIL_PROCESS_ANSWER ||
            process->unsent.length - process->sent > BIL_PROCESS_UNREAD) {
            return BIL_PROCESS_FLOODS;
        }
        if (process->out < 0 || process->in < 0) {
            ends_within(process, PATIENCE);
            while ((process->out >= 0 || process->err >= 0) && process->since <= BIL_PROCESS_ANSWER && pump(process, 0)) {
            } /* its last words */
            if (take_line(process, line)) {
                return BIL_PROCESS_SAID;
            }
            return BIL_PROCESS_CLOSED;
        }
        if (!pump(process, until)) {
            return BIL_PROCESS_SILENT;
        }
    }
}

/* ------------------------------------------------------------------ death */

void bil_process_stop(struct bil_process *process, const char *farewell)
{
    if (process->pid == 0) {
        return;
    }
    if (farewell && process->in >= 0) {
        bil_process_tell(process, farewell, strlen(farewell));
    }
    close_end(&process->in);
    if (farewell) {
        ends_within(process, PATIENCE);
    }
    kill(-process->pid, SIGKILL);
    while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    drop_process(process);
}
