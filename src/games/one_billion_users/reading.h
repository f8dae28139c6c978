/* One Billion Users: reading cards and seats out of typed words, for parse.c.
 *
 * Private to parse.c and reading.c. Every reader that fails has written its sentence. */
#ifndef ONE_BILLION_USERS_READING_H
#define ONE_BILLION_USERS_READING_H

#include "games/one_billion_users/names.h"
#include "games/one_billion_users/words.h"

struct obu_reading {
    const struct obu_rules *rules;
    const struct obu_state *state;
    const struct obu_frame *top;
    const struct obu_seat *seat; /* whose decision it is */
    struct bil_error *error;
};

/* Writes the sentence, frees it, returns false. */
bool obu_fail_with(const struct obu_reading *reading, struct bil_text *sentence);

/* What was typed, in quotes, cut between two characters if it is long. */
void obu_add_typed(struct bil_text *out, const struct obu_words *typed);

/* The card that a verb is about. Words that are missing or fit none or several give a sentence that lists what could be meant. */
bool obu_read_card(const struct obu_reading *reading, enum obu_verb verb, const struct obu_words *typed, int *card);

/* The one card that the words fit, in the hand or else anywhere; -1 if there is none or several. */
int obu_any_card(const struct obu_reading *reading, const struct obu_words *typed);

/* Whether a verb is about a card of the hand or of one platform (and not about Influencers anywhere). */
bool obu_is_about_card(enum obu_verb verb);

/* Cut "to seat 3" off the end, "2" or "on seat 2" off the beginning; false, and nothing cut, if no number stands there. */
bool obu_cut_seat_behind(struct obu_words *words, int *number);
bool obu_cut_seat_before(struct obu_words *words, int *number);
bool obu_check_seat(const struct obu_reading *reading, int number);

#endif
