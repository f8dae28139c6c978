/* Walks over JSON without taking it apart. Must never go behind the final zero, whatever the text is. */
#include "table/span.h"

#include <string.h>

static const char blanks[] = " \t\r\n";

/* Behind a text, of which `at` is the first quote. */
static const char *skip_text(const char *at)
{
    for (at++; *at && *at != '"'; at++) {
        at += *at == '\\' && at[1];
    }
    return *at ? at + 1 : at;
}

/* Behind a value. */
static const char *skip_value(const char *at)
{
    int depth = 0;
    do {
        if (*at == '"') {
            at = skip_text(at);
        } else {
            depth += *at == '{' || *at == '[';
            depth -= *at == '}' || *at == ']';
            at += *at != 0;
        }
    } while (*at && (depth > 0 || (*at != ',' && *at != '}' && *at != ']')));
    return at;
}

bool bil_span_member(const char *object, const char *key, struct bil_span *value)
{
    const size_t letters = strlen(key);
    if (!object) {
        return false;
    }
    const char *at = object + strspn(object, blanks);
    if (*at != '{') {
        return false;
    }
    at++;
    at += strspn(at, blanks);
    while (*at == '"') {
        const char *name = at + 1;
        at = skip_text(at);
        const bool found = (size_t)(at - name) == letters + 1 && memcmp(name, key, letters) == 0;
        at += strspn(at, " \t\r\n:");
        const char *end = skip_value(at);
        if (found) {
            *value = (struct bil_span){at, (size_t)(end - at)};
            return true;
        }
        at = end + strspn(end, " \t\r\n,");
    }
    return false;
}

bool bil_span_item(const char *array, const char **at, struct bil_span *item)
{
    if (!*at) {
        *at = array + strspn(array, blanks);
        if (**at != '[') {
            return false;
        }
        ++*at;
    }
    *at += strspn(*at, " \t\r\n,");
    if (**at == 0 || **at == ']') {
        return false;
    }
    const char *end = skip_value(*at);
    *item = (struct bil_span){*at, (size_t)(end - *at)};
    *at = end;
    return true;
}
