/* One Billion Users: the one thing this folder exports. */
#include "games/one_billion_users/state.h"

static const char *const tie_breaks[] = {"points", "fewest Toxicity", "most Influencers", NULL};

extern const struct bil_game bil_game_one_billion_users;

const struct bil_game bil_game_one_billion_users = {
    .id = "one-billion-users",
    .title = "One Billion Users",
    .summary = "A card game of rival social networks for 2 to 4 seats, about 30 minutes.",
    .min_seats = 2,
    .max_seats = OBU_SEATS,
    .revision = 1,
    .rules_size = sizeof(struct obu_rules),
    .state_size = sizeof(struct obu_state),
    .facts_size = OBU_FACTS,
    .max_moves = OBU_MAX_MOVES,
    .options = obu_options,
    .topics = obu_topics,
    .tie_breaks = tie_breaks,
    .length_unit = "turns",
    .rules_init = obu_rules_init,
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
    .check = obu_check,
    .advise = obu_advise,
    .explain = obu_explain,
    .move_text = obu_move_text,
    .move_parse = obu_move_parse,
    .why_not = obu_why_not,
    .prompt = obu_prompt,
    .event_text = obu_event_text,
    .position_write = obu_position_write,
    .position_read = obu_position_read,
    .draw = obu_draw,
    .orders = obu_orders,
    .order_answer = obu_order_answer,
};
