/* 6 Billion: what each answer to a window does now, and whether one of them is clearly best for who is asked.
 *
 * Two sentences for an answer: what happens if nobody answers any more, and what that is worth to the reader. Reads what the given
 * view shows and nothing more. */
#include <stdlib.h>

#include "games/six_billion/advice/advice.h"
#include "games/six_billion/words/words.h"

enum { SMALL = 20, CLEAR = 60, DECIDES = 10 * SIX_POINT }; /* hundredths of a point: not worth a word; clearly better; the game */

static void add_name(const struct six_outlook *outlook, int faction, bool begins, struct bil_text *out)
{
    six_add_faction(out, outlook->rules, faction, outlook->seat, begins);
}

static void add_owner(const struct six_outlook *outlook, int faction, bool begins, struct bil_text *out)
{
    six_add_owner(out, outlook->rules, faction, outlook->seat, begins);
}

/* A verb behind a name: "double" behind "you", "doubles" behind "Red". */
static const char *form(const struct six_outlook *outlook, int faction, const char *you, const char *other)
{
    return faction == outlook->seat ? you : other;
}

/* ------------------------------------------------------------------ what happens */

static bool doubles(const struct six_event *event)
{
    return event->kind == SIX_EV_GROW || event->kind == SIX_EV_DOUBLE;
}

/* "Blue's Mars token doubles to 8", "your colonies at the Belt stay": the event of the window, if it happens or not. */
static void add_outcome(const struct six_outlook *outlook, bool happens, bool begins, struct bil_text *out)
{
    const struct six_state *state = outlook->state;
    const struct six_event *event = &state->event;
    const char *half = event->kind == SIX_EV_HOME ? "migrants" : "colonies";
    add_owner(outlook, event->faction, begins, out);
    if (doubles(event)) {
        const int level = state->level[event->faction][event->site];
        bil_text_format(out, " %s token %s %d", six_site_short(event->site), happens ? "doubles to" : "stays on",
                        six_people(happens ? level + 1 : level));
    } else if (happens) {
        const bool one = six_pairs(event->site) || outlook->rules->trouble_billion;
        bil_text_format(out, " %s at %s %s", half, six_site_place(event->site), one ? "lose 1 billion" : "are lost");
    } else {
        bil_text_format(out, " %s at %s stay", half, six_site_place(event->site));
    }
}

/* Points that the reader has at the site of the event as things stand, and would have if it happened: the difference. */
static int points_at_once(const struct six_outlook *outlook)
{
    const struct six_event *event = &outlook->state->event;
    const int site = event->site;
    const int seat = outlook->seat;
    uint8_t levels[SIX_FACTIONS];
    uint8_t before[SIX_FACTIONS];
    uint8_t after[SIX_FACTIONS];
    if (!doubles(event)) {
        return 0;
    }
    for (int faction = 0; faction < SIX_FACTIONS; faction++) {
        levels[faction] = outlook->state->level[faction][site];
    }
    six_places(levels, outlook->rules->points[site], before);
    levels[event->faction]++;
    six_places(levels, outlook->rules->points[site], after);
    return (after[seat] - before[seat]) * six_thirds(outlook->sites, seat, site) / 3;
}

/* " This helps you: about 1.2 points by the end of the game." */
static void add_worth(int own, struct bil_text *out)
{
    const int tenths = abs(own) / 10;
    bil_text_format(out, " This %s you: about %d.%d point%s by the end of the game.", own > 0 ? "helps" : "hurts", tenths / 10,
                    tenths % 10, tenths == 10 ? "" : "s");
}

/* What the advice thinks of how much sooner the game ends by the event: no points. */
static int haste(const struct six_outlook *outlook)
{
    const struct six_event *event = &outlook->state->event;
    return doubles(event) ? six_haste(outlook, event->site, outlook->state->level[event->faction][event->site] + 1) : 0;
}

/* What it is to the reader that the event happens, or that it does not. */
static void add_effect(const struct six_outlook *outlook, bool happens, struct bil_text *out)
{
    int event_own = 0;
    const int event = six_event_worth(outlook, &outlook->state->event, &event_own);
    const int own = happens ? event_own : -event_own;
    const int points = event - haste(outlook);
    const int others = (happens ? points : -points) - own;
    const int at_once = points_at_once(outlook);
    const int gain = happens ? at_once : -at_once;
    if (abs(others) >= DECIDES) { /* it ends the game */
        bil_text_add(out, happens ? " This ends the game: " : " Else the game ends: ");
        bil_text_add(out, (others > 0) == happens ? "as far as you can see, you win." : "as things stand, you do not win.");
    } else if (own > SMALL && gain > 0) {
        bil_text_add(out, happens ? " This helps you: " : " This helps you: else you have ");
        six_add_count(out, gain, "point");
        bil_text_add(out, happens ? " more there." : " less there.");
    } else if (own < -SMALL && gain < 0) {
        bil_text_add(out, happens ? " This hurts you: " : " This hurts you: else you have ");
        six_add_count(out, -gain, "point");
        bil_text_add(out, happens ? " less there." : " more there.");
    } else if (abs(own) > SMALL) {
        add_worth(own, out);
    } else if (abs(others) > SMALL) {
        bil_text_add(out, others > 0 ? " You gain little; it costs rivals points." : " You gain nothing; it gives rivals points.");
    } else {
        bil_text_add(out, " This changes little for you.");
    }
}

