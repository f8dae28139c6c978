/* Asking a bot in another program, and what is done when it fails (see external_bot.h). Must never let its faults reach anybody
 * else: whatever it does, the answer is a legal move. */
#include "table/external_bot.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/clock.h"
#include "table/external_bot_internal.h"
#include "table/external_bot_process.h"
#include "table/external_bot_protocol.h"
#include "table/match_internal.h"
#include "table/memory.h"
#include "table/output.h"

enum { TRIES = 3, SHOWN = 120 };

/* What a program can do wrong. */
enum fault { NO_FAULT, STARTS_NOT, DIES, CLOSES, HANGS, FLOODS, NONSENSE, GIVES_UP, ILLEGAL, BAD_ORDER, LEFT_OUT };

/* A seat's program on this thread. */
struct instance {
    struct instance *next;
    struct bil_external_bot *external;
    int seat;
    struct bil_process process;
    bool greeted;
    uint64_t match; /* the one that it was told of; 0: none */
    uint64_t asks;  /* how often it was asked, including before a restart */
    struct bil_external_bot_count count;
    int failures;                   /* ends by fault since its last good answer */
    struct bil_text game;           /* the line "game ..." that it knows */
    char edition[BIL_EDITION_HASH]; /* the hash of the edition in it */
    struct bil_standing order[BIL_ORDERS];
    uint8_t order_count;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t instance_key; /* the first instance of the thread */
static atomic_uint_fast64_t matches;
static pthread_mutex_t last_fault_lock = PTHREAD_MUTEX_INITIALIZER;

uint64_t bil_external_bot_match(void)
{
    return atomic_fetch_add_explicit(&matches, 1, memory_order_relaxed) + 1;
}

/* ------------------------------------------------------------------ instances */

static void end_process(struct instance *instance, const char *farewell)
{
    bil_process_stop(&instance->process, farewell);
    bil_text_free(&instance->game);
    instance->greeted = false;
    instance->match = 0;
    instance->order_count = 0;
}

static void close_all(void *first)
{
    for (struct instance *instance = first; instance;) {
        struct instance *next = instance->next;
        end_process(instance, instance->greeted ? "quit\n" : NULL);
        free(instance);
        instance = next;
    }
}

static void make_key(void)
{
    if (pthread_key_create(&instance_key, close_all) != 0) {
        fprintf(stderr, "billions: the system gives threads no memory of their own.\n");
        abort();
    }
}

static struct instance *find_instance(const struct bil_bot *bot, int seat)
{
    pthread_once(&once, make_key);
    struct instance *instance = pthread_getspecific(instance_key);
    while (instance && (&instance->external->bot != bot || instance->seat != seat)) {
        instance = instance->next;
    }
    return instance;
}

static struct instance *take_instance(const struct bil_bot *bot, int seat)
{
    struct instance *instance = find_instance(bot, seat);
    if (!instance) {
        instance = bil_memory_zero(1, sizeof *instance);
        instance->external = (struct bil_external_bot *)(uintptr_t)bot; /* the bot is its first member */
        instance->seat = seat;
        instance->next = pthread_getspecific(instance_key);
        pthread_setspecific(instance_key, instance);
    }
    return instance;
}

/* ------------------------------------------------------------------ faults */

static void quote(struct bil_text *text, const char *before, const char *words)
{
    const size_t begin = text->length;
    while (*words == ' ' || ((unsigned char)*words & 0xC0U) == 0x80U) { /* nor the rest of a letter that was cut */
        words++;
    }
    size_t length = strlen(words);
    while (length > 0 && words[length - 1] == ' ') {
        length--;
    }
    if (length > 0) {
        bil_text_format(text, "%s\"%.*s%s\".", before, length < SHOWN ? (int)length : SHOWN, words, length > SHOWN ? "..." : "");
    }
    for (size_t i = begin; i < text->length; i++) {
        const char c = text->data[i];
        text->data[i] = (unsigned char)c < ' ' || c == 127 ? '?' : c; /* what a program writes must not move the cursor */
    }
}

/* Keeps what went wrong last, for the end of the run. */
static void keep_last_fault(struct bil_external_bot *external, const char *sentence)
{
    pthread_mutex_lock(&last_fault_lock);
    snprintf(external->last_fault, sizeof external->last_fault, "%s", sentence);
    pthread_mutex_unlock(&last_fault_lock);
}

/* Says what went wrong, if it is the first of its kind; ends the program after a fault that leaves it out of step. */
static void blame(struct instance *instance, enum fault fault, const char *what, const char *said)
{
    struct bil_external_bot *external = instance->external;
    const bool goes_on = fault == ILLEGAL || fault == BAD_ORDER;
    const bool told = atomic_fetch_or(&external->faults_told, 1U << fault) & 1U << fault;
    struct bil_text words = {0};
    quote(&words, " It said: ", said ? said : "");
    quote(&words, goes_on ? "" : " On its error stream: ", goes_on ? "" : instance->process.words);
    if (!told) {
        bil_output_complain("seat %d, %s: %s%s%s More of this kind is not told.", instance->seat + 1, external->name, what,
                            fault == BAD_ORDER ? "." : "; greedy decides in its place.", bil_text_string(&words));
    }
    if (fault != BAD_ORDER) {
        struct bil_text text = {0};
        bil_text_format(&text, "%s.%s", what, bil_text_string(&words));
        keep_last_fault(external, bil_text_string(&text));
        bil_text_free(&text);
    }
    bil_text_free(&words);
    if (!goes_on) {
        instance->failures++;
        end_process(instance, NULL);
    }
    if (!goes_on && instance->failures == TRIES && !(atomic_fetch_or(&external->faults_told, 1U << LEFT_OUT) & 1U << LEFT_OUT)) {
        bil_output_complain("seat %d, %s: failed %d times in a row; greedy plays on in its place.", instance->seat + 1,
                            external->name, TRIES);
    }
}

/* What it means that no line came. */
static void blame_silence(struct instance *instance, enum bil_process_news news, const char *when, int64_t deadline)
{
    char what[160];
    if (news == BIL_PROCESS_SILENT) {
        snprintf(what, sizeof what, "%s within %" PRId64 " ms", when, deadline);
        blame(instance, HANGS, what, NULL);
    } else if (news == BIL_PROCESS_FLOODS) {
        const bool deaf = instance->process.unsent.length - instance->process.sent > BIL_PROCESS_UNREAD;
        blame(instance, FLOODS, deaf ? "does not read what it is told" : "wrote more than anybody reads",
              instance->process.said.data ? instance->process.said.data + instance->process.read : NULL);
    } else if (instance->process.end[0]) {
        snprintf(what, sizeof what, "died (%s)", instance->process.end);
        blame(instance, DIES, what, NULL);
    } else {
        blame(instance, CLOSES, "closed its output or its input", NULL);
    }
}

/* ------------------------------------------------------------------ talking */

static int64_t deadline_of(const struct instance *instance)
{
    return (int64_t)(instance->external->bot.param[BIL_EXTERNAL_BOT_MS] + instance->external->bot.param[BIL_EXTERNAL_BOT_DEADLINE]);
}

/* Starts the program and waits for its greeting. */
static bool start_and_greet(struct instance *instance)
{
    struct bil_error error = {{0}};
    char hello[40];
    bool version = false;
    const char *line = NULL;
    const int64_t deadline = deadline_of(instance);
    if (!bil_process_start(&instance->process, instance->external->argv, &error)) {
        error.text[strcspn(error.text, "\n")] = 0;
        error.text[strlen(error.text) - 1] = 0; /* its full stop */
        blame(instance, STARTS_NOT, error.text, NULL);
        return false;
    }
    const int64_t until = bil_clock_ms() + deadline;
    snprintf(hello, sizeof hello, "billions-bot %d\n", BIL_PROTOCOL);
    bil_process_tell(&instance->process, hello, strlen(hello));
    for (;;) {
        const enum bil_process_news news = bil_process_line(&instance->process, until, &line);
        const char *behind = NULL;
        if (news != BIL_PROCESS_SAID) {
            blame_silence(instance, news, "did not greet", deadline);
            return false;
        }
        if (strcmp(line, "ready") == 0 && version) {
            instance->greeted = true;
            return true;
        }
        if ((behind = bil_protocol_behind(line, "billions-bot")) != NULL) {
            version = strcmp(behind, "1") == 0;
        } else if (version && (bil_protocol_behind(line, "name") || bil_protocol_behind(line, "author"))) {
            continue;
        }
        if (!behind && bil_protocol_behind(line, "error")) {
            blame(instance, GIVES_UP, "gave up", line);
            return false;
        }
        if (!version || !behind) {
            blame(instance, NONSENSE,
                  behind ? "speaks another version of the protocol than 1"
                         : "does not greet with the lines billions-bot 1 and ready",
                  line);
            return false;
        }
    }
}

/* Tells the game, where it does not know these rules yet, and that a match begins. */
static void introduce(struct instance *instance, const struct bil_ask *ask)
{
    struct bil_text game = {0};
    char text[64];
    bil_protocol_game(ask, instance->edition, &game);
    if (strcmp(bil_text_string(&game), bil_text_string(&instance->game)) != 0) {
        bil_process_tell(&instance->process, bil_text_string(&game), game.length);
        bil_text_free(&instance->game);
        instance->game = game;
    } else {
        bil_text_free(&game);
    }
    snprintf(text, sizeof text, "new {\"seat\":%d}\n", ask->seat + 1);
    bil_process_tell(&instance->process, text, strlen(text));
    instance->match = ask->match ? ask->match : UINT64_MAX;
}

/* Tells the program why a line of it cannot be, and blames it: `what` and the same reason without its full stop. */
static void refuse_line(struct instance *instance, struct bil_error *error, enum fault fault, const char *what, const char *line)
{
    struct bil_text text = {0};
    bil_text_format(&text, "error %s\n", error->text);
    bil_process_tell(&instance->process, bil_text_string(&text), text.length);
    bil_text_clear(&text);
    const size_t length = strlen(error->text);
    error->text[length > 0 && error->text[length - 1] == '.' ? length - 1 : length] = 0;
    bil_text_format(&text, "%s%s%s", what, error->text, fault == ILLEGAL ? ")" : "");
    blame(instance, fault, bil_text_string(&text), line);
    bil_text_free(&text);
}

/* A standing order that it gives, or ends. It holds from the next decision on. */
static void take_order(struct instance *instance, const struct bil_ask *ask, const char *words, bool give)
{
    struct bil_error error = {{0}};
    struct bil_standing made;
    bil_move move = 0;
    int fits = 0;
    bool fine = true;
    if (!give && !*words) {
        instance->order_count = 0;
    } else if (!give) {
        const int found = bil_standing_find(instance->order, instance->order_count, words, &fits);
        fine = fits == 1 || bil_fail(&error, "It has no such standing order to end, or more than one.");
        if (fine) {
            bil_standing_forget(instance->order, &instance->order_count, found);
        }
    } else {
        fine = bil_standing_read(ask->game, ask->rules, ask->view, ask->seat, words, &made, &error);
        if (fine && made.kind >= 0 && bil_orders_of(ask->game)[made.kind].brief &&
            bil_standing_ask(ask, &made, &move) != BIL_ORDER_ANSWERS) {
            fine = bil_fail(&error, "\"%s\" has nothing to do in what is asked now.", made.words);
        }
        fine = fine && bil_standing_add(ask->game, instance->order, &instance->order_count, &made, &error);
    }
    if (!fine) {
        refuse_line(instance, &error, BAD_ORDER, "an order that cannot be: ", words);
    }
}

/* Its move: the first of its reasons. */
static void put_first(struct bil_reasons *reasons, bil_move move)
{
    for (int i = 1; i < reasons->count; i++) {
        if (reasons->item[i].move == move) {
            const struct bil_reason first = reasons->item[i];
            memmove(&reasons->item[1], &reasons->item[0], (size_t)i * sizeof first);
            reasons->item[0] = first;
            return;
        }
    }
}

/* Parses what follows "move", which begins with the number of the question. 0 if it does not answer it. */
static bil_move take_move(struct instance *instance, const struct bil_ask *ask, const char *line, const char *behind)
{
    struct bil_error error = {{0}};
    char *end = NULL;
    const unsigned long long number = strtoull(behind, &end, 10);
    if (end == behind || *end != ' ' || number != instance->asks) {
        char what[96];
        snprintf(what, sizeof what, "answered another question than number %" PRIu64 ", which was asked", instance->asks);
        blame(instance, NONSENSE, what, line);
        return 0;
    }
    const bil_move move = bil_protocol_read_move(ask, end + strspn(end, " "), &error);
    if (move == 0) {
        refuse_line(instance, &error, ILLEGAL, "chose no legal move (", line);
    }
    instance->failures = 0;
    return move;
}

/* Takes the lines of one answer up to its move. 0 if there is none. */
static bil_move take_answer(struct instance *instance, const struct bil_ask *ask, int64_t until)
{
    struct bil_reasons *reasons = ask->reasons;
    struct bil_reason reason;
    for (;;) {
        const char *line = NULL;
        const char *behind = NULL;
        const enum bil_process_news news = bil_process_line(&instance->process, until, &line);
        if (news != BIL_PROCESS_SAID) {
            blame_silence(instance, news, "did not answer", deadline_of(instance));
            return 0;
        }
        if ((behind = bil_protocol_behind(line, "move")) != NULL) {
            const bil_move move = take_move(instance, ask, line, behind);
            if (reasons) {
                put_first(reasons, move);
            }
            return move;
        }
        if ((behind = bil_protocol_behind(line, "reason")) != NULL && bil_protocol_read_reason(ask, behind, &reason, NULL)) {
            if (reasons && reasons->count < BIL_REASONS) {
                reasons->item[reasons->count++] = reason;
                reasons->iterations += reason.visits;
            }
        } else if (!behind && (behind = bil_protocol_behind(line, "say")) != NULL) {
            if (reasons) {
                snprintf(reasons->words, sizeof reasons->words, "%s", behind);
            }
        } else if (!behind && (behind = bil_protocol_behind(line, "order")) != NULL) {
            take_order(instance, ask, behind, true);
        } else if (!behind && (behind = bil_protocol_behind(line, "end")) != NULL) {
            take_order(instance, ask, behind, false);
        } else {
            const bool gives_up = !behind && bil_protocol_behind(line, "error");
            blame(instance, gives_up ? GIVES_UP : NONSENSE,
                  behind     ? "gave a reason that means nothing"
                  : gives_up ? "gave up"
                             : "wrote a line that means nothing here",
                  line);
            return 0;
        }
    }
}

static bil_move ask_process(struct instance *instance, const struct bil_ask *ask)
{
    const char *line = NULL;
    if (instance->failures >= TRIES || (!instance->greeted && !start_and_greet(instance))) {
        return 0;
    }
    const enum bil_process_news news = bil_process_line(&instance->process, 0, &line);
    if (news == BIL_PROCESS_SAID) {
        blame(instance, NONSENSE, "spoke without being asked", line);
        return 0;
    }
    if (news != BIL_PROCESS_SILENT) {
        blame_silence(instance, news, "", 0);
        return 0;
    }
    if (instance->match == 0 || (ask->match && instance->match != ask->match)) {
        introduce(instance, ask);
    }
    struct bil_text text = {0};
    const uint64_t random = (uint64_t)bil_random_word(ask->random) << 32 | bil_random_word(ask->random);
    const int64_t deadline = deadline_of(instance);
    instance->asks++;
    bil_protocol_ask(ask, instance->edition, instance->asks, (int64_t)instance->external->bot.param[BIL_EXTERNAL_BOT_MS], deadline,
                     random, &text);
    const int64_t until = bil_clock_ms() + deadline;
    bil_process_tell(&instance->process, bil_text_string(&text), text.length);
    bil_text_free(&text);
    return take_answer(instance, ask, until);
}

/* ------------------------------------------------------------------ the bot */

static bil_move answer_by_order(struct instance *instance, const struct bil_ask *ask)
{
    bil_move move = 0;
    for (int o = 0; o < instance->order_count;) {
        switch (bil_standing_ask(ask, &instance->order[o], &move)) {
        case BIL_ORDER_ANSWERS:
            return move;
        case BIL_ORDER_ENDED:
            bil_standing_forget(instance->order, &instance->order_count, o);
            break;
        default:
            o++;
            break;
        }
    }
    return 0;
}

static void forget_reasons(const struct bil_ask *ask)
{
    if (ask->reasons) {
        ask->reasons->count = 0;
        ask->reasons->iterations = 0;
        ask->reasons->words[0] = 0;
    }
}

bil_move bil_choose_external_bot(const struct bil_bot *bot, const struct bil_ask *ask)
{
    forget_reasons(ask);
    if (ask->count == 1) {
        return ask->moves[0];
    }
    if (!ask->config) {
        fprintf(stderr, "billions: %s was asked without being told by which rules; this is an error of the program.\n", bot->name);
        abort();
    }
    struct instance *instance = take_instance(bot, ask->seat);
    if (ask->match && instance->match != ask->match) {
        instance->order_count = 0;
    }
    bil_move move = answer_by_order(instance, ask);
    if (move) {
        return move;
    }
    atomic_fetch_add_explicit(&instance->external->asked, 1, memory_order_relaxed);
    instance->count.asked++;
    move = ask_process(instance, ask);
    if (move == 0) {
        atomic_fetch_add_explicit(&instance->external->forfeited, 1, memory_order_relaxed);
        instance->count.forfeited++;
        forget_reasons(ask);
        const struct bil_bot *greedy = bil_bot_find("greedy", NULL);
        move = greedy->choose(greedy, ask);
    }
    return move;
}

static bool is_external(const struct bil_bot *bot)
{
    return bot->choose == bil_choose_external_bot;
}

void bil_external_bot_over(const struct bil_bot *bot, const struct bil_game *game, const void *rules, const void *state, int seats,
                           int seat, uint64_t match)
{
    struct instance *instance = is_external(bot) ? find_instance(bot, seat) : NULL;
    if (!instance || !instance->greeted || instance->match == 0 || instance->match != match) {
        return;
    }
    struct bil_text text = {0};
    bil_protocol_over(game, rules, state, seats, seat, &text);
    bil_process_tell(&instance->process, bil_text_string(&text), text.length);
    bil_text_free(&text);
    instance->match = 0;
    instance->order_count = 0;
}

struct bil_external_bot_count bil_external_bot_count(const struct bil_bot *bot)
{
    struct bil_external_bot_count count = {0, 0};
    if (is_external(bot)) {
        const struct bil_external_bot *external = (const struct bil_external_bot *)(const void *)bot;
        count.asked = atomic_load_explicit(&external->asked, memory_order_relaxed);
        count.forfeited = atomic_load_explicit(&external->forfeited, memory_order_relaxed);
    }
    return count;
}

struct bil_external_bot_count bil_external_bot_count_at(const struct bil_bot *bot, int seat)
{
    const struct instance *instance = is_external(bot) ? find_instance(bot, seat) : NULL;
    return instance ? instance->count : (struct bil_external_bot_count){0, 0};
}

bool bil_external_bot_close(void)
{
    bool any_useless = false;
    pthread_once(&once, make_key);
    close_all(pthread_getspecific(instance_key));
    pthread_setspecific(instance_key, NULL);
    for (struct bil_external_bot *external = bil_external_bot_first(); external; external = external->next) {
        const struct bil_external_bot_count count = bil_external_bot_count(&external->bot);
        if (atomic_exchange(&external->reported, count.forfeited) < count.forfeited) {
            pthread_mutex_lock(&last_fault_lock);
            bil_output_complain("%s left %" PRIu64 " of %" PRIu64 " decisions to greedy. Its last fault: %s", external->name,
                                count.forfeited, count.asked, external->last_fault);
            pthread_mutex_unlock(&last_fault_lock);
        }
        any_useless = any_useless || (count.asked > 0 && count.forfeited == count.asked);
    }
    return !any_useless;
}
