/* The bot that searches: information-set Monte Carlo tree search (tree.h) on one or more threads, within a time or a number of
 * iterations.
 *
 * Each thread grows a tree of its own; what they found is added up at the root (root parallelization: Chaslot, Winands, van den
 * Herik, 2008). Nodes lie in an arena that is taken from a small store before the search and given back after it: nothing is
 * allocated while searching, and the memory is bounded by nodes times threads. It knows no particular game, and it sees a view,
 * never a state. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/bots.h"
#include "bots/tree.h"

enum param { MS, ITERATIONS, THREADS, NODES, EXPLORE, BIAS, TEMPERATURE, GUIDE, NOISE, DEPTH, MIX, TEACH };
enum { THREADS_MAX = 64, ALL = 1000000000, USUAL_MS = 200 };

const struct bil_bot_param bil_search_params[] = {
    [MS] = {"ms", 0, 0, 3600000, "milliseconds for a decision; 0: only the iterations count (200, if those are 0 too)"},
    [ITERATIONS] = {"iterations", 0, 0, ALL, "iterations for a decision, of all threads together; 0: only the time counts"},
    [THREADS] = {"threads", 1, 1, THREADS_MAX, "threads, each with a tree of its own (root parallelization: Chaslot et al. 2008)"},
    [NODES] = {"nodes", 262144, 1024, 67108864,
               "room for moves in each thread's tree, 32 bytes each; a full tree grows no further"},
    [EXPLORE] = {"explore", 0.35, 0, 10,
                 "weight of the exploration term (UCB1: Auer et al. 2002; by availability: Cowling et al. 2012)"},
    [BIAS] = {"bias", 0.6, 0, 100, "weight of the advice at a move that was seldom tried (progressive bias: Chaslot et al. 2008)"},
    [TEMPERATURE] = {"temperature", 1, 0.01, 100, "how many clear differences in advice make a move e times less favoured"},
    [GUIDE] = {"guide", 24, 0, ALL, "decisions of a playout that follow the advice; then it goes on at random"},
    [NOISE] = {"noise", 0.1, 0, 1, "part of the guided decisions that are random all the same (epsilon-greedy)"},
    [DEPTH] = {"depth", 0, 0, ALL, "decisions after which a playout stops and is judged as it stands; 0: played to the end"},
    [MIX] = {"mix", 0.5, 0, 1, "part of a reward that is for the place; the rest is for points ahead of the others' mean"},
    [TEACH] = {"teach", 0.25, 0, 0.9,
               "part of the iterations that teach the opponents' nodes, with worlds from their views (after "
               "Goodman 2019); 0: all learn together"},
    {NULL, 0, 0, 0, NULL},
};
static_assert(sizeof bil_search_params / sizeof bil_search_params[0] <= BIL_BOT_PARAMS + 1, "a bot has room for its settings");

/* ------------------------------------------------------------------ the store of arenas */

/* What one thread needs for a search. Free ones are kept for the next search, as many as were ever needed at once. */
struct arena {
    struct arena *next;
    struct bil_tree tree;
    uint32_t room;
    struct bil_node node[];
};
static pthread_mutex_t store_lock = PTHREAD_MUTEX_INITIALIZER;
static struct arena *store;

static struct arena *take_arena(uint32_t room)
{
    pthread_mutex_lock(&store_lock);
    struct arena **at = &store;
    while (*at && (*at)->room != room) {
        at = &(*at)->next;
    }
    struct arena *arena = *at;
    if (arena) {
        *at = arena->next;
    }
    pthread_mutex_unlock(&store_lock);
    if (!arena) {
        arena = malloc(sizeof *arena + (size_t)room * sizeof arena->node[0]);
        if (arena) {
            arena->room = room;
        }
    }
    return arena;
}

static void give_back(struct arena *arena)
{
    pthread_mutex_lock(&store_lock);
    arena->next = store;
    store = arena;
    pthread_mutex_unlock(&store_lock);
}

void bil_search_forget(void)
{
    pthread_mutex_lock(&store_lock);
    while (store) {
        struct arena *arena = store;
        store = arena->next;
        free(arena);
    }
    pthread_mutex_unlock(&store_lock);
}

/* ------------------------------------------------------------------ one thread */

