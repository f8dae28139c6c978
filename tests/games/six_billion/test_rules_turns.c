/* Rules that hold at every moment of every game, watched over random games from outside by comparing one state with the next, and
 * the order of turn (SIX-2, 4, 13, 23..28, 32, 35, 43, 48, 59, 79, 80, 89, 150, 198, 203, 206, 216, 221, 243, 247, 248). */
#include "games/six_billion/rules/state.h"
#include "games/six_billion/support.h"
#include "unit.h"

enum { GAMES = 60, CUPS = 1800 };

/* ------------------------------------------------------------------ the cup */

/* The order of game turn 1 of a match, and of game turn 2 after random play, as the number of a permutation of three. */
static int permutation(const struct six_state *state)
{
    return 2 * state->order[0] + (state->order[1] > state->order[2]);
}

/* SIX-13, 23: each of the six orders of three factions is as likely as the others, whatever the one before was. */
static void every_order_is_as_likely(void **state)
{
    int first[6] = {0};
    int pairs[36] = {0};
    for (unsigned seed = 0; seed < CUPS; seed++) {
        struct case_table table;
        struct bil_random dice;
        case_dice(&dice, seed);
        six_begin(&table, 2, "", seed);
        const struct six_state *at = table.position.state;
        const int one = permutation(at);
        first[one]++;
        while (at->turn == 1) {
            case_play_any(&table, &dice);
        }
        pairs[6 * one + permutation(at)]++;
        case_table_free(&table);
    }
    assert_true(case_surprise(first, NULL, 6) < 4);
    assert_true(case_surprise(pairs, NULL, 36) < 4);
}

/* SIX-23: with six factions each place is as likely for each. */
static void every_place_is_as_likely(void **state)
{
    int bins[6][6] = {{0}};
    for (unsigned seed = 0; seed < 600; seed++) {
        struct case_table table;
        six_begin(&table, 5, "", seed);
        const struct six_state *at = table.position.state;
        unsigned seen = 0;
        for (int place = 0; place < 6; place++) {
            bins[at->order[place]][place]++;
            seen |= 1U << at->order[place];
        }
        assert_int_equal(seen, 63); /* one token of each faction (SIX-13) */
        case_table_free(&table);
    }
    for (int faction = 0; faction < 6; faction++) {
        assert_true(case_surprise(bins[faction], NULL, 6) < 4);
    }
}

/* ------------------------------------------------------------------ every moment */

struct watched {
    int plies, turns, game_turns, ends[5], wars, sends, refusals, points_paid, migrants, discoveries;
};

static int step_of(const struct six_state *state)
{
    return state->stack[0].kind;
}

/* What holds of a single state. */
static void sound(const struct six_rules *rules, const struct six_state *now)
{
    const int top = six_top_const(now)->kind;
    if (step_of(now) != SIX_POWER) { /* nobody's turn has begun then */
        assert_int_equal(now->faction, now->order[now->at]);
    }
    assert_in_range(now->actions, 0, 2);                  /* SIX-32 */
    assert_true(now->find_left >= 1);                     /* SIX-150 */
    assert_true(six_top_const(now)->seat < rules->seats); /* SIX-35: only players decide */
    if (step_of(now) == SIX_ACT || step_of(now) == SIX_DISCARD || step_of(now) == SIX_DRAW) {
        assert_true(six_is_player(rules, now->faction)); /* SIX-35 */
        assert_int_equal(now->acting, now->faction);     /* SIX-4 */
    }
    if (step_of(now) == SIX_MIGRANT) {
        assert_false(six_is_player(rules, now->faction));
    }
    if (top == SIX_DISCARD) {
        assert_true(now->actions > 0); /* SIX-197, 199 */
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        assert_in_range(now->hand[seat].count, 0, SIX_HAND); /* SIX-203 */
    }
}

/* Tokens: never removed, never a jump, never beyond the last number (SIX-48, 79, 80). */
static void watch_tokens(const struct six_rules *rules, const struct six_state *was, const struct six_state *now)
{
    int moved = 0;
    for (int faction = 0; faction < rules->factions; faction++) {
        for (int site = 0; site < SIX_SITES; site++) {
            const int before = was->level[faction][site];
            const int after = now->level[faction][site];
            assert_true(after <= rules->last[site]);
            assert_true(before == 0 || after > 0);
            assert_true(before == 0 ? after <= 3 : abs(after - before) <= 1);
            assert_true(before > 0 || after == 0 || was->box[faction][site] != 0); /* established from the box */
            moved += before != after;
        }
    }
    assert_in_range(moved, 0, 2); /* a lost War, and the doubling that goes on behind it */
}

/* Hands: only the seat whose decision it was may have lost cards, and only the acting player may have got some, in his step 5
 * (SIX-206, 221); a card that comes back was refused. */
