/* See sentences.h. Builds and plays; what is right stands in the tests. */
#include "games/one_billion_users/sentences.h"
#include "billions/json.h"
#include "games/one_billion_users/rules/state.h"
#include "unit.h"

/* ------------------------------------------------------------------ walks */

const struct case_walk obu_walks[] = {
    {2, "networks=off", 11, 1, false},
    {3, "networks=random;milestones=manual", 12, 1, false},
    {4, "networks=random;milestones=manual;advertisers=tie-barred", 13, 1, false},
    {4, "networks=Friendlink,The Hellsite,HireMe,Burrow", 14, 1, false},
    {4, "networks=Murmur,Kooperate,TapTap,False Social;milestones=manual", 15, 1, false},
    {2, "networks=HireMe,False Social;cut=fifth", 16, 1, false},
};
const int obu_walk_count = sizeof obu_walks / sizeof obu_walks[0];

bool obu_walk(const struct case_walk *walk, case_visit *visit, void *context, struct bil_error *error)
{
    return case_walk(obu_test_game(), walk, visit, context, error);
}

int obu_said_run(const char *file, const struct case_said_list *lists, int count)
{
    return case_said_run(obu_test_game(), "games/one_billion_users/words", file, lists, count);
}

/* ------------------------------------------------------------------ moves */

struct list {
    bil_move *move;
    int count;
};

static void one(struct list *list, int verb, int a, int b, int c)
{
    assert_in_range(list->count, 0, OBU_ALL_MOVES - 1);
    list->move[list->count++] = OBU_MOVE(verb, a, b, c);
}

static void each(struct list *list, const struct obu_rules *rules, int verb, int from, int to)
{
    for (int card = from; card < to; card++) {
        if (rules->copies[card] > 0) {
            one(list, verb, card, 0, 0);
        }
    }
}

/* Sets of two and three cards out of a hand, ascending; the same card twice if it is there twice. */
static void sets(struct list *list, const struct obu_rules *rules, const struct obu_cards *hand, int verb, int kinds)
{
    for (int a = 0; a < kinds; a++) {
        for (int b = a; b < kinds; b++) {
            if (!obu_has(rules, hand, a) || !obu_has(rules, hand, b) || (a == b && obu_count(rules, hand, a) < 2)) {
                continue;
            }
            one(list, verb, a, b, OBU_HIDDEN);
            for (int c = b + 1; c < kinds && verb == OBU_M_LAUNCH; c++) {
                if (obu_has(rules, hand, c)) {
                    one(list, verb, a, b, c);
                }
            }
        }
    }
}

int obu_all_moves(const struct case_table *table, bil_move moves[OBU_ALL_MOVES])
{
    const struct obu_rules *rules = table->position.rules;
    const struct obu_state *state = table->position.state;
    const struct obu_cards *hand = &state->seat[obu_top_const(state)->seat].hand;
    struct list list = {moves, 0};
    for (int card = 0; card < OBU_HIDDEN; card++) {
        if (rules->copies[card] > 0) {
            if (obu_is_community(card)) {
                one(&list, OBU_M_LAUNCH, card, OBU_HIDDEN, OBU_HIDDEN);
            }
            one(&list, OBU_M_RETURN, card, OBU_HIDDEN, OBU_HIDDEN);
        }
    }
    sets(&list, rules, hand, OBU_M_LAUNCH, OBU_COMMUNITIES_MAX);
    sets(&list, rules, hand, OBU_M_RETURN, OBU_HIDDEN);
    one(&list, OBU_M_DRAW_DECK, 0, 0, 0);
    one(&list, OBU_M_DRAW_DISCARD, 0, 0, 0);
    one(&list, OBU_M_DONE, 0, 0, 0);
    one(&list, OBU_M_PASS, 0, 0, 0);
    one(&list, OBU_M_SACRIFICE, OBU_HIDDEN, 0, 0);
    each(&list, rules, OBU_M_ADD, 0, OBU_COMMUNITIES_MAX);
    each(&list, rules, OBU_M_SACRIFICE, 0, OBU_COMMUNITIES_MAX);
    each(&list, rules, OBU_M_TAKE, 0, OBU_COMMUNITIES_MAX);
    each(&list, rules, OBU_M_DROP, 0, OBU_COMMUNITIES_MAX);
    each(&list, rules, OBU_M_FIX, OBU_HOTFIX, OBU_SAFEGUARD);
    each(&list, rules, OBU_M_GUARD, OBU_SAFEGUARD, OBU_PUSH);
    each(&list, rules, OBU_M_COUNTER_GUARD, OBU_SAFEGUARD, OBU_PUSH);
    each(&list, rules, OBU_M_GRIND, 0, OBU_HIDDEN);
    each(&list, rules, OBU_M_DISCARD, 0, OBU_HIDDEN);
    each(&list, rules, OBU_M_GIVE, 0, OBU_HIDDEN);
    for (int seat = 0; seat < rules->seats; seat++) {
        one(&list, OBU_M_COUNTER_PUSH, 0, seat, 0);
        for (int card = OBU_BLOCKER; card < OBU_HOTFIX; card++) {
            one(&list, OBU_M_BLOCK, card, seat, 0);
        }
        for (int i = 0; i < OBU_INFLUENCERS; i++) {
            one(&list, OBU_M_PUSH, i, seat, 0);
        }
    }
    for (int i = 0; i < OBU_INFLUENCERS; i++) {
        one(&list, OBU_M_POKE, i, 0, 0);
    }
    for (int i = 0; i < OBU_MILESTONES; i++) {
        one(&list, OBU_M_CLAIM, i, 0, 0);
    }
    return list.count;
}
