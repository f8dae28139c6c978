/* Rules that hold at every moment of every game (OBU-35, 36, 40, 41, 46, 47, 50, 73, 74, 77, 78, 81, 161, 163, 165, 204, 205):
 * watched over random games from outside, by comparing one state with the next. */
#include "games/one_billion_users/rules/state.h"
#include "games/one_billion_users/support.h"
#include "unit.h"

enum { GAMES = 160 };

struct watched {
    int turns, milestones, blocked, discards_taken, shuffles, short_hands, chains, ends;
    int asked, stood; /* manual Milestones: asked on reaching one; Users came or an Influencer moved where one was free */
};

static int cards_in(const struct obu_cards *cards)
{
    return obu_popcount(cards->comm) + obu_popcount(cards->other);
}

static int hand_size(const struct obu_rules *rules, const struct obu_state *state, int seat)
{
    return rules->hand_size[state->seat[seat].network];
}

/* What holds of a single state. */
static void sound_hands(const struct obu_rules *rules, const struct obu_state *state)
{
    const int kind = state->stack[0].kind;
    for (int seat = 0; seat < rules->seats; seat++) {
        const struct obu_seat *at = &state->seat[seat];
        const int size = hand_size(rules, state, seat);
        assert_int_equal(at->hand_count, cards_in(&at->hand));
        if (kind == OBU_LAUNCH || kind == OBU_RETURN) {
            continue;
        }
        assert_in_range(at->hand_count, 0, size + (seat == state->turn)); /* OBU-40, 41 */
        if (seat == state->turn && kind == OBU_PLAY) {
            assert_int_equal(at->hand_count, size + 1); /* OBU-38, 45 */
        }
        if (seat == state->turn && kind == OBU_DRAW) {
            assert_in_range(at->hand_count, 0, size);
        }
        if (at->blocker) { /* OBU-74, 90 */
            const int guard = obu_guard_for[at->blocker - 1];
            assert_true(guard < 0 || (at->guards >> guard & 1) == 0);
        }
    }
    for (int i = 1; i <= state->discard; i++) { /* OBU-47 */
        assert_true(state->pile[OBU_PILE - i] < OBU_HIDDEN);
    }
    assert_true(kind == OBU_END || state->deck > 0); /* OBU-35 */
}

/* Users of a platform as Milestones count them: without a Poke whose chain is still open (OBU-164). */
static int counted(const struct obu_rules *rules, const struct obu_state *state, int seat)
{
    const struct obu_chain *chain = &state->chain;
    const bool waits = obu_top_const(state)->kind == OBU_CHAIN && chain->poked && chain->from == seat;
    return state->seat[seat].users - (waits ? obu_poke_worth(rules, state, seat, chain->influencer) : 0);
}

/* OBU-212, by hand: a seat is asked about a free Milestone when its Users were below the number before the move and are not now,
 * and never else. */
static void asked_on_reaching(const struct obu_rules *rules, const struct obu_state *before, const struct obu_state *after,
                              struct watched *watched)
{
    const struct bil_frame *top = obu_top_const(after);
    for (int seat = 0; seat < rules->seats; seat++) {
        const int was = counted(rules, before, seat);
        const int is = counted(rules, after, seat);
        unsigned reached = 0;
        for (int i = 0; i < OBU_MILESTONES; i++) {
            const int need = 2 * (20 * (i + 1) + (after->seat[seat].network == OBU_FALSE_SOCIAL ? 6 : 0));
            reached |= (unsigned)(was < need && is >= need && after->milestone[i] == 0) << i;
            watched->stood += was >= need && is != was && is >= need && after->milestone[i] == 0;
        }
        assert_int_equal(top->kind == OBU_CLAIM && top->seat == seat ? top->a : 0, reached);
        watched->asked += reached != 0;
    }
}

/* What holds between a state and the next. */
static void sound_step(const struct obu_rules *rules, const struct obu_state *before, const struct obu_state *after, bil_move move,
                       struct watched *watched)
{
    int raised = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        const struct obu_seat *was = &before->seat[seat];
        const struct obu_seat *is = &after->seat[seat];
        assert_true(is->received >= was->received && is->received <= was->received + 1); /* OBU-78 */
        assert_true((was->stack & ~is->stack) == 0);                                     /* OBU-77 */
        assert_true((was->guards & ~is->guards) == 0);                                   /* OBU-90 */
        raised += is->users > was->users;
        if (is->received > was->received) { /* OBU-73 */
            assert_int_equal(was->blocker, 0);
            watched->blocked++;
        }
    }
    int claims = 0;
    for (int i = 0; i < OBU_MILESTONES; i++) {
        assert_true(before->milestone[i] == 0 || after->milestone[i] == before->milestone[i]); /* OBU-163 */
        claims += before->milestone[i] != after->milestone[i];
    }
    const bool shuffled =
        before->shuffle_count > 0 || (after->event == OBU_SOCIAL_SHUFFLE && before->event_count < after->event_count);
    const bool set_up = before->stack[0].kind == OBU_LAUNCH || before->stack[0].kind == OBU_RETURN;
    assert_true(claims <= 1 || shuffled); /* OBU-165: no single step passes two thresholds */
    assert_true(raised <= 1 || shuffled || set_up);
    if (rules->manual_milestones && !shuffled && after->stack[0].kind != OBU_END) {
        asked_on_reaching(rules, before, after, watched);
    }
    watched->milestones += claims;
    watched->shuffles += shuffled;
    assert_true(after->discard >= before->discard - (OBU_VERB(move) == OBU_M_DRAW_DISCARD)); /* OBU-35: nothing is shuffled back */
    assert_true(set_up || after->deck <= before->deck);
    if (OBU_VERB(move) == OBU_M_DRAW_DISCARD) {
        watched->discards_taken++;
        assert_true(rules->stall_bound == 0 || after->stall <= rules->stall_bound); /* OBU-50 */
        assert_int_equal(after->stall, before->stall + 1);
    } else if (OBU_VERB(move) == OBU_M_DRAW_DECK) {
        assert_int_equal(after->stall, 0);
        const bool main_card = before->pile[before->deck - 1] < OBU_HIDDEN;
        const int gained = after->seat[before->turn].hand_count - before->seat[before->turn].hand_count;
        assert_int_equal(gained, main_card ? 1 : 0); /* OBU-46 */
    }
    if (after->stack[0].kind == OBU_END) { /* OBU-36 */
        assert_int_equal(OBU_VERB(move), OBU_M_DRAW_DECK);
        assert_memory_equal(after->seat, before->seat, sizeof after->seat);
        watched->ends++;
    }
    if (after->turns != before->turns && !set_up) { /* a turn has ended: OBU-37, 40, 95 */
        const int seat = before->turn;
        watched->turns++;
        assert_true(after->seat[seat].hand_count <= hand_size(rules, after, seat));
        watched->short_hands += after->seat[seat].hand_count < hand_size(rules, after, seat);
    }
    watched->chains += OBU_VERB(move) == OBU_M_COUNTER_PUSH;
}

