/* Who is asked, and what comes of it: questions, windows in which several are asked at once, answers that are held.
 *
 * How long something takes, and how many messages it makes, follows from who sits there and from what is open to all; never from
 * what anybody holds. That is why a window does not close before `earliest` when bots or orders are among the asked, why a bot that
 * is late there is not waited for, and why a decision without a choice is asked like any other. */
#include <stdlib.h>
#include <string.h>

#include "server/table_inside.h"
#include "table/memory.h"
#include "table/outside_words.h"

/* ------------------------------------------------------------------ questions */

void bil_question_ask(const struct bil_table *table, const struct bil_question *question, struct bil_ask *ask)
{
    const struct bil_match *match = table->body->match;
    *ask = (struct bil_ask){.game = match->game,
                            .rules = match->rules,
                            .quick = match->quick,
                            .view = question->view,
                            .seat = question->seat,
                            .moves = question->move,
                            .count = question->count,
                            .config = &match->config,
                            .match = match->number};
}

/* The pass, if it is legal; else 0. */
static bil_move find_pass(const struct bil_match *match, const struct bil_question *question)
{
    for (int i = 0; i < question->count; i++) {
        if (question->move[i] == match->game->pass) {
            return question->move[i];
        }
    }
    return 0;
}

/* The answer of the first standing order that has one, or 0. Orders that are over are forgotten. */
static bil_move ordered(struct bil_table *table, const struct bil_question *question)
{
    struct bil_body *body = table->body;
    const int seat = question->seat;
    const int before = body->order_count[seat];
    struct bil_ask ask;
    bil_move move = 0;
    bil_question_ask(table, question, &ask);
    for (int o = 0; o < body->order_count[seat] && move == 0;) {
        const enum bil_order_says says = bil_standing_ask(&ask, &body->order[seat][o], &move);
        move = says == BIL_ORDER_ANSWERS ? move : 0;
        if (says == BIL_ORDER_ENDED) {
            bil_standing_forget(body->order[seat], &body->order_count[seat], o);
        } else {
            o++;
        }
    }
    if (before != body->order_count[seat]) {
        bil_orders_store(table, seat);
    }
    return move;
}

/* Who answers, as far as it is known already. */
static void choose_who(struct bil_table *table, struct bil_question *question)
{
    struct bil_body *body = table->body;
    const char *name = bil_table_bot(table, question->seat);
    const uint64_t thinking = question->thought;
    const bool thought = question->who == BIL_WHO_BOT && question->answered;
    if (name[0]) {
        const struct bil_bot *bot = bil_bot_find(name, NULL);
        question->who = BIL_WHO_BOT;
        question->how = BIL_HOW_BOT;
        question->answered = question->count == 1 || thought;
        question->answer = question->count == 1 ? question->move[0] : question->answer;
        if (!question->answered && !thinking && bot && !bil_bot_is_quick(bot) && !body->paused) {
            bil_question_think(table, question, bot);
        }
        return;
    }
    question->thought = 0;
    question->answer = body->order_count[question->seat] > 0 ? ordered(table, question) : 0;
    question->answered = question->answer != 0;
    question->who = question->answered ? BIL_WHO_ORDER : BIL_WHO_PERSON;
    question->how = question->answered ? BIL_HOW_ORDER : BIL_HOW_PERSON;
}

/* An answer that was given in this window, and stored, counts again. */
static void remember(struct bil_table *table, struct bil_question *question)
{
    struct bil_body *body = table->body;
    const char *text = body->held[question->seat].text;
    struct bil_ask ask;
    if (question->who == BIL_WHO_PERSON && body->asked.window && text &&
        body->held[question->seat].decision == body->asked.decision) {
        bil_question_ask(table, question, &ask);
        question->answer = bil_words_read_move(&ask, text, NULL);
        question->answered = question->answer != 0;
    }
}

static void put_question(struct bil_table *table, struct bil_question *question, int seat, const void *state, int passes)
{
    const struct bil_match *match = table->body->match;
    const struct bil_game *game = match->game;
    question->seat = (int8_t)seat;
    question->later = passes > 0;
    question->ply = match->ply + passes;
    question->who = BIL_WHO_PERSON;
    question->answered = false;
    question->thought = 0;
    question->answer = 0;
    memcpy(question->state, state, game->state_size);
    memset(question->view, 0, sizeof question->view);
    game->hide(match->rules, state, seat, question->view);
    question->count = game->moves(match->rules, state, question->move);
    question->pass = table->body->asked.window ? find_pass(match, question) : 0;
}

/* The questions of all who are asked now. The later ones of a window stand where those before have passed: a pass changes nothing
 * but who is asked next, and draws no random number. */
