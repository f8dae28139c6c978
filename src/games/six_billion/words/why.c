/* 6 Billion: why a move is not legal now, in one sentence that ends with the number of the rule.
 *
 * First whether the game waits for such a move at all (a table), then, verb by verb, the conditions. It asks legal.c whether the
 * move is legal and never decides that itself. Says nothing of a hand but to its owner: six_why_not lets nobody else in. */
#include "games/six_billion/words/words.h"

/* ------------------------------------------------------------------ how a sentence is made */

/* A question that is being answered. Each check writes a whole sentence and returns true, or returns false if its condition holds.
 */
struct doubt {
    const struct six_rules *rules;
    const struct six_state *state;
    const struct bil_frame *top;
    int me; /* the actor */
    bil_move move;
    enum six_verb verb;
    int card, faction, from, to, n;
    struct bil_text *out;
};

/* The sentence itself ("You can't play `double pluto`: ... (SIX-140)."), always true, so that a check can end with it. */
static bool because(const struct doubt *doubt, const char *rule, const char *template, ...)
{
    static const char *const leads[SIX_VERBS] = {
        [SIX_M_COLONY] = "play ",   [SIX_M_MIGRANTS] = "play ",     [SIX_M_DOUBLE] = "play ", [SIX_M_RECYCLE] = "play ",
        [SIX_M_DISCOVER] = "play ", [SIX_M_TROUBLE] = "play ",      [SIX_M_HOME] = "play ",   [SIX_M_SYMBOL] = "play ",
        [SIX_M_CANCEL] = "play ",   [SIX_M_RESPOND] = "play ",      [SIX_M_UP] = "use ",      [SIX_M_DOWN] = "use ",
        [SIX_M_PLACE] = "use ",     [SIX_M_DECK] = "draw from the "};
    va_list arguments;
    bil_text_format(doubt->out, "You can't %s`", leads[doubt->verb] ? leads[doubt->verb] : "");
    bil_move_text(&bil_game_six_billion, doubt->rules, doubt->state, doubt->move, BIL_EVERYBODY, doubt->out);
    bil_text_add(doubt->out, "`: ");
    va_start(arguments, template);
    bil_phrase(&six_marks, &(struct bil_reader){doubt->rules, doubt->me, doubt->out}, template, arguments);
    va_end(arguments);
    bil_text_format(doubt->out, " (%s).", rule);
    return true;
}

/* ------------------------------------------------------------------ the wrong moment */

static const char *const asked_now[SIX_END + 1] = {
    [SIX_NOTHING] = "nothing is asked now",
    [SIX_POWER] = "now use the power, or `pass`",
    [SIX_GROW] = "now name a token for free doubling, as in `grow earth`",
    [SIX_SETTLE] = "now settle a box, as in `settle mars`",
    [SIX_ACT] = "now take an Action, or `pass`",
    [SIX_DISCARD] = "now discard a card, as in `discard war`, or `pass`",
    [SIX_DRAW] = "now draw, with `take CARD` or `deck`",
    [SIX_MIGRANT] = "now send the migrant, as in `send 1 earth venus`",
    [SIX_RETURN] = "now return a Discovery card, as in `return venus`",
    [SIX_CANCEL] = "now play a Cancel card, or `pass`",
    [SIX_RESPOND] = "now answer with `politics` or `war`, or `pass`",
    [SIX_CONSENT] = "now `consent` or `refuse`",
    [SIX_KEEP] = "now `keep` the card or `drop` it",
    [SIX_HALVE] = "now halve a token, as in `halve earth`",
    [SIX_END] = "the game is over",
};

#define VERB(verb)   (1U << SIX_M_##verb)
#define FRAME(frame) (1U << SIX_##frame)
enum {
    CARDS = VERB(COLONY) | VERB(MIGRANTS) | VERB(DOUBLE) | VERB(RECYCLE) | VERB(DISCOVER) | VERB(TROUBLE) | VERB(HOME),
    ACTIONS = CARDS | VERB(REVEAL) | VERB(SYMBOL),
    POWERS = VERB(UP) | VERB(DOWN) | VERB(PLACE),
    WINDOWS = FRAME(CANCEL) | FRAME(RESPOND) | FRAME(CONSENT) | FRAME(KEEP) | FRAME(HALVE),
    ANY = -1,
};

