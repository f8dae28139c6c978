/* Makes the rules of a match of 6 Billion from its options and its edition (SIX-7..11, section 23 of the checklist).
 *
 * Options are read by their rows (options.c), and what hangs together is checked here; what is wrong is said in one sentence that
 * names what would be right. Never draws a random number. */
#include "games/six_billion/state.h"
#include "kit/options.h"

/* SIX-8: by number of players. */
static const struct {
    uint8_t neutrals, start_level;
} tables[SIX_PLAYERS + 1] = {[2] = {1, 2}, [3] = {2, 1}, [4] = {2, 1}, [5] = {1, 1}};

enum { LEAF_AUTO = 2 };

/* Reads the options, and what of them hangs on the seats and on the edition. */
static bool set_options(const struct bil_config *config, struct six_rules *rules, struct bil_error *error)
{
    if (!bil_options_read(&bil_game_six_billion, config, rules, error)) {
        return false;
    }
    const uint8_t usual = tables[rules->seats].neutrals;
    rules->neutrals = rules->neutrals ? rules->neutrals : usual;
    if (rules->neutrals != usual && !(rules->seats == 3 && rules->neutrals == 1)) {
        return bil_fail(error, "Option neutrals cannot be %d with %d seats: only 3 seats may choose, between 1 and 2.",
                        rules->neutrals, rules->seats);
    }
    if (rules->leaf_limit == LEAF_AUTO) {
        rules->leaf_limit = rules->seats == 2 && rules->track;
    }
    for (uint8_t level = 0; rules->earth_limit && level < SIX_LEVELS; level++) {
        if (six_population(level) == rules->earth_limit) {
            rules->limit[SIX_EARTH] = level;
        }
    }
    if (rules->limit[SIX_EARTH] > rules->last[SIX_EARTH]) {
        return bil_fail(error, "Option earth-limit cannot be above the last number of Earth, %d in this edition.",
                        six_population(rules->last[SIX_EARTH]));
    }
    rules->find_limit = (uint8_t)(rules->track ? 2 : 1); /* SIX-212 */
    rules->factions = (uint8_t)(rules->seats + rules->neutrals);
    rules->start_level = tables[rules->seats].start_level;
    return true;
}

bool six_rules_init(const struct bil_config *config, void *out, struct bil_error *error)
{
    struct six_rules *rules = out;
    memset(rules, 0, sizeof *rules);
    rules->revision = (uint8_t)bil_config_revision(&bil_game_six_billion, config, error); /* SIX-7 */
    if (!rules->revision) {
        return false;
    }
    rules->seats = (uint8_t)config->seats;
    rules->fast = config->fast;
    six_cards_compiled_in(rules);
    if (config->edition && !six_edition_read(config->edition, rules, error)) {
        return false;
    }
    rules->edition_earth = rules->limit[SIX_EARTH];
    return set_options(config, rules, error) && six_rules_derive(rules, error);
}

void six_rules_make_fast(void *rules_)
{
    struct six_rules *rules = rules_;
    rules->fast = 1;
}
