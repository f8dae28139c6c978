/* One Billion Users: why one of the eight ways to play, or a sacrifice, is not legal now (OBU-51..116).
 *
 * Each verb's conditions in the order in which a person would look for them. */
#include "games/one_billion_users/words/words.h"

/* ------------------------------------------------------------------ the eight ways to play */

bool obu_why_add(const struct obu_doubt *doubt)
{
    static const char *const limit_rules[OBU_BLOCKERS] = {"OBU-66", "OBU-68", "OBU-69", "OBU-70", "OBU-67"};
    const struct obu_rules *rules = doubt->rules;
    const struct obu_seat *seat = doubt->seat;
    if (obu_why_not_of_kind(doubt, OBU_K_COMMUNITY, "OBU-64") || obu_why_not_held(doubt, doubt->a, "OBU-64")) {
        return true;
    }
    const uint64_t bit = 1ULL << doubt->a;
    if (doubt->top->kind == OBU_SECOND && !(rules->fifty & bit)) {
        return obu_because(doubt, "OBU-154", "the second Community must have 50 M, and it has %d M", 50 * rules->halves[doubt->a]);
    }
    if (!(rules->addable[seat->blocker] & bit)) {
        return obu_because(doubt, limit_rules[seat->blocker - 1], "%s allows %s", obu_card_rows[seat->blocker - 1].name,
                           obu_card_rows[seat->blocker - 1].brief);
    }
    if (!(obu_addable(rules, doubt->state, doubt->me) & rules->network_adds[seat->network] & bit) &&
        (rules->network_adds[seat->network] & bit)) {
        return obu_because(doubt, "OBU-153", "under Brand-Safety Scare nobody adds 3 or more Toxicity, and it has %d",
                           rules->toxicity[doubt->a]);
    }
    return obu_why_network_bars(doubt, doubt->a, NULL);
}

/* What a Network keeps away with its text (OBU-180, 184, 191). */
static const char *network_shield_rule(int network)
{
    return network == OBU_HIREME ? "OBU-180" : network == OBU_HELLSITE ? "OBU-184" : "OBU-191";
}

bool obu_why_block(const struct obu_doubt *doubt)
{
    const struct obu_state *state = doubt->state;
    if (obu_why_no_such_seat(doubt)) {
        return true;
    }
    const struct obu_seat *at = &state->seat[doubt->b];
    if (doubt->b == doubt->me) {
        return obu_because(doubt, "OBU-72", "a Blocker goes on a rival's platform, and that is your own");
    }
    if (obu_why_not_of_kind(doubt, OBU_K_BLOCKER, "OBU-72") || obu_why_not_held(doubt, doubt->a, "OBU-72")) {
        return true;
    }
    const int blocker = doubt->a - OBU_BLOCKER;
    const char *name = obu_card_rows[blocker].name;
    if (doubt->seat->network == OBU_KOOPERATE) {
        return obu_because(doubt, "OBU-189", "Kooperate cannot play Blockers, only grind or discard them");
    }
    if (at->blocker) {
        return obu_because(doubt, "OBU-73", "Seat %d has an active Blocker already, %s", doubt->b + 1,
                           obu_card_rows[at->blocker - 1].name);
    }
    if (obu_guard_for[blocker] >= 0 && (at->guards >> obu_guard_for[blocker] & 1U)) {
        return obu_because(doubt, "OBU-74", "Seat %d has %s, which keeps it off for good", doubt->b + 1,
                           obu_card_name(doubt->rules, OBU_SAFEGUARD + obu_guard_for[blocker]));
    }
    if (state->event == OBU_TECH_BUBBLE && (doubt->a == OBU_LOW_ON_FUNDS || doubt->a == OBU_BAD_PRESS)) {
        return obu_because(doubt, "OBU-142", "while Tech Bubble lies on top nobody plays Low on Funds or Bad Press");
    }
    if (obu_underdog(doubt->rules, state) == doubt->b) {
        return obu_because(doubt, "OBU-159", "Underdog Week protects Seat %d, whose platform has fewest Users", doubt->b + 1);
    }
    return !obu_can_block(doubt->rules, state, doubt->me, blocker, doubt->b) &&
           obu_because(doubt, network_shield_rule(at->network), "%s cannot be played on %s", name, obu_network_name(at->network));
}

