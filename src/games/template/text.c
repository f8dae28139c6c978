/* Template: moves, questions and events in words, and a cheap estimate of each move. */
#include "games/template/state.h"
#include "kit/notation.h"

static const struct bil_verb verbs[] = {
    {TPL_KEEP, "keep", "keep"},
    {TPL_CHANGE, "change", "change"},
    {0, NULL, NULL},
};
static const struct bil_slot slots[] = {{.word = NULL}}; /* what verbs are about, where they are about something */
const struct bil_notation tpl_notation = {.verbs = verbs, .slots = slots, .verb_bits = 2};

void tpl_why_not(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    (void)move; /* an asked seat may play every verb */
    if (tpl_actor(rules, view) == BIL_OVER) {
        bil_text_add(out, "The game is over (TPL-3).");
    }
}

void tpl_prompt(const void *rules, const void *view, bool typed, struct bil_text *out)
{
    (void)typed; /* it says nothing that only a keyboard needs */
    bil_text_add(out, tpl_actor(rules, view) == BIL_OVER ? "The game is over." : "Keep your card or change it.");
}

const char *const tpl_event_words[] = {"", "dealt", "kept", "changed", "shown", NULL};

void tpl_event_text(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out)
{
    (void)rules;
    const bool seen = bil_event_known(event, viewer);
    switch (event->kind) {
    case TPL_SAID_DEALT:
        bil_text_format(out, "Seat %d is dealt ", event->seat + 1);
        bil_text_format(out, seen ? "%d." : "a card.", event->a);
        break;
    case TPL_SAID_KEPT:
        bil_text_format(out, "Seat %d keeps its card.", event->seat + 1);
        break;
    case TPL_SAID_CHANGED:
        bil_text_format(out, "Seat %d lays down %d and takes another card.", event->seat + 1, event->a);
        break;
    case TPL_SAID_SHOWN:
        bil_text_format(out, "Seat %d shows %d.", event->seat + 1, event->a);
        break;
    default:
        break;
    }
}

/* A card from the deck is worth the mean of all cards, near enough. */
void tpl_advise(const void *rules, const void *view, const bil_move *moves, int count, int32_t *value)
{
    (void)rules;
    const struct tpl_state *state = view;
    for (int i = 0; i < count; i++) {
        value[i] = moves[i] == TPL_KEEP ? state->hand[state->turn] : (TPL_CARDS + 1) / 2;
    }
}

void tpl_explain(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    (void)rules;
    const struct tpl_state *state = view;
    const int card = state->hand[state->turn];
    bil_text_format(out,
                    move == TPL_KEEP ? "You keep %d; a card from the deck is worth 8 or 9 on average."
                                     : "You give %d away for a card that is worth 8 or 9 on average.",
                    card);
}
