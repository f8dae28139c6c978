/* See moments.h. Asks the parser as a table does: a line that is read gets the game's reason if it is not legal. */
#include "games/cases/moments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "games/cases/text_cases.h"
#include "kit/notation.h"
#include "unit.h"

enum { MOST_WORDS = 32, MOST_LINES = 40, MOST_MOMENTS = 24, MOST_ANSWERS = 8192, ANSWER = 1024 };

static const struct bil_game *game;
static const char *folder;
static int complaints; /* sentences that are wrong, all of which are named before the test fails */

static struct word {
    const char *kind, *text;
    bool free;       /* what is read need not have it in its text: it is a verb besides, or a longer name of a number */
    char called[64]; /* "an Influencer", once a sentence has said it */
    char uses[MOST_MOMENTS][256]; /* into which forms it goes, likewise */
} words[MOST_WORDS];
static const char *lines[MOST_LINES], *moments[MOST_MOMENTS];
static int word_count, line_count, moment_count;

/* Every sentence once, and which one is said where. */
static char *answers[MOST_ANSWERS];
static int answer_count;
static int said_here[MOST_LINES][MOST_MOMENTS][MOST_WORDS];

static const struct bil_value *needed(const struct bil_value *object, const char *key)
{
    const struct bil_value *value = bil_value_get(object, key);
    if (!value) {
        fail_msg("moments.json lacks \"%s\"", key);
    }
    return value;
}

/* The text with every `from` replaced. */
static void replace_all(const char *text, const char *from, const char *to, char *out, size_t size)
{
    size_t length = 0;
    while (*text && length + 1 < size) {
        if (*from && strncmp(text, from, strlen(from)) == 0) {
            length += (size_t)snprintf(out + length, size - length, "%s", to);
            text += strlen(from);
        } else {
            out[length++] = *text++;
        }
    }
    out[length < size ? length : size - 1] = '\0';
}

/* What is said to the line; whether a move was read out of it, and which. */
struct said {
    char text[ANSWER];
    bil_move move;
    bool read, legal;
};

static struct said ask(const struct case_table *table, const char *line)
{
    const struct bil_position *position = &table->position;
    const int actor = case_table_actor(table);
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct said said = {.read = false};
    struct bil_error error = {{0}};
    struct bil_text text = {0};
    said.read = case_said_parse(table, line, &said.move, &said.legal, &error);
    if (!said.read) {
        bil_text_add(&text, error.text);
    } else if (said.legal) {
        bil_text_add(&text, "plays `");
        case_table_move_text(table, said.move, BIL_EVERYBODY, &text);
        bil_text_char(&text, '`');
    } else {
        position->game->hide(position->rules, position->state, actor == BIL_OVER ? 0 : actor, view);
        position->game->why_not(position->rules, view, said.move, &text);
    }
    (void)snprintf(said.text, sizeof said.text, "%s", bil_text_string(&text));
    bil_text_free(&text);
    return said;
}

/* ------------------------------------------------------------------ what holds for every sentence */

static void complain(const char *line, const char *what, const char *sentence)
{
    fprintf(stderr, "\"%s\": %s: %s\n", line, what, sentence);
    complaints++;
}

/* Whether a legal move begins with the first word of the form. */
static bool is_possible(const struct case_table *table, const char *form)
{
    bil_move moves[BIL_MAX_MOVES];
    const int count = case_table_actor(table) == BIL_OVER ? 0 : case_table_moves(table, moves);
    const size_t first = strcspn(form, " `");
    bool found = false;
    for (int m = 0; m < count && !found; m++) {
        struct bil_text text = {0};
        case_table_move_text(table, moves[m], BIL_EVERYBODY, &text);
        const char *written = bil_text_string(&text);
        found = strncmp(written, form, first) == 0 && (written[first] == ' ' || written[first] == '\0');
        bil_text_free(&text);
    }
    return found;
}

/* What is advised between backticks can be written at this moment. A game names the move, and after "; now" what cards of one kind
 * do, of which the hand need not have every one. */
