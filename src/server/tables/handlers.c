/* What clients say at a table: moves, standing orders, taking back, chat, questions. Each message is answered, and a refused one
 * has changed nothing. Must never answer a seat from more than that seat's own view. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "kit/notation.h"
#include "server/tables/internal.h"
#include "table/external_bot_protocol.h"
#include "table/memory.h"

/* Signs: one word out of a few that a seat shows to all who are at the table. They pass and are kept nowhere: no entry, nothing
 * stored, nothing told to who comes later.
 *
 * Must never carry a text of the sender's own. */

/* As docs/protocol.md lists them. */
static const char *const signs[] = {"hello", "well-played", "thanks", "wow", "ha-ha", "ouch", "hmm", "hurry"};

static const char *find_sign(const struct bil_value *message)
{
    const struct bil_value *value = bil_value_get(message, "sign");
    for (size_t i = 0; value && value->type == BIL_STRING && i < sizeof signs / sizeof *signs; i++) {
        if (strcmp(signs[i], value->string) == 0) {
            return signs[i];
        }
    }
    return NULL;
}

static void show_sign(struct bil_table *table, int seat, const char *sign)
{
    struct bil_text *text = bil_hub_begin_message(table->hub, "emote");
    bil_json_key_integer(text, "seat", seat + 1);
    bil_json_key_string(text, "sign", sign);
    bil_json_object_end(text);
    bil_table_say(table, BIL_EVERYBODY);
}

static void handle_emote(struct bil_client *client, const struct bil_client_message *said)
{
    struct bil_table *table = client->table;
    const char *sign = find_sign(said->message);
    struct bil_error error = {{0}};
    if (client->seat < 0) {
        bil_client_error(client, said->id, "seat", "You watch this table; only who has a seat can give signs.");
        return;
    }
    if (!sign) {
        for (size_t i = 0, at = 0; i < sizeof signs / sizeof *signs; i++) {
            at += (size_t)snprintf(error.text + at, sizeof error.text - at, "%s%s", i == 0 ? "\"sign\" must be one of " : ", ",
                                   signs[i]);
        }
        bil_client_error(client, said->id, "emote", error.text);
        return;
    }
    if (table->body->facts.state == BIL_TABLE_CLOSED) {
        bil_client_error(client, said->id, "closed", "This table was given up.");
        return;
    }
    int64_t *last = &table->signed_at[client->seat];
    const int64_t wait = *last + BIL_SIGN_PAUSE - said->now;
    if (*last && wait > 0 && wait <= BIL_SIGN_PAUSE) { /* a clock that was set back makes nobody wait longer */
        bil_client_error(client, said->id, "slow-down", "One sign in three seconds is enough; wait a little.");
        return;
    }
    *last = said->now;
    bil_client_answer(client, said->id, "ok");
    show_sign(table, client->seat, sign);
}

enum { MINUTE = 60 * 1000 };

/* A seat at a game that goes on; else the client hears why not. */
static bool plays(struct bil_client *client, const struct bil_client_message *said)
{
    static const char *const codes[] = {
        [BIL_TABLE_OPEN] = "not-begun", [BIL_TABLE_PLAYING] = "", [BIL_TABLE_OVER] = "over", [BIL_TABLE_CLOSED] = "closed"};
    static const char *const words[] = {[BIL_TABLE_OPEN] = "The game has not begun: seats are still free.",
                                        [BIL_TABLE_PLAYING] = "",
                                        [BIL_TABLE_OVER] = "The game is over.",
                                        [BIL_TABLE_CLOSED] = "This table was given up."};
    const int state = client->table->body->facts.state;
    if (client->seat < 0) {
        bil_client_error(client, said->id, "seat", "You watch this table; only who has a seat can do that.");
    } else if (state != BIL_TABLE_PLAYING) {
        bil_client_error(client, said->id, codes[state], words[state]);
    } else if (client->hub->closing) {
        bil_client_error(client, said->id, "closing",
                         "The server is about to stop and takes no moves; come back in a "
                         "while.");
    } else {
        return true;
    }
    return false;
}

