/* One Billion Users: every invariant of a state or a view (OBU-204, 205), for tests and for positions from outside.
 *
 * Recounts everything from nothing; trusts no running total. Changes nothing. */
#include <stdarg.h>
#include <stdio.h>

#include "games/one_billion_users/state.h"

struct checking {
    const struct obu_rules *rules;
    const struct obu_state *state;
    char *buffer;
    size_t size;
    int count[OBU_CARDS]; /* cards found, by card */
    int hidden;           /* cards found that the viewer does not know */
};

__attribute__((format(printf, 2, 3))) static const char *broken(struct checking *checking, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(checking->buffer, checking->size, format, arguments);
    va_end(arguments);
    return checking->buffer;
}

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
        return broken(checking, "seat %d: Users or Toxicity are not the sum of its cards", seat + 1);
    }
    if (platform->blocker > OBU_BLOCKERS || platform->guards >> 4 & ~(platform->guards & 15)) {
        return broken(checking, "seat %d: no such Blocker, or a countered Safeguard that is not there", seat + 1);
    }
    int blockers = 0;
    for (int blocker = 0; blocker < OBU_BLOCKERS; blocker++) {
        blockers += obu_popcount(platform->stack & rules->field[OBU_BLOCKER + blocker]);
    }
    if (platform->received < blockers) {
        return broken(checking, "seat %d: fewer Blockers received than lie in its stack", seat + 1);
    }
    if (platform->blocker) {
        const int blocker = platform->blocker - 1;
        const int guard = obu_guard_for[blocker];
        if ((platform->stack & rules->field[OBU_BLOCKER + blocker]) == 0) {
            return broken(checking, "seat %d: its active Blocker is not in its stack", seat + 1);
        }
        if (guard >= 0 && (platform->guards >> guard & 1)) {
            return broken(checking, "seat %d: an active Blocker beside its Safeguard (OBU-205)", seat + 1);
        }
        if (platform->ground >= rules->grind_needed) {
            return broken(checking, "seat %d: enough ground cards, yet the Blocker is active", seat + 1);
        }
    } else if (platform->ground) {
        return broken(checking, "seat %d: ground cards counted without an active Blocker", seat + 1);
    }
    for (int guard = 0; guard < OBU_SAFEGUARDS; guard++) {
        checking->count[OBU_SAFEGUARD + guard] += platform->guards >> guard & 1;
    }
    if (!well_formed(rules, platform->comm | platform->hand.comm, platform->hand.other) ||
        !well_formed(rules, 0, platform->stack) || (platform->comm & platform->hand.comm)) {
        return broken(checking, "seat %d: cards that do not exist", seat + 1);
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
    const bool known = state->viewer == 0 || state->viewer == 1 + seat;
    if (known ? held != owner->hand_count : held != 0) {
        return broken(checking, "seat %d: hand of %d cards counted as %d", seat + 1, held, owner->hand_count);
    }
    checking->hidden += known ? 0 : owner->hand_count;
    const int size = obu_hand_size(checking->rules, owner);
    const int bottom = state->stack[0].kind;
    const bool turn = state->stack[0].seat == seat;
    if (bottom == OBU_LAUNCH || bottom == OBU_RETURN) {
        return NULL;
    }
    if ((bottom == OBU_PLAY || bottom == OBU_SACRIFICE) && turn ? owner->hand_count != size + 1 : owner->hand_count > size) {
        return broken(checking, "seat %d: %d cards in hand, Hand Size %d (OBU-205)", seat + 1, owner->hand_count, size);
    }
    return NULL;
}

