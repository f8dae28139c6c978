/* How fast the searching bot is. */
#ifndef BENCH_MEASURE_SEARCH_H
#define BENCH_MEASURE_SEARCH_H

#include "bench/measure.h"

/* Iterations a second of processor time, on one thread, from decisions in the middle of games that go as advised. */
bool bil_measure_whole_playouts(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error);
bool bil_measure_search(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error);

bool bil_measure_net_search(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error);

/* Microseconds of processor time in which the game's net judges such a view: points so far, observation, and the net itself. */
bool bil_measure_net(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error);

/* Iterations of two threads against one, by the wall clock. */
bool bil_measure_search_threads(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error);

#endif
