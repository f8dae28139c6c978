/* 6 Billion: who a bot can be, and what each likes better than the advice does (billions/persons.h).
 *
 * A temper is one row of weights, in hundredths of a point of the final score like the advice itself. It may only look at what the
 * asked seat sees. The weights are small enough that a person plays as well as anybody of the level, and large enough that one
 * notices who it is; both are measured (docs/bots.md). */
#include "billions/persons.h"
#include "games/six_billion/advice/advice.h"

enum { ILSE, COSMO, HAUKE, ROSA, HENRIK, TILDA, KASIMIR, JUNO, PAVEL, PEOPLE };

static const struct bil_person list[] = {
    [ILSE] = {"ilse", "Ilse", "Would rather double what she has than look for more.",
              "own doublings by a card, of the Actions of the first ten game turns"},
    [COSMO] = {"cosmo", "Cosmo", "Drawn to where the Sun is a small bright dot.",
               "billions sent beyond the Belt, of one's own that are sent"},
    [HAUKE] = {"hauke", "Hauke", "Prefers it near the Sun, where the tea stays warm.",
               "billions sent to the inner sites, of one's own that are sent"},
    [ROSA] = {"rosa", "Rosa", "Quick to object, and to show the card for it.", "cards played, of all chances to cancel or respond"},
    [HENRIK] = {"henrik", "Henrik", "Happy to let others grow, and hopes that they remember.",
                "passes, of all chances to cancel or respond"},
    [TILDA] = {"tilda", "Tilda", "Curious what else is out there.", "Discovery, of all Actions"},
    [KASIMIR] = {"kasimir", "Kasimir", "Thinks that who leads should stay modest.",
                 "Cancel cards against the best rival, of those played on players"},
    [JUNO] = {"juno", "Juno", "Kind to other people's people, for the points.",
              "cards on other people, of all that send or double"},
    [PAVEL] = {"pavel", "Pavel", "Minds very much being second where he lives.",
               "Cancel cards played where somebody grows beyond him, of all such chances"},
    [PEOPLE] = {NULL, NULL, NULL, NULL},
};

struct taste {
    int16_t early;  /* for one's own doubling by a card in the first EARLY game turns */
    int16_t outer;  /* for sending one's own beyond the Belt; as much less to the inner sites */
    int16_t answer; /* for a Cancel card, and half of it for a Response */
    int16_t leader; /* for one against the best rival; as much less against another */
    int16_t above;  /* for one against a rival who is not below one's own token at a shared site */
    int16_t find;   /* for Discovery: drawing, revealing, and the cards for it */
    int16_t others; /* for a card on other people's people */
};
enum { EARLY = 10 };

static const struct taste tastes[PEOPLE] = {
    [ILSE] = {.early = 160, .find = -60},
    [COSMO] = {.outer = 90},
    [HAUKE] = {.outer = -90},
    [ROSA] = {.answer = 60},
    [HENRIK] = {.answer = -80},
    [TILDA] = {.find = 60},
    [KASIMIR] = {.leader = 60},
    [JUNO] = {.others = 320},
    [PAVEL] = {.above = 80, .answer = -20},
};

static int of_sending(const struct taste *taste, int site)
{
    return site > SIX_BELT ? taste->outer : site < SIX_BELT ? -taste->outer : 0;
}

/* The target of a Cancel card now: the faction that would grow, or the player of the harmful card. */
static int whose_event(const struct six_event *event)
{
    return event->kind == SIX_EV_GROW || event->kind == SIX_EV_DOUBLE ? event->faction : event->player;
}

/* Whether somebody who is not below the seat, where it lives, would grow. */
static bool grows_beyond(const struct six_state *state, int seat)
{
    const struct six_event *event = &state->event;
    const int own = state->level[seat][event->site];
    return (event->kind == SIX_EV_GROW || event->kind == SIX_EV_DOUBLE) && event->faction != seat && own > 0 &&
           state->level[event->faction][event->site] >= own;
}

static int of_answer(const struct six_outlook *outlook, const struct taste *taste)
{
    const int whose = whose_event(&outlook->state->event);
    int worth = taste->answer;
    if (taste->leader && whose < outlook->rules->seats && outlook->rules->seats > 2) {
        worth += whose == outlook->leader ? taste->leader : -taste->leader;
    }
    return worth + (taste->above && grows_beyond(outlook->state, outlook->seat) ? taste->above : 0);
}

