/* Editions of 6 Billion from JSON: what is printed is read back as the same rules, corrections change what they name and nothing
 * else, they count in play, and what breaks a total or a limit is refused with a sentence that names the place. */
#include "billions/edition.h"
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

/* Makes rules for so many seats of the members of an edition, given without the braces and without the first two. */
static bool make(const char *members, int seats, const struct bil_setting *setting, void *rules, struct bil_error *error)
{
    struct bil_text text = {0};
    bil_text_format(&text, "{\"format\":1,\"game\":\"six-billion\"%s%s}", *members ? "," : "", members);
    error->text[0] = '\0';
    const struct bil_value *edition = bil_json_read(bil_text_string(&text), text.length, "test", error);
    if (!edition) {
        fail_msg("not JSON: %s\n%s", error->text, bil_text_string(&text));
    }
    const struct bil_config config = {.seats = seats, .edition = edition, .settings = setting, .setting_count = setting ? 1 : 0};
    const bool fine = game->rules_init(&config, rules, error);
    bil_json_free(edition);
    bil_text_free(&text);
    return fine;
}

static void *rules_of(const char *members)
{
    struct bil_error error;
    void *rules = malloc(game->rules_size);
    if (!make(members, 4, NULL, rules, &error)) {
        fail_msg("%s\n%s", error.text, members);
    }
    return rules;
}

static void expect_printed(const void *rules, const char *expected)
{
    struct bil_text text = {0};
    game->edition_json(rules, &text);
    if (!strstr(bil_text_string(&text), expected)) {
        fail_msg("%s is not in %s", expected, bil_text_string(&text));
    }
    bil_text_free(&text);
}

/* Printed and read again: the same rules to the byte. */
static void there_and_back(const void *rules)
{
    struct bil_text text = {0};
    struct bil_error error;
    void *back = malloc(game->rules_size);
    game->edition_json(rules, &text);
    const struct bil_value *edition = bil_json_read(bil_text_string(&text), text.length, "test", &error);
    assert_non_null(edition);
    const struct bil_config config = {.seats = 4, .edition = edition};
    if (!game->rules_init(&config, back, &error)) {
        fail_msg("%s\n%s", error.text, bil_text_string(&text));
    }
    assert_memory_equal(rules, back, game->rules_size);
    bil_json_free(edition);
    bil_text_free(&text);
    free(back);
}

/* ------------------------------------------------------------------ what is compiled in */

static void test_compiled_in(void **unused)
{
    const struct bil_config config = {.seats = 4};
    struct bil_error error;
    void *compiled = malloc(game->rules_size);
    assert_true(game->rules_init(&config, compiled, &error));
    there_and_back(compiled);
    void *empty = rules_of("");
    assert_memory_equal(compiled, empty, game->rules_size);
    free(empty);
    free(compiled);
}

/* Sections 22.1 to 22.4 of the checklist: totals that the rulebook publishes, and which numbers it does not. */
static void test_published(void **unused)
{
    void *rules = rules_of("");
    struct bil_text text = {0};
    struct bil_error error;
    game->edition_json(rules, &text);
    const struct bil_value *edition = bil_json_read(bil_text_string(&text), text.length, "test", &error);
    assert_non_null(edition);
    int cards = 0;
    int symbols[3] = {0};
    for (const struct bil_value *card = bil_value_get(edition, "cards")->child; card; card = card->next) {
        static const char *const words[] = {"dollar", "smiley", "leaf"};
        const int count = (int)bil_value_get(card, "count")->integer;
        cards += count;
        for (int i = 0; i < 3; i++) {
            const bool is = strcmp(bil_value_get(card, "symbol")->string, words[i]) == 0;
            symbols[i] += is ? count * (int)bil_value_get(card, "symbols")->integer : 0;
        }
    }
    assert_int_equal(cards, 91);
    assert_int_equal(symbols[0], 30);
    assert_int_equal(symbols[1], 24);
    assert_int_equal(symbols[2], 39);
    int pairs = 0;
    int within[3] = {0};
    for (const struct bil_value *row = bil_value_get(edition, "distances")->child; row; row = row->next) {
        for (const struct bil_value *pair = row->child; pair; pair = pair->next) {
            pairs++;
            within[0] += pair->integer <= 2;
            within[1] += pair->integer <= 6;
            within[2] += pair->integer <= 12;
        }
    }
    assert_int_equal(pairs, 45);
    assert_int_equal(within[0], 12);
    assert_int_equal(within[1], 24);
    assert_int_equal(within[2], 32);
    expect_printed(rules,
                   "\"agendas\":{\"earth\":2,\"mars\":2,\"belt\":2},\"discoveries\":{\"mercury\":1,\"venus\":1,\"jupiter\":1,"
                   "\"saturn\":1,\"uranus\":1,\"neptune\":1,\"pluto\":1,\"dollar\":2,\"smiley\":2,\"leaf\":2}");
    expect_printed(rules, "{\"site\":\"earth\",\"last\":1024,\"limit\":64,\"first\":8,\"second\":4,\"third\":2,"
                          "\"reconstructed\":[\"limit\"]}");
    expect_printed(rules, "{\"site\":\"belt\",\"last\":1024,\"limit\":null,\"first\":8,\"second\":4,\"third\":2,"
                          "\"reconstructed\":[\"first\",\"second\",\"third\"]}");
    expect_printed(rules, "{\"card\":\"colony6-other\",\"count\":3,\"distance\":6,\"points\":3,\"symbol\":\"dollar\",\"symbols\":1,"
                          "\"reconstructed\":[\"count\",\"symbol\"]}");
    expect_printed(rules, "{\"card\":\"recycle\",\"count\":2,\"points\":0,\"symbol\":\"leaf\",\"symbols\":2,"
                          "\"reconstructed\":[\"points\"]}");
    bil_json_free(edition);
    bil_text_free(&text);
    free(rules);
}

