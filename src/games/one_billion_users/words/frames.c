/* One Billion Users: what the game can wait for, as rows, and how it asks: in one or two short sentences, with what is at stake.
 *
 * The asked seat is spoken to; other viewers are told what that seat decides. Never says more of a hand than its owner may see: a
 * question looks the same to the others whether it can be answered or not (OBU-201). */
#include "games/one_billion_users/words/words.h"

static const struct obu_rules *rules_of(const struct bil_asking *asking)
{
    return asking->reader.rules;
}

static const struct obu_state *asked_state(const struct bil_asking *asking)
{
    return asking->state;
}

/* Who is asked. */
static const struct obu_seat *seat_of(const struct bil_asking *asking)
{
    return &asked_state(asking)->seat[asking->top->seat];
}

static void tell_claims(const struct bil_asking *asking)
{
    if (!rules_of(asking)->manual_milestones || !asking->own) {
        return;
    }
    unsigned open = obu_milestones_open(rules_of(asking), asking->state, asking->top->seat);
    for (const char *lead = " First you may claim "; open; open &= open - 1, lead = ", ") {
        obu_tell(&asking->reader, bil_typed_form(asking, "%s%m (`claim %d`)", "%s%m"), lead, obu_lowest(open),
                 obu_lowest(open) + 1);
        obu_tell(&asking->reader, open & (open - 1) ? "" : ".");
    }
}

/* ------------------------------------------------------------------ one for each kind of frame */

static void ask_launch(const struct bil_asking *asking)
{
    const int held = obu_popcount(obu_launchable(rules_of(asking), seat_of(asking)));
    int count = 1;
    if (seat_of(asking)->network == OBU_FRIENDLINK) {
        count = held < rules_of(asking)->friendlink_launches ? held : rules_of(asking)->friendlink_launches;
    }
    if (!asking->own) {
        obu_tell(&asking->reader, "%F chooses what to launch; nobody sees it until all have chosen.", asking->top->seat);
    } else if (count == 1) {
        obu_tell(&asking->reader, "Launch one Community: choose what opens your platform. Nobody sees it until all have chosen.");
    } else {
        obu_tell(&asking->reader,
                 "Launch %d Communities at once (Friendlink): name them all. Nobody sees them until all have chosen.", count);
    }
}

static void ask_return(const struct bil_asking *asking)
{
    const int keep = obu_hand_size(rules_of(asking), seat_of(asking));
    const int surplus = seat_of(asking)->hand_count - keep;
    if (asking->own) {
        obu_tell(&asking->reader, "Return %x to the deck, unseen, and keep %d (Friendlink).", surplus, keep);
    } else {
        obu_tell(&asking->reader, "%F returns %x to the deck, unseen, and keeps %d (Friendlink).", asking->top->seat, surplus,
                 keep);
    }
}

static void ask_draw(const struct bil_asking *asking)
{
    const struct obu_rules *rules = rules_of(asking);
    const struct obu_state *state = asking->state;
    const int missing = obu_hand_size(rules, seat_of(asking)) + 1 - seat_of(asking)->hand_count;
    const bool again = asking->top->a != 0; /* a card was drawn, and the hand is not full: most often it was none for the hand */
    if (asking->own) {
        obu_tell(&asking->reader, again ? "Draw again: from the deck" : "Your turn: draw from the deck");
    } else {
        obu_tell(&asking->reader, again ? "%F draws again: from the deck" : "%F draws from the deck", asking->top->seat);
    }
    if (state->discard == 0) {
        obu_tell(&asking->reader, " (the discard pile is empty)");
    } else if (rules->stall_bound && state->stall >= rules->stall_bound) {
        obu_tell(&asking->reader, " (%d cards in a row came from the discard pile: now only the deck)", state->stall);
    } else {
        obu_tell(&asking->reader, " or %s %k from the discard pile", bil_asked_form(asking, "take", "takes"),
                 obu_discard_top(state));
    }
    obu_tell(&asking->reader, missing > 1 ? ", %d cards in all." : ".", missing);
    tell_claims(asking);
}

/* What can be done about the Blocker, for its owner. */
static void tell_blocker(const struct bil_asking *asking)
{
    const struct obu_seat *seat = seat_of(asking);
    const int blocker = OBU_BLOCKER + seat->blocker - 1;
    obu_tell(&asking->reader,
             " %b is active on your platform, so you can add %l: use its Hotfix, grind it (%d of %d)%s or live with it.", blocker,
             blocker, seat->ground, obu_grind_needed(rules_of(asking), asking->state, asking->top->seat),
             blocker == OBU_SERVER_OVERLOAD && seat->comm ? ", sacrifice your largest Community"
             : blocker == OBU_TOXIC_CULTURE               ? ", sacrifice 3 Toxicity"
                                                          : "");
}

