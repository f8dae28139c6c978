/* One Billion Users: finding the card, the seat or the verb that a person meant by a few typed letters.
 *
 * Knows no rules and no game state: it compares words. What is worth comparing with is the caller's affair. */
#ifndef ONE_BILLION_USERS_NAMES_H
#define ONE_BILLION_USERS_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* A text in lower case without punctuation: words with one space between them. "and" is left out, so that "Lost & Found" is
 * "lost and found"; apostrophes too, so that "Today's" is "todays". */
enum { OBU_WORDS = 256 };
struct obu_words {
    char text[OBU_WORDS];
    int length;
};

void obu_words_of(const char *text, size_t length, struct obu_words *words);

/* Cuts the first (last) word off and writes it to *word. False if there is none. */
bool obu_first_word(struct obu_words *words, struct obu_words *word);
bool obu_last_word(struct obu_words *words, struct obu_words *word);

/* Cuts off the first words while they are in the list (ends with NULL). */
void obu_skip_words(struct obu_words *words, const char *const *skipped);

bool obu_words_are(const struct obu_words *words, const char *text);

/* How well the typed words fit a name. */
enum obu_fit {
    OBU_FITS_NOT,
    OBU_FITS_INSIDE, /* they begin a later word: "troll" of The Troll, "overload" of Server Overload */
    OBU_FITS_START,  /* they begin the name, or each of them begins the next word: "pet", "l o f" */
    OBU_FITS_WHOLE,  /* spacing aside they are the name */
};
enum obu_fit obu_fit(const struct obu_words *typed, const char *name);

/* How many letters must be changed, left out, put in or swapped to make one of the other, spaces aside. */
int obu_distance(const struct obu_words *typed, const char *name);

/* Whether the words are a number without a sign (at most 9999); then *number is it. */
bool obu_is_number(const struct obu_words *words, int *number);

#endif
