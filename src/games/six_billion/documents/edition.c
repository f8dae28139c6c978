/* 6 Billion: an edition as rows (docs/editions.md), what the rulebook publishes of one, and what the engine can hold.
 *
 * From the rows follow reading, writing and the tables of the documentation (kit/fields.h). Nothing here plays; what follows from
 * the numbers, and whether there are enough cards for the seats, is seen to in cards.c. */
#include <stdio.h>

#include "games/six_billion/documents/documents.h"

#define AT(member) (uint16_t) offsetof(struct six_rules, member)
enum { LONGEST_DISTANCE = 60, MOST_POINTS = 50, LONGEST_TRACK = 20, MOST_OF_A_KIND = 4, MOST_RESPONSES = SIX_STACK - 4 };

/* ------------------------------------------------------------------ how sure a number is */

static const char *const statuses[] = {"known", "reconstructed"};

/* Of distances and tracks as wholes: without it, changed numbers count as reconstructed. */
static bool read_status(struct bil_doc *doc, const struct bil_value *value)
{
    uint8_t *known = (uint8_t *)doc->filled + doc->row->offset;
    const int word = value ? bil_which_word(value, statuses, 2, "status", doc->error) : doc->changed;
    if (value || doc->changed) {
        *known = word == 0 ? SIX_PUBLISHED : SIX_RECONSTRUCTED;
    }
    return word >= 0;
}

static void write_status(struct bil_doc *doc)
{
    const uint8_t known = ((const uint8_t *)doc->state)[doc->row->offset];
    bil_json_string(doc->out, statuses[known != SIX_PUBLISHED]);
}

#define STATUS(member)                                                                                                             \
    {                                                                                                                              \
        "status", BIL_FIELD_OWN, .offset = AT(member), .read = read_status, .write = write_status,                                 \
                                 .about = "`known` or `reconstructed`"                                                             \
    }

/* Numbers of sites and cards are marked one by one: the `counter` of a row is the place of its "published" mark; rows without a
 * counter share the mark of the number before. */
static bool is_marked(const struct bil_doc *doc, const struct bil_field *row)
{
    return row->counter && (!row->only || (row->only >> doc->at[doc->depth - 1] & 1U));
}

static size_t entry_of(const struct bil_doc *doc, const struct bil_field *row)
{
    return (size_t)(doc->at[doc->depth - 1] * row->stride);
}

/* Those that are listed are reconstructed; without a list, the ones that were and the ones that the document changes. */
static bool read_marks(struct bil_doc *doc, const struct bil_value *value)
{
    enum { MOST = 8 };
    const char *words[MOST] = {NULL};
    const struct bil_field *numbers = doc->rows;
    unsigned listed = 0;
    int count = 0;
    if (value && !bil_value_wants(value, BIL_ARRAY, doc->error)) {
        return false;
    }
    for (; count < MOST && numbers[count].stride; count++) {
        words[count] = is_marked(doc, &numbers[count]) ? numbers[count].key : NULL;
    }
    for (const struct bil_value *child = value ? value->child : NULL; child; child = child->next) {
        const int i = bil_which_word(child, words, count, "number", doc->error);
        if (i < 0) {
            return false;
        }
        listed |= 1U << i;
    }
    const struct bil_field *mark = numbers; /* whose mark it is */
    for (int i = 0; i < count; i++) {
        const size_t place = numbers[i].offset + entry_of(doc, &numbers[i]);
        mark = numbers[i].counter ? &numbers[i] : mark;
        uint8_t *known = (uint8_t *)doc->filled + mark->counter + entry_of(doc, mark);
        if (value && words[i]) {
            *known = listed >> i & 1U ? SIX_RECONSTRUCTED : SIX_PUBLISHED;
        } else if (!value && ((const uint8_t *)doc->filled)[place] != ((const uint8_t *)doc->compiled)[place]) {
            *known = SIX_RECONSTRUCTED;
        }
    }
    return true;
}

