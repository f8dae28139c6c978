/* What an observation holds: walks the rows of a position once, to name its parts or to lay them out for observe.c. Must never ask
 * a game for more than its rows say, so that what a view hides stays hidden. */
#include "kit/observation.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Either lays out or names parts; looks at no view. */
struct walk {
    int at; /* numbers so far */
    const struct bil_game *game;
    struct bil_observer *observer;
    struct bil_observe_run *like; /* within entries that are laid out all at once: what their runs have in common */
    int guard;                    /* around it, or -1 */
    int depth;
    uint8_t around[BIL_DOC_DEPTH]; /* the entries that it is in */
    void (*hear)(void *context, const struct bil_observed *part);
    void *context;
    struct bil_observed part; /* its names grow and shrink with the path */
};

/* Where rows lie, from the beginning of the view. */
static void walk_rows(struct walk *walk, const struct bil_field *rows, int base);
static void walk_row(struct walk *walk, const struct bil_field *row, int base);

/* ------------------------------------------------------------------ names */

static void go_into(char *name, const char *key)
{
    const size_t length = strlen(name);
    (void)snprintf(&name[length], BIL_OBSERVED_NAME - length, "%s%s", length ? "." : "", key);
}

/* ------------------------------------------------------------------ numbers */

/* The next numbers, each from 0 to `most`. */
static void put(struct walk *walk, int count, int most)
{
    if (walk->hear) {
        walk->part.at = walk->at;
        walk->part.count = count;
        walk->part.most = most;
        walk->hear(walk->context, &walk->part);
    }
    walk->at += count;
}

static int most_of(const struct bil_field *row)
{
    return row->axis         ? row->axis->count
           : row->high > 0   ? row->high
           : row->bits       ? (1 << row->bits) - 1
           : row->bytes == 1 ? UINT8_MAX
                             : UINT16_MAX;
}

/* Whether a row is a number or a word of at most two bytes. A flag is one, too: what lies there is 0 or 1. */
static bool is_number(const struct bil_field *row)
{
    return row->kind == BIL_FIELD_NUMBER || row->kind == BIL_FIELD_WORD || row->kind == BIL_FIELD_FLAG ||
           (row->kind == BIL_FIELD_OWN && !row->write);
}

static void lay_run(struct walk *walk, const struct bil_field *row, int offset)
{
    struct bil_observer *observer = walk->observer;
    assert(observer->runs < BIL_OBSERVE_RUNS);
    struct bil_observe_run *run = &observer->run[observer->runs++];
    *run = walk->like ? *walk->like : (struct bil_observe_run){.count = 1};
    const unsigned bits = row->bits ? row->bits : 8U * row->bytes - row->shift;
    offset += row->shift / 8; /* little-endian (game.h) */
    run->shift = row->shift % 8;
    assert(bits > 0 && run->shift + bits <= 16);
    run->offset = (uint16_t)offset;
    run->mask = (uint16_t)((1U << bits) - 1U);
    run->add = (int16_t)(row->axis ? 1 - row->bias : row->bias);
    run->at = (uint16_t)walk->at;
    if (offset + (run->count - 1) * run->stride + 2 > (int)walk->game->state_size) { /* two bytes are read: from the one before */
        run->offset--;
        run->shift = (uint8_t)(run->shift + 8);
    }
}

static void walk_one(struct walk *walk, const struct bil_field *row, int base)
{
    if (walk->observer) {
        lay_run(walk, row, base + row->offset);
    }
    put(walk, 1, row->kind == BIL_FIELD_FLAG ? 1 : most_of(row));
}

static void walk_set(struct walk *walk, const struct bil_field *row, int base)
{
    struct bil_observer *observer = walk->observer;
    if (observer && walk->like) { /* a run through all entries for each bit */
        for (int i = 0; i < row->axis->count; i++) {
            const struct bil_field bit = {
                .kind = BIL_FIELD_NUMBER, .bytes = row->bytes, .shift = (uint8_t)(row->shift + i), .bits = 1};
            lay_run(walk, &bit, base + row->offset);
            walk->at++;
        }
        return;
    }
    if (observer) {
        assert(observer->sets < BIL_OBSERVE_OTHERS && row->bytes <= 8);
        observer->set[observer->sets++] = (struct bil_observe_set){.offset = (uint16_t)(base + row->offset),
                                                                   .at = (uint16_t)walk->at,
                                                                   .bytes = row->bytes,
                                                                   .shift = row->shift,
                                                                   .count = (uint8_t)row->axis->count};
    }
    put(walk, row->axis->count, 1);
}