/* OBU-81: the Toxicity that bars New Advertisers. */
static bool why_advertisers(const struct obu_doubt *doubt)
{
    int most = 0;
    for (int seat = 0; seat < doubt->rules->seats; seat++) {
        if (seat != doubt->me && doubt->state->seat[seat].toxicity > most) {
            most = doubt->state->seat[seat].toxicity;
        }
    }
    const int own = doubt->seat->toxicity;
    if (own < most || (own == most && !doubt->rules->advertisers_tie_barred)) {
        return false;
    }
    return obu_because(doubt, "OBU-81", "your platform %s the most Toxicity, %d against %d", own == most ? "shares" : "has", own,
                       most);
}

bool obu_why_fix(const struct obu_doubt *doubt)
{
    const struct obu_seat *seat = doubt->seat;
    if (obu_why_not_of_kind(doubt, OBU_K_HOTFIX, "OBU-79")) {
        return true;
    }
    const int cures = obu_hotfix_cures[doubt->a - OBU_HOTFIX];
    if (seat->blocker == 0) {
        return obu_because(doubt, "OBU-79", "no Blocker is active on your platform");
    }
    if (obu_why_not_held(doubt, doubt->a, "OBU-79")) {
        return true;
    }
    if (doubt->a == OBU_MOD_TRAINING && seat->network == OBU_BURROW) {
        return obu_because(doubt, "OBU-190", "Burrow cannot play Mod Training");
    }
    if (doubt->a == OBU_NEW_ADVERTISERS && seat->network == OBU_HELLSITE) {
        return obu_because(doubt, "OBU-184", "The Hellsite cannot play New Advertisers");
    }
    if (cures + 1 != seat->blocker && seat->network != OBU_KOOPERATE) {
        return obu_because(doubt, "OBU-79", "it resolves %s, and %s is active on your platform", obu_card_rows[cures].name,
                           obu_card_rows[seat->blocker - 1].name);
    }
    if (doubt->state->event == OBU_FUNDING_WINTER && (doubt->a == OBU_FUNDRAISING || doubt->a == OBU_NEW_ADVERTISERS)) {
        return obu_because(doubt, "OBU-152", "while Funding Winter lies on top nobody plays Fundraising or New Advertisers");
    }
    if (doubt->a == OBU_PR_RESPONSE && seat->network == OBU_TAPTAP) {
        return obu_because(doubt, "OBU-178", "TapTap cannot clear Bad Press with PR Response");
    }
    return doubt->a == OBU_NEW_ADVERTISERS && why_advertisers(doubt);
}

bool obu_why_grind(const struct obu_doubt *doubt)
{
    if (doubt->seat->blocker == 0) {
        return obu_because(doubt, "OBU-82", "no Blocker is active on your platform");
    }
    return obu_why_not_held(doubt, doubt->a, "OBU-82");
}

bool obu_why_guard(const struct obu_doubt *doubt)
{
    return obu_why_not_of_kind(doubt, OBU_K_SAFEGUARD, "OBU-87") || obu_why_not_held(doubt, doubt->a, "OBU-87");
}

bool obu_why_discard(const struct obu_doubt *doubt)
{
    return obu_why_not_held(doubt, doubt->a, "OBU-116");
}

