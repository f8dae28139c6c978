/* Positions of 6 Billion that cannot be: each is refused with the one sentence that says what is wrong, where, and what would be
 * right. */
#include "billions/json.h"
#include "billions/position.h"
#include "unit.h"

static const struct bil_game *game;

static int find_game(void **unused)
{
    game = bil_game_find("six-billion");
    return game ? 0 : -1;
}

static void refuse(const char *json, const char *sentence)
{
    struct bil_position position;
    struct bil_error error = {{0}};
    const struct bil_value *document = bil_json_read(json, strlen(json), "test", &error);
    if (!document) {
        fail_msg("not JSON: %s\n%s", error.text, json);
    }
    if (bil_position_read(document, game, NULL, &position, &error)) {
        fail_msg("%s was read", json);
    }
    if (strcmp(error.text, sentence) != 0) {
        fail_msg("%s\n  gave   %s\n  not    %s", json, error.text, sentence);
    }
    bil_json_free(document);
}

struct wrong {
    const char *members, *sentence;
};

static void refuse_all(const struct wrong *wrong, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct bil_text text = {0};
        bil_text_format(&text, "{\"format\":1,\"game\":\"six-billion\",\"seats\":3,%s}", wrong[i].members);
        refuse(bil_text_string(&text), wrong[i].sentence);
        bil_text_free(&text);
    }
}
#define REFUSE_ALL(wrong) refuse_all(wrong, sizeof(wrong) / sizeof((wrong)[0]))

/* Order, turn, tracks, boxes, points. */
static void test_board(void **unused)
{
    static const struct wrong wrong[] = {
        {"\"trakcs\":{}", "\"trakcs\" is not known here; the nearest that is known is \"tracks\"."},
        {"\"viewer\":4", "viewer: it must be a seat from 1 to 3, or \"spectator\"."},
        {"\"viewer\":\"red\"", "viewer: it must be a seat from 1 to 3, or \"spectator\"."},
        {"\"order\":1", "\"order\" must be a list in [ ], not 1."},
        {"\"order\":[\"rde\"]", "order[0]: there is no faction \"rde\" here; there are red, blue, green, pink and orange."},
        {"\"order\":[\"red\",\"red\"]", "order[1]: red stands here twice; every faction has one turn (SIX-27)."},
        {"\"order\":[1]", "order[0]: it must be a faction as a word in quotation marks, such as \"red\"."},
        {"\"to_move\":\"yellow\"", "to_move: there is no faction \"yellow\" here; there are red, blue, green, pink and orange."},
        {"\"acting\":\"blue\"", "acting: it is the turn of red, and players decide for themselves."},
        {"\"to_move\":\"pink\",\"acting\":\"orange\"",
         "acting: there is no player \"orange\" here; there are red, blue and green."},
        {"\"turn\":0", "\"turn\" must be a whole number from 1 to 65535, not 0."},
        {"\"turn\":\"1\"", "\"turn\" must be a whole number from 1 to 65535, not \"1\"."},
        {"\"actions\":3", "\"actions\" must be a whole number from 0 to 2, not 3."},
        {"\"reshuffles\":-1", "\"reshuffles\" must be a whole number from 0 to 65535, not -1."},
        {"\"tracks\":1", "tracks: it must be an object in { } with sites as keys, such as \"pluto\"."},
        {"\"tracks\":{\"moon\":{}}", "tracks.moon: there is no site \"moon\" here; there are mercury, venus, earth, mars, belt, "
                                     "jupiter, saturn, uranus, neptune and pluto."},
        {"\"tracks\":{\"mars\":1}", "tracks.mars: it must be an object in { } with factions as keys, such as \"orange\"."},
        {"\"tracks\":{\"mars\":{\"white\":1}}",
         "tracks.mars.white: there is no faction \"white\" here; there are red, blue, green, pink and orange."},
        {"\"tracks\":{\"mars\":{\"red\":3}}", "tracks.mars.red: it must be a number of this track, 1, 2, 4 ... up to 512."},
        {"\"tracks\":{\"venus\":{\"red\":256}}", "tracks.venus.red: it must be a number of this track, 1, 2, 4 ... up to 128."},
        {"\"tracks\":{\"mars\":{\"red\":\"8\"}}", "tracks.mars.red: it must be a number of this track, 1, 2, 4 ... up to 512."},
        {"\"boxes\":1", "boxes: it must be an object in { } with sites as keys, such as \"pluto\"."},
        {"\"boxes\":{\"moon\":{}}", "boxes.moon: there is no site \"moon\" here; there are mercury, venus, earth, mars, belt, "
                                    "jupiter, saturn, uranus, neptune and pluto."},
        {"\"boxes\":{\"mars\":\"c2\"}", "boxes.mars: it must be an object in { } with factions as keys, such as \"orange\"."},
        {"\"boxes\":{\"mars\":{\"white\":\"c1\"}}",
         "boxes.mars.white: there is no faction \"white\" here; there are red, blue, green, pink and orange."},
        {"\"boxes\":{\"mars\":{\"red\":\"c3\"}}",
         "boxes.mars.red: it must say the billions in the two halves, at most 2 in each, such as \"c2 m1\", \"c1\" or \"m2\"."},
        {"\"boxes\":{\"mars\":{\"red\":\"2\"}}",
         "boxes.mars.red: it must say the billions in the two halves, at most 2 in each, such as \"c2 m1\", \"c1\" or \"m2\"."},
        {"\"boxes\":{\"mars\":{\"red\":\"\"}}",
         "boxes.mars.red: it must say the billions in the two halves, at most 2 in each, such as \"c2 m1\", \"c1\" or \"m2\"."},
        {"\"boxes\":{\"mars\":{\"red\":\"c1m1 \"}}",
         "boxes.mars.red: it must say the billions in the two halves, at most 2 in each, such as \"c2 m1\", \"c1\" or \"m2\"."},
        {"\"boxes\":{\"mars\":{\"red\":{\"colonists\":1}}}",
         "\"boxes.mars.red.colonists\" is not known here; the nearest that is known is \"colonies\"."},
        {"\"boxes\":{\"mars\":{\"red\":{\"colonies\":3}}}",
         "\"boxes.mars.red.colonies\" must be a whole number from 0 to 2, not 3."},
        {"\"boxes\":{\"earth\":{\"red\":\"c1\"}}", "boxes.earth.red: the box of Earth is not used (SIX-65)."},
        {"\"tracks\":{\"mars\":{\"red\":1}},\"boxes\":{\"mars\":{\"red\":\"m1\"}}",
         "boxes.mars.red: red has a token at mars, and nobody is sent where his faction lives (SIX-98)."},
        {"\"points\":1", "points: it must be an object in { } with players as keys, such as \"green\"."},
        {"\"points\":{\"pink\":1}", "points.pink: there is no player \"pink\" here; there are red, blue and green."},
        {"\"points\":{\"red\":-1}", "\"points.red\" must be a whole number from 0 to 65535, not -1."},
        {"\"markers\":{\"red\":{\"dollar\":1}}", "markers: there are no Discovery Tracks without option \"track\": \"on\"."},
    };
    REFUSE_ALL(wrong);
}

