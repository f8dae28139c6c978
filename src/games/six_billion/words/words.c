/* 6 Billion: the words that every sentence of this folder shares (see words.h).
 *
 * Plain tables and a few ways to write a name or an amount. It never checks what a viewer may know: its callers have decided that.
 */
#include "games/six_billion/words/words.h"

/* ------------------------------------------------------------------ names */

static const char *name_of(const char *const *names, int count, int number)
{
    return number >= 0 && number < count && names[number] ? names[number] : "?";
}

static const char *site_word(int site)
{
    return name_of(six_site_words, SIX_SITES, site);
}

const char *six_site_short(int site)
{
    return site == SIX_BELT ? "Belt" : name_of(six_site_names, SIX_SITES, site);
}

const char *six_site_place(int site)
{
    return site == SIX_BELT ? "the Belt" : name_of(six_site_names, SIX_SITES, site);
}

const char *six_faction_word(const struct six_rules *rules, int faction)
{
    return faction >= 0 && faction < rules->factions ? name_of(six_colour_words, SIX_COLOURS, rules->colour[faction]) : "?";
}

const char *six_card_word(int card)
{
    return card == SIX_NO_CARD ? "?" : name_of(six_card_words, SIX_CARDS, card);
}

const char *six_find_word(int find)
{
    return find >= SIX_FIND_SYMBOL ? name_of(six_symbol_words, SIX_SYMBOLS, find - SIX_FIND_SYMBOL) : site_word(find - 1);
}

const char *six_symbol_name(int symbol)
{
    static const char *const names[SIX_SYMBOLS] = {[SIX_DOLLAR] = "Dollar", [SIX_SMILEY] = "Smiley", [SIX_LEAF] = "Leaf"};
    return name_of(names, SIX_SYMBOLS, symbol);
}

const char *six_find_name(int find)
{
    return find >= SIX_FIND_SYMBOL ? six_symbol_name(find - SIX_FIND_SYMBOL) : six_site_short(find - 1);
}

void six_add_faction(struct bil_text *out, const struct six_rules *rules, int faction, int viewer, bool begins)
{
    if (faction == viewer && viewer >= 0) {
        bil_text_add(out, begins ? "You" : "you");
        return;
    }
    const char *colour = six_faction_word(rules, faction);
    const bool neutral = faction >= rules->seats && faction < rules->factions;
    bil_text_add(out, neutral ? "Neutral " : "");
    bil_text_char(out, *colour >= 'a' && *colour <= 'z' ? (char)(*colour - 'a' + 'A') : *colour);
    bil_text_add(out, colour + 1);
}

void six_add_owner(struct bil_text *out, const struct six_rules *rules, int faction, int viewer, bool begins)
{
    if (faction == viewer && viewer >= 0) {
        bil_text_add(out, begins ? "Your" : "your");
        return;
    }
    six_add_faction(out, rules, faction, viewer, begins);
    bil_text_add(out, "'s");
}

void six_add_card(struct bil_text *out, const struct six_rules *rules, int card)
{
    static const char *const targets[] = {
        [SIX_T_OWN] = "", [SIX_T_OTHER] = "another player", [SIX_T_NEUTRAL] = "a Neutral", [SIX_T_NONE] = ""};
    if (card <= SIX_NO_CARD || card >= SIX_CARDS) {
        bil_text_add(out, "a hidden card");
        return;
    }
    const bool far = six_family[card] == SIX_F_COLONY || six_family[card] == SIX_F_MIGRANTS;
    const char *target = targets[six_target[card]];
    bil_text_add(out, six_card_names[card]);
    if (far) {
        bil_text_format(out, " (distance %d%s%s)", rules->card_distance[card], *target ? ", " : "", target);
    } else if (*target) {
        bil_text_format(out, " (%s)", target);
    }
}

/* ------------------------------------------------------------------ amounts */

int six_people(int level)
{
    return level > 0 && level < SIX_LEVELS ? six_population(level) : 0;
}

static void add_billions(struct bil_text *out, int billions)
{
    bil_text_format(out, "%d billion", billions);
}

