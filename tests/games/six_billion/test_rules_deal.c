/* Worlds dealt from a view, compared with every world that fits (SIX-15, 21, 145, 207, 215 to 219).
 *
 * A scene is a position with so few hidden cards that all ways to lay them can be gone through, and a description, by hand, of the
 * hidden cards and of their places. From that alone the worlds are counted; what the program keeps of knowledge is not looked at.
 */
#include <math.h>

#include "games/six_billion/rules/state.h"
#include "games/six_billion/support.h"
#include "unit.h"

enum { DEALS = 20000, MOST_CARDS = 12, MOST_WORLDS = 400 };

struct scene {
    const char *position;
    const char *const *steps; /* ends with NULL; may be NULL */
    int viewer;
    const char *cards;  /* that the viewer does not know; "war*": it went into the deck with the last shuffle */
    const char *places; /* r, b: a card of that hand, older than the last shuffle; R, B: a later one; D: of the deck, top first */
    bool opened;        /* some of the cards lie open by now */
    int deep;           /* so many cards of the deck are looked at */
};

/* What is looked at of a world: the kinds of the hidden cards in each hand, sorted, and the top of the deck. */
struct world {
    uint8_t card[MOST_CARDS];
};

struct count {
    struct world world[MOST_WORLDS];
    double ways[MOST_WORLDS];
    int dealt[MOST_WORLDS];
    int worlds;
    double all;
};

static int find(struct count *count, const struct world *world, bool add)
{
    int i = 0;
    while (i < count->worlds && memcmp(&count->world[i], world, sizeof *world) != 0) {
        i++;
    }
    if (i == count->worlds) {
        assert_true(add); /* else a world was dealt that does not fit */
        assert_in_range(count->worlds, 0, MOST_WORLDS - 1);
        count->world[count->worlds++] = *world;
    }
    return i;
}

/* ------------------------------------------------------------------ by hand */

struct hidden {
    int kind[MOST_CARDS];
    bool fresh[MOST_CARDS];
    int cards;
    char place[MOST_CARDS + 1];
};

static int kind_of(const char *word, size_t length)
{
    for (int card = 1; card < SIX_CARDS; card++) {
        if (strlen(six_card_words[card]) == length && memcmp(six_card_words[card], word, length) == 0) {
            return card;
        }
    }
    fail_msg("there is no card \"%s\"", word);
    return 0;
}

static void read_cards(const char *text, struct hidden *hidden)
{
    while (*text) {
        const size_t length = strcspn(text, "* ");
        assert_in_range(hidden->cards, 0, MOST_CARDS - 1);
        hidden->kind[hidden->cards] = kind_of(text, length);
        hidden->fresh[hidden->cards++] = text[length] == '*';
        text += length + (text[length] == '*');
        text += strspn(text, " ");
    }
}

/* Cards that lie open are no longer hidden; what was opened after a shuffle comes from the deck. */
static void take_opened(const struct six_state *state, struct hidden *hidden)
{
    for (int place = 0; place < SIX_OPEN; place++) {
        int which = -1;
        for (int i = 0; i < hidden->cards; i++) {
            if (hidden->kind[i] == state->open[place] && (which < 0 || hidden->fresh[i])) {
                which = i;
            }
        }
        assert_true(which >= 0);
        hidden->cards--;
        hidden->kind[which] = hidden->kind[hidden->cards];
        hidden->fresh[which] = hidden->fresh[hidden->cards];
    }
}

/* Sorts the cards of each hand, and leaves the deck as it lies. */
static void in_order(const char *place, struct world *world)
{
    for (int i = 1; place[i]; i++) {
        for (int j = i; j > 0 && (place[j] | 32) == (place[j - 1] | 32) && place[j] != 'D' && world->card[j] < world->card[j - 1];
             j--) {
            const uint8_t card = world->card[j];
            world->card[j] = world->card[j - 1];
            world->card[j - 1] = card;
        }
    }
}

/* Only the top of the deck is looked at. */
static void cut(const struct scene *scene, const char *place, struct world *world)
{
    const size_t deck = strcspn(place, "D");
    for (size_t i = deck + (size_t)scene->deep; i < MOST_CARDS; i++) {
        world->card[i] = 0;
    }
}

