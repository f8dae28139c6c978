/* One Billion Users: what the game can wait for, as rows, and how it asks: in one or two short sentences, with what is at stake.
 *
 * The asked seat is spoken to; other viewers are told what that seat decides. Never says more of a hand than its owner may see: a
 * question looks the same to the others whether it can be answered or not (OBU-201). */
#include "games/one_billion_users/words/words.h"

static const struct obu_rules *rules_of(const struct bil_asking *asking)
{
    return asking->rules;
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

/* "Seat 2 plays one card.", for the others. */
static void add_asked(const struct bil_asking *asking, const char *does)
{
    bil_text_format(asking->out, "Seat %d %s", asking->top->seat + 1, does);
}

/* "The Investor (350 M, 2 Toxicity)" as it counts on that platform. */
static void add_influencer(const struct bil_asking *asking, int influencer, int seat)
{
    bil_text_format(asking->out, "%s (", obu_card_name(asking->rules, OBU_INFLUENCER + influencer));
    obu_add_users(asking->out, obu_influencer_worth(asking->rules, asking->state, seat, influencer));
    bil_text_format(asking->out, ", %d Toxicity)", rules_of(asking)->influencer_toxicity[influencer]);
}

static void add_claims(const struct bil_asking *asking)
{
    if (!rules_of(asking)->manual_milestones) {
        return;
    }
    unsigned open = obu_milestones_open(asking->rules, asking->state, asking->top->seat);
    for (const char *lead = " First you may claim "; open && asking->own; open &= open - 1, lead = ", ") {
        bil_text_format(asking->out, "%s%s", lead, obu_milestone_names[obu_lowest(open)]);
        if (asking->typed) {
            bil_text_format(asking->out, " (`claim %d`)", obu_lowest(open) + 1);
        }
        if ((open & (open - 1)) == 0) {
            bil_text_char(asking->out, '.');
        }
    }
}

/* ------------------------------------------------------------------ one for each kind of frame */

static void ask_launch(const struct bil_asking *asking)
{
    const int held = obu_popcount(obu_launchable(asking->rules, seat_of(asking)));
    int count = 1;
    if (seat_of(asking)->network == OBU_FRIENDLINK) {
        count = held < rules_of(asking)->friendlink_launches ? held : rules_of(asking)->friendlink_launches;
    }
    if (!asking->own) {
        add_asked(asking, "chooses what to launch; nobody sees it until all have chosen.");
    } else if (count == 1) {
        bil_text_add(asking->out, "Launch one Community: choose what opens your platform. Nobody sees it until all have chosen.");
    } else {
        bil_text_format(asking->out,
                        "Launch %d Communities at once (Friendlink): name them all. Nobody sees them until all have chosen.",
                        count);
    }
}

static void ask_return(const struct bil_asking *asking)
{
    const int keep = obu_hand_size(asking->rules, seat_of(asking));
    if (asking->own) {
        bil_text_add(asking->out, "Return ");
    } else {
        add_asked(asking, "returns ");
    }
    obu_add_count(asking->out, seat_of(asking)->hand_count - keep, "card");
    bil_text_format(asking->out, " to the deck, unseen, and %s %d (Friendlink).", bil_asked_form(asking, "keep", "keeps"), keep);
}

static void ask_draw(const struct bil_asking *asking)
{
    const struct obu_rules *rules = asking->rules;
    const struct obu_state *state = asking->state;
    const int missing = obu_hand_size(rules, seat_of(asking)) + 1 - seat_of(asking)->hand_count;
    const bool again = asking->top->a != 0; /* a card was drawn, and the hand is not full: most often it was none for the hand */
    if (asking->own) {
        bil_text_add(asking->out, again ? "Draw again: from the deck" : "Your turn: draw from the deck");
    } else {
        add_asked(asking, again ? "draws again: from the deck" : "draws from the deck");
    }
    if (state->discard == 0) {
        bil_text_add(asking->out, " (the discard pile is empty)");
    } else if (rules->stall_bound && state->stall >= rules->stall_bound) {
        bil_text_format(asking->out, " (%d cards in a row came from the discard pile: now only the deck)", state->stall);
    } else {
        bil_text_format(asking->out, " or %s %s from the discard pile", bil_asked_form(asking, "take", "takes"),
                        obu_card_name(rules, obu_discard_top(state)));
    }
    if (missing > 1) {
        bil_text_format(asking->out, ", %d cards in all", missing);
    }
    bil_text_char(asking->out, '.');
    add_claims(asking);
}

/* What can be done about the Blocker, for its owner. */
static void add_blocker(const struct bil_asking *asking)
{
    const struct obu_seat *seat = seat_of(asking);
    const int blocker = seat->blocker - 1;
    bil_text_format(asking->out, " %s is active on your platform, so you can add %s: use its Hotfix, grind it (%d of %d)",
                    obu_card_rows[blocker].name, obu_card_rows[blocker].brief, seat->ground,
                    obu_grind_needed(asking->rules, asking->state, asking->top->seat));
    if (blocker == OBU_SERVER_OVERLOAD - OBU_BLOCKER && seat->comm) {
        bil_text_add(asking->out, ", sacrifice your largest Community");
    } else if (blocker == OBU_TOXIC_CULTURE - OBU_BLOCKER) {
        bil_text_add(asking->out, ", sacrifice 3 Toxicity");
    }
    bil_text_add(asking->out, " or live with it.");
}

static void ask_play(const struct bil_asking *asking)
{
    if (!asking->own) {
        add_asked(asking, "plays one card.");
        return;
    }
    bil_text_add(asking->out, "Play one card.");
    if (seat_of(asking)->blocker) {
        add_blocker(asking);
    }
    add_claims(asking);
}

static void ask_sacrifice(const struct bil_asking *asking)
{
    if (asking->own) {
        bil_text_add(asking->out, "Sacrifice");
    } else {
        add_asked(asking, "sacrifices");
    }
    if (asking->top->b) {
        bil_text_add(asking->out, " every Community with Toxicity, one by one, in any order.");
    } else if (asking->top->a < 3) {
        bil_text_format(asking->out, " another Community: %d of 3 Toxicity given.", asking->top->a);
    } else {
        bil_text_format(asking->out, " more, or %s %s: %d Toxicity given, 3 are enough.",
                        bil_typed_form(asking, bil_asked_form(asking, "write", "writes"), bil_asked_form(asking, "be", "is")),
                        bil_typed_form(asking, "`done`", "done"), asking->top->a);
    }
}

static void ask_second(const struct bil_asking *asking)
{
    bil_text_add(asking->out, "Grassroots Spurt: ");
    obu_add_seat(asking->out, asking->top->seat, asking->viewer, false);
    bil_text_add(asking->out, " may add one more Community of 50 M, or pass.");
}

static void ask_guard(const struct bil_asking *asking)
{
    const int blocker = asking->top->a;
    const int guard = OBU_SAFEGUARD + obu_guard_for[blocker];
    const char *name = obu_card_name(asking->rules, guard);
    obu_add_seat(asking->out, asking->top->b, asking->viewer, true);
    bil_text_format(asking->out, " %s %s on ", asking->top->b == asking->viewer ? "play" : "plays", obu_card_rows[blocker].name);
    obu_add_seat(asking->out, asking->top->seat, asking->viewer, false);
    if (!asking->own) {
        bil_text_add(asking->out, ", who may counter it or pass.");
    } else if (obu_has(asking->rules, &seat_of(asking)->hand, guard)) {
        bil_text_format(asking->out, ": counter it with %s? It brings 200 points in all and a full turn now.", name);
    } else {
        bil_text_format(asking->out, ": you hold no %s, so you can only pass.", name);
    }
}

static void ask_chain(const struct bil_asking *asking)
{
    const struct obu_chain *chain = &asked_state(asking)->chain;
    obu_add_seat(asking->out, chain->last, asking->viewer, true);
    bil_text_add(asking->out, chain->destination == chain->from ? " would keep " : " would move ");
    add_influencer(asking, chain->influencer, chain->from);
    if (chain->destination == chain->from) {
        bil_text_add(asking->out, " on ");
        obu_add_owner(asking->out, chain->from, asking->viewer, false);
        bil_text_add(asking->out, " platform");
    } else {
        bil_text_add(asking->out, " from ");
        obu_add_seat(asking->out, chain->from, asking->viewer, false);
        bil_text_add(asking->out, " to ");
        obu_add_seat(asking->out, chain->destination, asking->viewer, false);
    }
    if (!asking->own) {
        bil_text_add(asking->out, "; ");
        obu_add_seat(asking->out, asking->top->seat, asking->viewer, false);
        bil_text_add(asking->out, " may counter with a Push, or pass.");
    } else if (obu_has(asking->rules, &seat_of(asking)->hand, OBU_PUSH)) {
        bil_text_format(asking->out, ": counter with your Push%s, or pass?",
                        bil_typed_form(asking, " (`counter Push to SEAT`)", ""));
    } else {
        bil_text_add(asking->out, ": you hold no Push, so you can only pass.");
    }
}

static void ask_viral(const struct bil_asking *asking)
{
    bil_text_add(asking->out, "Viral Moment: ");
    obu_add_seat(asking->out, asking->top->seat, asking->viewer, false);
    bil_text_format(asking->out, " may add one Community from %s hand at once, or pass.", bil_asked_form(asking, "your", "the"));
}

static void ask_give(const struct bil_asking *asking)
{
    bil_text_add(asking->out, "Talent Poaching: ");
    obu_add_seat(asking->out, asking->top->seat, asking->viewer, false);
    bil_text_format(asking->out, " %s a card to give to ", bil_asked_form(asking, "choose", "chooses"));
    obu_add_seat(asking->out, obu_after(asking->rules, asking->top->seat), asking->viewer, false);
    bil_text_add(asking->out, asking->own ? ", on your left." : ".");
}

static void ask_take(const struct bil_asking *asking)
{
    bil_text_add(asking->out, "Data Portability: ");
    obu_add_seat(asking->out, asking->top->seat, asking->viewer, false);
    bil_text_add(asking->out, ", with fewest Users, may take a Community of at most 150 M from ");
    obu_add_owner(asking->out, asking->top->a, asking->viewer, false);
    bil_text_add(asking->out, " platform, or pass.");
}

static void ask_drop(const struct bil_asking *asking)
{
    const struct obu_rules *rules = asking->rules;
    const bool hellsite = asking->top->a != 0;
    const uint64_t equals = hellsite ? obu_largest(rules, seat_of(asking)->comm) : obu_most_toxic(rules, seat_of(asking)->comm);
    uint8_t cards[64];
    const int count = obu_communities_in(equals, cards);
    bil_text_add(asking->out, hellsite ? "The Hellsite: " : "Moral Panic: ");
    obu_add_seat(asking->out, asking->top->seat, asking->viewer, false);
    bil_text_format(asking->out, " must drop one Community, %s: ",
                    hellsite ? "the largest, for Toxicity exceeds User icons by more than 1" : "the most toxic");
    obu_add_cards(asking->out, rules, cards, count, "or", 20);
    bil_text_char(asking->out, asking->own ? '?' : '.');
}

static void ask_claim(const struct bil_asking *asking)
{
    unsigned open = asking->top->a;
    obu_add_owner(asking->out, asking->top->seat, asking->viewer, true);
    bil_text_add(asking->out, " platform has ");
    obu_add_users(asking->out, seat_of(asking)->users);
    if (asking->own) {
        bil_text_add(asking->out, ": claim ");
    } else {
        bil_text_format(asking->out, ", so Seat %d may claim ", asking->top->seat + 1);
    }
    for (const char *lead = ""; open; open &= open - 1, lead = " or ") {
        const int i = obu_lowest(open);
        bil_text_format(asking->out, "%s%s (+%d points", lead, obu_milestone_names[i],
                        rules_of(asking)->milestone_points[rules_of(asking)->seats][i]);
        if (asking->typed) {
            bil_text_format(asking->out, ", `claim %d`", i + 1);
        }
        bil_text_char(asking->out, ')');
    }
    bil_text_add(asking->out, asking->own ? ", or pass?" : ".");
}

static void ask_nothing(const struct bil_asking *asking)
{
    bil_text_add(asking->out, "The game is over.");
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
