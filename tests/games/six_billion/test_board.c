/* The Solar System drawn for a terminal: never wider than it may be, the same words with and without colour, plain ASCII where
 * there are no symbols, every token where it stands, and all that a viewer wants to see, but nothing that it may not. */
#include <ctype.h>

#include "games/cases/drawn.h"
#include "games/six_billion/drawn.h"
#include "games/six_billion/words/words.h"

static void whole_games_are_drawn(void **context)
{
    enum { STRIDE = 37, MOST_PLIES = 6000 };
    static const struct {
        int seats;
        const char *options, *seed;
    } games[] = {
        {2, "", "a"},
        {2, "track=on;discovery-step=on", "b"},
        {3, "neutrals=1;colours=pink,black,orange", "c"},
        {3, "track=on;tokens=12", "d"},
        {4, "", "e"},
        {5, "tokens=10;turn-cap=12", "f"},
        {5, "track=on", "g"},
    };
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct six_drawn table;
        bil_move moves[SIX_MAX_MOVES];
        int ply = 0;
        six_drawn_begin(&table, games[i].seats, games[i].options, games[i].seed);
        while (six_actor(&table.rules, &table.state) != BIL_OVER && ply < MOST_PLIES) {
            if (ply % STRIDE == 0) {
                six_drawn_check(&table);
            }
            const int count = six_moves(&table.rules, &table.state, moves);
            const bil_move move = moves[bil_random_below(&table.random, (uint32_t)count)];
            six_apply(&table.rules, &table.state, move, &table.random, NULL);
            ply++;
        }
        assert_int_equal(six_actor(&table.rules, &table.state), BIL_OVER);
        six_drawn_check(&table);
    }
}

/* ------------------------------------------------------------------ one position, looked at closely */

static void a_crowded_position_shows_what_matters(void **context)
{
    struct six_drawn table;
    six_drawn_crowd(&table);
    static const char *const everybody_sees[] = {
        "  Game turn 5 ----",
        "           1  2  4  8   16 32 64 128 256 512 1024 sum   worth\n",
        "  Mercury  .  . (.) .   .  . |                    0     4/2/1\n",
        "  Earth    .  .  G  RPO .  B (.) .   .   .   end  1/2   8/4/2",
        "  Mars     .  R  .  BP  . (.) .  .   .   .  |     1/2   8/4/2",
        "  Belt     .  .  .  .   .  .  .  .   .   R   end  -     8/4/2",
        "  Jupiter  .  .  .  .   . (.) .  .   .  |         0     4/2/1 box B m2 -> 2\n",
        "  Saturn   .  .  P  B  (R) .  .  .  |             1 3/4 4/2/1",
        "  Uranus   .  .  P (B)  .  .  . |                 1 1/2 4/2/1 x2 B\n", /* the card lies face up */
        "           box R c1 waits O c2 m1 -> 1\n",
        "  x 1 G Green   Seat 3",
        "  x 2 P Pink    Neutral\n",
        "  > 3 B Blue    Seat 2",
        "    4 O Orange  Neutral\n",
        "    5 R Red     Seat 1",
        "7 points,",
        "1 point,",
        "under the treaty,",
        "Discovery Uranus (face up)",
        "  Face up   colony6, discovery\n",
        "deck 70, discard pile 1 (recycle on top), Discovery deck 7,",
        "2 Famines out of the game",
        "Belt 512 of 1024, Earth 32 of 1024, 5 empty tracks\n",
        "( ) growth limit, full at sum 1; box: c colonies, m migrants.\n",
        "Partly reconstructed: tracks, growth limits, points, distances, cards.\n",
    };
    for (size_t i = 0; i < sizeof everybody_sees / sizeof everybody_sees[0]; i++) {
        for (int viewer = BIL_EVERYBODY; viewer < 3; viewer++) {
            six_drawn_expect(&table, viewer, everybody_sees[i], true);
        }
    }
    six_drawn_expect(&table, RED, "Seat 1 (you), 7 points,", true);
    six_drawn_expect(&table, BLUE, "Seat 1, 7 points,", true);
    six_drawn_expect(&table, RED, "Seat 3, 0 points, 2+ if it ended now, 5 cards, under the treaty,\n", true);
    six_drawn_expect(&table, RED, "33 if it ended now, 6 cards, under the treaty", false);
    six_drawn_expect(&table, BLUE, "33 if it ended now, 6 cards,\n", true); /* Blue has long left Earth */
    assert_true(six_drawn_shows(&table, BLUE, 80, true, "  ▶ 3 B Blue    Seat 2 (you)"));
    assert_true(six_drawn_shows(&table, BLUE, 80, true, "  ✓ 1 G Green"));
    assert_true(six_drawn_shows(&table, BLUE, 80, true, "  Earth    ·  ·  G  RPO ·  B (·) ·"));
    assert_true(six_drawn_shows(&table, BLUE, 80, true, "box B m2 → 2"));
    six_drawn_expect(&table, BLUE, "Your Actions, 2 left\n", true);
    six_drawn_expect(&table, RED, "Blue's Actions, 2 left\n", true);
}

