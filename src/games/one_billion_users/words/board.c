/* One Billion Users: the table as a viewer sees it, drawn in lines for a terminal.
 *
 * Rivals first, then the middle, then the viewer's own platform and hand; a spectator sees the platforms, a whole state (after the
 * end) all hands. It reads only what the view holds. Colour and symbols only repeat what words say. */
#include "games/one_billion_users/words/words.h"
#include "kit/document.h"
#include "kit/page.h"

/* What a text is about: its colour, where there are colours. */
#define COMMUNITY_INK  "\033[32m"
#define BLOCKER_INK    "\033[31m"
#define HOTFIX_INK     "\033[94m"
#define SAFEGUARD_INK  "\033[33m"
#define INFLUENCER_INK "\033[35m"
#define ACTION_INK     "\033[93m"
#define EVENT_INK      "\033[90m"
#define NETWORK_INK    "\033[36m"
#define HARM_INK       "\033[1;31m" /* a penalty that has come */

enum { LABEL = 14, WIDE = 116, GAP = 3, EVERY_SEAT = -1 };

struct board {
    const struct obu_rules *rules;
    const struct obu_state *state;
    const struct bil_style *style;
    int reader; /* the seat whose view it is; BIL_SPECTATOR, or BIL_EVERYBODY for a whole state */
    bool begun; /* the deck is ready */
};

static struct bil_page page_of(const struct board *board, struct bil_text *out, int width)
{
    return (struct bil_page){
        .out = out, .width = width, .indent = LABEL, .colour = board->style->colour, .unicode = board->style->unicode};
}

/* Adds words to the next item of a row. */
static struct bil_reader words_of(const struct board *board, struct bil_page *page)
{
    return (struct bil_reader){board->rules, board->reader, &page->item};
}

static const char *ink_of(int card)
{
    static const char *const inks[OBU_KINDS] = {
        [OBU_K_COMMUNITY] = COMMUNITY_INK, [OBU_K_BLOCKER] = BLOCKER_INK,      [OBU_K_HOTFIX] = HOTFIX_INK,
        [OBU_K_SAFEGUARD] = SAFEGUARD_INK, [OBU_K_ACTION] = ACTION_INK,        [OBU_K_INFLUENCER] = INFLUENCER_INK,
        [OBU_K_EVENT] = EVENT_INK,         [OBU_K_GAME_OVER] = BIL_INK_STRONG, [OBU_K_UNKNOWN] = BIL_INK_PLAIN};
    return inks[obu_kind_of(card)];
}

/* ------------------------------------------------------------------ a platform */

/* Communities by size, the largest first, equals by Toxicity. */
static int by_size(const struct obu_rules *rules, uint64_t communities, uint8_t cards[64])
{
    const int count = obu_communities_in(communities, cards);
    for (int i = 1; i < count; i++) {
        const uint8_t card = cards[i];
        const int value = 8 * rules->halves[card] - rules->toxicity[card];
        int j = i;
        for (; j > 0 && 8 * rules->halves[cards[j - 1]] - rules->toxicity[cards[j - 1]] < value; j--) {
            cards[j] = cards[j - 1];
        }
        cards[j] = card;
    }
    return count;
}

static void add_short(const struct board *board, struct bil_page *page, int card)
{
    const struct obu_rules *rules = board->rules;
    const struct bil_reader words = words_of(board, page);
    const bool community = obu_is_community(card);
    obu_tell(&words, community ? "%k %d/%d" : "%k", card, community ? 50 * rules->halves[card] : 0,
             community ? rules->toxicity[card] : 0);
}

static void heading(const struct board *board, struct bil_page *page, int seat)
{
    const struct obu_seat *platform = &board->state->seat[seat];
    const struct bil_frame *top = obu_top_const(board->state);
    struct bil_text left = {0};
    struct bil_text right = {0};
    const bool asked = top->kind != OBU_END && top->seat == seat;
    bil_text_format(&left, "%s%sSeat %d%s%s",
                    !asked          ? "  "
                    : page->unicode ? "▶ "
                                    : "> ",
                    seat == board->reader ? "You, " : "", seat + 1, board->state->pending[seat] ? " (has chosen)" : "",
                    platform->network ? ", " : "");
    /* the one user may break a tie */
    obu_tell(&(struct bil_reader){board->rules, board->reader, &right}, "%M%s, %N %s, hand %d", platform->users >> 1,
             platform->users & 1 ? " + 1 user" : "", obu_points(board->rules, board->state, seat),
             page->width >= 76 ? "points" : "pts", platform->hand_count);
    bil_page_heading(page, bil_text_string(&left), NETWORK_INK, platform->network ? obu_network_name(platform->network) : "",
                     bil_text_string(&right));
    bil_text_free(&left);
    bil_text_free(&right);
}

