/* 6 Billion: the one thing this folder exports. */
#include "games/six_billion/advice/advice.h"
#include "games/six_billion/documents/documents.h"
#include "games/six_billion/secrets/secrets.h"
#include "games/six_billion/words/words.h"

static const char *const tie_breaks[] = {"points", NULL};
static const char *const endings[] = {"1024 on the Belt", "1024 on Earth", "all tracks populated", "the agreed last turn", NULL};

static_assert(sizeof(struct six_sites) <= BIL_MAX_MEMO, "a memo must fit");

static void at_once(const void *rules, const void *view, bil_move move, bil_move instead, struct bil_text *out)
{
    const struct six_state *state = view;
    const bool spends = SIX_VERB(instead) == SIX_M_CANCEL || SIX_VERB(instead) == SIX_M_RESPOND;
    (void)rules;
    if (move == SIX_M_PASS && spends) {
        bil_text_add(out, "You keep the card. ");
    } else if (move == SIX_M_PASS && six_top_const(state)->kind == SIX_ACT && state->actions == 0) { /* SIX-199 */
        bil_text_add(out, "You give up this hand and draw a new one. ");
    }
}

const struct bil_game bil_game_six_billion = {
    .id = "six-billion",
    .title = "6 Billion",
    .summary = "A board and card game of settling the Solar System.",
    .min_seats = 2,
    .max_seats = SIX_PLAYERS,
    .minutes = {25, 25},
    .revision = SIX_REVISION,
    .rules_size = sizeof(struct six_rules),
    .state_size = sizeof(struct six_state),
    .facts_size = SIX_FACTS,
    .pass = SIX_M_PASS,
    .max_moves = SIX_MAX_MOVES,
    .options = six_options,
    .topics = six_topics,
    .cards = six_card_rows,
    .tie_breaks = tie_breaks,
    .advice_scale = 60,
    .easy_freedom = 80,
    .medium_freedom = 15,
    .playout_habit = true,
    .length_unit = "game turns",
    .endings = endings,
    .rules_init = six_rules_init,
    .make_fast = six_rules_make_fast,
    .edition_json = six_edition_json,
    .setup = six_setup,
    .actor = six_actor,
    .moves = six_moves,
    .apply = six_apply,
    .recorded = six_recorded,
    .score = six_score,
    .rank = six_rank,
    .length = six_length,
    .ending = six_ending,
    .hide = six_hide,
    .deal = six_deal,
    .plan_deals = six_plan_deals,
    .deal_planned = six_deal_planned,
    .check = six_check,
    .advise = six_advise,
    .explain = six_explain,
    .best = six_best,
    .notation = &six_notation,
    .why_not = six_why_not,
    .prompt = six_prompt,
    .event_text = six_event_text,
    .addressed = six_event_addressed,
    .event_words = six_event_words,
    .position = six_position,
    .position_read = six_position_read,
    .draw = six_draw_board,
    .orders = &six_orders,
    .window = six_window,
    .open = six_open,
    .retell = six_retell,
    .counts = &six_counts,
    .persons = &six_persons,
    .memo_size = sizeof(struct six_sites),
    .advise_again = six_advise_again,
    .consequence = six_consequence,
    .causes = six_causes,
    .seat_called = six_seat_called,
    .at_once = at_once,
#ifndef BIL_WITHOUT_SOLVING
    .make_lazy = six_make_lazy,
    .deal_lazily = six_deal_lazily,
#endif
};
