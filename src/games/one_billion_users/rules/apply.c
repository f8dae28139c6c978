/* One Billion Users: plays one move and carries on until somebody has to decide again (OBU-37..116).
 *
 * The turn is the bottom frame of the stack, windows lie above it; `settle_frames` is the only place where frames are gone through
 * without a decision. Never checks whether a move is legal: legal.c lists the moves, and callers choose among them. */
#include "games/one_billion_users/rules/state.h"

static void push_frame(struct obu_state *state, int kind, int seat, int a, int b)
{
    state->stack[state->depth++] = (struct bil_frame){(uint8_t)kind, (uint8_t)seat, (uint8_t)a, (uint8_t)b};
}

static void pop_frame(struct obu_state *state)
{
    state->depth--;
    state->stack[state->depth] = (struct bil_frame){0, 0, 0, 0};
}

/* What each verb's function takes; obu_apply jumps straight into it. */
#define UNUSED __attribute__((unused))
#define PLAYED                                                                                                                     \
    const struct obu_rules *rules, struct obu_state *state, UNUSED bil_move move, UNUSED struct bil_random *random,                \
        const struct bil_listener *listener

/* Takes a card out of a hand for all to see. */
static void show_from_hand(const struct obu_rules *rules, struct obu_state *state, int seat, int card)
{
    if (!rules->fast) {
        obu_know_shown(rules, state, seat, card);
    }
    obu_cards_remove(rules, &state->seat[seat].hand, card);
    state->seat[seat].hand_count--;
}

/* ------------------------------------------------------------------ turns */

void obu_begin_turn(struct obu_state *state, int seat, bool counter, const struct bil_listener *listener)
{
    state->turn = (uint8_t)seat;
    state->turns++;
    state->depth = 1;
    state->stack[0] = (struct bil_frame){OBU_DRAW, (uint8_t)seat, 0, 0};
    obu_say(listener, OBU_E_TURN, seat, 0, 0xFF, counter, 0, 0);
}

/* The play is made: what is above the turn's frame comes first, then the turn ends (OBU-113). */
static void play_made(struct obu_state *state)
{
    state->stack[0] = (struct bil_frame){OBU_AFTER_CHAIN, state->turn, 0, 0};
}

/* The Hellsite's end of turn (OBU-185), once. True if its owner has to choose first. */
static bool hellsite_asks(const struct obu_rules *rules, struct obu_state *state, struct bil_frame frame,
                          const struct bil_listener *listener)
{
    const uint64_t equals = obu_largest(rules, state->seat[frame.seat].comm);
    if (equals & (equals - 1)) {
        frame.a = 1;
        state->stack[0] = frame;
        push_frame(state, OBU_DROP, frame.seat, 1, 0);
        return true;
    }
    obu_drop(rules, state, frame.seat, obu_lowest(equals), 1, listener);
    return false;
}

/* The turn of this frame ends: the next seat's follows (OBU-37), or that of the one that countered (OBU-94, OBU-95). No interrupted
 * seat is remembered (OBU-97). */
static void end_turn(const struct obu_rules *rules, struct obu_state *state, struct bil_frame frame,
                     const struct bil_listener *listener)
{
    const struct obu_seat *platform = &state->seat[frame.seat];
    const bool too_toxic = 2 * platform->toxicity - obu_icons(platform) > 2;
    if (platform->network == OBU_HELLSITE && too_toxic && frame.a == 0 && platform->comm &&
        hellsite_asks(rules, state, frame, listener)) {
        return;
    }
    obu_begin_turn(state, frame.b ? frame.b - 1 : obu_after(rules, frame.seat), frame.b != 0, listener);
}

/* The active seat's play is made, and nothing can come between it and the next turn. */
static void play_ends_turn(const struct obu_rules *rules, struct obu_state *state, const struct bil_listener *listener)
{
    end_turn(rules, state, (struct bil_frame){OBU_AFTER_CHAIN, state->turn, 0, 0}, listener);
}

static void settle_frames(const struct obu_rules *rules, struct obu_state *state, const struct bil_listener *listener)
{
    struct bil_frame *top = obu_top(state);
    while (top->kind == OBU_AFTER_CHAIN || top->kind == OBU_SHUFFLE) {
        if (top->kind == OBU_AFTER_CHAIN) {
            end_turn(rules, state, *top, listener);
        } else {
            obu_shuffle_continue(rules, state, listener);
        }
        top = obu_top(state);
    }
    const struct obu_seat *seat = &state->seat[top->seat];
    if (top->kind == OBU_DRAW && seat->hand_count > obu_hand_size(rules, seat)) { /* OBU-38, OBU-45 */
        *top = (struct bil_frame){OBU_PLAY, top->seat, 0, 0};
    }
}

