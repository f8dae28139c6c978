/* One Billion Users: why a move is not legal now, in one sentence that ends with the number of the rule.
 *
 * First whether the game waits for such a move at all (a table), then, verb by verb, the conditions. It asks legal.c whether the
 * move is legal and never decides that itself. Says nothing of a hand but to its owner: obu_why_not lets nobody else in. */
#include <stdio.h>

#include "games/one_billion_users/words/words.h"
#include "kit/notation.h"

/* ------------------------------------------------------------------ how a sentence is made */

/* A question that is being answered. Each check writes a whole sentence and returns true, or returns false if its condition holds.
 */
struct doubt {
    const struct obu_rules *rules;
    const struct obu_state *state;
    const struct bil_frame *top;
    const struct obu_seat *seat; /* of the actor */
    int me;
    bil_move move;
    enum obu_verb verb;
    uint8_t a, b, c;
    struct bil_text *out;
};

/* "add Prank Channels", after "You can't". */
static void tell_deed(const struct doubt *doubt, const struct bil_reader *reader)
{
    const char *card = obu_card_name(doubt->rules, doubt->a);
    switch (doubt->verb) {
    case OBU_M_DRAW_DECK:
        obu_tell(reader, "draw from the deck");
        break;
    case OBU_M_DRAW_DISCARD:
        obu_tell(reader, "draw from the discard pile");
        break;
    case OBU_M_BLOCK:
        obu_tell(reader, "play %s on Seat %d", card, doubt->b + 1);
        break;
    case OBU_M_FIX:
        obu_tell(reader, "play %s", card);
        break;
    case OBU_M_GUARD:
        obu_tell(reader, "add %s", card);
        break;
    case OBU_M_PUSH:
        obu_tell(reader, "push %s to Seat %d",
                 doubt->a < OBU_INFLUENCERS ? obu_card_name(doubt->rules, OBU_INFLUENCER + doubt->a) : "?", doubt->b + 1);
        break;
    case OBU_M_SACRIFICE:
        obu_tell(reader, doubt->a == OBU_HIDDEN ? "sacrifice" : "sacrifice %s", card);
        break;
    case OBU_M_DONE:
        obu_tell(reader, "end a sacrifice");
        break;
    case OBU_M_COUNTER_GUARD:
        obu_tell(reader, "counter with %s", card);
        break;
    case OBU_M_COUNTER_PUSH:
        obu_tell(reader, "counter with a Push to Seat %d", doubt->b + 1);
        break;
    case OBU_M_CLAIM:
        obu_tell(reader, "claim %s", doubt->a < OBU_MILESTONES ? obu_milestone_names[doubt->a] : "that");
        break;
    default:
        bil_move_text(&bil_game_one_billion_users, doubt->rules, doubt->state, doubt->move, BIL_EVERYBODY, reader->out);
        break;
    }
}

/* The whole sentence ("You can't add Prank Channels: ... (OBU-70)."), always true, so that a check can end with it. */
static bool because(const struct doubt *doubt, const char *rule, const char *template, ...)
{
    const struct bil_reader reader = {doubt->rules, doubt->me, doubt->out};
    va_list arguments;
    obu_tell(&reader, "You can't ");
    tell_deed(doubt, &reader);
    obu_tell(&reader, ": ");
    va_start(arguments, template);
    bil_phrase(&obu_marks, &reader, template, arguments);
    va_end(arguments);
    obu_tell(&reader, " (%s).", rule);
    return true;
}

/* ------------------------------------------------------------------ the wrong moment */

static const char *const asked_now[OBU_END + 1] = {
    [OBU_LAUNCH] = "now choose your launch",
    [OBU_RETURN] = "now return cards to the deck",
    [OBU_DRAW] = "now draw a card",
    [OBU_PLAY] = "now play a card",
    [OBU_SACRIFICE] = "now name the next Community of your sacrifice",
    [OBU_SECOND] = "now add a second Community of 50 M, or pass",
    [OBU_GUARD] = "now counter the Blocker that is played on you, or pass",
    [OBU_CHAIN] = "now counter with a Push, or pass",
    [OBU_VIRAL] = "now add a Community for Viral Moment, or pass",
    [OBU_GIVE] = "now choose the card you give to the left",
    [OBU_TAKE] = "now take a Community for Data Portability, or pass",
    [OBU_DROP] = "now choose the Community you lose",
    [OBU_CLAIM] = "now claim the Milestone, or pass",
};

