/* Ford: points, places and how it ended (FORD-11..13). On a view of what is open: a hidden hand counts with the cards that
 * everybody knows. */
#include "third_game/state.h"

void ford_score(const void *rules, const void *state_, int seat, struct bil_score *score)
{
    (void)rules;
    const struct ford_state *state = state_;
    const uint8_t *hand = ford_hand_hidden(state, seat) ? state->known[seat] : state->hand[seat];
    int stones = 0;
    for (int kind = 1; kind <= FORD_STONES; kind++) {
        stones += kind * hand[kind];
    }
    memset(score, 0, sizeof *score);
    score->item[0] = (struct bil_score_item){"Stones in hand", -stones, "FORD-12"};
    score->item[1] = (struct bil_score_item){"Slips in hand", -FORD_SLIP_COSTS * hand[FORD_SLIP], "FORD-12"};
    score->item[2] = (struct bil_score_item){"Empty hand", state->count[seat] ? 0 : FORD_OUT, "FORD-12"};
    score->count = 3;
    for (int i = 0; i < score->count; i++) {
        score->total += score->item[i].points;
    }
}

/* Which criterion sets the better of two seats apart, or -1; *worse tells whether it is the other one. */
static int compare(const void *rules, const struct ford_state *state, int seat, int other, bool *worse)
{
    struct bil_score a;
    struct bil_score b;
    ford_score(rules, state, seat, &a);
    ford_score(rules, state, other, &b);
    *worse = a.total != b.total ? a.total < b.total : state->count[seat] > state->count[other];
    return a.total != b.total ? 0 : state->count[seat] != state->count[other] ? 1 : -1;
}

int ford_rank(const void *rules_, const void *state, uint8_t place[BIL_MAX_SEATS])
{
    const struct ford_rules *rules = rules_;
    int first = -1;
    int decided = 0;
    bool worse = false;
    memset(place, 0, BIL_MAX_SEATS);
    for (int seat = 0; seat < rules->seats; seat++) {
        place[seat] = 1;
        for (int other = 0; other < rules->seats; other++) {
            compare(rules, state, seat, other, &worse);
            place[seat] = (uint8_t)(place[seat] + worse);
        }
        first = place[seat] == 1 ? seat : first;
    }
    for (int other = 0; other < rules->seats; other++) { /* what set the first apart from the one that came nearest to it */
        const int criterion = other == first ? 0 : compare(rules, state, first, other, &worse);
        if (criterion < 0) {
            return -1;
        }
        decided = criterion > decided ? criterion : decided;
    }
    return decided;
}

int ford_length(const void *rules, const void *state)
{
    (void)rules;
    return ((const struct ford_state *)state)->round;
}

int ford_ending(const void *rules_, const void *state_)
{
    const struct ford_rules *rules = rules_;
    const struct ford_state *state = state_;
    return memchr(state->count, 0, rules->seats) != NULL;
}