/* Hands, piles, Hidden Agendas, Discovery cards. */
static void test_cards(void **unused)
{
    static const struct wrong wrong[] = {
        {"\"hands\":1", "hands: it must be an object in { } with players as keys, such as \"green\"."},
        {"\"hands\":{\"pink\":[]}", "hands.pink: there is no player \"pink\" here; there are red, blue and green."},
        {"\"hands\":{\"red\":\"war\"}", "hands.red: it must be a list of cards in [ ], or a number of cards."},
        {"\"hands\":{\"red\":[\"wra\"]}", "hands.red[0]: there is no card \"wra\" here; the nearest is \"war\"."},
        {"\"hands\":{\"red\":[1]}", "hands.red[0]: it must be a card as a word in quotation marks, such as \"colony2\"."},
        {"\"hands\":{\"red\":7}", "hands.red: a hand has at most 6 cards (SIX-203)."},
        {"\"hands\":{\"red\":[\"war\",\"war\",\"war\",\"war\",\"famine\",\"famine\",\"famine\"]}",
         "hands.red: a hand has at most 6 cards (SIX-203)."},
        {"\"hands\":{\"red\":[\"recycle\",\"recycle\"],\"blue\":[\"recycle\"]}",
         "hands.blue[0]: all 2 cards recycle are placed elsewhere already."},
        {"\"hands\":{\"red\":[\"none\"]}", "hands.red[0]: there is no card \"none\" here; the nearest is \"home\"."},
        {"\"open\":1", "\"open\" must be a list in [ ], not 1."},
        {"\"open\":[\"war\",\"war\",\"war\",\"war\"]", "open: only 3 cards lie open."},
        {"\"open\":[\"wer\"]", "open[0]: there is no card \"wer\" here; the nearest is \"war\"."},
        {"\"deck\":7", "\"deck\" must be a list in [ ], not 7."},
        {"\"deck\":[\"colony\"]", "deck[0]: there is no card \"colony\" here; the nearest is \"colony2\"."},
        {"\"discard\":1", "\"discard\" must be a list in [ ], not 1."},
        {"\"discard\":[\"war\",\"war\",\"war\",\"war\",\"war\"]", "discard[4]: all 4 cards war are placed elsewhere already."},
        {"\"rest\":\"box\"", "rest: there is no place \"box\" here; there are deck and discard."},
        {"\"rest\":1", "rest: it must be a place as a word in quotation marks, such as \"deck\"."},
        {"\"removed\":5", "\"removed\" must be a whole number from 0 to 4, not 5."},
        {"\"removed\":3,\"discard\":[\"famine\",\"famine\"]", "discard[1]: all 4 cards famine are placed elsewhere already."},
        {"\"agendas\":1", "agendas: it must be an object in { } with players as keys, such as \"green\"."},
        {"\"agendas\":{\"pink\":\"mars\"}", "agendas.pink: there is no player \"pink\" here; there are red, blue and green."},
        {"\"agendas\":{\"red\":\"venus\"}", "agendas.red: there is no Hidden Agenda venus in this edition."},
        {"\"agendas\":{\"red\":\"moon\"}", "agendas.red: there is no Hidden Agenda \"moon\" here; there are mercury, venus, earth, "
                                           "mars, belt, jupiter, saturn, uranus, neptune and pluto."},
        {"\"agendas\":{\"red\":\"?\"}", "agendas.red: \"?\" stands only in a view, a document with \"viewer\"."},
        {"\"agendas\":{\"red\":\"mars\",\"blue\":\"mars\",\"green\":\"mars\"}",
         "agendas.green: all 2 Hidden Agendas mars are held by others."},
        {"\"discoveries\":1", "discoveries: it must be an object in { } with players as keys, such as \"green\"."},
        {"\"discoveries\":{\"pink\":[\"venus\"]}",
         "discoveries.pink: there is no player \"pink\" here; there are red, blue and green."},
        {"\"discoveries\":{\"red\":\"venus\"}", "discoveries.red: it must be a list of at most 1 Discovery card (SIX-212)."},
        {"\"discoveries\":{\"red\":[\"venus\",\"pluto\"]}",
         "discoveries.red: it must be a list of at most 1 Discovery card (SIX-212)."},
        {"\"discoveries\":{\"red\":[\"earth\"]}",
         "discoveries.red[0]: the Discovery card earth is not in this game, or it is placed elsewhere already."},
        {"\"discoveries\":{\"red\":[\"dollar\"]}",
         "discoveries.red[0]: the Discovery card dollar is not in this game, or it is placed elsewhere already."},
        {"\"discoveries\":{\"red\":[\"moon\"]}",
         "discoveries.red[0]: there is no Discovery card \"moon\" here; the nearest is \"mars\"."},
        {"\"discoveries\":{\"red\":[\"?\"]}", "discoveries.red[0]: \"?\" stands only in a view, a document with \"viewer\"."},
        {"\"discoveries\":{\"red\":[3]}",
         "discoveries.red[0]: it must be a Discovery card as a word in quotation marks, such as \"mercury\"."},
        {"\"discoveries\":{\"red\":[\"venus\"],\"blue\":[\"venus\"]}",
         "discoveries.blue[0]: the Discovery card venus is not in this game, or it is placed elsewhere already."},
        {"\"discoveries\":{\"red\":[\"venus down\"]}",
         "discoveries.red[0]: there is no Discovery card \"venus down\" here; the nearest is \"venus\"."},
        {"\"discovery_deck\":1", "\"discovery_deck\" must be a list in [ ], not 1."},
        {"\"discovery_deck\":[\"venus up\"]",
         "discovery_deck[0]: there is no Discovery card \"venus up\" here; the nearest is \"venus\"."},
        {"\"discovery_deck\":[\"?\"]", "discovery_deck[0]: \"?\" stands only in a view, a document with \"viewer\"."},
        {"\"discovery_deck\":[\"venus\",\"venus\"]",
         "discovery_deck[1]: the Discovery card venus is not in this game, or it is placed elsewhere already."},
        {"\"discoveries\":{\"red\":[\"pluto\"]},\"discovery_deck\":[\"mercury\",\"venus\",\"jupiter\",\"saturn\",\"uranus\","
         "\"neptune\",\"pluto\"]",
         "discovery_deck: the Discovery deck has only 6 cards, those that nobody holds."},
    };
    REFUSE_ALL(wrong);
}

