/* Tic-tac-toe behind the whole contract of a game: nothing hidden, no chance, and so little to do in a move that what remains to be
 * measured is the contract itself. Cells are bits of a board of nine; what a board means is read from tables.
 *
 * TTT-1: seat 1 marks X, seat 2 marks O, in turn, an empty cell each. TTT-2: three in a row, column or diagonal win. TTT-3: a
 * full board without is a draw. A win is worth 2 points, a draw 1 to each. */
#include <stdio.h>
#include <string.h>

#include "bench/calibration.h"
#include "kit/fields.h"
#include "kit/notation.h"

enum { CELLS = 9, FULL = 511, MARKED = 1 /* event: seat marks cell a */ };

enum result { OPEN, WON_BY_FIRST, WON_BY_SECOND, DRAWN };

struct rules {
    uint8_t seats;
    uint8_t fast; /* nothing to skip here */
};

struct state {
    uint16_t taken[2]; /* cells of each seat */
    uint8_t turn;
    uint8_t result;
    uint8_t unused[2]; /* zero */
};

/* ------------------------------------------------------------------ tables over all 512 sets of cells */

#define TWO(f, m)      f(m), f((m) + 1)
#define FOUR(f, m)     TWO(f, m), TWO(f, (m) + 2)
#define EIGHT(f, m)    FOUR(f, m), FOUR(f, (m) + 4)
#define SIXTEEN(f, m)  EIGHT(f, m), EIGHT(f, (m) + 8)
#define HALF_RUN(f, m) SIXTEEN(f, m), SIXTEEN(f, (m) + 16)
#define RUN(f, m)      HALF_RUN(f, m), HALF_RUN(f, (m) + 32)
#define ALL_SETS(f)    RUN(f, 0), RUN(f, 64), RUN(f, 128), RUN(f, 192), RUN(f, 256), RUN(f, 320), RUN(f, 384), RUN(f, 448)

#define HAS(m, line) (((m) & (line)) == (line))
#define IS_LINE(m)                                                                                                                 \
    (HAS(m, 0007) || HAS(m, 0070) || HAS(m, 0700) || HAS(m, 0111) || HAS(m, 0222) || HAS(m, 0444) || HAS(m, 0421) || HAS(m, 0124))

static const uint8_t has_line[FULL + 1] = {ALL_SETS(IS_LINE)};

/* The cells of a set in ascending order, plus one, four bits each, the first lowest: its list of moves. */
#define BIT(m, i)  ((uint64_t)((m) >> (i)&1))
#define BELOW_1(m) BIT(m, 0)
#define BELOW_2(m) (BELOW_1(m) + BIT(m, 1))
#define BELOW_3(m) (BELOW_2(m) + BIT(m, 2))
#define BELOW_4(m) (BELOW_3(m) + BIT(m, 3))
#define BELOW_5(m) (BELOW_4(m) + BIT(m, 4))
#define BELOW_6(m) (BELOW_5(m) + BIT(m, 5))
#define BELOW_7(m) (BELOW_6(m) + BIT(m, 6))
#define BELOW_8(m) (BELOW_7(m) + BIT(m, 7))
#define BELOW_9(m) (BELOW_8(m) + BIT(m, 8))
#define PACKED(m)                                                                                                                  \
    (BIT(m, 0) | BIT(m, 1) * 2 << 4 * BELOW_1(m) | BIT(m, 2) * 3 << 4 * BELOW_2(m) | BIT(m, 3) * 4 << 4 * BELOW_3(m) |             \
     BIT(m, 4) * 5 << 4 * BELOW_4(m) | BIT(m, 5) * 6 << 4 * BELOW_5(m) | BIT(m, 6) * 7 << 4 * BELOW_6(m) |                         \
     BIT(m, 7) * 8 << 4 * BELOW_7(m) | BIT(m, 8) * 9 << 4 * BELOW_8(m) | BELOW_9(m) << 60)

static const uint64_t packed_moves[FULL + 1] = {ALL_SETS(PACKED)}; /* the top four bits: how many */

