/* See text_cases.h. Plays and compares; what is right stands in the tests. */
#include "games/cases/text_cases.h"
#include "billions/json.h"
#include "kit/notation.h"
#include "unit.h"

typedef union {
    unsigned char bytes[BIL_MAX_STATE];
    uint64_t aligned;
} any_state;

/* ------------------------------------------------------------------ cases */

enum { MAX_SAID = 400 };
struct said_test {
    const struct bil_value *one;
    const struct case_said_list *lists;
    int count;
};
static const struct bil_game *game;
static struct said_test said_test[MAX_SAID];
static struct CMUnitTest unit_test[MAX_SAID];

static bool check_entry(const struct bil_value *entry, struct case_table *table, case_said_check *check, struct bil_error *error)
{
    struct case_said said = {table, {"", "", ""}, {0, 0, 0}};
    int i = 0;
    for (const struct bil_value *part = entry->child; part && i < 3; part = part->next, i++) {
        said.text[i] = part->type == BIL_STRING ? part->string : "";
        said.number[i] = part->type == BIL_INTEGER ? (int)part->integer : 0;
    }
    struct bil_error inner = {{0}};
    return check(&said, &inner) || bil_fail(error, "\"%s\": %s", said.text[0], inner.text);
}

static void said_holds(void **context)
{
    const struct said_test *test = *context;
    struct case_table table;
    struct bil_error error = {{0}};
    int checked = 0;
    if (!case_table_read(&table, game, bil_value_get(test->one, "position"), false, 1, &error)) {
        fail_msg("%s", error.text);
    }
    for (int i = 0; i < test->count; i++) {
        const struct bil_value *list = bil_value_get(test->one, test->lists[i].list);
        for (const struct bil_value *entry = list ? list->child : NULL; entry; entry = entry->next, checked++) {
            if (!check_entry(entry, &table, test->lists[i].check, &error)) {
                fail_msg("%s: %s", test->lists[i].list, error.text);
            }
        }
    }
    case_table_free(&table);
    assert_true(checked > 0); /* a case without a known list would prove nothing */
}

int case_said_run(const struct bil_game *which, const char *folder, const char *file, const struct case_said_list *lists, int count)
{
    char path[256];
    struct bil_error error = {{0}};
    int tests = 0;
    game = which;
    snprintf(path, sizeof path, "%s/%s.json", folder, file);
    const struct bil_value *root = case_json(path, &error);
    const struct bil_value *cases = bil_value_get(root, "cases");
    if (!cases || cases->count == 0 || cases->count > MAX_SAID) {
        fprintf(stderr, "%s: %s\n", path, root ? "no cases, or too many" : error.text);
        return 1;
    }
    for (const struct bil_value *one = cases->child; one; one = one->next, tests++) {
        const struct bil_value *id = bil_value_get(one, "id");
        said_test[tests] = (struct said_test){one, lists, count};
        unit_test[tests] = (struct CMUnitTest){id ? id->string : "(no id)", said_holds, NULL, NULL, &said_test[tests]};
    }
    const int failed = _cmocka_run_group_tests(file, unit_test, (size_t)tests, NULL, NULL);
    bil_json_free(root);
    return failed;
}

bool case_said_parse(const struct case_table *table, const char *text, bil_move *move, bool *legal, struct bil_error *error)
{
    const struct bil_game *played = table->position.game;
    const int actor = case_table_actor(table);
    any_state view;
    bil_move moves[BIL_MAX_MOVES];
    played->hide(table->position.rules, table->position.state, actor == BIL_OVER ? 0 : actor, view.bytes);
    if (!bil_move_parse(played, table->position.rules, view.bytes, text, move, error)) {
        return false;
    }
    const int count = actor == BIL_OVER ? 0 : case_table_moves(table, moves);
    *legal = false;
    for (int i = 0; i < count; i++) {
        *legal |= moves[i] == *move;
    }
    return true;
}

/* ------------------------------------------------------------------ walks */

bool case_walk(const struct bil_game *which, const struct case_walk *walk, case_visit *visit, void *context,
               struct bil_error *error)
{
    struct case_table table;
    if (!case_table_new(&table, which, walk->seats, walk->options, walk->fast, walk->seed, error)) {
        return false;
    }
    uint8_t seed[BIL_SEED_BYTES] = {(uint8_t)walk->seed, 77};
    struct bil_random dice;
    bil_random_stream(&dice, seed, 1, 0);
    for (int ply = 0; case_table_actor(&table) != BIL_OVER; ply++) {
        bil_move moves[BIL_MAX_MOVES];
        struct bil_error inner = {{0}};
        if (ply % walk->stride == 0 && !visit(&table, context, &inner)) {
            case_table_free(&table);
            return bil_fail(error, "seed %u, decision %d: %s", walk->seed, ply, inner.text);
        }
        const int count = case_table_moves(&table, moves);
        if (!case_table_apply(&table, moves[bil_random_below(&dice, (uint32_t)count)], error)) {
            case_table_free(&table);
            return false;
        }
    }
    const bool fine = visit(&table, context, error); /* the end, too */
    case_table_free(&table);
    return fine;
}

