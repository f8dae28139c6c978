/* Standing orders of 6 Billion, through a match: what is no longer asked, what still is, and what they leave as it was. */
#include "billions/record.h"
#include "games/six_billion/rules/state.h"
#include "table/helpers.h"
#include "unit.h"

enum { GAMES = 20 };

/* Seat 1 is the one that gives orders; all seats are persons, who are asked every window. */
static struct bil_match *begun(unsigned seed, bool track)
{
    static const struct bil_setting setting = {"track", "on"};
    struct bil_match_setup setup = helper_setup(2 + (int)(seed % 4), seed);
    setup.game = bil_game_find("six-billion");
    setup.ask_windows = true;
    setup.config.settings = &setting;
    setup.config.setting_count = track;
    return helper_match(&setup);
}

static void order(struct bil_match *match, const char *words)
{
    struct bil_error error = {{0}};
    if (!bil_match_order(match, 0, words, &error)) {
        fail_msg("%s: %s", words, error.text);
    }
}

static void play_one(struct bil_match *match, unsigned seed)
{
    helper_play(match, match->ply + 1, seed * 100000 + (unsigned)match->ply);
}

static const struct six_state *state_of(const struct bil_match *match)
{
    return bil_match_state(match, -1);
}

static int asked_kind(const struct bil_match *match)
{
    return six_top_const(state_of(match))->kind;
}

static bool can_draw(const struct bil_match *match)
{
    return six_can_draw(state_of(match));
}

