/* One Billion Users: a platform in a position document, member by member (docs/positions.md), and who holds what.
 *
 * Whether the whole could be is asked when everything is placed (check.c). Nothing is played: no Milestone is claimed, no Blocker
 * resolved. */
#include "games/one_billion_users/documents/documents.h"
#include "games/one_billion_users/words/words.h"

static struct obu_loading *reading(struct bil_doc *doc)
{
    return doc->own;
}

/* The platform that is written. */
static const struct obu_seat *platform_of(const struct bil_doc *doc)
{
    const struct obu_state *state = doc->state;
    return &state->seat[doc->at[0]];
}

/* ------------------------------------------------------------------ Network, Users and Toxicity */

static void write_network(struct bil_doc *doc)
{
    bil_json_string(doc->out, obu_network_name(platform_of(doc)->network));
}

static bool read_network(struct bil_doc *doc, const struct bil_value *value)
{
    const struct obu_rules *rules = doc->rules;
    struct obu_state *state = doc->filled;
    const int seat = doc->at[0];
    int network = rules->networks_on ? rules->network[seat] : OBU_NO_NETWORK;
    if (value) {
        if (!bil_value_wants(value, BIL_STRING, doc->error)) {
            return false;
        }
        network = 0;
        while (network <= OBU_NETWORKS && !bil_same_name(value->string, strlen(value->string), obu_network_name(network))) {
            network++;
        }
        if (network > OBU_NETWORKS) {
            return bil_value_fail(value, doc->error,
                                  "no Network is called \"%.40s\"; there are TapTap, HireMe, Friendlink, The Hellsite, False "
                                  "Social, Kooperate, Burrow, Murmur and none.",
                                  value->string);
        }
    }
    for (int other = 0; other < seat && network; other++) {
        if (state->seat[other].network == network) {
            return bil_fail(doc->error, "platforms[%d]: %s is the Network of seat %d already.", seat, obu_network_name(network),
                            other + 1);
        }
    }
    state->seat[seat].network = (uint8_t)network;
    return true;
}

static int64_t users_of(const struct obu_seat *platform)
{
    return (int64_t)(platform->users >> 1) * 50000000 + (platform->users & 1);
}

static void write_users(struct bil_doc *doc)
{
    bil_json_integer(doc->out, users_of(platform_of(doc)));
}

/* What follows from the cards: if it is given it must be right. */
static bool read_total(struct bil_doc *doc, const struct bil_value *value, int64_t right, const char *what)
{
    return !value || (value->type == BIL_INTEGER && value->integer == right) ||
           bil_value_fail(value, doc->error, "its cards have %lld %s; write that or leave it out.", (long long)right, what);
}

static bool read_users(struct bil_doc *doc, const struct bil_value *value)
{
    return read_total(doc, value, users_of(platform_of(doc)), "Users");
}

static void write_toxicity(struct bil_doc *doc)
{
    bil_json_integer(doc->out, platform_of(doc)->toxicity);
}

static bool read_toxicity(struct bil_doc *doc, const struct bil_value *value)
{
    return read_total(doc, value, platform_of(doc)->toxicity, "Toxicity");
}

/* ------------------------------------------------------------------ open cards */

static void write_influencers(struct bil_doc *doc)
{
    const struct obu_state *state = doc->state;
    bil_json_array(doc->out);
    for (unsigned rest = platform_of(doc)->influencers; rest; rest &= rest - 1) {
        obu_write_influencer(doc, obu_lowest(rest), state->attached[obu_lowest(rest)]);
    }
    bil_json_array_end(doc->out);
}

static bool read_influencers(struct bil_doc *doc, const struct bil_value *list)
{
    struct obu_state *state = doc->filled;
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        uint8_t attached = 0;
        const int influencer = obu_load_influencer(reading(doc), value, &attached);
        if (influencer < 0) {
            return false;
        }
        state->attached[influencer] = attached;
        obu_put_influencer(doc->rules, state, doc->at[0], influencer);
    }
    return true;
}

static void write_blocker(struct bil_doc *doc)
{
    const struct obu_seat *platform = platform_of(doc);
    if (platform->blocker) {
        obu_write_card(doc, OBU_BLOCKER + platform->blocker - 1);
    } else {
        bil_json_null(doc->out);
    }
}

static bool read_blocker(struct bil_doc *doc, const struct bil_value *value)
{
    struct obu_loading *loading = reading(doc);
    if (!value || value->type == BIL_NULL) {
        return true;
    }
    if (value->type != BIL_STRING) {
        return bil_value_fail(value, doc->error, "it must be the name of the one active Blocker, or null.");
    }
    const int card = obu_load_placed(loading, value, 1U << OBU_K_BLOCKER);
    if (card < 0) {
        return false;
    }
    loading->state->seat[doc->at[0]].blocker = (uint8_t)(1 + card - OBU_BLOCKER);
    return obu_put(loading, value, doc->at[0], OBU_IN_STACK, card);
}

/* At least the Blockers that lie in the stack, which have been counted. */
static bool read_received(struct bil_doc *doc, const struct bil_value *value)
{
    struct obu_seat *platform = &reading(doc)->state->seat[doc->at[0]];
    int received = platform->received;
    const bool fine = !value || bil_value_number(value, received, 255, &received, doc->error);
    platform->received = (uint8_t)received;
    return fine;
}

