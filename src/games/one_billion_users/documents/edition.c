/* One Billion Users: an edition as rows (docs/editions.md), what the rulebook publishes of one, and what the engine can hold.
 *
 * From the rows follow reading, writing and the tables of the documentation (kit/fields.h). Nothing here plays; what follows from
 * the numbers is derived in cards.c. */
#include <stdio.h>

#include "games/one_billion_users/documents/documents.h"

#define AT(member) (uint16_t) offsetof(struct obu_rules, member)

static unsigned char *find_field(const struct bil_doc *doc)
{
    return (unsigned char *)doc->filled + doc->row->offset + doc->at[doc->depth - 1] * doc->row->stride;
}

static const unsigned char *place_const(const struct bil_doc *doc)
{
    const int entry = doc->depth ? doc->at[doc->depth - 1] : 0;
    return (const unsigned char *)doc->state + doc->row->offset + entry * doc->row->stride;
}

/* ------------------------------------------------------------------ how sure an entry is */

static const struct {
    const char *word;
    uint8_t known; /* obu_card_text.known; written as its first word */
} statuses[] = {{"known", 2}, {"named", 1}, {"reconstructed", 0}, {"derived", 2}};

/* If the document does not say it, changed numbers count as reconstructed; with `low` of the row nothing changes it. */
static bool read_status(struct bil_doc *doc, const struct bil_value *value)
{
    uint8_t *known = doc->depth ? find_field(doc) : (unsigned char *)doc->filled + doc->row->offset;
    if (!value) {
        *known = doc->changed && doc->row->low == 0 && *known == 2 ? 1 : *known;
        return true;
    }
    if (!bil_value_wants(value, BIL_STRING, doc->error)) {
        return false;
    }
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        if (strcmp(statuses[i].word, value->string) == 0) {
            *known = statuses[i].known;
            return true;
        }
    }
    return bil_value_fail(value, doc->error, "it must be known, derived, named or reconstructed, not \"%.40s\".", value->string);
}

static void write_status(struct bil_doc *doc)
{
    size_t i = 0;
    while (statuses[i].known != *place_const(doc)) {
        i++;
    }
    bil_json_string(doc->out, statuses[i].word);
}

#define STATUS(offset_, stride_, keeps)                                                                                            \
    {                                                                                                                              \
        "status", BIL_FIELD_OWN, .offset = (uint16_t)(offset_), .stride = (stride_), .low = (keeps), .read = read_status,          \
                                 .write = write_status, .about = "how sure it is, see below"                                       \
    }
#define CARD_STATUS(card, keeps)                                                                                                   \
    STATUS(AT(text) + (card) * sizeof(struct obu_card_text) + offsetof(struct obu_card_text, known), sizeof(struct obu_card_text), \
           keeps)

/* ------------------------------------------------------------------ names */

/* A name that can be written in a record: not too long, with a letter, without signs that part names or begin a comment. */
static bool read_name(struct bil_doc *doc, const struct bil_value *value)
{
    const char *name = value->string;
    char *out = (char *)find_field(doc);
    const size_t length = strlen(name);
    if (length == 0 || length >= OBU_NAME) {
        return bil_value_fail(value, doc->error, "a name has 1 to %d bytes.", OBU_NAME - 1);
    }
    bool letter = false;
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)name[i];
        if (c < ' ' || c == 127 || strchr(",#\"\\?", c)) {
            return bil_value_fail(value, doc->error, "a name holds no comma, #, ?, quotation mark, backslash or line end.");
        }
        letter = letter || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c >= 0x80;
    }
    if (!letter || name[0] == ' ' || name[length - 1] == ' ') {
        return bil_value_fail(value, doc->error, "a name has a letter, and no space before or behind it.");
    }
    char before[OBU_NAME];
    memcpy(before, out, OBU_NAME);
    memset(out, 0, OBU_NAME);
    memcpy(out, name, length);
    doc->changed = doc->changed || memcmp(before, out, OBU_NAME) != 0;
    return true;
}

