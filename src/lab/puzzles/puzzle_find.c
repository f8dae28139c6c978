/* Finds puzzles in games of bots, in the order of the games, whichever thread played them (puzzle.h). Must never take a position
 * whose claim was not found again by searches that share no chance with those that found it. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "lab/puzzles/puzzle.h"
#include "lab/simulation/bot_game.h"
#include "lab/simulation/thread_pool.h"
#include "table/bots/bot_seats.h"
#include "table/memory.h"

enum {
    FEWEST = 3,     /* moves of a position that is worth a thought */
    GLANCES = 24,   /* positions of a game that are looked at more closely */
    SORTS = 256,    /* of moves, or of reasons, that are told apart */
    STREAM_PICK = 7 /* of a game's seed */
};

/* The players: as good as persons who do not think long, and not always the best, or no game would leave the beaten path. */
static const char players[] = "medium";

/* What a game came to. */
struct slot {
    bool done;
    char *line;         /* NULL: no puzzle in it */
    uint64_t kind, why; /* hashes of the word that its move begins with, and of the reason */
};

/* How many there were of each sort. */
struct tally {
    uint64_t sort[SORTS];
    int had[SORTS];
    int count;
};

struct finder {
    const struct bil_puzzle_search *search;
    struct slot *slot;
    int room;     /* in `slot` */
    int next;     /* game that nobody has begun */
    int settled;  /* games before this one are all done and counted */
    int accepted; /* puzzles of these */
    struct tally kinds, whys;
    bool broken;
    struct bil_error error;
    pthread_mutex_t lock;
};

/* ------------------------------------------------------------------ one game */

/* The open choices of a game whose advised move need not be the best, picked at random as they come. */
struct picks {
    const struct bil_game *game;
    const void *rules;
    struct bil_random random;
    int seen;
    int count;
    _Alignas(64) uint8_t state[GLANCES][BIL_MAX_STATE];
};

static void note_state(void *context, const void *state, bool chose)
{
    struct picks *picks = context;
    bil_move move[BIL_MAX_MOVES];
    (void)chose;
    if (picks->game->actor(picks->rules, state) == BIL_OVER) {
        return;
    }
    const int count = picks->game->moves(picks->rules, state, move);
    if (count < FEWEST || count > BIL_PUZZLE_MOVES) {
        return;
    }
    picks->seen++;
    int at = picks->count;
    if (at == GLANCES) {
        at = (int)bil_random_below(&picks->random, (uint32_t)picks->seen);
    } else {
        picks->count++;
    }
    if (at < GLANCES) {
        memcpy(picks->state[at], state, picks->game->state_size);
    }
}

/* A game from its seed: its first puzzle, if there is one. */
static bool play_game(const struct bil_puzzle_search *search, int number, struct slot *slot, struct bil_error *error)
{
    const struct bil_game *game = search->game;
    const int kinds = game->max_seats - game->min_seats + 1;
    struct bil_config config = search->config;
    struct picks *picks = aligned_alloc(64, (sizeof *picks + 63) / 64 * 64);
    _Alignas(64) uint8_t last[BIL_MAX_STATE];
    void *rules = NULL, *quick = NULL;
    uint64_t decisions = 0;
    if (!picks) {
        return bil_fail(error, "There is not enough memory for another thread.");
    }
    memset(picks, 0, sizeof *picks);
    config.seats = config.seats ? config.seats : game->min_seats + number % kinds;
    if (!bil_rules_new(game, &config, &rules, &quick, error)) {
        free(picks);
        return false;
    }
    struct bil_bot_game play = {.game = game,
                                .rules = rules,
                                .quick = quick,
                                .config = &config,
                                .seats = config.seats,
                                .number = (uint64_t)number,
                                .stop = search->stop,
                                .moved = note_state,
                                .context = picks};
    for (int seat = 0; seat < config.seats; seat++) {
        play.bot[seat] = bil_bot_find(players, NULL);
    }
    bil_bot_game_seed(search->seed, (uint64_t)number, play.seed);
    picks->game = game;
    picks->rules = rules;
    bil_random_stream(&picks->random, play.seed, STREAM_PICK, 0);
    const enum bil_bot_game_end end = bil_bot_game_play(&play, last, &decisions, error);
    for (int i = 0; i < picks->count && end == BIL_BOT_GAME_OVER && !slot->line && !(search->stop && *search->stop); i++) {
        _Alignas(64) uint8_t view[BIL_MAX_STATE];
        struct bil_puzzle_worth worth;
        struct bil_puzzle_reasons reasons;
        int level = 0;
        struct bil_puzzle_ask ask = {.game = game,
                                     .config = &config,
                                     .rules = rules,
                                     .quick = quick,
                                     .view = view,
                                     .seat = game->actor(rules, picks->state[i]),
                                     .seats = config.seats};
        game->hide(rules, picks->state[i], ask.seat, view);
        if (bil_puzzle_moves(&ask) && bil_puzzle_is_one(&ask, play.seed, &worth, &reasons, &level)) {
            struct bil_text line = {0};
            bil_puzzle_line_write(&ask, &worth, &reasons, level, &line, &slot->kind, &slot->why);
            bil_puzzle_reasons_free(&reasons);
            slot->line = line.data;
        }
    }
    free(picks);
    free(rules);
    free(quick);
    return end != BIL_BOT_GAME_BROKEN;
}

