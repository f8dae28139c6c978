/* A tree of thoughts kept from one decision to the next: what hangs below the move that was chosen, packed tightly, and the way in
 * it to where the game is now. Knows no particular game, and of what happened only what the seat may know. */
#ifndef BILLIONS_BOTS_TREE_REUSE_H
#define BILLIONS_BOTS_TREE_REUSE_H

#include "bots/tree.h"

enum { BIL_KEPT_TREE_NODES = 32768 }; /* the most moves that are kept, a MiB */

/* The kept node of the situation now, from which *nodes lead on; 0 and NULL if nothing was kept that fits. */
uint32_t bil_kept_tree_find(const struct bil_kept_tree *keep, const struct bil_node **nodes);

/* Copies node `at` and what hangs below it to `to`, from to[0] on, what is nearer first, until `room` is full. Returns how many. */
uint32_t bil_kept_tree_copy(const struct bil_node *from, uint32_t at, struct bil_node *to, uint32_t room);

/* Forgets what was kept and keeps what hangs below `move`, the chosen one. Nothing, if there is no memory for it. */
void bil_kept_tree_pack(struct bil_kept_tree *keep, const struct bil_tree *tree, bil_move move);

/* Forgets what was kept. */
void bil_kept_tree_nothing(struct bil_kept_tree *keep);

#endif
