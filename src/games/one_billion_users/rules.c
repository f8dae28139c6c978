/* Makes the rules of a match from its options and its edition (OBU-12, 13, 31, 50; section 16 of the checklist).
 *
 * Options are read by their rows (options.c), and what hangs together is checked here; what is wrong is said in one sentence that
 * names what would be right. It never draws a random number: what chance decides (Networks, the first seat) is decided in setup.c.
 */
#include "games/one_billion_users/state.h"
#include "kit/options.h"

static bool set_options(const struct bil_config *config, struct obu_rules *rules, struct bil_error *error)
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
static bool fits(const struct obu_rules *rules, struct bil_error *error)
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
    /* Even if the other seats held nothing but what this one may launch, one such Community must be left, or it would be dealt
     * anew for ever (OBU-24). */
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
    rules->revision = (uint8_t)bil_config_revision(&bil_game_one_billion_users, config, error);
    if (!rules->revision) {
        return false;
    }
    rules->seats = (uint8_t)config->seats;
    rules->fast = config->fast;
    obu_cards_compiled_in(rules);
    if (config->edition && !obu_edition_read(config->edition, rules, error)) {
        return false;
    }
    if (!obu_rules_derive(rules, error) || !set_options(config, rules, error) || !fits(rules, error)) {
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
