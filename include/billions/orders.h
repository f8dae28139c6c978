/* Standing orders of a game: what a person says once and need not say again. */
#ifndef BILLIONS_ORDERS_H
#define BILLIONS_ORDERS_H

#include "billions/game.h"

BIL_API_BEGIN

/* By whom an order is given, besides the person who says its words. */
enum bil_order_given {
    BIL_ORDER_BY_WORDS,
    BIL_ORDER_STANDARD, /* `order standard` gives these together: what they answer is no choice, concerns others alone, or has
                           little at stake */
    BIL_ORDER_NEWCOMER  /* with the standard ones at a person's first game of the kind, if only bots sit beside */
};

/* A standing order: a person gives it once, and the questions that it answers are no longer put to that person. */
struct bil_order {
    const char *words;    /* how it is given: "only against"; small letters, one blank between two words, each order its own */
    const char *argument; /* what follows, for people: "COLOUR ..."; NULL if nothing does */
    const char *help;     /* one line: what is then done */
    const char *label;    /* of a button beside a question that it would answer; NULL: none is offered */
    unsigned about;       /* the questions it is about, a bit for each as the game likes: a new order takes the place of those that
                             share one with it */
    bool brief;           /* it is over with what is going on now (BIL_ORDER_ENDED); taking a move back ends it too */
    enum bil_order_given given; /* without its words, too: then it needs no argument and is not brief */
    const char *name;           /* as a switch on a page is called: "Cancel nothing". NULL: it is not offered there */
    bool of_rivals;     /* its argument is who plays, one or several, by what the game calls them: a page offers their signs */
    const char *matter; /* a heading for what it is about: of those with the same one a page offers the choice of one. Or NULL */
};
enum bil_order_says {
    BIL_ORDER_ASKS,    /* nothing: the person is asked */
    BIL_ORDER_ANSWERS, /* this move */
    BIL_ORDER_ENDED    /* nothing from now on */
};

struct bil_orders {
    /* The standing orders that persons may give; ends with NULL words. */
    const struct bil_order *list;

    /* Reads the argument after the words of order number `order`: gives it as a number for `answer`, and writes it in full into
     * `written`. `view` is that of the seat that gives it. False and a sentence if it makes no sense. Called also with no argument.
     * NULL: orders of this game take no argument. */
    bool (*read)(const void *rules, const void *view, int seat, int order, const char *text, int32_t *argument,
                 struct bil_text *written, struct bil_error *error);

    /* What the order says to the decision that the actor is asked for, from the actor's view; *move is then a legal move. Which
     * move it is may depend on all that the actor knows, but *whether* it answers only on what a spectator sees: else the silence
     * of a seat that is not asked would betray its hand. */
    enum bil_order_says (*answer)(const void *rules, const void *view, int order, int32_t argument, bil_move *move);
};

/* The orders of a game; NULL if it has none. */
static inline const struct bil_order *bil_orders_of(const struct bil_game *game)
{
    return game->orders ? game->orders->list : NULL;
}

BIL_API_END

#endif
