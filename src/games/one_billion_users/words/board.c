/* One Billion Users: the table as a viewer sees it, drawn in lines for a terminal.
 *
 * Rivals first, then the middle, then the viewer's own platform and hand; a spectator sees the platforms, a whole state (after the
 * end) all hands. It reads only what the view holds. Colour and symbols only repeat what words say. */
#include "games/one_billion_users/words/words.h"
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
    return (struct bil_page){out, width, LABEL, 0, board->style->colour, board->style->unicode};
}

static const char *ink_of(int card)
{
    static const char *const inks[OBU_KINDS] = {
        [OBU_K_COMMUNITY] = COMMUNITY_INK, [OBU_K_BLOCKER] = BLOCKER_INK,      [OBU_K_HOTFIX] = HOTFIX_INK,
        [OBU_K_SAFEGUARD] = SAFEGUARD_INK, [OBU_K_ACTION] = ACTION_INK,        [OBU_K_INFLUENCER] = INFLUENCER_INK,
        [OBU_K_EVENT] = EVENT_INK,         [OBU_K_GAME_OVER] = BIL_INK_STRONG, [OBU_K_UNKNOWN] = BIL_INK_PLAIN};
    return inks[obu_kind_of(card)];
}

/* Writes a text as one item of a row and empties it, with a comma if another item of the same list follows. */
static void item(struct bil_page *page, const char *ink, struct bil_text *text, bool more)
{
    if (more) {
        bil_text_char(text, ',');
    }
    bil_page_item(page, ink, bil_text_string(text));
    bil_text_clear(text);
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

static void add_short(struct bil_text *text, const struct obu_rules *rules, int card)
{
    bil_text_add(text, obu_card_name(rules, card));
    if (obu_is_community(card)) {
        bil_text_format(text, " %d/%d", 50 * rules->halves[card], rules->toxicity[card]);
    }
}

static void heading(const struct board *board, struct bil_page *page, int seat)
{
    const struct obu_seat *platform = &board->state->seat[seat];
    const struct bil_frame *top = obu_top_const(board->state);
    struct bil_text left = {0};
    struct bil_text right = {0};
    const bool asked = top->kind != OBU_END && top->seat == seat;
    bil_text_add(&left, asked ? board->style->unicode ? "▶ " : "> " : "  ");
    bil_text_format(&left, "%sSeat %d", seat == board->reader ? "You, " : "", seat + 1);
    if (board->state->pending[seat]) {
        bil_text_add(&left, " (has chosen)");
    }
    bil_text_add(&left, platform->network ? ", " : "");
    obu_add_millions(&right, platform->users >> 1);
    bil_text_add(&right, platform->users & 1 ? " + 1 user, " : ", "); /* the one user may break a tie */
    obu_add_number(&right, obu_points(board->rules, board->state, seat));
    bil_text_add(&right, page->width >= 76 ? " points, hand " : " pts, hand ");
    bil_text_format(&right, "%d", platform->hand_count);
    bil_page_heading(page, bil_text_string(&left), NETWORK_INK, platform->network ? obu_network_name(platform->network) : "",
                     bil_text_string(&right));
    bil_text_free(&left);
    bil_text_free(&right);
}

/* Toxicity against User icons: a bar that is full when the penalty is next, and in words how far that is. */
static void balance(const struct board *board, struct bil_page *page, const struct obu_seat *platform)
{
    const int icons = obu_icons(platform); /* in halves */
    const int toxicity = 2 * platform->toxicity;
    const bool roomy = page->width >= 76;
    const int cells = roomy ? 16 : 8;
    const bool hellsite = platform->network == OBU_HELLSITE; /* OBU-185, 186 */
    const bool harm = toxicity > icons + (hellsite ? 2 : 0);
    struct bil_text text = {0};
    bil_page_row(page, "Balance");
    bil_text_format(&text, "%d Toxicity ", platform->toxicity);
    bil_page_bar(&text, board->style->unicode, cells, toxicity >= icons ? (toxicity > 0 ? cells : 0) : cells * toxicity / icons, 0);
    bil_text_char(&text, ' ');
    obu_add_icons(&text, icons, board->style->unicode);
    bil_text_add(&text, icons == 2 ? " icon" : " icons");
    item(page, BIL_INK_PLAIN, &text, true);
    if (hellsite && !harm) {
        bil_text_add(&text, "no penalty");
    } else {
        obu_add_icons(&text, harm ? toxicity - icons : icons - toxicity, board->style->unicode);
        bil_text_add(&text, hellsite ? " over: drops one" : harm ? " over: -500" : roomy ? " from the penalty" : " to spare");
        bil_text_add(&text, harm && !hellsite && roomy ? " points" : "");
    }
    item(page, harm ? HARM_INK : BIL_INK_PLAIN, &text, false);
    bil_page_end(page);
    bil_text_free(&text);
}

static void communities(const struct board *board, struct bil_page *page, const struct obu_seat *platform)
{
    uint8_t cards[64];
    const int count = by_size(board->rules, platform->comm, cards);
    struct bil_text text = {0};
    bil_page_row(page, "Communities");
    for (int i = 0; i < count; i++) {
        add_short(&text, board->rules, cards[i]);
        item(page, COMMUNITY_INK, &text, i + 1 < count);
    }
    if (count == 0) {
        bil_page_item(page, BIL_INK_FAINT, board->begun ? "none" : "none yet");
    }
    bil_page_end(page);
    bil_text_free(&text);
}

static void influencers(const struct board *board, struct bil_page *page, int seat)
{
    const struct obu_rules *rules = board->rules;
    struct bil_text text = {0};
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
        bil_text_format(&text, "%s ", obu_card_name(rules, OBU_INFLUENCER + i));
        if (users == 1) {
            bil_text_add(&text, "1 user");
        } else {
            bil_text_format(&text, "%d%s", 50 * (users >> 1), users & 1 ? "+1 user" : "");
        }
        bil_text_format(&text, "/%d", rules->influencer_toxicity[i]);
        if (pokes || pushes) {
            bil_text_add(&text, " (");
            if (pokes) {
                bil_text_format(&text, "%d Poke%s", pokes, pushes ? ", " : "");
            }
            if (pushes) {
                bil_text_format(&text, "%d Push", pushes);
            }
            bil_text_char(&text, ')');
        }
        item(page, INFLUENCER_INK, &text, (rest & (rest - 1)) != 0);
    }
    bil_page_end(page);
    bil_text_free(&text);
}

