/* Any line as a move: each means one, legal or not, or gets a sentence. What is read is written, and read again is the same; a move
 * that is legal has a number and comes back from it.
 *
 * The first byte says which of some positions the question is about; the rest is the line. */
#include <stdlib.h>
#include <string.h>

#include "insist.h"
#include "kit/notation.h"
#include "places.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void read_again(const struct bil_ask *ask, bil_move move)
{
    struct bil_text text = {0};
    struct bil_text parts = {0};
    struct bil_error error = {{0}};
    bil_move again = 0;
    bil_move_text(ask->game, ask->rules, ask->view, move, BIL_EVERYBODY, &text);
    bil_move_json(ask->game, ask->rules, ask->view, move, BIL_EVERYBODY, &parts);
    if (!strchr(bil_text_string(&text), '?')) { /* what there is not in this match has no name */
        struct bil_text other = {0};
        insist(bil_move_parse(ask->game, ask->rules, ask->view, bil_text_string(&text), &again, &error), error.text);
        bil_move_text(ask->game, ask->rules, ask->view, again, BIL_EVERYBODY, &other);
        const bool taken = strncmp(bil_text_string(&text), "take ", 5) == 0; /* from the pile, where that card lies on top */
        insist(taken || strcmp(bil_text_string(&text), bil_text_string(&other)) == 0, "written and read again it is another move");
        bil_text_free(&other);
    }
    for (int i = 0; i < ask->count; i++) {
        if (ask->moves[i] == move) {
            struct bil_actions actions;
            bil_actions_make(ask->game, &actions);
            const int action = bil_action_of(&actions, move);
            insist(action >= 0 && bil_action_move(&actions, ask->rules, ask->view, action) == move, "its number is another move");
        }
    }
    bil_text_free(&text);
    bil_text_free(&parts);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct bil_error error = {{0}};
    bil_move move = 0;
    bil_move found[BIL_MAX_MOVES];
    if (length == 0) {
        return 0;
    }
    const struct bil_ask *ask = places_ask(bytes[0]);
    char *text = malloc(length);
    insist(text != NULL, "no memory");
    memcpy(text, bytes + 1, length - 1);
    text[length - 1] = 0;
    if (bil_move_parse(ask->game, ask->rules, ask->view, text, &move, &error)) {
        insist(move != 0, "a move that is none");
        read_again(ask, move);
    } else {
        insist(error.text[0] && move == 0, "a line was refused without a sentence, or left something");
    }
    insist(bil_move_find(ask->game, ask->rules, ask->view, text, found) <= ask->count, "more moves than there are");
    free(text);
    return 0;
}
