/* The battery tested: Leduc poker and the template, each broken in one place after another, must be caught, and for the right
 * reason. A battery that lets one of these through proves nothing about any game. */
#include "battery/battery.h"
#include "bench/calibration.h"
#include "kit/fields.h"
#include "kit/notation.h"
#include "unit.h"

extern const struct bil_game bil_game_template;

#define REAL bil_game_leduc
enum { FOLD = 1, CALL, RAISE, HAND = 0, BOARD = 2, STAKE = 6, UNUSED = 15 }; /* moves, and bytes of Leduc's state */

/* ------------------------------------------------------------------ sabotage, one function each */

static int moves_twice(const void *rules, const void *state, bil_move *list)
{
    const int count = REAL.moves(rules, state, list);
    if (count > 0) {
        list[count - 1] = list[0];
    }
    return count;
}

static int moves_zero(const void *rules, const void *state, bil_move *list)
{
    const int count = REAL.moves(rules, state, list);
    list[0] = 0;
    return count;
}

static int moves_too_many(const void *rules, const void *state, bil_move *list)
{
    const int count = REAL.moves(rules, state, list);
    list[3] = 9;
    return count;
}

static int moves_none(const void *rules, const void *state, bil_move *list)
{
    return ((const uint8_t *)state)[BOARD] ? 0 : REAL.moves(rules, state, list);
}

/* Peeks at the other's card: on the actor's view there is none. */
static int moves_that_peek(const void *rules, const void *state, bil_move *list)
{
    const uint8_t *bytes = state;
    const int count = REAL.moves(rules, state, list);
    return count > 2 && bytes[HAND] && bytes[HAND + 1] ? count - 1 : count;
}

static bil_move pick_the_first(const void *rules, const void *state, struct bil_random *random)
{
    bil_move list[3];
    bil_random_word(random);
    REAL.moves(rules, state, list);
    return list[0];
}

static int actor_of_states_only(const void *rules, const void *state)
{
    const uint8_t *bytes = state;
    const int seat = REAL.actor(rules, state);
    return seat >= 0 && !bytes[HAND + 1 - seat] ? 1 - seat : seat;
}

static int actor_out_of_range(const void *rules, const void *state)
{
    return ((const uint8_t *)state)[BOARD] && REAL.actor(rules, state) >= 0 ? 2 : REAL.actor(rules, state);
}

/* A checker that never ends the game: a call is nothing. */
static void apply_nothing(const void *rules, void *state, bil_move move, struct bil_random *random,
                          const struct bil_listener *listener)
{
    if (move == RAISE) {
        REAL.apply(rules, state, move, random, listener);
    }
}

static void apply_with_memory(const void *rules, void *state, bil_move move, struct bil_random *random,
                              const struct bil_listener *listener)
{
    static int times;
    REAL.apply(rules, state, move, random, listener);
    if (++times % 7 == 0) {
        bil_random_word(random);
    }
}

static void apply_that_depends_on_who_listens(const void *rules, void *state, bil_move move, struct bil_random *random,
                                              const struct bil_listener *listener)
{
    uint8_t *bytes = state;
    REAL.apply(rules, state, move, random, listener);
    if (listener && bytes[BOARD]) {
        bytes[BOARD] = (uint8_t)(1 + bytes[BOARD] % 6);
    }
}

static void apply_beyond_the_state(const void *rules, void *state, bil_move move, struct bil_random *random,
                                   const struct bil_listener *listener)
{
    uint8_t *bytes = state;
    REAL.apply(rules, state, move, random, listener);
    bytes[REAL.state_size] = 1;
}

static void apply_that_breaks_an_invariant(const void *rules, void *state, bil_move move, struct bil_random *random,
                                           const struct bil_listener *listener)
{
    uint8_t *bytes = state;
    REAL.apply(rules, state, move, random, listener);
    bytes[STAKE] = (uint8_t)(bytes[STAKE] + (move == RAISE));
}

