/* 6 Billion: whether play can lead to what is waited for: the step, the windows above it, and what they are about.
 *
 * The one judge of that, for positions that people write as for states after each move. A window is believed only if the game could
 * have opened it: the card fits, the right player is asked, the token is there. See check.h. */
#include <stdarg.h>
#include <stdio.h>

#include "games/six_billion/documents/documents.h"

const char *six_broken(struct six_checking *checking, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(checking->buffer, checking->size, format, arguments);
    va_end(arguments);
    return checking->buffer;
}

const char *six_checked_colour(const struct six_checking *checking, int faction)
{
    return six_colour_words[checking->rules->colour[faction]];
}

const char *const six_reason_words[] = {NULL, "belt", "earth", "tracks", "cap"};

/* ------------------------------------------------------------------ the event of a Cancel window */

int six_event_kind(int card)
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
static bool aims_at(const struct six_checking *checking, int target, int faction)
{
    const int player = checking->state->acting;
    switch (target) {
    case SIX_T_OWN:
        return faction == player;
    case SIX_T_OTHER:
        return faction != player && six_is_player(checking->rules, faction);
    case SIX_T_NEUTRAL:
        return !six_is_player(checking->rules, faction);
    default:
        return true;
    }
}

static bool can_double(const struct six_state *state, int faction, int site)
{
    return (state->on[faction] >> site & 1) && !(state->topped[faction] >> site & 1);
}

static const char *check_event(struct six_checking *checking)
{
    const struct six_state *state = checking->state;
    const struct six_event *event = &state->event;
    static const struct six_event none;
    const bool window = state->depth > 1 && state->stack[1].kind == SIX_CANCEL;
    if (memcmp(event, &none, sizeof none) == 0) {
        return window ? six_broken(checking, "windows[0]: the document lacks \"event\", which says what it is about.") : NULL;
    }
    if (event->card >= SIX_CARDS || event->faction >= checking->rules->factions || event->site >= SIX_SITES ||
        event->player != state->acting || event->kind != six_event_kind(event->card)) {
        return six_broken(checking, "event: no such card, faction or site, or another player's.");
    }
    const char *colour = six_checked_colour(checking, event->faction);
    const char *site = six_site_words[event->site];
    if (event->kind == SIX_NO_EVENT) {
        return six_broken(checking, "event: %s opens no window; only Doubles, trouble and home do.", six_card_words[event->card]);
    }
    if ((state->stack[0].kind == SIX_GROW) != (event->kind == SIX_EV_GROW) ||
        (event->kind != SIX_EV_GROW && state->stack[0].kind != SIX_ACT)) {
        return six_broken(checking, "event: a free doubling happens in step grow, and a card is played in step act.");
    }
    if (event->kind == SIX_EV_GROW && event->faction != state->faction) {
        return six_broken(checking, "event: it is not the turn of %s, and only %s grows now.", colour,
                          six_checked_colour(checking, state->faction));
    }
    if (event->card && !aims_at(checking, six_target[event->card], event->faction)) {
        return six_broken(checking, "event: %s cannot be played on %s by %s.", six_card_words[event->card], colour,
                          six_checked_colour(checking, state->acting));
    }
    if ((event->kind == SIX_EV_GROW || event->kind == SIX_EV_DOUBLE) &&
        (!can_double(state, event->faction, event->site) || (event->kind == SIX_EV_GROW && six_full(state, event->site)))) {
        return six_broken(checking, "event: %s has no token at %s that could double.", colour, site);
    }
    if (event->kind == SIX_EV_TROUBLE && !six_colonies(state, event->faction, event->site)) {
        return six_broken(checking, "event: %s has no colonies in its box at %s.", colour, site);
    }
    if (event->kind == SIX_EV_HOME &&
        (!six_migrants(state, event->faction, event->site) || !(state->on[state->acting] >> event->site & 1))) {
        return six_broken(checking, "event: %s has no migrants in its box at %s, or %s has no token there.", colour, site,
                          six_checked_colour(checking, state->acting));
    }
    return window ? NULL : six_broken(checking, "event: it needs a window \"cancel\" as the first of \"windows\".");
}

/* ------------------------------------------------------------------ the Action that waits for consent */

