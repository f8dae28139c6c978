/* Leduc poker in words: moves, questions, events, positions, the table. What it means is in leduc.c. */
#include <stddef.h>
#include <string.h>

#include "bench/leduc.h"
#include "kit/fields.h"
#include "kit/notation.h"

static const char *const card_names[LEDUC_CARDS + 1] = {"?", "Js", "Jh", "Qs", "Qh", "Ks", "Kh"};
/* To call where nothing was raised is to check. */
static const char *action(const void *rules, const void *view, int number, int which, char room[BIL_NAME])
{
    static const char *const names[][2] = {{NULL, NULL}, {"fold", NULL}, {"call", "check"}, {"raise", NULL}};
    const struct leduc_state *state = view;
    (void)rules;
    (void)room;
    return which < 2 ? names[number][number == LEDUC_CALL && state->raises == 0 ? 1 - which : which] : NULL;
}

static const struct bil_nouns actions = {1 + LEDUC_RAISE, action};
static const struct bil_slot slots[] = {
    {.word = "ACTION", .thing = "action", .ask = "Fold, call or raise?", .nouns = &actions, .members = 14, .bits = 2, .at = {0}},
    {.word = NULL},
};
static const struct bil_verb verbs[] = {{0, "bet", "ACTION"}, {0, NULL, NULL}};
const struct bil_notation leduc_notation = {.verbs = verbs, .slots = slots};

void leduc_why_not(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    (void)rules;
    const struct leduc_state *state = view;
    if (state->over) {
        bil_text_add(out, "The game is over (LED-5, LED-6).");
    } else if (move == LEDUC_FOLD && state->raises == 0) {
        bil_text_add(out, "There is no raise to fold against; check instead (LED-2).");
    } else if (move == LEDUC_RAISE && state->raises == LEDUC_RAISES) {
        bil_text_add(out, "There were two raises in this round already; call or fold (LED-2).");
    } else if (move < LEDUC_FOLD || move > LEDUC_RAISE) {
        bil_text_add(out, "That is no move of this game (LED-2).");
    }
}

void leduc_prompt(const void *rules, const void *view, bool typed, struct bil_text *out)
{
    (void)rules;
    (void)typed;
    const struct leduc_state *state = view;
    const int seat = state->acts & 1;
    if (state->over) {
        bil_text_add(out, "The game is over.");
    } else if (state->raises == 0) {
        bil_text_format(out, "Check, or raise by %d.", leduc_raise(state));
    } else {
        bil_text_format(out, "Call for %d%s or fold.", state->stake[1 - seat] - state->stake[seat],
                        state->raises < LEDUC_RAISES ? ", raise" : "");
    }
}

/* No sentence says "you". */
unsigned leduc_addressed(const void *rules, const struct bil_event *event)
{
    (void)rules;
    (void)event;
    return 0;
}

void leduc_event_text(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out)
{
    (void)rules;
    const int seat = event->seat + 1;
    const bool sees = viewer == BIL_EVERYBODY || event->viewers == 0xFF || (viewer >= 0 && event->viewers >> viewer & 1);
    switch (event->kind) {
    case SAID_DEALT:
        bil_text_format(out, "Seat %d is dealt %s.", seat, sees ? card_names[event->a] : "a card");
        break;
    case SAID_BOARD:
        bil_text_format(out, "The board is %s.", card_names[event->a]);
        break;
    case SAID_FOLD:
        bil_text_format(out, "Seat %d folds.", seat);
        break;
    case SAID_CALL:
        bil_text_format(out, event->b ? "Seat %d calls." : "Seat %d checks.", seat);
        break;
    case SAID_RAISE:
        bil_text_format(out, "Seat %d raises to %d.", seat, event->a);
        break;
    case SAID_SHOWN:
        bil_text_format(out, "Seat 1 shows %s, seat 2 shows %s.", card_names[event->a], card_names[event->b]);
        break;
    default:
        break;
    }
}

static const char *const endings[] = {NULL, "showdown", "seat 1 folded", "seat 2 folded"};
static const struct bil_axis cards = {.what = "card", .words = card_names, .count = LEDUC_CARDS + 1};
static const struct bil_axis over = {.what = "ending", .words = endings, .count = 4};
static const struct bil_axis seats = {.what = "seat", .count = 2};
static const struct bil_field card = {.kind = BIL_FIELD_WORD, .bytes = 1, .axis = &cards};
static const struct bil_field stake = {.kind = BIL_FIELD_NUMBER, .bytes = 1, .low = LEDUC_ANTE, .high = 13};

static bool no_board(const struct bil_doc *doc)
{
    return ((const struct leduc_state *)doc->state)->board == 0;
}

static bool read_board(struct bil_doc *doc, const struct bil_value *value)
{
    (void)value;
    ((struct leduc_state *)doc->filled)->round = 1;
    return true;
}

static bool first_round(const struct bil_doc *doc)
{
    return ((const struct leduc_state *)doc->state)->round == 0;
}

static bool not_over(const struct bil_doc *doc)
{
    return ((const struct leduc_state *)doc->state)->over == 0;
}

const struct bil_field leduc_position[] = {
    {"cards", BIL_FIELD_EACH, .axis = &seats, .inside = &card, .offset = offsetof(struct leduc_state, card), .stride = 1,
     .needed = true, .whole = true},
    {"board", BIL_FIELD_WORD, BIL_LIES(struct leduc_state, board), .axis = &cards, .absent = no_board, .read = read_board},
    {"stakes", BIL_FIELD_EACH, .axis = &seats, .inside = &stake, .offset = offsetof(struct leduc_state, stake), .stride = 1,
     .needed = true, .whole = true},
    {"raises", BIL_FIELD_NUMBER, BIL_LIES(struct leduc_state, raises), .high = LEDUC_RAISES},
    {"acts", BIL_FIELD_NUMBER, BIL_LIES(struct leduc_state, acts), .high = LEDUC_RAISES + 1},
    {"earlier", BIL_FIELD_NUMBER, BIL_LIES(struct leduc_state, earlier), .high = LEDUC_RAISES + 2, .absent = first_round},
    {"over", BIL_FIELD_WORD, BIL_LIES(struct leduc_state, over), .axis = &over, .absent = not_over},
    {0},
};

void leduc_draw(const void *rules, const void *view, const struct bil_style *style, struct bil_text *out)
{
    (void)rules;
    (void)style;
    const struct leduc_state *state = view;
    bil_text_format(out, "  board %s\n", state->board ? card_names[state->board] : "-");
    for (int seat = 0; seat < 2; seat++) {
        bil_text_format(out, "  seat %d: %s, paid %d\n", seat + 1, card_names[state->card[seat]], state->stake[seat]);
    }
}
