/* See sentences.h. Builds moves and plays; what is right stands in the tests. */
#include "games/six_billion/sentences.h"

#include <stdlib.h>

int six_words_run(const char *file, const struct case_said_list *lists, int count)
{
    return case_said_run(six_test_game(), "games/six_billion/words", file, lists, count);
}

const struct case_walk six_words_walks[] = {
    {2, "track=on", 21, 1, false},
    {3, "track=on;discovery-step=on;tokens=10", 22, 1, false},
    {4, "trouble-billion=on", 23, 1, false},
    {5, "track=on;colours=black,blue,pink,green,red", 24, 1, false},
    {3, "neutrals=1;turn-cap=9", 25, 1, false},
    {2, "", 26, 1, false},
};
const int six_words_walk_count = sizeof six_words_walks / sizeof six_words_walks[0];

bool six_words_walk(const struct case_walk *walk, case_visit *visit, void *context, struct bil_error *error)
{
    return case_walk(six_test_game(), walk, visit, context, error);
}

/* ------------------------------------------------------------------ moves */

struct list {
    bil_move *move;
    int count;
};

static void add(struct list *list, bil_move move)
{
    if (list->count == SIX_ALL_MOVES) {
        abort();
    }
    list->move[list->count++] = move;
}

/* Whether a text can name that faction for that card: own people go without a name, and cards for others are not for oneself. */
static bool names(const struct six_rules *rules, int card, int faction, int me)
{
    switch (six_target[card]) {
    case SIX_T_OWN:
        return faction == me;
    case SIX_T_OTHER:
        return six_is_player(rules, faction) && faction != me;
    case SIX_T_NEUTRAL:
        return !six_is_player(rules, faction);
    default:
        return true;
    }
}

static void add_ways(struct list *list, int verb, int card, int faction, int n)
{
    for (int from = 0; from < SIX_SITES; from++) {
        for (int to = 0; to < SIX_SITES; to++) {
            if (from != to) {
                add(list, SIX_MOVE(verb, card, faction, from, to, n));
            }
        }
    }
}

static void add_card(struct list *list, const struct six_rules *rules, int card, int me)
{
    static const uint8_t verbs[] = {[SIX_F_DOUBLE] = SIX_M_DOUBLE, [SIX_F_TROUBLE] = SIX_M_TROUBLE, [SIX_F_HOME] = SIX_M_HOME};
    const int family = six_family[card];
    if (family == SIX_F_CANCEL || family == SIX_F_RESPONSE) {
        add(list, SIX_MOVE(family == SIX_F_CANCEL ? SIX_M_CANCEL : SIX_M_RESPOND, card, 0, 0, 0, 0));
        return;
    }
    if (family == SIX_F_DISCOVERY) {
        add(list, SIX_MOVE(SIX_M_DISCOVER, card, 0, 0, 0, 0));
        return;
    }
    for (int faction = 0; faction < rules->factions; faction++) {
        if (!names(rules, card, faction, me)) {
            continue;
        }
        if (family == SIX_F_COLONY || family == SIX_F_MIGRANTS) {
            add_ways(list, family == SIX_F_COLONY ? SIX_M_COLONY : SIX_M_MIGRANTS, card, faction, 0);
            continue;
        }
        for (int site = 0; site < SIX_SITES; site++) {
            add(list, SIX_MOVE(family == SIX_F_RECYCLE ? SIX_M_RECYCLE : verbs[family], card, faction, site, 0, 0));
        }
    }
}

static void add_symbols(struct list *list)
{
    for (int symbol = 0; symbol < SIX_SYMBOLS; symbol++) {
        for (int card = 1; card < SIX_CARDS; card++) {
            add(list, SIX_MOVE(SIX_M_SYMBOL, card, 0, 0, 0, symbol));
            for (int second = card; second < SIX_CARDS; second++) {
                add(list, SIX_MOVE(SIX_M_SYMBOL, card, 0, second, 0, symbol));
            }
        }
    }
}

static void add_powers(struct list *list, const struct six_rules *rules, const struct bil_frame *top)
{
    for (int n = 1; n <= rules->factions; n++) {
        for (int symbol = SIX_DOLLAR; symbol <= SIX_SMILEY; symbol++) {
            const int other = top->kind == SIX_POWER && top->a == symbol ? 0 : 1 + symbol;
            add(list, SIX_MOVE(SIX_M_UP, 0, 0, 0, other, n));
            add(list, SIX_MOVE(SIX_M_DOWN, 0, 0, 0, other, n));
        }
        for (int faction = 0; faction < rules->factions; faction++) {
            add(list, SIX_MOVE(SIX_M_PLACE, 0, faction, 0, 0, n - 1));
        }
    }
}

int six_all_moves(const struct six_rules *rules, const struct six_state *state, bil_move moves[SIX_ALL_MOVES])
{
    static const uint8_t alone[] = {SIX_M_CONSENT, SIX_M_REFUSE, SIX_M_KEEP, SIX_M_DROP, SIX_M_DECK, SIX_M_PASS};
    static const uint8_t tokens[] = {SIX_M_GROW, SIX_M_SETTLE, SIX_M_HALVE};
    const struct bil_frame *top = six_top_const(state);
    struct list list = {moves, 0};
    for (size_t i = 0; i < sizeof alone; i++) {
        add(&list, alone[i]);
    }
    for (size_t i = 0; i < sizeof tokens; i++) {
        for (int site = 0; site < SIX_SITES; site++) {
            add(&list, SIX_MOVE(tokens[i], 0, 0, site, 0, 0));
        }
    }
    for (int card = 1; card < SIX_CARDS; card++) {
        add_card(&list, rules, card, top->seat);
        add(&list, SIX_MOVE(SIX_M_DISCARD, card, 0, 0, 0, 0));
        add(&list, SIX_MOVE(SIX_M_TAKE, card, 0, 0, 0, 0));
    }
    for (int find = 1; find < SIX_FINDS; find++) {
        add(&list, SIX_MOVE(SIX_M_REVEAL, 0, 0, find, 0, 0));
        add(&list, SIX_MOVE(SIX_M_RETURN, 0, 0, find, 0, 0));
    }
    add_ways(&list, SIX_M_SEND, 0, 0, 1);
    add_ways(&list, SIX_M_SEND, 0, 0, 2);
    add_symbols(&list);
    add_powers(&list, rules, top);
    return list.count;
}
