/* Writes and reads documents by their rows (see fields.h). Never judges what only a game can judge. */
#include "kit/fields.h"

#include <stdio.h>
#include <string.h>

enum { WORDS = 64, KEYS = 64, PASSES = 16 };

/* What the table itself reads in every position. */
const char *const bil_table_keys[] = {"format", "game", "seats", "options", "edition", "comment", NULL};

/* ------------------------------------------------------------------ axes */

int bil_axis_count(const struct bil_doc *doc, const struct bil_axis *axis)
{
    if (axis->counter) {
        return ((const unsigned char *)doc->state)[axis->counter - 1];
    }
    return axis->counted ? axis->counted(doc) : axis->count;
}

static const char *axis_word(const struct bil_doc *doc, const struct bil_axis *axis, int i)
{
    return axis->name ? axis->name(doc, i) : axis->words ? axis->words[i] : NULL;
}

static bool has_words(const struct bil_axis *axis)
{
    return axis->name || axis->words;
}

static int all_words(const struct bil_doc *doc, const struct bil_axis *axis, const char *words[WORDS])
{
    const int count = bil_axis_count(doc, axis);
    for (int i = 0; i < count; i++) {
        words[i] = axis_word(doc, axis, i);
    }
    return count;
}

int bil_axis_which(const struct bil_doc *doc, const struct bil_axis *axis, const struct bil_value *value)
{
    const char *words[WORDS];
    int number = 0;
    const int count = axis->loose && value->type == BIL_STRING ? all_words(doc, axis, words) : 0;
    for (int i = 0; i < count; i++) {
        if (words[i] && strcmp(words[i], "none") != 0 && bil_same_name(value->string, strlen(value->string), words[i])) {
            return i;
        }
    }
    if (has_words(axis)) {
        return bil_which_word(value, words, all_words(doc, axis, words), axis->what, doc->error);
    }
    return bil_value_number(value, 1, bil_axis_count(doc, axis), &number, doc->error) ? number - 1 : -1;
}

int bil_axis_need(const struct bil_doc *doc, const struct bil_axis *axis, const struct bil_value *object, const char *key)
{
    const struct bil_value *value = bil_value_get(object, key);
    if (!value) {
        bil_value_fail(object, doc->error, "it lacks \"%s\".", key);
    }
    return value ? bil_axis_which(doc, axis, value) : -1;
}

/* The same of the key of a node. */
static int axis_key(const struct bil_doc *doc, const struct bil_axis *axis, const struct bil_value *value)
{
    const char *words[WORDS];
    return bil_which_key(value, words, all_words(doc, axis, words), axis->what, doc->error);
}

void bil_axis_write(struct bil_doc *doc, const struct bil_axis *axis, int i)
{
    if (has_words(axis)) {
        bil_json_string(doc->out, axis_word(doc, axis, i));
    } else {
        bil_json_integer(doc->out, i + 1);
    }
}

void bil_axis_write_key(struct bil_doc *doc, const char *key, const struct bil_axis *axis, int i)
{
    bil_json_key(doc->out, key);
    bil_axis_write(doc, axis, i);
}

/* ------------------------------------------------------------------ numbers of a state */

/* The place of a number: in an array by entry, if the row says how far apart. */
static size_t offset_of_entry(const struct bil_doc *doc, const struct bil_field *row)
{
    return row->offset + (doc->depth ? (size_t)(doc->at[doc->depth - 1] * row->stride) : 0);
}

static int get(const struct bil_doc *doc, const struct bil_field *row, const unsigned char *base)
{
    int16_t wide = 0;
    const size_t place = offset_of_entry(doc, row);
    if (row->bytes == 1) {
        return base[place];
    }
    memcpy(&wide, &base[place], sizeof wide);
    return row->low < 0 ? wide : (uint16_t)wide;
}

static void set(struct bil_doc *doc, const struct bil_field *row, unsigned char *base, int number)
{
    const uint16_t wide = (uint16_t)number;
    const size_t place = offset_of_entry(doc, row);
    doc->changed = doc->changed || get(doc, row, base) != number;
    if (row->bytes == 1) {
        base[place] = (unsigned char)number;
    } else {
        memcpy(&base[place], &wide, sizeof wide);
    }
}