/* ------------------------------------------------------------------ Cancel windows */

static void explain_cancel(const struct six_outlook *outlook, struct bil_text *out)
{
    const int owner = six_cancel_consent(outlook->rules, outlook->state, outlook->seat);
    if (owner >= 0) {
        bil_text_add(out, "If ");
        add_name(outlook, owner, false, out);
        bil_text_add(out, " consents, ");
    }
    add_outcome(outlook, false, owner < 0, out);
    bil_text_char(out, '.');
    add_effect(outlook, false, out);
    if (owner >= 0 && doubles(&outlook->state->event)) {
        bil_text_char(out, ' ');
        add_name(outlook, owner, true, out);
        bil_text_add(out, " may well refuse; after a no the card is yours again.");
    }
}

/* ------------------------------------------------------------------ Response windows */

/* "Blue must halve a token", or that there is none. */
static void add_halving(const struct six_outlook *outlook, int victim, struct bil_text *out)
{
    add_name(outlook, victim, false, out);
    if (six_has_loss(outlook->state, victim)) {
        bil_text_add(out, " must halve a token of ");
        bil_text_add(out, form(outlook, victim, "your choice", "its choice"));
    } else {
        bil_text_format(out, " %s no token above 1, so it does nothing", form(outlook, victim, "have", "has"));
    }
}

/* What the card of the frame does if it is not answered: "Blue's Death works: ...". */
static void explain_standing(const struct six_outlook *outlook, int at, struct bil_text *out)
{
    const struct six_state *state = outlook->state;
    const struct bil_frame *frame = &state->stack[at];
    add_owner(outlook, frame->b, true, out);
    bil_text_format(out, " %s works: ", six_card_names[frame->a]);
    if (frame->a == SIX_WAR) {
        add_halving(outlook, (frame - 1)->b, out);
        bil_text_char(out, '.');
        if (six_lost_by_war(outlook) > SMALL) {
            add_worth(-six_lost_by_war(outlook), out);
        }
        return;
    }
    if (frame->a == SIX_POLITICS && (frame - 1)->a == SIX_WAR) {
        add_owner(outlook, (frame - 1)->b, false, out);
        bil_text_add(out, " War does nothing.");
        return;
    }
    const bool happens = six_happens(state, at);
    add_outcome(outlook, happens, false, out);
    bil_text_char(out, '.');
    add_effect(outlook, happens, out);
}

static void explain_politics(const struct six_outlook *outlook, struct bil_text *out)
{
    const struct six_state *state = outlook->state;
    const int top = state->depth - 1;
    const struct bil_frame *frame = &state->stack[top];
    if (frame->a == SIX_WAR && !six_has_loss(state, (frame - 1)->b)) {
        bil_text_add(out, "Does nothing here: ");
        add_name(outlook, (frame - 1)->b, false, out);
        bil_text_format(out, " %s no token that War could halve.", form(outlook, (frame - 1)->b, "have", "has"));
        return;
    }
    add_owner(outlook, frame->b, true, out);
    bil_text_format(out, " %s is cancelled: ", six_card_names[frame->a]);
    if (frame->a == SIX_WAR) {
        const int victim = (frame - 1)->b;
        add_name(outlook, victim, false, out);
        bil_text_format(out, " %s no token for it.", form(outlook, victim, "halve", "halves"));
        if (six_lost_by_war(outlook) > SMALL) {
            add_worth(six_lost_by_war(outlook), out);
        } else {
            bil_text_add(out, " This changes little for you.");
        }
    } else if (frame->a == SIX_POLITICS && (frame - 1)->a == SIX_WAR) {
        add_halving(outlook, (frame - 2)->b, out);
        bil_text_char(out, '.');
    } else {
        const bool happens = six_happens(state, top - 1);
        add_outcome(outlook, happens, false, out);
        bil_text_char(out, '.');
        add_effect(outlook, happens, out);
    }
}

static void explain_war(const struct six_outlook *outlook, struct bil_text *out)
{
    const struct six_state *state = outlook->state;
    const struct bil_frame *top = six_top_const(state);
    bil_text_add(out, six_has_loss(state, top->b) ? "" : "Does nothing here: ");
    add_name(outlook, top->b, six_has_loss(state, top->b), out);
    bil_text_add(out, six_has_loss(state, top->b) ? " must halve a token, but " : " has no token above 1, and ");
    add_owner(outlook, top->b, false, out);
    bil_text_format(out, " %s works all the same.", six_card_names[top->a]);
}

/* ------------------------------------------------------------------ consent */