/* Toxicity against User icons: a bar that is full when the penalty is next, and in words how far that is. */
static void balance(const struct board *board, struct bil_page *page, const struct obu_seat *platform)
{
    const struct bil_reader words = words_of(board, page);
    const int icons = obu_icons(platform); /* in halves */
    const int toxicity = 2 * platform->toxicity;
    const bool roomy = page->width >= 76;
    const int cells = roomy ? 16 : 8;
    const bool hellsite = platform->network == OBU_HELLSITE; /* OBU-185, 186 */
    const bool harm = toxicity > icons + (hellsite ? 2 : 0);
    const char *in_icons = page->unicode ? "%Y%s" : "%H%s";
    bil_page_row(page, "Balance");
    obu_tell(&words, "%d Toxicity ", platform->toxicity);
    bil_page_bar(&page->item, page->unicode, cells, toxicity >= icons ? (toxicity > 0 ? cells : 0) : cells * toxicity / icons, 0);
    bil_text_char(&page->item, ' ');
    obu_tell(&words, in_icons, icons, icons == 2 ? " icon" : " icons");
    bil_page_list(page, BIL_INK_PLAIN);
    if (hellsite && !harm) {
        obu_tell(&words, "no penalty");
    } else {
        obu_tell(&words, in_icons, harm ? toxicity - icons : icons - toxicity,
                 hellsite        ? " over: drops one"
                 : harm && roomy ? " over: -500 points"
                 : harm          ? " over: -500"
                 : roomy         ? " from the penalty"
                                 : " to spare");
    }
    bil_page_list(page, harm ? HARM_INK : BIL_INK_PLAIN);
    bil_page_end(page);
}

static void communities(const struct board *board, struct bil_page *page, const struct obu_seat *platform)
{
    uint8_t cards[64];
    const int count = by_size(board->rules, platform->comm, cards);
    bil_page_row(page, "Communities");
    for (int i = 0; i < count; i++) {
        add_short(board, page, cards[i]);
        bil_page_list(page, COMMUNITY_INK);
    }
    if (count == 0) {
        bil_page_item(page, BIL_INK_FAINT, board->begun ? "none" : "none yet");
    }
    bil_page_end(page);
}

static void influencers(const struct board *board, struct bil_page *page, int seat)
{
    const struct obu_rules *rules = board->rules;
    const struct bil_reader words = words_of(board, page);
    unsigned rest = board->state->seat[seat].influencers;
    if (rest == 0) {
        return;
    }
    bil_page_row(page, "Influencers");
    for (; rest; rest &= rest - 1) {
        const int i = obu_lowest(rest);
        const int users = obu_influencer_worth(rules, board->state, seat, i);
        const int pokes = obu_pokes(board->state, i);
        const int pushes = obu_pushes(board->state, i);
        obu_tell(&words, users == 1 ? "%i 1 user" : users & 1 ? "%i %d+1 user" : "%i %d", i, 50 * (users >> 1));
        obu_tell(&words, "/%d", rules->influencer_toxicity[i]);
        if (pokes) {
            obu_tell(&words, pushes ? " (%d Poke, %d Push)" : " (%d Poke)", pokes, pushes);
        } else if (pushes) {
            obu_tell(&words, " (%d Push)", pushes);
        }
        bil_page_list(page, INFLUENCER_INK);
    }
    bil_page_end(page);
}

/* The cards ground on the active Blocker that the viewer knows: the last `count` of that seat. */
static void add_ground(const struct board *board, struct bil_page *page, int seat, int count)
{
    const struct bil_reader words = words_of(board, page);
    uint8_t cards[OBU_GROUND];
    int found = 0;
    bool known = false;
    for (int g = board->state->ground_total - 1; g >= 0 && found < count; g--) {
        if (board->state->ground[g] >> 6 == seat) {
            cards[found++] = board->state->ground[g] & 63;
            known |= cards[found - 1] != OBU_HIDDEN;
        }
    }
    for (int i = found - 1; i >= 0 && known; i--) {
        obu_tell(&words, i == found - 1 ? ": %k" : ", %k", cards[i]);
    }
}

