/* Who bots can be: names with a person in them, what persons choose, and that each is told by what it does. */
#include "unit.h"

#include "billions/bot.h"
#include "billions/match.h"
#include "billions/record.h"
#include "bots/tempers.h"
#include "lab/simulation/bot_game.h"
#include "table/bots/bot_seats.h"
#include "table/messages/catalogue.h"

/* ------------------------------------------------------------------ names */

static void names_are_read(void **state)
{
    static const struct {
        const char *name, *sentence;
    } wrong[] = {
        {"easy:person=nobody", "There is nobody called \"nobody\"; there are in One Billion Users mara, "},
        {"easy:person=nobody", "; in 6 Billion ilse, "},
        {"easy:person=", "There is nobody called \"\""},
        {"easy:person=Mara", "There is nobody called \"Mara\""},
        {"easy:person", "has no setting \"person\""},
        {"easy:person=maramaramaramaramaramaramaramaramara", "There is nobody called"},
        {"random:person=mara", "looks at nothing"},
        {"greedy:ms=5", "greedy has no setting \"ms\"; it has person and spared."},
    };
    struct bil_error error = {{0}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_null(bil_bot_find(wrong[i].name, &error));
        if (!strstr(error.text, wrong[i].sentence)) {
            fail_msg("%s: \"%s\" is not in: %s", wrong[i].name, wrong[i].sentence, error.text);
        }
    }
    const struct bil_game *one = bil_game_find("one-billion-users");
    const struct bil_game *six = bil_game_find("six-billion");
    const struct bil_bot *mara = bil_bot_find("hard:person=mara", &error);
    assert_non_null(mara);
    assert_string_equal(mara->name, "hard:person=mara");
    assert_string_equal(bil_bot_person(mara, one)->name, "Mara");
    assert_null(bil_bot_person(mara, six));
    assert_null(bil_bot_person(bil_bot_find("hard", NULL), one));
    assert_true(bil_bot_plays(mara, one, &error));
    assert_false(bil_bot_plays(mara, six, &error));
    assert_non_null(strstr(error.text, "mara is nobody of 6 Billion; there are ilse, "));
    assert_true(bil_bot_plays(bil_bot_find("hard", NULL), six, &error));
}

/* No two persons of all games share a word, and no two of a game a name or a sentence. */
static void everybody_is_somebody(void **state)
{
    for (int g = 0; bil_games[g]; g++) {
        const struct bil_person *list = bil_persons_of(bil_games[g]);
        int count = 0;
        for (; list[count].id; count++) {
            assert_true(strlen(list[count].id) < BIL_BOT_PERSON);
            assert_int_equal(strspn(list[count].id, "abcdefghijklmnopqrstuvwxyz"), strlen(list[count].id));
            assert_true(list[count].name[0] && list[count].temper[0] && list[count].sign[0]);
            for (int other = 0; other < count; other++) {
                assert_string_not_equal(list[other].name, list[count].name);
                assert_string_not_equal(list[other].temper, list[count].temper);
            }
            for (int before = 0; before <= g; before++) {
                const int there = bil_person_find(bil_games[before], list[count].id);
                assert_int_equal(there, before == g ? count : -1);
            }
        }
        assert_in_range(count, 8, BIL_MAX_PERSONS);
    }
}

/* A seat of a record keeps its person; one of another game is nobody here, and a match with him is refused. */
static void matches_and_records_keep_them(void **state)
{
    struct bil_error error = {{0}};
    struct bil_match_setup setup = {.game = bil_game_find("one-billion-users"), .config = {.seats = 2}};
    struct bil_text record = {0};
    struct bil_record_end end;
    setup.player[1].bot = bil_bot_find("easy:person=ilse", &error);
    assert_null(bil_match_new(&setup, &error));
    assert_non_null(strstr(error.text, "ilse is nobody of One Billion Users"));
    setup.player[1].bot = bil_bot_find("easy:person=mara", &error);
    struct bil_match *match = bil_match_new(&setup, &error);
    assert_non_null(match);
    bil_record_write(match, &record);
    bil_match_free(match);
    assert_non_null(strstr(bil_text_string(&record), "Seat 2: easy:person=mara\n"));
    match = bil_record_read(bil_text_string(&record), record.length, "a record", NULL, &end, &error);
    assert_non_null(match);
    assert_ptr_equal(match->player[1].bot, setup.player[1].bot);
    bil_match_free(match);
    char *at = strstr(bil_text_string(&record), "mara");
    memcpy(at, "ilse", 4);
    match = bil_record_read(bil_text_string(&record), record.length, "a record", NULL, &end, &error);
    assert_non_null(match);
    assert_null(match->player[1].bot);
    assert_true(match->player[1].stranger);
    assert_string_equal(match->player[1].name, "easy:person=ilse");
    bil_match_free(match);
    bil_text_free(&record);
}

