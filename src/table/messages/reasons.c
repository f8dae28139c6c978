/* Makes a small table of a bot's reasons (reasons.h). Must never name what the seat may not know: moves are written as
 * that seat reads them. */
#include "table/messages/reasons.h"
#include "kit/notation.h"

#include <inttypes.h>
#include <math.h>

static void whole(uint64_t number, struct bil_text *out)
{
    if (number >= 1000) {
        whole(number / 1000, out);
        bil_text_format(out, ",%03" PRIu64, number % 1000);
    } else {
        bil_text_format(out, "%" PRIu64, number);
    }
}

void bil_reasons_points(double points, struct bil_text *out)
{
    if (fabs(points) < 99.95) {
        bil_text_format(out, "%.1f", fabs(points) < 0.05 ? 0.0 : points);
        return;
    }
    bil_text_add(out, points < 0 ? "-" : "");
    whole((uint64_t)llround(fabs(points)), out);
}

static void move_words(const struct bil_choice *choice, bil_move move, struct bil_text *out)
{
    bil_move_text(choice->game, choice->rules, choice->view, move, choice->seat, out);
}

/* The moves that were tried often enough, by place; returns how many. */
static int told_moves(const struct bil_choice *choice, const struct bil_reason *told[BIL_REASONS_TOLD])
{
    int count = 0;
    for (int i = 0; i < choice->reasons->count && i < BIL_REASONS_TOLD; i++) {
        const struct bil_reason *reason = &choice->reasons->item[i];
        int at = count;
        if (choice->reasons->iterations > 0 && reason->visits < BIL_REASONS_TRIES) {
            continue;
        }
        for (; at > 0 && told[at - 1]->place[choice->seat] > reason->place[choice->seat]; at--) {
            told[at] = told[at - 1];
        }
        told[at] = reason;
        count++;
    }
    return count;
}

void bil_reasons_table(const struct bil_choice *choice, struct bil_text *out)
{
    const struct bil_reason *told[BIL_REASONS_TOLD];
    const int rows = told_moves(choice, told);
    struct bil_text text = {0};
    int widest = 4;
    for (int i = 0; i < rows; i++) {
        bil_text_clear(&text);
        move_words(choice, told[i]->move, &text);
        widest = (int)text.length > widest ? (int)text.length : widest;
    }
    if (rows > 0) {
        bil_text_format(out, "  %-*s  %8s  %8s  %5s\n", widest, "move", "tries", "points", "place");
    } else if (choice->reasons->count > 0) {
        bil_text_format(out, "It tried no move %d times: too few tries to tell.\n", BIL_REASONS_TRIES);
    }
    for (int i = 0; i < rows; i++) {
        bil_text_clear(&text);
        move_words(choice, told[i]->move, &text);
        bil_text_format(out, "  %-*s", widest, bil_text_string(&text));
        bil_text_clear(&text);
        whole(told[i]->visits, &text);
        bil_text_format(out, "  %8s", bil_text_string(&text));
        bil_text_clear(&text);
        bil_reasons_points(told[i]->points[choice->seat], &text);
        bil_text_format(out, "  %8s  %5.2f\n", bil_text_string(&text), told[i]->place[choice->seat]);
    }
    bil_text_free(&text);
}
