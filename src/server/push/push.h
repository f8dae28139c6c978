/* Push messages: who hears that it is his turn when his page is closed, about what, and when; what becomes of a message that
 * could not be delivered. Here is the logic alone: who carries messages to their services is given (struct bil_push_carrier;
 * push/post.h is the one there is), and without one this server sends none.
 *
 * A message is due for a subscription when its seat is asked something that a person must answer, no connection of that seat is
 * in sight (presence.c), and that has been so for a moment; one that is `always` told does not wait for the page to be out of
 * sight. For one decision it is sent once. All of that is stored before anything is sent, so a
 * server that starts again neither repeats itself nor forgets anybody. What others hold, or may do, plays no part in it. */
#ifndef BILLIONS_SERVER_PUSH_PUSH_H
#define BILLIONS_SERVER_PUSH_PUSH_H

#include "server/push/post.h"
#include "server/tables/table.h"

enum {
    BIL_PUSH_SEAT_MOST = 4,     /* browsers of one seat: a further one takes the place of the one that was told longest ago */
    BIL_PUSH_ADDRESS_MOST = 64, /* subscriptions that were asked for from one address */
    BIL_PUSH_A_MINUTE = 60,     /* messages for those */
    BIL_PUSH_TRIES = 5          /* for one message */
};

/* {"key":"..."}: by which services know this server, base64url; null where it sends none. The key is made at first need. */
enum bil_fault bil_push_key(struct bil_hub *hub, struct bil_text *out, struct bil_error *error);
/* POST /api/tables/ID/push: that browser is to be told of the turns of the seat that `token` opens. `body` is what it says of
 * itself,
 * {"endpoint":..., "keys":{"p256dh":..., "auth":...}, "always":true or nothing}; `address` who asks, for the limits. */
enum bil_fault bil_push_subscribe(struct bil_hub *hub, const char *id, const char *token, const struct bil_value *body,
                                  const char *address, struct bil_error *error);
/* DELETE of that: with a token all browsers of that seat, or the one with the endpoint that `body` (may be NULL) names; without a
 * token ("") that one alone, for its endpoint is a secret too. That there is none is no fault. */
enum bil_fault bil_push_unsubscribe(struct bil_hub *hub, const char *id, const char *token, const struct bil_value *body,
                                    struct bil_error *error);

/* For the hub. */
struct bil_table;
void bil_push_watch(struct bil_table *table, int64_t now); /* sends what is due there, with the open transaction */
void bil_push_release(struct bil_hub *hub, bool stored);   /* what was staged goes to the carrier, or has not happened */
void bil_push_collect(struct bil_hub *hub, int64_t now);   /* what came of letters */

#endif
