/* Lines from a person or a script, and the signals that end a session.
 *
 * Lines are read as the terminal's own line editing hands them over (Backspace, Ctrl-U, Ctrl-W); the terminal is never put into
 * another mode, so whatever ends the program leaves it as it was. */
#ifndef BILLIONS_TERMINAL_KEYBOARD_H
#define BILLIONS_TERMINAL_KEYBOARD_H

#include <stdbool.h>
#include <stddef.h>

#include "billions/text.h"

enum { BIL_KEYBOARD_LINE = 1024 };

enum bil_input {
    BIL_INPUT_LINE,
    BIL_INPUT_END,
    BIL_INPUT_SIGNAL,
    BIL_INPUT_TOO_LONG,
    BIL_INPUT_OTHER, /* bil_keyboard_wait: something else can be read */
    BIL_INPUT_TIME   /* bil_keyboard_wait: the time is over */
};

struct bil_keyboard {
    int fd;
    bool terminal;
    bool ended;
    bool looked;          /* at how what was read is encoded */
    struct bil_error why; /* what cannot be read, if the input ended for that */
    size_t begin, end;    /* what was read and not yet handed out: waiting[begin .. end-1] */
    char waiting[4096];
    char line[BIL_KEYBOARD_LINE]; /* the last line, without its end and without blanks at both ends */
};

/* From here on SIGINT, SIGTERM and SIGHUP are held back and seen only by bil_keyboard_wait and bil_keyboard_signal; SIGPIPE is
 * ignored, so that a closed pipe is an error of a write. */
void bil_keyboard_open(struct bil_keyboard *keyboard, int fd);

/* The next line into `line`; a last line without an end counts as one. Ends also when the descriptor `other` (-1: none) can be
 * read, or after `milliseconds` (-1: never). Without `lines` the keyboard itself is not read, and only the others are waited for.
 */
enum bil_input bil_keyboard_wait(struct bil_keyboard *keyboard, bool lines, int other, int milliseconds);

/* A sentence on why the input of a script ended. */
const char *bil_keyboard_end_words(const struct bil_keyboard *keyboard);

/* The signal that came, or 0. */
int bil_keyboard_signal(void);

#endif
