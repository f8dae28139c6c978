/* Set-up, and the numbers of the edition that is compiled in (SIX-1, 6..22, 52, 94, 95, 131, 132, 210, 223, 233, 268, T1 to T4). */
#include "billions/json.h"
#include "games/six_billion/rules/state.h"
#include "games/six_billion/support.h"
#include "unit.h"

enum { SEEDS = 40 };

static const struct six_rules *rules_of(const struct case_table *table)
{
    return table->position.rules;
}

static const struct six_state *state_of(const struct case_table *table)
{
    return table->position.state;
}

static bool make_rules(int seats, const char *key, const char *value, struct six_rules *rules, struct bil_error *error)
{
    const struct bil_setting setting = {key, value};
    const struct bil_config config = {.seats = seats, .settings = &setting, .setting_count = key ? 1 : 0};
    error->text[0] = '\0';
    return six_test_game()->rules_init(&config, rules, error);
}

/* ------------------------------------------------------------------ seats, factions, Earth */

/* SIX-7 */
static void two_to_five_seats(void **state)
{
    struct six_rules rules;
    struct bil_error error;
    for (int seats = 0; seats <= 7; seats++) {
        assert_int_equal(make_rules(seats, NULL, NULL, &rules, &error), seats >= 2 && seats <= 5);
        assert_int_equal(error.text[0] != '\0', seats < 2 || seats > 5);
    }
    assert_int_equal(six_test_game()->min_seats, 2);
    assert_int_equal(six_test_game()->max_seats, 5);
}

/* SIX-1, 8, 9, 10; T1 to T4 */
static void neutrals_and_starting_space(void **state)
{
    static const struct {
        int neutrals, start, population;
    } wanted[] = {[2] = {1, 2, 6}, [3] = {2, 1, 5}, [4] = {2, 1, 6}, [5] = {1, 1, 6}};
    for (int seats = 2; seats <= 5; seats++) {
        struct case_table table;
        six_begin(&table, seats, "", (unsigned)seats);
        const struct six_state *at = state_of(&table);
        const int factions = seats + wanted[seats].neutrals;
        int population = 0;
        assert_int_equal(rules_of(&table)->factions, factions);
        for (int faction = 0; faction < factions; faction++) {
            for (int site = 0; site < SIX_SITES; site++) {
                const int there = six_population(at->level[faction][site]);
                assert_int_equal(there, site == SIX_EARTH ? wanted[seats].start : 0);
                assert_int_equal(at->box[faction][site], 0);
                population += there;
            }
            for (int other = 0; other < faction; other++) { /* each has a colour of its own */
                assert_int_not_equal(rules_of(&table)->colour[faction], rules_of(&table)->colour[other]);
            }
        }
        assert_int_equal(population, wanted[seats].population);
        case_table_free(&table);
    }
}

/* Section 23: with 3 seats 1 Neutral may be had; nobody else has a choice. */
static void one_neutral_with_three_seats(void **state)
{
    struct six_rules rules;
    struct bil_error error;
    static const int usual[] = {[2] = 1, [3] = 2, [4] = 2, [5] = 1};
    for (int seats = 2; seats <= 5; seats++) {
        for (int neutrals = 0; neutrals <= 3; neutrals++) {
            char value[8];
            snprintf(value, sizeof value, "%d", neutrals);
            const bool fine = neutrals == usual[seats] || (seats == 3 && neutrals == 1);
            assert_int_equal(make_rules(seats, "neutrals", value, &rules, &error), fine);
            assert_true(!fine || rules.neutrals == neutrals);
        }
    }
}

/* SIX-11 */
static void colours_have_no_effect(void **state)
{
    struct six_rules rules;
    struct bil_error error;
    assert_false(make_rules(3, "colours", "red,blue,red", &rules, &error));
    assert_false(make_rules(3, "colours", "red,violet,blue", &rules, &error));
    assert_false(make_rules(3, "colours", "red,blue", &rules, &error));
    assert_true(make_rules(3, "colours", "pink,black,green", &rules, &error));
    unsigned used = 0;
    for (int faction = 0; faction < rules.factions; faction++) {
        used |= 1U << rules.colour[faction];
    }
    assert_int_equal(six_popcount(used), 5);
    assert_string_equal(six_colour_words[rules.colour[0]], "pink");

    struct case_table plain;
    struct case_table painted;
    six_begin(&plain, 3, "", 5);
    six_begin(&painted, 3, "colours=green,pink,black", 5);
    for (unsigned ply = 0; ply < 400 && case_table_actor(&plain) != BIL_OVER; ply++) {
        struct bil_random dice;
        case_dice(&dice, ply);
        struct bil_random same = dice;
        assert_memory_equal(plain.position.state, painted.position.state, sizeof(struct six_state));
        case_play_any(&plain, &dice);
        case_play_any(&painted, &same);
    }
    case_table_free(&plain);
    case_table_free(&painted);
}

