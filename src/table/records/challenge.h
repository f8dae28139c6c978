/* Challenges: one deal that several people play, each alone in the same seat against the same bots, and what can be proven of it
 * when they have.
 *
 * A challenge is the head of a record (docs/records.md, "Challenges"): game, revision, edition, seats, options, the bots, one seat
 * of a person without a name, the seed. Written in one way only it has one id, so nobody need make it known anywhere: who has the
 * text has the challenge, and who has a record can tell which challenge was played. The deal of the day is a challenge that follows
 * from the game and the day alone.
 *
 * Needs SHA-256 (libsodium). Knows no particular game, no clock and no file. Must never call a game played that is not over, or in
 * which a bot's move is not the one that this bot chooses there. Calls may come from any thread. */
#ifndef BILLIONS_TABLE_CHALLENGE_H
#define BILLIONS_TABLE_CHALLENGE_H

#include "billions/record.h"

enum {
    BIL_CHALLENGE_ID = 16,    /* letters of an id: 80 bits of a hash in base32, small letters, as a table's name */
    BIL_CHALLENGE_DAY = 10,   /* letters of a day: "2026-11-24" */
    BIL_CHALLENGE_MOST = 8192 /* decisions of a game that is verified: far more than any has, and a bound for who verifies */
};

/* Reads a record, or a challenge, that somebody sent: as bil_record_read, but nothing of it is read before it is known that a
 * challenge can have it. So a stranger's text neither brings cards of its own nor has bots made by the thousand. */
struct bil_match *bil_challenge_read(const char *bytes, size_t length, const char *name, struct bil_record_end *end,
                                     struct bil_error *error);

/* The challenge that a match is one playing of, as text. False and a sentence if it cannot be one: it has not exactly one person,
 * a bot that takes its time, cards out of a file, or begins from a position. How far the match has come does not matter. */
bool bil_challenge_write(const struct bil_match *match, struct bil_text *out, struct bil_error *error);

/* The id of a text that bil_challenge_write has written. */
void bil_challenge_id(const char *text, char id[BIL_CHALLENGE_ID + 1]);

/* The deal of a day (UTC) as text: the same on every machine, for everybody. False and a sentence if there is no such day from 2026
 * to 2099. */
bool bil_challenge_daily(const struct bil_game *game, const char *day, struct bil_text *out, struct bil_error *error);

/* The day of which this challenge is the deal, into `day`; false: of none. It looks at every day there is: some ten milliseconds.
 */
bool bil_challenge_day(const struct bil_match *match, char day[BIL_CHALLENGE_DAY + 1]);

/* What was proven of a playing. */
struct bil_challenge_played {
    char id[BIL_CHALLENGE_ID + 1];
    int seat; /* of the person, from 0 */
    int32_t points;
    int place;     /* from 1 */
    int decisions; /* lines of the record */
    int compared;  /* moves of bots that were chosen again, and are the same */
};

/* Proves that a record that was read is a playing of a challenge to its last card, in which every bot moved as it does. `end` is
 * what reading found. False and a sentence that names the decision that does not fit. */
bool bil_challenge_verify(const struct bil_match *match, const struct bil_record_end *end, struct bil_challenge_played *played,
                          struct bil_error *error);

#endif