static void expect_advice_fits(const struct case_table *table, const char *line, const struct said *said)
{
    const char *now = strstr(said->text, "; now ");
    int advised = 0;
    int fitting = 0;
    for (const char *form = strchr(said->text, '`'); form; form = strchr(form + 1, '`')) {
        const char *end = strchr(form + 1, '`');
        if (!end) {
            complain(line, "a backtick without another one", said->text);
            return;
        }
        const bool counts = !said->read || (now && form > now);
        advised += counts;
        fitting += counts && is_possible(table, form + 1);
        form = end;
    }
    if (said->read ? advised > 0 && fitting == 0 : fitting < advised) {
        complain(line, "it advises what is not possible", said->text);
    }
}

/* A whole name means only that: what is read as a move has the word in its text. */
static void expect_meant(const struct case_table *table, const char *line, const struct word *word, const struct said *said)
{
    struct bil_text text = {0};
    if (said->read && !word->free) {
        case_table_move_text(table, said->move, BIL_EVERYBODY, &text);
        const bool of_top = strcmp(bil_text_string(&text), "draw discard") == 0; /* the card on top may be said instead */
        if (!of_top && !strstr(bil_text_string(&text), word->text)) {
            complain(line, "it is read as another word", bil_text_string(&text));
        }
    }
    bil_text_free(&text);
}

/* ------------------------------------------------------------------ asking */

static int answer_number(const char *text)
{
    for (int i = 0; i < answer_count; i++) {
        if (strcmp(answers[i], text) == 0) {
            return i;
        }
    }
    assert_true(answer_count < MOST_ANSWERS);
    answers[answer_count] = strdup(text);
    return answer_count++;
}

/* Takes what a sentence says of the word alone, for the lists at the top of the table; it must be the same in every sentence. */
static void keep_said(const char *line, const char *from, size_t length, char *kept, size_t size)
{
    if (kept[0] == '\0') {
        (void)snprintf(kept, size, "%.*s", (int)length, from);
    } else if (strlen(kept) != length || strncmp(kept, from, length) != 0) {
        complain(line, "it says something else of the word than before", from);
    }
}

static void shorten(char *text, const char *lead, const char *ends, const char *put, const char *line, char *kept, size_t size)
{
    char *at = strstr(text, lead);
    if (at) {
        at += strlen(lead);
        const size_t length = strcspn(at, ends);
        char rest[ANSWER];
        keep_said(line, at, length, kept, size);
        (void)snprintf(rest, sizeof rest, "%s%s", put, at + length);
        (void)snprintf(at, (size_t)(text + ANSWER - at), "%s", rest);
    }
}

/* The sentence with X for the word and NOW for what can be done now, so that equal reasons are one line of the table. */
static int bare_answer(const char *line, const char *text, struct word *word, int moment, const char *forms)
{
    char bare[ANSWER];
    char out[ANSWER];
    if (strncmp(text + (text[0] == '"'), word->text, strlen(word->text)) == 0) {
        (void)snprintf(out, sizeof out, "%s", text);
        shorten(out, " is a", ",:;.", " KIND", line, word->called, sizeof word->called);
        shorten(out, ": it goes into ", ".", "USES", line, word->uses[moment], sizeof word->uses[moment]);
        text = strcpy(bare, out);
    }
    char typed[ANSWER];
    (void)snprintf(typed, sizeof typed, "%s", text);
    text = typed;
    replace_all(text, forms, "NOW", bare, sizeof bare);
    replace_all(bare, word->text, "X", out, sizeof out);
    char *now = strstr(out, "; now ");
    char *rule = now ? strrchr(now, '(') : NULL;
    if (now && rule && strncmp(now, "; now you can write", 19) != 0) {
        (void)snprintf(bare, sizeof bare, "%.*s; DO %s", (int)(now - out), out, rule);
        return answer_number(bare);
    }
    return answer_number(out);
}

