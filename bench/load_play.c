/* Tables with clients that play random legal moves. Must never do more for a message than must be done to answer it: the processor
 * that it takes is missing to the server. */
#include "bench/load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

#include "table/memory.h"
#include "table/span.h"

enum { EVENTS = 256, LATENCIES = 1 << 20, TOGETHER = 256 };

static uint64_t chance(struct load *load)
{
    load->chance ^= load->chance << 13U; /* xorshift: a load needs no better one */
    load->chance ^= load->chance >> 7U;
    load->chance ^= load->chance << 17U;
    return load->chance;
}

/* ------------------------------------------------------------------ making tables */

/* A text member of an answer. */
static bool text_of(const char *json, const char *key, char *out, size_t size)
{
    struct bil_span span;
    if (!bil_span_member(json, key, &span) || span.length < 2 || span.length - 1 > size) {
        return false;
    }
    memcpy(out, span.begin + 1, span.length - 2);
    out[span.length - 2] = 0;
    return true;
}

/* The game of the next table. */
static const char *next_game(struct load *load)
{
    static const char *const both[] = {"one-billion-users", "six-billion"};
    return strcmp(load->wish.game, "both") == 0 ? both[load->made % 2] : load->wish.game;
}

bool load_make(struct load *load, int number, struct bil_error *error)
{
    struct load_table *table = &load->table[number];
    struct bil_text body = {0};
    struct bil_text answer = {0};
    char path[64];
    char name[32];
    const int seats = (int)load->wish.seats;
    *table = (struct load_table){.first = number * seats};
    bil_text_format(&body, "{\"game\":\"%s\",\"seats\":%d,\"chat\":false}", next_game(load), seats);
    load->made++;
    int status = load_request(&load->server, "POST", "/api/tables", NULL, bil_text_string(&body), &answer, error);
    bool fine = status >= 200 && status < 300 && text_of(bil_text_string(&answer), "table", table->id, sizeof table->id);
    for (int seat = 0; fine && seat < seats; seat++) {
        struct load_client *client = &load->client[table->first + seat];
        *client = (struct load_client){.socket = {.fd = -1}, .table = number, .seat = seat};
        snprintf(path, sizeof path, "/api/tables/%s/join", table->id);
        snprintf(name, sizeof name, "{\"name\":\"load %d\"}", seat + 1);
        status = load_request(&load->server, "POST", path, NULL, name, &answer, error);
        fine = status >= 200 && status < 300 && text_of(bil_text_string(&answer), "token", client->token, sizeof client->token);
    }
    if (!fine && status != 0) {
        bil_fail(error, "The server refuses a table or a seat (status %d): %.200s", status, bil_text_string(&answer));
    }
    bil_text_free(&body);
    bil_text_free(&answer);
    return fine;
}

/* Says hello on a connection that was begun. */
static bool hello(struct load *load, struct load_client *client, bool views, struct bil_error *error)
{
    char text[256];
    char token[64] = "";
    if (*client->token) {
        snprintf(token, sizeof token, "\"token\":\"%s\",", client->token);
    }
    const int length = snprintf(text, sizeof text, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\",%s\"views\":%s}",
                                load->table[client->table].id, token, views ? "true" : "false");
    return load_socket_finish(&client->socket, &load->server, error) &&
           (load_socket_send(&client->socket, text, (size_t)length) || bil_fail(error, "A connection was lost at once."));
}

bool load_connect(struct load *load, int number, struct bil_error *error)
{
    for (int seat = 0; seat < (int)load->wish.seats; seat++) {
        if (!load_socket_begin(&load->client[load->table[number].first + seat].socket, &load->server, load->table[number].id,
                               error)) {
            return false;
        }
    }
    for (int seat = 0; seat < (int)load->wish.seats; seat++) {
        const int index = load->table[number].first + seat;
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)index};
        if (!hello(load, &load->client[index], load->wish.views, error)) {
            return false;
        }
        if (epoll_ctl(load->epoll, EPOLL_CTL_ADD, load->client[index].socket.fd, &event) != 0) {
            return bil_fail(error, "The system takes no more connections: %s.", strerror(errno));
        }
    }
    return true;
}

void load_leave(struct load *load, int number)
{
    for (int seat = 0; seat < (int)load->wish.seats; seat++) {
        load_socket_close(&load->client[load->table[number].first + seat].socket);
    }
}

