/* One Billion Users: the words that every sentence of this folder shares: names, amounts, who is "you", what an Event or a Blocker
 * does in a few words.
 *
 * For people only. No rule ever reads a string, and nothing here changes a state. */
#ifndef ONE_BILLION_USERS_WORDS_H
#define ONE_BILLION_USERS_WORDS_H

#include "games/one_billion_users/rules/state.h"
#include "kit/phrase.h"

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

/* The marks of templates (kit/phrase.h). Numbers of a kind of card may also be that of the card.
 *     %F %f  a seat: "Seat 2", "You", "you"                %O %o  what is its own: "Seat 2's", "Your", "your"
 *     %k     a card       %i  an Influencer   %v  an Event    %b  a Blocker    %h  a Hotfix    %g  a Safeguard
 *     %w     what an Influencer looks for: "most Users"    %e  what an Event does, in a few words
 *     %l     what a Blocker still allows: "no Community"   %a  the Blocker that a Safeguard keeps off
 *     %m     a Milestone                                   %n  a Network
 *     %M     half icons: "1,350 M"                         %U  Users as in struct obu_seat: "1,350 M and 1 user"
 *     %H %Y  half icons as icons: "13.5", "13½"           %N  a number: "-1,449" */
extern const struct bil_marks obu_marks;
void obu_tell(const struct bil_reader *reader, const char *template, ...);

/* "A, B or C"; at most `most` names, then "or 4 more". */
void obu_tell_communities(const struct bil_reader *reader, uint64_t communities, int most);

/* The cards of a set, each kind once, Communities first; returns how many (at most 64). */
int obu_kinds_in(const struct obu_rules *rules, const struct obu_cards *cards, uint8_t kinds[64]);
int obu_communities_in(uint64_t communities, uint8_t cards[64]);

/* notation.c, frames.c, events_text.c, why.c, board.c, topics.c */
extern const struct bil_notation obu_notation;
extern const struct bil_frames obu_frames; /* by enum obu_frame_kind */
void obu_prompt(const void *rules, const void *view, bool typed, struct bil_text *out);
unsigned obu_event_addressed(const void *rules, const struct bil_event *event);
void obu_event_text(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out);
void obu_consequence(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out);
extern const struct bil_cause obu_causes[];
extern const char *const obu_event_words[];
void obu_why_not(const void *rules, const void *view, bil_move move, struct bil_text *out);
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

#endif
