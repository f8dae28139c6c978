/* Lines from a person or a script, and the signals that end a session. Must never change the terminal's mode, and never lose a
 * signal between two reads: they are held back except while ppoll waits. */
#define _GNU_SOURCE /* ppoll */
#include "terminal/keyboard.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "table/encoding.h"

static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
static volatile sig_atomic_t came; /* the one thing a handler can write to */

static void on_signal(int number)
{
    came = number;
}

static void ending_set(sigset_t *set)
{
    sigemptyset(set);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        sigaddset(set, ending[i]);
    }
}

void bil_keyboard_open(struct bil_keyboard *keyboard, int fd)
{
    memset(keyboard, 0, sizeof *keyboard);
    keyboard->fd = fd;
    keyboard->terminal = isatty(fd) != 0;
    came = 0;
    sigset_t set;
    ending_set(&set);
    sigprocmask(SIG_BLOCK, &set, NULL);
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction old;
        /* Who starts us with a signal ignored (nohup) means it. */
        if (sigaction(ending[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) {
            sigaction(ending[i], &action, NULL);
        }
    }
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGPIPE, &ignore, NULL);
}

int bil_keyboard_signal(void)
{
    sigset_t pending;
    if (came == 0 && sigpending(&pending) == 0) {
        for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
            if (sigismember(&pending, ending[i]) == 1) {
                return ending[i];
            }
        }
    }
    return came;
}

/* Waits until one of two descriptors (-1: none) can be read: LINE for `fd`, OTHER for `other`; or what came instead. */
static enum bil_input wait_for_input(int fd, int other, int milliseconds)
{
    const struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    struct pollfd wanted[] = {{.fd = fd, .events = POLLIN}, {.fd = other, .events = POLLIN}}; /* -1 is not looked at */
    sigset_t now;
    sigset_t set;
    ending_set(&set);
    sigprocmask(SIG_BLOCK, NULL, &now);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        sigdelset(&now, ending[i]);
    }
    while (came == 0) {
        const int ready = ppoll(wanted, 2, milliseconds < 0 ? NULL : &limit, &now);
        if (ready == 0 && came == 0) {
            return BIL_INPUT_TIME;
        }
        if (ready > 0 && came == 0) {
            return wanted[1].revents ? BIL_INPUT_OTHER : BIL_INPUT_LINE;
        }
        if (ready < 0 && errno != EINTR) {
            return BIL_INPUT_LINE; /* what is wrong with it, read() will say */
        }
    }
    return BIL_INPUT_SIGNAL;
}

/* Hands out waiting[begin .. end of line] without blanks at both ends; a line that does not fit is left out. */
static enum bil_input hand_out(struct bil_keyboard *keyboard, size_t length, size_t taken, bool too_long)
{
    const char *text = keyboard->waiting + keyboard->begin;
    while (length > 0 && (*text == ' ' || *text == '\t')) {
        text++;
        length--;
    }
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t' || text[length - 1] == '\r')) {
        length--;
    }
    if (too_long || length >= sizeof keyboard->line || memchr(text, 0, length)) {
        keyboard->begin += taken;
        return BIL_INPUT_TOO_LONG;
    }
    memcpy(keyboard->line, text, length);
    keyboard->line[length] = 0;
    keyboard->begin += taken;
    return BIL_INPUT_LINE;
}

/* The first bytes of a script, as those of any other text (table/encoding.h). */
static void look_at_encoding(struct bil_keyboard *keyboard)
{
    keyboard->looked = true;
    keyboard->begin = bil_encoding_mark(keyboard->waiting, keyboard->end);
    if (!bil_encoding_check(keyboard->waiting, keyboard->end, "standard input", &keyboard->why)) {
        keyboard->begin = keyboard->end = 0;
        keyboard->ended = true;
    }
}

const char *bil_keyboard_end_words(const struct bil_keyboard *keyboard)
{
    return keyboard->why.text[0] ? keyboard->why.text : "The input ended before the game did.";
}

enum bil_input bil_keyboard_wait(struct bil_keyboard *keyboard, bool lines, int other, int milliseconds)
{
    bool too_long = false;
    if (!lines) {
        return wait_for_input(-1, other, milliseconds);
    }
    for (;;) {
        const size_t length = keyboard->end - keyboard->begin;
        const char *text = keyboard->waiting + keyboard->begin;
        const char *end = memchr(text, '\n', length);
        if (end) {
            return hand_out(keyboard, (size_t)(end - text), (size_t)(end - text) + 1, too_long);
        }
        if (keyboard->ended) {
            return length > 0 ? hand_out(keyboard, length, length, too_long) : BIL_INPUT_END;
        }
        if (length == sizeof keyboard->waiting) {
            too_long = true; /* forget what came, wait for the line's end */
            keyboard->begin = keyboard->end = 0;
        } else if (keyboard->begin > 0) {
            memmove(keyboard->waiting, text, length);
            keyboard->begin = 0;
            keyboard->end = length;
        }
        const enum bil_input input = wait_for_input(keyboard->fd, other, milliseconds);
        if (input != BIL_INPUT_LINE) {
            return input;
        }
        const ssize_t got = read(keyboard->fd, keyboard->waiting + keyboard->end, sizeof keyboard->waiting - keyboard->end);
        if (got > 0) {
            keyboard->end += (size_t)got;
            if (!keyboard->looked && !keyboard->terminal) {
                look_at_encoding(keyboard);
            }
        } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
            if (keyboard->terminal && got == 0 && keyboard->end == keyboard->begin) {
                return BIL_INPUT_END; /* Ctrl-D: the terminal itself is still there */
            }
            keyboard->ended = true;
        }
    }
}
