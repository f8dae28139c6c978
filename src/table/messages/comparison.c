/* Plays moves on in the same worlds and notes how the games end (comparison.h). Must never show a seat more than its own view. */
#include "table/messages/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bots/policy.h"
#include "bots/standing.h"
#include "table/memory.h"

enum {
    CHOICES = 30, /* open choices during which one listens; then the game is played to its end */
    KNOWN = 1024, /* events whose sentence is known */
    LONGEST = 20000
};
static const double PLACE_PART = 0.2; /* of a reward, as in searches */

struct playing {
    struct bil_comparison *comparison;
    const struct bil_comparison_plan *plan;
    int move, world, game;
    int choices; /* made since the move */
    int applied; /* moves, in all games */
    struct bil_text text;
    struct {
        struct bil_event event;
        int sentence; /* 1 + its number; 0: this place is free; -1: there is none */
    } known[KNOWN];
    uint64_t memo[BIL_MAX_MEMO / 8];
};

/* ------------------------------------------------------------------ listening */

static int sentence_of(struct playing *playing, const struct bil_event *event)
{
    struct bil_comparison *comparison = playing->comparison;
    const struct bil_decision_view *of = &comparison->of;
    bil_text_clear(&playing->text);
    of->game->consequence(of->rules, event, of->seat, &playing->text);
    if (playing->text.length == 0) {
        return -1;
    }
    const uint64_t hash = bil_fnv(BIL_FNV, bil_text_string(&playing->text), playing->text.length);
    for (int i = 0; i < comparison->heard_count; i++) {
        if (comparison->heard[i].hash == hash) {
            return 1 + i;
        }
    }
    if (comparison->heard_count % 64 == 0) {
        comparison->heard = bil_memory_grow(comparison->heard, (size_t)comparison->heard_count + 64, sizeof *comparison->heard);
    }
    comparison->heard[comparison->heard_count++] = (struct bil_heard){
        .hash = hash, .text = bil_memory_text(bil_text_string(&playing->text), playing->text.length), .seat = event->seat};
    return comparison->heard_count;
}

static void hear(void *context, const struct bil_event *event)
{
    struct playing *playing = context;
    const uint64_t hash = bil_fnv(BIL_FNV, event, sizeof *event);
    const size_t place = (size_t)(hash % KNOWN);
    if (playing->known[place].sentence == 0 || memcmp(&playing->known[place].event, event, sizeof *event) != 0) {
        playing->known[place].event = *event;
        playing->known[place].sentence = sentence_of(playing, event);
    }
    if (playing->known[place].sentence < 0) {
        return;
    }
    struct bil_heard *heard = &playing->comparison->heard[playing->known[place].sentence - 1];
    heard->applied = playing->applied;
    if (heard->game != playing->game) {
        heard->game = playing->game;
        heard->hits[playing->move]++;
        heard->later += playing->choices;
        heard->games++;
    }
}

/* What was heard of the last move is no consequence. */
static void disown(struct playing *playing)
{
    for (int i = 0; i < playing->comparison->heard_count; i++) {
        playing->comparison->heard[i].own |= playing->comparison->heard[i].applied == playing->applied;
    }
}

/* ------------------------------------------------------------------ points */

/* The column of an item of the score; an item that begins with a blank belongs to the one before it. */
static int cause_of(struct bil_comparison *comparison, const char *label)
{
    int i = 0;
    while (i < comparison->causes && strcmp(comparison->cause[i], label) != 0) {
        i++;
    }
    if (i == comparison->causes && i < BIL_MAX_SCORE_ITEMS) {
        const struct bil_cause *row = comparison->of.game->causes;
        while (row && row->label && strcmp(row->label, label) != 0) {
            row++;
        }
        comparison->cause[i] = label;
        comparison->said[i] = row && row->label ? row : NULL;
        comparison->causes++;
    }
    return i < BIL_MAX_SCORE_ITEMS ? i : BIL_MAX_SCORE_ITEMS - 1;
}

/* By cause, as they would be if the game ended now. */
static void points_of(struct bil_comparison *comparison, const void *state, int seat, float points[BIL_MAX_SCORE_ITEMS])
{
    struct bil_score score;
    int cause = 0;
    memset(points, 0, BIL_MAX_SCORE_ITEMS * sizeof *points);
    comparison->of.game->score(comparison->of.rules, state, seat, &score);
    for (int item = 0; item < score.count; item++) {
        cause = score.item[item].label[0] == ' ' ? cause : cause_of(comparison, score.item[item].label);
        points[cause] += (float)score.item[item].points;
    }
}

