/* `billions serve --status`: the state of a database and its users, for people, or as one line of JSON for programs. Must never
 * change anything in it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "online/online.h"
#include "server/store/store.h"
#include "terminal/arguments.h"

/* Both forms are written while rows come in. */
struct telling {
    struct bil_text out;
    bool json;
    int rows;
};

/* ------------------------------------------------------------------ words for numbers */

static void add_size(struct bil_text *out, int64_t bytes)
{
    static const char *const units[] = {"KB", "MB", "GB", "TB"};
    double value = (double)bytes / 1000;
    int unit = 0;
    for (; value >= 1000 && unit < 3; unit++) {
        value /= 1000;
    }
    if (bytes < 1000) {
        bil_text_format(out, "%" PRId64 " bytes", bytes);
    } else {
        bil_text_format(out, "%.1f %s", value, units[unit]);
    }
}

static void add_time(struct bil_text *out, int64_t milliseconds)
{
    static const struct {
        int64_t from, unit;
        const char *name;
    } units[] = {{2 * 86400000, 86400000, "days"}, {2 * 3600000, 3600000, "hours"}, {120000, 60000, "minutes"}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (milliseconds >= units[i].from) {
            bil_text_format(out, "%" PRId64 " %s", milliseconds / units[i].unit, units[i].name);
            return;
        }
    }
    bil_text_format(out, "%.1f s", (double)milliseconds / 1000);
}

/* What another program has written there, so that it can be shown. */
static const char *plain(char *text)
{
    bil_plain(text);
    return *text ? text : "-";
}

/* Null where nothing is known. */
static void key_number(struct bil_text *out, const char *key, int64_t number)
{
    bil_json_key(out, key);
    if (number < 0) {
        bil_json_null(out);
    } else {
        bil_json_integer(out, number);
    }
}

/* ------------------------------------------------------------------ rows */

/* What both lists tell first of somebody; `columns` are the names of what follows. */
static struct bil_text *begin_row(struct telling *telling, const char *kind, const char *columns, char *name, char *address)
{
    struct bil_text *out = &telling->out;
    if (telling->json) {
        bil_json_object(out);
        bil_json_key_string(out, "name", name);
        bil_json_key_string(out, "address", address);
        return out;
    }
    if (telling->rows++ == 0) {
        bil_text_format(out, "%-36s %-22s %s\n", kind, "address", columns);
    }
    bil_text_format(out, "%-36s %-22s ", plain(name), plain(address));
    return out;
}

static bool tell_server(void *context, const struct bil_store_server *row)
{
    struct telling *telling = context;
    struct bil_store_server server = *row;
    struct bil_text *out = begin_row(telling, "server", "  tables  said something", server.name, server.address);
    if (telling->json) {
        bil_json_key_integer(out, "tables", server.tables);
        key_number(out, "silent_milliseconds", server.silent);
        bil_json_object_end(out);
        return true;
    }
    bil_text_format(out, "%8" PRId64 "  ", server.tables);
    if (server.silent < 0) {
        bil_text_add(out, "this user may not see it (GRANT pg_monitor)\n");
    } else {
        add_time(out, server.silent);
        bil_text_add(out, " ago\n");
    }
    return true;
}

static bool tell_standby(void *context, const struct bil_store_standby *row)
{
    struct telling *telling = context;
    struct bil_store_standby standby = *row;
    struct bil_text *out = begin_row(telling, "standby", "state      waited    behind", standby.name, standby.address);
    if (telling->json) {
        bil_json_key_string(out, "state", standby.state);
        bil_json_key_string(out, "sync", standby.sync);
        key_number(out, "behind_bytes", standby.bytes);
        key_number(out, "behind_milliseconds", standby.behind);
        bil_json_object_end(out);
        return true;
    }
    bil_text_format(out, "%-10s %-8s  ", plain(standby.state), plain(standby.sync));
    if (!*row->state) {
        bil_text_add(out, "this user may not see it (GRANT pg_monitor)");
    } else if (standby.bytes < 0) {
        bil_text_add(out, "it has not said yet");
    } else {
        add_size(out, standby.bytes);
        if (standby.behind >= 0) {
            bil_text_add(out, ", ");
            add_time(out, standby.behind);
        }
    }
    bil_text_char(out, '\n');
    return true;
}

