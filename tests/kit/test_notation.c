/* Moves from rows: what a form writes is read again, said in other words and orders, cut short or with parts left out; is a number
 * and back; is taken apart; and what means no move, or several, gets a sentence. The game here is nothing but its rows. */
#include "kit/notation.h"
#include "unit.h"

/* Boxes 0 to 3 can be moved by an amount, lists of fruit be eaten, and one may wait. Move: verb 3 bits, then slots. */
enum { MOVE_BOX = 1, EAT, WAIT, NAP };
enum { FRUITS = 5, NO_FRUIT = 7 };
#define PUT(verb, a, b, c) ((bil_move)(verb) | (bil_move)(a) << 3 | (bil_move)(b) << 6 | (bil_move)(c) << 9)

struct rules {
    bil_move legal[8];
    int count;
    bool over, blind;
};

static const char *fruit(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    static const char *const names[FRUITS] = {"Apple", "Green Apple", "Pear", "Prickly Pear", NULL};
    static const char *const others[FRUITS] = {"pomme", NULL, "birne", NULL, NULL};
    return which == 0 ? names[number] : which == 1 ? others[number] : NULL;
}

static const char *box(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    snprintf(room, BIL_NAME, "%d", number + 1);
    return which == 0 ? room : NULL;
}

static const struct bil_nouns fruits = {FRUITS, fruit};
static const struct bil_nouns boxes = {4, box};
static const struct bil_slot slots[] = {
    {.word = "FROM", .thing = "box", .ask = "From which box?", .nouns = &boxes, .bits = 3, .at = {3}, .lead = "from"},
    {.word = "TO", .thing = "box", .ask = "To which box?", .nouns = &boxes, .bits = 3, .at = {6}, .lead = "to"},
    {.word = "FRUITS",
     .thing = "fruit",
     .ask = "Which fruit?",
     .nouns = &fruits,
     .bits = 3,
     .at = {3, 6, 9},
     .most = 3,
     .none = 1 + NO_FRUIT,
     .between = ", "},
    {.word = "TIMES", .thing = "number", .ask = "How often?", .nouns = &boxes, .bits = 3, .at = {3}, .none = 1 + NO_FRUIT},
    {.word = NULL},
};
static const struct bil_verb verbs[] = {
    {MOVE_BOX, "move", "move FROM TO"},      {EAT, "eat", "eat FRUITS"}, {WAIT, "wait", "wait"}, {NAP, "nap", "nap [TIMES]"},
    {MOVE_BOX, NULL, "shift|carry FROM TO"}, {WAIT, NULL, "stay here"},  {0, NULL, NULL},
};
static const char *const fillers[] = {"from", "to", "the", "box", NULL};

static bool is_open(const void *rules, const void *state, bil_move move, int viewer)
{
    return (move & 7U) != EAT || viewer != BIL_SPECTATOR;
}

static bool knows(const void *rules, const void *view)
{
    return !((const struct rules *)rules)->blind;
}

static const struct bil_notation notation = {
    .verbs = verbs, .slots = slots, .fillers = fillers, .verb_bits = 3, .open = is_open, .knows = knows};

static int actor(const void *rules, const void *state)
{
    return ((const struct rules *)rules)->over ? BIL_OVER : 0;
}

static int moves(const void *rules_, const void *state, bil_move *list)
{
    const struct rules *rules = rules_;
    memcpy(list, rules->legal, sizeof rules->legal);
    return rules->count;
}

static const struct bil_game game = {.id = "rows", .actor = actor, .moves = moves, .notation = &notation};
static const struct rules nothing;
static const struct rules some = {{PUT(MOVE_BOX, 0, 1, 0), PUT(MOVE_BOX, 0, 2, 0), PUT(MOVE_BOX, 2, 1, 0),
                                   PUT(EAT, 0, NO_FRUIT, NO_FRUIT), PUT(EAT, 1, 2, NO_FRUIT), PUT(NAP, NO_FRUIT, 0, 0)},
                                  6,
                                  false,
                                  false};

static void expect_read(const struct rules *rules, const char *line, const char *expected)
{
    struct bil_text text = {0};
    struct bil_error error = {{0}};
    bil_move move = 4711;
    if (bil_move_parse(&game, rules, NULL, line, &move, &error)) {
        bil_move_text(&game, rules, NULL, move, BIL_EVERYBODY, &text);
    } else {
        assert_int_equal(move, 4711); /* what is no move changes nothing */
        bil_text_add(&text, error.text);
    }
    if (strcmp(bil_text_string(&text), expected) != 0) {
        fail_msg("\"%s\" is read as \"%s\", not \"%s\"", line, bil_text_string(&text), expected);
    }
    bil_text_free(&text);
}

