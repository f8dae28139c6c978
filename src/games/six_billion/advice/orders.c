/* 6 Billion: standing orders that a person may give, and how they answer.
 *
 * Whether an order answers is read from the question alone, never from a hand: a seat that is spared a question it could have
 * answered looks just like one that could not. Only which move it makes may follow from what the seat knows. */
#include <stdlib.h>

#include "billions/orders.h"
#include "games/six_billion/advice/advice.h"
#include "games/six_billion/words/words.h"

enum {
    ABOUT_CANCEL = 1,
    ABOUT_RESPOND = 2,
    ABOUT_CONSENT = 4,
    ABOUT_GROW = 8,
    ABOUT_SETTLE = 16,
    ABOUT_DRAW = 32,
    ABOUT_DISCARD = 64,
    ABOUT_POWER = 128
};
enum order {
    NEVER_CANCEL,
    NEVER_RESPOND,
    PASS_WINDOWS,
    ONLY_AGAINST,
    CONSENT_ALWAYS,
    REFUSE_ALWAYS,
    GROW_ALWAYS,
    SETTLE_ALWAYS,
    DRAW_FROM_DECK,
    NEVER_DISCARD,
    NEVER_USE_POWER,
    WHAT_MATTERS,
    PLAIN_GROWTH,
    PLAIN_SETTLING,
    ALL,
    FILL_UP,
    ORDERS
};

static const struct bil_order orders[] = {
    [NEVER_CANCEL] = {"never cancel", NULL, "pass whenever a doubling or a card could be cancelled",
                      "Don't ask again about cancelling", ABOUT_CANCEL, false, false, "Cancel nothing", false},
    [NEVER_RESPOND] = {"never respond", NULL, "pass whenever a played card could be answered", "Don't ask again about answering",
                       ABOUT_RESPOND, false, false, "Answer no card", false},
    [PASS_WINDOWS] = {"pass windows", NULL, "never cancel and never respond", "Never ask me to cut in",
                      ABOUT_CANCEL | ABOUT_RESPOND, false, false, "Stay out of others' turns", false},
    [ONLY_AGAINST] = {"only against", "COLOUR ...", "ask only about these colours' doublings and cards, and about what hits you",
                      NULL, ABOUT_CANCEL | ABOUT_RESPOND, false, false, "Only against some", true},
    [CONSENT_ALWAYS] = {"consent always", NULL, "say yes whenever the Opening Treaty asks you", "Always consent", ABOUT_CONSENT,
                        false, false, "Consent to everything", false},
    [REFUSE_ALWAYS] = {"refuse always", NULL, "say no whenever the Opening Treaty asks you", "Always refuse", ABOUT_CONSENT, false,
                       false, "Refuse everything", false},
    [GROW_ALWAYS] = {"grow always", NULL, "choose the order of free doublings, the best first", "Always, the best first",
                     ABOUT_GROW, false, false, "Double by itself", false},
    [SETTLE_ALWAYS] = {"settle always", NULL, "choose the order of establishing, the best first", "Always, the best first",
                       ABOUT_SETTLE, false, false, "Settle by itself", false},
    [DRAW_FROM_DECK] = {"draw from deck", NULL, "never take an open card", "Always from the deck", ABOUT_DRAW, false, false,
                        "Draw from the deck", false},
    [NEVER_DISCARD] = {"never discard", NULL, "keep every card after your Actions", "Never discard", ABOUT_DISCARD, false, false,
                       "Keep all my cards", false},
    [NEVER_USE_POWER] = {"never use power", NULL, "leave the order of turn as it was drawn", "Never use a power", ABOUT_POWER,
                         false, false, "Use no power", false},
    [WHAT_MATTERS] = {"what matters", NULL,
                      "in others' turns ask only where about a point or more hangs on it for you or for who leads, or the end of "
                      "the game; about "
                      "a card that was played only where Power Politics could still turn that round or spare you a War: War can be "
                      "played then, too",
                      NULL, ABOUT_CANCEL | ABOUT_RESPOND, false, true, "What touches me", false},
    [PLAIN_GROWTH] = {"plain growth", NULL, "free doublings run by themselves, unless one of them ends the game", NULL, ABOUT_GROW,
                      false, true, "Plain doubling", false},
    [PLAIN_SETTLING] = {"plain settling", NULL, "boxes are settled by themselves, unless one of them ends the game", NULL,
                        ABOUT_SETTLE, false, true, "Plain settling", false},
    [ALL] = {"all", NULL, "the rest of free doubling and of establishing, the best first", "All of them, the best first", 0, true,
             false, NULL, false},
    [FILL_UP] = {"fill up", NULL, "the rest of your cards from the deck", "The rest from the deck", 0, true, false, NULL, false},
    [ORDERS] = {0},
};

/* ------------------------------------------------------------------ reading */

/* The turn that is being played, as a number: a brief order does not outlive it. */
static int32_t this_turn(const struct six_state *view)
{
    return view->turn * 8 + view->faction;
}