#define VERB(verb) (1U << OBU_M_##verb)
enum {
    DRAWS = VERB(DRAW_DECK) | VERB(DRAW_DISCARD),
    PLAYS = VERB(ADD) | VERB(BLOCK) | VERB(FIX) | VERB(GRIND) | VERB(GUARD) | VERB(POKE) | VERB(PUSH) | VERB(DISCARD),
    ANY_FRAME = 0,
};

/* The first line that fits the verb and the frame. */
static const struct {
    uint32_t verbs;
    uint8_t frame;
    const char *reason;
    const char *rule;
} moments[] = {
    {VERB(PASS), OBU_LAUNCH, "every seat launches a Community", "OBU-20"},
    {VERB(PASS), OBU_RETURN, "Friendlink keeps only its Hand Size", "OBU-28"},
    {VERB(PASS), OBU_DRAW, "every turn begins with the draw", "OBU-38"},
    {VERB(PASS), OBU_PLAY, "the play is compulsory, and a discard is always possible", "OBU-39"},
    {VERB(PASS), OBU_SACRIFICE, "a sacrifice that has begun is finished", "OBU-206"},
    {VERB(PASS), OBU_GIVE, "everybody who holds cards gives exactly one", "OBU-149"},
    {VERB(PASS), OBU_DROP, "one of the equal Communities must go", "OBU-136"},
    {VERB(LAUNCH), ANY_FRAME, "launches open the game and are over", "OBU-20"},
    {VERB(RETURN), ANY_FRAME, "only Friendlink returns cards, once, after its launch", "OBU-28"},
    {DRAWS, OBU_PLAY, "you hold one card more than your Hand Size already", "OBU-45"},
    {DRAWS, OBU_SACRIFICE, "the draw of this turn is over", "OBU-38"},
    {DRAWS, ANY_FRAME, "cards are drawn only at the beginning of your turn", "OBU-38"},
    {VERB(SACRIFICE), OBU_VIRAL, "there is no sacrifice before or during Viral Moment", "OBU-62"},
    {VERB(SACRIFICE), OBU_DRAW, "a sacrifice comes after the draw", "OBU-51"},
    {VERB(SACRIFICE), ANY_FRAME, "a sacrifice belongs to your own turn, before the play", "OBU-51"},
    {VERB(DONE), ANY_FRAME, "no sacrifice has begun", "OBU-206"},
    {PLAYS, OBU_DRAW, "the play comes after the draw", "OBU-38"},
    {PLAYS, OBU_SACRIFICE, "the sacrifice that has begun comes first", "OBU-206"},
    {PLAYS, OBU_SECOND, "Grassroots Spurt adds a second Community and nothing else", "OBU-154"},
    {PLAYS, OBU_VIRAL, "Viral Moment adds a Community and nothing else", "OBU-150"},
    {VERB(GUARD), OBU_GUARD, "a Safeguard played against this Blocker is a counter, so write `counter`", "OBU-91"},
    {VERB(PUSH), OBU_CHAIN, "a Push in answer is a counter, so write `counter Push to SEAT`", "OBU-108"},
    {VERB(POKE), OBU_CHAIN, "only a Push counters, never a Poke", "OBU-115"},
    {PLAYS, OBU_LAUNCH, "play begins when all have launched", "OBU-20"},
    {PLAYS, OBU_RETURN, "play begins when the deck is ready", "OBU-30"},
    {PLAYS, ANY_FRAME, "this is not the play of your turn", "OBU-38"},
    {VERB(COUNTER_GUARD), OBU_CHAIN, "only a Push counters a Push or a Poke", "OBU-115"},
    {VERB(COUNTER_GUARD), ANY_FRAME, "a Safeguard counters only while its Blocker is being played on you", "OBU-92"},
    {VERB(COUNTER_PUSH), OBU_GUARD, "only the matching Safeguard counters a Blocker", "OBU-92"},
    {VERB(COUNTER_PUSH), ANY_FRAME, "a Push counters only while another player moves an Influencer from or to your platform",
     "OBU-108"},
    {VERB(GIVE), ANY_FRAME, "cards are given only when Talent Poaching is drawn", "OBU-148"},
    {VERB(TAKE), OBU_DRAW, "`take` is for Data Portability, the discard pile is drawn from with `draw discard`", "OBU-143"},
    {VERB(TAKE), ANY_FRAME, "a Community is taken only when Data Portability is drawn", "OBU-143"},
    {VERB(DROP), ANY_FRAME, "Communities are dropped only by Moral Panic, and by The Hellsite at the end of its turns", "OBU-147"},
    {VERB(CLAIM), ANY_FRAME, "Milestones are claimed on reaching them, or before the draw or the play of your own turn", "OBU-212"},
};