static void walk_own(struct walk *walk, const struct bil_field *row, int base)
{
    struct bil_observer *observer = walk->observer;
    if (observer) {
        assert(observer->owns < BIL_OBSERVE_OTHERS && !walk->like);
        struct bil_observe_own *own = &observer->own[observer->owns++];
        *own = (struct bil_observe_own){.row = row,
                                        .offset = (uint16_t)base,
                                        .at = (uint16_t)walk->at,
                                        .guard = (int16_t)walk->guard,
                                        .depth = (uint8_t)walk->depth};
        memcpy(own->around, walk->around, sizeof own->around);
    }
    put(walk, row->numbers, row->high);
}

static void walk_copies(struct walk *walk, const struct bil_field *row, int base)
{
    struct bil_observe_run like = {.count = (uint16_t)row->axis->count, .stride = 1, .every = 1};
    static const struct bil_field byte = {.kind = BIL_FIELD_NUMBER, .bytes = 1};
    if (walk->observer) {
        assert(!walk->like);
        walk->like = &like;
        lay_run(walk, &byte, base + row->offset);
        walk->like = NULL;
    }
    put(walk, row->axis->count, row->high > 0 ? row->high : UINT8_MAX);
}

/* ------------------------------------------------------------------ what may not be there */

/* A guard around what is walked until it is closed. */
static int open_guard(struct walk *walk, enum bil_guard_kind kind, const struct bil_field *row, int offset, int count)
{
    struct bil_observer *observer = walk->observer;
    assert(observer->guards < BIL_OBSERVE_OTHERS && !walk->like);
    struct bil_observe_guard *guard = &observer->guard[observer->guards];
    *guard = (struct bil_observe_guard){.kind = kind,
                                        .row = row,
                                        .offset = (uint16_t)offset,
                                        .count = (uint16_t)count,
                                        .at = (uint16_t)walk->at,
                                        .outer = (int16_t)walk->guard,
                                        .depth = (uint8_t)walk->depth};
    memcpy(guard->around, walk->around, sizeof guard->around);
    walk->guard = observer->guards;
    return observer->guards++;
}

/* -1: there is none. */
static void close_guard(struct walk *walk, int which)
{
    if (which >= 0) {
        struct bil_observe_guard *guard = &walk->observer->guard[which];
        guard->numbers = (uint16_t)(walk->at - guard->at);
        walk->guard = guard->outer;
    }
}

/* ------------------------------------------------------------------ lists and maps */

/* Where the byte lies that says how many entries there are; -1: that is the same all match long. */
static int counter_of(const struct bil_field *row, int base)
{
    return row->kind == BIL_FIELD_LIST ? base + row->counter : row->axis->counter - 1;
}

enum { FEW_BITS = 8 }; /* of a set that is laid out as numbers where many stand in a row */

static bool all_flat(const struct bil_field *rows, bool list, bool zero);

/* Whether what is inside is numbers and nothing else (in a list a small set counts as such, too); with `zero` such that are 0 where
 * what lies there is. */
static bool is_flat(const struct bil_field *row, bool list, bool zero)
{
    if (row->absent || row->observe || row->input_only) {
        return false;
    }
    zero = zero || (row->unless_zero && row->bytes); /* then nobody need look whether it is there */
    if (row->observed || row->kind == BIL_FIELD_OBJECT) {
        return all_flat(row->observed ? row->observed : row->inside, list, zero);
    }
    if (row->kind == BIL_FIELD_SET) {
        return list && row->axis->count <= FEW_BITS;
    }
    return is_number(row) && !(zero && (row->axis ? row->bias != 1 : row->bias != 0));
}

static bool all_flat(const struct bil_field *rows, bool list, bool zero)
{
    for (; rows->kind; rows++) {
        if (!is_flat(rows, list, zero)) {
            return false;
        }
    }
    return true;
}

/* All entries at once: each number of an entry is a run through all of them. */
static void lay_entries(struct walk *walk, const struct bil_field *row, int base, int room, int there)
{
    const int counter = counter_of(row, base);
    struct bil_observe_run like = {.count = (uint16_t)there,
                                   .stride = (int16_t)row->stride,
                                   .counter = (uint16_t)(counter + 1),
                                   .last_first = row->last_first};
    const int first = walk->observer->runs;
    const int begin = walk->at;
    assert(!walk->like);
    walk->like = &like;
    walk_row(walk, row->inside, base + row->offset);
    walk->like = NULL;
    const int width = walk->at - begin;
    for (int i = first; i < walk->observer->runs; i++) {
        walk->observer->run[i].every = (uint16_t)width;
    }
    walk->at = begin + width * room;
}

