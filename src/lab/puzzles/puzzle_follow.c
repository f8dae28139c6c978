/* Plays on from every move of a puzzle and counts what happens (puzzle.h). Must never show more than the view, nor tell of
 * what the moves themselves are: only of what comes of them. */
#include "lab/puzzles/puzzle.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/notation.h"
#include "table/memory.h"

enum {
    CHOICES = 30,      /* open choices during which one listens; then the game is played to its end */
    LEAST = 25,        /* games by which two moves differ in what is worth telling */
    LATER = 3,         /* the choices that make something come so much later that it must differ by one game more */
    TOGETHER = 3,      /* what happens in as many games, or fewer apart, is one matter */
    FEW = 10,          /* games with it, and without it, that say whether it is good for the seat */
    SPEAKS = 30,       /* games by which what is good after the best move, or bad after the other, goes before the rest */
    ENDS = 20,         /* the same for an end of the game */
    ALWAYS = 90,       /* games */
    STREAM_FOLLOW = 11 /* of the seed */
};
static const double SURE = 2; /* standard errors */

/* A sentence, and in how many games it was true, by move. */
struct sentence {
    uint64_t hash;
    char *text;
    bool own;    /* it tells of the move itself */
    bool ends;   /* with it the game ended */
    int seat;    /* whose act it tells of, or -1 */
    int heard;   /* the last game in which it was, from 1 */
    int applied; /* the last move in which it was, as `following` counts them */
    int later;   /* choices before it, summed over the games */
    int games;   /* in which it was heard, of all moves */
    int hits[BIL_PUZZLE_MOVES];
    double place[BIL_PUZZLE_MOVES]; /* that the puzzle's seat ended in where it was heard: a sum */
};

/* How the games ended that were played on from a move. */
struct ends {
    double sum, squares; /* of places */
};

struct following {
    const struct bil_puzzle_ask *ask;
    struct sentence *sentence;
    int count, room;
    int last;       /* that was heard, or -1 */
    int move, game; /* that are played on: an index, and a number from 1 */
    int choices;    /* made since the move */
    int applied;    /* moves, in all games */
    struct ends ends[BIL_PUZZLE_MOVES];
    char *name[BIL_PUZZLE_MOVES]; /* what a move plays, "Bad Press"; "": no name */
    struct bil_text text;
};

/* ------------------------------------------------------------------ listening */

static int sentence_of(struct following *following, const char *text, size_t length, int seat)
{
    const uint64_t hash = bil_fnv(BIL_FNV, text, length);
    for (int i = 0; i < following->count; i++) {
        if (following->sentence[i].hash == hash) {
            return i;
        }
    }
    if (following->count == following->room) {
        following->room = 2 * following->room + 64;
        following->sentence = bil_memory_grow(following->sentence, (size_t)following->room, sizeof *following->sentence);
    }
    following->sentence[following->count] = (struct sentence){.hash = hash, .text = bil_memory_text(text, length), .seat = seat};
    return following->count++;
}

static void hear(void *context, const struct bil_event *event)
{
    struct following *following = context;
    const struct bil_puzzle_ask *ask = following->ask;
    bil_text_clear(&following->text);
    ask->game->consequence(ask->rules, event, ask->seat, &following->text);
    if (following->text.length == 0) {
        return;
    }
    following->last = sentence_of(following, bil_text_string(&following->text), following->text.length, event->seat);
    struct sentence *sentence = &following->sentence[following->last];
    sentence->applied = following->applied;
    if (sentence->heard != following->game) {
        sentence->heard = following->game;
        sentence->hits[following->move]++;
        sentence->later += following->choices;
        sentence->games++;
    }
}

/* What was heard of the last move is no consequence. */
static void disown(struct following *following)
{
    for (int i = 0; i < following->count; i++) {
        following->sentence[i].own |= following->sentence[i].applied == following->applied;
    }
}

/* ------------------------------------------------------------------ playing on */

