/* 6 Billion: what the game can wait for, as rows, and how it asks: in one or two short sentences, with what is at stake.
 *
 * The asked seat is spoken to; other viewers are told what that seat decides. Never says more of a hand than its owner may see: a
 * question looks the same to the others whether it can be answered or not (SIX-174). */
#include "games/six_billion/words/words.h"

static const struct six_rules *rules_of(const struct bil_asking *asking)
{
    return asking->rules;
}

static const struct six_state *asked_state(const struct bil_asking *asking)
{
    return asking->state;
}

static void add_name(const struct bil_asking *asking, int faction, bool begins)
{
    six_add_faction(asking->out, asking->rules, faction, asking->viewer, begins);
}

static void add_owner(const struct bil_asking *asking, int faction, bool begins)
{
    six_add_owner(asking->out, asking->rules, faction, asking->viewer, begins);
}

/* "You choose", "Red chooses". */
static void add_asked(const struct bil_asking *asking, const char *own, const char *other)
{
    add_name(asking, asking->top->seat, true);
    bil_text_format(asking->out, " %s", bil_asked_form(asking, own, other));
}

/* Whose turn it is, before what is done in it: "Neutral Pink's turn: you". For a player's own turn nothing. */
static void add_turn(const struct bil_asking *asking)
{
    const int faction = asked_state(asking)->faction;
    if (!six_is_player(asking->rules, faction)) {
        bil_text_add(asking->out, "For ");
        add_name(asking, faction, false);
        bil_text_add(asking->out, ", ");
        add_name(asking, asking->top->seat, false);
    } else {
        add_name(asking, asking->top->seat, true);
    }
}

/* ------------------------------------------------------------------ the order of turn */

static void ask_power(const struct bil_asking *asking)
{
    const struct six_rules *rules = asking->rules;
    const struct six_state *state = asking->state;
    const int symbol = asking->top->a;
    bil_text_format(asking->out, "%s power: ", six_symbol_name(symbol));
    add_name(asking, asking->top->seat, false);
    if (symbol == SIX_DOLLAR) {
        bil_text_add(asking->out, " may move up or down in the order of turn, for ");
        six_add_count(asking->out, rules->dollar_cost, "point");
        bil_text_add(asking->out, " a place (");
        six_add_count(asking->out, state->points[asking->top->seat], "point");
        bil_text_add(asking->out, " left)");
    } else if (symbol == SIX_SMILEY) {
        bil_text_add(asking->out, " may move one place up or down in the order of turn");
    } else {
        bil_text_format(asking->out, " may move any one token %s", rules->leaf_limit ? "one place up or down" : "to any place");
    }
    bil_text_add(asking->out, ", or pass. The order is ");
    for (int place = 0; place < rules->factions; place++) {
        bil_text_format(asking->out, "%s%s", place ? ", " : "", six_faction_word(rules, state->order[place]));
    }
    bil_text_char(asking->out, '.');
}

/* ------------------------------------------------------------------ growth and establishment */

static void ask_grow(const struct bil_asking *asking)
{
    const struct six_state *state = asking->state;
    add_turn(asking);
    bil_text_format(asking->out, " %s the next free doubling: ", bil_asked_form(asking, "name", "names"));
    six_add_steps(asking->out, state, state->faction, six_growable(asking->rules, state), 1, "or");
    bil_text_char(asking->out, '.');
}

static void ask_settle(const struct bil_asking *asking)
{
    const struct six_state *state = asking->state;
    const unsigned ready = six_ready(state, state->faction);
    add_turn(asking);
    bil_text_format(asking->out, " %s the next box: ", bil_asked_form(asking, "settle", "settles"));
    for (unsigned rest = ready; rest; rest &= rest - 1) {
        const int site = six_lowest(rest);
        const int billions = six_colonies(state, state->faction, site) + six_migrants(state, state->faction, site);
        bil_text_format(asking->out, "%s%s (on %d)",
                        rest == ready       ? ""
                        : rest & (rest - 1) ? ", "
                                            : " or ",
                        six_site_place(site), six_people(six_settled_level(site, billions)));
    }
    bil_text_char(asking->out, '.');
}

