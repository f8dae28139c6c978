/* One Billion Users: a page of lines of a given width, for a terminal: words that wrap, colours that never say anything alone,
 * symbols that have an ASCII twin, two pages side by side.
 *
 * Knows no card. Widths are counted in columns of the terminal, not in bytes. */
#ifndef ONE_BILLION_USERS_PAGE_H
#define ONE_BILLION_USERS_PAGE_H

#include "billions/game.h"

/* What a text is about: its colour, where there are colours. */
enum obu_ink {
    OBU_INK_PLAIN,
    OBU_INK_COMMUNITY,
    OBU_INK_BLOCKER,
    OBU_INK_HOTFIX,
    OBU_INK_SAFEGUARD,
    OBU_INK_INFLUENCER,
    OBU_INK_ACTION,
    OBU_INK_EVENT,
    OBU_INK_NETWORK,
    OBU_INK_STRONG, /* headings, totals */
    OBU_INK_FAINT,  /* what cannot be used, what is only a frame */
    OBU_INK_HARM,   /* a penalty that has come */
    OBU_INKS
};

struct obu_page {
    struct bil_text *out;
    int width;
    int indent; /* of the lines that continue a row */
    int column; /* where the next character goes */
    bool colour;
    bool unicode;
};

/* Columns that a text takes; escapes take none. */
int obu_columns(const char *text);

/* A row: its label, then items. An item is never broken, unless it alone is longer than a line; then it is cut. */
void obu_page_row(struct obu_page *page, const char *label);
void obu_page_item(struct obu_page *page, enum obu_ink ink, const char *text);
void obu_page_end(struct obu_page *page); /* of the row */

/* A heading: text on the left, with an accent in an ink of its own behind it (or ""), text on the right, a rule between; on two
 * lines if one is too short. */
void obu_page_heading(struct obu_page *page, const char *left, enum obu_ink ink, const char *accent, const char *right);

/* A bar of `cells` cells, of which the first `full` are filled; `shaded` of the rest are shaded. */
void obu_page_bar(struct bil_text *out, bool unicode, int cells, int full, int shaded);

/* Two finished pages side by side, the left one `width` columns wide. */
void obu_page_beside(struct bil_text *out, const char *left, const char *right, int width);

#endif
