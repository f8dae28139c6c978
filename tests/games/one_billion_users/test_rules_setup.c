/* Set-up over many seeds (OBU-12..36, W1, W2, W5): what no single position can show. */
#include "billions/json.h"
#include "games/cases/expect.h"
#include "games/cases/play.h"
#include "games/one_billion_users/rules/state.h"
#include "games/one_billion_users/support.h"
#include "unit.h"

enum { SEEDS = 60, MAX_DECK = 128 };

static const struct bil_value *platform(const struct bil_value *document, int seat)
{
    return case_item(bil_value_get(document, "platforms"), seat);
}

static int count_in(const struct bil_value *document, int seat, const char *key)
{
    const struct bil_value *list = bil_value_get(platform(document, seat), key);
    return list ? list->count : 0;
}

/* The number of a card in the rules, by its name. */
static int card_of(const struct case_table *table, const char *name)
{
    const struct obu_rules *rules = table->position.rules;
    for (int card = 0; card < OBU_CARDS; card++) {
        if (strcmp(rules->text[card].name, name) == 0) {
            return card;
        }
    }
    fail_msg("no card is called %s", name);
    return -1;
}

static bool at_set_up(const struct case_table *table)
{
    const struct bil_value *document = case_table_document(table, BIL_EVERYBODY);
    const char *phase = "";
    bil_value_string(document, "phase", &phase, NULL);
    const bool set_up = strcmp(phase, "launch") == 0 || strcmp(phase, "return") == 0;
    bil_json_free(document);
    return set_up;
}

static void begin(struct case_table *table, int seats, const char *options, unsigned seed)
{
    obu_begin(table, seats, options, seed);
}

static void launch_all(struct case_table *table, unsigned seed)
{
    struct bil_random choice;
    case_dice(&choice, seed);
    while (at_set_up(table)) {
        case_play_any(table, &choice);
    }
}

/* The deck of a document, top first, as card numbers; how many. */
static int deck_of(const struct case_table *table, const struct bil_value *document, int deck[MAX_DECK])
{
    int count = 0;
    const struct bil_value *list = bil_value_get(document, "deck");
    assert_non_null(list);
    for (const struct bil_value *node = list->child; node && count < MAX_DECK; node = node->next) {
        deck[count++] = card_of(table, node->string);
    }
    return count;
}

/* ------------------------------------------------------------------ rules from a configuration */

/* OBU-12 */
static void two_to_four_seats(void **state)
{
    const struct bil_game *game = obu_test_game();
    static struct obu_rules rules;
    for (int seats = 0; seats <= 6; seats++) {
        struct bil_error error = {{0}};
        const struct bil_config config = {.seats = seats};
        assert_int_equal(game->rules_init(&config, &rules, &error), seats >= 2 && seats <= 4);
        assert_int_equal(error.text[0] != '\0', seats < 2 || seats > 4);
    }
    assert_int_equal(game->min_seats, 2);
    assert_int_equal(game->max_seats, 4);
}

/* ------------------------------------------------------------------ W1 */

static void one_set_up(int seats, const char *options, unsigned seed, int deck_size, int lowest, int *bins)
{
    struct case_table table;
    int deck[MAX_DECK] = {0};
    begin(&table, seats, options, seed);
    launch_all(&table, seed);
    const struct bil_value *document = case_table_document(&table, BIL_EVERYBODY);
    for (int seat = 0; seat < seats; seat++) { /* OBU-17, 20 */
        assert_int_equal(count_in(document, seat, "hand"), 6);
        assert_int_equal(count_in(document, seat, "communities"), 1);
        assert_int_equal(count_in(document, seat, "influencers"), 0);
        assert_int_equal(count_in(document, seat, "milestones"), 0);
    }
    const int count = deck_of(&table, document, deck);
    assert_int_equal(count, deck_size);
    int influencers = 0;
    int events = 0;
    int game_over = -1;
    for (int i = 0; i < count; i++) {
        influencers += deck[i] >= OBU_INFLUENCER && deck[i] < OBU_EVENT;
        events += deck[i] >= OBU_EVENT && deck[i] < OBU_GAME_OVER;
        if (deck[i] == OBU_GAME_OVER) {
            assert_int_equal(game_over, -1);
            game_over = count - 1 - i; /* cards beneath it */
        }
    }
    assert_int_equal(influencers, 9); /* OBU-30 */
    assert_int_equal(events, 13);
    assert_in_range(game_over, 0, lowest - 1); /* OBU-32 */
    if (bins) {
        bins[game_over]++;
    }
    const struct bil_value *discard = bil_value_get(document, "discard"); /* OBU-18 */
    const struct bil_value *pile = bil_value_get(document, "event_pile");
    assert_true((!discard || discard->count == 0) && (!pile || pile->count == 0));
    bil_json_free(document);
    case_table_free(&table);
}

