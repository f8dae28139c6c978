/* One Billion Users: a cheap estimate of every legal move (for the greedy bot, playouts and hints; explain.c says it in words).
 *
 * Plays like a sensible person: heal first, grow, hit the leader, keep a Safeguard for the counter, mind the toxicity line. Values
 * are points of the final score as the asked seat sees them: its own gain, plus a share of what the rivals lose. Reads only what
 * that seat may know. The numbers below are judgement, tuned by `billions sim`; none is a rule. */
#include "games/one_billion_users/advice.h"

enum {
    TURN_WORTH = 95, /* points an unhindered turn brings */
    SAFEGUARD_POINTS = 100,
    PENALTY = 500,
    LOW_BONUS = 200,
};

struct outlook {
    const struct obu_rules *rules;
    const struct obu_state *view;
    int seat;
    int left;  /* cards that will still be drawn from the deck, about */
    int turns; /* turns the seat still has, about */
    int points[OBU_SEATS];
    int share[OBU_SEATS]; /* percent of a rival's loss that is worth as much as an own gain; 0 for oneself */
    uint64_t usable;      /* Communities that may be added now */
    bool blocked;
};

/* What a platform is heading for: points, with the penalty counted by how near it is. */
static int standing(const struct outlook *outlook, int seat, int users, int toxicity, bool high)
{
    const struct obu_seat *platform = &outlook->view->seat[seat];
    const int icons = users >> 1;
    int value = 50 * icons + (users & 1);
    const int slack = icons - 2 * toxicity; /* below 0: more Toxicity than User icons */
    const bool late = outlook->left < 12;
    if (platform->network == OBU_HELLSITE) {
        value += outlook->rules->hellsite_toxic_points * toxicity;
        value -= slack < -2 ? 150 : 0; /* it would lose its largest Community */
    } else if (slack < 0) {
        value -= late ? PENALTY : PENALTY - 25 * (outlook->left > 60 ? 10 : outlook->left / 6);
    } else if (!late && slack < 4) {
        value -= 30 * (4 - slack);
    }
    value += high ? 0 : late ? LOW_BONUS : LOW_BONUS - 2 * outlook->left;
    for (int i = 0; i < OBU_MILESTONES; i++) {
        const int more = platform->network == OBU_FALSE_SOCIAL ? outlook->rules->false_social_milestone : 0;
        if (outlook->view->milestone[i] == 0 && icons >= outlook->rules->milestone_halves[i] + more) {
            value += outlook->rules->milestone_points[outlook->rules->seats][i];
        }
    }
    return value;
}

static bool has_high(const struct obu_rules *rules, uint64_t comm, unsigned influencers)
{
    bool high = (comm & rules->high) != 0;
    for (; influencers; influencers &= influencers - 1) {
        high |= rules->influencer_toxicity[obu_lowest(influencers)] >= 3;
    }
    return high;
}

static int standing_now(const struct outlook *outlook, int seat)
{
    const struct obu_seat *platform = &outlook->view->seat[seat];
    return standing(outlook, seat, platform->users, platform->toxicity,
                    has_high(outlook->rules, platform->comm, platform->influencers));
}

/* What a Community more (sign 1) or fewer (-1) changes for a seat. */
static int community_change(const struct outlook *outlook, int seat, int card, int sign)
{
    const struct obu_rules *rules = outlook->rules;
    const struct obu_seat *platform = &outlook->view->seat[seat];
    const uint64_t comm = sign > 0 ? platform->comm | 1ULL << card : platform->comm & ~(1ULL << card);
    const int clean = platform->network == OBU_HIREME && rules->toxicity[card] == 0 ? sign * rules->hireme_clean_points : 0;
    return standing(outlook, seat, platform->users + sign * 2 * rules->halves[card],
                    platform->toxicity + sign * rules->toxicity[card], has_high(rules, comm, platform->influencers)) -
           standing_now(outlook, seat) + clean;
}

