/* A match in progress: moves, forced moves, undo, hints, views, bots. Small games where they are enough. */
#include "bench/calibration.h"
#include "billions/json.h"
#include "billions/position.h"
#include "table/helpers.h"
#include "table/match_internal.h"
#include "unit.h"

/* ------------------------------------------------------------------ beginning */

static void a_wrong_setup_gives_a_sentence(void **state)
{
    struct bil_error error = {{0}};
    struct bil_match_setup setup = {0};
    assert_null(bil_match_new(&setup, &error));
    helper_contains(error.text, "No game was named");
    setup = helper_setup(9, 1);
    assert_null(bil_match_new(&setup, &error));
    assert_true(error.text[0]);
    const struct bil_setting setting = {"colour", "red"};
    setup = helper_setup(3, 1);
    setup.config.settings = &setting;
    setup.config.setting_count = 1;
    assert_null(bil_match_new(&setup, &error));
    helper_contains(error.text, "colour");
}

static void a_match_needs_nothing_of_its_setup(void **state)
{
    char key[] = "networks";
    char value[] = "random";
    struct bil_setting setting = {key, value};
    struct bil_match_setup setup = helper_setup(3, 5);
    setup.config.settings = &setting;
    setup.config.setting_count = 1;
    struct bil_match *match = helper_match(&setup);
    memset(key, 'x', sizeof key - 1);
    memset(value, 'y', sizeof value - 1);
    memset(&setup, 0xEE, sizeof setup);
    setting.key = NULL;
    assert_string_equal(match->config.settings[0].key, "networks");
    assert_string_equal(match->config.settings[0].value, "random");
    assert_int_equal(match->config.revision, match->game->revision);
    helper_play(match, BIL_MAX_PLIES, 1);
    assert_int_equal(match->actor, BIL_OVER);
    bil_match_free(match);
    bil_match_free(NULL);
}

/* ------------------------------------------------------------------ moves */

static void only_legal_moves_are_played(void **state)
{
    struct bil_error error = {{0}};
    struct bil_match *match = helper_small(&bil_game_tic_tac_toe, 1);
    struct bil_text text = {0};
    bil_match_move_text(match, match->move[4], &text);
    helper_say(match, bil_text_string(&text));
    unsigned char before[BIL_MAX_STATE];
    memcpy(before, bil_match_state(match, -1), match->game->state_size);
    assert_false(bil_match_say(match, bil_text_string(&text), &error)); /* that cell is taken now */
    helper_contains(error.text, "TTT-1");
    assert_false(bil_match_say(match, "dance", &error));
    assert_true(error.text[0]);
    assert_false(bil_match_play(match, 123456, &error));
    assert_true(error.text[0]);
    assert_int_equal(match->ply, 1);
    assert_memory_equal(before, bil_match_state(match, -1), match->game->state_size);
    bil_text_free(&text);
    bil_match_free(match);
}

static void a_beginning_is_enough_where_one_move_fits(void **state)
{
    struct bil_error error = {{0}};
    bil_move move = 0;
    struct bil_match *match = helper_small(&bil_game_leduc, 1);
    assert_true(bil_match_read_move(match, "  RA ", &move, &error));
    struct bil_text text = {0};
    bil_match_move_text(match, move, &text);
    assert_string_equal(bil_text_string(&text), "raise");
    assert_false(bil_match_read_move(match, "x", &move, &error));
    assert_false(bil_match_read_move(match, "", &move, &error));
    assert_int_equal(match->ply, 0); /* reading plays nothing */
    bil_text_clear(&text);
    bil_match_legal_text(match, 1000, &text);
    assert_string_equal(bil_text_string(&text), "check, raise");
    bil_text_clear(&text);
    bil_match_free(match);
    match = helper_small(&bil_game_tic_tac_toe, 1);
    bil_match_legal_text(match, 5, &text);
    helper_contains(bil_text_string(&text), " more");
    bil_text_free(&text);
    bil_match_free(match);
}

static void over_is_over(void **state)
{
    struct bil_error error = {{0}};
    struct bil_match *match = helper_small(&bil_game_leduc, 3);
    struct bil_text text = {0};
    bil_move move = 0;
    helper_say(match, "raise");
    helper_say(match, "fold");
    assert_int_equal(match->actor, BIL_OVER);
    assert_int_equal(match->move_count, 0);
    assert_false(bil_match_say(match, "raise", &error));
    helper_contains(error.text, "over");
    assert_false(bil_match_read_move(match, "raise", &move, &error));
    assert_false(bil_match_play(match, 1, &error));
    bil_match_legal_text(match, 10, &text);
    helper_contains(bil_text_string(&text), "over");
    bil_text_free(&text);
    bil_match_free(match);
}

