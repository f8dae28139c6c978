/* What One Billion Users writes and reads: moves in notation and back (section 17, OBU-206), what people type (words/parse.json),
 * prompts for every viewer (words/prompt.json), and a sentence for every event that never says more than its reader may know
 * (OBU-195..201). */
#include "games/one_billion_users/sentences.h"
#include "games/one_billion_users/words/words.h"
#include "kit/notation.h"
#include "unit.h"

#include <stdio.h>

/* ------------------------------------------------------------------ cases */

/* ------------------------------------------------------------------ there and back */

static bool reads_what_it_writes(const struct case_table *table, void *context, struct bil_error *error)
{
    const struct bil_game *game = obu_test_game();
    const struct obu_state *state = table->position.state;
    const int actor = case_table_actor(table);
    struct obu_state view;
    struct bil_text text = {0};
    bil_move moves[OBU_ALL_MOVES];
    const int count = obu_all_moves(table, moves);
    bool fine = true;
    int *checked = context;
    game->hide(table->position.rules, state, actor == BIL_OVER ? 0 : actor, &view);
    for (int i = 0; i < count && fine; i++) {
        /* "take Pet Pictures" where a card is to be drawn and that one is on top means to draw it */
        if (OBU_VERB(moves[i]) == OBU_M_TAKE && obu_top_const(state)->kind == OBU_DRAW && state->discard > 0 &&
            obu_discard_top(state) == OBU_A(moves[i])) {
            continue;
        }
        bil_move read = 0;
        bil_text_clear(&text);
        bil_move_text(game, table->position.rules, state, moves[i], BIL_EVERYBODY, &text);
        if (!bil_move_parse(game, table->position.rules, &view, bil_text_string(&text), &read, error)) {
            fine = false;
        } else if (read != moves[i]) {
            fine = bil_fail(error, "\"%s\" is written for %u and read as %u", bil_text_string(&text), moves[i], read);
        }
        ++*checked;
    }
    bil_text_free(&text);
    return fine;
}

static void every_move_is_read_as_it_is_written(void **context)
{
    for (int i = 0; i < obu_walk_count; i++) {
        struct bil_error error = {{0}};
        struct case_walk walk = obu_walks[i];
        int checked = 0;
        walk.stride = 7;
        if (!obu_walk(&walk, reads_what_it_writes, &checked, &error)) {
            fail_msg("%s", error.text);
        }
        assert_true(checked > 5000);
    }
}

/* Lines out of words of the game, scraps of them and any bytes: each is a move, which is written as it is read, or gets a sentence.
 */
static void add_scrap(struct bil_text *line, struct bil_random *dice, const struct obu_rules *rules)
{
    static const char *const words[] = {
        "launch",  "return", "draw", "add",  "block", "fix",   "grind", "guard", "poke", "push", "discard", "sacrifice", "done",
        "counter", "pass",   "give", "take", "drop",  "claim", "play",  "to",    "on",   "1",    "2",       "3",         "9",
        "99999",   ",",      ";",    "?",    "the",   "and",   "deck",  "from",  "seat", "d",    "p"};
    const char *name = obu_card_name(rules, (int)bil_random_below(dice, OBU_CARDS));
    switch (bil_random_below(dice, 5)) {
    case 0:
    case 1:
        bil_text_add(line, words[bil_random_below(dice, sizeof words / sizeof words[0])]);
        break;
    case 2:
        bil_text_add(line, name);
        break;
    case 3:
        bil_text_add_bytes(line, name, 1 + bil_random_below(dice, (uint32_t)strlen(name)));
        break;
    default:
        for (uint32_t i = bil_random_below(dice, 4); i > 0; i--) {
            bil_text_char(line, (char)(1 + bil_random_below(dice, 255)));
        }
        break;
    }
    bil_text_char(line, ' ');
}

