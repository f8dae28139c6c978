/* 6 Billion: the compiled-in edition, and the tables that follow from any edition (SIX-6, section 22).
 *
 * Every number here is either stated by the rulebook or forced by its examples (published), or reconstructed; a mark beside it says
 * which, and the program says so wherever it shows it. Contains data and what is computed from it; plays nothing. */
#include "games/six_billion/rules/state.h"

/* In the order of SIX-6. */
const char *const six_site_names[SIX_SITES] = {"Mercury", "Venus",  "Earth",  "Mars",    "Asteroid Belt",
                                               "Jupiter", "Saturn", "Uranus", "Neptune", "Pluto"};
const char *const six_site_words[SIX_SITES] = {"mercury", "venus",  "earth",  "mars",    "belt",
                                               "jupiter", "saturn", "uranus", "neptune", "pluto"};
const char *const six_colour_words[SIX_COLOURS] = {"red", "blue", "green", "black", "orange", "pink"};
const char *const six_symbol_words[SIX_SYMBOLS + 1] = {"dollar", "smiley", "leaf"};

const char *const six_find_words[SIX_FINDS] = {NULL,     "mercury", "venus",   "earth", "mars",   "belt",   "jupiter",
                                               "saturn", "uranus",  "neptune", "pluto", "dollar", "smiley", "leaf"};
/* ------------------------------------------------------------------ the kinds of cards, row by row */

const char *const six_card_words[SIX_CARDS] = {
    [SIX_NO_CARD] = "none",
#define SIX_CARD_ROW(number, word, ...) [SIX_##number] = word,
#include "games/six_billion/rules/card_rows.h"
};
const char *const six_card_names[SIX_CARDS] = {
    [SIX_NO_CARD] = "none",
#define SIX_CARD_ROW(number, word, name, ...) [SIX_##number] = name,
#include "games/six_billion/rules/card_rows.h"
};
const uint8_t six_family[SIX_CARDS] = {
#define SIX_CARD_ROW(number, word, name, family, ...) [SIX_##number] = SIX_F_##family,
#include "games/six_billion/rules/card_rows.h"
};
const uint8_t six_target[SIX_CARDS] = {
/* SIX-5 */
#define SIX_CARD_ROW(number, word, name, family, whose, ...) [SIX_##number] = SIX_T_##whose,
#include "games/six_billion/rules/card_rows.h"
};

#define KIND(family) ((family) == SIX_F_CANCEL ? "cancel" : (family) == SIX_F_RESPONSE ? "response" : "action")
const struct bil_card six_card_rows[] = {
#define SIX_CARD_ROW(number, word, name, family, whose, copies, distance, points, symbol, symbols, c, d, p, s, ...)                \
    {word, name, KIND(SIX_F_##family), NULL, __VA_ARGS__, false},
#include "games/six_billion/rules/card_rows.h"
    {NULL, NULL, NULL, NULL, NULL, NULL, NULL, false},
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

/* Table 22.3. */
static const struct card_row {
    uint8_t copies, distance, points, symbol, symbols;
    uint8_t copies_known, distance_known, points_known, symbol_known;
} card_numbers[SIX_CARDS] = {
#define SIX_CARD_ROW(number, word, name, family, whose, copies, distance, points, symbol, symbols, c, d, p, s, ...)                \
    [SIX_##number] = {copies, distance, points, SIX_##symbol, symbols, c, d, p, s},
#include "games/six_billion/rules/card_rows.h"
};

void six_cards_compiled_in(void *rules_)
{
    struct six_rules *rules = rules_;
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
        rules->copies[card] = card_numbers[card].copies;
        rules->card_distance[card] = card_numbers[card].distance;
        rules->card_points[card] = card_numbers[card].points;
        rules->card_symbol[card] = card_numbers[card].symbol;
        rules->card_symbols[card] = card_numbers[card].symbols;
        rules->copies_known[card] = card_numbers[card].copies_known;
        rules->distance_known[card] = card_numbers[card].distance_known;
        rules->card_points_known[card] = card_numbers[card].points_known;
        rules->symbol_known[card] = card_numbers[card].symbol_known;
    }
    static const uint8_t agenda_sites[] = {SIX_EARTH, SIX_MARS, SIX_BELT};
    for (size_t i = 0; i < sizeof agenda_sites; i++) {
        rules->agendas[1 + agenda_sites[i]] = 2;
    }
    for (int site = 0; site < SIX_SITES; site++) { /* SIX-210 */
        rules->finds[1 + site] = site != SIX_EARTH && site != SIX_MARS && site != SIX_BELT;
    }
    rules->track_last = 6; /* SIX-224 */
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

/* SIX-51: in quarters. With limit 4 even a token on 1 counts one (SIX-52); a site without a limit never fills up (SIX-53). */
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
                const bool near = rules->distance[from][to] <= rules->card_distance[card]; /* SIX-94 */
                sites_reached |= (unsigned)(to != from && to != SIX_EARTH && near) << to;  /* SIX-65 */
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
        for (int copy = 0; copy < rules->finds[find] && (find < SIX_FIND_SYMBOL || rules->track); copy++) { /* SIX-16 */
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
