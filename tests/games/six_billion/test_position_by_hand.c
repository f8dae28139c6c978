/* Positions of 6 Billion by hand mean what docs/positions.md says: what is left out has its default, every step and window can be
 * written, and a view shows what its viewer knows. */
#include "billions/json.h"
#include "billions/position.h"
#include "kit/notation.h"
#include "unit.h"

static const struct bil_game *game;

static int find_game(void **unused)
{
    game = bil_game_find("six-billion");
    return game ? 0 : -1;
}

/* ------------------------------------------------------------------ helpers */

#define HEAD "{\"format\":1,\"game\":\"six-billion\",\"seats\":"

static struct bil_position load(const char *json)
{
    struct bil_position position;
    struct bil_error error = {{0}};
    char buffer[200];
    const struct bil_value *document = bil_json_read(json, strlen(json), "test", &error);
    if (!document) {
        fail_msg("not JSON: %s\n%s", error.text, json);
    }
    if (!bil_position_read(document, game, NULL, &position, &error)) {
        fail_msg("%s\n%s", error.text, json);
    }
    const char *broken = game->check(position.rules, position.state, buffer, sizeof buffer);
    if (broken) {
        fail_msg("%s\n%s", broken, json);
    }
    bil_json_free(document);
    return position;
}

static void write(const struct bil_position *position, struct bil_text *out)
{
    bil_position_write(game, &position->config, position->rules, position->edition, position->state, out);
}

/* The document of the state has this text somewhere. */
static void expect_written(const struct bil_position *position, const char *expected)
{
    struct bil_text text = {0};
    write(position, &text);
    if (!strstr(bil_text_string(&text), expected)) {
        fail_msg("%s is not in %s", expected, bil_text_string(&text));
    }
    bil_text_free(&text);
}

static void expect_read(const char *json, const char *expected)
{
    struct bil_position position = load(json);
    expect_written(&position, expected);
    bil_position_free(&position);
}

/* "2: a | b | c": who is asked and the legal moves as text. */
static void expect_moves(const char *json, const char *expected)
{
    struct bil_position position = load(json);
    struct bil_text text = {0};
    bil_move moves[BIL_MAX_MOVES];
    const int seat = game->actor(position.rules, position.state);
    const int count = seat == BIL_OVER ? 0 : game->moves(position.rules, position.state, moves);
    bil_text_format(&text, "%d:", seat + 1);
    for (int i = 0; i < count; i++) {
        bil_text_add(&text, i ? " | " : " ");
        bil_move_text(game, position.rules, position.state, moves[i], seat, &text);
    }
    if (strcmp(bil_text_string(&text), expected) != 0) {
        fail_msg("%s\n  gives  %s\n  not    %s", json, bil_text_string(&text), expected);
    }
    bil_text_free(&text);
    bil_position_free(&position);
}

static void play(struct bil_position *position, const char *text)
{
    bil_move move = 0;
    struct bil_error error = {{0}};
    struct bil_random random;
    const uint8_t seed[BIL_SEED_BYTES] = {1};
    if (!bil_move_parse(game, position->rules, position->state, text, &move, &error)) {
        fail_msg("%s: %s", text, error.text);
    }
    bil_random_match(&random, seed);
    game->apply(position->rules, position->state, move, &random, NULL);
}

/* ------------------------------------------------------------------ by hand */

