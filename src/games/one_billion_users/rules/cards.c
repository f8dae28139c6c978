/* The cards: names, values and counts of the edition that is compiled in, and everything that follows from the numbers of an
 * edition: sets of Communities and the bit fields of the other cards.
 *
 * It never decides what a card does; each number is here once and nowhere else in the folder. Numbers that the rulebook does not
 * publish are reconstructed and marked so (struct obu_card_text). */
#include <stdio.h>

#include "games/one_billion_users/rules/state.h"

const char *const obu_milestone_names[OBU_MILESTONES] = {"One Billion", "Two Billion", "Three Billion"};

#define NUMBER(blocker) ((blocker)-OBU_BLOCKER)

/* The Blocker that a Hotfix cures (OBU-6), and the one that a Safeguard is against (OBU-7). */
const uint8_t obu_hotfix_cures[OBU_HOTFIXES] = {
    NUMBER(OBU_LOW_ON_FUNDS),     /* Fundraising */
    NUMBER(OBU_LOW_ON_FUNDS),     /* New Advertisers */
    NUMBER(OBU_TOXIC_CULTURE),    /* Troll Crackdown */
    NUMBER(OBU_OVERZEALOUS_MODS), /* Mod Training */
    NUMBER(OBU_SERVER_OVERLOAD),  /* Server Upgrade */
    NUMBER(OBU_BAD_PRESS),        /* PR Response */
};
const uint8_t obu_safeguard_against[OBU_SAFEGUARDS] = {NUMBER(OBU_OVERZEALOUS_MODS), NUMBER(OBU_BAD_PRESS),
                                                       NUMBER(OBU_SERVER_OVERLOAD), NUMBER(OBU_LOW_ON_FUNDS)};
const int8_t obu_guard_for[OBU_BLOCKERS] = {
    [NUMBER(OBU_LOW_ON_FUNDS)] = OBU_WAR_CHEST - OBU_SAFEGUARD,
    [NUMBER(OBU_TOXIC_CULTURE)] = -1,
    [NUMBER(OBU_OVERZEALOUS_MODS)] = OBU_APPEALS_BOARD - OBU_SAFEGUARD,
    [NUMBER(OBU_SERVER_OVERLOAD)] = OBU_CLOUD_BACKUP - OBU_SAFEGUARD,
    [NUMBER(OBU_BAD_PRESS)] = OBU_PR_DEPARTMENT - OBU_SAFEGUARD,
};

/* OBU-4. All of them are reconstructed but for the fact that a card of 300 M and 2 Toxicity exists. */
static const struct {
    const char *name;
    uint16_t users;
    uint8_t toxicity;
} communities[] = {
    {"Birdwatching Log", 50, 0},      {"Sourdough Swap", 50, 0},       {"Lighthouse Keepers", 50, 0},
    {"Vintage Synth Forum", 50, 1},   {"Local Lost & Found", 50, 1},   {"Parking Dispute Board", 50, 2},
    {"Hot Take Foundry", 50, 3},      {"Anonymous Alley", 50, 3},      {"Plant Parents", 100, 0},
    {"Backyard Astronomers", 100, 0}, {"Knit Night", 100, 0},          {"Library Card Club", 100, 0},
    {"Home Chefs", 100, 1},           {"Retro Arcade", 100, 1},        {"Fan Theory Lab", 100, 2},
    {"Neighborhood Lookout", 100, 2}, {"Conspiracy Corner", 100, 3},   {"Pet Pictures", 150, 0},
    {"Study Buddies", 150, 0},        {"Language Exchange", 150, 0},   {"Budget Travelers", 150, 1},
    {"Stan Brigade", 150, 2},         {"Armchair Referees", 150, 2},   {"Coin Evangelists", 150, 3},
    {"Miracle Cure Circle", 150, 3},  {"Craft Tutorials", 200, 0},     {"Family Photos", 200, 0},
    {"Meme Workshop", 200, 1},        {"Celebrity Gossip", 200, 2},    {"Ranked Gamers", 200, 2},
    {"Pundit Arena", 200, 3},         {"Outrage Engine", 200, 4},      {"Short Dance Clips", 250, 1},
    {"Sports Superfans", 250, 2},     {"Prank Channels", 250, 3},      {"Rage Livestreams", 250, 4},
    {"Pop Fandom United", 300, 2},    {"Breaking News Brawl", 300, 3}, {"Comment Section Prime", 300, 4},
};
#define COMMUNITIES ((int)(sizeof communities / sizeof communities[0]))
static_assert(sizeof communities / sizeof communities[0] <= OBU_COMMUNITIES_MAX, "Communities must fit");

