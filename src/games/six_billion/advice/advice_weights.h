/* 6 Billion: the weights of the advice, found by measuring.
 *
 * Values are hundredths of a point of the final score where nothing else is said. They were tuned by self-play, all at once, by
 * simultaneous perturbation (SPSA: Spall 1992; docs/bots.md, "Advice"): what a weight means here says what it was made for, not
 * that it must be so large. */
#ifndef SIX_BILLION_ADVICE_WEIGHTS_H
#define SIX_BILLION_ADVICE_WEIGHTS_H

#include <stdint.h>

/* SIX_WEIGHT(name, value) for each. */
/* clang-format off */
#define SIX_EVERY_WEIGHT \
    /* how long the game still lasts */ \
    SIX_WEIGHT(TURNS, 11) /* game turns that it lasts at most */ \
    SIX_WEIGHT(TURNS_BELT, 30) /* game turns for each level that the Belt lacks, in sixteenths */ \
    SIX_WEIGHT(TURNS_SITE, 42) /* game turns for each site that is empty, in sixteenths */ \
    SIX_WEIGHT(TURNS_SITES, 37) /* and this many sixteenths more */ \
    /* what sites are worth to who lives there */ \
    SIX_WEIGHT(NOW, 15) /* of the points, how many hundredths are those of the moment; the rest are those of the end */ \
    SIX_WEIGHT(NOW_SOON, 13) /* more of them, divided by the game turns that are left */ \
    SIX_WEIGHT(SIZE_NOW, 9) /* a level of a token now */ \
    SIX_WEIGHT(SIZE_LATER, 16) /* a level at the end */ \
    /* whose it is */ \
    SIX_WEIGHT(RIVAL, 109) /* hundredths lost of what the only rival gains */ \
    SIX_WEIGHT(LEADER, 63) /* with more rivals: of what the best of them gains */ \
    SIX_WEIGHT(OTHERS, 107) /* of what the rest gain, divided by the number of rivals */ \
    /* the end */ \
    SIX_WEIGHT(VICTORY, 4634) /* to be first when the game ends, and as much less to be not */ \
    SIX_WEIGHT(HASTE, 8) /* the foremost token of the Belt grows: sixteenths of the lead, divided by the levels it lacked */ \
    /* cards in the hand: as many hundredths of a point with five game turns left */ \
    SIX_WEIGHT(CARD_COLONY_2, 121) \
    SIX_WEIGHT(CARD_COLONY_6, 167) \
    SIX_WEIGHT(CARD_COLONY_OTHER, 171) \
    SIX_WEIGHT(CARD_COLONY_NEUTRAL, 195) \
    SIX_WEIGHT(CARD_MIGRANTS_12, 22) \
    SIX_WEIGHT(CARD_MIGRANTS_6, 39) \
    SIX_WEIGHT(CARD_MIGRANTS_6_OTHER, 128) \
    SIX_WEIGHT(CARD_MIGRANTS_12_OTHER, 261) \
    SIX_WEIGHT(CARD_DOUBLE, 147) \
    SIX_WEIGHT(CARD_DOUBLE_OTHER, 197) \
    SIX_WEIGHT(CARD_DOUBLE_NEUTRAL, 145) \
    SIX_WEIGHT(CARD_RECYCLE, 109) \
    SIX_WEIGHT(CARD_DISCOVERY, 22) \
    SIX_WEIGHT(CARD_TROUBLE, 68) \
    SIX_WEIGHT(CARD_HOME, -14) \
    SIX_WEIGHT(CARD_DEATH, 119) \
    SIX_WEIGHT(CARD_PESTILENCE, 104) \
    SIX_WEIGHT(CARD_FAMINE, 184) \
    SIX_WEIGHT(CARD_SOULS, 19) \
    SIX_WEIGHT(CARD_POLITICS, 119) \
    SIX_WEIGHT(CARD_WAR, 72) \
    /* and eighths of this more for each further turn, as much less for each that is over */ \
    SIX_WEIGHT(SLOPE_COLONY_2, 65) \
    SIX_WEIGHT(SLOPE_COLONY_6, 66) \
    SIX_WEIGHT(SLOPE_COLONY_OTHER, -58) \
    SIX_WEIGHT(SLOPE_COLONY_NEUTRAL, -25) \
    SIX_WEIGHT(SLOPE_MIGRANTS_12, -14) \
    SIX_WEIGHT(SLOPE_MIGRANTS_6, -42) \
    SIX_WEIGHT(SLOPE_MIGRANTS_6_OTHER, -20) \
    SIX_WEIGHT(SLOPE_MIGRANTS_12_OTHER, 38) \
    SIX_WEIGHT(SLOPE_DOUBLE, -4) \
    SIX_WEIGHT(SLOPE_DOUBLE_OTHER, 57) \
    SIX_WEIGHT(SLOPE_DOUBLE_NEUTRAL, -71) \
    SIX_WEIGHT(SLOPE_RECYCLE, 25) \
    SIX_WEIGHT(SLOPE_DISCOVERY, -8) \
    SIX_WEIGHT(SLOPE_TROUBLE, 113) \
    SIX_WEIGHT(SLOPE_HOME, -43) \
    SIX_WEIGHT(SLOPE_DEATH, -73) \
    SIX_WEIGHT(SLOPE_PESTILENCE, 3) \
    SIX_WEIGHT(SLOPE_FAMINE, 9) \
    SIX_WEIGHT(SLOPE_SOULS, 17) \
    SIX_WEIGHT(SLOPE_POLITICS, -46) \
    SIX_WEIGHT(SLOPE_WAR, 65) \
    /* all cards */ \
    SIX_WEIGHT(AGAIN, 6) /* a card of which there is another in the hand, in sixteenths */ \
    SIX_WEIGHT(SETTLED, 19) /* a card that sends is worth so much less for each site one lives on */ \
    SIX_WEIGHT(MANY, 16) /* cards that cancel or answer, with more than two seats, in sixteenths */ \
    SIX_WEIGHT(SPENT, 3) /* of a card, sixteenths that are lost by playing it as an Action, for the hand is filled up again */ \
    SIX_WEIGHT(SPENT_BASE, 53) /* what that is reckoned from: a card worth less is better played than held */ \
    SIX_WEIGHT(DECK, 61) /* an unseen card */ \
    SIX_WEIGHT(DISCARD, 86) /* room for another card */ \
    /* Actions */ \
    SIX_WEIGHT(HALF, 43) /* half a settlement: the other half may follow */ \
    SIX_WEIGHT(DISCOVER, 163) /* to draw a Discovery card; half as much in the last turn */ \
    SIX_WEIGHT(DISCOVER_TURN, -3) /* and so much for each turn left */ \
    SIX_WEIGHT(DISCOVER_HELD, 10) /* less for the best one held, in sixteenths */ \
    SIX_WEIGHT(FIND_NONE, 14) /* a Discovery card of a site where one has no points */ \
    SIX_WEIGHT(FIND_COLONY, 85) /* the colony that one brings */ \
    SIX_WEIGHT(FIND_BIG, 0) /* a level of one's token there */ \
    SIX_WEIGHT(FIND_POINTS, 5) /* of the points it doubles, sixteenths */ \
    SIX_WEIGHT(REVEAL, -39) /* to reveal it */ \
    SIX_WEIGHT(NO_ACTION, -87) /* to take none: the whole hand goes (SIX-199) */ \
    SIX_WEIGHT(PASS_ACT, -98) /* to take no second one */ \
    /* what cuts into another's turn */ \
    SIX_WEIGHT(CANCEL, 31) /* a Cancel card costs so much more than what it is worth in the hand */ \
    SIX_WEIGHT(CANCEL_SEATS, -16) /* and so much more for each seat beyond two */ \
    SIX_WEIGHT(WAR_LOSS, 186) /* the token that a War halves: its owner gives the one that he misses least */
/* clang-format on */

enum six_weight {
#define SIX_WEIGHT(name, value) SIX_W_##name,
    SIX_EVERY_WEIGHT
#undef SIX_WEIGHT
        SIX_WEIGHTS
};

enum six_weight_value {
#define SIX_WEIGHT(name, value) SIX_V_##name = (value),
    SIX_EVERY_WEIGHT
#undef SIX_WEIGHT
};
static const int16_t six_weight[SIX_WEIGHTS] = {
#define SIX_WEIGHT(name, value) value,
    SIX_EVERY_WEIGHT
#undef SIX_WEIGHT
};
#define SIX_WEIGHT_OF(name) ((int)SIX_V_##name)
#define SIX_WEIGHT_AT(at)   ((int)six_weight[at])

#endif
