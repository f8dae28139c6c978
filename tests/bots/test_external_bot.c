/* Bots in other programs that do as docs/bot-protocol.md says: the reference bots, our own bots at the other end, what a program is
 * told and in which order, its reasons and standing orders; and names and lines that make no sense. */
#include <signal.h>
#include <unistd.h>

#include "billions/json.h"
#include "billions/record.h"
#include "bots/external_bots.h"
#include "cli/program.h"
#include "kit/fields.h"
#include "lab/simulation/sim.h"
#include "table/external_bot.h"
#include "table/external_bot_protocol.h"
#include "table/helpers.h"
#include "unit.h"

/* Nothing was told, nobody failed, and all is gone afterwards. */
static void expect_good(const struct bil_bot *const bots[], int count, const char *heard, int descriptors)
{
    assert_string_equal(heard, "");
    for (int i = 0; i < count; i++) {
        const struct bil_external_bot_count made = bil_external_bot_count(bots[i]);
        if (made.asked == 0 || made.forfeited > 0) {
            fail_msg("%s left %d of %d decisions to greedy", bots[i]->name, (int)made.forfeited, (int)made.asked);
        }
    }
    bil_external_bot_close();
    assert_false(external_bots_children());
    assert_int_equal(external_bots_descriptors(), descriptors);
}

/* Every game, with so many seats or the nearest number that it has. */
static void play_well(const struct bil_bot *const bots[], int count, int wanted)
{
    for (int g = 0; bil_games[g]; g++) {
        const int low = bil_games[g]->min_seats;
        const int high = bil_games[g]->max_seats;
        const int seats = wanted < low ? low : wanted > high ? high : wanted;
        const int descriptors = external_bots_descriptors();
        const struct bil_bot *seated[BIL_MAX_SEATS];
        for (int seat = 0; seat < seats; seat++) {
            seated[seat] = bots[seat % count];
        }
        external_bots_hear();
        struct bil_match *match = external_bots_match(bil_games[g], seats, seated, (unsigned)g);
        char *heard = external_bots_heard();
        expect_good(bots, count, heard, descriptors);
        external_bots_verify(match);
        bil_match_free(match);
        free(heard);
    }
}

static void reference_bot_in_c_plays(void **state)
{
    const struct bil_bot *bots[] = {external_bot_named("exec:\"" REFERENCE_BOT "\":deadline=60000"), bil_bot_find("random", NULL)};
    const struct bil_bot *alone[] = {bots[0]};
    play_well(alone, 1, 3);
    struct bil_match *once = external_bots_match(helper_game(), 2, bots, 4);
    bil_external_bot_close();
    struct bil_match *twice = external_bots_match(helper_game(), 2, bots, 4);
    assert_int_equal(bil_state_hash(once->game, bil_match_state(once, -1)), bil_state_hash(once->game, bil_match_state(twice, -1)));
    bil_match_free(once);
    bil_match_free(twice);
    bil_external_bot_close();
}

static void reference_bot_in_python_plays(void **state)
{
    if (system("python3 -c 'import json' 2>/dev/null") != 0) {
        print_message("python3 is not here: its reference bot does not play\n");
        skip();
    }
    const struct bil_bot *bots[] = {external_bot_named("exec:python3 \"" TEST_DATA "/../bots/reference/bot.py\":deadline=60000")};
    play_well(bots, 1, 2);
}

/* ------------------------------------------------------------------ our own bots at the other end */

static void ours_play(void **state)
{
    const struct bil_bot *bots[] = {external_bot_named("exec:\"" TEST_PROGRAM "\" bot greedy:deadline=60000"),
                                    external_bot_named("exec:\"" TEST_PROGRAM "\" bot random:deadline=60000")};
    play_well(bots, 2, 4);
}

/* The same games as in this process, move by move, where chance does not decide what the bot plays: with options, from a position
 * on, and with an edition of its own. */