/* ------------------------------------------------------------------ writing */

static void write_members(struct bil_doc *doc, const struct bil_field *rows, const unsigned char *base);

static void write_value(struct bil_doc *doc, const struct bil_field *row, const unsigned char *base);

/* Whether this entry of a list by names has the member at all. */
static bool is_there(const struct bil_doc *doc, const struct bil_field *row)
{
    return !row->only || (row->only >> doc->at[doc->depth - 1] & 1U);
}

/* Whether a member, or the entry of a map, does not stand there now. */
static bool is_absent(struct bil_doc *doc, const struct bil_field *row, const unsigned char *base)
{
    if (row->input_only || (row->absent && row->absent(doc)) || !is_there(doc, row)) {
        return true;
    }
    bool zero = row->unless_zero;
    if (row->kind == BIL_FIELD_EACH) {
        for (int i = bil_axis_count(doc, row->axis) - 1; i >= 0 && zero; i--) {
            zero = is_absent(doc, row->inside, &base[row->offset + i * row->stride]);
        }
    }
    for (int i = 0; i < row->bytes && zero; i++) {
        zero = base[row->offset + i] == 0;
    }
    return zero;
}

static void write_each(struct bil_doc *doc, const struct bil_field *row, const unsigned char *base)
{
    const int count = bil_axis_count(doc, row->axis);
    const bool map = has_words(row->axis);
    (map ? bil_json_object : bil_json_array)(doc->out);
    doc->depth++;
    for (int i = 0; i < count; i++) {
        const unsigned char *entry = &base[row->offset + i * row->stride];
        doc->at[doc->depth - 1] = i;
        if (map && is_absent(doc, row->inside, entry)) {
            continue;
        }
        if (map) {
            bil_json_key(doc->out, axis_word(doc, row->axis, i));
        }
        write_value(doc, row->inside, entry);
    }
    doc->depth--;
    (map ? bil_json_object_end : bil_json_array_end)(doc->out);
}

static void write_list(struct bil_doc *doc, const struct bil_field *row, const unsigned char *base)
{
    const int count = base[row->counter];
    bil_json_array(doc->out);
    doc->depth += row->whole;
    for (int i = 0; i < count; i++) {
        if (row->whole) {
            doc->at[doc->depth - 1] = i;
        }
        write_value(doc, row->inside, &base[row->offset + (row->last_first ? count - 1 - i : i) * row->stride]);
    }
    doc->depth -= row->whole;
    bil_json_array_end(doc->out);
}

static void write_named(struct bil_doc *doc, const struct bil_field *row, const unsigned char *base)
{
    const int count = bil_axis_count(doc, row->axis);
    bil_json_array(doc->out);
    doc->depth++;
    for (int i = 0; i < count; i++) {
        const char *word = axis_word(doc, row->axis, i);
        if (word && strcmp(word, "none") != 0) {
            doc->at[doc->depth - 1] = i;
            bil_json_object(doc->out);
            bil_json_key_string(doc->out, row->naming, word);
            write_members(doc, row->inside, base);
            bil_json_object_end(doc->out);
        }
    }
    doc->depth--;
    bil_json_array_end(doc->out);
}

