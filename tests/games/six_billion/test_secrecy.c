/* What a viewer is told never depends on what it may not know (SIX-15, 17, 21, 174, 202, 215 to 222), byte for byte.
 *
 * Over random games all that a viewer cannot see is dealt anew, and everything that viewer is sent must stay the same: view, moves,
 * prompt, drawing, position, notation, reasons, estimates, and what it hears of the next move. Pairs of tables that differ in one
 * thing stand in test_rules_secrecy.c. */
#include "billions/bot.h"
#include "games/six_billion/rules/state.h"
#include "games/six_billion/support.h"
#include "kit/fields.h"
#include "kit/notation.h"
#include "unit.h"

enum { GAMES = 12, MAX_REVEALED = 32, MAX_HEARD = 256 };

static const char *const options[] = {"", "track=on", "track=on;discovery-step=on;tokens=9", "neutrals=1;trouble-billion=on"};

static void begin(struct case_table *table, unsigned index)
{
    const unsigned option = index / 4 % 4;
    six_begin(table, option == 3 ? 3 : 2 + (int)(index % 4), options[option], 40 + index);
}

/* ------------------------------------------------------------------ everything a viewer is sent of a state */

/* The view alone, or all that is made of it too: words, pictures, documents, estimates. */
enum told { VIEW_ONLY, ALL };

static void told_of_moves(const void *rules, const struct six_state *state, const struct six_state *view, int viewer,
                          struct bil_text *out)
{
    const struct bil_game *game = six_test_game();
    bil_move list[BIL_MAX_MOVES];
    int32_t value[BIL_MAX_MOVES] = {0};
    const int count = game->moves(rules, state, list);
    bil_text_add_bytes(out, (const char *)list, (size_t)count * sizeof list[0]);
    game->advise(rules, view, list, count, value);
    bil_text_add_bytes(out, (const char *)value, (size_t)count * sizeof value[0]);
    for (int i = 0; i < count; i++) {
        bil_move_text(game, rules, state, list[i], viewer, out);
        game->explain(rules, view, list[i], out);
    }
    game->why_not(rules, view, SIX_MOVE(SIX_M_CANCEL, SIX_DEATH, 0, 0, 0, 0), out);
    game->why_not(rules, view, SIX_MOVE(SIX_M_DOUBLE, SIX_DOUBLE_OTHER, 1, SIX_MARS, 0, 0), out);
    game->why_not(rules, view, SIX_MOVE(SIX_M_RESPOND, SIX_WAR, 0, 0, 0, 0), out);
    bil_text_format(out, "%d", game->recorded(rules, state));
}

static void told(const void *rules, const struct six_state *state, int viewer, enum told much, struct bil_text *out)
{
    static const struct bil_style plain = {80, false, false};
    static const struct bil_style rich = {120, true, true};
    const struct bil_game *game = six_test_game();
    struct six_state view;
    game->hide(rules, state, viewer, &view);
    bil_text_add_bytes(out, (const char *)&view, sizeof view);
    if (much == VIEW_ONLY) {
        return;
    }
    game->prompt(rules, &view, true, out);
    game->draw(rules, &view, &plain, out);
    game->draw(rules, &view, &rich, out);
    bil_json_object(out);
    bil_members_write(game, rules, &view, out);
    bil_json_object_end(out);
    for (int seat = 0; seat < ((const struct six_rules *)rules)->seats; seat++) {
        struct bil_score score;
        game->score(rules, &view, seat, &score);
        bil_text_format(out, "%d ", score.total);
    }
    bil_text_format(out, "actor %d ", game->actor(rules, &view));
    if (game->actor(rules, state) == viewer && viewer >= 0) {
        told_of_moves(rules, state, &view, viewer, out);
    }
}

static void same_told(const void *rules, const struct six_state *one, const struct six_state *other, int viewer, enum told much)
{
    struct bil_text first = {0};
    struct bil_text second = {0};
    told(rules, one, viewer, much, &first);
    told(rules, other, viewer, much, &second);
    assert_int_equal(first.length, second.length);
    assert_memory_equal(first.data, second.data, first.length);
    bil_text_free(&first);
    bil_text_free(&second);
}

/* A world that the viewer can think of. */
static void deal(const struct case_table *table, int viewer, struct bil_random *random, struct six_state *world)
{
    struct six_state view;
    char buffer[256];
    six_test_game()->hide(table->position.rules, table->position.state, viewer, &view);
    six_test_game()->deal(table->position.rules, &view, random, world);
    const char *broken = six_test_game()->check(table->position.rules, world, buffer, sizeof buffer);
    if (broken) {
        fail_msg("a dealt world is broken: %s", broken);
    }
}

