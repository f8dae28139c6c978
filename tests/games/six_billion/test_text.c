/* What 6 Billion writes and reads: moves in notation and back (section 24), what people type (words/parse.json), prompts for every
 * viewer (words/prompt.json), and a sentence for every event that never says more than its reader may know (SIX-215..222). */
#include "games/six_billion/rules/state.h"
#include "games/six_billion/sentences.h"
#include "kit/notation.h"
#include "unit.h"

enum { EVERY = 40, LINES = 60 }; /* of the decisions of one kind, this one is looked at; lines typed at each of them */

/* ------------------------------------------------------------------ cases */

/* ------------------------------------------------------------------ there and back */

struct tally {
    int seen[SIX_END + 1]; /* decisions of a kind */
    int checked;
    struct bil_random dice;
};

static bool due(const struct case_table *table, struct tally *tally)
{
    return tally->seen[six_top_const(table->position.state)->kind]++ % EVERY == 0;
}

static bool reads_what_it_writes(const struct case_table *table, void *context, struct bil_error *error)
{
    const struct bil_game *game = six_test_game();
    const struct six_state *state = table->position.state;
    const int actor = case_table_actor(table);
    struct tally *tally = context;
    struct six_state view;
    struct bil_text text = {0};
    static bil_move moves[SIX_ALL_MOVES];
    if (!due(table, tally)) {
        return true;
    }
    const int count = six_all_moves(table->position.rules, state, moves);
    bool fine = true;
    game->hide(table->position.rules, state, actor == BIL_OVER ? 0 : actor, &view);
    for (int i = 0; i < count && fine; i++) {
        bil_move read = 0;
        bil_text_clear(&text);
        bil_move_text(game, table->position.rules, state, moves[i], BIL_EVERYBODY, &text);
        if (!bil_move_parse(game, table->position.rules, &view, bil_text_string(&text), &read, error)) {
            fine = false;
        } else if (read != moves[i]) {
            fine = bil_fail(error, "\"%s\" is written for %u and read as %u", bil_text_string(&text), moves[i], read);
        }
        tally->checked++;
    }
    bil_text_free(&text);
    return fine;
}

static void every_move_is_read_as_it_is_written(void **context)
{
    struct tally tally = {.checked = 0};
    for (int i = 0; i < six_words_walk_count; i++) {
        struct bil_error error = {{0}};
        if (!six_words_walk(&six_words_walks[i], reads_what_it_writes, &tally, &error)) {
            fail_msg("%s", error.text);
        }
    }
    for (int kind = SIX_POWER; kind <= SIX_END; kind++) {
        if (tally.seen[kind] == 0) {
            fail_msg("no decision of kind %d in any game", kind);
        }
    }
    assert_true(tally.checked > 100000);
}

/* Lines out of words of the game, scraps of them and any bytes: each is a move, which is written as it is read, or gets a sentence.
 */
static void add_scrap(struct bil_text *line, struct bil_random *dice)
{
    static const char *const words[] = {"grow",
                                        "settle",
                                        "colony",
                                        "migrants",
                                        "double",
                                        "recycle",
                                        "discover",
                                        "trouble",
                                        "home",
                                        "reveal",
                                        "symbol",
                                        "death",
                                        "famine",
                                        "souls",
                                        "war",
                                        "politics",
                                        "keep",
                                        "drop",
                                        "halve",
                                        "return",
                                        "send",
                                        "take",
                                        "deck",
                                        "discard",
                                        "power",
                                        "up",
                                        "down",
                                        "leaf",
                                        "dollar",
                                        "pass",
                                        "mars",
                                        "earth",
                                        "belt",
                                        "pluto",
                                        "red",
                                        "blue",
                                        "neutral",
                                        "asteroid",
                                        "new",
                                        "to",
                                        "from",
                                        "1",
                                        "2",
                                        "6",
                                        "12",
                                        "99999",
                                        "?",
                                        "p",
                                        "d",
                                        "m",
                                        "b",
                                        "colony6-other",
                                        "double-neutral",
                                        "'s",
                                        "->",
                                        "my",
                                        "save",
                                        "play"};
    const char *word = words[bil_random_below(dice, sizeof words / sizeof words[0])];
    switch (bil_random_below(dice, 5)) {
    case 0:
    case 1:
    case 2:
        bil_text_add(line, word);
        break;
    case 3:
        bil_text_add_bytes(line, word, 1 + bil_random_below(dice, (uint32_t)strlen(word)));
        break;
    default:
        for (uint32_t i = bil_random_below(dice, 4); i > 0; i--) {
            bil_text_char(line, (char)(1 + bil_random_below(dice, 255)));
        }
        break;
    }
    bil_text_char(line, ' ');
}

