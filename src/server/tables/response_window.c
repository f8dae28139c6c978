/* What comes of what is asked: when time is up or all have answered, answers become moves.
 *
 * A window closes when everybody can tell that it must; never sooner or later because of what anybody holds. So a bot that is late
 * there is not waited for. */
#include "server/tables/internal.h"

/* What counts as the answer of an asked seat when its window closes. */
static bil_move answer_of(const struct bil_table *table, const struct bil_question *question, enum bil_entry_how *how)
{
    *how = question->how;
    if (question->answered) {
        return question->answer;
    }
    if (question->who == BIL_WHO_BOT) {
        return bil_question_bot(table, question, bil_table_bot(table, question->seat));
    }
    if (question->pass) { /* to others a person that says nothing looks like one that passes */
        *how = BIL_HOW_LAPSED;
        return question->pass;
    }
    *how = BIL_HOW_TIMEOUT;
    return bil_question_bot(table, question, "greedy");
}

void bil_table_release(struct bil_table *table)
{
    struct bil_hub *hub = table->hub;
    struct bil_error error = {{0}};
    table->body->held_new = 0;
    if (table->body->held_stored) {
        table->body->held_stored = false;
        if (bil_hub_begin_at(table) && !bil_store_release(hub->store, table->id, &error)) {
            bil_hub_breaks_at(table, &error);
        }
    }
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
        passed = asked->together || answer[i] == asked->question[i].pass;
        bil_table_add_move(table, answer[i], how[i], now);
    }
    bil_table_release(table);
}

static void time_is_up(struct bil_table *table, int seat, int64_t now)
{
    struct bil_body *body = table->body;
    const bil_move move = bil_question_bot(table, &body->asked.question[0], "greedy");
    if (body->facts.seat[seat].bank > 0) {
        body->facts.seat[seat].bank = 0;
        body->changed_seats |= UINT64_C(1) << seat;
    }
    table->hub->figures.timeouts++;
    bil_table_add_move(table, move, BIL_HOW_TIMEOUT, now);
    if (body->setup.absent[0]) {
        bil_presence_replace(table, seat, now);
    }
}

bool bil_table_decide(struct bil_table *table, int64_t now)
{
    const struct bil_asked *asked = &table->body->asked;
    const int64_t at = bil_clock_decides_at(table);
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
