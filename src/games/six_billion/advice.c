/* 6 Billion: how the game looks to a seat, and what tokens, boxes, points and cards are worth to it.
 *
 * A rough reckoning, not a search: every site is scored as it stands and as it would stand if all tokens grew for the turns that
 * are probably left; others' gains count against one's own, the leader's most. Reads what the given view shows and nothing more. */
#include "games/six_billion/advice.h"

/* ------------------------------------------------------------------ sites */

/* Factor of a seat's points at a site, in thirds: doubled by agenda or Discovery card; an agenda that is not known may be there. */
static int thirds(const struct six_rules *rules, const struct six_state *state, int seat, int site)
{
    if (state->agenda[seat] == 1 + site) {
        return 6;
    }
    for (int i = 0; i < SIX_HELD; i++) {
        if ((state->find[seat][i] & ~SIX_FIND_UP) == 1 + site) {
            return 6;
        }
    }
    return state->agenda[seat] == SIX_FIND_HIDDEN && rules->agendas[1 + site] ? 4 : 3;
}

/* Where a token will stand after so many free doublings. */
static int grown(const struct six_rules *rules, int site, int level, int turns)
{
    const int last = rules->last[site];
    int most = rules->limit[site] ? rules->limit[site] : last;
    most = most > level ? most : level;
    const int reached = level + (turns > 0 ? turns : 0);
    return reached < most ? reached : most;
}

/* Where a faction will stand at the end, with such a token and so many billions in its box. */
static uint8_t level_later(const struct six_outlook *outlook, int site, int level, int billions)
{
    if (level) {
        return (uint8_t)grown(outlook->rules, site, level, outlook->turns_left);
    }
    const int arrives = six_settled_level(site, billions);
    return (uint8_t)(arrives ? grown(outlook->rules, site, arrives, outlook->turns_left - 1) : 0);
}

enum { NOW = 1, LATER = 3, PARTS = NOW + LATER };

/* The value of a site to the seat as it looks there; *own its own part. */
static int site_value(const struct six_outlook *outlook, int site, const struct six_standing *look, int *own)
{
    int value = 0;
    for (int seat = 0; seat < outlook->rules->seats; seat++) {
        const int points = (NOW * look->points_now[seat] + LATER * look->points_later[seat]) * SIX_POINT / PARTS;
        const int size = 6 * look->later[seat] + 3 * look->now[seat]; /* a bigger token is better, other things being equal */
        const int worth = points * outlook->sites->thirds[site][seat] / 3 + size;
        value += outlook->weight[seat] * worth / 100;
        if (seat == outlook->seat) {
            *own = worth;
        }
    }
    return value;
}

/* Finds out how a site stands now. */
static struct six_standing *see(const struct six_outlook *outlook, int site)
{
    const struct six_state *state = outlook->state;
    const struct six_rules *rules = outlook->rules;
    struct six_standing *look = &outlook->sites->site[site];
    if (!(outlook->sites->seen >> site & 1)) {
        memset(look, 0, sizeof *look);
        for (int faction = 0; faction < rules->factions; faction++) {
            look->now[faction] = state->level[faction][site];
        }
        six_places(look->now, rules->points[site], look->points_now);
        for (int seat = 0; seat < rules->seats; seat++) {
            outlook->sites->thirds[site][seat] = (uint8_t)thirds(rules, state, seat, site);
        }
        outlook->sites->seen = (uint16_t)(outlook->sites->seen | 1U << site);
    }
    return look;
}

/* Finds out what a site is worth as it stands. */
static void look_at(const struct six_outlook *outlook, int site)
{
    struct six_sites *sites = outlook->sites;
    struct six_standing *look = see(outlook, site);
    for (int faction = 0; faction < outlook->rules->factions; faction++) {
        const int billions = six_colonies(outlook->state, faction, site) + six_migrants(outlook->state, faction, site);
        look->later[faction] = level_later(outlook, site, look->now[faction], billions);
    }
    six_places(look->later, outlook->rules->points[site], look->points_later);
    int own = 0;
    sites->value[site] = site_value(outlook, site, look, &own);
    sites->own[site] = own;
    memset(sites->last[site], 0, sizeof sites->last[site]);
    sites->known = (uint16_t)(sites->known | 1U << site);
}

