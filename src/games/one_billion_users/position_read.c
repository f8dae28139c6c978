/* One Billion Users: a state or a view from a position document (docs/positions.md).
 *
 * Has the platforms read, fills the piles, puts what is named nowhere where the document says, then asks whether the whole could
 * be. Whatever is wrong gives one sentence with its place, and the caller throws the state away. Nothing is played: no Milestone is
 * claimed, no Blocker resolved. */
#include "games/one_billion_users/position.h"
#include "kit/document.h"

/* Brings the ground cards, which stand seat by seat, into the order of time that "ground_order" gives. */
static bool load_ground_order(struct obu_loading *loading)
{
    struct obu_state *state = loading->state;
    const struct bil_value *list = NULL;
    if (!bil_value_array(loading->document, "ground_order", &list, loading->error) || !list) {
        return !bil_value_get(loading->document, "ground_order");
    }
    uint8_t unsorted[OBU_GROUND];
    int next[OBU_SEATS];
    memcpy(unsorted, state->ground, sizeof unsorted);
    for (int seat = 0, g = 0; seat < OBU_SEATS; seat++) {
        next[seat] = g;
        while (g < state->ground_total && unsorted[g] >> 6 == seat) {
            g++;
        }
    }
    int g = 0;
    for (const struct bil_value *value = list->child; value; value = value->next, g++) {
        const int seat = value->type == BIL_INTEGER && value->integer >= 1 && value->integer <= loading->rules->seats
                             ? (int)value->integer - 1
                             : -1;
        if (seat < 0 || next[seat] >= state->ground_total || unsorted[next[seat]] >> 6 != seat) {
            return bil_value_fail(value, loading->error,
                                  "it must be the seat of a ground card, each seat as often as it has ground cards.");
        }
        state->ground[g] = unsorted[next[seat]++];
    }
    if (g != state->ground_total) {
        return bil_value_fail(list, loading->error, "it must hold %d seats, one for each ground card of \"ground\" and \"buried\".",
                              state->ground_total);
    }
    return true;
}

/* ------------------------------------------------------------------ piles */

static bool into_discard(struct obu_loading *loading, const struct bil_value *value, int seat, int card)
{
    (void)value;
    (void)seat;
    obu_to_discard(loading->state, card);
    return true;
}

static bool into_events(struct obu_loading *loading, const struct bil_value *value, int seat, int card)
{
    (void)value;
    (void)seat;
    struct obu_state *state = loading->state;
    state->event_pile[state->event_count++] = (uint8_t)(card - OBU_EVENT);
    return true;
}

static bool load_event_drawer(struct obu_loading *loading)
{
    struct obu_state *state = loading->state;
    int drawer = state->turn;
    if (!obu_load_seat(loading, loading->document, "event_drawer", &drawer)) {
        return false;
    }
    state->event = OBU_NO_EVENT;
    if (state->event_count) {
        state->event = state->event_pile[state->event_count - 1];
        state->event_drawer = (uint8_t)drawer;
    }
    return true;
}

static bool load_removed(struct obu_loading *loading)
{
    const struct bil_value *value = bil_value_get(loading->document, "removed");
    if (!value || value->type == BIL_NULL) {
        return true;
    }
    const int influencer = obu_load_influencer(loading, value, &loading->state->gone_attached);
    if (influencer < 0) {
        return false;
    }
    if (influencer != OBU_MAIN_CHARACTER) {
        return bil_value_fail(value, loading->error, "only %s ever leaves the game (OBU-140).",
                              obu_card_name(loading->rules, OBU_INFLUENCER + OBU_MAIN_CHARACTER));
    }
    loading->state->gone = 1;
    return true;
}

/* With "rest": "aside", what no member has placed goes under the discard pile and the Event Pile, so that what matters stays as it
 * was written; an Event that does nothing any more lies highest. */
static void lay_aside(struct obu_loading *loading)
{
    struct obu_state *state = loading->state;
    uint8_t old[OBU_PILE];
    const int count = state->discard;
    memcpy(old, state->pile, sizeof old);
    state->discard = 0;
    for (int card = 0; card < OBU_HIDDEN; card++) {
        for (; loading->left[card]; loading->left[card]--) {
            obu_to_discard(state, card);
        }
    }
    for (int i = 1; i <= count; i++) {
        obu_to_discard(state, old[OBU_PILE - i]);
    }
    uint8_t events[OBU_EVENTS];
    int laid = 0;
    for (int ongoing = 1; ongoing >= 0; ongoing--) {
        for (int event = 0; event < OBU_EVENTS; event++) {
            if (loading->left[OBU_EVENT + event] && obu_event_ongoing(event) == (ongoing != 0)) {
                loading->left[OBU_EVENT + event] = 0;
                events[laid++] = (uint8_t)event;
            }
        }
    }
    memmove(&state->event_pile[laid], state->event_pile, state->event_count);
    memcpy(state->event_pile, events, (size_t)laid);
    state->event_count = (uint8_t)(state->event_count + laid);
}

