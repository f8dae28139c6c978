/* Leduc poker behind the whole contract of a game (Southey and others, "Bayes' Bluff: Opponent Modelling in Poker", 2005): two
 * seats, six cards, one card each in the hand, one on the board, two rounds of betting. Small enough to enumerate, and it has what
 * matters: a hidden card, chance in the middle of the game, and views that differ.
 *
 * LED-1: both pay an ante of 1; each gets a card, unseen by the other. LED-2: seat 1 acts first in each round: fold (only against a
 * raise), call, or raise; at most two raises a round. LED-3: a raise adds 2 to what the other seat has paid in the first
 * round, 4 in the second. LED-4: after the first round a card is laid open on the board. LED-5: whoever folds loses what it paid.
 * LED-6: else the card that equals the board in rank wins, then the higher rank; equal ranks share. */
#include <stdio.h>
#include <string.h>

#include "bench/calibration.h"

enum { CARDS = 6, RAISES = 2, ANTE = 1 };
enum { FOLD = 1, CALL, RAISE };
enum { STREAM_DEAL = 1, STREAM_BOARD };
enum { SHOWDOWN = 1, FOLDED = 2 }; /* state.over: FOLDED + seat */
enum { SAID_DEALT = 1, SAID_BOARD, SAID_FOLD, SAID_CALL, SAID_RAISE, SAID_SHOWN };

struct rules {
    uint8_t seats;
    uint8_t fast; /* every question is a real one: nothing to skip */
};

/* A card is 1 to 6, two of a rank in a row; 0 is a card that is not there or not known. */
struct state {
    uint8_t card[2];
    uint8_t board;
    uint8_t round;    /* 0 or 1 */
    uint8_t raises;   /* in this round */
    uint8_t acts;     /* decisions in this round; seat 1 begins, so the lowest bit is who acts */
    uint8_t stake[2]; /* what each has paid */
    uint8_t over;
    uint8_t unused[7]; /* zero */
};

static int rank_of(int card)
{
    return (card - 1) / 2;
}

static int raise_size(const struct state *state)
{
    return 2 + 2 * state->round;
}

static void say(const struct bil_listener *listener, int kind, int seat, int flags, int viewers, int a, int b)
{
    if (listener) {
        const struct bil_event event = {(uint8_t)kind, (int8_t)seat, (uint8_t)flags, (uint8_t)viewers, (int16_t)a, (int16_t)b, 0};
        listener->hear(listener->context, &event);
    }
}

/* ------------------------------------------------------------------ play */

static bool rules_init(const struct bil_config *config, void *rules, struct bil_error *error)
{
    const struct rules made = {.seats = 2, .fast = config->fast};
    memcpy(rules, &made, sizeof made);
    return bil_calibration_config(&bil_game_leduc, config, error);
}

static void edition_json(const void *rules, struct bil_text *out)
{
    (void)rules;
    bil_json_object(out);
    bil_json_key_integer(out, "format", 1);
    bil_json_key_string(out, "game", bil_game_leduc.id);
    bil_json_object_end(out);
}

/* Two different cards out of six, in order, from one number below 30. */
static void two_cards(unsigned number, uint8_t card[2])
{
    const unsigned first = number / 5;
    const unsigned second = number % 5;
    card[0] = (uint8_t)(1 + first);
    card[1] = (uint8_t)(1 + second + (second >= first));
}

static void setup(const void *rules, struct bil_random *random, void *state_, const struct bil_listener *listener)
{
    (void)rules;
    struct state *state = state_;
    const struct state fresh = {.stake = {ANTE, ANTE}};
    *state = fresh;
    bil_random_enter(random, STREAM_DEAL, 0);
    two_cards(bil_random_below(random, CARDS * (CARDS - 1)), state->card);
    if (listener) {
        for (int seat = 0; seat < 2; seat++) {
            say(listener, SAID_DEALT, seat, BIL_EVENT_CHANCE, 1 << seat, state->card[seat], 0);
        }
    }
}

