/* One Billion Users: what an observation (kit/observation.h) takes of the members of a position that the game writes itself.
 *
 * Only gives places in a state. A view has zero or OBU_HIDDEN where it shows nothing, so nothing is hidden here. */
#include "games/one_billion_users/documents/documents.h"

enum { OTHERS = OBU_HIDDEN - OBU_BLOCKER }; /* kinds of main cards that are no Communities */

#define STATE(member) BIL_LIES(struct obu_state, member)
#define SEAT(member)  BIL_LIES(struct obu_seat, member)
#define PART(member)                                                                                                               \
    {                                                                                                                              \
        offsetof(struct obu_state, member), sizeof(((struct obu_state *)0)->member)                                                \
    }

static const struct bil_axis communities = {.count = OBU_COMMUNITIES_MAX};
static const struct bil_axis influencers = {.count = OBU_INFLUENCERS};
static const struct bil_axis safeguards = {.count = OBU_SAFEGUARDS};
static const struct bil_axis events = {.count = OBU_EVENTS};
static const struct bil_axis main_cards = {.count = OBU_HIDDEN + 1};

/* How many of each kind, from OBU_BLOCKER on, a set of copies has (obu_cards.other). */
static void count_others(const struct bil_doc *doc, const unsigned char *base, uint16_t *numbers)
{
    const struct obu_rules *rules = doc->rules;
    uint64_t other = 0;
    memcpy(&other, &base[doc->row->offset], sizeof other);
    for (; other; other &= other - 1) {
        numbers[rules->kind_of_bit[obu_lowest(other)] - OBU_BLOCKER]++;
    }
}

/* What is on a platform or in a hand: which Communities, how many of each other kind. */
#define CARDS(comm, other)                                                                                                         \
    {"communities", BIL_FIELD_SET, SEAT(comm), .axis = &communities},                                                              \
    {                                                                                                                              \
        "others", BIL_FIELD_OWN, SEAT(other), .observe = count_others, .numbers = OTHERS, .high = OBU_PILE                         \
    }

const struct bil_field obu_observed_hand[] = {
    CARDS(hand.comm, hand.other), {"cards", BIL_FIELD_NUMBER, SEAT(hand_count), .high = OBU_PILE}, {0}};
const struct bil_field obu_observed_communities[] = {{NULL, BIL_FIELD_SET, SEAT(comm), .axis = &communities}, {0}};
const struct bil_field obu_observed_stack[] = {
    {NULL, BIL_FIELD_OWN, SEAT(stack), .observe = count_others, .numbers = OTHERS, .high = OBU_PILE}, {0}};
const struct bil_field obu_observed_network[] = {{NULL, BIL_FIELD_NUMBER, SEAT(network), .high = OBU_NETWORKS}, {0}};
const struct bil_field obu_observed_users[] = {{NULL, BIL_FIELD_NUMBER, SEAT(users)},
                                               {0}}; /* in 25 millions, single users beside */
const struct bil_field obu_observed_toxicity[] = {{NULL, BIL_FIELD_NUMBER, SEAT(toxicity)}, {0}};
const struct bil_field obu_observed_blocker[] = {{NULL, BIL_FIELD_NUMBER, SEAT(blocker), .high = OBU_BLOCKERS}, {0}};
const struct bil_field obu_observed_ground[] = {{NULL, BIL_FIELD_NUMBER, SEAT(ground), .high = OBU_GROUND}, {0}};
const struct bil_field obu_observed_safeguards[] = {{NULL, BIL_FIELD_SET, SEAT(guards), .axis = &safeguards}, {0}};
const struct bil_field obu_observed_countered[] = {
    {NULL, BIL_FIELD_SET, SEAT(guards), .axis = &safeguards, .shift = OBU_SAFEGUARDS}, {0}};

static void see_milestones(const struct bil_doc *doc, const unsigned char *base, uint16_t *numbers)
{
    const struct obu_state *state = doc->state;
    (void)base;
    for (int i = 0; i < OBU_MILESTONES; i++) {
        numbers[i] = state->milestone[i] == 1 + doc->at[0];
    }
}

static const struct bil_extent milestones[] = {PART(milestone), {0}};
const struct bil_field obu_observed_milestones[] = {
    {NULL, BIL_FIELD_OWN, .observe = see_milestones, .reads = milestones, .numbers = OBU_MILESTONES, .high = 1}, {0}};

