/* Typed words, and how well they fit a name: the one forgiving matcher of moves, for games, terminals and servers.
 *
 * Knows no rules and no game state. What is worth comparing with is the caller's affair. */
#ifndef BILLIONS_KIT_WORDS_H
#define BILLIONS_KIT_WORDS_H

#include "billions/text.h"

/* A line cut into words: small letters and digits, without accents and punctuation; a number is a word of its own ("colony2" is
 * two). The letters stand one after another without blanks, so that the letters of several words are one piece too. "and" is left
 * out: "Lost & Found" is "lost and found". An apostrophe joins ("Today's" is "todays"), and where it stood is remembered, for
 * "blue's" may be "blue". */
enum { BIL_WORDS = 32, BIL_LETTERS = 256, BIL_LINE = 1024 };
struct bil_words {
    char letter[BIL_LETTERS];
    int count;
    struct bil_word {
        uint8_t begin, end; /* in `letter` */
        uint8_t stem;       /* as `end`, before an apostrophe */
        bool parted;        /* a comma or semicolon comes before it */
        uint16_t from, to;  /* in the line */
    } word[BIL_WORDS];
};

/* False if that is more words, letters or bytes than fit; what fits is there then. */
bool bil_words_of(const char *text, size_t length, struct bil_words *words);

/* Whether the word is a number; numbers fit only themselves. */
bool bil_word_is_number(const struct bil_words *words, int index);

/* How well `count` words from `first` on fit a name. */
enum bil_fit {
    BIL_FITS_NOT,
    BIL_FITS_INSIDE, /* they begin a later word: "troll" of The Troll, "overload" of Server Overload */
    BIL_FITS_START,  /* they begin the name, or each of them begins the next word of it: "pet", "l o f" */
    BIL_FITS_WHOLE   /* blanks aside they are the name */
};
enum bil_fit bil_words_fit(const struct bil_words *typed, int first, int count, const struct bil_words *name);

/* How many words from `first` on are the name as a whole, as BIL_FITS_WHOLE says; 0 if they are not. Never across a comma, and two
 * numbers are never one. */
int bil_words_spelling(const struct bil_words *typed, int first, const struct bil_words *name);

/* How many letters must be changed to make the name of them (bil_distance); a beginning "the" of the name may be missing. */
int bil_words_distance(const struct bil_words *typed, int first, int count, const struct bil_words *name);

/* From this distance on it is another name. */
int bil_words_far(const struct bil_words *typed, int first, int count);

/* Writes the words in quotes as they stand in their line, cut between two characters if they are long. */
void bil_words_quote(const char *line, const struct bil_words *typed, int first, int count, struct bil_text *out);

#endif
