/* Template: the smallest game that does everything a game must. Copy this folder to begin a new one; docs/adding-a-game.md goes
 * through it step by step, says what to ask oneself before each, and which test tells that it is right.
 *
 * The game in it: each seat is dealt one card, unseen by the others. In turn each keeps it or changes it for the top of the deck,
 * whose order chance has settled before; what is changed away is laid open. Then everybody shows, and the highest card wins.
 *
 * Its rules, as numbered statements: a real game has them in docs/rules, with code and test of each.
 *   TPL-1  16 cards, 1 to 16; one to each seat, unseen by the others.
 *   TPL-2  In turn each seat keeps its card, or lays it open and takes the top of the deck.
 *   TPL-3  Then all show. The highest card wins.
 *
 * Which file does what, in the order in which they are easiest to write:
 *   state.h     what a state holds, what a move means, what the files offer each other
 *   rules.c     options and edition into rules
 *   setup.c     the first state
 *   legal.c     who is asked, and the legal moves
 *   apply.c     one move
 *   score.c     points, places, tie-breaks
 *   view.c      what a viewer may know; worlds that fit it. knowledge.c and deal.c join it when they grow
 *   check.c     every invariant
 *   text.c      moves, questions, reasons and events in words; advice. notation.c, why.c, frames.c, advice.c join it
 *   position.c  a position to and from JSON; the drawing. board.c joins it
 *   game.c      the one struct bil_game
 * What this game does not need (a window, knowledge of hidden cards, options, an edition, standing orders) is in the small game of
 * tests/third_game. A game that has outgrown one folder gets drawers (docs/architecture.md): rules, secrets, words, documents,
 * advice.
 *
 * Everything here is private to this folder. A state is a plain value: no pointer, no fraction, no hole in the struct, at most
 * BIL_MAX_STATE bytes; what means nothing at the moment is zero. */
#ifndef TEMPLATE_STATE_H
#define TEMPLATE_STATE_H

#include <assert.h>
#include <string.h>

#include "billions/game.h"
#include "kit/fields.h"

enum { TPL_CARDS = 16 };

struct tpl_rules {
    uint8_t seats;
    uint8_t fast; /* nobody looks: seats with nothing to say are not asked, knowledge is not kept. Here that changes nothing */
};

/* A card is 1 to 16; 0 is a card that the viewer does not know, or no card. */
struct tpl_state {
    uint8_t hand[BIL_MAX_SEATS];
    uint8_t open[BIL_MAX_SEATS]; /* what a seat changed away, or 0 */
    uint8_t deck[TPL_CARDS];     /* from the bottom; the top is deck[deck_count - 1] */
    uint8_t deck_count;
    uint8_t turn;      /* the seat that is asked; `seats` when the game is over */
    uint8_t unused[2]; /* zero: a struct must not have holes, or memcmp would compare what nobody wrote */
    /* Who knows what would stand here, behind the facts; facts_size would be the offset of its first member. */
};
static_assert(sizeof(struct tpl_state) <= BIL_MAX_STATE, "a state must fit");
static_assert(sizeof(struct tpl_rules) <= BIL_MAX_RULES, "rules must fit");

enum { TPL_KEEP = 1, TPL_CHANGE = 2 };                                        /* moves; 0 is none */
enum { TPL_STREAM_DECK = 1 };                                                 /* streams of chance: each draw has its own */
enum { TPL_SAID_DEALT = 1, TPL_SAID_KEPT, TPL_SAID_CHANGED, TPL_SAID_SHOWN }; /* events; a is the card. 0 is none */

/* Tells the listener, if there is one. `viewers`: bit s, seat s may know the details; 0xFF: all may. */
static inline void tpl_say(const struct bil_listener *listener, int kind, int seat, int flags, int viewers, int card)
{
    if (listener) {
        const struct bil_event event = {(uint8_t)kind, (int8_t)seat, (uint8_t)flags, (uint8_t)viewers, (int16_t)card, 0, 0};
        listener->hear(listener->context, &event);
    }
}

extern const struct bil_game bil_game_template;

bool tpl_rules_init(const struct bil_config *config, void *rules, struct bil_error *error);
void tpl_edition_json(const void *rules, struct bil_text *out);
void tpl_setup(const void *rules, struct bil_random *random, void *state, const struct bil_listener *listener);
int tpl_actor(const void *rules, const void *state);
int tpl_moves(const void *rules, const void *state, bil_move *list);
bool tpl_recorded(const void *rules, const void *state);
void tpl_apply(const void *rules, void *state, bil_move move, struct bil_random *random, const struct bil_listener *listener);
void tpl_score(const void *rules, const void *state, int seat, struct bil_score *score);
int tpl_rank(const void *rules, const void *state, uint8_t place[BIL_MAX_SEATS]);
void tpl_hide(const void *rules, const void *state, int viewer, void *view);
void tpl_deal(const void *rules, const void *view, struct bil_random *random, void *world);
const char *tpl_check(const void *rules, const void *state, char *buffer, size_t size);
void tpl_advise(const void *rules, const void *view, const bil_move *moves, int count, int32_t *value);
void tpl_explain(const void *rules, const void *view, bil_move move, struct bil_text *out);
extern const struct bil_notation tpl_notation;
void tpl_why_not(const void *rules, const void *view, bil_move move, struct bil_text *out);
void tpl_prompt(const void *rules, const void *view, bool typed, struct bil_text *out);
void tpl_event_text(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out);
extern const char *const tpl_event_words[];
extern const struct bil_field tpl_position[];
void tpl_draw(const void *rules, const void *view, const struct bil_style *style, struct bil_text *out);

#endif
