/* The legal moves as a person sees them. Must never change the order of the moves: the numbers on the screen are those a script
 * relies on. Knows nothing of what the words of a move mean. */
#include "terminal/offer.h"
#include "kit/page.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL = 14, STOP = 11 };

/* ------------------------------------------------------------------ the list */

void bil_offer_make(struct bil_offer *offer, const struct bil_match *match)
{
    bil_text_clear(&offer->texts);
    offer->count = match->move_count;
    for (int i = 0; i < match->move_count; i++) {
        offer->begin[i] = offer->texts.length;
        bil_match_move_text(match, match->move[i], &offer->texts);
        bil_text_add_bytes(&offer->texts, "", 1);
    }
}

void bil_offer_free(struct bil_offer *offer)
{
    bil_text_free(&offer->texts);
    offer->count = 0;
}

const char *bil_offer_text(const struct bil_offer *offer, int index)
{
    return offer->texts.data + offer->begin[index];
}

/* How much of a move's text names its kind: the verb, and a number behind it ("block 2"). */
static size_t kind_length(const char *text)
{
    size_t length = strcspn(text, " ");
    const size_t digits = text[length] ? strspn(text + length + 1, "0123456789") : 0;
    if (digits > 0 && text[length + 1 + digits] == ' ') {
        length += 1 + digits;
    }
    return text[length] ? length : 0;
}

/* The text after the number of a move: its notation without the kind; of a move that differs from the one before it only in a
 * last number, no more than "to 3". */
static const char *rest_of(const struct bil_offer *offer, int index, int before)
{
    const char *text = bil_offer_text(offer, index);
    const size_t kind = kind_length(text);
    const char *rest = kind > 0 ? text + kind + 1 : text;
    const char *last = strrchr(rest, ' ');
    if (before < 0 || !last || last[1 + strspn(last + 1, "0123456789")] != 0) {
        return rest;
    }
    const char *other = bil_offer_text(offer, before);
    if (strncmp(text, other, (size_t)(last + 1 - text)) != 0 || !isdigit((unsigned char)other[last + 1 - text])) {
        return rest;
    }
    while (last > rest && last[-1] != ' ') {
        last--;
    }
    return last;
}

static bool same_kind(const struct bil_offer *offer, int one, int other)
{
    const size_t kind = kind_length(bil_offer_text(offer, one));
    return kind == kind_length(bil_offer_text(offer, other)) &&
           strncmp(bil_offer_text(offer, one), bil_offer_text(offer, other), kind) == 0;
}

/* Tab stops `STOP` columns apart or a little more, so that a row of `room` columns ends at the last. */
static int stop_at(int room, int number)
{
    const int stops = room / STOP > 1 ? room / STOP : 1;
    return number * room / stops;
}

/* All moves of the kind of move `first`: as many in a row as fit, each at a tab stop. */
static void show_kind(const struct bil_offer *offer, int first, int label, struct bil_screen *screen)
{
    const char *accent = bil_screen_tone(screen, BIL_ACCENT);
    const char *plain = bil_screen_tone(screen, BIL_PLAIN);
    const int room = screen->columns - label - 1;
    struct bil_text row = {0};
    int used = 0;
    for (int i = first, before = -1, stop = 0; i < offer->count; i++) {
        if (!same_kind(offer, first, i)) {
            continue;
        }
        const char *text = bil_offer_text(offer, i);
        const size_t kind = kind_length(text);
        const char *rest = rest_of(offer, i, before);
        int width = bil_columns_of(rest, strlen(rest)) + (i < 99 ? 6 : 7);
        const bool series = rest == rest_of(offer, i, -1) && i + 1 < offer->count && same_kind(offer, i, i + 1) &&
                            rest_of(offer, i + 1, i) != rest_of(offer, i + 1, -1); /* it has a row of its own */
        if (i > first && (series || used + width > room)) {
            bil_screen_lines(screen, label + 7, bil_text_string(&row));
            bil_text_clear(&row);
            rest = rest_of(offer, i, -1);
            width = bil_columns_of(rest, strlen(rest)) + (i < 99 ? 6 : 7);
        }
        if (row.length == 0) {
            const int shown = i == first ? (int)kind : 0;
            bil_text_char(&row, ' ');
            bil_text_add_bytes(&row, text, (size_t)shown);
            bil_text_repeat(&row, " ", label - shown);
            used = 0;
            stop = 0;
        }
        bil_text_format(&row, " %s%s[%d]%s %s", i < 9 ? " " : "", accent, i + 1, plain, rest);
        const int ends = used + width;
        while (stop_at(room, stop) < ends) {
            stop++;
        }
        used = stop_at(room, stop);
        bil_text_repeat(&row, " ", used - ends);
        before = i;
    }
    bil_screen_lines(screen, label + 7, bil_text_string(&row));
    bil_text_free(&row);
}

void bil_offer_show(const struct bil_offer *offer, struct bil_screen *screen)
{
    int label = 0;
    for (int i = 0; i < offer->count; i++) {
        const int kind = (int)kind_length(bil_offer_text(offer, i));
        label = kind > label && kind <= LABEL ? kind : label;
    }
    for (int i = 0; i < offer->count; i++) {
        int first = 0; /* of its kind: the whole kind is shown there */
        while (!same_kind(offer, first, i)) {
            first++;
        }
        if (first == i) {
            show_kind(offer, i, label, screen);
        }
    }
}

bool bil_offer_number(const char *words, int *number)
{
    const char *digits = *words == '#' ? words + 1 : words;
    const size_t length = strspn(digits, "0123456789");
    if (length == 0 || digits[length] != 0) {
        return false;
    }
    *number = length > 6 ? 0 : atoi(digits);
    return true;
}
