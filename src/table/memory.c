/* Memory that grows. Must never return NULL. */
#include "table/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void give_up(void)
{
    fputs("billions: there is no memory left; nothing further was done.\n", stderr);
    exit(4);
}

void *bil_memory_grow(void *old, size_t count, size_t size)
{
    if (count == 0) {
        count = 1;
    }
    if (size > SIZE_MAX / count) {
        give_up();
    }
    void *room = realloc(old, count * size);
    if (!room) {
        give_up();
    }
    return room;
}

void *bil_memory_zero(size_t count, size_t size)
{
    void *room = bil_memory_grow(NULL, count, size);
    memset(room, 0, (count ? count : 1) * size);
    return room;
}

char *bil_memory_text(const char *bytes, size_t length)
{
    char *text = bil_memory_grow(NULL, length + 1, 1);
    memcpy(text, bytes, length);
    text[length] = 0;
    return text;
}
