/* The bot that searches: the same choice for the same question, nothing learned from what its seat cannot see, reasons that add up,
 * settings with clear sentences, and levels in their order. BILLIONS_EXCHANGED=25000 exchanges the hidden cards of as many
 * decisions at each of four tables. */
#include "billions/bot.h"
#include "table/messages/reasons.h"
#include "unit.h"

enum { POSITIONS = 1100, EVERY = 17 };

struct place {
    const struct bil_game *game;
    _Alignas(16) unsigned char rules[BIL_MAX_RULES];
    _Alignas(16) unsigned char quick[BIL_MAX_RULES];
    int seats;
};

static void set_up(struct place *place, const char *id, int seats, bool all_rules)
{
    static const struct bil_setting networks = {"networks", "random"};
    static const struct bil_setting track = {"track", "on"};
    struct bil_error error;
    memset(place, 0, sizeof *place);
    place->game = bil_game_find(id);
    assert_non_null(place->game);
    place->seats = seats;
    const bool users = strcmp(id, "one-billion-users") == 0;
    const struct bil_config config = {.seats = seats, .settings = users ? &networks : &track, .setting_count = all_rules};
    assert_true(place->game->rules_init(&config, place->rules, &error));
    memcpy(place->quick, place->rules, sizeof place->rules);
    place->game->make_fast(place->quick);
}

static bil_move ask(const struct place *place, const struct bil_bot *bot, const void *view, uint32_t stream,
                    struct bil_reasons *reasons)
{
    bil_move moves[BIL_MAX_MOVES];
    struct bil_random random;
    const uint8_t seed[BIL_SEED_BYTES] = {42};
    bil_random_stream(&random, seed, stream, 1);
    const struct bil_ask question = {.game = place->game,
                                     .rules = place->rules,
                                     .quick = place->quick,
                                     .view = view,
                                     .seat = place->game->actor(place->rules, view),
                                     .moves = moves,
                                     .count = place->game->moves(place->rules, view, moves),
                                     .random = &random,
                                     .reasons = reasons};
    return bot->choose(bot, &question);
}

/* Goes through random games; at some decisions calls `look` with the state and the actor's view. */
static void walk(const struct place *place, int positions, const char *name,
                 void (*look)(const struct place *place, const void *state, const void *view, int number, void *context),
                 void *context)
{
    _Alignas(16) unsigned char state[BIL_MAX_STATE] = {0};
    _Alignas(16) unsigned char view[BIL_MAX_STATE] = {0};
    int seen = 0;
    for (int number = 0; seen < positions; number++) {
        uint8_t seed[BIL_SEED_BYTES];
        char text[64];
        struct bil_random chance;
        struct bil_random choice;
        bil_move moves[BIL_MAX_MOVES];
        snprintf(text, sizeof text, "%s %d", name, number);
        bil_seed_from_text(text, seed);
        bil_random_match(&chance, seed);
        bil_random_stream(&choice, seed, 5, 5);
        place->game->setup(place->rules, &chance, state, NULL);
        for (int ply = 0; place->game->actor(place->rules, state) != BIL_OVER; ply++) {
            const int count = place->game->moves(place->rules, state, moves);
            if (count > 1 && ply % EVERY == 0 && seen < positions) {
                place->game->hide(place->rules, state, place->game->actor(place->rules, state), view);
                look(place, state, view, seen++, context);
            }
            place->game->apply(place->rules, state, moves[count == 1 ? 0 : bil_random_below(&choice, (uint32_t)count)], &chance,
                               NULL);
        }
    }
}

/* ------------------------------------------------------------------ secrecy */

struct secrecy {
    const struct bil_bot *bot;
    int different; /* positions whose hidden cards were really others in the second state */
};

/* All that a person is told of the bot's thoughts. */
static void in_words(const struct place *place, const void *view, const struct bil_reasons *reasons, struct bil_text *out)
{
    const struct bil_choice choice = {place->game,  place->rules, view, place->game->actor(place->rules, view),
                                      place->seats, reasons};
    bil_reasons_table(&choice, out);
    assert_true(out->length > 40);
}

