/* Where the server keeps what must not be lost: tables, who sits there, what happened, people.
 *
 * One small interface, in front of an SQLite file (sqlite*.c) or a database of PostgreSQL (postgres*.c). The
 * server changes a table only through it: a step is checked, applied in memory, written here, committed, and only then told to
 * anybody. So a killed server begins again exactly where its clients believe it is.
 *
 * Calls between `begin` and `commit` are one transaction. If any of them fails, or `commit` does, none of it has happened: the
 * caller forgets what it has in memory of the tables concerned and reads them again. A transaction in which a call failed cannot be
 * committed any more; "there is none" and "the name is taken" are answers, no failures. What changes something while no transaction
 * is open is one of its own. It belongs to one thread.
 *
 * With PostgreSQL what is changed in a transaction is sent without waiting for an answer: a change of what is not there may be told
 * by `commit` only. If the connection is lost while it commits it is not known whether that was stored (bil_store_unsure), and who
 * reads again sees the truth. With a file that is so where the disk failed after the commit was written: it is rolled back, and
 * shows again if the process is killed before the next commit.
 *
 * Must never know a game, a socket or a clock: times come in as milliseconds since 1970. */
#ifndef BILLIONS_SERVER_STORE_STORE_H
#define BILLIONS_SERVER_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "billions/text.h"
#include "server/common/token.h"
#include "table/messages/log_entry.h"

enum {
    BIL_PERSON_NAME = 32, /* bytes with the final zero; as struct bil_player.name of a person */
    BIL_STORE_SEATS = 8
};

enum bil_table_state { BIL_TABLE_OPEN, BIL_TABLE_PLAYING, BIL_TABLE_OVER, BIL_TABLE_CLOSED }; /* closed: given up before its end */

/* Who sits at a seat, as it is kept. */
enum bil_seat_kind { BIL_SEAT_FREE, BIL_SEAT_PERSON, BIL_SEAT_BOT };
struct bil_stored_seat {
    uint8_t kind;                         /* enum bil_seat_kind */
    bool bot_plays;                       /* a bot plays for the absent person until it comes back */
    char name[BIL_PERSON_NAME];           /* of the person as others read it; of a bot's seat: who left it while the game ran */
    char person[BIL_PERSON_NAME];         /* the account it belongs to, or "" */
    char bot[64];                         /* of a bot, or of who steps in for the person: a name for bil_bot_find */
    uint8_t token[BIL_HASH_BYTES];        /* hash of the secret link; zero: none */
    uint8_t from[BIL_HASH_BYTES];         /* of a rematch: `token` of the seat by which this one was taken; zero: by none */
    uint8_t contribution[BIL_HASH_BYTES]; /* what this seat adds to the seed; zero: nothing yet */
    int64_t bank;                         /* milliseconds of reserve left on its clock; -1: no clock */
};

/* A table without its log. */
struct bil_stored_table {
    char id[BIL_TABLE_ID + 1];
    uint8_t state; /* enum bil_table_state */
    bool listed;   /* is in the lobby's list; else only who has the link finds it */
    int seats;
    int64_t created, changed; /* milliseconds since 1970 */
    int64_t began;            /* when the first card was dealt; 0: not yet */
    int64_t deadline;         /* when the server must act next by itself; 0: never. Indexed */
    int64_t entries;          /* that it has at least: as many as there were when its row was written last */
    int64_t asked_since;      /* since when the open decision is asked; 0: none; -n: it is paused, and was asked for n until then */
    uint8_t secret[BIL_HASH_BYTES];
    uint8_t seed[BIL_HASH_BYTES]; /* what chance decides, once it began */
    char *setup;                  /* JSON: game, options, edition, pace, chat, absent ... (setup.h). Owned by the reader */
    char *card;                   /* JSON: what a list shows of it, which is short. Owned by the reader */
    struct bil_stored_seat seat[BIL_STORE_SEATS];
};

