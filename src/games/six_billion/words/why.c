/* 6 Billion: why a move is not legal now, in one sentence that ends with the number of the rule.
 *
 * First whether the game waits for such a move at all (a table), then, verb by verb, the conditions. It asks legal.c whether the
 * move is legal and never decides that itself. Says nothing of a hand but to its owner: six_why_not lets nobody else in. */
#include "games/six_billion/words/words.h"
#include "kit/notation.h"

#include <stdarg.h>
#include <stdio.h>

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
static bool wrong_anyway(const struct six_doubt *doubt)
{
    const struct six_state *state = doubt->state;
    const unsigned verb = 1U << doubt->verb;
    const bool act = doubt->top->kind == SIX_ACT;
    if (!doubt->rules->track && verb & (VERB(SYMBOL) | POWERS)) {
        return six_because(doubt, "SIX-223", "this game is played without the Discovery Track");
    }
    if (verb & ACTIONS && !act && doubt->top->kind != SIX_POWER && state->depth == 1) {
        if (!six_is_player(doubt->rules, state->faction)) {
            return six_because(doubt, "SIX-35", "this is %s turn, and a Neutral takes no Actions",
                               six_said_owner(doubt, state->faction).text);
        }
        if (state->actions >= 2) {
            return six_because(doubt, "SIX-32", "you have taken both Actions of this turn; %s", asked_now[doubt->top->kind]);
        }
    }
    return false;
}

static bool wrong_moment(const struct six_doubt *doubt)
{
    if (wrong_anyway(doubt)) {
        return true;
    }
    if (six_frames.kind[doubt->top->kind].verbs >> doubt->verb & 1U) {
        return false;
    }
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        if ((moments[i].verbs >> doubt->verb & 1U) && (moments[i].frames >> doubt->top->kind & 1)) {
            return six_because(doubt, moments[i].rule, "%s; %s", moments[i].reason, asked_now[doubt->top->kind]);
        }
    }
    return false;
}

/* ------------------------------------------------------------------ growth, establishment, War */

static bool why_grow(const struct six_doubt *doubt)
{
    const struct six_state *state = doubt->state;
    const int faction = state->faction;
    const int site = doubt->from;
    if (six_why_no_token(doubt, faction, site, "SIX-47", "SIX-49")) {
        return true;
    }
    if (state->attempted >> site & 1) {
        return six_because(doubt, "SIX-59", "that token was attempted in this turn already");
    }
    if (state->topped[faction] >> site & 1) {
        return six_because(doubt, "SIX-50", "that token is on %d, the last number there", six_people(state->level[faction][site]));
    }
    return six_full(state, site) && six_because(doubt, "SIX-50", "the growth sum of %s is %d quarters, and it must be below 4",
                                                six_site_place(site), state->growth[site]);
}

static bool why_settle(const struct six_doubt *doubt)
{
    const struct six_state *state = doubt->state;
    const int faction = state->faction;
    if (six_why_no_site(doubt, doubt->from)) {
        return true;
    }
    if (!(state->waiting[faction] >> doubt->from & 1)) {
        return six_because(doubt, "SIX-75", "%s %s box is empty", six_said_owner(doubt, faction).text, six_site_short(doubt->from));
    }
    return six_because(doubt, "SIX-74", "a single billion waits at %s until a second one comes", six_site_place(doubt->from));
}

static bool why_halve(const struct six_doubt *doubt)
{
    return six_why_no_token(doubt, doubt->me, doubt->from, "SIX-187", "SIX-189") ||
           six_because(doubt, "SIX-188", "that token is on 1 and cannot be halved");
}

/* ------------------------------------------------------------------ cards in hand and on the table */

static bool why_return(const struct six_doubt *doubt)
{
    return six_because(doubt, "SIX-148", "you do not hold that Discovery card");
}

static bool why_discard(const struct six_doubt *doubt)
{
    return six_why_not_held(doubt, doubt->card, "SIX-197");
}

