/* 6 Billion: what the files share that describe a position document (docs/positions.md), row by row (kit/fields.h).
 *
 * While one is read, struct six_loading remembers which cards are still placed nowhere. Every function that reads returns false
 * with one sentence that names the place. */
#ifndef SIX_BILLION_POSITION_H
#define SIX_BILLION_POSITION_H

#include "games/six_billion/state.h"

struct six_loading {
    const struct six_rules *rules;
    struct six_state *state;
    struct bil_error *error;
    const struct bil_value *document;
    int viewer;                         /* a seat or BIL_SPECTATOR; BIL_EVERYBODY: a whole state */
    const char *colours[SIX_FACTIONS];  /* of this match, by faction */
    uint8_t left[SIX_CARDS];            /* copies that no member has placed yet */
    uint8_t find_left[SIX_FINDS];       /* Discovery cards likewise */
    uint8_t agenda_left[1 + SIX_SITES]; /* Hidden Agendas likewise */
    uint8_t find_hidden;                /* "?" among the Discovery cards */
};

/* What values name, and what maps have an entry for. */
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

/* What a value names, as a number; -1 and a sentence if it names nothing of the kind. */
int six_load_site(struct six_loading *loading, const struct bil_value *value);
int six_load_faction(struct six_loading *loading, const struct bil_value *value);
int six_load_player(struct six_loading *loading, const struct bil_value *value);
int six_load_card(struct six_loading *loading, const struct bil_value *value);

/* The same for the member `key` of an object, which must be there. */
int six_need_site(struct six_loading *loading, const struct bil_value *object, const char *key);
int six_need_player(struct six_loading *loading, const struct bil_value *object, const char *key);
int six_need_card(struct six_loading *loading, const struct bil_value *object, const char *key);

/* Counts a card as placed where `value` stands; another copy must be left. */
bool six_place(struct six_loading *loading, const struct bil_value *value, int card);

/* Writes a faction as its colour. */
void six_write_colour(const struct bil_doc *doc, int faction);
void six_key_colour(const struct bil_doc *doc, const char *key, int faction);

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