/* Pokes or Pushes beneath the Influencers of a platform. */
static void see_attached(const struct bil_doc *doc, const unsigned char *base, uint16_t *numbers)
{
    const struct obu_state *state = doc->state;
    (void)base;
    for (unsigned rest = state->seat[doc->at[0]].influencers; rest; rest &= rest - 1) {
        numbers[obu_lowest(rest)] = state->attached[obu_lowest(rest)] >> doc->row->shift & 15;
    }
}

static const struct bil_extent attached[] = {PART(attached), {0}};
const struct bil_field obu_observed_influencers[] = {
    {"here", BIL_FIELD_SET, SEAT(influencers), .axis = &influencers},
    {"pokes", BIL_FIELD_OWN, SEAT(influencers), .observe = see_attached, .reads = attached, .numbers = OBU_INFLUENCERS, .high = 15},
    {"pushes", BIL_FIELD_OWN, SEAT(influencers), .observe = see_attached, .reads = attached, .numbers = OBU_INFLUENCERS, .high = 15,
     .shift = 4},
    {0}};

/* The top card first, 1 + its number. */
static void see_discards(const struct bil_doc *doc, const unsigned char *base, uint16_t *numbers)
{
    const struct obu_state *state = doc->state;
    (void)base;
    for (int i = 0; i < state->discard; i++) {
        numbers[i] = (uint16_t)(1 + state->pile[OBU_PILE - state->discard + i]);
    }
}

static const struct bil_extent discards[] = {PART(pile), PART(discard), {0}};
const struct bil_field obu_observed_discard[] = {
    {NULL, BIL_FIELD_OWN, .observe = see_discards, .reads = discards, .numbers = OBU_PILE, .high = OBU_HIDDEN}, {0}};
const struct bil_field obu_observed_deck[] = {{NULL, BIL_FIELD_NUMBER, STATE(deck), .high = OBU_PILE}, {0}};

static const struct bil_field event = {.kind = BIL_FIELD_WORD, .bytes = 1, .axis = &events};
const struct bil_field obu_observed_events[] = {{NULL, BIL_FIELD_LIST, .inside = &event, .last_first = true, .stride = 1,
                                                 .offset = offsetof(struct obu_state, event_pile), .high = OBU_EVENTS,
                                                 .counter = offsetof(struct obu_state, event_count)},
                                                {0}};

const struct bil_field obu_observed_removed[] = {{"gone", BIL_FIELD_FLAG, STATE(gone)},
                                                 {"pokes", BIL_FIELD_NUMBER, STATE(gone_attached), .bits = 4},
                                                 {"pushes", BIL_FIELD_NUMBER, STATE(gone_attached), .bits = 4, .shift = 4},
                                                 {0}};

/* ------------------------------------------------------------------ what is waited for */

static const struct bil_field frame_rows[] = {{"kind", BIL_FIELD_NUMBER, BIL_LIES(struct bil_frame, kind), .high = OBU_END},
                                              {"seat", BIL_FIELD_WORD, BIL_LIES(struct bil_frame, seat), .axis = &obu_seats},
                                              {"a", BIL_FIELD_NUMBER, BIL_LIES(struct bil_frame, a)},
                                              {"b", BIL_FIELD_NUMBER, BIL_LIES(struct bil_frame, b)},
                                              {0}};
static const struct bil_field frame = {
    .kind = BIL_FIELD_OBJECT, .bytes = sizeof(struct bil_frame), .unless_zero = true, .inside = frame_rows};
static const struct bil_axis frames = {.count = OBU_STACK - 1};

const struct bil_field obu_observed_viewer[] = {{NULL, BIL_FIELD_NUMBER, STATE(viewer), .high = BIL_VIEW_OF_SPECTATOR}, {0}};
const struct bil_field obu_observed_phase[] = {{NULL, BIL_FIELD_NUMBER, STATE(stack[0].kind), .high = OBU_END}, {0}};
const struct bil_field obu_observed_windows[] = {{NULL, BIL_FIELD_EACH, .axis = &frames, .inside = &frame,
                                                  .offset = offsetof(struct obu_state, stack[1]),
                                                  .stride = sizeof(struct bil_frame)},
                                                 {0}};
const struct bil_field obu_observed_chain[] = {{"influencer", BIL_FIELD_WORD, STATE(chain.influencer), .axis = &influencers},
                                               {"from", BIL_FIELD_WORD, STATE(chain.from), .axis = &obu_seats},
                                               {"destination", BIL_FIELD_WORD, STATE(chain.destination), .axis = &obu_seats},
                                               {"opener", BIL_FIELD_WORD, STATE(chain.opener), .axis = &obu_seats},
                                               {"last", BIL_FIELD_WORD, STATE(chain.last), .axis = &obu_seats},
                                               {"named", BIL_FIELD_SET, STATE(chain.named), .axis = &obu_seats},
                                               {"poked", BIL_FIELD_FLAG, STATE(chain.poked)},
                                               {0}};