/* What only one seat may know. */
static void secrets_stay_with_their_owners(void **context)
{
    static const struct {
        int owner;
        const char *words;
    } secrets[] = {
        {RED, "migrants12-other"},
        {RED, "famine "},
        {RED, " war "},
        {RED, "Hidden Agenda Belt"},
        {RED, "Discovery Saturn"},
        {RED, "4/2/1 x2 R"},
        {RED, "8/4/2 x2 R"},
        {BLUE, "Hidden Agenda Mars"},
        {BLUE, "colony2 x2"},
        {BLUE, "home "},
        {BLUE, "double-other"},
        {GREEN, "Hidden Agenda Earth"},
        {GREEN, "souls"},
        {GREEN, "death "},
        {GREEN, "double-neutral"},
        {GREEN, "8/4/2 x2 G"},
    };
    struct six_drawn table;
    six_drawn_crowd(&table);
    for (size_t i = 0; i < sizeof secrets / sizeof secrets[0]; i++) {
        for (int viewer = BIL_SPECTATOR; viewer < 3; viewer++) {
            const bool both = strcmp(secrets[i].words, "death ") == 0 && viewer == BLUE; /* Blue holds one too */
            six_drawn_expect(&table, viewer, secrets[i].words, viewer == secrets[i].owner || both);
        }
    }
    for (int viewer = BIL_SPECTATOR; viewer < 3; viewer++) {
        six_drawn_expect(&table, viewer, "a Discovery card face down", viewer != RED);
        six_drawn_expect(&table, viewer, "known in hand: pestilence", viewer != GREEN);
        six_drawn_expect(&table, viewer, "hand:", viewer != GREEN);
        six_drawn_expect(&table, viewer, "37 if it ended now", viewer == RED); /* with what doubles it */
        six_drawn_expect(&table, viewer, "25+ if it ended now", viewer != RED);
        six_drawn_expect(&table, viewer, "Your hand", viewer >= 0);
    }
    /* a whole state shows all of it */
    six_drawn_expect(&table, BIL_EVERYBODY, "hand: colony2 x2, double, double-other, home, death", true);
    six_drawn_expect(&table, BIL_EVERYBODY, "hand: double-neutral, death, pestilence, souls, politics", true);
    six_drawn_expect(&table, BIL_EVERYBODY, "Hidden Agenda Belt, Discovery Saturn (face down)", true);
    six_drawn_expect(&table, BIL_EVERYBODY, "Your hand", false);
}

