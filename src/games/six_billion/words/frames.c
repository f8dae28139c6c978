/* 6 Billion: what the game can wait for, as rows, and how it asks: in one or two short sentences, with what is at stake.
 *
 * The asked seat is spoken to; other viewers are told what that seat decides. Never says more of a hand than its owner may see: a
 * question looks the same to the others whether it can be answered or not (SIX-174). */
#include "games/six_billion/words/words.h"

static const struct six_rules *rules_of(const struct bil_asking *asking)
{
    return asking->reader.rules;
}

static const struct six_state *asked_state(const struct bil_asking *asking)
{
    return asking->state;
}

/* Who does it in whose turn: "Red", and "For Neutral Pink, you". */
static void tell_turn(const struct bil_asking *asking)
{
    const int faction = asked_state(asking)->faction;
    const bool player = six_is_player(rules_of(asking), faction);
    six_tell(&asking->reader, player ? "%F" : "For %f, %f", player ? asking->top->seat : faction, asking->top->seat);
}

/* "Earth (4 to 8) or Mars (1 to 2)" */
static void tell_steps(const struct bil_asking *asking, int faction, unsigned sites, int step)
{
    for (unsigned rest = sites; rest; rest &= rest - 1) {
        const int level = asked_state(asking)->level[faction][six_lowest(rest)];
        six_tell(&asking->reader, "%s%w (%l to %l)", six_between(rest == sites, rest & (rest - 1), " or "), six_lowest(rest), level,
                 level + step);
    }
}

/* ------------------------------------------------------------------ the order of turn */

static void ask_power(const struct bil_asking *asking)
{
    const struct six_rules *rules = rules_of(asking);
    const struct six_state *state = asking->state;
    const int symbol = asking->top->a;
    six_tell(&asking->reader, "%y power: %f", symbol, asking->top->seat);
    if (symbol == SIX_DOLLAR) {
        six_tell(&asking->reader, " may move up or down in the order of turn, for %p a place (%p left)", rules->dollar_cost,
                 state->points[asking->top->seat]);
    } else if (symbol == SIX_SMILEY) {
        six_tell(&asking->reader, " may move one place up or down in the order of turn");
    } else {
        six_tell(&asking->reader, " may move any one token %s", rules->leaf_limit ? "one place up or down" : "to any place");
    }
    six_tell(&asking->reader, ", or pass. The order is ");
    for (int place = 0; place < rules->factions; place++) {
        six_tell(&asking->reader, place ? ", %h" : "%h", state->order[place]);
    }
    six_tell(&asking->reader, ".");
}

/* ------------------------------------------------------------------ growth and establishment */

static void ask_grow(const struct bil_asking *asking)
{
    const struct six_state *state = asking->state;
    tell_turn(asking);
    six_tell(&asking->reader, " %s the next free doubling: ", bil_asked_form(asking, "name", "names"));
    tell_steps(asking, state->faction, six_growable(rules_of(asking), state), 1);
    six_tell(&asking->reader, ".");
}

static void ask_settle(const struct bil_asking *asking)
{
    const struct six_state *state = asking->state;
    const unsigned ready = six_ready(state, state->faction);
    tell_turn(asking);
    six_tell(&asking->reader, " %s the next box: ", bil_asked_form(asking, "settle", "settles"));
    for (unsigned rest = ready; rest; rest &= rest - 1) {
        const int site = six_lowest(rest);
        const int billions = six_colonies(state, state->faction, site) + six_migrants(state, state->faction, site);
        six_tell(&asking->reader, "%s%w (on %l)", six_between(rest == ready, rest & (rest - 1), " or "), site,
                 six_settled_level(site, billions));
    }
    six_tell(&asking->reader, ".");
}

static void ask_halve(const struct bil_asking *asking)
{
    const struct bil_frame *top = asking->top;
    six_tell(&asking->reader, "%O War: %f must halve one of [your|its] tokens: ", top->b, top->seat);
    tell_steps(asking, top->seat, six_on_two(asked_state(asking), top->seat), -1);
    six_tell(&asking->reader, ".");
}

/* ------------------------------------------------------------------ the player's own turn */

static bool has_face_down(const struct bil_asking *asking)
{
    for (int i = 0; i < SIX_HELD; i++) {
        const int find = asked_state(asking)->find[asking->top->seat][i];
        if (find && find < SIX_FIND_UP) {
            return true;
        }
    }
    return false;
}

