/* Template: the members of a position, and the table drawn. A position is input like any other: the rows say what each member may
 * be, and `check` whether the whole can be. */
#include "games/template/state.h"
#include "kit/fields.h"

static int seats(const struct bil_doc *doc)
{
    const struct tpl_rules *rules = doc->rules;
    return rules->seats;
}

static int seats_and_nobody(const struct bil_doc *doc)
{
    return seats(doc) + 1;
}

static const struct bil_axis asked = {.what = "seat", .counted = seats_and_nobody, .count = BIL_MAX_SEATS + 1};
static const struct bil_axis by_seat = {.what = "seat", .counted = seats, .count = BIL_MAX_SEATS};
static const struct bil_field card = {.kind = BIL_FIELD_NUMBER, .bytes = 1, .high = TPL_CARDS};

const struct bil_field tpl_position[] = {
    {"hands", BIL_FIELD_EACH, .axis = &by_seat, .inside = &card, .offset = offsetof(struct tpl_state, hand), .stride = 1,
     .needed = true, .whole = true, .about = "the card of each seat, 0 where it is not known"},
    {"open", BIL_FIELD_EACH, .axis = &by_seat, .inside = &card, .offset = offsetof(struct tpl_state, open), .stride = 1,
     .needed = true, .whole = true, .about = "what each seat has changed away, or 0"},
    {"deck", BIL_FIELD_LIST, .inside = &card, .offset = offsetof(struct tpl_state, deck), .stride = 1, .high = TPL_CARDS,
     .counter = offsetof(struct tpl_state, deck_count), .needed = true, .about = "the deck, from the bottom"},
    {"asked", BIL_FIELD_WORD, BIL_LIES(struct tpl_state, turn), .axis = &asked,
     .about = "who is asked; one more than the seats when the game is over", .initial = "1"},
    {0},
};

void tpl_draw(const void *rules_, const void *view_, const struct bil_style *style, struct bil_text *out)
{
    (void)style;
    const struct tpl_rules *rules = rules_;
    const struct tpl_state *view = view_;
    for (int seat = 0; seat < rules->seats; seat++) {
        bil_text_format(out, "  seat %d: ", seat + 1);
        bil_text_format(out, view->hand[seat] ? "%d" : "?", view->hand[seat]);
        bil_text_format(out, view->open[seat] ? ", changed %d\n" : "\n", view->open[seat]);
    }
    bil_text_format(out, "  deck: %d\n", view->deck_count);
}
