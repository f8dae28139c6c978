/* Walks the rows of a position and writes what lies there as numbers (see observation.h). Must never ask a game for more than its
 * rows say, so that what a view hides stays hidden. */
#include "kit/observation.h"

#include <stdio.h>
#include <string.h>

/* Either writes numbers or names parts: then nothing lies anywhere, and no function of the game is called. */
struct walk {
    struct bil_doc doc;
    uint16_t *numbers;
    int at;
    void (*hear)(void *context, const struct bil_observed *part);
    void *context;
    struct bil_observed part; /* its names grow and shrink with the path */
};

static void walk_rows(struct walk *walk, const struct bil_field *rows, const unsigned char *base);
static void walk_row(struct walk *walk, const struct bil_field *row, const unsigned char *base);

/* ------------------------------------------------------------------ names */

static void go_into(char *name, const char *key)
{
    const size_t length = strlen(name);
    (void)snprintf(&name[length], BIL_OBSERVED_NAME - length, "%s%s", length ? "." : "", key);
}

/* ------------------------------------------------------------------ numbers */

static uint64_t lies(const struct bil_field *row, const unsigned char *base)
{
    uint64_t wide = 0;
    memcpy(&wide, &base[row->offset], row->bytes < sizeof wide ? row->bytes : sizeof wide); /* little-endian (game.h) */
    wide >>= row->shift;
    return row->bits ? wide & ((UINT64_C(1) << row->bits) - 1) : wide;
}

/* The next numbers, each from 0 to `most`: where they stand, all 0, or NULL while parts are named. */
static uint16_t *put(struct walk *walk, int count, int most)
{
    uint16_t *numbers = walk->numbers ? &walk->numbers[walk->at] : NULL;
    if (walk->hear) {
        walk->part.at = walk->at;
        walk->part.count = count;
        walk->part.most = most;
        walk->hear(walk->context, &walk->part);
    }
    walk->at += count;
    if (numbers) {
        memset(numbers, 0, sizeof *numbers * (size_t)count);
    }
    return numbers;
}

static int most_of(const struct bil_field *row)
{
    return row->high > 0 ? row->high : row->bits ? (1 << row->bits) - 1 : row->bytes == 1 ? UINT8_MAX : UINT16_MAX;
}

static void walk_set(struct walk *walk, const struct bil_field *row, const unsigned char *base)
{
    uint16_t *numbers = put(walk, row->axis->count, 1);
    for (int i = 0; base && numbers && i < row->axis->count; i++) {
        numbers[i] = lies(row, base) >> i & 1;
    }
}

static void walk_copies(struct walk *walk, const struct bil_field *row, const unsigned char *base)
{
    uint16_t *numbers = put(walk, row->axis->count, row->high > 0 ? row->high : UINT8_MAX);
    for (int i = 0; base && numbers && i < row->axis->count; i++) {
        numbers[i] = base[row->offset + i];
    }
}

/* A number or a word that stands alone. */
static void walk_one(struct walk *walk, const struct bil_field *row, const unsigned char *base)
{
    const bool word = row->axis != NULL;
    uint16_t *number = put(walk, 1, word ? row->axis->count : row->kind == BIL_FIELD_FLAG ? 1 : most_of(row));
    if (base && number) {
        const int64_t value = (int64_t)lies(row, base);
        *number = (uint16_t)(row->kind == BIL_FIELD_FLAG ? value != 0 : word ? value - row->bias + 1 : value + row->bias);
    }
}

/* ------------------------------------------------------------------ lists and maps */

static void walk_entries(struct walk *walk, const struct bil_field *row, const unsigned char *base)
{
    const bool list = row->kind == BIL_FIELD_LIST;
    const int room = list ? row->high : row->axis->count;
    const int count = !base ? 0 : list ? base[row->counter] : bil_axis_count(&walk->doc, row->axis);
    const size_t name = strlen(walk->part.name);
    const size_t pattern = strlen(walk->part.row);
    walk->doc.depth++;
    for (int i = 0; i < room; i++) {
        const int place = row->last_first ? count - 1 - i : i;
        walk->doc.at[walk->doc.depth - 1] = i;
        if (walk->hear) {
            char key[16];
            (void)snprintf(key, sizeof key, "%d", i + 1);
            go_into(walk->part.name, !list && row->axis->words && row->axis->words[i] ? row->axis->words[i] : key);
            go_into(walk->part.row, "*");
        }
        walk_row(walk, row->inside, i < count ? &base[row->offset + place * row->stride] : NULL);
        walk->part.name[name] = walk->part.row[pattern] = '\0';
    }
    walk->doc.depth--;
}

/* It is not there because nothing lies there. */
static bool is_zero(const struct bil_field *row, const unsigned char *base)
{
    bool zero = row->unless_zero && row->bytes;
    for (int i = 0; i < row->bytes && zero; i++) {
        zero = base[row->offset + i] == 0;
    }
    return zero;
}

static void walk_row(struct walk *walk, const struct bil_field *row, const unsigned char *base)
{
    if (base && (is_zero(row, base) || (row->absent && row->absent(&walk->doc)))) {
        base = NULL;
    }
    if (row->observed) {
        walk_rows(walk, row->observed, base);
        return;
    }
    if (row->observe) {
        uint16_t *numbers = put(walk, row->numbers, row->high);
        if (base && numbers) {
            walk->doc.row = row;
            row->observe(&walk->doc, base, numbers);
        }
        return;
    }
    switch (row->kind) {
    case BIL_FIELD_SET:
        walk_set(walk, row, base);
        break;
    case BIL_FIELD_OBJECT:
        walk_rows(walk, row->inside, base ? &base[row->offset] : NULL);
        break;
    case BIL_FIELD_EACH:
    case BIL_FIELD_LIST:
        walk_entries(walk, row, base);
        break;
    case BIL_FIELD_COPIES:
        walk_copies(walk, row, base);
        break;
    default:
        if (row->kind != BIL_FIELD_OWN || !row->write) { /* what a game writes itself follows from other rows */
            walk_one(walk, row, base);
        }
    }
}

static void walk_rows(struct walk *walk, const struct bil_field *rows, const unsigned char *base)
{
    const size_t name = strlen(walk->part.name);
    const size_t pattern = strlen(walk->part.row);
    for (const struct bil_field *row = rows; row->kind; row++) {
        if (row->input_only) {
            continue;
        }
        if (walk->hear && row->key) {
            go_into(walk->part.name, row->key);
            go_into(walk->part.row, row->key);
        }
        walk_row(walk, row, base);
        walk->part.name[name] = walk->part.row[pattern] = '\0';
    }
}

/* ------------------------------------------------------------------ the whole */

int bil_observation_size(const struct bil_game *game)
{
    struct walk walk = {.at = 0};
    walk_rows(&walk, game->position, NULL);
    return walk.at;
}

void bil_observation_parts(const struct bil_game *game, void (*hear)(void *context, const struct bil_observed *part), void *context)
{
    struct walk walk = {.hear = hear, .context = context};
    walk_rows(&walk, game->position, NULL);
}

int bil_observe(const struct bil_game *game, const void *rules, const void *view, uint16_t *numbers)
{
    struct walk walk = {.doc = {.rules = rules, .state = view}, .numbers = numbers};
    walk_rows(&walk, game->position, view);
    return walk.at;
}