/* What `greedy` does. */
static bil_move advised(const struct bil_puzzle_ask *ask, const void *state, int seat, const bil_move *move, int count)
{
    _Alignas(64) uint8_t view[BIL_MAX_STATE];
    int32_t advice[BIL_MAX_MOVES];
    ask->game->hide(ask->rules, state, seat, view);
    ask->game->advise(ask->rules, view, move, count, advice);
    return move[bil_puzzle_advised(advice, count)];
}

/* One world, from one move on to the end. What happens until somebody does more than pass is the move itself; but for an end of the
 * game. */
static void play_on(struct following *following, struct bil_random *random, void *state)
{
    const struct bil_puzzle_ask *ask = following->ask;
    const struct bil_listener listener = {hear, following};
    bil_move next = ask->move[following->move];
    bool own = true;
    following->choices = 0;
    for (;;) {
        bil_move move[BIL_MAX_MOVES];
        following->applied++;
        following->last = -1;
        ask->game->apply(ask->rules, state, next, random, following->choices <= CHOICES ? &listener : NULL);
        const int seat = ask->game->actor(ask->rules, state);
        if (seat == BIL_OVER) {
            break;
        }
        if (own) {
            disown(following);
        }
        const int count = ask->game->moves(ask->rules, state, move);
        next = count > 1 ? advised(ask, state, seat, move, count) : move[0];
        following->choices += count > 1;
        own = own && (next == ask->game->pass || count == 1);
    }
    if (following->last >= 0) {
        following->sentence[following->last].ends = true;
    }
}

static void note_place(struct following *following, const void *state)
{
    uint8_t places[BIL_MAX_SEATS];
    following->ask->game->rank(following->ask->rules, state, places);
    const double place = places[following->ask->seat];
    following->ends[following->move].sum += place;
    following->ends[following->move].squares += place * place;
    for (int i = 0; i < following->count; i++) {
        if (following->sentence[i].heard == following->game) {
            following->sentence[i].place[following->move] += place;
        }
    }
}

/* ------------------------------------------------------------------ what is worth telling */

/* Whether the seat ends better (1) or worse (-1) in games in which it happens than in others after the same move; 0: nobody knows.
 */
static int good_for(const struct following *following, const struct sentence *sentence, int best, int move)
{
    double weights = 0;
    double sum = 0;
    double variance = 0;
    for (int k = 0; k < 2; k++) {
        const int which = k ? move : best;
        const double with = sentence->hits[which];
        const double without = BIL_PUZZLE_GAMES - with;
        const struct ends *ends = &following->ends[which];
        if (with < FEW || without < FEW) {
            continue;
        }
        const double mean = ends->sum / BIL_PUZZLE_GAMES;
        const double weight = with * without / BIL_PUZZLE_GAMES;
        sum += weight * ((ends->sum - sentence->place[which]) / without - sentence->place[which] / with);
        variance += weight * (ends->squares / BIL_PUZZLE_GAMES - mean * mean);
        weights += weight;
    }
    const double sure = weights > 0 ? SURE * sqrt(variance) : 0;
    return weights > 0 && sum > sure ? 1 : weights > 0 && sum < -sure ? -1 : 0;
}

/* Whether the seat does something with what one of the two moves plays: that it is played, and not any more, is no news. */
static bool plays_the_same(const struct following *following, const struct sentence *sentence, int best, int move)
{
    static const char own_act[] = "You ";
    return strncmp(sentence->text, own_act, sizeof own_act - 1) == 0 &&
           ((*following->name[best] && strstr(sentence->text, following->name[best])) ||
            (*following->name[move] && strstr(sentence->text, following->name[move])));
}

static bool about_oneself(const struct sentence *sentence)
{
    return strstr(sentence->text, "you") || strstr(sentence->text, "You");
}

/* Where nobody knows whether it is good: what the seat does after the best move, or what another does to it after the other one.
 * All else is more likely the quick bots' own choice, or a hand that they were dealt. */
static bool is_likely_a_reason(const struct following *following, const struct sentence *sentence, bool after_best)
{
    static const char self[] = "You";
    const bool own = strncmp(sentence->text, self, sizeof self - 1) == 0;
    const bool rival = sentence->seat >= 0 && sentence->seat != following->ask->seat;
    return after_best ? own : rival && about_oneself(sentence);
}

