/* What resolve.c has found out about a line when it means no move, for the sentences of parse_errors.c. Private to this folder. */
#ifndef BILLIONS_KIT_RESOLVE_H
#define BILLIONS_KIT_RESOLVE_H

#include "kit/parse.h"

struct resolver {
    const struct bil_game *game;
    struct parser *parser;
    bil_move legal[BIL_MAX_MOVES]; /* none where the view does not know them */
    int legals;
    bil_move found[BIL_MAX_MOVES]; /* that the line can mean equally well */
    int count;
};

/* Whether a slot of a form must be filled and is not, or a word of it does not stand there that means something. */
bool parse_lacks(const struct parser *parser, const struct bil_part *part, const struct parse *parse, int p);

/* How good a parse is, apart from how well its nouns fit; only those of the same verb_fit compare. */
int parse_rank(const struct parse *parse);

/* Whether some legal move has the verb; where the view does not know them, every verb may. */
bool parse_possible(const struct resolver *resolver, const struct bil_verb *verb);

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

#endif
