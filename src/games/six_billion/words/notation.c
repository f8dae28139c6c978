/* 6 Billion: how moves are written, as rows (section 24 of the checklist); kit/notation.h reads and writes by them.
 *
 * Moves are public but for one: a Discovery card that goes back face down is known to those who saw it before, so others read
 * "return ?" (SIX-217). Who has seen it is public, and so this never depends on what a view happens to hold. */
#include "games/six_billion/words/words.h"

#include <stdio.h>

/* ------------------------------------------------------------------ nouns */

/* Of some names of one noun, those that there are, by number. */
static const char *nth(const char *const *names, int count, int which)
{
    for (int i = 0; i < count; i++) {
        if (names[i] && which-- == 0) {
            return names[i];
        }
    }
    return NULL;
}

static const char *site(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    const char *const names[] = {six_site_words[number], six_site_names[number], number == SIX_BELT ? "asteroids" : NULL};
    (void)rules;
    (void)view;
    (void)room;
    return nth(names, 3, which);
}

static const char *faction(const void *rules_, const void *view, int number, int which, char room[BIL_NAME])
{
    const struct six_rules *rules = rules_;
    (void)view;
    if (number >= rules->factions) {
        return NULL;
    }
    if (which == 0) { /* what most ask for */
        return six_faction_word(rules, number);
    }
    snprintf(room, BIL_NAME, "neutral %s", six_faction_word(rules, number));
    const bool neutral = !six_is_player(rules, number);
    const char *const names[] = {six_faction_word(rules, number), neutral ? room : NULL, neutral ? "neutral" : NULL};
    return nth(names, 3, which);
}

/* Whose migrant it is: nobody but the Neutral whose turn it is can be meant. */
static const char *sender(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    const int moving = ((const struct six_state *)view)->faction;
    return six_is_player(rules, number) || (!six_is_player(rules, moving) && moving != number)
               ? NULL
               : faction(rules, view, number, which, room);
}

static const char *card(const void *rules_, const void *view, int number, int which, char room[BIL_NAME])
{
    static const char *const short_names[SIX_CARDS] = {
        [SIX_SOULS] = "sos", [SIX_POLITICS] = "pp", [SIX_TROUBLE] = "ncit", [SIX_HOME] = "tioh", [SIX_DISCOVERY] = "discover"};
    const struct six_rules *rules = rules_;
    const bool shared = six_family[number] <= SIX_F_DOUBLE; /* the name of several cards says too little */
    const char *const names[] = {six_card_words[number], short_names[number], shared ? NULL : six_card_names[number]};
    (void)view;
    (void)room;
    return number != SIX_NO_CARD && rules->copies[number] ? nth(names, 3, which) : NULL;
}

/* A card that sends people, by its number. */
static const char *distance(const void *rules_, const void *view, int number, int which, char room[BIL_NAME])
{
    const struct six_rules *rules = rules_;
    (void)view;
    return which == 0 && rules->copies[number] ? bil_number_name(rules->card_distance[number], room) : NULL;
}

static const char *name_find(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    if (number > 0 && number < SIX_FIND_SYMBOL) {
        return site(rules, view, number - 1, which, room);
    }
    return number > 0 && which == 0 ? six_find_word(number) : NULL;
}

static const char *symbol(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    (void)rules;
    (void)view;
    (void)room;
    return which == 0 ? six_symbol_words[number] : NULL;
}

/* The symbol that a power is asked about, or SIX_SYMBOLS. */
static int asked_symbol(const struct six_state *state)
{
    const struct bil_frame *top = six_top_const(state);
    return top->kind == SIX_POWER ? top->a : SIX_SYMBOLS;
}

/* 0 is the power that is asked about; one that is not has its own number, so that it can be said why it is not possible. */
static const char *power(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    const int asked = asked_symbol(view);
    (void)rules;
    (void)room;
    const int meant = number == 0 ? asked : number - 1;
    return which == 0 && meant < SIX_SYMBOLS && (number == 0 || meant != asked) ? six_symbol_words[meant] : NULL;
}

static const char *number_name(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    (void)rules;
    (void)view;
    return which == 0 ? bil_number_name(number, room) : NULL;
}

static const char *step(const void *rules_, const void *view, int number, int which, char room[BIL_NAME])
{
    const struct six_rules *rules = rules_;
    return number > 0 && number <= rules->factions ? number_name(rules, view, number, which, room) : NULL;
}

static const char *name_place(const void *rules_, const void *view, int number, int which, char room[BIL_NAME])
{
    const struct six_rules *rules = rules_;
    return number < rules->factions ? number_name(rules, view, number + 1, which, room) : NULL;
}