/* The cards ground on the active Blocker that the viewer knows: the last `count` of that seat. */
static void add_ground(const struct board *board, struct bil_text *text, int seat, int count)
{
    uint8_t cards[OBU_GROUND];
    int found = 0;
    for (int g = board->state->ground_total - 1; g >= 0 && found < count; g--) {
        if (board->state->ground[g] >> 6 == seat) {
            cards[found++] = board->state->ground[g] & 63;
        }
    }
    bool known = false;
    for (int i = 0; i < found; i++) {
        known |= cards[i] != OBU_HIDDEN;
    }
    if (known) {
        bil_text_add(text, ": ");
        for (int i = found - 1; i >= 0; i--) {
            bil_text_format(text, "%s%s", obu_card_name(board->rules, cards[i]), i > 0 ? ", " : "");
        }
    }
}

static void blocker(const struct board *board, struct bil_page *page, int seat)
{
    const struct obu_seat *platform = &board->state->seat[seat];
    struct bil_text text = {0};
    if (platform->blocker == 0) {
        return;
    }
    bil_page_row(page, "Blocker");
    bil_text_format(&text, "%s: %s", obu_card_rows[platform->blocker - 1].name, obu_card_rows[platform->blocker - 1].brief);
    item(page, BLOCKER_INK, &text, true);
    bil_text_format(&text, "%d of %d ground", platform->ground, obu_grind_needed(board->rules, board->state, seat));
    add_ground(board, &text, seat, platform->ground);
    item(page, BIL_INK_PLAIN, &text, false);
    bil_page_end(page);
    bil_text_free(&text);
}