/* An entry of a log (table/messages/log_entry.h), as it is stored. */
struct bil_entry {
    int64_t number;
    uint8_t kind; /* enum bil_entry_kind */
    int8_t seat;  /* from 0; -1: nobody's */
    uint8_t how;  /* enum bil_entry_how, of a move */
    int64_t time; /* milliseconds since 1970 */
    const char *text;
};

/* An answer that a seat gave in a window that is still open, and standing orders: secret, but promised. */
struct bil_held {
    int64_t decision; /* which it answers */
    int8_t seat;
    const char *text; /* the move in notation */
};

struct bil_store;

/* Is given a sentence for the operator when a database is opened: something to know, or damage. */
enum bil_severity { BIL_SEVERITY_NOTE, BIL_SEVERITY_DAMAGE };
typedef void (*bil_store_tell)(void *context, enum bil_severity severity, const char *sentence);

/* Whether that is the address of a database elsewhere (postgresql://...), not a file. And as people may read it: without a
 * password. */
bool bil_store_is_address(const char *where);
void bil_store_show(const char *where, struct bil_text *out);
/* Replaces the password of an address by as many stars, so that a list of processes does not show it. */
void bil_store_blank_password(char *address);

/* Opens the database at a path (":memory:" for tests) or an address, makes or migrates its tables. NULL and a sentence: cannot be
 * opened, not ours, made by a later version, its schema was altered, damaged where something is ever changed. `tell` (or NULL)
 * hears of damage that only concerns some tables (those are refused when they are read), and of what a database's server should be
 * set to. */
struct bil_store *bil_store_open_telling(const char *path, bil_store_tell tell, void *context, struct bil_error *error);
struct bil_store *bil_store_open(const char *path, struct bil_error *error); /* the same, telling nobody */
void bil_store_close(struct bil_store *store);

/* ------------------------------------------------------------------ transactions */

bool bil_store_begin(struct bil_store *store, struct bil_error *error);  /* does nothing if one is open */
bool bil_store_commit(struct bil_store *store, struct bil_error *error); /* durable when it returns true; else rolled back */
void bil_store_rollback(struct bil_store *store);
bool bil_store_writing(const struct bil_store *store); /* a transaction is open */
bool bil_store_unsure(const struct bil_store *store);  /* of the commit that failed last it is not known whether it was stored */
/* Whether the call that failed last did so because something in the file is not as it was written: trying again is of no use, and
 * what is elsewhere in it may be well. A call that only reads and finds such a thing does not break the transaction. */
bool bil_store_damaged(const struct bil_store *store);

/* ------------------------------------------------------------------ tables */

bool bil_store_add_table(struct bil_store *store, const struct bil_stored_table *table, struct bil_error *error);
/* Writes what comes before `secret` in a table, and its seed. Its setup, card and secret never change; its seats are written one
 * by one with bil_store_change_seat, for a move changes one clock at most. */
bool bil_store_change_table(struct bil_store *store, const struct bil_stored_table *table, struct bil_error *error);
bool bil_store_change_seat(struct bil_store *store, const char *id, int seat, const struct bil_stored_seat *to,
                           struct bil_error *error);
/* Asks in one round trip for all that is read of a table and of what happened at it, from the first entry on: who reads it next, in
 * any order, is given those answers, until anything else is asked or changed. With `lock` bil_store_lock is asked before it. Where
 * a question costs no round trip it does nothing. */
bool bil_store_ahead(struct bil_store *store, const char *id, bool lock, struct bil_error *error);

/* ------------------------------------------------------------------ locks of tables */

/* Several servers may use one database of PostgreSQL. Each locks a table before it reads it, as long as it has it in memory, with
 * the session by which it writes: who has lost that session has lost its locks, and cannot write. A file has one server, to which
 * all of this says that it has what it wants. */
bool bil_store_is_shared(const struct bil_store *store);
/* For a server, beside others of its kind; or (`alone`) for who must have the database to itself: false and a sentence if that
 * cannot be. It ends with the store, and is claimed again by itself when a lost connection is opened again. A file is not claimed
 * here (serve.c locks it). */
