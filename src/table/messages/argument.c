/* Chooses the move that a hint argues for, and makes the words (argument.h). Must never say a figure that a comparison does not
 * hold. */
#include "table/messages/argument.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bots/policy.h"
#include "kit/notation.h"
#include "table/messages/reasons.h"

enum {
    CANDIDATES = 8, /* moves that are looked at, the best by advice */
    LOOKED = 60,    /* games of each of these */
    STAGES = 2,
    FEWEST = 60,       /* games from which anything is said */
    OFTEN = 6,         /* of a hundred games: so much more often is worth a word */
    EVENTS_OFTEN = 20, /* the same for what happens on the way */
    SHORTEST = 3,      /* letters of a word that says what a move plays */
    LATER = 3,         /* choices by which something comes later for which it must differ by one game more */
    STREAM_LOOK = 1,
    STREAM_ARGUE,
    STREAM_WORSE = STREAM_ARGUE + STAGES
};
/* Moves made in all games that are played on from the two that are argued about: at first, and where that decided nothing. */
static const int effort[STAGES] = {250000, 750000};
static const double DECIDED = 4;  /* standard errors */
static const double LARGE = 250;  /* points in the end from which no fraction of one is said */
static const double SURE = 2;     /* standard errors */
static const double FEW = 10;     /* games with it, and without it, that say whether it is good for the seat */
static const double MOSTLY = 0.5; /* part of the gain */
static const double MUCH = 0.3;
static const double HARDLY = 0.006; /* part of the points that one has in the end: less is no reason */
static const double HARDLY_WINS = 0.02;

/* ------------------------------------------------------------------ pieces of sentences */

static double mean_of(const struct bil_comparison *comparison, int move, int column)
{
    return bil_comparison_difference(comparison, move, -1, column).mean;
}

struct writer {
    const struct bil_comparison *comparison;
    int move, other; /* indices */
    const char *name_of_other;
    struct bil_text *out;
};

static struct bil_difference by(const struct writer *w, int column)
{
    return bil_comparison_difference(w->comparison, w->move, w->other, column);
}

static double percent(const struct writer *w, int move, int column)
{
    return 100 * mean_of(w->comparison, move, column);
}

/* What the seat ends with by the other move. */
static double own_points(const struct writer *w)
{
    return mean_of(w->comparison, w->other, BIL_COLUMN_POINTS + w->comparison->of.seat);
}

static bool sure(const struct bil_difference *difference)
{
    return fabs(difference->mean) > SURE * difference->error;
}

/* "about 3.5 points" of what is known to that; large figures are round. */
static void about(const struct writer *w, double points)
{
    struct bil_text *out = w->out;
    const double size = fabs(points);
    bil_text_add(out, "about ");
    if (size < 9.95 && fabs(own_points(w)) < LARGE) {
        bil_reasons_points(size, out);
    } else {
        const double unit = size < 20 ? 1 : size < 99.5 ? 5 : size < 400 ? 10 : 50;
        bil_text_format(out, "%.0f", unit * round(size / unit));
    }
    bil_text_add(out, size > 0.949 && size < 1.05 ? " point" : " points");
}

static void seat_called(const struct writer *w, int seat)
{
    const struct bil_decision_view *of = &w->comparison->of;
    if (of->game->seat_called) {
        of->game->seat_called(of->rules, seat, w->out);
    } else {
        bil_text_format(w->out, "Seat %d", seat + 1);
    }
}

static const struct bil_cause *cause_of(const struct writer *w, int cause)
{
    const struct bil_cause *row = w->comparison->of.game->causes;
    while (row && row->label && strcmp(row->label, w->comparison->cause[cause]) != 0) {
        row++;
    }
    return row && row->label ? row : NULL;
}

static void where(const struct writer *w, int cause)
{
    const struct bil_cause *row = cause_of(w, cause);
    bil_text_add(w->out, row ? row->where : "for ");
    bil_text_add(w->out, row ? "" : w->comparison->cause[cause]);
}

static void times(const struct writer *w, double with, double without)
{
    const int a = (int)lround(with);
    const int b = (int)lround(without);
    bil_text_format(w->out, a == 0 ? " in none of 100 games" : " in %d of 100 games", a);
    bil_text_format(w->out, b == 0 ? " instead of in none" : " instead of %d", b);
}

