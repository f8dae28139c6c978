/* Every statement that the store says to its database while it runs. One table of texts for both kinds, so that what is written
 * where can be read at a glance; a second text only where they do not understand the same. "?1" means the first value with
 * both: the driver of PostgreSQL writes it as "$1". Must never put a value into a text: values are bound. */
#include "server/store/internal.h"

/* What the list and the single table have in common. A list never touches setups, in which whole editions stand. */
#define ROW_COLUMNS "t.nr, t.id, t.state, t.listed, t.seats, t.created, t.changed, t.began, t.deadline, t.asked_since, t.seed"
#define READ_TABLE  "SELECT " ROW_COLUMNS ", s.secret, s.setup, t.entries FROM tables t JOIN setups s ON s.table_nr = t.nr"
#define THE_TABLE   "(SELECT nr FROM tables WHERE id = ?1)"

/* Names of people are the same whatever their capitals; SQLite knows that of the column. */
#define SAME_NAME(PLACE) "lower(name) = lower(" PLACE ")"

/* Of an open table: how many seats it has, are free, are persons'. */
#define QUICK_SEATS                                                                                                                \
    "t.seats, (SELECT count(*) FROM seats s WHERE s.table_nr = t.nr AND s.kind = 0), "                                             \
    "(SELECT count(*) FROM seats s WHERE s.table_nr = t.nr AND s.kind = 1) FROM tables t JOIN cards c ON c.table_nr = t.nr "       \
    "WHERE t.listed = 1 AND t.state = 0"

/* The latest of one state, found by its index. */
#define LATEST(STATE)                                                                                                              \
    "SELECT * FROM (SELECT nr, changed FROM tables WHERE listed = 1 AND state = " STATE " ORDER BY changed DESC, nr DESC LIMIT "   \
    "?2) AS latest"

