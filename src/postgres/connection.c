/* Opening a connection, losing it, news that comes over it. How statements are said stands in statements.c.
 *
 * Must never hand on a sentence of libpq about an address: it may quote all of it, password included. */
#include "postgres/connection.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "postgres/internal.h"
#include "table/memory.h"

enum { ANSWER_MS = 10000 };

/* What a connection does unless its address says otherwise: a host that is silent is given up, a cut cable noticed, and among
 * several hosts the one that takes writes is looked for. */
static const char *const defaults[][2] = {
    {"connect_timeout", "3"},
    {"tcp_user_timeout", "5000"},
    {"keepalives", "1"},
    {"keepalives_idle", "2"},
    {"keepalives_interval", "1"},
    {"keepalives_count", "3"},
    {"target_session_attrs", "read-write"},
};
enum { DEFAULTS = sizeof defaults / sizeof *defaults };

/* ------------------------------------------------------------------ addresses */

static const char *option(const PQconninfoOption *options, const char *name)
{
    for (; options && options->keyword; options++) {
        if (strcmp(options->keyword, name) == 0) {
            return options->val ? options->val : "";
        }
    }
    return "";
}

static void add_part(struct bil_text *out, const char *before, const char *part)
{
    if (*part) {
        bil_text_add(out, before);
        bil_text_add(out, part);
    }
}

static void show(const PQconninfoOption *options, struct bil_text *out)
{
    const char *host = option(options, "host");
    const char *at = strrchr(host, '@'); /* what stands before it was meant for a password */
    host = at ? at + 1 : host;
    bil_text_add(out, "postgresql://");
    add_part(out, "", option(options, "user"));
    if (*option(options, "user")) {
        bil_text_char(out, '@');
    }
    bil_text_add(out, *host ? host : option(options, "hostaddr"));
    add_part(out, ":", option(options, "port"));
    add_part(out, "/", option(options, "dbname"));
}

void bil_pg_show_address(const char *address, struct bil_text *out)
{
    PQconninfoOption *options = PQconninfoParse(address, NULL);
    struct bil_text shown = {0};
    if (options) {
        show(options, &shown);
        bil_plain(shown.data);
    }
    bil_text_add(out, options ? bil_text_string(&shown) : "(an address that cannot be read)");
    bil_text_free(&shown);
    PQconninfoFree(options);
}

static bool look_at_address(const char *address, struct bil_error *error)
{
    PQconninfoOption *options = PQconninfoParse(address, NULL);
    bool fine = options != NULL;
    if (!fine) {
        bil_fail(error,
                 "The address of the database cannot be read; it should look like postgresql://user@host:5432/database, with %%40 "
                 "for an @ and %%2F for a / in a name or a password.");
    } else if (strchr(option(options, "host"), '@')) {
        fine =
            bil_fail(error, "In the address of the database an @ stands in the name of the host; in a password write it as %%40.");
    }
    PQconninfoFree(options);
    return fine;
}

/* ------------------------------------------------------------------ opening */

