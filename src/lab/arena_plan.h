/* What was asked of an arena, as people say it and as its file keeps it, and the arena that comes of it. */
#ifndef BILLIONS_LAB_ARENA_PLAN_H
#define BILLIONS_LAB_ARENA_PLAN_H

#include "lab/arena.h"

enum { BIL_ARENA_SETTINGS = 64 };

/* Nothing here is copied: what it points to, and the plan itself, must live as long as its arena. */
struct bil_arena_plan {
    const struct bil_game *game;
    int revision; /* of the rules; 0 = the newest */
    int seats;    /* 0: as many as bots are listed, as far as the game allows */
    int listed;
    const struct bil_bot *list[BIL_ARENA_KINDS]; /* as they were named; see seatings.h for what a list means */
    int setting_count;
    struct bil_setting setting[BIL_ARENA_SETTINGS];
    const struct bil_value *edition; /* NULL = the one compiled in */
    uint8_t seed[BIL_SEED_BYTES];
    uint64_t blocks;
    const char *test; /* NULL: no sequential test; "0,30": Elo; "50%,60%": the part of the first places that each seat takes */
    const char *alpha, *beta;
};

/* Fills the arena (all but threads, stop and progress) and plan->seats and plan->revision; writes the edition in force into
 * `edition` (nothing, if the game has none). False and a sentence if anything in the plan is wrong. */
bool bil_arena_prepare(struct bil_arena_plan *plan, struct bil_arena *arena, struct bil_text *edition, struct bil_error *error);

/* The file of an arena: its plan, the edition in force, and what was reached, as one JSON object. */
void bil_arena_write(const struct bil_arena_plan *plan, const char *edition, const struct bil_arena_sums *sums,
                     struct bil_text *out);

/* Reads one back. The plan points into the document. `game` is the one expected, or NULL for any that is compiled in. Bots that
 * stand already in plan->list must be those of the file; else the file's are taken if they are compiled in, for no file may start a
 * program. The sums are checked against the plan's own arena, which is prepared on the way. False and a sentence if it is no file
 * of an arena.
 */
bool bil_arena_read(const struct bil_value *document, const struct bil_game *game, struct bil_arena_plan *plan,
                    struct bil_arena *arena, struct bil_arena_sums *sums, struct bil_text *edition, struct bil_error *error);

#endif
