/* 6 Billion: what the game asks now, in one or two short sentences, with what is at stake.
 *
 * The asked seat is spoken to; other viewers are told what that seat decides. Never says more of a hand than its owner may see: a
 * question looks the same to the others whether it can be answered or not (SIX-174). */
#include "games/six_billion/words.h"

/* Who reads, and of whom. */
struct asking {
    const struct six_rules *rules;
    const struct six_state *state;
    const struct six_frame *top;
    int viewer; /* as words.h wants it: the asked seat itself is "you" */
    bool own;   /* the reader is the asked seat */
    struct bil_text *out;
};

/* One of two words: for the asked seat itself, for the others. */
static const char *form(const struct asking *asking, const char *own, const char *other)
{
    return asking->own ? own : other;
}

static void add_name(const struct asking *asking, int faction, bool begins)
{
    six_add_faction(asking->out, asking->rules, faction, asking->viewer, begins);
}

static void add_owner(const struct asking *asking, int faction, bool begins)
{
    six_add_owner(asking->out, asking->rules, faction, asking->viewer, begins);
}

/* "You choose", "Red chooses". */
static void add_asked(const struct asking *asking, const char *own, const char *other)
{
    add_name(asking, asking->top->seat, true);
    bil_text_format(asking->out, " %s", form(asking, own, other));
}

