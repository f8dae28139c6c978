/* 6 Billion: an edition from JSON (docs/editions.md).
 *
 * Starts from the edition that is compiled in, changes what the document names, and then holds the whole against what the rulebook
 * publishes and against what the engine can hold. Whatever is wrong gives one sentence with its place. Never derives anything:
 * what follows from the numbers, and whether there are enough cards for the seats, is seen to in cards.c. */
#include <stdio.h>

#include "games/six_billion/edition.h"
#include "games/six_billion/state.h"
#include "kit/document.h"

/* ------------------------------------------------------------------ single values */

/* "known" or "reconstructed"; without it, changed numbers count as reconstructed. */
static bool read_status(const struct bil_value *object, bool changed, uint8_t *known, struct bil_error *error)
{
    static const char *const words[] = {"known", "reconstructed"};
    const struct bil_value *status = bil_value_get(object, "status");
    if (!status) {
        *known = changed ? SIX_RECONSTRUCTED : *known;
        return true;
    }
    const int word = bil_which_word(status, words, 2, "status", error);
    *known = word == 0 ? SIX_PUBLISHED : SIX_RECONSTRUCTED;
    return word >= 0;
}

/* The level of a space of a track. */
static bool read_space(const struct bil_value *value, const struct six_number *number, uint8_t *out, struct bil_error *error)
{
    for (int level = number->low; level <= number->high; level++) {
        if (value->type == BIL_INTEGER && value->integer == six_population(level)) {
            *out = (uint8_t)level;
            return true;
        }
    }
    return bil_value_fail(value, error, "it must be one of the numbers of a track, %d, %d, %d ... up to %d%s.",
                          six_population(number->low), six_population(number->low + 1), six_population(number->low + 2),
                          six_population(number->high), number->form == SIX_FORM_LIMIT ? ", or null for no limit" : "");
}

static bool read_number(const struct bil_value *entry, const struct six_number *number, uint8_t *out, struct bil_error *error)
{
    const struct bil_value *value = bil_value_get(entry, number->key);
    if (!value) {
        return true;
    }
    if (number->form == SIX_FORM_SYMBOL) {
        const int symbol = bil_which_word(value, six_symbol_words, SIX_SYMBOLS, "symbol", error);
        *out = (uint8_t)(symbol < 0 ? *out : symbol);
        return symbol >= 0;
    }
    if (number->form == SIX_FORM_LIMIT && value->type == BIL_NULL) {
        *out = 0;
        return true;
    }
    if (number->form != SIX_FORM_PLAIN) {
        return read_space(value, number, out, error);
    }
    int plain = *out;
    const bool fine = bil_value_integer(entry, number->key, number->low, number->high, &plain, error);
    *out = (uint8_t)plain;
    return fine;
}

/* ------------------------------------------------------------------ sites and cards */

struct table {
    const char *key, *which;
    const char *const *words;
    int first, last;
    const struct six_number *numbers;
    int count;
};
static const struct table site_table = {"sites", "site", six_site_words, 0, SIX_SITES, six_site_numbers, SIX_SITE_NUMBERS};
static const struct table card_table = {"cards", "card", six_card_words, 1, SIX_CARDS, six_card_numbers, SIX_CARD_NUMBERS};

/* Which numbers of the entry are reconstructed: those it lists; without a list, the ones that were and the ones it changes. */
static bool read_marks(const struct table *table, const struct bil_value *entry, int which, struct six_rules *compiled,
                       struct six_rules *rules, struct bil_error *error)
{
    const struct bil_value *list = NULL;
    const char *words[8] = {NULL};
    unsigned listed = 0;
    if (!bil_value_array(entry, "reconstructed", &list, error)) {
        return false;
    }
    for (int i = 0; i < table->count; i++) {
        words[i] = table->numbers[i].marked && six_number_there(table->numbers, i, which) ? table->numbers[i].key : NULL;
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        const int i = bil_which_word(value, words, table->count, "number", error);
        if (i < 0) {
            return false;
        }
        listed |= 1U << i;
    }
    for (int i = 0; i < table->count; i++) {
        const struct six_number *number = &table->numbers[i];
        uint8_t *known = six_number_known(rules, number, which);
        if (list && words[i]) {
            *known = listed >> i & 1U ? SIX_RECONSTRUCTED : SIX_PUBLISHED;
        } else if (!list && *six_number(rules, number, which) != *six_number(compiled, number, which)) {
            *known = SIX_RECONSTRUCTED;
        }
    }
    return true;
}

