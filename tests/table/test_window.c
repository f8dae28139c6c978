/* Who is asked about one matter (`window`), and what is open to all (`open`): public knowledge in both games, and true of what
 * comes when everybody passes. */
#include "kit/notation.h"
#include "table/helpers.h"
#include "table/match_internal.h"
#include "unit.h"

enum { GAMES = 60, WORLDS = 3 };

struct state {
    unsigned char byte[BIL_MAX_STATE] __attribute__((aligned(16)));
};

static struct figures {
    int decisions, windows, several, open, forced;
} figures;

static bil_move find_pass(const struct bil_game *game, const void *rules, const void *state, int seat)
{
    bil_move list[BIL_MAX_MOVES];
    const int count = game->moves(rules, state, list);
    struct bil_text text = {0};
    bil_move found = 0;
    for (int i = 0; i < count && !found; i++) {
        bil_text_clear(&text);
        bil_move_text(game, rules, state, list[i], seat, &text);
        found = strcmp(bil_text_string(&text), "pass") == 0 ? list[i] : 0;
    }
    bil_text_free(&text);
    return found;
}

static void count_event(void *context, const struct bil_event *event)
{
    int *count = context;
    ++*count;
}

static void same_prompt(const struct bil_match *match, const void *a, int seat_a, const void *b, int seat_b, bool *same)
{
    struct state view = {{0}};
    struct bil_text texts[2] = {{0}, {0}};
    match->game->hide(match->rules, a, seat_a, &view);
    match->game->prompt(match->rules, &view, true, &texts[0]);
    memset(&view, 0, sizeof view);
    match->game->hide(match->rules, b, seat_b, &view);
    match->game->prompt(match->rules, &view, true, &texts[1]);
    *same = strcmp(bil_text_string(&texts[0]), bil_text_string(&texts[1])) == 0;
    bil_text_free(&texts[0]);
    bil_text_free(&texts[1]);
}

/* If everybody passes, exactly the seats of the window are asked, each once; then something else begins. */
static void all_pass(const struct bil_match *match, unsigned window)
{
    const struct bil_game *game = match->game;
    struct bil_random random = *bil_match_generator(match, match->ply);
    struct state state = {{0}};
    struct state before = {{0}};
    int events = 0;
    int last = -1;
    const struct bil_listener listener = {count_event, &events};
    memcpy(&state, bil_match_state(match, -1), game->state_size);
    for (unsigned left = window; left;) {
        const int seat = game->actor(match->rules, &state);
        const bil_move pass = find_pass(game, match->rules, &state, seat);
        assert_true(seat >= 0 && (left >> seat & 1U));
        assert_int_equal(game->window(match->rules, &state), left);
        assert_int_equal(events, 0); /* a pass changes nothing but who is asked next */
        left &= ~(1U << seat);
        last = seat;
        before = state;
        if (!pass) { /* a choice that must be made: nobody else is asked about it */
            assert_int_equal(window, 1U << seat);
            return;
        }
        game->apply(match->rules, &state, pass, &random, &listener);
    }
    const int next = game->actor(match->rules, &state);
    if (events == 0 && next != BIL_OVER && game->window(match->rules, &state)) {
        bool same = false;
        same_prompt(match, &before, last, &state, next, &same);
        assert_false(same);
    }
}

/* What everybody knows is the same on all views, and in all worlds that fit them. */
static void public_knowledge(const struct bil_match *match, struct bil_random *random)
{
    const struct bil_game *game = match->game;
    const void *now = bil_match_state(match, -1);
    const unsigned window = game->window(match->rules, now);
    const bool open = game->open(match->rules, now);
    for (int viewer = BIL_EVERYBODY; viewer < match->config.seats; viewer++) {
        struct state view = {{0}};
        bil_match_view(match, viewer, -1, &view);
        assert_int_equal(game->window(match->rules, &view), window);
        assert_int_equal(game->open(match->rules, &view), open);
        for (int w = 0; w < WORLDS; w++) {
            struct state world = {{0}};
            bil_move list[BIL_MAX_MOVES];
            game->deal(match->rules, &view, random, &world);
            assert_int_equal(game->window(match->rules, &world), window);
            assert_int_equal(game->open(match->rules, &world), open);
            if (open) {
                assert_int_equal(game->moves(match->rules, &world, list), match->move_count);
                assert_memory_equal(list, match->move, (size_t)match->move_count * sizeof *list);
            }
        }
    }
}

static void play(const char *id, const struct bil_setting *settings, int setting_count)
{
    const struct bil_game *game = bil_game_find(id);
    const uint8_t seed[BIL_SEED_BYTES] = {77};
    struct bil_random random;
    bil_random_stream(&random, seed, 1, 0);
    memset(&figures, 0, sizeof figures);
    for (int g = 0; g < GAMES; g++) {
        struct bil_match_setup setup = {.game = game, .config = {.settings = settings, .setting_count = setting_count}};
        setup.config.seats = game->min_seats + g % (game->max_seats - game->min_seats + 1);
        setup.seed[0] = (uint8_t)g;
        struct bil_match *match = bil_match_bare(&setup, NULL);
        assert_non_null(match);
        while (match->actor != BIL_OVER) {
            const void *state = bil_match_state(match, -1);
            const unsigned window = game->window(match->rules, state);
            assert_true((window == 0) == game->recorded(match->rules, state));
            assert_true(window == 0 || (window >> match->actor & 1U));
            figures.decisions++;
            figures.windows += window != 0;
            figures.several += (window & (window - 1)) != 0;
            figures.open += game->open(match->rules, state);
            figures.forced += game->open(match->rules, state) && match->move_count == 1;
            if (window) {
                all_pass(match, window);
            }
            if (window || bil_random_below(&random, 8) == 0) {
                public_knowledge(match, &random);
            }
            assert_true(bil_match_push(match, bil_pick(game, match->rules, state, &random), false));
        }
        assert_int_equal(game->window(match->rules, bil_match_state(match, -1)), 0);
        bil_match_free(match);
    }
    printf("%s: %d decisions, %d in windows (%d ask several), %d open (%d forced)\n", id, figures.decisions, figures.windows,
           figures.several, figures.open, figures.forced);
    assert_true(figures.several > 50 && figures.open > 500 && figures.forced > 50);
}

static void windows_of_one_billion_users(void **state)
{
    static const struct bil_setting settings[] = {{"networks", "random"}, {"milestones", "manual"}};
    play("one-billion-users", NULL, 0);
    play("one-billion-users", settings, 2);
}

static void windows_of_six_billion(void **state)
{
    play("six-billion", NULL, 0);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows_of_one_billion_users),
        cmocka_unit_test(windows_of_six_billion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
