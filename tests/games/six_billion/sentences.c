/* See sentences.h: walks, every move that a text can mean, the sentence of every event, and moves that no text is read as. */
#include "games/six_billion/sentences.h"

#include <stdlib.h>

static const struct case_walk walks[] = {
    {2, "track=on", 21, 1, false},
    {3, "track=on;discovery-step=on;tokens=10", 22, 1, false},
    {4, "trouble-billion=on", 23, 1, false},
    {5, "track=on;colours=black,blue,pink,green,red", 24, 1, false},
    {3, "neutrals=1;turn-cap=9", 25, 1, false},
    {2, "", 26, 1, false},
};
/* ------------------------------------------------------------------ moves */

struct list {
    bil_move *move;
    int count;
};

static void add(struct list *list, bil_move move)
{
    if (list->count == CASE_ALL_MOVES) {
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

static int all_moves(const struct case_table *table, bil_move moves[CASE_ALL_MOVES])
{
    const struct six_rules *rules = table->position.rules;
    const struct six_state *state = table->position.state;
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

/* ------------------------------------------------------------------ events */

enum { ALL = 0xFF, VENUS = 1 + SIX_VENUS, OPTION_LEAF = SIX_FIND_SYMBOL + SIX_LEAF };
/* Red, Blue and Green; Neutral Pink (3) and Neutral Orange (4). */
static const struct case_event events[] = {
    {{SIX_E_AGENDA, 0, 0, 1, 1 + SIX_MARS, 0, 0}, 0, "Your Hidden Agenda is Mars."},
    {{SIX_E_AGENDA, 0, 0, 1, 1 + SIX_MARS, 0, 0}, 1, "Red gets a Hidden Agenda."},
    {{SIX_E_AGENDA, 1, 0, ALL, 1 + SIX_BELT, 0, 0}, 0, "Blue's Hidden Agenda is Belt."},
    {{SIX_E_DEALT, 0, 0, ALL, 6, 0, 0}, 0, "You are dealt 6 cards, one of them New Colony (distance 2)."},
    {{SIX_E_DEALT, 0, 0, ALL, 6, 0, 0}, -1, "Red is dealt 6 cards, one of them New Colony (distance 2)."},
    {{SIX_E_FACE_UP, -1, 0, ALL, SIX_WAR, 0, 0}, -1, "War lies face up."},
    {{SIX_E_CUP, -1, 0, ALL, 3, 2, 7}, 0, "Game turn 7: Neutral Pink plays second."},
    {{SIX_E_CUP, -1, 0, ALL, 0, 2, 7}, 0, "Game turn 7: you play second."},
    {{SIX_E_POWER, 0, 0, ALL, SIX_DOLLAR, 0, 1}, 0, "You use the Dollar power and now play first."},
    {{SIX_E_POWER, 0, 0, ALL, SIX_SMILEY, 0, 1}, 1, "Red uses the Smiley power and now plays first."},
    {{SIX_E_POWER, 0, 0, ALL, SIX_LEAF, 4, 1},
     1,
     "Red uses the Leaf power: Neutral Orange's token moves to place 1 in the order of play."},
    {{SIX_E_TURN, 0, 0, ALL, 0, 0, 0}, 0, "Your turn."},
    {{SIX_E_TURN, 0, 0, ALL, 0, 0, 0}, 1, "Red's turn."},
    {{SIX_E_TURN, 0, 0, ALL, 3, 0, 0}, 0, "Neutral Pink's turn."},
    {{SIX_E_CONTROL, 0, 0, ALL, 3, 0, 0}, 0, "You control Neutral Pink in this turn."},
    {{SIX_E_CONTROL, 0, 0, ALL, 3, 1, 0}, 1, "Red controls Neutral Pink in this turn: chance decided."},
    {{SIX_E_GROWING, 0, 0, ALL, 0, SIX_EARTH, 0}, 1, "Red's Earth token is to double freely."},
    {{SIX_E_GREW, -1, 0, ALL, 0, SIX_EARTH, 4}, 1, "Red's Earth token doubles freely to 8."},
    {{SIX_E_GREW, -1, 0, ALL, 0, SIX_BELT, 11}, 0, "Your Belt token doubles freely to 1024."},
    {{SIX_E_SETTLED, -1, 0, ALL, 0, SIX_BELT, 2}, 0, "You settle on the Belt with 2 billion."},
    {{SIX_E_SETTLED, -1, 0, ALL, 3, SIX_URANUS, 1}, 0, "Neutral Pink settles on Uranus with 1 billion."},
    {{SIX_E_SENT, 0, 0, ALL, SIX_COLONY_6, SIX_ROUTE(0, SIX_EARTH, SIX_BELT), 1},
     0,
     "You play New Colony (distance 6): 1 billion goes from Earth to the Belt box."},
    {{SIX_E_SENT, 0, 0, ALL, SIX_MIGRANTS_6_OTHER, SIX_ROUTE(1, SIX_BELT, SIX_MARS), 1},
     2,
     "Red plays Migrants (distance 6, another player): 1 billion of Blue goes from the Belt to the Mars box."},
    {{SIX_E_SENT, 0, 0, ALL, SIX_COLONY_OTHER, SIX_ROUTE(1, SIX_BELT, SIX_MARS), 1},
     1,
     "Red plays New Colony (distance 6, another player): 1 billion of your people goes from the Belt to the Mars box."},
    {{SIX_E_SENT, 0, 0, ALL, 0, SIX_ROUTE(3, SIX_EARTH, SIX_URANUS), 2},
     1,
     "Red sends 2 billion of Neutral Pink from Earth to the Uranus box."},
    {{SIX_E_SPENT, -1, 0, ALL, 1, SIX_MARS, 3}, 0, "That halves Blue's Mars token to 4."},
    {{SIX_E_SPENT, -1, 0, ALL, 1, SIX_MARS, 3}, 1, "That halves your Mars token to 4."},
    {{SIX_E_POINTS, 0, 0, ALL, 3, 12, 0}, 0, "You score 3 points and have 12 from cards."},
    {{SIX_E_POINTS, 0, 0, ALL, 3, 12, 0}, 1, "Red scores 3 points and has 12 from cards."},
    {{SIX_E_DOUBLE, 0, 0, ALL, SIX_DOUBLE, 0, SIX_MARS}, 1, "Red plays Double on its Mars token."},
    {{SIX_E_DOUBLE, 0, 0, ALL, SIX_DOUBLE, 0, SIX_MARS}, 0, "You play Double on your Mars token."},
    {{SIX_E_DOUBLE, 0, 0, ALL, SIX_DOUBLE_OTHER, 1, SIX_MARS}, 1, "Red plays Double (another player) on your Mars token."},
    {{SIX_E_DOUBLED, -1, 0, ALL, 3, SIX_MARS, 5}, 0, "Neutral Pink's Mars token doubles to 16."},
    {{SIX_E_RECYCLED, 0, 0, ALL, SIX_VENUS, 0, 0}, 1, "Red plays Recycle on its Venus token."},
    {{SIX_E_RESHUFFLED, -1, 0, ALL, 71, 0, 0}, 0, "A new deck of 71 cards is shuffled."},
    {{SIX_E_FOUND, 0, 0, 1, VENUS, 0, 0}, 0, "You draw the Discovery card Venus."},
    {{SIX_E_FOUND, 0, 0, 1, VENUS, 0, 0}, 1, "Red draws a Discovery card."},
    {{SIX_E_FOUND, 0, 0, 1, VENUS, 0, 0}, -2, "Red draws the Discovery card Venus."},
    {{SIX_E_RETURNED, 0, 0, 3, OPTION_LEAF, 0, 0}, 1, "Red puts the Discovery card Leaf under the Discovery deck."},
    {{SIX_E_RETURNED, 0, 0, 3, OPTION_LEAF, 0, 0}, 2, "Red puts a Discovery card under the Discovery deck."},
    {{SIX_E_TROUBLE, 0, 0, ALL, SIX_TROUBLE, 1, SIX_URANUS}, 2, "Red plays New Colony In Trouble on Blue's colonies at Uranus."},
    {{SIX_E_TROUBLE, 0, 0, ALL, SIX_HOME, 1, SIX_URANUS}, 1, "Red plays This Is Our Home on your migrants at Uranus."},
    {{SIX_E_LOST, -1, 0, ALL, 1, 2, SIX_URANUS}, 1, "You lose 2 billion from the Uranus box."},
    {{SIX_E_LOST, -1, 0, ALL, 3, 1, SIX_URANUS}, 1, "Neutral Pink loses 1 billion from the Uranus box."},
    {{SIX_E_REVEALED, 0, 0, ALL, VENUS, 1, 0}, 0, "You reveal the Discovery card Venus: 1 billion for your box there."},
    {{SIX_E_REVEALED, 0, 0, ALL, 1 + SIX_PLUTO, 2, 0}, 1, "Red reveals the Discovery card Pluto: 2 billion for its box there."},
    {{SIX_E_REVEALED, 0, 0, ALL, OPTION_LEAF, 1, 0}, 1, "Red reveals the Discovery card Leaf for one step of its marker."},
    {{SIX_E_SYMBOL, 0, 0, ALL, SIX_WAR, 0, SIX_SMILEY}, 0, "You play War for its Smiley."},
    {{SIX_E_SYMBOL, 0, 0, ALL, SIX_DOUBLE, SIX_HOME, SIX_LEAF}, 1, "Red plays Double and This Is Our Home for their Leaf."},
    {{SIX_E_SYMBOL, 0, 0, ALL, SIX_RECYCLE, 0, SIX_LEAF}, 1, "Red plays Recycle for its two Leaf symbols."},
    {{SIX_E_STEPPED, 0, 0, ALL, SIX_LEAF, 2, 0}, 1, "Red's Leaf marker is on 2 now."},
    {{SIX_E_CANCELS, 1, 0, ALL, SIX_DEATH, 0, SIX_ABOUT(SIX_EV_DOUBLE, 0, 0, SIX_MARS)},
     0,
     "Blue plays Death to cancel your Double on your Mars token."},
    {{SIX_E_CANCELS, 1, 0, ALL, SIX_DEATH, 0, SIX_ABOUT(SIX_EV_DOUBLE, 0, 0, SIX_MARS)},
     2,
     "Blue plays Death to cancel Red's Double on its Mars token."},
    {{SIX_E_CANCELS, 1, 0, ALL, SIX_DEATH, 0, SIX_ABOUT(SIX_EV_DOUBLE, 2, 3, SIX_PLUTO)},
     1,
     "You play Death to cancel Green's Double on Neutral Pink's Pluto token."},
    {{SIX_E_CANCELS, 1, 0, ALL, SIX_FAMINE, 0, SIX_ABOUT(SIX_EV_GROW, 0, 4, SIX_EARTH)},
     0,
     "Blue plays Famine to cancel the free doubling of Neutral Orange's Earth token."},
    {{SIX_E_CANCELS, 1, 0, ALL, SIX_FAMINE, 0, SIX_ABOUT(SIX_EV_GROW, 0, 0, SIX_EARTH)},
     0,
     "Blue plays Famine to cancel the free doubling of your Earth token."},
    {{SIX_E_CANCELS, 1, 0, ALL, SIX_SOULS, 0, SIX_ABOUT(SIX_EV_TROUBLE, 2, 0, SIX_BELT)},
     0,
     "Blue plays Save Our Souls to cancel Green's New Colony In Trouble on your colonies at the Belt."},
    {{SIX_E_CANCELS, 1, 0, ALL, SIX_SOULS, 0, SIX_ABOUT(SIX_EV_HOME, 0, 2, SIX_MARS)},
     2,
     "Blue plays Save Our Souls to cancel Red's This Is Our Home on your migrants at Mars."},
    {{SIX_E_RESPONDS, 0, 0, ALL, SIX_WAR, SIX_DEATH, 1}, 0, "You answer Blue's Death with War."},
    {{SIX_E_RESPONDS, 0, 0, ALL, SIX_POLITICS, SIX_DEATH, 1}, 1, "Red answers your Death with Power Politics."},
    {{SIX_E_NO_LONGER, 1, 0, ALL, SIX_DEATH, SIX_POLITICS, 0}, 0, "Blue's Death is cancelled by Power Politics."},
    {{SIX_E_FAILED, 2, 0, ALL, SIX_STOPPED(SIX_EV_GROW, SIX_PESTILENCE), 0, SIX_MARS},
     1,
     "Green's Pestilence stops it: Red's Mars token does not double."},
    {{SIX_E_FAILED, 1, 0, ALL, SIX_STOPPED(SIX_EV_DOUBLE, SIX_DEATH), 0, SIX_MARS},
     0,
     "Blue's Death stops it: your Mars token does not double."},
    {{SIX_E_FAILED, 0, 0, ALL, SIX_STOPPED(SIX_EV_TROUBLE, SIX_SOULS), 1, SIX_BELT},
     0,
     "Your Save Our Souls stops it: Blue's colonies at the Belt stay."},
    {{SIX_E_FAILED, 1, 0, ALL, SIX_STOPPED(SIX_EV_HOME, SIX_SOULS), 1, SIX_MARS},
     1,
     "Your Save Our Souls stops it: your migrants at Mars stay."},
    {{SIX_E_WAR, 0, 0, ALL, SIX_EARTH, 2, 0}, 0, "War: you halve your Earth token to 2."},
    {{SIX_E_WAR, 0, 0, ALL, SIX_EARTH, 2, 0}, 1, "War: Red halves its Earth token to 2."},
    {{SIX_E_NO_LOSS, 0, 0, ALL, 0, 0, 0}, 1, "War: Red has no token to halve."},
    {{SIX_E_OFFERED, 0, 0, ALL, SIX_DEATH, 1, SIX_ABOUT(SIX_EV_DOUBLE, 2, 1, SIX_EARTH)},
     2,
     "Red offers Death to cancel your Double on Blue's Earth token, which needs Blue's consent."},
    {{SIX_E_OFFERED, 0, 0, ALL, SIX_DOUBLE_OTHER, 1, SIX_ROUTE(1, SIX_EARTH, 0)},
     1,
     "Red offers Double (another player) on your Earth token, which needs your consent."},
    {{SIX_E_OFFERED, 0, 0, ALL, SIX_COLONY_OTHER, 1, SIX_ROUTE(1, SIX_EARTH, SIX_BELT)},
     2,
     "Red offers New Colony (distance 6, another player), from Earth to the Belt, which needs Blue's consent."},
    {{SIX_E_CONSENTED, 1, 0, ALL, SIX_DEATH, 0, 0}, 0, "Blue consents to your Death."},
    {{SIX_E_REFUSED, 1, 0, ALL, SIX_DEATH, 0, 0}, 1, "You refuse Red's Death."},
    {{SIX_E_KEPT, 0, 0, ALL, SIX_DEATH, 0, 0}, 0, "You take Death back."},
    {{SIX_E_DROPPED, 0, 0, ALL, SIX_DEATH, 0, 0}, 1, "Red puts the refused Death on the discard pile."},
    {{SIX_E_REMOVED, -1, 0, ALL, SIX_FAMINE, 0, 0}, 0, "Famine leaves the game for good."},
    {{SIX_E_DISCARDED, 0, 0, ALL, SIX_WAR, 0, 0}, 1, "Red discards War."},
    {{SIX_E_HAND_GOES, 0, 0, ALL, 6, 0, 0}, 0, "You have taken no Action, so the whole hand of 6 cards goes."},
    {{SIX_E_HAND_GOES, 0, 0, ALL, 1, 0, 0}, 1, "Red has taken no Action, so the whole hand of 1 card goes."},
    {{SIX_E_STOPPED, 0, 0, 1, 0, 0, 0}, 0, "You take no second Action."},
    {{SIX_E_STOPPED, 0, 0, 1, 1, 0, 0}, 0, "No second Action: nothing that you hold can be played now."},
    {{SIX_E_STOPPED, 0, 0, 1, 1, 0, 0}, 1, "Red takes no second Action."},
    {{SIX_E_DREW, 0, 0, 1, SIX_WAR, 0, 0}, 0, "You draw War from the deck."},
    {{SIX_E_DREW, 0, 0, 1, SIX_WAR, 0, 0}, 1, "Red draws a card from the deck."},
    {{SIX_E_DREW, 0, 0, 1, SIX_WAR, 0, 0}, -1, "Red draws a card from the deck."},
    {{SIX_E_DREW, 0, 0, 1, SIX_WAR, 0, 0}, -2, "Red draws War from the deck."},
    {{SIX_E_TOOK, 0, 0, ALL, SIX_WAR, 0, 0}, 1, "Red takes War from the open cards."},
    {{SIX_E_NO_MIGRANT, -1, 0, ALL, 3, 0, 0}, 0, "Neutral Pink has nobody to send."},
    {{SIX_E_OVER, -1, 0, ALL, SIX_END_BELT, 0, 0}, 0, "The game is over: a token on the Belt has reached 1024."},
    {{SIX_E_OVER, -1, 0, ALL, SIX_END_EARTH, 0, 0}, 0, "The game is over: a token on Earth has reached 1024."},
    {{SIX_E_OVER, -1, 0, ALL, SIX_END_TRACKS, 0, 0}, 0, "The game is over: every site is settled."},
    {{SIX_E_OVER, -1, 0, ALL, SIX_END_CAP, 0, 0}, 0, "The game is over: this was its last game turn."},
    {{0, 0, 0, ALL, 0, 0, 0}, 0, ""},
    {{SIX_E_COUNT, 0, 0, ALL, 0, 0, 0}, 0, ""},
    {{0}, 0, NULL},
};

/* ------------------------------------------------------------------ what no text is read as */

/* Numbers that no text is read as: they can only come from another program. */
#define ACTING                                                                                                                     \
    "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"options\": {\"track\": \"on\"}, \"turn\": 3, "                     \
    "\"tracks\": {\"earth\": {\"red\": 4}}, \"hands\": {\"red\": [\"colony2\", \"colony6-other\", \"double-neutral\", "            \
    "\"double\", \"home\", \"trouble\"]}}"
#define GROWING                                                                                                                    \
    "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"step\": \"grow\", \"tracks\": {\"earth\": {\"red\": 4}}}"
#define ANSWERING                                                                                                                  \
    "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"tracks\": {\"mars\": {\"red\": 4}}, "                              \
    "\"event\": {\"site\": \"mars\"}, \"windows\": [{\"window\": \"cancel\", \"asked\": \"blue\"}]}"

#define SETTLING                                                                                                                   \
    "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"step\": \"settle\", \"boxes\": {\"mars\": {\"red\": \"c1\"}}}"
#define RESPONDING                                                                                                                 \
    "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"tracks\": {\"mars\": {\"red\": 4}}, "                              \
    "\"event\": {\"site\": \"mars\"}, \"windows\": [{\"window\": \"cancel\", \"asked\": \"blue\"}, {\"window\": \"respond\", "     \
    "\"asked\": \"red\", \"card\": \"famine\", \"by\": \"blue\"}]}"
#define LEADING                                                                                                                    \
    "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"options\": {\"track\": \"on\"}, \"step\": \"leaf\", "              \
    "\"markers\": {\"red\": {\"leaf\": 1}}}"
#define SENDING                                                                                                                    \
    "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"to_move\": \"pink\", \"acting\": \"red\", \"step\": \"migrant\", " \
    "\"tracks\": {\"earth\": {\"pink\": 4}, \"mars\": {\"red\": 1}}}"

static const struct case_odd_move odd[] = {
    {ACTING, SIX_MOVE(SIX_M_COLONY, SIX_DOUBLE, 0, SIX_EARTH, SIX_MARS, 0),
     "You can't play `colony 0 earth mars`: that is no card for it (SIX-125)."},
    {ACTING, SIX_MOVE(SIX_M_COLONY, 30, 0, SIX_EARTH, SIX_MARS, 0),
     "You can't play `colony ? red earth mars`: that is no card for it (SIX-125)."},
    {ACTING, SIX_MOVE(SIX_M_COLONY, SIX_COLONY_2, 1, SIX_EARTH, SIX_MARS, 0),
     "You can't play `colony 2 earth mars`: that card is for your own faction (SIX-5)."},
    {ACTING, SIX_MOVE(SIX_M_COLONY, SIX_COLONY_OTHER, 0, SIX_EARTH, SIX_MARS, 0),
     "You can't play `colony 6 red earth mars`: that card is for another player (SIX-5)."},
    {ACTING, SIX_MOVE(SIX_M_COLONY, SIX_COLONY_OTHER, 2, SIX_EARTH, SIX_MARS, 0),
     "You can't play `colony 6 pink earth mars`: that card is for another player (SIX-5)."},
    {ACTING, SIX_MOVE(SIX_M_DOUBLE, SIX_DOUBLE_NEUTRAL, 1, SIX_EARTH, 0, 0),
     "You can't play `double blue earth`: that card is for a Neutral (SIX-5)."},
    {ACTING, SIX_MOVE(SIX_M_DOUBLE, SIX_DOUBLE_NEUTRAL, 7, SIX_EARTH, 0, 0),
     "You can't play `double ? earth`: only 3 factions are in play (SIX-8)."},
    {ACTING, SIX_MOVE(SIX_M_COLONY, SIX_COLONY_2, 0, 20, SIX_MARS, 0),
     "You can't play `colony 2 ? mars`: there is no such site (SIX-6)."},
    {ACTING, SIX_MOVE(SIX_M_COLONY, SIX_COLONY_2, 0, SIX_EARTH, 12, 0),
     "You can't play `colony 2 earth ?`: there is no such site (SIX-6)."},
    {ACTING, SIX_MOVE(SIX_M_TROUBLE, SIX_TROUBLE, 5, SIX_EARTH, 0, 0),
     "You can't play `trouble ? earth`: only 3 factions are in play (SIX-8)."},
    {ACTING, SIX_MOVE(SIX_M_HOME, SIX_HOME, 0, 31, 0, 0), "You can't play `home red ?`: there is no such site (SIX-6)."},
    {ACTING, SIX_MOVE(SIX_M_REVEAL, 0, 0, 0, 0, 0), "You can't `reveal ?`: you do not hold that Discovery card (SIX-158)."},
    {ACTING, SIX_MOVE(SIX_M_REVEAL, 0, 0, 31, 0, 0), "You can't `reveal ?`: you do not hold that Discovery card (SIX-158)."},
    {ACTING, SIX_MOVE(SIX_M_SYMBOL, SIX_DOUBLE, 0, 0, 0, 9),
     "You can't play `symbol ? double`: there is no such Discovery Track (SIX-223)."},
    {ACTING, SIX_MOVE(SIX_M_SYMBOL, 0, 0, 0, 0, SIX_LEAF), "You can't play `symbol leaf`: there is no such card (SIX-226)."},
    {ACTING, SIX_MOVE(SIX_M_SYMBOL, SIX_HOME, 0, SIX_DOUBLE, 0, SIX_LEAF),
     "You can't play `symbol leaf home double`: the two cards are named in the order double, home (SIX-265)."},
    {ACTING, SIX_MOVE(SIX_M_PASS, 1, 0, 0, 0, 0),
     "You can't `pass`: that is none of your choices; now take an Action, or `pass` (SIX-28)."},
    {GROWING, SIX_MOVE(SIX_M_GROW, 0, 0, 25, 0, 0), "You can't `grow ?`: there is no such site (SIX-6)."},
    {GROWING, SIX_MOVE(SIX_M_GROW, 0, 0, SIX_EARTH, 0, 1),
     "You can't `grow earth`: that is none of your choices; now name a token for free doubling, as in `grow earth` (SIX-28)."},
    {ANSWERING, SIX_MOVE(SIX_M_CANCEL, SIX_WAR, 0, 0, 0, 0), "You can't play `war`: that is no Cancel card (SIX-164)."},
    {SETTLING, SIX_MOVE(SIX_M_SETTLE, 0, 0, 25, 0, 0), "You can't `settle ?`: there is no such site (SIX-6)."},
    {RESPONDING, SIX_MOVE(SIX_M_RESPOND, SIX_DEATH, 0, 0, 0, 0), "You can't play `death`: that is no Response card (SIX-179)."},
    {LEADING, SIX_MOVE(SIX_M_PLACE, 0, 7, 0, 0, 1), "You can't use `power leaf ? 2`: only 3 factions are in play (SIX-8)."},
    {LEADING, SIX_MOVE(SIX_M_PLACE, 0, 1, 0, 0, 9), "You can't use `power leaf blue ?`: the places are 1 to 3 (SIX-240)."},
    {SENDING, SIX_MOVE(SIX_M_SEND, 0, 0, SIX_EARTH, 13, 1), "You can't `send 1 earth ?`: there is no such site (SIX-6)."},
    {ANSWERING, SIX_MOVE(SIX_M_CANCEL, 31, 0, 0, 0, 0), "You can't play `?`: that is no Cancel card (SIX-164)."},
    {NULL, 0, NULL},
};

/* ------------------------------------------------------------------ all of it */

static int kind_of(const void *state)
{
    return six_top_const(state)->kind;
}

const struct case_language six_language = {
    .game = &bil_game_six_billion,
    .letters = "SIX-",
    .walks = walks,
    .walk_count = sizeof walks / sizeof walks[0],
    .kind = kind_of,
    .first = SIX_POWER,
    .last = SIX_END,
    .all_kinds = true,
    .written_every = 40,
    .why_every = 30,
    .stride = 3,
    .lines = 60,
    .all_moves = all_moves,
    .words = "grow settle colony migrants double recycle discover trouble home reveal symbol death famine souls "
             "war politics keep drop halve return send take deck discard power up down leaf dollar pass mars earth "
             "belt pluto red blue neutral asteroid new to from 1 2 6 12 99999 ? p d m b colony6-other double- "
             "neutral 's -> my save play",
    .events = events,
    .event_seats = 3,
    .event_kinds = SIX_E_COUNT,
    .event_options = "track=on",
    .cards = {2, 1},
    .rounds = 3,
    .odd = odd,
};