static void blocker(const struct board *board, struct bil_page *page, int seat)
{
    const struct obu_seat *platform = &board->state->seat[seat];
    const struct bil_reader words = words_of(board, page);
    if (platform->blocker == 0) {
        return;
    }
    bil_page_row(page, "Blocker");
    obu_tell(&words, "%b: %l", platform->blocker - 1, platform->blocker - 1);
    bil_page_list(page, BLOCKER_INK);
    obu_tell(&words, "%d of %d ground", platform->ground, obu_grind_needed(board->rules, board->state, seat));
    add_ground(board, page, seat, platform->ground);
    bil_page_list(page, BIL_INK_PLAIN);
    bil_page_end(page);
}

/* Safeguards, Milestones, Blockers received: one row, if there is any. */
static void treasures(const struct board *board, struct bil_page *page, int seat)
{
    const struct obu_seat *platform = &board->state->seat[seat];
    const struct bil_reader words = words_of(board, page);
    unsigned milestones = 0;
    for (int i = 0; i < OBU_MILESTONES; i++) {
        milestones |= (unsigned)(board->state->milestone[i] == 1 + seat) << i;
    }
    if ((platform->guards & 15U) == 0 && milestones == 0 && platform->received == 0) {
        return;
    }
    bil_page_row(page, "Also");
    for (unsigned rest = platform->guards & 15U; rest; rest &= rest - 1) {
        const int guard = obu_lowest(rest);
        obu_tell(&words, platform->guards >> (4 + guard) & 1 ? "Safeguard %g (countered)" : "Safeguard %g", guard);
        bil_page_list(page, SAFEGUARD_INK);
    }
    for (unsigned rest = milestones; rest; rest &= rest - 1) {
        obu_tell(&words, "Milestone %m", obu_lowest(rest));
        bil_page_list(page, BIL_INK_STRONG);
    }
    if (platform->received) {
        obu_tell(&words, "%d Blocker%s received", platform->received, platform->received == 1 ? "" : "s");
        bil_page_list(page, BIL_INK_PLAIN);
    }
    bil_page_end(page);
}

/* Behind a card: how many there are of it, if it is several. */
static void add_copies(struct bil_page *page, int copies)
{
    if (copies > 1) {
        bil_text_format(&page->item, " x%d", copies);
    }
}

/* A hand that is no player's own: all that a whole state shows. */
static void open_hand(const struct board *board, struct bil_page *page, const struct obu_seat *platform)
{
    uint8_t kinds[64];
    const int count = obu_kinds_in(board->rules, &platform->hand, kinds);
    bil_page_row(page, "Hand");
    for (int i = 0; i < count; i++) {
        add_short(board, page, kinds[i]);
        add_copies(page, obu_count(board->rules, &platform->hand, kinds[i]));
        bil_page_list(page, ink_of(kinds[i]));
    }
    if (count == 0) {
        bil_page_item(page, BIL_INK_FAINT, "empty");
    }
    bil_page_end(page);
}

static void platform_page(const struct board *board, struct bil_text *out, int width, int seat)
{
    const struct obu_seat *platform = &board->state->seat[seat];
    struct bil_page page = page_of(board, out, width);
    heading(board, &page, seat);
    if (platform->comm || platform->influencers) {
        balance(board, &page, platform);
    }
    communities(board, &page, platform);
    influencers(board, &page, seat);
    blocker(board, &page, seat);
    treasures(board, &page, seat);
    if (board->reader == BIL_EVERYBODY) {
        open_hand(board, &page, platform);
    }
    bil_page_free(&page);
}

/* ------------------------------------------------------------------ the middle */