static void write_name(struct bil_doc *doc)
{
    bil_json_string(doc->out, (const char *)place_const(doc));
}

/* The program uses its own name of a card; the printed name is written where it differs. */
static const char *compiled_name(const struct bil_doc *doc, int card)
{
    return ((const struct obu_rules *)doc->compiled)->text[card].name;
}

static bool has_compiled_name(const struct bil_doc *doc, int first)
{
    const int card = first + doc->at[doc->depth - 1];
    return strcmp(compiled_name(doc, card), ((const struct obu_rules *)doc->state)->text[card].name) == 0;
}

#define NAME(card, ...)                                                                                                            \
    {                                                                                                                              \
        "name", BIL_FIELD_OWN, .offset = (uint16_t)(AT(text) + (card) * sizeof(struct obu_card_text)),                             \
                               .stride = sizeof(struct obu_card_text), .read = read_name, .given = true, .wants = BIL_STRING,      \
                               .write = write_name, .about = "what is printed on it", __VA_ARGS__                                  \
    }

/* Lists of cards that differ in nothing but their count. */
#define GROUP(id, first, kinds, most)                                                                                              \
    static const char *id##_name(const struct bil_doc *doc, int i)                                                                 \
    {                                                                                                                              \
        return compiled_name(doc, (first) + i);                                                                                    \
    }                                                                                                                              \
    static const struct bil_axis id##_axis = {.what = "card", .name = id##_name, .count = (kinds), .loose = true};                 \
    static const struct bil_field id##_rows[] = {{"count", BIL_FIELD_NUMBER, .bytes = 1, .offset = AT(copies) + (first),           \
                                                  .stride = 1, .high = (most), .about = "how many there are"},                     \
                                                 CARD_STATUS(first, 0),                                                            \
                                                 {0}};
GROUP(blockers, OBU_BLOCKER, OBU_BLOCKERS, 40)
GROUP(hotfixes, OBU_HOTFIX, OBU_HOTFIXES, 40)
GROUP(safeguards, OBU_SAFEGUARD, OBU_SAFEGUARDS, 1)
GROUP(actions, OBU_PUSH, 2, 15)

/* ------------------------------------------------------------------ Communities */

static const struct bil_field community[] = {
    NAME(0, .needed = true),
    {"users", BIL_FIELD_NUMBER, .bytes = 1, .offset = AT(halves), .stride = 1, .unit = 50, .low = 50, .high = 1000, .needed = true,
     .about = "in millions, a multiple of 50: 50 to 1000, in the printed game at most 300"},
    {"toxicity", BIL_FIELD_NUMBER, .bytes = 1, .offset = AT(toxicity), .stride = 1, .high = 9, .needed = true, .about = "0 to 9"},
    CARD_STATUS(0, 1),
    {0},
};
static const struct bil_field community_object = {NULL, BIL_FIELD_OBJECT, .inside = community};

/* A list of them replaces all. */
static bool clear_communities(struct bil_doc *doc, const struct bil_value *value)
{
    struct obu_rules *rules = doc->filled;
    if (value) {
        memset(rules->halves, 0, sizeof rules->halves);
        memset(rules->toxicity, 0, sizeof rules->toxicity);
        memset(rules->copies, 0, OBU_COMMUNITIES_MAX);
        memset(rules->text, 0, sizeof(struct obu_card_text) * OBU_COMMUNITIES_MAX);
    }
    return true;
}

static bool read_communities(struct bil_doc *doc, const struct bil_value *value)
{
    struct obu_rules *rules = doc->filled;
    for (int card = 0; value && card < rules->communities; card++) {
        rules->copies[card] = 1;
    }
    return true;
}

/* ------------------------------------------------------------------ Influencers and Events */

static bool influencer_unnamed(const struct bil_doc *doc)
{
    return has_compiled_name(doc, OBU_INFLUENCER);
}

static bool event_unnamed(const struct bil_doc *doc)
{
    return has_compiled_name(doc, OBU_EVENT);
}

