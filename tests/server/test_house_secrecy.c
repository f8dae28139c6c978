/* Secrecy on the wire. Two houses hold the same table, but what one viewer cannot know was dealt anew in the second. As long as
 * that viewer's views are the same in both, everything it is sent must be the same: bytes, sizes, order, number and moment.
 *
 * The tables begin at positions of random games. At each of them the others play moves that look alike to the viewer, whatever they
 * hold; bots, standing orders and deadlines answer too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "server/house_bench.h"
#include "server/table_inside.h"
#include "table/helpers.h"
#include "table/position.h"

enum { POSITIONS = 400, STEPS = 5, PLIES = 400 };

/* ------------------------------------------------------------------ the same secrets in both houses */

static struct bil_random secrets;

static void secret_bytes(void *const bytes, const size_t count)
{
    bil_random_bytes(&secrets, bytes, count);
}

static uint32_t secret_word(void)
{
    return bil_random_word(&secrets);
}

static const char *secret_name(void)
{
    return "the same in both houses";
}

static struct randombytes_implementation same_secrets = {
    .implementation_name = secret_name, .random = secret_word, .stir = NULL, .uniform = NULL, .buf = secret_bytes, .close = NULL};

static void begin_secrets(unsigned number)
{
    uint8_t seed[BIL_SEED_BYTES] = {1, 2, 3};
    bil_random_stream(&secrets, seed, 9, number);
}

/* ------------------------------------------------------------------ two sides */

static struct bench side[2];
static struct bil_random choices;
static struct counts {
    int positions, compared, messages, windows, answers, bots, orders, deadlines, parted, moments;
} counts;

static struct bil_table *table_of(struct bench *bench)
{
    struct bil_table *table = NULL;
    struct bil_error error = {{0}};
    assert_int_equal(bil_table_load(bench->house, bench->made, &table, &error), BIL_FAULT_NONE);
    return table;
}

/* Whether the viewer has seen the same in both games up to now. */
static bool same_views(int viewer)
{
    const struct bil_match *a = table_of(&side[0])->body->match;
    const struct bil_match *b = table_of(&side[1])->body->match;
    for (int ply = 0; ply <= a->ply && ply <= b->ply; ply++) {
        unsigned char seen[2][BIL_MAX_STATE] __attribute__((aligned(16))) = {{0}};
        bil_match_view(a, viewer, ply, seen[0]);
        bil_match_view(b, viewer, ply, seen[1]);
        if (memcmp(seen[0], seen[1], sizeof seen[0]) != 0) {
            return false;
        }
    }
    return a->ply == b->ply;
}

static struct bench_client *watcher(struct bench *bench, int viewer)
{
    for (int i = 0; i < bench->count; i++) {
        if (bench->client[i].seat == viewer) {
            return &bench->client[i];
        }
    }
    helper_fail("The viewer sits nowhere.");
}

static void compare(int viewer, const char *when)
{
    struct bench_client *a = watcher(&side[0], viewer);
    struct bench_client *b = watcher(&side[1], viewer);
    counts.compared++;
    counts.messages += a->messages;
    if (a->messages != b->messages || strcmp(bil_text_string(&a->all), bil_text_string(&b->all)) != 0) {
        const char *x = bil_text_string(&a->all);
        const char *y = bil_text_string(&b->all);
        size_t at = 0;
        while (x[at] && x[at] == y[at]) {
            at++;
        }
        const size_t from = at > 200 ? at - 200 : 0;
        fprintf(stderr, "%s, position %d, viewer %d: %d and %d messages; byte %zu:\n  ...%.900s\n  ...%.900s\n", when,
                counts.positions, viewer, a->messages, b->messages, at, x + from, y + from);
        helper_fail("A viewer was sent something else because of what it cannot know.");
    }
    bench_forget(a);
    bench_forget(b);
}

/* When the first entry came that the viewer has heard since it was compared last; 0: none. */
static long long first_moment(struct bench *bench, int viewer)
{
    const char *entry = strstr(bil_text_string(&watcher(bench, viewer)->all), "\"type\":\"entry\"");
    const char *time = entry ? strstr(entry, "\"time\":") : NULL;
    return time ? strtoll(time + strlen("\"time\":"), NULL, 10) : 0;
}

/* A window has closed, and what was answered there is another story in each house: but the moment is the same. */
static void compare_moments(int viewer)
{
    counts.moments++;
    assert_int_equal(first_moment(&side[0], viewer), first_moment(&side[1], viewer));
    assert_int_not_equal(first_moment(&side[0], viewer), 0);
}

/* ------------------------------------------------------------------ answers that look alike */

static const char *face(struct bench *bench, const struct bil_question *question, bil_move move, int viewer, struct bil_text *out)
{
    const struct bil_match *match = table_of(bench)->body->match;
    bil_text_clear(out);
    match->game->move_text(match->rules, question->state, move, viewer, out);
    return bil_text_string(out);
}