static void ask_halve(const struct bil_asking *asking)
{
    const struct six_state *state = asking->state;
    unsigned sites = 0;
    for (unsigned rest = state->on[asking->top->seat]; rest; rest &= rest - 1) {
        sites |= (unsigned)(state->level[asking->top->seat][six_lowest(rest)] >= 2) << six_lowest(rest);
    }
    add_owner(asking, asking->top->b, true);
    bil_text_add(asking->out, " War: ");
    add_name(asking, asking->top->seat, false);
    bil_text_format(asking->out, " must halve one of %s tokens: ", bil_asked_form(asking, "your", "its"));
    six_add_steps(asking->out, state, asking->top->seat, sites, -1, "or");
    bil_text_char(asking->out, '.');
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
        add_asked(asking, "", first ? "takes a first Action, or stops." : "takes a second Action, or stops.");
        return;
    }
    bil_text_format(asking->out, "%s Action: ", first ? "Your first" : "Your second");
    if (can_only_pass(asking)) {
        bil_text_add(asking->out, "nothing that you hold can be played now, so you can only ");
    } else {
        bil_text_format(asking->out, "play a card%s%s, or ", has_face_down(asking) ? ", reveal a Discovery card" : "",
                        rules_of(asking)->track ? ", play a card for its symbol" : "");
    }
    bil_text_add(asking->out, bil_typed_form(asking, "`pass`", "pass"));
    bil_text_add(asking->out, first ? ". Who takes no Action at all gives up the whole hand and draws a new one." : ".");
}