static void ask_play(const struct bil_asking *asking)
{
    obu_tell(&asking->reader, asking->own ? "Play one card." : "%F plays one card.", asking->top->seat);
    if (asking->own && seat_of(asking)->blocker) {
        tell_blocker(asking);
    }
    tell_claims(asking);
}

static void ask_sacrifice(const struct bil_asking *asking)
{
    obu_tell(&asking->reader, asking->own ? "Sacrifice" : "%F sacrifices", asking->top->seat);
    if (asking->top->b) {
        obu_tell(&asking->reader, " every Community with Toxicity, one by one, in any order.");
    } else if (asking->top->a < 3) {
        obu_tell(&asking->reader, " another Community: %d of 3 Toxicity given.", asking->top->a);
    } else {
        obu_tell(&asking->reader, " more, or %s %s: %d Toxicity given, 3 are enough.",
                 bil_typed_form(asking, bil_asked_form(asking, "write", "writes"), bil_asked_form(asking, "be", "is")),
                 bil_typed_form(asking, "`done`", "done"), asking->top->a);
    }
}

static void ask_second(const struct bil_asking *asking)
{
    obu_tell(&asking->reader, "Grassroots Spurt: %f may add one more Community of 50 M, or pass.", asking->top->seat);
}

static void ask_guard(const struct bil_asking *asking)
{
    const struct bil_frame *top = asking->top;
    const int guard = OBU_SAFEGUARD + obu_guard_for[top->a];
    obu_tell(&asking->reader, "%F [play|plays] %b on %f", top->b, top->a, top->seat);
    if (!asking->own) {
        obu_tell(&asking->reader, ", who may counter it or pass.");
    } else if (obu_has(rules_of(asking), &seat_of(asking)->hand, guard)) {
        obu_tell(&asking->reader, ": counter it with %g? It brings 200 points in all and a full turn now.", guard);
    } else {
        obu_tell(&asking->reader, ": you hold no %g, so you can only pass.", guard);
    }
}

static void ask_chain(const struct bil_asking *asking)
{
    const struct obu_chain *chain = &asked_state(asking)->chain;
    const int influencer = chain->influencer;
    const bool stays = chain->destination == chain->from;
    obu_tell(&asking->reader,
             stays ? "%F would keep %i (%U, %d Toxicity) on %o platform" : "%F would move %i (%U, %d Toxicity) from %f to %f",
             chain->last, influencer, obu_influencer_worth(rules_of(asking), asking->state, chain->from, influencer),
             rules_of(asking)->influencer_toxicity[influencer], chain->from, chain->destination);
    if (!asking->own) {
        obu_tell(&asking->reader, "; %f may counter with a Push, or pass.", asking->top->seat);
    } else if (obu_has(rules_of(asking), &seat_of(asking)->hand, OBU_PUSH)) {
        obu_tell(&asking->reader, ": counter with your Push%s, or pass?", bil_typed_form(asking, " (`counter Push to SEAT`)", ""));
    } else {
        obu_tell(&asking->reader, ": you hold no Push, so you can only pass.");
    }
}

static void ask_viral(const struct bil_asking *asking)
{
    obu_tell(&asking->reader, "Viral Moment: %f may add one Community from [your|the] hand at once, or pass.", asking->top->seat);
}

static void ask_give(const struct bil_asking *asking)
{
    obu_tell(&asking->reader, "Talent Poaching: %f [choose|chooses] a card to give to %f%s", asking->top->seat,
             obu_after(rules_of(asking), asking->top->seat), bil_asked_form(asking, ", on your left.", "."));
}

static void ask_take(const struct bil_asking *asking)
{
    obu_tell(&asking->reader,
             "Data Portability: %f, with fewest Users, may take a Community of at most 150 M from %o platform, or pass.",
             asking->top->seat, asking->top->a);
}

static void ask_drop(const struct bil_asking *asking)
{
    const struct obu_rules *rules = rules_of(asking);
    const uint64_t own = seat_of(asking)->comm;
    const bool hellsite = asking->top->a != 0;
    obu_tell(&asking->reader,
             hellsite ? "The Hellsite: %f must drop one Community, the largest, for Toxicity exceeds User icons by more than 1: "
                      : "Moral Panic: %f must drop one Community, the most toxic: ",
             asking->top->seat);
    obu_tell_communities(&asking->reader, hellsite ? obu_largest(rules, own) : obu_most_toxic(rules, own), 20);
    obu_tell(&asking->reader, bil_asked_form(asking, "?", "."));
}

