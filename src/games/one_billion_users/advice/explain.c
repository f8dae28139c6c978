/* One Billion Users: what a move does, in a few short sentences (`why`, and the answers in another's turn).
 *
 * The move is made on a copy of the view, as if nobody answered it, and the sentences compare the scores before and after. Nothing
 * comes from the judgement of advice.c. Reads what the asked seat may know. */
#include "games/one_billion_users/advice/advice.h"
#include "games/one_billion_users/words/words.h"

struct scene {
    const struct obu_rules *rules;
    const struct obu_state *view; /* as it is */
    struct obu_state after;       /* as it would be */
    const struct obu_seat *own;
    int seat;
    struct bil_reader reader;
};

/* ------------------------------------------------------------------ what changes */

static int item_of(const struct scene *scene, const struct obu_state *state, int item)
{
    struct bil_score score;
    obu_score(scene->rules, state, scene->seat, &score);
    return item < score.count ? score.item[item].points : 0;
}

static int gained(const struct scene *scene, int item)
{
    return item_of(scene, &scene->after, item) - item_of(scene, scene->view, item);
}

/* Toxicity against User icons, where it becomes worth a word. */
static void add_scale(const struct scene *scene)
{
    const struct obu_seat *now = scene->own;
    const struct obu_seat *then = &scene->after.seat[scene->seat];
    const int before = 2 * now->toxicity - obu_icons(now);
    const int after = 2 * then->toxicity - obu_icons(then);
    if (then->network == OBU_HELLSITE) {
        if (after > 2 && then->comm) {
            obu_tell(&scene->reader,
                     " Your Toxicity then exceeds your User icons by more than 1, and at the end of your turn you lose "
                     "your largest Community.");
        }
        return;
    }
    if (after == before && then->toxicity == now->toxicity) {
        return;
    }
    const bool more = then->toxicity > now->toxicity;
    const char *how = after > 0 && before > 0               ? "still exceeds"
                      : after > 0                           ? "then exceeds"
                      : before > 0                          ? "no longer exceeds"
                      : after == 0 && (before != 0 || more) ? "then equals"
                      : more                                ? "stays below"
                                                            : NULL;
    if (how && then->toxicity > 0) {
        obu_tell(&scene->reader, " Your Toxicity %s your User icons, %d to %H%s", how, then->toxicity, obu_icons(then),
                 after > 0 && before > 0 ? ": 500 points stay lost."
                 : after > 0             ? ": that costs 500 points."
                 : before > 0            ? ": you get 500 points back."
                 : after == 0            ? ": no points are lost yet."
                                         : ".");
    }
}

static void add_milestones(const struct scene *scene)
{
    const unsigned could = obu_milestones_open(scene->rules, scene->view, scene->seat);
    unsigned open = obu_milestones_open(scene->rules, &scene->after, scene->seat) & ~could;
    for (int i = 0; i < OBU_MILESTONES; i++) {
        const int points = scene->rules->milestone_points[scene->rules->seats][i];
        if (scene->after.milestone[i] == 1 + scene->seat && scene->view->milestone[i] == 0) {
            obu_tell(&scene->reader, " It claims %m for you, %d points.", i, points);
        } else if (open >> i & 1U) {
            obu_tell(&scene->reader, " You may then claim %m for %d points.", i, points);
        }
    }
}

/* "You go from 350 to 700 points, Seat 2 from 850 to 500." */
static void add_points(const struct scene *scene, bool always)
{
    const char *lead = " ";
    for (int i = 0; i < scene->rules->seats; i++) {
        const int seat = (scene->seat + i) % scene->rules->seats;
        const int before = obu_points(scene->rules, scene->view, seat);
        const int after = obu_points(scene->rules, &scene->after, seat);
        if (before == after && !(always && i == 0)) {
            continue;
        }
        obu_tell(&scene->reader, before == after ? "%s%F stay at " : "%s%F ", lead, seat);
        if (before != after) {
            obu_tell(&scene->reader, i == 0 ? "go from %N to " : *lead == ' ' ? "goes from %N to " : "from %N to ", before);
        }
        obu_tell(&scene->reader, *lead == ' ' ? "%N points" : "%N", after);
        lead = ", ";
    }
    obu_tell(&scene->reader, *lead == ',' ? "." : "");
}

