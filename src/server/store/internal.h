/* What the files of the store share: one logic, and under it a driver that speaks to one kind of database
 * (sqlite*.c, postgres*.c).
 *
 * Every statement goes through bil_query_begin, so that it is counted, can be made to fail by a test, and breaks the transaction if
 * it fails. Must never be included outside src/server/store. */
#ifndef BILLIONS_SERVER_STORE_INTERNAL_H
#define BILLIONS_SERVER_STORE_INTERNAL_H

#include "server/common/token.h"
#include "server/store/store.h"
#include "server/store/value.h"

/* The statements; their texts stand in store/statements.c in the same order. */
enum bil_statement {
    BIL_SQL_BEGIN,
    BIL_SQL_COMMIT,
    BIL_SQL_ADD_TABLE,
    BIL_SQL_ADD_SETUP,
    BIL_SQL_ADD_CARD,
    BIL_SQL_ADD_SEAT,
    BIL_SQL_TOUCH_TABLE,
    BIL_SQL_CHANGE_TABLE,
    BIL_SQL_CHANGE_SEAT,
    BIL_SQL_READ_TABLE,
    BIL_SQL_READ_SEATS,
    BIL_SQL_LIST_STATE,
    BIL_SQL_LIST_ALL,
    BIL_SQL_LIST_PERSON,
    BIL_SQL_LIST_SEATS,
    BIL_SQL_LIST_ROW,
    BIL_SQL_QUICK,
    BIL_SQL_DEADLINES,
    BIL_SQL_LIVING,
    BIL_SQL_IDS,
    BIL_SQL_DEADLINE,
    BIL_SQL_COUNT_STATE,
    BIL_SQL_COUNT_ALL,
    BIL_SQL_ADD_MAKER,
    BIL_SQL_FORGET_MAKERS,
    BIL_SQL_COUNT_MADE,
    BIL_SQL_SET_PAYER,
    BIL_SQL_PAYER,
    BIL_SQL_KEY,
    BIL_SQL_LAST,
    BIL_SQL_APPEND,
    BIL_SQL_ENTRIES,
    BIL_SQL_HOLD,
    BIL_SQL_RELEASE,
    BIL_SQL_HELD,
    BIL_SQL_SET_ORDERS,
    BIL_SQL_ORDERS,
    BIL_SQL_ADD_PERSON,
    BIL_SQL_PERSON,
    BIL_SQL_NAMES,
    BIL_SQL_ADD_LOOK,
    BIL_SQL_ALIKE,
    BIL_SQL_LOOKS,
    BIL_SQL_FORGET_LOOKS,
    BIL_SQL_NOTE_LOOKS,
    BIL_SQL_ADD_SESSION,
    BIL_SQL_OLD_SESSIONS,
    BIL_SQL_SESSION,
    BIL_SQL_END_SESSION,
    BIL_SQL_PUT_PUSH,
    BIL_SQL_FORGET_PUSH,
    BIL_SQL_FORGET_PUSHES,
    BIL_SQL_PUSHES,
    BIL_SQL_COUNT_PUSHES,
    BIL_SQL_PUSH_KEY,
    BIL_SQL_ADD_PUSH_KEY,
    BIL_SQL_TOUCH_HEALTH,
    BIL_SQL_FIND_RESULT,
    BIL_SQL_ADD_RESULT,
    BIL_SQL_ADD_RESULT_RECORD,
    BIL_SQL_RESULTS,
    BIL_SQL_RESULT_RECORD,
    BIL_SQL_LOCK,
    BIL_SQL_UNLOCK,
    BIL_SQL_ASK_FOR,
    BIL_SQL_DUE,
    BIL_SQL_SERVERS,
    BIL_STATEMENTS
};

/* What is known of a table and of its log, so that the next entry need not look for it. Numbers of rows never change and entries
 * are never taken away: what was true once is at worst too little, and then the entry finds its place taken. */
struct bil_store_known {
    char id[BIL_TABLE_ID + 1];
    int64_t table, last; /* its row; the last entry */
};
enum { BIL_STORE_KNOWN = 2048 };

/* How many rows a change must touch, and why fewer are a failure, to be said in words if it comes to that. */
enum bil_store_reason { BIL_REASON_ANY, BIL_REASON_SOME, BIL_REASON_NO_TABLE, BIL_REASON_NO_SEAT, BIL_REASON_TAKEN };
struct bil_store_need {
    enum bil_store_reason reason; /* BIL_REASON_ANY: none are fine, too; else one at least */
    char id[BIL_TABLE_ID + 1];
    int64_t number; /* of the seat, from 1; of the entry */
};

enum bil_query_result { BIL_QUERY_FAILED, BIL_QUERY_ROW, BIL_QUERY_DONE };

