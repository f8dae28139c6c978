/* The bot that searches: information-set Monte Carlo tree search (tree.h) on one or more threads, within a time or a number of
 * iterations.
 *
 * Each thread grows a tree of its own; what they found is added up at the root (root parallelization: Chaslot, Winands, van den
 * Herik, 2008). Nodes lie in an arena that is taken from a small store before the search and given back after it: nothing is
 * allocated while searching, and the memory is bounded by nodes times threads. It knows no particular game, and it sees a view,
 * never a state. */
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/bots.h"
#include "bots/policy.h"
#include "bots/tree.h"

/* ------------------------------------------------------------------ a tree kept from one decision to the next */

enum { KEPT_NODES = 32768 }; /* the most moves that are kept, a MiB */

/* What hangs below the move that was chosen, packed tightly, and the way in it to where the game is now: of what happened only what
 * the seat may know. Node 0 is the chosen move, and what hangs below it is what came after. */
struct kept {
    uint32_t count;
    struct bil_node node[];
};

/* The node of a move below another; 0: none. */
static uint32_t below(const struct bil_node *node, uint32_t at, bil_move move)
{
    uint32_t n = node[at].child;
    while (n && node[n].move != move) {
        n = node[n].next;
    }
    return n;
}

/* The kept node of the situation now, from which *nodes lead on; 0 and NULL if nothing was kept that fits. */
static uint32_t find_kept_tree(const struct bil_kept_tree *keep, const struct bil_node **nodes)
{
    const struct kept *kept = keep->kept;
    uint32_t at = 0;
    *nodes = NULL;
    if (!kept || keep->made_count == 0 || keep->made[0].move != kept->node[0].move) {
        return 0;
    }
    for (int i = 1; i < keep->made_count; i++) {
        if (!keep->made[i].known) {
            return 0;
        }
        const uint32_t next = below(kept->node, at, keep->made[i].move);
        at = next ? next : at; /* a move that was the only one in every world has no node */
    }
    *nodes = kept->node[at].child ? kept->node : NULL;
    return at;
}

uint32_t bil_kept_tree_copy(const struct bil_node *from, uint32_t at, struct bil_node *to, uint32_t room)
{
    uint32_t used = 1;
    to[0] = from[at];
    to[0].next = 0;
    for (uint32_t i = 0; i < used; i++) { /* until then a node's child is that of the old tree */
        uint32_t count = 0;
        uint32_t n = to[i].child;
        for (uint32_t old = n; old; old = from[old].next) {
            count++;
        }
        if (count == 0 || used + count > room) { /* all moves of a node or none */
            to[i].child = 0;
            continue;
        }
        to[i].child = used;
        for (; n; n = from[n].next) {
            to[used] = from[n];
            to[used].next = from[n].next ? used + 1 : 0;
            used++;
        }
    }
    return used;
}

static void free_kept(void *kept)
{
    free(kept);
}

static void forget_kept_tree(struct bil_kept_tree *keep)
{
    if (keep->kept) {
        keep->forget(keep->kept);
    }
    keep->kept = NULL;
    keep->forget = NULL;
}

/* Forgets what was kept and keeps what hangs below `move`, the chosen one. Nothing, if there is no memory for it. Asks for memory,
 * so never while a search runs. */
static void keep_tree(struct bil_kept_tree *keep, const struct bil_tree *tree, bil_move move)
{
    const uint32_t at = below(tree->node, 0, move);
    const uint32_t room = tree->used < KEPT_NODES ? tree->used : KEPT_NODES;
    forget_kept_tree(keep);
    struct kept *kept = at ? malloc(sizeof *kept + room * sizeof kept->node[0]) : NULL;
    if (!kept) {
        return;
    }
    kept->count = bil_kept_tree_copy(tree->node, at, kept->node, room);
    struct kept *tight = realloc(kept, sizeof *kept + kept->count * sizeof kept->node[0]);
    keep->kept = tight ? tight : kept;
    keep->forget = free_kept;
}

enum param {
    MS,
    ITERATIONS,
    THREADS,
    NODES,
    EXPLORE,
    BIAS,
    TEMPERATURE,
    GUIDE,
    NOISE,
    DEPTH,
    MIX,
    TEACH,
    WIDE,
    GAIN,
    CPU,
    KEEP,
    HABIT,
    NET,
    BELIEF
};
static const double USUAL_MS = 200, USUAL_GAIN = 0.0001, MOST_TEACHING = 0.9;
static const double ALIKE = 0.003; /* of a reward, which goes from 0 to 1 */
enum { THREADS_MAX = 64, ALL = 1000000000 };