int six_worth(const struct six_outlook *outlook, const struct six_change *change, int *own)
{
    struct six_sites *sites = outlook->sites;
    const int site = change->site;
    const int faction = change->faction;
    if (!(sites->known >> site & 1)) {
        look_at(outlook, site);
    }
    struct six_change_worth *last = &sites->last[site][faction];
    const uint16_t key = (uint16_t)(1 + change->level + 32 * change->billions);
    if (last->key != key) {
        const uint8_t *points = outlook->rules->points[site];
        struct six_standing after = sites->site[site];
        after.now[faction] = (uint8_t)change->level;
        after.later[faction] = level_later(outlook, site, change->level, change->billions);
        if (after.now[faction] != sites->site[site].now[faction]) { /* people in a box change nothing yet */
            six_places(after.now, points, after.points_now);
        }
        if (after.later[faction] != sites->site[site].later[faction]) {
            six_places(after.later, points, after.points_later);
        }
        int after_own = 0;
        const int value = site_value(outlook, site, &after, &after_own);
        *last = (struct six_change_worth){key, value - sites->value[site], after_own - sites->own[site]};
    }
    *own = last->own;
    return last->worth;
}

/* ------------------------------------------------------------------ the whole */

/* Points of all seats if the game ended with this change (or NULL). */
static void standings(const struct six_outlook *outlook, const struct six_change *change, int standing[SIX_PLAYERS])
{
    const struct six_rules *rules = outlook->rules;
    const struct six_state *state = outlook->state;
    for (int seat = 0; seat < rules->seats; seat++) {
        standing[seat] = 3 * state->points[seat];
    }
    unsigned populated = change ? 1U << change->site : 0;
    for (int faction = 0; faction < rules->factions; faction++) {
        populated |= state->on[faction];
    }
    for (; populated; populated &= populated - 1) { /* elsewhere nobody has points */
        const int site = six_lowest(populated);
        struct six_standing look = *see(outlook, site);
        if (change && change->site == site) {
            look.now[change->faction] = (uint8_t)change->level;
            six_places(look.now, rules->points[site], look.points_now);
        }
        for (int seat = 0; seat < rules->seats; seat++) {
            standing[seat] += look.points_now[seat] * outlook->sites->thirds[site][seat];
        }
    }
    for (int symbol = 0; symbol < SIX_SYMBOLS && rules->track; symbol++) {
        uint8_t markers[SIX_FACTIONS] = {0};
        uint8_t points[SIX_FACTIONS];
        for (int seat = 0; seat < rules->seats; seat++) {
            markers[seat] = state->marker[seat][symbol];
        }
        six_places(markers, rules->track_points[symbol], points);
        for (int seat = 0; seat < rules->seats; seat++) {
            standing[seat] += 3 * points[seat];
        }
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        standing[seat] = standing[seat] * SIX_POINT / 3;
    }
}

int six_leader_but(const struct six_outlook *outlook)
{
    int leader = -1;
    for (int seat = 0; seat < outlook->rules->seats; seat++) {
        if (seat != outlook->seat && (leader < 0 || outlook->standing[seat] > outlook->standing[leader])) {
            leader = seat;
        }
    }
    return leader;
}

void six_look(const struct six_rules *rules, const struct six_state *state, int seat, struct six_sites *sites,
              struct six_outlook *outlook)
{
    enum { USUAL_TURNS = 12, LEADER = 60, OTHERS = 60 };
    *outlook = (struct six_outlook){.rules = rules, .state = state, .seat = seat, .sites = sites};
    sites->seen = 0;
    sites->known = 0;
    int belt = 0;
    for (int faction = 0; faction < rules->factions; faction++) {
        belt = state->level[faction][SIX_BELT] > belt ? state->level[faction][SIX_BELT] : belt;
    }
    const int by_clock = USUAL_TURNS - state->turn;
    const int by_belt = SIX_LEVEL_1024 - belt;
    outlook->turns_left = by_clock < by_belt ? by_clock : by_belt;
    outlook->turns_left = outlook->turns_left < 1 ? 1 : outlook->turns_left;
    int leader = -1;
    if (rules->seats > 2) { /* else there is but one rival */
        standings(outlook, NULL, outlook->standing);
        leader = six_leader_but(outlook);
    }
    for (int other = 0; other < rules->seats; other++) {
        outlook->weight[other] = rules->seats <= 2 ? -90 : other == leader ? -LEADER : -OTHERS / (rules->seats - 1);
    }
    outlook->weight[seat] = 100;
}