/* Of a clock that also runs while the machine sleeps. */
static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void be_silent(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

/* The first line of what was said, as part of a sentence: without its full stop. */
static void first_line(const char *said, char *out, size_t size)
{
    size_t length = strcspn(said, "\n");
    while (length > 0 && (said[length - 1] == '.' || said[length - 1] == ' ')) {
        length--;
    }
    snprintf(out, size, "%.*s", (int)length, said);
    bil_plain(out);
}

void bil_pg_lose(struct bil_pg *pg, const char *why)
{
    if (pg->line) {
        first_line(why, pg->loss, sizeof pg->loss);
        PQfinish(pg->line);
        pg->line = NULL;
    }
    pg->pending_count = 0;
    for (int i = 0; i < pg->known_count; i++) {
        pg->known[i].prepared = false;
    }
}

bool bil_pg_say_lost(const struct bil_pg *pg, struct bil_error *error)
{
    return bil_fail(error, "The connection to the database %s is lost: %s.", pg->name,
                    *pg->loss ? pg->loss : "the other end is gone");
}

static bool try_to_connect(struct bil_pg *pg, struct bil_error *error)
{
    const char *keys[DEFAULTS + 4];
    const char *values[DEFAULTS + 4];
    int count = 0;
    for (; count < DEFAULTS; count++) {
        keys[count] = defaults[count][0];
        values[count] = defaults[count][1];
    }
    keys[count] = "fallback_application_name";
    values[count++] = pg->application;
    keys[count] = "dbname"; /* here libpq takes a whole address, too; of what is said twice it takes the later */
    values[count++] = pg->address;
    keys[count] = "client_encoding";
    values[count++] = "UTF8";
    keys[count] = values[count] = NULL;
    pg->line = PQconnectdbParams(keys, values, 1);
    if (PQstatus(pg->line) == CONNECTION_OK && PQsetnonblocking(pg->line, 1) == 0) {
        PQsetNoticeReceiver(pg->line, be_silent, NULL);
        pg->heard = now_ms();
        return true;
    }
    bil_pg_lose(pg, pg->line ? PQerrorMessage(pg->line) : "there is no memory");
    return bil_fail(error, "The database %s cannot be reached: %s.", pg->name, pg->loss);
}

bool bil_pg_reopen(struct bil_pg *pg, struct bil_error *error)
{
    bil_pg_lose(pg, "it is opened anew");
    pg->unsent = false;
    pg->state[0] = 0;
    return try_to_connect(pg, error) && (!pg->greeting || bil_pg_say(pg, pg->greeting, error));
}

struct bil_pg *bil_pg_open(const char *address, const struct bil_pg_settings *settings, struct bil_error *error)
{
    static const struct bil_pg_settings none = {0};
    const struct bil_pg_settings *wanted = settings ? settings : &none;
    if (!look_at_address(address, error)) {
        return NULL;
    }
    struct bil_pg *pg = bil_memory_zero(1, sizeof *pg);
    const char *application = wanted->application ? wanted->application : "billions";
    struct bil_text name = {0};
    bil_pg_show_address(address, &name);
    pg->address = bil_memory_text(address, strlen(address));
    pg->name = bil_memory_text(bil_text_string(&name), name.length);
    pg->application = bil_memory_text(application, strlen(application));
    pg->greeting = wanted->greeting ? bil_memory_text(wanted->greeting, strlen(wanted->greeting)) : NULL;
    pg->answer_ms = wanted->answer_ms > 0 ? wanted->answer_ms : ANSWER_MS;
    bil_text_free(&name);
    if (!bil_pg_reopen(pg, error)) {
        bil_pg_close(pg);
        return NULL;
    }
    return pg;
}

void bil_pg_close(struct bil_pg *pg)
{
    if (!pg) {
        return;
    }
    bil_pg_lose(pg, "it is closed");
    for (int i = 0; i < pg->known_count; i++) {
        free(pg->known[i].sql);
    }
    free(pg->known);
    free(pg->pending);
    free(pg->address);
    free(pg->name);
    free(pg->application);
    free(pg->greeting);
    free(pg);
}

void bil_pg_drop(struct bil_pg *pg, const char *why)
{
    bil_pg_lose(pg, why);
}

bool bil_pg_lost(const struct bil_pg *pg)
{
    return !pg->line;
}

int64_t bil_pg_silence(const struct bil_pg *pg)
{
    return now_ms() - pg->heard;
}

int bil_pg_process(const struct bil_pg *pg)
{
    return pg->line ? PQbackendPID(pg->line) : 0;
}

int bil_pg_server_version(const struct bil_pg *pg)
{
    return pg->line ? PQserverVersion(pg->line) : 0;
}

const char *bil_pg_parameter(const struct bil_pg *pg, const char *name)
{
    const char *said = pg->line ? PQparameterStatus(pg->line, name) : NULL;
    return said ? said : "";
}

const char *bil_pg_state(const struct bil_pg *pg)
{
    return pg->state;
}

/* ------------------------------------------------------------------ waiting */

/* Sends what is to be sent and reads what has come, or waits for either until `until`. False: the connection is lost. *late is set
 * if nothing came until then. */
static bool move_bytes(struct bil_pg *pg, int64_t until, bool *late)
{
    const int left = PQflush(pg->line);
    if (left < 0) {
        bil_pg_lose(pg, PQerrorMessage(pg->line));
        return false;
    }
    const int64_t rest = until - now_ms();
    struct pollfd line = {.fd = PQsocket(pg->line), .events = (short)(left > 0 ? POLLIN | POLLOUT : POLLIN)};
    const int ready = poll(&line, 1, rest > 0 ? (int)rest : 0);
    if (ready < 0 && errno != EINTR) {
        bil_pg_lose(pg, strerror(errno));
        return false;
    }
    *late = ready == 0 && rest <= 0;
    if (ready > 0 && line.revents != POLLOUT) {
        if (!PQconsumeInput(pg->line)) {
            bil_pg_lose(pg, PQerrorMessage(pg->line));
            return false;
        }
        pg->heard = now_ms();
    }
    return true;
}

PGresult *bil_pg_next_result(struct bil_pg *pg)
{
    const int64_t until = now_ms() + pg->answer_ms;
    while (pg->line && (PQisBusy(pg->line) || PQflush(pg->line) > 0)) {
        bool late = false;
        if (move_bytes(pg, until, &late) && late) {
            char why[80];
            snprintf(why, sizeof why, "it has not answered for %d ms", pg->answer_ms);
            bil_pg_lose(pg, why);
        }
    }
    return pg->line ? PQgetResult(pg->line) : NULL;
}

/* ------------------------------------------------------------------ news */

bool bil_pg_next_news(struct bil_pg *pg, struct bil_pg_news *news)
{
    PGnotify *heard = pg->line ? PQnotifies(pg->line) : NULL;
    if (!heard && pg->line) {
        if (!PQconsumeInput(pg->line)) {
            bil_pg_lose(pg, PQerrorMessage(pg->line));
            return false;
        }
        heard = PQnotifies(pg->line);
    }
    if (!heard) {
        return false;
    }
    snprintf(news->words, sizeof news->words, "%s", heard->extra);
    news->from = heard->be_pid;
    PQfreemem(heard);
    return true;
}