/* ------------------------------------------------------------------ set-up decisions */

static void reveal_launches(const struct obu_rules *rules, struct obu_state *state, const struct bil_listener *listener)
{
    for (int seat = 0; seat < rules->seats; seat++) {
        const bil_move move = state->pending[seat];
        const uint8_t cards[3] = {OBU_A(move), OBU_B(move), OBU_C(move)};
        struct obu_seat *from = &state->seat[seat];
        int launched = 0;
        for (int i = 0; i < 3; i++) {
            if (cards[i] != OBU_HIDDEN) {
                obu_cards_remove(rules, &from->hand, cards[i]);
                from->hand_count--;
                obu_put_community(rules, state, seat, cards[i]); /* the rest stays in the hand (OBU-20) */
                obu_say(listener, OBU_E_LAUNCHED, seat, BIL_EVENT_LEARNED, 0xFF, cards[i], 0, 0);
                launched++;
            }
        }
        if (!rules->fast && from->network == OBU_FRIENDLINK && launched < rules->friendlink_launches) {
            state->pure[seat] = from->hand_count; /* it launched all Communities it had: the rest are none */
        }
        state->pending[seat] = 0;
    }
    state->launched = 0;
}

/* After the launches: Friendlink's surplus, then the deck. */
static void after_launch(const struct obu_rules *rules, struct obu_state *state, struct bil_random *random,
                         const struct bil_listener *listener)
{
    for (int seat = 0; seat < rules->seats; seat++) {
        if (state->seat[seat].hand_count > obu_hand_size(rules, &state->seat[seat])) {
            state->stack[0] = (struct bil_frame){OBU_RETURN, (uint8_t)seat, 0, 0};
            return;
        }
    }
    obu_launch_done(rules, state, random, listener);
}

static void play_launch(PLAYED)
{
    struct bil_frame *frame = &state->stack[0];
    state->pending[frame->seat] = move; /* in secret until all have chosen (OBU-21) */
    state->launched = (uint8_t)(state->launched | 1U << frame->seat);
    const uint64_t could = obu_launchable(rules, &state->seat[frame->seat]);
    /* A seat with one card to launch is not asked. That is its own secret: the details are its own in both cases, so that the
     * others are sent the same bytes. */
    if ((could & (could - 1)) == 0) {
        obu_say(listener, OBU_E_CHOSE, frame->seat, 0, 1 << frame->seat, OBU_A(move), 1, 0);
    } else {
        obu_say(listener, OBU_E_CHOSE, frame->seat, 0, 1 << frame->seat, 0, 0, 0);
    }
    if (frame->seat + 1 < rules->seats) {
        frame->seat++;
        return;
    }
    reveal_launches(rules, state, listener);
    after_launch(rules, state, random, listener);
}

static void play_give_back(PLAYED)
{
    const int seat = state->stack[0].seat;
    const uint8_t cards[3] = {OBU_A(move), OBU_B(move), OBU_C(move)};
    for (int i = 0; i < 3; i++) {
        if (cards[i] != OBU_HIDDEN) {
            obu_cards_remove(rules, &state->seat[seat].hand, cards[i]);
            state->seat[seat].hand_count--;
            state->pile[state->deck++] = cards[i]; /* the whole deck is shuffled before anybody draws (OBU-28) */
            if (!rules->fast) {
                obu_know_returned(state, seat, cards[i]);
            }
            obu_say(listener, OBU_E_RETURNED, seat, 0, 1 << seat, cards[i], 0, 0);
        }
    }
    if (state->pure[seat] > state->seat[seat].hand_count) {
        state->pure[seat] = state->seat[seat].hand_count;
    }
    after_launch(rules, state, random, listener);
}

/* ------------------------------------------------------------------ drawing */

static void game_over(const struct obu_rules *rules, struct obu_state *state, const struct bil_listener *listener)
{
    (void)rules;
    memset(state->stack, 0, sizeof state->stack); /* at once, whatever turn it is (OBU-36, OBU-98) */
    state->stack[0].kind = OBU_END;
    state->depth = 1;
    obu_say(listener, OBU_E_GAME_OVER, state->turn, BIL_EVENT_LEARNED, 0xFF, 0, 0, 0);
}