static const char *influencer_name(const struct bil_doc *doc, int i)
{
    return compiled_name(doc, OBU_INFLUENCER + i);
}

static const char *event_name(const struct bil_doc *doc, int i)
{
    return compiled_name(doc, OBU_EVENT + i);
}

static bool read_criterion(struct bil_doc *doc, const struct bil_value *value)
{
    struct obu_rules *rules = doc->filled;
    const int influencer = doc->at[doc->depth - 1];
    for (int i = 0; i < OBU_CRITERIA; i++) {
        if (strcmp(obu_card_rows[OBU_ROW_CRITERION + i].word, value->string) == 0) {
            doc->changed =
                doc->changed || rules->influencer_measure[influencer] != i / 2 || rules->influencer_fewest[influencer] != i % 2;
            rules->influencer_measure[influencer] = (uint8_t)(i / 2);
            rules->influencer_fewest[influencer] = (uint8_t)(i % 2);
            return true;
        }
    }
    return bil_value_fail(
        value, doc->error,
        "it must be most_ or fewest_ with users, communities, influencers or blockers_received, or most_toxicity or "
        "least_toxicity.");
}

static void write_criterion(struct bil_doc *doc)
{
    const struct obu_rules *rules = doc->state;
    const int influencer = doc->at[doc->depth - 1];
    const int criterion = 2 * rules->influencer_measure[influencer] + rules->influencer_fewest[influencer];
    bil_json_string(doc->out, obu_card_rows[OBU_ROW_CRITERION + criterion].word);
}

static const struct bil_axis influencer_axis = {.what = "card", .name = influencer_name, .count = OBU_INFLUENCERS, .loose = true};
static const struct bil_axis event_axis = {.what = "card", .name = event_name, .count = OBU_EVENTS, .loose = true};
static const struct bil_field influencer[] = {
    NAME(OBU_INFLUENCER, .absent = influencer_unnamed),
    {"count", BIL_FIELD_NUMBER, .bytes = 1, .offset = AT(influencer_there), .stride = 1, .high = 1, .about = "0 or 1"},
    {"users", BIL_FIELD_NUMBER, .bytes = 1, .offset = AT(influencer_halves), .stride = 1, .unit = 50, .high = 1000,
     .about = "in millions, a multiple of 50: 0 to 1000"},
    {"single_user", BIL_FIELD_FLAG, .bytes = 1, .offset = AT(influencer_single), .stride = 1,
     .about = "whether one single user counts besides"},
    {"toxicity", BIL_FIELD_NUMBER, .bytes = 1, .offset = AT(influencer_toxicity), .stride = 1, .high = 9, .about = "0 to 9"},
    {"criterion", BIL_FIELD_OWN, .read = read_criterion, .given = true, .wants = BIL_STRING, .write = write_criterion,
     .about = "`most_users`, `fewest_users`, `most_toxicity`, `least_toxicity`, or `most_` or `fewest_` with `communities`, "
              "`influencers` or `blockers_received`"},
    CARD_STATUS(OBU_INFLUENCER, 0),
    {0},
};
static const struct bil_field event[] = {
    NAME(OBU_EVENT, .absent = event_unnamed),
    {"count", BIL_FIELD_NUMBER, .bytes = 1, .offset = AT(event_there), .stride = 1, .high = 1, .about = "0 or 1"},
    CARD_STATUS(OBU_EVENT, 1),
    {0},
};

/* ------------------------------------------------------------------ Milestones */

static bool read_thresholds(struct bil_doc *doc, const struct bil_value *value)
{
    const struct obu_rules *rules = doc->filled;
    const struct bil_value *child = value ? value->child->next : NULL;
    for (int i = 1; child; i++, child = child->next) {
        if (rules->milestone_halves[i] <= rules->milestone_halves[i - 1]) {
            return bil_value_fail(child, doc->error, "%d is no more than the Milestone before needs, %d.",
                                  50 * rules->milestone_halves[i], 50 * rules->milestone_halves[i - 1]);
        }
    }
    return true;
}