static bool wrong_moment(const struct doubt *doubt)
{
    if (obu_frames.kind[doubt->top->kind].verbs >> doubt->verb & 1U) {
        return false;
    }
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        if ((moments[i].verbs >> doubt->verb & 1U) && (moments[i].frame == ANY_FRAME || moments[i].frame == doubt->top->kind)) {
            return because(doubt, moments[i].rule, "%s; %s", moments[i].reason, asked_now[doubt->top->kind]);
        }
    }
    return false;
}

/* ------------------------------------------------------------------ the wrong card */

/* The open place of a Community, after "you do not hold it". */
static void whereabouts(const struct doubt *doubt, int card, char *text, size_t size)
{
    text[0] = '\0';
    if (!obu_is_community(card)) {
        return;
    }
    for (int seat = 0; seat < doubt->rules->seats; seat++) {
        if (doubt->state->seat[seat].comm >> card & 1U) {
            if (seat == doubt->me) {
                (void)snprintf(text, size, "; it is on your platform already");
            } else {
                (void)snprintf(text, size, "; it is on Seat %d's platform", seat + 1);
            }
        }
    }
    for (int i = OBU_PILE - doubt->state->discard; i < OBU_PILE; i++) {
        if (doubt->state->pile[i] == card) {
            (void)snprintf(text, size, "; it is in the discard pile");
        }
    }
}

static bool why_not_held(const struct doubt *doubt, int card, const char *rule)
{
    char where[64];
    if (card < OBU_HIDDEN && obu_has(doubt->rules, &doubt->seat->hand, card)) {
        return false;
    }
    whereabouts(doubt, card, where, sizeof where);
    const uint32_t named = 1U << OBU_M_ADD | 1U << OBU_M_BLOCK | 1U << OBU_M_FIX | 1U << OBU_M_GRIND | 1U << OBU_M_GUARD |
                           1U << OBU_M_DISCARD | 1U << OBU_M_COUNTER_GUARD |
                           1U << OBU_M_GIVE; /* the sentence begins with the card */
    if (named >> doubt->verb & 1U) {
        return because(doubt, rule, "you do not hold it%s", where);
    }
    return because(doubt, rule, "you hold no %k%s", card, where);
}

static bool why_not_of_kind(const struct doubt *doubt, enum obu_kind kind, const char *rule)
{
    const enum obu_kind is = obu_kind_of(doubt->a);
    return is != kind && because(doubt, rule, "%k is %s, not %s", doubt->a, obu_kind_words[is].one, obu_kind_words[kind].one);
}

static bool why_no_such_seat(const struct doubt *doubt)
{
    return doubt->b >= doubt->rules->seats && because(doubt, "OBU-12", "the seats are 1 to %d", doubt->rules->seats);
}

