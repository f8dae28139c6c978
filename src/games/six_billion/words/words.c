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

static const char *site_place(int site)
{
    return site == SIX_BELT ? "the Belt" : name_of(six_site_names, SIX_SITES, site);
}

const char *six_faction_word(const struct six_rules *rules, int faction)
{
    return faction >= 0 && faction < rules->factions ? name_of(six_colour_words, SIX_COLOURS, rules->colour[faction]) : "?";
}

static const char *card_word(int card)
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

static const char *find_name(int find)
{
    return find >= SIX_FIND_SYMBOL ? six_symbol_name(find - SIX_FIND_SYMBOL) : six_site_short(find - 1);
}

static void add_faction(const struct bil_reader *reader, int faction, bool begins)
{
    const struct six_rules *rules = reader->rules;
    if (faction == reader->viewer && faction >= 0) {
        bil_text_add(reader->out, begins ? "You" : "you");
        return;
    }
    const char *colour = six_faction_word(rules, faction);
    const bool neutral = faction >= rules->seats && faction < rules->factions;
    bil_text_add(reader->out, neutral ? "Neutral " : "");
    bil_text_char(reader->out, *colour >= 'a' && *colour <= 'z' ? (char)(*colour - 'a' + 'A') : *colour);
    bil_text_add(reader->out, colour + 1);
}

static void add_owner(const struct bil_reader *reader, int faction, bool begins)
{
    add_faction(reader, faction, begins);
    bil_text_add(reader->out, faction == reader->viewer && faction >= 0 ? "r" : "'s");
}

static void add_card(const struct bil_reader *reader, int card)
{
    static const char *const targets[] = {
        [SIX_T_OWN] = "", [SIX_T_OTHER] = "another player", [SIX_T_NEUTRAL] = "a Neutral", [SIX_T_NONE] = ""};
    const struct six_rules *rules = reader->rules;
    if (card <= SIX_NO_CARD || card >= SIX_CARDS) {
        bil_text_add(reader->out, "a hidden card");
        return;
    }
    const bool far = six_family[card] == SIX_F_COLONY || six_family[card] == SIX_F_MIGRANTS;
    const char *target = targets[six_target[card]];
    bil_text_add(reader->out, six_card_names[card]);
    if (far) {
        bil_text_format(reader->out, " (distance %d%s%s)", rules->card_distance[card], *target ? ", " : "", target);
    } else if (*target) {
        bil_text_format(reader->out, " (%s)", target);
    }
}

/* ------------------------------------------------------------------ lists */

const char *six_between(bool first, uint32_t more, const char *last)
{
    return first ? "" : more ? ", " : last;
}

void six_tell_list(const struct bil_reader *reader, uint32_t bits, const char *each, const char *last)
{
    for (uint32_t rest = bits; rest; rest &= rest - 1) {
        bil_text_add(reader->out, six_between(rest == bits, rest & (rest - 1), last));
        six_tell(reader, each, six_lowest(rest));
    }
}

/* ------------------------------------------------------------------ sentences */

/* "the free doubling of your Earth token", "Blue's Double on Red's Mars token": the cancelled action, its player and its target. */
static void tell_about(const struct bil_reader *reader, int about)
{
    static const char *const cards[] = {
        [SIX_EV_DOUBLE] = "Double", [SIX_EV_TROUBLE] = "New Colony In Trouble", [SIX_EV_HOME] = "This Is Our Home"};
    static const char *const targets[] = {
        [SIX_EV_DOUBLE] = "%j token", [SIX_EV_TROUBLE] = "colonies at %w", [SIX_EV_HOME] = "migrants at %w"};
    const int kind = SIX_ABOUT_KIND(about);
    const int player = SIX_ABOUT_PLAYER(about);
    const int faction = SIX_ABOUT_FACTION(about);
    const int site = SIX_ABOUT_SITE(about);
    if (kind <= SIX_NO_EVENT || kind > SIX_EV_HOME) {
        bil_text_add(reader->out, "it"); /* no rule makes such an event */
    } else if (kind == SIX_EV_GROW) {
        six_tell(reader, "the free doubling of %o %j token", faction, site);
    } else {
        six_tell(reader, faction == player ? "%o %s on [your|its] " : "%o %s on %o ", player, cards[kind], faction);
        six_tell(reader, targets[kind], site);
    }
}