static bool can_only_pass(const struct bil_asking *asking)
{
    bil_move moves[SIX_MAX_MOVES];
    return six_moves(rules_of(asking), asked_state(asking), moves) == 1;
}

static void ask_act(const struct bil_asking *asking)
{
    const bool first = asked_state(asking)->actions == 0;
    if (!asking->own) {
        six_tell(&asking->reader, "%F takes a %s Action, or stops.", asking->top->seat, first ? "first" : "second");
        return;
    }
    six_tell(&asking->reader, "Your %s Action: ", first ? "first" : "second");
    if (can_only_pass(asking)) {
        six_tell(&asking->reader, "nothing that you hold can be played now, so you can only ");
    } else {
        six_tell(&asking->reader, "play a card%s%s, or ", has_face_down(asking) ? ", reveal a Discovery card" : "",
                 rules_of(asking)->track ? ", play a card for its symbol" : "");
    }
    six_tell(&asking->reader, "%s%s", bil_typed_form(asking, "`pass`", "pass"),
             first ? ". Who takes no Action at all gives up the whole hand and draws a new one." : ".");
}

static void ask_discard(const struct bil_asking *asking)
{
    if (asking->own) {
        six_tell(&asking->reader, "You may discard one card, or %s.", bil_typed_form(asking, "pass", "keep all"));
    } else {
        six_tell(&asking->reader, "%F may discard one card, or pass.", asking->top->seat);
    }
}

static void ask_draw(const struct bil_asking *asking)
{
    const struct six_state *state = asking->state;
    int missing = SIX_HAND - state->hand[asking->top->seat].count;
    int left = state->deck + state->discard; /* SIX-208: fewer may be there than are missing */
    uint32_t open = 0;
    for (int place = 0; place < SIX_OPEN; place++) {
        open |= state->open[place] < SIX_CARDS ? SIX_CARD_BIT(state->open[place]) : 0U;
        left += state->open[place] != SIX_NO_CARD;
    }
    missing = missing < left ? missing : left;
    open &= ~1U;
    six_tell(&asking->reader, "%F [draw|draws] %d more card%s: ", asking->top->seat, missing, missing == 1 ? "" : "s");
    if (open && !asking->typed) {
        six_tell(&asking->reader, "%s one that lies open%s", bil_asked_form(asking, "take", "may take"),
                 six_can_draw(state) ? ", or one from the " : "");
    } else if (open) {
        six_tell(&asking->reader, "%s %C%s", bil_asked_form(asking, "take", "may take"), (int)open,
                 six_can_draw(state) ? ", or draw from the " : "");
    } else {
        six_tell(&asking->reader, "no card lies open, so it comes from the ");
    }
    six_tell(&asking->reader, !six_can_draw(state)           ? ", for the deck is empty."
                              : asking->own && asking->typed ? "`deck`."
                                                             : "deck.");
}

static void ask_return(const struct bil_asking *asking)
{
    const uint8_t *held = asked_state(asking)->find[asking->top->seat];
    int count = 0;
    while (count < SIX_HELD && held[count]) {
        count++;
    }
    six_tell(&asking->reader, "%F [hold|holds] %d Discovery cards and may keep %d%s", asking->top->seat, count,
             rules_of(asking)->find_limit, bil_asked_form(asking, ": return ", ": one goes under the deck."));
    for (int i = 0; i < count && asking->own; i++) {
        six_tell(&asking->reader, "%s%D%s", six_between(i == 0, i < count - 1, " or "), held[i],
                 held[i] & SIX_FIND_UP ? " (face up)" : "");
    }
    six_tell(&asking->reader, bil_asked_form(asking, "?", ""));
}

static void ask_migrant(const struct bil_asking *asking)
{
    const struct six_state *state = asking->state;
    bil_move moves[SIX_MAX_MOVES];
    const int count = six_moves(rules_of(asking), state, moves); /* of open things only: the same for every viewer */
    unsigned to = 0;
    for (int i = 0; i < count; i++) {
        to |= 1U << SIX_TO(moves[i]);
    }
    tell_turn(asking);
    six_tell(&asking->reader, " must send a migrant to %W%s", (int)to,
             asking->own && asking->typed ? " (`send BILLIONS FROM TO`)." : ".");
}

