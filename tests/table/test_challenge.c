/* Challenges: the deal of a day is the same for ever, a game has one id whatever else its record says, and a record in which a bot
 * did not play as it does is caught. */
#include <stdlib.h>

#include "table/helpers.h"
#include "table/records/challenge.h"
#include "unit.h"

static const char *const games[] = {"one-billion-users", "six-billion"};

static struct bil_text daily(const char *game, const char *day)
{
    struct bil_text text = {0};
    struct bil_error error = {{0}};
    if (!bil_challenge_daily(bil_game_find(game), day, &text, &error)) {
        helper_fail(error.text);
    }
    return text;
}

/* The match of a challenge, at its first decision. */
static struct bil_match *set_out(const char *game, const char *day)
{
    struct bil_record_end end;
    struct bil_error error = {{0}};
    struct bil_text text = daily(game, day);
    struct bil_match *match = bil_challenge_read(bil_text_string(&text), text.length, "challenge", &end, &error);
    bil_text_free(&text);
    if (!match) {
        helper_fail(error.text);
    }
    bil_match_settle(match);
    return match;
}

/* Plays it to its end, the person at random. The caller frees the record. */
static char *play(const char *game, const char *day, unsigned seed)
{
    struct bil_match *match = set_out(game, day);
    struct bil_text text = {0};
    while (match->actor != BIL_OVER) {
        if (match->player[match->actor].bot) {
            bil_match_step(match);
        } else {
            seed = seed * 1664525U + 1013904223U;
            assert_true(bil_match_play(match, match->move[(seed >> 16) % (unsigned)match->move_count], NULL));
        }
    }
    bil_record_write(match, &text);
    bil_match_free(match);
    char *record = strdup(bil_text_string(&text));
    bil_text_free(&text);
    return record;
}

/* Verifies a record; false and the sentence. */
static bool verify(const char *record, struct bil_challenge_played *played, struct bil_error *error)
{
    struct bil_record_end end;
    struct bil_match *match = bil_challenge_read(record, strlen(record), "record", &end, error);
    const bool fine = match && bil_challenge_verify(match, &end, played, error);
    bil_match_free(match);
    return fine;
}

static void assert_refused(const char *record, const char *part)
{
    struct bil_challenge_played played;
    struct bil_error error = {{0}};
    assert_false(verify(record, &played, &error));
    helper_contains(error.text, part);
}

/* ------------------------------------------------------------------ the deal of a day */

static void the_deal_of_a_day_is_the_same_for_ever(void **state)
{
    /* The seeds and tables were computed by another program (Python's hashlib) from what docs/records.md says. */
    static const struct {
        const char *game, *day, *id, *text;
    } cases[] = {
        {"one-billion-users", "2026-11-24", "xmliblmqygmr5rvp",
         "Seat 1: medium:person=ada\nSeat 2: easy:person=viktor\nSeat 3: person\n"
         "Seed: 0x47dad3c7c8638e1b25e030b46c5d13045f648b61e1c48573721b0e02fcccbe4f\n"},
        {"one-billion-users", "2026-11-25", "vx33b4veb3bwwesd",
         "Seat 1: easy:person=greta\nSeat 2: person\nSeat 3: medium:person=nils\n"
         "Seed: 0xa765248315dee6e36d30fdc67db1aee5d03322342a8168b19caa3928b15c5d70\n"},
        {"six-billion", "2026-11-24", "fkppw6kmbblvlkfx",
         "Seat 1: person\nSeat 2: greedy:person=henrik\nSeat 3: greedy:person=pavel\nSeat 4: greedy:person=ilse\n"
         "Seed: 0xa8d4210be6dd2429a13a846e2268b655c823e1a7b4c2a58ad4cbfce446d653ed\n"},
        {"six-billion", "2028-02-29", "ise7okhockjik7st",
         "Seat 1: easy:person=tilda\nSeat 2: greedy:person=kasimir\nSeat 3: person\nSeat 4: greedy:person=hauke\n"
         "Seed: 0x2a2129fa903372c8db252f410dedcd91a0005b5d862c97c3eedb4f0569525c08\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char id[BIL_CHALLENGE_ID + 1];
        struct bil_text text = daily(cases[i].game, cases[i].day);
        helper_contains(bil_text_string(&text), cases[i].text);
        bil_challenge_id(bil_text_string(&text), id);
        assert_string_equal(id, cases[i].id);
        bil_text_free(&text);
    }
}

static void every_day_has_a_deal_of_its_own(void **state)
{
    for (int g = 0; g < 2; g++) {
        int seats[BIL_MAX_SEATS + 1] = {0};
        char last[BIL_CHALLENGE_ID + 1] = "";
        for (int day = 1; day <= 28; day++) {
            char date[40];
            char id[BIL_CHALLENGE_ID + 1];
            char found[BIL_CHALLENGE_DAY + 1];
            snprintf(date, sizeof date, "2027-02-%02d", day);
            struct bil_match *match = set_out(games[g], date);
            struct bil_text text = daily(games[g], date);
            bil_challenge_id(bil_text_string(&text), id);
            assert_string_not_equal(id, last);
            memcpy(last, id, sizeof id);
            assert_true(bil_challenge_day(match, found));
            assert_string_equal(found, date);
            seats[match->config.seats]++;
            match->seed[31] ^= 1;
            assert_false(bil_challenge_day(match, found));
            bil_text_free(&text);
            bil_match_free(match);
        }
        assert_true(seats[3] > 0 && seats[4] > 0 && seats[3] + seats[4] + seats[5] == 28);
    }
}

static void what_is_no_day_has_no_deal(void **state)
{
    static const char *const days[] = {"2027-02-29", "2026-13-01", "2026-00-10", "2026-1-01",  "2025-12-31",
                                       "2100-01-01", "",           "today",      "2026-11-24 "};
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
        struct bil_text text = {0};
        struct bil_error error = {{0}};
        assert_false(bil_challenge_daily(bil_game_find(games[0]), days[i], &text, &error));
        helper_contains(error.text, "is no day");
        bil_text_free(&text);
    }
    struct bil_text leap = daily(games[0], "2028-02-29");
    bil_text_free(&leap);
}

