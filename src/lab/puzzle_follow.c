/* Plays on from every move of a puzzle and counts what happens (puzzle_follow.h). Must never show more than the view, nor tell of
 * what the moves themselves are: only of what comes of them. */
#include "lab/puzzle_follow.h"

#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

enum {
    CHOICES = 30,      /* open choices that a game is played on for */
    LEAST = 25,        /* games by which two moves differ in what is worth telling */
    LATER = 3,         /* the choices that make something come so much later that it must differ by one game more */
    TOGETHER = 3,      /* what happens in as many games, or fewer apart, is one matter */
    STREAM_FOLLOW = 11 /* of the seed */
};

/* A sentence, and in how many games it was true, by move. */
struct sentence {
    uint64_t hash;
    char *text;
    bool own;    /* it tells of the move itself */
    int heard;   /* the last game in which it was, from 1 */
    int applied; /* the last move in which it was, as `following` counts them */
    int later;   /* choices before it, summed over the games */
    int games;   /* in which it was heard, of all moves */
    int hits[BIL_PUZZLE_MOVES];
};

struct following {
    const struct bil_puzzle_ask *ask;
    struct sentence *sentence;
    int count, room;
    int move, game; /* that are played on: an index, and a number from 1 */
    int choices;    /* made since the move */
    int applied;    /* moves, in all games */
    struct bil_text text;
};

static void hear(void *context, const struct bil_event *event)
{
    struct following *following = context;
    const struct bil_puzzle_ask *ask = following->ask;
    if (event->kind >= 64 || !(ask->game->consequences >> event->kind & 1)) {
        return;
    }
    bil_text_clear(&following->text);
    ask->game->event_text(ask->rules, event, ask->seat, &following->text);
    if (following->text.length == 0) {
        return;
    }
    const char *text = bil_text_string(&following->text);
    const uint64_t hash = bil_fnv(BIL_FNV, text, following->text.length);
    int i = 0;
    while (i < following->count && following->sentence[i].hash != hash) {
        i++;
    }
    if (i == following->count) {
        if (following->count == following->room) {
            following->room = 2 * following->room + 64;
            following->sentence = bil_memory_grow(following->sentence, (size_t)following->room, sizeof *following->sentence);
        }
        following->sentence[following->count++] =
            (struct sentence){.hash = hash, .text = bil_memory_text(text, following->text.length)};
    }
    struct sentence *sentence = &following->sentence[i];
    sentence->applied = following->applied;
    if (sentence->heard != following->game) {
        sentence->heard = following->game;
        sentence->hits[following->move]++;
        sentence->later += following->choices;
        sentence->games++;
    }
}

/* What `greedy` does: the first move with the best advice. */
static bil_move advised(const struct bil_puzzle_ask *ask, const void *state, int seat, const bil_move *move, int count)
{
    _Alignas(64) uint8_t view[BIL_MAX_STATE];
    int32_t advice[BIL_MAX_MOVES];
    int best = 0;
    ask->game->hide(ask->rules, state, seat, view);
    ask->game->advise(ask->rules, view, move, count, advice);
    for (int i = 1; i < count; i++) {
        best = advice[i] > advice[best] ? i : best;
    }
    return move[best];
}

/* What was heard of the last move is no consequence. */
static void disown(struct following *following)
{
    for (int i = 0; i < following->count; i++) {
        following->sentence[i].own |= following->sentence[i].applied == following->applied;
    }
}

/* One world, from one move on. What happens until somebody does more than pass is the move itself; but for an end of the game. */
static void play_on(struct following *following, struct bil_random *random, void *state)
{
    const struct bil_puzzle_ask *ask = following->ask;
    const struct bil_listener listener = {hear, following};
    bil_move next = ask->move[following->move];
    bool own = true;
    following->choices = 0;
    while (following->choices <= CHOICES) {
        bil_move move[BIL_MAX_MOVES];
        following->applied++;
        ask->game->apply(ask->rules, state, next, random, &listener);
        const int seat = ask->game->actor(ask->rules, state);
        if (seat == BIL_OVER) {
            return;
        }
        if (own) {
            disown(following);
        }
        const int count = ask->game->moves(ask->rules, state, move);
        next = count > 1 ? advised(ask, state, seat, move, count) : move[0];
        following->choices += count > 1;
        own = own && (next == ask->game->pass || count == 1);
    }
}

/* How clearly a sentence sets a move apart from the best one: games, less for what comes late. */
static int clearness(const struct sentence *sentence, int best, int move)
{
    const int apart = abs(sentence->hits[best] - sentence->hits[move]);
    return sentence->own || apart < LEAST ? 0 : apart - sentence->later / (LATER * sentence->games);
}

/* Whether it is one matter with what is told already. */
static bool is_told(const struct bil_puzzle_follows *follows, const struct sentence *sentence, int best, int move)
{
    for (int i = 0; i < follows->count; i++) {
        if (abs(follows->item[i].best - sentence->hits[best]) <= TOGETHER &&
            abs(follows->item[i].here - sentence->hits[move]) <= TOGETHER) {
            return true;
        }
    }
    return false;
}

static void tell(const struct following *following, int best, int move, struct bil_puzzle_follows *follows)
{
    while (follows->count < BIL_PUZZLE_FOLLOWS) {
        const struct sentence *clearest = NULL;
        for (int i = 0; i < following->count; i++) {
            const struct sentence *sentence = &following->sentence[i];
            if (clearness(sentence, best, move) > (clearest ? clearness(clearest, best, move) : 0) &&
                !is_told(follows, sentence, best, move)) {
                clearest = sentence;
            }
        }
        if (!clearest) {
            return;
        }
        follows->item[follows->count++] =
            (struct bil_puzzle_follow){.text = bil_memory_text(clearest->text, strlen(clearest->text)),
                                       .best = clearest->hits[best],
                                       .here = clearest->hits[move]};
    }
}

void bil_puzzle_follow(const struct bil_puzzle_ask *ask, const uint8_t seed[BIL_SEED_BYTES], int best,
                       struct bil_puzzle_follows follows[BIL_PUZZLE_MOVES])
{
    struct following following = {.ask = ask};
    memset(follows, 0, BIL_PUZZLE_MOVES * sizeof *follows);
    for (following.move = 0; following.move < ask->count; following.move++) {
        for (uint32_t i = 0; i < BIL_PUZZLE_GAMES; i++) {
            _Alignas(64) uint8_t state[BIL_MAX_STATE];
            struct bil_random random;
            bil_random_stream(&random, seed, STREAM_FOLLOW, i); /* the same worlds for every move */
            ask->game->deal(ask->rules, ask->view, &random, state);
            following.game++;
            play_on(&following, &random, state);
        }
    }
    for (int move = 0; move < ask->count; move++) {
        if (move != best) {
            tell(&following, best, move, &follows[move]);
        }
    }
    for (int i = 0; i < following.count; i++) {
        free(following.sentence[i].text);
    }
    free(following.sentence);
    bil_text_free(&following.text);
}

void bil_puzzle_follow_free(struct bil_puzzle_follows follows[BIL_PUZZLE_MOVES])
{
    for (int move = 0; move < BIL_PUZZLE_MOVES; move++) {
        for (int i = 0; i < follows[move].count; i++) {
            free(follows[move].item[i].text);
        }
    }
}
