/* Worlds dealt from a view are every world that fits, each as often as it should be (SIX-15, 21, 145, 203 to 207, 215 to 219):
 * scenes (scenes/deals.json), and over many games with few cards what is so is always among what may be dealt. And what was
 * shuffled. */
#include "billions/json.h"
#include "games/cases/run.h"
#include "games/six_billion/worlds.h"
#include "unit.h"

/* ------------------------------------------------------------------ shuffles */

/* The scenes' head with an edition of sixteen playing cards: two Colony 2, three Doubles, Recycle, two each of Home, Death and
 * Souls, four Wars. */
static const struct bil_value *tiny(void)
{
    static const struct bil_value *root;
    struct bil_error error = {{0}};
    root = root ? root : case_json("games/six_billion/scenes/deals.json", &error);
    helper_must(root != NULL, &error);
    return bil_value_get(bil_value_get(root, "heads"), "tiny");
}

static void begin_tiny(struct case_table *table, const char *members, unsigned seed)
{
    struct bil_error error = {{0}};
    const struct bil_value *more = helper_json(members);
    const struct bil_value *document = case_document(tiny(), more);
    helper_must(case_table_read(table, six_test_game(), document, false, seed, &error), &error);
    bil_json_free(document);
    bil_json_free(more);
}

/* SIX-145, 207: whatever was shuffled may come next, each card as often as the others: the three of the discard pile; after Recycle
 * also the deck, the open cards and Recycle itself. */
static void a_shuffle_is_by_chance(void **state)
{
    enum { TIMES = 1200, SHUFFLED = 11 };
    static const int kinds[] = {SIX_WAR, SIX_RECYCLE, SIX_DEATH, SIX_SOULS, SIX_HOME, SIX_DOUBLE, SIX_COLONY_2};
    static const double expected[] = {1.0 * TIMES / SHUFFLED, 1.0 * TIMES / SHUFFLED, 1.0 * TIMES / SHUFFLED,
                                      2.0 * TIMES / SHUFFLED, 2.0 * TIMES / SHUFFLED, 2.0 * TIMES / SHUFFLED,
                                      2.0 * TIMES / SHUFFLED};
    int after_draw[SIX_CARDS] = {0};
    int after_recycle[SIX_CARDS] = {0};
    int tops[7];
    for (unsigned seed = 0; seed < TIMES; seed++) {
        struct case_table table;
        begin_tiny(&table,
                   "{\"to_move\": \"blue\", \"step\": \"draw\", \"actions\": 1, \"open\": [\"home\", \"home\", \"death\"], "
                   "\"hands\": {\"red\": [\"war\", \"war\", \"war\", \"death\", \"souls\", \"recycle\"], "
                   "\"blue\": [\"double\", \"double\", \"colony2\", \"colony2\"]}, \"deck\": [], "
                   "\"discard\": [\"war\", \"souls\", \"double\"]}",
                   seed);
        const struct six_state *at = table.position.state;
        case_play(&table, "2 deck");
        for (int card = 1; card < SIX_CARDS; card++) {
            after_draw[card] += at->hand[1].copies[card] - (card == SIX_DOUBLE || card == SIX_COLONY_2 ? 2 : 0);
        }
        case_table_free(&table);
        begin_tiny(&table,
                   "{\"open\": [\"souls\", \"home\", \"home\"], \"hands\": {\"red\": [\"recycle\", \"war\", \"war\"], "
                   "\"blue\": [\"death\", \"double\", \"war\"]}, \"deck\": [\"war\"], \"discard\": [\"colony2\", \"colony2\", "
                   "\"souls\", \"double\", \"double\", \"death\"], \"tracks\": {\"mars\": {\"red\": 1}}}",
                   seed);
        at = table.position.state;
        case_play(&table, "1 recycle mars");
        after_recycle[at->pile[at->deck - 1]]++;
        case_table_free(&table);
    }
    const int draws[] = {after_draw[SIX_WAR], after_draw[SIX_SOULS], after_draw[SIX_DOUBLE]};
    assert_int_equal(draws[0] + draws[1] + draws[2], TIMES);
    assert_true(case_surprise(draws, NULL, 3) < 4);
    for (int i = 0; i < 7; i++) {
        tops[i] = after_recycle[kinds[i]];
    }
    assert_true(case_surprise(tops, expected, 7) < 4);
}

/* ------------------------------------------------------------------ long games */

enum { TINY_GAMES = 12, LONG_GAMES = 10, DEALS_AT_LAST = 60000 };

struct play {
    struct six_rules rules;
    struct six_state state;
    struct bil_random chance, choice, dealer;
};

static void begin(struct play *play, int seats, const struct bil_setting *setting, const struct bil_value *edition, unsigned index)
{
    struct bil_error error = {{0}};
    const struct bil_config config = {.seats = seats, .settings = setting, .setting_count = setting ? 1 : 0, .edition = edition};
    helper_must(six_test_game()->rules_init(&config, &play->rules, &error), &error);
    case_dice(&play->chance, 3 * index);
    case_dice(&play->choice, 3 * index + 1);
    case_dice(&play->dealer, 3 * index + 2);
    six_test_game()->setup(&play->rules, &play->chance, &play->state, NULL);
}