/* Another state that looks the same to the actor: what it cannot see is dealt anew. */
static void same_view_same_thoughts(const struct place *place, const void *state, const void *view, int number, void *context)
{
    struct secrecy *secrecy = context;
    _Alignas(16) unsigned char other[BIL_MAX_STATE] = {0};
    _Alignas(16) unsigned char again[BIL_MAX_STATE] = {0};
    struct bil_random random;
    struct bil_reasons first;
    struct bil_reasons second;
    const uint8_t seed[BIL_SEED_BYTES] = {9};
    bil_random_stream(&random, seed, (uint32_t)number, 2);
    place->game->deal(place->rules, view, &random, other);
    place->game->hide(place->rules, other, place->game->actor(place->rules, state), again);
    secrecy->different += memcmp(state, other, place->game->facts_size) != 0;
    const bil_move move = ask(place, secrecy->bot, view, (uint32_t)number, &first);
    assert_int_equal(move, ask(place, secrecy->bot, again, (uint32_t)number, &second));
    assert_int_equal(first.count, second.count);
    assert_memory_equal(first.item, second.item, (size_t)first.count * sizeof first.item[0]);
    assert_string_equal(first.words, second.words);
    struct bil_text one = {0};
    struct bil_text two = {0};
    in_words(place, view, &first, &one);
    in_words(place, again, &second, &two);
    assert_string_equal(bil_text_string(&one), bil_text_string(&two));
    bil_text_free(&one);
    bil_text_free(&two);
}

static void keeps_no_secret_it_has_not(void **state)
{
    static const struct {
        const char *id;
        int seats;
        const char *bot;
    } places[] = {{"one-billion-users", 2, "search:iterations=12:guide=4:depth=8:nodes=4096"},
                  {"one-billion-users", 4, "search:iterations=12:guide=4:depth=8:nodes=4096"},
                  {"six-billion", 2, "search:iterations=12:guide=4:depth=8:nodes=4096:net=1"},
                  {"six-billion", 5, "search:iterations=12:guide=4:depth=8:nodes=4096"}};
    static struct place place;
    const char *wished = getenv("BILLIONS_EXCHANGED");
    const int positions = wished ? atoi(wished) : POSITIONS;
    assert_true(positions > 0);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct secrecy secrecy = {bil_bot_find(places[i].bot, NULL), 0};
        assert_non_null(secrecy.bot);
        set_up(&place, places[i].id, places[i].seats, i % 2 == 1);
        walk(&place, positions, "secrecy", same_view_same_thoughts, &secrecy);
        assert_true(secrecy.different > positions / 10 * 9);
    }
}

/* ------------------------------------------------------------------ reasons */

static void reasons_add_up(const struct place *place, const void *state, const void *view, int number, void *context)
{
    const struct bil_bot *bot = context;
    struct bil_reasons reasons;
    bil_move moves[BIL_MAX_MOVES];
    const int count = place->game->moves(place->rules, state, moves);
    const bil_move move = ask(place, bot, view, (uint32_t)number, &reasons);
    assert_true(reasons.iterations >= (uint64_t)bot->param[1] &&
                reasons.iterations < (uint64_t)bot->param[1] + 64); /* a round ends */
    assert_true(reasons.count > 0 && reasons.count <= count);
    assert_int_equal(reasons.item[0].move, move);
    uint64_t visits = 0;
    for (int i = 0; i < reasons.count; i++) {
        const struct bil_reason *reason = &reasons.item[i];
        double places = 0;
        bool listed = false;
        for (int m = 0; m < count; m++) {
            listed |= moves[m] == reason->move;
        }
        assert_true(listed && reason->visits > 0);
        assert_true(3 * reason->visits <= 4 * reasons.item[0].visits); /* the chosen one was tried to the end */
        for (int seat = 0; seat < place->seats; seat++) {
            assert_true(reason->place[seat] >= 1 && reason->place[seat] <= place->seats);
            places += reason->place[seat];
        }
        const double all = place->seats * (place->seats + 1) / 2.0; /* shared places count as the mean of those they fill */
        assert_true(places > all - 1e-6 && places < all + 1e-6);
        visits += reason->visits;
        /* Whoever goes to the end tells when that is, who stops before does not. */
        const int played = place->game->length(place->rules, view);
        if (strstr(bot->name, "depth=0")) {
            assert_true(reason->length >= played && reason->length < played + 1000);
        } else {
            assert_true(reason->length <= 0 && reason->length >= 0);
        }
    }
    assert_true(visits <= reasons.iterations);
}