static void ours_play_what_they_play_here(void **state)
{
    static const struct bil_setting settings[] = {{"networks", "random"}, {"cut", "10"}};
    const struct bil_bot *external = external_bot_named("exec:\"" TEST_PROGRAM "\" bot \"search:iterations=12\":deadline=60000");
    const struct bil_bot *random = bil_bot_find("random", NULL);
    struct bil_match_setup setup = helper_setup(3, 12);
    setup.config.settings = settings;
    setup.config.setting_count = 2;
    for (int seat = 0; seat < 3; seat++) {
        setup.player[seat].bot = random;
    }
    struct bil_match *match = helper_match(&setup);
    external_bots_hear();
    int compared = 0;
    while (match->actor != BIL_OVER) {
        /* what the other end makes of the line is the very decision: view, rules and moves are all there */
        unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
        unsigned char back[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
        struct bil_reasons reasons = {0};
        struct bil_random stream;
        bil_match_view(match, match->actor, -1, view);
        bil_random_stream(&stream, match->seed, 77, (uint32_t)match->ply);
        const struct bil_ask ask = {.game = match->game,
                                    .rules = match->rules,
                                    .view = view,
                                    .seat = match->actor,
                                    .moves = match->move,
                                    .count = match->move_count,
                                    .random = &stream,
                                    .reasons = &reasons,
                                    .config = &match->config,
                                    .match = match->number};
        struct bil_text text = {0};
        struct bil_error error = {{0}};
        bil_protocol_ask(&ask, match->edition, 1, 0, 1, 1, &text);
        const struct bil_value *told = helper_json(bil_text_string(&text) + strlen("ask 1 "));
        if (!bil_members_read(match->game, match->rules, bil_value_get(told, "view"), back, &error)) {
            helper_fail(error.text);
        }
        assert_memory_equal(view, back, match->game->state_size);
        bil_json_free(told);
        bil_text_free(&text);
        if (match->ply % 16 == 0 && match->move_count > 1) {
            const bil_move move = external->choose(external, &ask);
            assert_true(reasons.count > 0 && reasons.iterations > 0);
            assert_int_equal(reasons.item[0].move, move);
            assert_true(reasons.item[0].visits > 0 && reasons.words[0]);
            for (int seat = 0; seat < 3; seat++) {
                assert_true(reasons.item[0].place[seat] >= 1 && reasons.item[0].place[seat] <= 3);
            }
            compared++;
        }
        bil_match_step(match);
    }
    assert_true(compared > 3);
    assert_int_equal(bil_external_bot_count(external).forfeited, 0);
    bil_external_bot_close();
    char *heard = external_bots_heard();
    assert_string_equal(heard, "");
    free(heard);
    bil_match_free(match);
}

/* ------------------------------------------------------------------ what a program is told */

static void lines_come_in_their_order(void **state)
{
    external_bots_begin();
    char words[300];
    const char *log = helper_path("log");
    snprintf(words, sizeof words, "good %s", log);
    const struct bil_bot *bot = outsider(words, "deadline=60000");
    struct bil_sim sim = {.game = helper_game(), .config = {.seats = 2}, .games = 3, .threads = 1};
    struct bil_sim_result result;
    struct bil_error error = {{0}};
    sim.bot[0] = bil_bot_find("random", NULL);
    sim.bot[1] = bot;
    assert_true(bil_sim_run(&sim, &result, NULL, &error));
    char *told = helper_read(log);
    strtok(told, "\n"); /* the number of its process */
    char *line = strtok(NULL, "\n");
    assert_string_equal(line, "billions-bot 1");
    line = strtok(NULL, "\n");
    helper_contains(line, "game {\"game\":\"one-billion-users\",\"revision\":");
    helper_contains(line, ",\"edition\":{\"format\":1,");
    int asked = 0;
    for (int game = 0; game < 3; game++) {
        line = strtok(NULL, "\n");
        assert_string_equal(line, "new {\"seat\":2} ");
        for (line = strtok(NULL, "\n"); line && strncmp(line, "ask ", 4) == 0; line = strtok(NULL, "\n")) {
            assert_int_equal(atoi(line + 4), ++asked);
        }
        assert_non_null(line);
        helper_contains(line, "over {\"seat\":2,\"places\":[");
        helper_contains(line, "\"points\":[");
    }
    assert_string_equal(strtok(NULL, "\n"), "quit  ");
    assert_null(strtok(NULL, "\n"));
    assert_int_equal(asked, (int)bil_external_bot_count(bot).asked);
    free(told);
    external_bots_end();
}

/* One that died is told the match anew, and plays on. */
static void a_new_process_is_told_the_match(void **state)
{
    external_bots_begin();
    char words[300];
    const char *log = helper_path("log");
    snprintf(words, sizeof words, "dies %s", log);
    const struct bil_bot *bots[] = {outsider(words, "deadline=60000"), bil_bot_find("random", NULL)};
    external_bots_hear();
    bil_match_free(external_bots_match(helper_game(), 2, bots, 5));
    bil_external_bot_close();
    free(external_bots_heard());
    char *told = helper_read(log);
    const int births = external_bots_times(told, "billions-bot 1\n");
    assert_true(births > 2);
    assert_int_equal(external_bots_times(told, "\nnew {\"seat\":1}"), births);
    assert_int_equal(external_bots_times(told, "\ngame {"), births);
    assert_true(bil_external_bot_count(bots[0]).asked > 3 * bil_external_bot_count(bots[0]).forfeited);
    free(told);
    external_bots_end();
}

static void standing_orders_spare_questions(void **state)
{
    external_bots_begin();
    const struct bil_bot *greedy = bil_bot_find("greedy", NULL);
    const struct bil_bot *plain[] = {outsider("good", "deadline=60000"), greedy, greedy};
    const struct bil_bot *ordering[] = {outsider("orders '' draw 'from deck'", "deadline=60000"), greedy, greedy};
    external_bots_hear();
    struct bil_match *match = external_bots_match(helper_game(), 3, ordering, 8);
    for (int ply = 0, draws = 0; ply < match->ply; ply++) {
        struct bil_text text = {0};
        bil_match_decision_text(match, ply, 0, &text);
        if (match->decision[ply].seat == 0 && !match->decision[ply].forced && strncmp(bil_text_string(&text), "draw", 4) == 0) {
            assert_true(strcmp(bil_text_string(&text), "draw deck") == 0);
            draws++;
        }
        bil_text_free(&text);
        assert_true(ply + 1 < match->ply || draws > 5);
    }
    bil_match_free(match);
    bil_match_free(external_bots_match(helper_game(), 3, plain, 8));
    bil_external_bot_close();
    char *heard = external_bots_heard();
    assert_string_equal(heard, "");
    free(heard);
    const uint64_t asked = bil_external_bot_count(ordering[0]).asked;
    assert_true(asked > 0 && 4 * asked < 3 * bil_external_bot_count(plain[0]).asked);
    external_bots_end();
}

/* ------------------------------------------------------------------ names, records, lines */

static void names_that_make_no_sense(void **state)
{
    static const struct {
        const char *name, *told;
    } wrong[] = {
        {"exec:", "exec: wants a program behind it: exec:./mybot."},
        {"exec:  ", "exec: wants a program behind it"},
        {"exec:./no-such-bot", "There is no program ./no-such-bot."},
        {"exec:no-such-bot here", "There is no program no-such-bot in the PATH."},
        {"exec:/etc/passwd", "/etc/passwd cannot be run; make it executable with chmod +x."},
        {"exec:/tmp", "/tmp cannot be run"},
        {"exec:cat \"a", "exec: a \" without its second one."},
        {"exec:cat:ms=", "exec: ms wants a number from 0 to 3600000, as ms=500."},
        {"exec:cat:ms=soon", "exec: ms wants a number"},
        {"exec:cat:deadline=0", "exec: deadline wants a number from 1 to 3600000"},
        {"exec:cat:level=3", "A program has no setting \"level=3\"; it has ms and deadline."},
        {"exec:cat\n", "consists of letters, not of control characters"},
        {"execute", "There is no bot called \"execute\""},
    };
    struct bil_error error;
    char name[BIL_BOT_NAME + 1];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        error.text[0] = 0;
        assert_null(bil_external_bot_find(wrong[i].name, &error));
        helper_contains(error.text, wrong[i].told);
    }
    memset(name, 'a', BIL_BOT_NAME);
    memcpy(name, "exec:", 5);
    name[BIL_BOT_NAME] = 0;
    assert_null(bil_external_bot_find(name, &error));
    helper_contains(error.text, "longer than 255 letters");
    const struct bil_bot *bot = external_bot_named("exec:cat \"search:ms=1\":ms=20:deadline=30");
    assert_ptr_equal(bil_external_bot_find("exec:cat \"search:ms=1\":ms=20:deadline=30", NULL), bot);
    assert_true(bot->param[0] > 19 && bot->param[0] < 21 && bot->param[1] > 29 && bot->param[1] < 31);
    assert_null(bil_bot_find("exec:cat", &error)); /* the door for names from files never leads to a program */
}