/* Every card at this place that may lie there and is not laid yet, and so on. */
static void lay(const struct scene *scene, const struct hidden *hidden, int at, unsigned laid, struct world *world,
                struct count *count)
{
    if (at == hidden->cards) {
        struct world sorted = *world;
        in_order(hidden->place, &sorted);
        cut(scene, hidden->place, &sorted);
        count->ways[find(count, &sorted, true)]++;
        count->all++;
        return;
    }
    const bool old = hidden->place[at] == 'r' || hidden->place[at] == 'b';
    for (int i = 0; i < hidden->cards; i++) {
        if (!(laid >> i & 1U) && !(old && hidden->fresh[i])) {
            world->card[at] = (uint8_t)hidden->kind[i];
            lay(scene, hidden, at + 1, laid | 1U << i, world, count);
        }
    }
}

/* ------------------------------------------------------------------ as dealt */

/* The hidden cards of a hand: what it has beyond what the table's own hand of the viewer's knowledge shows. */
static void look(const struct scene *scene, const struct hidden *hidden, const struct six_state *state,
                 const struct six_state *dealt, struct world *world)
{
    int copies[SIX_PLAYERS][SIX_CARDS];
    for (int seat = 0; seat < SIX_PLAYERS; seat++) {
        for (int card = 0; card < SIX_CARDS; card++) {
            copies[seat][card] = dealt->hand[seat].copies[card] - state->known[seat][card];
            assert_true(copies[seat][card] >= 0);
        }
    }
    int deck = dealt->deck;
    for (int at = 0; at < hidden->cards; at++) {
        if (hidden->place[at] == 'D') {
            world->card[at] = dealt->pile[--deck];
            continue;
        }
        const int seat = (hidden->place[at] | 32) == 'b';
        int card = 1;
        while (card < SIX_CARDS && copies[seat][card] == 0) {
            card++;
        }
        assert_in_range(card, 1, SIX_CARDS - 1);
        copies[seat][card]--;
        world->card[at] = (uint8_t)card;
    }
    assert_int_equal(deck, 0);
    cut(scene, hidden->place, world);
}

static void deals_are_even(const struct scene *scene)
{
    static struct count count;
    struct case_table table;
    struct hidden hidden = {.cards = 0};
    struct bil_random dice;
    struct six_state view;
    struct world world = {{0}};
    memset(&count, 0, sizeof count);
    six_begin_text(&table, scene->position, false);
    for (int i = 0; scene->steps && scene->steps[i]; i++) {
        six_play(&table, scene->steps[i]);
    }
    const struct six_state *state = table.position.state;
    read_cards(scene->cards, &hidden);
    if (scene->opened) {
        take_opened(state, &hidden);
    }
    assert_int_equal(hidden.cards, strlen(scene->places));
    memcpy(hidden.place, scene->places, strlen(scene->places) + 1);
    lay(scene, &hidden, 0, 0, &world, &count);
    six_test_game()->hide(table.position.rules, table.position.state, scene->viewer, &view);
    six_dice(&dice, 17);
    for (int i = 0; i < DEALS; i++) {
        struct six_state dealt;
        memset(&world, 0, sizeof world);
        six_test_game()->deal(table.position.rules, &view, &dice, &dealt);
        look(scene, &hidden, state, &dealt, &world);
        count.dealt[find(&count, &world, false)]++;
    }
    double square = 0;
    for (int i = 0; i < count.worlds; i++) {
        const double expected = DEALS * count.ways[i] / count.all;
        const double gap = count.dealt[i] - expected;
        square += gap * gap / expected;
    }
    if (count.worlds > 1) {
        assert_true((square - (count.worlds - 1)) / sqrt(2.0 * (count.worlds - 1)) < 4);
    }
    case_table_free(&table);
}

/* ------------------------------------------------------------------ scenes */

#define HEAD  "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, "
#define ASIDE HEAD "\"rest\": \"discard\", \"open\": [\"home\", \"home\", \"home\"], \"step\": \"draw\", \"actions\": 1, "

static const char plain[] =
    ASIDE "\"deck\": [\"war\", \"souls\"], \"hands\": {\"red\": [\"double\", \"war\"], \"blue\": [\"trouble\"]}}";

/* SIX-215, 219: what lies hidden may be anywhere. */
static void seen_by_another(void **state)
{
    static const struct scene scene = {plain, NULL, 1, "war war souls double", "RRDD", false, 2};
    deals_are_even(&scene);
}

static void seen_by_a_spectator(void **state)
{
    static const struct scene scene = {plain, NULL, BIL_SPECTATOR, "war war souls double trouble", "RRBDD", false, 2};
    deals_are_even(&scene);
}

