/* 6 Billion: what happened, told to somebody who was away: runs of free doublings, draws and the like in one sentence each.
 *
 * Must never say more than events_text.c says of the single events. */
#include "games/six_billion/words/words.h"

/* The events still to be told, and who reads. */
struct telling {
    const struct bil_event *event;
    int count;
    struct bil_reader reader;
};

static const struct bil_event *at(const struct telling *telling, int index)
{
    static const struct bil_event none = {0, -1, 0, 0, 0, 0, 0};
    return index < telling->count ? &telling->event[index] : &none;
}

/* Tells of number `index` (from 0) of `count` events in a list, by a template on events. */
static void tell_one(const struct telling *telling, const struct bil_event *event, const char *template, int index, int count)
{
    bil_text_add(telling->reader.out, six_between(index == 0, index + 1 < count, " and "));
    bil_phrase_event(&six_marks, &telling->reader, template, event);
}

static void tell_cards(const struct telling *telling, const uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++) {
        six_tell(&telling->reader, "%s%k", six_between(i == 0, i + 1 < count, " and "), cards[i]);
    }
}

/* How many events of this kind there are from the first one on, as long as their part a is the same. */
static int run_of(const struct telling *telling, int kind)
{
    int count = 0;
    while (at(telling, count)->kind == kind && at(telling, count)->a == telling->event->a) {
        count++;
    }
    return count;
}

/* ------------------------------------------------------------------ one for each kind of run: how many events it takes, or 0 */

/* Before the game "Everybody gets a Hidden Agenda; yours is Mars.", at its end "Hidden Agendas: you Mars, Red Earth." */
static int tell_agendas(const struct telling *telling)
{
    const bool open = telling->event->viewers == 0xFF;
    int own = 0;
    int count = 0;
    for (; at(telling, count)->kind == SIX_E_AGENDA && (at(telling, count)->viewers == 0xFF) == open; count++) {
        own = at(telling, count)->seat == telling->reader.viewer ? at(telling, count)->a : own;
    }
    if (open || telling->reader.viewer == BIL_EVERYBODY) {
        six_tell(&telling->reader, "Hidden Agendas: ");
        for (int i = 0; i < count; i++) {
            tell_one(telling, at(telling, i), "%fs %Da", i, count);
        }
    } else {
        six_tell(&telling->reader, own ? "Everybody gets a Hidden Agenda; yours is %D" : "Everybody gets a Hidden Agenda", own);
    }
    six_tell(&telling->reader, ".");
    return count;
}

/* "Everybody is dealt 6 cards, one of them New Colony (distance 2)." */
static int tell_dealing(const struct telling *telling)
{
    const struct six_rules *rules = telling->reader.rules;
    const int count = run_of(telling, SIX_E_DEALT);
    if (count < rules->seats) {
        return 0;
    }
    bil_phrase_event(&six_marks, &telling->reader, "Everybody is dealt %xa, one of them %ca.", telling->event);
    return count;
}

/* "Game turn 1. The order of play is drawn: Red, you and Neutral Pink. You play second." */
static int tell_cup(const struct telling *telling)
{
    int count = 0;
    int own = 0;
    while (at(telling, count)->kind == SIX_E_CUP && at(telling, count)->c == telling->event->c) {
        own = at(telling, count)->a == telling->reader.viewer ? at(telling, count)->b : own;
        count++;
    }
    six_tell(&telling->reader, "Game turn %d. The order of play is drawn%s: ", telling->event->c,
             telling->event->c > 1 ? " anew" : "");
    for (int i = 0; i < count; i++) {
        tell_one(telling, at(telling, i), "%fa", i, count);
    }
    six_tell(&telling->reader, own ? ". You play %t." : ".", own);
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
    six_tell(&telling->reader, "%F [double|doubles] freely: ", faction);
    for (int i = 0, index = 0; i < count; i++) {
        index += grown_at(telling, index, faction);
        tell_one(telling, at(telling, index - 1), "%wb to %lc", i, count);
    }
    six_tell(&telling->reader, ".");
    return events;
}

/* "Red is established on Mars (2) and the Belt (1)." */
static int tell_settling(const struct telling *telling)
{
    const int count = run_of(telling, SIX_E_SETTLED);
    six_tell(&telling->reader, "%F [are|is] established on ", telling->event->a);
    for (int i = 0; i < count; i++) {
        tell_one(telling, at(telling, i), "%wb (%lc)", i, count);
    }
    six_tell(&telling->reader, ".");
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
    six_tell(&telling->reader, "Laid open: ");
    tell_cards(telling, cards, count);
    six_tell(&telling->reader, ".");
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
    const int viewer = telling->reader.viewer;
    bool known = viewer == BIL_EVERYBODY;
    for (; events < telling->count; events++) {
        const struct bil_event *event = at(telling, events);
        if (event->kind == SIX_E_DREW && event->seat == seat && draws < SIX_HAND) {
            known = known || (viewer >= 0 && (event->viewers >> viewer & 1) != 0);
            drawn[draws++] = (uint8_t)event->a;
        } else if (event->kind == SIX_E_TOOK && event->seat == seat && takes < SIX_HAND) {
            taken[takes++] = (uint8_t)event->a;
        } else if (event->kind == SIX_E_FACE_UP && takes > 0 && opens < SIX_HAND) {
            opened[opens++] = (uint8_t)event->a;
        } else {
            break;
        }
    }
    six_tell(&telling->reader, draws > 0 ? "%F [draw|draws] " : "%F", seat);
    if (draws > 0 && known) {
        tell_cards(telling, drawn, draws);
    } else if (draws > 0) {
        six_tell(&telling->reader, "%x", draws);
    }
    six_tell(&telling->reader, draws > 0 ? " from the deck" : "");
    if (takes > 0) {
        six_tell(&telling->reader, "%s take%s ", draws > 0 ? " and" : "", seat == viewer ? "" : "s");
        tell_cards(telling, taken, takes);
        six_tell(&telling->reader, draws == 0 ? " from the open cards" : "");
    }
    six_tell(&telling->reader, ".");
    if (opens > 0) {
        six_tell(&telling->reader, " Laid open: ");
        tell_cards(telling, opened, opens);
        six_tell(&telling->reader, ".");
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
    six_tell(&telling->reader, "%F [take|takes] no Action, so the whole hand goes: ", seat);
    tell_cards(telling, cards, count);
    six_tell(&telling->reader, ".");
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
    const struct telling telling = {events, count, {rules, viewer, out}};
    *opens = kind == SIX_E_CUP || kind == SIX_E_TURN || kind == SIX_E_OVER;
    const int told = kind < SIX_E_COUNT && runs[kind] ? runs[kind](&telling) : 0;
    if (told == 0) {
        six_event_text(rules, events, viewer, out);
        return 1;
    }
    return told;
}