static const char *check_pending(struct six_checking *checking)
{
    const struct six_rules *rules = checking->rules;
    const struct six_state *state = checking->state;
    const bil_move move = state->pending;
    const int card = SIX_CARD(move);
    const int faction = SIX_FACTION(move);
    const int to = SIX_TO(move);
    const bool asked = state->depth > 1 && state->stack[0].kind == SIX_ACT &&
                       (state->stack[1].kind == SIX_CONSENT || state->stack[1].kind == SIX_KEEP);
    if (move == 0) {
        return asked ? six_broken(checking, "windows[0]: the document lacks \"pending\", the Action that waits for consent.")
                     : NULL;
    }
    if (card >= SIX_CARDS || faction >= rules->seats || SIX_FROM(move) >= SIX_SITES || to >= SIX_SITES) {
        return six_broken(checking, "pending: no such card, player or site.");
    }
    const char *colour = six_checked_colour(checking, faction);
    if (!six_refusal_bit(card) || faction == state->acting) {
        return six_broken(checking, "pending: only cards for another player wait for consent, and not %s on %s.",
                          card ? six_card_words[card] : "no card", colour);
    }
    if (!six_protected(rules, state, faction) || SIX_FROM(move) != SIX_EARTH) {
        return six_broken(checking, "pending: only a token on Earth that is its player's only one is protected (SIX-103).");
    }
    if (six_family[card] == SIX_F_DOUBLE) {
        if (!can_double(state, faction, SIX_EARTH)) {
            return six_broken(checking, "pending: the token of %s is on the last number of Earth.", colour);
        }
    } else {
        const unsigned sites = six_destinations(rules, state, faction, six_family[card]) & rules->reach[card][SIX_EARTH];
        if (!(six_givers(state, faction) >> SIX_EARTH & 1) || !(sites >> to & 1)) {
            return six_broken(checking, "pending: %s cannot send anybody of %s from earth to %s.", six_card_words[card], colour,
                              six_site_words[to]);
        }
    }
    return asked ? NULL : six_broken(checking, "pending: it needs a window \"consent\" or \"keep\" as the first of \"windows\".");
}

