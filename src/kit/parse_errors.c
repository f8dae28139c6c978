/* What is said to a line that means no move, or several (see resolve.h): what is missing or not known, and what can be written.
 *
 * Names only what the view knows: nouns of moves that are legal there, and nouns that everybody knows of. */
#include <stdio.h>
#include <string.h>

#include "kit/resolve.h"

enum { MOST_SAID = 8, MOST_MOVES = 3, MOST_FORMS = 4 };

static bool fail(struct bil_error *error, struct bil_text *sentence)
{
    bil_fail(error, "%s", bil_text_string(sentence));
    bil_text_free(sentence);
    return false;
}

/* What stands before number `index` of `count` things in a list. */
static const char *between(int index, int count, const char *last)
{
    return index == 0 ? "" : index + 1 < count ? ", " : last;
}

/* ------------------------------------------------------------------ forms and moves */

static const char *noun_name(const struct parser *parser, const struct bil_slot *slot, int noun, char room[BIL_NAME])
{
    return slot->nouns->name(parser->rules, parser->view, noun, 0, room);
}

/* The nouns of a slot in the legal moves of a verb. */
static uint64_t legal_nouns(const struct resolver *resolver, const struct bil_verb *verb, const struct bil_slot *slot)
{
    uint64_t nouns = 0;
    for (int m = 0; m < resolver->legals; m++) {
        int there[BIL_MOST_LISTED];
        const bool same = (resolver->legal[m] & ((1U << resolver->game->notation->verb_bits) - 1U)) == verb->verb;
        const int count = same ? bil_slot_nouns(slot, resolver->legal[m], there) : 0;
        for (int i = 0; i < count; i++) {
            nouns |= there[i] < BIL_MOST_NOUNS ? 1ULL << there[i] : 0;
        }
    }
    return nouns;
}

/* `form`, `form` or `form`; of one that begins with a slot its nouns, for they are what is written. */
static void add_forms(const struct resolver *resolver, const struct bil_verb *const *verb, int count, struct bil_text *out)
{
    enum { MOST = 24, LENGTH = 64 };
    char item[MOST][LENGTH];
    int items = 0;
    for (int i = 0; i < count; i++) {
        struct bil_form form;
        bil_form_read(resolver->parser->notation, verb[i], &form);
        const struct bil_slot *slot = form.part[0].slot;
        const uint64_t legal = slot ? legal_nouns(resolver, verb[i], slot) : 0;
        for (int noun = 0; slot && noun < slot->nouns->count && items < MOST; noun++) {
            char room[BIL_NAME];
            const char *name =
                (legal ? legal : parser_members(slot)) >> noun & 1U ? noun_name(resolver->parser, slot, noun, room) : NULL;
            if (name) {
                snprintf(item[items++], LENGTH, "%s", name);
            }
        }
        if (!slot && items < MOST) {
            snprintf(item[items++], LENGTH, "%s", verb[i]->form);
        }
    }
    for (int i = 0; i < items; i++) {
        bil_text_format(out, "%s`%s`", between(i, items, " or "), item[i]);
    }
}

/* The forms of what is legal now. */
static int legal_forms(const struct resolver *resolver, const struct bil_verb *verb[BIL_MOST_VERBS])
{
    const struct bil_notation *notation = resolver->game->notation;
    int count = 0;
    for (const struct bil_verb *row = notation->verbs; row->form && count < BIL_MOST_VERBS; row++) {
        bool legal = false;
        for (int m = 0; m < resolver->legals && row->key; m++) {
            legal = legal || bil_verb_of(notation, resolver->legal[m]) == row;
        }
        if (legal) {
            verb[count++] = row;
        }
    }
    return count;
}

static bool is_over(const struct resolver *resolver)
{
    return resolver->game->actor(resolver->parser->rules, resolver->parser->view) == BIL_OVER;
}

static void add_moves(const struct resolver *resolver, struct bil_text *out)
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

bool error_empty(const struct resolver *resolver, struct bil_error *error)
{
    const struct bil_verb *verb[BIL_MOST_VERBS];
    struct bil_text text = {0};
    const int count = legal_forms(resolver, verb);
    bil_text_add(&text, is_over(resolver) ? "The game is over; there is nothing to write" : "Write a move");
    bil_text_add(&text, count > 0 ? ": " : "");
    add_forms(resolver, verb, count, &text);
    bil_text_char(&text, '.');
    return fail(error, &text);
}

