/* One Billion Users: who a bot can be, and what each likes better than the advice does (billions/persons.h).
 *
 * A temper is one row of weights, in points of the final score like the advice itself. It may only look at what the asked seat
 * sees. The weights are small enough that a person plays as well as anybody of the level, and large enough that one notices who it
 * is; both are measured (docs/bots.md). */
#include "billions/persons.h"
#include "games/one_billion_users/advice/advice.h"

enum { MARA, OTTO, BRUNO, LOLA, GRETA, VIKTOR, NILS, ADA, PIM, PEOPLE };

static const struct bil_person list[] = {
    [MARA] = {"mara", "Mara", "In a hurry to grow; the small print can wait.",
              "Communities added, of all plays with fewer than eight"},
    [OTTO] = {"otto", "Otto", "Likes a clean house; Toxicity gives him a rash.", "Communities of 1 Toxicity at most, of all added"},
    [BRUNO] = {"bruno", "Bruno", "A Blocker for a Blocker seems only fair to him.",
               "Blockers, of what is played after one was received"},
    [LOLA] = {"lola", "Lola", "Fond of Influencers as others are of stamps.",
              "Influencers brought home by Poke or Push, of all plays"},
    [GRETA] = {"greta", "Greta", "Has a weakness for what somebody else threw away.", "open cards taken, of all draws"},
    [VIKTOR] = {"viktor", "Viktor", "Keeps an eye on whoever is in front.", "Blockers played on the best rival, of all played"},
    [NILS] = {"nils", "Nils", "Would rather build his own and leave others alone.", "turns without a Blocker, of all plays"},
    [ADA] = {"ada", "Ada", "Loves a loud crowd and calls Toxicity passion.", "Communities of 3 Toxicity and more, of all added"},
    [PIM] = {"pim", "Pim", "Sleeps better behind a Safeguard.", "Safeguards put up at once, of all that left the hand"},
    [PEOPLE] = {NULL, NULL, NULL, NULL},
};

struct taste {
    int8_t early;  /* for adding a Community while one has fewer than EARLY */
    int8_t toxic;  /* for each Toxicity icon that one adds or launches */
    int8_t block;  /* for playing a Blocker at all */
    int8_t back;   /* for playing one, for each Blocker received so far, up to three */
    int8_t leader; /* for playing one on the best rival; as much less on another */
    int8_t crowd;  /* for what brings an Influencer here, and for the cards that do */
    int8_t open;   /* for taking the open card */
    int8_t guard;  /* for a Safeguard played from the hand, and against discarding one */
};
enum { EARLY = 8, MOST_BACK = 3, LAUNCH_PART = 4 /* the advice makes less of a launch, too */ };

static const struct taste tastes[PEOPLE] = {
    [MARA] = {.early = 60},  [OTTO] = {.toxic = -34}, [BRUNO] = {.back = 40, .block = -20},
    [LOLA] = {.crowd = 100}, [GRETA] = {.open = 40},  [VIKTOR] = {.leader = 30},
    [NILS] = {.block = -70}, [ADA] = {.toxic = 40},   [PIM] = {.guard = 70},
};

/* The best rival; of equals the first after the seat. */
static int best_rival(const struct obu_rules *rules, const struct obu_state *view, int seat)
{
    int best = -1;
    for (int rival = obu_after(rules, seat); rival != seat; rival = obu_after(rules, rival)) {
        if (best < 0 || obu_points(rules, view, rival) > obu_points(rules, view, best)) {
            best = rival;
        }
    }
    return best;
}

/* Where a Poke of the seat would send an Influencer. */
static int poked_to(const struct obu_rules *rules, const struct obu_state *view, int seat, int influencer)
{
    struct obu_state asked = *view;
    obu_lift_influencer(rules, &asked, obu_influencer_home(&asked, influencer), influencer);
    return obu_prefers(rules, &asked, influencer, seat);
}

static int of_card(const struct obu_rules *rules, const struct taste *taste, const struct obu_seat *own, int card)
{
    if (!obu_is_community(card)) {
        return 0;
    }
    const bool early = obu_popcount(own->comm) < EARLY;
    return (early ? taste->early : 0) + taste->toxic * rules->toxicity[card];
}

static int of_block(const struct taste *taste, const struct obu_seat *own, bool leads)
{
    const int received = own->received < MOST_BACK ? own->received : MOST_BACK;
    return taste->block + taste->back * received + (leads ? taste->leader : -taste->leader);
}

