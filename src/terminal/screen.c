/* What is written to the person's screen. Must never write an escape where there is no terminal, and never a line that is wider
 * than the screen: whatever a game, a record or a person wrote passes through `fold`. */
#include "terminal/screen.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const char *const tones[BIL_TONES] = {"\033[0m", "\033[1m", "\033[2m", "\033[1;36m", "\033[33m", "\033[31m"};

/* ------------------------------------------------------------------ the place */

static bool given(const char *name)
{
    const char *value = getenv(name);
    return value && *value;
}

/* The locale is read from its variables: loading it would cost more time than the whole start, and it is often not installed. */
static bool locale_is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) {
            return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8") || strstr(value, "utf-8");
        }
    }
    return false;
}

void bil_screen_measure(struct bil_screen *screen)
{
    struct winsize size;
    long columns = 0;
    long rows = 0;
    if (ioctl(screen->fd, TIOCGWINSZ, &size) == 0) {
        columns = size.ws_col;
        rows = size.ws_row;
    }
    const char *wish = getenv("COLUMNS");
    if (wish && *wish) {
        char *end = NULL;
        const long number = strtol(wish, &end, 10);
        if (*end == 0 && number > 0) {
            columns = number;
        }
    }
    if (columns <= 0) {
        columns = 80;
    }
    screen->columns = columns < BIL_SCREEN_NARROWEST ? BIL_SCREEN_NARROWEST
                      : columns > BIL_SCREEN_WIDEST  ? BIL_SCREEN_WIDEST
                                                     : (int)columns;
    screen->rows = rows > 0 && rows < 1000 ? (int)rows : 24;
}

void bil_screen_open(struct bil_screen *screen, int fd, bool plain)
{
    const char *term = getenv("TERM");
    const bool dumb = !term || !*term || strcmp(term, "dumb") == 0;
    memset(screen, 0, sizeof *screen);
    screen->fd = fd;
    screen->terminal = isatty(fd) && !plain && !dumb;
    screen->colour = screen->terminal && !given("NO_COLOR");
    screen->unicode = screen->colour && locale_is_utf8();
    bil_screen_measure(screen);
}

void bil_screen_close(struct bil_screen *screen)
{
    bil_text_free(&screen->waiting);
}

struct bil_style bil_screen_style(const struct bil_screen *screen)
{
    return (struct bil_style){
        .columns = screen->columns < 60 ? 60 : screen->columns, .colour = screen->colour, .unicode = screen->unicode};
}

const char *bil_screen_tone(const struct bil_screen *screen, enum bil_tone tone)
{
    return screen->colour ? tones[tone] : "";
}

/* ------------------------------------------------------------------ one character */

struct glyph {
    size_t bytes;  /* taken from the text */
    int columns;   /* on the screen */
    uint32_t code; /* 0: leave it out */
};

static bool between(uint32_t code, uint32_t low, uint32_t high)
{
    return code >= low && code <= high;
}

/* As terminals do it: marks that sit on the letter before take no column, the scripts and pictures of East Asia take two. */
static int columns_of_code(uint32_t code)
{
    if (between(code, 0x300, 0x36F) || between(code, 0x200B, 0x200F) || between(code, 0xFE00, 0xFE0F) ||
        between(code, 0x20D0, 0x20FF)) {
        return 0;
    }
    if (between(code, 0x1100, 0x115F) || between(code, 0x2E80, 0xA4CF) || between(code, 0xAC00, 0xD7A3) ||
        between(code, 0xF900, 0xFAFF) || between(code, 0xFE30, 0xFE6F) || between(code, 0xFF00, 0xFF60) ||
        between(code, 0xFFE0, 0xFFE6) || between(code, 0x1F300, 0x1F64F) || between(code, 0x1F680, 0x1F6FF) ||
        between(code, 0x1F900, 0x1FAFF) || between(code, 0x20000, 0x3FFFD)) {
        return 2;
    }
    return 1;
}

