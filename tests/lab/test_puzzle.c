/* Puzzles: what is claimed is found again and does not hang on threads, what is wrong with a line is said, nothing hidden is told.
 */
#include "billions/json.h"
#include "billions/position.h"
#include "kit/notation.h"
#include "lab/puzzles/puzzle.h"
#include "table/file.h"
#include "unit.h"

static const uint8_t seed[BIL_SEED_BYTES] = {7};

static void find(const char *id, int count, int threads, struct bil_text *out)
{
    struct bil_puzzle_search search = {.game = bil_game_find(id), .config = {.seats = 2}, .count = count, .threads = threads};
    struct bil_error error = {{0}};
    bil_seed_from_text("t26", search.seed); /* that of games in which one is soon found */
    assert_int_equal(bil_puzzle_find(&search, out, &error), count);
}

static void threads_find_the_same(void **state)
{
    struct bil_text one = {0}, three = {0};
    find("one-billion-users", 1, 1, &one);
    find("one-billion-users", 1, 3, &three);
    assert_string_equal(bil_text_string(&one), bil_text_string(&three));
    /* What is found is checked with other chances, and is a view. */
    struct bil_error error = {{0}};
    if (!bil_puzzle_check(one.data, one.length, seed, NULL, &error)) {
        fail_msg("%s", error.text);
    }
    const struct bil_value *puzzle = bil_json_read(one.data, one.length, "a puzzle", &error);
    const struct bil_value *position = NULL;
    struct bil_position read;
    _Alignas(64) unsigned char view[BIL_MAX_STATE] = {0};
    int seat = 0, viewer = 0;
    assert_true(puzzle && bil_value_object(puzzle, "position", &position, &error));
    assert_true(bil_value_integer(puzzle, "seat", 1, 2, &seat, &error) &&
                bil_value_integer(position, "viewer", 1, 2, &viewer, &error));
    assert_int_equal(seat, viewer);
    assert_true(bil_position_read(position, NULL, NULL, &read, &error));
    read.game->hide(read.rules, read.state, seat - 1, view);
    assert_memory_equal(view, read.state, read.game->state_size);
    bil_position_free(&read);
    bil_json_free(puzzle);
    bil_text_free(&one);
    bil_text_free(&three);
}

static void stops_when_told(void **state)
{
    static const atomic_bool stop = true;
    struct bil_puzzle_search search = {.game = bil_game_find("six-billion"), .count = 5, .threads = 2, .stop = &stop};
    struct bil_error error = {{0}};
    struct bil_text out = {0};
    assert_int_equal(bil_puzzle_find(&search, &out, &error), 0);
    assert_int_equal(out.length, 0);
    bil_text_free(&out);
    /* A wrong wish is a sentence. */
    search.stop = NULL;
    search.config.seats = 9;
    assert_int_equal(bil_puzzle_find(&search, &out, &error), -1);
    assert_non_null(strstr(error.text, "9"));
    bil_text_free(&out);
}