static void test_shortest(void **unused)
{
    struct bil_position position = load(HEAD "3}");
    assert_int_equal(game->actor(position.rules, position.state), 0);
    expect_written(&position, "\"turn\":1,\"order\":[\"red\",\"blue\",\"green\",\"pink\",\"orange\"],\"step\":\"act\","
                              "\"to_move\":\"red\",\"acting\":\"red\",\"actions\":0,\"attempted\":[]");
    expect_written(&position, "\"tracks\":{\"earth\":{\"red\":1,\"blue\":1,\"green\":1,\"pink\":1,\"orange\":1}},\"boxes\":{},");
    expect_written(&position, "\"hands\":{\"red\":[],\"blue\":[],\"green\":[]},\"open\":[\"colony2\",\"colony2\",\"colony2\"],"
                              "\"deck\":[\"colony2\",\"colony2\",");
    expect_written(&position,
                   "\"war\",\"war\"],\"discard\":[],\"removed\":0,\"reshuffles\":0,"
                   "\"agendas\":{\"red\":\"earth\",\"blue\":\"earth\",\"green\":\"mars\"},\"discoveries\":{},"
                   "\"discovery_deck\":[\"mercury\",\"venus\",\"jupiter\",\"saturn\",\"uranus\",\"neptune\",\"pluto\"],");
    expect_written(&position, "\"knowledge\":{\"known\":{},\"drawn\":{\"red\":0,\"blue\":0,\"green\":0},\"fresh\":{},"
                              "\"discovery_deck_seen\":[[],[],[],[],[],[],[]],\"discoveries_seen\":{}}");
    bil_position_free(&position);
    expect_read(HEAD "2,\"comment\":\"who starts on 2\"}", "\"tracks\":{\"earth\":{\"red\":2,\"blue\":2,\"pink\":2}}");
}

/* The three examples of docs/positions.md. */
static void test_examples(void **unused)
{
    expect_moves(HEAD "3,\"tracks\":{\"mars\":{\"red\":8,\"blue\":4}},\"boxes\":{\"saturn\":{\"red\":\"c2 m1\"}},"
                      "\"hands\":{\"red\":[\"colony2\",\"double\"],\"blue\":[\"death\",\"war\"]}}",
                 "1: colony 2 mars mercury | colony 2 mars venus | colony 2 mars belt | colony 2 mars jupiter | double earth | "
                 "double mars | pass");
    expect_moves(HEAD "2,\"turn\":4,\"order\":[\"red\",\"pink\",\"blue\"],\"to_move\":\"pink\",\"acting\":\"blue\","
                      "\"step\":\"migrant\",\"tracks\":{\"earth\":{\"pink\":8},\"venus\":{\"red\":2}},\"hands\":{\"red\":6}}",
                 "2: send 1 earth venus");
    expect_moves(HEAD "2,\"event\":{\"site\":\"mars\"},\"tracks\":{\"mars\":{\"red\":4}},\"hands\":{\"blue\":[\"pestilence\"]}}",
                 "2: pestilence | pass");
}

static void test_board(void **unused)
{
    struct bil_position position =
        load(HEAD "2,\"tracks\":{\"mars\":{\"blue\":2,\"red\":512},\"earth\":{\"pink\":64},\"pluto\":{\"pink\":32}},"
                  "\"boxes\":{\"pluto\":{\"red\":\"c1\",\"blue\":\"m2\"},\"venus\":{\"red\":{\"migrants\":2}},"
                  "\"belt\":{\"pink\":\"c2 m1\"}},\"points\":{\"blue\":7}}");
    expect_written(&position, "\"tracks\":{\"earth\":{\"red\":2,\"blue\":2,\"pink\":64},\"mars\":{\"red\":512,\"blue\":2},"
                              "\"pluto\":{\"pink\":32}}");
    expect_written(&position, "\"boxes\":{\"venus\":{\"red\":{\"colonies\":0,\"migrants\":2}},"
                              "\"belt\":{\"pink\":{\"colonies\":2,\"migrants\":1}},"
                              "\"pluto\":{\"red\":{\"colonies\":1,\"migrants\":0},\"blue\":{\"colonies\":0,\"migrants\":2}}}");
    expect_written(&position, "\"points\":{\"red\":0,\"blue\":7}");
    bil_position_free(&position);
}

