/* What can be written at this decision (see parse.h). Only reads the legal moves that resolve.c has listed. */
#include <stdio.h>
#include <string.h>

#include "kit/parse.h"

/* What is written before number `index` of `count` things in a list. */
static const char *between(int index, int count, const char *last)
{
    return index == 0 ? "" : index + 1 < count ? ", " : last;
}

bool advice_over(const struct resolver *resolver)
{
    return resolver->game->actor(resolver->parser->rules, resolver->parser->view) == BIL_OVER;
}

const char *advice_name(const struct parser *parser, const struct bil_slot *slot, int noun, char room[BIL_NAME])
{
    return slot->nouns->name(parser->rules, parser->view, noun, 0, room);
}

static bool has_verb(const struct resolver *resolver, bil_move move, const struct bil_verb *verb)
{
    return (move & ((1U << resolver->game->notation->verb_bits) - 1U)) == verb->verb;
}

uint64_t advice_legal_nouns(const struct resolver *resolver, const struct bil_verb *verb, const struct bil_slot *slot)
{
    uint64_t nouns = 0;
    for (int m = 0; m < resolver->legals; m++) {
        int there[BIL_MOST_LISTED];
        const int count = has_verb(resolver, resolver->legal[m], verb) ? bil_slot_nouns(slot, resolver->legal[m], there) : 0;
        for (int i = 0; i < count; i++) {
            nouns |= there[i] < BIL_MOST_NOUNS ? 1ULL << there[i] : 0;
        }
    }
    return nouns;
}

/* ------------------------------------------------------------------ verbs */

bool parse_possible(const struct resolver *resolver, const struct bil_verb *verb)
{
    bool possible = resolver->legals == 0;
    for (int m = 0; m < resolver->legals && !possible; m++) {
        possible = (resolver->legal[m] & ((1U << resolver->game->notation->verb_bits) - 1U)) == verb->verb;
    }
    return possible;
}

int advice_keep_possible(const struct resolver *resolver, const struct bil_verb **verb, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (parse_possible(resolver, verb[i])) {
            verb[kept++] = verb[i];
        }
    }
    return kept;
}

void advice_add_forms(const struct resolver *resolver, const struct bil_verb *const *verb, int count, const char *last,
                      struct bil_text *out)
{
    enum { MOST = 24, LENGTH = 64 };
    char item[MOST][LENGTH];
    int items = 0;
    for (int i = 0; i < count; i++) {
        struct bil_form form;
        bil_form_read(resolver->parser->notation, verb[i], &form);
        const struct bil_slot *slot = form.part[0].slot;
        const uint64_t legal = slot ? advice_legal_nouns(resolver, verb[i], slot) : 0;
        for (int noun = 0; slot && noun < slot->nouns->count && items < MOST; noun++) {
            char room[BIL_NAME];
            const char *name =
                (legal ? legal : parser_members(slot)) >> noun & 1U ? advice_name(resolver->parser, slot, noun, room) : NULL;
            if (name) {
                snprintf(item[items++], LENGTH, "%s", name);
            }
        }
        if (!slot && items < MOST) {
            snprintf(item[items++], LENGTH, "%s", verb[i]->form);
        }
    }
    for (int i = 0; i < items; i++) {
        bil_text_format(out, "%s`%s`", between(i, items, last), item[i]);
    }
}

int advice_legal_forms(const struct resolver *resolver, const struct bil_verb *verb[BIL_MOST_VERBS])
{
    int count = 0;
    for (const struct bil_verb *row = resolver->game->notation->verbs; row->form && count < BIL_MOST_VERBS; row++) {
        if (row->key && resolver->legals > 0 && parse_possible(resolver, row)) {
            verb[count++] = row;
        }
    }
    return count;
}

void advice_add_now(const struct resolver *resolver, struct bil_text *out)
{
    const struct bil_verb *verb[BIL_MOST_VERBS];
    const int count = advice_legal_forms(resolver, verb);
    if (count > 0) {
        bil_text_add(out, "; now you can write ");
        advice_add_forms(resolver, verb, count, " or ", out);
    }
    bil_text_add(out, advice_over(resolver) ? ", and the game is over." : ".");
}

/* ------------------------------------------------------------------ moves and nouns */

