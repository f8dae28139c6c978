/* Ford: the one struct by which everybody else knows this game, and its rules for people. */
#include "third_game/state.h"

static const struct bil_topic topics[] = {
    {"play", "How to play",
     "You cross a river on Stones and want to get rid of your cards. In your turn\n"
     "lay a Stone whose number is at most one away from the top of the river, or\n"
     "draw a card, or take the top Stone of the river into your hand. When the deck\n"
     "is empty, waiting takes the place of drawing.\n"},
    {"slip", "Slips and Floods",
     "When a Stone is laid, every other seat that could hold a Slip is asked: a\n"
     "Slip puts the Stone back into the hand it came from, where all know it to be.\n"
     "Its owner may steady it with a Slip of its own. A Flood that is drawn washes\n"
     "one to three Stones away, but never the last.\n"},
    {"points", "The end",
     "The game ends when a hand is empty after a turn, or after the last round. Each\n"
     "Stone in a hand costs its number, a Slip 4; an empty hand is worth 5. With\n"
     "equal points fewer cards are better.\n"},
    {NULL, NULL, NULL},
};

static const char *const tie_breaks[] = {"points", "fewer cards", NULL};
static const char *const endings[] = {"the last round", "an empty hand", NULL};

const struct bil_game bil_game_ford = {
    .id = "ford",
    .title = "Ford",
    .summary = "Cross a river on Stones that others let slip: a small game to test with.",
    .min_seats = 2,
    .max_seats = FORD_SEATS,
    .revision = 1,
    .rules_size = sizeof(struct ford_rules),
    .state_size = sizeof(struct ford_state),
    .facts_size = FORD_FACTS,
    .pass = FORD_PASS,
    .max_moves = 5, /* three Stones at most fit on the river's top; draw or wait; take */
    .options = ford_options,
    .topics = topics,
    .tie_breaks = tie_breaks,
    .advice_scale = 2,
    .length_unit = "rounds",
    .endings = endings,
    .rules_init = ford_rules_init,
    .make_fast = ford_make_fast,
    .edition_json = ford_edition_json,
    .setup = ford_setup,
    .actor = ford_actor,
    .moves = ford_moves,
    .pick = NULL, /* five moves are listed as fast as picked from */
    .apply = ford_apply,
    .recorded = ford_recorded,
    .score = ford_score,
    .rank = ford_rank,
    .length = ford_length,
    .ending = ford_ending,
    .hide = ford_hide,
    .deal = ford_deal,
    .check = ford_check,
    .advise = ford_advise,
    .explain = ford_explain,
    .notation = &ford_notation,
    .why_not = ford_why_not,
    .prompt = ford_prompt,
    .event_text = ford_event_text,
    .event_words = ford_event_words,
    .position = ford_position,
    .draw = ford_draw_table,
    .orders = &ford_orders,
};