/* With these orders seat 1 is never asked for these frames, though other seats are. */
static void what_is_answered_is_not_asked(void **state)
{
    static const struct {
        const char *words;
        unsigned frames;
    } cases[] = {
        {"never cancel", 1U << SIX_CANCEL},
        {"never respond", 1U << SIX_RESPOND},
        {"pass", 1U << SIX_CANCEL | 1U << SIX_RESPOND}, /* "pass windows", cut short */
        {"consent", 1U << SIX_CONSENT},
        {"refuse", 1U << SIX_CONSENT},
        {"grow", 1U << SIX_GROW},
        {"settle always", 1U << SIX_SETTLE},
        {"draw from deck", 1U << SIX_DRAW},
        {"never discard", 1U << SIX_DISCARD},
        {"never use power", 1U << SIX_POWER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int others = 0;
        int ordered = 0;
        for (unsigned seed = 1; seed <= GAMES; seed++) {
            struct bil_match *match = begun(seed, true);
            order(match, cases[i].words);
            while (match->actor != BIL_OVER) {
                const bool meant = (cases[i].frames >> asked_kind(match) & 1U) != 0;
                const bool cannot = asked_kind(match) == SIX_DRAW && !can_draw(match);
                others += meant && match->actor != 0;
                if (meant && match->actor == 0 && !cannot) {
                    fail_msg("\"%s\" leaves a question open", cases[i].words);
                }
                play_one(match, seed);
            }
            for (int ply = 0; ply < match->ply; ply++) {
                ordered += match->decision[ply].ordered;
                assert_true(!match->decision[ply].ordered || match->decision[ply].seat == 0);
            }
            bil_match_free(match);
        }
        assert_true(others > 0 && ordered > 0);
    }
}

/* Whether a window is about the faction, or about something that happens to seat 1. */
static bool about(const struct bil_match *match, int faction)
{
    const struct six_state *state = state_of(match);
    const struct bil_frame *top = six_top_const(state);
    const bool doubling = state->event.kind == SIX_EV_GROW || state->event.kind == SIX_EV_DOUBLE;
    if (top->kind == SIX_RESPOND) {
        return top->b == faction || state->event.player == 0 || state->event.faction == 0;
    }
    return doubling ? state->event.faction == faction : state->event.player == faction || state->event.faction == 0;
}

static void only_one_is_watched(void **state)
{
    int asked = 0;
    int spared = 0;
    for (unsigned seed = 1; seed <= GAMES; seed++) {
        struct bil_match *match = begun(seed, false);
        const struct six_rules *rules = match->rules;
        const int faction = 1 + (int)seed % (rules->factions - 1);
        char words[40];
        snprintf(words, sizeof words, "only against %s", six_colour_words[rules->colour[faction]]);
        order(match, words);
        assert_string_equal(match->order[0][0].words, words);
        while (match->actor != BIL_OVER) {
            const bool window = asked_kind(match) == SIX_CANCEL || asked_kind(match) == SIX_RESPOND;
            if (window && match->actor == 0) {
                assert_true(about(match, faction));
                asked++;
            }
            play_one(match, seed);
        }
        for (int ply = 0; ply < match->ply; ply++) {
            spared += match->decision[ply].ordered;
        }
        bil_match_free(match);
    }
    assert_true(asked > 100 && spared > 100);
}

/* `all` names the rest of the tokens and boxes; the next question is another step, or a window on the way. It ends there, and one
 * step back leads to where it was said. */
static void all_does_the_rest_of_the_step(void **state)
{
    int said = 0;
    int several = 0;
    for (unsigned seed = 1; seed <= GAMES; seed++) {
        struct bil_match *match = begun(seed, false);
        struct bil_error error = {{0}};
        order(match, "pass windows");
        while (match->actor != BIL_OVER) {
            const int kind = asked_kind(match);
            if (match->actor != 0 || (kind != SIX_GROW && kind != SIX_SETTLE)) {
                if (kind == SIX_ACT && match->actor == 0) {
                    assert_int_equal(match->order_count[0], 1);
                }
                assert_true(match->actor != 0 || !bil_match_order(match, 0, "all", &error));
                play_one(match, seed);
                continue;
            }
            const int ply = match->ply;
            const int turn = state_of(match)->turn * 8 + state_of(match)->faction;
            order(match, "all");
            said++;
            assert_false(match->decision[ply].ordered);
            assert_int_equal(bil_match_undo_target(match, 0), ply);
            while (match->actor > 0 && state_of(match)->turn * 8 + state_of(match)->faction == turn) {
                play_one(match, seed); /* windows of others: the rest follows by itself */
            }
            for (int p = ply + 1; p < match->ply; p++) {
                several += match->decision[p].seat == 0 && match->decision[p].ordered && match->decision[p].move != SIX_M_PASS;
            }
            assert_true(match->actor != 0 || (asked_kind(match) != SIX_GROW && asked_kind(match) != SIX_SETTLE) ||
                        state_of(match)->turn * 8 + state_of(match)->faction != turn);
        }
        bil_match_free(match);
    }
    assert_true(said > 100 && several > 100);
}

static void fill_up_draws_the_rest(void **state)
{
    int said = 0;
    for (unsigned seed = 1; seed <= GAMES; seed++) {
        struct bil_match *match = begun(seed, false);
        while (match->actor != BIL_OVER) {
            const struct six_hand *hand = &state_of(match)->hand[0];
            const int missing = SIX_HAND - hand->count;
            if (match->actor == 0 && asked_kind(match) == SIX_DRAW && missing > 1 && state_of(match)->deck > missing) {
                const int ply = match->ply;
                order(match, "fill up");
                for (int p = ply; p < ply + missing; p++) {
                    assert_int_equal(match->decision[p].move, SIX_M_DECK);
                    assert_int_equal(match->decision[p].seat, 0);
                }
                said++;
            } else {
                play_one(match, seed);
            }
        }
        bil_match_free(match);
    }
    assert_true(said > 20);
}

/* Whether an answer to the card on top can change anything for seat 1: Power Politics can turn round what happens to the event, or
 * save seat 1 from a War. A second War on a card, or one against somebody else's War, cannot. */
static bool answers_change_something(const struct six_state *state)
{
    const struct bil_frame *top = six_top_const(state);
    const bool on_war = top->a == SIX_POLITICS && (top - 1)->a == SIX_WAR;
    return top->a == SIX_WAR ? (top - 1)->b == 0 : !on_war;
}

/* Whether a card of the seat is among those that answer each other. */
static bool in_duel(const struct six_state *state, int seat)
{
    bool duel = false;
    for (int at = state->depth - 1; at > 0 && state->stack[at].kind == SIX_RESPOND; at--) {
        duel = duel || state->stack[at].b == seat;
    }
    return duel;
}

/* The standard orders leave what is a choice: the end of the game, and windows where something is at stake. */
static void standard_orders_leave_choices(void **state)
{
    int windows = 0;
    int others = 0;
    int steps = 0;
    for (unsigned seed = 1; seed <= GAMES; seed++) {
        struct bil_match *match = begun(seed, false);
        order(match, "Standard");
        assert_int_equal(match->order_count[0], 5);
        assert_string_equal(match->order[0][0].words, "what matters");
        while (match->actor != BIL_OVER) {
            const struct six_state *now = state_of(match);
            const int kind = asked_kind(match);
            const bool window = kind == SIX_CANCEL || kind == SIX_RESPOND;
            unsigned populated = six_ready(now, now->faction);
            bool ends = false;
            for (int faction = 0; faction < ((const struct six_rules *)match->rules)->factions; faction++) {
                populated |= now->on[faction];
                ends = ends || now->level[faction][SIX_BELT] + 1 >= SIX_LEVEL_1024 ||
                       now->level[faction][SIX_EARTH] + 1 >= SIX_LEVEL_1024;
            }
            if (match->actor == 0 && (kind == SIX_GROW || kind == SIX_SETTLE)) {
                assert_true(kind == SIX_GROW ? ends : populated == SIX_EVERY_SITE);
            }
            assert_true(kind != SIX_RESPOND || match->actor != 0 || in_duel(now, 0) || answers_change_something(now));
            windows += window && match->actor == 0;
            others += window && match->actor == 1;
            play_one(match, seed);
        }
        for (int ply = 0; ply < match->ply; ply++) {
            steps += match->decision[ply].ordered && SIX_VERB(match->decision[ply].move) != SIX_M_PASS;
        }
        bil_match_free(match);
    }
    assert_true(windows > 20 && 2 * windows < others && steps > 100);
}

/* Whether a seat is asked must not hang on its hidden cards: with the hand, Agenda and Discovery cards of another seat in their
 * place every order says as much. What it answers may differ. */
static void hidden_cards_do_not_change_who_is_asked(void **state)
{
    int questions = 0;
    int answers[2] = {0};
    for (unsigned seed = 1; seed <= GAMES; seed++) {
        struct bil_match *match = begun(seed, false);
        const struct bil_game *game = match->game;
        for (; match->actor != BIL_OVER; play_one(match, seed)) {
            const int seat = match->actor;
            const int other = (seat + 1) % match->config.seats;
            struct six_state exchanged = *state_of(match);
            struct six_state view[2];
            exchanged.hand[seat] = state_of(match)->hand[other];
            exchanged.agenda[seat] = state_of(match)->agenda[other];
            memcpy(exchanged.find[seat], state_of(match)->find[other], sizeof exchanged.find[seat]);
            for (int i = 0; i < SIX_HELD; i++) { /* what lies open stays */
                if ((state_of(match)->find[seat][i] | exchanged.find[seat][i]) & SIX_FIND_UP) {
                    exchanged.find[seat][i] = state_of(match)->find[seat][i];
                }
            }
            game->hide(match->rules, state_of(match), seat, &view[0]);
            game->hide(match->rules, &exchanged, seat, &view[1]);
            const int asked = asked_kind(match);
            questions += asked == SIX_CANCEL || asked == SIX_RESPOND || asked == SIX_CONSENT || asked == SIX_MIGRANT;
            for (int o = 0; bil_orders_of(game)[o].words; o++) {
                bil_move move = 0;
                const enum bil_order_says says = game->orders->answer(match->rules, &view[0], o, 0, &move);
                assert_int_equal(game->orders->answer(match->rules, &view[1], o, 0, &move), says);
                answers[says == BIL_ORDER_ANSWERS]++;
            }
        }
        bil_match_free(match);
    }
    assert_true(questions > 300 && answers[0] > 1000 && answers[1] > 1000);
}

/* No order plays a card of the hand, or throws away one that it need not; who has begun a duel is asked on in it by each policy. */
static void no_order_spends_a_card(void **state)
{
    static const char *const policies[] = {"what matters", "first place", "own affairs"};
    int cards = 0;
    int duels = 0;
    for (unsigned seed = 1; seed <= GAMES; seed++) {
        struct bil_match *match = begun(seed, true);
        const struct bil_orders *orders = match->game->orders;
        for (; match->actor != BIL_OVER; play_one(match, seed)) {
            struct six_state view;
            const int seat = match->actor;
            match->game->hide(match->rules, state_of(match), seat, &view);
            const bool duel = asked_kind(match) == SIX_RESPOND && in_duel(&view, seat);
            bil_move move = 0;
            for (int o = 0; orders->list[o].words; o++) {
                const bool answers = orders->answer(match->rules, &view, o, 0, &move) == BIL_ORDER_ANSWERS;
                const int verb = SIX_VERB(move);
                if (answers && (verb == SIX_M_CANCEL || verb == SIX_M_RESPOND || verb == SIX_M_DROP || verb == SIX_M_DISCARD)) {
                    fail_msg("\"%s\" spends a card", orders->list[o].words);
                }
                for (int p = 0; p < 3; p++) {
                    assert_false(answers && duel && strcmp(orders->list[o].words, policies[p]) == 0);
                }
                cards += answers && (asked_kind(match) == SIX_CANCEL || asked_kind(match) == SIX_KEEP);
            }
            duels += duel;
        }
        bil_match_free(match);
    }
    assert_true(cards > 1000 && duels > 20);
}

/* "first turn" passes on everything of others until the second turn, and is over then. */
static void the_first_turn_begins_with_a_move_of_ones_own(void **state)
{
    int passes = 0;
    for (unsigned seed = 1; seed <= GAMES; seed++) {
        struct bil_match *match = begun(seed, false);
        order(match, "standard");
        order(match, "first turn");
        while (match->actor != BIL_OVER && state_of(match)->turn <= 2) {
            const int asked = asked_kind(match);
            if (match->actor == 0 && state_of(match)->turn == 1 && asked != SIX_GROW && asked != SIX_SETTLE) {
                assert_true(state_of(match)->acting == 0 && (asked == SIX_ACT || asked == SIX_DISCARD || asked == SIX_DRAW ||
                                                             asked == SIX_RETURN || asked == SIX_POWER));
            }
            play_one(match, seed);
        }
        for (int ply = 0; ply < match->ply; ply++) {
            passes += match->decision[ply].ordered && match->decision[ply].move == SIX_M_PASS;
        }
        assert_int_equal(match->order_count[0], 5);
        bil_match_free(match);
    }
    assert_true(passes > 20);
}

/* A later order about the same questions takes the place of the one before; others stay beside it. */
static void orders_about_the_same_replace_each_other(void **state)
{
    static const struct {
        const char *given;
        const char *stand[4];
    } steps[] = {
        {"never cancel", {"never cancel"}},
        {"never respond", {"never cancel", "never respond"}},
        {"grow always", {"never cancel", "never respond", "grow always"}},
        {"only against orange", {"grow always", "only against orange"}},
        {"only against blu or ora", {"grow always", "only against blue and orange"}},
        {"consent always", {"grow always", "only against blue and orange", "consent always"}},
        {"refuse always", {"grow always", "only against blue and orange", "refuse always"}},
        {"pass windows", {"grow always", "refuse always", "pass windows"}},
    };
    struct bil_match *match = begun(5, false);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        int count = 0;
        order(match, steps[i].given);
        for (; count < 4 && steps[i].stand[count]; count++) {
            assert_string_equal(match->order[0][count].words, steps[i].stand[count]);
        }
        assert_int_equal(match->order_count[0], count);
    }
    bil_match_free(match);
}

