/* The move that a line means (see notation.h): of all ways to take its words as forms, the one that is best, legal moves first.
 *
 * Never chooses between two moves that fit equally well. */
#include <string.h>

#include "kit/parse.h"

/* ------------------------------------------------------------------ how good a parse is */

/* How good a parse is, apart from how well its nouns fit; only those of the same verb_fit compare. */
static int rank_of(const struct parse *parse)
{
    return 2 * __builtin_popcount(parse->words) - parse->turned + (parse->verb->key != NULL);
}

/* Above all counts how well names fit; then that all are given, and a name that is begun is more than one that is not given; then
 * how much of the form stood there. */
enum { PER_FIT = 1024, OPEN = 1280, BASE = 2048, LEEWAY = 64 };
static int score(enum bil_fit worst, bool open, int rank)
{
    return BASE + PER_FIT * (int)worst - (open ? OPEN : 0) + rank;
}

/* Whether every name is given, and in full; or every one that is given. */
static bool is_whole(int given)
{
    return given >= score(BIL_FITS_WHOLE, false, -LEEWAY);
}

static bool is_by_name(int given)
{
    const int open = score(BIL_FITS_WHOLE, true, 0);
    return is_whole(given) || (given >= open - LEEWAY && given <= open + LEEWAY);
}

/* Forms whose first word is hit best; the others are not meant. */
static enum bil_fit best_head(const struct parser *parser)
{
    enum bil_fit best = BIL_FITS_NOT;
    for (int i = 0; i < parser->count; i++) {
        best = parser->parse[i].verb_fit > best ? parser->parse[i].verb_fit : best;
    }
    return best;
}

/* ------------------------------------------------------------------ legal moves */

static enum bil_fit fit_of(const struct fits *fits, int noun)
{
    for (enum bil_fit fit = BIL_FITS_WHOLE; fit > BIL_FITS_NOT; fit--) {
        if (fits->nouns[fit] >> noun & 1U) {
            return fit;
        }
    }
    return BIL_FITS_NOT;
}

/* How well words fit the nouns of a list, each one of its own; the worst of them. */
static enum bil_fit fit_list(struct parser *parser, const struct bil_slot *slot, const struct range *range, int left,
                             const int *nouns, int count, unsigned taken)
{
    enum bil_fit best = left == 0 ? BIL_FITS_WHOLE : BIL_FITS_NOT;
    for (int i = 0; i < count && left > 0; i++) {
        const enum bil_fit fit = taken >> i & 1U ? BIL_FITS_NOT : fit_of(parser_fits(parser, slot, *range), nouns[i]);
        if (fit > best) {
            const enum bil_fit rest = fit_list(parser, slot, range + 1, left - 1, nouns, count, taken | 1U << i);
            const enum bil_fit both = rest < fit ? rest : fit;
            best = both > best ? both : best;
        }
    }
    return best;
}

static int filled(const struct range *range)
{
    int count = 0;
    while (count < BIL_MOST_LISTED && range[count].count > 0) {
        count++;
    }
    return count;
}

/* How well a move is what the parse says, as a score; -1 if it is not. Where nothing was said anything fits, but in brackets only
 * what is not written either. Without a verb whatever has these nouns is as good. */
static int fit_move(struct resolver *resolver, const struct parse *parse, const struct bil_form *form, bil_move move)
{
    const struct parser *parser = resolver->parser;
    enum bil_fit worst = BIL_FITS_WHOLE;
    bool open = false;
    if ((move & ((1U << parser->notation->verb_bits) - 1U)) != parse->verb->verb) {
        return -1;
    }
    for (int p = 0; p < form->count; p++) {
        const struct bil_part *part = &form->part[p];
        const int said = filled(parse->range[p]);
        enum bil_fit fit = BIL_FITS_WHOLE;
        if (!part->slot || said == 0) {
            if (part->optional && bil_slot_written(parser->notation, parser->rules, parser->view, move, part)) {
                return -1;
            }
            open = open || parse_lacks(parser, part, parse, p);
            continue;
        }
        if (part->slot->bits == 0) {
            (void)parser_best(resolver->parser, part->slot, parse->range[p][0], &fit);
        } else {
            int nouns[BIL_MOST_LISTED];
            const int count = bil_slot_nouns(part->slot, move, nouns);
            fit = count == said ? fit_list(resolver->parser, part->slot, parse->range[p], said, nouns, count, 0) : BIL_FITS_NOT;
        }
        if (fit == BIL_FITS_NOT) {
            return -1;
        }
        worst = fit < worst ? fit : worst;
    }
    return parser->headless ? score(worst, false, 0) : score(worst, open, rank_of(parse));
}