/* The first line that fits the verb and the frame. */
static const struct {
    uint32_t verbs;
    int frames;
    const char *reason;
    const char *rule;
} moments[] = {
    {VERB(PASS), FRAME(GROW), "free doubling is compulsory", "SIX-47"},
    {VERB(PASS), FRAME(SETTLE), "every box that is ready is settled", "SIX-75"},
    {VERB(PASS), FRAME(DRAW), "you draw until you hold 6 cards", "SIX-203"},
    {VERB(PASS), FRAME(MIGRANT), "a Neutral that can send a migrant does", "SIX-116"},
    {VERB(PASS), FRAME(RETURN), "you hold too many Discovery cards", "SIX-148"},
    {VERB(PASS), FRAME(CONSENT), "you are asked for a yes or a no", "SIX-110"},
    {VERB(PASS), FRAME(KEEP), "your refused card goes back into your hand or on the discard pile", "SIX-112"},
    {VERB(PASS), FRAME(HALVE), "the loss of a War is compulsory", "SIX-195"},
    {VERB(GROW), WINDOWS, "the window about this token or card comes first", "SIX-56"},
    {VERB(GROW), FRAME(POWER), "the turns have not begun", "SIX-236"},
    {VERB(GROW), ANY, "the free doubling of this turn is over", "SIX-29"},
    {VERB(SETTLE), FRAME(GROW), "free doubling comes first", "SIX-28"},
    {VERB(SETTLE), WINDOWS, "a window is open", "SIX-29"},
    {VERB(SETTLE), FRAME(POWER), "the turns have not begun", "SIX-236"},
    {VERB(SETTLE), ANY, "the establishment of this turn is over", "SIX-29"},
    {ACTIONS, FRAME(POWER), "the turns have not begun", "SIX-236"},
    {ACTIONS, FRAME(GROW), "Actions come after free doubling and establishment", "SIX-28"},
    {ACTIONS, FRAME(SETTLE), "Actions come after establishment", "SIX-28"},
    {ACTIONS, FRAME(DISCARD) | FRAME(DRAW), "the Actions of this turn are over", "SIX-126"},
    {ACTIONS, FRAME(RETURN), "one of your Discovery cards must go back first", "SIX-148"},
    {ACTIONS, ANY, "Actions are possible only in the third step of your own turn", "SIX-126"},
    {VERB(CANCEL), FRAME(RESPOND), "a card that cancels or answers is answered with Power Politics or War only", "SIX-181"},
    {VERB(CANCEL), FRAME(ACT), "no Cancel card can be used as such in one's own turn", "SIX-169"},
    {VERB(CANCEL), ANY, "a Cancel card is played only when its window asks you", "SIX-166"},
    {VERB(RESPOND), FRAME(CANCEL), "Power Politics and War answer Cancel and Response cards, and nobody has played one here",
     "SIX-180"},
    {VERB(RESPOND), ANY, "Power Politics and War answer Cancel and Response cards only", "SIX-179"},
    {VERB(CONSENT) | VERB(REFUSE), ANY, "nobody asks for your consent now", "SIX-110"},
    {VERB(KEEP) | VERB(DROP), ANY, "no card of yours was refused", "SIX-112"},
    {VERB(HALVE), ANY, "no War makes you halve a token now", "SIX-186"},
    {VERB(RETURN), ANY, "a Discovery card goes back only when you hold too many", "SIX-148"},
    {VERB(DISCARD), FRAME(DRAW), "the discard of this turn is over", "SIX-198"},
    {VERB(DISCARD), FRAME(ACT), "one card may be discarded after the Actions", "SIX-197"},
    {VERB(DISCARD), FRAME(KEEP), "a refused card is put away with `drop`", "SIX-112"},
    {VERB(DISCARD), ANY, "cards are discarded in the fourth step of your own turn", "SIX-197"},
    {VERB(TAKE) | VERB(DECK), FRAME(DISCARD), "drawing comes after the discard", "SIX-28"},
    {VERB(TAKE) | VERB(DECK), ANY, "cards are drawn in the last step of your own turn", "SIX-206"},
    {VERB(SEND), FRAME(GROW) | FRAME(SETTLE), "a Neutral's migrant comes last in its turn, and players send people with cards",
     "SIX-34"},
    {VERB(SEND), ANY, "only a Neutral's own turn ends with a migrant, and players send people with cards", "SIX-116"},
    {POWERS, ANY, "powers are used when the order of turn is drawn", "SIX-236"},
};