static void reasons_are_complete(void **state)
{
    static struct place place;
    const struct bil_bot *bot = bil_bot_find("search:iterations=200:guide=4:depth=8:teach=0", NULL);
    const struct bil_bot *teaching = bil_bot_find("search:iterations=100:guide=4:depth=8:teach=0.5", NULL);
    const struct bil_bot *far = bil_bot_find("search:iterations=100:depth=0", NULL);
    assert_non_null(bot);
    assert_non_null(teaching);
    assert_non_null(far);
    set_up(&place, "one-billion-users", 3, true);
    walk(&place, 20, "reasons", reasons_add_up, (void *)(uintptr_t)bot);
    walk(&place, 20, "to the end", reasons_add_up, (void *)(uintptr_t)far);
    set_up(&place, "six-billion", 4, false);
    walk(&place, 20, "reasons", reasons_add_up, (void *)(uintptr_t)bot);
    walk(&place, 20, "to the end", reasons_add_up, (void *)(uintptr_t)far);
    walk(&place, 20, "teaching", reasons_add_up, (void *)(uintptr_t)teaching);
}

/* ------------------------------------------------------------------ ending early */

struct thrift {
    const struct bil_bot *patient, *thrifty;
    uint64_t iterations; /* of the thrifty one */
    int asked, same, early;
};

/* What is decided is not thought about any longer, and the choice is mostly the same; and nothing of it depends on the clock. */
static void ends_when_it_is_decided(const struct place *place, const void *state, const void *view, int number, void *context)
{
    struct thrift *thrift = context;
    struct bil_reasons reasons;
    const bil_move patient = ask(place, thrift->patient, view, (uint32_t)number, &reasons);
    assert_true(reasons.iterations >= 2000);
    const bil_move thrifty = ask(place, thrift->thrifty, view, (uint32_t)number, &reasons);
    const uint64_t iterations = reasons.iterations;
    assert_true(iterations < 2000 + 64);
    assert_int_equal(thrifty, reasons.item[0].move);
    assert_int_equal(thrifty, ask(place, thrift->thrifty, view, (uint32_t)number, &reasons));
    assert_true(iterations == reasons.iterations);
    thrift->asked++;
    thrift->same += patient == thrifty;
    thrift->early += iterations < 1000;
    thrift->iterations += iterations;
}

static void ends_early(void **state)
{
    static struct place place;
    for (int i = 0; i < 2; i++) {
        struct thrift thrift = {.patient = bil_bot_find("search:iterations=2000:guide=4:depth=8", NULL),
                                .thrifty = bil_bot_find("search:iterations=2000:guide=4:depth=8:gain=0.0005", NULL)};
        assert_non_null(thrift.patient);
        assert_non_null(thrift.thrifty);
        set_up(&place, i ? "six-billion" : "one-billion-users", 2 + i, true);
        walk(&place, 24, "thrift", ends_when_it_is_decided, &thrift);
        assert_int_equal(thrift.asked, 24);
        assert_true(thrift.early >= 12);
        assert_true(thrift.same >= 6); /* by chance it would be two or three; many of the others are as good as equal */
        assert_true(thrift.iterations < 24 * 1000);
    }
}

