/* The log of a table: what happened there, entry by entry, and its JSON for a viewer (docs/protocol.md). A server, and
 * a page that plays without one, keep the same entries and write them here alone.
 *
 * Must never tell a viewer what it may not know: neither a text, nor that there is something to tell. */
#ifndef BILLIONS_TABLE_LOG_ENTRY_H
#define BILLIONS_TABLE_LOG_ENTRY_H

#include "billions/match.h"

/* One thing that happened at a table, for all to know; private details are worked out for each viewer from the match. Numbers go
 * from 1 without a gap. The numbers of kinds are stored. */
enum bil_entry_kind {
    BIL_ENTRY_SEATED = 1, /* seat, text = name: somebody took a free seat */
    BIL_ENTRY_LEFT,       /* seat: gave it up before the game began */
    BIL_ENTRY_BEGAN,      /* the game begins; text = the seed's parts are fixed (JSON of the contributions) */
    BIL_ENTRY_MOVE,       /* seat, text = the move in notation as everybody would read it. Changes the game */
    BIL_ENTRY_UNDO,       /* seat, text = the ply it went back to. Changes the game */
    BIL_ENTRY_ASK_UNDO,   /* seat asks all others to take back */
    BIL_ENTRY_AGREE,      /* seat agrees */
    BIL_ENTRY_REFUSE,     /* seat does not: the request is over */
    BIL_ENTRY_CHAT,       /* seat (-1: a spectator), text */
    BIL_ENTRY_BOT,        /* a bot plays for the seat from now on, text = its name */
    BIL_ENTRY_BACK,       /* the person plays again */
    BIL_ENTRY_OVER,       /* the game is over; text = JSON of places and points */
    BIL_ENTRY_CLOSED,     /* the table was given up */
    BIL_ENTRY_REMATCH,    /* text = the id of the next table */
    BIL_ENTRY_DECLINE,    /* seat, text = name: does not take part in the next table. At the old table and at the next */
    BIL_ENTRY_BOT_SEATED, /* seat, text = name of the bot that sits there from now on; `how` = 1 + the seat that put it there */
    BIL_ENTRY_BOT_LEFT,   /* seat, text = name of the bot that was taken out before the game began; `how` likewise */
    BIL_ENTRY_REMOVED,    /* seat, text = name of the guest that the host removed before the game began; `how` likewise */
    BIL_ENTRY_KINDS
};
/* How a move came to be. The numbers are stored; the line of a lapsed pass has `lapsed`, and is a person's. */
enum bil_entry_how { BIL_HOW_PERSON, BIL_HOW_ORDER, BIL_HOW_TIMEOUT, BIL_HOW_BOT, BIL_HOW_LAPSED };

/* The state and the events of a move that was taken back, so that it can still be told. */
struct bil_taken_back {
    int event_count;
    bil_move move;
    unsigned char state[BIL_MAX_STATE] __attribute__((aligned(16))); /* before the move */
    struct bil_match_event event[];
};

/* One entry of the log. The move itself is in the match. */
struct bil_log_line {
    int64_t number, time;
    uint8_t kind;                /* enum bil_entry_kind */
    int8_t seat;                 /* from 0; -1: nobody's */
    uint8_t how;                 /* of a move enum bil_entry_how; of what somebody did to another seat, 1 + his own */
    bool lapsed;                 /* a pass that the end of a window's time made: only its seat may know */
    int ply;                     /* of a move: before it; of an undo: where it went back to */
    int until;                   /* of a move: the ply after it and all that was forced behind it; 0: not told */
    int event_from, event_to;    /* what the match heard: of moves, and of the beginning */
    int64_t decision;            /* of a move: which question it answered */
    char *text;                  /* of other entries; NULL: not told */
    struct bil_taken_back *back; /* of a move that was taken back */
};

/* Keeps of the line of a move what the match is about to forget. The caller frees it. */
void bil_log_line_keep(struct bil_log_line *line, const struct bil_match *match);

/* The move of such a line, as the viewer may know it. */
void bil_log_line_move(const struct bil_log_line *line, const struct bil_match *match, int viewer, struct bil_text *out);

/* The entry as one object, with "type" as a message of its own. The match is NULL before the game begins. `words` is room for
 * texts, which is overwritten. */
void bil_log_line_write(const struct bil_log_line *line, const struct bil_match *match, int viewer, bool typed,
                        struct bil_text *words, struct bil_text *out);

/* Which viewers get the same text of an entry: two with the same voice get the same bytes, so that the text is written once. The
 * voice depends on what each may know (bil_move_open, bil_event_known) and on the seats that an event addresses; an addressed seat
 * has its own voice. */
uint64_t bil_log_line_voice(const struct bil_log_line *line, const struct bil_match *match, int viewer);

/* "prompt" and "moves" of a question, from the asked seat's own view, into an open object; with `parts` also the moves in parts,
 * and the "orders" that would answer it. */
void bil_question_write(const struct bil_match *match, const void *view, int seat, const bil_move *moves, int count, bool parts,
                        struct bil_text *words, struct bil_text *out);

/* "places", "points" and "decided" of a finished game, into an open object. */
void bil_result_write(const struct bil_match *match, struct bil_text *out);

#endif