static bool answers_any_line(const struct case_table *table, void *context, struct bil_error *error)
{
    const struct bil_game *game = obu_test_game();
    const struct obu_rules *rules = table->position.rules;
    struct bil_random *dice = context;
    struct bil_text line = {0};
    struct bil_text text = {0};
    bool fine = true;
    for (int i = 0; i < 150 && fine; i++) {
        bil_move move = 0;
        bil_move again = 0;
        bool legal = false;
        struct bil_error answer = {{0}};
        bil_text_clear(&line);
        bil_text_clear(&text);
        for (uint32_t scraps = bil_random_below(dice, 6); scraps > 0; scraps--) {
            add_scrap(&line, dice, rules);
        }
        if (!case_said_parse(table, bil_text_string(&line), &move, &legal, &answer)) {
            fine = strlen(answer.text) > 10 || bil_fail(error, "\"%s\" gets no answer", bil_text_string(&line));
            continue;
        }
        bil_move_text(game, rules, table->position.state, move, BIL_EVERYBODY, &text);
        const bool taken = obu_top_const(table->position.state)->kind == OBU_DRAW && OBU_VERB(move) == OBU_M_TAKE;
        if (!taken && (!case_said_parse(table, bil_text_string(&text), &again, &legal, error) || again != move)) {
            fine = bil_fail(error, "\"%s\" is read as \"%s\", which is read as another move", bil_text_string(&line),
                            bil_text_string(&text));
        }
    }
    bil_text_free(&line);
    bil_text_free(&text);
    return fine;
}

static void any_line_is_a_move_or_gets_an_answer(void **context)
{
    uint8_t seed[BIL_SEED_BYTES] = {42};
    struct bil_random dice;
    bil_random_stream(&dice, seed, 1, 0);
    for (int i = 0; i < obu_walk_count; i++) {
        struct bil_error error = {{0}};
        struct case_walk walk = obu_walks[i];
        walk.stride = 31;
        if (!obu_walk(&walk, answers_any_line, &dice, &error)) {
            fail_msg("%s", error.text);
        }
    }
}

/* ------------------------------------------------------------------ what others read of a move (OBU-197, 199, 200) */

static void expect_text(const struct case_table *table, bil_move move, int viewer, const char *expected)
{
    struct bil_text text = {0};
    case_table_move_text(table, move, viewer, &text);
    assert_string_equal(bil_text_string(&text), expected);
    bil_text_free(&text);
}

static void hidden_cards_are_question_marks(void **context)
{
    static const struct {
        bil_move move;
        const char *own, *other;
    } moves[] = {
        {OBU_MOVE(OBU_M_GRIND, OBU_PUSH, 0, 0), "grind Push", "grind ?"},
        {OBU_MOVE(OBU_M_GIVE, OBU_POKE, 0, 0), "give Poke", "give ?"},
        {OBU_MOVE(OBU_M_RETURN, OBU_BAD_PRESS, OBU_PUSH, OBU_HIDDEN), "return Bad Press, Push", "return ?"},
        {OBU_MOVE(OBU_M_DISCARD, OBU_PUSH, 0, 0), "discard Push", "discard Push"},
        {OBU_MOVE(OBU_M_BLOCK, OBU_BAD_PRESS, 1, 0), "block 2 Bad Press", "block 2 Bad Press"},
        {OBU_MOVE(OBU_M_PUSH, OBU_TROLL, 2, 0), "push The Troll to 3", "push The Troll to 3"},
        {OBU_MOVE(OBU_M_CLAIM, 1, 0, 0), "claim 2", "claim 2"},
        {OBU_MOVE(OBU_M_SACRIFICE, OBU_HIDDEN, 0, 0), "sacrifice", "sacrifice"},
        {OBU_MOVE(OBU_M_COUNTER_PUSH, 0, 0, 0), "counter Push to 1", "counter Push to 1"},
        {31, "?", "?"},
    };
    struct case_table table;
    static const char json[] = "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 3, \"turn\": 2}";
    obu_begin_text(&table, json);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        expect_text(&table, moves[i].move, 1, moves[i].own);
        expect_text(&table, moves[i].move, BIL_EVERYBODY, moves[i].own);
        expect_text(&table, moves[i].move, 0, moves[i].other);
        expect_text(&table, moves[i].move, 2, moves[i].other);
        expect_text(&table, moves[i].move, BIL_SPECTATOR, moves[i].other);
    }
    case_table_free(&table);
}

