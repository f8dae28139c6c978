/* Whether a database is sound enough to be used when it is opened.
 *
 * Where rows are changed and taken away, as those of tables and seats, a damaged page can lead a write astray, into pages that
 * belong to others: then nothing may be written any more, and the file is refused. Where rows are only ever added, the entries
 * above all, it cannot: whoever reads there is refused (SQLite says so, or the sum of an entry), and everybody else goes on. Must
 * never mend anything. */
#include <string.h>
#include <sys/stat.h>

#include "server/store/sqlite.h"

enum { CHECKED_BYTES = 256 << 20 }; /* a larger file is not read through at every start */

/* Trees to which rows are only added, and what lies in them, for people. */
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
static int look(sqlite3 *db, const char *name, struct bil_text *first, bool *spaces)
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
        well = look(db, changed[i], &said, &spaces) == 1 && !spaces;
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
        const int well = look(bil_sqlite_of(store)->db, only_added[i].name, &said, &spaces);
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

bool bil_sqlite_open_check(struct bil_store *store, bil_store_tell tell, void *context, struct bil_error *error)
{
    struct stat facts;
    struct bil_text said = {0};
    bool spaces = false;
    if (bil_sqlite_of(store)->memory || (stat(store->path, &facts) == 0 && facts.st_size > CHECKED_BYTES)) {
        return true;
    }
    const int well = look(bil_sqlite_of(store)->db, NULL, &said, &spaces);
    const int code = sqlite3_errcode(bil_sqlite_of(store)->db);
    bil_text_free(&said);
    if (well == 1 || (well == 0 && !spaces && others_are_well(bil_sqlite_of(store)->db) && tell_damage(store, tell, context))) {
        return true;
    }
    return bil_sqlite_say(store->path, "opened", bil_sqlite_of(store)->db, well == 0 || code == SQLITE_OK ? SQLITE_CORRUPT : code,
                          error);
}
