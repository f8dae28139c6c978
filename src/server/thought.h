/* All that a bot needs to choose once, in one place: the rules, the view, the moves, its random stream. A thread of the server
 * thinks about such a copy, and so does a process elsewhere, to which it is sent as bytes: the same thought has the same answer
 * wherever it is thought.
 *
 * It holds a view, never a state. The bytes are those of memory: they are for a program that is made from the same sources on a
 * machine of the same kind, which whoever sends them must know (think_line.h). What is read is checked all the same. */
#ifndef BILLIONS_SERVER_THOUGHT_H
#define BILLIONS_SERVER_THOUGHT_H

#include "billions/bot.h"
#include "billions/game.h"
#include "billions/random.h"
#include "server/workers.h"

struct bil_thought {
    const struct bil_bot *bot;
    struct bil_ask ask; /* points into what follows */
    struct bil_random random;
    bil_move move[BIL_MAX_MOVES];
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16)));
    unsigned char rules[BIL_MAX_RULES] __attribute__((aligned(16)));
    unsigned char quick[BIL_MAX_RULES] __attribute__((aligned(16)));
};

/* A thought as it is given to threads (bil_hub_thinkers): whoever runs it, here or elsewhere, puts the answer into `chosen`. */
struct bil_thinking {
    struct bil_work work;
    struct bil_thought thought;
    bil_move chosen;
};

/* Copies what an ask points to, with a random stream of its own. `enough`, `asker` and what only bots outside need are not taken.
 */
void bil_thought_make(struct bil_thought *thought, const struct bil_bot *bot, const struct bil_ask *ask,
                      const struct bil_random *random);
/* Adds it to a text as bytes. */
void bil_thought_write(const struct bil_thought *thought, struct bil_text *out);
/* False and a sentence: these bytes are none. */
bool bil_thought_read(struct bil_thought *thought, const void *bytes, size_t count, struct bil_error *error);
/* Whether that is one of the moves that were to be chosen from. */
bool bil_thought_has(const struct bil_thought *thought, bil_move move);

#endif
