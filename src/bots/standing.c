/* How the seats of a game stand in a state (see standing.h). */
#include "bots/standing.h"

int bil_standing_seats(const struct bil_game *game, const void *rules, const void *state)
{
    uint8_t place[BIL_MAX_SEATS] = {0};
    int seats = 0;
    game->rank(rules, state, place);
    while (seats < BIL_MAX_SEATS && place[seats]) {
        seats++;
    }
    return seats;
}

void bil_standing(const struct bil_game *game, const void *rules, const void *state, int seats, double points[BIL_MAX_SEATS],
                  double places[BIL_MAX_SEATS])
{
    uint8_t place[BIL_MAX_SEATS] = {0};
    game->rank(rules, state, place);
    for (int seat = 0; seat < seats; seat++) {
        struct bil_score score;
        int shared = 0;
        game->score(rules, state, seat, &score);
        for (int other = 0; other < seats; other++) {
            shared += place[other] == place[seat];
        }
        points[seat] = score.total;
        places[seat] = place[seat] + 0.5 * (shared - 1);
    }
}