static void deck(const struct board *board, struct bil_page *page)
{
    const struct obu_state *state = board->state;
    const struct bil_reader words = words_of(board, page);
    const int last = state->cut + 1; /* Game Over is one of these */
    bil_page_row(page, "Deck");
    obu_tell(&words, "%d cards", state->deck);
    if (!board->begun) {
        obu_tell(&words, ", not ready before all have launched");
        bil_page_add(page, BIL_INK_PLAIN);
    } else if (obu_top_const(state)->kind == OBU_END) {
        obu_tell(&words, " left; Game Over was drawn");
        bil_page_add(page, BIL_INK_STRONG);
    } else {
        const int above = state->deck > last ? state->deck - last : 0;
        const int cells = page->width >= 76 ? 26 : 16;
        const int scale = state->deck > last ? state->deck : last;
        const int shaded = (state->deck - above) * cells / scale;
        bil_text_char(&page->item, ' ');
        bil_page_bar(&page->item, page->unicode, cells, above > 0 ? cells - shaded : 0, shaded);
        bil_page_add(page, BIL_INK_PLAIN);
        obu_tell(&words, above > 0 ? "Game Over among the last %d" : "the next is Game Over with chance 1 in %d",
                 above > 0 ? last : state->deck);
        bil_page_add(page, above > 0 ? BIL_INK_PLAIN : BIL_INK_STRONG);
    }
    bil_page_end(page);
}

/* Somebody is still asked what the Event on top wants of him. */
static bool event_under_way(const struct obu_state *state)
{
    for (int i = 0; i < state->depth; i++) {
        const struct bil_frame *frame = &state->stack[i];
        if (frame->kind == OBU_VIRAL || frame->kind == OBU_GIVE || frame->kind == OBU_TAKE || frame->kind == OBU_SHUFFLE ||
            (frame->kind == OBU_DROP && frame->a == 0)) {
            return true;
        }
    }
    return false;
}

static void event(const struct board *board, struct bil_page *page)
{
    const struct obu_state *state = board->state;
    const struct bil_reader words = words_of(board, page);
    const bool ongoing = state->event != OBU_NO_EVENT && obu_event_ongoing(state->event);
    bil_page_row(page, "Event");
    if (state->event == OBU_NO_EVENT) {
        bil_page_item(page, BIL_INK_FAINT, "none yet");
    } else {
        obu_tell(&words, ongoing ? "%v:" : event_under_way(state) ? "%v (now)" : "%v (done)", state->event);
        bil_page_add(page, ongoing ? BIL_INK_STRONG : EVENT_INK);
    }
    if (ongoing) {
        const int underdog = obu_underdog(board->rules, state);
        obu_tell(&words, underdog >= 0 ? "%e, now Seat %d" : "%e", state->event, underdog + 1);
        bil_page_words(page, BIL_INK_PLAIN, bil_text_string(&page->item));
        bil_text_clear(&page->item);
    }
    bil_page_end(page);
}

static void middle_page(const struct board *board, struct bil_text *out, int width)
{
    const struct obu_state *state = board->state;
    const bool over = obu_top_const(state)->kind == OBU_END;
    struct bil_page page = page_of(board, out, width);
    const struct bil_reader words = words_of(board, &page);
    struct bil_text turn = {0};
    if (board->begun) {
        bil_text_format(&turn, "turn %d, Seat %d", state->turns, state->turn + 1);
    }
    bil_page_heading(&page, over ? "  Game over" : "  Table", BIL_INK_PLAIN, "", bil_text_string(&turn));
    bil_text_free(&turn);
    deck(board, &page);
    bil_page_row(&page, "Discards");
    if (state->discard == 0) {
        bil_page_item(&page, BIL_INK_FAINT, "empty");
    } else {
        add_short(board, &page, obu_discard_top(state));
        bil_page_add(&page, ink_of(obu_discard_top(state)));
        obu_tell(&words, "on top, %x", state->discard);
        bil_page_add(&page, BIL_INK_PLAIN);
    }
    bil_page_end(&page);
    event(board, &page);
    bil_page_row(&page, "Milestones");
    int open = 0;
    for (int i = 0; i < OBU_MILESTONES; i++) {
        if (state->milestone[i] == 0) {
            obu_tell(&words, "%m +%d%s", i, board->rules->milestone_points[board->rules->seats][i],
                     i + 1 < OBU_MILESTONES && !state->milestone[OBU_MILESTONES - 1] ? "," : "");
            bil_page_add(&page, BIL_INK_STRONG);
            open++;
        }
    }
    if (open == 0) {
        bil_page_item(&page, BIL_INK_FAINT, "all claimed");
    }
    bil_page_end(&page);
    bil_page_free(&page);
}