/* All that a change of one's own platform brings besides the Users; the points where these are not all, or always. */
static void add_change(const struct scene *scene, bool points)
{
    add_scale(scene);
    const int low = gained(scene, OBU_ITEM_LOW);
    if (low) {
        obu_tell(&scene->reader, " You %s the Low Toxicity Bonus of %d points.", low < 0 ? "lose" : "get", low < 0 ? -low : low);
    }
    const int network = gained(scene, OBU_ITEM_NETWORK);
    if (network) {
        obu_tell(&scene->reader, " %n %s you %d points for it.", scene->own->network, network < 0 ? "takes from" : "gives",
                 network < 0 ? -network : network);
    }
    add_milestones(scene);
    const int users = gained(scene, OBU_ITEM_USERS);
    if (scene->view->stack[0].kind == OBU_LAUNCH) {
        return; /* nobody has points before */
    }
    if (points ||
        obu_points(scene->rules, &scene->after, scene->seat) - obu_points(scene->rules, scene->view, scene->seat) != users) {
        add_points(scene, true);
    }
}

/* ------------------------------------------------------------------ Users that come and go */

static void reach(struct scene *scene, int seat)
{
    if (!scene->rules->manual_milestones) {
        obu_reach_milestones(scene->rules, &scene->after, seat, scene->view->seat[seat].users, NULL);
    }
}

/* Communities that come to one's own platform: "It brings 200 M Users and 2 Toxicity." */
static void explain_growth(struct scene *scene, const char *lead, const uint8_t *cards, int count, bool points)
{
    int halves = 0;
    int toxicity = 0;
    for (int i = 0; i < count; i++) {
        if (cards[i] != OBU_HIDDEN) {
            halves += scene->rules->halves[cards[i]];
            toxicity += scene->rules->toxicity[cards[i]];
            obu_put_community(scene->rules, &scene->after, scene->seat, cards[i]);
        }
    }
    reach(scene, scene->seat);
    obu_tell(&scene->reader, toxicity ? "%s %M Users and %d Toxicity." : "%s %M Users without any Toxicity.", lead, halves,
             toxicity);
    add_change(scene, points);
}

/* A Community that leaves one's own platform. */
static void explain_loss(struct scene *scene, int card)
{
    obu_lift_community(scene->rules, &scene->after, scene->seat, card);
    add_change(scene, true);
}

/* An Influencer moves from its platform to `to`. The text names the seats that could answer with a Push, as far as all know. */
static void explain_move(struct scene *scene, int influencer, int to, int last)
{
    const int from = obu_influencer_home(&scene->after, influencer);
    struct obu_chain *chain = &scene->after.chain;
    obu_tell(&scene->reader, from == to ? "%i stays on %o platform." : "%i goes to %o platform.", influencer, to);
    if (from != to) {
        obu_lift_influencer(scene->rules, &scene->after, from, influencer);
        obu_put_influencer(scene->rules, &scene->after, to, influencer);
    }
    reach(scene, to);
    add_change(scene, true);
    if (chain->named == 0) { /* it would be the first of a chain */
        *chain = (struct obu_chain){.from = (uint8_t)from, .opener = (uint8_t)scene->seat, .named = (uint8_t)(1U << from)};
    }
    chain->named = (uint8_t)(chain->named | 1U << to);
    chain->last = (uint8_t)last;
    const bool stays = scene->view->chain.named == 0 && from == to; /* nothing moves: nobody may counter (OBU-102, 105) */
    const int next = stays ? -1 : obu_chain_next(scene->rules, &scene->after, scene->seat);
    if (next >= 0 && next != scene->seat) {
        obu_tell(&scene->reader, " %F could answer with a Push.", next);
    }
}

static void explain_poke(struct scene *scene, int influencer)
{
    struct obu_state asked = scene->after;
    const int home = obu_influencer_home(&asked, influencer);
    obu_lift_influencer(scene->rules, &asked, home, influencer);
    const int to = obu_prefers(scene->rules, &asked, influencer, scene->seat);
    obu_lift_influencer(scene->rules, &scene->after, home, influencer);
    scene->after.attached[influencer]++;
    obu_put_influencer(scene->rules, &scene->after, home, influencer);
    obu_tell(&scene->reader, "It adds 50 M Users to %i, who wants %w. ", influencer, influencer);
    explain_move(scene, influencer, to, scene->seat);
}