static int actor(const void *rules, const void *state_)
{
    (void)rules;
    const struct state *state = state_;
    return state->over ? BIL_OVER : state->acts & 1;
}

static int moves(const void *rules, const void *state_, bil_move *list)
{
    (void)rules;
    const struct state *state = state_;
    if (state->over) {
        return 0;
    }
    int count = 0;
    list[0] = FOLD;
    count += state->raises > 0;
    list[count++] = CALL;
    list[count] = RAISE;
    return count + (state->raises < RAISES);
}

/* There are always two moves at least: with a raise to answer and one left to make, three. */
static bil_move pick(const void *rules, const void *state_, struct bil_random *random)
{
    (void)rules;
    const struct state *state = state_;
    const bool may_fold = state->raises > 0;
    const bool may_raise = state->raises < RAISES;
    return (may_fold ? FOLD : CALL) + bil_random_below(random, 1U + may_fold + may_raise);
}

/* The `number`-th of the four cards that nobody holds. */
static int board_card(const struct state *state, int number)
{
    const int low = state->card[0] < state->card[1] ? state->card[0] : state->card[1];
    const int high = state->card[0] ^ state->card[1] ^ low;
    int card = number + 1;
    card += card >= low;
    card += card >= high;
    return card;
}

static void apply(const void *rules, void *state_, bil_move move, struct bil_random *random, const struct bil_listener *listener)
{
    (void)rules;
    struct state *state = state_;
    const int seat = state->acts & 1;
    if (move == FOLD) {
        state->over = (uint8_t)(FOLDED + seat);
        say(listener, SAID_FOLD, seat, 0, 0xFF, 0, 0);
    } else if (move == RAISE) {
        state->stake[seat] = (uint8_t)(state->stake[1 - seat] + raise_size(state));
        state->raises++;
        state->acts++;
        say(listener, SAID_RAISE, seat, 0, 0xFF, state->stake[seat], 0);
    } else {
        state->stake[seat] = state->stake[1 - seat];
        say(listener, SAID_CALL, seat, 0, 0xFF, state->stake[seat], state->raises);
        if (state->acts == 0) {
            state->acts = 1;
            return;
        }
        state->acts = 0;
        state->raises = 0;
        if (state->round == 0) {
            state->round = 1;
            bil_random_enter(random, STREAM_BOARD, 0);
            state->board = (uint8_t)board_card(state, (int)bil_random_below(random, CARDS - 2));
            say(listener, SAID_BOARD, -1, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 0xFF, state->board, 0);
        } else {
            state->over = SHOWDOWN;
            say(listener, SAID_SHOWN, -1, BIL_EVENT_LEARNED, 0xFF, state->card[0], state->card[1]);
        }
    }
}

static bool recorded(const void *rules, const void *state)
{
    (void)rules;
    (void)state;
    return false;
}

/* ------------------------------------------------------------------ score */

/* What a seat shows at the end: a pair with the board beats every rank. */
static int strength(const struct state *state, int seat)
{
    const int rank = rank_of(state->card[seat]);
    return rank == rank_of(state->board) ? CARDS : rank;
}

/* The seat that takes the pot, or -1 if it is shared. */
static int winner(const struct state *state)
{
    if (state->over >= FOLDED) {
        return 1 - (state->over - FOLDED);
    }
    const int first = strength(state, 0);
    const int second = strength(state, 1);
    return first == second ? -1 : first < second;
}

