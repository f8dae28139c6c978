/* One Billion Users: cards, Influencers and platforms from a position document (docs/positions.md).
 *
 * Places card after card, so that none is placed more often than the edition has it. Whether the whole could be is asked when
 * everything is placed (position_read.c). */
#include "games/one_billion_users/position.h"

/* ------------------------------------------------------------------ cards */

int obu_copies_of(const struct obu_rules *rules, int card)
{
    if (card < OBU_HIDDEN) {
        return rules->copies[card];
    }
    if (card >= OBU_INFLUENCER && card < OBU_EVENT) {
        return rules->influencer_there[card - OBU_INFLUENCER];
    }
    return card >= OBU_EVENT && card < OBU_GAME_OVER ? rules->event_there[card - OBU_EVENT] : card == OBU_GAME_OVER;
}

static int fail(struct obu_loading *loading, const struct bil_value *value, const char *sentence)
{
    bil_value_fail(value, loading->error, "%s", sentence);
    return -1;
}

/* "only Communities and Events belong here": what the kinds are, for whoever put another one there. */
static void add_kinds(struct bil_text *out, unsigned kinds)
{
    if ((kinds & OBU_MAIN_KINDS) == OBU_MAIN_KINDS) {
        bil_text_add(out, "only cards that can be in a hand belong here");
        return;
    }
    bil_text_add(out, "only ");
    for (int kind = 0, written = 0; kind < OBU_KINDS; kind++) {
        if ((kinds >> kind & 1U) && kind != OBU_K_UNKNOWN) {
            bil_text_add(out, written++ ? " and " : "");
            bil_text_add(out, obu_kind_words[kind].plural);
        }
    }
    bil_text_add(out, " belong here");
}

int obu_load_card(struct obu_loading *loading, const struct bil_value *value, unsigned kinds)
{
    const struct obu_rules *rules = loading->rules;
    if (value->type != BIL_STRING) {
        return fail(loading, value, "it must be the name of a card, in quotes.");
    }
    const char *name = value->string;
    if (strcmp(name, "?") == 0) {
        if (kinds >> OBU_K_UNKNOWN & 1U) {
            return OBU_HIDDEN;
        }
        return fail(loading, value,
                    loading->viewer == BIL_EVERYBODY ? "\"?\" stands only in a view, a document with \"viewer\"."
                                                     : "the viewer knows this card; name it.");
    }
    int nearest = -1;
    int least = 1000;
    for (int card = 0; card < OBU_CARDS; card++) {
        if (obu_copies_of(rules, card) == 0 || card == OBU_HIDDEN) {
            continue;
        }
        if (bil_same_name(name, strlen(name), rules->text[card].name)) {
            if (!(kinds >> obu_kind_of(card) & 1U)) {
                struct bil_text sentence = {0};
                bil_text_format(&sentence, "%s is %s; ", rules->text[card].name, obu_kind_words[obu_kind_of(card)].one);
                add_kinds(&sentence, kinds);
                bil_text_char(&sentence, '.');
                fail(loading, value, bil_text_string(&sentence));
                bil_text_free(&sentence);
                return -1;
            }
            return card;
        }
    }
    for (int card = 0; card < OBU_CARDS; card++) {
        if (obu_copies_of(rules, card) == 0 || card == OBU_HIDDEN) {
            continue;
        }
        const int distance = bil_distance(name, rules->text[card].name);
        if (distance < least) {
            least = distance;
            nearest = card;
        }
    }
    bil_value_fail(value, loading->error, "no card is called \"%.40s\"; the nearest is \"%s\".", name, rules->text[nearest].name);
    return -1;
}