/* A statement as it is asked. */
struct bil_store_asked {
    enum bil_statement which;
    const char *sql; /* a statement that is not in the table; the same text is prepared once. NULL: that of `which` */
    const struct bil_sql_value *values;
    int count;
    bool fails; /* as if the disk were full */
};

/* How a database of one kind is asked. Functions that fail say why by bil_store_failed or bil_store_lacking, which break the
 * transaction; `at` is what `begin` gave. */
struct bil_store_asking {
    void *(*begin)(struct bil_store *store, const struct bil_store_asked *asked, struct bil_error *error); /* NULL: it failed */
    enum bil_query_result (*step)(struct bil_store *store, void *at, struct bil_error *error);
    int64_t (*changed)(struct bil_store *store, void *at); /* by the statement that is done */
    /* Only with `late`: says the statement, which must change at least `least` rows, without waiting. */
    void (*queue)(struct bil_store *store, void *at, int64_t least, const struct bil_store_need *need);
    /* Says statements of which each has the id of a table as its first value, in one go, and ends them: who says the same next is
     * given those answers. NULL: nothing would be won. */
    bool (*ahead)(struct bil_store *store, void *const at[], int count, struct bil_error *error);
    void (*end)(struct bil_store *store, void *at);

    bool (*is_none)(void *at, int column);
    int64_t (*number)(void *at, int column);
    const char *(*text)(void *at, int column, size_t *length);  /* NULL: it has none; good until the next step */
    const void *(*bytes)(void *at, int column, size_t *length); /* the same */

    bool (*still_open)(struct bil_store *store); /* the transaction that was begun, as far as the database is concerned */
    void (*rollback)(struct bil_store *store);
};

/* Of a database that several servers may use (store.c): locks of tables and who asks for them. */
struct bil_store_sharing {
    bool (*claim)(struct bil_store *store, bool alone, struct bil_error *error);
    int64_t (*session)(const struct bil_store *store);
    void (*mind)(struct bil_store *store);
    bool (*asked)(struct bil_store *store, char id[BIL_TABLE_ID + 1]);
};

/* What a database of one kind does in its own way. Functions that fail break the transaction, as those of its `ask` do. */
struct bil_store_driver {
    const struct bil_store_asking *ask;
    /* What a statement has changed is only known when the transaction is committed: many go in one round trip. */
    bool late;
    bool (*open)(struct bil_store *store, bil_store_tell tell, void *context, struct bil_error *error);
    bool (*open_to_read)(struct bil_store *store, struct bil_error *error);
    void (*close)(struct bil_store *store); /* also of one that could not be opened */

    /* Statements that give a number each, for a database into which everything was carried (store/carry.c); NULL: none. */
    const char *const *after_carrying;
    void (*snapshot)(struct bil_store *store, bool begins);

    /* A statement with one row of what the database says of itself; one with a row for each server and for each standby, in the
     * order of their structs, or NULL (store/store.c). */
    const char *status, *servers, *standbys;
    /* Round trips and the connection, into figures that are zero but for `connected`; NULL: there are none. */
    void (*figures)(const struct bil_store *store, struct bil_store_figures *figures);
    const struct bil_store_sharing *sharing; /* NULL: of a database that has one server */
    bool (*copy)(const char *from, const char *path, struct bil_error *error);
    bool (*integrity)(struct bil_store *store, void (*each)(void *context, const char *sentence), void (*going)(void *context),
                      void *context, struct bil_error *error);
};
extern const struct bil_store_driver bil_store_sqlite, bil_store_postgres;
/* An address of PostgreSQL for people: postgresql://user@host:port/database, never with a password. Of what is no address: a few
 * words. */
void bil_postgres_show_address(const char *address, struct bil_text *out);

/* The lock that every server on a database of PostgreSQL shares (store/postgres.c), and those of all that have it, as `l`.
 */
#define BIL_POSTGRES_CLAIM "1114205292"
#define BIL_POSTGRES_CLAIMS                                                                                                        \
    "l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 AND l.classid::bigint = " BIL_POSTGRES_CLAIM                         \
    " AND l.objid::bigint = hashtext(current_schema()::text)::bigint & 4294967295"                                                 \
    " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
/* Locks of tables: the schema's number, and the table's own as l.objid. */
#define BIL_POSTGRES_LOCKS                                                                                                         \
    "l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 AND l.classid::bigint = hashtext(current_schema())::bigint & "       \
    "4294967295 AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"

struct bil_store {
    struct bil_store_known known[BIL_STORE_KNOWN]; /* by the hash of the id; forgotten with every transaction that is not stored */
    const struct bil_store_driver *driver;
    void *base;   /* the driver's own; NULL: it is not open */
    char *where;  /* the path or the address; may hold a password */
    char *path;   /* what people read for it */
    bool open;    /* a transaction is */
    bool broken;  /* something failed in it */
    bool damaged; /* ... and whatever failed last did because the file is not as it was written */
    bool unsure;  /* the commit that failed last may have been stored */
    int64_t calls, fail_at;
    uint64_t failures; /* for bil_store_figures */
};

