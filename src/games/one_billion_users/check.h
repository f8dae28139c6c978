/* One Billion Users: what the two files of `check` share.
 *
 * Each function returns NULL, or one sentence on what cannot be; it begins with the place in a position where that stands
 * ("platforms[0].hand: ..."). Nothing here changes a state. */
#ifndef ONE_BILLION_USERS_CHECK_H
#define ONE_BILLION_USERS_CHECK_H

#include "games/one_billion_users/state.h"

struct obu_checking {
    const struct obu_rules *rules;
    const struct obu_state *state;
    char *buffer;
    size_t size;
    int count[OBU_CARDS]; /* cards found, by card */
    int hidden;           /* cards found that the viewer does not know */
};

/* Writes the sentence; returns it. */
__attribute__((format(printf, 2, 3))) const char *obu_broken(struct obu_checking *checking, const char *format, ...);

/* Whether the viewer of the state knows the hand of a seat. */
bool obu_hand_is_seen(const struct obu_checking *checking, int seat);

/* check_situation.c: whether play can lead to what is waited for: the phase, the windows above it and the secret choices. The
 * stack, the platforms, the hands and the piles have been found right. */
const char *obu_check_situation(struct obu_checking *checking);

#endif
