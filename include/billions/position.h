/* Position documents: the envelope that every game shares. The rest of the document is the game's own (docs/positions.md).
 *
 *     {"format": 1, "game": "one-billion-users", "seats": 3, "options": {"networks": "on"}, "edition": ..., and the game's members}
 *
 * "seats" is 2 or whatever the game allows; "options" may be missing and then has the defaults; "edition" may be missing (the
 * edition at hand), the hash of the edition at hand, or a whole edition. */
#ifndef BILLIONS_POSITION_H
#define BILLIONS_POSITION_H

#include "billions/edition.h"
#include "billions/game.h"

BIL_API_BEGIN

/* A position that was read, or that is to be written. */
struct bil_position {
    const struct bil_game *game;
    struct bil_config config;       /* `edition` is NULL: the rules hold what it said */
    char edition[BIL_EDITION_HASH]; /* the hash of the one in force */
    bool edition_loaded;            /* it is not the compiled-in one */
    void *rules;                    /* game->rules_size bytes */
    void *state;                    /* game->state_size bytes */
    struct bil_setting *settings;   /* private: what config.settings points to */
};

/* Reads a document into *out. `game` is the one expected, or NULL for any. `fallback` gives the revision, the edition at hand and
 * what else the document does not say; it may be NULL. False and a sentence if anything is wrong; *out then needs no free. */
bool bil_position_read(const struct bil_value *document, const struct bil_game *game, const struct bil_config *fallback,
                       struct bil_position *out, struct bil_error *error);
void bil_position_free(struct bil_position *position);

/* The same from a file ("-": standard input). *missing tells a file that cannot be read from one that is no position. */
bool bil_position_load(const char *path, const struct bil_game *game, const struct bil_config *fallback, struct bil_position *out,
                       bool *missing, struct bil_error *error);

/* Writes a whole document of a state or a view, as one line of JSON without a line end. `edition`: the hash of the edition in force
 * (bil_edition_hash), by which the document then names it; NULL: it is written out whole, so that the document needs nothing else.
 */
void bil_position_write(const struct bil_game *game, const struct bil_config *config, const void *rules, const char *edition,
                        const void *state, struct bil_text *out);

/* "options" of a configuration, into an open object. What is set twice is what it was set to last. */
void bil_options_write(const struct bil_config *config, struct bil_text *out);

BIL_API_END

#endif