bool bil_store_claim(struct bil_store *store, bool alone, struct bil_error *error);
/* The session of now: locks of an earlier one are gone, and what was read under them is to be forgotten. 0: the connection is lost.
 * Asks nothing. */
int64_t bil_store_lock_session(const struct bil_store *store);
/* Outside a transaction: if nothing was heard over the connection for BIL_STORE_HEARD milliseconds looks whether it is there, and
 * tries to open one that is lost. What it finds out bil_store_lock_session says. */
enum { BIL_STORE_HEARD = 500, BIL_STORE_SILENT = 2000 };
void bil_store_mind(struct bil_store *store);
/* Locks it, once. False and an empty sentence: another server has it, or (*there) there is no such table. It must not be locked by
 * this one already. */
bool bil_store_lock(struct bil_store *store, const char *id, bool *there, struct bil_error *error);
bool bil_store_unlock(struct bil_store *store, const char *id, struct bil_error *error);
/* Asks anyone who has it for a table (bil_store_asked there). A server that has said nothing to the database for BIL_STORE_SILENT
 * milliseconds loses its session instead, and with it all its tables. */
bool bil_store_ask_for(struct bil_store *store, const char *id, struct bil_error *error);
/* The next table that another server has asked this one for. False: there is none. Asks the database nothing. */
bool bil_store_asked(struct bil_store *store, char id[BIL_TABLE_ID + 1]);
/* Ids of up to `limit` tables that nobody has and whose deadline was before `until`, the soonest first. */
bool bil_store_due(struct bil_store *store, int64_t until, int limit, void (*each)(void *context, const char *id), void *context,
                   struct bil_error *error); /* `each` must not call the store itself */
/* How many servers have claimed the database, this one among them. */
bool bil_store_servers(struct bil_store *store, int64_t *count, struct bil_error *error);
/* All but its card. False and an empty sentence if there is none of that id. */
bool bil_store_read_table(struct bil_store *store, const char *id, struct bil_stored_table *table, struct bil_error *error);
void bil_stored_table_free(struct bil_stored_table *table); /* its setup and card */

/* Tables for a list, the latest changed first: of that state (-1: any), listed ones only or those of a person. They come with their
 * cards and without setups and secrets, so that a row costs the same whatever edition is played there. What cannot be read of them
 * because it is damaged is left out. `each` returns false to stop; what it is given is only good during the call. */
typedef bool (*bil_store_each_table)(void *context, const struct bil_stored_table *table); /* must not call the store itself */
bool bil_store_list(struct bil_store *store, int state, const char *person, int limit, bil_store_each_table each, void *context,
                    struct bil_error *error);
/* The open tables whose card says that quick match has made them, the oldest first. Looks at every open table. */
struct bil_store_quick_row {
    char id[BIL_TABLE_ID + 1], game[32];
    int seats, free, persons; /* free: seats; persons: who have one */
};
bool bil_store_quick(struct bil_store *store, int limit, void (*each)(void *context, const struct bil_store_quick_row *row),
                     void *context, struct bil_error *error);
/* Ids, states and deadlines (nothing else of them) of all tables that have a deadline and are open or in play, the soonest first:
 * what a server that begins must look after. What is damaged is left out, and then there is no order. */
bool bil_store_deadlines(struct bil_store *store, bil_store_each_table each, void *context, struct bil_error *error);
/* Who pays for the thinking at a table: three numbers (payer.c); all 0 if nobody said so. */
enum { BIL_STORE_PAYERS = 3 };
bool bil_store_set_payer(struct bil_store *store, const char *id, const uint64_t payer[BIL_STORE_PAYERS], struct bil_error *error);
bool bil_store_payer(struct bil_store *store, const char *id, uint64_t payer[BIL_STORE_PAYERS], struct bil_error *error);
/* A secret of this database that stays the same, to make such numbers with. */
enum { BIL_STORE_KEY = 16 };
bool bil_store_key(struct bil_store *store, uint8_t key[BIL_STORE_KEY], struct bil_error *error);
/* How many tables are open, and how many in play. Quick. */
bool bil_store_count(struct bil_store *store, int64_t *open, int64_t *playing, struct bil_error *error);

