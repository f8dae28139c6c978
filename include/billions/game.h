/* The contract of a game: everything that tables, bots, terminals, servers and laboratories know of it.
 *
 * A game is one `const struct bil_game`, and nothing else is exported from its folder. Its state and its rules are plain values
 * without pointers: copying is an assignment, equality is memcmp (unused bytes are zero). The functions touch nothing but
 * their arguments: no heap (texts aside), no time, no I/O, no floating point, no global variable. Same rules, same chance, same
 * decisions: the same states, to the bit, on every little-endian platform.
 *
 * Seats are numbered from 0 here and from 1 wherever a person reads. */
#ifndef BILLIONS_GAME_H
#define BILLIONS_GAME_H

#include "billions/config.h"
#include "billions/random.h"
#include "billions/text.h"
#include "billions/value.h"

BIL_API_BEGIN

/* A decision. Its meaning is the game's own; equal moves are equal integers, and no move is 0. */
typedef uint32_t bil_move;

enum {
    BIL_MAX_SEATS = 6,
    BIL_MAX_STATE = 1024,  /* bytes, of any game's state */
    BIL_MAX_RULES = 16384, /* bytes, of any game's rules */
    BIL_MAX_MEMO = 8192,   /* bytes, of what a game keeps between two pieces of advice */
    BIL_MAX_PLAN = 4096,   /* bytes, of what all worlds dealt from one view share */
    BIL_MAX_MOVES = 512,   /* legal moves of one decision, of any game */
    BIL_MAX_SCORE_ITEMS = 24,
    BIL_MAX_ENDINGS = 8
};

/* What `actor` returns when the game is over. */
enum { BIL_OVER = -1 };

/* Viewers: a seat (0 and up), or one of these. BIL_EVERYBODY sees all and is for the end of a game, tests and the lab. */
enum { BIL_SPECTATOR = -1, BIL_EVERYBODY = -2 };

/* Something that happened, for logs, motions on a page and the undo horizon. `a`, `b`, `c` and `kind` are the game's own;
 * its event_text makes a sentence of them. */
enum {
    BIL_EVENT_CHANCE = 1,  /* a random number fell */
    BIL_EVENT_LEARNED = 2, /* somebody learned something that the table did not know before */
};
struct bil_event {
    uint8_t kind;
    int8_t seat; /* whose act, or -1 */
    uint8_t flags;
    uint8_t viewers; /* bit s: seat s sees the details; 0xFF: all, spectators included */
    int16_t a, b, c;
};
struct bil_listener {
    void (*hear)(void *context, const struct bil_event *event);
    void *context;
};

struct bil_score_item {
    const char *label; /* static text */
    int points;
    const char *rule; /* number in the checklist, static text */
};
struct bil_score {
    int total;
    int count;
    struct bil_score_item item[BIL_MAX_SCORE_ITEMS];
};

/* What is said of an item of the score where two moves are compared. */
struct bil_cause {
    const char *label;   /* of the item */
    const char *where;   /* "at Mars": the end of "3 points more" and of "3 points less" */
    const char *any;     /* what is so where the points are not 0, "You score at Mars"; NULL: that says nothing */
    const char *most;    /* what is so where no seat has as many of them; NULL: that says nothing */
    const char *counted; /* what they are the points of, "Communities": so many has the seat at the end; NULL: of no things */
    int (*count)(const void *state, int seat);
};

/* How a game is drawn in a terminal. */
struct bil_style {
    int columns;  /* width to keep to, at least 60 */
    bool colour;  /* SGR escapes may be used */
    bool unicode; /* symbols beyond ASCII may be used */
};

/* One page of a game's rules, in our own words. */
struct bil_topic {
    const char *id; /* one word, for `rules TOPIC` */
    const char *title;
    const char *text; /* lines of at most 78 columns; "" where BIL_WITHOUT_TOPIC_TEXTS was compiled in: the page's engine, whose
                       * page gets the texts as a file of their own when somebody reads them (tools/page-types) */
};
#ifdef BIL_WITHOUT_TOPIC_TEXTS
#define BIL_TOPIC_TEXT(text) ""
#else
#define BIL_TOPIC_TEXT(text) (text)
#endif

struct bil_card;
struct bil_notation;
struct bil_field;
struct bil_orders;
struct bil_counts;
struct bil_persons;

