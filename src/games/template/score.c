/* Template: points and places. Works on views too: a card that is not known counts nothing. */
#include "games/template/state.h"

void tpl_score(const void *rules, const void *state_, int seat, struct bil_score *score)
{
    (void)rules;
    const struct tpl_state *state = state_;
    memset(score, 0, sizeof *score);
    score->item[0] = (struct bil_score_item){"Card", state->hand[seat], "TPL-3"};
    score->count = 1;
    score->total = state->hand[seat];
}

int tpl_rank(const void *rules_, const void *state_, uint8_t place[BIL_MAX_SEATS])
{
    const struct tpl_rules *rules = rules_;
    const struct tpl_state *state = state_;
    int first = 0;
    memset(place, 0, BIL_MAX_SEATS);
    for (int seat = 0; seat < rules->seats; seat++) {
        place[seat] = 1;
        for (int other = 0; other < rules->seats; other++) {
            place[seat] = (uint8_t)(place[seat] + (state->hand[other] > state->hand[seat]));
        }
        first += place[seat] == 1;
    }
    return first == 1 ? 0 : -1;
}
