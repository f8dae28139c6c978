/* billions-judge-choices: what the choices of bots of One Billion Users are worth in the world as it truly is, beside what the
 * advice would have done. No part of a release.
 *
 *     billions-judge-choices advice SECONDS SEATS BOT...    in games that the advice plays, at one decision in fifty; several bots
 * are asked the same billions-judge-choices own SECONDS SEATS BOT          in games where the bot has one seat and the advice the
 * others, at each of its decisions
 *
 * Where a bot chooses otherwise than the advice, both moves are played on by the advice from the true state, WORLDS times, each
 * time with the deck shuffled anew, the same for both: all hands are true, nobody's luck counts. What is said is by how much of a
 * reward of 4000 (about points) the bot's move is then better in the mean of all decisions, with one standard error; and the same
 * by kinds of moves for the first bot. That takes a third to a quarter of the games that it takes to see the same by their ends.
 * Over `own` games both say the same: the gains of all decisions of a game add up to what the bot is ahead by (performance
 * difference: Kakade and Langford 2002).
 *
 * A gain in games of the advice may be taken only once and count often: what the advice leaves lying lies there for many decisions.
 * So the two are not the same, and `own` is what games say. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/bot.h"
#include "bots/policy.h"
#include "kit/notation.h"
#include "tune.h"

enum { WORLDS = 64, BOTS_MOST = 16, KINDS_MOST = 32, SHOWN = 300 /* one of so many decisions, or a kind is not shown */ };
static const double ASKED = 0.02, CHANCE = 0.03;
static const struct bil_game *const game = &bil_game_one_billion_users;

/* What was found of one bot, over all decisions. */
struct judged {
    const struct bil_bot *bot;
    double gain, squares, margin, beside, beside_squares; /* sums; `beside` the first bot */
    double seconds;                                       /* of a processor, that it thought */
    long differs;
};
static struct judged judged[BOTS_MOST];
static int bots;

/* Of moves of one kind that the first bot chose instead of one of another. */
static struct kinds {
    long count;
    double gain, squares;
} kinds[KINDS_MOST][KINDS_MOST];

static long decisions, games;
static double ahead, ahead_squares; /* of the bot's seat, at the ends of `own` games */

static void play_on(const struct obu_rules *rules, world *state, struct bil_random *random)
{
    bil_move list[BIL_MAX_MOVES];
    int32_t value[BIL_MAX_MOVES];
    while (game->actor(rules, state->bytes) != BIL_OVER) {
        const int count = game->moves(rules, state->bytes, list);
        int pick = 0;
        if (count > 1) {
            game->advise(rules, state->bytes, list, count, value);
            pick = bil_policy_best(value, count, random);
        }
        game->apply(rules, state->bytes, list[pick], random, NULL);
    }
}

/* The deck in another order that nobody could tell from the true one: Game Over lies anywhere in its part of it. */
static void shuffle_deck(struct obu_state *state, struct bil_random *random)
{
    int cards = 0;
    for (int i = 0; i < state->deck; i++) {
        state->pile[cards] = state->pile[i];
        cards += state->pile[i] != OBU_GAME_OVER;
    }
    bil_random_shuffle(random, state->pile, (size_t)cards);
    if (cards < state->deck) {
        const int lowest = state->cut + 1 < state->deck ? state->cut + 1 : state->deck;
        const int at = (int)bil_random_below(random, (uint32_t)lowest);
        memmove(&state->pile[at + 1], &state->pile[at], (size_t)(cards - at));
        state->pile[at] = OBU_GAME_OVER;
    }
}

/* One move in one world: the reward of the seat, and by how much it is ahead at the end. */
struct outcome {
    double reward, margin;
};
static struct outcome try_move(const struct obu_rules *quick, const world *from, bil_move move, struct bil_random random, int seat)
{
    world state = *from;
    game->apply(quick, state.bytes, move, &random, NULL);
    play_on(quick, &state, &random);
    return (struct outcome){obu_reward(quick, &state, seat), obu_ahead(quick, &state, seat)};
}

