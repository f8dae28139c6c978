/* One HTTP request to a server and its answer, for those who play there.
 *
 * Must never go on for longer than half a minute, keep an answer that is too large, or print a token. */
#ifndef BILLIONS_ONLINE_CLIENT_HTTP_CLIENT_H
#define BILLIONS_ONLINE_CLIENT_HTTP_CLIENT_H

#include "online/client/url.h"

struct bil_answer {
    int status;
    struct bil_text body; /* freed by the caller */
};

/* Asks and waits: `path` ("/api/games") comes behind the link's base; `bearer` and `body` may be NULL. `authority` is a file with
 * the certificates to trust, or NULL: those of the system. False and a sentence if there is no answer; an answer that says no is an
 * answer. */
bool bil_http_request(const struct bil_url *url, const char *authority, const char *method, const char *path, const char *bearer,
                      const char *body, struct bil_answer *answer, struct bil_error *error);

#endif
