/* The options of 6 Billion: what may be chosen, in words for who types and for who points (SIX-8, SIX-11, SIX-12, SIX-51, SIX-153,
 * SIX-223, SIX-234, SIX-240); and the rules of a match, made from its options and its edition.
 *
 * Options are read by their rows, and what hangs together is checked when rules are made; what is wrong is said in one sentence
 * that names what would be right. Never draws a random number. */
#include "kit/options.h"
#include "games/six_billion/documents/documents.h"

/* SIX-1, SIX-11. Players take the named colours in the order of seats, Neutrals the last of the rest: pink, then orange. */
static bool read_colours(void *rules_, const char *value, struct bil_error *error)
{
    struct six_rules *rules = rules_;
    unsigned used = 0;
    int count = 0;
    for (const char *at = value; at;) {
        size_t length = 0;
        const char *word = bil_list_next(&at, &length);
        if (count == SIX_COLOURS) {
            return bil_fail(error, "Option colours names more than %d colours.", SIX_COLOURS);
        }
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

static const struct bil_option_value track[] = {
    {"off", "Off", "Cards do what they say, no more. Best for your first games."},
    {"on", "On", "The long game: cards may be played for their symbols, and who leads a symbol moves the order of turn."},
    {0},
};
static const struct bil_option_value leaf_limit[] = {
    {"auto", "By the rulebook", "Limited with two players, else free."},
    {"off", "Anywhere", "Whoever leads in Leaf moves any token to any place: a strong power."},
    {"on", "One place only", "It moves a token to the next place, no further. Calmer."},
    {0},
};
static const struct bil_option_value neutrals[] = {
    {"table", "By the rulebook", "Two with three and four players, one with two and five."},
    {"1", "One", "With three players: a faster game, with more room."},
    {"2", "Two", "With three players: as printed."},
    {0},
};
static const struct bil_option_value tokens[] = {
    {"off", "As many as needed", NULL},
    {"10", "Ten", "The short game, A Token Gesture: who has no piece left cannot settle anew."},
    {0},
};
static const struct bil_option_value earth_limit[] = {
    {"edition", "As on the board", "Above its growth limit nobody doubles there for nothing any more."},
    {"16", "16 billion", "Earth is soon full: people must leave early."},
    {"32", "32 billion", NULL},
    {"64", "64 billion", NULL},
    {"128", "128 billion", "Earth feeds nearly everybody: long and calm at home."},
    {0},
};
static const struct bil_option_value trouble_billion[] = {
    {"off", "The whole piece", "New Colony In Trouble and This Is Our Home take what waits in the box away."},
    {"on", "One billion", "They take one billion: two that wait become one. Milder."},
    {0},
};
static const struct bil_option_value discovery_step[] = {
    {"off", "Only as they say", NULL},
    {"on", "Also for a step", "A Dollar, Smiley or Leaf Discovery may be revealed once, for a step on its track."},
    {0},
};
static const struct bil_option_value turn_cap[] = {
    {"off", "No limit", "It ends as the rules say."},
    {"20", "Twenty turns", "The points then decide: for an evening with an end."},
    {0},
};
static const struct bil_option_value colours[] = {
    {"red", "Red", NULL},
    {"blue", "Blue", NULL},
    {"green", "Green", NULL},
    {"black", "Black", NULL},
    {"orange", "Orange", NULL},
    {"pink", "Pink", NULL},
    {0},
};

#define INTO(member) BIL_INTO(struct six_rules, member)
const struct bil_option six_options[] = {
    {"track", "off | on", "off", "The Discovery Track: cards may be played for symbols, and the leaders move the order of turn.",
     NULL, INTO(track), NULL, .name = "Discovery Track", .choices = track, .early = true}, /* SIX-223 */
    {"leaf-limit", "off | on | auto", "auto",
     "Whether the Leaf power moves a token one place only; auto: with 2 seats, as the rulebook recommends.", NULL, INTO(leaf_limit),
     NULL, .name = "The Leaf power", .choices = leaf_limit},
    {"neutrals", "table | 1 | 2", "table", "How many Neutral factions there are; with 3 seats 1 makes a faster game.", NULL,
     INTO(neutrals), NULL, .name = "Neutral factions", .choices = neutrals},
    {"tokens", "off | 8-16", "off", "A Token Gesture: each faction has only that many pieces (10 is usual).", NULL, INTO(tokens),
     NULL, .name = "Pieces", .choices = tokens, .unit = "pieces", .early = true},
    {"earth-limit", "edition | 16 | 32 | 64 | 128", "edition", "The growth limit of Earth, which nobody has published.", NULL,
     INTO(earth_limit), NULL, .name = "How many Earth feeds", .choices = earth_limit},
    {"trouble-billion", "off | on", "off",
     "New Colony In Trouble and This Is Our Home take one billion from a piece on 2 instead of the piece.", NULL,
     INTO(trouble_billion), NULL, .name = "Trouble in boxes", .choices = trouble_billion},
    {"discovery-step", "off | on", "off", "A Dollar, Smiley or Leaf Discovery card may be revealed once for a step on its track.",
     NULL, INTO(discovery_step), NULL, .name = "Discovery cards", .choices = discovery_step},
    {"turn-cap", "off | 1-250", "off", "The game is scored after that game turn, for players who might pass for ever.", NULL,
     INTO(turn_cap), NULL, .name = "Longest game", .choices = turn_cap, .unit = "game turns", .early = true},
    {"colours", "a colour for each faction, players first", "red,blue,green,black,orange,pink",
     "Colours of the players in the order of seats; Neutrals take the last ones of those left.", NULL, 0, read_colours,
     .name = "Colours", .each = colours},
    {0},
};

/* ------------------------------------------------------------------ options and an edition into rules */

/* By number of players (SIX-8); with three of them Earth begins with 5 billion (SIX-9). */
static const struct {
    uint8_t neutrals, start_level;
} tables[SIX_PLAYERS + 1] = {[2] = {1, 2}, [3] = {2, 1}, [4] = {2, 1}, [5] = {1, 1}};

enum { LEAF_AUTO = 2 };

/* Reads the options, and what of them hangs on the seats and on the edition. */
static bool read_rule_options(const struct bil_config *config, struct six_rules *rules, struct bil_error *error)
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
    if (config->edition && !bil_edition_read(&six_edition, config->edition, rules, error)) {
        return false;
    }
    rules->edition_earth = rules->limit[SIX_EARTH];
    return read_rule_options(config, rules, error) && six_rules_derive(rules, error);
}

void six_rules_make_fast(void *rules_)
{
    struct six_rules *rules = rules_;
    rules->fast = 1;
}
