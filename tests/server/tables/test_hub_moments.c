/* The moment at which a window closes tells nothing about who holds an answer. A window is looked at again and again, with the same
 * persons, bots, orders and absent seats, but with other cards in every hand: each time it closes at the very moment that follows
 * from who sits there and when the persons answered, and until then nobody hears anything.
 *
 * That moment is worked out here from the public facts alone, and not taken from the hub. */
#include "kit/notation.h"
#include "server/hub_bench.h"
#include "server/tables/internal.h"
#include "table/helpers.h"
#include "table/match_internal.h"
#include "unit.h"

enum { WINDOWS = 60, DEALS = 6, PLIES = 400, WINDOW = 10000, FLOOR = 1500, BOT_PACE = 600, OVER_TIME = 300, FIRST_ANSWER = 700 };

static struct bil_random choices;
static struct counts {
    int windows, deals, looks, sole, several, bots, thinkers, orders, absent, late, quick;
} counts;

/* Who sits at a seat. */
enum sitter { PERSON, SLEEPER, BOT, THINKER, ORDERED, AWAY, SITTERS };

static const char *const thinker = "medium";

/* ------------------------------------------------------------------ a table */

static void write_setup(const struct bil_match *match, const void *state, const enum sitter *who, struct bil_text *out)
{
    const char *bot[BIL_MAX_SEATS] = {NULL};
    for (int seat = 0; seat < match->config.seats; seat++) {
        bot[seat] = who[seat] == BOT ? "greedy" : who[seat] == THINKER ? thinker : NULL;
    }
    bench_write_setup(match, state, bot, "\"pace\":{\"kind\":\"live\",\"move\":600,\"bank\":600,\"window\":10}", out);
}

static const struct bil_asked *asked(void)
{
    struct bil_table *table = NULL;
    assert_int_equal(bil_table_load(bench.hub, bench.made, &table, NULL), BIL_FAULT_NONE);
    return &table->body->asked;
}

static struct bench_client *client_of(int seat)
{
    for (int i = 0; i < bench.count; i++) {
        if (bench.client[i].seat == seat) {
            return &bench.client[i];
        }
    }
    helper_fail("Nobody sits there.");
}

static void leave_all(void)
{
    for (int i = 0; i < bench.count; i++) {
        if (bench.client[i].client) {
            bench_drop(&bench.client[i]);
        }
        bil_text_free(&bench.client[i].all);
        bil_text_free(&bench.client[i].kept);
    }
    bench.count = 0;
}

/* ------------------------------------------------------------------ one window, one deal */

/* After so many milliseconds a window with these seats closes, whatever anybody holds. Persons answer one after the other, each
 * FIRST_ANSWER later; one that sleeps does not. */
static int64_t closes_after(unsigned seats, const enum sitter *who)
{
    int persons = 0;
    bool sleeps = false;
    bool away = false;
    bool machines = false;
    int64_t thinks = 0;
    for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
        if (seats >> seat & 1U) {
            persons += who[seat] == PERSON;
            sleeps = sleeps || who[seat] == SLEEPER;
            away = away || who[seat] == AWAY;
            machines = machines || (who[seat] != PERSON && who[seat] != SLEEPER);
            thinks = who[seat] == THINKER ? bil_setup_bot_time(thinker) : thinks;
        }
    }
    int64_t least = persons > 0 || sleeps || away ? FLOOR : BOT_PACE;
    if (thinks > 0 && thinks + thinks / 10 + OVER_TIME > least) {
        least = thinks + thinks / 10 + OVER_TIME;
    }
    const int64_t last = sleeps ? WINDOW : (int64_t)persons * FIRST_ANSWER;
    return machines && last < least ? least : last;
}

static void forget(void)
{
    for (int i = 0; i < bench.count; i++) {
        bench_forget(&bench.client[i]);
    }
}