/* OBU-23, 145, 179, 191: what one's own Network keeps off one's platform. */
static bool why_network_bars(const struct doubt *doubt, int card, const char *rule)
{
    const int network = doubt->seat->network;
    if (doubt->rules->network_adds[network] >> card & 1U) {
        return false;
    }
    if (network == OBU_HIREME) {
        return because(doubt, rule ? rule : "OBU-179", "HireMe allows at most 2 Toxicity, and it has %d",
                       doubt->rules->toxicity[card]);
    }
    return because(doubt, rule ? rule : "OBU-191", "%n allows no Community of %d M", network, 50 * doubt->rules->halves[card]);
}

static bool why_not_on_platform(const struct doubt *doubt, const char *rule)
{
    if (!obu_is_community(doubt->a)) {
        return because(doubt, rule, "only Communities can be given up, and %k is none", doubt->a);
    }
    return !(doubt->seat->comm >> doubt->a & 1U) && because(doubt, rule, "it is not on your platform");
}

/* ------------------------------------------------------------------ set-up and draw */

static bool why_launch(const struct doubt *doubt)
{
    const uint8_t cards[3] = {doubt->a, doubt->b, doubt->c};
    int count = 0;
    for (int i = 0; i < 3; i++) {
        if (cards[i] == OBU_HIDDEN) {
            continue;
        }
        count++;
        if (!obu_is_community(cards[i])) {
            return because(doubt, "OBU-20", "%k is no Community, and only Communities are launched", cards[i]);
        }
        if (why_not_held(doubt, cards[i], "OBU-20") || why_network_bars(doubt, cards[i], "OBU-23")) {
            return true;
        }
    }
    const int held = obu_popcount(obu_launchable(doubt->rules, doubt->seat));
    if (doubt->seat->network == OBU_FRIENDLINK) {
        const int need = held < doubt->rules->friendlink_launches ? held : doubt->rules->friendlink_launches;
        return because(doubt, "OBU-28", "with Friendlink you launch %d different Communities", need);
    }
    return count != 1 && because(doubt, "OBU-20", "exactly one Community is launched");
}

static bool why_return(const struct doubt *doubt)
{
    const uint8_t cards[3] = {doubt->a, doubt->b, doubt->c};
    const int need = doubt->seat->hand_count - obu_hand_size(doubt->rules, doubt->seat);
    int count = 0;
    for (int i = 0; i < 3; i++) {
        int same = 0;
        for (int j = 0; j <= i; j++) {
            same += cards[j] == cards[i];
        }
        if (cards[i] == OBU_HIDDEN) {
            continue;
        }
        count++;
        if (why_not_held(doubt, cards[i], "OBU-28")) {
            return true;
        }
        const int held = obu_count(doubt->rules, &doubt->seat->hand, cards[i]);
        if (same > held) {
            return because(doubt, "OBU-28", "you hold %k only %s", cards[i], held == 1 ? "once" : "twice");
        }
    }
    return count != need && because(doubt, "OBU-28", "you hold %d cards and keep %d, so return exactly %d", doubt->seat->hand_count,
                                    doubt->seat->hand_count - need, need);
}

static bool why_draw_discard(const struct doubt *doubt)
{
    if (doubt->state->discard == 0) {
        return because(doubt, "OBU-43", "the discard pile is empty");
    }
    return because(doubt, "OBU-50", "%d cards in a row were taken from it, so the next one comes from the deck",
                   doubt->state->stall);
}

/* ------------------------------------------------------------------ windows */

static bool why_counter_guard(const struct doubt *doubt)
{
    if (why_not_of_kind(doubt, OBU_K_SAFEGUARD, "OBU-92")) {
        return true;
    }
    const int against = obu_safeguard_against[doubt->a - OBU_SAFEGUARD];
    if (against != doubt->top->a) {
        return because(doubt, "OBU-92", "it counters %b, and %b is being played", against, doubt->top->a);
    }
    return why_not_held(doubt, doubt->a, "OBU-92");
}

