/* 6 Billion: how the game looks to a seat, and what tokens, boxes, points and cards are worth to it.
 *
 * A rough reckoning, not a search: every site is scored as it stands and as it would stand if all tokens grew for the turns that
 * are probably left (advice_sites.c); others' gains count against one's own, the leader's most. Reads what the given view shows and
 * nothing more. */
#include "games/six_billion/advice.h"

/* ------------------------------------------------------------------ the whole */

/* Points of all seats if the game ended with this change (or NULL). */
static void standings(const struct six_outlook *outlook, const struct six_change *change, int standing[SIX_PLAYERS])
{
    const six_row thirds = change ? six_standing_with(outlook->rules, outlook->sites, change) : outlook->sites->standing;
    for (int seat = 0; seat < outlook->rules->seats; seat++) {
        standing[seat] = (3 * outlook->state->points[seat] + thirds[seat]) * SIX_POINT / 3;
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

void six_look_again(const struct six_rules *rules, const struct six_state *state, int seat, struct six_sites *sites,
                    struct six_outlook *outlook)
{
    enum { LEADER = 60, OTHERS = 60 };
    six_sites_follow(rules, state, sites);
    *outlook = (struct six_outlook){.rules = rules, .state = state, .seat = seat, .sites = sites, .turns_left = sites->turns_left};
    int leader = -1;
    if (rules->seats > 2) { /* else there is but one rival */
        standings(outlook, NULL, outlook->standing);
        leader = six_leader_but(outlook);
    }
    for (int other = 0; other < rules->seats; other++) {
        outlook->weight[other] = rules->seats <= 2 ? -90 : other == leader ? -LEADER : -OTHERS / (rules->seats - 1);
    }
    outlook->weight[seat] = 100;
    outlook->by = (uint8_t)(1 + seat + 8 * (leader + 1));
}

void six_look(const struct six_rules *rules, const struct six_state *state, int seat, struct six_sites *sites,
              struct six_outlook *outlook)
{
    six_forget(sites);
    six_look_again(rules, state, seat, sites, outlook);
}

int six_points_worth(const struct six_outlook *outlook, int seat, int points)
{
    return outlook->weight[seat] * points * SIX_POINT / 100;
}

int six_end_worth(const struct six_outlook *outlook, const struct six_change *change)
{
    enum { VICTORY = 40 * SIX_POINT };
    int standing[SIX_PLAYERS] = {0};
    standings(outlook, change, standing);
    int best = INT32_MIN;
    for (int seat = 0; seat < outlook->rules->seats; seat++) {
        best = seat != outlook->seat && standing[seat] > best ? standing[seat] : best;
    }
    const int ahead = standing[outlook->seat] - best;
    return (ahead >= 0 ? VICTORY : -VICTORY) + ahead;
}

bool six_populates_all(const struct six_outlook *outlook, int site)
{
    return (outlook->sites->populated | 1U << site) == SIX_EVERY_SITE;
}

/* Whether the game ends when a token comes to this level there. */
static bool ends(const struct six_outlook *outlook, int faction, int site, int level)
{
    if (level >= SIX_LEVEL_1024 && (site == SIX_BELT || site == SIX_EARTH)) {
        return true;
    }
    return outlook->state->level[faction][site] == 0 && level > 0 && six_populates_all(outlook, site);
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