/* The legal moves that the best parse can mean. Without a verb a number or a letter or two are not enough: who types them may mean
 * anything. */
enum { LEAST = 3 };
static void find_legal(struct resolver *resolver, int *best)
{
    const struct parser *parser = resolver->parser;
    const enum bil_fit head = best_head(parser);
    int letters = parser->headless ? 0 : LEAST;
    *best = -1;
    resolver->count = 0;
    for (int i = 0; i < parser->words.count; i++) {
        letters += bil_word_is_number(&parser->words, i) ? 0 : parser->words.word[i].end - parser->words.word[i].begin;
    }
    for (int i = 0; i < parser->count && letters >= LEAST; i++) {
        const struct parse *parse = &parser->parse[i];
        struct bil_form form;
        bil_form_read(parser->notation, parse->verb, &form);
        for (int m = 0; m < resolver->legals && parse->verb_fit == head; m++) {
            const int fits = fit_move(resolver, parse, &form, resolver->legal[m]);
            bool again = false;
            if (fits < 0 || fits < *best) {
                continue;
            }
            resolver->count = fits > *best ? 0 : resolver->count;
            *best = fits;
            for (int f = 0; f < resolver->count; f++) {
                again = again || resolver->found[f] == resolver->legal[m];
            }
            if (!again) {
                resolver->found[resolver->count++] = resolver->legal[m];
            }
        }
    }
}

/* ------------------------------------------------------------------ any moves */

enum { MOST_MADE = 4, MOST_TRIED = 256 };

/* Moves made of a parse, each with a text of its own. */
struct made {
    bil_move move[MOST_MADE];
    int count;
    int tried;
    int best;                  /* score */
    const struct parse *parse; /* the first of that score, of all whose slots are filled */
};

static bool same_text(const struct resolver *resolver, bil_move one, bil_move other)
{
    const struct parser *parser = resolver->parser;
    struct bil_text a = {0};
    struct bil_text b = {0};
    bil_move_text(resolver->game, parser->rules, parser->view, one, BIL_EVERYBODY, &a);
    bil_move_text(resolver->game, parser->rules, parser->view, other, BIL_EVERYBODY, &b);
    const bool same = strcmp(bil_text_string(&a), bil_text_string(&b)) == 0;
    bil_text_free(&a);
    bil_text_free(&b);
    return same;
}

static void take_move(const struct resolver *resolver, struct made *made, bil_move move, uint32_t given)
{
    const struct bil_notation *notation = resolver->parser->notation;
    const bil_move whole =
        notation->complete ? notation->complete(resolver->parser->rules, resolver->parser->view, move, given) : move;
    for (int i = 0; i < made->count && whole; i++) {
        if (same_text(resolver, made->move[i], whole)) {
            return;
        }
    }
    if (whole && made->count < MOST_MADE) {
        made->move[made->count++] = whole;
    }
}

static void fill_part(struct resolver *resolver, const struct parse *parse, const struct bil_form *form, int p, bil_move move,
                      uint32_t given, struct made *made);

/* One noun after the other of a slot, in ascending order, however they were said. */
static void fill_slot(struct resolver *resolver, const struct parse *parse, const struct bil_form *form, int p, int place,
                      int *nouns, bil_move move, uint32_t given, struct made *made)
{
    const struct bil_slot *slot = form->part[p].slot;
    const int said = filled(parse->range[p]);
    const int most = slot->most ? slot->most : 1;
    enum bil_fit fit = BIL_FITS_NOT;
    if (place < said) {
        for (uint64_t rest = parser_best(resolver->parser, slot, parse->range[p][place], &fit); rest; rest &= rest - 1) {
            int sorted[BIL_MOST_LISTED];
            int at = place;
            memcpy(sorted, nouns, sizeof sorted);
            for (; at > 0 && sorted[at - 1] > __builtin_ctzll(rest); at--) {
                sorted[at] = sorted[at - 1];
            }
            sorted[at] = __builtin_ctzll(rest);
            fill_slot(resolver, parse, form, p, place + 1, sorted, move, given, made);
        }
        return;
    }
    for (int i = 0; i < most && slot->bits; i++) {
        move = i < said ? bil_slot_put(slot, move, i, nouns[i]) : slot->none ? bil_slot_put(slot, move, i, slot->none - 1) : move;
    }
    fill_part(resolver, parse, form, p + 1, move, said ? given | 1U << (slot - resolver->parser->notation->slots) : given, made);
}

