/* One Billion Users: what everybody at the table knows of hidden cards (OBU-192..203).
 *
 * Every hidden card of a seat is a token with an age: how many cards that seat had ground when it got the card. A token is in the
 * seat's hand, or among the cards it ground later: among slots whose number is at least its age. That is all anybody can tell of a
 * card put face down. Tokens are of two kinds:
 *   known    a card that all saw go into the hand (taken from the discard pile): obu_state.known, in order of time;
 *   unknown  a card that came unseen; only counted: `young` since the seat's last ground card, `older[g]` between ground card g and
 *            the seat's one before it. Of these, `initial` came with the deal, and `pure` of those are no Communities, because
 *            Friendlink had to launch every Community it held.
 * That ground cards never leave (OBU-86) is relied on here, in lazy_deck.c and in secrets/deal.c.
 * When a card is shown from a hand, the token that it leaves behind least is taken away: the known one of that name, else the
 * newest unknown one; what remains then covers every world that is still possible.
 *
 * Some knowledge is private: cards returned to the deck at set-up (marked RETURNED, known to their owner), and the card passed by
 * Talent Poaching (`passed`, known to giver and receiver). To all others any card of the giver may be the one that went: its known
 * cards are SUSPECTS until one is shown; the passed card itself counts as an unknown token of the receiver, and one unknown
 * token of the giver as gone, or, if it had none left, as `owed`. Each of the giver's tokens of that time that was not shown since
 * is as likely to have gone (`passed_hand` of them).
 *
 * Never reads a hand or the deck: this knowledge follows from what was open to all, or is marked private. Not kept up in fast
 * rules. */
#include "games/one_billion_users/rules/state.h"

static int ground_of(const struct obu_state *state, int seat)
{
    int count = 0;
    for (int g = 0; g < state->ground_total; g++) {
        count += state->ground[g] >> 6 == seat;
    }
    return count;
}

static void add_known(struct obu_state *state, int seat, int card, int age)
{
    if (state->known_count < OBU_KNOWN) {
        state->known[state->known_count++] = (struct obu_known){(uint8_t)(card | seat << 6), (uint8_t)age};
    }
}

static void remove_known(struct obu_state *state, int at)
{
    state->known_count--;
    memmove(&state->known[at], &state->known[at + 1], (size_t)(state->known_count - at) * sizeof state->known[0]);
    state->known[state->known_count] = (struct obu_known){0, 0};
}

/* The youngest public entry of that card at that seat, or -1. */
static int find_known(const struct obu_state *state, int seat, int card)
{
    for (int i = state->known_count - 1; i >= 0; i--) {
        if (state->known[i].card_seat == (card | seat << 6) && state->known[i].age != OBU_RETURNED) {
            return i;
        }
    }
    return -1;
}

int obu_unknown_tokens(const struct obu_state *state, int seat)
{
    int count = state->young[seat];
    for (int g = 0; g < state->ground_total; g++) {
        count += state->ground[g] >> 6 == seat ? state->older[g] : 0;
    }
    return count;
}

/* Takes the newest unknown token away; false if there is none. */
static bool take_newest(struct obu_state *state, int seat)
{
    if (state->young[seat] > 0) {
        state->young[seat]--;
        return true;
    }
    for (int g = state->ground_total - 1; g >= 0; g--) {
        if (state->ground[g] >> 6 == seat && state->older[g] > 0) {
            state->older[g]--;
            return true;
        }
    }
    return false;
}

/* Gives an unknown token back, as one of the oldest. */
static void give_oldest(struct obu_state *state, int seat)
{
    for (int g = 0; g < state->ground_total; g++) {
        if (state->ground[g] >> 6 == seat) {
            state->older[g]++;
            return;
        }
    }
    state->young[seat]++;
}

/* An unknown token leaves the seat: as a Community or not, or unseen (-1). */
static void unknown_leaves(struct obu_state *state, int seat, bool community)
{
    if (!take_newest(state, seat)) {
        state->owed[seat]++;
    }
    if (state->initial[seat] > 0) {
        if (!community && state->pure[seat] > 0) {
            state->pure[seat]--;
            state->initial[seat]--;
        } else if (state->initial[seat] > state->pure[seat]) {
            state->initial[seat]--;
        }
    }
}

void obu_know_drew(struct obu_state *state, int seat)
{
    state->young[seat]++;
}

void obu_know_took(const struct obu_rules *rules, struct obu_state *state, int seat, int card) /* OBU-195 */
{
    (void)rules;
    add_known(state, seat, card, ground_of(state, seat));
}

void obu_know_returned(struct obu_state *state, int seat, int card) /* OBU-200 */
{
    add_known(state, seat, card, OBU_RETURNED);
}

void obu_know_ground(struct obu_state *state, int seat)
{
    state->older[state->ground_total] = state->young[seat];
    state->young[seat] = 0;
}

static int giver_to(const struct obu_rules *rules, int seat)
{
    return seat == 0 ? rules->seats - 1 : seat - 1;
}

static bool is_suspect(const struct obu_known *known, int seat)
{
    return known->card_seat >> 6 == seat && known->age != OBU_RETURNED && (known->age & OBU_SUSPECT);
}

