/* 6 Billion: one sentence on why a move is good or bad, for hints.
 *
 * Says what the reckoning of advice.c rests on: points at once, places at sites, what it costs, who gains. Reads what the given
 * view shows and nothing more. */
#include "games/six_billion/advice.h"

static const char *colour_of(const struct six_outlook *outlook, int faction)
{
    return six_colour_words[outlook->rules->colour[faction]];
}

static const char *whose(const struct six_outlook *outlook, int faction)
{
    return faction == outlook->seat ? "your" : colour_of(outlook, faction);
}

/* "about 3.5 points" of hundredths. */
static void points_text(struct bil_text *out, int hundredths)
{
    const int tenths = (hundredths < 0 ? -hundredths : hundredths) / 10;
    bil_text_format(out, "about %d.%d point%s", tenths / 10, tenths % 10, tenths == 10 ? "" : "s");
}

/* What the change is reckoned to bring to oneself by the end of the game, and to the others together. The points that stand there
 * now may well fall at first. */
static void balance(struct bil_text *out, int worth, int own)
{
    const int rest = worth - own;
    if (own > 20) {
        bil_text_add(out, ", which brings you ");
        points_text(out, own);
        bil_text_add(out, " by the end");
    } else if (own < -20) {
        bil_text_add(out, ", which costs you ");
        points_text(out, own);
        bil_text_add(out, " by the end");
    }
    if (rest > 20) {
        bil_text_add(out, own > 20 || own < -20 ? " and takes from those ahead" : ", which takes from those ahead");
    } else if (rest < -20) {
        bil_text_add(out, own > 20 || own < -20 ? " and helps others" : ", which helps others");
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

static void explain_send(const struct six_outlook *outlook, bil_move move, int worth, int own, struct bil_text *out)
{
    const int faction = SIX_FACTION(move);
    const int points = outlook->rules->card_points[SIX_CARD(move)];
    const int from = SIX_FROM(move);
    const int to = SIX_TO(move);
    if (points > 0) {
        bil_text_format(out, "It scores %d victory points at once by sending %s people to %s", points, colour_of(outlook, faction),
                        six_site_names[to]);
    } else {
        bil_text_format(out, "It sends %s people to %s, %s", whose(outlook, faction), six_site_names[to],
                        place_at(outlook, faction, to, 1) <= 3 ? "where a place that scores is open"
                                                               : "where three others are ahead");
    }
    const int level = outlook->state->level[faction][from];
    if (level >= 4 && outlook->state->source.how == SIX_TAKEN_NOTHING) {
        bil_text_format(out, "; the first billion from %d costs nothing", six_population(level));
    } else if (level < 4) {
        bil_text_format(out, "; the token on %s is halved", six_site_names[from]);
    }
    balance(out, worth, own);
    bil_text_add(out, ".");
}

static void explain_step(const struct six_outlook *outlook, int faction, int site, const char *what, int worth, int own,
                         struct bil_text *out)
{
    const int level = outlook->state->level[faction][site] + 1;
    const int place = place_at(outlook, faction, site, level);
    static const char *const places[] = {"", "1st", "2nd", "3rd"};
    bil_text_format(out, "%s brings %s token on %s to %d", what, whose(outlook, faction), six_site_names[site],
                    six_population(level));
    if (place <= 3) {
        bil_text_format(out, ", %s there", places[place]);
    }
    balance(out, worth, own);
    bil_text_add(out, ".");
}

static void explain_window(const struct six_outlook *outlook, bil_move move, int worth, int own, struct bil_text *out)
{
    const struct six_event *event = &outlook->state->event;
    const int card = SIX_CARD(move);
    if (card == SIX_WAR) {
        const int victim = six_top_const(outlook->state)->b;
        bil_text_format(out, "War makes %s halve a token of its choice; the card it answers goes on.", colour_of(outlook, victim));
        return;
    }
    const bool stops = SIX_VERB(move) == SIX_M_CANCEL || six_happens(outlook->state, outlook->state->depth - 1);
    bil_text_format(out, "It %s what is about to happen to %s on %s", stops ? "stops" : "saves", whose(outlook, event->faction),
                    six_site_names[event->site]);
    balance(out, worth + six_card_worth(outlook, card), own);
    bil_text_add(out, worth > 0 ? "." : "; that is hardly worth the card.");
}

static void explain_pass(const struct six_outlook *outlook, struct bil_text *out)
{
    const struct bil_frame *top = six_top_const(outlook->state);
    switch (top->kind) {
    case SIX_ACT:
        bil_text_add(out, outlook->state->actions == 0
                              ? "Without any Action your whole hand goes: only if nothing you can do helps you."
                              : "No second Action here gains more than its card is worth.");
        break;
    case SIX_CANCEL:
    case SIX_RESPOND:
        bil_text_add(out, "What is at stake is not worth a card: keep it for something bigger.");
        break;
    case SIX_DISCARD:
        bil_text_add(out, "Every card you hold is as good as what you would draw for it.");
        break;
    default:
        bil_text_add(out, "Nothing here is worth its price.");
        break;
    }
}

static void explain_card(const struct six_outlook *outlook, const char *what, int card, struct bil_text *out)
{
    bil_text_format(out, "%s %s is worth ", what, six_card_names[card]);
    points_text(out, six_card_worth(outlook, card));
    bil_text_add(out, " in your hand; an unseen card, about 1.0.");
}

void six_explain(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    const struct six_state *state = view;
    struct six_sites sites;
    struct six_outlook outlook;
    int own = 0;
    six_look(rules, view, six_top_const(view)->seat, &sites, &outlook);
    const int worth = six_move_worth(&outlook, move, &own);
    switch (SIX_VERB(move)) {
    case SIX_M_GROW:
        explain_step(&outlook, state->faction, SIX_FROM(move), "Every token that can must grow; this", worth, own, out);
        break;
    case SIX_M_SETTLE:
        bil_text_format(out, "Every box that is ready must be settled; %s first changes least what others can do.",
                        six_site_names[SIX_FROM(move)]);
        break;
    case SIX_M_COLONY:
    case SIX_M_MIGRANTS:
        explain_send(&outlook, move, worth, own, out);
        break;
    case SIX_M_DOUBLE:
        explain_step(&outlook, SIX_FACTION(move), SIX_FROM(move), "Double", worth, own, out);
        break;
    case SIX_M_RECYCLE:
        explain_step(&outlook, state->acting, SIX_FROM(move), "Recycle cannot be cancelled and", worth, own, out);
        break;
    case SIX_M_DISCOVER:
        bil_text_add(out, "A Discovery card doubles your points at its site at the end, and may be a free colony before.");
        break;
    case SIX_M_TROUBLE:
    case SIX_M_HOME:
        bil_text_format(out, "It takes %s people out of the box of %s before they settle", whose(&outlook, SIX_FACTION(move)),
                        six_site_names[SIX_FROM(move)]);
        balance(out, worth, own);
        bil_text_add(out, ".");
        break;
    case SIX_M_REVEAL:
        bil_text_add(out, "A free colony: no token gives anything for it, and the card still doubles at the end");
        balance(out, worth, own);
        bil_text_add(out, ".");
        break;
    case SIX_M_SYMBOL:
        bil_text_format(out, "One step on the %s track", six_symbol_words[SIX_N(move)]);
        balance(out, worth, own);
        bil_text_add(out, ".");
        break;
    case SIX_M_CANCEL:
    case SIX_M_RESPOND:
        explain_window(&outlook, move, worth, own, out);
        break;
    case SIX_M_CONSENT:
    case SIX_M_REFUSE:
        bil_text_format(out, "Letting it happen %s you more than it gives the one who asks.",
                        (SIX_VERB(move) == SIX_M_CONSENT) == (worth > 0) ? "helps" : "does not help");
        break;
    case SIX_M_KEEP:
    case SIX_M_DROP:
        explain_card(&outlook, "The refused", six_top_const(state)->a, out);
        break;
    case SIX_M_HALVE:
        bil_text_format(out, "Of the tokens you could halve, the one on %s", six_site_names[SIX_FROM(move)]);
        balance(out, worth, own);
        bil_text_add(out, ".");
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
        bil_text_format(out, "The Neutral must send somebody; from %s to %s", six_site_names[SIX_FROM(move)],
                        six_site_names[SIX_TO(move)]);
        balance(out, worth, own);
        bil_text_add(out, ".");
        break;
    case SIX_M_UP:
    case SIX_M_DOWN:
    case SIX_M_PLACE:
        bil_text_add(out, "The order of turn is worth little by itself.");
        break;
    default:
        explain_pass(&outlook, out);
        break;
    }
}
