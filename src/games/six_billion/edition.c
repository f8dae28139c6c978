/* 6 Billion: the shape of an edition's document, what the rulebook publishes, and an edition as JSON (docs/editions.md).
 *
 * Reading is in edition_read.c, which goes by the same tables. Nothing here plays or judges a file; what follows from the numbers
 * is derived in cards.c. */
#include "games/six_billion/edition.h"

#include <stdio.h>

#include "games/six_billion/state.h"
#include "kit/document.h"

/* ------------------------------------------------------------------ the shape of the document */

#define AT(member) offsetof(struct six_rules, member)

const struct six_number six_site_numbers[SIX_SITE_NUMBERS] = {
    {"last", AT(last), AT(last_known), 1, SIX_FORM_SPACE, 6, SIX_LEVEL_1024, 1},
    {"limit", AT(limit), AT(limit_known), 1, SIX_FORM_LIMIT, 3, SIX_LEVEL_1024, 1},
    {"first", AT(points), AT(points_known), 3, SIX_FORM_PLAIN, 1, SIX_MOST_POINTS, 1},
    {"second", AT(points) + 1, AT(points_known) + 1, 3, SIX_FORM_PLAIN, 1, SIX_MOST_POINTS, 1},
    {"third", AT(points) + 2, AT(points_known) + 2, 3, SIX_FORM_PLAIN, 1, SIX_MOST_POINTS, 1},
};

const struct six_number six_card_numbers[SIX_CARD_NUMBERS] = {
    {"count", AT(copies), AT(copies_known), 1, SIX_FORM_PLAIN, 0, SIX_MOST_COPIES, 1},
    {"distance", AT(card_distance), AT(distance_known), 1, SIX_FORM_PLAIN, 1, SIX_LONGEST_DISTANCE, 1},
    {"points", AT(card_points), AT(card_points_known), 1, SIX_FORM_PLAIN, 0, SIX_MOST_POINTS, 1},
    {"symbol", AT(card_symbol), AT(symbol_known), 1, SIX_FORM_SYMBOL, 0, SIX_SYMBOLS - 1, 1},
    {"symbols", AT(card_symbols), AT(symbol_known), 1, SIX_FORM_PLAIN, 1, 2, 0},
};

/* ------------------------------------------------------------------ deviations from what the rulebook publishes */

const char *const six_deviation_keys[SIX_DEVIATIONS] = {"sites", "cards", "count", "agendas", "discoveries"};

enum { PRINTED_CARDS = 91 };

static void value_text(const struct six_number *number, int value, char *text, size_t size)
{
    switch (number->form) {
    case SIX_FORM_SYMBOL:
        (void)snprintf(text, size, "%s", six_symbol_words[value]);
        break;
    case SIX_FORM_PLAIN:
        (void)snprintf(text, size, "%d", value);
        break;
    default:
        if (value == 0) {
            (void)snprintf(text, size, "none");
        } else {
            (void)snprintf(text, size, "%d", six_population(value));
        }
        break;
    }
}