static const struct bil_nouns sites = {SIX_SITES, site};
const struct bil_nouns six_faction_nouns = {SIX_FACTIONS, faction};
static const struct bil_nouns senders = {SIX_FACTIONS, sender};
static const struct bil_nouns cards = {SIX_CARDS, card};
static const struct bil_nouns distances = {SIX_CARDS, distance};
static const struct bil_nouns finds = {SIX_FINDS, name_find};
static const struct bil_nouns symbols = {SIX_SYMBOLS, symbol};
static const struct bil_nouns powers = {1 + SIX_SYMBOLS, power};
static const struct bil_nouns amounts = {3, number_name};
static const struct bil_nouns steps = {1 + SIX_FACTIONS, step};
static const struct bil_nouns places = {SIX_FACTIONS, name_place};

/* ------------------------------------------------------------------ rows */

#define FROM_TO(first, last) ((2ULL << (last)) - (1ULL << (first)))
enum { CARD = 5, FACTION = 10, FROM = 13, TO = 18, N = 22 }; /* SIX_MOVE */
enum slot {
    S_SITE,
    S_FROM,
    S_TO,
    S_FACTION,
    S_OWNER,
    S_DISTANCE,
    S_CARD,
    S_CARDS,
    S_CANCEL,
    S_RESPONSE,
    S_DISCOVERY,
    S_TRACK,
    S_POWER,
    S_PLACES,
    S_PLACE,
    S_BILLIONS
};
static const struct bil_slot slots[] = {
    [S_SITE] = {.word = "SITE", .thing = "site", .ask = "Which site?", .nouns = &sites, .bits = 5, .at = {FROM}},
    [S_FROM] = {.word = "FROM", .thing = "site", .ask = "From where?", .nouns = &sites, .bits = 5, .at = {FROM}, .lead = "from"},
    [S_TO] = {.word = "TO", .thing = "site", .ask = "To where?", .nouns = &sites, .bits = 4, .at = {TO}, .lead = "to"},
    [S_FACTION] = {.word = "FACTION", .thing = "faction", .ask = "Whose?", .nouns = &six_faction_nouns, .bits = 3, .at = {FACTION}},
    [S_OWNER] = {.word = "OWNER", .thing = "faction", .ask = "Whose?", .nouns = &senders},
    [S_DISTANCE] = {.word = "DISTANCE",
                    .thing = "distance",
                    .ask = "With which card? The distance on it comes first.",
                    .nouns = &distances,
                    .members = FROM_TO(SIX_COLONY_2, SIX_MIGRANTS_12_OTHER),
                    .bits = 5,
                    .at = {CARD}},
    [S_CARD] = {.word = "CARD",
                .thing = "card",
                .ask = "Which card?",
                .nouns = &cards,
                .members = FROM_TO(1, SIX_WAR),
                .bits = 5,
                .at = {CARD}},
    [S_CARDS] = {.word = "CARDS",
                 .thing = "card",
                 .ask = "Which card, or for a Leaf which two?",
                 .nouns = &cards,
                 .members = FROM_TO(1, SIX_WAR),
                 .bits = 5,
                 .at = {CARD, FROM},
                 .most = 2,
                 .none = 1 + SIX_NO_CARD},
    [S_CANCEL] = {.word = "CANCEL",
                  .thing = "Cancel card",
                  .ask = "Which card?",
                  .nouns = &cards,
                  .members = FROM_TO(SIX_DEATH, SIX_SOULS),
                  .bits = 5,
                  .at = {CARD}},
    [S_RESPONSE] = {.word = "RESPONSE",
                    .thing = "Response card",
                    .ask = "Which card?",
                    .nouns = &cards,
                    .members = FROM_TO(SIX_POLITICS, SIX_WAR),
                    .bits = 5,
                    .at = {CARD}},
    [S_DISCOVERY] =
        {.word = "DISCOVERY", .thing = "Discovery card", .ask = "Which Discovery card?", .nouns = &finds, .bits = 5, .at = {FROM}},
    [S_TRACK] = {.word = "TRACK", .thing = "Discovery Track", .ask = "For which track?", .nouns = &symbols, .bits = 4, .at = {N}},
    [S_POWER] = {.word = "POWER", .thing = "power", .ask = "Which power?", .nouns = &powers, .bits = 4, .at = {TO}},
    [S_PLACES] =
        {.word = "PLACES", .thing = "number of places", .ask = "By how many places?", .nouns = &steps, .bits = 4, .at = {N}},
    [S_PLACE] = {.word = "PLACE", .thing = "place", .ask = "To which place?", .nouns = &places, .bits = 4, .at = {N}},
    [S_BILLIONS] = {.word = "BILLIONS",
                    .thing = "migrant of",
                    .ask = "How many billion?",
                    .nouns = &amounts,
                    .members = FROM_TO(1, 2),
                    .bits = 4,
                    .at = {N}},
    {.word = NULL},
};

