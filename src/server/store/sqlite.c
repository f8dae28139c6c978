/* The store in an SQLite file: opening it, asking it, looking it through, copying it. Its tables are in store/sqlite_schema.c.
 *
 * The file is in WAL mode with synchronous=FULL: a commit that bil_store_commit confirmed survives a power cut, and a reader does
 * not stop the writer. SQLite checkpoints the journal by itself. The file may have been tampered with, so nothing in its schema
 * may run: no trigger, no view, no untrusted function. Must never change a file that is not ours. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/store/sqlite.h"
#include "table/memory.h"

/* ------------------------------------------------------------------ failures */

static bool sqlite_failed(struct bil_store *store, int code, struct bil_error *error)
{
    bil_store_failed(store, (code & 0xFF) == SQLITE_CORRUPT);
    return bil_sqlite_say(store->path, "used", bil_sqlite_of(store)->db, code, error);
}

/* ------------------------------------------------------------------ the connection */

enum { BUSY_MS = 2000 }; /* for so long another program that holds the file is waited for */

static const char settings[] = "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON;"
                               "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;";

/* What holds for every connection to a file: how long it waits for another program, and that nothing in the file's schema runs.
 * Returns SQLite's code. */
static int harden(sqlite3 *db)
{
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, BUSY_MS);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    return sqlite3_exec(db, settings, NULL, NULL, NULL);
}

/* ------------------------------------------------------------------ statements */

/* The journal itself may have filled the disk: what is in it goes into the database, if that need not grow for it, and the journal
 * gives back its room. Does not wait for readers. */
static void empty_journal(sqlite3 *db)
{
    sqlite3_busy_timeout(db, 0);
    sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_busy_timeout(db, BUSY_MS);
}

