/* Any lines as what a bot in another program answers: each must be a legal move, a reason, an order, or get a sentence; a reason
 * that was read is read again as it was, a given order can be asked and ended.
 *
 * The first byte says which of some positions the question is about; the rest are lines. */
#include <stdlib.h>
#include <string.h>

#include "insist.h"
#include "places.h"
#include "table/external_bot_protocol.h"
#include "table/match_internal.h"

static void insist_legal(const struct bil_ask *ask, bil_move move)
{
    bool found = false;
    for (int i = 0; i < ask->count; i++) {
        found |= ask->moves[i] == move;
    }
    insist(found, "a move that is not legal");
}

static void take_reason(const struct bil_ask *ask, const char *text)
{
    struct bil_error error = {{0}};
    struct bil_reason reason;
    if (!bil_protocol_read_reason(ask, text, &reason, &error)) {
        insist(error.text[0], "a reason was refused without a sentence");
        return;
    }
    struct bil_text line = {0};
    struct bil_text again = {0};
    struct bil_reason second;
    insist_legal(ask, reason.move);
    bil_protocol_reason(ask, &reason, &line);
    line.data[line.length - 1] = 0; /* its end */
    insist(bil_protocol_read_reason(ask, bil_protocol_behind(line.data, "reason"), &second, &error), error.text);
    bil_protocol_reason(ask, &second, &again);
    again.data[again.length - 1] = 0;
    insist(strcmp(line.data, again.data) == 0 && reason.move == second.move, "written and read again it is another reason");
    bil_text_free(&line);
    bil_text_free(&again);
}

static void take_order(const struct bil_ask *ask, const char *words, struct bil_standing list[BIL_ORDERS], uint8_t *count)
{
    struct bil_error error = {{0}};
    struct bil_standing made;
    bil_move move = 0;
    if (!bil_standing_read(ask->game, ask->rules, ask->view, ask->seat, words, &made, &error) ||
        !bil_standing_add(ask->game, list, count, &made, &error)) {
        insist(error.text[0], "an order was refused without a sentence");
        return;
    }
    insist(*count > 0 && *count <= BIL_ORDERS, "more orders than there is room for");
    for (int i = 0; i < *count; i++) {
        if (bil_standing_ask(ask, &list[i], &move) == BIL_ORDER_ANSWERS) {
            insist_legal(ask, move);
        }
    }
}

static void take_line(const struct bil_ask *ask, const char *line, struct bil_standing list[BIL_ORDERS], uint8_t *count)
{
    struct bil_error error = {{0}};
    const char *behind = NULL;
    int fits = 0;
    if ((behind = bil_protocol_behind(line, "move")) != NULL) {
        const bil_move move = bil_protocol_read_move(ask, behind, &error);
        if (move) {
            insist_legal(ask, move);
        } else {
            insist(error.text[0], "a move was refused without a sentence");
        }
    } else if ((behind = bil_protocol_behind(line, "reason")) != NULL) {
        take_reason(ask, behind);
    } else if ((behind = bil_protocol_behind(line, "order")) != NULL) {
        take_order(ask, behind, list, count);
    } else if ((behind = bil_protocol_behind(line, "end")) != NULL) {
        const int found = bil_standing_find(list, *count, behind, &fits);
        if (fits == 1) {
            insist(found >= 0 && found < *count, "an order that is not there");
            bil_standing_forget(list, count, found);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct bil_standing list[BIL_ORDERS];
    uint8_t count = 0;
    if (length == 0) {
        return 0;
    }
    const struct bil_ask *ask = places_ask(bytes[0]);
    char *text = malloc(length);
    insist(text != NULL, "no memory");
    memcpy(text, bytes + 1, length - 1);
    text[length - 1] = 0;
    for (char *line = text; line;) {
        char *end = strchr(line, '\n');
        if (end) {
            *end = 0;
        }
        take_line(ask, line, list, &count);
        line = end ? end + 1 : NULL;
    }
    free(text);
    return 0;
}