static bool why_counter_push(const struct doubt *doubt)
{
    return why_no_such_seat(doubt) || why_not_held(doubt, OBU_PUSH, "OBU-108");
}

static bool why_give(const struct doubt *doubt)
{
    return why_not_held(doubt, doubt->a, "OBU-148");
}

static bool why_take(const struct doubt *doubt)
{
    const int giver = doubt->top->a;
    if (why_not_of_kind(doubt, OBU_K_COMMUNITY, "OBU-143")) {
        return true;
    }
    if (!(doubt->state->seat[giver].comm >> doubt->a & 1U)) {
        return because(doubt, "OBU-143", "it is not on Seat %d's platform, which has most Users", giver + 1);
    }
    if (!(doubt->rules->portable >> doubt->a & 1U)) {
        return because(doubt, "OBU-143", "at most 150 M may be taken, and it has %d M", 50 * doubt->rules->halves[doubt->a]);
    }
    return why_network_bars(doubt, doubt->a, "OBU-145");
}

static bool why_drop(const struct doubt *doubt)
{
    const bool hellsite = doubt->top->a != 0;
    const char *rule = hellsite ? "OBU-185" : "OBU-147";
    if (why_not_on_platform(doubt, rule)) {
        return true;
    }
    return because(doubt, rule, "the %s Community must go, and it is not that", hellsite ? "largest" : "most toxic");
}

static bool why_claim(const struct doubt *doubt)
{
    const struct obu_rules *rules = doubt->rules;
    if (doubt->a >= OBU_MILESTONES) {
        return because(doubt, "OBU-160", "the Milestones are 1, 2 and 3");
    }
    if (doubt->state->milestone[doubt->a] == 1 + doubt->me) {
        return because(doubt, "OBU-163", "you have it already");
    }
    if (doubt->state->milestone[doubt->a]) {
        return because(doubt, "OBU-163", "Seat %d has it, for good", doubt->state->milestone[doubt->a]);
    }
    if (!rules->manual_milestones) {
        return because(doubt, "OBU-161", "Milestones are claimed by themselves at the moment they are reached");
    }
    const bool false_social = doubt->seat->network == OBU_FALSE_SOCIAL;
    const int need = rules->milestone_halves[doubt->a] + (false_social ? rules->false_social_milestone : 0);
    if (doubt->seat->users < 2 * need) {
        return because(doubt, false_social ? "OBU-188" : "OBU-160", "your platform has %U and needs %M", doubt->seat->users, need);
    }
    if (doubt->top->kind == OBU_CLAIM) {
        return because(doubt, "OBU-212", "you passed when you reached it; claim it before the draw or the play of your own turn");
    }
    return doubt->top->kind == OBU_DRAW &&
           because(doubt, "OBU-212", "the draw has begun; claim before the play or on your next turn");
}

/* ------------------------------------------------------------------ the eight ways to play (OBU-51..116) */

/* Each verb's conditions in the order in which a person would look for them. */

static bool why_add(const struct doubt *doubt)
{
    static const char *const limit_rules[OBU_BLOCKERS] = {"OBU-66", "OBU-68", "OBU-69", "OBU-70", "OBU-67"};
    const struct obu_rules *rules = doubt->rules;
    const struct obu_seat *seat = doubt->seat;
    if (why_not_of_kind(doubt, OBU_K_COMMUNITY, "OBU-64") || why_not_held(doubt, doubt->a, "OBU-64")) {
        return true;
    }
    const uint64_t bit = 1ULL << doubt->a;
    if (doubt->top->kind == OBU_SECOND && !(rules->fifty & bit)) {
        return because(doubt, "OBU-154", "the second Community must have 50 M, and it has %d M", 50 * rules->halves[doubt->a]);
    }
    if (!(rules->addable[seat->blocker] & bit)) {
        return because(doubt, limit_rules[seat->blocker - 1], "%b allows %l", seat->blocker - 1, seat->blocker - 1);
    }
    if (!(obu_addable(rules, doubt->state, doubt->me) & rules->network_adds[seat->network] & bit) &&
        (rules->network_adds[seat->network] & bit)) {
        return because(doubt, "OBU-153", "under Brand-Safety Scare nobody adds 3 or more Toxicity, and it has %d",
                       rules->toxicity[doubt->a]);
    }
    return why_network_bars(doubt, doubt->a, NULL);
}