/* "You have the most points at Mars in 58 of 100 games instead of 31." */
static void often(const struct writer *w, const char *sentence, double with, double without)
{
    const size_t length = strlen(sentence);
    bil_text_char(w->out, ' ');
    bil_text_add_bytes(w->out, sentence, length - (length > 0 && sentence[length - 1] == '.'));
    times(w, with, without);
    bil_text_char(w->out, '.');
}

/* ------------------------------------------------------------------ causes */

/* The cause that gains (or, `sign` -1, costs) most, but for one; -1: none that is sure. */
static int cause_by(const struct writer *w, int sign, int but)
{
    double most = 0;
    int found = -1;
    for (int i = 0; i < w->comparison->causes; i++) {
        const struct bil_difference difference = by(w, BIL_COLUMN_CAUSE + i);
        if (i != but && sign * difference.mean > most && sure(&difference)) {
            most = sign * difference.mean;
            found = i;
        }
    }
    return found;
}

/* What then is so more often at the end, and is good: a sentence on this cause. False, and nothing said, if there is none. */
static bool tell_end(const struct writer *w, int cause)
{
    const struct bil_cause *row = cause_of(w, cause);
    const double gain = by(w, BIL_COLUMN_CAUSE + cause).mean;
    const char *sentence = NULL;
    double most = OFTEN;
    int column = 0;
    for (int i = 0; row && i < 2; i++) {
        const int of = (i ? BIL_COLUMN_MOST : BIL_COLUMN_ANY) + cause;
        const bool bad = !i && mean_of(w->comparison, w->other, BIL_COLUMN_CAUSE + cause) < 0;
        const struct bil_difference more = by(w, of);
        const double better = 100 * more.mean * (bad ? -1 : 1) * (gain > 0 ? 1 : -1);
        if ((i ? row->most : row->any) && better >= most && sure(&more)) {
            most = better;
            sentence = i ? row->most : row->any;
            column = of;
        }
    }
    if (sentence) {
        often(w, sentence, percent(w, w->move, column), percent(w, w->other, column));
    }
    return sentence != NULL;
}

/* ------------------------------------------------------------------ what happens on the way */

/* Whether the seat ends better (1) or worse (-1) in games in which it happens than in others after the same move; 0: nobody knows.
 */
static int good_for(const struct writer *w, const struct bil_heard *heard)
{
    const int which[2] = {w->move, w->other};
    const double games = w->comparison->worlds;
    double weights = 0;
    double sum = 0;
    double variance = 0;
    for (int k = 0; k < 2; k++) {
        const double with = heard->hits[which[k]];
        const double without = games - with;
        if (with < FEW || without < FEW) {
            continue;
        }
        const struct bil_difference place = bil_comparison_difference(w->comparison, which[k], -1, BIL_COLUMN_PLACE);
        const double weight = with * without / games;
        sum += weight * ((place.mean * games - heard->place[which[k]]) / without - heard->place[which[k]] / with);
        variance += weight * place.error * place.error * games;
        weights += weight;
    }
    const double doubt = weights > 0 ? SURE * sqrt(variance) : 0;
    return weights > 0 && sum > doubt ? 1 : weights > 0 && sum < -doubt ? -1 : 0;
}

static bool is_pass(const struct writer *w, int move)
{
    return w->comparison->move[move] == w->comparison->of.game->pass;
}

/* Whether a sentence has a word of what a move plays, "Press" of "block 2 Bad Press", that the other move has not; `first`: begins
 * with one. */
