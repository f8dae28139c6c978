/* Ford: moves, questions, reasons and events in words, and a cheap estimate of each move. Reads views: never says what one hides.
 */
#include "kit/notation.h"
#include "third_game/state.h"

const char *const ford_names[FORD_KINDS + 1] = {"?", "1", "2", "3", "4", "5", "6", "slip", "flood", NULL};

static const char *const moves[FORD_MOVES] = {"?",    "lay 1", "lay 2", "lay 3", "lay 4",  "lay 5", "lay 6",
                                              "draw", "take",  "wait",  "slip",  "steady", "pass"};

/* Every move of Ford is made in the open, so all viewers read the same. */
static const struct bil_verb verbs[] = {
    {1, "lay-1", "lay 1"},
    {2, "lay-2", "lay 2"},
    {3, "lay-3", "lay 3"},
    {4, "lay-4", "lay 4"},
    {5, "lay-5", "lay 5"},
    {6, "lay-6", "lay 6"},
    {FORD_DRAW, "draw", "draw"},
    {FORD_TAKE, "take", "take"},
    {FORD_WAIT, "wait", "wait"},
    {FORD_SLIP_IT, "slip", "slip"},
    {FORD_STEADY, "steady", "steady"},
    {FORD_PASS, "pass", "pass"},
    {0, NULL, NULL},
};
static const struct bil_slot slots[] = {{.word = NULL}};
const struct bil_notation ford_notation = {.verbs = verbs, .slots = slots, .verb_bits = 4};

static void why_no_turn(const struct ford_state *state, bil_move move, struct bil_text *out)
{
    if (move == FORD_DRAW) {
        bil_text_add(out, "The deck is empty: wait instead (FORD-3).");
    } else if (move == FORD_WAIT) {
        bil_text_add(out, "The deck still has cards: draw instead (FORD-3).");
    } else if (move == FORD_TAKE) {
        bil_text_add(out, "The last Stone of the river stays where it is (FORD-7).");
    } else if (move > FORD_STONES) {
        bil_text_add(out, "Nobody has laid a Stone that you could answer: lay, draw or take (FORD-3).");
    } else if (!state->hand[state->turn][move]) {
        bil_text_format(out, "There is no Stone %u in your hand (FORD-4).", move);
    } else {
        bil_text_format(out, "Stone %u is too far from the %d on top of the river: one up or down at most (FORD-4).", move,
                        ford_river_top(state));
    }
}

void ford_why_not(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    const struct ford_state *state = view;
    const struct ford_frame top = ford_top(state);
    bil_move list[FORD_MOVES];
    for (int i = ford_moves(rules, view, list) - 1; i >= 0; i--) {
        if (list[i] == move) {
            return;
        }
    }
    if (top.kind == FORD_END) {
        bil_text_add(out, "The game is over (FORD-11).");
    } else if (move == 0 || move >= FORD_MOVES) {
        bil_text_add(out, "That is no move of Ford (FORD-3).");
    } else if (top.kind == FORD_TURN) {
        why_no_turn(state, move, out);
    } else if (move == FORD_SLIP_IT || move == FORD_STEADY) {
        const bool other = (move == FORD_STEADY) == (top.kind == FORD_ASK_SLIP) && state->hand[top.seat][FORD_SLIP];
        bil_text_add(out, other ? "That is the answer to another question: see what you are asked (FORD-8, FORD-9)."
                                : "You have no Slip (FORD-8, FORD-9).");
    } else {
        bil_text_format(out, "The Stone that was laid is waited for: %s or pass (FORD-8, FORD-9).",
                        moves[top.kind == FORD_ASK_SLIP ? FORD_SLIP_IT : FORD_STEADY]);
    }
}

void ford_prompt(const void *rules, const void *view, bool typed, struct bil_text *out)
{
    (void)rules;
    (void)typed;
    const struct ford_state *state = view;
    const struct ford_frame top = ford_top(state);
    const int stone = ford_river_top(state);
    switch (top.kind) {
    case FORD_TURN:
        bil_text_format(out, "Your turn, and the river shows %d: lay a Stone that is one up or down at most, %s%s.", stone,
                        state->cards > 0 ? "draw a card" : "wait", state->stones > 1 ? ", or take that Stone" : "");
        break;
    case FORD_ASK_SLIP:
        bil_text_format(out, "Seat %d has laid %d: slip it back into that hand, or pass.", state->turn + 1, stone);
        break;
    case FORD_ASK_STEADY:
        bil_text_format(out, "Seat %d lets your %d slip: steady it with a Slip of your own, or pass.", state->stack[1].seat + 1,
                        stone);
        break;
    default:
        bil_text_add(out, "The game is over.");
        break;
    }
}

const char *const ford_event_words[] = {"",        "first", "laid",   "drew",   "flood", "took", "waited",
                                        "slipped", "back",  "steady", "passed", "over",  NULL};

void ford_event_text(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out)
{
    (void)rules;
    const int seat = event->seat + 1;
    const bool seen = viewer == BIL_EVERYBODY || event->viewers == 0xFF || (viewer >= 0 && (event->viewers >> viewer & 1));
    static const char *const plain[FORD_E_OVER + 1] = {
        [FORD_E_FIRST] = "The river begins with",
        [FORD_E_LAID] = "lays",
        [FORD_E_DREW] = "draws",
        [FORD_E_TOOK] = "takes from the river the",
        [FORD_E_SLIPPED] = "plays a Slip against the",
        [FORD_E_BACK] = "gets back the",
        [FORD_E_STEADY] = "steadies with a Slip the",
    };
    switch (event->kind) {
    case FORD_E_FIRST:
        bil_text_format(out, "%s %d.", plain[FORD_E_FIRST], event->a);
        break;
    case FORD_E_FLOOD:
        bil_text_format(out, "Seat %d draws a Flood, which washes away %d Stone%s.", seat, event->a, event->a == 1 ? "" : "s");
        break;
    case FORD_E_WAITED:
        bil_text_format(out, "Seat %d waits.", seat);
        break;
    case FORD_E_PASSED:
        break; /* nothing to tell: who passes need not have had a choice */
    case FORD_E_OVER:
        bil_text_format(out, "The game is over: %s.", event->a ? "a hand is empty" : "that was the last round");
        break;
    default:
        bil_text_format(out, "Seat %d %s %s.", seat, plain[event->kind], seen ? ford_names[event->a] : "a card");
        break;
    }
}

/* What leaves the hand no longer costs; a card from the deck costs as much as the mean of all. */
void ford_advise(const void *rules, const void *view, const bil_move *list, int count, int32_t *value)
{
    (void)rules;
    const struct ford_state *state = view;
    const int stone = ford_river_top(state);
    const int last = state->count[ford_top(state).seat] == 1 ? FORD_OUT : 0;
    for (int i = 0; i < count; i++) {
        switch (list[i]) {
        case FORD_DRAW:
            value[i] = -FORD_SLIP_COSTS;
            break;
        case FORD_TAKE:
            value[i] = -stone;
            break;
        case FORD_SLIP_IT:
            value[i] = FORD_SLIP_COSTS + last;
            break;
        case FORD_STEADY:
            value[i] = FORD_SLIP_COSTS + last + stone;
            break;
        case FORD_WAIT:
        case FORD_PASS:
            value[i] = 0;
            break;
        default:
            value[i] = (int32_t)list[i] + last;
            break;
        }
    }
}

void ford_explain(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    int32_t value = 0;
    ford_advise(rules, view, &move, 1, &value);
    bil_text_format(out, "To %s changes your points by about %d.", moves[move < FORD_MOVES ? move : 0], value);
}
