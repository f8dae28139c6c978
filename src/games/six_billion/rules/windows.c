/* 6 Billion: Cancel and Response cards, consent, lost Wars: everything that is asked between a play and its effect (SIX-106..115,
 * 164..196).
 *
 * A window is a poll: the players are asked one by one, and a frame remembers who is asked now. A card played opens a window of its
 * own above; when that has closed, the poll below restarts, unless nothing is left to ask about. Never opens a window by a seat's
 * hand: who is asked follows from what everybody knows (except in fast rules, where nobody watches). */
#include "games/six_billion/rules/state.h"

int six_cancel_consent(const struct six_rules *rules, const struct six_state *state, int seat)
{
    const struct six_event *event = &state->event;
    const bool token = event->kind == SIX_EV_GROW || event->kind == SIX_EV_DOUBLE;    /* not pieces in boxes (SIX-108, SIX-157) */
    return token ? six_consent(rules, state, seat, event->faction, event->site) : -1; /* SIX-106, SIX-109 */
}

/* Kinds that fit the window on top (SIX-166), for a seat that may play them. */
static uint32_t fitting(const struct six_rules *rules, const struct six_state *state, int seat)
{
    if (six_top_const(state)->kind == SIX_RESPOND) {
        return SIX_RESPONSES; /* SIX-179, SIX-192 */
    }
    const bool barred = (state->barred >> seat & 1) && six_cancel_consent(rules, state, seat) >= 0; /* SIX-115 */
    return barred ? 0 : six_fitting(&state->event);
}

uint32_t six_answers(const struct six_rules *rules, const struct six_state *state, int seat)
{
    return fitting(rules, state, seat) & state->hand[seat].kinds;
}

/* ------------------------------------------------------------------ the poll */

/* Players who hold a card that fits the window on top; bit by seat. */
static unsigned holders(const struct six_rules *rules, const struct six_state *state)
{
    const uint32_t fits = six_top_const(state)->kind == SIX_RESPOND ? (uint32_t)SIX_RESPONSES : six_fitting(&state->event);
    unsigned seats = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        seats |= (unsigned)((fits & state->hand[seat].kinds) != 0) << seat;
    }
    return seats;
}

/* The next player after `last` (-1: the first) that the poll asks, in the order of turn that begins with the acting player
 * (SIX-173); -1 if there is none left. */
static int next_asked(const struct six_rules *rules, const struct six_state *state, int last)
{
    const struct bil_frame *top = six_top_const(state);
    const int left_out = top->kind == SIX_CANCEL ? state->event.player : top->b; /* SIX-61, SIX-167, SIX-169, SIX-182 */
    unsigned seats = (rules->fast ? holders(rules, state) : (1U << rules->seats) - 1) & ~(1U << left_out);
    if (!seats) {
        return -1;
    }
    bool after = last < 0;
    int place = 0;
    while (state->order[place] != state->acting) {
        place++;
    }
    for (int i = 0; i < rules->factions; i++) {
        const int seat = state->order[place];
        place = place + 1 == rules->factions ? 0 : place + 1;
        if (after && (seats >> seat & 1)) { /* SIX-174 */
            const uint32_t fits = fitting(rules, state, seat);
            if (fits & (rules->fast ? state->hand[seat].kinds : six_could_hold(rules, state, seat))) {
                return seat;
            }
        }
        after |= seat == last;
    }
    return -1;
}

static bool ask_next(const struct six_rules *rules, struct six_state *state, int last)
{
    const int next = next_asked(rules, state, last);
    if (next >= 0) {
        six_top(state)->seat = (uint8_t)next;
    }
    return next >= 0;
}

unsigned six_window(const void *rules_, const void *state_)
{
    const struct six_rules *rules = rules_;
    const struct six_state *state = state_;
    const struct bil_frame *top = six_top_const(state);
    unsigned seats = 0;
    if (top->kind == SIX_POWER) {
        return 1U << top->seat;
    }
    if (top->kind != SIX_CANCEL && top->kind != SIX_RESPOND) {
        return 0;
    }
    for (int seat = top->seat; seat >= 0; seat = next_asked(rules, state, seat)) {
        seats |= 1U << seat;
    }
    return seats;
}

/* ------------------------------------------------------------------ what a window was about */