bool error_several(const struct resolver *resolver, struct bil_error *error)
{
    struct bil_text text = {0};
    bil_text_add(&text, "That could be ");
    add_moves(resolver, &text);
    bil_text_add(&text, ": write more of it.");
    return fail(error, &text);
}

bool error_bare(const struct resolver *resolver, struct bil_error *error)
{
    struct bil_text text = {0};
    bil_text_add(&text, "Say what to do: ");
    add_moves(resolver, &text);
    bil_text_char(&text, '.');
    return fail(error, &text);
}

/* ------------------------------------------------------------------ verbs */

bool error_verb(const struct resolver *resolver, struct bil_error *error)
{
    const struct parser *parser = resolver->parser;
    const struct bil_verb *verb[BIL_MOST_VERBS];
    const struct bil_part *near_by = NULL;
    struct bil_form form;
    struct bil_form best_form;
    struct bil_text text = {0};
    int best = bil_words_far(&parser->words, 0, 1);
    for (const struct bil_verb *row = parser->notation->verbs; row->form; row++) {
        struct bil_words name;
        bil_form_read(parser->notation, row, &form);
        (void)bil_words_of(form.part[0].word, (size_t)form.part[0].length, &name);
        const int far = form.part[0].slot ? best : bil_words_distance(&parser->words, 0, 1, &name);
        if (far < best) {
            best = far;
            best_form = form;
            near_by = &best_form.part[0];
        }
    }
    const int count = legal_forms(resolver, verb);
    bil_text_add(&text, "No move begins with ");
    bil_words_quote(parser->line, &parser->words, 0, 1, &text);
    if (near_by) {
        bil_text_format(&text, "; did you mean `%.*s`?", near_by->length, near_by->word);
    } else if (is_over(resolver)) {
        bil_text_add(&text, ", and the game is over.");
    } else {
        bil_text_add(&text, count > 0 ? "; now you can write " : "");
        add_forms(resolver, verb, count, &text);
        bil_text_char(&text, '.');
    }
    return fail(error, &text);
}

/* The forms that the words may have begun: each verb once, as it is written. */
static int begun_forms(const struct parser *parser, enum bil_fit head, const struct bil_verb *verb[MOST_FORMS])
{
    int count = 0;
    for (int i = 0; i < parser->count; i++) {
        const struct bil_verb *row = bil_verb_of(parser->notation, parser->parse[i].verb->verb);
        bool again = parser->parse[i].verb_fit != head;
        for (int v = 0; v < count; v++) {
            again = again || verb[v] == row;
        }
        if (!again && count < MOST_FORMS) {
            verb[count++] = row;
        }
    }
    return count;
}

bool error_missing(struct resolver *resolver, const struct parse *parse, struct bil_error *error)
{
    const struct parser *parser = resolver->parser;
    const struct bil_verb *verb[MOST_FORMS];
    struct bil_form form;
    struct bil_text text = {0};
    const int count = begun_forms(parser, parse->verb_fit, verb);
    bil_form_read(parser->notation, parse->verb, &form);
    for (int p = 0; p < form.count && count == 1; p++) {
        if (form.part[p].slot && parse_lacks(parser, &form.part[p], parse, p)) {
            bil_text_format(&text, "%s ", form.part[p].slot->ask);
            break;
        }
    }
    bil_text_add(&text, "Write ");
    add_forms(resolver, verb, count, &text);
    bil_text_char(&text, '.');
    return fail(error, &text);
}

/* ------------------------------------------------------------------ nouns */

