/* 6 Billion: the Solar System as a viewer sees it, drawn in lines for a terminal.
 *
 * First the tracks (board_tracks.c), then the factions in the order of turn, the cards on the table, what is at stake, and the
 * viewer's own hand. It reads only what the view holds. Colour and symbols only repeat what letters and words say. */
#include "games/six_billion/words/words.h"
#include "kit/notation.h"

enum { WIDEST = 100, LABEL = 12, FACTION = 16, CODE = 20 };

/* A faction's letter in its colour, and its name: "R Red". */
static void add_faction(const struct six_board *board, const struct bil_page *page, struct bil_text *text, int faction)
{
    six_board_letter(board, page, text, faction);
    const char *word = six_faction_word(board->rules, faction);
    bil_text_format(text, " %c%s", *word - 'a' + 'A', word + 1);
}

/* Writes a text as one item of a row and empties it, with a comma if another item of the same list follows. */
static void item(struct bil_page *page, struct bil_text *text, bool more)
{
    bil_text_add(text, more ? "," : "");
    bil_page_item(page, BIL_INK_PLAIN, bil_text_string(text));
    bil_text_clear(text);
}

/* A list of items of which nobody knows yet whether one more follows: each is held back until the next comes. */
struct list {
    struct bil_page *page;
    struct bil_text held;
};

static void list_add(struct list *list, struct bil_text *text)
{
    if (list->held.length > 0) {
        item(list->page, &list->held, true);
    }
    bil_text_add(&list->held, bil_text_string(text));
    bil_text_clear(text);
}

static void list_end(struct list *list)
{
    if (list->held.length > 0) {
        item(list->page, &list->held, false);
    }
    bil_page_end(list->page);
    bil_text_free(&list->held);
}

/* ------------------------------------------------------------------ what is at stake */

/* "Red plays ", "you play " */
static void add_deed(const struct six_board *board, struct bil_text *out, int seat, const char *verb)
{
    six_add_faction(out, board->rules, seat, board->reader, false);
    bil_text_format(out, " %s%s ", verb, seat == board->reader ? "" : "s");
}

/* A card that was played, or is offered, on what the sentence has told so far. */
static void add_frame(const struct six_board *board, struct bil_text *out, const struct bil_frame *frame, bool in_window)
{
    switch (frame->kind) {
    case SIX_CANCEL:
        six_add_event(out, board->rules, board->state, board->reader);
        break;
    case SIX_RESPOND:
        bil_text_add(out, "; ");
        add_deed(board, out, frame->b, six_family[frame->a] == SIX_F_CANCEL ? "cancel" : "answer");
        bil_text_format(out, "%swith %s", six_family[frame->a] == SIX_F_CANCEL ? "it " : "", six_card_names[frame->a]);
        break;
    case SIX_CONSENT:
        bil_text_add(out, in_window ? "; " : "");
        add_deed(board, out, frame->b, "offer");
        if (in_window) {
            bil_text_format(out, "%s", six_card_names[frame->a]);
        } else {
            bil_text_char(out, '`');
            bil_move_text(&bil_game_six_billion, board->rules, board->state, board->state->pending, board->reader, out);
            bil_text_char(out, '`');
        }
        bil_text_add(out, ", which needs ");
        six_add_owner(out, board->rules, frame->seat, board->reader, false);
        bil_text_add(out, " consent");
        break;
    case SIX_KEEP:
        bil_text_add(out, in_window ? "; " : "");
        add_deed(board, out, frame->b, "refuse");
        six_add_owner(out, board->rules, frame->seat, board->reader, false);
        bil_text_format(out, " %s", six_card_names[frame->a]);
        break;
    case SIX_HALVE:
        bil_text_add(out, "; a War stands, and ");
        six_add_faction(out, board->rules, frame->seat, board->reader, false);
        bil_text_add(out, " must halve a token");
        break;
    default: /* the steps of a turn */
        break;
    }
}

