/* What `join` and `tables` ask of a server by HTTP: the list of tables, a new one, a seat, a record, a rematch.
 *
 * Whatever is wrong is one sentence, the server's own where it said one. */
#ifndef BILLIONS_ONLINE_LOBBY_H
#define BILLIONS_ONLINE_LOBBY_H

#include "online/client/url.h"
#include "table/records/fair.h"

/* How a table is to be, as on the command line. NULL, 0, false: the server's usual. */
struct bil_lobby_options {
    const char *game, *bots, *pace, *absent, *title;
    int64_t players;
    bool listed;
    const char *const *options; /* "key=value" */
    int option_count;
};

/* Where somebody sits, and what belongs into a receipt. */
struct bil_lobby_seat {
    int seat; /* from 1 */
    char commitment[2 * BIL_FAIR_BYTES + 1];
    char contribution[2 * BIL_FAIR_BYTES + 1]; /* ours; "" if we gave none */
};

/* Writes the list of listed tables for people. */
bool bil_lobby_list(const struct bil_url *server, const char *authority, struct bil_text *out, struct bil_error *error);
/* Makes a table and writes its id into the link. */
bool bil_lobby_make(struct bil_url *url, const char *authority, const struct bil_lobby_options *options, struct bil_error *error);
/* Takes a seat (0: the first free one) with a contribution of our own chance, and writes the token into the link. The commitment is
 * read before the contribution is given away, and must stay the same. */
bool bil_lobby_sit(struct bil_url *url, const char *authority, const char *name, int seat, struct bil_lobby_seat *sits,
                   struct bil_error *error);
/* A table of quick match for `seats` seats (0: any number): the link is then that table's, without a seat. */
bool bil_lobby_quick(struct bil_url *url, const char *authority, const char *game, int seats, struct bil_error *error);
/* Before the game: a bot for that seat (0: for all free ones), or who is called `remove` out of it; the other is NULL. */
bool bil_lobby_seating(const struct bil_url *url, const char *authority, int seat, const char *bot, const char *remove,
                       struct bil_error *error);
bool bil_lobby_record(const struct bil_url *url, const char *authority, struct bil_text *out, struct bil_error *error);
/* A seat at the next table, with a new contribution: the link is then that one's. */
bool bil_lobby_rematch(struct bil_url *url, const char *authority, struct bil_lobby_seat *sits, struct bil_error *error);
/* Tells those who play again that this seat does not. */
bool bil_lobby_decline(const struct bil_url *url, const char *authority, struct bil_error *error);
/* Gives the seat up: while the game runs a bot plays it to the end. The link opens it no more. */
bool bil_lobby_leave(const struct bil_url *url, const char *authority, struct bil_error *error);

#endif