/* Texts of a statement; the second is said to PostgreSQL where the two do not understand the same, else NULL. */
struct bil_store_text {
    const char *sql, *postgres;
};
extern const struct bil_store_text bil_store_sql[BIL_STATEMENTS];

/* A column of a row, and the member of a struct that is read from it and written to it. */
enum bil_column_kind {
    BIL_COLUMN_NUMBER,   /* int8_t, int or int64_t */
    BIL_COLUMN_SMALL,    /* uint8_t */
    BIL_COLUMN_FLAG,     /* bool */
    BIL_COLUMN_OPTIONAL, /* int64_t; -1: there is none */
    BIL_COLUMN_TEXT,     /* an array of letters */
    BIL_COLUMN_BYTES,    /* an array of as many bytes as it must be */
    BIL_COLUMN_POINTER   /* a text where it is, good until the next row; NULL: there is none */
};
struct bil_column {
    enum bil_column_kind kind;
    uint16_t offset, size;
};
#define BIL_COLUMN(KIND, STRUCT, MEMBER)                                                                                           \
    {                                                                                                                              \
        BIL_COLUMN_##KIND, offsetof(struct STRUCT, MEMBER), sizeof(((struct STRUCT *)NULL)->MEMBER)                                \
    }

/* One use of a statement. */
struct bil_query {
    struct bil_store *store;
    void *at; /* NULL: it could not even begin */
    struct bil_error *error;
    enum bil_query_result result; /* of the latest step */
    bool unsound;                 /* a column was read that is damaged */
};

/* What the values point at must stay as it is until the end. */
struct bil_query bil_query_begin(struct bil_store *store, enum bil_statement which, const struct bil_sql_value *values, int count,
                                 struct bil_error *error);
struct bil_query bil_query_begin_text(struct bil_store *store, const char *sql, const struct bil_sql_value *values, int count,
                                      struct bil_error *error);
bool bil_query_next(struct bil_query *query);  /* the next row is at hand; false: there is none, or it failed */
bool bil_query_first(struct bil_query *query); /* the same, with an empty sentence where there is none */
bool bil_query_end(struct bil_query *query);   /* false: it failed, or what was read is damaged */
/* A whole statement that gives no rows: how many rows it changed, or -1. */
int bil_query_run(struct bil_query query);
/* The same where nothing is asked but that it changed as many rows as it must; else the transaction is broken, and it is said why.
 * With a driver that answers late true only means that it was sent. */
bool bil_query_need(struct bil_query query, const struct bil_store_need *need);
/* Begin and need of a change. `id` and `number` are what its need is about. */
bool bil_store_change(struct bil_store *store, enum bil_statement which, const struct bil_sql_value *values, int count,
                      enum bil_store_reason reason, const char *id, int64_t number, struct bil_error *error);
/* A need in words: breaks the transaction, returns false. */
bool bil_store_lacking(struct bil_store *store, const struct bil_store_need *need, struct bil_error *error);
/* A whole statement that gives one number. False: it failed. */
bool bil_query_take_number(struct bil_query query, int64_t *number);

/* Columns of the row at hand, from the first on, into a struct. What does not fit is damage: false. */
bool bil_query_read(struct bil_query *query, int first, const struct bil_column *columns, int count, void *into);
int64_t bil_query_number(const struct bil_query *query, int column);
const char *bil_query_string(const struct bil_query *query, int column); /* NULL: it has none. Good until the next row */
/* The members of a struct as values. */
void bil_columns_values(const struct bil_column *columns, int count, const void *from, struct bil_sql_value *values);

void bil_store_forget(struct bil_store *store); /* what is known */

/* Something failed: breaks the transaction. `damaged`: because what is there is not as it was written. Returns false; the
 * sentence is the driver's. */
bool bil_store_failed(struct bil_store *store, bool damaged);
/* What was read is not what was written, as this says where the database itself did not. Does not break the transaction: nothing
 * was changed. Returns false. */
bool bil_store_unsound(struct bil_store *store, struct bil_error *error);
/* Says what is amiss that the database itself does not know, and breaks the transaction. */
__attribute__((format(printf, 3, 4))) bool bil_store_amiss(struct bil_store *store, struct bil_error *error, const char *format,
                                                           ...);

/* A transaction round several statements that must hold together: joins the open one. */
bool bil_store_within(struct bil_store *store, bool *own, struct bil_error *error);
bool bil_store_ends(struct bil_store *store, bool own, bool fine, struct bil_error *error);

/* The version of the schema that this program knows, of whichever kind of database. */
enum { BIL_SCHEMA_VERSION = 10 };

#endif
