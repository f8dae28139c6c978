/* Writes and reads documents by their rows (see fields.h). Never judges what only a game can judge. */
#include "kit/fields.h"

#include <string.h>

enum { WORDS = 64, KEYS = 64, PASSES = 16 };

/* What the table itself reads in every position. */
static const char *const table_keys[] = {"format", "game", "seats", "options", "edition", "comment", NULL};

/* ------------------------------------------------------------------ axes */

int bil_axis_count(const struct bil_doc *doc, const struct bil_axis *axis)
{
    return axis->counted ? axis->counted(doc) : axis->count;
}

const char *bil_axis_word(const struct bil_doc *doc, const struct bil_axis *axis, int i)
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
        words[i] = bil_axis_word(doc, axis, i);
    }
    return count;
}

int bil_axis_which(const struct bil_doc *doc, const struct bil_axis *axis, const struct bil_value *value)
{
    const char *words[WORDS];
    int number = 0;
    if (has_words(axis)) {
        return bil_which_word(value, words, all_words(doc, axis, words), axis->what, doc->error);
    }
    return bil_value_number(value, 1, bil_axis_count(doc, axis), &number, doc->error) ? number - 1 : -1;
}

int bil_axis_key(const struct bil_doc *doc, const struct bil_axis *axis, const struct bil_value *value)
{
    const char *words[WORDS];
    return bil_which_key(value, words, all_words(doc, axis, words), axis->what, doc->error);
}

void bil_axis_write(struct bil_doc *doc, const struct bil_axis *axis, int i)
{
    if (has_words(axis)) {
        bil_json_string(doc->out, bil_axis_word(doc, axis, i));
    } else {
        bil_json_integer(doc->out, i + 1);
    }
}

/* ------------------------------------------------------------------ numbers of a state */

static int get(const struct bil_field *row, const unsigned char *base)
{
    uint16_t wide = 0;
    if (row->bytes == 1) {
        return base[row->offset];
    }
    memcpy(&wide, &base[row->offset], sizeof wide);
    return wide;
}

static void set(const struct bil_field *row, unsigned char *base, int number)
{
    const uint16_t wide = (uint16_t)number;
    if (row->bytes == 1) {
        base[row->offset] = (unsigned char)number;
    } else {
        memcpy(&base[row->offset], &wide, sizeof wide);
    }
}

/* ------------------------------------------------------------------ writing */

static void write_members(struct bil_doc *doc, const struct bil_field *rows, const unsigned char *base);

static void write_value(struct bil_doc *doc, const struct bil_field *row, const unsigned char *base);

/* Whether a member, or the entry of a map, does not stand there now. */
static bool is_absent(struct bil_doc *doc, const struct bil_field *row, const unsigned char *base)
{
    if (row->input_only || (row->absent && row->absent(doc))) {
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
            bil_json_key(doc->out, bil_axis_word(doc, row->axis, i));
        }
        write_value(doc, row->inside, entry);
    }
    doc->depth--;
    (map ? bil_json_object_end : bil_json_array_end)(doc->out);
}

static void write_value(struct bil_doc *doc, const struct bil_field *row, const unsigned char *base)
{
    switch (row->kind) {
    case BIL_FIELD_NUMBER:
        bil_json_integer(doc->out, get(row, base) + row->bias);
        break;
    case BIL_FIELD_FLAG:
        bil_json_bool(doc->out, get(row, base) != 0);
        break;
    case BIL_FIELD_WORD:
        bil_axis_write(doc, row->axis, get(row, base) - row->bias);
        break;
    case BIL_FIELD_SET:
        bil_json_array(doc->out);
        for (int i = 0, bits = get(row, base); bits >> i; i++) {
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
        bil_json_array(doc->out);
        for (int i = 0, count = base[row->counter]; i < count; i++) {
            write_value(doc, row->inside, &base[row->offset + (row->last_first ? count - 1 - i : i) * row->stride]);
        }
        bil_json_array_end(doc->out);
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
            bil_axis_write(doc, row->axis, get(row, base) - row->bias);
        } else {
            bil_json_integer(doc->out, get(row, base) + row->bias);
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

void bil_fields_write(const struct bil_field *rows, const void *rules, const void *state, struct bil_text *out)
{
    struct bil_doc doc = {.rules = rules, .state = state, .out = out};
    write_members(&doc, rows, state);
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
                              bil_axis_word(doc, row->axis, count - 1));
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
        const int i = map ? bil_axis_key(doc, row->axis, child) : place++;
        if (i < 0) {
            return false;
        }
        given[i] = child;
    }
    doc->depth++;
    bool fine = true;
    for (int i = 0; i < count && fine; i++) {
        doc->at[doc->depth - 1] = i;
        fine = read_value(doc, row->inside, given[i], &base[row->offset + i * row->stride]);
    }
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
    int i = 0;
    for (const struct bil_value *child = value ? value->child : NULL; child; child = child->next, i++) {
        if (!read_value(doc, row->inside, child, &base[row->offset + (row->last_first ? count - 1 - i : i) * row->stride])) {
            return false;
        }
    }
    return true;
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

static bool read_number(struct bil_doc *doc, const struct bil_field *row, const struct bil_value *value, int *number)
{
    switch (row->kind) {
    case BIL_FIELD_NUMBER:
        return bil_value_number(value, row->low, row->high, number, doc->error) && ((*number -= row->bias), true);
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
    default:
        return (!value || bil_value_wants(value, BIL_OBJECT, doc->error)) &&
               read_members(doc, row->inside, value, &base[row->offset], NULL);
    }
}

static bool read_value(struct bil_doc *doc, const struct bil_field *row, const struct bil_value *value, unsigned char *base)
{
    int number = 0;
    if (row->kind == BIL_FIELD_OWN) {
        doc->row = row;
        return !row->read || row->read(doc, value);
    }
    if (row->kind >= BIL_FIELD_OBJECT) {
        return read_inside(doc, row, value, base) && (!row->read || row->read(doc, value));
    }
    if (value && !read_number(doc, row, value, &number)) {
        return false;
    }
    if (row->if_there && row->absent(doc)) {
        return true;
    }
    set(row, base, value ? number : row->start);
    return !value || !row->read || row->read(doc, value);
}

/* A member that neither a row nor somebody else knows. */
static bool all_known(const struct bil_field *rows, const struct bil_value *object, const char *const *others,
                      struct bil_error *error)
{
    const char *keys[KEYS];
    int count = 0;
    for (const struct bil_field *row = rows; row->kind; row++) {
        keys[count++] = row->key;
    }
    for (; others && *others; others++) {
        keys[count++] = *others;
    }
    keys[count] = NULL;
    return bil_value_known(object, keys, error);
}

static bool read_members(struct bil_doc *doc, const struct bil_field *rows, const struct bil_value *object, unsigned char *base,
                         const char *const *others)
{
    int last = 0;
    if (!all_known(rows, object, others, doc->error)) {
        return false;
    }
    for (int pass = 0; pass <= last; pass++) {
        for (const struct bil_field *row = rows; row->kind; row++) {
            last = row->pass > last ? row->pass : last;
            const struct bil_value *value = bil_value_get(object, row->key);
            if (row->pass != pass) {
                continue;
            }
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
    if (!read_members(&doc, game->position, document, state, table_keys)) {
        return false;
    }
    const char *broken = game->check(rules, state, buffer, sizeof buffer);
    return !broken || bil_fail(error, "%s", broken);
}

void bil_members_write(const struct bil_game *game, const void *rules, const void *state, struct bil_text *out)
{
    bil_fields_write(game->position, rules, state, out);
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
