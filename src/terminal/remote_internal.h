/* What the files that play at a server share: first the line to the server (remote_line.c), which a person's way of playing
 * (remote.c) and a bot's (remote_bot.c) use. */
#ifndef BILLIONS_TERMINAL_REMOTE_INTERNAL_H
#define BILLIONS_TERMINAL_REMOTE_INTERNAL_H

#include "terminal/remote.h"

/* The state of the line. Starts with {.remote = ...} and zero. */
struct bil_remote_line {
    struct bil_remote *remote;
    bool up;         /* hello was said and answered, and the line is not doubted */
    bool ever;       /* it once was */
    bool lost;       /* that it is not was told */
    bool calm;       /* the line knows that nothing is in a hurry */
    int64_t next_id; /* of the next thing to say */
    int64_t greeted; /* the entry that the greeting names */

    int64_t waiting;      /* id of the move that was said and not yet answered; 0: none */
    int64_t waiting_for;  /* the decision it is about */
    bool unsent;          /* it waits for the line; until then another one may take its place */
    bool said_here;       /* it was said over the connection that there is now */
    bool dropped;         /* for its owner to tell and clear: an unsent move was not asked any more */
    struct bil_text move; /* its words, to be said again after a lost connection */
    int64_t answered;     /* the last decision that was answered and stored */
};

/* What came, for its owner to tell. */
enum bil_remote_event {
    BIL_EVENT_NOTHING, /* no more for now */
    BIL_EVENT_MESSAGE, /* `said` tells what; the table is up to date */
    BIL_EVENT_DOUBT,   /* the connection gives no sign of life; `said.text` says since when. Told once */
    BIL_EVENT_LOST,    /* the connection; `said.text` says why. Told once */
    BIL_EVENT_BACK,    /* it is there again, and what was missed has come or is coming */
    BIL_EVENT_NONSENSE /* a message that makes no sense; `said.text` says why */
};

/* The next thing that came. Says hello and repeats what is to be repeated by itself. */
enum bil_remote_event bil_remote_next(struct bil_remote_line *line, struct bil_remote_said *said);
/* Begins a message {"type":type,"id":..., for members to be added; the id is returned. */
int64_t bil_remote_begin(struct bil_remote_line *line, const char *type, struct bil_text *out);
/* Ends and sends it. False: there is no connection. Frees the text. */
bool bil_remote_send(struct bil_remote_line *line, struct bil_text *out);
/* Says the greeting for every connection to come. Before anything else. */
void bil_remote_greet(struct bil_remote_line *line);
/* Sends the answer to what is asked, now or as soon as the connection is there again (`unsent`). */
void bil_remote_answer(struct bil_remote_line *line, const char *move);
/* Whether an error ends everything: the server has closed the door. */
bool bil_remote_fatal(const struct bil_remote_said *said);

/* ------------------------------------------------------------------ a person before the screen: remote.c and remote_backend.c */

enum { BIL_REMOTE_SIGN = 32 };

struct bil_remote_ui {
    struct bil_remote *remote;
    struct bil_remote_line line;
    struct bil_session session;
    bool greeted;
    bool prompted;    /* the last line of the screen is a prompt */
    int64_t shown;    /* the decision whose moves were shown last */
    int heard;        /* sentences that were told */
    int64_t said_id;  /* what was said last and is not yet answered; 0: nothing. A script waits for that */
    bool unheard;     /* the connection was lost before that was answered */
    bool settling;    /* it has just been answered: what follows from it may still be on its way */
    bool midway;      /* entries have come, and not yet what they led to: until then nothing is shown, and nothing typed is read */
    int64_t order_id; /* the order whose answer lists the orders; 0: none */
    bool over_shown;  /* the score sheet was */
    bool window_told; /* what a window is */
    bool leave_asked; /* whether the person truly wants to leave: the next line says */
    int code;         /* how it ends, once `ended` */
    bool ended;
};

/* The backend of sessions at a server's table; their context is the user interface. */
extern const struct bil_backend bil_backend_remote;
/* A line that is one of the commands of that backend, in full: carries it out. */
bool bil_remote_command(struct bil_remote_ui *ui, const char *line);
/* What was answered to whether one truly wants to leave. */
void bil_remote_leave_answered(struct bil_remote_ui *ui, const char *line);
/* What remains, as people read it: " 0:09", " 5 h", " 3 days". */
void bil_remote_write_left(int64_t left, char out[BIL_REMOTE_SIGN]);

#endif