struct bil_game {
    const char *id;      /* "one-billion-users" */
    const char *title;   /* "One Billion Users" */
    const char *summary; /* one line */
    int min_seats, max_seats;
    int minutes[2];    /* how long a person plays against bots, at least and at most (docs/page.md, "How long a game takes") */
    int revision;      /* the newest; 1 is the oldest */
    size_t rules_size; /* bytes, at most BIL_MAX_RULES */
    size_t state_size; /* bytes, at most BIL_MAX_STATE */
    size_t facts_size; /* the leading bytes of a state that are the game; what follows is who knows what. Hashes cover the facts */
    int max_moves;     /* at most BIL_MAX_MOVES */
    bil_move pass;     /* the move that does nothing in an answer to others, written "pass"; 0: there is none */
    const struct bil_option *options; /* ends with a NULL key */
    const struct bil_topic *topics;   /* ends with a NULL id; may be NULL */
    const struct bil_card *cards;     /* in words (cards.h); ends with a NULL word; may be NULL */
    const char *const *tie_breaks;    /* [0] = "points", then each further criterion in order; ends with NULL */
    int32_t advice_scale;             /* a difference in `advise` that matters: bots weigh moves by it; 0 = 1 */
    int easy_freedom, medium_freedom; /* how freely these levels stray from advice, in hundredths of advice_scale; 0: 100 and 15 */
    int foresight;                    /* decisions until points show the winner: bots judge a playout there; 0: at the end only */
    int playout_chance;               /* percent of a playout's decisions that chance makes, not the advice; 0: as usual, ten */
    bool playout_habit;               /* playouts to the end are better for following what earlier ones found out about a move */
    const char *length_unit;          /* of `length`: "turns"; may be NULL */
    const char *const *endings;       /* at most BIL_MAX_ENDINGS phrases, "the Belt reached 1024"; ends with NULL; may be NULL */

    /* Makes rules. False and a sentence if the configuration is wrong; *rules is then undefined. */
    bool (*rules_init)(const struct bil_config *config, void *rules, struct bil_error *error);

    /* Makes rules `fast` (bil_config.fast) that were not, for playouts from a state of theirs. NULL if there is no faster way. */
    void (*make_fast)(void *rules);

    /* Writes {"format":1,"game":...} of the edition in force, reconstructed numbers marked. */
    void (*edition_json)(const void *rules, struct bil_text *out);

    /* The first state of a match. Chance comes from `random` alone. `listener` may be NULL, here and below. */
    void (*setup)(const void *rules, struct bil_random *random, void *state, const struct bil_listener *listener);

    /* Whose decision it is: a seat, or BIL_OVER. On a view the answer is the same as on the state. */
    int (*actor)(const void *rules, const void *state);

    /* The legal moves of the actor, distinct, in a fixed order; returns how many (at least 1 unless the game is over).
     * Works on a state and on the actor's own view alike, with the same list. `list` has room for max_moves. */
    int (*moves)(const void *rules, const void *state, bil_move *list);

    /* A legal move, every one equally likely: list[bil_random_below(random, count)], with no random number where count is 1; 0 if
     * the game is over. May be NULL; it is here because a game can often pick without writing the list (see bil_pick). */
    bil_move (*pick)(const void *rules, const void *state, struct bil_random *random);

    /* Plays a legal move of the actor. An illegal move is a program error, not an input error: callers look it up first. */
    void (*apply)(const void *rules, void *state, bil_move move, struct bil_random *random, const struct bil_listener *listener);

    /* Whether a record contains the decision now open even when it has only one legal move. */
    bool (*recorded)(const void *rules, const void *state);

    /* Points of a seat, item by item, as if the game ended now; final when it is over. On views: of what is open. */
    void (*score)(const void *rules, const void *state, int seat, struct bil_score *score);

    /* Places 1.. for every seat; equal places share. Returns the index in tie_breaks of the criterion that decided first place,
     * or -1 if it is shared. */
    int (*rank)(const void *rules, const void *state, uint8_t place[BIL_MAX_SEATS]);

    /* How long the game is by now, in what people count it in (length_unit): "game turns". For reports; may be NULL. */
    int (*length)(const void *rules, const void *state);

    /* How a finished game ended: an index in `endings`. For reports; may be NULL where there is but one way. */
    int (*ending)(const void *rules, const void *state);

    /* What a viewer may know: a state of the same type with the rest replaced by "unknown". */
    void (*hide)(const void *rules, const void *state, int viewer, void *view);

    /* Fills a view's unknowns with one world, uniformly random among all that fit what the viewer knows; hiding it again gives
     * the same view. A state without unknowns is copied. */
    void (*deal)(const void *rules, const void *view, struct bil_random *random, void *world);

    /* NULL if every invariant holds; else what is broken, in `buffer`. Works on states and views. */
    const char *(*check)(const void *rules, const void *state, char *buffer, size_t size);