static bool read_entry(const struct table *table, const struct bil_value *entry, unsigned *seen, struct six_rules *compiled,
                       struct six_rules *rules, struct bil_error *error)
{
    const char *keys[10] = {table->which, "reconstructed"};
    if (entry->type != BIL_OBJECT) {
        return bil_value_fail(entry, error, "it must be an object in { }.");
    }
    const struct bil_value *name = bil_value_get(entry, table->which);
    if (!name) {
        return bil_value_fail(entry, error, "it lacks \"%s\", which says what it is about.", table->which);
    }
    const int which = bil_which_word(name, table->words, table->last, table->which, error);
    if (which < table->first) {
        return false;
    }
    if (*seen >> which & 1U) {
        return bil_value_fail(name, error, "%s stands here twice.", name->string);
    }
    *seen |= 1U << which;
    for (int i = 0, k = 2; i < table->count; i++) {
        if (six_number_there(table->numbers, i, which)) {
            keys[k++] = table->numbers[i].key;
        }
    }
    if (!bil_value_known(entry, keys, error)) {
        return false;
    }
    for (int i = 0; i < table->count; i++) {
        if (!read_number(entry, &table->numbers[i], six_number(rules, &table->numbers[i], which), error)) {
            return false;
        }
    }
    return read_marks(table, entry, which, compiled, rules, error);
}