/* "A, B or C", names that are the same once; at most MOST_SAID. */
static int add_nouns(const struct parser *parser, const struct bil_slot *slot, uint64_t nouns, const char *last,
                     struct bil_text *out)
{
    char names[MOST_SAID][BIL_NAME];
    int count = 0;
    int more = 0;
    for (int noun = 0; noun < slot->nouns->count; noun++) {
        char room[BIL_NAME];
        const char *name = nouns >> noun & 1U ? noun_name(parser, slot, noun, room) : NULL;
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

bool error_which(struct resolver *resolver, const struct parse *parse, struct bil_error *error)
{
    struct parser *parser = resolver->parser;
    struct bil_form form;
    struct bil_text text = {0};
    bil_form_read(parser->notation, parse->verb, &form);
    for (int p = 0; p < form.count && text.length == 0; p++) {
        const struct bil_slot *slot = form.part[p].slot;
        for (int i = 0; slot && i < BIL_MOST_LISTED && parse->range[p][i].count && text.length == 0; i++) {
            enum bil_fit fit = BIL_FITS_NOT;
            const struct range range = parse->range[p][i];
            const uint64_t nouns = parser_best(parser, slot, range, &fit);
            struct bil_text names = {0};
            if (add_nouns(parser, slot, nouns, " or ", &names) > 1) {
                bil_words_quote(parser->line, &parser->words, range.first, range.count, &text);
                bil_text_format(&text, " could be %s: write more of the name.", bil_text_string(&names));
            }
            bil_text_free(&names);
        }
    }
    if (text.length == 0 && resolver->count > 1) {
        return error_several(resolver, error);
    }
    if (text.length == 0) {
        bil_text_format(&text, "These do not go together: write `%s`.", bil_verb_of(parser->notation, parse->verb->verb)->form);
    }
    return fail(error, &text);
}

/* The name that was probably meant: one that is possible now, or any. */
static bool nearest(struct parser *parser, const struct bil_slot *slot, struct range range, uint64_t nouns, char name[BIL_NAME])
{
    int best = bil_words_far(&parser->words, range.first, range.count);
    bool found = false;
    for (int noun = 0; noun < slot->nouns->count; noun++) {
        struct bil_words words;
        char room[BIL_NAME];
        const char *other = nouns >> noun & 1U ? noun_name(parser, slot, noun, room) : NULL;
        if (other) {
            (void)bil_words_of(other, BIL_NAME, &words);
            const int far = bil_words_distance(&parser->words, range.first, range.count, &words);
            if (far < best) {
                best = far;
                found = true;
                snprintf(name, BIL_NAME, "%s", other);
            }
        }
    }
    return found;
}

/* Another form in which the words have a place, the narrowest; or which begins with them. */
static const struct bil_verb *belongs_to(struct parser *parser, struct range range, char name[BIL_NAME])
{
    const struct bil_verb *best = NULL;
    int fewest = BIL_MOST_NOUNS + 1;
    for (const struct bil_verb *row = parser->notation->verbs; row->form; row++) {
        struct bil_form form;
        bil_form_read(parser->notation, row, &form);
        for (int p = 0; p < form.count && row->key; p++) {
            const struct bil_slot *slot = form.part[p].slot;
            enum bil_fit fit = BIL_FITS_NOT;
            const uint64_t nouns = slot ? parser_best(parser, slot, range, &fit) : 0;
            const int members = slot ? __builtin_popcountll(parser_members(slot)) : 0;
            if (!slot && p == 0 && range.count == 1 && parser_head(parser, row, &form, range.first) == BIL_FITS_WHOLE) {
                name[0] = '\0';
                return row;
            }
            if (nouns && fit == BIL_FITS_WHOLE && members < fewest) {
                char room[BIL_NAME];
                fewest = members;
                best = row;
                snprintf(name, BIL_NAME, "%s", noun_name(parser, slot, __builtin_ctzll(nouns), room));
            }
        }
    }
    return best;
}

static bool is_numbered(const struct parser *parser, const struct bil_slot *slot)
{
    char room[BIL_NAME];
    for (int noun = 0; noun < slot->nouns->count; noun++) {
        const char *name = parser_members(slot) >> noun & 1U ? noun_name(parser, slot, noun, room) : NULL;
        if (name) {
            return name[0] >= '0' && name[0] <= '9';
        }
    }
    return false;
}

bool error_unknown(struct resolver *resolver, const struct parse *parse, struct bil_error *error)
{
    struct parser *parser = resolver->parser;
    const struct bil_verb *verb[MOST_FORMS];
    const struct bil_verb *written = bil_verb_of(parser->notation, parse->verb->verb);
    struct bil_form form;
    struct range range = {0, 0};
    char name[BIL_NAME] = "";
    struct bil_text text = {0};
    bil_form_read(parser->notation, parse->verb, &form);
    const struct bil_slot *slot = form.part[parse->wild].slot;
    for (int i = 0; i < BIL_MOST_LISTED && parse->range[parse->wild][i].count; i++) {
        enum bil_fit fit = BIL_FITS_NOT;
        if (parser_best(parser, slot, parse->range[parse->wild][i], &fit) == 0) {
            range = parse->range[parse->wild][i];
        }
    }
    const uint64_t legal = legal_nouns(resolver, parse->verb, slot);
    int forms = begun_forms(parser, parse->verb_fit, verb);
    if (is_numbered(parser, slot) && bil_word_is_number(&parser->words, range.first)) {
        const struct bil_word *word = &parser->words.word[range.first];
        bil_text_format(&text, "There is no %s %.*s: write ", slot->thing, word->to - word->from < 9 ? word->to - word->from : 9,
                        parser->line + word->from);
        add_nouns(parser, slot, legal ? legal : parser_members(slot), " or ", &text);
        bil_text_char(&text, '.');
        return fail(error, &text);
    }
    if (nearest(parser, slot, range, legal, name) || nearest(parser, slot, range, parser_members(slot), name)) {
        bil_text_format(&text, "No %s is called ", slot->thing);
        bil_words_quote(parser->line, &parser->words, range.first, range.count, &text);
        bil_text_format(&text, "; did you mean %s?", name);
        return fail(error, &text);
    }
    const bool number = bil_word_is_number(&parser->words, range.first);
    const struct bil_verb *other = number ? NULL : belongs_to(parser, range, name);
    if (other && name[0]) {
        bil_text_format(&text, "%s is no %s: write `%s`.", name, slot->thing, other->form);
        return fail(error, &text);
    }
    if (other || forms > 1) {
        bil_text_add(&text, "What does ");
        bil_words_quote(parser->line, &parser->words, range.first, range.count, &text);
        bil_text_add(&text, " mean here? Write ");
        if (other && forms < MOST_FORMS) {
            verb[forms++] = other;
        }
        add_forms(resolver, verb, forms, &text);
        bil_text_char(&text, '.');
        return fail(error, &text);
    }
    bil_text_format(&text, "No %s is called ", slot->thing);
    bil_words_quote(parser->line, &parser->words, range.first, range.count, &text);
    bil_text_add(&text, legal ? ": the choice is " : ": write ");
    if (legal) {
        add_nouns(parser, slot, legal, " or ", &text);
    } else {
        bil_text_format(&text, "`%s`", written->form);
    }
    bil_text_char(&text, '.');
    return fail(error, &text);
}

bool error_strange(const struct resolver *resolver, int furthest, uint64_t rows, struct bil_error *error)
{
    const struct parser *parser = resolver->parser;
    const int at = furthest < parser->words.count ? furthest : parser->words.count - 1;
    const struct bil_verb *verb[MOST_FORMS] = {parser->notation->verbs};
    int count = 0;
    struct bil_text text = {0};
    struct bil_form form;
    for (; rows; rows &= rows - 1) {
        const struct bil_verb *row = bil_verb_of(parser->notation, parser->notation->verbs[__builtin_ctzll(rows)].verb);
        bool again = false;
        for (int i = 0; i < count; i++) {
            again = again || verb[i] == row;
        }
        if (!again && count < MOST_FORMS) {
            verb[count++] = row;
        }
    }
    bil_form_read(parser->notation, verb[0], &form);
    const bool alone = count == 1 && form.count == 1;
    if (alone) {
        bil_words_quote(parser->line, &parser->words, 0, at, &text);
        bil_text_add(&text, " stands alone; what does ");
    } else {
        bil_text_add(&text, "What does ");
    }
    bil_words_quote(parser->line, &parser->words, at, 1, &text);
    bil_text_add(&text, alone ? " mean?" : " mean here? Write ");
    if (!alone) {
        add_forms(resolver, verb, count, &text);
        bil_text_char(&text, '.');
    }
    return fail(error, &text);
}
