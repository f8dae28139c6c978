/* From what the rules of a match are made: seats, revision, edition, options. */
#ifndef BILLIONS_CONFIG_H
#define BILLIONS_CONFIG_H

#include "billions/text.h"
#include "billions/value.h"

/* One option of a game, as a person sets it with key=value. */
struct bil_option {
    const char *key;
    const char *values;  /* what may be given: "fifth | 1-60"; for people only where `read` is given */
    const char *initial; /* the default */
    const char *help;    /* one sentence */
    const char *full;    /* the value with every rule of the box in play, which simulations begin with; NULL = the default */
    size_t at;           /* where in the rules it goes (kit/options.h) */
    bool (*read)(void *rules, const char *value, struct bil_error *error); /* NULL, or what reads it instead */
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

#endif
