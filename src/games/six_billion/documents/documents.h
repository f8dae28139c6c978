/* 6 Billion: what is read and written as a document or as numbers: options and rules, editions, positions, observations,
 * what a laboratory counts; and whether a state can be. */
#ifndef SIX_BILLION_DOCUMENTS_H
#define SIX_BILLION_DOCUMENTS_H

#include "games/six_billion/rules/state.h"

/* options.c */
extern const struct bil_option six_options[];
bool six_rules_init(const struct bil_config *config, void *rules, struct bil_error *error);
void six_rules_make_fast(void *rules); /* makes them fast */

/* edition.c */
void six_edition_json(const void *rules, struct bil_text *out);
extern const struct bil_edition six_edition;

/* position.c */
extern const struct bil_field six_position[];
bool six_position_read(const void *rules, const struct bil_value *document, void *state, struct bil_error *error);

/* counts.c: for laboratories alone */
extern const struct bil_counts six_counts;

/* ------------------------------------------------------------------ check.c: every invariant */

const char *six_check(const void *rules, const void *state, char *buffer, size_t size);

/* Each function returns NULL, or one sentence on what cannot be; if a position has that place, the sentence begins with it
 * ("windows[0]: ..."). Nothing here changes a state. */
struct six_checking {
    const struct six_rules *rules;
    const struct six_state *state;
    char *buffer;
    size_t size;
    int count[SIX_CARDS]; /* cards found that the viewer may know, by kind */
    int hidden;           /* cards found that he may not */
};

/* check_situation.c: writes the sentence; returns it. */
__attribute__((format(printf, 2, 3))) const char *six_broken(struct six_checking *checking, const char *format, ...);

/* The colour of a faction of this match. */
const char *six_checked_colour(const struct six_checking *checking, int faction);

/* Whether play can lead to what is waited for, with what it is about. The stack, the board, the order of turn
 * and the numbers of cards in hands have been found right. */
const char *six_check_situation(struct six_checking *checking);
extern const char *const six_reason_words[];                                   /* by enum six_reason */
int six_event_kind(int card);                                                  /* enum six_event_kind of what a card does */
int six_over_by(const struct six_rules *rules, const struct six_state *state); /* why the game is over, as the board shows it */

/* ------------------------------------------------------------------ positions (docs/positions.md), row by row (kit/fields.h) */

/* While one is read, struct six_loading remembers which cards are still placed nowhere. Every function that reads returns false
 * with one sentence that names the place. */
struct six_loading {
    const struct six_rules *rules;
    struct six_state *state;
    const struct bil_value *document;
    int viewer;                         /* a seat or BIL_SPECTATOR; BIL_EVERYBODY: a whole state */
    const char *colours[SIX_FACTIONS];  /* of this match, by faction */
    uint8_t left[SIX_CARDS];            /* copies that no member has placed yet */
    uint8_t find_left[SIX_FINDS];       /* Discovery cards likewise */
    uint8_t agenda_left[1 + SIX_SITES]; /* Hidden Agendas likewise */
    uint8_t find_hidden;                /* "?" among the Discovery cards */
};

/* observation.c: what values name, and what maps have an entry for. */
extern const struct bil_axis six_sites, six_factions, six_players, six_cards;

/* Passes of the reader: the order of turn; whose turn it is; the board; what has happened in the turn; what is waited for; hands;
 * piles; Agendas and Discovery cards; the end, which the board shows; who knows what, in the order in which it follows. */
enum {
    SIX_ORDER,
    SIX_WHOSE,
    SIX_BOARD,
    SIX_TURN,
    SIX_WINDOWS,
    SIX_HANDS,
    SIX_PILES,
    SIX_FOUND,
    SIX_DECK_OF_FINDS,
    SIX_ENDING,
    SIX_KNOWN
};

/* Counts a card as placed at `value`; another copy must be left. */
bool six_place(struct bil_doc *doc, const struct bil_value *value, int card);

/* The state that a document is written from, or read into. */
static inline const struct six_state *six_doc_state(const struct bil_doc *doc)
{
    return doc->state;
}

/* Rows: elements of maps by colour, lists, and what else is not a number. */
extern const struct bil_field six_hand_row, six_agenda_row, six_held_row, six_knowledge[];

/* observation.c: what observations take of members that the game writes itself */
extern const struct bil_field six_observed_token[], six_observed_box[], six_observed_order[], six_observed_viewer[],
    six_observed_end[], six_observed_taken[], six_observed_refused[], six_observed_step[], six_observed_windows[],
    six_observed_event[], six_observed_pending[], six_observed_hand[], six_observed_known[], six_observed_open[],
    six_observed_deck[], six_observed_discard[], six_observed_agenda[], six_observed_held[], six_observed_held_seen[],
    six_observed_find_deck[], six_observed_find_deck_seen[];

/* position_frames.c */
void six_write_step(struct bil_doc *doc);
bool six_read_step(struct bil_doc *doc, const struct bil_value *value);
void six_write_event(struct bil_doc *doc);
bool six_read_event(struct bil_doc *doc, const struct bil_value *value);
void six_write_pending(struct bil_doc *doc);
bool six_read_pending(struct bil_doc *doc, const struct bil_value *value);
void six_write_windows(struct bil_doc *doc);
bool six_read_windows(struct bil_doc *doc, const struct bil_value *value);
void six_write_end(struct bil_doc *doc);
bool six_read_end(struct bil_doc *doc, const struct bil_value *value);

/* position_cards.c */
void six_write_open(struct bil_doc *doc);
bool six_read_open(struct bil_doc *doc, const struct bil_value *value);
void six_write_deck(struct bil_doc *doc);
bool six_read_deck(struct bil_doc *doc, const struct bil_value *value); /* with "discard" and "rest" */
void six_write_discard(struct bil_doc *doc);
bool six_read_removed(struct bil_doc *doc, const struct bil_value *value);
bool six_fill_agendas(struct bil_doc *doc, const struct bil_value *value);
void six_write_find_deck(struct bil_doc *doc);
bool six_read_find_deck(struct bil_doc *doc, const struct bil_value *value);

#endif
