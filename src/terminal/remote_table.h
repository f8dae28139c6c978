/* What a client knows of a server's table, from the messages that came (docs/protocol.md): who sits there, what happened, what is
 * asked, and a mirror match made from the last view, on which everything works that a view is enough for.
 *
 * Knows no socket and no screen. Must take whatever a server says without harm: what makes no sense is an error in a sentence. */
#ifndef BILLIONS_TERMINAL_REMOTE_TABLE_H
#define BILLIONS_TERMINAL_REMOTE_TABLE_H

#include "billions/match.h"

enum { BIL_REMOTE_PROTOCOL = 1, BIL_REMOTE_ID = 32, BIL_REMOTE_CODE = 24, BIL_REMOTE_HEX = 65 };

enum bil_remote_state { BIL_REMOTE_OPEN, BIL_REMOTE_PLAYING, BIL_REMOTE_OVER, BIL_REMOTE_CLOSED };
enum bil_remote_sitter { BIL_REMOTE_FREE, BIL_REMOTE_PERSON, BIL_REMOTE_BOT };

struct bil_remote_seat {
    enum bil_remote_sitter kind;
    char name[BIL_PLAYER_NAME * 2]; /* of the person or the bot */
    char bot[BIL_PLAYER_NAME * 2];  /* of the bot that plays for the absent person; "": nobody does */
    char left[BIL_PLAYER_NAME * 2]; /* who left the game and that seat to the bot there; "": nobody did */
    bool connected;
    int64_t bank; /* milliseconds of reserve; -1: no clock */
};

/* One thing that was told. */
struct bil_remote_told {
    int64_t number; /* of the entry */
    size_t begin;   /* of its sentence in `words`, which ends with a zero */
    bool opens;     /* a new paragraph */
};

struct bil_remote_table {
    char id[BIL_REMOTE_ID];
    const struct bil_game *game; /* NULL: not yet known */
    int seats;
    int you; /* a seat from 0, or BIL_SPECTATOR */
    enum bil_remote_state state;
    int64_t number; /* of the last entry */
    struct bil_remote_seat seat[BIL_MAX_SEATS];
    char commitment[BIL_REMOTE_HEX];
    bool days; /* its pace gives days for a decision */

    int64_t decision; /* what is asked; 0: nothing */
    unsigned asked;   /* the seats that are, as bits */
    bool window;
    bool together;  /* of that: all choose, and all of it counts */
    int64_t ends;   /* when the server decides, on the caller's clock; -1: never */
    bool your_turn; /* `you` is asked: the mirror is the view to which the question belongs */
    char held[256]; /* the answer that was given in this window, or "" */

    struct bil_match *mirror;     /* NULL before the first card */
    uint8_t seed[BIL_SEED_BYTES]; /* what bots that play on a mirror take their chance from; the caller's choice */
    uint64_t number_of_match;     /* the same for all mirrors */

    char order[BIL_ORDERS][BIL_ORDER_LENGTH];
    int order_count;

    int told_count; /* what happened, in sentences */
    struct bil_remote_told *told;
    struct bil_text words;
    struct bil_text moves; /* the decisions, one line each */

    int told_capacity;            /* private */
    const struct bil_value *kept; /* private: the message whose edition all views are of, or NULL */
};

/* What a message was, besides what it changed. */
enum bil_remote_kind {
    BIL_REMOTE_TABLE, /* the server has sent everything again */
    BIL_REMOTE_REST,  /* what was missed follows */
    BIL_REMOTE_ENTRY,
    BIL_REMOTE_NOW, /* what is asked and the mirror may have changed */
    BIL_REMOTE_HELD,
    BIL_REMOTE_OK,
    BIL_REMOTE_ERROR,
    BIL_REMOTE_ORDERS,
    BIL_REMOTE_PRESENCE,
    BIL_REMOTE_CLOSING,
    BIL_REMOTE_MOVED,   /* another process keeps the table: connect again */
    BIL_REMOTE_ANYTHING /* nothing that this client needs */
};
struct bil_remote_said {
    enum bil_remote_kind kind;
    int64_t id;                  /* of an answer; -1: none */
    char code[BIL_REMOTE_CODE];  /* of an error */
    char text[BIL_ERROR_LENGTH]; /* of an error, of closing */
    int seat;                    /* of presence, from 0; -1: none */
    bool undone;                 /* of an entry: moves were taken back */
};

/* Starts with {0} and `seats` 0; `you` is set by the first message. */
void bil_remote_table_free(struct bil_remote_table *table);

/* Takes a message. `now` is the caller's clock in milliseconds. False and a sentence: it makes no sense, or shows something that
 * this program does not know; what could be understood of it was taken over. */
bool bil_remote_take(struct bil_remote_table *table, const char *text, int64_t now, struct bil_remote_said *said,
                     struct bil_error *error);

/* A sentence of what happened. */
const char *bil_remote_sentence(const struct bil_remote_table *table, int index);
/* "Seat 2 (Ann)". */
void bil_remote_seat_text(const struct bil_remote_table *table, int seat, struct bil_text *out);

#endif
