/* 6 Billion: the words that every sentence of this folder shares: names of factions, sites and cards, amounts, who is "you", what a
 * window is about.
 *
 * For people only. No rule ever reads a string, and nothing here changes a state. Numbers that name nothing are written as "?". */
#ifndef SIX_BILLION_WORDS_H
#define SIX_BILLION_WORDS_H

#include "games/six_billion/rules/state.h"
#include "kit/notation.h"
#include "kit/page.h"
#include "kit/phrase.h"

/* Names that can be asked for with any number; "?" where there is nothing. */
const char *six_site_short(int site);                                     /* "Belt", before "token" or "box" */
const char *six_faction_word(const struct six_rules *rules, int faction); /* "red": as records write it */
const char *six_find_word(int find);                                      /* "venus", "dollar" */
const char *six_symbol_name(int symbol);                                  /* "Dollar" */

/* The marks of templates (kit/phrase.h):
 *     %F %f  a faction: "Red", "Neutral Pink", "You", "you"      %O %o  what is its own: "Red's", "Your", "your"
 *     %w     a site as a place: "the Belt"                        %j  before a noun: "Belt"
 *     %h     a faction as it is typed: "red"                      %q  a card as it is typed: "colony6-other"
 *     %k     a card: "New Colony (distance 6, another player)"    %n  its name alone
 *     %D     a Discovery card or Hidden Agenda                    %y  a symbol
 *     %l     the population of a level, of any number             %t  "third"
 *     %p     "1 point", "3 points"
 *     %W %A  sites, bit by number: "Earth or Mars", "Earth and Mars"
 *     %C %B  cards as they are typed, likewise: "death or war", "death and war"
 * and for events: %c the card that everybody begins with, %v what a Cancel card is played against (SIX_ABOUT), %K the one that
 * stopped it (SIX_STOPPED); of a SIX_ROUTE %r the people, %< %( its source as a place and before a noun, %) %> its destination. */
extern const struct bil_marks six_marks;
void six_tell(const struct bil_reader *reader, const char *template, ...);

/* A list of the numbers of these bits, each told by a template with one mark: "A, B and C" with " and " as `last`. */
void six_tell_list(const struct bil_reader *reader, uint32_t bits, const char *each, const char *last);
const char *six_between(bool first, uint32_t more, const char *last); /* the separator before an item of a list */

/* What a Cancel window is about, as a whole clause: "Red's Earth token is to double freely, from 4 to 8". */
void six_tell_event(const struct bil_reader *reader, const struct six_state *state);

/* notation.c, frames.c, events_text.c, retell.c, why.c, board.c, topics.c */
extern const struct bil_notation six_notation;
extern const struct bil_nouns six_faction_nouns; /* colours, and "neutral" where one is meant */
extern const struct bil_frames six_frames;       /* by enum six_frame_kind */
void six_prompt(const void *rules, const void *view, bool typed, struct bil_text *out);
unsigned six_event_addressed(const void *rules, const struct bil_event *event);
void six_event_text(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out);
void six_consequence(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out);
extern const struct bil_cause six_causes[];
void six_seat_called(const void *rules, int seat, struct bil_text *out);
extern const char *const six_event_words[];
int six_retell(const void *rules, const struct bil_event *events, int count, int viewer, struct bil_text *out, bool *opens);
void six_why_not(const void *rules, const void *view, bil_move move, struct bil_text *out);
void six_draw_board(const void *rules, const void *view, const struct bil_style *style, struct bil_text *out);
extern const struct bil_topic six_topics[];

/* topics_cards.c: texts for the list in topics.c */
extern const char six_topic_cards[];
extern const char six_topic_colonies[];
extern const char six_topic_doubling[];
extern const char six_topic_attacks[];
extern const char six_topic_discoveries[];
extern const char six_topic_cancel[];
extern const char six_topic_response[];
extern const char six_topic_windows[];
extern const char six_topic_drawing[];
extern const char six_topic_agendas[];
extern const char six_topic_track[];
extern const char six_topic_powers[];
extern const char six_topic_options[];
extern const char six_topic_variants[];
extern const char six_topic_secrets[];
extern const char six_topic_moves[];
extern const char six_topic_reconstructed[];

/* ------------------------------------------------------------------ the board: board.c, board_tracks.c */

#define SIX_INK_HARM "\033[1;33m" /* full, at stake */

/* Signs with two faces. */
enum six_sign { SIX_SIGN_MOVED, SIX_SIGN_NOW, SIX_SIGN_EMPTY, SIX_SIGN_CAN, SIX_SIGN_CANNOT, SIX_SIGN_ARROW, SIX_SIGNS };

struct six_board {
    const struct six_rules *rules;
    const struct six_state *state;
    int reader; /* the seat whose view it is; BIL_SPECTATOR, or BIL_EVERYBODY for a whole state */
    struct bil_page page;
};

const char *six_sign(const struct six_board *board, enum six_sign sign);

/* Adds a faction's letter in its colour to the next item: "R". */
void six_board_letter(struct six_board *board, int faction);

/* The Solar System: ten tracks with their tokens, growth sums, points and holding boxes; the Discovery Track if it is in use. */
void six_board_tracks(struct six_board *board);

#endif