static void write_value(struct bil_doc *doc, const struct bil_field *row, const unsigned char *base)
{
    switch (row->kind) {
    case BIL_FIELD_NUMBER:
        bil_json_integer(doc->out, (get(doc, row, base) + row->bias) * (row->unit ? row->unit : 1));
        break;
    case BIL_FIELD_NAMED:
        write_named(doc, row, base);
        break;
    case BIL_FIELD_FLAG:
        bil_json_bool(doc->out, get(doc, row, base) != 0);
        break;
    case BIL_FIELD_WORD:
        bil_axis_write(doc, row->axis, get(doc, row, base) - row->bias);
        break;
    case BIL_FIELD_SET:
        bil_json_array(doc->out);
        for (int i = 0, bits = get(doc, row, base); bits >> i; i++) {
            if (bits >> i & 1) {
                bil_axis_write(doc, row->axis, i);
            }
        }
        bil_json_array_end(doc->out);
        break;
    case BIL_FIELD_OBJECT:
        bil_json_object(doc->out);
        write_members(doc, row->inside, &base[row->offset]);
        bil_json_object_end(doc->out);
        break;
    case BIL_FIELD_EACH:
        write_each(doc, row, base);
        break;
    case BIL_FIELD_LIST:
        write_list(doc, row, base);
        break;
    case BIL_FIELD_COPIES:
        bil_json_array(doc->out);
        for (int i = 0, count = bil_axis_count(doc, row->axis); i < count; i++) {
            for (int copy = 0; copy < base[row->offset + i]; copy++) {
                bil_axis_write(doc, row->axis, i);
            }
        }
        bil_json_array_end(doc->out);
        break;
    default:
        doc->row = row;
        if (row->write) {
            row->write(doc);
        } else if (row->axis) {
            bil_axis_write(doc, row->axis, get(doc, row, base) - row->bias);
        } else {
            bil_json_integer(doc->out, get(doc, row, base) + row->bias);
        }
    }
}

static void write_members(struct bil_doc *doc, const struct bil_field *rows, const unsigned char *base)
{
    for (const struct bil_field *row = rows; row->kind; row++) {
        if (!is_absent(doc, row, base)) {
            bil_json_key(doc->out, row->key);
            write_value(doc, row, base);
        }
    }
}

/* ------------------------------------------------------------------ reading */

static bool read_members(struct bil_doc *doc, const struct bil_field *rows, const struct bil_value *object, unsigned char *base,
                         const char *const *others);

static bool read_value(struct bil_doc *doc, const struct bil_field *row, const struct bil_value *value, unsigned char *base);

static bool read_each(struct bil_doc *doc, const struct bil_field *row, const struct bil_value *value, unsigned char *base)
{
    const int count = bil_axis_count(doc, row->axis);
    const bool map = has_words(row->axis);
    if (value && map && value->type != BIL_OBJECT) {
        return bil_value_fail(value, doc->error, "it must be an object in { } with %ss as keys, such as \"%s\".", row->axis->what,
                              axis_word(doc, row->axis, count - 1));
    }
    if (value && !map && !bil_value_wants(value, BIL_ARRAY, doc->error)) {
        return false;
    }
    if (value && !map && (value->count > count || (row->whole && value->count < count))) {
        return bil_value_fail(value, doc->error, "it must have %s%d entries, one for each %s.", row->whole ? "" : "at most ", count,
                              row->axis->what);
    }
    const struct bil_value *given[WORDS] = {NULL};
    int place = 0;
    for (const struct bil_value *child = value ? value->child : NULL; child; child = child->next) {
        const int i = map ? axis_key(doc, row->axis, child) : place++;
        if (i < 0) {
            return false;
        }
        given[i] = child;
    }
    doc->depth++;
    doc->replaces = true;
    bool fine = true;
    for (int i = 0; i < count && fine; i++) {
        doc->at[doc->depth - 1] = i;
        fine = read_value(doc, row->inside, given[i], &base[row->offset + i * row->stride]);
    }
    doc->replaces = false;
    doc->depth--;
    return fine;
}

static bool read_list(struct bil_doc *doc, const struct bil_field *row, const struct bil_value *value, unsigned char *base)
{
    if (value && !bil_value_wants(value, BIL_ARRAY, doc->error)) {
        return false;
    }
    if (value && value->count > row->high) {
        return bil_value_fail(value, doc->error, "it must have at most %d entries.", row->high);
    }
    const int count = value ? value->count : 0;
    base[row->counter] = (unsigned char)count;
    bool fine = true;
    int i = 0;
    doc->depth += row->whole;
    for (const struct bil_value *child = value ? value->child : NULL; child && fine; child = child->next, i++) {
        if (row->whole) {
            doc->at[doc->depth - 1] = i;
        }
        fine = read_value(doc, row->inside, child, &base[row->offset + (row->last_first ? count - 1 - i : i) * row->stride]);
    }
    doc->depth -= row->whole;
    return fine;
}

