/* 6 Billion: why an Action is not legal now (SIX-81..163, 223..231).
 *
 * Each verb's conditions in the order in which a person would look for them: the card, whose people, the source, the destination,
 * consent refused before. Decides nothing: it is asked only about moves that legal.c does not list. */
#include "games/six_billion/words/words.h"

/* ------------------------------------------------------------------ the card and its target */

/* The rule that says what a card of the family does. */
static const char *rule_of(int card)
{
    static const char *const rules[] = {
        [SIX_F_NONE] = "SIX-125",    [SIX_F_COLONY] = "SIX-134",    [SIX_F_MIGRANTS] = "SIX-137", [SIX_F_DOUBLE] = "SIX-139",
        [SIX_F_RECYCLE] = "SIX-143", [SIX_F_DISCOVERY] = "SIX-147", [SIX_F_TROUBLE] = "SIX-151",  [SIX_F_HOME] = "SIX-152",
        [SIX_F_CANCEL] = "SIX-164",  [SIX_F_RESPONSE] = "SIX-179"};
    return card < SIX_CARDS ? rules[six_family[card]] : rules[SIX_F_NONE];
}

static bool why_not_of_family(const struct six_doubt *doubt, int family)
{
    return (doubt->card >= SIX_CARDS || six_family[doubt->card] != family) &&
           six_because(doubt, "SIX-125", "that is no card for it");
}

/* SIX-5: "another player" is never oneself nor a Neutral. */
static bool why_not_for(const struct six_doubt *doubt)
{
    const int target = six_target[doubt->card];
    const bool player = six_is_player(doubt->rules, doubt->faction);
    if (six_why_no_faction(doubt)) {
        return true;
    }
    if (target == SIX_T_OWN && doubt->faction != doubt->me) {
        return six_because(doubt, "SIX-5", "that card is for your own faction");
    }
    if (target == SIX_T_OTHER && (doubt->faction == doubt->me || !player)) {
        return six_because(doubt, "SIX-5", "that card is for another player");
    }
    return target == SIX_T_NEUTRAL && player && six_because(doubt, "SIX-5", "that card is for a Neutral");
}

/* SIX-115: the owner said no to such a card before. */
static bool why_refused(const struct six_doubt *doubt)
{
    return doubt->from == SIX_EARTH && six_is_player(doubt->rules, doubt->faction) &&
           (doubt->state->refused[doubt->faction] & six_refusal_bit(doubt->card)) != 0 &&
           six_because(doubt, "SIX-115", "%s refused such a card of yours in this turn", six_said_name(doubt, doubt->faction).text);
}

/* ------------------------------------------------------------------ New Colony and Migrants */

static bool why_no_giver(const struct six_doubt *doubt)
{
    const struct six_state *state = doubt->state;
    const struct six_source *source = &state->source;
    const int level = state->level[doubt->faction][doubt->from];
    const bool gave = source->how != SIX_TAKEN_NOTHING && source->faction == doubt->faction && source->site == doubt->from;
    if (six_givers(state, doubt->faction) >> doubt->from & 1) {
        return false;
    }
    if (gave) {
        return six_because(doubt, "SIX-84", "that token was halved from 2 in this turn and can give no more");
    }
    return six_because(doubt, "SIX-83", "%s token on %s is on %d, and there is nothing to halve",
                       six_said_owner(doubt, doubt->faction).text, six_site_place(doubt->from), six_people(level));
}

static bool why_too_far(const struct six_doubt *doubt)
{
    const struct six_rules *rules = doubt->rules;
    const int distance = rules->distance[doubt->from][doubt->to];
    const int reach = rules->card_distance[doubt->card];
    int longest = 0;
    for (int card = 1; card < SIX_CARDS; card++) {
        longest = rules->copies[card] && rules->card_distance[card] > longest ? rules->card_distance[card] : longest;
    }
    if (distance <= reach) {
        return false;
    }
    return six_because(doubt, distance > longest ? "SIX-95" : "SIX-94",
                       "from %s to %s the distance is %d, and the card reaches %d%s", six_site_place(doubt->from),
                       six_site_place(doubt->to), distance, reach, distance > longest ? "; no card reaches that far" : "");
}

