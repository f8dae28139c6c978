/* Positions of One Billion Users: what is written is read back to the byte, what is written by hand means what docs/positions.md
 * says, and what cannot be is refused with a sentence that names the place. */
#include "billions/json.h"
#include "billions/position.h"
#include "kit/fields.h"
#include "kit/notation.h"
#include "unit.h"

static const struct bil_game *game;

static int find_game(void **unused)
{
    game = bil_game_find("one-billion-users");
    return game ? 0 : -1;
}

/* ------------------------------------------------------------------ helpers */

/* Reads a document; the error is empty if it was fine. The caller frees the position if it was. */
static bool read_document(const char *json, struct bil_position *position, struct bil_error *error)
{
    error->text[0] = '\0';
    const struct bil_value *document = bil_json_read(json, strlen(json), "test", error);
    if (!document) {
        fail_msg("not JSON: %s\n%s", error->text, json);
    }
    const bool fine = bil_position_read(document, game, NULL, position, error);
    bil_json_free(document);
    return fine;
}

static struct bil_position load(const char *json)
{
    struct bil_position position;
    struct bil_error error;
    if (!read_document(json, &position, &error)) {
        fail_msg("%s\n%s", error.text, json);
    }
    return position;
}

/* "a | b | c": the legal moves as text. */
static void list_moves(const struct bil_position *position, struct bil_text *out)
{
    bil_move moves[BIL_MAX_MOVES];
    const int seat = game->actor(position->rules, position->state);
    const int count = seat == BIL_OVER ? 0 : game->moves(position->rules, position->state, moves);
    for (int i = 0; i < count; i++) {
        bil_text_add(out, i ? " | " : "");
        bil_move_text(game, position->rules, position->state, moves[i], seat, out);
    }
}

static void expect_moves(const char *json, const char *expected)
{
    struct bil_position position = load(json);
    struct bil_text text = {0};
    list_moves(&position, &text);
    assert_string_equal(bil_text_string(&text), expected);
    bil_text_free(&text);
    bil_position_free(&position);
}

static void play(struct bil_position *position, const char *text)
{
    bil_move move = 0;
    struct bil_error error;
    struct bil_random random;
    uint8_t seed[BIL_SEED_BYTES];
    bil_move moves[BIL_MAX_MOVES];
    if (!bil_move_parse(game, position->rules, position->state, text, &move, &error)) {
        fail_msg("%s: %s", text, error.text);
    }
    const int count = game->moves(position->rules, position->state, moves);
    int i = 0;
    while (i < count && moves[i] != move) {
        i++;
    }
    assert_true(i < count);
    bil_seed_from_text("1", seed);
    bil_random_match(&random, seed);
    game->apply(position->rules, position->state, move, &random, NULL);
}

/* The document of the state has this text somewhere. */
static void expect_written(const struct bil_position *position, const char *expected)
{
    struct bil_text text = {0};
    bil_position_write(game, &position->config, position->rules, position->edition, position->state, &text);
    if (!strstr(bil_text_string(&text), expected)) {
        fail_msg("%s is not in %s", expected, bil_text_string(&text));
    }
    bil_text_free(&text);
}

/* ------------------------------------------------------------------ there and back */

static void there_and_back(const struct bil_config *config, const void *rules, const void *state)
{
    struct bil_text text = {0};
    struct bil_error error;
    _Alignas(8) unsigned char back[BIL_MAX_STATE];
    bil_position_write(game, config, rules, "", state, &text);
    const struct bil_value *document = bil_json_read(bil_text_string(&text), text.length, "test", &error);
    assert_non_null(document);
    memset(back, 0xAA, sizeof back);
    if (!bil_members_read(game, rules, document, back, &error)) {
        fail_msg("%s\n%s", error.text, bil_text_string(&text));
    }
    bil_json_free(document);
    if (memcmp(back, state, game->state_size) != 0) {
        const unsigned char *before = state;
        size_t at = 0;
        while (before[at] == back[at]) {
            at++;
        }
        fail_msg("byte %zu of the state is %d, not %d, after\n%s", at, back[at], before[at], bil_text_string(&text));
    }
    bil_text_free(&text);
}