/* "red, blue" as bits by faction. */
static bool read_colours(const struct six_rules *rules, int seat, const char *text, int32_t *argument, struct bil_error *error)
{
    struct bil_words words;
    struct bil_text colours = {0};
    six_tell_list(&(struct bil_reader){rules, BIL_SPECTATOR, &colours}, ((1U << rules->factions) - 1) & ~(1U << seat), "%h",
                  " or ");
    bool fine = bil_words_of(text, strlen(text), &words) ||
                bil_fail(error, "\"%.60s\" is too long for colours: say %s.", text, bil_text_string(&colours));
    *argument = 0;
    for (int i = 0; i < words.count && fine; i++) {
        const uint64_t meant = bil_nouns_meant(&six_faction_nouns, rules, NULL, &words, i, 1);
        const bool joins = words.word[i].end - words.word[i].begin == 2 && memcmp(words.letter + words.word[i].begin, "or", 2) == 0;
        if (joins) {
            continue;
        }
        if (meant == 1ULL << seat) {
            fine = bil_fail(error, "You are %s yourself; say whom you would stop: %s.", six_faction_word(rules, seat),
                            bil_text_string(&colours));
        } else if (meant == 0 || (meant & (meant - 1))) {
            const int length = words.word[i].to - words.word[i].from;
            fine = bil_fail(error, "\"%.*s\" %s: say %s.", length, text + words.word[i].from,
                            meant ? "can be two colours" : "plays nothing here", bil_text_string(&colours));
        } else {
            *argument |= (int32_t)meant;
        }
    }
    if (fine && *argument == 0) {
        fine = bil_fail(error, "\"only against\" needs a colour behind it, or several: %s.", bil_text_string(&colours));
    }
    bil_text_free(&colours);
    return fine;
}

static bool read(const void *rules_, const void *view, int seat, int order, const char *text, int32_t *argument,
                 struct bil_text *written, struct bil_error *error)
{
    const struct six_rules *rules = rules_;
    *argument = 0;
    if (order == ALL || order == FILL_UP) {
        *argument = this_turn(view);
    } else if (order == ONLY_AGAINST) {
        if (!read_colours(rules, seat, text, argument, error)) {
            return false;
        }
        six_tell_list(&(struct bil_reader){rules, BIL_SPECTATOR, written}, (uint32_t)*argument, "%h", " and ");
    }
    return true;
}

/* ------------------------------------------------------------------ answering */

/* The move of the list that the advice likes best. */
static bil_move best_move(const struct six_rules *rules, const struct six_state *view)
{
    bil_move list[SIX_MAX_MOVES];
    int32_t value[SIX_MAX_MOVES] = {0};
    const int count = six_moves(rules, view, list);
    int best = 0;
    six_advise(rules, view, list, count, value);
    for (int i = 1; i < count; i++) {
        best = value[i] > value[best] ? i : best;
    }
    return list[best];
}

/* Whether a window is about somebody else than these factions, and not about what happens to the asked seat. A doubling is against
 * nobody but serves the faction that grows; a card against a box, and an answer, is that of its player. */
static bool concerns_others(const struct six_state *view, unsigned factions)
{
    const struct bil_frame *top = six_top_const(view);
    const struct six_event *event = &view->event;
    if (top->kind == SIX_RESPOND) {
        const bool mine = event->player == top->seat || event->faction == top->seat;
        return !(factions >> top->b & 1) && !mine;
    }
    if (event->kind == SIX_EV_GROW || event->kind == SIX_EV_DOUBLE) {
        return !(factions >> event->faction & 1);
    }
    return !(factions >> event->player & 1) && event->faction != top->seat;
}

/* What everybody sees of a state: hidden cards stay hidden from their owner too. */
static struct six_state seen_by_all(const struct six_state *view)
{
    struct six_state seen = *view;
    for (int seat = 0; seat < SIX_PLAYERS; seat++) {
        seen.agenda[seat] = SIX_FIND_HIDDEN;
        for (int i = 0; i < SIX_HELD; i++) {
            seen.find[seat][i] =
                view->find[seat][i] & SIX_FIND_UP ? view->find[seat][i] : SIX_FIND_HIDDEN * (view->find[seat][i] != 0);
        }
    }
    return seen;
}

/* Hundredths of a point. Cards that answer are worth 50 to 120. Higher stakes ask less and cost strength: these keep a game of
 * four within 50 steps and cost a spared bot less than 10 Elo (docs/bots.md). */
enum { STAKE = 85, STAKE_OF_ANSWERS = 150 };

/* Whether a window's event changes the position of the asked seat. What counts is the advice without hidden cards: the points of
 * the site now and later, the leader's most of all, and the end of the game. Where a card is to be answered, an answer must also be
 * able to change that: Power Politics by turning round whether the event happens, or by ending a War on the seat. War turns nothing
 * round, and so it is never the reason to ask. */
