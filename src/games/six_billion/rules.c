/* Makes the rules of a match of 6 Billion from its options and its edition (SIX-7..11, section 23 of the checklist).
 *
 * Every option is checked here and nowhere else; what is wrong is said in one sentence that names what would be right. Never draws
 * a random number. */
#include <stdio.h>

#include "games/six_billion/state.h"

const struct bil_option six_options[] = {
    {"track", "off | on", "off", "The Discovery Track: cards may be played for symbols, and the leaders move the order of turn.",
     NULL},
    {"leaf-limit", "auto | on | off", "auto",
     "Whether the Leaf power moves a token one place only; auto: with 2 seats, as the rulebook recommends.", NULL},
    {"neutrals", "table | 1 | 2", "table", "How many Neutral factions there are; with 3 seats 1 makes a faster game.", NULL},
    {"tokens", "off | 8-16", "off", "A Token Gesture: each faction has only so many pieces (10 is usual).", NULL},
    {"earth-limit", "edition | 16 | 32 | 64 | 128", "edition", "The growth limit of Earth, which nobody has published.", NULL},
    {"trouble-billion", "off | on", "off",
     "New Colony In Trouble and This Is Our Home take one billion from a piece on 2 instead of the piece.", NULL},
    {"discovery-step", "off | on", "off", "A Dollar, Smiley or Leaf Discovery card may be revealed once for a step on its track.",
     NULL},
    {"turn-cap", "off | 1-250", "off", "The game is scored after that game turn, for players who might pass for ever.", NULL},
    {"colours", "a colour for each faction, players first", "red,blue,green,black,orange,pink",
     "Colours of the players in the order of seats; Neutrals take the last ones of those left.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static bool is(const char *value, const char *word)
{
    return bil_same_name(value, strlen(value), word);
}

/* A whole number from low to high and nothing behind it. */
static bool number(const char *value, int low, int high, uint8_t *out)
{
    int result = 0;
    if (!*value) {
        return false;
    }
    for (const char *c = value; *c; c++) {
        if (*c < '0' || *c > '9' || result > high) {
            return false;
        }
        result = 10 * result + (*c - '0');
    }
    *out = (uint8_t)result;
    return result >= low && result <= high;
}

static bool on_or_off(const char *key, const char *value, uint8_t *out, struct bil_error *error)
{
    if (!is(value, "on") && !is(value, "off")) {
        return bil_fail(error, "Option %s cannot be \"%.40s\": give on or off.", key, value);
    }
    *out = is(value, "on");
    return true;
}

static bool set_track(struct six_rules *rules, const char *value, struct bil_error *error)
{
    return on_or_off("track", value, &rules->track, error);
}

enum { LEAF_AUTO = 2 }; /* in rules->leaf_limit until all options are read */

static bool set_leaf_limit(struct six_rules *rules, const char *value, struct bil_error *error)
{
    if (is(value, "auto")) {
        rules->leaf_limit = LEAF_AUTO;
        return true;
    }
    if (!is(value, "on") && !is(value, "off")) {
        return bil_fail(error, "Option leaf-limit cannot be \"%.40s\": give auto, on or off.", value);
    }
    rules->leaf_limit = is(value, "on");
    return true;
}

/* SIX-8: by number of players. */
static const struct {
    uint8_t neutrals, start_level;
} tables[SIX_PLAYERS + 1] = {[2] = {1, 2}, [3] = {2, 1}, [4] = {2, 1}, [5] = {1, 1}};

static bool set_neutrals(struct six_rules *rules, const char *value, struct bil_error *error)
{
    uint8_t wanted = tables[rules->seats].neutrals;
    if (!is(value, "table") && !number(value, 1, 2, &wanted)) {
        return bil_fail(error, "Option neutrals cannot be \"%.40s\": give table, 1 or 2.", value);
    }
    if (wanted != tables[rules->seats].neutrals && !(rules->seats == 3 && wanted == 1)) {
        return bil_fail(error, "Option neutrals cannot be %d with %d seats: only 3 seats may choose, between 1 and 2.", wanted,
                        rules->seats);
    }
    rules->neutrals = wanted;
    return true;
}

static bool set_tokens(struct six_rules *rules, const char *value, struct bil_error *error)
{
    rules->tokens = 0;
    if (!is(value, "off") && !number(value, 8, 16, &rules->tokens)) {
        return bil_fail(error, "Option tokens cannot be \"%.40s\": give off, or a number of pieces from 8 to 16.", value);
    }
    return true;
}

static bool set_earth_limit(struct six_rules *rules, const char *value, struct bil_error *error)
{
    static const struct {
        const char *word;
        uint8_t level;
    } limits[] = {{"16", 5}, {"32", 6}, {"64", 7}, {"128", 8}};
    if (is(value, "edition")) {
        return true;
    }
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        if (is(value, limits[i].word)) {
            rules->limit[SIX_EARTH] = limits[i].level;
            return true;
        }
    }
    return bil_fail(error, "Option earth-limit cannot be \"%.40s\": give edition, 16, 32, 64 or 128.", value);
}

static bool set_trouble_billion(struct six_rules *rules, const char *value, struct bil_error *error)
{
    return on_or_off("trouble-billion", value, &rules->trouble_billion, error);
}

static bool set_discovery_step(struct six_rules *rules, const char *value, struct bil_error *error)
{
    return on_or_off("discovery-step", value, &rules->discovery_step, error);
}

static bool set_turn_cap(struct six_rules *rules, const char *value, struct bil_error *error)
{
    rules->turn_cap = 0;
    if (!is(value, "off") && !number(value, 1, 250, &rules->turn_cap)) {
        return bil_fail(error, "Option turn-cap cannot be \"%.40s\": give off, or a game turn from 1 to 250.", value);
    }
    return true;
}

/* SIX-11. Players take the named colours in the order of seats, Neutrals the last of the rest: pink, then orange. */
static bool set_colours(struct six_rules *rules, const char *value, struct bil_error *error)
{
    unsigned used = 0;
    int count = 0;
    for (const char *word = value; count < SIX_COLOURS;) {
        const char *comma = strchr(word, ',');
        const char *end = comma ? comma : word + strlen(word);
        while (word < end && *word == ' ') {
            word++;
        }
        while (end > word && end[-1] == ' ') {
            end--;
        }
        const size_t length = (size_t)(end - word);
        int colour = 0;
        while (colour < SIX_COLOURS && !bil_same_name(word, length, six_colour_words[colour])) {
            colour++;
        }
        if (colour == SIX_COLOURS) {
            return bil_fail(error, "Option colours cannot name \"%.*s\": there are red, blue, green, black, orange and pink.",
                            length < 40 ? (int)length : 40, word);
        }
        if (used >> colour & 1U) {
            return bil_fail(error, "Option colours names %s twice: give every faction a colour of its own.",
                            six_colour_words[colour]);
        }
        used |= 1U << colour;
        if (count < rules->seats) {
            rules->colour[count] = (uint8_t)colour;
        }
        count++;
        if (!comma) {
            break;
        }
        word = comma + 1;
        if (count == SIX_COLOURS) {
            return bil_fail(error, "Option colours names more than %d colours.", SIX_COLOURS);
        }
    }
    if (count < rules->seats) {
        return bil_fail(error, "Option colours names %d colour%s for %d seats: give one for every seat.", count,
                        count == 1 ? "" : "s", rules->seats);
    }
    used = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        used |= 1U << rules->colour[seat];
    }
    for (int colour = SIX_COLOURS - 1, faction = rules->seats; colour >= 0 && faction < SIX_FACTIONS; colour--) {
        if (!(used >> colour & 1U)) {
            rules->colour[faction++] = (uint8_t)colour;
        }
    }
    return true;
}