/* The character at `text`; bytes that are no UTF-8 and control characters are left out, escapes that set colours are kept. */
static struct glyph glyph_at(const char *text, size_t length)
{
    const unsigned char *byte = (const unsigned char *)text;
    if (byte[0] == 0x1B) {
        size_t end = 1;
        if (length > 1 && byte[1] == '[') {
            for (end = 2; end < length && (byte[end] == ';' || (byte[end] >= '0' && byte[end] <= '9')); end++) {
            }
            if (end < length && byte[end] == 'm') {
                return (struct glyph){end + 1, 0, 0x1B};
            }
        }
        return (struct glyph){1, 0, 0};
    }
    if (byte[0] < 0x80) {
        return byte[0] < 0x20 || byte[0] == 0x7F ? (struct glyph){1, 0, 0} : (struct glyph){1, 1, byte[0]};
    }
    static const struct {
        unsigned char low, high, mask;
        size_t bytes;
        uint32_t least;
    } heads[] = {{0xC2, 0xDF, 0x1F, 2, 0x80}, {0xE0, 0xEF, 0x0F, 3, 0x800}, {0xF0, 0xF4, 0x07, 4, 0x10000}};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        if (byte[0] < heads[i].low || byte[0] > heads[i].high) {
            continue;
        }
        uint32_t code = byte[0] & heads[i].mask;
        for (size_t k = 1; k < heads[i].bytes; k++) {
            if (k >= length || (byte[k] & 0xC0) != 0x80) {
                return (struct glyph){1, 0, 0};
            }
            code = code << 6 | (byte[k] & 0x3F);
        }
        if (code < heads[i].least || code > 0x10FFFF || between(code, 0xD800, 0xDFFF) || between(code, 0x80, 0x9F)) {
            return (struct glyph){heads[i].bytes, 0, 0};
        }
        return (struct glyph){heads[i].bytes, columns_of_code(code), code};
    }
    return (struct glyph){1, 0, 0};
}

int bil_columns_of(const char *text, size_t length)
{
    int columns = 0;
    for (size_t i = 0; i < length;) {
        const struct glyph glyph = glyph_at(text + i, length - i);
        columns += glyph.columns;
        i += glyph.bytes;
    }
    return columns;
}

/* Signs that people's texts use and ASCII has not. */
static const struct {
    uint32_t code;
    const char *ascii;
} spellings[] = {
    {0x00A0, " "},   {0x00B7, "."},  {0x00BD, "1/2"}, {0x00D7, "x"},  {0x2010, "-"},  {0x2011, "-"},  {0x2012, "-"},
    {0x2013, "-"},   {0x2014, "-"},  {0x2018, "'"},   {0x2019, "'"},  {0x201C, "\""}, {0x201D, "\""}, {0x2022, "*"},
    {0x2026, "..."}, {0x2192, "->"}, {0x2212, "-"},   {0x2264, "<="}, {0x2265, ">="},
};

