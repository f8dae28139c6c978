/* From a plan to the arena that comes of it. */
#ifndef BILLIONS_LAB_ARENA_PLAN_H
#define BILLIONS_LAB_ARENA_PLAN_H

#include "lab/arena/arena.h"
#include "lab/jobs/plan.h"

/* Fills the arena (all but threads, stop and progress) and plan->seats and plan->revision; writes the edition in force into
 * `edition` (nothing, if the game has none). Both must live as long as the arena. False and a sentence if anything in the plan is
 * wrong. */
bool bil_arena_prepare(struct bil_plan *plan, struct bil_arena *arena, struct bil_text *edition, struct bil_error *error);

#endif
