/* Thoughts kept from one decision to the next: same view and same public history, same choice and reasons; what a seat may not know
 * of the moves since makes it begin anew; and the packed tree is the tree. */
#include "bots/tree.h"
#include "table/bots/bot_seats.h"
#include "unit.h"

enum { GAMES = 3, SEATS = 3 };

struct table {
    const struct bil_game *game;
    uint8_t rules[BIL_MAX_RULES], quick[BIL_MAX_RULES];
};

static void lay(struct table *table, const char *id)
{
    const struct bil_config config = {.seats = SEATS};
    struct bil_error error;
    memset(table, 0, sizeof *table);
    table->game = bil_game_find(id);
    assert_non_null(table->game);
    assert_true(table->game->rules_init(&config, table->rules, &error));
    memcpy(table->quick, table->rules, sizeof table->quick);
    table->game->make_fast(table->quick);
}

static bil_move ask(const struct table *table, const struct bil_bot *bot, const void *view, uint32_t number,
                    struct bil_bot_memory *memory, struct bil_reasons *reasons)
{
    const uint8_t seed[BIL_SEED_BYTES] = {8};
    bil_move moves[BIL_MAX_MOVES];
    struct bil_random random;
    bil_random_stream(&random, seed, number, 1);
    const struct bil_ask question = {.game = table->game,
                                     .rules = table->rules,
                                     .quick = table->quick,
                                     .view = view,
                                     .seat = table->game->actor(table->rules, view),
                                     .moves = moves,
                                     .count = table->game->moves(table->rules, view, moves),
                                     .random = &random,
                                     .reasons = reasons,
                                     .keep = memory ? bil_bot_memory_ask(memory) : NULL};
    const bil_move move = bot->choose(bot, &question);
    if (memory) {
        bil_bot_memory_asked(memory);
    }
    return move;
}

static bool same(const struct bil_reasons *a, const struct bil_reasons *b)
{
    return a->count == b->count && a->iterations == b->iterations &&
           memcmp(a->item, b->item, (size_t)a->count * sizeof a->item[0]) == 0 && strcmp(a->words, b->words) == 0;
}

struct figures {
    int asked, other_worlds, helped, hidden;
};

static bool any_hidden(const struct bil_bot_memory *memory)
{
    bool any = false;
    for (int i = 0; i < memory->keep.made_count; i++) {
        any |= !memory->made[i].known;
        assert_true(memory->made[i].known || memory->made[i].move == 0);
    }
    return any;
}

/* A game in which seat 0 is asked with what it kept, and once more in a world that looks the same to it. */
static void play(const struct table *table, uint32_t number, const struct bil_bot *bot, struct figures *figures)
{
    _Alignas(64) unsigned char state[BIL_MAX_STATE] = {0};
    _Alignas(64) unsigned char other[BIL_MAX_STATE] = {0};
    _Alignas(64) unsigned char view[BIL_MAX_STATE] = {0};
    _Alignas(64) unsigned char again[BIL_MAX_STATE] = {0};
    const struct bil_game *game = table->game;
    const uint8_t seed[BIL_SEED_BYTES] = {7};
    struct bil_bot_memory one = {.capacity = 0};
    struct bil_bot_memory two = {.capacity = 0};
    struct bil_random chance;
    struct bil_random choice;
    bil_random_stream(&chance, seed, number, 1);
    bil_random_stream(&choice, seed, number, 2);
    game->setup(table->rules, &chance, state, NULL);
    for (int seat = game->actor(table->rules, state); seat != BIL_OVER; seat = game->actor(table->rules, state)) {
        bil_move moves[BIL_MAX_MOVES];
        const int count = game->moves(table->rules, state, moves);
        bil_move move = moves[count > 1 ? bil_random_below(&choice, (uint32_t)count) : 0];
        if (seat == 0 && count > 1) {
            struct bil_reasons kept;
            struct bil_reasons otherwise;
            struct bil_reasons fresh;
            const uint32_t question = number * 10000 + (uint32_t)figures->asked;
            const bool hidden = any_hidden(&one);
            game->hide(table->rules, state, 0, view);
            game->deal(table->rules, view, &choice, other);
            game->hide(table->rules, other, 0, again);
            figures->other_worlds += memcmp(state, other, game->facts_size) != 0;
            move = ask(table, bot, view, question, &one, &kept);
            assert_int_equal(move, ask(table, bot, again, question, &two, &otherwise));
            assert_true(same(&kept, &otherwise));
            ask(table, bot, view, question, NULL, &fresh);
            assert_true(!hidden || same(&kept, &fresh));
            figures->hidden += hidden;
            figures->helped += !same(&kept, &fresh);
            figures->asked++;
        }
        bil_bot_memory_note(&one, game, table->rules, state, 0, seat, move);
        bil_bot_memory_note(&two, game, table->rules, state, 0, seat, move);
        game->apply(table->rules, state, move, &chance, NULL);
    }
    bil_bot_memory_end(&one);
    bil_bot_memory_end(&two);
}

static void keeps_no_secret_either(void **state)
{
    static struct table table;
    const struct bil_bot *bot = bil_bot_find("search:iterations=60:guide=4:depth=6:nodes=4096:teach=0.25:keep=1", NULL);
    assert_non_null(bot);
    assert_true(bil_bot_memory_wanted(bot));
    assert_false(bil_bot_memory_wanted(bil_bot_find("search:iterations=60", NULL)));
    assert_false(bil_bot_memory_wanted(bil_bot_find("greedy", NULL)));
    for (int g = 0; g < 2; g++) {
        struct figures figures = {0, 0, 0, 0};
        lay(&table, g ? "six-billion" : "one-billion-users");
        for (uint32_t number = 0; number < GAMES; number++) {
            play(&table, number, bot, &figures);
        }
        assert_true(figures.asked > 50);
        assert_true(figures.other_worlds > figures.asked * 9 / 10);
        assert_true(figures.helped > figures.asked / 10); /* what was kept really was used */
        assert_true(figures.hidden < figures.asked);
    }
}

/* A root with two moves; below the first: 3, 4 and 5; below 4: 6. */
static void packs_what_hangs_below(void **state)
{
    const struct bil_node tree[] = {{.child = 2},
                                    {.move = 101, .next = 0, .child = 5},
                                    {.move = 102, .next = 1},
                                    {.move = 103, .next = 0, .visits = 3},
                                    {.move = 104, .next = 3, .child = 6, .visits = 4},
                                    {.move = 105, .next = 4, .visits = 5},
                                    {.move = 106, .visits = 6}};
    struct bil_node packed[8];
    assert_int_equal(bil_kept_tree_copy(tree, 1, packed, 8), 5);
    assert_int_equal(packed[0].move, 101);
    assert_int_equal(packed[0].child, 1);
    const bil_move order[] = {101, 105, 104, 103, 106};
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(packed[i].move, order[i]);
        assert_int_equal(packed[i].visits, i == 0 ? 0 : order[i] - 100);
        assert_int_equal(packed[i].next, i == 1 || i == 2 ? i + 1 : 0);
        assert_int_equal(packed[i].child, i == 0 ? 1 : i == 2 ? 4 : 0);
    }
    assert_int_equal(bil_kept_tree_copy(tree, 1, packed, 4), 4); /* no room for the last */
    assert_int_equal(packed[2].child, 0);
    assert_int_equal(bil_kept_tree_copy(tree, 1, packed, 3), 1); /* a node's moves are kept all or none */
    assert_int_equal(packed[0].child, 0);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(keeps_no_secret_either), cmocka_unit_test(packs_what_hangs_below)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