/* Counts a card as placed; `value` is where. */
bool obu_place(struct obu_loading *loading, const struct bil_value *value, int card)
{
    if (card == OBU_HIDDEN) {
        loading->hidden++;
        return true;
    }
    if (loading->left[card] > 0) {
        loading->left[card]--;
        return true;
    }
    const int copies = obu_copies_of(loading->rules, card);
    const char *name = loading->rules->text[card].name;
    if (!loading->built && card >= OBU_INFLUENCER) {
        return bil_value_fail(value, loading->error, "%s is not in the game before the launches are done.", name);
    }
    if (copies == 1) {
        return bil_value_fail(value, loading->error, "%s is placed elsewhere already, and there is only one.", name);
    }
    return bil_value_fail(value, loading->error, "all %d cards called %s are placed elsewhere already.", copies, name);
}

int obu_load_placed(struct obu_loading *loading, const struct bil_value *value, unsigned kinds)
{
    const int card = obu_load_card(loading, value, kinds);
    return card >= 0 && obu_place(loading, value, card) ? card : -1;
}

int obu_load_influencer(struct obu_loading *loading, const struct bil_value *value, uint8_t *attached)
{
    static const char *const keys[] = {"name", "pokes", "pushes", NULL};
    int pokes = 0;
    int pushes = 0;
    const struct bil_value *name = value;
    if (value->type == BIL_OBJECT) {
        name = bil_value_get(value, "name");
        if (!name) {
            return fail(loading, value, "it lacks \"name\", the Influencer's name.");
        }
        if (!bil_value_known(value, keys, loading->error) || !bil_value_integer(value, "pokes", 0, 15, &pokes, loading->error) ||
            !bil_value_integer(value, "pushes", 0, 15, &pushes, loading->error)) {
            return -1;
        }
    }
    const int card = obu_load_placed(loading, name, 1U << OBU_K_INFLUENCER);
    for (int i = 0; i < pokes + pushes && card >= 0; i++) {
        if (!obu_place(loading, value, i < pokes ? OBU_POKE : OBU_PUSH)) {
            return -1;
        }
    }
    *attached = (uint8_t)(pokes | pushes << 4);
    return card < 0 ? -1 : card - OBU_INFLUENCER;
}

bool obu_load_seat(struct obu_loading *loading, const struct bil_value *object, const char *key, int *seat)
{
    int number = *seat + 1;
    if (!bil_value_integer(object, key, 1, loading->rules->seats, &number, loading->error)) {
        return false;
    }
    *seat = number - 1;
    return true;
}

/* ------------------------------------------------------------------ platforms */

bool obu_load_list(struct obu_loading *loading, const struct bil_value *object, const char *key, unsigned kinds,
                   bool (*into)(struct obu_loading *, const struct bil_value *, int seat, int card), int seat)
{
    const struct bil_value *list = NULL;
    if (!bil_value_array(object, key, &list, loading->error)) {
        return false;
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        const int card = obu_load_placed(loading, value, kinds);
        if (card < 0 || !into(loading, value, seat, card)) {
            return false;
        }
    }
    return true;
}

static bool into_communities(struct obu_loading *loading, const struct bil_value *value, int seat, int card)
{
    (void)value;
    obu_put_community(loading->rules, loading->state, seat, card);
    return true;
}

static bool into_stack(struct obu_loading *loading, const struct bil_value *value, int seat, int card)
{
    (void)value;
    struct obu_seat *platform = &loading->state->seat[seat];
    platform->stack = obu_other_add(loading->rules, platform->stack, card);
    platform->received = (uint8_t)(platform->received + (card < OBU_HOTFIX));
    return true;
}

static bool into_ground(struct obu_loading *loading, const struct bil_value *value, int seat, int card)
{
    struct obu_state *state = loading->state;
    if (state->ground_total == OBU_GROUND) {
        return bil_value_fail(value, loading->error, "more than %d ground cards do not fit.", OBU_GROUND);
    }
    state->ground[state->ground_total++] = (uint8_t)(card | seat << 6);
    return true;
}

static bool into_active_ground(struct obu_loading *loading, const struct bil_value *value, int seat, int card)
{
    loading->state->seat[seat].ground++;
    return into_ground(loading, value, seat, card);
}