/* ------------------------------------------------------------------ the viewer's hand */

/* Whether a hand card could be played as its kind is: in a window, whether it answers it; else as the play of a turn, now or on the
 * next one. */
static bool usable(const struct board *board, int card)
{
    const struct obu_rules *rules = board->rules;
    const struct obu_state *state = board->state;
    const int me = board->reader;
    const struct bil_frame *top = obu_top_const(state);
    if (top->seat == me && top->kind != OBU_DRAW && top->kind != OBU_PLAY && top->kind != OBU_END) {
        bil_move moves[OBU_MAX_MOVES];
        const int count = obu_moves(rules, state, moves);
        for (int i = 0; i < count; i++) {
            const enum obu_verb verb = OBU_VERB(moves[i]);
            if ((verb == OBU_M_COUNTER_PUSH && card == OBU_PUSH) ||
                (((1U << OBU_M_ADD | 1U << OBU_M_COUNTER_GUARD | 1U << OBU_M_GIVE) >> verb & 1U) && OBU_A(moves[i]) == card) ||
                (((1U << OBU_M_LAUNCH | 1U << OBU_M_RETURN) >> verb & 1U) &&
                 (OBU_A(moves[i]) == card || OBU_B(moves[i]) == card || OBU_C(moves[i]) == card))) {
                return true;
            }
        }
        return false;
    }
    switch (obu_kind_of(card)) {
    case OBU_K_COMMUNITY:
        return (obu_addable(rules, state, me) >> card & 1U) != 0;
    case OBU_K_BLOCKER:
        for (int seat = 0; seat < rules->seats; seat++) {
            if (obu_can_block(rules, state, me, card - OBU_BLOCKER, seat)) {
                return true;
            }
        }
        return false;
    case OBU_K_HOTFIX:
        return obu_fixes(rules, state, me, 1ULL << card) != 0;
    case OBU_K_SAFEGUARD:
        return true;
    default: /* Push and Poke want an Influencer somewhere */
        for (int seat = 0; seat < rules->seats; seat++) {
            if (state->seat[seat].influencers && state->event != OBU_CREATOR_STRIKE) {
                return true;
            }
        }
        return false;
    }
}

/* What goes with the name: values, copies, where a Blocker may go, what a Hotfix or a Safeguard is for. */
static void add_hand_card(const struct board *board, struct bil_page *page, int card, bool can)
{
    const struct obu_rules *rules = board->rules;
    const struct bil_reader words = words_of(board, page);
    obu_tell(&words, can ? page->unicode ? "● " : "+ " : page->unicode ? "○ " : "- ");
    add_short(board, page, card);
    add_copies(page, obu_count(rules, &board->state->seat[board->reader].hand, card));
    if (card >= OBU_BLOCKER && card < OBU_HOTFIX) {
        const char *lead = " on ";
        for (int seat = 0; seat < rules->seats; seat++) {
            if (can && obu_can_block(rules, board->state, board->reader, card - OBU_BLOCKER, seat)) {
                obu_tell(&words, "%s%d", lead, seat + 1);
                lead = ", ";
            }
        }
    } else if (card >= OBU_HOTFIX && card < OBU_PUSH) {
        obu_tell(&words, " (%b)",
                 card < OBU_SAFEGUARD ? obu_hotfix_cures[card - OBU_HOTFIX] : obu_safeguard_against[card - OBU_SAFEGUARD]);
    }
}

static void hand_page(const struct board *board, struct bil_text *out, int width)
{
    const struct obu_seat *seat = &board->state->seat[board->reader];
    struct bil_page page = page_of(board, out, width);
    uint8_t kinds[64];
    const int count = obu_kinds_in(board->rules, &seat->hand, kinds);
    bil_page_heading(&page, "  Your hand", BIL_INK_PLAIN, "",
                     page.unicode ? "● can be played, ○ cannot" : "+ can be played, - cannot");
    for (int kind = OBU_K_COMMUNITY; kind <= OBU_K_ACTION; kind++) {
        bool begun = false;
        for (int can = 1; can >= 0; can--) {
            for (int i = 0; i < count; i++) {
                if ((int)obu_kind_of(kinds[i]) != kind || usable(board, kinds[i]) != (can == 1)) {
                    continue;
                }
                if (!begun) {
                    bil_page_row(&page, obu_kind_words[kind].plural);
                    begun = true;
                }
                add_hand_card(board, &page, kinds[i], can == 1);
                bil_page_add(&page, can ? ink_of(kinds[i]) : BIL_INK_FAINT);
            }
        }
        if (begun) {
            bil_page_end(&page);
        }
    }
    if (count == 0) {
        bil_page_row(&page, "");
        bil_page_item(&page, BIL_INK_FAINT, "empty");
        bil_page_end(&page);
    }
    bil_page_free(&page);
}

