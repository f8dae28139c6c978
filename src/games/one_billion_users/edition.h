/* One Billion Users: the shape of an edition's document, shared by the file that writes one and the file that reads one.
 *
 * Tables only: what a member is called, where it lies in the rules, within which limits. */
#ifndef ONE_BILLION_USERS_EDITION_H
#define ONE_BILLION_USERS_EDITION_H

#include "games/one_billion_users/state.h"
#include "kit/document.h"

enum { OBU_GROUPS = 4, OBU_NUMBERS = 18, OBU_STATUSES = 4 };

/* Lists of cards that differ in nothing but their count, and what the rulebook says they add up to (OBU-1). */
struct obu_group {
    const char *key;
    const char *plural;
    int first, kinds, total, most; /* most: copies of one kind */
};
extern const struct obu_group obu_groups[OBU_GROUPS];

/* Numbers that stand alone, in the document (network 0) or in the object of a Network. `unit` is what one step of the member in
 * the rules is worth in the document: 50 for half icons. */
struct obu_number {
    const char *key;
    size_t member;
    uint8_t network;
    bool wide; /* int16_t, else uint8_t */
    int16_t unit, low, high;
};
extern const struct obu_number obu_numbers[OBU_NUMBERS];
int obu_number_get(const struct obu_rules *rules, const struct obu_number *number);
void obu_number_set(struct obu_rules *rules, const struct obu_number *number, int value);

/* How sure a card or number is, in the document and in obu_card_text.known; a value is written as its first word. */
struct obu_status {
    const char *word;
    uint8_t known;
};
extern const struct obu_status obu_statuses[OBU_STATUSES];

/* In what an edition may differ from what the rulebook publishes, if its document says so. */
enum obu_deviation {
    OBU_D_COMMUNITIES,
    OBU_D_GROUPS, /* one for each of obu_groups */
    OBU_D_INFLUENCERS = OBU_D_GROUPS + OBU_GROUPS,
    OBU_D_EVENTS,
    OBU_D_MILESTONES,
    OBU_D_HAND_SIZE,
    OBU_D_GRINDING,
    OBU_DEVIATIONS
};
extern const char *const obu_deviation_keys[OBU_DEVIATIONS + 1]; /* ends with NULL */

/* Whether the rules differ from the rulebook in that respect; then `sentence` (of BIL_DEVIATION bytes) says how. */
bool obu_deviates(const void *rules, int deviation, char *sentence);

#endif
