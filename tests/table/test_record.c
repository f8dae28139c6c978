/* Records: written and read again, kept to the letter, and refused line by line. */
#include "billions/json.h"
#include "billions/record.h"
#include "table/helpers.h"
#include "unit.h"

static struct bil_match *read_back(const char *text, struct bil_record_end *end, struct bil_error *error)
{
    return bil_record_read(text, strlen(text), "g.record", NULL, end, error);
}

/* The record of a match. The caller frees it. */
static char *record_of(const struct bil_match *match)
{
    struct bil_text text = {0};
    bil_record_write(match, &text);
    return text.data;
}

static void expect_same_again(const struct bil_match *match)
{
    struct bil_record_end end;
    struct bil_error error = {{0}};
    char *text = record_of(match);
    struct bil_match *read = read_back(text, &end, &error);
    if (!read) {
        helper_fail(error.text);
    }
    assert_true(end.fault == BIL_RECORD_FINE && end.has_result && end.has_hash);
    assert_int_equal(bil_state_hash(match->game, bil_match_state(match, -1)),
                     bil_state_hash(read->game, bil_match_state(read, -1)));
    char *again = record_of(read);
    assert_string_equal(text, again);
    bil_match_free(read);
    free(text);
    free(again);
}

/* ------------------------------------------------------------------ there and back */

static void whole_games_come_back(void **state)
{
    for (unsigned seed = 0; seed < 9; seed++) {
        const struct bil_setting settings[] = {{"networks", "random"}, {"milestones", "manual"}};
        struct bil_match_setup setup = helper_setup(2 + (int)seed % 3, 100 + seed);
        setup.config.settings = settings;
        setup.config.setting_count = (int)seed / 3;
        struct bil_match *match = helper_match(&setup);
        helper_play(match, BIL_MAX_PLIES, seed);
        assert_int_equal(match->actor, BIL_OVER);
        expect_same_again(match);
        bil_match_free(match);
    }
}

/* At every ply, also where a window is open that no record shows. */
static void unfinished_games_come_back(void **state)
{
    struct bil_match_setup setup = helper_setup(3, 7);
    setup.ask_windows = true;
    struct bil_match *match = helper_match(&setup);
    int windows = 0;
    while (match->actor != BIL_OVER) {
        struct bil_record_end end;
        struct bil_error error = {{0}};
        char *text = record_of(match);
        struct bil_match *read = read_back(text, &end, &error);
        if (!read) {
            helper_fail(error.text);
        }
        assert_true(end.has_result && end.has_hash);
        const bool window = match->move_count == 1 && !match->game->recorded(match->rules, bil_match_state(match, -1));
        windows += window;
        if (!window) {
            assert_int_equal(read->ply, match->ply);
            assert_memory_equal(bil_match_state(read, -1), bil_match_state(match, -1), match->game->state_size);
        }
        bil_match_free(read);
        free(text);
        helper_play(match, match->ply + 1, (unsigned)match->ply);
    }
    assert_true(windows > 0);
    bil_match_free(match);
}

static void what_people_wrote_is_kept(void **state)
{
    struct bil_match_setup setup = helper_setup(3, 5);
    setup.player[1].bot = bil_bot_find("greedy", NULL);
    strcpy(setup.player[0].name, "Ann of the Hill");
    struct bil_match *match = helper_match(&setup);
    helper_play(match, 30, 1);
    bil_match_header(match, "Date: 2026-01-31");
    bil_match_header(match, "Place: at home # really");
    int ply = 5;
    while (!match->decision[ply].recorded) {
        ply++;
    }
    bil_match_comment(match, ply, "strange\nbut true");
    bil_match_note(match, ply, "two\n\nlines");
    bil_match_time(match, ply, 61007);
    bil_match_note(match, match->ply, "to be continued");
    char *text = record_of(match);
    helper_contains(text, "\nDate: 2026-01-31\nPlace: at home # really\n\n");
    helper_contains(text, "\n# two\n#\n# lines\n");
    helper_contains(text, " @61.007 # strange but true\n");
    helper_contains(text, "\n# to be continued\nResult: unfinished\nHash: ");
    helper_contains(text, "\nSeat 1: person Ann of the Hill\nSeat 2: greedy\nSeat 3: person\n");
    expect_same_again(match);
    struct bil_record_end end;
    struct bil_match *read = read_back(text, &end, NULL);
    assert_non_null(read);
    assert_string_equal(read->player[0].name, "Ann of the Hill");
    assert_string_equal(read->player[1].bot->name, "greedy");
    assert_true(read->decision[ply].time == 61007 && read->decision[ply + 1].time == -1);
    assert_string_equal(read->decision[ply].note, "two\n\nlines");
    assert_string_equal(read->closing_note, "to be continued");
    bil_match_settle(read);
    helper_play(read, read->ply + 1, 2); /* what stood at the end now stands before the next move */
    assert_null(read->closing_note);
    bil_match_free(read);
    bil_match_free(match);
    free(text);
}