/* OBU-161: with automatic claims nobody stands at a free Milestone. */
static void nothing_unclaimed(const struct obu_rules *rules, const struct obu_state *state)
{
    for (int seat = 0; seat < rules->seats && !rules->manual_milestones; seat++) {
        const int more = state->seat[seat].network == OBU_FALSE_SOCIAL ? 6 : 0;
        for (int i = 0; i < OBU_MILESTONES; i++) {
            /* while a chain is open a Poke's 50 million wait for its end (OBU-164) */
            if (state->milestone[i] == 0 && state->stack[state->depth - 1].kind != OBU_CHAIN) {
                assert_true(state->seat[seat].users >> 1 < 20 * (i + 1) + more);
            }
        }
    }
}

static void play_one(unsigned index, const char *options, bool fast, struct watched *watched)
{
    struct case_table table;
    struct bil_error error = {{0}};
    struct bil_random choice;
    const uint8_t bytes[BIL_SEED_BYTES] = {16, 18};
    static struct obu_state before;
    bil_random_stream(&choice, bytes, 1, index);
    helper_must(case_table_new(&table, obu_test_game(), 2 + (int)(index % 3), options, fast, index, &error), &error);
    const struct obu_rules *rules = table.position.rules;
    const struct obu_state *state = table.position.state;
    while (case_table_actor(&table) != BIL_OVER) {
        bil_move list[BIL_MAX_MOVES];
        const int count = case_table_moves(&table, list);
        const bil_move move = list[bil_random_below(&choice, (uint32_t)count)];
        memcpy(&before, state, sizeof before);
        helper_must(case_table_apply(&table, move, &error), &error);
        sound_hands(rules, state);
        sound_step(rules, &before, state, move, watched);
        nothing_unclaimed(rules, state);
    }
    case_table_free(&table);
}

static void every_moment_of_random_games(void **state)
{
    static const char *const options[] = {"", "networks=random", "cut=fifth;stall=off", "networks=random;milestones=manual",
                                          "networks=random;advertisers=tie-barred"};
    struct watched watched = {0};
    for (unsigned index = 0; index < GAMES; index++) {
        play_one(index, options[index / 3 % 5], index % 2 == 1, &watched);
    }
    assert_int_equal(watched.ends, GAMES);
    assert_true(watched.turns > 20 * GAMES);
    assert_true(watched.milestones > GAMES / 4);
    assert_true(watched.asked > GAMES / 16 && watched.stood > GAMES / 32);
    assert_true(watched.blocked > GAMES);
    assert_true(watched.discards_taken > 10 * GAMES);
    assert_true(watched.shuffles > GAMES / 4);
    assert_true(watched.short_hands > 0);
    assert_true(watched.chains > 0);
}

/* OBU-50: with four seats twenty cards in a row, not one more; switched off, any number. */
static void endless_discard_draws(void **state)
{
    for (int on = 0; on < 2; on++) {
        struct case_table table;
        struct bil_error error = {{0}};
        obu_begin(&table, 4, on ? "" : "stall=off", 5);
        const struct obu_state *now = table.position.state;
        int row = 0;
        int most = 0;
        for (int i = 0; i < 400 && case_table_actor(&table) != BIL_OVER; i++) {
            bil_move list[BIL_MAX_MOVES];
            const int count = case_table_moves(&table, list);
            bil_move move = list[count - 1]; /* discards stand last */
            for (int j = 0; j < count; j++) {
                move = OBU_VERB(list[j]) == OBU_M_DRAW_DISCARD ? list[j] : move;
            }
            if (now->stack[0].kind == OBU_DRAW && now->depth == 1) {
                row = OBU_VERB(move) == OBU_M_DRAW_DISCARD ? row + 1 : 0;
                most = row > most ? row : most;
            }
            helper_must(case_table_apply(&table, move, &error), &error);
        }
        assert_true(on ? most == 20 : most > 60);
        case_table_free(&table);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_moment_of_random_games),
        cmocka_unit_test(endless_discard_draws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
