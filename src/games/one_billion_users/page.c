/* One Billion Users: a page of lines of a given width, for a terminal (see page.h).
 *
 * Every character that reaches a page is counted here, so no line can be longer than the page is wide. */
#include "games/one_billion_users/page.h"

#include <string.h>

static const char *const inks[OBU_INKS] = {
    [OBU_INK_PLAIN] = "",          [OBU_INK_COMMUNITY] = "\033[32m", [OBU_INK_BLOCKER] = "\033[31m",
    [OBU_INK_HOTFIX] = "\033[94m", [OBU_INK_SAFEGUARD] = "\033[33m", [OBU_INK_INFLUENCER] = "\033[35m",
    [OBU_INK_ACTION] = "\033[93m", [OBU_INK_EVENT] = "\033[90m",     [OBU_INK_NETWORK] = "\033[36m",
    [OBU_INK_STRONG] = "\033[1m",  [OBU_INK_FAINT] = "\033[2m",      [OBU_INK_HARM] = "\033[1;31m",
};

/* Bytes of the character that begins here (broken ones count as single bytes), and its code. */
static int decode(const char *text, uint32_t *code)
{
    const unsigned char *byte = (const unsigned char *)text;
    const int count = byte[0] < 0x80 ? 1 : byte[0] >= 0xF0 ? 4 : byte[0] >= 0xE0 ? 3 : byte[0] >= 0xC0 ? 2 : 1;
    static const unsigned char first[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    *code = byte[0] & (count == 1 ? 0xFFU : first[count]);
    for (int i = 1; i < count; i++) {
        if ((byte[i] & 0xC0U) != 0x80U) {
            return 1;
        }
        *code = *code << 6 | (byte[i] & 0x3FU);
    }
    return count;
}

/* Columns of one character: none for marks that sit on others, two for those that terminals draw wide. */
static int columns_of(uint32_t code)
{
    if (code < 0x20 || code == 0x7F || (code >= 0x300 && code <= 0x36F) || (code >= 0x200B && code <= 0x200F) ||
        (code >= 0xFE00 && code <= 0xFE0F)) {
        return 0;
    }
    const bool wide =
        (code >= 0x1100 && code <= 0x115F) || (code >= 0x2E80 && code <= 0xA4CF) || (code >= 0xAC00 && code <= 0xD7A3) ||
        (code >= 0xF900 && code <= 0xFAFF) || (code >= 0xFE30 && code <= 0xFE6F) || (code >= 0xFF00 && code <= 0xFF60) ||
        (code >= 0xFFE0 && code <= 0xFFE6) || (code >= 0x1F300 && code <= 0x1FAFF) || (code >= 0x20000 && code <= 0x3FFFD);
    return wide ? 2 : 1;
}

/* Bytes of the escape that begins here, or 0. */
static int escape_length(const char *text)
{
    if (text[0] != '\033' || text[1] != '[') {
        return 0;
    }
    int length = 2;
    while (text[length] && (text[length] < '@' || text[length] > '~')) {
        length++;
    }
    return text[length] ? length + 1 : length;
}

int obu_columns(const char *text)
{
    int columns = 0;
    while (*text) {
        uint32_t code = 0;
        const int escape = escape_length(text);
        if (escape) {
            text += escape;
        } else {
            text += decode(text, &code);
            columns += columns_of(code);
        }
    }
    return columns;
}

/* Writes what fits up to the page's edge; what is no ASCII becomes "?" where there are no symbols. */
static void put(struct obu_page *page, const char *text)
{
    while (*text) {
        uint32_t code = 0;
        const int bytes = decode(text, &code);
        const int columns = columns_of(code);
        if (page->column + columns > page->width) {
            return;
        }
        if (code >= 0x80 && !page->unicode) {
            if (columns > 0) {
                bil_text_char(page->out, '?');
                page->column++;
            }
        } else if (code >= 0x20) {
            bil_text_add_bytes(page->out, text, (size_t)bytes);
            page->column += columns;
        }
        text += bytes;
    }
}

static void put_inked(struct obu_page *page, enum obu_ink ink, const char *text)
{
    const bool coloured = page->colour && ink != OBU_INK_PLAIN && *text;
    if (coloured) {
        bil_text_add(page->out, inks[ink]);
    }
    put(page, text);
    if (coloured) {
        bil_text_add(page->out, "\033[0m");
    }
}

static void spaces_to(struct obu_page *page, int column)
{
    for (; page->column < column && page->column < page->width; page->column++) {
        bil_text_char(page->out, ' ');
    }
}

void obu_page_end(struct obu_page *page)
{
    bil_text_char(page->out, '\n');
    page->column = 0;
}

void obu_page_row(struct obu_page *page, const char *label)
{
    spaces_to(page, 2);
    put_inked(page, OBU_INK_FAINT, label);
    spaces_to(page, page->indent);
}

void obu_page_item(struct obu_page *page, enum obu_ink ink, const char *text)
{
    const bool first = page->column <= page->indent;
    if (!first && page->column + 1 + obu_columns(text) > page->width) {
        obu_page_end(page);
        spaces_to(page, page->indent);
    } else if (!first) {
        put(page, " ");
    }
    put_inked(page, ink, text);
}

void obu_page_heading(struct obu_page *page, const char *left, enum obu_ink ink, const char *accent, const char *right)
{
    const int right_columns = obu_columns(right);
    put_inked(page, OBU_INK_STRONG, left);
    put_inked(page, ink, accent);
    if (page->column + 3 + right_columns > page->width) {
        obu_page_end(page);
    } else {
        put(page, " ");
    }
    struct bil_text rule = {0};
    bil_text_repeat(&rule, page->unicode ? "─" : "-", page->width - page->column - right_columns - (right_columns > 0));
    put_inked(page, OBU_INK_FAINT, bil_text_string(&rule));
    bil_text_free(&rule);
    if (right_columns > 0) {
        put(page, " ");
        put_inked(page, OBU_INK_STRONG, right);
    }
    obu_page_end(page);
}

void obu_page_bar(struct bil_text *out, bool unicode, int cells, int full, int shaded)
{
    static const char *const marks[][3] = {{"#", ":", "."}, {"█", "▒", "·"}};
    bil_text_char(out, '[');
    for (int i = 0; i < cells; i++) {
        bil_text_add(out, marks[unicode][i < full ? 0 : i < full + shaded ? 1 : 2]);
    }
    bil_text_char(out, ']');
}

/* Writes one line of a finished page; returns where the next begins. */
static const char *copy_line(struct bil_text *out, const char *at, int *columns)
{
    const char *end = strchr(at, '\n');
    const size_t length = end ? (size_t)(end - at) : strlen(at);
    struct bil_text line = {0};
    bil_text_add_bytes(&line, at, length);
    *columns = obu_columns(bil_text_string(&line));
    bil_text_add(out, bil_text_string(&line));
    bil_text_free(&line);
    return end ? end + 1 : at + length;
}

void obu_page_beside(struct bil_text *out, const char *left, const char *right, int width)
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