static void write_marks(struct bil_doc *doc, const struct bil_field *numbers)
{
    bil_json_array(doc->out);
    for (const struct bil_field *row = numbers; row->stride; row++) {
        if (is_marked(doc, row) && ((const uint8_t *)doc->state)[row->counter + entry_of(doc, row)] != SIX_PUBLISHED) {
            bil_json_string(doc->out, row->key);
        }
    }
    bil_json_array_end(doc->out);
}

/* ------------------------------------------------------------------ sites */

/* The document has the number of the track instead of its level, 32 for level 6; null for a limit of 0. */
static bool read_space(struct bil_doc *doc, const struct bil_value *value)
{
    const struct bil_field *row = doc->row;
    uint8_t *out = (uint8_t *)doc->filled + row->offset + entry_of(doc, row);
    const bool limit = row->low == 3;
    if (limit && value->type == BIL_NULL) {
        *out = 0;
        return true;
    }
    for (int level = row->low; level <= SIX_LEVEL_1024; level++) {
        if (value->type == BIL_INTEGER && value->integer == six_population(level)) {
            *out = (uint8_t)level;
            return true;
        }
    }
    return bil_value_fail(value, doc->error, "it must be one of the numbers of a track, %d, %d, %d ... up to %d%s.",
                          six_population(row->low), six_population(row->low + 1), six_population(row->low + 2),
                          six_population(SIX_LEVEL_1024), limit ? ", or null for no limit" : "");
}

static void write_space(struct bil_doc *doc)
{
    const int level = ((const uint8_t *)doc->state)[doc->row->offset + entry_of(doc, doc->row)];
    if (level == 0) {
        bil_json_null(doc->out);
    } else {
        bil_json_integer(doc->out, six_population(level));
    }
}

static void write_site_marks(struct bil_doc *doc);
#define MARKS(writer)                                                                                                              \
    {                                                                                                                              \
        "reconstructed", BIL_FIELD_OWN, .read = read_marks, .write = (writer),                                                     \
                                        .about = "list of those of these numbers that are, see below"                              \
    }
#define SPACE(key, member, known, low_, about_)                                                                                    \
    {                                                                                                                              \
        key, BIL_FIELD_OWN, .offset = AT(member), .stride = 1, .counter = AT(known), .low = (low_), .read = read_space,            \
                            .given = true, .write = write_space, .about = (about_)                                                 \
    }
#define PLACE(key, at, about_)                                                                                                     \
    {                                                                                                                              \
        key, BIL_FIELD_NUMBER, .bytes = 1, .offset = AT(points) + (at), .stride = 3, .counter = AT(points_known) + (at), .low = 1, \
                               .high = MOST_POINTS, .about = (about_)                                                              \
    }
static const struct bil_field site_rows[] = {
    SPACE("last", last, last_known, 4, "last number of its track, a power of two from 8, which is on every track, to 1024"),
    SPACE("limit", limit, limit_known, 3, "growth limit, a power of two from 4 to the last number, or `null` for none"),
    PLACE("first", 0, "points for the largest population, 1 to 50"),
    PLACE("second", 1, "for the second"),
    PLACE("third", 2, "for the third"),
    MARKS(write_site_marks),
    {0},
};

static void write_site_marks(struct bil_doc *doc)
{
    write_marks(doc, site_rows);
}