static void test_steps(void **unused)
{
    expect_moves(HEAD "2,\"step\":\"grow\",\"tracks\":{\"mars\":{\"red\":1},\"pluto\":{\"red\":32},\"venus\":{\"red\":2}},"
                      "\"attempted\":[\"mars\"]}",
                 "1: grow venus | grow earth");
    expect_moves(HEAD "2,\"step\":\"settle\",\"boxes\":{\"venus\":{\"red\":\"m1\"},\"pluto\":{\"red\":\"c1\"}}}",
                 "1: settle venus");
    expect_moves(HEAD "2,\"step\":\"discard\",\"actions\":1,\"hands\":{\"red\":[\"war\",\"war\",\"home\"]}}",
                 "1: discard home | discard war | pass");
    expect_moves(HEAD "2,\"step\":\"draw\",\"open\":[\"war\",\"famine\",\"war\"],\"hands\":{\"red\":5}}",
                 "1: take famine | take war | deck");
    expect_moves(HEAD "3,\"to_move\":\"orange\",\"acting\":\"green\"}", "3: grow earth");
    expect_moves(HEAD "3,\"to_move\":\"orange\"}", "1: grow earth");
    expect_moves(HEAD "2,\"step\":\"end\",\"tracks\":{\"earth\":{\"pink\":1024}},\"end\":\"earth\"}", "0:");
    expect_moves(HEAD "2,\"options\":{\"track\":\"on\"},\"step\":\"dollar\",\"order\":[\"pink\",\"blue\",\"red\"],"
                      "\"to_move\":\"blue\",\"markers\":{\"blue\":{\"dollar\":2},\"red\":{\"dollar\":1}},\"points\":{\"blue\":1}}",
                 "2: power dollar up 1 | power dollar down 1 | pass");
    expect_moves(HEAD "2,\"options\":{\"track\":\"on\"},\"step\":\"smiley\",\"markers\":{\"red\":{\"smiley\":2}}}",
                 "1: power smiley down | pass");
}

/* The game is over because of the option: nobody has had a turn in the game turn that does not come. */
static void test_cap(void **unused)
{
    expect_read(HEAD "2,\"options\":{\"turn-cap\":4},\"turn\":4,\"step\":\"end\",\"order\":[\"blue\"],\"to_move\":\"pink\"}",
                "\"turn\":4,\"order\":[\"blue\",\"red\",\"pink\"],\"step\":\"end\",\"end\":\"cap\",\"to_move\":\"pink\"");
}

/* The first billion of the turn: what a second one does. */
static void test_taken(void **unused)
{
    static const struct {
        const char *taken, *earth;
    } cases[] = {{"free", "\"earth\":{\"red\":4,"}, {"prepaid", "\"earth\":{\"red\":8,"}};
    for (int i = 0; i < 2; i++) {
        char json[240];
        (void)snprintf(json, sizeof json,
                       HEAD "2,\"actions\":1,\"tracks\":{\"earth\":{\"red\":8}},\"hands\":{\"red\":[\"colony2\"]},"
                            "\"taken\":{\"site\":\"earth\",\"how\":\"%s\"}}",
                       cases[i].taken);
        struct bil_position position = load(json);
        play(&position, "colony 2 earth mars");
        expect_written(&position, cases[i].earth);
        bil_position_free(&position);
    }
    expect_moves(HEAD "2,\"actions\":1,\"tracks\":{\"earth\":{\"red\":1},\"mars\":{\"red\":1}},\"hands\":{\"red\":[\"colony2\"]},"
                      "\"taken\":{\"site\":\"mars\",\"how\":\"last\"}}",
                 "1: pass");
    expect_moves(
        HEAD "2,\"tracks\":{\"earth\":{\"blue\":4}},\"refused\":{\"blue\":[\"double-other\"]},"
             "\"hands\":{\"red\":[\"double-other\",\"colony6-other\"]}}",
        "1: colony 6 blue earth mercury | colony 6 blue earth venus | colony 6 blue earth mars | colony 6 blue earth belt | "
        "colony 6 blue earth jupiter | colony 6 blue earth saturn | pass");
}

/* ------------------------------------------------------------------ windows */

