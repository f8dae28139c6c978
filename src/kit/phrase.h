/* Sentences as templates, for everything that a game says: a prompt, an event, a hint.
 *
 *     tell(game, "%F [play|plays] %k on %o %j token.", player, card, faction, site)
 *     "You play Double on Blue's Mars token."
 *
 * A mark begins with % and takes the next argument: an int for the marks of the game, %d (a number) and %x ("1 card", "3 cards"); a
 * text for %s. In sentences on events a mark is followed by the part of the event that it takes: a, b, c, or s for the seat. [x|y]
 * is x if who was named last is the reader, else y; marks may be in it, but no other brackets.
 *
 * Must never know a game, nor what a reader may know: who chooses the template has decided that. */
#ifndef BILLIONS_KIT_PHRASE_H
#define BILLIONS_KIT_PHRASE_H

#include <stdarg.h>

#include "billions/game.h"

struct bil_reader {
    const void *rules;
    int viewer; /* the reader as a seat, who is "you"; BIL_SPECTATOR, BIL_EVERYBODY */
    struct bil_text *out;
};

/* The marks of a game. */
struct bil_marks {
    /* Writes what the mark says of a number. */
    void (*add)(const struct bil_reader *reader, char mark, int number);
    /* Who is named by it, seats as bits; 0: nobody. */
    unsigned (*named)(char mark, int number);
};

void bil_phrase(const struct bil_marks *marks, const struct bil_reader *reader, const char *template, va_list arguments);
void bil_phrase_event(const struct bil_marks *marks, const struct bil_reader *reader, const char *template,
                      const struct bil_event *event);

/* The seats that the sentence can turn into "you", and that of the event itself, as bits. */
unsigned bil_phrase_addressed(const struct bil_marks *marks, const char *template, const struct bil_event *event);

#endif
