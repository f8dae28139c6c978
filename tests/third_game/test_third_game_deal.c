/* Ford: worlds dealt for a viewer, compared with every world that fits, on positions with so few hidden cards that all of them can
 * be written out. Which cards lie hidden and where is said by hand in each scene: what the game itself makes of a view is not
 * asked. */
#include "games/cases/play.h"
#include "third_game/play.h"
#include "unit.h"

enum { DRAWS = 30000, MOST_WORLDS = 6000, MOST_LOOSE = 7, SECRET_GAMES = 60 };

struct scene {
    const char *position;
    const char *steps[6]; /* ends with NULL */
    int seats, viewer;
    const char *loose;             /* kinds of the hidden cards: '1' to '6', 's' Slip, 'f' Flood; copies are told apart */
    int hidden[FORD_SEATS];        /* how many of them are in each hand; the rest is the deck */
    const char *known[FORD_SEATS]; /* what else is in a hidden hand, as everybody knows */
};

struct world {
    uint8_t hand[FORD_SEATS][FORD_KINDS];
    uint8_t deck[MOST_LOOSE];
    int weight, seen;
};

struct listing {
    const struct scene *scene;
    int loose, worlds;
    int card[MOST_LOOSE];
    bool taken[MOST_LOOSE];
    struct world now;
    struct world world[MOST_WORLDS];
};

static int kind_of(char letter)
{
    return letter == 's' ? FORD_SLIP : letter == 'f' ? FORD_FLOOD : letter - '0';
}

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, offsetof(struct world, weight));
}

static struct world *find(struct listing *listing, const struct world *world)
{
    for (int i = 0; i < listing->worlds; i++) {
        if (compare(&listing->world[i], world) == 0) {
            return &listing->world[i];
        }
    }
    return NULL;
}

/* Lays every card that is left into place number `place`: those of the hands come first, then the deck from its bottom. */
static void lay_out(struct listing *listing, int seat, int in_hand, int in_deck)
{
    const struct scene *scene = listing->scene;
    while (seat < scene->seats && in_hand == scene->hidden[seat]) {
        seat++;
        in_hand = 0;
    }
    bool all = true;
    for (int i = 0; i < listing->loose; i++) {
        const int kind = listing->card[i];
        if (listing->taken[i] || (seat < scene->seats && kind == FORD_FLOOD)) {
            all = all && listing->taken[i];
            continue;
        }
        all = false;
        listing->taken[i] = true;
        if (seat < scene->seats) {
            listing->now.hand[seat][kind]++;
            lay_out(listing, seat, in_hand + 1, 0);
            listing->now.hand[seat][kind]--;
        } else {
            listing->now.deck[in_deck] = (uint8_t)kind;
            lay_out(listing, seat, 0, in_deck + 1);
            listing->now.deck[in_deck] = 0;
        }
        listing->taken[i] = false;
    }
    if (all) {
        struct world *world = find(listing, &listing->now);
        if (!world) {
            assert_in_range(listing->worlds, 0, MOST_WORLDS - 1);
            world = &listing->world[listing->worlds++];
            *world = listing->now;
        }
        world->weight++;
    }
}

static struct listing *list_worlds(const struct scene *scene, const struct ford_state *view)
{
    struct listing *listing = calloc(1, sizeof *listing);
    assert_non_null(listing);
    listing->scene = scene;
    for (const char *card = scene->loose; *card; card++) {
        listing->card[listing->loose++] = kind_of(*card);
    }
    for (int seat = 0; seat < scene->seats; seat++) {
        if (seat == scene->viewer) {
            memcpy(listing->now.hand[seat], view->hand[seat], FORD_KINDS);
        }
        for (const char *card = scene->known[seat] ? scene->known[seat] : ""; *card; card++) {
            listing->now.hand[seat][kind_of(*card)]++;
        }
    }
    lay_out(listing, 0, 0, 0);
    return listing;
}

