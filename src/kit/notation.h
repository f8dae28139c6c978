/* Moves as people and records write them, from a description: a game gives its verbs and nouns as rows, and from these a move is
 * written, read, numbered and taken apart. No game writes or reads a move in any other way.
 *
 * A form is a text like "push INFLUENCER to SEAT": small words stand as they are, a word in capitals is a slot, one in brackets is
 * written only where the game says so; "play|use" is either, in forms that are only read. A move holds the number of its verb in
 * its lowest bits and the nouns of its slots above them.
 *
 * Must never know a game, and never decide what is legal: that it asks. */
#ifndef BILLIONS_KIT_NOTATION_H
#define BILLIONS_KIT_NOTATION_H

#include "billions/game.h"
#include "kit/words.h"

enum {
    BIL_MOST_NOUNS = 64, /* of one set */
    BIL_MOST_SLOTS = 4,  /* of one form */
    BIL_MOST_PARTS = 8,  /* of one form: words and slots */
    BIL_MOST_LISTED = 3, /* nouns in one slot */
    BIL_MOST_VERBS = 32,
    BIL_ACTION_PLACES = 96, /* nouns in the moves of a game, verb by verb */
    BIL_NAME = 48           /* bytes of a noun's name */
};

/* A set of nouns, by number. */
struct bil_nouns {
    int count; /* numbers 0 to count - 1 */
    /* A name of a noun: `which` 0 as it is written, from 1 on what else people call it; NULL if there is no more. A noun that this
     * match does not have is called nothing. `room` may hold what is not static. The view is only asked for what its viewer sees.
     */
    const char *(*name)(const void *rules, const void *view, int number, int which, char room[BIL_NAME]);
};

/* What may stand in a form. */
struct bil_slot {
    const char *word;  /* "SEAT" */
    const char *thing; /* "seat", as sentences say it */
    const char *ask;   /* "Which seat?" */
    const struct bil_nouns *nouns;
    uint64_t members;            /* the nouns that fit, bit by number; 0: all */
    uint8_t bits;                /* of the move for each noun; 0: what is said here is not kept */
    uint8_t at[BIL_MOST_LISTED]; /* the lowest of them, for each */
    uint8_t most;                /* the most nouns allowed here, in the move in ascending order; 0 means one */
    uint8_t none;                /* 1 + the value in the move where there is no noun; 0: there always is one */
    const char *lead;            /* a word that may stand before it and says that it is this one: "from"; or NULL */
    const char *between;         /* two nouns of a list; NULL is " " */
};

/* A way to say a verb. The first row of a verb is how it is written; all are read. Ends with a NULL form. */
struct bil_verb {
    uint8_t verb;
    const char *key; /* "counter-push", for programs; NULL: this is one more way to say it */
    const char *form;
};

struct bil_notation {
    const struct bil_verb *verbs;
    const struct bil_slot *slots; /* ends with a NULL word */
    const char *const *fillers;   /* words that mean nothing to any move: "the"; ends with NULL */
    /* What else has a name, such as cards that go into no move, and what sentences call a noun that several slots take: only the
     * thing, nouns and members of each; ends with a NULL thing. NULL: nothing. */
    const struct bil_slot *kinds;
    uint8_t verb_bits; /* of a move */
    /* Verbs, bit by number, that are never meant where a line has no verb: who writes the name of a card alone does not ask to
     * throw it away. */
    uint32_t only_said;
    /* Whether the viewer may read the nouns of this move; from a view the same as from the state. NULL: always. */
    bool (*open)(const void *rules, const void *state, bil_move move, int viewer);
    /* Whether the view knows what its actor may do: it is the actor's own, or a whole state. NULL: always. */
    bool (*knows)(const void *rules, const void *view);
    /* Whether a slot in brackets is left out in this move. NULL: where its noun is none. */
    bool (*omits)(const void *rules, const void *state, bil_move move, const struct bil_slot *slot);
    /* Fills in what follows from the nouns that were given (slots, bit by their row), for a move that need not be legal; 0 if they
     * do not go together. NULL: they are the whole move. */
    bil_move (*complete)(const void *rules, const void *view, bil_move move, uint32_t given);
};

/* The name of a noun that is a number: its digits, written into the room. */
const char *bil_number_name(int number, char room[BIL_NAME]);

/* ------------------------------------------------------------------ writing */

/* A move as records write it. What the viewer may not know is "?". */
void bil_move_text(const struct bil_game *game, const void *rules, const void *state, bil_move move, int viewer,
                   struct bil_text *out);