/* Orders stand in no record: it is that of the same game with every answer given by hand, and plays to the same end. */
static void records_know_no_orders(void **state)
{
    for (unsigned seed = 1; seed <= 5; seed++) {
        struct bil_match *match = begun(seed, false);
        struct bil_match *by_hand = begun(seed, false);
        struct bil_text text = {0};
        struct bil_text other = {0};
        struct bil_error error = {{0}};
        order(match, "pass windows");
        order(match, "grow always");
        order(match, "draw from deck");
        while (match->actor != BIL_OVER) {
            play_one(match, seed);
        }
        while (by_hand->actor != BIL_OVER) {
            assert_true(bil_match_play(by_hand, match->decision[by_hand->ply].move, &error));
        }
        bil_record_write(match, &text);
        bil_record_write(by_hand, &other);
        assert_string_equal(bil_text_string(&text), bil_text_string(&other));
        assert_int_equal(match->ply, by_hand->ply);
        bil_text_free(&text);
        bil_text_free(&other);
        bil_match_free(match);
        bil_match_free(by_hand);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_answered_is_not_asked),
        cmocka_unit_test(only_one_is_watched),
        cmocka_unit_test(all_does_the_rest_of_the_step),
        cmocka_unit_test(fill_up_draws_the_rest),
        cmocka_unit_test(standard_orders_leave_choices),
        cmocka_unit_test(orders_about_the_same_replace_each_other),
        cmocka_unit_test(hidden_cards_do_not_change_who_is_asked),
        cmocka_unit_test(no_order_spends_a_card),
        cmocka_unit_test(the_first_turn_begins_with_a_move_of_ones_own),
        cmocka_unit_test(records_know_no_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
