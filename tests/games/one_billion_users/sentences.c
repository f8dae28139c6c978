/* See sentences.h. Builds and plays; what is right stands in the tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the four above first */
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/one_billion_users/sentences.h"
#include "games/one_billion_users/state.h"
#include "table/json.h"

/* ------------------------------------------------------------------ cases */

enum { MAX_SAID = 400 };
struct said_test {
    const struct bil_value *one;
    const struct obu_said_list *lists;
    int count;
};
static struct said_test said_test[MAX_SAID];
static struct CMUnitTest unit_test[MAX_SAID];

static bool check_entry(const struct bil_value *entry, struct obu_table *table, obu_said_check *check, struct bil_error *error)
{
    struct obu_said_case said = {table, {"", "", ""}, {0, 0, 0}};
    int i = 0;
    for (const struct bil_value *part = entry->child; part && i < 3; part = part->next, i++) {
        said.text[i] = part->type == BIL_STRING ? part->string : "";
        said.number[i] = part->type == BIL_INTEGER ? (int)part->integer : 0;
    }
    struct bil_error inner = {{0}};
    return check(&said, &inner) || bil_fail(error, "\"%s\": %s", said.text[0], inner.text);
}

static void said_holds(void **context)
{
    const struct said_test *test = *context;
    struct obu_table table;
    struct bil_error error = {{0}};
    int checked = 0;
    if (!obu_table_read(&table, bil_value_get(test->one, "position"), false, 1, &error)) {
        fail_msg("%s", error.text);
    }
    for (int i = 0; i < test->count; i++) {
        const struct bil_value *list = bil_value_get(test->one, test->lists[i].list);
        for (const struct bil_value *entry = list ? list->child : NULL; entry; entry = entry->next, checked++) {
            if (!check_entry(entry, &table, test->lists[i].check, &error)) {
                fail_msg("%s: %s", test->lists[i].list, error.text);
            }
        }
    }
    obu_table_free(&table);
    assert_true(checked > 0); /* a case without a known list would prove nothing */
}

int obu_said_run(const char *file, const struct obu_said_list *lists, int count)
{
    char path[256];
    struct bil_error error = {{0}};
    int tests = 0;
    snprintf(path, sizeof path, "games/one_billion_users/words/%s.json", file);
    const struct bil_value *root = obu_test_json(path, &error);
    const struct bil_value *cases = bil_value_get(root, "cases");
    if (!cases || cases->count == 0 || cases->count > MAX_SAID) {
        fprintf(stderr, "%s: %s\n", path, root ? "no cases, or too many" : error.text);
        return 1;
    }
    for (const struct bil_value *one = cases->child; one; one = one->next, tests++) {
        const struct bil_value *id = bil_value_get(one, "id");
        said_test[tests] = (struct said_test){one, lists, count};
        unit_test[tests] = (struct CMUnitTest){id ? id->string : "(no id)", said_holds, NULL, NULL, &said_test[tests]};
    }
    const int failed = _cmocka_run_group_tests(file, unit_test, (size_t)tests, NULL, NULL);
    bil_json_free(root);
    return failed;
}

bool obu_said_parse(const struct obu_table *table, const char *text, bil_move *move, bool *legal, struct bil_error *error)
{
    const struct bil_game *game = obu_test_game();
    const int actor = obu_table_actor(table);
    struct obu_state view;
    bil_move moves[BIL_MAX_MOVES];
    game->hide(table->position.rules, table->position.state, actor == BIL_OVER ? 0 : actor, &view);
    if (!game->move_parse(table->position.rules, &view, text, move, error)) {
        return false;
    }
    const int count = actor == BIL_OVER ? 0 : obu_table_moves(table, moves);
    *legal = false;
    for (int i = 0; i < count; i++) {
        *legal |= moves[i] == *move;
    }
    return true;
}

/* ------------------------------------------------------------------ walks */

const struct obu_walk obu_walks[] = {
    {2, "networks=off", 11, 1},
    {3, "networks=random;milestones=manual", 12, 1},
    {4, "networks=random;milestones=manual;advertisers=tie-barred", 13, 1},
    {4, "networks=Friendlink,The Hellsite,HireMe,Burrow", 14, 1},
    {4, "networks=Murmur,Kooperate,TapTap,False Social;milestones=manual", 15, 1},
    {2, "networks=HireMe,False Social;cut=fifth", 16, 1},
};
const int obu_walk_count = sizeof obu_walks / sizeof obu_walks[0];

bool obu_walk(const struct obu_walk *walk, obu_visit *visit, void *context, struct bil_error *error)
{
    struct obu_table table;
    if (!obu_table_new(&table, walk->seats, walk->options, false, walk->seed, error)) {
        return false;
    }
    uint8_t seed[BIL_SEED_BYTES] = {(uint8_t)walk->seed, 77};
    struct bil_random dice;
    bil_random_stream(&dice, seed, 1, 0);
    for (int ply = 0; obu_table_actor(&table) != BIL_OVER; ply++) {
        bil_move moves[BIL_MAX_MOVES];
        struct bil_error inner = {{0}};
        if (ply % walk->stride == 0 && !visit(&table, context, &inner)) {
            obu_table_free(&table);
            return bil_fail(error, "seed %u, decision %d: %s", walk->seed, ply, inner.text);
        }
        const int count = obu_table_moves(&table, moves);
        if (!obu_table_apply(&table, moves[bil_random_below(&dice, (uint32_t)count)], error)) {
            obu_table_free(&table);
            return false;
        }
    }
    const bool fine = visit(&table, context, error); /* the end, too */
    obu_table_free(&table);
    return fine;
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

int obu_all_moves(const struct obu_table *table, bil_move moves[OBU_ALL_MOVES])
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
