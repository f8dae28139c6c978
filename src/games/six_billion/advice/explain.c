/* 6 Billion: what a move does, in a few plain sentences; what each answer to a window does now, and whether one of them is clearly
 * best for who is asked. Whether a move is better than another is no matter of this file (table/messages/argument.h).
 *
 * Two sentences for an answer: what happens if nobody answers any more, and what that is worth to the reader. Reads what the given
 * view shows and nothing more. */
#include <stdlib.h>

#include "games/six_billion/advice/advice.h"
#include "games/six_billion/words/words.h"

enum { SMALL = 20, CLEAR = 60, DECIDES = 10 * SIX_POINT }; /* hundredths of a point: not worth a word; clearly better; the game */

/* "about 3.5 points" of hundredths, with a word before and behind. */
static void tell_points(const struct bil_reader *reader, const char *before, int hundredths, const char *behind)
{
    const int tenths = abs(hundredths) / 10;
    six_tell(reader, "%s about %d.%d point%s%s", before, tenths / 10, tenths % 10, tenths == 10 ? "" : "s", behind);
}

/* The place (1, 2 ...) that a level would have at a site as things stand, among all other factions. */
static int place_at(const struct six_outlook *outlook, int faction, int site, int level)
{
    unsigned higher = 0;
    for (int other = 0; other < outlook->rules->factions; other++) {
        const int there = outlook->state->level[other][site];
        higher |= other != faction && there > level ? 1U << there : 0U;
    }
    return 1 + six_popcount(higher);
}

/* Whether another faction is on that level there. */
static bool shares(const struct six_outlook *outlook, int faction, int site, int level)
{
    for (int other = 0; other < outlook->rules->factions; other++) {
        if (other != faction && outlook->state->level[other][site] == level) {
            return true;
        }
    }
    return false;
}

static void explain_send(const struct six_outlook *outlook, bil_move move, const struct bil_reader *reader)
{
    const int faction = SIX_FACTION(move);
    const int points = outlook->rules->card_points[SIX_CARD(move)];
    const int from = SIX_FROM(move);
    const int to = SIX_TO(move);
    six_tell(reader, "1 billion of %o people goes to %w%s", faction, to,
             outlook->sites->done >> faction & 1      ? ", too late to settle: the game ends first."
             : faction != outlook->seat               ? "." /* whether they score there is not what it is for */
             : place_at(outlook, faction, to, 1) <= 3 ? ", where a place that scores is open."
                                                      : ", where three others are ahead.");
    if (points > 0) {
        six_tell(reader, " The card scores %p at once.", points);
    }
    if (six_gives_free(outlook->state, faction, from)) {
        six_tell(reader, " It costs %o %j token nothing.", faction, from);
    } else {
        six_tell(reader, " %O %j token is halved for it, to %l.", faction, from, outlook->state->level[faction][from] - 1);
    }
}

static void explain_step(const struct six_outlook *outlook, int faction, int site, const struct bil_reader *reader)
{
    const int level = outlook->state->level[faction][site] + 1;
    const int place = place_at(outlook, faction, site, level);
    six_tell(reader, "%O %j token doubles to %l", faction, site, level);
    if (place <= 3) {
        six_tell(reader, ": %t there%s", place, shares(outlook, faction, site, level) ? ", shared" : "");
    }
    six_tell(reader, ".");
}

static void explain_pass(const struct six_outlook *outlook, const struct bil_reader *reader)
{
    const struct bil_frame *top = six_top_const(outlook->state);
    const int cards = outlook->state->hand[outlook->seat].count;
    if (top->kind == SIX_ACT && outlook->state->actions == 0) { /* it costs the hand (SIX-199) */
        six_tell(reader,
                 cards == 0 ? "You have no card to lose, and you draw new ones."
                            : "Without any Action you discard your whole hand, %x, and draw new ones.",
                 cards);
    } else {
        six_tell(reader, top->kind == SIX_ACT       ? "You keep your other cards."
                         : top->kind == SIX_DISCARD ? "You keep all your cards."
                                                    : "Nothing changes.");
    }
}

/* ------------------------------------------------------------------ what the event of a window does */

static bool doubles(const struct six_event *event)
{
    return event->kind == SIX_EV_GROW || event->kind == SIX_EV_DOUBLE;
}