/* Whether nobody has heard anything. */
static bool silent(void)
{
    for (int i = 0; i < bench.count; i++) {
        if (bench.client[i].client && bench.client[i].messages > 0) {
            return false;
        }
    }
    return true;
}

static void count_hands(const struct bil_asked *now)
{
    for (int i = 0; i < now->count; i++) {
        counts.sole += now->question[i].count == 1;
        counts.several += now->question[i].count > 1;
    }
}

/* Waits up to a moment that must pass in silence. */
static void wait_in_silence(int64_t until)
{
    const int64_t decision = asked()->decision;
    if (until > bench.now) {
        bench_wait(until - bench.now);
    }
    bil_hub_wait(bench.hub);
    bench_round();
    assert_int_equal(asked()->decision, decision);
    assert_true(silent());
}

static void close_it(const enum sitter *who)
{
    const struct bil_asked first = *asked();
    const int64_t end = bench.now + closes_after(first.seats, who);
    int64_t now = bench.now;
    forget();
    for (int i = 0; i < first.count; i++) {
        const struct bil_question *question = &first.question[i];
        struct bench_client *client = who[question->seat] == PERSON ? client_of(question->seat) : NULL;
        if (!client) {
            continue;
        }
        now += FIRST_ANSWER;
        wait_in_silence(now == end ? now - 1 : now);
        bench.now = now;
        client->answered = (int)client->decision;
        bench_say(client, "{\"type\":\"move\",\"decision\":%lld,\"move\":\"%s\"}", (long long)client->decision,
                  client->move[bil_random_below(&choices, (uint32_t)client->move_count)]);
        if (now < end) {
            bench_forget(client); /* that it is kept is said to nobody else */
            assert_true(silent());
        }
    }
    if (bench.now < end) {
        wait_in_silence(end - 1);
        bench_wait(1);
    }
    assert_int_equal(bench.now, end);
    assert_true(asked()->decision != first.decision || asked()->count == 0);
    counts.late += end - first.since == WINDOW;
    counts.quick += end - first.since < FLOOR;
}

/* Persons give orders, or go and leave their seats to a bot, before the move that opens the window. */
static void prepare(const struct bil_match *match, const enum sitter *who)
{
    const bool one = strcmp(match->game->id, "one-billion-users") == 0;
    for (int seat = 0; seat < match->config.seats; seat++) {
        if (who[seat] == ORDERED) {
            bench_say(client_of(seat), "{\"type\":\"order\",\"words\":\"%s\"}", one ? "never counter" : "pass windows");
            assert_true(bench_heard(client_of(seat), "\"type\":\"orders\""));
        } else if (who[seat] == AWAY) {
            bench_bye(client_of(seat));
        }
    }
    bench_wait(20000); /* the absent are absent; the mover sits and thinks */
}

/* Plays the move that opens the window at a table where `state` lies, and looks when it closes. False: no window comes of it. */
static bool deal_and_look(const struct bil_match *match, const void *state, const char *move, const enum sitter *who)
{
    struct bil_text setup = {0};
    struct bil_table_setup read;
    write_setup(match, state, who, &setup);
    const bool can = bil_setup_read(bil_text_string(&setup), setup.length, true, &read, NULL);
    bool window = false;
    if (can) {
        bil_setup_free(&read);
        bench_table(bil_text_string(&setup));
        bench_come(bench.made, NULL, -1);
        prepare(match, who);
        struct bench_client *mover = client_of(match->actor);
        bench_say(mover, "{\"type\":\"move\",\"decision\":%lld,\"move\":\"%s\"}", (long long)mover->decision, move);
        bil_hub_wait(bench.hub);
        window = asked()->window && !asked()->together && asked()->since == bench.now;
        if (window) {
            counts.looks++;
            count_hands(asked());
            close_it(who);
        }
        leave_all();
    }
    bil_text_free(&setup);
    return window;
}

/* ------------------------------------------------------------------ many windows */

