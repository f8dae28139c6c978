/* Template: a game that compiles, passes every test of the battery and does next to nothing. Copy this folder to begin a game.
 *
 * The game: there are 2 to 6 seats and the cards 1 to 16. Each seat is dealt one card, unseen by the others. In turn each says
 * "keep" or "change"; a changed card is laid open and replaced from the deck, whose order chance has settled before. Then
 * everybody shows, and the highest card wins.
 *
 * What to fill in, in the order in which it is easiest:
 *
 *   1. The rules, as a list of numbered statements (docs/rules/<game>.md). Settle there what the rulebook leaves open. Every line
 *      of code that carries out a statement names its number, and so does the test that proves it.
 *   2. state.h    What a state holds. A plain value: no pointers, no floats, no holes in the struct (name the unused bytes and
 *                 keep them zero), at most BIL_MAX_STATE bytes, the facts first and who knows what behind them. What the game waits
 *                 for is data too: a small stack of frames once one question can interrupt another (see One Billion Users).
 *                 Ask of every datum whether a player would expect undo to restore it: if so, it belongs here.
 *   3. rules.c    Options into rules. Whatever is wrong with them gets one sentence that says what would be right.
 *   4. setup.c    The first state. Every draw of chance begins with bil_random_enter and a stream of its own, so that
 *                 nothing that happens elsewhere shifts it.
 *   5. legal.c    Whose decision it is, and the legal moves: distinct, in a fixed order, none of them 0. A seat is asked whenever
 * it could hold an answer as far as everybody knows, and passes if it holds none; only in fast mode is it not asked.
 *   6. apply.c    One move. Reports what happened to the listener, if there is one; sets BIL_EVENT_CHANCE and BIL_EVENT_LEARNED, on
 *                 which undo depends.
 *   7. score.c    Points item by item, places, tie-breaks.
 *   8. view.c     hide: everything that a viewer may not know becomes "unknown", also what could be guessed from bytes left
 *                 over. deal: the unknowns filled uniformly at random. Hiding a dealt world again gives the view, byte for byte.
 *   9. check.c    Every invariant that one can think of. The battery asks after each move.
 *  10. text.c     Moves as text and back, prompts, events, why a move is not legal. advice.c joins it when advice grows.
 *  11. position.c A position to and from JSON: it is checked like any input. board.c joins it when the drawing grows.
 *  12. game.c     The one struct bil_game. Add it to src/core/registry.c, and everything else (table, terminal, records, bots, lab,
 *                 battery) works.
 *
 * Everything here is private to this folder; files offer each other what stands at the end of this header. */
#ifndef TEMPLATE_STATE_H
#define TEMPLATE_STATE_H

#include <string.h>

#include "billions/game.h"

enum { TPL_CARDS = 16 };

struct tpl_rules {
    uint8_t seats;
    uint8_t fast;
};

/* A card is 1 to 16; 0 is a card that the viewer does not know, or no card. */
struct tpl_state {
    uint8_t hand[BIL_MAX_SEATS];
    uint8_t open[BIL_MAX_SEATS]; /* what a seat changed away, or 0 */
    uint8_t deck[TPL_CARDS];     /* from the bottom; the top is deck[deck_count - 1] */
    uint8_t deck_count;
    uint8_t turn; /* the seat that is asked; `seats` when the game is over */
    uint8_t unused[2];
};

enum { TPL_KEEP = 1, TPL_CHANGE = 2 };
enum { TPL_STREAM_DECK = 1 };
enum { TPL_SAID_KEPT = 1, TPL_SAID_CHANGED, TPL_SAID_SHOWN }; /* events: a is the card */

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
void tpl_move_text(const void *rules, const void *state, bil_move move, int viewer, struct bil_text *out);
bool tpl_move_parse(const void *rules, const void *view, const char *text, bil_move *move, struct bil_error *error);
void tpl_why_not(const void *rules, const void *view, bil_move move, struct bil_text *out);
void tpl_prompt(const void *rules, const void *view, struct bil_text *out);
void tpl_event_text(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out);
void tpl_position_write(const void *rules, const void *state, struct bil_text *out);
bool tpl_position_read(const void *rules, const struct bil_value *document, void *state, struct bil_error *error);
void tpl_draw(const void *rules, const void *view, const struct bil_style *style, struct bil_text *out);

#endif
