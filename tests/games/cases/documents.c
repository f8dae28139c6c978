/* See documents.h. Reads, writes and compares; what is right stands in the rows. */
#include "games/cases/documents.h"

#include "billions/edition.h"
#include "billions/json.h"
#include "games/cases/run.h"
#include "kit/fields.h"
#include "unit.h"

enum { MAX_SETTINGS = 4 };

static const struct bil_game *game;

/* ------------------------------------------------------------------ printed documents */

bool case_text_has(const char *document, const struct bil_value *wanted, struct bil_error *error)
{
    static const char anything[] = "\"...\"";
    struct bil_text text = {0};
    bil_json_value(wanted, &text);
    text.data[text.length - 1] = '\0'; /* what is within the brackets */
    const char *from = document;
    for (char *piece = text.data + 1; piece && from;) {
        char *end = strstr(piece, anything);
        if (end) {
            *end = '\0';
            end += sizeof anything - 1;
        }
        const char *at = strstr(from, piece);
        if (!at) {
            bil_fail(error, "%.200s is not in %.700s", piece, from);
        }
        from = at ? at + strlen(piece) : NULL;
        piece = end;
    }
    bil_text_free(&text);
    return from != NULL;
}

/* ------------------------------------------------------------------ refused documents */

static void *rules_of(const struct bil_value *edition, const struct bil_value *group, const struct bil_value *options,
                      struct bil_error *error)
{
    struct bil_setting setting[MAX_SETTINGS];
    struct bil_config config = {.edition = edition, .settings = setting};
    if (!bil_value_integer(group, "seats", 1, BIL_MAX_SEATS, &config.seats, error)) {
        return NULL;
    }
    for (const struct bil_value *option = options ? options->child : NULL; option; option = option->next) {
        assert_in_range(config.setting_count, 0, MAX_SETTINGS - 1);
        setting[config.setting_count++] = (struct bil_setting){option->key, option->string};
    }
    void *rules = malloc(game->rules_size);
    error->text[0] = '\0';
    if (!game->rules_init(&config, rules, error)) {
        free(rules);
        return NULL;
    }
    return rules;
}

static bool reads_position(const struct bil_value *document, struct bil_error *error)
{
    struct bil_position position;
    const bool read = bil_position_read(document, game, NULL, &position, error);
    if (read) {
        bil_position_free(&position);
    }
    return read;
}

static bool reads_edition(const struct bil_value *document, const struct bil_value *group, struct bil_error *error)
{
    void *rules = rules_of(document, group, bil_value_get(group, "options"), error);
    free(rules);
    return rules != NULL;
}

static void refused(const struct bil_value *group, bool is_edition)
{
    const struct bil_value *rows = bil_value_get(group, "rows");
    assert_true(rows && rows->count > 0);
    for (const struct bil_value *row = rows->child; row; row = row->next) {
        struct bil_text text = {0};
        struct bil_error error = {{0}};
        const struct bil_value *document = case_document(bil_value_get(group, "head"), row->child);
        bil_json_value(row->child, &text);
        if (is_edition ? reads_edition(document, group, &error) : reads_position(document, &error)) {
            fail_msg("%s was read", bil_text_string(&text));
        }
        if (strcmp(error.text, row->child->next->string) != 0) {
            fail_msg("%s\n  gave   %s\n  not    %s", bil_text_string(&text), error.text, row->child->next->string);
        }
        bil_text_free(&text);
        bil_json_free(document);
    }
}

static void positions_are_refused(void **group)
{
    refused(*group, false);
}

static void editions_are_refused(void **group)
{
    refused(*group, true);
}

/* ------------------------------------------------------------------ editions */

void *case_edition_rules(const struct bil_game *which, const char *json, int seats, const struct bil_setting *setting,
                         struct bil_error *error)
{
    const struct bil_value *edition = bil_json_read(json, strlen(json), "edition", error);
    if (!edition) {
        fail_msg("not JSON: %s\n%s", error->text, json);
    }
    const struct bil_config config = {.seats = seats, .edition = edition, .settings = setting, .setting_count = setting ? 1 : 0};
    void *rules = malloc(which->rules_size);
    error->text[0] = '\0';
    const bool fine = which->rules_init(&config, rules, error);
    bil_json_free(edition);
    if (!fine) {
        free(rules);
    }
    return fine ? rules : NULL;
}

void case_edition_there_and_back(const struct bil_game *which, const void *rules, int seats, const char *printed)
{
    struct bil_text text = {0};
    struct bil_error error;
    which->edition_json(rules, &text);
    if (!strstr(bil_text_string(&text), printed)) {
        fail_msg("%s is not in %s", printed, bil_text_string(&text));
    }
    void *back = case_edition_rules(which, bil_text_string(&text), seats, NULL, &error);
    if (!back) {
        fail_msg("%s\n%s", error.text, bil_text_string(&text));
    }
    assert_memory_equal(rules, back, which->rules_size);
    free(back);
    bil_text_free(&text);
}