/* ------------------------------------------------------------------ editions of one's own */

static void test_corrections(void **unused)
{
    void *rules = rules_of(
        "\"name\":\"mine\",\"note\":\"from the box\",\"sites\":[{\"site\":\"uranus\",\"last\":128,\"limit\":16,"
        "\"reconstructed\":[]},{\"site\":\"mars\",\"limit\":null,\"third\":1}],"
        "\"distances\":{\"pluto\":{\"mars\":18},\"status\":\"known\"},"
        "\"cards\":[{\"card\":\"war\",\"count\":5,\"reconstructed\":[\"points\"]},{\"card\":\"souls\",\"count\":2,\"points\":1}],"
        "\"track\":{\"last\":8,\"leaf\":[6,3,2],\"dollar_cost\":2}");
    expect_printed(rules, "\"name\":\"mine\",\"note\":\"from the box\",\"deviations\":[]");
    expect_printed(rules,
                   "{\"site\":\"uranus\",\"last\":128,\"limit\":16,\"first\":4,\"second\":2,\"third\":1,\"reconstructed\":[]}");
    expect_printed(rules,
                   "{\"site\":\"mars\",\"last\":512,\"limit\":null,\"first\":8,\"second\":4,\"third\":1,\"reconstructed\":[");
    expect_printed(rules, "\"mars\":{\"belt\":1,\"jupiter\":2,\"saturn\":4,\"uranus\":9,\"neptune\":15,\"pluto\":18}");
    expect_printed(rules, "\"neptune\":{\"pluto\":5},\"status\":\"known\"}");
    expect_printed(rules, "{\"card\":\"war\",\"count\":5,\"points\":0,\"symbol\":\"smiley\",\"symbols\":1,"
                          "\"reconstructed\":[\"points\"]}");
    expect_printed(rules, "{\"card\":\"souls\",\"count\":2,\"points\":1,\"symbol\":\"smiley\",\"symbols\":1,"
                          "\"reconstructed\":[\"count\",\"points\",\"symbol\"]}");
    expect_printed(rules, "\"track\":{\"last\":8,\"dollar\":[4,2,1],\"smiley\":[4,2,1],\"leaf\":[6,3,2],\"dollar_cost\":2,"
                          "\"status\":\"reconstructed\"}");
    there_and_back(rules);
    free(rules);
}

/* A published number that is changed is no longer a published one. */
static void test_deviations(void **unused)
{
    void *rules =
        rules_of("\"deviations\":[\"discoveries\",\"agendas\",\"count\",\"cards\",\"sites\"],"
                 "\"sites\":[{\"site\":\"earth\",\"first\":10}],\"cards\":[{\"card\":\"colony6\",\"distance\":7,\"count\":0}],"
                 "\"agendas\":{\"mars\":4,\"pluto\":1},\"discoveries\":{\"mercury\":4,\"venus\":4}");
    expect_printed(rules, "\"name\":\"unnamed edition\",\"note\":\"\",\"deviations\":[\"sites\",\"cards\",\"count\",\"agendas\","
                          "\"discoveries\"]");
    expect_printed(rules, "\"first\":10,\"second\":4,\"third\":2,\"reconstructed\":[\"limit\",\"first\"]}");
    expect_printed(rules, "{\"card\":\"colony6\",\"count\":0,\"distance\":7,\"points\":0,\"symbol\":\"dollar\",\"symbols\":1,"
                          "\"reconstructed\":[\"count\",\"distance\",\"points\",\"symbol\"]}");
    expect_printed(rules, "\"agendas\":{\"mars\":4,\"pluto\":1},\"discoveries\":{\"mercury\":4,\"venus\":4}");
    there_and_back(rules);
    free(rules);
}