static bool names_what_is_played(const struct writer *w, const char *sentence, int move, bool first)
{
    const struct bil_decision_view *of = &w->comparison->of;
    const int other = move == w->move ? w->other : w->move;
    struct bil_text own = {0};
    struct bil_text others = {0};
    bool found = false;
    bil_move_text(of->game, of->rules, of->view, w->comparison->move[move], of->seat, &own);
    bil_move_text(of->game, of->rules, of->view, w->comparison->move[other], of->seat, &others);
    const char *at = bil_text_string(&own);
    at += at[strcspn(at, " ")] ? strcspn(at, " ") + 1 : 0; /* what is done is no name, but where it is all that is written */
    for (; *at && !found; at += strspn(at, " ")) {
        char word[32];
        const size_t length = strcspn(at, " ");
        if (length >= SHORTEST && length < sizeof word) {
            memcpy(word, at, length);
            word[length] = 0;
            const char *there = strstr(sentence, word);
            if (!there) {
                word[0] = (char)toupper((unsigned char)word[0]);
                there = strstr(sentence, word);
            }
            word[0] = *at;
            found = there && (first ? there == sentence : !strstr(bil_text_string(&others), word));
        }
        at += length;
    }
    bil_text_free(&own);
    bil_text_free(&others);
    return found;
}

/* That a move is played, or what becomes of it, is no news; nor that the other one is played later, but for a card that is kept. */
static bool is_no_news(const struct writer *w, const struct bil_heard *heard, bool after_move)
{
    const int then = after_move ? w->move : w->other;
    const int else_ = after_move ? w->other : w->move;
    const bool own = strncmp(heard->text, "You", 3) == 0;
    return names_what_is_played(w, heard->text, then, !own) ||
           (own && !is_pass(w, then) && names_what_is_played(w, heard->text, else_, false));
}

static bool about_oneself(const struct bil_heard *heard)
{
    return strstr(heard->text, "you") || strstr(heard->text, "You");
}

/* How clearly it sets the moves apart, in hundredths of games; 0: not at all, or it speaks for the other. `either`: no matter for
 * which it speaks; then it must be what happens more often after `move`. */
static int clearness(const struct writer *w, const struct bil_heard *heard, bool either)
{
    const int seat = w->comparison->of.seat;
    const int more = 100 * (heard->hits[w->move] - heard->hits[w->other]) / w->comparison->worlds;
    if (heard->own || (either ? more : abs(more)) < EVENTS_OFTEN || is_no_news(w, heard, more > 0)) {
        return 0;
    }
    const int speaks = good_for(w, heard) * (more > 0 ? 1 : -1);
    const bool own = strncmp(heard->text, "You", 3) == 0;
    const bool done_to_one = heard->seat >= 0 && heard->seat != seat && about_oneself(heard);
    if (!either && (speaks < 0 || (speaks == 0 && !heard->ends && !(more > 0 ? own : done_to_one)))) {
        return 0;
    }
    const int clear = abs(more) + 30 * (either ? own : speaks) + (heard->ends ? 20 : 0) - heard->later / (LATER * heard->games);
    return clear > 0 ? clear : 0;
}

static bool tell_event(const struct writer *w, bool either)
{
    const struct bil_heard *clearest = NULL;
    int most = 0;
    for (int i = 0; i < w->comparison->heard_count; i++) {
        const int clear = clearness(w, &w->comparison->heard[i], either);
        if (clear > most) {
            most = clear;
            clearest = &w->comparison->heard[i];
        }
    }
    if (clearest) {
        often(w, clearest->text, 100.0 * clearest->hits[w->move] / w->comparison->worlds,
              100.0 * clearest->hits[w->other] / w->comparison->worlds);
    }
    return clearest != NULL;
}

/* ------------------------------------------------------------------ an argument */

/* The rival whose points fall most by the move (`sign` 1), or grow; -1: none surely. */
static int rival_by(const struct writer *w, int sign)
{
    double most = 0;
    int found = -1;
    for (int seat = 0; seat < w->comparison->of.seats; seat++) {
        const struct bil_difference difference = by(w, BIL_COLUMN_POINTS + seat);
        if (seat != w->comparison->of.seat && -sign * difference.mean > most && sure(&difference)) {
            most = -sign * difference.mean;
            found = seat;
        }
    }
    return found;
}