/* The statement of a text that is in no table; NULL and SQLite's code: it cannot be prepared. */
static sqlite3_stmt *find_text(struct bil_sqlite *sqlite, const char *sql, int *code)
{
    sqlite3_stmt *statement = NULL;
    for (struct bil_sqlite_text *text = sqlite->texts; text; text = text->next) {
        if (strcmp(text->sql, sql) == 0) {
            return text->statement;
        }
    }
    *code = sqlite3_prepare_v3(sqlite->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
    if (*code == SQLITE_OK) {
        struct bil_sqlite_text *made = bil_memory_zero(1, sizeof *made);
        *made = (struct bil_sqlite_text){sqlite->texts, bil_memory_text(sql, strlen(sql)), statement};
        sqlite->texts = made;
    }
    return statement;
}

static void bind_value(sqlite3_stmt *statement, int place, const struct bil_sql_value *value)
{
    if (value->none) {
        sqlite3_bind_null(statement, place);
    } else if (value->kind == BIL_KIND_INTEGER) {
        sqlite3_bind_int64(statement, place, value->integer);
    } else if (value->kind == BIL_KIND_TEXT) {
        sqlite3_bind_text(statement, place, value->bytes, (int)value->length, SQLITE_STATIC);
    } else {
        sqlite3_bind_blob(statement, place, value->bytes, (int)value->length, SQLITE_STATIC);
    }
}

static void *begin_query(struct bil_store *store, const struct bil_store_asked *asked, struct bil_error *error)
{
    struct bil_sqlite *sqlite = bil_sqlite_of(store);
    sqlite3_stmt **known = &sqlite->statement[asked->which];
    int code = asked->fails ? SQLITE_FULL : SQLITE_OK;
    if (!asked->fails && sqlite->full && sqlite3_get_autocommit(sqlite->db)) {
        sqlite->full = false;
        empty_journal(sqlite->db);
    }
    if (code == SQLITE_OK && !asked->sql && !*known) {
        code = sqlite3_prepare_v3(sqlite->db, bil_store_sql[asked->which].sql, -1, SQLITE_PREPARE_PERSISTENT, known, NULL);
    }
    sqlite3_stmt *statement = code != SQLITE_OK ? NULL : asked->sql ? find_text(sqlite, asked->sql, &code) : *known;
    if (code != SQLITE_OK) {
        sqlite_failed(store, code, error);
        return NULL;
    }
    for (int i = 0; i < asked->count; i++) {
        bind_value(statement, i + 1, &asked->values[i]);
    }
    return statement;
}

/* Whether a COMMIT that failed with this code may be found stored after a crash. SQLite writes the end of a commit into the
 * journal, flushes it, and then extends the journal's index. If the flush or the index fails SQLite rolls back, but the end is
 * written: the next process that opens the files finds the commit, unless a later one was written over it. So any code may mean
 * that, but three: a lock (BUSY) and a foreign key (CONSTRAINT) are refused before anything is written, and FULL comes from a write
 * of a page that fell short. The end is the last page that is written, so then the end is missing. (A failed flush for want of room
 * is IOERR.) */
static bool may_come_back(int code)
{
    const int primary = code & 0xFF;
    return primary != SQLITE_FULL && primary != SQLITE_CONSTRAINT && primary != SQLITE_BUSY;
}

static enum bil_query_result step_query(struct bil_store *store, void *at, struct bil_error *error)
{
    const int code = sqlite3_step(at);
    if (code == SQLITE_ROW) {
        return BIL_QUERY_ROW;
    }
    if (code == SQLITE_DONE) {
        return BIL_QUERY_DONE;
    }
    bil_sqlite_of(store)->full = bil_sqlite_of(store)->full || (code & 0xFF) == SQLITE_FULL;
    store->unsure = at == bil_sqlite_of(store)->statement[BIL_SQL_COMMIT] && may_come_back(code);
    if ((code & 0xFF) == SQLITE_CORRUPT && sqlite3_stmt_readonly(at)) {
        bil_store_unsound(store, error);
    } else {
        sqlite_failed(store, code, error);
    }
    return BIL_QUERY_FAILED;
}

static int64_t count_changed(struct bil_store *store, void *at)
{
    (void)at;
    return sqlite3_changes(bil_sqlite_of(store)->db);
}

static void end_query(struct bil_store *store, void *at)
{
    (void)store;
    sqlite3_reset(at); /* its code is that of the last step, which was told */
    sqlite3_clear_bindings(at);
}

/* ------------------------------------------------------------------ columns */

static bool column_is_none(void *at, int column)
{
    return sqlite3_column_type(at, column) == SQLITE_NULL;
}

static int64_t column_number(void *at, int column)
{
    return sqlite3_column_int64(at, column);
}

static const char *column_text(void *at, int column, size_t *length)
{
    const char *text = (const char *)sqlite3_column_text(at, column);
    *length = (size_t)sqlite3_column_bytes(at, column);
    return text;
}

static const void *column_bytes(void *at, int column, size_t *length)
{
    const void *bytes = sqlite3_column_blob(at, column);
    *length = (size_t)sqlite3_column_bytes(at, column);
    return bytes;
}

/* ------------------------------------------------------------------ transactions */

static bool still_open(struct bil_store *store)
{
    return !sqlite3_get_autocommit(bil_sqlite_of(store)->db);
}

static void roll_back(struct bil_store *store)
{
    struct bil_sqlite *sqlite = bil_sqlite_of(store);
    if (sqlite3_get_autocommit(sqlite->db)) { /* the database has rolled back by itself, when the disk was full */
        return;
    }
    for (int i = 0; i < BIL_STATEMENTS; i++) {
        if (sqlite->statement[i]) {
            sqlite3_reset(sqlite->statement[i]);
        }
    }
    for (struct bil_sqlite_text *text = sqlite->texts; text; text = text->next) {
        sqlite3_reset(text->statement);
    }
    sqlite3_exec(sqlite->db, "ROLLBACK", NULL, NULL, NULL);
}

static const struct bil_store_asking asking = {
    .begin = begin_query,
    .step = step_query,
    .changed = count_changed,
    .end = end_query,
    .is_none = column_is_none,
    .number = column_number,
    .text = column_text,
    .bytes = column_bytes,
    .still_open = still_open,
    .rollback = roll_back,
};

/* ------------------------------------------------------------------ whether it is sound enough to be used */

/* Where rows are changed and taken away, as those of tables and seats, a damaged page can lead a write astray, into pages that
 * belong to others: then nothing may be written any more, and the file is refused. Where rows are only ever added, the entries
 * above all, it cannot: anyone who reads there is refused (SQLite says so, or the sum of an entry), and everybody else goes on.
 * Must never mend anything. */

enum { CHECKED_BYTES = 256 << 20 }; /* a larger file is not read through at every start */

/* Trees to which rows are only added, and what is in them, for people. */
static const struct {
    const char *name, *words;
} only_added[] = {
    {"log", "what happened at tables"},
    {"setups", "how tables were made"},
    {"cards", "what the lobby shows of tables"},
};
enum { ONLY_ADDED = sizeof only_added / sizeof *only_added };

/* Looks at one tree with its indexes, or at everything (NULL). 1: it is well; 0: it is not, and *first is what was said of it
 * first; -1: not even that could be found out. `spaces` is set if something was said of the pages that are free. */
static int check_tree(sqlite3 *db, const char *name, struct bil_text *first, bool *spaces)
{
    char *sql = name ? sqlite3_mprintf("PRAGMA quick_check('%q')", name) : sqlite3_mprintf("PRAGMA quick_check");
    sqlite3_stmt *statement = NULL;
    int code = sql ? sqlite3_prepare_v2(db, sql, -1, &statement, NULL) : SQLITE_NOMEM;
    int result = -1;
    if (code == SQLITE_OK) {
        while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
            const char *said = (const char *)sqlite3_column_text(statement, 0);
            said = said ? said : "";
            result = result < 0 && strcmp(said, "ok") == 0 ? 1 : 0;
            *spaces = *spaces || strstr(said, "reelist") || strstr(said, "2nd reference");
            if (result == 0 && first->length == 0) {
                const char *at = strncmp(said, "*** in database main ***\n", 25) == 0 ? said + 25 : said;
                bil_text_add_bytes(first, at, strcspn(at, "\n"));
            }
        }
    }
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return code == SQLITE_DONE ? result : result == 0 ? 0 : -1;
}

