/* 6 Billion: a typed line cut into words, and how well a few typed letters fit a name.
 *
 * Knows no rules and no game state. What is worth comparing with is the caller's affair. */
#ifndef SIX_BILLION_NAMES_H
#define SIX_BILLION_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Words in lower case without punctuation. An apostrophe and what follows it is left out ("red's" = "red"), and so are words that
 * only join others ("from", "the"); but that "to" or "from" stood before a word is remembered. */
enum { SIX_LINE = 200, SIX_MOST_WORDS = 16, SIX_WORD = 24 };
struct six_word {
    char text[SIX_WORD];
    bool after_to, after_from;
};
struct six_words {
    struct six_word word[SIX_MOST_WORDS];
    int count;
};

/* False if there are more words than any move has, or a longer one. */
bool six_words_of(const char *text, struct six_words *words);

/* Takes the word at `index` out. */
void six_words_cut(struct six_words *words, int index);
/* The words from `first` on, `count` of them, in one piece: "colony6 other" is "colony6other". */
enum { SIX_JOINED = SIX_MOST_WORDS * SIX_WORD };
void six_words_join(const struct six_words *words, int first, int count, char joined[SIX_JOINED]);

/* How well letters fit a name; blanks and hyphens of the name do not count. */
enum six_fit {
    SIX_FITS_NOT,
    SIX_FITS_START, /* they begin it */
    SIX_FITS_WHOLE  /* they are it */
};
enum six_fit six_fit(const char *typed, const char *name);

/* Of `count` names (NULL or "" = none there) the one that fits best. */
enum { SIX_NO_NAME = -1, SIX_SEVERAL_NAMES = -2 };
int six_best_name(const char *typed, const char *const *names, int count);
/* The name that is so near that it was probably meant, or SIX_NO_NAME. */
int six_near_name(const char *typed, const char *const *names, int count);

/* Whether the word is a number without a sign (at most 9999); then *number is it. */
bool six_word_number(const char *word, int *number);

#endif