static void decks_of_the_right_size(void **state)
{
    static const int size[] = {0, 0, 104, 97, 90};
    for (int seats = 2; seats <= 4; seats++) {
        for (unsigned seed = 0; seed < SEEDS; seed++) {
            one_set_up(seats, "", seed, size[seats], 25, NULL);
        }
    }
}

static void game_over_lies_anywhere_in_the_cut(void **state)
{
    int bins[25] = {0};
    for (unsigned seed = 0; seed < 1000; seed++) {
        one_set_up(2, "", seed, 104, 25, bins);
    }
    for (int i = 0; i < 25; i++) {
        assert_true(bins[i] > 0);
    }
    assert_true(case_surprise(bins, NULL, 25) < 4);
}

/* OBU-31: 103, 96 and 89 cards, a fifth of them rounded. */
static void other_cuts(void **state)
{
    static const int size[] = {0, 0, 104, 97, 90};
    static const int fifth[] = {0, 0, 21, 19, 18};
    for (int seats = 2; seats <= 4; seats++) {
        int bins[MAX_DECK] = {0};
        for (unsigned seed = 0; seed < 120; seed++) {
            one_set_up(seats, "cut=fifth", seed, size[seats], fifth[seats] + 1, bins);
        }
        assert_true(bins[0] > 0 && bins[fifth[seats]] > 0);
        for (unsigned seed = 0; seed < 20; seed++) {
            one_set_up(seats, "cut=1", seed, size[seats], 2, NULL);
        }
    }
}

/* ------------------------------------------------------------------ deals and re-deals */

struct heard {
    const struct bil_game *game;
    int redeals[OBU_SEATS];
    int redealt_cards[OBU_SEATS];
    int order_broken; /* a later seat's re-deal came before an earlier one's */
    int last;
};

static void hear(void *context, const struct bil_event *event)
{
    struct heard *heard = context;
    if (event->kind == OBU_E_REDEALT) {
        heard->redeals[event->seat]++;
        heard->redealt_cards[event->seat] = event->a;
        heard->order_broken += event->seat < heard->last;
        heard->last = event->seat;
        assert_int_equal(event->viewers, 0xFF); /* that it happened is public (OBU-27) */
    }
}

/* Sets a match up once more with somebody listening. */
static void listen(const struct case_table *table, unsigned seed, struct heard *heard)
{
    static struct obu_state state;
    struct bil_random random;
    uint8_t bytes[BIL_SEED_BYTES];
    char text[24];
    const struct bil_listener listener = {hear, heard};
    *heard = (struct heard){.game = obu_test_game()};
    snprintf(text, sizeof text, "%u", seed);
    bil_seed_from_text(text, bytes);
    bil_random_match(&random, bytes);
    obu_test_game()->setup(table->position.rules, &random, &state, &listener);
    assert_memory_equal(&state, table->position.state, sizeof state);
}

static bool launchable(const struct case_table *table, const char *network, int card)
{
    const struct obu_rules *rules = table->position.rules;
    if (card >= OBU_COMMUNITIES_MAX) {
        return false;
    }
    if (strcmp(network, "HireMe") == 0) {
        return rules->toxicity[card] < 3;
    }
    return strcmp(network, "Murmur") != 0 || rules->halves[card] < 6;
}

/* W2 and W3: whoever was dealt anew could launch nothing, got as many cards again, and the old ones lie under the deck; nobody else
 * was. All re-deals are over before the first launch is asked. */
