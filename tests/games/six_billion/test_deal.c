/* Dealing what a viewer cannot see (SIX-15, 145, 203 to 207, 215 to 219): hands and deck before any shuffle, after the discard pile
 * has become the deck, after Recycle; Hidden Agendas; Discovery cards that some know. And over many games with few cards: what is
 * so is always among what may be dealt. */
#include "billions/json.h"
#include "games/six_billion/worlds.h"
#include "unit.h"

/* An edition of sixteen playing cards: two Colony 2, three Doubles, Recycle, two each of Home, Death and Souls, four Wars. */
#define NONE(card)        "{\"card\": \"" card "\", \"count\": 0}, "
#define SOME(card, count) "{\"card\": \"" card "\", \"count\": " count "}"
#define TINY_EDITION                                                                                                               \
    "{\"format\": 1, \"game\": \"six-billion\", \"name\": \"tiny\", \"deviations\": [\"cards\", \"count\"], \"cards\": [" NONE(    \
        "colony6") NONE("colony6-other") NONE("colony6-neutral") NONE("migrants12") NONE("migrants6") NONE("migrants6-other")      \
        NONE("migrants12-other") NONE("double-other") NONE("double-neutral") NONE("discovery") NONE("trouble") NONE("pestilence")  \
            NONE("famine") NONE("politics") SOME("colony2", "2") ", " SOME("double", "3") ", " SOME("recycle", "1") ", " SOME(     \
                "home", "2") ", " SOME("death", "2") ", " SOME("souls", "2") ", " SOME("war", "4") "]}"
#define TINY "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"rest\": \"discard\", \"edition\": " TINY_EDITION ", "
#define HEAD "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 3, "

/* ------------------------------------------------------------------ before any shuffle */

#define OPENING                                                                                                                    \
    "\"hands\": {\"red\": [\"war\", \"double\"], \"blue\": [\"colony2\", \"war\", \"souls\"]}, \"open\": [\"double\", "            \
    "\"double\", "                                                                                                                 \
    "\"home\"], \"deck\": [\"war\", \"home\", \"war\"]"

/* Two of three Wars, Souls and Home are Blue's, the rest is the deck: 6 orders behind two Wars, 3 behind a War and another, 1 else.
 */
static void a_hand_and_a_deck(void **state)
{
    static const struct six_scene scene = {
        .position = TINY OPENING ", \"knowledge\": {\"known\": {\"blue\": [\"colony2\"]}}}",
        .viewer = 1,
        .about = SIX_ABOUT_CARDS,
        .worlds = 13,
    };
    six_deals_fit(&scene);
}

/* Fast rules remember nothing: the Colony 2 may be anywhere too. */
static void fast_rules_forget(void **state)
{
    static const struct six_scene scene = {
        .position = TINY OPENING ", \"knowledge\": {\"known\": {\"blue\": [\"colony2\"]}}}",
        .viewer = 1,
        .about = SIX_ABOUT_CARDS,
        .worlds = 34,
        .fast = true,
    };
    six_deals_fit(&scene);
}

static void a_spectator_sees_no_hand(void **state)
{
    static const struct six_scene scene = {
        .position = TINY "\"hands\": {\"red\": [\"war\", \"double\"], \"blue\": [\"colony2\", \"war\", \"souls\"]}, \"open\": "
                         "[\"double\", \"double\", \"home\"], \"deck\": [\"war\", \"home\"], \"knowledge\": {\"known\": {\"blue\": "
                         "[\"colony2\"]}}}",
        .viewer = 0,
        .about = SIX_ABOUT_CARDS,
        .worlds = 42,
    };
    six_deals_fit(&scene);
}

/* SIX-215: a card taken open is known, the next one drawn is not. */
static void an_open_card_taken(void **state)
{
    static const char *const steps[] = {"2 take double", "2 deck", NULL};
    static const struct six_scene scene = {
        .position = TINY "\"to_move\": \"blue\", \"step\": \"draw\", \"actions\": 1, " OPENING
                         ", \"knowledge\": {\"known\": {\"blue\": [\"colony2\"]}}}",
        .steps = steps,
        .viewer = 1,
        .about = SIX_ABOUT_CARDS,
        .opens = "home double war",
        .worlds = 3,
    };
    six_deals_fit(&scene);
}

