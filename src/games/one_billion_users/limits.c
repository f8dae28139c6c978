/* One Billion Users: what keeps a card from being played: active Blockers, Safeguards, Events and Networks (OBU-63..84, 142..159,
 * 178..191).
 *
 * Answers questions about open cards only; lists nothing and changes nothing. Combinations that cannot change during a match are
 * made into tables once. */
#include "games/one_billion_users/limits.h"

#define BLOCKER_BIT(card) (1U << ((card)-OBU_BLOCKER))
enum { ALL_BLOCKERS = (1 << OBU_BLOCKERS) - 1 };

/* Blockers that a Network keeps off its owner: OBU-180, 184, 191. */
static const uint8_t network_refuses[OBU_NETWORKS + 1] = {
    [OBU_HIREME] = BLOCKER_BIT(OBU_TOXIC_CULTURE),
    [OBU_HELLSITE] = BLOCKER_BIT(OBU_OVERZEALOUS_MODS),
    [OBU_MURMUR] = BLOCKER_BIT(OBU_SERVER_OVERLOAD) | BLOCKER_BIT(OBU_LOW_ON_FUNDS),
};

/* A set of Blockers with room for targets: Blocker b on bit 4b. */
#define PLACE(card) (1U << 4 * ((card)-OBU_BLOCKER))
enum { EVERY_PLACE = 0x11111 };

/* OBU-79, 80, 178, 184, 189, 190: Hotfixes that cure a Blocker on a Network. */
static uint64_t cures(const struct obu_rules *rules, int blocker, int network)
{
    uint64_t fields = 0;
    for (int hotfix = 0; hotfix < OBU_HOTFIXES; hotfix++) {
        const int card = OBU_HOTFIX + hotfix;
        const bool matches = obu_hotfix_cures[hotfix] == blocker || network == OBU_KOOPERATE;
        const bool barred = (network == OBU_HELLSITE && card == OBU_NEW_ADVERTISERS) ||
                            (network == OBU_TAPTAP && card == OBU_PR_RESPONSE && blocker == OBU_BAD_PRESS - OBU_BLOCKER) ||
                            (network == OBU_BURROW && card == OBU_MOD_TRAINING);
        fields |= matches && !barred ? rules->field[card] : 0;
    }
    return fields;
}

void obu_limits_derive(struct obu_rules *rules)
{
    rules->blocker_places = 0;
    for (int blocker = 0; blocker < OBU_BLOCKERS; blocker++) {
        rules->blocker_places |= rules->field[OBU_BLOCKER + blocker] ? 1U << 4 * blocker : 0;
    }
    for (int network = 0; network <= OBU_NETWORKS; network++) {
        rules->cures[0][network] = 0;
        for (int blocker = 0; blocker < OBU_BLOCKERS; blocker++) {
            rules->cures[1 + blocker][network] = cures(rules, blocker, network);
        }
        for (unsigned guards = 0; guards < 1U << OBU_SAFEGUARDS; guards++) {
            unsigned refused = network_refuses[network];
            for (int guard = 0; guard < OBU_SAFEGUARDS; guard++) {
                refused |= (guards >> guard & 1U) << obu_safeguard_against[guard];
            }
            rules->accepts[network][guards] = (uint32_t)obu_spread(ALL_BLOCKERS & ~refused, EVERY_PLACE);
        }
    }
}

/* OBU-64..71: Blocker, Event and Network stack. */
uint64_t obu_addable(const struct obu_rules *rules, const struct obu_state *state, int seat)
{
    const struct obu_seat *platform = &state->seat[seat];
    const uint64_t cards = rules->addable[platform->blocker] & rules->network_adds[platform->network];
    const bool scare =
        state->event == OBU_BRAND_SAFETY_SCARE && platform->blocker != 1 + OBU_TOXIC_CULTURE - OBU_BLOCKER; /* OBU-153 */
    return scare ? cards & ~rules->high : cards;
}

int obu_underdog(const struct obu_rules *rules, const struct obu_state *state)
{
    if (state->event != OBU_UNDERDOG_WEEK) {
        return -1;
    }
    return obu_extreme(rules, state, OBU_BY_USERS, true, state->event_drawer, false, (1U << rules->seats) - 1); /* OBU-159 */
}

/* OBU-72..75. */
uint32_t obu_blocks(const struct obu_rules *rules, const struct obu_state *state, int seat, uint32_t held)
{
    uint32_t blocks = 0;
    for (int target = 0; target < OBU_SEATS; target++) {
        const struct obu_seat *at = &state->seat[target];
        blocks |= (rules->accepts[at->network][at->guards & 15U] & (at->blocker ? 0U : ~0U)) << target;
    }
    const unsigned targets = ((1U << rules->seats) - 1) & ~(1U << seat);
    blocks &= held * targets;
    if (state->event == OBU_TECH_BUBBLE) { /* OBU-142 */
        blocks &= ~(15U * (PLACE(OBU_LOW_ON_FUNDS) | PLACE(OBU_BAD_PRESS)));
    } else if (state->event == OBU_UNDERDOG_WEEK) {
        blocks &= ~((uint32_t)EVERY_PLACE << obu_underdog(rules, state));
    }
    return state->seat[seat].network == OBU_KOOPERATE ? 0 : blocks; /* OBU-189 */
}

bool obu_can_block(const struct obu_rules *rules, const struct obu_state *state, int seat, int blocker, int target)
{
    return target >= 0 && target < rules->seats &&
           (obu_blocks(rules, state, seat, 1U << 4 * blocker) >> (4 * blocker + target) & 1U);
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

uint64_t obu_fixes(const struct obu_rules *rules, const struct obu_state *state, int seat)
{
    const struct obu_seat *platform = &state->seat[seat];
    const uint64_t advertisers = rules->field[OBU_NEW_ADVERTISERS];
    uint64_t fields = rules->cures[platform->blocker][platform->network];
    if (state->event == OBU_FUNDING_WINTER) { /* OBU-152 */
        fields &= ~(rules->field[OBU_FUNDRAISING] | advertisers);
    }
    if ((fields & advertisers) && most_toxic(rules, state, seat)) {
        fields &= ~advertisers;
    }
    return fields;
}

int obu_grind_needed(const struct obu_rules *rules, const struct obu_state *state, int seat)
{
    if (state->seat[seat].network == OBU_BURROW) {
        return rules->grind_needed_burrow;
    }
    return state->event == OBU_VOLUNTEER_DRIVE ? rules->grind_needed_drive : rules->grind_needed;
}