static void add_mark(const struct bil_reader *reader, char mark, int number)
{
    static const char *const ordinals[] = {"?", "first", "second", "third", "fourth", "fifth", "sixth"};
    struct bil_text *out = reader->out;
    switch (mark) {
    case 'F':
    case 'f':
        add_faction(reader, number, mark == 'F');
        break;
    case 'O':
    case 'o':
        add_owner(reader, number, mark == 'O');
        break;
    case 'r':
        if (SIX_ROUTE_FACTION(number) == reader->viewer) {
            bil_text_add(out, "your people");
        } else {
            add_faction(reader, SIX_ROUTE_FACTION(number), false);
        }
        break;
    case 'w':
        bil_text_add(out, site_place(number));
        break;
    case 'j':
        bil_text_add(out, six_site_short(number));
        break;
    case '<':
        bil_text_add(out, site_place(SIX_ROUTE_FROM(number)));
        break;
    case '(':
        bil_text_add(out, six_site_short(SIX_ROUTE_FROM(number)));
        break;
    case ')':
        bil_text_add(out, site_place(SIX_ROUTE_TO(number)));
        break;
    case '>':
        bil_text_add(out, six_site_short(SIX_ROUTE_TO(number)));
        break;
    case 'k':
        add_card(reader, number);
        break;
    case 'n':
        bil_text_add(out, six_card_names[number]);
        break;
    case 'q':
        bil_text_add(out, card_word(number));
        break;
    case 'h':
        bil_text_add(out, six_faction_word(reader->rules, number));
        break;
    case 'c': /* SIX-17 */
        add_card(reader, SIX_COLONY_2);
        break;
    case 'K':
        add_card(reader, SIX_STOPPED_CARD(number));
        break;
    case 'D':
        bil_text_add(out, find_name(number & 15));
        break;
    case 'y':
        bil_text_add(out, six_symbol_name(number));
        break;
    case 'l':
        bil_text_number(out, number > 0 && number < SIX_LEVELS ? six_population(number) : 0);
        break;
    case 't':
        bil_text_add(out, ordinals[number >= 1 && number <= SIX_FACTIONS ? number : 0]);
        break;
    case 'p':
        bil_text_format(out, number == 1 ? "%d point" : "%d points", number);
        break;
    case 'W':
    case 'A':
        six_tell_list(reader, (uint32_t)number, "%w", mark == 'W' ? " or " : " and ");
        break;
    case 'C':
    case 'B':
        six_tell_list(reader, (uint32_t)number, "%q", mark == 'C' ? " or " : " and ");
        break;
    default: /* 'v' */
        tell_about(reader, number);
        break;
    }
}

static unsigned named_by(char mark, int number)
{
    return strchr("FfOo", mark) ? (number >= 0 && number < SIX_FACTIONS ? 1U << number : 0U)
           : mark == 'r'        ? 1U << SIX_ROUTE_FACTION(number)
           : mark == 'v'        ? 1U << SIX_ABOUT_PLAYER(number) | 1U << SIX_ABOUT_FACTION(number)
                                : 0U;
}

const struct bil_marks six_marks = {add_mark, named_by};

void six_tell(const struct bil_reader *reader, const char *template, ...)
{
    va_list arguments;
    va_start(arguments, template);
    bil_phrase(&six_marks, reader, template, arguments);
    va_end(arguments);
}

void six_tell_event(const struct bil_reader *reader, const struct six_state *state)
{
    const struct six_event *event = &state->event;
    const int level = state->level[event->faction][event->site];
    if (event->kind == SIX_EV_GROW) {
        six_tell(reader, "%O %j token is to double freely, from %l to %l", event->faction, event->site, level, level + 1);
        return;
    }
    six_tell(reader, event->faction == event->player ? "%F [play|plays] %k on [your|its]" : "%F [play|plays] %k on %o",
             event->player, event->card, event->faction);
    if (event->kind == SIX_EV_DOUBLE) {
        six_tell(reader, " %j token, from %l to %l", event->site, level, level + 1);
    } else if (event->kind == SIX_EV_TROUBLE) {
        six_tell(reader, " colonies at %w (%d billion)", event->site, six_colonies(state, event->faction, event->site));
    } else {
        six_tell(reader, " migrants at %w (%d billion)", event->site, six_migrants(state, event->faction, event->site));
    }
}
