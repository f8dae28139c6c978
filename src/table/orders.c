/* Standing orders of a match: what a person has said once and need not say again.
 *
 * A game offers its own by name; besides, "pass WORDS" goes with any game. Must never answer for a bot, and never by anything but a
 * legal move: an order only chooses among the moves that its owner could have chosen. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "kit/notation.h"
#include "table/match_internal.h"

enum { OWN_WORDS = -1, PLAIN_PASS = sizeof "pass" - 1, NO_ORDER = -2 };

static const struct bil_order *kind_of(const struct bil_game *game, const struct bil_standing *standing)
{
    return standing->kind == OWN_WORDS ? NULL : &bil_orders_of(game)[standing->kind];
}

/* ------------------------------------------------------------------ answering */

static bool begins_with_words(const char *text, const char *words)
{
    const size_t length = strlen(words);
    return strncasecmp(text, words, length) == 0 && (length == 0 || text[length] == 0 || text[length] == ' ');
}

/* "pass WORDS": the pass, if there is one and every other legal move begins with these words. Where nothing but a pass is possible,
 * only the order to pass always counts: of the others nobody can tell whether this is the question they mean. */
static bil_move pass_by_words(const struct bil_ask *ask, const char *words)
{
    bil_move pass = 0;
    bool fits = ask->count > 1 || *words == 0;
    struct bil_text text = {0};
    for (int i = 0; i < ask->count && fits; i++) {
        if (ask->moves[i] == ask->game->pass) {
            pass = ask->moves[i];
            continue;
        }
        bil_text_clear(&text);
        bil_move_text(ask->game, ask->rules, ask->view, ask->moves[i], ask->seat, &text);
        fits = begins_with_words(bil_text_string(&text), words);
    }
    bil_text_free(&text);
    return fits ? pass : 0;
}

enum bil_order_says bil_standing_ask(const struct bil_ask *ask, const struct bil_standing *standing, bil_move *move)
{
    *move = 0;
    if (standing->kind == OWN_WORDS) {
        *move = pass_by_words(ask, standing->words + PLAIN_PASS + (standing->words[PLAIN_PASS] == ' '));
        return *move ? BIL_ORDER_ANSWERS : BIL_ORDER_ASKS;
    }
    const enum bil_order_says says = ask->game->orders->answer(ask->rules, ask->view, standing->kind, standing->argument, move);
    bool legal = says != BIL_ORDER_ANSWERS;
    for (int i = 0; i < ask->count && !legal; i++) {
        legal = ask->moves[i] == *move;
    }
    if (!legal) {
        fprintf(stderr, "billions: the order \"%s\" chose a move that is not legal; this is an error of the program.\n",
                standing->words);
        abort();
    }
    return says;
}

static enum bil_order_says ask_order(const struct bil_match *match, const struct bil_standing *standing, bil_move *move)
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    const struct bil_ask ask = {.game = match->game,
                                .rules = match->rules,
                                .view = view,
                                .seat = match->actor,
                                .moves = match->move,
                                .count = match->move_count};
    bil_match_view(match, match->actor, -1, view);
    return bil_standing_ask(&ask, standing, move);
}

void bil_standing_forget(struct bil_standing *list, uint8_t *count, int order)
{
    const int last = --*count;
    memmove(&list[order], &list[order + 1], (size_t)(last - order) * sizeof *list);
    memset(&list[last], 0, sizeof *list);
}

static void forget_order(struct bil_match *match, int seat, int order)
{
    bil_standing_forget(match->order[seat], &match->order_count[seat], order);
}

bil_move bil_orders_answer(struct bil_match *match)
{
    const int seat = match->actor;
    bil_move move = 0;
    for (int o = 0; o < match->order_count[seat] && !match->player[seat].bot;) {
        switch (ask_order(match, &match->order[seat][o], &move)) {
        case BIL_ORDER_ANSWERS:
            return move;
        case BIL_ORDER_ENDED:
            forget_order(match, seat, o);
            break;
        default:
            o++;
            break;
        }
    }
    return 0;
}

void bil_orders_end_brief(struct bil_match *match)
{
    for (int seat = 0; seat < match->config.seats; seat++) {
        for (int o = match->order_count[seat] - 1; o >= 0; o--) {
            const struct bil_order *kind = kind_of(match->game, &match->order[seat][o]);
            if (kind && kind->brief) {
                forget_order(match, seat, o);
            }
        }
    }
}

/* ------------------------------------------------------------------ reading */

/* Words as people type them, in small letters and with one blank between two. */
static void add_small_words(const char *text, struct bil_text *out)
{
    bool gap = false;
    for (; *text; text++) {
        if (isspace((unsigned char)*text)) {
            gap = out->length > 0;
            continue;
        }
        if (gap) {
            bil_text_char(out, ' ');
            gap = false;
        }
        bil_text_char(out, (char)tolower((unsigned char)*text));
    }
}

