/* 6 Billion: the pages of `rules`, in the order in which somebody new would read them.
 *
 * Nothing but the list: the texts stand in topics_play.c and topics_cards.c. */
#include "games/six_billion/topics.h"

#include "games/six_billion/state.h"

const struct bil_topic six_topics[] = {
    {"overview", "What it is about", six_topic_overview},
    {"setup", "Before the first turn", six_topic_setup},
    {"turn", "A game turn, a faction's turn", six_topic_turn},
    {"growth", "Free doubling and growth limits", six_topic_growth},
    {"boxes", "Holding boxes and establishment", six_topic_boxes},
    {"population", "What a token can give", six_topic_population},
    {"distances", "Distances and destinations", six_topic_distances},
    {"treaty", "The Opening Treaty and consent", six_topic_treaty},
    {"neutrals", "Neutral factions", six_topic_neutrals},
    {"actions", "Actions", six_topic_actions},
    {"cards", "All playing cards", six_topic_cards},
    {"colonies", "New Colony and Migrants", six_topic_colonies},
    {"doubling", "Double and Recycle", six_topic_doubling},
    {"attacks", "New Colony In Trouble, This Is Our Home", six_topic_attacks},
    {"discoveries", "Make A Discovery and Discovery cards", six_topic_discoveries},
    {"cancel", "Cancel cards", six_topic_cancel},
    {"response", "Power Politics and War", six_topic_response},
    {"windows", "Windows: who is asked, and when", six_topic_windows},
    {"drawing", "Discarding and drawing", six_topic_drawing},
    {"agendas", "Hidden Agendas", six_topic_agendas},
    {"track", "The Discovery Track (option)", six_topic_track},
    {"powers", "Powers over the order of turn (option)", six_topic_powers},
    {"end", "The end of the game", six_topic_end},
    {"scoring", "Scoring and winning", six_topic_scoring},
    {"options", "House options", six_topic_options},
    {"variants", "Known ways to play otherwise", six_topic_variants},
    {"secrets", "What is open and what is not", six_topic_secrets},
    {"moves", "How moves are written", six_topic_moves},
    {"reconstructed", "What is published and what is ours", six_topic_reconstructed},
    {NULL, NULL, NULL},
};
