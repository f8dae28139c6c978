/* 6 Billion: the words that every sentence of this folder shares: names of factions, sites and cards, amounts, who is "you", what a
 * window is about.
 *
 * For people only. No rule ever reads a string, and nothing here changes a state. Numbers that name nothing are written as "?". */
#ifndef SIX_BILLION_WORDS_H
#define SIX_BILLION_WORDS_H

#include "games/six_billion/rules/state.h"
#include "kit/notation.h"
#include "kit/page.h"

/* Names that can be asked for with any number; "?" where there is nothing. */
const char *six_site_short(int site);                                     /* "Belt", before "token" or "box" */
const char *six_site_place(int site);                                     /* "the Belt", "Earth": where something is */
const char *six_faction_word(const struct six_rules *rules, int faction); /* "red": as records write it */
const char *six_card_word(int card);                                      /* "colony6-other": as records write it */
const char *six_find_word(int find);                                      /* "venus", "dollar" */
const char *six_find_name(int find);                                      /* "Venus", "Dollar" */
const char *six_symbol_name(int symbol);                                  /* "Dollar" */

/* Factions. The one whose number `viewer` is, is "you". */
void six_add_faction(struct bil_text *out, const struct six_rules *rules, int faction, int viewer, bool begins); /* "Red", "Neutral
                                                                                                                    Pink", "you" */
void six_add_owner(struct bil_text *out, const struct six_rules *rules, int faction, int viewer, bool begins); /* "Red's", "your" */

/* A card as people say it: "New Colony (distance 6, another player)". */
void six_add_card(struct bil_text *out, const struct six_rules *rules, int card);

/* Amounts. */
int six_people(int level); /* of any number; six_population with the bounds looked at */
void six_add_count(struct bil_text *out, int count, const char *thing); /* "1 card", "3 cards" */
const char *six_ordinal(int place);                                     /* of 1 to 6: "first", "second" */

/* Lists: "A, B and C", with `last` before the last one. */
void six_add_sites(struct bil_text *out, unsigned sites, const char *last); /* "Earth, Mars or the Belt" */
void six_add_steps(struct bil_text *out, const struct six_state *state, int faction, unsigned sites, int step,
                   const char *last);                                                                      /* "Earth (4 to 8)" */
void six_add_codes(struct bil_text *out, uint32_t kinds, const char *last);                                /* "death or famine" */
void six_add_cards(struct bil_text *out, const struct six_rules *rules, uint32_t kinds, const char *last); /* "Death or War" */
void six_add_factions(struct bil_text *out, const struct six_rules *rules, unsigned factions, const char *last); /* "red or pink" */

/* What a Cancel window is about, as a whole clause: "Red's Earth token is to double freely, from 4 to 8". */
void six_add_event(struct bil_text *out, const struct six_rules *rules, const struct six_state *state, int viewer);

/* notation.c, frames.c, events_text.c, retell.c, board.c, topics.c */
extern const struct bil_notation six_notation;
extern const struct bil_nouns six_faction_nouns; /* colours, and "neutral" where one is meant */
extern const struct bil_frames six_frames;       /* by enum six_frame_kind */
void six_prompt(const void *rules, const void *view, bool typed, struct bil_text *out);
unsigned six_event_addressed(const void *rules, const struct bil_event *event);
void six_event_text(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out);
void six_consequence(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out);
extern const char *const six_event_words[];
int six_retell(const void *rules, const struct bil_event *events, int count, int viewer, struct bil_text *out, bool *opens);
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
    const struct bil_style *style;
    int reader; /* the seat whose view it is; BIL_SPECTATOR, or BIL_EVERYBODY for a whole state */
    int width;
};

const char *six_sign(const struct six_board *board, enum six_sign sign);

/* A page of this board; rows go on below `indent`. */
struct bil_page six_board_page(const struct six_board *board, struct bil_text *out, int indent);

/* A faction's letter in its colour: "R". */
void six_board_letter(const struct six_board *board, const struct bil_page *page, struct bil_text *text, int faction);

/* The Solar System: ten tracks with their tokens, growth sums, points and holding boxes; the Discovery Track if it is in use. */
void six_board_tracks(const struct six_board *board, struct bil_text *out);

/* ------------------------------------------------------------------ a move that is not legal, and the ways to say why */

void six_why_not(const void *rules, const void *view, bil_move move, struct bil_text *out);

/* Private to why.c and why_cards.c. Each check writes a whole sentence and returns true, or returns false if its condition holds.
 */
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

/* why_cards.c: the sentence itself ("You can't play `double pluto`: ... (SIX-140)."), always true. */
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

#endif