/* While the game goes on nobody has won or lost anything. */
static void score(const void *rules, const void *state_, int seat, struct bil_score *score)
{
    (void)rules;
    const struct state *state = state_;
    memset(score, 0, sizeof *score);
    if (!state->over) {
        return;
    }
    const int pot = state->stake[0] + state->stake[1];
    const int won_by = winner(state);
    score->item[score->count++] = (struct bil_score_item){"Paid", -state->stake[seat], "LED-3"};
    if (won_by == seat) {
        score->item[score->count++] = (struct bil_score_item){"Pot", pot, state->over == SHOWDOWN ? "LED-6" : "LED-5"};
    } else if (won_by < 0) {
        score->item[score->count++] = (struct bil_score_item){"Half the pot", pot / 2, "LED-6"};
    }
    for (int i = 0; i < score->count; i++) {
        score->total += score->item[i].points;
    }
}

static int rank(const void *rules, const void *state_, uint8_t place[BIL_MAX_SEATS])
{
    (void)rules;
    const struct state *state = state_;
    const int won_by = state->over ? winner(state) : -1;
    memset(place, 0, BIL_MAX_SEATS);
    place[0] = won_by == 1 ? 2 : 1;
    place[1] = won_by == 0 ? 2 : 1;
    return won_by < 0 ? -1 : 0;
}

/* ------------------------------------------------------------------ views */

/* A showdown is open to all; a folded hand stays unseen. */
static void hide(const void *rules, const void *state_, int viewer, void *view_)
{
    (void)rules;
    const struct state *state = state_;
    struct state *view = view_;
    *view = *state;
    if (viewer != BIL_EVERYBODY && state->over != SHOWDOWN) {
        for (int seat = 0; seat < 2; seat++) {
            if (seat != viewer) {
                view->card[seat] = 0;
            }
        }
    }
}

/* The `number`-th card that is neither `a` nor `b` (0: no card). */
static int other_card(int number, int a, int b)
{
    int card = number + 1;
    const int low = a < b ? a : b;
    const int high = a < b ? b : a;
    card += low && card >= low;
    card += high && card >= high;
    return card;
}

static void deal(const void *rules, const void *view_, struct bil_random *random, void *world_)
{
    (void)rules;
    const struct state *view = view_;
    struct state *world = world_;
    *world = *view;
    for (int seat = 0; seat < 2; seat++) {
        if (!world->card[seat]) {
            const int other = world->card[1 - seat];
            const int unseen = CARDS - (other > 0) - (world->board > 0);
            world->card[seat] = (uint8_t)other_card((int)bil_random_below(random, (uint32_t)unseen), other, world->board);
        }
    }
}

static const char *broken(const struct state *state)
{
    static const uint8_t zero[sizeof state->unused];
    const int ahead = (state->acts + 1) % 2; /* whoever raised last, if anybody did */
    const int base = state->round ? 4 : 0;   /* the most that the first round adds to the ante, beside it */
    if (memcmp(state->unused, zero, sizeof zero) != 0 || state->over > FOLDED + 1 || state->round > 1) {
        return "bytes are set that mean nothing";
    }
    for (int seat = 0; seat < 2; seat++) {
        const int card = state->card[seat];
        if (card > CARDS || (card && (card == state->card[1 - seat] || card == state->board))) {
            return "every card is there once (LED-1)";
        }
    }
    if (state->board > CARDS || (state->board > 0) != (state->round == 1)) {
        return "the board has a card from the second round on, and not before (LED-4)";
    }
    if (state->over == SHOWDOWN && (state->round == 0 || state->raises || state->acts)) {
        return "a showdown comes after the second round (LED-6)";
    }
    if (state->raises > RAISES || state->acts < state->raises || state->acts > state->raises + 1) {
        return "a round has at most two raises and one check before them (LED-2)";
    }
    if (state->over >= FOLDED && (state->raises == 0 || state->over - FOLDED != (state->acts & 1))) {
        return "only who faces a raise may fold (LED-2)";
    }
    if (state->raises) {
        if (state->stake[ahead] != state->stake[1 - ahead] + raise_size(state)) {
            return "a raise adds 2 in the first round and 4 in the second (LED-3)";
        }
    } else if (state->stake[0] != state->stake[1]) {
        return "who has not raised has paid what the other has (LED-2)";
    }
    const int before = state->stake[ahead] - state->raises * raise_size(state); /* what both had paid when the round began */
    const bool second_round_is_in = state->over == SHOWDOWN;                    /* its raises are no longer counted apart */
    if (before < ANTE || before > ANTE + base + (second_round_is_in ? 8 : 0) || (before - ANTE) % 2) {
        return "the stakes cannot have come about (LED-1, LED-3)";
    }
    return NULL;
}

