/* One Billion Users: the words that every sentence of this folder shares: names, amounts, who is "you", what an Event or a Blocker
 * does in a few words.
 *
 * For people only. No rule ever reads a string, and nothing here changes a state. */
#ifndef ONE_BILLION_USERS_WORDS_H
#define ONE_BILLION_USERS_WORDS_H

#include "games/one_billion_users/rules/state.h"

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

const char *obu_card_name(const struct obu_rules *rules, int card); /* any card, OBU_HIDDEN is "?" */

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

/* notation.c, frames.c, events_text.c, board.c, topics.c */
extern const struct bil_notation obu_notation;
extern const struct bil_frames obu_frames; /* by enum obu_frame_kind */
void obu_prompt(const void *rules, const void *view, bool typed, struct bil_text *out);
unsigned obu_event_addressed(const void *rules, const struct bil_event *event);
void obu_event_text(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out);
void obu_consequence(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out);
extern const char *const obu_event_words[];
void obu_draw(const void *rules, const void *view, const struct bil_style *style, struct bil_text *out);
extern const struct bil_topic obu_topics[];

/* topics_cards.c: texts for the list in topics.c */
extern const char obu_topic_influencers[];
extern const char obu_topic_events[];
extern const char obu_topic_milestones[];
extern const char obu_topic_scoring[];
extern const char obu_topic_networks[];
extern const char obu_topic_options[];
extern const char obu_topic_secrets[];
extern const char obu_topic_moves[];
extern const char obu_topic_reconstructed[];

/* ------------------------------------------------------------------ a move that is not legal, and the ways to say why */

void obu_why_not(const void *rules, const void *view, bil_move move, struct bil_text *out);

/* Private to why.c and why_cards.c. Each check writes a whole sentence and returns true, or returns false if its
 * condition holds. */
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

#endif
