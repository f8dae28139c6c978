/* The log of the server: one line of JSON for each thing that matters, on a file descriptor (standard error as a rule).
 *
 *     {"time":"2026-11-22T06:00:00.123Z","level":"info","what":"listening","port":8000}
 *
 * Must never hold a secret (who calls it hands over none: no token, no session, no passphrase, no message of a client), never wait
 * for a reader that has stopped reading, and never be filled by somebody who provokes lines: what is too much is counted, and the
 * count is logged. Belongs to one thread. */
#ifndef BILLIONS_SERVER_COMMON_LOG_H
#define BILLIONS_SERVER_COMMON_LOG_H

#include "billions/text.h"

enum bil_log_level { BIL_LOG_INFO, BIL_LOG_WARNING, BIL_LOG_ERROR };

struct bil_log {
    int file;      /* where lines go; -1: nowhere */
    int64_t since; /* the second that is counted, Unix time */
    int lines;     /* written in it */
    uint64_t lost; /* lines not written, since that was last told */
};

/* `fields` is JSON without braces ("\"table\":\"k3v6\""), or "". Lines longer than 4 KiB keep their beginning: `fields` are left
 * out. */
void bil_log_write(struct bil_log *log, enum bil_log_level level, const char *what, const char *fields);
/* The same with one field that is a text: it is quoted here. */
void bil_log_text(struct bil_log *log, enum bil_log_level level, const char *what, const char *key, const char *text);

#endif