/* Plays at random from the seed; every state and every view of it goes there and back. */
static void play_through(int seats, bool fast, const struct bil_setting *settings, int setting_count, const char *seed_text)
{
    struct bil_config config = {.seats = seats, .settings = settings, .setting_count = setting_count, .fast = fast};
    struct bil_error error;
    struct bil_random random;
    struct bil_random choices;
    uint8_t seed[BIL_SEED_BYTES];
    _Alignas(8) unsigned char state[BIL_MAX_STATE];
    _Alignas(8) unsigned char view[BIL_MAX_STATE];
    bil_move moves[BIL_MAX_MOVES];
    void *rules = calloc(1, game->rules_size);
    assert_true(game->rules_init(&config, rules, &error));
    bil_seed_from_text(seed_text, seed);
    bil_random_match(&random, seed);
    bil_random_stream(&choices, seed, 1000, 0);
    game->setup(rules, &random, state, NULL);
    for (;;) {
        there_and_back(&config, rules, state);
        for (int viewer = BIL_SPECTATOR; viewer < seats; viewer++) {
            game->hide(rules, state, viewer, view);
            there_and_back(&config, rules, view);
        }
        if (game->actor(rules, state) == BIL_OVER) {
            break;
        }
        const int count = game->moves(rules, state, moves);
        game->apply(rules, state, moves[bil_random_below(&choices, (uint32_t)count)], &random, NULL);
    }
    free(rules);
}

static void test_there_and_back(void **unused)
{
    static const char *const networks[] = {"off", "random"};
    static const char *const milestones[] = {"automatic", "manual"};
    for (int seats = 2; seats <= 4; seats++) {
        for (int n = 0; n < 2; n++) {
            for (int m = 0; m < 2; m++) {
                const struct bil_setting settings[] = {{"networks", networks[n]}, {"milestones", milestones[m]}};
                for (int g = 0; g < 5; g++) { /* the last one in fast rules */
                    char seed[16];
                    (void)snprintf(seed, sizeof seed, "%d", 100 * seats + 10 * (2 * n + m) + g);
                    play_through(seats, g == 4, settings, 2, seed);
                }
            }
        }
    }
}

static void test_cut_and_named_networks(void **unused)
{
    const struct bil_setting settings[] = {{"networks", "Friendlink,The Hellsite,HireMe"},
                                           {"cut", "fifth"},
                                           {"first", "2"},
                                           {"advertisers", "tie-barred"},
                                           {"stall", "off"}};
    play_through(3, false, settings, 5, "7");
    play_through(3, false, settings, 5, "8");
}

/* ------------------------------------------------------------------ by hand */

#define HEAD "{\"format\":1,\"game\":\"one-billion-users\",\"seats\":"

static void test_empty(void **unused)
{
    struct bil_position position = load(HEAD "3}");
    char buffer[200];
    assert_null(game->check(position.rules, position.state, buffer, sizeof buffer));
    assert_int_equal(game->actor(position.rules, position.state), 0);
    expect_written(&position, "\"turn\":1,\"phase\":\"draw\"");
    expect_written(&position, "\"cut\":24");
    expect_written(&position, "\"Underdog Week\",\"Game Over\"]");
    bil_position_free(&position);
}

/* W15: Seat 1 pokes The Investor, which is judged without itself and would go to seat 2. */
static void test_worked_case(void **unused)
{
    struct bil_position position =
        load(HEAD "2,\"phase\":\"play\",\"platforms\":[{\"communities\":[\"Pet Pictures\"],\"influencers\":[\"The Investor\"],"
                  "\"hand\":[\"Poke\"]},{\"communities\":[\"Craft Tutorials\"],\"hand\":[\"Push\"]}]}");
    play(&position, "poke The Investor");
    expect_written(&position, "\"phase\":\"ending\"");
    expect_written(&position,
                   "\"windows\":[{\"window\":\"chain\",\"seat\":2}],\"chain\":{\"influencer\":\"The Investor\",\"from\":1,"
                   "\"destination\":2,\"opener\":1,\"last\":1,\"named\":[1,2]}");
    play(&position, "pass");
    expect_written(&position, "\"users\":150000000,");
    expect_written(&position, "\"users\":550000000,");
    bil_position_free(&position);
}

