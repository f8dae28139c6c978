/* 6 Billion: a move that is not legal, and the ways to say why.
 *
 * Private to why.c and why_plays.c. Each check writes a whole sentence and returns true, or returns false if its condition holds.
 */
#ifndef SIX_BILLION_WHY_H
#define SIX_BILLION_WHY_H

#include "games/six_billion/words.h"

struct six_doubt {
    const struct six_rules *rules;
    const struct six_state *state;
    const struct bil_frame *top;
    int me; /* the actor */
    bil_move move;
    enum six_verb verb;
    int card, faction, from, to, n;
    struct bil_text *out;
};

/* why.c: the sentence itself ("You can't play `double pluto`: ... (SIX-140)."), always true. */
__attribute__((format(printf, 3, 4))) bool six_because(const struct six_doubt *doubt, const char *rule, const char *format, ...);

/* A faction in a reason: the actor's own is "you". */
struct six_phrase {
    char text[32];
};
struct six_phrase six_said_name(const struct six_doubt *doubt, int faction);  /* "you", "Neutral Pink" */
struct six_phrase six_said_owner(const struct six_doubt *doubt, int faction); /* "your", "Neutral Pink's" */
const char *six_said_has(const struct six_doubt *doubt, int faction);         /* "have", "has" */

/* Parts that name nothing: no text is read as such a move. */
bool six_why_no_site(const struct six_doubt *doubt, int site);
bool six_why_no_faction(const struct six_doubt *doubt);
/* The token that a move is about is not on that track. */
bool six_why_no_token(const struct six_doubt *doubt, int faction, int site, const char *rule, const char *box_rule);
bool six_why_not_held(const struct six_doubt *doubt, int card, const char *rule);
/* Where people cannot go, distance aside: a token there, no room for the billions in that half, nobody else (rules by half). */
bool six_why_not_there(const struct six_doubt *doubt, int faction, int half, int billions);

/* why_plays.c: the Actions. */
bool six_why_people(const struct six_doubt *doubt);
bool six_why_double(const struct six_doubt *doubt);
bool six_why_recycle(const struct six_doubt *doubt);
bool six_why_discover(const struct six_doubt *doubt);
bool six_why_trouble(const struct six_doubt *doubt);
bool six_why_reveal(const struct six_doubt *doubt);
bool six_why_symbol(const struct six_doubt *doubt);

#endif