static bool read_named_entry(struct bil_doc *doc, const struct bil_field *row, const struct bil_value *entry, uint64_t *seen,
                             unsigned char *base)
{
    const char *const naming[] = {row->naming, NULL};
    const struct bil_value *name = bil_value_get(entry, row->naming);
    if (!bil_value_wants(entry, BIL_OBJECT, doc->error)) {
        return false;
    }
    if (!name) {
        return bil_value_fail(entry, doc->error, "it lacks \"%s\", which says what it is about.", row->naming);
    }
    const int i = bil_axis_which(doc, row->axis, name);
    if (i < 0) {
        return false;
    }
    if (*seen >> i & 1U) {
        return bil_value_fail(name, doc->error, "%s stands here twice.", name->string);
    }
    *seen |= 1ULL << i;
    doc->at[doc->depth - 1] = i;
    return read_members(doc, row->inside, entry, base, naming);
}

static bool read_named(struct bil_doc *doc, const struct bil_field *row, const struct bil_value *value, unsigned char *base)
{
    uint64_t seen = 0;
    bool fine = !value || bil_value_wants(value, BIL_ARRAY, doc->error);
    doc->depth++;
    for (const struct bil_value *entry = value && fine ? value->child : NULL; entry && fine; entry = entry->next) {
        fine = read_named_entry(doc, row, entry, &seen, base);
    }
    doc->depth--;
    return fine;
}

static bool read_copies(struct bil_doc *doc, const struct bil_field *row, const struct bil_value *value, unsigned char *base)
{
    if (value && !bil_value_wants(value, BIL_ARRAY, doc->error)) {
        return false;
    }
    for (const struct bil_value *child = value ? value->child : NULL; child; child = child->next) {
        const int i = bil_axis_which(doc, row->axis, child);
        if (i < 0) {
            return false;
        }
        base[row->offset + i]++;
    }
    return true;
}

static bool read_set(struct bil_doc *doc, const struct bil_field *row, const struct bil_value *value, int *bits)
{
    if (!bil_value_wants(value, BIL_ARRAY, doc->error)) {
        return false;
    }
    *bits = 0;
    for (const struct bil_value *child = value->child; child; child = child->next) {
        const int i = bil_axis_which(doc, row->axis, child);
        if (i < 0) {
            return false;
        }
        *bits |= 1 << i;
    }
    return true;
}

static bool read_field_number(struct bil_doc *doc, const struct bil_field *row, const struct bil_value *value, int *number)
{
    switch (row->kind) {
    case BIL_FIELD_NUMBER:
        if (!bil_value_number(value, row->low, row->high, number, doc->error)) {
            return false;
        }
        if (row->unit && *number % row->unit != 0) {
            return bil_value_fail(value, doc->error, "%d is no multiple of %d.", *number, row->unit);
        }
        *number = *number / (row->unit ? row->unit : 1) - row->bias;
        return true;
    case BIL_FIELD_FLAG:
        *number = value->type == BIL_TRUE;
        return bil_value_flag(value, &(bool){false}, doc->error);
    case BIL_FIELD_WORD:
        *number = bil_axis_which(doc, row->axis, value) + row->bias;
        return *number >= row->bias;
    default:
        return read_set(doc, row, value, number);
    }
}

static bool read_inside(struct bil_doc *doc, const struct bil_field *row, const struct bil_value *value, unsigned char *base)
{
    switch (row->kind) {
    case BIL_FIELD_EACH:
        return read_each(doc, row, value, base);
    case BIL_FIELD_LIST:
        return read_list(doc, row, value, base);
    case BIL_FIELD_COPIES:
        return read_copies(doc, row, value, base);
    case BIL_FIELD_NAMED:
        return read_named(doc, row, value, base);
    default:
        return (!value || bil_value_wants(value, BIL_OBJECT, doc->error)) &&
               read_members(doc, row->inside, value, &base[row->offset], NULL);
    }
}