static void a_hand_says_what_its_cards_do(void **context)
{
    struct six_drawn table;
    six_drawn_crowd(&table);
    static const char *const blue[] = {
        "  Actions   + colony2 x2          New Colony within 2\n",
        "            + double              doubles a token of yours\n",
        "            + double-other        doubles another player's token: +3\n",
        "            - home                removes migrants that wait where you stand\n",
        "  Cancel    - death               stops a Double\n",
        "+ can be played now\n",
    };
    for (size_t i = 0; i < sizeof blue / sizeof blue[0]; i++) {
        six_drawn_expect(&table, BLUE, blue[i], true);
    }
    six_drawn_expect(&table, RED, "  Actions     migrants12-other    Migrants within 12 for another player: +3\n", true);
    six_drawn_expect(&table, RED, "can be played now", false); /* it is not asked */
    six_drawn_expect(&table, RED, "  Response    politics            cancels the card it answers\n", true);
    for (int card = 1; card < SIX_CARDS; card++) { /* every card has its words, at every width */
        six_drawn_hand(&table, RED, (const int[]){card, card, card, 0});
        six_drawn_expect(&table, RED, six_card_words[card], true);
        for (int columns = 60; columns <= 100; columns += 10) {
            struct bil_text text = {0};
            six_drawn_draw(&table, RED, columns, false, false, &text);
            case_check_lines(bil_text_string(&text), columns, false);
            const char *at = strstr(bil_text_string(&text), " x3 ");
            assert_non_null(at);
            at += strspn(at + 3, " ") + 3;
            assert_true(isalpha((unsigned char)*at));
            bil_text_free(&text);
        }
    }
    six_drawn_hand(&table, RED, (const int[]){0});
    six_drawn_expect(&table, RED, "            empty\n", true);
}

/* ------------------------------------------------------------------ windows */

/* Lets the others pass until the seat is asked, then plays its move, which must be legal. */
static void play(struct six_drawn *table, int seat, bil_move move)
{
    bil_move moves[SIX_MAX_MOVES];
    for (int i = 0; six_actor(&table->rules, &table->state) != seat; i++) {
        assert_true(i < SIX_PLAYERS);
        six_apply(&table->rules, &table->state, SIX_MOVE(SIX_M_PASS, 0, 0, 0, 0, 0), &table->random, NULL);
    }
    const int count = six_moves(&table->rules, &table->state, moves);
    bool legal = false;
    for (int i = 0; i < count; i++) {
        legal |= moves[i] == move;
    }
    assert_true(legal);
    six_apply(&table->rules, &table->state, move, &table->random, NULL);
}

/* What is at stake, in one line whatever the width. */
static void read_stake(const struct six_drawn *table, int viewer, struct bil_text *out)
{
    struct bil_text text = {0};
    six_drawn_draw(table, viewer, 80, false, false, &text);
    const char *at = strstr(bil_text_string(&text), "  At stake  ");
    if (!at) {
        fail_msg("nothing is at stake:\n%s", bil_text_string(&text));
        return;
    }
    at += strlen("  At stake  ");
    while (*at != '\n' || strncmp(at, "\n            ", 13) == 0) {
        if (*at == '\n') {
            bil_text_char(out, ' '); /* it goes on below */
            at += 13;
        } else {
            bil_text_char(out, *at++);
        }
    }
    bil_text_free(&text);
}

/* What a spectator reads: what the window is about, in the words of every sentence of the game, then `rest`. */
static void expect_stake(const struct six_drawn *table, const char *rest)
{
    struct bil_text words = {0};
    struct bil_text stake = {0};
    read_stake(table, BIL_SPECTATOR, &stake);
    if (table->state.event.kind != SIX_NO_EVENT) {
        six_tell_event(&(struct bil_reader){&table->rules, BIL_SPECTATOR, &words}, &table->state);
        assert_true(words.length > 0);
        words.data[0] = (char)toupper((unsigned char)words.data[0]);
    }
    bil_text_add(&words, rest);
    assert_string_equal(bil_text_string(&stake), bil_text_string(&words));
    bil_text_free(&words);
    bil_text_free(&stake);
    six_drawn_check(table);
}

static void expect_in_stake(const struct six_drawn *table, int viewer, const char *words)
{
    struct bil_text stake = {0};
    read_stake(table, viewer, &stake);
    if (!strstr(bil_text_string(&stake), words)) {
        fail_msg("viewer %d reads no \"%s\" in: %s", viewer, words, bil_text_string(&stake));
    }
    bil_text_free(&stake);
}