static void launches_are_secret_until_the_last(void **context)
{
    struct case_table table;
    struct bil_error error;
    obu_begin(&table, 3, "networks=off", 3);
    for (int seat = 0; seat < 3; seat++) {
        bil_move moves[BIL_MAX_MOVES];
        struct bil_text own = {0};
        assert_int_equal(case_table_actor(&table), seat);
        case_table_moves(&table, moves);
        case_table_move_text(&table, moves[0], seat, &own);
        assert_non_null(strstr(bil_text_string(&own), obu_card_name(table.position.rules, OBU_A(moves[0]))));
        /* with the last choice all are open (OBU-21) */
        expect_text(&table, moves[0], BIL_SPECTATOR, seat < 2 ? "launch ?" : bil_text_string(&own));
        expect_text(&table, moves[0], (seat + 1) % 3, seat < 2 ? "launch ?" : bil_text_string(&own));
        bil_text_free(&own);
        assert_true(case_table_apply(&table, moves[0], &error));
    }
    case_table_free(&table);
}

/* ------------------------------------------------------------------ events */

struct expected_event {
    struct bil_event event;
    int viewer;
    const char *text;
};

enum { ALL = 0xFF };
static const struct expected_event expected_events[] = {
    {{OBU_E_NETWORK, 1, 0, ALL, OBU_HELLSITE, 0, 0}, 0, "Seat 2 runs The Hellsite."},
    {{OBU_E_NETWORK, 1, 0, ALL, OBU_HELLSITE, 0, 0}, 1, "You run The Hellsite."},
    {{OBU_E_DEALT, 0, 0, ALL, 7, 0, 0}, 0, "You are dealt 7 cards."},
    {{OBU_E_DEALT, 0, 0, ALL, 7, 0, 0}, -1, "Seat 1 is dealt 7 cards."},
    {{OBU_E_REDEALT, 0, 0, ALL, 7, 0, 0}, 1, "Seat 1 had nothing to launch and gets 7 new cards."},
    {{OBU_E_CHOSE, 2, 0, ALL, 0, 0, 0}, 1, "Seat 3 has chosen."},
    {{OBU_E_CHOSE, 2, 0, 4, 17, 1, 0}, 2, "Pet Pictures is the only Community that you can launch, so it is chosen."},
    {{OBU_E_CHOSE, 2, 0, 4, 17, 1, 0}, 1, "Seat 3 has chosen."},
    {{OBU_E_CHOSE, 2, 0, 4, 17, 1, 0}, -1, "Seat 3 has chosen."},
    {{OBU_E_LAUNCHED, 0, 0, ALL, 17, 0, 0}, 0, "You launch Pet Pictures."},
    {{OBU_E_RETURNED, 0, 0, 1, OBU_PUSH, 0, 0}, 0, "You return Push to the deck."},
    {{OBU_E_RETURNED, 0, 0, 1, OBU_PUSH, 0, 0}, 1, "Seat 1 returns a card to the deck."},
    {{OBU_E_EXTRA, 0, 0, ALL, 10, 0, 0}, 1, "Seat 1's platform gets Knit Night as well, for The Hellsite."},
    {{OBU_E_DECK, -1, 0, ALL, 90, 25, 0},
     1,
     "Influencers, Events and Game Over are shuffled in: the deck has 90 cards now, Game Over among the last 25."},
    {{OBU_E_FIRST, 0, 0, ALL, 0, 0, 0}, 0, "You begin."},
    {{OBU_E_TURN, 0, 0, ALL, 0, 0, 0}, 0, "Your turn."},
    {{OBU_E_TURN, 0, 0, ALL, 1, 0, 0}, 0, "Your turn, for you countered."},
    {{OBU_E_TURN, 0, 0, ALL, 1, 0, 0}, 1, "Seat 1's turn, for Seat 1 countered."},
    {{OBU_E_DREW, 0, 0, 1, OBU_PUSH, 0, 0}, 0, "You draw Push from the deck."},
    {{OBU_E_DREW, 0, 0, 1, OBU_PUSH, 0, 0}, 1, "Seat 1 draws a card from the deck."},
    {{OBU_E_DREW, 0, 0, 1, OBU_PUSH, 0, 0}, -1, "Seat 1 draws a card from the deck."},
    {{OBU_E_DREW, 0, 0, 1, OBU_PUSH, 0, 0}, -2, "Seat 1 draws Push from the deck."},
    {{OBU_E_DREW, 0, 0, 1, OBU_PUSH, 1, 0}, 0, "You draw Push from the deck, for the discard pile is empty."},
    {{OBU_E_DREW, 0, 0, 1, OBU_PUSH, 1, 0}, 1, "Seat 1 draws a card from the deck."},
    {{OBU_E_TOOK, 0, 0, ALL, OBU_PUSH, 0, 0}, 1, "Seat 1 takes Push from the discard pile."},
    {{OBU_E_INFLUENCER, 0, 0, ALL, OBU_INVESTOR, 0, 0}, 1, "Seat 1 draws The Investor."},
    {{OBU_E_JOINED, 1, 0, ALL, OBU_INVESTOR, -1, 0}, 1, "The Investor, who wants most Users, joins your platform."},
    {{OBU_E_JOINED, 1, 0, ALL, OBU_ARCHIVIST, -1, 0},
     0,
     "The Archivist, who wants fewest Blockers received, joins Seat 2's platform."},
    {{OBU_E_JOINED, 1, 0, ALL, OBU_HOMEBODY, -1, 1},
     0,
     "The Homebody, who wants least Toxicity, joins Seat 2's platform: among equals the drawer's, or the next clockwise."},
    {{OBU_E_JOINED, 1, 0, ALL, OBU_TROLL, 0, 0}, 0, "The Troll moves from you to Seat 2."},
    {{OBU_E_STAYED, 1, 0, ALL, OBU_TROLL, 0, 0}, 0, "The Troll stays on Seat 2's platform."},
    {{OBU_E_EVENT, 0, 0, ALL, OBU_TECH_BUBBLE, 0, 0},
     0,
     "You draw Tech Bubble: nobody can play Low on Funds or Bad Press, until the next Event."},
    {{OBU_E_EVENT, 0, 0, ALL, OBU_PATCH_DAY, 0, 0}, 0, "You draw Patch Day: every active Blocker is resolved."},
    {{OBU_E_NO_EFFECT, -1, 0, ALL, OBU_PATCH_DAY, 0, 0}, 0, "Patch Day finds nothing to do."},
    {{OBU_E_GAME_OVER, 0, 0, ALL, 0, 0, 0}, 1, "Seat 1 draws Game Over: the game ends here."},
    {{OBU_E_ADDED, 0, 0, ALL, 17, 0, 0}, 0, "You add Pet Pictures."},
    {{OBU_E_ADDED, 0, 0, ALL, 17, 1, 0}, 0, "Viral Moment: you add Pet Pictures at once."},
    {{OBU_E_ADDED, 0, 0, ALL, 0, 2, 0}, 1, "Grassroots Spurt: Seat 1 adds Birdwatching Log as well."},
    {{OBU_E_BLOCKED, 0, 0, ALL, OBU_BAD_PRESS, 1, 0}, 1, "Seat 1 plays Bad Press on you."},
    {{OBU_E_ACTIVE, 1, 0, ALL, OBU_SERVER_OVERLOAD, 0, 0}, 1, "Server Overload is active on your platform: only 50 M."},
    {{OBU_E_COUNTERED, 1, 0, ALL, OBU_LOW_ON_FUNDS, 0, OBU_WAR_CHEST},
     0,
     "Seat 2 counters your Low on Funds with War Chest: it goes to the discard pile, and Seat 2 takes a full turn."},
    {{OBU_E_COUNTERED, 1, 0, ALL, OBU_LOW_ON_FUNDS, 0, OBU_WAR_CHEST},
     1,
     "You counter Seat 1's Low on Funds with War Chest: it goes to the discard pile, and you take a full turn."},
    {{OBU_E_COUNTERED, 0, 0, ALL, OBU_LOW_ON_FUNDS, 1, OBU_WAR_CHEST},
     1,
     "Seat 1 counters your Low on Funds with War Chest: it goes to the discard pile, and Seat 1 takes a full turn. Seat 3 and "
     "Seat 4 are passed over."},
    {{OBU_E_COUNTERED, 0, 0, ALL, OBU_LOW_ON_FUNDS, 1, OBU_WAR_CHEST},
     2,
     "Seat 1 counters Seat 2's Low on Funds with War Chest: it goes to the discard pile, and Seat 1 takes a full turn. You and "
     "Seat 4 are passed over."},
    {{OBU_E_FIXED, 0, 0, ALL, OBU_FUNDRAISING, OBU_LOW_ON_FUNDS, 0}, 0, "You play Fundraising against Low on Funds."},
    {{OBU_E_GROUND, 0, 0, 1, OBU_PUSH, 2, 3}, 0, "You grind Push: 2 of 3 cards."},
    {{OBU_E_GROUND, 0, 0, 1, OBU_PUSH, 2, 3}, 1, "Seat 1 grinds a card, face down: 2 of 3."},
    {{OBU_E_RESOLVED, 0, 0, ALL, OBU_BAD_PRESS, OBU_BY_FIX, 0}, 0, "Bad Press on your platform is resolved."},
    {{OBU_E_RESOLVED, 0, 0, ALL, OBU_BAD_PRESS, OBU_BY_GRINDING, 0},
     0,
     "Bad Press on your platform is resolved: it is ground away."},
    {{OBU_E_RESOLVED, 0, 0, ALL, OBU_BAD_PRESS, OBU_BY_GUARD, 0},
     0,
     "Bad Press on your platform is resolved: the Safeguard turns it face down."},
    {{OBU_E_RESOLVED, 0, 0, ALL, OBU_TOXIC_CULTURE, OBU_BY_SACRIFICE, 0},
     1,
     "Toxic Culture on Seat 1's platform is resolved by the sacrifice."},
    {{OBU_E_RESOLVED, 0, 0, ALL, OBU_BAD_PRESS, OBU_BY_PATCH_DAY, 0}, 0, "Bad Press on your platform is resolved by Patch Day."},
    {{OBU_E_RESOLVED, 0, 0, ALL, OBU_BAD_PRESS, OBU_BY_VOLUNTEERS, 0},
     0,
     "Bad Press on your platform is resolved: under Volunteer Drive two ground cards are enough."},
    {{OBU_E_GUARDED, 0, 0, ALL, OBU_WAR_CHEST, 0, 0}, 0, "You add War Chest: Low on Funds can never be played on your platform."},
    {{OBU_E_GUARDED, 0, 0, ALL, OBU_WAR_CHEST, 0, 0},
     1,
     "Seat 1 adds War Chest: Low on Funds can never be played on this platform."},
    {{OBU_E_POKED, 0, 0, ALL, OBU_INVESTOR, 1, 0},
     1,
     "Seat 1 pokes The Investor (+50 M), who wants most Users: your platform is the choice."},
    {{OBU_E_POKED, 0, 0, ALL, OBU_INVESTOR, 1, 1},
     1,
     "Seat 1 pokes The Investor (+50 M), who wants most Users: your platform is the choice, among equals that of who pokes, or the "
     "next clockwise."},
    {{OBU_E_PUSHED, 0, 0, ALL, OBU_INVESTOR, 1, 0}, 0, "You push The Investor to Seat 2's platform."},
    {{OBU_E_PUSH_COUNTERED, 0, 0, ALL, OBU_INVESTOR, 1, 0},
     1,
     "Seat 1 counters with a Push: The Investor is to go to your platform, unless it is pushed on."},
    {{OBU_E_DISCARDED, 0, 0, ALL, OBU_PUSH, 0, 0}, 1, "Seat 1 discards Push."},
    {{OBU_E_SACRIFICED, 0, 0, ALL, 17, 0, 0}, 0, "You sacrifice Pet Pictures."},
    {{OBU_E_DROPPED, 0, 0, ALL, 17, 0, 0}, 0, "You lose Pet Pictures, the most toxic Community of the most toxic platform."},
    {{OBU_E_DROPPED, 0, 0, ALL, 17, 1, 0},
     1,
     "Seat 1 loses Pet Pictures, the largest Community: Toxicity exceeds User icons by more than 1."},
    {{OBU_E_TAKEN, 0, 0, ALL, 17, 1, 0}, 1, "Seat 1, with fewest Users, takes Pet Pictures from your platform, which had most."},
    {{OBU_E_PASSED_ON, 0, 0, 3, OBU_PUSH, 1, 0}, 0, "You pass Push to Seat 2."},
    {{OBU_E_PASSED_ON, 0, 0, 3, OBU_PUSH, 1, 0}, 1, "Seat 1 passes Push to you."},
    {{OBU_E_PASSED_ON, 0, 0, 3, OBU_PUSH, 1, 0}, 2, "Seat 1 passes a card to Seat 2."},
    {{OBU_E_MILESTONE, 0, 0, ALL, 0, 0, 0}, 0, "You claim One Billion."},
    {{OBU_E_REMOVED, -1, 0, ALL, OBU_MAIN_CHARACTER, 0, 0},
     0,
     "Today's Main Character leaves the game for good, for Social Shuffle was drawn."},
    {{OBU_E_UNCOVERED, -1, 0, ALL, OBU_TECH_BUBBLE, 0, 0}, 0, "Tech Bubble is covered and ends."},
    {{0, 0, 0, ALL, 0, 0, 0}, 0, ""},
    {{OBU_E_COUNT, 0, 0, ALL, 0, 0, 0}, 0, ""},
};