static void records_start_no_program(void **state)
{
    external_bots_begin();
    char words[300];
    const char *log = helper_path("log");
    snprintf(words, sizeof words, "good %s", log);
    const struct bil_bot *bots[] = {outsider(words, "deadline=60000"), bil_bot_find("random", NULL)};
    struct bil_match *match = external_bots_match(helper_game(), 2, bots, 3);
    struct bil_error error = {{0}};
    struct bil_record_end end;
    const char *record = helper_path("game.record");
    assert_true(bil_record_save(match, record, &error));
    bil_match_free(match);
    bil_external_bot_close();
    assert_int_equal(remove(log), 0);
    struct bil_match *again = bil_record_load(record, NULL, &end, &error);
    assert_non_null(again);
    assert_null(again->player[0].bot);
    assert_true(again->player[0].stranger);
    assert_string_equal(again->player[0].name, bots[0]->name);
    bil_match_free(again);
    assert_int_equal(access(log, F_OK), -1);
    external_bots_end();
}

static void lines_that_make_no_sense(void **state)
{
    char *answers = program_prints("bot greedy",
                                   "\n"
                                   "ask 1 {}\n"
                                   "billions-bot zero\n"
                                   "billions-bot 3\n"
                                   "ask 1 {}\n"
                                   "game {\"game\":\"chess\"}\n"
                                   "game {\"game\":\"six\"}\n"
                                   "game [1]\n"
                                   "game {\n"
                                   "game {\"game\":\"six-billion\",\"seats\":2,\"options\":{\"cards\":\"blue\"}}\n"
                                   "game {\"game\":\"one-billion-users\",\"seats\":2}\n"
                                   "ask {\"seat\":1}\n"
                                   "ask 4 {\"seat\":3}\n"
                                   "ask 5 {\"seat\":1}\n"
                                   "ask 6 {\"seat\":2,\"view\":{\"format\":1}}\n"
                                   "ask 7 {\"seat\":1,\"view\":{\"viewer\":2}}\n"
                                   "ask 8 {\"seat\":1,\"view\":{\"turn\":9}}\n"
                                   "something new {}\n"
                                   "ask 9 {\"seat\":1,\"view\":{}}\n"
                                   "quit\n"
                                   "ask 10 {\"seat\":1,\"view\":{}}\n",
                                   NULL);
    static const char *const expected[] = {
        "error \"ask 1 {}\" is no greeting; the first line is billions-bot 1.",
        "error This bot speaks version 1 of the protocol; greet it with billions-bot 1.",
        "billions-bot 1",
        "name billions ",
        "ready",
        "error A question came before any game; first there must be a line game {...}.",
        "error There is no game \"chess\"; there are: one-billion-users, six-billion.",
        "error \"seats\" is missing, a number from 2 to 5.",
        "error There must be a JSON object, {...}.",
        "error the JSON text, line 1, column ",
        "error ",
        "error A question has a number, as in ask 1 {...}.",
        "error \"seat\" must be a whole number from 1 to 2, not 3.",
        "error A question needs \"view\".",
        "error In this view seat 2 has nothing to decide.",
        "error \"view.viewer\" must be a whole number from 1 to 1, not 2.",
        "error \"view.turn\" must be a whole number from 1 to 2, not 9.",
        "say ",
        "move 9 draw deck",
    };
    char *line = strtok(answers, "\n");
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++, line = strtok(NULL, "\n")) {
        assert_non_null(line);
        if (strncmp(line, expected[i], strlen(expected[i])) != 0) {
            fail_msg("line %d: \"%s\" does not begin with \"%s\"", (int)i + 1, line, expected[i]);
        }
    }
    assert_null(line);
    free(answers);
    program_refuses("bot", NULL, 2, "usage: billions bot BOT");
    program_refuses("bot nobody", NULL, 2, "There is no bot called \"nobody\"");
    program_refuses("bot exec:cat", NULL, 2, "There is no bot called \"exec:cat\"");
    program_refuses("sim one --players 2 --seats exec:./nobody", NULL, 2, "--seats: There is no program ./nobody.");
    program_refuses("play one --players 2 --seats person,exec:./nobody", NULL, 2, "--seats: There is no program ./nobody.");
    struct program_run run = program("bot greedy", "billions-bot 1\n", OUT_FULL_DISK);
    assert_int_equal(run.code, 4);
    helper_contains(run.err, "billions: Standard output cannot be written: ");
    program_end(&run);
}

int TEST_MAIN(void)
{
    signal(SIGPIPE, SIG_DFL); /* a signal would end this program */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_bot_in_c_plays),
        cmocka_unit_test(reference_bot_in_python_plays),
        cmocka_unit_test(ours_play),
        cmocka_unit_test(ours_play_what_they_play_here),
        cmocka_unit_test(lines_come_in_their_order),
        cmocka_unit_test(a_new_process_is_told_the_match),
        cmocka_unit_test(standing_orders_spare_questions),
        cmocka_unit_test(names_that_make_no_sense),
        cmocka_unit_test(records_start_no_program),
        cmocka_unit_test(lines_that_make_no_sense),
    };
    return cmocka_run_group_tests_name("bots in other programs", tests, NULL, NULL);
}
