/* One Billion Users: the texts of topics_play.c and topics_cards.c, for the table in topics.c. Private to these three. */
#ifndef ONE_BILLION_USERS_TOPICS_H
#define ONE_BILLION_USERS_TOPICS_H

extern const char obu_topic_overview[];
extern const char obu_topic_cards[];
extern const char obu_topic_setup[];
extern const char obu_topic_deck[];
extern const char obu_topic_turn[];
extern const char obu_topic_draw[];
extern const char obu_topic_play[];
extern const char obu_topic_communities[];
extern const char obu_topic_blockers[];
extern const char obu_topic_hotfixes[];
extern const char obu_topic_grind[];
extern const char obu_topic_safeguards[];
extern const char obu_topic_counterplay[];
extern const char obu_topic_poke[];
extern const char obu_topic_push[];
extern const char obu_topic_sacrifice[];
extern const char obu_topic_discard[];
extern const char obu_topic_influencers[];
extern const char obu_topic_events[];
extern const char obu_topic_milestones[];
extern const char obu_topic_scoring[];
extern const char obu_topic_networks[];
extern const char obu_topic_options[];
extern const char obu_topic_secrets[];
extern const char obu_topic_moves[];
extern const char obu_topic_reconstructed[];

#endif