/* ------------------------------------------------------------------ the discard pile has become the deck */

#define TURNED(red, blue, discard)                                                                                                 \
    TINY "\"to_move\": \"blue\", \"step\": \"draw\", \"actions\": 1, \"hands\": {\"red\": [" red "], \"blue\": [" blue             \
         "]}, \"open\": [\"death\", \"death\", \"home\"], \"deck\": [], \"discard\": [" discard "]}"
#define TURNED_USUAL                                                                                                               \
    TURNED("\"war\", \"war\", \"double\", \"recycle\", \"colony2\", \"souls\"", "\"colony2\", \"war\", \"souls\"",                 \
           "\"double\", \"war\", \"home\", \"double\"")

/* Blue has drawn one of two Doubles, a War and a Home; the rest of these is the deck: 6 + 3 + 3 worlds. His three old cards are
 * what lay nowhere else. */
static void what_was_discarded_is_in_the_deck(void **state)
{
    static const char *const steps[] = {"2 deck", NULL};
    static const struct six_scene scene = {
        .position = TURNED_USUAL, .steps = steps, .viewer = 1, .about = SIX_ABOUT_CARDS, .worlds = 12};
    six_deals_fit(&scene);
}

static void old_cards_of_two_hands(void **state)
{
    static const char *const steps[] = {"2 deck", NULL};
    static const struct six_scene scene = {
        .position = TURNED_USUAL, .steps = steps, .viewer = 0, .about = SIX_ABOUT_CARDS, .worlds = 276};
    six_deals_fit(&scene);
}

/* An open card is taken, and the place filled from the new deck. */
static void an_open_card_out_of_the_new_deck(void **state)
{
    static const char *const steps[] = {"2 take home", "2 deck", NULL};
    static const struct six_scene scene = {
        .position = TURNED_USUAL, .steps = steps, .viewer = 1, .about = SIX_ABOUT_CARDS, .opens = "death death war", .worlds = 3};
    six_deals_fit(&scene);
}

/* SIX-215: who drew it knows more than his view holds; no world that he can think of may be missing. He has drawn a War, so all
 * other Wars are Red's; the Double he had before. */
static void a_viewer_who_drew_since(void **state)
{
    static const char *const steps[] = {"2 deck", NULL};
    static const struct six_scene scene = {.position = TURNED("\"war\", \"war\", \"war\", \"recycle\", \"colony2\", \"souls\"",
                                                              "\"colony2\", \"double\", \"souls\"",
                                                              "\"double\", \"war\", \"home\", \"double\""),
                                           .steps = steps,
                                           .viewer = 2,
                                           .about = SIX_ABOUT_CARDS,
                                           .drawn = "war",
                                           .worlds = 3,
                                           .wider = true};
    six_deals_fit(&scene);
}

/* ------------------------------------------------------------------ cards shown since */

/* Blue draws three of four cards from the new deck, then cancels Red's Double. */
#define SHOWN(blue, discard)                                                                                                       \
    TINY "\"order\": [\"blue\", \"red\", \"pink\"], \"to_move\": \"blue\", \"step\": \"draw\", \"actions\": 1, \"hands\": "        \
         "{\"red\": [\"war\", \"war\", \"double\", \"recycle\", \"colony2\", \"souls\"], \"blue\": [" blue "]}, \"open\": "        \
         "[\"double\", \"death\", \"home\"], \"deck\": [], \"discard\": [" discard "]}"
static const char *const shows[] = {"2 deck", "2 deck", "2 deck", "1 grow earth", "1 double earth", "2 death", NULL};

/* Death was among the discards: it is one of the cards drawn since, and two of the others are left to them. */
static void a_fresh_card_is_shown(void **state)
{
    static const struct six_scene scene = {.position =
                                               SHOWN("\"colony2\", \"war\", \"souls\"", "\"death\", \"war\", \"home\", \"double\""),
                                           .steps = shows,
                                           .viewer = 1,
                                           .about = SIX_ABOUT_CARDS,
                                           .worlds = 3};
    six_deals_fit(&scene);
}

/* Death was Blue's before: his two other old cards are as old as they were, and what he drew is still any three of four. */
static void an_old_card_is_shown(void **state)
{
    static const struct six_scene scene = {.position =
                                               SHOWN("\"colony2\", \"death\", \"souls\"", "\"war\", \"war\", \"home\", \"double\""),
                                           .steps = shows,
                                           .viewer = 1,
                                           .about = SIX_ABOUT_CARDS,
                                           .worlds = 3};
    six_deals_fit(&scene);
}

