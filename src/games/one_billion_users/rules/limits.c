/* One Billion Users: what keeps a card from being played: active Blockers, Safeguards, Events and Networks (OBU-63..84, 142..159,
 * 178..191).
 *
 * Answers questions about open cards only; lists nothing and changes nothing. Combinations that cannot change during a match are
 * made into tables once. */
#include "games/one_billion_users/rules/state.h"

#define BLOCKER_BIT(card) (1U << ((card)-OBU_BLOCKER))
enum { ALL_BLOCKERS = (1 << OBU_BLOCKERS) - 1 };

/* Blockers that a Network keeps off its owner: OBU-180, OBU-184, OBU-191. */
static const uint8_t network_refuses[OBU_NETWORKS + 1] = {
    [OBU_HIREME] = BLOCKER_BIT(OBU_TOXIC_CULTURE),
    [OBU_HELLSITE] = BLOCKER_BIT(OBU_OVERZEALOUS_MODS),
    [OBU_MURMUR] = BLOCKER_BIT(OBU_SERVER_OVERLOAD) | BLOCKER_BIT(OBU_LOW_ON_FUNDS),
};

/* Hotfixes that cure a Blocker on a Network: OBU-79, OBU-80, OBU-178, OBU-184, OBU-189, OBU-190. */
static uint64_t cures(const struct obu_rules *rules, int blocker, int network)
{
    uint64_t cards = 0;
    for (int hotfix = 0; hotfix < OBU_HOTFIXES; hotfix++) {
        const int card = OBU_HOTFIX + hotfix;
        const bool matches = obu_hotfix_cures[hotfix] == blocker || network == OBU_KOOPERATE;
        const bool barred = (network == OBU_HELLSITE && card == OBU_NEW_ADVERTISERS) ||
                            (network == OBU_TAPTAP && card == OBU_PR_RESPONSE && blocker == OBU_BAD_PRESS - OBU_BLOCKER) ||
                            (network == OBU_BURROW && card == OBU_MOD_TRAINING);
        cards |= matches && !barred ? 1ULL << card & rules->others : 0;
    }
    return cards;
}

/* In a set of Blockers with targets, Blocker b has four bits from 4b on. Bit b of `blockers` becomes bit 4b. */
static uint32_t blocker_fields(unsigned blockers)
{
    uint32_t fields = 0;
    for (int blocker = 0; blocker < OBU_BLOCKERS; blocker++) {
        fields |= (blockers >> blocker & 1U) << 4 * blocker;
    }
    return fields;
}

void obu_limits_derive(struct obu_rules *rules)
{
    memset(rules->event_bars, 0, sizeof rules->event_bars);
    rules->event_bars[OBU_TECH_BUBBLE] = 1ULL << OBU_LOW_ON_FUNDS | 1ULL << OBU_BAD_PRESS;         /* OBU-142 */
    rules->event_bars[OBU_FUNDING_WINTER] = 1ULL << OBU_FUNDRAISING | 1ULL << OBU_NEW_ADVERTISERS; /* OBU-152 */
    rules->event_bars[OBU_BRAND_SAFETY_SCARE] = rules->high;                                       /* OBU-153 */
    rules->event_bars[OBU_CREATOR_STRIKE] = 1ULL << OBU_PUSH | 1ULL << OBU_POKE;                   /* OBU-158 */
    for (int network = 0; network <= OBU_NETWORKS; network++) {
        rules->cures[0][network] = 0; /* none in advance (OBU-80) */
        for (int blocker = 0; blocker < OBU_BLOCKERS; blocker++) {
            rules->cures[1 + blocker][network] = cures(rules, blocker, network);
        }
        for (unsigned guards = 0; guards < 1U << OBU_SAFEGUARDS; guards++) {
            unsigned refused = network_refuses[network];
            for (int guard = 0; guard < OBU_SAFEGUARDS; guard++) {
                refused |= (guards >> guard & 1U) << obu_safeguard_against[guard]; /* OBU-74, OBU-90 */
            }
            rules->accepts[network][guards] = blocker_fields(ALL_BLOCKERS & ~refused);
        }
    }
}

