/* See node.h. The thread is the only one that speaks over its connection once it runs; what others ask stands behind a lock that is
 * never held while the database is waited for. */
#include "server/node.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/token.h"
#include "table/memory.h"

enum {
    RENEW_MS = 250,
    RETRY_MS = 100,
    ANSWER_MS = BIL_STORE_LEASE / 2, /* of the database; else another connection is tried, while there is a lease */
    OTHERS = 64,                     /* that are known by their addresses */
    MILLION = 1000000,
    DAY_MS = 86400000
};

/* What the thread has found out. */
struct seen {
    uint64_t doubts, changes;
    int64_t renewed; /* when the last renewal that succeeded was asked for; 0: none was */
    int others;      /* alive, beside this one */
    bool all;        /* each of them stands in `address` */
    char address[OTHERS][BIL_STORE_ADDRESS];
    struct bil_store_node_row elder; /* the one that began first */
};

struct bil_node {
    struct bil_store *store;
    char name[BIL_STORE_NODE], address[BIL_STORE_ADDRESS];
    void (*wake)(void *context);
    void *context;
    pthread_t thread;
    bool runs;
    pthread_mutex_t *lock; /* over what follows; apart, so that who only asks may hold it */
    pthread_cond_t *ends;
    bool ending;
    struct seen seen;
};

/* Milliseconds of a clock that also runs while the machine sleeps. */
static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / MILLION + 1;
}

/* ------------------------------------------------------------------ the thread */

static bool note_living(void *context, const struct bil_store_node_row *row)
{
    struct seen *seen = context;
    if (!*seen->elder.node || strcmp(row->node, seen->elder.node) < 0) {
        seen->elder = *row;
    }
    if (seen->others < OTHERS) {
        memcpy(seen->address[seen->others], row->address, sizeof seen->address[0]);
    }
    seen->others++;
    return true;
}

/* Renews the lease once. True: there is something to look after. *pause: milliseconds up to the next time. */
static bool renew(struct bil_node *node, int *pause)
{
    struct bil_error error = {{0}};
    struct seen now = {0};
    const int64_t asked = now_ms(); /* before: the lease ends no later than is believed here */
    const bool fine = bil_store_renew(node->store, node->name, node->address, BIL_STORE_LEASE, &error) &&
                      bil_store_living(node->store, note_living, &now, &error);
    /* An answer that took long says of the lease only that it is nearly over. */
    *pause = fine && now_ms() - asked <= BIL_STORE_STALE ? RENEW_MS : RETRY_MS;
    now.others -= now.others > 0; /* itself */
    now.all = now.others < OTHERS;
    pthread_mutex_lock(node->lock);
    const int64_t before = node->seen.renewed;
    bool news = before > 0 && asked - before > BIL_STORE_STALE;
    if (fine) {
        now.doubts = node->seen.doubts + (news ? 2 : 0); /* another one than while it was late */
        now.renewed = asked;
        const bool changed = now.others != node->seen.others || memcmp(now.address, node->seen.address, sizeof now.address) != 0;
        now.changes = node->seen.changes + changed;
        news = news || changed;
        node->seen = now;
    }
    pthread_mutex_unlock(node->lock);
    return news;
}

static void *run(void *context)
{
    struct bil_node *node = context;
    int pause = RENEW_MS;
    pthread_mutex_lock(node->lock);
    while (!node->ending) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += pause * (long)MILLION;
        until.tv_sec += until.tv_nsec / (1000 * (long)MILLION);
        until.tv_nsec %= 1000 * (long)MILLION;
        if (pthread_cond_timedwait(node->ends, node->lock, &until) != ETIMEDOUT) {
            continue;
        }
        pthread_mutex_unlock(node->lock);
        if (renew(node, &pause) && node->wake) {
            node->wake(node->context);
        }
        pthread_mutex_lock(node->lock);
    }
    pthread_mutex_unlock(node->lock);
    return NULL;
}

static void end_thread(struct bil_node *node)
{
    if (node->runs) {
        pthread_mutex_lock(node->lock);
        node->ending = true;
        pthread_cond_signal(node->ends);
        pthread_mutex_unlock(node->lock);
        pthread_join(node->thread, NULL);
        node->runs = false;
    }
}

/* ------------------------------------------------------------------ beginning and end */

