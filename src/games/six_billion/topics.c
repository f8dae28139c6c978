/* 6 Billion: the pages of `rules`, in the order in which somebody new would read them.
 *
 * Nothing but the list: the texts stand in topics_play.c and topics_cards.c. */
#include "games/six_billion/topics.h"

#include "games/six_billion/state.h"

const struct bil_topic six_topics[] = {
    {"overview", "What it is about", BIL_TOPIC_TEXT(six_topic_overview)},
    {"setup", "Before the first turn", BIL_TOPIC_TEXT(six_topic_setup)},
    {"turn", "A game turn, a faction's turn", BIL_TOPIC_TEXT(six_topic_turn)},
    {"growth", "Free doubling and growth limits", BIL_TOPIC_TEXT(six_topic_growth)},
    {"boxes", "Holding boxes and establishment", BIL_TOPIC_TEXT(six_topic_boxes)},
    {"population", "What a token can give", BIL_TOPIC_TEXT(six_topic_population)},
    {"distances", "Distances and destinations", BIL_TOPIC_TEXT(six_topic_distances)},
    {"treaty", "The Opening Treaty and consent", BIL_TOPIC_TEXT(six_topic_treaty)},
    {"neutrals", "Neutral factions", BIL_TOPIC_TEXT(six_topic_neutrals)},
    {"actions", "Actions", BIL_TOPIC_TEXT(six_topic_actions)},
    {"cards", "All playing cards", BIL_TOPIC_TEXT(six_topic_cards)},
    {"colonies", "New Colony and Migrants", BIL_TOPIC_TEXT(six_topic_colonies)},
    {"doubling", "Double and Recycle", BIL_TOPIC_TEXT(six_topic_doubling)},
    {"attacks", "New Colony In Trouble, This Is Our Home", BIL_TOPIC_TEXT(six_topic_attacks)},
    {"discoveries", "Make A Discovery and Discovery cards", BIL_TOPIC_TEXT(six_topic_discoveries)},
    {"cancel", "Cancel cards", BIL_TOPIC_TEXT(six_topic_cancel)},
    {"response", "Power Politics and War", BIL_TOPIC_TEXT(six_topic_response)},
    {"windows", "Windows: who is asked, and when", BIL_TOPIC_TEXT(six_topic_windows)},
    {"drawing", "Discarding and drawing", BIL_TOPIC_TEXT(six_topic_drawing)},
    {"agendas", "Hidden Agendas", BIL_TOPIC_TEXT(six_topic_agendas)},
    {"track", "The Discovery Track (option)", BIL_TOPIC_TEXT(six_topic_track)},
    {"powers", "Powers over the order of turn (option)", BIL_TOPIC_TEXT(six_topic_powers)},
    {"end", "The end of the game", BIL_TOPIC_TEXT(six_topic_end)},
    {"scoring", "Scoring and winning", BIL_TOPIC_TEXT(six_topic_scoring)},
    {"options", "House options", BIL_TOPIC_TEXT(six_topic_options)},
    {"variants", "Known ways to play otherwise", BIL_TOPIC_TEXT(six_topic_variants)},
    {"secrets", "What is open and what is not", BIL_TOPIC_TEXT(six_topic_secrets)},
    {"moves", "How moves are written", BIL_TOPIC_TEXT(six_topic_moves)},
    {"reconstructed", "What is published and what is ours", BIL_TOPIC_TEXT(six_topic_reconstructed)},
    {NULL, NULL, NULL},
};