/* Safeguards, Milestones, Blockers received: one row, if there is any. */
static void treasures(const struct board *board, struct bil_page *page, int seat)
{
    const struct obu_seat *platform = &board->state->seat[seat];
    struct bil_text text = {0};
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
        bil_text_format(&text, "Safeguard %s%s", obu_card_name(board->rules, OBU_SAFEGUARD + guard),
                        platform->guards >> (4 + guard) & 1 ? " (countered)" : "");
        item(page, SAFEGUARD_INK, &text, (rest & (rest - 1)) || milestones || platform->received);
    }
    for (unsigned rest = milestones; rest; rest &= rest - 1) {
        bil_text_format(&text, "Milestone %s", obu_milestone_names[obu_lowest(rest)]);
        item(page, BIL_INK_STRONG, &text, (rest & (rest - 1)) || platform->received);
    }
    if (platform->received) {
        obu_add_count(&text, platform->received, "Blocker");
        bil_text_add(&text, " received");
        item(page, BIL_INK_PLAIN, &text, false);
    }
    bil_page_end(page);
    bil_text_free(&text);
}

/* A hand that is no player's own: all that a whole state shows. */
static void open_hand(const struct board *board, struct bil_page *page, const struct obu_seat *platform)
{
    uint8_t kinds[64];
    const int count = obu_kinds_in(board->rules, &platform->hand, kinds);
    struct bil_text text = {0};
    bil_page_row(page, "Hand");
    for (int i = 0; i < count; i++) {
        const int copies = obu_count(board->rules, &platform->hand, kinds[i]);
        add_short(&text, board->rules, kinds[i]);
        if (copies > 1) {
            bil_text_format(&text, " x%d", copies);
        }
        item(page, ink_of(kinds[i]), &text, i + 1 < count);
    }
    if (count == 0) {
        bil_page_item(page, BIL_INK_FAINT, "empty");
    }
    bil_page_end(page);
    bil_text_free(&text);
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
}

/* ------------------------------------------------------------------ the middle */

static void deck(const struct board *board, struct bil_page *page)
{
    const struct obu_state *state = board->state;
    const int last = state->cut + 1; /* Game Over is one of these */
    struct bil_text text = {0};
    bil_page_row(page, "Deck");
    bil_text_format(&text, "%d cards", state->deck);
    if (!board->begun) {
        bil_text_add(&text, ", not ready before all have launched");
        item(page, BIL_INK_PLAIN, &text, false);
    } else if (obu_top_const(state)->kind == OBU_END) {
        bil_text_add(&text, " left; Game Over was drawn");
        item(page, BIL_INK_STRONG, &text, false);
    } else {
        const int above = state->deck > last ? state->deck - last : 0;
        const int cells = page->width >= 76 ? 26 : 16;
        const int scale = state->deck > last ? state->deck : last;
        const int shaded = (state->deck - above) * cells / scale;
        bil_text_char(&text, ' ');
        bil_page_bar(&text, board->style->unicode, cells, above > 0 ? cells - shaded : 0, shaded);
        item(page, BIL_INK_PLAIN, &text, false);
        if (above > 0) {
            bil_text_format(&text, "Game Over among the last %d", last);
        } else {
            bil_text_format(&text, "the next is Game Over with chance 1 in %d", state->deck);
        }
        item(page, above > 0 ? BIL_INK_PLAIN : BIL_INK_STRONG, &text, false);
    }
    bil_page_end(page);
    bil_text_free(&text);
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
    struct bil_text text = {0};
    bil_page_row(page, "Event");
    if (state->event == OBU_NO_EVENT) {
        bil_text_add(&text, "none yet");
        item(page, BIL_INK_FAINT, &text, false);
        bil_page_end(page);
        bil_text_free(&text);
        return;
    }
    const bool ongoing = obu_event_ongoing(state->event);
    bil_text_format(&text, "%s%s", obu_card_name(board->rules, OBU_EVENT + state->event),
                    ongoing                  ? ":"
                    : event_under_way(state) ? " (now)"
                                             : " (done)");
    item(page, ongoing ? BIL_INK_STRONG : EVENT_INK, &text, false);
    if (ongoing) {
        bil_text_add(&text, obu_event_effects[state->event]);
        const int underdog = obu_underdog(board->rules, state);
        if (underdog >= 0) {
            bil_text_format(&text, ", now Seat %d", underdog + 1);
        }
        bil_page_words(page, BIL_INK_PLAIN, bil_text_string(&text));
    }
    bil_page_end(page);
    bil_text_free(&text);
}

