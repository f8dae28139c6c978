/* One Billion Users: the shape of an edition's document, what the rulebook publishes, and an edition as JSON (docs/editions.md).
 *
 * Reading is in edition_read.c, which goes by the same tables. Nothing here plays or judges a file; what follows from the numbers
 * is derived in cards.c. */
#include "games/one_billion_users/edition.h"
#include "kit/document.h"

#include <stdio.h>

/* ------------------------------------------------------------------ the shape of the document */

const struct obu_group obu_groups[OBU_GROUPS] = {
    {"blockers", "Blockers", OBU_BLOCKER, OBU_BLOCKERS, 18, 40},
    {"hotfixes", "Hotfixes", OBU_HOTFIX, OBU_HOTFIXES, 24, 40},
    {"safeguards", "Safeguards", OBU_SAFEGUARD, OBU_SAFEGUARDS, 4, 1},
    {"actions", "Actions", OBU_PUSH, 2, 10, 15},
};

const struct obu_number obu_numbers[OBU_NUMBERS] = {
    {"hand_size", offsetof(struct obu_rules, hand_size) + OBU_NO_NETWORK, 0, false, 1, 3, 8},
    {"grinding", offsetof(struct obu_rules, grind_needed), 0, false, 1, 1, 5},
    {"grinding_in_volunteer_drive", offsetof(struct obu_rules, grind_needed_drive), 0, false, 1, 1, 5},
    {"hand_size", offsetof(struct obu_rules, hand_size) + OBU_TAPTAP, OBU_TAPTAP, false, 1, 3, 8},
    {"hand_size", offsetof(struct obu_rules, hand_size) + OBU_HIREME, OBU_HIREME, false, 1, 3, 8},
    {"points_per_clean_community", offsetof(struct obu_rules, hireme_clean_points), OBU_HIREME, true, 1, -500, 500},
    {"hand_size", offsetof(struct obu_rules, hand_size) + OBU_FRIENDLINK, OBU_FRIENDLINK, false, 1, 3, 7},
    {"launches", offsetof(struct obu_rules, friendlink_launches), OBU_FRIENDLINK, false, 1, 1, 3},
    {"influencers_count_less", offsetof(struct obu_rules, friendlink_less_halves), OBU_FRIENDLINK, false, 50, 0, 1000},
    {"hand_size", offsetof(struct obu_rules, hand_size) + OBU_HELLSITE, OBU_HELLSITE, false, 1, 3, 8},
    {"points_per_toxicity", offsetof(struct obu_rules, hellsite_toxic_points), OBU_HELLSITE, true, 1, -500, 500},
    {"hand_size", offsetof(struct obu_rules, hand_size) + OBU_FALSE_SOCIAL, OBU_FALSE_SOCIAL, false, 1, 3, 8},
    {"more_users_for_criteria", offsetof(struct obu_rules, false_social_halves), OBU_FALSE_SOCIAL, false, 50, 0, 5000},
    {"more_users_for_milestones", offsetof(struct obu_rules, false_social_milestone), OBU_FALSE_SOCIAL, false, 50, 0, 5000},
    {"hand_size", offsetof(struct obu_rules, hand_size) + OBU_KOOPERATE, OBU_KOOPERATE, false, 1, 3, 8},
    {"hand_size", offsetof(struct obu_rules, hand_size) + OBU_BURROW, OBU_BURROW, false, 1, 3, 8},
    {"grinding", offsetof(struct obu_rules, grind_needed_burrow), OBU_BURROW, false, 1, 1, 5},
    {"hand_size", offsetof(struct obu_rules, hand_size) + OBU_MURMUR, OBU_MURMUR, false, 1, 3, 8},
};

const struct obu_status obu_statuses[OBU_STATUSES] = {{"known", 2}, {"named", 1}, {"reconstructed", 0}, {"derived", 2}};

int obu_number_get(const struct obu_rules *rules, const struct obu_number *number)
{
    const unsigned char *at = (const unsigned char *)rules + number->member;
    int16_t wide = *at;
    if (number->wide) {
        memcpy(&wide, at, sizeof wide);
    }
    return wide * number->unit;
}