/* ------------------------------------------------------------------ piles and hands */

/* SIX-14, 16..19, 22; T1 to T4 */
static void piles_and_hands(void **state)
{
    static const int deck[] = {[2] = 76, [3] = 70, [4] = 64, [5] = 58};
    for (int seats = 2; seats <= 5; seats++) {
        for (unsigned seed = 0; seed < SEEDS; seed++) {
            struct case_table table;
            const bool track = seed & 1U;
            six_begin(&table, seats, track ? "track=on" : "", seed);
            const struct six_state *at = state_of(&table);
            assert_int_equal(at->deck, deck[seats]);
            assert_int_equal(at->discard, 0);
            assert_int_equal(at->find_left, track ? 13 : 7);
            int colony_2 = 0;
            for (int seat = 0; seat < seats; seat++) {
                assert_int_equal(at->hand[seat].count, 6);
                assert_true(at->hand[seat].copies[SIX_COLONY_2] >= 1);
                assert_int_equal(at->points[seat], 0);
                assert_int_equal(at->find[seat][0], 0);
                for (int symbol = 0; symbol < SIX_SYMBOLS; symbol++) {
                    assert_int_equal(at->marker[seat][symbol], 0);
                }
                colony_2 += at->hand[seat].copies[SIX_COLONY_2];
            }
            for (int place = 0; place < SIX_OPEN; place++) {
                assert_in_range(at->open[place], 1, SIX_CARDS - 1);
                colony_2 += at->open[place] == SIX_COLONY_2;
            }
            for (int i = 0; i < at->deck; i++) {
                colony_2 += at->pile[i] == SIX_COLONY_2;
            }
            assert_int_equal(colony_2, 9); /* the spare ones were shuffled in (SIX-17, 20) */
            case_table_free(&table);
        }
    }
}

/* SIX-15: two of each in the box, each seat gets any, who is left out as well. */
static void agendas_by_chance(void **state)
{
    static const int places[] = {SIX_EARTH, SIX_MARS, SIX_BELT};
    int bins[5][3] = {{0}};
    int all_different = 0;
    for (unsigned seed = 0; seed < 600; seed++) {
        struct case_table table;
        int count[3] = {0};
        six_begin(&table, 5, "", seed);
        for (int seat = 0; seat < 5; seat++) {
            int which = 0;
            while (which < 3 && places[which] != state_of(&table)->agenda[seat] - 1) {
                which++;
            }
            assert_in_range(which, 0, 2);
            bins[seat][which]++;
            assert_in_range(++count[which], 1, 2);
        }
        case_table_free(&table);
        six_begin(&table, 3, "", seed);
        const uint8_t *agenda = state_of(&table)->agenda;
        all_different += agenda[0] != agenda[1] && agenda[1] != agenda[2] && agenda[0] != agenda[2];
        case_table_free(&table);
    }
    for (int seat = 0; seat < 5; seat++) {
        assert_true(case_surprise(bins[seat], NULL, 3) < 4);
    }
    assert_in_range(all_different, 190, 290); /* 8 in 20 of 600, within five standard deviations */
}

/* SIX-16: any Discovery card may lie on top, and any playing card. */
static void decks_are_shuffled(void **state)
{
    int finds[7] = {0};
    int kinds[SIX_CARDS] = {0};
    for (unsigned seed = 0; seed < 700; seed++) {
        struct case_table table;
        six_begin(&table, 2, "", seed);
        const struct six_state *at = state_of(&table);
        const int top = at->find_deck[at->find_left - 1] - 1;
        finds[top < SIX_EARTH ? top : top - 3]++; /* Mercury, Venus, Jupiter to Pluto */
        kinds[at->pile[at->deck - 1]]++;
        case_table_free(&table);
    }
    assert_true(case_surprise(finds, NULL, 7) < 4);
    for (int card = 1; card < SIX_CARDS; card++) {
        assert_true(kinds[card] > 0);
    }
    assert_in_range(kinds[SIX_COLONY_6], 35, 95); /* 8 of 89 */
    assert_in_range(kinds[SIX_COLONY_2], 25, 85); /* 7 of 89 */
}