/* Cards that one is loath to let go of: no move of its own, but why another is not made. */
static int of_keeping(const struct taste *taste, int card)
{
    return card == OBU_POKE || card == OBU_PUSH ? taste->crowd : card >= OBU_SAFEGUARD && card < OBU_PUSH ? taste->guard : 0;
}

static int of_move(const struct obu_rules *rules, const struct obu_state *view, const struct taste *taste, int seat, bil_move move)
{
    const struct obu_seat *own = &view->seat[seat];
    const int a = OBU_A(move);
    switch (OBU_VERB(move)) {
    case OBU_M_LAUNCH:
        return (of_card(rules, taste, own, a) + (OBU_B(move) == OBU_HIDDEN ? 0 : of_card(rules, taste, own, OBU_B(move))) +
                (OBU_C(move) == OBU_HIDDEN ? 0 : of_card(rules, taste, own, OBU_C(move)))) /
               LAUNCH_PART;
    case OBU_M_ADD:
    case OBU_M_TAKE:
        return of_card(rules, taste, own, a);
    case OBU_M_BLOCK:
        return of_block(taste, own, OBU_B(move) == best_rival(rules, view, seat));
    case OBU_M_GUARD:
        return taste->guard;
    case OBU_M_POKE:
        return taste->crowd && poked_to(rules, view, seat, a) == seat ? taste->crowd : 0;
    case OBU_M_PUSH:
    case OBU_M_COUNTER_PUSH:
        return OBU_B(move) == seat ? taste->crowd : 0;
    case OBU_M_DISCARD:
    case OBU_M_GRIND:
        return -of_keeping(taste, a);
    case OBU_M_DRAW_DISCARD:
        return taste->open + of_keeping(taste, obu_discard_top(view)) / 2;
    default:
        return 0;
    }
}

static void lean(const void *rules, const void *view, int person, const bil_move *moves, int count, int32_t *value)
{
    const int seat = obu_actor(rules, view);
    for (int i = 0; i < count; i++) {
        value[i] += of_move(rules, view, &tastes[person], seat, moves[i]);
    }
}

/* ------------------------------------------------------------------ what shows it */

static enum bil_sign sign(const void *rules_, const void *view_, int person, bil_move move)
{
    const struct obu_rules *rules = rules_;
    const struct obu_state *view = view_;
    const int seat = obu_actor(rules, view);
    const struct obu_seat *own = &view->seat[seat];
    const enum obu_verb verb = OBU_VERB(move);
    const int a = OBU_A(move);
    const bool play = obu_top_const(view)->kind == OBU_PLAY;
    const bool added = verb == OBU_M_ADD;
    const bool drew = verb == OBU_M_DRAW_DECK || verb == OBU_M_DRAW_DISCARD;
    const bool home = (verb == OBU_M_POKE && poked_to(rules, view, seat, a) == seat) || (verb == OBU_M_PUSH && OBU_B(move) == seat);
    const bool guard = a >= OBU_SAFEGUARD && a < OBU_PUSH &&
                       (verb == OBU_M_GUARD || verb == OBU_M_COUNTER_GUARD || verb == OBU_M_DISCARD || verb == OBU_M_GRIND);
    switch (person) {
    case MARA:
        return bil_sign_if(play && obu_popcount(own->comm) < EARLY, added);
    case OTTO:
        return bil_sign_if(added, added && rules->toxicity[a] <= 1);
    case ADA:
        return bil_sign_if(added, added && rules->toxicity[a] >= 3);
    case BRUNO:
        return bil_sign_if(play && own->received > 0, verb == OBU_M_BLOCK);
    case LOLA:
        return bil_sign_if(play, home);
    case GRETA:
        return bil_sign_if(drew, verb == OBU_M_DRAW_DISCARD);
    case VIKTOR:
        return bil_sign_if(verb == OBU_M_BLOCK, OBU_B(move) == best_rival(rules, view, seat));
    case NILS:
        return bil_sign_if(play, verb != OBU_M_BLOCK);
    case PIM:
        return bil_sign_if(guard, verb == OBU_M_GUARD);
    default:
        return BIL_SIGN_NONE;
    }
}

const struct bil_persons obu_persons = {.list = list, .lean = lean, .sign = sign};