static void edition_is_printed(void **one)
{
    struct bil_text text = {0};
    struct bil_error error;
    const struct bil_value *printed = bil_value_get(*one, "printed");
    void *rules = rules_of(bil_value_get(*one, "edition"), *one, bil_value_get(*one, "options"), &error);
    if (!rules) {
        fail_msg("%s", error.text);
    }
    game->edition_json(rules, &text);
    for (const struct bil_value *piece = printed ? printed->child : NULL; piece; piece = piece->next) {
        if (!case_text_has(bil_text_string(&text), piece, &error)) {
            fail_msg("%s", error.text);
        }
    }
    bil_text_free(&text);
    const int seats = (int)bil_value_get(*one, "seats")->integer;
    if (!bil_value_get(*one, "options")) { /* they change the rules, and are no part of the edition */
        case_edition_there_and_back(game, rules, seats, "");
    }
    if (bil_value_get(*one, "compiled_in")) {
        const struct bil_config config = {.seats = seats};
        void *compiled = malloc(game->rules_size);
        assert_true(game->rules_init(&config, compiled, &error));
        assert_memory_equal(compiled, rules, game->rules_size);
        free(compiled);
    }
    free(rules);
}

static void hashes_are_the_same_or_not(void **group)
{
    char first[BIL_EDITION_HASH] = "";
    for (const struct bil_value *row = bil_value_get(*group, "rows")->child; row; row = row->next) {
        const struct bil_value *options = row->child->next;
        char hash[BIL_EDITION_HASH];
        struct bil_error error;
        struct bil_text text = {0};
        void *rules = rules_of(row->child, *group, options, &error);
        if (!rules) {
            fail_msg("%s", error.text);
        }
        bil_edition_hash(game, rules, hash);
        memcpy(first, first[0] ? first : hash, sizeof first);
        bil_json_value(row, &text);
        if ((strcmp(first, hash) == 0) != (options->next->type == BIL_TRUE)) {
            fail_msg("%s: %s and %s", bil_text_string(&text), first, hash);
        }
        bil_text_free(&text);
        free(rules);
    }
}

int case_documents_run(const struct bil_game *which, const char *path)
{
    static const struct case_rows kinds[] = {{"refused_positions", positions_are_refused},
                                             {"refused_editions", editions_are_refused},
                                             {"editions", edition_is_printed},
                                             {"hashes", hashes_are_the_same_or_not}};
    game = which;
    return case_rows_run(path, kinds, sizeof kinds / sizeof kinds[0]);
}

/* ------------------------------------------------------------------ positions there and back */

static bool reads_back(const struct case_table *table, const void *state, struct case_words *words, struct bil_error *error)
{
    const struct bil_position *position = &table->position;
    const struct bil_game *played = position->game;
    struct bil_text text = {0};
    _Alignas(8) unsigned char back[BIL_MAX_STATE];
    bil_position_write(played, &position->config, position->rules, "", state, &text);
    for (int i = 0; words && words->word[i]; i++) {
        words->seen[i] += strstr(bil_text_string(&text), words->word[i]) != NULL;
    }
    const struct bil_value *document = bil_json_read(bil_text_string(&text), text.length, "document", error);
    memset(back, 0xAA, sizeof back);
    bool fine = document && bil_members_read(played, position->rules, document, back, error);
    if (fine && memcmp(back, state, played->state_size) != 0) {
        const unsigned char *before = state;
        size_t at = 0;
        while (before[at] == back[at]) {
            at++;
        }
        fine = bil_fail(error, "byte %zu of the state is %d, not %d", at, back[at], before[at]);
    }
    if (!fine) {
        fprintf(stderr, "%s\n", bil_text_string(&text));
    }
    bil_json_free(document);
    bil_text_free(&text);
    return fine;
}

bool case_words_seen(const struct case_words *words, struct bil_error *error)
{
    for (int i = 0; words->word[i]; i++) {
        if (words->seen[i] == 0) {
            return bil_fail(error, "no game came to %s", words->word[i]);
        }
    }
    return true;
}

bool case_there_and_back(const struct case_table *table, void *context, struct bil_error *error)
{
    const struct bil_position *position = &table->position;
    bool fine = reads_back(table, position->state, context, error);
    for (int viewer = BIL_SPECTATOR; viewer < position->config.seats && fine; viewer++) {
        _Alignas(8) unsigned char view[BIL_MAX_STATE];
        position->game->hide(position->rules, position->state, viewer, view);
        fine = reads_back(table, view, context, error);
    }
    return fine;
}
