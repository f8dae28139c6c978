/* One Billion Users: whether play can lead to what is waited for: the phase of the turn, the windows above it, the chain of Pushes
 * and the secret choices.
 *
 * The only validator of that, for positions that people write as for states after each move. A seat that is asked must be able to
 * answer. */
#include "games/one_billion_users/documents/documents.h"
#include "games/one_billion_users/words/words.h"

/* ------------------------------------------------------------------ windows */

static const char *check_guard(struct obu_checking *checking, const struct bil_frame *frame, int place)
{
    const int blocker = frame->a;
    const struct obu_seat *target = &checking->state->seat[frame->seat];
    if (blocker >= OBU_BLOCKERS || obu_guard_for[blocker] < 0) {
        return obu_broken(checking, "windows[%d].blocker: no Safeguard counters %s (OBU-92).", place,
                          blocker < OBU_BLOCKERS ? obu_card_name(checking->rules, OBU_BLOCKER + blocker) : "a card that is none");
    }
    if (frame->b != checking->state->turn || frame->b == frame->seat) {
        return obu_broken(checking, "windows[%d]: the active seat attacks, and another seat is asked.", place);
    }
    if (target->blocker || (target->guards >> obu_guard_for[blocker] & 1U)) {
        return obu_broken(checking,
                          "windows[%d]: seat %d has an active Blocker or the Safeguard already, so nobody could play %s there.",
                          place, frame->seat + 1, obu_card_name(checking->rules, OBU_BLOCKER + blocker));
    }
    return NULL;
}

static const char *check_chain(struct obu_checking *checking, const struct bil_frame *frame, int place)
{
    const struct obu_state *state = checking->state;
    const struct obu_chain *chain = &state->chain;
    const int seats = checking->rules->seats;
    const int home = chain->influencer < OBU_INFLUENCERS ? obu_influencer_home(state, chain->influencer) : -1;
    if (home < 0) {
        return obu_broken(checking, "chain.influencer: it is on no platform.");
    }
    if (chain->from != home || chain->opener != state->turn || chain->destination >= seats || chain->last >= seats ||
        !(chain->named >> chain->from & 1U) || !(chain->named >> chain->destination & 1U)) {
        return obu_broken(checking, "chain: \"from\" is the platform where it stands, \"opener\" the active seat, and both ends of "
                                    "the move are \"named\".");
    }
    if (chain->poked > checking->rules->asked_once || (chain->poked && obu_pokes(state, chain->influencer) == 0)) {
        return obu_broken(checking, "chain.poked: %s has no Poke beneath it.",
                          obu_card_name(checking->rules, OBU_INFLUENCER + chain->influencer));
    }
    if (!((chain->named | 1U << chain->opener) & ~(1U << chain->last) & 1U << frame->seat)) {
        return obu_broken(checking, "windows[%d]: seat %d has no say in this chain (OBU-110).", place, frame->seat + 1);
    }
    return NULL;
}

static const char *check_window(struct obu_checking *checking, int depth)
{
    const struct obu_state *state = checking->state;
    const struct bil_frame *frame = &state->stack[depth];
    const struct bil_frame *bottom = &state->stack[0];
    const int place = depth - 1;
    switch (frame->kind) {
    case OBU_GUARD:
        return check_guard(checking, frame, place);
    case OBU_CHAIN:
        return check_chain(checking, frame, place);
    case OBU_DROP:
        if (frame->a != (bottom->kind == OBU_AFTER_CHAIN)) {
            return obu_broken(checking, "windows[%d].why: it must be \"moral panic\" in phase draw, \"hellsite\" in phase ending.",
                              place);
        }
        return !frame->a || (frame->seat == state->turn && bottom->a) /* once a turn (OBU-185) */
                   ? NULL
                   : obu_broken(checking, "windows[%d]: only the active seat drops at the end of its turn.", place);
    case OBU_CLAIM:
        return checking->rules->manual_milestones && frame->a >> OBU_MILESTONES == 0
                   ? NULL
                   : obu_broken(checking, "windows[%d]: Milestones are only claimed by a move with option milestones=manual.",
                                place);
    case OBU_GIVE:
        return frame->a < checking->rules->seats ? NULL : obu_broken(checking, "windows[%d].drawer: no such seat.", place);
    case OBU_TAKE:
        if (frame->a >= checking->rules->seats) {
            return obu_broken(checking, "windows[%d].from: no such seat.", place);
        }
        return frame->a != frame->seat ? NULL : obu_broken(checking, "windows[%d]: nobody takes from himself.", place);
    default: /* second, viral, shuffle */
        return frame->seat == state->turn
                   ? NULL
                   : obu_broken(checking, "windows[%d]: it is a window of the active seat, %d.", place, state->turn + 1);
    }
}

static const char *check_windows(struct obu_checking *checking)
{
    const struct obu_state *state = checking->state;
    static const struct obu_chain none;
    for (int depth = 1; depth < state->depth; depth++) {
        const char *wrong = check_window(checking, depth);
        if (wrong) {
            return wrong;
        }
    }
    if (state->stack[1].kind != OBU_CHAIN && memcmp(&state->chain, &none, sizeof none) != 0) {
        return obu_broken(checking, "chain: it stands only with a window \"chain\".");
    }
    if (state->shuffle_count > 0 && state->stack[1].kind != OBU_SHUFFLE) {
        return obu_broken(checking, "shuffle: Influencers wait only beneath a window \"shuffle\".");
    }
    return NULL;
}