/* Asked to judge just these moves, it judges them to the end of its budget, one alone too. */
static void judges_what_it_is_asked_about(const struct place *place, const void *state, const void *view, int number, void *context)
{
    bil_move moves[BIL_MAX_MOVES];
    struct bil_random random;
    struct bil_reasons reasons;
    const struct bil_bot *bot = context;
    const uint8_t seed[BIL_SEED_BYTES] = {43};
    const int count = place->game->moves(place->rules, view, moves);
    const int wanted = 1 + number % 2;
    bil_random_stream(&random, seed, (uint32_t)number, 1);
    const struct bil_ask question = {.game = place->game,
                                     .rules = place->rules,
                                     .quick = place->quick,
                                     .view = view,
                                     .seat = place->game->actor(place->rules, view),
                                     .moves = moves,
                                     .count = count,
                                     .random = &random,
                                     .reasons = &reasons,
                                     .only = moves + count - wanted,
                                     .only_count = wanted};
    const bil_move move = bot->choose(bot, &question);
    assert_true(move == moves[count - 1] || (wanted == 2 && move == moves[count - 2]));
    assert_true(reasons.iterations >= 200);
    assert_int_equal(reasons.count, wanted);
    assert_int_equal(reasons.item[0].visits, reasons.item[wanted - 1].visits);
}

static void judges_some_moves(void **state)
{
    static struct place place;
    const struct bil_bot *bot = bil_bot_find("search:iterations=200:guide=4:depth=8:gain=0.1", NULL);
    assert_non_null(bot);
    set_up(&place, "one-billion-users", 3, true);
    walk(&place, 10, "only", judges_what_it_is_asked_about, (void *)(uintptr_t)bot);
    set_up(&place, "six-billion", 3, false);
    walk(&place, 10, "only", judges_what_it_is_asked_about, (void *)(uintptr_t)bot);
}

/* ------------------------------------------------------------------ full trees and threads */

static void small_trees_still_choose(const struct place *place, const void *state, const void *view, int number, void *context)
{
    bil_move moves[BIL_MAX_MOVES];
    const int count = place->game->moves(place->rules, state, moves);
    const bil_move move = ask(place, context, view, (uint32_t)number, NULL);
    bool listed = false;
    for (int m = 0; m < count; m++) {
        listed |= moves[m] == move;
    }
    assert_true(listed);
}

static void every_budget_chooses_a_legal_move(void **state)
{
    static const char *const names[] = {"search:iterations=400:nodes=1024",
                                        "search:iterations=100:threads=3",
                                        "search:ms=2",
                                        "search:iterations=1",
                                        "search:ms=2:iterations=5",
                                        "search:ms=2:cpu=1:threads=2",
                                        "search:depth=1:guide=0:iterations=50"};
    static struct place place;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct bil_bot *bot = bil_bot_find(names[i], NULL);
        assert_non_null(bot);
        set_up(&place, i % 2 ? "six-billion" : "one-billion-users", 2 + (int)i % 3, true);
        walk(&place, 12, names[i], small_trees_still_choose, (void *)(uintptr_t)bot);
    }
}

/* ------------------------------------------------------------------ names and settings */

