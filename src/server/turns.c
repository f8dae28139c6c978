/* Two lists, what waits and what runs, and a book of those for whom is worked. turns.h says what is promised.
 *
 * Must never depend on the order of a hash, or on anything but ranks, payers, times and the order in which things came: tests say
 * who is next. */
#include "server/turns.h"

#include <math.h>
#include <stdlib.h>

#include "table/memory.h"

enum { MINUTE = 60 * 1000, HALF = 2 * MINUTE, BUCKETS = 1024, BOOK = 4096 };
static const double nothing = 1.0; /* a millisecond */
static const double half_life =
    2.885; /* minutes' worth that are remembered of steady work: HALF in minutes, by the logarithm of 2 */

/* How many others may go before one of a rank that waits. */
static const int patience[BIL_TURN_RANKS] = {0, 4, 8, 16};

/* For whom is worked. `spent` is what he has had lately: it grows with work, and half of it is forgotten every two minutes. */
struct bil_payer {
    uint64_t key;
    double spent;     /* milliseconds of work */
    int64_t at;       /* when that was true */
    int level, holds; /* how many turns wait or run for him */
    struct bil_payer *chain;
};

struct list {
    struct bil_turn *first, *last;
    size_t count;
};

struct bil_turns {
    struct list waiting, running;
    double budget; /* whoever has spent more comes behind all others; 0: nobody */
    size_t most;
    uint64_t numbers;
    int passed[BIL_TURN_RANKS]; /* how often others went before, since it waits */
    struct bil_payer *bucket[BUCKETS];
    size_t payers;
};

struct bil_turns *bil_turns_new(int64_t a_minute, size_t most)
{
    struct bil_turns *turns = bil_memory_zero(1, sizeof *turns);
    turns->budget = half_life * (double)a_minute;
    turns->most = most;
    return turns;
}

/* ------------------------------------------------------------------ lists */

static void link_last(struct list *list, struct bil_turn *turn)
{
    turn->next = NULL;
    turn->before = list->last;
    *(list->last ? &list->last->next : &list->first) = turn;
    list->last = turn;
    list->count++;
}

static void take_out(struct list *list, struct bil_turn *turn)
{
    *(turn->before ? &turn->before->next : &list->first) = turn->next;
    *(turn->next ? &turn->next->before : &list->last) = turn->before;
    turn->next = turn->before = NULL;
    list->count--;
}

/* ------------------------------------------------------------------ the book */

static double spent(struct bil_payer *payer, int64_t now)
{
    if (now > payer->at) {
        payer->spent *= exp2(-(double)(now - payer->at) / HALF);
        payer->at = now;
    }
    return payer->spent;
}

static void charge(struct bil_turn *turn, int64_t cost, int64_t now)
{
    for (int level = 0; level < BIL_TURN_LEVELS; level++) {
        struct bil_payer *payer = turn->of[level];
        const double sum = spent(payer, now) + (double)cost;
        payer->spent = sum > 0 ? sum : 0;
    }
}

static struct bil_payer **place_of(struct bil_turns *turns, int level, uint64_t key)
{
    struct bil_payer **at = &turns->bucket[(key ^ key >> 32 ^ (uint64_t)level) % BUCKETS];
    while (*at && ((*at)->key != key || (*at)->level != level)) {
        at = &(*at)->chain;
    }
    return at;
}

/* Forgets payers for whom nothing waits or runs: those who have nothing against them, or all of them. */
static void forget(struct bil_turns *turns, bool all, int64_t now)
{
    for (int b = 0; b < BUCKETS; b++) {
        struct bil_payer **at = &turns->bucket[b];
        while (*at) {
            struct bil_payer *payer = *at;
            if (payer->holds == 0 && (all || spent(payer, now) < nothing)) {
                *at = payer->chain;
                free(payer);
                turns->payers--;
            } else {
                at = &payer->chain;
            }
        }
    }
}

static void hold_payers(struct bil_turns *turns, struct bil_turn *turn, int64_t now)
{
    if (turns->payers > BOOK) {
        forget(turns, false, now);
    }
    if (turns->payers > BOOK) {
        forget(turns, true, now);
    }
    for (int level = 0; level < BIL_TURN_LEVELS; level++) {
        struct bil_payer **at = place_of(turns, level, turn->whose[level]);
        if (!*at) {
            *at = bil_memory_zero(1, sizeof **at);
            **at = (struct bil_payer){.key = turn->whose[level], .level = level, .at = now};
            turns->payers++;
        }
        turn->of[level] = *at;
        (*at)->holds++;
    }
}

