/* The files of the page: finds what a path means inside one folder, and what is to be said about it.
 *
 * Must never leave that folder, follow a link out of it, or show what begins with a dot. Knows nothing of HTTP but names of types
 * and encodings. */
#ifndef BILLIONS_SERVER_HTTP_STATIC_H
#define BILLIONS_SERVER_HTTP_STATIC_H

#include "billions/text.h"

struct bil_static {
    int folder; /* an open directory; -1: there is no page */
};

struct bil_static_file {
    int file; /* open for reading; anyone who gets it closes it */
    int64_t size;
    const char *type;     /* "text/html; charset=utf-8" */
    const char *encoding; /* "br", "gzip" or NULL: as it is */
    bool varies;          /* there are several encodings of it */
    const char *cache;    /* what Cache-Control says */
    char tag[48];         /* what ETag says, with its quotes */
};

/* Opens the folder; it must hold an index.html. */
bool bil_static_begin(struct bil_static *files, const char *folder, struct bil_error *error);
void bil_static_end(struct bil_static *files);

/* What is at a path ("/assets/page-1a2b3c4d.js"), decoded, without a query. `encodings` is what Accept-Encoding said, `types`
 * what Accept said. Where nothing is, a path that names no kind of file is a page of the program in the browser, and index.html
 * is given to anyone who wants HTML. False: there is nothing for this caller. */
bool bil_static_find(const struct bil_static *files, const char *path, const char *encodings, const char *types,
                     struct bil_static_file *file);

#endif