/* What an open window is about, in one sentence: the doubling or the card, then everything that was played on it; nothing if no
 * window is open. Reads the stack of frames from the bottom, as the cards were played. Only words: whether anything of it may be
 * answered is the rules' business. */
static void add_stake(const struct six_board *board, struct bil_text *out)
{
    bool in_window = false;
    struct bil_text sentence = {0};
    for (int i = 0; i < board->state->depth; i++) {
        const struct bil_frame *frame = &board->state->stack[i];
        add_frame(board, &sentence, frame, in_window);
        in_window |= frame->kind == SIX_CANCEL;
    }
    if (sentence.length > 0) {
        if (sentence.data[0] >= 'a' && sentence.data[0] <= 'z') {
            sentence.data[0] = (char)(sentence.data[0] - 'a' + 'A');
        }
        bil_text_add(out, bil_text_string(&sentence));
        bil_text_char(out, '.');
    }
    bil_text_free(&sentence);
}

/* ------------------------------------------------------------------ the heading */

static const char *ending(int reason)
{
    static const char *const words[] = {
        [SIX_GOES_ON] = "the end",
        [SIX_END_BELT] = "1024 billion on the Belt",
        [SIX_END_EARTH] = "1024 billion on Earth",
        [SIX_END_TRACKS] = "all ten tracks are populated",
        [SIX_END_CAP] = "the last game turn is over",
    };
    return words[reason];
}

static void heading(const struct six_board *board, struct bil_text *out)
{
    static const char *const steps[] = {
        [SIX_GROW] = "free doubling", [SIX_SETTLE] = "establishment", [SIX_ACT] = "Actions", [SIX_DISCARD] = "discard",
        [SIX_DRAW] = "draw",          [SIX_MIGRANT] = "one migrant",
    };
    const struct six_state *state = board->state;
    const int step = state->stack[0].kind;
    struct bil_page page = six_board_page(board, out, 0);
    struct bil_text left = {0};
    struct bil_text right = {0};
    bil_text_format(&left, step == SIX_END ? "  Game over in game turn %d" : "  Game turn %d", state->turn);
    if (step == SIX_END) {
        bil_text_add(&right, ending(state->end));
    } else if (step == SIX_POWER) {
        bil_text_add(&right, "powers over the order of turn");
    } else {
        six_add_owner(&right, board->rules, state->faction, board->reader, true);
        const bool known = step < (int)(sizeof steps / sizeof steps[0]) && steps[step];
        bil_text_format(&right, " %s", known ? steps[step] : "turn");
        if (step == SIX_ACT) {
            bil_text_format(&right, ", %d left", 2 - state->actions);
        }
    }
    bil_page_heading(&page, bil_text_string(&left), BIL_INK_PLAIN, "", bil_text_string(&right));
    bil_text_free(&left);
    bil_text_free(&right);
}

/* ------------------------------------------------------------------ the factions */

/* Cards as people type them, each kind once: "colony2 x2, war". */
static void add_kinds(struct bil_text *text, const uint8_t copies[SIX_CARDS])
{
    const char *lead = "";
    for (int card = 1; card < SIX_CARDS; card++) {
        if (copies[card] > 0) {
            bil_text_format(text, "%s%s", lead, six_card_words[card]);
            if (copies[card] > 1) {
                bil_text_format(text, " x%d", copies[card]);
            }
            lead = ", ";
        }
    }
}

static bool any_of(const uint8_t copies[SIX_CARDS])
{
    for (int card = 1; card < SIX_CARDS; card++) {
        if (copies[card] > 0) {
            return true;
        }
    }
    return false;
}

/* Agenda and Discovery cards, as far as the viewer knows them. */
static void add_secrets(const struct six_board *board, struct list *list, struct bil_text *text, int seat)
{
    const int agenda = board->state->agenda[seat];
    if (agenda > 0 && agenda <= SIX_SITES) {
        bil_text_format(text, "Hidden Agenda %s", six_site_short(agenda - 1));
        list_add(list, text);
    }
    for (int i = 0; i < SIX_HELD; i++) {
        const int held = board->state->find[seat][i];
        const int find = held & (SIX_FIND_UP - 1);
        if (find == SIX_FIND_HIDDEN) {
            bil_text_add(text, "a Discovery card face down");
            list_add(list, text);
        } else if (find > 0) {
            bil_text_format(text, "Discovery %s (face %s)", six_find_name(find), held >= SIX_FIND_UP ? "up" : "down");
            list_add(list, text);
        }
    }
}

