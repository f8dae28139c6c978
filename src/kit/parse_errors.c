/* The sentence for a line that means no move: what was not understood, and what can be written at this decision (see parse.h).
 *
 * Only reads the legal moves that resolve.c has listed. Must never name a form or a noun that no legal move has, where the view
 * knows the legal moves. */
#include <stdio.h>
#include <string.h>

#include "kit/parse.h"

/* ------------------------------------------------------------------ parts of sentences */

enum { MOST_SAID = 8, MOST_MOVES = 3, MOST_FORMS = 4 };

/* What is written before number `index` of `count` things in a list. */
static const char *between(int index, int count, const char *last)
{
    return index == 0 ? "" : index + 1 < count ? ", " : last;
}

static bool advice_over(const struct resolver *resolver)
{
    return resolver->game->actor(resolver->parser->rules, resolver->parser->view) == BIL_OVER;
}

/* The name of a noun as it is written, or NULL. */
static const char *advice_name(const struct parser *parser, const struct bil_slot *slot, int noun, char room[BIL_NAME])
{
    return slot->nouns->name(parser->rules, parser->view, noun, 0, room);
}

static bool has_verb(const struct resolver *resolver, bil_move move, const struct bil_verb *verb)
{
    return (move & ((1U << resolver->game->notation->verb_bits) - 1U)) == verb->verb;
}

/* The nouns of a slot in the legal moves of a verb. */
static uint64_t advice_legal_nouns(const struct resolver *resolver, const struct bil_verb *verb, const struct bil_slot *slot)
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
        possible = has_verb(resolver, resolver->legal[m], verb);
    }
    return possible;
}

