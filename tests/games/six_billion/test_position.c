/* Positions of 6 Billion: every state and every view of games at random is written and read back to the byte. What a document by
 * hand means stands in test_position_by_hand.c, what is refused in test_position_refused.c. */
#include "billions/json.h"
#include "billions/position.h"
#include "kit/fields.h"
#include "unit.h"

static const struct bil_game *game;

static int find_game(void **unused)
{
    game = bil_game_find("six-billion");
    return game ? 0 : -1;
}

/* ------------------------------------------------------------------ there and back */

/* Words that each must have been in a document that went there and back, so that no step and no window is left out. */
static const char *const wanted[] = {"\"step\":\"grow\"",
                                     "\"step\":\"settle\"",
                                     "\"step\":\"act\"",
                                     "\"step\":\"discard\"",
                                     "\"step\":\"draw\"",
                                     "\"step\":\"migrant\"",
                                     "\"step\":\"dollar\"",
                                     "\"step\":\"smiley\"",
                                     "\"step\":\"leaf\"",
                                     "\"step\":\"end\"",
                                     "\"window\":\"cancel\"",
                                     "\"window\":\"respond\"",
                                     "\"window\":\"consent\"",
                                     "\"window\":\"keep\"",
                                     "\"window\":\"halve\"",
                                     "\"window\":\"return\"",
                                     "\"end\":\"belt\"",
                                     "\"end\":\"tracks\"",
                                     "\"how\":\"free\"",
                                     "\"how\":\"prepaid\"",
                                     "\"how\":\"last\"",
                                     "\"card\":\"double",
                                     "\"card\":\"trouble\"",
                                     "\"card\":\"home\"",
                                     "\"pending\":{\"card\"",
                                     "\"barred\":[\"",
                                     "\"refused\":{\"",
                                     "\"attempted\":[\"",
                                     "\"known\":{\"",
                                     "\"fresh\":{\"",
                                     " up\"",
                                     "\"all\"",
                                     "\"viewer\":5",
                                     "\"viewer\":\"spectator",
                                     "\"removed\":2"};
enum { WANTED = sizeof wanted / sizeof wanted[0], ENOUGH = 3 };
static int seen[WANTED];

static bool is_rare(const struct bil_text *text)
{
    bool rare = false;
    for (int i = 0; i < WANTED; i++) {
        if (seen[i] < ENOUGH && strstr(bil_text_string(text), wanted[i])) {
            seen[i]++;
            rare = true;
        }
    }
    return rare;
}

/* Every state and view that shows something rare goes there and back, of the others those that are `due`. */
static void there_and_back(const struct bil_config *config, const void *rules, const void *state, bool due)
{
    struct bil_text text = {0};
    struct bil_error error;
    _Alignas(8) unsigned char back[BIL_MAX_STATE];
    bil_position_write(game, config, rules, "", state, &text);
    if (!is_rare(&text) && !due) {
        bil_text_free(&text);
        return;
    }
    const struct bil_value *document = bil_json_read(bil_text_string(&text), text.length, "test", &error);
    assert_non_null(document);
    memset(back, 0xAA, sizeof back);
    if (!bil_members_read(game, rules, document, back, &error)) {
        fail_msg("%s\n%s", error.text, bil_text_string(&text));
    }
    bil_json_free(document);
    if (memcmp(back, state, game->state_size) != 0) {
        const unsigned char *before = state;
        size_t at = 0;
        while (before[at] == back[at]) {
            at++;
        }
        fail_msg("byte %zu of the state is %d, not %d, after\n%s", at, back[at], before[at], bil_text_string(&text));
    }
    bil_text_free(&text);
}

/* A move drawn so that few players pass, and those who refuse are as many as those who consent. */
static bil_move choose(const void *rules, const void *state, struct bil_random *choices)
{
    bil_move moves[BIL_MAX_MOVES];
    const int count = game->moves(rules, state, moves);
    const uint32_t first = bil_random_below(choices, (uint32_t)count);
    const uint32_t second = bil_random_below(choices, (uint32_t)count);
    return moves[first < second ? first : second]; /* a pass is the last of a list */
}

static void play_through(int seats, bool fast, const struct bil_setting *settings, int setting_count, const char *seed_text)
{
    enum { LOOKS = 3, STATES = 3, ROUNDS = 11, VIEWS = 3 }; /* one ply in so many is looked at; of those, so many go on */
    struct bil_config config = {.seats = seats, .settings = settings, .setting_count = setting_count, .fast = fast};
    struct bil_error error;
    struct bil_random random;
    struct bil_random choices;
    uint8_t seed[BIL_SEED_BYTES];
    _Alignas(8) unsigned char state[BIL_MAX_STATE] = {0};
    _Alignas(8) unsigned char view[BIL_MAX_STATE];
    void *rules = calloc(1, game->rules_size);
    assert_true(game->rules_init(&config, rules, &error));
    bil_seed_from_text(seed_text, seed);
    bil_random_match(&random, seed);
    bil_random_stream(&choices, seed, 1000, 0);
    game->setup(rules, &random, state, NULL);
    for (int ply = 0;; ply++) {
        const bool over = game->actor(rules, state) == BIL_OVER;
        if (over || ply % LOOKS == 0) {
            there_and_back(&config, rules, state, over || ply / LOOKS % STATES == 0);
        }
        for (int viewer = BIL_SPECTATOR; viewer < seats && !fast && (over || ply % ROUNDS == 0); viewer++) {
            game->hide(rules, state, viewer, view);
            there_and_back(&config, rules, view, over || (ply / ROUNDS + viewer) % VIEWS == 0);
        }
        if (over) {
            break;
        }
        game->apply(rules, state, choose(rules, state, &choices), &random, NULL);
    }
    free(rules);
}

static void test_there_and_back(void **unused)
{
    static const struct bil_setting plain[] = {{"turn-cap", "20"}};
    static const struct bil_setting track[] = {{"turn-cap", "20"}, {"track", "on"}, {"discovery-step", "on"}};
    static const struct bil_setting odd[] = {
        {"turn-cap", "20"}, {"tokens", "13"}, {"trouble-billion", "on"}, {"colours", "black,pink,orange,green,red"}};
    for (int seats = 2; seats <= 5; seats++) {
        for (int g = 0; g < 2; g++) {
            char seed[16];
            (void)snprintf(seed, sizeof seed, "%d", 10 * seats + g);
            play_through(seats, g == 1, plain, 1, seed);
            play_through(seats, g == 1, track, 3, seed);
            play_through(seats, false, odd, 4, seed);
        }
    }
    const struct bil_setting short_game[] = {{"turn-cap", "2"}};
    play_through(3, false, short_game, 1, "1");
    for (int i = 0; i < WANTED; i++) {
        if (!seen[i]) {
            fail_msg("no game came to %s", wanted[i]);
        }
    }
}

/* The game is over because of the option: nobody has had a turn in the game turn that does not come. */
static void test_cap(void **unused)
{
    const struct bil_setting settings[] = {{"turn-cap", "1"}, {"track", "on"}};
    play_through(2, false, settings, 2, "3");
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_cap),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
