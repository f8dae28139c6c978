/* 6 Billion: what a position document says is waited for: the step of the faction turn, the windows above it, and what they are
 * about (docs/positions.md).
 *
 * A window is believed only if the game could have opened it: the card fits, the right player is asked, the token is there. The
 * cards that lie in windows are placed here. */
#include "games/six_billion/position.h"

enum { NOBODY = -1 };

/* ------------------------------------------------------------------ the step */

static bool load_step(struct six_loading *loading)
{
    struct six_state *state = loading->state;
    const struct bil_value *value = bil_value_get(loading->document, "step");
    const struct bil_value *event = bil_value_get(loading->document, "event");
    const bool growing = !six_is_player(loading->rules, state->faction) || (event && !bil_value_get(event, "card"));
    uint8_t symbol = 0;
    state->depth = 1;
    state->stack[0] = (struct bil_frame){(uint8_t)(growing ? SIX_GROW : SIX_ACT), state->acting, 0, 0};
    if (!value) {
        return true;
    }
    const int kind = bil_frame_which(&six_frames, true, value, "step", &symbol, loading->error);
    if (kind < 0) {
        return false;
    }
    const bool player = six_is_player(loading->rules, state->faction);
    if (kind == SIX_MIGRANT && player) {
        return bil_value_fail(value, loading->error, "only Neutrals send a migrant, and it is the turn of %s.",
                              loading->colours[state->faction]);
    }
    if ((kind == SIX_ACT || kind == SIX_DISCARD || kind == SIX_DRAW) && !player) {
        return bil_value_fail(value, loading->error,
                              "it is the turn of the Neutral %s, which has the steps grow, settle and migrant.",
                              loading->colours[state->faction]);
    }
    state->stack[0].kind = (uint8_t)kind;
    if (kind == SIX_END) {
        state->stack[0].seat = 0;
        return true;
    }
    if (kind == SIX_POWER) {
        const int leader = loading->rules->track ? six_leader(loading->rules, state, symbol) : NOBODY;
        if (leader < 0) {
            return bil_value_fail(value, loading->error, "nobody leads the %s track alone, so nobody has its power.",
                                  six_symbol_words[symbol]);
        }
        state->stack[0] = (struct bil_frame){SIX_POWER, (uint8_t)leader, symbol, 0};
        state->at = 0;
    }
    return true;
}

/* ------------------------------------------------------------------ what a window is about */

static int event_kind(int card)
{
    switch (six_family[card]) {
    case SIX_F_NONE:
        return SIX_EV_GROW;
    case SIX_F_DOUBLE:
        return SIX_EV_DOUBLE;
    case SIX_F_TROUBLE:
        return SIX_EV_TROUBLE;
    case SIX_F_HOME:
        return SIX_EV_HOME;
    default:
        return SIX_NO_EVENT;
    }
}

/* Whether a card of that target can be played on the faction by the acting player. */
static bool aims_at(const struct six_loading *loading, int target, int faction)
{
    const int player = loading->state->acting;
    switch (target) {
    case SIX_T_OWN:
        return faction == player;
    case SIX_T_OTHER:
        return faction != player && six_is_player(loading->rules, faction);
    case SIX_T_NEUTRAL:
        return !six_is_player(loading->rules, faction);
    default:
        return true;
    }
}

static bool can_double(const struct six_state *state, int faction, int site)
{
    return (state->on[faction] >> site & 1) && !(state->topped[faction] >> site & 1);
}

