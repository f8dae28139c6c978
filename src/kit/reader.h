/* What reader.c has found out about a line when it means no move, for the sentences of told.c. Private to this folder. */
#ifndef BILLIONS_KIT_READER_H
#define BILLIONS_KIT_READER_H

#include "kit/laying.h"

struct reader {
    const struct bil_game *game;
    struct lay *lay;
    bil_move legal[BIL_MAX_MOVES]; /* none where the view does not know them */
    int legals;
    bil_move found[BIL_MAX_MOVES]; /* that the line can mean equally well */
    int count;
};

/* Whether a slot of a form must be filled and is not, or a word of it does not stand there that means something. */
bool reader_is_missing(const struct lay *lay, const struct bil_part *part, const struct laying *laying, int p);

/* How good a laying is, apart from how well its nouns fit; only those of the same verb_fit compare. */
int reader_rank(const struct laying *laying);

/* The sentence for a line that means no move. Each returns false. */
bool told_empty(const struct reader *reader, struct bil_error *error);
bool told_several(const struct reader *reader, struct bil_error *error);                        /* of reader->found */
bool told_bare(const struct reader *reader, struct bil_error *error);                           /* the same, without a verb */
bool told_verb(const struct reader *reader, struct bil_error *error);                           /* no form begins so */
bool told_missing(struct reader *reader, const struct laying *laying, struct bil_error *error); /* slots are not filled */
bool told_which(struct reader *reader, const struct laying *laying, struct bil_error *error);   /* words fit several nouns */
bool told_unknown(struct reader *reader, const struct laying *laying, struct bil_error *error); /* words fit none */
bool told_strange(const struct reader *reader, int at, uint64_t rows, struct bil_error *error); /* a word that these cannot take */

#endif
