/* One Billion Users: how moves are written, as rows (section 17 of the checklist, OBU-206); kit/notation.h reads and writes by
 * them.
 *
 * What a reader may not know is written as "?": a card that leaves a hand face down, a launch that is not yet open. Which reader
 * may know it depends on who moves and on whether the choice is still secret, never on what a view happens to hold. */
#include <stdio.h>

#include "games/one_billion_users/words/words.h"
#include "kit/notation.h"

/* ------------------------------------------------------------------ nouns */

static const char *hand_card(const void *rules_, const void *view, int card, int which, char room[BIL_NAME])
{
    const struct obu_rules *rules = rules_;
    (void)view;
    (void)room;
    return which == 0 && rules->copies[card] > 0 ? obu_card_name(rules, card) : NULL;
}

static const char *influencer(const void *rules_, const void *view, int number, int which, char room[BIL_NAME])
{
    const struct obu_rules *rules = rules_;
    (void)view;
    (void)room;
    return which == 0 && rules->influencer_there[number] ? obu_card_name(rules, OBU_INFLUENCER + number) : NULL;
}

static const char *seat_name(const void *rules_, const void *view, int seat, int which, char room[BIL_NAME])
{
    const struct obu_rules *rules = rules_;
    (void)view;
    return which == 0 && seat < rules->seats ? bil_number_name(seat + 1, room) : NULL;
}

static const char *milestone(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    (void)rules;
    (void)view;
    static const char *const forms[] = {"%d", "%d billion users"};
    if (which == 2) {
        snprintf(room, BIL_NAME, "%s Users", obu_milestone_names[number]);
    } else if (which < 2) {
        snprintf(room, BIL_NAME, which == 0 ? forms[0] : forms[1], number + 1);
    }
    return which <= 2 ? room : NULL;
}

/* The card on top of the discard pile, which can be drawn by its name too. */
static const char *pile_top(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    const struct obu_state *state = view;
    (void)number;
    (void)room;
    return which == 0 && state->discard > 0 ? obu_card_name(rules, obu_discard_top(state)) : NULL;
}

static const char *event(const void *rules_, const void *view, int number, int which, char room[BIL_NAME])
{
    const struct obu_rules *rules = rules_;
    (void)view;
    (void)room;
    return which == 0 && rules->event_there[number] ? obu_card_name(rules, OBU_EVENT + number) : NULL;
}

static const char *game_over(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    (void)view;
    (void)number;
    (void)room;
    return which == 0 ? obu_card_name(rules, OBU_GAME_OVER) : NULL;
}

static const char *network(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    (void)rules;
    (void)view;
    (void)room;
    return which == 0 && number != OBU_NO_NETWORK ? obu_network_name(number) : NULL;
}

static const struct bil_nouns cards = {OBU_HIDDEN, hand_card};
static const struct bil_nouns influencers = {OBU_INFLUENCERS, influencer};
static const struct bil_nouns seats = {OBU_SEATS, seat_name};
static const struct bil_nouns milestones = {OBU_MILESTONES, milestone};
static const struct bil_nouns tops = {1, pile_top};
static const struct bil_nouns events = {OBU_EVENTS, event};
static const struct bil_nouns game_overs = {1, game_over};
static const struct bil_nouns networks = {OBU_NETWORKS + 1, network};

/* ------------------------------------------------------------------ rows */

#define FROM(first, next) ((1ULL << (next)) - (1ULL << (first)))
enum { A = 5, B = 11, C = 17, BITS = 6, NOBODY = 1 + OBU_HIDDEN }; /* OBU_MOVE */
#define COMMUNITIES FROM(0, OBU_COMMUNITIES_MAX)
static const struct bil_slot slots[] = {
    {.word = "COMMUNITY",
     .thing = "Community",
     .ask = "Which Community?",
     .nouns = &cards,
     .members = COMMUNITIES,
     .bits = BITS,
     .at = {A},
     .none = NOBODY},
    {.word = "COMMUNITIES",
     .thing = "Community",
     .ask = "Which Communities?",
     .nouns = &cards,
     .members = COMMUNITIES,
     .bits = BITS,
     .at = {A, B, C},
     .most = 3,
     .none = NOBODY,
     .between = ", "},
    {.word = "BLOCKER",
     .thing = "Blocker",
     .ask = "Which Blocker?",
     .nouns = &cards,
     .members = FROM(OBU_BLOCKER, OBU_HOTFIX),
     .bits = BITS,
     .at = {A}},
    {.word = "HOTFIX",
     .thing = "Hotfix",
     .ask = "Which Hotfix?",
     .nouns = &cards,
     .members = FROM(OBU_HOTFIX, OBU_SAFEGUARD),
     .bits = BITS,
     .at = {A}},
    {.word = "SAFEGUARD",
     .thing = "Safeguard",
     .ask = "Which Safeguard?",
     .nouns = &cards,
     .members = FROM(OBU_SAFEGUARD, OBU_PUSH),
     .bits = BITS,
     .at = {A}},
    {.word = "CARD", .thing = "card of a hand", .ask = "Which card?", .nouns = &cards, .bits = BITS, .at = {A}},
    {.word = "CARDS",
     .thing = "card of a hand",
     .ask = "Which cards?",
     .nouns = &cards,
     .bits = BITS,
     .at = {A, B, C},
     .most = 3,
     .none = NOBODY,
     .between = ", "},
    {.word = "INFLUENCER", .thing = "Influencer", .ask = "Which Influencer?", .nouns = &influencers, .bits = BITS, .at = {A}},
    {.word = "SEAT", .thing = "seat", .ask = "Which seat?", .nouns = &seats, .bits = BITS, .at = {B}},
    {.word = "MILESTONE", .thing = "Milestone", .ask = "Which Milestone?", .nouns = &milestones, .bits = BITS, .at = {A}},
    {.word = "TOP", .thing = "card on top of the discard pile", .ask = "Which card?", .nouns = &tops},
    {.word = NULL},
};

