/* Reads flags from a table. Must never guess: what is not understood is refused with a sentence. */
#include "online/flags.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int bil_online_fail(int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fputs("billions: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return code;
}

static int print_help(const struct bil_online_usage *usage)
{
    printf("usage: %s\n\n%s\n\nOptions:\n", usage->synopsis, usage->about);
    for (const struct bil_online_flag *flag = usage->flags; flag->name; flag++) {
        char head[64];
        snprintf(head, sizeof head, "--%s%s%s", flag->name, flag->value ? " " : "", flag->value ? flag->value : "");
        printf("  %-22s %s\n", head, flag->help);
    }
    printf("  %-22s print this\n", "--help");
    return fflush(stdout) == 0 ? BIL_ONLINE_FINE : BIL_ONLINE_FILES;
}

static bool take_number(const struct bil_online_flag *flag, const char *value)
{
    char *end = NULL;
    const long long number = strtoll(value, &end, 10);
    if (*value == 0 || *end || number < flag->low || number > flag->high) {
        return false;
    }
    *flag->number = number;
    return true;
}

/* -1, or the exit code. */
static int take_flag(const char *command, const struct bil_online_flag *flag, const char *value)
{
    if (flag->given) {
        *flag->given = true;
    } else if (flag->text) {
        *flag->text = value;
    } else if (flag->number && !take_number(flag, value)) {
        return bil_online_fail(BIL_ONLINE_USAGE, "--%s must be a whole number from %" PRId64 " to %" PRId64 ", not \"%.60s\".",
                               flag->name, flag->low, flag->high, value);
    } else if (flag->list && flag->list->count == BIL_FLAG_VALUES) {
        return bil_online_fail(BIL_ONLINE_USAGE, "%s: --%s can be given at most %d times.", command, flag->name, BIL_FLAG_VALUES);
    } else if (flag->list) {
        flag->list->item[flag->list->count++] = value;
    }
    return -1;
}

static const struct bil_online_flag *find(const struct bil_online_usage *usage, const char *name, size_t length)
{
    const struct bil_online_flag *flag = usage->flags;
    while (flag->name && (strncmp(flag->name, name, length) != 0 || flag->name[length] != 0)) {
        flag++;
    }
    return flag->name ? flag : NULL;
}

int bil_online_flags(int argc, char **argv, const struct bil_online_usage *usage, int least, int most, struct bil_flag_list *words)
{
    bool plain = false; /* after "--" */
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        if (plain || argument[0] != '-' || argument[1] != '-') {
            if (words->count >= most || words->count == BIL_FLAG_VALUES) {
                return bil_online_fail(BIL_ONLINE_USAGE, "%s: \"%.80s\" is one word too many; billions %s --help says how it goes.",
                                       argv[0], argument, argv[0]);
            }
            words->item[words->count++] = argument;
            continue;
        }
        if (strcmp(argument, "--help") == 0) {
            return print_help(usage);
        }
        plain = argument[2] == 0;
        if (plain) {
            continue;
        }
        const size_t length = strcspn(argument + 2, "=");
        const struct bil_online_flag *flag = find(usage, argument + 2, length);
        if (!flag) {
            return bil_online_fail(BIL_ONLINE_USAGE, "%s has no option --%.*s; billions %s --help lists them.", argv[0],
                                   (int)length, argument + 2, argv[0]);
        }
        const char *value = argument[2 + length] == '=' ? argument + 3 + length : NULL;
        if (flag->given && value) {
            return bil_online_fail(BIL_ONLINE_USAGE, "--%s takes nothing behind it.", flag->name);
        }
        if (!flag->given && !value && i + 1 == argc) {
            return bil_online_fail(BIL_ONLINE_USAGE, "--%s needs %s behind it.", flag->name, flag->value);
        }
        const int code = take_flag(argv[0], flag, value || flag->given ? value : argv[++i]);
        if (code >= 0) {
            return code;
        }
    }
    if (words->count < least) {
        return bil_online_fail(BIL_ONLINE_USAGE, "%s needs more; usage: %s", argv[0], usage->synopsis);
    }
    return -1;
}