static const char *check(const void *rules, const void *state, char *buffer, size_t size)
{
    (void)rules;
    const char *what = broken(state);
    if (what && size > 0) {
        snprintf(buffer, size, "%s", what);
        return buffer;
    }
    return what;
}

/* ------------------------------------------------------------------ advice */

/* Chances in 60 that the seat's card wins against a card it does not know, ties counted half; rough on purpose. */
static int chances(const struct state *state, int seat)
{
    const int mine = rank_of(state->card[seat]);
    int wins = 0;
    int worlds = 0;
    for (int other = 1; other <= CARDS; other++) {
        for (int board = 1; board <= CARDS; board++) {
            if (other == state->card[seat] || board == state->card[seat] || other == board ||
                (state->board && board != state->board)) {
                continue;
            }
            const int theirs = rank_of(other);
            const bool pair = mine == rank_of(board);
            const bool their_pair = theirs == rank_of(board);
            wins += pair || (!their_pair && mine > theirs) ? 2 : mine == theirs ? 1 : 0;
            worlds += 2;
        }
    }
    return 60 * wins / worlds;
}

static void advise(const void *rules, const void *view, const bil_move *list, int count, int32_t *value)
{
    (void)rules;
    const struct state *state = view;
    const int seat = state->acts & 1;
    const int likely = chances(state, seat);
    for (int i = 0; i < count; i++) {
        const int paid = list[i] == FOLD ? 0 : state->stake[1 - seat] + (list[i] == RAISE ? raise_size(state) : 0);
        value[i] = list[i] == FOLD ? -state->stake[seat] : paid * (2 * likely - 60) / 60;
    }
}

static void explain(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    (void)rules;
    const struct state *state = view;
    const int likely = chances(state, state->acts & 1);
    bil_text_format(out, "Your card wins about %d times in 100 against a card you know nothing of: %s.", likely * 100 / 60,
                    move == FOLD    ? "folding saves what you would still pay"
                    : move == RAISE ? "a raise makes the pot larger"
                                    : "a call keeps the pot small");
}

/* ------------------------------------------------------------------ texts */

static const char *const card_names[CARDS + 1] = {"?", "Js", "Jh", "Qs", "Qh", "Ks", "Kh"};
static const char *const move_names[] = {"?", "fold", "call", "raise"};

static void move_text(const void *rules, const void *state_, bil_move move, int viewer, struct bil_text *out)
{
    (void)rules;
    (void)viewer;
    const struct state *state = state_;
    bil_text_add(out, move == CALL && state->raises == 0 ? "check" : move_names[move <= RAISE ? move : 0]);
}

static bool move_parse(const void *rules, const void *view, const char *text, bil_move *move, struct bil_error *error)
{
    (void)rules;
    (void)view;
    for (bil_move m = FOLD; m <= RAISE; m++) {
        if (bil_same_name(text, strlen(text), move_names[m]) || (m == CALL && bil_same_name(text, strlen(text), "check"))) {
            *move = m;
            return true;
        }
    }
    return bil_fail(error, "\"%.40s\" is no move: give fold, check, call or raise.", text);
}