/* A card that the giver shows is not the one that went: fewer are left that may be. Never less than one, for one did go. */
static void narrow_pass(struct obu_state *state, int giver)
{
    int left = 1 + obu_unknown_tokens(state, giver);
    for (int i = 0; i < state->known_count; i++) {
        left += is_suspect(&state->known[i], giver);
    }
    if (state->passed_hand[giver] > left) {
        state->passed_hand[giver] = (uint8_t)left;
    }
}

/* The passed card is shown and was one of the giver's known ones: nothing else of the giver's can have gone. */
static void pass_found(struct obu_state *state, int giver, int at)
{
    remove_known(state, at);
    if (state->owed[giver] > 0) {
        state->owed[giver]--;
    } else {
        give_oldest(state, giver);
    }
    for (int i = 0; i < state->known_count; i++) {
        if (state->known[i].card_seat >> 6 == giver && state->known[i].age != OBU_RETURNED) {
            state->known[i].age &= (uint8_t)~OBU_SUSPECT;
        }
    }
}

void obu_know_shown(const struct obu_rules *rules, struct obu_state *state, int seat, int card)
{
    for (int i = state->known_count - 1; i >= 0; i--) { /* nobody can tell any more whether it is still in the deck */
        if ((state->known[i].card_seat & 63) == card && state->known[i].age == OBU_RETURNED) {
            remove_known(state, i);
        }
    }
    const int at = find_known(state, seat, card);
    if (at >= 0) {
        if (is_suspect(&state->known[at], seat) && state->passed_hand[seat] > 1) {
            state->passed_hand[seat]--;
        }
        remove_known(state, at);
        return;
    }
    const int giver = giver_to(rules, seat);
    if (state->passed_hand[giver] > 0) {
        const int suspect = find_known(state, giver, card);
        if (suspect >= 0 && (state->known[suspect].age & OBU_SUSPECT) && rules->copies[card] == 1) {
            pass_found(state, giver, suspect);
        }
        if (state->passed[giver] == 1 + card) {
            state->passed[giver] = 0;
        }
    }
    unknown_leaves(state, seat, obu_is_community(card));
    if (state->passed_hand[seat] > 0) {
        narrow_pass(state, seat);
    }
}

void obu_know_passed(const struct obu_rules *rules, struct obu_state *state) /* OBU-199 */
{
    for (int seat = 0; seat < rules->seats; seat++) {
        if (state->pending[seat] == 0) {
            continue;
        }
        state->passed[seat] = (uint8_t)(1 + OBU_A(state->pending[seat]));
        state->passed_hand[seat] = (uint8_t)obu_unknown_tokens(state, seat);
        state->passed_age[seat] = (uint8_t)ground_of(state, obu_after(rules, seat));
        for (int i = 0; i < state->known_count; i++) {
            if (state->known[i].card_seat >> 6 == seat && state->known[i].age != OBU_RETURNED) {
                state->known[i].age |= OBU_SUSPECT;
                state->passed_hand[seat]++;
            }
        }
        unknown_leaves(state, seat, false);
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        if (state->pending[seat]) {
            state->young[obu_after(rules, seat) & (OBU_SEATS - 1)]++;
        }
    }
}

/* Copies of a Push or a Safeguard that lie open. */
static int open_copies(const struct obu_rules *rules, const struct obu_state *state, int card)
{
    int count = 0;
    for (int i = 1; i <= state->discard; i++) {
        count += state->pile[OBU_PILE - i] == card;
    }
    if (card == OBU_PUSH) {
        for (int i = 0; i < OBU_INFLUENCERS; i++) {
            count += obu_pushes(state, i);
        }
        return count + (state->gone_attached >> 4);
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        count += card >= OBU_SAFEGUARD && card < OBU_PUSH && (state->seat[seat].guards >> (card - OBU_SAFEGUARD) & 1);
    }
    return count;
}

bool obu_could_hold(const struct obu_rules *rules, const struct obu_state *state, int seat, int card) /* OBU-201 */
{
    if (state->seat[seat].hand_count == 0) {
        return false;
    }
    int elsewhere = open_copies(rules, state, card);
    int unknown = obu_unknown_tokens(state, seat);
    unsigned passed = 0; /* bit s: one card of seat s was left out of the count */
    for (int i = 0; i < state->known_count; i++) {
        const struct obu_known known = state->known[i];
        if ((known.card_seat & 63) != card || known.age == OBU_RETURNED) {
            continue;
        }
        if (known.card_seat >> 6 == seat) {
            return true;
        }
        const unsigned holder = 1U << (known.card_seat >> 6);
        if ((known.age & OBU_SUSPECT) && !(passed & holder)) {
            passed |= holder; /* one of them may have been passed on, and lie open since, or in this hand */
        } else {
            elsewhere++;
        }
    }
    for (int i = 0; i < state->known_count && state->owed[seat] == 0; i++) {
        unknown += is_suspect(&state->known[i], seat); /* if that one was passed on, the unknown card counted as gone is here */
    }
    return rules->copies[card] > elsewhere && unknown > 0;
}