static const struct bil_axis site_axis = {.what = "site", .words = six_site_words, .count = SIX_SITES};

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
    if (value->type != BIL_INTEGER || value->integer < 1 || value->integer > LONGEST_DISTANCE) {
        return bil_value_fail(value, error, "a distance is a whole number from 1 to %d.", LONGEST_DISTANCE);
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

static bool read_distances(struct bil_doc *doc, const struct bil_value *value)
{
    const struct six_rules *compiled = doc->compiled;
    struct six_rules *rules = doc->filled;
    bool done[SIX_SITES][SIX_SITES] = {{false}};
    for (const struct bil_value *row = value->child; row; row = row->next) {
        if (strcmp(row->key, "status") == 0) {
            continue;
        }
        const int from = bil_which_key(row, six_site_words, SIX_SITES, "site", doc->error);
        if (from < 0) {
            return false;
        }
        if (row->type != BIL_OBJECT) {
            return bil_value_fail(row, doc->error, "it must be an object of distances, such as {\"pluto\": 20}.");
        }
        for (const struct bil_value *distance = row->child; distance; distance = distance->next) {
            if (!read_pair(distance, from, done, rules, doc->error)) {
                return false;
            }
        }
    }
    doc->changed = memcmp(rules->distance, compiled->distance, sizeof rules->distance) != 0;
    return read_status(doc, bil_value_get(value, "status"));
}

/* Every pair once, under the site that is nearer to the Sun. */
static void write_distances(struct bil_doc *doc)
{
    const struct six_rules *rules = doc->state;
    bil_json_object(doc->out);
    for (int from = 0; from < SIX_SITES - 1; from++) {
        bil_json_key_object(doc->out, six_site_words[from]);
        for (int to = from + 1; to < SIX_SITES; to++) {
            bil_json_key_integer(doc->out, six_site_words[to], rules->distance[from][to]);
        }
        bil_json_object_end(doc->out);
    }
    bil_json_key(doc->out, "status");
    write_status(doc);
    bil_json_object_end(doc->out);
}

/* ------------------------------------------------------------------ cards */

/* Distances are printed on cards that send people only. */
#define FAR(number) (1U << (number))
enum {
    FAR_CARDS = FAR(SIX_COLONY_2) | FAR(SIX_COLONY_6) | FAR(SIX_COLONY_OTHER) | FAR(SIX_COLONY_NEUTRAL) | FAR(SIX_MIGRANTS_12) |
                FAR(SIX_MIGRANTS_6) | FAR(SIX_MIGRANTS_6_OTHER) | FAR(SIX_MIGRANTS_12_OTHER)
};
static void write_card_marks(struct bil_doc *doc);
static const struct bil_axis card_axis = {.what = "card", .words = six_card_words, .count = SIX_CARDS};
static const struct bil_axis symbols = {.what = "symbol", .words = six_symbol_words, .count = SIX_SYMBOLS};
#define NUMBER(key, member, known, low_, high_, about_)                                                                            \
    {                                                                                                                              \
        key, BIL_FIELD_NUMBER, .bytes = 1, .offset = AT(member), .stride = 1, .counter = (known), .low = (low_), .high = (high_),  \
                               .about = (about_)                                                                                   \
    }
static const struct bil_field card_rows[] = {
    NUMBER("count", copies, AT(copies_known), 0, SIX_MOST_COPIES, "0 to 12"),
    {"distance", BIL_FIELD_NUMBER, .only = FAR_CARDS, .bytes = 1, .offset = AT(card_distance), .stride = 1,
     .counter = AT(distance_known), .low = 1, .high = LONGEST_DISTANCE,
     .about = "of New Colony and Migrants cards: 1 to 60; two of them for the same people have different ones, because moves name "
              "them by it"},
    NUMBER("points", card_points, AT(card_points_known), 0, MOST_POINTS, "scored when it is played, 0 to 50"),
    {"symbol", BIL_FIELD_WORD, .axis = &symbols, .bytes = 1, .offset = AT(card_symbol), .stride = 1, .counter = AT(symbol_known),
     .about = "`dollar`, `smiley` or `leaf`"},
    NUMBER("symbols", card_symbols, 0, 1, 2, "1, or 2 for a card that is enough for a step on the Leaf track alone"),
    MARKS(write_card_marks),
    {0},
};

static void write_card_marks(struct bil_doc *doc)
{
    write_marks(doc, card_rows);
}

/* ------------------------------------------------------------------ agendas, Discovery cards, Discovery Tracks */

static const struct bil_axis agendas = {.what = "Hidden Agenda", .words = six_find_words, .count = 1 + SIX_SITES};
static const struct bil_axis find_axis = {.what = "Discovery card", .words = six_find_words, .count = SIX_FINDS};
static const struct bil_field copies_row = {NULL, BIL_FIELD_NUMBER, .bytes = 1, .unless_zero = true, .high = MOST_OF_A_KIND};

static const struct bil_axis places = {.what = "place", .count = 3};
static const struct bil_field worth = {NULL, BIL_FIELD_NUMBER, .bytes = 1, .low = 1, .high = MOST_POINTS};
#define TRACK(key, symbol)                                                                                                         \
    {                                                                                                                              \
        key, BIL_FIELD_EACH, .axis = &places, .inside = &worth, .whole = true, .offset = AT(track_points[symbol]), .stride = 1,    \
                             .about = "list of the points for its three places"                                                    \
    }
static const struct bil_field track[] = {
    {"last", BIL_FIELD_NUMBER, BIL_LIES(struct six_rules, track_last), .low = 1, .high = LONGEST_TRACK,
     .about = "last place, 1 to 20"},
    TRACK("dollar", SIX_DOLLAR),
    TRACK("smiley", SIX_SMILEY),
    TRACK("leaf", SIX_LEAF),
    {"dollar_cost", BIL_FIELD_NUMBER, BIL_LIES(struct six_rules, dollar_cost), .high = MOST_POINTS,
     .about = "what the Dollar power costs for each place"},
    STATUS(track_known),
    {0},
};

/* ------------------------------------------------------------------ the whole */

static const struct bil_field rows[] = {
    {"sites", BIL_FIELD_NAMED, .naming = "site", .axis = &site_axis, .inside = site_rows, .about = "list of what a site is like"},
    {"distances", BIL_FIELD_OWN, .offset = AT(distances_known), .read = read_distances, .given = true, .wants = BIL_OBJECT,
     .write = write_distances,
     .about = "`{\"mercury\": {\"venus\": 1, ...}, ..., \"status\": \"reconstructed\"}`: 1 to 60; a pair is named once, under "
              "either site"},
    {"cards", BIL_FIELD_NAMED, .naming = "card", .axis = &card_axis, .inside = card_rows, .about = "list of what is on a card"},
    {"agendas", BIL_FIELD_EACH, .axis = &agendas, .inside = &copies_row, .offset = AT(agendas), .stride = 1,
     .about = "`{\"earth\": 2, \"mars\": 2, \"belt\": 2}`: copies of each Hidden Agenda, at most 4"},
    {"discoveries", BIL_FIELD_EACH, .axis = &find_axis, .inside = &copies_row, .offset = AT(finds), .stride = 1,
     .about = "`{\"mercury\": 1, ..., \"dollar\": 2, \"smiley\": 2, \"leaf\": 2}`: copies of each Discovery card, at most 4; no "
              "site has both"},
    {"track", BIL_FIELD_OBJECT, .inside = track, .about = "the Discovery Tracks"},
    {0},
};

/* ------------------------------------------------------------------ deviations from what the rulebook publishes */

enum deviation { SITES, CARDS, COUNT, AGENDAS, DISCOVERIES, DEVIATIONS };
static const char *const deviations[DEVIATIONS] = {"sites", "cards", "count", "agendas", "discoveries"};

enum { PRINTED_CARDS = 91 };

/* A number as the document says it. */
static void value_text(const struct bil_field *row, int value, char *text, size_t size)
{
    if (row->kind == BIL_FIELD_WORD) {
        (void)snprintf(text, size, "%s", row->axis->words[value]);
    } else if (row->kind == BIL_FIELD_OWN && value == 0) {
        (void)snprintf(text, size, "none");
    } else {
        (void)snprintf(text, size, "%d", row->kind == BIL_FIELD_OWN ? six_population(value) : value);
    }
}

/* The first published number of a list that is another one here. */
static bool numbers_differ(const void *rules, const void *printed, const struct bil_field *numbers, const struct bil_axis *axis,
                           char *sentence)
{
    const uint8_t *here = rules;
    const uint8_t *there = printed;
    for (int which = 0; which < axis->count; which++) {
        const struct bil_field *mark = numbers;
        for (const struct bil_field *row = numbers; row->stride; row++) {
            const size_t place = row->offset + (size_t)(which * row->stride);
            mark = row->counter ? row : mark;
            const bool published = there[mark->counter + (size_t)(which * mark->stride)] == SIX_PUBLISHED;
            if (published && here[place] != there[place]) {
                char is[16];
                char was[16];
                value_text(row, here[place], is, sizeof is);
                value_text(row, there[place], was, sizeof was);
                (void)snprintf(sentence, BIL_DEVIATION, "\"%s\" of %s is %s, in the printed game %s", row->key, axis->words[which],
                               is, was);
                return true;
            }
        }
    }
    return false;
}

static bool copies_differ(const uint8_t *copies, const uint8_t *printed, int count, const char *cards, char *sentence)
{
    for (int kind = 1; kind < count; kind++) {
        if (copies[kind] != printed[kind]) {
            (void)snprintf(sentence, BIL_DEVIATION, "of its %s %d are %s, of the printed ones %d", cards, copies[kind],
                           six_find_words[kind], printed[kind]);
            return true;
        }
    }
    return false;
}

static bool deviates(const void *rules_, int deviation, char *sentence)
{
    const struct six_rules *rules = rules_;
    struct six_rules printed;
    memset(&printed, 0, sizeof printed);
    six_cards_compiled_in(&printed);
    int count = 0;
    switch (deviation) {
    case SITES:
        return numbers_differ(rules, &printed, site_rows, &site_axis, sentence);
    case CARDS:
        return numbers_differ(rules, &printed, card_rows, &card_axis, sentence);
    case COUNT:
        for (int kind = 1; kind < SIX_CARDS; kind++) {
            count += rules->copies[kind];
        }
        (void)snprintf(sentence, BIL_DEVIATION, "it has %d playing cards, the printed game %d", count, PRINTED_CARDS);
        return count != PRINTED_CARDS;
    case AGENDAS:
        return copies_differ(rules->agendas, printed.agendas, 1 + SIX_SITES, "Hidden Agendas", sentence);
    default:
        return copies_differ(rules->finds, printed.finds, SIX_FINDS, "Discovery cards", sentence);
    }
}

/* ------------------------------------------------------------------ what the engine can hold */

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
    if (responses > MOST_RESPONSES) { /* each may answer another one */
        return bil_fail(error, "The edition has %d Response cards, politics and war together; at most %d fit.", responses,
                        MOST_RESPONSES);
    }
    for (int find = 1; find < SIX_FINDS; find++) {
        finds += rules->finds[find];
    }
    if (finds > SIX_FIND_DECK) {
        return bil_fail(error, "The edition has %d Discovery cards; at most %d fit.", finds, SIX_FIND_DECK);
    }
    return true;
}

static bool edition_fits(const void *rules, struct bil_error *error)
{
    return sites_fit(rules, error) && cards_fit(rules, error);
}

const struct bil_edition six_edition = {
    .game = "six-billion",
    .rows = rows,
    .size = sizeof(struct six_rules),
    .name = AT(edition_name),
    .name_size = sizeof((struct six_rules *)NULL)->edition_name,
    .note = AT(edition_note),
    .note_size = sizeof((struct six_rules *)NULL)->edition_note,
    .compiled_mark = AT(edition_is_compiled_in),
    .compiled_in = six_cards_compiled_in,
    .deviations = deviations,
    .deviation_count = DEVIATIONS,
    .deviates = deviates,
    .fits = edition_fits,
};

/* The limit of Earth may be the one of an option; an edition has its own. */
void six_edition_json(const void *rules, struct bil_text *out)
{
    struct six_rules edition;
    memcpy(&edition, rules, sizeof edition);
    edition.limit[SIX_EARTH] = edition.edition_earth;
    bil_edition_write(&six_edition, &edition, out);
}
