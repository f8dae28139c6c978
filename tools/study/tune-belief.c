/* billions-tune-belief: measures what players of One Billion Users hold beside what is unseen (belief_weights.h), after an edition
 * or the advice has changed. No part of a release.
 *
 *     billions-tune-belief [GAMES [ROUNDS [EDITION]]]       prints the weights as belief_weights.h has them (3000 games, 8 rounds)
 *
 * Games of two, three and four seats are played by the advice as it is compiled in, with a little chance. At one decision in
 * sixteen worlds are dealt as believed, and the cards that others truly hold are counted beside those of the worlds, by kind and by
 * how many turns they have had. Each round the weights are multiplied by what was true over what was believed (iterative
 * proportional fitting: Deming and Stephan 1940), until nothing changes any more. What it prints besides, on the other stream, is
 * how far both still lie apart. */
#define OBU_TUNING
#include "games/one_billion_users/secrets/belief.c"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "billions/edition.h"
#include "bots/policy.h"
#include "tune.h"

enum { WORLDS = 4, SPARSE = 30 };
static const double ASKED = 1.0 / 16, CHANCE = 0.03;
static const struct bil_game *const game = &bil_game_one_billion_users;

static double truly[OBU_BELIEF_SEATS][OBU_BELIEF_KNOTS][OBU_BELIEF_KINDS],
    believed[OBU_BELIEF_SEATS][OBU_BELIEF_KNOTS][OBU_BELIEF_KINDS];

/* Counts the cards of all hands but the viewer's, as worth so much, at the two knots that the moment lies between. */
static void count(const struct obu_rules *rules, const struct obu_state *state, int viewer, double worth,
                  double into[OBU_BELIEF_SEATS][OBU_BELIEF_KNOTS][OBU_BELIEF_KINDS])
{
    int along;
    const int knot = knot_of(4 * state->turns / rules->seats, &along);
    for (int seat = 0; seat < rules->seats; seat++) {
        for (int bit = 0; bit < 64 && seat != viewer; bit++) {
            for (int other = 0; other < 2; other++) {
                if ((other ? state->seat[seat].hand.other : state->seat[seat].hand.comm) >> bit & 1) {
                    const int kind = obu_belief_kind(rules, other ? rules->kind_of_bit[bit] : bit);
                    into[rules->seats - 2][knot][kind] += worth * (256 - along) / 256;
                    into[rules->seats - 2][knot + (along > 0)][kind] += worth * along / 256;
                }
            }
        }
    }
}

static void look(const struct obu_rules *rules, const struct obu_state *state, const world *view, int viewer,
                 struct bil_random *random)
{
    _Alignas(uint64_t) uint8_t plan[BIL_MAX_PLAN];
    world dealt;
    count(rules, state, viewer, 1, truly);
    bil_plan_deals(game, rules, view->bytes, plan);
    for (int i = 0; i < WORLDS; i++) {
        bil_deal_believed(game, rules, view->bytes, plan, random, dealt.bytes);
        count(rules, &dealt.state, viewer, 1.0 / WORLDS, believed);
    }
}

static void play(long number)
{
    const struct obu_rules *rules = &rules_for[2 + number % (OBU_SEATS - 1)];
    uint8_t seed[BIL_SEED_BYTES] = {0};
    struct bil_random match, own;
    world state = {{0}}, view = {{0}};
    bil_move list[BIL_MAX_MOVES];
    int32_t value[BIL_MAX_MOVES];
    memcpy(seed, &number, sizeof number);
    bil_random_match(&match, seed);
    bil_random_stream(&own, seed, 1, 0);
    game->setup(rules, &match, state.bytes, NULL);
    for (int actor; (actor = game->actor(rules, state.bytes)) != BIL_OVER;) {
        const int moves = game->moves(rules, state.bytes, list);
        int pick = 0;
        if (moves > 1) {
            game->hide(rules, state.bytes, actor, view.bytes);
            if (state.state.cut > 0 && part(&own) < ASKED) {
                look(rules, &state.state, &view, actor, &own);
            }
            game->advise(rules, view.bytes, list, moves, value);
            pick = part(&own) < CHANCE ? (int)bil_random_below(&own, (uint32_t)moves) : bil_policy_best(value, moves, &own);
        }
        game->apply(rules, state.bytes, list[pick], &match, NULL);
    }
}

/* One step towards what is true in one row. Adds to how far apart both are, and to the cards. */
static void fit_row(uint8_t weight[OBU_BELIEF_KINDS], const double *true_cards, const double *cards, double *apart, double *all)
{
    double fitted[OBU_BELIEF_KINDS], sum = 0, kinds = 0;
    for (int kind = 0; kind < OBU_BELIEF_KINDS; kind++) {
        const double ratio = (true_cards[kind] + SPARSE) / (cards[kind] + SPARSE);
        fitted[kind] = weight[kind] * ratio;
        *apart += true_cards[kind] * fabs(log(ratio));
        *all += true_cards[kind];
        sum += true_cards[kind] > 0 ? log(fitted[kind]) : 0;
        kinds += true_cards[kind] > 0;
    }
    for (int kind = 0; kind < OBU_BELIEF_KINDS && kinds > 0; kind++) {
        const double there = true_cards[kind] > 0 ? fitted[kind] / exp(sum / kinds) : 1;
        weight[kind] = (uint8_t)fmin(fmax(round(OBU_BELIEF_MEAN * there), 1), UINT8_MAX);
    }
}

/* Returns how far apart both were, in the mean of all cards. */
static double fit(void)
{
    double apart = 0, all = 0;
    for (int seats = 0; seats < OBU_BELIEF_SEATS; seats++) {
        for (int knot = 0; knot < OBU_BELIEF_KNOTS; knot++) {
            fit_row(weights[seats][knot], truly[seats][knot], believed[seats][knot], &apart, &all);
        }
    }
    memset(truly, 0, sizeof truly);
    memset(believed, 0, sizeof believed);
    return apart / all;
}

static void print(void)
{
    for (int seats = 0; seats < OBU_BELIEF_SEATS; seats++) {
        for (int knot = 0; knot < OBU_BELIEF_KNOTS; knot++) {
            printf("%s", knot ? ", {" : seats ? "}, \\\n     {{" : "    {{{");
            for (int kind = 0; kind < OBU_BELIEF_KINDS; kind++) {
                printf("%s%d", kind ? ", " : "", weights[seats][knot][kind]);
            }
            printf("}");
        }
    }
    printf("}}\n");
}

int main(int argc, char **argv)
{
    const long games = argc > 1 ? atol(argv[1]) : 3000;
    const int rounds = argc > 2 ? atoi(argv[2]) : 8;
    struct bil_error error = {{0}};
    const struct bil_value *edition = argc > 3 ? bil_edition_load(argv[3], NULL, &error) : NULL;
    if (argc > 3 && (!edition || !bil_edition_game(edition, game, &error))) {
        fprintf(stderr, "billions-tune-belief: %s\n", error.text);
        return EXIT_FAILURE;
    }
    make_rules("billions-tune-belief", edition);
    for (int round = 0; round < rounds; round++) {
        for (long number = 0; number < games; number++) {
            play(games * round + number);
        }
        fprintf(stderr, "round %d: %.3f apart\n", round + 1, fit());
    }
    print();
    return EXIT_SUCCESS;
}