static const struct bil_verb verbs[] = {
    {SIX_M_GROW, "grow", "grow SITE"},
    {SIX_M_SETTLE, "settle", "settle SITE"},
    {SIX_M_COLONY, "colony", "colony DISTANCE [FACTION] FROM TO"},
    {SIX_M_MIGRANTS, "migrants", "migrants DISTANCE [FACTION] FROM TO"},
    {SIX_M_DOUBLE, "double", "double [FACTION] SITE"},
    {SIX_M_RECYCLE, "recycle", "recycle SITE"},
    {SIX_M_DISCOVER, "discover", "discover"},
    {SIX_M_TROUBLE, "trouble", "trouble FACTION SITE"},
    {SIX_M_HOME, "home", "home FACTION SITE"},
    {SIX_M_REVEAL, "reveal", "reveal DISCOVERY"},
    {SIX_M_SYMBOL, "symbol", "symbol TRACK CARDS"},
    {SIX_M_CANCEL, "cancel", "CANCEL"},
    {SIX_M_RESPOND, "respond", "RESPONSE"},
    {SIX_M_CONSENT, "consent", "consent"},
    {SIX_M_REFUSE, "refuse", "refuse"},
    {SIX_M_KEEP, "keep", "keep"},
    {SIX_M_DROP, "drop", "drop"},
    {SIX_M_HALVE, "halve", "halve SITE"},
    {SIX_M_RETURN, "return", "return DISCOVERY"},
    {SIX_M_DISCARD, "discard", "discard CARD"},
    {SIX_M_TAKE, "take", "take CARD"},
    {SIX_M_DECK, "deck", "deck"},
    {SIX_M_SEND, "send", "send BILLIONS FROM TO"},
    {SIX_M_UP, "power-up", "power [POWER] up [PLACES]"},
    {SIX_M_DOWN, "power-down", "power [POWER] down [PLACES]"},
    {SIX_M_PLACE, "power-leaf", "power leaf FACTION PLACE"},
    {SIX_M_PASS, "pass", "pass"},
    /* what people say besides */
    {SIX_M_SETTLE, NULL, "establish SITE"},
    {SIX_M_MIGRANTS, NULL, "migrate DISTANCE [FACTION] FROM TO"},
    {SIX_M_DISCOVER, NULL, "discovery"},
    {SIX_M_TROUBLE, NULL, "ncit|trouble [FACTION] SITE"},
    {SIX_M_TROUBLE, NULL, "colony trouble [FACTION] SITE"},
    {SIX_M_HOME, NULL, "tioh|home [FACTION] SITE"},
    {SIX_M_CONSENT, NULL, "yes"},
    {SIX_M_REFUSE, NULL, "no"},
    {SIX_M_KEEP, NULL, "take back"},
    {SIX_M_DISCARD, NULL, "drop CARD"},
    {SIX_M_TAKE, NULL, "draw CARD"},
    {SIX_M_DECK, NULL, "draw"},
    {SIX_M_DECK, NULL, "draw|take deck"},
    {SIX_M_SEND, NULL, "send BILLIONS OWNER FROM TO"},
    {SIX_M_PLACE, NULL, "power FACTION PLACE"},
    {SIX_M_PASS, NULL, "no|skip|stop|none"},
    {0, NULL, NULL},
};

static const char *const fillers[] = {"to", "from", "at",   "on",   "of",    "the",    "in",      "a",
                                      "an", "with", "into", "box",  "token", "for",    "using",   "people",
                                      "my", "own",  "our",  "new",  "play",  "use",    "cancel",  "answer",
                                      "it", "make", "save", "this", "is",    "please", "billion", NULL};

/* ------------------------------------------------------------------ what only the game knows */

/* Whether the viewer can tell which Discovery card the asked seat gives back: it is face up, or it is the only one face down and
 * the viewer has seen it before. */
static bool is_return_open(const void *rules, const void *state_, bil_move move, int viewer)
{
    const struct six_state *state = state_;
    const int holder = six_top_const(state)->seat;
    unsigned seen = 0;
    int face_down = 0;
    (void)rules;
    if (SIX_VERB(move) != SIX_M_RETURN || viewer == BIL_EVERYBODY || viewer == holder || holder >= SIX_PLAYERS) {
        return true;
    }
    for (int i = 0; i < SIX_HELD; i++) {
        const int held = state->find[holder][i];
        if (held == SIX_FROM(move) + SIX_FIND_UP) {
            return true;
        }
        face_down += held != 0 && held < SIX_FIND_UP;
        seen |= held == SIX_FROM(move) ? state->find_seen[holder][i] : 0U;
    }
    return viewer >= 0 && face_down == 1 && (seen >> viewer & 1U);
}