/* SIX-268: seat 1 gets all its cards, then seat 2, then the open ones, each from the top of the shuffled deck. */
static void dealt_seat_by_seat(void **state)
{
    for (int seats = 2; seats <= 5; seats++) {
        struct case_table table;
        uint8_t seed[BIL_SEED_BYTES];
        uint8_t deck[SIX_PILE];
        struct bil_random random;
        six_begin(&table, seats, "", 9);
        const struct six_rules *rules = rules_of(&table);
        const struct six_state *at = state_of(&table);
        bil_seed_from_text("9", seed);
        bil_random_match(&random, seed);
        bil_random_enter(&random, SIX_S_DECK, 0);
        int top = 0;
        for (int card = 1; card < SIX_CARDS; card++) { /* all but the Colony 2 that are given out */
            for (int copy = card == SIX_COLONY_2 ? seats : 0; copy < rules->copies[card]; copy++) {
                deck[top++] = (uint8_t)card;
            }
        }
        bil_random_shuffle(&random, deck, (size_t)top);
        for (int seat = 0; seat < seats; seat++) {
            int copies[SIX_CARDS] = {[SIX_COLONY_2] = 1};
            for (int card = 0; card < 5; card++) {
                copies[deck[--top]]++;
            }
            for (int card = 1; card < SIX_CARDS; card++) {
                assert_int_equal(at->hand[seat].copies[card], copies[card]);
            }
        }
        for (int place = 0; place < SIX_OPEN; place++) {
            assert_int_equal(at->open[place], deck[--top]);
        }
        assert_int_equal(at->deck, top);
        assert_memory_equal(at->pile, deck, (size_t)top);
        case_table_free(&table);
    }
}

/* ------------------------------------------------------------------ numbers of the edition, section 22 */

/* SIX-6, 52, 210, 252: 0 = no limit */
static void the_ten_sites(void **state)
{
    static const struct {
        const char *word;
        int last, limit, points[3], find, agendas;
    } wanted[SIX_SITES] = {
        {"mercury", 32, 4, {4, 2, 1}, 1, 0},  {"venus", 128, 16, {4, 2, 1}, 1, 0}, {"earth", 1024, 64, {8, 4, 2}, 0, 2},
        {"mars", 512, 32, {8, 4, 2}, 0, 2},   {"belt", 1024, 0, {8, 4, 2}, 0, 2},  {"jupiter", 256, 32, {4, 2, 1}, 1, 0},
        {"saturn", 128, 16, {4, 2, 1}, 1, 0}, {"uranus", 64, 8, {4, 2, 1}, 1, 0},  {"neptune", 64, 8, {4, 2, 1}, 1, 0},
        {"pluto", 32, 4, {4, 2, 1}, 1, 0},
    };
    struct six_rules rules;
    struct bil_error error;
    assert_true(make_rules(4, NULL, NULL, &rules, &error));
    for (int site = 0; site < SIX_SITES; site++) {
        assert_string_equal(six_site_words[site], wanted[site].word);
        assert_int_equal(six_population(rules.last[site]), wanted[site].last);
        assert_int_equal(six_population(rules.limit[site]), wanted[site].limit);
        for (int place = 0; place < 3; place++) {
            assert_int_equal(rules.points[site][place], wanted[site].points[place]);
        }
        assert_int_equal(rules.finds[1 + site], wanted[site].find);
        assert_int_equal(rules.agendas[1 + site], wanted[site].agendas);
        assert_int_equal(six_pairs(site), site == SIX_MERCURY || site == SIX_PLUTO);
    }
}

/* SIX-94, 95 */
static void the_distance_chart(void **state)
{
    static const char *const wanted[SIX_SITES] = {
        "0 1 1 1 2 3 5 10 15 20",     "1 0 1 1 1 3 5 10 15 20",      "1 1 0 1 1 3 5 10 15 20", "1 1 1 0 1 2 4 9 15 19",
        "2 1 1 1 0 2 4 9 14 19",      "3 3 3 2 2 0 3 7 13 18",       "5 5 5 4 4 3 0 5 11 15",  "10 10 10 9 9 7 5 0 6 11",
        "15 15 15 15 14 13 11 6 0 5", "20 20 20 19 19 18 15 11 5 0",
    };
    struct six_rules rules;
    struct bil_error error;
    int within[4] = {0};
    assert_true(make_rules(2, NULL, NULL, &rules, &error));
    for (int from = 0; from < SIX_SITES; from++) {
        const char *row = wanted[from];
        for (int to = 0; to < SIX_SITES; to++) {
            int distance = 0;
            int used = 0;
            assert_int_equal(sscanf(row, "%d%n", &distance, &used), 1);
            row += used;
            assert_int_equal(rules.distance[from][to], distance);
            assert_int_equal(rules.distance[to][from], distance);
            if (from < to) {
                within[0] += distance <= 2;
                within[1] += distance <= 6;
                within[2] += distance <= 12;
                within[3] += distance > 12;
            }
        }
    }
    assert_int_equal(within[0], 12);
    assert_int_equal(within[1], 24);
    assert_int_equal(within[2], 32);
    assert_int_equal(within[3], 13);
}

