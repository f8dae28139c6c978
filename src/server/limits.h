/* How much one caller may ask of the server: buckets that fill with time, and a book of addresses with what each holds open.
 *
 * The book has a fixed size; when it is full, addresses that hold nothing and have rested are forgotten, and if there are none, new
 * addresses share one entry. So whoever comes from ever new addresses costs no more memory than the book. Must never wait, read a
 * clock, or know a socket: times come in as milliseconds. Belongs to one thread. */
#ifndef BILLIONS_SERVER_LIMITS_H
#define BILLIONS_SERVER_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ------------------------------------------------------------------ buckets */

/* So much at once, and so much more each second. A rate of 0 is no limit. */
struct bil_rate_limit {
    int burst;
    int a_minute;
};
struct bil_bucket {
    int64_t at;    /* when `level` was true; 0: never used, so full */
    int64_t level; /* what is left, in thousandths; may be in debt */
};

/* Takes one out, if there is one. */
bool bil_bucket_take(struct bil_bucket *bucket, const struct bil_rate_limit *limit, int64_t now);
/* Takes one out in any case, and returns how many milliseconds it takes until nothing is owed any more: 0 if there was one. */
int64_t bil_bucket_charge(struct bil_bucket *bucket, const struct bil_rate_limit *limit, int64_t now);

/* ------------------------------------------------------------------ addresses */

enum { BIL_ADDRESS_LENGTH = 46 }; /* letters of an IPv6 address, with the final zero */

/* What is known of an address; for IPv6, of its network of 64 bits, since a household has one of those. */
struct bil_caller {
    uint8_t key[16];
    bool used, shared;
    int sockets;                /* connections accepted */
    int clients;                /* of them, or behind a proxy: WebSockets */
    int64_t seen;               /* when it was last asked for */
    struct bil_bucket requests; /* of HTTP */
    struct bil_bucket secrets;  /* of passphrases: each costs a long calculation */
};

struct bil_callers;
struct bil_callers *bil_callers_new(size_t entries);
void bil_callers_free(struct bil_callers *callers);

/* The entry of an address as text ("203.0.113.7", "2001:db8::1", "::ffff:203.0.113.7"); never NULL. What is no address shares one
 * entry. It stays good while `sockets` or `clients` is above 0, else until the next call. */
struct bil_caller *bil_callers_find(struct bil_callers *callers, const char *address, int64_t now);

/* Who calls, where a proxy writes it into X-Forwarded-For: the last one named there, which the proxy itself has seen; all before it
 * can be anybody's invention. False, and nothing written, if there is no address at its end. */
bool bil_forwarded(const char *header, char address[BIL_ADDRESS_LENGTH]);
/* Whether an address is this machine itself. */
bool bil_address_local(const char *address);

#endif
