/* 6 Billion: why a move is good or bad, for hints, in a few plain sentences; answers to windows: explain_windows.c.
 *
 * Says what the reckoning of advice.c rests on: points at once, places at sites, what it costs, who gains. Reads what the given
 * view shows and nothing more. */
#include "games/six_billion/advice/advice.h"
#include "games/six_billion/words/words.h"

/* "Red's", or "your". */
static void add_owner(const struct six_outlook *outlook, int faction, bool begins, struct bil_text *out)
{
    six_add_owner(out, outlook->rules, faction, outlook->seat, begins);
}

/* "about 3.5 points" of hundredths. */
static void points_text(struct bil_text *out, int hundredths)
{
    const int tenths = (hundredths < 0 ? -hundredths : hundredths) / 10;
    bil_text_format(out, "about %d.%d point%s", tenths / 10, tenths % 10, tenths == 10 ? "" : "s");
}

/* What the move is reckoned to bring to oneself by the end of the game, and to the others together: a sentence of its own. The
 * points that stand there now may well fall at first. */
static void balance(struct bil_text *out, int worth, int own)
{
    const int rest = worth - own;
    if (own > 20 || own < -20) {
        bil_text_format(out, " In all you should %s ", own > 0 ? "gain" : "lose");
        points_text(out, own);
        bil_text_add(out, " by the end of the game");
        bil_text_add(out, rest > 20 ? ", and rivals lose some." : rest < -20 ? ", and rivals gain some." : ".");
    } else if (rest > 20 || rest < -20) {
        bil_text_format(out, " It brings you little, but rivals %s points.", rest > 0 ? "lose" : "gain");
    }
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

static void explain_send(const struct six_outlook *outlook, bil_move move, int worth, int own, struct bil_text *out)
{
    const int faction = SIX_FACTION(move);
    const int points = outlook->rules->card_points[SIX_CARD(move)];
    const int from = SIX_FROM(move);
    const int to = SIX_TO(move);
    const int level = outlook->state->level[faction][from];
    bil_text_add(out, "1 billion of ");
    add_owner(outlook, faction, false, out);
    bil_text_format(out, " people goes to %s", six_site_place(to));
    bil_text_add(out, outlook->sites->done >> faction & 1      ? ", too late to settle: the game ends first."
                      : faction != outlook->seat               ? "." /* whether they score there is not what it is for */
                      : place_at(outlook, faction, to, 1) <= 3 ? ", where a place that scores is open."
                                                               : ", where three others are ahead.");
    if (points > 0) {
        bil_text_format(out, " The card scores %d point%s at once.", points, points == 1 ? "" : "s");
    }
    if (six_gives_free(outlook->state, faction, from)) {
        bil_text_add(out, " It costs ");
        add_owner(outlook, faction, false, out);
        bil_text_format(out, " %s token nothing.", six_site_short(from));
    } else {
        bil_text_char(out, ' ');
        add_owner(outlook, faction, true, out);
        bil_text_format(out, " %s token is halved for it, to %d.", six_site_short(from), six_people(level - 1));
    }
    balance(out, worth, own);
}

static void explain_step(const struct six_outlook *outlook, int faction, int site, int worth, int own, struct bil_text *out)
{
    const int level = outlook->state->level[faction][site] + 1;
    const int place = place_at(outlook, faction, site, level);
    static const char *const places[] = {"", "first", "second", "third"};
    add_owner(outlook, faction, true, out);
    bil_text_format(out, " %s token doubles to %d", six_site_short(site), six_people(level));
    if (place <= 3) {
        bil_text_format(out, ": %s there%s", places[place], shares(outlook, faction, site, level) ? ", shared" : "");
    }
    bil_text_char(out, '.');
    balance(out, worth, own);
}

/* ------------------------------------------------------------------ passing */

/* "Double of Blue's Mars token", "New Colony from Earth to Mars": an Action as the thing that one would do. */
static void add_action(const struct six_outlook *outlook, bil_move move, struct bil_text *out)
{
    const char *card = six_card_names[SIX_CARD(move)];
    switch (SIX_VERB(move)) {
    case SIX_M_COLONY:
    case SIX_M_MIGRANTS:
        bil_text_add(out, card);
        if (SIX_FACTION(move) != outlook->seat) {
            bil_text_add(out, " with ");
            add_owner(outlook, SIX_FACTION(move), false, out);
            bil_text_add(out, " people");
        }
        bil_text_format(out, " from %s to %s", six_site_place(SIX_FROM(move)), six_site_place(SIX_TO(move)));
        break;
    case SIX_M_DISCOVER:
        bil_text_add(out, card);
        break;
    case SIX_M_SYMBOL:
        bil_text_format(out, "a step on the %s track", six_symbol_name(SIX_N(move)));
        break;
    case SIX_M_REVEAL:
        bil_text_format(out, "your Discovery card, %s", six_find_name(SIX_FROM(move)));
        break;
    default: /* at a token, or against a box */
        bil_text_format(out, "%s %s ", card, SIX_VERB(move) >= SIX_M_TROUBLE ? "against" : "of");
        add_owner(outlook, SIX_FACTION(move), false, out);
        bil_text_format(out, " %s %s", six_site_short(SIX_FROM(move)), SIX_VERB(move) >= SIX_M_TROUBLE ? "box" : "token");
        break;
    }
}

/* The faction of another that would end the game by its next free doubling, if that is not to one's own good; else -1. */
static int about_to_end(const struct six_outlook *outlook)
{
    static const int sites[] = {SIX_EARTH, SIX_BELT};
    const struct six_state *state = outlook->state;
    for (int faction = 0; faction < outlook->rules->factions; faction++) {
        for (int i = 0; i < 2; i++) {
            const struct six_change change = {faction, sites[i], SIX_LEVEL_1024, 0};
            const bool near = state->level[faction][sites[i]] == SIX_LEVEL_1024 - 1 && !six_full(state, sites[i]);
            if (faction != outlook->seat && near && six_end_worth(outlook, &change) < 0) {
                return faction;
            }
        }
    }
    return -1;
}

/* " With them goes Famine, which could still keep Blue from ending the game." */
static void add_brake(const struct six_outlook *outlook, struct bil_text *out)
{
    const int faction = about_to_end(outlook);
    const uint32_t brakes = six_fitting(&(struct six_event){.kind = SIX_EV_GROW}) & outlook->state->hand[outlook->seat].kinds;
    if (faction >= 0 && brakes) {
        bil_text_format(out, " With %s goes %s, which could still keep ",
                        outlook->state->hand[outlook->seat].count == 1 ? "it" : "them", six_card_names[six_lowest(brakes)]);
        six_add_faction(out, outlook->rules, faction, outlook->seat, false);
        bil_text_add(out, " from ending the game.");
    }
}

/* The first Action: passing it costs the hand (SIX-199). What that is, what the best Action would do instead, and which is better.
 */
static void explain_no_action(const struct six_outlook *outlook, int pass, struct bil_text *out)
{
    bil_move list[SIX_MAX_MOVES];
    bil_move best = 0;
    int worth = 0;
    int own = 0;
    const int count = six_moves(outlook->rules, outlook->state, list);
    const int cards = outlook->state->hand[outlook->seat].count;
    for (int i = 0; i < count; i++) {
        int gain = 0;
        const int value = SIX_VERB(list[i]) == SIX_M_PASS ? 0 : six_move_worth(outlook, list[i], &gain);
        if (SIX_VERB(list[i]) != SIX_M_PASS && (best == 0 || value > worth)) {
            best = list[i];
            worth = value;
            own = gain;
        }
    }
    bil_text_add(out, best == 0 ? "You can take no Action: " : "Without any Action ");
    if (cards == 0) {
        bil_text_add(out, "you have no card to lose, and you draw new ones.");
    } else {
        bil_text_add(out, "you discard your whole hand, ");
        six_add_count(out, cards, "card");
        bil_text_add(out, ", and draw new ones.");
        add_brake(outlook, out);
    }
    if (best == 0) {
        return;
    }
    bil_text_add(out, worth > pass ? " Better: " : " Still, your best Action, ");
    add_action(outlook, best, out);
    if (worth > pass) {
        bil_text_char(out, '.');
    } else if (own < -20) {
        bil_text_add(out, ", would cost you more: ");
        points_text(out, own);
        bil_text_add(out, " by the end of the game.");
    } else {
        bil_text_add(out, ", would help others more than you.");
    }
}

static void explain_pass(const struct six_outlook *outlook, int worth, struct bil_text *out)
{
    const struct bil_frame *top = six_top_const(outlook->state);
    switch (top->kind) {
    case SIX_ACT:
        if (outlook->state->actions == 0) {
            explain_no_action(outlook, worth, out);
        } else {
            bil_text_add(out, "No second Action here gains more than its card is worth. You keep your other cards.");
        }
        break;
    case SIX_DISCARD:
        bil_text_add(out, "Every card you hold is as good as what you would draw for it.");
        break;
    default:
        bil_text_add(out, "Nothing here is worth its price.");
        break;
    }
}

/* ------------------------------------------------------------------ all moves */

static void explain_card(const struct six_outlook *outlook, const char *what, int card, struct bil_text *out)
{
    const int worth = six_card_worth(outlook, card);
    if (outlook->sites->done) {
        bil_text_format(out, "%s %s can%s be played before the game ends.", what, six_card_names[card],
                        worth == 0 ? "not" : " still");
        return;
    }
    bil_text_format(out, "%s %s is worth ", what, six_card_names[card]);
    points_text(out, worth > 0 ? worth : 0);
    bil_text_add(out, " in your hand; an unseen card, ");
    points_text(out, SIX_WEIGHT_OF(DECK));
    bil_text_char(out, '.');
}

/* What six_move_worth has taken off for the card: rivals gain nothing by that. What it takes off for a consent that may be refused,
 * and for cards played for their symbols, is more than that: there all that can be said is the own part. */
static int price(const struct six_outlook *outlook, bil_move move, int own)
{
    const enum six_verb verb = SIX_VERB(move);
    int any = 0;
    const bool card = verb >= SIX_M_COLONY && verb <= SIX_M_HOME;
    const bool asks = card && six_refusal_bit(SIX_CARD(move)) &&
                      six_consent(outlook->rules, outlook->state, outlook->seat, SIX_FACTION(move), SIX_FROM(move)) >= 0;
    if (asks || verb == SIX_M_SYMBOL) {
        return own - six_move_worth(outlook, move, &any);
    }
    const int spent = card ? six_spent(outlook, SIX_CARD(move)) : 0;
    if (verb == SIX_M_GROW || verb == SIX_M_DOUBLE || verb == SIX_M_RECYCLE) { /* how soon the game ends is no matter of points */
        const int faction = verb == SIX_M_GROW ? outlook->state->faction : SIX_FACTION(move);
        return spent - six_haste(outlook, SIX_FROM(move), outlook->state->level[faction][SIX_FROM(move)] + 1);
    }
    return spent;
}

void six_explain(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    const struct six_state *state = view;
    struct six_sites sites;
    struct six_outlook outlook;
    int own = 0;
    six_look(rules, view, six_top_const(view)->seat, &sites, &outlook);
    int worth = six_move_worth(&outlook, move, &own);
    worth += price(&outlook, move, own);
    if (six_explain_answer(&outlook, move, out)) {
        return;
    }
    switch (SIX_VERB(move)) {
    case SIX_M_GROW:
        explain_step(&outlook, state->faction, SIX_FROM(move), worth, own, out);
        break;
    case SIX_M_SETTLE:
        bil_text_format(out, "Every box that is ready must be settled; %s first changes least what others can do.",
                        six_site_place(SIX_FROM(move)));
        break;
    case SIX_M_COLONY:
    case SIX_M_MIGRANTS:
        explain_send(&outlook, move, worth, own, out);
        break;
    case SIX_M_DOUBLE:
        explain_step(&outlook, SIX_FACTION(move), SIX_FROM(move), worth, own, out);
        break;
    case SIX_M_RECYCLE:
        bil_text_add(out, "Recycle cannot be cancelled. ");
        explain_step(&outlook, state->acting, SIX_FROM(move), worth, own, out);
        break;
    case SIX_M_DISCOVER:
        bil_text_add(out, "A Discovery card doubles your points at its site at the end");
        bil_text_add(out, outlook.sites->done ? "." : ", and may be a free colony before.");
        break;
    case SIX_M_TROUBLE:
    case SIX_M_HOME:
        bil_text_add(out, "It takes ");
        add_owner(&outlook, SIX_FACTION(move), false, out);
        bil_text_format(out, " people out of the %s box%s.", six_site_short(SIX_FROM(move)),
                        outlook.sites->done >> SIX_FACTION(move) & 1 ? ", too late to settle anyhow" : " before they settle");
        balance(out, worth, own);
        break;
    case SIX_M_REVEAL:
        bil_text_format(out,
                        "A free colony%s: no token gives anything for it, and the card still doubles your points there at the end.",
                        outlook.sites->done >> outlook.seat & 1 ? ", too late to settle" : "");
        balance(out, worth, own);
        break;
    case SIX_M_SYMBOL:
        bil_text_format(out, "One step on the %s track.", six_symbol_name(SIX_N(move)));
        balance(out, worth, own);
        break;
    case SIX_M_KEEP:
    case SIX_M_DROP:
        explain_card(&outlook, "The refused", six_top_const(state)->a, out);
        break;
    case SIX_M_HALVE:
        bil_text_format(out, "Your %s token falls to %d.", six_site_short(SIX_FROM(move)),
                        six_people(state->level[outlook.seat][SIX_FROM(move)] - 1));
        balance(out, worth, own);
        break;
    case SIX_M_RETURN:
        bil_text_add(out, "The cards you keep double more points.");
        break;
    case SIX_M_DISCARD:
        explain_card(&outlook, "The card", SIX_CARD(move), out);
        break;
    case SIX_M_TAKE:
        explain_card(&outlook, "The open", SIX_CARD(move), out);
        break;
    case SIX_M_DECK:
        bil_text_add(out, "An unseen card is on average worth more than what lies open.");
        break;
    case SIX_M_SEND:
        bil_text_format(out, "The Neutral must send somebody: here from %s to %s.", six_site_place(SIX_FROM(move)),
                        six_site_place(SIX_TO(move)));
        balance(out, worth, own);
        break;
    case SIX_M_UP:
    case SIX_M_DOWN:
    case SIX_M_PLACE:
        bil_text_add(out, "The order of turn is worth little by itself.");
        break;
    default:
        explain_pass(&outlook, worth, out);
        break;
    }
}