/* ------------------------------------------------------------------ play */

static bool rules_init(const struct bil_config *config, void *rules, struct bil_error *error)
{
    const struct rules made = {.seats = 2, .fast = config->fast};
    memcpy(rules, &made, sizeof made);
    return bil_calibration_config(&bil_game_tic_tac_toe, config, error);
}

static void edition_json(const void *rules, struct bil_text *out)
{
    (void)rules;
    bil_json_object(out);
    bil_json_key_integer(out, "format", 1);
    bil_json_key_string(out, "game", bil_game_tic_tac_toe.id);
    bil_json_object_end(out);
}

static void setup(const void *rules, struct bil_random *random, void *state, const struct bil_listener *listener)
{
    (void)rules;
    (void)random;
    (void)listener;
    memset(state, 0, sizeof(struct state));
}

static int actor(const void *rules, const void *state_)
{
    (void)rules;
    const struct state *state = state_;
    return state->result != OPEN ? BIL_OVER : state->turn;
}

static int moves(const void *rules, const void *state_, bil_move *list)
{
    (void)rules;
    const struct state *state = state_;
    if (state->result != OPEN) {
        return 0;
    }
    const uint64_t packed = packed_moves[FULL & ~(state->taken[0] | state->taken[1])];
    for (int i = 0; i < CELLS; i++) { /* all nine, used or not: no branch to mispredict */
        list[i] = (bil_move)(packed >> 4 * i & 15);
    }
    return (int)(packed >> 60);
}

static bil_move pick(const void *rules, const void *state_, struct bil_random *random)
{
    (void)rules;
    const struct state *state = state_;
    if (state->result != OPEN) {
        return 0;
    }
    const uint64_t packed = packed_moves[FULL & ~(state->taken[0] | state->taken[1])];
    const uint32_t count = (uint32_t)(packed >> 60);
    return (bil_move)(packed >> 4 * (count == 1 ? 0 : bil_random_below(random, count)) & 15);
}

static void apply(const void *rules, void *state_, bil_move move, struct bil_random *random, const struct bil_listener *listener)
{
    (void)rules;
    (void)random;
    struct state *state = state_;
    const int seat = state->turn;
    const unsigned mine = state->taken[seat] | 1U << (move - 1);
    const unsigned all = mine | state->taken[1 - seat];
    state->taken[seat] = (uint16_t)mine;
    state->turn = (uint8_t)(1 - seat);
    state->result = (uint8_t)(has_line[mine] ? WON_BY_FIRST + seat : all == FULL ? DRAWN : OPEN);
    if (listener) {
        const struct bil_event event = {.kind = MARKED, .seat = (int8_t)seat, .viewers = 0xFF, .a = (int16_t)(move - 1)};
        listener->hear(listener->context, &event);
    }
}

static bool recorded(const void *rules, const void *state)
{
    (void)rules;
    (void)state;
    return false;
}

static void score(const void *rules, const void *state_, int seat, struct bil_score *score)
{
    (void)rules;
    const struct state *state = state_;
    memset(score, 0, sizeof *score);
    if (state->result == (uint8_t)(WON_BY_FIRST + seat)) {
        score->item[score->count++] = (struct bil_score_item){"Three in a row", 2, "TTT-2"};
        score->total = 2;
    } else if (state->result == OPEN || state->result == DRAWN) {
        score->item[score->count++] = (struct bil_score_item){"Draw", 1, "TTT-3"};
        score->total = 1;
    }
}

static int rank(const void *rules, const void *state_, uint8_t place[BIL_MAX_SEATS])
{
    (void)rules;
    const struct state *state = state_;
    memset(place, 0, BIL_MAX_SEATS);
    place[0] = state->result == WON_BY_SECOND ? 2 : 1;
    place[1] = state->result == WON_BY_FIRST ? 2 : 1;
    return place[0] == place[1] ? -1 : 0;
}

/* Nothing is hidden: views and worlds are copies. */
static void hide(const void *rules, const void *state, int viewer, void *view)
{
    (void)rules;
    (void)viewer;
    memcpy(view, state, sizeof(struct state));
}

