/* One Billion Users: points item by item, and places with every tie-break (OBU-166..176, 182, 186).
 *
 * Reads open platforms only, so that a view scores like the state. */
#include "games/one_billion_users/rules/state.h"

enum { TOXICITY_PENALTY = -500, LOW_TOXICITY = 200, SAFEGUARD = 100, COUNTERPLAY = 100, POINTS_PER_HALF = 50 };

/* The items, in the order of the rulebook. */
struct items {
    int users, penalty, low, safeguards, counterplay, milestones, network;
};

static bool low_toxicity(const struct obu_rules *rules, const struct obu_seat *seat) /* OBU-169 */
{
    if (seat->comm & rules->high) {
        return false;
    }
    for (unsigned rest = seat->influencers; rest; rest &= rest - 1) {
        if (rules->influencer_toxicity[obu_lowest(rest)] >= 3) {
            return false;
        }
    }
    return true;
}

static struct items items_of(const struct obu_rules *rules, const struct obu_state *state, int seat)
{
    const struct obu_seat *platform = &state->seat[seat];
    struct items items = {.users = POINTS_PER_HALF * obu_icons(platform) + (platform->users & 1)}; /* OBU-167 */
    if (platform->network == OBU_HELLSITE) {                                                       /* OBU-174, OBU-186 */
        items.network = rules->hellsite_toxic_points * platform->toxicity;
    } else {
        items.penalty = 2 * platform->toxicity > obu_icons(platform) ? TOXICITY_PENALTY : 0; /* OBU-168 */
    }
    if (platform->network == OBU_HIREME) { /* OBU-174, OBU-182 */
        items.network = rules->hireme_clean_points * obu_popcount(platform->comm & rules->clean);
    }
    items.low = low_toxicity(rules, platform) ? LOW_TOXICITY : 0;
    items.safeguards = SAFEGUARD * obu_popcount(platform->guards & 15U);   /* OBU-171 */
    items.counterplay = COUNTERPLAY * obu_popcount(platform->guards >> 4); /* OBU-98, OBU-172 */
    for (int i = 0; i < OBU_MILESTONES; i++) {                             /* OBU-173 */
        items.milestones += state->milestone[i] == 1 + seat ? rules->milestone_points[rules->seats][i] : 0;
    }
    return items;
}

int obu_points(const struct obu_rules *rules, const struct obu_state *state, int seat)
{
    const struct items items = items_of(rules, state, seat);
    return items.users + items.penalty + items.low + items.safeguards + items.counterplay + items.milestones + items.network;
}

void obu_score(const void *rules_, const void *state_, int seat, struct bil_score *score)
{
    const struct obu_rules *rules = rules_;
    const struct obu_state *state = state_;
    const struct items items = items_of(rules, state, seat);
    const int network = state->seat[seat].network;
    const struct bil_score_item lines[OBU_ITEMS] = {
        [OBU_ITEM_USERS] = {"Users", items.users, "OBU-167"},
        [OBU_ITEM_PENALTY] = {"Toxicity Penalty", items.penalty, "OBU-168"},
        [OBU_ITEM_LOW] = {"Low Toxicity Bonus", items.low, "OBU-169"},
        [OBU_ITEM_SAFEGUARDS] = {"Safeguards", items.safeguards, "OBU-171"},
        [OBU_ITEM_COUNTERPLAY] = {"Safeguard counterplay", items.counterplay, "OBU-172"},
        [OBU_ITEM_MILESTONES] = {"Milestones", items.milestones, "OBU-173"},
        [OBU_ITEM_NETWORK] = {network == OBU_HIREME ? "Clean Communities (HireMe)" : "Toxicity (The Hellsite)", items.network,
                              "OBU-174"},
    };
    memset(score, 0, sizeof *score);
    for (int i = 0; i < OBU_ITEMS; i++) {
        if (i != OBU_ITEM_NETWORK || network == OBU_HIREME || network == OBU_HELLSITE) {
            score->item[score->count++] = lines[i];
            score->total += lines[i].points;
        }
    }
}

/* Criterion i of OBU-176 for one seat; more is better. */
static int criterion(const struct obu_rules *rules, const struct obu_state *state, int seat, int i)
{
    switch (i) {
    case 0:
        return obu_points(rules, state, seat);
    case 1:
        return -state->seat[seat].toxicity;
    default:
        return obu_popcount(state->seat[seat].influencers);
    }
}

int obu_rank(const void *rules_, const void *state_, uint8_t place[BIL_MAX_SEATS])
{
    const struct obu_rules *rules = rules_;
    const struct obu_state *state = state_;
    enum { CRITERIA = 3 };
    int value[OBU_SEATS][CRITERIA];
    for (int seat = 0; seat < rules->seats; seat++) {
        for (int i = 0; i < CRITERIA; i++) {
            value[seat][i] = criterion(rules, state, seat, i);
        }
    }
    memset(place, 0, BIL_MAX_SEATS);
    int decided = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        place[seat] = 1;
        int closest = 0; /* the last criterion needed to tell this seat from any other */
        for (int other = 0; other < rules->seats; other++) {
            int i = 0;
            while (i < CRITERIA && value[seat][i] == value[other][i]) {
                i++;
            }
            if (other != seat && i > closest) {
                closest = i;
            }
            place[seat] = (uint8_t)(place[seat] + (i < CRITERIA && value[other][i] > value[seat][i]));
        }
        if (place[seat] == 1) {
            decided = closest == CRITERIA ? -1 : closest;
        }
    }
    return decided;
}

int obu_length(const void *rules, const void *state_)
{
    const struct obu_state *state = state_;
    (void)rules;
    return state->turns;
}