/* How well a text names an order: 0 not at all, 1 by words that are cut short, 2 by its very words. *rest: the text after them. */
static int names(const char *text, const struct bil_order *kind, const char **rest)
{
    const char *word = kind->words;
    int well = 2;
    if (*text == 0) {
        return 0;
    }
    while (*text && *word) {
        const size_t typed = strcspn(text, " ");
        const size_t length = strcspn(word, " ");
        if (typed > length || strncmp(text, word, typed) != 0) {
            return 0;
        }
        well = typed < length ? 1 : well;
        text += typed + (text[typed] == ' ');
        word += length + (word[length] == ' ');
    }
    *rest = text;
    return *word ? 1 : *text && !kind->argument ? 0 : well;
}

/* "never cancel, only against COLOUR ..., pass WORDS": the orders that a text may mean, or all that last. */
static void list_names(const struct bil_game *game, const char *text, int well, struct bil_text *out)
{
    const char *rest = NULL;
    for (const struct bil_order *kind = bil_orders_of(game); kind && kind->words; kind++) {
        if (well > 0 ? names(text, kind, &rest) == well : !kind->brief) {
            bil_text_format(out, "%s%s%s%s", out->length ? ", " : "", kind->words, kind->argument ? " " : "",
                            kind->argument ? kind->argument : "");
        }
    }
    if (well == 0) {
        bil_text_format(out, "%spass WORDS", out->length ? ", " : "");
    }
}

/* The order of the game that a text names, or OWN_WORDS for "pass" and the like, or NO_ORDER and a sentence. */
static int find_kind(const struct bil_game *game, const char *text, const char **rest, struct bil_error *error)
{
    int found = NO_ORDER;
    int best = 0;
    int fits = 0;
    for (int k = 0; bil_orders_of(game) && bil_orders_of(game)[k].words; k++) {
        const char *behind = NULL;
        const int well = names(text, &bil_orders_of(game)[k], &behind);
        if (well > best) {
            fits = 0;
            best = well;
        }
        if (well == best && well > 0) {
            fits++;
            found = k;
            *rest = behind;
        }
    }
    if (fits == 1) {
        return found;
    }
    if (begins_with_words(text, "pass")) {
        return OWN_WORDS;
    }
    struct bil_text list = {0};
    list_names(game, text, fits > 1 ? best : 0, &list);
    bil_fail(error, "\"%.60s\" %s: %s.", text,
             fits > 1 ? "can be more than one order; say it in full" : "is no standing order; these are", bil_text_string(&list));
    bil_text_free(&list);
    return NO_ORDER;
}

/* An order to pass when everything else begins with words that begin no move would never pass. */
static bool may_pass(const struct bil_game *game, const void *rules, const void *view, const char *text, struct bil_error *error)
{
    const char *word = text + PLAIN_PASS + (text[PLAIN_PASS] == ' ');
    const int length = (int)strcspn(word, " ");
    return length == 0 || bil_move_begins(game, rules, view, word, length) ||
           bil_fail(
               error,
               "No move begins with the word \"%.*s\", so this order would never pass: write whole words, as moves are written.",
               length < BIL_ORDER_LENGTH ? length : BIL_ORDER_LENGTH, word);
}

/* Makes an order of a text in small letters. */
static bool read_small(const struct bil_game *game, const void *rules, const void *view, int seat, const char *text,
                       struct bil_standing *made, struct bil_error *error)
{
    const char *rest = "";
    const int number = find_kind(game, text, &rest, error);
    struct bil_text words = {0};
    struct bil_text written = {0};
    bool fine = number != NO_ORDER;
    *made = (struct bil_standing){.kind = (int16_t)number};
    if (number == OWN_WORDS) {
        bil_text_add(&words, text);
    } else if (fine) {
        fine = !game->orders->read || game->orders->read(rules, view, seat, number, rest, &made->argument, &written, error);
        bil_text_format(&words, "%s%s%s", bil_orders_of(game)[number].words, written.length ? " " : "", bil_text_string(&written));
    }
    if (fine && words.length >= BIL_ORDER_LENGTH) {
        fine = bil_fail(error, "A standing order has at most %d letters; this one has %zu.", BIL_ORDER_LENGTH - 1, words.length);
    }
    fine = fine && (number != OWN_WORDS || may_pass(game, rules, view, text, error));
    if (fine) {
        memcpy(made->words, bil_text_string(&words), words.length);
    }
    bil_text_free(&words);
    bil_text_free(&written);
    return fine;
}

bool bil_standing_read(const struct bil_game *game, const void *rules, const void *view, int seat, const char *words,
                       struct bil_standing *made, struct bil_error *error)
{
    struct bil_text text = {0};
    add_small_words(words, &text);
    const bool fine = read_small(game, rules, view, seat, bil_text_string(&text), made, error);
    bil_text_free(&text);
    return fine;
}

static bool read_order(const struct bil_match *match, int seat, const char *words, struct bil_standing *made,
                       struct bil_error *error)
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    bil_match_view(match, seat, -1, view);
    return bil_standing_read(match->game, match->rules, view, seat, words, made, error);
}

/* ------------------------------------------------------------------ giving and ending */

