/* 6 Billion: the words that every sentence of this folder shares: names of factions, sites and cards, amounts, who is "you", what a
 * window is about.
 *
 * For people only. No rule ever reads a string, and nothing here changes a state. Numbers that name nothing are written as "?". */
#ifndef SIX_BILLION_WORDS_H
#define SIX_BILLION_WORDS_H

#include "games/six_billion/state.h"

/* Names that can be asked for with any number; "?" where there is nothing. */
const char *six_site_word(int site);                                      /* "belt": as records write it */
const char *six_site_short(int site);                                     /* "Belt", before "token" or "box" */
const char *six_site_place(int site);                                     /* "the Belt", "Earth": where something is */
const char *six_faction_word(const struct six_rules *rules, int faction); /* "red": as records write it */
const char *six_card_word(int card);                                      /* "colony6-other": as records write it */
const char *six_find_word(int find);                                      /* "venus", "dollar" */
const char *six_find_name(int find);                                      /* "Venus", "Dollar" */
const char *six_symbol_name(int symbol);                                  /* "Dollar" */

/* Factions. The one whose number `viewer` is, is "you". */
void six_add_faction(struct bil_text *out, const struct six_rules *rules, int faction, int viewer, bool begins); /* "Red", "Neutral
                                                                                                                    Pink", "you" */
void six_add_owner(struct bil_text *out, const struct six_rules *rules, int faction, int viewer, bool begins); /* "Red's", "your" */

/* A card as people say it: "New Colony (distance 6, another player)". */
void six_add_card(struct bil_text *out, const struct six_rules *rules, int card);

/* Amounts. */
int six_people(int level); /* of any number; six_population with the bounds looked at */
void six_add_billions(struct bil_text *out, int billions);
void six_add_count(struct bil_text *out, int count, const char *thing); /* "1 card", "3 cards" */
const char *six_ordinal(int place);                                     /* of 1 to 6: "first", "second" */

/* Lists: "A, B and C", with `last` before the last one. */
void six_add_sites(struct bil_text *out, unsigned sites, const char *last); /* "Earth, Mars or the Belt" */
void six_add_steps(struct bil_text *out, const struct six_state *state, int faction, unsigned sites, int step,
                   const char *last);                                                                      /* "Earth (4 to 8)" */
void six_add_codes(struct bil_text *out, uint32_t kinds, const char *last);                                /* "death or famine" */
void six_add_cards(struct bil_text *out, const struct six_rules *rules, uint32_t kinds, const char *last); /* "Death or War" */
void six_add_factions(struct bil_text *out, const struct six_rules *rules, unsigned factions, const char *last); /* "red or pink" */

/* What a Cancel window is about, as a whole clause: "Red's Earth token is to double freely, from 4 to 8". */
void six_add_event(struct bil_text *out, const struct six_rules *rules, const struct six_state *state, int viewer);

#endif
