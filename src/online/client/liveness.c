/* See liveness.h. */
#include "online/client/liveness.h"

#include <stddef.h>

#define NEVER INT64_MAX

/* Milliseconds before each further attempt. The first is for a connection that was broken off: a server that starts again is there
 * a moment later. */
static const int64_t pauses[] = {250, 1000, 2000, 4000};
enum { PAUSES = sizeof pauses / sizeof *pauses };

/* Clients of a server that comes back do not all come in the same moment: up to a quarter less. */
static int64_t choose_pause(struct bil_liveness *liveness)
{
    const int64_t pause = pauses[liveness->tries < PAUSES ? liveness->tries : PAUSES - 1];
    uint64_t chance = liveness->chance | 1; /* xorshift64, which zero would stop */
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    liveness->chance = chance;
    return pause - (int64_t)((chance >> 32) % (uint64_t)(pause / 4 + 1));
}

static int64_t ping_time(const struct bil_liveness *liveness)
{
    return liveness->up < 0 || liveness->doubted || liveness->asked != NEVER
               ? NEVER
               : liveness->heard + (liveness->calm ? BIL_LIVENESS_CALM_PING : BIL_LIVENESS_PING);
}

static int64_t doubt_time(const struct bil_liveness *liveness)
{
    return liveness->up < 0 || liveness->doubted || liveness->asked == NEVER ? NEVER : liveness->asked + BIL_LIVENESS_ANSWER;
}

static bool is_attempt(const struct bil_liveness *liveness, int slot)
{
    return slot != liveness->up && liveness->began[slot] >= 0;
}

/* The attempt that began first; -1: there is none. */
static int oldest_attempt(const struct bil_liveness *liveness)
{
    int oldest = -1;
    for (int i = 0; i < BIL_LIVENESS_SLOTS; i++) {
        if (is_attempt(liveness, i) && (oldest < 0 || liveness->began[i] < liveness->began[oldest])) {
            oldest = i;
        }
    }
    return oldest;
}

static int free_slot(const struct bil_liveness *liveness)
{
    for (int i = 0; i < BIL_LIVENESS_SLOTS; i++) {
        if (liveness->began[i] < 0) {
            return i;
        }
    }
    return -1;
}

void bil_liveness_begin(struct bil_liveness *liveness, uint64_t chance, int64_t now)
{
    *liveness = (struct bil_liveness){.chance = chance, .up = -1, .asked = NEVER, .next = now, .absent = NEVER};
    for (int i = 0; i < BIL_LIVENESS_SLOTS; i++) {
        liveness->began[i] = -1;
    }
}

static enum bil_liveness_step begin_attempt(struct bil_liveness *liveness, int64_t now, int *slot)
{
    *slot = free_slot(liveness);
    if (*slot < 0) {
        *slot = oldest_attempt(liveness);
        return BIL_STEP_ABANDON;
    }
    liveness->began[*slot] = now;
    liveness->tries++;
    liveness->next = now + choose_pause(liveness);
    return BIL_STEP_TRY;
}

enum bil_liveness_step bil_liveness_due(struct bil_liveness *liveness, int64_t now, int *slot)
{
    const int oldest = oldest_attempt(liveness);
    if (oldest >= 0 && now - liveness->began[oldest] >= BIL_LIVENESS_ATTEMPT) {
        *slot = oldest;
        return BIL_STEP_ABANDON;
    }
    if (doubt_time(liveness) <= now) {
        liveness->doubted = liveness->told = true;
        liveness->tries = 0;
        liveness->next = now;
        return BIL_STEP_DOUBT;
    }
    if (ping_time(liveness) <= now) {
        liveness->asked = now;
        return BIL_STEP_PING;
    }
    if (liveness->absent <= now) {
        liveness->absent = NEVER;
        liveness->told = true;
        return BIL_STEP_ABSENT;
    }
    return liveness->next <= now ? begin_attempt(liveness, now, slot) : BIL_STEP_WAIT;
}

int64_t bil_liveness_next(const struct bil_liveness *liveness)
{
    const int oldest = oldest_attempt(liveness);
    const int64_t times[] = {doubt_time(liveness), ping_time(liveness), liveness->absent, liveness->next,
                             oldest >= 0 ? liveness->began[oldest] + BIL_LIVENESS_ATTEMPT : NEVER};
    int64_t next = NEVER;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        next = times[i] < next ? times[i] : next;
    }
    return next;
}

enum bil_liveness_news bil_liveness_heard(struct bil_liveness *liveness, int slot, int64_t now)
{
    const enum bil_liveness_news news = slot != liveness->up ? BIL_ALIVE_NEW : liveness->doubted ? BIL_ALIVE_BACK : BIL_ALIVE;
    liveness->heard = now;
    liveness->asked = NEVER;
    if (news == BIL_ALIVE) {
        return news;
    }
    liveness->since = news == BIL_ALIVE_NEW ? now : liveness->since;
    liveness->up = slot;
    liveness->doubted = liveness->told = false;
    liveness->next = liveness->absent = NEVER;
    for (int i = 0; i < BIL_LIVENESS_SLOTS; i++) {
        liveness->began[i] = i == slot ? liveness->began[i] : -1;
    }
    return news;
}

/* The connection is lost: when the next attempt is due. Where it only goes to and fro the pauses are kept. */
static void plan_return(struct bil_liveness *liveness, bool moved, int64_t now)
{
    const int64_t lasted = now - liveness->since;
    liveness->up = -1;
    liveness->tries = moved || lasted >= BIL_LIVENESS_STEADY ? 0 : liveness->tries;
    if (liveness->doubted) { /* attempts are under way */
        liveness->doubted = false;
        return;
    }
    liveness->absent = moved ? now + BIL_LIVENESS_MOVE : NEVER;
    liveness->next = moved && lasted >= BIL_LIVENESS_MOVE ? now : now + choose_pause(liveness);
}

bool bil_liveness_gone(struct bil_liveness *liveness, int slot, bool moved, int64_t now)
{
    liveness->began[slot] = -1;
    if (slot == liveness->up) {
        plan_return(liveness, moved, now);
    }
    const bool tell = liveness->up < 0 && !liveness->told && liveness->absent == NEVER;
    liveness->told = liveness->told || tell;
    return tell;
}

void bil_liveness_hurry(struct bil_liveness *liveness, int64_t now)
{
    bool busy = free_slot(liveness) < 0; /* it would end another attempt */
    for (int i = 0; i < BIL_LIVENESS_SLOTS; i++) {
        busy = busy || (is_attempt(liveness, i) && now - liveness->began[i] < BIL_LIVENESS_HURRY);
    }
    liveness->next = liveness->next != NEVER && !busy ? now : liveness->next;
}