/* Names of bots that another program has; CR LF; blanks; no seats named. */
static void other_hands_are_read(void **state)
{
    static const char text[] =
        "\xEF\xBB\xBF"
        "Format: billions-record 1  \r\nGame: one-billion-users\r\nSeats: 2\r\nSeat 2: wizard \r\n# by hand\r\n"
        "Seed:  thirteen  \r\n\r\n\r\n# well then\r\n";
    struct bil_record_end end;
    struct bil_error error = {{0}};
    struct bil_match *match = read_back(text, &end, &error);
    if (!match) {
        helper_fail(error.text);
    }
    assert_true(match->player[1].stranger && !match->player[0].stranger);
    assert_false(end.has_result || end.has_hash);
    char *again = record_of(match);
    helper_contains(again, "\nSeat 1: person\nSeat 2: wizard\n");
    helper_contains(again, "\n# by hand\n");
    bil_match_free(match);
    free(again);
}

static void names_may_be_cut_short(void **state)
{
    const struct bil_match_setup setup = helper_setup(2, 31);
    struct bil_match *match = helper_match(&setup);
    struct bil_text move = {0};
    struct bil_text text = {0};
    bil_match_move_text(match, match->move[0], &move);
    char *start = record_of(match);
    bil_text_add_bytes(&text, start, (size_t)(strstr(start, "Result:") - start));
    bil_text_format(&text, "  1   %.*s # cut\n", (int)move.length - 3, bil_text_string(&move));
    struct bil_record_end end;
    struct bil_error error = {{0}};
    struct bil_match *read = read_back(bil_text_string(&text), &end, &error);
    if (!read) {
        helper_fail(error.text);
    }
    assert_int_equal(read->decision[0].move, match->move[0]);
    bil_match_free(read);
    bil_match_free(match);
    bil_text_free(&move);
    bil_text_free(&text);
    free(start);
}

static void games_begin_from_positions(void **state)
{
    static const char position[] =
        "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 3, \"options\": {\"cut\": 20}, \"turn\": 2,"
        "\"platforms\": [{\"communities\": [\"Pet Pictures\"]}, {\"communities\": [\"Knit Night\"]}, {}],"
        "\"discard\": [\"Push\"]}";
    struct bil_match *match = helper_position(position, 3);
    helper_play(match, BIL_MAX_PLIES, 3);
    char *text = record_of(match);
    helper_contains(text, "\nPosition: {\"format\":1,");
    assert_null(strstr(text, "\nOption:"));
    expect_same_again(match);
    bil_match_free(match);
    free(text);
}

static void an_edition_travels_with_its_record(void **state)
{
    const struct bil_game *game = helper_game();
    const struct bil_config plain = {.seats = 2};
    struct bil_text json = {0};
    void *rules = calloc(1, game->rules_size);
    assert_true(game->rules_init(&plain, rules, NULL));
    game->edition_json(rules, &json);
    free(rules);
    char *changed = helper_replace(bil_text_string(&json), "\"Pet Pictures\"", "\"Pets in Hats\"");
    struct bil_match_setup setup = helper_setup(2, 3);
    setup.config.edition = helper_json(changed);
    struct bil_match *match = helper_match(&setup);
    helper_play(match, 40, 1);
    expect_same_again(match);
    char *text = record_of(match);
    helper_contains(text, "\nEdition-Data: {\"format\":1");
    struct bil_record_end end;
    struct bil_error error = {{0}};
    char *without = helper_replace(text, "Edition-Data: ", "# ");
    assert_null(read_back(without, &end, &error)); /* the hash is that of another edition */
    assert_int_equal(end.fault, BIL_RECORD_UNREADABLE);
    helper_contains(error.text, "--edition");
    struct bil_match *read = bil_record_read(without, strlen(without), "g.record", setup.config.edition, &end, &error);
    assert_non_null(read); /* but with the edition at hand it is the game */
    bil_match_free(read);
    bil_json_free(setup.config.edition);
    bil_match_free(match);
    bil_text_free(&json);
    free(changed);
    free(without);
    free(text);
}