/* ------------------------------------------------------------------ Recycle */

#define RECYCLED(red, blue, open, deck, discard)                                                                                   \
    TINY "\"hands\": {\"red\": [\"recycle\", \"colony2\", " red "], \"blue\": [\"colony2\", " blue "]}, \"open\": [" open          \
         "], \"deck\": [" deck "], \"discard\": [" discard "], \"knowledge\": {\"known\": {\"blue\": [\"colony2\"]}}}"
static const char *const recycles[] = {"1 recycle earth", NULL};

/* SIX-145: all but the hands has become the deck. What lay in the deck before may be in it or with Blue: two of two Wars, two Homes
 * and a Double. What was seen is not with him: Souls and Deaths, which lie open again, a Death and Recycle. */
static void after_recycle(void **state)
{
    static const struct six_scene scene = {.position = RECYCLED("\"double\", \"double\", \"war\", \"war\"", "\"war\", \"double\"",
                                                                "\"souls\", \"souls\", \"death\"", "\"war\", \"home\", \"home\"",
                                                                "\"death\""),
                                           .steps = recycles,
                                           .viewer = 1,
                                           .about = SIX_ABOUT_HANDS,
                                           .opens = "souls death souls",
                                           .worlds = 21};
    six_deals_fit(&scene);
}

/* Where a card lies open again of which copies were hidden before, nobody can tell which copy it is: no world is missing, but how
 * likely each is would take a longer memory. */
static void after_recycle_with_copies(void **state)
{
    static const struct six_scene scene = {.position = RECYCLED("\"souls\", \"death\", \"home\", \"war\"", "\"war\", \"double\"",
                                                                "\"double\", \"double\", \"war\"", "\"war\", \"home\"",
                                                                "\"souls\", \"death\""),
                                           .steps = recycles,
                                           .viewer = 1,
                                           .about = SIX_ABOUT_HANDS,
                                           .opens = "double war double",
                                           .worlds = 19,
                                           .wider = true};
    six_deals_fit(&scene);
}

/* ------------------------------------------------------------------ Hidden Agendas */

#define AGENDAS HEAD "\"agendas\": {\"red\": \"mars\", \"blue\": \"belt\", \"green\": \"earth\"}}"

/* SIX-15: two Earth, two Mars and one Belt are left for two places. */
static void agendas_of_the_others(void **state)
{
    static const struct six_scene scene = {.position = AGENDAS, .viewer = 2, .about = SIX_ABOUT_AGENDAS, .worlds = 8};
    six_deals_fit(&scene);
}

/* Two of each for three places: all but three alike. */
static void agendas_of_all(void **state)
{
    static const struct six_scene scene = {.position = AGENDAS, .viewer = 0, .about = SIX_ABOUT_AGENDAS, .worlds = 24};
    six_deals_fit(&scene);
}

/* ------------------------------------------------------------------ Discovery cards */

/* Of seven cards Blue holds one face down, three lie at the bottom of the deck where everybody has seen them. */
#define FINDS(red)                                                                                                                 \
    HEAD "\"turn\": 3, \"hands\": {\"red\": [\"discovery\"]}, \"discoveries\": {\"red\": [" red "], \"blue\": [\"uranus\"]}, "     \
         "\"discovery_deck\": [\"venus\", \"pluto\", \"saturn\"], \"knowledge\": {\"discovery_deck_seen\": [[], [], [], \"all\", "
static const char *const discover[] = {"1 discover", "1 return jupiter", NULL};

/* SIX-217 */
static void discoveries_nobody_knows(void **state)
{
    static const struct six_scene scene = {
        .position = FINDS("") "\"all\", \"all\"]}}", .viewer = 1, .about = SIX_ABOUT_FINDS, .worlds = 24};
    six_deals_fit(&scene);
}

/* The holder knows his own. */
static void discoveries_the_holder_knows(void **state)
{
    static const struct six_scene scene = {
        .position = FINDS("") "\"all\", \"all\"]}}", .viewer = 2, .about = SIX_ABOUT_FINDS, .worlds = 6};
    six_deals_fit(&scene);
}

