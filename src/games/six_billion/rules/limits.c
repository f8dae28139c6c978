/* 6 Billion: who can be sent from where to where, and who is protected by the Opening Treaty (SIX-81..122).
 *
 * Answers questions about open things only; lists nothing and changes nothing. Sets of sites are masks, bit by site. */
#include "games/six_billion/rules/state.h"

unsigned six_givers(const struct six_state *state, int faction) /* SIX-81 */
{
    unsigned givers = six_on_two(state, faction); /* SIX-83 */
    const struct six_source source = state->source;
    if (source.how != SIX_TAKEN_NOTHING && source.faction == faction) {
        const unsigned bit = 1U << source.site;
        if (source.how == SIX_TAKEN_PREPAID) { /* even from 1, to which a War may have brought it (SIX-86) */
            givers |= bit;
        } else if (source.how == SIX_TAKEN_LAST) { /* SIX-84 */
            givers &= ~bit;
        }
    }
    return givers;
}

int six_pieces(const struct six_rules *rules, const struct six_state *state, int faction)
{
    int pieces = 1 + six_popcount(state->on[faction]); /* one in the order of turn (SIX-12) */
    if (six_is_player(rules, faction)) {
        pieces += 1 + (rules->track ? SIX_SYMBOLS : 0); /* on the score track and the Discovery Tracks */
    }
    for (unsigned rest = state->waiting[faction]; rest; rest &= rest - 1) {
        pieces += six_box_pieces(state, faction, six_lowest(rest));
    }
    return pieces;
}

bool six_piece_left(const struct six_rules *rules, const struct six_state *state, int faction, int site, int half, int billions)
{
    if (!rules->tokens) { /* SIX-12, SIX-270 */
        return true;
    }
    const int there = half ? six_migrants(state, faction, site) : six_colonies(state, faction, site);
    const int wanted = six_pairs(site) ? billions : there == 0;
    return six_pieces(rules, state, faction) + wanted <= rules->tokens;
}

/* Sites with a box (SIX-65) where the faction's half has room for the billions (SIX-68, SIX-99), whatever waits in the other half
 * (SIX-69) or for other factions (SIX-70), and where a piece is left for them. */
static unsigned room(const struct six_rules *rules, const struct six_state *state, int faction, int half, int billions)
{
    unsigned sites = SIX_EVERY_SITE & ~(1U << SIX_EARTH) & ~six_box_above(state, faction, half, 2 - billions);
    for (unsigned rest = rules->tokens ? sites : 0; rest; rest &= rest - 1) {
        const int site = six_lowest(rest);
        sites &= six_piece_left(rules, state, faction, site, half, billions) ? ~0U : ~(1U << site);
    }
    return sites;
}

/* Sites where any other faction has a population token (SIX-101, SIX-118). */
static unsigned others_on(const struct six_rules *rules, const struct six_state *state, int faction)
{
    unsigned sites = 0;
    for (int other = 0; other < rules->factions; other++) {
        sites |= other != faction ? state->on[other] : 0U;
    }
    return sites;
}

unsigned six_destinations(const struct six_rules *rules, const struct six_state *state, int faction, int family)
{
    const int half = family == SIX_F_MIGRANTS;                                                   /* SIX-137 */
    const unsigned sites = room(rules, state, faction, half, 1) & ~(unsigned)state->on[faction]; /* SIX-79, SIX-98 */
    return half ? sites & others_on(rules, state, faction) : sites; /* Migrants SIX-101, a New Colony SIX-100 */
}

/* At any distance (SIX-97): SIX-118, SIX-120. */
unsigned six_migrant_destinations(const struct six_rules *rules, const struct six_state *state, int faction, int billions)
{
    return room(rules, state, faction, 1, billions) & ~(unsigned)state->on[faction] & others_on(rules, state, faction);
}

bool six_protected(const struct six_rules *rules, const struct six_state *state, int faction)
{
    return six_is_player(rules, faction) && state->on[faction] == 1U << SIX_EARTH; /* SIX-103, SIX-104, SIX-105 */
}

int six_refusal_bit(int card) /* SIX-115; 0: a card that needs no consent, as those that touch boxes (SIX-157) */
{
    static const uint8_t bits[SIX_CARDS] = {
        [SIX_COLONY_OTHER] = 1, [SIX_MIGRANTS_6_OTHER] = 2, [SIX_MIGRANTS_12_OTHER] = 4, [SIX_DOUBLE_OTHER] = 8};
    return bits[card];
}

int six_consent(const struct six_rules *rules, const struct six_state *state, int player, int faction, int site)
{
    return faction != player && site == SIX_EARTH && six_protected(rules, state, faction) ? faction : -1; /* SIX-106 */
}