/* What it changes for a seat if an Influencer comes (sign 1) or goes (-1), with `pokes` more beneath it. */
static int influencer_change(const struct outlook *outlook, int seat, int influencer, int sign, int pokes)
{
    const struct obu_rules *rules = outlook->rules;
    const struct obu_seat *platform = &outlook->view->seat[seat];
    const int worth = obu_influencer_worth(rules, outlook->view, seat, influencer) + 2 * pokes;
    const unsigned there = sign > 0 ? platform->influencers | 1U << influencer : platform->influencers & ~(1U << influencer);
    return standing(outlook, seat, platform->users + sign * worth,
                    platform->toxicity + sign * rules->influencer_toxicity[influencer], has_high(rules, platform->comm, there)) -
           standing_now(outlook, seat);
}

/* A change at some seat, as the asked seat feels it. */
static int felt(const struct outlook *outlook, int seat, int change)
{
    return seat == outlook->seat ? change : -change * outlook->share[seat] / 100;
}

static struct outlook look(const struct obu_rules *rules, const struct obu_state *view, int seat)
{
    struct outlook outlook = {.rules = rules, .view = view, .seat = seat};
    const int end = view->cut ? view->cut / 2 : 12;
    outlook.left = view->deck > end ? view->deck - end : view->deck / 2;
    outlook.turns = 1 + 3 * outlook.left / (4 * rules->seats);
    int best = -1;
    for (int s = 0; s < rules->seats; s++) {
        outlook.points[s] = obu_points(rules, view, s);
        if (s != seat && (best < 0 || outlook.points[s] > outlook.points[best])) {
            best = s;
        }
    }
    for (int s = 0; s < rules->seats; s++) {
        outlook.share[s] = s == seat ? 0 : rules->seats == 2 ? 100 : s == best ? 60 : 25;
    }
    outlook.usable = obu_addable(rules, view, seat);
    outlook.blocked = view->seat[seat].blocker != 0;
    return outlook;
}

/* How much of its growth a Blocker takes from a seat, in percent. */
static int severity(int blocker)
{
    static const int percent[OBU_BLOCKERS] = {100, 72, 70, 76, 100};
    return percent[blocker];
}

/* Points that being rid of the active Blocker brings. */
static int relief(const struct outlook *outlook, int seat)
{
    const struct obu_seat *platform = &outlook->view->seat[seat];
    if (!platform->blocker) {
        return 0;
    }
    const int turns = outlook->turns < 3 ? outlook->turns : 3;
    return turns * TURN_WORTH * severity(platform->blocker - 1) / 100;
}

/* What a card is worth in the asked seat's hand. */
static int card_worth(const struct outlook *outlook, int card)
{
    const struct obu_rules *rules = outlook->rules;
    const struct obu_state *view = outlook->view;
    const struct obu_seat *own = &view->seat[outlook->seat];
    if (obu_is_community(card)) {
        if (!(rules->network_adds[own->network] >> card & 1U)) {
            return 2;
        }
        const int change = community_change(outlook, outlook->seat, card, 1);
        const int soon = outlook->turns > 3 ? 60 : 20 * outlook->turns; /* one play a turn: cards compete for it */
        int worth = change > 0 ? change * soon / 100 : 3;
        return outlook->usable >> card & 1U ? worth + (outlook->blocked ? 25 : 0) : worth * 7 / 10;
    }
    if (card < OBU_HOTFIX) {
        const int blocker = card - OBU_BLOCKER;
        int best = 4;
        for (int seat = 0; seat < rules->seats && own->network != OBU_KOOPERATE; seat++) {
            const int guard = obu_guard_for[blocker];
            if (seat != outlook->seat && (guard < 0 || !(view->seat[seat].guards >> guard & 1))) {
                const int harm = outlook->share[seat] * severity(blocker) / 100;
                best = harm > best ? harm : best;
            }
        }
        return best * (outlook->turns > 2 ? 2 : outlook->turns) / 2;
    }
    if (card < OBU_SAFEGUARD) {
        const int cures = obu_hotfix_cures[card - OBU_HOTFIX];
        if (own->blocker && obu_fixes(rules, view, outlook->seat, 1ULL << card)) {
            return relief(outlook, outlook->seat) * 8 / 10;
        }
        const int guard = obu_guard_for[cures];
        if (own->network != OBU_KOOPERATE && guard >= 0 && (own->guards >> guard & 1)) {
            return 1;
        }
        const int spare = obu_count(rules, &own->hand, card) > 1 ? 8 : 34;
        return outlook->turns > 2 ? spare : spare / 4;
    }
    if (card < OBU_PUSH) {
        return 105 + (outlook->turns > 2 ? 25 : 0);
    }
    return outlook->turns > 1 ? (card == OBU_PUSH ? 75 : 48) : 8;
}

