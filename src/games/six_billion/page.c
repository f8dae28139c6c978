/* 6 Billion: a page of lines of a given width, for a terminal (see page.h).
 *
 * Every character that reaches a page is counted here, so no line can be longer than the page is wide. */
#include "games/six_billion/page.h"

#include <string.h>

static const char *const inks[SIX_INKS] = {
    [SIX_INK_RED] = "\033[1;31m",
    [SIX_INK_BLUE] = "\033[1;94m",
    [SIX_INK_GREEN] = "\033[1;32m",
    [SIX_INK_BLACK] = "\033[1;97;40m",
    [SIX_INK_ORANGE] = "\033[1;38;5;208m",
    [SIX_INK_PINK] = "\033[1;38;5;213m",
    [SIX_INK_PLAIN] = "",
    [SIX_INK_STRONG] = "\033[1m",
    [SIX_INK_FAINT] = "\033[2m",
    [SIX_INK_HARM] = "\033[1;33m",
};
static const char *const signs[SIX_SIGNS][2] = {
    [SIX_SIGN_MOVED] = {"x", "✓"},  [SIX_SIGN_NOW] = {">", "▶"},    [SIX_SIGN_EMPTY] = {".", "·"}, [SIX_SIGN_CAN] = {"+", "●"},
    [SIX_SIGN_CANNOT] = {"-", "○"}, [SIX_SIGN_ARROW] = {"->", "→"}, [SIX_SIGN_RULE] = {"-", "─"},
};

/* Bytes of the escape that begins here, or 0. */
static size_t escape_length(const char *text)
{
    return *text == '\033' ? strcspn(text, "m") + 1 : 0;
}

/* Bytes of the character that begins here. Signs of a page are one column wide each. */
static size_t character_length(const char *text)
{
    size_t length = 1;
    while (((unsigned char)text[length] & 0xC0U) == 0x80U) {
        length++;
    }
    return length;
}

int six_columns(const char *text)
{
    int columns = 0;
    while (*text) {
        const size_t escape = escape_length(text);
        columns += escape == 0;
        text += escape ? escape : character_length(text);
    }
    return columns;
}

const char *six_sign(const struct six_page *page, enum six_sign sign)
{
    return signs[sign][page->unicode];
}

void six_ink_add(const struct six_page *page, struct bil_text *text, enum six_ink ink, const char *string)
{
    const bool coloured = page->colour && ink != SIX_INK_PLAIN && *string;
    bil_text_add(text, coloured ? inks[ink] : "");
    bil_text_add(text, string);
    bil_text_add(text, coloured ? "\033[0m" : "");
}

/* Inks are written even beyond the edge, for what was begun must end. */
static void put_bytes(struct six_page *page, const char *text, size_t count)
{
    const char *end = text + count;
    while (text < end) {
        const size_t escape = escape_length(text);
        const size_t length = escape ? escape : character_length(text);
        if (escape || page->column < page->width) {
            bil_text_add_bytes(page->out, text, length);
            page->column += escape == 0;
        }
        text += length;
    }
}

void six_page_put(struct six_page *page, const char *text)
{
    put_bytes(page, text, strlen(text));
}

void six_page_to(struct six_page *page, int column)
{
    for (; page->column < column && page->column < page->width; page->column++) {
        bil_text_char(page->out, ' ');
    }
}

void six_page_end(struct six_page *page)
{
    bil_text_char(page->out, '\n');
    page->column = 0;
}

void six_page_row(struct six_page *page, const char *label)
{
    struct bil_text text = {0};
    six_page_to(page, 2);
    six_ink_add(page, &text, SIX_INK_FAINT, label);
    six_page_put(page, bil_text_string(&text));
    six_page_to(page, page->indent);
    bil_text_free(&text);
}

/* A text longer than a line, word by word. */
static void put_words(struct six_page *page, const char *text)
{
    while (*text) {
        const size_t length = strcspn(text, " ");
        struct bil_text word = {0};
        bil_text_add_bytes(&word, text, length);
        if (page->column > page->indent && page->column + 1 + six_columns(bil_text_string(&word)) > page->width) {
            six_page_end(page);
            six_page_to(page, page->indent);
        } else if (page->column > page->indent) {
            six_page_put(page, " ");
        }
        six_page_put(page, bil_text_string(&word));
        bil_text_free(&word);
        text += length;
        text += *text == ' ';
    }
}

void six_page_item(struct six_page *page, const char *text)
{
    const int columns = six_columns(text);
    if (columns > page->width - page->indent) {
        put_words(page, text);
        return;
    }
    if (page->column > page->indent) {
        if (page->column + 1 + columns > page->width) {
            six_page_end(page);
            six_page_to(page, page->indent);
        } else {
            six_page_put(page, " ");
        }
    }
    six_page_put(page, text);
}

void six_page_heading(struct six_page *page, const char *left, const char *right)
{
    const int right_columns = six_columns(right);
    struct bil_text text = {0};
    six_ink_add(page, &text, SIX_INK_STRONG, left);
    six_page_put(page, bil_text_string(&text));
    if (page->column + 3 + right_columns > page->width) {
        six_page_end(page);
    } else {
        six_page_put(page, " ");
    }
    struct bil_text rule = {0};
    bil_text_repeat(&rule, six_sign(page, SIX_SIGN_RULE), page->width - page->column - right_columns - (right_columns > 0));
    bil_text_clear(&text);
    six_ink_add(page, &text, SIX_INK_FAINT, bil_text_string(&rule));
    if (right_columns > 0) {
        bil_text_char(&text, ' ');
        six_ink_add(page, &text, SIX_INK_STRONG, right);
    }
    six_page_put(page, bil_text_string(&text));
    six_page_end(page);
    bil_text_free(&rule);
    bil_text_free(&text);
}
