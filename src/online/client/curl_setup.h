/* What both uses of libcurl as a player's client share (http_client.h, websocket_channel.h): where to connect, who is trusted, and
 * why it failed, in words.
 *
 * Must never make anything trusted that is not. */
#ifndef BILLIONS_ONLINE_CLIENT_CURL_SETUP_H
#define BILLIONS_ONLINE_CLIENT_CURL_SETUP_H

#include <curl/curl.h>

#include "online/client/url.h"

enum { BIL_CURL_WHY = 320 };

/* Whether a file for --ca ("" or NULL: none) can be one; else a sentence. */
bool bil_curl_authority_fits(const char *authority, struct bil_error *error);
/* A handle for `path` behind the link's base. It trusts the certificates in the file `authority`, or those of the system if that is
 * "" or NULL, and gives up a connection after this many milliseconds. NULL: there is no memory. */
CURL *bil_curl_new(const struct bil_url *url, const char *authority, const char *path, long milliseconds);
/* Why a handle failed, for people; without a full stop at its end. */
void bil_curl_why(CURL *curl, const struct bil_url *url, CURLcode code, char out[BIL_CURL_WHY]);

#endif