static void happens(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                    const struct bil_listener *listener)
{
    const struct six_event event = state->event;
    const int faction = event.faction;
    const int site = event.site;
    state->event = (struct six_event){0, 0, 0, 0, 0}; /* the window has closed for good (SIX-60, SIX-178) */
    state->barred = 0;
    if (event.kind == SIX_EV_GROW || event.kind == SIX_EV_DOUBLE) {
        const int level = state->level[faction][site] + 1; /* one space up (SIX-48, SIX-139) from where it is now (SIX-194) */
        six_set_level(rules, state, faction, site, level);
        six_say(listener, event.kind == SIX_EV_GROW ? SIX_E_GREW : SIX_E_DOUBLED, -1, 0, 0xFF, faction, site, level);
        if (event.card) {
            six_to_discard(state, event.card);
        }
        if (six_ends(rules, state, listener)) { /* SIX-63, SIX-247 */
            return;
        }
    } else { /* SIX-151, SIX-152, SIX-153 */
        int half[2] = {six_colonies(state, faction, site), six_migrants(state, faction, site)};
        int *hit = &half[event.kind == SIX_EV_HOME];
        const int lost = six_pairs(site) || rules->trouble_billion ? 1 : *hit;
        *hit -= lost;
        six_set_box(state, faction, site, half[0], half[1]);
        six_say(listener, SIX_E_LOST, -1, 0, 0xFF, faction, lost, site);
        six_to_discard(state, event.card);
    }
    if (event.kind == SIX_EV_GROW) {
        six_go_on(rules, state, random, listener);
    } else {
        six_act_done(rules, state, 1, random, listener);
    }
}

/* `card` of `seat` has stopped it. What it was about stays as it was (SIX-62, SIX-170), and an Action was one (SIX-129). */
static void fails(const struct six_rules *rules, struct six_state *state, int card, int seat, struct bil_random *random,
                  const struct bil_listener *listener)
{
    const struct six_event event = state->event;
    state->event = (struct six_event){0, 0, 0, 0, 0};
    state->barred = 0;
    six_say(listener, SIX_E_FAILED, seat, 0, 0xFF, SIX_STOPPED(event.kind, card), event.faction, event.site);
    if (event.kind == SIX_EV_GROW) {
        six_go_on(rules, state, random, listener);
        return;
    }
    six_to_discard(state, event.card); /* after the cards that answered it (SIX-263) */
    six_act_done(rules, state, 1, random, listener);
}

/* ------------------------------------------------------------------ windows that close */

bool six_has_loss(const struct six_state *state, int seat) /* SIX-188 */
{
    return six_on_two(state, seat) != 0;
}

/* The window on top has closed with nobody answering: what it asked about takes effect. Returns true if a poll below restarts. */
static bool stands(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                   const struct bil_listener *listener)
{
    const struct bil_frame frame = *six_top(state);
    six_pop(state);
    if (frame.kind == SIX_CANCEL) {
        happens(rules, state, random, listener);
        return false;
    }
    const struct bil_frame below = *six_top(state);
    if (below.kind == SIX_CANCEL) { /* the Cancel card works (SIX-171, SIX-176) */
        six_pop(state);
        if (frame.a == SIX_FAMINE) {
            state->removed++;
            six_say(listener, SIX_E_REMOVED, -1, 0, 0xFF, SIX_FAMINE, 0, 0);
        } else {
            six_to_discard(state, frame.a);
        }
        fails(rules, state, frame.a, frame.b, random, listener);
        return false;
    }
    if (frame.a == SIX_WAR) { /* SIX-186, SIX-193: the player of the card below halves; that card goes on */
        if (six_has_loss(state, below.b)) {
            six_push(state, SIX_HALVE, below.b, SIX_WAR, frame.b);
            return false;
        }
        six_say(listener, SIX_E_NO_LOSS, below.b, 0, 0xFF, 0, 0, 0);
        six_to_discard(state, SIX_WAR);
        return true;
    }
    six_to_discard(state, SIX_POLITICS); /* SIX-184, SIX-185; newest first (SIX-263) */
    six_say(listener, SIX_E_NO_LONGER, below.b, 0, 0xFF, below.a, SIX_POLITICS, 0);
    six_pop(state);
    six_to_discard(state, below.a);
    return true;
}

/* Asks on in the window on top, and in those below as they come to light. */
static void poll(const struct six_rules *rules, struct six_state *state, int last, struct bil_random *random,
                 const struct bil_listener *listener)
{
    while (!ask_next(rules, state, last)) { /* all asked have passed (SIX-176) */
        if (!stands(rules, state, random, listener)) {
            return;
        }
        last = -1; /* again with everybody (SIX-175, SIX-177, SIX-183) */
    }
}

void six_open_window(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                     const struct bil_listener *listener)
{
    state->barred = 0;
    six_push(state, SIX_CANCEL, 0, 0, 0); /* before it happens, with the target named (SIX-60, SIX-172) */
    poll(rules, state, -1, random, listener);
}

/* ------------------------------------------------------------------ the answers */

static void open_responses(const struct six_rules *rules, struct six_state *state, int card, int seat, struct bil_random *random,
                           const struct bil_listener *listener)
{
    six_push(state, SIX_RESPOND, 0, card, seat); /* about the newest card (SIX-181) */
    poll(rules, state, -1, random, listener);
}

/* What the Cancel window is about, as its events carry it. */
static int about(const struct six_state *state)
{
    const struct six_event *event = &state->event;
    return SIX_ABOUT(event->kind, event->player, event->faction, event->site);
}

