/* Ford, a small card game of our own: it stands among the tests to prove that the contract carries a third game, and shows in
 * few lines what the two large ones do in many. The rules:
 *
 *   FORD-1   2 to 4 seats; five Stones of each number 1 to 6, six Slips, three Floods. An edition may change how many.
 *   FORD-2   A Stone drawn by chance begins the river. Stones and Slips are shuffled and dealt, `hand` cards a seat; then the
 * Floods are shuffled into what is left, the deck. FORD-3   Seat 1 begins. A turn is one of: lay, draw (wait, once the deck is
 * empty), take. FORD-4   lay: a Stone from the hand onto the river; its number differs from the top of the river by 1 at most.
 *   FORD-5   draw: the top card of the deck into the hand, unseen by the others.
 *   FORD-6   A Flood that is drawn is shown instead, washes 1 to 3 Stones off the river, as chance decides, never the last one, and
 *            is out of the game like them.
 *   FORD-7   take: the top Stone of the river into the hand, if there is another beneath it.
 *   FORD-8   When a Stone was laid, the other seats are asked in turn, left of the owner first: a Slip puts the Stone back into the
 *            owner's hand. One is enough; Slips that were played are out of the game.
 *   FORD-9   The owner may steady the Stone with a Slip of its own: it stays, and nobody else is asked.
 *   FORD-10  For 8 and 9 a seat is asked if it could hold a Slip as far as everybody knows.
 *   FORD-11  The game ends after a turn that leaves somebody without a card, or after the last round.
 *   FORD-12  Points: minus the number of each Stone in the hand, -4 a Slip, and 5 for an empty hand.
 *   FORD-13  Equal points: fewer cards in the hand are better; then the place is shared.
 *
 * Everything here is private to this folder. A state is bytes without holes: what means nothing at the moment is zero. */
#ifndef THIRD_GAME_STATE_H
#define THIRD_GAME_STATE_H

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "billions/game.h"
#include "kit/fields.h"

/* Kinds of cards: a Stone is its number. Copies of a kind are one card to everybody. */
enum { FORD_NONE, FORD_STONES = 6, FORD_SLIP, FORD_FLOOD, FORD_KINDS, FORD_HIDDEN = 15 };
enum { FORD_SEATS = 4, FORD_PILE = 64, FORD_COPIES = 8, FORD_HAND = 7, FORD_ROUNDS = 99, FORD_WASHED = 3 };
enum { FORD_OUT = 5, FORD_SLIP_COSTS = 4 };                          /* FORD-12 */
enum { FORD_STREAM_FIRST = 1, FORD_STREAM_DEAL, FORD_STREAM_FLOOD }; /* the last one with the number of the Flood */

struct ford_rules {
    uint8_t seats, fast, hand, rounds;
    uint8_t copies[FORD_KINDS];
};

/* What is waited for: the top frame of the stack. The bottom one is the turn; windows lie on it. `seat` is who is asked. */
enum ford_frame_kind { FORD_NOTHING, FORD_TURN, FORD_ASK_SLIP, FORD_ASK_STEADY, FORD_END };
struct ford_frame {
    uint8_t kind, seat;
};
enum { FORD_STACK = 3 };

struct ford_state {
    uint8_t hand[FORD_SEATS][FORD_KINDS]; /* copies of each kind; zero in a view that may not know them */
    uint8_t count[FORD_SEATS];            /* cards in the hand, which everybody sees */
    uint8_t river[FORD_PILE];             /* the first Stone first; the top is river[stones - 1] */
    uint8_t deck[FORD_PILE];              /* from the bottom; FORD_HIDDEN in a view */
    uint8_t spent[FORD_KINDS];            /* out of the game, open to all */
    uint8_t stones, cards;                /* of river and deck */
    uint8_t round, turn;                  /* from 1; whose turn it is or was when the game ended */
    struct ford_frame stack[FORD_STACK];
    uint8_t depth;
    /* ---- who knows what: behind the facts, read by no rule but the one that says who is asked ---- */
    uint8_t known[FORD_SEATS][FORD_KINDS]; /* copies in a hand that everybody saw go there */
};
#define FORD_FACTS offsetof(struct ford_state, known)
static_assert(sizeof(struct ford_state) <= BIL_MAX_STATE, "a state must fit");

/* A move: 1 to 6 lays that Stone. */
enum { FORD_DRAW = FORD_STONES + 1, FORD_TAKE, FORD_WAIT, FORD_SLIP_IT, FORD_STEADY, FORD_PASS, FORD_MOVES };

enum ford_event {
    FORD_E_FIRST = 1,
    FORD_E_LAID,
    FORD_E_DREW,
    FORD_E_FLOOD,
    FORD_E_TOOK,
    FORD_E_WAITED,
    FORD_E_SLIPPED,
    FORD_E_BACK,
    FORD_E_STEADY,
    FORD_E_PASSED,
    FORD_E_OVER
}; /* a: the card, or how many */

static inline struct ford_frame ford_top(const struct ford_state *state)
{
    return state->stack[state->depth - 1];
}
static inline int ford_river_top(const struct ford_state *state)
{
    return state->river[state->stones - 1];
}

extern const struct bil_game bil_game_ford;
extern const struct bil_option ford_options[];
extern const char *const ford_names[FORD_KINDS + 1]; /* "?", "1" ... "slip", "flood"; ends with NULL */

/* rules.c, setup.c, legal.c, apply.c, score.c */
bool ford_rules_init(const struct bil_config *config, void *rules, struct bil_error *error);
void ford_make_fast(void *rules);
void ford_edition_json(const void *rules, struct bil_text *out);
void ford_setup(const void *rules, struct bil_random *random, void *state, const struct bil_listener *listener);
int ford_actor(const void *rules, const void *state);
int ford_moves(const void *rules, const void *state, bil_move *list);
bool ford_recorded(const void *rules, const void *state);
void ford_apply(const void *rules, void *state, bil_move move, struct bil_random *random, const struct bil_listener *listener);
void ford_say(const struct bil_listener *listener, int kind, int seat, int flags, int viewers, int a);
void ford_score(const void *rules, const void *state, int seat, struct bil_score *score);
int ford_rank(const void *rules, const void *state, uint8_t place[BIL_MAX_SEATS]);
int ford_length(const void *rules, const void *state);
int ford_ending(const void *rules, const void *state);

/* view.c */
bool ford_hand_hidden(const struct ford_state *state, int seat);
int ford_known(const struct ford_state *state, int seat); /* cards of a hand that everybody knows */
bool ford_could_slip(const struct ford_rules *rules, const struct ford_state *state, int seat); /* FORD-10 */
void ford_hide(const void *rules, const void *state, int viewer, void *view);
void ford_unseen(const struct ford_rules *rules, const struct ford_state *view, int unseen[FORD_KINDS]);
void ford_deal(const void *rules, const void *view, struct bil_random *random, void *world);

/* orders.c, check.c, text.c, position.c */
extern const struct bil_orders ford_orders;
const char *ford_check(const void *rules, const void *state, char *buffer, size_t size);
void ford_advise(const void *rules, const void *view, const bil_move *list, int count, int32_t *value);
void ford_explain(const void *rules, const void *view, bil_move move, struct bil_text *out);
extern const struct bil_notation ford_notation;
void ford_why_not(const void *rules, const void *view, bil_move move, struct bil_text *out);
void ford_prompt(const void *rules, const void *view, bool typed, struct bil_text *out);
void ford_event_text(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out);
extern const char *const ford_event_words[];
extern const struct bil_field ford_position[];
void ford_draw_table(const void *rules, const void *view, const struct bil_style *style, struct bil_text *out);

#endif
