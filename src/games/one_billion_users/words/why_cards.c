/* One Billion Users: the sentence that says why a move is not legal, and the reasons that many verbs share: a card that is not
 * held, of another kind, on another platform, a seat that does not exist, a Network's limit.
 *
 * Says nothing of a hand but to its owner: `obu_why_not` lets nobody else in. */
#include "games/one_billion_users/words/words.h"
#include "kit/notation.h"

#include <stdarg.h>
#include <stdio.h>

/* ------------------------------------------------------------------ how a sentence is made */

/* "add Prank Channels", after "You can't". */
static void add_deed(const struct obu_doubt *doubt)
{
    struct bil_text *out = doubt->out;
    const char *card = obu_card_name(doubt->rules, doubt->a);
    const char *influencer = doubt->a < OBU_INFLUENCERS ? obu_card_name(doubt->rules, OBU_INFLUENCER + doubt->a) : "?";
    switch (doubt->verb) {
    case OBU_M_DRAW_DECK:
        bil_text_add(out, "draw from the deck");
        break;
    case OBU_M_DRAW_DISCARD:
        bil_text_add(out, "draw from the discard pile");
        break;
    case OBU_M_BLOCK:
        bil_text_format(out, "play %s on Seat %d", card, doubt->b + 1);
        break;
    case OBU_M_FIX:
        bil_text_format(out, "play %s", card);
        break;
    case OBU_M_GUARD:
        bil_text_format(out, "add %s", card);
        break;
    case OBU_M_PUSH:
        bil_text_format(out, "push %s to Seat %d", influencer, doubt->b + 1);
        break;
    case OBU_M_SACRIFICE:
        bil_text_format(out, "sacrifice%s%s", doubt->a == OBU_HIDDEN ? "" : " ", doubt->a == OBU_HIDDEN ? "" : card);
        break;
    case OBU_M_DONE:
        bil_text_add(out, "end a sacrifice");
        break;
    case OBU_M_COUNTER_GUARD:
        bil_text_format(out, "counter with %s", card);
        break;
    case OBU_M_COUNTER_PUSH:
        bil_text_format(out, "counter with a Push to Seat %d", doubt->b + 1);
        break;
    case OBU_M_CLAIM:
        bil_text_format(out, "claim %s", doubt->a < OBU_MILESTONES ? obu_milestone_names[doubt->a] : "that");
        break;
    default:
        bil_move_text(&bil_game_one_billion_users, doubt->rules, doubt->state, doubt->move, BIL_EVERYBODY, out);
        break;
    }
}

/* Writes the whole sentence; always true, so that a check can end with it. */
bool obu_because(const struct obu_doubt *doubt, const char *rule, const char *format, ...)
{
    char reason[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    bil_text_add(doubt->out, "You can't ");
    add_deed(doubt);
    bil_text_format(doubt->out, ": %s (%s).", reason, rule);
    return true;
}

/* ------------------------------------------------------------------ the wrong card */

/* The open place of a Community, after "you do not hold it". */
static void whereabouts(const struct obu_doubt *doubt, int card, char *text, size_t size)
{
    text[0] = '\0';
    if (!obu_is_community(card)) {
        return;
    }
    for (int seat = 0; seat < doubt->rules->seats; seat++) {
        if (doubt->state->seat[seat].comm >> card & 1U) {
            if (seat == doubt->me) {
                (void)snprintf(text, size, "; it is on your platform already");
            } else {
                (void)snprintf(text, size, "; it is on Seat %d's platform", seat + 1);
            }
        }
    }
    for (int i = OBU_PILE - doubt->state->discard; i < OBU_PILE; i++) {
        if (doubt->state->pile[i] == card) {
            (void)snprintf(text, size, "; it is in the discard pile");
        }
    }
}

bool obu_why_not_held(const struct obu_doubt *doubt, int card, const char *rule)
{
    char where[64];
    if (card < OBU_HIDDEN && obu_has(doubt->rules, &doubt->seat->hand, card)) {
        return false;
    }
    whereabouts(doubt, card, where, sizeof where);
    const uint32_t named = 1U << OBU_M_ADD | 1U << OBU_M_BLOCK | 1U << OBU_M_FIX | 1U << OBU_M_GRIND | 1U << OBU_M_GUARD |
                           1U << OBU_M_DISCARD | 1U << OBU_M_COUNTER_GUARD |
                           1U << OBU_M_GIVE; /* the sentence begins with the card */
    if (named >> doubt->verb & 1U) {
        return obu_because(doubt, rule, "you do not hold it%s", where);
    }
    return obu_because(doubt, rule, "you hold no %s%s", obu_card_name(doubt->rules, card), where);
}

bool obu_why_not_of_kind(const struct obu_doubt *doubt, enum obu_kind kind, const char *rule)
{
    const enum obu_kind is = obu_kind_of(doubt->a);
    return is != kind && obu_because(doubt, rule, "%s is %s, not %s", obu_card_name(doubt->rules, doubt->a), obu_kind_words[is].one,
                                     obu_kind_words[kind].one);
}

bool obu_why_no_such_seat(const struct obu_doubt *doubt)
{
    return doubt->b >= doubt->rules->seats && obu_because(doubt, "OBU-12", "the seats are 1 to %d", doubt->rules->seats);
}

/* OBU-23, 145, 179, 191: what one's own Network keeps off one's platform. */
bool obu_why_network_bars(const struct obu_doubt *doubt, int card, const char *rule)
{
    const int network = doubt->seat->network;
    if (doubt->rules->network_adds[network] >> card & 1U) {
        return false;
    }
    if (network == OBU_HIREME) {
        return obu_because(doubt, rule ? rule : "OBU-179", "HireMe allows at most 2 Toxicity, and it has %d",
                           doubt->rules->toxicity[card]);
    }
    return obu_because(doubt, rule ? rule : "OBU-191", "%s allows no Community of %d M", obu_network_name(network),
                       50 * doubt->rules->halves[card]);
}

bool obu_why_not_on_platform(const struct obu_doubt *doubt, const char *rule)
{
    if (!obu_is_community(doubt->a)) {
        return obu_because(doubt, rule, "only Communities can be given up, and %s is none", obu_card_name(doubt->rules, doubt->a));
    }
    return !(doubt->seat->comm >> doubt->a & 1U) && obu_because(doubt, rule, "it is not on your platform");
}