static void put_questions(struct bil_table *table)
{
    struct bil_body *body = table->body;
    const struct bil_match *match = body->match;
    const struct bil_game *game = match->game;
    struct bil_asked *asked = &body->asked;
    bil_thoughts_drop(table); /* about what was asked before */
    const unsigned window = game->window ? game->window(match->rules, bil_match_state(match, -1)) : 0;
    unsigned char state[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_random random = match->generators[match->ply];
    asked->decision = body->moves + 1;
    asked->window = window != 0;
    asked->seats = window ? window : 1U << match->actor;
    asked->count = 0;
    memcpy(state, bil_match_state(match, -1), game->state_size);
    for (unsigned left = asked->seats; left;) {
        struct bil_question *question = &asked->question[asked->count];
        const int seat = game->actor(match->rules, state);
        put_question(table, question, seat, state, asked->count);
        asked->count++;
        left &= ~(1U << seat);
        if (left && question->pass) {
            game->apply(match->rules, state, question->pass, &random, NULL);
        }
    }
}

void bil_table_ask(struct bil_table *table, int64_t since)
{
    struct bil_body *body = table->body;
    struct bil_asked *asked = &body->asked;
    if (body->facts.state != BIL_TABLE_PLAYING || !body->match || body->match->actor == BIL_OVER) {
        bil_thoughts_drop(table);
        asked->decision = 0;
        asked->count = 0;
        asked->seats = 0;
        return;
    }
    if (asked->count == 0 || asked->decision != body->moves + 1) {
        put_questions(table);
    }
    asked->since = since;
    for (int i = 0; i < asked->count; i++) {
        choose_who(table, &asked->question[i]);
        remember(table, &asked->question[i]);
    }
    bil_pace_clock(table, asked);
}

struct bil_question *bil_table_question(const struct bil_table *table, int seat)
{
    struct bil_asked *asked = &table->body->asked;
    for (int i = 0; i < asked->count; i++) {
        if (asked->question[i].seat == seat) {
            return &asked->question[i];
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ deciding */

/* Whether a window must wait for what workers think: only where the server is told to take no time of its own. */
static bool waits_for_thoughts(const struct bil_table *table)
{
    const struct bil_asked *asked = &table->body->asked;
    bool waits = false;
    for (int i = 0; i < asked->count && asked->earliest == 0; i++) {
        waits = waits || (asked->question[i].thought && !asked->question[i].answered);
    }
    return waits;
}

/* Persons of whom an answer is still to come; *machines: whether anybody else is asked. */
static int missing(const struct bil_asked *asked, bool *machines)
{
    int count = 0;
    *machines = false;
    for (int i = 0; i < asked->count; i++) {
        const struct bil_question *question = &asked->question[i];
        count += question->who == BIL_WHO_PERSON && !question->answered;
        *machines = *machines || question->who != BIL_WHO_PERSON;
    }
    return count;
}

static int64_t later_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

int64_t bil_table_decides_at(const struct bil_table *table)
{
    const struct bil_asked *asked = &table->body->asked;
    const struct bil_question *first = &asked->question[0];
    bool machines = false;
    if (asked->count == 0 || table->body->paused) {
        return 0;
    }
    if (asked->window) {
        const int persons = missing(asked, &machines);
        const int64_t earliest = machines ? later_of(asked->since, asked->earliest) : asked->since;
        if (persons > 0) {
            return asked->latest ? later_of(asked->latest, earliest) : 0;
        }
        return waits_for_thoughts(table) ? 0 : earliest;
    }
    if (first->who == BIL_WHO_PERSON) {
        return asked->latest;
    }
    return first->thought && !first->answered ? 0 : later_of(asked->since, asked->earliest);
}

/* What counts as the answer of an asked seat when its window closes. */
static bil_move answer_of(const struct bil_table *table, const struct bil_question *question, enum bil_entry_how *how)
{
    *how = question->how;
    if (question->answered) {
        return question->answer;
    }
    if (question->who == BIL_WHO_BOT) {
        const struct bil_bot *bot = bil_bot_find(bil_table_bot(table, question->seat), NULL);
        return bil_question_bot(table, question, bot && bil_bot_is_quick(bot) ? bot->name : "greedy");
    }
    if (question->pass) {
        return question->pass; /* a person that says nothing looks like one that passes */
    }
    *how = BIL_HOW_TIMEOUT;
    return bil_question_bot(table, question, "greedy");
}

static void close_window(struct bil_table *table, int64_t now)
{
    const struct bil_asked *asked = &table->body->asked;
    bil_move answer[BIL_MAX_SEATS];
    enum bil_entry_how how[BIL_MAX_SEATS];
    const int count = asked->count;
    for (int i = 0; i < count; i++) {
        answer[i] = answer_of(table, &asked->question[i], &how[i]);
    }
    bool passed = true;
    for (int i = 0; i < count && passed; i++) {
        passed = answer[i] == asked->question[i].pass;
        bil_table_add_move(table, answer[i], how[i], now);
    }
    bil_table_release(table);
}

void bil_table_release(struct bil_table *table)
{
    struct bil_house *house = table->house;
    struct bil_error error = {{0}};
    table->body->held_new = 0;
    if (table->body->held_stored) {
        table->body->held_stored = false;
        if (bil_house_begin(house) && !bil_store_release(house->store, table->id, &error)) {
            bil_house_breaks_at(table, &error);
        }
    }
}

static void time_is_up(struct bil_table *table, int seat, int64_t now)
{
    struct bil_body *body = table->body;
    const bil_move move = bil_question_bot(table, &body->asked.question[0], "greedy");
    if (body->facts.seat[seat].bank > 0) {
        body->facts.seat[seat].bank = 0;
        body->changed_seats |= UINT64_C(1) << seat;
    }
    table->house->figures.timeouts++;
    bil_table_add_move(table, move, BIL_HOW_TIMEOUT, now);
    if (body->setup.absent[0]) {
        bil_pace_replace(table, seat, now);
    }
}

bool bil_table_decide(struct bil_table *table, int64_t now)
{
    const struct bil_asked *asked = &table->body->asked;
    const int64_t at = bil_table_decides_at(table);
    if (at == 0 || now < at) {
        return false;
    }
    const struct bil_question *first = &asked->question[0];
    if (asked->window) {
        close_window(table, now);
    } else if (first->who == BIL_WHO_PERSON) {
        time_is_up(table, first->seat, now);
    } else {
        enum bil_entry_how how;
        const bil_move move = answer_of(table, first, &how);
        bil_table_add_move(table, move, how, now);
    }
    bil_table_go_on(table, now);
    return true;
}
