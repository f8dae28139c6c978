/* 6 Billion: what a laboratory counts: playing cards and Discovery cards, and what each seat's secret goal is.
 *
 * Things 1 to SIX_CARDS - 1 are the kinds of playing cards; Discovery cards follow them. Read by laboratories alone: nothing at a
 * table may ask here, for it looks into hands. */
#include "billions/counts.h"
#include "games/six_billion/documents/documents.h"

enum { FIND = SIX_CARDS - 1 }; /* Discovery card f is thing FIND + f */
static_assert(FIND + SIX_FINDS <= BIL_MAX_THINGS, "everything can be counted");

static const char *const roles[] = {"Mercury", "Venus",   "Earth", "Mars", "Asteroid Belt", "Jupiter", "Saturn",
                                    "Uranus",  "Neptune", "Pluto", NULL};

static bool thing_name(const void *rules_, int thing, struct bil_text *out)
{
    const struct six_rules *rules = rules_;
    const int find = thing - FIND;
    if (thing > SIX_NO_CARD && thing < SIX_CARDS) {
        if (rules->copies[thing] > 0) {
            bil_text_add(out, six_card_words[thing]);
        }
        return rules->copies[thing] > 0;
    }
    bool there = false;
    for (int i = 0; i < rules->find_count; i++) {
        there |= rules->find_box[i] == find;
    }
    if (there) {
        bil_text_format(out, "find %s",
                        find < SIX_FIND_SYMBOL ? six_site_words[find - 1] : six_symbol_words[find - SIX_FIND_SYMBOL]);
    }
    return there;
}

static int tell_cards(const void *rules, const struct bil_event *event, struct bil_tell *tells)
{
    (void)rules;
    switch (event->kind) {
    case SIX_E_DREW:
    case SIX_E_TOOK:
        tells[0] = (struct bil_tell){BIL_TELLS_CAME, event->a, event->seat};
        return 1;
    case SIX_E_SENT: /* a Neutral's migrant is no card */
        tells[0] = (struct bil_tell){BIL_TELLS_PLAYED, event->a, event->seat};
        return event->a != SIX_NO_CARD;
    case SIX_E_DOUBLE:
    case SIX_E_TROUBLE:
    case SIX_E_CANCELS:
    case SIX_E_RESPONDS:
        tells[0] = (struct bil_tell){BIL_TELLS_PLAYED, event->a, event->seat};
        return 1;
    case SIX_E_SYMBOL:
        tells[0] = (struct bil_tell){BIL_TELLS_PLAYED, event->a, event->seat};
        tells[1] = (struct bil_tell){BIL_TELLS_PLAYED, event->b, event->seat};
        return event->b == SIX_NO_CARD ? 1 : 2;
    case SIX_E_RECYCLED:
        tells[0] = (struct bil_tell){BIL_TELLS_PLAYED, SIX_RECYCLE, event->seat};
        return 1;
    case SIX_E_FOUND: /* by the card that is played for it */
        tells[0] = (struct bil_tell){BIL_TELLS_PLAYED, SIX_DISCOVERY, event->seat};
        tells[1] = (struct bil_tell){BIL_TELLS_CAME, FIND + event->a, event->seat};
        return 2;
    case SIX_E_REVEALED:
        tells[0] = (struct bil_tell){BIL_TELLS_PLAYED, FIND + event->a, event->seat};
        return 1;
    default:
        return 0;
    }
}

static void held(const void *rules, const void *state_, int seat, uint8_t *count)
{
    const struct six_state *state = state_;
    (void)rules;
    memset(count, 0, (size_t)(FIND + SIX_FINDS));
    memcpy(count, state->hand[seat].copies, SIX_CARDS);
    for (int held = 0; held < SIX_HELD; held++) {
        const int find = state->find[seat][held]; /* a face-up card was played */
        if (find > 0 && find < SIX_FINDS) {
            count[FIND + find]++;
        }
    }
}

/* The Colony 2 that everybody begins with stays: all know that it is there (SIX-17). */
static bool exchange(const void *rules, void *state_, int seat, int thing, struct bil_random *random)
{
    struct six_state *state = state_;
    struct six_hand *hand = &state->hand[seat];
    uint8_t loose[SIX_HAND];
    uint8_t places[SIX_PILE];
    uint32_t there = 0;
    uint32_t free = 0;
    (void)rules;
    for (int card = 1; card < SIX_CARDS; card++) {
        for (int copy = card == SIX_COLONY_2; copy < hand->copies[card] && free < SIX_HAND; copy++) {
            loose[free++] = (uint8_t)card;
        }
    }
    for (int i = 0; i < state->deck && thing < SIX_CARDS; i++) {
        if (state->pile[i] == thing) {
            places[there++] = (uint8_t)i;
        }
    }
    if (there == 0 || free == 0) {
        return false;
    }
    const int card = loose[bil_random_below(random, free)];
    state->pile[places[bil_random_below(random, there)]] = (uint8_t)card;
    six_hand_remove(hand, card);
    six_hand_add(hand, thing);
    return true;
}

static int role(const void *rules, const void *state_, int seat)
{
    const struct six_state *state = state_;
    (void)rules;
    return state->agenda[seat] - 1;
}

const struct bil_counts six_counts = {
    .things = SIX_CARDS - 1 + SIX_FINDS,
    .thing_word = "card",
    .thing_name = thing_name,
    .tell = tell_cards,
    .held = held,
    .exchange = exchange,
    .role = role,
    .roles = roles,
    .role_word = "Hidden Agenda",
};
