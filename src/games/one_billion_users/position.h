/* One Billion Users: the words of a position document, shared by the files that write and read one (docs/positions.md).
 *
 * What is being read stands in struct obu_loading: the state as far as it is built, and which cards are still placed nowhere. Every
 * function that reads returns false with one sentence that names the place. */
#ifndef ONE_BILLION_USERS_POSITION_H
#define ONE_BILLION_USERS_POSITION_H

#include "games/one_billion_users/words.h"

enum {
    OBU_MAIN_KINDS = 1U << OBU_K_COMMUNITY | 1U << OBU_K_BLOCKER | 1U << OBU_K_HOTFIX | 1U << OBU_K_SAFEGUARD | 1U << OBU_K_ACTION
};

struct obu_loading {
    const struct obu_rules *rules;
    struct obu_state *state;
    struct bil_error *error;
    const struct bil_value *document;
    int viewer;              /* a seat or BIL_SPECTATOR; BIL_EVERYBODY: a whole state */
    bool built;              /* the deck is built: Influencers, Events and Game Over are in the game */
    uint8_t left[OBU_CARDS]; /* copies that no member has placed yet */
    int hidden;              /* places of cards that the viewer does not know */
};

/* position_platforms.c */

/* The card that a value names, if it is of one of the kinds (bits of enum obu_kind); with bit OBU_K_UNKNOWN, "?" is OBU_HIDDEN. -1
 * and a sentence otherwise. */
int obu_load_card(struct obu_loading *loading, const struct bil_value *value, unsigned kinds);

/* The same, and the card counts as placed here; another copy must be left. */
int obu_load_placed(struct obu_loading *loading, const struct bil_value *value, unsigned kinds);

/* An Influencer as its name or as {"name", "pokes", "pushes"}; placed with the cards beneath. Its number, or -1. */
int obu_load_influencer(struct obu_loading *loading, const struct bil_value *value, uint8_t *attached);

/* A seat as a number from 1; one that is missing leaves *seat (from 0) as it is. */
bool obu_load_seat(struct obu_loading *loading, const struct bil_value *object, const char *key, int *seat);

/* Counts a card (OBU_HIDDEN too) as placed where `value` stands; another copy must be left. */
bool obu_place(struct obu_loading *loading, const struct bil_value *value, int card);

/* Copies of any card in the edition. */
int obu_copies_of(const struct obu_rules *rules, int card);

/* Reads a list of placed cards of these kinds; `into` receives each. */
bool obu_load_list(struct obu_loading *loading, const struct bil_value *object, const char *key, unsigned kinds,
                   bool (*into)(struct obu_loading *, const struct bil_value *, int seat, int card), int seat);

bool obu_load_platforms(struct obu_loading *loading);

/* position_frames.c: the phase; windows, chain and shuffle; then secret choices and, with the hands known, who is asked. */
bool obu_load_phase(struct obu_loading *loading);
bool obu_load_windows(struct obu_loading *loading);
bool obu_load_pending(struct obu_loading *loading);
bool obu_load_asked(struct obu_loading *loading);

/* position_knowledge.c */
bool obu_load_knowledge(struct obu_loading *loading);
void obu_write_knowledge(const struct obu_rules *rules, const struct obu_state *state, struct bil_text *out);

#endif
