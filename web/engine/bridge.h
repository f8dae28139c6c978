/* What the files of the bridge share. The bridge is what a page sees of the engine: it sends a JSON object {"do": WHAT, ...}
 * and is answered with JSON, or with one sentence on what is wrong (dispatch.c). docs/page.md lists what can be asked.
 *
 * Seats count from 1 in everything that crosses the bridge; seat 0 is a spectator, "all" sees everything. */
#ifndef BILLIONS_WEB_BRIDGE_H
#define BILLIONS_WEB_BRIDGE_H

#include "billions/value.h"
#include "table/messages/log_entry.h"

/* A request of the page. A handler writes one JSON value to `out`, or gives a sentence and false and has changed nothing; what it
 * wrote until then is thrown away. */
struct web_request {
    const struct bil_value *object; /* {"do": WHAT, ...} */
    struct bil_text *out;
    struct bil_error *error;
};
typedef bool (*web_handler)(const struct web_request *request);

/* catalogue.c */
bool web_games(const struct web_request *request);
bool web_edition(const struct web_request *request);

/* tables.c */
bool web_new(const struct web_request *request);
bool web_load(const struct web_request *request);
bool web_record(const struct web_request *request);
bool web_free(const struct web_request *request);
bool web_play(const struct web_request *request);
bool web_step(const struct web_request *request);
bool web_undo(const struct web_request *request);
bool web_order(const struct web_request *request);
bool web_end_order(const struct web_request *request);
bool web_seat(const struct web_request *request);

/* messages.c */
bool web_table(const struct web_request *request);
bool web_news(const struct web_request *request);

/* views.c */
bool web_look(const struct web_request *request);
bool web_story(const struct web_request *request);
bool web_why(const struct web_request *request);

/* bot_jobs.c */
bool web_question_for_bot(const struct web_request *request);
bool web_net_wanted(const struct web_request *request);
bool web_think(const struct web_request *request);
bool web_hint(const struct web_request *request);
bool web_choices(const struct web_request *request);
bool web_analyse(const struct web_request *request);

/* proof.c */
bool web_verify(const struct web_request *request);
bool web_hash(const struct web_request *request);

/* challenge.c */
bool web_daily(const struct web_request *request);
bool web_challenge(const struct web_request *request);
bool web_played(const struct web_request *request);

/* batch.c */
bool web_sim(const struct web_request *request);

/* ------------------------------------------------------------------ tables */

struct web_game {
    struct bil_match *match;
    bool finished_record;      /* a record that was finished when it was read: everything of it may be seen at any moment */
    struct bil_log_line *line; /* an entry holds the forced moves behind a move */
    int lines;
};

/* The table that `request` is about ("match": its number), or NULL and a sentence. */
struct web_game *web_find(const struct web_request *request);

/* Finds what the match heard of the beginning, or of a move that stands, and of all that was forced behind it. */
void web_find_events(const struct bil_match *match, struct bil_log_line *line);

/* The number of the decision that is open: it never comes twice at a table. */
int web_decision(const struct web_game *game);

/* ------------------------------------------------------------------ reading a request */

/* A member that must be there. */
bool web_text(const struct web_request *request, const char *key, const char **out);
bool web_number(const struct web_request *request, const char *key, int low, int high, int *out);
/* "viewer": a seat from 1, 0 or nothing: a spectator, "all". As billions/game.h counts. */
bool web_viewer(const struct web_request *request, int seats, int *viewer);

/* ------------------------------------------------------------------ pieces of JSON */

/* "key": "words", or null for an empty text. */
void web_key_text(struct bil_text *out, const char *key, const struct bil_text *words);
/* {"decision","seats","window","ends","you"} of a state; null when the game is over. */
void web_write_asked(const struct web_game *game, int ply, int viewer, bool advice, struct bil_text *out);
/* A view as a position document. An edition from a file is named there by its hash. */
void web_write_view(const struct web_game *game, int ply, int viewer, struct bil_text *out);

#endif
