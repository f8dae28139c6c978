/* How worlds go on: every outcome of chance, one by one (solve_internal.h). Must never choose for anybody. */
#include <string.h>

#include "billions/script.h"
#include "lab/solver/solve_internal.h"

enum { DEEPEST = 400 }; /* about 10 KiB of stack each */

void bil_solve_bound(struct bil_solve_steps *steps, bool reached, enum bil_solve_limit limit)
{
    if (reached && !steps->enough) {
        steps->enough = limit;
    }
}

void bil_solve_play(struct bil_solve_steps *steps, const void *state, bil_move move, double weight, struct bil_solve_hash seen)
{
    const struct bil_game *game = steps->game;
    struct bil_script script;
    bil_solve_state next;
    script.length = 0;
    script.overrun = false;
    bil_solve_bound(steps, steps->depth == DEEPEST, BIL_SOLVE_DEPTH);
    steps->depth++;
    do {
        struct bil_random random;
        steps->steps++;
        steps->bound(steps);
        if (steps->enough) {
            break;
        }
        memcpy(next.bytes, state, game->state_size);
        bil_script_generator(&random, &script);
        game->apply(steps->rules, next.bytes, move, &random, NULL);
        steps->chance = steps->chance || script.at > 0;
        struct bil_solve_hash known = seen;
        if (steps->seat >= 0) {
            bil_solve_state view;
            game->hide(steps->rules, next.bytes, steps->seat, view.bytes);
            known = bil_solve_hash_add(seen, view.bytes, game->state_size);
        }
        bil_solve_go_on(steps, next.bytes, weight * bil_script_chance(&script), known);
    } while (bil_script_next(&script));
    steps->depth--;
    bil_solve_bound(steps, script.overrun, BIL_SOLVE_DEPTH);
}

void bil_solve_go_on(struct bil_solve_steps *steps, const void *state, double weight, struct bil_solve_hash seen)
{
    const struct bil_game *game = steps->game;
    bil_move moves[BIL_MAX_MOVES];
    const int actor = game->actor(steps->rules, state);
    if (actor == BIL_OVER) {
        steps->end(steps, state, weight);
        return;
    }
    const int count = game->moves(steps->rules, state, moves);
    if (count > 1 || (steps->recorded && game->recorded(steps->rules, state))) {
        steps->decide(steps, state, actor, moves, count, weight, seen);
    } else {
        bil_solve_play(steps, state, moves[0], weight, seen);
    }
}