/* Some move of the first side, and one of the second that the viewer cannot tell from it. */
static bool alike(int seat, int viewer, bil_move move[2])
{
    const struct bil_question *a = bil_table_question(table_of(&side[0]), seat);
    const struct bil_question *b = bil_table_question(table_of(&side[1]), seat);
    if (!a || !b) { /* the window has closed before it was this seat's turn to answer, on both sides or views have parted */
        return false;
    }
    struct bil_text wanted = {0};
    struct bil_text text = {0};
    bool found = false;
    for (int attempt = 0; attempt < 8 && !found; attempt++) {
        move[0] = a->move[bil_random_below(&choices, (uint32_t)a->count)];
        face(&side[0], a, move[0], viewer, &wanted);
        const int first = (int)bil_random_below(&choices, (uint32_t)b->count);
        for (int i = 0; i < b->count && !found; i++) {
            move[1] = b->move[(first + i) % b->count];
            found = strcmp(face(&side[1], b, move[1], viewer, &text), bil_text_string(&wanted)) == 0;
        }
    }
    bil_text_free(&wanted);
    bil_text_free(&text);
    return found;
}

static void answer(struct bench *bench, int seat, bil_move move)
{
    const struct bil_table *table = table_of(bench);
    const struct bil_question *question = bil_table_question(table, seat);
    struct bil_text text = {0};
    face(bench, question, move, seat, &text);
    bench_say(watcher(bench, seat), "{\"type\":\"move\",\"decision\":%lld,\"move\":\"%s\"}", (long long)table->body->asked.decision,
              bil_text_string(&text));
    bil_text_free(&text);
}

/* Everybody who is asked answers, the viewer too; now and then somebody does not. False: no answers that look alike. */
static bool answer_all(int viewer)
{
    const struct bil_asked asked = table_of(&side[0])->body->asked;
    for (int i = 0; i < asked.count; i++) {
        const int seat = asked.question[i].seat;
        const bool person = asked.question[i].who == BIL_WHO_PERSON;
        bil_move move[2];
        if (table_of(&side[0])->body->asked.decision != asked.decision) {
            return true;
        }
        if (person && asked.window && bil_random_below(&choices, 8) == 0) {
            continue;
        }
        if (person && !alike(seat, viewer, move)) {
            return false;
        }
        for (int s = 0; s < 2 && person; s++) {
            side[s].now += 130;
            const struct bil_question *question = bil_table_question(table_of(&side[s]), seat);
            const bool still = question && table_of(&side[s])->body->asked.decision == asked.decision;
            if (still && question->who == BIL_WHO_PERSON) {
                answer(&side[s], seat, move[s]);
            }
        }
        counts.answers += person;
    }
    return true;
}

/* ------------------------------------------------------------------ one position */

static void write_setup(const struct bil_match *match, const void *state, int viewer, unsigned kind, struct bil_text *out)
{
    struct bil_text position = {0};
    bil_position_write(match->game, &match->config, match->rules, false, state, &position);
    bil_json_object(out);
    bil_json_key_string(out, "game", match->game->id);
    bil_json_key_integer(out, "seats", match->config.seats);
    bil_json_key(out, "pace");
    bil_json_raw(out, "{\"kind\":\"live\",\"move\":60,\"bank\":60,\"window\":10}");
    bil_json_key(out, "bots");
    bil_json_array(out);
    for (int seat = 0; seat < match->config.seats; seat++) {
        if (seat != viewer && kind >> seat & 1U) {
            bil_json_string(out, kind >> 8 & 1U ? "greedy" : "easy");
        } else {
            bil_json_null(out);
        }
    }
    bil_json_array_end(out);
    bil_json_key(out, "position");
    bil_json_raw(out, bil_text_string(&position));
    bil_json_object_end(out);
    bil_text_free(&position);
}

static void give_orders(struct bench *bench, int viewer, unsigned kind)
{
    static const char *const words[] = {"never counter", "guard always", "never cancel", "pass windows", "pass"};
    for (int i = 0; i < bench->count; i++) {
        const int seat = bench->client[i].seat;
        if (seat >= 0 && seat != viewer && kind >> (16 + seat) & 1U) {
            bench_say(&bench->client[i], "{\"type\":\"order\",\"words\":\"%s\"}", words[kind >> 24 & 3U]);
            counts.orders++;
        }
    }
}

static void leave_all(struct bench *bench)
{
    for (int i = 0; i < bench->count; i++) {
        bench_drop(&bench->client[i]);
        bil_text_free(&bench->client[i].all);
        bil_text_free(&bench->client[i].kept);
    }
    bench->count = 0;
}

/* Whether there is anything left to decide: a table does not begin at the end of a game. */
static bool can_begin(const struct bil_match *match, const void *state)
{
    struct bil_text setup = {0};
    struct bil_table_setup read;
    write_setup(match, state, -1, 0, &setup);
    const bool can = bil_setup_read(bil_text_string(&setup), setup.length, true, &read, NULL);
    if (can) {
        bil_setup_free(&read);
    }
    bil_text_free(&setup);
    return can;
}

