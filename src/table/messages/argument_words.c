/* What a comparison of two moves says, in sentences (argument.h). Must never say a figure that the comparison does not hold. */
#include "table/messages/argument.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/notation.h"
#include "table/messages/reasons.h"

enum {
    FEWEST = 60,       /* games from which anything is said */
    OFTEN = 6,         /* of a hundred games: so much more often is worth a word */
    EVENTS_OFTEN = 20, /* the same for what happens on the way */
    SHORTEST = 3,      /* letters of a word that says what a move plays */
    LATER = 3,         /* choices by which something comes later for which it must differ by one game more */
};
static const double LARGE = 250;  /* points in the end from which no fraction of one is said */
static const double SURE = 2;     /* standard errors */
static const double SURER = 2.5;  /* of what makes a move the better one */
static const double FEW = 10;     /* games with it, and without it, that say whether it is good for the seat */
static const double MOSTLY = 0.5; /* part of the gain */
static const double MUCH = 0.3;
static const double LOSES = 1.5;   /* times one's own gain: so much less for a rival is worth a word */
static const double HARDLY = 0.01; /* part of the points that one has in the end: less is no reason */
static const double HARDLY_WINS = 0.04;
static const double NEAR = 0.75;  /* part of the seat's points that a rival has whom one minds */
static const double PLACES = 0.1; /* so much nearer to the first is worth a word */
static const double MORE_THINGS = 0.15;
static const double ENDS = 20; /* of a hundred games: the same for the end of the game */

/* ------------------------------------------------------------------ pieces of sentences */

static double mean_of(const struct bil_comparison *comparison, int move, int column)
{
    return bil_comparison_difference(comparison, move, -1, column).mean;
}

struct writer {
    const struct bil_comparison *comparison;
    int move, other; /* indices */
    const char *name_of_move, *name_of_other;
    struct bil_text *out;
};

static struct bil_difference by(const struct writer *w, int column)
{
    return bil_comparison_difference(w->comparison, w->move, w->other, column);
}