/* Steps, the end, and what has happened in the turn. */
static void test_steps(void **unused)
{
    static const struct wrong wrong[] = {
        {"\"step\":\"grown\"", "step: there is no step \"grown\" here; there are dollar, smiley, leaf, grow, settle, act, discard, "
                               "draw, migrant and end."},
        {"\"step\":1", "step: it must be a step as a word in quotation marks, such as \"dollar\"."},
        {"\"step\":\"migrant\"", "step: only Neutrals send a migrant, and it is the turn of red."},
        {"\"to_move\":\"pink\",\"step\":\"act\"",
         "step: it is the turn of the Neutral pink, which has the steps grow, settle and migrant."},
        {"\"step\":\"settle\"", "step: nothing could be decided here, so that the game would have gone on to another step."},
        {"\"to_move\":\"pink\",\"step\":\"migrant\"",
         "step: nothing could be decided here, so that the game would have gone on to another step."},
        {"\"step\":\"discard\",\"hands\":{\"red\":[\"war\"]}",
         "step: it does not go with 0 Actions: without one the whole hand is gone."},
        {"\"step\":\"discard\",\"actions\":1",
         "step: nothing could be decided here, so that the game would have gone on to another step."},
        {"\"step\":\"draw\",\"hands\":{\"red\":6}",
         "step: nothing could be decided here, so that the game would have gone on to another step."},
        {"\"step\":\"act\",\"actions\":2", "step: it does not go with 2 Actions: after two the next step has come."},
        {"\"step\":\"grow\",\"actions\":1", "step: it does not go with 1 Action: Actions are taken in step act."},
        {"\"step\":\"grow\",\"attempted\":[\"earth\"]",
         "step: nothing could be decided here, so that the game would have gone on to another step."},
        {"\"step\":\"dollar\"", "step: nobody leads the dollar track alone, so nobody has its power."},
        {"\"step\":\"end\"",
         "step: nothing has ended the game: neither a 1024, nor ten populated tracks, nor the option turn-cap."},
        {"\"end\":\"belt\"", "end: the game goes on."},
        {"\"tracks\":{\"belt\":{\"red\":1024}}", "step: the game is over (belt), so that it must be \"end\" (SIX-245, 246)."},
        {"\"tracks\":{\"earth\":{\"pink\":1024}}", "step: the game is over (earth), so that it must be \"end\" (SIX-245, 246)."},
        {"\"step\":\"end\",\"end\":\"tracks\",\"tracks\":{\"belt\":{\"red\":1024}}",
         "end: the board shows another end of the game."},
        {"\"step\":\"end\",\"end\":\"war\",\"tracks\":{\"belt\":{\"red\":1024}}",
         "end: there is no end \"war\" here; there are belt, earth, tracks and cap."},
        {"\"tracks\":{\"mercury\":{\"red\":1},\"venus\":{\"red\":1},\"mars\":{\"red\":1},\"belt\":{\"red\":1},\"jupiter\":{\"red\":"
         "1},\"saturn\":{\"red\":1},\"uranus\":{\"red\":1},\"neptune\":{\"red\":1},\"pluto\":{\"blue\":1}}",
         "step: the game is over (tracks), so that it must be \"end\" (SIX-245, 246)."},
        {"\"attempted\":1", "\"attempted\" must be a list in [ ], not 1."},
        {"\"attempted\":[\"moon\"]", "attempted[0]: there is no site \"moon\" here; there are mercury, venus, earth, mars, belt, "
                                     "jupiter, saturn, uranus, neptune and pluto."},
        {"\"attempted\":[\"mars\"]", "attempted: red has no token there whose doubling could have been attempted."},
        {"\"taken\":1", "\"taken\" must be an object in { }, not 1."},
        {"\"taken\":{\"how\":\"free\"}", "taken: it lacks \"site\"."},
        {"\"taken\":{\"site\":\"earth\"}", "taken: it lacks \"how\": free, prepaid or last."},
        {"\"taken\":{\"site\":\"earth\",\"how\":\"twice\"}",
         "taken.how: there is no way \"twice\" here; there are free, prepaid and last."},
        {"\"taken\":{\"site\":\"mars\",\"how\":\"free\"}", "taken: red has no token at mars that could have given a billion."},
        {"\"taken\":{\"sites\":\"mars\"}", "\"taken.sites\" is not known here; the nearest that is known is \"site\"."},
        {"\"taken\":{\"site\":\"earth\",\"how\":\"free\",\"faction\":\"white\"}",
         "taken.faction: there is no faction \"white\" here; there are red, blue, green, pink and orange."},
        {"\"step\":\"grow\",\"taken\":{\"site\":\"earth\",\"how\":\"free\"}",
         "step: nothing can be \"taken\" or \"refused\" before step act."},
        {"\"refused\":1", "refused: it must be an object in { } with players as keys, such as \"green\"."},
        {"\"refused\":{\"pink\":[\"double-other\"]}",
         "refused.pink: there is no player \"pink\" here; there are red, blue and green."},
        {"\"refused\":{\"blue\":1}", "refused.blue: it must be a list of cards in [ ]."},
        {"\"refused\":{\"blue\":[\"double\"]}",
         "refused.blue[0]: double needs nobody's consent; only cards for another player do."},
        {"\"refused\":{\"blue\":[\"dbl\"]}", "refused.blue[0]: there is no card \"dbl\" here; the nearest is \"double\"."},
        {"\"refused\":{\"red\":[\"double-other\"]}",
         "refused.red: only cards that another player plays in a turn of his own are refused."},
        {"\"to_move\":\"pink\",\"refused\":{\"red\":[\"double-other\"]}",
         "refused.red: only cards that another player plays in a turn of his own are refused."},
    };
    REFUSE_ALL(wrong);
}

