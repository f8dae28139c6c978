/* How a table works inside: what the files of the hub share. Sockets and requests use hub.h and table.h.
 *
 * A table in memory is a cache of what the store holds. Of every table that somebody looks at, or that must do something at some
 * time, there is a small `struct bil_table`; its `body` (rows, match, log, questions) is there only while it is needed, is made by
 * reading the store and replaying the entries, and may be dropped whenever the transaction it was changed in is over.
 *
 * One step at a table goes like this:
 *
 *     bil_table_load                  the body is there
 *     bil_table_add_move, _add ...    checked, applied to the match, appended to the log and to the store
 *     bil_table_go_on                 who is asked now, until when; who of them is a bot, has an order
 *     ... bil_hub_commit              bil_table_save writes the rows, bil_table_broadcast makes the messages, all is stored, and
 *                                     the outboxes are released
 *
 * The functions at the end are in layers: a file calls those above its own.
 *
 * A store call that fails anywhere breaks the transaction (bil_hub_breaks): what follows in it does no harm and is thrown away.
 * Must never show a seat more than its view: encoders.c writes what goes out, and takes the viewer. */
#ifndef BILLIONS_SERVER_TABLES_INTERNAL_H
#define BILLIONS_SERVER_TABLES_INTERNAL_H

#include <assert.h>

#include "billions/value.h"
#include "server/tables/table.h"
#include "table/match_internal.h"
#include "table/messages/log_entry.h"
#include "table/records/fair.h"

enum {
    BIL_SPECTATORS = 100,      /* at one table */
    BIL_CHAT_LETTERS = 500,    /* of one message: code points, as the page counts them */
    BIL_CHAT_MESSAGES = 20,    /* of one seat or spectator in a minute */
    BIL_CHAT_WATCHERS = 60,    /* of all spectators of a table together: who comes back is a new one */
    BIL_SIGN_PAUSE = 3000,     /* milliseconds between two signs of one seat */
    BIL_LOG_MOST = 5000,       /* entries of a table; then only the game goes on, for that comes to an end by itself */
    BIL_LOG_SHOWN = 200,       /* entries in a whole message */
    BIL_REST_MOST = 5000,      /* entries that are told one by one */
    BIL_BOT_JOBS_WAITING = 64, /* for each thread that thinks; further bots play as greedy does */
    BIL_BOT_JOBS_NICE = 5      /* by how much threads that think stand back for the one thread, and for passphrases */
};
static_assert((int)BIL_HASH_BYTES == (int)BIL_SEED_BYTES && (int)BIL_HASH_BYTES == (int)BIL_FAIR_BYTES, "seeds are hashes");
static_assert((int)BIL_STORE_SEATS >= (int)BIL_MAX_SEATS, "a row has room for every seat");

/* ------------------------------------------------------------------ messages: outbox.c */

/* Messages to clients: made once, shared by all outboxes that hold them. And small pieces of JSON that several messages have.
 *
 * What is written here is what its viewer may know and nothing else: every function that could tell a secret takes the viewer. */

/* A finished message. Belongs to all who hold it. */
struct bil_message {
    uint32_t holders;
    uint32_t length;
    char bytes[];
};

/* Takes the text over as a message with one holder; the text is empty afterwards and keeps its memory. */
struct bil_message *bil_message_new(struct bil_text *text);
void bil_message_drop(struct bil_message *message); /* NULL is fine */

/* Messages on their way to one client, oldest first. The first `ready` of them may be sent: what they tell is stored. */
struct bil_outbox {
    struct bil_message **message;
    uint32_t first, count, capacity, ready;
    size_t bytes; /* of all that are in it */
    struct bil_message *sending;
};
void bil_outbox_take_back(struct bil_outbox *outbox); /* forgets what may not be sent yet */
void bil_outbox_empty(struct bil_outbox *outbox);     /* forgets everything, memory too */

/* Bytes as a JSON text of hexadecimal digits. */
void bil_wire_hex(struct bil_text *out, const uint8_t *bytes, size_t count);

/* Whether a text is good to be shown to others: UTF-8, no control characters, at most `most` bytes, not empty, no blank at its
 * ends. */
bool bil_wire_decent(const char *text, size_t most);

