/* 6 Billion: reading sites, factions, cards, Discovery Tracks and whole moves out of typed words, for parse.c.
 *
 * Private to parse.c, reading.c and reading_moves.c. Every reader that fails has written its sentence. */
#ifndef SIX_BILLION_READING_H
#define SIX_BILLION_READING_H

#include "games/six_billion/names.h"
#include "games/six_billion/words.h"

struct six_reading {
    const struct six_rules *rules;
    const struct six_state *state;
    const struct six_frame *top;
    int me;       /* whose decision it is */
    bool sees_me; /* the reader may see that seat's hand and legal moves */
    struct bil_error *error;
};

/* Writes the sentence, frees it, returns false. */
bool six_fail_with(const struct six_reading *reading, struct bil_text *sentence);

/* What the words can mean, bit by number; 0 if nothing. */
unsigned six_sites_meant(const char *word);
unsigned six_factions_meant(const struct six_reading *reading, const char *word);
uint32_t six_cards_meant(const struct six_reading *reading, const char *joined);
unsigned six_finds_meant(const char *word);
unsigned six_symbols_meant(const char *word);

/* The one that is meant. */
bool six_read_site(const struct six_reading *reading, const char *word, int *site);
bool six_read_faction(const struct six_reading *reading, const char *word, int *faction);
bool six_read_find(const struct six_reading *reading, const char *word, int *find);
bool six_read_symbol(const struct six_reading *reading, const char *word, int *symbol);
/* A card whose name is all of `joined`. Of several that fit, the one among `near` counts: the hand, or the open cards. */
bool six_read_card(const struct six_reading *reading, const char *joined, uint32_t near, int *card);
/* One or two cards whose names fill the words from `first` on; the second is SIX_NO_CARD if there is one. */
bool six_read_cards(const struct six_reading *reading, const struct six_words *words, int first, uint32_t near, int card[2]);

/* Kinds in the deciding hand, if the reader may see it, and among the open cards. */
uint32_t six_kinds_in_hand(const struct six_reading *reading);
uint32_t six_kinds_open(const struct six_reading *reading);

/* "asteroid belt" is the belt. */
void six_cut_asteroid(struct six_words *words);

/* reading_moves.c: what the words behind a verb make of it. `card` is the card that the verb itself names, or SIX_NO_CARD. */
typedef bool six_reader(const struct six_reading *reading, enum six_verb verb, int card, struct six_words *words, bil_move *move);
six_reader six_read_none, six_read_at_site, six_read_people, six_read_double, six_read_trouble, six_read_discover,
    six_read_find_move, six_read_symbol_move, six_read_card_move, six_read_drop, six_read_draw, six_read_send, six_read_power;

#endif