/* The legal moves of a position under an edition, as text. */
static void expect_moves(const char *members, const char *position_members, const char *expected)
{
    struct bil_text text = {0};
    struct bil_error error = {{0}};
    struct bil_position position;
    bil_move moves[BIL_MAX_MOVES];
    bil_text_format(&text,
                    "{\"format\":1,\"game\":\"six-billion\",\"seats\":2,\"edition\":{\"format\":1,\"game\":\"six-billion\",%s},%s}",
                    members, position_members);
    const struct bil_value *document = bil_json_read(bil_text_string(&text), text.length, "test", &error);
    if (!document) {
        fail_msg("not JSON: %s\n%s", error.text, bil_text_string(&text));
    }
    if (!bil_position_read(document, game, NULL, &position, &error)) {
        fail_msg("%s\n%s", error.text, bil_text_string(&text));
    }
    bil_text_clear(&text);
    const int count = game->moves(position.rules, position.state, moves);
    for (int i = 0; i < count; i++) {
        bil_text_add(&text, i ? " | " : "");
        bil_move_text(game, position.rules, position.state, moves[i], 0, &text);
    }
    assert_string_equal(bil_text_string(&text), expected);
    bil_json_free(document);
    bil_position_free(&position);
    bil_text_free(&text);
}

static void test_in_play(void **unused)
{
    static const char board[] = "\"tracks\":{\"earth\":{\"red\":2},\"pluto\":{\"red\":32}}";
    static const char hand[] = "\"tracks\":{\"earth\":{\"red\":1},\"saturn\":{\"red\":2}},\"hands\":{\"red\":[\"colony2\"]}";
    expect_moves("\"distances\":{\"saturn\":{\"uranus\":2}}", hand, "colony 2 saturn uranus | pass");
    expect_moves("\"deviations\":[\"cards\"],\"cards\":[{\"card\":\"colony2\",\"distance\":5}]", hand,
                 "colony 5 saturn mercury | colony 5 saturn venus | colony 5 saturn mars | colony 5 saturn belt | "
                 "colony 5 saturn jupiter | colony 5 saturn uranus | pass");
    char growing[160];
    (void)snprintf(growing, sizeof growing, "%s,\"step\":\"grow\"", board);
    expect_moves("\"sites\":[{\"site\":\"pluto\",\"last\":64,\"limit\":null}]", growing, "grow earth | grow pluto");
    expect_moves("\"sites\":[{\"site\":\"pluto\",\"last\":64,\"limit\":64}]", growing, "grow earth | grow pluto");
    expect_moves("\"sites\":[{\"site\":\"pluto\",\"last\":64,\"limit\":32}]", growing, "grow earth");
    expect_moves("\"sites\":[{\"site\":\"pluto\",\"limit\":null}]", growing, "grow earth"); /* its last number */

    /* A printed board may end a track at 16 or at 8, which is on every track. */
    static const char step[] = "\"step\":\"grow\",\"tracks\":{\"earth\":{\"red\":2},\"mercury\":{\"red\":8}}";
    expect_moves("\"sites\":[{\"site\":\"mercury\",\"last\":16,\"limit\":null}]", step, "grow mercury | grow earth");
    expect_moves("\"sites\":[{\"site\":\"mercury\",\"last\":16,\"limit\":4}]", step, "grow earth");
    expect_moves("\"sites\":[{\"site\":\"mercury\",\"last\":8,\"limit\":null}]", step, "grow earth");
    expect_moves("\"sites\":[{\"site\":\"mercury\",\"last\":8,\"limit\":8}]", step, "grow earth");
}

/* ------------------------------------------------------------------ refusals */

static void refuse(const char *members, int seats, const struct bil_setting *setting, const char *sentence)
{
    struct bil_error error;
    void *rules = malloc(game->rules_size);
    if (make(members, seats, setting, rules, &error)) {
        fail_msg("%s was read", members);
    }
    assert_string_equal(error.text, sentence);
    free(rules);
}

