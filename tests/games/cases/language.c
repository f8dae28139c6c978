/* See language.h. Plays and compares; the sentences are in the tests. */
#include "games/cases/language.h"
#include "kit/notation.h"

typedef union {
    unsigned char bytes[BIL_MAX_STATE];
    uint64_t aligned[2];
} any_state;

struct tally {
    const struct case_language *language;
    int seen[CASE_KINDS]; /* decisions, or events, of a kind */
    int checked;
    struct bil_random dice;
};

static bool due(const struct case_table *table, struct tally *tally, int every)
{
    return tally->seen[tally->language->kind(table->position.state)]++ % every == 0;
}

static void hide_from_actor(const struct case_table *table, any_state *view)
{
    const int actor = case_table_actor(table);
    table->position.game->hide(table->position.rules, table->position.state, actor == BIL_OVER ? 0 : actor, view->bytes);
}

/* Walks through all games; every kind of decision must be met, if random games come to it. */
static void walk_all(struct tally *tally, int stride, case_visit *visit)
{
    const struct case_language *language = tally->language;
    for (int i = 0; i < language->walk_count; i++) {
        struct bil_error error = {{0}};
        struct case_walk walk = language->walks[i];
        walk.stride = stride;
        helper_must(case_walk(language->game, &walk, visit, tally, &error), &error);
    }
    for (int kind = language->first; kind <= language->last && language->all_kinds && stride == 1; kind++) {
        if (tally->seen[kind] == 0) {
            fail_msg("no decision of kind %d in any game", kind);
        }
    }
}

/* ------------------------------------------------------------------ moves as text */

static bool reads_what_it_writes(const struct case_table *table, void *context, struct bil_error *error)
{
    const struct bil_game *game = table->position.game;
    struct tally *tally = context;
    const struct case_language *language = tally->language;
    any_state view;
    struct bil_text text = {0};
    static bil_move moves[CASE_ALL_MOVES];
    if (!due(table, tally, language->written_every)) {
        return true;
    }
    const int count = language->all_moves(table, moves);
    bool fine = true;
    hide_from_actor(table, &view);
    for (int i = 0; i < count && fine; i++) {
        bil_move read = 0;
        if (language->ambiguous && language->ambiguous(table, moves[i])) {
            continue;
        }
        bil_text_clear(&text);
        case_table_move_text(table, moves[i], BIL_EVERYBODY, &text);
        if (!bil_move_parse(game, table->position.rules, view.bytes, bil_text_string(&text), &read, error)) {
            fine = false;
        } else if (read != moves[i]) {
            fine = bil_fail(error, "\"%s\" is written for %u and read as %u", bil_text_string(&text), moves[i], read);
        }
        tally->checked++;
    }
    bil_text_free(&text);
    return fine;
}

void case_moves_are_read_as_written(void **language)
{
    struct tally tally = {.language = *language};
    walk_all(&tally, 1, reads_what_it_writes);
    assert_true(tally.checked > 30000);
}

static void add_scrap(struct bil_text *line, const struct case_table *table, struct tally *tally)
{
    const char *words = tally->language->words;
    const char *name = words + bil_random_below(&tally->dice, (uint32_t)strlen(words));
    while (name > words && name[-1] != ' ') { /* long words come more often, which does no harm */
        name--;
    }
    size_t length = strcspn(name, " ");
    if (tally->language->name && bil_random_below(&tally->dice, 2) == 0) {
        name = tally->language->name(table, &tally->dice);
        length = strlen(name);
    }
    switch (bil_random_below(&tally->dice, 5)) {
    case 0:
    case 1:
    case 2:
        bil_text_add_bytes(line, name, length);
        break;
    case 3:
        bil_text_add_bytes(line, name, length > 0 ? 1 + bil_random_below(&tally->dice, (uint32_t)length) : 0);
        break;
    default:
        for (uint32_t i = bil_random_below(&tally->dice, 4); i > 0; i--) {
            bil_text_char(line, (char)(1 + bil_random_below(&tally->dice, 255)));
        }
        break;
    }
    bil_text_char(line, ' ');
}