static void watch_hands(const struct six_rules *rules, const struct six_state *was, const struct six_state *now)
{
    const struct bil_frame *asked = six_top_const(was);
    for (int seat = 0; seat < rules->seats; seat++) {
        const int change = now->hand[seat].count - was->hand[seat].count;
        if (change < 0) {
            assert_int_equal(seat, asked->seat);
        }
        if (change > 0) {
            assert_int_equal(change, 1);
            assert_int_equal(seat, asked->seat);
            assert_true(asked->kind == SIX_DRAW || asked->kind == SIX_KEEP);
        }
        if (asked->kind == SIX_DISCARD) {
            assert_true(change >= -1); /* SIX-198 */
        }
        assert_int_equal(was->agenda[seat], now->agenda[seat]); /* SIX-216 */
    }
}

/* Points come from cards for others and for Neutrals alone, and go down by the Dollar power alone (SIX-243). */
static void watch_points(const struct six_rules *rules, const struct six_state *was, const struct six_state *now, bil_move move,
                         struct watched *watched)
{
    for (int seat = 0; seat < rules->seats; seat++) {
        const int change = now->points[seat] - was->points[seat];
        if (change > 0) {
            const bil_move played = was->pending ? was->pending : move;
            assert_int_equal(seat, was->acting);
            assert_true(six_target[SIX_CARD(played)] == SIX_T_OTHER || six_target[SIX_CARD(played)] == SIX_T_NEUTRAL);
            assert_int_equal(change, six_target[SIX_CARD(played)] == SIX_T_OTHER ? 3 : 2);
        }
        if (change < 0) {
            assert_int_equal(step_of(was), SIX_POWER);
            assert_int_equal(six_top_const(was)->a, SIX_DOLLAR);
            assert_int_equal(-change, SIX_N(move));
            watched->points_paid++;
        }
    }
}

/* The steps of a turn follow each other, and the acting player stays the same within it (SIX-28, 29, 34, 43). */
static void watch_steps(const struct six_rules *rules, const struct six_state *was, const struct six_state *now,
                        struct watched *watched)
{
    static const int rank[] = {
        [SIX_GROW] = 1, [SIX_SETTLE] = 2, [SIX_ACT] = 3, [SIX_MIGRANT] = 3, [SIX_DISCARD] = 4, [SIX_DRAW] = 5};
    if (step_of(now) == SIX_END || step_of(was) == SIX_POWER || step_of(now) == SIX_POWER) {
        return;
    }
    if (was->turn == now->turn && was->at == now->at) {
        assert_true(rank[step_of(now)] >= rank[step_of(was)]);
        assert_int_equal(was->acting, now->acting);
        assert_int_equal(was->attempted & ~now->attempted, 0); /* SIX-59 */
        assert_true(now->actions >= was->actions);
        return;
    }
    watched->turns++;
    assert_true(now->turn > was->turn || now->at > was->at); /* SIX-24 */
    assert_int_equal(now->actions, 0);
    if (now->turn != was->turn) {
        watched->game_turns++;
        assert_int_equal(now->turn, was->turn + 1);
    }
}

/* What was heard: every faction's turn begins exactly once between two cups (SIX-2, 25, 27). */
struct turns {
    int begun[SIX_FACTIONS];
    int cups;
};

static void watch_turns(const struct case_table *table, const struct six_rules *rules, struct turns *turns)
{
    for (int i = 0; i < table->heard_count; i++) {
        const struct bil_event *event = &table->heard[i];
        if (event->kind == SIX_E_CUP && event->b == 1) {
            for (int faction = 0; faction < rules->factions; faction++) {
                assert_int_equal(turns->begun[faction], 1);
                turns->begun[faction] = 0;
            }
            turns->cups++;
        }
        if (event->kind == SIX_E_TURN) {
            turns->begun[event->a]++;
            assert_int_equal(turns->begun[event->a], 1);
        }
    }
}

/* The game ends at once, after a token has moved or a box was established, and by nothing else (SIX-245..248). */
static void watch_end(const struct six_rules *rules, const struct six_state *was, const struct six_state *now,
                      struct watched *watched)
{
    bool belt = false;
    bool earth = false;
    unsigned populated = 0;
    for (int faction = 0; faction < rules->factions; faction++) {
        belt |= six_population(now->level[faction][SIX_BELT]) == 1024;
        earth |= six_population(now->level[faction][SIX_EARTH]) == 1024;
        populated |= now->on[faction];
    }
    const bool over = belt || earth || populated == (unsigned)SIX_EVERY_SITE;
    assert_int_equal(step_of(now) == SIX_END, over);
    if (over) {
        assert_int_equal(now->end, belt ? SIX_END_BELT : earth ? SIX_END_EARTH : SIX_END_TRACKS);
        assert_int_equal(was->turn, now->turn); /* nobody else has moved (SIX-248) */
        assert_int_equal(was->at, now->at);
        assert_true(memcmp(was->level, now->level, sizeof was->level) != 0);
        watched->ends[now->end]++;
    }
}