static void lines_that_are_none(void **state)
{
    static const struct {
        const char *line, *words;
    } row[] = {
        {"", "is empty"},
        {"{}", "best: there is none"},
        {"{\"best\":\"pass\"}", "format: there is none"},
        {"{\"format\":2,\"best\":\"pass\"}", "format"},
        {"{\"format\":1,\"best\":7}", "best"},
        {"{\"format\":1,\"best\":\"pass\"}", "position: there is none"},
        {"{\"format\":1,\"best\":\"pass\",\"position\":{}}", "format"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct bil_error error = {{0}};
        assert_false(bil_puzzle_check(row[i].line, strlen(row[i].line), seed, NULL, &error));
        if (!strstr(error.text, row[i].words)) {
            fail_msg("\"%s\" is not in: %s", row[i].words, error.text);
        }
    }
}

/* The launch of a game: no move there is far better than all others, and none is written like that. */
static void claims_that_do_not_hold(void **state)
{
    const struct bil_game *game = bil_game_find("one-billion-users");
    const struct bil_config config = {.seats = 2};
    _Alignas(64) unsigned char rules[BIL_MAX_RULES], first[BIL_MAX_STATE] = {0}, view[BIL_MAX_STATE] = {0};
    struct bil_error error = {{0}};
    struct bil_random random;
    struct bil_text position = {0}, line = {0}, move = {0};
    bil_move list[BIL_MAX_MOVES];
    char hash[BIL_EDITION_HASH];
    bil_random_match(&random, seed);
    assert_true(game->rules_init(&config, rules, &error));
    game->setup(rules, &random, first, NULL);
    game->hide(rules, first, game->actor(rules, first), view);
    assert_true(game->moves(rules, view, list) > 1);
    bil_edition_hash(game, rules, hash);
    bil_position_write(game, &config, rules, hash, view, &position);
    bil_text_format(&line, "{\"format\":1,\"best\":\"launch Nobody\",\"position\":%s}", bil_text_string(&position));
    assert_false(bil_puzzle_check(line.data, line.length, seed, NULL, &error));
    assert_non_null(strstr(error.text, "no legal move"));
    bil_move_text(game, rules, view, list[0], game->actor(rules, first), &move);
    bil_text_clear(&line);
    bil_text_format(&line, "{\"format\":1,\"best\":\"%s\",\"position\":%s}", bil_text_string(&move), bil_text_string(&position));
    assert_false(bil_puzzle_check(line.data, line.length, seed, NULL, &error));
    assert_non_null(strstr(error.text, "is not proven"));
    bil_text_free(&position);
    bil_text_free(&line);
    bil_text_free(&move);
}

/* A puzzle of the repository of which the reason is known: to double Earth is answered with a Death. */
static void reasons_against_every_move(void **state)
{
    struct bil_error error = {{0}};
    size_t length = 0;
    char *file = bil_file_read(TEST_DATA "/golden/puzzle-death.json", &length, &error);
    const struct bil_value *document = file ? bil_json_read(file, length, "the position", &error) : NULL;
    struct bil_position position = {0};
    if (!document || !bil_position_read(document, NULL, NULL, &position, &error)) {
        fail_msg("%s", error.text);
        return;
    }
    const struct bil_game *game = position.game;
    struct bil_puzzle_ask ask = {.game = game,
                                 .config = &position.config,
                                 .rules = position.rules,
                                 .quick = position.rules,
                                 .view = position.state,
                                 .seat = game->actor(position.rules, position.state),
                                 .seats = position.config.seats};
    struct bil_puzzle_reasons reasons, again;
    assert_true(bil_puzzle_moves(&ask));
    int best = -1, earth = -1;
    for (int i = 0; i < ask.count; i++) {
        best = ask.move[i] == bil_move_exact(game, ask.rules, ask.view, ask.seat, ask.move, ask.count, "double belt") ? i : best;
        earth = ask.move[i] == bil_move_exact(game, ask.rules, ask.view, ask.seat, ask.move, ask.count, "double earth") ? i : earth;
    }
    assert_true(best >= 0 && earth >= 0);
    assert_int_equal(bil_puzzle_reason(&ask, seed, best, &reasons), bil_puzzle_reason(&ask, seed, best, &again));
    assert_null(reasons.against[best]);
    assert_non_null(reasons.against[earth]);
    const char *event =
        strstr(reasons.against[earth], "After \"double earth\" Black plays Death to cancel your Double on your Earth token");
    assert_non_null(event);
    assert_non_null(strstr(event, "of 100 games, here in none."));
    for (int i = 0; i < ask.count; i++) { /* the same seed tells the same, and never that either will do */
        assert_string_equal(reasons.against[i] ? reasons.against[i] : "", again.against[i] ? again.against[i] : "");
        assert_null(reasons.against[i] ? strstr(reasons.against[i], "Take either") : NULL);
    }
    bil_puzzle_reasons_free(&reasons);
    bil_puzzle_reasons_free(&again);
    /* Of the worst move none can be said to be worse: no reason, no puzzle. */
    ask.advised = best;
    assert_false(bil_puzzle_reason(&ask, seed, earth, &reasons));
    bil_puzzle_reasons_free(&reasons);
    bil_position_free(&position);
    bil_json_free(document);
    free(file);
}

int TEST_MAIN(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_find_the_same),      cmocka_unit_test(stops_when_told),
        cmocka_unit_test(lines_that_are_none),        cmocka_unit_test(claims_that_do_not_hold),
        cmocka_unit_test(reasons_against_every_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
