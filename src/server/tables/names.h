/* Names of persons and titles of tables: what may be shown, and when two names look alike.
 *
 * Two names are alike if they are the same whatever their capitals, their width or their composition (NFKC, case folding), or if
 * somebody who reads them can take one for the other (the confusables of Unicode, UTS #39). A name has two skeletons for that,
 * texts that nobody reads: that of its folded form, in which capitals no longer matter, and the folded form of that which it shows,
 * in which a capital I is a small l. Names are alike if they have a skeleton in common.
 *
 * Needs ICU, which only names.c knows. Must never change a name: what somebody has chosen is shown as it was chosen, or refused. */
#ifndef BILLIONS_SERVER_TABLES_NAMES_H
#define BILLIONS_SERVER_TABLES_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "billions/text.h"

/* Whether a text may be shown to others as a name or a title: 1 to `most` bytes of UTF-8 (`most` up to 255), nothing in it that
 * cannot be seen, that controls, or that turns the direction of what follows; no blank at its ends, and none but the usual one.
 * What belongs to an emoji may stand in it. */
bool bil_name_decent(const char *text, size_t most);
/* The same, for anyone who is refused, behind "A name has 1 to 31 letters": people count letters, and what they see. */
#define BIL_NAME_RULE                                                                                                              \
    " (those with marks, of other alphabets, and pictures count double or more), no blank at its ends and nothing that cannot be " \
    "seen."

enum { BIL_SKELETON_BYTES = 256, BIL_SKELETONS = 2 };
struct bil_skeletons {
    char skeleton[BIL_SKELETONS][BIL_SKELETON_BYTES];
};

/* What comparing needs. Belongs to one thread. NULL and a sentence: the library's data is missing. */
struct bil_names;
struct bil_names *bil_names_new(struct bil_error *error);
void bil_names_free(struct bil_names *names);

/* The skeletons of a name. False: it is not UTF-8, or has none that could be told. */
bool bil_names_skeletons(struct bil_names *names, const char *name, struct bil_skeletons *skeletons);
bool bil_skeletons_match(const struct bil_skeletons *one, const struct bil_skeletons *other);
/* By which rules and data skeletons are made: those of another version are not to be compared with them. */
const char *bil_names_version(const struct bil_names *names);

#endif
