/* Positions of the calibration games and of the template that nobody could have reached, or that are no positions at all: each is
 * refused with a sentence, and what was there before stays. */
#include "bench/calibration.h"
#include "billions/json.h"
#include "kit/fields.h"
#include "unit.h"

extern const struct bil_game bil_game_template;

/* What the document says, and a part of the sentence; NULL: it is fine. */
struct row {
    const char *json, *part;
};

static void try_all(const struct bil_game *game, const struct row *rows, size_t count)
{
    uint8_t rules[64] = {0};
    struct bil_config config = {.seats = 2};
    assert_true(game->rules_init(&config, rules, NULL));
    for (size_t i = 0; i < count; i++) {
        struct bil_error error = {{0}};
        uint8_t state[64];
        uint8_t before[64];
        memset(state, 0x5A, sizeof state);
        memcpy(before, state, sizeof before);
        const struct bil_value *document = bil_json_read(rows[i].json, strlen(rows[i].json), "row", &error);
        if (document == NULL) {
            fail_msg("row %zu is no JSON: %s", i, error.text);
        }
        const bool good = bil_members_read(game, rules, document, state, &error);
        const bool wanted = rows[i].part == NULL;
        if (good != wanted) {
            fail_msg("%s: %s should %sbe a position: %s", game->id, rows[i].json, good ? "not " : "", error.text);
        }
        if (!good) {
            if (!wanted && strstr(error.text, rows[i].part) == NULL) {
                fail_msg("%s: %s is refused with: %s", game->id, rows[i].json, error.text);
            }
            assert_memory_equal(state, before, sizeof state);
            assert_int_equal(error.text[strlen(error.text) - 1], '.');
        } else {
            char buffer[200];
            assert_null(game->check(rules, state, buffer, sizeof buffer));
        }
        bil_json_free(document);
    }
}

static void tic_tac_toe(void **state)
{
    static const struct row rows[] = {
        {"{\"board\": \".........\"}", NULL},
        {"{\"board\": \"XOX......\", \"comment\": \"others' members are left alone\"}", NULL},
        {"{\"board\": \"XXXOO....\"}", NULL},
        {"{}", "\"board\" must be nine characters"},
        {"{\"board\": \"........\"}", "\"board\" must be nine characters"},
        {"{\"board\": \"..........\"}", "\"board\" must be nine characters"},
        {"{\"board\": \"xo.......\"}", "\"board\" must be nine characters"},
        {"{\"board\": 9}", "\"board\" must be nine characters"},
        {"{\"board\": \"O........\"}", "as many marks"},
        {"{\"board\": \"XX.......\"}", "as many marks"},
        {"{\"board\": \"XXXOOO...\"}", "went on after a line"},
        {"{\"board\": \"XXXOO.O..\"}", "went on after a line"},
        {"{\"board\": \"OOOXX.X.X\"}", "went on after a line"},
    };
    try_all(&bil_game_tic_tac_toe, rows, sizeof rows / sizeof *rows);
}