static bool event_fits(struct six_loading *loading, const struct bil_value *value)
{
    struct six_state *state = loading->state;
    const struct six_event *event = &state->event;
    const char *colour = loading->colours[event->faction];
    const char *site = six_site_words[event->site];
    if (event->kind == SIX_NO_EVENT) {
        return bil_value_fail(value, loading->error, "%s opens no window; only Doubles, trouble and home do.",
                              six_card_codes[event->card]);
    }
    if ((state->stack[0].kind == SIX_GROW) != (event->kind == SIX_EV_GROW) ||
        (event->kind != SIX_EV_GROW && state->stack[0].kind != SIX_ACT)) {
        return bil_value_fail(value, loading->error, "a free doubling happens in step grow, and a card is played in step act.");
    }
    if (event->kind == SIX_EV_GROW && event->faction != state->faction) {
        return bil_value_fail(value, loading->error, "it is not the turn of %s, and only %s grows now.", colour,
                              loading->colours[state->faction]);
    }
    if (event->card && !aims_at(loading, six_target[event->card], event->faction)) {
        return bil_value_fail(value, loading->error, "%s cannot be played on %s by %s.", six_card_codes[event->card], colour,
                              loading->colours[state->acting]);
    }
    if ((event->kind == SIX_EV_GROW || event->kind == SIX_EV_DOUBLE) &&
        (!can_double(state, event->faction, event->site) || (event->kind == SIX_EV_GROW && six_full(state, event->site)))) {
        return bil_value_fail(value, loading->error, "%s has no token at %s that could double.", colour, site);
    }
    if (event->kind == SIX_EV_TROUBLE && !six_colonies(state, event->faction, event->site)) {
        return bil_value_fail(value, loading->error, "%s has no colonies in its box at %s.", colour, site);
    }
    if (event->kind == SIX_EV_HOME &&
        (!six_migrants(state, event->faction, event->site) || !(state->on[state->acting] >> event->site & 1))) {
        return bil_value_fail(value, loading->error, "%s has no migrants in its box at %s, or %s has no token there.", colour, site,
                              loading->colours[state->acting]);
    }
    return true;
}

static bool load_event(struct six_loading *loading)
{
    static const char *const keys[] = {"card", "faction", "site", NULL};
    struct six_state *state = loading->state;
    const struct bil_value *object = NULL;
    if (!bil_value_object(loading->document, "event", &object, loading->error) || !object) {
        return object == NULL && bil_value_get(loading->document, "event") == NULL;
    }
    const struct bil_value *name = bil_value_get(object, "card");
    const struct bil_value *whose = bil_value_get(object, "faction");
    if (!bil_value_known(object, keys, loading->error)) {
        return false;
    }
    const int card = name ? six_load_card(loading, name) : SIX_NO_CARD;
    const int faction = card < 0 ? -1 : whose ? six_load_faction(loading, whose) : state->faction;
    const int site = faction < 0 ? -1 : six_need_site(loading, object, "site");
    if (site < 0 || (name && !six_place(loading, name, card))) {
        return false;
    }
    state->event = (struct six_event){(uint8_t)event_kind(card), (uint8_t)card, state->acting, (uint8_t)faction, (uint8_t)site};
    if (state->event.kind == SIX_EV_GROW) {
        state->attempted = (uint16_t)(state->attempted | 1U << site);
    }
    return event_fits(loading, object);
}

static bool load_pending(struct six_loading *loading)
{
    static const char *const keys[] = {"card", "faction", "from", "to", NULL};
    static const uint8_t verbs[] = {
        [SIX_F_COLONY] = SIX_M_COLONY, [SIX_F_MIGRANTS] = SIX_M_MIGRANTS, [SIX_F_DOUBLE] = SIX_M_DOUBLE};
    const struct six_rules *rules = loading->rules;
    struct six_state *state = loading->state;
    const struct bil_value *object = NULL;
    if (!bil_value_object(loading->document, "pending", &object, loading->error) || !object) {
        return object == NULL && bil_value_get(loading->document, "pending") == NULL;
    }
    if (!bil_value_known(object, keys, loading->error)) {
        return false;
    }
    const int card = six_need_card(loading, object, "card");
    const int faction = card < 0 ? -1 : six_need_player(loading, object, "faction");
    const struct bil_value *from = bil_value_get(object, "from");
    int to = 0;
    if (faction < 0 || (from && six_load_site(loading, from) < 0)) {
        return false;
    }
    if (!six_refusal_bit(card) || faction == state->acting) {
        return bil_value_fail(object, loading->error, "only cards for another player wait for consent, and not %s on %s.",
                              six_card_codes[card], loading->colours[faction]);
    }
    if (!six_protected(rules, state, faction) || (from && six_load_site(loading, from) != SIX_EARTH)) {
        return bil_value_fail(object, loading->error,
                              "only a token on Earth that is its player's only one is protected (SIX-103).");
    }
    if (six_family[card] == SIX_F_DOUBLE) {
        if (bil_value_get(object, "to")) {
            return bil_value_fail(bil_value_get(object, "to"), loading->error, "a Double sends nobody anywhere.");
        }
        if (!can_double(state, faction, SIX_EARTH)) {
            return bil_value_fail(object, loading->error, "the token of %s is on the last number of Earth.",
                                  loading->colours[faction]);
        }
    } else {
        to = six_need_site(loading, object, "to");
        if (to < 0) {
            return false;
        }
        const unsigned sites = six_destinations(rules, state, faction, six_family[card]) & rules->reach[card][SIX_EARTH];
        if (!(six_givers(state, faction) >> SIX_EARTH & 1) || !(sites >> to & 1)) {
            return bil_value_fail(object, loading->error, "%s cannot send anybody of %s from earth to %s.", six_card_codes[card],
                                  loading->colours[faction], six_site_words[to]);
        }
    }
    state->pending = SIX_MOVE(verbs[six_family[card]], card, faction, SIX_EARTH, to, 0);
    return true;
}