/* ------------------------------------------------------------------ windows */

/* "Green's Death against ...": the card that the frame asks about, and what it does if it is not answered. */
static void tell_answered(const struct bil_asking *asking)
{
    static const char *const against[] = {[SIX_NO_EVENT] = " to cancel it %o %j token",
                                          [SIX_EV_GROW] = " to cancel the free doubling of %o %j token",
                                          [SIX_EV_DOUBLE] = " to cancel the Double on %o %j token",
                                          [SIX_EV_TROUBLE] = " to cancel New Colony In Trouble on %o %j colonies",
                                          [SIX_EV_HOME] = " to cancel This Is Our Home on %o %j migrants"};
    const struct six_event *event = &asked_state(asking)->event;
    const struct bil_frame *top = asking->top;
    const struct bil_frame *below = top - 1;
    six_tell(&asking->reader, "%F [play|plays] %k", top->b, top->a);
    if (below->kind != SIX_RESPOND) {
        six_tell(&asking->reader, against[event->kind], event->faction, event->site);
    } else if (top->a == SIX_WAR) {
        six_tell(&asking->reader, " against %o %k, so that %f [halve|halves] a token", below->b, below->a, below->b);
    } else {
        six_tell(&asking->reader, " to cancel %o %k", below->b, below->a);
    }
}

/* ": cancel it with `death`, or pass?", or that nothing fits. */
static void tell_choice(const struct bil_asking *asking, const char *verb, const char *may, const char *none)
{
    if (!asking->own) {
        six_tell(&asking->reader, "; %f may %s, or pass.", asking->top->seat, may);
        return;
    }
    const uint32_t cards = six_answers(rules_of(asking), asking->state, asking->top->seat);
    if (cards == 0) {
        six_tell(&asking->reader, ": you hold no card that could %s, so you can only pass.", none);
        return;
    }
    six_tell(&asking->reader, ": %s with ", verb);
    six_tell_list(&asking->reader, cards, bil_typed_form(asking, "%q", "%k"), " or ");
    six_tell(&asking->reader, ", or pass?");
}

static void ask_cancel(const struct bil_asking *asking)
{
    const int seat = asking->top->seat;
    const int owner = six_cancel_consent(rules_of(asking), asking->state, seat);
    const bool barred = owner >= 0 && (asked_state(asking)->barred >> seat & 1);
    six_tell_event(&asking->reader, asking->state);
    if (barred && asking->own) {
        six_tell(&asking->reader, ": %f refused a card of yours, so you can only pass.", owner);
        return;
    }
    tell_choice(asking, "cancel it", "cancel it", "cancel it");
    if (owner >= 0 && asking->own && six_answers(rules_of(asking), asking->state, seat)) {
        six_tell(&asking->reader, " %F would have to consent.", owner);
    }
}

static void ask_respond(const struct bil_asking *asking)
{
    const int player = asking->top->b;
    tell_answered(asking);
    tell_choice(asking, "answer", "answer with Power Politics or War", "answer it");
    if (asking->own && six_has(&asked_state(asking)->hand[asking->top->seat], SIX_WAR) && !six_has_loss(asking->state, player)) {
        six_tell(&asking->reader, " War does nothing here: %f has no token above 1.", player);
    }
}

/* The Action that waits for consent, as what it would do to the protected token. */
static void tell_pending(const struct bil_asking *asking)
{
    const bil_move move = asked_state(asking)->pending;
    const int site = SIX_FROM(move);
    const int level = site < SIX_SITES ? asked_state(asking)->level[asking->top->seat][site] : 0;
    if (SIX_VERB(move) == SIX_M_DOUBLE) {
        six_tell(&asking->reader, " on %o %j token, from %l to %l", asking->top->seat, site, level, level + 1);
    } else {
        six_tell(&asking->reader, " to send 1 billion of %o people from %w (%l) to %w", asking->top->seat, site, level,
                 SIX_TO(move));
    }
}

