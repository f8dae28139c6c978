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

#include "bench/leduc.h"

enum { STREAM_DEAL = 1, STREAM_BOARD };

static int rank_of(int card)
{
    return (card - 1) / 2;
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
    const struct leduc_rules made = {.seats = 2, .fast = config->fast};
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
    struct leduc_state *state = state_;
    const struct leduc_state fresh = {.stake = {LEDUC_ANTE, LEDUC_ANTE}};
    *state = fresh;
    bil_random_enter(random, STREAM_DEAL, 0);
    two_cards(bil_random_below(random, LEDUC_CARDS * (LEDUC_CARDS - 1)), state->card);
    if (listener) {
        for (int seat = 0; seat < 2; seat++) {
            say(listener, SAID_DEALT, seat, BIL_EVENT_CHANCE, 1 << seat, state->card[seat], 0);
        }
    }
}

static int actor(const void *rules, const void *state_)
{
    (void)rules;
    const struct leduc_state *state = state_;
    return state->over ? BIL_OVER : state->acts & 1;
}

static int moves(const void *rules, const void *state_, bil_move *list)
{
    (void)rules;
    const struct leduc_state *state = state_;
    if (state->over) {
        return 0;
    }
    int count = 0;
    list[0] = LEDUC_FOLD;
    count += state->raises > 0;
    list[count++] = LEDUC_CALL;
    list[count] = LEDUC_RAISE;
    return count + (state->raises < LEDUC_RAISES);
}

/* There are always two moves at least while the game lasts: with a raise to answer and one left to make, three. */
static bil_move pick(const void *rules, const void *state_, struct bil_random *random)
{
    (void)rules;
    const struct leduc_state *state = state_;
    const bool may_fold = state->raises > 0;
    const bool may_raise = state->raises < LEDUC_RAISES;
    if (state->over) {
        return 0;
    }
    return (may_fold ? LEDUC_FOLD : LEDUC_CALL) + bil_random_below(random, 1U + may_fold + may_raise);
}