/* Whether the viewer may read the nouns of a move: all viewers who may are told of it in the same words, and so are all who may
 * not. */
bool bil_move_open(const struct bil_game *game, const void *rules, const void *state, bil_move move, int viewer);

/* The same in parts: {"verb":"push","influencer":"The Troll","seat":2}. Numbers are numbers; a slot for several nouns is an array;
 * what the viewer may not know is not there. */
void bil_move_json(const struct bil_game *game, const void *rules, const void *state, bil_move move, int viewer,
                   struct bil_text *out);

/* Whether some move of the match is written with this, in small letters, as its first word. */
bool bil_move_begins(const struct bil_game *game, const void *rules, const void *view, const char *word, int length);

/* ------------------------------------------------------------------ reading */

/* The move that a line means, legal or not. Forgiving in case, accents, order and words that are cut short or left out; never
 * chooses between two that fit equally well. A legal move goes before one that is not. Words that are the whole name of anything in
 * the match mean only that: they are never taken for the beginning or a part of another name, and never taken apart. False and a
 * sentence if it means none or several. */
bool bil_move_parse(const struct bil_game *game, const void *rules, const void *view, const char *text, bil_move *move,
                    struct bil_error *error);

/* The move of a list that is written just so for its seat, letter by letter; 0 if none is. What bil_move_parse would say to such a
 * line, since every legal move has a text of its own; programs that answer with what they were given are read without more ado. */
bil_move bil_move_exact(const struct bil_game *game, const void *rules, const void *view, int seat, const bil_move *moves,
                        int count, const char *text);

/* The legal moves that a line can mean equally well; returns how many. found: room for BIL_MAX_MOVES. */
int bil_move_find(const struct bil_game *game, const void *rules, const void *view, const char *text, bil_move *found);

/* The nouns that some words fit best, bit by number; 0 if none. */
uint64_t bil_nouns_meant(const struct bil_nouns *set, const void *rules, const void *view, const struct bil_words *typed, int first,
                         int count);

/* ------------------------------------------------------------------ numbering */

/* The moves of a game as numbers from 0 on, the same in every edition and for any number of seats: what learning programs count by.
 * Some numbers may stand for moves that are never legal. */
struct bil_actions {
    const struct bil_notation *notation;
    int count;
    int verbs;
    struct bil_action_verb {
        uint8_t verb;
        uint8_t slots;
        uint8_t slot[BIL_MOST_SLOTS];
        uint8_t place, places; /* where its nouns stand in a move */
        int first, size;
    } row[BIL_MOST_VERBS];
    uint8_t row_of[BIL_MOST_VERBS]; /* 1 + the row of a verb; 0: there is none */

    /* A noun of a move: what it adds to the number of the move. */
    struct bil_action_place {
        uint8_t shift, mask;
        bool follows;                 /* in a list, another one, whose rank is at most its own */
        int16_t rank[BIL_MOST_NOUNS]; /* -1: it cannot stand there */
        int32_t part[BIL_MOST_NOUNS];
    } place[BIL_ACTION_PLACES];
    int places;
};

void bil_actions_make(const struct bil_game *game, struct bil_actions *actions);

/* The number of a move, or -1 if it is none of the game. */
int bil_action_of(const struct bil_actions *actions, bil_move move);

/* The move of a number, for the actor of this view; 0 if there is no such move. */
bil_move bil_action_move(const struct bil_actions *actions, const void *rules, const void *view, int action);

/* ------------------------------------------------------------------ for the files of this folder */

struct bil_form {
    int count;
    struct bil_part {
        const char *word; /* of the form */
        int length;
        const struct bil_slot *slot; /* NULL: a small word */
        bool optional;
    } part[BIL_MOST_PARTS];
};
void bil_form_read(const struct bil_notation *notation, const struct bil_verb *verb, struct bil_form *form);

/* The row that a move is written by, or NULL. */
const struct bil_verb *bil_verb_of(const struct bil_notation *notation, bil_move move);

/* The nouns of a slot in a move; returns how many. */
int bil_slot_nouns(const struct bil_slot *slot, bil_move move, int nouns[BIL_MOST_LISTED]);
bil_move bil_slot_put(const struct bil_slot *slot, bil_move move, int index, int noun);
bool bil_slot_written(const struct bil_notation *notation, const void *rules, const void *state, bil_move move,
                      const struct bil_part *part);

#endif
