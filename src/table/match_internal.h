/* What records, commands and tables online need of a match: they go move by move, without the table's own moves. Faces use match.h.
 */
#ifndef BILLIONS_TABLE_MATCH_INTERNAL_H
#define BILLIONS_TABLE_MATCH_INTERNAL_H

#include "billions/match.h"

/* A match at state 0, with nothing played, not even what is forced. */
struct bil_match *bil_match_bare(const struct bil_match_setup *setup, struct bil_error *error);

/* The state at a ply and, behind it, the generator before the move that was made there. They lie in blocks of a few plies, which
 * stay where they are: a long match is never copied. */
enum { BIL_MATCH_BLOCK = 16 };
static inline size_t bil_match_stride(const struct bil_game *game)
{
    return (game->state_size + 15U) & ~(size_t)15U;
}
static inline unsigned char *bil_match_moment(const struct bil_match *match, int ply)
{
    const size_t size = (bil_match_stride(match->game) + sizeof(struct bil_random) + 15U) & ~(size_t)15U;
    return match->block[ply / BIL_MATCH_BLOCK] + (size_t)(ply % BIL_MATCH_BLOCK) * size;
}
static inline struct bil_random *bil_match_generator(const struct bil_match *match, int ply)
{
    return (struct bil_random *)(void *)(bil_match_moment(match, ply) + bil_match_stride(match->game));
}

/* Plays one legal move of the actor and finds out who is asked next. False if the match is as long as it may be. */
bool bil_match_push(struct bil_match *match, bil_move move, bool ordered);

/* Plays only forced moves that no record contains: a record's hash is of the state after that. */
void bil_match_settle_silent(struct bil_match *match);

/* Goes back to an earlier ply, no matter which seat decided there. */
void bil_match_back(struct bil_match *match, int ply);

/* The random stream of the bot at a seat for its decision at a ply. */
void bil_match_bot_random(const struct bil_match *match, int seat, int ply, struct bil_random *random);

/* Whether a move is in the list of the decision now open. */
bool bil_match_is_legal(const struct bil_match *match, bil_move move);

/* Standing orders, for every owner of a list of them: the match for persons, external_bot.c for programs (orders.c). The first
 * makes an order of words; the second asks one about the decision of `ask` (game, rules, view, seat and moves of it are read); the
 * third adds one in place of those that share a question with it; the fourth finds the one that words mean, *fits counts how many
 * could be meant. False and a sentence where something makes no sense. */
bool bil_standing_read(const struct bil_game *game, const void *rules, const void *view, int seat, const char *words,
                       struct bil_standing *made, struct bil_error *error);
enum bil_order_says bil_standing_ask(const struct bil_ask *ask, const struct bil_standing *standing, bil_move *move);
bool bil_standing_add(const struct bil_game *game, struct bil_standing list[BIL_ORDERS], uint8_t *count,
                      const struct bil_standing *made, struct bil_error *error);
/* Whether the words name all standard orders of a game together, and adds these; false and a sentence if it has none. */
bool bil_standing_is_standard(const char *words);
bool bil_standing_add_standard(const struct bil_game *game, struct bil_standing list[BIL_ORDERS], uint8_t *count,
                               struct bil_error *error);
int bil_standing_find(const struct bil_standing *list, int count, const char *words, int *fits);
void bil_standing_forget(struct bil_standing *list, uint8_t *count, int order);

/* The answer of a standing order of the actor, or 0 (orders.c). Orders that are over are forgotten. */
bil_move bil_orders_answer(struct bil_match *match);

/* Forgets the orders that end when a move is taken back. */
void bil_orders_end_brief(struct bil_match *match);

/* ------------------------------------------------------------------ members of messages (match_views.c) */

/* "moves": the texts of moves as that viewer reads them. `words` is room for texts, which is overwritten. */
void bil_moves_write(const struct bil_game *game, const void *rules, const void *state, int viewer, const bil_move *move, int count,
                     struct bil_text *words, struct bil_text *out);

/* "places" and "points" of a state. Returns what rank() says. */
int bil_places_write(const struct bil_game *game, const void *rules, const void *state, int seats, struct bil_text *out);

/* ------------------------------------------------------------------ names (match_views.c) */

/* What a bot of that name is called at this game: "Mara" for "easy:person=mara", its own name where it is nobody in particular. */
const char *bil_bot_called(const struct bil_game *game, const char *bot);

/* A name, what a bot is called, or "" for a person without a name. */
const char *bil_player_called(const struct bil_game *game, const struct bil_player *player);

#endif