/* ------------------------------------------------------------------ playing on */

static bil_move advised(struct playing *playing, const void *state, int seat, const bil_move *move, int count)
{
    const struct bil_decision_view *of = &playing->comparison->of;
    _Alignas(64) uint8_t view[BIL_MAX_STATE];
    int32_t advice[BIL_MAX_MOVES];
    int best = 0;
    of->game->hide(of->rules, state, seat, view);
    bil_policy_advise(of->game, -1, of->rules, view, move, count, advice, playing->memo);
    for (int i = 1; i < count; i++) {
        best = advice[i] > advice[best] ? i : best;
    }
    return move[best];
}

/* From one move on to the end; whether it was over before others and then the asked seat chose again. What happens until somebody
 * does more than pass is the move itself. */
static bool play_on(struct playing *playing, struct bil_random *random, void *state, float *value)
{
    const struct bil_decision_view *of = &playing->comparison->of;
    const struct bil_listener listener = {hear, playing};
    const bool listens = playing->plan->listen && of->game->consequence;
    bil_move next = playing->comparison->move[playing->move];
    bool own = true;
    bool ended = true;
    bool others = false;
    playing->choices = 0;
    for (int made = 0; made < LONGEST; made++) {
        bil_move move[BIL_MAX_MOVES];
        playing->applied++;
        of->game->apply(of->rules, state, next, random, listens && playing->choices <= CHOICES ? &listener : NULL);
        const int seat = of->game->actor(of->rules, state);
        if (seat == BIL_OVER) {
            break;
        }
        if (own) {
            disown(playing);
        }
        const int count = of->game->moves(of->rules, state, move);
        next = count > 1 ? advised(playing, state, seat, move, count) : move[0];
        playing->choices += count > 1;
        others = others || (count > 1 && seat != of->seat);
        ended = ended && !(others && count > 1 && seat == of->seat);
        if (own && next != of->game->pass && count > 1) {
            points_of(playing->comparison, state, of->seat, &value[BIL_COLUMN_SOON]);
            own = false;
        }
    }
    if (own) { /* it ended the game */
        points_of(playing->comparison, state, of->seat, &value[BIL_COLUMN_SOON]);
    }
    return ended;
}

/* ------------------------------------------------------------------ the end of a game */

static void note_causes(struct bil_comparison *comparison, const void *state, float *value)
{
    const struct bil_decision_view *of = &comparison->of;
    float most[BIL_MAX_SCORE_ITEMS] = {0};
    for (int i = 0; i < of->seats; i++) {
        const int seat = (of->seat + 1 + i) % of->seats; /* the asked one last */
        float points[BIL_MAX_SCORE_ITEMS];
        points_of(comparison, state, seat, points);
        for (int c = 0; c < BIL_MAX_SCORE_ITEMS; c++) {
            value[BIL_COLUMN_CAUSE + seat * BIL_MAX_SCORE_ITEMS + c] = points[c];
            if (seat == of->seat) {
                value[BIL_COLUMN_ANY + c] = points[c] < 0 || points[c] > 0 ? 1 : 0;
                value[BIL_COLUMN_MOST + c] = points[c] > most[c] ? 1 : 0;
            }
            most[c] = points[c] > most[c] ? points[c] : most[c];
        }
    }
    for (int c = 0; c < comparison->causes; c++) {
        const struct bil_cause *row = comparison->said[c];
        value[BIL_COLUMN_COUNT + c] = row && row->count ? (float)row->count(state, of->seat) : 0;
    }
}

static void note_end(struct bil_comparison *comparison, const void *state, float *value)
{
    const struct bil_decision_view *of = &comparison->of;
    double points[BIL_MAX_SEATS] = {0};
    double places[BIL_MAX_SEATS] = {0};
    double sum = 0;
    int firsts = 0;
    bil_standing(of->game, of->rules, state, of->seats, points, places);
    for (int seat = 0; seat < of->seats; seat++) {
        value[BIL_COLUMN_POINTS + seat] = (float)points[seat];
        sum += seat == of->seat ? 0 : points[seat];
        firsts += places[seat] <= places[of->seat];
    }
    value[BIL_COLUMN_PLACE] = (float)places[of->seat];
    value[BIL_COLUMN_WIN] = places[of->seat] <= 0.5 * (firsts + 1) ? 1 / (float)firsts : 0;
    value[BIL_COLUMN_MARGIN] = (float)(points[of->seat] - sum / (of->seats > 1 ? of->seats - 1 : 1));
    note_causes(comparison, state, value);
}