/* Whose turn it is, before what is done in it: "Neutral Pink's turn: you". For a player's own turn nothing. */
static void add_turn(const struct asking *asking)
{
    const int faction = asking->state->faction;
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

static void ask_power(const struct asking *asking)
{
    const struct six_rules *rules = asking->rules;
    const struct six_state *state = asking->state;
    const int symbol = asking->top->a;
    bil_text_format(asking->out, "%s power: ", six_symbol_name(symbol));
    add_name(asking, asking->top->seat, false);
    if (symbol == SIX_DOLLAR) {
        bil_text_format(asking->out, " may move up or down in the order of turn, for %d VP a place (%d VP left)",
                        rules->dollar_cost, state->points[asking->top->seat]);
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

static void ask_grow(const struct asking *asking)
{
    const struct six_state *state = asking->state;
    add_turn(asking);
    bil_text_format(asking->out, " %s the next free doubling: ", form(asking, "name", "names"));
    six_add_steps(asking->out, state, state->faction, six_growable(asking->rules, state), 1, "or");
    bil_text_char(asking->out, '.');
}

static void ask_settle(const struct asking *asking)
{
    const struct six_state *state = asking->state;
    const unsigned ready = six_ready(state, state->faction);
    add_turn(asking);
    bil_text_format(asking->out, " %s the next box: ", form(asking, "settle", "settles"));
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

static void ask_halve(const struct asking *asking)
{
    const struct six_state *state = asking->state;
    unsigned sites = 0;
    for (unsigned rest = state->on[asking->top->seat]; rest; rest &= rest - 1) {
        sites |= (unsigned)(state->level[asking->top->seat][six_lowest(rest)] >= 2) << six_lowest(rest);
    }
    add_owner(asking, asking->top->b, true);
    bil_text_add(asking->out, " War: ");
    add_name(asking, asking->top->seat, false);
    bil_text_format(asking->out, " must halve one of %s tokens: ", form(asking, "your", "its"));
    six_add_steps(asking->out, state, asking->top->seat, sites, -1, "or");
    bil_text_char(asking->out, '.');
}

/* ------------------------------------------------------------------ the player's own turn */

static bool has_face_down(const struct asking *asking)
{
    for (int i = 0; i < SIX_HELD; i++) {
        const int find = asking->state->find[asking->top->seat][i];
        if (find && find < SIX_FIND_UP) {
            return true;
        }
    }
    return false;
}

static void ask_act(const struct asking *asking)
{
    const bool first = asking->state->actions == 0;
    if (!asking->own) {
        add_asked(asking, "", first ? "takes a first Action, or stops." : "takes a second Action, or stops.");
        return;
    }
    bil_text_format(asking->out, "%s Action: play a card%s%s, or `pass`", first ? "Your first" : "Your second",
                    has_face_down(asking) ? ", reveal a Discovery card" : "",
                    asking->rules->track ? ", play a card for its symbol" : "");
    bil_text_add(asking->out, first ? ": without any Action your whole hand goes." : ".");
}

static void ask_discard(const struct asking *asking)
{
    add_asked(asking, "may discard one card, or pass.", "may discard one card, or pass.");
}

static void ask_draw(const struct asking *asking)
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
    if (open) {
        bil_text_format(asking->out, "%s ", form(asking, "take", "may take"));
        six_add_codes(asking->out, open, "or");
        bil_text_add(asking->out, six_can_draw(state) ? ", or draw from the " : "");
    } else {
        bil_text_add(asking->out, "no card lies open, so it comes from the ");
    }
    bil_text_add(asking->out, six_can_draw(state) ? form(asking, "`deck`.", "deck.") : ", for the deck is empty.");
}

static void ask_return(const struct asking *asking)
{
    const struct six_rules *rules = asking->rules;
    const uint8_t *held = asking->state->find[asking->top->seat];
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

static void ask_migrant(const struct asking *asking)
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
    bil_text_add(asking->out, form(asking, " (`send BILLIONS FROM TO`).", "."));
}

/* ------------------------------------------------------------------ windows */

/* "Green's Death against ...": the card that the frame asks about, and what it does if it stands. */
static void add_answered(const struct asking *asking)
{
    const struct six_state *state = asking->state;
    const struct six_frame *top = asking->top;
    const struct six_frame *below = top - 1;
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
static void add_choice(const struct asking *asking, const char *verb, const char *may, const char *none)
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
    six_add_codes(asking->out, cards, "or");
    bil_text_add(asking->out, ", or pass?");
}

static void ask_cancel(const struct asking *asking)
{
    const int seat = asking->top->seat;
    const int owner = six_cancel_consent(asking->rules, asking->state, seat);
    const bool barred = owner >= 0 && (asking->state->barred >> seat & 1);
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

static void ask_respond(const struct asking *asking)
{
    add_answered(asking);
    add_choice(asking, "answer", "answer with Power Politics or War", "answer it");
}

/* The Action that waits for consent, as what it would do to the protected token. */
static void add_pending(const struct asking *asking)
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

static void ask_consent(const struct asking *asking)
{
    const struct six_frame *top = asking->top;
    const struct six_event *event = &asking->state->event;
    add_name(asking, top->b, true);
    bil_text_add(asking->out, top->b == asking->viewer ? " offer " : " offers ");
    six_add_card(asking->out, asking->rules, top->a);
    if ((top - 1)->kind == SIX_CANCEL) {
        const int level = asking->state->level[event->faction][event->site];
        bil_text_add(asking->out, event->kind == SIX_EV_GROW ? " against the free doubling of " : " against the Double on ");
        add_owner(asking, event->faction, false);
        bil_text_format(asking->out, " %s token, from %d to %d", six_site_short(event->site), six_people(level),
                        six_people(level + 1));
    } else {
        add_pending(asking);
    }
    if (asking->own) {
        bil_text_add(asking->out, ": `consent` or `refuse`?");
    } else {
        bil_text_add(asking->out, "; ");
        add_name(asking, top->seat, false);
        bil_text_add(asking->out, " may consent or refuse.");
    }
}

static void ask_keep(const struct asking *asking)
{
    add_name(asking, asking->top->b, true);
    bil_text_add(asking->out, asking->top->b == asking->viewer ? " refuse " : " refuses ");
    add_owner(asking, asking->top->seat, false);
    bil_text_char(asking->out, ' ');
    six_add_card(asking->out, asking->rules, asking->top->a);
    if (asking->own) {
        bil_text_add(asking->out, ": `keep` it, or `drop` it on the discard pile?");
    } else {
        bil_text_add(asking->out, "; ");
        add_name(asking, asking->top->seat, false);
        bil_text_add(asking->out, " keeps it or drops it on the discard pile.");
    }
}

/* ------------------------------------------------------------------ the end */

static void ask_nothing(const struct asking *asking)
{
    bil_text_add(asking->out, "The game is over.");
}

void six_prompt(const void *rules, const void *view, struct bil_text *out)
{
    static void (*const ask[])(const struct asking *) = {
        [SIX_NOTHING] = ask_nothing, [SIX_POWER] = ask_power,     [SIX_GROW] = ask_grow,       [SIX_SETTLE] = ask_settle,
        [SIX_ACT] = ask_act,         [SIX_DISCARD] = ask_discard, [SIX_DRAW] = ask_draw,       [SIX_MIGRANT] = ask_migrant,
        [SIX_RETURN] = ask_return,   [SIX_CANCEL] = ask_cancel,   [SIX_RESPOND] = ask_respond, [SIX_CONSENT] = ask_consent,
        [SIX_KEEP] = ask_keep,       [SIX_HALVE] = ask_halve,     [SIX_END] = ask_nothing,
    };
    const struct six_state *state = view;
    const struct six_frame *top = six_top_const(state);
    const bool own = state->viewer == 0 || state->viewer == 1 + top->seat;
    const int reader = state->viewer == 0 ? top->seat : state->viewer == 15 ? BIL_SPECTATOR : state->viewer - 1;
    const struct asking asking = {rules, state, top, reader, own, out};
    if (state->viewer == 0 && top->kind != SIX_END) { /* nobody's view: say who is spoken to */
        bil_text_format(out, "Seat %d: ", top->seat + 1);
    }
    ask[top->kind](&asking);
}