static void redeals(const char *options, int seats, const char *const *network, const int *dealt, unsigned seeds, int *seen)
{
    for (unsigned seed = 0; seed < seeds; seed++) {
        struct case_table table;
        struct heard heard;
        int deck[MAX_DECK] = {0};
        begin(&table, seats, options, seed);
        listen(&table, seed, &heard);
        assert_int_equal(heard.order_broken, 0); /* OBU-26 */
        const struct bil_value *document = case_table_document(&table, BIL_EVERYBODY);
        int under = deck_of(&table, document, deck);
        int all = under;
        for (int seat = 0; seat < seats; seat++) {
            const struct bil_value *hand = bil_value_get(platform(document, seat), "hand");
            assert_int_equal(hand->count, dealt[seat]); /* OBU-16 */
            all += hand->count;
            bool can = false;
            for (const struct bil_value *node = hand->child; node; node = node->next) {
                can |= launchable(&table, network[seat], card_of(&table, node->string));
            }
            assert_true(can); /* OBU-24 */
        }
        assert_int_equal(all, 95); /* OBU-15: main cards only */
        int total = 0;
        for (int seat = 0; seat < seats; seat++) {
            total += heard.redeals[seat] * dealt[seat];
            seen[seat] += heard.redeals[seat];
            assert_true(heard.redeals[seat] == 0 || heard.redealt_cards[seat] == dealt[seat]);
        }
        /* The lowest cards are the returned ones, the last re-deal lowest. */
        for (int seat = seats - 1; seat >= 0 && total > 0; seat--) {
            for (int i = 0; i < heard.redeals[seat] * dealt[seat]; i++) {
                assert_false(launchable(&table, network[seat], deck[--under]));
            }
        }
        bil_json_free(document);
        case_table_free(&table);
    }
}

static const char *const none[] = {"", "", "", ""};

static void seven_cards_and_a_launch(void **state)
{
    static const int seven[] = {7, 7, 7, 7};
    int seen[4] = {0};
    redeals("", 2, none, seven, 300, seen);
    assert_true(seen[0] > 0 && seen[1] > 0);
    /* about one hand in 48: within five standard deviations of 600 / 47.6 */
    assert_in_range(seen[0] + seen[1], 1, 30);
    memset(seen, 0, sizeof seen);
    redeals("", 4, none, seven, 100, seen);
}