/* Events reach the listener without their flags. */
static void hear_without_flags(void *context, const struct bil_event *event)
{
    const struct bil_listener *listener = context;
    struct bil_event bare = *event;
    bare.flags = 0;
    listener->hear(listener->context, &bare);
}
static void apply_unannounced(const void *rules, void *state, bil_move move, struct bil_random *random,
                              const struct bil_listener *listener)
{
    struct bil_listener real = {0};
    if (listener) {
        real = *listener;
    }
    const struct bil_listener bare = {hear_without_flags, &real};
    REAL.apply(rules, state, move, random, listener ? &bare : NULL);
}

/* Chance is decided before the game, and the board shows it without a word. */
static void apply_template_unannounced(const void *rules, void *state, bil_move move, struct bil_random *random,
                                       const struct bil_listener *listener)
{
    struct bil_listener real = {0};
    if (listener) {
        real = *listener;
    }
    const struct bil_listener bare = {hear_without_flags, &real};
    bil_game_template.apply(rules, state, move, random, listener ? &bare : NULL);
}

static void setup_leaves_bytes(const void *rules, struct bil_random *random, void *state, const struct bil_listener *listener)
{
    uint8_t *bytes = state;
    const uint8_t left_over = bytes[UNUSED];
    REAL.setup(rules, random, state, listener);
    bytes[UNUSED] = left_over;
}

/* In fast mode (the second byte of the rules) another card is dealt. */
static void setup_other_when_fast(const void *rules, struct bil_random *random, void *state, const struct bil_listener *listener)
{
    if (((const uint8_t *)rules)[1]) {
        bil_random_enter(random, 99, 99);
        bil_random_word(random);
    }
    REAL.setup(rules, random, state, listener);
    if (((const uint8_t *)rules)[1]) {
        uint8_t *bytes = state;
        const uint8_t first = bytes[HAND];
        bytes[HAND] = bytes[HAND + 1];
        bytes[HAND + 1] = first;
    }
}

/* Marks who looks, on top of what was there: hiding twice is not hiding once. */
static void hide_not_idempotent(const void *rules, const void *state, int viewer, void *view)
{
    uint8_t *bytes = view;
    REAL.hide(rules, state, viewer, view);
    bytes[UNUSED] = (uint8_t)(((const uint8_t *)state)[UNUSED] + 1);
}

static void hide_leaves_bytes(const void *rules, const void *state, int viewer, void *view)
{
    uint8_t *bytes = view;
    const uint8_t left_over = bytes[UNUSED];
    REAL.hide(rules, state, viewer, view);
    bytes[UNUSED] = left_over;
}

static void hide_from_everybody(const void *rules, const void *state, int viewer, void *view)
{
    REAL.hide(rules, state, viewer == BIL_EVERYBODY ? BIL_SPECTATOR : viewer, view);
}

/* Deals the viewer another card than the one it holds. */
static void deal_anything(const void *rules, const void *view, struct bil_random *random, void *world)
{
    uint8_t *bytes = world;
    REAL.deal(rules, view, random, world);
    const uint8_t first = bytes[HAND];
    bytes[HAND] = bytes[HAND + 1];
    bytes[HAND + 1] = first;
}

static void deal_a_card_twice(const void *rules, const void *view, struct bil_random *random, void *world)
{
    uint8_t *bytes = world;
    REAL.deal(rules, view, random, world);
    for (int seat = 0; seat < 2; seat++) {
        if (!((const uint8_t *)view)[HAND + seat]) {
            bytes[HAND + seat] = bytes[HAND + 1 - seat];
        }
    }
}

static void deal_with_memory(const void *rules, const void *view, struct bil_random *random, void *world)
{
    static int times;
    if (++times % 2) {
        bil_random_word(random);
    }
    REAL.deal(rules, view, random, world);
}

static void plan_anything(const void *rules, const void *view, const void *plan, struct bil_random *random, void *world)
{
    deal_anything(rules, view, random, world);
}

static void plan_with_a_number_more(const void *rules, const void *view, const void *plan, struct bil_random *random, void *world)
{
    REAL.deal(rules, view, random, world);
    bil_random_word(random);
}

static void believe_with_memory(const void *rules, const void *view, const void *plan, struct bil_random *random, void *world)
{
    deal_with_memory(rules, view, random, world);
}

static void score_that_does_not_add_up(const void *rules, const void *state, int seat, struct bil_score *score)
{
    REAL.score(rules, state, seat, score);
    score->total += score->count > 1;
}