/* The bit of a Safeguard in obu_seat.guards. */
static unsigned guard_bit(int card)
{
    return 1U << ((unsigned)(card - OBU_SAFEGUARD) % OBU_SAFEGUARDS);
}

static bool into_safeguards(struct obu_loading *loading, const struct bil_value *value, int seat, int card)
{
    (void)value;
    struct obu_seat *platform = &loading->state->seat[seat];
    platform->guards = (uint8_t)(platform->guards | guard_bit(card));
    return true;
}

static bool into_countered(struct obu_loading *loading, const struct bil_value *value, int seat, int card)
{
    (void)value;
    struct obu_seat *platform = &loading->state->seat[seat];
    platform->guards = (uint8_t)(platform->guards | 17U * guard_bit(card));
    return true;
}

static bool into_hand(struct obu_loading *loading, const struct bil_value *value, int seat, int card)
{
    struct obu_seat *owner = &loading->state->seat[seat];
    const bool unseen = loading->viewer != BIL_EVERYBODY && loading->viewer != seat;
    if (unseen && card != OBU_HIDDEN) {
        return bil_value_fail(value, loading->error, "the viewer does not see this hand; write \"?\" for each of its cards.");
    }
    if (!unseen) {
        obu_cards_add(loading->rules, &owner->hand, card);
    }
    owner->hand_count++;
    return true;
}

static bool load_network(struct obu_loading *loading, const struct bil_value *object, int seat)
{
    struct obu_state *state = loading->state;
    const char *name = NULL;
    if (!bil_value_string(object, "network", &name, loading->error)) {
        return false;
    }
    int network = loading->rules->networks_on ? loading->rules->network[seat] : OBU_NO_NETWORK;
    if (name) {
        network = 0;
        while (network <= OBU_NETWORKS && !bil_same_name(name, strlen(name), obu_network_names[network])) {
            network++;
        }
        if (network > OBU_NETWORKS) {
            return bil_value_fail(
                bil_value_get(object, "network"), loading->error,
                "no Network is called \"%.40s\"; there are TapTap, HireMe, Friendlink, The Hellsite, False Social, Kooperate, "
                "Burrow, Murmur and none.",
                name);
        }
    }
    for (int other = 0; other < seat && network; other++) {
        if (state->seat[other].network == network) {
            return bil_value_fail(object, loading->error, "%s is the Network of seat %d already.", obu_network_names[network],
                                  other + 1);
        }
    }
    state->seat[seat].network = (uint8_t)network;
    return true;
}

static bool load_influencers(struct obu_loading *loading, const struct bil_value *object, int seat)
{
    const struct bil_value *list = NULL;
    if (!bil_value_array(object, "influencers", &list, loading->error)) {
        return false;
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        uint8_t attached = 0;
        const int influencer = obu_load_influencer(loading, value, &attached);
        if (influencer < 0) {
            return false;
        }
        loading->state->attached[influencer] = attached;
        obu_put_influencer(loading->rules, loading->state, seat, influencer);
    }
    return true;
}

static bool load_blocker(struct obu_loading *loading, const struct bil_value *object, int seat)
{
    const struct bil_value *value = bil_value_get(object, "blocker");
    if (!value || value->type == BIL_NULL) {
        return true;
    }
    if (value->type != BIL_STRING) {
        return bil_value_fail(value, loading->error, "it must be the name of the one active Blocker, or null.");
    }
    const int card = obu_load_placed(loading, value, 1U << OBU_K_BLOCKER);
    if (card < 0) {
        return false;
    }
    loading->state->seat[seat].blocker = (uint8_t)(1 + card - OBU_BLOCKER);
    return into_stack(loading, value, seat, card);
}

