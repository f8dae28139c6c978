/* Games recorded once and for ever: each must end in the state it ended in then. They change only with a new revision of the rules,
 * and then old ones stay and new ones are added. */
#include <dirent.h>

#include "billions/record.h"
#include "table/helpers.h"
#include "unit.h"

/* How many records of each game there are at least, of how many seats, bit by number of seats, and of which revisions of its rules.
 */
static const struct wanted {
    const char *game;
    int records;
    unsigned seats, revisions;
} wanted[] = {
    {"one-billion-users", 18, 1U << 2 | 1U << 3 | 1U << 4, 1U << 1 | 1U << 2},
    {"six-billion", 12, 1U << 2 | 1U << 3 | 1U << 4 | 1U << 5, 1U << 1},
};
enum { GAMES = sizeof wanted / sizeof *wanted };

static bool is_record(const char *name)
{
    const size_t length = strlen(name);
    return length > 7 && strcmp(name + length - 7, ".record") == 0;
}

static void golden_records_end_as_they_did(void **state)
{
    DIR *folder = opendir(TEST_DATA "/golden");
    assert_non_null(folder);
    int records[GAMES] = {0};
    unsigned seats[GAMES] = {0};
    unsigned revisions[GAMES] = {0};
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        char path[600];
        struct bil_record_end end;
        struct bil_error error = {{0}};
        if (!is_record(entry->d_name)) {
            continue;
        }
        snprintf(path, sizeof path, "%s/golden/%s", TEST_DATA, entry->d_name);
        struct bil_match *match = bil_record_load(path, NULL, &end, &error);
        if (!match) {
            helper_fail(error.text);
        }
        assert_true(end.has_result && end.has_hash && match->actor == BIL_OVER);
        struct bil_text text = {0};
        bil_record_write(match, &text);
        char *file = helper_read(path);
        assert_string_equal(bil_text_string(&text), file); /* and is written as it was */
        free(file);
        bil_text_free(&text);
        for (int ply = 0; ply <= match->ply; ply++) {
            char buffer[256];
            const char *broken = match->game->check(match->rules, bil_match_state(match, ply), buffer, sizeof buffer);
            if (broken) {
                fail_msg("%s, ply %d: %s", entry->d_name, ply, broken);
            }
        }
        for (int g = 0; g < GAMES; g++) {
            if (strcmp(match->game->id, wanted[g].game) == 0) {
                seats[g] |= 1U << match->config.seats;
                revisions[g] |= 1U << match->config.revision;
                records[g]++;
            }
        }
        bil_match_free(match);
    }
    closedir(folder);
    for (int g = 0; g < GAMES; g++) {
        assert_true(records[g] >= wanted[g].records);
        assert_int_equal(seats[g], wanted[g].seats);
        assert_int_equal(revisions[g], wanted[g].revisions);
        assert_int_equal(revisions[g] >> bil_game_find(wanted[g].game)->revision, 1); /* the newest is one of them */
    }
}

/* Games that went otherwise under the rules of their time: by the revision they name they are played, by the next one they are no
 * games at all. */
static void an_old_game_needs_its_revision(void **state)
{
    static const char *const names[] = {"three-asked-again", "three-asked-again-in-a-shuffle"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[600];
        struct bil_record_end end;
        struct bil_error error = {{0}};
        snprintf(path, sizeof path, "%s/golden/%s.record", TEST_DATA, names[i]);
        char *file = helper_read(path);
        char *revision = strstr(file, "\nRevision: 1\n");
        assert_non_null(revision);
        struct bil_match *match = bil_record_read(file, strlen(file), names[i], NULL, &end, &error);
        assert_non_null(match);
        bil_match_free(match);
        revision[strlen("\nRevision: ")] = '2';
        assert_null(bil_record_read(file, strlen(file), names[i], NULL, &end, &error));
        helper_contains(error.text, "here");
        free(file);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_records_end_as_they_did),
        cmocka_unit_test(an_old_game_needs_its_revision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