static bool (*const setters[])(struct six_rules *rules, const char *value, struct bil_error *error) = {
    set_track,           set_leaf_limit,     set_neutrals, set_tokens, set_earth_limit,
    set_trouble_billion, set_discovery_step, set_turn_cap, set_colours};
enum { OPTIONS = sizeof setters / sizeof setters[0] };
static_assert(sizeof six_options / sizeof six_options[0] == OPTIONS + 1, "every option has a setter");

/* The defaults, then what is given; of an option given twice the last one counts. */
static bool set_options(const struct bil_config *config, struct six_rules *rules, struct bil_error *error)
{
    for (int i = 0; i < OPTIONS; i++) {
        if (!setters[i](rules, six_options[i].initial, error)) {
            return false;
        }
    }
    for (int s = 0; s < config->setting_count; s++) {
        const struct bil_setting *setting = &config->settings[s];
        int i = 0;
        while (i < OPTIONS && !is(setting->key, six_options[i].key)) {
            i++;
        }
        if (i == OPTIONS) {
            return bil_fail(error,
                            "6 Billion has no option \"%.40s\": there are track, leaf-limit, neutrals, tokens, earth-limit, "
                            "trouble-billion, discovery-step, turn-cap and colours.",
                            setting->key);
        }
        if (setters[i] == set_earth_limit) {
            rules->limit[SIX_EARTH] = rules->edition_earth;
        }
        if (!setters[i](rules, setting->value, error)) {
            return false;
        }
    }
    if (rules->leaf_limit == LEAF_AUTO) {
        rules->leaf_limit = rules->seats == 2 && rules->track;
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
    if (config->seats < 2 || config->seats > SIX_PLAYERS) { /* SIX-7 */
        return bil_fail(error, "6 Billion is for 2, 3, 4 or 5 seats, not %d.", config->seats);
    }
    if (config->revision < 0 || config->revision > SIX_REVISION) {
        return bil_fail(error, "There is no revision %d of the rules of 6 Billion: the newest is %d.", config->revision,
                        SIX_REVISION);
    }
    rules->seats = (uint8_t)config->seats;
    rules->fast = config->fast;
    rules->revision = (uint8_t)(config->revision ? config->revision : SIX_REVISION);
    six_cards_compiled_in(rules);
    if (config->edition && !six_edition_read(config->edition, rules, error)) {
        return false;
    }
    rules->edition_earth = rules->limit[SIX_EARTH];
    return set_options(config, rules, error) && six_rules_derive(rules, error);
}

void six_rules_quicken(void *rules_)
{
    struct six_rules *rules = rules_;
    rules->fast = 1;
}