/* What a Network keeps away with its text (OBU-180, 184, 191). */
static const char *network_shield_rule(int network)
{
    return network == OBU_HIREME ? "OBU-180" : network == OBU_HELLSITE ? "OBU-184" : "OBU-191";
}

static bool why_block(const struct doubt *doubt)
{
    const struct obu_state *state = doubt->state;
    if (why_no_such_seat(doubt)) {
        return true;
    }
    const struct obu_seat *at = &state->seat[doubt->b];
    if (doubt->b == doubt->me) {
        return because(doubt, "OBU-72", "a Blocker goes on a rival's platform, and that is your own");
    }
    if (why_not_of_kind(doubt, OBU_K_BLOCKER, "OBU-72") || why_not_held(doubt, doubt->a, "OBU-72")) {
        return true;
    }
    const int blocker = doubt->a - OBU_BLOCKER;
    if (doubt->seat->network == OBU_KOOPERATE) {
        return because(doubt, "OBU-189", "Kooperate cannot play Blockers, only grind or discard them");
    }
    if (at->blocker) {
        return because(doubt, "OBU-73", "Seat %d has an active Blocker already, %b", doubt->b + 1, at->blocker - 1);
    }
    if (obu_guard_for[blocker] >= 0 && (at->guards >> obu_guard_for[blocker] & 1U)) {
        return because(doubt, "OBU-74", "Seat %d has %g, which keeps it off for good", doubt->b + 1, obu_guard_for[blocker]);
    }
    if (state->event == OBU_TECH_BUBBLE && (doubt->a == OBU_LOW_ON_FUNDS || doubt->a == OBU_BAD_PRESS)) {
        return because(doubt, "OBU-142", "while Tech Bubble lies on top nobody plays Low on Funds or Bad Press");
    }
    if (obu_underdog(doubt->rules, state) == doubt->b) {
        return because(doubt, "OBU-159", "Underdog Week protects Seat %d, whose platform has fewest Users", doubt->b + 1);
    }
    return !obu_can_block(doubt->rules, state, doubt->me, blocker, doubt->b) &&
           because(doubt, network_shield_rule(at->network), "%b cannot be played on %n", blocker, at->network);
}

/* OBU-81: the Toxicity that bars New Advertisers. */
static bool why_advertisers(const struct doubt *doubt)
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
    return because(doubt, "OBU-81", "your platform %s the most Toxicity, %d against %d", own == most ? "shares" : "has", own, most);
}

static bool why_fix(const struct doubt *doubt)
{
    const struct obu_seat *seat = doubt->seat;
    if (why_not_of_kind(doubt, OBU_K_HOTFIX, "OBU-79")) {
        return true;
    }
    const int cures = obu_hotfix_cures[doubt->a - OBU_HOTFIX];
    if (seat->blocker == 0) {
        return because(doubt, "OBU-79", "no Blocker is active on your platform");
    }
    if (why_not_held(doubt, doubt->a, "OBU-79")) {
        return true;
    }
    if (doubt->a == OBU_MOD_TRAINING && seat->network == OBU_BURROW) {
        return because(doubt, "OBU-190", "Burrow cannot play Mod Training");
    }
    if (doubt->a == OBU_NEW_ADVERTISERS && seat->network == OBU_HELLSITE) {
        return because(doubt, "OBU-184", "The Hellsite cannot play New Advertisers");
    }
    if (cures + 1 != seat->blocker && seat->network != OBU_KOOPERATE) {
        return because(doubt, "OBU-79", "it resolves %b, and %b is active on your platform", cures, seat->blocker - 1);
    }
    if (doubt->state->event == OBU_FUNDING_WINTER && (doubt->a == OBU_FUNDRAISING || doubt->a == OBU_NEW_ADVERTISERS)) {
        return because(doubt, "OBU-152", "while Funding Winter lies on top nobody plays Fundraising or New Advertisers");
    }
    if (doubt->a == OBU_PR_RESPONSE && seat->network == OBU_TAPTAP) {
        return because(doubt, "OBU-178", "TapTap cannot clear Bad Press with PR Response");
    }
    return doubt->a == OBU_NEW_ADVERTISERS && why_advertisers(doubt);
}