static void test_windows(void **unused)
{
#define MARS "\"tracks\":{\"mars\":{\"red\":8},\"earth\":{\"blue\":2}},\"event\":{\"card\":\"double\",\"site\":\"mars\"},"
    expect_moves(HEAD "3," MARS
                      "\"order\":[\"green\",\"red\"],\"to_move\":\"red\",\"hands\":{\"blue\":[\"death\",\"famine\",\"war\"]}}",
                 "2: death | famine | pass");
    expect_moves(HEAD "3," MARS
                      "\"windows\":[{\"window\":\"cancel\",\"asked\":\"blue\"},{\"window\":\"respond\",\"card\":\"death\"}],"
                      "\"hands\":{\"red\":[\"politics\",\"death\"]}}",
                 "1: politics | pass");
    expect_moves(HEAD "3," MARS
                      "\"windows\":[{\"window\":\"cancel\",\"asked\":\"blue\"},{\"window\":\"respond\",\"card\":\"death\","
                      "\"asked\":\"red\"},{\"window\":\"respond\",\"card\":\"war\",\"asked\":\"green\"}],"
                      "\"hands\":{\"green\":[\"politics\",\"war\"]}}",
                 "3: politics | war | pass");
    expect_moves(HEAD "3," MARS
                      "\"windows\":[{\"window\":\"cancel\",\"asked\":\"blue\"},{\"window\":\"respond\",\"card\":\"death\","
                      "\"asked\":\"red\"},{\"window\":\"halve\"}]}",
                 "2: halve earth");
#undef MARS
    expect_moves(HEAD
                 "2,\"event\":{\"card\":\"trouble\",\"faction\":\"pink\",\"site\":\"belt\"},\"boxes\":{\"belt\":{\"pink\":\"c1\"}},"
                 "\"hands\":{\"blue\":[\"souls\",\"famine\"]}}",
                 "2: souls | pass");
    expect_moves(HEAD "2,\"windows\":[{\"window\":\"return\"}],\"turn\":3,\"discoveries\":{\"red\":[\"venus up\",\"pluto\"]}}",
                 "1: return venus | return pluto");
}

/* Consent to an Action, and the refused card. */
static void test_consent(void **unused)
{
#define OFFER "\"tracks\":{\"earth\":{\"blue\":4}},\"pending\":{\"card\":\"colony6-other\",\"faction\":\"blue\",\"to\":\"mars\"},"
    struct bil_position position = load(HEAD "3," OFFER "\"windows\":[{\"window\":\"consent\"}]}");
    assert_int_equal(game->actor(position.rules, position.state), 1);
    play(&position, "consent");
    expect_written(&position, "\"boxes\":{\"mars\":{\"blue\":{\"colonies\":1,\"migrants\":0}}},\"points\":{\"red\":3,");
    expect_written(&position, "\"discard\":[\"colony6-other\"]");
    bil_position_free(&position);
    position = load(HEAD "3," OFFER "\"windows\":[{\"window\":\"keep\"}]}");
    assert_int_equal(game->actor(position.rules, position.state), 0);
    expect_written(&position, "\"refused\":{\"blue\":[\"colony6-other\"]}");
    expect_written(&position, "\"pending\":{\"card\":\"colony6-other\",\"faction\":\"blue\",\"from\":\"earth\",\"to\":\"mars\"},"
                              "\"barred\":[],\"windows\":[{\"window\":\"keep\",\"asked\":\"red\",\"card\":\"colony6-other\","
                              "\"owner\":\"blue\"}]");
    play(&position, "keep");
    expect_written(&position, "\"hands\":{\"red\":[\"colony6-other\"]");
    expect_written(&position, "\"known\":{\"red\":[\"colony6-other\"]}");
    bil_position_free(&position);
#undef OFFER
    position = load(HEAD "3,\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\",\"asked\":\"green\"},"
                         "{\"window\":\"keep\",\"card\":\"famine\"}]}");
    assert_int_equal(game->actor(position.rules, position.state), 2);
    expect_written(&position, "\"attempted\":[\"earth\"]");
    expect_written(&position,
                   "\"barred\":[\"green\"],\"windows\":[{\"window\":\"cancel\",\"asked\":\"green\"},{\"window\":\"keep\","
                   "\"asked\":\"green\",\"card\":\"famine\",\"owner\":\"red\"}]");
    play(&position, "drop");
    expect_written(&position, "\"earth\":{\"red\":2,"); /* nobody else was left to ask */
    bil_position_free(&position);
}

