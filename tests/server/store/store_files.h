/* SQLite files as tests make, read and spoil them, without the store. Each fails the test if it cannot. */
#ifndef TESTS_SERVER_STORE_STORE_FILES_H
#define TESTS_SERVER_STORE_STORE_FILES_H

#include <stddef.h>
#include <stdint.h>

/* Runs SQL on the database at a path, which is made if it is not there. */
void store_file_make(const char *path, const char *sql);
/* The first column of the first row. */
int64_t store_file_number(const char *path, const char *sql);
/* All tables and indexes with their columns, as text. The caller frees it. */
char *store_file_schema(const char *path);

/* A whole file; the caller frees what was read. */
char *store_file_bytes(const char *path, long *length);
void store_file_write(const char *path, const char *bytes, size_t length);

/* bil_store_open refuses it with a sentence that has this part; and has not changed a byte of it. */
void store_file_refused(const char *path, const char *part);
void store_file_refused_unchanged(const char *path, const char *part);

#endif