/* Notes who has made a table, under any name that the caller has for makers; it is forgotten when the table is over or closed. */
bool bil_store_add_maker(struct bil_store *store, const char *id, const char *maker, struct bil_error *error);
/* How many tables of that maker are open or in play; it counts up to `most` and no further. */
bool bil_store_count_made(struct bil_store *store, const char *maker, int most, int64_t *count, struct bil_error *error);

/* ------------------------------------------------------------------ what happened */

/* Adds an entry; its number must be the next. Somebody else's entry of that number in between is an error: the database decides. */
bool bil_store_append(struct bil_store *store, const char *id, const struct bil_entry *entry, struct bil_error *error);
typedef bool (*bil_store_each_entry)(void *context, const struct bil_entry *entry);
bool bil_store_entries(struct bil_store *store, const char *id, int64_t from, bil_store_each_entry each, void *context,
                       struct bil_error *error);

bool bil_store_hold(struct bil_store *store, const char *id, const struct bil_held *held, struct bil_error *error);
bool bil_store_release(struct bil_store *store, const char *id, struct bil_error *error); /* forgets all that is held */
typedef bool (*bil_store_each_held)(void *context, const struct bil_held *held);
bool bil_store_held(struct bil_store *store, const char *id, bil_store_each_held each, void *context, struct bil_error *error);

/* The standing orders of a seat as lines parted by \n; "" = none. They are read of all seats, in their order. */
bool bil_store_set_orders(struct bil_store *store, const char *id, int seat, const char *lines, struct bil_error *error);
typedef bool (*bil_store_each_orders)(void *context, int seat, const char *lines); /* must not call the store itself */
bool bil_store_orders(struct bil_store *store, const char *id, bil_store_each_orders each, void *context, struct bil_error *error);

/* ------------------------------------------------------------------ people */

/* A name with the hash of its passphrase (argon2id, as libsodium writes it). False with a sentence if the name is taken. */
bool bil_store_add_person(struct bil_store *store, const char *name, const char *passphrase_hash, int64_t now,
                          struct bil_error *error);
/* The hash, into `out`; false and an empty sentence if there is nobody of that name. */
bool bil_store_person(struct bil_store *store, const char *name, struct bil_text *out, struct bil_error *error);
/* What a person's name looks like, to be compared with others (names.h); a name may have several skeletons. */
bool bil_store_add_skeleton(struct bil_store *store, const char *person, const char *skeleton, struct bil_error *error);
/* Whether somebody's name has one of two skeletons: then whose, into `found`, and `person` itself if that is one of them. False and
 * an empty sentence if nobody's has. */
bool bil_store_find_lookalike(struct bil_store *store, const char *skeleton, const char *other, const char *person,
                              char found[BIL_PERSON_NAME], struct bil_error *error);
/* By which version of the comparison skeletons were made, into `version`; "" in a database that has none yet. And to forget them
 * all, for another version. */
bool bil_store_skeleton_version(struct bil_store *store, struct bil_text *version, struct bil_error *error);
bool bil_store_forget_skeletons(struct bil_store *store, const char *version, struct bil_error *error);
typedef bool (*bil_store_each_name)(void *context, const char *name); /* must not call the store itself */
bool bil_store_names(struct bil_store *store, bil_store_each_name each, void *context, struct bil_error *error);
bool bil_store_add_session(struct bil_store *store, const uint8_t token[BIL_HASH_BYTES], const char *person, int64_t until,
                           struct bil_error *error);
bool bil_store_session(struct bil_store *store, const uint8_t token[BIL_HASH_BYTES], int64_t now, char person[BIL_PERSON_NAME],
                       struct bil_error *error);
bool bil_store_end_session(struct bil_store *store, const uint8_t token[BIL_HASH_BYTES], struct bil_error *error);

/* ------------------------------------------------------------------ push messages */

