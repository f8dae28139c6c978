/* One Billion Users: the one thing this folder exports. */
#include <stdlib.h>

#include "games/one_billion_users/advice/advice.h"
#include "games/one_billion_users/documents/documents.h"
#include "games/one_billion_users/secrets/secrets.h"
#include "games/one_billion_users/words/words.h"

enum { ADVICE_SCALE = 60 };

/* What cuts into another's turn is answered by a counter or a pass: one of them is best where the advice clearly says so. */
static bool is_best_answer(const void *rules, const void *view, bil_move move)
{
    const int kind = obu_top_const(view)->kind;
    bil_move list[OBU_MAX_MOVES];
    int32_t value[OBU_MAX_MOVES];
    int32_t own = INT32_MIN, other = INT32_MIN;
    if (kind != OBU_GUARD && kind != OBU_CHAIN) {
        return false;
    }
    const int count = obu_moves(rules, view, list);
    obu_advise(rules, view, list, count, value);
    for (int i = 0; i < count; i++) {
        int32_t *const side = list[i] == move ? &own : &other;
        *side = value[i] > *side ? value[i] : *side;
    }
    return own > INT32_MIN && (int64_t)own - other >= ADVICE_SCALE;
}

/* OBU-21: all choose what to launch in secret. */
static unsigned together_at(const void *rules_, const void *state)
{
    const struct obu_rules *rules = rules_;
    const struct bil_frame *top = obu_top_const(state);
    return top->kind == OBU_LAUNCH ? (1U << rules->seats) - (1U << top->seat) : 0;
}

static const char *const tie_breaks[] = {"points", "fewest Toxicity", "most Influencers", NULL};

/* Communities that come to the own platform: their Users in 50 M, their Toxicity. False: this move brings none. */
static bool brings(const struct obu_rules *rules, bil_move move, int *halves, int *toxicity)
{
    const bool launch = OBU_VERB(move) == OBU_M_LAUNCH;
    const int card[] = {OBU_A(move), launch ? OBU_B(move) : OBU_HIDDEN, launch ? OBU_C(move) : OBU_HIDDEN};
    *halves = *toxicity = 0;
    if (!launch && OBU_VERB(move) != OBU_M_ADD) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        if (card[i] != OBU_HIDDEN) {
            *halves += rules->halves[card[i]];
            *toxicity += rules->toxicity[card[i]];
        }
    }
    return true;
}

static void at_once(const void *rules, const void *view, bil_move move, bil_move instead, struct bil_text *out)
{
    (void)view;
    int halves[2], toxicity[2];
    if (!brings(rules, move, &halves[0], &toxicity[0]) || !brings(rules, instead, &halves[1], &toxicity[1])) {
        return;
    }
    const int users = 50 * (halves[0] - halves[1]);
    const int toxic = toxicity[0] - toxicity[1];
    if (users != 0) {
        bil_text_format(out, "At first it brings %d M %s", abs(users), users > 0 ? "more" : "less");
    } else {
        bil_text_add(out, toxic != 0 ? "It brings as many Users" : "");
    }
    if (toxic != 0) {
        bil_text_add(out, (users >= 0) == (toxic > 0) ? ", but " : ", and ");
        bil_text_format(out, "%d Toxicity %s", abs(toxic), toxic > 0 ? "more" : "less");
    }
    bil_text_add(out, users != 0 || toxic != 0 ? ". " : "");
}

static void at_end(const void *state, int seat, const struct bil_listener *listener)
{
    const unsigned there = ((const struct obu_state *)state)->seat[seat].influencers;
    for (int i = 0; i < OBU_INFLUENCERS; i++) {
        if (there >> i & 1) {
            obu_say(listener, OBU_E_JOINED, seat, 0, 0xFF, i, -1, OBU_AT_END);
        }
    }
}

const struct bil_game bil_game_one_billion_users = {
    .id = "one-billion-users",
    .title = "One Billion Users",
    .summary = "A card game of rival social networks.",
    .min_seats = 2,
    .max_seats = OBU_SEATS,
    .minutes = {10, 15},
    .revision = OBU_REVISION,
    .rules_size = sizeof(struct obu_rules),
    .state_size = sizeof(struct obu_state),
    .facts_size = OBU_FACTS,
    .pass = OBU_M_PASS,
    .max_moves = OBU_MAX_MOVES,
    .options = obu_options,
    .topics = obu_topics,
    .cards = obu_card_rows,
    .tie_breaks = tie_breaks,
    .advice_scale = ADVICE_SCALE,
    .easy_freedom = 150,
    .medium_freedom = 100,
    .playout_chance = 3,
    .length_unit = "turns",
    .rules_init = obu_rules_init,
    .make_fast = obu_rules_make_fast,
    .edition_json = obu_edition_json,
    .setup = obu_setup,
    .actor = obu_actor,
    .moves = obu_moves,
    .pick = obu_pick,
    .apply = obu_apply,
    .recorded = obu_recorded,
    .score = obu_score,
    .rank = obu_rank,
    .length = obu_length,
    .hide = obu_hide,
    .deal = obu_deal,
    .plan_deals = obu_plan_deals,
    .deal_planned = obu_deal_planned,
    .deal_believed = obu_deal_believed,
    .check = obu_check,
    .advise = obu_advise,
    .explain = obu_explain,
    .best = is_best_answer,
    .notation = &obu_notation,
    .why_not = obu_why_not,
    .prompt = obu_prompt,
    .event_text = obu_event_text,
    .addressed = obu_event_addressed,
    .event_words = obu_event_words,
    .position = obu_position,
    .position_read = obu_position_read,
    .draw = obu_draw,
    .orders = &obu_orders,
    .window = obu_window,
    .open = obu_open,
    .together = together_at,
    .play_out = obu_play_out,
    .counts = &obu_counts,
    .persons = &obu_persons,
    .consequence = obu_consequence,
    .causes = obu_causes,
    .at_once = at_once,
    .at_end = at_end,
#ifndef BIL_WITHOUT_SOLVING
    .make_lazy = obu_make_lazy,
    .deal_lazily = obu_deal_lazily,
#endif
};
