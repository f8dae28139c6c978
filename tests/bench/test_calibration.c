/* The calibration games are the games that everybody else means: tic-tac-toe has the numbers of games that are published, Leduc
 * poker the 936 information sets of the literature and a payoff that a second account of the rules gives. */
#include "bench/calibration.h"
#include "kit/notation.h"
#include "unit.h"

/* ------------------------------------------------------------------ tic-tac-toe */

struct tree {
    int64_t at_depth[10];
    int64_t ended_at[10];
    int64_t won[3]; /* by X, by O, by nobody */
};

static void walk(const void *rules, const uint8_t *board, int depth, struct tree *tree)
{
    const struct bil_game *game = &bil_game_tic_tac_toe;
    bil_move list[9];
    const int count = game->moves(rules, board, list);
    tree->at_depth[depth]++;
    if (count == 0) {
        uint8_t place[BIL_MAX_SEATS];
        const bool shared = game->rank(rules, board, place) < 0;
        tree->ended_at[depth]++;
        tree->won[shared ? 2 : place[0] == 1 ? 0 : 1]++;
        return;
    }
    for (int i = 0; i < count; i++) {
        uint8_t next[8];
        memcpy(next, board, sizeof next);
        game->apply(rules, next, list[i], NULL, NULL);
        walk(rules, next, depth + 1, tree);
    }
}

static void tic_tac_toe_has_255168_games(void **state)
{
    static const int64_t ended[10] = {0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872};
    static const int64_t reached[10] = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
    uint8_t rules[64] = {0};
    uint8_t board[8];
    struct bil_config config = {.seats = 2};
    struct tree tree = {0};
    assert_int_equal(bil_game_tic_tac_toe.state_size, sizeof board);
    assert_true(bil_game_tic_tac_toe.rules_init(&config, rules, NULL));
    bil_game_tic_tac_toe.setup(rules, NULL, board, NULL);
    walk(rules, board, 0, &tree);
    for (int depth = 0; depth < 10; depth++) {
        assert_int_equal(tree.at_depth[depth], reached[depth]);
        assert_int_equal(tree.ended_at[depth], ended[depth]);
    }
    assert_int_equal(tree.won[0], 131184);
    assert_int_equal(tree.won[1], 77904);
    assert_int_equal(tree.won[2], 46080);
}

/* ------------------------------------------------------------------ Leduc poker */

enum { CARDS = 6, VIEWS_MAX = 4096 };

/* A free generator whose next number below `bound` is `number`. */
static struct bil_random forced(uint32_t number, uint32_t bound)
{
    struct bil_random random;
    memset(&random, 0, sizeof random);
    random.used = BIL_RANDOM_BUFFER - 1;
    random.word[random.used] = (uint32_t)((((uint64_t)number << 32) + bound - 1) / bound + 1);
    return random;
}

struct poker {
    uint8_t views[VIEWS_MAX][16]; /* of the seat that decides, each once */
    int view_count;
    int64_t ends, deals;
    int most_won;
};

/* Points by a second account of the rules, from what the game says of itself in a position: who holds what, who paid what. */
static int payoff(const int card[2], int board, const int paid[2], int folded, int seat)
{
    if (folded >= 0) {
        return folded == seat ? -paid[seat] : paid[1 - seat];
    }
    const bool mine = card[seat] / 2 == board / 2;
    const bool theirs = card[1 - seat] / 2 == board / 2;
    const int difference = mine != theirs ? (mine ? 1 : -1) : card[seat] / 2 - card[1 - seat] / 2;
    return difference > 0 ? paid[1 - seat] : difference < 0 ? -paid[seat] : 0;
}

static void remember_view(struct poker *poker, const void *rules, const uint8_t *game_state, int seat)
{
    uint8_t view[16];
    bil_game_leduc.hide(rules, game_state, seat, view);
    for (int i = 0; i < poker->view_count; i++) {
        if (memcmp(poker->views[i], view, sizeof view) == 0) {
            return;
        }
    }
    assert_true(poker->view_count < VIEWS_MAX);
    memcpy(poker->views[poker->view_count++], view, sizeof view);
}

