/* 6 Billion: what the values of a position name (sites, factions, players, cards), and what an observation (kit/observation.h)
 * takes of the members that the game writes itself.
 *
 * Only gives places in a state. A view has zero or "hidden" where it shows nothing, so nothing is hidden here. */
#include "games/six_billion/documents/documents.h"

#define STATE(member) BIL_LIES(struct six_state, member)

static const struct bil_axis anybody = {.count = 8}; /* bits of a set of players; all eight: spectators too */
static const struct bil_axis refusals = {.count = 8};

/* ------------------------------------------------------------------ what values of positions name */

static const char *colour(const struct bil_doc *doc, int faction)
{
    const struct six_rules *rules = doc->rules;
    return six_colour_words[rules->colour[faction]];
}

static int factions(const struct bil_doc *doc)
{
    return ((const struct six_rules *)doc->rules)->factions;
}

static int players(const struct bil_doc *doc)
{
    return ((const struct six_rules *)doc->rules)->seats;
}

const struct bil_axis six_sites = {.what = "site", .words = six_site_words, .count = SIX_SITES};
const struct bil_axis six_factions = {.what = "faction", .name = colour, .counted = factions, .count = SIX_FACTIONS};
const struct bil_axis six_players = {.what = "player", .name = colour, .counted = players, .count = SIX_PLAYERS};
const struct bil_axis six_cards = {.what = "card", .words = six_card_words, .count = SIX_CARDS};

/* ------------------------------------------------------------------ the board */

const struct bil_field six_observed_token[] = {{NULL, BIL_FIELD_NUMBER, .bytes = 1, .high = SIX_LEVEL_1024}, {0}};
const struct bil_field six_observed_box[] = {{"colonies", BIL_FIELD_NUMBER, .bytes = 1, .bits = 4, .high = 2},
                                             {"migrants", BIL_FIELD_NUMBER, .bytes = 1, .bits = 4, .shift = 4, .high = 2},
                                             {0}};

/* ------------------------------------------------------------------ the turn */

static const struct bil_field faction = {.kind = BIL_FIELD_WORD, .bytes = 1, .axis = &six_factions};
const struct bil_field six_observed_order[] = {
    {NULL, BIL_FIELD_EACH, .axis = &six_factions, .inside = &faction, .offset = offsetof(struct six_state, order), .stride = 1},
    {0}};
const struct bil_field six_observed_viewer[] = {{NULL, BIL_FIELD_NUMBER, STATE(viewer), .high = BIL_VIEW_OF_SPECTATOR}, {0}};
const struct bil_field six_observed_end[] = {{NULL, BIL_FIELD_NUMBER, STATE(end), .high = SIX_END_CAP}, {0}};
const struct bil_field six_observed_taken[] = {{"how", BIL_FIELD_NUMBER, STATE(source.how), .high = SIX_TAKEN_LAST},
                                               {"faction", BIL_FIELD_WORD, STATE(source.faction), .axis = &six_factions},
                                               {"site", BIL_FIELD_WORD, STATE(source.site), .axis = &six_sites},
                                               {0}};
const struct bil_field six_observed_refused[] = {{NULL, BIL_FIELD_SET, .bytes = 1, .axis = &refusals}, {0}};

/* ------------------------------------------------------------------ what is waited for */

static const struct bil_field frame_rows[] = {{"kind", BIL_FIELD_NUMBER, BIL_LIES(struct bil_frame, kind), .high = SIX_END},
                                              {"seat", BIL_FIELD_WORD, BIL_LIES(struct bil_frame, seat), .axis = &six_players},
                                              {"a", BIL_FIELD_NUMBER, BIL_LIES(struct bil_frame, a)},
                                              {"b", BIL_FIELD_NUMBER, BIL_LIES(struct bil_frame, b)},
                                              {0}};
static const struct bil_field frame = {
    .kind = BIL_FIELD_OBJECT, .bytes = sizeof(struct bil_frame), .unless_zero = true, .inside = frame_rows};
static const struct bil_axis frames = {.count = SIX_STACK - 1};
const struct bil_field six_observed_step[] = {
    {NULL, BIL_FIELD_OBJECT, .inside = frame_rows, .offset = offsetof(struct six_state, stack[0])}, {0}};
const struct bil_field six_observed_windows[] = {{NULL, BIL_FIELD_EACH, .axis = &frames, .inside = &frame,
                                                  .offset = offsetof(struct six_state, stack[1]),
                                                  .stride = sizeof(struct bil_frame)},
                                                 {0}};
