/* What the two halves of a person's way of playing at a server share: the loop (remote.c) and what the server's backend does with
 * what the person wants (remote_backend.c). */
#ifndef BILLIONS_TERMINAL_REMOTE_UI_H
#define BILLIONS_TERMINAL_REMOTE_UI_H

#include "terminal/remote_internal.h"

enum { BIL_REMOTE_SIGN = 32 };

/* A person before the screen. */
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
