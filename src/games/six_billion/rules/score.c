/* 6 Billion: points site by site, and places (SIX-243..262).
 *
 * Reads what the given state shows: on a view, agendas and Discovery cards that the viewer does not know double nothing. */
#include "games/six_billion/rules/state.h"

void six_places(const uint8_t amount[SIX_FACTIONS], const uint8_t worth[3], uint8_t points[SIX_FACTIONS])
{
    int above = INT32_MAX; /* the amount that has the place before */
    memset(points, 0, SIX_FACTIONS);
    for (int place = 0; place < 3; place++) { /* no fourth (SIX-256) */
        int highest = 0;
        int sharers = 0;
        for (int faction = 0; faction < SIX_FACTIONS; faction++) { /* SIX-253 */
            highest = amount[faction] < above && amount[faction] > highest ? amount[faction] : highest;
        }
        for (int faction = 0; faction < SIX_FACTIONS; faction++) {
            sharers += amount[faction] == highest;
        }
        if (highest == 0) { /* a place that nobody has is not paid (SIX-257) */
            return;
        }
        const int each = worth[place] - (sharers - 1); /* SIX-254 */
        for (int faction = 0; faction < SIX_FACTIONS; faction++) {
            if (amount[faction] == highest) {
                points[faction] = (uint8_t)(each < 1 ? 1 : each);
            }
        }
        above = highest;
    }
}

/* Points of a seat at one site or Discovery Track, before any doubling. */
static int points_at(const struct six_rules *rules, const struct six_state *state, int seat, int place)
{
    uint8_t amount[SIX_FACTIONS] = {0};
    uint8_t points[SIX_FACTIONS];
    if (place < SIX_SITES) {
        if (!(state->on[seat] >> place & 1)) {
            return 0;
        }
        for (int faction = 0; faction < rules->factions; faction++) { /* Neutrals hold places, too (SIX-255) */
            amount[faction] = state->level[faction][place];           /* tracks, no boxes (SIX-258) */
        }
        six_places(amount, rules->points[place], points);
    } else {
        const int symbol = place - SIX_SITES;
        for (int player = 0; player < rules->seats; player++) { /* SIX-232 */
            amount[player] = state->marker[player][symbol];
        }
        six_places(amount, rules->track_points[symbol], points);
    }
    return points[seat];
}

/* Whether a seat doubles its points at a site or track, once (SIX-235, SIX-259): 1 by its own agenda (SIX-260), 2 by a Discovery
 * card that it still has (SIX-213, SIX-214, SIX-233). */
static int doubled(const struct six_state *state, int seat, int place)
{
    const int find = place < SIX_SITES ? 1 + place : SIX_FIND_SYMBOL + place - SIX_SITES;
    if (place < SIX_SITES && state->agenda[seat] == 1 + place) {
        return 1;
    }
    for (int i = 0; i < SIX_HELD; i++) {
        if ((state->find[seat][i] & ~SIX_FIND_UP) == find) {
            return 2;
        }
    }
    return 0;
}

static int places_of(const struct six_rules *rules)
{
    return SIX_SITES + (rules->track ? SIX_SYMBOLS : 0);
}

int six_points(const struct six_rules *rules, const struct six_state *state, int seat)
{
    int total = state->points[seat];
    for (int place = 0; place < places_of(rules); place++) { /* SIX-252 */
        const int points = points_at(rules, state, seat, place);
        total += points && doubled(state, seat, place) ? 2 * points : points;
    }
    return total;
}

void six_score(const void *rules_, const void *state_, int seat, struct bil_score *score)
{
    static const char *const track_names[SIX_SYMBOLS] = {"Dollar track", "Smiley track", "Leaf track"};
    static const char *const again[] = {"", "  again, by the Hidden Agenda", "  again, by the Discovery card"};
    static const char *const again_rule[] = {"", "SIX-259", "SIX-213"};
    const struct six_rules *rules = rules_;
    const struct six_state *state = state_;
    memset(score, 0, sizeof *score);
    score->item[score->count++] = (struct bil_score_item){"Points from cards", state->points[seat], "SIX-243"};
    for (int place = 0; place < places_of(rules); place++) {
        const int points = points_at(rules, state, seat, place);
        const char *name = place < SIX_SITES ? six_site_names[place] : track_names[place - SIX_SITES];
        const int by = doubled(state, seat, place);
        score->item[score->count++] = (struct bil_score_item){name, points, place < SIX_SITES ? "SIX-252" : "SIX-232"};
        if (by && points) {
            score->item[score->count++] = (struct bil_score_item){again[by], points, again_rule[by]};
        }
    }
    for (int i = 0; i < score->count; i++) {
        score->total += score->item[i].points;
    }
}

int six_rank(const void *rules_, const void *state_, uint8_t place[BIL_MAX_SEATS])
{
    const struct six_rules *rules = rules_;
    const struct six_state *state = state_;
    int total[SIX_PLAYERS];
    int firsts = 0;
    memset(place, 0, BIL_MAX_SEATS);
    for (int seat = 0; seat < rules->seats; seat++) {
        total[seat] = six_points(rules, state, seat);
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        place[seat] = 1;
        for (int other = 0; other < rules->seats; other++) {
            place[seat] = (uint8_t)(place[seat] + (total[other] > total[seat])); /* SIX-261 */
        }
        firsts += place[seat] == 1;
    }
    return firsts == 1 ? 0 : -1; /* SIX-262: there is no tie-break */
}

int six_length(const void *rules, const void *state_)
{
    const struct six_state *state = state_;
    (void)rules;
    return state->turn;
}

int six_ending(const void *rules, const void *state_)
{
    const struct six_state *state = state_;
    (void)rules;
    return state->end - SIX_END_BELT;
}
