/* The editions in editions/: each is sound for every number of seats, keeps whatever is published, says what it is, and can be
 * played. What they change, and why, stands in docs/balance-*.md. */
#include <jansson.h>

#include "billions/edition.h"
#include "billions/json.h"
#include "cli/program.h"
#include "table/helpers.h"
#include "unit.h"

#define FOLDER TEST_DATA "/../editions/"

static const struct {
    const char *file, *game;
    int changes; /* numbers that differ from the compiled-in ones */
} editions[] = {{"one-billion-users-even.json", "one-billion-users", 9}, {"six-billion-even.json", "six-billion", 3}};

/* The edition in force, as JSON. NULL: the compiled-in one. */
static json_t *in_force(const struct bil_game *game, const struct bil_value *edition, int seats)
{
    struct bil_error error = {{0}};
    struct bil_text text = {0};
    const struct bil_config config = {.seats = seats, .edition = edition};
    void *rules = calloc(1, game->rules_size);
    assert_non_null(rules);
    if (!game->rules_init(&config, rules, &error)) {
        helper_fail(error.text);
    }
    game->edition_json(rules, &text);
    json_t *tree = json_loads(bil_text_string(&text), 0, NULL);
    assert_non_null(tree);
    bil_text_free(&text);
    free(rules);
    return tree;
}

static bool is_known(const json_t *entry, const char *key)
{
    const json_t *list = json_object_get(entry, "reconstructed");
    const char *status = json_string_value(json_object_get(entry, "status"));
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item)
    {
        if (strcmp(json_string_value(item), key) == 0) {
            return false;
        }
    }
    return list || !status || strcmp(status, "known") == 0 || strcmp(status, "derived") == 0;
}

/* How many numbers of an entry differ; fails if one of them is published. */
static int changes_of(const json_t *mine, const json_t *theirs, const char *where)
{
    int changes = 0;
    const char *key;
    json_t *value;
    assert_int_equal(json_object_size(mine), json_object_size(theirs));
    json_object_foreach((json_t *)(uintptr_t)theirs, key, value)
    {
        if (!json_equal(json_object_get(mine, key), value)) {
            if (is_known(theirs, key)) {
                fail_msg("%s: \"%s\" is published, and another", where, key);
            }
            changes++;
        }
    }
    return changes;
}

static void they_keep_what_is_published(void **state)
{
    for (size_t e = 0; e < sizeof editions / sizeof *editions; e++) {
        char path[400];
        struct bil_error error = {{0}};
        snprintf(path, sizeof path, FOLDER "%s", editions[e].file);
        const struct bil_value *edition = bil_edition_load(path, NULL, &error);
        if (!edition) {
            helper_fail(error.text);
        }
        const struct bil_game *game = bil_edition_game(edition, NULL, &error);
        assert_non_null(game);
        assert_string_equal(game->id, editions[e].game);
        for (int seats = game->min_seats; seats <= game->max_seats; seats++) {
            json_t *mine = in_force(game, edition, seats);
            json_t *theirs = in_force(game, NULL, seats);
            int changes = 0;
            const char *key;
            json_t *value;
            assert_int_equal(json_array_size(json_object_get(mine, "deviations")), 0);
            json_object_foreach(theirs, key, value)
            {
                const json_t *other = json_object_get(mine, key);
                if (strcmp(key, "name") == 0 || strcmp(key, "note") == 0) {
                    assert_true(json_string_length(other) > 0 && !json_equal(other, value));
                    continue;
                }
                if (!json_is_array(value)) {
                    assert_true(json_equal(other, value));
                    continue;
                }
                assert_int_equal(json_array_size(other), json_array_size(value));
                for (size_t i = 0; i < json_array_size(value); i++) {
                    changes += changes_of(json_array_get(other, i), json_array_get(value, i), editions[e].file);
                }
            }
            assert_int_equal(changes, editions[e].changes);
            json_decref(mine);
            json_decref(theirs);
        }
        bil_json_free(edition);
    }
}

static void they_can_be_played(void **state)
{
    for (size_t e = 0; e < sizeof editions / sizeof *editions; e++) {
        char line[500];
        snprintf(line, sizeof line, "edition check " FOLDER "%s", editions[e].file);
        free(program_prints(line, NULL, "is sound"));
        snprintf(line, sizeof line, "sim %s --games 20 --seats greedy,greedy --edition " FOLDER "%s", editions[e].game,
                 editions[e].file);
        free(program_prints(line, NULL, "20 games"));
        snprintf(line, sizeof line, "lab %s --games 6 --pairs 1 --against " FOLDER "%s", editions[e].game, editions[e].file);
        char *text = program_prints(line, NULL, editions[e].file);
        helper_contains(text, "A: compiled in");
        free(text);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_keep_what_is_published),
        cmocka_unit_test(they_can_be_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