static void watch_game(int seats, const char *options, unsigned seed, struct watched *watched)
{
    struct case_table table;
    struct bil_random dice;
    struct turns turns = {{0}, 0};
    case_dice(&dice, seed);
    six_begin(&table, seats, options, seed);
    const struct six_rules *rules = table.position.rules;
    const struct six_state *now = table.position.state;
    turns.begun[now->order[0]] = step_of(now) != SIX_POWER; /* what was heard before the first move */
    while (case_table_actor(&table) != BIL_OVER) {
        bil_move list[BIL_MAX_MOVES];
        struct bil_error error = {{0}};
        const struct six_state was = *now;
        const int count = case_table_moves(&table, list);
        /* stopping at once makes long games: acting is tried first three times in four */
        bil_move move = list[bil_random_below(&dice, (uint32_t)count)];
        if (SIX_VERB(move) == SIX_M_PASS && count > 1 && bil_random_below(&dice, 4) != 0) {
            move = list[bil_random_below(&dice, (uint32_t)count)];
        }
        sound(rules, &was);
        helper_must(case_table_apply(&table, move, &error), &error);
        watch_tokens(rules, &was, now);
        watch_hands(rules, &was, now);
        watch_points(rules, &was, now, move, watched);
        watch_steps(rules, &was, now, watched);
        watch_turns(&table, rules, &turns);
        watch_end(rules, &was, now, watched);
        watched->plies++;
        watched->wars += SIX_VERB(move) == SIX_M_HALVE;
        watched->refusals += SIX_VERB(move) == SIX_M_REFUSE;
        watched->migrants += SIX_VERB(move) == SIX_M_SEND;
        watched->discoveries += SIX_VERB(move) == SIX_M_DISCOVER;
        watched->sends += SIX_VERB(move) == SIX_M_COLONY || SIX_VERB(move) == SIX_M_MIGRANTS;
    }
    case_table_free(&table);
}

static void every_moment_of_random_games(void **state)
{
    static const char *const options[] = {"", "track=on", "", "track=on;discovery-step=on"};
    struct watched watched = {0};
    for (unsigned game = 0; game < GAMES; game++) {
        watch_game(2 + (int)(game % 4), options[game / 4 % 4], 1000 + game, &watched);
    }
    /* and all of that was really seen */
    assert_true(watched.turns > GAMES * 20 && watched.game_turns > GAMES * 5);
    assert_true(watched.wars > 0 && watched.refusals > 0 && watched.points_paid > 0);
    assert_true(watched.migrants > 0 && watched.discoveries > 0 && watched.sends > 0);
    assert_true(watched.ends[SIX_END_BELT] > 0 && watched.ends[SIX_END_TRACKS] > 0);
}

/* ------------------------------------------------------------------ billions from a token */

/* SIX-89: in no faction turn does any token give more than two billions; SIX-81: every card moves exactly one. */
static void watch_billions(int seats, unsigned seed, int *seen)
{
    struct case_table table;
    struct bil_random dice;
    int given[SIX_FACTIONS][SIX_SITES] = {{0}};
    case_dice(&dice, seed);
    six_begin(&table, seats, "", seed);
    const struct six_state *now = table.position.state;
    while (case_table_actor(&table) != BIL_OVER) {
        case_play_any(&table, &dice);
        for (int i = 0; i < table.heard_count; i++) {
            const struct bil_event *event = &table.heard[i];
            if (event->kind == SIX_E_TURN) {
                memset(given, 0, sizeof given);
            }
            if (event->kind == SIX_E_SENT && event->a != SIX_NO_CARD) {
                int *billions = &given[SIX_ROUTE_FACTION(event->b)][SIX_ROUTE_FROM(event->b)];
                assert_int_equal(event->c, 1);
                assert_in_range(++*billions, 1, 2);
                *seen += *billions == 2;
            }
        }
        assert_true(now->source.how <= SIX_TAKEN_LAST);
    }
    case_table_free(&table);
}

static void never_a_third_billion(void **state)
{
    int seen = 0;
    for (unsigned game = 0; game < GAMES; game++) {
        watch_billions(2 + (int)(game % 4), 5000 + game, &seen);
    }
    assert_true(seen > 0);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_order_is_as_likely),
        cmocka_unit_test(every_place_is_as_likely),
        cmocka_unit_test(every_moment_of_random_games),
        cmocka_unit_test(never_a_third_billion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
