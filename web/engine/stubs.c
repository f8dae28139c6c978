/* Stubs for what a page does not have, files and other programs, and for what JavaScript has already. In place of src/table/file.c,
 * src/table/external_bot*.c and the C library's strtod.
 *
 * Must never pretend: who asks for a file is told that there is none. */
#include "table/external_bot.h"
#include "table/file.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* What JavaScript reads as a number, rounded as C rounds; NaN where it is none. */
__attribute__((import_module("billions"), import_name("number"))) double web_read_number(const char *text, size_t length);

/* The C library's own takes 2 KB of the first load. Must never be asked for blanks at the beginning, hexadecimal numbers or
 * infinity: it takes none of them for a number. */
double strtod(const char *text, char **end)
{
    size_t length = strspn(text, "+-.0123456789eE");
    while (length > 0 && isnan(web_read_number(text, length))) {
        length--;
    }
    if (end) {
        *end = (char *)(uintptr_t)text + length;
    }
    return length > 0 ? web_read_number(text, length) : 0;
}

char *bil_file_read(const char *path, size_t *length, struct bil_error *error)
{
    *length = 0;
    bil_fail(error, "%.200s cannot be read: the engine of a page opens no files; the page hands over what is in them.", path);
    return NULL;
}

bool bil_file_write(const char *path, const char *bytes, size_t length, struct bil_error *error)
{
    (void)bytes;
    (void)length;
    return bil_fail(error, "%.200s cannot be written: the engine of a page writes no files; the page keeps what it is given.",
                    path);
}

const struct bil_bot *bil_external_bot_find(const char *name, struct bil_error *error)
{
    return bil_bot_find(name, error);
}

uint64_t bil_external_bot_match(void)
{
    static uint64_t number;
    return ++number;
}

void bil_external_bot_over(const struct bil_bot *bot, const struct bil_game *game, const void *rules, const void *state, int seats,
                           int seat, uint64_t match)
{
    (void)bot;
    (void)game;
    (void)rules;
    (void)state;
    (void)seats;
    (void)seat;
    (void)match;
}

struct bil_external_bot_count bil_external_bot_count_at(const struct bil_bot *bot, int seat)
{
    (void)bot;
    (void)seat;
    return (struct bil_external_bot_count){0};
}