static void why_not(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    (void)rules;
    const struct state *state = view;
    if (state->over) {
        bil_text_add(out, "The game is over (LED-5, LED-6).");
    } else if (move == FOLD && state->raises == 0) {
        bil_text_add(out, "There is no raise to fold against; check instead (LED-2).");
    } else if (move == RAISE && state->raises == RAISES) {
        bil_text_add(out, "There were two raises in this round already; call or fold (LED-2).");
    } else if (move < FOLD || move > RAISE) {
        bil_text_add(out, "That is no move of this game (LED-2).");
    }
}

static void prompt(const void *rules, const void *view, struct bil_text *out)
{
    (void)rules;
    const struct state *state = view;
    const int seat = state->acts & 1;
    if (state->over) {
        bil_text_add(out, "The game is over.");
    } else if (state->raises == 0) {
        bil_text_format(out, "Check, or raise by %d.", raise_size(state));
    } else {
        bil_text_format(out, "Call for %d%s or fold.", state->stake[1 - seat] - state->stake[seat],
                        state->raises < RAISES ? ", raise" : "");
    }
}

static void event_text(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out)
{
    (void)rules;
    const int seat = event->seat + 1;
    const bool sees = viewer == BIL_EVERYBODY || event->viewers == 0xFF || (viewer >= 0 && event->viewers >> viewer & 1);
    switch (event->kind) {
    case SAID_DEALT:
        bil_text_format(out, "Seat %d is dealt %s.", seat, sees ? card_names[event->a] : "a card");
        break;
    case SAID_BOARD:
        bil_text_format(out, "The board is %s.", card_names[event->a]);
        break;
    case SAID_FOLD:
        bil_text_format(out, "Seat %d folds.", seat);
        break;
    case SAID_CALL:
        bil_text_format(out, event->b ? "Seat %d calls." : "Seat %d checks.", seat);
        break;
    case SAID_RAISE:
        bil_text_format(out, "Seat %d raises to %d.", seat, event->a);
        break;
    case SAID_SHOWN:
        bil_text_format(out, "Seat 1 shows %s, seat 2 shows %s.", card_names[event->a], card_names[event->b]);
        break;
    default:
        break;
    }
}

static void position_write(const void *rules, const void *state_, struct bil_text *out)
{
    (void)rules;
    const struct state *state = state_;
    bil_json_key(out, "cards");
    bil_json_array(out);
    for (int seat = 0; seat < 2; seat++) {
        bil_json_string(out, card_names[state->card[seat]]);
    }
    bil_json_array_end(out);
    if (state->board) {
        bil_json_key_string(out, "board", card_names[state->board]);
    }
    bil_json_key(out, "stakes");
    bil_json_array(out);
    bil_json_integer(out, state->stake[0]);
    bil_json_integer(out, state->stake[1]);
    bil_json_array_end(out);
    bil_json_key_integer(out, "raises", state->raises);
    bil_json_key_integer(out, "acts", state->acts);
    if (state->over) {
        bil_json_key_string(out, "over",
                            state->over == SHOWDOWN ? "showdown"
                            : state->over == FOLDED ? "seat 1 folded"
                                                    : "seat 2 folded");
    }
}

static bool read_card(const struct bil_value *value, uint8_t *card, struct bil_error *error)
{
    for (int c = 0; value && value->type == BIL_STRING && c <= CARDS; c++) {
        if (strcmp(value->string, card_names[c]) == 0) {
            *card = (uint8_t)c;
            return true;
        }
    }
    return bil_fail(error, "A card must be one of Js, Jh, Qs, Qh, Ks, Kh, or ? where it is not known.");
}