/* Deals many times, then asks chi-square whether each world came as often as it should. */
static void is_uniform(const struct scene *scene)
{
    struct ford_table table;
    struct ford_state view;
    struct ford_state dealt;
    struct bil_random random;
    static double expected[MOST_WORLDS];
    static int seen[MOST_WORLDS];
    const uint8_t seed[BIL_SEED_BYTES] = {42};
    ford_set(&table, scene->seats, scene->position);
    for (const char *const *step = scene->steps; *step; step++) {
        ford_play(&table, *step);
    }
    ford_hide(&table.rules, &table.state, scene->viewer, &view);
    struct listing *listing = list_worlds(scene, &view);
    double all = 0;
    for (int i = 0; i < listing->worlds; i++) {
        all += listing->world[i].weight;
    }
    bil_random_stream(&random, seed, 1, (uint32_t)listing->worlds);
    for (int i = 0; i < DRAWS; i++) {
        struct world key;
        memset(&key, 0, sizeof key);
        ford_deal(&table.rules, &view, &random, &dealt);
        memcpy(key.hand, dealt.hand, sizeof key.hand);
        memcpy(key.deck, dealt.deck, dealt.cards);
        struct world *world = find(listing, &key);
        assert_non_null(world); /* else it does not fit what the viewer knows */
        world->seen++;
    }
    for (int i = 0; i < listing->worlds; i++) {
        expected[i] = DRAWS * listing->world[i].weight / all;
        seen[i] = listing->world[i].seen;
    }
    const double surprise = case_surprise(seen, expected, listing->worlds);
    if (surprise > 4) {
        fail_msg("%d worlds: %.1f standard deviations too much", listing->worlds, surprise);
    }
    free(listing);
}

/* ------------------------------------------------------------------ scenes */

static void a_hand_and_a_deck_with_copies(void **state)
{
    static const struct scene scene = {
        .position = "{\"river\": [\"3\"], \"deck\": [\"6\", \"slip\", \"2\"], \"spent\": [], \"hands\": [[\"1\", \"1\"], [\"6\", "
                    "\"2\", \"slip\"]]}",
        .seats = 2,
        .loose = "66ss22",
        .hidden = {0, 3},
    };
    is_uniform(&scene);
}

static void a_flood_is_in_no_hand(void **state)
{
    static const struct scene scene = {
        .position =
            "{\"river\": [\"3\"], \"deck\": [\"flood\", \"flood\", \"2\"], \"spent\": [], \"hands\": [[\"1\"], [\"6\", \"slip\"], "
            "[\"5\"]]}",
        .seats = 3,
        .viewer = 2,
        .loose = "1ff26s",
        .hidden = {1, 2, 0},
    };
    is_uniform(&scene);
}

/* Stones that came out of the river are known, until one like it is shown: then the rest came unseen. */
static const char known[] =
    "{\"river\": [\"2\", \"3\", \"4\"], \"deck\": [\"slip\", \"6\"], \"spent\": [], \"hands\": [[\"1\", \"4\"], "
    "[\"4\", \"slip\"]]}";

static void stones_out_of_the_river(void **state)
{
    static const struct scene scene = {
        .position = known,
        .steps = {"1 take", "2 take", NULL},
        .seats = 2,
        .viewer = BIL_SPECTATOR,
        .loose = "6s14s4",
        .hidden = {2, 2},
        .known = {"4", "3"},
    };
    is_uniform(&scene);
}

static void a_stone_that_slipped_back(void **state)
{
    static const struct scene scene = {
        .position = known,
        .steps = {"1 lay 4", "2 slip", "1 pass", NULL},
        .seats = 2,
        .viewer = 1,
        .loose = "6s1",
        .hidden = {1, 0},
        .known = {"4", NULL},
    };
    is_uniform(&scene);
}

static void a_known_stone_that_was_shown(void **state)
{
    static const struct scene scene = {
        .position = known,
        .steps = {"1 take", "2 take", "1 draw", "2 lay 3", "1 pass", NULL},
        .seats = 2,
        .viewer = 0,
        .loose = "64s",
        .hidden = {0, 2},
    };
    is_uniform(&scene);
}