static void leduc(void **state)
{
#define HAND(cards, rest) "{\"cards\": [" cards "], " rest "}"
    static const struct row rows[] = {
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [1, 1]"), NULL},
        {HAND("\"Js\", \"?\"", "\"stakes\": [3, 1], \"raises\": 1, \"acts\": 1"), NULL},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [5, 5], \"board\": \"Ks\", \"earlier\": 4"), NULL},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [13, 13], \"board\": \"Ks\", \"earlier\": 3, \"over\": \"showdown\""), NULL},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [3, 1], \"raises\": 1, \"acts\": 1, \"over\": \"seat 2 folded\""), NULL},
        {"{}", "it lacks \"cards\"."},
        {HAND("\"Js\"", "\"stakes\": [1, 1]"), "it must have 2 entries, one for each seat."},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [1, 1, 1]"), "it must have 2 entries, one for each seat."},
        {HAND("\"Js\", \"Kx\"", "\"stakes\": [1, 1]"), "cards[1]: there is no card \"Kx\" here; there are ?, Js,"},
        {HAND("\"Js\", 3", "\"stakes\": [1, 1]"), "cards[1]: it must be a card as a word"},
        {HAND("\"Js\", \"Js\"", "\"stakes\": [1, 1]"), "every card is there once"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [1, 1], \"board\": \"Kh\", \"earlier\": 2"), "every card is there once"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [1, 0]"), "must be a whole number from 1 to 13"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [1, \"1\"]"), "must be a whole number from 1 to 13"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [3, 1]"), "has paid what the other has"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [3, 3]"), "stakes cannot have come about"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [2, 2]"), "stakes cannot have come about"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [1, 1], \"earlier\": 2"), "stakes cannot have come about"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [5, 1], \"raises\": 1, \"acts\": 1"), "a raise adds 2"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [1, 3], \"raises\": 1, \"acts\": 1"), "a raise adds 2"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [3, 1], \"raises\": 1, \"acts\": 0"), "at most two raises and one check"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [1, 1], \"raises\": 3"), "from 0 to 2"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [1, 1], \"acts\": 4"), "from 0 to 3"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [5, 5], \"board\": \"Ks\", \"earlier\": 2"), "not in so many decisions"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [1, 1], \"board\": \"Ks\", \"earlier\": 1"), "not in so many decisions"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [1, 1], \"over\": \"showdown\""), "a showdown comes after the second round"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [1, 1], \"over\": \"seat 1 folded\""), "only who faces a raise may fold"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [3, 1], \"raises\": 1, \"acts\": 1, \"over\": \"seat 1 folded\""), "only who faces"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [1, 1], \"over\": \"tired\""),
         "over: there is no ending \"tired\" here; there are showdown, seat 1 folded"},
        {HAND("\"Js\", \"Kh\"", "\"stakes\": [1, 1], \"over\": 1"), "over: it must be an ending as a word"},
    };
    try_all(&bil_game_leduc, rows, sizeof rows / sizeof *rows);
}

static void template(void **state)
{
#define FULL_DECK "\"deck\": [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]"
    static const struct row rows[] = {
        {"{\"hands\": [1, 2], \"open\": [0, 0], " FULL_DECK ", \"asked\": 1}", NULL},
        {"{\"hands\": [1, 2], \"open\": [0, 0], " FULL_DECK ", \"asked\": 3}", NULL},
        {"{\"hands\": [1, 0], \"open\": [0, 0], \"deck\": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}", NULL},
        {"{}", "it lacks \"hands\"."},
        {"{\"hands\": [1, 2, 3], \"open\": [0, 0], " FULL_DECK "}", "hands: it must have 2 entries, one for each seat."},
        {"{\"hands\": [1, 17], \"open\": [0, 0], " FULL_DECK "}", "\"hands[1]\" must be a whole number from 0 to 16"},
        {"{\"hands\": [1, \"2\"], \"open\": [0, 0], " FULL_DECK "}", "\"hands[1]\" must be a whole number from 0 to 16"},
        {"{\"hands\": [1, 2], \"open\": [0], " FULL_DECK "}", "open: it must have 2 entries, one for each seat."},
        {"{\"hands\": [1, 2], \"open\": [0, 0], \"deck\": 5}", "\"deck\" must be a list"},
        {"{\"hands\": [1, 2], \"open\": [0, 0], \"deck\": [3]}", "cards are missing from the deck"},
        {"{\"hands\": [1, 3], \"open\": [0, 0], " FULL_DECK "}", "a card is there twice"},
        {"{\"hands\": [1, 2], \"open\": [0, 0], " FULL_DECK ", \"asked\": 4}", "\"asked\" must be a whole number from 1 to 3"},
        {"{\"hands\": [1, 2], \"open\": [3, 0], " FULL_DECK ", \"asked\": 1}", "has changed its card"},
    };
    try_all(&bil_game_template, rows, sizeof rows / sizeof *rows);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tic_tac_toe), cmocka_unit_test(leduc), cmocka_unit_test(template)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