static bool load_barred(struct six_loading *loading)
{
    const struct bil_value *list = NULL;
    if (!bil_value_array(loading->document, "barred", &list, loading->error)) {
        return false;
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        const int seat = six_load_player(loading, value);
        if (seat < 0) {
            return false;
        }
        if (six_cancel_consent(loading->rules, loading->state, seat) < 0 || seat == loading->state->acting) {
            return bil_value_fail(value, loading->error, "there is no event that %s would need consent to cancel.", value->string);
        }
        loading->state->barred = (uint8_t)(loading->state->barred | 1U << seat);
    }
    return true;
}

/* ------------------------------------------------------------------ windows */

/* Whose play opened the window above `below`, or what was refused to whom: the player of the card of a frame. */
static int player_of(const struct bil_frame *frame)
{
    return frame->kind == SIX_KEEP ? frame->seat : frame->b;
}

/* The first who is asked about an event or a card (SIX-173). */
static int first_asked(const struct six_loading *loading, int left_out)
{
    const struct six_state *state = loading->state;
    int place = 0;
    while (state->order[place] != state->acting) {
        place++;
    }
    while (state->order[place] == left_out || !six_is_player(loading->rules, state->order[place])) {
        place = place + 1 == loading->rules->factions ? 0 : place + 1;
    }
    return state->order[place];
}

static bool has_loss(const struct six_state *state, int seat)
{
    for (unsigned rest = state->on[seat]; rest; rest &= rest - 1) {
        if (state->level[seat][six_lowest(rest)] >= 2) {
            return true;
        }
    }
    return false;
}

/* The frame is complete: could the game have put it on `below`? */
static bool window_fits(struct six_loading *loading, const struct bil_value *value, const struct bil_frame *frame,
                        const struct bil_frame *below)
{
    const struct six_rules *rules = loading->rules;
    struct six_state *state = loading->state;
    const bool on_act = below->kind == SIX_ACT;
    const int player = player_of(frame);
    const int owner = frame->kind == SIX_KEEP ? frame->b : frame->seat;
    switch (frame->kind) {
    case SIX_CANCEL:
        return state->event.kind != SIX_NO_EVENT ||
               bil_value_fail(value, loading->error, "the document lacks \"event\", which says what it is about.");
    case SIX_RESPOND:
    case SIX_HALVE:
        if (!((below->kind == SIX_CANCEL ? six_fitting(&state->event) : (uint32_t)SIX_RESPONSES) >> frame->a & 1U)) {
            return bil_value_fail(value, loading->error, "%s cannot have answered what lies below with %s.",
                                  loading->colours[player], six_card_codes[frame->a]);
        }
        if (frame->kind == SIX_HALVE && (frame->seat != below->b || !has_loss(state, frame->seat))) {
            return bil_value_fail(value, loading->error, "%s has not lost this War, or has no token on 2 or more to halve.",
                                  loading->colours[frame->seat]);
        }
        break;
    case SIX_CONSENT:
    case SIX_KEEP:
        if (on_act ? !state->pending || frame->a != SIX_CARD(state->pending) || owner != SIX_FACTION(state->pending) ||
                         player != state->acting
                   : !(six_fitting(&state->event) >> frame->a & 1) || six_cancel_consent(rules, state, player) != owner) {
            return bil_value_fail(value, loading->error, "%s does not need the consent of %s to play %s here%s.",
                                  loading->colours[player], loading->colours[owner], six_card_codes[frame->a],
                                  on_act ? ", or \"pending\" says something else" : "");
        }
        if (frame->kind == SIX_KEEP && on_act) {
            state->refused[owner] = (uint8_t)(state->refused[owner] | six_refusal_bit(frame->a));
        } else if (frame->kind == SIX_KEEP) {
            state->barred = (uint8_t)(state->barred | 1U << player);
        } else if (on_act ? state->refused[owner] & six_refusal_bit(frame->a) : state->barred >> player & 1) {
            return bil_value_fail(value, loading->error,
                                  "%s has refused this already in this turn and is not asked again (SIX-115).",
                                  loading->colours[owner]);
        }
        break;
    default: /* SIX_RETURN */
        return frame->seat == state->acting ||
               bil_value_fail(value, loading->error, "only %s, whose turn it is, has drawn a Discovery card.",
                              loading->colours[state->acting]);
    }
    return true;
}