/* The `number`-th of the four cards that nobody holds. */
static int board_card(const struct leduc_state *state, int number)
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
    struct leduc_state *state = state_;
    const int seat = state->acts & 1;
    if (move == LEDUC_FOLD) {
        state->over = (uint8_t)(LEDUC_FOLDED + seat);
        say(listener, SAID_FOLD, seat, 0, 0xFF, 0, 0);
    } else if (move == LEDUC_RAISE) {
        state->stake[seat] = (uint8_t)(state->stake[1 - seat] + leduc_raise(state));
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
        const int acts = state->acts + 1;
        state->acts = 0;
        state->raises = 0;
        if (state->round == 0) {
            state->round = 1;
            state->earlier = (uint8_t)acts;
            bil_random_enter(random, STREAM_BOARD, 0);
            state->board = (uint8_t)board_card(state, (int)bil_random_below(random, LEDUC_CARDS - 2));
            say(listener, SAID_BOARD, -1, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 0xFF, state->board, 0);
        } else {
            state->over = LEDUC_SHOWDOWN;
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
static int strength(const struct leduc_state *state, int seat)
{
    const int rank = rank_of(state->card[seat]);
    return rank == rank_of(state->board) ? LEDUC_CARDS : rank;
}

/* The seat that takes the pot, or -1 if it is shared. */
static int winner(const struct leduc_state *state)
{
    if (state->over >= LEDUC_FOLDED) {
        return 1 - (state->over - LEDUC_FOLDED);
    }
    const int first = strength(state, 0);
    const int second = strength(state, 1);
    return first == second ? -1 : first < second;
}

/* While the game goes on nobody has won or lost anything. */
static void score(const void *rules, const void *state_, int seat, struct bil_score *score)
{
    (void)rules;
    const struct leduc_state *state = state_;
    memset(score, 0, sizeof *score);
    if (!state->over) {
        return;
    }
    const int pot = state->stake[0] + state->stake[1];
    const int won_by = winner(state);
    score->item[score->count++] = (struct bil_score_item){"Paid", -state->stake[seat], "LED-3"};
    if (won_by == seat) {
        score->item[score->count++] = (struct bil_score_item){"Pot", pot, state->over == LEDUC_SHOWDOWN ? "LED-6" : "LED-5"};
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
    const struct leduc_state *state = state_;
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
    const struct leduc_state *state = state_;
    struct leduc_state *view = view_;
    *view = *state;
    if (viewer != BIL_EVERYBODY && state->over != LEDUC_SHOWDOWN) {
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
    const struct leduc_state *view = view_;
    struct leduc_state *world = world_;
    *world = *view;
    for (int seat = 0; seat < 2; seat++) {
        if (!world->card[seat]) {
            const int other = world->card[1 - seat];
            const int unseen = LEDUC_CARDS - (other > 0) - (world->board > 0);
            world->card[seat] = (uint8_t)other_card((int)bil_random_below(random, (uint32_t)unseen), other, world->board);
        }
    }
}

/* Whether both can have paid `before` when the round began; after a showdown, when it ended. A first round takes as many
 * decisions as it has raises, the call or check that ends it, and perhaps a check before them. */
static bool paid_so_far(const struct leduc_state *state, int before)
{
    if (state->round == 0) {
        return before == LEDUC_ANTE && state->earlier == 0;
    }
    for (int later = 0; later <= (state->over == LEDUC_SHOWDOWN ? LEDUC_RAISES : 0);
         later++) { /* raises of the second round that are in it */
        const int first = before - LEDUC_ANTE - 4 * later;
        const int raises = first / 2;
        if (first >= 0 && first % 2 == 0 && raises <= LEDUC_RAISES) {
            const bool checked_first = state->earlier == raises + 2;
            if (checked_first || (raises > 0 && state->earlier == raises + 1)) {
                return true;
            }
        }
    }
    return false;
}

const char *leduc_broken(const struct leduc_state *state)
{
    static const uint8_t zero[sizeof state->unused];
    const int ahead = (state->acts + 1) % 2; /* whoever raised last, if anybody did */
    if (memcmp(state->unused, zero, sizeof zero) != 0 || state->over > LEDUC_FOLDED + 1 || state->round > 1) {
        return "bytes are set that mean nothing";
    }
    for (int seat = 0; seat < 2; seat++) {
        const int card = state->card[seat];
        if (card > LEDUC_CARDS || (card && (card == state->card[1 - seat] || card == state->board))) {
            return "every card is there once (LED-1)";
        }
    }
    if (state->board > LEDUC_CARDS || (state->board > 0) != (state->round == 1)) {
        return "the board has a card from the second round on, and not before (LED-4)";
    }
    if (state->over == LEDUC_SHOWDOWN && (state->round == 0 || state->raises || state->acts)) {
        return "a showdown comes after the second round (LED-6)";
    }
    if (state->raises > LEDUC_RAISES || state->acts < state->raises || state->acts > state->raises + 1) {
        return "a round has at most two raises and one check before them (LED-2)";
    }
    if (state->over >= LEDUC_FOLDED && (state->raises == 0 || state->over - LEDUC_FOLDED != (state->acts & 1))) {
        return "only who faces a raise may fold (LED-2)";
    }
    if (state->raises) {
        if (state->stake[ahead] != state->stake[1 - ahead] + leduc_raise(state)) {
            return "a raise adds 2 in the first round and 4 in the second (LED-3)";
        }
    } else if (state->stake[0] != state->stake[1]) {
        return "who has not raised has paid what the other has (LED-2)";
    }
    const int before = state->stake[ahead] - state->raises * leduc_raise(state); /* what both had paid when the round began */
    if (!paid_so_far(state, before)) {
        return "the stakes cannot have come about, or not in so many decisions (LED-1, LED-3)";
    }
    return NULL;
}

static const char *check(const void *rules, const void *state, char *buffer, size_t size)
{
    (void)rules;
    const char *what = leduc_broken(state);
    if (what && size > 0) {
        snprintf(buffer, size, "This position cannot come about: %s.", what);
        return buffer;
    }
    return what;
}

/* ------------------------------------------------------------------ advice */

/* Chances in 60 that the seat's card wins against a card it does not know, ties counted half; rough on purpose. */
static int chances(const struct leduc_state *state, int seat)
{
    const int mine = rank_of(state->card[seat]);
    int wins = 0;
    int worlds = 0;
    for (int other = 1; other <= LEDUC_CARDS; other++) {
        for (int board = 1; board <= LEDUC_CARDS; board++) {
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
    const struct leduc_state *state = view;
    const int seat = state->acts & 1;
    const int likely = chances(state, seat);
    for (int i = 0; i < count; i++) {
        const int paid = list[i] == LEDUC_FOLD ? 0 : state->stake[1 - seat] + (list[i] == LEDUC_RAISE ? leduc_raise(state) : 0);
        value[i] = list[i] == LEDUC_FOLD ? -state->stake[seat] : paid * (2 * likely - 60) / 60;
    }
}

static void explain(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    (void)rules;
    const struct leduc_state *state = view;
    const int likely = chances(state, state->acts & 1);
    bil_text_format(out, "Your card wins about %d times in 100 against a card you know nothing of: %s.", likely * 100 / 60,
                    move == LEDUC_FOLD    ? "folding saves what you would still pay"
                    : move == LEDUC_RAISE ? "a raise makes the pot larger"
                                          : "a call keeps the pot small");
}

/* ------------------------------------------------------------------ the game */

static const struct bil_option no_options[] = {{0}};
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
    .rules_size = sizeof(struct leduc_rules),
    .state_size = sizeof(struct leduc_state),
    .facts_size = sizeof(struct leduc_state),
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
    .notation = &leduc_notation,
    .why_not = leduc_why_not,
    .prompt = leduc_prompt,
    .event_text = leduc_event_text,
    .addressed = leduc_addressed,
    .position = leduc_position,
    .draw = leduc_draw,
};