/* ------------------------------------------------------------------ cards */

static void test_piles(void **unused)
{
    struct bil_position position =
        load(HEAD "2,\"step\":\"draw\",\"deck\":[\"war\",\"home\"],\"discard\":[\"famine\",\"recycle\"],\"removed\":2,"
                  "\"hands\":{\"red\":[\"war\",\"colony6\"],\"blue\":6},\"open\":[\"politics\",null]}");
    expect_written(&position, "\"hands\":{\"red\":[\"colony6\",\"war\"],\"blue\":[\"colony2\",\"colony2\",\"colony2\",\"colony2\","
                              "\"colony2\",\"colony2\"]},\"open\":[\"politics\",null,\"colony2\"],\"deck\":[\"war\",\"home\","
                              "\"colony2\",\"colony2\",\"colony6\",");
    expect_written(&position, "\"discard\":[\"famine\",\"recycle\"],\"removed\":2,");
    play(&position, "deck");
    play(&position, "deck");
    expect_written(&position, "\"red\":[\"colony6\",\"home\",\"war\",\"war\"]");
    bil_position_free(&position);
}

static void test_rest(void **unused)
{
    struct bil_position position = load(HEAD "2,\"step\":\"draw\",\"rest\":\"discard\",\"deck\":[\"war\"],\"discard\":[\"home\"],"
                                             "\"open\":[\"politics\",\"politics\",\"politics\"],\"reshuffles\":3}");
    expect_written(&position, "\"deck\":[\"war\"],\"discard\":[\"home\",\"colony2\",");
    play(&position, "deck");
    expect_written(&position, "\"deck\":[],");
    play(&position, "deck"); /* SIX-207 */
    expect_written(&position, "\"discard\":[],\"removed\":0,\"reshuffles\":4");
    bil_position_free(&position);
}

/* A hand is as long as it is said to be, from what is left. */
static void test_numbers_of_cards(void **unused)
{
    expect_read(
        HEAD "2,\"hands\":{\"red\":3,\"blue\":4},\"deck\":[\"colony2\",\"colony2\",\"colony2\",\"colony2\"]}",
        "\"hands\":{\"red\":[\"colony2\",\"colony2\",\"colony2\"],\"blue\":[\"colony2\",\"colony2\",\"colony6\",\"colony6\"]},"
        "\"open\":[\"colony6\",\"colony6\",\"colony6\"],\"deck\":[\"colony2\",\"colony2\",\"colony2\",\"colony2\",\"colony6\",");
}

static void test_agendas_and_discoveries(void **unused)
{
    struct bil_position position =
        load(HEAD "4,\"options\":{\"track\":\"on\"},\"turn\":5,\"agendas\":{\"black\":\"earth\",\"blue\":\"belt\"},"
                  "\"discoveries\":{\"green\":[\"pluto up\",\"leaf\"]},\"discovery_deck\":[\"leaf\",\"saturn\"],"
                  "\"markers\":{\"black\":{\"smiley\":6}}}");
    expect_written(&position,
                   "\"agendas\":{\"red\":\"earth\",\"blue\":\"belt\",\"green\":\"mars\",\"black\":\"earth\"},"
                   "\"discoveries\":{\"green\":[\"pluto up\",\"leaf\"]},\"discovery_deck\":[\"leaf\",\"saturn\",\"mercury\","
                   "\"venus\",\"jupiter\",\"uranus\",\"neptune\",\"dollar\",\"dollar\",\"smiley\",\"smiley\"]");
    expect_written(&position, "\"black\":{\"dollar\":0,\"smiley\":6,\"leaf\":0}");
    expect_written(&position, "\"discoveries_seen\":{\"green\":[\"all\",[\"green\"]]}");
    bil_position_free(&position);
    expect_read(HEAD "2,\"options\":{\"track\":\"on\",\"discovery-step\":\"on\"},\"discoveries\":{\"red\":[\"dollar up\"]}}",
                "\"discoveries\":{\"red\":[\"dollar up\"]}");
}