static void let_payers_go(struct bil_turn *turn)
{
    for (int level = 0; level < BIL_TURN_LEVELS; level++) {
        turn->of[level]->holds--;
        turn->of[level] = NULL;
    }
}

/* ------------------------------------------------------------------ ranks */

static uint8_t rank_now(const struct bil_turns *turns, const struct bil_turn *turn, int64_t now)
{
    const bool beyond = turns->budget > 0 && (spent(turn->of[BIL_TURN_ADDRESS], now) > turns->budget ||
                                              spent(turn->of[BIL_TURN_ACCOUNT], now) > turns->budget);
    return beyond ? BIL_TURN_SPENT : turn->rank;
}

void bil_turns_waiting(struct bil_turns *turns, int64_t now, int64_t count[BIL_TURN_RANKS])
{
    for (int rank = 0; rank < BIL_TURN_RANKS; rank++) {
        count[rank] = 0;
    }
    for (struct bil_turn *turn = turns->waiting.first; turn; turn = turn->next) {
        turn->now_rank = rank_now(turns, turn, now);
        count[turn->now_rank]++;
    }
}

/* The best rank that waits, or one that was passed over too often. */
static int choose_rank(struct bil_turns *turns, const int64_t count[BIL_TURN_RANKS])
{
    int chosen = -1;
    for (int rank = 0; rank < BIL_TURN_RANKS; rank++) {
        if (count[rank] == 0) {
            turns->passed[rank] = 0;
        } else if (chosen < 0 || turns->passed[rank] >= patience[rank]) {
            chosen = rank;
        }
    }
    for (int rank = 0; rank < BIL_TURN_RANKS; rank++) {
        turns->passed[rank] += count[rank] > 0;
    }
    turns->passed[chosen] = 0;
    return chosen;
}

/* ------------------------------------------------------------------ who is next, who is last */

/* Whether a turn is of those payers, as far as they are chosen. */
static bool fits(const struct bil_turn *turn, struct bil_payer *const chosen[], int levels)
{
    bool fine = true;
    for (int level = 0; level < levels && fine; level++) {
        fine = turn->of[level] == chosen[level];
    }
    return fine;
}

/* Of those that wait in a rank: level by level the payer who has had least; among equals who came first. */
static struct bil_turn *next_of(const struct bil_turns *turns, int rank, int64_t now)
{
    struct bil_payer *chosen[BIL_TURN_LEVELS] = {NULL};
    struct bil_turn *next = NULL;
    for (int level = 0; level < BIL_TURN_LEVELS; level++) {
        double least = 0;
        next = NULL;
        for (struct bil_turn *turn = turns->waiting.first; turn; turn = turn->next) { /* in the order in which they came */
            if (turn->now_rank == rank && fits(turn, chosen, level)) {
                const double had = spent(turn->of[level], now);
                if (!next || had < least) {
                    next = turn;
                    least = had;
                }
            }
        }
        chosen[level] = next ? next->of[level] : NULL;
    }
    return next;
}

/* Of all that wait the one that is missed least: level by level of the payer for whom most is asked, the last that came. Whoever
 * asks for little is not shut out, whatever others ask for. */
static struct bil_turn *last_of(const struct bil_turns *turns)
{
    struct bil_payer *chosen[BIL_TURN_LEVELS] = {NULL};
    struct bil_turn *last = NULL;
    for (int level = 0; level < BIL_TURN_LEVELS; level++) {
        last = NULL;
        for (struct bil_turn *turn = turns->waiting.first; turn; turn = turn->next) {
            if (fits(turn, chosen, level) && (!last || turn->of[level]->holds >= last->of[level]->holds)) {
                last = turn;
            }
        }
        chosen[level] = last ? last->of[level] : NULL;
    }
    return last;
}

/* ------------------------------------------------------------------ coming and going */

struct bil_turn *bil_turns_put(struct bil_turns *turns, struct bil_turn *turn, int64_t now)
{
    struct bil_turn *out = NULL;
    turn->number = ++turns->numbers;
    turn->runs = turn->cut = false;
    hold_payers(turns, turn, now);
    link_last(&turns->waiting, turn);
    if (turns->waiting.count > turns->most) {
        out = last_of(turns);
        take_out(&turns->waiting, out);
        let_payers_go(out);
    }
    return out;
}