/* ------------------------------------------------------------------ choices */

struct watch {
    const struct bil_game *game;
    const void *rules, *quick;
    struct bil_random worlds;
    int decisions, leaning; /* leaning: at which somebody cares */
};

static void lean(const struct watch *watch, const void *view, int person, const bil_move *list, int count, int32_t *value)
{
    memset(value, 0, (size_t)count * sizeof *value);
    watch->game->persons->lean(watch->rules, view, person, list, count, value);
}

static bil_move choose(const struct watch *watch, const char *level, int person, const void *view, int seat, const bil_move *list,
                       int count)
{
    char name[BIL_BOT_NAME];
    uint8_t seed[BIL_SEED_BYTES];
    struct bil_random random;
    snprintf(name, sizeof name, "%s:person=%s", level, watch->game->persons->list[person].id);
    const struct bil_bot *bot = bil_bot_find(name, NULL);
    bil_seed_from_text("persons", seed);
    bil_random_stream(&random, seed, 1, (uint32_t)watch->decisions);
    const struct bil_ask ask = {.game = watch->game,
                                .rules = watch->rules,
                                .quick = watch->quick,
                                .view = view,
                                .seat = seat,
                                .moves = list,
                                .count = count,
                                .random = &random};
    assert_non_null(bot);
    return bot->choose(bot, &ask);
}

/* Everybody is asked: the same question has the same answer, which is a legal one, and what is liked about the moves follows from
 * the view alone: it is the same in the view of any world that fits it. */
