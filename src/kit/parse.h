/* How the words of a line can be taken as the forms of a game: private to parse.c, resolve.c and parse_errors.c.
 *
 * Must never know what is legal: a parse is only one way to take the words. */
#ifndef BILLIONS_KIT_PARSE_H
#define BILLIONS_KIT_PARSE_H

#include "kit/notation.h"
#include "kit/words.h"

enum { MOST_SETS = 12, MOST_RANGE = 5, MOST_PARSES = 192, MOST_NODES = 20000 };

/* Some words in a row; count 0: none. */
struct range {
    uint8_t first, count;
};

/* One way to take all words of a line. */
struct parse {
    const struct bil_verb *verb;
    uint8_t verb_fit; /* how well the word of the verb was hit: enum bil_fit; 0 where it was left out */
    uint8_t words;    /* small words of the form that stood there, bit by part */
    uint8_t turned;   /* slots that stood before an earlier one */
    bool unknown;     /* one slot took words that fit nothing there */
    uint8_t wild;     /* which part that is */
    struct range range[BIL_MOST_PARTS][BIL_MOST_LISTED];
};

/* Which nouns of a set some words fit, bit by number, by how well. */
struct fits {
    bool known;
    uint64_t nouns[BIL_FITS_WHOLE + 1];
};

/* Everything about one line. Large; made by parser_begin. */
struct parser {
    const struct bil_notation *notation;
    const void *rules, *view;
    const char *line;
    struct bil_words words;
    uint32_t filler;           /* words that mean nothing, bit by number */
    uint32_t named[BIL_WORDS]; /* bit c - 1: c words from this one on are the whole name of something */
    const struct bil_nouns *set[MOST_SETS];
    int sets;
    struct fits fits[MOST_SETS][BIL_WORDS][MOST_RANGE];
    struct fits long_fits; /* of the last range that was asked for and is longer */
    struct parse parse[MOST_PARSES];
    int count;
    int nodes;        /* looked at: a line is not worth more than MOST_NODES */
    int furthest;     /* the first word that no form could take */
    uint64_t reached; /* the rows of verbs that came so far */
    bool headless, wild;
};

/* Cuts the line; false if it is longer than any move. */
bool parser_begin(struct parser *parser, const struct bil_notation *notation, const void *rules, const void *view,
                  const char *line);

/* Finds the ways to take all words as all forms. headless: verbs left out; wild: one slot takes words that fit nothing. */
void parser_all(struct parser *parser, bool headless, bool wild);

/* Whether these words are the whole name of something in the match. */
bool parser_is_name(const struct parser *parser, struct range range);

/* What some words fit among the nouns of a slot, in full only where they are a whole name, be it of something else; the best of it
 * alone with `best`, whose fit is written there. */
const struct fits *parser_fits(struct parser *parser, const struct bil_slot *slot, struct range range);
uint64_t parser_members(const struct bil_slot *slot);
uint64_t parser_best(struct parser *parser, const struct bil_slot *slot, struct range range, enum bil_fit *fit);

/* Whether a form begins with a word, and how well the line's word at `at` hits it. */
enum bil_fit parser_head(const struct parser *parser, const struct bil_verb *verb, const struct bil_form *form, int at);

/* Whether a slot of a form must be filled and is not, or a word of it does not stand there that means something. */
bool parse_lacks(const struct parser *parser, const struct bil_part *part, const struct parse *parse, int p);

/* ------------------------------------------------------------------ what a line means, or why no move (resolve.c, parse_errors.c)
 */

/* What resolve.c has found out about a line. */
struct resolver {
    const struct bil_game *game;
    struct parser *parser;
    bil_move legal[BIL_MAX_MOVES]; /* none where the view does not know them */
    int legals;
    bil_move found[BIL_MAX_MOVES]; /* that the line can mean equally well */
    int count;
};

/* The sentence for a line that means no move. Each returns false. */
bool error_empty(const struct resolver *resolver, struct bil_error *error);
bool error_several(const struct resolver *resolver, struct bil_error *error);                      /* of resolver->found */
bool error_bare(const struct resolver *resolver, struct bil_error *error);                         /* the same, without a verb */
bool error_verb(const struct resolver *resolver, struct bil_error *error);                         /* no form begins so */
bool error_missing(struct resolver *resolver, const struct parse *parse, struct bil_error *error); /* slots are not filled */
bool error_which(struct resolver *resolver, const struct parse *parse, struct bil_error *error);   /* words fit several nouns */
bool error_unknown(struct resolver *resolver, const struct parse *parse, struct bil_error *error); /* words fit none */
bool error_strange(const struct resolver *resolver, int at, uint64_t rows,
                   struct bil_error *error); /* a word that these cannot take */

/* Whether some legal move has the verb; where the view does not know them, every verb may. */
bool parse_possible(const struct resolver *resolver, const struct bil_verb *verb);

#endif