/* Fills in what the document leaves out. */
static void complete(const struct six_loading *loading, struct bil_frame *frame, const struct bil_frame *below, int *asked, int *by)
{
    const struct six_state *state = loading->state;
    const bool on_act = below->kind == SIX_ACT;
    const int player = on_act ? state->acting : below->seat;
    const int owner = on_act ? SIX_FACTION(state->pending) : state->event.faction;
    const int defaults[SIX_END][2] = {
        [SIX_CONSENT] = {owner, player},
        [SIX_KEEP] = {player, owner},
        [SIX_HALVE] = {below->b, player},
        [SIX_RETURN] = {state->acting, 0},
    };
    *by = *by >= 0 ? *by : frame->kind == SIX_RESPOND ? player : defaults[frame->kind][1];
    if (*asked < 0) {
        *asked = frame->kind == SIX_CANCEL    ? first_asked(loading, state->acting)
                 : frame->kind == SIX_RESPOND ? first_asked(loading, *by)
                                              : defaults[frame->kind][0];
    }
}

/* Reads a window and puts it onto the stack. */
static bool load_window(struct six_loading *loading, const struct bil_value *value)
{
    static const char *const keys[SIX_END][5] = {
        [SIX_RETURN] = {"window", "asked", NULL},
        [SIX_CANCEL] = {"window", "asked", NULL},
        [SIX_RESPOND] = {"window", "asked", "card", "by", NULL},
        [SIX_CONSENT] = {"window", "asked", "card", "by", NULL},
        [SIX_KEEP] = {"window", "asked", "card", "owner", NULL},
        [SIX_HALVE] = {"window", "asked", "by", NULL},
    };
    struct six_state *state = loading->state;
    struct bil_frame *below = six_top(state);
    const struct bil_value *word = bil_value_get(value, "window");
    if (value->type != BIL_OBJECT || !word) {
        return bil_value_fail(value, loading->error, "it must be an object with \"window\", such as {\"window\": \"cancel\"}.");
    }
    struct bil_frame frame = {0, 0, 0, 0};
    const int kind = bil_frame_which(&six_frames, false, word, "window", &frame.a, loading->error);
    if (kind < 0 || !bil_value_known(value, keys[kind], loading->error)) {
        return false;
    }
    frame.kind = (uint8_t)kind;
    if (!bil_frame_may_lie(&six_frames, kind, below->kind)) {
        return bil_value_fail(value, loading->error, "a window \"%s\" cannot lie on what comes before it, or on the step.",
                              word->string);
    }
    const struct bil_value *player = bil_value_get(value, "asked");
    const struct bil_value *other = bil_value_get(value, frame.kind == SIX_KEEP ? "owner" : "by");
    const struct bil_value *name = bil_value_get(value, "card");
    int asked = player ? six_load_player(loading, player) : NOBODY;
    int by = other ? six_load_player(loading, other) : NOBODY;
    if ((player && asked < 0) || (other && by < 0)) {
        return false;
    }
    complete(loading, &frame, below, &asked, &by);
    const bool has_card = frame.kind >= SIX_RESPOND && frame.kind <= SIX_HALVE;
    const bool pending = below->kind == SIX_ACT && state->pending;
    const int card = name                      ? six_load_card(loading, name)
                     : frame.kind == SIX_HALVE ? SIX_WAR
                     : has_card && pending     ? SIX_CARD(state->pending)
                     : has_card                ? six_need_card(loading, value, "card")
                                               : SIX_NO_CARD;
    if (card < 0 || (has_card && !six_place(loading, name ? name : value, card))) {
        return false;
    }
    frame.seat = (uint8_t)asked;
    frame.a = (uint8_t)card;
    frame.b = (uint8_t)(has_card ? by : 0);
    if ((frame.kind == SIX_CANCEL && asked == state->acting) || (frame.kind == SIX_RESPOND && asked == by)) {
        return bil_value_fail(value, loading->error, "%s is not asked about what he does himself (SIX-173, 182).",
                              loading->colours[asked]);
    }
    if (has_card && below->kind != SIX_ACT && below->seat != player_of(&frame)) {
        return bil_value_fail(value, loading->error,
                              "the window below asks %s, so that it must be %s who has played the card here.",
                              loading->colours[below->seat], loading->colours[below->seat]);
    }
    if (!window_fits(loading, value, &frame, below)) {
        return false;
    }
    state->stack[state->depth++] = frame; /* there is room: an edition has at most SIX_STACK - 4 cards that answer others */
    return true;
}