const struct bil_bot_param bil_search_params[] = {
    [MS] = {"ms", 0, 0, 3600000,
            BIL_SETTING_TEXT("milliseconds for a decision; 0: only the iterations count (200, if those are 0 too)")},
    [ITERATIONS] = {"iterations", 0, 0, ALL,
                    BIL_SETTING_TEXT("iterations for a decision, of all threads together, and as many more as the last round "
                                     "needs; 0: only the time counts")},
    [THREADS] = {"threads", 1, 1, THREADS_MAX,
                 BIL_SETTING_TEXT("threads, each with a tree of its own (root parallelization: Chaslot et al. 2008)")},
    [NODES] = {"nodes", 262144, 1024, 67108864,
               BIL_SETTING_TEXT(
                   "room for moves in each thread's tree, 32 bytes each, so 8 MiB as it comes; a full tree grows no further")},
    [EXPLORE] = {"explore", 0.2, 0, 10,
                 BIL_SETTING_TEXT("weight of the exploration term (UCB1: Auer et al. 2002; by availability: Cowling et al. 2012)")},
    [BIAS] = {"bias", 2, 0, 100,
              BIL_SETTING_TEXT("weight of the advice at a move that was seldom tried (progressive bias: Chaslot et al. 2008)")},
    [TEMPERATURE] = {"temperature", 1, 0.01, 100,
                     BIL_SETTING_TEXT("how many clear differences in advice make a move e times less favoured")},
    [GUIDE] = {"guide", ALL, 0, ALL, BIL_SETTING_TEXT("decisions of a playout that follow the advice; then it goes on at random")},
    [NOISE] =
        {"noise", -1, -1, 1,
         BIL_SETTING_TEXT(
             "part of the guided decisions that are random all the same (epsilon-greedy); -1: as the game says, usually 0.1")},
    [DEPTH] = {"depth", -1, -1, ALL,
               BIL_SETTING_TEXT(
                   "decisions after which a playout stops and is judged; 0: played to the end; -1: as the game says, or its net")},
    [MIX] = {"mix", 0.2, 0, 1,
             BIL_SETTING_TEXT("part of a reward that is for the place; the rest is for points ahead of the others' mean")},
    [TEACH] = {"teach", 0, 0, 1,
               BIL_SETTING_TEXT("part of the iterations that teach the opponents' nodes, with worlds from their views (after "
                                "Goodman 2019), at most 0.9; 0: opponents never learn, they follow the advice; 1: all seats learn "
                                "in every iteration, opponents from the searcher's own worlds (max^n: Sturtevant 2008)")},
    [WIDE] = {"wide", 16, 2, BIL_MAX_MOVES, BIL_SETTING_TEXT("how many moves are tried at all: the best by advice")},
    [GAIN] = {"gain", -1, -1, 1,
              BIL_SETTING_TEXT("a move is dropped once the rest of the budget can be expected to gain less than this part of a "
                               "reward by it, and with the last but one the search ends (value of computation: Hay et al. 2012); "
                               "0: never; -1: 0.0001 where only the time counts, else 0")},
    [CPU] = {"cpu", 0, 0, 1,
             BIL_SETTING_TEXT("1: of the time only what a processor spends on the thread counts, so that a busy machine changes "
                              "nothing; 0: all that passes")},
    [KEEP] = {"keep", 0, 0, 1,
              BIL_SETTING_TEXT("1: what was found out below the move that was made is kept for the seat's next decision, where "
                               "whoever asks offers that (1 MiB for each seat at most); 0: each decision begins anew")},
    [HABIT] = {"habit", -1, -1, 100,
               BIL_SETTING_TEXT("weight of what earlier playouts found out about a move, beside the advice in playouts: that many "
                                "clear differences for a twentieth of a reward (move averages: Finnsson and Bjornsson 2008); -1: 1 "
                                "where the game says that it helps and a playout is judged at its end alone or by a net, else 0")},
    [NET] = {"net", 0, 0, 1,
             BIL_SETTING_TEXT(
                 "1: where a playout stops, a net says how the game will end, if there is one for the game (docs/bots.md)")},
    [BELIEF] = {"belief", 1, 0, 1,
                BIL_SETTING_TEXT("1: what others hold is as likely as players of the game hold it; 0: every world that fits what "
                                 "is seen is as likely")},
    {NULL, 0, 0, 0, NULL},
};
static_assert(MS == (int)BIL_SEARCH_MS && NET == (int)BIL_SEARCH_NET, "the levels set what they mean to");
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
static struct bil_search_memory memory;

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
        const size_t size = sizeof *arena + (size_t)room * sizeof arena->node[0];
        arena = malloc(size);
        if (arena) {
            arena->room = room;
            pthread_mutex_lock(&store_lock);
            memory.arenas++;
            memory.bytes += size;
            pthread_mutex_unlock(&store_lock);
        }
    }
    return arena;
}