/* "`form`, `form` or `form`"; of one that begins with a slot its nouns, for they are what is written. */
static void advice_add_forms(const struct resolver *resolver, const struct bil_verb *const *verb, int count, const char *last,
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

/* The rows of what is legal now; returns how many. */
static int advice_legal_forms(const struct resolver *resolver, const struct bil_verb *verb[BIL_MOST_VERBS])
{
    int count = 0;
    for (const struct bil_verb *row = resolver->game->notation->verbs; row->form && count < BIL_MOST_VERBS; row++) {
        if (row->key && resolver->legals > 0 && parse_possible(resolver, row)) {
            verb[count++] = row;
        }
    }
    return count;
}

/* The end of a sentence: "; now you can write `form` or `form`.", ", and the game is over.", or only ".". */
static void advice_add_now(const struct resolver *resolver, struct bil_text *out)
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

static void advice_add_moves(const struct resolver *resolver, struct bil_text *out)
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

/* "A, B or C", names that are the same once, at most MOST_SAID; returns how many. */
static int advice_add_nouns(const struct parser *parser, const struct bil_slot *slot, uint64_t nouns, const char *last,
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

/* "`grind Push` or `discard Push`": the forms of legal moves that have a noun of this name, with it, and those that begin with it;
 * returns how many. */
static int advice_add_uses(const struct resolver *resolver, const struct bil_slot *slot, int noun, struct range range,
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

static bool fail_with_text(struct bil_error *error, struct bil_text *sentence)
{
    bil_fail(error, "%s", bil_text_string(sentence));
    bil_text_free(sentence);
    return false;
}

static void add_quote(const struct parser *parser, struct range range, struct bil_text *out)
{
    bil_words_quote(parser->line, &parser->words, range.first, range.count, out);
}

/* ------------------------------------------------------------------ no verb, or several moves */

bool error_empty(const struct resolver *resolver, struct bil_error *error)
{
    const struct bil_verb *verb[BIL_MOST_VERBS];
    struct bil_text text = {0};
    const int count = advice_legal_forms(resolver, verb);
    bil_text_add(&text, advice_over(resolver) ? "The game is over; there is nothing to write" : "Write a move");
    bil_text_add(&text, count > 0 ? ": " : "");
    advice_add_forms(resolver, verb, count, " or ", &text);
    bil_text_char(&text, '.');
    return fail_with_text(error, &text);
}

bool error_several(const struct resolver *resolver, struct bil_error *error)
{
    struct bil_text text = {0};
    bil_text_add(&text, "That could be ");
    advice_add_moves(resolver, &text);
    bil_text_add(&text, ": write more of it.");
    return fail_with_text(error, &text);
}

bool error_bare(const struct resolver *resolver, struct bil_error *error)
{
    struct bil_text text = {0};
    bil_text_add(&text, "Say what to do: ");
    advice_add_moves(resolver, &text);
    bil_text_char(&text, '.');
    return fail_with_text(error, &text);
}

/* ------------------------------------------------------------------ verbs */

/* The word that begins a form of a possible move and is nearest to the first word of the line; NULL if none is near. */
static const char *nearest_head(const struct resolver *resolver, int *length)
{
    const struct parser *parser = resolver->parser;
    const char *word = NULL;
    int best = bil_words_far(&parser->words, 0, 1);
    for (const struct bil_verb *row = parser->notation->verbs; row->form; row++) {
        struct bil_form form;
        struct bil_words name;
        bil_form_read(parser->notation, row, &form);
        (void)bil_words_of(form.part[0].word, (size_t)form.part[0].length, &name);
        const int far = form.part[0].slot ? best : bil_words_distance(&parser->words, 0, 1, &name);
        if (far < best && parse_possible(resolver, row)) {
            best = far;
            word = form.part[0].word;
            *length = form.part[0].length;
        }
    }
    return word;
}

bool error_verb(const struct resolver *resolver, struct bil_error *error)
{
    const struct parser *parser = resolver->parser;
    const struct range line = {0, (uint8_t)parser->words.count};
    struct bil_text text = {0};
    int length = 0;
    const char *word = advice_over(resolver) ? NULL : nearest_head(resolver, &length);
    if (parser_is_name(parser, line)) {
        add_quote(parser, line, &text);
        bil_text_add(&text, resolver->legals > 0    ? " goes into no move at this moment"
                            : advice_over(resolver) ? " is no move"
                                                    : " is no move: say what to do with it");
        advice_add_now(resolver, &text);
        return fail_with_text(error, &text);
    }
    bil_text_add(&text, "No move begins with ");
    bil_words_quote(parser->line, &parser->words, 0, 1, &text);
    if (word) {
        bil_text_format(&text, "; did you mean `%.*s`?", length, word);
    } else {
        advice_add_now(resolver, &text);
    }
    return fail_with_text(error, &text);
}

/* For a line whose verbs have no legal move. */
static bool error_moment(const struct resolver *resolver, struct bil_error *error)
{
    struct bil_text text = {0};
    add_quote(resolver->parser, (struct range){0, (uint8_t)resolver->parser->words.count}, &text);
    bil_text_add(&text, " is not possible at this moment");
    advice_add_now(resolver, &text);
    return fail_with_text(error, &text);
}

/* Adds a row as it is written, once. */
static int add_row(const struct parser *parser, const struct bil_verb *row, const struct bil_verb *verb[MOST_FORMS], int count)
{
    const struct bil_verb *written = bil_verb_of(parser->notation, row->verb);
    bool again = count == MOST_FORMS;
    for (int v = 0; v < count; v++) {
        again = again || verb[v] == written;
    }
    if (!again) {
        verb[count++] = written;
    }
    return count;
}

/* The forms that the words may have begun: each verb once, possible ones alone if there are any. */
static int begun_forms(const struct resolver *resolver, enum bil_fit head, const struct bil_verb *verb[MOST_FORMS], bool *possible)
{
    const struct parser *parser = resolver->parser;
    int count = 0;
    for (int able = 1; able >= 0 && count == 0; able--) {
        *possible = able;
        for (int i = 0; i < parser->count; i++) {
            const struct bil_verb *row = parser->parse[i].verb;
            if (parser->parse[i].verb_fit == head && (!able || parse_possible(resolver, row))) {
                count = add_row(parser, row, verb, count);
            }
        }
    }
    return count;
}

/* Words of a slot that name only what no possible move has there: nothing that could be added to them would help. */
static bool add_impossible(struct resolver *resolver, const struct parse *parse, const struct bil_form *form, struct bil_text *out)
{
    for (int p = 0; p < form->count; p++) {
        const struct bil_slot *slot = form->part[p].slot;
        const uint64_t legal = slot && slot->bits ? advice_legal_nouns(resolver, parse->verb, slot) : 0;
        for (int i = 0; legal && i < BIL_MOST_LISTED && parse->range[p][i].count; i++) {
            enum bil_fit fit = BIL_FITS_NOT;
            if ((parser_best(resolver->parser, slot, parse->range[p][i], &fit) & legal) == 0) {
                add_quote(resolver->parser, parse->range[p][i], out);
                bil_text_add(out, " is not possible here: the choice is ");
                advice_add_nouns(resolver->parser, slot, legal, " or ", out);
                bil_text_char(out, '.');
                return true;
            }
        }
    }
    return false;
}

bool error_missing(struct resolver *resolver, const struct parse *parse, struct bil_error *error)
{
    const struct parser *parser = resolver->parser;
    const struct bil_verb *verb[MOST_FORMS];
    struct bil_form form;
    struct bil_text text = {0};
    bool possible = true;
    const int count = begun_forms(resolver, parse->verb_fit, verb, &possible);
    if (!possible || advice_over(resolver)) {
        return error_moment(resolver, error);
    }
    bil_form_read(parser->notation, parse->verb, &form);
    if (add_impossible(resolver, parse, &form, &text)) {
        return fail_with_text(error, &text);
    }
    for (int p = 0; p < form.count && count == 1; p++) {
        if (form.part[p].slot && parse_lacks(parser, &form.part[p], parse, p)) {
            bil_text_format(&text, "%s ", form.part[p].slot->ask);
            break;
        }
    }
    bil_text_add(&text, "Write ");
    advice_add_forms(resolver, verb, count, " or ", &text);
    bil_text_char(&text, '.');
    return fail_with_text(error, &text);
}

/* ------------------------------------------------------------------ nouns */

/* Words that fit several nouns: which they are, or, if none of them is possible, which are. */
static bool add_which(const struct resolver *resolver, const struct bil_verb *verb, const struct bil_slot *slot, struct range range,
                      struct bil_text *out)
{
    enum bil_fit fit = BIL_FITS_NOT;
    const uint64_t nouns = parser_best(resolver->parser, slot, range, &fit);
    const uint64_t legal = advice_legal_nouns(resolver, verb, slot);
    struct bil_text names = {0};
    const bool several = advice_add_nouns(resolver->parser, slot, nouns, " or ", &names) > 1;
    if (several) {
        add_quote(resolver->parser, range, out);
        bil_text_format(out, " could be %s", bil_text_string(&names));
        if (legal == 0 || (nouns & legal)) {
            bil_text_add(out, ": write more of the name.");
        } else {
            bil_text_add(out, ", and none of them is possible: the choice is ");
            advice_add_nouns(resolver->parser, slot, legal, " or ", out);
            bil_text_char(out, '.');
        }
    }
    bil_text_free(&names);
    return several;
}

bool error_which(struct resolver *resolver, const struct parse *parse, struct bil_error *error)
{
    struct parser *parser = resolver->parser;
    const struct bil_verb *verb[MOST_FORMS];
    struct bil_form form;
    struct bil_text text = {0};
    bool possible = true;
    (void)begun_forms(resolver, parse->verb_fit, verb, &possible);
    if (!possible || advice_over(resolver)) {
        return error_moment(resolver, error);
    }
    bil_form_read(parser->notation, parse->verb, &form);
    for (int p = 0; p < form.count; p++) {
        const struct bil_slot *slot = form.part[p].slot;
        for (int i = 0; slot && i < BIL_MOST_LISTED && parse->range[p][i].count; i++) {
            if (add_which(resolver, parse->verb, slot, parse->range[p][i], &text)) {
                return fail_with_text(error, &text);
            }
        }
    }
    if (resolver->count > 1) {
        return error_several(resolver, error);
    }
    bil_text_format(&text, "These do not go together: write `%s`.", bil_verb_of(parser->notation, parse->verb->verb)->form);
    return fail_with_text(error, &text);
}

/* The name that was probably meant. */
static bool nearest(struct parser *parser, const struct bil_slot *slot, struct range range, uint64_t nouns, char name[BIL_NAME])
{
    int best = bil_words_far(&parser->words, range.first, range.count);
    bool found = false;
    for (int noun = 0; noun < slot->nouns->count; noun++) {
        struct bil_words words;
        char room[BIL_NAME];
        const char *other = nouns >> noun & 1U ? advice_name(parser, slot, noun, room) : NULL;
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

/* A noun that is called so as a whole, and the narrowest slot or kind that has it. */
struct named {
    const struct bil_slot *slot;
    int noun;
};

static void look_among(struct parser *parser, const struct bil_slot *slots, struct range range, struct named *named, int *fewest)
{
    for (const struct bil_slot *slot = slots; slot && slot->thing; slot++) {
        enum bil_fit fit = BIL_FITS_NOT;
        const bool keeps = slot->bits || slots == parser->notation->kinds;
        const uint64_t nouns = keeps ? parser_best(parser, slot, range, &fit) : 0;
        const int members = slot->members ? __builtin_popcountll(slot->members) : slot->nouns->count;
        if (nouns && fit == BIL_FITS_WHOLE && members < *fewest) {
            *fewest = members;
            *named = (struct named){slot, __builtin_ctzll(nouns)};
        }
    }
}

static bool find_named(struct parser *parser, struct range range, struct named *named)
{
    int fewest = BIL_MOST_NOUNS + 1;
    if (parser_is_name(parser, range) && !bil_word_is_number(&parser->words, range.first)) {
        look_among(parser, parser->notation->slots, range, named, &fewest);
        look_among(parser, parser->notation->kinds, range, named, &fewest);
    }
    return fewest <= BIL_MOST_NOUNS;
}

static const char *article(const char *thing)
{
    return strchr("AEIOUaeiou", thing[0]) ? "an" : "a";
}

static bool is_numbered(const struct parser *parser, const struct bil_slot *slot)
{
    char room[BIL_NAME];
    for (int noun = 0; noun < slot->nouns->count; noun++) {
        const char *name = parser_members(slot) >> noun & 1U ? advice_name(parser, slot, noun, room) : NULL;
        if (name) {
            return name[0] >= '0' && name[0] <= '9';
        }
    }
    return false;
}

/* The end of a sentence about a slot: what can be written in it, or now. */
static void add_choice(const struct resolver *resolver, const struct bil_slot *slot, uint64_t legal, const char *lead,
                       struct bil_text *out)
{
    if (legal) {
        bil_text_add(out, lead);
        advice_add_nouns(resolver->parser, slot, legal, " or ", out);
        bil_text_char(out, '.');
    } else {
        advice_add_now(resolver, out);
    }
}

/* A card of another kind: what it is, and where it goes. */
static bool error_kind(struct resolver *resolver, const struct named *named, struct range range, const struct bil_slot *slot,
                       uint64_t legal, struct bil_error *error)
{
    char room[BIL_NAME];
    struct bil_text text = {0};
    struct bil_text uses = {0};
    const char *name = advice_name(resolver->parser, named->slot, named->noun, room);
    if (name[0] >= '0' && name[0] <= '9') { /* One Billion Users is written as 1 */
        add_quote(resolver->parser, range, &text);
    } else {
        bil_text_add(&text, name);
    }
    bil_text_format(&text, " is %s %s", article(named->slot->thing), named->slot->thing);
    if (slot) {
        bil_text_format(&text, ", no %s", slot->thing);
    }
    if (advice_add_uses(resolver, named->slot, named->noun, range, &uses) > 0) {
        bil_text_format(&text, ": it goes into %s.", bil_text_string(&uses));
    } else {
        add_choice(resolver, slot, slot ? legal : 0, ": the choice is ", &text);
    }
    bil_text_free(&uses);
    return fail_with_text(error, &text);
}

/* The legal moves of a verb, or, where they are not known or many, its form. */
static void add_own_moves(struct resolver *resolver, const struct bil_verb *verb, struct bil_text *out)
{
    resolver->count = 0;
    for (int m = 0; m < resolver->legals; m++) {
        if (bil_verb_of(resolver->parser->notation, resolver->legal[m]) == verb) {
            resolver->found[resolver->count++] = resolver->legal[m];
        }
    }
    if (resolver->count > 0 && resolver->count <= MOST_MOVES) {
        advice_add_moves(resolver, out);
    } else {
        bil_text_format(out, "`%s`", verb->form);
    }
}

bool error_unknown(struct resolver *resolver, const struct parse *parse, struct bil_error *error)
{
    struct parser *parser = resolver->parser;
    const struct bil_verb *verb[MOST_FORMS];
    struct bil_form form;
    struct range range = {0, 0};
    struct named named;
    char name[BIL_NAME] = "";
    struct bil_text text = {0};
    bool possible = true;
    bil_form_read(parser->notation, parse->verb, &form);
    const struct bil_slot *slot = form.part[parse->wild].slot;
    for (int i = 0; i < BIL_MOST_LISTED && parse->range[parse->wild][i].count; i++) {
        enum bil_fit fit = BIL_FITS_NOT;
        if (parser_best(parser, slot, parse->range[parse->wild][i], &fit) == 0) {
            range = parse->range[parse->wild][i];
        }
    }
    const uint64_t legal = advice_legal_nouns(resolver, parse->verb, slot);
    const int forms = begun_forms(resolver, parse->verb_fit, verb, &possible);
    const bool knows = resolver->legals > 0 || advice_over(resolver);
    const uint64_t choice = legal || knows ? legal : parser_members(slot);
    if (is_numbered(parser, slot) && bil_word_is_number(&parser->words, range.first)) {
        const struct bil_word *word = &parser->words.word[range.first];
        bil_text_format(&text, "There is no %s %.*s", slot->thing, word->to - word->from < 9 ? word->to - word->from : 9,
                        parser->line + word->from);
        add_choice(resolver, slot, choice, ": write ", &text);
        return fail_with_text(error, &text);
    }
    if (find_named(parser, range, &named)) {
        return error_kind(resolver, &named, range, forms == 1 ? slot : NULL, legal, error);
    }
    if (possible && !advice_over(resolver) &&
        (nearest(parser, slot, range, legal, name) || nearest(parser, slot, range, parser_members(slot), name))) {
        bil_text_format(&text, "No %s is called ", slot->thing);
        add_quote(parser, range, &text);
        bil_text_format(&text, "; did you mean %s?", name);
        return fail_with_text(error, &text);
    }
    if (forms > 1) {
        const bool able = possible && !advice_over(resolver);
        bil_text_add(&text, able ? "What does " : "Nothing here is called ");
        add_quote(parser, range, &text);
        if (able) {
            bil_text_add(&text, " mean here? Write ");
            advice_add_forms(resolver, verb, forms, " or ", &text);
            bil_text_char(&text, '.');
        } else {
            advice_add_now(resolver, &text);
        }
        return fail_with_text(error, &text);
    }
    bil_text_format(&text, "No %s is called ", slot->thing);
    add_quote(parser, range, &text);
    if (!legal && possible && !advice_over(resolver)) {
        bil_text_add(&text, ": write ");
        add_own_moves(resolver, verb[0], &text);
        bil_text_char(&text, '.');
    } else {
        add_choice(resolver, slot, legal, ": the choice is ", &text);
    }
    return fail_with_text(error, &text);
}

/* The word at that place, or the whole name that it is a part of. */
static struct range name_around(const struct parser *parser, int at)
{
    struct range range = {(uint8_t)at, 1};
    for (int first = 0; first <= at; first++) {
        for (int count = parser->words.count - first; count > range.count && first + count > at; count--) {
            if (parser_is_name(parser, (struct range){(uint8_t)first, (uint8_t)count})) {
                range = (struct range){(uint8_t)first, (uint8_t)count};
            }
        }
    }
    return range;
}

bool error_strange(const struct resolver *resolver, int furthest, uint64_t rows, struct bil_error *error)
{
    const struct parser *parser = resolver->parser;
    const int at = furthest < parser->words.count ? furthest : parser->words.count - 1;
    const struct range strange = name_around(parser, at);
    const struct bil_verb *verb[MOST_FORMS] = {parser->notation->verbs};
    int count = 0;
    struct bil_text text = {0};
    struct bil_form form;
    for (; rows; rows &= rows - 1) {
        count = add_row(parser, &parser->notation->verbs[__builtin_ctzll(rows)], verb, count);
    }
    int possible = 0;
    for (int i = 0; i < count; i++) {
        if (parse_possible(resolver, verb[i])) {
            verb[possible++] = verb[i];
        }
    }
    if (count > 0 && (possible == 0 || advice_over(resolver))) {
        return error_moment(resolver, error);
    }
    count = possible;
    bil_form_read(parser->notation, verb[0], &form);
    const bool alone = count == 1 && form.count == 1;
    if (alone) {
        add_quote(parser, (struct range){0, strange.first}, &text);
        bil_text_add(&text, " is a whole move; what does ");
    } else {
        bil_text_add(&text, "What does ");
    }
    add_quote(parser, strange, &text);
    bil_text_add(&text, alone ? " mean?" : " mean here? Write ");
    if (!alone) {
        advice_add_forms(resolver, verb, count, " or ", &text);
        bil_text_char(&text, '.');
    }
    return fail_with_text(error, &text);
}