static void a_chain_is_told_from_its_beginning(void **context)
{
    struct six_drawn table;
    six_drawn_crowd(&table);
    six_drawn_expect(&table, RED, "At stake", false);
    play(&table, BLUE, SIX_MOVE(SIX_M_DOUBLE, SIX_DOUBLE, BLUE, SIX_MARS, 0, 0));
    expect_stake(&table, ".");
    play(&table, RED, SIX_MOVE(SIX_M_CANCEL, SIX_FAMINE, 0, 0, 0, 0));
    expect_stake(&table, "; Red cancels it with Famine.");
    play(&table, GREEN, SIX_MOVE(SIX_M_RESPOND, SIX_POLITICS, 0, 0, 0, 0));
    play(&table, RED, SIX_MOVE(SIX_M_RESPOND, SIX_WAR, 0, 0, 0, 0));
    expect_stake(&table, "; Red cancels it with Famine; Green answers with "
                         "Power Politics; Red answers with War.");
    expect_in_stake(&table, GREEN, "; you answer with Power Politics;");
    expect_in_stake(&table, RED, "; you cancel it with Famine;");
    expect_in_stake(&table, BLUE, "You play Double on your Mars token");
    const int asked = six_actor(&table.rules, &table.state);
    assert_true(asked == BLUE || asked == GREEN);
    while (six_top(&table.state)->kind == SIX_RESPOND && six_top(&table.state)->a == SIX_WAR) {
        play(&table, six_actor(&table.rules, &table.state), SIX_MOVE(SIX_M_PASS, 0, 0, 0, 0, 0));
    }
    expect_stake(&table, "; Red cancels it with Famine; Green answers with "
                         "Power Politics; a War stands, and Green must halve a token.");
    play(&table, GREEN, SIX_MOVE(SIX_M_HALVE, 0, 0, SIX_EARTH, 0, 0));
    six_drawn_expect(&table, RED, "  Earth    .  G  .  RPO .  B (.) .", true);
}

static void a_free_doubling_and_a_removal_are_told(void **context)
{
    struct six_drawn table;
    six_drawn_crowd(&table);
    six_drawn_step(&table, SIX_GROW, PINK, RED);
    six_drawn_expect(&table, RED, "> 2 P Pink    Neutral, controlled by you\n", true);
    six_drawn_expect(&table, BLUE, "> 2 P Pink    Neutral, controlled by Red\n", true);
    six_drawn_expect(&table, BLUE, "Neutral Pink's free doubling\n", true);
    play(&table, RED, SIX_MOVE(SIX_M_GROW, 0, 0, SIX_EARTH, 0, 0));
    expect_stake(&table, ".");
    six_drawn_crowd(&table);
    six_drawn_hand(&table, BLUE, (const int[]){SIX_TROUBLE, 0});
    play(&table, BLUE, SIX_MOVE(SIX_M_TROUBLE, SIX_TROUBLE, RED, SIX_PLUTO, 0, 0));
    expect_in_stake(&table, RED, "New Colony In Trouble");
    play(&table, GREEN, SIX_MOVE(SIX_M_CANCEL, SIX_SOULS, 0, 0, 0, 0));
    expect_in_stake(&table, RED, "; Green cancels it with Save Our Souls.");
}

