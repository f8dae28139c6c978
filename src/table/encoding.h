/* Texts are UTF-8. Other encodings that editors write are recognised, so that the error message names the encoding and not a
 * control character in line 1. */
#ifndef BILLIONS_TABLE_ENCODING_H
#define BILLIONS_TABLE_ENCODING_H

#include "billions/text.h"

/* False and a sentence if these bytes are UTF-16 or UTF-32: they begin with its mark of byte order, or there is a zero byte within
 * their first two letters, which in all that Billions reads are ASCII. `name` is what the sentence calls them. */
bool bil_encoding_check(const char *bytes, size_t length, const char *name, struct bil_error *error);

/* How many bytes the mark takes that some editors write before UTF-8: 3, or 0. It is not part of the text. */
size_t bil_encoding_mark(const char *bytes, size_t length);

#endif
