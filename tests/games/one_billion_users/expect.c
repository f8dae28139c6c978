/* See expect.h: what lies on the table, as the position document tells it */
#include "games/one_billion_users/expect.h"

#include <string.h>

/* ------------------------------------------------------------------ places in the document */

const struct bil_value *obu_platform_of(const struct case_context *look, int seat)
{
    return case_item(bil_value_get(look->document, "platforms"), seat);
}

/* Points for Users: one for each million, one for the single user. */
static int64_t users_of(const struct case_context *look, int seat)
{
    const int64_t users = case_integer_of(obu_platform_of(look, seat), "users");
    return users / 1000000 + users % 1000000;
}

static int64_t toxicity_of(const struct case_context *look, int seat)
{
    return case_integer_of(obu_platform_of(look, seat), "toxicity");
}

static int64_t received_of(const struct case_context *look, int seat)
{
    return case_integer_of(obu_platform_of(look, seat), "received");
}

static int64_t count_of(const struct case_context *look, int seat, const char *key)
{
    const struct bil_value *list = bil_value_get(obu_platform_of(look, seat), key);
    return list ? list->count : 0;
}

static int64_t hand_of(const struct case_context *look, int seat)
{
    return count_of(look, seat, "hand");
}

static int64_t ground_of(const struct case_context *look, int seat)
{
    return count_of(look, seat, "ground");
}

static int64_t claimed_of(const struct case_context *look, int milestone)
{
    int64_t owner = 0;
    for (int seat = 0; seat < case_seats_of(look); seat++) {
        const struct bil_value *list = bil_value_get(obu_platform_of(look, seat), "milestones");
        for (const struct bil_value *node = list ? list->child : NULL; node; node = node->next) {
            if (node->integer == milestone + 1) {
                owner = owner ? -1 : seat + 1;
            }
        }
    }
    return owner;
}

static bool check_users(const struct case_context *look, const struct bil_value *wanted)
{
    return case_numbers(look, wanted, case_seats_of(look), users_of);
}

static bool check_toxicity(const struct case_context *look, const struct bil_value *wanted)
{
    return case_numbers(look, wanted, case_seats_of(look), toxicity_of);
}

static bool check_received(const struct case_context *look, const struct bil_value *wanted)
{
    return case_numbers(look, wanted, case_seats_of(look), received_of);
}

static bool check_hands(const struct case_context *look, const struct bil_value *wanted)
{
    return case_numbers(look, wanted, case_seats_of(look), hand_of);
}

static bool check_ground(const struct case_context *look, const struct bil_value *wanted)
{
    return case_numbers(look, wanted, case_seats_of(look), ground_of);
}

static bool check_claimed(const struct case_context *look, const struct bil_value *wanted)
{
    return case_numbers(look, wanted, 3, claimed_of);
}

static bool check_blocker(const struct case_context *look, const struct bil_value *wanted)
{
    int seat = 0;
    if (wanted->count != case_seats_of(look)) {
        return bil_fail(look->error, "blocker must name one (or null) for each seat");
    }
    for (const struct bil_value *node = wanted->child; node; node = node->next, seat++) {
        const struct bil_value *there = bil_value_get(obu_platform_of(look, seat), "blocker");
        const char *name = there && there->type == BIL_STRING ? there->string : "none";
        if (strcmp(name, node->type == BIL_STRING ? node->string : "none") != 0) {
            return bil_fail(look->error, "the active Blocker of seat %d is %s, not %s", seat + 1, name,
                            node->string ? node->string : "none");
        }
    }
    return true;
}

/* Compares for every seat named a list with what lies in one or two places of its platform. */
static bool cards(const struct case_context *look, const struct bil_value *wanted, const char *first, const char *second)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        const int seat = node->key[0] - '1';
        struct case_names there = {.count = 0};
        const struct bil_value *also = second ? bil_value_get(obu_platform_of(look, seat), second) : NULL;
        if (!case_add_names(&there, bil_value_get(obu_platform_of(look, seat), first))) {
            return bil_fail(look->error, "%s of seat %d are no names", first, seat + 1);
        }
        if (also && also->type == BIL_STRING) {
            there.name[there.count++] = also->string;
        } else if (also && !case_add_names(&there, also)) {
            return bil_fail(look->error, "%s of seat %d are no names", second, seat + 1);
        }
        if (!case_same_names(look, wanted->key, node, &there)) {
            return false;
        }
    }
    return true;
}

static bool check_ground_cards(const struct case_context *look, const struct bil_value *wanted)
{
    return cards(look, wanted, "ground", "buried");
}

static bool check_stack(const struct case_context *look, const struct bil_value *wanted)
{
    return cards(look, wanted, "stack", "blocker");
}

static bool check_guards(const struct case_context *look, const struct bil_value *wanted)
{
    return cards(look, wanted, "safeguards", "countered");
}

static bool check_countered(const struct case_context *look, const struct bil_value *wanted)
{
    return cards(look, wanted, "countered", NULL);
}

static bool check_communities(const struct case_context *look, const struct bil_value *wanted)
{
    return cards(look, wanted, "communities", NULL);
}

static bool check_holds(const struct case_context *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        struct case_names there = {.count = 0};
        case_add_names(&there, bil_value_get(obu_platform_of(look, node->key[0] - '1'), "hand"));
        for (const struct bil_value *card = node->child; card; card = card->next) {
            if (!case_take_name(&there, card->string)) {
                return bil_fail(look->error, "seat %s does not hold %s", node->key, card->string);
            }
        }
    }
    return true;
}