static const struct bil_axis milestone_axis = {.what = "Milestone", .count = OBU_MILESTONES};
static const struct bil_field threshold = {NULL, BIL_FIELD_NUMBER, .bytes = 2, .unit = 50, .low = 50, .high = 20000};
static const struct bil_field milestone_worth = {NULL, BIL_FIELD_NUMBER, .bytes = 2, .low = -1000, .high = 1000};
#define MILESTONE_POINTS(seats)                                                                                                    \
    {                                                                                                                              \
        "points_with_" #seats "_seats", BIL_FIELD_EACH, .axis = &milestone_axis, .inside = &milestone_worth, .whole = true,        \
                                                        .offset = AT(milestone_points[seats]), .stride = sizeof(int16_t),          \
                                                        .about = "list of the three's points: -1000 to 1000"                       \
    }
static const struct bil_field milestones[] = {
    {"users", BIL_FIELD_EACH, .axis = &milestone_axis, .inside = &threshold, .whole = true, .offset = AT(milestone_halves),
     .stride = sizeof(uint16_t), .read = read_thresholds,
     .about = "list of the three, in millions, multiples of 50, each more than the one before: 50 to 20000"},
    MILESTONE_POINTS(2),
    MILESTONE_POINTS(3),
    MILESTONE_POINTS(4),
    STATUS(AT(milestones_known), 0, 0),
    {0},
};

/* ------------------------------------------------------------------ Networks */

static const char *network_name(const struct bil_doc *doc, int i)
{
    (void)doc;
    return obu_network_name(i);
}

static bool read_networks(struct bil_doc *doc, const struct bil_value *value)
{
    struct obu_rules *rules = doc->filled;
    (void)value;
    rules->friendlink_dealt = (uint8_t)(rules->hand_size[OBU_FRIENDLINK] + rules->friendlink_launches); /* OBU-16 */
    return true;
}

#define ONLY(network, member) .only = 1U << (network), BIL_LIES(struct obu_rules, member)
static const struct bil_axis network_axis = {.what = "Network", .name = network_name, .count = OBU_NETWORKS + 1, .loose = true};
static const struct bil_field network[] = {
    {"hand_size", BIL_FIELD_NUMBER, .only = ~(1U << OBU_FRIENDLINK), .bytes = 1, .offset = AT(hand_size), .stride = 1, .low = 3,
     .high = 8, .about = "3 to 8, of Friendlink at most 7"},
    {"hand_size", BIL_FIELD_NUMBER, .only = 1U << OBU_FRIENDLINK, .bytes = 1, .offset = AT(hand_size), .stride = 1, .low = 3,
     .high = 7},
    {"points_per_clean_community", BIL_FIELD_NUMBER, ONLY(OBU_HIREME, hireme_clean_points), .low = -500, .high = 500,
     .about = "of HireMe: -500 to 500"},
    {"launches", BIL_FIELD_NUMBER, ONLY(OBU_FRIENDLINK, friendlink_launches), .low = 1, .high = 3,
     .about = "of Friendlink: 1 to 3; it is dealt its Hand Size and as many more"},
    {"influencers_count_less", BIL_FIELD_NUMBER, ONLY(OBU_FRIENDLINK, friendlink_less_halves), .unit = 50, .high = 1000,
     .about = "of Friendlink, in millions, a multiple of 50: 0 to 1000"},
    {"points_per_toxicity", BIL_FIELD_NUMBER, ONLY(OBU_HELLSITE, hellsite_toxic_points), .low = -500, .high = 500,
     .about = "of The Hellsite: -500 to 500"},
    {"more_users_for_criteria", BIL_FIELD_NUMBER, ONLY(OBU_FALSE_SOCIAL, false_social_halves), .unit = 50, .high = 5000,
     .about = "of False Social, in millions, a multiple of 50: 0 to 5000"},
    {"more_users_for_milestones", BIL_FIELD_NUMBER, ONLY(OBU_FALSE_SOCIAL, false_social_milestone), .unit = 50, .high = 5000,
     .about = "of False Social, in millions, a multiple of 50: 0 to 5000"},
    {"grinding", BIL_FIELD_NUMBER, ONLY(OBU_BURROW, grind_needed_burrow), .low = 1, .high = 5, .about = "of Burrow: 1 to 5"},
    STATUS(AT(network_known), 1, 0),
    {0},
};

