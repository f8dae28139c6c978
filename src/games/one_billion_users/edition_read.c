/* An edition from JSON (docs/editions.md).
 *
 * Starts from the edition that is compiled in, changes what the document names, and then holds the whole against what the rulebook
 * publishes and against what the engine can hold. Whatever is wrong gives one sentence with its place. Never derives anything:
 * what follows from the numbers is made in cards.c. */
#include <stdio.h>

#include "games/one_billion_users/edition.h"
#include "kit/document.h"

/* An integer member that is a multiple of `unit`; one that is missing leaves *out as it is. */
static bool read_integer(const struct bil_value *object, const char *key, int low, int high, int unit, int *out,
                         struct bil_error *error)
{
    if (!bil_value_integer(object, key, low, high, out, error)) {
        return false;
    }
    const struct bil_value *member = bil_value_get(object, key);
    if (member && *out % unit != 0) {
        return bil_value_fail(member, error, "%d is no multiple of %d.", *out, unit);
    }
    return true;
}

static bool read_byte(const struct bil_value *object, const char *key, int high, int unit, uint8_t *out, struct bil_error *error)
{
    int value = *out * unit;
    const bool fine = read_integer(object, key, 0, high, unit, &value, error);
    *out = (uint8_t)(value / unit);
    return fine;
}

/* Every element must be an object of these members. */
static bool is_entry(const struct bil_value *entry, const char *const *keys, struct bil_error *error)
{
    if (entry->type != BIL_OBJECT) {
        return bil_value_fail(entry, error, "it must be an object in { }.");
    }
    return bil_value_known(entry, keys, error);
}

/* A name that can be written in a record: not too long, with a letter, without signs that part names or begin a comment. */
static bool read_name(const struct bil_value *entry, const char *key, char *out, struct bil_error *error)
{
    const char *name = NULL;
    if (!bil_value_string(entry, key, &name, error) || !name) {
        return name == NULL && bil_value_get(entry, key) == NULL;
    }
    const struct bil_value *value = bil_value_get(entry, key);
    const size_t length = strlen(name);
    if (length == 0 || length >= OBU_NAME) {
        return bil_value_fail(value, error, "a name has 1 to %d bytes.", OBU_NAME - 1);
    }
    bool letter = false;
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)name[i];
        if (c < ' ' || c == 127 || strchr(",#\"\\?", c)) {
            return bil_value_fail(value, error, "a name holds no comma, #, ?, quotation mark, backslash or line end.");
        }
        letter = letter || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c >= 0x80;
    }
    if (!letter || name[0] == ' ' || name[length - 1] == ' ') {
        return bil_value_fail(value, error, "a name has a letter, and no space before or behind it.");
    }
    memset(out, 0, OBU_NAME);
    memcpy(out, name, length);
    return true;
}

/* What the document says of how sure the entry is; if it says nothing, changed numbers count as reconstructed. */
static bool read_status(const struct bil_value *entry, bool changed, uint8_t *known, struct bil_error *error)
{
    const char *word = NULL;
    if (!bil_value_string(entry, "status", &word, error)) {
        return false;
    }
    if (!word) {
        *known = changed && *known == 2 ? 1 : *known;
        return true;
    }
    for (int i = 0; i < OBU_STATUSES; i++) {
        if (strcmp(obu_statuses[i].word, word) == 0) {
            *known = obu_statuses[i].known;
            return true;
        }
    }
    return bil_value_fail(bil_value_get(entry, "status"), error,
                          "it must be known, derived, named or reconstructed, not \"%.40s\".", word);
}

/* The card of `count` ones from `first` that an entry is about, by the name it has in the program. -1 and a sentence if none. */
static int read_which(const struct obu_rules *compiled, const struct bil_value *entry, int first, int count, unsigned *seen,
                      struct bil_error *error)
{
    const char *name = NULL;
    int nearest = first;
    int least = 1000;
    if (!bil_value_string(entry, "card", &name, error)) {
        return -1;
    }
    if (!name) {
        bil_value_fail(entry, error, "it lacks \"card\", the name that the card has in the program.");
        return -1;
    }
    for (int card = first; card < first + count; card++) {
        if (bil_same_name(name, strlen(name), compiled->text[card].name)) {
            if (*seen >> (card - first) & 1U) {
                bil_value_fail(entry, error, "%s stands here twice.", name);
                return -1;
            }
            *seen |= 1U << (card - first);
            return card;
        }
        const int distance = bil_distance(name, compiled->text[card].name);
        if (distance < least) {
            least = distance;
            nearest = card;
        }
    }
    bil_value_fail(bil_value_get(entry, "card"), error, "no card here is called \"%.40s\"; the nearest is \"%s\".", name,
                   compiled->text[nearest].name);
    return -1;
}