/* What is wrong at any moment: options that are off, and, before the table, whose turn it is and how many Actions are gone. */
static bool wrong_anyway(const struct doubt *doubt)
{
    const struct six_state *state = doubt->state;
    const unsigned verb = 1U << doubt->verb;
    const bool act = doubt->top->kind == SIX_ACT;
    if (!doubt->rules->track && verb & (VERB(SYMBOL) | POWERS)) {
        return because(doubt, "SIX-223", "this game is played without the Discovery Track");
    }
    if (verb & ACTIONS && !act && doubt->top->kind != SIX_POWER && state->depth == 1) {
        if (!six_is_player(doubt->rules, state->faction)) {
            return because(doubt, "SIX-35", "this is %o turn, and a Neutral takes no Actions", state->faction);
        }
        if (state->actions >= 2) {
            return because(doubt, "SIX-32", "you have taken both Actions of this turn; %s", asked_now[doubt->top->kind]);
        }
    }
    return false;
}

static bool wrong_moment(const struct doubt *doubt)
{
    if (wrong_anyway(doubt)) {
        return true;
    }
    if (six_frames.kind[doubt->top->kind].verbs >> doubt->verb & 1U) {
        return false;
    }
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        if ((moments[i].verbs >> doubt->verb & 1U) && (moments[i].frames >> doubt->top->kind & 1)) {
            return because(doubt, moments[i].rule, "%s; %s", moments[i].reason, asked_now[doubt->top->kind]);
        }
    }
    return false;
}

/* ------------------------------------------------------------------ reasons that several verbs share */

static bool why_no_site(const struct doubt *doubt, int site)
{
    return site >= SIX_SITES && because(doubt, "SIX-6", "there is no such site");
}

static bool why_no_faction(const struct doubt *doubt)
{
    return doubt->faction >= doubt->rules->factions &&
           because(doubt, "SIX-8", "only %d factions are in play", doubt->rules->factions);
}

static bool why_no_token(const struct doubt *doubt, int faction, int site, const char *rule, const char *box_rule)
{
    if (why_no_site(doubt, site)) {
        return true;
    }
    const bool waits = (doubt->state->waiting[faction] >> site & 1) != 0;
    return !(doubt->state->on[faction] >> site & 1) &&
           because(doubt, waits ? box_rule : rule, "%f [have|has] no population token on %w%s", faction, site,
                   waits ? ", only pieces in the box" : "");
}

static bool why_not_held(const struct doubt *doubt, int card, const char *rule)
{
    const struct six_hand *hand = &doubt->state->hand[doubt->me];
    if (card <= SIX_NO_CARD || card >= SIX_CARDS) {
        return because(doubt, rule, "there is no such card");
    }
    if (six_has(hand, card)) {
        return false;
    }
    uint32_t akin = 0;
    for (int other = 1; other < SIX_CARDS; other++) {
        akin |= six_family[other] == six_family[card] && six_has(hand, other) ? SIX_CARD_BIT(other) : 0U;
    }
    return because(doubt, rule, akin && six_family[card] < SIX_F_CANCEL ? "you hold no %k, but %B" : "you hold no %k", card,
                   (int)akin);
}

static bool why_not_there(const struct doubt *doubt, int faction, int half, int billions)
{
    const struct six_state *state = doubt->state;
    const int site = doubt->to;
    const int there = half ? six_migrants(state, faction, site) : six_colonies(state, faction, site);
    if (state->on[faction] >> site & 1) {
        return because(doubt, half && !six_is_player(doubt->rules, state->faction) ? "SIX-118" : "SIX-98",
                       "%f [have|has] a population token on %w already", faction, site);
    }
    if (site == SIX_EARTH) {
        return because(doubt, "SIX-65", "nobody can be sent to Earth");
    }
    if (there + billions > 2) {
        return because(doubt, doubt->verb == SIX_M_SEND ? "SIX-120" : "SIX-99",
                       "the %s half of %o %j box holds %d billion already, and 2 are the most", half ? "migrants" : "colonies",
                       faction, site, there);
    }
    bool others = false;
    bool boxes = false;
    for (int other = 0; other < doubt->rules->factions; other++) {
        others |= other != faction && (state->on[other] >> site & 1);
        boxes |= other != faction && (state->waiting[other] >> site & 1);
    }
    if (half && !others) {
        return because(doubt, doubt->verb == SIX_M_SEND ? "SIX-118" : "SIX-101",
                       "migrants go only where another faction has a population token, and there is none on %w%s", site,
                       boxes ? ", for pieces in boxes do not count" : "");
    }
    return !six_piece_left(doubt->rules, state, faction, site, half, billions) &&
           because(doubt, "SIX-12", "with the option tokens a faction has only %d pieces, and %f [have|has] none left",
                   doubt->rules->tokens, faction);
}