/* A browser that is to be told when it is the turn of a seat. Gone with the table's end. */
enum { BIL_STORE_ENDPOINT = 1025, BIL_STORE_PLACE = 16, BIL_STORE_POINT = 65, BIL_STORE_AUTH = 16, BIL_STORE_SECRET = 32 };
struct bil_stored_push {
    int8_t seat;
    uint8_t place[BIL_STORE_PLACE];    /* a hash of the endpoint: one of a table, whatever seat */
    char endpoint[BIL_STORE_ENDPOINT]; /* secret: who knows it can send */
    uint8_t point[BIL_STORE_POINT], auth[BIL_STORE_AUTH];
    uint8_t token[BIL_HASH_BYTES]; /* of the seat, when it was asked for: with another owner it is nobody's */
    uint64_t who;                  /* from where it was asked for, as a number of payer.c */
    int64_t decision;              /* about which it was told last; 0: none */
    int64_t told;                  /* when */
    int64_t again;                 /* when it is to be tried again; 0: not */
    int tries;                     /* for that decision that failed */
    bool always;                   /* told even while another page of the seat is in sight */
};
/* Adds one, or puts it in the place of the one there. */
bool bil_store_put_push(struct bil_store *store, const char *id, const struct bil_stored_push *push, struct bil_error *error);
bool bil_store_forget_push(struct bil_store *store, const char *id, const uint8_t place[BIL_STORE_PLACE], struct bil_error *error);
typedef bool (*bil_store_each_push)(void *context, const struct bil_stored_push *push); /* must not call the store itself */
bool bil_store_pushes(struct bil_store *store, const char *id, bil_store_each_push each, void *context, struct bil_error *error);
/* How many there are of one place that asked; it counts up to `most` and no further. */
bool bil_store_count_pushes(struct bil_store *store, uint64_t who, int most, int64_t *count, struct bil_error *error);
/* The private key by which push services know this server. False and an empty sentence if there is none yet; setting one that is
 * there changes nothing. */
bool bil_store_push_key(struct bil_store *store, uint8_t key[BIL_STORE_SECRET], struct bil_error *error);
bool bil_store_add_push_key(struct bil_store *store, const uint8_t key[BIL_STORE_SECRET], struct bil_error *error);

/* ------------------------------------------------------------------ results of challenges */

/* How somebody has played a challenge (table.h). */
enum { BIL_RESULT_WHO = 80 };
struct bil_result {
    int64_t number;                   /* of the result, given by the database */
    char challenge[BIL_TABLE_ID + 1]; /* its id, of as many letters as a table's */
    char who[BIL_RESULT_WHO];         /* the name by which it is known again: any text */
    char name[BIL_PERSON_NAME];
    int place;
    int64_t points, when;
};
/* Adds a result with the record that proves it, and gives it its number. If `who` has one of that challenge already, that one stays
 * and is read into `result`; *added tells. */
bool bil_store_add_result(struct bil_store *store, struct bil_result *result, const char *record, bool *added,
                          struct bil_error *error);
bool bil_store_has_result(struct bil_store *store, const char *challenge, const char *who, bool *has, struct bil_error *error);
/* By place, then by points, the earlier first. */
typedef bool (*bil_store_each_result)(void *context, const struct bil_result *result); /* must not call the store itself */
bool bil_store_results(struct bil_store *store, const char *challenge, int limit, bil_store_each_result each, void *context,
                       struct bil_error *error);
/* False and an empty sentence if the challenge has no result of that number. */
bool bil_store_result_record(struct bil_store *store, const char *challenge, int64_t number, struct bil_text *out,
                             struct bil_error *error);

/* ------------------------------------------------------------------ operation */

/* A consistent copy of all that is committed in the database at `from`, while others go on writing: it is only read, never made,
 * migrated or locked. Refused with a sentence if the file is there already. */
bool bil_store_copy(const char *from, const char *path, struct bil_error *error);
/* Everything that a store holds, into another that holds nothing yet, of the same or the other kind: in one transaction, read again
 * and compared before it is committed. `going` is given how many rows of how many are done, and returns false to stop. False and a
 * sentence: `to` is as empty as it was. */
