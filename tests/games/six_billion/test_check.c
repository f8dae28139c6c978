/* The invariants of 6 Billion are not decoration: a state in which one of them is broken is told apart from a sound one, with a
 * sentence that says what is wrong. Each row breaks one thing. */
#include "games/six_billion/rules/state.h"
#include "games/six_billion/support.h"
#include "unit.h"

/* Three players with the Discovery Track, twelve pieces each; Red is about to act. */
#define TABLE                                                                                                                      \
    "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 3, \"turn\": 4, \"options\": {\"track\": \"on\", \"tokens\": \"12\"}, " \
    "\"tracks\": {\"mars\": {\"red\": 8, \"blue\": 4}}, \"boxes\": {\"saturn\": {\"red\": \"c2 m1\"}}, "                           \
    "\"agendas\": {\"red\": \"mars\", \"blue\": \"belt\", \"green\": \"earth\"}, \"markers\": {\"red\": {\"dollar\": 2}}, "        \
    "\"hands\": {\"red\": [\"war\", \"double\"], \"blue\": [\"death\", \"war\"], \"green\": [\"politics\", \"colony2\"]}, "        \
    "\"discard\": [\"home\", \"famine\"], \"discoveries\": {\"red\": [\"venus\"], \"green\": [\"pluto\", \"leaf\"]}"
static const char acting[] = TABLE "}";
/* The same with Red's Double cancelled by Blue, and Green asked about that. */
static const char chain[] =
    TABLE ", \"event\": {\"card\": \"double\", \"site\": \"mars\"}, \"windows\": [{\"window\": "
          "\"cancel\", \"asked\": \"blue\"}, {\"window\": \"respond\", \"asked\": \"green\", \"card\": \"death\", \"by\": "
          "\"blue\"}]}";

typedef void spoil(struct six_state *state);
struct row {
    spoil *spoil;
    const char *part; /* of the sentence */
};

#define SPOIL(name, ...)                                                                                                           \
    static void name(struct six_state *state)                                                                                      \
    {                                                                                                                              \
        __VA_ARGS__;                                                                                                               \
    }

/* A token on a track, with the set of its sites but not the growth sum. */
static void put(struct six_state *state, int faction, int site, int level)
{
    state->level[faction][site] = (uint8_t)level;
    state->on[faction] = (uint16_t)(state->on[faction] | 1U << site);
}

/* ------------------------------------------------------------------ what is decided */

SPOIL(no_decision, state->depth = 0)
SPOIL(deep_stack, state->depth = SIX_STACK + 1)
SPOIL(above_the_stack, state->stack[state->depth].seat = 1)
SPOIL(strange_ground, state->stack[0].kind = SIX_RESPOND)
SPOIL(strange_window, six_push(state, SIX_HALVE, 0, SIX_WAR, 0))
SPOIL(nobody_asked, state->stack[0].seat = 3)
SPOIL(event_without_window, state->event.kind = SIX_EV_DOUBLE)
SPOIL(pending_without_window, state->pending = 1)
SPOIL(over_without_a_reason, state->stack[0].kind = SIX_END)
SPOIL(a_reason_but_not_over, state->end = SIX_END_CAP)

/* ------------------------------------------------------------------ the board */

SPOIL(off_the_track, put(state, 0, SIX_PLUTO, 10))
SPOIL(too_many_colonies, state->box[0][SIX_SATURN] = 3)
SPOIL(too_many_migrants, state->box[0][SIX_SATURN] = 3 << 4)
SPOIL(in_the_box_of_earth, state->box[1][SIX_EARTH] = 1)
SPOIL(sets_of_tokens, state->on[1] = (uint16_t)(state->on[1] | 1U << SIX_PLUTO))
SPOIL(sets_of_tops, state->topped[1] = 1U << SIX_MARS)
SPOIL(sets_of_boxes, state->waiting[1] = 1U << SIX_MARS)
SPOIL(gone_from_earth, state->level[1][SIX_EARTH] = 0; state->on[1] = (uint16_t)(state->on[1] & ~(1U << SIX_EARTH)))
SPOIL(
    too_many_pieces, for (int site = SIX_MERCURY; site < SIX_PLUTO; site++) { put(state, 2, site, 1); })
SPOIL(nobody_on_the_board, state->level[5][SIX_EARTH] = 1)
SPOIL(growth_sum, state->growth[SIX_MARS]++)

/* ------------------------------------------------------------------ the turn */

SPOIL(order_of_turn, state->order[1] = state->order[0])
SPOIL(no_game_turn, state->turn = 0)
SPOIL(no_place, state->at = 5)
SPOIL(another_faction, state->faction = 1)
SPOIL(another_player, state->acting = 1)
SPOIL(no_player, state->acting = 3)
SPOIL(three_actions, state->actions = 3)
SPOIL(off_the_discovery_track, state->marker[2][SIX_LEAF] = 7)

/* ------------------------------------------------------------------ cards */