static void lines_are_read(void **state)
{
    static const char *const cases[][2] = {
        {"move 1 2", "move 1 2"},
        {"MOVE 1 2", "move 1 2"},
        {"move 4 4", "move 4 4"}, /* legal or not */
        {"move from 1 to 2", "move 1 2"},
        {"move to 2 from 1", "move 1 2"},
        {"move to the box 2 from 1", "move 1 2"},
        {"mo 1 2", "move 1 2"},
        {"carry 1 2", "move 1 2"},
        {"shift 1 2", "move 1 2"},
        {"move to 3", "move 1 3"}, /* the only legal one */
        {"move from 3", "move 3 2"},
        {"eat apple", "eat Apple"}, /* the whole name of one, a part of another */
        {"eat pomme", "eat Apple"},
        {"eat birne, green", "eat Green Apple, Pear"},
        {"eat pear and green apple", "eat Green Apple, Pear"},
        {"eat prickly", "eat Prickly Pear"},
        {"eat prickly pear pear apple", "eat Apple, Pear, Prickly Pear"},
        {"nap", "nap"},
        {"nap 2", "nap 2"},
        {"wait", "wait"},
        {"stay here", "wait"},
        {"pomme", "eat Apple"}, /* without its verb */
        {"pom", "eat Apple"},
        {"po", "No move begins with \"po\"; now you can write `move FROM TO`, `eat FRUITS` or `nap [TIMES]`."},
        {"move", "That could be `move 1 2`, `move 1 3` or `move 3 2`: write more of it."},
        {"move 1", "That could be `move 1 2` or `move 1 3`: write more of it."},
        {"move 7 1", "There is no box 7: write 1 or 3."},
        {"move 1 2 3", "What does \"3\" mean here? Write `move FROM TO`."},
        {"eat plum", "No fruit is called \"plum\": the choice is Apple, Green Apple or Pear."},
        {"eat peer", "No fruit is called \"peer\"; did you mean Pear?"},
        {"eat", "That could be `eat Apple` or `eat Green Apple, Pear`: write more of it."},
        {"eat pear pear pear pear", "What does \"pear\" mean here? Write `eat FRUITS`."},
        {"wait now",
         "\"wait now\" is not possible at this moment; now you can write `move FROM TO`, `eat FRUITS` or `nap [TIMES]`."},
        {"nap 2 now", "What does \"now\" mean here? Write `nap [TIMES]`."},
        {"mvoe 1 2", "No move begins with \"mvoe\"; did you mean `move`?"},
        {"dance", "No move begins with \"dance\"; now you can write `move FROM TO`, `eat FRUITS` or `nap [TIMES]`."},
        {"eat ?", "\"?\" stands for what you may not see: give it its name."},
        {"", "Write a move: `move FROM TO`, `eat FRUITS` or `nap [TIMES]`."},
        {"3", "\"3\" goes into no move at this moment; now you can write `move FROM TO`, `eat FRUITS` or `nap [TIMES]`."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect_read(&some, cases[i][0], cases[i][1]);
    }
}

/* Shelves of other names: some begin others, some are made of others, one is as long as a name can be, one begins with a verb. */
static const char *shelf(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    static const char *const names[] = {
        "The Green",          "Green Door",  "Pet",         "Pictures", "Pet Pictures",
        "Chefs Pet",          "Home Chefs",  "Buy Blue Ox", "Ox",       "To Do And To Have It All By Us",
        "Blue Ox Of The Sea", "Lost & Found"};
    return which == 0 ? names[number] : NULL;
}

static const char *flag(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    static const char *const names[] = {"Blue", "Sea Of Green"};
    return which == 0 ? names[number] : NULL;
}

enum { BUY = 1, PAINT, SHELVES = 12, NO_SHELF = 15 };
#define SHELF(verb, a, b) ((bil_move)(verb) | (bil_move)(a) << 3 | (bil_move)(b) << 7)
static const struct bil_nouns shelves = {SHELVES, shelf};
static const struct bil_nouns flags = {2, flag};
static const struct bil_slot shelf_slots[] = {
    {.word = "THINGS",
     .thing = "thing",
     .ask = "Which things?",
     .nouns = &shelves,
     .members = ~1ULL, /* all but The Green, which is only painted */
     .bits = 4,
     .at = {3, 7},
     .most = 2,
     .none = 1 + NO_SHELF,
     .between = ", "},
    {.word = "GREEN", .thing = "colour", .ask = "Which?", .nouns = &shelves, .members = 1, .bits = 4, .at = {3}},
    {.word = NULL},
};
static const struct bil_slot shelf_kinds[] = {{.thing = "flag", .nouns = &flags}, {.thing = NULL}};
static const struct bil_verb shelf_verbs[] = {{BUY, "buy", "buy THINGS"}, {PAINT, "paint", "paint GREEN"}, {0, NULL, NULL}};
static const struct bil_notation shelf_notation = {
    .verbs = shelf_verbs, .slots = shelf_slots, .fillers = fillers, .kinds = shelf_kinds, .verb_bits = 3};
static const struct bil_game shelf_game = {.id = "shelves", .actor = actor, .moves = moves, .notation = &shelf_notation};

static void a_whole_name_means_only_that(void **state)
{
    static const struct rules held = {{SHELF(BUY, 1, NO_SHELF), SHELF(BUY, 2, NO_SHELF), SHELF(BUY, 3, NO_SHELF), SHELF(BUY, 2, 3),
                                       SHELF(BUY, 4, NO_SHELF), SHELF(PAINT, 0, 0)},
                                      6,
                                      false,
                                      false};
    static const char *const cases[][2] = {
        {"buy door", "buy Green Door"},  /* a part of one name is enough */
        {"buy green", "buy Green Door"}, /* the beginning, though there is The Green */
        {"buy the green", "The Green is a colour, no thing: it goes into `paint The Green`."},
        {"buy THE-GREEN", "The Green is a colour, no thing: it goes into `paint The Green`."},
        {"buy thegreen", "The Green is a colour, no thing: it goes into `paint The Green`."},
        {"buy the green door", "buy Green Door"},
        {"paint green", "paint The Green"},
        {"buy pet pictures", "buy Pet Pictures"}, /* not Pet and Pictures */
        {"buy pet, pictures", "buy Pet, Pictures"},
        {"buy pictures pet", "buy Pet, Pictures"},
        {"buy pet", "buy Pet"},                                          /* though other names begin so */
        {"buy home chefs pet pictures", "buy Pet Pictures, Home Chefs"}, /* though Chefs Pet is a name, too */
        {"buy chefs pet", "buy Chefs Pet"},                              /* legal or not */
        {"buy blue", "Blue is a flag, no thing: the choice is Green Door, Pet, Pictures or Pet Pictures."},
        {"buy blue ox", "\"buy blue ox\" goes into no move at this moment; now you can write `buy THINGS` or `paint GREEN`."},
        {"buy blue o", "buy Blue Ox Of The Sea"}, /* legal or not */
        {"buy ox", "buy Ox"},
        {"buy buy blue ox", "buy Buy Blue Ox"},
        {"buy to do and to have it all by us", "buy To Do And To Have It All By Us"}, /* longer than a part that is cut short */
        {"buy lost and found", "buy Lost & Found"},
        {"blue", "\"blue\" goes into no move at this moment; now you can write `buy THINGS` or `paint GREEN`."},
    };
    bil_move found[BIL_MAX_MOVES];
    assert_int_equal(bil_move_find(&shelf_game, &held, NULL, "buy the green", found), 0);
    assert_int_equal(bil_move_find(&shelf_game, &held, NULL, "buy green", found), 1);
    assert_int_equal(bil_move_find(&shelf_game, &held, NULL, "buy blue ox", found), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bil_text text = {0};
        struct bil_error error = {{0}};
        bil_move move = 0;
        if (bil_move_parse(&shelf_game, &held, NULL, cases[i][0], &move, &error)) {
            bil_move_text(&shelf_game, &held, NULL, move, BIL_EVERYBODY, &text);
        } else {
            bil_text_add(&text, error.text);
        }
        if (strcmp(bil_text_string(&text), cases[i][1]) != 0) {
            fail_msg("\"%s\" is read as \"%s\", not \"%s\"", cases[i][0], bil_text_string(&text), cases[i][1]);
        }
        bil_text_free(&text);
    }
}

static void who_does_not_know_the_moves_must_say_all(void **state)
{
    struct rules blind = some;
    struct rules over = {.over = true};
    blind.blind = true;
    expect_read(&blind, "move 1 2", "move 1 2");
    expect_read(&blind, "move to 3", "From which box? Write `move FROM TO`.");
    expect_read(&blind, "move", "From which box? Write `move FROM TO`.");
    expect_read(&blind, "pomme", "\"pomme\" is no move: say what to do with it.");
    expect_read(&blind, "wait now", "\"wait\" is a whole move; what does \"now\" mean?");
    expect_read(&blind, "", "Write a move.");
    expect_read(&blind, "eat p", "\"p\" could be Apple, Pear or Prickly Pear: write more of the name.");
    expect_read(&over, "", "The game is over; there is nothing to write.");
    expect_read(&over, "dance", "No move begins with \"dance\", and the game is over.");
    expect_read(&nothing, "wait", "wait");
}

static void others_read_what_is_open(void **state)
{
    struct bil_text text = {0};
    bil_move_text(&game, &some, NULL, PUT(EAT, 1, 2, NO_FRUIT), BIL_SPECTATOR, &text);
    bil_text_char(&text, '|');
    bil_move_json(&game, &some, NULL, PUT(EAT, 1, 2, NO_FRUIT), BIL_SPECTATOR, &text);
    bil_move_json(&game, &some, NULL, PUT(EAT, 1, 2, NO_FRUIT), 0, &text);
    bil_move_json(&game, &some, NULL, PUT(MOVE_BOX, 0, 3, 0), BIL_SPECTATOR, &text);
    bil_move_json(&game, &some, NULL, PUT(NAP, NO_FRUIT, 0, 0), 0, &text);
    bil_move_text(&game, &some, NULL, 7, 0, &text);
    assert_string_equal(bil_text_string(&text), "eat ?|{\"verb\":\"eat\"}"
                                                "{\"verb\":\"eat\",\"fruits\":[\"Green Apple\",\"Pear\"]}"
                                                "{\"verb\":\"move\",\"from\":1,\"to\":4}{\"verb\":\"nap\"}?");
    bil_text_free(&text);
}

/* Every number is a move of its own, and every move has its number. */
static void numbers_go_there_and_back(void **state)
{
    struct bil_actions actions;
    bil_actions_make(&game, &actions);
    /* 4 x 4 ways to move; of 5 fruits or none, any three in ascending order, doubles too: 56; 1 to wait; 4 naps or one */
    assert_int_equal(actions.count, 16 + 56 + 1 + 5);
    bil_move seen[16 + 56 + 1 + 5];
    for (int action = 0; action < actions.count; action++) {
        seen[action] = bil_action_move(&actions, &some, NULL, action);
        assert_int_equal(bil_action_of(&actions, seen[action]), action);
        for (int before = 0; before < action; before++) {
            assert_int_not_equal(seen[before], seen[action]);
        }
    }
    for (int i = 0; i < some.count; i++) {
        assert_int_equal(bil_action_move(&actions, &some, NULL, bil_action_of(&actions, some.legal[i])), some.legal[i]);
    }
    assert_int_equal(bil_action_of(&actions, PUT(EAT, 2, 1, NO_FRUIT)), -1); /* not ascending */
    assert_int_equal(bil_action_of(&actions, PUT(MOVE_BOX, 5, 1, 0)), -1);   /* no such box */
    assert_int_equal(bil_action_of(&actions, 6), -1);                        /* no such verb */
    assert_int_equal(bil_action_move(&actions, &some, NULL, -1), 0);
    assert_int_equal(bil_action_move(&actions, &some, NULL, actions.count), 0);
}

static void finding_tells_all_that_fit(void **state)
{
    bil_move found[BIL_MAX_MOVES];
    assert_int_equal(bil_move_find(&game, &some, NULL, "move 1", found), 2);
    assert_int_equal(bil_move_find(&game, &some, NULL, "move 1 3", found), 1);
    assert_int_equal(found[0], PUT(MOVE_BOX, 0, 2, 0));
    assert_int_equal(bil_move_find(&game, &some, NULL, "move 4 4", found), 0);
    assert_int_equal(bil_move_find(&game, &some, NULL, "dance", found), 0);
    assert_int_equal(bil_move_find(&game, &some, NULL, "", found), 0);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_read),
        cmocka_unit_test(a_whole_name_means_only_that),
        cmocka_unit_test(who_does_not_know_the_moves_must_say_all),
        cmocka_unit_test(others_read_what_is_open),
        cmocka_unit_test(numbers_go_there_and_back),
        cmocka_unit_test(finding_tells_all_that_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