/* ------------------------------------------------------------------ all of them */

/* Whether there is room for another one of a sort. */
static bool has_room(struct tally *tally, uint64_t sort, int most)
{
    int i = 0;
    while (i < tally->count && tally->sort[i] != sort) {
        i++;
    }
    if (i == SORTS) {
        return true; /* this many sorts are variety enough */
    }
    if (i == tally->count) {
        tally->sort[tally->count++] = sort;
    }
    return tally->had[i]++ < most;
}

/* No kind of move is more than a quarter of all, no reason more than a twentieth: so there is something of everything. */
static bool is_wanted(struct finder *finder, const struct slot *slot)
{
    const int count = finder->search->count;
    return has_room(&finder->whys, slot->why, count / 20 + 1) && has_room(&finder->kinds, slot->kind, count / 4 + 1);
}

/* Counts the games that are done, in their order. Under the lock. */
static void count_done_games(struct finder *finder)
{
    while (finder->settled < finder->next && finder->slot[finder->settled].done && finder->accepted < finder->search->count) {
        struct slot *slot = &finder->slot[finder->settled++];
        if (slot->line && !is_wanted(finder, slot)) {
            free(slot->line);
            slot->line = NULL;
        }
        finder->accepted += slot->line != NULL;
    }
}

static void search_games(void *context, int worker)
{
    struct finder *finder = context;
    (void)worker;
    pthread_mutex_lock(&finder->lock);
    while (finder->accepted < finder->search->count && !finder->broken && !(finder->search->stop && *finder->search->stop)) {
        const int number = finder->next++;
        struct slot slot = {.done = true};
        struct bil_error error = {{0}};
        if (finder->next > finder->room) {
            finder->room = 2 * finder->next + 64;
            finder->slot = bil_memory_grow(finder->slot, (size_t)finder->room, sizeof *finder->slot);
        }
        finder->slot[number] = (struct slot){.done = false};
        pthread_mutex_unlock(&finder->lock);
        const bool fine = play_game(finder->search, number, &slot, &error);
        pthread_mutex_lock(&finder->lock);
        if (!fine && !finder->broken) {
            finder->broken = true;
            finder->error = error;
        }
        finder->slot[number] = slot;
        count_done_games(finder);
    }
    pthread_mutex_unlock(&finder->lock);
}

static void report_puzzles(void *context)
{
    struct finder *finder = context;
    if (finder->search->progress) {
        pthread_mutex_lock(&finder->lock);
        const uint64_t done = (uint64_t)finder->accepted;
        pthread_mutex_unlock(&finder->lock);
        finder->search->progress(finder->search->context, done);
    }
}

int bil_puzzle_find(const struct bil_puzzle_search *search, struct bil_text *out, struct bil_error *error)
{
    struct finder finder = {.search = search, .lock = PTHREAD_MUTEX_INITIALIZER};
    bil_thread_pool_run(
        &(struct bil_thread_pool){.threads = search->threads, .work = search_games, .tell = report_puzzles, .context = &finder});
    for (int i = 0; i < finder.next; i++) {
        if (finder.slot[i].line && i < finder.settled && !finder.broken) {
            bil_text_add(out, finder.slot[i].line);
        }
        free(finder.slot[i].line);
    }
    free(finder.slot);
    if (finder.broken) {
        *error = finder.error;
        return -1;
    }
    return finder.accepted;
}
