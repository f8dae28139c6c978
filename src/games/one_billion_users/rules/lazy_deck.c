/* One Billion Users: drawing from a deck that has no order, for who goes through all worlds of a view (deal.c: obu_deal_lazily).
 * Must never be asked under other rules; the page's engine does without (BIL_WITHOUT_SOLVING). */
#include "billions/script.h"
#include "games/one_billion_users/rules/state.h"

#ifndef BIL_WITHOUT_SOLVING
/* Whether a card of the ground may be exchanged with the deck. */
static bool is_loose(const struct obu_rules *rules, const struct obu_state *state, int g)
{
    return g < rules->lazy_ground && state->ground[g] >> 6 != rules->lazy - 2;
}

/* The card that is about to be drawn. Game Over has a chance once the deck is down to where it was shuffled in. Of the other cards
 * each is as likely; but where that is a main card, it may be any main card of the deck, or of the ground cards unknown to the
 * viewer. The rest stays in the order of its numbers, so that worlds that do not differ are equal. */
void obu_settle_top(const struct obu_rules *rules, struct obu_state *state, struct bil_random *random)
{
    uint8_t *pile = state->pile;
    const int top = state->deck - 1;
    if (state->deck <= state->cut + 1 && bil_random_below(random, state->deck) == 0) {
        memmove(&pile[0], &pile[1], (size_t)top);
        pile[top] = OBU_GAME_OVER;
        return;
    }
    uint8_t copies[OBU_GAME_OVER] = {0};
    int mains = 0;
    int loose = 0;
    for (int i = 1; i <= top; i++) {
        copies[pile[i]]++;
        mains += pile[i] < OBU_HIDDEN;
    }
    for (int g = 0; g < rules->lazy_ground && mains > 0; g++) {
        const bool is = is_loose(rules, state, g);
        copies[state->ground[g] & 63] = (uint8_t)(copies[state->ground[g] & 63] + is);
        loose += is;
    }
    uint8_t card[OBU_GAME_OVER];
    uint64_t weight[OBU_GAME_OVER];
    int kinds = 0;
    for (int c = 0; c < OBU_GAME_OVER; c++) {
        card[kinds] = (uint8_t)c;
        weight[kinds] = copies[c] * (uint64_t)(c < OBU_HIDDEN ? mains : mains + loose);
        kinds += copies[c] > 0;
    }
    const uint8_t chosen = card[bil_script_choose(random, weight, kinds)];
    copies[chosen]--;
    int at = 1;
    for (int k = kinds - 1; k >= 0; k--) { /* the special ones first, then as many main ones as the deck has; the rest is ground */
        for (; copies[card[k]] > 0 && at < top; at++) {
            pile[at] = card[k];
            copies[card[k]]--;
        }
    }
    pile[top] = chosen;
    int k = 0;
    for (int g = 0; g < rules->lazy_ground && mains > 0; g++) {
        if (is_loose(rules, state, g)) {
            while (copies[card[k]] == 0) {
                k++;
            }
            copies[card[k]]--;
            state->ground[g] = (uint8_t)((state->ground[g] & ~63) | card[k]);
        }
    }
}
#endif
