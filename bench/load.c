/* `billions-load`: puts a load on a server on this machine and says what came of it. Must never be pointed at another machine. */
#include "bench/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "table/memory.h"
#include "terminal/arguments.h"

enum {
    USUAL_RATE = 1000,
    USUAL_IDLE = 10000,
    WATCHERS = 90,
    FIRST_TABLES = 1200, /* more than a server keeps games of in memory: what those take is not an idle table's */
    PARKED = 240,        /* seconds until all games must have left memory; a server lets a minute pass */
    SETTLE = 8           /* and so many until what they had is given back to the system */
};

static int fail(int code, const char *sentence)
{
    fprintf(stderr, "billions-load: %s\n", sentence);
    return code;
}

/* -1 to go on, or an exit code. */
static int read_arguments(int argc, char **argv, struct load_wish *to)
{
    const struct bil_flag flags[] = {
        {"url", BIL_FLAG_TEXT, &to->url, "URL", "the server: http://127.0.0.1:PORT", 0, 0},
        {"pid", BIL_FLAG_NUMBER, &to->pid, "PID", "its process, to see what memory it takes", 1, INT32_MAX},
        {"game", BIL_FLAG_TEXT, &to->game, "GAME", "one-billion-users (usual), six-billion, or both in turn", 0, 0},
        {"tables", BIL_FLAG_NUMBER, &to->tables, "N", "tables that play at once (500)", 1, 100000},
        {"seats", BIL_FLAG_NUMBER, &to->seats, "N", "clients at each (4)", 2, LOAD_SEATS},
        {"rate", BIL_FLAG_NUMBER, &to->rate, "N", "moves a second in all; 0: as many as it goes (0)", 0, 10000000},
        {"seconds", BIL_FLAG_NUMBER, &to->seconds, "N", "how long (5)", 1, 3600},
        {"views", BIL_FLAG_SWITCH, &to->views, NULL, "clients want views", 0, 0},
        {"idle", BIL_FLAG_NUMBER, &to->idle, "N", "instead: so many connections that only watch (0)", 1, 100000},
        {"idle-tables", BIL_FLAG_NUMBER, &to->idle_tables, "N", "instead: so many tables that began and are alone", 1, 1000000},
        {"games", BIL_FLAG_NUMBER, &to->games, "N", "instead: so many games to their end, one after the other", 1, 1000000},
        {"figures", BIL_FLAG_SWITCH, &to->figures, NULL,
         "instead: a rate (1000) for so many seconds, then as fast as it goes, then idle tables (10000)", 0, 0},
        {"seed", BIL_FLAG_NUMBER, &to->seed, "N", "of the random moves (1)", 1, INT64_MAX},
        {"json", BIL_FLAG_SWITCH, &to->json, NULL, "figures as JSON", 0, 0},
        {"quiet", BIL_FLAG_SWITCH, &to->quiet, NULL, "no progress bar", 0, 0},
        {0},
    };
    const struct bil_usage usage = {
        "billions-load --url URL [OPTIONS]",
        "Puts a load on a server of tables on this machine: clients on real sockets that play random legal moves. Figures are of "
        "the whole way: from a client's move through the server's store to all clients of the table.",
        flags,
    };
    struct bil_list words;
    const int code = bil_arguments_read(argc, argv, &usage, 0, 0, &words);
    return code >= 0 || to->url ? code : fail(BIL_EXIT_USAGE, "say which server: --url http://127.0.0.1:PORT.");
}

static void wait_seconds(unsigned seconds)
{
    const struct timespec pause = {.tv_sec = (time_t)seconds};
    nanosleep(&pause, NULL);
}

static bool make_all(struct load *load, int64_t count, bool connected, struct bil_error *error)
{
    for (int64_t i = 0; i < count; i++) {
        /* Tables that nobody looks at need no place of their own here. */
        const int number = connected ? (int)i : 0;
        if (!load_make(load, number, error) || (connected && !load_connect(load, number, error))) {
            return false;
        }
        if (connected) {
            load_pump(load, 0); /* who never listens is taken for dead */
        }
        load_progress(load, "tables", i, count);
    }
    load_progress(load, "tables", count, count);
    return true;
}

static int by_size(const void *a, const void *b)
{
    const int64_t *left = a;
    const int64_t *right = b;
    return *left < *right ? -1 : *left > *right;
}

/* ------------------------------------------------------------------ what can be measured */

static void write_memory(const struct load *load, struct bil_text *json, const char *key, int64_t bytes)
{
    if (load->wish.json) {
        bil_json_key_integer(json, key, bytes);
    } else {
        printf("  %10lld bytes: %s\n", (long long)bytes, key);
    }
}

