/* Memory that grows, for tables and laboratories. When there is none left the program ends with a sentence: nothing that a person
 * did is ever silently cut. Never used while a game is searched or simulated. */
#ifndef BILLIONS_TABLE_MEMORY_H
#define BILLIONS_TABLE_MEMORY_H

#include <stddef.h>

/* Room for `count` things of `size` bytes; `old` may be NULL. What is new is not cleared. */
void *bil_memory_grow(void *old, size_t count, size_t size);

/* The same, all zero. */
void *bil_memory_zero(size_t count, size_t size);

/* A copy of the first `length` bytes with a final zero. */
char *bil_memory_text(const char *bytes, size_t length);

#endif
