/* What link.c and link_request.c share: how the network library is set up for a client. */
#ifndef BILLIONS_SERVER_LINK_CONTEXT_H
#define BILLIONS_SERVER_LINK_CONTEXT_H

#include <libwebsockets.h>

#include "server/link.h"

/* A context that listens to nothing. `authority` "" : the certificates of the system. */
void bil_link_context(struct lws_context_creation_info *info, const struct bil_url *url, const char *authority,
                      const struct lws_protocols *protocols, void *user);
/* What stands in the header Host. */
void bil_link_host(const struct bil_url *url, struct bil_text *out);

#endif
