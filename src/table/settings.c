/* Options that were set, kept in one block of memory: first the settings, then their texts. */
#include "table/settings.h"

#include <string.h>

#include "table/memory.h"

static char *keep_copy(char **room, const char *text)
{
    char *copy = *room;
    const size_t length = strlen(text) + 1;
    memcpy(copy, text, length);
    *room += length;
    return copy;
}

struct bil_setting *bil_settings_copy(const struct bil_setting *settings, int count)
{
    size_t length = 0;
    for (int i = 0; i < count; i++) {
        length += strlen(settings[i].key) + strlen(settings[i].value) + 2;
    }
    const size_t head = (size_t)count * sizeof(struct bil_setting);
    char *block = bil_memory_zero(1, head + length);
    struct bil_setting *copy = (struct bil_setting *)(void *)block;
    char *room = block + head;
    for (int i = 0; i < count; i++) {
        copy[i].key = keep_copy(&room, settings[i].key);
        copy[i].value = keep_copy(&room, settings[i].value);
    }
    return copy;
}