/* A text of the message; NULL, and the client gets an error, if there is none. */
static const char *message_text(struct bil_client *client, const struct bil_client_message *said, const char *key)
{
    const struct bil_value *value = bil_value_get(said->message, key);
    if (value && value->type == BIL_STRING) {
        return value->string;
    }
    char sentence[96];
    snprintf(sentence, sizeof sentence, "This message needs \"%s\", a text.", key);
    bil_client_error(client, said->id, "malformed", sentence);
    return NULL;
}

/* The decision that the message names, or the open one if it names none; -1 if it is no number. */
static int64_t decision_of(const struct bil_client *client, const struct bil_client_message *said, bool needed)
{
    const struct bil_value *value = bil_value_get(said->message, "decision");
    return value && value->type == BIL_INTEGER ? value->integer : value || needed ? -1 : client->table->body->asked.decision;
}

static bool is_open(struct bil_client *client, const struct bil_client_message *said, int64_t decision)
{
    char sentence[160];
    if (decision == client->table->body->asked.decision) {
        return true;
    }
    if (decision < 0) {
        bil_client_error(client, said->id, "malformed", "This message needs \"decision\", the number of what is asked.");
        return false;
    }
    snprintf(sentence, sizeof sentence, "Decision %" PRId64 " is not open; what is asked now is decision %" PRId64 ".", decision,
             client->table->body->asked.decision);
    bil_client_error(client, said->id, "stale", sentence);
    return false;
}

/* ------------------------------------------------------------------ moves */

static void send_held(struct bil_client *client, int64_t decision, const char *move)
{
    struct bil_text *text = bil_hub_begin_message(client->hub, "held");
    bil_json_key_integer(text, "decision", decision);
    bil_json_key_string(text, "move", move);
    bil_json_object_end(text);
    bil_client_say(client);
}

/* The entry by which that seat answered a decision; NULL: there is none. */
static struct bil_log_line *line_of(const struct bil_table *table, int64_t decision, int seat)
{
    const struct bil_body *body = table->body;
    for (int64_t i = body->lines - 1; i >= 0; i--) {
        struct bil_log_line *line = &body->line[i];
        if (line->kind == BIL_ENTRY_MOVE && line->decision == decision && line->seat == seat) {
            return line;
        }
        if (line->kind == BIL_ENTRY_MOVE && line->decision < decision) {
            break;
        }
    }
    return NULL;
}

/* Whether this very message was taken before: it is then answered as it was. */
static bool was_taken(struct bil_client *client, const struct bil_client_message *said, int64_t decision, const char *move)
{
    const struct bil_table *table = client->table;
    const struct bil_body *body = table->body;
    const struct bil_log_line *line = line_of(table, decision, client->seat);
    struct bil_text text = {0};
    bool same = false;
    if (line) {
        bil_log_line_move(line, body->match, client->seat, &text);
    }
    same = line && *move && strncasecmp(bil_text_string(&text), move, strlen(move)) == 0;
    bil_text_free(&text);
    const char *held = body->held[client->seat].decision == decision ? body->held[client->seat].text : NULL;
    if (!same && held && *move && strncasecmp(held, move, strlen(move)) == 0) {
        send_held(client, decision, held);
        same = true;
    }
    if (same) {
        bil_client_answer(client, said->id, "ok");
    }
    return same;
}

/* Keeps an answer until the window closes. */
static void hold_answer(struct bil_client *client, struct bil_question *question, bil_move move)
{
    struct bil_table *table = client->table;
    struct bil_body *body = table->body;
    struct bil_text text = {0};
    const int seat = question->seat;
    bil_move_text(body->match->game, body->match->rules, question->view, move, seat, &text);
    free(body->held[seat].text);
    body->held[seat].decision = body->asked.decision;
    body->held[seat].text = bil_memory_text(bil_text_string(&text), text.length);
    body->held_new |= 1U << seat;
    table->tell = table->tell || (body->asked.together && !question->answered); /* that one has chosen, not what */
    question->answer = move;
    question->answered = true;
    question->how = BIL_HOW_PERSON;
    bil_hub_touch(table);
    bil_text_free(&text);
    send_held(client, body->asked.decision, body->held[seat].text);
}