/* ------------------------------------------------------------------ what is asked */

enum bil_who { BIL_WHO_PERSON, BIL_WHO_ORDER, BIL_WHO_BOT };

/* One seat's part of what is asked. */
struct bil_question {
    int8_t seat;
    uint8_t who;           /* enum bil_who */
    bool later;            /* it comes after passes of others that have not been made */
    bool answered;         /* by a person (held until a window closes), an order, or a bot that has thought */
    uint8_t how;           /* enum bil_entry_how of the answer */
    int ply;               /* at which the match would be there */
    uint64_t job;          /* the number of what a worker thinks about it; 0: nothing */
    bil_move answer, pass; /* pass: 0 if there is none */
    int count;
    bil_move move[BIL_MAX_MOVES];
    unsigned char state[BIL_MAX_STATE] __attribute__((aligned(16)));
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))); /* the seat's own */
};

struct bil_asked {
    int64_t decision; /* 0: nobody is asked */
    bool window;      /* answers are held until all have given theirs */
    bool together;    /* of that: none is a pass, and all of them count (bil_game.together) */
    int count;
    unsigned seats;   /* who is asked, as bits */
    int64_t since;    /* when it was put */
    int64_t earliest; /* no answer but a person's own takes effect before; 0: none need wait */
    int64_t latest;   /* when the server decides; 0: never */
    struct bil_question question[BIL_MAX_SEATS];
};

/* Whether a worker still thinks about any of it. */
static inline bool bil_asked_thinks(const struct bil_asked *asked)
{
    bool any = false;
    for (int i = 0; i < asked->count; i++) {
        any = any || (asked->question[i].job && !asked->question[i].answered);
    }
    return any;
}

/* A request to take back. */
struct bil_undo {
    int8_t seat; /* who asked; -1: there is none */
    int ply;     /* where it leads */
    unsigned agreed;
};

/* ------------------------------------------------------------------ several servers on one database */

/* How this server holds a table that several servers share (cluster/cluster.c). */
struct bil_cluster_hold {
    int64_t session, since; /* in which session of the database it was locked, and when; 0: it is not */
    int64_t asked;          /* it was asked for, and comes by then if it comes for that */
    int64_t stays;          /* it has come for that, and is kept up to then */
    int64_t shunned;        /* it was given away, and is left to others up to then */
    bool guest;             /* it was taken for a request, and for nothing else yet */
    bool wanted;            /* another server has asked for it */
    bool parting;           /* it is in the list of those that may go with the end of this round */
    struct bil_table *next; /* there */
};

/* Which of several servers has a table. Tables know no more of it than these three functions and the structs. */
struct bil_ownership {
    /* Before a table is read: it is locked, and what is read of it next is asked ahead. BIL_FAULT_MOVED: another server has it, and
     * was asked for it; to be tried again in a moment. */
    enum bil_fault (*take)(struct bil_table *table, struct bil_error *error);
    /* Nobody here needs the table. True: it is still locked, and goes with the end of the round. */
    bool (*keeps)(struct bil_table *table);
    /* Whether all that is in memory still holds, as far as is known. False: it must be read again before anything is written or
     * told. */
    bool (*holds)(const struct bil_hub *hub);
};

struct bil_cluster {
    const struct bil_ownership *ownership;
    bool on;         /* the database may have other servers */
    bool left;       /* this one takes no tables any more */
    bool sweeping;   /* what is loaded now is only looked after */
    int64_t session; /* under which all that is in memory was read */
    int64_t due_at, count_at, lost_at;
    int64_t servers; /* on this database, as it was counted last */
    uint64_t given;  /* tables that others had asked for */
    struct bil_table *parting;
};

/* ------------------------------------------------------------------ a table */

/* How much somebody has talked. */
struct bil_chatting {
    int64_t since;
    int count;
};

struct bil_client {
    struct bil_client *next; /* at the table */
    struct bil_client *next_staged, *next_ready;
    struct bil_hub *hub;
    void *owner;
    int8_t seat; /* -1: a spectator */
    bool views, staged, in_ready, ended, moved;
    bool hidden; /* it said that its page is out of sight */
    bool retell; /* it must be told everything again once the store can be read */
    struct bil_outbox outbox;
    struct bil_table *table; /* NULL before its hello */
    struct bil_client *before;
    struct bil_client *next_of_all, *before_of_all;
    struct bil_chatting chatting; /* of a spectator; a seat's is at its table, however many connections it has */
    char at[BIL_TABLE_ID + 1];    /* the table that it has come to; "": any */
};

