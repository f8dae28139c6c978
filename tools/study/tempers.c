/* billions-tempers: by what one notices the persons of a game, in figures.
 *
 *     billions-tempers GAME SEATS LEVEL GAMES     each person plays GAMES games among bots of that level
 *
 * Prints, for each person, how often it shows its temper and how often the others at its tables do the same. How strong persons are
 * says `billions arena`. Never part of a release. */
#include <stdio.h>
#include <stdlib.h>

#include "bots/tempers.h"

static double percent(const struct bil_temper_share *share)
{
    return share->counted > 0 ? 100.0 * (double)share->shown / (double)share->counted : 0;
}

int main(int argc, char **argv)
{
    const struct bil_game *game = argc == 5 ? bil_game_find(argv[1]) : NULL;
    const int seats = game ? atoi(argv[2]) : 0;
    const long games = game ? atol(argv[4]) : 0;
    if (!game || !bil_persons_of(game) || seats < game->min_seats || seats > game->max_seats || games < 1) {
        fprintf(stderr, "usage: billions-tempers GAME SEATS LEVEL GAMES, for example billions-tempers six-billion 4 easy 200\n");
        return 2;
    }
    for (int person = 0; game->persons->list[person].id; person++) {
        struct bil_temper temper = {0};
        struct bil_error error = {{0}};
        if (!bil_temper_measure(game, seats, argv[3], person, (uint64_t)games, "tempers", &temper, &error)) {
            fprintf(stderr, "billions-tempers: %s\n", error.text);
            return 1;
        }
        printf("| %s | %s | %.1f %% | %.1f %% |\n", game->persons->list[person].name, game->persons->list[person].sign,
               percent(&temper.person), percent(&temper.plain));
    }
    return 0;
}