    /* A cheap estimate of each legal move of the actor, in points of the final score, from the actor's view (or, in a playout, from
     * a world). Higher is better; only differences count. */
    void (*advise)(const void *rules, const void *view, const bil_move *moves, int count, int32_t *value);

    /* One sentence on why a move is good or bad, from the actor's view: for hints. */
    void (*explain)(const void *rules, const void *view, bil_move move, struct bil_text *out);

    /* Whether a legal move is clearly the best answer to what cuts into another's turn, by what the actor itself gains: a face may
     * offer it before the others. False where that hangs on taste. NULL: never. */
    bool (*best)(const void *rules, const void *view, bil_move move);

    /* How moves are written, read and numbered (kit/notation.h). */
    const struct bil_notation *notation;

    /* Why a move that parses is not legal for the actor now, with the number of the rule; empty if it is legal. */
    void (*why_not)(const void *rules, const void *view, bil_move move, struct bil_text *out);

    /* What the actor is asked, for people: "Your turn: draw from the deck or take Push from the discard pile." `typed`: they answer
     * in words, and are told what to write where that is not plain (`claim 2`); others point, and see no word that only a keyboard
     * needs. */
    void (*prompt)(const void *rules, const void *view, bool typed, struct bil_text *out);

    /* A sentence on an event as the viewer may know it; empty if there is nothing to say to this viewer. */
    void (*event_text)(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out);

    /* What the kinds of events are called by programs, by number: "countered"; [0] is "". Ends with NULL. */
    const char *const *event_words;

    /* The members of a position document that are the game's own, as rows (kit/fields.h, docs/positions.md). */
    const struct bil_field *position;

    /* Reads them from the whole object into a state; checks everything. NULL: the rows and `check` say all that is to be said. */
    bool (*position_read)(const void *rules, const struct bil_value *document, void *state, struct bil_error *error);

    /* The table as the viewer of this view sees it, in lines of at most style->columns. */
    void (*draw)(const void *rules, const void *view, const struct bil_style *style, struct bil_text *out);

    /* ---- from here on all may be NULL ---- */

    /* The standing orders that persons may give (orders.h). */
    const struct bil_orders *orders;

    /* Tells what happened as one would tell it to somebody who was away: one sentence on the first of these events, or on the first
     * few of them together where a sentence for each would drown what matters. Says no more than event_text does; empty if there is
     * nothing to say to this viewer. Returns how many events that were, at least 1. *opens: a new paragraph begins here. */
    int (*retell)(const void *rules, const struct bil_event *events, int count, int viewer, struct bil_text *out, bool *opens);

    /* The seats, as bits, that the sentence on an event addresses as "you" or words differently. All other viewers who may know as
     * much of it (bil_event_known) get the same sentence, so that a server writes it once. NULL: any seat. */
    unsigned (*addressed)(const void *rules, const struct bil_event *event);

    /* For tables where people do not sit together. Both follow from what everybody knows, on a state as on every view of it.
     *
     * `window`: the seats, as bits, that will be asked one after the other about the very matter that is now asked about if
     * everybody passes, the actor included; 0 exactly where `recorded` is true, and when the game is over. Such seats can be asked
     * at once: a pass changes nothing but who is asked next. NULL: the game has no such questions.
     *
     * `open`: whether the legal moves now follow from what everybody knows. Where they do, a single one is no secret, and need not
     * be asked for. NULL: they never do. */
    unsigned (*window)(const void *rules, const void *state);
    bool (*open)(const void *rules, const void *state);

    /* Plays on until the game is over or has had more than `most` decisions, every seat as bil_pick picks with its own random
     * numbers (own[seat]): the same moves as with `actor`, `pick` and `apply` in turn, without a call by address for each. `random`
     * is for chance. Returns the decisions: moves that were picked from several, and those that are `recorded` all the same. */
    uint64_t (*play_out)(const void *rules, void *state, struct bil_random *own, struct bil_random *random, uint64_t most);

    /* What laboratories count without knowing the game (counts.h). None of it is asked while a game is played with people. */
    const struct bil_counts *counts;

    /* Who a bot can be at this game's tables (persons.h). */
    const struct bil_persons *persons;

    /* The same values as `advise`, sooner where advice is asked for again and again, as in playouts. `memo` is the caller's:
     * memo_size bytes, aligned like a uint64_t, zero at first and then left alone. The game keeps there what it found out; it may
     * be handed any state and any view under the same rules next, and sees itself what of that still holds. NULL: there is nothing
     * to keep. */
    void (*advise_again)(const void *rules, const void *view, const bil_move *moves, int count, int32_t *value, void *memo);
    size_t memo_size; /* at most BIL_MAX_MEMO */

