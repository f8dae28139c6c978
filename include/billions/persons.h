/* The persons of a game: who a bot can be at its table, and what each of them likes better than others would. */
#ifndef BILLIONS_PERSONS_H
#define BILLIONS_PERSONS_H

#include "billions/game.h"

BIL_API_BEGIN

enum { BIL_MAX_PERSONS = 16 /* of one game */ };

struct bil_person {
    const char *id;     /* one word of small letters, its own among all games: "mara" */
    const char *name;   /* for people: "Mara" */
    const char *temper; /* one sentence for people, which begins with a verb: "Grows first and asks later." */
    const char *sign;   /* by what one notices it, as a share: "Blockers played on the leader, of all Blockers played" */
};

/* What a move says of a temper. */
enum bil_sign {
    BIL_SIGN_NONE,   /* nothing: it does not count for that share */
    BIL_SIGN_OTHERS, /* it counts, and is what anybody might do */
    BIL_SIGN_SHOWN   /* it counts, and shows the temper */
};

struct bil_persons {
    const struct bil_person *list; /* ends with a NULL id; at most BIL_MAX_PERSONS */

    /* Adds to each value what person number `person` thinks of that move beyond what the game's `advise` said of it, in the same
     * unit. Asked of the actor, from its view (or, in a playout, from a world); a temper never knows more than advice does. Pure,
     * as all functions of a game. */
    void (*lean)(const void *rules, const void *view, int person, const bil_move *moves, int count, int32_t *value);

    /* What a move that was chosen, from the actor's view before it, says of that person's temper, no matter who made it: so a
     * laboratory can count how often a person shows its temper and how often anybody would. Never asked while a game is played with
     * people. */
    enum bil_sign (*sign)(const void *rules, const void *view, int person, bil_move move);
};

/* The persons of a game; NULL if it has none. */
static inline const struct bil_person *bil_persons_of(const struct bil_game *game)
{
    return game->persons ? game->persons->list : NULL;
}

/* What a move says that counts for the share or not, and shows the temper or not. */
static inline enum bil_sign bil_sign_if(bool counts, bool shows)
{
    return !counts ? BIL_SIGN_NONE : shows ? BIL_SIGN_SHOWN : BIL_SIGN_OTHERS;
}

/* The number of that person in the game's list; -1 if it has nobody of that id, or `id` is NULL. */
int bil_person_find(const struct bil_game *game, const char *id);

/* Writes the ids of a game's persons, as "a, b and c"; nothing if it has none. */
void bil_persons_list(const struct bil_game *game, struct bil_text *out);

BIL_API_END

#endif
