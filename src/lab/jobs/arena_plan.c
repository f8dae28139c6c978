/* From what was asked to an arena that can be run. Must never guess: what does not fit gets a sentence. */
#include "lab/jobs/arena_plan.h"

#include <stdlib.h>
#include <string.h>

#include "lab/simulation/bot_game.h"
#include "table/bots/bot_seats.h"

/* The listed bots as kinds, in the order in which they are first named. */
static bool find_kinds(const struct bil_plan *plan, struct bil_arena *arena, uint8_t *list, int *kinds, struct bil_error *error)
{
    *kinds = 0;
    for (int i = 0; i < plan->listed; i++) {
        int kind = 0;
        if (!bil_bot_plays(plan->list[i], plan->game, error)) {
            return false;
        }
        while (kind < *kinds && arena->bot[kind] != plan->list[i]) {
            kind++;
        }
        if (kind == *kinds) {
            arena->bot[(*kinds)++] = plan->list[i];
        }
        list[i] = (uint8_t)kind;
    }
    if (*kinds < 2) {
        return bil_fail(error, "An arena needs two different bots, as \"greedy,random\"; %s cannot meet only itself.",
                        *kinds ? arena->bot[0]->name : "a bot");
    }
    return true;
}

static bool find_seats(struct bil_plan *plan, int kinds, struct bil_error *error)
{
    const struct bil_game *game = plan->game;
    if (plan->seats == 0) {
        plan->seats = plan->listed;
        if (kinds == plan->listed) { /* without a bot twice the list need not name every seat */
            plan->seats = plan->listed < game->min_seats   ? game->min_seats
                          : plan->listed > game->max_seats ? game->max_seats
                                                           : plan->listed;
        }
    }
    if (plan->seats < game->min_seats || plan->seats > game->max_seats) {
        return bil_fail(error, "%s is for %d to %d players, not %d.", game->title, game->min_seats, game->max_seats, plan->seats);
    }
    if (kinds != plan->listed && plan->listed != plan->seats) {
        return bil_fail(error, "%d bots are listed for %d seats, one of them twice: name each bot once, or one for every seat.",
                        plan->listed, plan->seats);
    }
    return true;
}

/* ------------------------------------------------------------------ the sequential test */

/* A number without exponent, hexadecimals or blanks, and what follows it. */
static bool read_decimal(const char *text, double *number, const char **rest)
{
    char *end = NULL;
    const size_t length = strspn(text, "+-.0123456789");
    *number = strtod(text, &end);
    *rest = text + length;
    return length > 0 && end == *rest;
}

static bool read_chance(const char *name, const char *text, double *chance, struct bil_error *error)
{
    const char *rest;
    if (!read_decimal(text, chance, &rest) || *rest || *chance <= 0 || *chance >= 0.5) {
        return bil_fail(error, "%s is \"%.40s\"; it is the part of wrong verdicts that is allowed, between 0 and 0.5, as 0.05.",
                        name, text);
    }
    return true;
}

/* "0,30" or "50%,60%" */
static bool read_hypotheses(const char *text, const struct bil_seatings *seatings, struct bil_arena_test *test,
                            struct bil_error *error)
{
    double given[2];
    bool share[2];
    const char *at = text;
    bool fine = true;
    for (int i = 0; fine && i < 2; i++) {
        fine = read_decimal(at, &given[i], &at);
        share[i] = fine && *at == '%';
        at += fine && share[i];
        fine = fine && *at == (i == 0 ? ',' : '\0');
        at += fine && i == 0;
    }
    if (!fine || share[0] != share[1] || given[0] >= given[1]) {
        return bil_fail(error,
                        "The sequential test wants two hypotheses, the lower first: 0,30 (Elo) or 50%%,60%% (part of the first "
                        "places for each seat), not \"%.40s\".",
                        text);
    }
    for (int i = 0; i < 2; i++) {
        const double each = (double)bil_seatings_of(seatings, 0) / seatings->games;
        *(i ? &test->high : &test->low) = share[i] ? given[i] / 100 * each : bil_seatings_expect(seatings, given[i]);
    }
    if (!(test->low > 0 && test->low < test->high && test->high < 1)) { /* nor is what is no number */
        return bil_fail(error,
                        "The sequential test cannot tell %.40s apart: each seat of the first bot can take more than 0 %% and "
                        "less than %.4g %% of the first places here.",
                        text, 100.0 * seatings->games / bil_seatings_of(seatings, 0));
    }
    return true;
}

static bool find_test(const struct bil_plan *plan, int kinds, struct bil_arena *arena, struct bil_error *error)
{
    arena->test = (struct bil_arena_test){.on = plan->test != NULL};
    if (!plan->test) {
        return true;
    }
    if (kinds != 2) {
        return bil_fail(error, "The sequential test compares two bots, not %d.", kinds);
    }
    return read_hypotheses(plan->test, &arena->seatings, &arena->test, error) &&
           read_chance("alpha", plan->alpha, &arena->test.alpha, error) &&
           read_chance("beta", plan->beta, &arena->test.beta, error);
}

/* ------------------------------------------------------------------ all together */

bool bil_arena_prepare(struct bil_plan *plan, struct bil_arena *arena, struct bil_text *edition, struct bil_error *error)
{
    uint8_t list[BIL_ARENA_KINDS];
    int kinds = 0;
    *arena = (struct bil_arena){.game = plan->game, .blocks = plan->blocks};
    plan->revision = plan->revision ? plan->revision : plan->game->revision;
    if (!find_kinds(plan, arena, list, &kinds, error) || !find_seats(plan, kinds, error) ||
        !bil_seatings_make(&arena->seatings, list, plan->listed, kinds, plan->seats, error) ||
        !find_test(plan, kinds, arena, error)) {
        return false;
    }
    memcpy(arena->seed, plan->seed, sizeof arena->seed);
    arena->config = (struct bil_config){.seats = plan->seats,
                                        .revision = plan->revision,
                                        .edition = plan->edition,
                                        .settings = plan->setting,
                                        .setting_count = plan->setting_count};
    void *rules = NULL;
    void *quick = NULL;
    if (!bil_rules_new(plan->game, &arena->config, &rules, &quick, error)) {
        return false;
    }
    if (plan->game->edition_json) {
        plan->game->edition_json(rules, edition);
    }
    free(rules);
    free(quick);
    return true;
}