struct bil_body {
    struct bil_stored_table facts; /* as it will be stored */
    struct bil_table_setup setup;
    struct bil_match *match;   /* NULL before the beginning */
    struct bil_log_line *line; /* number n is line[n - 1] */
    int64_t lines, line_room;
    int64_t moves;    /* MOVE and UNDO entries */
    int64_t asking;   /* the decision under which what is open was first asked: more than one move may answer it */
    unsigned waiting; /* in a window: who has not yet answered, as bits */
    struct bil_asked asked;
    struct bil_undo undo;
    struct bil_standing order[BIL_MAX_SEATS][BIL_ORDERS];
    uint8_t order_count[BIL_MAX_SEATS];
    struct {
        int64_t decision;
        char *text;
    } held[BIL_MAX_SEATS]; /* the last answer of a seat in a window; also after it has closed */
    bool held_stored;      /* rows of it are in the store */
    unsigned held_new;     /* seats whose answer is to be stored with the open transaction, if the window does not close before */
    char next[BIL_TABLE_ID + 1];
    uint64_t payer[BIL_STORE_PAYERS]; /* by level of scheduler.h: who made it; all 0: unknown */
    bool paused;                      /* nobody is there, and nobody is waited for: bots do not play and no clock runs */
    int64_t asked_for;                /* ... and for how long persons had been asked by then */
    uint64_t changed_seats;           /* seats whose rows are to be written */
    struct bil_stored_push *push;     /* who is to be told of turns while no page is open; a copy of the rows */
    int pushes;
    bool changed; /* the row is to be written */
    struct {
        int64_t changed, deadline;
        uint8_t state;
    } row; /* what is in it, or will when the open transaction is stored */
};

struct bil_table {
    char id[BIL_TABLE_ID + 1];
    struct bil_hub *hub;
    struct bil_table *chain;         /* in the hub's list by id */
    struct bil_table *older, *newer; /* among the loaded ones, by last use */
    struct bil_client *clients;
    struct bil_body *body; /* NULL: parked */
    int client_count, spectator_count;
    uint8_t connections[BIL_MAX_SEATS];
    struct bil_chatting chatting[BIL_MAX_SEATS], watchers_chatting;
    uint8_t in_sight[BIL_MAX_SEATS];  /* connections that have not said that their page is out of sight */
    int64_t gone[BIL_MAX_SEATS];      /* since when a seat has no connection */
    int64_t away[BIL_MAX_SEATS];      /* since when none of them is in sight: for push messages alone */
    int64_t signed_at[BIL_MAX_SEATS]; /* when a seat has sent its last sign; 0: none yet */
    uint8_t bye;                      /* seats that said so */
    bool touched;                     /* changed in the open transaction */
    bool damaged;                     /* it cannot be read back: refused until the server starts again */
    struct bil_table *next_touched;
    struct bil_cluster_hold hold;
    int64_t told; /* the last entry that the clients were told */
    bool tell;    /* ... and something is to be told */
    int64_t used; /* last traffic */
    int64_t due;  /* when it wants to be looked at; 0: never */
    int heap;     /* its place among those that do, or -1 */
};

/* ------------------------------------------------------------------ the hub */

/* Tables of quick match that were open when they were looked at last. There is one for each kind, for one that is full begins. */
enum { BIL_QUICK_TABLES = 64 };
struct bil_quick {
    bool known;       /* false: the store says which there are, as after a start, and when one of them was changed */
    int64_t known_at; /* where several servers share the database that holds for a moment */
    int count;
    struct bil_store_quick_row row[BIL_QUICK_TABLES];
};

