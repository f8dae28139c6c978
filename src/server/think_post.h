/* Lets other processes think for this one: they come over a line of their own (think_line.h) and are given thoughts in their turn,
 * as threads are. What they get is what a thread gets (thought.h): a view, never a state.
 *
 * Whoever dies, is late, or answers what is no move costs that one thought its time: it is thought once more here, and the line is
 * closed. Who does not have the secret is counted (bil_workers_refuse), and so few are met at a time, and so slowly, that nothing
 * is to be had by trying. Must never trust an answer, nor keep the one thread waiting. */
#ifndef BILLIONS_SERVER_THINK_POST_H
#define BILLIONS_SERVER_THINK_POST_H

#include "server/think_line.h"
#include "server/workers.h"

struct bil_think_post;

/* Listens at an address ("127.0.0.1:9000") for who has the secret and is the same program. `workers` are those of bil_hub_thinkers
 * and must live longer. NULL and a sentence. */
struct bil_think_post *bil_think_post_new(const char *address, const uint8_t secret[BIL_THINK_SECRET], const char *program,
                                          struct bil_workers *workers, struct bil_error *error);
void bil_think_post_free(struct bil_think_post *post); /* NULL: fine. Waits until nobody helps any more */

/* The other end: thinks about what comes over a line that has greeted, until that is gone. */
void bil_think_for(struct bil_think_line *line);

#endif
