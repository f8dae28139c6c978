/* Leduc poker in words: moves, questions, events, positions, the table. What it means is in leduc.c. */
#include <string.h>

#include "bench/leduc.h"
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

void leduc_prompt(const void *rules, const void *view, struct bil_text *out)
{
    (void)rules;
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

void leduc_position_write(const void *rules, const void *state_, struct bil_text *out)
{
    (void)rules;
    const struct leduc_state *state = state_;
    bil_json_key(out, "cards");
    bil_json_array(out);
    for (int seat = 0; seat < 2; seat++) {
        bil_json_string(out, card_names[state->card[seat]]);
    }
    bil_json_array_end(out);
    if (state->board) {
        bil_json_key_string(out, "board", card_names[state->board]);
    }
    bil_json_key(out, "stakes");
    bil_json_array(out);
    bil_json_integer(out, state->stake[0]);
    bil_json_integer(out, state->stake[1]);
    bil_json_array_end(out);
    bil_json_key_integer(out, "raises", state->raises);
    bil_json_key_integer(out, "acts", state->acts);
    if (state->round > 0) {
        bil_json_key_integer(out, "earlier", state->earlier);
    }
    if (state->over) {
        bil_json_key_string(out, "over",
                            state->over == LEDUC_SHOWDOWN ? "showdown"
                            : state->over == LEDUC_FOLDED ? "seat 1 folded"
                                                          : "seat 2 folded");
    }
}

static bool read_card(const struct bil_value *value, uint8_t *card, struct bil_error *error)
{
    for (int c = 0; value && value->type == BIL_STRING && c <= LEDUC_CARDS; c++) {
        if (strcmp(value->string, card_names[c]) == 0) {
            *card = (uint8_t)c;
            return true;
        }
    }
    return bil_fail(error, "A card must be one of Js, Jh, Qs, Qh, Ks, Kh, or ? where it is not known.");
}

bool leduc_position_read(const void *rules, const struct bil_value *document, void *state_, struct bil_error *error)
{
    (void)rules;
    struct leduc_state made = {0};
    const struct bil_value *cards = NULL;
    const struct bil_value *stakes = NULL;
    const char *over = NULL;
    int raises = 0;
    int acts = 0;
    int earlier = 0;
    if (!bil_value_array(document, "cards", &cards, error) || !bil_value_array(document, "stakes", &stakes, error) ||
        !bil_value_string(document, "over", &over, error) ||
        !bil_value_integer(document, "raises", 0, LEDUC_RAISES, &raises, error) ||
        !bil_value_integer(document, "acts", 0, LEDUC_RAISES + 1, &acts, error) ||
        !bil_value_integer(document, "earlier", 0, LEDUC_RAISES + 2, &earlier, error)) {
        return false;
    }
    if (!cards || cards->count != 2 || !stakes || stakes->count != 2) {
        return bil_fail(error, "\"cards\" and \"stakes\" must be lists of two: one for each seat.");
    }
    const struct bil_value *card = cards->child;
    const struct bil_value *stake = stakes->child;
    for (int seat = 0; seat < 2; seat++, card = card->next, stake = stake->next) {
        if (!read_card(card, &made.card[seat], error)) {
            return false;
        }
        if (stake->type != BIL_INTEGER || stake->integer < LEDUC_ANTE || stake->integer > 13) {
            return bil_fail(error, "\"stakes[%d]\" must be a whole number from 1 to 13.", seat);
        }
        made.stake[seat] = (uint8_t)stake->integer;
    }
    const struct bil_value *board = bil_value_get(document, "board");
    if (board && !read_card(board, &made.board, error)) {
        return false;
    }
    if (over) {
        made.over = strcmp(over, "showdown") == 0        ? LEDUC_SHOWDOWN
                    : strcmp(over, "seat 1 folded") == 0 ? LEDUC_FOLDED
                                                         : LEDUC_FOLDED + 1;
        if (made.over == LEDUC_FOLDED + 1 && strcmp(over, "seat 2 folded") != 0) {
            return bil_fail(error, "\"over\" must be \"showdown\", \"seat 1 folded\" or \"seat 2 folded\".");
        }
    }
    made.round = made.board > 0;
    made.raises = (uint8_t)raises;
    made.acts = (uint8_t)acts;
    made.earlier = (uint8_t)earlier;
    const char *what = leduc_broken(&made);
    if (what) {
        return bil_fail(error, "This position cannot come about: %s.", what);
    }
    memcpy(state_, &made, sizeof made);
    return true;
}

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