void advice_add_moves(const struct resolver *resolver, struct bil_text *out)
{
    const struct parser *parser = resolver->parser;
    const int shown = resolver->count > MOST_MOVES + 1 ? MOST_MOVES : resolver->count;
    for (int i = 0; i < shown; i++) {
        bil_text_format(out, "%s`", between(i, resolver->count, " or "));
        bil_move_text(resolver->game, parser->rules, parser->view, resolver->found[i], BIL_EVERYBODY, out);
        bil_text_char(out, '`');
    }
    if (resolver->count > shown) {
        bil_text_format(out, " or %d more", resolver->count - shown);
    }
}

int advice_add_nouns(const struct parser *parser, const struct bil_slot *slot, uint64_t nouns, const char *last,
                     struct bil_text *out)
{
    char names[MOST_SAID][BIL_NAME];
    int count = 0;
    int more = 0;
    for (int noun = 0; noun < slot->nouns->count; noun++) {
        char room[BIL_NAME];
        const char *name = nouns >> noun & 1U ? advice_name(parser, slot, noun, room) : NULL;
        bool again = false;
        for (int i = 0; i < count && name; i++) {
            again = again || strcmp(names[i], name) == 0;
        }
        if (!name || again) {
            continue;
        }
        if (count == MOST_SAID) {
            more++;
            continue;
        }
        snprintf(names[count], BIL_NAME, "%s", name);
        count++;
    }
    for (int i = 0; i < count; i++) {
        bil_text_format(out, "%s%s", between(i, count + (more > 0), last), names[i]);
    }
    if (more > 0) {
        bil_text_format(out, "%s%d more", last, more);
    }
    return count;
}

/* The slot of a form in whose place a legal move has that noun and writes it, or -1. */
static int part_with(const struct resolver *resolver, const struct bil_verb *row, const struct bil_form *form,
                     const struct bil_nouns *nouns, int noun)
{
    const struct parser *parser = resolver->parser;
    for (int p = 0; p < form->count; p++) {
        const struct bil_slot *slot = form->part[p].slot;
        for (int m = 0; slot && slot->bits && slot->nouns == nouns && m < resolver->legals; m++) {
            int there[BIL_MOST_LISTED];
            const bil_move move = resolver->legal[m];
            const int count = has_verb(resolver, move, row) ? bil_slot_nouns(slot, move, there) : 0;
            for (int i = 0; i < count; i++) {
                if (there[i] == noun && bil_slot_written(parser->notation, parser->rules, parser->view, move, &form->part[p])) {
                    return p;
                }
            }
        }
    }
    return -1;
}

/* The form with the name in the place of a slot, and of its brackets. */
static void add_filled(const struct bil_verb *row, const struct bil_part *part, const char *name, struct bil_text *out)
{
    const int bracket = part->optional ? 1 : 0;
    const char *word = part->word; /* within the text of the form */
    bil_text_format(out, "%.*s%s%s", (int)(word - row->form) - bracket, row->form, name, word + part->length + bracket);
}

int advice_add_uses(const struct resolver *resolver, const struct bil_slot *slot, int noun, struct range range,
                    struct bil_text *out)
{
    const struct parser *parser = resolver->parser;
    const struct bil_verb *verb[BIL_MOST_VERBS];
    struct bil_text item[BIL_MOST_VERBS] = {{0}};
    char room[BIL_NAME];
    const char *name = advice_name(parser, slot, noun, room);
    const int rows = advice_legal_forms(resolver, verb);
    int items = 0;
    for (int i = 0; i < rows; i++) {
        struct bil_form form;
        bil_form_read(parser->notation, verb[i], &form);
        const int part = name ? part_with(resolver, verb[i], &form, slot->nouns, noun) : -1;
        const bool begins =
            !form.part[0].slot && range.count == 1 && parser_head(parser, verb[i], &form, range.first) == BIL_FITS_WHOLE;
        if (part < 0 && begins) {
            bil_text_add(&item[items++], verb[i]->form);
        } else if (part >= 0) {
            add_filled(verb[i], &form.part[part], name, &item[items++]);
        }
    }
    for (int i = 0; i < items; i++) {
        bil_text_format(out, "%s`%s`", between(i, items, " or "), bil_text_string(&item[i]));
        bil_text_free(&item[i]);
    }
    return items;
}