struct bil_carry_callbacks {
    void *context;
    bool (*going)(void *context, uint64_t done, uint64_t all);
};
struct bil_carry_figures {
    uint64_t tables, rows, done;
};
bool bil_store_carry(struct bil_store *from, struct bil_store *to, const struct bil_carry_callbacks *callbacks,
                     struct bil_carry_figures *figures, struct bil_error *error);
/* For somebody who only looks, beside a server or without one: nothing is made, brought up to date or changed. */
struct bil_store *bil_store_open_to_read(const char *path, struct bil_error *error);
/* Ids of all tables, in the order of their ids. */
bool bil_store_ids(struct bil_store *store, bool (*each)(void *context, const char *id), void *context, struct bil_error *error);
/* Begins or ends a time in which everything is read as of one moment. */
void bil_store_snapshot(struct bil_store *store, bool begins);
/* What the database itself finds amiss in its pages, and rows that belong to none: a sentence each. `going` is called now and then.
 * False: it could not be looked through to its end. */
bool bil_store_integrity(struct bil_store *store, void (*each)(void *context, const char *sentence), void (*going)(void *context),
                         void *context, struct bil_error *error);
/* Whether the database answers and can be written to. */
bool bil_store_healthy(struct bil_store *store, struct bil_error *error);
/* What has happened between the store and its database since it was opened. Asks the database nothing. */
struct bil_store_figures {
    uint64_t statements;  /* that were asked */
    uint64_t failures;    /* what could not be read or changed, for whatever reason */
    uint64_t round_trips; /* to the database's server and back; of a file none */
    uint64_t reopened[2]; /* lost connections that were opened again, and tries of that which failed; of a file none */
    bool connected;       /* as far as is known without asking */
};
void bil_store_figures(const struct bil_store *store, struct bil_store_figures *figures);

/* The status of a database, for somebody who only looks. */
struct bil_store_status {
    char program[64];              /* "PostgreSQL 15.8", "SQLite 3.40.1" */
    int64_t schema;                /* the version of its tables */
    int64_t bytes;                 /* that they take; of a file without its journal */
    int64_t servers;               /* that have claimed it (bil_store_claim); -1: that cannot be said here */
    bool standby;                  /* it follows another one and takes no writes */
    int64_t behind;                /* then: milliseconds since the last change that came; -1: none has */
    int64_t open, playing, tables; /* tables: all, whatever has become of them */
};
bool bil_store_status(struct bil_store *store, struct bil_store_status *status, struct bil_error *error);
/* A server that has claimed it, as PostgreSQL knows it. */
struct bil_store_server {
    char name[64], address[64]; /* what its connection is called; "" if it is on the same machine */
    int64_t tables;             /* that it has locked */
    int64_t silent;             /* milliseconds since it said anything; -1: this user may not see it */
};
typedef bool (*bil_store_each_server)(void *context, const struct bil_store_server *server); /* must not call the store itself */
bool bil_store_list_servers(struct bil_store *store, bil_store_each_server each, void *context, struct bil_error *error);
/* Who follows a database: PostgreSQL's standbys. Texts are "" and numbers -1 where the user may not see them. */
struct bil_store_standby {
    char name[64], address[64], state[32], sync[32]; /* "10.0.0.7", "streaming", "sync" or "async" */
    int64_t bytes, behind;                           /* that it has not replayed; milliseconds until it has what is written */
};
typedef bool (*bil_store_each_standby)(void *context, const struct bil_store_standby *standby); /* must not call the store itself */
bool bil_store_standbys(struct bil_store *store, bil_store_each_standby each, void *context, struct bil_error *error);

/* For tests: the n-th statement from now on that would change or read the database fails as if the disk were full; -n: that one and
 * all after it; 0: none. One function above may take several; rolling back takes none and never fails. */
void bil_store_fail_at(struct bil_store *store, int64_t call);
int64_t bil_store_calls(const struct bil_store *store); /* how many such statements there were since it was opened */

#endif