/* ", mostly at Mars and from cards" of a gain; how many causes that are, and which is the first. */
static int tell_causes(const struct writer *w, double gain, int *first)
{
    *first = cause_by(w, 1, -1);
    const double main = *first < 0 ? 0 : by(w, BIL_COLUMN_CAUSE + *first).mean;
    if (main < MUCH * gain) {
        return 0;
    }
    const int second = main < 0.8 * gain ? cause_by(w, 1, *first) : -1;
    const double more = second < 0 ? 0 : by(w, BIL_COLUMN_CAUSE + second).mean;
    const bool both = more >= 0.2 * gain;
    bil_text_add(w->out, main + (both ? more : 0) >= MOSTLY * gain ? ", mostly " : ", partly ");
    where(w, *first);
    if (both) {
        bil_text_add(w->out, " and ");
        where(w, second);
    }
    return main + (both ? more : 0) >= MOSTLY * gain ? 2 : 1;
}

/* What the move gains, the largest first: own points, what a rival loses, or how far one is ahead. Whether the cause is said. */
static bool tell_gain(const struct writer *w, int *cause)
{
    const struct bil_difference own = by(w, BIL_COLUMN_POINTS + w->comparison->of.seat);
    const struct bil_difference ahead = by(w, BIL_COLUMN_MARGIN);
    const int rival = rival_by(w, 1);
    const double lost = rival < 0 ? 0 : -by(w, BIL_COLUMN_POINTS + rival).mean;
    *cause = -1;
    if (sure(&own) && own.mean > 0 && 2 * own.mean >= lost) {
        bil_text_add(w->out, "You end with ");
        about(w, own.mean);
        bil_text_format(w->out, " more than with \"%s\"", w->name_of_other);
        const bool caused = tell_causes(w, own.mean, cause) > 1;
        if (lost >= MUCH * own.mean) {
            bil_text_add(w->out, "; ");
            seat_called(w, rival);
            bil_text_add(w->out, " ends with ");
            about(w, lost);
            bil_text_add(w->out, " less");
        }
        bil_text_char(w->out, '.');
        return caused;
    }
    if (rival >= 0) {
        seat_called(w, rival);
        bil_text_add(w->out, " ends with ");
        about(w, lost);
        bil_text_format(w->out, " less than after \"%s\"", w->name_of_other);
        if (sure(&own)) {
            bil_text_add(w->out, own.mean > 0 ? ", you with " : "; you, too, with ");
            about(w, own.mean);
            bil_text_add(w->out, own.mean > 0 ? " more" : " less, but you are nearer to the first place");
        }
        bil_text_char(w->out, '.');
        return true;
    }
    bil_text_add(w->out, "You end ");
    about(w, ahead.mean);
    bil_text_format(w->out, " %s of the others than with \"%s\"", ahead.mean > 0 ? "further ahead" : "less far ahead",
                    w->name_of_other);
    const bool caused = ahead.mean > 0 && tell_causes(w, ahead.mean, cause) > 1;
    bil_text_char(w->out, '.');
    return caused;
}

static void tell_cost(const struct writer *w)
{
    const double gain = fmax(by(w, BIL_COLUMN_MARGIN).mean, by(w, BIL_COLUMN_POINTS + w->comparison->of.seat).mean);
    const int cause = cause_by(w, -1, -1);
    const double cost = cause < 0 ? 0 : -by(w, BIL_COLUMN_CAUSE + cause).mean;
    if (cost >= MUCH * gain) {
        bil_text_add(w->out, " What it costs is taken off already: ");
        about(w, cost);
        bil_text_char(w->out, ' ');
        where(w, cause);
        bil_text_char(w->out, '.');
    }
}

static bool tell_wins(const struct writer *w)
{
    const struct bil_difference wins = by(w, BIL_COLUMN_WIN);
    if (sure(&wins) && wins.mean > 0.015) {
        often(w, "You win", percent(w, w->move, BIL_COLUMN_WIN), percent(w, w->other, BIL_COLUMN_WIN));
        return true;
    }
    return false;
}

static void tell_ends(const struct writer *w, int move)
{
    const int own = BIL_COLUMN_POINTS + w->comparison->of.seat;
    const struct bil_difference points = bil_comparison_difference(w->comparison, move, -1, own);
    struct bil_text *out = w->out;
    bil_reasons_points(points.mean, out);
    bil_text_add(out, " (+- ");
    if (fabs(points.mean) < 99.95) {
        bil_reasons_points(SURE * points.error, out);
    } else {
        bil_text_format(out, "%.0f", ceil(SURE * points.error));
    }
    bil_text_char(out, ')');
}