static void test_refusals(void **unused)
{
    static const struct {
        const char *members, *sentence;
    } wrong[] = {
        {"\"cart\":[]", "\"cart\" is not known here; the nearest that is known is \"cards\"."},
        {"\"name\":1", "\"name\" must be a text in quotes, not 1."},
        {"\"sites\":1", "\"sites\" must be a list in [ ], not 1."},
        {"\"sites\":[1]", "\"sites[0]\" must be an object in { }, not 1."},
        {"\"sites\":[{}]", "sites[0]: it lacks \"site\", which says what it is about."},
        {"\"sites\":[{\"site\":\"moon\"}]", "sites[0].site: there is no site \"moon\" here; there are mercury, venus, earth, mars, "
                                            "belt, jupiter, saturn, uranus, neptune and pluto."},
        {"\"sites\":[{\"site\":3}]", "sites[0].site: it must be a site as a word in quotation marks, such as \"mercury\"."},
        {"\"sites\":[{\"site\":\"mars\"},{\"site\":\"mars\"}]", "sites[1].site: mars stands here twice."},
        {"\"sites\":[{\"site\":\"mars\",\"lst\":64}]",
         "\"sites[0].lst\" is not known here; the nearest that is known is \"last\"."},
        {"\"sites\":[{\"site\":\"mars\",\"last\":48}]",
         "sites[0].last: it must be one of the numbers of a track, 8, 16, 32 ... up to 1024."},
        {"\"sites\":[{\"site\":\"mars\",\"last\":4}]",
         "sites[0].last: it must be one of the numbers of a track, 8, 16, 32 ... up to 1024."},
        {"\"sites\":[{\"site\":\"mars\",\"last\":2048}]",
         "sites[0].last: it must be one of the numbers of a track, 8, 16, 32 ... up to 1024."},
        {"\"sites\":[{\"site\":\"mars\",\"last\":null}]",
         "sites[0].last: it must be one of the numbers of a track, 8, 16, 32 ... up to 1024."},
        {"\"sites\":[{\"site\":\"mars\",\"limit\":2}]",
         "sites[0].limit: it must be one of the numbers of a track, 4, 8, 16 ... up to 1024, or null for no limit."},
        {"\"sites\":[{\"site\":\"mars\",\"limit\":1024}]",
         "The edition's growth limit of mars, 1024, is above the last number of its track, 512."},
        {"\"sites\":[{\"site\":\"mars\",\"limit\":\"8\"}]",
         "sites[0].limit: it must be one of the numbers of a track, 4, 8, 16 ... up to 1024, or null for no limit."},
        {"\"sites\":[{\"site\":\"mars\",\"first\":0}]", "\"sites[0].first\" must be a whole number from 1 to 50, not 0."},
        {"\"sites\":[{\"site\":\"mars\",\"first\":51}]", "\"sites[0].first\" must be a whole number from 1 to 50, not 51."},
        {"\"sites\":[{\"site\":\"mars\",\"second\":9}]",
         "The edition gives a worse place at mars more points than a better one: 8, 9, 2."},
        {"\"sites\":[{\"site\":\"mars\",\"third\":5}]",
         "The edition gives a worse place at mars more points than a better one: 8, 4, 5."},
        {"\"sites\":[{\"site\":\"mars\",\"reconstructed\":1}]", "\"sites[0].reconstructed\" must be a list in [ ], not 1."},
        {"\"sites\":[{\"site\":\"mars\",\"reconstructed\":[\"first\",\"4th\"]}]",
         "sites[0].reconstructed[1]: there is no number \"4th\" here; there are last, limit, first, second and third."},
        {"\"sites\":[{\"site\":\"mars\",\"reconstructed\":[1]}]",
         "sites[0].reconstructed[0]: it must be a number as a word in quotation marks, such as \"last\"."},
        {"\"sites\":[{\"site\":\"earth\",\"last\":512}]", "The edition is not the printed one: \"last\" of earth is 512, in the "
                                                          "printed game 1024. If that is meant, list \"sites\" in \"deviations\"."},
        {"\"sites\":[{\"site\":\"belt\",\"limit\":512}]", "The edition is not the printed one: \"limit\" of belt is 512, in the "
                                                          "printed game none. If that is meant, list \"sites\" in \"deviations\"."},
        {"\"sites\":[{\"site\":\"saturn\",\"limit\":32}]", "The edition is not the printed one: \"limit\" of saturn is 32, in the "
                                                           "printed game 16. If that is meant, list \"sites\" in \"deviations\"."},
        {"\"sites\":[{\"site\":\"pluto\",\"second\":3}]", "The edition is not the printed one: \"second\" of pluto is 3, in the "
                                                          "printed game 2. If that is meant, list \"sites\" in \"deviations\"."},
        {"\"sites\":[{\"site\":\"venus\",\"first\":5}]", "The edition is not the printed one: \"first\" of venus is 5, in the "
                                                         "printed game 4. If that is meant, list \"sites\" in \"deviations\"."},
        {"\"distances\":1", "\"distances\" must be an object in { }, not 1."},
        {"\"distances\":{\"moon\":{}}", "distances.moon: there is no site \"moon\" here; there are mercury, venus, earth, mars, "
                                        "belt, jupiter, saturn, uranus, neptune and pluto."},
        {"\"distances\":{\"mars\":1}", "distances.mars: it must be an object of distances, such as {\"pluto\": 20}."},
        {"\"distances\":{\"mars\":{\"moon\":1}}", "distances.mars.moon: there is no site \"moon\" here; there are mercury, venus, "
                                                  "earth, mars, belt, jupiter, saturn, uranus, neptune and pluto."},
        {"\"distances\":{\"mars\":{\"mars\":1}}", "distances.mars.mars: a site has no distance to itself."},
        {"\"distances\":{\"mars\":{\"pluto\":0}}", "distances.mars.pluto: a distance is a whole number from 1 to 60."},
        {"\"distances\":{\"mars\":{\"pluto\":61}}", "distances.mars.pluto: a distance is a whole number from 1 to 60."},
        {"\"distances\":{\"mars\":{\"pluto\":\"5\"}}", "distances.mars.pluto: a distance is a whole number from 1 to 60."},
        {"\"distances\":{\"mars\":{\"pluto\":18},\"pluto\":{\"mars\":17}}",
         "distances.pluto.mars: it is 18 the other way, from mars; distances are the same both ways."},
        {"\"distances\":{\"status\":\"sure\"}",
         "distances.status: there is no status \"sure\" here; there are known and reconstructed."},
        {"\"distances\":{\"status\":1}", "distances.status: it must be a status as a word in quotation marks, such as \"known\"."},
        {"\"cards\":1", "\"cards\" must be a list in [ ], not 1."},
        {"\"cards\":[1]", "\"cards[0]\" must be an object in { }, not 1."},
        {"\"cards\":[{}]", "cards[0]: it lacks \"card\", which says what it is about."},
        {"\"cards\":[{\"card\":\"colony\"}]", "cards[0].card: there is no card \"colony\" here; the nearest is \"colony2\"."},
        {"\"cards\":[{\"card\":\"none\"}]", "cards[0].card: there is no card \"none\" here; the nearest is \"home\"."},
        {"\"cards\":[{\"card\":\"war\"},{\"card\":\"war\"}]", "cards[1].card: war stands here twice."},
        {"\"cards\":[{\"card\":\"war\",\"count\":13}]", "\"cards[0].count\" must be a whole number from 0 to 12, not 13."},
        {"\"cards\":[{\"card\":\"war\",\"count\":-1}]", "\"cards[0].count\" must be a whole number from 0 to 12, not -1."},
        {"\"cards\":[{\"card\":\"war\",\"distance\":3}]",
         "\"cards[0].distance\" is not known here; the nearest that is known is \"count\"."},
        {"\"cards\":[{\"card\":\"colony2\",\"distance\":0}]", "\"cards[0].distance\" must be a whole number from 1 to 60, not 0."},
        {"\"cards\":[{\"card\":\"colony6\",\"distance\":61}]",
         "\"cards[0].distance\" must be a whole number from 1 to 60, not 61."},
        {"\"cards\":[{\"card\":\"war\",\"points\":51}]", "\"cards[0].points\" must be a whole number from 0 to 50, not 51."},
        {"\"cards\":[{\"card\":\"war\",\"symbol\":\"heart\"}]",
         "cards[0].symbol: there is no symbol \"heart\" here; there are dollar, smiley and leaf."},
        {"\"cards\":[{\"card\":\"war\",\"symbols\":3}]", "\"cards[0].symbols\" must be a whole number from 1 to 2, not 3."},
        {"\"cards\":[{\"card\":\"war\",\"symbols\":2}]",
         "The edition gives war two symbols smiley; a card has two only of the kind leaf."},
        {"\"cards\":[{\"card\":\"war\",\"reconstructed\":[\"distance\"]}]",
         "cards[0].reconstructed[0]: there is no number \"distance\" here; there are count, points and symbol."},
        {"\"cards\":[{\"card\":\"war\",\"reconstructed\":[\"symbols\"]}]",
         "cards[0].reconstructed[0]: there is no number \"symbols\" here; there are count, points and symbol."},
        {"\"cards\":[{\"card\":\"migrants6\",\"distance\":12}]",
         "The edition gives migrants12 and migrants6 the same distance 12; they differ in nothing else."},
        {"\"deviations\":[\"cards\"],\"cards\":[{\"card\":\"colony2\",\"distance\":6}]",
         "The edition gives colony2 and colony6 the same distance 6; they differ in nothing else."},
        {"\"cards\":[{\"card\":\"colony6\",\"distance\":7}]",
         "The edition is not the printed one: \"distance\" of colony6 is 7, in the printed game 6. If that is meant, list "
         "\"cards\" in \"deviations\"."},
        {"\"cards\":[{\"card\":\"double-other\",\"points\":2}]",
         "The edition is not the printed one: \"points\" of double-other is 2, in the printed game 3. If that is meant, list "
         "\"cards\" in \"deviations\"."},
        {"\"cards\":[{\"card\":\"recycle\",\"count\":3}]", "The edition is not the printed one: \"count\" of recycle is 3, in the "
                                                           "printed game 2. If that is meant, list \"cards\" in \"deviations\"."},
        {"\"cards\":[{\"card\":\"discovery\",\"symbol\":\"leaf\"}]",
         "The edition is not the printed one: \"symbol\" of discovery is leaf, in the printed game dollar. If that is meant, list "
         "\"cards\" in \"deviations\"."},
        {"\"cards\":[{\"card\":\"recycle\",\"symbols\":1}]",
         "The edition is not the printed one: \"symbols\" of recycle is 1, in the printed game 2. If that is meant, list \"cards\" "
         "in \"deviations\"."},
        {"\"cards\":[{\"card\":\"war\",\"count\":5}]", "The edition is not the printed one: it has 92 playing cards, the printed "
                                                       "game 91. If that is meant, list \"count\" in \"deviations\"."},
        {"\"deviations\":[\"count\"],\"cards\":[{\"card\":\"war\",\"count\":9},{\"card\":\"politics\",\"count\":8}]",
         "The edition has 17 Response cards, politics and war together; at most 16 fit."},
        {"\"agendas\":1", "agendas: it must be an object in { } with Hidden Agendas as keys, such as \"pluto\"."},
        {"\"agendas\":{\"moon\":1}", "agendas.moon: there is no Hidden Agenda \"moon\" here; there are mercury, venus, earth, "
                                     "mars, belt, jupiter, saturn, uranus, neptune and pluto."},
        {"\"agendas\":{\"dollar\":1}", "agendas.dollar: there is no Hidden Agenda \"dollar\" here; there are mercury, venus, "
                                       "earth, mars, belt, jupiter, saturn, uranus, neptune and pluto."},
        {"\"agendas\":{\"mars\":5}", "\"agendas.mars\" must be a whole number from 0 to 4, not 5."},
        {"\"agendas\":{\"mars\":\"2\"}", "\"agendas.mars\" must be a whole number from 0 to 4, not \"2\"."},
        {"\"agendas\":{\"earth\":2,\"mars\":2}", "The edition is not the printed one: of its Hidden Agendas 0 are belt, of the "
                                                 "printed ones 2. If that is meant, list \"agendas\" in \"deviations\"."},
        {"\"deviations\":[\"agendas\"],\"agendas\":{\"venus\":2,\"mars\":2}",
         "The edition has Hidden Agendas and Discovery cards for venus; the points of a site can only be doubled by one of them."},
        {"\"discoveries\":1", "discoveries: it must be an object in { } with Discovery cards as keys, such as \"leaf\"."},
        {"\"discoveries\":{\"moon\":1}", "discoveries.moon: there is no Discovery card \"moon\" here; the nearest is \"mars\"."},
        {"\"discoveries\":{\"venus\":5}", "\"discoveries.venus\" must be a whole number from 0 to 4, not 5."},
        {"\"discoveries\":{\"venus\":1}", "The edition is not the printed one: of its Discovery cards 0 are mercury, of the "
                                          "printed ones 1. If that is meant, list \"discoveries\" in \"deviations\"."},
        {"\"deviations\":[\"discoveries\"],\"discoveries\":{\"mercury\":4,\"venus\":4,\"jupiter\":4,\"saturn\":4,\"uranus\":1}",
         "The edition has 17 Discovery cards; at most 16 fit."},
        {"\"deviations\":[\"discoveries\"],\"discoveries\":{\"earth\":4}",
         "The edition has Hidden Agendas and Discovery cards for earth; the points of a site can only be doubled by one of them."},
        {"\"track\":1", "\"track\" must be an object in { }, not 1."},
        {"\"track\":{\"first\":1}", "\"track.first\" is not known here; the nearest that is known is \"last\"."},
        {"\"track\":{\"last\":0}", "\"track.last\" must be a whole number from 1 to 20, not 0."},
        {"\"track\":{\"last\":21}", "\"track.last\" must be a whole number from 1 to 20, not 21."},
        {"\"track\":{\"dollar\":1}", "\"track.dollar\" must be a list in [ ], not 1."},
        {"\"track\":{\"dollar\":[1,2]}", "track.dollar: it must have 3 entries, one for each place."},
        {"\"track\":{\"dollar\":[4,2,0]}", "\"track.dollar[2]\" must be a whole number from 1 to 50, not 0."},
        {"\"track\":{\"leaf\":[1,2,3]}",
         "The edition gives a worse place on the leaf track more points than a better one: 1, 2, 3."},
        {"\"track\":{\"dollar_cost\":51}", "\"track.dollar_cost\" must be a whole number from 0 to 50, not 51."},
        {"\"track\":{\"dollar_cost\":-1}", "\"track.dollar_cost\" must be a whole number from 0 to 50, not -1."},
        {"\"track\":{\"status\":\"maybe\"}", "track.status: there is no status \"maybe\" here; there are known and reconstructed."},
        {"\"deviations\":1", "\"deviations\" must be a list in [ ], not 1."},
        {"\"deviations\":[\"sights\"]",
         "deviations[0]: there is no deviation \"sights\" here; there are sites, cards, count, agendas and discoveries."},
        {"\"deviations\":[1]", "deviations[0]: it must be a deviation as a word in quotation marks, such as \"sites\"."},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        refuse(wrong[i].members, 2, NULL, wrong[i].sentence);
    }
}