static int rank_upside_down(const void *rules, const void *state, uint8_t place[BIL_MAX_SEATS])
{
    const int criterion = REAL.rank(rules, state, place);
    const uint8_t first = place[0];
    place[0] = place[1];
    place[1] = first;
    return criterion;
}

static int rank_without_a_second(const void *rules, const void *state, uint8_t place[BIL_MAX_SEATS])
{
    const int criterion = REAL.rank(rules, state, place);
    place[0] = (uint8_t)(place[0] == 2 ? 3 : place[0]);
    place[1] = (uint8_t)(place[1] == 2 ? 3 : place[1]);
    return criterion;
}

static int rank_by_the_wrong_criterion(const void *rules, const void *state, uint8_t place[BIL_MAX_SEATS])
{
    REAL.rank(rules, state, place);
    return -1;
}

static void why_not_for_all(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    bil_text_add(out, "No.");
}

static void why_not_for_none(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
}

/* The rows of the real game, and what was paid is forgotten. */
static void forgotten_stakes(struct bil_doc *doc)
{
    bil_json_raw(doc->out, "[1,1]");
}

static bool read_no_stakes(struct bil_doc *doc, const struct bil_value *value)
{
    uint8_t *bytes = doc->filled;
    bytes[STAKE] = bytes[STAKE + 1] = 1;
    return true;
}

static void write_stakes(struct bil_doc *doc)
{
    const uint8_t *bytes = doc->state;
    bil_json_array(doc->out);
    bil_json_integer(doc->out, bytes[STAKE]);
    bil_json_integer(doc->out, bytes[STAKE + 1]);
    bil_json_array_end(doc->out);
}

static bool read_stakes(struct bil_doc *doc, const struct bil_value *value)
{
    uint8_t *bytes = doc->filled;
    bytes[STAKE] = (uint8_t)value->child->integer;
    bytes[STAKE + 1] = (uint8_t)value->child->next->integer;
    return true;
}

/* Observations that lack a member, name a hidden one, or leave their range. */
static const struct bil_field out_of_range[] = {{NULL, BIL_FIELD_NUMBER, .bytes = 1, .offset = STAKE, .high = 1}, {0}};
static void peek_at_hands(const struct bil_doc *doc, const unsigned char *base, uint16_t *numbers)
{
    static uint16_t number; /* not of the view */
    number = (uint16_t)((number + 1) % 1000);
    numbers[0] = number;
}
static const struct bil_field not_of_the_view[] = {
    {NULL, BIL_FIELD_OWN, .observe = peek_at_hands, .numbers = 1, .high = UINT16_MAX}, {0}};

static void no_json(struct bil_doc *doc)
{
    bil_text_add(doc->out, ",,");
}

/* With another row for "stakes". */
static struct bil_field *with_stakes(void (*write)(struct bil_doc *doc))
{
    static struct bil_field rows[16];
    for (int i = 0; i == 0 || rows[i - 1].kind; i++) {
        rows[i] = REAL.position[i];
        if (rows[i].kind && strcmp(rows[i].key, "stakes") == 0) {
            rows[i] = (struct bil_field){"stakes", BIL_FIELD_OWN, .write = write, .read = read_no_stakes};
        }
    }
    return rows;
}

/* Written and read right, and observed so. */
static const struct bil_field *observed_as(const struct bil_field *observed)
{
    struct bil_field *rows = with_stakes(write_stakes);
    struct bil_field *row = rows;
    while (strcmp(row->key, "stakes") != 0) {
        row++;
    }
    row->read = read_stakes;
    row->observed = observed;
    return rows;
}

static void draw_too_wide(const void *rules, const void *view, const struct bil_style *style, struct bil_text *out)
{
    REAL.draw(rules, view, style, out);
    bil_text_repeat(out, "=", style->columns + 1);
}

static void draw_in_colour(const void *rules, const void *view, const struct bil_style *style, struct bil_text *out)
{
    bil_text_add(out, "\033[1m");
    REAL.draw(rules, view, style, out);
}