/* The limits of Blocker, Event and Network add up (OBU-71, OBU-177). An active Blocker limits nothing but this (OBU-65), an Ongoing
 * Event nothing that was added before (OBU-135). */
uint64_t obu_addable(const struct obu_rules *rules, const struct obu_state *state, int seat)
{
    const struct obu_seat *platform = &state->seat[seat];
    const uint64_t cards = rules->addable[platform->blocker] & rules->network_adds[platform->network];
    const bool excused = platform->blocker == 1 + OBU_TOXIC_CULTURE - OBU_BLOCKER; /* OBU-153 */
    return excused ? cards : cards & ~rules->event_bars[state->event];
}

int obu_underdog(const struct obu_rules *rules, const struct obu_state *state) /* OBU-136, OBU-159 */
{
    if (state->event != OBU_UNDERDOG_WEEK) {
        return -1;
    }
    return obu_extreme(rules, state, OBU_BY_USERS, true, state->event_drawer, false, (1U << rules->seats) - 1);
}

/* Not on its own platform (OBU-72), nor where a Blocker is active (OBU-73); how many were there before does not matter (OBU-76). */
uint32_t obu_blocks(const struct obu_rules *rules, const struct obu_state *state, int seat, uint64_t held)
{
    uint32_t blocks = 0;
    for (int target = 0; target < OBU_SEATS; target++) {
        const struct obu_seat *at = &state->seat[target];
        blocks |= (rules->accepts[at->network][at->guards & 15U] & (at->blocker ? 0U : ~0U)) << target; /* OBU-73, OBU-74 */
    }
    const uint64_t playable = held & ~rules->event_bars[state->event]; /* OBU-75, OBU-135, OBU-142 */
    const unsigned targets = ((1U << rules->seats) - 1) & ~(1U << seat);
    blocks &= blocker_fields((unsigned)(playable >> OBU_BLOCKER)) * targets;
    if (state->event == OBU_UNDERDOG_WEEK) {
        blocks &= ~(blocker_fields(~0U) << obu_underdog(rules, state));
    }
    return state->seat[seat].network == OBU_KOOPERATE ? 0 : blocks; /* OBU-189 */
}

bool obu_can_block(const struct obu_rules *rules, const struct obu_state *state, int seat, int blocker, int target)
{
    return target >= 0 && target < rules->seats &&
           (obu_blocks(rules, state, seat, 1ULL << (OBU_BLOCKER + blocker)) >> (4 * blocker + target) & 1U);
}

/* OBU-81: whether New Advertisers is barred by one's own Toxicity. */
static bool most_toxic(const struct obu_rules *rules, const struct obu_state *state, int seat)
{
    int most = -1;
    for (int other = 0; other < rules->seats; other++) {
        if (other != seat && state->seat[other].toxicity > most) {
            most = state->seat[other].toxicity;
        }
    }
    const int own = state->seat[seat].toxicity;
    return own > most || (rules->advertisers_tie_barred && own == most);
}

uint64_t obu_fixes(const struct obu_rules *rules, const struct obu_state *state, int seat, uint64_t held)
{
    const struct obu_seat *platform = &state->seat[seat];
    const uint64_t advertisers = 1ULL << OBU_NEW_ADVERTISERS;
    uint64_t cards = held & rules->cures[platform->blocker][platform->network] & ~rules->event_bars[state->event];
    if ((cards & advertisers) && most_toxic(rules, state, seat)) {
        cards &= ~advertisers;
    }
    return cards;
}

int obu_grind_needed(const struct obu_rules *rules, const struct obu_state *state, int seat)
{
    if (state->seat[seat].network == OBU_BURROW) {
        return rules->grind_needed_burrow; /* OBU-190 */
    }
    return state->event == OBU_VOLUNTEER_DRIVE ? rules->grind_needed_drive : rules->grind_needed; /* OBU-83, OBU-156 */
}