/* SIX-94, 65: which sites a card reaches from a site, by hand for the three distances. */
static void what_a_card_reaches(void **state)
{
    enum { ME = 1, VE = 2, EA = 4, MA = 8, BE = 16, JU = 32, SA = 64, UR = 128, NE = 256, PL = 512 };
    enum { INNER = ME | VE | MA | BE };
    static const uint16_t two[] = {INNER, INNER, INNER, INNER | JU, INNER | JU, MA | BE, 0, 0, 0, 0};
    enum { SEVEN = INNER | JU | SA };
    static const uint16_t six[] = {SEVEN, SEVEN, SEVEN, SEVEN, SEVEN, SEVEN, SEVEN | UR, SA | NE, UR | PL, NE};
    enum { FAR = SEVEN | UR };
    static const uint16_t twelve[] = {FAR, FAR, FAR, FAR, FAR, FAR, FAR | NE, SEVEN | NE | PL, SA | UR | PL, UR | NE};
    struct six_rules rules;
    struct bil_error error;
    assert_true(make_rules(2, NULL, NULL, &rules, &error));
    for (int from = 0; from < SIX_SITES; from++) {
        const unsigned others = ~(1U << from);
        assert_int_equal(rules.reach[SIX_COLONY_2][from] & others, two[from] & others);
        assert_int_equal(rules.reach[SIX_COLONY_6][from] & others, six[from] & others);
        assert_int_equal(rules.reach[SIX_COLONY_OTHER][from] & others, six[from] & others);
        assert_int_equal(rules.reach[SIX_COLONY_NEUTRAL][from] & others, six[from] & others);
        assert_int_equal(rules.reach[SIX_MIGRANTS_6][from] & others, six[from] & others);
        assert_int_equal(rules.reach[SIX_MIGRANTS_6_OTHER][from] & others, six[from] & others);
        assert_int_equal(rules.reach[SIX_MIGRANTS_12][from] & others, twelve[from] & others);
        assert_int_equal(rules.reach[SIX_MIGRANTS_12_OTHER][from] & others, twelve[from] & others);
    }
}

/* SIX-131, 132, 225..227: table 22.3 */
static void the_playing_cards(void **state)
{
    static const struct {
        const char *code;
        int copies, distance, points, symbol, symbols;
    } wanted[] = {
        {"colony2", 9, 2, 0, SIX_DOLLAR, 1},
        {"colony6", 8, 6, 0, SIX_DOLLAR, 1},
        {"colony6-other", 3, 6, 3, SIX_DOLLAR, 1},
        {"colony6-neutral", 3, 6, 2, SIX_DOLLAR, 1},
        {"migrants12", 8, 12, 0, SIX_LEAF, 1},
        {"migrants6", 2, 6, 0, SIX_LEAF, 1},
        {"migrants6-other", 3, 6, 3, SIX_LEAF, 1},
        {"migrants12-other", 1, 12, 3, SIX_LEAF, 1},
        {"double", 7, 0, 0, SIX_LEAF, 1},
        {"double-other", 3, 0, 3, SIX_LEAF, 1},
        {"double-neutral", 3, 0, 2, SIX_LEAF, 1},
        {"recycle", 2, 0, 0, SIX_LEAF, 2},
        {"discovery", 7, 0, 0, SIX_DOLLAR, 1},
        {"trouble", 4, 0, 0, SIX_LEAF, 1},
        {"home", 4, 0, 0, SIX_LEAF, 1},
        {"death", 4, 0, 0, SIX_SMILEY, 1},
        {"pestilence", 5, 0, 0, SIX_SMILEY, 1},
        {"famine", 4, 0, 0, SIX_SMILEY, 1},
        {"souls", 3, 0, 0, SIX_SMILEY, 1},
        {"politics", 4, 0, 0, SIX_SMILEY, 1},
        {"war", 4, 0, 0, SIX_SMILEY, 1},
    };
    struct six_rules rules;
    struct bil_error error;
    int cards = 0;
    int symbols[SIX_SYMBOLS] = {0};
    assert_true(make_rules(2, NULL, NULL, &rules, &error));
    assert_int_equal(sizeof wanted / sizeof wanted[0], SIX_CARDS - 1);
    for (int card = 1; card <= (int)(sizeof wanted / sizeof wanted[0]); card++) {
        assert_string_equal(six_card_words[card], wanted[card - 1].code);
        assert_int_equal(rules.copies[card], wanted[card - 1].copies);
        assert_int_equal(rules.card_distance[card], wanted[card - 1].distance);
        assert_int_equal(rules.card_points[card], wanted[card - 1].points);
        assert_int_equal(rules.card_symbol[card], wanted[card - 1].symbol);
        assert_int_equal(rules.card_symbols[card], wanted[card - 1].symbols);
        cards += rules.copies[card];
        symbols[rules.card_symbol[card]] += rules.copies[card] * rules.card_symbols[card];
    }
    assert_int_equal(cards, 91);
    assert_int_equal(symbols[SIX_DOLLAR], 30);
    assert_int_equal(symbols[SIX_LEAF], 39);
    assert_int_equal(symbols[SIX_SMILEY], 24);
}