/* OBU-46: what acts the moment it is drawn. */
static void drew_no_hand_card(const struct obu_rules *rules, struct obu_state *state, int card, struct bil_random *random,
                              const struct bil_listener *listener)
{
    const int seat = state->turn;
    if (card < OBU_EVENT) {
        obu_say(listener, OBU_E_INFLUENCER, seat, BIL_EVENT_LEARNED, 0xFF, card - OBU_INFLUENCER, 0, 0);
        obu_influencer_drawn(rules, state, card - OBU_INFLUENCER, listener);
    } else if (card < OBU_GAME_OVER) {
        const int chance = card == OBU_EVENT + OBU_SOCIAL_SHUFFLE ? BIL_EVENT_CHANCE : 0; /* OBU-140 */
        obu_say(listener, OBU_E_EVENT, seat, BIL_EVENT_LEARNED | chance, 0xFF, card - OBU_EVENT, 0, 0);
        obu_event_drawn(rules, state, card - OBU_EVENT, random, listener);
    } else {
        game_over(rules, state, listener);
    }
    settle_frames(rules, state, listener);
}

/* Reports a card that came into a hand to the listener, and remembers it. */
static void tell_drawn(const struct obu_rules *rules, struct obu_state *state, int card, bool deck, bool news,
                       const struct bil_listener *listener)
{
    const int seat = state->turn;
    if (!rules->fast) {
        if (deck) {
            obu_know_drew(state, seat);
        } else {
            obu_know_took(rules, state, seat, card);
        }
    }
    if (deck) {
        obu_say(listener, OBU_E_DREW, seat, BIL_EVENT_LEARNED, 1 << seat, card, state->discard == 0 && news, 0);
    } else {
        obu_say(listener, OBU_E_TOOK, seat, 0, 0xFF, card, 0, 0);
    }
}

/* OBU-44: the top of either pile. */
static void play_draw(PLAYED)
{
    const bool deck = OBU_VERB(move) == OBU_M_DRAW_DECK;
    if (rules->lazy && deck) {
        obu_settle_top(rules, state, random);
    }
    const int at = deck ? state->deck - 1 : OBU_PILE - state->discard;
    const int card = state->pile[at];
    const bool emptied = state->stall > 0 || state->turns <= rules->seats; /* if the pile is empty, that is new to the seat */
    state->pile[at] = 0;
    state->deck = (uint8_t)(state->deck - deck);
    state->discard = (uint8_t)(state->discard - !deck);
    state->stall = (uint8_t)(deck ? 0 : state->stall < 255 ? state->stall + 1 : 255);
    state->stack[0].a = 1;
    if (card > OBU_HIDDEN) {
        drew_no_hand_card(rules, state, card, random, listener);
        return;
    }
    struct obu_seat *seat = &state->seat[state->turn];
    obu_cards_add(rules, &seat->hand, card);
    seat->hand_count++;
    if (seat->hand_count > obu_hand_size(rules, seat)) { /* one more (OBU-41): the play begins, else one draws on (OBU-45) */
        state->stack[0] = (struct bil_frame){OBU_PLAY, state->turn, 0, 0};
    }
    tell_drawn(rules, state, card, deck, emptied, listener);
}

/* ------------------------------------------------------------------ the eight ways to play */

static void play_add(PLAYED)
{
    const int card = OBU_A(move);
    const struct bil_frame frame = *obu_top(state);
    const int seat = frame.seat;
    show_from_hand(rules, state, seat, card);
    const int way = frame.kind == OBU_VIRAL ? 1 : frame.kind == OBU_SECOND ? 2 : 0;
    if (frame.kind == OBU_PLAY) {
        play_made(state);
    } else {
        pop_frame(state);
    }
    const int before = state->seat[seat].users;
    obu_put_community(rules, state, seat, card); /* on one's own platform, and it counts at once (OBU-64) */
    obu_say(listener, OBU_E_ADDED, seat, BIL_EVENT_LEARNED, 0xFF, card, way, 0);
    if (frame.kind == OBU_PLAY && state->event == OBU_GRASSROOTS_SPURT && (rules->fifty >> card & 1U)) { /* OBU-151, OBU-154 */
        const uint64_t second = obu_addable(rules, state, seat) & rules->fifty & ~(1ULL << card);
        const struct obu_seat *platform = &state->seat[seat];
        if (platform->hand_count > 0 && (rules->fast ? (second & platform->hand.comm) != 0 : second != 0)) {
            push_frame(state, OBU_SECOND, seat, 0, 0); /* the turn then ends a card short (OBU-40, OBU-155) */
        }
    }
    obu_reach_milestones(rules, state, seat, before, listener); /* OBU-164 */
    settle_frames(rules, state, listener);
}