static void cancels(const struct six_rules *rules, struct six_state *state, int card, struct bil_random *random,
                    const struct bil_listener *listener)
{
    const int seat = six_top(state)->seat;
    const int owner = six_cancel_consent(rules, state, seat);
    six_show(rules, state, seat, card);
    if (owner >= 0) {
        six_say(listener, SIX_E_OFFERED, seat, BIL_EVENT_LEARNED, 0xFF, card, owner, about(state));
        six_push(state, SIX_CONSENT, owner, card, seat);
        return;
    }
    six_say(listener, SIX_E_CANCELS, seat, BIL_EVENT_LEARNED, 0xFF, card, 0, about(state));
    open_responses(rules, state, card, seat, random, listener);
}

static void responds(const struct six_rules *rules, struct six_state *state, int card, struct bil_random *random,
                     const struct bil_listener *listener)
{
    const struct bil_frame frame = *six_top(state);
    six_show(rules, state, frame.seat, card);
    six_say(listener, SIX_E_RESPONDS, frame.seat, BIL_EVENT_LEARNED, 0xFF, card, frame.a, frame.b);
    open_responses(rules, state, card, frame.seat, random, listener);
}

/* SIX-110, SIX-111; after a no SIX-115. */
static void consents(const struct six_rules *rules, struct six_state *state, bool yes, struct bil_random *random,
                     const struct bil_listener *listener)
{
    const struct bil_frame frame = *six_top(state);
    const bool action = state->depth == 2;
    six_say(listener, yes ? SIX_E_CONSENTED : SIX_E_REFUSED, frame.seat, BIL_EVENT_LEARNED, 0xFF, frame.a, frame.b, 0);
    if (!yes) {
        *six_top(state) = (struct bil_frame){SIX_KEEP, frame.b, frame.a, frame.seat};
        if (action) {
            state->refused[frame.seat] = (uint8_t)(state->refused[frame.seat] | six_refusal_bit(frame.a));
        } else {
            state->barred = (uint8_t)(state->barred | 1U << frame.b);
        }
        return;
    }
    six_pop(state);
    if (action) {
        const bil_move move = state->pending;
        state->pending = 0;
        six_play_action(rules, state, move, random, listener);
    } else {
        six_say(listener, SIX_E_CANCELS, frame.b, 0, 0xFF, frame.a, 0, about(state));
        open_responses(rules, state, frame.a, frame.b, random, listener);
    }
}

/* After a no (SIX-112). The card was not played, so nothing else happens (SIX-113), and step 4 keeps its discard (SIX-114). */
static void puts_away(const struct six_rules *rules, struct six_state *state, bool keep, struct bil_random *random,
                      const struct bil_listener *listener)
{
    const struct bil_frame frame = *six_top(state);
    six_say(listener, keep ? SIX_E_KEPT : SIX_E_DROPPED, frame.seat, 0, 0xFF, frame.a, 0, 0);
    if (keep) {
        six_hand_add(&state->hand[frame.seat], frame.a);
        if (!rules->fast) {
            six_know_took(state, frame.seat, frame.a);
        }
    } else {
        six_to_discard(state, frame.a);
    }
    six_pop(state);
    if (six_top(state)->kind == SIX_ACT) {
        state->pending = 0;
        six_go_on(rules, state, random, listener);
    } else {
        poll(rules, state, frame.seat, random, listener); /* SIX-267 */
    }
}

static void halves(const struct six_rules *rules, struct six_state *state, int site, struct bil_random *random,
                   const struct bil_listener *listener)
{
    const int seat = six_top(state)->seat;
    const int level = state->level[seat][site] - 1;
    six_set_level(rules, state, seat, site, level); /* SIX-57, SIX-186 */
    six_say(listener, SIX_E_WAR, seat, 0, 0xFF, site, level, 0);
    six_pop(state);
    six_to_discard(state, SIX_WAR);
    poll(rules, state, -1, random, listener); /* the answered card goes on (SIX-191) */
}

void six_answer(const struct six_rules *rules, struct six_state *state, bil_move move, struct bil_random *random,
                const struct bil_listener *listener)
{
    switch (SIX_VERB(move)) {
    case SIX_M_CANCEL:
        cancels(rules, state, SIX_CARD(move), random, listener);
        break;
    case SIX_M_RESPOND:
        responds(rules, state, SIX_CARD(move), random, listener);
        break;
    case SIX_M_CONSENT:
    case SIX_M_REFUSE:
        consents(rules, state, SIX_VERB(move) == SIX_M_CONSENT, random, listener);
        break;
    case SIX_M_KEEP:
    case SIX_M_DROP:
        puts_away(rules, state, SIX_VERB(move) == SIX_M_KEEP, random, listener);
        break;
    case SIX_M_HALVE:
        halves(rules, state, SIX_FROM(move), random, listener);
        break;
    default: /* SIX_M_PASS */
        poll(rules, state, six_top(state)->seat, random, listener);
        break;
    }
}