/* The deck: what is listed, and below it what is placed nowhere; the lowest card first in the state. */
static bool load_deck(struct obu_loading *loading, bool aside)
{
    struct obu_state *state = loading->state;
    const unsigned kinds = loading->viewer != BIL_EVERYBODY ? 1U << OBU_K_UNKNOWN
                           : loading->built ? OBU_MAIN_KINDS | 1U << OBU_K_INFLUENCER | 1U << OBU_K_EVENT | 1U << OBU_K_GAME_OVER
                                            : OBU_MAIN_KINDS;
    const struct bil_value *list = NULL;
    uint8_t listed[OBU_PILE];
    int count = 0;
    if (!bil_value_array(loading->document, "deck", &list, loading->error)) {
        return false;
    }
    if (list && list->count > OBU_PILE - state->discard) {
        return bil_value_fail(list, loading->error, "%d cards are more than a deck can have.", list->count);
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        const int card = obu_load_placed(loading, value, kinds);
        if (card < 0) {
            return false;
        }
        listed[count++] = (uint8_t)card;
    }
    if (loading->viewer != BIL_EVERYBODY) {
        memset(state->pile, OBU_HIDDEN, (size_t)count);
        state->deck = (uint8_t)count;
        return true;
    }
    if (aside) {
        lay_aside(loading);
    }
    for (int card = OBU_CARDS - 1; card >= 0; card--) {
        for (; loading->left[card]; loading->left[card]--) {
            state->pile[state->deck++] = (uint8_t)card;
        }
    }
    while (count > 0) {
        state->pile[state->deck++] = listed[--count];
    }
    return true;
}

/* The size of the part with Game Over that set-up gives to these seats (OBU-30..32). */
static int usual_cut(const struct obu_rules *rules, const struct obu_state *state)
{
    int deck = 0;
    for (int card = 0; card < OBU_GAME_OVER; card++) {
        deck += obu_copies_of(rules, card);
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        const int network = state->seat[seat].network;
        deck -= obu_hand_size(rules, &state->seat[seat]) + (network == OBU_FRIENDLINK ? rules->friendlink_launches : 1) +
                (network == OBU_HELLSITE);
    }
    return obu_cut_size(rules, deck);
}

static bool load_cut(struct obu_loading *loading)
{
    struct obu_state *state = loading->state;
    int cut = usual_cut(loading->rules, state);
    if (!bil_value_integer(loading->document, "cut", 1, OBU_PILE, &cut, loading->error)) {
        return false;
    }
    if (!loading->built) {
        return true;
    }
    state->cut = (uint8_t)cut;
    for (int i = cut + 1; i < state->deck; i++) {
        if (state->pile[i] == OBU_GAME_OVER) {
            return bil_fail(
                loading->error,
                "deck[%d]: Game Over must lie among the lowest %d of the %d cards; with \"rest\": \"aside\" the deck holds only "
                "the cards that are listed and the Influencers.",
                state->deck - 1 - i, cut + 1, state->deck);
        }
    }
    return true;
}

static bool load_piles(struct obu_loading *loading)
{
    const char *rest = "deck";
    if (!bil_value_string(loading->document, "rest", &rest, loading->error)) {
        return false;
    }
    const bool aside = strcmp(rest, "aside") == 0;
    if (!aside && strcmp(rest, "deck") != 0) {
        return bil_value_fail(bil_value_get(loading->document, "rest"), loading->error, "it must be \"deck\" or \"aside\".");
    }
    if (aside && (loading->viewer != BIL_EVERYBODY || !loading->built)) {
        return bil_value_fail(bil_value_get(loading->document, "rest"), loading->error,
                              "in a view, and before the launches, it can only be \"deck\".");
    }
    return obu_load_list(loading, loading->document, "discard", OBU_MAIN_KINDS, into_discard, 0) &&
           obu_load_list(loading, loading->document, "event_pile", 1U << OBU_K_EVENT, into_events, 0) && load_removed(loading) &&
           load_deck(loading, aside) && load_event_drawer(loading) && load_cut(loading);
}

/* ------------------------------------------------------------------ the whole */

static bool sound(struct obu_loading *loading)
{
    char buffer[BIL_ERROR_LENGTH - 1];
    const char *broken = obu_check(loading->rules, loading->state, buffer, sizeof buffer);
    return !broken || bil_fail(loading->error, "%s", broken);
}

bool obu_position_read(const void *rules_, const struct bil_value *document, void *state_, struct bil_error *error)
{
    static const char *const keys[] = {"format",       "game",         "seats",   "options",   "edition", "comment",    "viewer",
                                       "turn",         "phase",        "asked",   "drawn",     "given",   "only_toxic", "counterer",
                                       "turns",        "stall",        "cut",     "platforms", "deck",    "rest",       "discard",
                                       "event_pile",   "event_drawer", "removed", "windows",   "chain",   "pending",    "shuffle",
                                       "ground_order", "knowledge",    NULL};
    struct obu_state *state = state_;
    struct obu_loading loading = {.rules = rules_, .state = state, .error = error, .document = document};
    int turns = 1;
    int stall = 0;
    memset(state, 0, sizeof *state);
    if (!bil_value_known(document, keys, error) ||
        !bil_position_viewer(loading.document, loading.rules->seats, &loading.viewer, &loading.state->viewer, loading.error) ||
        !obu_load_phase(&loading)) {
        return false;
    }
    for (int card = 0; card < OBU_CARDS; card++) {
        loading.left[card] = (uint8_t)(loading.built || card < OBU_HIDDEN ? obu_copies_of(rules_, card) : 0);
    }
    if (state->stack[0].kind == OBU_END) {
        loading.left[OBU_GAME_OVER] = 0; /* it was drawn */
    }
    turns = loading.built ? 1 : 0;
    if (!bil_value_integer(document, "turns", 0, 65535, &turns, error) ||
        !bil_value_integer(document, "stall", 0, 255, &stall, error)) {
        return false;
    }
    state->turns = (uint16_t)turns;
    state->stall = (uint8_t)stall;
    return obu_load_platforms(&loading) && load_ground_order(&loading) && obu_load_windows(&loading) && load_piles(&loading) &&
           obu_load_pending(&loading) && obu_load_asked(&loading) && obu_load_knowledge(&loading) && sound(&loading);
}