/* Tables with clients, each of which has been told how things stand. */
static bool sit_down(struct load *load, struct bil_error *error)
{
    load->going = false;
    const bool fine = make_all(load, load->wish.tables, true, error) && load_run(load, 0.5, error);
    load->going = true;
    return fine;
}

/* Plays for so long, and says what was measured meanwhile. */
static bool play(struct load *load, double seconds, struct bil_text *json, struct bil_error *error)
{
    struct load_figures *figures = &load->figures;
    figures->moves = figures->messages = figures->bytes = figures->errors = figures->latencies = 0;
    figures->server_work = -load_work(load->wish.pid);
    figures->own_work = -load_work(getpid());
    const bool fine = load_run(load, seconds, error);
    figures->server_work += load_work(load->wish.pid);
    figures->own_work += load_work(getpid());
    if (figures->latencies > 0) {
        qsort(figures->latency, (size_t)figures->latencies, sizeof *figures->latency, by_size);
    }
    load_report(load, json);
    return fine;
}

static bool measure_playing(struct load *load, struct bil_text *json, struct bil_error *error)
{
    const int64_t before = load_memory(load->wish.pid);
    if (!sit_down(load, error)) {
        return false;
    }
    const bool fine = play(load, load->wish.games ? 0 : (double)load->wish.seconds, json, error);
    if (load->wish.pid) {
        write_memory(load, json, "memory_before", before);
        const int64_t after = load_memory(load->wish.pid);
        write_memory(load, json, "memory_after", after);
        if (!load->wish.games) {
            write_memory(load, json, "memory_of_a_playing_table", (after - before) / load->wish.tables);
        }
    }
    return fine;
}

/* Waits until the server has no game in memory. */
static bool wait_parked(struct load *load, struct bil_error *error)
{
    struct bil_text answer = {0};
    bool parked = false;
    for (int i = 0; i < PARKED && !parked; i++) {
        load_progress(load, "parking", i, PARKED);
        wait_seconds(1);
        if (load_request(&load->server, "GET", "/metrics", NULL, NULL, &answer, error) != 200) {
            break;
        }
        parked = strstr(bil_text_string(&answer), "\nbillions_tables_loaded 0\n") != NULL;
    }
    load_progress(load, "parking", PARKED, PARKED);
    bil_text_free(&answer);
    wait_seconds(SETTLE);
    return parked || bil_fail(error, "The server still has games in memory that nobody looks at.");
}

static bool measure_idle_tables(struct load *load, struct bil_text *json, struct bil_error *error)
{
    const int64_t first = load->wish.idle_tables < FIRST_TABLES ? load->wish.idle_tables : FIRST_TABLES;
    if (!make_all(load, first, false, error) || !wait_parked(load, error)) {
        return false;
    }
    const int64_t before = load_memory(load->wish.pid);
    if (!make_all(load, load->wish.idle_tables, false, error) || !wait_parked(load, error)) {
        return false;
    }
    const int64_t after = load_memory(load->wish.pid);
    write_memory(load, json, "memory_before", before);
    write_memory(load, json, "memory_after", after);
    write_memory(load, json, "memory_of_an_idle_table", (after - before) / load->wish.idle_tables);
    return true;
}

static void begin_part(const struct load *load, struct bil_text *json, const char *key, const char *words)
{
    if (load->wish.json) {
        bil_json_key_object(json, key);
    } else {
        printf("%s: ", words);
    }
}

static void end_part(const struct load *load, struct bil_text *json)
{
    if (load->wish.json) {
        bil_json_object_end(json);
    } else {
        printf("\n");
    }
}

/* All that a machine is asked for, one after the other: how long a move takes at a given rate, how many there can be, and what a
 * table that nobody looks at keeps in memory. */
static bool measure_figures(struct load *load, struct bil_text *json, struct bil_error *error)
{
    const int64_t seconds = load->wish.seconds;
    load->wish.rate = load->wish.rate ? load->wish.rate : USUAL_RATE;
    bool fine = sit_down(load, error);
    if (fine) {
        begin_part(load, json, "at_rate", "At a given rate");
        fine = play(load, (double)seconds, json, error);
        end_part(load, json);
    }
    load->wish.rate = 0;
    if (fine) {
        begin_part(load, json, "saturated", "As fast as it goes");
        fine = play(load, (double)seconds, json, error);
        end_part(load, json);
    }
    for (int i = 0; i < (int)load->wish.tables; i++) {
        load_leave(load, i);
    }
    if (fine) {
        begin_part(load, json, "idle", "Nobody looks at them");
        fine = measure_idle_tables(load, json, error);
        end_part(load, json);
    }
    return fine;
}

/* Whether a connection is still there, after what came was taken in. */
static bool still_there(struct load_client *client)
{
    size_t length = 0;
    const bool there = load_socket_read(&client->socket);
    while (load_socket_next(&client->socket, &length)) {
    }
    return there;
}