/* ------------------------------------------------------------------ cards of the hand */

static void explain_draw(const struct scene *scene, bool deck)
{
    obu_tell(&scene->reader,
             scene->view->discard == 0 ? "The discard pile is empty."
             : deck                    ? "A card that nobody has seen; %k stays for whoever is next."
                                       : "You get %k, and everybody sees it.",
             scene->view->discard ? obu_discard_top(scene->view) : OBU_HIDDEN);
}

static void explain_block(const struct scene *scene, int card, int target)
{
    const int guard = obu_guard_for[card - OBU_BLOCKER];
    obu_tell(&scene->reader, "%F can then add %l until it is resolved. %F stands at %N points, you at %N.", target, card, target,
             obu_points(scene->rules, scene->view, target), obu_points(scene->rules, scene->view, scene->seat));
    if (guard >= 0 && obu_could_hold(scene->rules, scene->view, target, OBU_SAFEGUARD + guard)) {
        obu_tell(&scene->reader, " %g could counter it.", guard);
    }
}

static void explain_grind(const struct scene *scene)
{
    const int needed = obu_grind_needed(scene->rules, scene->view, scene->seat);
    const int blocker = scene->own->blocker - 1;
    if (scene->own->ground + 1 >= needed) {
        obu_tell(&scene->reader, "Face down on %b, as the last of the %d cards that grind it away.", blocker, needed);
    } else {
        obu_tell(&scene->reader, "Face down on %b, as card %d of the %d that grind it away.", blocker, scene->own->ground + 1,
                 needed);
    }
}

static void explain_guard(const struct scene *scene, int card)
{
    obu_tell(&scene->reader,
             scene->own->blocker == 1 + obu_safeguard_against[card - OBU_SAFEGUARD]
                 ? "It ends %a on your platform, keeps it off for good and is worth 100 points."
                 : "It is worth 100 points and keeps %a off for good. Held in hand it could counter one, for 200 points and a full "
                   "turn.",
             card);
}

static void explain_discard(const struct scene *scene)
{
    obu_tell(&scene->reader, "%F, who is next, may take it from the discard pile.", obu_after(scene->rules, scene->seat));
}

/* ------------------------------------------------------------------ sacrifices */

/* What it costs, and whether the Blocker ends by it. */
static void explain_sacrifice(struct scene *scene, int card)
{
    const struct bil_frame *top = obu_top_const(scene->view);
    const int blocker = scene->own->blocker - 1;
    if (card == OBU_HIDDEN) {
        obu_tell(&scene->reader, "You have none of what %b costs, so it ends for nothing, and you still play a card.", blocker);
        return;
    }
    const int toxicity = scene->rules->toxicity[card];
    const int given = (top->kind == OBU_SACRIFICE ? top->a : 0) + toxicity;
    const uint64_t toxic = scene->own->comm & ~scene->rules->clean;
    int all = 0; /* Toxicity of one's Communities */
    for (uint64_t rest = toxic; rest; rest &= rest - 1) {
        all += scene->rules->toxicity[obu_lowest(rest)];
    }
    const bool whole = top->kind == OBU_SACRIFICE ? top->b != 0 : all < 3; /* all with Toxicity must go (OBU-55) */
    if (blocker == OBU_SERVER_OVERLOAD - OBU_BLOCKER || (whole ? (toxic & (toxic - 1)) == 0 : given - toxicity < 3 && given >= 3)) {
        obu_tell(&scene->reader, "It ends %b now, and you still play a card.", blocker);
    } else if (toxicity == 0) {
        obu_tell(&scene->reader, "It has no Toxicity and does not help against %b.", blocker);
    } else if (whole) {
        obu_tell(&scene->reader, "%b ends when all your Communities with Toxicity are gone.", blocker);
    } else if (given - toxicity >= 3) {
        obu_tell(&scene->reader, "Enough is given already.");
    } else {
        obu_tell(&scene->reader, "It is %d of the 3 Toxicity that end %b.", given, blocker);
    }
    explain_loss(scene, card);
}

