/* One Billion Users: the words that every sentence of this folder shares: names, amounts, who is "you", what an Event or a Blocker
 * does in a few words.
 *
 * For people only. No rule ever reads a string, and nothing here changes a state. */
#ifndef ONE_BILLION_USERS_WORDS_H
#define ONE_BILLION_USERS_WORDS_H

#include "games/one_billion_users/state.h"

/* What kind a card is. */
enum obu_kind {
    OBU_K_COMMUNITY,
    OBU_K_BLOCKER,
    OBU_K_HOTFIX,
    OBU_K_SAFEGUARD,
    OBU_K_ACTION,
    OBU_K_INFLUENCER,
    OBU_K_EVENT,
    OBU_K_GAME_OVER,
    OBU_K_UNKNOWN,
    OBU_KINDS
};
struct obu_kind_words {
    const char *name;   /* "Blocker" */
    const char *plural; /* "Blockers" */
    const char *one;    /* "a Blocker", "an Event" */
};
extern const struct obu_kind_words obu_kind_words[OBU_KINDS];
enum obu_kind obu_kind_of(int card);

extern const char *const obu_event_effects[OBU_EVENTS]; /* what it does, in a few words */

/* The platform an Influencer looks for: "most Users". */
const char *obu_criterion(const struct obu_rules *rules, int influencer);

/* The number of an Influencer, Event, Blocker, Hotfix or Safeguard as a card: `base` is the first card of the kind, and a number
 * that is a card already stays what it is (no kind has as many cards as the first one's number). */
int obu_as_card(int base, int number);

/* Whether `viewer` is that seat; then it is "you". */
void obu_add_seat(struct bil_text *out, int seat, int viewer, bool begins);  /* "Seat 2", "you", "You" */
void obu_add_owner(struct bil_text *out, int seat, int viewer, bool begins); /* "Seat 2's", "your", "Your" */

/* Amounts. `halves` are half icons of 50 million; `users` is as in struct obu_seat. */
void obu_add_millions(struct bil_text *out, int halves);                /* "1,350 M" */
void obu_add_users(struct bil_text *out, int users);                    /* "1,350 M", "1,350 M and 1 user" */
void obu_add_icons(struct bil_text *out, int halves, bool unicode);     /* "13½", "13.5" */
void obu_add_number(struct bil_text *out, int number);                  /* "-1,449" */
void obu_add_count(struct bil_text *out, int count, const char *thing); /* "1 card", "3 cards" */

/* Lists: "A, B and C" (or "A, B or C"); at most `most` names, then "and 4 more". */
void obu_add_cards(struct bil_text *out, const struct obu_rules *rules, const uint8_t *cards, int count, const char *last,
                   int most);

/* The cards of a set, each kind once, Communities first; returns how many (at most 64). */
int obu_kinds_in(const struct obu_rules *rules, const struct obu_cards *cards, uint8_t kinds[64]);
int obu_communities_in(uint64_t communities, uint8_t cards[64]);

#endif