static void look_at(const struct bil_match *match, int viewer)
{
    const struct bil_game *game = match->game;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    unsigned char world[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    const unsigned kind = bil_random_below(&choices, 4) ? bil_random_word(&choices) & bil_random_word(&choices) : 0;
    bil_match_view(match, viewer, -1, view);
    game->deal(match->rules, view, &choices, world);
    if (!can_begin(match, bil_match_state(match, -1)) || !can_begin(match, world)) {
        return;
    }
    counts.positions++;
    for (int s = 0; s < 2; s++) {
        struct bil_text setup = {0};
        side[1].now = side[0].now;
        begin_secrets((unsigned)counts.positions);
        write_setup(match, s ? world : bil_match_state(match, -1), viewer, kind, &setup);
        if (viewer < 0) { /* the viewer is there from the beginning, like everybody */
            bench_table(&side[s], bil_text_string(&setup));
            bench_connect(bench_client(&side[s], side[s].made, NULL, -1), -1);
        } else {
            bench_table(&side[s], bil_text_string(&setup));
        }
        give_orders(&side[s], viewer, kind);
        bil_text_free(&setup);
    }
    counts.bots += (kind & 0x3FU) != 0;
    bool goes_on = side[0].count > 0;
    bool window = false;
    for (int step = 0; step < STEPS && goes_on; step++) {
        goes_on = same_views(viewer);
        counts.parted += !goes_on;
        if (!goes_on && window) {
            compare_moments(viewer);
        }
        if (goes_on) { /* when the game is over, everything is shown */
            goes_on = table_of(&side[0])->body->facts.state == BIL_TABLE_PLAYING;
            assert_int_equal(table_of(&side[0])->body->facts.state, table_of(&side[1])->body->facts.state);
        }
        if (goes_on) {
            compare(viewer, step ? "After a step" : "At the beginning");
        }
        if (goes_on) {
            window = table_of(&side[0])->body->asked.window;
            counts.windows += window;
            goes_on = answer_all(viewer);
            const int64_t wait = bil_random_below(&choices, 6) ? 2500 : 11000;
            counts.deadlines += window && wait > 10000;
            bench_wait(&side[0], wait);
            bench_wait(&side[1], wait);
        }
    }
    leave_all(&side[0]);
    leave_all(&side[1]);
}

/* ------------------------------------------------------------------ many positions */

static void play_and_look(const struct bil_game *game, const struct bil_setting *settings, int setting_count, unsigned seed)
{
    begin_secrets(seed);
    memset(&counts, 0, sizeof counts);
    uint8_t bytes[BIL_SEED_BYTES] = {(uint8_t)seed, 44};
    bil_random_stream(&choices, bytes, 3, seed);
    bench_open(&side[0], ":memory:", true);
    bench_open(&side[1], ":memory:", true);
    for (unsigned number = 0; counts.positions < POSITIONS; number++) {
        struct bil_match_setup setup = {.game = game, .config = {.settings = settings, .setting_count = setting_count}};
        setup.config.seats = game->min_seats + (int)bil_random_below(&choices, (uint32_t)(game->max_seats - game->min_seats + 1));
        setup.seed[0] = (uint8_t)number;
        setup.seed[1] = (uint8_t)(number >> 8);
        setup.seed[2] = (uint8_t)seed;
        struct bil_match *match = bil_match_bare(&setup, NULL);
        assert_non_null(match);
        for (int ply = 0; ply < PLIES && match->actor != BIL_OVER && counts.positions < POSITIONS; ply++) {
            const bool window = game->window(match->rules, bil_match_state(match, -1)) != 0;
            if (bil_random_below(&choices, window ? 2 : 60) == 0) {
                look_at(match, (int)bil_random_below(&choices, (uint32_t)setup.config.seats + 1) - 1);
            }
            bil_match_push(match, bil_pick(game, match->rules, bil_match_state(match, -1), &choices), false);
        }
        bil_match_free(match);
    }
    printf(
        "%s: %d positions, %d comparisons, %d messages, %d windows (%d to their deadline), %d answers, bots at %d, %d orders, %d "
        "parted, %d at the same moment of a window\n",
        game->id, counts.positions, counts.compared, counts.messages, counts.windows, counts.deadlines, counts.answers, counts.bots,
        counts.orders, counts.parted, counts.moments);
    assert_true(counts.compared > POSITIONS);
    assert_true(counts.windows > POSITIONS / 4);
    bench_close(&side[0]);
    bench_close(&side[1]);
}

static void one_billion_users(void **state)
{
    static const struct bil_setting networks[] = {{"networks", "random"}};
    (void)state;
    play_and_look(bil_game_find("one-billion-users"), NULL, 0, 1);
    play_and_look(bil_game_find("one-billion-users"), networks, 1, 2);
}

static void six_billion(void **state)
{
    (void)state;
    play_and_look(bil_game_find("six-billion"), NULL, 0, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_billion_users),
        cmocka_unit_test(six_billion),
    };
    if (sodium_init() < 0 || randombytes_set_implementation(&same_secrets) != 0) {
        return 1;
    }
    begin_secrets(0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