static void handle_move(struct bil_client *client, const struct bil_client_message *said)
{
    struct bil_table *table = client->table;
    struct bil_error error = {{0}};
    struct bil_ask ask;
    const char *text = message_text(client, said, "move");
    const int64_t decision = decision_of(client, said, true);
    if (!text || (client->seat >= 0 && decision > 0 && decision != table->body->asked.decision && table->body->match &&
                  was_taken(client, said, decision, text))) {
        return;
    }
    if (!plays(client, said)) {
        return;
    }
    if (!is_open(client, said, decision)) {
        return;
    }
    struct bil_question *question = bil_table_question(table, client->seat);
    if (!question || (question->who != BIL_WHO_PERSON && !(question->who == BIL_WHO_ORDER && !table->body->asked.window))) {
        if (!was_taken(client, said, decision, text)) {
            bil_client_error(client, said->id, "not-your-turn",
                             question ? "A standing order of yours answers that." : "You are not asked now.");
        }
        return;
    }
    bil_question_ask(table, question, &ask);
    const bil_move move = bil_protocol_read_move(&ask, text, &error);
    if (!move) {
        bil_client_error(client, said->id, "illegal", error.text);
        return;
    }
    if (table->body->asked.window) {
        hold_answer(client, question, move);
        bil_client_answer(client, said->id, "ok");
        bil_hub_due(table, bil_clock_due(table));
        bil_table_decide(table, said->now);
        return;
    }
    bil_clock_used(table, client->seat, said->now);
    bil_table_add_move(table, move, BIL_HOW_PERSON, said->now);
    bil_client_answer(client, said->id, "ok");
    bil_table_go_on(table, said->now);
}

/* ------------------------------------------------------------------ standing orders */

/* Asks again what is open: an order of that seat may answer it now, or not any more. The clock goes on as it was, and nobody else
 * hears of it. */
static void ask_again(struct bil_table *table, int seat, int64_t now)
{
    struct bil_text *text = &table->hub->text;
    bil_table_ask(table, table->body->asked.since);
    bil_hub_due(table, bil_clock_due(table));
    bil_hub_touch(table);
    table->body->changed = true;
    bil_table_broadcast(table, now); /* what comes before */
    for (struct bil_client *client = table->clients; client; client = client->next) {
        if (client->seat == seat && !client->retell) {
            bil_text_clear(text);
            bil_encode_now(table, seat, client->views, now, text);
            bil_client_say(client);
        }
    }
}

/* Adds an order in these words. False and a sentence: it cannot be. *answer: how it answers what its owner is asked just now; 0: it
 * does not. */
static bool add_order(struct bil_table *table, int seat, const char *words, bil_move *answer, struct bil_error *error)
{
    struct bil_body *body = table->body;
    const struct bil_game *game = body->match->game;
    const struct bil_question *question = bil_table_question(table, seat);
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_standing made;
    struct bil_ask ask;
    *answer = 0;
    if (bil_standing_is_standard(words)) {
        return bil_standing_add_standard(game, body->order[seat], &body->order_count[seat], error);
    }
    bil_match_view(body->match, seat, -1, view);
    if (!bil_standing_read(game, body->match->rules, question ? question->view : view, seat, words, &made, error)) {
        return false;
    }
    if (bil_order_reveals_hand(&made)) {
        return bil_fail(error,
                        "\"%.60s\" would tell the others by its silence what you hold; at a server say \"pass\" alone, or an "
                        "order of the game's own.",
                        made.words);
    }
    if (question && question->who == BIL_WHO_PERSON) {
        bil_question_ask(table, question, &ask);
        *answer = bil_standing_ask(&ask, &made, answer) == BIL_ORDER_ANSWERS ? *answer : 0;
    }
    if (made.kind >= 0 && bil_orders_of(game)[made.kind].brief && !*answer) {
        return bil_fail(error, "\"%s\" has nothing to do in what is asked now: %s.", made.words,
                        bil_orders_of(game)[made.kind].help);
    }
    return bil_standing_add(game, body->order[seat], &body->order_count[seat], &made, error);
}

