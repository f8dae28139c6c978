/* One Billion Users: the marks on what the table knows, shared by knowledge.c (which keeps them) and view.c (which deals by them).
 */
#ifndef ONE_BILLION_USERS_KNOWLEDGE_H
#define ONE_BILLION_USERS_KNOWLEDGE_H

#include "games/one_billion_users/state.h"

/* obu_known.age: the low seven bits are the age; or the whole byte is OBU_RETURNED. */
enum {
    OBU_SUSPECT = 128, /* may be the card that Talent Poaching took to the left neighbour */
    OBU_RETURNED = 127 /* went under the deck at set-up; known to its owner only */
};
/* obu_state.passed for those who saw only that a card went. */
enum { OBU_PASSED_UNSEEN = 255 };

/* Unknown tokens of a seat, of every age. */
int obu_unknown_tokens(const struct obu_state *state, int seat);

#endif