static void every_event_has_its_sentence(void **context)
{
    struct case_table table;
    bool told[OBU_E_COUNT] = {false};
    obu_begin(&table, 4, "networks=off", 3);
    for (size_t i = 0; i < sizeof expected_events / sizeof expected_events[0]; i++) {
        const struct expected_event *expected = &expected_events[i];
        struct bil_text text = {0};
        obu_test_game()->event_text(table.position.rules, &expected->event, expected->viewer, &text);
        assert_string_equal(bil_text_string(&text), expected->text);
        bil_text_free(&text);
        if (expected->event.kind < OBU_E_COUNT) {
            told[expected->event.kind] = true;
        }
    }
    for (int kind = OBU_E_NETWORK; kind < OBU_E_COUNT; kind++) {
        assert_true(told[kind]);
    }
    case_table_free(&table);
}

/* Every event of a game to every viewer: a whole sentence without a mark left over; and the same sentence whatever a hidden card
 * is. */
struct ear {
    const struct case_table *table;
    int heard, hidden;
};

static void hear(void *context, const struct bil_event *event)
{
    struct ear *ear = context;
    const struct obu_rules *rules = ear->table->position.rules;
    for (int viewer = BIL_EVERYBODY; viewer < rules->seats; viewer++) {
        struct bil_text text = {0};
        struct bil_text other = {0};
        obu_test_game()->event_text(rules, event, viewer, &text);
        const char *sentence = bil_text_string(&text);
        assert_true(strlen(sentence) > 5);
        assert_null(strpbrk(sentence, "%[]|{}?"));
        assert_int_equal(sentence[strlen(sentence) - 1], '.');
        if (event->viewers != 0xFF && viewer != BIL_EVERYBODY && (viewer < 0 || !(event->viewers >> viewer & 1))) {
            struct bil_event changed = *event;
            changed.a = event->a == OBU_PUSH ? OBU_POKE : OBU_PUSH;
            obu_test_game()->event_text(rules, &changed, viewer, &other);
            assert_string_equal(sentence, bil_text_string(&other));
            assert_null(strstr(sentence, obu_card_name(rules, event->a)));
            ear->hidden++;
        }
        bil_text_free(&text);
        bil_text_free(&other);
        ear->heard++;
    }
}

