/* 6 Billion: the Solar System as a viewer sees it, drawn in lines for a terminal.
 *
 * First the tracks (board_tracks.c), then the factions in the order of turn, the cards on the table, what is at stake, and the
 * viewer's own hand. It reads only what the view holds. Colour and symbols only repeat what letters and words say. */
#include "games/six_billion/words/words.h"
#include "kit/document.h"

enum { WIDEST = 100, LABEL = 12, FACTION = 16, CODE = 20 };

/* Adds words to the next item of a row. */
static struct bil_reader words_of(struct six_board *board)
{
    return (struct bil_reader){board->rules, board->reader, &board->page.item};
}

/* What is written is one item of a list. */
static void list(struct six_board *board)
{
    bil_page_list(&board->page, BIL_INK_PLAIN);
}

static void begin_row(struct six_board *board, int indent, const char *label)
{
    board->page.indent = indent;
    bil_page_row(&board->page, label);
}

/* ------------------------------------------------------------------ what is at stake */

/* A card that was played, or is offered, on what the sentence has told so far. */
static void tell_frame(const struct six_board *board, const struct bil_reader *reader, const struct bil_frame *frame,
                       bool in_window)
{
    const bool cancels = six_family[frame->a] == SIX_F_CANCEL;
    switch (frame->kind) {
    case SIX_CANCEL:
        six_tell_event(reader, board->state);
        break;
    case SIX_RESPOND:
        six_tell(reader, cancels ? "; %f [cancel|cancels] it with %n" : "; %f [answer|answers] with %n", frame->b, frame->a);
        break;
    case SIX_CONSENT:
        six_tell(reader, in_window ? "; %f [offer|offers] %n" : "%f [offer|offers] `", frame->b, frame->a);
        if (!in_window) {
            bil_move_text(&bil_game_six_billion, board->rules, board->state, board->state->pending, board->reader, reader->out);
            bil_text_char(reader->out, '`');
        }
        six_tell(reader, ", which needs %o consent", frame->seat);
        break;
    case SIX_KEEP:
        six_tell(reader, "%s%f [refuse|refuses] %o %n", in_window ? "; " : "", frame->b, frame->seat, frame->a);
        break;
    case SIX_HALVE:
        six_tell(reader, "; a War stands, and %f must halve a token", frame->seat);
        break;
    default: /* the steps of a turn */
        break;
    }
}

/* What an open window is about, in one sentence: the doubling or the card, then everything that was played on it; no row if no
 * window is open. Reads the stack of frames from the bottom, as the cards were played. Only words: whether anything of it may be
 * answered is the rules' business. */