SPOIL(miscounted_hand, state->hand[1].count++)
SPOIL(kinds_of_a_hand, state->hand[1].kinds ^= SIX_CARD_BIT(SIX_HOME))
SPOIL(no_card_in_hand, state->hand[1].copies[SIX_NO_CARD] = 1; state->hand[1].kinds |= 1; state->hand[1].count++)
SPOIL(
    seven_cards, for (int i = 0; i < 5; i++) { six_hand_add(&state->hand[2], SIX_COLONY_6); })
SPOIL(nobody_holds_cards, six_hand_add(&state->hand[3], SIX_WAR))
SPOIL(nobody_has_points, state->points[4] = 1)
SPOIL(too_large_piles, state->deck = 100; state->discard = 5)
SPOIL(no_card_in_the_deck, state->pile[0] = SIX_CARDS)
SPOIL(between_the_piles, state->pile[state->deck] = SIX_WAR)
SPOIL(no_open_card, state->open[1] = SIX_CARDS)
SPOIL(one_card_for_another, state->pile[0] = state->pile[0] == SIX_WAR ? SIX_SOULS : SIX_WAR)
SPOIL(famine_twice, state->removed++)
SPOIL(known_beyond_the_hand, state->known[0][SIX_WAR] = 3)
SPOIL(known_but_not_there, state->known[0][SIX_SOULS] = 1; state->drawn[0] = 1)
SPOIL(drawn_beyond_the_hand, state->drawn[1] = 3)
SPOIL(unseen, state->unseen[SIX_SOULS]--)
SPOIL(fresh_beyond_unseen, state->fresh[SIX_SOULS] = (uint8_t)(state->unseen[SIX_SOULS] + 1))
SPOIL(fresh_without_room, memcpy(state->fresh, state->unseen, sizeof state->fresh); memset(state->drawn, 0, sizeof state->drawn))

/* ------------------------------------------------------------------ Agendas and Discovery cards */

SPOIL(no_such_find, state->find[0][0] = SIX_FINDS)
SPOIL(a_gap, state->find[0][1] = state->find[0][0]; state->find[0][0] = 0; state->find_seen[0][1] = 1; state->find_seen[0][0] = 0)
SPOIL(nobody_knows, state->find_seen[0][0] = 0)
SPOIL(three_finds, state->find[2][2] = 1; state->find_seen[2][2] = 4)
SPOIL(nobody_finds, state->find[4][0] = 1; state->find_seen[4][0] = 16)
SPOIL(no_agenda, state->agenda[1] = 0)
SPOIL(nobody_has_an_agenda, state->agenda[3] = 1 + SIX_MARS)
SPOIL(too_many_agendas, state->agenda[0] = state->agenda[1] = state->agenda[2] = 1 + SIX_MARS)
SPOIL(no_find_in_the_deck, state->find_deck[0] = 0)
SPOIL(above_the_find_deck, state->find_deck_seen[state->find_left] = 1)
SPOIL(one_find_for_another, state->find_deck[0] = 1 + SIX_VENUS)

static const struct row acting_rows[] = {
    {no_decision, "0 decisions are waited for"},
    {deep_stack, "21 decisions are waited for"},
    {above_the_stack, "Something lies above the decisions"},
    {strange_ground, "respond can only be waited for above something else"},
    {strange_window, "windows[0]: halve cannot lie on act"},
    {nobody_asked, "Seat 4 is asked"},
    {event_without_window, "event: no such card"},
    {pending_without_window, "pending: only cards for another player wait for consent"},
    {over_without_a_reason, "step: nothing has ended the game"},
    {a_reason_but_not_over, "end: the game goes on."},
    {off_the_track, "The token of red at Pluto stands on 512, beyond the last number of the track, 32"},
    {too_many_colonies, "holds 3 billion in one half"},
    {too_many_migrants, "holds 3 billion in one half"},
    {in_the_box_of_earth, "The box of Earth is not used"},
    {sets_of_tokens, "sets of sites of blue"},
    {sets_of_tops, "sets of sites of blue"},
    {sets_of_boxes, "sets of sites of blue"},
    {gone_from_earth, "blue has no token on Earth"},
    {too_many_pieces, "tracks and boxes: green uses "},
    {nobody_on_the_board, "Faction 6 does not play"},
    {growth_sum, "The growth sum of Mars"},
    {order_of_turn, "does not name every faction once"},
    {no_game_turn, "is impossible"},
    {no_place, "is impossible"},
    {another_faction, "Place 1 of the order of turn"},
    {another_player, "Seat 2 cannot act"},
    {no_player, "Seat 4 cannot act"},
    {three_actions, "3 Actions were taken"},
    {off_the_discovery_track, "markers.green.leaf: 7 is beyond"},
    {miscounted_hand, "The hand of seat 2 is counted as 3 cards and holds 2"},
    {kinds_of_a_hand, "The hand of seat 2"},
    {no_card_in_hand, "The hand of seat 2"},
    {seven_cards, "Seat 3 holds 7 cards"},
    {nobody_holds_cards, "Seat 4 does not play"},
    {nobody_has_points, "Seat 5 does not play"},
    {too_large_piles, "Deck and discard pile hold 105 cards"},
    {no_card_in_the_deck, "There is no card 22"},
    {between_the_piles, "There is no card 21"},
    {no_open_card, "There is no open card 22"},
    {one_card_for_another, "and the edition has"},
    {famine_twice, "cards famine, and the edition has"},
    {known_beyond_the_hand, "knows more cards of seat 1"},
    {known_but_not_there, "knows a card souls in the hand of seat 1"},
    {drawn_beyond_the_hand, "knows more cards of seat 2"},
    {unseen, "cards souls should be unseen"},
    {fresh_beyond_unseen, "cards souls should be unseen"},
    {fresh_without_room, "unseen cards do not fit a deck of"},
    {no_such_find, "There is no Discovery card 14"},
    {a_gap, "have a gap"},
    {nobody_knows, "who knows the Discovery cards of seat 1"},
    {three_finds, "Seat 3 holds 3 Discovery cards, and 2 is the most"},
    {nobody_finds, "Seat 5 holds 1 Discovery cards"},
    {no_agenda, "Seat 2 has no Hidden Agenda 0"},
    {nobody_has_an_agenda, "Seat 4 has no Hidden Agenda 4"},
    {too_many_agendas, "more Hidden Agendas of Mars"},
    {no_find_in_the_deck, "There is no Discovery card 0"},
    {above_the_find_deck, "There is no Discovery card"},
    {one_find_for_another, "Discovery cards number 2"},
};