    /* Dealing many worlds from one view: `plan_deals` prepares what all of them share, in BIL_MAX_PLAN bytes that are good as long
     * as the rules and the view are what they were; `deal_planned` makes of it the very world that `deal` would make with the same
     * random numbers. Both or neither; bil_plan_deals and bil_deal_planned do without. */
    void (*plan_deals)(const void *rules, const void *view, void *plan);
    void (*deal_planned)(const void *rules, const void *view, const void *plan, struct bil_random *random, void *world);

    /* A world as deal_planned makes one, any that fits the view, but the likelier the more it is like those that players come to,
     * who keep some cards and play others at once. For searches; never for what is claimed of all worlds. NULL: nothing is known of
     * that. */
    void (*deal_believed)(const void *rules, const void *view, const void *plan, struct bil_random *random, void *world);

    /* For who goes through all worlds of a view one by one (lab/solver/solve.h), with a generator that reads a script (script.h).
     * `make_lazy` makes, of rules that are not fast, such under which cards that lie face down in an order that nobody knows have
     * none yet: a card is chosen when it is drawn. They are for worlds that `deal_lazily` dealt from this view alone, and for what
     * comes of them. `deal_lazily` deals as `deal` does, with the same likelihoods, but for that order. It returns NULL, or why
     * this view's worlds cannot be gone through, as the end of a sentence. Both or neither;
     * neither where BIL_WITHOUT_SOLVING was compiled in, as in the page's engine. */
    void (*make_lazy)(void *rules, const void *view);
    const char *(*deal_lazily)(const void *rules, const void *view, struct bil_random *random, void *world);

    /* A short sentence on an event for who asks what follows from a move: what somebody does, gains, loses or is kept from, without
     * numbers that say little there. Empty for whose turn it is, what is only announced, and what chance deals. NULL: there are
     * none. */
    void (*consequence)(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out);

    /* What points come from, for who asks why one move brings more of them than another; ends with a NULL label. An item of the
     * score that has no row is called by its label. */
    const struct bil_cause *causes;

    /* What a seat is called at the beginning of a sentence: "Blue". NULL: "Seat 2". */
    void (*seat_called)(const void *rules, int seat, struct bil_text *out);

    /* Beside `window`: the seats, as bits, whose next choices are secret until all have chosen and hang in nothing on each other,
     * the actor included; 0 where there are none. They are asked one after the other in any case, each about the same moves
     * whatever those before choose, so they can be asked at once. Follows from what everybody knows. NULL: there are never any. */
    unsigned (*together)(const void *rules, const void *state);

    /* What the seat of a view sees at once of a move beside another, before a sentence on what becomes of it: "You keep the card.
     * ", "At first it brings 50 M more. "; or nothing. NULL: never anything. */
    void (*at_once)(const void *rules, const void *view, bil_move move, bil_move instead, struct bil_text *out);

    /* Tells as events, whose `consequence` says so, what a seat ends a game with: "You end with The Troll." NULL: nothing. */
    void (*at_end)(const void *state, int seat, const struct bil_listener *listener);
};

/* The games that are compiled in; ends with NULL. */
extern const struct bil_game *const bil_games[];

/* The game of that id (or a prefix that fits only one), or NULL. */
const struct bil_game *bil_game_find(const char *id);

/* A legal move of the actor, every one equally likely, or 0 if the game is over; the same for a game with and without `pick`. */
bil_move bil_pick(const struct bil_game *game, const void *rules, const void *state, struct bil_random *random);

/* As the game's own functions of these names, for any game. `plan` has room for BIL_MAX_PLAN bytes, aligned as for a number of 64
 * bits. */
void bil_plan_deals(const struct bil_game *game, const void *rules, const void *view, void *plan);
void bil_deal_believed(const struct bil_game *game, const void *rules, const void *view, const void *plan,
                       struct bil_random *random, void *world);
void bil_deal_planned(const struct bil_game *game, const void *rules, const void *view, const void *plan, struct bil_random *random,
                      void *world);

/* What a kind of event is called; "" if the game has no such kind. */
const char *bil_event_word(const struct bil_game *game, int kind);

/* Whether a viewer may know the details of an event. */
bool bil_event_known(const struct bil_event *event, int viewer);

/* A hash of a state's facts, the same on every platform. Not a protection against forgers. */
uint64_t bil_state_hash(const struct bil_game *game, const void *state);

BIL_API_END

#endif