static bool position_read(const void *rules, const struct bil_value *document, void *state_, struct bil_error *error)
{
    (void)rules;
    struct state made = {0};
    const struct bil_value *cards = NULL;
    const struct bil_value *stakes = NULL;
    const char *over = NULL;
    int raises = 0;
    int acts = 0;
    if (!bil_value_array(document, "cards", &cards, error) || !bil_value_array(document, "stakes", &stakes, error) ||
        !bil_value_string(document, "over", &over, error) || !bil_value_integer(document, "raises", 0, RAISES, &raises, error) ||
        !bil_value_integer(document, "acts", 0, RAISES + 1, &acts, error)) {
        return false;
    }
    if (!cards || cards->count != 2 || !stakes || stakes->count != 2) {
        return bil_fail(error, "\"cards\" and \"stakes\" must be lists of two: one for each seat.");
    }
    const struct bil_value *card = cards->child;
    const struct bil_value *stake = stakes->child;
    for (int seat = 0; seat < 2; seat++, card = card->next, stake = stake->next) {
        if (!read_card(card, &made.card[seat], error)) {
            return false;
        }
        if (stake->type != BIL_INTEGER || stake->integer < ANTE || stake->integer > 13) {
            return bil_fail(error, "\"stakes[%d]\" must be a whole number from 1 to 13.", seat);
        }
        made.stake[seat] = (uint8_t)stake->integer;
    }
    const struct bil_value *board = bil_value_get(document, "board");
    if (board && !read_card(board, &made.board, error)) {
        return false;
    }
    if (over) {
        made.over = strcmp(over, "showdown") == 0 ? SHOWDOWN : strcmp(over, "seat 1 folded") == 0 ? FOLDED : FOLDED + 1;
        if (made.over == FOLDED + 1 && strcmp(over, "seat 2 folded") != 0) {
            return bil_fail(error, "\"over\" must be \"showdown\", \"seat 1 folded\" or \"seat 2 folded\".");
        }
    }
    made.round = made.board > 0;
    made.raises = (uint8_t)raises;
    made.acts = (uint8_t)acts;
    const char *what = broken(&made);
    if (what) {
        return bil_fail(error, "This position cannot come about: %s.", what);
    }
    memcpy(state_, &made, sizeof made);
    return true;
}

static void draw(const void *rules, const void *view, const struct bil_style *style, struct bil_text *out)
{
    (void)rules;
    (void)style;
    const struct state *state = view;
    bil_text_format(out, "  board %s\n", state->board ? card_names[state->board] : "-");
    for (int seat = 0; seat < 2; seat++) {
        bil_text_format(out, "  seat %d: %s, paid %d\n", seat + 1, card_names[state->card[seat]], state->stake[seat]);
    }
}

/* ------------------------------------------------------------------ the game */

static const struct bil_option no_options[] = {{NULL, NULL, NULL, NULL, NULL}};
static const struct bil_topic topics[] = {
    {"play", "How to play",
     "Both pay 1 and get one of six cards: two Jacks, two Queens, two Kings. There\n"
     "are two rounds of betting, with raises of 2 and then of 4, at most two a\n"
     "round; between them a card is laid open. A pair with it wins, then the\n"
     "higher card.\n"},
    {NULL, NULL, NULL},
};
static const char *const tie_breaks[] = {"points", NULL};

const struct bil_game bil_game_leduc = {
    .id = "leduc",
    .title = "Leduc poker",
    .summary = "Six cards, two rounds of betting: for calibration.",
    .min_seats = 2,
    .max_seats = 2,
    .revision = 1,
    .rules_size = sizeof(struct rules),
    .state_size = sizeof(struct state),
    .facts_size = sizeof(struct state),
    .max_moves = 3,
    .options = no_options,
    .topics = topics,
    .tie_breaks = tie_breaks,
    .rules_init = rules_init,
    .edition_json = edition_json,
    .setup = setup,
    .actor = actor,
    .moves = moves,
    .pick = pick,
    .apply = apply,
    .recorded = recorded,
    .score = score,
    .rank = rank,
    .hide = hide,
    .deal = deal,
    .check = check,
    .advise = advise,
    .explain = explain,
    .move_text = move_text,
    .move_parse = move_parse,
    .why_not = why_not,
    .prompt = prompt,
    .event_text = event_text,
    .position_write = position_write,
    .position_read = position_read,
    .draw = draw,
};