void six_add_count(struct bil_text *out, int count, const char *thing)
{
    bil_text_format(out, "%d %s%s", count, thing, count == 1 ? "" : "s");
}

const char *six_ordinal(int place)
{
    static const char *const words[] = {"?", "first", "second", "third", "fourth", "fifth", "sixth"};
    return words[place >= 1 && place <= SIX_FACTIONS ? place : 0];
}

/* ------------------------------------------------------------------ lists */

/* The separator before the next item of a list, of which `rest` more follow. */
static void add_comma(struct bil_text *out, bool first, unsigned rest, const char *last)
{
    if (!first) {
        bil_text_format(out, rest ? ", " : " %s ", last);
    }
}

void six_add_sites(struct bil_text *out, unsigned sites, const char *last)
{
    for (unsigned rest = sites; rest;) {
        const int site = six_lowest(rest);
        const bool first = rest == sites;
        rest &= rest - 1;
        add_comma(out, first, rest, last);
        bil_text_add(out, six_site_place(site));
    }
}

void six_add_steps(struct bil_text *out, const struct six_state *state, int faction, unsigned sites, int step, const char *last)
{
    for (unsigned rest = sites; rest;) {
        const int site = six_lowest(rest);
        const int level = state->level[faction][site];
        const bool first = rest == sites;
        rest &= rest - 1;
        add_comma(out, first, rest, last);
        bil_text_format(out, "%s (%d to %d)", six_site_place(site), six_people(level), six_people(level + step));
    }
}

void six_add_codes(struct bil_text *out, uint32_t kinds, const char *last)
{
    for (uint32_t rest = kinds; rest;) {
        const int card = six_lowest(rest);
        const bool first = rest == kinds;
        rest &= rest - 1;
        add_comma(out, first, rest, last);
        bil_text_add(out, six_card_word(card));
    }
}

void six_add_cards(struct bil_text *out, const struct six_rules *rules, uint32_t kinds, const char *last)
{
    for (uint32_t rest = kinds; rest;) {
        const int card = six_lowest(rest);
        const bool first = rest == kinds;
        rest &= rest - 1;
        add_comma(out, first, rest, last);
        six_add_card(out, rules, card);
    }
}

void six_add_factions(struct bil_text *out, const struct six_rules *rules, unsigned factions, const char *last)
{
    for (unsigned rest = factions; rest;) {
        const int faction = six_lowest(rest);
        const bool first = rest == factions;
        rest &= rest - 1;
        add_comma(out, first, rest, last);
        bil_text_add(out, six_faction_word(rules, faction));
    }
}

/* ------------------------------------------------------------------ windows */

void six_add_event(struct bil_text *out, const struct six_rules *rules, const struct six_state *state, int viewer)
{
    const struct six_event *event = &state->event;
    const int level = state->level[event->faction][event->site];
    const bool colonies = event->kind == SIX_EV_TROUBLE;
    const bool own = event->player == viewer;
    if (event->kind == SIX_EV_GROW) {
        six_add_owner(out, rules, event->faction, viewer, true);
        bil_text_format(out, " %s token is to double freely", six_site_short(event->site));
    } else {
        six_add_faction(out, rules, event->player, viewer, true);
        bil_text_add(out, own ? " play " : " plays ");
        six_add_card(out, rules, event->card);
        bil_text_add(out, " on ");
        if (event->faction == event->player) {
            bil_text_add(out, own ? "your" : "its");
        } else {
            six_add_owner(out, rules, event->faction, viewer, false);
        }
    }
    switch (event->kind) {
    case SIX_EV_DOUBLE:
        bil_text_format(out, " %s token", six_site_short(event->site));
        /* fall through */
    case SIX_EV_GROW:
        bil_text_format(out, ", from %d to %d", six_people(level), six_people(level + 1));
        break;
    default:
        bil_text_format(out, " %s at %s (", colonies ? "colonies" : "migrants", six_site_place(event->site));
        add_billions(out, colonies ? six_colonies(state, event->faction, event->site)
                                   : six_migrants(state, event->faction, event->site));
        bil_text_char(out, ')');
        break;
    }
}