static bool answers_any_line(const struct case_table *table, void *context, struct bil_error *error)
{
    struct tally *tally = context;
    struct bil_text line = {0};
    struct bil_text text = {0};
    bool fine = true;
    for (int i = 0; i < LINES && fine; i++) {
        bil_move move = 0;
        bil_move again = 0;
        bool legal = false;
        struct bil_error answer = {{0}};
        bil_text_clear(&line);
        bil_text_clear(&text);
        for (uint32_t scraps = bil_random_below(&tally->dice, 7); scraps > 0; scraps--) {
            add_scrap(&line, &tally->dice);
        }
        if (!case_said_parse(table, bil_text_string(&line), &move, &legal, &answer)) {
            fine = strlen(answer.text) > 10 || bil_fail(error, "\"%s\" gets no answer", bil_text_string(&line));
            continue;
        }
        tally->checked++;
        case_table_move_text(table, move, BIL_EVERYBODY, &text);
        if (!case_said_parse(table, bil_text_string(&text), &again, &legal, error) || again != move) {
            fine = bil_fail(error, "\"%s\" is read as \"%s\", which is read as another move", bil_text_string(&line),
                            bil_text_string(&text));
        }
    }
    bil_text_free(&line);
    bil_text_free(&text);
    return fine;
}

static void any_line_is_a_move_or_gets_an_answer(void **context)
{
    uint8_t seed[BIL_SEED_BYTES] = {43};
    struct tally tally = {.checked = 0};
    bil_random_stream(&tally.dice, seed, 1, 0);
    for (int i = 0; i < six_words_walk_count; i++) {
        struct bil_error error = {{0}};
        struct case_walk walk = six_words_walks[i];
        walk.stride = 3;
        if (!six_words_walk(&walk, answers_any_line, &tally, &error)) {
            fail_msg("%s", error.text);
        }
    }
    assert_true(tally.checked > 1000);
}

/* ------------------------------------------------------------------ what others read of a move (SIX-217) */

static void expect_text(const struct case_table *table, bil_move move, int viewer, const char *expected)
{
    struct bil_text text = {0};
    case_table_move_text(table, move, viewer, &text);
    assert_string_equal(bil_text_string(&text), expected);
    bil_text_free(&text);
}

static void a_discovery_card_goes_back_unseen(void **context)
{
    struct case_table table;
    struct bil_error error;
    static const char json[] =
        "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 3, \"turn\": 3, \"options\": {\"track\": \"on\"}, "
        "\"discoveries\": {\"red\": [\"venus\", \"pluto up\", \"leaf\"]}, \"windows\": [{\"window\": \"return\"}]}";
    const bil_move venus = SIX_MOVE(SIX_M_RETURN, 0, 0, 1 + SIX_VENUS, 0, 0);
    const bil_move pluto = SIX_MOVE(SIX_M_RETURN, 0, 0, 1 + SIX_PLUTO, 0, 0);
    if (!case_table_read_text(&table, six_test_game(), json, false, 1, &error)) {
        fail_msg("%s", error.text);
    }
    expect_text(&table, venus, 0, "return venus");
    expect_text(&table, venus, BIL_EVERYBODY, "return venus");
    expect_text(&table, venus, 1, "return ?");
    expect_text(&table, venus, BIL_SPECTATOR, "return ?");
    for (int viewer = BIL_EVERYBODY; viewer < 3; viewer++) { /* it lies face up */
        expect_text(&table, pluto, viewer, "return pluto");
    }
    case_table_free(&table);
}