static void ask_consent(const struct bil_asking *asking)
{
    const struct bil_frame *top = asking->top;
    const struct six_event *event = &asked_state(asking)->event;
    six_tell(&asking->reader, "%F [offer|offers] %k", top->b, top->a);
    if ((top - 1)->kind == SIX_CANCEL) {
        const int level = asked_state(asking)->level[event->faction][event->site];
        six_tell(&asking->reader, " against the %s %o %j token, from %l to %l",
                 event->kind == SIX_EV_GROW ? "free doubling of" : "Double on", event->faction, event->site, level, level + 1);
    } else {
        tell_pending(asking);
    }
    if (asking->own) {
        six_tell(&asking->reader, bil_typed_form(asking, ": `consent` or `refuse`?", ": do you consent?"));
    } else {
        six_tell(&asking->reader, "; %f may consent or refuse.", top->seat);
    }
}

static void ask_keep(const struct bil_asking *asking)
{
    const struct bil_frame *top = asking->top;
    six_tell(&asking->reader, "%F [refuse|refuses] %o %k", top->b, top->seat, top->a);
    if (asking->own) {
        six_tell(&asking->reader, bil_typed_form(asking, ": `keep` it, or `drop` it on the discard pile?",
                                                 ": keep it, or put it on the discard pile?"));
    } else {
        six_tell(&asking->reader, "; %f keeps it or drops it on the discard pile.", top->seat);
    }
}

/* ------------------------------------------------------------------ the end */

static void ask_nothing(const struct bil_asking *asking)
{
    six_tell(&asking->reader, "The game is over.");
}

/* ------------------------------------------------------------------ the rows */

#define ON(kind)   (1U << SIX_##kind)
#define VERB(verb) (1U << SIX_M_##verb)
static const struct bil_frame_kind kinds[] = {
    [SIX_POWER] = {.words = six_symbol_words,
                   .on = BIL_AT_BOTTOM,
                   .verbs = VERB(UP) | VERB(DOWN) | VERB(PLACE) | VERB(PASS),
                   .ask = ask_power},
    [SIX_GROW] = {"grow", .on = BIL_AT_BOTTOM, .verbs = VERB(GROW), .ask = ask_grow},
    [SIX_SETTLE] = {"settle", .on = BIL_AT_BOTTOM, .verbs = VERB(SETTLE), .ask = ask_settle},
    [SIX_ACT] = {"act", .on = BIL_AT_BOTTOM,
                 .verbs = VERB(COLONY) | VERB(MIGRANTS) | VERB(DOUBLE) | VERB(RECYCLE) | VERB(DISCOVER) | VERB(TROUBLE) |
                          VERB(HOME) | VERB(REVEAL) | VERB(SYMBOL) | VERB(PASS),
                 .ask = ask_act},
    [SIX_DISCARD] = {"discard", .on = BIL_AT_BOTTOM, .verbs = VERB(DISCARD) | VERB(PASS), .ask = ask_discard},
    [SIX_DRAW] = {"draw", .on = BIL_AT_BOTTOM, .verbs = VERB(TAKE) | VERB(DECK), .ask = ask_draw},
    [SIX_MIGRANT] = {"migrant", .on = BIL_AT_BOTTOM, .verbs = VERB(SEND), .ask = ask_migrant},
    [SIX_END] = {"end", .on = BIL_AT_BOTTOM, .ask = ask_nothing},
    [SIX_CANCEL] = {"cancel", .on = ON(GROW) | ON(ACT), .verbs = VERB(CANCEL) | VERB(PASS), .ask = ask_cancel},
    [SIX_RESPOND] = {"respond", .on = ON(CANCEL) | ON(RESPOND), .verbs = VERB(RESPOND) | VERB(PASS), .ask = ask_respond},
    [SIX_CONSENT] = {"consent", .on = ON(ACT) | ON(CANCEL), .verbs = VERB(CONSENT) | VERB(REFUSE), .ask = ask_consent},
    [SIX_KEEP] = {"keep", .on = ON(ACT) | ON(CANCEL), .verbs = VERB(KEEP) | VERB(DROP), .ask = ask_keep},
    [SIX_HALVE] = {"halve", .on = ON(RESPOND), .verbs = VERB(HALVE), .ask = ask_halve},
    [SIX_RETURN] = {"return", .on = ON(ACT), .verbs = VERB(RETURN), .ask = ask_return},
};
const struct bil_frames six_frames = {kinds, sizeof kinds / sizeof kinds[0]};

void six_prompt(const void *rules, const void *view, bool typed, struct bil_text *out)
{
    const struct six_state *state = view;
    bil_frames_prompt(&six_frames, rules, state, six_top_const(state), state->viewer, SIX_END, typed, out);
}
