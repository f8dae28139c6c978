/* People at one terminal, playing one match to its end.
 *
 * The session knows who sits before the screen and never shows anything that this seat may not know: what it writes comes from the
 * view of that seat, and between two persons the screen is wiped. */
#ifndef BILLIONS_TERMINAL_SESSION_H
#define BILLIONS_TERMINAL_SESSION_H

#include "billions/match.h"
#include "terminal/keyboard.h"
#include "terminal/offer.h"
#include "terminal/screen.h"

/* How a session, and with it `billions play`, ends. A signal ends it with 128 and its number. */
enum bil_play_exit {
    BIL_PLAY_FINE = 0,        /* over, or left by quit or Ctrl-D */
    BIL_PLAY_INPUT_ENDED = 3, /* a script ended before the game */
    BIL_PLAY_FILES = 4        /* the output was closed or is full */
};

enum { BIL_NOBODY = -3 }; /* before the screen: no seat, and no viewer of game.h */

struct bil_session;

/* A command that only some backends know. The list ends with a NULL word. */
struct bil_command {
    const char *word;
    const char *arguments;
    const char *help;
    void (*run)(struct bil_session *session, const char *rest);
};

/* What differs between a match that this program holds (bil_backend_local) and one that a server holds (remote.h): where its events
 * come from, and how a person's wishes are carried out. All else, drawing, finding moves, reasons, hints, scores, rules, is the
 * same and needs but the match; of a server's table that is a mirror, rebuilt from each view. */
struct bil_backend {
    /* What happened so far, by number from 0, as bil_match_retell gives it. */
    int (*event_count)(const struct bil_session *session);
    int (*retell)(const struct bil_session *session, int index, int viewer, struct bil_text *out, bool *opens);

    /* One line for each decision so far, as the seat before the screen may know it: the line of `index` from 0, or false: no more.
     * Nothing is written for one that no record holds. */
    bool (*decision)(const struct bil_session *session, int index, struct bil_text *out);

    /* What a person wants. Each says a sentence if it cannot be. */
    void (*play)(struct bil_session *session, int index); /* move number `index` of the offer, from 0 */
    void (*undo)(struct bil_session *session);
    void (*order)(struct bil_session *session, const char *words, bool tell); /* `tell`: then lists the orders that stand */
    void (*end_order)(struct bil_session *session, const char *words);
    bool (*save)(struct bil_session *session, const char *path, struct bil_error *error);
    void (*farewell)(struct bil_session *session, bool over); /* how to play on later, or the same once more */

    bool alone; /* nobody but the seat before the screen ever looks at it */
    const struct bil_command *commands;
};
extern const struct bil_backend bil_backend_local;

struct bil_session {
    struct bil_match *match;
    const struct bil_backend *backend; /* NULL: bil_backend_local */
    void *context;                     /* the backend's own */
    struct bil_screen *screen;
    struct bil_keyboard *keyboard;
    const char *record; /* file that holds the record at any time, or NULL */
    const char *again;  /* the command that starts the same game again */
    struct bil_offer offer;
    int facing;               /* the seat before the screen, BIL_EVERYBODY when the game is over, or BIL_NOBODY */
    int heard[BIL_MAX_SEATS]; /* events that each seat has been told */
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

/* Plays a match of our own until it is over or somebody leaves; returns an enum bil_play_exit, or 128 and a signal. The caller has
 * filled in the match, screen, keyboard, record and again; everything else is zero. */
int bil_session_run(struct bil_session *session);

/* Writes a word as a shell reads it back: in quotes where it holds more than plain letters. `shown`: for the screen, with bytes as
 * $'\303' where it shows ASCII alone. */
void bil_quote_word(const char *word, bool shown, struct bil_text *out);

/* ------------------------------------------------------------------ for callers that run a session */

/* The table, what led to it, the question and the moves, for the seat before the screen, which is asked. Makes the offer. */
void bil_session_show_decision(struct bil_session *session);
/* The table alone, as `facing` may see it. */
void bil_session_draw(struct bil_session *session);
/* The end of the game, with the score sheet and who has won. `viewer` sees what happened since `from`, as by bil_session_tell.
 */
void bil_session_show_end(struct bil_session *session, int viewer, int from, int limit);
/* What the person who is asked has typed: a command, or a move, which is played. */
void bil_session_take_line(struct bil_session *session, const char *typed);
/* The exit code if the session cannot go on whatever the match says (a signal, an output that is gone), or -1. */
int bil_session_broken_off(struct bil_session *session);
/* After a line came, or something else instead: echoes, and regrets what was too long; false: it is not to be heeded. */
bool bil_session_take_input(struct bil_session *session, enum bil_input input);

/* ------------------------------------------------------------------ for commands and answers */

/* A sentence on something that was wrong. */
void bil_session_error(struct bil_session *session, const char *sentence);

/* An empty line. */
void bil_session_blank_line(struct bil_session *session);

/* A question that is answered by yes or no; false also when the input ends. */
bool bil_session_confirm(struct bil_session *session, const char *question);

/* What happened from event `from` on, as the viewer may know it; `limit` > 0: only that many last sentences. Returns how
 * many there were. */
int bil_session_tell(struct bil_session *session, int from, int viewer, int limit);

/* Saves the game to a file that the person names; asks before it replaces another file. False after a sentence. */
bool bil_session_save(struct bil_session *session, const char *path);

/* ------------------------------------------------------------------ commands.c */

/* Carries out a line whose first word is a command: in full, or (`exact` false) cut short. False if it is none. */
bool bil_command(struct bil_session *session, const char *line, bool exact);

/* The standing orders of the seat before the screen. */
void bil_command_tell_orders(struct bil_session *session);

/* The index of the one legal move that a line means by number or words, or -1: then a sentence said why, unless it is silent. */
int bil_answer_find(struct bil_session *session, const char *line);

#endif
