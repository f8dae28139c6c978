/* See run.h. Reads files and plays; nothing about any game is known here. */
#include <dirent.h>

#include "billions/json.h"
#include "games/cases/run.h"
#include "unit.h"

enum { MAX_CASES = 1000, MAX_FILES = 64 };

static const struct case_game *game;
static const struct bil_value *file[MAX_FILES];
static int files;
static struct CMUnitTest test[MAX_CASES];
static int tests;

static bool play_steps(struct case_table *table, const struct bil_value *steps, struct case_outcomes *outcomes,
                       struct bil_error *error)
{
    int number = 0;
    for (const struct bil_value *step = steps->child; step; step = step->next) {
        struct bil_error inner = {{0}};
        number++;
        const bool fine = step->type == BIL_STRING ? case_table_play(table, step->string, &inner)
                                                   : case_expect(table, game->checks, step, outcomes, &inner);
        if (!fine) {
            return bil_fail(error, "step %d%s%s%s: %s", number, step->type == BIL_STRING ? " (" : "",
                            step->type == BIL_STRING ? step->string : "", step->type == BIL_STRING ? ")" : "", inner.text);
        }
    }
    return true;
}

/* Plays a case once; *hash is that of the facts at its end. */
static bool play_case(const struct bil_value *one, bool fast, unsigned seed, struct case_outcomes *outcomes, uint64_t *hash,
                      struct bil_error *error)
{
    struct case_table table;
    const struct bil_value *steps = bil_value_get(one, "steps");
    const struct bil_value *position = bil_value_get(one, "position");
    if (!position || !steps || steps->count == 0) {
        return bil_fail(error, "the case lacks a position or steps");
    }
    if (!case_table_read(&table, bil_game_find(game->id), position, fast, seed, error)) {
        return false;
    }
    table.quiet = game->quiet;
    const bool fine = play_steps(&table, steps, outcomes, error);
    *hash = bil_state_hash(table.position.game, table.position.state);
    case_table_free(&table);
    return fine;
}

static void case_holds(void **state)
{
    const struct bil_value *one = *state;
    struct bil_error error = {{0}};
    struct case_outcomes outcomes = {0, 0};
    int seeds = 1;
    bool fast = true;
    if (!bil_value_integer(one, "seeds", 1, 1000, &seeds, &error) || !bil_value_bool(one, "fast", &fast, &error)) {
        fail_msg("%s", error.text);
    }
    for (int seed = 1; seed <= seeds; seed++) {
        uint64_t full_hash = 0;
        uint64_t fast_hash = 0;
        if (!play_case(one, false, (unsigned)seed, &outcomes, &full_hash, &error)) {
            fail_msg("full rules, seed %d: %s", seed, error.text);
        }
        if (fast && !play_case(one, true, (unsigned)seed, &outcomes, &fast_hash, &error)) {
            fail_msg("fast rules, seed %d: %s", seed, error.text);
        }
        if (fast && full_hash != fast_hash) {
            fail_msg("full and fast rules lead to different facts");
        }
    }
    if (outcomes.met != outcomes.all) {
        fail_msg("of the outcomes %#x only %#x happened with %d seeds", outcomes.all, outcomes.met, seeds);
    }
}

static void read_cases(const char *name)
{
    char path[512];
    struct bil_error error = {{0}};
    snprintf(path, sizeof path, "%s/%s", game->folder, name);
    const struct bil_value *root = files < MAX_FILES ? case_json(path, &error) : NULL;
    const struct bil_value *cases = bil_value_get(root, "cases");
    if (!cases) {
        fprintf(stderr, "%s: %s\n", path, root ? "there are no cases" : error.text);
        exit(1);
    }
    file[files++] = root;
    for (const struct bil_value *one = cases->child; one; one = one->next) {
        const struct bil_value *id = bil_value_get(one, "id");
        if (!id || id->type != BIL_STRING || tests == MAX_CASES) {
            fprintf(stderr, "%s: case %d has no id, or there are more than %d cases\n", path, tests + 1, MAX_CASES);
            exit(1);
        }
        test[tests++] = (struct CMUnitTest){id->string, case_holds, NULL, NULL, (void *)(uintptr_t)one};
    }
}

static int is_json(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".json") == 0;
}

int case_run(const struct case_game *which)
{
    char path[512];
    struct dirent **entry = NULL;
    game = which;
    snprintf(path, sizeof path, TEST_DATA "/%s", game->folder);
    const int count = scandir(path, &entry, is_json, alphasort);
    if (count <= 0) {
        fprintf(stderr, "there are no cases in %s\n", path);
        return 1;
    }
    for (int i = 0; i < count; i++) {
        read_cases(entry[i]->d_name);
        free(entry[i]);
    }
    free(entry);
    const int failed = _cmocka_run_group_tests(game->id, test, (size_t)tests, NULL, NULL);
    for (int i = 0; i < files; i++) {
        bil_json_free(file[i]);
    }
    return failed;
}

/* ------------------------------------------------------------------ tests from other files */

const struct bil_value *case_document(const struct bil_value *head, const struct bil_value *members)
{
    struct bil_text text = {0};
    struct bil_text more = {0};
    struct bil_error error;
    bil_json_value(members, &more);
    if (head && head->type == BIL_STRING) {
        const struct bil_value *root = head;
        while (root->parent) {
            root = root->parent;
        }
        head = bil_value_get(bil_value_get(root, "heads"), head->string);
        assert_non_null(head);
    }
    if (head) {
        bil_json_value(head, &text);
        text.data[--text.length] = '\0';
        bil_text_format(&text, "%s%s", members->count > 0 ? "," : "", bil_text_string(&more) + 1);
    } else {
        bil_text_add(&text, bil_text_string(&more));
    }
    const struct bil_value *document = bil_json_read(bil_text_string(&text), text.length, "document", &error);
    if (!document) {
        fail_msg("%s\n%s", error.text, bil_text_string(&text));
    }
    bil_text_free(&text);
    bil_text_free(&more);
    return document;
}

int case_rows_run(const char *path, const struct case_rows *kinds, int count)
{
    struct bil_error error = {{0}};
    const struct bil_value *root = case_json(path, &error);
    for (int kind = 0; kind < count; kind++) {
        const struct bil_value *list = bil_value_get(root, kinds[kind].list);
        for (const struct bil_value *one = list ? list->child : NULL; one && tests < MAX_CASES; one = one->next) {
            test[tests++] =
                (struct CMUnitTest){bil_value_get(one, "id")->string, kinds[kind].test, NULL, NULL, (void *)(uintptr_t)one};
        }
    }
    if (tests == 0 || tests == MAX_CASES) {
        fprintf(stderr, "%s: %s\n", path, root ? "no tests, or too many" : error.text);
        return 1;
    }
    const int failed = _cmocka_run_group_tests(path, test, (size_t)tests, NULL, NULL);
    bil_json_free(root);
    return failed;
}
