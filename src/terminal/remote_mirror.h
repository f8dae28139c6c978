/* The mirror of a server's table (remote_table.h). For remote_table.c alone. */
#ifndef BILLIONS_TERMINAL_REMOTE_MIRROR_H
#define BILLIONS_TERMINAL_REMOTE_MIRROR_H

#include "terminal/remote_table.h"

/* Puts a mirror of that view in place of the old one; it stays if the view cannot be read. `edition` is the one at hand, or NULL.
 */
bool bil_remote_mirror(struct bil_remote_table *table, const struct bil_value *view, const struct bil_value *edition,
                       struct bil_error *error);
/* Gives the mirror the standing orders that the table has. */
void bil_remote_mirror_orders(struct bil_remote_table *table);
/* Whether the mirror offers exactly the moves of a list (its first item; NULL: none). */
bool bil_remote_same_moves(const struct bil_match *mirror, const struct bil_value *moves);
/* A text cut to `size` bytes, never in the middle of a letter. */
void bil_remote_copy(char *out, size_t size, const char *text);

#endif
