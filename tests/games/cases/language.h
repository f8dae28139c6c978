/* What any game writes and reads, through random games: tests that each get the game's language as their state
 * (cmocka_unit_test_prestate). What it says in single cases is in words/ of the game (text_cases.h). */
#ifndef TESTS_CASES_LANGUAGE_H
#define TESTS_CASES_LANGUAGE_H

#include "games/cases/play.h"
#include "games/cases/text_cases.h"
#include "unit.h"

enum { CASE_ALL_MOVES = 8192, CASE_KINDS = 80 };

/* An event, who reads it, and the sentence. */
struct case_event {
    struct bil_event event;
    int viewer;
    const char *text;
};

/* A move that no text is read as, such as another program could send, at a position; why it is not legal. */
struct case_odd_move {
    const char *json;
    bil_move move;
    const char *sentence;
};

struct case_language {
    const struct bil_game *game;
    const char *letters; /* before the number of a rule: "OBU-" */
    const struct case_walk *walks;
    int walk_count;
    int (*kind)(const void *state); /* of the decision, from `first` to `last` */
    int first, last;
    bool all_kinds;               /* random games come to each of them */
    int written_every, why_every; /* of the decisions of one kind, this one is looked at */
    int stride, lines;            /* at one decision in so many, so many lines are typed */
    int (*all_moves)(const struct case_table *table, bil_move moves[CASE_ALL_MOVES]); /* that a text can mean, legal or not */
    bool (*ambiguous)(const struct case_table *table, bil_move move);                 /* may be read as another one; may be NULL */
    const char *words;                                                                /* of which lines are made, with blanks */
    const char *(*name)(const struct case_table *table, struct bil_random *dice);     /* a name beside them; may be NULL */
    const struct case_event *events; /* at a table of so many seats with those options; the last has no text */
    int event_seats, event_kinds;
    const char *event_options;
    int16_t cards[2];                /* two that events can speak of */
    int rounds;                      /* through the walks, until every event has happened */
    const struct case_odd_move *odd; /* the last has no text */
};

/* Every move is read as it is written. Any line is a move, which is written as it is read, or gets a sentence. */
void case_moves_are_read_as_written(void **language);
void case_any_line_gets_an_answer(void **language);

/* Every viewer reads a whole sentence on what is asked. There is a reason with a rule for exactly those moves that are not legal.
 */
void case_everybody_is_told_what_is_asked(void **language);
void case_every_illegal_move_has_a_reason(void **language);
void case_odd_moves_get_a_sentence(void **language);

/* Every kind of event has its sentences. To every viewer every event of a game is a whole sentence without a mark left over, and
 * the same sentence whatever a hidden card is. */
void case_every_event_has_its_sentence(void **language);
void case_no_event_says_too_much(void **language);

/* For single texts: how a move reads to a viewer; why it is not legal on a view. */
void case_expect_text(const struct case_table *table, bil_move move, int viewer, const char *expected);
void case_expect_why(const struct case_table *table, const void *view, bil_move move, const char *expected);

#define CASE_TEST(test, language) cmocka_unit_test_prestate(test, (void *)(uintptr_t) & (language))

#endif