static void stake_row(struct six_board *board)
{
    bool in_window = false;
    struct bil_text sentence = {0};
    for (int i = 0; i < board->state->depth; i++) {
        const struct bil_frame *frame = &board->state->stack[i];
        tell_frame(board, &(struct bil_reader){board->rules, board->reader, &sentence}, frame, in_window);
        in_window |= frame->kind == SIX_CANCEL;
    }
    if (sentence.length > 0) {
        if (sentence.data[0] >= 'a' && sentence.data[0] <= 'z') {
            sentence.data[0] = (char)(sentence.data[0] - 'a' + 'A');
        }
        bil_text_char(&sentence, '.');
        begin_row(board, LABEL, "At stake");
        bil_ink_add(&board->page, &board->page.item, SIX_INK_HARM, bil_text_string(&sentence));
        list(board);
        bil_page_end(&board->page);
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

static void heading(struct six_board *board)
{
    static const char *const steps[] = {
        [SIX_GROW] = "free doubling", [SIX_SETTLE] = "establishment", [SIX_ACT] = "Actions", [SIX_DISCARD] = "discard",
        [SIX_DRAW] = "draw",          [SIX_MIGRANT] = "one migrant",
    };
    const struct six_state *state = board->state;
    const int step = state->stack[0].kind;
    struct bil_text left = {0};
    struct bil_text right = {0};
    bil_text_format(&left, step == SIX_END ? "  Game over in game turn %d" : "  Game turn %d", state->turn);
    if (step == SIX_END) {
        bil_text_add(&right, ending(state->end));
    } else if (step == SIX_POWER) {
        bil_text_add(&right, "powers over the order of turn");
    } else {
        const bool known = step < (int)(sizeof steps / sizeof steps[0]) && steps[step];
        six_tell(&(struct bil_reader){board->rules, board->reader, &right}, step == SIX_ACT ? "%O %s, %d left" : "%O %s",
                 state->faction, known ? steps[step] : "turn", 2 - state->actions);
    }
    bil_page_heading(&board->page, bil_text_string(&left), BIL_INK_PLAIN, "", bil_text_string(&right));
    bil_text_free(&left);
    bil_text_free(&right);
}

/* ------------------------------------------------------------------ the factions */

/* Cards as people type them, each kind once: "colony2 x2, war". */
static void add_kinds(struct six_board *board, const char *lead, const uint8_t copies[SIX_CARDS])
{
    struct bil_text *text = &board->page.item;
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
static void list_secrets(struct six_board *board, int seat)
{
    const struct bil_reader words = words_of(board);
    const int agenda = board->state->agenda[seat];
    if (agenda > 0 && agenda <= SIX_SITES) {
        six_tell(&words, "Hidden Agenda %D", agenda);
        list(board);
    }
    for (int i = 0; i < SIX_HELD; i++) {
        const int held = board->state->find[seat][i];
        const int find = held & (SIX_FIND_UP - 1);
        if (find > 0) {
            six_tell(&words, find == SIX_FIND_HIDDEN ? "a Discovery card face down" : "Discovery %D (face %s)", find,
                     held >= SIX_FIND_UP ? "up" : "down");
            list(board);
        }
    }
}

static void list_player(struct six_board *board, int seat)
{
    const struct six_state *state = board->state;
    const struct bil_reader words = words_of(board);
    six_tell(&words, seat == board->reader ? "Seat %d (you)" : "Seat %d", seat + 1);
    list(board);
    six_tell(&words, "%p", state->points[seat]);
    list(board);
    bool hidden = state->agenda[seat] == SIX_FIND_HIDDEN;
    for (int i = 0; i < SIX_HELD; i++) {
        hidden |= state->find[seat][i] == SIX_FIND_HIDDEN;
    }
    const bool over = state->stack[0].kind == SIX_END;
    six_tell(&words, "%d%s %s", six_points(board->rules, state, seat), hidden ? "+" : "", over ? "in all" : "if it ended now");
    list(board);
    six_tell(&words, "%x", state->hand[seat].count);
    list(board);
    if (six_protected(board->rules, state, seat) && !over) {
        six_tell(&words, "under the treaty");
        list(board);
    }
    list_secrets(board, seat);
    if (board->reader == BIL_EVERYBODY && state->hand[seat].count > 0) {
        add_kinds(board, "hand: ", state->hand[seat].copies);
        list(board);
    } else if (seat != board->reader && any_of(state->known[seat])) {
        add_kinds(board, "known in hand: ", state->known[seat]);
        list(board);
    }
}

static void faction_row(struct six_board *board, int place)
{
    const struct six_state *state = board->state;
    const struct bil_reader words = words_of(board);
    const int step = state->stack[0].kind;
    const int faction = state->order[place];
    const bool now = place == state->at && step != SIX_POWER && step != SIX_END;
    const bool moved = place < state->at || (place == state->at && step == SIX_END); /* SIX-26 */
    const char *name = six_faction_word(board->rules, faction);
    begin_row(board, 2, "");
    six_tell(&words, "%s %d ", now ? six_sign(board, SIX_SIGN_NOW) : moved ? six_sign(board, SIX_SIGN_MOVED) : " ", place + 1);
    six_board_letter(board, faction);
    bil_text_format(&board->page.item, " %c%s", *name - 'a' + 'A', name + 1);
    bil_page_add(&board->page, BIL_INK_PLAIN);
    board->page.indent = FACTION;
    bil_page_to(&board->page, FACTION);
    if (six_is_player(board->rules, faction)) {
        list_player(board, faction);
    } else {
        six_tell(&words, "Neutral");
        list(board);
        if (now) {
            six_tell(&words, "controlled by %f", state->acting);
            list(board);
        }
    }
    if (board->rules->tokens) {
        six_tell(&words, "%d of %d pieces in use", six_pieces(board->rules, state, faction), board->rules->tokens);
        list(board);
    }
    bil_page_end(&board->page);
}

static void factions(struct six_board *board)
{
    struct bil_text legend = {0};
    bil_text_format(&legend, "%s has moved, %s moves now", six_sign(board, SIX_SIGN_MOVED), six_sign(board, SIX_SIGN_NOW));
    bil_page_heading(&board->page, "  Order of turn", BIL_INK_PLAIN, "", bil_text_string(&legend));
    for (int place = 0; place < board->rules->factions; place++) {
        faction_row(board, place);
    }
    bil_text_free(&legend);
}

/* ------------------------------------------------------------------ the table */

static void cards_row(struct six_board *board)
{
    const struct six_state *state = board->state;
    const struct bil_reader words = words_of(board);
    int open = 0;
    begin_row(board, LABEL, "Face up");
    for (int i = 0; i < SIX_OPEN; i++) {
        if (state->open[i] != SIX_NO_CARD) {
            six_tell(&words, "%q", state->open[i]);
            list(board);
            open++;
        }
    }
    if (open == 0) {
        six_tell(&words, "none");
        list(board);
    }
    bil_page_end(&board->page);
    begin_row(board, LABEL, "Piles");
    six_tell(&words, "deck %d", state->deck);
    list(board);
    six_tell(&words, "discard pile %d", state->discard); /* its size, and below its top card (SIX-202) */
    if (state->discard > 0) {
        six_tell(&words, " (%q on top)", state->pile[SIX_PILE - state->discard]);
    }
    list(board);
    six_tell(&words, "Discovery deck %d", state->find_left);
    list(board);
    if (state->removed > 0) {
        six_tell(&words, "%d Famine%s out of the game", state->removed, state->removed == 1 ? "" : "s");
        list(board);
    }
    bil_page_end(&board->page);
}

/* How far the end is (SIX-245, 246). */
static void end_row(struct six_board *board)
{
    static const uint8_t races[] = {SIX_BELT, SIX_EARTH};
    const struct six_state *state = board->state;
    const struct bil_reader words = words_of(board);
    unsigned populated = 0;
    for (int faction = 0; faction < board->rules->factions; faction++) {
        populated |= state->on[faction];
    }
    begin_row(board, LABEL, "The end");
    for (size_t i = 0; i < sizeof races; i++) {
        int most = 0;
        for (int faction = 0; faction < board->rules->factions; faction++) {
            most = state->level[faction][races[i]] > most ? state->level[faction][races[i]] : most;
        }
        six_tell(&words, "%j %d of 1024", races[i], six_population(most));
        list(board);
    }
    const unsigned empty = SIX_EVERY_SITE & ~populated;
    const int left = six_popcount(empty);
    six_tell(&words, "%d empty track%s", left, left == 1 ? "" : "s");
    for (unsigned rest = left <= 3 ? empty : 0; rest; rest &= rest - 1) {
        six_tell(&words, "%s%s", rest == empty ? ": " : ", ", six_site_names[six_lowest(rest)]);
    }
    list(board);
    if (board->rules->turn_cap) {
        six_tell(&words, "after game turn %d", board->rules->turn_cap);
        list(board);
    }
    bil_page_end(&board->page);
}

/* What the first Action means for the price of the second (SIX-82..91). */
static void taken_row(struct six_board *board)
{
    static const char *const how[] = {
        [SIX_TAKEN_FREE] = "has given a billion for nothing",
        [SIX_TAKEN_PREPAID] = "was halved; a second billion is paid for",
        [SIX_TAKEN_LAST] = "was halved and can give no more in this turn",
    };
    const struct six_source *source = &board->state->source;
    const struct bil_reader words = words_of(board);
    if (source->how != SIX_TAKEN_NOTHING && board->state->stack[0].kind == SIX_ACT) {
        begin_row(board, LABEL, "Taken");
        six_tell(&words, "%O %j token %s", source->faction, source->site, how[source->how]);
        list(board);
        bil_page_end(&board->page);
    }
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
static void add_does(struct six_board *board, int card)
{
    static const char *const whom[] = {[SIX_T_OWN] = "", [SIX_T_OTHER] = " for another player", [SIX_T_NEUTRAL] = " for a Neutral"};
    const struct six_rules *rules = board->rules;
    const struct bil_reader words = words_of(board);
    if (six_family[card] == SIX_F_COLONY || six_family[card] == SIX_F_MIGRANTS) {
        six_tell(&words, "%n within %d%s", card, rules->card_distance[card], whom[six_target[card]]);
    } else {
        six_tell(&words, "%s", six_card_rows[card - 1].brief);
    }
    if (rules->card_points[card]) {
        six_tell(&words, ": +%d", rules->card_points[card]);
    }
    if (rules->track) {
        six_tell(&words, "; %y%s", rules->card_symbol[card], rules->card_symbols[card] > 1 ? " x2" : "");
    }
}

static void hand_card(struct six_board *board, const char *label, int card, const char *mark)
{
    const int copies = board->state->hand[board->reader].copies[card];
    const struct bil_reader words = words_of(board);
    begin_row(board, LABEL, label);
    six_tell(&words, copies > 1 ? "%s %q x%d" : "%s %q", mark, card, copies);
    bil_page_add(&board->page, BIL_INK_PLAIN);
    board->page.indent = LABEL + 2 + CODE;
    bil_page_to(&board->page, board->page.indent);
    add_does(board, card);
    bil_page_add(&board->page, BIL_INK_PLAIN);
    bil_page_end(&board->page);
}

static void hand(struct six_board *board)
{
    static const char *const labels[] = {[SIX_F_CANCEL] = "Cancel", [SIX_F_RESPONSE] = "Response"};
    const struct six_hand *cards = &board->state->hand[board->reader];
    const bool asked = six_actor(board->rules, board->state) == board->reader;
    const uint32_t can = asked ? usable(board) : 0;
    struct bil_text legend = {0};
    if (asked && cards->count > 0) {
        bil_text_format(&legend, "%s can be played now", six_sign(board, SIX_SIGN_CAN));
    }
    bil_page_heading(&board->page, "  Your hand", BIL_INK_PLAIN, "", bil_text_string(&legend));
    bil_text_free(&legend);
    const char *last = NULL;
    for (int card = 1; card < SIX_CARDS; card++) {
        const char *label = six_family[card] < SIX_F_CANCEL ? "Actions" : labels[six_family[card]];
        const enum six_sign mark = can & SIX_CARD_BIT(card) ? SIX_SIGN_CAN : SIX_SIGN_CANNOT;
        if (six_has(cards, card)) {
            hand_card(board, last && strcmp(label, last) == 0 ? "" : label, card, asked ? six_sign(board, mark) : " ");
            last = label;
        }
    }
    if (cards->count == 0) {
        begin_row(board, LABEL, "");
        bil_page_item(&board->page, BIL_INK_PLAIN, "empty");
        bil_page_end(&board->page);
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
static void foot(struct six_board *board)
{
    const struct six_rules *rules = board->rules;
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
    begin_row(board, 2, "");
    bil_page_item(&board->page, BIL_INK_FAINT, "( ) growth limit, full at sum 1;");
    bil_page_item(&board->page, BIL_INK_FAINT, "box: c colonies, m migrants.");
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
        bil_ink_add(&board->page, &board->page.item, BIL_INK_FAINT, bil_text_string(&words));
        bil_page_add(&board->page, BIL_INK_PLAIN);
    }
    bil_text_free(&words);
    bil_page_end(&board->page);
}

void six_draw_board(const void *rules, const void *view, const struct bil_style *style, struct bil_text *out)
{
    const struct six_state *state = view;
    const int reader = state->viewer == 0                       ? BIL_EVERYBODY
                       : state->viewer == BIL_VIEW_OF_SPECTATOR ? BIL_SPECTATOR
                                                                : state->viewer - 1;
    struct six_board board = {rules,
                              state,
                              reader,
                              {.out = out,
                               .width = style->columns < WIDEST ? style->columns : WIDEST,
                               .colour = style->colour,
                               .unicode = style->unicode}};
    heading(&board);
    six_board_tracks(&board);
    factions(&board);
    bil_page_heading(&board.page, "  Table", BIL_INK_PLAIN, "", "");
    cards_row(&board);
    end_row(&board);
    taken_row(&board);
    stake_row(&board);
    if (reader >= 0) {
        hand(&board);
    }
    foot(&board);
    bil_page_free(&board.page);
}