bool six_why_people(const struct six_doubt *doubt)
{
    const int family = doubt->verb == SIX_M_MIGRANTS ? SIX_F_MIGRANTS : SIX_F_COLONY;
    if (why_not_of_family(doubt, family) || six_why_not_held(doubt, doubt->card, rule_of(doubt->card)) || why_not_for(doubt) ||
        six_why_no_site(doubt, doubt->to) || six_why_no_token(doubt, doubt->faction, doubt->from, "SIX-81", "SIX-81")) {
        return true;
    }
    if (doubt->from == doubt->to) {
        return six_because(doubt, "SIX-98", "people go from one site to another");
    }
    return why_no_giver(doubt) || (doubt->state->on[doubt->faction] >> doubt->to & 1 ? false : why_too_far(doubt)) ||
           six_why_not_there(doubt, doubt->faction, family == SIX_F_MIGRANTS, 1) || why_refused(doubt);
}

/* ------------------------------------------------------------------ Double and Recycle */

static bool why_on_last(const struct six_doubt *doubt, int faction, const char *rule)
{
    return (doubt->state->topped[faction] >> doubt->from & 1) &&
           six_because(doubt, rule, "that token is on %d, the last number of %s",
                       six_people(doubt->state->level[faction][doubt->from]), six_site_place(doubt->from));
}

bool six_why_double(const struct six_doubt *doubt)
{
    return why_not_of_family(doubt, SIX_F_DOUBLE) || six_why_not_held(doubt, doubt->card, rule_of(doubt->card)) ||
           why_not_for(doubt) || six_why_no_token(doubt, doubt->faction, doubt->from, "SIX-139", "SIX-141") ||
           why_on_last(doubt, doubt->faction, "SIX-140") || why_refused(doubt);
}

bool six_why_recycle(const struct six_doubt *doubt)
{
    const struct six_state *state = doubt->state;
    if (six_why_not_held(doubt, SIX_RECYCLE, "SIX-143") || six_why_no_token(doubt, doubt->me, doubt->from, "SIX-143", "SIX-141") ||
        why_on_last(doubt, doubt->me, "SIX-144")) {
        return true;
    }
    const unsigned lowest = six_lowest_tokens(state, doubt->me);
    if (lowest >> doubt->from & 1) {
        return false;
    }
    struct bil_text names = {0};
    six_add_sites(&names, lowest, "and");
    six_because(doubt, "SIX-143", "Recycle doubles your lowest token, on %d: %s",
                six_people(state->level[doubt->me][six_lowest(lowest)]), bil_text_string(&names));
    bil_text_free(&names);
    return true;
}

/* ------------------------------------------------------------------ Make A Discovery, reveals */

bool six_why_discover(const struct six_doubt *doubt)
{
    return six_why_not_held(doubt, SIX_DISCOVERY, "SIX-147") ||
           (doubt->state->turn < 3 && six_because(doubt, "SIX-147",
                                                  "Make A Discovery is not possible in game turns 1 and 2, and this "
                                                  "is game turn %d",
                                                  doubt->state->turn));
}

static bool why_reveal_site(const struct six_doubt *doubt, int site)
{
    const struct six_state *state = doubt->state;
    const int me = doubt->me;
    const int there = six_colonies(state, me, site);
    if (state->on[me] >> site & 1) {
        return six_because(doubt, "SIX-159", "you have a population token on %s already", six_site_place(site));
    }
    if (there >= 2) {
        return six_because(doubt, "SIX-159", "your colonies half of the %s box is full", six_site_short(site));
    }
    if (six_pairs(site) && state->actions > 0) {
        return six_because(doubt, "SIX-127", "that takes two Actions, and only one is left");
    }
    return !six_piece_left(doubt->rules, state, me, site, 0, six_pairs(site) && there == 0 ? 2 : 1) &&
           six_because(doubt, "SIX-270", "with the option tokens you have only %d pieces, and too few are left",
                       doubt->rules->tokens);
}

bool six_why_reveal(const struct six_doubt *doubt)
{
    const uint8_t *held = doubt->state->find[doubt->me];
    bool down = false;
    bool up = false;
    for (int i = 0; i < SIX_HELD; i++) {
        down |= held[i] != 0 && held[i] == doubt->from;
        up |= held[i] == doubt->from + SIX_FIND_UP;
    }
    if (!down) {
        return six_because(doubt, up ? "SIX-162" : "SIX-158",
                           up ? "that Discovery card is revealed already" : "you do not hold that Discovery card");
    }
    if (doubt->from < SIX_FIND_SYMBOL) {
        return why_reveal_site(doubt, doubt->from - 1);
    }
    if (!doubt->rules->discovery_step) {
        return six_because(doubt, "SIX-234",
                           "a Dollar, Smiley or Leaf card brings no colony, so there is nothing to reveal it for");
    }
    return six_because(doubt, "SIX-231", "your marker is on %d, the last of that track", doubt->rules->track_last);
}

