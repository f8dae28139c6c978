/* Where a browser says that its messages are to be sent: addresses that strangers give a server, to which it then speaks. So they
 * are judged twice: as a text when somebody subscribes, and as an address of the network when a connection is about to be made, for
 * a name may lead anywhere, and elsewhere tomorrow.
 *
 * Pure functions. Must never resolve a name or be forgiving: what is not plainly an address of a push service is refused. */
#ifndef BILLIONS_SERVER_PUSH_ENDPOINT_H
#define BILLIONS_SERVER_PUSH_ENDPOINT_H

#include <stdbool.h>
#include <stddef.h>

#include "billions/text.h"

struct sockaddr;

enum {
    BIL_PUSH_ENDPOINT = 1024, /* letters of one, at most */
    BIL_PUSH_ORIGIN = 280     /* letters of "https://NAME:PORT", with the final zero */
};

/* Whether a text can be an endpoint: https://NAME/PATH with a name of letters, digits, dots and hyphens that is no address and has
 * a dot, no other port than 443, nobody's name and passphrase before it, nothing but visible ASCII. With `local`, for tests, also
 * http, any port, 127.0.0.1 and [::1], and names without a dot. Else a sentence. */
bool bil_push_endpoint(const char *text, bool local, struct bil_error *error);
/* Of an endpoint that was found sound: "https://push.example.net", as its service is called; and the name alone. */
void bil_push_origin(const char *endpoint, char origin[BIL_PUSH_ORIGIN]);
void bil_push_host(const char *endpoint, char host[BIL_PUSH_ORIGIN]);

/* Whether an address may be connected to: one that the whole network can reach. Not this machine, nor a network at home, nor
 * whatever else the registries of IANA set apart (IPv4 and IPv6, and IPv4 within IPv6). */
bool bil_address_public(const struct sockaddr *address, size_t length);

#endif