/* ------------------------------------------------------------------ answers */

static void explain_pass(struct scene *scene)
{
    const struct bil_frame *top = obu_top_const(scene->view);
    const struct obu_chain *chain = &scene->view->chain;
    switch (top->kind) {
    case OBU_CHAIN:
        explain_move(scene, chain->influencer, chain->destination, chain->last);
        break;
    case OBU_GUARD:
        obu_tell(&scene->reader, "%b is then active on your platform: you can add %l.", top->a, top->a);
        break;
    case OBU_CLAIM:
        obu_tell(&scene->reader, "Another may claim it before you.");
        break;
    case OBU_TAKE:
        obu_tell(&scene->reader, "You take nothing.");
        break;
    default:
        obu_tell(&scene->reader, "You add nothing and keep your cards.");
        break;
    }
}

static void explain_take(struct scene *scene, int card)
{
    const int giver = obu_top_const(scene->view)->a;
    const uint8_t cards[1] = {(uint8_t)card};
    obu_lift_community(scene->rules, &scene->after, giver, card);
    obu_tell(&scene->reader, "It comes from %f and ", giver);
    explain_growth(scene, "brings you", cards, 1, true);
}

void obu_explain(const void *rules, const void *view_, bil_move move, struct bil_text *out)
{
    const struct obu_state *view = view_;
    struct scene scene = {rules, view, *view, NULL, obu_actor(rules, view), {rules, obu_actor(rules, view), out}};
    const uint8_t cards[3] = {OBU_A(move), OBU_B(move), OBU_C(move)};
    const int a = cards[0];
    scene.own = &view->seat[scene.seat];
    switch (OBU_VERB(move)) {
    case OBU_M_LAUNCH:
        explain_growth(&scene, "It starts you with", cards, 3, false);
        break;
    case OBU_M_RETURN:
        obu_tell(&scene.reader, "It goes back into the deck, unseen.");
        break;
    case OBU_M_DRAW_DECK:
    case OBU_M_DRAW_DISCARD:
        explain_draw(&scene, OBU_VERB(move) == OBU_M_DRAW_DECK);
        break;
    case OBU_M_ADD:
        explain_growth(&scene, "It brings", cards, 1, false);
        break;
    case OBU_M_BLOCK:
        explain_block(&scene, a, OBU_B(move));
        break;
    case OBU_M_FIX:
        obu_tell(&scene.reader, "It rids you of %b, so that you can add Communities as before.", scene.own->blocker - 1);
        break;
    case OBU_M_GRIND:
        explain_grind(&scene);
        break;
    case OBU_M_GUARD:
        explain_guard(&scene, a);
        break;
    case OBU_M_POKE:
        explain_poke(&scene, a);
        break;
    case OBU_M_PUSH:
        explain_move(&scene, a, OBU_B(move), scene.seat);
        break;
    case OBU_M_DISCARD:
        explain_discard(&scene);
        break;
    case OBU_M_SACRIFICE:
        explain_sacrifice(&scene, a);
        break;
    case OBU_M_COUNTER_GUARD:
        obu_tell(&scene.reader, "%b goes to the discard pile; you score 200 points and take a full turn now.",
                 obu_top_const(view)->a);
        break;
    case OBU_M_COUNTER_PUSH:
        explain_move(&scene, view->chain.influencer, OBU_B(move), scene.seat);
        break;
    case OBU_M_GIVE:
        obu_tell(&scene.reader, "%F gets it.", obu_after(rules, scene.seat));
        break;
    case OBU_M_TAKE:
        explain_take(&scene, a);
        break;
    case OBU_M_DROP:
        obu_tell(&scene.reader, "It must be one of these.");
        explain_loss(&scene, a);
        break;
    case OBU_M_CLAIM:
        obu_tell(&scene.reader, "It brings %d points, costs nothing, and nobody can take it from you.",
                 scene.rules->milestone_points[scene.rules->seats][a]);
        break;
    case OBU_M_DONE:
        obu_tell(&scene.reader, "Enough is given: the Blocker ends.");
        break;
    default:
        explain_pass(&scene);
        break;
    }
}
