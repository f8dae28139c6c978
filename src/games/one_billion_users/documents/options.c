/* The options of One Billion Users: what may be chosen, in words for who types and for who points (OBU-13, OBU-19, OBU-31, OBU-50,
 * OBU-81, OBU-161); and the rules of a match, made from its options and its edition.
 *
 * Options are read by their rows, and what hangs together is checked when rules are made; what is wrong is said in one sentence
 * that names what would be right. Never draws a random number: what chance decides (Networks, the first seat) is decided in
 * setup.c. */
#include "kit/options.h"
#include "games/one_billion_users/documents/documents.h"

static bool is(const char *value, const char *word)
{
    return bil_same_name(value, strlen(value), word);
}

/* The one Network whose name the text is or begins, the word "The" left out if one likes; 0: none, -1: several. */
static int network_of(const char *text, size_t length)
{
    int found = 0;
    for (int network = 1; network <= OBU_NETWORKS; network++) {
        const char *name = obu_network_name(network);
        const char *bare = strncmp(name, "The ", 4) == 0 ? name + 4 : name;
        if (bil_same_name(text, length, name) || bil_same_name(text, length, bare)) {
            return network;
        }
        char begin[OBU_NAME];
        for (size_t cut = 1; length > 0 && cut < strlen(bare) && cut < sizeof begin; cut++) {
            memcpy(begin, bare, cut);
            begin[cut] = '\0';
            if (bil_same_name(text, length, begin)) {
                found = found == 0 || found == network ? network : -1;
            }
        }
    }
    return found;
}

static bool read_networks(void *rules_, const char *value, struct bil_error *error)
{
    struct obu_rules *rules = rules_;
    static const char all[] = "TapTap, HireMe, Friendlink, The Hellsite, False Social, Kooperate, Burrow, Murmur";
    memset(rules->network, 0, sizeof rules->network);
    rules->networks_on = !is(value, "off"); /* OBU-13 */
    if (is(value, "off") || is(value, "random")) {
        return true;
    }
    int seat = 0;
    for (const char *at = value; at; seat++) {
        size_t length = 0;
        const char *word = bil_list_next(&at, &length);
        const int shown = length < 40 ? (int)length : 40;
        if (seat == rules->seats) {
            return bil_fail(error, "Option networks names more than %d Networks: give one for each of the %d seats.", rules->seats,
                            rules->seats);
        }
        if (!bil_same_name(word, length, "random")) {
            const int network = network_of(word, length);
            if (network == 0) {
                return bil_fail(error,
                                "Option networks cannot be \"%.*s\" for seat %d: give off, random, or for every seat one of %s.",
                                shown, word, seat + 1, all);
            }
            if (network < 0) {
                return bil_fail(error, "Option networks: \"%.*s\" for seat %d fits several Networks: write more of the name.",
                                shown, word, seat + 1);
            }
            for (int other = 0; other < seat; other++) {
                if (rules->network[other] == network) {
                    return bil_fail(error,
                                    "Option networks gives %s to seats %d and %d, but there is only one: name different Networks.",
                                    obu_network_name(network), other + 1, seat + 1);
                }
            }
            rules->network[seat] = (uint8_t)network;
        }
    }
    if (seat < rules->seats) {
        return bil_fail(
            error, "Option networks names %d Network%s for %d seats: give off, random, or one name (or random) for every seat.",
            seat, seat == 1 ? "" : "s", rules->seats);
    }
    return true;
}

static const struct bil_option_value cut[] = {
    {"24", "In the last 25", "Game Over and 24 others are the last 25 cards of the deck, shuffled, as the rules have it."},
    {"fifth", "In the last fifth", "It is shuffled into a true fifth of the deck: a few cards more when fewer play."},
    {0},
};
static const struct bil_option_value first[] = {{"random", "By lot", NULL}, {0}};
static const struct bil_option_value networks[] = {
    {"off", "None",
     "A Network gives a platform strengths and weaknesses of its own. Without them all play by the same rules: best for your first "
     "games."},
    {"random", "Dealt by chance", "Each platform gets a Network, with strengths and weaknesses of its own (Advanced Play)."},
    {0},
};
static const struct bil_option_value one_network[] = {
    {"random", "By chance", NULL},
    {"TapTap", "TapTap", NULL},
    {"HireMe", "HireMe", NULL},
    {"Friendlink", "Friendlink", NULL},
    {"The Hellsite", "The Hellsite", NULL},
    {"False Social", "False Social", NULL},
    {"Kooperate", "Kooperate", NULL},
    {"Burrow", "Burrow", NULL},
    {"Murmur", "Murmur", NULL},
    {0},
};
static const struct bil_option_value advertisers[] = {
    {"tie-allowed", "Allowed", "Who shares the most Toxicity may still play New Advertisers."},
    {"tie-barred", "Barred", "Who shares the most Toxicity may not. Harder on toxic platforms."},
    {0},
};
static const struct bil_option_value milestones[] = {
    {"automatic", "By themselves", "A Milestone is yours as soon as you reach it; there is nothing to forget."},
    {"manual", "By a move", "You claim it yourself, and may wait with it, or forget it, as at a real table."},
    {0},
};
static const struct bil_option_value stall[] = {
    {"on", "Bounded", "After 5 cards a seat in a row from the discard pile only the deck is left, so every game ends."},
    {"off", "As printed", "There is no bound. Two who only trade the same cards could go on for ever."},
    {0},
};