static void draw_symbols(const void *rules, const void *view, const struct bil_style *style, struct bil_text *out)
{
    bil_text_add(out, "\xE2\x99\xA0");
    REAL.draw(rules, view, style, out);
}

static void advise_on_the_first_alone(const void *rules, const void *view, const bil_move *moves, int count, int32_t *value)
{
    REAL.advise(rules, view, moves, 1, value);
}

static void explain_nothing(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
}

static void event_in_two_lines(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out)
{
    REAL.event_text(rules, event, viewer, out);
    bil_text_char(out, '\n');
}

static void event_that_says_you(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out)
{
    REAL.event_text(rules, event, viewer, out);
    bil_text_add(out, viewer == event->seat ? " That was you." : "");
}

static bool recorded_by_peeking(const void *rules, const void *state)
{
    const uint8_t *bytes = state;
    return bytes[HAND] && bytes[HAND + 1];
}

static const char *check_that_always_complains(const void *rules, const void *state, char *buffer, size_t size)
{
    snprintf(buffer, size, "something is always wrong");
    return buffer;
}

/* ------------------------------------------------------------------ the rows */

/* The part of a game that is replaced, and what the report must say of it. */
#define BROKEN(member, function, words)                                                                                            \
    {                                                                                                                              \
#function, offsetof(struct bil_game, member), (void (*)(void))(function), words                                            \
    }

static const struct {
    const char *name;
    size_t member;
    void (*function)(void);
    const char *words;
} rows[] = {
    BROKEN(moves, moves_twice, "are both"),
    BROKEN(moves, moves_zero, "is 0"),
    BROKEN(moves, moves_too_many, "runs over"),
    BROKEN(moves, moves_none, "0 moves, but the actor is"),
    BROKEN(moves, moves_that_peek, "the actor's view has"),
    BROKEN(pick, pick_the_first, "pick took"),
    BROKEN(actor, actor_of_states_only, "the actor of the view"),
    BROKEN(actor, actor_out_of_range, "the actor is 2"),
    BROKEN(apply, apply_nothing, "does not end"),
    BROKEN(apply, apply_with_memory, "other random numbers"),
    BROKEN(apply, apply_that_depends_on_who_listens, "a copy does not play on"),
    BROKEN(apply, apply_beyond_the_state, "apply wrote"),
    BROKEN(apply, apply_that_breaks_an_invariant, "a raise adds 2"),
    BROKEN(apply, apply_unannounced, "a random number fell"),
    BROKEN(setup, setup_leaves_bytes, "setup leaves bytes"),
    BROKEN(setup, setup_other_when_fast, "fast mode"),
    BROKEN(hide, hide_not_idempotent, "the view of"),
    BROKEN(hide, hide_leaves_bytes, "hide leaves bytes"),
    BROKEN(hide, hide_from_everybody, "lacks byte"),
    BROKEN(deal, deal_anything, "is not the view"),
    BROKEN(deal, deal_a_card_twice, "every card is there once"),
    BROKEN(deal, deal_with_memory, "not repeatable"),
    BROKEN(deal_planned, plan_anything, "another world than deal"),
    BROKEN(deal_planned, plan_with_a_number_more, "other random numbers than deal"),
    BROKEN(deal_believed, plan_anything, "is not the view"),
    BROKEN(deal_believed, believe_with_memory, "not repeatable"),
    BROKEN(check, check_that_always_complains, "something is always wrong"),
    BROKEN(score, score_that_does_not_add_up, "together, the total is"),
    BROKEN(rank, rank_upside_down, "not the better place"),
    BROKEN(rank, rank_without_a_second, "are before it"),
    BROKEN(rank, rank_by_the_wrong_criterion, "is said to have decided"),
    BROKEN(why_not, why_not_for_all, "is legal, and yet: No."),
    BROKEN(why_not, why_not_for_none, "no reason is given"),
    BROKEN(draw, draw_too_wide, "is wider than 60 columns"),
    BROKEN(draw, draw_in_colour, "where there is no colour"),
    BROKEN(draw, draw_symbols, "more than ASCII"),
    BROKEN(advise, advise_on_the_first_alone, "missing or changes"),
    BROKEN(explain, explain_nothing, "not explained"),
    BROKEN(event_text, event_in_two_lines, "more than a line"),
    BROKEN(event_text, event_that_says_you, "without saying so"),
    BROKEN(recorded, recorded_by_peeking, "not the same on the actor's view"),
};

