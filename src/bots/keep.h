/* A tree of thoughts kept from one decision to the next: what hangs below the move that was chosen, packed tightly, and the way in
 * it to where the game is now. Knows no particular game, and of what happened only what the seat may know. */
#ifndef BILLIONS_BOTS_KEEP_H
#define BILLIONS_BOTS_KEEP_H

#include "bots/tree.h"

enum { BIL_KEEP_NODES = 32768 }; /* so many moves are kept at most, a MiB */

/* The kept node of the situation now, from which *nodes lead on; 0 and NULL if nothing was kept that fits. */
uint32_t bil_keep_find(const struct bil_keep *keep, const struct bil_node **nodes);

/* Copies node `at` and what hangs below it to `to`, from to[0] on, what is nearer first, until `room` is full. Returns how many. */
uint32_t bil_keep_copy(const struct bil_node *from, uint32_t at, struct bil_node *to, uint32_t room);

/* Forgets what was kept and keeps what hangs below `move`, the chosen one. Nothing, if there is no memory for it. */
void bil_keep_tree(struct bil_keep *keep, const struct bil_tree *tree, bil_move move);

/* Forgets what was kept. */
void bil_keep_nothing(struct bil_keep *keep);

#endif