static void deal(const void *rules, const void *view, struct bil_random *random, void *world)
{
    (void)rules;
    (void)random;
    memcpy(world, view, sizeof(struct state));
}

static const char *broken(const struct state *state)
{
    const int first = __builtin_popcount(state->taken[0]);
    const int second = __builtin_popcount(state->taken[1]);
    if ((state->taken[0] | state->taken[1]) > FULL || state->unused[0] || state->unused[1]) {
        return "bits are set that mean nothing";
    }
    if (state->taken[0] & state->taken[1]) {
        return "a cell has two marks (TTT-1)";
    }
    if (first - second != state->turn) {
        return "X must have as many marks as O when X is to move, and one more when O is (TTT-1)";
    }
    const bool first_won = has_line[state->taken[0]];
    const bool second_won = has_line[state->taken[1]];
    if ((first_won && state->turn == 0) || (second_won && state->turn == 1)) {
        return "play went on after a line of three (TTT-2)";
    }
    const int result = first_won ? WON_BY_FIRST : second_won ? WON_BY_SECOND : first + second == CELLS ? DRAWN : OPEN;
    return state->result == result ? NULL : "the result is not that of the board (TTT-2, TTT-3)";
}

static const char *check(const void *rules, const void *state, char *buffer, size_t size)
{
    (void)rules;
    const char *what = broken(state);
    if (what) {
        (void)snprintf(buffer, size, "\"board\" cannot come about: %s.", what);
        return buffer;
    }
    return NULL;
}

/* ------------------------------------------------------------------ advice */

static bool completes(unsigned taken, bil_move move)
{
    return has_line[(taken | 1U << (move - 1)) & FULL];
}

static void advise(const void *rules, const void *view, const bil_move *list, int count, int32_t *value)
{
    (void)rules;
    const struct state *state = view;
    for (int i = 0; i < count; i++) {
        value[i] = completes(state->taken[state->turn], list[i]) ? 2 : completes(state->taken[1 - state->turn], list[i]) ? 1 : 0;
    }
}

static void explain(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    (void)rules;
    const struct state *state = view;
    bil_text_add(out, completes(state->taken[state->turn], move)       ? "It makes a line of three and wins."
                      : completes(state->taken[1 - state->turn], move) ? "It stops the other seat from making a line of three."
                      : move == 5                                      ? "The centre lies on four lines, more than any other cell."
                      : move % 2                                       ? "A corner lies on three lines."
                                                                       : "An edge lies on two lines only.");
}

/* ------------------------------------------------------------------ texts */

static const char *const cell_names[1 + CELLS] = {NULL, "a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"};

static const char *cell_name(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    (void)rules;
    (void)view;
    (void)room;
    return which == 0 ? cell_names[number] : NULL;
}

static const struct bil_nouns cells = {1 + CELLS, cell_name};
static const struct bil_slot slots[] = {
    {.word = "CELL", .thing = "cell", .ask = "Which cell?", .nouns = &cells, .members = 0x3FE, .bits = 4, .at = {0}},
    {.word = NULL},
};
static const struct bil_verb verbs[] = {{0, "mark", "CELL"}, {0, NULL, NULL}};
static const struct bil_notation notation = {.verbs = verbs, .slots = slots};

static void why_not(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    (void)rules;
    const struct state *state = view;
    if (state->result != OPEN) {
        bil_text_add(out, "The game is over (TTT-2, TTT-3).");
    } else if (move < 1 || move > CELLS) {
        bil_text_add(out, "That is no cell of the board (TTT-1).");
    } else if ((state->taken[0] | state->taken[1]) >> (move - 1) & 1) {
        bil_text_add(out, "That cell is marked already; name an empty one (TTT-1).");
    }
}

static void prompt(const void *rules, const void *view, bool typed, struct bil_text *out)
{
    (void)rules;
    (void)typed;
    const struct state *state = view;
    bil_text_add(out, state->result != OPEN ? "The game is over."
                      : state->turn == 0    ? "Mark an empty cell with X, as b2."
                                            : "Mark an empty cell with O, as b2.");
}

