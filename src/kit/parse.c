/* How the words of a line can be taken as the forms of a game (see parse.h): every word is a word of the form, one of those that
 * a noun is called by, or one that means nothing. */
#include "kit/parse.h"

#include <string.h>

/* ------------------------------------------------------------------ one word */

/* "play|use" is either. */
static enum bil_fit fit_word(const struct parser *parser, int at, const char *word, int length)
{
    enum bil_fit best = BIL_FITS_NOT;
    for (int from = 0; from < length && at < parser->words.count;) {
        const int one = (int)strcspn(word + from, "|");
        if ((word[from] | 32) == parser->words.letter[parser->words.word[at].begin]) { /* both are letters of ASCII */
            struct bil_words name;
            (void)bil_words_of(word + from, (size_t)(from + one < length ? one : length - from), &name);
            const enum bil_fit fit = bil_words_fit(&parser->words, at, 1, &name);
            best = fit > best ? fit : best;
        }
        from += one + 1;
    }
    return best;
}

static bool is_word(const struct parser *parser, int at, const char *word)
{
    return fit_word(parser, at, word, (int)strlen(word)) == BIL_FITS_WHOLE;
}

static void add_set(struct parser *parser, const struct bil_nouns *nouns)
{
    for (int s = 0; s < parser->sets; s++) {
        if (parser->set[s] == nouns) {
            return;
        }
    }
    if (parser->sets < MOST_SETS) {
        parser->set[parser->sets++] = nouns;
    }
}

static bool may_fit(const char *name, char letter);

/* Which words are a whole name: what is called so is looked up once, because no other meaning of them counts then. */
static void find_names(struct parser *parser, const struct bil_nouns *set)
{
    for (int noun = 0; noun < set->count; noun++) {
        char room[BIL_NAME];
        const char *name = set->name(parser->rules, parser->view, noun, 0, room);
        for (int which = 1; name; which++) {
            struct bil_words words = {.count = -1};
            for (int at = 0; at < parser->words.count; at++) {
                if (may_fit(name, parser->words.letter[parser->words.word[at].begin])) {
                    if (words.count < 0) {
                        (void)bil_words_of(name, BIL_NAME, &words);
                    }
                    const int count = bil_words_spelling(&parser->words, at, &words);
                    parser->named[at] |= count > 0 ? 1U << (count - 1) : 0U;
                }
            }
            name = set->name(parser->rules, parser->view, noun, which, room);
        }
    }
}

bool parser_is_name(const struct parser *parser, struct range range)
{
    return parser->named[range.first] >> (range.count - 1) & 1U;
}

bool parser_begin(struct parser *parser, const struct bil_notation *notation, const void *rules, const void *view, const char *line)
{
    memset(parser, 0, sizeof *parser);
    parser->notation = notation;
    parser->rules = rules;
    parser->view = view;
    parser->line = line;
    for (const struct bil_slot *slot = notation->slots; slot->word; slot++) {
        add_set(parser, slot->nouns);
    }
    for (const struct bil_slot *kind = notation->kinds; kind && kind->thing; kind++) {
        add_set(parser, kind->nouns);
    }
    const bool fine = bil_words_of(line, strlen(line), &parser->words);
    for (int at = 0; at < parser->words.count; at++) {
        for (const char *const *filler = notation->fillers; filler && *filler; filler++) {
            parser->filler |= (uint32_t)is_word(parser, at, *filler) << at;
        }
    }
    for (int s = 0; s < parser->sets; s++) {
        find_names(parser, parser->set[s]);
    }
    return fine;
}

/* ------------------------------------------------------------------ what words fit */