/* Whether the new order takes the place of an old one. */
static bool replaces(const struct bil_game *game, const struct bil_standing *made, const struct bil_standing *old)
{
    const struct bil_order *new_kind = kind_of(game, made);
    const struct bil_order *old_kind = kind_of(game, old);
    return strcmp(made->words, old->words) == 0 || (new_kind && new_kind == old_kind) ||
           (new_kind && old_kind && (new_kind->about & old_kind->about) != 0);
}

bool bil_standing_add(const struct bil_game *game, struct bil_standing list[BIL_ORDERS], uint8_t *count,
                      const struct bil_standing *made, struct bil_error *error)
{
    int staying = 0;
    for (int o = 0; o < *count; o++) {
        staying += !replaces(game, made, &list[o]);
    }
    if (staying == BIL_ORDERS) {
        return bil_fail(error, "A seat can have %d standing orders; end one of them first.", BIL_ORDERS);
    }
    for (int o = *count - 1; o >= 0; o--) {
        if (replaces(game, made, &list[o])) {
            bil_standing_forget(list, count, o);
        }
    }
    list[(*count)++] = *made;
    return true;
}

bool bil_standing_is_standard(const char *words)
{
    struct bil_text text = {0};
    add_small_words(words, &text);
    const bool is = strcmp(bil_text_string(&text), "standard") == 0;
    bil_text_free(&text);
    return is;
}

bool bil_standing_add_standard(const struct bil_game *game, struct bil_standing list[BIL_ORDERS], uint8_t *count,
                               struct bil_error *error)
{
    bool any = false;
    for (int kind = 0; bil_orders_of(game) && bil_orders_of(game)[kind].words; kind++) {
        struct bil_standing made = {.kind = (int16_t)kind};
        if (bil_orders_of(game)[kind].given != BIL_ORDER_STANDARD) {
            continue;
        }
        any = true;
        snprintf(made.words, sizeof made.words, "%s", bil_orders_of(game)[kind].words);
        if (!bil_standing_add(game, list, count, &made, error)) {
            return false;
        }
    }
    return any || bil_fail(error, "%s has no standard orders: all that it asks is a choice.", game->title);
}

bool bil_match_order(struct bil_match *match, int seat, const char *words, struct bil_error *error)
{
    struct bil_standing made;
    bil_move move = 0;
    if (bil_standing_is_standard(words)) {
        if (!bil_standing_add_standard(match->game, match->order[seat], &match->order_count[seat], error)) {
            return false;
        }
        bil_match_settle(match);
        return true;
    }
    if (!read_order(match, seat, words, &made, error)) {
        return false;
    }
    const struct bil_order *kind = kind_of(match->game, &made);
    const bool answers = match->actor == seat && !match->player[seat].bot && ask_order(match, &made, &move) == BIL_ORDER_ANSWERS;
    if (kind && kind->brief && !answers) {
        return bil_fail(error, "\"%s\" has nothing to do in what is asked now: %s.", made.words, kind->help);
    }
    if (!bil_standing_add(match->game, match->order[seat], &match->order_count[seat], &made, error)) {
        return false;
    }
    if (answers) {
        bil_match_push(match, move, false); /* said on being asked, so it was a choice: undo leads back to it */
    }
    bil_match_settle(match);
    return true;
}

bool bil_match_order_again(struct bil_match *match, int seat, const char *words, struct bil_error *error)
{
    struct bil_standing made;
    return read_order(match, seat, words, &made, error) &&
           bil_standing_add(match->game, match->order[seat], &match->order_count[seat], &made, error);
}

bil_move bil_match_order_would(const struct bil_match *match, int kind)
{
    struct bil_standing made;
    bil_move move = 0;
    return read_order(match, match->actor, bil_orders_of(match->game)[kind].words, &made, NULL) &&
                   ask_order(match, &made, &move) == BIL_ORDER_ANSWERS
               ? move
               : 0;
}

int bil_standing_find(const struct bil_standing *list, int count, const char *words, int *fits)
{
    struct bil_text text = {0};
    int found = -1;
    *fits = 0;
    add_small_words(words, &text);
    for (int o = 0; o < count; o++) {
        if (strcmp(list[o].words, bil_text_string(&text)) == 0) {
            found = o;
            *fits = 1;
            break;
        }
        if (strncmp(list[o].words, bil_text_string(&text), text.length) == 0) {
            found = o;
            ++*fits;
        }
    }
    bil_text_free(&text);
    return found;
}

bool bil_match_order_end(struct bil_match *match, int seat, const char *words, struct bil_error *error)
{
    int fits = 0;
    const int found = bil_standing_find(match->order[seat], match->order_count[seat], words, &fits);
    const bool all = words[strspn(words, " \t")] == 0;
    if (all) {
        while (match->order_count[seat] > 0) {
            forget_order(match, seat, 0);
        }
        return true;
    }
    if (fits != 1) {
        return bil_fail(error, "You have %s standing order with these words.", fits > 1 ? "more than one" : "no");
    }
    forget_order(match, seat, found);
    return true;
}
