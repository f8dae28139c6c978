/* Dealing what a viewer cannot see, compared with every world that fits.
 *
 * A scene (scenes/deals.json) is a position with so few hidden cards that all worlds can be listed, and a description, by hand, of
 * every hidden card of every seat (a token): whose it is, how many cards that seat had ground when it got it, and its name if the
 * viewer knows it. From that alone the worlds are listed; what the program itself keeps of knowledge is not looked at. What "as
 * often as it should" means stands at the top of src/games/one_billion_users/deal.c.
 *
 *     {"id": ..., "rules": [...], "position": {...}, "steps": ["2 draw discard"], "viewer": 1, "variants": [[1, "2 0 Push;2 0 ?"]]}
 *
 * `viewer` is a seat from 1, or 0: a spectator. Each variant is a way in which things may have gone: how likely it is beside the
 * others, and its tokens, "SEAT AGE CARD" with ? for an unknown card. Where all Influencers stand on a platform, all Events lie on
 * their pile and what is named nowhere lies under the discard pile, only what is listed is hidden. */
#ifndef TESTS_ONE_BILLION_USERS_WORLDS_H
#define TESTS_ONE_BILLION_USERS_WORLDS_H

#include "games/one_billion_users/rules/state.h"
#include "games/one_billion_users/support.h"

/* The test of a scene (case_rows): deals many times, and fails if a world comes up that does not fit, or if chi-square says that
 * some come up too often. */
void obu_deals_are_uniform(void **scene);

/* Claims by hand have interrupted a Social Shuffle: the order of the Influencers still to come is in the state, and hidden. */
bool obu_in_social_shuffle(const void *state);

#endif