static void settings_are_read(void **state)
{
    static const struct {
        const char *name, *sentence;
    } wrong[] = {
        {"search:speed=3", "no setting \"speed\""},
        {"search:ms", "ms wants a number"},
        {"search:ms=fast", "ms wants a number from 0"},
        {"search:ms=-1", "ms wants a number from 0"},
        {"search:ms=nan", "ms wants a number"},
        {"search:ms=5x", "ms wants a number"},
        {"search:", "no setting \"\""},
        {"search:threads=65", "threads wants a number from 1 to 64"},
        {"greedy:ms=5", "greedy has no setting \"ms\"; it has person and spared."},
        {"greedy:spared=2", "spared wants 0 or 1, as spared=1"},
        {"easy:ms=5", "no setting \"ms\"; it has temperature"},
        {":ms=5", "no bot called"},
        {"search:ms=000000000000000000000000000000000000000000000000005", "ms wants a number"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct bil_error error = {{0}};
        assert_null(bil_bot_find(wrong[i].name, &error));
        if (!strstr(error.text, wrong[i].sentence)) {
            fail_msg("%s: \"%s\" is not in: %s", wrong[i].name, wrong[i].sentence, error.text);
        }
    }
    const struct bil_bot *bot = bil_bot_find("search:iterations=77:mix=0.25", NULL);
    assert_non_null(bot);
    assert_string_equal(bot->name, "search:iterations=77:mix=0.25");
    assert_ptr_equal(bot, bil_bot_find("search:iterations=77:mix=0.25", NULL));
    for (int i = 0; bot->params[i].key; i++) {
        const double wanted = strcmp(bot->params[i].key, "iterations") == 0 ? 77
                              : strcmp(bot->params[i].key, "mix") == 0      ? 0.25
                                                                            : bot->params[i].initial;
        assert_true(bot->param[i] >= wanted && bot->param[i] <= wanted);
        assert_true(bot->params[i].help[0]);
    }
}

/* ------------------------------------------------------------------ how far playouts go */

struct likeness {
    const struct bil_bot *usual, *spelt, *other;
    int apart; /* from the other */
};

static void looks_as_far(const struct place *place, const void *state, const void *view, int number, void *context)
{
    struct likeness *likeness = context;
    struct bil_reasons usual;
    struct bil_reasons spelt;
    struct bil_reasons other;
    assert_int_equal(ask(place, likeness->usual, view, (uint32_t)number, &usual),
                     ask(place, likeness->spelt, view, (uint32_t)number, &spelt));
    ask(place, likeness->other, view, (uint32_t)number, &other);
    assert_true(usual.count > 0);
    assert_string_equal(usual.words, spelt.words);
    for (int i = 0; i < usual.count; i++) {
        assert_memory_equal(usual.item[i].points, spelt.item[i].points, sizeof usual.item[i].points);
    }
    likeness->apart += memcmp(usual.item[0].points, other.item[0].points, sizeof usual.item[0].points) != 0;
}

/* Playouts are judged where the game says that points tell who wins: in both at the end alone, and in 6 Billion they learn; in One
 * Billion Users less of them is left to chance. */
static void looks_as_far_as_the_game_says(void **state)
{
    static const struct {
        const char *game, *usual, *spelt, *other;
    } pairs[] = {
        {"one-billion-users", "search:iterations=60", "search:iterations=60:depth=0:habit=0:noise=0.03",
         "search:iterations=60:depth=40:habit=0:noise=0.03"},
        {"one-billion-users", "search:iterations=60:depth=0", "search:iterations=60:depth=0:habit=0",
         "search:iterations=60:depth=0:habit=1"},
        {"six-billion", "search:iterations=60", "search:iterations=60:depth=0:habit=1", "search:iterations=60:depth=40:habit=1"},
        {"six-billion", "search:iterations=60:depth=40", "search:iterations=60:depth=40:habit=1",
         "search:iterations=60:depth=40:habit=0"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        static struct place place;
        struct likeness likeness = {.usual = bil_bot_find(pairs[i].usual, NULL),
                                    .spelt = bil_bot_find(pairs[i].spelt, NULL),
                                    .other = bil_bot_find(pairs[i].other, NULL)};
        assert_true(likeness.usual && likeness.spelt && likeness.other);
        set_up(&place, pairs[i].game, 3, false);
        walk(&place, 12, "as far", looks_as_far, &likeness);
        assert_true(likeness.apart > 6);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(keeps_no_secret_it_has_not),
                                       cmocka_unit_test(reasons_are_complete),
                                       cmocka_unit_test(ends_early),
                                       cmocka_unit_test(judges_some_moves),
                                       cmocka_unit_test(every_budget_chooses_a_legal_move),
                                       cmocka_unit_test(settings_are_read),
                                       cmocka_unit_test(looks_as_far_as_the_game_says)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