struct bil_hub {
    struct bil_store *store;
    struct bil_workers *workers; /* that think */
    struct bil_workers *hashers; /* of passphrases: nobody who logs in waits behind bots; and what proves results */
    int proving;                 /* results given to them (challenges.c) */
    uint8_t payer_key[BIL_STORE_KEY];
    struct bil_accounts *accounts; /* who tried how often to log in */
    struct bil_hub_settings settings;
    struct bil_hub_figures figures;
    int64_t began, now;
    int64_t looked; /* at figures of the threads */
    bool closing;
    int retelling;            /* clients that must be told everything again, once the store can be read */
    int64_t retell_at;        /* when that is tried next */
    bool broken;              /* the open transaction cannot be committed */
    struct bil_error trouble; /* why */
    struct bil_table **bucket;
    size_t buckets, tables;
    struct bil_table_block *blocks; /* where tables lie, and which places are free there (`chain`) */
    struct bil_table *free_tables;
    struct bil_table **heap; /* by due */
    int heap_count, heap_room;
    struct bil_table *oldest, *newest; /* loaded ones */
    struct bil_table *touched;
    struct bil_cluster cluster;
    bool away;   /* the last commit failed */
    bool unsure; /* of the commit that failed last nobody knows whether it was stored */
    struct bil_client *clients, *staged, *ready;
    struct bil_spoken {
        struct bil_client *client; /* NULL: it is gone */
        int64_t id;                /* of its message; -1: none */
    } * spoken;                    /* what was heard since the last commit: if that fails, each message is answered by its id */
    size_t spoken_count, spoken_room;
    int parked; /* tables since memory was last given back, and when that was */
    int64_t gave_back;
    uint64_t bot_jobs;     /* numbers given to them */
    struct bil_text text;  /* to write messages in */
    struct bil_text words; /* ... and a sentence or a move that goes into one */
    void (*wake)(void *);
    void *wake_context;
    void (*event)(void *context, const char *what, const char *fields);
    void *event_context;
    void (*answer)(void *owner, struct bil_response *response);
    struct {
        uint64_t number;
        void *owner;
    } * expected;          /* late answers */
    uint64_t expectations; /* numbers given to them */
    size_t expected_count;
    struct bil_callers *callers; /* what each address has asked for */
    struct bil_push_carrier carrier;
    struct bil_push_letter *push_staged; /* to be given to the carrier when the open transaction is stored */
    uint8_t push_key[BIL_STORE_SECRET];
    bool push_key_known;
    struct bil_names *names;
    struct bil_quick quick;
};

/* hub_tables.c: tables in memory */
struct bil_table *bil_hub_find(struct bil_hub *hub, const char *id);  /* in memory, or NULL */
struct bil_table *bil_hub_table(struct bil_hub *hub, const char *id); /* that, or a new one without a body */
void bil_hub_drop(struct bil_hub *hub, struct bil_table *table);      /* forgets it, if nobody looks at it and it is not due */
void bil_hub_due(struct bil_table *table, int64_t due);               /* 0: never */
void bil_hub_used(struct bil_table *table);                           /* it was looked at just now */
void bil_hub_unused(struct bil_table *table);                         /* its body goes */
void bil_hub_free_tables(struct bil_hub *hub);                        /* all of them, at the end; none has a body any more */

/* transaction.c */
void bil_hub_touch(struct bil_table *table); /* it is changed in this transaction */
bool bil_hub_begin(struct bil_hub *hub);     /* a transaction is open; false: broken */
/* False and a sentence: what is in memory may have been changed elsewhere since it was read. */
bool bil_hub_holds(const struct bil_hub *hub, struct bil_error *error);
bool bil_hub_begin_at(struct bil_table *table);                          /* the same, in which the table is changed */
bool bil_hub_breaks(struct bil_hub *hub, const struct bil_error *error); /* the transaction is broken; returns false */
/* Logs why the store fails, and has a sentence for others, who need not know where the server keeps what. */
enum bil_fault bil_hub_store_fault(struct bil_hub *hub, const struct bil_error *why, struct bil_error *error);
/* The same, and breaks the transaction if one is being written. */
enum bil_fault bil_hub_store_failed(struct bil_hub *hub, const struct bil_error *why, struct bil_error *error);
/* What is stored of a table is damaged: it is logged once, and refused from now on. All other tables go on. */
enum bil_fault bil_hub_damaged(struct bil_table *table, const struct bil_error *why, struct bil_error *error);
/* Something of this table could not be written: as bil_hub_breaks, and if that is because the file is damaged there, the table is
 * one that is refused. Returns false. */