static void what_is_told_survives_a_new_deal(void **state)
{
    int different = 0;
    for (unsigned index = 0; index < GAMES; index++) {
        struct case_table table;
        struct bil_random choice;
        struct bil_random dealer;
        six_dice(&choice, 500 + index);
        six_dice(&dealer, 600 + index);
        begin(&table, index);
        for (; case_table_actor(&table) != BIL_OVER; six_play_any(&table, &choice)) {
            for (int viewer = BIL_SPECTATOR; viewer < table.position.config.seats; viewer++) {
                const bool all = bil_random_below(&choice, viewer == case_table_actor(&table) ? 6 : 30) == 0;
                struct six_state world;
                deal(&table, viewer, &dealer, &world);
                different += memcmp(&world, table.position.state, sizeof world) != 0;
                same_told(table.position.rules, table.position.state, &world, viewer, all ? ALL : VIEW_ONLY);
            }
        }
        case_table_free(&table);
    }
    assert_true(different > 1000 * GAMES);
}

/* ------------------------------------------------------------------ what a viewer hears of the next move */

struct hearing {
    const void *rules;
    int viewer;
    struct bil_text text;                    /* what it is told, event by event, and in runs */
    struct bil_event revealed[MAX_REVEALED]; /* events that show it a card it did not know */
    int revealed_count;
    bool all_shown; /* a whole hand, or at the end all cards */
    struct bil_event heard[MAX_HEARD];
    int heard_count;
};

static void hear(void *context, const struct bil_event *event)
{
    struct hearing *hearing = context;
    const bool mine = event->seat == hearing->viewer && hearing->viewer >= 0;
    six_test_game()->event_text(hearing->rules, event, hearing->viewer, &hearing->text);
    bil_text_char(&hearing->text, '\n');
    if (event->kind == SIX_E_FACE_UP || ((event->kind == SIX_E_DREW || event->kind == SIX_E_FOUND) && mine)) {
        assert_true(hearing->revealed_count < MAX_REVEALED);
        hearing->revealed[hearing->revealed_count++] = *event;
    }
    hearing->all_shown = hearing->all_shown || event->kind == SIX_E_OVER || (event->kind == SIX_E_HAND_GOES && !mine);
    assert_true(hearing->heard_count < MAX_HEARD);
    hearing->heard[hearing->heard_count++] = *event;
}

/* What somebody who was away is told of it. */
static void retell(struct hearing *hearing)
{
    for (int at = 0; at < hearing->heard_count;) {
        bool opens = false;
        const int told_of = six_test_game()->retell(hearing->rules, &hearing->heard[at], hearing->heard_count - at, hearing->viewer,
                                                    &hearing->text, &opens);
        assert_true(told_of >= 1 && told_of <= hearing->heard_count - at);
        bil_text_format(&hearing->text, "%s\n", opens ? "\n" : "");
        at += told_of;
    }
}

/* Puts the card that lies on the real deck on top of the world's too, if it is in that deck: the order is known to nobody. */
static void same_top(const struct six_state *state, struct six_state *world)
{
    for (int i = 0; i < world->deck; i++) {
        if (world->pile[i] == state->pile[state->deck - 1]) {
            world->pile[i] = world->pile[world->deck - 1];
            world->pile[world->deck - 1] = state->pile[state->deck - 1];
            return;
        }
    }
}

/* A legal move of the world's actor that the viewer reads as `move`; 0 if this world's hand cannot make it. */
static bil_move alike(const struct case_table *table, const struct six_state *world, int viewer, bil_move move)
{
    const struct bil_game *game = six_test_game();
    bil_move list[BIL_MAX_MOVES];
    bil_move found = 0;
    struct bil_text notation = {0};
    bil_move_text(game, table->position.rules, table->position.state, move, viewer, &notation);
    const int count = game->moves(table->position.rules, world, list);
    for (int i = 0; i < count && found == 0; i++) {
        struct bil_text other = {0};
        bil_move_text(game, table->position.rules, world, list[i], viewer, &other);
        found = strcmp(bil_text_string(&other), bil_text_string(&notation)) == 0 ? list[i] : 0;
        bil_text_free(&other);
    }
    bil_text_free(&notation);
    return found;
}

static bool reveals_the_same(const struct hearing *one, const struct hearing *other)
{
    return !one->all_shown && !other->all_shown && one->revealed_count == other->revealed_count &&
           memcmp(one->revealed, other->revealed, (size_t)one->revealed_count * sizeof one->revealed[0]) == 0;
}

/* Makes the move in the game and in a world, and compares what the viewer hears and sees of it. Not where it shows him cards that
 * he did not know, and others than in the game. */
static bool compare_next(const struct case_table *table, int viewer, struct six_state *world, bil_move move, enum told much)
{
    const struct bil_game *game = six_test_game();
    const void *rules = table->position.rules;
    static struct hearing hearing[2];
    struct six_state next[2];
    same_top(table->position.state, world);
    const bil_move dealt_move = viewer == case_table_actor(table) ? move : alike(table, world, viewer, move);
    if (dealt_move == 0) {
        return false;
    }
    memcpy(&next[0], table->position.state, sizeof next[0]);
    memcpy(&next[1], world, sizeof next[1]);
    for (int i = 0; i < 2; i++) {
        struct bil_random chance = table->random;
        const struct bil_listener listener = {hear, &hearing[i]};
        hearing[i] = (struct hearing){.rules = rules, .viewer = viewer};
        game->apply(rules, &next[i], i == 0 ? move : dealt_move, &chance, &listener);
        retell(&hearing[i]);
    }
    const bool same = reveals_the_same(&hearing[0], &hearing[1]);
    if (same) {
        assert_string_equal(bil_text_string(&hearing[0].text), bil_text_string(&hearing[1].text));
        same_told(rules, &next[0], &next[1], viewer, much);
    }
    bil_text_free(&hearing[0].text);
    bil_text_free(&hearing[1].text);
    return same;
}