/* The trees of a database but those above. */
static bool others_are_well(sqlite3 *db)
{
    static const char *const changed[] = {"tables", "seats", "held", "people", "sessions", "health", "sqlite_schema"};
    struct bil_text said = {0};
    bool spaces = false;
    bool well = true;
    for (size_t i = 0; i < sizeof changed / sizeof *changed && well; i++) {
        well = check_tree(db, changed[i], &said, &spaces) == 1 && !spaces;
    }
    bil_text_free(&said);
    return well;
}

/* Tells which of the trees to which rows are only added are damaged. False: none, so it must be something else. */
static bool tell_damage(struct bil_store *store, bil_store_tell tell, void *context)
{
    bool any = false;
    for (int i = 0; i < ONLY_ADDED; i++) {
        struct bil_text said = {0};
        bool spaces = false;
        const int well = check_tree(bil_sqlite_of(store)->db, only_added[i].name, &said, &spaces);
        any = any || well == 0;
        if (well == 0 && tell) {
            struct bil_text words = {0};
            bil_text_format(
                &words,
                "The database %s is damaged where it keeps %s (%s): the tables that lie there are refused, all others go "
                "on. Make a copy of its files now; billions serve --check tells which tables, the latest backup may have "
                "them.",
                store->path, only_added[i].words, bil_text_string(&said));
            bil_plain(words.data);
            tell(context, BIL_SEVERITY_DAMAGE, words.data);
            bil_text_free(&words);
        }
        bil_text_free(&said);
        if (well < 0) {
            return false;
        }
    }
    return any;
}

static bool sqlite_open_check(struct bil_store *store, bil_store_tell tell, void *context, struct bil_error *error)
{
    struct stat facts;
    struct bil_text said = {0};
    bool spaces = false;
    if (bil_sqlite_of(store)->memory || (stat(store->path, &facts) == 0 && facts.st_size > CHECKED_BYTES)) {
        return true;
    }
    const int well = check_tree(bil_sqlite_of(store)->db, NULL, &said, &spaces);
    const int code = sqlite3_errcode(bil_sqlite_of(store)->db);
    bil_text_free(&said);
    if (well == 1 || (well == 0 && !spaces && others_are_well(bil_sqlite_of(store)->db) && tell_damage(store, tell, context))) {
        return true;
    }
    return bil_sqlite_say(store->path, "opened", bil_sqlite_of(store)->db, well == 0 || code == SQLITE_OK ? SQLITE_CORRUPT : code,
                          error);
}

/* ------------------------------------------------------------------ looking a whole file through */

/* With SQLite's own quick_check and its check of foreign keys. Must never change anything in it. */

enum { GOING = 100000, MESSAGES = 100 }; /* steps of the machine between two signs of life; as many sentences at most */

struct watch {
    void (*going)(void *context);
    void *context;
};

static int tick(void *context)
{
    const struct watch *watch = context;
    watch->going(watch->context);
    return 0;
}

/* Gives every line of every row. */
static int give_rows(sqlite3 *db, const char *sql, void (*each)(void *context, const char *sentence), void *context)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        const char *said = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        for (const char *at = said; at && *at && strcmp(said, "ok") != 0;) {
            const size_t length = strcspn(at, "\n");
            char *line = bil_memory_text(at, length);
            if (length > 0 && strncmp(line, "***", 3) != 0) {
                bil_plain(line);
                each(context, line);
            }
            free(line);
            at += length + (at[length] != 0);
        }
    }
    sqlite3_finalize(statement);
    return code;
}