static void test_colours(void **unused)
{
    expect_read(HEAD
                "2,\"options\":{\"colours\":\"green,pink\"},\"hands\":{\"pink\":[\"war\"]},\"tracks\":{\"mars\":{\"orange\":4}}}",
                "\"order\":[\"green\",\"pink\",\"orange\"],");
}

/* ------------------------------------------------------------------ views and knowledge */

/* A view by hand: a world can be dealt from it that has what the view shows. */
static void test_view(void **unused)
{
    struct bil_position position = load(
        HEAD
        "3,\"viewer\":2,\"turn\":4,\"hands\":{\"red\":6,\"blue\":[\"war\",\"double\"],\"green\":4},"
        "\"open\":[\"home\",\"home\",\"souls\"],\"discard\":[\"famine\"],\"discoveries\":{\"red\":[\"?\"],\"blue\":[\"venus\"]},"
        "\"discovery_deck\":[\"?\",\"?\",\"?\",\"?\",\"pluto\"],\"agendas\":{\"blue\":\"belt\"},"
        "\"knowledge\":{\"known\":{\"red\":[\"recycle\"]}}}");
    expect_written(&position, "\"viewer\":2,\"turn\":4,");
    expect_written(&position, "\"hands\":{\"red\":6,\"blue\":[\"double\",\"war\"],\"green\":4}");
    expect_written(&position, "\"deck\":75,"); /* 91 - 12 in hands - 3 open - 1 discarded */
    expect_written(&position, "\"agendas\":{\"red\":\"?\",\"blue\":\"belt\",\"green\":\"?\"},"
                              "\"discoveries\":{\"red\":[\"?\"],\"blue\":[\"venus\"]},"
                              "\"discovery_deck\":[\"?\",\"?\",\"?\",\"?\",\"pluto\"]");
    expect_written(&position, "\"discovery_deck_seen\":[[],[],[],[],[\"blue\"]],"
                              "\"discoveries_seen\":{\"red\":[[\"red\"]],\"blue\":[[\"blue\"]]}");
    struct bil_random random;
    const uint8_t seed[BIL_SEED_BYTES] = {3};
    bil_random_stream(&random, seed, 1, 1);
    for (int i = 0; i < 20; i++) {
        char buffer[200];
        _Alignas(8) unsigned char world[BIL_MAX_STATE] = {0};
        _Alignas(8) unsigned char view[BIL_MAX_STATE];
        game->deal(position.rules, position.state, &random, world);
        assert_null(game->check(position.rules, world, buffer, sizeof buffer));
        game->hide(position.rules, world, 1, view);
        assert_memory_equal(view, position.state, game->state_size);
        struct bil_text text = {0};
        bil_position_write(game, &position.config, position.rules, position.edition, world, &text);
        const char *hand = strstr(bil_text_string(&text), "\"hands\":{\"red\":[");
        assert_non_null(hand);
        const char *recycle = strstr(hand, "\"recycle\"");
        assert_true(recycle && recycle < strchr(hand, ']'));
        bil_text_free(&text);
    }
    bil_position_free(&position);
    expect_read(HEAD
                "2,\"viewer\":\"spectator\",\"hands\":{\"red\":1},\"deck\":90,\"step\":\"draw\",\"discovery_deck\":[\"pluto\"]}",
                "\"discovery_deck\":[\"pluto\",\"?\",\"?\",\"?\",\"?\",\"?\",\"?\"]");
    expect_read(HEAD "2,\"viewer\":1,\"step\":\"end\",\"tracks\":{\"belt\":{\"red\":1024}},\"discoveries\":{\"blue\":[\"venus\"]}}",
                "\"agendas\":{\"red\":\"earth\",\"blue\":\"earth\"},\"discoveries\":{\"blue\":[\"venus\"]},");
}