static void test_too_long(void **unused)
{
    static const struct {
        const char *key, *sentence;
        int most;
    } texts[] = {{"name", "name: it may have at most 63 bytes.", 63}, {"note", "note: it may have at most 255 bytes.", 255}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct bil_text text = {0};
        bil_text_format(&text, "\"%s\":\"", texts[i].key);
        bil_text_repeat(&text, "x", texts[i].most);
        bil_text_char(&text, '"');
        void *rules = rules_of(bil_text_string(&text));
        there_and_back(rules);
        free(rules);
        bil_text_clear(&text);
        bil_text_format(&text, "\"%s\":\"", texts[i].key);
        bil_text_repeat(&text, "x", texts[i].most + 1);
        bil_text_char(&text, '"');
        refuse(bil_text_string(&text), 2, NULL, texts[i].sentence);
        bil_text_free(&text);
    }
}

static void test_other_documents(void **unused)
{
    static const struct {
        const char *json, *sentence;
    } wrong[] = {
        {"[]", "An edition is an object in { }, with \"format\": 1 and \"game\": \"six-billion\"."},
        {"{\"format\":2}", "\"format\" must be a whole number from 1 to 1, not 2."},
        {"{\"game\":\"chess\"}", "game: this edition is for the game \"chess\", not for six-billion."},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct bil_error error;
        void *rules = malloc(game->rules_size);
        const struct bil_value *edition = bil_json_read(wrong[i].json, strlen(wrong[i].json), "test", &error);
        const struct bil_config config = {.seats = 2, .edition = edition};
        assert_false(game->rules_init(&config, rules, &error));
        assert_string_equal(error.text, wrong[i].sentence);
        bil_json_free(edition);
        free(rules);
    }
}

