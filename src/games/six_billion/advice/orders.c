/* 6 Billion: standing orders that a person may give, and how they answer.
 *
 * Whether an order answers is read from the question alone, never from a hand: a seat that is spared a question it could have
 * answered looks just like one that could not. Only which move it makes may follow from what the seat knows. Must never play a
 * card of the hand, or throw one away. */
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
    ABOUT_POWER = 128,
    ABOUT_MIGRANTS = 256
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
    FIRST_PLACE,
    OWN_AFFAIRS,
    PLAIN_CONSENT,
    PLAIN_MIGRANTS,
    PLAIN_GROWTH,
    PLAIN_SETTLING,
    FIRST_TURN,
    ALL,
    FILL_UP,
    ORDERS
};

#define IN_TURNS "When somebody else acts"
#define CONSENTS "When your consent is asked"
#define GROWTH   "Free doublings"
#define SETTLING "Settling"

static const struct bil_order orders[] = {
    [NEVER_CANCEL] = {.words = "never cancel",
                      .help = "pass whenever a doubling or a card could be cancelled",
                      .label = "Don't ask again about cancelling",
                      .about = ABOUT_CANCEL,
                      .name = "Cancel nothing"},
    [NEVER_RESPOND] = {.words = "never respond",
                       .help = "pass whenever a played card could be answered",
                       .label = "Don't ask again about answering",
                       .about = ABOUT_RESPOND,
                       .name = "Answer no card"},
    [PASS_WINDOWS] = {.words = "pass windows",
                      .help = "never cancel and never respond",
                      .label = "Never ask me to cut in",
                      .about = ABOUT_CANCEL | ABOUT_RESPOND,
                      .name = "Stay out of others' turns",
                      .matter = IN_TURNS},
    [ONLY_AGAINST] = {.words = "only against",
                      .argument = "COLOUR ...",
                      .help = "ask only about these colours' doublings and cards, and about what hits you",
                      .about = ABOUT_CANCEL | ABOUT_RESPOND,
                      .name = "Only against some",
                      .of_rivals = true},
    [CONSENT_ALWAYS] = {.words = "consent always",
                        .help = "say yes whenever the Opening Treaty asks you",
                        .label = "Always consent",
                        .about = ABOUT_CONSENT,
                        .name = "Consent to everything",
                        .matter = CONSENTS},
    [REFUSE_ALWAYS] = {.words = "refuse always",
                       .help = "say no whenever the Opening Treaty asks you",
                       .label = "Always refuse",
                       .about = ABOUT_CONSENT,
                       .name = "Refuse everything",
                       .matter = CONSENTS},
    [GROW_ALWAYS] = {.words = "grow always",
                     .help = "choose the order of free doublings, the best first",
                     .label = "Always, the best first",
                     .about = ABOUT_GROW,
                     .name = "Double by itself",
                     .matter = GROWTH},
    [SETTLE_ALWAYS] = {.words = "settle always",
                       .help = "choose the order of establishing, the best first",
                       .label = "Always, the best first",
                       .about = ABOUT_SETTLE,
                       .name = "Settle by itself",
                       .matter = SETTLING},
    [DRAW_FROM_DECK] = {.words = "draw from deck",
                        .help = "never take an open card",
                        .label = "Always from the deck",
                        .about = ABOUT_DRAW,
                        .name = "Draw from the deck"},
    [NEVER_DISCARD] = {.words = "never discard",
                       .help = "keep every card after your Actions",
                       .label = "Never discard",
                       .about = ABOUT_DISCARD,
                       .name = "Keep all my cards"},
    [NEVER_USE_POWER] = {.words = "never use power",
                         .help = "leave the order of turn as it was drawn",
                         .label = "Never use a power",
                         .about = ABOUT_POWER,
                         .name = "Use no power"},
    [WHAT_MATTERS] = {.words = "what matters",
                      .help = "ask where more than 3 points hang on it for you, or the end of the game; below that: pass",
                      .about = ABOUT_CANCEL | ABOUT_RESPOND,
                      .given = BIL_ORDER_STANDARD,
                      .name = "Ask me when more than 3 points are at stake for me",
                      .matter = IN_TURNS},
    [FIRST_PLACE] = {.words = "first place",
                     .help = "ask where it changes who leads, helps a rival who leads, or ends the game; pass on everything else",
                     .about = ABOUT_CANCEL | ABOUT_RESPOND,
                     .name = "Cancel only what threatens first place",
                     .matter = IN_TURNS},
    [OWN_AFFAIRS] = {.words = "own affairs",
                     .help = "ask about what happens to your own tokens, boxes and cards; pass on everything else",
                     .about = ABOUT_CANCEL | ABOUT_RESPOND,
                     .name = "Never answer for others",
                     .matter = IN_TURNS},
    [PLAIN_CONSENT] =
        {.words = "plain consent",
         .help = "refuse what only hurts you, and decide as a hint would where at most 3 points hang on it; keep a card of yours "
                 "that was refused",
         .about = ABOUT_CONSENT,
         .given = BIL_ORDER_STANDARD,
         .name = "Ask me when it could help me much",
         .matter = CONSENTS},
    [PLAIN_MIGRANTS] =
        {.words = "plain migrants",
         .help = "move a Neutral's migrants, and lose a token to War, as a hint would, where at most 3 points hang on which",
         .about = ABOUT_MIGRANTS,
         .given = BIL_ORDER_STANDARD,
         .name = "Ask me where more than 3 points hang on it",
         .matter = "A Neutral's migrants, and what War costs"},
    [PLAIN_GROWTH] = {.words = "plain growth",
                      .help = "free doublings run by themselves, unless one of them ends the game",
                      .about = ABOUT_GROW,
                      .given = BIL_ORDER_STANDARD,
                      .name = "Ask me when one could end the game",
                      .matter = GROWTH},
    [PLAIN_SETTLING] = {.words = "plain settling",
                        .help = "boxes are settled by themselves, unless one of them ends the game",
                        .about = ABOUT_SETTLE,
                        .given = BIL_ORDER_STANDARD,
                        .name = "Ask me when one could end the game",
                        .matter = SETTLING},
    [FIRST_TURN] = {.words = "first turn",
                    .help =
                        "in the first turn pass on others' doublings and cards, keep yours, and decide the rest as a hint would",
                    .given = BIL_ORDER_NEWCOMER},
    [ALL] = {.words = "all",
             .help = "the rest of free doubling and of establishing, the best first",
             .label = "All of them, the best first",
             .brief = true},
    [FILL_UP] = {.words = "fill up",
                 .help = "the rest of your cards from the deck",
                 .label = "The rest from the deck",
                 .brief = true},
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

/* Hundredths of a point: less hangs on it is answered. Others' gains count in part, the leader's most (six_look). What the answers
 * of `what matters` cost a bot is in docs/notebooks/bots.md. */
enum { STAKE = 3 * SIX_POINT };

/* How the window, consent or choice on top looks to the asked seat by what everybody sees. */
struct public_look {
    struct six_state seen;
    struct six_sites sites;
    struct six_outlook outlook;
};

static void look_in_public(const struct six_rules *rules, const struct six_state *view, struct public_look *look)
{
    look->seen = seen_by_all(view);
    six_look(rules, &look->seen, six_top_const(view)->seat, &look->sites, &look->outlook);
}

/* Whether a card of the asked seat is one of those that answer each other here: who has begun a duel is asked on in it. */
static bool in_duel(const struct six_state *view)
{
    bool duel = false;
    for (int at = view->depth - 1; at > 0 && view->stack[at].kind == SIX_RESPOND; at--) {
        duel |= view->stack[at].b == six_top_const(view)->seat;
    }
    return duel;
}

/* Whether a window's event changes the position of the asked seat by the points of the site now and later, the leader's most of
 * all, or ends the game, and an answer can turn it round, which War cannot; or a War that can still be averted costs the seat that
 * much. With `only_lead` only first place counts. */
static bool matters(const struct six_rules *rules, const struct six_state *view, bool only_lead)
{
    struct public_look look;
    bool lead = false;
    look_in_public(rules, view, &look);
    const bool much = six_at_stake(&look.outlook, &lead) > STAKE;
    if (only_lead ? lead : much) {
        return six_top_const(view)->kind == SIX_CANCEL || six_happens(view, view->depth - 1) != six_happens(view, view->depth - 2);
    }
    return !only_lead && six_lost_by_war(&look.outlook) > STAKE;
}

/* By how much the legal moves differ for the asked seat, as everybody sees it. */
static int difference(const struct six_rules *rules, const struct six_state *view)
{
    struct public_look look;
    bil_move list[SIX_MAX_MOVES];
    const int count = six_moves(rules, view, list);
    int least = INT32_MAX;
    int most = INT32_MIN;
    look_in_public(rules, view, &look);
    for (int i = 0; i < count; i++) {
        int own = 0;
        const int worth = six_move_worth(&look.outlook, list[i], &own);
        least = worth < least ? worth : least;
        most = worth > most ? worth : most;
    }
    return most - least;
}

/* Whether consent could be worth more than the stake to the asked seat: no question otherwise. A card of one's own that
 * came back is no question. */
static bool consent_matters(const struct six_rules *rules, const struct six_state *view)
{
    struct public_look look;
    int own = 0;
    look_in_public(rules, view, &look);
    return six_top_const(view)->kind == SIX_CONSENT && six_move_worth(&look.outlook, SIX_M_CONSENT, &own) > STAKE;
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
    [FIRST_PLACE] = {ON(CANCEL) | ON(RESPOND), SIX_M_PASS},
    [OWN_AFFAIRS] = {ON(CANCEL) | ON(RESPOND), SIX_M_PASS},
    [PLAIN_CONSENT] = {ON(CONSENT) | ON(KEEP), BEST},
    [PLAIN_MIGRANTS] = {ON(MIGRANT) | ON(HALVE), BEST},
    [PLAIN_GROWTH] = {ON(GROW), BEST},
    [PLAIN_SETTLING] = {ON(SETTLE), BEST},
    [FIRST_TURN] = {ON(CANCEL) | ON(RESPOND) | ON(CONSENT) | ON(KEEP) | ON(MIGRANT) | ON(HALVE), BEST},
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
    case FIRST_PLACE:
        return !in_duel(view) && !matters(rules, view, order == FIRST_PLACE);
    case OWN_AFFAIRS:
        return !in_duel(view) && concerns_others(view, 0);
    case PLAIN_CONSENT:
        return !consent_matters(rules, view);
    case PLAIN_MIGRANTS:
        return difference(rules, view) <= STAKE;
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

static enum bil_order_says answer_order(const void *rules, const void *view_, int order, int32_t argument, bil_move *move)
{
    const struct six_state *view = view_;
    const int asked = six_top_const(view)->kind;
    *move = 0;
    if (order == FIRST_TURN ? view->turn > 1 : (order == ALL || order == FILL_UP) && !goes_on(view, order, argument)) {
        return BIL_ORDER_ENDED;
    }
    if (!(answers[order].asked >> asked & 1U) || !spares(rules, view, order, argument)) {
        return BIL_ORDER_ASKS;
    }
    *move = asked == SIX_CANCEL || asked == SIX_RESPOND ? SIX_M_PASS
            : asked == SIX_KEEP                         ? SIX_M_KEEP
            : answers[order].move == BEST               ? best_move(rules, view)
                                                        : answers[order].move;
    return BIL_ORDER_ANSWERS;
}

const struct bil_orders six_orders = {.list = orders, .read = read, .answer = answer_order};