static bool sqlite_integrity(struct bil_store *store, void (*each)(void *context, const char *sentence),
                             void (*going)(void *context), void *context, struct bil_error *error)
{
    struct watch watch = {going, context};
    char sql[64];
    sqlite3_snprintf((int)sizeof sql, sql, "PRAGMA quick_check(%d)", MESSAGES);
    if (going) {
        sqlite3_progress_handler(bil_sqlite_of(store)->db, GOING, tick, &watch);
    }
    const int pages = give_rows(bil_sqlite_of(store)->db, sql, each, context);
    const int rows = give_rows(bil_sqlite_of(store)->db,
                               "SELECT printf('%d rows of \"%s\" belong to no row of \"%s\"', count(*), \"table\", parent) "
                               "FROM pragma_foreign_key_check GROUP BY \"table\", parent",
                               each, context);
    const int code = pages != SQLITE_DONE ? pages : rows;
    sqlite3_progress_handler(bil_sqlite_of(store)->db, 0, NULL, NULL);
    return code == SQLITE_DONE || sqlite_failed(store, code, error);
}

/* ------------------------------------------------------------------ */

/* Copies of the database while it is used. A copy is made beside its place and only gets its name when all of it is on the disk, so
 * that a file that has the name of a backup is one. Must never write over a file. */