/* ------------------------------------------------------------------ what is refused */

/* A short game for the cases below: header, some decisions, the end of an unfinished one. */
static char *sample(void)
{
    struct bil_match_setup setup = helper_setup(2, 42);
    struct bil_match *match = helper_match(&setup);
    helper_play(match, 12, 6);
    char *text = record_of(match);
    bil_match_free(match);
    return text;
}

static char *whole_sample(void)
{
    struct bil_match_setup setup = helper_setup(2, 42);
    struct bil_match *match = helper_match(&setup);
    helper_play(match, BIL_MAX_PLIES, 6);
    char *text = record_of(match);
    bil_match_free(match);
    return text;
}

static void expect_refused(char *text, enum bil_record_fault fault, const char *part)
{
    struct bil_record_end end;
    struct bil_error error = {{0}};
    struct bil_match *match = read_back(text, &end, &error);
    if (match) {
        fail_msg("this was read, though \"%s\" was expected:\n%s", part, text);
    }
    assert_int_equal(end.fault, fault);
    helper_contains(error.text, "g.record, line ");
    helper_contains(error.text, part);
    free(text);
}

/* A text that is replaced in a record, by what, and what is then said. */
struct change {
    const char *old, *new_text, *part;
};

static void refuse_changes(const char *text, enum bil_record_fault fault, const struct change *changes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        expect_refused(helper_replace(text, changes[i].old, changes[i].new_text), fault, changes[i].part);
    }
}

static void wrong_headers_are_refused(void **state)
{
    static const struct change cases[] = {
        {"Format: billions-record 1", "Format: billions-record 2", "line 1: a record of format 2"},
        {"Format: billions-record 1", "PNG", "line 1: this is no record"},
        {"Game: one-billion-users", "Game: chess", "the game \"chess\""},
        {"Game: one-billion-users\n", "", "does not name the game"},
        {"Game: one-billion-users\n", "Game: one-billion-users\nGame: one-billion-users\n", "line 3: Game stands here twice"},
        {"Game: one-billion-users\n", "Format: x\nGame: one-billion-users\n", "Format stands here twice"},
        {"Revision: 2", "Revision: 99", "\"Revision: 99\"; it must be a number from 1 to"},
        {"Seats: 2\n", "Seats: 9\n", "\"Seats: 9\"; it must be a number from 2 to 4"},
        {"Seats: 2\n", "Seats: two\n", "it must be a number"},
        {"Seats: 2\n", "Seats:\n", "Seats says nothing"},
        {"Seats: 2\n", "", "lacks \"Seats"},
        {"Seed: ", "Sead: ", "neither a \"Seed: ...\" nor"},
        {"Seat 2: person", "Seat 3: person", "seats somebody at seat 3 of 2"},
        {"Seat 2: person", "Seat 1: person", "seat 1 stands here twice"},
        {"Seat 2: person", "Seat 0: person", "is no seat"},
        {"Seat 2: person", "Seat 2:", "nobody sits there"},
        {"Seat 2: person", "Seat 2: person With A Name That Is Much Longer Than Names Are", "more than 31 letters"},
        {"Seats: 2\n", "Seats: 2\nOption: cut\n", "is no option; write Option: key=value"},
        {"Seats: 2\n", "Seats: 2\nOption: cut=20\nOption: cut=21\n", "cut is set twice"},
        {"Seats: 2\n", "Seats: 2\nOption: colour=red\n", "the header describes no game"},
        {"Seats: 2\n", "Seats: 2\nhello\n", "\"hello\" is no header line"},
        {"Seats: 2\n", "Seats: 2\n!: x\n", "is no header line"},
        {"Edition: ", "Edition: 00", "was played with edition 00"},
        {"Seats: 2\n", "Seats: 2\nPosition: {\"format\": 1\n", "the JSON text, line 1"},
        {"Seats: 2\n", "Seats: 2\nPosition: {\"format\": 1}\n", "lacks \"game\""},
        {"Seats: 2\n", "Seats: 2\nOption: cut=20\nPosition: {\"format\": 1}\n", "has its options and its edition there"},
        {"Seats: 2\n", "Seats: 2\nPosition: {\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 3}\n",
         "2 seats, its position 3"},
        {"Seats: 2\n", "Seats: 2\nEdition-Data: {\"format\": 1, \"game\": \"chess\"}\n", "chess"},
        {"Seats: 2\n", "Seats: 2\x01\n", "a control character (code 1) in column 9"},
    };
    char *text = sample();
    refuse_changes(text, BIL_RECORD_UNREADABLE, cases, sizeof cases / sizeof cases[0]);
    free(text);
    expect_refused(helper_replace("x", "x", ""), BIL_RECORD_UNREADABLE, "line 1: this is no record");
}

