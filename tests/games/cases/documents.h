/* Tests of the documents of any game, positions and editions, from rows in a JSON file; each of its objects is one test:
 *
 *     {"refused_positions": [{"id": "hands", "head": {"format": 1, ...}, "rows": [[{"hands": 1}, "\"hands\" must be ..."]]}],
 *      "refused_editions": [{"id": ..., "head": ..., "seats": 4, "options": {"track": "on"}, "rows": ...}],
 *      "editions": [{"id": ..., "seats": 4, "options": ..., "edition": {...}, "printed": [{"name": "mine", "note": ""}]}],
 *      "hashes": [{"id": ..., "seats": 3, "rows": [[{...}, {"earth-limit": "32"}, true]]}]}
 *
 * A document that is refused has the members of `head`, if there is one, and those of the row; the sentence must be the row's to
 * the letter. An edition must be printed with each piece of `printed` (case_text_has), and read back as the same rules to the byte;
 * the one that is compiled in, too. Of `hashes` each row is an edition, options, and whether its hash is that of the first row. */
#ifndef TESTS_CASES_DOCUMENTS_H
#define TESTS_CASES_DOCUMENTS_H

#include "games/cases/text_cases.h"

/* Runs the tests of a file, a path below tests/; how many failed. */
int case_documents_run(const struct bil_game *game, const char *path);

/* Rules of an edition; NULL and a sentence if it is refused. `setting` may be NULL. Free them with free(). */
void *case_edition_rules(const struct bil_game *game, const char *json, int seats, const struct bil_setting *setting,
                         struct bil_error *error);

/* Fails the test unless the edition of the rules is printed with `printed` in it and, read again, is the same rules to the byte. */
void case_edition_there_and_back(const struct bil_game *game, const void *rules, int seats, const char *printed);

/* Whether a document, printed, has the members (or the entries) of `wanted` one after the other. Where "..." is among them, there
 * may be anything. */
bool case_text_has(const char *document, const struct bil_value *wanted, struct bil_error *error);

/* For case_walk(): state and views are written as documents and read back to the byte. `context`, if there is one, are words that
 * each must have been in such a document by the end, which case_words_seen() says. */
enum { CASE_WORDS = 64 };
struct case_words {
    const char *const *word; /* ends with NULL */
    int seen[CASE_WORDS];
};
bool case_there_and_back(const struct case_table *table, void *context, struct bil_error *error);
bool case_words_seen(const struct case_words *words, struct bil_error *error);

#endif