/* ------------------------------------------------------------------ one move */

static int block_worth(const struct outlook *outlook, int card, int target)
{
    const struct obu_state *view = outlook->view;
    const int blocker = card - OBU_BLOCKER;
    const int turns = outlook->turns < 2 ? outlook->turns : 2;
    int harm = turns * TURN_WORTH * severity(blocker) / 100 + 20;
    const int guard = obu_guard_for[blocker];
    if (guard >= 0 && obu_could_hold(outlook->rules, view, target, OBU_SAFEGUARD + guard)) {
        harm -= 12; /* it may come back as a counter */
    }
    if (card == OBU_TOXIC_CULTURE && view->seat[target].network == OBU_HELLSITE) {
        harm /= 2;
    }
    return harm * outlook->share[target] / 100 - card_worth(outlook, card) / 3;
}

static int guard_worth(const struct outlook *outlook, int card)
{
    const struct obu_seat *own = &outlook->view->seat[outlook->seat];
    const bool heals = own->blocker == 1 + obu_safeguard_against[card - OBU_SAFEGUARD];
    const int hope = outlook->left > 40 ? 85 : outlook->left > 24 ? 60 : outlook->left > 12 ? 25 : 0; /* of using it as a counter */
    return SAFEGUARD_POINTS - hope - 20 + (heals ? relief(outlook, outlook->seat) : 0);
}

/* An Influencer goes from where it stands to `to`, with `pokes` Pokes more. */
static int move_worth(const struct outlook *outlook, int influencer, int to, int pokes)
{
    const int from = obu_influencer_home(outlook->view, influencer);
    if (from < 0) {
        return 0;
    }
    if (from == to) {
        return felt(outlook, to, 50 * pokes);
    }
    return felt(outlook, from, influencer_change(outlook, from, influencer, -1, 0)) +
           felt(outlook, to, influencer_change(outlook, to, influencer, 1, pokes));
}

static int poke_destination(const struct outlook *outlook, int influencer)
{
    struct obu_state asked = *outlook->view;
    const int home = obu_influencer_home(&asked, influencer);
    obu_lift_influencer(outlook->rules, &asked, home, influencer);
    return obu_prefers(outlook->rules, &asked, influencer, outlook->seat);
}

static int sacrifice_worth(const struct outlook *outlook, int card)
{
    const struct bil_frame *top = obu_top_const(outlook->view);
    if (card == OBU_HIDDEN) {
        return relief(outlook, outlook->seat) + 40;
    }
    const int loss = community_change(outlook, outlook->seat, card, -1);
    if (top->kind == OBU_PLAY) { /* heal now, and still play: only if that is cheaper than waiting for a cure */
        const int more =
            outlook->rules->toxicity[card] >= 3 || outlook->view->seat[outlook->seat].blocker != 1 + OBU_TOXIC_CULTURE - OBU_BLOCKER
                ? 0
                : 90 * (3 - outlook->rules->toxicity[card]) / 2;
        return loss - more + relief(outlook, outlook->seat);
    }
    return loss + 60 * outlook->rules->toxicity[card];
}