static bool load_milestones(struct obu_loading *loading, const struct bil_value *object, int seat)
{
    const struct bil_value *list = NULL;
    if (!bil_value_array(object, "milestones", &list, loading->error)) {
        return false;
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        if (value->type != BIL_INTEGER || value->integer < 1 || value->integer > OBU_MILESTONES) {
            return bil_value_fail(value, loading->error, "a Milestone is 1, 2 or 3.");
        }
        uint8_t *owner = &loading->state->milestone[value->integer - 1];
        if (*owner) {
            return bil_value_fail(value, loading->error, "Milestone %d is claimed by seat %d already.", (int)value->integer,
                                  *owner);
        }
        *owner = (uint8_t)(1 + seat);
    }
    return true;
}

/* The members that follow from the others: if they are given they must be right. */
static bool check_totals(struct obu_loading *loading, const struct bil_value *object, int seat)
{
    struct obu_seat *platform = &loading->state->seat[seat];
    const int64_t users = (int64_t)(platform->users >> 1) * 50000000 + (platform->users & 1);
    const struct bil_value *given = bil_value_get(object, "users");
    if (given && (given->type != BIL_INTEGER || given->integer != users)) {
        return bil_value_fail(given, loading->error, "its cards have %lld Users; write that or leave it out.", (long long)users);
    }
    given = bil_value_get(object, "toxicity");
    if (given && (given->type != BIL_INTEGER || given->integer != platform->toxicity)) {
        return bil_value_fail(given, loading->error, "its cards have %d Toxicity; write that or leave it out.", platform->toxicity);
    }
    int received = platform->received;
    if (!bil_value_integer(object, "received", received, 255, &received, loading->error)) {
        return false;
    }
    platform->received = (uint8_t)received;
    return true;
}

static bool load_platform(struct obu_loading *loading, const struct bil_value *object, int seat)
{
    static const char *const keys[] = {"network",    "communities", "influencers", "blocker",   "ground",
                                       "stack",      "buried",      "safeguards",  "countered", "hand",
                                       "milestones", "received",    "users",       "toxicity",  NULL};
    const unsigned unknown = loading->viewer != BIL_EVERYBODY && loading->viewer != seat ? 1U << OBU_K_UNKNOWN : 0;
    const unsigned ground = unknown ? unknown : OBU_MAIN_KINDS;
    if (object && object->type != BIL_OBJECT) {
        return bil_value_fail(object, loading->error, "a platform is an object in { }.");
    }
    return bil_value_known(object, keys, loading->error) && load_network(loading, object, seat) &&
           obu_load_list(loading, object, "communities", 1U << OBU_K_COMMUNITY, into_communities, seat) &&
           load_influencers(loading, object, seat) && load_blocker(loading, object, seat) &&
           obu_load_list(loading, object, "stack", 1U << OBU_K_BLOCKER | 1U << OBU_K_HOTFIX, into_stack, seat) &&
           obu_load_list(loading, object, "buried", ground, into_ground, seat) &&
           obu_load_list(loading, object, "ground", ground, into_active_ground, seat) &&
           obu_load_list(loading, object, "safeguards", 1U << OBU_K_SAFEGUARD, into_safeguards, seat) &&
           obu_load_list(loading, object, "countered", 1U << OBU_K_SAFEGUARD, into_countered, seat) &&
           obu_load_list(loading, object, "hand", OBU_MAIN_KINDS | unknown, into_hand, seat) &&
           load_milestones(loading, object, seat) && check_totals(loading, object, seat);
}

bool obu_load_platforms(struct obu_loading *loading)
{
    const struct bil_value *list = NULL;
    if (!bil_value_array(loading->document, "platforms", &list, loading->error)) {
        return false;
    }
    if (list && list->count > loading->rules->seats) {
        return bil_value_fail(list, loading->error, "there are %d platforms for %d seats.", list->count, loading->rules->seats);
    }
    const struct bil_value *object = list ? list->child : NULL;
    for (int seat = 0; seat < loading->rules->seats; seat++) {
        if (!load_platform(loading, object, seat)) {
            return false;
        }
        object = object ? object->next : NULL;
    }
    return true;
}