static void ask_moment(int m, const struct bil_value *position, struct bil_text *out)
{
    struct case_table table;
    struct bil_error error = {{0}};
    if (!case_table_read(&table, game, position, false, 1, &error)) {
        fail_msg("%s: %s", moments[m], error.text);
    }
    const struct said nothing = ask(&table, "");
    const char *colon = strstr(nothing.text, ": ");
    const char *forms = colon ? colon + 2 : "";
    bil_text_format(out, "\n    %s: %s\n", moments[m], nothing.text);
    for (int l = 0; l < line_count; l++) {
        for (int w = 0; w < word_count; w++) {
            char typed[256];
            replace_all(lines[l], "X", words[w].text, typed, sizeof typed);
            const struct said said = ask(&table, typed);
            if (said.text[0] == '\0') {
                complain(typed, "nothing is said", moments[m]);
            }
            if (!said.legal) {
                expect_advice_fits(&table, typed, &said);
            }
            expect_meant(&table, typed, &words[w], &said);
            said_here[l][m][w] = bare_answer(typed, said.text, &words[w], m, forms);
        }
    }
    for (int w = 0; w < word_count; w++) {
        if (words[w].uses[m][0]) {
            bil_text_format(out, "        USES of %s: %s\n", words[w].text, words[w].uses[m]);
        }
    }
    case_table_free(&table);
}

/* ------------------------------------------------------------------ the table */

static uint32_t moments_of(int line, int word, int answer)
{
    uint32_t set = 0;
    for (int m = 0; m < moment_count; m++) {
        set |= (uint32_t)(said_here[line][m][word] == answer) << m;
    }
    return set;
}

/* Some of a list by name, or which of it are left out. */
static void write_set(struct bil_text *out, uint32_t set, int count, const char *(*name)(int), const char *all)
{
    const uint32_t whole = (1U << count) - 1U;
    const bool but = __builtin_popcount(set) > count * 2 / 3 && set != whole;
    const char *lead = "";
    bil_text_add(out, set == whole || but ? all : "");
    bil_text_add(out, but ? " but " : "");
    for (int i = 0; i < count && set != whole; i++) {
        if ((set >> i & 1U) != (but ? 1U : 0U)) {
            bil_text_format(out, "%s%s", lead, name(i));
            lead = ", ";
        }
    }
}

static const char *moment_name(int moment)
{
    return moments[moment];
}

static const char *word_name(int word)
{
    return words[word].kind;
}

/* The words to which a line is answered so, those of the same moments together. */
static void write_answer(struct bil_text *out, int line, int answer)
{
    uint32_t told = 0;
    bil_text_format(out, "    %s\n", answers[answer]);
    for (int w = 0; w < word_count; w++) {
        const uint32_t set = told >> w & 1U ? 0 : moments_of(line, w, answer);
        uint32_t same = 0;
        for (int other = w; other < word_count && set; other++) {
            same |= (uint32_t)(!(told >> other & 1U) && moments_of(line, other, answer) == set) << other;
        }
        told |= same;
        if (set) {
            bil_text_add(out, "        ");
            write_set(out, same, word_count, word_name, "every word");
            bil_text_add(out, ": ");
            write_set(out, set, moment_count, moment_name, "always");
            bil_text_char(out, '\n');
        }
    }
}

static void write_line(struct bil_text *out, int line)
{
    static bool told[MOST_ANSWERS];
    memset(told, 0, sizeof told);
    bil_text_format(out, "\n%s\n", lines[line]);
    for (int w = 0; w < word_count; w++) {
        for (int m = 0; m < moment_count; m++) {
            const int answer = said_here[line][m][w];
            if (!told[answer]) {
                told[answer] = true;
                write_answer(out, line, answer);
            }
        }
    }
}

/* The file, with the words and lines of it ready. Free it with bil_json_free; words and lines are part of it. */
static const struct bil_value *read_file(void)
{
    char path[256];
    struct bil_error error = {{0}};
    (void)snprintf(path, sizeof path, "%s/moments.json", folder);
    const struct bil_value *root = case_json(path, &error);
    if (!root) {
        fail_msg("%s", error.text);
    }
    const struct bil_value *numbers = needed(root, "free");
    word_count = line_count = moment_count = answer_count = complaints = 0;
    for (const struct bil_value *kind = needed(root, "words")->child; kind && word_count < MOST_WORDS; kind = kind->next) {
        words[word_count] = (struct word){.kind = kind->key, .text = kind->string};
        for (const struct bil_value *one = numbers->child; one; one = one->next) {
            words[word_count].free = words[word_count].free || strcmp(one->string, kind->string) == 0;
        }
        word_count++;
    }
    for (const struct bil_value *line = needed(root, "lines")->child; line && line_count < MOST_LINES; line = line->next) {
        lines[line_count++] = line->string;
    }
    return root;
}

