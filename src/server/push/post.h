/* Who carries push messages out: a thread of its own with libcurl, so that the one thread never waits for a push service. It is
 * given letters, encrypts, signs and sends them, and hands them back with what came of them.
 *
 * Speaks to nobody but the endpoint of a letter, over https, at an address that is public: no redirect is followed, no proxy asked,
 * no cookie kept, and of an answer nothing is read but its status and Retry-After. Every letter comes back in bounded time. Must
 * never write an endpoint or a key into a log. */
#ifndef BILLIONS_SERVER_PUSH_POST_H
#define BILLIONS_SERVER_PUSH_POST_H

#include "server/push/crypto.h"
#include "server/push/endpoint.h"
#include "server/tables/table.h"

enum {
    BIL_PUSH_TOPIC = 32, /* letters of base64url, at most (RFC 8030, 5.4) */
    BIL_PUSH_TEXT = 640, /* bytes of a text, at most; every message is filled up to this */
    BIL_PUSH_PLACE = 16  /* of a subscription: a hash of its endpoint */
};

enum bil_push_end {
    BIL_PUSH_UNSENT,    /* there was no place for it, or the post ends */
    BIL_PUSH_ANSWERED,  /* `status` says what the service made of it */
    BIL_PUSH_FAILED,    /* nobody answered, or not in time, or not in HTTP over TLS */
    BIL_PUSH_FORBIDDEN, /* its name leads to addresses that are not public, and nowhere else */
    BIL_PUSH_ENDS
};

/* One message for one browser. */
struct bil_push_letter {
    char table[BIL_TABLE_ID + 1]; /* whose it is: comes back as it was given, as `place` and `decision` */
    uint8_t place[BIL_PUSH_PLACE];
    int64_t decision;
    char endpoint[BIL_PUSH_ENDPOINT + 1];
    struct bil_push_reader reader;
    uint8_t key[BIL_P256_SECRET]; /* of the server */
    char text[BIL_PUSH_TEXT + 1];
    char topic[BIL_PUSH_TOPIC + 1]; /* a later letter of the same topic takes the place of one that waits at the service */
    int64_t ttl;                    /* seconds that the service keeps it for */
    bool urgent;
    enum bil_push_end end; /* what came of it */
    int status;            /* of HTTP; 0: none */
    int64_t retry_after;   /* seconds; 0: not said */
    struct bil_push_letter *next;
};
/* Wipes and frees one. */
void bil_push_letter_free(struct bil_push_letter *letter);

struct bil_push_post_settings {
    const char *contact; /* the contact for push services: "mailto:..." or "https://..." */
    bool local;          /* for tests: http, and addresses of this machine */
    int connect, total;  /* seconds for a connection, and for all of a letter; 0: 5 and 15 */
};

struct bil_push_post;
/* `wake` is called by the thread whenever a letter is done. What settings point to must live as long. Fills how the hub gives it
 * letters. NULL and a sentence. */
struct bil_push_post *bil_push_post_new(const struct bil_push_post_settings *settings, void (*wake)(void *context), void *context,
                                        struct bil_push_carrier *carrier, struct bil_error *error);
/* Ends the thread within a moment, whatever it is about; letters that are not done are dropped. */
void bil_push_post_free(struct bil_push_post *post);

#endif
