/* Who is asked: questions, windows in which several are asked at once, answers that are held, and tables that stand still.
 *
 * How many messages something makes follows from who sits there and from what is open to all; never from what anybody holds. That
 * is why a decision without a choice is asked like any other. */
#include <string.h>

#include "server/tables/internal.h"
#include "table/external_bot_protocol.h"

/* ------------------------------------------------------------------ questions */

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
    const uint64_t thinking = question->job;
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
    question->job = 0;
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
        question->answer = bil_protocol_read_move(&ask, text, NULL);
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
    question->job = 0;
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
    bil_bot_jobs_drop(table); /* about what was asked before */
    const unsigned window = game->window ? game->window(match->rules, bil_match_state(match, -1)) : 0;
    unsigned char state[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_random random = *bil_match_generator(match, match->ply);
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
        bil_bot_jobs_drop(table);
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
    bil_clock_set(table, asked);
}

/* ------------------------------------------------------------------ standing still */

/* The row is to say that it stands still, and for how long was asked by then. */
static void note_pause(struct bil_table *table)
{
    table->hub->figures.pauses++;
    table->body->changed = true;
    bil_hub_touch(table);
}

static bool nobody_connected(const struct bil_table *table)
{
    return table->clients == NULL;
}

void bil_pause_begin(struct bil_table *table, int64_t since, int64_t now)
{
    struct bil_body *body = table->body;
    /* Who only asks about a table, or reads it again, does not set its clocks going. */
    body->paused = now >= bil_clock_pauses_at(table) || (body->facts.asked_since < 0 && nobody_connected(table));
    bil_table_ask(table, since);
    body->asked_for = bil_clock_asked_for(table, now);
    if (body->paused && body->facts.asked_since >= 0) {
        note_pause(table);
    }
}

void bil_pause_watch(struct bil_table *table, int64_t now)
{
    struct bil_body *body = table->body;
    const bool pauses = now >= bil_clock_pauses_at(table);
    if (pauses == body->paused) {
        bil_bot_jobs_rank(table);
        return;
    }
    body->paused = pauses;
    if (pauses) {
        body->asked_for = bil_clock_asked_for(table, now);
        bil_bot_jobs_drop(table);
        note_pause(table);
    } else {
        bil_table_ask(table, now - body->asked_for);
        body->changed = true;
        bil_hub_touch(table);
    }
    bil_hub_due(table, bil_clock_due(table));
}
