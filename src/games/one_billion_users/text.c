/* One Billion Users: a move as text, in the notation of records (section 17 of the checklist, OBU-206).
 *
 * What a reader may not know is written as "?": a card that leaves a hand face down, a launch that is not yet open. Which reader
 * may know it depends on who moves and on whether the choice is still secret, never on what a view happens to hold. */
#include "games/one_billion_users/words.h"

/* How a verb is written, and what its three parts are. */
enum part { NONE, CARD, INFLUENCER, SEAT, TO_SEAT, MILESTONE };
static const struct {
    const char *word;
    uint8_t part[3];
    bool secret; /* its cards are for the actor's eyes only */
} verbs[OBU_VERBS] = {
    [OBU_M_LAUNCH] = {"launch", {CARD, CARD, CARD}, true},
    [OBU_M_RETURN] = {"return", {CARD, CARD, CARD}, true},
    [OBU_M_DRAW_DECK] = {"draw deck", {NONE, NONE, NONE}, false},
    [OBU_M_DRAW_DISCARD] = {"draw discard", {NONE, NONE, NONE}, false},
    [OBU_M_ADD] = {"add", {CARD, NONE, NONE}, false},
    [OBU_M_BLOCK] = {"block", {CARD, SEAT, NONE}, false},
    [OBU_M_FIX] = {"fix", {CARD, NONE, NONE}, false},
    [OBU_M_GRIND] = {"grind", {CARD, NONE, NONE}, true},
    [OBU_M_GUARD] = {"guard", {CARD, NONE, NONE}, false},
    [OBU_M_POKE] = {"poke", {INFLUENCER, NONE, NONE}, false},
    [OBU_M_PUSH] = {"push", {INFLUENCER, TO_SEAT, NONE}, false},
    [OBU_M_DISCARD] = {"discard", {CARD, NONE, NONE}, false},
    [OBU_M_SACRIFICE] = {"sacrifice", {CARD, NONE, NONE}, false},
    [OBU_M_DONE] = {"done", {NONE, NONE, NONE}, false},
    [OBU_M_COUNTER_GUARD] = {"counter", {CARD, NONE, NONE}, false},
    [OBU_M_COUNTER_PUSH] = {"counter Push", {NONE, TO_SEAT, NONE}, false},
    [OBU_M_PASS] = {"pass", {NONE, NONE, NONE}, false},
    [OBU_M_GIVE] = {"give", {CARD, NONE, NONE}, true},
    [OBU_M_TAKE] = {"take", {CARD, NONE, NONE}, false},
    [OBU_M_DROP] = {"drop", {CARD, NONE, NONE}, false},
    [OBU_M_CLAIM] = {"claim", {MILESTONE, NONE, NONE}, false},
};

/* Launches are open as soon as the last seat has chosen (OBU-21); everything else that is secret stays so. */
static bool shows(const struct obu_rules *rules, const struct obu_state *state, enum obu_verb verb, int viewer)
{
    const struct obu_frame *top = obu_top_const(state);
    if (!verbs[verb].secret || viewer == BIL_EVERYBODY || viewer == top->seat) {
        return true;
    }
    if (verb != OBU_M_LAUNCH || top->kind != OBU_LAUNCH) {
        return false;
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        if (seat != top->seat && state->pending[seat] == 0 && (state->launched >> seat & 1U) == 0) {
            return false;
        }
    }
    return true;
}

void obu_move_text(const void *rules_, const void *state_, bil_move move, int viewer, struct bil_text *out)
{
    const struct obu_rules *rules = rules_;
    const enum obu_verb verb = OBU_VERB(move);
    const uint8_t parts[3] = {OBU_A(move), OBU_B(move), OBU_C(move)};
    if (verb < OBU_M_LAUNCH || verb >= OBU_VERBS) {
        bil_text_add(out, "?");
        return;
    }
    bil_text_add(out, verbs[verb].word);
    if (!shows(rules, state_, verb, viewer)) {
        bil_text_add(out, " ?");
        return;
    }
    if (verb == OBU_M_BLOCK) { /* the one verb whose seat is written before its card */
        bil_text_format(out, " %d %s", parts[1] + 1, obu_card_name(rules, parts[0]));
        return;
    }
    int cards = 0;
    for (int i = 0; i < 3; i++) {
        switch (verbs[verb].part[i]) {
        case CARD:
            if (parts[i] != OBU_HIDDEN) { /* fewer than three cards, or the free sacrifice of OBU-56 */
                bil_text_format(out, "%s%s", cards++ ? ", " : " ", obu_card_name(rules, parts[i]));
            }
            break;
        case INFLUENCER:
            bil_text_format(out, " %s", obu_card_name(rules, OBU_INFLUENCER + parts[i]));
            break;
        case TO_SEAT:
            bil_text_format(out, " to %d", parts[i] + 1);
            break;
        case MILESTONE:
            bil_text_format(out, " %d", parts[i] + 1);
            break;
        default:
            break;
        }
    }
}