/* ------------------------------------------------------------------ the whole table */

/* What numbers mean, and which of them are nobody's but ours. */
static void foot(const struct board *board, struct bil_text *out)
{
    const struct obu_rules *rules = board->rules;
    struct bil_page page = page_of(board, out, board->style->columns);
    bool reconstructed = rules->edition_is_compiled_in != 0;
    for (int card = 0; card < OBU_CARDS; card++) {
        const bool there = card >= OBU_HIDDEN || rules->copies[card] > 0;
        reconstructed |= there && card != OBU_HIDDEN && rules->text[card].known < 2;
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        const int network = board->state->seat[seat].network;
        reconstructed |= network != OBU_NO_NETWORK && rules->network_known[network] < 2;
    }
    reconstructed |= rules->milestones_known < 2;
    page.indent = 2;
    bil_page_row(&page, "");
    bil_page_item(&page, BIL_INK_FAINT, "200/2 = 200 M Users, 2 Toxicity.");
    if (reconstructed) {
        bil_page_item(&page, BIL_INK_FAINT,
                      rules->edition_is_compiled_in ? "Card values: reconstructed edition." : "Card values: partly reconstructed.");
    }
    bil_page_end(&page);
}

enum { MOST_PARTS = OBU_SEATS + 2 };
struct parts {
    struct bil_text text[MOST_PARTS];
    int count;
    int alone; /* the part that takes a whole line, or -1 */
};

static void beside_or_below(const struct board *board, struct parts *parts, int width, struct bil_text *out)
{
    for (int i = 0; i < parts->count; i++) {
        const bool pair = width < board->style->columns && i + 1 < parts->count && i != parts->alone;
        if (pair) {
            bil_page_beside(out, bil_text_string(&parts->text[i]), bil_text_string(&parts->text[i + 1]), width + GAP);
            i++;
        } else {
            bil_text_add(out, bil_text_string(&parts->text[i]));
        }
    }
    for (int i = 0; i < parts->count; i++) {
        bil_text_free(&parts->text[i]);
    }
}

void obu_draw(const void *rules_, const void *view, const struct bil_style *style, struct bil_text *out)
{
    const struct obu_rules *rules = rules_;
    const struct obu_state *state = view;
    const struct bil_frame *top = obu_top_const(state);
    const int reader = state->viewer == 0                       ? BIL_EVERYBODY
                       : state->viewer == BIL_VIEW_OF_SPECTATOR ? BIL_SPECTATOR
                                                                : state->viewer - 1;
    const struct board board = {rules, state, style, reader, top->kind != OBU_LAUNCH && top->kind != OBU_RETURN};
    const int width = style->columns >= WIDE ? (style->columns - GAP) / 2 : style->columns;
    struct parts parts = {.count = 0, .alone = -1};
    const int middle = reader >= 0 ? rules->seats - 1 : rules->seats; /* where the middle comes: after the rivals */
    int seat = reader >= 0 ? obu_after(rules, reader) : 0;
    if ((rules->seats + 1 + (reader >= 0)) % 2) { /* an odd number of parts: the middle has no neighbour */
        parts.alone = middle;
    }
    for (int i = 0; i <= rules->seats; i++) {
        struct bil_text *part = &parts.text[parts.count++];
        if (i == middle) {
            middle_page(&board, part, parts.alone == i ? style->columns : width);
        } else {
            platform_page(&board, part, width, seat);
            seat = obu_after(rules, seat);
        }
    }
    if (reader >= 0) {
        hand_page(&board, &parts.text[parts.count++], width);
    }
    beside_or_below(&board, &parts, width, out);
    foot(&board, out);
}