static void walk_entries(struct walk *walk, const struct bil_field *row, int base)
{
    enum { ROOM = 16 };
    const bool list = row->kind == BIL_FIELD_LIST;
    const int room = list ? row->high : row->axis->count;
    const size_t name = strlen(walk->part.name);
    const size_t pattern = strlen(walk->part.row);
    const int begin = walk->at;
    const int counter = counter_of(row, base);
    int there = room;
    if (walk->observer) {
        const struct bil_doc doc = {.rules = walk->observer->rules};
        there = counter >= 0 ? room : bil_axis_count(&doc, row->axis);
        if (is_flat(row->inside, counter >= 0, false)) {
            lay_entries(walk, row, base, room, there);
            return;
        }
        assert(!row->last_first); /* no game has such a list of anything else */
    }
    walk->depth++;
    for (int i = 0; i < there; i++) {
        walk->around[walk->depth - 1] = (uint8_t)i;
        if (walk->hear) {
            char key[ROOM];
            (void)snprintf(key, sizeof key, "%d", i + 1);
            go_into(walk->part.name, !list && row->axis->words && row->axis->words[i] ? row->axis->words[i] : key);
            go_into(walk->part.row, "*");
        }
        const int guard = counter < 0 || !walk->observer ? -1 : open_guard(walk, BIL_GUARD_FEWER, row, counter, i);
        walk_row(walk, row->inside, base + row->offset + i * row->stride);
        close_guard(walk, guard);
        walk->part.name[name] = walk->part.row[pattern] = '\0';
    }
    walk->depth--;
    walk->around[walk->depth] = 0;
    walk->at = begin + (walk->at - begin) / there * room; /* what this match has not is 0 */
}

/* ------------------------------------------------------------------ rows */

static void walk_there(struct walk *walk, const struct bil_field *row, int base)
{
    if (row->observed) {
        walk_rows(walk, row->observed, base);
        return;
    }
    if (row->observe) {
        walk_own(walk, row, base);
        return;
    }
    switch (row->kind) {
    case BIL_FIELD_SET:
        walk_set(walk, row, base);
        break;
    case BIL_FIELD_OBJECT:
        walk_rows(walk, row->inside, base + row->offset);
        break;
    case BIL_FIELD_EACH:
    case BIL_FIELD_LIST:
        walk_entries(walk, row, base);
        break;
    case BIL_FIELD_COPIES:
        walk_copies(walk, row, base);
        break;
    default:
        if (is_number(row)) { /* what a game writes itself follows from other rows */
            walk_one(walk, row, base);
        }
    }
}

static void walk_row(struct walk *walk, const struct bil_field *row, int base)
{
    int zero = -1;
    int absent = -1;
    if (walk->observer && row->unless_zero && row->bytes && !is_flat(row, walk->like != NULL, false)) {
        zero = open_guard(walk, BIL_GUARD_ZERO, row, base + row->offset, row->bytes);
    }
    if (walk->observer && row->absent) {
        absent = open_guard(walk, BIL_GUARD_ABSENT, row, 0, 0);
    }
    walk_there(walk, row, base);
    close_guard(walk, absent);
    close_guard(walk, zero);
}

static void walk_rows(struct walk *walk, const struct bil_field *rows, int base)
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

/* Most runs are one number, or bytes as they stand: those are kept apart, and cost less. */
static void sort_out(struct bil_observer *observer)
{
    int kept = 0;
    for (int i = 0; i < observer->runs; i++) {
        const struct bil_observe_run run = observer->run[i];
        if (!run.counter && run.count == 1) {
            observer->one[observer->ones++] =
                (struct bil_observe_one){.offset = run.offset, .at = run.at, .mask = run.mask, .add = run.add, .shift = run.shift};
        } else if (!run.counter && run.stride == 1 && run.every == 1 && run.mask == UINT8_MAX && run.shift % 8 == 0 &&
                   run.add == 0 && !run.last_first && observer->rows < BIL_OBSERVE_OTHERS) {
            observer->row[observer->rows++] =
                (struct bil_observe_row){.offset = (uint16_t)(run.offset + run.shift / 8), .at = run.at, .count = run.count};
        } else {
            observer->run[kept++] = run;
        }
    }
    observer->runs = kept;
}

int bil_observation_size(const struct bil_game *game)
{
    struct walk walk = {.game = game};
    walk_rows(&walk, game->position, 0);
    return walk.at;
}

void bil_observation_parts(const struct bil_game *game, void (*hear)(void *context, const struct bil_observed *part), void *context)
{
    struct walk walk = {.game = game, .hear = hear, .context = context};
    walk_rows(&walk, game->position, 0);
}

void bil_observer_make(const struct bil_game *game, const void *rules, struct bil_observer *observer)
{
    struct walk walk = {.game = game, .observer = observer, .guard = -1};
    observer->rules = rules;
    observer->ones = observer->rows = observer->runs = observer->sets = observer->owns = observer->guards = 0;
    walk_rows(&walk, game->position, 0);
    observer->size = walk.at;
    sort_out(observer);
}