/* Who saw a card before knows it again when it is the only one that lies face down. */
static void who_saw_it_before_knows_it(void **context)
{
    struct case_table table;
    struct bil_error error;
    static const char json[] =
        "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 3, \"turn\": 3, \"discoveries\": {\"red\": [\"pluto up\", "
        "\"venus\"]}, "
        "\"knowledge\": {\"discoveries_seen\": {\"red\": [\"all\", [\"red\", \"blue\"]]}}, \"windows\": [{\"window\": "
        "\"return\"}]}";
    const bil_move venus = SIX_MOVE(SIX_M_RETURN, 0, 0, 1 + SIX_VENUS, 0, 0);
    if (!case_table_read_text(&table, six_test_game(), json, false, 1, &error)) {
        fail_msg("%s", error.text);
    }
    expect_text(&table, venus, 1, "return venus");
    expect_text(&table, venus, 2, "return ?");
    expect_text(&table, venus, BIL_SPECTATOR, "return ?");
    case_table_free(&table);
}

static void a_number_that_is_no_move_is_a_question_mark(void **context)
{
    struct case_table table;
    struct bil_error error;
    assert_true(case_table_new(&table, six_test_game(), 2, "", false, 1, &error));
    expect_text(&table, 0, 0, "?");
    expect_text(&table, 31, 0, "?");
    expect_text(&table, SIX_MOVE(SIX_M_SETTLE, 0, 0, 30, 0, 0), 0, "settle ?");
    case_table_free(&table);
}

/* ------------------------------------------------------------------ prompts */

/* Every viewer reads a whole sentence, and the same whatever an asked hand holds. */
static bool everybody_is_told(const struct case_table *table, void *context, struct bil_error *error)
{
    const struct six_rules *rules = table->position.rules;
    struct tally *tally = context;
    bool fine = true;
    tally->seen[six_top_const(table->position.state)->kind]++;
    for (int viewer = BIL_EVERYBODY; viewer < rules->seats && fine; viewer++) {
        struct six_state view;
        struct bil_text text = {0};
        six_test_game()->hide(rules, table->position.state, viewer, &view);
        six_test_game()->prompt(rules, &view, true, &text);
        const char *sentence = bil_text_string(&text);
        const char last = text.length ? sentence[text.length - 1] : ' ';
        fine = (text.length > 10 && (last == '.' || last == '?') && !strpbrk(sentence, "%{}|") && !strstr(sentence, "  ") &&
                !strstr(sentence, "? ?") && !strstr(sentence, ": .")) ||
               bil_fail(error, "viewer %d reads \"%s\"", viewer, sentence);
        bil_text_free(&text);
    }
    return fine;
}

static void everybody_is_told_what_is_asked(void **context)
{
    struct tally tally = {.checked = 0};
    for (int i = 0; i < six_words_walk_count; i++) {
        struct bil_error error = {{0}};
        if (!six_words_walk(&six_words_walks[i], everybody_is_told, &tally, &error)) {
            fail_msg("%s", error.text);
        }
    }
    for (int kind = SIX_POWER; kind <= SIX_END; kind++) {
        if (tally.seen[kind] == 0) {
            fail_msg("no decision of kind %d in any game", kind);
        }
    }
}

/* ------------------------------------------------------------------ events */

struct expected_event {
    struct bil_event event;
    int viewer;
    const char *text;
};

