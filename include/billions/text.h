/* Writing text and JSON into a buffer that grows, and errors that are sentences.
 *
 * Never used while a game is searched or simulated; only where people or other programs read. */
#ifndef BILLIONS_TEXT_H
#define BILLIONS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "billions/api.h"

BIL_API_BEGIN

/* A text under construction. Start with {0}; `data` is always NUL-terminated once something was written (use bil_text_string);
 * free with bil_text_free. When memory runs out the program ends with a sentence (a text is never silently cut). */
struct bil_text {
    char *data;
    size_t length;
    size_t capacity;
    uint32_t json_depth;
    uint64_t json_filled; /* bit d: something was already written at depth d, so that a comma is due */
    bool json_after_key;
};

void bil_text_free(struct bil_text *text);
void bil_text_clear(struct bil_text *text);               /* empties it, keeps the memory */
const char *bil_text_string(const struct bil_text *text); /* never NULL; "" when empty */
void bil_text_add(struct bil_text *text, const char *string);
void bil_text_add_bytes(struct bil_text *text, const char *bytes, size_t count);
void bil_text_char(struct bil_text *text, char c);
void bil_text_number(struct bil_text *text, int64_t number); /* as "%d" would */
void bil_text_repeat(struct bil_text *text, const char *string, int times);
__attribute__((format(printf, 2, 3))) void bil_text_format(struct bil_text *text, const char *format, ...);

/* JSON: call them in the order of the document; commas, quotes and escapes are seen to. No white space is written.
 * At most 63 levels deep. A key is followed by exactly one value. */
void bil_json_object(struct bil_text *text);
void bil_json_object_end(struct bil_text *text);
void bil_json_array(struct bil_text *text);
void bil_json_array_end(struct bil_text *text);
void bil_json_key(struct bil_text *text, const char *key);
void bil_json_string(struct bil_text *text, const char *string);
void bil_json_integer(struct bil_text *text, int64_t number);
void bil_json_number(struct bil_text *text, double number); /* never used by a game: rules know no fractions */
void bil_json_bool(struct bil_text *text, bool value);
void bil_json_null(struct bil_text *text);
void bil_json_raw(struct bil_text *text, const char *json); /* a finished value, written as it is */

/* key and value in one call; of an array or object its beginning */
void bil_json_key_object(struct bil_text *text, const char *key);
void bil_json_key_array(struct bil_text *text, const char *key);
void bil_json_key_string(struct bil_text *text, const char *key, const char *string);
void bil_json_key_integer(struct bil_text *text, const char *key, int64_t number);
void bil_json_key_number(struct bil_text *text, const char *key, double number);
void bil_json_key_bool(struct bil_text *text, const char *key, bool value);

/* What was wrong, where, and what would be right: one sentence for a person. */
enum { BIL_ERROR_LENGTH = 512 };
struct bil_error {
    char text[BIL_ERROR_LENGTH];
};

/* Writes the sentence and returns false, so that `return bil_fail(error, ...)` ends a function. `error` may be NULL. Sentences
 * quote what was typed, read or sent: what comes of it is plain (bil_plain). */
__attribute__((format(printf, 2, 3))) bool bil_fail(struct bil_error *error, const char *format, ...);

/* Makes an untrusted text safe to show on a terminal, in place: control characters (those of C1 too),
 * marks that turn the direction of what follows, breaks of lines and invisible signs each become a blank or "?", as does every byte
 * that is no UTF-8. One line of letters is left, never longer than before. Returns its length. */
size_t bil_plain(char *text);

/* FNV-1a, 64 bits: takes these bytes into a hash that begins as BIL_FNV. Tells texts apart; no protection against forgers. */
#define BIL_FNV 0xcbf29ce484222325U
uint64_t bil_fnv(uint64_t hash, const void *bytes, size_t length);

/* Whether two names are the same to a person: case, accents of punctuation and spacing aside ("the troll" = "The Troll",
 * "todays main character" = "Today's Main Character"). Compares `length` bytes of `text` with the whole of `name`. */
bool bil_same_name(const char *text, size_t length, const char *name);

/* How many letters must be put in, left out, changed or swapped with their neighbour to make one of the other. Of long texts the
 * first 255 bytes count. */
int bil_distance(const char *a, const char *b);

BIL_API_END

#endif
