/* What is written to the person's screen. Must never write an escape where there is no terminal, and never a line that is wider
 * than the screen: whatever a game, a record or a person wrote passes through `fold`. */
#include "terminal/screen.h"
#include "kit/glyph.h"
#include "table/output.h"

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

void bil_screen_open(struct bil_screen *screen, int fd)
{
    const char *term = getenv("TERM");
    const bool dumb = !term || !*term || strcmp(term, "dumb") == 0;
    memset(screen, 0, sizeof *screen);
    screen->fd = fd;
    screen->terminal = isatty(fd) && !bil_output_is_plain() && !dumb;
    screen->colour = screen->terminal && !given("NO_COLOR");
    screen->ascii = bil_output_ascii(fd);
    screen->unicode = screen->colour && !screen->ascii;
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

/* ------------------------------------------------------------------ folding */

/* One line without control characters, in letters that the screen can show. */
static void clean(const struct bil_screen *screen, const char *text, size_t length, struct bil_text *out)
{
    for (size_t i = 0; i < length;) {
        const struct bil_glyph glyph = bil_glyph_at(text + i, length - i);
        const char *sign = screen->unicode ? NULL : bil_ascii_sign(glyph.code);
        if (sign) {
            bil_text_add(out, sign);
        } else if (screen->ascii && glyph.code >= 0x80) {
            bil_ascii_add(out, text + i, glyph.bytes);
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
        const struct bil_glyph glyph = bil_glyph_at(text + i, length - i);
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
        bil_text_add(&screen->waiting, "\0337\r"); /* remembers the cursor's position */
        bil_text_add(&screen->waiting, bil_screen_tone(screen, tone));
        clean(screen, question, strlen(question), &screen->waiting);
        bil_text_add(&screen->waiting, bil_screen_tone(screen, BIL_PLAIN));
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