int six_points_worth(const struct six_outlook *outlook, int seat, int points)
{
    return outlook->weight[seat] * points * SIX_POINT / 100;
}

int six_end_worth(const struct six_outlook *outlook, const struct six_change *change)
{
    enum { VICTORY = 40 * SIX_POINT };
    int standing[SIX_PLAYERS];
    standings(outlook, change, standing);
    int best = INT32_MIN;
    for (int seat = 0; seat < outlook->rules->seats; seat++) {
        best = seat != outlook->seat && standing[seat] > best ? standing[seat] : best;
    }
    const int ahead = standing[outlook->seat] - best;
    return (ahead >= 0 ? VICTORY : -VICTORY) + ahead;
}

/* Whether the game ends when a token comes to this level there. */
static bool ends(const struct six_outlook *outlook, int faction, int site, int level)
{
    if (level >= SIX_LEVEL_1024 && (site == SIX_BELT || site == SIX_EARTH)) {
        return true;
    }
    unsigned populated = 1U << site;
    for (int other = 0; other < outlook->rules->factions; other++) {
        populated |= outlook->state->on[other];
    }
    return outlook->state->level[faction][site] == 0 && level > 0 && populated == SIX_EVERY_SITE;
}

int six_step_worth(const struct six_outlook *outlook, int faction, int site, int steps, int *own)
{
    const struct six_change change = {faction, site, outlook->state->level[faction][site] + steps, 0};
    int worth = six_worth(outlook, &change, own);
    if (steps > 0 && ends(outlook, faction, site, change.level)) {
        worth += six_end_worth(outlook, &change);
    }
    return worth;
}

int six_event_worth(const struct six_outlook *outlook, const struct six_event *event, int *own)
{
    const struct six_state *state = outlook->state;
    if (event->kind == SIX_EV_GROW || event->kind == SIX_EV_DOUBLE) {
        return six_step_worth(outlook, event->faction, event->site, 1, own);
    }
    const bool home = event->kind == SIX_EV_HOME;
    const int colonies = six_colonies(state, event->faction, event->site);
    const int migrants = six_migrants(state, event->faction, event->site);
    const int half = home ? migrants : colonies;
    const int lost = six_pairs(event->site) || outlook->rules->trouble_billion ? 1 : half;
    const struct six_change change = {event->faction, event->site, state->level[event->faction][event->site],
                                      colonies + migrants - lost};
    return six_worth(outlook, &change, own);
}

/* ------------------------------------------------------------------ cards */

int six_card_worth(const struct six_outlook *outlook, int card)
{
    /* in hundredths of a point, in mid-game */
    static const int16_t worth[SIX_CARDS] = {
        [SIX_COLONY_2] = 60,
        [SIX_COLONY_6] = 90,
        [SIX_COLONY_OTHER] = 220,
        [SIX_COLONY_NEUTRAL] = 190,
        [SIX_MIGRANTS_12] = 95,
        [SIX_MIGRANTS_6] = 70,
        [SIX_MIGRANTS_6_OTHER] = 220,
        [SIX_MIGRANTS_12_OTHER] = 230,
        [SIX_DOUBLE] = 130,
        [SIX_DOUBLE_OTHER] = 200,
        [SIX_DOUBLE_NEUTRAL] = 190,
        [SIX_RECYCLE] = 80,
        [SIX_DISCOVERY] = 110,
        [SIX_TROUBLE] = 60,
        [SIX_HOME] = 45,
        [SIX_DEATH] = 80,
        [SIX_PESTILENCE] = 100,
        [SIX_FAMINE] = 120,
        [SIX_SOULS] = 50,
        [SIX_POLITICS] = 110,
        [SIX_WAR] = 85,
    };
    const int copies = outlook->state->hand[outlook->seat].copies[card];
    int value = worth[card];
    if (outlook->turns_left <= 2 && (six_family[card] == SIX_F_DISCOVERY || six_family[card] == SIX_F_COLONY) &&
        six_target[card] == SIX_T_OWN) {
        value /= 2; /* too late to grow */
    }
    return copies > 1 ? value * 3 / 4 : value;
}
