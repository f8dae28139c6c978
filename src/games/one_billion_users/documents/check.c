/* One Billion Users: every invariant of a state or a view (OBU-204, OBU-205), for tests and for positions from outside.
 *
 * Recounts everything from nothing; trusts no running total. Changes nothing. */
#include <stdarg.h>
#include <stdio.h>

#include "games/one_billion_users/documents/documents.h"
#include "games/one_billion_users/words/words.h"

/* Each function returns NULL, or one sentence on what cannot be; it begins with the place in a position ("platforms[0].hand: ...").
 * Nothing here changes a state. */
struct checking {
    const struct obu_rules *rules;
    const struct obu_state *state;
    char *buffer;
    size_t size;
    int count[OBU_CARDS]; /* cards found, by card */
    int hidden;           /* cards found that the viewer does not know */
};

/* Writes the sentence; returns it. */
__attribute__((format(printf, 2, 3))) static const char *broken(struct checking *checking, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(checking->buffer, checking->size, format, arguments);
    va_end(arguments);
    return checking->buffer;
}

/* Whether the viewer of the state knows the hand of a seat. */
static bool hand_is_seen(const struct checking *checking, int seat)
{
    return checking->state->viewer == 0 || checking->state->viewer == 1 + seat;
}

/* ------------------------------------------------------------------ whether play can lead to what is waited for: windows */

static const char *check_guard(struct checking *checking, const struct bil_frame *frame, int place)
{
    const int blocker = frame->a;
    const struct obu_seat *target = &checking->state->seat[frame->seat];
    if (blocker >= OBU_BLOCKERS || obu_guard_for[blocker] < 0) {
        return broken(checking, "windows[%d].blocker: no Safeguard counters %s (OBU-92).", place,
                      blocker < OBU_BLOCKERS ? obu_card_name(checking->rules, OBU_BLOCKER + blocker) : "a card that is none");
    }
    if (frame->b != checking->state->turn || frame->b == frame->seat) {
        return broken(checking, "windows[%d]: the active seat attacks, and another seat is asked.", place);
    }
    if (target->blocker || (target->guards >> obu_guard_for[blocker] & 1U)) {
        return broken(checking,
                      "windows[%d]: seat %d has an active Blocker or the Safeguard already, so nobody could play %s there.", place,
                      frame->seat + 1, obu_card_name(checking->rules, OBU_BLOCKER + blocker));
    }
    return NULL;
}

static const char *check_chain(struct checking *checking, const struct bil_frame *frame, int place)
{
    const struct obu_state *state = checking->state;
    const struct obu_chain *chain = &state->chain;
    const int seats = checking->rules->seats;
    const int home = chain->influencer < OBU_INFLUENCERS ? obu_influencer_home(state, chain->influencer) : -1;
    if (home < 0) {
        return broken(checking, "chain.influencer: it is on no platform.");
    }
    if (chain->from != home || chain->opener != state->turn || chain->destination >= seats || chain->last >= seats ||
        !(chain->named >> chain->from & 1U) || !(chain->named >> chain->destination & 1U)) {
        return broken(checking, "chain: \"from\" is the platform where it stands, \"opener\" the active seat, and both ends of "
                                "the move are \"named\".");
    }
    if (chain->poked > checking->rules->asked_once || (chain->poked && obu_pokes(state, chain->influencer) == 0)) {
        return broken(checking, "chain.poked: %s has no Poke beneath it.",
                      obu_card_name(checking->rules, OBU_INFLUENCER + chain->influencer));
    }
    if (!((chain->named | 1U << chain->opener) & ~(1U << chain->last) & 1U << frame->seat)) {
        return broken(checking, "windows[%d]: seat %d has no say in this chain (OBU-110).", place, frame->seat + 1);
    }
    return NULL;
}