static bool play_on(struct play *play)
{
    const bil_move move = bil_pick(six_test_game(), &play->rules, &play->state, &play->choice);
    if (move != 0) {
        six_test_game()->apply(&play->rules, &play->state, move, &play->chance, NULL);
    }
    return move != 0;
}

static bool same_hands(const struct six_state *one, const struct six_state *other)
{
    return memcmp(one->hand, other->hand, sizeof one->hand) == 0;
}

static bool same_cards(const struct six_state *one, const struct six_state *other)
{
    return memcmp(one->agenda, other->agenda, sizeof one->agenda) == 0 && memcmp(one->find, other->find, sizeof one->find) == 0;
}

/* Deals until all hands, and until all Hidden Agendas and Discovery cards of players, are as they are. */
static void truth_is_dealt(struct play *play, int viewer)
{
    struct six_state view;
    bool hands = false;
    bool cards = false;
    six_test_game()->hide(&play->rules, &play->state, viewer, &view);
    for (int i = 0; i < DEALS_AT_LAST && !(hands && cards); i++) {
        struct six_state world;
        six_test_game()->deal(&play->rules, &view, &play->dealer, &world);
        hands = hands || same_hands(&world, &play->state);
        cards = cards || same_cards(&world, &play->state);
    }
    if (!hands || !cards) {
        fail_msg("game turn %d, %d reshuffles: %s as they are were never dealt to viewer %d", play->state.turn,
                 play->state.reshuffles, hands ? "Agendas and Discovery cards" : "hands", viewer);
    }
}

/* With sixteen cards the deck is made anew every other turn, and there are so few worlds that the true one soon comes up. */
static void what_is_so_may_be_dealt(void **state)
{
    static const struct bil_setting cap = {"turn-cap", "25"};
    int shuffled = 0;
    for (unsigned index = 0; index < TINY_GAMES; index++) {
        struct play play;
        begin(&play, 2, &cap, bil_value_get(tiny(), "edition"), index);
        do {
            if (bil_random_below(&play.choice, 8) == 0) {
                for (int viewer = BIL_SPECTATOR; viewer < play.rules.seats; viewer++) {
                    truth_is_dealt(&play, viewer);
                }
            }
        } while (play_on(&play));
        shuffled += play.state.reshuffles;
    }
    assert_true(shuffled > 5 * TINY_GAMES);
}

/* Whether what the table knows of the last shuffle can be: of each kind `fresh` copies lie in the deck or in hands, and in no hand
 * more than were drawn since. Any set of seats that could hold them must have room (a cut for every set, after Ford and Fulkerson).
 */
static bool shuffle_remembered(const struct six_rules *rules, const struct six_state *state)
{
    uint8_t deck[SIX_CARDS] = {0};
    for (int i = 0; i < state->deck; i++) {
        deck[state->pile[i]]++;
    }
    for (unsigned cut = 0; cut < 1U << rules->seats; cut++) {
        int in_hands = 0;
        int room = 0;
        for (int seat = 0; seat < rules->seats; seat++) {
            room += cut >> seat & 1U ? state->drawn[seat] : 0;
        }
        for (int card = 1; card < SIX_CARDS; card++) {
            const int left = state->fresh[card] > deck[card] ? state->fresh[card] - deck[card] : 0;
            int held = 0;
            for (int seat = 0; seat < rules->seats; seat++) {
                held += cut >> seat & 1U ? 0 : state->hand[seat].copies[card] - state->known[seat][card];
            }
            in_hands += left;
            room += left < held ? left : held;
        }
        if (room < in_hands) {
            return false;
        }
    }
    return true;
}

/* The cards of a whole box: all that the table remembers is true in the game, and in every world dealt from a view of it. */
static void what_is_remembered_is_true(void **state)
{
    static const struct bil_setting track = {"track", "on"};
    int remembered = 0;
    for (unsigned index = 0; index < LONG_GAMES; index++) {
        struct play play;
        begin(&play, 2 + (int)(index % 4), &track, NULL, 100 + index);
        do {
            const int viewer = (int)bil_random_below(&play.dealer, (uint32_t)play.rules.seats + 1) - 1;
            struct six_state view;
            struct six_state world;
            six_test_game()->hide(&play.rules, &play.state, viewer, &view);
            six_test_game()->deal(&play.rules, &view, &play.dealer, &world);
            if (!shuffle_remembered(&play.rules, &play.state) || !shuffle_remembered(&play.rules, &world)) {
                fail_msg("game %u, turn %d: %s holds a card that was in the discard pile, and has not drawn since", index,
                         play.state.turn, shuffle_remembered(&play.rules, &play.state) ? "in a dealt world somebody" : "somebody");
            }
            for (int card = 1; card < SIX_CARDS; card++) {
                remembered += play.state.fresh[card];
            }
        } while (play_on(&play));
    }
    assert_true(remembered > 1000 * LONG_GAMES);
}

int TEST_MAIN(void)
{
    static const struct case_rows deals = {"deals", six_deals_fit};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shuffle_is_by_chance),
        cmocka_unit_test(what_is_so_may_be_dealt),
        cmocka_unit_test(what_is_remembered_is_true),
    };
    return case_rows_run("games/six_billion/scenes/deals.json", &deals, 1) + cmocka_run_group_tests(tests, NULL, NULL);
}
