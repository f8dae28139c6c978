/* Games at random, from which the tests of each game make tiny ends (brute.h). */
#include "lab/brute.h"
#include "unit.h"

enum { LONGEST = 4000 };

/* Rules and a game of random moves; `stop` picks the decision, as a part of the whole game in 256ths. */
bool tiny_game(struct tiny *tiny, struct bil_random *random, unsigned stop)
{
    const struct bil_game *game = tiny->game;
    struct bil_random own = *random;
    int length = 0;
    for (int pass = 0; pass < 2; pass++) { /* the second time as far as that */
        struct bil_random chance = *random;
        struct bil_random choices = own;
        game->setup(tiny->rules, &chance, tiny->state, NULL);
        const int until = pass == 0 ? LONGEST : length - (int)(stop % 12);
        int decisions = 0;
        while (game->actor(tiny->rules, tiny->state) != BIL_OVER && decisions < until) {
            decisions++;
            game->apply(tiny->rules, tiny->state, bil_pick(game, tiny->rules, tiny->state, &choices), &chance, NULL);
        }
        length = decisions;
    }
    return length > 20 && game->actor(tiny->rules, tiny->state) != BIL_OVER;
}

void tiny_begin(struct tiny *tiny, const struct bil_game *game, const struct bil_config *config, unsigned number,
                struct bil_random *random)
{
    uint8_t seed[BIL_SEED_BYTES] = {0};
    memcpy(seed, &number, sizeof number);
    bil_random_stream(random, seed, 77, 0);
    tiny->game = game;
    tiny->rules = calloc(1, game->rules_size);
    tiny->state = aligned_alloc(64, 1024);
    assert_true(tiny->rules && tiny->state);
    memset(tiny->state, 0, 1024);
    assert_true(game->rules_init(config, tiny->rules, NULL));
}

void tiny_free(struct tiny *tiny)
{
    free(tiny->rules);
    free(tiny->state);
}