bool load_idle(struct load *load, struct load_client *clients, int count, struct bil_error *error)
{
    for (int from = 0; from < count; from += TOGETHER) {
        const int to = from + TOGETHER < count ? from + TOGETHER : count;
        for (int i = from; i < to; i++) {
            clients[i] = (struct load_client){.socket = {.fd = -1}, .table = (int)(i % load->wish.tables), .seat = -1};
            if (!load_socket_begin(&clients[i].socket, &load->server, load->table[clients[i].table].id, error)) {
                return false;
            }
        }
        for (int i = from; i < to; i++) {
            if (!hello(load, &clients[i], false, error)) {
                return false;
            }
        }
        load_progress(load, "connecting", to, count);
    }
    return true;
}

/* ------------------------------------------------------------------ answering */

static void change_interest(const struct load *load, const struct load_client *client)
{
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)(client - load->client)};
    event.events |= load_socket_waits(&client->socket) ? EPOLLOUT : 0U;
    epoll_ctl(load->epoll, EPOLL_CTL_MOD, client->socket.fd, &event);
}

static void lose(struct load *load, struct load_client *client)
{
    load_socket_close(&client->socket);
    load->figures.lost++;
}

static void send_move(struct load *load, struct load_client *client)
{
    char text[LOAD_MOVE + 96];
    const int length =
        snprintf(text, sizeof text, "{\"type\":\"move\",\"decision\":%lld,\"move\":%s}", (long long)client->answered, client->move);
    if (client->socket.fd < 0) {
        return;
    }
    load->table[client->table].sent = load_clock();
    if (!load_socket_send(&client->socket, text, (size_t)length)) {
        lose(load, client);
    } else if (load_socket_waits(&client->socket)) {
        change_interest(load, client);
    }
}

/* Chooses one of the moves and sends it, or puts the client into the queue if moves are to come at a given rate. */
static void answer(struct load *load, struct load_client *client, const char *moves, int64_t decision)
{
    struct bil_span move;
    const char *at = NULL;
    uint64_t count = 0;
    while (bil_span_item(moves, &at, &move)) {
        count++;
        if (chance(load) % count == 0 && move.length < LOAD_MOVE) {
            memcpy(client->move, move.begin, move.length);
            client->move[move.length] = 0;
        }
    }
    if (count == 0) {
        return;
    }
    client->answered = decision;
    if (load->wish.rate == 0 && load->going) {
        send_move(load, client);
    } else {
        load->ready[(load->ready_first + load->ready_count++) % load->clients] = (int)(client - load->client);
    }
}

static void note_latency(struct load *load, int64_t since)
{
    struct load_figures *figures = &load->figures;
    if (figures->latencies == load->latency_room) {
        load->latency_room = load->latency_room ? 2 * load->latency_room : LATENCIES;
        figures->latency = bil_memory_grow(figures->latency, (size_t)load->latency_room, sizeof *figures->latency);
    }
    figures->latency[figures->latencies++] = load_clock() - since;
}

/* A client has heard that a decision is open. When all at the table have, the move before it has arrived everywhere. */
static void note_decision(struct load *load, struct load_client *client, int64_t decision)
{
    struct load_table *table = &load->table[client->table];
    if (decision <= client->heard) {
        return;
    }
    client->heard = decision;
    if (decision > table->asked[table->newest].decision) {
        table->newest = (table->newest + 1) % LOAD_ASKED;
        table->asked[table->newest] = (struct load_asked){.decision = decision, .since = table->sent};
        table->sent = 0;
    }
    for (int i = 0; i < LOAD_ASKED; i++) {
        struct load_asked *asked = &table->asked[i];
        if (asked->decision == decision && ++asked->told == load->wish.seats && asked->since && load->going) {
            note_latency(load, asked->since);
        }
    }
}

static int64_t integer_of(const char *json, const char *key)
{
    struct bil_span span;
    return bil_span_member(json, key, &span) ? strtoll(span.begin, NULL, 10) : 0;
}

static bool is(const char *json, const char *key, const char *text)
{
    struct bil_span span;
    return bil_span_member(json, key, &span) && span.length == strlen(text) + 2 &&
           memcmp(span.begin + 1, text, span.length - 2) == 0;
}

static void take_now(struct load *load, struct load_client *client, const char *text)
{
    struct load_table *table = &load->table[client->table];
    struct bil_span asked;
    struct bil_span you;
    struct bil_span moves;
    struct bil_span held;
    if (is(text, "state", "over")) {
        load->figures.over += !table->over;
        table->over = true;
        return;
    }
    if (!bil_span_member(text, "asked", &asked) || *asked.begin != '{') {
        return;
    }
    const int64_t decision = integer_of(asked.begin, "decision");
    note_decision(load, client, decision);
    if (decision > client->answered && bil_span_member(asked.begin, "you", &you) && *you.begin == '{' &&
        bil_span_member(you.begin, "moves", &moves) && !(bil_span_member(you.begin, "held", &held) && *held.begin == '"')) {
        answer(load, client, moves.begin, decision);
    }
}