static bool answers_any_line(const struct case_table *table, void *context, struct bil_error *error)
{
    struct tally *tally = context;
    const struct case_language *language = tally->language;
    struct bil_text line = {0};
    struct bil_text text = {0};
    bool fine = true;
    for (int i = 0; i < language->lines && fine; i++) {
        bil_move move = 0;
        bil_move again = 0;
        bool legal = false;
        struct bil_error answer = {{0}};
        bil_text_clear(&line);
        bil_text_clear(&text);
        for (uint32_t scraps = bil_random_below(&tally->dice, 7); scraps > 0; scraps--) {
            add_scrap(&line, table, tally);
        }
        if (!case_said_parse(table, bil_text_string(&line), &move, &legal, &answer)) {
            fine = strlen(answer.text) > 10 || bil_fail(error, "\"%s\" gets no answer", bil_text_string(&line));
            continue;
        }
        tally->checked++;
        case_table_move_text(table, move, BIL_EVERYBODY, &text);
        if (!(language->ambiguous && language->ambiguous(table, move)) &&
            (!case_said_parse(table, bil_text_string(&text), &again, &legal, error) || again != move)) {
            fine = bil_fail(error, "\"%s\" is read as \"%s\", which is read as another move", bil_text_string(&line),
                            bil_text_string(&text));
        }
    }
    bil_text_free(&line);
    bil_text_free(&text);
    return fine;
}

/* Lines out of words of the game, scraps of them and any bytes. */
void case_any_line_gets_an_answer(void **language)
{
    struct tally tally = {.language = *language};
    case_dice(&tally.dice, 43);
    walk_all(&tally, tally.language->stride, answers_any_line);
    assert_true(tally.checked > 500);
}

void case_expect_text(const struct case_table *table, bil_move move, int viewer, const char *expected)
{
    struct bil_text text = {0};
    case_table_move_text(table, move, viewer, &text);
    assert_string_equal(bil_text_string(&text), expected);
    bil_text_free(&text);
}

/* ------------------------------------------------------------------ questions and reasons */

static bool everybody_is_told(const struct case_table *table, void *context, struct bil_error *error)
{
    const struct bil_position *position = &table->position;
    bool fine = true;
    (void)due(table, context, 1);
    for (int viewer = BIL_EVERYBODY; viewer < position->config.seats && fine; viewer++) {
        any_state view;
        struct bil_text text = {0};
        position->game->hide(position->rules, position->state, viewer, view.bytes);
        position->game->prompt(position->rules, view.bytes, true, &text);
        const char *sentence = bil_text_string(&text);
        const char last = text.length ? sentence[text.length - 1] : ' ';
        fine = (text.length > 10 && (last == '.' || last == '?') && !strpbrk(sentence, "%{}|") && !strstr(sentence, "  ") &&
                !strstr(sentence, "? ?") && !strstr(sentence, ": .")) ||
               bil_fail(error, "viewer %d reads \"%s\"", viewer, sentence);
        bil_text_free(&text);
    }
    return fine;
}

void case_everybody_is_told_what_is_asked(void **language)
{
    struct tally tally = {.language = *language};
    walk_all(&tally, 1, everybody_is_told);
}

/* A whole reason, and not the one that is left when nothing better was found. */
static bool is_reason(const char *letters, const char *sentence, bool over)
{
    return case_ends_with_rule(letters, sentence) && !strstr(sentence, "none of your choices") && !strstr(sentence, "  ") &&
           (over || strncmp(sentence, "You can't ", 10) == 0);
}

static bool reason_iff_illegal(const struct case_table *table, void *context, struct bil_error *error)
{
    const struct bil_game *game = table->position.game;
    struct tally *tally = context;
    const struct case_language *language = tally->language;
    any_state view;
    static bil_move moves[CASE_ALL_MOVES];
    bil_move legal[BIL_MAX_MOVES];
    struct bil_text why = {0};
    struct bil_text name = {0};
    if (!due(table, tally, language->why_every)) {
        return true;
    }
    hide_from_actor(table, &view);
    const bool over = case_table_actor(table) == BIL_OVER;
    const int legals = case_table_moves(table, legal);
    const int count = language->all_moves(table, moves);
    int found = 0;
    bool fine = true;
    for (int i = 0; i < count && fine; i++) {
        bool is_legal = false;
        for (int j = 0; j < legals; j++) {
            is_legal |= legal[j] == moves[i];
        }
        found += is_legal;
        tally->checked += !is_legal;
        bil_text_clear(&why);
        game->why_not(table->position.rules, view.bytes, moves[i], &why);
        const char *sentence = bil_text_string(&why);
        if (is_legal ? *sentence != '\0' : !is_reason(language->letters, sentence, over)) {
            case_table_move_text(table, moves[i], BIL_EVERYBODY, &name);
            fine = bil_fail(error, "%s is %slegal, and the game says \"%s\"", bil_text_string(&name), is_legal ? "" : "not ",
                            sentence);
        }
    }
    if (fine && found < legals) {
        fine = bil_fail(error, "only %d of %d legal moves were built", found, legals);
    }
    bil_text_free(&why);
    bil_text_free(&name);
    return fine;
}

