/* How others in the same network find this server: what a big screen's code for telephones says (docs/protocol.md, "GET
 * /api/reach").
 *
 * Must never send anything: which address it is, the machine itself knows. */
#ifndef BILLIONS_SERVER_HTTP_REACH_H
#define BILLIONS_SERVER_HTTP_REACH_H

#include "server/http/net.h"

/* {"addresses":["http://192.168.1.5:8000", ...]}, the likeliest first: what the settings name, else the address that is listened
 * on, else, where all are, those of the machine's networks. None where only this machine is listened to: then "closed" lists, in
 * the same order, the addresses that would reach the server if it were opened. */
void bil_reach_write(const struct bil_net_settings *settings, int port, struct bil_text *out);

#endif
