/* One character of a text at a time: its bytes, its columns on a terminal, its number, and its spelling where only ASCII can be
 * shown: "é" is "e", "≤" is "<=", "🐺" is "?".
 *
 * The spelling is for people's eyes. Must never be used on what a program reads back. */
#ifndef BILLIONS_KIT_GLYPH_H
#define BILLIONS_KIT_GLYPH_H

#include "billions/text.h"

struct bil_glyph {
    size_t bytes;  /* taken from the text */
    int columns;   /* on the screen */
    uint32_t code; /* 0: leave it out */
};

/* The character at `text`; bytes that are no UTF-8 and control characters are left out, escapes that set colours are kept. */
struct bil_glyph bil_glyph_at(const char *text, size_t length);

/* Columns that a text takes, without its escapes. */
int bil_columns_of(const char *text, size_t length);
int bil_columns(const char *text);

/* How a sign that sentences use is typed in ASCII ("->" of an arrow); NULL of anything else. */
const char *bil_ascii_sign(uint32_t code);

/* The one ASCII letter that replaces a character of one column; "?" where there is none. */
char bil_ascii_letter(uint32_t code);

/* Adds a text with every character spelled in ASCII; marks that take no column are left out, a byte that is no UTF-8 becomes "?".
 * ASCII, escapes and ends of lines included, is added as it is. */
void bil_ascii_add(struct bil_text *out, const char *text, size_t length);

#endif
