/* The connection of a store to PostgreSQL as a session: opened again when it was lost, known to be there, and what it holds as long
 * as it lives: the claim of the database, and news of who wants a table.
 *
 * Must never go on with a session as if it were the one before. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "server/store/postgres.h"

enum { REST_MS = 500 }; /* between two vain tries to connect */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 + 1;
}

/* ------------------------------------------------------------------ failures */

/* What states mean to whoever runs a server; the first that begins like it. */
static const struct {
    const char *state, *words;
    bool damage;
} meanings[] = {
    {"53100", "the disk is full; make room", false},
    {"53200", "it has no room for another lock; raise max_locks_per_transaction as docs/operating.md says", false},
    {"XX001", "it is damaged; billions serve --check tells where, and the latest backup what was there", true},
    {"XX002", "an index in it is damaged; REINDEX makes it anew", true},
    {"25006", "it takes no writes; name the server that does, not its standby", false},
    {"42501", "this user may not; grant it what docs/operating.md names", false},
    {"42P01", "its tables are gone; name another, or restore the latest backup", false},
    {"57014", "it has not answered in time", false},
    {"55P03", "another server holds what is to be changed", false},
    {"40", "another server has changed the same at the same moment; it is tried again", false},
    {"25P03", "the server took so long that the database gave the transaction up", false},
};

bool bil_postgres_failed(struct bil_store *store, const struct bil_error *said, struct bil_error *error)
{
    const char *state = bil_pg_state(bil_postgres_of(store)->pg);
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        if (*state && strncmp(state, meanings[i].state, strlen(meanings[i].state)) == 0) {
            bil_store_failed(store, meanings[i].damage);
            return bil_fail(error, "The database %s cannot be used: %s.", store->path, meanings[i].words);
        }
    }
    bil_store_failed(store, false);
    return bil_fail(error, "%s", said->text);
}

/* ------------------------------------------------------------------ a new session */

/* Who stands for this connection at the database's server. A pooler gives its own number, and another session for each transaction:
 * what a session holds would be nobody's. */
static bool know_process(struct bil_store *store, struct bil_postgres_process *process, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_error said = {{0}};
    struct bil_pg_result result = {0};
    const bool fine = bil_pg_ask(postgres->pg,
                                 "SELECT pid, (extract(epoch FROM backend_start) * 1000000)::bigint FROM pg_stat_activity "
                                 "WHERE pid = pg_backend_pid()",
                                 NULL, 0, &result, &said);
    *process = (struct bil_postgres_process){bil_pg_number(&result, 0, 0), bil_pg_number(&result, 0, 1)};
    bil_pg_result_free(&result);
    if (!fine) {
        return bil_postgres_failed(store, &said, error);
    }
    return process->number == bil_pg_process(postgres->pg) ||
           bil_store_amiss(
               store, error,
               "Between this program and the database %s stands a pooler, which hands sessions from one to another; name "
               "the database's own address.",
               store->path);
}

/* The server's end of a connection that was lost may live on and keep its locks. */
static bool end_before(struct bil_store *store, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_error said = {{0}};
    const struct bil_pg_value values[] = {bil_pg_integer(postgres->process.number), bil_pg_integer(postgres->process.began)};
    return postgres->process.number == 0 ||
           bil_pg_ask(postgres->pg,
                      "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity WHERE pid = $1 "
                      "AND (extract(epoch FROM backend_start) * 1000000)::bigint = $2",
                      values, 2, NULL, &said) ||
           bil_postgres_failed(store, &said, error);
}

