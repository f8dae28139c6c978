/* One Billion Users: the pages of `rules`, in the order in which somebody new would read them.
 *
 * Nothing but the list: the texts stand in topics_play.c and topics_cards.c. */
#include "games/one_billion_users/topics.h"

#include "games/one_billion_users/state.h"

const struct bil_topic obu_topics[] = {
    {"overview", "What it is about", obu_topic_overview},
    {"cards", "What is in the box", obu_topic_cards},
    {"setup", "Before the first turn", obu_topic_setup},
    {"deck", "The deck, its end, and Game Over", obu_topic_deck},
    {"turn", "A turn", obu_topic_turn},
    {"draw", "Drawing", obu_topic_draw},
    {"play", "The eight ways to play a card", obu_topic_play},
    {"communities", "Communities", obu_topic_communities},
    {"blockers", "Blockers", obu_topic_blockers},
    {"hotfixes", "Hotfixes", obu_topic_hotfixes},
    {"grind", "Grinding a Blocker down", obu_topic_grind},
    {"safeguards", "Safeguards", obu_topic_safeguards},
    {"counterplay", "Countering a Blocker", obu_topic_counterplay},
    {"poke", "Poke", obu_topic_poke},
    {"push", "Push, and answers to it", obu_topic_push},
    {"sacrifice", "Sacrificing a Blocker away", obu_topic_sacrifice},
    {"discard", "Discarding", obu_topic_discard},
    {"influencers", "The nine Influencers", obu_topic_influencers},
    {"events", "The thirteen Events", obu_topic_events},
    {"milestones", "Milestones", obu_topic_milestones},
    {"scoring", "Scoring and winning", obu_topic_scoring},
    {"networks", "Networks (Advanced Play)", obu_topic_networks},
    {"options", "House options", obu_topic_options},
    {"secrets", "What is open and what is not", obu_topic_secrets},
    {"moves", "How moves are written", obu_topic_moves},
    {"reconstructed", "What is published and what is ours", obu_topic_reconstructed},
    {NULL, NULL, NULL},
};
