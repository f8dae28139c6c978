/* 6 Billion: a page of lines of a given width, for a terminal: rows with items that fold, colours that never say anything alone,
 * signs that have an ASCII twin.
 *
 * Knows no card and no site. A text may carry inks (see six_ink_add); widths are counted in columns of the terminal, never in
 * bytes. */
#ifndef SIX_BILLION_PAGE_H
#define SIX_BILLION_PAGE_H

#include "billions/game.h"

/* The six colours of factions in the order of enum six_colour, then what a text is about. */
enum six_ink {
    SIX_INK_RED,
    SIX_INK_BLUE,
    SIX_INK_GREEN,
    SIX_INK_BLACK,
    SIX_INK_ORANGE,
    SIX_INK_PINK,
    SIX_INK_PLAIN,
    SIX_INK_STRONG, /* headings */
    SIX_INK_FAINT,  /* labels, what is empty, what cannot be used */
    SIX_INK_HARM,   /* full, at stake */
    SIX_INKS
};

/* Signs with two faces. */
enum six_sign {
    SIX_SIGN_MOVED,
    SIX_SIGN_NOW,
    SIX_SIGN_EMPTY,
    SIX_SIGN_CAN,
    SIX_SIGN_CANNOT,
    SIX_SIGN_ARROW,
    SIX_SIGN_RULE,
    SIX_SIGNS
};

struct six_page {
    struct bil_text *out;
    int width;
    int indent; /* of the lines that continue a row */
    int column; /* where the next character goes */
    bool colour;
    bool unicode;
};

/* Columns that a text takes; inks take none. */
int six_columns(const char *text);
const char *six_sign(const struct six_page *page, enum six_sign sign);

/* Adds a text in an ink to a text that will stand on this page. */
void six_ink_add(const struct six_page *page, struct bil_text *text, enum six_ink ink, const char *string);

/* Writes what fits on the line; blanks up to a column; the end of the line. */
void six_page_put(struct six_page *page, const char *text);
void six_page_to(struct six_page *page, int column);
void six_page_end(struct six_page *page);

/* A row: its label, then items, one blank between. An item goes to a new line rather than over the edge; if it alone is longer than
 * a line it is broken at its blanks. */
void six_page_row(struct six_page *page, const char *label);
void six_page_item(struct six_page *page, const char *text);

/* A heading: text on the left, text on the right (or ""), a rule between; on two lines if one is too short. */
void six_page_heading(struct six_page *page, const char *left, const char *right);

#endif