static void handle_order(struct bil_client *client, const struct bil_client_message *said)
{
    struct bil_table *table = client->table;
    struct bil_error error = {{0}};
    bil_move answer = 0;
    const int seat = client->seat;
    const char *words = message_text(client, said, "words");
    if (!words || !plays(client, said)) {
        return;
    }
    if (!add_order(table, seat, words, &answer, &error)) {
        bil_client_error(client, said->id, "order", error.text);
        return;
    }
    bil_orders_store(table, seat);
    bil_client_answer(client, said->id, "ok");
    if (answer && !table->body->asked.window) { /* said on being asked, so it was a choice: undo leads back to it */
        bil_clock_used(table, seat, said->now);
        bil_table_add_move(table, answer, BIL_HOW_PERSON, said->now);
        bil_table_go_on(table, said->now);
        return;
    }
    ask_again(table, seat, said->now);
}

static void handle_end_order(struct bil_client *client, const struct bil_client_message *said)
{
    struct bil_table *table = client->table;
    int fits = 0;
    const char *words = message_text(client, said, "words");
    if (!words || !plays(client, said)) {
        return;
    }
    struct bil_body *body = table->body;
    const int seat = client->seat;
    const int found = bil_standing_find(body->order[seat], body->order_count[seat], words, &fits);
    if (words[strspn(words, " \t")] == 0) {
        while (body->order_count[seat] > 0) {
            bil_standing_forget(body->order[seat], &body->order_count[seat], 0);
        }
    } else if (fits == 1) {
        bil_standing_forget(body->order[seat], &body->order_count[seat], found);
    } else {
        bil_client_error(client, said->id, "order",
                         fits ? "You have more than one order with these words." : "You have no order with these words.");
        return;
    }
    bil_orders_store(table, seat);
    bil_client_answer(client, said->id, "ok");
    ask_again(table, seat, said->now);
}

/* ------------------------------------------------------------------ taking back */

/* Persons other than `seat` who must agree. Who is away and played for by a bot is not asked. */
static unsigned others(const struct bil_body *body, int seat)
{
    unsigned bits = 0;
    for (int s = 0; s < body->facts.seats; s++) {
        const struct bil_stored_seat *of = &body->facts.seat[s];
        bits |= (unsigned)(s != seat && of->kind == BIL_SEAT_PERSON && !of->bot_plays) << s;
    }
    return bits;
}

/* A log is kept for good, and what was taken back in memory too: without a limit, one who plays and takes back all day long could
 * fill both. */
static bool log_is_full(const struct bil_table *table, int64_t most)
{
    return table->body->lines >= most;
}

/* The entry, and the orders that it leaves. */
static void add_undo(struct bil_table *table, int seat, int ply, int64_t now)
{
    char text[16];
    snprintf(text, sizeof text, "%d", ply);
    bil_table_add(table, BIL_ENTRY_UNDO, seat, text, now);
    for (int s = 0; s < table->body->facts.seats; s++) {
        bil_orders_store(table, s);
    }
}

static void undo_moves(struct bil_table *table, int seat, int ply, int64_t now)
{
    bil_table_release(table);
    add_undo(table, seat, ply, now);
    bil_table_go_on(table, now);
}

static void handle_undo(struct bil_client *client, const struct bil_client_message *said)
{
    struct bil_table *table = client->table;
    if (!plays(client, said) || !is_open(client, said, decision_of(client, said, true))) {
        return;
    }
    const struct bil_body *body = table->body;
    const int seat = client->seat;
    const struct bil_log_line *move = bil_body_undo_move(body, body->lines, seat);
    if (!move) {
        bil_client_error(client, said->id, "undo", "You have made no move that could be taken back.");
    } else if (log_is_full(table, BIL_LOG_MOST)) {
        bil_client_error(client, said->id, "undo", "So much has happened at this table that nothing can be taken back any more.");
    } else if ((move->how == BIL_HOW_PERSON && move->ply >= bil_match_undo_horizon(body->match, seat)) || others(body, seat) == 0) {
        /* What was decided because time was up is never taken back without asking: nobody gets more time that way. */
        bil_client_answer(client, said->id, "ok");
        undo_moves(table, seat, move->ply, said->now);
    } else if (body->undo.seat >= 0) {
        bil_client_error(client, said->id, "undo",
                         "A request to take back is open already; it is agreed to or refused "
                         "first.");
    } else {
        bil_client_answer(client, said->id, "ok");
        bil_table_add(table, BIL_ENTRY_ASK_UNDO, seat, "", said->now);
    }
}