struct bil_turn *bil_turns_take(struct bil_turns *turns, int64_t now)
{
    int64_t count[BIL_TURN_RANKS];
    if (!turns->waiting.first) {
        return NULL;
    }
    bil_turns_waiting(turns, now, count);
    struct bil_turn *turn = next_of(turns, choose_rank(turns, count), now);
    take_out(&turns->waiting, turn);
    link_last(&turns->running, turn);
    turn->runs = true;
    turn->begun = now;
    charge(turn, turn->cost, now); /* now, so that whoever gets several threads at once is behind others at once */
    return turn;
}

void bil_turns_done(struct bil_turns *turns, struct bil_turn *turn, int64_t now)
{
    take_out(&turns->running, turn);
    charge(turn, now - turn->begun - turn->cost, now);
    turn->runs = false;
    let_payers_go(turn);
}

struct bil_turn *bil_turns_any(struct bil_turns *turns)
{
    struct bil_turn *turn = turns->waiting.first;
    if (turn) {
        take_out(&turns->waiting, turn);
        let_payers_go(turn);
    }
    return turn;
}

struct bil_turn *bil_turns_remove(struct bil_turns *turns, enum bil_turn_level level, uint64_t whose)
{
    struct bil_turn *turn = turns->waiting.first;
    while (turn && turn->whose[level] != whose) {
        turn = turn->next;
    }
    if (turn) {
        take_out(&turns->waiting, turn);
        let_payers_go(turn);
    }
    return turn;
}

void bil_turns_rank(struct bil_turns *turns, enum bil_turn_level level, uint64_t whose, enum bil_turn_rank rank)
{
    struct bil_turn *const lists[] = {turns->waiting.first, turns->running.first};
    for (int i = 0; i < 2; i++) {
        for (struct bil_turn *turn = lists[i]; turn; turn = turn->next) {
            turn->rank = turn->whose[level] == whose ? (uint8_t)rank : turn->rank;
        }
    }
}

void bil_turns_running(struct bil_turns *turns, enum bil_turn_level level, uint64_t whose, void (*each)(struct bil_turn *turn))
{
    for (struct bil_turn *turn = turns->running.first; turn; turn = turn->next) {
        if (turn->whose[level] == whose) {
            each(turn);
        }
    }
}

/* ------------------------------------------------------------------ making room */

/* Whether much more was worked for the one than for the other, where they part: tables of one account are equals. In a crowd any
 * more is enough, before what is worked just now. */
static bool leads(const struct bil_turn *turn, const struct bil_turn *other, bool crowd, int64_t now)
{
    for (int level = 0; level < BIL_TURN_TABLE; level++) {
        if (turn->of[level] != other->of[level]) {
            const double had = spent(other->of[level], now);
            return spent(turn->of[level], now) > (crowd ? had + (double)turn->cost : 1.5 * had + BIL_TURN_LEAD);
        }
    }
    return false;
}

struct bil_turn *bil_turns_cut(struct bil_turns *turns, size_t threads, int64_t now)
{
    int64_t count[BIL_TURN_RANKS];
    struct bil_turn *worst = NULL;
    double most = 0;
    size_t room = threads > turns->running.count ? threads - turns->running.count : 0;
    const bool crowd = turns->waiting.count >= BIL_TURN_CROWD * threads;
    int rank = 0;
    bil_turns_waiting(turns, now, count);
    while (rank < BIL_TURN_RANKS && count[rank] == 0) {
        rank++;
    }
    const struct bil_turn *next = rank < BIL_TURN_RANKS ? next_of(turns, rank, now) : NULL;
    for (struct bil_turn *turn = turns->running.first; turn && next; turn = turn->next) {
        turn->now_rank = rank_now(turns, turn, now);
        room += turn->cut;
        if (turn->cut || turn->now_rank < rank || (turn->now_rank == rank && !leads(turn, next, crowd, now))) {
            continue;
        }
        const double had = spent(turn->of[BIL_TURN_NETWORK], now);
        if (!worst || turn->now_rank > worst->now_rank || (turn->now_rank == worst->now_rank && had > most)) {
            worst = turn;
            most = had;
        }
    }
    if (!worst || room >= turns->waiting.count) {
        return NULL;
    }
    worst->cut = true;
    return worst;
}

void bil_turns_free(struct bil_turns *turns)
{
    if (!turns) {
        return;
    }
    for (int b = 0; b < BUCKETS; b++) {
        while (turns->bucket[b]) {
            struct bil_payer *payer = turns->bucket[b];
            turns->bucket[b] = payer->chain;
            free(payer);
        }
    }
    free(turns);
}