static bool check_hidden(const struct case_context *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        struct case_names there = {.count = 0};
        int hidden = 0;
        case_add_names(&there, bil_value_get(obu_platform_of(look, node->key[0] - '1'), "hand"));
        while (case_take_name(&there, "?")) {
            hidden++;
        }
        if (hidden != node->integer || there.count > 0) {
            return bil_fail(look->error, "seat %s shows %d hidden and %d other cards", node->key, hidden, there.count);
        }
    }
    return true;
}

/* The discard pile from the top; an empty list wants an empty pile. */
static bool check_top_discards(const struct case_context *look, const struct bil_value *wanted)
{
    const struct bil_value *pile = bil_value_get(look->document, "discard");
    const int count = pile ? pile->count : 0;
    int at = count;
    if (wanted->count == 0 && count > 0) {
        return bil_fail(look->error, "the discard pile is not empty");
    }
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        const struct bil_value *there = at > 0 ? case_item(pile, --at) : NULL;
        if (!there || strcmp(there->string, node->string) != 0) {
            return bil_fail(look->error, "in the discard pile lies %s, not %s", there ? there->string : "nothing", node->string);
        }
    }
    return true;
}

/* ------------------------------------------------------------------ Influencers, Events */

static const char *name_of(const struct bil_value *influencer)
{
    const struct bil_value *name = bil_value_get(influencer, "name");
    return name ? name->string : influencer->string;
}

/* The Influencer's node on a platform, and whose; NULL if it is on none. */
static const struct bil_value *find_influencer(const struct case_context *look, const char *name, int *seat)
{
    for (*seat = 0; *seat < case_seats_of(look); (*seat)++) {
        const struct bil_value *list = bil_value_get(obu_platform_of(look, *seat), "influencers");
        for (const struct bil_value *node = list ? list->child : NULL; node; node = node->next) {
            if (strcmp(name_of(node), name) == 0) {
                return node;
            }
        }
    }
    return NULL;
}

static bool check_on(const struct case_context *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        int seat = 0;
        const int there = find_influencer(look, node->key, &seat) ? seat + 1 : 0;
        if (there != node->integer) {
            return bil_fail(look->error, "%s is on platform %d, not %lld", node->key, there, (long long)node->integer);
        }
    }
    return true;
}

static bool attached(const struct case_context *look, const struct bil_value *influencer, const struct bil_value *wanted)
{
    const int64_t pokes = case_integer_of(influencer, "pokes");
    const int64_t pushes = case_integer_of(influencer, "pushes");
    if (pokes != case_item(wanted, 0)->integer || pushes != case_item(wanted, 1)->integer) {
        return bil_fail(look->error, "under %s lie %lld Pokes and %lld Pushes", wanted->key, (long long)pokes, (long long)pushes);
    }
    return true;
}

static bool check_beneath(const struct case_context *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        int seat = 0;
        if (!attached(look, find_influencer(look, node->key, &seat), node)) {
            return false;
        }
    }
    return true;
}

/* Today's Main Character has left the game, with [Pokes, Pushes]; or false. */
static bool check_gone(const struct case_context *look, const struct bil_value *wanted)
{
    const struct bil_value *removed = bil_value_get(look->document, "removed");
    const bool gone = removed && removed->type != BIL_NULL;
    if (gone != (wanted->type == BIL_ARRAY)) {
        return bil_fail(look->error, "Today's Main Character has %sleft the game", gone ? "" : "not ");
    }
    return !gone || attached(look, removed, wanted);
}

static bool check_event(const struct case_context *look, const struct bil_value *wanted)
{
    const struct bil_value *pile = bil_value_get(look->document, "event_pile");
    const struct bil_value *top = pile ? case_item(pile, pile->count - 1) : NULL;
    const char *name = top ? top->string : "none";
    return strcmp(name, wanted->string) == 0 || bil_fail(look->error, "the Event on top is %s, not %s", name, wanted->string);
}

/* ------------------------------------------------------------------ all of them */

const struct case_check obu_table_checks[] = {
    {"hands", check_hands},               /* cards in hand, by seat */
    {"holds", check_holds},               /* cards that a hand has among others */
    {"hidden", check_hidden},             /* in a view: a hand of so many unknown cards */
    {"top_discards", check_top_discards}, /* the discard pile from its top; [] = empty */
    {"users", check_users},               /* by seat, as points: millions, and one for the single user */
    {"toxicity", check_toxicity},         /* by seat */
    {"received", check_received},         /* Blockers received, by seat */
    {"blocker", check_blocker},           /* active Blocker or null, by seat */
    {"ground", check_ground},             /* cards ground on the active Blocker, by seat */
    {"ground_cards", check_ground_cards}, /* all ground cards of a seat */
    {"stack", check_stack},               /* all Blockers and Hotfixes in a seat's stack */
    {"guards", check_guards},             /* all Safeguards of a platform */
    {"countered", check_countered},       /* those played as counters */
    {"communities", check_communities},   /* all Communities of a platform */
    {"on", check_on},                     /* by Influencer: the platform where it is, 0 = on none */
    {"beneath", check_beneath},           /* by Influencer: [Pokes, Pushes] */
    {"gone", check_gone},                 /* Today's Main Character left with [Pokes, Pushes]; or false */
    {"event", check_event},               /* the Event on top */
    {"claimed", check_claimed},           /* owners of the three Milestones, 0 = nobody */
    {"sacrifices", obu_check_sacrifices}, /* all sets of Communities that resolve the Blocker */
    {NULL, NULL},
};
