/* One Billion Users: every invariant of a state or a view (OBU-204, OBU-205), for tests and for positions from outside.
 *
 * Recounts everything from nothing; trusts no running total. Changes nothing. */
#include <stdarg.h>
#include <stdio.h>

#include "games/one_billion_users/documents/documents.h"
#include "games/one_billion_users/words/words.h"

const char *obu_broken(struct obu_checking *checking, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(checking->buffer, checking->size, format, arguments);
    va_end(arguments);
    return checking->buffer;
}

bool obu_hand_is_seen(const struct obu_checking *checking, int seat)
{
    return checking->state->viewer == 0 || checking->state->viewer == 1 + seat;
}

static void count_cards(struct obu_checking *checking, uint64_t comm, uint64_t other)
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

static const char *check_blocker(struct obu_checking *checking, int seat)
{
    const struct obu_rules *rules = checking->rules;
    const struct obu_seat *platform = &checking->state->seat[seat];
    const int blocker = platform->blocker - 1;
    if ((platform->stack & rules->field[OBU_BLOCKER + blocker]) == 0) {
        return obu_broken(checking, "platforms[%d].stack: the active Blocker is not in it.", seat);
    }
    if (refuses(rules, platform, blocker)) {
        const int guard = obu_guard_for[blocker];
        const bool guarded = guard >= 0 && (platform->guards >> guard & 1U);
        return obu_broken(checking, "platforms[%d].blocker: %s cannot be active on a platform with %s.", seat,
                          obu_card_name(rules, OBU_BLOCKER + blocker),
                          guarded ? obu_card_name(rules, OBU_SAFEGUARD + guard) : obu_network_name(platform->network));
    }
    if (platform->ground >= obu_grind_needed(rules, checking->state, seat)) {
        return obu_broken(
            checking,
            "platforms[%d].ground: %d ground cards have resolved the Blocker; name it in \"stack\" and them in \"buried\".", seat,
            platform->ground);
    }
    return NULL;
}

static const char *check_platform(struct obu_checking *checking, int seat)
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
        return obu_broken(checking, "platforms[%d]: Users or Toxicity are not the sum of its cards.", seat);
    }
    if (platform->blocker > OBU_BLOCKERS || platform->guards >> 4 & ~(platform->guards & 15)) {
        return obu_broken(checking, "platforms[%d]: no such Blocker, or a countered Safeguard that is not there.", seat);
    }
    int blockers = 0;
    for (int blocker = 0; blocker < OBU_BLOCKERS; blocker++) {
        blockers += obu_popcount(platform->stack & rules->field[OBU_BLOCKER + blocker]);
    }
    if (platform->received < blockers) {
        return obu_broken(checking, "platforms[%d].received: fewer Blockers than lie in its stack.", seat);
    }
    if (platform->blocker) { /* OBU-205 */
        const char *wrong = check_blocker(checking, seat);
        if (wrong) {
            return wrong;
        }
    } else if (platform->ground) {
        return obu_broken(checking,
                          "platforms[%d].ground: there is no active Blocker to grind on; cards of resolved Blockers stand in "
                          "\"buried\".",
                          seat);
    }
    for (int guard = 0; guard < OBU_SAFEGUARDS; guard++) {
        checking->count[OBU_SAFEGUARD + guard] += platform->guards >> guard & 1;
    }
    if (!well_formed(rules, platform->comm | platform->hand.comm, platform->hand.other) ||
        !well_formed(rules, 0, platform->stack) || (platform->comm & platform->hand.comm)) {
        return obu_broken(checking, "platforms[%d]: cards that do not exist.", seat);
    }
    count_cards(checking, platform->comm | platform->hand.comm, platform->stack);
    count_cards(checking, 0, platform->hand.other);
    return NULL;
}