static const char *check_window(struct checking *checking, int depth)
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
            return broken(checking, "windows[%d].why: it must be \"moral panic\" in phase draw, \"hellsite\" in phase ending.",
                          place);
        }
        return !frame->a || (frame->seat == state->turn && bottom->a) /* once a turn (OBU-185) */
                   ? NULL
                   : broken(checking, "windows[%d]: only the active seat drops at the end of its turn.", place);
    case OBU_CLAIM:
        return checking->rules->manual_milestones && frame->a >> OBU_MILESTONES == 0
                   ? NULL
                   : broken(checking, "windows[%d]: Milestones are only claimed by a move with option milestones=manual.", place);
    case OBU_GIVE:
        return frame->a < checking->rules->seats ? NULL : broken(checking, "windows[%d].drawer: no such seat.", place);
    case OBU_TAKE:
        if (frame->a >= checking->rules->seats) {
            return broken(checking, "windows[%d].from: no such seat.", place);
        }
        return frame->a != frame->seat ? NULL : broken(checking, "windows[%d]: nobody takes from himself.", place);
    default: /* second, viral, shuffle */
        return frame->seat == state->turn
                   ? NULL
                   : broken(checking, "windows[%d]: it is a window of the active seat, %d.", place, state->turn + 1);
    }
}

static const char *check_windows(struct checking *checking)
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
        return broken(checking, "chain: it stands only with a window \"chain\".");
    }
    if (state->shuffle_count > 0 && state->stack[1].kind != OBU_SHUFFLE) {
        return broken(checking, "shuffle: Influencers wait only beneath a window \"shuffle\".");
    }
    return NULL;
}

/* ------------------------------------------------------------------ secret choices */

/* Whether a seat, if it were asked, could choose the move. */
static bool could_choose(const struct checking *checking, int seat, bil_move move)
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

static const char *check_pending(struct checking *checking)
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
            return broken(checking, "pending: secret choices wait only in phase launch and in a window \"give\".");
        }
        if (hand_is_seen(checking, seat) ? !could_choose(checking, seat, move) : move != 1) {
            return broken(checking, "pending[%d]: seat %d could not choose that from its hand.", seat, seat + 1);
        }
    }
    return top != OBU_LAUNCH || state->launched == chosen ? NULL
                                                          : broken(checking, "pending: other seats have launched than these.");
}

/* ------------------------------------------------------------------ before the first turn */

/* Before the deck is built nothing can have happened. */
static const char *check_nothing_happened(struct checking *checking)
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
                : broken(checking, "phase: in phase %s no card has been played yet: leave everything out but hands%s.",
                         launch ? "launch" : "return", launch ? "" : " and the Communities launched");
}