static bool measure_idle(struct load *load, struct bil_text *json, struct bil_error *error)
{
    const int count = (int)load->wish.idle;
    load->wish.tables = count / WATCHERS + 1;
    struct load_client *watchers = bil_memory_zero((size_t)count, sizeof *watchers);
    load->table = bil_memory_grow(load->table, (size_t)load->wish.tables, sizeof *load->table);
    load->clients = (int)(load->wish.tables * load->wish.seats);
    load->client = bil_memory_grow(load->client, (size_t)load->clients, sizeof *load->client);
    for (int i = 0; i < load->clients; i++) {
        load->client[i] = (struct load_client){.socket = {.fd = -1}};
    }
    for (int i = 0; i < count; i++) {
        watchers[i].socket.fd = -1;
    }
    bool fine = true;
    for (int i = 0; fine && i < (int)load->wish.tables; i++) {
        fine = load_make(load, i, error);
        load_progress(load, "tables", i + 1, load->wish.tables);
    }
    /* With the first at each table its game comes into memory, which is not the connection's. */
    const int first = count < (int)load->wish.tables ? count : (int)load->wish.tables;
    fine = fine && load_idle(load, watchers, first, error);
    wait_seconds(1);
    const int64_t before = load_memory(load->wish.pid);
    fine = fine && load_idle(load, watchers + first, count - first, error);
    wait_seconds(1);
    const int64_t after = load_memory(load->wish.pid);
    const int64_t work = load_work(load->wish.pid);
    const int64_t began = load_clock();
    int there = 0;
    while (fine && (load_clock() - began) / 1000000000 < load->wish.seconds) {
        wait_seconds(1);
        there = 0;
        for (int i = 0; i < count; i++) {
            there += still_there(&watchers[i]);
        }
    }
    const double part = (double)(load_work(load->wish.pid) - work) / (double)(load_clock() - began);
    if (fine) {
        write_memory(load, json, "memory_before", before);
        write_memory(load, json, "memory_after", after);
        write_memory(load, json, "memory_of_an_idle_connection", (after - before) / (count > first ? count - first : 1));
        if (load->wish.json) {
            bil_json_key_integer(json, "connections", count);
            bil_json_key_integer(json, "connections_held", there);
            bil_json_key_integer(json, "server_work_per_million", (int64_t)(part * 1e6));
        } else {
            printf("  %10d connections, of which %d were held for %lld s; the server took %.2f %% of a processor for that\n", count,
                   there, (long long)load->wish.seconds, 100 * part);
        }
        fine = there == count || bil_fail(error, "The server has closed %d connections.", count - there);
    }
    for (int i = 0; i < count; i++) {
        load_socket_close(&watchers[i].socket);
    }
    free(watchers);
    return fine;
}

/* ------------------------------------------------------------------ the whole */

int main(int argc, char **argv)
{
    struct load load = {.wish = {.game = "one-billion-users", .tables = 500, .seats = 4, .seconds = 5, .seed = 1}};
    struct bil_error error = {{0}};
    struct bil_text json = {0};
    int code = read_arguments(argc, argv, &load.wish);
    if (code >= 0) {
        return code;
    }
    if (!load_server_read(load.wish.url, &load.server, &error)) {
        return fail(2, error.text);
    }
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    load.chance = (uint64_t)load.wish.seed * 0x9E3779B97F4A7C15U | 1U;
    load.epoll = epoll_create1(0);
    load.clients = (int)(load.wish.tables * load.wish.seats);
    load.table = bil_memory_zero((size_t)load.wish.tables, sizeof *load.table);
    load.client = bil_memory_zero((size_t)load.clients, sizeof *load.client);
    load.ready = bil_memory_zero((size_t)load.clients, sizeof *load.ready);
    for (int i = 0; i < load.clients; i++) {
        load.client[i].socket.fd = -1;
    }
    bil_json_object(&json);
    if (load.wish.figures && load.wish.idle_tables == 0) {
        load.wish.idle_tables = USUAL_IDLE;
    }
    const bool fine = load.wish.figures       ? measure_figures(&load, &json, &error)
                      : load.wish.idle_tables ? measure_idle_tables(&load, &json, &error)
                      : load.wish.idle        ? measure_idle(&load, &json, &error)
                                              : measure_playing(&load, &json, &error);
    bil_json_object_end(&json);
    if (load.wish.json && fine) {
        printf("%s\n", bil_text_string(&json));
    }
    for (int i = 0; i < load.clients; i++) {
        load_socket_close(&load.client[i].socket);
    }
    close(load.epoll);
    free(load.table);
    free(load.client);
    free(load.ready);
    free(load.figures.latency);
    bil_text_free(&json);
    return fine ? 0 : fail(1, error.text);
}
