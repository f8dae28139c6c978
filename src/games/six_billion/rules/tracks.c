/* 6 Billion: population tokens on their tracks, pieces in holding boxes, and the sums that follow from them.
 *
 * Every token that moves and every piece that comes or goes does so through here, so that growth sums and the sets of sites are
 * always what SIX-51 and the tracks say. Never decides anything and never asks whether a move is allowed. */
#include "games/six_billion/rules/state.h"

void six_set_level(const struct six_rules *rules, struct six_state *state, int faction, int site, int level)
{
    const int before = state->level[faction][site];
    const unsigned bit = 1U << site;
    state->level[faction][site] = (uint8_t)level;
    state->growth[site] = (uint8_t)(state->growth[site] - rules->weight[site][before] + rules->weight[site][level]);
    state->on[faction] = (uint16_t)(level ? state->on[faction] | bit : state->on[faction] & ~bit);
    const bool topped = level >= rules->last[site];
    state->topped[faction] = (uint16_t)(topped ? state->topped[faction] | bit : state->topped[faction] & ~bit);
}

void six_set_box(struct six_state *state, int faction, int site, int colonies, int migrants)
{
    const unsigned bit = 1U << site;
    state->box[faction][site] = (uint8_t)(colonies | migrants << 4);
    state->waiting[faction] = (uint16_t)(colonies + migrants ? state->waiting[faction] | bit : state->waiting[faction] & ~bit);
}

bool six_full(const struct six_state *state, int site)
{
    return state->growth[site] >= 4; /* SIX-50 */
}

int six_settled_level(int site, int billions)
{
    static const uint8_t ordinary[5] = {0, 1, 2, 2, 3}; /* SIX-71: 1, 2, 2, 4 */
    static const uint8_t pairs[5] = {0, 0, 1, 1, 2};    /* SIX-72: waits, 1, 1, 2 */
    return six_pairs(site) ? pairs[billions] : ordinary[billions];
}

int six_box_pieces(const struct six_state *state, int faction, int site) /* SIX-37, SIX-38, SIX-67 */
{
    const int colonies = six_colonies(state, faction, site);
    const int migrants = six_migrants(state, faction, site);
    return six_pairs(site) ? colonies + migrants : (colonies > 0) + (migrants > 0);
}

static void halve_source(const struct six_rules *rules, struct six_state *state, int faction, int site,
                         const struct bil_listener *listener)
{
    const int level = state->level[faction][site] - 1;
    six_set_level(rules, state, faction, site, level);
    six_say(listener, SIX_E_SPENT, -1, 0, 0xFF, faction, site, level);
}

void six_take_billion(const struct six_rules *rules, struct six_state *state, int faction, int site,
                      const struct bil_listener *listener) /* SIX-81; all cards alike (SIX-90) */
{
    enum { ON_2 = 2, ON_4 = 3, ON_32 = 6 };
    const struct six_source before = state->source;
    const int level = state->level[faction][site];
    const bool again = before.how != SIX_TAKEN_NOTHING && before.faction == faction && before.site == site;
    if (again && before.how == SIX_TAKEN_PREPAID) { /* SIX-85, SIX-86 */
        return;
    }
    if (again && level >= ON_32) { /* SIX-88 */
        return;
    }
    const bool free = !again && level > ON_4; /* SIX-87 */
    const int how = free ? SIX_TAKEN_FREE : level == ON_4 && !again ? SIX_TAKEN_PREPAID : SIX_TAKEN_LAST;
    if (!free) { /* SIX-84, SIX-85, SIX-87 */
        halve_source(rules, state, faction, site, listener);
    }
    /* Remembered (SIX-82), but not of a second billion: it is the last of a turn (SIX-89). */
    if (before.how == SIX_TAKEN_NOTHING) {
        state->source = (struct six_source){(uint8_t)how, (uint8_t)faction, (uint8_t)site};
    }
}