/* Windows, what they are about, consent. */
static void test_windows(void **unused)
{
    static const struct wrong wrong[] = {
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\"},{\"window\":\"respond\",\"card\":\"famine\"}],"
         "\"removed\":4",
         "removed: all 4 cards famine are placed elsewhere already."},
        {"\"to_move\":\"pink\",\"event\":{\"card\":\"double\",\"faction\":\"red\",\"site\":\"earth\"}",
         "event: a free doubling happens in step grow, and a card is played in step act."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\",\"asked\":\"blue\"},{\"window\":\"consent\",\"card\":"
         "\"famine\"}],"
         "\"hands\":{\"blue\":6}",
         "hands.blue: 1 of its six cards lie in windows, so that at most 5 are left in the hand."},
        {"\"event\":{\"card\":\"double\",\"site\":\"earth\"},\"hands\":{\"red\":6}",
         "hands.red: 1 of its six cards lie in windows, so that at most 5 are left in the hand."},
        {"\"event\":1", "\"event\" must be an object in { }, not 1."},
        {"\"event\":{}", "event: it lacks \"site\"."},
        {"\"event\":{\"site\":\"moon\"}", "event.site: there is no site \"moon\" here; there are mercury, venus, earth, mars, "
                                          "belt, jupiter, saturn, uranus, neptune and pluto."},
        {"\"event\":{\"site\":\"mars\"}", "event: red has no token at mars that could double."},
        {"\"event\":{\"sites\":\"mars\"}", "\"event.sites\" is not known here; the nearest that is known is \"site\"."},
        {"\"event\":{\"site\":\"earth\",\"card\":\"war\"}", "event: war opens no window; only Doubles, trouble and home do."},
        {"\"event\":{\"site\":\"earth\",\"card\":\"wra\"}", "event.card: there is no card \"wra\" here; the nearest is \"war\"."},
        {"\"event\":{\"site\":\"earth\",\"faction\":\"blue\"}", "event: it is not the turn of blue, and only red grows now."},
        {"\"event\":{\"site\":\"earth\",\"faction\":\"white\"}",
         "event.faction: there is no faction \"white\" here; there are red, blue, green, pink and orange."},
        {"\"event\":{\"site\":\"earth\",\"card\":\"double\"},\"step\":\"grow\"",
         "event: a free doubling happens in step grow, and a card is played in step act."},
        {"\"event\":{\"site\":\"earth\"},\"step\":\"act\"",
         "event: a free doubling happens in step grow, and a card is played in step act."},
        {"\"event\":{\"site\":\"earth\",\"card\":\"double-other\"}", "event: double-other cannot be played on red by red."},
        {"\"event\":{\"site\":\"mars\",\"card\":\"double\"}", "event: red has no token at mars that could double."},
        {"\"event\":{\"site\":\"mars\",\"card\":\"trouble\",\"faction\":\"blue\"}",
         "event: blue has no colonies in its box at mars."},
        {"\"event\":{\"site\":\"mars\",\"card\":\"home\",\"faction\":\"blue\"}",
         "event: blue has no migrants in its box at mars, or red has no token there."},
        {"\"boxes\":{\"mars\":{\"blue\":\"m1\"}},\"event\":{\"site\":\"mars\",\"card\":\"home\",\"faction\":\"blue\"}",
         "event: blue has no migrants in its box at mars, or red has no token there."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[]", "event: it needs a window \"cancel\" as the first of \"windows\"."},
        {"\"hands\":{\"red\":[\"recycle\"]},\"event\":{\"card\":\"recycle\",\"site\":\"earth\"}",
         "event: recycle opens no window; only Doubles, trouble and home do."},
        {"\"tracks\":{\"saturn\":{\"red\":16}},\"event\":{\"site\":\"saturn\"}",
         "event: red has no token at saturn that could double."},
        {"\"windows\":1", "\"windows\" must be a list in [ ], not 1."},
        {"\"windows\":[1]", "windows[0]: it must be an object with \"window\", such as {\"window\": \"cancel\"}."},
        {"\"windows\":[{}]", "windows[0]: it must be an object with \"window\", such as {\"window\": \"cancel\"}."},
        {"\"windows\":[{\"window\":\"door\"}]",
         "windows[0].window: there is no window \"door\" here; there are return, cancel, respond, consent, keep and halve."},
        {"\"windows\":[{\"window\":\"cancel\"}]", "windows[0]: the document lacks \"event\", which says what it is about."},
        {"\"windows\":[{\"window\":\"respond\",\"card\":\"war\"}]", "windows[0]: respond cannot lie on act."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\",\"askd\":\"blue\"}]",
         "\"windows[0].askd\" is not known here; the nearest that is known is \"asked\"."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\",\"asked\":\"red\"}]",
         "windows[0]: red is not asked about what he does himself (SIX-173, 182)."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\",\"asked\":\"pink\"}]",
         "windows[0].asked: there is no player \"pink\" here; there are red, blue and green."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\"},{\"window\":\"respond\"}]",
         "windows[1]: it lacks \"card\"."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\"},{\"window\":\"respond\",\"card\":\"war\"}]",
         "windows[1]: blue cannot have answered what lies below with war."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\"},{\"window\":\"respond\",\"card\":\"death\"}]",
         "windows[1]: blue cannot have answered what lies below with death."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\"},{\"window\":\"respond\",\"card\":\"famine\","
         "\"asked\":\"blue\"}]",
         "windows[1]: blue is not asked about what he does himself (SIX-173, 182)."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\",\"asked\":\"blue\"},{\"window\":\"respond\",\"card\":"
         "\"famine\",\"by\":\"green\"}]",
         "windows[1]: the window below asks blue, so that it must be blue who has played the card here."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\",\"asked\":\"blue\"},{\"window\":\"respond\",\"card\":"
         "\"famine\",\"by\":\"red\"}]",
         "windows[1]: the window below asks blue, so that it must be blue who has played the card here."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\",\"asked\":\"blue\"},{\"window\":\"respond\",\"card\":"
         "\"famine\",\"asked\":\"red\"},{\"window\":\"respond\",\"card\":\"death\"}]",
         "windows[2]: red cannot have answered what lies below with death."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\",\"asked\":\"blue\"},{\"window\":\"halve\"}]",
         "windows[1]: halve cannot lie on cancel."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\",\"asked\":\"blue\"},{\"window\":\"respond\",\"card\":"
         "\"famine\",\"asked\":\"red\"},{\"window\":\"halve\"}]",
         "windows[2]: blue has not lost this War, or has no token on 2 or more to halve."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\"},{\"window\":\"cancel\"}]",
         "windows[1]: cancel cannot lie on cancel."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\",\"asked\":\"blue\"},{\"window\":\"respond\",\"card\":"
         "\"famine\",\"asked\":\"red\"},{\"window\":\"halve\",\"asked\":\"green\"}]",
         "windows[2]: green has not lost this War, or has no token on 2 or more to halve."},
        {"\"windows\":[{\"window\":\"consent\"}]", "windows[0]: it lacks \"card\"."},
        {"\"windows\":[{\"window\":\"return\"}]",
         "discoveries: red must hold one Discovery card more than the limit of 1 to return one."},
        {"\"windows\":[{\"window\":\"return\",\"asked\":\"blue\"}]",
         "windows[0]: only red, whose turn it is, has drawn a Discovery card."},
        {"\"step\":\"grow\",\"windows\":[{\"window\":\"return\"}]", "windows[0]: return cannot lie on grow."},
        {"\"pending\":1", "\"pending\" must be an object in { }, not 1."},
        {"\"pending\":{}", "pending: it lacks \"card\"."},
        {"\"pending\":{\"card\":\"double-other\"}", "pending: it lacks \"faction\"."},
        {"\"pending\":{\"card\":\"double-other\",\"faction\":\"pink\"}",
         "pending.faction: there is no player \"pink\" here; there are red, blue and green."},
        {"\"pending\":{\"card\":\"double-other\",\"faction\":\"red\"}",
         "pending: only cards for another player wait for consent, and not double-other on red."},
        {"\"pending\":{\"card\":\"double\",\"faction\":\"blue\"}",
         "pending: only cards for another player wait for consent, and not double on blue."},
        {"\"pending\":{\"card\":\"double-other\",\"faction\":\"blue\"}",
         "pending: it needs a window \"consent\" or \"keep\" as the first of \"windows\"."},
        {"\"pending\":{\"card\":\"double-other\",\"faction\":\"blue\",\"to\":\"mars\"},\"windows\":[{\"window\":\"consent\"}]",
         "pending.to: double-other sends nobody anywhere."},
        {"\"pending\":{\"card\":\"colony6-other\",\"faction\":\"blue\",\"to\":\"mars\"},\"windows\":[{\"window\":\"consent\"}]",
         "pending: colony6-other cannot send anybody of blue from earth to mars."},
        {"\"tracks\":{\"earth\":{\"blue\":4}},\"pending\":{\"card\":\"colony6-other\",\"faction\":\"blue\",\"to\":\"pluto\"},"
         "\"windows\":[{\"window\":\"consent\"}]",
         "pending: colony6-other cannot send anybody of blue from earth to pluto."},
        {"\"tracks\":{\"earth\":{\"blue\":4}},\"pending\":{\"card\":\"colony6-other\",\"faction\":\"blue\"},\"windows\":[{"
         "\"window\":\"consent\"}]",
         "pending: it lacks \"to\"."},
        {"\"tracks\":{\"earth\":{\"blue\":4}},\"pending\":{\"card\":\"colony6-other\",\"faction\":\"blue\",\"from\":\"mars\","
         "\"to\":\"mars\"}",
         "pending: only a token on Earth that is its player's only one is protected (SIX-103)."},
        {"\"tracks\":{\"earth\":{\"blue\":4},\"mars\":{\"blue\":1}},\"pending\":{\"card\":\"double-other\",\"faction\":\"blue\"}",
         "pending: only a token on Earth that is its player's only one is protected (SIX-103)."},
        {"\"pending\":{\"card\":\"double-other\",\"faction\":\"blue\"},\"windows\":[{\"window\":\"consent\",\"asked\":\"green\"}]",
         "windows[0]: red does not need the consent of green to play double-other here, or \"pending\" says something else."},
        {"\"pending\":{\"card\":\"double-other\",\"faction\":\"blue\"},\"windows\":[{\"window\":\"consent\",\"card\":\"famine\"}]",
         "windows[0]: red does not need the consent of blue to play famine here, or \"pending\" says something else."},
        {"\"pending\":{\"card\":\"double-other\",\"faction\":\"blue\"},\"refused\":{\"blue\":[\"double-other\"]},\"windows\":[{"
         "\"window\":\"consent\"}]",
         "windows[0]: blue has refused this already in this turn and is not asked again (SIX-115)."},
        {"\"pending\":{\"card\":\"double-other\",\"faction\":\"blue\",\"too\":1}",
         "\"pending.too\" is not known here; the nearest that is known is \"to\"."},
        {"\"event\":{\"site\":\"earth\"},\"barred\":[\"blue\"],\"windows\":[{\"window\":\"cancel\",\"asked\":\"blue\"},{\"window\":"
         "\"consent\",\"card\":\"famine\"}]",
         "windows[1]: red has refused this already in this turn and is not asked again (SIX-115)."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\",\"asked\":\"blue\"},{\"window\":\"keep\",\"card\":"
         "\"death\"}]",
         "windows[1]: blue does not need the consent of red to play death here."},
        {"\"event\":{\"site\":\"earth\"},\"windows\":[{\"window\":\"cancel\",\"asked\":\"blue\"},{\"window\":\"consent\",\"card\":"
         "\"famine\",\"asked\":\"green\"}]",
         "windows[1]: blue does not need the consent of green to play famine here."},
        {"\"event\":{\"site\":\"earth\"},\"tracks\":{\"mars\":{\"red\":1}},\"windows\":[{\"window\":\"cancel\",\"asked\":\"blue\"},"
         "{\"window\":\"consent\",\"card\":\"famine\"}]",
         "windows[1]: blue does not need the consent of red to play famine here."},
        {"\"barred\":1", "\"barred\" must be a list in [ ], not 1."},
        {"\"barred\":[\"blue\"]", "barred: there is no event that blue would need consent to cancel."},
        {"\"barred\":[\"pink\"]", "barred[0]: there is no player \"pink\" here; there are red, blue and green."},
        {"\"event\":{\"site\":\"earth\"},\"barred\":[\"red\"]", "barred: there is no event that red would need consent to cancel."},
    };
    REFUSE_ALL(wrong);
}