static void block_lands(const struct obu_rules *rules, struct obu_state *state, int target, int blocker,
                        const struct bil_listener *listener)
{
    struct obu_seat *at = &state->seat[target];
    /* For good (OBU-77), with those before it (OBU-76): obu_blocks allows only one that is active. */
    at->stack = obu_other_add(rules, at->stack, OBU_BLOCKER + blocker);
    at->blocker = (uint8_t)(1 + blocker);
    at->ground = 0; /* OBU-85 */
    at->received++; /* OBU-78 */
    obu_say(listener, OBU_E_ACTIVE, target, 0, 0xFF, OBU_BLOCKER + blocker, 0, 0);
}

static void play_block(PLAYED)
{
    const int card = OBU_A(move);
    const int target = OBU_B(move);
    const int blocker = card - OBU_BLOCKER;
    const int seat = state->turn;
    show_from_hand(rules, state, seat, card);
    obu_say(listener, OBU_E_BLOCKED, seat, BIL_EVENT_LEARNED, 0xFF, card, target, 0);
    const int guard = obu_guard_for[blocker]; /* the attacked seat alone, with the match (OBU-91, OBU-92) */
    if (guard >= 0 && (rules->fast ? obu_has(rules, &state->seat[target].hand, OBU_SAFEGUARD + guard)
                                   : obu_could_hold(rules, state, target, OBU_SAFEGUARD + guard))) {
        play_made(state);
        push_frame(state, OBU_GUARD, target, blocker, seat); /* the Blocker waits beside the stack (OBU-213) */
        return;
    }
    block_lands(rules, state, target, blocker, listener);
    play_ends_turn(rules, state, listener);
}

static void play_guard_answer(PLAYED)
{
    const struct bil_frame frame = *obu_top(state);
    pop_frame(state);
    if (OBU_VERB(move) == OBU_M_PASS) {
        block_lands(rules, state, frame.seat, frame.a, listener); /* declined; the Safeguard stays in the hand (OBU-93) */
        end_turn(rules, state, state->stack[0], listener);
        return;
    }
    const int guard = OBU_A(move) - OBU_SAFEGUARD;
    show_from_hand(rules, state, frame.seat, OBU_A(move));
    struct obu_seat *seat = &state->seat[frame.seat];
    seat->guards = (uint8_t)(seat->guards | 17U << guard); /* sideways (OBU-91) */
    obu_to_discard(state, OBU_BLOCKER + frame.a);
    state->stack[0].b = (uint8_t)(1 + frame.seat); /* its full turn follows, a card short (OBU-95, OBU-96) */
    obu_say(listener, OBU_E_COUNTERED, frame.seat, BIL_EVENT_LEARNED, 0xFF, OBU_BLOCKER + frame.a, frame.b, OBU_A(move));
    end_turn(rules, state, state->stack[0], listener);
}

static void play_fix(PLAYED)
{
    const int card = OBU_A(move);
    const int seat = state->turn;
    struct obu_seat *platform = &state->seat[seat];
    show_from_hand(rules, state, seat, card);
    platform->stack = obu_other_add(rules, platform->stack, card); /* OBU-79 */
    obu_say(listener, OBU_E_FIXED, seat, BIL_EVENT_LEARNED, 0xFF, card, OBU_BLOCKER + platform->blocker - 1, 0);
    obu_resolve(rules, state, seat, OBU_BY_FIX, listener);
    play_ends_turn(rules, state, listener);
}

static void play_grind(PLAYED)
{
    const int card = OBU_A(move);
    const int seat = state->turn;
    struct obu_seat *platform = &state->seat[seat];
    if (!rules->fast) {
        obu_know_ground(state, seat);
    }
    obu_cards_remove(rules, &platform->hand, card);
    platform->hand_count--;
    state->ground[state->ground_total++] = (uint8_t)(card | seat << 6); /* out of the game (OBU-86) */
    platform->ground++;
    const int needed = obu_grind_needed(rules, state, seat);
    obu_say(listener, OBU_E_GROUND, seat, 0, 1 << seat, card, platform->ground, needed);
    if (platform->ground >= needed) { /* OBU-83 */
        obu_resolve(rules, state, seat, OBU_BY_GRINDING, listener);
    }
    play_ends_turn(rules, state, listener);
}

