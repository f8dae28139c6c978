/* 6 Billion: the compiled-in edition, and the tables that follow from any edition (SIX-6, section 22).
 *
 * Every number here is either stated by the rulebook or forced by its examples (published), or reconstructed; which it is stands
 * beside it, and the program says so wherever it shows it. Holds data and what is reckoned from it; plays nothing. */
#include "games/six_billion/state.h"

const char *const six_site_names[SIX_SITES] = {"Mercury", "Venus",  "Earth",  "Mars",    "Asteroid Belt",
                                               "Jupiter", "Saturn", "Uranus", "Neptune", "Pluto"};
const char *const six_site_words[SIX_SITES] = {"mercury", "venus",  "earth",  "mars",    "belt",
                                               "jupiter", "saturn", "uranus", "neptune", "pluto"};
const char *const six_colour_words[SIX_COLOURS] = {"red", "blue", "green", "black", "orange", "pink"};
const char *const six_symbol_words[SIX_SYMBOLS + 1] = {"dollar", "smiley", "leaf"};

const char *const six_find_words[SIX_FINDS] = {NULL,     "mercury", "venus",   "earth", "mars",   "belt",   "jupiter",
                                               "saturn", "uranus",  "neptune", "pluto", "dollar", "smiley", "leaf"};
const char *const six_card_names[SIX_CARDS] = {
    [SIX_NO_CARD] = "none",
    [SIX_COLONY_2] = "New Colony",
    [SIX_COLONY_6] = "New Colony",
    [SIX_COLONY_OTHER] = "New Colony",
    [SIX_COLONY_NEUTRAL] = "New Colony",
    [SIX_MIGRANTS_12] = "Migrants",
    [SIX_MIGRANTS_6] = "Migrants",
    [SIX_MIGRANTS_6_OTHER] = "Migrants",
    [SIX_MIGRANTS_12_OTHER] = "Migrants",
    [SIX_DOUBLE] = "Double",
    [SIX_DOUBLE_OTHER] = "Double",
    [SIX_DOUBLE_NEUTRAL] = "Double",
    [SIX_RECYCLE] = "Recycle",
    [SIX_DISCOVERY] = "Make A Discovery",
    [SIX_TROUBLE] = "New Colony In Trouble",
    [SIX_HOME] = "This Is Our Home",
    [SIX_DEATH] = "Death",
    [SIX_PESTILENCE] = "Pestilence",
    [SIX_FAMINE] = "Famine",
    [SIX_SOULS] = "Save Our Souls",
    [SIX_POLITICS] = "Power Politics",
    [SIX_WAR] = "War",
};
const char *const six_card_codes[SIX_CARDS] = {
    [SIX_NO_CARD] = "none",
    [SIX_COLONY_2] = "colony2",
    [SIX_COLONY_6] = "colony6",
    [SIX_COLONY_OTHER] = "colony6-other",
    [SIX_COLONY_NEUTRAL] = "colony6-neutral",
    [SIX_MIGRANTS_12] = "migrants12",
    [SIX_MIGRANTS_6] = "migrants6",
    [SIX_MIGRANTS_6_OTHER] = "migrants6-other",
    [SIX_MIGRANTS_12_OTHER] = "migrants12-other",
    [SIX_DOUBLE] = "double",
    [SIX_DOUBLE_OTHER] = "double-other",
    [SIX_DOUBLE_NEUTRAL] = "double-neutral",
    [SIX_RECYCLE] = "recycle",
    [SIX_DISCOVERY] = "discovery",
    [SIX_TROUBLE] = "trouble",
    [SIX_HOME] = "home",
    [SIX_DEATH] = "death",
    [SIX_PESTILENCE] = "pestilence",
    [SIX_FAMINE] = "famine",
    [SIX_SOULS] = "souls",
    [SIX_POLITICS] = "politics",
    [SIX_WAR] = "war",
};
const uint8_t six_family[SIX_CARDS] = {
    [SIX_COLONY_2] = SIX_F_COLONY,
    [SIX_COLONY_6] = SIX_F_COLONY,
    [SIX_COLONY_OTHER] = SIX_F_COLONY,
    [SIX_COLONY_NEUTRAL] = SIX_F_COLONY,
    [SIX_MIGRANTS_12] = SIX_F_MIGRANTS,
    [SIX_MIGRANTS_6] = SIX_F_MIGRANTS,
    [SIX_MIGRANTS_6_OTHER] = SIX_F_MIGRANTS,
    [SIX_MIGRANTS_12_OTHER] = SIX_F_MIGRANTS,
    [SIX_DOUBLE] = SIX_F_DOUBLE,
    [SIX_DOUBLE_OTHER] = SIX_F_DOUBLE,
    [SIX_DOUBLE_NEUTRAL] = SIX_F_DOUBLE,
    [SIX_RECYCLE] = SIX_F_RECYCLE,
    [SIX_DISCOVERY] = SIX_F_DISCOVERY,
    [SIX_TROUBLE] = SIX_F_TROUBLE,
    [SIX_HOME] = SIX_F_HOME,
    [SIX_DEATH] = SIX_F_CANCEL,
    [SIX_PESTILENCE] = SIX_F_CANCEL,
    [SIX_FAMINE] = SIX_F_CANCEL,
    [SIX_SOULS] = SIX_F_CANCEL,
    [SIX_POLITICS] = SIX_F_RESPONSE,
    [SIX_WAR] = SIX_F_RESPONSE,
};
const uint8_t six_target[SIX_CARDS] = {
    [SIX_COLONY_OTHER] = SIX_T_OTHER,
    [SIX_MIGRANTS_6_OTHER] = SIX_T_OTHER,
    [SIX_MIGRANTS_12_OTHER] = SIX_T_OTHER,
    [SIX_DOUBLE_OTHER] = SIX_T_OTHER,
    [SIX_COLONY_NEUTRAL] = SIX_T_NEUTRAL,
    [SIX_DOUBLE_NEUTRAL] = SIX_T_NEUTRAL,
    [SIX_TROUBLE] = SIX_T_NONE,
    [SIX_HOME] = SIX_T_NONE,
    [SIX_DEATH] = SIX_T_NONE,
    [SIX_PESTILENCE] = SIX_T_NONE,
    [SIX_FAMINE] = SIX_T_NONE,
    [SIX_SOULS] = SIX_T_NONE,
    [SIX_POLITICS] = SIX_T_NONE,
    [SIX_WAR] = SIX_T_NONE,
};

