/* The lines of the protocol for bots in other programs (docs/bot-protocol.md), for both ends of it: writing messages and questions,
 * reading answers. It knows no particular game and no processes. */
#ifndef BILLIONS_TABLE_EXTERNAL_BOT_PROTOCOL_H
#define BILLIONS_TABLE_EXTERNAL_BOT_PROTOCOL_H

#include "billions/bot.h"
#include "billions/edition.h"

enum { BIL_PROTOCOL = 1 }; /* the version */

/* If the line begins with that word, the text after it and a blank ("" if none); else NULL. */
const char *bil_protocol_behind(const char *line, const char *word);

/* "game {...}": which game by which rules. Of the ask, game, rules and config are read. `edition` becomes the hash of the edition
 * in force. */
void bil_protocol_game(const struct bil_ask *ask, char edition[BIL_EDITION_HASH], struct bil_text *out);

/* "ask 7 {...}": one decision. `ms` is the time to take (0: nothing is said), `deadline` the time after which it is too late.
 * `edition`: as bil_protocol_game said. */
void bil_protocol_ask(const struct bil_ask *ask, const char *edition, uint64_t number, int64_t ms, int64_t deadline,
                      uint64_t random, struct bil_text *out);

/* "over {...}": how it ended for all, told to one seat. */
void bil_protocol_over(const struct bil_game *game, const void *rules, const void *state, int seats, int seat,
                       struct bil_text *out);

/* "reason 120 41.5/1.2 33/1.8 draw deck": one reason, and reading it back from the text after "reason". False and a sentence if
 * it is none. */
void bil_protocol_reason(const struct bil_ask *ask, const struct bil_reason *reason, struct bil_text *out);
bool bil_protocol_read_reason(const struct bil_ask *ask, const char *text, struct bil_reason *reason, struct bil_error *error);

/* The legal move that a text means, or 0 and a sentence that says why there is none. */
bil_move bil_protocol_read_move(const struct bil_ask *ask, const char *text, struct bil_error *error);

#endif
