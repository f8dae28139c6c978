/* How a table is to be: game, seats, options, edition, bots, pace and the rest, as somebody asked for it.
 *
 * One reader and one writer of its JSON (docs/protocol.md, "POST /api/tables") serve requests and the store alike. Whatever is
 * wrong gives one sentence that names the member and what would be right; what was read is a table that can begin: the rules are
 * made once, and a position is read, before anything is said to be fine. It must never take the name of a program for a bot. */
#ifndef BILLIONS_SERVER_TABLES_SETUP_H
#define BILLIONS_SERVER_TABLES_SETUP_H

#include "billions/bot.h"
#include "billions/game.h"

enum {
    BIL_SETUP_TITLE = 61,             /* bytes with the final zero */
    BIL_SETUP_BOT = 64,               /* of a bot's name, the same */
    BIL_SETUP_BYTES = 64 * 1024,      /* a document without edition and position */
    BIL_SETUP_MORE_BYTES = 256 * 1024 /* one with them */
};

enum bil_pace { BIL_PACE_NONE, BIL_PACE_LIVE, BIL_PACE_DAYS };

struct bil_table_setup {
    const struct bil_game *game;
    int revision; /* of its rules; a request has the newest, and the store says what a table was made with */
    int seats;
    struct bil_setting *settings; /* one block, owned */
    int setting_count;
    const struct bil_value *edition;        /* NULL: the compiled-in one. Belongs to `document` */
    const struct bil_value *position;       /* NULL: begins with the set-up. Belongs to `document` */
    char bot[BIL_MAX_SEATS][BIL_SETUP_BOT]; /* a name for bil_bot_find; "": a person's seat */
    char absent[BIL_SETUP_BOT];             /* who plays for a person that is away; "": nobody */
    char title[BIL_SETUP_TITLE];
    bool listed, chat, spectators;
    bool quick;  /* made by quick match: no request can say so of a table of its own */
    bool screen; /* anyone who watches is led to the next table, too: a big screen, which has no seat */
    enum bil_pace pace;
    int64_t move, bank, window;       /* milliseconds; 0 without a clock */
    const struct bil_value *document; /* what was read, kept for edition and position; owned */
};

/* Reads a document of `length` bytes. With `request` the members that only a request has ("name", "seat", "contribution") are
 * passed over. False and a sentence; *out then needs no free. */
bool bil_setup_read(const char *json, size_t length, bool request, struct bil_table_setup *out, struct bil_error *error);
void bil_setup_free(struct bil_table_setup *setup);

/* How much of a setup is written. */
enum bil_setup_part {
    BIL_SETUP_WHOLE, /* all, so that bil_setup_read makes the same of it */
    BIL_SETUP_OPEN   /* for everybody: of a position, which may hold hidden cards, only `true` */
};
/* One object with all defaults filled in. */
void bil_setup_write(const struct bil_table_setup *setup, enum bil_setup_part part, struct bil_text *out);

/* What a list shows of it: title, game and pace, one short object. */
void bil_setup_write_card(const struct bil_table_setup *setup, struct bil_text *out);

/* Whether the bot of that name may sit at a table of that game here (NULL: of any); else a sentence. */
bool bil_setup_bot(const char *name, const struct bil_game *game, struct bil_error *error);

/* How long the bot of that name may think about one answer, in milliseconds; 0: no time worth naming. Everybody knows it, as
 * everybody knows which bots sit at a table. */
int64_t bil_setup_bot_time(const char *name);

#endif