static bool matters(const struct six_rules *rules, const struct six_state *view)
{
    const struct six_state seen = seen_by_all(view);
    const int seat = six_top_const(view)->seat;
    struct six_sites sites;
    struct six_outlook outlook;
    int own = 0;
    six_look(rules, &seen, seat, &sites, &outlook);
    const int worth = abs(six_event_worth(&outlook, &seen.event, &own));
    if (six_top_const(view)->kind == SIX_CANCEL) {
        return worth >= STAKE;
    }
    const int top = view->depth - 1;
    return (worth >= STAKE_OF_ANSWERS && six_happens(view, top) != six_happens(view, top - 1)) ||
           six_lost_by_war(&outlook) >= STAKE_OF_ANSWERS;
}

/* Whether one of these sites, populated or doubled, would end the game: then it hangs on the order what the others come to. */
static bool may_end(const struct six_rules *rules, const struct six_state *view)
{
    const int faction = view->faction;
    const unsigned growing = view->stack[0].kind == SIX_GROW ? six_growable(rules, view) : 0;
    unsigned populated = view->stack[0].kind == SIX_SETTLE ? six_ready(view, faction) : 0;
    bool ends = false;
    for (unsigned rest = growing & (1U << SIX_BELT | 1U << SIX_EARTH); rest; rest &= rest - 1) {
        ends |= view->level[faction][six_lowest(rest)] + 1 >= SIX_LEVEL_1024;
    }
    for (int other = 0; other < rules->factions; other++) {
        populated |= view->on[other];
    }
    return ends || populated == SIX_EVERY_SITE;
}

/* Whether the step in which a brief order was given is still being played. */
static bool goes_on(const struct six_state *view, int order, int32_t turn)
{
    const int step = view->stack[0].kind;
    return this_turn(view) == turn && (order == FILL_UP ? step == SIX_DRAW : step == SIX_GROW || step == SIX_SETTLE);
}

/* What an order says to which questions, bit by frame. Some look at more than the question: see `spares`. */
#define ON(kind) (1U << SIX_##kind)
enum { BEST = 0 }; /* the move that the advice likes best */
static const struct {
    uint32_t asked;
    bil_move move;
} answers[ORDERS] = {
    [NEVER_CANCEL] = {ON(CANCEL), SIX_M_PASS},
    [NEVER_RESPOND] = {ON(RESPOND), SIX_M_PASS},
    [PASS_WINDOWS] = {ON(CANCEL) | ON(RESPOND), SIX_M_PASS},
    [ONLY_AGAINST] = {ON(CANCEL) | ON(RESPOND), SIX_M_PASS},
    [CONSENT_ALWAYS] = {ON(CONSENT), SIX_M_CONSENT},
    [REFUSE_ALWAYS] = {ON(CONSENT), SIX_M_REFUSE},
    [GROW_ALWAYS] = {ON(GROW), BEST},
    [SETTLE_ALWAYS] = {ON(SETTLE), BEST},
    [DRAW_FROM_DECK] = {ON(DRAW), SIX_M_DECK},
    [NEVER_DISCARD] = {ON(DISCARD), SIX_M_PASS},
    [NEVER_USE_POWER] = {ON(POWER), SIX_M_PASS},
    [WHAT_MATTERS] = {ON(CANCEL) | ON(RESPOND), SIX_M_PASS},
    [PLAIN_GROWTH] = {ON(GROW), BEST},
    [PLAIN_SETTLING] = {ON(SETTLE), BEST},
    [ALL] = {ON(GROW) | ON(SETTLE), BEST},
    [FILL_UP] = {ON(DRAW), SIX_M_DECK},
};

/* Whether the order spares its seat this question, which is one of those it is about. */
static bool spares(const struct six_rules *rules, const struct six_state *view, int order, int32_t argument)
{
    switch ((enum order)order) {
    case ONLY_AGAINST:
        return concerns_others(view, (unsigned)argument);
    case WHAT_MATTERS:
        return !matters(rules, view);
    case PLAIN_GROWTH:
    case PLAIN_SETTLING:
        return !may_end(rules, view);
    case DRAW_FROM_DECK:
    case FILL_UP:
        return six_can_draw(view);
    default:
        return true;
    }
}

static enum bil_order_says answer_order(const void *rules, const void *view, int order, int32_t argument, bil_move *move)
{
    *move = 0;
    if ((order == ALL || order == FILL_UP) && !goes_on(view, order, argument)) {
        return BIL_ORDER_ENDED;
    }
    if (!(answers[order].asked >> six_top_const(view)->kind & 1U) || !spares(rules, view, order, argument)) {
        return BIL_ORDER_ASKS;
    }
    *move = answers[order].move == BEST ? best_move(rules, view) : answers[order].move;
    return BIL_ORDER_ANSWERS;
}

const struct bil_orders six_orders = {.list = orders, .read = read, .answer = answer_order};
