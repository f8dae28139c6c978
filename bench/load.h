/* The load program: tables of a server on this machine with clients that play random legal moves, as fast as it goes or at a given
 * rate, and what that costs. It measures from the outside, over sockets, what a server does: moves that were checked, stored and
 * sent to every seat; how long after a move all clients have heard of it; what it keeps in memory. */
#ifndef BILLIONS_BENCH_LOAD_H
#define BILLIONS_BENCH_LOAD_H

#include <stdint.h>

#include "bench/load_socket.h"

enum { LOAD_SEATS = 6, LOAD_MOVE = 160, LOAD_ASKED = 4 };

/* What is to be done. */
struct load_wish {
    const char *url, *game;
    int64_t tables, seats, rate, seconds, idle, idle_tables, games, seed, pid;
    bool views, json, quiet, figures;
};

/* One seat's client. */
struct load_client {
    struct load_socket socket;
    int table;
    int seat;         /* from 0; -1: watches */
    char token[24];   /* "" of a watcher */
    int64_t heard;    /* the decision it has heard of last */
    int64_t answered; /* and the last one it has answered, or is about to */
    char move[LOAD_MOVE];
};

struct load_table {
    char id[24];
    int first; /* its clients are client[first .. first + seats - 1] */
    bool over;
    int64_t sent; /* when the last move was sent, in nanoseconds; 0: none since the newest decision */
    int newest;   /* asked[newest] is the newest decision that any client has heard of */
    struct load_asked {
        int64_t decision;
        int64_t since; /* when the move that led to it was sent; 0: none was */
        int told;      /* clients that have heard of it */
    } asked[LOAD_ASKED];
};

enum { LOAD_SAMPLES = 20 };

/* What was measured. */
struct load_figures {
    int64_t moves, messages, bytes, errors, lost, over;
    double seconds;
    int64_t server_work, own_work; /* nanoseconds of processor while it was played */
    int64_t *latency;              /* nanoseconds from a move to all clients of its table, sorted */
    int64_t latencies;
    struct load_sample {
        int64_t over, memory;
    } sample[LOAD_SAMPLES + 1]; /* the server's memory after so many games */
    int samples;
};

struct load {
    struct load_wish wish;
    struct load_server server;
    int epoll;
    struct load_table *table;
    struct load_client *client;
    int clients;
    uint64_t chance;
    struct load_figures figures;
    int64_t latency_room;
    int *ready; /* clients with something due, oldest first, for a given rate */
    int ready_first, ready_count;
    bool going;
    int64_t made; /* tables */
};

int64_t load_clock(void);                                                                 /* nanoseconds */
void load_progress(const struct load *load, const char *what, int64_t done, int64_t all); /* on a terminal only */

/* load_play.c: tables with clients. Each returns false and a sentence. */
bool load_make(struct load *load, int table, struct bil_error *error);    /* makes a table and takes its seats */
bool load_connect(struct load *load, int table, struct bil_error *error); /* connects its clients */
/* Plays until the time is over, or until a tenth of the tables (all, if there are fewer than ten) has come to its end: from then on
 * it would not be the load that was asked for. With `games`: until all of them are over. */
bool load_run(struct load *load, double seconds, struct bil_error *error);
void load_pump(struct load *load, int milliseconds); /* hears what has come, or waits so long for it */
void load_leave(struct load *load, int number);      /* closes its connections */
bool load_idle(struct load *load, struct load_client *clients, int count, struct bil_error *error); /* watchers that do nothing */

/* load_report.c */
int64_t load_memory(int64_t pid); /* bytes of memory that a process holds; 0: unknown */
int64_t load_work(int64_t pid); /* nanoseconds of processor that it has used; 0: unknown. Others on the machine do not change it */
void load_report(const struct load *load, struct bil_text *json);

#endif
