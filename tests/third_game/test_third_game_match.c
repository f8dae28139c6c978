/* Ford at a table: a whole match, its record there and back, replayed, and decisions taken back.
 *
 * Records and positions find their game by name, and Ford is not offered to people. So this program brings a list of games of its
 * own, and the linker leaves src/core/registry.c out: whatever that file offers must stand here too. */
#include "billions/json.h"
#include "billions/position.h"
#include "billions/record.h"
#include "table/helpers.h"
#include "third_game/state.h"
#include "unit.h"

const struct bil_game *const bil_games[] = {&bil_game_ford, NULL};

const struct bil_game *bil_game_find(const char *id)
{
    return strcmp(id, bil_game_ford.id) == 0 ? &bil_game_ford : NULL;
}

static struct bil_match_setup setup_of(int seats, unsigned seed)
{
    struct bil_match_setup setup = {.game = &bil_game_ford, .config = {.seats = seats}};
    setup.seed[0] = (uint8_t)seed;
    return setup;
}

static void same_facts(const struct bil_match *a, const struct bil_match *b)
{
    assert_int_equal(a->ply, b->ply);
    assert_memory_equal(bil_match_state(a, -1), bil_match_state(b, -1), FORD_FACTS);
}

/* Written, read and written again, the same text and the same game; unfinished and whole; a changed line is found. */
static void a_record_there_and_back(void **state)
{
    for (unsigned seed = 0; seed < 12; seed++) {
        const struct bil_setting setting = {"hand", "4"};
        struct bil_match_setup setup = setup_of(2 + (int)seed % 3, seed);
        setup.config.settings = &setting;
        setup.config.setting_count = 1;
        struct bil_match *match = helper_match(&setup);
        for (int part = 0; part < 2; part++) {
            struct bil_text text = {0};
            struct bil_text again = {0};
            struct bil_record_end end;
            struct bil_error error = {{0}};
            helper_play(match, part == 0 ? 9 : BIL_MAX_PLIES, seed + 1);
            bil_record_write(match, &text);
            struct bil_match *read = bil_record_read(bil_text_string(&text), text.length, "record", NULL, &end, &error);
            if (!read) {
                fail_msg("%s\n%s", error.text, bil_text_string(&text));
                return;
            }
            assert_true(end.has_hash && end.has_result);
            bil_match_settle(read);
            same_facts(read, match);
            bil_record_write(read, &again);
            assert_string_equal(bil_text_string(&again), bil_text_string(&text));
            bil_match_free(read);
            char *changed = helper_replace(bil_text_string(&text), "Hash: ", "Hash: 0");
            assert_null(bil_record_read(changed, strlen(changed), "record", NULL, &end, &error));
            assert_int_equal(end.fault, BIL_RECORD_UNTRUE);
            free(changed);
            bil_text_free(&again);
            bil_text_free(&text);
        }
        assert_int_equal(match->actor, BIL_OVER);
        bil_match_free(match);
    }
}

/* An answer that was no choice stands in no record and is played by the table; a turn always stands there. */
static void only_choices_are_recorded(void **state)
{
    int passes = 0;
    for (unsigned seed = 0; seed < 12; seed++) {
        const struct bil_match_setup setup = setup_of(4, seed);
        struct bil_match *match = helper_match(&setup);
        helper_play(match, BIL_MAX_PLIES, seed);
        for (int ply = 0; ply < match->ply; ply++) {
            const struct bil_decision *decision = &match->decision[ply];
            const bool window = decision->move >= FORD_SLIP_IT;
            passes += decision->forced && window;
            assert_int_equal(decision->recorded, !window || !decision->forced);
        }
        bil_match_free(match);
    }
    assert_true(passes > 50);
}

static const char table[] =
    "{\"format\": 1, \"game\": \"ford\", \"seats\": 2, \"edition\": {\"format\": 1, \"game\": \"ford\", \"copies\": "
    "{\"1\": 3, \"2\": 4, \"3\": 4, \"4\": 1, \"5\": 0, \"6\": 1, \"slip\": 1, \"flood\": 1}}, \"river\": [\"2\", "
    "\"3\", \"2\"], \"deck\": [\"flood\", \"1\", \"3\"], \"spent\": [\"1\", \"1\", \"3\", \"2\"], \"hands\": "
    "[[\"3\", \"4\"], [\"2\", \"6\", \"slip\"]]}";