static void tell_games(const struct writer *w, const char *lead)
{
    bil_text_add(w->out, lead);
    bil_reasons_points(w->comparison->worlds, w->out); /* "2,000" */
    bil_text_add(w->out, " games played on");
}

/* "with it you get about 0.8 points more at Mars" of the cause that gains (`sign` 1) or costs most, if it matters. */
static bool tell_side(const struct writer *w, int sign, const char *lead)
{
    const int cause = cause_by(w, sign, -1);
    const double points = cause < 0 ? 0 : sign * by(w, BIL_COLUMN_CAUSE + cause).mean;
    if (points < HARDLY * fabs(own_points(w)) || points <= 0) {
        return false;
    }
    bil_text_format(w->out, sign > 0 ? "%swith it you get " : "%swith \"%s\" you get ", lead, w->name_of_other);
    about(w, points);
    bil_text_add(w->out, " more ");
    where(w, cause);
    return true;
}

static bool tell_sides(const struct writer *w)
{
    const bool more = tell_side(w, 1, " What differs: ");
    const bool less = tell_side(w, -1, more ? ", " : " What differs: ");
    bil_text_add(w->out, more || less ? "." : "");
    return more || less;
}

/* What happens more often after the one, or else after the other. */
static void tell_paths(const struct writer *w)
{
    struct bil_text more = {0};
    const struct writer straight = {w->comparison, w->move, w->other, w->name_of_other, &more};
    const struct writer turned = {w->comparison, w->other, w->move, w->name_of_other, &more};
    if (tell_event(&straight, true)) {
        bil_text_format(w->out, " What differs:%s", bil_text_string(&more));
    } else if (tell_event(&turned, true)) {
        bil_text_format(w->out, " After \"%s\":%s", w->name_of_other, bil_text_string(&more));
    }
    bil_text_free(&more);
}

/* That one cannot tell the moves apart, and what either leads to; or `worse`, why both are better than a third. */
static void tell_doubt(const struct writer *w, const char *worse)
{
    const struct bil_difference own = by(w, BIL_COLUMN_POINTS + w->comparison->of.seat);
    const int rival = rival_by(w, -1);
    if (sure(&own) && own.mean > HARDLY * fabs(own_points(w)) && rival >= 0) {
        bil_text_add(w->out, "It hardly changes who is ahead: you end with ");
        about(w, own.mean);
        bil_text_format(w->out, " more than with \"%s\", but ", w->name_of_other);
        seat_called(w, rival);
        bil_text_add(w->out, " gains, too, ");
        about(w, by(w, BIL_COLUMN_POINTS + rival).mean);
    } else if (fabs(own.mean) <= own.error) {
        bil_text_format(w->out, "It makes hardly any difference: with it as with \"%s\" you end with ", w->name_of_other);
        tell_ends(w, w->move);
        tell_games(w, " points in ");
    } else {
        const bool hardly = fabs(own.mean) < 2 * HARDLY * fabs(own_points(w));
        bil_text_add(w->out, hardly ? "It makes hardly any difference: " : "The difference is within chance: ");
        tell_ends(w, w->move);
        tell_games(w, " points with it in ");
        bil_text_add(w->out, ", ");
        tell_ends(w, w->other);
        bil_text_format(w->out, " with \"%s\"", w->name_of_other);
    }
    bil_text_add(w->out, ". Take either.");
    if (*worse) {
        bil_text_format(w->out, " %s", worse);
    } else if (!tell_sides(w)) {
        tell_paths(w);
    }
}

/* Whether the move is better than the other one by more than the doubt, and by enough to matter. */
static bool is_better(const struct writer *w)
{
    const struct bil_difference reward = by(w, BIL_COLUMN_REWARD);
    const double enough = HARDLY * fabs(own_points(w));
    return reward.mean > SURE * reward.error && by(w, BIL_COLUMN_PLACE).mean <= 0 &&
           (by(w, BIL_COLUMN_MARGIN).mean > enough || by(w, BIL_COLUMN_WIN).mean > HARDLY_WINS);
}

