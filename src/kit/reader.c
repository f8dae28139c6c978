/* The move that a line means (see notation.h): of all ways to lay its words into forms, the one that is best, legal moves first.
 *
 * Never chooses between two moves that fit equally well. */
#include "kit/reader.h"

#include <string.h>

/* ------------------------------------------------------------------ how good a laying is */

bool reader_is_missing(const struct lay *lay, const struct bil_part *part, const struct laying *laying, int p)
{
    if (part->slot) {
        return !part->optional && laying->range[p][0].count == 0;
    }
    for (const char *const *filler = lay->notation->fillers; filler && *filler; filler++) {
        if ((int)strlen(*filler) == part->length && strncmp(*filler, part->word, (size_t)part->length) == 0) {
            return false;
        }
    }
    return !(laying->words >> p & 1U);
}

int reader_rank(const struct laying *laying)
{
    return 2 * __builtin_popcount(laying->words) - laying->turned + (laying->verb->key != NULL);
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
static enum bil_fit best_head(const struct lay *lay)
{
    enum bil_fit best = BIL_FITS_NOT;
    for (int i = 0; i < lay->count; i++) {
        best = lay->laying[i].verb_fit > best ? lay->laying[i].verb_fit : best;
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
static enum bil_fit fit_list(struct lay *lay, const struct bil_slot *slot, const struct range *range, int left, const int *nouns,
                             int count, unsigned taken)
{
    enum bil_fit best = left == 0 ? BIL_FITS_WHOLE : BIL_FITS_NOT;
    for (int i = 0; i < count && left > 0; i++) {
        const enum bil_fit fit = taken >> i & 1U ? BIL_FITS_NOT : fit_of(lay_fits(lay, slot, *range), nouns[i]);
        if (fit > best) {
            const enum bil_fit rest = fit_list(lay, slot, range + 1, left - 1, nouns, count, taken | 1U << i);
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

/* How well a move is what the laying says, as a score; -1 if it is not. Where nothing was said anything fits, but in brackets only
 * what is not written either. Without a verb whatever has these nouns is as good. */
static int fit_move(struct reader *reader, const struct laying *laying, const struct bil_form *form, bil_move move)
{
    const struct lay *lay = reader->lay;
    enum bil_fit worst = BIL_FITS_WHOLE;
    bool open = false;
    if ((move & ((1U << lay->notation->verb_bits) - 1U)) != laying->verb->verb) {
        return -1;
    }
    for (int p = 0; p < form->count; p++) {
        const struct bil_part *part = &form->part[p];
        const int said = filled(laying->range[p]);
        enum bil_fit fit = BIL_FITS_WHOLE;
        if (!part->slot || said == 0) {
            if (part->optional && bil_slot_written(lay->notation, lay->rules, lay->view, move, part)) {
                return -1;
            }
            open = open || reader_is_missing(lay, part, laying, p);
            continue;
        }
        if (part->slot->bits == 0) {
            (void)lay_best(reader->lay, part->slot, laying->range[p][0], &fit);
        } else {
            int nouns[BIL_MOST_LISTED];
            const int count = bil_slot_nouns(part->slot, move, nouns);
            fit = count == said ? fit_list(reader->lay, part->slot, laying->range[p], said, nouns, count, 0) : BIL_FITS_NOT;
        }
        if (fit == BIL_FITS_NOT) {
            return -1;
        }
        worst = fit < worst ? fit : worst;
    }
    return lay->headless ? score(worst, false, 0) : score(worst, open, reader_rank(laying));
}

/* The legal moves that the best laying can mean. Without a verb a number or a letter or two are not enough: who types them may mean
 * anything. */
enum { LEAST = 3 };
static void find_legal(struct reader *reader, int *best)
{
    const struct lay *lay = reader->lay;
    const enum bil_fit head = best_head(lay);
    int letters = lay->headless ? 0 : LEAST;
    *best = -1;
    reader->count = 0;
    for (int i = 0; i < lay->words.count; i++) {
        letters += bil_word_is_number(&lay->words, i) ? 0 : lay->words.word[i].end - lay->words.word[i].begin;
    }
    for (int i = 0; i < lay->count && letters >= LEAST; i++) {
        const struct laying *laying = &lay->laying[i];
        struct bil_form form;
        bil_form_read(lay->notation, laying->verb, &form);
        for (int m = 0; m < reader->legals && laying->verb_fit == head; m++) {
            const int fits = fit_move(reader, laying, &form, reader->legal[m]);
            bool again = false;
            if (fits < 0 || fits < *best) {
                continue;
            }
            reader->count = fits > *best ? 0 : reader->count;
            *best = fits;
            for (int f = 0; f < reader->count; f++) {
                again = again || reader->found[f] == reader->legal[m];
            }
            if (!again) {
                reader->found[reader->count++] = reader->legal[m];
            }
        }
    }
}

/* ------------------------------------------------------------------ any moves */

enum { MOST_MADE = 4, MOST_TRIED = 256 };

/* Moves made of a laying, each with a text of its own. */
struct made {
    bil_move move[MOST_MADE];
    int count;
    int tried;
    int best;                    /* score */
    const struct laying *laying; /* the first of that score, of all whose slots are filled */
};

static bool same_text(const struct reader *reader, bil_move one, bil_move other)
{
    const struct lay *lay = reader->lay;
    struct bil_text a = {0};
    struct bil_text b = {0};
    bil_move_text(reader->game, lay->rules, lay->view, one, BIL_EVERYBODY, &a);
    bil_move_text(reader->game, lay->rules, lay->view, other, BIL_EVERYBODY, &b);
    const bool same = strcmp(bil_text_string(&a), bil_text_string(&b)) == 0;
    bil_text_free(&a);
    bil_text_free(&b);
    return same;
}

static void take_move(const struct reader *reader, struct made *made, bil_move move, uint32_t given)
{
    const struct bil_notation *notation = reader->lay->notation;
    const bil_move whole = notation->complete ? notation->complete(reader->lay->rules, reader->lay->view, move, given) : move;
    for (int i = 0; i < made->count && whole; i++) {
        if (same_text(reader, made->move[i], whole)) {
            return;
        }
    }
    if (whole && made->count < MOST_MADE) {
        made->move[made->count++] = whole;
    }
}

static void fill_part(struct reader *reader, const struct laying *laying, const struct bil_form *form, int p, bil_move move,
                      uint32_t given, struct made *made);

/* One noun after the other of a slot, in ascending order, however they were said. */
static void fill_slot(struct reader *reader, const struct laying *laying, const struct bil_form *form, int p, int place, int *nouns,
                      bil_move move, uint32_t given, struct made *made)
{
    const struct bil_slot *slot = form->part[p].slot;
    const int said = filled(laying->range[p]);
    const int most = slot->most ? slot->most : 1;
    enum bil_fit fit = BIL_FITS_NOT;
    if (place < said) {
        for (uint64_t rest = lay_best(reader->lay, slot, laying->range[p][place], &fit); rest; rest &= rest - 1) {
            int sorted[BIL_MOST_LISTED];
            int at = place;
            memcpy(sorted, nouns, sizeof sorted);
            for (; at > 0 && sorted[at - 1] > __builtin_ctzll(rest); at--) {
                sorted[at] = sorted[at - 1];
            }
            sorted[at] = __builtin_ctzll(rest);
            fill_slot(reader, laying, form, p, place + 1, sorted, move, given, made);
        }
        return;
    }
    for (int i = 0; i < most && slot->bits; i++) {
        move = i < said ? bil_slot_put(slot, move, i, nouns[i]) : slot->none ? bil_slot_put(slot, move, i, slot->none - 1) : move;
    }
    fill_part(reader, laying, form, p + 1, move, said ? given | 1U << (slot - reader->lay->notation->slots) : given, made);
}

static void fill_part(struct reader *reader, const struct laying *laying, const struct bil_form *form, int p, bil_move move,
                      uint32_t given, struct made *made)
{
    int nouns[BIL_MOST_LISTED] = {0};
    if (made->tried > MOST_TRIED) {
        return;
    }
    if (p == form->count) {
        made->tried++;
        take_move(reader, made, move, given);
    } else if (form->part[p].slot) {
        fill_slot(reader, laying, form, p, 0, nouns, move, given, made);
    } else {
        fill_part(reader, laying, form, p + 1, move, given, made);
    }
}

/* How good a laying is that says a whole move; -1 if it does not. */
static int whole_score(struct reader *reader, const struct laying *laying, const struct bil_form *form)
{
    enum bil_fit worst = BIL_FITS_WHOLE;
    for (int p = 0; p < form->count; p++) {
        const struct bil_slot *slot = form->part[p].slot;
        if (reader_is_missing(reader->lay, &form->part[p], laying, p)) {
            return -1;
        }
        for (int i = 0; slot && i < filled(laying->range[p]); i++) {
            enum bil_fit fit = BIL_FITS_NOT;
            (void)lay_best(reader->lay, slot, laying->range[p][i], &fit);
            worst = fit < worst ? fit : worst;
        }
    }
    return score(worst, false, reader_rank(laying));
}

/* The moves, legal or not, that the best whole layings say. */
static void make_any(struct reader *reader, struct made *made)
{
    const struct lay *lay = reader->lay;
    const enum bil_fit head = best_head(lay);
    *made = (struct made){.best = -1};
    for (int i = 0; i < lay->count; i++) {
        const struct laying *laying = &lay->laying[i];
        struct bil_form form;
        bil_form_read(lay->notation, laying->verb, &form);
        const int fits = laying->verb_fit == head ? whole_score(reader, laying, &form) : -1;
        if (fits < 0 || fits < made->best) {
            continue;
        }
        if (fits > made->best) {
            *made = (struct made){.best = fits, .laying = laying};
        }
        fill_part(reader, laying, &form, 0, laying->verb->verb, 0, made);
    }
}

/* ------------------------------------------------------------------ the way through */

/* The laying that takes the most of its form; `lacking`: among those that lack something. NULL if there is none. */
static const struct laying *best_of(struct reader *reader, bool lacking)
{
    const struct lay *lay = reader->lay;
    const enum bil_fit head = best_head(lay);
    const struct laying *best = NULL;
    int best_rank = 0;
    for (int i = 0; i < lay->count; i++) {
        const struct laying *laying = &lay->laying[i];
        struct bil_form form;
        bil_form_read(lay->notation, laying->verb, &form);
        const bool lacks = whole_score(reader, laying, &form) < 0;
        const int rank = reader_rank(laying) - (lacks ? BIL_MOST_PARTS : 0);
        if (laying->verb_fit == head && (!best || rank > best_rank) && (lacks || !lacking)) {
            best = laying;
            best_rank = rank;
        }
    }
    return best;
}

/* Without a verb: the one legal move that the nouns say, or a sentence. */
static bool read_bare(struct reader *reader, bil_move *move, struct bil_error *error)
{
    int best = 0;
    lay_all(reader->lay, true, false);
    find_legal(reader, &best);
    *move = reader->found[0];
    return reader->count == 1 || (reader->count > 1 ? told_bare(reader, error) : told_verb(reader, error));
}

static bool read_unknown(struct reader *reader, struct bil_error *error)
{
    struct lay *lay = reader->lay;
    const int furthest = lay->furthest;
    const uint64_t reached = lay->reached;
    lay_all(lay, false, true);
    const struct laying *laying = best_of(reader, false);
    return laying ? told_unknown(reader, laying, error) : told_strange(reader, furthest, reached, error);
}

static bool read_line(struct reader *reader, bil_move *move, struct bil_error *error)
{
    struct lay *lay = reader->lay;
    struct made made;
    int best = 0;
    lay_all(lay, false, false);
    find_legal(reader, &best);
    make_any(reader, &made);
    /* A move that is given in full is meant, legal or not, where a legal one was only begun. */
    const bool other_by_name = made.count == 1 && made.laying->verb_fit == BIL_FITS_WHOLE && is_whole(made.best) &&
                               (made.laying->verb->key ? !is_whole(best) : !is_by_name(best));
    if (reader->count > 0 && !other_by_name) {
        *move = reader->found[0];
        return reader->count == 1 || told_several(reader, error);
    }
    const struct laying *lacking = best_of(reader, true);
    if (made.count == 1 && !(lacking && lacking->verb_fit < BIL_FITS_WHOLE)) { /* of several verbs cut short none is meant */
        *move = made.move[0];
        return true;
    }
    if (made.count > 1 || (made.laying && !lacking)) {
        memcpy(reader->found, made.move, sizeof made.move);
        reader->count = made.count;
        return told_which(reader, made.laying, error);
    }
    if (lacking) {
        return told_missing(reader, lacking, error);
    }
    return lay->furthest > 0 ? read_unknown(reader, error) : read_bare(reader, move, error);
}

/* The legal move whose text is the line, letter by letter, or 0. */
static bil_move by_text(const struct reader *reader, const void *rules, const void *view, const char *line)
{
    struct bil_text text = {0};
    bil_move found = 0;
    for (int i = 0; i < reader->legals && !found; i++) {
        bil_text_clear(&text);
        bil_move_text(reader->game, rules, view, reader->legal[i], BIL_EVERYBODY, &text);
        found = strcmp(bil_text_string(&text), line) == 0 ? reader->legal[i] : 0;
    }
    bil_text_free(&text);
    return found;
}

static void look_around(struct reader *reader, const struct bil_game *game, const void *rules, const void *view)
{
    const bool knows = !game->notation->knows || game->notation->knows(rules, view);
    reader->game = game;
    reader->count = 0;
    reader->legals = knows && game->actor(rules, view) != BIL_OVER ? game->moves(rules, view, reader->legal) : 0;
}

bool bil_move_parse(const struct bil_game *game, const void *rules, const void *view, const char *text, bil_move *move,
                    struct bil_error *error)
{
    struct reader reader;
    struct lay lay;
    look_around(&reader, game, rules, view);
    bil_move read = by_text(&reader, rules, view, text);
    if (read) {
        *move = read;
        return true;
    }
    bool fine = false;
    reader.lay = &lay;
    if (!lay_begin(&lay, game->notation, rules, view, text)) {
        fine =
            bil_fail(error, "That is longer than any move: at most %d words and %d letters are read.", BIL_WORDS, BIL_LETTERS - 1);
    } else if (lay.words.count == 0) {
        fine = told_empty(&reader, error);
    } else if (strchr(text, '?')) {
        fine = bil_fail(error, "\"?\" stands for what you may not see: give it its name.");
    } else {
        fine = read_line(&reader, &read, error);
    }
    *move = fine ? read : *move; /* only a whole move is given back */
    return fine;
}

int bil_move_find(const struct bil_game *game, const void *rules, const void *view, const char *text, bil_move *found)
{
    struct reader reader;
    struct lay lay;
    int best = 0;
    look_around(&reader, game, rules, view);
    const bil_move exact = by_text(&reader, rules, view, text);
    if (exact) {
        found[0] = exact;
        return 1;
    }
    reader.lay = &lay;
    if (lay_begin(&lay, game->notation, rules, view, text) && lay.words.count > 0) {
        lay_all(&lay, false, false);
        find_legal(&reader, &best);
        if (reader.count == 0 && lay.furthest == 0) {
            lay_all(&lay, true, false);
            find_legal(&reader, &best);
        }
    }
    memcpy(found, reader.found, (size_t)reader.count * sizeof *found);
    return reader.count;
}
