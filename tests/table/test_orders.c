/* Standing orders: those that go with any game, those that a game offers, and what One Billion Users makes of its own. */
#include "bench/calibration.h"
#include "kit/notation.h"
#include "table/helpers.h"
#include "unit.h"

/* ------------------------------------------------------------------ passing by words */

/* Seat 1 draws Data Portability: seat 2, the poorest, may take a Community from seat 1, or pass. */
static const char data_portability[] =
    "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 3, \"turn\": 3,"
    "\"platforms\": [{\"communities\": [\"Comment Section Prime\", \"Short Dance Clips\", \"Craft Tutorials\", \"Pet Pictures\"]},"
    "{\"communities\": [\"Rage Livestreams\"]}, {\"communities\": [\"Pop Fandom United\", \"Knit Night\"]}],"
    "\"deck\": [\"Data Portability\"], \"discard\": [\"Push\"]}";

static void an_order_passes(void **state)
{
    struct bil_error error = {{0}};
    struct bil_match *match = helper_position(data_portability, 1);
    helper_say(match, "draw deck");
    assert_int_equal(match->actor, 1);
    assert_true(match->move_count > 1);
    bil_match_free(match);

    static const struct {
        const char *words;
        bool passes;
    } cases[] = {
        {"pass take", true},     {" PASS  TAKE ", true},         {"pass", true}, {"pass counter", false}, {"pass take Pet", true},
        {"pass take Pe", false}, {"pass take Knit Night", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        match = helper_position(data_portability, 1);
        assert_true(bil_match_order(match, 1, cases[i].words, &error));
        assert_true(bil_match_order(match, 1, cases[i].words, &error)); /* twice is once */
        assert_int_equal(match->order_count[1], 1);
        helper_say(match, "draw deck");
        const struct bil_decision *last = &match->decision[match->ply - 1];
        assert_int_equal(match->actor == 1, !cases[i].passes);
        if (cases[i].passes) {
            assert_true(last->ordered && last->recorded && !last->forced && last->seat == 1);
            assert_int_equal(bil_match_undo_target(match, 1), -1); /* nobody chose that */
        }
        bil_match_free(match);
    }
    match = helper_position(data_portability, 1); /* an order that comes late works at once */
    helper_say(match, "draw deck");
    const int ply = match->ply;
    assert_true(bil_match_order(match, 1, "pass take", &error));
    assert_int_not_equal(match->actor, 1);
    assert_int_equal(bil_match_undo_target(match, 1), ply); /* and is a choice: it was made on being asked */
    assert_true(bil_match_undo(match, 1, ply, true, &error));
    assert_int_equal(match->actor, 1); /* whoever takes a move back is asked again */
    assert_int_equal(match->order_count[1], 1);
    assert_true(bil_match_order_end(match, 1, "Pass", &error));
    assert_false(bil_match_order_end(match, 1, "pass", &error));
    helper_contains(error.text, "no standing order");
    assert_true(bil_match_order_end(match, 1, "", &error));
    assert_int_equal(match->order_count[1], 0);
    bil_match_free(match);
}

static void an_order_never_ends_a_turn(void **state)
{
    const struct bil_match_setup setup = helper_setup(2, 12);
    struct bil_match *match = helper_match(&setup);
    assert_true(bil_match_order(match, 0, "pass", NULL));
    assert_true(bil_match_order(match, 1, "pass", NULL));
    helper_play(match, BIL_MAX_PLIES, 2);
    assert_int_equal(match->actor, BIL_OVER);
    struct bil_text text = {0};
    for (int ply = 0; ply < match->ply; ply++) {
        if (match->decision[ply].ordered) {
            bil_text_clear(&text);
            bil_match_decision_text(match, ply, BIL_EVERYBODY, &text);
            assert_string_equal(bil_text_string(&text), "pass");
        }
    }
    bil_text_free(&text);
    bil_match_free(match);
}

/* An order that could never answer is none. */
static void an_order_begins_a_move(void **state)
{
    struct bil_error error = {{0}};
    struct bil_match *match = helper_position(data_portability, 1);
    static const char *const words[][2] = {
        {"pass tak", "tak"}, {"pass foo", "foo"}, {"pass The Troll", "the"}, {"pass tak Pet", "tak"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char says[120];
        snprintf(says, sizeof says,
                 "No move begins with the word \"%s\", so this order would never pass: write whole words, as moves are "
                 "written.",
                 words[i][1]);
        assert_false(bil_match_order(match, 1, words[i][0], &error));
        assert_string_equal(error.text, says);
        assert_int_equal(match->order_count[1], 0);
    }
    bil_match_free(match);
    match = helper_small(&bil_game_tic_tac_toe, 1); /* whose moves begin with their noun */
    assert_true(bil_match_order(match, 0, "pass C2", &error));
    assert_false(bil_match_order(match, 0, "pass d2", &error));
    bil_match_free(match);
}

static void orders_are_bounded(void **state)
{
    struct bil_error error = {{0}};
    struct bil_match *match = helper_small(&bil_game_tic_tac_toe, 1);
    char words[80];
    for (int i = 0; i < BIL_ORDERS; i++) {
        snprintf(words, sizeof words, "pass a1 %d", i);
        assert_true(bil_match_order(match, 0, words, &error));
    }
    assert_false(bil_match_order(match, 0, "pass b2 more", &error));
    helper_contains(error.text, "8 standing orders");
    assert_false(bil_match_order_end(match, 0, "pass a1", &error));
    helper_contains(error.text, "more than one");
    assert_true(bil_match_order_end(match, 0, "pass a1 3", &error));
    memset(words, 'w', sizeof words - 1);
    memcpy(words, "pass c3 ", 8);
    words[sizeof words - 1] = 0;
    assert_false(bil_match_order(match, 0, words, &error));
    helper_contains(error.text, "at most 47 letters");
    assert_true(bil_match_order(match, 0, "pass b2 more", &error));
    bil_match_free(match);
}

/* ------------------------------------------------------------------ orders that a game offers */

/* A game to give orders in: each seat in turn says steps from 1 to 3 until `left` is used up. The order to do the small ones is the
 * game's own, and so is the brief one that plays the rest of a seat's row. */
enum { STEPS_ROW = 4 };
struct steps {
    int32_t left, row, seat;
};
enum steps_order { SMALL, NEVER, BIG, REST };

static const struct bil_order steps_list[] = {
    [SMALL] = {.words = "step small", .help = "always the smallest step", .about = 1},
    [NEVER] = {.words = "step never more", .argument = "N", .help = "always N", .about = 1},
    [BIG] = {.words = "big steps", .help = "always the largest step", .about = 2},
    [REST] = {.words = "rest", .help = "the rest of your row with the smallest steps", .brief = true},
    {0},
};

static bool steps_rules(const struct bil_config *config, void *rules, struct bil_error *error)
{
    memset(rules, 0, sizeof(int));
    return true;
}

static void steps_setup(const void *rules, struct bil_random *random, void *state, const struct bil_listener *listener)
{
    *(struct steps *)state = (struct steps){60, STEPS_ROW, 0};
}

static int steps_actor(const void *rules, const void *state)
{
    return ((const struct steps *)state)->left > 0 ? ((const struct steps *)state)->seat : BIL_OVER;
}

static int steps_moves(const void *rules, const void *state, bil_move *list)
{
    for (bil_move m = 1; m <= 3; m++) {
        list[m - 1] = m;
    }
    return 3;
}

static void steps_apply(const void *rules, void *state_, bil_move move, struct bil_random *random,
                        const struct bil_listener *listener)
{
    struct steps *state = state_;
    state->left -= (int32_t)move;
    if (--state->row == 0) {
        *state = (struct steps){state->left, STEPS_ROW, 1 - state->seat};
    }
}

static bool steps_recorded(const void *rules, const void *state)
{
    return true;
}

static void steps_hide(const void *rules, const void *state, int viewer, void *view)
{
    memcpy(view, state, sizeof(struct steps));
}

static const char *step_name(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    snprintf(room, BIL_NAME, "%d", number);
    return which == 0 ? room : NULL;
}

static const struct bil_nouns steps_nouns = {16, step_name};
static const struct bil_slot steps_slots[] = {
    {.word = "STEP", .thing = "step", .ask = "Which step?", .nouns = &steps_nouns, .bits = 4, .at = {0}}, {.word = NULL}};
static const struct bil_verb steps_verbs[] = {{0, "step", "step STEP"}, {0, NULL, NULL}};
static const struct bil_notation steps_notation = {.verbs = steps_verbs, .slots = steps_slots};

static bool steps_read(const void *rules, const void *view, int seat, int order, const char *text, int32_t *argument,
                       struct bil_text *written, struct bil_error *error)
{
    const struct steps *state = view;
    if (order == NEVER) {
        *argument = atoi(text);
        bil_text_format(written, "%d", *argument);
        return *argument >= 1 && *argument <= 3 ? true : bil_fail(error, "A step is 1 to 3, not \"%s\".", text);
    }
    *argument = order == REST ? state->left * 2 + seat : 0;
    return true;
}

static enum bil_order_says steps_answer(const void *rules, const void *view, int order, int32_t argument, bil_move *move)
{
    const struct steps *state = view;
    *move = order == NEVER ? (bil_move)argument : order == BIG ? 3 : 1;
    if (order == REST) {
        const int given_at = argument / 2;
        return state->seat != argument % 2 || given_at - state->left >= STEPS_ROW ? BIL_ORDER_ENDED : BIL_ORDER_ANSWERS;
    }
    return BIL_ORDER_ANSWERS;
}

static const struct bil_orders steps_orders = {.list = steps_list, .read = steps_read, .answer = steps_answer};

static const struct bil_game steps_game = {.id = "steps",
                                           .title = "Steps",
                                           .min_seats = 2,
                                           .max_seats = 2,
                                           .revision = 1,
                                           .rules_size = sizeof(int),
                                           .state_size = sizeof(struct steps),
                                           .facts_size = sizeof(struct steps),
                                           .max_moves = 3,
                                           .rules_init = steps_rules,
                                           .setup = steps_setup,
                                           .actor = steps_actor,
                                           .moves = steps_moves,
                                           .apply = steps_apply,
                                           .recorded = steps_recorded,
                                           .hide = steps_hide,
                                           .notation = &steps_notation,
                                           .orders = &steps_orders};

static void check_orders(const struct bil_match *match, int seat, const char *const *words)
{
    int count = 0;
    for (; words[count]; count++) {
        assert_true(count < match->order_count[seat]);
        assert_string_equal(match->order[seat][count].words, words[count]);
    }
    assert_int_equal(match->order_count[seat], count);
}

/* Words are found however they are cut, an order takes the place of one about the same, and what makes no sense is told. */
static void a_games_orders_are_read(void **state)
{
    struct bil_error error = {{0}};
    struct bil_match *match = helper_small(&steps_game, 1);
    assert_true(bil_match_order(match, 1, "step small", &error));
    assert_true(bil_match_order(match, 1, "BIG", &error));
    check_orders(match, 1, (const char *const[]){"step small", "big steps", NULL});
    assert_true(bil_match_order(match, 1, "st ne mo  2", &error));
    check_orders(match, 1, (const char *const[]){"big steps", "step never more 2", NULL});
    assert_true(bil_match_order(match, 1, "step never more 3", &error));
    check_orders(match, 1, (const char *const[]){"big steps", "step never more 3", NULL});
    assert_int_equal(match->ply, 0); /* it is the other seat that is asked */
    static const struct {
        const char *words, *says;
    } cases[] = {
        {"step", "more than one order; say it in full: step small, step never more N."},
        {"step never more", "A step is 1 to 3"},
        {"step never more 4", "not \"4\""},
        {"big steps now", "is no standing order; these are: step small, step never more N, big steps, pass WORDS"},
        {"", "no standing order"},
        {"bigger", "no standing order"},
        {"rest", "nothing to do in what is asked now"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_false(bil_match_order(match, 1, cases[i].words, &error));
        helper_contains(error.text, cases[i].says);
        check_orders(match, 1, (const char *const[]){"big steps", "step never more 3", NULL});
    }
    assert_true(bil_match_order_end(match, 1, "big", &error));
    check_orders(match, 1, (const char *const[]){"step never more 3", NULL});
    bil_match_free(match);
}

/* The older of two orders answers; what it chose stands in the match as a move of that seat, which nobody chose. */
static void a_games_order_answers(void **state)
{
    struct bil_error error = {{0}};
    struct bil_match *match = helper_small(&steps_game, 1);
    assert_true(bil_match_order(match, 1, "big steps", &error));
    assert_true(bil_match_order(match, 1, "step small", &error));
    for (int i = 0; i < STEPS_ROW; i++) {
        assert_int_equal(match->ply, i);
        helper_say(match, "step 2");
    }
    assert_int_equal(match->ply, 2 * STEPS_ROW);
    assert_int_equal(match->actor, 0);
    for (int ply = STEPS_ROW; ply < match->ply; ply++) {
        assert_int_equal(match->decision[ply].move, 3);
        assert_true(match->decision[ply].ordered && match->decision[ply].recorded && !match->decision[ply].forced);
    }
    assert_int_equal(bil_match_undo_target(match, 1), -1);
    match->player[1].bot = bil_bot_find("random", &error); /* whose orders sleep while a bot sits there */
    for (int i = 0; i < STEPS_ROW; i++) {
        helper_say(match, "step 1");
    }
    assert_int_equal(match->ply, 3 * STEPS_ROW);
    assert_int_equal(match->actor, 1);
    bil_match_free(match);
}

/* A brief order plays to the end of what is going on, then it is forgotten; one step back undoes it altogether. */
static void a_brief_order_ends(void **state)
{
    struct bil_error error = {{0}};
    struct bil_match *match = helper_small(&steps_game, 1);
    helper_say(match, "step 2");
    assert_true(bil_match_order(match, 0, "rest", &error));
    assert_int_equal(match->ply, STEPS_ROW);
    assert_int_equal(match->actor, 1);
    assert_false(match->decision[1].ordered); /* the first move was made on being asked */
    assert_true(match->decision[2].ordered && match->decision[3].ordered);
    assert_int_equal(match->order_count[0], 1); /* nobody has asked it since */
    assert_int_equal(bil_match_undo_target(match, 0), 1);
    assert_true(bil_match_undo(match, 0, 1, true, &error));
    assert_int_equal(match->ply, 1);
    assert_int_equal(match->order_count[0], 0);
    helper_say(match, "step 1");
    assert_int_equal(match->ply, 2); /* the rest is not played unasked */
    assert_true(bil_match_order(match, 0, "rest", &error));
    for (int i = 0; i < STEPS_ROW; i++) {
        helper_say(match, "step 3");
    }
    assert_int_equal(match->actor, 0); /* in the next row it is asked, and the order is gone */
    assert_int_equal(match->ply, 2 * STEPS_ROW);
    assert_int_equal(match->order_count[0], 0);
    bil_match_free(match);
}

/* ------------------------------------------------------------------ orders of the games that people play */

enum { FAIR_GAMES = 30, KINDS = 32 };

/* Rules under which every question comes that an order is about. */
static const struct {
    const char *game;
    struct bil_setting setting;
} wide[] = {{"one-billion-users", {"milestones", "manual"}}, {"six-billion", {"track", "on"}}};

/* What may stand behind an order, tried one by one. */
static const char *const arguments[] = {"", "red", "blue, green", "black", "orange", "pink"};

/* Asks an order both with what the actor knows and with what it would know in another world that looks the same to everybody:
 * whether it answers is the same, and it answers with a legal move. Returns whether it does. */
static bool ask_fairly(const struct bil_match *match, int kind, int32_t argument)
{
    unsigned char own[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    unsigned char open[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    unsigned char world[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    const struct bil_game *game = match->game;
    struct bil_random random;
    bil_move move = 0;
    bil_move other = 0;
    bil_match_view(match, match->actor, -1, own);
    bil_match_view(match, BIL_SPECTATOR, -1, open);
    bil_random_stream(&random, match->seed, 77, (uint32_t)match->ply);
    game->deal(match->rules, open, &random, world);
    game->hide(match->rules, world, match->actor, open);
    const enum bil_order_says says = game->orders->answer(match->rules, own, kind, argument, &move);
    assert_int_equal(says, game->orders->answer(match->rules, open, kind, argument, &other));
    bool legal = says != BIL_ORDER_ANSWERS;
    for (int i = 0; i < match->move_count; i++) {
        legal = legal || match->move[i] == move;
    }
    if (!legal) {
        fail_msg("%s: \"%s\" answers with a move that is not legal", game->id, bil_orders_of(game)[kind].words);
    }
    return says == BIL_ORDER_ANSWERS;
}

/* Asks an order in every way in which the actor could give it now; returns how often it answered. */
static int ask_every_way(const struct bil_match *match, int kind)
{
    const struct bil_game *game = match->game;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_text written = {0};
    int answers = 0;
    bil_match_view(match, match->actor, -1, view);
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        struct bil_error error = {{0}};
        int32_t argument = 0;
        bil_text_clear(&written);
        const bool read = !game->orders->read ||
                          game->orders->read(match->rules, view, match->actor, kind, arguments[i], &argument, &written, &error);
        assert_true(read || error.text[0]);
        answers += read && ask_fairly(match, kind, argument);
        if (!bil_orders_of(game)[kind].argument) {
            break;
        }
    }
    bil_text_free(&written);
    return answers;
}

static void ask_in_games(const struct bil_game *game, const struct bil_setting *setting, int answered[KINDS])
{
    for (unsigned seed = 1; seed <= FAIR_GAMES; seed++) {
        struct bil_match_setup setup = helper_setup(game->min_seats + (int)seed % (game->max_seats - game->min_seats + 1), seed);
        setup.game = game;
        setup.ask_windows = true;
        setup.config.settings = setting;
        setup.config.setting_count = setting != NULL;
        struct bil_match *match = helper_match(&setup);
        while (match->actor != BIL_OVER && match->ply < 3000) {
            for (int kind = 0; bil_orders_of(game)[kind].words; kind++) {
                answered[kind] += ask_every_way(match, kind);
            }
            helper_play(match, match->ply + 1, seed * 10000 + (unsigned)match->ply);
        }
        bil_match_free(match);
    }
}

static void orders_of_every_game_are_fair(void **state)
{
    for (int g = 0; bil_games[g]; g++) {
        const struct bil_game *game = bil_games[g];
        int answered[KINDS] = {0};
        for (size_t w = 0; w < sizeof wide / sizeof *wide; w++) {
            if (bil_orders_of(game) && strcmp(wide[w].game, game->id) == 0) {
                ask_in_games(game, &wide[w].setting, answered);
            }
        }
        for (int kind = 0; bil_orders_of(game) && bil_orders_of(game)[kind].words; kind++) {
            if (answered[kind] == 0) {
                fail_msg("%s: \"%s\" never answered anything", game->id, bil_orders_of(game)[kind].words);
            }
        }
    }
}

/* An order of a match that was left answers what comes, and leaves what is open to the person. */
static void an_order_comes_again(void **state)
{
    struct bil_error error = {{0}};
    struct bil_match *match = helper_position(data_portability, 1);
    helper_say(match, "draw deck");
    const int ply = match->ply;
    assert_int_equal(match->actor, 1);
    assert_true(bil_match_order_again(match, 1, "pass take", &error));
    assert_int_equal(match->order_count[1], 1);
    assert_int_equal(match->ply, ply);
    assert_int_equal(match->actor, 1); /* still asked */
    assert_false(bil_match_order(match, 1, "standard", &error));
    assert_string_equal(error.text, "One Billion Users has no standard orders: all that it asks is a choice.");
    assert_false(bil_match_order_again(match, 1, "sing", &error));
    assert_non_null(strstr(error.text, "sing"));
    assert_int_equal(match->order_count[1], 1);
    bil_match_free(match);

    match = helper_position(data_portability, 1);
    assert_true(bil_match_order_again(match, 1, "pass take", &error));
    helper_say(match, "draw deck");
    assert_int_not_equal(match->actor, 1); /* answered */
    assert_true(match->ply > ply);
    bil_match_free(match);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_order_passes),
        cmocka_unit_test(an_order_never_ends_a_turn),
        cmocka_unit_test(an_order_begins_a_move),
        cmocka_unit_test(orders_are_bounded),
        cmocka_unit_test(a_games_orders_are_read),
        cmocka_unit_test(a_games_order_answers),
        cmocka_unit_test(a_brief_order_ends),
        cmocka_unit_test(an_order_comes_again),
        cmocka_unit_test(orders_of_every_game_are_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