static void wrong_decisions_are_refused(void **state)
{
    static const struct change cases[] = {
        {"1 launch", "2 launch", "but seat 1 decides here; it could: launch"},
        {"1 launch", "1 lunch", "Legal here: launch"},
        {"1 launch", "1 draw deck\n1 launch", "does not fit"},
        {"1 launch", "0 deal 1 Push\n1 launch", "a line of chance"},
        {"1 launch", "1\n1 launch", "is no decision; one looks like"},
        {"1 launch", "7777777777 launch", "is no decision"},
        {"1 launch", "1launch", "is no decision"},
        {"1 launch", "one launch", "is neither a decision"},
        {"\nResult:", " @x\nResult:", "is no time"},
        {"\nResult:", " @1.2345\nResult:", "is no time"},
        {"\nResult:", " @1.\nResult:", "is no time"},
        {"\nResult:", " @\nResult:", "is no time"},
        {"Result: unfinished", "Result: done", "is no result; one looks like"},
        {"Result: unfinished", "Result: seat 1, 100 points, place 1", "the game is not over"},
        {"Hash: ", "Hash: 0", "the record ends in state 0"},
        {"Hash: ", "Hash: \nHash: ", "the record ends in state "},
        {"Result: unfinished\n", "Result: unfinished\n1 draw deck\n", "a decision after the result"},
        {"Result: unfinished", "Date: today", "is neither a decision"},
        {"1 launch", "1 launch\x7f", "a control character (code 127)"},
    };
    char *text = sample();
    refuse_changes(text, BIL_RECORD_UNTRUE, cases, sizeof cases / sizeof cases[0]);
    free(text);
}

static void wrong_results_are_refused(void **state)
{
    static const struct change cases[] = {
        {"Result: seat 1, ", "Result: seat 1, 9", "the record gives seat 1 9"},
        {"Result: seat 1, ", "Result: seat 2, 0 points, place 9\nResult: seat 1, ", "the record gives seat 2"},
        {"Result: seat 1,", "Result: seat 3,", "is of nobody in this game"},
        {"Result: seat 1,", "Result: seat 0,", "is of nobody in this game"},
        {"Result: seat 1,", "Result: seat one,", "is no result"},
        {"points, place", "points, places", "is no result"},
        {"Result: seat 1", "Result: unfinished\nResult: seat 1", "unfinished, but it is over"},
        {"Result: seat 1", "1 draw deck\nResult: seat 1", "comes after the end of the game"},
    };
    char *text = whole_sample();
    refuse_changes(text, BIL_RECORD_UNTRUE, cases, sizeof cases / sizeof cases[0]);
    const char *line = strstr(text, "Result: seat 1");
    char twice[200];
    snprintf(twice, sizeof twice, "%.*s\nResult: seat 2", (int)strcspn(line, "\n"), line);
    expect_refused(helper_replace(text, "Result: seat 2", twice), BIL_RECORD_UNTRUE, "stands here twice");
    free(text);
}