static void ask_claim(const struct bil_asking *asking)
{
    const int seat = asking->top->seat;
    unsigned open = asking->top->a;
    obu_tell(&asking->reader, asking->own ? "%O platform has %U: claim " : "%O platform has %U, so Seat %d may claim ", seat,
             seat_of(asking)->users, seat + 1);
    for (const char *lead = ""; open; open &= open - 1, lead = " or ") {
        const int i = obu_lowest(open);
        obu_tell(&asking->reader, bil_typed_form(asking, "%s%m (+%d points, `claim %d`)", "%s%m (+%d points)"), lead, i,
                 rules_of(asking)->milestone_points[rules_of(asking)->seats][i], i + 1);
    }
    obu_tell(&asking->reader, bil_asked_form(asking, ", or pass?", "."));
}

static void ask_nothing(const struct bil_asking *asking)
{
    obu_tell(&asking->reader, "The game is over.");
}

/* ------------------------------------------------------------------ the rows */

#define ON(kind)   (1U << OBU_##kind)
#define VERB(verb) (1U << OBU_M_##verb)
static const struct bil_frame_kind kinds[] = {
    [OBU_LAUNCH] = {"launch", .on = BIL_AT_BOTTOM, .verbs = VERB(LAUNCH), .ask = ask_launch},
    [OBU_RETURN] = {"return", .on = BIL_AT_BOTTOM, .verbs = VERB(RETURN), .ask = ask_return},
    [OBU_DRAW] = {"draw", .on = BIL_AT_BOTTOM, .verbs = VERB(DRAW_DECK) | VERB(DRAW_DISCARD) | VERB(CLAIM), .ask = ask_draw},
    [OBU_PLAY] = {"play", .on = BIL_AT_BOTTOM,
                  .verbs = VERB(ADD) | VERB(BLOCK) | VERB(FIX) | VERB(GRIND) | VERB(GUARD) | VERB(POKE) | VERB(PUSH) |
                           VERB(DISCARD) | VERB(SACRIFICE) | VERB(CLAIM),
                  .ask = ask_play},
    [OBU_SACRIFICE] = {"sacrifice", .on = BIL_AT_BOTTOM, .verbs = VERB(SACRIFICE) | VERB(DONE), .ask = ask_sacrifice},
    [OBU_AFTER_CHAIN] = {"ending", .on = BIL_AT_BOTTOM},
    [OBU_END] = {"over", .on = BIL_AT_BOTTOM, .ask = ask_nothing},
    [OBU_GUARD] = {"guard", .on = ON(AFTER_CHAIN), .verbs = VERB(COUNTER_GUARD) | VERB(PASS), .ask = ask_guard},
    [OBU_CHAIN] = {"chain", .on = ON(AFTER_CHAIN), .verbs = VERB(COUNTER_PUSH) | VERB(PASS), .ask = ask_chain},
    [OBU_SECOND] = {"second", .on = ON(AFTER_CHAIN), .verbs = VERB(ADD) | VERB(PASS), .ask = ask_second},
    [OBU_VIRAL] = {"viral", .on = ON(DRAW), .verbs = VERB(ADD) | VERB(PASS), .ask = ask_viral},
    [OBU_GIVE] = {"give", .on = ON(DRAW), .verbs = VERB(GIVE), .ask = ask_give},
    [OBU_TAKE] = {"take", .on = ON(DRAW), .verbs = VERB(TAKE) | VERB(PASS), .ask = ask_take},
    [OBU_DROP] = {"drop", .on = ON(DRAW) | ON(AFTER_CHAIN), .verbs = VERB(DROP), .ask = ask_drop},
    [OBU_CLAIM] = {"claim", .on = ON(DRAW) | ON(AFTER_CHAIN) | ON(SECOND) | ON(SHUFFLE), .verbs = VERB(CLAIM) | VERB(PASS),
                   .ask = ask_claim},
    [OBU_SHUFFLE] = {"shuffle", .on = ON(DRAW)},
};
const struct bil_frames obu_frames = {kinds, sizeof kinds / sizeof kinds[0]};

void obu_prompt(const void *rules, const void *view, bool typed, struct bil_text *out)
{
    const struct obu_state *state = view;
    bil_frames_prompt(&obu_frames, rules, state, obu_top_const(state), state->viewer, OBU_END, typed, out);
}