static void give_back(struct arena *arena)
{
    pthread_mutex_lock(&store_lock);
    arena->next = store;
    store = arena;
    memory.nodes = arena->tree.used > memory.nodes ? arena->tree.used : memory.nodes;
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
    memory = (struct bil_search_memory){0};
    pthread_mutex_unlock(&store_lock);
}

struct bil_search_memory bil_search_memory_now(void)
{
    pthread_mutex_lock(&store_lock);
    const struct bil_search_memory now = memory;
    pthread_mutex_unlock(&store_lock);
    return now;
}

/* ------------------------------------------------------------------ one thread */

struct job {
    struct arena *arena;
    const struct bil_ask *ask;
    uint64_t iterations; /* 0: until the time is over */
    double limit;        /* seconds; 0: until the iterations are done */
    clockid_t clock;
    pthread_t thread;
    bool started;
};

static double clock_seconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void *grow_tree(void *context)
{
    struct job *job = context;
    struct bil_tree *tree = &job->arena->tree;
    const double begin = job->limit > 0 ? clock_seconds(job->clock) : 0;
    double spent = 0;
    while (spent < 1 && bil_tree_round(tree, spent)) {
        const double of_iterations = job->iterations > 0 ? (double)tree->iterations / (double)job->iterations : 0;
        const double of_time = job->limit > 0 ? (clock_seconds(job->clock) - begin) / job->limit : 0;
        spent = of_iterations > of_time ? of_iterations : of_time;
        spent = job->ask->enough && job->ask->enough(job->ask->asker) ? 1 : spent;
    }
    return NULL;
}

/* ------------------------------------------------------------------ what was found */

struct finding {
    int index;
    bool lasted; /* it was tried about as often as any */
    uint64_t visits;
    double value;                                        /* sum, by visits */
    double points[BIL_MAX_SEATS], places[BIL_MAX_SEATS]; /* sums */
    double length;                                       /* the same */
};

/* The best first: of the moves that were tried to the end the one with the best value, then the others by how long they lasted. */
static int compare_findings(const void *a_, const void *b_)
{
    const struct finding *a = a_;
    const struct finding *b = b_;
    if (a->lasted != b->lasted) {
        return a->lasted ? -1 : 1;
    }
    if (!a->lasted && a->visits != b->visits) {
        return a->visits > b->visits ? -1 : 1;
    }
    if (a->lasted && (a->value > b->value || a->value < b->value)) {
        return a->value > b->value ? -1 : 1;
    }
    return a->index - b->index;
}

/* Makes means of the sums and puts the moves in order. */
static void rank_findings(struct finding *finding, int count)
{
    uint64_t most = 0;
    for (int i = 0; i < count; i++) {
        most = finding[i].visits > most ? finding[i].visits : most;
    }
    for (int i = 0; i < count; i++) {
        finding[i].lasted = 4 * finding[i].visits >= 3 * most;
        finding[i].value = finding[i].visits > 0 ? finding[i].value / (double)finding[i].visits : 0;
    }
    qsort(finding, (size_t)count, sizeof finding[0], compare_findings);
}

/* What was measured as good as equal is decided by who chooses: among the moves whose value is not more than ALIKE below the best
 * and which were tried at least half as often, the one that the person likes best comes first. */
static void prefer(const struct bil_ask *ask, int person, struct finding *finding)
{
    int32_t liking[BIL_MAX_MOVES] = {0};
    int first = 0;
    if (person < 0 || ask->only) {
        return;
    }
    ask->game->persons->lean(ask->rules, ask->view, person, ask->moves, ask->count, liking);
    for (int i = 1; i < ask->count; i++) {
        if (2 * finding[i].visits >= finding[0].visits && finding[i].value >= finding[0].value - ALIKE &&
            liking[finding[i].index] > liking[finding[first].index]) {
            first = i;
        }
    }
    const struct finding liked = finding[first];
    memmove(&finding[1], &finding[0], (size_t)first * sizeof finding[0]);
    finding[0] = liked;
}

static void explain_findings(const struct bil_ask *ask, const struct finding *finding, uint64_t iterations,
                             const struct bil_search_style *style)
{
    struct bil_reasons *reasons = ask->reasons;
    memset(reasons, 0, sizeof *reasons);
    reasons->iterations = iterations;
    if (style->net) { /* then these are expected */
        snprintf(reasons->words, sizeof reasons->words,
                 "It looks about %d decisions ahead, and a net that has learned judges how it ends from there.", style->depth);
    } else if (style->depth > 0) { /* then these are no final points */
        snprintf(reasons->words, sizeof reasons->words, "It looks about %d decisions ahead.", style->depth);
    }
    for (int i = 0; i < ask->count && i < BIL_REASONS && finding[i].visits > 0; i++) {
        struct bil_reason *reason = &reasons->item[reasons->count++];
        const double visits = (double)finding[i].visits;
        reason->move = ask->moves[finding[i].index];
        reason->visits = (uint32_t)finding[i].visits;
        reason->length = style->depth == 0 ? finding[i].length / visits : 0; /* nobody knows it before the end */
        for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
            reason->points[seat] = finding[i].points[seat] / visits;
            reason->place[seat] = finding[i].places[seat] / visits;
        }
    }
}