static void fill_part(struct resolver *resolver, const struct parse *parse, const struct bil_form *form, int p, bil_move move,
                      uint32_t given, struct made *made)
{
    int nouns[BIL_MOST_LISTED] = {0};
    if (made->tried > MOST_TRIED) {
        return;
    }
    if (p == form->count) {
        made->tried++;
        take_move(resolver, made, move, given);
    } else if (form->part[p].slot) {
        fill_slot(resolver, parse, form, p, 0, nouns, move, given, made);
    } else {
        fill_part(resolver, parse, form, p + 1, move, given, made);
    }
}

/* How good a parse is that says a whole move; -1 if it does not. */
static int whole_score(struct resolver *resolver, const struct parse *parse, const struct bil_form *form)
{
    enum bil_fit worst = BIL_FITS_WHOLE;
    for (int p = 0; p < form->count; p++) {
        const struct bil_slot *slot = form->part[p].slot;
        if (parse_lacks(resolver->parser, &form->part[p], parse, p)) {
            return -1;
        }
        for (int i = 0; slot && i < filled(parse->range[p]); i++) {
            enum bil_fit fit = BIL_FITS_NOT;
            (void)parser_best(resolver->parser, slot, parse->range[p][i], &fit);
            worst = fit < worst ? fit : worst;
        }
    }
    return score(worst, false, rank_of(parse));
}

/* The moves, legal or not, that the best whole parses say. */
static void make_any(struct resolver *resolver, struct made *made)
{
    const struct parser *parser = resolver->parser;
    const enum bil_fit head = best_head(parser);
    *made = (struct made){.best = -1};
    for (int i = 0; i < parser->count; i++) {
        const struct parse *parse = &parser->parse[i];
        struct bil_form form;
        bil_form_read(parser->notation, parse->verb, &form);
        const int fits = parse->verb_fit == head ? whole_score(resolver, parse, &form) : -1;
        if (fits < 0 || fits < made->best) {
            continue;
        }
        if (fits > made->best) {
            *made = (struct made){.best = fits, .parse = parse};
        }
        fill_part(resolver, parse, &form, 0, parse->verb->verb, 0, made);
    }
}

/* Of several moves that are not legal those of a verb that some legal move has: "play War Chest" is not about counters where there
 * is nothing to counter. */
static void drop_impossible(const struct resolver *resolver, struct made *made)
{
    int kept = 0;
    bil_move move[MOST_MADE];
    for (int i = 0; i < made->count; i++) {
        if (parse_possible(resolver, bil_verb_of(resolver->game->notation, made->move[i]))) {
            move[kept++] = made->move[i];
        }
    }
    if (kept > 0) {
        memcpy(made->move, move, (size_t)kept * sizeof *move);
        made->count = kept;
    }
}

/* ------------------------------------------------------------------ the way through */

/* The parse that takes the most of its form, of a possible verb if there is one; `lacking`: among those that lack something. NULL
 * if there is none. */
static const struct parse *best_of(struct resolver *resolver, bool lacking)
{
    const struct parser *parser = resolver->parser;
    const enum bil_fit head = best_head(parser);
    const struct parse *best = NULL;
    int best_rank = 0;
    for (int i = 0; i < parser->count; i++) {
        const struct parse *parse = &parser->parse[i];
        struct bil_form form;
        bil_form_read(parser->notation, parse->verb, &form);
        const bool lacks = whole_score(resolver, parse, &form) < 0;
        const int rank = rank_of(parse) - (lacks ? 2 * BIL_MOST_PARTS : 0) + (parse_possible(resolver, parse->verb) ? LEEWAY : 0);
        if (parse->verb_fit == head && (!best || rank > best_rank) && (lacks || !lacking)) {
            best = parse;
            best_rank = rank;
        }
    }
    return best;
}

static bool read_unknown(struct resolver *resolver, struct bil_error *error)
{
    struct parser *parser = resolver->parser;
    const int furthest = parser->furthest;
    const uint64_t reached = parser->reached;
    parser_all(parser, false, true);
    const struct parse *parse = best_of(resolver, false);
    return parse ? error_unknown(resolver, parse, error) : error_strange(resolver, furthest, reached, error);
}

/* Whether the line is nothing but a name of several words, which then begins with no verb: "Fix It Forum". */
static bool is_name_alone(const struct parser *parser)
{
    return parser->words.count > 1 && parser_is_name(parser, (struct range){0, (uint8_t)parser->words.count});
}

/* Whether the only move that was found may be meant: one without its verb need not be. */
static bool is_meant(const struct resolver *resolver)
{
    const struct bil_notation *notation = resolver->parser->notation;
    const unsigned verb = resolver->found[0] & ((1U << notation->verb_bits) - 1U);
    return resolver->count == 1 && !(resolver->parser->headless && notation->only_said >> verb & 1U);
}