void case_every_illegal_move_has_a_reason(void **language)
{
    struct tally tally = {.language = *language};
    walk_all(&tally, 1, reason_iff_illegal);
    assert_true(tally.checked > 100000);
}

void case_expect_why(const struct case_table *table, const void *view, bil_move move, const char *expected)
{
    struct bil_text why = {0};
    table->position.game->why_not(table->position.rules, view, move, &why);
    assert_string_equal(bil_text_string(&why), expected);
    bil_text_free(&why);
}

void case_odd_moves_get_a_sentence(void **language)
{
    const struct case_language *of = *language;
    for (const struct case_odd_move *odd = of->odd; odd->json; odd++) {
        struct case_table table;
        any_state view;
        case_begin_text(&table, of->game, odd->json, false);
        hide_from_actor(&table, &view);
        case_expect_why(&table, view.bytes, odd->move, odd->sentence);
        case_table_free(&table);
    }
}

/* ------------------------------------------------------------------ events */

void case_every_event_has_its_sentence(void **language)
{
    const struct case_language *of = *language;
    struct case_table table;
    bool told[CASE_KINDS] = {false};
    case_begin(&table, of->game, of->event_seats, of->event_options, 3);
    for (const struct case_event *expected = of->events; expected->text; expected++) {
        struct bil_text text = {0};
        of->game->event_text(table.position.rules, &expected->event, expected->viewer, &text);
        assert_string_equal(bil_text_string(&text), expected->text);
        bil_text_free(&text);
        told[expected->event.kind] = true;
    }
    for (int kind = 1; kind < of->event_kinds; kind++) {
        if (!told[kind]) {
            fail_msg("event %d has no expected sentence", kind);
        }
    }
    case_table_free(&table);
}

struct ear {
    const struct case_language *language;
    const struct case_table *table;
    int heard[CASE_KINDS], hidden;
};

static void hear(void *context, const struct bil_event *event)
{
    struct ear *ear = context;
    const struct case_language *language = ear->language;
    const void *rules = ear->table->position.rules;
    ear->heard[event->kind]++;
    for (int viewer = BIL_EVERYBODY; viewer < ear->table->position.config.seats; viewer++) {
        struct bil_text text = {0};
        struct bil_text other = {0};
        language->game->event_text(rules, event, viewer, &text);
        const char *sentence = bil_text_string(&text);
        assert_true(strlen(sentence) > 5);
        assert_null(strpbrk(sentence, "%[]|{}?<>"));
        assert_null(strstr(sentence, "  "));
        assert_int_equal(sentence[strlen(sentence) - 1], '.');
        if (event->viewers != 0xFF && viewer != BIL_EVERYBODY && (viewer < 0 || !(event->viewers >> viewer & 1))) {
            struct bil_event changed = *event;
            changed.a = language->cards[event->a == language->cards[0]];
            language->game->event_text(rules, &changed, viewer, &other);
            assert_string_equal(sentence, bil_text_string(&other));
            ear->hidden++;
        }
        bil_text_free(&text);
        bil_text_free(&other);
    }
}

void case_no_event_says_too_much(void **language)
{
    struct ear ear = {.language = *language};
    const struct case_language *of = ear.language;
    for (int i = 0; i < of->rounds * of->walk_count; i++) {
        const struct case_walk *walk = &of->walks[i % of->walk_count];
        struct case_table table;
        struct bil_random dice;
        case_begin(&table, of->game, walk->seats, walk->options, walk->seed + 100U * (unsigned)i);
        ear.table = &table;
        const struct bil_listener listener = {hear, &ear};
        case_dice(&dice, (unsigned)i);
        of->game->setup(table.position.rules, &table.random, table.position.state, &listener);
        while (case_table_actor(&table) != BIL_OVER) {
            const bil_move move = bil_pick(of->game, table.position.rules, table.position.state, &dice);
            of->game->apply(table.position.rules, table.position.state, move, &table.random, &listener);
        }
        case_table_free(&table);
    }
    assert_true(ear.hidden > 1000);
    for (int kind = 1; kind < of->event_kinds; kind++) {
        if (ear.heard[kind] == 0) {
            fail_msg("event %d is never heard", kind);
        }
    }
}
