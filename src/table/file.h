/* Whole files in, whole files out.
 *
 * A file is replaced at once or not at all: it is written beside its place and then renamed, so that a full disk or a crash leaves
 * what was there before. Every failure is a sentence with the name of the file and the system's reason. */
#ifndef BILLIONS_TABLE_FILE_H
#define BILLIONS_TABLE_FILE_H

#include "billions/text.h"

enum { BIL_FILE_LIMIT = 16 * 1024 * 1024 };

/* The bytes of a file ("-": standard input) without the mark that some editors write before UTF-8, with a zero behind them that
 * does not count; NULL and a sentence if it cannot be read or is larger than BIL_FILE_LIMIT. The caller frees it with free(). */
char *bil_file_read(const char *path, size_t *length, struct bil_error *error);

/* Writes a file ("-": standard output). What is not a plain file (a device, a pipe) is written directly. */
bool bil_file_write(const char *path, const char *bytes, size_t length, struct bil_error *error);

#endif
