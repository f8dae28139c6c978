/* How much one caller may ask of the server: buckets that fill with time, and a book of addresses with what each holds open.
 *
 * The book has a fixed size. Anyone who holds something open, or has taken something that has not grown again, stays in it; the
 * others are forgotten when room is wanted, and if there is none, new addresses share one entry. So anyone who comes from ever new
 * addresses costs no more memory than the book, and nobody gets a fresh allowance by it, for himself or for others. Where an
 * address is in the book is not to be guessed. Must never wait, read a clock, or know a socket: times come in as milliseconds.
 * Belongs to one thread. */
#ifndef BILLIONS_SERVER_COMMON_LIMITS_H
#define BILLIONS_SERVER_COMMON_LIMITS_H

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

/* Takes one out, be there one or not, and returns how many milliseconds it takes until nothing is owed any more: 0 if there was
 * one. */
int64_t bil_bucket_charge(struct bil_bucket *bucket, const struct bil_rate_limit *limit, int64_t now);

/* This many at once, and as many again in that time. None at most: no limit. */
struct bil_quota {
    int most;
    int64_t within; /* milliseconds */
};
struct bil_quota bil_quota_of(const struct bil_rate_limit *limit);

/* ------------------------------------------------------------------ addresses */

enum {
    BIL_ADDRESS_LENGTH = 46, /* letters of an IPv6 address, with the final zero */
    BIL_ADDRESS_KEY = 16,
    BIL_SITE_TIMES = 16, /* what a site may do, measured by what a home may */
    BIL_SITE_HOMES = 256 /* of one site that are in the book at once; further ones count as the site itself */
};

/* Anyone who has an IPv6 address has 2^64 of them, and may have many such networks: so every limit counts two. */
enum bil_network {
    BIL_NETWORK_HOME, /* an IPv4 address (in either spelling), an IPv6 network of 64 bits */
    BIL_NETWORK_SITE  /* an IPv6 network of 48 bits; an IPv4 address has none */
};
/* The key of an address under every limit. False, and zeros, if it is no address or has no such network. */
bool bil_address_key(const char *address, enum bil_network network, uint8_t key[BIL_ADDRESS_KEY]);

/* What a caller may hold at a time, and what it may take one after the other. */
enum bil_holds {
    BIL_HOLDS_SOCKETS, /* connections accepted */
    BIL_HOLDS_CLIENTS, /* of them, or behind a proxy: WebSockets */
    BIL_HOLDS_HASHES,  /* passphrases that are being looked at */
    BIL_HOLDS
};
enum bil_takes {
    BIL_TAKES_REQUESTS, /* of HTTP */
    BIL_TAKES_SECRETS,  /* of passphrases: each costs a long calculation */
    BIL_TAKES_TABLES,   /* made */
    BIL_TAKES_ACCOUNTS, /* registered */
    BIL_TAKES_RESULTS,  /* of challenges, sent */
    BIL_TAKES_LOGINS,
    BIL_TAKES_GUESSES,  /* logins for one name (accounts.c) */
    BIL_TAKES_CAUTIOUS, /* those of one address at it, while many guess */
    BIL_TAKES_PUSHES,   /* messages that are sent for it (push.c) */
    BIL_TAKES
};

/* What is known of a home or a site. */
struct bil_caller {
    uint8_t key[BIL_ADDRESS_KEY];
    bool used, shared, is_site;
    struct bil_caller *site; /* of a home; NULL: it has none */
    int homes;               /* of a site: in the book */
    int holds[BIL_HOLDS];
    int64_t seen; /* when it was last asked for */
    int64_t keep; /* what it has taken has grown again then */
    struct bil_bucket takes[BIL_TAKES];
};

struct bil_callers;
struct bil_callers *bil_callers_new(size_t entries);
void bil_callers_free(struct bil_callers *callers);

/* The entry of the home of an address as text ("203.0.113.7", "2001:db8::1", "::ffff:203.0.113.7"); never NULL. What is no address
 * shares one entry. It stays good while it holds anything, else until the next call. */
struct bil_caller *bil_callers_find(struct bil_callers *callers, const char *address, int64_t now);
/* The same for what is no address but has a key all the same; `is_site`: it is allowed as much as a site. */
struct bil_caller *bil_callers_entry(struct bil_callers *callers, const uint8_t key[BIL_ADDRESS_KEY], bool is_site, int64_t now);

/* What is held and taken counts for the home and for its site, which may have BIL_SITE_TIMES as much; `which` says what. */
bool bil_caller_may_hold(const struct bil_caller *caller, enum bil_holds which, int most); /* one more; `most` 0: any number */
void bil_caller_hold(struct bil_caller *caller, enum bil_holds which, int by);             /* 1 or -1 */
/* Takes one, if there is one for both; else none. */
bool bil_caller_take(struct bil_caller *caller, enum bil_takes which, const struct bil_quota *quota, int64_t now);
/* What was taken last was nothing to be counted, and is given back; `wholly`: nor was anything that was taken. A site, and what
 * several share, gets only the last back. */
void bil_caller_give_back(struct bil_caller *caller, enum bil_takes which, const struct bil_quota *quota, bool wholly, int64_t now);

/* Who calls, where a proxy writes it into X-Forwarded-For. */
enum bil_forwarding {
    BIL_FORWARDED_ABSENT,   /* there is no such header: the caller is who has connected */
    BIL_FORWARDED_FINE,     /* `address` is the caller */
    BIL_FORWARDED_MALFORMED /* who calls is not known: the request is to be refused, never taken for the proxy's own */
};
/* Reads the last entry of the header (behind the last comma, of all lines of it joined by commas), which the proxy itself has
 * written; all before it can be anybody's invention. `header` has `length` bytes, any number, and may hold anything; NULL: there is
 * none. An entry is an address as text, an IPv4 address with a port, "203.0.113.7:4711", or an IPv6 address in brackets, with or
 * without one, "[2001:db8::7]:4711". Nothing but BIL_FORWARDED_FINE writes to `address`. */
enum bil_forwarding bil_forwarded(const char *header, size_t length, char address[BIL_ADDRESS_LENGTH]);
/* Whether an address is this machine itself. */
bool bil_address_local(const char *address);

#endif