static void write_table(struct bil_text *out)
{
    const struct bil_value *root = read_file();
    bil_text_add(
        out, "What is said to every line with every kind of word X, and at which moments. NOW is what is said to an empty line\n"
             "at that moment, DO is how the game puts it, USES is where the word goes then.\n\n");
    struct bil_text heads = {0};
    for (const struct bil_value *moment = needed(root, "moments")->child; moment && moment_count < MOST_MOMENTS;
         moment = moment->next) {
        moments[moment_count++] = needed(moment, "id")->string;
        ask_moment(moment_count - 1, needed(moment, "position"), &heads);
    }
    for (int w = 0; w < word_count; w++) {
        bil_text_format(out, "    %s: X is %s, KIND is \"a%s\"\n", words[w].kind, words[w].text, words[w].called);
    }
    bil_text_add(out, bil_text_string(&heads));
    bil_text_free(&heads);
    for (int l = 0; l < line_count; l++) {
        write_line(out, l);
    }
    for (int i = 0; i < answer_count; i++) {
        free(answers[i]);
    }
    bil_json_free(root);
}

/* The same lines and words wherever a random game comes: no advice that does not fit, and no name that means another. */
static bool says_what_fits(const struct case_table *table, void *context, struct bil_error *error)
{
    int *asked = context;
    for (int l = 0; l < line_count; l++) {
        for (int w = 0; w < word_count; w++, ++*asked) {
            char typed[256];
            replace_all(lines[l], "X", words[w].text, typed, sizeof typed);
            const struct said said = ask(table, typed);
            if (said.text[0] == '\0') {
                complain(typed, "nothing is said", "");
            }
            if (!said.legal) {
                expect_advice_fits(table, typed, &said);
            }
            expect_meant(table, typed, &words[w], &said);
        }
    }
    return complaints == 0 || bil_fail(error, "%d sentences are wrong", complaints);
}

static void random_games_get_what_fits(void **state)
{
    const struct bil_value *root = read_file();
    int seats = 2;
    for (const struct bil_value *options = needed(root, "games")->child; options; options = options->next, seats++) {
        struct bil_error error = {{0}};
        const struct case_walk walk = {seats, options->string, (unsigned)seats, 17, false};
        int asked = 0;
        if (!case_walk(game, &walk, says_what_fits, &asked, &error)) {
            fail_msg("%s", error.text);
        }
        assert_true(asked > 5 * line_count * word_count);
    }
    bil_json_free(root);
}

static void table_is_as_it_was_read(void **state)
{
    char path[512];
    struct bil_text table = {0};
    write_table(&table);
    const char *here = bil_text_string(&table);
    (void)snprintf(path, sizeof path, "%s/%s/moments.txt", TEST_DATA, folder);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    int line = 1;
    for (const char *at = here;; at++) {
        const int expected = fgetc(file);
        if (expected != (*at ? (unsigned char)*at : EOF)) {
            fail_msg("%s, line %d: another sentence now, near \"%.80s\"; read the difference after running this with --write", path,
                     line, at);
        }
        if (!*at) {
            break;
        }
        line += *at == '\n';
    }
    assert_int_equal(complaints, 0);
    (void)fclose(file);
    bil_text_free(&table);
}

static void table_is_written(void **state)
{
    char path[512];
    struct bil_text table = {0};
    write_table(&table);
    (void)snprintf(path, sizeof path, "%s/%s/moments.txt", TEST_DATA, folder);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(bil_text_string(&table), file) >= 0);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(complaints, 0);
    bil_text_free(&table);
}

int case_moments_run(const struct bil_game *which, const char *where)
{
    game = which;
    folder = where;
    const struct CMUnitTest compare[] = {cmocka_unit_test(table_is_as_it_was_read), cmocka_unit_test(random_games_get_what_fits)};
    const struct CMUnitTest write[] = {cmocka_unit_test(table_is_written)};
    if (getenv("MOMENTS_WRITE")) {
        return cmocka_run_group_tests_name("writing the table", write, NULL, NULL);
    }
    return cmocka_run_group_tests_name("what is said at every moment", compare, NULL, NULL);
}
