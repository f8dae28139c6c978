/* One Billion Users: what a viewer may know of a state, and worlds that fit it. */
#ifndef ONE_BILLION_USERS_SECRETS_H
#define ONE_BILLION_USERS_SECRETS_H

#include "games/one_billion_users/rules/state.h"

/* view.c, deal.c */
void obu_hide(const void *rules, const void *state, int viewer, void *view);
void obu_deal(const void *rules, const void *view, struct bil_random *random, void *world);
void obu_plan_deals(const void *rules, const void *view, void *plan);
void obu_deal_planned(const void *rules, const void *view, const void *plan, struct bil_random *random, void *world);
void obu_deal_believed(const void *rules, const void *view, const void *plan, struct bil_random *random, void *world);
void obu_make_lazy(void *rules, const void *view);
const char *obu_deal_lazily(const void *rules, const void *view, struct bil_random *random, void *world);
void obu_unseen(const struct obu_rules *rules, const struct obu_state *view,
                struct obu_cards *unseen); /* main cards that are in no open place and not in the viewer's own */

/* ------------------------------------------------------------------ deal_plan.c: what all worlds of one view share */

/* A hidden card of a seat that the viewer knows (knowledge.c). */
struct obu_token {
    uint8_t card, age;
};
/* All of them. */
struct obu_tokens {
    uint8_t knowns[OBU_SEATS];
    uint8_t more[OBU_SEATS];  /* unknown tokens that this world has beyond those that the table counts: a known one went instead */
    uint8_t fewer[OBU_SEATS]; /* tokens that the table counts as unknown and this world knows: what Talent Poaching brought */
    struct obu_token known[OBU_SEATS][OBU_KNOWN];
};

enum { OBU_RETURNED_MARK = 128 }; /* in a pool: this very card was in the deck when the game began */

struct obu_plan {
    int viewer;         /* seat or -1 */
    bool returned;      /* the viewer returned cards at set-up */
    bool settled;       /* `tokens` are those of every world: what Talent Poaching took is no matter of chance, or was chosen */
    bool pool_ready;    /* `pool` holds what every world has left for the unknown places */
    unsigned by_chance; /* bit s: seat s may have put its known cards in more than one way; the others hold theirs in `hand` */
    struct obu_cards unseen; /* but for the known cards in `hand` */
    struct obu_cards hand[OBU_SEATS];
    uint8_t hand_wants[OBU_SEATS];       /* cards still missing in a hand */
    uint8_t slot[OBU_SEATS][OBU_GROUND]; /* ground cards of a seat, as indices of obu_state.ground */
    uint8_t slots[OBU_SEATS];
    uint8_t hidden[OBU_GROUND]; /* those that the viewer does not know */
    int hiddens;
    uint8_t later[OBU_INFLUENCERS + OBU_EVENTS]; /* Influencers and Events that are in the deck */
    int laters;
    struct obu_tokens tokens;
    int pooled;
    uint8_t pool[OBU_PILE];
    uint16_t likely[64]; /* belief.c */
};
static_assert(sizeof(struct obu_plan) <= BIL_MAX_PLAN, "a plan must fit");

/* How likely each card is in another seat's hand, beside the others: 65,535 the likeliest. */
void obu_believe(const struct obu_rules *rules, const struct obu_state *view, uint16_t likely[64]);

/* Makes the plan of a view. For one deal alone chance may be given (else NULL): what went by Talent Poaching is chosen at once. */
void obu_make_plan(const struct obu_rules *rules, const struct obu_state *view, struct bil_random *random, struct obu_plan *plan);

/* The tokens of a world; of every world if no chance is given. False if they would hang on it. */
bool obu_gather_tokens(const struct obu_rules *rules, const struct obu_state *view, int viewer, struct bil_random *random,
                       struct obu_tokens *tokens);

/* Whether a seat may have put its known cards in more than one way, or wants unknown ones of some kind. */
bool obu_chance_places(const struct obu_plan *plan, const struct obu_state *view, const struct obu_tokens *tokens, int seat);

/* Where there is nothing to choose: known cards into the hand. Returns how many cards it still wants. */
int obu_place_in_hand(const struct obu_rules *rules, const struct obu_state *view, const struct obu_tokens *tokens, int seat,
                      struct obu_cards *unseen, struct obu_cards *hand);

/* Writes the unseen cards that are nobody's known ones; returns how many. */
int obu_fill_pool(const struct obu_rules *rules, const struct obu_state *view, const struct obu_cards *unseen,
                  uint8_t pool[OBU_PILE]);

#endif