static bool read_communities(const struct bil_value *edition, struct obu_rules *rules, struct bil_error *error)
{
    static const char *const keys[] = {"name", "users", "toxicity", "status", NULL};
    const struct bil_value *list = NULL;
    if (!bil_value_array(edition, "communities", &list, error) || !list) {
        return list == NULL && bil_value_get(edition, "communities") == NULL;
    }
    if (list->count > OBU_COMMUNITIES_MAX) {
        return bil_value_fail(list, error, "there are %d Communities, and at most %d fit.", list->count, OBU_COMMUNITIES_MAX);
    }
    memset(rules->halves, 0, sizeof rules->halves);
    memset(rules->toxicity, 0, sizeof rules->toxicity);
    memset(rules->copies, 0, OBU_COMMUNITIES_MAX);
    memset(rules->text, 0, sizeof(struct obu_card_text) * OBU_COMMUNITIES_MAX);
    rules->communities = (uint8_t)list->count;
    int card = 0;
    for (const struct bil_value *entry = list->child; entry; entry = entry->next, card++) {
        int users = 0;
        if (!is_entry(entry, keys, error)) {
            return false;
        }
        for (int i = 0; i < 3; i++) {
            if (!bil_value_get(entry, keys[i])) {
                return bil_value_fail(entry, error, "a Community needs \"%s\".", keys[i]);
            }
        }
        if (!read_name(entry, "name", rules->text[card].name, error) ||
            !read_integer(entry, "users", 50, 1000, 50, &users, error) ||
            !read_byte(entry, "toxicity", 9, 1, &rules->toxicity[card], error) ||
            !read_status(entry, false, &rules->text[card].known, error)) {
            return false;
        }
        rules->halves[card] = (uint8_t)(users / 50);
        rules->copies[card] = 1;
    }
    return true;
}

static bool read_group(const struct bil_value *edition, const struct obu_group *group, const struct obu_rules *compiled,
                       struct obu_rules *rules, struct bil_error *error)
{
    static const char *const keys[] = {"card", "count", "status", NULL};
    const struct bil_value *list = NULL;
    unsigned seen = 0;
    if (!bil_value_array(edition, group->key, &list, error)) {
        return false;
    }
    for (const struct bil_value *entry = list ? list->child : NULL; entry; entry = entry->next) {
        const int card = is_entry(entry, keys, error) ? read_which(compiled, entry, group->first, group->kinds, &seen, error) : -1;
        if (card < 0 || !read_byte(entry, "count", group->most, 1, &rules->copies[card], error) ||
            !read_status(entry, rules->copies[card] != compiled->copies[card], &rules->text[card].known, error)) {
            return false;
        }
    }
    return true;
}

static bool read_criterion(const struct bil_value *entry, struct obu_rules *rules, int influencer, struct bil_error *error)
{
    const char *word = NULL;
    if (!bil_value_string(entry, "criterion", &word, error) || !word) {
        return word == NULL && bil_value_get(entry, "criterion") == NULL;
    }
    for (int i = 0; i < OBU_CRITERIA; i++) {
        if (strcmp(obu_card_rows[OBU_ROW_CRITERION + i].word, word) == 0) {
            rules->influencer_measure[influencer] = (uint8_t)(i / 2);
            rules->influencer_fewest[influencer] = (uint8_t)(i % 2);
            return true;
        }
    }
    return bil_value_fail(
        bil_value_get(entry, "criterion"), error,
        "it must be most_ or fewest_ with users, communities, influencers or blockers_received, or most_toxicity or "
        "least_toxicity.");
}

static bool read_influencer(const struct bil_value *entry, struct obu_rules *rules, int i, struct bil_error *error)
{
    bool single = rules->influencer_single[i] != 0;
    struct obu_rules before;
    memcpy(&before, rules, sizeof before);
    if (!read_name(entry, "name", rules->text[OBU_INFLUENCER + i].name, error) ||
        !read_byte(entry, "count", 1, 1, &rules->influencer_there[i], error) ||
        !read_byte(entry, "users", 1000, 50, &rules->influencer_halves[i], error) ||
        !bil_value_bool(entry, "single_user", &single, error) ||
        !read_byte(entry, "toxicity", 9, 1, &rules->influencer_toxicity[i], error) || !read_criterion(entry, rules, i, error)) {
        return false;
    }
    rules->influencer_single[i] = single;
    return read_status(entry, memcmp(&before, rules, sizeof before) != 0, &rules->text[OBU_INFLUENCER + i].known, error);
}