static void event_text(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out)
{
    (void)rules;
    (void)viewer;
    if (event->kind == MARKED) {
        bil_text_format(out, "Seat %d marks %s.", event->seat + 1, cell_names[event->a + 1]);
    }
}

static char cell(const struct state *state, int i)
{
    return state->taken[0] >> i & 1 ? 'X' : state->taken[1] >> i & 1 ? 'O' : '.';
}

static void write_board(struct bil_doc *doc)
{
    char board[CELLS + 1] = {0};
    for (int i = 0; i < CELLS; i++) {
        board[i] = cell(doc->state, i);
    }
    bil_json_string(doc->out, board);
}

static bool read_board(struct bil_doc *doc, const struct bil_value *value)
{
    struct state *made = doc->filled;
    if (!value || value->type != BIL_STRING || strlen(value->string) != CELLS || strspn(value->string, "XO.") != CELLS) {
        return bil_fail(doc->error, "\"board\" must be nine characters, row after row, each X, O or a full stop.");
    }
    for (int i = 0; i < CELLS; i++) {
        if (value->string[i] != '.') {
            const int seat = value->string[i] == 'O';
            made->taken[seat] = (uint16_t)(made->taken[seat] | 1 << i);
        }
    }
    made->turn = __builtin_popcount(made->taken[0]) > __builtin_popcount(made->taken[1]);
    made->result = (uint8_t)(has_line[made->taken[0]]                    ? WON_BY_FIRST
                             : has_line[made->taken[1]]                  ? WON_BY_SECOND
                             : (made->taken[0] | made->taken[1]) == FULL ? DRAWN
                                                                         : OPEN);
    return true;
}

static const struct bil_axis places = {.count = CELLS};
static const struct bil_field board[] = {{"x", BIL_FIELD_SET, BIL_LIES(struct state, taken[0]), .axis = &places},
                                         {"o", BIL_FIELD_SET, BIL_LIES(struct state, taken[1]), .axis = &places},
                                         {0}};
static const struct bil_field position[] = {
    {"board", BIL_FIELD_OWN, .observed = board, .write = write_board, .read = read_board},
    {0},
};

static void draw(const void *rules, const void *view, const struct bil_style *style, struct bil_text *out)
{
    (void)rules;
    (void)style;
    bil_text_add(out, "    a b c\n");
    for (int row = 0; row < 3; row++) {
        bil_text_format(out, "  %d %c %c %c\n", row + 1, cell(view, 3 * row), cell(view, 3 * row + 1), cell(view, 3 * row + 2));
    }
}

/* ------------------------------------------------------------------ the game */

static const struct bil_option no_options[] = {{0}};
static const struct bil_topic topics[] = {
    {"play", "How to play",
     "Two seats mark empty cells of a board of nine in turn, X first. Three marks in\na row, column or diagonal win; a full board "
     "without them is a draw.\n"},
    {NULL, NULL, NULL},
};
static const char *const tie_breaks[] = {"points", NULL};

const struct bil_game bil_game_tic_tac_toe = {
    .id = "tic-tac-toe",
    .title = "Tic-tac-toe",
    .summary = "Three in a row: for calibration.",
    .min_seats = 2,
    .max_seats = 2,
    .revision = 1,
    .rules_size = sizeof(struct rules),
    .state_size = sizeof(struct state),
    .facts_size = sizeof(struct state),
    .max_moves = CELLS,
    .options = no_options,
    .topics = topics,
    .tie_breaks = tie_breaks,
    .rules_init = rules_init,
    .edition_json = edition_json,
    .setup = setup,
    .actor = actor,
    .moves = moves,
    .pick = pick,
    .apply = apply,
    .recorded = recorded,
    .score = score,
    .rank = rank,
    .hide = hide,
    .deal = deal,
    .check = check,
    .advise = advise,
    .explain = explain,
    .notation = &notation,
    .why_not = why_not,
    .prompt = prompt,
    .event_text = event_text,
    .position = position,
    .draw = draw,
};
