/* Looks after the journal while a server runs: a thread of its own, with a connection of its own, carries what was committed from
 * the journal into the database. Else every thousand pages or so some commit would do that before it returns, and everybody would
 * wait for two more answers of the disk.
 *
 * What a commit has promised it has promised without this: the journal alone holds it. So whatever fails here is tried again later
 * and said to nobody; a disk that is ill says so to the next commit. Must never touch the store's own connection from its thread.
 */
#include <pthread.h>
#include <stdlib.h>

#include "server/store_sqlite.h"
#include "table/memory.h"

enum {
    /* So many new ones are worth the way: the same pages are written again and again, and carried once. */
    CARRIED_PAGES = 4096,
    /* The journal can only begin anew when all of it was carried over and nobody writes. At a server that never rests that moment
     * must be made: with so many pages the thread is sent once more, and the commit after it carries over the few that are left. */
    MOST_PAGES = 8192
};

struct bil_sqlite_maintainer {
    sqlite3 *db;
    pthread_t thread;
    pthread_mutex_t lock; /* of the three below */
    pthread_cond_t wake;
    bool due, busy, stop;
    /* the store's own: */
    int carried;    /* pages of the journal that the thread was last sent for */
    bool last_call; /* ... so that it begins anew */
};

static void *maintain(void *context)
{
    struct bil_sqlite_maintainer *maintainer = context;
    pthread_mutex_lock(&maintainer->lock);
    while (!maintainer->stop) {
        if (!maintainer->due) {
            pthread_cond_wait(&maintainer->wake, &maintainer->lock);
            continue;
        }
        maintainer->due = false;
        maintainer->busy = true;
        pthread_mutex_unlock(&maintainer->lock);
        sqlite3_wal_checkpoint_v2(maintainer->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        pthread_mutex_lock(&maintainer->lock);
        maintainer->busy = false;
    }
    pthread_mutex_unlock(&maintainer->lock);
    return NULL;
}

/* After each commit: `pages` stand in the journal. */
static int committed(void *context, sqlite3 *db, const char *name, int pages)
{
    struct bil_sqlite_maintainer *maintainer = context;
    if (pages < maintainer->carried) { /* it has begun anew */
        maintainer->carried = 0;
        maintainer->last_call = false;
    }
    if (pages - maintainer->carried < CARRIED_PAGES && !maintainer->last_call) {
        return SQLITE_OK;
    }
    pthread_mutex_lock(&maintainer->lock);
    const bool rests = !maintainer->busy && !maintainer->due;
    if (rests && !maintainer->last_call) {
        maintainer->due = true;
        pthread_cond_signal(&maintainer->wake);
    }
    pthread_mutex_unlock(&maintainer->lock);
    if (rests) {
        if (maintainer->last_call) {
            sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        }
        maintainer->last_call = !maintainer->last_call && pages >= MOST_PAGES;
        maintainer->carried = pages;
    }
    return SQLITE_OK; /* the commit has succeeded, whatever came of this */
}

bool bil_sqlite_maintain(struct bil_store *store, struct bil_error *error)
{
    if (bil_sqlite_of(store)->memory || bil_sqlite_of(store)->maintainer) {
        return true;
    }
    struct bil_sqlite_maintainer *maintainer = bil_memory_zero(1, sizeof *maintainer);
    int code = sqlite3_open_v2(store->path, &maintainer->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) { /* a connection that has never read knows of no journal */
        code = sqlite3_exec(maintainer->db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    }
    if (code != SQLITE_OK) {
        bil_sqlite_say(store->path, "opened a second time", maintainer->db, code, error);
        sqlite3_close(maintainer->db);
        free(maintainer);
        return false;
    }
    pthread_mutex_init(&maintainer->lock, NULL);
    pthread_cond_init(&maintainer->wake, NULL);
    bil_sqlite_of(store)->maintainer = maintainer;
    if (pthread_create(&maintainer->thread, NULL, maintain, maintainer) != 0) {
        maintainer->stop = true; /* there is nobody to wait for */
        bil_sqlite_maintain_no_more(store);
        return bil_fail(error, "No thread could be started for the database %s; the system allows no more of them.", store->path);
    }
    sqlite3_wal_hook(bil_sqlite_of(store)->db, committed, maintainer);
    return true;
}

void bil_sqlite_maintain_no_more(struct bil_store *store)
{
    struct bil_sqlite_maintainer *maintainer = bil_sqlite_of(store)->maintainer;
    if (!maintainer) {
        return;
    }
    sqlite3_wal_hook(bil_sqlite_of(store)->db, NULL, NULL);
    pthread_mutex_lock(&maintainer->lock);
    const bool runs = !maintainer->stop;
    maintainer->stop = true;
    pthread_cond_signal(&maintainer->wake);
    pthread_mutex_unlock(&maintainer->lock);
    if (runs) {
        pthread_join(maintainer->thread, NULL);
    }
    pthread_cond_destroy(&maintainer->wake);
    pthread_mutex_destroy(&maintainer->lock);
    sqlite3_close(maintainer->db);
    free(maintainer);
    bil_sqlite_of(store)->maintainer = NULL;
}