/* ------------------------------------------------------------------ growth, establishment, War */

static bool why_grow(const struct doubt *doubt)
{
    const struct six_state *state = doubt->state;
    const int faction = state->faction;
    const int site = doubt->from;
    if (why_no_token(doubt, faction, site, "SIX-47", "SIX-49")) {
        return true;
    }
    if (state->attempted >> site & 1) {
        return because(doubt, "SIX-59", "that token was attempted in this turn already");
    }
    if (state->topped[faction] >> site & 1) {
        return because(doubt, "SIX-50", "that token is on %l, the last number there", state->level[faction][site]);
    }
    return six_full(state, site) &&
           because(doubt, "SIX-50", "the growth sum of %w is %d quarters, and it must be below 4", site, state->growth[site]);
}

static bool why_settle(const struct doubt *doubt)
{
    const struct six_state *state = doubt->state;
    const int faction = state->faction;
    if (why_no_site(doubt, doubt->from)) {
        return true;
    }
    if (!(state->waiting[faction] >> doubt->from & 1)) {
        return because(doubt, "SIX-75", "%o %j box is empty", faction, doubt->from);
    }
    return because(doubt, "SIX-74", "a single billion waits at %w until a second one comes", doubt->from);
}

static bool why_halve(const struct doubt *doubt)
{
    return why_no_token(doubt, doubt->me, doubt->from, "SIX-187", "SIX-189") ||
           because(doubt, "SIX-188", "that token is on 1 and cannot be halved");
}

/* ------------------------------------------------------------------ cards in hand and on the table */

static bool why_return(const struct doubt *doubt)
{
    return because(doubt, "SIX-148", "you do not hold that Discovery card");
}

static bool why_discard(const struct doubt *doubt)
{
    return why_not_held(doubt, doubt->card, "SIX-197");
}

static bool why_take(const struct doubt *doubt)
{
    return because(doubt, "SIX-204", "no such card lies face up");
}

static bool why_deck(const struct doubt *doubt)
{
    return because(doubt, "SIX-208", "the deck and the discard pile are empty, so take an open card");
}

static bool why_cancel(const struct doubt *doubt)
{
    static const char *const only[SIX_CARDS] = {
        [SIX_DEATH] = "Death cancels Double cards and nothing else",
        [SIX_PESTILENCE] = "Pestilence cancels free doubling and nothing else",
        [SIX_FAMINE] = "Famine cancels free doubling and Double cards and nothing else",
        [SIX_SOULS] = "Save Our Souls cancels New Colony In Trouble and This Is Our Home and nothing else"};
    const struct six_state *state = doubt->state;
    if (doubt->card >= SIX_CARDS || !only[doubt->card]) {
        return because(doubt, "SIX-164", "that is no Cancel card");
    }
    if (!(six_fitting(&state->event) >> doubt->card & 1U)) {
        return because(doubt, "SIX-164", "%s", only[doubt->card]);
    }
    if (why_not_held(doubt, doubt->card, "SIX-166")) {
        return true;
    }
    const int owner = six_cancel_consent(doubt->rules, state, doubt->me);
    return owner >= 0 && (state->barred >> doubt->me & 1) &&
           because(doubt, "SIX-115", "%f refused a Cancel card of yours in this window", owner);
}

static bool why_respond(const struct doubt *doubt)
{
    if (doubt->card >= SIX_CARDS || six_family[doubt->card] != SIX_F_RESPONSE) {
        return because(doubt, "SIX-179", "that is no Response card");
    }
    return why_not_held(doubt, doubt->card, "SIX-179");
}

/* ------------------------------------------------------------------ a Neutral's migrant */