void obu_number_set(struct obu_rules *rules, const struct obu_number *number, int value)
{
    unsigned char *at = (unsigned char *)rules + number->member;
    const int16_t wide = (int16_t)(value / number->unit);
    if (number->wide) {
        memcpy(at, &wide, sizeof wide);
    } else {
        *at = (unsigned char)wide;
    }
}

/* ------------------------------------------------------------------ deviations from what the rulebook publishes */

const char *const obu_deviation_keys[OBU_DEVIATIONS + 1] = {"communities", "blockers",    "hotfixes", "safeguards",
                                                            "actions",     "influencers", "events",   "milestones",
                                                            "hand_size",   "grinding",    NULL};

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
    if (counts_differ(sentence, "Communities", rules->communities, 39)) {
        return true;
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

bool obu_deviates(const void *rules_, int deviation, char *sentence)
{
    const struct obu_rules *rules = rules_;
    static const int16_t points[OBU_SEATS + 1][OBU_MILESTONES] = {
        [2] = {100, 100, 100}, [3] = {100, 200, 200}, [4] = {200, 200, 300}};
    static const uint16_t halves[OBU_MILESTONES] = {20, 40, 60};
    if (deviation >= OBU_D_GROUPS && deviation < OBU_D_INFLUENCERS) {
        const struct obu_group *group = &obu_groups[deviation - OBU_D_GROUPS];
        return counts_differ(sentence, group->plural, sum(rules->copies + group->first, group->kinds), group->total);
    }
    switch (deviation) {
    case OBU_D_COMMUNITIES:
        return communities_differ(rules, sentence);
    case OBU_D_INFLUENCERS:
        return influencers_differ(rules, sentence);
    case OBU_D_EVENTS:
        return counts_differ(sentence, "Events", sum(rules->event_there, OBU_EVENTS), 13);
    case OBU_D_MILESTONES:
        (void)snprintf(sentence, BIL_DEVIATION, "its Milestones are not those that are printed");
        return memcmp(rules->milestone_points, points, sizeof points) != 0 ||
               memcmp(rules->milestone_halves, halves, sizeof halves) != 0;
    case OBU_D_HAND_SIZE:
        (void)snprintf(sentence, BIL_DEVIATION, "its Hand Size is %d, the printed one 6", rules->hand_size[OBU_NO_NETWORK]);
        return rules->hand_size[OBU_NO_NETWORK] != 6;
    default:
        (void)snprintf(sentence, BIL_DEVIATION, "it takes %d ground cards to resolve a Blocker, in the printed game 3",
                       rules->grind_needed);
        return rules->grind_needed != 3;
    }
}

/* ------------------------------------------------------------------ writing */

static const char *status_word(int known)
{
    for (int i = 0; i < OBU_STATUSES; i++) {
        if (obu_statuses[i].known == known) {
            return obu_statuses[i].word;
        }
    }
    return obu_statuses[0].word;
}

/* "card" is the card of the program, "name" what is printed on it. */
static void write_card(const struct obu_rules *rules, const struct obu_rules *compiled, int card, struct bil_text *out)
{
    bil_json_object(out);
    bil_json_key_string(out, "card", compiled->text[card].name);
    if (strcmp(compiled->text[card].name, rules->text[card].name) != 0) {
        bil_json_key_string(out, "name", rules->text[card].name);
    }
}

static void write_card_end(const struct obu_rules *rules, int card, struct bil_text *out)
{
    bil_json_key_string(out, "status", status_word(rules->text[card].known));
    bil_json_object_end(out);
}

static void write_numbers(const struct obu_rules *rules, int network, struct bil_text *out)
{
    for (int i = 0; i < OBU_NUMBERS; i++) {
        if (obu_numbers[i].network == network) {
            bil_json_key_integer(out, obu_numbers[i].key, obu_number_get(rules, &obu_numbers[i]));
        }
    }
}

static void write_communities(const struct obu_rules *rules, struct bil_text *out)
{
    bil_json_key(out, "communities");
    bil_json_array(out);
    for (int card = 0; card < rules->communities; card++) {
        bil_json_object(out);
        bil_json_key_string(out, "name", rules->text[card].name);
        bil_json_key_integer(out, "users", 50 * rules->halves[card]);
        bil_json_key_integer(out, "toxicity", rules->toxicity[card]);
        write_card_end(rules, card, out);
    }
    bil_json_array_end(out);
}

static void write_influencers(const struct obu_rules *rules, const struct obu_rules *compiled, struct bil_text *out)
{
    bil_json_key(out, "influencers");
    bil_json_array(out);
    for (int i = 0; i < OBU_INFLUENCERS; i++) {
        write_card(rules, compiled, OBU_INFLUENCER + i, out);
        bil_json_key_integer(out, "count", rules->influencer_there[i]);
        bil_json_key_integer(out, "users", 50 * rules->influencer_halves[i]);
        bil_json_key_bool(out, "single_user", rules->influencer_single[i] != 0);
        bil_json_key_integer(out, "toxicity", rules->influencer_toxicity[i]);
        const int criterion = 2 * rules->influencer_measure[i] + rules->influencer_fewest[i];
        bil_json_key_string(out, "criterion", obu_card_rows[OBU_ROW_CRITERION + criterion].word);
        write_card_end(rules, OBU_INFLUENCER + i, out);
    }
    bil_json_array_end(out);
}

static void write_milestones(const struct obu_rules *rules, struct bil_text *out)
{
    bil_json_key(out, "milestones");
    bil_json_object(out);
    bil_json_key(out, "users");
    bil_json_array(out);
    for (int i = 0; i < OBU_MILESTONES; i++) {
        bil_json_integer(out, 50 * rules->milestone_halves[i]);
    }
    bil_json_array_end(out);
    for (int seats = 2; seats <= OBU_SEATS; seats++) {
        char key[32];
        (void)snprintf(key, sizeof key, "points_with_%d_seats", seats);
        bil_json_key(out, key);
        bil_json_array(out);
        for (int i = 0; i < OBU_MILESTONES; i++) {
            bil_json_integer(out, rules->milestone_points[seats][i]);
        }
        bil_json_array_end(out);
    }
    bil_json_key_string(out, "status", status_word(rules->milestones_known));
    bil_json_object_end(out);
}

static void write_networks(const struct obu_rules *rules, struct bil_text *out)
{
    bil_json_key(out, "networks");
    bil_json_array(out);
    for (int network = 1; network <= OBU_NETWORKS; network++) {
        bil_json_object(out);
        bil_json_key_string(out, "network", obu_network_name(network));
        write_numbers(rules, network, out);
        bil_json_key_string(out, "status", status_word(rules->network_known[network]));
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

void obu_edition_json(const void *rules_, struct bil_text *out)
{
    const struct obu_rules *rules = rules_;
    struct obu_rules compiled;
    memset(&compiled, 0, sizeof compiled);
    obu_cards_compiled_in(&compiled);
    bil_json_object(out);
    bil_json_key_integer(out, "format", 1);
    bil_json_key_string(out, "game", "one-billion-users");
    bil_json_key_string(out, "name", rules->edition_name);
    bil_json_key_string(out, "note", rules->edition_note);
    bil_json_key(out, "deviations");
    bil_json_array(out);
    for (int d = 0; d < OBU_DEVIATIONS; d++) {
        char sentence[BIL_DEVIATION];
        if (obu_deviates(rules, d, sentence)) {
            bil_json_string(out, obu_deviation_keys[d]);
        }
    }
    bil_json_array_end(out);
    write_numbers(rules, 0, out);
    write_communities(rules, out);
    for (int g = 0; g < OBU_GROUPS; g++) {
        bil_json_key(out, obu_groups[g].key);
        bil_json_array(out);
        for (int card = obu_groups[g].first; card < obu_groups[g].first + obu_groups[g].kinds; card++) {
            write_card(rules, &compiled, card, out);
            bil_json_key_integer(out, "count", rules->copies[card]);
            write_card_end(rules, card, out);
        }
        bil_json_array_end(out);
    }
    write_influencers(rules, &compiled, out);
    bil_json_key(out, "events");
    bil_json_array(out);
    for (int i = 0; i < OBU_EVENTS; i++) {
        write_card(rules, &compiled, OBU_EVENT + i, out);
        bil_json_key_integer(out, "count", rules->event_there[i]);
        write_card_end(rules, OBU_EVENT + i, out);
    }
    bil_json_array_end(out);
    write_milestones(rules, out);
    write_networks(rules, out);
    bil_json_object_end(out);
}
