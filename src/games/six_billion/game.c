/* 6 Billion: the one thing this folder exports. */
#include "games/six_billion/state.h"

static const char *const tie_breaks[] = {"points", NULL};
static const char *const endings[] = {"1024 on the Belt", "1024 on Earth", "all tracks populated", "the turn cap", NULL};

extern const struct bil_game bil_game_six_billion;

const struct bil_game bil_game_six_billion = {
    .id = "six-billion",
    .title = "6 Billion",
    .summary = "A board and card game of settling the Solar System for 2 to 5 seats, two to three hours.",
    .min_seats = 2,
    .max_seats = SIX_PLAYERS,
    .revision = SIX_REVISION,
    .rules_size = sizeof(struct six_rules),
    .state_size = sizeof(struct six_state),
    .facts_size = SIX_FACTS,
    .max_moves = SIX_MAX_MOVES,
    .options = six_options,
    .topics = six_topics,
    .tie_breaks = tie_breaks,
    .length_unit = "game turns",
    .endings = endings,
    .rules_init = six_rules_init,
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
    .check = six_check,
    .advise = six_advise,
    .explain = six_explain,
    .move_text = six_move_text,
    .move_parse = six_move_parse,
    .why_not = six_why_not,
    .prompt = six_prompt,
    .event_text = six_event_text,
    .position_write = six_position_write,
    .position_read = six_position_read,
    .draw = six_draw_board,
    .orders = six_orders,
    .order_read = six_order_read,
    .order_answer = six_order_answer,
    .retell = six_retell,
};