/* Influencers and Events: of each there is one or none, and it may have another name. */
static bool read_single_cards(const struct bil_value *edition, const char *key, int first, int count,
                              const struct obu_rules *compiled, struct obu_rules *rules, struct bil_error *error)
{
    static const char *const influencer_keys[] = {"card",     "name",      "count",  "users", "single_user",
                                                  "toxicity", "criterion", "status", NULL};
    static const char *const event_keys[] = {"card", "name", "count", "status", NULL};
    const bool influencers = first == OBU_INFLUENCER;
    const struct bil_value *list = NULL;
    unsigned seen = 0;
    if (!bil_value_array(edition, key, &list, error)) {
        return false;
    }
    for (const struct bil_value *entry = list ? list->child : NULL; entry; entry = entry->next) {
        const int card = is_entry(entry, influencers ? influencer_keys : event_keys, error)
                             ? read_which(compiled, entry, first, count, &seen, error)
                             : -1;
        if (card < 0) {
            return false;
        }
        if (influencers) {
            if (!read_influencer(entry, rules, card - first, error)) {
                return false;
            }
        } else if (!read_name(entry, "name", rules->text[card].name, error) ||
                   !read_byte(entry, "count", 1, 1, &rules->event_there[card - first], error) ||
                   !read_status(entry, false, &rules->text[card].known, error)) {
            return false;
        }
    }
    return true;
}

static bool read_milestones(const struct bil_value *edition, const struct obu_rules *compiled, struct obu_rules *rules,
                            struct bil_error *error)
{
    static const char *const keys[] = {"users", "points_with_2_seats", "points_with_3_seats", "points_with_4_seats", "status",
                                       NULL};
    const struct bil_value *object = NULL;
    if (!bil_value_object(edition, "milestones", &object, error) || !bil_value_known(object, keys, error)) {
        return false;
    }
    for (int row = 0; object && row < OBU_SEATS; row++) { /* row 0: thresholds; row r: points with r + 1 seats */
        const struct bil_value *list = NULL;
        if (!bil_value_array(object, keys[row], &list, error)) {
            return false;
        }
        if (list && list->count != OBU_MILESTONES) {
            return bil_value_fail(list, error, "it must hold 3 numbers, one for each Milestone.");
        }
        int i = 0;
        for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next, i++) {
            const int high = row == 0 ? 20000 : 1000;
            if (value->type != BIL_INTEGER || value->integer < (row == 0 ? 50 : -high) || value->integer > high) {
                return bil_value_fail(value, error, "it must be a whole number from %d to %d.", row == 0 ? 50 : -high, high);
            }
            if (row > 0) {
                rules->milestone_points[row + 1][i] = (int16_t)value->integer;
                continue;
            }
            rules->milestone_halves[i] = (uint16_t)(value->integer / 50);
            if (value->integer % 50 != 0 || (i > 0 && rules->milestone_halves[i] <= rules->milestone_halves[i - 1])) {
                return bil_value_fail(value, error, "the Users of Milestones are multiples of 50, each more than the one before.");
            }
        }
    }
    const bool changed = memcmp(rules->milestone_points, compiled->milestone_points, sizeof compiled->milestone_points) != 0 ||
                         memcmp(rules->milestone_halves, compiled->milestone_halves, sizeof compiled->milestone_halves) != 0;
    return read_status(object, changed, &rules->milestones_known, error);
}

/* The numbers of the document itself (network 0) or of one Network. */
static bool read_numbers(const struct bil_value *object, int network, struct obu_rules *rules, struct bil_error *error)
{
    for (int i = 0; i < OBU_NUMBERS; i++) {
        const struct obu_number *number = &obu_numbers[i];
        if (number->network == network) {
            int value = obu_number_get(rules, number);
            if (!read_integer(object, number->key, number->low, number->high, number->unit, &value, error)) {
                return false;
            }
            obu_number_set(rules, number, value);
        }
    }
    return true;
}