/* ------------------------------------------------------------------ secret choices */

/* Whether a seat, if it were asked, could choose the move. */
static bool could_choose(const struct obu_checking *checking, int seat, bil_move move)
{
    struct obu_state asked;
    bil_move list[OBU_MAX_MOVES];
    memcpy(&asked, checking->state, sizeof asked);
    obu_top(&asked)->seat = (uint8_t)seat;
    for (int i = obu_moves(checking->rules, &asked, list); i > 0; i--) {
        if (list[i - 1] == move) {
            return true;
        }
    }
    return false;
}

static const char *check_pending(struct obu_checking *checking)
{
    const struct obu_state *state = checking->state;
    const int top = obu_top_const(state)->kind;
    unsigned chosen = 0;
    for (int seat = 0; seat < OBU_SEATS; seat++) {
        const bil_move move = state->pending[seat];
        if (move == 0) {
            continue;
        }
        chosen |= 1U << seat;
        if ((top != OBU_LAUNCH && top != OBU_GIVE) || seat >= checking->rules->seats) {
            return obu_broken(checking, "pending: secret choices wait only in phase launch and in a window \"give\".");
        }
        if (obu_hand_is_seen(checking, seat) ? !could_choose(checking, seat, move) : move != 1) {
            return obu_broken(checking, "pending[%d]: seat %d could not choose that from its hand.", seat, seat + 1);
        }
    }
    return top != OBU_LAUNCH || state->launched == chosen ? NULL
                                                          : obu_broken(checking, "pending: other seats have launched than these.");
}

/* ------------------------------------------------------------------ before the first turn */

/* Before the deck is built nothing can have happened. */
static const char *check_nothing_happened(struct obu_checking *checking)
{
    const struct obu_state *state = checking->state;
    const bool launch = state->stack[0].kind == OBU_LAUNCH;
    bool any = state->discard > 0 || state->ground_total > 0;
    for (int seat = 0; seat < checking->rules->seats; seat++) {
        const struct obu_seat *platform = &state->seat[seat];
        any = any || platform->stack || platform->guards || platform->received || (launch && platform->comm);
    }
    for (int i = 0; i < OBU_MILESTONES; i++) {
        any = any || state->milestone[i];
    }
    return !any ? NULL
                : obu_broken(checking, "phase: in phase %s no card has been played yet: leave everything out but hands%s.",
                             launch ? "launch" : "return", launch ? "" : " and the Communities launched");
}

/* Who is asked for a launch or a return. */
static const char *check_asked(struct obu_checking *checking)
{
    const struct obu_state *state = checking->state;
    const int asked = state->stack[0].seat;
    const struct obu_seat *owner = &state->seat[asked];
    if (state->stack[0].kind == OBU_RETURN) {
        return owner->hand_count > obu_hand_size(checking->rules, owner)
                   ? NULL
                   : obu_broken(checking, "asked: seat %d is to return cards but holds no more than its Hand Size.", asked + 1);
    }
    for (int seat = 0; seat < checking->rules->seats; seat++) {
        const struct obu_seat *platform = &state->seat[seat];
        if (obu_hand_is_seen(checking, seat) ? obu_launchable(checking->rules, platform) == 0 : platform->hand_count == 0) {
            return obu_broken(checking, "platforms[%d].hand: it holds no Community to launch.", seat);
        }
        if ((state->pending[seat] != 0) != (seat < asked)) {
            return obu_broken(checking, "pending: the seats before the one asked, %d, have chosen, the others have not.",
                              asked + 1);
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ who is asked */

static const char *check_answer(struct obu_checking *checking)
{
    const struct obu_state *state = checking->state;
    const struct bil_frame *top = obu_top_const(state);
    const struct obu_seat *seat = &state->seat[top->seat];
    if (top->kind == OBU_END) {
        return NULL;
    }
    if (top->kind == OBU_SACRIFICE && seat->blocker != 1 + OBU_TOXIC_CULTURE - OBU_BLOCKER) {
        return obu_broken(checking, "phase: a sacrifice goes on only under an active Toxic Culture.");
    }
    if (top->kind == OBU_GIVE && (seat->hand_count == 0 || state->pending[top->seat])) {
        return obu_broken(checking, "windows: seat %d has no card to give, or has chosen one already.", top->seat + 1);
    }
    if ((top->kind == OBU_LAUNCH || top->kind == OBU_RETURN || top->kind == OBU_PLAY) && seat->hand_count == 0) {
        return obu_broken(checking, "platforms[%d].hand: seat %d is asked for a card and holds none.", top->seat, top->seat + 1);
    }
    bil_move list[OBU_MAX_MOVES];
    return !obu_hand_is_seen(checking, top->seat) || obu_moves(checking->rules, state, list) > 0
               ? NULL
               : obu_broken(checking, "platforms[%d]: seat %d is asked and could do nothing at all.", top->seat, top->seat + 1);
}

const char *obu_check_situation(struct obu_checking *checking)
{
    const int bottom = checking->state->stack[0].kind;
    const char *wrong = check_windows(checking);
    if (!wrong && (bottom == OBU_LAUNCH || bottom == OBU_RETURN)) {
        wrong = check_nothing_happened(checking);
        wrong = wrong ? wrong : check_asked(checking);
    }
    wrong = wrong ? wrong : check_pending(checking);
    return wrong ? wrong : check_answer(checking);
}