enum { ALL = 0xFF, VENUS = 1 + SIX_VENUS, OPTION_LEAF = SIX_FIND_SYMBOL + SIX_LEAF };
static const struct expected_event expected_events[] = {
    {{SIX_E_AGENDA, 0, 0, 1, 1 + SIX_MARS, 0, 0}, 0, "Your Hidden Agenda is Mars."},
    {{SIX_E_AGENDA, 0, 0, 1, 1 + SIX_MARS, 0, 0}, 1, "Red gets a Hidden Agenda."},
    {{SIX_E_AGENDA, 1, 0, ALL, 1 + SIX_BELT, 0, 0}, 0, "Blue's Hidden Agenda is Belt."},
    {{SIX_E_DEALT, 0, 0, ALL, 6, 0, 0}, 0, "You are dealt 6 cards, one of them New Colony (distance 2)."},
    {{SIX_E_DEALT, 0, 0, ALL, 6, 0, 0}, -1, "Red is dealt 6 cards, one of them New Colony (distance 2)."},
    {{SIX_E_FACE_UP, -1, 0, ALL, SIX_WAR, 0, 0}, -1, "War lies face up."},
    {{SIX_E_CUP, -1, 0, ALL, 3, 2, 7}, 0, "Game turn 7: Neutral Pink plays second."},
    {{SIX_E_CUP, -1, 0, ALL, 0, 2, 7}, 0, "Game turn 7: you play second."},
    {{SIX_E_POWER, 0, 0, ALL, SIX_DOLLAR, 0, 1}, 0, "You use the Dollar power and now play first."},
    {{SIX_E_POWER, 0, 0, ALL, SIX_SMILEY, 0, 1}, 1, "Red uses the Smiley power and now plays first."},
    {{SIX_E_POWER, 0, 0, ALL, SIX_LEAF, 4, 1},
     1,
     "Red uses the Leaf power: Neutral Orange's token moves to place 1 in the order of play."},
    {{SIX_E_TURN, 0, 0, ALL, 0, 0, 0}, 0, "Your turn."},
    {{SIX_E_TURN, 0, 0, ALL, 0, 0, 0}, 1, "Red's turn."},
    {{SIX_E_TURN, 0, 0, ALL, 3, 0, 0}, 0, "Neutral Pink's turn."},
    {{SIX_E_CONTROL, 0, 0, ALL, 3, 0, 0}, 0, "You control Neutral Pink in this turn."},
    {{SIX_E_CONTROL, 0, 0, ALL, 3, 1, 0}, 1, "Red controls Neutral Pink in this turn: chance decided."},
    {{SIX_E_GROWING, 0, 0, ALL, 0, SIX_EARTH, 0}, 1, "Red's Earth token is to double freely."},
    {{SIX_E_GREW, -1, 0, ALL, 0, SIX_EARTH, 4}, 1, "Red's Earth token doubles freely to 8."},
    {{SIX_E_GREW, -1, 0, ALL, 0, SIX_BELT, 11}, 0, "Your Belt token doubles freely to 1024."},
    {{SIX_E_SETTLED, -1, 0, ALL, 0, SIX_BELT, 2}, 0, "You settle on the Belt with 2 billion."},
    {{SIX_E_SETTLED, -1, 0, ALL, 3, SIX_URANUS, 1}, 0, "Neutral Pink settles on Uranus with 1 billion."},
    {{SIX_E_SENT, 0, 0, ALL, SIX_COLONY_6, SIX_ROUTE(0, SIX_EARTH, SIX_BELT), 1},
     0,
     "You play New Colony (distance 6): 1 billion goes from Earth to the Belt box."},
    {{SIX_E_SENT, 0, 0, ALL, SIX_MIGRANTS_6_OTHER, SIX_ROUTE(1, SIX_BELT, SIX_MARS), 1},
     2,
     "Red plays Migrants (distance 6, another player): 1 billion of Blue goes from the Belt to the Mars box."},
    {{SIX_E_SENT, 0, 0, ALL, SIX_COLONY_OTHER, SIX_ROUTE(1, SIX_BELT, SIX_MARS), 1},
     1,
     "Red plays New Colony (distance 6, another player): 1 billion of your people goes from the Belt to the Mars box."},
    {{SIX_E_SENT, 0, 0, ALL, 0, SIX_ROUTE(3, SIX_EARTH, SIX_URANUS), 2},
     1,
     "Red sends 2 billion of Neutral Pink from Earth to the Uranus box."},
    {{SIX_E_SPENT, -1, 0, ALL, 1, SIX_MARS, 3}, 0, "That halves Blue's Mars token to 4."},
    {{SIX_E_SPENT, -1, 0, ALL, 1, SIX_MARS, 3}, 1, "That halves your Mars token to 4."},
    {{SIX_E_POINTS, 0, 0, ALL, 3, 12, 0}, 0, "You score 3 points and have 12."},
    {{SIX_E_POINTS, 0, 0, ALL, 3, 12, 0}, 1, "Red scores 3 points and has 12."},
    {{SIX_E_DOUBLE, 0, 0, ALL, SIX_DOUBLE, 0, SIX_MARS}, 1, "Red plays Double on its Mars token."},
    {{SIX_E_DOUBLE, 0, 0, ALL, SIX_DOUBLE, 0, SIX_MARS}, 0, "You play Double on your Mars token."},
    {{SIX_E_DOUBLE, 0, 0, ALL, SIX_DOUBLE_OTHER, 1, SIX_MARS}, 1, "Red plays Double (another player) on your Mars token."},
    {{SIX_E_DOUBLED, -1, 0, ALL, 3, SIX_MARS, 5}, 0, "Neutral Pink's Mars token doubles to 16."},
    {{SIX_E_RECYCLED, 0, 0, ALL, SIX_VENUS, 0, 0}, 1, "Red plays Recycle on its Venus token."},
    {{SIX_E_RESHUFFLED, -1, 0, ALL, 71, 0, 0}, 0, "A new deck of 71 cards is shuffled."},
    {{SIX_E_FOUND, 0, 0, 1, VENUS, 0, 0}, 0, "You draw the Discovery card Venus."},
    {{SIX_E_FOUND, 0, 0, 1, VENUS, 0, 0}, 1, "Red draws a Discovery card."},
    {{SIX_E_FOUND, 0, 0, 1, VENUS, 0, 0}, -2, "Red draws the Discovery card Venus."},
    {{SIX_E_RETURNED, 0, 0, 3, OPTION_LEAF, 0, 0}, 1, "Red puts the Discovery card Leaf under the Discovery deck."},
    {{SIX_E_RETURNED, 0, 0, 3, OPTION_LEAF, 0, 0}, 2, "Red puts a Discovery card under the Discovery deck."},
    {{SIX_E_TROUBLE, 0, 0, ALL, SIX_TROUBLE, 1, SIX_URANUS}, 2, "Red plays New Colony In Trouble on Blue's colonies at Uranus."},
    {{SIX_E_TROUBLE, 0, 0, ALL, SIX_HOME, 1, SIX_URANUS}, 1, "Red plays This Is Our Home on your migrants at Uranus."},
    {{SIX_E_LOST, -1, 0, ALL, 1, 2, SIX_URANUS}, 1, "You lose 2 billion from the Uranus box."},
    {{SIX_E_LOST, -1, 0, ALL, 3, 1, SIX_URANUS}, 1, "Neutral Pink loses 1 billion from the Uranus box."},
    {{SIX_E_REVEALED, 0, 0, ALL, VENUS, 1, 0}, 0, "You reveal the Discovery card Venus: 1 billion for your box there."},
    {{SIX_E_REVEALED, 0, 0, ALL, 1 + SIX_PLUTO, 2, 0}, 1, "Red reveals the Discovery card Pluto: 2 billion for its box there."},
    {{SIX_E_REVEALED, 0, 0, ALL, OPTION_LEAF, 1, 0}, 1, "Red reveals the Discovery card Leaf for one step of its marker."},
    {{SIX_E_SYMBOL, 0, 0, ALL, SIX_WAR, 0, SIX_SMILEY}, 0, "You play War for its Smiley."},
    {{SIX_E_SYMBOL, 0, 0, ALL, SIX_DOUBLE, SIX_HOME, SIX_LEAF}, 1, "Red plays Double and This Is Our Home for their Leaf."},
    {{SIX_E_SYMBOL, 0, 0, ALL, SIX_RECYCLE, 0, SIX_LEAF}, 1, "Red plays Recycle for its two Leaf symbols."},
    {{SIX_E_STEPPED, 0, 0, ALL, SIX_LEAF, 2, 0}, 1, "Red's Leaf marker is on 2 now."},
    {{SIX_E_CANCELS, 1, 0, ALL, SIX_DEATH, 0, SIX_ABOUT(SIX_EV_DOUBLE, 0, 0, SIX_MARS)},
     0,
     "Blue plays Death to cancel your Double on your Mars token."},
    {{SIX_E_CANCELS, 1, 0, ALL, SIX_DEATH, 0, SIX_ABOUT(SIX_EV_DOUBLE, 0, 0, SIX_MARS)},
     2,
     "Blue plays Death to cancel Red's Double on its Mars token."},
    {{SIX_E_CANCELS, 1, 0, ALL, SIX_DEATH, 0, SIX_ABOUT(SIX_EV_DOUBLE, 2, 3, SIX_PLUTO)},
     1,
     "You play Death to cancel Green's Double on Neutral Pink's Pluto token."},
    {{SIX_E_CANCELS, 1, 0, ALL, SIX_FAMINE, 0, SIX_ABOUT(SIX_EV_GROW, 0, 4, SIX_EARTH)},
     0,
     "Blue plays Famine to cancel the free doubling of Neutral Orange's Earth token."},
    {{SIX_E_CANCELS, 1, 0, ALL, SIX_FAMINE, 0, SIX_ABOUT(SIX_EV_GROW, 0, 0, SIX_EARTH)},
     0,
     "Blue plays Famine to cancel the free doubling of your Earth token."},
    {{SIX_E_CANCELS, 1, 0, ALL, SIX_SOULS, 0, SIX_ABOUT(SIX_EV_TROUBLE, 2, 0, SIX_BELT)},
     0,
     "Blue plays Save Our Souls to cancel Green's New Colony In Trouble on your colonies at the Belt."},
    {{SIX_E_CANCELS, 1, 0, ALL, SIX_SOULS, 0, SIX_ABOUT(SIX_EV_HOME, 0, 2, SIX_MARS)},
     2,
     "Blue plays Save Our Souls to cancel Red's This Is Our Home on your migrants at Mars."},
    {{SIX_E_RESPONDS, 0, 0, ALL, SIX_WAR, SIX_DEATH, 1}, 0, "You answer Blue's Death with War."},
    {{SIX_E_RESPONDS, 0, 0, ALL, SIX_POLITICS, SIX_DEATH, 1}, 1, "Red answers your Death with Power Politics."},
    {{SIX_E_NO_LONGER, 1, 0, ALL, SIX_DEATH, SIX_POLITICS, 0}, 0, "Blue's Death is cancelled by Power Politics."},
    {{SIX_E_FAILED, 2, 0, ALL, SIX_STOPPED(SIX_EV_GROW, SIX_PESTILENCE), 0, SIX_MARS},
     1,
     "Green's Pestilence stops it: Red's Mars token does not double."},
    {{SIX_E_FAILED, 1, 0, ALL, SIX_STOPPED(SIX_EV_DOUBLE, SIX_DEATH), 0, SIX_MARS},
     0,
     "Blue's Death stops it: your Mars token does not double."},
    {{SIX_E_FAILED, 0, 0, ALL, SIX_STOPPED(SIX_EV_TROUBLE, SIX_SOULS), 1, SIX_BELT},
     0,
     "Your Save Our Souls stops it: Blue's colonies at the Belt stay."},
    {{SIX_E_FAILED, 1, 0, ALL, SIX_STOPPED(SIX_EV_HOME, SIX_SOULS), 1, SIX_MARS},
     1,
     "Your Save Our Souls stops it: your migrants at Mars stay."},
    {{SIX_E_WAR, 0, 0, ALL, SIX_EARTH, 2, 0}, 0, "War: you halve your Earth token to 2."},
    {{SIX_E_WAR, 0, 0, ALL, SIX_EARTH, 2, 0}, 1, "War: Red halves its Earth token to 2."},
    {{SIX_E_NO_LOSS, 0, 0, ALL, 0, 0, 0}, 1, "War: Red has no token to halve."},
    {{SIX_E_OFFERED, 0, 0, ALL, SIX_DEATH, 1, SIX_ABOUT(SIX_EV_DOUBLE, 2, 1, SIX_EARTH)},
     2,
     "Red offers Death to cancel your Double on Blue's Earth token, which needs Blue's consent."},
    {{SIX_E_OFFERED, 0, 0, ALL, SIX_DOUBLE_OTHER, 1, SIX_ROUTE(1, SIX_EARTH, 0)},
     1,
     "Red offers Double (another player) on your Earth token, which needs your consent."},
    {{SIX_E_OFFERED, 0, 0, ALL, SIX_COLONY_OTHER, 1, SIX_ROUTE(1, SIX_EARTH, SIX_BELT)},
     2,
     "Red offers New Colony (distance 6, another player), from Earth to the Belt, which needs Blue's consent."},
    {{SIX_E_CONSENTED, 1, 0, ALL, SIX_DEATH, 0, 0}, 0, "Blue consents to your Death."},
    {{SIX_E_REFUSED, 1, 0, ALL, SIX_DEATH, 0, 0}, 1, "You refuse Red's Death."},
    {{SIX_E_KEPT, 0, 0, ALL, SIX_DEATH, 0, 0}, 0, "You take Death back."},
    {{SIX_E_DROPPED, 0, 0, ALL, SIX_DEATH, 0, 0}, 1, "Red puts the refused Death on the discard pile."},
    {{SIX_E_REMOVED, -1, 0, ALL, SIX_FAMINE, 0, 0}, 0, "Famine leaves the game for good."},
    {{SIX_E_DISCARDED, 0, 0, ALL, SIX_WAR, 0, 0}, 1, "Red discards War."},
    {{SIX_E_HAND_GOES, 0, 0, ALL, 6, 0, 0}, 0, "You have taken no Action, so the whole hand of 6 cards goes."},
    {{SIX_E_HAND_GOES, 0, 0, ALL, 1, 0, 0}, 1, "Red has taken no Action, so the whole hand of 1 card goes."},
    {{SIX_E_STOPPED, 0, 0, 1, 0, 0, 0}, 0, "You take no second Action."},
    {{SIX_E_STOPPED, 0, 0, 1, 1, 0, 0}, 0, "No second Action: nothing that you hold can be played now."},
    {{SIX_E_STOPPED, 0, 0, 1, 1, 0, 0}, 1, "Red takes no second Action."},
    {{SIX_E_DREW, 0, 0, 1, SIX_WAR, 0, 0}, 0, "You draw War from the deck."},
    {{SIX_E_DREW, 0, 0, 1, SIX_WAR, 0, 0}, 1, "Red draws a card from the deck."},
    {{SIX_E_DREW, 0, 0, 1, SIX_WAR, 0, 0}, -1, "Red draws a card from the deck."},
    {{SIX_E_DREW, 0, 0, 1, SIX_WAR, 0, 0}, -2, "Red draws War from the deck."},
    {{SIX_E_TOOK, 0, 0, ALL, SIX_WAR, 0, 0}, 1, "Red takes War from the open cards."},
    {{SIX_E_NO_MIGRANT, -1, 0, ALL, 3, 0, 0}, 0, "Neutral Pink has nobody to send."},
    {{SIX_E_OVER, -1, 0, ALL, SIX_END_BELT, 0, 0}, 0, "The game is over: a token on the Belt has reached 1024."},
    {{SIX_E_OVER, -1, 0, ALL, SIX_END_EARTH, 0, 0}, 0, "The game is over: a token on Earth has reached 1024."},
    {{SIX_E_OVER, -1, 0, ALL, SIX_END_TRACKS, 0, 0}, 0, "The game is over: every site is settled."},
    {{SIX_E_OVER, -1, 0, ALL, SIX_END_CAP, 0, 0}, 0, "The game is over: this was its last game turn."},
    {{0, 0, 0, ALL, 0, 0, 0}, 0, ""},
    {{SIX_E_COUNT, 0, 0, ALL, 0, 0, 0}, 0, ""},
};