/* "Blue's Mars token doubles to 8", "your colonies at the Belt stay": the event of the window, if it happens or not. */
static void tell_outcome(const struct six_outlook *outlook, bool happens, bool begins, const struct bil_reader *reader)
{
    const struct six_state *state = outlook->state;
    const struct six_event *event = &state->event;
    six_tell(reader, begins ? "%O" : "%o", event->faction);
    if (doubles(event)) {
        six_tell(reader, happens ? " %j token doubles to %l" : " %j token stays on %l", event->site,
                 state->level[event->faction][event->site] + happens);
    } else {
        const bool one = six_pairs(event->site) || outlook->rules->trouble_billion;
        six_tell(reader, " %s at %w %s", event->kind == SIX_EV_HOME ? "migrants" : "colonies", event->site,
                 !happens ? "stay"
                 : one    ? "lose 1 billion"
                          : "are lost");
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
static void tell_worth(int own, const struct bil_reader *reader)
{
    if (abs(own) > SMALL) {
        tell_points(reader, own > 0 ? " This helps you:" : " This hurts you:", own, " by the end of the game.");
    } else {
        six_tell(reader, " This changes little for you.");
    }
}

/* What the advice thinks of how much sooner the game ends by the event: no points. */
static int haste(const struct six_outlook *outlook)
{
    const struct six_event *event = &outlook->state->event;
    return doubles(event) ? six_haste(outlook, event->site, outlook->state->level[event->faction][event->site] + 1) : 0;
}

/* What it is to the reader that the event happens, or that it does not. */
static void tell_effect(const struct six_outlook *outlook, bool happens, const struct bil_reader *reader)
{
    int event_own = 0;
    const int event = six_event_worth(outlook, &outlook->state->event, &event_own);
    const int own = happens ? event_own : -event_own;
    const int points = event - haste(outlook);
    const int others = (happens ? points : -points) - own;
    const int at_once = points_at_once(outlook);
    const int gain = happens ? at_once : -at_once;
    if (abs(others) >= DECIDES) { /* it ends the game */
        six_tell(reader, "%s%s", happens ? " This ends the game: " : " Else the game ends: ",
                 (others > 0) == happens ? "as far as you can see, you win." : "as things stand, you do not win.");
    } else if ((own > SMALL && gain > 0) || (own < -SMALL && gain < 0)) {
        six_tell(reader, " This %s you: %s%p %s there.", own > 0 ? "helps" : "hurts", happens ? "" : "else you have ", abs(gain),
                 (own > 0) == happens ? "more" : "less");
    } else if (abs(own) <= SMALL && abs(others) > SMALL) {
        six_tell(reader, others > 0 ? " You gain little; it costs rivals points." : " You gain nothing; it gives rivals points.");
    } else {
        tell_worth(own, reader);
    }
}

/* The outcome as the end of a sentence, and its effect. */
static void tell_event_then(const struct six_outlook *outlook, bool happens, const struct bil_reader *reader)
{
    tell_outcome(outlook, happens, false, reader);
    six_tell(reader, ".");
    tell_effect(outlook, happens, reader);
}

/* ------------------------------------------------------------------ Cancel windows */

static void explain_cancel(const struct six_outlook *outlook, const struct bil_reader *reader)
{
    const int owner = six_cancel_consent(outlook->rules, outlook->state, outlook->seat);
    if (owner >= 0) {
        six_tell(reader, "If %f consents, ", owner);
    }
    tell_outcome(outlook, false, owner < 0, reader);
    six_tell(reader, ".");
    tell_effect(outlook, false, reader);
    if (owner >= 0 && doubles(&outlook->state->event)) {
        six_tell(reader, " %F may well refuse; after a no the card is yours again.", owner);
    }
}

/* ------------------------------------------------------------------ Response windows */

/* "Blue must halve a token", or that there is none. */
static void tell_halving(const struct six_outlook *outlook, int victim, const struct bil_reader *reader)
{
    six_tell(reader,
             six_has_loss(outlook->state, victim) ? "%f must halve a token of [your|its] choice"
                                                  : "%f [have|has] no token above 1, so it does nothing",
             victim);
}

/* What the card of the frame does if it is not answered: "Blue's Death works: ...". */
static void explain_standing(const struct six_outlook *outlook, int at, const struct bil_reader *reader)
{
    const struct six_state *state = outlook->state;
    const struct bil_frame *frame = &state->stack[at];
    six_tell(reader, "%O %n works: ", frame->b, frame->a);
    if (frame->a == SIX_WAR) {
        tell_halving(outlook, (frame - 1)->b, reader);
        six_tell(reader, ".");
        if (six_lost_by_war(outlook) > SMALL) {
            tell_worth(-six_lost_by_war(outlook), reader);
        }
    } else if (frame->a == SIX_POLITICS && (frame - 1)->a == SIX_WAR) {
        six_tell(reader, "%o War does nothing.", (frame - 1)->b);
    } else {
        tell_event_then(outlook, six_happens(state, at), reader);
    }
}

static void explain_politics(const struct six_outlook *outlook, const struct bil_reader *reader)
{
    const struct six_state *state = outlook->state;
    const int top = state->depth - 1;
    const struct bil_frame *frame = &state->stack[top];
    if (frame->a == SIX_WAR && !six_has_loss(state, (frame - 1)->b)) {
        six_tell(reader, "Does nothing here: %f [have|has] no token that War could halve.", (frame - 1)->b);
        return;
    }
    six_tell(reader, "%O %n is cancelled: ", frame->b, frame->a);
    if (frame->a == SIX_WAR) {
        six_tell(reader, "%f [halve|halves] no token for it.", (frame - 1)->b);
        tell_worth(six_lost_by_war(outlook), reader);
    } else if (frame->a == SIX_POLITICS && (frame - 1)->a == SIX_WAR) {
        tell_halving(outlook, (frame - 2)->b, reader);
        six_tell(reader, ".");
    } else {
        tell_event_then(outlook, six_happens(state, top - 1), reader);
    }
}

static void explain_war(const struct six_outlook *outlook, const struct bil_reader *reader)
{
    const struct bil_frame *top = six_top_const(outlook->state);
    six_tell(reader,
             six_has_loss(outlook->state, top->b) ? "%F must halve a token, but %o %n works all the same."
                                                  : "Does nothing here: %f has no token above 1, and %o %n works all the same.",
             top->b, top->b, top->a);
}

/* ------------------------------------------------------------------ consent */

/* What the Action that waits for consent does to the protected token. */
static void tell_pending(const struct six_outlook *outlook, bool yes, const struct bil_reader *reader)
{
    const struct six_state *state = outlook->state;
    const bil_move move = state->pending;
    const int site = SIX_FROM(move);
    const int level = state->level[outlook->seat][site];
    if (!yes) {
        six_tell(reader, "Your %j token stays on %l", site, level);
    } else if (SIX_VERB(move) == SIX_M_DOUBLE) {
        six_tell(reader, "Your %j token doubles to %l", site, level + 1);
    } else {
        const bool halves = !six_gives_free(state, outlook->seat, site);
        six_tell(reader, "1 billion of yours goes from %w to the %j box; your %j token %s %l", site, SIX_TO(move), site,
                 halves ? "falls to" : "stays on", level - halves);
    }
}

static void explain_consent(const struct six_outlook *outlook, bool yes, const struct bil_reader *reader)
{
    const struct six_state *state = outlook->state;
    const struct bil_frame *top = six_top_const(state);
    int own = 0;
    six_move_worth(outlook, SIX_MOVE(SIX_M_CONSENT, 0, 0, 0, 0, 0), &own);
    if (state->pending) {
        tell_pending(outlook, yes, reader);
    } else {
        tell_outcome(outlook, !yes, true, reader);
    }
    if (yes && state->pending && outlook->rules->card_points[top->a] > 0) {
        six_tell(reader, ", and %f scores %p", top->b, outlook->rules->card_points[top->a]);
    }
    six_tell(reader, ".");
    tell_worth(yes ? own : -own, reader);
}

/* "..., if nobody else answers." */
static void explain_passing(const struct six_outlook *outlook, const struct bil_reader *reader)
{
    if (six_top_const(outlook->state)->kind == SIX_RESPOND) {
        explain_standing(outlook, outlook->state->depth - 1, reader);
        return;
    }
    tell_outcome(outlook, true, true, reader);
    six_tell(reader, ", unless somebody else cancels that.");
    tell_effect(outlook, true, reader);
}

/* What an answer to a window does now; false, and nothing said, if the move is none. */
static bool explain_answer(const struct six_outlook *outlook, bil_move move, const struct bil_reader *reader)
{
    const int kind = six_top_const(outlook->state)->kind;
    const bool window = kind == SIX_CANCEL || kind == SIX_RESPOND;
    switch (SIX_VERB(move)) {
    case SIX_M_CANCEL:
        explain_cancel(outlook, reader);
        return true;
    case SIX_M_RESPOND:
        (SIX_CARD(move) == SIX_WAR ? explain_war : explain_politics)(outlook, reader);
        return true;
    case SIX_M_CONSENT:
    case SIX_M_REFUSE:
        explain_consent(outlook, SIX_VERB(move) == SIX_M_CONSENT, reader);
        return true;
    case SIX_M_PASS:
        if (window) {
            explain_passing(outlook, reader);
        }
        return window;
    default:
        return false;
    }
}

/* ------------------------------------------------------------------ all moves */

static void explain_card(const struct six_outlook *outlook, const char *what, int card, const struct bil_reader *reader)
{
    if (outlook->sites->done) {
        six_tell(reader, "%s %n can%s be played before the game ends.", what, card,
                 six_card_worth(outlook, card) == 0 ? "not" : " still");
    } else {
        six_tell(reader, "%s %n.", what, card);
    }
}

void six_explain(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    const struct six_state *state = view;
    struct six_sites sites;
    struct six_outlook outlook;
    const struct bil_reader reader = {rules, six_top_const(view)->seat, out};
    six_look(rules, view, six_top_const(view)->seat, &sites, &outlook);
    if (explain_answer(&outlook, move, &reader)) {
        return;
    }
    switch (SIX_VERB(move)) {
    case SIX_M_GROW:
        explain_step(&outlook, state->faction, SIX_FROM(move), &reader);
        break;
    case SIX_M_SETTLE:
        six_tell(&reader, "Every box that is ready must be settled: %w first.", SIX_FROM(move));
        break;
    case SIX_M_COLONY:
    case SIX_M_MIGRANTS:
        explain_send(&outlook, move, &reader);
        break;
    case SIX_M_DOUBLE:
        explain_step(&outlook, SIX_FACTION(move), SIX_FROM(move), &reader);
        break;
    case SIX_M_RECYCLE:
        six_tell(&reader, "Recycle cannot be cancelled. ");
        explain_step(&outlook, state->acting, SIX_FROM(move), &reader);
        break;
    case SIX_M_DISCOVER:
        six_tell(&reader, "A Discovery card doubles your points at its site at the end%s",
                 outlook.sites->done ? "." : ", and may be a free colony before.");
        break;
    case SIX_M_TROUBLE:
    case SIX_M_HOME:
        six_tell(&reader, "It takes %o people out of the %j box%s.", SIX_FACTION(move), SIX_FROM(move),
                 outlook.sites->done >> SIX_FACTION(move) & 1 ? ", too late to settle anyhow" : " before they settle");
        break;
    case SIX_M_REVEAL:
        six_tell(&reader,
                 "A free colony%s: no token gives anything for it, and the card still doubles your points there at the end.",
                 outlook.sites->done >> outlook.seat & 1 ? ", too late to settle" : "");
        break;
    case SIX_M_SYMBOL:
        six_tell(&reader, "One step on the %y track.", SIX_N(move));
        break;
    case SIX_M_KEEP:
    case SIX_M_DROP:
        explain_card(&outlook, "The refused", six_top_const(state)->a, &reader);
        break;
    case SIX_M_HALVE:
        six_tell(&reader, "Your %j token falls to %l.", SIX_FROM(move), state->level[outlook.seat][SIX_FROM(move)] - 1);
        break;
    case SIX_M_RETURN:
        six_tell(&reader, "It doubles nothing then.");
        break;
    case SIX_M_DISCARD:
        explain_card(&outlook, "The card", SIX_CARD(move), &reader);
        break;
    case SIX_M_TAKE:
        explain_card(&outlook, "The open", SIX_CARD(move), &reader);
        break;
    case SIX_M_DECK:
        six_tell(&reader, "A card that nobody has seen.");
        break;
    case SIX_M_SEND:
        six_tell(&reader, "The Neutral must send somebody: here from %w to %w.", SIX_FROM(move), SIX_TO(move));
        break;
    case SIX_M_UP:
    case SIX_M_DOWN:
    case SIX_M_PLACE:
        six_tell(&reader, "It changes the order of turn.");
        break;
    default:
        explain_pass(&outlook, &reader);
        break;
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