static void take(struct load *load, struct load_client *client, const char *text, size_t length)
{
    load->figures.messages++;
    load->figures.bytes += (int64_t)length;
    if (strncmp(text, "{\"type\":\"entry\"", 15) == 0) {
        load->figures.moves += client->seat == 0 && is(text, "kind", "move");
    } else if (strncmp(text, "{\"type\":\"now\"", 13) == 0 || strncmp(text, "{\"type\":\"table\"", 15) == 0) {
        take_now(load, client, text);
    } else if (strncmp(text, "{\"type\":\"error\"", 15) == 0) {
        load->figures.errors++;
        if (load->figures.errors == 1) {
            fprintf(stderr, "billions-load: the server says: %.300s\n", text);
        }
    }
}

static void hear(struct load *load, struct load_client *client, uint32_t events)
{
    size_t length = 0;
    if (client->socket.fd < 0) {
        return;
    }
    if (events & EPOLLOUT && (!load_socket_flush(&client->socket))) {
        lose(load, client);
        return;
    }
    const bool there = load_socket_read(&client->socket);
    for (const char *text = load_socket_next(&client->socket, &length); text; text = load_socket_next(&client->socket, &length)) {
        take(load, client, text, length);
        if (client->socket.fd < 0) {
            return;
        }
    }
    if (!there) {
        lose(load, client);
    } else if (events & EPOLLOUT) {
        change_interest(load, client);
    }
}

/* ------------------------------------------------------------------ the run */

/* Sends what is due at the given rate after so many nanoseconds; returns how long nothing is, in milliseconds. */
static int release(struct load *load, int64_t passed, int64_t *released)
{
    const int64_t allowed = load->wish.rate == 0 ? INT64_MAX : (int64_t)((double)passed * (double)load->wish.rate / 1e9);
    while (load->ready_count > 0 && *released < allowed) {
        const int index = load->ready[load->ready_first];
        load->ready_first = (load->ready_first + 1) % load->clients;
        load->ready_count--;
        ++*released;
        send_move(load, &load->client[index]);
    }
    return load->wish.rate == 0 ? 20 : 1;
}

static void note_memory(struct load *load, int64_t wanted)
{
    struct load_figures *figures = &load->figures;
    if (load->wish.pid && load->wish.games && figures->samples <= LOAD_SAMPLES &&
        figures->over * LOAD_SAMPLES >= wanted * figures->samples) {
        figures->sample[figures->samples++] = (struct load_sample){figures->over, load_memory(load->wish.pid)};
    }
}

/* Tables whose game is over are left, and others take their places as long as games are wanted. Games that were begun are counted,
 * not those that are over: two may end at once. */
static bool renew(struct load *load, struct bil_error *error)
{
    for (int number = 0; number < (int)load->wish.tables; number++) {
        if (load->table[number].over && *load->table[number].id) {
            load_leave(load, number);
            *load->table[number].id = 0;
            if (load->made < load->wish.games && !(load_make(load, number, error) && load_connect(load, number, error))) {
                return false;
            }
        }
    }
    return true;
}

void load_pump(struct load *load, int milliseconds)
{
    struct epoll_event events[EVENTS];
    const int count = epoll_wait(load->epoll, events, EVENTS, milliseconds);
    for (int i = 0; i < count; i++) {
        hear(load, &load->client[events[i].data.u32], events[i].events);
    }
}

bool load_run(struct load *load, double seconds, struct bil_error *error)
{
    const int64_t began = load_clock();
    const int64_t tables = load->wish.tables;
    const int64_t wanted = load->wish.games ? load->wish.games : tables < 10 ? tables : tables / 10;
    int64_t released = 0;
    int64_t shown = 0;
    int64_t now = began;
    bool fine = true;
    for (; fine && load->figures.over < wanted && load->figures.lost == 0; now = load_clock()) {
        if (seconds > 0 && (double)(now - began) >= seconds * 1e9) {
            break;
        }
        load_pump(load, load->going ? release(load, now - began, &released) : 20);
        if (now - shown > 200000000) {
            shown = now;
            if (load->wish.games) {
                load_progress(load, "games", load->figures.over, wanted);
            } else if (load->going) {
                load_progress(load, "playing", now - began, (int64_t)(seconds * 1e9));
            }
        }
        if (load->wish.games && load->going) {
            note_memory(load, wanted);
            fine = renew(load, error);
        }
    }
    if (load->going) {
        note_memory(load, wanted);
        load->figures.seconds = (double)(now - began) / 1e9;
    }
    return fine &&
           (load->figures.lost == 0 || bil_fail(error, "The server has closed %lld connections.", (long long)load->figures.lost));
}