/* Red, Blue and Green; Neutral Pink (3) and Neutral Orange (4). */
static void every_event_has_its_sentence(void **context)
{
    struct case_table table;
    struct bil_error error;
    bool told[SIX_E_COUNT] = {false};
    assert_true(case_table_new(&table, six_test_game(), 3, "track=on", false, 3, &error));
    for (size_t i = 0; i < sizeof expected_events / sizeof expected_events[0]; i++) {
        const struct expected_event *expected = &expected_events[i];
        struct bil_text text = {0};
        six_test_game()->event_text(table.position.rules, &expected->event, expected->viewer, &text);
        assert_string_equal(bil_text_string(&text), expected->text);
        bil_text_free(&text);
        if (expected->event.kind < SIX_E_COUNT) {
            told[expected->event.kind] = true;
        }
    }
    for (int kind = SIX_E_AGENDA; kind < SIX_E_COUNT; kind++) {
        if (!told[kind]) {
            fail_msg("event %d has no expected sentence", kind);
        }
    }
    case_table_free(&table);
}

/* Every event of a game to every viewer: a whole sentence without a mark left over; and the same sentence whatever a hidden card
 * is. */
struct ear {
    const struct case_table *table;
    int heard[SIX_E_COUNT], hidden;
};

static void hear(void *context, const struct bil_event *event)
{
    struct ear *ear = context;
    const struct six_rules *rules = ear->table->position.rules;
    ear->heard[event->kind]++;
    for (int viewer = BIL_EVERYBODY; viewer < rules->seats; viewer++) {
        struct bil_text text = {0};
        struct bil_text other = {0};
        six_test_game()->event_text(rules, event, viewer, &text);
        const char *sentence = bil_text_string(&text);
        assert_true(strlen(sentence) > 5);
        assert_null(strpbrk(sentence, "%[]|{}?<>"));
        assert_null(strstr(sentence, "  "));
        assert_int_equal(sentence[strlen(sentence) - 1], '.');
        if (event->viewers != 0xFF && viewer != BIL_EVERYBODY && (viewer < 0 || !(event->viewers >> viewer & 1))) {
            struct bil_event changed = *event;
            changed.a = (int16_t)(event->a == 2 ? 1 : 2);
            six_test_game()->event_text(rules, &changed, viewer, &other);
            assert_string_equal(sentence, bil_text_string(&other));
            ear->hidden++;
        }
        bil_text_free(&text);
        bil_text_free(&other);
    }
}

