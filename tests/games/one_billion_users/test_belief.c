/* What other seats are believed to hold (belief.c): in games that the advice plays, hands of believed worlds are like the true
 * ones, and those of an even deal are not. That a believed world fits the view at all is a law of every game (tests/battery). */
#include <math.h>
#include <string.h>

#include "bots/policy.h"
#include "games/one_billion_users/rules/state.h"
#include "unit.h"

enum { GAMES = 60, WORLDS = 4, GROUPS = 4 };
typedef union {
    unsigned char bytes[BIL_MAX_STATE];
    struct obu_state state;
} world;

static const struct bil_game *const game = &bil_game_one_billion_users;

static int group_of(int card)
{
    return card == OBU_PUSH || card == OBU_POKE ? 0 : card >= OBU_SAFEGUARD ? 1 : card < OBU_HOTFIX && card >= OBU_BLOCKER ? 2 : 3;
}

/* Cards of others' hands, by group. */
static void count(const struct obu_rules *rules, const struct obu_state *state, int viewer, double worth, double into[GROUPS])
{
    for (int seat = 0; seat < rules->seats; seat++) {
        if (seat != viewer) {
            const struct obu_cards *hand = &state->seat[seat].hand;
            into[3] += worth * obu_popcount(hand->comm);
            for (uint64_t rest = hand->other; rest; rest &= rest - 1) {
                into[group_of(rules->kind_of_bit[obu_lowest(rest)])] += worth;
            }
        }
    }
}

static void look(const struct obu_rules *rules, const world *state, const world *view, int viewer, struct bil_random *random,
                 double sum[3][GROUPS])
{
    _Alignas(uint64_t) uint8_t plan[BIL_MAX_PLAN];
    world dealt;
    count(rules, &state->state, viewer, WORLDS, sum[0]);
    bil_plan_deals(game, rules, view->bytes, plan);
    for (int i = 0; i < WORLDS; i++) {
        bil_deal_believed(game, rules, view->bytes, plan, random, dealt.bytes);
        count(rules, &dealt.state, viewer, 1, sum[1]);
        bil_deal_planned(game, rules, view->bytes, plan, random, dealt.bytes);
        count(rules, &dealt.state, viewer, 1, sum[2]);
    }
}

static void play(const struct obu_rules *rules, uint32_t number, double sum[3][GROUPS])
{
    uint8_t seed[BIL_SEED_BYTES] = "beliefs";
    struct bil_random match, own;
    world state = {{0}}, view = {{0}};
    bil_move list[BIL_MAX_MOVES];
    int32_t value[BIL_MAX_MOVES];
    memcpy(seed + 8, &number, sizeof number);
    bil_random_match(&match, seed);
    bil_random_stream(&own, seed, 1, 0);
    game->setup(rules, &match, state.bytes, NULL);
    for (int actor; (actor = game->actor(rules, state.bytes)) != BIL_OVER;) {
        const int moves = game->moves(rules, state.bytes, list);
        int pick = 0;
        if (moves > 1) {
            game->hide(rules, state.bytes, actor, view.bytes);
            if (state.state.turns > 8 * rules->seats && bil_random_below(&own, 4) == 0) {
                look(rules, &state, &view, actor, &own, sum);
            }
            game->advise(rules, view.bytes, list, moves, value);
            pick = bil_policy_best(value, moves, &own);
        }
        game->apply(rules, state.bytes, list[pick], &match, NULL);
    }
}

static void hands_are_as_believed(void **unused)
{
    for (int seats = 2; seats <= OBU_SEATS; seats++) {
        struct obu_rules rules;
        struct bil_error error = {{0}};
        const struct bil_setting networks = {"networks", "random"};
        const struct bil_config config = {.seats = seats, .settings = &networks, .setting_count = 1};
        double sum[3][GROUPS] = {{0}}; /* true, believed, an even deal */
        assert_true(game->rules_init(&config, &rules, &error));
        for (uint32_t number = 0; number < GAMES; number++) {
            play(&rules, number, sum);
        }
        for (int group = 0; group < 3; group++) {
            const double believed = fabs(log(sum[1][group] / sum[0][group]));
            const double even = fabs(log(sum[2][group] / sum[0][group]));
            if (believed > 0.4 || believed > even / 2) {
                fail_msg("%d seats, group %d: %.0f held, %.0f believed, %.0f in an even deal", seats, group, sum[0][group],
                         sum[1][group], sum[2][group]);
            }
        }
    }
}

/* A weight of nothing would rule out worlds that can be. */
static void nothing_is_out_of_the_question(void **unused)
{
    struct obu_rules rules;
    struct bil_error error = {{0}};
    const struct bil_config config = {.seats = 2};
    double sum[3][GROUPS] = {{0}};
    assert_true(game->rules_init(&config, &rules, &error));
    for (uint32_t number = 0; number < 20; number++) {
        play(&rules, number, sum);
    }
    for (int group = 0; group < GROUPS; group++) {
        assert_true(sum[1][group] > 0);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_are_as_believed),
        cmocka_unit_test(nothing_is_out_of_the_question),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
