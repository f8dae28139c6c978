/* 6 Billion: what the words of a position document name (docs/positions.md): sites, factions, players, cards.
 *
 * Counts cards as they are placed, so that none is placed more often than the edition has it. Never puts one anywhere: that do the
 * files that know the places. */
#include "games/six_billion/documents/documents.h"

static const char *colour(const struct bil_doc *doc, int faction)
{
    const struct six_rules *rules = doc->rules;
    return six_colour_words[rules->colour[faction]];
}

static int factions(const struct bil_doc *doc)
{
    return ((const struct six_rules *)doc->rules)->factions;
}

static int players(const struct bil_doc *doc)
{
    return ((const struct six_rules *)doc->rules)->seats;
}

const struct bil_axis six_sites = {.what = "site", .words = six_site_words, .count = SIX_SITES};
const struct bil_axis six_factions = {.what = "faction", .name = colour, .counted = factions, .count = SIX_FACTIONS};
const struct bil_axis six_players = {.what = "player", .name = colour, .counted = players, .count = SIX_PLAYERS};
const struct bil_axis six_cards = {.what = "card", .words = six_card_words, .count = SIX_CARDS};

void six_write_colour(const struct bil_doc *doc, int faction)
{
    bil_json_string(doc->out, colour(doc, faction));
}

void six_key_colour(const struct bil_doc *doc, const char *key, int faction)
{
    bil_json_key_string(doc->out, key, colour(doc, faction));
}

int six_load_site(struct six_loading *loading, const struct bil_value *value)
{
    return bil_which_word(value, six_site_words, SIX_SITES, "site", loading->error);
}

int six_load_faction(struct six_loading *loading, const struct bil_value *value)
{
    return bil_which_word(value, loading->colours, loading->rules->factions, "faction", loading->error);
}

int six_load_player(struct six_loading *loading, const struct bil_value *value)
{
    return bil_which_word(value, loading->colours, loading->rules->seats, "player", loading->error);
}

int six_load_card(struct six_loading *loading, const struct bil_value *value)
{
    return bil_which_word(value, six_card_words, SIX_CARDS, "card", loading->error);
}

static const struct bil_value *need(struct six_loading *loading, const struct bil_value *object, const char *key)
{
    const struct bil_value *value = bil_value_get(object, key);
    if (!value) {
        bil_value_fail(object, loading->error, "it lacks \"%s\".", key);
    }
    return value;
}

int six_need_site(struct six_loading *loading, const struct bil_value *object, const char *key)
{
    const struct bil_value *value = need(loading, object, key);
    return value ? six_load_site(loading, value) : -1;
}

int six_need_player(struct six_loading *loading, const struct bil_value *object, const char *key)
{
    const struct bil_value *value = need(loading, object, key);
    return value ? six_load_player(loading, value) : -1;
}

int six_need_card(struct six_loading *loading, const struct bil_value *object, const char *key)
{
    const struct bil_value *value = need(loading, object, key);
    return value ? six_load_card(loading, value) : -1;
}

bool six_place(struct six_loading *loading, const struct bil_value *value, int card)
{
    if (loading->left[card] > 0) {
        loading->left[card]--;
        return true;
    }
    const int copies = loading->rules->copies[card];
    if (copies == 0) {
        return bil_value_fail(value, loading->error, "this edition has no card %s.", six_card_words[card]);
    }
    return bil_value_fail(value, loading->error, "all %d cards %s are placed elsewhere already.", copies, six_card_words[card]);
}