static void consent_is_told(void **context)
{
    struct six_drawn table;
    six_drawn_crowd(&table);
    play(&table, BLUE, SIX_MOVE(SIX_M_DOUBLE, SIX_DOUBLE_OTHER, GREEN, SIX_EARTH, 0, 0));
    expect_stake(&table, "Blue offers `double green earth`, which needs Green's consent.");
    expect_in_stake(&table, GREEN, "needs your consent.");
    play(&table, GREEN, SIX_MOVE(SIX_M_REFUSE, 0, 0, 0, 0, 0));
    expect_stake(&table, "Green refuses Blue's Double.");
    /* a Cancel card, in a window */
    six_drawn_crowd(&table);
    play(&table, BLUE, SIX_MOVE(SIX_M_DOUBLE, SIX_DOUBLE_OTHER, GREEN, SIX_EARTH, 0, 0));
    play(&table, GREEN, SIX_MOVE(SIX_M_CONSENT, 0, 0, 0, 0, 0));
    play(&table, RED, SIX_MOVE(SIX_M_CANCEL, SIX_FAMINE, 0, 0, 0, 0));
    expect_stake(&table, "; Red offers Famine, which needs "
                         "Green's consent.");
}

/* ------------------------------------------------------------------ rows that come and go */

static void the_price_of_a_second_action_is_told(void **context)
{
    static const struct {
        int level;
        const char *words;
    } cases[] = {
        {6, "  Taken     Your Earth token has given a billion for nothing\n"},
        {5, "  Taken     Your Earth token has given a billion for nothing\n"},
        {3, "  Taken     Your Earth token was halved; a second billion is paid for\n"},
        {2, "  Taken     Your Earth token was halved and can give no more in this turn\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct six_drawn table;
        six_drawn_crowd(&table);
        six_set_level(&table.rules, &table.state, BLUE, SIX_EARTH, cases[i].level);
        six_drawn_expect(&table, BLUE, "  Taken", false);
        play(&table, BLUE, SIX_MOVE(SIX_M_COLONY, SIX_COLONY_2, BLUE, SIX_EARTH, SIX_VENUS, 0));
        six_drawn_expect(&table, BLUE, "Your Actions, 1 left\n", true);
        six_drawn_expect(&table, BLUE, cases[i].words, true);
        six_drawn_check(&table);
    }
}

static void options_have_their_rows(void **context)
{
    struct six_drawn table;
    six_drawn_begin(&table, 3, "track=on;tokens=10;turn-cap=9;colours=black,pink,orange", "options");
    table.state.marker[0][SIX_DOLLAR] = 2;
    table.state.marker[1][SIX_DOLLAR] = 1;
    table.state.marker[2][SIX_LEAF] = 6;
    memset(table.state.find, 0, sizeof table.state.find);
    table.state.find[1][0] = SIX_FIND_UP + SIX_FIND_SYMBOL + SIX_LEAF;
    table.state.find_seen[1][0] = 0xFF;
    six_drawn_step(&table, SIX_ACT, 0, 0);
    six_drawn_hand(&table, 0, (const int[]){SIX_RECYCLE, SIX_WAR, SIX_DISCOVERY, 0});
    six_drawn_expect(&table, 0, "  Dollar   O     P  K  .  .  .  . |", true);
    six_drawn_expect(&table, 0, "  Smiley   KPO   .  .  .  .  .  . |", true);
    six_drawn_expect(&table, 0, "  Leaf     KP    .  .  .  .  .  O |", true);
    six_drawn_expect(&table, BIL_SPECTATOR, "4/2/1 power K\n", true);
    six_drawn_expect(&table, BIL_SPECTATOR, "4/2/1 x2 P power O\n", true);
    six_drawn_expect(&table, BIL_SPECTATOR, "of 10 pieces in use", true);
    six_drawn_expect(&table, BIL_SPECTATOR, "after game turn 9", true);
    six_drawn_expect(&table, 0, "doubles your lowest token, shuffles all cards;\n                                  Leaf x2\n",
                     true);
    six_drawn_expect(&table, 0, "a Discovery card, from game turn 3 on; Dollar\n", true);
    six_drawn_expect(&table, 0, "Discovery Leaf (face up)", true);
    /* an edition with a longer track than the ruler has room for */
    table.rules.track_last = 20;
    table.state.marker[2][SIX_LEAF] = 20;
    six_drawn_expect(&table, 0, "  Leaf     4/2/1 K 0 P 0 O 20 x2 P power O\n", true);
    /* and its places are those of any other */
    for (int seat = 0; seat < 3; seat++) {
        static const int points[2][3] = {{2, 1, 4}, {3, 2, 3}};
        for (int tie = 0; tie < 2; tie++) {
            const uint8_t marker[3] = {tie ? 20 : 18, 3, 20};
            uint8_t amount[SIX_FACTIONS] = {marker[0], marker[1], marker[2]}, got[SIX_FACTIONS];
            six_places(amount, (const uint8_t[]){4, 2, 1}, got);
            assert_int_equal(got[seat], points[tie][seat]);
        }
    }
    six_drawn_check(&table);
    /* without the option none of it is there */
    six_drawn_begin(&table, 3, "", "options");
    six_drawn_expect(&table, 0, "Dollar", false);
    six_drawn_expect(&table, 0, "pieces in use", false);
    six_drawn_expect(&table, 0, "after game turn", false);
}

static void an_edition_that_is_all_published_says_nothing(void **context)
{
    struct six_drawn table;
    six_drawn_begin(&table, 2, "", "published");
    struct six_rules *rules = &table.rules;
    memset(rules->last_known, SIX_PUBLISHED, sizeof rules->last_known);
    memset(rules->limit_known, SIX_PUBLISHED, sizeof rules->limit_known);
    memset(rules->points_known, SIX_PUBLISHED, sizeof rules->points_known);
    memset(rules->copies_known, SIX_PUBLISHED, sizeof rules->copies_known);
    memset(rules->distance_known, SIX_PUBLISHED, sizeof rules->distance_known);
    memset(rules->card_points_known, SIX_PUBLISHED, sizeof rules->card_points_known);
    memset(rules->symbol_known, SIX_PUBLISHED, sizeof rules->symbol_known);
    six_drawn_expect(&table, 0, "Partly reconstructed: distances.\n", true);
    rules->distances_known = SIX_PUBLISHED;
    six_drawn_expect(&table, 0, "econstructed", false);
    rules->copies_known[SIX_WAR] = SIX_RECONSTRUCTED;
    six_drawn_expect(&table, 0, "Partly reconstructed: cards.\n", true);
}

static void the_end_is_told(void **context)
{
    static const struct {
        int reason;
        const char *words;
    } cases[] = {
        {SIX_END_BELT, " 1024 billion on the Belt\n"},
        {SIX_END_EARTH, " 1024 billion on Earth\n"},
        {SIX_END_TRACKS, " all ten tracks are populated\n"},
        {SIX_END_CAP, " the last game turn is over\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct six_drawn table;
        six_drawn_crowd(&table);
        six_drawn_step(&table, SIX_END, BLUE, BLUE);
        table.state.end = (uint8_t)cases[i].reason;
        six_drawn_expect(&table, RED, "  Game over in game turn 5 ---", true);
        six_drawn_expect(&table, RED, cases[i].words, true);
        six_drawn_expect(&table, RED, "in all,", true);
        six_drawn_expect(&table, RED, "Hidden Agenda Mars", true); /* shown to all now (SIX-222) */
        six_drawn_expect(&table, RED, "Discovery Saturn (face down)", true);
        six_drawn_expect(&table, RED, "souls", false);
        six_drawn_expect(&table, RED, "  > ", false);
        six_drawn_check(&table);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_games_are_drawn),
        cmocka_unit_test(a_crowded_position_shows_what_matters),
        cmocka_unit_test(secrets_stay_with_their_owners),
        cmocka_unit_test(a_hand_says_what_its_cards_do),
        cmocka_unit_test(a_chain_is_told_from_its_beginning),
        cmocka_unit_test(a_free_doubling_and_a_removal_are_told),
        cmocka_unit_test(consent_is_told),
        cmocka_unit_test(the_price_of_a_second_action_is_told),
        cmocka_unit_test(options_have_their_rows),
        cmocka_unit_test(an_edition_that_is_all_published_says_nothing),
        cmocka_unit_test(the_end_is_told),
    };
    return cmocka_run_group_tests_name("the board of 6 Billion", tests, NULL, NULL);
}