/* ------------------------------------------------------------------ the two cards against boxes */

bool six_why_trouble(const struct six_doubt *doubt)
{
    const struct six_state *state = doubt->state;
    const bool home = doubt->verb == SIX_M_HOME;
    const int card = home ? SIX_HOME : SIX_TROUBLE;
    if (six_why_not_held(doubt, card, rule_of(card)) || six_why_no_faction(doubt) || six_why_no_site(doubt, doubt->from)) {
        return true;
    }
    const int colonies = six_colonies(state, doubt->faction, doubt->from);
    const int migrants = six_migrants(state, doubt->faction, doubt->from);
    if (home ? migrants == 0 : colonies == 0) {
        const char *other = home && colonies ? ", only colonies" : !home && migrants ? ", only migrants" : "";
        const bool stands = (state->on[doubt->faction] >> doubt->from & 1) != 0;
        return six_because(doubt, stands && !*other ? "SIX-155" : rule_of(card), "%s %s no %s in the %s box%s%s",
                           six_said_name(doubt, doubt->faction).text, six_said_has(doubt, doubt->faction),
                           home ? "migrants" : "colonies", six_site_short(doubt->from), other,
                           stands && !*other ? ", and tokens on the track are safe" : "");
    }
    return home && !(state->on[doubt->me] >> doubt->from & 1) &&
           six_because(doubt, "SIX-152", "you have no population token on %s yourself", six_site_place(doubt->from));
}

/* ------------------------------------------------------------------ cards for their symbols */

/* A card that does not show the track's symbol. */
static bool why_other_symbol(const struct six_doubt *doubt, int card)
{
    const struct six_rules *rules = doubt->rules;
    const int shown = rules->card_symbol[card];
    if (shown == doubt->n) {
        return false;
    }
    return six_because(doubt, doubt->n == SIX_LEAF ? "SIX-226" : "SIX-225", "%s shows a %s, not a %s", six_card_names[card],
                       six_symbol_name(shown), six_symbol_name(doubt->n));
}

static bool why_pair(const struct six_doubt *doubt)
{
    const struct six_rules *rules = doubt->rules;
    const struct six_state *state = doubt->state;
    const int second = doubt->from;
    if (doubt->n != SIX_LEAF) {
        return six_because(doubt, "SIX-225", "one card is enough for a step of %s", six_symbol_name(doubt->n));
    }
    if (rules->card_symbols[doubt->card] == 2 || rules->card_symbols[second] == 2) {
        return six_because(doubt, "SIX-227", "a card with two Leaves makes the step alone");
    }
    if (second == doubt->card && state->hand[doubt->me].copies[second] < 2) {
        return six_because(doubt, "SIX-226", "you hold %s only once", six_card_word(second));
    }
    if (state->actions > 0) {
        return six_because(doubt, "SIX-226", "two Leaf cards take two Actions, and only one is left");
    }
    return second < doubt->card && six_because(doubt, "SIX-265", "the two cards are named in the order %s, %s",
                                               six_card_word(second), six_card_word(doubt->card));
}

bool six_why_symbol(const struct six_doubt *doubt)
{
    const int second = doubt->from;
    const char *rule = doubt->n == SIX_LEAF ? "SIX-226" : "SIX-225";
    if (doubt->n >= SIX_SYMBOLS) {
        return six_because(doubt, "SIX-223", "there is no such Discovery Track");
    }
    if (six_why_not_held(doubt, doubt->card, rule) || (second && six_why_not_held(doubt, second, rule)) ||
        why_other_symbol(doubt, doubt->card) || (second && why_other_symbol(doubt, second))) {
        return true;
    }
    if (doubt->state->marker[doubt->me][doubt->n] >= doubt->rules->track_last) {
        return six_because(doubt, "SIX-231", "your %s marker is on %d, the last of its track", six_symbol_name(doubt->n),
                           doubt->rules->track_last);
    }
    if (second) {
        return why_pair(doubt);
    }
    return doubt->n == SIX_LEAF && doubt->rules->card_symbols[doubt->card] == 1 &&
           six_because(doubt, "SIX-226", "one Leaf is not enough: name two Leaf cards");
}