static void what_is_heard_survives_a_new_deal(void **state)
{
    int compared[SIX_VERBS] = {0};
    for (unsigned index = 0; index < 2 * GAMES; index++) {
        struct case_table table;
        struct bil_random choice;
        struct bil_random dealer;
        six_dice(&choice, 700 + index);
        six_dice(&dealer, 800 + index);
        begin(&table, index);
        while (case_table_actor(&table) != BIL_OVER) {
            struct bil_error error = {{0}};
            struct six_state world;
            const int viewer = (int)bil_random_below(&dealer, (uint32_t)table.position.config.seats + 1) - 1;
            const bil_move move = bil_pick(six_test_game(), table.position.rules, table.position.state, &choice);
            deal(&table, viewer, &dealer, &world);
            compared[SIX_VERB(move)] +=
                compare_next(&table, viewer, &world, move, bil_random_below(&dealer, 8) == 0 ? ALL : VIEW_ONLY);
            six_must(case_table_apply(&table, move, &error), &error);
        }
        case_table_free(&table);
    }
    for (int verb = SIX_M_GROW; verb < SIX_VERBS; verb++) {
        if (compared[verb] < 3 && verb != SIX_M_RECYCLE) { /* that shuffles other cards, so that others lie open */
            fail_msg("verb %d was compared only %d times", verb, compared[verb]);
        }
    }
}

/* A bot gets the view, so it plays the same in every world that fits it. */
static void bots_play_the_same_in_every_world(void **state)
{
    struct bil_error error = {{0}};
    const struct bil_bot *greedy = bil_bot_find("greedy", &error);
    int asked = 0;
    assert_non_null(greedy);
    for (unsigned index = 0; index < 4; index++) {
        struct case_table table;
        struct bil_random choice;
        six_dice(&choice, 900 + index);
        begin(&table, index);
        for (; case_table_actor(&table) != BIL_OVER; six_play_any(&table, &choice)) {
            bil_move list[BIL_MAX_MOVES];
            const int count = case_table_moves(&table, list);
            const int actor = case_table_actor(&table);
            struct six_state world;
            struct six_state view[2];
            bil_move chosen[2];
            deal(&table, actor, &choice, &world);
            six_test_game()->hide(table.position.rules, table.position.state, actor, &view[0]);
            six_test_game()->hide(table.position.rules, &world, actor, &view[1]);
            for (int i = 0; i < 2; i++) {
                struct bil_random thought;
                six_dice(&thought, 1000 + index);
                const struct bil_ask ask = {.game = six_test_game(),
                                            .rules = table.position.rules,
                                            .view = &view[i],
                                            .seat = actor,
                                            .moves = list,
                                            .count = count,
                                            .random = &thought};
                chosen[i] = greedy->choose(greedy, &ask);
            }
            assert_int_equal(chosen[0], chosen[1]);
            asked++;
        }
        case_table_free(&table);
    }
    assert_true(asked > 500);
}

/* SIX-219, 222: before the end nobody sees deck, hands of others, Agendas; at the end Agendas and Discovery cards are shown. */
static void hands_and_deck_stay_hidden(void **state)
{
    for (unsigned index = 0; index < 6; index++) {
        struct case_table table;
        struct bil_random choice;
        six_dice(&choice, 1100 + index);
        begin(&table, index);
        for (bool over = false; !over;) {
            const struct six_state *now = table.position.state;
            over = case_table_actor(&table) == BIL_OVER;
            for (int viewer = BIL_SPECTATOR; viewer < table.position.config.seats; viewer++) {
                struct six_state view;
                six_test_game()->hide(table.position.rules, now, viewer, &view);
                for (int i = 0; i < view.deck; i++) {
                    assert_int_equal(view.pile[i], SIX_HIDDEN);
                }
                for (int seat = 0; seat < table.position.config.seats; seat++) {
                    static const uint8_t nothing[SIX_CARDS];
                    const bool own = seat == viewer;
                    assert_memory_equal(view.hand[seat].copies, own ? now->hand[seat].copies : nothing, sizeof nothing);
                    assert_int_equal(view.agenda[seat], own || over ? now->agenda[seat] : SIX_FIND_HIDDEN);
                    assert_true(!over || memcmp(view.find[seat], now->find[seat], sizeof view.find[seat]) == 0);
                }
            }
            if (!over) {
                six_play_any(&table, &choice);
            }
        }
        case_table_free(&table);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_told_survives_a_new_deal),
        cmocka_unit_test(what_is_heard_survives_a_new_deal),
        cmocka_unit_test(bots_play_the_same_in_every_world),
        cmocka_unit_test(hands_and_deck_stay_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