uint64_t parser_members(const struct bil_slot *slot)
{
    return slot->members ? slot->members : ~0ULL;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* Whether a word of the name begins with that letter, as far as a glance tells: most names are not worth cutting into words. */
static bool may_fit(const char *name, char letter)
{
    char before = ' ';
    for (; *name; before = *name++) {
        const bool digit = *name >= '0' && *name <= '9';
        const bool begins = digit ? before < '0' || before > '9' : is_letter(*name) && !is_letter(before);
        const char small = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
        if ((begins && small == letter) || (unsigned char)*name >= 0x80) {
            return true;
        }
    }
    return false;
}

/* How well the words fit any name of a noun. */
static enum bil_fit fit_noun(const struct bil_nouns *set, const void *rules, const void *view, int noun,
                             const struct bil_words *typed, struct range range)
{
    enum bil_fit best = BIL_FITS_NOT;
    char room[BIL_NAME];
    const char *name = set->name(rules, view, noun, 0, room);
    for (int which = 1; name && best < BIL_FITS_WHOLE; which++) {
        if (may_fit(name, typed->letter[typed->word[range.first].begin])) {
            struct bil_words words;
            (void)bil_words_of(name, BIL_NAME, &words);
            const enum bil_fit fit = bil_words_fit(typed, range.first, range.count, &words);
            best = fit > best ? fit : best;
        }
        name = set->name(rules, view, noun, which, room);
    }
    return best;
}

uint64_t bil_nouns_meant(const struct bil_nouns *set, const void *rules, const void *view, const struct bil_words *typed, int first,
                         int count)
{
    enum bil_fit best = BIL_FITS_INSIDE;
    uint64_t meant = 0;
    for (int noun = 0; noun < set->count; noun++) {
        const enum bil_fit fit = fit_noun(set, rules, view, noun, typed, (struct range){(uint8_t)first, (uint8_t)count});
        meant = fit > best ? 0 : meant;
        best = fit > best ? fit : best;
        meant |= (uint64_t)(fit == best) << noun;
    }
    return meant;
}

const struct fits *parser_fits(struct parser *parser, const struct bil_slot *slot, struct range range)
{
    int set = 0;
    while (set < parser->sets - 1 && parser->set[set] != slot->nouns) {
        set++;
    }
    struct fits *fits = range.count <= MOST_RANGE ? &parser->fits[set][range.first][range.count - 1] : &parser->long_fits;
    if (range.count > MOST_RANGE) {
        *fits = (struct fits){.known = false};
    }
    for (int noun = 0; noun < slot->nouns->count && !fits->known; noun++) {
        fits->nouns[fit_noun(slot->nouns, parser->rules, parser->view, noun, &parser->words, range)] |= 1ULL << noun;
    }
    if (!fits->known && parser_is_name(parser, range)) {
        fits->nouns[BIL_FITS_INSIDE] = fits->nouns[BIL_FITS_START] = 0;
    }
    fits->known = true;
    return fits;
}

uint64_t parser_best(struct parser *parser, const struct bil_slot *slot, struct range range, enum bil_fit *fit)
{
    const struct fits *fits = parser_fits(parser, slot, range);
    for (*fit = BIL_FITS_WHOLE; *fit > BIL_FITS_NOT; --*fit) {
        if (fits->nouns[*fit] & parser_members(slot)) {
            return fits->nouns[*fit] & parser_members(slot);
        }
    }
    return 0;
}

static bool is_filler(const struct parser *parser, int at)
{
    return parser->filler >> at & 1U;
}

enum bil_fit parser_head(const struct parser *parser, const struct bil_verb *verb, const struct bil_form *form, int at)
{
    const enum bil_fit fit = fit_word(parser, at, form->part[0].word, form->part[0].length);
    return fit == BIL_FITS_WHOLE || verb->key ? fit : BIL_FITS_NOT; /* only the words of the notation may be cut short */
}

/* ------------------------------------------------------------------ parses */

struct step {
    struct parser *parser;
    const struct bil_form *form;
    struct parse made;
    uint32_t led;     /* slots that a word before them named */
    uint32_t literal; /* words of the line that are words of the form */
    int lead;         /* the part that the word before asks for, or -1 */
};

/* Two slots of one kind stand in the order of the form, unless a word before them says which is which. */
static bool in_order(struct step *step)
{
    const struct bil_form *form = step->form;
    step->made.turned = 0;
    for (int a = 0; a < form->count; a++) {
        for (int b = a + 1; b < form->count; b++) {
            const struct range *one = step->made.range[a];
            const struct range *other = step->made.range[b];
            if (form->part[a].slot && form->part[b].slot && one->count && other->count && one->first > other->first) {
                step->made.turned++;
                if (form->part[a].slot->nouns == form->part[b].slot->nouns && !(step->led & (1U << a | 1U << b))) {
                    return false;
                }
            }
        }
    }
    return true;
}

/* Whether a noun takes all words of a whole name, or some of them with others beside it: "home chefs pet pictures" where there is a
 * "Chefs Pet", too; "the troll crack". */
static bool takes_name(const struct step *step, int first, int end)
{
    for (int p = 0; p < step->form->count; p++) {
        for (int i = 0; i < BIL_MOST_LISTED && step->made.range[p][i].count; i++) {
            const struct range range = step->made.range[p][i];
            const int last = range.first + range.count;
            const bool covers = range.first <= first && last >= end;
            const bool crosses = range.first < end && last > first && (range.first < first || last > end);
            if (covers || crosses) {
                return true;
            }
        }
    }
    return false;
}

/* Whether a name of several words is taken apart: "the" for nothing and "troll" for Troll Crackdown. Words of the form may be: in
 * "colony 2" the number is one, though there is a card of that name. */
static bool splits_name(const struct step *step)
{
    const struct parser *parser = step->parser;
    for (int at = 0; at < parser->words.count; at++) {
        for (uint32_t counts = parser->named[at] & ~1U; counts; counts &= counts - 1) {
            const int count = 1 + __builtin_ctz(counts);
            const uint32_t all = (count < 32 ? (1U << count) - 1U : ~0U) << at;
            if (!(step->literal & all) && !takes_name(step, at, at + count)) {
                return true;
            }
        }
    }
    return false;
}

static void emit(struct step *step)
{
    struct parser *parser = step->parser;
    if (in_order(step) && !splits_name(step) && step->made.unknown == parser->wild && parser->count < MOST_PARSES) {
        parser->parse[parser->count++] = step->made;
    }
}

static void parser_on(struct step *step, int at);

/* The place for one more noun in a slot, or -1. */
static int room_in(const struct step *step, int part)
{
    const struct bil_slot *slot = step->form->part[part].slot;
    for (int i = 0; i < (slot->most ? slot->most : 1); i++) {
        if (step->made.range[part][i].count == 0) {
            return i;
        }
    }
    return -1;
}

/* Words that mean something in another slot of the form, or that another part begins with, are not unknown. */
static bool is_strange(struct step *step, struct range range)
{
    for (int p = 0; p < step->form->count; p++) {
        for (int i = range.first; i < range.first + range.count; i++) {
            enum bil_fit fit = BIL_FITS_NOT;
            const struct bil_slot *slot = step->form->part[p].slot;
            if (slot && parser_best(step->parser, slot, (struct range){(uint8_t)i, 1}, &fit) && fit == BIL_FITS_WHOLE) {
                return false;
            }
        }
    }
    return true;
}

/* Words that mean nothing name nothing either, unless they are the whole name. */
static bool says_little(const struct parser *parser, struct range range, enum bil_fit fit)
{
    bool little = fit < BIL_FITS_WHOLE;
    for (int i = range.first; i < range.first + range.count && little; i++) {
        little = is_filler(parser, i);
    }
    return little;
}

static void try_slot(struct step *step, int part, int at)
{
    const struct bil_slot *slot = step->form->part[part].slot;
    const int place = room_in(step, part);
    struct parser *parser = step->parser;
    if (place < 0 || (step->lead >= 0 && step->lead != part)) {
        return;
    }
    for (int count = 1; at + count <= parser->words.count; count++) {
        const struct range range = {(uint8_t)at, (uint8_t)count};
        if (count > 1 && parser->words.word[at + count - 1].parted) {
            break;
        }
        if (count > MOST_RANGE && !parser_is_name(parser, range)) {
            continue;
        }
        enum bil_fit fit = BIL_FITS_NOT;
        const bool fits = parser_best(parser, slot, range, &fit) != 0 && !says_little(parser, range, fit);
        const bool wild = !fits && parser->wild && part > 0 && slot->bits && !step->made.unknown && is_strange(step, range);
        if (!fits && !wild) {
            continue;
        }
        struct step next = *step;
        next.made.range[part][place] = range;
        next.led |= step->lead == part ? 1U << part : 0U;
        next.lead = -1;
        if (wild) {
            next.made.unknown = true;
            next.made.wild = (uint8_t)part;
        }
        if (part == 0) { /* a form that begins with a slot: its noun is the verb */
            next.made.verb_fit = (uint8_t)fit;
        }
        parser_on(&next, at + count);
    }
}

/* A word that means nothing by itself may say which slot comes next. */
static void skip_filler(struct step *step, int at)
{
    struct step next = *step;
    for (int p = 0; p < step->form->count; p++) {
        const struct bil_slot *slot = step->form->part[p].slot;
        if (slot && slot->lead && is_word(step->parser, at, slot->lead)) {
            next.lead = p;
        }
    }
    parser_on(&next, at + 1);
}

static void parser_on(struct step *step, int at)
{
    struct parser *parser = step->parser;
    const struct bil_form *form = step->form;
    const bool begun = parser->headless || step->made.words & 1U || form->part[0].slot;
    if (++parser->nodes > MOST_NODES) {
        return;
    }
    if (begun && at >= parser->furthest) {
        const uint64_t row = 1ULL << ((step->made.verb - parser->notation->verbs) & 63);
        parser->reached = (at > parser->furthest ? 0 : parser->reached) | row;
        parser->furthest = at;
    }
    if (at == parser->words.count) {
        if (begun) {
            emit(step);
        }
        return;
    }
    for (int p = 0; p < form->count; p++) {
        if (form->part[p].slot) {
            if (begun) {
                try_slot(step, p, at);
            }
            continue;
        }
        if (step->made.words >> p & 1U || (!begun && p > 0) || (parser->headless && p == 0)) {
            continue;
        }
        const enum bil_fit fit = p == 0 ? parser_head(parser, step->made.verb, form, at)
                                        : fit_word(parser, at, form->part[p].word, form->part[p].length);
        if (fit >= BIL_FITS_START) {
            struct step next = *step;
            next.lead = -1;
            next.literal |= 1U << at;
            next.made.words |= (uint8_t)(1U << p);
            next.made.verb_fit = p == 0 ? (uint8_t)fit : step->made.verb_fit;
            parser_on(&next, at + 1);
        }
    }
    if (is_filler(parser, at)) {
        skip_filler(step, at);
    }
}

void parser_all(struct parser *parser, bool headless, bool wild)
{
    parser->count = 0;
    parser->nodes = 0;
    parser->furthest = 0;
    parser->reached = 0;
    parser->headless = headless;
    parser->wild = wild;
    for (const struct bil_verb *verb = parser->notation->verbs; verb->form; verb++) {
        struct bil_form form;
        struct step step = {.parser = parser, .form = &form, .lead = -1};
        bil_form_read(parser->notation, verb, &form);
        step.made.verb = verb;
        parser_on(&step, 0);
    }
}

bool parse_lacks(const struct parser *parser, const struct bil_part *part, const struct parse *parse, int p)
{
    if (part->slot) {
        return !part->optional && parse->range[p][0].count == 0;
    }
    for (const char *const *filler = parser->notation->fillers; filler && *filler; filler++) {
        if ((int)strlen(*filler) == part->length && strncmp(*filler, part->word, (size_t)part->length) == 0) {
            return false;
        }
    }
    return !(parse->words >> p & 1U);
}