static const char *check_barred(struct six_checking *checking)
{
    const struct six_state *state = checking->state;
    for (int seat = 0; seat < 8; seat++) {
        if ((state->barred >> seat & 1) &&
            (seat >= checking->rules->seats || seat == state->acting || six_cancel_consent(checking->rules, state, seat) < 0)) {
            return six_broken(checking, "barred: there is no event that %s would need consent to cancel.",
                              seat < checking->rules->seats ? six_checked_colour(checking, seat) : "nobody");
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ windows */

/* Who has played the card of a frame, or was refused it. */
static int player_of(const struct bil_frame *frame)
{
    return frame->kind == SIX_KEEP ? frame->seat : frame->b;
}

static bool has_card(const struct bil_frame *frame)
{
    return frame->kind >= SIX_RESPOND && frame->kind <= SIX_HALVE;
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

/* A card played in answer to an event, or to another card. */
static const char *check_answer(struct six_checking *checking, int depth)
{
    const struct six_state *state = checking->state;
    const struct bil_frame *frame = &state->stack[depth];
    const struct bil_frame *below = frame - 1;
    if (!((below->kind == SIX_CANCEL ? six_fitting(&state->event) : (uint32_t)SIX_RESPONSES) >> frame->a & 1U)) {
        return six_broken(checking, "windows[%d]: %s cannot have answered what lies below with %s.", depth - 1,
                          six_checked_colour(checking, frame->b), six_card_words[frame->a]);
    }
    if (frame->kind == SIX_HALVE && (frame->seat != below->b || !has_loss(state, frame->seat))) {
        return six_broken(checking, "windows[%d]: %s has not lost this War, or has no token on 2 or more to halve.", depth - 1,
                          six_checked_colour(checking, frame->seat));
    }
    return NULL;
}

/* A card that was offered to the owner of a protected token, or that he has refused. */
static const char *check_offer(struct six_checking *checking, int depth)
{
    const struct six_state *state = checking->state;
    const struct bil_frame *frame = &state->stack[depth];
    const bool on_act = (frame - 1)->kind == SIX_ACT;
    const bool refused = frame->kind == SIX_KEEP;
    const int player = player_of(frame);
    const int owner = refused ? frame->b : frame->seat;
    if (on_act ? frame->a != SIX_CARD(state->pending) || owner != SIX_FACTION(state->pending) || player != state->acting
               : !(six_fitting(&state->event) >> frame->a & 1) || six_cancel_consent(checking->rules, state, player) != owner) {
        return six_broken(checking, "windows[%d]: %s does not need the consent of %s to play %s here%s.", depth - 1,
                          six_checked_colour(checking, player), six_checked_colour(checking, owner), six_card_words[frame->a],
                          on_act ? ", or \"pending\" says something else" : "");
    }
    if (refused != (on_act ? (state->refused[owner] & six_refusal_bit(frame->a)) != 0 : (state->barred >> player & 1) != 0)) {
        return six_broken(checking, "windows[%d]: %s %s.", depth - 1, six_checked_colour(checking, owner),
                          refused ? "has refused nothing"
                                  : "has refused this already in this turn and is not asked again (SIX-115)");
    }
    return NULL;
}

static const char *check_window(struct six_checking *checking, int depth)
{
    const struct six_state *state = checking->state;
    const struct bil_frame *frame = &state->stack[depth];
    const struct bil_frame *below = frame - 1;
    if (has_card(frame) && (frame->a == SIX_NO_CARD || frame->a >= SIX_CARDS || frame->b >= checking->rules->seats)) {
        return six_broken(checking, "windows[%d]: no such card or player.", depth - 1);
    }
    if ((frame->kind == SIX_CANCEL && frame->seat == state->acting) || (frame->kind == SIX_RESPOND && frame->seat == frame->b)) {
        return six_broken(checking, "windows[%d]: %s is not asked about what he does himself (SIX-173, 182).", depth - 1,
                          six_checked_colour(checking, frame->seat));
    }
    if (has_card(frame) && below->kind != SIX_ACT && below->seat != player_of(frame)) {
        const char *asked = six_checked_colour(checking, below->seat);
        return six_broken(checking, "windows[%d]: the window below asks %s, so that it must be %s who has played the card here.",
                          depth - 1, asked, asked);
    }
    switch (frame->kind) {
    case SIX_RESPOND:
    case SIX_HALVE:
        return check_answer(checking, depth);
    case SIX_CONSENT:
    case SIX_KEEP:
        return check_offer(checking, depth);
    case SIX_RETURN:
        return frame->seat == state->acting
                   ? NULL
                   : six_broken(checking, "windows[%d]: only %s, whose turn it is, has drawn a Discovery card.", depth - 1,
                                six_checked_colour(checking, state->acting));
    default:
        return NULL;
    }
}

/* Cards in windows came out of hands of six, and one that is refused may go back. */
static const char *check_hands(struct six_checking *checking)
{
    const struct six_state *state = checking->state;
    int beside[SIX_PLAYERS] = {0};
    beside[state->acting] += state->event.card != SIX_NO_CARD;
    for (int d = 1; d < state->depth; d++) {
        beside[player_of(&state->stack[d])] += has_card(&state->stack[d]);
    }
    for (int seat = 0; seat < checking->rules->seats; seat++) {
        if (state->hand[seat].count + beside[seat] > SIX_HAND) {
            return six_broken(checking, "hands.%s: %d of its six cards lie in windows, so that at most %d are left in the hand.",
                              six_checked_colour(checking, seat), beside[seat], SIX_HAND - beside[seat]);
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ the step */

/* Whether anything can be decided in a step without a frame above it. */
static bool step_asks(const struct six_rules *rules, const struct six_state *state)
{
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

/* Whether the step is one of the faction's, and goes with the Actions that were taken. */
static const char *check_step(struct six_checking *checking)
{
    const struct six_state *state = checking->state;
    const struct bil_frame *bottom = &state->stack[0];
    const int step = bottom->kind;
    const bool player = six_is_player(checking->rules, state->faction);
    const bool early = step == SIX_GROW || step == SIX_SETTLE || step == SIX_MIGRANT;
    if (step == SIX_MIGRANT && player) {
        return six_broken(checking, "step: only Neutrals send a migrant, and it is the turn of %s.",
                          six_checked_colour(checking, state->faction));
    }
    if ((step == SIX_ACT || step == SIX_DISCARD || step == SIX_DRAW) && !player) {
        return six_broken(checking, "step: it is the turn of the Neutral %s, which has the steps grow, settle and migrant.",
                          six_checked_colour(checking, state->faction));
    }
    if (step == SIX_POWER &&
        (!checking->rules->track || bottom->a >= SIX_SYMBOLS || six_leader(checking->rules, state, bottom->a) != bottom->seat)) {
        return six_broken(checking, "step: nobody leads the %s track alone, so nobody has its power.",
                          bottom->a < SIX_SYMBOLS ? six_symbol_words[bottom->a] : "?");
    }
    if (step == SIX_ACT ? state->actions == 2 : step == SIX_DISCARD ? state->actions == 0 : early && state->actions > 0) {
        return six_broken(checking, "step: it does not go with %d Action%s: %s.", state->actions, state->actions == 1 ? "" : "s",
                          step == SIX_ACT       ? "after two the next step has come"
                          : step == SIX_DISCARD ? "without one the whole hand is gone"
                                                : "Actions are taken in step act");
    }
    if (early && (state->source.how || memcmp(state->refused, (uint8_t[SIX_PLAYERS]){0}, SIX_PLAYERS) != 0)) {
        return six_broken(checking, "step: nothing can be \"taken\" or \"refused\" before step act.");
    }
    return NULL;
}

/* ------------------------------------------------------------------ the end */

int six_over_by(const struct six_rules *rules, const struct six_state *state)
{
    unsigned populated = 0;
    bool belt = false;
    bool earth = false;
    for (int faction = 0; faction < rules->factions; faction++) {
        populated |= state->on[faction];
        belt |= state->level[faction][SIX_BELT] >= SIX_LEVEL_1024;
        earth |= state->level[faction][SIX_EARTH] >= SIX_LEVEL_1024;
    }
    return belt ? SIX_END_BELT : earth ? SIX_END_EARTH : populated == SIX_EVERY_SITE ? SIX_END_TRACKS : SIX_GOES_ON;
}

static const char *check_end(struct six_checking *checking)
{
    const struct six_state *state = checking->state;
    const int reason = six_over_by(checking->rules, state);
    if (state->stack[0].kind != SIX_END) {
        return reason != SIX_GOES_ON
                   ? six_broken(checking, "step: the game is over (%s), so that it must be \"end\" (SIX-245, 246).",
                                six_reason_words[reason])
               : state->end != SIX_GOES_ON ? six_broken(checking, "end: the game goes on.")
                                           : NULL;
    }
    const bool capped = checking->rules->turn_cap && state->turn == checking->rules->turn_cap;
    if (reason == SIX_GOES_ON && !capped) {
        return six_broken(checking,
                          "step: nothing has ended the game: neither a 1024, nor ten populated tracks, nor the option turn-cap.");
    }
    return state->end == (reason == SIX_GOES_ON ? SIX_END_CAP : reason)
               ? NULL
               : six_broken(checking, "end: the board shows another end of the game.");
}

const char *six_check_situation(struct six_checking *checking)
{
    const struct six_state *state = checking->state;
    const char *wrong = check_step(checking);
    wrong = wrong ? wrong : check_event(checking);
    wrong = wrong ? wrong : check_pending(checking);
    wrong = wrong ? wrong : check_barred(checking);
    for (int depth = 1; depth < state->depth && !wrong; depth++) {
        wrong = check_window(checking, depth);
    }
    wrong = wrong ? wrong : check_end(checking);
    wrong = wrong ? wrong : check_hands(checking);
    if (!wrong && state->depth == 1 && !step_asks(checking->rules, state)) {
        return six_broken(checking, "step: nothing could be decided here, so that the game would have gone on to another step.");
    }
    const struct bil_frame *top = six_top_const(state);
    if (!wrong && top->kind == SIX_RETURN && !state->find[top->seat][checking->rules->find_limit]) {
        return six_broken(checking, "discoveries: %s must hold one Discovery card more than the limit of %d to return one.",
                          six_checked_colour(checking, top->seat), checking->rules->find_limit);
    }
    return wrong;
}