/* Adds what each bot's choice is worth beside `advised`. */
static void judge(const struct obu_rules *quick, const world *truth, int seat, const uint8_t *seed, const bil_move *choice,
                  bil_move advised)
{
    double gain[BOTS_MOST] = {0}, margin[BOTS_MOST] = {0};
    bool alike = true;
    for (int b = 0; b < bots; b++) {
        alike = alike && choice[b] == advised;
    }
    for (uint32_t w = 0; w < WORLDS && !alike; w++) {
        struct bil_random random;
        world state = *truth;
        bil_random_stream(&random, seed, 1 + w, (uint32_t)decisions);
        shuffle_deck(&state.state, &random);
        memset(state.bytes + OBU_FACTS, 0, sizeof(struct obu_state) - OBU_FACTS); /* quick rules keep no knowledge up */
        const struct outcome beside = try_move(quick, &state, advised, random, seat);
        for (int b = 0; b < bots; b++) {
            int same = 0;
            while (choice[same] != choice[b]) {
                same++;
            }
            if (same < b) {
                gain[b] = gain[same];
                margin[b] = margin[same];
            } else if (choice[b] != advised) {
                const struct outcome outcome = try_move(quick, &state, choice[b], random, seat);
                gain[b] += (outcome.reward - beside.reward) / WORLDS;
                margin[b] += (outcome.margin - beside.margin) / WORLDS;
            }
        }
    }
    for (int b = 0; b < bots; b++) {
        const double more = gain[b] - gain[0];
        judged[b].gain += gain[b];
        judged[b].squares += gain[b] * gain[b];
        judged[b].margin += margin[b];
        judged[b].beside += more;
        judged[b].beside_squares += more * more;
        judged[b].differs += choice[b] != advised;
    }
    if (choice[0] != advised) {
        struct kinds *kind = &kinds[OBU_VERB(advised)][OBU_VERB(choice[0])];
        kind->count++;
        kind->gain += gain[0];
        kind->squares += gain[0] * gain[0];
    }
    decisions++;
}

/* Asks all bots. Returns the choice of the first. */
static bil_move ask_bots(const struct obu_rules *rules, const struct obu_rules *quick, const world *state, const world *view,
                         const bil_move *list, int count, bil_move advised, const uint8_t *seed)
{
    const int seat = game->actor(rules, state->bytes);
    bil_move choice[BOTS_MOST];
    for (int b = 0; b < bots; b++) {
        struct bil_random random;
        bil_random_stream(&random, seed, 0, (uint32_t)decisions);
        const struct bil_ask ask = {.game = game,
                                    .rules = rules,
                                    .quick = quick,
                                    .view = view->bytes,
                                    .seat = seat,
                                    .moves = list,
                                    .count = count,
                                    .random = &random};
        const double began = seconds();
        choice[b] = judged[b].bot->choose(judged[b].bot, &ask);
        judged[b].seconds += seconds() - began;
    }
    judge(quick, state, seat, seed, choice, advised);
    return choice[0];
}