bool bil_hub_breaks_at(struct bil_table *table, const struct bil_error *error);
__attribute__((format(printf, 3, 4))) void bil_hub_log(struct bil_hub *hub, const char *what, const char *fields, ...);
void bil_hub_log_sentence(struct bil_hub *hub, const char *what, const char *sentence); /* as "why" */

/* What it is when something could not be read. */
static inline enum bil_fault bil_hub_unread(const struct bil_hub *hub)
{
    return bil_store_damaged(hub->store) ? BIL_FAULT_DAMAGED : BIL_FAULT_STORE;
}

/* outbox.c */
/* {"type":..} in hub->text; the object stays open. */
struct bil_text *bil_hub_begin_message(struct bil_hub *hub, const char *type);
void bil_client_put(struct bil_client *client, struct bil_message *message);
/* What is in hub->text: to a client, or to those at a table who have that seat (BIL_EVERYBODY: to all who are there). */
void bil_client_say(struct bil_client *client);
void bil_table_say(struct bil_table *table, int seat);
void bil_client_error(struct bil_client *client, int64_t id, const char *code, const char *sentence);
void bil_client_answer(struct bil_client *client, int64_t id, const char *type); /* {"type":..,"id":..} */

/* responses.c: answers that come late (bil_response.later). The callback set with bil_hub_on_answer gets one, unless its owner was
 * forgotten since. It is known by a number, because another owner may get the address of one that is gone. Takes the body over. */
uint64_t bil_hub_expect(struct bil_hub *hub, void *owner);
void bil_hub_answer(struct bil_hub *hub, uint64_t number, struct bil_response *response);

/* admit.c: limits of makers, and names. `address` and `person` are who makes a table; "" if nothing is known. */
enum bil_fault bil_admit_table(struct bil_hub *hub, const char *address, const char *person, int64_t now, struct bil_error *error);
bool bil_admit_note(struct bil_hub *hub, const char *id, const char *address, const char *person, struct bil_error *why);
/* Whether what the newcomer says makes sense at a table of this many seats. */
enum bil_fault bil_admit_newcomer(const struct bil_newcomer *who, int seats, struct bil_error *error);
/* Whether he may be called so: no registered name, unless it is his own, and (table not NULL) nobody's who sits there. */
enum bil_fault bil_admit_name(struct bil_hub *hub, const struct bil_table *table, const struct bil_newcomer *who,
                              struct bil_error *error);

/* payer.c: who pays for what the server thinks */
void bil_payer_set(struct bil_table *table, const char *address, const char *person); /* who made it; person: "" or an account */
void bil_payer_share(struct bil_table *table, const struct bil_table *with);          /* the same as of another table */
void bil_payer_task(const struct bil_table *table, struct bil_task *task);            /* fills `whose` */
uint64_t bil_payer_table(const struct bil_table *table);                              /* its number of BIL_TASK_TABLE */

uint64_t bil_payer_address(const struct bil_hub *hub, const char *address); /* its number of BIL_TASK_ADDRESS */

/* table_facts.c: what can be read off a table in memory */
/* The move that an undo of that seat takes back with all that follows it, among the first `entries`: the person's latest decision;
 * or, if a bot or the clock has decided in the person's place since, the first of those decisions. NULL: there is nothing to take
 * back.
 */
const struct bil_log_line *bil_body_undo_move(const struct bil_body *body, int64_t entries, int seat);
/* The person who may say who else sits at a table that has not begun: whose seat has been taken longest; -1: nobody. */
int bil_table_host(const struct bil_table *table);
/* At an open table of quick match: when its seats may be filled with bots. */
int64_t bil_table_fills_at(const struct bil_table *table);
const char *bil_table_bot(const struct bil_table *table, int seat); /* the bot that plays there now, or "" */
const char *bil_table_left(const struct bil_stored_seat *of);       /* who left it to a bot while the game ran, or "" */
/* Who plays at that level in that seat: a level alone becomes that level as a person of the game who does not sit there yet, nor
 * has played for anybody else at this table as long as somebody else is left: of anyone who comes and goes, two are never taken for
 * one. */