static int play_worth(const struct outlook *outlook, bil_move move)
{
    const int a = OBU_A(move);
    const struct obu_seat *own = &outlook->view->seat[outlook->seat];
    switch (OBU_VERB(move)) {
    case OBU_M_ADD:
        return community_change(outlook, outlook->seat, a, 1) - card_worth(outlook, a) / 6;
    case OBU_M_BLOCK:
        return block_worth(outlook, a, OBU_B(move));
    case OBU_M_FIX:
        return relief(outlook, outlook->seat) + 15;
    case OBU_M_GUARD:
        return guard_worth(outlook, a);
    case OBU_M_GRIND: {
        const int needed = obu_grind_needed(outlook->rules, outlook->view, outlook->seat) - own->ground;
        return relief(outlook, outlook->seat) / (needed < 1 ? 1 : needed + (needed > 1)) - card_worth(outlook, a);
    }
    case OBU_M_POKE:
        return move_worth(outlook, a, poke_destination(outlook, a), 1) - 20;
    case OBU_M_PUSH:
        return move_worth(outlook, a, OBU_B(move), 0) - 60;
    case OBU_M_DISCARD: {
        const int next = obu_after(outlook->rules, outlook->seat); /* the next seat may take it */
        const int gift = obu_is_community(a) ? 5 * outlook->rules->halves[a] * outlook->share[next] / 100 : 6;
        return -card_worth(outlook, a) - gift;
    }
    case OBU_M_SACRIFICE:
        return sacrifice_worth(outlook, a);
    default:
        return 0;
    }
}

static int launch_worth(const struct outlook *outlook, bil_move move)
{
    const uint8_t cards[3] = {OBU_A(move), OBU_B(move), OBU_C(move)};
    int worth = 0;
    for (int i = 0; i < 3; i++) {
        if (cards[i] != OBU_HIDDEN) {
            worth += 50 * outlook->rules->halves[cards[i]] - 26 * outlook->rules->toxicity[cards[i]];
        }
    }
    return worth;
}

static int return_worth(const struct outlook *outlook, bil_move move)
{
    return -card_worth(outlook, OBU_A(move)) - (OBU_B(move) == OBU_HIDDEN ? 0 : card_worth(outlook, OBU_B(move)));
}

static int window_worth(const struct outlook *outlook, bil_move move)
{
    const struct obu_state *view = outlook->view;
    const struct bil_frame *top = obu_top_const(view);
    const int a = OBU_A(move);
    switch (OBU_VERB(move)) {
    case OBU_M_LAUNCH:
        return launch_worth(outlook, move);
    case OBU_M_RETURN:
        return return_worth(outlook, move);
    case OBU_M_DRAW_DECK:
        return OBU_UNKNOWN_DRAW;
    case OBU_M_DRAW_DISCARD:
        return card_worth(outlook, obu_discard_top(view));
    case OBU_M_COUNTER_GUARD:
        return 2 * SAFEGUARD_POINTS + 2 * TURN_WORTH;
    case OBU_M_COUNTER_PUSH:
        return move_worth(outlook, view->chain.influencer, OBU_B(move), 0) - 60;
    case OBU_M_GIVE:
        return -card_worth(outlook, a);
    case OBU_M_TAKE:
        return community_change(outlook, outlook->seat, a, 1) + felt(outlook, top->a, community_change(outlook, top->a, a, -1));
    case OBU_M_DROP:
        return community_change(outlook, outlook->seat, a, -1);
    case OBU_M_CLAIM:
        return 100 + 10 * a;
    case OBU_M_PASS:
        return top->kind == OBU_CHAIN ? move_worth(outlook, view->chain.influencer, view->chain.destination, 0) : 0;
    default: /* done */
        return 0;
    }
}

static int worth(const struct outlook *outlook, bil_move move)
{
    const int kind = obu_top_const(outlook->view)->kind;
    const bool play = kind == OBU_PLAY || kind == OBU_SACRIFICE || kind == OBU_SECOND || kind == OBU_VIRAL;
    const enum obu_verb verb = OBU_VERB(move);
    return play && verb != OBU_M_CLAIM && verb != OBU_M_PASS && verb != OBU_M_DONE ? play_worth(outlook, move)
                                                                                   : window_worth(outlook, move);
}

void obu_advise(const void *rules, const void *view, const bil_move *moves, int count, int32_t *value)
{
    const struct outlook outlook = look(rules, view, obu_actor(rules, view));
    for (int i = 0; i < count; i++) {
        value[i] = worth(&outlook, moves[i]);
    }
}

int obu_worth_in_hand(const struct obu_rules *rules, const struct obu_state *view, int card)
{
    const struct outlook outlook = look(rules, view, obu_actor(rules, view));
    return card_worth(&outlook, card);
}
