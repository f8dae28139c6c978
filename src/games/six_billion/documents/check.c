/* 6 Billion: every invariant of a state or a view, for tests and for positions from outside.
 *
 * Recounts everything from nothing; trusts no running total. Changes nothing. */
#include "games/six_billion/documents/documents.h"
#include "games/six_billion/secrets/secrets.h"
#include "games/six_billion/words/words.h"

static bool all_zero(const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++) {
        if (byte[i]) {
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ the board */

static const char *check_faction(struct six_checking *checking, int faction)
{
    const struct six_rules *rules = checking->rules;
    const struct six_state *state = checking->state;
    unsigned on = 0;
    unsigned topped = 0;
    unsigned waiting = 0;
    for (int site = 0; site < SIX_SITES; site++) {
        const int level = state->level[faction][site];
        const int colonies = six_colonies(state, faction, site);
        const int migrants = six_migrants(state, faction, site);
        if (level > rules->last[site]) {
            return six_broken(checking, "The token of %s at %s stands on %d, beyond the last number of the track, %d.",
                              six_checked_colour(checking, faction), six_site_names[site], six_population(level),
                              six_population(rules->last[site]));
        }
        if (colonies > 2 || migrants > 2) {
            return six_broken(checking, "The box of %s at %s holds %d billion in one half, and 2 is the most (SIX-68).",
                              six_checked_colour(checking, faction), six_site_names[site], colonies > 2 ? colonies : migrants);
        }
        if (site == SIX_EARTH && (colonies || migrants)) {
            return six_broken(checking, "The box of Earth is not used (SIX-65), but %s has people in it.",
                              six_checked_colour(checking, faction));
        }
        on |= (unsigned)(level > 0) << site;
        topped |= (unsigned)(level == rules->last[site]) << site;
        waiting |= (unsigned)(colonies + migrants > 0) << site;
    }
    if (on != state->on[faction] || topped != state->topped[faction] || waiting != state->waiting[faction]) {
        return six_broken(checking, "The sets of sites of %s do not fit its tokens and boxes.",
                          six_checked_colour(checking, faction));
    }
    if (!(on >> SIX_EARTH & 1U)) { /* SIX-79: it began there */
        return six_broken(checking, "%s has no token on Earth, and tokens are never removed (SIX-79).",
                          six_checked_colour(checking, faction));
    }
    if (rules->tokens && six_pieces(rules, state, faction) > rules->tokens) {
        return six_broken(checking, "tracks and boxes: %s uses %d pieces, and option tokens allows %d.",
                          six_checked_colour(checking, faction), six_pieces(rules, state, faction), rules->tokens);
    }
    return NULL;
}

static const char *check_board(struct six_checking *checking)
{
    const struct six_rules *rules = checking->rules;
    const struct six_state *state = checking->state;
    for (int faction = 0; faction < rules->factions; faction++) {
        const char *wrong = check_faction(checking, faction);
        if (wrong) {
            return wrong;
        }
    }
    for (int faction = rules->factions; faction < SIX_FACTIONS; faction++) {
        if (!all_zero(state->level[faction], sizeof state->level[faction]) ||
            !all_zero(state->box[faction], sizeof state->box[faction]) || state->on[faction] || state->waiting[faction] ||
            state->topped[faction] || state->order[faction]) {
            return six_broken(checking, "Faction %d does not play, but has something on the board.", faction + 1);
        }
    }
    for (int site = 0; site < SIX_SITES; site++) {
        int sum = 0;
        for (int faction = 0; faction < rules->factions; faction++) {
            sum += rules->weight[site][state->level[faction][site]];
        }
        if (sum != state->growth[site]) {
            return six_broken(checking, "The growth sum of %s is kept as %d quarters and is %d.", six_site_names[site],
                              state->growth[site], sum);
        }
    }
    return NULL;
}

static const char *check_turn(struct six_checking *checking)
{
    const struct six_rules *rules = checking->rules;
    const struct six_state *state = checking->state;
    unsigned seen = 0;
    for (int place = 0; place < rules->factions; place++) {
        if (state->order[place] >= rules->factions || (seen >> state->order[place] & 1U)) {
            return six_broken(checking, "The order of turn does not name every faction once (SIX-27).");
        }
        seen |= 1U << state->order[place];
    }
    const int bottom = state->stack[0].kind;
    if (state->turn < 1 || state->at >= rules->factions) {
        return six_broken(checking, "The game turn or the place in the order of turn is impossible.");
    }
    if (bottom != SIX_POWER && bottom != SIX_END && state->order[state->at] != state->faction) {
        return six_broken(checking, "Place %d of the order of turn belongs to another faction than the one whose turn it is.",
                          state->at + 1);
    }
    if (state->acting >= rules->seats ||
        (bottom != SIX_POWER && bottom != SIX_END && six_is_player(rules, state->faction) && state->acting != state->faction)) {
        return six_broken(checking, "Seat %d cannot act in this turn.", state->acting + 1);
    }
    if (state->actions > 2) {
        return six_broken(checking, "%d Actions were taken, and 2 is the most (SIX-32).", state->actions);
    }
    for (int seat = 0; seat < SIX_PLAYERS; seat++) {
        for (int symbol = 0; symbol < SIX_SYMBOLS; symbol++) {
            if (state->marker[seat][symbol] > (rules->track && seat < rules->seats ? rules->track_last : 0)) {
                return six_broken(checking, "markers.%s.%s: %d is beyond the last place of the track, %d.",
                                  six_checked_colour(checking, seat), six_symbol_words[symbol], state->marker[seat][symbol],
                                  checking->rules->track ? checking->rules->track_last : 0);
            }
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ cards */

static bool count_card(struct six_checking *checking, int card)
{
    if (card == SIX_HIDDEN && checking->state->viewer) {
        checking->hidden++;
        return true;
    }
    if (card <= SIX_NO_CARD || card >= SIX_CARDS) {
        return false;
    }
    checking->count[card]++;
    return true;
}

static const char *check_hand(struct six_checking *checking, int seat)
{
    const struct six_state *state = checking->state;
    const struct six_hand *hand = &state->hand[seat];
    const bool shown = state->viewer == 0 || state->viewer == 1 + seat;
    uint32_t kinds = 0;
    int count = 0;
    for (int card = 0; card < SIX_CARDS; card++) {
        kinds |= (uint32_t)(hand->copies[card] > 0) << card;
        count += hand->copies[card];
        checking->count[card] += shown ? hand->copies[card] : state->known[seat][card];
    }
    if (kinds != hand->kinds || hand->copies[SIX_NO_CARD] || (shown ? count != hand->count : count != 0)) {
        return six_broken(checking, "The hand of seat %d is counted as %d cards and holds %d.", seat + 1, hand->count, count);
    }
    if (hand->count > SIX_HAND) {
        return six_broken(checking, "Seat %d holds %d cards, and 6 is the most (SIX-203).", seat + 1, hand->count);
    }
    checking->hidden += shown ? 0 : six_unknown(checking->rules, state, seat);
    return NULL;
}

static const char *check_piles(struct six_checking *checking)
{
    const struct six_rules *rules = checking->rules;
    const struct six_state *state = checking->state;
    if (state->deck + state->discard > SIX_PILE) {
        return six_broken(checking, "Deck and discard pile hold %d cards.", state->deck + state->discard);
    }
    for (int i = 0; i < SIX_PILE; i++) {
        const bool there = i < state->deck || i >= SIX_PILE - state->discard;
        const int card = state->pile[i];
        if (there ? !count_card(checking, card) : card != 0) {
            return six_broken(checking, "There is no card %d (in the deck or the discard pile).", card);
        }
        if (there && card == SIX_HIDDEN && i >= state->deck) {
            return six_broken(checking, "A card of the discard pile is hidden, and all of them were shown (SIX-202).");
        }
    }
    for (int place = 0; place < SIX_OPEN; place++) {
        if (state->open[place] && (state->open[place] >= SIX_CARDS || !count_card(checking, state->open[place]))) {
            return six_broken(checking, "There is no open card %d.", state->open[place]);
        }
    }
    checking->count[SIX_FAMINE] += state->removed;
    if (state->event.card) {
        (void)count_card(checking, state->event.card);
    }
    for (int i = 1; i < state->depth; i++) {
        const struct bil_frame frame = state->stack[i];
        if (frame.kind >= SIX_RESPOND && frame.kind <= SIX_HALVE && !count_card(checking, frame.a)) {
            return six_broken(checking, "There is no card %d (in the open window).", frame.a);
        }
    }
    for (int card = 1; card < SIX_CARDS; card++) {
        const int missing = rules->copies[card] - checking->count[card];
        if (missing < 0 || (state->viewer == 0 && missing != 0)) {
            return six_broken(checking, "There are %d cards %s, and the edition has %d.", checking->count[card],
                              six_card_words[card], rules->copies[card]);
        }
        checking->hidden -= missing;
    }
    return checking->hidden == 0 ? NULL : six_broken(checking, "The hidden cards and the missing ones are not as many.");
}

/* ------------------------------------------------------------------ knowledge */

static const char *check_knowledge(struct six_checking *checking)
{
    const struct six_rules *rules = checking->rules;
    const struct six_state *state = checking->state;
    if (rules->fast) { /* not kept up */
        return NULL;
    }
    int unknown = 0;
    int drawn = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        const int here = six_unknown(rules, state, seat);
        if (here < 0 || state->drawn[seat] > here) {
            return six_broken(checking, "The table knows more cards of seat %d than it holds.", seat + 1);
        }
        for (int card = 1; card < SIX_CARDS; card++) {
            const bool shown = state->viewer == 0 || state->viewer == 1 + seat;
            if (shown && state->known[seat][card] > state->hand[seat].copies[card]) {
                return six_broken(checking, "The table knows a card %s in the hand of seat %d, which is not there.",
                                  six_card_words[card], seat + 1);
            }
        }
        unknown += here;
        drawn += state->drawn[seat];
    }
    int unseen = 0;
    int fresh = 0;
    uint8_t lying[SIX_CARDS];
    six_count_open(rules, state, lying);
    for (int card = 1; card < SIX_CARDS; card++) {
        int open = lying[card];
        for (int seat = 0; seat < rules->seats; seat++) {
            open += state->known[seat][card];
        }
        if (state->unseen[card] != rules->copies[card] - open || state->fresh[card] > state->unseen[card]) {
            return six_broken(checking, "%d cards %s should be unseen, and %d are kept as such.", rules->copies[card] - open,
                              six_card_words[card], state->unseen[card]);
        }
        unseen += state->unseen[card];
        fresh += state->fresh[card];
    }
    if (unseen != state->deck + unknown || fresh > state->deck + drawn) {
        return six_broken(checking, "%d unseen cards do not fit a deck of %d and %d unknown cards in hands.", unseen, state->deck,
                          unknown);
    }
    return NULL;
}

/* ------------------------------------------------------------------ Agendas and Discovery cards */

static const char *check_finds(struct six_checking *checking)
{
    const struct six_rules *rules = checking->rules;
    const struct six_state *state = checking->state;
    int count[SIX_FINDS] = {0};
    int agendas[1 + SIX_SITES] = {0};
    int hidden = 0;
    for (int seat = 0; seat < SIX_PLAYERS; seat++) {
        int held = 0;
        for (int i = 0; i < SIX_HELD; i++) {
            const int find = state->find[seat][i] & ~SIX_FIND_UP;
            const bool unknown = find == SIX_FIND_HIDDEN && state->viewer;
            if (find >= SIX_FINDS && !unknown) {
                return six_broken(checking, "There is no Discovery card %d.", find);
            }
            if (find && held < i) {
                return six_broken(checking, "The Discovery cards of seat %d have a gap.", seat + 1);
            }
            held += find != 0;
            hidden += unknown;
            count[unknown ? 0 : find]++;
            if (!rules->fast && !find != !state->find_seen[seat][i]) {
                return six_broken(checking, "It is not kept who knows the Discovery cards of seat %d.", seat + 1);
            }
        }
        const bool returning =
            seat < rules->seats && six_top_const(state)->kind == SIX_RETURN && six_top_const(state)->seat == seat;
        if (held > (seat < rules->seats ? rules->find_limit + returning : 0)) {
            return six_broken(checking, "Seat %d holds %d Discovery cards, and %d is the most (SIX-212).", seat + 1, held,
                              rules->find_limit);
        }
        const int agenda = state->agenda[seat];
        if (seat < rules->seats ? (agenda < 1 || agenda > SIX_SITES) && !(agenda == SIX_FIND_HIDDEN && state->viewer) : agenda) {
            return six_broken(checking, "Seat %d has no Hidden Agenda %d.", seat + 1, agenda);
        }
        if (agenda >= 1 && agenda <= SIX_SITES && ++agendas[agenda] > rules->agendas[agenda]) {
            return six_broken(checking, "There are more Hidden Agendas of %s than the edition has.", six_site_names[agenda - 1]);
        }
    }
    for (int i = 0; i < SIX_FIND_DECK; i++) {
        const int find = state->find_deck[i];
        const bool unknown = find == SIX_FIND_HIDDEN && state->viewer;
        if (i < state->find_left ? (find < 1 || find >= SIX_FINDS) && !unknown : find || state->find_deck_seen[i]) {
            return six_broken(checking, "There is no Discovery card %d.", find);
        }
        hidden += unknown;
        count[unknown ? 0 : find]++;
    }
    for (int find = 1; find < SIX_FINDS; find++) {
        int wanted = 0;
        for (int i = 0; i < rules->find_count; i++) {
            wanted += rules->find_box[i] == find;
        }
        if (count[find] > wanted || (!state->viewer && count[find] < wanted)) {
            return six_broken(checking, "There are %d Discovery cards number %d, and %d play.", count[find], find, wanted);
        }
        hidden -= wanted - count[find];
    }
    return hidden == 0 ? NULL : six_broken(checking, "The hidden Discovery cards and the missing ones are not as many.");
}

/* ------------------------------------------------------------------ the whole */

const char *six_check(const void *rules, const void *state, char *buffer, size_t size)
{
    struct six_checking checking = {.rules = rules, .state = state, .buffer = buffer, .size = size};
    const char *wrong = bil_frames_broken(&six_frames, checking.state->stack, checking.state->depth, SIX_STACK,
                                          checking.rules->seats, buffer, size);
    wrong = wrong ? wrong : check_board(&checking);
    wrong = wrong ? wrong : check_turn(&checking);
    for (int seat = 0; seat < checking.rules->seats && !wrong; seat++) {
        wrong = check_hand(&checking, seat);
    }
    for (int seat = checking.rules->seats; seat < SIX_PLAYERS && !wrong; seat++) {
        if (!all_zero(&checking.state->hand[seat], sizeof checking.state->hand[seat]) || checking.state->points[seat]) {
            wrong = six_broken(&checking, "Seat %d does not play, but has cards or points.", seat + 1);
        }
    }
    wrong = wrong ? wrong : six_check_situation(&checking);
    wrong = wrong ? wrong : check_piles(&checking);
    wrong = wrong ? wrong : check_knowledge(&checking);
    return wrong ? wrong : check_finds(&checking);
}