/* Whether that seat may answer a request to take back. */
static bool may_answer(struct bil_client *client, const struct bil_client_message *said)
{
    if (!plays(client, said) || !is_open(client, said, decision_of(client, said, false))) {
        return false;
    }
    if (client->table->body->undo.seat < 0) {
        bil_client_error(client, said->id, "undo", "Nobody asks to take anything back.");
        return false;
    }
    return true;
}

static void handle_agree(struct bil_client *client, const struct bil_client_message *said)
{
    struct bil_table *table = client->table;
    const int seat = client->seat;
    if (!may_answer(client, said)) {
        return;
    }
    const struct bil_body *body = table->body;
    if (body->undo.agreed >> seat & 1U) {
        bil_client_error(client, said->id, "undo", "You have agreed already.");
        return;
    }
    const struct bil_undo undo = body->undo;
    bil_client_answer(client, said->id, "ok");
    bil_table_add(table, BIL_ENTRY_AGREE, seat, "", said->now);
    if ((others(body, undo.seat) & ~body->undo.agreed) == 0) {
        undo_moves(table, undo.seat, undo.ply, said->now);
    }
}

static void handle_refuse(struct bil_client *client, const struct bil_client_message *said)
{
    if (may_answer(client, said)) {
        bil_client_answer(client, said->id, "ok");
        bil_table_add(client->table, BIL_ENTRY_REFUSE, client->seat, "", said->now);
    }
}

/* ------------------------------------------------------------------ coming back */

/* Anyone who says anything at a table plays again (clients.c); this is for who has nothing else to say. */
static void handle_back(struct bil_client *client, const struct bil_client_message *said)
{
    if (plays(client, said)) {
        bil_client_answer(client, said->id, "ok");
    }
}

/* ------------------------------------------------------------------ talking */

static bool talked_enough(struct bil_chatting *chatting, int most, int64_t now)
{
    if (now - chatting->since >= MINUTE) {
        *chatting = (struct bil_chatting){now, 0};
    }
    return chatting->count >= most;
}

/* How many letters (code points) a text of UTF-8 has. */
static size_t count_letters(const char *text)
{
    size_t letters = 0;
    for (; *text; text++) {
        letters += ((unsigned char)*text & 0xC0) != 0x80;
    }
    return letters;
}

static void handle_chat(struct bil_client *client, const struct bil_client_message *said)
{
    const char *text = message_text(client, said, "text");
    char sentence[160];
    if (!text) {
        return;
    }
    if (!client->table->body->setup.chat) {
        bil_client_error(client, said->id, "chat", "There is no chat at this table.");
        return;
    }
    const size_t letters = count_letters(text);
    if (letters > BIL_CHAT_LETTERS) {
        snprintf(sentence, sizeof sentence, "The message is too long by %zu letters: it may have %d.", letters - BIL_CHAT_LETTERS,
                 BIL_CHAT_LETTERS);
        bil_client_error(client, said->id, "chat", sentence);
        return;
    }
    if (!bil_wire_decent(text, SIZE_MAX)) {
        bil_client_error(client, said->id, "chat",
                         "A message is one line of text, with no blank at its ends and no characters that show nothing.");
        return;
    }
    struct bil_table *table = client->table;
    const bool watches = client->seat < 0;
    if (log_is_full(table, watches ? BIL_LOG_MOST / 2 : BIL_LOG_MOST)) { /* who plays can talk when watchers no longer can */
        bil_client_error(client, said->id, "chat", "So much was said and done at this table that no more talk is kept.");
        return;
    }
    struct bil_chatting *own = watches ? &client->chatting : &table->chatting[client->seat];
    if (talked_enough(own, BIL_CHAT_MESSAGES, said->now)) {
        bil_client_error(client, said->id, "slow-down", "Twenty messages in a minute are enough; wait a little.");
        return;
    }
    if (watches && talked_enough(&table->watchers_chatting, BIL_CHAT_WATCHERS, said->now)) {
        bil_client_error(client, said->id, "slow-down", "Those who watch talk too much, all together; wait a little.");
        return;
    }
    own->count++;
    table->watchers_chatting.count += watches;
    bil_client_answer(client, said->id, "ok");
    bil_table_add(client->table, BIL_ENTRY_CHAT, client->seat, text, said->now);
}