static void seen_by_its_owner(void **state)
{
    static const struct scene scene = {plain, NULL, 0, "war souls trouble", "BDD", false, 2};
    deals_are_even(&scene);
}

/* SIX-215: an open card that was taken is known; what came from the deck is not. */
static void a_card_taken(void **state)
{
    static const char *const steps[] = {"1 take home", "1 deck", NULL};
    static const char position[] =
        ASIDE "\"deck\": [\"death\", \"war\", \"souls\"], \"hands\": {\"red\": [\"double\", \"war\"], \"blue\": [\"trouble\"]}}";
    static const struct scene scene = {position, steps, 1, "war war souls double", "RRRD", false, 1};
    deals_are_even(&scene);
}

/* Editions with few cards, six Famines of which are out of the game. What is not listed has no copies. */
#define CARD(code, count) "{\"card\": \"" code "\", \"count\": " #count "}, "
#define NONE                                                                                                                       \
    CARD("colony6", 0)                                                                                                             \
    CARD("colony6-other", 0)                                                                                                       \
    CARD("colony6-neutral", 0)                                                                                                     \
    CARD("migrants12", 0)                                                                                                          \
    CARD("migrants6", 0)                                                                                                           \
    CARD("migrants6-other", 0)                                                                                                     \
    CARD("migrants12-other", 0)                                                                                                    \
    CARD("double-other", 0)                                                                                                        \
    CARD("double-neutral", 0)                                                                                                      \
    CARD("discovery", 0) CARD("trouble", 0) CARD("death", 0) CARD("pestilence", 0) CARD("politics", 0)
#define EDITION(cards)                                                                                                             \
    HEAD "\"removed\": 6, \"edition\": {\"format\": 1, \"game\": \"six-billion\", \"name\": \"few cards\", \"deviations\": "       \
         "[\"cards\", \"count\"], \"cards\": [" NONE cards "{\"card\": \"famine\", \"count\": 6}]}, "

static const char shuffled[] = EDITION(CARD("colony2", 2) CARD("recycle", 0) CARD("war", 2) CARD("souls", 2) CARD("double", 3) CARD(
    "home",
    3)) "\"to_move\": \"blue\", \"step\": \"draw\", \"actions\": 1, \"open\": [\"home\", \"home\", \"home\"], \"hands\": {\"red\": "
        "[\"war\", \"souls\"], \"blue\": [\"double\", \"double\", \"colony2\", \"colony2\"]}, \"discard\": [\"war\", \"souls\", "
        "\"double\"]}";
static const char *const draw_two[] = {"2 deck", "2 deck", NULL};

/* SIX-207: what was in the discard pile is in the deck or was drawn since, and in no older card of a hand. */
static void after_a_shuffle_seen_by_a_spectator(void **state)
{
    static const struct scene scene = {
        shuffled, draw_two, BIL_SPECTATOR, "war souls double double colony2 colony2 war* souls* double*", "rrbbbbBBD", false, 1};
    deals_are_even(&scene);
}

static void after_a_shuffle_seen_by_another(void **state)
{
    static const struct scene scene = {shuffled,  draw_two, 0, "double double colony2 colony2 war* souls* double*",
                                       "bbbbBBD", false,    1};
    deals_are_even(&scene);
}

/* SIX-145: Recycle shuffles the rest of the deck, the discard pile and the open cards. */
static const char recycled[] = EDITION(CARD("colony2", 2) CARD("recycle", 1) CARD("war", 2) CARD("souls", 2) CARD("double", 2)
                                           CARD("home", 3)) "\"open\": [\"home\", \"home\", \"home\"], \"hands\": {\"red\": "
                                                            "[\"recycle\", \"war\"], \"blue\": [\"souls\", \"double\"]}, "
                                                            "\"deck\": [\"war\"], \"discard\": [\"colony2\", \"colony2\", "
                                                            "\"souls\", \"double\"], \"tracks\": {\"mars\": {\"red\": 1}}}";
static const char *const recycle[] = {"1 recycle mars", NULL};

static void after_recycle_seen_by_a_spectator(void **state)
{
    static const struct scene scene = {recycled,
                                       recycle,
                                       BIL_SPECTATOR,
                                       "war war souls double colony2* colony2* souls* double* recycle* home* home* home*",
                                       "rbbDDDDDD",
                                       true,
                                       1};
    deals_are_even(&scene);
}