static const struct bil_slot kinds[] = {
    {.thing = "Action card", .nouns = &cards, .members = FROM(OBU_PUSH, OBU_HIDDEN)},
    {.thing = "Event", .nouns = &events},
    {.thing = "card that ends the game", .nouns = &game_overs},
    {.thing = "Network", .nouns = &networks},
    {.thing = NULL},
};

static const struct bil_verb verbs[] = {
    {OBU_M_LAUNCH, "launch", "launch COMMUNITIES"},
    {OBU_M_RETURN, "return", "return CARDS"},
    {OBU_M_DRAW_DECK, "draw-deck", "draw deck"},
    {OBU_M_DRAW_DISCARD, "draw-discard", "draw discard"},
    {OBU_M_ADD, "add", "add COMMUNITY"},
    {OBU_M_BLOCK, "block", "block SEAT BLOCKER"},
    {OBU_M_FIX, "fix", "fix HOTFIX"},
    {OBU_M_GRIND, "grind", "grind CARD"},
    {OBU_M_GUARD, "guard", "guard SAFEGUARD"},
    {OBU_M_POKE, "poke", "poke INFLUENCER"},
    {OBU_M_PUSH, "push", "push INFLUENCER to SEAT"},
    {OBU_M_DISCARD, "discard", "discard CARD"},
    {OBU_M_SACRIFICE, "sacrifice", "sacrifice [COMMUNITY]"},
    {OBU_M_DONE, "done", "done"},
    {OBU_M_COUNTER_GUARD, "counter-guard", "counter SAFEGUARD"},
    {OBU_M_COUNTER_PUSH, "counter-push", "counter Push to SEAT"},
    {OBU_M_PASS, "pass", "pass"},
    {OBU_M_GIVE, "give", "give CARD"},
    {OBU_M_TAKE, "take", "take COMMUNITY"},
    {OBU_M_DROP, "drop", "drop COMMUNITY"},
    {OBU_M_CLAIM, "claim", "claim MILESTONE"},
    /* what people say besides */
    {OBU_M_DRAW_DECK, NULL, "deck"},
    {OBU_M_DRAW_DISCARD, NULL, "draw|take discard|pile|top"},
    {OBU_M_DRAW_DISCARD, NULL, "draw|take discard pile"},
    {OBU_M_DRAW_DISCARD, NULL, "draw|take TOP"},
    {OBU_M_DRAW_DISCARD, NULL, "take"},
    {OBU_M_ADD, NULL, "play|use COMMUNITY"},
    {OBU_M_BLOCK, NULL, "play|use|blocker SEAT BLOCKER"},
    {OBU_M_FIX, NULL, "play|use|hotfix HOTFIX"},
    {OBU_M_GUARD, NULL, "play|use|safeguard SAFEGUARD"},
    {OBU_M_COUNTER_GUARD, NULL, "play|use SAFEGUARD"},
    {OBU_M_POKE, NULL, "play|use poke INFLUENCER"},
    {OBU_M_PUSH, NULL, "play|use push INFLUENCER to SEAT"},
    {OBU_M_COUNTER_PUSH, NULL, "play|use push to SEAT"},
    {OBU_M_COUNTER_PUSH, NULL, "push|counter to SEAT"},
    {OBU_M_DONE, NULL, "enough"},
    {OBU_M_PASS, NULL, "no|skip"},
    {0, NULL, NULL},
};

static const char *const fillers[] = {"to", "on",    "at", "against", "seat", "player", "platform", "s",    "with", "my",
                                      "by", "using", "a",  "the",     "from", "off",    "under",    "card", NULL};

/* ------------------------------------------------------------------ who may read what */

/* Launches are open as soon as the last seat has chosen (OBU-21); everything else that is secret stays so (OBU-197). */
static bool is_secret_open(const void *rules_, const void *state_, bil_move move, int viewer)
{
    const uint32_t secret = 1U << OBU_M_LAUNCH | 1U << OBU_M_RETURN | 1U << OBU_M_GRIND | 1U << OBU_M_GIVE;
    const struct obu_rules *rules = rules_;
    const struct obu_state *state = state_;
    const struct bil_frame *top = obu_top_const(state);
    if (!(secret >> OBU_VERB(move) & 1U) || viewer == BIL_EVERYBODY || viewer == top->seat) {
        return true;
    }
    if (OBU_VERB(move) != OBU_M_LAUNCH || top->kind != OBU_LAUNCH) {
        return false;
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        if (seat != top->seat && state->pending[seat] == 0 && (state->launched >> seat & 1U) == 0) {
            return false;
        }
    }
    return true;
}

static bool knows(const void *rules, const void *view)
{
    const struct obu_state *state = view;
    (void)rules;
    return state->viewer == 0 || state->viewer == 1 + obu_top_const(state)->seat;
}

const struct bil_notation obu_notation = {.verbs = verbs,
                                          .slots = slots,
                                          .fillers = fillers,
                                          .kinds = kinds,
                                          .verb_bits = 5,
                                          .only_said = 1U << OBU_M_DISCARD,
                                          .open = is_secret_open,
                                          .knows = knows};