static void write_milestones(struct bil_doc *doc)
{
    const struct obu_state *state = doc->state;
    bil_json_array(doc->out);
    for (int i = 0; i < OBU_MILESTONES; i++) {
        if (state->milestone[i] == 1 + doc->at[0]) {
            bil_json_integer(doc->out, i + 1);
        }
    }
    bil_json_array_end(doc->out);
}

static bool read_milestones(struct bil_doc *doc, const struct bil_value *list)
{
    struct obu_state *state = doc->filled;
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        const int which = bil_axis_which(doc, &obu_milestones, value);
        if (which < 0) {
            return false;
        }
        if (state->milestone[which]) {
            return bil_value_fail(value, doc->error, "Milestone %d is claimed by seat %d already.", which + 1,
                                  state->milestone[which]);
        }
        state->milestone[which] = (uint8_t)(1 + doc->at[0]);
    }
    return true;
}

/* ------------------------------------------------------------------ the rows */

const struct bil_field obu_platform[] = {
    {"network", BIL_FIELD_OWN, .observed = obu_observed_network, .write = write_network, .read = read_network, .type = "string",
     .about = "name of the seat's Network, or `\"none\"`. May be given whatever the option `networks` says",
     .initial = "the one the option names, else `\"none\"`"},
    {"users", BIL_FIELD_OWN, .observed = obu_observed_users, .write = write_users, .read = read_users, .pass = 2, .type = "number",
     .about = "Users in full (150 M is 150000000). They follow from the rest; if given they must be right", .initial = "computed"},
    {"toxicity", BIL_FIELD_OWN, .observed = obu_observed_toxicity, .write = write_toxicity, .read = read_toxicity, .pass = 2,
     .type = "number", .about = "Toxicity, likewise", .initial = "computed"},
    {"communities", BIL_FIELD_OWN, .observed = obu_observed_communities, .write = obu_write_place, .read = obu_read_place,
     .wants = BIL_ARRAY, .low = 1U << OBU_K_COMMUNITY, .high = OBU_ON_PLATFORM, .type = "string[]", .about = "names",
     .initial = "`[]`"},
    {"influencers", BIL_FIELD_OWN, .observed = obu_observed_influencers, .write = write_influencers, .read = read_influencers,
     .wants = BIL_ARRAY, .type = "(" OBU_INFLUENCER_TYPE ")[]",
     .about = "each a name or `{\"name\": \"The Troll\", \"pokes\": 1, \"pushes\": 0}`", .initial = "`[]`"},
    {"blocker", BIL_FIELD_OWN, .observed = obu_observed_blocker, .write = write_blocker, .read = read_blocker,
     .type = "string | null", .about = "name of the active Blocker, or `null`", .initial = "`null`"},
    {"ground", BIL_FIELD_OWN, .observed = obu_observed_ground, .write = obu_write_place, .read = obu_read_place, .wants = BIL_ARRAY,
     .low = OBU_MAIN_KINDS, .high = OBU_GROUND_NOW, .pass = 1, .type = "string[]",
     .about = "cards ground on the active Blocker, oldest first", .initial = "`[]`"},
    {"stack", BIL_FIELD_OWN, .observed = obu_observed_stack, .write = obu_write_place, .read = obu_read_place, .wants = BIL_ARRAY,
     .low = 1U << OBU_K_BLOCKER | 1U << OBU_K_HOTFIX, .high = OBU_IN_STACK, .type = "string[]",
     .about = "resolved Blockers and the Hotfixes in the stack, any order; not the active Blocker", .initial = "`[]`"},
    {"buried", BIL_FIELD_OWN, .write = obu_write_place, .read = obu_read_place, .wants = BIL_ARRAY, .low = OBU_MAIN_KINDS,
     .high = OBU_BURIED, .type = "string[]", .about = "cards ground on Blockers that are resolved by now, oldest first",
     .initial = "`[]`"},
    {"received", BIL_FIELD_OWN, BIL_LIES(struct obu_seat, received), .read = read_received, .pass = 2, .type = "number",
     .about = "Blockers ever placed here (OBU-78); at least those in the stack",
     .initial = "those in the stack, the active one too"},
    {"safeguards", BIL_FIELD_OWN, .observed = obu_observed_safeguards, .write = obu_write_place, .read = obu_read_place,
     .wants = BIL_ARRAY, .low = 1U << OBU_K_SAFEGUARD, .high = OBU_UPRIGHT, .pass = 1, .type = "string[]",
     .about = "upright Safeguards", .initial = "`[]`"},
    {"countered", BIL_FIELD_OWN, .observed = obu_observed_countered, .write = obu_write_place, .read = obu_read_place,
     .wants = BIL_ARRAY, .low = 1U << OBU_K_SAFEGUARD, .high = OBU_SIDEWAYS, .pass = 1, .type = "string[]",
     .about = "sideways Safeguards: they were played as counters", .initial = "`[]`"},
    {"milestones", BIL_FIELD_OWN, .observed = obu_observed_milestones, .write = write_milestones, .read = read_milestones,
     .wants = BIL_ARRAY, .pass = 2, .type = "number[]", .about = "the Milestones it has claimed, as in `claim 1`: numbers 1 to 3",
     .initial = "`[]`"},
    {"hand", BIL_FIELD_OWN, .observed = obu_observed_hand, .write = obu_write_place, .read = obu_read_place, .wants = BIL_ARRAY,
     .low = OBU_MAIN_KINDS, .high = OBU_IN_HAND, .pass = 1, .type = "string[]",
     .about = "names, any order; fewer than Hand Size is fine", .initial = "`[]`"},
    {0},
};