static bool why_grind(const struct doubt *doubt)
{
    if (doubt->seat->blocker == 0) {
        return because(doubt, "OBU-82", "no Blocker is active on your platform");
    }
    return why_not_held(doubt, doubt->a, "OBU-82");
}

static bool why_guard(const struct doubt *doubt)
{
    return why_not_of_kind(doubt, OBU_K_SAFEGUARD, "OBU-87") || why_not_held(doubt, doubt->a, "OBU-87");
}

static bool why_discard(const struct doubt *doubt)
{
    return why_not_held(doubt, doubt->a, "OBU-116");
}

/* Poke and Push: the card, the Influencer, the seat. */
static bool why_action(const struct doubt *doubt)
{
    const bool push = doubt->verb == OBU_M_PUSH;
    const char *rule = push ? "OBU-104" : "OBU-99";
    bool any = false;
    if (doubt->a >= OBU_INFLUENCERS) {
        return because(doubt, rule, "there is no such Influencer");
    }
    if (push && why_no_such_seat(doubt)) {
        return true;
    }
    if (doubt->state->event == OBU_CREATOR_STRIKE) {
        return because(doubt, "OBU-158", "while Creator Strike lies on top nobody plays Push or Poke");
    }
    if (why_not_held(doubt, push ? OBU_PUSH : OBU_POKE, rule)) {
        return true;
    }
    for (int seat = 0; seat < doubt->rules->seats; seat++) {
        any |= doubt->state->seat[seat].influencers != 0;
    }
    if (!any) {
        return because(doubt, rule, "no Influencer is on any platform");
    }
    if (obu_influencer_home(doubt->state, doubt->a) >= 0) {
        return false;
    }
    if (doubt->state->gone && doubt->a == OBU_MAIN_CHARACTER) {
        return because(doubt, "OBU-140", "it has left the game for good");
    }
    return because(doubt, rule, "it is on no platform");
}

/* ------------------------------------------------------------------ sacrifices */

static int toxicity_of(const struct doubt *doubt)
{
    int toxicity = 0;
    for (uint64_t rest = doubt->seat->comm; rest; rest &= rest - 1) {
        toxicity += doubt->rules->toxicity[obu_lowest(rest)];
    }
    return toxicity;
}

static bool why_sacrifice_for_server(const struct doubt *doubt)
{
    if (doubt->seat->comm == 0) {
        return because(doubt, "OBU-58", "Server Overload costs a Community, and there is none on your platform");
    }
    const uint64_t largest = obu_largest(doubt->rules, doubt->seat->comm);
    if (doubt->a != OBU_HIDDEN && why_not_on_platform(doubt, "OBU-57")) {
        return true;
    }
    struct bil_text names = {0};
    obu_tell_communities(&(struct bil_reader){doubt->rules, doubt->me, &names}, largest, 8);
    because(doubt, "OBU-57", "Server Overload costs your Community with most Users, %s with %d M", bil_text_string(&names),
            50 * doubt->rules->halves[obu_lowest(largest)]);
    bil_text_free(&names);
    return true;
}

