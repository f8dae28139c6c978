/* Buckets and the book of addresses; limits.h says what they promise. */
#include "server/common/limits.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/common/token.h"
#include "table/memory.h"

enum { MINUTE = 60 * 1000, RESTED = MINUTE, TRIES = 32, ONE = 1000 };

/* ------------------------------------------------------------------ buckets */

/* `many` come in `within`; `full` is the most that there can be, in thousandths. */
static void refill(struct bil_bucket *bucket, int64_t full, int64_t many, int64_t within, int64_t now)
{
    if (bucket->at == 0) {
        bucket->level = full;
    } else if (now > bucket->at) {
        const int64_t day = INT64_C(24) * 60 * MINUTE;
        const int64_t passed = now - bucket->at < day ? now - bucket->at : day;
        const int64_t grown = passed * many * ONE / within;
        if (grown == 0) {
            return; /* too little time for a thousandth: let it add up */
        }
        bucket->level = bucket->level + grown < full ? bucket->level + grown : full;
    }
    bucket->at = now;
}

int64_t bil_bucket_charge(struct bil_bucket *bucket, const struct bil_rate_limit *limit, int64_t now)
{
    if (limit->a_minute <= 0) {
        return 0;
    }
    refill(bucket, (int64_t)limit->burst * ONE, limit->a_minute, MINUTE, now);
    bucket->level -= ONE;
    return bucket->level >= 0 ? 0 : (-bucket->level * 60 + limit->a_minute - 1) / limit->a_minute;
}

struct bil_quota bil_quota_of(const struct bil_rate_limit *limit)
{
    if (limit->a_minute <= 0) {
        return (struct bil_quota){0, 0};
    }
    const int64_t within = (int64_t)limit->burst * MINUTE / limit->a_minute;
    return (struct bil_quota){limit->burst, within > 0 ? within : 1};
}

/* ------------------------------------------------------------------ addresses */

bool bil_address_key(const char *address, enum bil_network network, uint8_t key[BIL_ADDRESS_KEY])
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    enum { HOME = 8, SITE = 6 };
    memset(key, 0, BIL_ADDRESS_KEY);
    bool four = inet_pton(AF_INET, address, key + sizeof mapped) == 1;
    if (four) {
        memcpy(key, mapped, sizeof mapped);
    } else if (inet_pton(AF_INET6, address, key) != 1) {
        memset(key, 0, BIL_ADDRESS_KEY);
        return false;
    }
    four = memcmp(key, mapped, sizeof mapped) == 0;
    if (four && network == BIL_NETWORK_SITE) {
        memset(key, 0, BIL_ADDRESS_KEY);
        return false;
    }
    if (network == BIL_NETWORK_SITE) {
        memset(key + SITE, 0, BIL_ADDRESS_KEY - SITE);
        key[BIL_ADDRESS_KEY - 1] = SITE; /* so that it is the key of no home */
    } else if (!four) {
        memset(key + HOME, 0, BIL_ADDRESS_KEY - HOME);
    }
    return true;
}

bool bil_address_local(const char *address)
{
    uint8_t key[BIL_ADDRESS_KEY];
    return strcmp(address, "::1") == 0 ||
           (bil_address_key(address, BIL_NETWORK_HOME, key) && key[10] == 0xff && key[11] == 0xff && key[12] == 127);
}

/* ------------------------------------------------------------------ the book */

struct bil_callers {
    size_t count;                          /* a power of two */
    struct bil_caller *entry;              /* NULL until somebody calls */
    struct bil_caller shared, shared_site; /* for homes and sites that have no place */
    uint8_t secret[crypto_shorthash_KEYBYTES];
};

struct bil_callers *bil_callers_new(size_t entries)
{
    struct bil_callers *callers = bil_memory_zero(1, sizeof *callers);
    callers->count = 64;
    while (callers->count < entries) {
        callers->count *= 2;
    }
    callers->shared.used = callers->shared.shared = true;
    callers->shared_site.used = callers->shared_site.shared = callers->shared_site.is_site = true;
    bil_token_random(callers->secret, sizeof callers->secret);
    return callers;
}

void bil_callers_free(struct bil_callers *callers)
{
    if (callers) {
        free(callers->entry);
        free(callers);
    }
}