static void test_windows(void **unused)
{
    expect_moves(HEAD "2,\"phase\":\"ending\",\"windows\":[{\"window\":\"guard\",\"seat\":2,\"blocker\":\"bad press\"}],"
                      "\"platforms\":[{},{\"hand\":[\"PR Department\"]}]}",
                 "counter PR Department | pass");
    expect_moves(HEAD
                 "3,\"phase\":\"ending\",\"windows\":[{\"window\":\"chain\",\"seat\":2}],\"chain\":{\"influencer\":\"The Troll\","
                 "\"destination\":3,\"named\":[2,3]},\"platforms\":[{},{\"influencers\":[{\"name\":\"The Troll\",\"pushes\":1}],"
                 "\"hand\":[\"Push\"]}]}",
                 "counter Push to 1 | counter Push to 2 | counter Push to 3 | pass");
    expect_moves(HEAD "2,\"windows\":[{\"window\":\"viral\"}],\"platforms\":[{\"hand\":[\"Pet Pictures\",\"Poke\"]}]}",
                 "add Pet Pictures | pass");
    expect_moves(HEAD "2,\"windows\":[{\"window\":\"give\",\"seat\":2}],\"pending\":[[\"Poke\"],null],"
                      "\"platforms\":[{\"hand\":[\"Poke\",\"Push\"]},{\"hand\":[\"Knit Night\",\"Push\"]}]}",
                 "give Knit Night | give Push");
    expect_moves(HEAD "2,\"windows\":[{\"window\":\"take\",\"seat\":2,\"from\":1}],"
                      "\"platforms\":[{\"communities\":[\"Knit Night\",\"Meme Workshop\"]}]}",
                 "take Knit Night | pass");
    expect_moves(HEAD "2,\"windows\":[{\"window\":\"drop\",\"seat\":2}],"
                      "\"platforms\":[{},{\"communities\":[\"Pundit Arena\",\"Prank Channels\",\"Knit Night\"]}]}",
                 "drop Pundit Arena | drop Prank Channels");
    expect_moves(HEAD "2,\"phase\":\"ending\",\"windows\":[{\"window\":\"second\"}],\"event_pile\":[\"Grassroots Spurt\"],"
                      "\"platforms\":[{\"hand\":[\"Sourdough Swap\",\"Knit Night\"]}]}",
                 "add Sourdough Swap | pass");
    expect_moves(HEAD
                 "2,\"options\":{\"milestones\":\"manual\"},\"windows\":[{\"window\":\"shuffle\"},{\"window\":\"claim\",\"seat\":2,"
                 "\"milestones\":[1]}],\"shuffle\":[\"The Troll\"]}",
                 "claim 1 | pass");
    expect_moves(
        HEAD
        "2,\"phase\":\"sacrifice\",\"given\":3,\"platforms\":[{\"blocker\":\"Toxic Culture\",\"communities\":[\"Pet Pictures\"]}]}",
        "sacrifice Pet Pictures | done");
    expect_moves(HEAD "2,\"phase\":\"launch\",\"pending\":[[\"Knit Night\"],null],"
                      "\"platforms\":[{\"hand\":[\"Knit Night\"]},{\"hand\":[\"Pet Pictures\",\"Push\"]}]}",
                 "launch Pet Pictures");
    expect_moves(HEAD
                 "2,\"phase\":\"return\",\"platforms\":[{\"hand\":[\"Push\",\"Push\",\"Push\",\"Poke\",\"Poke\",\"Poke\",\"Poke\"],"
                 "\"network\":\"Friendlink\"}]}",
                 "return Push | return Poke");
    expect_moves(HEAD "2,\"phase\":\"over\"}", "");
}

/* Of a Safeguard that the edition does not have, nobody holds a copy, whatever lies next to it in the rules. */
static void test_absent_card(void **unused)
{
    expect_moves(HEAD "2,\"edition\":{\"format\":1,\"game\":\"one-billion-users\",\"deviations\":[\"safeguards\"],"
                      "\"safeguards\":[{\"card\":\"War Chest\",\"count\":0}]},\"phase\":\"ending\","
                      "\"windows\":[{\"window\":\"guard\",\"seat\":2,\"blocker\":\"Low on Funds\"}],"
                      "\"platforms\":[{},{\"hand\":[\"Push\",\"Poke\",\"Cloud Backup\"]}]}",
                 "pass");
}

/* The last of a pile's list is its top; the first of the deck's. */
static void test_piles(void **unused)
{
    struct bil_position position = load(HEAD "2,\"deck\":[\"Knit Night\",\"Push\"],\"discard\":[\"Poke\",\"Pet Pictures\"],"
                                             "\"event_pile\":[\"Tech Bubble\",\"Creator Strike\"],\"event_drawer\":2}");
    play(&position, "draw discard");
    play(&position, "draw deck");
    expect_written(&position, "\"hand\":[\"Knit Night\",\"Pet Pictures\"]");
    expect_written(&position, "\"discard\":[\"Poke\"]");
    expect_written(&position, "\"deck\":[\"Push\",\"Birdwatching Log\"");
    expect_written(&position, "\"event_pile\":[\"Tech Bubble\",\"Creator Strike\"],\"event_drawer\":2");
    bil_position_free(&position);
}

static void test_rest_aside(void **unused)
{
    struct bil_position position = load(HEAD "2,\"rest\":\"aside\",\"deck\":[\"Push\",\"Game Over\"],\"discard\":[\"Poke\"]}");
    char buffer[200];
    assert_null(game->check(position.rules, position.state, buffer, sizeof buffer));
    expect_written(&position, "\"deck\":[\"Push\",\"Game Over\",\"The Investor\"");
    expect_written(&position, "\"Poke\",\"Poke\"],\"event_pile\":[\"Tech Bubble\"");
    expect_written(&position, "\"Viral Moment\"],\"event_drawer\":1");
    play(&position, "draw deck");
    play(&position, "draw deck");
    assert_int_equal(game->actor(position.rules, position.state), BIL_OVER);
    bil_position_free(&position);
}