/* card, paid and folded are kept beside the game, by the rules as one reads them. */
static void bet(struct poker *poker, const void *rules, const uint8_t *game_state, const int card[2], int board, const int paid[2],
                int round)
{
    const struct bil_game *game = &bil_game_leduc;
    bil_move list[3];
    const int count = game->moves(rules, game_state, list);
    const int seat = game->actor(rules, game_state);
    remember_view(poker, rules, game_state, seat);
    for (int i = 0; i < count; i++) {
        struct bil_text text = {0};
        bil_move_text(game, rules, game_state, list[i], seat, &text);
        const char word = bil_text_string(&text)[0];
        bil_text_free(&text);
        int now[2] = {paid[0], paid[1]};
        now[seat] = word == 'f' ? paid[seat] : paid[1 - seat] + (word == 'r' ? 2 * round : 0);
        int worlds = 0;
        for (int number = 0; number < CARDS - 2; number++) { /* every card that may come on the board, if one comes */
            uint8_t next[16];
            struct bil_random random = forced((uint32_t)number, CARDS - 2);
            memcpy(next, game_state, sizeof next);
            game->apply(rules, next, list[i], &random, NULL);
            const bool chance = random.used == BIL_RANDOM_BUFFER;
            int open = board;
            if (chance) {
                open = number;
                open += open >= (card[0] < card[1] ? card[0] : card[1]);
                open += open >= (card[0] < card[1] ? card[1] : card[0]);
            }
            if (game->actor(rules, next) == BIL_OVER) {
                poker->ends++;
                for (int s = 0; s < 2; s++) {
                    struct bil_score score;
                    game->score(rules, next, s, &score);
                    assert_int_equal(score.total, payoff(card, open, now, word == 'f' ? seat : -1, s));
                    poker->most_won = score.total > poker->most_won ? score.total : poker->most_won;
                }
            } else {
                bet(poker, rules, next, card, open, now, chance ? 2 : round);
            }
            worlds++;
            if (!chance) {
                break;
            }
        }
        poker->deals += worlds;
    }
}

static void leduc_has_936_information_sets(void **state)
{
    uint8_t rules[64] = {0};
    struct bil_config config = {.seats = 2};
    struct poker *poker = calloc(1, sizeof *poker);
    assert_non_null(poker);
    assert_int_equal(bil_game_leduc.state_size, 16);
    assert_true(bil_game_leduc.rules_init(&config, rules, NULL));
    for (int first = 0; first < CARDS; first++) {
        for (int second = 0; second < CARDS; second++) {
            if (first != second) {
                uint8_t dealt[16];
                const int card[2] = {first, second};
                const int ante[2] = {1, 1};
                struct bil_random random = forced((uint32_t)(5 * first + second - (second > first)), 30);
                bil_game_leduc.setup(rules, &random, dealt, NULL);
                bet(poker, rules, dealt, card, -1, ante, 1);
            }
        }
    }
    assert_int_equal(poker->view_count, 936);
    assert_int_equal(poker->most_won, 13); /* the ante, two raises of 2, two of 4 */
    /* 30 deals; in each round 4 ways to fold and 5 to go on; 4 boards after each of these. */
    assert_int_equal(poker->ends, 30 * (4 + 5 * 4 * (4 + 5)));
    free(poker);
}

/* ------------------------------------------------------------------ what they refuse */

static void configurations_are_refused(void **state)
{
    static const struct bil_setting setting = {"board", "4x4"};
    static const struct bil_value edition = {.type = BIL_OBJECT};
    const struct bil_game *const games[2] = {&bil_game_tic_tac_toe, &bil_game_leduc};
    static const struct {
        struct bil_config config;
        const char *part;
    } rows[] = {
        {{.seats = 3}, "is for 2 seats, not 3."},
        {{.seats = 0}, "is for 2 seats, not 0."},
        {{.seats = 2, .revision = 2}, "has no rules revision 2: the newest is 1."},
        {{.seats = 2, .edition = &edition}, "has no editions"},
        {{.seats = 2, .settings = &setting, .setting_count = 1}, "has no option \"board\""},
    };
    for (int g = 0; g < 2; g++) {
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            uint8_t rules[64];
            struct bil_error error = {{0}};
            assert_false(games[g]->rules_init(&rows[i].config, rules, &error));
            assert_non_null(strstr(error.text, games[g]->title));
            assert_non_null(strstr(error.text, rows[i].part));
        }
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tic_tac_toe_has_255168_games),
        cmocka_unit_test(leduc_has_936_information_sets),
        cmocka_unit_test(configurations_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