static bool read_table(const struct table *table, const struct bil_value *edition, struct six_rules *compiled,
                       struct six_rules *rules, struct bil_error *error)
{
    const struct bil_value *list = NULL;
    unsigned seen = 0;
    if (!bil_value_array(edition, table->key, &list, error)) {
        return false;
    }
    for (const struct bil_value *entry = list ? list->child : NULL; entry; entry = entry->next) {
        if (!read_entry(table, entry, &seen, compiled, rules, error)) {
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ distances */

/* One pair. It may stand under both sites, but then twice the same. */
static bool read_pair(const struct bil_value *value, int from, bool done[SIX_SITES][SIX_SITES], struct six_rules *rules,
                      struct bil_error *error)
{
    const int to = bil_which_key(value, six_site_words, SIX_SITES, "site", error);
    if (to < 0) {
        return false;
    }
    if (to == from) {
        return bil_value_fail(value, error, "a site has no distance to itself.");
    }
    if (value->type != BIL_INTEGER || value->integer < 1 || value->integer > SIX_LONGEST_DISTANCE) {
        return bil_value_fail(value, error, "a distance is a whole number from 1 to %d.", SIX_LONGEST_DISTANCE);
    }
    const uint8_t distance = (uint8_t)value->integer;
    if (done[to][from] && rules->distance[to][from] != distance) {
        return bil_value_fail(value, error, "it is %d the other way, from %s; distances are the same both ways.",
                              rules->distance[to][from], six_site_words[to]);
    }
    done[from][to] = true;
    rules->distance[from][to] = distance;
    rules->distance[to][from] = distance;
    return true;
}

static bool read_distances(const struct bil_value *edition, const struct six_rules *compiled, struct six_rules *rules,
                           struct bil_error *error)
{
    const struct bil_value *object = NULL;
    bool done[SIX_SITES][SIX_SITES] = {{false}};
    if (!bil_value_object(edition, "distances", &object, error) || !object) {
        return object == NULL && bil_value_get(edition, "distances") == NULL;
    }
    for (const struct bil_value *row = object->child; row; row = row->next) {
        if (strcmp(row->key, "status") == 0) {
            continue;
        }
        const int from = bil_which_key(row, six_site_words, SIX_SITES, "site", error);
        if (from < 0) {
            return false;
        }
        if (row->type != BIL_OBJECT) {
            return bil_value_fail(row, error, "it must be an object of distances, such as {\"pluto\": 20}.");
        }
        for (const struct bil_value *value = row->child; value; value = value->next) {
            if (!read_pair(value, from, done, rules, error)) {
                return false;
            }
        }
    }
    const bool changed = memcmp(rules->distance, compiled->distance, sizeof rules->distance) != 0;
    return read_status(object, changed, &rules->distances_known, error);
}

/* ------------------------------------------------------------------ agendas, Discovery cards, Discovery Tracks */

/* A list of copies replaces the whole: what it does not name is not in the box. */
static bool read_copies(const struct bil_value *edition, const char *key, const char *what, uint8_t *copies, int count,
                        struct bil_error *error)
{
    const struct bil_value *object = NULL;
    if (!bil_value_object(edition, key, &object, error) || !object) {
        return object == NULL && bil_value_get(edition, key) == NULL;
    }
    memset(copies, 0, (size_t)count);
    for (const struct bil_value *value = object->child; value; value = value->next) {
        const int kind = bil_which_key(value, six_find_words, count, what, error);
        if (kind < 0) {
            return false;
        }
        if (value->type != BIL_INTEGER || value->integer < 0 || value->integer > SIX_MOST_OF_A_KIND) {
            return bil_value_fail(value, error, "it must be a whole number from 0 to %d.", SIX_MOST_OF_A_KIND);
        }
        copies[kind] = (uint8_t)value->integer;
    }
    return true;
}

static bool read_track_points(const struct bil_value *object, int symbol, struct six_rules *rules, struct bil_error *error)
{
    const struct bil_value *list = NULL;
    if (!bil_value_array(object, six_symbol_words[symbol], &list, error)) {
        return false;
    }
    if (list && list->count != 3) {
        return bil_value_fail(list, error, "it must hold 3 numbers, the points of the first, second and third place.");
    }
    int place = 0;
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next, place++) {
        if (value->type != BIL_INTEGER || value->integer < 1 || value->integer > SIX_MOST_POINTS) {
            return bil_value_fail(value, error, "it must be a whole number from 1 to %d.", SIX_MOST_POINTS);
        }
        rules->track_points[symbol][place] = (uint8_t)value->integer;
    }
    return true;
}

static bool read_track(const struct bil_value *edition, const struct six_rules *compiled, struct six_rules *rules,
                       struct bil_error *error)
{
    static const char *const keys[] = {"last", "dollar", "smiley", "leaf", "dollar_cost", "status", NULL};
    const struct bil_value *object = NULL;
    int last = rules->track_last;
    int cost = rules->dollar_cost;
    if (!bil_value_object(edition, "track", &object, error) || !bil_value_known(object, keys, error) ||
        !bil_value_integer(object, "last", 1, SIX_LONGEST_TRACK, &last, error) ||
        !bil_value_integer(object, "dollar_cost", 0, SIX_MOST_POINTS, &cost, error)) {
        return false;
    }
    rules->track_last = (uint8_t)last;
    rules->dollar_cost = (uint8_t)cost;
    for (int symbol = 0; symbol < SIX_SYMBOLS; symbol++) {
        if (!read_track_points(object, symbol, rules, error)) {
            return false;
        }
    }
    const bool changed = last != compiled->track_last || cost != compiled->dollar_cost ||
                         memcmp(rules->track_points, compiled->track_points, sizeof rules->track_points) != 0;
    return read_status(object, changed, &rules->track_known, error);
}

/* ------------------------------------------------------------------ the whole */

static bool places_fall(const uint8_t points[3])
{
    return points[0] >= points[1] && points[1] >= points[2];
}

static bool sites_fit(const struct six_rules *rules, struct bil_error *error)
{
    for (int site = 0; site < SIX_SITES; site++) {
        if (rules->limit[site] > rules->last[site]) {
            return bil_fail(error, "The edition's growth limit of %s, %d, is above the last number of its track, %d.",
                            six_site_words[site], six_population(rules->limit[site]), six_population(rules->last[site]));
        }
        if (!places_fall(rules->points[site])) {
            return bil_fail(error, "The edition gives a worse place at %s more points than a better one: %d, %d, %d.",
                            six_site_words[site], rules->points[site][0], rules->points[site][1], rules->points[site][2]);
        }
        if (rules->agendas[1 + site] && rules->finds[1 + site]) { /* SIX-260 */
            return bil_fail(
                error,
                "The edition has Hidden Agendas and Discovery cards for %s; the points of a site can only be doubled by "
                "one of them.",
                six_site_words[site]);
        }
    }
    for (int symbol = 0; symbol < SIX_SYMBOLS; symbol++) {
        if (!places_fall(rules->track_points[symbol])) {
            return bil_fail(error, "The edition gives a worse place on the %s track more points than a better one: %d, %d, %d.",
                            six_symbol_words[symbol], rules->track_points[symbol][0], rules->track_points[symbol][1],
                            rules->track_points[symbol][2]);
        }
    }
    return true;
}

/* A move names family, target and distance of a card, and so there must be one card only that it can mean. */
static bool cards_fit(const struct six_rules *rules, struct bil_error *error)
{
    int finds = 0;
    for (int card = 1; card < SIX_CARDS; card++) {
        for (int other = 1; other < card; other++) {
            const bool distant = six_family[card] == SIX_F_COLONY || six_family[card] == SIX_F_MIGRANTS;
            if (distant && six_family[card] == six_family[other] && six_target[card] == six_target[other] &&
                rules->card_distance[card] == rules->card_distance[other]) {
                return bil_fail(error, "The edition gives %s and %s the same distance %d; they differ in nothing else.",
                                six_card_words[other], six_card_words[card], rules->card_distance[card]);
            }
        }
        if (rules->card_symbols[card] == 2 && rules->card_symbol[card] != SIX_LEAF) { /* SIX-225 */
            return bil_fail(error, "The edition gives %s two symbols %s; a card has two only of the kind leaf.",
                            six_card_words[card], six_symbol_words[rules->card_symbol[card]]);
        }
    }
    const int responses = rules->copies[SIX_POLITICS] + rules->copies[SIX_WAR];
    if (responses > SIX_MOST_RESPONSES) { /* each may answer another one */
        return bil_fail(error, "The edition has %d Response cards, politics and war together; at most %d fit.", responses,
                        SIX_MOST_RESPONSES);
    }
    for (int find = 1; find < SIX_FINDS; find++) {
        finds += rules->finds[find];
    }
    if (finds > SIX_FIND_DECK) {
        return bil_fail(error, "The edition has %d Discovery cards; at most %d fit.", finds, SIX_FIND_DECK);
    }
    return true;
}

bool six_edition_read(const struct bil_value *edition, struct six_rules *rules, struct bil_error *error)
{
    static const char *const keys[] = {"format",    "game",  "name",    "note",        "deviations", "sites",
                                       "distances", "cards", "agendas", "discoveries", "track",      NULL};
    struct six_rules compiled;
    memcpy(&compiled, rules, sizeof compiled);
    if (!bil_edition_begin(edition, "six-billion", keys, error) ||
        !bil_edition_names(edition, rules->edition_name, sizeof rules->edition_name, rules->edition_note,
                           sizeof rules->edition_note, error) ||
        !read_table(&site_table, edition, &compiled, rules, error) || !read_distances(edition, &compiled, rules, error) ||
        !read_table(&card_table, edition, &compiled, rules, error) ||
        !read_copies(edition, "agendas", "Hidden Agenda", rules->agendas, 1 + SIX_SITES, error) ||
        !read_copies(edition, "discoveries", "Discovery card", rules->finds, SIX_FINDS, error) ||
        !read_track(edition, &compiled, rules, error) || !sites_fit(rules, error) || !cards_fit(rules, error) ||
        !bil_edition_deviates(edition, six_deviation_keys, SIX_DEVIATIONS, rules, six_deviates, error)) {
        return false;
    }
    if (bil_edition_changed(edition, &compiled, rules, sizeof compiled, rules->edition_name, sizeof rules->edition_name)) {
        rules->edition_is_compiled_in = 0;
    }
    return true;
}