static const char *check_hand(struct obu_checking *checking, int seat)
{
    const struct obu_state *state = checking->state;
    const struct obu_seat *owner = &state->seat[seat];
    const int held = obu_popcount(owner->hand.comm) + obu_popcount(owner->hand.other);
    const bool seen = obu_hand_is_seen(checking, seat);
    const int bottom = state->stack[0].kind;
    int most = obu_hand_size(checking->rules, owner);
    if (seen ? held != owner->hand_count : held != 0) {
        return obu_broken(checking, "platforms[%d].hand: its %d cards are counted as %d.", seat, held, owner->hand_count);
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
               : obu_broken(checking, "platforms[%d].hand: %d cards are more than the %d that this seat can hold now.", seat,
                            owner->hand_count, most);
}

static const char *check_piles(struct obu_checking *checking)
{
    const struct obu_state *state = checking->state;
    if (state->deck + state->discard > OBU_PILE || state->ground_total > OBU_GROUND || state->event_count > OBU_EVENTS) {
        return obu_broken(checking, "deck: there are more cards in the piles than there can be.");
    }
    int game_over = -1;
    for (int i = 0; i < state->deck; i++) {
        const int card = state->pile[i];
        if (card == OBU_HIDDEN) {
            checking->hidden++;
        } else if (card >= OBU_CARDS) {
            return obu_broken(checking, "deck: no such card.");
        } else {
            checking->count[card]++;
            game_over = card == OBU_GAME_OVER ? i : game_over;
        }
    }
    for (int i = state->deck; i < OBU_PILE - state->discard; i++) {
        if (state->pile[i]) {
            return obu_broken(checking, "deck: a card lies between deck and discard pile.");
        }
    }
    for (int i = OBU_PILE - state->discard; i < OBU_PILE; i++) {
        if (state->pile[i] >= OBU_HIDDEN) { /* OBU-47 */
            return obu_broken(checking, "discard: a card that cannot be there (OBU-47).");
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
            return obu_broken(checking, "event_pile: no such Event.");
        }
        checking->count[OBU_EVENT + state->event_pile[i]]++;
    }
    if (state->event != (state->event_count ? state->event_pile[state->event_count - 1] : OBU_NO_EVENT)) {
        return obu_broken(checking, "event_pile: the Event in force is not the top.");
    }
    if (state->viewer == 0 && state->cut && state->stack[0].kind != OBU_END && (game_over < 0 || game_over > state->cut)) {
        return obu_broken(checking, "deck: Game Over is not among the lowest %d cards (OBU-32).", state->cut + 1);
    }
    if (state->deck == 0 && state->stack[0].kind != OBU_END) { /* OBU-35 */
        return obu_broken(checking, "deck: it is empty while the game runs (OBU-35).");
    }
    return NULL;
}

/* OBU-1, OBU-204: nothing is created or lost. */
static const char *check_conservation(struct obu_checking *checking)
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
            return obu_broken(checking, "%s: %d found, the edition has %d (OBU-204).", obu_card_name(rules, card),
                              checking->count[card], there);
        }
        missing += there - checking->count[card];
    }
    if (missing != checking->hidden) {
        return obu_broken(checking,
                          "The view has %d unknown cards \"?\", but %d cards are named nowhere; the two must be equal (OBU-204).",
                          checking->hidden, missing);
    }
    return NULL;
}

const char *obu_check(const void *rules_, const void *state_, char *buffer, size_t size)
{
    const struct obu_state *state = state_;
    struct obu_checking checking = {.rules = rules_, .state = state, .buffer = buffer, .size = size};
    static const struct obu_seat nobody;
    const char *wrong = bil_frames_broken(&obu_frames, state->stack, state->depth, OBU_STACK, checking.rules->seats, buffer, size);
    if (!wrong && state->stack[0].kind != OBU_END && state->turn != state->stack[0].seat && state->cut) {
        wrong = obu_broken(&checking, "turn: another seat is asked to go on with it.");
    }
    for (int seat = 0; seat < OBU_SEATS && !wrong; seat++) {
        if (seat < checking.rules->seats) {
            wrong = check_platform(&checking, seat);
            wrong = wrong ? wrong : check_hand(&checking, seat);
        } else if (memcmp(&state->seat[seat], &nobody, sizeof nobody) != 0) {
            wrong = obu_broken(&checking, "platforms[%d]: this seat does not play.", seat);
        }
    }
    wrong = wrong ? wrong : check_piles(&checking);
    wrong = wrong ? wrong : check_conservation(&checking);
    for (int i = 0; i < OBU_MILESTONES && !wrong; i++) {
        if (state->milestone[i] > checking.rules->seats) {
            wrong = obu_broken(&checking, "platforms: a Milestone of a seat that does not play.");
        }
    }
    return wrong ? wrong : obu_check_situation(&checking);
}