static void moved(void *context, const void *state, bool chose)
{
    static const char *const levels[] = {"greedy", "easy", "medium", "search:iterations=40:guide=4:depth=6:nodes=2048"};
    struct watch *watch = context;
    const struct bil_game *game = watch->game;
    const int actor = game->actor(watch->rules, state);
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    unsigned char kept[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    unsigned char world[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    bil_move list[BIL_MAX_MOVES];
    int32_t value[BIL_MAX_MOVES];
    int32_t again[BIL_MAX_MOVES];
    if (!chose || actor == BIL_OVER || ++watch->decisions % 5 != 0) {
        return;
    }
    game->hide(watch->rules, state, actor, view);
    memcpy(kept, view, sizeof kept);
    const int count = game->moves(watch->rules, view, list);
    game->deal(watch->rules, view, &watch->worlds, world);
    unsigned char other[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    game->hide(watch->rules, world, actor, other);
    for (int person = 0; game->persons->list[person].id; person++) {
        lean(watch, view, person, list, count, value);
        lean(watch, other, person, list, count, again);
        assert_memory_equal(value, again, (size_t)count * sizeof *value);
        for (int i = 0; i < count; i++) {
            assert_in_range(game->persons->sign(watch->rules, view, person, list[i]), BIL_SIGN_NONE, BIL_SIGN_SHOWN);
            watch->leaning += value[i] != 0;
        }
        for (size_t l = 0; l < sizeof levels / sizeof *levels; l++) {
            if (l == 3 && watch->decisions % 35 != 0) {
                continue;
            }
            const bil_move move = choose(watch, levels[l], person, view, actor, list, count);
            bool legal = false;
            for (int i = 0; i < count; i++) {
                legal = legal || list[i] == move;
            }
            assert_true(legal);
            assert_int_equal(choose(watch, levels[l], person, view, actor, list, count), move);
            assert_memory_equal(view, kept, sizeof kept);
        }
    }
}

static void everybody_chooses_what_is_legal(void **state)
{
    for (int g = 0; bil_games[g]; g++) {
        const struct bil_game *game = bil_games[g];
        for (int seats = game->min_seats; seats <= game->max_seats; seats++) {
            const struct bil_config config = {.seats = seats};
            struct bil_error error = {{0}};
            void *rules = NULL;
            void *quick = NULL;
            uint8_t seed[BIL_SEED_BYTES];
            bil_seed_from_text("persons", seed);
            assert_true(bil_rules_new(game, &config, &rules, &quick, &error));
            struct watch watch = {.game = game, .rules = rules, .quick = quick};
            bil_random_stream(&watch.worlds, seed, 2, 0);
            struct bil_bot_game bot_game = {
                .game = game, .rules = rules, .quick = quick, .config = &config, .seats = seats, .moved = moved, .context = &watch};
            for (int seat = 0; seat < seats; seat++) {
                bot_game.bot[seat] = bil_bot_find("easy", NULL);
            }
            memcpy(bot_game.seed, seed, sizeof seed);
            unsigned char last[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
            uint64_t decisions = 0;
            assert_int_equal(bil_bot_game_play(&bot_game, last, &decisions, &error), BIL_BOT_GAME_OVER);
            assert_true(watch.decisions > 40);
            assert_true(watch.leaning > 20);
            free(rules);
            free(quick);
        }
    }
}

/* ------------------------------------------------------------------ tempers */

/* Each is told from the others by what he is there for: at least a fiftieth more often than anybody would. */
static void tempers_are_seen(const char *game_id, uint64_t games)
{
    const struct bil_game *game = bil_game_find(game_id);
    for (int person = 0; game->persons->list[person].id; person++) {
        struct bil_temper temper = {0};
        struct bil_error error = {{0}};
        assert_true(bil_temper_measure(game, 4, "easy", person, games, "tempers", &temper, &error));
        assert_true(temper.person.counted > 50 && temper.plain.counted > temper.person.counted);
        const double mine = (double)temper.person.shown / (double)temper.person.counted;
        const double usual = (double)temper.plain.shown / (double)temper.plain.counted;
        if (mine < usual * 1.02) {
            fail_msg("%s: %s: %.3f, others %.3f", game->persons->list[person].name, game->persons->list[person].sign, mine, usual);
        }
    }
}
static void tempers_are_seen_in_one_billion_users(void **state)
{
    tempers_are_seen("one-billion-users", 200);
}
static void tempers_are_seen_in_six_billion(void **state)
{
    tempers_are_seen("six-billion", 60);
}

/* What was measured as good as equal a person decides by liking: somebody who looks ahead is still told from the others. */
static void looking_ahead_leaves_a_temper(void **state)
{
    const struct bil_game *game = bil_game_find("one-billion-users");
    struct bil_temper temper = {0};
    struct bil_error error = {{0}};
    assert_true(bil_temper_measure(game, 3, "search:iterations=60:guide=8:depth=12:nodes=4096", bil_person_find(game, "greta"), 9,
                                   "tempers", &temper, &error));
    assert_true(temper.person.shown * temper.plain.counted > temper.plain.shown * temper.person.counted);
}

/* ------------------------------------------------------------------ the catalogue */

static void the_catalogue_lists_them(void **state)
{
    struct bil_text text = {0};
    bil_json_object(&text);
    bil_catalogue(&text, NULL);
    bil_json_object_end(&text);
    for (int g = 0; bil_games[g]; g++) {
        for (const struct bil_person *person = bil_persons_of(bil_games[g]); person->id; person++) {
            char wanted[BIL_BOT_NAME];
            snprintf(wanted, sizeof wanted, "{\"id\":\"%s\",\"name\":\"%s\",\"temper\":\"%s\"}", person->id, person->name,
                     person->temper);
            if (!strstr(bil_text_string(&text), wanted)) {
                fail_msg("%s is not in %s", wanted, bil_text_string(&text));
            }
        }
    }
    bil_text_free(&text);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read),
        cmocka_unit_test(everybody_is_somebody),
        cmocka_unit_test(matches_and_records_keep_them),
        cmocka_unit_test(everybody_chooses_what_is_legal),
        cmocka_unit_test(tempers_are_seen_in_one_billion_users),
        cmocka_unit_test(tempers_are_seen_in_six_billion),
        cmocka_unit_test(looking_ahead_leaves_a_temper),
        cmocka_unit_test(the_catalogue_lists_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