static struct bil_question *asked_person(struct bil_client *client, const struct bil_client_message *said)
{
    struct bil_question *question = plays(client, said) ? bil_table_question(client->table, client->seat) : NULL;
    if (client->seat >= 0 && client->table->body->facts.state == BIL_TABLE_PLAYING && !client->hub->closing &&
        (!question || question->who == BIL_WHO_BOT)) {
        bil_client_error(client, said->id, "not-your-turn", "You are not asked now.");
        question = NULL;
    }
    return question;
}

static void send_advice(struct bil_client *client, const char *type, const char *move, bool best, const char *words)
{
    struct bil_text *text = bil_hub_begin_message(client->hub, type);
    bil_json_key_string(text, "move", move);
    if (best) {
        bil_json_key_bool(text, "best", true);
    }
    bil_json_key_string(text, "text", words);
    bil_json_object_end(text);
    bil_client_say(client);
}

static void handle_hint(struct bil_client *client, const struct bil_client_message *said)
{
    const struct bil_question *question = asked_person(client, said);
    if (!question) {
        return;
    }
    const struct bil_match *match = client->table->body->match;
    int32_t value[BIL_MAX_MOVES] = {0};
    struct bil_text move = {0};
    struct bil_text why = {0};
    int best = 0;
    match->game->advise(match->rules, question->view, question->move, question->count, value);
    for (int i = 1; i < question->count; i++) {
        best = value[i] > value[best] ? i : best;
    }
    bil_move_text(match->game, match->rules, question->view, question->move[best], question->seat, &move);
    match->game->explain(match->rules, question->view, question->move[best], &why);
    send_advice(client, "hint", bil_text_string(&move), false, bil_text_string(&why));
    bil_client_answer(client, said->id, "ok");
    bil_text_free(&move);
    bil_text_free(&why);
}

static void handle_why(struct bil_client *client, const struct bil_client_message *said)
{
    const char *text = message_text(client, said, "move");
    const struct bil_question *question = text ? asked_person(client, said) : NULL;
    if (!question) {
        return;
    }
    const struct bil_match *match = client->table->body->match;
    struct bil_error error = {{0}};
    struct bil_text words = {0};
    struct bil_text why = {0};
    struct bil_ask ask;
    bil_question_ask(client->table, question, &ask);
    const bil_move move = bil_protocol_read_move(&ask, text, &error);
    if (move) {
        bil_move_text(match->game, match->rules, question->view, move, question->seat, &words);
        match->game->explain(match->rules, question->view, move, &why);
        const bool best = match->game->best && match->game->best(match->rules, question->view, move);
        send_advice(client, "why", bil_text_string(&words), best, bil_text_string(&why));
    } else {
        send_advice(client, "why", text, false, error.text);
    }
    bil_client_answer(client, said->id, "ok");
    bil_text_free(&words);
    bil_text_free(&why);
}

const struct bil_message_handler bil_message_handlers[] = {
    {"move", handle_move},   {"order", handle_order},   {"end-order", handle_end_order}, {"undo", handle_undo},
    {"agree", handle_agree}, {"refuse", handle_refuse}, {"chat", handle_chat},           {"hint", handle_hint},
    {"why", handle_why},     {"emote", handle_emote},   {"back", handle_back},           {0},
};
