/* See output.h. Must never write anything but whole sentences. */
#include "table/output.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kit/glyph.h"

enum { SENTENCE = 2 * BIL_ERROR_LENGTH };

static bool plain;

void bil_output_plain(void)
{
    plain = true;
}

bool bil_output_is_plain(void)
{
    return plain;
}

/* Whether the locale that the environment names writes UTF-8. It is read from its variables: loading it would cost more time than
 * the whole start, and it is often not installed. */
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

bool bil_output_ascii(int file)
{
    return plain || (isatty(file) && !locale_is_utf8());
}

void bil_output_complain(const char *format, ...)
{
    char sentence[SENTENCE];
    struct bil_text ascii = {0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    for (char *c = sentence; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 127) {
            *c = '?';
        }
    }
    if (bil_output_ascii(STDERR_FILENO)) {
        bil_ascii_add(&ascii, sentence, strlen(sentence));
    }
    fflush(stdout);
    fprintf(stderr, "billions: %s\n", ascii.data ? ascii.data : sentence);
    bil_text_free(&ascii);
}