static bool why_sacrifice(const struct doubt *doubt)
{
    const int blocker = doubt->seat->blocker + OBU_BLOCKER - 1;
    const bool begun = doubt->top->kind == OBU_SACRIFICE;
    if (doubt->seat->blocker == 0) {
        return because(doubt, "OBU-51", "no Blocker is active on your platform");
    }
    if (blocker != OBU_TOXIC_CULTURE && blocker != OBU_SERVER_OVERLOAD) {
        return because(doubt, "OBU-51", "%b cannot be sacrificed away, only Toxic Culture and Server Overload can", blocker);
    }
    if (blocker == OBU_SERVER_OVERLOAD) {
        return why_sacrifice_for_server(doubt);
    }
    const int toxicity = toxicity_of(doubt);
    const bool all = begun ? doubt->top->b != 0 : toxicity < 3;
    if (doubt->a == OBU_HIDDEN) {
        if (begun) {
            return because(doubt, "OBU-206", "the sacrifice has begun, so name the next Community");
        }
        return because(doubt, all ? "OBU-55" : "OBU-54", "your Communities have %d Toxicity, so name one that goes", toxicity);
    }
    if (toxicity == 0 && !begun) {
        return because(doubt, "OBU-56", "your Communities have no Toxicity, so it costs nothing: write `sacrifice` alone");
    }
    if (why_not_on_platform(doubt, "OBU-53")) {
        return true;
    }
    return all &&
           because(doubt, "OBU-55", "your Communities have fewer than 3 Toxicity together, so exactly those with Toxicity go");
}

static bool why_done(const struct doubt *doubt)
{
    if (doubt->top->b) {
        return because(doubt, "OBU-55", "every Community with Toxicity must go");
    }
    return because(doubt, "OBU-54", "only %d of 3 Toxicity are given", doubt->top->a);
}

/* ------------------------------------------------------------------ the whole */

static bool (*const why[OBU_VERBS])(const struct doubt *) = {
    [OBU_M_LAUNCH] = why_launch,
    [OBU_M_RETURN] = why_return,
    [OBU_M_DRAW_DISCARD] = why_draw_discard,
    [OBU_M_ADD] = why_add,
    [OBU_M_BLOCK] = why_block,
    [OBU_M_FIX] = why_fix,
    [OBU_M_GRIND] = why_grind,
    [OBU_M_GUARD] = why_guard,
    [OBU_M_POKE] = why_action,
    [OBU_M_PUSH] = why_action,
    [OBU_M_DISCARD] = why_discard,
    [OBU_M_SACRIFICE] = why_sacrifice,
    [OBU_M_DONE] = why_done,
    [OBU_M_COUNTER_GUARD] = why_counter_guard,
    [OBU_M_COUNTER_PUSH] = why_counter_push,
    [OBU_M_GIVE] = why_give,
    [OBU_M_TAKE] = why_take,
    [OBU_M_DROP] = why_drop,
    [OBU_M_CLAIM] = why_claim,
};

void obu_why_not(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    const struct obu_state *state = view;
    const struct bil_frame *top = obu_top_const(state);
    const int actor = obu_actor(rules, view);
    if (actor == BIL_OVER) {
        bil_text_add(out, "The game is over: nothing follows Game Over (OBU-36).");
        return;
    }
    if (state->viewer != 0 && state->viewer != 1 + actor) {
        bil_text_format(out, "Seat %d decides now, not you (OBU-37).", actor + 1);
        return;
    }
    bil_move moves[OBU_MAX_MOVES];
    const int count = obu_moves(rules, view, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i] == move) {
            return;
        }
    }
    const struct doubt doubt = {rules,          state,       top,         &state->seat[actor], actor, move,
                                OBU_VERB(move), OBU_A(move), OBU_B(move), OBU_C(move),         out};
    if (doubt.verb < OBU_M_LAUNCH || doubt.verb >= OBU_VERBS) {
        bil_text_format(out, "No move of this game has the number %u; %s (OBU-38).", (unsigned)move, asked_now[top->kind]);
        return;
    }
    if (doubt.verb == OBU_M_CLAIM && !doubt.rules->manual_milestones && why_claim(&doubt)) {
        return; /* at whatever moment: in this game nobody claims by hand */
    }
    if (wrong_moment(&doubt) || (why[doubt.verb] && why[doubt.verb](&doubt))) {
        return;
    }
    because(&doubt, "OBU-38", "that is none of your choices; %s", asked_now[top->kind]);
}
