/* 6 Billion: the words of a position document, shared by the files that write and read one (docs/positions.md).
 *
 * What is being read stands in struct six_loading: the state as far as it is built, and which cards are still placed nowhere. Every
 * function that reads returns false with one sentence that names the place. */
#ifndef SIX_BILLION_POSITION_H
#define SIX_BILLION_POSITION_H

#include "games/six_billion/state.h"
#include "kit/document.h"

/* The words of other enumerations. */
enum { SIX_REASONS = 5, SIX_TAKES = 4 };
extern const char *const six_take_words[SIX_TAKES];  /* by enum six_taken */
extern const char *const six_found_words[SIX_FINDS]; /* Hidden Agendas and Discovery cards, by kind */

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
    uint8_t hidden;                     /* cards in hands that the viewer does not know */
    uint8_t find_hidden;                /* "?" among the Discovery cards */
    uint8_t agenda_hidden;              /* "?" among the Hidden Agendas */
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

/* position_cards.c: hands, piles, Hidden Agendas, Discovery cards. */
bool six_load_cards(struct six_loading *loading);

/* position_frames.c: the step, the windows and what they are about; then the end, which the board shows. */
bool six_load_frames(struct six_loading *loading);
bool six_load_end(struct six_loading *loading);

/* position_knowledge.c */
bool six_load_knowledge(struct six_loading *loading);
void six_write_knowledge(const struct six_rules *rules, const struct six_state *state, struct bil_text *out);

#endif