/* A move in its parts (OBU_MOVE); verb 1 alone: chosen, but not known to the viewer. */
static const struct bil_field chosen_rows[] = {{"verb", BIL_FIELD_NUMBER, .bytes = 4, .bits = 5},
                                               {"a", BIL_FIELD_NUMBER, .bytes = 4, .shift = 5, .bits = 6},
                                               {"b", BIL_FIELD_NUMBER, .bytes = 4, .shift = 11, .bits = 6},
                                               {"c", BIL_FIELD_NUMBER, .bytes = 4, .shift = 17, .bits = 6},
                                               {0}};
static const struct bil_field chosen = {.kind = BIL_FIELD_OBJECT, .inside = chosen_rows};
const struct bil_field obu_observed_pending[] = {
    {NULL, BIL_FIELD_EACH, .axis = &obu_seats, .inside = &chosen, .stride = 4, .offset = offsetof(struct obu_state, pending)}, {0}};

static const struct bil_field pokes = {.kind = BIL_FIELD_NUMBER, .bytes = 1, .bits = 4};
static const struct bil_field pushes = {.kind = BIL_FIELD_NUMBER, .bytes = 1, .bits = 4, .shift = 4};
static const struct bil_field influencer = {.kind = BIL_FIELD_WORD, .bytes = 1, .axis = &influencers};
const struct bil_field obu_observed_shuffle[] = {
    {"next", BIL_FIELD_LIST, .inside = &influencer, .last_first = true, .stride = 1, .high = OBU_INFLUENCERS,
     .offset = offsetof(struct obu_state, shuffle), .counter = offsetof(struct obu_state, shuffle_count)},
    {"pokes", BIL_FIELD_EACH, .axis = &influencers, .inside = &pokes, .stride = 1, .offset = offsetof(struct obu_state, attached)},
    {"pushes", BIL_FIELD_EACH, .axis = &influencers, .inside = &pushes, .stride = 1,
     .offset = offsetof(struct obu_state, attached)},
    {0}};

/* ------------------------------------------------------------------ what is known */

/* card | seat << 6 */
static const struct bil_field ground_rows[] = {{"seat", BIL_FIELD_WORD, .bytes = 1, .shift = 6, .axis = &obu_seats},
                                               {"card", BIL_FIELD_WORD, .bytes = 1, .bits = 6, .axis = &main_cards},
                                               {0}};
static const struct bil_field ground = {.kind = BIL_FIELD_OBJECT, .inside = ground_rows};
const struct bil_field obu_observed_ground_order[] = {{NULL, BIL_FIELD_LIST, .inside = &ground, .stride = 1, .high = OBU_GROUND,
                                                       .offset = offsetof(struct obu_state, ground),
                                                       .counter = offsetof(struct obu_state, ground_total)},
                                                      {0}};

static const struct bil_field known_rows[] = {{"seat", BIL_FIELD_WORD, .bytes = 1, .shift = 6, .axis = &obu_seats},
                                              {"card", BIL_FIELD_WORD, .bytes = 1, .bits = 6, .axis = &main_cards},
                                              {"age", BIL_FIELD_NUMBER, BIL_LIES(struct obu_known, age)},
                                              {0}};
static const struct bil_field known = {.kind = BIL_FIELD_OBJECT, .inside = known_rows};
const struct bil_field obu_observed_known[] = {{NULL, BIL_FIELD_LIST, .inside = &known, .stride = sizeof(struct obu_known),
                                                .high = OBU_KNOWN, .offset = offsetof(struct obu_state, known),
                                                .counter = offsetof(struct obu_state, known_count)},
                                               {0}};

static const struct bil_field number = {.kind = BIL_FIELD_NUMBER, .bytes = 1};
#define EACH_SEAT(member)                                                                                                          \
    BIL_FIELD_EACH, .axis = &obu_seats, .inside = &number, .offset = offsetof(struct obu_state, member), .stride = 1
const struct bil_field obu_observed_passed[] = {
    {"card", EACH_SEAT(passed)}, {"since", EACH_SEAT(passed_age)}, {"hand", EACH_SEAT(passed_hand)}, {0}};
