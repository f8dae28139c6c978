/* The arguments of a program or subcommand as rows, from which they are read and --help is printed; exit codes, and the sentence on
 * standard error that goes with them.
 *
 * Must never guess: what is not understood is refused with a sentence. */
#ifndef BILLIONS_TERMINAL_ARGUMENTS_H
#define BILLIONS_TERMINAL_ARGUMENTS_H

#include "billions/text.h"

/* Exit codes, the same for every program and subcommand; `billions --help` and the man page list them. */
enum {
    BIL_EXIT_FINE = 0,
    BIL_EXIT_NO = 1,       /* what was asked about is not so: a record that does not verify, an edition that is broken; or a bot in
                              another program failed at every decision */
    BIL_EXIT_USAGE = 2,    /* wrong usage: an unknown option, a number out of range, an unknown game or bot */
    BIL_EXIT_INPUT = 3,    /* a file that can be read but does not hold what it should; a move that is not legal */
    BIL_EXIT_FILES = 4,    /* something cannot be read or written: no such file, full disk, closed pipe */
    BIL_EXIT_STUCK = 5,    /* a server's loop did not come to its end, and was ended */
    BIL_EXIT_STOPPED = 130 /* interrupted (Ctrl-C) */
};

/* A text that may be given several times. */
enum { BIL_LIST_MAX = 1024 };
struct bil_list {
    int count;
    const char *item[BIL_LIST_MAX];
};

enum bil_flag_kind {
    BIL_FLAG_SWITCH, /* bool * */
    BIL_FLAG_TEXT,   /* const char ** */
    BIL_FLAG_NUMBER, /* int64_t *, from low to high */
    BIL_FLAG_LIST    /* struct bil_list * */
};

/* One flag. Flags are given as --name value or --name=value; whatever was in *out stays if the flag is not given. */
struct bil_flag {
    const char *name; /* without the dashes */
    enum bil_flag_kind kind;
    void *out;
    const char *value; /* its value, for people: "N"; NULL for a switch */
    const char *help;  /* one line */
    int64_t low, high;
};

/* What --help prints of a subcommand besides its flags. */
struct bil_usage {
    const char *synopsis;         /* "billions verify FILE..." (several lines are fine) */
    const char *about;            /* a few lines */
    const struct bil_flag *flags; /* ends with a NULL name */
};

/* Reads the arguments behind argv[0]. Texts that are no flags go to `words`; there must be at least `least` and at most `most` (at
 * most BIL_LIST_MAX). Everything after "--" is such a text. Returns -1 to go on; else the exit code: --help was asked for and
 * printed, or something was wrong and a sentence was printed. */
int bil_arguments_read(int argc, char **argv, const struct bil_usage *usage, int least, int most, struct bil_list *words);

/* Prints "billions: " and the sentence on standard error and returns the code. */
__attribute__((format(printf, 2, 3))) int bil_exit_with(int code, const char *format, ...);

/* Prints a text on standard output at once, in ASCII where it must be (table/output.h), and frees it. BIL_EXIT_FINE, or
 * BIL_EXIT_FILES and a sentence if it cannot be written. */
int bil_print(struct bil_text *text);

#endif