static int of_move(const struct six_outlook *outlook, const struct taste *taste, bil_move move)
{
    const int card = SIX_CARD(move);
    const bool own = SIX_FACTION(move) == outlook->seat;
    switch (SIX_VERB(move)) {
    case SIX_M_COLONY:
    case SIX_M_MIGRANTS:
        return own ? of_sending(taste, SIX_TO(move)) : taste->others;
    case SIX_M_DOUBLE:
        return !own ? taste->others : outlook->state->turn <= EARLY ? taste->early : 0;
    case SIX_M_RECYCLE:
        return outlook->state->turn <= EARLY ? taste->early : 0;
    case SIX_M_DISCOVER:
    case SIX_M_REVEAL:
        return taste->find;
    case SIX_M_CANCEL:
        return of_answer(outlook, taste);
    case SIX_M_RESPOND:
        return taste->answer / 2;
    case SIX_M_TAKE:
        return six_family[card] == SIX_F_DISCOVERY                                      ? taste->find / 2
               : six_target[card] == SIX_T_OTHER || six_target[card] == SIX_T_NEUTRAL   ? taste->others / 2
               : six_family[card] == SIX_F_DOUBLE && outlook->state->turn <= EARLY      ? taste->early / 3
               : six_family[card] == SIX_F_CANCEL || six_family[card] == SIX_F_RESPONSE ? taste->answer / 3
                                                                                        : 0;
    case SIX_M_DISCARD:
        return six_family[card] == SIX_F_DISCOVERY                                      ? -taste->find / 2
               : six_family[card] == SIX_F_CANCEL || six_family[card] == SIX_F_RESPONSE ? -taste->answer / 3
                                                                                        : 0;
    default:
        return 0;
    }
}

static void lean(const void *rules, const void *view, int person, const bil_move *moves, int count, int32_t *value)
{
    struct six_sites sites;
    struct six_outlook outlook;
    six_look(rules, view, six_top_const(view)->seat, &sites, &outlook);
    for (int i = 0; i < count; i++) {
        value[i] += of_move(&outlook, &tastes[person], moves[i]);
    }
}

/* ------------------------------------------------------------------ what shows it */

static enum bil_sign sign(const void *rules, const void *view, int person, bil_move move)
{
    const struct six_state *state = view;
    const struct bil_frame *top = six_top_const(state);
    const enum six_verb verb = SIX_VERB(move);
    struct six_sites sites;
    struct six_outlook outlook;
    const bool own = SIX_FACTION(move) == top->seat;
    const bool sends = verb == SIX_M_COLONY || verb == SIX_M_MIGRANTS;
    const bool doubles = verb == SIX_M_DOUBLE || verb == SIX_M_RECYCLE;
    const bool answers = top->kind == SIX_CANCEL || top->kind == SIX_RESPOND;
    const bool action = top->kind == SIX_ACT && verb != SIX_M_PASS;
    switch (person) {
    case ILSE:
        return bil_sign_if(action && state->turn <= EARLY, doubles && own);
    case COSMO:
        return bil_sign_if(sends && own, SIX_TO(move) > SIX_BELT);
    case HAUKE:
        return bil_sign_if(sends && own, SIX_TO(move) < SIX_BELT);
    case ROSA:
        return bil_sign_if(answers, verb != SIX_M_PASS);
    case HENRIK:
        return bil_sign_if(answers, verb == SIX_M_PASS);
    case TILDA:
        return bil_sign_if(action, verb == SIX_M_DISCOVER || verb == SIX_M_REVEAL);
    case KASIMIR:
        six_look(rules, state, top->seat, &sites, &outlook);
        return bil_sign_if(verb == SIX_M_CANCEL && six_is_player(rules, whose_event(&state->event)),
                           whose_event(&state->event) == outlook.leader);
    case JUNO:
        return bil_sign_if(sends || verb == SIX_M_DOUBLE, !own);
    case PAVEL:
        return bil_sign_if(top->kind == SIX_CANCEL && grows_beyond(state, top->seat), verb == SIX_M_CANCEL);
    default:
        return BIL_SIGN_NONE;
    }
}

const struct bil_persons six_persons = {.list = list, .lean = lean, .sign = sign};