static void after_recycle_seen_by_its_player(void **state)
{
    static const struct scene scene = {
        recycled, recycle, 0, "war souls double colony2* colony2* souls* double* recycle* home* home* home*", "bbDDDDDD", true, 1};
    deals_are_even(&scene);
}

/* SIX-145, 207: whatever was shuffled may come next, each card as often as the others. */
static void a_shuffle_is_by_chance(void **state)
{
    enum { TIMES = 1200 };
    int after_draw[SIX_CARDS] = {0};
    int after_recycle[SIX_CARDS] = {0};
    for (unsigned seed = 0; seed < TIMES; seed++) {
        struct case_table table;
        struct bil_error error = {{0}};
        six_must(case_table_read_text(&table, six_test_game(), shuffled, false, seed, &error), &error);
        const struct six_state *at = table.position.state;
        six_play(&table, "2 deck");
        for (int card = 1; card < SIX_CARDS; card++) {
            after_draw[card] += at->hand[1].copies[card] - (card == SIX_DOUBLE || card == SIX_COLONY_2 ? 2 : 0);
        }
        case_table_free(&table);
        six_must(case_table_read_text(&table, six_test_game(), recycled, false, seed, &error), &error);
        at = table.position.state;
        six_play(&table, "1 recycle mars");
        after_recycle[at->pile[at->deck - 1]]++;
        case_table_free(&table);
    }
    const int draws[] = {after_draw[SIX_WAR], after_draw[SIX_SOULS], after_draw[SIX_DOUBLE]};
    const int tops[] = {after_recycle[SIX_WAR], after_recycle[SIX_SOULS], after_recycle[SIX_DOUBLE], after_recycle[SIX_RECYCLE]};
    assert_int_equal(draws[0] + draws[1] + draws[2], TIMES);
    assert_true(six_surprise(draws, 3) < 4);
    assert_true(six_surprise(tops, 4) < 4);
    assert_in_range(after_recycle[SIX_HOME], 3 * TIMES / 9 - 85, 3 * TIMES / 9 + 85);
    assert_in_range(after_recycle[SIX_COLONY_2], 2 * TIMES / 9 - 75, 2 * TIMES / 9 + 75);
}

/* ------------------------------------------------------------------ Discovery cards */

/* SIX-217, 219: a face-down card and the top of the deck are any two of those the viewer does not know. */
static void discovery_cards(void **state)
{
    struct case_table table;
    struct bil_random dice;
    struct six_state view;
    int bins[SIX_FINDS * SIX_FINDS] = {0};
    int used[30];
    int pairs = 0;
    six_begin_text(&table,
                   HEAD "\"discoveries\": {\"red\": [\"venus\"], \"blue\": [\"pluto\"]}, \"discovery_deck\": [\"uranus\"], "
                        "\"knowledge\": {\"discovery_deck_seen\": [[], [], [], [], [\"blue\"]]}}",
                   false);
    six_test_game()->hide(table.position.rules, table.position.state, 1, &view);
    const struct six_state *at = table.position.state;
    const int bottom = at->find_deck[0];
    six_dice(&dice, 23);
    for (int i = 0; i < DEALS; i++) {
        struct six_state world;
        six_test_game()->deal(table.position.rules, &view, &dice, &world);
        assert_int_equal(world.find[1][0], 1 + SIX_PLUTO);
        assert_int_equal(world.find_deck[0], bottom); /* Blue has put it there */
        assert_int_equal(world.find_left, 5);
        bins[world.find[0][0] * SIX_FINDS + world.find_deck[4]]++;
    }
    for (int i = 0; i < SIX_FINDS * SIX_FINDS; i++) {
        if (bins[i] > 0) {
            assert_in_range(pairs, 0, 29);
            used[pairs++] = bins[i];
        }
    }
    assert_int_equal(pairs, 20); /* two of five, in order */
    assert_true(six_surprise(used, pairs) < 4);
    case_table_free(&table);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seen_by_another),
        cmocka_unit_test(seen_by_a_spectator),
        cmocka_unit_test(seen_by_its_owner),
        cmocka_unit_test(a_card_taken),
        cmocka_unit_test(after_a_shuffle_seen_by_a_spectator),
        cmocka_unit_test(after_a_shuffle_seen_by_another),
        cmocka_unit_test(after_recycle_seen_by_a_spectator),
        cmocka_unit_test(after_recycle_seen_by_its_player),
        cmocka_unit_test(a_shuffle_is_by_chance),
        cmocka_unit_test(discovery_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
