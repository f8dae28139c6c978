/* What bots choose at a table. Those that answer at once are asked on the spot; those that look ahead are asked by a worker, with a
 * copy of all that they may know.
 *
 * Every bot gets the random stream of its seat and ply, as in a match at one machine: the same game has the same bots' choices
 * wherever it is played. A job that ends when its question is over is thrown away. */
#include <stdlib.h>
#include <string.h>

#include "server/tables/internal.h"
#include "table/external_bot_protocol.h"
#include "table/memory.h"

/* Holds copies of all that the bot needs to choose once: a view, never a state. */
struct job {
    struct bil_work work;
    const struct bil_bot *bot;
    struct bil_ask ask; /* points to what follows */
    struct bil_random random;
    bil_move move[BIL_MAX_MOVES];
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16)));
    unsigned char rules[BIL_MAX_RULES] __attribute__((aligned(16)));
    unsigned char quick[BIL_MAX_RULES] __attribute__((aligned(16)));
    bil_move chosen;
    struct bil_hub *hub;
    char table[BIL_TABLE_ID + 1];
    uint64_t number;
};

/* It answers at once; no worker is needed. */
static bool is_quick(const struct bil_bot *bot)
{
    for (int i = 0; bot->params && bot->params[i].key; i++) {
        if (strcmp(bot->params[i].key, "iterations") == 0) {
            return false;
        }
    }
    return true;
}

bil_move bil_question_bot(const struct bil_table *table, const struct bil_question *question, const char *name)
{
    const struct bil_bot *bot = bil_bot_find(name, NULL);
    struct bil_random random;
    struct bil_ask ask;
    bot = bot && is_quick(bot) ? bot : bil_bot_find("greedy", NULL);
    bil_question_ask(table, question, &ask);
    bil_match_bot_random(table->body->match, question->seat, question->ply, &random);
    ask.random = &random;
    return bot && question->count > 1 ? bot->choose(bot, &ask) : question->move[0];
}

static bool enough(void *asker)
{
    return bil_work_enough(asker);
}

static void think(struct bil_work *work)
{
    struct job *job = (struct job *)(void *)work;
    job->chosen = job->bot->choose(job->bot, &job->ask);
}

static void job_done(struct bil_work *work, bool ran)
{
    struct job *job = (struct job *)(void *)work;
    struct bil_table *table = bil_hub_find(job->hub, job->table);
    struct bil_asked *asked = table && table->body ? &table->body->asked : NULL;
    for (int i = 0; asked && i < asked->count; i++) {
        struct bil_question *question = &asked->question[i];
        if (question->job == job->number) {
            question->job = ran ? question->job : 0; /* without a thought it plays as greedy does */
            question->answer = ran ? job->chosen : 0;
            question->answered = ran;
            bil_hub_due(table, bil_clock_due(table));
        }
    }
    free(job);
}

/* Follows from who is at the table, never from what is asked. */
static enum bil_task_rank rank_of(const struct bil_table *table)
{
    bool present = false;
    for (int seat = 0; seat < table->body->facts.seats; seat++) {
        present = present || table->connections[seat] > 0;
    }
    return present ? BIL_TASK_PRESENT : table->spectator_count > 0 ? BIL_TASK_WATCHED : BIL_TASK_AWAY;
}

/* Copies what the bot is asked; what only bots in other programs need is left out. */
static void copy_ask(struct job *job, const struct bil_ask *ask)
{
    memset(job->view, 0, sizeof job->view); /* behind the state, too */
    memcpy(job->move, ask->moves, (size_t)ask->count * sizeof(bil_move));
    memcpy(job->view, ask->view, ask->game->state_size);
    memcpy(job->rules, ask->rules, ask->game->rules_size);
    memcpy(job->quick, ask->quick, ask->game->rules_size);
    job->ask = (struct bil_ask){.game = ask->game,
                                .rules = job->rules,
                                .quick = job->quick,
                                .view = job->view,
                                .seat = ask->seat,
                                .moves = job->move,
                                .count = ask->count,
                                .random = &job->random,
                                .enough = enough,
                                .asker = &job->work};
}

