/* 6 Billion: the shape of an edition's document, shared by the file that writes one and the file that reads one.
 *
 * Tables only: what a member is called, where it lies in the rules, within which limits, and where it stands whether it is
 * published. */
#ifndef SIX_BILLION_EDITION_H
#define SIX_BILLION_EDITION_H

#include "games/six_billion/state.h"

enum { SIX_SITE_NUMBERS = 5, SIX_CARD_NUMBERS = 5 };
enum {
    SIX_LONGEST_DISTANCE = 60,
    SIX_MOST_POINTS = 50,
    SIX_LONGEST_TRACK = 20,
    SIX_MOST_OF_A_KIND = 4,
    SIX_MOST_RESPONSES = SIX_STACK - 4
};

/* How a number of the rules stands in a document. */
enum six_number_form {
    SIX_FORM_PLAIN,
    SIX_FORM_SPACE, /* of a track: 32 for level 6 */
    SIX_FORM_LIMIT, /* the same, or null for level 0 */
    SIX_FORM_SYMBOL /* a word */
};

/* A number that every site, or every playing card, has. `member` and `known` are of site 0 or card 0, the others follow in steps of
 * `stride`. */
struct six_number {
    const char *key;
    size_t member, known;
    uint8_t stride;
    uint8_t form;      /* enum six_number_form */
    uint8_t low, high; /* in the rules */
    uint8_t marked;    /* it has a mark of its own in "reconstructed" */
};
extern const struct six_number six_site_numbers[SIX_SITE_NUMBERS];
extern const struct six_number six_card_numbers[SIX_CARD_NUMBERS];

/* The number of a site or card, and whether it is published. */
static inline uint8_t *six_number(struct six_rules *rules, const struct six_number *number, int which)
{
    return (uint8_t *)rules + number->member + (size_t)which * number->stride;
}
static inline uint8_t *six_number_known(struct six_rules *rules, const struct six_number *number, int which)
{
    return (uint8_t *)rules + number->known + (size_t)which * number->stride;
}
/* Distances are printed on New Colony and Migrants cards only. */
static inline bool six_number_there(const struct six_number *numbers, int i, int which)
{
    const bool distance = numbers == six_card_numbers && numbers[i].member == offsetof(struct six_rules, card_distance);
    return !distance || six_family[which] == SIX_F_COLONY || six_family[which] == SIX_F_MIGRANTS;
}

/* In what an edition may differ from what the rulebook publishes, if its document says so. */
enum six_deviation { SIX_D_SITES, SIX_D_CARDS, SIX_D_COUNT, SIX_D_AGENDAS, SIX_D_DISCOVERIES, SIX_DEVIATIONS };
extern const char *const six_deviation_keys[SIX_DEVIATIONS];

/* Whether the rules differ from the rulebook in that respect; then `sentence` (of BIL_DEVIATION bytes) says how. */
bool six_deviates(const void *rules, int deviation, char *sentence);

#endif
