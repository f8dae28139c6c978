/* Questions of both games that fuzz targets ask about (see places.h). */
#include "places.h"
#include "insist.h"

#include <stdlib.h>

enum { PLACES = 24, EACH = 17 };

/* One question, made once. */
struct place {
    struct bil_config config;
    void *rules;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16)));
    bil_move moves[BIL_MAX_MOVES];
    struct bil_ask ask;
};

/* The next moment with a choice after so many random moves of a game with that many seats. */
static void make(struct place *place, const struct bil_game *game, int seats, int plies)
{
    unsigned char state[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    const uint8_t seed[BIL_SEED_BYTES] = {(uint8_t)plies, (uint8_t)seats};
    struct bil_random chance;
    struct bil_random pick;
    place->config = (struct bil_config){.seats = seats};
    place->rules = calloc(1, game->rules_size);
    insist(place->rules && game->rules_init(&place->config, place->rules, NULL), "no rules");
    bil_random_match(&chance, seed);
    bil_random_stream(&pick, seed, 1, 1);
    game->setup(place->rules, &chance, state, NULL);
    for (int i = 0;; i++) {
        const int seat = game->actor(place->rules, state);
        insist(seat != BIL_OVER, "the game is over too soon");
        const int count = game->moves(place->rules, state, place->moves);
        if (i >= plies && count > 1) {
            game->hide(place->rules, state, seat, place->view);
            place->ask = (struct bil_ask){.game = game,
                                          .rules = place->rules,
                                          .view = place->view,
                                          .seat = seat,
                                          .moves = place->moves,
                                          .count = count,
                                          .config = &place->config};
            return;
        }
        game->apply(place->rules, state, place->moves[bil_random_below(&pick, (uint32_t)count)], &chance, NULL);
    }
}

const struct bil_ask *places_ask(uint8_t number)
{
    static struct place place[PLACES];
    static const char *const names[] = {"one-billion-users", "six-billion"};
    if (!place[0].rules) {
        for (int i = 0; i < PLACES; i++) {
            const struct bil_game *game = bil_game_find(names[i % 2]);
            make(&place[i], game, game->min_seats + i / 2 % (game->max_seats - game->min_seats + 1), EACH * (i / 2));
        }
    }
    return &place[number % PLACES].ask;
}
