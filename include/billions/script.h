/* Chance that is written down: a generator that gives what a script says, so that all that chance can do is gone through, one
 * outcome after the other, each with its exact likelihood.
 *
 *     struct bil_script script = {0};
 *     do {
 *         struct bil_random random;
 *         bil_script_generator(&random, &script);
 *         play(&random);                         // bil_random_below, bil_random_shuffle, bil_script_choose
 *         sum += bil_script_chance(&script) * what_came_of_it;
 *     } while (bil_script_next(&script));
 *
 * What is played must draw the same numbers for the same script. Words that are drawn raw (bil_random_word, bil_random_bit,
 * bil_random_bytes) are 0 and stand for no chance. Made for lab/solver/solve.h; nothing that plays with people uses it. */
#ifndef BILLIONS_SCRIPT_H
#define BILLIONS_SCRIPT_H

#include "billions/random.h"

BIL_API_BEGIN

enum { BIL_SCRIPT_LENGTH = 192 };

/* Begin with {0}. `at` numbers have been drawn since bil_script_generator; `length` are laid down. */
struct bil_script {
    int length, at;
    bool overrun; /* more was drawn than a script can hold: nothing of it counts */
    uint8_t choice[BIL_SCRIPT_LENGTH], count[BIL_SCRIPT_LENGTH];
    double chance[BIL_SCRIPT_LENGTH];
};

/* Makes a generator that reads the script from its beginning. The script must stay where it is. */
void bil_script_generator(struct bil_random *random, struct bil_script *script);

/* How likely it was that chance did as it did since then. */
double bil_script_chance(const struct bil_script *script);

/* The next script; false if all were gone through. */
bool bil_script_next(struct bil_script *script);

/* An index of `weight`, each as likely as its part of the sum: none may be 0, and there are at most 255. Only with a
 * generator that reads a script. */
int bil_script_choose(struct bil_random *random, const uint64_t *weight, int count);

/* How many of `copies` alike cards are among `wanted` cards that are taken from `rest` ones, the copies among them. Likewise. */
int bil_script_take(struct bil_random *random, int copies, int rest, int wanted);

/* Takes a number of cards out of a pool in which equal ones are neighbours; the others move up. Likewise. */
void bil_script_take_cards(struct bil_random *random, uint8_t *pool, int *pooled, int wanted, uint8_t *taken);

/* What bil_random_below and bil_random_shuffle ask where a generator reads a script. */
enum { BIL_RANDOM_SCRIPTED = 2 };
uint32_t bil_script_below(struct bil_random *random, uint32_t bound);

BIL_API_END

#endif