/* ------------------------------------------------------------------ the compiled-in edition */

enum { NO = SIX_RECONSTRUCTED, YES = SIX_PUBLISHED };

/* Table 22.1: levels of the last number and of the growth limit, points for places, and what of it is published. */
static const struct site_row {
    uint8_t last, limit, points[3];
    uint8_t last_known, limit_known, points_known[3];
} sites[SIX_SITES] = {
    [SIX_MERCURY] = {6, 3, {4, 2, 1}, NO, NO, {NO, NO, NO}},    [SIX_VENUS] = {8, 5, {4, 2, 1}, NO, NO, {YES, YES, YES}},
    [SIX_EARTH] = {11, 7, {8, 4, 2}, YES, NO, {YES, YES, YES}}, [SIX_MARS] = {10, 6, {8, 4, 2}, NO, NO, {NO, NO, NO}},
    [SIX_BELT] = {11, 0, {8, 4, 2}, YES, YES, {NO, NO, NO}},    [SIX_JUPITER] = {9, 6, {4, 2, 1}, NO, NO, {NO, NO, NO}},
    [SIX_SATURN] = {8, 5, {4, 2, 1}, NO, YES, {NO, NO, NO}},    [SIX_URANUS] = {7, 4, {4, 2, 1}, NO, NO, {NO, NO, NO}},
    [SIX_NEPTUNE] = {7, 4, {4, 2, 1}, NO, NO, {NO, NO, NO}},    [SIX_PLUTO] = {6, 3, {4, 2, 1}, NO, NO, {NO, YES, NO}},
};

/* Table 22.2, all of it reconstructed. */
static const uint8_t distances[SIX_SITES][SIX_SITES] = {
    {0, 1, 1, 1, 2, 3, 5, 10, 15, 20},      {1, 0, 1, 1, 1, 3, 5, 10, 15, 20},  {1, 1, 0, 1, 1, 3, 5, 10, 15, 20},
    {1, 1, 1, 0, 1, 2, 4, 9, 15, 19},       {2, 1, 1, 1, 0, 2, 4, 9, 14, 19},   {3, 3, 3, 2, 2, 0, 3, 7, 13, 18},
    {5, 5, 5, 4, 4, 3, 0, 5, 11, 15},       {10, 10, 10, 9, 9, 7, 5, 0, 6, 11}, {15, 15, 15, 15, 14, 13, 11, 6, 0, 5},
    {20, 20, 20, 19, 19, 18, 15, 11, 5, 0},
};