static void seat_all(const struct bil_match *match, enum sitter *who)
{
    for (int seat = 0; seat < match->config.seats; seat++) {
        who[seat] = (enum sitter)bil_random_below(&choices, SITTERS);
        counts.bots += who[seat] == BOT;
        counts.thinkers += who[seat] == THINKER;
        counts.orders += who[seat] == ORDERED;
        counts.absent += who[seat] == AWAY;
    }
    who[match->actor] = PERSON;
}

static void look_at(const struct bil_match *match, bil_move move)
{
    const struct bil_game *game = match->game;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    unsigned char world[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    enum sitter who[BIL_MAX_SEATS] = {PERSON};
    struct bil_text words = {0};
    seat_all(match, who);
    bil_match_view(match, match->actor, -1, view);
    bil_move_text(game, match->rules, bil_match_state(match, -1), move, match->actor, &words);
    if (deal_and_look(match, bil_match_state(match, -1), bil_text_string(&words), who)) {
        counts.windows++;
        for (int deal = 1; deal < DEALS; deal++) { /* what the mover knows stays, so that it can make the same move */
            game->deal(match->rules, view, &choices, world);
            counts.deals += deal_and_look(match, world, bil_text_string(&words), who);
        }
    }
    bil_text_free(&words);
}

/* Whether a move opens a window, as far as this deal tells; not what all choose together, which tells who has chosen
 * (test_hub_together). */
static bool opens_window(const struct bil_match *match, bil_move move)
{
    unsigned char state[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_random random = *bil_match_generator(match, match->ply);
    memcpy(state, bil_match_state(match, -1), match->game->state_size);
    match->game->apply(match->rules, state, move, &random, NULL);
    const bool together = match->game->together && match->game->together(match->rules, state);
    return !together && match->game->window(match->rules, state) != 0;
}

static void play_and_look(const char *id, unsigned seed)
{
    const struct bil_game *game = bil_game_find(id);
    const uint8_t bytes[BIL_SEED_BYTES] = {(uint8_t)seed, 45};
    memset(&counts, 0, sizeof counts);
    bil_random_stream(&choices, bytes, 3, seed);
    bench_open(":memory:", true);
    bench.settings.workers = 1;
    for (unsigned number = 0; counts.windows < WINDOWS; number++) {
        struct bil_match_setup setup = {.game = game};
        setup.config.seats = game->min_seats + (int)bil_random_below(&choices, (uint32_t)(game->max_seats - game->min_seats + 1));
        setup.seed[0] = (uint8_t)number;
        setup.seed[1] = (uint8_t)seed;
        struct bil_match *match = bil_match_bare(&setup, NULL);
        assert_non_null(match);
        for (int ply = 0; ply < PLIES && match->actor != BIL_OVER && counts.windows < WINDOWS; ply++) {
            const bil_move move = bil_pick(game, match->rules, bil_match_state(match, -1), &choices);
            if (!game->window(match->rules, bil_match_state(match, -1)) && opens_window(match, move) &&
                bil_random_below(&choices, 4) == 0) {
                look_at(match, move);
            }
            bil_match_push(match, move, false);
        }
        bil_match_free(match);
    }
    printf(
        "%s: %d windows, %d of them also with other hands, %d looks; %d seats had one answer, %d several; %d bots, %d that think, "
        "%d orders, %d absent; %d closed at the deadline, %d before the floor\n",
        id, counts.windows, counts.deals, counts.looks, counts.sole, counts.several, counts.bots, counts.thinkers, counts.orders,
        counts.absent, counts.late, counts.quick);
    assert_true(counts.deals > 2 * WINDOWS && counts.sole && counts.several);
    assert_true(counts.bots && counts.thinkers && counts.orders && counts.absent && counts.late && counts.quick);
}

static void one_billion_users(void **state)
{
    play_and_look("one-billion-users", 1);
}

static void six_billion(void **state)
{
    play_and_look("six-billion", 2);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_billion_users),
        cmocka_unit_test(six_billion),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
