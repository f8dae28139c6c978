/* Dealing what a viewer cannot see, compared with every world that fits.
 *
 * A scene is a position with so few hidden cards that all worlds can be listed, and a description, by hand, of every hidden card of
 * every seat (a token): whose it is, how many cards that seat had ground when it got it, and its name if the viewer knows it. From
 * that alone the worlds are listed; what the program itself keeps of knowledge is not looked at. What "as often as it should"
 * means stands at the top of src/games/one_billion_users/deal.c. */
#ifndef TESTS_ONE_BILLION_USERS_WORLDS_H
#define TESTS_ONE_BILLION_USERS_WORLDS_H

#include "games/one_billion_users/rules/state.h"
#include "games/one_billion_users/support.h"

enum { WORLD_VARIANTS = 4 };

/* One way in which things may have gone, and how likely it is beside the others. */
struct variant {
    double weight;
    const char *tokens; /* "seat age card;..." with ? for an unknown card */
};

struct scene {
    const char *position;
    const char *const *steps; /* ends with NULL; may be NULL */
    int viewer;               /* a seat from 1, or 0: a spectator */
    struct variant variant[WORLD_VARIANTS];
};

/* Deals many times; fails the test if a world comes up that does not fit, or if chi-square says that some come up too often. */
void deals_are_uniform(const struct scene *scene);

/* A table at the scene's position after its steps. */
void set_scene(struct case_table *table, const struct scene *scene);

/* A random stream of these tests' own. */
void worlds_random(struct bil_random *random, unsigned index);

/* Beginnings of positions. Where all Influencers stand on a platform, all Events lie on their pile and what is named nowhere lies
 * under the discard pile, only what is listed is hidden. */
#define HEAD(seats) "{\"format\": 1, \"game\": \"one-billion-users\", \"rest\": \"aside\", \"seats\": " #seats ", "
#define STARS                                                                                                                      \
    "\"influencers\": [\"The Investor\", \"The Trendsetter\", \"The Contrarian\", \"The Troll\", \"Today's Main Character\", "     \
    "\"The Archivist\", \"The Clout Chaser\", \"The Homebody\", \"The Drama Reporter\"]"
#define SHOW "\"event_pile\": [\"Patch Day\"], "

/* Claims by hand have interrupted a Social Shuffle: the order of the Influencers still to come is in the state, and hidden. */
bool obu_in_social_shuffle(const void *state);

#endif