static bool why_send(const struct doubt *doubt)
{
    enum { ON_2 = 2, ON_4 = 3, ON_32 = 6 };
    const struct six_state *state = doubt->state;
    const int faction = state->faction;
    if (why_no_site(doubt, doubt->to) || why_no_token(doubt, faction, doubt->from, "SIX-117", "SIX-117")) {
        return true;
    }
    const int level = state->level[faction][doubt->from];
    if (level < ON_2) {
        return because(doubt, "SIX-117", "the token on %w is on 1 and can send nobody", doubt->from);
    }
    if (doubt->n < 1 || doubt->n > 2) {
        return because(doubt, "SIX-119", "a migrant is 1 or 2 billion");
    }
    if (doubt->n == 2 && level != ON_4 && level < ON_32) {
        return because(doubt, "SIX-119", "2 billion can be sent from a 4 or from 32 and more, and the token on %w is on %l",
                       doubt->from, level);
    }
    return why_not_there(doubt, faction, 1, doubt->n);
}

/* ------------------------------------------------------------------ powers over the order of turn */

static bool why_step(const struct doubt *doubt)
{
    const struct six_rules *rules = doubt->rules;
    const int symbol = doubt->top->a;
    const bool up = doubt->verb == SIX_M_UP;
    const int place = six_turn_place(rules, doubt->state, doubt->me);
    const int most = up ? place : rules->factions - 1 - place;
    const char *rule = symbol == SIX_SMILEY ? "SIX-239" : "SIX-238";
    if (doubt->to != 0 || symbol == SIX_LEAF) {
        return because(doubt, "SIX-242", "now the %y power is used%s", symbol,
                       symbol == SIX_LEAF ? ", as in `power leaf red 1`" : "");
    }
    if (symbol == SIX_SMILEY && doubt->n != 1) {
        return because(doubt, rule, "the Smiley power moves your token by one place");
    }
    if (doubt->n < 1 || doubt->n > most) {
        return most == 0 ? because(doubt, rule, "your token has the %s place already", up ? "first" : "last")
                         : because(doubt, rule, "your token has place %d of %d, and so it can go %s by %d at most", place + 1,
                                   rules->factions, up ? "up" : "down", most);
    }
    return because(doubt, rule, "that costs %p, and you have %d", rules->dollar_cost * doubt->n, doubt->state->points[doubt->me]);
}

static bool why_place(const struct doubt *doubt)
{
    const struct six_rules *rules = doubt->rules;
    if (why_no_faction(doubt)) {
        return true;
    }
    if (doubt->top->a != SIX_LEAF) {
        return because(doubt, "SIX-242", "now the %y power is used, which moves your own token up or down", doubt->top->a);
    }
    if (doubt->n >= rules->factions) {
        return because(doubt, "SIX-240", "the places are 1 to %d", rules->factions);
    }
    const int place = six_turn_place(rules, doubt->state, doubt->faction);
    if (place == doubt->n) {
        return because(doubt, "SIX-241", "%f [have|has] place %d already", doubt->faction, place + 1);
    }
    return rules->leaf_limit &&
           because(doubt, "SIX-240", "a token moves one place only, and %f [have|has] place %d", doubt->faction, place + 1);
}

/* ------------------------------------------------------------------ Actions (SIX-81..163, 223..231): the card and its target */

/* Each verb's conditions in the order in which a person would look for them: the card, whose people, the source, the destination,
 * consent refused before. */

/* The rule that says what a card of the family does. */
static const char *rule_of(int card)
{
    static const char *const rules[] = {
        [SIX_F_NONE] = "SIX-125",    [SIX_F_COLONY] = "SIX-134",    [SIX_F_MIGRANTS] = "SIX-137", [SIX_F_DOUBLE] = "SIX-139",
        [SIX_F_RECYCLE] = "SIX-143", [SIX_F_DISCOVERY] = "SIX-147", [SIX_F_TROUBLE] = "SIX-151",  [SIX_F_HOME] = "SIX-152",
        [SIX_F_CANCEL] = "SIX-164",  [SIX_F_RESPONSE] = "SIX-179"};
    return card < SIX_CARDS ? rules[six_family[card]] : rules[SIX_F_NONE];
}

static bool why_not_of_family(const struct doubt *doubt, int family)
{
    return (doubt->card >= SIX_CARDS || six_family[doubt->card] != family) && because(doubt, "SIX-125", "that is no card for it");
}