/* ------------------------------------------------------------------ the whole */

#define CARDS(id, axis_, rows_, about_)                                                                                            \
    {                                                                                                                              \
        id, BIL_FIELD_NAMED, .naming = "card", .axis = &(axis_), .inside = (rows_), .about = (about_)                              \
    }
static const struct bil_field rows[] = {
    {"hand_size", BIL_FIELD_NUMBER, .bytes = 1, .offset = AT(hand_size), .low = 3, .high = 8, .about = "without a Network: 3 to 8",
     .initial = "6"},
    {"grinding", BIL_FIELD_NUMBER, BIL_LIES(struct obu_rules, grind_needed), .low = 1, .high = 5,
     .about = "ground cards that resolve a Blocker: 1 to 5", .initial = "3"},
    {"grinding_in_volunteer_drive", BIL_FIELD_NUMBER, BIL_LIES(struct obu_rules, grind_needed_drive), .low = 1, .high = 5,
     .about = "the same under Volunteer Drive", .initial = "2"},
    {"communities", BIL_FIELD_OWN, .input_only = true, .read = clear_communities},
    {"communities", BIL_FIELD_LIST, .whole = true, .inside = &community_object, .counter = AT(communities),
     .high = OBU_COMMUNITIES_MAX, .read = read_communities,
     .about = "list of all Communities, in the order of the program, at most 46"},
    CARDS("blockers", blockers_axis, blockers_rows, "copies of each, at most 40"),
    CARDS("hotfixes", hotfixes_axis, hotfixes_rows, "copies of each, at most 40"),
    CARDS("safeguards", safeguards_axis, safeguards_rows, "copies of each, 0 or 1"),
    CARDS("actions", actions_axis, actions_rows, "copies of each, at most 15"),
    CARDS("influencers", influencer_axis, influencer, "list of Influencers"),
    CARDS("events", event_axis, event, "list of Events"),
    {"milestones", BIL_FIELD_OBJECT, .inside = milestones, .about = "what they need and what they bring"},
    {"networks", BIL_FIELD_NAMED, .naming = "network", .axis = &network_axis, .inside = network, .read = read_networks,
     .about = "the numbers of Networks"},
    {0},
};

/* ------------------------------------------------------------------ deviations from what the rulebook publishes */

enum deviation { COMMUNITIES, GROUPS, INFLUENCERS = GROUPS + 4, EVENTS, MILESTONES, HAND_SIZE, GRINDING, DEVIATIONS };
static const char *const deviations[DEVIATIONS] = {"communities", "blockers", "hotfixes",   "safeguards", "actions",
                                                   "influencers", "events",   "milestones", "hand_size",  "grinding"};

static bool counts_differ(char *sentence, const char *plural, int count, int printed)
{
    (void)snprintf(sentence, BIL_DEVIATION, "it has %d %s, the printed game %d", count, plural, printed);
    return count != printed;
}

static int sum(const uint8_t *list, int count)
{
    int total = 0;
    for (int i = 0; i < count; i++) {
        total += list[i];
    }
    return total;
}

static bool communities_differ(const struct obu_rules *rules, char *sentence)
{
    enum { PRINTED_MOST = 6 }; /* half icons of the largest */
    if (counts_differ(sentence, "Communities", rules->communities, 39)) {
        return true;
    }
    for (int card = 0; card < rules->communities; card++) {
        if (rules->halves[card] > PRINTED_MOST) {
            (void)snprintf(sentence, BIL_DEVIATION, "its %.40s has %d M Users, in the printed game a Community has 50 to %d M",
                           rules->text[card].name, 50 * rules->halves[card], 50 * PRINTED_MOST);
            return true;
        }
    }
    for (int card = 0; card < rules->communities; card++) {
        if (rules->halves[card] == 6 && rules->toxicity[card] == 2) {
            return false;
        }
    }
    (void)snprintf(sentence, BIL_DEVIATION, "it has no Community of 300 M Users and 2 Toxicity, the printed game has");
    return true;
}

