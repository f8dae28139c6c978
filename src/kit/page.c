/* A page of lines of a given width, for a terminal (see page.h). Every character that reaches a page is counted here, so no line
 * can be longer than the page is wide. */
#include "kit/page.h"

#include <string.h>

void bil_page_free(struct bil_page *page)
{
    bil_text_free(&page->item);
    bil_text_free(&page->held);
}

/* ------------------------------------------------------------------ writing */

/* Writes the item that is held back, if there is one. */
static void write_held(struct bil_page *page, const char *behind)
{
    if (page->held.length > 0) {
        bil_text_add(&page->held, behind);
        bil_page_item(page, page->held_ink, bil_text_string(&page->held));
        bil_text_clear(&page->held);
    }
}

void bil_ink_add(const struct bil_page *page, struct bil_text *text, const char *ink, const char *string)
{
    const bool coloured = page->colour && *ink && *string;
    bil_text_add(text, coloured ? ink : "");
    bil_text_add(text, string);
    bil_text_add(text, coloured ? "\033[0m" : "");
}

/* Escapes are written even beyond the edge, for an ink that was begun must end. */
static void put_bytes(struct bil_page *page, const char *text, size_t count)
{
    bool full = false;
    for (size_t at = 0; at < count;) {
        const struct bil_glyph glyph = bil_glyph_at(text + at, count - at);
        const bool sign = glyph.code >= 0x80 && !page->unicode;
        const int columns = sign && glyph.columns > 0 ? 1 : glyph.columns;
        full = full || page->column + columns > page->width;
        if (glyph.code == 0x1B || (glyph.code && !full && !sign)) {
            bil_text_add_bytes(page->out, text + at, glyph.bytes);
            page->column += columns;
        } else if (sign && !full && columns > 0) {
            bil_text_char(page->out, bil_ascii_letter(glyph.code));
            page->column++;
        }
        at += glyph.bytes;
    }
}

void bil_page_put(struct bil_page *page, const char *ink, const char *text)
{
    const bool coloured = page->colour && *ink && *text;
    bil_text_add(page->out, coloured ? ink : "");
    put_bytes(page, text, strlen(text));
    bil_text_add(page->out, coloured ? "\033[0m" : "");
}

void bil_page_to(struct bil_page *page, int column)
{
    for (; page->column < column && page->column < page->width; page->column++) {
        bil_text_char(page->out, ' ');
    }
}

static void end_line(struct bil_page *page)
{
    bil_text_char(page->out, '\n');
    page->column = 0;
}

void bil_page_end(struct bil_page *page)
{
    write_held(page, "");
    end_line(page);
}

/* ------------------------------------------------------------------ rows */

void bil_page_row(struct bil_page *page, const char *label)
{
    bil_page_to(page, 2);
    bil_page_put(page, BIL_INK_FAINT, label);
    bil_page_to(page, page->indent);
}

void bil_page_item(struct bil_page *page, const char *ink, const char *text)
{
    const int columns = bil_columns(text);
    if (columns > page->width - page->indent && strchr(text, ' ')) {
        bil_page_words(page, ink, text);
        return;
    }
    if (page->column > page->indent) {
        if (page->column + 1 + columns > page->width) {
            end_line(page);
            bil_page_to(page, page->indent);
        } else {
            put_bytes(page, " ", 1);
        }
    }
    bil_page_put(page, ink, text);
}

void bil_page_words(struct bil_page *page, const char *ink, const char *sentence)
{
    struct bil_text word = {0};
    for (const char *at = sentence; *at; at += *at == ' ') {
        const size_t length = strcspn(at, " ");
        bil_text_clear(&word);
        bil_text_add_bytes(&word, at, length);
        bil_page_item(page, ink, bil_text_string(&word));
        at += length;
    }
    bil_text_free(&word);
}

void bil_page_add(struct bil_page *page, const char *ink)
{
    write_held(page, "");
    bil_page_item(page, ink, bil_text_string(&page->item));
    bil_text_clear(&page->item);
}

void bil_page_list(struct bil_page *page, const char *ink)
{
    write_held(page, ",");
    bil_text_add(&page->held, bil_text_string(&page->item));
    bil_text_clear(&page->item);
    page->held_ink = ink;
}

void bil_page_heading(struct bil_page *page, const char *left, const char *ink, const char *accent, const char *right)
{
    const int columns = bil_columns(right);
    struct bil_text rule = {0};
    bil_page_put(page, BIL_INK_STRONG, left);
    bil_page_put(page, ink, accent);
    if (page->column + 3 + columns > page->width) {
        end_line(page);
    } else {
        put_bytes(page, " ", 1);
    }
    bil_text_repeat(&rule, page->unicode ? "─" : "-", page->width - page->column - columns - (columns > 0));
    bil_page_put(page, BIL_INK_FAINT, bil_text_string(&rule));
    bil_text_free(&rule);
    if (columns > 0) {
        put_bytes(page, " ", 1);
        bil_page_put(page, BIL_INK_STRONG, right);
    }
    bil_page_end(page);
}

void bil_page_bar(struct bil_text *out, bool unicode, int cells, int full, int shaded)
{
    static const char *const marks[][3] = {{"#", ":", "."}, {"█", "▒", "·"}};
    bil_text_char(out, '[');
    for (int i = 0; i < cells; i++) {
        bil_text_add(out, marks[unicode][i < full ? 0 : i < full + shaded ? 1 : 2]);
    }
    bil_text_char(out, ']');
}

/* ------------------------------------------------------------------ two pages */

/* Writes one line of a finished page; returns where the next begins. */
static const char *copy_line(struct bil_text *out, const char *at, int *columns)
{
    const size_t length = strcspn(at, "\n");
    *columns = bil_columns_of(at, length);
    bil_text_add_bytes(out, at, length);
    return at + length + (at[length] == '\n');
}

void bil_page_beside(struct bil_text *out, const char *left, const char *right, int width)
{
    while (*left || *right) {
        int columns = 0;
        if (*left) {
            left = copy_line(out, left, &columns);
        }
        if (*right) {
            bil_text_repeat(out, " ", width - columns);
            right = copy_line(out, right, &columns);
        }
        bil_text_char(out, '\n');
    }
}