static bool read_networks(const struct bil_value *edition, struct obu_rules *rules, struct bil_error *error)
{
    const struct bil_value *list = NULL;
    unsigned seen = 0;
    if (!bil_value_array(edition, "networks", &list, error)) {
        return false;
    }
    for (const struct bil_value *entry = list ? list->child : NULL; entry; entry = entry->next) {
        const char *keys[OBU_NUMBERS + 3] = {"network", "status", NULL};
        const char *name = NULL;
        if (entry->type != BIL_OBJECT) {
            return bil_value_fail(entry, error, "it must be an object in { }.");
        }
        if (!bil_value_string(entry, "network", &name, error)) {
            return false;
        }
        int network = 1;
        while (name && network <= OBU_NETWORKS && !bil_same_name(name, strlen(name), obu_network_name(network))) {
            network++;
        }
        if (!name || network > OBU_NETWORKS || seen >> network & 1U) {
            return bil_value_fail(
                entry, error,
                "its \"network\" must be another of TapTap, HireMe, Friendlink, The Hellsite, False Social, Kooperate, "
                "Burrow, Murmur.");
        }
        seen |= 1U << network;
        int count = 2;
        for (int i = 0; i < OBU_NUMBERS; i++) {
            if (obu_numbers[i].network == network) {
                keys[count++] = obu_numbers[i].key;
            }
        }
        keys[count] = NULL;
        struct obu_rules before;
        memcpy(&before, rules, sizeof before);
        if (!bil_value_known(entry, keys, error) || !read_numbers(entry, network, rules, error) ||
            !read_status(entry, memcmp(&before, rules, sizeof before) != 0, &rules->network_known[network], error)) {
            return false;
        }
    }
    rules->friendlink_dealt = (uint8_t)(rules->hand_size[OBU_FRIENDLINK] + rules->friendlink_launches); /* OBU-16 */
    return true;
}

/* ------------------------------------------------------------------ the whole */

static bool names_differ(const struct obu_rules *rules, struct bil_error *error)
{
    for (int card = 0; card < OBU_CARDS; card++) {
        const char *name = rules->text[card].name;
        for (int other = 0; other < card && *name; other++) {
            if (bil_same_name(name, strlen(name), rules->text[other].name)) {
                return bil_fail(error, "The edition has two cards called \"%s\" and \"%s\": give every card a name of its own.",
                                rules->text[other].name, name);
            }
        }
    }
    return true;
}

/* What the engine can hold: 118 cards in a deck, 255 Toxicity on a platform. */
static bool fits(const struct obu_rules *rules, struct bil_error *error)
{
    int cards = 1;
    int toxicity = 0;
    for (int card = 0; card < OBU_HIDDEN; card++) {
        cards += rules->copies[card];
        toxicity += obu_is_community(card) ? rules->toxicity[card] : 0;
    }
    for (int i = 0; i < OBU_INFLUENCERS; i++) {
        cards += rules->influencer_there[i];
        toxicity += rules->influencer_toxicity[i];
    }
    for (int i = 0; i < OBU_EVENTS; i++) {
        cards += rules->event_there[i];
    }
    if (cards > 118) {
        return bil_fail(error, "The edition has %d cards for the deck, Game Over included; at most 118 fit.", cards);
    }
    if (rules->grind_needed_drive > rules->grind_needed || rules->grind_needed_burrow > rules->grind_needed) {
        return bil_fail(error,
                        "Volunteer Drive and Burrow can make grinding only easier: they need at most %d cards, as everybody does.",
                        rules->grind_needed);
    }
    if (toxicity > 255) {
        return bil_fail(error, "The Toxicity of all cards of the edition together is %d; at most 255 fit.", toxicity);
    }
    return true;
}

bool obu_edition_read(const struct bil_value *edition, struct obu_rules *rules, struct bil_error *error)
{
    static const char *const keys[] = {
        "format",      "game",     "name",     "note",       "deviations", "hand_size",   "grinding", "grinding_in_volunteer_drive",
        "communities", "blockers", "hotfixes", "safeguards", "actions",    "influencers", "events",   "milestones",
        "networks",    NULL};
    struct obu_rules compiled;
    memcpy(&compiled, rules, sizeof compiled);
    if (!bil_edition_begin(edition, "one-billion-users", keys, error) ||
        !bil_edition_names(edition, rules->edition_name, sizeof rules->edition_name, rules->edition_note,
                           sizeof rules->edition_note, error) ||
        !read_numbers(edition, 0, rules, error) || !read_communities(edition, rules, error)) {
        return false;
    }
    for (int g = 0; g < OBU_GROUPS; g++) {
        if (!read_group(edition, &obu_groups[g], &compiled, rules, error)) {
            return false;
        }
    }
    if (!read_single_cards(edition, "influencers", OBU_INFLUENCER, OBU_INFLUENCERS, &compiled, rules, error) ||
        !read_single_cards(edition, "events", OBU_EVENT, OBU_EVENTS, &compiled, rules, error) ||
        !read_milestones(edition, &compiled, rules, error) || !read_networks(edition, rules, error) ||
        !names_differ(rules, error) ||
        !bil_edition_deviates(edition, obu_deviation_keys, OBU_DEVIATIONS, rules, obu_deviates, error) || !fits(rules, error)) {
        return false;
    }
    if (bil_edition_changed(edition, &compiled, rules, sizeof compiled, rules->edition_name, sizeof rules->edition_name)) {
        rules->edition_is_compiled_in = 0;
    }
    return true;
}
