/* Whether what is written for people must be ASCII, and sentences on standard error.
 *
 * ASCII it must be after --plain, and on a terminal whose locale has no UTF-8. What is no terminal gets the bytes as they are: a
 * program or a file may read them. */
#ifndef BILLIONS_TABLE_OUTPUT_H
#define BILLIONS_TABLE_OUTPUT_H

#include <stdbool.h>

/* From now on all that is written for people is ASCII. To be called before threads begin. */
void bil_output_plain(void);
bool bil_output_is_plain(void);

/* Whether what goes to this file must be ASCII. */
bool bil_output_ascii(int file);

/* Writes "billions: ", a sentence and the end of the line on standard error, behind what standard output was given before. A
 * control character, which could move the cursor, becomes "?". */
__attribute__((format(printf, 1, 2))) void bil_output_complain(const char *format, ...);

#endif