static void play(const struct obu_rules *rules, const struct obu_rules *quick, long number, bool own, double until)
{
    uint8_t seed[BIL_SEED_BYTES] = {1};
    struct bil_random match, chance;
    world state = {{0}}, view = {{0}};
    bil_move list[BIL_MAX_MOVES];
    int32_t value[BIL_MAX_MOVES];
    const int seat = (int)(number % rules->seats);
    memcpy(seed + 1, &number, sizeof number);
    bil_random_match(&match, seed);
    bil_random_stream(&chance, seed, WORLDS + 1, 0);
    game->setup(rules, &match, state.bytes, NULL);
    for (int actor; (actor = game->actor(rules, state.bytes)) != BIL_OVER;) {
        const int count = game->moves(rules, state.bytes, list);
        bil_move move = list[0];
        if (count > 1) {
            game->hide(rules, state.bytes, actor, view.bytes);
            game->advise(rules, view.bytes, list, count, value);
            const bil_move advised = list[bil_policy_best(value, count, &chance)];
            move = !own && part(&chance) < CHANCE ? list[bil_random_below(&chance, (uint32_t)count)] : advised;
            if (state.state.cut > 0 && (own ? actor == seat : part(&chance) < ASKED)) {
                if (seconds() > until) {
                    return;
                }
                const bil_move chosen = ask_bots(rules, quick, &state, &view, list, count, advised, seed);
                move = own ? chosen : move;
            }
        }
        game->apply(rules, state.bytes, move, &match, NULL);
    }
    games++;
    ahead += obu_ahead(rules, &state, seat);
    ahead_squares += obu_ahead(rules, &state, seat) * obu_ahead(rules, &state, seat);
}

static const char *key_of(int verb)
{
    const struct bil_verb *row = game->notation->verbs;
    while (row->form && (row->verb != verb || !row->key)) {
        row++;
    }
    return row->form ? row->key : "?";
}

static void tell(bool own, char *const *names)
{
    const double all = decisions > 0 ? (double)decisions : 1;
    printf("%ld decisions in %ld games\n", decisions, games);
    if (own && games > 0) {
        const double mean = ahead / (double)games;
        printf("ahead at their ends: %.0f +- %.0f\n", mean,
               sqrt(ahead_squares / (double)games - mean * mean) / sqrt((double)games));
    }
    for (int b = 0; b < bots; b++) {
        printf(
            "%-40s other than advised %4.1f %%, gain %6.2f +- %.2f (points ahead %6.2f), beside the first %6.2f +- %.2f, %.1f ms\n",
            names[b], 100 * (double)judged[b].differs / all, judged[b].gain / all, sqrt(judged[b].squares) / all,
            judged[b].margin / all, judged[b].beside / all, sqrt(judged[b].beside_squares) / all, 1000 * judged[b].seconds / all);
    }
    for (int advised = 0; advised < OBU_VERBS; advised++) {
        for (int chosen = 0; chosen < OBU_VERBS; chosen++) {
            const struct kinds *kind = &kinds[advised][chosen];
            if (kind->count * SHOWN > decisions) {
                printf("%-10s instead of %-10s %6ld times, gain each time %7.1f +- %.1f\n", key_of(chosen), key_of(advised),
                       kind->count, kind->gain / (double)kind->count, sqrt(kind->squares) / (double)kind->count);
            }
        }
    }
}

int main(int argc, char **argv)
{
    const bool own = argc == 5 && strcmp(argv[1], "own") == 0;
    const int seats = argc > 4 ? atoi(argv[3]) : 0;
    if (!(own || (argc > 4 && strcmp(argv[1], "advice") == 0)) || seats < 2 || seats > OBU_SEATS || argc - 4 > BOTS_MOST) {
        fprintf(stderr, "usage: billions-judge-choices advice SECONDS SEATS BOT...\n"
                        "       billions-judge-choices own SECONDS SEATS BOT\n");
        return 2;
    }
    for (; bots < argc - 4; bots++) {
        struct bil_error error = {{0}};
        judged[bots].bot = bil_bot_find(argv[4 + bots], &error);
        if (!judged[bots].bot) {
            fprintf(stderr, "billions-judge-choices: %s\n", error.text);
            return EXIT_FAILURE;
        }
    }
    make_rules("billions-judge-choices", NULL);
    struct obu_rules quick = rules_for[seats];
    game->make_fast(&quick);
    const double until = seconds() + strtod(argv[2], NULL);
    for (long number = 0; seconds() < until; number++) {
        play(&rules_for[seats], &quick, number, own, until);
    }
    tell(own, argv + 4);
    return EXIT_SUCCESS;
}