/* SIX-5: "another player" is never oneself nor a Neutral. */
static bool why_not_for(const struct doubt *doubt)
{
    const int target = six_target[doubt->card];
    const bool player = six_is_player(doubt->rules, doubt->faction);
    if (why_no_faction(doubt)) {
        return true;
    }
    if (target == SIX_T_OWN && doubt->faction != doubt->me) {
        return because(doubt, "SIX-5", "that card is for your own faction");
    }
    if (target == SIX_T_OTHER && (doubt->faction == doubt->me || !player)) {
        return because(doubt, "SIX-5", "that card is for another player");
    }
    return target == SIX_T_NEUTRAL && player && because(doubt, "SIX-5", "that card is for a Neutral");
}

/* SIX-115: the owner said no to such a card before. */
static bool why_refused(const struct doubt *doubt)
{
    return doubt->from == SIX_EARTH && six_is_player(doubt->rules, doubt->faction) &&
           (doubt->state->refused[doubt->faction] & six_refusal_bit(doubt->card)) != 0 &&
           because(doubt, "SIX-115", "%f refused such a card of yours in this turn", doubt->faction);
}

/* ------------------------------------------------------------------ New Colony and Migrants */

static bool why_no_giver(const struct doubt *doubt)
{
    const struct six_state *state = doubt->state;
    const struct six_source *source = &state->source;
    const int level = state->level[doubt->faction][doubt->from];
    const bool gave = source->how != SIX_TAKEN_NOTHING && source->faction == doubt->faction && source->site == doubt->from;
    if (six_givers(state, doubt->faction) >> doubt->from & 1) {
        return false;
    }
    if (gave) {
        return because(doubt, "SIX-84", "that token was halved from 2 in this turn and can give no more");
    }
    return because(doubt, "SIX-83", "%o token on %w is on %l, and there is nothing to halve", doubt->faction, doubt->from, level);
}

static bool why_too_far(const struct doubt *doubt)
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
    return because(doubt, distance > longest ? "SIX-95" : "SIX-94", "from %w to %w the distance is %d, and the card reaches %d%s",
                   doubt->from, doubt->to, distance, reach, distance > longest ? "; no card reaches that far" : "");
}

static bool why_people(const struct doubt *doubt)
{
    const int family = doubt->verb == SIX_M_MIGRANTS ? SIX_F_MIGRANTS : SIX_F_COLONY;
    if (why_not_of_family(doubt, family) || why_not_held(doubt, doubt->card, rule_of(doubt->card)) || why_not_for(doubt) ||
        why_no_site(doubt, doubt->to) || why_no_token(doubt, doubt->faction, doubt->from, "SIX-81", "SIX-81")) {
        return true;
    }
    if (doubt->from == doubt->to) {
        return because(doubt, "SIX-98", "people go from one site to another");
    }
    return why_no_giver(doubt) || (doubt->state->on[doubt->faction] >> doubt->to & 1 ? false : why_too_far(doubt)) ||
           why_not_there(doubt, doubt->faction, family == SIX_F_MIGRANTS, 1) || why_refused(doubt);
}

/* ------------------------------------------------------------------ Double and Recycle */

static bool why_on_last(const struct doubt *doubt, int faction, const char *rule)
{
    return (doubt->state->topped[faction] >> doubt->from & 1) && because(doubt, rule, "that token is on %l, the last number of %w",
                                                                         doubt->state->level[faction][doubt->from], doubt->from);
}

static bool why_double(const struct doubt *doubt)
{
    return why_not_of_family(doubt, SIX_F_DOUBLE) || why_not_held(doubt, doubt->card, rule_of(doubt->card)) || why_not_for(doubt) ||
           why_no_token(doubt, doubt->faction, doubt->from, "SIX-139", "SIX-141") ||
           why_on_last(doubt, doubt->faction, "SIX-140") || why_refused(doubt);
}

static bool why_recycle(const struct doubt *doubt)
{
    const struct six_state *state = doubt->state;
    if (why_not_held(doubt, SIX_RECYCLE, "SIX-143") || why_no_token(doubt, doubt->me, doubt->from, "SIX-143", "SIX-141") ||
        why_on_last(doubt, doubt->me, "SIX-144")) {
        return true;
    }
    const unsigned lowest = six_lowest_tokens(state, doubt->me);
    return !(lowest >> doubt->from & 1) && because(doubt, "SIX-143", "Recycle doubles your lowest token, on %l: %A",
                                                   state->level[doubt->me][six_lowest(lowest)], (int)lowest);
}

