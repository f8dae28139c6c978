/* See expect.h: compares the events that a listener heard with what a case says of them.
 *
 * An event is written as a list: its word, and up to four parts: the seat from 1, then a, b and c as state.h explains them. null
 * stands for anything; a colour, site or card may be written as its word. */
#include <string.h>

#include "games/six_billion/expect.h"
#include "games/six_billion/state.h"

static const char *const words[SIX_E_COUNT] = {
    [SIX_E_AGENDA] = "agenda",
    [SIX_E_DEALT] = "dealt",
    [SIX_E_FACE_UP] = "face-up",
    [SIX_E_CUP] = "cup",
    [SIX_E_POWER] = "power",
    [SIX_E_TURN] = "turn",
    [SIX_E_CONTROL] = "control",
    [SIX_E_GROWING] = "growing",
    [SIX_E_GREW] = "grew",
    [SIX_E_SETTLED] = "settled",
    [SIX_E_SENT] = "sent",
    [SIX_E_SPENT] = "spent",
    [SIX_E_POINTS] = "points",
    [SIX_E_DOUBLE] = "double",
    [SIX_E_DOUBLED] = "doubled",
    [SIX_E_RECYCLED] = "recycled",
    [SIX_E_RESHUFFLED] = "reshuffled",
    [SIX_E_FOUND] = "found",
    [SIX_E_RETURNED] = "returned",
    [SIX_E_TROUBLE] = "trouble",
    [SIX_E_LOST] = "lost",
    [SIX_E_REVEALED] = "revealed",
    [SIX_E_SYMBOL] = "symbol",
    [SIX_E_STEPPED] = "stepped",
    [SIX_E_CANCELS] = "cancels",
    [SIX_E_RESPONDS] = "responds",
    [SIX_E_NO_LONGER] = "no-longer",
    [SIX_E_FAILED] = "failed",
    [SIX_E_WAR] = "war",
    [SIX_E_NO_LOSS] = "no-loss",
    [SIX_E_OFFERED] = "offered",
    [SIX_E_CONSENTED] = "consented",
    [SIX_E_REFUSED] = "refused",
    [SIX_E_KEPT] = "kept",
    [SIX_E_DROPPED] = "dropped",
    [SIX_E_REMOVED] = "removed",
    [SIX_E_DISCARDED] = "discarded",
    [SIX_E_HAND_GOES] = "hand-goes",
    [SIX_E_DREW] = "drew",
    [SIX_E_TOOK] = "took",
    [SIX_E_NO_MIGRANT] = "no-migrant",
    [SIX_E_OVER] = "over",
};

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
    const int kind = word ? find(word, words, 1, SIX_E_COUNT) : -1;
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