static void player_items(const struct six_board *board, struct list *list, int seat)
{
    const struct six_state *state = board->state;
    struct bil_text text = {0};
    bil_text_format(&text, "Seat %d%s", seat + 1, seat == board->reader ? " (you)" : "");
    list_add(list, &text);
    six_add_count(&text, state->points[seat], "point");
    list_add(list, &text);
    bool hidden = state->agenda[seat] == SIX_FIND_HIDDEN;
    for (int i = 0; i < SIX_HELD; i++) {
        hidden |= state->find[seat][i] == SIX_FIND_HIDDEN;
    }
    const bool over = state->stack[0].kind == SIX_END;
    bil_text_format(&text, "%d%s %s", six_points(board->rules, state, seat), hidden ? "+" : "",
                    over ? "in all" : "if it ended now");
    list_add(list, &text);
    six_add_count(&text, state->hand[seat].count, "card");
    list_add(list, &text);
    if (six_protected(board->rules, state, seat) && !over) {
        bil_text_add(&text, "under the treaty");
        list_add(list, &text);
    }
    add_secrets(board, list, &text, seat);
    if (board->reader == BIL_EVERYBODY && state->hand[seat].count > 0) {
        bil_text_add(&text, "hand: ");
        add_kinds(&text, state->hand[seat].copies);
        list_add(list, &text);
    } else if (seat != board->reader && any_of(state->known[seat])) {
        bil_text_add(&text, "known in hand: ");
        add_kinds(&text, state->known[seat]);
        list_add(list, &text);
    }
    bil_text_free(&text);
}

static void neutral_items(const struct six_board *board, struct list *list, bool now)
{
    struct bil_text text = {0};
    bil_text_add(&text, "Neutral");
    list_add(list, &text);
    if (now) {
        bil_text_add(&text, "controlled by ");
        six_add_faction(&text, board->rules, board->state->acting, board->reader, false);
        list_add(list, &text);
    }
    bil_text_free(&text);
}

static void faction_row(const struct six_board *board, struct bil_text *out, int place)
{
    const struct six_state *state = board->state;
    const int step = state->stack[0].kind;
    const int faction = state->order[place];
    const bool now = place == state->at && step != SIX_POWER && step != SIX_END;
    const bool moved = place < state->at || (place == state->at && step == SIX_END); /* SIX-26 */
    struct bil_page page = six_board_page(board, out, FACTION);
    struct list list = {&page, {0}};
    struct bil_text text = {0};
    bil_text_format(&text, "%s", now ? six_sign(board, SIX_SIGN_NOW) : moved ? six_sign(board, SIX_SIGN_MOVED) : " ");
    bil_text_format(&text, " %d ", place + 1);
    add_faction(board, &page, &text, faction);
    bil_page_to(&page, 2);
    bil_page_put(&page, BIL_INK_PLAIN, bil_text_string(&text));
    bil_text_clear(&text);
    bil_page_to(&page, FACTION);
    if (six_is_player(board->rules, faction)) {
        player_items(board, &list, faction);
    } else {
        neutral_items(board, &list, now);
    }
    if (board->rules->tokens) {
        bil_text_format(&text, "%d of %d pieces in use", six_pieces(board->rules, state, faction), board->rules->tokens);
        list_add(&list, &text);
    }
    list_end(&list);
    bil_text_free(&text);
}

static void factions(const struct six_board *board, struct bil_text *out)
{
    struct bil_page page = six_board_page(board, out, FACTION);
    struct bil_text legend = {0};
    bil_text_format(&legend, "%s has moved, %s moves now", six_sign(board, SIX_SIGN_MOVED), six_sign(board, SIX_SIGN_NOW));
    bil_page_heading(&page, "  Order of turn", BIL_INK_PLAIN, "", bil_text_string(&legend));
    for (int place = 0; place < board->rules->factions; place++) {
        faction_row(board, out, place);
    }
    bil_text_free(&legend);
}