struct bil_node *bil_node_new(const char *database, void (*wake)(void *context), void *context, struct bil_error *error)
{
    uint8_t bytes[6];
    char digits[2 * sizeof bytes + 1];
    struct timespec now;
    pthread_condattr_t attributes;
    struct bil_store *store = bil_store_open(database, error);
    if (!store) {
        return NULL;
    }
    struct bil_node *node = bil_memory_zero(1, sizeof *node);
    bil_store_patience(store, ANSWER_MS);
    node->store = store;
    node->wake = wake;
    node->context = context;
    node->lock = bil_memory_zero(1, sizeof(pthread_mutex_t));
    node->ends = bil_memory_zero(1, sizeof(pthread_cond_t));
    pthread_mutex_init(node->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(node->ends, &attributes);
    pthread_condattr_destroy(&attributes);
    clock_gettime(CLOCK_REALTIME, &now);
    bil_token_random(bytes, sizeof bytes);
    bil_hex_write(bytes, sizeof bytes, digits);
    snprintf(node->name, sizeof node->name, "%012llx-%s", (unsigned long long)now.tv_sec * 1000 + (unsigned)(now.tv_nsec / MILLION),
             digits);
    return node;
}

struct namesake {
    const char *address;
    bool there;
};

static bool note_namesake(void *context, const struct bil_store_node_row *row)
{
    struct namesake *namesake = context;
    namesake->there = namesake->there || strcmp(row->address, namesake->address) == 0;
    return true;
}

/* Two processes at one address: what is meant for one of them reaches the other. One that has died a moment ago stands there until
 * its lease is over; one that stays lives. */
static bool is_alone(struct bil_node *node, const char *address, struct bil_error *error)
{
    const struct timespec pause = {0, (long)RETRY_MS * MILLION};
    const int64_t until = now_ms() + BIL_STORE_LEASE + RENEW_MS;
    struct namesake namesake = {address, true};
    while (namesake.there && now_ms() < until) {
        namesake.there = false;
        if (!bil_store_living(node->store, note_namesake, &namesake, error)) {
            return false;
        }
        if (namesake.there) {
            nanosleep(&pause, NULL);
        }
    }
    return !namesake.there ||
           bil_fail(error,
                    "Another process on this database says that it is reached at %s; give this one an address of "
                    "its own with --node-address.",
                    address);
}

bool bil_node_begin(struct bil_node *node, const char *address, struct bil_error *error)
{
    int pause;
    if (strlen(address) >= sizeof node->address) {
        return bil_fail(error, "An address by which others reach this server has at most %d letters.", BIL_STORE_ADDRESS - 1);
    }
    snprintf(node->address, sizeof node->address, "%s", address);
    if (!is_alone(node, address, error) || !bil_store_renew(node->store, node->name, address, BIL_STORE_LEASE, error) ||
        !bil_store_arrive(node->store, node->name, address, error)) {
        return false;
    }
    renew(node, &pause);
    node->runs = pthread_create(&node->thread, NULL, run, node) == 0;
    return node->runs || bil_fail(error, "The thread that renews the lease of this server could not begin.");
}

void bil_node_leave(struct bil_node *node)
{
    struct bil_error error;
    struct seen now = {0};
    end_thread(node);
    bil_store_leave(node->store, node->name, &error); /* if it cannot be said, the lease ends by itself */
    if (bil_store_living(node->store, note_living, &now, &error)) {
        pthread_mutex_lock(node->lock);
        node->seen.others = now.others;
        pthread_mutex_unlock(node->lock);
    }
}

void bil_node_free(struct bil_node *node)
{
    if (node) {
        end_thread(node);
        bil_store_close(node->store);
        pthread_cond_destroy(node->ends);
        pthread_mutex_destroy(node->lock);
        free(node->ends);
        free(node->lock);
        free(node);
    }
}

/* ------------------------------------------------------------------ what others ask */

const char *bil_node_name(const struct bil_node *node)
{
    return node->name;
}

/* How long ago the last renewal was. Under the lock. */
static int64_t age(const struct bil_node *node)
{
    return node->seen.renewed ? now_ms() - node->seen.renewed : INT64_MAX;
}

uint64_t bil_node_doubts(const struct bil_node *node)
{
    pthread_mutex_lock(node->lock);
    const uint64_t doubts = node->seen.doubts + (age(node) > BIL_STORE_STALE);
    pthread_mutex_unlock(node->lock);
    return doubts;
}

uint64_t bil_node_slept(const struct bil_node *node)
{
    pthread_mutex_lock(node->lock);
    const uint64_t slept = node->seen.doubts / 2;
    pthread_mutex_unlock(node->lock);
    return slept;
}

int64_t bil_node_age(const struct bil_node *node)
{
    pthread_mutex_lock(node->lock);
    const int64_t milliseconds = age(node);
    pthread_mutex_unlock(node->lock);
    return milliseconds;
}

bool bil_node_has_company(const struct bil_node *node)
{
    pthread_mutex_lock(node->lock);
    const bool company = node->seen.others > 0;
    pthread_mutex_unlock(node->lock);
    return company;
}

bool bil_node_sees(const struct bil_node *node, const char *address)
{
    pthread_mutex_lock(node->lock);
    const struct seen *seen = &node->seen;
    bool sees = !seen->all || age(node) > BIL_STORE_STALE;
    for (int i = 0; i <= seen->others && i < OTHERS && !sees; i++) {
        sees = strcmp(seen->address[i], address) == 0;
    }
    pthread_mutex_unlock(node->lock);
    return sees;
}

uint64_t bil_node_changes(const struct bil_node *node)
{
    pthread_mutex_lock(node->lock);
    const uint64_t changes = node->seen.changes;
    pthread_mutex_unlock(node->lock);
    return changes;
}

void bil_node_figures(const struct bil_node *node, struct bil_node_figures *figures)
{
    pthread_mutex_lock(node->lock);
    const int64_t old = age(node);
    *figures = (struct bil_node_figures){
        .living = node->seen.others + 1, .age = old < DAY_MS ? old : DAY_MS, .slept = node->seen.doubts / 2};
    pthread_mutex_unlock(node->lock);
}

bool bil_node_elder(const struct bil_node *node, struct bil_store_node_row *elder)
{
    pthread_mutex_lock(node->lock);
    const struct seen *seen = &node->seen;
    const bool other = *seen->elder.node && strcmp(seen->elder.node, node->name) != 0 && age(node) <= BIL_STORE_LEASE;
    if (other) {
        *elder = seen->elder;
    }
    pthread_mutex_unlock(node->lock);
    return other;
}