static bool why_take(const struct six_doubt *doubt)
{
    return six_because(doubt, "SIX-204", "no such card lies face up");
}

static bool why_deck(const struct six_doubt *doubt)
{
    return six_because(doubt, "SIX-208", "the deck and the discard pile are empty, so take an open card");
}

static bool why_cancel(const struct six_doubt *doubt)
{
    static const char *const only[SIX_CARDS] = {
        [SIX_DEATH] = "Death cancels Double cards and nothing else",
        [SIX_PESTILENCE] = "Pestilence cancels free doubling and nothing else",
        [SIX_FAMINE] = "Famine cancels free doubling and Double cards and nothing else",
        [SIX_SOULS] = "Save Our Souls cancels New Colony In Trouble and This Is Our Home and nothing else"};
    const struct six_state *state = doubt->state;
    if (doubt->card >= SIX_CARDS || !only[doubt->card]) {
        return six_because(doubt, "SIX-164", "that is no Cancel card");
    }
    if (!(six_fitting(&state->event) >> doubt->card & 1U)) {
        return six_because(doubt, "SIX-164", "%s", only[doubt->card]);
    }
    if (six_why_not_held(doubt, doubt->card, "SIX-166")) {
        return true;
    }
    const int owner = six_cancel_consent(doubt->rules, state, doubt->me);
    return owner >= 0 && (state->barred >> doubt->me & 1) &&
           six_because(doubt, "SIX-115", "%s refused a Cancel card of yours in this window", six_said_name(doubt, owner).text);
}

static bool why_respond(const struct six_doubt *doubt)
{
    if (doubt->card >= SIX_CARDS || six_family[doubt->card] != SIX_F_RESPONSE) {
        return six_because(doubt, "SIX-179", "that is no Response card");
    }
    return six_why_not_held(doubt, doubt->card, "SIX-179");
}

/* ------------------------------------------------------------------ a Neutral's migrant */

static bool why_send(const struct six_doubt *doubt)
{
    enum { ON_2 = 2, ON_4 = 3, ON_32 = 6 };
    const struct six_state *state = doubt->state;
    const int faction = state->faction;
    if (six_why_no_site(doubt, doubt->to) || six_why_no_token(doubt, faction, doubt->from, "SIX-117", "SIX-117")) {
        return true;
    }
    const int level = state->level[faction][doubt->from];
    if (level < ON_2) {
        return six_because(doubt, "SIX-117", "the token on %s is on 1 and can send nobody", six_site_place(doubt->from));
    }
    if (doubt->n < 1 || doubt->n > 2) {
        return six_because(doubt, "SIX-119", "a migrant is 1 or 2 billion");
    }
    if (doubt->n == 2 && level != ON_4 && level < ON_32) {
        return six_because(doubt, "SIX-119", "2 billion can be sent from a 4 or from 32 and more, and the token on %s is on %d",
                           six_site_place(doubt->from), six_people(level));
    }
    return six_why_not_there(doubt, faction, 1, doubt->n);
}

/* ------------------------------------------------------------------ powers over the order of turn */

static bool why_step(const struct six_doubt *doubt)
{
    const struct six_rules *rules = doubt->rules;
    const int symbol = doubt->top->a;
    const bool up = doubt->verb == SIX_M_UP;
    const int place = six_turn_place(rules, doubt->state, doubt->me);
    const int most = up ? place : rules->factions - 1 - place;
    const char *rule = symbol == SIX_SMILEY ? "SIX-239" : "SIX-238";
    if (doubt->to != 0 || symbol == SIX_LEAF) {
        return six_because(doubt, "SIX-242", "now the %s power is used%s", six_symbol_name(symbol),
                           symbol == SIX_LEAF ? ", as in `power leaf red 1`" : "");
    }
    if (symbol == SIX_SMILEY && doubt->n != 1) {
        return six_because(doubt, rule, "the Smiley power moves your token by one place");
    }
    if (doubt->n < 1 || doubt->n > most) {
        return most == 0 ? six_because(doubt, rule, "your token has the %s place already", up ? "first" : "last")
                         : six_because(doubt, rule, "your token has place %d of %d, and so it can go %s by %d at most", place + 1,
                                       rules->factions, up ? "up" : "down", most);
    }
    const int costs = rules->dollar_cost * doubt->n;
    return six_because(doubt, rule, "that costs %d point%s, and you have %d", costs, costs == 1 ? "" : "s",
                       doubt->state->points[doubt->me]);
}