/* OBU-5, OBU-6, OBU-7, OBU-8. Counts of Blockers, Hotfixes and Actions are reconstructed under published totals; the Safeguards are
 * published. */
static const struct {
    uint8_t copies, known;
} copies_of[] = {
    [OBU_LOW_ON_FUNDS - OBU_BLOCKER] = {6, 1},
    [OBU_TOXIC_CULTURE - OBU_BLOCKER] = {3, 1},
    [OBU_OVERZEALOUS_MODS - OBU_BLOCKER] = {3, 1},
    [OBU_SERVER_OVERLOAD - OBU_BLOCKER] = {3, 1},
    [OBU_BAD_PRESS - OBU_BLOCKER] = {3, 1},
    [OBU_FUNDRAISING - OBU_BLOCKER] = {4, 1},
    [OBU_NEW_ADVERTISERS - OBU_BLOCKER] = {4, 1},
    [OBU_TROLL_CRACKDOWN - OBU_BLOCKER] = {4, 1},
    [OBU_MOD_TRAINING - OBU_BLOCKER] = {4, 1},
    [OBU_SERVER_UPGRADE - OBU_BLOCKER] = {4, 1},
    [OBU_PR_RESPONSE - OBU_BLOCKER] = {4, 1},
    [OBU_APPEALS_BOARD - OBU_BLOCKER] = {1, 2},
    [OBU_PR_DEPARTMENT - OBU_BLOCKER] = {1, 2},
    [OBU_CLOUD_BACKUP - OBU_BLOCKER] = {1, 2},
    [OBU_WAR_CHEST - OBU_BLOCKER] = {1, 2},
    [OBU_PUSH - OBU_BLOCKER] = {5, 1},
    [OBU_POKE - OBU_BLOCKER] = {5, 1},
};
static_assert(sizeof copies_of / sizeof copies_of[0] == (size_t)OBU_HIDDEN - (size_t)OBU_BLOCKER, "every kind of card has a line");

/* OBU-9, and what each of them wants. */
static const struct {
    const char *name;
    uint16_t users;
    uint8_t single, toxicity, measure, fewest, known;
} influencers[OBU_INFLUENCERS] = {
    {"The Investor", 300, 0, 2, OBU_BY_USERS, 0, 1},                 /* OBU-122 */
    {"The Trendsetter", 300, 0, 0, OBU_BY_USERS, 1, 1},              /* OBU-123 */
    {"The Contrarian", 200, 0, 3, OBU_BY_TOXICITY, 0, 1},            /* OBU-124 */
    {"The Troll", 0, 1, 4, OBU_BY_TOXICITY, 1, 1},                   /* OBU-125 */
    {"Today's Main Character", 250, 0, 3, OBU_BY_COMMUNITIES, 0, 1}, /* OBU-127 */
    {"The Archivist", 150, 0, 0, OBU_BY_BLOCKERS, 1, 0},             /* OBU-128 */
    {"The Clout Chaser", 200, 0, 1, OBU_BY_INFLUENCERS, 0, 0},       /* OBU-129 */
    {"The Homebody", 100, 0, 0, OBU_BY_TOXICITY, 1, 0},              /* OBU-130 */
    {"The Drama Reporter", 150, 0, 1, OBU_BY_BLOCKERS, 0, 0},        /* OBU-131 */
};

static const uint8_t events_known[OBU_EVENTS] = {[OBU_SOCIAL_SHUFFLE] = 2, [OBU_TECH_BUBBLE] = 1, [OBU_DATA_PORTABILITY] = 1};

static void set_text(struct obu_rules *rules, int card, const char *name, uint8_t known)
{
    struct obu_card_text *text = &rules->text[card];
    memset(text, 0, sizeof *text);
    (void)snprintf(text->name, sizeof text->name, "%s", name);
    text->known = known;
}