static bool load_windows(struct six_loading *loading)
{
    struct six_state *state = loading->state;
    const struct bil_value *list = NULL;
    if (!bil_value_array(loading->document, "windows", &list, loading->error)) {
        return false;
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        if (!load_window(loading, value)) {
            return false;
        }
    }
    if (!list && state->event.kind) { /* the shortest way to write a window that has just been opened */
        six_push(state, SIX_CANCEL, first_asked(loading, state->acting), 0, 0);
    }
    if (state->event.kind && (state->depth < 2 || state->stack[1].kind != SIX_CANCEL)) {
        return bil_value_fail(bil_value_get(loading->document, "event"), loading->error,
                              "it needs a window \"cancel\" as the first of \"windows\".");
    }
    const bool waits = state->depth > 1 && (state->stack[1].kind == SIX_CONSENT || state->stack[1].kind == SIX_KEEP);
    if (state->pending && !waits) {
        return bil_value_fail(bil_value_get(loading->document, "pending"), loading->error,
                              "it needs a window \"consent\" or \"keep\" as the first of \"windows\".");
    }
    return true;
}

bool six_load_frames(struct six_loading *loading)
{
    return load_step(loading) && load_event(loading) && load_pending(loading) && load_barred(loading) && load_windows(loading);
}

/* ------------------------------------------------------------------ whether the finished state waits for that */

/* Why the game is over, as the board shows it; SIX_GOES_ON if it does not. */
static int over_by(const struct six_loading *loading)
{
    const struct six_state *state = loading->state;
    unsigned populated = 0;
    unsigned full = 0;
    for (int faction = 0; faction < loading->rules->factions; faction++) {
        populated |= state->on[faction];
        full |= (unsigned)(state->level[faction][SIX_BELT] == SIX_LEVEL_1024) << SIX_BELT;
        full |= (unsigned)(state->level[faction][SIX_EARTH] == SIX_LEVEL_1024) << SIX_EARTH;
    }
    return full >> SIX_BELT & 1U         ? SIX_END_BELT
           : full >> SIX_EARTH & 1U      ? SIX_END_EARTH
           : populated == SIX_EVERY_SITE ? SIX_END_TRACKS
                                         : SIX_GOES_ON;
}