static const char *spelling(uint32_t code)
{
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        if (spellings[i].code == code) {
            return spellings[i].ascii;
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ folding */

/* One line without control characters and, if the screen wants it, in ASCII. */
static void clean(const struct bil_screen *screen, const char *text, size_t length, struct bil_text *out)
{
    for (size_t i = 0; i < length;) {
        const struct glyph glyph = glyph_at(text + i, length - i);
        const char *ascii = screen->unicode || glyph.code < 0x80 ? NULL : spelling(glyph.code);
        if (ascii) {
            bil_text_add(out, ascii);
        } else if (glyph.code != 0 && (glyph.code != 0x1B || screen->colour)) {
            bil_text_add_bytes(out, text + i, glyph.bytes);
        }
        i += glyph.bytes;
    }
}

/* How much of a cleaned text goes on a line of `columns`: up to the last space that fits, or as much as fits if there is none. */
static size_t head_of_line(const char *text, size_t length, int columns)
{
    size_t space = 0;
    int used = 0;
    bool word_begun = false;
    for (size_t i = 0; i < length;) {
        const struct glyph glyph = glyph_at(text + i, length - i);
        if (glyph.code == ' ' && word_begun) {
            space = i;
        } else if (glyph.columns > 0 && glyph.code != ' ') {
            word_begun = true;
        }
        if (used + glyph.columns > columns) {
            return space > 0 ? space : i;
        }
        used += glyph.columns;
        i += glyph.bytes;
    }
    return length;
}

static void fold(struct bil_screen *screen, int hang, const char *text, size_t length)
{
    struct bil_text line = {0};
    clean(screen, text, length, &line);
    const char *rest = bil_text_string(&line);
    size_t left = line.length;
    while (left > 0 && rest[left - 1] == ' ') {
        left--;
    }
    int indent = 0;
    if (hang > screen->columns / 2) {
        hang = screen->columns / 2;
    }
    do {
        const size_t head = head_of_line(rest, left, screen->columns - indent);
        bil_text_repeat(&screen->waiting, " ", indent);
        bil_text_add_bytes(&screen->waiting, rest, head);
        bil_text_char(&screen->waiting, '\n');
        rest += head;
        left -= head;
        while (left > 0 && *rest == ' ') {
            rest++;
            left--;
        }
        indent = hang;
    } while (left > 0);
    bil_text_free(&line);
}

void bil_screen_lines(struct bil_screen *screen, int hang, const char *text)
{
    while (*text) {
        const char *end = strchr(text, '\n');
        const size_t length = end ? (size_t)(end - text) : strlen(text);
        fold(screen, hang, text, length);
        text += length + (end ? 1 : 0);
    }
}

void bil_screen_say(struct bil_screen *screen, int hang, enum bil_tone tone, const char *format, ...)
{
    char small[1024];
    va_list arguments;
    va_list again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int needed = vsnprintf(small, sizeof small, format, arguments);
    va_end(arguments);
    char *large = needed >= (int)sizeof small ? malloc((size_t)needed + 1) : NULL;
    if (large) {
        vsnprintf(large, (size_t)needed + 1, format, again);
    }
    va_end(again);
    struct bil_text text = {0};
    bil_text_add(&text, tone == BIL_PLAIN ? "" : bil_screen_tone(screen, tone));
    bil_text_add(&text, large ? large : small);
    bil_text_add(&text, tone == BIL_PLAIN ? "" : bil_screen_tone(screen, BIL_PLAIN));
    if (text.length == 0) {
        bil_text_char(&screen->waiting, '\n');
    }
    bil_screen_lines(screen, hang, bil_text_string(&text));
    bil_text_free(&text);
    free(large);
}

void bil_screen_ask(struct bil_screen *screen, enum bil_tone tone, const char *question)
{
    struct bil_text text = {0};
    bil_text_format(&text, "%s%s%s", bil_screen_tone(screen, tone), question, bil_screen_tone(screen, BIL_PLAIN));
    screen->columns -= 2; /* room for the blank and the cursor */
    bil_screen_lines(screen, 0, bil_text_string(&text));
    screen->columns += 2;
    screen->waiting.data[screen->waiting.length - 1] = ' '; /* where the line ended */
    bil_text_free(&text);
}

/* ------------------------------------------------------------------ the reader */

void bil_screen_ask_again(struct bil_screen *screen, enum bil_tone tone, const char *question)
{
    if (screen->terminal) {
        bil_text_add(&screen->waiting, "\0337\r"); /* remembers where the cursor stands */
        bil_text_format(&screen->waiting, "%s%s%s", bil_screen_tone(screen, tone), question, bil_screen_tone(screen, BIL_PLAIN));
        bil_text_add(&screen->waiting, "\0338");
    }
}

void bil_screen_wipe(struct bil_screen *screen)
{
    if (screen->terminal) {
        /* The scrollback goes last: some terminals push what the second escape takes away into it. */
        bil_text_add(&screen->waiting, "\033[H\033[2J\033[3J");
    } else {
        bil_text_repeat(&screen->waiting, "\n", screen->rows);
    }
}

bool bil_screen_flush(struct bil_screen *screen)
{
    const char *rest = bil_text_string(&screen->waiting);
    size_t left = screen->waiting.length;
    while (left > 0 && screen->fault == 0) {
        const ssize_t written = write(screen->fd, rest, left);
        if (written < 0 && errno != EINTR && errno != EAGAIN) {
            screen->fault = errno;
        } else if (written > 0) {
            rest += written;
            left -= (size_t)written;
        }
    }
    bil_text_clear(&screen->waiting);
    return screen->fault == 0;
}
