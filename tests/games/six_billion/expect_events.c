/* See expect.h: compares the events that a listener heard with what a case says of them.
 *
 * An event is written as a list: its word, and up to four parts: the seat from 1, then a, b and c as state.h explains them. null
 * stands for anything; a colour, site or card may be written as its word. */
#include <string.h>

#include "games/six_billion/expect.h"
#include "games/six_billion/words/words.h"

static int find(const char *word, const char *const *list, int from, int count)
{
    for (int i = from; i < count; i++) {
        if (list[i] && strcmp(list[i], word) == 0) {
            return i;
        }
    }
    return -1;
}

/* What a part of an event means as a number; false if it may be anything. */
static bool part(const struct case_context *look, const struct bil_value *node, int *number)
{
    if (!node || node->type == BIL_NULL) {
        return false;
    }
    if (node->type != BIL_STRING) {
        *number = (int)node->integer;
        return true;
    }
    const int faction = six_faction_of(look, node->string);
    const int site = find(node->string, six_site_words, 0, SIX_SITES);
    *number = faction >= 0 ? faction : site >= 0 ? site : find(node->string, six_card_words, 1, SIX_CARDS);
    return true;
}

static bool is(const struct case_context *look, const struct bil_event *event, const struct bil_value *wanted)
{
    const int there[] = {event->seat + 1, event->a, event->b, event->c};
    for (int i = 0; i < 4; i++) {
        int number = 0;
        if (part(look, case_item(wanted, i + 1), &number) && number != there[i]) {
            return false;
        }
    }
    return true;
}

/* How many of the events that were heard are so; -1 if there is no such word. */
static int count(const struct case_context *look, const struct bil_value *wanted, const char *word)
{
    const int kind = word ? find(word, six_event_words, 1, SIX_E_COUNT) : -1;
    int found = 0;
    for (int i = 0; i < look->table->heard_count && kind > 0; i++) {
        const struct bil_event *event = &look->table->heard[i];
        found += event->kind == kind && (!wanted || is(look, event, wanted));
    }
    return kind < 0 ? -1 : found;
}

bool six_check_heard(const struct case_context *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        const struct bil_value *word = case_item(node, 0);
        if (count(look, node, word ? word->string : NULL) < 1) {
            return bil_fail(look->error, "nobody heard of \"%s\" so", word && word->string ? word->string : "(no word)");
        }
    }
    return true;
}

bool six_check_not_heard(const struct case_context *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        if (count(look, NULL, node->string) != 0) {
            return bil_fail(look->error, "\"%s\" was heard, or is no event", node->string ? node->string : "(no word)");
        }
    }
    return true;
}