static bool influencers_differ(const struct obu_rules *rules, char *sentence)
{
    if (counts_differ(sentence, "Influencers", sum(rules->influencer_there, OBU_INFLUENCERS), 9)) {
        return true;
    }
    (void)snprintf(sentence, BIL_DEVIATION, "its Troll is not the printed one, a single user with 4 Toxicity");
    return rules->influencer_halves[OBU_TROLL] != 0 || !rules->influencer_single[OBU_TROLL] ||
           rules->influencer_toxicity[OBU_TROLL] != 4;
}

static bool deviates(const void *rules_, int deviation, char *sentence)
{
    const struct obu_rules *rules = rules_;
    static const int16_t points[OBU_SEATS + 1][OBU_MILESTONES] = {
        [2] = {100, 100, 100}, [3] = {100, 200, 200}, [4] = {200, 200, 300}};
    static const uint16_t halves[OBU_MILESTONES] = {20, 40, 60};
    if (deviation >= GROUPS && deviation < INFLUENCERS) {
        static const struct {
            const char *plural;
            int first, kinds, printed;
        } groups[] = {{"Blockers", OBU_BLOCKER, OBU_BLOCKERS, 18},
                      {"Hotfixes", OBU_HOTFIX, OBU_HOTFIXES, 24},
                      {"Safeguards", OBU_SAFEGUARD, OBU_SAFEGUARDS, 4},
                      {"Actions", OBU_PUSH, 2, 10}};
        const int g = deviation - GROUPS;
        return counts_differ(sentence, groups[g].plural, sum(rules->copies + groups[g].first, groups[g].kinds), groups[g].printed);
    }
    switch (deviation) {
    case COMMUNITIES:
        return communities_differ(rules, sentence);
    case INFLUENCERS:
        return influencers_differ(rules, sentence);
    case EVENTS:
        return counts_differ(sentence, "Events", sum(rules->event_there, OBU_EVENTS), 13);
    case MILESTONES:
        (void)snprintf(sentence, BIL_DEVIATION, "its Milestones are not those that are printed");
        return memcmp(rules->milestone_points, points, sizeof points) != 0 ||
               memcmp(rules->milestone_halves, halves, sizeof halves) != 0;
    case HAND_SIZE:
        (void)snprintf(sentence, BIL_DEVIATION, "its Hand Size is %d, the printed one 6", rules->hand_size[OBU_NO_NETWORK]);
        return rules->hand_size[OBU_NO_NETWORK] != 6;
    default:
        (void)snprintf(sentence, BIL_DEVIATION, "it takes %d ground cards to resolve a Blocker, in the printed game 3",
                       rules->grind_needed);
        return rules->grind_needed != 3;
    }
}

/* ------------------------------------------------------------------ what the engine can hold */

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
static bool edition_fits(const void *rules_, struct bil_error *error)
{
    const struct obu_rules *rules = rules_;
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
    return names_differ(rules, error);
}

const struct bil_edition obu_edition = {
    .game = "one-billion-users",
    .rows = rows,
    .size = sizeof(struct obu_rules),
    .name = AT(edition_name),
    .name_size = sizeof((struct obu_rules *)NULL)->edition_name,
    .note = AT(edition_note),
    .note_size = sizeof((struct obu_rules *)NULL)->edition_note,
    .compiled_mark = AT(edition_is_compiled_in),
    .compiled_in = obu_cards_compiled_in,
    .deviations = deviations,
    .deviation_count = DEVIATIONS,
    .deviates = deviates,
    .fits = edition_fits,
};

void obu_edition_json(const void *rules, struct bil_text *out)
{
    bil_edition_write(&obu_edition, rules, out);
}