static void expect_caught(const struct bil_game *game, const char *name, const char *words)
{
    const struct battery battery = {.game = game, .seats = 2, .games = 200, .worlds = 1, .words = 1};
    struct bil_text report = {0};
    if (battery_run(&battery, NULL, &report)) {
        fail_msg("%s was let through", name);
    }
    if (strstr(bil_text_string(&report), words) == NULL) {
        fail_msg("%s was caught, but for another reason: %s", name, bil_text_string(&report));
    }
    /* From the report the same failure can be had again. */
    assert_non_null(strstr(bil_text_string(&report), game->id));
    assert_non_null(strstr(bil_text_string(&report), "seed \"battery "));
    assert_non_null(strstr(bil_text_string(&report), "ply "));
    bil_text_free(&report);
}

static void every_sabotage_is_caught(void **state)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bil_game game = bil_game_leduc;
        memcpy((char *)&game + rows[i].member, &rows[i].function, sizeof rows[i].function);
        expect_caught(&game, rows[i].name, rows[i].words);
    }
}

/* A notation that goes wrong in one place, and what the report must say of it. */
static const char *alike(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    const struct bil_nouns *real = REAL.notation->slots->nouns;
    return real->name(rules, view, number == RAISE ? CALL : number, which, room);
}

static const char *peeking(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    const uint8_t *bytes = view;
    snprintf(room, BIL_NAME, "%d with %s", number, bytes[HAND] ? "a card" : "none");
    return which == 0 ? room : NULL;
}

static bil_move unlike(const void *rules, const void *view, bil_move move, uint32_t given)
{
    return move == FOLD ? CALL : move;
}

static void a_broken_notation_is_caught(void **state)
{
    static const struct {
        const char *(*name)(const void *rules, const void *view, int number, int which, char room[BIL_NAME]);
        bil_move (*complete)(const void *rules, const void *view, bil_move move, uint32_t given);
        uint64_t members;
        const char *words;
    } broken[] = {
        {alike, NULL, 0, "two moves have the text"},
        {peeking, NULL, 0, "from its own view"},
        {NULL, unlike, 0, "comes back as move"},
        {NULL, NULL, 1U << FOLD, "has no number"},
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct bil_game game = bil_game_leduc;
        struct bil_notation notation = *REAL.notation;
        struct bil_slot slots[2] = {REAL.notation->slots[0], {.word = NULL}};
        struct bil_nouns nouns = *slots[0].nouns;
        nouns.name = broken[i].name ? broken[i].name : nouns.name;
        slots[0].nouns = &nouns;
        slots[0].members = broken[i].members ? broken[i].members : slots[0].members;
        notation.slots = slots;
        notation.complete = broken[i].complete;
        game.notation = &notation;
        expect_caught(&game, broken[i].words, broken[i].words);
    }
}

static void an_event_without_a_word_is_caught(void **state)
{
    static const char *const few[] = {"", "dealt", "kept", NULL};
    struct bil_game game = bil_game_template;
    game.event_words = few;
    expect_caught(&game, "an event without a word", "have no word");
}

/* One who tells everybody all of an event. */
static const struct bil_game *talking;
static void tell_everybody(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out)
{
    talking->event_text(rules, event, BIL_EVERYBODY, out);
}

static void what_is_told_too_much_is_caught(void **state)
{
    for (int i = 0; bil_games[i]; i++) {
        struct bil_game game = *bil_games[i];
        struct bil_notation notation = *game.notation;
        talking = bil_games[i];
        game.event_text = tell_everybody;
        expect_caught(&game, "an event that is told to all", "but hears of one");
        game = *bil_games[i];
        notation.open = NULL;
        game.notation = &notation;
        if (bil_games[i]->notation->open) {
            expect_caught(&game, "a move that is open to all", "but reads the move as");
        }
    }
}

static void unannounced_learning_is_caught(void **state)
{
    struct bil_game game = bil_game_template;
    game.apply = apply_template_unannounced;
    expect_caught(&game, "a card that is drawn without a word", "no event says so");
}

