/* Every kind of card of 6 Billion in one row (SIX-6, table 22.3). Included where SIX_CARD_ROW is defined to take of it what is
 * needed:
 *
 *     SIX_CARD_ROW(number, word, name, family, whose, copies, distance, points, symbol, symbols, which of these four are published
 *              (copies, distance, points, symbol), what it does in a few words, in a sentence, page of the rules)
 *
 * The rulebook gives distances and points of most cards, few symbols and hardly a count; the rest is reconstructed. */
/* clang-format off */
#define COLONY_WORDS \
    "1 billion to a box", "Sends 1 billion from a population to the colonies box of a place within its reach.", \
    "colonies"
#define MIGRANTS_WORDS \
    "1 billion to where others live", "Sends 1 billion to the migrants box of a place within its reach where another faction lives.", \
    "colonies"
#define DOUBLE_WORDS "One population doubles at once, whatever the growth limit.", "doubling"
SIX_CARD_ROW(COLONY_2, "colony2", "New Colony", COLONY, OWN, 9, 2, 0, DOLLAR, 1, NO, YES, NO, NO, COLONY_WORDS)
SIX_CARD_ROW(COLONY_6, "colony6", "New Colony", COLONY, OWN, 8, 6, 0, DOLLAR, 1, NO, YES, NO, NO, COLONY_WORDS)
SIX_CARD_ROW(COLONY_OTHER, "colony6-other", "New Colony", COLONY, OTHER, 3, 6, 3, DOLLAR, 1, NO, YES, YES, NO, COLONY_WORDS)
SIX_CARD_ROW(COLONY_NEUTRAL, "colony6-neutral", "New Colony", COLONY, NEUTRAL, 3, 6, 2, DOLLAR, 1, NO, YES, YES, NO, COLONY_WORDS)
SIX_CARD_ROW(MIGRANTS_12, "migrants12", "Migrants", MIGRANTS, OWN, 8, 12, 0, LEAF, 1, NO, YES, NO, NO, MIGRANTS_WORDS)
SIX_CARD_ROW(MIGRANTS_6, "migrants6", "Migrants", MIGRANTS, OWN, 2, 6, 0, LEAF, 1, NO, NO, NO, NO, MIGRANTS_WORDS)
SIX_CARD_ROW(MIGRANTS_6_OTHER, "migrants6-other", "Migrants", MIGRANTS, OTHER, 3, 6, 3, LEAF, 1, NO, YES, YES, NO, MIGRANTS_WORDS)
SIX_CARD_ROW(MIGRANTS_12_OTHER, "migrants12-other", "Migrants", MIGRANTS, OTHER, 1, 12, 3, LEAF, 1, NO, NO, NO, NO, MIGRANTS_WORDS)
SIX_CARD_ROW(DOUBLE, "double", "Double", DOUBLE, OWN, 7, 0, 0, LEAF, 1, NO, YES, NO, NO, "doubles a token of yours",
         DOUBLE_WORDS)
SIX_CARD_ROW(DOUBLE_OTHER, "double-other", "Double", DOUBLE, OTHER, 3, 0, 3, LEAF, 1, NO, YES, YES, NO, "doubles another player's token",
         DOUBLE_WORDS)
SIX_CARD_ROW(DOUBLE_NEUTRAL, "double-neutral", "Double", DOUBLE, NEUTRAL, 3, 0, 2, LEAF, 1, NO, YES, YES, NO, "doubles a Neutral's token",
         DOUBLE_WORDS)
SIX_CARD_ROW(RECYCLE, "recycle", "Recycle", RECYCLE, OWN, 2, 0, 0, LEAF, 2, YES, YES, NO, YES,
         "doubles your lowest token, shuffles all cards",
         "Your smallest population doubles, and all cards but hands are shuffled anew.", "doubling")
SIX_CARD_ROW(DISCOVERY, "discovery", "Make A Discovery", DISCOVERY, OWN, 7, 0, 0, DOLLAR, 1, NO, YES, NO, YES,
         "a Discovery card, from game turn 3 on", "Draw a Discovery card. Not in the first two game turns.", "discoveries")
SIX_CARD_ROW(TROUBLE, "trouble", "New Colony In Trouble", TROUBLE, NONE, 4, 0, 0, LEAF, 1, NO, YES, NO, NO,
         "removes colonies that wait in a box", "A colony that waits in a box is lost.", "attacks")
SIX_CARD_ROW(HOME, "home", "This Is Our Home", HOME, NONE, 4, 0, 0, LEAF, 1, NO, YES, NO, NO,
         "removes migrants that wait where you stand", "Migrants who wait in a box are sent away.", "attacks")
SIX_CARD_ROW(DEATH, "death", "Death", CANCEL, NONE, 4, 0, 0, SMILEY, 1, NO, YES, NO, NO,
         "stops a Double", "Stops a Double, in anybody else's turn.", "cancel")
SIX_CARD_ROW(PESTILENCE, "pestilence", "Pestilence", CANCEL, NONE, 5, 0, 0, SMILEY, 1, NO, YES, NO, NO,
         "stops a free doubling", "Stops one free doubling, in anybody else's turn.", "cancel")
SIX_CARD_ROW(FAMINE, "famine", "Famine", CANCEL, NONE, 4, 0, 0, SMILEY, 1, NO, YES, NO, YES,
         "stops a Double or free doubling, then is gone", "Stops either doubling, in anybody else's turn, and leaves the game.", "cancel")
SIX_CARD_ROW(SOULS, "souls", "Save Our Souls", CANCEL, NONE, 3, 0, 0, SMILEY, 1, NO, YES, NO, NO,
         "stops New Colony In Trouble, This Is Our Home", "Saves those in a box from New Colony In Trouble or This Is Our Home.", "cancel")
SIX_CARD_ROW(POLITICS, "politics", "Power Politics", RESPONSE, NONE, 4, 0, 0, SMILEY, 1, NO, YES, NO, NO,
         "cancels the card it answers", "Cancels a Cancel card or another answer.", "response")
SIX_CARD_ROW(WAR, "war", "War", RESPONSE, NONE, 4, 0, 0, SMILEY, 1, NO, YES, NO, NO,
         "who played the answered card halves a token", "Whoever played the Cancel card or answer halves a population of their own.", "response")
#undef COLONY_WORDS
#undef MIGRANTS_WORDS
#undef DOUBLE_WORDS
#undef SIX_CARD_ROW
/* clang-format on */
