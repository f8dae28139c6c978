/* For the tests of what a game says to people: cases from FOLDER/FILE.json, and walks through random games. */
#ifndef TESTS_CASES_TEXT_CASES_H
#define TESTS_CASES_TEXT_CASES_H

#include "games/cases/table.h"

/* Runs FOLDER/FILE.json: {"cases": [{"id":..., "position":..., LIST: [[...], ...]}]}. For every entry of a member `list` of a case,
 * `check` gets the table and the entry's texts; false and a sentence if it does not hold. Each case is one test. */
struct case_said {
    struct case_table *table;
    const char *text[3]; /* the entry's texts; missing ones are "" */
    int number[3];       /* where an entry holds a number instead */
};
typedef bool case_said_check(const struct case_said *said, struct bil_error *error);
struct case_said_list {
    const char *list;
    case_said_check *check;
};
int case_said_run(const struct bil_game *which, const char *folder, const char *file, const struct case_said_list *lists,
                  int count);

/* The move that a text means to the actor (after the end: to seat 1), legal or not. Without a move *move stays what it was. */
bool case_said_parse(const struct case_table *table, const char *text, bil_move *move, bool *legal, struct bil_error *error);

/* Checks of the entries of a list: what is read as what (["add pet", "add Pet Pictures"]); what is no move, and the sentence on it,
 * with the move that was there before left alone (["add foo", "No Community is called ..."]); what a viewer is asked (["Seat 1
 * plays one card.", viewer]); why a move is not legal (["add Prank Channels", "You can't ... (OBU-70)."], with an empty sentence if
 * it is). */
bool case_parses(const struct case_said *said, struct bil_error *error);
bool case_fails(const struct case_said *said, struct bil_error *error);
bool case_prompts(const struct case_said *said, struct bil_error *error);
bool case_says_why(const struct case_said *said, struct bil_error *error);

/* What a legal move is said to be good for, and, in a game that offers answers, 1 if it is clearly best: ["pass", "...", 1]. */
bool case_explains(const struct case_said *said, struct bil_error *error);

/* The text of a topic of the game's rules. The pages fit a terminal and have an id each; they name only rules up to `rules`
 * ("OBU-70", with letters "OBU-"), `most` of them at least, and each page names one but those in `none`, which ends with NULL. */
const char *case_page(const struct bil_game *game, const char *id);
void case_check_pages(const struct bil_game *game, const char *letters, int rules, int most, const char *const *none);

/* Whether a sentence ends with the number of a rule: "(OBU-70).", with letters "OBU-". */
bool case_ends_with_rule(const char *letters, const char *sentence);

/* Plays random games and calls `visit` at every `stride`-th decision. False and a sentence, with the game and the decision, at the
 * first visit that fails. */
struct case_walk {
    int seats;
    const char *options;
    unsigned seed;
    int stride;
    bool fast;
};
typedef bool case_visit(const struct case_table *table, void *context, struct bil_error *error);
bool case_walk(const struct bil_game *game, const struct case_walk *walk, case_visit *visit, void *context,
               struct bil_error *error);

#endif
