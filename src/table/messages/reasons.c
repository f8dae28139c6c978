/* Makes sentences and small tables of a bot's reasons (reasons.h). Must never name what the seat may not know: moves are written as
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

/* The best of the other moves, or NULL. */
static const struct bil_reason *next_best(const struct bil_choice *choice)
{
    for (int i = 0; i < choice->reasons->count; i++) {
        if (choice->reasons->item[i].move != choice->move) {
            return &choice->reasons->item[i];
        }
    }
    return NULL;
}

static const struct bil_reason *chosen(const struct bil_choice *choice)
{
    for (int i = 0; i < choice->reasons->count; i++) {
        if (choice->reasons->item[i].move == choice->move) {
            return &choice->reasons->item[i];
        }
    }
    return NULL;
}

void bil_reasons_words(const struct bil_choice *choice, struct bil_text *out)
{
    const struct bil_reasons *reasons = choice->reasons;
    const struct bil_reason *own = chosen(choice);
    const struct bil_reason *other = next_best(choice);
    choice->game->explain(choice->rules, choice->view, choice->move, out);
    if (reasons->words[0]) {
        bil_text_format(out, "%s%s", out->length ? " " : "", reasons->words);
    }
    if (!own) {
        return;
    }
    bil_text_add(out, out->length ? " " : "");
    if (reasons->iterations > 0) {
        bil_text_add(out, "After ");
        whole(reasons->iterations, out);
        bil_text_add(out, reasons->iterations == 1 ? " try it expects " : " tries it expects ");
    } else {
        bil_text_add(out, "It expects ");
    }
    bil_reasons_points(own->points[choice->seat], out);
    bil_text_format(out, " points and place %.1f", own->place[choice->seat]);
    if (other) {
        bil_text_add(out, "; the next best, ");
        move_words(choice, other->move, out);
        bil_text_add(out, ", ");
        bil_reasons_points(other->points[choice->seat], out);
        bil_text_format(out, " and %.1f", other->place[choice->seat]);
    }
    bil_text_char(out, '.');
}

void bil_reasons_seats(const struct bil_choice *choice, struct bil_text *out)
{
    const struct bil_reason *own = chosen(choice);
    for (int seat = 0; own && seat < choice->seats; seat++) {
        bil_text_format(out, seat ? "; seat %d: " : "Seat %d: ", seat + 1);
        bil_reasons_points(own->points[seat], out);
        bil_text_format(out, " points, place %.1f", own->place[seat]);
    }
    bil_text_add(out, own ? "." : "");
}

void bil_reasons_table(const struct bil_choice *choice, struct bil_text *out)
{
    const struct bil_reasons *reasons = choice->reasons;
    const int rows = reasons->count < BIL_REASONS_TOLD ? reasons->count : BIL_REASONS_TOLD;
    struct bil_text text = {0};
    int widest = 4;
    for (int i = 0; i < rows; i++) {
        bil_text_clear(&text);
        move_words(choice, reasons->item[i].move, &text);
        widest = (int)text.length > widest ? (int)text.length : widest;
    }
    if (rows > 0) {
        bil_text_format(out, "  %-*s  %8s  %8s  %5s\n", widest, "move", "tries", "points", "place");
    }
    for (int i = 0; i < rows; i++) {
        const struct bil_reason *reason = &reasons->item[i];
        bil_text_clear(&text);
        move_words(choice, reason->move, &text);
        bil_text_format(out, "  %-*s", widest, bil_text_string(&text));
        bil_text_clear(&text);
        whole(reason->visits, &text);
        bil_text_format(out, "  %8s", bil_text_string(&text));
        bil_text_clear(&text);
        bil_reasons_points(reason->points[choice->seat], &text);
        bil_text_format(out, "  %8s  %5.2f\n", bil_text_string(&text), reason->place[choice->seat]);
    }
    bil_text_free(&text);
}