/* Table 22.3. The rulebook gives distances and points of most cards, few symbols and hardly a count. */
static const struct card_row {
    uint8_t copies, distance, points, symbol, symbols;
    uint8_t copies_known, distance_known, points_known, symbol_known;
} cards[SIX_CARDS] = {
    [SIX_COLONY_2] = {9, 2, 0, SIX_DOLLAR, 1, NO, YES, NO, NO},
    [SIX_COLONY_6] = {8, 6, 0, SIX_DOLLAR, 1, NO, YES, NO, NO},
    [SIX_COLONY_OTHER] = {3, 6, 3, SIX_DOLLAR, 1, NO, YES, YES, NO},
    [SIX_COLONY_NEUTRAL] = {3, 6, 2, SIX_DOLLAR, 1, NO, YES, YES, NO},
    [SIX_MIGRANTS_12] = {8, 12, 0, SIX_LEAF, 1, NO, YES, NO, NO},
    [SIX_MIGRANTS_6] = {2, 6, 0, SIX_LEAF, 1, NO, NO, NO, NO},
    [SIX_MIGRANTS_6_OTHER] = {3, 6, 3, SIX_LEAF, 1, NO, YES, YES, NO},
    [SIX_MIGRANTS_12_OTHER] = {1, 12, 3, SIX_LEAF, 1, NO, NO, NO, NO},
    [SIX_DOUBLE] = {7, 0, 0, SIX_LEAF, 1, NO, YES, NO, NO},
    [SIX_DOUBLE_OTHER] = {3, 0, 3, SIX_LEAF, 1, NO, YES, YES, NO},
    [SIX_DOUBLE_NEUTRAL] = {3, 0, 2, SIX_LEAF, 1, NO, YES, YES, NO},
    [SIX_RECYCLE] = {2, 0, 0, SIX_LEAF, 2, YES, YES, NO, YES},
    [SIX_DISCOVERY] = {7, 0, 0, SIX_DOLLAR, 1, NO, YES, NO, YES},
    [SIX_TROUBLE] = {4, 0, 0, SIX_LEAF, 1, NO, YES, NO, NO},
    [SIX_HOME] = {4, 0, 0, SIX_LEAF, 1, NO, YES, NO, NO},
    [SIX_DEATH] = {4, 0, 0, SIX_SMILEY, 1, NO, YES, NO, NO},
    [SIX_PESTILENCE] = {5, 0, 0, SIX_SMILEY, 1, NO, YES, NO, NO},
    [SIX_FAMINE] = {4, 0, 0, SIX_SMILEY, 1, NO, YES, NO, YES},
    [SIX_SOULS] = {3, 0, 0, SIX_SMILEY, 1, NO, YES, NO, NO},
    [SIX_POLITICS] = {4, 0, 0, SIX_SMILEY, 1, NO, YES, NO, NO},
    [SIX_WAR] = {4, 0, 0, SIX_SMILEY, 1, NO, YES, NO, NO},
};

void six_cards_compiled_in(struct six_rules *rules)
{
    for (int site = 0; site < SIX_SITES; site++) {
        rules->last[site] = sites[site].last;
        rules->limit[site] = sites[site].limit;
        rules->last_known[site] = sites[site].last_known;
        rules->limit_known[site] = sites[site].limit_known;
        memcpy(rules->points[site], sites[site].points, sizeof rules->points[site]);
        memcpy(rules->points_known[site], sites[site].points_known, sizeof rules->points_known[site]);
    }
    memcpy(rules->distance, distances, sizeof rules->distance);
    for (int card = 1; card < SIX_CARDS; card++) {
        rules->copies[card] = cards[card].copies;
        rules->card_distance[card] = cards[card].distance;
        rules->card_points[card] = cards[card].points;
        rules->card_symbol[card] = cards[card].symbol;
        rules->card_symbols[card] = cards[card].symbols;
        rules->copies_known[card] = cards[card].copies_known;
        rules->distance_known[card] = cards[card].distance_known;
        rules->card_points_known[card] = cards[card].points_known;
        rules->symbol_known[card] = cards[card].symbol_known;
    }
    static const uint8_t agenda_sites[] = {SIX_EARTH, SIX_MARS, SIX_BELT};
    for (size_t i = 0; i < sizeof agenda_sites; i++) {
        rules->agendas[1 + agenda_sites[i]] = 2;
    }
    for (int site = 0; site < SIX_SITES; site++) { /* SIX-210 */
        rules->finds[1 + site] = site != SIX_EARTH && site != SIX_MARS && site != SIX_BELT;
    }
    rules->track_last = 6;
    rules->dollar_cost = 1;
    for (int symbol = 0; symbol < SIX_SYMBOLS; symbol++) {
        static const uint8_t worth[3] = {4, 2, 1};
        rules->finds[SIX_FIND_SYMBOL + symbol] = 2; /* SIX-233 */
        memcpy(rules->track_points[symbol], worth, sizeof worth);
    }
    memcpy(rules->edition_name, "reconstructed 2026", sizeof "reconstructed 2026");
    rules->edition_is_compiled_in = 1;
}