/* ------------------------------------------------------------------ the table */

static void cards_row(const struct six_board *board, struct bil_text *out)
{
    const struct six_state *state = board->state;
    struct bil_page page = six_board_page(board, out, LABEL);
    struct list list = {&page, {0}};
    struct bil_text text = {0};
    bil_page_row(&page, "Face up");
    int open = 0;
    for (int i = 0; i < SIX_OPEN; i++) {
        if (state->open[i] != SIX_NO_CARD) {
            bil_text_add(&text, six_card_words[state->open[i]]);
            list_add(&list, &text);
            open++;
        }
    }
    if (open == 0) {
        bil_text_add(&text, "none");
        list_add(&list, &text);
    }
    list_end(&list);
    struct list piles = {&page, {0}};
    bil_page_row(&page, "Piles");
    bil_text_format(&text, "deck %d", state->deck);
    list_add(&piles, &text);
    bil_text_format(&text, "discard pile %d", state->discard); /* its size, and below its top card (SIX-202) */
    if (state->discard > 0) {
        bil_text_format(&text, " (%s on top)", six_card_words[state->pile[SIX_PILE - state->discard]]);
    }
    list_add(&piles, &text);
    bil_text_format(&text, "Discovery deck %d", state->find_left);
    list_add(&piles, &text);
    if (state->removed > 0) {
        six_add_count(&text, state->removed, "Famine");
        bil_text_add(&text, " out of the game");
        list_add(&piles, &text);
    }
    list_end(&piles);
    bil_text_free(&text);
}

/* How far the end is (SIX-245, 246). */
static void end_row(const struct six_board *board, struct bil_text *out)
{
    static const uint8_t races[] = {SIX_BELT, SIX_EARTH};
    const struct six_state *state = board->state;
    struct bil_page page = six_board_page(board, out, LABEL);
    struct list list = {&page, {0}};
    struct bil_text text = {0};
    unsigned populated = 0;
    for (int faction = 0; faction < board->rules->factions; faction++) {
        populated |= state->on[faction];
    }
    bil_page_row(&page, "The end");
    for (size_t i = 0; i < sizeof races; i++) {
        int most = 0;
        for (int faction = 0; faction < board->rules->factions; faction++) {
            most = state->level[faction][races[i]] > most ? state->level[faction][races[i]] : most;
        }
        bil_text_format(&text, "%s %d of 1024", i == 0 ? "Belt" : "Earth", six_population(most));
        list_add(&list, &text);
    }
    const unsigned empty = SIX_EVERY_SITE & ~populated;
    six_add_count(&text, six_popcount(empty), "empty track");
    const char *lead = ": ";
    for (unsigned rest = six_popcount(empty) <= 3 ? empty : 0; rest; rest &= rest - 1) {
        bil_text_format(&text, "%s%s", lead, six_site_names[six_lowest(rest)]);
        lead = ", ";
    }
    list_add(&list, &text);
    if (board->rules->turn_cap) {
        bil_text_format(&text, "after game turn %d", board->rules->turn_cap);
        list_add(&list, &text);
    }
    list_end(&list);
    bil_text_free(&text);
}

/* What the first Action means for the price of the second (SIX-82..91). */
static void taken_row(const struct six_board *board, struct bil_text *out)
{
    static const char *const words[] = {
        [SIX_TAKEN_FREE] = "has given a billion for nothing",
        [SIX_TAKEN_PREPAID] = "was halved; a second billion is paid for",
        [SIX_TAKEN_LAST] = "was halved and can give no more in this turn",
    };
    const struct six_source *source = &board->state->source;
    if (source->how == SIX_TAKEN_NOTHING || board->state->stack[0].kind != SIX_ACT) {
        return;
    }
    struct bil_page page = six_board_page(board, out, LABEL);
    struct bil_text text = {0};
    bil_page_row(&page, "Taken");
    six_add_owner(&text, board->rules, source->faction, board->reader, true);
    bil_text_format(&text, " %s token %s", six_site_short(source->site), words[source->how]);
    item(&page, &text, false);
    bil_page_end(&page);
    bil_text_free(&text);
}