/* How clearly a sentence sets a move apart from the best one: games, less for what comes late, more for what speaks for the best
 * move. 0: not at all, or it speaks for the other. */
static int clearness(const struct following *following, const struct sentence *sentence, int best, int move)
{
    const int more = sentence->hits[best] - sentence->hits[move];
    if (sentence->own || abs(more) < LEAST || plays_the_same(following, sentence, best, move)) {
        return 0;
    }
    const int speaks = good_for(following, sentence, best, move) * (more > 0 ? 1 : -1);
    if (speaks == 0 && !sentence->ends && !is_likely_a_reason(following, sentence, more > 0)) {
        return 0;
    }
    const int clear = abs(more) + speaks * SPEAKS + (sentence->ends ? ENDS : 0) - sentence->later / (LATER * sentence->games);
    return speaks >= 0 && clear > 0 ? clear : 0;
}

/* Whether it belongs to a difference that is reported already. */
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

/* Whether it speaks against the move: it happens then, and is bad for the seat, or somebody does it to the seat. */
static bool is_against(const struct following *following, const struct sentence *sentence, int best, int move)
{
    const int good = good_for(following, sentence, best, move);
    return sentence->hits[move] > sentence->hits[best] &&
           (good < 0 || (good == 0 && sentence->seat >= 0 && sentence->seat != following->ask->seat && about_oneself(sentence)));
}

static void tell_clearest(const struct following *following, int best, int move, struct bil_puzzle_follows *follows)
{
    while (follows->count < BIL_PUZZLE_FOLLOWS) {
        const struct sentence *clearest = NULL;
        int most = 0;
        for (int i = 0; i < following->count; i++) {
            const struct sentence *sentence = &following->sentence[i];
            const int clear = clearness(following, sentence, best, move);
            if (clear > most && !is_told(follows, sentence, best, move)) {
                clearest = sentence;
                most = clear;
            }
        }
        if (!clearest) {
            return;
        }
        follows->item[follows->count++] =
            (struct bil_puzzle_follow){.text = bil_memory_text(clearest->text, strlen(clearest->text)),
                                       .best = clearest->hits[best],
                                       .here = clearest->hits[move],
                                       .against = is_against(following, clearest, best, move)};
    }
}

/* ------------------------------------------------------------------ all moves */

/* "Bad Press" of "block 2 Bad Press", "The Trendsetter" of "push The Trendsetter to 2". */
static char *name_in(const struct bil_puzzle_ask *ask, bil_move move)
{
    struct bil_text text = {0};
    bil_move_text(ask->game, ask->rules, ask->view, move, ask->seat, &text);
    const char *from = bil_text_string(&text);
    while (*from && !isupper((unsigned char)*from)) {
        from++;
    }
    const char *to = strstr(from, " to ");
    char *name = bil_memory_text(from, to ? (size_t)(to - from) : strlen(from));
    bil_text_free(&text);
    return name;
}

void bil_puzzle_follow(const struct bil_puzzle_ask *ask, const uint8_t seed[BIL_SEED_BYTES], int best,
                       struct bil_puzzle_follows follows[BIL_PUZZLE_MOVES])
{
    struct following following = {.ask = ask};
    memset(follows, 0, BIL_PUZZLE_MOVES * sizeof *follows);
    for (following.move = 0; following.move < ask->count && ask->game->consequence; following.move++) {
        following.name[following.move] = name_in(ask, ask->move[following.move]);
        for (uint32_t i = 0; i < BIL_PUZZLE_GAMES; i++) {
            _Alignas(64) uint8_t state[BIL_MAX_STATE];
            struct bil_random random;
            bil_random_stream(&random, seed, STREAM_FOLLOW, i); /* the same worlds for every move */
            ask->game->deal(ask->rules, ask->view, &random, state);
            following.game++;
            play_on(&following, &random, state);
            note_place(&following, state);
        }
    }
    for (int move = 0; move < following.move; move++) {
        if (move != best) {
            tell_clearest(&following, best, move, &follows[move]);
        }
    }
    for (int move = 0; move < following.move; move++) {
        free(following.name[move]);
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