static struct bil_argument argue_of(const struct bil_comparison *comparison, int move, int other, const char *worse,
                                    struct bil_text *out)
{
    const struct bil_decision_view *of = &comparison->of;
    struct bil_text name = {0};
    bil_move_text(of->game, of->rules, of->view, comparison->move[other], of->seat, &name);
    const struct writer w = {comparison, move, other, bil_text_string(&name), out};
    const struct bil_difference own = by(&w, BIL_COLUMN_POINTS + of->seat);
    struct bil_argument argument = {.move = comparison->move[move],
                                    .other = comparison->move[other],
                                    .games = comparison->worlds,
                                    .points = own.mean,
                                    .place = -by(&w, BIL_COLUMN_PLACE).mean};
    if (comparison->worlds < FEWEST) {
        bil_text_format(out, "%d games are too few to tell.", comparison->worlds);
    } else if (is_better(&w)) {
        int cause = -1;
        argument.clear = true;
        argument.caused = tell_gain(&w, &cause);
        const bool end = cause >= 0 && tell_end(&w, cause);
        const bool event = tell_event(&w, false);
        const bool wins = tell_wins(&w);
        argument.caused = argument.caused || end || event || wins;
        tell_cost(&w);
    } else {
        tell_doubt(&w, worse);
    }
    bil_text_free(&name);
    return argument;
}

struct bil_argument bil_argue_of(const struct bil_comparison *comparison, int move, int other, struct bil_text *out)
{
    return argue_of(comparison, move, other, "", out);
}

/* ------------------------------------------------------------------ which two moves */

/* The best few moves by advice, the best first, `wanted` among them if it is not 0; returns how many. */
static int candidates_of(const struct bil_argument_ask *ask, bil_move wanted, bil_move candidate[CANDIDATES])
{
    int32_t value[BIL_MAX_MOVES] = {0};
    bool taken[BIL_MAX_MOVES] = {false};
    int count = 0;
    ask->of.game->advise(ask->of.rules, ask->of.view, ask->moves, ask->count, value);
    while (count < CANDIDATES && count < ask->count) {
        int best = -1;
        for (int i = 0; i < ask->count; i++) {
            best = !taken[i] && (best < 0 || value[i] > value[best]) ? i : best;
        }
        taken[best] = true;
        candidate[count++] = ask->moves[best];
    }
    bool there = wanted == 0;
    for (int i = 0; i < count; i++) {
        there = there || candidate[i] == wanted;
    }
    if (!there) {
        candidate[count - 1] = wanted;
    }
    return count;
}

/* Chooses what is not given: the move that looks best, and against it the one that comes to mind first, or else the next best.
 * Returns what comes to mind next of those that look worse than both, or 0. */
static bil_move choose_two(const struct bil_argument_ask *ask, struct bil_comparison_plan *plan, bil_move pair[2])
{
    bil_move candidate[CANDIDATES];
    struct bil_comparison look;
    const int count = candidates_of(ask, ask->move ? ask->move : ask->other, candidate);
    plan->stream = STREAM_LOOK;
    plan->worlds = LOOKED;
    bil_comparison_make(&ask->of, plan, candidate, count, &look);
    int best = -1;
    int next = -1;
    for (int i = 0; i < count; i++) {
        const double reward = mean_of(&look, i, BIL_COLUMN_REWARD);
        const bool fits = !(ask->move && candidate[i] != ask->move) && candidate[i] != ask->other;
        best = fits && (best < 0 || reward > mean_of(&look, best, BIL_COLUMN_REWARD)) ? i : best;
    }
    for (int i = 0; i < count; i++) {
        const double reward = mean_of(&look, i, BIL_COLUMN_REWARD);
        next = i != best && (next < 0 || reward > mean_of(&look, next, BIL_COLUMN_REWARD)) ? i : next;
    }
    next = best != 0 ? 0 : next;
    pair[0] = candidate[best];
    pair[1] = ask->other ? ask->other : candidate[next];
    bil_move worse = 0;
    for (int i = count - 1; i >= 0; i--) {
        const struct bil_difference behind = bil_comparison_difference(&look, best, i, BIL_COLUMN_REWARD);
        worse = candidate[i] != pair[0] && candidate[i] != pair[1] && behind.mean > SURE * behind.error ? candidate[i] : worse;
    }
    bil_comparison_free(&look);
    return worse;
}

