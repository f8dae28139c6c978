/* Lines of JSON for the operator of the server; log.h says what they must never do. */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/common/log.h"

/* A pipe takes PIPE_BUF bytes whole or not at all, and says beforehand whether it can: so longer lines are not written. */
enum { LINES_A_SECOND = 200, LINE_BYTES = 4096 };

static const char *const levels[] = {"info", "warning", "error"};

static void write_line(struct bil_log *log, const struct timespec *now, enum bil_log_level level, const char *what,
                       const char *fields)
{
    struct tm parts;
    char stamp[32];
    gmtime_r(&now->tv_sec, &parts);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &parts);
    struct bil_text line = {0};
    for (int whole = 1; whole >= 0; whole--) {
        bil_text_clear(&line);
        bil_text_format(&line, "{\"time\":\"%s.%03dZ\",\"level\":\"%s\",\"what\":\"%s\"%s%s}\n", stamp,
                        (int)(now->tv_nsec / 1000000), levels[level], what, whole && *fields ? "," : "", whole ? fields : "");
        if (line.length <= LINE_BYTES) {
            break;
        }
    }
    struct pollfd ready = {log->file, POLLOUT, 0};
    if (poll(&ready, 1, 0) != 1 || !(ready.revents & POLLOUT) || write(log->file, line.data, line.length) < 0) {
        log->lost++;
    }
    bil_text_free(&line);
}

void bil_log_write(struct bil_log *log, enum bil_log_level level, const char *what, const char *fields)
{
    struct timespec now;
    if (log->file < 0) {
        return;
    }
    clock_gettime(CLOCK_REALTIME, &now);
    if (now.tv_sec != log->since) {
        const uint64_t lost = log->lost;
        log->since = now.tv_sec;
        log->lines = 0;
        log->lost = 0;
        if (lost) {
            char words[48];
            snprintf(words, sizeof words, "\"lines\":%llu", (unsigned long long)lost);
            write_line(log, &now, BIL_LOG_WARNING, "log lines lost", words);
        }
    }
    if (log->lines == LINES_A_SECOND) {
        log->lost++;
        return;
    }
    log->lines++;
    write_line(log, &now, level, what, fields);
}

void bil_log_text(struct bil_log *log, enum bil_log_level level, const char *what, const char *key, const char *text)
{
    struct bil_text fields = {0};
    bil_text_format(&fields, "\"%s\":", key);
    bil_json_string(&fields, text);
    bil_log_write(log, level, what, bil_text_string(&fields));
    bil_text_free(&fields);
}