void obu_cards_compiled_in(void *rules_) /* OBU-1 */
{
    struct obu_rules *rules = rules_;
    static const int16_t milestone_points[OBU_SEATS + 1][OBU_MILESTONES] = {
        [2] = {100, 100, 100}, [3] = {100, 200, 200}, [4] = {200, 200, 300}}; /* OBU-173 */
    static const uint8_t hand_size[OBU_NETWORKS + 1] = {
        [OBU_NO_NETWORK] = 6,   [OBU_TAPTAP] = 7,    [OBU_HIREME] = 6, [OBU_FRIENDLINK] = 6, [OBU_HELLSITE] = 5,
        [OBU_FALSE_SOCIAL] = 6, [OBU_KOOPERATE] = 6, [OBU_BURROW] = 6, [OBU_MURMUR] = 6};

    rules->communities = COMMUNITIES;
    for (int card = 0; card < COMMUNITIES; card++) {
        rules->halves[card] = (uint8_t)(communities[card].users / 50);
        rules->toxicity[card] = communities[card].toxicity;
        rules->copies[card] = 1;
        set_text(rules, card, communities[card].name, 0);
    }
    for (int card = OBU_BLOCKER; card < OBU_HIDDEN; card++) {
        rules->copies[card] = copies_of[card - OBU_BLOCKER].copies;
        set_text(rules, card, obu_card_rows[card - OBU_BLOCKER].name, copies_of[card - OBU_BLOCKER].known);
    }
    for (int i = 0; i < OBU_INFLUENCERS; i++) {
        rules->influencer_there[i] = 1;
        rules->influencer_halves[i] = (uint8_t)(influencers[i].users / 50);
        rules->influencer_single[i] = influencers[i].single;
        rules->influencer_toxicity[i] = influencers[i].toxicity;
        rules->influencer_measure[i] = influencers[i].measure;
        rules->influencer_fewest[i] = influencers[i].fewest;
        set_text(rules, OBU_INFLUENCER + i, influencers[i].name, influencers[i].known);
    }
    for (int i = 0; i < OBU_EVENTS; i++) {
        rules->event_there[i] = 1;
        set_text(rules, OBU_EVENT + i, obu_card_rows[OBU_ROW_EVENT + i].name, events_known[i]);
    }
    set_text(rules, OBU_GAME_OVER, "Game Over", 2);
    set_text(rules, OBU_HIDDEN, "?", 2);

    static const uint8_t network_known[OBU_NETWORKS + 1] = {2, 1, 1, 1, 1, 1, 1, 0, 0};

    memcpy(rules->network_known, network_known, sizeof network_known);
    rules->milestones_known = 2;
    memcpy(rules->milestone_points, milestone_points, sizeof milestone_points);
    for (int i = 0; i < OBU_MILESTONES; i++) {
        rules->milestone_halves[i] = (uint16_t)(20 * (i + 1)); /* OBU-160 */
    }
    memcpy(rules->hand_size, hand_size, sizeof hand_size);
    rules->hireme_clean_points = 50;   /* OBU-182 */
    rules->hellsite_toxic_points = 10; /* OBU-186 */
    rules->friendlink_less_halves = 1; /* OBU-183 */
    rules->friendlink_launches = 3;    /* OBU-28 */
    rules->friendlink_dealt = 9;       /* OBU-16 */
    rules->false_social_halves = 10;   /* OBU-187 */
    rules->false_social_milestone = 6; /* OBU-188 */
    rules->grind_needed = 3;           /* OBU-83 */
    rules->grind_needed_burrow = 2;    /* OBU-190 */
    rules->grind_needed_drive = 2;     /* OBU-156 */
    rules->edition_is_compiled_in = 1;
    (void)snprintf(rules->edition_name, sizeof rules->edition_name, "%s", "Billions reconstruction");
}

/* ------------------------------------------------------------------ what follows from the numbers */

