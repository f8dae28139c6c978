/* 6 Billion: the texts of topics_play.c and topics_cards.c, for the table in topics.c. Private to these three. */
#ifndef SIX_BILLION_TOPICS_H
#define SIX_BILLION_TOPICS_H

extern const char six_topic_overview[];
extern const char six_topic_setup[];
extern const char six_topic_turn[];
extern const char six_topic_growth[];
extern const char six_topic_boxes[];
extern const char six_topic_population[];
extern const char six_topic_distances[];
extern const char six_topic_treaty[];
extern const char six_topic_neutrals[];
extern const char six_topic_actions[];
extern const char six_topic_end[];
extern const char six_topic_scoring[];
extern const char six_topic_cards[];
extern const char six_topic_colonies[];
extern const char six_topic_doubling[];
extern const char six_topic_attacks[];
extern const char six_topic_discoveries[];
extern const char six_topic_cancel[];
extern const char six_topic_response[];
extern const char six_topic_windows[];
extern const char six_topic_drawing[];
extern const char six_topic_agendas[];
extern const char six_topic_track[];
extern const char six_topic_powers[];
extern const char six_topic_options[];
extern const char six_topic_variants[];
extern const char six_topic_secrets[];
extern const char six_topic_moves[];
extern const char six_topic_reconstructed[];

#endif