/* Of Red's cards only the Home can be from before the shuffle, and so the one that Blue had then is not the other old Home. */
static void test_fresh_world(void **unused)
{
    struct bil_position position = load(
        HEAD "2,\"viewer\":1,\"hands\":{\"red\":[\"war\",\"home\"],\"blue\":1},\"knowledge\":{\"drawn\":{\"red\":1,\"blue\":0},"
             "\"fresh\":{\"colony2\":9,\"colony6\":8,\"colony6-other\":3,\"colony6-neutral\":3,\"migrants12\":8,\"migrants6\":2,"
             "\"migrants6-other\":3,\"migrants12-other\":1,\"double\":7,\"double-other\":3,\"double-neutral\":3,\"recycle\":2,"
             "\"discovery\":7,\"trouble\":4,\"home\":3,\"death\":4,\"pestilence\":5,\"famine\":4,\"souls\":2,\"politics\":4,"
             "\"war\":4}}}");
    struct bil_random random;
    const uint8_t seed[BIL_SEED_BYTES] = {4};
    _Alignas(8) unsigned char view[BIL_MAX_STATE];
    memcpy(view, position.state, game->state_size);
    bil_random_stream(&random, seed, 1, 1);
    for (int i = 0; i < 40; i++) {
        game->deal(position.rules, view, &random, position.state);
        expect_written(&position, "\"blue\":[\"souls\"]");
    }
    bil_position_free(&position);
}

/* What the table knows decides who is asked: Blue drew nothing since the Famines went into the deck. */
static void test_knowledge(void **unused)
{
#define HAND  "\"step\":\"grow\",\"hands\":{\"blue\":[\"war\",\"home\"]},\"open\":[\"war\",\"war\",\"war\"]"
#define FRESH "\"knowledge\":{\"fresh\":{\"famine\":4,\"pestilence\":5},\"known\":{\"blue\":[\"war\"]}"
    struct bil_position position = load(HEAD "2," HAND "}");
    play(&position, "grow earth");
    expect_written(&position, "\"window\":\"cancel\",\"asked\":\"blue\"");
    bil_position_free(&position);
    position = load(HEAD "2," HAND "," FRESH "}}");
    expect_written(&position,
                   "\"known\":{\"blue\":[\"war\"]},\"drawn\":{\"red\":0,\"blue\":1},\"fresh\":{\"pestilence\":5,\"famine\":4}");
    play(&position, "grow earth");
    expect_written(&position, "\"window\":\"cancel\",\"asked\":\"blue\"");
    bil_position_free(&position);
    position = load(HEAD "2," HAND "," FRESH ",\"drawn\":{\"blue\":0}}}");
    play(&position, "grow earth");
    expect_written(&position, "\"windows\":[]");
    expect_written(&position, "\"earth\":{\"red\":4,");
    bil_position_free(&position);
#undef HAND
#undef FRESH
    position = load(HEAD "3,\"discoveries\":{\"red\":[\"venus\"]},\"knowledge\":{\"discovery_deck_seen\":"
                         "[[\"red\",\"green\"],[],\"all\",[],[],[]],\"discoveries_seen\":{\"red\":[[\"red\",\"blue\"]]}}}");
    expect_written(&position, "\"discovery_deck_seen\":[[\"red\",\"green\"],[],\"all\",[],[],[]],"
                              "\"discoveries_seen\":{\"red\":[[\"red\",\"blue\"]]}");
    _Alignas(8) unsigned char view[BIL_MAX_STATE];
    game->hide(position.rules, position.state, 1, view);
    memcpy(position.state, view, game->state_size);
    expect_written(&position,
                   "\"discoveries\":{\"red\":[\"venus\"]},\"discovery_deck\":[\"?\",\"?\",\"saturn\",\"?\",\"?\",\"?\"]");
    bil_position_free(&position);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shortest),
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_board),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_cap),
        cmocka_unit_test(test_taken),
        cmocka_unit_test(test_windows),
        cmocka_unit_test(test_consent),
        cmocka_unit_test(test_piles),
        cmocka_unit_test(test_rest),
        cmocka_unit_test(test_numbers_of_cards),
        cmocka_unit_test(test_agendas_and_discoveries),
        cmocka_unit_test(test_colours),
        cmocka_unit_test(test_view),
        cmocka_unit_test(test_fresh_world),
        cmocka_unit_test(test_knowledge),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