#define INTO(member) BIL_INTO(struct obu_rules, member)
const struct bil_option obu_options[] = {
    {"cut", "fifth | 1-60", "24", /* OBU-31 */
     "Game Over is shuffled among that many cards at the bottom of the deck: with more of them the end may come sooner.", NULL,
     INTO(cut), NULL, .name = "Where Game Over is", .choices = cut, .unit = "others with it at the end", .early = true},
    {"first", "random | 1-4", "random", "The seat that has the first turn.", NULL, INTO(first), NULL, .name = "Who begins",
     .choices = first, .unit = "seat"},
    {"networks", "off | random | one name or random a seat, as TapTap,HireMe,random", "off",
     "Advanced Play: every seat has a Network, dealt at random or named.", "random", 0, read_networks,
     .name = "Networks: powers of your own", .choices = networks, .each = one_network, .early = true},
    {"advertisers", "tie-allowed | tie-barred", "tie-allowed",
     "Whether New Advertisers may be played by a platform that shares the most Toxicity.", NULL, INTO(advertisers_tie_barred), NULL,
     .name = "New Advertisers in a tie", .choices = advertisers},
    {"milestones", "automatic | manual", "automatic", "Whether Milestones are claimed by themselves or by a move.", NULL,
     INTO(manual_milestones), NULL, .name = "Milestones", .choices = milestones}, /* OBU-161 */
    {"stall", "on | off", "on", "Whether only the deck may be drawn from after 5 cards a seat in a row came from the discard pile.",
     NULL, INTO(stall_bound), NULL, .name = "Cards from the discard pile", .choices = stall},
    {0},
};

/* ------------------------------------------------------------------ options and an edition into rules */

static bool read_rule_options(const struct bil_config *config, struct obu_rules *rules, struct bil_error *error)
{
    if (!bil_options_read(&bil_game_one_billion_users, config, rules, error)) {
        return false;
    }
    if (rules->first > rules->seats) {
        return bil_fail(error, "Option first cannot be %d: give a seat from 1 to %d, or random.", rules->first, rules->seats);
    }
    rules->stall_bound = (uint8_t)(rules->stall_bound ? 0 : 5 * rules->seats); /* it was 0: on; OBU-50 */
    return true;
}

/* What must hold between the options and the edition so that every match can be set up: enough cards for every deal, a Community to
 * launch for every Network, Game Over under cards that exist. */
static bool options_fit(const struct obu_rules *rules, struct bil_error *error)
{
    int main_cards = 0;
    int deck = 0;
    for (int card = 0; card < OBU_HIDDEN; card++) {
        main_cards += rules->copies[card];
    }
    deck = main_cards;
    for (int i = 0; i < OBU_INFLUENCERS; i++) {
        deck += rules->influencer_there[i];
    }
    for (int i = 0; i < OBU_EVENTS; i++) {
        deck += rules->event_there[i];
    }
    int dealt = rules->hand_size[OBU_NO_NETWORK] + 1;
    for (int network = 1; rules->networks_on && network <= OBU_NETWORKS; network++) {
        const int count = network == OBU_FRIENDLINK ? rules->friendlink_dealt : rules->hand_size[network] + 1;
        dealt = count > dealt ? count : dealt;
    }
    /* A re-deal needs as many cards again. */
    const int need = (rules->seats + 1) * dealt;
    if (main_cards < need) {
        return bil_fail(error, "The edition has only %d main cards, and %d seats need at least %d to be dealt.", main_cards,
                        rules->seats, need);
    }
    if (rules->cut >= deck - rules->seats * dealt) {
        return bil_fail(error, "Option cut cannot be %d with this edition: at most %d cards are sure to be in the deck.",
                        rules->cut, deck - rules->seats * dealt - 1);
    }
    /* Even if the other seats held nothing but what this one may launch, one such Community must be left, or it would be redealt
     * forever (OBU-24). */
    const int others = (rules->seats - 1) * dealt;
    for (int network = 0; network <= (rules->networks_on ? OBU_NETWORKS : 0); network++) {
        const int launchable = obu_popcount(rules->network_adds[network]);
        if (launchable <= others) {
            return bil_fail(error, "The edition has only %d Communities that a seat%s%s may launch, and %d seats need at least %d.",
                            launchable, network ? " with the Network " : "", network ? obu_network_name(network) : "", rules->seats,
                            others + 1);
        }
    }
    return true;
}

/* What depends on the revision: a game that was begun by an older one is played on by that. */
static void revise(struct obu_rules *rules)
{
    rules->asked_once = rules->manual_milestones && rules->revision >= 2;
}

bool obu_rules_init(const struct bil_config *config, void *out, struct bil_error *error)
{
    struct obu_rules *rules = out;
    memset(rules, 0, sizeof *rules);
    rules->revision = (uint8_t)bil_config_revision(&bil_game_one_billion_users, config, error); /* and the seats (OBU-12) */
    if (!rules->revision) {
        return false;
    }
    rules->seats = (uint8_t)config->seats;
    rules->fast = config->fast;
    obu_cards_compiled_in(rules);
    if (config->edition && !bil_edition_read(&obu_edition, config->edition, rules, error)) {
        return false;
    }
    if (!obu_rules_derive(rules, error) || !read_rule_options(config, rules, error) || !options_fit(rules, error)) {
        return false;
    }
    revise(rules);
    return true;
}

void obu_rules_make_fast(void *rules_)
{
    struct obu_rules *rules = rules_;
    rules->fast = 1;
}