/* Who knows what. */
static void test_knowledge(void **unused)
{
    static const struct wrong wrong[] = {
        {"\"knowledge\":1", "\"knowledge\" must be an object in { }, not 1."},
        {"\"knowledge\":{\"knows\":1}", "\"knowledge.knows\" is not known here; the nearest that is known is \"known\"."},
        {"\"knowledge\":{\"known\":1}", "knowledge.known: it must be an object in { } with players as keys, such as \"green\"."},
        {"\"knowledge\":{\"known\":{\"pink\":[]}}",
         "knowledge.known.pink: there is no player \"pink\" here; there are red, blue and green."},
        {"\"knowledge\":{\"known\":{\"red\":1}}", "knowledge.known.red: it must be a list of cards in [ ]."},
        {"\"knowledge\":{\"known\":{\"red\":[\"wra\"]}}",
         "knowledge.known.red[0]: there is no card \"wra\" here; the nearest is \"war\"."},
        {"\"knowledge\":{\"known\":{\"red\":[\"war\"]}}",
         "knowledge.known.red[0]: the hand of red does not hold that many cards war."},
        {"\"hands\":{\"red\":[\"war\"]},\"knowledge\":{\"known\":{\"red\":[\"famine\"]}}",
         "knowledge.known.red[0]: the hand of red does not hold that many cards famine."},
        {"\"knowledge\":{\"drawn\":1}", "knowledge.drawn: it must be an object in { } with players as keys, such as \"green\"."},
        {"\"knowledge\":{\"drawn\":{\"pink\":1}}",
         "knowledge.drawn.pink: there is no player \"pink\" here; there are red, blue and green."},
        {"\"knowledge\":{\"drawn\":{\"red\":1}}",
         "knowledge.drawn.red: it must be a whole number from 0 to 0, the cards of that hand that are not known."},
        {"\"knowledge\":{\"fresh\":1}", "knowledge.fresh: it must be an object in { } with cards as keys, such as \"war\"."},
        {"\"knowledge\":{\"fresh\":{\"wra\":1}}", "knowledge.fresh.wra: there is no card \"wra\" here; the nearest is \"war\"."},
        {"\"knowledge\":{\"fresh\":{\"war\":5}}",
         "knowledge.fresh.war: it must be a whole number from 0 to 4, the cards of that kind nobody has seen."},
        {"\"hands\":{\"red\":[\"war\"]},\"knowledge\":{\"drawn\":{\"red\":0},\"fresh\":{\"war\":4}}",
         "knowledge: \"fresh\" and \"drawn\" do not go together: cards that were in hands before the last shuffle cannot be among "
         "the fresh ones."},
        {"\"knowledge\":{\"discovery_deck_seen\":1}", "\"knowledge.discovery_deck_seen\" must be a list in [ ], not 1."},
        {"\"knowledge\":{\"discovery_deck_seen\":[[]]}",
         "knowledge.discovery_deck_seen: it must have 7 entries, one for each card of the Discovery deck."},
        {"\"knowledge\":{\"discovery_deck_seen\":[1,[],[],[],[],[],[]]}",
         "knowledge.discovery_deck_seen[0]: it must be a list of colours in [ ], or \"all\"."},
        {"\"knowledge\":{\"discovery_deck_seen\":[[\"pink\"],[],[],[],[],[],[]]}",
         "knowledge.discovery_deck_seen[0][0]: there is no player \"pink\" here; there are red, blue and green."},
        {"\"knowledge\":{\"discoveries_seen\":1}",
         "knowledge.discoveries_seen: it must be an object in { } with players as keys, such as \"green\"."},
        {"\"knowledge\":{\"discoveries_seen\":{\"pink\":[]}}",
         "knowledge.discoveries_seen.pink: there is no player \"pink\" here; there are red, blue and green."},
        {"\"knowledge\":{\"discoveries_seen\":{\"red\":[[]]}}",
         "knowledge.discoveries_seen.red: it must be a list of 0 entries, one for each Discovery card held."},
        {"\"discoveries\":{\"red\":[\"venus\"]},\"knowledge\":{\"discoveries_seen\":{\"red\":[[\"blue\"]]}}",
         "knowledge.discoveries_seen.red[0]: the holder has seen the card."},
        {"\"discoveries\":{\"red\":[\"venus up\"]},\"knowledge\":{\"discoveries_seen\":{\"red\":[[\"red\"]]}}",
         "knowledge.discoveries_seen.red[0]: a card that lies face up is seen by \"all\"."},
    };
    REFUSE_ALL(wrong);
}

