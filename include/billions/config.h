/* From what the rules of a match are made: seats, revision, edition, options. */
#ifndef BILLIONS_CONFIG_H
#define BILLIONS_CONFIG_H

#include "billions/text.h"
#include "billions/value.h"

BIL_API_BEGIN

/* A value on offer, for people who choose instead of typing: its name, what it changes, and which players it suits. */
struct bil_option_value {
    const char *value;
    const char *name;
    const char *what; /* one or two short sentences; NULL: the name says it all */
};

/* One option of a game, as a person sets it with key=value, and as a page lets it be chosen. */
struct bil_option {
    const char *key;
    const char *values;  /* what may be given: "fifth | 1-60"; for people only where `read` is given */
    const char *initial; /* the default */
    const char *help;    /* one sentence */
    const char *full;    /* the value with every rule of the box in play, which simulations begin with; NULL = the default */
    size_t at;           /* where in the rules it goes (kit/options.h) */
    bool (*read)(void *rules, const char *value, struct bil_error *error); /* NULL, or what reads it instead */

    const char *name; /* what it is about, in two or three words: "Discovery Track" */
    const struct bil_option_value
        *choices; /* every word among `values`, and numbers worth a name; ends with a NULL value. NULL: none */
    const struct bil_option_value *each; /* or one of these for every seat, with commas between; ends so too. NULL: not by seats */
    const char *unit;                    /* what its numbers count, "cards"; "seat": each is a seat. NULL: it has no numbers */
    bool early;                          /* one of the few that are shown first */
};

struct bil_setting {
    const char *key;
    const char *value;
};

/* From what rules are made. */
struct bil_config {
    int seats;
    int revision;                    /* of the rules; 0 = the newest. An old record keeps its own */
    const struct bil_value *edition; /* NULL = the edition that is compiled in */
    const struct bil_setting *settings;
    int setting_count;
    /* For playouts and the lab, where nobody looks: seats with nothing to say are not asked, and what seats know of each other
     * is not kept up to date. The same decisions then lead to the same facts. Never at a table with people. */
    bool fast;
};

BIL_API_END

#endif
