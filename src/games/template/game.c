/* Template: the one struct by which everybody else knows this game. */
#include "games/template/state.h"
#include "kit/options.h"

static const struct bil_option options[] = {{0}};

static const struct bil_topic topics[] = {
    {"play", "How to play",
     "Everybody has one card. In turn, keep it or change it for the top of the deck;\n"
     "what is changed away is laid open. The highest card wins.\n"},
    {NULL, NULL, NULL},
};

static const char *const tie_breaks[] = {"points", NULL};

const struct bil_game bil_game_template = {
    .id = "template",
    .title = "Template",
    .summary = "Keep or change one card: a game to copy from.",
    .min_seats = 2,
    .max_seats = BIL_MAX_SEATS,
    .revision = 1,
    .rules_size = sizeof(struct tpl_rules),
    .state_size = sizeof(struct tpl_state),
    .facts_size = sizeof(struct tpl_state),
    .max_moves = 2, /* exactly the longest list there can be: it sizes everybody's arrays */
    .options = options,
    .topics = topics,
    .tie_breaks = tie_breaks,
    .advice_scale = 1,
    .rules_init = tpl_rules_init,
    .edition_json = tpl_edition_json,
    .setup = tpl_setup,
    .actor = tpl_actor,
    .moves = tpl_moves,
    .pick = NULL, /* may stay so: a speed-up for games that can pick without writing the list */
    .apply = tpl_apply,
    .recorded = tpl_recorded,
    .score = tpl_score,
    .rank = tpl_rank,
    .hide = tpl_hide,
    .deal = tpl_deal,
    .check = tpl_check,
    .advise = tpl_advise,
    .explain = tpl_explain,
    .notation = &tpl_notation,
    .why_not = tpl_why_not,
    .prompt = tpl_prompt,
    .event_text = tpl_event_text,
    .event_words = tpl_event_words,
    .position = tpl_position,
    .draw = tpl_draw,
    /* What is not named here is NULL or 0 and may stay so: length and ending (for reports), make_fast (there is nothing to skip),
     * standing orders, telling events in runs, what follows from a move, and what a laboratory counts. */
};