static void test_stack_and_ground(void **unused)
{
    struct bil_position position = load(
        HEAD
        "2,\"phase\":\"play\",\"platforms\":[{\"blocker\":\"Server Overload\",\"ground\":[\"Push\",\"Poke\"],"
        "\"stack\":[\"Server Overload\",\"Server Upgrade\"],\"buried\":[\"Knit Night\"],\"hand\":[\"Poke\"],\"milestones\":[1,3]},"
        "{\"countered\":[\"War Chest\"],\"safeguards\":[\"Cloud Backup\"]}]}");
    char buffer[200];
    expect_written(&position, "\"received\":2,");
    expect_written(&position, "\"ground_order\":[1,1,1]");
    play(&position, "grind Poke");
    expect_written(&position,
                   "\"blocker\":null,\"ground\":[],\"stack\":[\"Server Overload\",\"Server Overload\",\"Server Upgrade\"],"
                   "\"buried\":[\"Knit Night\",\"Push\",\"Poke\",\"Poke\"]");
    expect_written(&position, "\"safeguards\":[\"Cloud Backup\"],\"countered\":[\"War Chest\"]");
    expect_written(&position, "\"milestones\":[1,3]");
    assert_null(game->check(position.rules, position.state, buffer, sizeof buffer));
    bil_position_free(&position);
}

static void test_removed(void **unused)
{
    struct bil_position position =
        load(HEAD "2,\"removed\":{\"name\":\"todays main character\",\"pokes\":1,\"pushes\":1},\"comment\":\"W110\"}");
    char buffer[200];
    assert_null(game->check(position.rules, position.state, buffer, sizeof buffer));
    expect_written(&position, "\"removed\":{\"name\":\"Today's Main Character\",\"pokes\":1,\"pushes\":1}");
    bil_position_free(&position);
}

/* A view by hand: what is unknown is "?", and must be as many cards as are named nowhere. */
static void test_view_by_hand(void **unused)
{
    static const char *const pending[] = {"[[\"Push\"],\"?\"]", "[null,[\"Poke\"]]"};
    for (int i = 0; i < 2; i++) {
        struct bil_text text = {0};
        struct bil_position position;
        struct bil_error error;
        bil_text_add(&text, HEAD "2,\"viewer\":1,\"windows\":[{\"window\":\"give\",\"seat\":");
        bil_text_format(&text, "%d}],\"pending\":%s,\"platforms\":[{\"hand\":[\"Push\"]},{\"hand\":[\"?\"]}],\"deck\":[\"?\"",
                        i + 1, pending[i]);
        bil_text_repeat(&text, ",\"?\"", 115);
        bil_text_add(&text, "]}");
        const bool fine = read_document(bil_text_string(&text), &position, &error);
        bil_text_free(&text);
        assert_false(fine);
        assert_string_equal(error.text, i == 0 ? "windows: seat 1 has no card to give, or has chosen one already."
                                               : "pending[1]: the viewer does not know this choice; write \"?\" or null.");
    }
    struct bil_text text = {0};
    bil_text_add(&text,
                 HEAD "2,\"viewer\":2,\"phase\":\"play\",\"platforms\":[{\"hand\":[\"?\"]},{\"hand\":[\"Push\"]}],\"deck\":[\"?\"");
    bil_text_repeat(&text, ",\"?\"", 115);
    bil_text_add(&text, "]}");
    struct bil_position position = load(bil_text_string(&text));
    expect_written(&position, "\"viewer\":2,");
    expect_written(&position, "\"hand\":[\"?\"]");
    assert_int_equal(game->actor(position.rules, position.state), 0);
    bil_position_free(&position);
    bil_text_free(&text);
}

/* ------------------------------------------------------------------ refusals */