/* The first published number of a table that is another one here. */
static bool numbers_differ(struct six_rules *rules, struct six_rules *printed, const struct six_number *numbers, int count,
                           const char *const *words, int first, int last, char *sentence)
{
    for (int which = first; which < last; which++) {
        for (int i = 0; i < count; i++) {
            const int here = *six_number(rules, &numbers[i], which);
            const int there = *six_number(printed, &numbers[i], which);
            if (*six_number_known(printed, &numbers[i], which) == SIX_PUBLISHED && here != there) {
                char is[16];
                char was[16];
                value_text(&numbers[i], here, is, sizeof is);
                value_text(&numbers[i], there, was, sizeof was);
                (void)snprintf(sentence, BIL_DEVIATION, "\"%s\" of %s is %s, in the printed game %s", numbers[i].key, words[which],
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

/* The limit of Earth may be the one of an option; an edition has its own. */
static void edition_of(const struct six_rules *rules, struct six_rules *edition)
{
    memcpy(edition, rules, sizeof *edition);
    edition->limit[SIX_EARTH] = rules->edition_earth;
}

bool six_deviates(const void *rules_, int deviation, char *sentence)
{
    const struct six_rules *rules = rules_;
    struct six_rules printed;
    struct six_rules here;
    memset(&printed, 0, sizeof printed);
    six_cards_compiled_in(&printed);
    memcpy(&here, rules, sizeof here);
    int count = 0;
    switch (deviation) {
    case SIX_D_SITES:
        return numbers_differ(&here, &printed, six_site_numbers, SIX_SITE_NUMBERS, six_site_words, 0, SIX_SITES, sentence);
    case SIX_D_CARDS:
        return numbers_differ(&here, &printed, six_card_numbers, SIX_CARD_NUMBERS, six_card_words, 1, SIX_CARDS, sentence);
    case SIX_D_COUNT:
        for (int card = 1; card < SIX_CARDS; card++) {
            count += rules->copies[card];
        }
        (void)snprintf(sentence, BIL_DEVIATION, "it has %d playing cards, the printed game %d", count, PRINTED_CARDS);
        return count != PRINTED_CARDS;
    case SIX_D_AGENDAS:
        return copies_differ(rules->agendas, printed.agendas, 1 + SIX_SITES, "Hidden Agendas", sentence);
    default:
        return copies_differ(rules->finds, printed.finds, SIX_FINDS, "Discovery cards", sentence);
    }
}

/* ------------------------------------------------------------------ writing */

static void write_number(const struct six_number *number, int value, struct bil_text *out)
{
    bil_json_key(out, number->key);
    if (number->form == SIX_FORM_SYMBOL) {
        bil_json_string(out, six_symbol_words[value]);
    } else if (number->form == SIX_FORM_LIMIT && value == 0) {
        bil_json_null(out);
    } else {
        bil_json_integer(out, number->form == SIX_FORM_PLAIN ? value : six_population(value));
    }
}

/* One object for each site or card: its numbers, then which of them are reconstructed. */
static void write_table(struct six_rules *rules, const char *key, const char *which_key, const char *const *words, int first,
                        int last, const struct six_number *numbers, int count, struct bil_text *out)
{
    bil_json_key(out, key);
    bil_json_array(out);
    for (int which = first; which < last; which++) {
        bil_json_object(out);
        bil_json_key_string(out, which_key, words[which]);
        for (int i = 0; i < count; i++) {
            if (six_number_there(numbers, i, which)) {
                write_number(&numbers[i], *six_number(rules, &numbers[i], which), out);
            }
        }
        bil_json_key(out, "reconstructed");
        bil_json_array(out);
        for (int i = 0; i < count; i++) {
            if (numbers[i].marked && six_number_there(numbers, i, which) &&
                *six_number_known(rules, &numbers[i], which) != SIX_PUBLISHED) {
                bil_json_string(out, numbers[i].key);
            }
        }
        bil_json_array_end(out);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

static void write_status(int known, struct bil_text *out)
{
    bil_json_key_string(out, "status", known == SIX_PUBLISHED ? "known" : "reconstructed");
}

/* Every pair once, under the site that is nearer to the Sun. */
static void write_distances(const struct six_rules *rules, struct bil_text *out)
{
    bil_json_key(out, "distances");
    bil_json_object(out);
    for (int from = 0; from < SIX_SITES - 1; from++) {
        bil_json_key(out, six_site_words[from]);
        bil_json_object(out);
        for (int to = from + 1; to < SIX_SITES; to++) {
            bil_json_key_integer(out, six_site_words[to], rules->distance[from][to]);
        }
        bil_json_object_end(out);
    }
    write_status(rules->distances_known, out);
    bil_json_object_end(out);
}

static void write_copies(const char *key, const uint8_t *copies, int count, struct bil_text *out)
{
    bil_json_key(out, key);
    bil_json_object(out);
    for (int kind = 1; kind < count; kind++) {
        if (copies[kind]) {
            bil_json_key_integer(out, six_find_words[kind], copies[kind]);
        }
    }
    bil_json_object_end(out);
}

static void write_track(const struct six_rules *rules, struct bil_text *out)
{
    bil_json_key(out, "track");
    bil_json_object(out);
    bil_json_key_integer(out, "last", rules->track_last);
    for (int symbol = 0; symbol < SIX_SYMBOLS; symbol++) {
        bil_json_key(out, six_symbol_words[symbol]);
        bil_json_array(out);
        for (int place = 0; place < 3; place++) {
            bil_json_integer(out, rules->track_points[symbol][place]);
        }
        bil_json_array_end(out);
    }
    bil_json_key_integer(out, "dollar_cost", rules->dollar_cost);
    write_status(rules->track_known, out);
    bil_json_object_end(out);
}

void six_edition_json(const void *rules, struct bil_text *out)
{
    struct six_rules edition;
    edition_of(rules, &edition);
    bil_json_object(out);
    bil_json_key_integer(out, "format", 1);
    bil_json_key_string(out, "game", "six-billion");
    bil_json_key_string(out, "name", edition.edition_name);
    bil_json_key_string(out, "note", edition.edition_note);
    bil_json_key(out, "deviations");
    bil_json_array(out);
    for (int d = 0; d < SIX_DEVIATIONS; d++) {
        char sentence[BIL_DEVIATION];
        if (six_deviates(&edition, d, sentence)) {
            bil_json_string(out, six_deviation_keys[d]);
        }
    }
    bil_json_array_end(out);
    write_table(&edition, "sites", "site", six_site_words, 0, SIX_SITES, six_site_numbers, SIX_SITE_NUMBERS, out);
    write_distances(&edition, out);
    write_table(&edition, "cards", "card", six_card_words, 1, SIX_CARDS, six_card_numbers, SIX_CARD_NUMBERS, out);
    write_copies("agendas", edition.agendas, 1 + SIX_SITES, out);
    write_copies("discoveries", edition.finds, SIX_FINDS, out);
    write_track(&edition, out);
    bil_json_object_end(out);
}