/* What a view does not show, and what it must. */
static void test_views(void **unused)
{
    static const struct wrong wrong[] = {
        {"\"viewer\":1,\"hands\":{\"red\":3}", "hands.red: the viewer knows this hand; list its cards in [ ]."},
        {"\"viewer\":1,\"hands\":{\"blue\":[\"war\"]}",
         "hands.blue: the viewer does not know this hand; give the number of its cards."},
        {"\"viewer\":\"spectator\",\"hands\":{\"blue\":[\"war\"]}",
         "hands.blue: the viewer does not know this hand; give the number of its cards."},
        {"\"viewer\":1,\"hands\":{\"blue\":7}", "hands.blue: a hand has at most 6 cards (SIX-203)."},
        {"\"viewer\":1,\"deck\":[\"war\"]", "\"deck\" must be a whole number from 0 to 104, not a list."},
        {"\"viewer\":1,\"deck\":3",
         "The view has 0 hidden cards in hands and 3 in the deck, but 91 cards are named nowhere; the two must be equal."},
        {"\"viewer\":1,\"rest\":\"discard\"", "rest: in a view it can only be \"deck\"."},
        {"\"viewer\":1,\"open\":[\"war\"]", "open: a view names all 3 places; write null for an empty one."},
        {"\"viewer\":1,\"agendas\":{\"blue\":\"mars\"}", "agendas.blue: the viewer does not know it; write \"?\"."},
        {"\"viewer\":1,\"agendas\":{\"red\":\"?\"}", "agendas.red: the viewer knows this card; name it."},
        {"\"viewer\":1,\"discoveries\":{\"red\":[\"?\"]}", "discoveries.red[0]: the viewer knows this card; name it."},
        {"\"viewer\":1,\"discoveries\":{\"blue\":[\"?\"]},\"knowledge\":{\"discoveries_seen\":{\"blue\":[\"all\"]}}",
         "knowledge.discoveries_seen.blue[0]: the viewer has seen this card, so that it must be named."},
        {"\"viewer\":1,\"discoveries\":{\"blue\":[\"venus\"]},\"knowledge\":{\"discoveries_seen\":{\"blue\":[[\"blue\"]]}}",
         "knowledge.discoveries_seen.blue[0]: the viewer has not seen this card, so that it must be \"?\"."},
        {"\"viewer\":1,\"discovery_deck\":[\"venus\"],\"knowledge\":{\"discovery_deck_seen\":[[],[],[],[],[],[],[]]}",
         "knowledge.discovery_deck_seen[0]: the viewer has not seen this card, so that it must be \"?\"."},
        {"\"viewer\":1,\"discovery_deck\":[\"?\",\"?\",\"?\",\"?\",\"?\",\"?\",\"?\",\"?\"]",
         "discovery_deck: the Discovery deck has only 7 cards, those that nobody holds."},
        {"\"viewer\":1,\"knowledge\":{\"known\":{\"blue\":[\"war\"]}}",
         "knowledge.known.blue[0]: the hand of blue does not hold that many cards."},
        {"\"viewer\":1,\"step\":\"end\",\"tracks\":{\"belt\":{\"red\":1024}},\"agendas\":{\"blue\":\"?\"}",
         "agendas.blue: the viewer knows this card; name it."},
        {"\"viewer\":1,\"hands\":{\"blue\":2,\"red\":[\"war\",\"war\",\"war\",\"war\"]},\"knowledge\":{\"known\":{\"blue\":["
         "\"war\"]}}",
         "knowledge.known.blue[0]: all 4 cards war are placed elsewhere already."},
    };
    REFUSE_ALL(wrong);
}

