/* A match in progress: what is true of any game at any table. Seats, the list of decisions, what happened, forced moves, undo,
 * standing orders, hints, views, bots. Terminal, server, records and tests are thin front ends to it.
 *
 * It never prints, never reads a clock and knows no particular game. Wrong input changes nothing and gives a sentence.
 *
 * How a front end runs a match:
 *
 *     struct bil_match *match = bil_match_new(&setup, &error);       // forced moves are already played
 *     while (match->actor != BIL_OVER) {
 *         if (match->player[match->actor].bot) {
 *             bil_match_step(match);                                   // one decision of a bot
 *         } else {
 *             bil_match_view(match, match->actor, -1, view);           // draw the view, list match->move[0 .. move_count-1]
 *             if (!bil_match_say(match, "discard Push", &error)) ...   // or bil_match_play(match, move, &error)
 *         }
 *         for (; heard < match->event_count; heard++)                   // what happened, as this viewer may know it
 *             bil_match_event_text(match, heard, viewer, &text);
 *     }
 *     bil_match_free(match);
 *
 * Plies: state p is the state after p moves; state 0 is the first one. Decision p leads from state p to state p + 1. Every move
 * is a ply, also a forced one that no record shows. `match->ply` is the number of moves so far and of the state now.
 *
 * Seats count from 0 here and from 1 in every text. */
#ifndef BILLIONS_MATCH_H
#define BILLIONS_MATCH_H

#include "billions/bot.h"
#include "billions/edition.h"
#include "billions/orders.h"

BIL_API_BEGIN

enum { BIL_PLAYER_NAME = 32, BIL_ORDER_LENGTH = 48, BIL_ORDERS = 8, BIL_MAX_PLIES = 100000 };

/* Who sits at a seat. */
struct bil_player {
    const struct bil_bot *bot; /* NULL: a person */
    char name[BIL_BOT_NAME];   /* of a person, at most BIL_PLAYER_NAME - 1 bytes; may be empty. Of a bot its own name serves */
    bool stranger;             /* a record names a bot that this program does not have: `name` is its name, a person decides */
};

/* From what a match is made. All of it is copied: nothing need outlive bil_match_new. */
struct bil_match_setup {
    const struct bil_game *game;  /* may be NULL if there is a position: then its document names the game */
    struct bil_config config;     /* `fast` is ignored: a table always asks by what everybody knows */
    uint8_t seed[BIL_SEED_BYTES]; /* everything that chance decides; also bots' own streams */
    struct bil_player player[BIL_MAX_SEATS];
    const struct bil_value *position; /* NULL, or the whole document of a position to begin from; its seats, options and edition
                                         then rule, and config gives only what the document does not */
    bool keep_view;   /* a position that is somebody's view stays one, to be looked at as it is: not even forced moves are made,
                         and only the list of moves of its own viewer means anything. Else a world is dealt that fits it */
    bool ask_windows; /* true: a person is also asked where there is just one answer that no record shows (a pass
                         for want of the card), so that people who sit together cannot tell. Other forced moves,
                         and those of bots, are played by the table all the same */
};

/* One move that was made. */
struct bil_decision {
    bil_move move;
    int8_t seat;
    bool forced;   /* it was the only legal move */
    bool recorded; /* a record contains it: it was a choice, or the game wants it written even when forced */
    bool ordered;  /* a standing order chose it */
    int64_t time;  /* milliseconds since the match began, or -1: only if somebody set it */
    char *comment; /* behind the move in the record, or NULL */
    char *note;    /* whole lines of comment before the move in the record, without "#", parted by \n; or NULL */
};

/* One thing that happened, as the game said it. */
struct bil_match_event {
    int ply; /* of the state it led to: 0 for the set-up, p + 1 for decision p */
    struct bil_event event;
};

/* A standing order that was given. */
struct bil_standing {
    int16_t kind; /* its number in game->orders, or -1: "pass WORDS" */
    int32_t argument;
    char words[BIL_ORDER_LENGTH]; /* in full: "only against red" */
};