const struct bil_store_text bil_store_sql[BIL_STATEMENTS] = {
    [BIL_SQL_BEGIN] = {.sql = "BEGIN IMMEDIATE", .postgres = "BEGIN"},
    [BIL_SQL_COMMIT] = {.sql = "COMMIT"},
    [BIL_SQL_ADD_TABLE] =
        {.sql = "INSERT INTO tables (id, state, listed, seats, created, changed, began, deadline, asked_since, seed) "
                "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) RETURNING nr"},
    [BIL_SQL_ADD_SETUP] = {.sql = "INSERT INTO setups (table_nr, secret, setup) VALUES (?1, ?2, ?3)"},
    [BIL_SQL_ADD_CARD] = {.sql = "INSERT INTO cards (table_nr, card) VALUES (?1, ?2)"},
    [BIL_SQL_ADD_SEAT] =
        {.sql = "INSERT INTO seats (table_nr, seat, kind, bot_plays, name, person, bot, token, contribution, bank, came) "
                "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"},
    /* What a move changes of a table that stays what it is: no index is touched unless it is listed. */
    [BIL_SQL_TOUCH_TABLE] = {.sql = "UPDATE tables SET changed = ?6, deadline = ?8, asked_since = ?9, entries = ?11 "
                                    "WHERE id = ?1 AND state = ?2 AND listed = ?3 AND seats = ?4 AND created = ?5 AND began = ?7 "
                                    "AND seed = ?10"},
    [BIL_SQL_CHANGE_TABLE] = {.sql =
                                  "UPDATE tables SET state = ?2, listed = ?3, seats = ?4, created = ?5, changed = ?6, began = ?7, "
                                  "deadline = ?8, asked_since = ?9, seed = ?10, entries = ?11 WHERE id = ?1"},
    [BIL_SQL_CHANGE_SEAT] = {.sql = "UPDATE seats SET kind = ?3, bot_plays = ?4, name = ?5, person = ?6, bot = ?7, token = ?8, "
                                    "contribution = ?9, bank = ?10, came = ?11 WHERE table_nr = " THE_TABLE " AND seat = ?2"},
    [BIL_SQL_READ_TABLE] = {.sql = READ_TABLE " WHERE t.id = ?1"},
    [BIL_SQL_READ_SEATS] = {.sql = "SELECT seat, kind, bot_plays, name, person, bot, token, contribution, bank, came FROM seats "
                                   "WHERE table_nr = " THE_TABLE " ORDER BY seat"},
    /* Lists in two steps: which tables, from indexes alone, then each by itself, so that a damaged one does not hide the others. */
    [BIL_SQL_LIST_STATE] = {.sql = "SELECT nr FROM tables WHERE listed = 1 AND state = ?1 ORDER BY changed DESC, nr DESC LIMIT ?2"},
    [BIL_SQL_LIST_ALL] = {.sql = "SELECT nr FROM (" LATEST("0") " UNION ALL " LATEST("1") //
                          " UNION ALL " LATEST("2") " UNION ALL " LATEST(
                              "3") ") AS listed WHERE ?1 < 0 ORDER BY changed DESC, nr DESC LIMIT ?2"},
    [BIL_SQL_LIST_PERSON] =
        {.sql = "SELECT t.nr FROM tables t WHERE t.nr IN (SELECT table_nr FROM seats WHERE person = ?3 AND person <> '') "
                "AND (?1 < 0 OR t.state = ?1) ORDER BY t.changed DESC, t.nr DESC LIMIT ?2"},
    /* ... and without what tables say themselves, for a person of whose tables one is damaged. */
    [BIL_SQL_LIST_SEATS] = {.sql = "SELECT DISTINCT table_nr FROM seats WHERE ?1 = ?1 AND person = ?3 AND person <> '' "
                                   "ORDER BY table_nr DESC LIMIT ?2"},
    [BIL_SQL_LIST_ROW] = {.sql = "SELECT " ROW_COLUMNS ", c.card FROM tables t JOIN cards c ON c.table_nr = t.nr WHERE t.nr = ?1"},
    [BIL_SQL_QUICK] = {.sql = "SELECT t.id, json_extract(c.card, '$.game'), " QUICK_SEATS " AND json_extract(c.card, '$.quick') "
                              "ORDER BY t.created, t.nr LIMIT ?1",
                       .postgres = "SELECT t.id, c.card::jsonb ->> 'game', " QUICK_SEATS
                                   " AND c.card::jsonb ->> 'quick' NOT IN ('false', '0') ORDER BY t.created, t.nr LIMIT ?1"},
    [BIL_SQL_DEADLINES] =
        {.sql = "SELECT id, state, deadline, asked_since FROM tables WHERE state < 2 AND deadline > 0 ORDER BY deadline, nr"},
    /* The same one by one, when something in it is damaged. */
    [BIL_SQL_LIVING] = {.sql = "SELECT nr FROM tables WHERE state = ?1 AND state < 2 LIMIT ?2"},
    [BIL_SQL_DEADLINE] = {.sql =
                              "SELECT id, state, deadline, asked_since FROM tables WHERE nr = ?1 AND state < 2 AND deadline > 0"},
    [BIL_SQL_IDS] = {.sql = "SELECT id FROM tables ORDER BY id"},
    [BIL_SQL_COUNT_STATE] = {.sql = "SELECT count(*) FROM tables WHERE state = ?1 AND state < 2"},
    [BIL_SQL_COUNT_ALL] = {.sql = "SELECT count(*) FROM tables"},
    [BIL_SQL_ADD_MAKER] = {.sql = "INSERT INTO makers (maker, table_nr) SELECT ?2, nr FROM tables WHERE id = ?1"},
    [BIL_SQL_FORGET_MAKERS] = {.sql = "DELETE FROM makers WHERE table_nr = " THE_TABLE},
    [BIL_SQL_COUNT_MADE] = {.sql = "SELECT count(*) FROM (SELECT 1 FROM makers WHERE maker = ?1 LIMIT ?2) AS counted"},
    [BIL_SQL_SET_PAYER] = {.sql = "INSERT INTO payers (table_nr, network, address, account) VALUES (" THE_TABLE ", ?2, ?3, ?4) "
                                  "ON CONFLICT (table_nr) DO UPDATE SET network = excluded.network, address = excluded.address, "
                                  "account = excluded.account"},
    [BIL_SQL_PAYER] = {.sql = "SELECT network, address, account FROM payers WHERE table_nr = " THE_TABLE},
    [BIL_SQL_KEY] = {.sql = "SELECT bytes FROM keys WHERE nr = 1"},
    /* In two steps: a statement that read what it adds to would make a copy of it first, which costs four times as much. A number
     * that is taken adds nothing. */
    [BIL_SQL_LAST] = {.sql = "SELECT nr, (SELECT max(number) FROM log WHERE table_nr = nr) FROM tables WHERE id = ?1"},
    [BIL_SQL_APPEND] =
        {.sql = "INSERT INTO log (table_nr, number, kind, seat, how, time, text, sum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) "
                "ON CONFLICT DO NOTHING"},
    [BIL_SQL_ENTRIES] = {.sql = "SELECT number, kind, seat, how, time, text, sum FROM log WHERE table_nr = " THE_TABLE
                                " AND number >= ?2 "
                                "ORDER BY number"},
    [BIL_SQL_HOLD] = {.sql = "INSERT INTO held (table_nr, decision, seat, text) VALUES (?1, ?2, ?3, ?4) "
                             "ON CONFLICT (table_nr, decision, seat) DO UPDATE SET text = excluded.text"},
    [BIL_SQL_RELEASE] = {.sql = "DELETE FROM held WHERE table_nr = ?1"},
    [BIL_SQL_HELD] = {.sql = "SELECT decision, seat, text FROM held WHERE table_nr = " THE_TABLE " ORDER BY decision, seat"},
    [BIL_SQL_SET_ORDERS] = {.sql = "UPDATE seats SET orders = ?3 WHERE table_nr = " THE_TABLE " AND seat = ?2"},
    [BIL_SQL_ORDERS] = {.sql = "SELECT seat, orders FROM seats WHERE table_nr = " THE_TABLE " ORDER BY seat"},
    [BIL_SQL_ADD_PERSON] = {.sql = "INSERT INTO people (name, passphrase, created) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING"},
    [BIL_SQL_PERSON] = {.sql = "SELECT passphrase FROM people WHERE name = ?1",
                        .postgres = "SELECT passphrase FROM people WHERE " SAME_NAME("?1")},
    [BIL_SQL_NAMES] = {.sql = "SELECT name FROM people ORDER BY nr"},
    [BIL_SQL_ADD_LOOK] =
        {.sql = "INSERT INTO looks (look, person_nr) SELECT ?2, nr FROM people WHERE name = ?1 ON CONFLICT DO NOTHING",
         .postgres =
             "INSERT INTO looks (look, person_nr) SELECT ?2, nr FROM people WHERE " SAME_NAME("?1") " ON CONFLICT DO NOTHING"},
    [BIL_SQL_ALIKE] = {.sql = "SELECT p.name FROM looks l JOIN people p ON p.nr = l.person_nr WHERE l.look IN (?1, ?2) "
                              "ORDER BY p.name <> ?3, p.nr LIMIT 1",
                       .postgres = "SELECT p.name FROM looks l JOIN people p ON p.nr = l.person_nr WHERE l.look IN (?1, ?2) "
                                   "ORDER BY lower(p.name) <> lower(?3), p.nr LIMIT 1"},
    [BIL_SQL_LOOKS] = {.sql = "SELECT looks FROM versions WHERE one = 1"},
    [BIL_SQL_FORGET_LOOKS] = {.sql = "DELETE FROM looks"},
    [BIL_SQL_NOTE_LOOKS] = {.sql = "UPDATE versions SET looks = ?1 WHERE one = 1"},
    [BIL_SQL_ADD_SESSION] = {.sql = "INSERT INTO sessions (token, person_nr, until) SELECT ?1, nr, ?3 FROM people WHERE name = ?2",
                             .postgres =
                                 "INSERT INTO sessions (token, person_nr, until) SELECT ?1, nr, ?3 FROM people WHERE " SAME_NAME(
                                     "?2")},
    /* All but the latest of a person, so that sessions do not pile up. */
    [BIL_SQL_OLD_SESSIONS] = {.sql = "DELETE FROM sessions WHERE token IN (SELECT token FROM sessions WHERE person_nr = "
                                     "(SELECT nr FROM people WHERE name = ?1) ORDER BY until DESC, token LIMIT -1 OFFSET ?2)",
                              .postgres =
                                  "DELETE FROM sessions WHERE token IN (SELECT token FROM sessions WHERE person_nr = "
                                  "(SELECT nr FROM people WHERE " SAME_NAME("?1") ") ORDER BY until DESC, token OFFSET ?2)"},
    [BIL_SQL_SESSION] = {.sql =
                             "SELECT name FROM people WHERE nr = (SELECT person_nr FROM sessions WHERE token = ?1 AND until > ?2)"},
    [BIL_SQL_END_SESSION] = {.sql = "DELETE FROM sessions WHERE token = ?1"},
    [BIL_SQL_PUT_PUSH] = {.sql = "INSERT INTO pushes (table_nr, place, seat, endpoint, point, auth, token, who, decision, told, "
                                 "again, tries, always) VALUES (" THE_TABLE ", ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, "
                                 "?13) "
                                 "ON CONFLICT (table_nr, place) DO UPDATE SET seat = excluded.seat, endpoint = excluded.endpoint, "
                                 "point = excluded.point, "
                                 "auth = excluded.auth, token = excluded.token, who = excluded.who, decision = excluded.decision, "
                                 "told = excluded.told, "
                                 "again = excluded.again, tries = excluded.tries, always = excluded.always"},
    [BIL_SQL_FORGET_PUSH] = {.sql = "DELETE FROM pushes WHERE table_nr = " THE_TABLE " AND place = ?2"},
    [BIL_SQL_FORGET_PUSHES] = {.sql = "DELETE FROM pushes WHERE table_nr = " THE_TABLE},
    [BIL_SQL_PUSHES] = {.sql = "SELECT place, seat, endpoint, point, auth, token, who, decision, told, again, tries, always FROM "
                               "pushes WHERE table_nr = " THE_TABLE " ORDER BY seat, place"},
    [BIL_SQL_COUNT_PUSHES] = {.sql = "SELECT count(*) FROM (SELECT 1 FROM pushes WHERE who = ?1 LIMIT ?2) AS counted"},
    [BIL_SQL_PUSH_KEY] = {.sql = "SELECT bytes FROM keys WHERE nr = 2"},
    [BIL_SQL_ADD_PUSH_KEY] = {.sql = "INSERT INTO keys (nr, bytes) VALUES (2, ?1) ON CONFLICT DO NOTHING"},
    [BIL_SQL_TOUCH_HEALTH] = {.sql = "UPDATE health SET beat = beat + 1 WHERE one = 1"},
    [BIL_SQL_FIND_RESULT] = {.sql = "SELECT nr, who, name, place, points, made FROM results WHERE challenge = ?1 AND who = ?2"},
    [BIL_SQL_ADD_RESULT] = {.sql =
                                "INSERT INTO results (challenge, who, name, place, points, made) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"},
    [BIL_SQL_ADD_RESULT_RECORD] = {.sql = "INSERT INTO result_records (result_nr, record) VALUES (?1, ?2)"},
    [BIL_SQL_RESULTS] = {.sql = "SELECT nr, who, name, place, points, made FROM results WHERE challenge = ?1 "
                                "ORDER BY place, points DESC, nr LIMIT ?2"},
    /* Several servers on one database (store/store.c). */
    [BIL_SQL_LOCK] = {.postgres = "SELECT pg_try_advisory_lock(hashtext(current_schema()), nr::int) FROM tables WHERE id = ?1"},
    [BIL_SQL_UNLOCK] = {.postgres = "SELECT pg_advisory_unlock(hashtext(current_schema()), nr::int) FROM tables WHERE id = ?1"},
    /* Of a connection that serves what it is asked the state changes at least twice a second. */
    [BIL_SQL_ASK_FOR] = {.postgres = "SELECT CASE WHEN a.state_change < clock_timestamp() - ?2 * interval '1 ms' "
                                     "AND a.state <> 'active' THEN pg_terminate_backend(a.pid) "
                                     "ELSE pg_notify('billions.' || current_schema(), ?1) IS NULL END "
                                     "FROM tables t JOIN pg_locks l ON " BIL_POSTGRES_LOCKS " AND l.objid::bigint = t.nr "
                                     "JOIN pg_stat_activity a ON a.pid = l.pid WHERE t.id = ?1 AND l.pid <> pg_backend_pid()"},
    [BIL_SQL_DUE] = {.postgres = "SELECT t.id FROM tables t WHERE t.state < 2 AND t.deadline > 0 AND t.deadline <= ?1 "
                                 "AND t.nr NOT IN (SELECT l.objid::bigint FROM pg_locks l WHERE " BIL_POSTGRES_LOCKS ") "
                                 "ORDER BY t.deadline LIMIT ?2"},
    [BIL_SQL_SERVERS] = {.postgres = "SELECT count(*) FROM pg_locks l WHERE " BIL_POSTGRES_CLAIMS},
    [BIL_SQL_RESULT_RECORD] = {.sql = "SELECT record FROM result_records WHERE result_nr = "
                                      "(SELECT nr FROM results WHERE challenge = ?1 AND nr = ?2)"},
};
