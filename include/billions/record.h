/* Records: a match as a text file that lasts (docs/records.md gives the grammar).
 *
 * A record holds what makes a game the same game again: the rules, the seed or the first position, and the decisions. Reading
 * one replays it and checks every line. */
#ifndef BILLIONS_RECORD_H
#define BILLIONS_RECORD_H

#include "billions/match.h"

BIL_API_BEGIN

/* What is wrong with a record. */
enum bil_record_fault {
    BIL_RECORD_FINE,
    BIL_RECORD_MISSING,    /* the file cannot be read */
    BIL_RECORD_UNREADABLE, /* it is no record, or its header does not say which game it was */
    BIL_RECORD_UNTRUE      /* a decision, result or hash does not fit the game */
};

/* What was found besides the match. */
struct bil_record_end {
    enum bil_record_fault fault;
    bool has_result; /* results of all seats, or the word that it is unfinished */
    bool has_hash;
    int decisions; /* lines of decisions that were read */
    int line;      /* of the last line read, or of the fault */
};

/* The record of a match as it is now; of a match that goes on, an unfinished one that can be read and played on. */
void bil_record_write(const struct bil_match *match, struct bil_text *out);

/* Writes it to a file ("-": standard output), replacing what was there at once or not at all. */
bool bil_record_save(const struct bil_match *match, const char *path, struct bil_error *error);

/* Reads a record. Every sentence begins with `name` (of the file); `edition` is the edition at hand (NULL: the compiled-in one),
 * for records that do not carry theirs. The match is where the record ends: bil_match_settle goes on from there. NULL, a fault and
 * a sentence with the line if anything is wrong. A record whose end is missing is read as an unfinished game; `end` tells. */
struct bil_match *bil_record_read(const char *bytes, size_t length, const char *name, const struct bil_value *edition,
                                  struct bil_record_end *end, struct bil_error *error);

/* The same from a file ("-": standard input). */
struct bil_match *bil_record_load(const char *path, const struct bil_value *edition, struct bil_record_end *end,
                                  struct bil_error *error);

BIL_API_END

#endif