static void no_event_says_more_than_its_reader_may_know(void **context)
{
    const struct bil_game *game = six_test_game();
    struct ear ear = {.hidden = 0};
    for (int i = 0; i < 3 * six_words_walk_count; i++) {
        const struct case_walk *walk = &six_words_walks[i % six_words_walk_count];
        struct case_table table;
        struct bil_error error;
        struct bil_random dice;
        if (!case_table_new(&table, game, walk->seats, walk->options, false, walk->seed + 100U * (unsigned)i, &error)) {
            fail_msg("%s", error.text);
        }
        ear.table = &table;
        const struct bil_listener listener = {hear, &ear};
        case_dice(&dice, (unsigned)i);
        game->setup(table.position.rules, &table.random, table.position.state, &listener);
        while (case_table_actor(&table) != BIL_OVER) {
            bil_move moves[BIL_MAX_MOVES];
            const int count = case_table_moves(&table, moves);
            const bil_move move = moves[bil_random_below(&dice, (uint32_t)count)];
            game->apply(table.position.rules, table.position.state, move, &table.random, &listener);
        }
        case_table_free(&table);
    }
    assert_true(ear.hidden > 1000);
    for (int kind = SIX_E_AGENDA; kind < SIX_E_COUNT; kind++) {
        if (ear.heard[kind] == 0) {
            fail_msg("event %d is never heard", kind);
        }
    }
}

int TEST_MAIN(void)
{
    static const struct case_said_list parse_lists[] = {{"parse", case_parses}, {"fail", case_fails}};
    static const struct case_said_list prompt_lists[] = {{"prompt", case_prompts}};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_is_read_as_it_is_written),
        cmocka_unit_test(any_line_is_a_move_or_gets_an_answer),
        cmocka_unit_test(a_discovery_card_goes_back_unseen),
        cmocka_unit_test(who_saw_it_before_knows_it),
        cmocka_unit_test(a_number_that_is_no_move_is_a_question_mark),
        cmocka_unit_test(everybody_is_told_what_is_asked),
        cmocka_unit_test(every_event_has_its_sentence),
        cmocka_unit_test(no_event_says_more_than_its_reader_may_know),
    };
    const int failed = cmocka_run_group_tests_name("texts of 6 Billion", tests, NULL, NULL);
    return failed + six_words_run("parse", parse_lists, 2) + six_words_run("prompt", prompt_lists, 1);
}