/* ------------------------------------------------------------------ the bot */

bool bil_search_asks_net(const struct bil_bot *bot)
{
    return bot->params == bil_search_params && bot->param[NET] > 0;
}

bil_move bil_choose_search(const struct bil_bot *bot, const struct bil_ask *ask)
{
    const double *param = bot->param;
    if (ask->reasons) {
        ask->reasons->count = 0;
        ask->reasons->iterations = 0;
    }
    struct bil_kept_tree *keep = param[KEEP] > 0 ? ask->keep : NULL;
    if (ask->count == 1) {
        if (keep) {
            forget_kept_tree(keep);
        }
        return ask->moves[0];
    }
    const struct bil_value_net *net = param[NET] > 0 ? bil_value_net_of(ask->game) : NULL;
    const int usual = net ? net->lead : ask->game->foresight;
    const int depth = param[DEPTH] < 0 ? usual : (int)param[DEPTH];
    const struct bil_search_style style = {.explore = param[EXPLORE],
                                           .bias = param[BIAS],
                                           .temperature = param[TEMPERATURE],
                                           .noise = param[NOISE] >= 0 ? param[NOISE] : bil_policy_chance(ask->game),
                                           .mix = param[MIX],
                                           .teach = fmin(param[TEACH], MOST_TEACHING),
                                           .together = param[TEACH] >= 1,
                                           .gain = param[GAIN] >= 0        ? param[GAIN]
                                                   : param[ITERATIONS] > 0 ? 0
                                                                           : USUAL_GAIN,
                                           .habit =
                                               param[HABIT] >= 0 ? param[HABIT] : (usual == 0 && ask->game->playout_habit) || net,
                                           .guide = (int)param[GUIDE],
                                           .wide = (int)param[WIDE],
                                           .depth = depth,
                                           .net = net,
                                           .believe = param[BELIEF] > 0,
                                           .person = bil_person_find(ask->game, bot->person)};
    const uint64_t iterations = (uint64_t)param[ITERATIONS];
    const double limit = param[MS] > 0 || iterations > 0 ? param[MS] : USUAL_MS;
    struct job job[THREADS_MAX] = {{.arena = NULL}};
    int threads = (int)param[THREADS];
    uint8_t seed[BIL_SEED_BYTES];
    bil_random_bytes(ask->random, seed, sizeof seed);
    const struct bil_node *old = NULL;
    const uint32_t here = keep ? find_kept_tree(keep, &old) : 0;
    for (int t = 0; t < threads; t++) {
        struct arena *arena = take_arena((uint32_t)param[NODES]);
        if (!arena) { /* with less memory, fewer threads */
            threads = t;
            break;
        }
        bil_tree_begin(&arena->tree, ask, &style, seed, (uint32_t)t, arena->node, arena->room);
        if (old) {
            arena->tree.used = bil_kept_tree_copy(old, here, arena->node, arena->room);
        }
        job[t] = (struct job){
            .arena = arena, .ask = ask, .limit = 1e-3 * limit, .clock = param[CPU] > 0 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC};
        job[t].iterations = iterations ? (iterations + (uint64_t)t) / (uint64_t)threads : 0;
    }
    if (threads < 1) {
        return bil_choose_greedy(bot, ask);
    }
    for (int t = 1; t < threads; t++) {
        job[t].started = pthread_create(&job[t].thread, NULL, grow_tree, &job[t]) == 0;
    }
    grow_tree(&job[0]);
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
            finding[i].value += bil_tree_value(tree, i) * tree->visits[i];
            finding[i].length += tree->length[i];
            for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
                finding[i].points[seat] += tree->points[i][seat];
                finding[i].places[seat] += tree->places[i][seat];
            }
        }
    }
    rank_findings(finding, ask->count);
    prefer(ask, style.person, finding);
    if (keep) {
        keep_tree(keep, &job[0].arena->tree, ask->moves[finding[0].index]);
    }
    for (int t = 0; t < threads; t++) {
        give_back(job[t].arena);
    }
    if (ask->reasons) {
        explain_findings(ask, finding, done, &style);
    }
    return ask->moves[finding[0].index];
}