static bool why_place(const struct six_doubt *doubt)
{
    const struct six_rules *rules = doubt->rules;
    if (six_why_no_faction(doubt)) {
        return true;
    }
    if (doubt->top->a != SIX_LEAF) {
        return six_because(doubt, "SIX-242", "now the %s power is used, which moves your own token up or down",
                           six_symbol_name(doubt->top->a));
    }
    if (doubt->n >= rules->factions) {
        return six_because(doubt, "SIX-240", "the places are 1 to %d", rules->factions);
    }
    const int place = six_turn_place(rules, doubt->state, doubt->faction);
    if (place == doubt->n) {
        return six_because(doubt, "SIX-241", "%s %s place %d already", six_said_name(doubt, doubt->faction).text,
                           six_said_has(doubt, doubt->faction), place + 1);
    }
    return rules->leaf_limit &&
           six_because(doubt, "SIX-240", "a token moves one place only, and %s %s place %d",
                       six_said_name(doubt, doubt->faction).text, six_said_has(doubt, doubt->faction), place + 1);
}

/* ------------------------------------------------------------------ all of it */

static bool (*const why[SIX_VERBS])(const struct six_doubt *) = {
    [SIX_M_GROW] = why_grow,
    [SIX_M_SETTLE] = why_settle,
    [SIX_M_COLONY] = six_why_people,
    [SIX_M_MIGRANTS] = six_why_people,
    [SIX_M_DOUBLE] = six_why_double,
    [SIX_M_RECYCLE] = six_why_recycle,
    [SIX_M_DISCOVER] = six_why_discover,
    [SIX_M_TROUBLE] = six_why_trouble,
    [SIX_M_HOME] = six_why_trouble,
    [SIX_M_REVEAL] = six_why_reveal,
    [SIX_M_SYMBOL] = six_why_symbol,
    [SIX_M_CANCEL] = why_cancel,
    [SIX_M_RESPOND] = why_respond,
    [SIX_M_HALVE] = why_halve,
    [SIX_M_RETURN] = why_return,
    [SIX_M_DISCARD] = why_discard,
    [SIX_M_TAKE] = why_take,
    [SIX_M_DECK] = why_deck,
    [SIX_M_SEND] = why_send,
    [SIX_M_UP] = why_step,
    [SIX_M_DOWN] = why_step,
    [SIX_M_PLACE] = why_place,
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
        six_add_faction(out, rules, actor, BIL_SPECTATOR, true);
        bil_text_format(out, " decides now, not you (%s).", state->depth > 1 ? "SIX-173" : "SIX-24");
        return;
    }
    bil_move moves[SIX_MAX_MOVES];
    const int count = six_moves(rules, view, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i] == move) {
            return;
        }
    }
    const struct six_doubt doubt = {
        rules,          state,        top,         actor, move, SIX_VERB(move), SIX_CARD(move), SIX_FACTION(move),
        SIX_FROM(move), SIX_TO(move), SIX_N(move), out};
    if (doubt.verb < SIX_M_GROW || doubt.verb >= SIX_VERBS) {
        bil_text_format(out, "No move of this game has the number %u; %s (SIX-28).", (unsigned)move, asked_now[top->kind]);
        return;
    }
    if (wrong_moment(&doubt) || (why[doubt.verb] && why[doubt.verb](&doubt))) {
        return;
    }
    six_because(&doubt, "SIX-28", "that is none of your choices; %s", asked_now[top->kind]);
}