/* Nobody can choose addresses that crowd out another's. */
static size_t caller_place(const struct bil_callers *callers, const uint8_t key[BIL_ADDRESS_KEY])
{
    uint8_t bytes[crypto_shorthash_BYTES];
    uint64_t hash;
    crypto_shorthash(bytes, key, BIL_ADDRESS_KEY, callers->secret);
    memcpy(&hash, bytes, sizeof hash);
    return (size_t)hash & (callers->count - 1);
}

/* Whether nothing is lost if it is forgotten. */
static bool rests(const struct bil_caller *entry, int64_t now)
{
    bool holds = entry->homes > 0;
    for (int i = 0; i < BIL_HOLDS; i++) {
        holds = holds || entry->holds[i] != 0;
    }
    return !holds && now >= entry->keep && now - entry->seen > RESTED;
}

/* Where the key is, or, in *room, where it can be put (NULL: nowhere). An entry may lie anywhere among the next few places:
 * forgetting one leaves no hole that others would be lost behind. */
static struct bil_caller *look_up(struct bil_callers *callers, const uint8_t key[BIL_ADDRESS_KEY], int64_t now,
                                  struct bil_caller **room)
{
    size_t place = caller_place(callers, key);
    *room = NULL;
    if (!callers->entry) {
        callers->entry = bil_memory_zero(callers->count, sizeof *callers->entry);
    }
    for (int i = 0; i < TRIES; i++, place = (place + 1) & (callers->count - 1)) {
        struct bil_caller *entry = &callers->entry[place];
        if (entry->used && memcmp(entry->key, key, BIL_ADDRESS_KEY) == 0) {
            entry->seen = now;
            return entry;
        }
        if (!*room && (!entry->used || rests(entry, now))) {
            *room = entry;
        }
    }
    return NULL;
}

static struct bil_caller *settle_entry(struct bil_caller *room, const uint8_t key[BIL_ADDRESS_KEY], bool is_site, int64_t now)
{
    if (room->site) {
        room->site->homes--; /* anyone who was here is forgotten */
    }
    *room = (struct bil_caller){.used = true, .is_site = is_site, .seen = now};
    memcpy(room->key, key, BIL_ADDRESS_KEY);
    return room;
}

struct bil_caller *bil_callers_entry(struct bil_callers *callers, const uint8_t key[BIL_ADDRESS_KEY], bool is_site, int64_t now)
{
    struct bil_caller *room = NULL;
    struct bil_caller *found = look_up(callers, key, now, &room);
    return found ? found : room ? settle_entry(room, key, is_site, now) : (is_site ? &callers->shared_site : &callers->shared);
}

struct bil_caller *bil_callers_find(struct bil_callers *callers, const char *address, int64_t now)
{
    uint8_t home[BIL_ADDRESS_KEY];
    uint8_t wide[BIL_ADDRESS_KEY];
    struct bil_caller *room = NULL;
    if (!bil_address_key(address, BIL_NETWORK_HOME, home)) {
        return &callers->shared;
    }
    if (!bil_address_key(address, BIL_NETWORK_SITE, wide)) {
        return bil_callers_entry(callers, home, false, now);
    }
    struct bil_caller *site = bil_callers_entry(callers, wide, true, now); /* it has just been seen, so it stays */
    struct bil_caller *found = look_up(callers, home, now, &room);
    if (found) {
        return found;
    }
    if (site->homes >= BIL_SITE_HOMES && !site->shared) {
        return site; /* it has filled enough of the book */
    }
    if (!room) {
        return &callers->shared;
    }
    settle_entry(room, home, false, now);
    room->site = site;
    site->homes++;
    return room;
}

/* ------------------------------------------------------------------ holding and taking */

static int64_t times(const struct bil_caller *caller)
{
    return caller->is_site ? BIL_SITE_TIMES : 1;
}

bool bil_caller_may_hold(const struct bil_caller *caller, enum bil_holds which, int most)
{
    return most <= 0 ||
           (caller->holds[which] < most * times(caller) && (!caller->site || bil_caller_may_hold(caller->site, which, most)));
}

void bil_caller_hold(struct bil_caller *caller, enum bil_holds which, int by)
{
    caller->holds[which] += by;
    if (caller->site) {
        caller->site->holds[which] += by;
    }
}

