/* Why the best move of a puzzle is better than each other one (puzzle.h). Must never take a difference that chance could have made
 * for a reason. */
#include "lab/puzzles/puzzle.h"

#include <stdlib.h>
#include <string.h>

#include "table/memory.h"
#include "table/messages/argument.h"

enum { WORLDS = 1000, STREAM_REASON = 11, EFFORT = 500000 /* moves made in the games of each move together */ };

bool bil_puzzle_reason(const struct bil_puzzle_ask *ask, const uint8_t seed[BIL_SEED_BYTES], int best,
                       struct bil_puzzle_reasons *reasons)
{
    struct bil_comparison_plan plan = {.stream = STREAM_REASON, .worlds = WORLDS, .moves = EFFORT * ask->count, .listen = true};
    const struct bil_decision_view of = {ask->game, ask->rules, ask->view, ask->seat, ask->seats};
    struct bil_comparison comparison;
    bool believed = false;
    memset(reasons, 0, sizeof *reasons);
    memcpy(plan.seed, seed, sizeof plan.seed);
    bil_comparison_make(&of, &plan, ask->move, ask->count, &comparison);
    for (int i = 0; i < ask->count; i++) {
        struct bil_text words = {0};
        if (i != best) {
            const struct bil_argument argument = bil_argue_of(&comparison, best, i, &words);
            reasons->against[i] = argument.clear ? bil_memory_text(bil_text_string(&words), words.length) : NULL;
            believed = believed || (i == ask->advised && argument.clear && argument.caused);
        }
        bil_text_free(&words);
    }
    bil_comparison_free(&comparison);
    return believed;
}

void bil_puzzle_reasons_free(struct bil_puzzle_reasons *reasons)
{
    for (int i = 0; i < BIL_PUZZLE_MOVES; i++) {
        free(reasons->against[i]);
    }
    memset(reasons, 0, sizeof *reasons);
}
