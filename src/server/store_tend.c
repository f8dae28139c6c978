/* Looks after the journal while a server runs: a thread of its own, with a connection of its own, carries what was committed from
 * the journal into the database. Else every thousand pages or so some commit would do that before it returns, and everybody would
 * wait for two more answers of the disk.
 *
 * What a commit has promised it has promised without this: the journal alone holds it. So whatever fails here is tried again later
 * and said to nobody; a disk that is ill says so to the next commit. Must never touch the store's own connection from its thread.
 */
#include <pthread.h>
#include <stdlib.h>

#include "server/store_inside.h"
#include "table/memory.h"

enum {
    /* So many new ones are worth the way: the same pages are written again and again, and carried once. */
    CARRIED_PAGES = 4096,
    /* The journal can only begin anew when all of it was carried over and nobody writes. At a server that never rests that moment
     * must be made: with so many pages the thread is sent once more, and the commit after it carries over the few that are left. */
    MOST_PAGES = 8192
};

struct bil_store_tender {
    sqlite3 *db;
    pthread_t thread;
    pthread_mutex_t lock; /* of the three below */
    pthread_cond_t wake;
    bool due, busy, stop;
    /* the store's own: */
    int carried;    /* pages of the journal that the thread was last sent for */
    bool last_call; /* ... so that it begins anew */
};

static void *tend(void *context)
{
    struct bil_store_tender *tender = context;
    pthread_mutex_lock(&tender->lock);
    while (!tender->stop) {
        if (!tender->due) {
            pthread_cond_wait(&tender->wake, &tender->lock);
            continue;
        }
        tender->due = false;
        tender->busy = true;
        pthread_mutex_unlock(&tender->lock);
        sqlite3_wal_checkpoint_v2(tender->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        pthread_mutex_lock(&tender->lock);
        tender->busy = false;
    }
    pthread_mutex_unlock(&tender->lock);
    return NULL;
}

/* After each commit: `pages` stand in the journal. */
static int committed(void *context, sqlite3 *db, const char *name, int pages)
{
    struct bil_store_tender *tender = context;
    if (pages < tender->carried) { /* it has begun anew */
        tender->carried = 0;
        tender->last_call = false;
    }
    if (pages - tender->carried < CARRIED_PAGES && !tender->last_call) {
        return SQLITE_OK;
    }
    pthread_mutex_lock(&tender->lock);
    const bool rests = !tender->busy && !tender->due;
    if (rests && !tender->last_call) {
        tender->due = true;
        pthread_cond_signal(&tender->wake);
    }
    pthread_mutex_unlock(&tender->lock);
    if (rests) {
        if (tender->last_call) {
            sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        }
        tender->last_call = !tender->last_call && pages >= MOST_PAGES;
        tender->carried = pages;
    }
    return SQLITE_OK; /* the commit has succeeded, whatever came of this */
}

bool bil_store_tend(struct bil_store *store, struct bil_error *error)
{
    if (store->memory || store->tender) {
        return true;
    }
    struct bil_store_tender *tender = bil_memory_zero(1, sizeof *tender);
    int code = sqlite3_open_v2(store->path, &tender->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) { /* a connection that has never read knows of no journal */
        code = sqlite3_exec(tender->db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    }
    if (code != SQLITE_OK) {
        bil_store_say(store->path, "opened a second time", tender->db, code, error);
        sqlite3_close(tender->db);
        free(tender);
        return false;
    }
    pthread_mutex_init(&tender->lock, NULL);
    pthread_cond_init(&tender->wake, NULL);
    store->tender = tender;
    if (pthread_create(&tender->thread, NULL, tend, tender) != 0) {
        tender->stop = true; /* there is nobody to wait for */
        bil_store_tend_no_more(store);
        return bil_fail(error, "No thread could be started for the database %s; the system allows no more of them.", store->path);
    }
    sqlite3_wal_hook(store->db, committed, tender);
    return true;
}

void bil_store_tend_no_more(struct bil_store *store)
{
    struct bil_store_tender *tender = store->tender;
    if (!tender) {
        return;
    }
    sqlite3_wal_hook(store->db, NULL, NULL);
    pthread_mutex_lock(&tender->lock);
    const bool runs = !tender->stop;
    tender->stop = true;
    pthread_cond_signal(&tender->wake);
    pthread_mutex_unlock(&tender->lock);
    if (runs) {
        pthread_join(tender->thread, NULL);
    }
    pthread_cond_destroy(&tender->wake);
    pthread_mutex_destroy(&tender->lock);
    sqlite3_close(tender->db);
    free(tender);
    store->tender = NULL;
}
