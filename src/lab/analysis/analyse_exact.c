/* Choices near the end of a game, judged exactly (analyse.h). The bound is a number of moves and not a time, so that the same match
 * has the same figures everywhere. */
#include <stdlib.h>

#include "lab/analysis/analyse.h"
#include "lab/solver/solve.h"
#include "table/memory.h"

enum { LAST_CHOICES = 12, STEPS = 50000, MEMORY = 1 << 27 };

/* Whether there are only a few open choices left, this one among them. */
static bool is_late(const struct bil_match *match, int ply)
{
    int left = 0;
    for (int p = match->ply - 1; p >= ply && left <= LAST_CHOICES; p--) {
        left += !match->decision[p].forced;
    }
    return left <= LAST_CHOICES;
}

static void note(const struct bil_solve_value *value, double expected[BIL_ANALYSIS_MEASURES][BIL_MAX_SEATS])
{
    for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
        expected[BIL_ANALYSIS_PLACE][seat] = value->place[seat];
        expected[BIL_ANALYSIS_POINTS][seat] = value->points[seat];
    }
}

bool bil_analysis_exact(const struct bil_analysis *analysis, const void *view, struct bil_judgement *judgement)
{
    const struct bil_match *match = analysis->match;
    if (!is_late(match, judgement->ply)) {
        return false;
    }
    struct bil_solution *solution = bil_memory_zero(1, sizeof *solution);
    bil_solve_run(
        &(struct bil_solve){
            .game = match->game, .rules = match->rules, .view = view, .steps = STEPS, .memory = MEMORY, .stop = analysis->stop},
        solution);
    bool known = false;
    for (int i = 0; i < solution->count && solution->outcome == BIL_SOLVED; i++) {
        if (solution->move[i] == judgement->move) {
            const int best = bil_solve_better(solution, solution->best, i) ? solution->best : i;
            known = true;
            judgement->judged = judgement->exact = true;
            judgement->best = solution->move[best];
            note(&solution->value[best], judgement->before);
            note(&solution->value[i], judgement->after);
        }
    }
    free(solution);
    return known;
}