/* Red draws a card and gives one of his two back: he knows both, so that Blue's and two in the deck are left. */
static void who_has_returned_one_remembers(void **state)
{
    static const struct six_scene scene = {
        .position = FINDS("\"jupiter\"") "\"all\"]}}", .steps = discover, .viewer = 1, .about = SIX_ABOUT_FINDS, .worlds = 6};
    six_deals_fit(&scene);
}

/* Everybody else only knows that one of them lies at the bottom now. */
static void others_know_that_one_was_returned(void **state)
{
    static const struct six_scene scene = {
        .position = FINDS("\"jupiter\"") "\"all\"]}}", .steps = discover, .viewer = 3, .about = SIX_ABOUT_FINDS, .worlds = 120};
    six_deals_fit(&scene);
}

/* Had it lain face up, all would know it at the bottom. */
static void a_face_up_card_is_returned(void **state)
{
    static const struct six_scene scene = {
        .position = FINDS("\"jupiter up\"") "\"all\"]}}", .steps = discover, .viewer = 3, .about = SIX_ABOUT_FINDS, .worlds = 24};
    six_deals_fit(&scene);
}

/* ------------------------------------------------------------------ all of it */

/* Cards (13 ways), an agenda (3) and two Discovery cards (2) have nothing to do with each other. */
static void each_for_itself(void **state)
{
    static const struct six_scene scene = {
        .position = TINY OPENING ", \"agendas\": {\"red\": \"mars\", \"blue\": \"earth\"}, \"discovery_deck\": [\"venus\", "
                                 "\"pluto\"], \"knowledge\": {\"known\": {\"blue\": [\"colony2\"]}, \"discovery_deck_seen\": "
                                 "[[], [], \"all\", \"all\", \"all\", \"all\", \"all\"]}}",
        .viewer = 1,
        .about = SIX_ABOUT_CARDS | SIX_ABOUT_AGENDAS | SIX_ABOUT_FINDS,
        .worlds = 78,
    };
    six_deals_fit(&scene);
}

/* ------------------------------------------------------------------ long games */

enum { TINY_GAMES = 12, LONG_GAMES = 10, DEALS_AT_LAST = 60000 };

struct play {
    struct six_rules rules;
    struct six_state state;
    struct bil_random chance, choice, dealer;
};

static void begin(struct play *play, int seats, const struct bil_setting *setting, const char *edition, unsigned index)
{
    struct bil_error error = {{0}};
    struct bil_config config = {.seats = seats, .settings = setting, .setting_count = setting ? 1 : 0};
    const struct bil_value *document = edition ? bil_json_read(edition, strlen(edition), "edition", &error) : NULL;
    config.edition = document;
    assert_true(!edition || document);
    six_must(six_test_game()->rules_init(&config, &play->rules, &error), &error);
    bil_json_free(document);
    six_dice(&play->chance, 3 * index);
    six_dice(&play->choice, 3 * index + 1);
    six_dice(&play->dealer, 3 * index + 2);
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
        begin(&play, 2, &cap, TINY_EDITION, index);
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_and_a_deck),
        cmocka_unit_test(fast_rules_forget),
        cmocka_unit_test(a_spectator_sees_no_hand),
        cmocka_unit_test(an_open_card_taken),
        cmocka_unit_test(what_was_discarded_is_in_the_deck),
        cmocka_unit_test(old_cards_of_two_hands),
        cmocka_unit_test(an_open_card_out_of_the_new_deck),
        cmocka_unit_test(a_viewer_who_drew_since),
        cmocka_unit_test(a_fresh_card_is_shown),
        cmocka_unit_test(an_old_card_is_shown),
        cmocka_unit_test(after_recycle),
        cmocka_unit_test(after_recycle_with_copies),
        cmocka_unit_test(agendas_of_the_others),
        cmocka_unit_test(agendas_of_all),
        cmocka_unit_test(discoveries_nobody_knows),
        cmocka_unit_test(discoveries_the_holder_knows),
        cmocka_unit_test(who_has_returned_one_remembers),
        cmocka_unit_test(others_know_that_one_was_returned),
        cmocka_unit_test(a_face_up_card_is_returned),
        cmocka_unit_test(each_for_itself),
        cmocka_unit_test(what_is_so_may_be_dealt),
        cmocka_unit_test(what_is_remembered_is_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
