/* One Billion Users: a move that is not legal, and the ways to say why.
 *
 * Private to why.c, why_cards.c and why_plays.c. Each check writes a whole sentence and returns true, or returns false if its
 * condition holds. */
#ifndef ONE_BILLION_USERS_WHY_H
#define ONE_BILLION_USERS_WHY_H

#include "games/one_billion_users/words.h"

struct obu_doubt {
    const struct obu_rules *rules;
    const struct obu_state *state;
    const struct bil_frame *top;
    const struct obu_seat *seat; /* of the actor */
    int me;
    bil_move move;
    enum obu_verb verb;
    uint8_t a, b, c;
    struct bil_text *out;
};

/* why_cards.c: the sentence itself ("You can't add Prank Channels: ... (OBU-70)."), always true; and the checks that verbs share.
 */
__attribute__((format(printf, 3, 4))) bool obu_because(const struct obu_doubt *doubt, const char *rule, const char *format, ...);
bool obu_why_not_held(const struct obu_doubt *doubt, int card, const char *rule);
bool obu_why_not_of_kind(const struct obu_doubt *doubt, enum obu_kind kind, const char *rule);
bool obu_why_not_on_platform(const struct obu_doubt *doubt, const char *rule);
bool obu_why_no_such_seat(const struct obu_doubt *doubt);
bool obu_why_network_bars(const struct obu_doubt *doubt, int card, const char *rule); /* rule NULL: the Network's own */

/* why_plays.c: the eight ways to play and the sacrifices. */
bool obu_why_add(const struct obu_doubt *doubt);
bool obu_why_block(const struct obu_doubt *doubt);
bool obu_why_fix(const struct obu_doubt *doubt);
bool obu_why_grind(const struct obu_doubt *doubt);
bool obu_why_guard(const struct obu_doubt *doubt);
bool obu_why_action(const struct obu_doubt *doubt);
bool obu_why_discard(const struct obu_doubt *doubt);
bool obu_why_sacrifice(const struct obu_doubt *doubt);
bool obu_why_done(const struct obu_doubt *doubt);

#endif
