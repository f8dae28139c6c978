/* Links to a server and its tables, as people write them: "http://HOST:PORT/t/TABLE#TOKEN".
 *
 * Must never print a token unless asked to. */
#ifndef BILLIONS_ONLINE_CLIENT_URL_H
#define BILLIONS_ONLINE_CLIENT_URL_H

#include <stdbool.h>

#include "billions/text.h"

/* A link in parts. What is not there is "". */
struct bil_url {
    bool secure;
    int port;
    char host[256]; /* an IPv6 address without its brackets */
    char base[128]; /* the path before /t/, without a slash at its end: "" or "/billions" */
    char table[32];
    char token[32];
};

/* Reads http, https, ws, wss or nothing ("localhost:8080"). False and a sentence if it is none of these. */
bool bil_url_read(const char *text, struct bil_url *url, struct bil_error *error);
/* The link as people open it, with the token if `with_token`. */
void bil_url_write(const struct bil_url *url, bool with_token, struct bil_text *out);
/* The server alone, as in the header Host: "localhost:8080"; without the port that its scheme implies. */
void bil_url_write_host(const struct bil_url *url, struct bil_text *out);

#endif
