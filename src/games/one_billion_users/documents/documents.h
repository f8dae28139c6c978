/* One Billion Users: what is read and written as a document or as numbers: options and rules, editions, positions, observations,
 * what a laboratory counts; and whether a state can be. */
#ifndef ONE_BILLION_USERS_DOCUMENTS_H
#define ONE_BILLION_USERS_DOCUMENTS_H

#include "games/one_billion_users/words/words.h"
#include "kit/fields.h"

/* options.c */
extern const struct bil_option obu_options[];
bool obu_rules_init(const struct bil_config *config, void *rules, struct bil_error *error);
void obu_rules_make_fast(void *rules); /* makes them fast */

/* edition.c */
void obu_edition_json(const void *rules, struct bil_text *out);
extern const struct bil_edition obu_edition;

/* position.c */
extern const struct bil_field obu_position[];
bool obu_position_read(const void *rules, const struct bil_value *document, void *state, struct bil_error *error);

/* counts.c: for laboratories alone */
extern const struct bil_counts obu_counts;

/* ------------------------------------------------------------------ check.c: every invariant */

const char *obu_check(const void *rules, const void *state, char *buffer, size_t size);

/* ------------------------------------------------------------------ positions (docs/positions.md), row by row (kit/fields.h) */

/* While one is read, struct obu_loading remembers which cards are still placed nowhere. Every function that reads returns false
 * with one sentence that names the place. */
enum {
    OBU_MAIN_KINDS = 1U << OBU_K_COMMUNITY | 1U << OBU_K_BLOCKER | 1U << OBU_K_HOTFIX | 1U << OBU_K_SAFEGUARD | 1U << OBU_K_ACTION
};

struct obu_loading {
    const struct obu_rules *rules;
    struct obu_state *state;
    struct bil_error *error;
    int viewer;              /* a seat or BIL_SPECTATOR; BIL_EVERYBODY: a whole state */
    bool built;              /* the deck is built: Influencers, Events and Game Over are in the game */
    bool aside;              /* cards that no member places are under the discards, not in the deck */
    uint8_t left[OBU_CARDS]; /* copies that no member has placed yet */
};

#define OBU_INFLUENCER_TYPE "string | { name: string; pokes: number; pushes: number }" /* as TypeScript writes it */

extern const struct bil_axis obu_seats;      /* numbers from 1 */
extern const struct bil_axis obu_milestones; /* numbers from 1 */

/* position_cards.c: cards by name */

void obu_write_card(const struct bil_doc *doc, int card);
void obu_write_influencer(const struct bil_doc *doc, int influencer, unsigned attached);

/* The card that a value names, if it is of one of the kinds (bits of enum obu_kind); with bit OBU_K_UNKNOWN, "?" is OBU_HIDDEN. -1
 * and a sentence otherwise. */
int obu_load_card(struct obu_loading *loading, const struct bil_value *value, unsigned kinds);

/* The same, and the card counts as placed here; another copy must be left. */
int obu_load_placed(struct obu_loading *loading, const struct bil_value *value, unsigned kinds);

/* An Influencer as its name or as {"name", "pokes", "pushes"}; placed with the cards beneath. Its number, or -1. */
int obu_load_influencer(struct obu_loading *loading, const struct bil_value *value, uint8_t *attached);

/* Copies of any card in the edition. */
int obu_copies_of(const struct obu_rules *rules, int card);

/* Lists of cards that lie in one place: rows with the place in `high` and the kinds that belong there in `low`. */
enum obu_place {
    OBU_ON_PLATFORM,
    OBU_IN_STACK,
    OBU_GROUND_NOW, /* on the active Blocker */
    OBU_BURIED,
    OBU_UPRIGHT,
    OBU_SIDEWAYS,
    OBU_IN_HAND,
    OBU_IN_DISCARD,
    OBU_IN_EVENTS
};
void obu_write_place(struct bil_doc *doc);
bool obu_read_place(struct bil_doc *doc, const struct bil_value *list);

/* Puts one card there; `value` is where it is named. */
bool obu_put(struct obu_loading *loading, const struct bil_value *value, int seat, enum obu_place place, int card);

/* A seat as a number from 1; one that is missing leaves *seat (from 0) as it is. */
bool obu_load_seat(struct obu_loading *loading, const struct bil_value *object, const char *key, int *seat);

/* position_platforms.c, position_knowledge.c: rows */
extern const struct bil_field obu_platform[];
extern const struct bil_field obu_knowledge[];
bool obu_know_nothing(struct bil_doc *doc, const struct bil_value *value); /* where "knowledge" is missing */

/* observation.c: what observations take of members that the game writes itself */
extern const struct bil_field obu_observed_hand[], obu_observed_communities[], obu_observed_stack[], obu_observed_network[],
    obu_observed_users[], obu_observed_toxicity[], obu_observed_blocker[], obu_observed_ground[], obu_observed_safeguards[],
    obu_observed_countered[], obu_observed_milestones[], obu_observed_influencers[], obu_observed_discard[], obu_observed_deck[],
    obu_observed_events[], obu_observed_removed[], obu_observed_viewer[], obu_observed_phase[], obu_observed_windows[],
    obu_observed_chain[], obu_observed_pending[], obu_observed_shuffle[], obu_observed_ground_order[], obu_observed_known[],
    obu_observed_passed[];

/* position_frames.c: what is waited for */
void obu_write_phase(struct bil_doc *doc);
bool obu_read_phase(struct bil_doc *doc, const struct bil_value *value);
bool obu_read_asked(struct bil_doc *doc, const struct bil_value *value);
void obu_write_windows(struct bil_doc *doc);
bool obu_read_windows(struct bil_doc *doc, const struct bil_value *value);
void obu_write_chain(struct bil_doc *doc);
bool obu_read_chain(struct bil_doc *doc, const struct bil_value *value);
void obu_write_pending(struct bil_doc *doc);
bool obu_read_pending(struct bil_doc *doc, const struct bil_value *value);
void obu_write_shuffle(struct bil_doc *doc);
bool obu_read_shuffle(struct bil_doc *doc, const struct bil_value *value);

#endif
