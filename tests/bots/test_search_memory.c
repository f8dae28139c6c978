/* What the searching bot holds: arenas of the size that was asked for, as many as threads that search at once, and nothing more
 * after ten thousand decisions than after the first. Run with sanitizers and (with fewer decisions) valgrind, it leaks nothing
 * either. */
#include "bots/bots.h"
#include "unit.h"

enum { DECISIONS = 10000, FEW_DECISIONS = 100, FEW_GAMES = 50, NODES = 2048 };

/* Under valgrind a test plays few games; the battery is told so in the same way. */
static int wanted(void)
{
    const char *games = getenv("BATTERY_GAMES");
    return games && strtol(games, NULL, 10) <= FEW_GAMES ? FEW_DECISIONS : DECISIONS;
}

struct table {
    const struct bil_game *game;
    int seats;
    _Alignas(64) uint8_t rules[BIL_MAX_RULES];
    _Alignas(64) uint8_t quick[BIL_MAX_RULES];
    uint32_t number; /* of the next game */
    int decisions;   /* so far */
};

static void lay(struct table *table, const char *id, int seats)
{
    const struct bil_config config = {.seats = seats};
    struct bil_error error;
    *table = (struct table){.game = bil_game_find(id), .seats = seats};
    assert_non_null(table->game);
    assert_true(table->game->rules_init(&config, table->rules, &error));
    memcpy(table->quick, table->rules, sizeof table->quick);
    table->game->make_fast(table->quick);
}

/* A game in which the bot has every seat, up to `most` open decisions. */
static void play(struct table *table, const struct bil_bot *bot, int most)
{
    _Alignas(64) unsigned char state[BIL_MAX_STATE] = {0};
    _Alignas(64) unsigned char view[BIL_MAX_STATE] = {0};
    const struct bil_game *game = table->game;
    const uint8_t seed[BIL_SEED_BYTES] = {5};
    struct bil_random chance;
    struct bil_random own;
    bil_random_stream(&chance, seed, table->number, 1);
    bil_random_stream(&own, seed, table->number++, 2);
    game->setup(table->rules, &chance, state, NULL);
    for (int seat = game->actor(table->rules, state); seat != BIL_OVER && table->decisions < most;
         seat = game->actor(table->rules, state)) {
        bil_move moves[BIL_MAX_MOVES];
        struct bil_reasons reasons;
        const struct bil_ask ask = {.game = game,
                                    .rules = table->rules,
                                    .quick = table->quick,
                                    .view = view,
                                    .seat = seat,
                                    .moves = moves,
                                    .count = game->moves(table->rules, state, moves),
                                    .random = &own,
                                    .reasons = &reasons};
        game->hide(table->rules, state, seat, view);
        table->decisions += ask.count > 1;
        game->apply(table->rules, state, bot->choose(bot, &ask), &chance, NULL);
    }
}

static void never_grows(const char *name, uint32_t arenas)
{
    static struct table table[2];
    const struct bil_bot *bot = bil_bot_find(name, NULL);
    assert_non_null(bot);
    bil_search_forget();
    lay(&table[0], "one-billion-users", 3);
    lay(&table[1], "six-billion", 2);
    play(&table[0], bot, 20);
    const struct bil_search_memory first = bil_search_memory_now();
    assert_int_equal(first.arenas, arenas);
    assert_true(first.bytes >= arenas * (size_t)NODES * 32 && first.bytes < arenas * ((size_t)NODES * 32 + 224 * 1024));
    for (int i = 0; i < 2; i++) {
        while (table[i].decisions < wanted() / 2) {
            play(&table[i], bot, wanted() / 2);
        }
    }
    const struct bil_search_memory last = bil_search_memory_now();
    assert_int_equal(last.arenas, arenas);
    assert_int_equal(last.bytes, first.bytes);
    assert_true(last.nodes > 8 && last.nodes <= NODES);
    bil_search_forget();
    assert_int_equal(bil_search_memory_now().bytes, 0);
}

static void ten_thousand_decisions(void **state)
{
    never_grows("search:iterations=8:guide=2:depth=3:nodes=2048:wide=4", 1);
}

static void on_two_threads(void **state)
{
    never_grows("search:iterations=16:guide=2:depth=3:nodes=2048:wide=4:threads=2", 2);
}

static void a_full_tree_stays_in_its_room(void **state)
{
    static struct table table;
    const struct bil_bot *bot = bil_bot_find("search:iterations=300:guide=2:depth=3:nodes=1024", NULL);
    assert_non_null(bot);
    bil_search_forget();
    lay(&table, "six-billion", 4);
    while (table.decisions < 12) {
        play(&table, bot, 12);
    }
    assert_true(bil_search_memory_now().nodes > 1000);
    assert_true(bil_search_memory_now().nodes <= 1024);
    bil_search_forget();
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ten_thousand_decisions), cmocka_unit_test(on_two_threads),
                                       cmocka_unit_test(a_full_tree_stays_in_its_room)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