/* With options and editions. */
static void test_whole_documents(void **unused)
{
    static const struct wrong wrong[] = {
        {"{\"format\":1,\"game\":\"six-billion\",\"seats\":2,\"edition\":{\"format\":1,\"game\":\"six-billion\",\"deviations\":["
         "\"count\",\"cards\"],\"cards\":[{\"card\":\"colony2\",\"count\":4},{\"card\":\"war\",\"count\":12},{\"card\":\"colony6\","
         "\"count\":0},{\"card\":\"colony6-other\",\"count\":0},{\"card\":\"colony6-neutral\",\"count\":0},{\"card\":"
         "\"migrants12\",\"count\":0},{\"card\":\"migrants6\",\"count\":0},{\"card\":\"migrants6-other\",\"count\":0},{\"card\":"
         "\"migrants12-other\",\"count\":0},{\"card\":\"double\",\"count\":0},{\"card\":\"double-other\",\"count\":0},{\"card\":"
         "\"double-neutral\",\"count\":0},{\"card\":\"recycle\",\"count\":0},{\"card\":\"discovery\",\"count\":0},{\"card\":"
         "\"trouble\",\"count\":0},{\"card\":\"home\",\"count\":0},{\"card\":\"death\",\"count\":0},{\"card\":\"pestilence\","
         "\"count\":0},{\"card\":\"famine\",\"count\":0},{\"card\":\"souls\",\"count\":0},{\"card\":\"politics\",\"count\":0}]},"
         "\"hands\":{\"red\":6,\"blue\":6},\"discard\":[\"war\",\"war\",\"war\",\"war\",\"war\",\"war\"]}",
         "hands.blue: only 4 cards are left for this hand."},
        {"{\"format\":1,\"game\":\"six-billion\",\"seats\":2,\"edition\":{\"format\":1,\"game\":\"six-billion\",\"deviations\":["
         "\"sites\"],\"sites\":[{\"site\":\"earth\",\"last\":512}]},\"tracks\":{\"earth\":{\"blue\":512}},\"pending\":{\"card\":"
         "\"double-other\",\"faction\":\"blue\"}}",
         "pending: the token of blue is on the last number of Earth."},
        {"{\"format\":1,\"game\":\"six-billion\",\"seats\":3,\"options\":{\"track\":\"on\"},\"markers\":1}",
         "markers: it must be an object in { } with players as keys, such as \"green\"."},
        {"{\"format\":1,\"game\":\"six-billion\",\"seats\":3,\"options\":{\"track\":\"on\"},\"markers\":{\"pink\":{}}}",
         "markers.pink: there is no player \"pink\" here; there are red, blue and green."},
        {"{\"format\":1,\"game\":\"six-billion\",\"seats\":3,\"options\":{\"track\":\"on\"},\"markers\":{\"red\":1}}",
         "markers.red: it must be an object in { } with symbols as keys, such as \"leaf\"."},
        {"{\"format\":1,\"game\":\"six-billion\",\"seats\":3,\"options\":{\"track\":\"on\"},\"markers\":{\"red\":{\"heart\":1}}}",
         "markers.red.heart: there is no symbol \"heart\" here; there are dollar, smiley and leaf."},
        {"{\"format\":1,\"game\":\"six-billion\",\"seats\":3,\"options\":{\"track\":\"on\"},\"markers\":{\"red\":{\"leaf\":7}}}",
         "markers.red.leaf: 7 is beyond the last place of the track, 6."},
        {"{\"format\":1,\"game\":\"six-billion\",\"seats\":3,\"options\":{\"track\":\"on\"},\"step\":\"smiley\",\"markers\":{"
         "\"red\":{\"smiley\":1},\"blue\":{\"smiley\":1}}}",
         "step: nobody leads the smiley track alone, so nobody has its power."},
        {"{\"format\":1,\"game\":\"six-billion\",\"seats\":3,\"options\":{\"track\":\"on\"},\"discoveries\":{\"red\":[\"dollar "
         "up\"]}}",
         "discoveries.red[0]: without option discovery-step it is never revealed (SIX-234)."},
        {"{\"format\":1,\"game\":\"six-billion\",\"seats\":3,\"options\":{\"track\":\"on\"},\"windows\":[{\"window\":\"return\"}],"
         "\"discoveries\":{\"red\":[\"dollar\",\"leaf\"]}}",
         "discoveries: red must hold one Discovery card more than the limit of 2 to return one."},
        {"{\"format\":1,\"game\":\"six-billion\",\"seats\":3,\"options\":{\"turn-cap\":9},\"turn\":10}",
         "turn: with option turn-cap the game is over after game turn 9."},
        {"{\"format\":1,\"game\":\"six-billion\",\"seats\":3,\"options\":{\"turn-cap\":9},\"turn\":8,\"step\":\"end\"}",
         "step: nothing has ended the game: neither a 1024, nor ten populated tracks, nor the option turn-cap."},
        {"{\"format\":1,\"game\":\"six-billion\",\"seats\":3,\"options\":{\"tokens\":8},\"tracks\":{\"mars\":{\"red\":1},\"venus\":"
         "{\"red\":1},\"belt\":{\"red\":1},\"jupiter\":{\"red\":1},\"saturn\":{\"red\":1}},\"boxes\":{\"pluto\":{\"red\":\"c1\"}}}",
         "tracks and boxes: red uses 9 pieces, and option tokens allows 8."},
        {"{\"format\":1,\"game\":\"six-billion\",\"seats\":2,\"edition\":{\"format\":1,\"game\":\"six-billion\",\"deviations\":["
         "\"count\"],\"cards\":[{\"card\":\"home\",\"count\":0}]},\"hands\":{\"red\":[\"home\"]}}",
         "hands.red[0]: this edition has no card home."},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        refuse(wrong[i].members, wrong[i].sentence);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_board),           cmocka_unit_test(test_cards),     cmocka_unit_test(test_steps),
        cmocka_unit_test(test_windows),         cmocka_unit_test(test_knowledge), cmocka_unit_test(test_views),
        cmocka_unit_test(test_whole_documents),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