void bil_table_cast(const struct bil_table *table, int seat, const char *bot, char out[BIL_SETUP_BOT]);
struct bil_question *bil_table_question(const struct bil_table *table, int seat); /* of that seat, or NULL */
/* What bots and orders think of a question. */
void bil_question_ask(const struct bil_table *table, const struct bil_question *question, struct bil_ask *ask);

/* At a table that is made: each bot that is a level alone becomes that level as a person of the game who does not play there yet.
 */
void bil_cast_setup(struct bil_table_setup *setup, const char *id);

static inline int64_t bil_later_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* clock.c: clocks */
void bil_clock_set(const struct bil_table *table, struct bil_asked *asked); /* fills earliest and latest */
void bil_clock_used(struct bil_table *table, int seat, int64_t now);        /* a person has answered at last: its reserve */
/* When bil_table_decide would next do something by itself, as far as time alone decides; 0: never. */
int64_t bil_clock_decides_at(const struct bil_table *table);
/* When the seat of a person who is away goes to a bot, or is free for others of a quick match, as things are; 0: never. */
int64_t bil_clock_absent_at(const struct bil_table *table, int seat);
int64_t bil_clock_pauses_at(const struct bil_table *table); /* when it pauses if nobody comes; INT64_MAX: it does not */
int64_t bil_clock_asked_for(const struct bil_table *table, int64_t now); /* for how long persons have been asked */
int64_t bil_clock_given_up_at(const struct bil_body *body);              /* 0: never */
/* When a push message is due for a subscription, as things are, or (`restart`) for a server that starts again now and knows of no
 * connection; 0: never. */
int64_t bil_clock_pushes_at(const struct bil_table *table, const struct bil_stored_push *push, bool restart);
int64_t bil_clock_due(const struct bil_table *table); /* when the table must be looked at next; 0: never */
int64_t bil_clock_deadline(const struct bil_table *table,
                           int64_t now); /* what is stored of that: also for a server that starts again */

/* encoders.c: messages, as a viewer (a seat, or BIL_SPECTATOR) may know it */
void bil_encode_now(const struct bil_table *table, int viewer, bool views, int64_t now, struct bil_text *out);
void bil_encode_seats(const struct bil_table *table, const struct bil_stored_table *facts,
                      struct bil_text *out); /* table may be NULL */
/* "host" or "fills" of a table that has not begun, into an open object. */
void bil_encode_waiting(const struct bil_table *table, int64_t now, struct bil_text *out);
void bil_encode_orders(const struct bil_table *table, int seat, struct bil_text *out);
const char *bil_encode_state(int state);
/* Tells all clients what they have not yet been told. */
void bil_table_broadcast(struct bil_table *table, int64_t now);
/* Tells one client everything, or what came after entry `seen`. */
void bil_client_tell(struct bil_client *client, int64_t seen, int64_t now);
void bil_table_tell_presence(struct bil_table *table, int seat);

/* log_entries.c: standing orders */
void bil_orders_store(struct bil_table *table, int seat); /* and tells that seat */
/* Whether an order answers by what its owner could do, so by a hand, as "pass WORDS" does: everybody would read that from when a
 * window closes. The game's own orders, and "pass" alone, answer by what all can see. */
bool bil_order_reveals_hand(const struct bil_standing *order);

/* questions.c: what the bot of that name answers at once; what greedy does if there is none, or a worker is needed for it. */
bil_move bil_question_bot(const struct bil_table *table, const struct bil_question *question, const char *name);

