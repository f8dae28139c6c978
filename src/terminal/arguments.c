/* Reads arguments by their rows and prints --help from the same rows (see arguments.h). */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "terminal/arguments.h"

#include "kit/glyph.h"
#include "table/file.h"
#include "table/output.h"

enum { WIDTH = 79, HELP_COLUMN = 25 };

int bil_exit_with(int code, const char *format, ...)
{
    char sentence[2 * BIL_ERROR_LENGTH];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    bil_output_complain("%s", sentence);
    return code;
}

int bil_print(struct bil_text *text)
{
    struct bil_error error = {{0}};
    struct bil_text ascii = {0};
    const bool spelled = bil_output_ascii(STDOUT_FILENO);
    if (spelled) {
        bil_ascii_add(&ascii, bil_text_string(text), text->length);
    }
    const struct bil_text *shown = spelled ? &ascii : text;
    const bool written = bil_file_write("-", bil_text_string(shown), shown->length, &error);
    bil_text_free(&ascii);
    bil_text_free(text);
    return written ? BIL_EXIT_FINE : bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
}

/* Adds words from column `at` on, folded at the edge and indented by `hang`; ends the line. An empty line stays one. */
static void add_folded(struct bil_text *text, const char *words, size_t at, size_t hang)
{
    bool first = true;
    for (const char *word = words; *word;) {
        const size_t length = strcspn(word, " \n");
        if (!first && at + 1 + length > WIDTH) {
            bil_text_char(text, '\n');
            bil_text_repeat(text, " ", (int)hang);
            at = hang;
            first = true;
        }
        bil_text_add(text, first ? "" : " ");
        bil_text_add_bytes(text, word, length);
        at += length + !first;
        first = false;
        word += length;
        if (strncmp(word, "\n\n", 2) == 0) {
            bil_text_add(text, "\n\n");
            bil_text_repeat(text, " ", (int)hang);
            at = hang;
            first = true;
        }
        word += strspn(word, " \n");
    }
    bil_text_char(text, '\n');
}

static int print_help(const struct bil_usage *usage)
{
    struct bil_text text = {0};
    bil_text_format(&text, "usage: %s\n\n", usage->synopsis);
    add_folded(&text, usage->about, 0, 0);
    bil_text_add(&text, "\nOptions:\n");
    for (const struct bil_flag *flag = usage->flags; flag->name; flag++) {
        char head[64];
        snprintf(head, sizeof head, "--%s%s%s", flag->name, flag->value ? " " : "", flag->value ? flag->value : "");
        bil_text_format(&text, "  %-22s ", head);
        add_folded(&text, flag->help, strlen(head) > 22 ? strlen(head) + 3 : HELP_COLUMN, HELP_COLUMN);
    }
    bil_text_format(&text, "  %-22s %s\n", "--help", "print this");
    return bil_print(&text);
}

/* How people call what reads these arguments: "perft" of "billions", or a program of its own. */
static void call_of(const char *argument, const struct bil_usage *usage, char name[32], char line[48])
{
    const bool sub = strncmp(usage->synopsis, "billions ", strlen("billions ")) == 0;
    snprintf(name, 32, "%.*s", sub ? 31 : (int)strcspn(usage->synopsis, " "), sub ? argument : usage->synopsis);
    snprintf(line, 48, "%s%s", sub ? "billions " : "", name);
}

static int unknown_flag(const char *command, const char *given, size_t length, const struct bil_usage *usage)
{
    char name[32];
    char line[48];
    call_of(command, usage, name, line);
    char typed[32];
    const char *nearest = NULL;
    int least = 3; /* the most wrong letters */
    snprintf(typed, sizeof typed, "%.*s", (int)length, given);
    for (const struct bil_flag *flag = usage->flags; flag->name; flag++) {
        const bool begins = length > 1 && strncmp(flag->name, typed, length) == 0;
        const int distance = begins ? 0 : bil_distance(typed, flag->name);
        if (distance < least && distance < (int)length) {
            least = distance;
            nearest = flag->name;
        }
    }
    if (nearest) {
        return bil_exit_with(BIL_EXIT_USAGE, "%s has no option --%.*s; perhaps --%s was meant.", name, (int)length, given, nearest);
    }
    return bil_exit_with(BIL_EXIT_USAGE, "%s has no option --%.*s; %s --help lists them.", name, (int)length, given, line);
}

