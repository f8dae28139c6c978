/* What the tests of bots in other programs share: a small bot as a shell script that fails in every way, matches with such bots,
 * and a count of what a process holds. */
#ifndef TESTS_BOTS_OUTSIDERS_H
#define TESTS_BOTS_OUTSIDERS_H

#include "billions/match.h"

/* A new folder with the script in it, and its removal. */
void external_bots_begin(void);
void external_bots_end(void);

/* The bot that the script is with such words behind it ("hangs", "good LOG"), and with such settings ("deadline=200" or ""). */
const struct bil_bot *outsider(const char *words, const char *settings);

/* The bot of that name; fails the test with the sentence if there is none. */
const struct bil_bot *external_bot_named(const char *name);

/* Plays a whole match of bots, which the caller frees. */
struct bil_match *external_bots_match(const struct bil_game *game, int seats, const struct bil_bot *const bots[], unsigned seed);

/* Fails the test unless the record of a finished match, read again, leads to the same state. */
void external_bots_verify(const struct bil_match *match);

/* From now on, what is written on standard error is kept; ending that returns it, to be freed. */
void external_bots_hear(void);
char *external_bots_heard(void);

/* Open descriptors of this process, and whether it has children, be they dead. */
int external_bots_descriptors(void);
bool external_bots_children(void);

/* How often a part stands in a text. */
int external_bots_times(const char *text, const char *part);

#endif