/* Poke and Push: the card, the Influencer, the seat. */
bool obu_why_action(const struct obu_doubt *doubt)
{
    const bool push = doubt->verb == OBU_M_PUSH;
    const char *rule = push ? "OBU-104" : "OBU-99";
    bool any = false;
    if (doubt->a >= OBU_INFLUENCERS) {
        return obu_because(doubt, rule, "there is no such Influencer");
    }
    if (push && obu_why_no_such_seat(doubt)) {
        return true;
    }
    if (doubt->state->event == OBU_CREATOR_STRIKE) {
        return obu_because(doubt, "OBU-158", "while Creator Strike lies on top nobody plays Push or Poke");
    }
    if (obu_why_not_held(doubt, push ? OBU_PUSH : OBU_POKE, rule)) {
        return true;
    }
    for (int seat = 0; seat < doubt->rules->seats; seat++) {
        any |= doubt->state->seat[seat].influencers != 0;
    }
    if (!any) {
        return obu_because(doubt, rule, "no Influencer is on any platform");
    }
    if (obu_influencer_home(doubt->state, doubt->a) >= 0) {
        return false;
    }
    if (doubt->state->gone && doubt->a == OBU_MAIN_CHARACTER) {
        return obu_because(doubt, "OBU-140", "it has left the game for good");
    }
    return obu_because(doubt, rule, "it is on no platform");
}

/* ------------------------------------------------------------------ sacrifices */

static int toxicity_of(const struct obu_doubt *doubt)
{
    int toxicity = 0;
    for (uint64_t rest = doubt->seat->comm; rest; rest &= rest - 1) {
        toxicity += doubt->rules->toxicity[obu_lowest(rest)];
    }
    return toxicity;
}

static bool why_sacrifice_for_server(const struct obu_doubt *doubt)
{
    if (doubt->seat->comm == 0) {
        return obu_because(doubt, "OBU-58", "Server Overload costs a Community, and there is none on your platform");
    }
    const uint64_t largest = obu_largest(doubt->rules, doubt->seat->comm);
    uint8_t cards[64];
    struct bil_text names = {0};
    if (doubt->a != OBU_HIDDEN && obu_why_not_on_platform(doubt, "OBU-57")) {
        return true;
    }
    obu_add_cards(&names, doubt->rules, cards, obu_communities_in(largest, cards), "or", 8);
    obu_because(doubt, "OBU-57", "Server Overload costs your Community with most Users, %s with %d M", bil_text_string(&names),
                50 * doubt->rules->halves[obu_lowest(largest)]);
    bil_text_free(&names);
    return true;
}

bool obu_why_sacrifice(const struct obu_doubt *doubt)
{
    const int blocker = doubt->seat->blocker + OBU_BLOCKER - 1;
    const bool begun = doubt->top->kind == OBU_SACRIFICE;
    if (doubt->seat->blocker == 0) {
        return obu_because(doubt, "OBU-51", "no Blocker is active on your platform");
    }
    if (blocker != OBU_TOXIC_CULTURE && blocker != OBU_SERVER_OVERLOAD) {
        return obu_because(doubt, "OBU-51", "%s cannot be sacrificed away, only Toxic Culture and Server Overload can",
                           obu_card_rows[blocker - OBU_BLOCKER].name);
    }
    if (blocker == OBU_SERVER_OVERLOAD) {
        return why_sacrifice_for_server(doubt);
    }
    const int toxicity = toxicity_of(doubt);
    const bool all = begun ? doubt->top->b != 0 : toxicity < 3;
    if (doubt->a == OBU_HIDDEN) {
        if (begun) {
            return obu_because(doubt, "OBU-206", "the sacrifice has begun, so name the next Community");
        }
        return obu_because(doubt, all ? "OBU-55" : "OBU-54", "your Communities have %d Toxicity, so name one that goes", toxicity);
    }
    if (toxicity == 0 && !begun) {
        return obu_because(doubt, "OBU-56", "your Communities have no Toxicity, so it costs nothing: write `sacrifice` alone");
    }
    if (obu_why_not_on_platform(doubt, "OBU-53")) {
        return true;
    }
    return all &&
           obu_because(doubt, "OBU-55", "your Communities have fewer than 3 Toxicity together, so exactly those with Toxicity go");
}

bool obu_why_done(const struct obu_doubt *doubt)
{
    if (doubt->top->b) {
        return obu_because(doubt, "OBU-55", "every Community with Toxicity must go");
    }
    return obu_because(doubt, "OBU-54", "only %d of 3 Toxicity are given", doubt->top->a);
}
