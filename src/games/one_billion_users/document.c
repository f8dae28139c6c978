/* One Billion Users: saying what is wrong with a document that was read (see document.h). Never judges: it only writes. */
#include "games/one_billion_users/document.h"

#include <stdarg.h>
#include <stdio.h>

enum { PATH = 120, SENTENCE = 320 };

bool obu_wrong(const struct bil_value *value, struct bil_error *error, const char *format, ...)
{
    char path[PATH];
    char sentence[SENTENCE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    bil_value_path(value, path, sizeof path);
    return bil_fail(error, "%s%s%s", path, *path ? ": " : "", sentence);
}