/* A whole number, perhaps with "," or "_" or "'" between its digits. */
static bool read_whole_number(const char *text, int64_t *number)
{
    int64_t value = 0;
    bool any = false;
    const bool negative = *text == '-';
    for (const char *c = text + negative; *c; c++) {
        if (any && c[1] && (*c == '_' || *c == ',' || *c == '\'')) {
            continue;
        }
        if (!isdigit((unsigned char)*c) || value > (INT64_MAX - 9) / 10) {
            return false;
        }
        value = 10 * value + (*c - '0');
        any = true;
    }
    *number = negative ? -value : value;
    return any;
}

static int set_flag(const struct bil_flag *flag, const char *value)
{
    switch (flag->kind) {
    case BIL_FLAG_SWITCH:
        *(bool *)flag->out = true;
        return -1;
    case BIL_FLAG_TEXT:
        *(const char **)flag->out = value;
        return -1;
    case BIL_FLAG_LIST: {
        struct bil_list *list = flag->out;
        if (list->count == BIL_LIST_MAX) {
            return bil_exit_with(BIL_EXIT_USAGE, "--%s can be given %d times at most.", flag->name, BIL_LIST_MAX);
        }
        list->item[list->count++] = value;
        return -1;
    }
    case BIL_FLAG_NUMBER: {
        int64_t number = 0;
        if (!read_whole_number(value, &number) || number < flag->low || number > flag->high) {
            return bil_exit_with(BIL_EXIT_USAGE, "--%s %s: there must be a whole number from %" PRId64 " to %" PRId64 ".",
                                 flag->name, value, flag->low, flag->high);
        }
        *(int64_t *)flag->out = number;
        return -1;
    }
    }
    return -1;
}

/* Reads the flag at argv[*at], and moves *at to its value if that is an argument of its own. */
static int read_flag(int argc, char **argv, int *at, const struct bil_usage *usage)
{
    const char *given = argv[*at] + 2;
    const size_t length = strcspn(given, "=");
    const char *value = given[length] == '=' ? given + length + 1 : NULL;
    for (const struct bil_flag *flag = usage->flags; flag->name; flag++) {
        if (strlen(flag->name) != length || strncmp(flag->name, given, length) != 0) {
            continue;
        }
        if (flag->kind == BIL_FLAG_SWITCH && value) {
            return bil_exit_with(BIL_EXIT_USAGE, "--%s takes no value; here it has \"%s\".", flag->name, value);
        }
        if (flag->kind != BIL_FLAG_SWITCH && !value) {
            if (*at + 1 == argc) {
                return bil_exit_with(BIL_EXIT_USAGE, "--%s wants a value behind it: --%s %s.", flag->name, flag->name, flag->value);
            }
            value = argv[++*at];
        }
        return set_flag(flag, value);
    }
    return unknown_flag(argv[0], given, length, usage);
}

int bil_arguments_read(int argc, char **argv, const struct bil_usage *usage, int least, int most, struct bil_list *words)
{
    bool flags = true;
    words->count = 0;
    for (int i = 1; i < argc; i++) {
        if (flags && (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)) {
            return print_help(usage);
        }
        if (flags && strcmp(argv[i], "--") == 0) {
            flags = false;
        } else if (flags && argv[i][0] == '-' && argv[i][1] == '-') {
            const int code = read_flag(argc, argv, &i, usage);
            if (code >= 0) {
                return code;
            }
        } else if (flags && argv[i][0] == '-' && argv[i][1]) {
            char name[32];
            char line[48];
            call_of(argv[0], usage, name, line);
            return bil_exit_with(BIL_EXIT_USAGE, "%s has no option %s; options begin with two dashes, and %s --help lists them.",
                                 name, argv[i], line);
        } else if (words->count == most) {
            return bil_exit_with(BIL_EXIT_USAGE, "\"%s\" is one word too many; usage: %.*s", argv[i],
                                 (int)strcspn(usage->synopsis, "\n"), usage->synopsis);
        } else {
            words->item[words->count++] = argv[i];
        }
    }
    if (words->count < least) {
        return bil_exit_with(BIL_EXIT_USAGE, "Something is missing; usage: %.*s", (int)strcspn(usage->synopsis, "\n"),
                             usage->synopsis);
    }
    return -1;
}