/* Editions that are enough for some seats and options, and not for others. */
static void test_enough(void **unused)
{
    static const struct bil_setting track = {"track", "on"};
    static const struct bil_setting limit = {"earth-limit", "128"};
    static const struct {
        const char *members;
        int fine;
        const struct bil_setting *fine_setting;
        int wrong;
        const struct bil_setting *wrong_setting;
    } cases[] = {
        {"\"deviations\":[\"count\"],\"cards\":[{\"card\":\"colony2\",\"count\":3}]", 3, NULL, 4, NULL},
        {"\"deviations\":[\"agendas\"],\"agendas\":{\"mars\":3}", 3, NULL, 4, NULL},
        {"\"deviations\":[\"discoveries\"],\"discoveries\":{\"venus\":4,\"pluto\":1}", 4, NULL, 5, NULL},
        {"\"deviations\":[\"discoveries\"],\"discoveries\":{\"venus\":4,\"pluto\":1}", 2, &track, 3, &track},
        {"\"deviations\":[\"sites\"],\"sites\":[{\"site\":\"earth\",\"last\":64}]", 2, NULL, 2, &limit},
        {"\"deviations\":[\"count\"],\"cards\":[{\"card\":\"colony6\",\"count\":0},{\"card\":\"migrants12\",\"count\":0},"
         "{\"card\":\"double\",\"count\":0},{\"card\":\"discovery\",\"count\":0},{\"card\":\"pestilence\",\"count\":0},"
         "{\"card\":\"trouble\",\"count\":0},{\"card\":\"home\",\"count\":0},{\"card\":\"death\",\"count\":0},"
         "{\"card\":\"famine\",\"count\":0},{\"card\":\"souls\",\"count\":0},{\"card\":\"war\",\"count\":0}]",
         4, NULL, 5, NULL},
    };
    static const char *const sentences[] = {
        "The edition has only 3 cards colony2, and each of 4 seats begins with one.",
        "The edition has only 3 Hidden Agendas for 4 seats.",
        "The edition has only 5 Discovery cards for these options, and 5 seats need at least 6.",
        "The edition has only 5 Discovery cards for these options, and 3 seats need at least 7.",
        "Option earth-limit cannot be above the last number of Earth, 64 in this edition.",
        "The edition has only 33 playing cards, and 5 seats need at least 34.",
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bil_error error;
        void *rules = malloc(game->rules_size);
        if (!make(cases[i].members, cases[i].fine, cases[i].fine_setting, rules, &error)) {
            fail_msg("%s\n%s", error.text, cases[i].members);
        }
        free(rules);
        refuse(cases[i].members, cases[i].wrong, cases[i].wrong_setting, sentences[i]);
    }
    refuse("\"deviations\":[\"count\"],\"cards\":[{\"card\":\"war\",\"count\":12},{\"card\":\"souls\",\"count\":12}]", 2, NULL,
           "The edition has more than 104 playing cards.");
}

