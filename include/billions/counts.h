/* What laboratories count of a game without knowing it: things (kinds of cards, tiles or dice), and roles. Never asked while a game
 * is played with people, for it looks into hands. */
#ifndef BILLIONS_COUNTS_H
#define BILLIONS_COUNTS_H

#include "billions/game.h"

BIL_API_BEGIN

enum {
    BIL_MAX_THINGS = 128,
    BIL_MAX_ROLES = 16,
    BIL_MAX_TELLS = 4 /* of one event */
};

/* What an event says of the countable things of a game. */
enum bil_tells {
    BIL_TELLS_CAME,   /* one `thing` came to a seat: into its hand, or at once into play */
    BIL_TELLS_PLAYED, /* one `thing` was played for what it does; put away in any other way, it was not */
    BIL_TELLS_BEGINS  /* `seat` is the one that begins the game; `thing` means nothing */
};
struct bil_tell {
    enum bil_tells what;
    int thing;
    int seat; /* -1: nobody's */
};

/* All may be 0 or NULL. */
struct bil_counts {
    /* Countable things are kinds of cards by number from 0; copies of a kind are one thing. */
    int things;             /* one more than the highest number; at most BIL_MAX_THINGS */
    const char *thing_word; /* what one is: "card" */

    /* The name of a thing, its own in this game; false and nothing if the edition has none of it. */
    bool (*thing_name)(const void *rules, int thing, struct bil_text *out);

    /* What an event says of things, in fast rules too; returns how much, at most BIL_MAX_TELLS. What a seat was dealt at set-up
     * need not be told: `held` says it. */
    int (*tell)(const void *rules, const struct bil_event *event, struct bil_tell *tells);

    /* How many of each thing lie in a seat's hand (count[things]), of a state. */
    void (*held)(const void *rules, const void *state, int seat, uint8_t *count);

    /* In a state that `setup` has just made: takes one thing out of the seat's hand, each equally likely, puts one `thing` from the
     * draw pile into its place, and the other where that lay. All else stays as it is, and the state is one that chance could have
     * made. False, and nothing done, if the pile has none, or the hand none that may go. */
    bool (*exchange)(const void *rules, void *state, int seat, int thing, struct bil_random *random);

    /* What a seat is in this game from the beginning to the end (a power, a secret goal), as an index in `roles`, or -1: nothing.
     */
    int (*role)(const void *rules, const void *state, int seat);
    const char *const *roles; /* at most BIL_MAX_ROLES; ends with NULL */
    const char *role_word;    /* what one is: "Network" */
};

BIL_API_END

#endif