static void question_think(struct bil_table *table, struct bil_question *question, const struct bil_bot *bot)
{
    struct job *job = bil_memory_grow(NULL, 1, sizeof *job);
    struct bil_ask ask;
    job->work = (struct bil_work){
        .run = think, .done = job_done, .task = {.rank = (uint8_t)rank_of(table), .cost = bil_setup_bot_time(bot->name)}};
    bil_payer_task(table, &job->work.task);
    job->bot = bot;
    job->hub = table->hub;
    memcpy(job->table, table->id, sizeof job->table);
    job->number = ++table->hub->bot_jobs;
    bil_question_ask(table, question, &ask);
    bil_match_bot_random(table->body->match, question->seat, question->ply, &job->random);
    copy_ask(job, &ask);
    question->job = job->number;
    bil_workers_give(table->hub->workers, &job->work);
}

/* whatever is thought for it is not needed any more */
static void bot_jobs_drop(struct bil_table *table)
{
    struct bil_asked *asked = &table->body->asked;
    const bool any = bil_asked_thinks(asked);
    for (int i = 0; i < asked->count; i++) {
        struct bil_question *question = &asked->question[i];
        question->job = question->answered ? question->job : 0;
    }
    if (any && table->hub->workers) { /* NULL: the hub is being pulled down */
        bil_workers_drop(table->hub->workers, BIL_TASK_TABLE, bil_payer_table(table));
    }
}

/* somebody has come or gone: it may be more urgent, or less */
static void bot_jobs_rank(struct bil_table *table)
{
    if (bil_asked_thinks(&table->body->asked) && table->hub->workers) {
        bil_workers_rank(table->hub->workers, BIL_TASK_TABLE, bil_payer_table(table), rank_of(table));
    }
}

/* ------------------------------------------------------------------ questions */

/* Windows in which several are asked at once, answers that are held, and tables that are paused.
 *
 * How many messages something makes follows from who sits there and from what is open to all; never from what anybody holds. That
 * is why a decision without a choice is asked like any other. */

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
        if (!question->answered && !thinking && bot && !is_quick(bot) && !body->paused) {
            question_think(table, question, bot);
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
 * but who is asked next, and draws no random number. Where all choose together, they stand where those before have chosen anything:
 * nobody who comes later sees what. */
static void put_questions(struct bil_table *table)
{
    struct bil_body *body = table->body;
    const struct bil_match *match = body->match;
    const struct bil_game *game = match->game;
    struct bil_asked *asked = &body->asked;
    bot_jobs_drop(table); /* about what was asked before */
    const unsigned together = game->together ? game->together(match->rules, bil_match_state(match, -1)) : 0;
    const unsigned window = together || !game->window ? together : game->window(match->rules, bil_match_state(match, -1));
    unsigned char state[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_random random = *bil_match_generator(match, match->ply);
    asked->decision = body->moves + 1;
    asked->window = window != 0;
    asked->together = together != 0;
    asked->seats = window ? window : 1U << match->actor;
    asked->count = 0;
    memcpy(state, bil_match_state(match, -1), game->state_size);
    for (unsigned left = asked->seats; left;) {
        struct bil_question *question = &asked->question[asked->count];
        const int seat = game->actor(match->rules, state);
        put_question(table, question, seat, state, asked->count);
        asked->count++;
        left &= ~(1U << seat);
        if (left && (question->pass || together)) {
            game->apply(match->rules, state, together ? question->move[0] : question->pass, &random, NULL);
        }
    }
}

void bil_table_ask(struct bil_table *table, int64_t since)
{
    struct bil_body *body = table->body;
    struct bil_asked *asked = &body->asked;
    if (body->facts.state != BIL_TABLE_PLAYING || !body->match || body->match->actor == BIL_OVER) {
        bot_jobs_drop(table);
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

/* The row is to say that it is paused, and for how long was asked by then. */
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
        bot_jobs_rank(table);
        return;
    }
    body->paused = pauses;
    if (pauses) {
        body->asked_for = bil_clock_asked_for(table, now);
        bot_jobs_drop(table);
        note_pause(table);
    } else {
        bil_table_ask(table, now - body->asked_for);
        body->changed = true;
        bil_hub_touch(table);
    }
    bil_hub_due(table, bil_clock_due(table));
}
