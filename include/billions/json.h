/* Reads a JSON text into the tree of billions/value.h: the one reader of program, server, client and page.
 *
 * Whatever the bytes are, the answer is a tree or one sentence with line and column: no fractions, no key twice in one object, no
 * number beyond 64 bits, at most BIL_JSON_DEPTH levels and BIL_JSON_BYTES bytes. Never reads a file (see file.h). */
#ifndef BILLIONS_JSON_H
#define BILLIONS_JSON_H

#include "billions/value.h"

BIL_API_BEGIN

enum { BIL_JSON_DEPTH = 32, BIL_JSON_BYTES = 4 * 1024 * 1024 };

/* The tree of a text that must hold exactly one JSON value, or NULL and a sentence that begins with `name` (of the file, for
 * people). The bytes are not needed afterwards. Free the tree with bil_json_free; its root is what was returned. */
const struct bil_value *bil_json_read(const char *bytes, size_t length, const char *name, struct bil_error *error);
/* The same of what another program sent and people are shown: every text and key in it is made plain (bil_plain). */
const struct bil_value *bil_json_read_plain(const char *bytes, size_t length, const char *name, struct bil_error *error);
void bil_json_free(const struct bil_value *root);

BIL_API_END

#endif