static const char *check_piles(struct checking *checking)
{
    const struct obu_state *state = checking->state;
    if (state->deck + state->discard > OBU_PILE || state->ground_total > OBU_GROUND || state->event_count > OBU_EVENTS) {
        return broken(checking, "more cards in the piles than there are");
    }
    int game_over = -1;
    for (int i = 0; i < state->deck; i++) {
        const int card = state->pile[i];
        if (card == OBU_HIDDEN) {
            checking->hidden++;
        } else if (card >= OBU_CARDS) {
            return broken(checking, "no such card in the deck");
        } else {
            checking->count[card]++;
            game_over = card == OBU_GAME_OVER ? i : game_over;
        }
    }
    for (int i = state->deck; i < OBU_PILE - state->discard; i++) {
        if (state->pile[i]) {
            return broken(checking, "a card between deck and discard pile");
        }
    }
    for (int i = OBU_PILE - state->discard; i < OBU_PILE; i++) {
        if (state->pile[i] >= OBU_HIDDEN) {
            return broken(checking, "a card on the discard pile that cannot be there (OBU-47)");
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
            return broken(checking, "no such Event on the Event Pile");
        }
        checking->count[OBU_EVENT + state->event_pile[i]]++;
    }
    if (state->event != (state->event_count ? state->event_pile[state->event_count - 1] : OBU_NO_EVENT)) {
        return broken(checking, "the Event in force is not the top of the Event Pile");
    }
    if (state->viewer == 0 && state->cut && state->stack[0].kind != OBU_END && (game_over < 0 || game_over > state->cut)) {
        return broken(checking, "Game Over is not among the lowest %d cards (OBU-32)", state->cut + 1);
    }
    if (state->deck == 0 && state->stack[0].kind != OBU_END) {
        return broken(checking, "the deck is empty while the game runs (OBU-35)");
    }
    return NULL;
}

/* OBU-204: nothing is created or lost. */
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
            return broken(checking, "%s: %d found, the edition has %d (OBU-204)", obu_card_name(rules, card), checking->count[card],
                          there);
        }
        missing += there - checking->count[card];
    }
    if (missing != checking->hidden) {
        return broken(checking, "%d cards are nowhere, %d lie hidden (OBU-204)", missing, checking->hidden);
    }
    return NULL;
}

static const char *check_frames(struct checking *checking)
{
    const struct obu_rules *rules = checking->rules;
    const struct obu_state *state = checking->state;
    const char *wrong =
        bil_frames_broken(&obu_frames, state->stack, state->depth, OBU_STACK, rules->seats, checking->buffer, checking->size);
    if (wrong) {
        return wrong;
    }
    const int top = obu_top_const(state)->kind;
    const struct obu_chain none = {0};
    bool chain = false;
    for (int d = 0; d < state->depth; d++) {
        chain |= state->stack[d].kind == OBU_CHAIN;
    }
    if (!chain && memcmp(&state->chain, &none, sizeof none) != 0) {
        return broken(checking, "a push chain that nobody is asked about");
    }
    if (state->chain.poked > checking->rules->asked_once ||
        (state->chain.poked && obu_pokes(state, state->chain.influencer) == 0)) {
        return broken(checking, "a chain that a Poke opened, and no Poke beneath the Influencer");
    }
    for (int seat = 0; seat < OBU_SEATS; seat++) {
        if (state->pending[seat] && top != OBU_LAUNCH && top != OBU_GIVE) {
            return broken(checking, "seat %d: a secret choice left over", seat + 1);
        }
    }
    return NULL;
}

const char *obu_check(const void *rules_, const void *state_, char *buffer, size_t size)
{
    const struct obu_state *state = state_;
    struct checking checking = {.rules = rules_, .state = state, .buffer = buffer, .size = size};
    static const struct obu_seat nobody;
    const char *wrong = check_frames(&checking);
    for (int seat = 0; seat < OBU_SEATS && !wrong; seat++) {
        if (seat < checking.rules->seats) {
            wrong = check_platform(&checking, seat);
            wrong = wrong ? wrong : check_hand(&checking, seat);
        } else if (memcmp(&state->seat[seat], &nobody, sizeof nobody) != 0) {
            wrong = broken(&checking, "seat %d does not play", seat + 1);
        }
    }
    wrong = wrong ? wrong : check_piles(&checking);
    wrong = wrong ? wrong : check_conservation(&checking);
    for (int i = 0; i < OBU_MILESTONES && !wrong; i++) {
        if (state->milestone[i] > checking.rules->seats) {
            wrong = broken(&checking, "a Milestone of a seat that does not play");
        }
    }
    return wrong;
}
