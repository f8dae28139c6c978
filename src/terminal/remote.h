/* Playing at a server's table from this terminal, with the user interface of a session (session.h).
 *
 * What comes from the server is mirrored (remote_table.h) and shown as if the match were here; what the person wants is sent, and
 * holds when the server says so. A silent or lost connection is reported once, and nothing is lost: a move that was under way is
 * repeated, and one typed meanwhile waits and is sent only if its decision is still open. Knows no socket: its caller lends one. */
#ifndef BILLIONS_TERMINAL_REMOTE_H
#define BILLIONS_TERMINAL_REMOTE_H

#include "terminal/remote_table.h"
#include "terminal/session.h"

enum bil_line_news {
    BIL_LINE_NOTHING,
    BIL_LINE_UP,    /* a new connection: the texts that follow answer the greeting */
    BIL_LINE_DOUBT, /* it gives no sign of life; the text says since when */
    BIL_LINE_BACK,  /* it gives one again, and nothing is lost */
    BIL_LINE_DOWN,  /* it is lost; the text says why */
    BIL_LINE_TEXT
};

/* The connection to the server, lent by the caller. */
struct bil_line {
    void *context;
    const char *host;                                   /* for people: "localhost:8080" */
    const char *again;                                  /* the command that comes back to this seat */
    void (*greet)(void *context, const char *greeting); /* what is said first on every connection from now on */
    void (*calm)(void *context, bool calm);        /* whether nothing is in a hurry: a silent line is noticed later. May be NULL */
    void (*hurry)(void *context);                  /* the person wants a lost connection to be tried now. May be NULL */
    bool (*send)(void *context, const char *text); /* false: there is no good connection */
    enum bil_line_news (*next)(void *context, const char **text);                   /* the next news, in order */
    int (*fd)(void *context);                                                       /* can be read while there is news */
    bool (*record)(void *context, struct bil_text *out, struct bil_error *error);   /* of the game that is over; may be NULL */
    bool (*rematch)(void *context, struct bil_text *said, struct bil_error *error); /* a seat at the next table; may be NULL */
    bool (*decline)(void *context, struct bil_error *error); /* those who play again are told that we do not; may be NULL */
    bool (*leave)(void *context, struct bil_error *error);   /* gives the seat up for good; may be NULL */
    /* Before the game: a bot for that seat (from 1; 0: for all free ones), or who is called `remove` out of it; the other is NULL.
     * May be NULL itself. */
    bool (*seating)(void *context, int seat, const char *bot, const char *remove, struct bil_error *error);
    /* What the seat was shown with that entry, as the very bytes that came; no view: moves were taken back. May be NULL. */
    void (*shown)(void *context, int64_t number, const char *view, size_t length);
};

/* How it ends, besides enum bil_play_exit and 128 and a signal. */
enum { BIL_REMOTE_REFUSED = 2, BIL_REMOTE_AGAIN = -1 }; /* the server does not let us in; a rematch: begin again with it */

struct bil_remote {
    struct bil_line line;
    const char *token; /* of the seat, or "": to watch */
    struct bil_screen *screen;
    struct bil_keyboard *keyboard;
    struct bil_remote_table table; /* for the caller to look at afterwards */
};

/* Says hello, plays until the game is over or the person leaves, and frees what it knows of the table. */
int bil_remote_run(struct bil_remote *remote);

/* The same with a bot in the person's place, which is found by name: one of ours or exec:COMMAND. Events are shown on the screen,
 * without the table. */
int bil_remote_run_bot(struct bil_remote *remote, const struct bil_bot *bot);

#endif