/* Who is asked for a launch or a return. */
static const char *check_asked(struct checking *checking)
{
    const struct obu_state *state = checking->state;
    const int asked = state->stack[0].seat;
    const struct obu_seat *owner = &state->seat[asked];
    if (state->stack[0].kind == OBU_RETURN) {
        return owner->hand_count > obu_hand_size(checking->rules, owner)
                   ? NULL
                   : broken(checking, "asked: seat %d is to return cards but holds no more than its Hand Size.", asked + 1);
    }
    for (int seat = 0; seat < checking->rules->seats; seat++) {
        const struct obu_seat *platform = &state->seat[seat];
        if (hand_is_seen(checking, seat) ? obu_launchable(checking->rules, platform) == 0 : platform->hand_count == 0) {
            return broken(checking, "platforms[%d].hand: it holds no Community to launch.", seat);
        }
        if ((state->pending[seat] != 0) != (seat < asked)) {
            return broken(checking, "pending: the seats before the one asked, %d, have chosen, the others have not.", asked + 1);
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ who is asked */

static const char *check_answer(struct checking *checking)
{
    const struct obu_state *state = checking->state;
    const struct bil_frame *top = obu_top_const(state);
    const struct obu_seat *seat = &state->seat[top->seat];
    if (top->kind == OBU_END) {
        return NULL;
    }
    if (top->kind == OBU_SACRIFICE && seat->blocker != 1 + OBU_TOXIC_CULTURE - OBU_BLOCKER) {
        return broken(checking, "phase: a sacrifice goes on only under an active Toxic Culture.");
    }
    if (top->kind == OBU_GIVE && (seat->hand_count == 0 || state->pending[top->seat])) {
        return broken(checking, "windows: seat %d has no card to give, or has chosen one already.", top->seat + 1);
    }
    if ((top->kind == OBU_LAUNCH || top->kind == OBU_RETURN || top->kind == OBU_PLAY) && seat->hand_count == 0) {
        return broken(checking, "platforms[%d].hand: seat %d is asked for a card and holds none.", top->seat, top->seat + 1);
    }
    bil_move list[OBU_MAX_MOVES];
    return !hand_is_seen(checking, top->seat) || obu_moves(checking->rules, state, list) > 0
               ? NULL
               : broken(checking, "platforms[%d]: seat %d is asked and could do nothing at all.", top->seat, top->seat + 1);
}

/* The phase of the turn, the windows above it, the chain of Pushes and the secret choices. The stack, the platforms, the hands and
 * the piles have been found right. A seat that is asked must be able to answer. */
static const char *check_situation(struct checking *checking)
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

/* ------------------------------------------------------------------ the cards and the whole */

static void count_cards(struct checking *checking, uint64_t comm, uint64_t other)
{
    for (; comm; comm &= comm - 1) {
        checking->count[obu_lowest(comm)]++;
    }
    for (; other; other &= other - 1) {
        checking->count[checking->rules->kind_of_bit[obu_lowest(other)]]++;
    }
}

/* Copies are counted from the lowest bit of a field up, without gaps, and never outside the edition. */
static bool well_formed(const struct obu_rules *rules, uint64_t comm, uint64_t other)
{
    uint64_t all = 0;
    for (int card = OBU_BLOCKER; card < OBU_HIDDEN; card++) {
        const uint64_t held = (other & rules->field[card]) >> rules->field_low[card];
        if (held & (held + 1)) {
            return false;
        }
        all |= rules->field[card];
    }
    return (comm & ~rules->all_comm) == 0 && (other & ~all) == 0;
}

/* Whether a platform refuses a Blocker by what it is, whatever else happens (OBU-205 and the Networks). */
static bool refuses(const struct obu_rules *rules, const struct obu_seat *platform, int blocker)
{
    struct obu_state alone;
    memset(&alone, 0, sizeof alone);
    alone.event = OBU_NO_EVENT;
    alone.seat[0].network = platform->network;
    alone.seat[0].guards = platform->guards;
    return !obu_can_block(rules, &alone, 1, blocker, 0);
}

static const char *check_blocker(struct checking *checking, int seat)
{
    const struct obu_rules *rules = checking->rules;
    const struct obu_seat *platform = &checking->state->seat[seat];
    const int blocker = platform->blocker - 1;
    if ((platform->stack & rules->field[OBU_BLOCKER + blocker]) == 0) {
        return broken(checking, "platforms[%d].stack: the active Blocker is not in it.", seat);
    }
    if (refuses(rules, platform, blocker)) {
        const int guard = obu_guard_for[blocker];
        const bool guarded = guard >= 0 && (platform->guards >> guard & 1U);
        return broken(checking, "platforms[%d].blocker: %s cannot be active on a platform with %s.", seat,
                      obu_card_name(rules, OBU_BLOCKER + blocker),
                      guarded ? obu_card_name(rules, OBU_SAFEGUARD + guard) : obu_network_name(platform->network));
    }
    if (platform->ground >= obu_grind_needed(rules, checking->state, seat)) {
        return broken(
            checking,
            "platforms[%d].ground: %d ground cards have resolved the Blocker; name it in \"stack\" and them in \"buried\".", seat,
            platform->ground);
    }
    return NULL;
}

static const char *check_platform(struct checking *checking, int seat)
{
    const struct obu_rules *rules = checking->rules;
    const struct obu_seat *platform = &checking->state->seat[seat];
    int users = 0;
    int toxicity = 0;
    for (uint64_t rest = platform->comm; rest; rest &= rest - 1) {
        users += 2 * rules->halves[obu_lowest(rest)];
        toxicity += rules->toxicity[obu_lowest(rest)];
    }
    for (unsigned rest = platform->influencers; rest; rest &= rest - 1) {
        const int influencer = obu_lowest(rest);
        users += obu_influencer_worth(rules, checking->state, seat, influencer);
        toxicity += rules->influencer_toxicity[influencer];
        checking->count[OBU_INFLUENCER + influencer]++;
    }
    if (users != platform->users || toxicity != platform->toxicity) {
        return broken(checking, "platforms[%d]: Users or Toxicity are not the sum of its cards.", seat);
    }
    if (platform->blocker > OBU_BLOCKERS || platform->guards >> 4 & ~(platform->guards & 15)) {
        return broken(checking, "platforms[%d]: no such Blocker, or a countered Safeguard that is not there.", seat);
    }
    int blockers = 0;
    for (int blocker = 0; blocker < OBU_BLOCKERS; blocker++) {
        blockers += obu_popcount(platform->stack & rules->field[OBU_BLOCKER + blocker]);
    }
    if (platform->received < blockers) {
        return broken(checking, "platforms[%d].received: fewer Blockers than lie in its stack.", seat);
    }
    if (platform->blocker) { /* OBU-205 */
        const char *wrong = check_blocker(checking, seat);
        if (wrong) {
            return wrong;
        }
    } else if (platform->ground) {
        return broken(checking,
                      "platforms[%d].ground: there is no active Blocker to grind on; cards of resolved Blockers stand in "
                      "\"buried\".",
                      seat);
    }
    for (int guard = 0; guard < OBU_SAFEGUARDS; guard++) {
        checking->count[OBU_SAFEGUARD + guard] += platform->guards >> guard & 1;
    }
    if (!well_formed(rules, platform->comm | platform->hand.comm, platform->hand.other) ||
        !well_formed(rules, 0, platform->stack) || (platform->comm & platform->hand.comm)) {
        return broken(checking, "platforms[%d]: cards that do not exist.", seat);
    }
    count_cards(checking, platform->comm | platform->hand.comm, platform->stack);
    count_cards(checking, 0, platform->hand.other);
    return NULL;
}

static const char *check_hand(struct checking *checking, int seat)
{
    const struct obu_state *state = checking->state;
    const struct obu_seat *owner = &state->seat[seat];
    const int held = obu_popcount(owner->hand.comm) + obu_popcount(owner->hand.other);
    const bool seen = hand_is_seen(checking, seat);
    const int bottom = state->stack[0].kind;
    int most = obu_hand_size(checking->rules, owner);
    if (seen ? held != owner->hand_count : held != 0) {
        return broken(checking, "platforms[%d].hand: its %d cards are counted as %d.", seat, held, owner->hand_count);
    }
    checking->hidden += seen ? 0 : owner->hand_count;
    if (bottom == OBU_LAUNCH) {
        most = owner->network == OBU_FRIENDLINK ? checking->rules->friendlink_dealt : most + 1;
    } else if (bottom == OBU_RETURN && owner->network == OBU_FRIENDLINK) {
        most = checking->rules->friendlink_dealt - 1;
    } else if ((bottom == OBU_PLAY || bottom == OBU_SACRIFICE) && seat == state->stack[0].seat) {
        most++; /* OBU-41 */
    }
    return owner->hand_count <= most /* OBU-205 */
               ? NULL
               : broken(checking, "platforms[%d].hand: %d cards are more than the %d that this seat can hold now.", seat,
                        owner->hand_count, most);
}

static const char *check_piles(struct checking *checking)
{
    const struct obu_state *state = checking->state;
    if (state->deck + state->discard > OBU_PILE || state->ground_total > OBU_GROUND || state->event_count > OBU_EVENTS) {
        return broken(checking, "deck: there are more cards in the piles than there can be.");
    }
    int game_over = -1;
    for (int i = 0; i < state->deck; i++) {
        const int card = state->pile[i];
        if (card == OBU_HIDDEN) {
            checking->hidden++;
        } else if (card >= OBU_CARDS) {
            return broken(checking, "deck: no such card.");
        } else {
            checking->count[card]++;
            game_over = card == OBU_GAME_OVER ? i : game_over;
        }
    }
    for (int i = state->deck; i < OBU_PILE - state->discard; i++) {
        if (state->pile[i]) {
            return broken(checking, "deck: a card lies between deck and discard pile.");
        }
    }
    for (int i = OBU_PILE - state->discard; i < OBU_PILE; i++) {
        if (state->pile[i] >= OBU_HIDDEN) { /* OBU-47 */
            return broken(checking, "discard: a card that cannot be there (OBU-47).");
        }
        checking->count[state->pile[i]]++;
    }
    for (int i = 0; i < state->ground_total; i++) {
        const int card = state->ground[i] & 63;
        if (card == OBU_HIDDEN) {
            checking->hidden++;
        } else {
            checking->count[card]++;
        }
    }
    for (int i = 0; i < state->event_count; i++) {
        if (state->event_pile[i] >= OBU_EVENTS) {
            return broken(checking, "event_pile: no such Event.");
        }
        checking->count[OBU_EVENT + state->event_pile[i]]++;
    }
    if (state->event != (state->event_count ? state->event_pile[state->event_count - 1] : OBU_NO_EVENT)) {
        return broken(checking, "event_pile: the Event in force is not the top.");
    }
    if (state->viewer == 0 && state->cut && state->stack[0].kind != OBU_END && (game_over < 0 || game_over > state->cut)) {
        return broken(checking, "deck: Game Over is not among the lowest %d cards (OBU-32).", state->cut + 1);
    }
    if (state->deck == 0 && state->stack[0].kind != OBU_END) { /* OBU-35 */
        return broken(checking, "deck: it is empty while the game runs (OBU-35).");
    }
    return NULL;
}

/* OBU-1, OBU-204: nothing is created or lost. */
static const char *check_conservation(struct checking *checking)
{
    const struct obu_rules *rules = checking->rules;
    const struct obu_state *state = checking->state;
    int pokes = state->gone_attached & 15;
    int pushes = state->gone_attached >> 4;
    for (int i = 0; i < OBU_INFLUENCERS; i++) {
        pokes += obu_pokes(state, i);
        pushes += obu_pushes(state, i);
    }
    checking->count[OBU_POKE] += pokes;
    checking->count[OBU_PUSH] += pushes;
    for (int i = 0; i < state->shuffle_count; i++) {
        checking->count[OBU_INFLUENCER + state->shuffle[i]]++;
    }
    checking->count[OBU_INFLUENCER + OBU_MAIN_CHARACTER] += state->gone;
    for (int d = 0; d < state->depth; d++) {
        if (state->stack[d].kind == OBU_GUARD) {
            checking->count[OBU_BLOCKER + state->stack[d].a]++;
        }
    }
    const bool deck_built = state->cut > 0;
    int missing = 0;
    for (int card = 0; card < OBU_CARDS; card++) {
        int there = 0;
        if (card < OBU_HIDDEN) {
            there = rules->copies[card];
        } else if (card >= OBU_INFLUENCER && card < OBU_EVENT) {
            there = deck_built && rules->influencer_there[card - OBU_INFLUENCER];
        } else if (card >= OBU_EVENT && card < OBU_GAME_OVER) {
            there = deck_built && rules->event_there[card - OBU_EVENT];
        } else if (card == OBU_GAME_OVER) {
            there = deck_built && state->stack[0].kind != OBU_END;
        }
        if (checking->count[card] > there) {
            return broken(checking, "%s: %d found, the edition has %d (OBU-204).", obu_card_name(rules, card),
                          checking->count[card], there);
        }
        missing += there - checking->count[card];
    }
    if (missing != checking->hidden) {
        return broken(checking,
                      "The view has %d unknown cards \"?\", but %d cards are named nowhere; the two must be equal (OBU-204).",
                      checking->hidden, missing);
    }
    return NULL;
}

const char *obu_check(const void *rules_, const void *state_, char *buffer, size_t size)
{
    const struct obu_state *state = state_;
    struct checking checking = {.rules = rules_, .state = state, .buffer = buffer, .size = size};
    static const struct obu_seat nobody;
    const char *wrong = bil_frames_broken(&obu_frames, state->stack, state->depth, OBU_STACK, checking.rules->seats, buffer, size);
    if (!wrong && state->stack[0].kind != OBU_END && state->turn != state->stack[0].seat && state->cut) {
        wrong = broken(&checking, "turn: another seat is asked to go on with it.");
    }
    for (int seat = 0; seat < OBU_SEATS && !wrong; seat++) {
        if (seat < checking.rules->seats) {
            wrong = check_platform(&checking, seat);
            wrong = wrong ? wrong : check_hand(&checking, seat);
        } else if (memcmp(&state->seat[seat], &nobody, sizeof nobody) != 0) {
            wrong = broken(&checking, "platforms[%d]: this seat does not play.", seat);
        }
    }
    wrong = wrong ? wrong : check_piles(&checking);
    wrong = wrong ? wrong : check_conservation(&checking);
    for (int i = 0; i < OBU_MILESTONES && !wrong; i++) {
        if (state->milestone[i] > checking.rules->seats) {
            wrong = broken(&checking, "platforms: a Milestone of a seat that does not play.");
        }
    }
    return wrong ? wrong : check_situation(&checking);
}