/* ------------------------------------------------------------------ what follows from an edition */

/* SIX-51: in quarters. A site without a limit never fills up. */
static void derive_growth(struct six_rules *rules)
{
    for (int site = 0; site < SIX_SITES; site++) {
        const int limit = rules->limit[site];
        for (int level = 1; level < SIX_LEVELS && limit; level++) {
            const int below = limit - level;
            rules->weight[site][level] = below <= 0 ? 4 : below == 1 ? 2 : below == 2 ? 1 : 0;
        }
    }
}

static void derive_reach(struct six_rules *rules)
{
    for (int card = 1; card < SIX_CARDS; card++) {
        for (int from = 0; from < SIX_SITES; from++) {
            unsigned sites_reached = 0;
            for (int to = 0; to < SIX_SITES; to++) {
                const bool near = rules->distance[from][to] <= rules->card_distance[card];
                sites_reached |= (unsigned)(to != from && to != SIX_EARTH && near) << to;
            }
            rules->reach[card][from] = (uint16_t)sites_reached;
        }
        rules->symbol_kinds[rules->card_symbol[card]] |= SIX_CARD_BIT(card);
    }
}

bool six_rules_derive(struct six_rules *rules, struct bil_error *error)
{
    memset(rules->weight, 0, sizeof rules->weight);
    memset(rules->symbol_kinds, 0, sizeof rules->symbol_kinds);
    derive_growth(rules);
    derive_reach(rules);
    int count = 0;
    for (int card = 1; card < SIX_CARDS; card++) {
        for (int copy = 0; copy < rules->copies[card]; copy++) {
            if (count == SIX_PILE) {
                return bil_fail(error, "The edition has more than %d playing cards.", SIX_PILE);
            }
            rules->box[count++] = (uint8_t)card;
        }
    }
    rules->box_count = (uint8_t)count;
    const int need = rules->seats * SIX_HAND + SIX_OPEN + 1;
    if (count < need) {
        return bil_fail(error, "The edition has only %d playing cards, and %d seats need at least %d.", count, rules->seats, need);
    }
    if (rules->copies[SIX_COLONY_2] < rules->seats) { /* SIX-17 */
        return bil_fail(error, "The edition has only %d cards colony2, and each of %d seats begins with one.",
                        rules->copies[SIX_COLONY_2], rules->seats);
    }
    count = 0;
    for (int find = 1; find < SIX_FINDS; find++) {
        for (int copy = 0; copy < rules->finds[find] && (find < SIX_FIND_SYMBOL || rules->track); copy++) {
            if (count == SIX_FIND_DECK) {
                return bil_fail(error, "The edition has more than %d Discovery cards.", SIX_FIND_DECK);
            }
            rules->find_box[count++] = (uint8_t)find;
        }
    }
    rules->find_count = (uint8_t)count;
    if (count < rules->seats * rules->find_limit + 1) { /* SIX-150 */
        return bil_fail(error, "The edition has only %d Discovery cards for these options, and %d seats need at least %d.", count,
                        rules->seats, rules->seats * rules->find_limit + 1);
    }
    count = 0;
    for (int agenda = 1; agenda <= SIX_SITES; agenda++) {
        for (int copy = 0; copy < rules->agendas[agenda] && count < SIX_AGENDAS; copy++) {
            rules->agenda_box[count++] = (uint8_t)agenda;
        }
    }
    rules->agenda_count = (uint8_t)count;
    if (count < rules->seats) {
        return bil_fail(error, "The edition has only %d Hidden Agendas for %d seats.", count, rules->seats);
    }
    return true;
}
