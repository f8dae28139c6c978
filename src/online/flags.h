/* Flags of the commands here: --name value, --name=value, --switch; --help is printed from the same table. */
#ifndef BILLIONS_ONLINE_FLAGS_H
#define BILLIONS_ONLINE_FLAGS_H

#include <stdbool.h>
#include <stdint.h>

enum { BIL_FLAG_VALUES = 32 };
struct bil_flag_list {
    int count;
    const char *item[BIL_FLAG_VALUES];
};

/* One flag: exactly one of the four targets is set. */
struct bil_online_flag {
    const char *name;
    const char *value; /* what stands behind it, for people; NULL for a switch */
    const char *help;
    bool *given;
    const char **text;
    int64_t *number; /* from low to high */
    int64_t low, high;
    struct bil_flag_list *list; /* may be given several times */
};

struct bil_online_usage {
    const char *synopsis, *about;
    const struct bil_online_flag *flags; /* ends with a NULL name */
};

/* Reads what stands behind argv[0]; words that are no flags go to `words`, from `least` to `most`. -1 to go on; else the exit code:
 * help was printed, or a sentence on what is wrong. */
int bil_online_flags(int argc, char **argv, const struct bil_online_usage *usage, int least, int most, struct bil_flag_list *words);

/* "billions: " and the sentence on standard error; returns the code. */
__attribute__((format(printf, 2, 3))) int bil_online_fail(int code, const char *format, ...);

/* Exit codes, as `billions --help` lists them. */
enum {
    BIL_ONLINE_FINE = 0,
    BIL_ONLINE_NO = 1,
    BIL_ONLINE_USAGE = 2,
    BIL_ONLINE_INPUT = 3,
    BIL_ONLINE_FILES = 4,
    BIL_ONLINE_STUCK = 5 /* a server's loop did not come to its end, and was ended */
};

#endif