/* ------------------------------------------------------------------ Make A Discovery, reveals */

static bool why_discover(const struct doubt *doubt)
{
    return why_not_held(doubt, SIX_DISCOVERY, "SIX-147") ||
           (doubt->state->turn < 3 && because(doubt, "SIX-147",
                                              "Make A Discovery is not possible in game turns 1 and 2, and this "
                                              "is game turn %d",
                                              doubt->state->turn));
}

static bool why_reveal_site(const struct doubt *doubt, int site)
{
    const struct six_state *state = doubt->state;
    const int me = doubt->me;
    const int there = six_colonies(state, me, site);
    if (state->on[me] >> site & 1) {
        return because(doubt, "SIX-159", "you have a population token on %w already", site);
    }
    if (there >= 2) {
        return because(doubt, "SIX-159", "your colonies half of the %j box is full", site);
    }
    if (six_pairs(site) && state->actions > 0) {
        return because(doubt, "SIX-127", "that takes two Actions, and only one is left");
    }
    return !six_piece_left(doubt->rules, state, me, site, 0, six_pairs(site) && there == 0 ? 2 : 1) &&
           because(doubt, "SIX-270", "with the option tokens you have only %d pieces, and too few are left", doubt->rules->tokens);
}

static bool why_reveal(const struct doubt *doubt)
{
    const uint8_t *held = doubt->state->find[doubt->me];
    bool down = false;
    bool up = false;
    for (int i = 0; i < SIX_HELD; i++) {
        down |= held[i] != 0 && held[i] == doubt->from;
        up |= held[i] == doubt->from + SIX_FIND_UP;
    }
    if (!down) {
        return because(doubt, up ? "SIX-162" : "SIX-158",
                       up ? "that Discovery card is revealed already" : "you do not hold that Discovery card");
    }
    if (doubt->from < SIX_FIND_SYMBOL) {
        return why_reveal_site(doubt, doubt->from - 1);
    }
    if (!doubt->rules->discovery_step) {
        return because(doubt, "SIX-234", "a Dollar, Smiley or Leaf card brings no colony, so there is nothing to reveal it for");
    }
    return because(doubt, "SIX-231", "your marker is on %d, the last of that track", doubt->rules->track_last);
}

/* ------------------------------------------------------------------ the two cards against boxes */

static bool why_trouble(const struct doubt *doubt)
{
    const struct six_state *state = doubt->state;
    const bool home = doubt->verb == SIX_M_HOME;
    const int card = home ? SIX_HOME : SIX_TROUBLE;
    if (why_not_held(doubt, card, rule_of(card)) || why_no_faction(doubt) || why_no_site(doubt, doubt->from)) {
        return true;
    }
    const int colonies = six_colonies(state, doubt->faction, doubt->from);
    const int migrants = six_migrants(state, doubt->faction, doubt->from);
    if (home ? migrants == 0 : colonies == 0) {
        const char *other = home && colonies ? ", only colonies" : !home && migrants ? ", only migrants" : "";
        const bool settled = (state->on[doubt->faction] >> doubt->from & 1) != 0;
        return because(doubt, settled && !*other ? "SIX-155" : rule_of(card), "%f [have|has] no %s in the %j box%s%s",
                       doubt->faction, home ? "migrants" : "colonies", doubt->from, other,
                       settled && !*other ? ", and tokens on the track are safe" : "");
    }
    return home && !(state->on[doubt->me] >> doubt->from & 1) &&
           because(doubt, "SIX-152", "you have no population token on %w yourself", doubt->from);
}

/* ------------------------------------------------------------------ cards for their symbols */

/* A card that does not show the track's symbol. */
static bool why_other_symbol(const struct doubt *doubt, int card)
{
    const struct six_rules *rules = doubt->rules;
    const int shown = rules->card_symbol[card];
    if (shown == doubt->n) {
        return false;
    }
    return because(doubt, doubt->n == SIX_LEAF ? "SIX-226" : "SIX-225", "%n shows a %y, not a %y", card, shown, doubt->n);
}