/* The legal moves that the line can mean, into resolver->found, and the moves that it says in full. The parser is headless then if
 * the line has no verb. */
static void find_meant(struct resolver *resolver, struct made *made)
{
    struct parser *parser = resolver->parser;
    int best = 0;
    parser_all(parser, false, false);
    find_legal(resolver, &best);
    make_any(resolver, made);
    drop_impossible(resolver, made);
    if (parser->furthest == 0 ||
        (is_name_alone(parser) && !is_by_name(best) && !is_whole(made->best) && !best_of(resolver, true))) {
        parser_all(parser, true, false);
        find_legal(resolver, &best);
        return;
    }
    /* A move that is given in full is meant, legal or not, where a legal one was only begun. */
    if (made->count == 1 && made->parse->verb_fit == BIL_FITS_WHOLE && is_whole(made->best) &&
        (made->parse->verb->key ? !is_whole(best) : !is_by_name(best))) {
        resolver->count = 0;
    }
}

static bool read_line(struct resolver *resolver, bil_move *move, struct bil_error *error)
{
    const struct parser *parser = resolver->parser;
    struct made made;
    find_meant(resolver, &made);
    *move = resolver->found[0];
    if (parser->headless) {
        return is_meant(resolver) || (resolver->count > 0 ? error_bare(resolver, error) : error_verb(resolver, error));
    }
    if (resolver->count > 0) {
        return resolver->count == 1 || error_several(resolver, error);
    }
    const struct parse *lacking = best_of(resolver, true);
    if (made.count == 1 && !(lacking && lacking->verb_fit < BIL_FITS_WHOLE)) { /* of several verbs cut short none is meant */
        *move = made.move[0];
        return true;
    }
    if (made.count > 1 || (made.parse && !lacking)) {
        memcpy(resolver->found, made.move, sizeof made.move);
        resolver->count = made.count;
        return error_which(resolver, made.parse, error);
    }
    return lacking ? error_missing(resolver, lacking, error) : read_unknown(resolver, error);
}

/* The legal move whose text is the line, letter by letter, or 0. */
static bil_move by_text(const struct resolver *resolver, const void *rules, const void *view, const char *line)
{
    struct bil_text text = {0};
    bil_move found = 0;
    for (int i = 0; i < resolver->legals && !found; i++) {
        bil_text_clear(&text);
        bil_move_text(resolver->game, rules, view, resolver->legal[i], BIL_EVERYBODY, &text);
        found = strcmp(bil_text_string(&text), line) == 0 ? resolver->legal[i] : 0;
    }
    bil_text_free(&text);
    return found;
}

static void look_around(struct resolver *resolver, const struct bil_game *game, const void *rules, const void *view)
{
    const bool knows = !game->notation->knows || game->notation->knows(rules, view);
    resolver->game = game;
    resolver->count = 0;
    resolver->legals = knows && game->actor(rules, view) != BIL_OVER ? game->moves(rules, view, resolver->legal) : 0;
}

bool bil_move_parse(const struct bil_game *game, const void *rules, const void *view, const char *text, bil_move *move,
                    struct bil_error *error)
{
    struct resolver resolver;
    struct parser parser;
    look_around(&resolver, game, rules, view);
    bil_move read = by_text(&resolver, rules, view, text);
    if (read) {
        *move = read;
        return true;
    }
    bool fine = false;
    resolver.parser = &parser;
    if (!parser_begin(&parser, game->notation, rules, view, text)) {
        fine =
            bil_fail(error, "That is longer than any move: at most %d words and %d letters are read.", BIL_WORDS, BIL_LETTERS - 1);
    } else if (parser.words.count == 0) {
        fine = error_empty(&resolver, error);
    } else if (strchr(text, '?')) {
        fine = bil_fail(error, "\"?\" stands for what you may not see: give it its name.");
    } else {
        fine = read_line(&resolver, &read, error);
    }
    *move = fine ? read : *move; /* only a whole move is given back */
    return fine;
}

int bil_move_find(const struct bil_game *game, const void *rules, const void *view, const char *text, bil_move *found)
{
    struct resolver resolver;
    struct parser parser;
    struct made made;
    look_around(&resolver, game, rules, view);
    const bil_move exact = by_text(&resolver, rules, view, text);
    if (exact) {
        found[0] = exact;
        return 1;
    }
    resolver.parser = &parser;
    if (parser_begin(&parser, game->notation, rules, view, text) && parser.words.count > 0) {
        find_meant(&resolver, &made);
        resolver.count = resolver.count == 1 && !is_meant(&resolver) ? 0 : resolver.count;
    }
    memcpy(found, resolver.found, (size_t)resolver.count * sizeof *found);
    return resolver.count;
}