static void test_refusals(void **unused)
{
#define P(text) HEAD "3,\"platforms\":[{},{},{" text "}]}"
#define T(text) HEAD "3," text "}"
    static const struct {
        const char *json, *sentence;
    } wrong[] = {
        {T("\"plattforms\":[]"), "\"plattforms\" is not known here; the nearest that is known is \"platforms\"."},
        {T("\"platforms\":[{},{},{},{}]"), "platforms: it must have at most 3 entries, one for each seat."},
        {T("\"platforms\":[7]"), "\"platforms[0]\" must be an object in { }, not 7."},
        {P("\"hand\":[\"Pet Picture\"]"),
         "platforms[2].hand[0]: no card is called \"Pet Picture\"; the nearest is \"Pet Pictures\"."},
        {P("\"hand\":[3]"), "platforms[2].hand[0]: it must be the name of a card, in quotes."},
        {P("\"hand\":[\"?\"]"), "platforms[2].hand[0]: \"?\" stands only in a view, a document with \"viewer\"."},
        {P("\"hand\":[\"The Troll\"]"),
         "platforms[2].hand[0]: The Troll is an Influencer; only cards that can be in a hand belong here."},
        {P("\"stack\":[\"Push\"]"), "platforms[2].stack[0]: Push is an Action; only Blockers and Hotfixes belong here."},
        {P("\"hand\":[\"Knit Night\"],\"communities\":[\"Knit Night\"]"),
         "platforms[2].hand[0]: Knit Night is placed elsewhere already, and there is only one."},
        {P("\"hand\":[\"Push\",\"Push\",\"Push\",\"Push\",\"Push\",\"Push\"]"),
         "platforms[2].hand[5]: all 5 cards called Push are placed elsewhere already."},
        {P("\"influencers\":[{\"name\":\"The Troll\",\"pokes\":6}]"),
         "platforms[2].influencers[0]: all 5 cards called Poke are placed elsewhere already."},
        {P("\"influencers\":[{\"pokes\":1}]"), "platforms[2].influencers[0]: it lacks \"name\""},
        {P("\"influencers\":[{\"name\":\"The Troll\",\"poke\":1}]"), "the nearest that is known is \"pokes\""},
        {P("\"influencers\":[\"The Troll\",\"The Troll\"]"), "platforms[2].influencers[1]: The Troll is placed elsewhere already"},
        {P("\"hand\":[\"Push\",\"Push\",\"Push\",\"Poke\",\"Poke\",\"Poke\",\"Poke\"]"),
         "platforms[2].hand: 7 cards are more than the 6 that this seat can hold now."},
        {P("\"blocker\":[\"Bad Press\",\"Bad Press\"]"),
         "platforms[2].blocker: it must be the name of the one active Blocker, or null."},
        {P("\"blocker\":\"Bad Press\",\"countered\":[\"PR Department\"]"),
         "platforms[2].blocker: Bad Press cannot be active on a platform with PR Department."},
        {P("\"blocker\":\"Toxic Culture\",\"network\":\"hireme\""),
         "platforms[2].blocker: Toxic Culture cannot be active on a platform with HireMe."},
        {P("\"ground\":[\"Push\"]"), "platforms[2].ground: there is no active Blocker to grind on"},
        {P("\"blocker\":\"Bad Press\",\"ground\":[\"Push\",\"Push\",\"Push\"]"),
         "platforms[2].ground: 3 ground cards have resolved the Blocker"},
        {P("\"network\":\"TipTop\""), "platforms[2].network: no Network is called \"TipTop\""},
        {P("\"network\":7"), "\"platforms[2].network\" must be a text in quotes"},
        {T("\"platforms\":[{\"network\":\"Burrow\"},{\"network\":\"Burrow\"}]"),
         "platforms[1]: Burrow is the Network of seat 1 already."},
        {P("\"milestones\":[4]"), "\"platforms[2].milestones[0]\" must be a whole number from 1 to 3, not 4."},
        {P("\"milestones\":[2,2]"), "platforms[2].milestones[1]: Milestone 2 is claimed by seat 3 already."},
        {P("\"communities\":[\"Knit Night\"],\"users\":100"), "platforms[2].users: its cards have 100000000 Users"},
        {P("\"communities\":[\"Knit Night\"],\"toxicity\":1"), "platforms[2].toxicity: its cards have 0 Toxicity"},
        {P("\"stack\":[\"Bad Press\"],\"received\":0"), "\"platforms[2].received\" must be a whole number from 1 to 255"},
        {T("\"turn\":4"), "\"turn\" must be a whole number from 1 to 3"},
        {T("\"phase\":\"drew\""),
         "phase: there is no phase \"drew\" here; there are launch, return, draw, play, sacrifice, ending and over."},
        {T("\"phase\":\"ending\""), "Nobody is asked: ending only waits for what lies above it."},
        {T("\"phase\":\"play\""), "platforms[0].hand: seat 1 is asked for a card and holds none."},
        {T("\"phase\":\"sacrifice\""), "phase: a sacrifice goes on only under an active Toxic Culture."},
        {T("\"phase\":\"sacrifice\",\"platforms\":[{\"blocker\":\"Toxic Culture\"}]"),
         "platforms[0]: seat 1 is asked and could do nothing at all."},
        {T("\"deck\":[\"Game Over\"]"), "deck[0]: Game Over must lie among the lowest 25 of the 118 cards"},
        {T("\"phase\":\"over\",\"deck\":[\"Game Over\"]"), "deck[0]: Game Over is placed elsewhere already"},
        {T("\"discard\":[\"Tech Bubble\"]"), "discard[0]: Tech Bubble is an Event; only cards that can be in a hand belong here."},
        {T("\"event_pile\":[\"Push\"]"), "event_pile[0]: Push is an Action; only Events belong here."},
        {T("\"removed\":\"The Troll\""), "removed: only Today's Main Character ever leaves the game (OBU-140)."},
        {T("\"rest\":\"box\""), "rest: it must be \"deck\" or \"aside\"."},
        {T("\"viewer\":1,\"rest\":\"aside\""), "rest: in a view, and before the launches, it can only be \"deck\"."},
        {T("\"viewer\":4"), "viewer: it must be a seat from 1 to 3, or \"spectator\"."},
        {T("\"viewer\":1,\"deck\":[\"?\"]"), "The view has 1 unknown cards \"?\", but 118 cards are named nowhere"},
        {T("\"viewer\":1,\"platforms\":[{},{\"hand\":[\"Push\"]}]"),
         "platforms[1].hand[0]: the viewer does not see this hand; write \"?\" for each of its cards."},
        {T("\"viewer\":1,\"platforms\":[{\"hand\":[\"?\"]}]"), "platforms[0].hand[0]: the viewer knows this card; name it."},
        {T("\"ground_order\":[1]"), "ground_order[0]: it must be the seat of a ground card"},
        {T("\"platforms\":[{\"buried\":[\"Push\",\"Poke\"]}],\"ground_order\":[1]"), "ground_order: it must hold 2 seats"},
        {T("\"windows\":[{\"window\":\"door\"}]"),
         "windows[0].window: there is no window \"door\" here; there are second, guard, chain, viral, give, take, "},
        {T("\"windows\":[3]"), "windows[0]: it must be an object with \"window\" and \"seat\"."},
        {T("\"windows\":[{\"window\":\"second\"}]"), "windows[0]: second cannot lie on draw."},
        {T("\"phase\":\"launch\",\"windows\":[{\"window\":\"drop\"}]"), "windows[0]: drop cannot lie on launch."},
        {T("\"windows\":[{\"window\":\"viral\"},{\"window\":\"viral\"}]"), "windows[1]: viral cannot lie on viral."},
        {T("\"windows\":[{\"window\":\"viral\",\"seat\":2}]"), "windows[0]: it is a window of the active seat, 1."},
        {T("\"windows\":[{\"window\":\"claim\",\"milestones\":[1]}]"), "with option milestones=manual"},
        {T("\"windows\":[{\"window\":\"take\",\"seat\":2}]"), "windows[0]: it lacks \"from\""},
        {T("\"windows\":[{\"window\":\"take\",\"seat\":2,\"from\":2}]"), "windows[0]: nobody takes from himself."},
        {T("\"windows\":[{\"window\":\"give\",\"seat\":2}]"), "windows: seat 2 has no card to give, or has chosen one already."},
        {T("\"windows\":[{\"window\":\"drop\",\"seat\":2}]"), "platforms[1]: seat 2 is asked and could do nothing at all."},
        {T("\"windows\":[{\"window\":\"drop\",\"seat\":2,\"why\":\"hellsite\"}]"), "windows[0].why: it must be \"moral panic\""},
        {T("\"phase\":\"ending\",\"windows\":[{\"window\":\"guard\",\"seat\":2}]"), "windows[0]: it lacks \"blocker\""},
        {T("\"phase\":\"ending\",\"windows\":[{\"window\":\"guard\",\"seat\":2,\"blocker\":\"Toxic Culture\"}]"),
         "windows[0].blocker: no Safeguard counters Toxic Culture (OBU-92)."},
        {T("\"phase\":\"ending\",\"windows\":[{\"window\":\"guard\",\"blocker\":\"Bad Press\"}]"),
         "windows[0]: the active seat attacks, and another seat is asked."},
        {T("\"phase\":\"ending\",\"platforms\":[{},{\"blocker\":\"Bad Press\"}],"
           "\"windows\":[{\"window\":\"guard\",\"seat\":2,\"blocker\":\"Bad Press\"}]"),
         "windows[0]: seat 2 has an active Blocker or the Safeguard already"},
        {T("\"phase\":\"ending\",\"windows\":[{\"window\":\"chain\",\"seat\":2}]"),
         "windows[0]: a chain window needs the table's member \"chain\""},
        {T("\"phase\":\"ending\",\"windows\":[{\"window\":\"chain\",\"seat\":2}],\"chain\":{\"influencer\":\"The "
           "Troll\",\"named\":[1]}"),
         "chain.influencer: it is on no platform."},
        {T("\"phase\":\"ending\",\"platforms\":[{\"influencers\":[\"The Troll\"]}],\"windows\":[{\"window\":\"chain\",\"seat\":2}],"
           "\"chain\":{\"influencer\":\"The Troll\",\"destination\":2,\"named\":[1,2],\"poked\":true}"),
         "chain.poked: The Troll has no Poke beneath it."},
        {T("\"phase\":\"ending\",\"platforms\":[{\"influencers\":[\"The Troll\"]}],\"windows\":[{\"window\":\"chain\",\"seat\":2}],"
           "\"chain\":{\"influencer\":\"The Troll\",\"destination\":2,\"named\":[1,2],\"poked\":1}"),
         "\"chain.poked\" must be true or false"},
        {T("\"phase\":\"ending\",\"platforms\":[{\"influencers\":[\"The Troll\"]}],\"windows\":[{\"window\":\"chain\",\"seat\":3}],"
           "\"chain\":{\"influencer\":\"The Troll\",\"destination\":2,\"named\":[1,2]}"),
         "windows[0]: seat 3 has no say in this chain (OBU-110)."},
        {T("\"phase\":\"ending\",\"platforms\":[{\"influencers\":[\"The Troll\"]}],\"windows\":[{\"window\":\"chain\",\"seat\":2}],"
           "\"chain\":{\"influencer\":\"The Troll\",\"from\":2,\"destination\":2,\"named\":[1,2]}"),
         "chain: \"from\" is the platform where it stands"},
        {T("\"chain\":{}"), "chain: it stands only with a window \"chain\"."},
        {T("\"shuffle\":[\"The Troll\"]"), "shuffle: Influencers wait only beneath a window \"shuffle\"."},
        {T("\"pending\":[[\"Push\"],null,null],\"platforms\":[{\"hand\":[\"Push\"]}]"),
         "pending: secret choices wait only in phase launch and in a window \"give\"."},
        {T("\"phase\":\"launch\",\"pending\":[null]"), "pending: it must hold 3 entries, one for each seat."},
        {T("\"phase\":\"launch\""), "platforms[0].hand: it holds no Community to launch."},
        {HEAD "2,\"phase\":\"launch\",\"pending\":[[\"Pet Pictures\"],null],\"platforms\":[{\"hand\":[\"Knit Night\"]},"
              "{\"hand\":[\"Pet Pictures\"]}]}",
         "pending[0]: seat 1 could not choose that from its hand."},
        {HEAD "2,\"phase\":\"launch\",\"pending\":[null,[\"Pet Pictures\"]],\"platforms\":[{\"hand\":[\"Knit Night\"]},"
              "{\"hand\":[\"Pet Pictures\"]}]}",
         "pending: the seats before the one asked, 1, have chosen, the others have not."},
        {T("\"phase\":\"launch\",\"discard\":[\"Push\"]"), "phase: in phase launch no card has been played yet"},
        {T("\"phase\":\"launch\",\"event_pile\":[\"Tech Bubble\"]"),
         "event_pile[0]: Tech Bubble is not in the game before the launches are done."},
        {T("\"phase\":\"return\""), "is to return cards but holds no more than its Hand Size."},
        {T("\"knowledge\":{\"young\":[1]}"), "knowledge.young: it must have 3 entries, one for each seat."},
        {T("\"knowledge\":{\"young\":[1,2,-3]}"), "\"knowledge.young[2]\" must be a whole number from 0 to 120, not -3."},
        {T("\"knowledge\":{\"known\":[3]}"), "knowledge.known[0]: it must be an object with \"seat\" and \"card\"."},
        {T("\"knowledge\":{\"passed\":[3]}"), "knowledge.passed[0]: it must be an object in { }."},
        {T("\"knowledge\":{\"knows\":[]}"), "the nearest that is known is \"known\""},
        {T("\"phase\":7"), "phase: it must be a phase as a word in quotation marks, such as \"launch\"."},
        {T("\"windows\":[{\"seat\":2}]"), "windows[0]: it lacks \"window\", which says what is waited for."},
        {T("\"given\":-1"), "\"given\" must be a whole number from 0 to 255"},
        {T("\"turns\":-1"), "\"turns\" must be a whole number"},
        {T("\"cut\":0"), "\"cut\" must be a whole number from 1 to 120"},
        {T("\"rest\":1"), "\"rest\" must be a text in quotes"},
        {T("\"deck\":1"), "\"deck\" must be a list"},
        {T("\"event_drawer\":0"), "\"event_drawer\" must be a whole number from 1 to 3"},
        {T("\"windows\":1"), "\"windows\" must be a list"},
        {T("\"shuffle\":1"), "\"shuffle\" must be a list"},
        {T("\"pending\":1"), "\"pending\" must be a list"},
        {T("\"platforms\":1"), "\"platforms\" must be a list"},
        {T("\"ground_order\":1"), "\"ground_order\" must be a list"},
        {T("\"removed\":1"), "removed: it must be the name of a card, in quotes."},
        {T("\"knowledge\":1"), "\"knowledge\" must be an object"},
        {T("\"knowledge\":{\"known\":1}"), "\"knowledge.known\" must be a list"},
        {T("\"knowledge\":{\"passed\":1}"), "\"knowledge.passed\" must be a list"},
        {T("\"knowledge\":{\"older\":1}"), "\"knowledge.older\" must be a list"},
        {T("\"knowledge\":{\"known\":[{\"seat\":1,\"card\":\"The Troll\"}]}"),
         "knowledge.known[0].card: The Troll is an Influencer"},
        {T("\"knowledge\":{\"passed\":[{\"seat\":4}]}"), "\"knowledge.passed[0].seat\" must be a whole number from 1 to 3"},
        {T("\"knowledge\":{\"passed\":[{\"seat\":1,\"card\":\"Pusch\"}]}"),
         "knowledge.passed[0].card: no card is called \"Pusch\""},
        {P("\"influencers\":1"), "\"platforms[2].influencers\" must be a list"},
        {P("\"milestones\":1"), "\"platforms[2].milestones\" must be a list"},
        {P("\"hand\":1"), "\"platforms[2].hand\" must be a list"},
        {P("\"blocker\":\"Push\""), "platforms[2].blocker: Push is an Action; only Blockers belong here."},
        {HEAD "3,\"options\":{\"milestones\":\"manual\"},\"windows\":[{\"window\":\"claim\"}]}",
         "windows[0]: it lacks \"milestones\"."},
        {HEAD "3,\"options\":{\"milestones\":\"manual\"},\"windows\":[{\"window\":\"claim\",\"milestones\":[4]}]}",
         "\"windows[0].milestones[0]\" must be a whole number from 1 to 3, not 4."},
        {HEAD "3,\"options\":{\"milestones\":\"manual\"},\"windows\":[{\"window\":\"shuffle\"}]}",
         "Nobody is asked: shuffle only waits for what lies above it."},
        {T("\"phase\":\"ending\",\"windows\":[{\"window\":\"guard\",\"seat\":2,\"blocker\":\"Push\"}]"),
         "windows[0].blocker: Push is an Action; only Blockers belong here."},
        {T("\"phase\":\"ending\",\"windows\":[{\"window\":\"chain\",\"seat\":2}],\"chain\":{}"), "chain: it lacks \"influencer\"."},
        {T("\"phase\":\"ending\",\"windows\":[{\"window\":\"drop\",\"seat\":2}]"),
         "only the active seat drops at the end of its turn."},
        {T("\"windows\":[{\"window\":\"drop\",\"why\":1}]"), "\"windows[0].why\" must be a text in quotes"},
        {T("\"windows\":[{\"window\":\"give\",\"drawer\":9}]"), "\"windows[0].drawer\" must be a whole number from 1 to 3"},
        {T("\"windows\":[{\"window\":\"take\",\"from\":9}]"), "\"windows[0].from\" must be a whole number from 1 to 3"},
        {T("\"windows\":[{\"window\":\"viral\",\"seat\":9}]"), "\"windows[0].seat\" must be a whole number from 1 to 3"},
        {T("\"windows\":[{\"window\":\"give\"}],\"pending\":[null,\"Push\",null]"),
         "pending[1]: it must be a list of the cards chosen, or null."},
        {T("\"windows\":[{\"window\":\"give\"}],\"pending\":[null,[\"The Troll\"],null]"),
         "pending[1][0]: The Troll is an Influencer"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct bil_position position;
        struct bil_error error;
        if (read_document(wrong[i].json, &position, &error)) {
            fail_msg("%s was read", wrong[i].json);
        }
        if (!strstr(error.text, wrong[i].sentence)) {
            fail_msg("%s\n  gave   %s\n  not    %s", wrong[i].json, error.text, wrong[i].sentence);
        }
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_cut_and_named_networks),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_worked_case),
        cmocka_unit_test(test_windows),
        cmocka_unit_test(test_absent_card),
        cmocka_unit_test(test_piles),
        cmocka_unit_test(test_rest_aside),
        cmocka_unit_test(test_stack_and_ground),
        cmocka_unit_test(test_removed),
        cmocka_unit_test(test_view_by_hand),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