static bool why_pair(const struct doubt *doubt)
{
    const struct six_rules *rules = doubt->rules;
    const struct six_state *state = doubt->state;
    const int second = doubt->from;
    if (doubt->n != SIX_LEAF) {
        return because(doubt, "SIX-225", "one card is enough for a step of %y", doubt->n);
    }
    if (rules->card_symbols[doubt->card] == 2 || rules->card_symbols[second] == 2) {
        return because(doubt, "SIX-227", "a card with two Leaves makes the step alone");
    }
    if (second == doubt->card && state->hand[doubt->me].copies[second] < 2) {
        return because(doubt, "SIX-226", "you hold %q only once", second);
    }
    if (state->actions > 0) {
        return because(doubt, "SIX-226", "two Leaf cards take two Actions, and only one is left");
    }
    return second < doubt->card && because(doubt, "SIX-265", "the two cards are named in the order %q, %q", second, doubt->card);
}

static bool why_symbol(const struct doubt *doubt)
{
    const int second = doubt->from;
    const char *rule = doubt->n == SIX_LEAF ? "SIX-226" : "SIX-225";
    if (doubt->n >= SIX_SYMBOLS) {
        return because(doubt, "SIX-223", "there is no such Discovery Track");
    }
    if (why_not_held(doubt, doubt->card, rule) || (second && why_not_held(doubt, second, rule)) ||
        why_other_symbol(doubt, doubt->card) || (second && why_other_symbol(doubt, second))) {
        return true;
    }
    if (doubt->state->marker[doubt->me][doubt->n] >= doubt->rules->track_last) {
        return because(doubt, "SIX-231", "your %y marker is on %d, the last of its track", doubt->n, doubt->rules->track_last);
    }
    if (second) {
        return why_pair(doubt);
    }
    return doubt->n == SIX_LEAF && doubt->rules->card_symbols[doubt->card] == 1 &&
           because(doubt, "SIX-226", "one Leaf is not enough: name two Leaf cards");
}

/* ------------------------------------------------------------------ all of it */

static bool (*const why[SIX_VERBS])(const struct doubt *) = {
    [SIX_M_GROW] = why_grow,       [SIX_M_SETTLE] = why_settle,   [SIX_M_COLONY] = why_people,     [SIX_M_MIGRANTS] = why_people,
    [SIX_M_DOUBLE] = why_double,   [SIX_M_RECYCLE] = why_recycle, [SIX_M_DISCOVER] = why_discover, [SIX_M_TROUBLE] = why_trouble,
    [SIX_M_HOME] = why_trouble,    [SIX_M_REVEAL] = why_reveal,   [SIX_M_SYMBOL] = why_symbol,     [SIX_M_CANCEL] = why_cancel,
    [SIX_M_RESPOND] = why_respond, [SIX_M_HALVE] = why_halve,     [SIX_M_RETURN] = why_return,     [SIX_M_DISCARD] = why_discard,
    [SIX_M_TAKE] = why_take,       [SIX_M_DECK] = why_deck,       [SIX_M_SEND] = why_send,         [SIX_M_UP] = why_step,
    [SIX_M_DOWN] = why_step,       [SIX_M_PLACE] = why_place,
};

void six_why_not(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    const struct six_state *state = view;
    const struct bil_frame *top = six_top_const(state);
    const int actor = six_actor(rules, view);
    if (actor == BIL_OVER) {
        bil_text_add(out, "The game is over: nothing is played after its end (SIX-248).");
        return;
    }
    if (state->viewer != 0 && state->viewer != 1 + actor) {
        six_tell(&(struct bil_reader){rules, BIL_SPECTATOR, out}, "%F decides now, not you (%s).", actor,
                 state->depth > 1 ? "SIX-173" : "SIX-24");
        return;
    }
    bil_move moves[SIX_MAX_MOVES];
    const int count = six_moves(rules, view, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i] == move) {
            return;
        }
    }
    const struct doubt doubt = {
        rules,          state,        top,         actor, move, SIX_VERB(move), SIX_CARD(move), SIX_FACTION(move),
        SIX_FROM(move), SIX_TO(move), SIX_N(move), out};
    if (doubt.verb < SIX_M_GROW || doubt.verb >= SIX_VERBS) {
        bil_text_format(out, "No move of this game has the number %u; %s (SIX-28).", (unsigned)move, asked_now[top->kind]);
        return;
    }
    if (wrong_moment(&doubt) || (why[doubt.verb] && why[doubt.verb](&doubt))) {
        return;
    }
    because(&doubt, "SIX-28", "that is none of your choices; %s", asked_now[top->kind]);
}