/* SIX-15, 210, 223, 224, 233, 238 */
static void agendas_discoveries_tracks(void **state)
{
    struct six_rules plain;
    struct six_rules track;
    struct bil_error error;
    assert_true(make_rules(3, NULL, NULL, &plain, &error));
    assert_true(make_rules(3, "track", "on", &track, &error));
    int agendas = 0;
    for (int site = 0; site < SIX_SITES; site++) {
        agendas += plain.agendas[1 + site];
    }
    assert_int_equal(agendas, 6);
    assert_false(plain.track);
    assert_int_equal(plain.find_count, 7);
    assert_int_equal(plain.find_limit, 1);
    assert_int_equal(track.find_count, 13);
    assert_int_equal(track.find_limit, 2);
    for (int symbol = 0; symbol < SIX_SYMBOLS; symbol++) {
        static const uint8_t places[3] = {4, 2, 1};
        assert_int_equal(track.finds[SIX_FIND_SYMBOL + symbol], 2);
        assert_memory_equal(track.track_points[symbol], places, 3);
    }
    assert_int_equal(track.track_last, 6);
    assert_int_equal(track.dollar_cost, 1);
}

/* Section 23: leaf-limit is on by itself with 2 seats and the track only; earth-limit changes one number. */
static void other_options(void **state)
{
    struct six_rules rules;
    struct bil_error error;
    for (int seats = 2; seats <= 5; seats++) {
        assert_true(make_rules(seats, "track", "on", &rules, &error));
        assert_int_equal(rules.leaf_limit, seats == 2);
        assert_true(make_rules(seats, NULL, NULL, &rules, &error));
        assert_int_equal(rules.leaf_limit, 0);
    }
    assert_true(make_rules(2, "earth-limit", "32", &rules, &error));
    assert_int_equal(six_population(rules.limit[SIX_EARTH]), 32);
    assert_false(make_rules(2, "earth-limit", "48", &rules, &error));
    assert_false(make_rules(2, "tokens", "3", &rules, &error));
    assert_true(make_rules(2, "tokens", "10", &rules, &error));
    assert_int_equal(rules.tokens, 10);
    assert_false(make_rules(2, "turn-cap", "0", &rules, &error));
    assert_false(make_rules(2, "dice", "on", &rules, &error));
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_to_five_seats),
        cmocka_unit_test(neutrals_and_starting_space),
        cmocka_unit_test(one_neutral_with_three_seats),
        cmocka_unit_test(colours_have_no_effect),
        cmocka_unit_test(piles_and_hands),
        cmocka_unit_test(agendas_by_chance),
        cmocka_unit_test(decks_are_shuffled),
        cmocka_unit_test(dealt_seat_by_seat),
        cmocka_unit_test(the_ten_sites),
        cmocka_unit_test(the_distance_chart),
        cmocka_unit_test(what_a_card_reaches),
        cmocka_unit_test(the_playing_cards),
        cmocka_unit_test(agendas_discoveries_tracks),
        cmocka_unit_test(other_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