bool case_parses(const struct case_said *said, struct bil_error *error)
{
    struct bil_text text = {0};
    bil_move move = 0;
    bool legal = false;
    if (!case_said_parse(said->table, said->text[0], &move, &legal, error)) {
        return false;
    }
    case_table_move_text(said->table, move, BIL_EVERYBODY, &text);
    const bool fine = strcmp(bil_text_string(&text), said->text[1]) == 0 ||
                      bil_fail(error, "it is read as \"%s\", not \"%s\"", bil_text_string(&text), said->text[1]);
    bil_text_free(&text);
    return fine;
}

bool case_fails(const struct case_said *said, struct bil_error *error)
{
    struct bil_error said_error = {{0}};
    bil_move move = 12345;
    bool legal = false;
    if (case_said_parse(said->table, said->text[0], &move, &legal, &said_error)) {
        return bil_fail(error, "it is read as a move");
    }
    if (move != 12345) {
        return bil_fail(error, "it is no move, and yet one was given back");
    }
    return strcmp(said_error.text, said->text[1]) == 0 ||
           bil_fail(error, "the game says \"%.200s\", not \"%.200s\"", said_error.text, said->text[1]);
}

bool case_prompts(const struct case_said *said, struct bil_error *error)
{
    const struct bil_position *position = &said->table->position;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_text text = {0};
    position->game->hide(position->rules, position->state, said->number[1], view);
    position->game->prompt(position->rules, view, true, &text);
    const bool fine = strcmp(bil_text_string(&text), said->text[0]) == 0 ||
                      bil_fail(error, "viewer %d reads \"%s\"", said->number[1], bil_text_string(&text));
    bil_text_free(&text);
    return fine;
}

bool case_says_why(const struct case_said *said, struct bil_error *error)
{
    const struct bil_position *position = &said->table->position;
    const int actor = case_table_actor(said->table);
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_text why = {0};
    bil_move move = 0;
    bool legal = false;
    position->game->hide(position->rules, position->state, actor == BIL_OVER ? 0 : actor, view);
    if (!case_said_parse(said->table, said->text[0], &move, &legal, error)) {
        return false;
    }
    position->game->why_not(position->rules, view, move, &why);
    const bool fine = strcmp(bil_text_string(&why), said->text[1]) == 0 && legal == (said->text[1][0] == '\0');
    if (!fine) {
        bil_fail(error, "the game says \"%s\", not \"%s\"", bil_text_string(&why), said->text[1]);
    }
    bil_text_free(&why);
    return fine;
}

bool case_explains(const struct case_said *said, struct bil_error *error)
{
    const struct bil_position *position = &said->table->position;
    any_state view;
    struct bil_text words = {0};
    bil_move move = 0;
    bool legal = false;
    position->game->hide(position->rules, position->state, case_table_actor(said->table), view.bytes);
    if (!case_said_parse(said->table, said->text[0], &move, &legal, error) ||
        !(legal || bil_fail(error, "%s is not legal", said->text[0]))) {
        return false;
    }
    position->game->explain(position->rules, view.bytes, move, &words);
    const bool best = position->game->best && position->game->best(position->rules, view.bytes, move);
    const bool fine = strcmp(bil_text_string(&words), said->text[1]) == 0 && best == (said->number[2] == 1);
    if (!fine) {
        bil_fail(error, "%s: the game says \"%s\"%s", said->text[0], bil_text_string(&words), best ? " and offers it" : "");
    }
    bil_text_free(&words);
    return fine;
}

const char *case_page(const struct bil_game *which, const char *id)
{
    for (const struct bil_topic *topic = which->topics; topic->id; topic++) {
        if (strcmp(topic->id, id) == 0) {
            return topic->text;
        }
    }
    fail_msg("there is no topic %s", id);
    return "";
}

void case_check_pages(const struct bil_game *which, const char *letters, int rules, int most, const char *const *none)
{
    enum { COLUMNS = 78, IDS = 14, RULES = 512 };
    bool named[RULES] = {false};
    int count = 0;
    for (const struct bil_topic *topic = which->topics; topic->id; topic++) {
        int column = 0;
        bool any = false;
        assert_true(strlen(topic->id) <= IDS && strlen(topic->title) > 0);
        assert_null(strchr(topic->id, ' '));
        assert_ptr_equal(case_page(which, topic->id), topic->text); /* no id twice */
        for (const char *at = topic->text; *at; at++) {
            assert_true((*at >= ' ' && *at <= '~') || *at == '\n');
            assert_false(*at == ' ' && at[1] == '\n');
            column = *at == '\n' ? 0 : column + 1;
            assert_in_range(column, 0, COLUMNS);
        }
        assert_int_equal(column, 0); /* ends with a line end */
        for (const char *at = strstr(topic->text, letters); at; at = strstr(at + 1, letters)) {
            const long rule = strtol(at + strlen(letters), NULL, 10);
            assert_in_range(rule, 1, rules);
            count += !named[rule];
            named[rule] = true;
            any = true;
        }
        for (const char *const *page = none; *page; page++) {
            any = any || strcmp(*page, topic->id) == 0;
        }
        assert_true(any);
    }
    assert_true(count > most);
}

bool case_ends_with_rule(const char *letters, const char *sentence)
{
    const char *rule = strrchr(sentence, '(');
    const size_t length = strlen(letters);
    if (!rule || strncmp(rule + 1, letters, length) != 0) {
        return false;
    }
    const size_t digits = strspn(rule + 1 + length, "0123456789");
    return digits > 0 && strcmp(rule + 1 + length + digits, ").") == 0;
}