/* All pages at once: a reader sees one moment, however long it takes, and the writer goes on. */
static bool copy_pages(sqlite3 *from, const char *name, const char *part, struct bil_error *error)
{
    sqlite3 *to = NULL;
    int code = sqlite3_open_v2(part, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    bool fine = code == SQLITE_OK;
    if (fine) {
        sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
        if (backup) {
            sqlite3_backup_step(backup, -1);
            sqlite3_backup_finish(backup);
        }
        code = sqlite3_errcode(to);
        fine = code == SQLITE_OK;
    }
    if (!fine) {
        bil_fail(error, "%s cannot be copied to %s: %s.", name, part, to ? sqlite3_errmsg(to) : sqlite3_errstr(code));
    }
    sqlite3_close(to);
    return fine;
}

/* The folder of a path is synced, so that the new name stays. */
static void sync_folder(const char *path)
{
    struct bil_text folder = {0};
    const char *slash = strrchr(path, '/');
    bil_text_add_bytes(&folder, slash ? path : ".", slash ? (size_t)(slash - path) + 1 : 1);
    const int handle = open(bil_text_string(&folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle >= 0) {
        fsync(handle);
        close(handle);
    }
    bil_text_free(&folder);
}

static bool copy_to(sqlite3 *from, const char *name, const char *path, struct bil_error *error)
{
    struct bil_text part = {0};
    bil_text_format(&part, "%s.part-%ld", path, (long)getpid());
    struct stat facts;
    bool fine;
    if (lstat(path, &facts) == 0) {
        fine = bil_fail(error, "%s is there already; a backup is never written over a file.", path);
    } else {
        const int file = open(bil_text_string(&part), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        fine = file >= 0 || bil_fail(error, "%s cannot be made: %s.", bil_text_string(&part), strerror(errno));
        if (fine) {
            fine = copy_pages(from, name, bil_text_string(&part), error);
            if (fine && fsync(file) != 0) {
                fine = bil_fail(error, "%s cannot be written: %s.", bil_text_string(&part), strerror(errno));
            }
            close(file);
            /* A link, unlike a new name, is refused if somebody else made that file meanwhile. */
            if (fine && link(bil_text_string(&part), path) != 0) {
                fine = bil_fail(error, "%s cannot be made: %s.", path, strerror(errno));
            }
            unlink(bil_text_string(&part));
            sync_folder(path);
        }
    }
    bil_text_free(&part);
    return fine;
}

static bool sqlite_copy(const char *from, const char *path, struct bil_error *error)
{
    sqlite3 *db = NULL;
    int version = 0;
    const int code = sqlite3_open_v2(from, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
    bool fine = code == SQLITE_OK || bil_sqlite_say(from, "opened", db, code, error);
    if (fine) {
        harden(db);
        sqlite3_busy_timeout(db, 10000);
        fine = bil_sqlite_schema_look(db, from, &version, error);
    }
    if (fine && version == 0) {
        fine = bil_fail(error, "%s is an empty database; there is nothing to copy.", from);
    }
    fine = fine && copy_to(db, from, path, error);
    sqlite3_close(db);
    return fine;
}

/* ------------------------------------------------------------------ opening */

/* A file that is not there yet is made here, so that nobody else of the machine can read secrets in it. */
static bool make_private(const char *path, struct bil_error *error)
{
    const int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) {
        close(file);
        return true;
    }
    return errno == EEXIST || bil_fail(error, "The database %s cannot be made: %s.", path, strerror(errno));
}

/* The commit that brings the journal to this number of pages carries it into the database; the next one writes it from its start
 * again. The size limit (bytes) gives back the room of a journal that grew beyond that, as beside a long backup. */
static const char durable[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000;"
                              "PRAGMA journal_size_limit = 16777216;";

static bool set_up(struct bil_store *store, bil_store_tell tell, void *context, struct bil_error *error)
{
    struct bil_sqlite *sqlite = bil_sqlite_of(store);
    int version = 0;
    int code = harden(sqlite->db);
    if (code != SQLITE_OK) {
        return bil_sqlite_say(store->path, "opened", sqlite->db, code, error);
    }
    if (sqlite3_db_readonly(sqlite->db, "main") == 1) { /* the database opens such a file all the same, and fails later */
        return bil_sqlite_say(store->path, "opened for writing", sqlite->db, SQLITE_READONLY, error);
    }
    /* Before anything is changed: a foreign file stays as it is. */
    if (!bil_sqlite_schema_look(sqlite->db, store->path, &version, error) ||
        !bil_sqlite_schema_compare(sqlite->db, store->path, version, error) || !sqlite_open_check(store, tell, context, error)) {
        return false;
    }
    code = sqlite3_exec(sqlite->db, durable, NULL, NULL, NULL);
    if (code != SQLITE_OK) {
        return bil_sqlite_say(store->path, "opened for writing", sqlite->db, code, error);
    }
    return bil_sqlite_schema_bring(store, error);
}

static bool open_file(struct bil_store *store, bil_store_tell tell, void *context, struct bil_error *error)
{
    struct bil_sqlite *sqlite = bil_memory_zero(1, sizeof *sqlite);
    store->base = sqlite;
    sqlite->memory = strcmp(store->path, ":memory:") == 0;
    if (!sqlite->memory && !make_private(store->path, error)) {
        return false;
    }
    const int code = sqlite3_open_v2(store->path, &sqlite->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    return code == SQLITE_OK ? set_up(store, tell, context, error) : bil_sqlite_say(store->path, "opened", sqlite->db, code, error);
}

static bool open_to_read(struct bil_store *store, struct bil_error *error)
{
    struct bil_sqlite *sqlite = bil_memory_zero(1, sizeof *sqlite);
    int version = 0;
    store->base = sqlite;
    const int code = sqlite3_open_v2(store->path, &sqlite->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK) {
        return bil_sqlite_say(store->path, "opened", sqlite->db, code, error);
    }
    harden(sqlite->db); /* a file that cannot be read says so below */
    sqlite3_db_config(sqlite->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (!bil_sqlite_schema_look(sqlite->db, store->path, &version, error)) {
        return false;
    }
    if (version != BIL_SCHEMA_VERSION) {
        return bil_fail(error, "%s is %s; a server brings it up to date when it opens it, and then it can be looked at.",
                        store->path, version == 0 ? "an empty database" : "of an older version");
    }
    return bil_sqlite_schema_compare(sqlite->db, store->path, version, error);
}

static void close_file(struct bil_store *store)
{
    struct bil_sqlite *sqlite = bil_sqlite_of(store);
    for (int i = 0; i < BIL_STATEMENTS; i++) {
        sqlite3_finalize(sqlite->statement[i]);
    }
    while (sqlite->texts) {
        struct bil_sqlite_text *text = sqlite->texts;
        sqlite->texts = text->next;
        sqlite3_finalize(text->statement);
        free(text->sql);
        free(text);
    }
    sqlite3_close(sqlite->db);
    free(sqlite);
}

static void use_snapshot(struct bil_store *store, bool begins)
{
    sqlite3_exec(bil_sqlite_of(store)->db, begins ? "BEGIN" : "ROLLBACK", NULL, NULL, NULL);
}

const struct bil_store_driver bil_store_sqlite = {
    .ask = &asking,
    .open = open_file,
    .open_to_read = open_to_read,
    .close = close_file,
    .snapshot = use_snapshot,
    .status = "SELECT 'SQLite ' || sqlite_version(), user_version, page_count * page_size, NULL, 0, NULL "
              "FROM pragma_user_version, pragma_page_count, pragma_page_size",
    .copy = sqlite_copy,
    .integrity = sqlite_integrity,
};
