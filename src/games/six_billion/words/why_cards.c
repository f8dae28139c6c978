/* 6 Billion: the sentence that says why a move is not legal, and the reasons that many verbs share: a card that is not held, a
 * token that is not there, a place where people cannot go. */
#include <stdarg.h>
#include <stdio.h>

#include "games/six_billion/words/words.h"
#include "kit/notation.h"

/* ------------------------------------------------------------------ how a sentence is made */

bool six_because(const struct six_doubt *doubt, const char *rule, const char *format, ...)
{
    static const char *const leads[SIX_VERBS] = {
        [SIX_M_COLONY] = "play ",   [SIX_M_MIGRANTS] = "play ",     [SIX_M_DOUBLE] = "play ", [SIX_M_RECYCLE] = "play ",
        [SIX_M_DISCOVER] = "play ", [SIX_M_TROUBLE] = "play ",      [SIX_M_HOME] = "play ",   [SIX_M_SYMBOL] = "play ",
        [SIX_M_CANCEL] = "play ",   [SIX_M_RESPOND] = "play ",      [SIX_M_UP] = "use ",      [SIX_M_DOWN] = "use ",
        [SIX_M_PLACE] = "use ",     [SIX_M_DECK] = "draw from the "};
    char reason[400];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    bil_text_format(doubt->out, "You can't %s`", leads[doubt->verb] ? leads[doubt->verb] : "");
    bil_move_text(&bil_game_six_billion, doubt->rules, doubt->state, doubt->move, BIL_EVERYBODY, doubt->out);
    bil_text_format(doubt->out, "`: %s (%s).", reason, rule);
    return true;
}

static struct six_phrase said(const struct six_doubt *doubt, int faction,
                              void (*add)(struct bil_text *, const struct six_rules *, int, int, bool))
{
    struct six_phrase name;
    struct bil_text text = {0};
    add(&text, doubt->rules, faction, doubt->me, false);
    (void)snprintf(name.text, sizeof name.text, "%s", bil_text_string(&text));
    bil_text_free(&text);
    return name;
}

struct six_phrase six_said_name(const struct six_doubt *doubt, int faction)
{
    return said(doubt, faction, six_add_faction);
}

struct six_phrase six_said_owner(const struct six_doubt *doubt, int faction)
{
    return said(doubt, faction, six_add_owner);
}

const char *six_said_has(const struct six_doubt *doubt, int faction)
{
    return faction == doubt->me ? "have" : "has";
}

/* ------------------------------------------------------------------ reasons that several verbs share */

bool six_why_no_site(const struct six_doubt *doubt, int site)
{
    return site >= SIX_SITES && six_because(doubt, "SIX-6", "there is no such site");
}

bool six_why_no_faction(const struct six_doubt *doubt)
{
    return doubt->faction >= doubt->rules->factions &&
           six_because(doubt, "SIX-8", "only %d factions are in play", doubt->rules->factions);
}

bool six_why_no_token(const struct six_doubt *doubt, int faction, int site, const char *rule, const char *box_rule)
{
    if (six_why_no_site(doubt, site)) {
        return true;
    }
    const bool waits = (doubt->state->waiting[faction] >> site & 1) != 0;
    return !(doubt->state->on[faction] >> site & 1) &&
           six_because(doubt, waits ? box_rule : rule, "%s %s no population token on %s%s", six_said_name(doubt, faction).text,
                       six_said_has(doubt, faction), six_site_place(site), waits ? ", only pieces in the box" : "");
}

bool six_why_not_held(const struct six_doubt *doubt, int card, const char *rule)
{
    const struct six_hand *hand = &doubt->state->hand[doubt->me];
    if (card <= SIX_NO_CARD || card >= SIX_CARDS) {
        return six_because(doubt, rule, "there is no such card");
    }
    if (six_has(hand, card)) {
        return false;
    }
    struct bil_text text = {0};
    uint32_t akin = 0;
    for (int other = 1; other < SIX_CARDS; other++) {
        akin |= six_family[other] == six_family[card] && six_has(hand, other) ? SIX_CARD_BIT(other) : 0U;
    }
    bil_text_add(&text, "you hold no ");
    six_add_card(&text, doubt->rules, card);
    if (akin && six_family[card] < SIX_F_CANCEL) {
        bil_text_add(&text, ", but ");
        six_add_codes(&text, akin, "and");
    }
    six_because(doubt, rule, "%s", bil_text_string(&text));
    bil_text_free(&text);
    return true;
}

bool six_why_not_there(const struct six_doubt *doubt, int faction, int half, int billions)
{
    const struct six_state *state = doubt->state;
    const int site = doubt->to;
    const int there = half ? six_migrants(state, faction, site) : six_colonies(state, faction, site);
    if (state->on[faction] >> site & 1) {
        return six_because(doubt, half && !six_is_player(doubt->rules, state->faction) ? "SIX-118" : "SIX-98",
                           "%s %s a population token on %s already", six_said_name(doubt, faction).text,
                           six_said_has(doubt, faction), six_site_place(site));
    }
    if (site == SIX_EARTH) {
        return six_because(doubt, "SIX-65", "nobody can be sent to Earth");
    }
    if (there + billions > 2) {
        return six_because(doubt, doubt->verb == SIX_M_SEND ? "SIX-120" : "SIX-99",
                           "the %s half of %s %s box holds %d billion already, and 2 are the most", half ? "migrants" : "colonies",
                           six_said_owner(doubt, faction).text, six_site_short(site), there);
    }
    bool others = false;
    bool boxes = false;
    for (int other = 0; other < doubt->rules->factions; other++) {
        others |= other != faction && (state->on[other] >> site & 1);
        boxes |= other != faction && (state->waiting[other] >> site & 1);
    }
    if (half && !others) {
        return six_because(doubt, doubt->verb == SIX_M_SEND ? "SIX-118" : "SIX-101",
                           "migrants go only where another faction has a population token, and there is none on %s%s",
                           six_site_place(site), boxes ? ", for pieces in boxes do not count" : "");
    }
    return !six_piece_left(doubt->rules, state, faction, site, half, billions) &&
           six_because(doubt, "SIX-12", "with the option tokens a faction has only %d pieces, and %s %s none left",
                       doubt->rules->tokens, six_said_name(doubt, faction).text, six_said_has(doubt, faction));
}