static void ask_discard(const struct bil_asking *asking)
{
    if (asking->own) {
        bil_text_format(asking->out, "You may discard one card, or %s.", bil_typed_form(asking, "pass", "keep all"));
    } else {
        add_asked(asking, "", "may discard one card, or pass.");
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
    add_asked(asking, "draw ", "draws ");
    six_add_count(asking->out, missing, "more card");
    bil_text_add(asking->out, ": ");
    if (open && !asking->typed) {
        bil_text_format(asking->out, "%s one that lies open%s", bil_asked_form(asking, "take", "may take"),
                        six_can_draw(state) ? ", or one from the " : "");
    } else if (open) {
        bil_text_format(asking->out, "%s ", bil_asked_form(asking, "take", "may take"));
        six_add_codes(asking->out, open, "or");
        bil_text_add(asking->out, six_can_draw(state) ? ", or draw from the " : "");
    } else {
        bil_text_add(asking->out, "no card lies open, so it comes from the ");
    }
    bil_text_add(asking->out, !six_can_draw(state)           ? ", for the deck is empty."
                              : asking->own && asking->typed ? "`deck`."
                                                             : "deck.");
}

static void ask_return(const struct bil_asking *asking)
{
    const struct six_rules *rules = asking->rules;
    const uint8_t *held = asked_state(asking)->find[asking->top->seat];
    int count = 0;
    while (count < SIX_HELD && held[count]) {
        count++;
    }
    add_asked(asking, "hold", "holds");
    bil_text_format(asking->out, " %d Discovery cards and may keep %d", count, rules->find_limit);
    if (!asking->own) {
        bil_text_add(asking->out, ": one goes under the deck.");
        return;
    }
    bil_text_add(asking->out, ": return ");
    for (int i = 0; i < count; i++) {
        bil_text_format(asking->out, "%s%s%s",
                        i == 0           ? ""
                        : i == count - 1 ? " or "
                                         : ", ",
                        six_find_name(held[i] & 15), held[i] & SIX_FIND_UP ? " (face up)" : "");
    }
    bil_text_char(asking->out, '?');
}

static void ask_migrant(const struct bil_asking *asking)
{
    const struct six_state *state = asking->state;
    bil_move moves[SIX_MAX_MOVES];
    const int count = six_moves(asking->rules, state, moves); /* of open things only: the same for every viewer */
    unsigned to = 0;
    for (int i = 0; i < count; i++) {
        to |= 1U << SIX_TO(moves[i]);
    }
    add_turn(asking);
    bil_text_add(asking->out, " must send a migrant to ");
    six_add_sites(asking->out, to, "or");
    bil_text_add(asking->out, asking->own && asking->typed ? " (`send BILLIONS FROM TO`)." : ".");
}

/* ------------------------------------------------------------------ windows */

/* "Green's Death against ...": the card that the frame asks about, and what it does if it is not answered. */
static void add_answered(const struct bil_asking *asking)
{
    const struct six_state *state = asking->state;
    const struct bil_frame *top = asking->top;
    const struct bil_frame *below = top - 1;
    add_name(asking, top->b, true);
    bil_text_format(asking->out, top->b == asking->viewer ? " play " : " plays ");
    six_add_card(asking->out, asking->rules, top->a);
    if (below->kind == SIX_RESPOND) {
        bil_text_add(asking->out, top->a == SIX_WAR ? " against " : " to cancel ");
        add_owner(asking, below->b, false);
        bil_text_char(asking->out, ' ');
        six_add_card(asking->out, asking->rules, below->a);
        if (top->a == SIX_WAR) {
            bil_text_add(asking->out, ", so that ");
            add_name(asking, below->b, false);
            bil_text_format(asking->out, below->b == asking->viewer ? " halve a token" : " halves a token");
        }
    } else {
        static const char *const what[] = {[SIX_NO_EVENT] = "it",
                                           [SIX_EV_GROW] = "the free doubling of",
                                           [SIX_EV_DOUBLE] = "the Double on",
                                           [SIX_EV_TROUBLE] = "New Colony In Trouble on",
                                           [SIX_EV_HOME] = "This Is Our Home on"};
        static const char *const piece[] = {[SIX_NO_EVENT] = "token",
                                            [SIX_EV_GROW] = "token",
                                            [SIX_EV_DOUBLE] = "token",
                                            [SIX_EV_TROUBLE] = "colonies",
                                            [SIX_EV_HOME] = "migrants"};
        bil_text_format(asking->out, " to cancel %s ", what[state->event.kind]);
        add_owner(asking, state->event.faction, false);
        bil_text_format(asking->out, " %s %s", six_site_short(state->event.site), piece[state->event.kind]);
    }
}

/* ": cancel it with `death`, or pass?", or that nothing fits. */
static void add_choice(const struct bil_asking *asking, const char *verb, const char *may, const char *none)
{
    if (!asking->own) {
        bil_text_add(asking->out, "; ");
        add_name(asking, asking->top->seat, false);
        bil_text_format(asking->out, " may %s, or pass.", may);
        return;
    }
    const uint32_t cards = six_answers(asking->rules, asking->state, asking->top->seat);
    if (cards == 0) {
        bil_text_format(asking->out, ": you hold no card that could %s, so you can only pass.", none);
        return;
    }
    bil_text_format(asking->out, ": %s with ", verb);
    if (asking->typed) {
        six_add_codes(asking->out, cards, "or");
    } else {
        six_add_cards(asking->out, asking->rules, cards, "or");
    }
    bil_text_add(asking->out, ", or pass?");
}

static void ask_cancel(const struct bil_asking *asking)
{
    const int seat = asking->top->seat;
    const int owner = six_cancel_consent(asking->rules, asking->state, seat);
    const bool barred = owner >= 0 && (asked_state(asking)->barred >> seat & 1);
    six_add_event(asking->out, asking->rules, asking->state, asking->viewer);
    if (barred && asking->own) {
        bil_text_add(asking->out, ": ");
        add_name(asking, owner, false);
        bil_text_add(asking->out, " refused a card of yours, so you can only pass.");
        return;
    }
    add_choice(asking, "cancel it", "cancel it", "cancel it");
    if (owner >= 0 && asking->own && six_answers(asking->rules, asking->state, seat)) {
        bil_text_char(asking->out, ' ');
        add_name(asking, owner, true);
        bil_text_add(asking->out, " would have to consent.");
    }
}

static void ask_respond(const struct bil_asking *asking)
{
    const int player = asking->top->b;
    add_answered(asking);
    add_choice(asking, "answer", "answer with Power Politics or War", "answer it");
    if (asking->own && six_has(&asked_state(asking)->hand[asking->top->seat], SIX_WAR) && !six_has_loss(asking->state, player)) {
        bil_text_add(asking->out, " War does nothing here: ");
        add_name(asking, player, false);
        bil_text_add(asking->out, " has no token above 1.");
    }
}

/* The Action that waits for consent, as what it would do to the protected token. */
static void add_pending(const struct bil_asking *asking)
{
    const struct six_state *state = asking->state;
    const bil_move move = state->pending;
    const int site = SIX_FROM(move);
    const int level = site < SIX_SITES ? state->level[asking->top->seat][site] : 0;
    if (SIX_VERB(move) == SIX_M_DOUBLE) {
        bil_text_add(asking->out, " on ");
        add_owner(asking, asking->top->seat, false);
        bil_text_format(asking->out, " %s token, from %d to %d", six_site_short(site), six_people(level), six_people(level + 1));
    } else {
        bil_text_add(asking->out, " to send 1 billion of ");
        add_owner(asking, asking->top->seat, false);
        bil_text_format(asking->out, " people from %s (%d) to %s", six_site_place(site), six_people(level),
                        six_site_place(SIX_TO(move)));
    }
}

static void ask_consent(const struct bil_asking *asking)
{
    const struct bil_frame *top = asking->top;
    const struct six_event *event = &asked_state(asking)->event;
    add_name(asking, top->b, true);
    bil_text_add(asking->out, top->b == asking->viewer ? " offer " : " offers ");
    six_add_card(asking->out, asking->rules, top->a);
    if ((top - 1)->kind == SIX_CANCEL) {
        const int level = asked_state(asking)->level[event->faction][event->site];
        bil_text_add(asking->out, event->kind == SIX_EV_GROW ? " against the free doubling of " : " against the Double on ");
        add_owner(asking, event->faction, false);
        bil_text_format(asking->out, " %s token, from %d to %d", six_site_short(event->site), six_people(level),
                        six_people(level + 1));
    } else {
        add_pending(asking);
    }
    if (asking->own) {
        bil_text_add(asking->out, bil_typed_form(asking, ": `consent` or `refuse`?", ": do you consent?"));
    } else {
        bil_text_add(asking->out, "; ");
        add_name(asking, top->seat, false);
        bil_text_add(asking->out, " may consent or refuse.");
    }
}

static void ask_keep(const struct bil_asking *asking)
{
    add_name(asking, asking->top->b, true);
    bil_text_add(asking->out, asking->top->b == asking->viewer ? " refuse " : " refuses ");
    add_owner(asking, asking->top->seat, false);
    bil_text_char(asking->out, ' ');
    six_add_card(asking->out, asking->rules, asking->top->a);
    if (asking->own) {
        bil_text_add(asking->out, bil_typed_form(asking, ": `keep` it, or `drop` it on the discard pile?",
                                                 ": keep it, or put it on the discard pile?"));
    } else {
        bil_text_add(asking->out, "; ");
        add_name(asking, asking->top->seat, false);
        bil_text_add(asking->out, " keeps it or drops it on the discard pile.");
    }
}

/* ------------------------------------------------------------------ the end */

static void ask_nothing(const struct bil_asking *asking)
{
    bil_text_add(asking->out, "The game is over.");
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
