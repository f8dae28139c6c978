/* Asking a bot in another program, and what is done when it fails (see external_bot.h). Must never let its faults reach anybody
 * else: whatever it does, the answer is a legal move. */
#include "table/external_bot.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/external_bot_internal.h"
#include "table/external_bot_process.h"
#include "table/external_bot_words.h"
#include "table/match_internal.h"
#include "table/memory.h"

enum { TRIES = 3, SHOWN = 120 };

/* What a program can do wrong. */
enum fault { NO_FAULT, STARTS_NOT, DIES, CLOSES, HANGS, FLOODS, BABBLES, GIVES_UP, ILLEGAL, BAD_ORDER, LEFT_OUT };

/* A seat's program on this thread. */
struct kept {
    struct kept *next;
    struct bil_external_bot *external;
    int seat;
    struct bil_process process;
    bool greeted;
    uint64_t match;                 /* the one that it was told of; 0: none */
    uint64_t asks;                  /* so many times it was asked, also before a new start */
    int failures;                   /* ends by fault since its last good answer */
    struct bil_text game;           /* the line "game ..." that it knows */
    char edition[BIL_EDITION_HASH]; /* the hash of the edition in it */
    struct bil_standing order[BIL_ORDERS];
    uint8_t order_count;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t kept_key; /* the first kept of the thread */
static atomic_uint_fast64_t matches;

uint64_t bil_external_bot_match(void)
{
    return atomic_fetch_add_explicit(&matches, 1, memory_order_relaxed) + 1;
}

/* ------------------------------------------------------------------ what is kept */

static void end_process(struct kept *kept, const char *farewell)
{
    bil_process_stop(&kept->process, farewell);
    bil_text_free(&kept->game);
    kept->greeted = false;
    kept->match = 0;
    kept->order_count = 0;
}

static void close_all(void *first)
{
    for (struct kept *kept = first; kept;) {
        struct kept *next = kept->next;
        end_process(kept, kept->greeted ? "quit\n" : NULL);
        free(kept);
        kept = next;
    }
}

static void make_key(void)
{
    if (pthread_key_create(&kept_key, close_all) != 0) {
        fprintf(stderr, "billions: the system gives threads no memory of their own.\n");
        abort();
    }
}

static struct kept *find_kept(const struct bil_bot *bot, int seat)
{
    pthread_once(&once, make_key);
    struct kept *kept = pthread_getspecific(kept_key);
    while (kept && (&kept->external->bot != bot || kept->seat != seat)) {
        kept = kept->next;
    }
    return kept;
}

static struct kept *take_kept(const struct bil_bot *bot, int seat)
{
    struct kept *kept = find_kept(bot, seat);
    if (!kept) {
        kept = bil_memory_zero(1, sizeof *kept);
        kept->external = (struct bil_external_bot *)(uintptr_t)bot; /* the bot is its first member */
        kept->seat = seat;
        kept->next = pthread_getspecific(kept_key);
        pthread_setspecific(kept_key, kept);
    }
    return kept;
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

/* Says what went wrong, if it is the first of its kind; ends the program after a fault that leaves it out of step. */
static void blame(struct kept *kept, enum fault fault, const char *what, const char *said)
{
    struct bil_external_bot *external = kept->external;
    const bool goes_on = fault == ILLEGAL || fault == BAD_ORDER;
    if (!(atomic_fetch_or(&external->told, 1U << fault) & 1U << fault)) {
        struct bil_text text = {0};
        bil_text_format(&text, "billions: seat %d, %s: %s%s", kept->seat + 1, external->name, what,
                        fault == BAD_ORDER ? "." : "; greedy decides in its place.");
        quote(&text, " It said: ", said ? said : "");
        quote(&text, goes_on ? "" : " On its error stream: ", goes_on ? "" : kept->process.words);
        bil_text_add(&text, " More of this kind is not told.\n");
        fputs(bil_text_string(&text), stderr);
        bil_text_free(&text);
    }
    if (!goes_on) {
        kept->failures++;
        end_process(kept, NULL);
    }
    if (!goes_on && kept->failures == TRIES && !(atomic_fetch_or(&external->told, 1U << LEFT_OUT) & 1U << LEFT_OUT)) {
        fprintf(stderr, "billions: seat %d, %s: failed %d times in a row; greedy plays on in its place.\n", kept->seat + 1,
                external->name, TRIES);
    }
}

/* What it means that no line came. */
static void blame_silence(struct kept *kept, enum bil_process_news news, const char *when, int64_t deadline)
{
    char what[160];
    if (news == BIL_PROCESS_SILENT) {
        snprintf(what, sizeof what, "%s within %" PRId64 " ms", when, deadline);
        blame(kept, HANGS, what, NULL);
    } else if (news == BIL_PROCESS_FLOODS) {
        const bool deaf = kept->process.unsent.length - kept->process.sent > BIL_PROCESS_UNREAD;
        blame(kept, FLOODS, deaf ? "does not read what it is told" : "wrote more than anybody reads",
              kept->process.said.data ? kept->process.said.data + kept->process.read : NULL);
    } else if (kept->process.end[0]) {
        snprintf(what, sizeof what, "died (%s)", kept->process.end);
        blame(kept, DIES, what, NULL);
    } else {
        blame(kept, CLOSES, "closed its output or its input", NULL);
    }
}

/* ------------------------------------------------------------------ talking */

static int64_t deadline_of(const struct kept *kept)
{
    return (int64_t)(kept->external->bot.param[BIL_EXTERNAL_BOT_MS] + kept->external->bot.param[BIL_EXTERNAL_BOT_DEADLINE]);
}

/* Starts the program and waits for its greeting. */
static bool greet(struct kept *kept)
{
    struct bil_error error = {{0}};
    char hello[40];
    bool version = false;
    const char *line = NULL;
    const int64_t deadline = deadline_of(kept);
    if (!bil_process_start(&kept->process, kept->external->argv, &error)) {
        error.text[strcspn(error.text, "\n")] = 0;
        error.text[strlen(error.text) - 1] = 0; /* its full stop */
        blame(kept, STARTS_NOT, error.text, NULL);
        return false;
    }
    const int64_t until = bil_process_clock() + deadline;
    snprintf(hello, sizeof hello, "billions-bot %d\n", BIL_PROTOCOL);
    bil_process_tell(&kept->process, hello, strlen(hello));
    for (;;) {
        const enum bil_process_news news = bil_process_line(&kept->process, until, &line);
        const char *behind = NULL;
        if (news != BIL_PROCESS_SAID) {
            blame_silence(kept, news, "did not greet", deadline);
            return false;
        }
        if (strcmp(line, "ready") == 0 && version) {
            kept->greeted = true;
            return true;
        }
        if ((behind = bil_words_behind(line, "billions-bot")) != NULL) {
            version = strcmp(behind, "1") == 0;
        } else if (version && (bil_words_behind(line, "name") || bil_words_behind(line, "author"))) {
            continue;
        }
        if (!behind && bil_words_behind(line, "error")) {
            blame(kept, GIVES_UP, "gave up", line);
            return false;
        }
        if (!version || !behind) {
            blame(kept, BABBLES,
                  behind ? "speaks another version of the protocol than 1"
                         : "does not greet with the lines billions-bot 1 and ready",
                  line);
            return false;
        }
    }
}

/* Tells the game, where it does not know these rules yet, and that a match begins. */
static void introduce(struct kept *kept, const struct bil_ask *ask)
{
    struct bil_text game = {0};
    char text[64];
    bil_words_game(ask, kept->edition, &game);
    if (strcmp(bil_text_string(&game), bil_text_string(&kept->game)) != 0) {
        bil_process_tell(&kept->process, bil_text_string(&game), game.length);
        bil_text_free(&kept->game);
        kept->game = game;
    } else {
        bil_text_free(&game);
    }
    snprintf(text, sizeof text, "new {\"seat\":%d}\n", ask->seat + 1);
    bil_process_tell(&kept->process, text, strlen(text));
    kept->match = ask->match ? ask->match : UINT64_MAX;
}

/* A standing order that it gives, or ends. It holds from the next decision on. */
static void take_order(struct kept *kept, const struct bil_ask *ask, const char *words, bool give)
{
    struct bil_error error = {{0}};
    struct bil_standing made;
    bil_move move = 0;
    int fits = 0;
    bool fine = true;
    if (!give && !*words) {
        kept->order_count = 0;
    } else if (!give) {
        const int found = bil_standing_find(kept->order, kept->order_count, words, &fits);
        fine = fits == 1 || bil_fail(&error, "It has no such standing order to end, or more than one.");
        if (fine) {
            bil_standing_forget(kept->order, &kept->order_count, found);
        }
    } else {
        fine = bil_standing_read(ask->game, ask->rules, ask->view, ask->seat, words, &made, &error);
        if (fine && made.kind >= 0 && bil_orders_of(ask->game)[made.kind].brief &&
            bil_standing_ask(ask, &made, &move) != BIL_ORDER_ANSWERS) {
            fine = bil_fail(&error, "\"%s\" has nothing to do in what is asked now.", made.words);
        }
        fine = fine && bil_standing_add(ask->game, kept->order, &kept->order_count, &made, &error);
    }
    if (!fine) {
        struct bil_text text = {0};
        bil_text_format(&text, "error %s\n", error.text);
        bil_process_tell(&kept->process, bil_text_string(&text), text.length);
        bil_text_clear(&text);
        error.text[strlen(error.text) - 1] = 0; /* its full stop */
        bil_text_format(&text, "an order that cannot be: %s", error.text);
        blame(kept, BAD_ORDER, bil_text_string(&text), words);
        bil_text_free(&text);
    }
}

/* Its move: the one that stands first among its reasons. */
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

/* What stands behind "move", which begins with the number of the question. 0 if it is no answer to it. */
static bil_move take_move(struct kept *kept, const struct bil_ask *ask, const char *line, const char *behind)
{
    struct bil_error error = {{0}};
    char *end = NULL;
    const unsigned long long number = strtoull(behind, &end, 10);
    if (end == behind || *end != ' ' || number != kept->asks) {
        char what[96];
        snprintf(what, sizeof what, "answered another question than number %" PRIu64 ", which was asked", kept->asks);
        blame(kept, BABBLES, what, line);
        return 0;
    }
    const bil_move move = bil_words_read_move(ask, end + strspn(end, " "), &error);
    if (move == 0) {
        struct bil_text text = {0};
        bil_text_format(&text, "error %s\n", error.text);
        bil_process_tell(&kept->process, bil_text_string(&text), text.length);
        bil_text_clear(&text);
        const size_t length = strlen(error.text);
        error.text[length > 0 && error.text[length - 1] == '.' ? length - 1 : length] = 0;
        bil_text_format(&text, "chose no legal move (%s)", error.text);
        blame(kept, ILLEGAL, bil_text_string(&text), line);
        bil_text_free(&text);
    }
    kept->failures = 0;
    return move;
}

/* Takes the lines of one answer up to its move. 0 if there is none. */
static bil_move take_answer(struct kept *kept, const struct bil_ask *ask, int64_t until)
{
    struct bil_reasons *reasons = ask->reasons;
    struct bil_reason reason;
    for (;;) {
        const char *line = NULL;
        const char *behind = NULL;
        const enum bil_process_news news = bil_process_line(&kept->process, until, &line);
        if (news != BIL_PROCESS_SAID) {
            blame_silence(kept, news, "did not answer", deadline_of(kept));
            return 0;
        }
        if ((behind = bil_words_behind(line, "move")) != NULL) {
            const bil_move move = take_move(kept, ask, line, behind);
            if (reasons) {
                put_first(reasons, move);
            }
            return move;
        }
        if ((behind = bil_words_behind(line, "reason")) != NULL && bil_words_read_reason(ask, behind, &reason, NULL)) {
            if (reasons && reasons->count < BIL_REASONS) {
                reasons->item[reasons->count++] = reason;
                reasons->iterations += reason.visits;
            }
        } else if (!behind && (behind = bil_words_behind(line, "say")) != NULL) {
            if (reasons) {
                snprintf(reasons->words, sizeof reasons->words, "%s", behind);
            }
        } else if (!behind && (behind = bil_words_behind(line, "order")) != NULL) {
            take_order(kept, ask, behind, true);
        } else if (!behind && (behind = bil_words_behind(line, "end")) != NULL) {
            take_order(kept, ask, behind, false);
        } else {
            const bool gives_up = !behind && bil_words_behind(line, "error");
            blame(kept, gives_up ? GIVES_UP : BABBLES,
                  behind     ? "gave a reason that means nothing"
                  : gives_up ? "gave up"
                             : "wrote a line that means nothing here",
                  line);
            return 0;
        }
    }
}

static bil_move ask_process(struct kept *kept, const struct bil_ask *ask)
{
    const char *line = NULL;
    if (kept->failures >= TRIES || (!kept->greeted && !greet(kept))) {
        return 0;
    }
    const enum bil_process_news news = bil_process_line(&kept->process, 0, &line);
    if (news == BIL_PROCESS_SAID) {
        blame(kept, BABBLES, "spoke without being asked", line);
        return 0;
    }
    if (news != BIL_PROCESS_SILENT) {
        blame_silence(kept, news, "", 0);
        return 0;
    }
    if (kept->match == 0 || (ask->match && kept->match != ask->match)) {
        introduce(kept, ask);
    }
    struct bil_text text = {0};
    const uint64_t random = (uint64_t)bil_random_word(ask->random) << 32 | bil_random_word(ask->random);
    const int64_t deadline = deadline_of(kept);
    kept->asks++;
    bil_words_ask(ask, kept->edition, kept->asks, (int64_t)kept->external->bot.param[BIL_EXTERNAL_BOT_MS], deadline, random, &text);
    const int64_t until = bil_process_clock() + deadline;
    bil_process_tell(&kept->process, bil_text_string(&text), text.length);
    bil_text_free(&text);
    return take_answer(kept, ask, until);
}

/* ------------------------------------------------------------------ the bot */

static bil_move answer_by_order(struct kept *kept, const struct bil_ask *ask)
{
    bil_move move = 0;
    for (int o = 0; o < kept->order_count;) {
        switch (bil_standing_ask(ask, &kept->order[o], &move)) {
        case BIL_ORDER_ANSWERS:
            return move;
        case BIL_ORDER_ENDED:
            bil_standing_forget(kept->order, &kept->order_count, o);
            break;
        default:
            o++;
            break;
        }
    }
    return 0;
}

bil_move bil_choose_external_bot(const struct bil_bot *bot, const struct bil_ask *ask)
{
    if (ask->reasons) {
        ask->reasons->count = 0;
        ask->reasons->iterations = 0;
        ask->reasons->words[0] = 0;
    }
    if (ask->count == 1) {
        return ask->moves[0];
    }
    if (!ask->config) {
        fprintf(stderr, "billions: %s was asked without being told by which rules; this is an error of the program.\n", bot->name);
        abort();
    }
    struct kept *kept = take_kept(bot, ask->seat);
    if (ask->match && kept->match != ask->match) {
        kept->order_count = 0;
    }
    bil_move move = answer_by_order(kept, ask);
    if (move) {
        return move;
    }
    atomic_fetch_add_explicit(&kept->external->asked, 1, memory_order_relaxed);
    move = ask_process(kept, ask);
    if (move == 0) {
        atomic_fetch_add_explicit(&kept->external->forfeited, 1, memory_order_relaxed);
        if (ask->reasons) {
            ask->reasons->count = 0;
            ask->reasons->iterations = 0;
            ask->reasons->words[0] = 0;
        }
        const struct bil_bot *greedy = bil_bot_find("greedy", NULL);
        move = greedy->choose(greedy, ask);
    }
    return move;
}

void bil_external_bot_over(const struct bil_bot *bot, const struct bil_game *game, const void *rules, const void *state, int seats,
                           int seat, uint64_t match)
{
    struct kept *kept = bil_is_external_bot(bot) ? find_kept(bot, seat) : NULL;
    if (!kept || !kept->greeted || kept->match == 0 || kept->match != match) {
        return;
    }
    struct bil_text text = {0};
    bil_words_over(game, rules, state, seats, seat, &text);
    bil_process_tell(&kept->process, bil_text_string(&text), text.length);
    bil_text_free(&text);
    kept->match = 0;
    kept->order_count = 0;
}

struct bil_external_bot_count bil_external_bot_count(const struct bil_bot *bot)
{
    struct bil_external_bot_count count = {0, 0};
    if (bil_is_external_bot(bot)) {
        const struct bil_external_bot *external = (const struct bil_external_bot *)(const void *)bot;
        count.asked = atomic_load_explicit(&external->asked, memory_order_relaxed);
        count.forfeited = atomic_load_explicit(&external->forfeited, memory_order_relaxed);
    }
    return count;
}

void bil_external_bot_close(void)
{
    pthread_once(&once, make_key);
    close_all(pthread_getspecific(kept_key));
    pthread_setspecific(kept_key, NULL);
    for (struct bil_external_bot *external = bil_external_bot_first(); external; external = external->next) {
        const struct bil_external_bot_count count = bil_external_bot_count(&external->bot);
        if (atomic_exchange(&external->owned_up, count.forfeited) < count.forfeited) {
            fprintf(stderr, "billions: %s left %" PRIu64 " of %" PRIu64 " decisions to greedy.\n", external->name, count.forfeited,
                    count.asked);
        }
    }
}