static bool read_value(struct bil_doc *doc, const struct bil_field *row, const struct bil_value *value, unsigned char *base)
{
    int number = 0;
    const bool kept = doc->compiled && !doc->replaces && !value;
    if (row->kind == BIL_FIELD_OWN) {
        doc->row = row;
        return !row->read || (value ? (!row->wants || bil_value_wants(value, row->wants, doc->error)) && row->read(doc, value)
                                    : row->given || row->read(doc, value));
    }
    if (kept) {
        return row->kind < BIL_FIELD_OBJECT || !row->read || row->read(doc, value);
    }
    if (row->kind >= BIL_FIELD_OBJECT) {
        return read_inside(doc, row, value, base) && (!row->read || row->read(doc, value));
    }
    if (value && !read_field_number(doc, row, value, &number)) {
        return false;
    }
    if (row->if_there && row->absent(doc)) {
        return true;
    }
    set(doc, row, base, value ? number : row->start);
    return !value || !row->read || row->read(doc, value);
}

/* A member that neither a row nor somebody else knows. */
static bool all_known(const struct bil_doc *doc, const struct bil_field *rows, const struct bil_value *object,
                      const char *const *others)
{
    const char *keys[KEYS];
    int count = 0;
    for (const struct bil_field *row = rows; row->kind; row++) {
        if (is_there(doc, row)) {
            keys[count++] = row->key;
        }
    }
    for (; others && *others; others++) {
        keys[count++] = *others;
    }
    keys[count] = NULL;
    return bil_value_known(object, keys, doc->error);
}

static bool read_members(struct bil_doc *doc, const struct bil_field *rows, const struct bil_value *object, unsigned char *base,
                         const char *const *others)
{
    int last = 0;
    if (!all_known(doc, rows, object, others)) {
        return false;
    }
    doc->changed = false;
    for (int pass = 0; pass <= last; pass++) {
        for (const struct bil_field *row = rows; row->kind; row++) {
            last = row->pass > last ? row->pass : last;
            const struct bil_value *value = bil_value_get(object, row->key);
            if (row->pass != pass || !is_there(doc, row)) {
                continue;
            }
            doc->rows = rows;
            if (row->needed && object && !value) {
                return bil_value_fail(object, doc->error, "it lacks \"%s\".", row->key);
            }
            if (!read_value(doc, row, value, base)) {
                return false;
            }
        }
    }
    return true;
}

bool bil_fields_read(const struct bil_game *game, const void *rules, const struct bil_value *document, void *state, void *own,
                     struct bil_error *error)
{
    struct bil_doc doc = {.rules = rules, .state = state, .filled = state, .own = own, .error = error};
    char buffer[BIL_ERROR_LENGTH - 1];
    memset(state, 0, game->state_size);
    if (!read_members(&doc, game->position, document, state, bil_table_keys)) {
        return false;
    }
    const char *broken = game->check(rules, state, buffer, sizeof buffer);
    return !broken || bil_fail(error, "%s", broken);
}

void bil_members_write(const struct bil_game *game, const void *rules, const void *state, struct bil_text *out)
{
    struct bil_doc doc = {.rules = rules, .state = state, .out = out};
    write_members(&doc, game->position, state);
}

bool bil_members_read(const struct bil_game *game, const void *rules, const struct bil_value *document, void *state,
                      struct bil_error *error)
{
    unsigned char made[BIL_MAX_STATE] __attribute__((aligned(16))); /* nothing is changed unless all is right */
    const bool fine = game->position_read ? game->position_read(rules, document, made, error)
                                          : bil_fields_read(game, rules, document, made, NULL, error);
    if (fine) {
        memcpy(state, made, game->state_size);
    }
    return fine;
}

/* ------------------------------------------------------------------ editions */

static const char *const edition_keys[] = {"format", "game", "name", "note", "deviations", NULL};

