/* 6 Billion: what happened, told to somebody who was away: runs of free doublings, draws and the like in one sentence each.
 *
 * Must never say more than events_text.c says of the single events. */
#include "games/six_billion/words/words.h"

/* The events still to be told, who reads, and the sentence. */
struct telling {
    const struct six_rules *rules;
    const struct bil_event *event;
    int count;
    int viewer; /* as six_add_faction wants it */
    struct bil_text *out;
};

static const struct bil_event *at(const struct telling *telling, int index)
{
    static const struct bil_event none = {0, -1, 0, 0, 0, 0, 0};
    return index < telling->count ? &telling->event[index] : &none;
}

/* The separator before number `index` (from 0) of `count` things. */
static void add_between(struct bil_text *out, int index, int count)
{
    bil_text_add(out, index == 0 ? "" : index + 1 < count ? ", " : " and ");
}

static void add_cards(const struct telling *telling, const uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++) {
        add_between(telling->out, i, count);
        six_add_card(telling->out, telling->rules, cards[i]);
    }
}

/* ------------------------------------------------------------------ one for each kind of run: how many events it takes, or 0 */

/* Before the game "Everybody gets a Hidden Agenda; yours is Mars.", at its end "Hidden Agendas: you Mars, Red Earth." */
static int tell_agendas(const struct telling *telling)
{
    const bool open = telling->event->viewers == 0xFF;
    int own = 0;
    int count = 0;
    for (; at(telling, count)->kind == SIX_E_AGENDA && (at(telling, count)->viewers == 0xFF) == open; count++) {
        own = at(telling, count)->seat == telling->viewer ? at(telling, count)->a : own;
    }
    if (open || telling->viewer == BIL_EVERYBODY) {
        bil_text_add(telling->out, "Hidden Agendas: ");
        for (int i = 0; i < count; i++) {
            add_between(telling->out, i, count);
            six_add_faction(telling->out, telling->rules, at(telling, i)->seat, telling->viewer, false);
            bil_text_format(telling->out, " %s", six_find_name(at(telling, i)->a));
        }
    } else {
        bil_text_add(telling->out, "Everybody gets a Hidden Agenda");
        if (own) {
            bil_text_format(telling->out, "; yours is %s", six_find_name(own));
        }
    }
    bil_text_char(telling->out, '.');
    return count;
}

/* "Everybody is dealt 6 cards, one of them New Colony (distance 2)." */
static int tell_dealing(const struct telling *telling)
{
    int count = 0;
    while (at(telling, count)->kind == SIX_E_DEALT && at(telling, count)->a == telling->event->a) {
        count++;
    }
    if (count < telling->rules->seats) {
        return 0;
    }
    bil_text_add(telling->out, "Everybody is dealt ");
    six_add_count(telling->out, telling->event->a, "card");
    bil_text_add(telling->out, ", one of them ");
    six_add_card(telling->out, telling->rules, SIX_COLONY_2);
    bil_text_char(telling->out, '.');
    return count;
}

/* "Game turn 1. The order of play is drawn: Red, you and Neutral Pink. You play second." */
static int tell_cup(const struct telling *telling)
{
    int count = 0;
    int own = 0;
    while (at(telling, count)->kind == SIX_E_CUP && at(telling, count)->c == telling->event->c) {
        own = at(telling, count)->a == telling->viewer ? at(telling, count)->b : own;
        count++;
    }
    bil_text_format(telling->out, "Game turn %d. The order of play is drawn%s: ", telling->event->c,
                    telling->event->c > 1 ? " anew" : "");
    for (int i = 0; i < count; i++) {
        add_between(telling->out, i, count);
        six_add_faction(telling->out, telling->rules, at(telling, i)->a, telling->viewer, false);
    }
    bil_text_char(telling->out, '.');
    if (own) {
        bil_text_format(telling->out, " You play %s.", six_ordinal(own));
    }
    return count;
}

/* Whether a doubling of that faction has been named and carried out from there on: how many events that are. */
static int grown_at(const struct telling *telling, int index, int faction)
{
    const struct bil_event *named = at(telling, index);
    const struct bil_event *grew = at(telling, index + (named->kind == SIX_E_GROWING));
    const bool fits = grew->kind == SIX_E_GREW && grew->a == faction && (named == grew || named->b == grew->b);
    return !fits ? 0 : named == grew ? 1 : 2;
}

/* "Red doubles freely: Earth to 8, Mars to 4 and the Belt to 2." */
static int tell_growth(const struct telling *telling)
{
    const int faction = telling->event->a;
    int events = 0;
    int count = 0;
    for (int more; (more = grown_at(telling, events, faction)) > 0; events += more) {
        count++;
    }
    if (count == 0) {
        return 0;
    }
    six_add_faction(telling->out, telling->rules, faction, telling->viewer, true);
    bil_text_add(telling->out, faction == telling->viewer ? " double freely: " : " doubles freely: ");
    for (int i = 0, index = 0; i < count; i++) {
        index += grown_at(telling, index, faction);
        const struct bil_event *grew = at(telling, index - 1);
        add_between(telling->out, i, count);
        bil_text_format(telling->out, "%s to %d", six_site_place(grew->b), six_people(grew->c));
    }
    bil_text_char(telling->out, '.');
    return events;
}

