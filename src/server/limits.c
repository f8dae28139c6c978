/* Buckets and the book of addresses; limits.h says what they promise. */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "server/limits.h"
#include "table/memory.h"

enum { RESTED = 60 * 1000, TRIES = 32 };

/* ------------------------------------------------------------------ buckets */

static void refill(struct bil_bucket *bucket, const struct bil_rate_limit *limit, int64_t now)
{
    const int64_t full = (int64_t)limit->burst * 1000;
    if (bucket->at == 0) {
        bucket->level = full;
    } else if (now > bucket->at) {
        /* a minute's worth is in thousandths: a_minute * 1000 / 60000 for each millisecond */
        const int64_t passed = now - bucket->at < INT64_C(86400000) ? now - bucket->at : INT64_C(86400000);
        const int64_t grown = passed * limit->a_minute / 60;
        if (grown == 0) {
            return; /* too little time for a thousandth: let it add up */
        }
        bucket->level = bucket->level + grown < full ? bucket->level + grown : full;
    }
    bucket->at = now;
}

bool bil_bucket_take(struct bil_bucket *bucket, const struct bil_rate_limit *limit, int64_t now)
{
    if (limit->a_minute <= 0) {
        return true;
    }
    refill(bucket, limit, now);
    if (bucket->level < 1000) {
        return false;
    }
    bucket->level -= 1000;
    return true;
}

int64_t bil_bucket_charge(struct bil_bucket *bucket, const struct bil_rate_limit *limit, int64_t now)
{
    if (limit->a_minute <= 0) {
        return 0;
    }
    refill(bucket, limit, now);
    bucket->level -= 1000;
    return bucket->level >= 0 ? 0 : (-bucket->level * 60 + limit->a_minute - 1) / limit->a_minute;
}

/* ------------------------------------------------------------------ addresses */

struct bil_callers {
    size_t count; /* a power of two */
    struct bil_caller *entry;
    struct bil_caller shared;
};

struct bil_callers *bil_callers_new(size_t entries)
{
    struct bil_callers *callers = bil_memory_zero(1, sizeof *callers);
    callers->count = 64;
    while (callers->count < entries) {
        callers->count *= 2;
    }
    callers->entry = bil_memory_zero(callers->count, sizeof *callers->entry);
    callers->shared.used = callers->shared.shared = true;
    return callers;
}

void bil_callers_free(struct bil_callers *callers)
{
    if (callers) {
        free(callers->entry);
        free(callers);
    }
}

/* 16 bytes that stand for whoever has the address. */
static bool address_key(const char *address, uint8_t key[16])
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    memset(key, 0, 16);
    if (inet_pton(AF_INET, address, key + 12) == 1) {
        memcpy(key, mapped, sizeof mapped);
        return true;
    }
    if (inet_pton(AF_INET6, address, key) != 1) {
        return false;
    }
    if (memcmp(key, mapped, sizeof mapped) != 0) {
        memset(key + 8, 0, 8);
    }
    return true;
}

static size_t address_place(const struct bil_callers *callers, const uint8_t key[16])
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (int i = 0; i < 16; i++) {
        hash = (hash ^ key[i]) * UINT64_C(0x100000001b3);
    }
    return (size_t)(hash ^ hash >> 29) & (callers->count - 1);
}

struct bil_caller *bil_callers_find(struct bil_callers *callers, const char *address, int64_t now)
{
    uint8_t key[16];
    struct bil_caller *room = NULL;
    if (!address_key(address, key)) {
        return &callers->shared;
    }
    size_t place = address_place(callers, key);
    /* An entry may lie anywhere among the next few places: forgetting one leaves no hole that others would be lost behind. */
    for (int i = 0; i < TRIES; i++, place = (place + 1) & (callers->count - 1)) {
        struct bil_caller *entry = &callers->entry[place];
        if (entry->used && memcmp(entry->key, key, sizeof key) == 0) {
            entry->seen = now;
            return entry;
        }
        const bool resting = entry->sockets == 0 && entry->clients == 0 && now - entry->seen > RESTED;
        if (!room && (!entry->used || resting)) {
            room = entry;
        }
    }
    if (!room) {
        return &callers->shared;
    }
    *room = (struct bil_caller){.used = true, .seen = now};
    memcpy(room->key, key, sizeof key);
    return room;
}

bool bil_forwarded(const char *header, char address[BIL_ADDRESS_LENGTH])
{
    uint8_t key[16];
    char last[BIL_ADDRESS_LENGTH];
    size_t end = strlen(header);
    while (end > 0 && (header[end - 1] == ' ' || header[end - 1] == '\t')) {
        end--;
    }
    size_t begin = end;
    while (begin > 0 && header[begin - 1] != ',' && header[begin - 1] != ' ' && header[begin - 1] != '\t') {
        begin--;
    }
    if (end == begin || end - begin >= sizeof last) {
        return false;
    }
    memcpy(last, header + begin, end - begin);
    last[end - begin] = 0;
    if (!address_key(last, key)) {
        return false;
    }
    memcpy(address, last, end - begin + 1);
    return true;
}

bool bil_address_local(const char *address)
{
    uint8_t key[16];
    static const uint8_t loopback[16] = {0}; /* ::1 without its last half, which stands for its network */
    if (!address_key(address, key)) {
        return false;
    }
    return (key[10] == 0xff && key[11] == 0xff && key[12] == 127) ||
           (strcmp(address, "::1") == 0 && memcmp(key, loopback, 16) == 0);
}