/* A lock of the session, for the schema at hand: servers share it, who must be alone does not. */
static bool take_claim(struct bil_store *store, bool alone, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_error said = {{0}};
    struct bil_pg_result result = {0};
    char listen[BIL_POSTGRES_SCHEMA + 32];
    const struct bil_pg_value schema = bil_pg_text(postgres->schema);
    bool fine = bil_pg_ask(postgres->pg,
                           alone ? "SELECT pg_try_advisory_lock(" BIL_POSTGRES_CLAIM ", hashtext($1))"
                                 : "SELECT pg_try_advisory_lock_shared(" BIL_POSTGRES_CLAIM ", hashtext($1))",
                           &schema, 1, &result, &said);
    const bool got = fine && bil_pg_number(&result, 0, 0);
    bil_pg_result_free(&result);
    snprintf(listen, sizeof listen, "LISTEN \"billions.%s\"", postgres->schema);
    fine = fine && (!got || bil_pg_say(postgres->pg, listen, &said));
    if (!fine) {
        return bil_postgres_failed(store, &said, error);
    }
    return got || bil_store_amiss(store, error, "The database %s cannot be used: %s.", store->path,
                                  alone ? "another server uses it" : "somebody has it to itself, as --copy does");
}

bool bil_postgres_claim(struct bil_store *store, bool alone, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_postgres_process process;
    if (!postgres->claimed && bil_postgres_be_connected(store, error) && know_process(store, &process, error) &&
        take_claim(store, alone, error)) {
        postgres->process = process;
        postgres->claimed = alone ? BIL_CLAIM_ALONE : BIL_CLAIM_SHARED;
    }
    return postgres->claimed != BIL_CLAIM_NONE;
}

static bool begin_again(struct bil_store *store, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_postgres_process process;
    struct bil_error said = {{0}};
    if (!bil_pg_reopen(postgres->pg, &said)) {
        bil_store_failed(store, false);
        return bil_fail(error, "%s", said.text);
    }
    if (postgres->claimed) {
        if (!know_process(store, &process, error) || !end_before(store, error) ||
            !take_claim(store, postgres->claimed == BIL_CLAIM_ALONE, error)) {
            bil_pg_drop(postgres->pg, "it could not be claimed");
            return false;
        }
        postgres->process = process;
    }
    return true;
}

bool bil_postgres_be_connected(struct bil_store *store, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    if (!bil_pg_lost(postgres->pg) || store->open) {
        return true;
    }
    if (postgres->tried > 0 && now_ms() - postgres->tried < REST_MS) {
        bil_store_failed(store, false);
        return bil_fail(error, "The database %s cannot be reached.", store->path);
    }
    const bool fine = begin_again(store, error);
    postgres->tried = fine ? 0 : now_ms();
    postgres->reopened[!fine]++;
    if (fine) {
        postgres->session++;
        bil_store_forget(store);
    }
    return fine;
}

/* ------------------------------------------------------------------ the session at hand */

int64_t bil_postgres_session(const struct bil_store *store)
{
    const struct bil_postgres *postgres = bil_postgres_of(store);
    return bil_pg_lost(postgres->pg) ? 0 : postgres->session + 1;
}

void bil_postgres_mind(struct bil_store *store)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_error said = {{0}};
    if (bil_pg_lost(postgres->pg)) {
        bil_postgres_be_connected(store, &said);
    } else if (bil_pg_silence(postgres->pg) >= BIL_STORE_HEARD) {
        bil_pg_ask(postgres->pg, "SELECT 1", NULL, 0, NULL, &said);
    }
}

bool bil_postgres_asked(struct bil_store *store, char id[BIL_TABLE_ID + 1])
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_pg_news news;
    while (bil_pg_next_news(postgres->pg, &news)) {
        if (news.from != postgres->process.number && strlen(news.words) == BIL_TABLE_ID) {
            memcpy(id, news.words, BIL_TABLE_ID + 1);
            return true;
        }
    }
    return false;
}

void bil_postgres_figures(const struct bil_store *store, struct bil_store_figures *figures)
{
    const struct bil_postgres *postgres = bil_postgres_of(store);
    figures->round_trips = (uint64_t)bil_pg_round_trips(postgres->pg);
    memcpy(figures->reopened, postgres->reopened, sizeof figures->reopened);
    figures->connected = !bil_pg_lost(postgres->pg);
}
