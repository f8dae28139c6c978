/* One Billion Users: what a laboratory counts: every card of the box but Game Over, and the Networks.
 *
 * A thing is a card by its number. Read by laboratories alone: nothing at a table may ask here, for it looks into hands. */
#include "billions/counts.h"
#include "games/one_billion_users/documents/documents.h"
#include "games/one_billion_users/words/words.h"

static const char *const roles[] = {"none",         "TapTap",    "HireMe", "Friendlink", "The Hellsite",
                                    "False Social", "Kooperate", "Burrow", "Murmur",     NULL};

static bool thing_name(const void *rules_, int thing, struct bil_text *out)
{
    const struct obu_rules *rules = rules_;
    const bool there = thing < OBU_HIDDEN       ? rules->copies[thing] > 0
                       : thing < OBU_INFLUENCER ? false
                       : thing < OBU_EVENT      ? (rules->influencers >> (thing - OBU_INFLUENCER) & 1) != 0
                                                : thing < OBU_GAME_OVER && (rules->events >> (thing - OBU_EVENT) & 1) != 0;
    if (there) {
        bil_text_add(out, obu_card_name(rules, thing));
    }
    return there;
}

static int tell_cards(const void *rules, const struct bil_event *event, struct bil_tell *tells)
{
    /* The part of an event that names the card, and the base of its number there. */
    static const struct {
        bool came, played;
        uint8_t part, base;
    } says[OBU_E_COUNT] = {
        [OBU_E_LAUNCHED] = {false, true, 0, 0},
        [OBU_E_EXTRA] = {true, true, 0, 0}, /* out of the deck onto a platform */
        [OBU_E_DREW] = {true, false, 0, 0},
        [OBU_E_TOOK] = {true, false, 0, 0},
        [OBU_E_INFLUENCER] = {true, true, 0, OBU_INFLUENCER},
        [OBU_E_EVENT] = {true, true, 0, OBU_EVENT},
        [OBU_E_ADDED] = {false, true, 0, 0},
        [OBU_E_BLOCKED] = {false, true, 0, 0},
        [OBU_E_COUNTERED] = {false, true, 2, 0},
        [OBU_E_FIXED] = {false, true, 0, 0},
        [OBU_E_GUARDED] = {false, true, 0, 0},
        [OBU_E_POKED] = {false, true, 3, OBU_POKE},
        [OBU_E_PUSHED] = {false, true, 3, OBU_PUSH},
        [OBU_E_PUSH_COUNTERED] = {false, true, 3, OBU_PUSH},
    };
    const int16_t parts[] = {event->a, event->b, event->c, 0};
    int count = 0;
    (void)rules;
    if (event->kind == OBU_E_FIRST) {
        tells[count++] = (struct bil_tell){BIL_TELLS_BEGINS, 0, event->seat};
    } else if (event->kind < OBU_E_COUNT) {
        const int card = says[event->kind].base + parts[says[event->kind].part];
        if (says[event->kind].came) {
            tells[count++] = (struct bil_tell){BIL_TELLS_CAME, card, event->seat};
        }
        if (says[event->kind].played) {
            tells[count++] = (struct bil_tell){BIL_TELLS_PLAYED, card, event->seat};
        }
    }
    return count;
}

static void held(const void *rules_, const void *state_, int seat, uint8_t *count)
{
    const struct obu_rules *rules = rules_;
    const struct obu_cards *hand = &((const struct obu_state *)state_)->seat[seat].hand;
    memset(count, 0, OBU_GAME_OVER);
    for (uint64_t rest = hand->comm; rest; rest &= rest - 1) {
        count[obu_lowest(rest)]++;
    }
    for (uint64_t rest = hand->other; rest; rest &= rest - 1) {
        count[rules->kind_of_bit[obu_lowest(rest)]]++;
    }
}

/* The last Community that can be launched stays, or the hand would have been redealt (OBU-24). */
static bool exchange(const void *rules_, void *state_, int seat, int thing, struct bil_random *random)
{
    const struct obu_rules *rules = rules_;
    struct obu_state *state = state_;
    struct obu_seat *at = &state->seat[seat];
    const uint64_t launchable = obu_launchable(rules, at);
    const bool new_launch = thing < OBU_COMMUNITIES_MAX && (rules->network_adds[at->network] >> thing & 1U) != 0;
    uint8_t loose[64 + OBU_COMMUNITIES_MAX];
    uint8_t places[OBU_PILE];
    uint32_t free = 0;
    uint32_t there = 0;
    for (uint64_t rest = at->hand.comm; rest; rest &= rest - 1) {
        if (new_launch || launchable != (rest & (0 - rest))) {
            loose[free++] = (uint8_t)obu_lowest(rest);
        }
    }
    for (uint64_t rest = at->hand.other; rest; rest &= rest - 1) {
        loose[free++] = rules->kind_of_bit[obu_lowest(rest)];
    }
    for (int i = 0; i < state->deck; i++) {
        if (state->pile[i] == thing) {
            places[there++] = (uint8_t)i;
        }
    }
    /* A seat that was redealt knows some cards of the deck; such a hand is left alone. */
    if (free == 0 || there == 0 || state->known_count > 0) {
        return false;
    }
    const int card = loose[bil_random_below(random, free)];
    state->pile[places[bil_random_below(random, there)]] = (uint8_t)card;
    obu_cards_remove(rules, &at->hand, card);
    obu_cards_add(rules, &at->hand, thing);
    return true;
}

static int role(const void *rules_, const void *state_, int seat)
{
    const struct obu_rules *rules = rules_;
    const struct obu_state *state = state_;
    return rules->networks_on ? state->seat[seat].network : -1;
}

const struct bil_counts obu_counts = {
    .things = OBU_GAME_OVER,
    .thing_word = "card",
    .thing_name = thing_name,
    .tell = tell_cards,
    .held = held,
    .exchange = exchange,
    .role = role,
    .roles = roles,
    .role_word = "Network",
};