static bool knows(const void *rules, const void *view)
{
    const struct six_state *state = view;
    (void)rules;
    return state->viewer == 0 || state->viewer == 1 + six_top_const(state)->seat;
}

/* The symbol of a power: the one asked about, or one that a text named at a time when it is not. */
static int symbol_of(const struct six_state *state, bil_move move)
{
    return SIX_TO(move) > 0 ? SIX_TO(move) - 1 : asked_symbol(state);
}

/* Own people need no name: the card says that they are meant. A Smiley goes by one place. */
static bool omits(const void *rules, const void *state, bil_move move, const struct bil_slot *slot)
{
    (void)rules;
    if (slot == &slots[S_FACTION]) {
        return SIX_CARD(move) < SIX_CARDS && six_target[SIX_CARD(move)] == SIX_T_OWN;
    }
    return slot == &slots[S_POWER] ? symbol_of(state, move) == SIX_SYMBOLS
                                   : symbol_of(state, move) == SIX_SMILEY && SIX_N(move) == 1;
}

static int target_of(const struct six_rules *rules, int whose, int me)
{
    return whose == me ? SIX_T_OWN : six_is_player(rules, whose) ? SIX_T_OTHER : SIX_T_NEUTRAL;
}

/* The only faction that has something in that half at the site, or -1. */
static int only_owner(const struct six_rules *rules, const struct six_state *state, enum six_verb verb, int where)
{
    int owner = -1;
    int owners = 0;
    for (int one = 0; one < rules->factions; one++) {
        const int there = verb == SIX_M_HOME ? six_migrants(state, one, where) : six_colonies(state, one, where);
        owners += there > 0;
        owner = there > 0 ? one : owner;
    }
    return owners == 1 ? owner : -1;
}

/* Whose people a card moves follows from the card, and the card from what is done. */
static bil_move complete(const void *rules_, const void *view, bil_move move, uint32_t given)
{
    static const uint8_t doubles[] = {
        [SIX_T_OWN] = SIX_DOUBLE, [SIX_T_OTHER] = SIX_DOUBLE_OTHER, [SIX_T_NEUTRAL] = SIX_DOUBLE_NEUTRAL};
    const struct six_rules *rules = rules_;
    const enum six_verb verb = SIX_VERB(move);
    const int me = six_top_const(view)->seat;
    const int whose = given >> S_FACTION & 1U ? SIX_FACTION(move) : me;
    const int target = target_of(rules, whose, me);
    switch (verb) {
    case SIX_M_COLONY:
    case SIX_M_MIGRANTS:
        if (six_family[SIX_CARD(move)] != (verb == SIX_M_COLONY ? SIX_F_COLONY : SIX_F_MIGRANTS) ||
            six_target[SIX_CARD(move)] != target) {
            return 0;
        }
        return bil_slot_put(&slots[S_FACTION], move, 0, whose);
    case SIX_M_DOUBLE:
        return bil_slot_put(&slots[S_FACTION], bil_slot_put(&slots[S_CARD], move, 0, doubles[target]), 0, whose);
    case SIX_M_RECYCLE:
        return bil_slot_put(&slots[S_FACTION], bil_slot_put(&slots[S_CARD], move, 0, SIX_RECYCLE), 0, me);
    case SIX_M_UP:
    case SIX_M_DOWN:
        if (symbol_of(view, move) == SIX_LEAF) {
            return 0;
        }
        return given >> S_PLACES & 1U ? move : bil_slot_put(&slots[S_PLACES], move, 0, 1);
    case SIX_M_TROUBLE:
    case SIX_M_HOME: {
        const int owner = given >> S_FACTION & 1U ? whose : only_owner(rules, view, verb, SIX_FROM(move));
        return owner < 0
                   ? 0
                   : bil_slot_put(&slots[S_FACTION],
                                  bil_slot_put(&slots[S_CARD], move, 0, verb == SIX_M_HOME ? SIX_HOME : SIX_TROUBLE), 0, owner);
    }
    default:
        return verb == SIX_M_DISCOVER ? bil_slot_put(&slots[S_CARD], move, 0, SIX_DISCOVERY) : move;
    }
}

const struct bil_notation six_notation = {.verbs = verbs,
                                          .slots = slots,
                                          .fillers = fillers,
                                          .verb_bits = 5,
                                          .open = is_return_open,
                                          .knows = knows,
                                          .omits = omits,
                                          .complete = complete};