static void no_event_says_more_than_its_reader_may_know(void **context)
{
    const struct bil_game *game = obu_test_game();
    for (int i = 0; i < obu_walk_count; i++) {
        struct case_table table;
        struct ear ear = {&table, 0, 0};
        const struct bil_listener listener = {hear, &ear};
        obu_begin(&table, obu_walks[i].seats, obu_walks[i].options, obu_walks[i].seed);
        game->setup(table.position.rules, &table.random, table.position.state, &listener);
        uint8_t seed[BIL_SEED_BYTES] = {(uint8_t)i, 5};
        struct bil_random dice;
        bil_random_stream(&dice, seed, 1, 0);
        while (case_table_actor(&table) != BIL_OVER) {
            bil_move moves[BIL_MAX_MOVES];
            const int count = case_table_moves(&table, moves);
            const bil_move move = moves[bil_random_below(&dice, (uint32_t)count)];
            game->apply(table.position.rules, table.position.state, move, &table.random, &listener);
        }
        case_table_free(&table);
        assert_true(ear.heard > 500);
        assert_true(ear.hidden > 100);
    }
}

/* That the discard pile is empty is said when it has become so, and at a seat's first turn. */
static void an_empty_pile_is_news_once(void **context)
{
    static const struct {
        const char *told; /* of the position */
        int said;
    } cases[] = {{"\"turns\": 1", 1}, {"\"turns\": 2", 1}, {"\"turns\": 3", 0}, {"\"turns\": 9, \"stall\": 1", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct case_table table;
        char json[400];
        (void)snprintf(json, sizeof json,
                       "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 2, %s, \"deck\": [\"Push\"], "
                       "\"platforms\": [{\"communities\": [\"Pet Pictures\"]}, {\"communities\": [\"Knit Night\"]}]}",
                       cases[i].told);
        obu_begin_text(&table, json);
        case_play(&table, "1 draw deck");
        assert_true(table.heard_count > 0);
        assert_int_equal(table.heard[0].kind, OBU_E_DREW);
        assert_int_equal(table.heard[0].b, cases[i].said);
        case_table_free(&table);
    }
}

int TEST_MAIN(void)
{
    static const struct case_said_list parse_lists[] = {{"parse", case_parses}, {"fail", case_fails}};
    static const struct case_said_list prompt_lists[] = {{"prompt", case_prompts}};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_is_read_as_it_is_written), cmocka_unit_test(any_line_is_a_move_or_gets_an_answer),
        cmocka_unit_test(hidden_cards_are_question_marks),     cmocka_unit_test(launches_are_secret_until_the_last),
        cmocka_unit_test(every_event_has_its_sentence),        cmocka_unit_test(no_event_says_more_than_its_reader_may_know),
        cmocka_unit_test(an_empty_pile_is_news_once),
    };
    const int failed = cmocka_run_group_tests_name("texts of One Billion Users", tests, NULL, NULL);
    return failed + obu_said_run("parse", parse_lists, 2) + obu_said_run("prompt", prompt_lists, 1);
}