/* ------------------------------------------------------------------ what was played */

static void a_game_that_was_played_is_proven(void **state)
{
    for (int g = 0; g < 2; g++) {
        struct bil_challenge_played played;
        struct bil_error error = {{0}};
        char id[BIL_CHALLENGE_ID + 1];
        struct bil_text text = daily(games[g], "2026-11-24");
        char *record = play(games[g], "2026-11-24", 7);
        bil_challenge_id(bil_text_string(&text), id);
        if (!verify(record, &played, &error)) {
            helper_fail(error.text);
        }
        assert_string_equal(played.id, id);
        assert_true(played.compared > 20);
        assert_true(played.place >= 1 && played.decisions > played.compared);
        /* The same game has the same id whatever it says of who played and when. */
        char *named = helper_replace(record, ": person", ": person Ann: the first");
        char *dated = helper_replace(named, "Seed:", "Date: a day in May\nSeed:");
        struct bil_challenge_played again = {0};
        assert_true(verify(dated, &again, &error));
        assert_string_equal(again.id, id);
        assert_int_equal(again.points, played.points);
        free(dated);
        free(named);
        free(record);
        bil_text_free(&text);
    }
}

/* Replays a record up to the first decision of a bot that has another legal move, plays that, and goes on to the end with
 * everybody's own choices. The result is a true game, but not one that these bots play. */
static char *alter(const char *record, int skip)
{
    struct bil_record_end end;
    struct bil_text text = {0};
    struct bil_match *match = bil_challenge_read(record, strlen(record), "record", &end, NULL);
    assert_non_null(match);
    int ply = 0;
    for (int left = skip; left >= 0; ply++) {
        left -= match->player[match->decision[ply].seat].bot && !match->decision[ply].forced && match->decision[ply].recorded;
    }
    const bil_move was = match->decision[ply - 1].move;
    const int seat = match->decision[ply - 1].seat;
    assert_true(bil_match_undo(match, seat, ply - 1, true, NULL));
    assert_true(match->move_count > 1);
    assert_true(bil_match_play(match, match->move[match->move[0] == was], NULL));
    unsigned random = 3;
    while (match->actor != BIL_OVER) {
        random = random * 1664525U + 1013904223U;
        if (match->player[match->actor].bot) {
            bil_match_step(match);
        } else {
            assert_true(bil_match_play(match, match->move[(random >> 16) % (unsigned)match->move_count], NULL));
        }
    }
    bil_record_write(match, &text);
    bil_match_free(match);
    char *altered = strdup(bil_text_string(&text));
    bil_text_free(&text);
    return altered;
}

static void one_move_of_a_bot_that_is_not_its_own_is_caught(void **state)
{
    for (int g = 0; g < 2; g++) {
        char *record = play(games[g], "2026-12-01", 11);
        for (int skip = 0; skip < 20; skip += 5) {
            struct bil_record_end end;
            char *altered = alter(record, skip);
            struct bil_match *match = bil_record_read(altered, strlen(altered), "record", NULL, &end, NULL);
            assert_non_null(match); /* as a record nothing is wrong with it */
            bil_match_free(match);
            assert_refused(altered, "this is not the game that these bots play");
            free(altered);
        }
        free(record);
    }
}

static void what_is_no_challenge_is_refused(void **state)
{
    struct bil_text text = daily(games[0], "2026-11-24");
    char *record = play(games[0], "2026-11-24", 7);
    char *cut = strdup(record);
    *strstr(cut, "Result:") = 0;
    static const struct {
        const char *old, *new_text, *says;
    } cases[] = {
        {": person\n", ": greedy\n", "Only bots sit here"},
        {": easy:person=viktor\n", ": person\n", "a challenge is played by one person"},
        {": easy:person=viktor\n", ": hard:person=viktor\n", "cannot be asked again"},
        {": easy:person=viktor\n", ": easy:person=viktor:temperature=0.5\n", "bots sit as they come"},
        {": easy:person=viktor\n", ": somebody\n", "unknown to this program"},
        {"Seed:", "Position: {}\nSeed:", "a challenge has no Position"},
        {"Seed:", "Edition-Data: {}\nSeed:", "a challenge has no Edition-Data"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *other = helper_replace(record, cases[i].old, cases[i].new_text);
        assert_refused(other, cases[i].says);
        free(other);
    }
    assert_refused(cut, "breaks off");
    assert_refused(bil_text_string(&text), "is not over");
    free(cut);
    free(record);
    bil_text_free(&text);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_deal_of_a_day_is_the_same_for_ever),
        cmocka_unit_test(every_day_has_a_deal_of_its_own),
        cmocka_unit_test(what_is_no_day_has_no_deal),
        cmocka_unit_test(a_game_that_was_played_is_proven),
        cmocka_unit_test(one_move_of_a_bot_that_is_not_its_own_is_caught),
        cmocka_unit_test(what_is_no_challenge_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
