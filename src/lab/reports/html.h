/* One HTML page that needs nothing else: its style inside it, no scripts, nothing from elsewhere, light and dark as the reader has
 * it, readable from 360 pixels of width on. Whatever comes from outside the program is escaped here. */
#ifndef BILLIONS_LAB_HTML_H
#define BILLIONS_LAB_HTML_H

#include "billions/text.h"

/* The page up to its first section, and its end. */
void bil_html_begin(struct bil_text *out, const char *title);
void bil_html_end(struct bil_text *out);

/* A text, with the characters escaped that mean something in HTML. */
void bil_html_text(struct bil_text *out, const char *text);

void bil_html_heading(struct bil_text *out, const char *text);
__attribute__((format(printf, 2, 3))) void bil_html_paragraph(struct bil_text *out, const char *format, ...);

/* What one types, to be copied. */
void bil_html_command(struct bil_text *out, const char *command);

/* What is only unfolded on request. */
void bil_html_fold(struct bil_text *out, const char *summary);
void bil_html_fold_end(struct bil_text *out);

/* A table that scrolls by itself where the screen is narrow. Columns whose name begins with '#' hold numbers; the sign is not
 * shown. After the head come rows, each with as many cells as there are columns, and the end. */
void bil_html_table(struct bil_text *out, const char *const *columns, int count);
void bil_html_row(struct bil_text *out);
__attribute__((format(printf, 2, 3))) void bil_html_number(struct bil_text *out, const char *format, ...);
void bil_html_cell(struct bil_text *out, const char *text);
void bil_html_row_end(struct bil_text *out);
void bil_html_table_end(struct bil_text *out);

#endif