/* ------------------------------------------------------------------ secrecy */

struct ear {
    const struct ford_rules *rules;
    int viewer;
    struct bil_text text;
};

static void hear(void *context, const struct bil_event *event)
{
    struct ear *ear = context;
    ford_event_text(ear->rules, event, ear->viewer, &ear->text);
    bil_text_char(&ear->text, '\n');
}

/* Plays a move and gives all that the viewer then has: what it heard, who is asked, its view. */
static void told(const struct ford_rules *rules, struct ford_state *state, bil_move move, struct ear *ear, struct ford_state *view)
{
    const uint8_t seed[BIL_SEED_BYTES] = {3};
    const struct bil_listener listener = {hear, ear};
    struct bil_random random;
    bil_random_match(&random, seed);
    ford_apply(rules, state, move, &random, &listener);
    bil_text_format(&ear->text, "%d asked", ford_actor(rules, state));
    ford_hide(rules, state, ear->viewer, view);
}

/* Whether the move can be played in a world too, and shows there what it shows here: the hands at the end, and a card from the
 * deck, are other ones. */
static bool comparable(const struct ford_rules *rules, const struct ford_state *state, const struct ford_state *world,
                       bil_move move, int viewer)
{
    bil_move list[FORD_MOVES];
    int count = ford_moves(rules, world, list);
    while (count > 0 && list[count - 1] != move) {
        count--;
    }
    if (move == FORD_DRAW) {
        const int here = state->deck[state->cards - 1];
        const int there = world->deck[world->cards - 1];
        return here == there || (here != FORD_FLOOD && there != FORD_FLOOD && viewer != state->turn);
    }
    return count > 0;
}

static void what_is_told_survives_a_new_deal(void **state)
{
    int compared = 0;
    for (unsigned seed = 0; seed < SECRET_GAMES; seed++) {
        const struct bil_config config = {.seats = 2 + (int)seed % 3};
        const uint8_t bytes[BIL_SEED_BYTES] = {(uint8_t)seed, 9};
        struct ford_rules rules;
        struct ford_state now;
        struct ford_state world;
        struct ford_state view[2];
        bil_move list[FORD_MOVES];
        struct bil_random random;
        struct bil_random choice;
        assert_true(ford_rules_init(&config, &rules, NULL));
        bil_random_match(&random, bytes);
        bil_random_stream(&choice, bytes, 1, 1);
        ford_setup(&rules, &random, &now, NULL);
        while (ford_actor(&rules, &now) != BIL_OVER) {
            const bil_move move = list[bil_random_below(&choice, (uint32_t)ford_moves(&rules, &now, list))];
            for (int viewer = BIL_SPECTATOR; viewer < rules.seats; viewer++) {
                struct ford_state here = now;
                struct ear ears[2] = {{&rules, viewer, {0}}, {&rules, viewer, {0}}};
                ford_hide(&rules, &now, viewer, &view[0]);
                ford_deal(&rules, &view[0], &choice, &world);
                if (comparable(&rules, &now, &world, move, viewer)) {
                    told(&rules, &here, move, &ears[0], &view[0]);
                    told(&rules, &world, move, &ears[1], &view[1]);
                    assert_string_equal(bil_text_string(&ears[0].text), bil_text_string(&ears[1].text));
                    assert_true(ford_top(&here).kind == FORD_END || memcmp(&view[0], &view[1], sizeof view[0]) == 0);
                    compared++;
                }
                bil_text_free(&ears[0].text);
                bil_text_free(&ears[1].text);
            }
            ford_apply(&rules, &now, move, &random, NULL);
        }
    }
    assert_in_range(compared, 20 * SECRET_GAMES, 1000000);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_and_a_deck_with_copies), cmocka_unit_test(a_flood_is_in_no_hand),
        cmocka_unit_test(stones_out_of_the_river),       cmocka_unit_test(a_stone_that_slipped_back),
        cmocka_unit_test(a_known_stone_that_was_shown),  cmocka_unit_test(what_is_told_survives_a_new_deal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
