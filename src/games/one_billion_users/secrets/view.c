/* One Billion Users: what a viewer may know of a state, and which cards that leaves unseen (OBU-192..203).
 *
 * `hide` only removes: what it leaves out cannot be had from a view by any means. */
#include "games/one_billion_users/secrets/secrets.h"

void obu_hide(const void *rules_, const void *state_, int viewer, void *view_)
{
    const struct obu_rules *rules = rules_;
    struct obu_state *view = view_;
    memcpy(view, state_, sizeof *view);
    if (viewer == BIL_EVERYBODY) { /* nothing is hidden from it, as at the end (OBU-203) */
        return;
    }
    view->viewer = (uint8_t)(viewer >= 0 ? 1 + viewer : 15);
    memset(view->pile, OBU_HIDDEN, view->deck); /* OBU-33, OBU-193 */
    for (int seat = 0; seat < rules->seats; seat++) {
        if (seat != viewer) {
            view->seat[seat].hand = (struct obu_cards){0, 0};  /* OBU-192 */
            view->pending[seat] = view->pending[seat] ? 1 : 0; /* OBU-21, OBU-199 */
        }
        if (view->passed_hand[seat] > 0 && seat != viewer && obu_after(rules, seat) != viewer) {
            view->passed[seat] = OBU_PASSED_UNSEEN; /* OBU-199 */
        }
    }
    for (int g = 0; g < view->ground_total; g++) { /* OBU-197 */
        view->ground[g] = (uint8_t)(view->ground[g] | (view->ground[g] >> 6 == viewer ? 0 : OBU_HIDDEN));
    }
    for (int i = 1; i < view->shuffle_count; i++) { /* the order is secret until each reveal (OBU-198): show it sorted */
        for (int j = i; j > 0 && view->shuffle[j - 1] > view->shuffle[j]; j--) {
            const uint8_t swap = view->shuffle[j];
            view->shuffle[j] = view->shuffle[j - 1];
            view->shuffle[j - 1] = swap;
        }
    }
    if (view->known_count == 0 || view->known[0].age != OBU_RETURNED) {
        return; /* cards returned at set-up stand first, if there are any */
    }
    int kept = 0;
    for (int i = 0; i < view->known_count; i++) { /* OBU-200 */
        if (view->known[i].age != OBU_RETURNED || view->known[i].card_seat >> 6 == viewer) {
            view->known[kept++] = view->known[i];
        }
    }
    memset(&view->known[kept], 0, (size_t)(view->known_count - kept) * sizeof view->known[0]);
    view->known_count = (uint8_t)kept;
}

/* ------------------------------------------------------------------ the unseen cards */

/* How often each bit is set in up to fifteen words: a number of four bits for every one of the 64, low digits first. */
struct tally {
    uint64_t ones, twos, fours, eights;
};

static inline void tally_word(struct tally *tally, uint64_t word)
{
    const uint64_t to_twos = tally->ones & word;
    const uint64_t to_fours = tally->twos & to_twos;
    tally->ones ^= word;
    tally->twos ^= to_twos;
    tally->eights |= tally->fours & to_fours;
    tally->fours ^= to_fours;
}

void obu_unseen(const struct obu_rules *rules, const struct obu_state *view, struct obu_cards *unseen)
{
    uint8_t seen[64] = {0};
    uint64_t comm = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        const struct obu_seat *platform = &view->seat[seat];
        comm |= platform->comm | platform->hand.comm;
        for (int guard = 0; guard < OBU_SAFEGUARDS; guard++) {
            seen[OBU_SAFEGUARD + guard] = (uint8_t)(seen[OBU_SAFEGUARD + guard] + (platform->guards >> guard & 1));
        }
    }
    for (int i = OBU_PILE - view->discard; i < OBU_PILE; i++) {
        comm |= 1ULL << view->pile[i];
        seen[view->pile[i]]++;
    }
    for (int g = 0; g < view->ground_total; g++) {
        comm |= 1ULL << (view->ground[g] & 63);
        seen[view->ground[g] & 63]++;
    }
    int pokes = view->gone_attached & 15;
    int pushes = view->gone_attached >> 4;
    for (int i = 0; i < OBU_INFLUENCERS; i++) {
        pokes += obu_pokes(view, i);
        pushes += obu_pushes(view, i);
    }
    seen[OBU_POKE] = (uint8_t)(seen[OBU_POKE] + pokes);
    seen[OBU_PUSH] = (uint8_t)(seen[OBU_PUSH] + pushes);
    for (int d = 0; d < view->depth; d++) {
        if (view->stack[d].kind == OBU_GUARD) { /* the Blocker beside the stack (OBU-213) */
            seen[OBU_BLOCKER + view->stack[d].a]++;
        }
    }
    struct tally tally = {0, 0, 0, 0};
    for (int seat = 0; seat < OBU_SEATS; seat++) {
        tally_word(&tally, view->seat[seat].stack);
        tally_word(&tally, view->seat[seat].hand.other);
    }
    uint64_t other = 0;
    for (int card = OBU_BLOCKER; card < OBU_HIDDEN; card++) {
        const uint64_t field = rules->field[card];
        const int gone = seen[card] + obu_popcount(tally.ones & field) + 2 * obu_popcount(tally.twos & field) +
                         4 * obu_popcount(tally.fours & field) + 8 * obu_popcount(tally.eights & field);
        other |= field >> gone & field; /* as many of the lowest bits of its field as there are copies left */
    }
    unseen->comm = rules->all_comm & ~comm;
    unseen->other = other;
}