static void play_guard(PLAYED)
{
    const int card = OBU_A(move);
    const int seat = state->turn;
    struct obu_seat *platform = &state->seat[seat];
    show_from_hand(rules, state, seat, card);
    platform->guards = (uint8_t)(platform->guards | 1U << (card - OBU_SAFEGUARD)); /* OBU-87 */
    obu_say(listener, OBU_E_GUARDED, seat, BIL_EVENT_LEARNED, 0xFF, card, 0, 0);
    if (platform->blocker == 1 + obu_safeguard_against[card - OBU_SAFEGUARD]) { /* OBU-88; another Blocker stays (OBU-89) */
        obu_resolve(rules, state, seat, OBU_BY_GUARD, listener);
    }
    play_ends_turn(rules, state, listener);
}

static void play_poke(PLAYED)
{
    const int influencer = OBU_A(move);
    const int seat = state->turn;
    show_from_hand(rules, state, seat, OBU_POKE);
    play_made(state);
    const int home = obu_influencer_home(state, influencer);
    obu_lift_influencer(rules, state, home, influencer);
    const int destination = obu_prefers(rules, state, influencer, seat); /* judged without itself (OBU-100) */
    const bool tied = listener && obu_tied(rules, state, influencer, destination);
    state->attached[influencer]++; /* for good (OBU-101), and it counts from now on (OBU-209) */
    obu_put_influencer(rules, state, home, influencer);
    obu_say(listener, OBU_E_POKED, seat, BIL_EVENT_LEARNED, 0xFF, influencer, destination, tied);
    obu_open_chain(rules, state, influencer, destination, true, listener);
    settle_frames(rules, state, listener);
}

static void play_push(PLAYED)
{
    const int influencer = OBU_A(move);
    const int destination = OBU_B(move);
    const int seat = state->turn;
    show_from_hand(rules, state, seat, OBU_PUSH);
    play_made(state);
    state->attached[influencer] = (uint8_t)(state->attached[influencer] + 16);
    obu_say(listener, OBU_E_PUSHED, seat, BIL_EVENT_LEARNED, 0xFF, influencer, destination, 0);
    obu_open_chain(rules, state, influencer, destination, false, listener);
    settle_frames(rules, state, listener);
}

static void play_push_counter(PLAYED)
{
    if (OBU_VERB(move) == OBU_M_COUNTER_PUSH) {
        show_from_hand(rules, state, obu_top(state)->seat, OBU_PUSH); /* replaced in its own next draw (OBU-114) */
        state->attached[state->chain.influencer] = (uint8_t)(state->attached[state->chain.influencer] + 16);
    }
    obu_chain_answer(rules, state, move, listener);
    settle_frames(rules, state, listener);
}

static void play_discard(PLAYED)
{
    const int card = OBU_A(move);
    show_from_hand(rules, state, state->turn, card);
    obu_to_discard(state, card); /* OBU-116 */
    obu_say(listener, OBU_E_DISCARDED, state->turn, BIL_EVENT_LEARNED, 0xFF, card, 0, 0);
    play_ends_turn(rules, state, listener);
}

/* ------------------------------------------------------------------ sacrifices */

static void sacrifice_ends(const struct obu_rules *rules, struct obu_state *state, const struct bil_listener *listener)
{
    state->stack[0] = (struct bil_frame){OBU_PLAY, state->turn, 0, 0};
    obu_resolve(rules, state, state->turn, OBU_BY_SACRIFICE, listener); /* so the play is free of it (OBU-60) */
}

static void play_sacrifice(PLAYED)
{
    const int card = OBU_A(move);
    struct obu_seat *platform = &state->seat[state->turn];
    struct bil_frame *frame = &state->stack[0];
    if (card == OBU_HIDDEN) { /* the free case */
        sacrifice_ends(rules, state, listener);
        return;
    }
    if (frame->kind == OBU_PLAY) { /* the first Community of several (OBU-206) */
        int toxicity = 0;
        for (uint64_t rest = platform->comm; rest; rest &= rest - 1) {
            toxicity += rules->toxicity[obu_lowest(rest)];
        }
        *frame = (struct bil_frame){OBU_SACRIFICE, state->turn, 0, toxicity < 3}; /* OBU-54, OBU-55 */
    }
    obu_lift_community(rules, state, state->turn, card);
    obu_to_discard(state, card); /* in the order chosen (OBU-59) */
    const int given = frame->a + rules->toxicity[card];
    frame->a = (uint8_t)(given > 255 ? 255 : given);
    obu_say(listener, OBU_E_SACRIFICED, state->turn, 0, 0xFF, card, 0, 0);
    const uint64_t rest = frame->b ? platform->comm & ~rules->clean : platform->comm;
    if (platform->blocker == 1 + OBU_SERVER_OVERLOAD - OBU_BLOCKER || rest == 0) { /* OBU-57; perhaps none is left (OBU-61) */
        sacrifice_ends(rules, state, listener);
    }
}