static int cause_column(int seat, int cause)
{
    return BIL_COLUMN_CAUSE + seat * BIL_MAX_SCORE_ITEMS + cause;
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

static void where(const struct writer *w, int cause)
{
    const struct bil_cause *row = w->comparison->said[cause];
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

/* "After "double belt" Blue plays Death in 26 of 100 games, here in 2." */
static void after_other(const struct writer *w, const char *sentence, double other, double here)
{
    const bool you = strncmp(sentence, "You ", 4) == 0;
    const size_t length = strlen(sentence);
    bil_text_format(w->out, " After \"%s\" %s", w->name_of_other, you ? "you" : "");
    bil_text_add_bytes(w->out, sentence + (you ? 3 : 0), length - (you ? 3 : 0) - (sentence[length - 1] == '.'));
    bil_text_format(w->out, " in %d of 100 games, here in ", (int)lround(other));
    bil_text_format(w->out, lround(here) == 0 ? "none." : "%d.", (int)lround(here));
}

/* ------------------------------------------------------------------ causes */

/* The cause that gives a seat most more (or, `sign` -1, less), but for one; -1: none that is sure. */
static int cause_by(const struct writer *w, int seat, int sign, int but)
{
    double most = 0;
    int found = -1;
    for (int i = 0; i < w->comparison->causes; i++) {
        const struct bil_difference difference = by(w, cause_column(seat, i));
        if (i != but && sign * difference.mean > most && sure(&difference)) {
            most = sign * difference.mean;
            found = i;
        }
    }
    return found;
}

/* "At once it brings 2.0 points more from cards.", where that is most of it and nothing of that kind is `seen` already; else "You
 * end with 7.4 Communities instead of 6.9.", where the points are those of things. */
static bool tell_things(const struct writer *w, int cause, bool seen)
{
    const struct bil_cause *row = w->comparison->said[cause];
    const struct bil_difference soon = by(w, BIL_COLUMN_SOON + cause);
    const struct bil_difference more = by(w, BIL_COLUMN_COUNT + cause);
    if (!seen && sure(&soon) && soon.mean >= MOSTLY * by(w, cause_column(w->comparison->of.seat, cause)).mean) {
        bil_text_add(w->out, " At once it brings ");
        about(w, soon.mean);
        bil_text_add(w->out, " more ");
        where(w, cause);
        bil_text_char(w->out, '.');
        return true;
    }
    const bool counts = row && row->count && more.mean >= MORE_THINGS && sure(&more);
    if (counts) {
        const double with = mean_of(w->comparison, w->move, BIL_COLUMN_COUNT + cause);
        bil_text_format(w->out, " You end with %.1f %s instead of %.1f.", with, row->counted, with - more.mean);
    }
    return counts;
}

/* What then is so more often at the end, and is good: a sentence on this cause. False, and nothing said, if there is none. */
static bool tell_end(const struct writer *w, int cause)
{
    const struct bil_cause *row = w->comparison->said[cause];
    const int seat = w->comparison->of.seat;
    const double gain = by(w, cause_column(seat, cause)).mean;
    const char *sentence = NULL;
    double most = OFTEN;
    int column = 0;
    for (int i = 0; row && i < 2; i++) {
        const int of = (i ? BIL_COLUMN_MOST : BIL_COLUMN_ANY) + cause;
        const bool bad = !i && mean_of(w->comparison, w->other, cause_column(seat, cause)) < 0;
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

/* The rival whose points fall most by the move, of those who have about as many as the seat, or more; -1: none surely. */
static int rival_by(const struct writer *w)
{
    double most = 0;
    int found = -1;
    for (int seat = 0; seat < w->comparison->of.seats; seat++) {
        const struct bil_difference difference = by(w, BIL_COLUMN_POINTS + seat);
        const bool near = mean_of(w->comparison, w->other, BIL_COLUMN_POINTS + seat) >= NEAR * own_points(w);
        if (seat != w->comparison->of.seat && near && -difference.mean > most && sure(&difference)) {
            most = -difference.mean;
            found = seat;
        }
    }
    return found;
}

/* How clearly it speaks for the move, in hundredths of games; 0: not at all. What the seat itself does less often by it, it could
 * do otherwise in any case, but for what it loses; what a rival does without it speaks for the move only if that rival loses by it.
 */
static int clearness(const struct writer *w, const struct bil_heard *heard)
{
    const int more = 100 * (heard->hits[w->move] - heard->hits[w->other]) / w->comparison->worlds;
    const bool own = heard->seat == w->comparison->of.seat || strncmp(heard->text, "You", 3) == 0;
    const bool loses = own && strncmp(heard->text, "You lose", 8) == 0;
    const bool suffered = !own && about_oneself(heard);
    if (heard->own || abs(more) < EVENTS_OFTEN || (own && (more < 0) != loses) || (suffered && more > 0) ||
        (!own && !suffered && (heard->seat != rival_by(w) || more > 0)) || is_no_news(w, heard, more > 0)) {
        return 0;
    }
    const int speaks = good_for(w, heard) * (more > 0 ? 1 : -1);
    if (speaks < 0 || (speaks == 0 && !loses && !suffered)) {
        return 0;
    }
    const int clear = abs(more) + 30 * speaks - heard->later / (LATER * heard->games);
    return clear > 0 ? clear : 0;
}

static bool tell_event(const struct writer *w)
{
    const struct bil_heard *clearest = NULL;
    int most = 0;
    for (int i = 0; i < w->comparison->heard_count; i++) {
        const int clear = clearness(w, &w->comparison->heard[i]);
        if (clear > most) {
            most = clear;
            clearest = &w->comparison->heard[i];
        }
    }
    if (!clearest) {
        return false;
    }
    const double with = 100.0 * clearest->hits[w->move] / w->comparison->worlds;
    const double without = 100.0 * clearest->hits[w->other] / w->comparison->worlds;
    if (with > without) {
        often(w, clearest->text, with, without);
    } else {
        after_other(w, clearest->text, without, with);
    }
    return true;
}

/* That the game ends by it, or goes on. */
static bool tell_end_of_game(const struct writer *w)
{
    const double with = percent(w, w->move, BIL_COLUMN_ENDED);
    const double without = percent(w, w->other, BIL_COLUMN_ENDED);
    if (fabs(with - without) < ENDS) {
        return false;
    }
    often(w, "The game ends before you choose again", with, without);
    return true;
}

/* ------------------------------------------------------------------ an argument */

/* ", mostly at Mars and from cards" of what a seat gains (or, `sign` -1, loses); the largest cause, or -1. */
static int tell_causes(const struct writer *w, int seat, int sign, double gain)
{
    const int first = cause_by(w, seat, sign, -1);
    const double main = first < 0 ? 0 : fabs(by(w, cause_column(seat, first)).mean);
    if (main < MUCH * gain) {
        return first;
    }
    const int second = main < 0.8 * gain ? cause_by(w, seat, sign, first) : -1;
    const double more = second < 0 ? 0 : fabs(by(w, cause_column(seat, second)).mean);
    const bool both = more >= 0.2 * gain;
    bil_text_add(w->out, main + (both ? more : 0) >= MOSTLY * gain ? ", mostly " : ", partly ");
    where(w, first);
    if (both) {
        bil_text_add(w->out, " and ");
        where(w, second);
    }
    return first;
}

/* "Seat 1 ends with about 210 points less, mostly in Users" */
static void tell_loss(const struct writer *w, int rival, double lost)
{
    seat_called(w, rival);
    bil_text_add(w->out, " ends with ");
    about(w, lost);
    bil_text_add(w->out, " less");
    tell_causes(w, rival, -1, lost);
}

/* What the move gains: own points, and what a rival loses; or that, for what it costs; or how far one is ahead. The largest cause
 * of one's own gain, or -1. */
static int tell_gain(const struct writer *w)
{
    const int seat = w->comparison->of.seat;
    const struct bil_difference own = by(w, BIL_COLUMN_POINTS + seat);
    const struct bil_difference ahead = by(w, BIL_COLUMN_MARGIN);
    const int rival = rival_by(w);
    const double lost = rival < 0 ? 0 : -by(w, BIL_COLUMN_POINTS + rival).mean;
    int cause = -1;
    if (sure(&own) && own.mean > 0) {
        bil_text_add(w->out, "You end with ");
        about(w, own.mean);
        bil_text_format(w->out, " more than with \"%s\"", w->name_of_other);
        cause = tell_causes(w, seat, 1, own.mean);
        if (lost >= LOSES * own.mean) {
            bil_text_add(w->out, "; ");
            tell_loss(w, rival, lost);
        }
    } else if (rival >= 0) {
        if (sure(&own)) {
            bil_text_add(w->out, "You give up ");
            about(w, own.mean);
            bil_text_format(w->out, " against \"%s\", but ", w->name_of_other);
        } else {
            bil_text_format(w->out, "Your points are about the same as with \"%s\", but ", w->name_of_other);
        }
        tell_loss(w, rival, lost);
    } else if (ahead.mean > 0) {
        bil_text_add(w->out, "You end ");
        about(w, ahead.mean);
        bil_text_format(w->out, " further ahead of the others than with \"%s\"", w->name_of_other);
    } else {
        bil_text_format(w->out, "Your points are about the same as with \"%s\"", w->name_of_other);
    }
    bil_text_char(w->out, '.');
    return cause;
}

/* How often one wins more, or else how much nearer to the first one is. */
static bool tell_wins(const struct writer *w)
{
    const struct bil_difference wins = by(w, BIL_COLUMN_WIN);
    const struct bil_difference place = by(w, BIL_COLUMN_PLACE);
    if (sure(&wins) && wins.mean >= HARDLY_WINS) {
        often(w, "You win", percent(w, w->move, BIL_COLUMN_WIN), percent(w, w->other, BIL_COLUMN_WIN));
        return true;
    }
    if (sure(&place) && place.mean < -PLACES) {
        bil_text_format(w->out, " Your place is %.1f on average instead of %.1f.",
                        mean_of(w->comparison, w->move, BIL_COLUMN_PLACE), mean_of(w->comparison, w->other, BIL_COLUMN_PLACE));
        return true;
    }
    return false;
}

/* ", at most about 20 apart in 2,000 games": how far the two can be from each other. */
static void tell_apart(const struct writer *w)
{
    const struct bil_difference own = by(w, BIL_COLUMN_POINTS + w->comparison->of.seat);
    const double most = fabs(own.mean) + SURE * own.error;
    if (most >= 0.05) {
        bil_text_add(w->out, ", at most ");
        about(w, most);
        bil_text_add(w->out, " apart in ");
        bil_reasons_points(w->comparison->worlds, w->out); /* "2,000" */
        bil_text_add(w->out, " games");
    }
}

/* That one cannot tell the moves apart. */
static void tell_doubt(const struct writer *w)
{
    const struct bil_difference own = by(w, BIL_COLUMN_POINTS + w->comparison->of.seat);
    const double points = own_points(w);
    if (sure(&own) && own.mean > HARDLY * fabs(points) / 4) {
        bil_text_add(w->out, "You end with ");
        about(w, own.mean);
        bil_text_format(w->out, " more than with \"%s\"", w->name_of_other);
        tell_causes(w, w->comparison->of.seat, 1, own.mean);
        bil_text_add(w->out, ", but that hardly changes who is ahead. Take either.");
        return;
    }
    if (fabs(own.mean) <= own.error || fabs(own.mean) < HARDLY * fabs(points)) {
        bil_text_format(w->out, "\"%s\" is as good: either way you end with about ", w->name_of_other);
        bil_reasons_points(points + own.mean / 2, w->out);
        bil_text_add(w->out, " points");
        tell_apart(w);
    } else {
        bil_text_format(w->out, "\"%s\" is about as good: ", w->name_of_other);
        bil_reasons_points(points, w->out);
        bil_text_add(w->out, " points, and ");
        bil_reasons_points(points + own.mean, w->out);
        bil_text_format(w->out, " with \"%s\"", w->name_of_move);
        tell_apart(w);
    }
    bil_text_add(w->out, ". Take either.");
}

/* Whether the move is better than the other one by more than the doubt, and by enough to matter: nearer to the first, or so many
 * points more that nobody would do without them. */
static bool is_better(const struct writer *w)
{
    const struct bil_difference reward = by(w, BIL_COLUMN_REWARD);
    const struct bil_difference own = by(w, BIL_COLUMN_POINTS + w->comparison->of.seat);
    const double enough = HARDLY * fabs(own_points(w));
    const struct bil_difference place = by(w, BIL_COLUMN_PLACE);
    const bool first = by(w, BIL_COLUMN_WIN).mean >= HARDLY_WINS || place.mean < -PLACES;
    const bool more = sure(&own) && own.mean > enough;
    return place.mean <= 0 && ((reward.mean > SURER * reward.error && (first || more)) ||
                               (reward.mean > 0 && own.mean > SURER * own.error && own.mean > 2 * enough));
}

struct bil_argument bil_argue_of(const struct bil_comparison *comparison, int move, int other, struct bil_text *out)
{
    const struct bil_decision_view *of = &comparison->of;
    struct bil_text own_name = {0};
    struct bil_text name = {0};
    bil_move_text(of->game, of->rules, of->view, comparison->move[move], of->seat, &own_name);
    bil_move_text(of->game, of->rules, of->view, comparison->move[other], of->seat, &name);
    const struct writer w = {comparison, move, other, bil_text_string(&own_name), bil_text_string(&name), out};
    const struct bil_difference own = by(&w, BIL_COLUMN_POINTS + of->seat);
    struct bil_argument argument = {.move = comparison->move[move],
                                    .other = comparison->move[other],
                                    .games = comparison->worlds,
                                    .points = own.mean,
                                    .place = -by(&w, BIL_COLUMN_PLACE).mean};
    if (comparison->worlds < FEWEST) {
        bil_text_format(out, "%d games are too few to tell.", comparison->worlds);
    } else if (is_better(&w)) {
        const size_t before = out->length;
        if (of->game->at_once) {
            of->game->at_once(of->rules, of->view, argument.move, argument.other, out);
        }
        const bool seen = argument.move != of->game->pass && out->length > before; /* what it brings at once */
        argument.clear = true;
        const int cause = tell_gain(&w);
        const bool over = tell_end_of_game(&w);
        const bool things = cause >= 0 && tell_things(&w, cause, seen);
        const bool end = cause >= 0 && tell_end(&w, cause);
        const bool event = !over && tell_event(&w);
        tell_wins(&w);
        argument.caused = seen || over || things || end || event;
    } else {
        tell_doubt(&w);
    }
    bil_text_free(&own_name);
    bil_text_free(&name);
    return argument;
}
