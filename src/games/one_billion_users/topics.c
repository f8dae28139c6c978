/* One Billion Users: the pages of `rules`, in the order in which somebody new would read them.
 *
 * Nothing but the list: the texts stand in topics_play.c and topics_cards.c. */
#include "games/one_billion_users/topics.h"

#include "games/one_billion_users/state.h"

const struct bil_topic obu_topics[] = {
    {"overview", "What it is about", BIL_TOPIC_TEXT(obu_topic_overview)},
    {"cards", "What is in the box", BIL_TOPIC_TEXT(obu_topic_cards)},
    {"setup", "Before the first turn", BIL_TOPIC_TEXT(obu_topic_setup)},
    {"deck", "The deck, its end, and Game Over", BIL_TOPIC_TEXT(obu_topic_deck)},
    {"turn", "A turn", BIL_TOPIC_TEXT(obu_topic_turn)},
    {"draw", "Drawing", BIL_TOPIC_TEXT(obu_topic_draw)},
    {"play", "The eight ways to play a card", BIL_TOPIC_TEXT(obu_topic_play)},
    {"communities", "Communities", BIL_TOPIC_TEXT(obu_topic_communities)},
    {"blockers", "Blockers", BIL_TOPIC_TEXT(obu_topic_blockers)},
    {"hotfixes", "Hotfixes", BIL_TOPIC_TEXT(obu_topic_hotfixes)},
    {"grind", "Grinding a Blocker down", BIL_TOPIC_TEXT(obu_topic_grind)},
    {"safeguards", "Safeguards", BIL_TOPIC_TEXT(obu_topic_safeguards)},
    {"counterplay", "Countering a Blocker", BIL_TOPIC_TEXT(obu_topic_counterplay)},
    {"poke", "Poke", BIL_TOPIC_TEXT(obu_topic_poke)},
    {"push", "Push, and answers to it", BIL_TOPIC_TEXT(obu_topic_push)},
    {"sacrifice", "Sacrificing a Blocker away", BIL_TOPIC_TEXT(obu_topic_sacrifice)},
    {"discard", "Discarding", BIL_TOPIC_TEXT(obu_topic_discard)},
    {"influencers", "The nine Influencers", BIL_TOPIC_TEXT(obu_topic_influencers)},
    {"events", "The thirteen Events", BIL_TOPIC_TEXT(obu_topic_events)},
    {"milestones", "Milestones", BIL_TOPIC_TEXT(obu_topic_milestones)},
    {"scoring", "Scoring and winning", BIL_TOPIC_TEXT(obu_topic_scoring)},
    {"networks", "Networks (Advanced Play)", BIL_TOPIC_TEXT(obu_topic_networks)},
    {"options", "House options", BIL_TOPIC_TEXT(obu_topic_options)},
    {"secrets", "What is open and what is not", BIL_TOPIC_TEXT(obu_topic_secrets)},
    {"moves", "How moves are written", BIL_TOPIC_TEXT(obu_topic_moves)},
    {"reconstructed", "What is published and what is ours", BIL_TOPIC_TEXT(obu_topic_reconstructed)},
    {NULL, NULL, NULL},
};