static const struct bil_topic wide_topics[] = {
    {"wide", "Wide", "A line that goes on and on until it is clearly wider than the seventy-eight columns that a topic may have\n"},
    {NULL, NULL, NULL},
};

static void trails_off(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out)
{
    bil_text_add(out, "And then");
}

static void an_incomplete_game_is_caught(void **state)
{
    static const char *const no_tie_breaks[] = {NULL};
    static const struct bil_field taken[] = {{"seats", BIL_FIELD_NUMBER, .bytes = 1, .offset = STAKE, .high = 9}, {0}};
    struct bil_game game = bil_game_leduc;
    game.topics = wide_topics;
    expect_caught(&game, "a wide topic", "wider than 78");
    game = bil_game_leduc;
    game.position = with_stakes(forgotten_stakes);
    expect_caught(&game, "a position without stakes", "the position of");
    game.position = with_stakes(no_json);
    expect_caught(&game, "a position that is no JSON", "is not JSON");
    game = bil_game_leduc;
    game.tie_breaks = no_tie_breaks;
    expect_caught(&game, "no tie-breaks", "tie-breaks");
    game = bil_game_leduc;
    game.check = NULL;
    expect_caught(&game, "no check", "is missing");
    game = bil_game_leduc;
    game.position = taken;
    expect_caught(&game, "a key of the table's", "needs another key");
    game = bil_game_leduc;
    game.facts_size = game.state_size + 1;
    expect_caught(&game, "facts beyond the state", "out of bounds");
    game = bil_game_template;
    game.consequence = trails_off;
    expect_caught(&game, "a consequence without an end", "is no sentence");
}

static void a_broken_observation_is_caught(void **state)
{
    struct bil_game game = bil_game_leduc;
    game.position = observed_as(NULL);
    expect_caught(&game, "an observation without stakes", "and their observations in nothing");
    game.position = observed_as(out_of_range);
    expect_caught(&game, "an observation out of range", "and at most 1");
    game.position = observed_as(not_of_the_view);
    expect_caught(&game, "an observation of something else", "is not that of the view");
}

/* A failure comes again at the same game and ply, also when the run begins there. */
static void failures_repeat(void **state)
{
    struct bil_game game = bil_game_leduc;
    game.position = with_stakes(forgotten_stakes);
    struct battery battery = {.game = &game, .seats = 2, .games = 200, .worlds = 3, .words = 7};
    struct bil_text first = {0};
    struct bil_text again = {0};
    assert_false(battery_run(&battery, NULL, &first));
    const char *number = strstr(bil_text_string(&first), "battery ");
    assert_non_null(number);
    battery.first = strtoull(number + strlen("battery "), NULL, 10);
    battery.games = 1;
    assert_false(battery_run(&battery, NULL, &again));
    assert_string_equal(bil_text_string(&again), bil_text_string(&first));
    bil_text_free(&first);
    bil_text_free(&again);
}

static void sound_games_pass(void **state)
{
    const struct bil_game *const games[] = {&bil_game_leduc, &bil_game_template, &bil_game_tic_tac_toe};
    for (int i = 0; i < 3; i++) {
        const struct battery battery = {.game = games[i], .seats = 2, .games = 200, .worlds = 1, .words = 1};
        struct battery_count count;
        struct bil_text report = {0};
        assert_true(battery_run(&battery, &count, &report));
        assert_int_equal(report.length, 0);
        assert_int_equal(count.games, 200);
        assert_true(count.observations > count.games);
        assert_true((count.hidden > 0) == (games[i] != &bil_game_tic_tac_toe));
        bil_text_free(&report);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_games_pass),
        cmocka_unit_test(every_sabotage_is_caught),
        cmocka_unit_test(a_broken_notation_is_caught),
        cmocka_unit_test(an_event_without_a_word_is_caught),
        cmocka_unit_test(what_is_told_too_much_is_caught),
        cmocka_unit_test(unannounced_learning_is_caught),
        cmocka_unit_test(an_incomplete_game_is_caught),
        cmocka_unit_test(a_broken_observation_is_caught),
        cmocka_unit_test(failures_repeat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