/* The match. Faces read the fields; only the functions below change them. */
struct bil_match {
    const struct bil_game *game;
    struct bil_config config; /* own copy; `edition` is NULL, the rules hold what it said */
    void *rules;
    char edition[BIL_EDITION_HASH]; /* the hash of the edition in force */
    bool edition_loaded;            /* that edition came from a file or a position, not from the program */
    bool from_position;             /* state 0 was read from a position: `seed` rules only chance from then on */
    bool from_view;                 /* the position was somebody's view */
    uint8_t seed[BIL_SEED_BYTES];
    bool ask_windows;
    struct bil_player player[BIL_MAX_SEATS];

    int ply;                       /* moves so far */
    struct bil_decision *decision; /* [0 .. ply-1] */
    struct bil_match_event *event; /* [0 .. event_count-1], oldest first */
    int event_count;
    char *closing_note; /* lines of comment after the last move, like bil_decision.note; or NULL */
    char **header;      /* header lines of a record that this program does not know, kept as they are */
    int header_count;

    int actor;      /* who is asked now: a seat, or BIL_OVER */
    int move_count; /* its legal moves; 0 when the game is over */
    bil_move move[BIL_MAX_MOVES];

    struct bil_standing order[BIL_MAX_SEATS][BIL_ORDERS]; /* oldest first */
    uint8_t order_count[BIL_MAX_SEATS];

    uint64_t number;              /* no other match of this run of the program has it */
    void *quick;                  /* private: the rules made fast, for bots that look ahead */
    unsigned char **block;        /* private: states and generators (bil_match_state, bil_match_generator) */
    int blocks;                   /* private */
    int capacity;                 /* private: of `decision` */
    int event_capacity;           /* private */
    struct bil_setting *settings; /* private: what config.settings points to */
};

/* A match at its first open decision, or NULL and a sentence. The caller frees it with bil_match_free (NULL is fine). */
struct bil_match *bil_match_new(const struct bil_match_setup *setup, struct bil_error *error);
void bil_match_free(struct bil_match *match);

/* ------------------------------------------------------------------ playing */

/* Plays a move of the actor, then whatever is forced or under a standing order, up to the next open decision. A move that is not
 * in the list gives the game's reason (why_not) and changes nothing. */
bool bil_match_play(struct bil_match *match, bil_move move, struct bil_error *error);

/* The same with the move as text in the notation of records, or cut short where only one legal move fits. */
bool bil_match_say(struct bil_match *match, const char *text, struct bil_error *error);

/* The legal move that a text means, without playing it. */
bool bil_match_read_move(const struct bil_match *match, const char *text, bil_move *move, struct bil_error *error);

/* The indices in `move` of the legal moves that a text can mean equally well; returns how many. */
int bil_match_find_moves(const struct bil_match *match, const char *text, int found[BIL_MAX_MOVES]);

/* Lets the bot at the actor's seat decide once. Its random stream is that of the seed, the seat and the ply: the same match with
 * the same bots is the same game, also after an undo. Must not be called if the actor is a person or the game is over. */
void bil_match_step(struct bil_match *match);

/* Plays what is forced or under a standing order, up to the next open decision. Every function above does so by itself; only a
 * match that was read from a record and is to be played on needs it. */
void bil_match_settle(struct bil_match *match);

/* What a bot would play for the actor now, whether a bot or a person has that seat, and what it thinks of the moves (reasons.h
 * makes words of that). */
bil_move bil_match_ask_bot(const struct bil_match *match, const struct bil_bot *bot);
bil_move bil_match_ask_reasons(const struct bil_match *match, const struct bil_bot *bot, struct bil_reasons *reasons);

/* ------------------------------------------------------------------ views */

/* The state at a ply (-1: now). For tests, records and the lab: front ends show views. */
const void *bil_match_state(const struct bil_match *match, int ply);

/* What a viewer (a seat, BIL_SPECTATOR, BIL_EVERYBODY) may know at a ply (-1: now), into `view` of game->state_size bytes; at most
 * BIL_MAX_STATE, and aligned like a uint64_t. A front end shows BIL_EVERYBODY only when the game is over. */
void bil_match_view(const struct bil_match *match, int viewer, int ply, void *view);

/* A position document of a state or a view of this match (bil_position_write) that needs nothing else: an edition that was loaded
 * is written out. */
void bil_match_position(const struct bil_match *match, const void *state, struct bil_text *out);

/* A decision in notation, as a viewer may know it: "grind ?". */
void bil_match_decision_text(const struct bil_match *match, int ply, int viewer, struct bil_text *out);

