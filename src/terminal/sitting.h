/* People at one terminal, playing one match to its end.
 *
 * The sitting knows who sits before the screen and never shows anything that this seat may not know: what it writes comes from the
 * view of that seat, and between two persons the screen is wiped. */
#ifndef BILLIONS_TERMINAL_SITTING_H
#define BILLIONS_TERMINAL_SITTING_H

#include "table/match.h"
#include "terminal/keyboard.h"
#include "terminal/offer.h"
#include "terminal/screen.h"

/* How a sitting, and with it `billions play`, ends. A signal ends it with 128 and its number. */
enum bil_play_exit {
    BIL_PLAY_FINE = 0,        /* over, or left by quit or Ctrl-D */
    BIL_PLAY_INPUT_ENDED = 3, /* a script ended before the game */
    BIL_PLAY_FILES = 4        /* the output was closed or is full */
};

enum { BIL_NOBODY = -3 }; /* before the screen: no seat, and no viewer of game.h */

struct bil_sitting {
    struct bil_match *match;
    struct bil_screen *screen;
    struct bil_keyboard *keyboard;
    const char *record; /* file that holds the record at any time, or NULL */
    const char *again;  /* the command that begins the same game anew */
    struct bil_offer offer;
    int facing;               /* the seat before the screen, BIL_EVERYBODY when the game is over, or BIL_NOBODY */
    int heard[BIL_MAX_SEATS]; /* happenings that each seat has been told */
    int heard_by_all;         /* and that all were told at a hand-over */
    uint64_t hinted;          /* orders of the game that the persons were told of, bit by number */
    bool show;                /* the table is to be drawn before the next question */
    struct bil_text drawn;    /* the table as it was last drawn for that seat; "" = draw the whole of it. Freed by the caller */
    bool leaving;             /* the person wants to go */
    int record_ply;           /* what the record holds, or -1 */
    bool save_failed;         /* it was said that the record cannot be written */
    int saved_ply;            /* what the file of the last `save` holds, or -1 */
    char saved_as[512];       /* and its name, or "" */
};

/* Plays until the game is over or somebody leaves; returns an enum bil_play_exit, or 128 and a signal. The caller has filled in
 * the first five members; everything else is zero. */
int bil_sitting_run(struct bil_sitting *sitting);

/* Writes a word as a shell wants it: in quotes where it holds more than plain letters. */
void bil_sitting_quote(const char *word, struct bil_text *out);

/* Persons at the table. */
int bil_sitting_people(const struct bil_sitting *sitting);

/* ------------------------------------------------------------------ for commands and answers */

/* A sentence on something that was wrong. */
void bil_sitting_regret(struct bil_sitting *sitting, const char *sentence);

/* An empty line. */
void bil_sitting_gap(struct bil_sitting *sitting);

/* Writes a question and waits for the next line. Whatever else came, a signal or the end of the input, is for bil_sitting_run. */
enum bil_heard bil_sitting_ask(struct bil_sitting *sitting, enum bil_tone tone, const char *question);

/* A question that is answered by yes or no; false also when the input ends. */
bool bil_sitting_confirm(struct bil_sitting *sitting, const char *question);

/* What happened from happening `from` on, as the viewer may know it; `limit` > 0: only the last so many sentences. Returns how
 * many there were. */
int bil_sitting_tell(struct bil_sitting *sitting, int from, int viewer, int limit);

/* Saves the game to a file that the person names; asks before it replaces another file. False after a sentence. */
bool bil_sitting_save(struct bil_sitting *sitting, const char *path);

/* ------------------------------------------------------------------ commands.c and answer.c */

/* Carries out a line whose first word is a command: in full, or (`exact` false) cut short. False if it is none. */
bool bil_command(struct bil_sitting *sitting, const char *line, bool exact);

/* The index of the one legal move that a line means by number or words, or -1: then a sentence said why, unless it is silent. */
int bil_answer_find(struct bil_sitting *sitting, const char *line);

/* The same for `why`: says what keeps a move from being played, or that nothing does. */
void bil_answer_why(struct bil_sitting *sitting, const char *line);

#endif