/* ------------------------------------------------------------------ the whole */

/* Of a file: what it has beside it. */
static int64_t journal_bytes(const char *database)
{
    char path[4096];
    struct stat found;
    const bool fits = snprintf(path, sizeof path, "%s-wal", database) < (int)sizeof path;
    return fits && stat(path, &found) == 0 ? (int64_t)found.st_size : 0;
}

static void tell_use(struct bil_text *out, int64_t servers)
{
    if (servers == 0) {
        bil_text_add(out, "no server uses it");
    } else {
        bil_text_format(out, servers == 1 ? "a server uses it" : "%" PRId64 " servers use it", servers);
    }
}

static void tell_words(struct telling *telling, const char *shown, const struct bil_store_status *status, int64_t journal)
{
    struct bil_text *out = &telling->out;
    bil_text_format(out, "%s: %s, ", shown, status->program);
    add_size(out, status->bytes);
    if (journal > 0) {
        bil_text_add(out, " and a journal of ");
        add_size(out, journal);
    }
    bil_text_format(out, ", tables of version %" PRId64 "; ", status->schema);
    if (status->standby) {
        if (status->behind < 0) {
            bil_text_add(out, "a standby, to which no change has come since it began");
        } else {
            bil_text_add(out, "a standby, whose last change came ");
            add_time(out, status->behind);
            bil_text_add(out, " ago");
        }
    } else {
        tell_use(out, status->servers);
    }
    bil_text_format(out, ".\n%" PRId64 " tables are open, %" PRId64 " in play, %" PRId64 " in all.\n", status->open,
                    status->playing, status->tables);
}

static void tell_json(struct telling *telling, const char *shown, const struct bil_store_status *status, int64_t journal)
{
    struct bil_text *out = &telling->out;
    bil_json_object(out);
    bil_json_key_string(out, "database", shown);
    bil_json_key_string(out, "program", status->program);
    bil_json_key_integer(out, "schema", status->schema);
    bil_json_key_integer(out, "bytes", status->bytes);
    bil_json_key_integer(out, "journal_bytes", journal);
    key_number(out, "servers", status->standby ? -1 : status->servers);
    bil_json_key_bool(out, "standby", status->standby);
    key_number(out, "behind_milliseconds", status->behind);
    bil_json_key_object(out, "tables");
    bil_json_key_integer(out, "open", status->open);
    bil_json_key_integer(out, "playing", status->playing);
    bil_json_key_integer(out, "all", status->tables);
    bil_json_object_end(out);
}

static bool tell_status(struct bil_store *store, const char *database, struct telling *telling, struct bil_error *error)
{
    struct bil_text shown = {0};
    struct bil_store_status status;
    struct bil_text *out = &telling->out;
    if (!bil_store_status(store, &status, error)) {
        return false;
    }
    const bool file = status.servers < 0;
    const int64_t journal = file ? journal_bytes(database) : 0;
    status.servers = file ? bil_online_server_there(database) : status.servers;
    bil_store_show(database, &shown);
    (telling->json ? tell_json : tell_words)(telling, bil_text_string(&shown), &status, journal);
    bil_text_free(&shown);
    if (telling->json) {
        bil_json_key_array(out, "server_list");
    }
    bool fine = bil_store_list_servers(store, tell_server, telling, error);
    if (telling->json) {
        bil_json_array_end(out);
        bil_json_key_array(out, "standbys");
    }
    telling->rows = 0;
    fine = fine && bil_store_standbys(store, tell_standby, telling, error);
    if (telling->json) {
        bil_json_array_end(out);
        bil_json_object_end(out);
        bil_text_char(out, '\n');
    }
    return fine;
}

int bil_online_status(const char *database, bool json)
{
    struct bil_error error = {{0}};
    struct telling telling = {.json = json};
    struct bil_store *store = bil_store_open_to_read(database, &error);
    if (!store) {
        return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    bil_store_snapshot(store, true);
    const bool fine = tell_status(store, database, &telling, &error);
    bil_store_snapshot(store, false);
    bil_store_close(store);
    const int code = fine ? bil_print(&telling.out) : bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    bil_text_free(&telling.out);
    return code;
}