/* A move of the list `match->move` in notation, as the actor reads it. */
void bil_match_move_text(const struct bil_match *match, bil_move move, struct bil_text *out);

/* The legal moves in notation, "draw deck, draw discard", as the actor reads them; at most about `length` letters, then "and 7
 * more". "nothing, the game is over" if it is. */
void bil_match_legal_text(const struct bil_match *match, size_t length, struct bil_text *out);

/* A sentence on event number `index` as a viewer may know it; writes nothing if there is nothing to say. */
void bil_match_event_text(const struct bil_match *match, int index, int viewer, struct bil_text *out);

/* The same for one who was away: a sentence on that event, or on it and some that follow, where that tells it better. Returns
 * how many those are, at least 1. *opens: a new paragraph begins with it. */
int bil_match_retell(const struct bil_match *match, int index, int viewer, struct bil_text *out, bool *opens);

/* The best advice for the actor, from its view, and why. Must not be called when the game is over. `why` may be NULL. */
bil_move bil_match_hint(const struct bil_match *match, struct bil_text *why);

/* ------------------------------------------------------------------ undo */

/* The earliest ply to which `seat` may go back without asking anybody: since that state nobody learned anything new, no random
 * number fell and no other seat acted (a forced pass counts as acting, or the offer would betray a hand). match->ply if there is
 * nothing to take back. */
int bil_match_undo_horizon(const struct bil_match *match, int seat);

/* The ply of the latest open choice of `seat` (neither forced nor by standing order), or -1: where one step of undo leads. */
int bil_match_undo_target(const struct bil_match *match, int seat);

/* Whether going back to `ply` needs the consent of people: false if `ply` is within the horizon, or if no other person plays (bots
 * agree to everything). */
bool bil_match_undo_needs_consent(const struct bil_match *match, int seat, int ply);

/* Goes back to `ply`, an open choice of `seat`. Refused with a sentence if there is none, or if consent is needed and `agreed` is
 * false. */
bool bil_match_undo(struct bil_match *match, int seat, int ply, bool agreed, struct bil_error *error);

/* ------------------------------------------------------------------ seats and orders */

/* A bot takes a seat over (in mid-game too), or a person comes back. */
void bil_match_seat_bot(struct bil_match *match, int seat, const struct bil_bot *bot);
void bil_match_seat_person(struct bil_match *match, int seat, const char *name);

/* Gives a standing order for a seat: one of the game's (bil_orders_of(game)), words cut short where only one fits, with what
 * follows it; or "pass WORDS": pass whenever there is a pass and every other legal move begins with these words ("pass": whenever
 * there is one). The older of two orders that answer the same decision counts. An order takes effect from the decision now open on,
 * which it answers as if the person had made the move; no record contains it, and it is no secret of the match. Forced moves need
 * none. A brief one is refused where it does not answer what is asked. "standard" gives all those of the game that answer what is
 * no choice or concerns others alone. False and a sentence if it makes no sense. */
bool bil_match_order(struct bil_match *match, int seat, const char *words, struct bil_error *error);

/* The same for an order that was in force when the match was left: it does not answer the open decision (a move that was taken back
 * is asked again), only later ones. */
bool bil_match_order_again(struct bil_match *match, int seat, const char *words, struct bil_error *error);

/* What order number `kind` of the game would answer to what is asked now if it were given, or 0. Of orders that need no argument.
 */
bil_move bil_match_order_would(const struct bil_match *match, int kind);

/* Ends the order with these words, or the one that begins so; "": all of them. False and a sentence if there is none. */
bool bil_match_order_end(struct bil_match *match, int seat, const char *words, struct bil_error *error);

/* ------------------------------------------------------------------ for records */

/* Sets the comment behind decision `ply`, the lines before it, or (ply == match->ply) the closing lines. NULL or "" removes.
 * Line ends in a comment become spaces. */
void bil_match_comment(struct bil_match *match, int ply, const char *comment);
void bil_match_note(struct bil_match *match, int ply, const char *lines);
void bil_match_time(struct bil_match *match, int ply, int64_t milliseconds);

/* Adds a header line "Key: value" of one's own ("Date: ...", "Place: ..."). */
void bil_match_header(struct bil_match *match, const char *line);

BIL_API_END

#endif