static void hire_me_and_murmur_are_redealt_more(void **state)
{
    static const char *const network[] = {"HireMe", "Murmur", "Burrow"};
    static const int seven[] = {7, 7, 7};
    int seen[4] = {0};
    redeals("networks=HireMe,Murmur,Burrow", 3, network, seven, 600, seen);
    assert_true(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
    assert_true(seen[0] > seen[2]); /* HireMe may launch 28 of 95 cards, Burrow 39 */
}

/* OBU-214: re-deals of 8, 6 and 9 cards. */
static void redeals_of_other_sizes(void **state)
{
    static const char *const network[] = {"TapTap", "The Hellsite", "Friendlink"};
    static const int dealt[] = {8, 6, 9};
    int seen[4] = {0};
    redeals("networks=TapTap,The Hellsite,Friendlink", 3, network, dealt, 600, seen);
    assert_true(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
}

/* OBU-25: launching is all a seat may do at the start. */
static void who_can_launch_must(void **state)
{
    for (unsigned seed = 0; seed < 30; seed++) {
        struct case_table table;
        begin(&table, 3, "", seed);
        const struct bil_value *document = case_table_document(&table, BIL_EVERYBODY);
        const struct bil_value *hand = bil_value_get(platform(document, 0), "hand");
        int communities = 0;
        for (const struct bil_value *node = hand->child; node; node = node->next) {
            communities += card_of(&table, node->string) < OBU_COMMUNITIES_MAX;
        }
        bil_move list[BIL_MAX_MOVES];
        assert_int_equal(case_table_moves(&table, list), communities);
        for (int i = 0; i < communities; i++) {
            struct bil_text text = {0};
            case_table_move_text(&table, list[i], BIL_EVERYBODY, &text);
            assert_int_equal(strncmp(bil_text_string(&text), "launch ", 7), 0);
            bil_text_free(&text);
        }
        bil_json_free(document);
        case_table_free(&table);
    }
}

static void hear_choice(void *context, const struct bil_event *event)
{
    if (event->kind == OBU_E_CHOSE) {
        *(struct bil_event *)context = *event;
    }
}

/* Who could launch one Community alone is told so, and nobody else is: it says what the rest of the hand is not. */
static void only_the_owner_hears_that_there_was_no_choice(void **state)
{
    int forced = 0;
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        struct case_table table;
        static struct obu_state after;
        struct bil_event heard = {0};
        struct bil_random random;
        const struct bil_listener listener = {hear_choice, &heard};
        bil_move list[BIL_MAX_MOVES];
        begin(&table, 3, "", seed);
        const int count = case_table_moves(&table, list);
        case_dice(&random, seed);
        memcpy(&after, table.position.state, sizeof after);
        obu_test_game()->apply(table.position.rules, &after, list[0], &random, &listener);
        assert_int_equal(heard.viewers, 1); /* of both: else who sees which details there are would know, too */
        assert_int_equal(heard.b, count == 1);
        assert_int_equal(heard.a, count == 1 ? OBU_A(list[0]) : 0);
        forced += count == 1;
        case_table_free(&table);
    }
    assert_in_range(forced, 1, SEEDS - 1);
}

/* OBU-27, 200: nobody but the owner sees what was returned. */
static void returned_hands_stay_secret(void **state)
{
    int seen = 0;
    for (unsigned seed = 0; seed < 400 && seen < 5; seed++) {
        struct case_table table;
        struct heard heard;
        begin(&table, 2, "", seed);
        listen(&table, seed, &heard);
        if (heard.redeals[1] > 0) {
            const struct bil_value *view = case_table_document(&table, 0);
            const struct bil_value *deck = bil_value_get(view, "deck");
            for (const struct bil_value *node = deck->child; node; node = node->next) {
                assert_string_equal(node->string, "?");
            }
            bil_json_free(view);
            seen++;
        }
        case_table_free(&table);
    }
    assert_int_equal(seen, 5);
}

/* ------------------------------------------------------------------ Networks, who begins */

/* OBU-13, 14 */
static void networks_on_and_off(void **state)
{
    int dealt[OBU_NETWORKS + 1] = {0};
    for (unsigned seed = 0; seed < 400; seed++) {
        for (int on = 0; on < 2; on++) {
            struct case_table table;
            begin(&table, 4, on ? "networks=random" : "", seed);
            const struct bil_value *document = case_table_document(&table, on ? BIL_SPECTATOR : BIL_EVERYBODY);
            unsigned used = 0;
            for (int seat = 0; seat < 4; seat++) {
                const char *name = "none";
                bil_value_string(platform(document, seat), "network", &name, NULL);
                int network = 0;
                while (strcmp(obu_network_name(network), name) != 0) {
                    network++;
                    assert_in_range(network, 0, OBU_NETWORKS);
                }
                assert_int_equal(network != 0, on);
                assert_true(!on || (used >> network & 1U) == 0);
                used |= 1U << network;
                dealt[network] += on;
            }
            bil_json_free(document);
            case_table_free(&table);
        }
    }
    assert_true(case_surprise(dealt + 1, NULL, OBU_NETWORKS) < 4);
}

/* W5 and OBU-29: The Hellsite's extra Community comes from the undealt cards, any of them alike. */
static void an_extra_community_for_the_hellsite(void **state)
{
    int bins[OBU_COMMUNITIES_MAX] = {0};
    int with_game = 0;
    for (unsigned seed = 0; seed < 700; seed++) {
        struct case_table table;
        struct bil_error error = {{0}};
        begin(&table, 2, "networks=TapTap,The Hellsite;first=1", seed);
        const struct bil_value *before = case_table_document(&table, BIL_EVERYBODY);
        bil_move list[BIL_MAX_MOVES];
        struct bil_text text = {0};
        case_table_moves(&table, list);
        helper_must(case_table_apply(&table, list[0], &error), &error);
        case_table_moves(&table, list);
        case_table_move_text(&table, list[0], BIL_EVERYBODY, &text);
        helper_must(case_table_apply(&table, list[0], &error), &error);
        const struct bil_value *after = case_table_document(&table, BIL_EVERYBODY);
        assert_int_equal(count_in(after, 0, "hand"), 7);
        assert_int_equal(count_in(after, 1, "hand"), 5);
        assert_int_equal(count_in(after, 0, "communities"), 1);
        assert_int_equal(count_in(after, 1, "communities"), 2);
        const struct bil_value *two = bil_value_get(platform(after, 1), "communities");
        const char *launched = bil_text_string(&text) + strlen("launch ");
        const char *extra =
            strcmp(case_item(two, 0)->string, launched) == 0 ? case_item(two, 1)->string : case_item(two, 0)->string;
        bool undealt = false;
        for (const struct bil_value *node = bil_value_get(before, "deck")->child; node; node = node->next) {
            undealt |= strcmp(node->string, extra) == 0;
        }
        assert_true(undealt);
        bins[card_of(&table, extra)]++;
        if (seed < 20) { /* W5: TapTap plays with eight */
            while (case_table_actor(&table) == 0 && with_game < 200) {
                const struct bil_value *now = case_table_document(&table, BIL_EVERYBODY);
                const char *phase = "";
                bil_value_string(now, "phase", &phase, NULL);
                const bool playing = strcmp(phase, "play") == 0;
                const int hand = count_in(now, 0, "hand");
                bil_json_free(now);
                if (playing) {
                    assert_int_equal(hand, 8);
                    break;
                }
                case_table_moves(&table, list);
                helper_must(case_table_apply(&table, list[0], &error), &error);
                with_game++;
            }
        }
        bil_text_free(&text);
        bil_json_free(before);
        bil_json_free(after);
        case_table_free(&table);
    }
    assert_true(with_game > 20);
    assert_true(case_surprise(bins, NULL, 39) < 4);
}

/* OBU-19 */
static void the_first_seat(void **state)
{
    int bins[4] = {0};
    for (unsigned seed = 0; seed < 400; seed++) {
        struct case_table table;
        begin(&table, 4, "", seed);
        launch_all(&table, seed);
        bins[case_table_actor(&table)]++;
        case_table_free(&table);
    }
    assert_true(case_surprise(bins, NULL, 4) < 4);
    for (int first = 0; first < 3; first++) {
        char option[16];
        snprintf(option, sizeof option, "first=%d", first + 1);
        for (unsigned seed = 0; seed < 10; seed++) {
            struct case_table table;
            begin(&table, 3, option, seed);
            launch_all(&table, seed);
            assert_int_equal(case_table_actor(&table), first);
            case_table_free(&table);
        }
    }
}

/* OBU-43: the very first draw is from the deck. */
static void the_first_draw(void **state)
{
    for (unsigned seed = 0; seed < 20; seed++) {
        struct case_table table;
        bil_move list[BIL_MAX_MOVES];
        begin(&table, 3, "", seed);
        launch_all(&table, seed);
        assert_int_equal(case_table_moves(&table, list), 1);
        case_table_free(&table);
    }
}

/* OBU-22: a launch of 300 M and 4 Toxicity gains nothing but itself; no Milestone can be reached by launches. */
static void launches_gain_no_milestone(void **state)
{
    int most = 0;
    for (unsigned seed = 0; seed < 300; seed++) {
        struct case_table table;
        begin(&table, 2, "networks=Friendlink,The Hellsite", seed);
        launch_all(&table, seed);
        const struct bil_value *document = case_table_document(&table, BIL_EVERYBODY);
        for (int seat = 0; seat < 2; seat++) {
            const struct bil_value *users = bil_value_get(platform(document, seat), "users");
            assert_in_range(users->integer, 50000000, 900000000);
            most = users->integer / 1000000 > most ? (int)(users->integer / 1000000) : most;
            assert_int_equal(count_in(document, seat, "milestones"), 0);
            assert_int_equal(count_in(document, seat, "influencers"), 0);
        }
        bil_json_free(document);
        case_table_free(&table);
    }
    assert_true(most >= 500);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_to_four_seats),
        cmocka_unit_test(decks_of_the_right_size),
        cmocka_unit_test(game_over_lies_anywhere_in_the_cut),
        cmocka_unit_test(other_cuts),
        cmocka_unit_test(seven_cards_and_a_launch),
        cmocka_unit_test(hire_me_and_murmur_are_redealt_more),
        cmocka_unit_test(redeals_of_other_sizes),
        cmocka_unit_test(who_can_launch_must),
        cmocka_unit_test(only_the_owner_hears_that_there_was_no_choice),
        cmocka_unit_test(returned_hands_stay_secret),
        cmocka_unit_test(networks_on_and_off),
        cmocka_unit_test(an_extra_community_for_the_hellsite),
        cmocka_unit_test(the_first_seat),
        cmocka_unit_test(the_first_draw),
        cmocka_unit_test(launches_gain_no_milestone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
