/* A page of lines of a given width, for a terminal: rows of items that fold, headings, bars, pages side by side; inks that never
 * say anything alone, and a twin in ASCII for every sign beyond it.
 *
 * Widths are counted in columns of the terminal, never in bytes. Knows no game. */
#ifndef BILLIONS_KIT_PAGE_H
#define BILLIONS_KIT_PAGE_H

#include "billions/game.h"
#include "kit/glyph.h"

/* An ink is the escape that begins it. */
#define BIL_INK_PLAIN  ""
#define BIL_INK_STRONG "\033[1m" /* headings, totals */
#define BIL_INK_FAINT  "\033[2m" /* labels, what is empty, what cannot be used */

struct bil_page {
    struct bil_text *out;
    int width;
    int indent; /* of the lines that continue a row */
    int column; /* where the next character goes */
    bool colour, unicode;
    struct bil_text item; /* being written: the next item of the row */
    struct bil_text held; /* the item of a list before it, until it is known whether a comma follows */
    const char *held_ink;
};

void bil_page_free(struct bil_page *page); /* not `out` */

/* Adds a text in an ink to a text that will stand on this page. */
void bil_ink_add(const struct bil_page *page, struct bil_text *text, const char *ink, const char *string);

/* Writes what fits on the line, in an ink; blanks up to a column; the end of the line. */
void bil_page_put(struct bil_page *page, const char *ink, const char *text);
void bil_page_to(struct bil_page *page, int column);
void bil_page_end(struct bil_page *page);

/* A row: its label, then items, one blank between. An item goes to a new line rather than over the edge; if it alone is longer than
 * a line it is broken at its blanks. */
void bil_page_row(struct bil_page *page, const char *label);
void bil_page_item(struct bil_page *page, const char *ink, const char *text);
void bil_page_words(struct bil_page *page, const char *ink, const char *sentence); /* each word an item */

/* What is in page->item becomes an item of the row, or one of a list: a comma follows it if the list goes on. It is empty then. */
void bil_page_add(struct bil_page *page, const char *ink);
void bil_page_list(struct bil_page *page, const char *ink);

/* A heading: text on the left, with an accent in an ink of its own behind it (or ""), text on the right (or ""), a rule between; on
 * two lines if one is too short. */
void bil_page_heading(struct bil_page *page, const char *left, const char *ink, const char *accent, const char *right);

/* A bar of `cells` cells, of which the first `full` are filled; `shaded` of the rest are shaded. */
void bil_page_bar(struct bil_text *out, bool unicode, int cells, int full, int shaded);

/* Two finished pages side by side, the left one `width` columns wide. */
void bil_page_beside(struct bil_text *out, const char *left, const char *right, int width);

#endif