static void derive_masks(struct obu_rules *rules)
{
    for (int card = 0; card < rules->communities; card++) {
        const uint64_t bit = 1ULL << card;
        const int toxicity = rules->toxicity[card];
        rules->all_comm |= bit;
        rules->by_toxicity[toxicity < 7 ? toxicity : 7] |= bit;
        *(toxicity <= 2 ? &rules->low : &rules->high) |= bit;
        rules->fifty |= rules->halves[card] == 1 ? bit : 0;
        rules->portable |= rules->halves[card] <= 3 ? bit : 0; /* OBU-143 */
    }
    rules->clean = rules->by_toxicity[0];

    rules->addable[0] = rules->all_comm;
    rules->addable[1 + NUMBER(OBU_LOW_ON_FUNDS)] = 0;                /* OBU-66 */
    rules->addable[1 + NUMBER(OBU_BAD_PRESS)] = 0;                   /* OBU-67 */
    rules->addable[1 + NUMBER(OBU_TOXIC_CULTURE)] = rules->high;     /* OBU-68 */
    rules->addable[1 + NUMBER(OBU_OVERZEALOUS_MODS)] = rules->clean; /* OBU-69 */
    rules->addable[1 + NUMBER(OBU_SERVER_OVERLOAD)] = rules->fifty;  /* OBU-70 */

    for (int network = 0; network <= OBU_NETWORKS; network++) {
        rules->network_adds[network] = rules->all_comm;
    }
    rules->network_adds[OBU_HIREME] = rules->low; /* OBU-179 */
    for (int card = 0; card < rules->communities; card++) {
        if (rules->halves[card] >= 6) {
            rules->network_adds[OBU_MURMUR] &= ~(1ULL << card); /* OBU-191 */
        }
    }
}

/* Consecutive unary fields, one bit a copy. Bit 63 is nobody's: a kind without copies has it as its lowest bit, so that no set ever
 * seems to hold one. */
static bool derive_fields(struct obu_rules *rules, struct bil_error *error)
{
    int low = 0;
    for (int card = OBU_BLOCKER; card < OBU_HIDDEN; card++) {
        const int copies = rules->copies[card];
        if (low + copies > 63) {
            return bil_fail(error, "The edition has more than 63 Blockers, Hotfixes, Safeguards and Actions together; 63 fit.");
        }
        rules->field_low[card] = (uint8_t)(copies > 0 ? low : 63);
        for (int bit = low; bit < low + copies; bit++) {
            rules->field[card] |= 1ULL << bit;
            rules->kind_of_bit[bit] = (uint8_t)card;
        }
        if (copies > 0) {
            const uint64_t first = 1ULL << low;
            rules->first_bits |= first;
            rules->others |= 1ULL << card;
        }
        low += copies;
    }
    return true;
}

bool obu_rules_derive(struct obu_rules *rules, struct bil_error *error)
{
    rules->all_comm = rules->clean = rules->low = rules->high = rules->fifty = rules->portable = rules->first_bits = 0;
    rules->others = 0;
    memset(rules->by_toxicity, 0, sizeof rules->by_toxicity);
    memset(rules->addable, 0, sizeof rules->addable);
    memset(rules->network_adds, 0, sizeof rules->network_adds);
    memset(rules->field, 0, sizeof rules->field);
    memset(rules->field_low, 0, sizeof rules->field_low);
    memset(rules->kind_of_bit, 0, sizeof rules->kind_of_bit);
    if (!derive_fields(rules, error)) {
        return false;
    }
    memset(rules->box, 0, sizeof rules->box);
    rules->box_count = 0;
    for (int card = 0; card < OBU_HIDDEN; card++) {
        for (int i = 0; i < rules->copies[card]; i++) {
            rules->box[rules->box_count++] = (uint8_t)card;
        }
    }
    rules->influencers = rules->events = rules->high_influencers = 0;
    for (int i = 0; i < OBU_INFLUENCERS; i++) {
        rules->high_influencers = (uint16_t)(rules->high_influencers | (rules->influencer_toxicity[i] >= 3 ? 1U << i : 0));
        rules->influencers = (uint16_t)(rules->influencers | (rules->influencer_there[i] ? 1U << i : 0));
    }
    for (int i = 0; i < OBU_EVENTS; i++) {
        rules->events = (uint16_t)(rules->events | (rules->event_there[i] ? 1U << i : 0));
    }
    derive_masks(rules);
    obu_limits_derive(rules);
    obu_legal_derive(rules);
    return true;
}