static void note_heard(const struct playing *playing, double place)
{
    for (int i = 0; i < playing->comparison->heard_count; i++) {
        struct bil_heard *heard = &playing->comparison->heard[i];
        heard->place[playing->move] += heard->game == playing->game ? place : 0;
    }
}

/* Rewards, when all that is seen of margins gives their unit. */
static void note_rewards(struct bil_comparison *comparison)
{
    const int games = comparison->moves * comparison->worlds;
    const int rivals = comparison->of.seats > 1 ? comparison->of.seats - 1 : 1;
    double spread = 0;
    for (int i = 0; i < games; i++) {
        spread += fabs((double)comparison->value[i][BIL_COLUMN_MARGIN]) / games;
    }
    for (int i = 0; i < games; i++) {
        float *value = comparison->value[i];
        const double ahead = (double)value[BIL_COLUMN_MARGIN] / (2 * spread + 1e-9);
        const double by_place = (comparison->of.seats - (double)value[BIL_COLUMN_PLACE]) / rivals;
        value[BIL_COLUMN_REWARD] = (float)(PLACE_PART * by_place + (1 - PLACE_PART) * (0.5 + 0.5 * ahead / (1 + fabs(ahead))));
    }
}

/* ------------------------------------------------------------------ all of it */

void bil_comparison_make(const struct bil_decision_view *of, const struct bil_comparison_plan *plan, const bil_move *move,
                         int count, struct bil_comparison *comparison)
{
    struct playing *playing = bil_memory_zero(1, sizeof *playing);
    const int worlds = plan->worlds < BIL_COMPARED_WORLDS ? plan->worlds : BIL_COMPARED_WORLDS;
    const size_t games = (size_t)count * (size_t)worlds;
    _Alignas(64) uint8_t dealt[BIL_MAX_PLAN];
    *comparison = (struct bil_comparison){.of = *of, .moves = count};
    memcpy(comparison->move, move, (size_t)count * sizeof *move);
    comparison->value = bil_memory_zero(games, sizeof *comparison->value);
    playing->comparison = comparison;
    playing->plan = plan;
    bil_plan_deals(of->game, of->rules, of->view, dealt);
    int world = 0;
    for (; world < worlds && (plan->moves == 0 || playing->applied < plan->moves); world++) {
        for (playing->move = 0; playing->move < count; playing->move++) {
            _Alignas(64) uint8_t state[BIL_MAX_STATE];
            struct bil_random random;
            bil_random_stream(&random, plan->seed, plan->stream, (uint32_t)world); /* the same for every move */
            (plan->believe ? bil_deal_believed : bil_deal_planned)(of->game, of->rules, of->view, dealt, &random, state);
            playing->game++;
            float *value = comparison->value[world * count + playing->move];
            value[BIL_COLUMN_ENDED] = play_on(playing, &random, state, value) ? 1 : 0;
            note_end(comparison, state, value);
            if (plan->listen && of->game->at_end) {
                of->game->at_end(state, of->seat, &(struct bil_listener){hear, playing});
            }
            note_heard(playing, (double)value[BIL_COLUMN_PLACE]);
        }
    }
    comparison->worlds = world;
    note_rewards(comparison);
    bil_text_free(&playing->text);
    free(playing);
}

void bil_comparison_free(struct bil_comparison *comparison)
{
    for (int i = 0; i < comparison->heard_count; i++) {
        free(comparison->heard[i].text);
    }
    free(comparison->heard);
    free(comparison->value);
    *comparison = (struct bil_comparison){0};
}

/* Of sums of values and of their squares. */
static struct bil_difference doubt(double sum, double squares, int count)
{
    const double mean = sum / count;
    const double variance = fmax(0, squares / count - mean * mean);
    return (struct bil_difference){mean, count > 1 ? sqrt(variance / (count - 1)) : INFINITY};
}

struct bil_difference bil_comparison_difference(const struct bil_comparison *comparison, int a, int b, int column)
{
    double sum = 0;
    double squares = 0;
    for (int world = 0; world < comparison->worlds; world++) {
        float(*const value)[BIL_COLUMNS] = &comparison->value[world * comparison->moves];
        const double by = (double)value[a][column] - (b < 0 ? 0 : (double)value[b][column]);
        sum += by;
        squares += by * by;
    }
    return doubt(sum, squares, comparison->worlds);
}