void bil_edition_write(const struct bil_edition *edition, const void *rules, struct bil_text *out)
{
    unsigned char compiled[BIL_MAX_RULES] __attribute__((aligned(16))) = {0};
    struct bil_doc doc = {.rules = rules, .state = rules, .out = out, .compiled = compiled};
    const char *text = rules;
    edition->compiled_in(compiled);
    bil_json_object(out);
    bil_json_key_integer(out, "format", 1);
    bil_json_key_string(out, "game", edition->game);
    bil_json_key_string(out, "name", &text[edition->name]);
    bil_json_key_string(out, "note", &text[edition->note]);
    bil_json_key_array(out, "deviations");
    for (int d = 0; d < edition->deviation_count; d++) {
        char sentence[BIL_DEVIATION];
        if (edition->deviates(rules, d, sentence)) {
            bil_json_string(out, edition->deviations[d]);
        }
    }
    bil_json_array_end(out);
    write_members(&doc, edition->rows, rules);
    bil_json_object_end(out);
}

/* That it is an edition of this game. */
static bool begin_edition(const struct bil_value *document, const char *id, struct bil_error *error)
{
    int format = 1;
    const char *game = id;
    if (document->type != BIL_OBJECT) {
        return bil_fail(error, "An edition is an object in { }, with \"format\": 1 and \"game\": \"%s\".", id);
    }
    if (!bil_value_integer(document, "format", 1, 1, &format, error) || !bil_value_string(document, "game", &game, error)) {
        return false;
    }
    if (strcmp(game, id) != 0) {
        return bil_value_fail(bil_value_get(document, "game"), error, "this edition is for the game \"%.40s\", not for %s.", game,
                              id);
    }
    return true;
}

static bool read_text(const struct bil_value *document, const char *key, char *out, size_t size, struct bil_error *error)
{
    const char *text = NULL;
    if (!bil_value_string(document, key, &text, error)) {
        return false;
    }
    if (text && strlen(text) >= size) {
        return bil_value_fail(bil_value_get(document, key), error, "it may have at most %d bytes.", (int)size - 1);
    }
    if (text) {
        memset(out, 0, size);
        memcpy(out, text, strlen(text));
    }
    return true;
}

/* That every deviation from what the rulebook publishes is declared. */
static bool declares_deviations(const struct bil_edition *edition, const struct bil_value *document, const void *rules,
                                struct bil_error *error)
{
    const struct bil_value *list = NULL;
    uint32_t declared = 0;
    if (!bil_value_array(document, "deviations", &list, error)) {
        return false;
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        const int which = bil_which_word(value, edition->deviations, edition->deviation_count, "deviation", error);
        if (which < 0) {
            return false;
        }
        declared |= 1U << which;
    }
    for (int d = 0; d < edition->deviation_count; d++) {
        char sentence[BIL_DEVIATION];
        if (edition->deviates(rules, d, sentence) && !(declared >> d & 1U)) {
            return bil_fail(error, "The edition is not the printed one: %s. If that is meant, list \"%s\" in \"deviations\".",
                            sentence, edition->deviations[d]);
        }
    }
    return true;
}

bool bil_edition_read(const struct bil_edition *edition, const struct bil_value *document, void *rules, struct bil_error *error)
{
    unsigned char compiled[BIL_MAX_RULES] __attribute__((aligned(16)));
    struct bil_doc doc = {.rules = rules, .state = rules, .filled = rules, .error = error, .compiled = compiled};
    char *text = rules;
    char *name = &text[edition->name];
    memcpy(compiled, rules, edition->size);
    if (!begin_edition(document, edition->game, error) || !read_text(document, "name", name, edition->name_size, error) ||
        !read_text(document, "note", &text[edition->note], edition->note_size, error) ||
        !read_members(&doc, edition->rows, document, rules, edition_keys) ||
        !declares_deviations(edition, document, rules, error) || !edition->fits(rules, error)) {
        return false;
    }
    if (memcmp(compiled, rules, edition->size) != 0) {
        text[edition->compiled_mark] = 0;
        if (!bil_value_get(document, "name")) {
            memset(name, 0, edition->name_size);
            (void)snprintf(name, edition->name_size, "unnamed edition");
        }
    }
    return true;
}