/* "Red is established on Mars (2) and the Belt (1)." */
static int tell_settling(const struct telling *telling)
{
    const int faction = telling->event->a;
    int count = 0;
    while (at(telling, count)->kind == SIX_E_SETTLED && at(telling, count)->a == faction) {
        count++;
    }
    six_add_faction(telling->out, telling->rules, faction, telling->viewer, true);
    bil_text_add(telling->out, faction == telling->viewer ? " are established on " : " is established on ");
    for (int i = 0; i < count; i++) {
        add_between(telling->out, i, count);
        bil_text_format(telling->out, "%s (%d)", six_site_place(at(telling, i)->b), six_people(at(telling, i)->c));
    }
    bil_text_char(telling->out, '.');
    return count;
}

/* "Laid open: War, Double and Recycle." */
static int tell_opened(const struct telling *telling)
{
    uint8_t cards[SIX_OPEN];
    int count = 0;
    for (; count < SIX_OPEN && at(telling, count)->kind == SIX_E_FACE_UP; count++) {
        cards[count] = (uint8_t)at(telling, count)->a;
    }
    bil_text_add(telling->out, "Laid open: ");
    add_cards(telling, cards, count);
    bil_text_char(telling->out, '.');
    return count;
}

/* "Red draws 2 cards from the deck and takes War and Double. Laid open: Death and Recycle." */
static int tell_draws(const struct telling *telling)
{
    uint8_t drawn[SIX_HAND];
    uint8_t taken[SIX_HAND];
    uint8_t opened[SIX_HAND];
    int draws = 0;
    int takes = 0;
    int opens = 0;
    int events = 0;
    const int seat = telling->event->seat;
    const bool own = seat == telling->viewer;
    bool known = telling->viewer == BIL_EVERYBODY;
    for (; events < telling->count; events++) {
        const struct bil_event *event = at(telling, events);
        if (event->kind == SIX_E_DREW && event->seat == seat && draws < SIX_HAND) {
            known = known || (telling->viewer >= 0 && (event->viewers >> telling->viewer & 1) != 0);
            drawn[draws++] = (uint8_t)event->a;
        } else if (event->kind == SIX_E_TOOK && event->seat == seat && takes < SIX_HAND) {
            taken[takes++] = (uint8_t)event->a;
        } else if (event->kind == SIX_E_FACE_UP && takes > 0 && opens < SIX_HAND) {
            opened[opens++] = (uint8_t)event->a;
        } else {
            break;
        }
    }
    six_add_faction(telling->out, telling->rules, seat, telling->viewer, true);
    if (draws > 0) {
        bil_text_add(telling->out, own ? " draw " : " draws ");
        if (known) {
            add_cards(telling, drawn, draws);
        } else {
            six_add_count(telling->out, draws, "card");
        }
        bil_text_add(telling->out, " from the deck");
    }
    if (takes > 0) {
        bil_text_format(telling->out, "%s take%s ", draws > 0 ? " and" : "", own ? "" : "s");
        add_cards(telling, taken, takes);
        bil_text_add(telling->out, draws == 0 ? " from the open cards" : "");
    }
    bil_text_char(telling->out, '.');
    if (opens > 0) {
        bil_text_add(telling->out, " Laid open: ");
        add_cards(telling, opened, opens);
        bil_text_char(telling->out, '.');
    }
    return events;
}

/* "Red takes no Action, so the whole hand goes: War, Death and Double." */
static int tell_hand(const struct telling *telling)
{
    uint8_t cards[SIX_HAND];
    const int seat = telling->event->seat;
    int count = 0;
    while (count < SIX_HAND && at(telling, 1 + count)->kind == SIX_E_DISCARDED && at(telling, 1 + count)->seat == seat) {
        cards[count] = (uint8_t)at(telling, 1 + count)->a;
        count++;
    }
    six_add_faction(telling->out, telling->rules, seat, telling->viewer, true);
    bil_text_format(telling->out, " take%s no Action, so the whole hand goes: ", seat == telling->viewer ? "" : "s");
    add_cards(telling, cards, count);
    bil_text_char(telling->out, '.');
    return 1 + count;
}

int six_retell(const void *rules, const struct bil_event *events, int count, int viewer, struct bil_text *out, bool *opens)
{
    static int (*const runs[SIX_E_COUNT])(const struct telling *) = {
        [SIX_E_AGENDA] = tell_agendas, [SIX_E_DEALT] = tell_dealing, [SIX_E_CUP] = tell_cup,
        [SIX_E_GROWING] = tell_growth, [SIX_E_GREW] = tell_growth,   [SIX_E_SETTLED] = tell_settling,
        [SIX_E_FACE_UP] = tell_opened, [SIX_E_DREW] = tell_draws,    [SIX_E_TOOK] = tell_draws,
        [SIX_E_HAND_GOES] = tell_hand};
    const int kind = events->kind;
    const struct telling telling = {rules, events, count, viewer, out};
    *opens = kind == SIX_E_CUP || kind == SIX_E_TURN || kind == SIX_E_OVER;
    const int told = kind < SIX_E_COUNT && runs[kind] ? runs[kind](&telling) : 0;
    if (told == 0) {
        six_event_text(rules, events, viewer, out);
        return 1;
    }
    return told;
}