const struct bil_field six_observed_event[] = {{"kind", BIL_FIELD_NUMBER, STATE(event.kind), .high = SIX_EV_HOME},
                                               {"card", BIL_FIELD_NUMBER, STATE(event.card), .high = SIX_CARDS - 1},
                                               {"player", BIL_FIELD_WORD, STATE(event.player), .axis = &six_players},
                                               {"faction", BIL_FIELD_WORD, STATE(event.faction), .axis = &six_factions},
                                               {"site", BIL_FIELD_WORD, STATE(event.site), .axis = &six_sites},
                                               {0}};

/* A move in its parts (SIX_MOVE). */
const struct bil_field six_observed_pending[] = {
    {"verb", BIL_FIELD_NUMBER, STATE(pending), .bits = 5},
    {"card", BIL_FIELD_NUMBER, STATE(pending), .shift = 5, .bits = 5},
    {"faction", BIL_FIELD_WORD, STATE(pending), .shift = 10, .bits = 3, .axis = &six_factions},
    {"from", BIL_FIELD_WORD, STATE(pending), .shift = 13, .bits = 5, .axis = &six_sites},
    {"to", BIL_FIELD_WORD, STATE(pending), .shift = 18, .bits = 4, .axis = &six_sites},
    {0}};

/* ------------------------------------------------------------------ cards */

static const struct bil_field copies = {.kind = BIL_FIELD_NUMBER, .bytes = 1, .high = SIX_MOST_COPIES};
const struct bil_field six_observed_hand[] = {
    {"kinds", BIL_FIELD_EACH, .axis = &six_cards, .inside = &copies, .offset = offsetof(struct six_hand, copies), .stride = 1},
    {"cards", BIL_FIELD_NUMBER, BIL_LIES(struct six_hand, count), .high = SIX_HAND},
    {0}};
const struct bil_field six_observed_known[] = {{NULL, BIL_FIELD_EACH, .axis = &six_cards, .inside = &copies, .stride = 1}, {0}};

static const struct bil_axis places = {.count = SIX_OPEN};
static const struct bil_field card = {.kind = BIL_FIELD_NUMBER, .bytes = 1, .high = SIX_CARDS - 1};
const struct bil_field six_observed_open[] = {
    {NULL, BIL_FIELD_EACH, .axis = &places, .inside = &card, .offset = offsetof(struct six_state, open), .stride = 1}, {0}};
const struct bil_field six_observed_deck[] = {{NULL, BIL_FIELD_NUMBER, STATE(deck), .high = SIX_PILE}, {0}};

/* The top card first. */
static void see_discards(const struct bil_doc *doc, const unsigned char *base, uint16_t *numbers)
{
    const struct six_state *state = doc->state;
    (void)base;
    for (int i = 0; i < state->discard; i++) {
        numbers[i] = state->pile[SIX_PILE - state->discard + i];
    }
}

static const struct bil_extent discards[] = {{offsetof(struct six_state, pile), sizeof(((struct six_state *)0)->pile)},
                                             {offsetof(struct six_state, discard), sizeof(((struct six_state *)0)->discard)},
                                             {0}};
const struct bil_field six_observed_discard[] = {
    {NULL, BIL_FIELD_OWN, .observe = see_discards, .reads = discards, .numbers = SIX_PILE, .high = SIX_CARDS - 1}, {0}};

const struct bil_field six_observed_agenda[] = {{NULL, BIL_FIELD_NUMBER, .bytes = 1, .high = SIX_FIND_HIDDEN}, {0}};

static const struct bil_axis held = {.count = SIX_HELD};
static const struct bil_field find = {.kind = BIL_FIELD_NUMBER, .bytes = 1, .high = SIX_FIND_UP + SIX_FIND_HIDDEN};
static const struct bil_field seen = {.kind = BIL_FIELD_SET, .bytes = 1, .axis = &anybody};
const struct bil_field six_observed_held[] = {{NULL, BIL_FIELD_EACH, .axis = &held, .inside = &find, .stride = 1}, {0}};
const struct bil_field six_observed_held_seen[] = {{NULL, BIL_FIELD_EACH, .axis = &held, .inside = &seen, .stride = 1}, {0}};

#define FIND_DECK(member, row)                                                                                                     \
    {                                                                                                                              \
        NULL, BIL_FIELD_LIST, .inside = &(row), .last_first = true, .stride = 1, .high = SIX_FIND_DECK,                            \
                              .offset = offsetof(struct six_state, member), .counter = offsetof(struct six_state, find_left)       \
    }
const struct bil_field six_observed_find_deck[] = {FIND_DECK(find_deck, find), {0}};
const struct bil_field six_observed_find_deck_seen[] = {FIND_DECK(find_deck_seen, seen), {0}};
