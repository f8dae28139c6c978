/* Another program at the other end of three pipes: lines to it, lines from it, each within a time.
 *
 * Whatever that program does or leaves undone, nobody here waits longer than was said, gets a signal, or keeps a process or a
 * descriptor of it after bil_process_stop. It knows no game and no protocol. One thread at a time uses one process. */
#ifndef BILLIONS_TABLE_EXTERNAL_BOT_PROCESS_H
#define BILLIONS_TABLE_EXTERNAL_BOT_PROCESS_H

#include <sys/types.h>

#include "billions/text.h"

enum {
    BIL_PROCESS_LINE = 16 * 1024,     /* the longest line that is taken */
    BIL_PROCESS_ANSWER = 256 * 1024,  /* as much may come in reply to one message */
    BIL_PROCESS_UNREAD = 1024 * 1024, /* as much may lie unread before it */
    BIL_PROCESS_WORDS = 200           /* as much of its error stream is kept, the last of it */
};

struct bil_process {
    pid_t pid;              /* 0: there is none */
    int in, out, err;       /* our ends; -1: closed */
    struct bil_text unsent; /* what it has not yet taken */
    size_t sent;            /* of it */
    struct bil_text said;   /* what it wrote, from `read` on not yet handed out as lines */
    size_t read;
    size_t since; /* bytes that came since the last message */
    char words[BIL_PROCESS_WORDS + 1];
    char end[64]; /* once it has died: "exit code 3", "signal 11" */
};

enum bil_process_news {
    BIL_PROCESS_SAID,   /* a line */
    BIL_PROCESS_SILENT, /* no whole line within the time */
    BIL_PROCESS_CLOSED, /* it will never say anything again: it has died (then `end` says how), or closed its output or input */
    BIL_PROCESS_FLOODS  /* more than anybody wants to read, or it reads nothing */
};

/* Starts a program: argv[0] is looked for as a shell would. False and a sentence if there is none or the system gives no process.
 */
bool bil_process_start(struct bil_process *process, char *const argv[], struct bil_error *error);

/* Hands over a message, whole lines. What the pipe does not take at once is written while bil_process_line waits: nobody ever
 * waits for a full pipe. */
void bil_process_tell(struct bil_process *process, const char *text, size_t length);

/* The next line, without its end and without control characters in it; it stays in `said` until the next call. Waits until the
 * clock shows `until`; a time that is past only looks. */
enum bil_process_news bil_process_line(struct bil_process *process, int64_t until, const char **line);

/* Ends it and everything that it started: with the message `farewell` and half a second to go by itself, or (NULL) at once. Does
 * nothing where there is none. */
void bil_process_stop(struct bil_process *process, const char *farewell);

#endif
