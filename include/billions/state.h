/* One game, for programs that search: it is asked, copied, continued, and redealt from what a seat sees. Many games at once,
 * and faster, are env.h.
 *
 * A state belongs to one caller at a time. Same ruleset, same seed, same actions: the same game. */
#ifndef BILLIONS_STATE_H
#define BILLIONS_STATE_H

#include "billions/ruleset.h"

BIL_API_BEGIN

struct bil_state;

/* The beginning of a game. The ruleset must stay. NULL: there is no memory. Give it back by bil_state_free. */
struct bil_state *bil_state_new(const struct bil_ruleset *ruleset, const uint8_t seed[BIL_SEED_BYTES]);

/* The same state once more, with the same chance to come. */
struct bil_state *bil_state_copy(const struct bil_state *state);
void bil_state_free(struct bil_state *state); /* NULL is fine */

/* A world that fits all that a viewer knows (a seat or BIL_SPECTATOR), each equally likely; also its future chance is another. */
struct bil_state *bil_state_deal(const struct bil_state *state, int viewer, const uint8_t seed[BIL_SEED_BYTES]);

/* Who is asked: a seat from 0, or BIL_OVER. */
int bil_state_actor(const struct bil_state *state);

/* The actions it may choose among, in ascending order, into room for `legal` of them (bil_shape); returns how many. */
int bil_state_legal(const struct bil_state *state, int32_t *action);

/* Carries one out. Refused, it changes nothing. */
enum bil_refused bil_state_apply(struct bil_state *state, int32_t action);

/* Carries out what is no choice, until somebody has one or the game is over. Returns how many actions that were. */
int bil_state_settle(struct bil_state *state);

/* What a viewer sees: a seat, BIL_SPECTATOR, or BIL_EVERYBODY, who sees every hand and pile, as no player may. Here and
 * everywhere a viewer that there is none sees what a spectator does. */
void bil_state_observe(const struct bil_state *state, int viewer, uint16_t *observation);

/* The result by seat as if the game ended now; an array may be NULL. Reward: 1 for the first place, -1 for the last, those
 * between evenly spread, and seats that share places what these have on average: always 0 in sum. Places count from 1. */
void bil_state_outcome(const struct bil_state *state, float *reward, int32_t *points, uint8_t *places);

/* What the bot of that name (bot.h) would do for who is asked. It sees the view of that seat. -1 and a sentence if there is no such
 * bot, or nobody is asked. */
int32_t bil_state_ask(const struct bil_state *state, const char *name, const uint8_t seed[BIL_SEED_BYTES], struct bil_error *error);

/* In words: an action as records write it; the legal action that a line means, or -1 and a sentence; the board as a viewer sees it,
 * in lines of `columns`; the position as a viewer sees it, as a JSON document (docs/positions.md). */
void bil_state_action_text(const struct bil_state *state, int32_t action, struct bil_text *out);
int32_t bil_state_action_read(const struct bil_state *state, const char *text, struct bil_error *error);
void bil_state_draw(const struct bil_state *state, int viewer, int columns, struct bil_text *out);
void bil_state_position(const struct bil_state *state, int viewer, struct bil_text *out);

/* The state of such a document; of a view one of the worlds that fit it. It must be of the same game, seats, options and edition as
 * the ruleset. NULL and a sentence if not. */
struct bil_state *bil_state_read(const struct bil_ruleset *ruleset, const char *document, size_t length,
                                 const uint8_t seed[BIL_SEED_BYTES], struct bil_error *error);

BIL_API_END

#endif