static void stake_row(const struct six_board *board, struct bil_text *out)
{
    struct bil_text sentence = {0};
    add_stake(board, &sentence);
    if (sentence.length > 0) {
        struct bil_page page = six_board_page(board, out, LABEL);
        struct bil_text text = {0};
        bil_page_row(&page, "At stake");
        bil_ink_add(&page, &text, SIX_INK_HARM, bil_text_string(&sentence));
        item(&page, &text, false);
        bil_page_end(&page);
        bil_text_free(&text);
    }
    bil_text_free(&sentence);
}

/* ------------------------------------------------------------------ the viewer's hand */

/* Kinds whose own text the asked viewer can use now, bit by kind. */
static uint32_t usable(const struct six_board *board)
{
    bil_move moves[SIX_MAX_MOVES];
    const int count = six_moves(board->rules, board->state, moves);
    uint32_t kinds = 0;
    for (int i = 0; i < count; i++) {
        const enum six_verb verb = SIX_VERB(moves[i]);
        const bool plays = (verb >= SIX_M_COLONY && verb <= SIX_M_HOME) || verb == SIX_M_CANCEL || verb == SIX_M_RESPOND;
        kinds |= plays ? SIX_CARD_BIT(SIX_CARD(moves[i])) : 0;
    }
    return kinds;
}

/* What a card does, in a few words. */
static void add_does(const struct six_board *board, struct bil_text *text, int card)
{
    const bool far = six_family[card] == SIX_F_COLONY || six_family[card] == SIX_F_MIGRANTS;
    if (!far) {
        bil_text_add(text, six_card_rows[card - 1].brief);
    } else {
        static const char *const whom[] = {
            [SIX_T_OWN] = "", [SIX_T_OTHER] = " for another player", [SIX_T_NEUTRAL] = " for a Neutral"};
        bil_text_format(text, "%s within %d%s", six_card_names[card], board->rules->card_distance[card], whom[six_target[card]]);
    }
    if (board->rules->card_points[card]) {
        bil_text_format(text, ": +%d", board->rules->card_points[card]);
    }
    if (board->rules->track) {
        bil_text_format(text, "; %s%s", six_symbol_name(board->rules->card_symbol[card]),
                        board->rules->card_symbols[card] > 1 ? " x2" : "");
    }
}

static void hand_card(const struct six_board *board, struct bil_text *out, const char *label, int card, const char *mark)
{
    const int copies = board->state->hand[board->reader].copies[card];
    struct bil_page page = six_board_page(board, out, LABEL);
    struct bil_text text = {0};
    bil_page_row(&page, label);
    bil_text_format(&text, "%s %s", mark, six_card_words[card]);
    if (copies > 1) {
        bil_text_format(&text, " x%d", copies);
    }
    bil_page_put(&page, BIL_INK_PLAIN, bil_text_string(&text));
    bil_text_clear(&text);
    page.indent = LABEL + 2 + CODE;
    bil_page_to(&page, page.indent);
    add_does(board, &text, card);
    bil_page_item(&page, BIL_INK_PLAIN, bil_text_string(&text));
    bil_page_end(&page);
    bil_text_free(&text);
}