static bool end_fits(struct six_loading *loading)
{
    struct six_state *state = loading->state;
    const struct bil_value *value = bil_value_get(loading->document, "end");
    const bool over = state->stack[0].kind == SIX_END;
    const int last_turn = loading->rules->turn_cap;
    int reason = over_by(loading);
    if (!over && reason != SIX_GOES_ON) {
        return bil_fail(loading->error, "The game is over (%s), so that \"step\" must be \"end\" (SIX-245, 246).",
                        six_reason_words[reason]);
    }
    if (over && reason == SIX_GOES_ON && last_turn && state->turn == last_turn) {
        reason = SIX_END_CAP;
        state->at = 0;
    }
    if (over && reason == SIX_GOES_ON) {
        return bil_value_fail(bil_value_get(loading->document, "step"), loading->error,
                              "nothing has ended the game: neither a 1024, nor ten populated tracks, nor the option turn-cap.");
    }
    state->end = (uint8_t)reason;
    if (!value) {
        return true;
    }
    const int word = bil_which_word(value, six_reason_words, SIX_REASONS, "end", loading->error);
    return word >= 0 && (word == reason || bil_value_fail(value, loading->error, "%s.",
                                                          over ? "the board shows another end of the game" : "the game goes on"));
}

/* Whether anything could be decided in a step that nothing lies on. */
static bool step_asks(const struct six_loading *loading)
{
    const struct six_rules *rules = loading->rules;
    const struct six_state *state = loading->state;
    const struct six_hand *hand = &state->hand[state->acting];
    bil_move moves[SIX_MAX_MOVES];
    switch (state->stack[0].kind) {
    case SIX_GROW:
        return six_growable(rules, state) != 0;
    case SIX_SETTLE:
        return six_ready(state, state->faction) != 0;
    case SIX_DISCARD:
        return hand->count > 0;
    case SIX_DRAW:
        return hand->count < SIX_HAND && (six_can_draw(state) || state->open[0] || state->open[1] || state->open[2]);
    case SIX_MIGRANT:
        return six_moves(rules, state, moves) > 0;
    default:
        return true;
    }
}

/* Cards in windows came out of hands of six, and one that is refused may go back. */
static bool hands_fit(struct six_loading *loading)
{
    const struct six_state *state = loading->state;
    int beside[SIX_PLAYERS] = {0};
    beside[state->acting] += state->event.card != SIX_NO_CARD;
    for (int d = 1; d < state->depth; d++) {
        const struct bil_frame *frame = &state->stack[d];
        beside[player_of(frame)] += frame->kind >= SIX_RESPOND && frame->kind <= SIX_HALVE;
    }
    for (int seat = 0; seat < loading->rules->seats; seat++) {
        if (state->hand[seat].count + beside[seat] > SIX_HAND) {
            return bil_fail(loading->error,
                            "hands.%s: %d of its six cards lie in windows, so that at most %d are left in the hand.",
                            loading->colours[seat], beside[seat], SIX_HAND - beside[seat]);
        }
    }
    return true;
}

bool six_frames_fit(struct six_loading *loading)
{
    struct six_state *state = loading->state;
    const int step = state->stack[0].kind;
    const struct bil_value *value = bil_value_get(loading->document, "step");
    value = value ? value : loading->document;
    if (!end_fits(loading) || !hands_fit(loading)) {
        return false;
    }
    const bool early = step == SIX_GROW || step == SIX_SETTLE || step == SIX_MIGRANT;
    if (step == SIX_ACT ? state->actions == 2 : step == SIX_DISCARD ? state->actions == 0 : early && state->actions > 0) {
        return bil_value_fail(value, loading->error, "it does not go with %d Action%s: %s.", state->actions,
                              state->actions == 1 ? "" : "s",
                              step == SIX_ACT       ? "after two the next step has come"
                              : step == SIX_DISCARD ? "without one the whole hand is gone"
                                                    : "Actions are taken in step act");
    }
    const bool mine = state->source.how || memcmp(state->refused, (uint8_t[SIX_PLAYERS]){0}, SIX_PLAYERS) != 0;
    if (early && mine) {
        return bil_value_fail(value, loading->error, "nothing can be \"taken\" or \"refused\" before step act.");
    }
    if (state->depth == 1 && !step_asks(loading)) {
        return bil_value_fail(value, loading->error,
                              "nothing could be decided here, so that the game would have gone on to another step.");
    }
    if (six_top(state)->kind == SIX_RETURN) {
        const uint8_t *held = state->find[six_top(state)->seat];
        if (!held[loading->rules->find_limit]) {
            return bil_fail(loading->error, "discoveries: %s must hold one Discovery card more than the limit of %d to return one.",
                            loading->colours[six_top(state)->seat], loading->rules->find_limit);
        }
    }
    return true;
}