/* In a window. */
SPOIL(no_card_in_the_window, state->stack[2].a = SIX_CARDS)
SPOIL(window_without_event, state->event = (struct six_event){0})
static const struct row chain_rows[] = {
    {no_card_in_the_window, "windows[1]: no such card or player."},
    {window_without_event, "windows[0]: the document lacks \"event\""},
};

/* In what Blue sees. */
SPOIL(hidden_discard, state->pile[SIX_PILE - 1] = SIX_HIDDEN)
SPOIL(one_more_hidden_card, state->pile[state->deck++] = SIX_HIDDEN)
SPOIL(a_hand_seen, six_hand_add(&state->hand[0], SIX_WAR))
SPOIL(one_more_hidden_find, state->find_deck[state->find_left++] = SIX_FIND_HIDDEN)
SPOIL(too_much_seen, state->pile[0] = SIX_WAR; state->pile[1] = SIX_WAR; state->pile[2] = SIX_WAR; state->pile[3] = SIX_WAR;
      state->pile[4] = SIX_WAR; state->pile[5] = SIX_WAR; state->pile[6] = SIX_WAR; state->pile[7] = SIX_WAR)
static const struct row view_rows[] = {
    {hidden_discard, "A card of the discard pile is hidden"},
    {one_more_hidden_card, "The hidden cards and the missing ones"},
    {a_hand_seen, "The hand of seat 1"},
    {one_more_hidden_find, "The hidden Discovery cards and the missing ones"},
    {too_much_seen, "cards war, and the edition has"},
};

static void try_all(const char *position, int viewer, const struct row *rows, size_t count)
{
    struct case_table table;
    struct six_state sound;
    char buffer[256];
    six_begin_text(&table, position, false);
    six_test_game()->hide(table.position.rules, table.position.state, viewer, &sound);
    const char *wrong = six_test_game()->check(table.position.rules, &sound, buffer, sizeof buffer);
    if (wrong) {
        fail_msg("the position is not sound: %s", wrong);
    }
    for (size_t i = 0; i < count; i++) {
        struct six_state state;
        memcpy(&state, &sound, sizeof state);
        rows[i].spoil(&state);
        wrong = six_test_game()->check(table.position.rules, &state, buffer, sizeof buffer);
        if (!wrong || !strstr(wrong, rows[i].part)) {
            fail_msg("\"%s\" was expected, and not: %s", rows[i].part, wrong ? wrong : "nothing wrong");
        } else {
            assert_ptr_equal(wrong, buffer);
            assert_int_equal(wrong[strlen(wrong) - 1], '.');
        }
    }
    case_table_free(&table);
}

static void states(void **context)
{
    try_all(acting, BIL_EVERYBODY, acting_rows, sizeof acting_rows / sizeof acting_rows[0]);
}

static void windows(void **context)
{
    try_all(chain, BIL_EVERYBODY, chain_rows, sizeof chain_rows / sizeof chain_rows[0]);
}

static void views(void **context)
{
    try_all(acting, 1, view_rows, sizeof view_rows / sizeof view_rows[0]);
}

/* A sentence is cut short rather than written behind the end of a buffer. */
static void a_small_buffer(void **context)
{
    struct case_table table;
    char buffer[16];
    memset(buffer, 'x', sizeof buffer);
    six_begin_text(&table, acting, false);
    ((struct six_state *)table.position.state)->actions = 3;
    assert_non_null(six_test_game()->check(table.position.rules, table.position.state, buffer, 8));
    assert_string_equal(buffer, "3 Actio");
    assert_int_equal(buffer[8], 'x');
    case_table_free(&table);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states),
        cmocka_unit_test(windows),
        cmocka_unit_test(views),
        cmocka_unit_test(a_small_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