/* What the Action that waits for consent does to the protected token. */
static void add_pending(const struct six_outlook *outlook, bool yes, struct bil_text *out)
{
    const struct six_state *state = outlook->state;
    const bil_move move = state->pending;
    const int site = SIX_FROM(move);
    const int level = state->level[outlook->seat][site];
    if (!yes) {
        bil_text_format(out, "Your %s token stays on %d", six_site_short(site), six_people(level));
    } else if (SIX_VERB(move) == SIX_M_DOUBLE) {
        bil_text_format(out, "Your %s token doubles to %d", six_site_short(site), six_people(level + 1));
    } else {
        bil_text_format(out, "1 billion of yours goes from %s to the %s box", six_site_place(site), six_site_short(SIX_TO(move)));
        const bool halves = !six_gives_free(state, outlook->seat, site);
        bil_text_format(out, "; your %s token %s %d", six_site_short(site), halves ? "falls to" : "stays on",
                        six_people(halves ? level - 1 : level));
    }
}

static void explain_consent(const struct six_outlook *outlook, bool yes, struct bil_text *out)
{
    const struct six_state *state = outlook->state;
    const struct bil_frame *top = six_top_const(state);
    const bil_move consent = SIX_MOVE(SIX_M_CONSENT, 0, 0, 0, 0, 0);
    int own = 0;
    six_move_worth(outlook, consent, &own);
    if (state->pending) {
        add_pending(outlook, yes, out);
    } else {
        add_outcome(outlook, !yes, true, out);
    }
    if (yes && state->pending && outlook->rules->card_points[top->a] > 0) {
        bil_text_add(out, ", and ");
        add_name(outlook, top->b, false, out);
        bil_text_add(out, " scores ");
        six_add_count(out, outlook->rules->card_points[top->a], "point");
    }
    bil_text_char(out, '.');
    if (abs(own) > SMALL) {
        add_worth(yes ? own : -own, out);
    } else {
        bil_text_add(out, " This changes little for you.");
    }
}

/* ------------------------------------------------------------------ all of them */

/* "..., if nobody else answers." */
static void explain_passing(const struct six_outlook *outlook, struct bil_text *out)
{
    if (six_top_const(outlook->state)->kind == SIX_RESPOND) {
        explain_standing(outlook, outlook->state->depth - 1, out);
        return;
    }
    add_outcome(outlook, true, true, out);
    bil_text_add(out, ", unless somebody else cancels that.");
    add_effect(outlook, true, out);
}

bool six_explain_answer(const struct six_outlook *outlook, bil_move move, struct bil_text *out)
{
    const int kind = six_top_const(outlook->state)->kind;
    const bool window = kind == SIX_CANCEL || kind == SIX_RESPOND;
    switch (SIX_VERB(move)) {
    case SIX_M_CANCEL:
        explain_cancel(outlook, out);
        return true;
    case SIX_M_RESPOND:
        (SIX_CARD(move) == SIX_WAR ? explain_war : explain_politics)(outlook, out);
        return true;
    case SIX_M_CONSENT:
    case SIX_M_REFUSE:
        explain_consent(outlook, SIX_VERB(move) == SIX_M_CONSENT, out);
        return true;
    case SIX_M_PASS:
        if (window) {
            explain_passing(outlook, out);
        }
        return window;
    default:
        return false;
    }
}

/* ------------------------------------------------------------------ which is clearly best */

/* What an answer is worth, as six_move_worth has it, and what it saves oneself from a War, which that leaves out. */
static int answer_worth(const struct six_outlook *outlook, bil_move move, int *own)
{
    const int worth = six_move_worth(outlook, move, own);
    const bool saves = SIX_VERB(move) == SIX_M_RESPOND && SIX_CARD(move) == SIX_POLITICS;
    const int saved = saves ? six_lost_by_war(outlook) : 0;
    *own += saved;
    return worth + saved;
}

bool six_best(const void *rules, const void *view, bil_move move)
{
    struct six_sites sites;
    struct six_outlook outlook;
    bil_move list[SIX_MAX_MOVES];
    int chosen_own = 0;
    bool best = true;
    const int kind = six_top_const(view)->kind;
    if (kind != SIX_CANCEL && kind != SIX_RESPOND && kind != SIX_CONSENT) {
        return false;
    }
    if (SIX_VERB(move) == SIX_M_CANCEL && six_cancel_consent(rules, view, six_top_const(view)->seat) >= 0) {
        return false; /* it hangs on somebody else, who may refuse */
    }
    six_look(rules, view, six_top_const(view)->seat, &sites, &outlook);
    const int chosen = answer_worth(&outlook, move, &chosen_own);
    const int count = six_moves(rules, view, list);
    for (int i = 0; i < count && best; i++) {
        int own = 0;
        const int worth = answer_worth(&outlook, list[i], &own);
        if (list[i] == move) {
            continue;
        }
        if (SIX_VERB(list[i]) == SIX_VERB(move)) { /* another card to the same end: the one that is missed least */
            best = chosen > worth || (chosen == worth && move < list[i]);
            continue;
        }
        const bool spends = SIX_VERB(move) != SIX_M_PASS;
        best = chosen >= worth + CLEAR && (chosen_own >= own + (spends ? CLEAR : 0) || chosen >= worth + DECIDES);
    }
    return best;
}