/* Wherever a record breaks off between two lines, the rest of it is a game; verify sees that it breaks off. */
static void a_record_that_breaks_off_is_an_unfinished_game(void **state)
{
    char *text = whole_sample();
    const size_t length = strlen(text);
    const size_t header = (size_t)(strstr(text, "\n\n") + 2 - text);
    int read_ones = 0;
    for (size_t at = header; at < length; at++) {
        if (text[at - 1] != '\n') {
            continue;
        }
        struct bil_record_end end;
        struct bil_error error = {{0}};
        struct bil_match *match = bil_record_read(text, at, "cut", NULL, &end, &error);
        if (!match) {
            helper_fail(error.text);
        }
        assert_false(end.has_result && end.has_hash);
        bil_match_free(match);
        read_ones++;
    }
    assert_true(read_ones > 50);
    free(text);
}

/* Change any one byte: it is refused, or it is the same game still (a comment, a name cut otherwise). */
static void a_changed_byte_never_changes_the_game_unseen(void **state)
{
    char *text = sample();
    struct bil_record_end end;
    struct bil_match *match = read_back(text, &end, NULL);
    const uint64_t hash = bil_state_hash(match->game, bil_match_state(match, -1));
    bil_match_free(match);
    const size_t header = (size_t)(strstr(text, "\n\n") + 2 - text);
    int refused = 0;
    for (size_t at = header; text[at]; at += text[at + 1] ? 2 : 1) {
        for (int bit = 0; bit < 7; bit += 2) {
            const char old = text[at];
            struct bil_error error = {{0}};
            text[at] = (char)(old ^ 1 << bit);
            match = bil_record_read(text, strlen(text), "g.record", NULL, &end, &error);
            if (match && end.has_hash) {
                assert_int_equal(bil_state_hash(match->game, bil_match_state(match, -1)), hash);
            } else if (!match) {
                assert_true(end.fault == BIL_RECORD_UNTRUE && error.text[0]);
                refused++;
            }
            bil_match_free(match);
            text[at] = old;
        }
    }
    assert_true(refused > 100);
    free(text);
}

/* ------------------------------------------------------------------ files */

static void the_example_of_the_docs_is_a_record(void **state)
{
    struct bil_record_end end;
    struct bil_error error = {{0}};
    char *page = helper_read(TEST_DATA "/../docs/records.md");
    char *example = strstr(page, "```\nFormat: ");
    assert_non_null(example);
    example += 4;
    *strstr(example, "```") = 0;
    struct bil_match *match = read_back(example, &end, &error);
    if (!match) {
        helper_fail(error.text);
    }
    assert_true(end.has_result && end.has_hash && end.decisions > 10);
    char *again = record_of(match);
    assert_string_equal(again, example);
    free(again);
    bil_match_free(match);
    free(page);
}

static void records_are_files(void **state)
{
    struct bil_record_end end;
    struct bil_error error = {{0}};
    helper_folder();
    struct bil_match_setup setup = helper_setup(4, 1);
    struct bil_match *match = helper_match(&setup);
    helper_play(match, 100, 1);
    assert_true(bil_record_save(match, helper_path("g"), &error));
    struct bil_match *read = bil_record_load(helper_path("g"), NULL, &end, &error);
    assert_non_null(read);
    assert_int_equal(read->ply, match->ply);
    bil_match_free(read);
    assert_null(bil_record_load(helper_path("h"), NULL, &end, &error));
    assert_int_equal(end.fault, BIL_RECORD_MISSING);
    assert_false(bil_record_save(match, "/dev/full", &error));
    helper_contains(error.text, "No space left");
    bil_match_free(match);
    helper_folder_end();
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_games_come_back),
        cmocka_unit_test(unfinished_games_come_back),
        cmocka_unit_test(what_people_wrote_is_kept),
        cmocka_unit_test(other_hands_are_read),
        cmocka_unit_test(names_may_be_cut_short),
        cmocka_unit_test(games_begin_from_positions),
        cmocka_unit_test(an_edition_travels_with_its_record),
        cmocka_unit_test(wrong_headers_are_refused),
        cmocka_unit_test(wrong_decisions_are_refused),
        cmocka_unit_test(wrong_results_are_refused),
        cmocka_unit_test(a_record_that_breaks_off_is_an_unfinished_game),
        cmocka_unit_test(a_changed_byte_never_changes_the_game_unseen),
        cmocka_unit_test(the_example_of_the_docs_is_a_record),
        cmocka_unit_test(records_are_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