/* ------------------------------------------------------------------ the hash */

/* It is that of the edition: a number changes it, an option does not, not even the one that sets a number aside. */
static void test_hash(void **unused)
{
    static const struct bil_setting limit = {"earth-limit", "32"};
    static const struct {
        const char *members;
        const struct bil_setting *setting;
        bool same;
    } cases[] = {
        {"", NULL, true},
        {"\"cards\":[{\"card\":\"war\",\"count\":4}]", NULL, true},
        {"", &limit, true},
        {"\"cards\":[{\"card\":\"war\",\"count\":3},{\"card\":\"souls\",\"count\":4}]", NULL, false},
        {"\"sites\":[{\"site\":\"earth\",\"limit\":32}]", NULL, false},
        {"\"sites\":[{\"site\":\"earth\",\"limit\":null}]", &limit, false},
        {"\"distances\":{\"mars\":{\"pluto\":20}}", NULL, false},
        {"\"distances\":{\"status\":\"known\"}", NULL, false},
    };
    char first[BIL_EDITION_HASH];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bil_error error;
        char hash[BIL_EDITION_HASH];
        void *rules = malloc(game->rules_size);
        assert_true(make(cases[i].members, 3, cases[i].setting, rules, &error));
        bil_edition_hash(game, rules, hash);
        memcpy(first, i == 0 ? hash : first, sizeof first);
        if ((strcmp(first, hash) == 0) != cases[i].same) {
            fail_msg("%s: %s and %s", cases[i].members, first, hash);
        }
        free(rules);
    }
    void *rules = malloc(game->rules_size);
    struct bil_error error;
    assert_true(make("\"sites\":[{\"site\":\"earth\",\"limit\":null}]", 3, &limit, rules, &error));
    expect_printed(rules, "{\"site\":\"earth\",\"last\":1024,\"limit\":null,");
    free(rules);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compiled_in), cmocka_unit_test(test_published),       cmocka_unit_test(test_corrections),
        cmocka_unit_test(test_deviations),  cmocka_unit_test(test_in_play),         cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_too_long),    cmocka_unit_test(test_other_documents), cmocka_unit_test(test_enough),
        cmocka_unit_test(test_hash),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