static void hand(const struct six_board *board, struct bil_text *out)
{
    const struct six_hand *cards = &board->state->hand[board->reader];
    const bool asked = six_actor(board->rules, board->state) == board->reader;
    const uint32_t can = asked ? usable(board) : 0;
    struct bil_page page = six_board_page(board, out, LABEL);
    struct bil_text legend = {0};
    if (asked && cards->count > 0) {
        bil_text_format(&legend, "%s can be played now", six_sign(board, SIX_SIGN_CAN));
    }
    bil_page_heading(&page, "  Your hand", BIL_INK_PLAIN, "", bil_text_string(&legend));
    bil_text_free(&legend);
    static const char *const labels[] = {[SIX_F_CANCEL] = "Cancel", [SIX_F_RESPONSE] = "Response"};
    const char *last = NULL;
    for (int card = 1; card < SIX_CARDS; card++) {
        const char *label = six_family[card] < SIX_F_CANCEL ? "Actions" : labels[six_family[card]];
        const enum six_sign mark = can & SIX_CARD_BIT(card) ? SIX_SIGN_CAN : SIX_SIGN_CANNOT;
        if (six_has(cards, card)) {
            hand_card(board, out, last && strcmp(label, last) == 0 ? "" : label, card, asked ? six_sign(board, mark) : " ");
            last = label;
        }
    }
    if (cards->count == 0) {
        bil_page_row(&page, "");
        bil_page_item(&page, BIL_INK_PLAIN, "empty");
        bil_page_end(&page);
    }
}

/* ------------------------------------------------------------------ the whole */

static bool reconstructed(const uint8_t *known, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (known[i] != SIX_PUBLISHED) {
            return true;
        }
    }
    return false;
}

/* What marks mean, and which numbers are nobody's but ours. */
static void foot(const struct six_board *board, struct bil_text *out)
{
    const struct six_rules *rules = board->rules;
    struct bil_page page = six_board_page(board, out, 2);
    struct bil_text text = {0};
    const struct {
        const char *word;
        bool ours;
    } groups[] = {
        {"tracks", reconstructed(rules->last_known, SIX_SITES) || (rules->track && rules->track_known != SIX_PUBLISHED)},
        {"growth limits", reconstructed(rules->limit_known, SIX_SITES)},
        {"points", reconstructed(rules->points_known[0], sizeof rules->points_known)},
        {"distances", rules->distances_known != SIX_PUBLISHED},
        {"cards",
         reconstructed(rules->copies_known + 1, SIX_CARDS - 1) || reconstructed(rules->distance_known + 1, SIX_CARDS - 1) ||
             reconstructed(rules->card_points_known + 1, SIX_CARDS - 1) || reconstructed(rules->symbol_known + 1, SIX_CARDS - 1)},
    };
    static const char *const legend[] = {"( ) growth limit, full at sum 1;", "box: c colonies, m migrants."};
    bil_page_row(&page, "");
    for (size_t i = 0; i < sizeof legend / sizeof legend[0]; i++) {
        bil_ink_add(&page, &text, BIL_INK_FAINT, legend[i]);
        item(&page, &text, false);
    }
    const char *lead = "Partly reconstructed: ";
    struct bil_text words = {0};
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        if (groups[i].ours) {
            bil_text_format(&words, "%s%s", lead, groups[i].word);
            lead = ", ";
        }
    }
    if (words.length > 0) {
        bil_text_char(&words, '.');
        bil_ink_add(&page, &text, BIL_INK_FAINT, bil_text_string(&words));
        item(&page, &text, false);
    }
    bil_page_end(&page);
    bil_text_free(&words);
    bil_text_free(&text);
}

void six_draw_board(const void *rules_, const void *view, const struct bil_style *style, struct bil_text *out)
{
    const struct six_rules *rules = rules_;
    const struct six_state *state = view;
    const int reader = state->viewer == 0 ? BIL_EVERYBODY : state->viewer == 15 ? BIL_SPECTATOR : state->viewer - 1;
    const struct six_board board = {rules, state, style, reader, style->columns < WIDEST ? style->columns : WIDEST};
    heading(&board, out);
    six_board_tracks(&board, out);
    factions(&board, out);
    struct bil_page page = six_board_page(&board, out, LABEL);
    bil_page_heading(&page, "  Table", BIL_INK_PLAIN, "", "");
    cards_row(&board, out);
    end_row(&board, out);
    taken_row(&board, out);
    stake_row(&board, out);
    if (reader >= 0) {
        hand(&board, out);
    }
    foot(&board, out);
}
