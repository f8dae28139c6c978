/* What bots choose at a table. Those that answer at once are asked on the spot; those that look ahead are asked by a worker, with a
 * copy of all that they may know.
 *
 * Every bot gets the random stream of its seat and ply, as in a match at one machine: the same game has the same bots' choices
 * wherever it is played. A job that ends when its question is over is thrown away. */
#include <stdlib.h>
#include <string.h>

#include "server/tables/internal.h"
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

bool bil_bot_is_quick(const struct bil_bot *bot)
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

void bil_question_think(struct bil_table *table, struct bil_question *question, const struct bil_bot *bot)
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

void bil_bot_jobs_drop(struct bil_table *table)
{
    struct bil_asked *asked = &table->body->asked;
    bool any = false;
    for (int i = 0; i < asked->count; i++) {
        struct bil_question *question = &asked->question[i];
        any = any || (question->job && !question->answered);
        question->job = question->answered ? question->job : 0;
    }
    if (any && table->hub->workers) { /* NULL: the hub is being pulled down */
        bil_workers_drop(table->hub->workers, BIL_TASK_TABLE, bil_payer_table(table));
    }
}

void bil_bot_jobs_rank(struct bil_table *table)
{
    const struct bil_asked *asked = &table->body->asked;
    bool any = false;
    for (int i = 0; i < asked->count; i++) {
        any = any || (asked->question[i].job && !asked->question[i].answered);
    }
    if (any && table->hub->workers) {
        bil_workers_rank(table->hub->workers, BIL_TASK_TABLE, bil_payer_table(table), rank_of(table));
    }
}