/* Why a move is better than one that looks worse; whether it is. */
static bool tell_worse(const struct bil_argument_ask *ask, struct bil_comparison_plan plan, bil_move move, bil_move worse,
                       struct bil_text *out)
{
    struct bil_comparison comparison;
    struct bil_text words = {0};
    plan.stream = STREAM_WORSE;
    plan.moves = effort[0] / 100 * (ask->effort ? ask->effort : 100);
    bil_comparison_make(&ask->of, &plan, (const bil_move[]){move, worse}, 2, &comparison);
    const bool clear = bil_argue_of(&comparison, 0, 1, &words).clear;
    bil_text_add(out, clear ? bil_text_string(&words) : "");
    bil_text_free(&words);
    bil_comparison_free(&comparison);
    return clear;
}

struct bil_argument bil_argue(const struct bil_argument_ask *ask, struct bil_text *out)
{
    struct bil_comparison_plan plan = {.believe = true};
    struct bil_comparison comparison;
    bil_move pair[2] = {ask->move, ask->other};
    bil_move worse = 0;
    const uint64_t hash = bil_state_hash(ask->of.game, ask->of.view);
    if (ask->count < 2) {
        bil_text_add(out, "There is no other move.");
        return (struct bil_argument){.move = ask->moves[0]};
    }
    memcpy(plan.seed, &hash, sizeof hash);
    if (!pair[0] || !pair[1]) {
        worse = choose_two(ask, &plan, pair);
    }
    plan.worlds = BIL_COMPARED_WORLDS;
    plan.listen = true;
    for (int stage = 0; stage < STAGES; stage++) {
        plan.stream = STREAM_ARGUE + (uint32_t)stage;
        plan.moves = effort[stage] / 100 * (ask->effort ? ask->effort : 100);
        bil_comparison_make(&ask->of, &plan, pair, 2, &comparison);
        const struct bil_difference reward = bil_comparison_difference(&comparison, 0, 1, BIL_COLUMN_REWARD);
        if (stage + 1 == STAGES || fabs(reward.mean) > DECIDED * reward.error || comparison.worlds == BIL_COMPARED_WORLDS) {
            break;
        }
        bil_comparison_free(&comparison);
    }
    const struct writer straight = {&comparison, 0, 1, NULL, NULL};
    const struct writer turned_round = {&comparison, 1, 0, NULL, NULL};
    /* Of two that nothing sets apart, the one that was asked about, or that comes to mind first if it has not clearly fewer points.
     */
    const struct bil_difference points = bil_comparison_difference(&comparison, 0, 1, BIL_COLUMN_POINTS + ask->of.seat);
    const bool turned =
        !ask->fixed && !is_better(&straight) && ((!ask->move && points.mean < points.error) || is_better(&turned_round));
    struct bil_text rather = {0};
    const bool told =
        worse && !is_better(turned ? &turned_round : &straight) && tell_worse(ask, plan, pair[turned], worse, &rather);
    struct bil_argument argument = argue_of(&comparison, turned, !turned, bil_text_string(&rather), out);
    argument.worse = told ? worse : 0;
    bil_text_free(&rather);
    bil_comparison_free(&comparison);
    return argument;
}

/* ------------------------------------------------------------------ of a match */

struct bil_argument bil_match_argue(const struct bil_match *match, int ply, bil_move move, bil_move other, struct bil_text *out)
{
    _Alignas(64) uint8_t view[BIL_MAX_STATE] = {0};
    bil_move moves[BIL_MAX_MOVES];
    const int seat = match->game->actor(match->rules, bil_match_state(match, ply));
    bil_match_view(match, seat, ply, view);
    const struct bil_argument_ask ask = {.of = {match->game, match->rules, view, seat, match->config.seats},
                                         .moves = moves,
                                         .count = match->game->moves(match->rules, view, moves),
                                         .move = move,
                                         .other = other,
                                         .fixed = move && other};
    return bil_argue(&ask, out);
}

bil_move bil_match_hint(const struct bil_match *match, struct bil_text *why)
{
    struct bil_text words = {0};
    const bil_move move = bil_match_argue(match, -1, 0, 0, why ? why : &words).move;
    bil_text_free(&words);
    return move;
}