/* log_entries.c: what happens. Appends an entry that is no move; `text` is copied. */
void bil_table_add(struct bil_table *table, enum bil_entry_kind kind, int seat, const char *text, int64_t now);
/* The same of what the seat `by` did to another. */
void bil_table_add_by(struct bil_table *table, enum bil_entry_kind kind, int seat, int by, const char *text, int64_t now);
void bil_body_note_bots(struct bil_body *body); /* the setup names the bots that sit there now */
/* Plays a legal move of the actor and whatever is open and forced behind it. */
void bil_table_add_move(struct bil_table *table, bil_move move, enum bil_entry_how how, int64_t now);
void bil_table_begin(struct bil_table *table, int64_t now); /* the game, if every seat is taken */
/* The JSON of a finished game: places, points, the secret. */
void bil_table_result(const struct bil_table *table, struct bil_text *out);
/* Reads everything into the body, which is there and empty. With a fault the sentence says why, for the operator of the server. */
enum bil_fault bil_table_read(struct bil_table *table, struct bil_error *error);
void bil_body_free(struct bil_body *body);
void bil_body_note_row(struct bil_body *body); /* the row says what the body does */
/* table.c: subscriptions to push messages */
/* Row `index` is forgotten. False: the transaction is broken. */
bool bil_push_forget(struct bil_table *table, int index);

/* questions.c: who is asked, and tables that are paused */
void bil_table_ask(struct bil_table *table, int64_t since);
/* Whether the game is paused now: nobody is at the table, and there is nobody who could be waited for (docs/protocol.md,
 * "Pausing"). Called whenever somebody comes or goes and when the table is looked at: pauses it, or lets it go on. */
void bil_pause_watch(struct bil_table *table, int64_t now);
/* Asks what is open at a table that was just read, unless it is paused. */
void bil_pause_begin(struct bil_table *table, int64_t since, int64_t now);

/* table.c: loading, going on, parking */
enum bil_fault bil_table_load(struct bil_hub *hub, const char *id, struct bil_table **out, struct bil_error *error);
void bil_table_park(struct bil_table *table); /* drops the body; nothing of it may be unsaved */
/* After something has changed: asks, sees to clocks, writes the rows. */
void bil_table_go_on(struct bil_table *table, int64_t now);
void bil_table_save(struct bil_table *table, int64_t now);

/* presence.c: who is there */
void bil_client_enter(struct bil_client *client, struct bil_table *table, int seat, int64_t seen, int64_t now);
/* Its page came into sight, or went out of it. That is for push messages alone: the seat stays connected, and is no more there than
 * it was. */
void bil_client_sight(struct bil_client *client, bool in_sight, int64_t now);
void bil_client_leave(struct bil_client *client, int64_t now); /* its table; anyone who stays hears if that changes who is there */
void bil_client_send_away(struct bil_client *client, const char *code, const char *sentence); /* from its table, and hears why */
/* Anyone who is connected for that seat is sent away, with that sentence. */
void bil_hub_unseat(struct bil_table *table, int seat, const char *sentence);
/* Empties a seat before the game has begun; anyone who is connected for it is sent away with the sentence. No entry. */
void bil_table_empty(struct bil_table *table, int seat, const char *sentence);
/* What comes of who is away: bots take over, seats are freed, the game is given up or pauses. */
void bil_presence_watch(struct bil_table *table, int64_t now);
void bil_presence_replace(struct bil_table *table, int seat, int64_t now);
void bil_presence_back(struct bil_table *table, int seat, int64_t now);
void bil_table_close(struct bil_table *table, int64_t now); /* that is open or plays: nothing happens there any more */

/* response_window.c: what comes of what is asked */
/* Does what is due now: closes a window, lets a bot, an order or the clock decide. True if a move was made. */
bool bil_table_decide(struct bil_table *table, int64_t now);
void bil_table_release(struct bil_table *table); /* forgets what is held in the store */

/* seats.c */
int bil_table_seat_of(const struct bil_table *table, const char *letters); /* which seat a token opens, or -1 */
/* Why a token opens no seat: anyone who had one and lost it hears how. Never NULL. */
const char *bil_table_token_trouble(const struct bil_table *table, const char *letters);
/* Loads a table and finds the caller's seat. */
enum bil_fault bil_table_open_seat(struct bil_hub *hub, const char *id, const char *token, struct bil_table **table, int *seat,
                                   struct bil_error *error);

/* handlers.c: what clients want besides moves. Each answers the client, with or without success. */
struct bil_client_message {
    const struct bil_value *message;
    int64_t id; /* -1: none */
    int64_t now;
};
struct bil_message_handler {
    const char *type;
    void (*answer)(struct bil_client *client, const struct bil_client_message *said);
};
extern const struct bil_message_handler bil_message_handlers[]; /* up to one without a type */

#endif