/* ------------------------------------------------------------------ Events' and other windows */

static void play_give(PLAYED)
{
    state->pending[obu_top(state)->seat] = move;
    obu_say(listener, OBU_E_CHOSE, obu_top(state)->seat, 0, 0xFF, 0, 0, 0);
    obu_give_done(rules, state, listener);
    settle_frames(rules, state, listener);
}

static void play_take(PLAYED)
{
    const int card = OBU_A(move);
    const struct bil_frame frame = *obu_top(state);
    pop_frame(state);
    const int before = state->seat[frame.seat].users;
    obu_lift_community(rules, state, frame.a, card);
    obu_put_community(rules, state, frame.seat, card);
    obu_say(listener, OBU_E_TAKEN, frame.seat, 0, 0xFF, card, frame.a, 0);
    obu_reach_milestones(rules, state, frame.seat, before, listener); /* OBU-164 */
    settle_frames(rules, state, listener);
}

static void play_claim(PLAYED)
{
    const int milestone = OBU_A(move);
    const int seat = obu_top(state)->seat;
    state->milestone[milestone] = (uint8_t)(1 + seat); /* no play: the turn goes on where it was (OBU-162, OBU-212) */
    obu_say(listener, OBU_E_MILESTONE, seat, 0, 0xFF, milestone, 0, 0);
    struct bil_frame *frame = obu_top(state);
    if (frame->kind == OBU_CLAIM) {
        frame->a = (uint8_t)(frame->a & ~(1U << milestone));
        if (frame->a == 0) {
            pop_frame(state);
        }
    }
    settle_frames(rules, state, listener);
}

static void play_pass(PLAYED)
{
    switch (obu_top(state)->kind) {
    case OBU_GUARD:
        play_guard_answer(rules, state, move, random, listener);
        break;
    case OBU_CHAIN:
        play_push_counter(rules, state, move, random, listener);
        break;
    default:
        pop_frame(state);
        settle_frames(rules, state, listener);
        break;
    }
}

static void play_done(PLAYED)
{
    sacrifice_ends(rules, state, listener);
}

static void play_drop(PLAYED)
{
    const struct bil_frame frame = *obu_top(state);
    pop_frame(state);
    obu_drop(rules, state, frame.seat, OBU_A(move), frame.a, listener);
    settle_frames(rules, state, listener);
}

void obu_apply(const void *rules, void *state, bil_move move, struct bil_random *random, const struct bil_listener *listener)
{
    typedef void plays(const struct obu_rules *, struct obu_state *, bil_move, struct bil_random *, const struct bil_listener *);
    static plays *const verbs[1 + OBU_VERB(~0U)] = {
        [OBU_M_LAUNCH] = play_launch,
        [OBU_M_RETURN] = play_give_back,
        [OBU_M_DRAW_DECK] = play_draw,
        [OBU_M_DRAW_DISCARD] = play_draw,
        [OBU_M_ADD] = play_add,
        [OBU_M_BLOCK] = play_block,
        [OBU_M_FIX] = play_fix,
        [OBU_M_GRIND] = play_grind,
        [OBU_M_GUARD] = play_guard,
        [OBU_M_POKE] = play_poke,
        [OBU_M_PUSH] = play_push,
        [OBU_M_DISCARD] = play_discard,
        [OBU_M_SACRIFICE] = play_sacrifice,
        [OBU_M_DONE] = play_done,
        [OBU_M_COUNTER_GUARD] = play_guard_answer,
        [OBU_M_COUNTER_PUSH] = play_push_counter,
        [OBU_M_PASS] = play_pass,
        [OBU_M_GIVE] = play_give,
        [OBU_M_TAKE] = play_take,
        [OBU_M_DROP] = play_drop,
        [OBU_M_CLAIM] = play_claim,
    };
    if (verbs[OBU_VERB(move)]) {
        verbs[OBU_VERB(move)](rules, state, move, random, listener);
    }
}