/* A Stone taken from the river tells nobody anything: it may be put back. What was laid, drawn or answered may not. */
static void what_can_be_taken_back(void **state)
{
    struct bil_error error = {{0}};
    struct bil_match_setup setup = {.position = helper_json(table)};
    struct bil_match *match = helper_match(&setup);
    bil_json_free(setup.position);
    struct ford_state before;
    memcpy(&before, bil_match_state(match, -1), sizeof before);
    assert_true(bil_match_say(match, "take", &error));
    assert_false(bil_match_undo_needs_consent(match, 0, 0));
    assert_true(bil_match_undo(match, 0, 0, false, &error));
    assert_memory_equal(bil_match_state(match, -1), &before, sizeof before);
    static const char *const told[] = {"draw", "lay 3"};
    for (int i = 0; i < 2; i++) {
        assert_true(bil_match_say(match, told[i], &error));
        assert_true(bil_match_undo_needs_consent(match, 0, 0));
        assert_false(bil_match_undo(match, 0, 0, false, &error));
        assert_true(bil_match_undo(match, 0, 0, true, &error));
        assert_memory_equal(bil_match_state(match, -1), &before, sizeof before);
    }
    assert_true(bil_match_say(match, "lay 3", &error));
    assert_int_equal(match->actor, 1);
    assert_true(bil_match_say(match, "pass", &error));
    assert_int_equal(match->actor, 1); /* its own turn */
    assert_true(bil_match_say(match, "draw", &error));
    assert_int_equal(match->event[match->event_count - 1].event.kind, FORD_E_FLOOD);
    assert_true(bil_match_undo_needs_consent(match, 1, match->ply - 1));
    bil_match_free(match);
}

/* What one seat sees goes out as a position, and a match can begin from it: the rest is dealt so that it fits. */
static void a_view_as_a_beginning(void **state)
{
    const struct bil_match_setup setup = setup_of(3, 5);
    struct bil_match *match = helper_match(&setup);
    helper_play(match, 14, 2);
    struct ford_state view;
    struct ford_state again;
    struct bil_text text = {0};
    bil_match_view(match, 1, -1, &view);
    bil_position_write(match->game, &match->config, match->rules, match->edition, &view, &text);
    struct bil_match_setup from = {.position = helper_json(bil_text_string(&text))};
    struct bil_match *second = helper_match(&from);
    bil_json_free(from.position);
    assert_true(second->from_view);
    bil_match_view(second, 1, 0, &again);
    assert_memory_equal(&again, &view, sizeof view);
    helper_play(second, BIL_MAX_PLIES, 3);
    assert_int_equal(second->actor, BIL_OVER);
    bil_match_free(second);
    bil_match_free(match);
    bil_text_free(&text);
}

/* Two bots, and a person who follows advice and lets Stones lie by a standing order. */
static int play_by_order(unsigned seed)
{
    struct bil_error error = {{0}};
    struct bil_match_setup setup = setup_of(3, seed);
    setup.player[1].bot = bil_bot_find("greedy", &error);
    setup.player[2].bot = bil_bot_find("random", &error);
    struct bil_match *match = helper_match(&setup);
    int asked = 0;
    assert_true(bil_match_order(match, 0, "never slip", &error));
    while (match->actor != BIL_OVER) {
        if (match->player[match->actor].bot) {
            bil_match_step(match);
        } else {
            struct bil_text why = {0};
            assert_int_not_equal(match->move[0], FORD_SLIP_IT); /* that question has its order */
            const bool hint = asked++ == 1;                     /* once: it plays hundreds of games */
            const bil_move move = hint ? bil_match_hint(match, &why) : bil_match_ask_bot(match, match->player[1].bot);
            assert_true(bil_match_play(match, move, &error));
            assert_true(!hint || strstr(bil_text_string(&why), " point"));
            bil_text_free(&why);
        }
    }
    int ordered = 0;
    for (int ply = 0; ply < match->ply; ply++) {
        ordered += match->decision[ply].ordered;
    }
    bil_match_free(match);
    return ordered;
}

static void bots_hints_and_standing_orders(void **state)
{
    int ordered = 0;
    for (unsigned seed = 0; seed < 12; seed++) {
        ordered += play_by_order(seed);
    }
    assert_true(ordered > 0);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_there_and_back),        cmocka_unit_test(only_choices_are_recorded),
        cmocka_unit_test(what_can_be_taken_back),         cmocka_unit_test(a_view_as_a_beginning),
        cmocka_unit_test(bots_hints_and_standing_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