static bool has_one(struct bil_caller *caller, enum bil_takes which, const struct bil_quota *quota, int64_t now)
{
    struct bil_bucket *bucket = &caller->takes[which];
    const int64_t most = quota->most * times(caller);
    refill(bucket, most * ONE, most, quota->within, now);
    return bucket->level >= ONE;
}

static void take_from_buckets(struct bil_caller *caller, enum bil_takes which, const struct bil_quota *quota, int64_t now)
{
    struct bil_bucket *bucket = &caller->takes[which];
    const int64_t most = quota->most * times(caller);
    bucket->level -= ONE;
    const int64_t grown = now + (most * ONE - bucket->level) * quota->within / (most * ONE) + 1;
    caller->keep = caller->keep > grown ? caller->keep : grown;
}

bool bil_caller_take(struct bil_caller *caller, enum bil_takes which, const struct bil_quota *quota, int64_t now)
{
    if (quota->most <= 0) {
        return true;
    }
    if (!has_one(caller, which, quota, now) || (caller->site && !has_one(caller->site, which, quota, now))) {
        return false;
    }
    take_from_buckets(caller, which, quota, now);
    if (caller->site) {
        take_from_buckets(caller->site, which, quota, now);
    }
    return true;
}

void bil_caller_give_back(struct bil_caller *caller, enum bil_takes which, const struct bil_quota *quota, bool wholly, int64_t now)
{
    for (struct bil_caller *at = caller; at && quota->most > 0; at = at->site) {
        struct bil_bucket *bucket = &at->takes[which];
        const int64_t full = quota->most * times(at) * ONE;
        has_one(at, which, quota, now);
        bucket->level = wholly && !at->is_site && !at->shared ? full : bucket->level + ONE;
        bucket->level = bucket->level < full ? bucket->level : full;
    }
}

/* ------------------------------------------------------------------ behind a proxy */

/* Where a port begins in what follows an address; false: what follows is no port. */
static bool is_port(const char *text)
{
    const size_t digits = strspn(text, "0123456789");
    return digits >= 1 && digits <= 5 && text[digits] == 0 && atoi(text) <= UINT16_MAX;
}

/* Cuts an entry down to its address. False: it is written in no form that we know. */
static bool bare_address(char *entry, const char **address)
{
    char *colon = strchr(entry, ':');
    *address = entry;
    if (*entry == '[') {
        char *end = strchr(entry, ']');
        *address = entry + 1;
        if (!end || !strchr(entry, ':') || (end[1] && (end[1] != ':' || !is_port(end + 2)))) {
            return false;
        }
        *end = 0;
        return strchr(*address, ':') != NULL;
    }
    if (colon && !strchr(colon + 1, ':')) { /* one colon alone: no IPv6 address has that */
        *colon = 0;
        return is_port(colon + 1);
    }
    return true;
}

enum bil_forwarding bil_forwarded(const char *header, size_t length, char address[BIL_ADDRESS_LENGTH])
{
    char entry[BIL_ADDRESS_LENGTH + sizeof "[]:65535"];
    uint8_t key[BIL_ADDRESS_KEY];
    const char *bare = NULL;
    if (!header) {
        return BIL_FORWARDED_ABSENT;
    }
    while (length > 0 && (header[length - 1] == ' ' || header[length - 1] == '\t')) {
        length--;
    }
    size_t begin = length;
    while (begin > 0 && header[begin - 1] != ',') {
        begin--;
    }
    while (begin < length && (header[begin] == ' ' || header[begin] == '\t')) {
        begin++;
    }
    const size_t size = length - begin;
    if (size == 0 || size >= sizeof entry || memchr(header + begin, 0, size)) {
        return BIL_FORWARDED_MALFORMED;
    }
    memcpy(entry, header + begin, size);
    entry[size] = 0;
    if (!bare_address(entry, &bare) || strlen(bare) >= BIL_ADDRESS_LENGTH || !bil_address_key(bare, BIL_NETWORK_HOME, key)) {
        return BIL_FORWARDED_MALFORMED;
    }
    memcpy(address, bare, strlen(bare) + 1);
    return BIL_FORWARDED_FINE;
}