struct job {
    struct arena *arena;
    uint64_t iterations; /* 0: until the time is over */
    double until;        /* 0: until the iterations are done */
    pthread_t thread;
    bool started;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void *work(void *context)
{
    enum { LOOK_AT_CLOCK = 8 };
    struct job *job = context;
    struct bil_tree *tree = &job->arena->tree;
    while (job->iterations == 0 || tree->iterations < job->iterations) {
        bil_tree_iterate(tree);
        if (job->until > 0 && tree->iterations % LOOK_AT_CLOCK == 0 && now() >= job->until) {
            break;
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ what was found */

struct finding {
    int index;
    uint64_t visits;
    double points[BIL_MAX_SEATS], places[BIL_MAX_SEATS]; /* sums */
};

/* Better first: tried more often, then by the place expected for oneself, then as the moves are listed. */
static int compare(const void *a_, const void *b_)
{
    const struct finding *a = a_;
    const struct finding *b = b_;
    if (a->visits != b->visits) {
        return a->visits > b->visits ? -1 : 1;
    }
    return a->index - b->index;
}

static void tell(const struct bil_ask *ask, const struct finding *finding, uint64_t iterations)
{
    struct bil_reasons *reasons = ask->reasons;
    memset(reasons, 0, sizeof *reasons);
    reasons->iterations = iterations;
    for (int i = 0; i < ask->count && i < BIL_REASONS && finding[i].visits > 0; i++) {
        struct bil_reason *reason = &reasons->item[reasons->count++];
        const double visits = (double)finding[i].visits;
        reason->move = ask->moves[finding[i].index];
        reason->visits = (uint32_t)finding[i].visits;
        for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
            reason->points[seat] = finding[i].points[seat] / visits;
            reason->place[seat] = finding[i].places[seat] / visits;
        }
    }
}

/* ------------------------------------------------------------------ the bot */

bil_move bil_choose_search(const struct bil_bot *bot, const struct bil_ask *ask)
{
    const double *param = bot->param;
    if (ask->reasons) {
        ask->reasons->count = 0;
        ask->reasons->iterations = 0;
    }
    if (ask->count == 1) {
        return ask->moves[0];
    }
    const struct bil_search_style style = {.explore = param[EXPLORE],
                                           .bias = param[BIAS],
                                           .temperature = param[TEMPERATURE],
                                           .noise = param[NOISE],
                                           .mix = param[MIX],
                                           .teach = param[TEACH],
                                           .guide = (int)param[GUIDE],
                                           .depth = (int)param[DEPTH]};
    const uint64_t iterations = (uint64_t)param[ITERATIONS];
    const double limit = param[MS] > 0 || iterations > 0 ? param[MS] : USUAL_MS;
    const double until = limit > 0 ? now() + 1e-3 * limit : 0;
    struct job job[THREADS_MAX];
    int threads = (int)param[THREADS];
    uint8_t seed[BIL_SEED_BYTES];
    bil_random_bytes(ask->random, seed, sizeof seed);
    for (int t = 0; t < threads; t++) {
        struct bil_random random;
        struct arena *arena = take_arena((uint32_t)param[NODES]);
        if (!arena) { /* with less memory, fewer threads */
            threads = t;
            break;
        }
        bil_random_stream(&random, seed, (uint32_t)t, 0);
        bil_tree_begin(&arena->tree, ask, &style, &random, arena->node, arena->room);
        job[t] = (struct job){.arena = arena, .until = until};
        job[t].iterations = iterations ? (iterations + (uint64_t)t) / (uint64_t)threads : 0;
    }
    if (threads == 0) {
        return bil_choose_greedy(bot, ask);
    }
    for (int t = 1; t < threads; t++) {
        job[t].started = pthread_create(&job[t].thread, NULL, work, &job[t]) == 0;
    }
    work(&job[0]);
    struct finding finding[BIL_MAX_MOVES];
    memset(finding, 0, (size_t)ask->count * sizeof finding[0]);
    uint64_t done = 0;
    for (int t = 0; t < threads; t++) {
        if (t > 0 && job[t].started) {
            pthread_join(job[t].thread, NULL);
        }
        const struct bil_tree *tree = &job[t].arena->tree;
        done += tree->iterations;
        for (int i = 0; i < ask->count; i++) {
            finding[i].index = i;
            finding[i].visits += tree->visits[i];
            for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
                finding[i].points[seat] += tree->points[i][seat];
                finding[i].places[seat] += tree->places[i][seat];
            }
        }
        give_back(job[t].arena);
    }
    qsort(finding, (size_t)ask->count, sizeof finding[0], compare);
    if (ask->reasons) {
        tell(ask, finding, done);
    }
    return ask->moves[finding[0].index];
}