/* The ninth cell is no decision. */
static void forced_moves_are_played(void **state)
{
    static const char *const cells[] = {"a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3"};
    for (int asked = 0; asked < 2; asked++) {
        struct bil_match_setup setup = {.game = &bil_game_tic_tac_toe, .config = {.seats = 2}, .ask_windows = asked == 1};
        struct bil_match *match = helper_match(&setup);
        for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
            assert_int_equal(match->actor, (int)i % 2);
            helper_say(match, cells[i]);
        }
        if (asked) { /* a person may be asked all the same, so that nobody can tell */
            assert_int_equal(match->ply, 8);
            assert_int_equal(match->actor, 0);
            assert_int_equal(match->move_count, 1);
            helper_say(match, "c3");
        }
        assert_int_equal(match->actor, BIL_OVER);
        assert_int_equal(match->ply, 9);
        assert_true(match->decision[8].forced && !match->decision[8].recorded && match->decision[8].seat == 0);
        assert_true(!match->decision[7].forced && match->decision[7].recorded);
        bil_match_free(match);
    }
}

static void states_at_any_ply_come_again(void **state)
{
    const struct bil_match_setup setup = helper_setup(4, 77);
    struct bil_match *match = helper_match(&setup);
    helper_play(match, BIL_MAX_PLIES, 3);
    const struct bil_game *game = match->game;
    unsigned char now[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_random random;
    bil_random_match(&random, match->seed);
    game->setup(match->rules, &random, now, NULL);
    for (int ply = 0; ply <= match->ply; ply++) {
        assert_memory_equal(now, bil_match_state(match, ply), game->state_size);
        if (ply < match->ply) {
            assert_int_equal(game->actor(match->rules, now), match->decision[ply].seat);
            game->apply(match->rules, now, match->decision[ply].move, &random, NULL);
        }
    }
    int last = 0;
    for (int e = 0; e < match->event_count; e++) { /* what happened stands in order, each at its ply */
        assert_true(match->event[e].ply >= last && match->event[e].ply <= match->ply);
        last = match->event[e].ply;
    }
    assert_int_equal(match->event[0].ply, 0);
    assert_int_equal(last, match->ply);
    bil_match_free(match);
}

/* ------------------------------------------------------------------ looking */

static void a_view_hides(void **state)
{
    struct bil_match *match = helper_small(&bil_game_leduc, 9);
    unsigned char mine[BIL_MAX_STATE] = {0};
    unsigned char theirs[BIL_MAX_STATE] = {0};
    unsigned char all[BIL_MAX_STATE] = {0};
    bil_match_view(match, 0, -1, mine);
    bil_match_view(match, 1, 0, theirs);
    bil_match_view(match, BIL_EVERYBODY, -1, all);
    assert_memory_equal(all, bil_match_state(match, -1), match->game->state_size);
    assert_memory_not_equal(mine, all, match->game->state_size);
    assert_memory_not_equal(mine, theirs, match->game->state_size);
    bil_match_free(match);
}

/* A match that begins from what one seat sees: the rest is dealt, so that it fits; or it stays a view to look at. */
static void a_view_can_be_a_beginning(void **state)
{
    const struct bil_match_setup setup = helper_setup(3, 14);
    struct bil_match *match = helper_match(&setup);
    helper_play(match, 40, 1);
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    unsigned char again[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_text text = {0};
    bil_match_view(match, 1, -1, view);
    bil_position_write(match->game, &match->config, match->rules, match->edition, view, &text);
    for (int keep = 0; keep < 2; keep++) {
        struct bil_match_setup from = helper_setup(0, 3);
        from.position = helper_json(bil_text_string(&text));
        from.keep_view = keep;
        struct bil_match *second = keep ? NULL : helper_match(&from);
        struct bil_error error = {{0}};
        if (keep) {
            second = bil_match_bare(&from, &error);
            assert_non_null(second);
            assert_memory_equal(bil_match_state(second, 0), view, match->game->facts_size);
        } else {
            bil_match_view(second, 1, 0, again);
            assert_memory_equal(again, view, match->game->facts_size);
            helper_play(second, BIL_MAX_PLIES, 2);
            assert_int_equal(second->actor, BIL_OVER);
        }
        assert_true(second->from_view && second->from_position);
        bil_match_free(second);
        bil_json_free(from.position);
    }
    bil_text_free(&text);
    bil_match_free(match);
}

/* Secret choices and unseen cards: others read less than the seat itself. */
static void texts_are_for_their_viewer(void **state)
{
    const struct bil_match_setup setup = helper_setup(3, 21);
    struct bil_match *match = helper_match(&setup);
    helper_play(match, BIL_MAX_PLIES, 8);
    struct bil_text own = {0};
    struct bil_text other = {0};
    int differ = 0;
    for (int e = 0; e < match->event_count; e++) {
        const int seat = match->event[e].event.seat;
        if (seat < 0) {
            continue;
        }
        bil_text_clear(&own);
        bil_text_clear(&other);
        bil_match_event_text(match, e, seat, &own);
        bil_match_event_text(match, e, BIL_SPECTATOR, &other);
        differ += match->event[e].event.viewers != 0xFF && strcmp(bil_text_string(&own), bil_text_string(&other)) != 0;
    }
    assert_true(differ > 10);
    for (int ply = 0; ply < match->ply; ply++) {
        bil_text_clear(&own);
        bil_match_decision_text(match, ply, BIL_EVERYBODY, &own);
        assert_true(own.length > 0 && !strchr(bil_text_string(&own), '?'));
    }
    bil_text_free(&own);
    bil_text_free(&other);
    bil_match_free(match);
}

/* ------------------------------------------------------------------ bots */

static void bots_play_the_same_game_again(void **state)
{
    struct bil_match_setup setup = helper_setup(3, 11);
    setup.player[0].bot = bil_bot_find("greedy", NULL);
    setup.player[1].bot = bil_bot_find("random", NULL);
    setup.player[2].bot = bil_bot_find("random", NULL);
    struct bil_match *one = helper_match(&setup);
    struct bil_match *two = helper_match(&setup);
    for (int i = 0; one->actor != BIL_OVER; i++) {
        assert_int_equal(bil_match_ask_bot(one, one->player[one->actor].bot), bil_match_ask_bot(one, one->player[one->actor].bot));
        bil_match_step(one);
        bil_match_step(two);
        if (i == 40) { /* who goes back comes the same way again */
            const int seat = two->decision[two->ply - 1].seat;
            const int ply = bil_match_undo_target(two, seat);
            assert_true(bil_match_undo(two, seat, ply, false, NULL));
            while (two->ply < one->ply) {
                bil_match_step(two);
            }
        }
        assert_int_equal(one->ply, two->ply);
    }
    assert_int_equal(bil_state_hash(one->game, bil_match_state(one, -1)), bil_state_hash(two->game, bil_match_state(two, -1)));
    assert_int_equal(one->event_count, two->event_count);
    bil_match_free(one);
    bil_match_free(two);
}

static void a_seat_changes_hands(void **state)
{
    struct bil_match *match = helper_small(&bil_game_tic_tac_toe, 2);
    bil_match_seat_bot(match, 0, bil_bot_find("greedy", NULL));
    bil_match_step(match);
    assert_int_equal(match->ply, 1);
    bil_match_seat_person(match, 0, "Ann, who came back after a very long time indeed");
    assert_null(match->player[0].bot);
    assert_int_equal(strlen(match->player[0].name), BIL_PLAYER_NAME - 1);
    bil_match_seat_person(match, 0, NULL);
    assert_string_equal(match->player[0].name, "");
    bil_match_free(match);
}

static void an_unknown_bot_is_told(void **state)
{
    struct bil_error error = {{0}};
    assert_null(bil_bot_find("wizard", &error));
    helper_contains(error.text, "\"wizard\"");
    helper_contains(error.text, "random");
    helper_contains(error.text, "greedy");
    for (const struct bil_bot *bot = bil_bots; bot->name; bot++) {
        const struct bil_bot *found = bil_bot_find(bot->name, NULL);
        assert_non_null(found);
        assert_string_equal(found->name, bot->name);
        assert_ptr_equal(bil_bot_find(bot->name, NULL), found);
        assert_true(bot->help[0]);
    }
}

/* ------------------------------------------------------------------ undo */

static void undo_is_free_until_somebody_acts(void **state)
{
    struct bil_error error = {{0}};
    struct bil_match *match = helper_small(&bil_game_tic_tac_toe, 1);
    assert_int_equal(bil_match_undo_horizon(match, 0), 0);
    assert_int_equal(bil_match_undo_target(match, 0), -1);
    assert_false(bil_match_undo(match, 0, 0, false, &error));
    helper_say(match, "a1");
    assert_int_equal(bil_match_undo_horizon(match, 0), 0);
    assert_int_equal(bil_match_undo_horizon(match, 1), 1); /* seat 2 has done nothing yet */
    assert_false(bil_match_undo_needs_consent(match, 0, 0));
    assert_true(bil_match_undo(match, 0, 0, false, &error));
    assert_int_equal(match->ply, 0);
    assert_int_equal(match->move_count, 9);
    helper_say(match, "a1");
    helper_say(match, "b2");
    assert_int_equal(bil_match_undo_horizon(match, 0), 2);
    assert_int_equal(bil_match_undo_target(match, 0), 0);
    assert_true(bil_match_undo_needs_consent(match, 0, 0));
    assert_false(bil_match_undo(match, 0, 0, false, &error));
    helper_contains(error.text, "everybody agrees");
    assert_int_equal(match->ply, 2);
    assert_false(bil_match_undo(match, 0, 1, true, &error)); /* that was the other's */
    assert_true(bil_match_undo(match, 0, 0, true, &error));
    assert_int_equal(match->ply, 0);
    bil_match_free(match);
}

static void bots_agree_to_every_undo(void **state)
{
    struct bil_match *match = helper_small(&bil_game_tic_tac_toe, 1);
    bil_match_seat_bot(match, 1, bil_bot_find("random", NULL));
    helper_say(match, "a1");
    bil_match_step(match);
    assert_false(bil_match_undo_needs_consent(match, 0, 0));
    assert_true(bil_match_undo(match, 0, bil_match_undo_target(match, 0), false, NULL));
    assert_int_equal(match->ply, 0);
    bil_match_free(match);
}

/* Where a card is turned up, the horizon ends. */
static void undo_stops_at_chance_and_news(void **state)
{
    struct bil_match *match = helper_small(&bil_game_leduc, 5);
    helper_say(match, "check");
    assert_int_equal(bil_match_undo_horizon(match, 0), 0);
    helper_say(match, "check"); /* now the board is open */
    assert_int_equal(bil_match_undo_horizon(match, 1), 2);
    assert_true(bil_match_undo_needs_consent(match, 1, 1));
    bil_match_free(match);
    const struct bil_match_setup setup = helper_setup(2, 9);
    match = helper_match(&setup);
    int drawn = 0;
    for (int i = 0; i < 60 && match->actor != BIL_OVER; i++) { /* a card from the deck is news */
        const int seat = match->actor;
        const int ply = match->ply;
        struct bil_error error = {{0}};
        bool deck = false;
        if (bil_match_say(match, "draw deck", &error)) {
            deck = true;
        } else {
            assert_true(bil_match_play(match, match->move[match->move_count - 1], &error));
        }
        if (deck && !match->decision[ply].forced) {
            drawn++;
            assert_true(bil_match_undo_horizon(match, seat) > ply);
            assert_true(bil_match_undo_needs_consent(match, seat, ply));
        }
    }
    assert_true(drawn > 3);
    bil_match_free(match);
}

static void undo_restores_everything(void **state)
{
    const struct bil_match_setup setup = helper_setup(3, 8);
    struct bil_match *match = helper_match(&setup);
    helper_play(match, 80, 5);
    const int seat = match->actor;
    const int ply = bil_match_undo_target(match, seat);
    const int events = match->event_count;
    const int plies = match->ply;
    const bil_move move = match->decision[ply].move;
    unsigned char last[BIL_MAX_STATE];
    bil_move moves[BIL_MAX_PLIES > 1000 ? 1000 : BIL_MAX_PLIES];
    memcpy(last, bil_match_state(match, -1), match->game->state_size);
    for (int p = ply; p < plies; p++) {
        moves[p - ply] = match->decision[p].move;
    }
    bil_match_comment(match, ply, "a mistake");
    bil_match_note(match, match->ply, "here it stands");
    assert_string_equal(match->decision[ply].comment, "a mistake");
    assert_true(bil_match_undo(match, seat, ply, true, NULL));
    assert_int_equal(match->ply, ply);
    assert_int_equal(match->actor, seat);
    assert_true(match->event_count <= events);
    assert_null(match->closing_note);
    bool still = false;
    for (int m = 0; m < match->move_count; m++) {
        still = still || match->move[m] == move;
    }
    assert_true(still);
    while (match->ply < plies) {
        assert_true(bil_match_play(match, moves[match->ply - ply], NULL));
    }
    assert_int_equal(match->event_count, events);
    assert_memory_equal(last, bil_match_state(match, -1), match->game->state_size);
    assert_null(match->decision[ply].comment);
    bil_match_free(match);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_setup_gives_a_sentence),
        cmocka_unit_test(a_match_needs_nothing_of_its_setup),
        cmocka_unit_test(only_legal_moves_are_played),
        cmocka_unit_test(a_beginning_is_enough_where_one_move_fits),
        cmocka_unit_test(over_is_over),
        cmocka_unit_test(forced_moves_are_played),
        cmocka_unit_test(states_at_any_ply_come_again),
        cmocka_unit_test(a_view_hides),
        cmocka_unit_test(a_view_can_be_a_beginning),
        cmocka_unit_test(texts_are_for_their_viewer),
        cmocka_unit_test(bots_play_the_same_game_again),
        cmocka_unit_test(a_seat_changes_hands),
        cmocka_unit_test(an_unknown_bot_is_told),
        cmocka_unit_test(undo_is_free_until_somebody_acts),
        cmocka_unit_test(bots_agree_to_every_undo),
        cmocka_unit_test(undo_stops_at_chance_and_news),
        cmocka_unit_test(undo_restores_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