static void middle_page(const struct board *board, struct bil_text *out, int width)
{
    const struct obu_state *state = board->state;
    const bool over = obu_top_const(state)->kind == OBU_END;
    struct bil_page page = page_of(board, out, width);
    struct bil_text text = {0};
    if (board->begun) {
        bil_text_format(&text, "turn %d, Seat %d", state->turns, state->turn + 1);
    }
    bil_page_heading(&page, over ? "  Game over" : "  Table", BIL_INK_PLAIN, "", bil_text_string(&text));
    bil_text_clear(&text);
    deck(board, &page);
    bil_page_row(&page, "Discards");
    if (state->discard == 0) {
        bil_page_item(&page, BIL_INK_FAINT, "empty");
    } else {
        add_short(&text, board->rules, obu_discard_top(state));
        item(&page, ink_of(obu_discard_top(state)), &text, false);
        bil_text_add(&text, "on top, ");
        obu_add_count(&text, state->discard, "card");
        item(&page, BIL_INK_PLAIN, &text, false);
    }
    bil_page_end(&page);
    event(board, &page);
    bil_page_row(&page, "Milestones");
    int open = 0;
    for (int i = 0; i < OBU_MILESTONES; i++) {
        if (state->milestone[i] == 0) {
            bil_text_add(&text, obu_milestone_names[i]);
            bil_text_format(&text, " +%d%s", board->rules->milestone_points[board->rules->seats][i],
                            i + 1 < OBU_MILESTONES && !state->milestone[OBU_MILESTONES - 1] ? "," : "");
            item(&page, BIL_INK_STRONG, &text, false);
            open++;
        }
    }
    if (open == 0) {
        bil_page_item(&page, BIL_INK_FAINT, "all claimed");
    }
    bil_page_end(&page);
    bil_text_free(&text);
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
static void add_hand_card(const struct board *board, struct bil_text *text, int card, bool can)
{
    const struct obu_rules *rules = board->rules;
    const int copies = obu_count(rules, &board->state->seat[board->reader].hand, card);
    bil_text_add(text, can ? board->style->unicode ? "● " : "+ " : board->style->unicode ? "○ " : "- ");
    add_short(text, rules, card);
    if (copies > 1) {
        bil_text_format(text, " x%d", copies);
    }
    if (card >= OBU_BLOCKER && card < OBU_HOTFIX) {
        const char *lead = " on ";
        for (int seat = 0; seat < rules->seats; seat++) {
            if (can && obu_can_block(rules, board->state, board->reader, card - OBU_BLOCKER, seat)) {
                bil_text_format(text, "%s%d", lead, seat + 1);
                lead = ", ";
            }
        }
    } else if (card >= OBU_HOTFIX && card < OBU_PUSH) {
        const int blocker =
            card < OBU_SAFEGUARD ? obu_hotfix_cures[card - OBU_HOTFIX] : obu_safeguard_against[card - OBU_SAFEGUARD];
        bil_text_format(text, " (%s)", obu_card_rows[blocker].name);
    }
}

static void hand_page(const struct board *board, struct bil_text *out, int width)
{
    const struct obu_seat *seat = &board->state->seat[board->reader];
    struct bil_page page = page_of(board, out, width);
    struct bil_text text = {0};
    uint8_t kinds[64];
    const int count = obu_kinds_in(board->rules, &seat->hand, kinds);
    bil_page_heading(&page, "  Your hand", BIL_INK_PLAIN, "",
                     board->style->unicode ? "● can be played, ○ cannot" : "+ can be played, - cannot");
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
                add_hand_card(board, &text, kinds[i], can == 1);
                item(&page, can ? ink_of(kinds[i]) : BIL_INK_FAINT, &text, false);
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
    bil_text_free(&text);
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
    const int reader = state->viewer == 0 ? BIL_EVERYBODY : state->viewer == 15 ? BIL_SPECTATOR : state->viewer - 1;
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
