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
    struct bil_observe_op *op; /* in the order of rows */
    int ops;
    const struct bil_observe_op *like; /* within entries that are laid out all at once: what their runs have in common */
    int guard;                         /* around it, or -1 */
    int depth;
    uint8_t around[BIL_DOC_DEPTH]; /* the entries that it is in */
    void (*hear)(void *context, const struct bil_observed *part);
    void *context;
    struct bil_observed part; /* its names grow and shrink with the path */
};

const struct bil_extent bil_rules_alone[] = {{0}};

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
static void put_numbers(struct walk *walk, int count, int most)
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

/* Whether a row is a number or a word of at most two bytes. A flag is one, too: its value is 0 or 1. */
static bool is_number(const struct bil_field *row)
{
    return row->kind == BIL_FIELD_NUMBER || row->kind == BIL_FIELD_WORD || row->kind == BIL_FIELD_FLAG ||
           (row->kind == BIL_FIELD_OWN && !row->write);
}

static struct bil_observe_op *lay(struct walk *walk, enum bil_observe_kind kind, int offset, int count)
{
    assert(walk->ops < BIL_OBSERVE_OPS);
    struct bil_observe_op *op = &walk->op[walk->ops++];
    *op = (struct bil_observe_op){.kind = (uint8_t)kind,
                                  .offset = (uint16_t)offset,
                                  .at = (uint16_t)walk->at,
                                  .count = (uint16_t)count,
                                  .guard = (int16_t)walk->guard,
                                  .depth = (uint8_t)walk->depth};
    memcpy(op->around, walk->around, sizeof op->around);
    return op;
}

static void lay_run(struct walk *walk, const struct bil_field *row, int offset)
{
    const struct bil_observe_op *like = walk->like;
    struct bil_observe_op *run = lay(walk, like ? BIL_OBSERVE_RUN : BIL_OBSERVE_ONE, 0, like ? like->count : 1);
    const unsigned bits = row->bits ? row->bits : 8U * row->bytes - row->shift;
    if (like) {
        run->stride = like->stride;
        run->every = like->every;
        run->counter = like->counter;
        run->last_first = like->last_first;
    }
    offset += row->shift / 8; /* little-endian (game.h) */
    run->shift = row->shift % 8;
    assert(bits > 0 && run->shift + bits <= 16);
    run->offset = (uint16_t)offset;
    run->mask = (uint16_t)((1U << bits) - 1U);
    run->add = (int16_t)(row->axis ? 1 - row->bias : row->bias);
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
    put_numbers(walk, 1, row->kind == BIL_FIELD_FLAG ? 1 : most_of(row));
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
        assert(row->bytes <= 8);
        struct bil_observe_op *set = lay(walk, BIL_OBSERVE_SET, base + row->offset, row->axis->count);
        set->bytes = row->bytes;
        set->shift = row->shift;
    }
    put_numbers(walk, row->axis->count, 1);
}

static void walk_own(struct walk *walk, const struct bil_field *row, int base)
{
    if (walk->observer) {
        assert(!walk->like);
        struct bil_observe_op *own = lay(walk, BIL_OBSERVE_OWN, base, row->numbers);
        own->row = row;
    }
    put_numbers(walk, row->numbers, row->high);
}

static void walk_copies(struct walk *walk, const struct bil_field *row, int base)
{
    const struct bil_observe_op like = {.count = (uint16_t)row->axis->count, .stride = 1, .every = 1};
    static const struct bil_field byte = {.kind = BIL_FIELD_NUMBER, .bytes = 1};
    if (walk->observer) {
        assert(!walk->like);
        walk->like = &like;
        lay_run(walk, &byte, base + row->offset);
        walk->like = NULL;
    }
    put_numbers(walk, row->axis->count, row->high > 0 ? row->high : UINT8_MAX);
}

/* ------------------------------------------------------------------ what may not be there */

/* A guard around what is walked until it is closed. */
static int open_guard(struct walk *walk, enum bil_observe_guard guards, const struct bil_field *row, int offset)
{
    assert(!walk->like);
    struct bil_observe_op *guard = lay(walk, BIL_OBSERVE_GUARD, offset, 0);
    guard->guards = (uint8_t)guards;
    guard->row = row;
    walk->guard = walk->ops - 1;
    return walk->guard;
}

/* -1: there is none. */
static void close_guard(struct walk *walk, int which)
{
    if (which >= 0) {
        struct bil_observe_op *guard = &walk->op[which];
        guard->count = (uint16_t)(walk->at - guard->at);
        guard->behind = (uint16_t)walk->ops;
        walk->guard = guard->guard;
    }
}

/* ------------------------------------------------------------------ lists and maps */

/* The offset of the byte with the number of entries; -1: the number is the same during a match. */
static int counter_of(const struct bil_field *row, int base)
{
    return row->kind == BIL_FIELD_LIST ? base + row->counter : row->axis->counter - 1;
}

enum { FEW_BITS = 8 }; /* of a set that is laid out as numbers where many stand in a row */

static bool all_flat(const struct bil_field *rows, bool list, bool zero);

/* Whether what is inside is numbers and nothing else (in a list a small set counts as such, too); with `zero`: only numbers that
 * are 0 when the bytes at their place are. */
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
    const struct bil_observe_op like = {.count = (uint16_t)there,
                                        .stride = (int16_t)row->stride,
                                        .counter = (uint16_t)(counter + 1),
                                        .last_first = row->last_first};
    const int first = walk->ops;
    const int begin = walk->at;
    assert(!walk->like);
    walk->like = &like;
    walk_row(walk, row->inside, base + row->offset);
    walk->like = NULL;
    const int width = walk->at - begin;
    for (int i = first; i < walk->ops; i++) {
        walk->op[i].every = (uint16_t)width;
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
        int guard = -1;
        if (counter >= 0 && walk->observer) {
            guard = open_guard(walk, BIL_GUARD_FEWER, row, counter);
            walk->op[guard].most = (uint8_t)i;
        }
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
        zero = open_guard(walk, BIL_GUARD_ZERO, row, base + row->offset);
        walk->op[zero].bytes = row->bytes;
    }
    if (walk->observer && row->absent) {
        absent = open_guard(walk, BIL_GUARD_ABSENT, row, 0);
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

/* Runs of bytes as they stand cost less. */
static void find_bytes(struct bil_observe_op *op)
{
    if (op->kind == BIL_OBSERVE_RUN && !op->counter && op->stride == 1 && op->every == 1 && op->mask == UINT8_MAX &&
        op->shift % 8 == 0 && op->add == 0 && !op->last_first) {
        op->kind = BIL_OBSERVE_BYTES;
        op->offset = (uint16_t)(op->offset + op->shift / 8);
    }
}

static void add_to_mask(uint64_t *masks, int op)
{
    masks[op / 64] |= 1ULL << op % 64;
}

/* Puts the ops where their classes are. Within a class the order stays, so that a guard comes before those that stand in it. */
static void sort_out(struct bil_observer *observer, struct walk *walk)
{
    int place[BIL_OBSERVE_OPS];
    int next = 0;
    for (int kind = 0; kind < BIL_OBSERVE_KINDS; kind++) {
        observer->mask[kind] = next / 64;
        for (int i = 0; i < walk->ops; i++) {
            if (walk->op[i].kind == kind) {
                assert(next < BIL_OBSERVE_OPS - 64);
                place[i] = next;
                observer->op[next] = walk->op[i];
                add_to_mask(observer->all, next++);
            }
        }
        next = (next + 63) / 64 * 64;
    }
    observer->mask[BIL_OBSERVE_KINDS] = next / 64;
    for (int i = 0; i < walk->ops; i++) {
        struct bil_observe_op *op = &observer->op[place[i]];
        op->guard = (int16_t)(op->guard < 0 ? -1 : place[op->guard]);
        for (int inner = i + 1; op->kind == BIL_OBSERVE_GUARD && inner < op->behind; inner++) {
            assert(place[i] < BIL_OBSERVE_GUARDS);
            add_to_mask(observer->inside[place[i]], place[inner]);
        }
    }
}

/* Who reads each byte: counted first, then listed. */
struct readers {
    struct bil_observer *observer;
    int *count; /* by byte */
    bool list;  /* they are listed: the first two are counted down to, the others behind them */
};

static void reads(const struct readers *readers, int op, int offset, int bytes)
{
    assert(offset >= 0 && bytes > 0 && offset + bytes <= readers->observer->state);
    struct bil_observer *observer = readers->observer;
    for (int i = offset; i < offset + bytes; i++) {
        const int before = readers->count[i]++;
        if (readers->list && before < 2) {
            observer->byte[i].two[before] = (uint16_t)op;
        } else if (readers->list) {
            observer->reader[observer->byte[i].behind++] = (uint16_t)op;
        }
    }
}

/* Of the two bytes of a number those that its bits are in. */
static void reads_number(const struct readers *readers, int op, int offset)
{
    enum { HALF = 8 };
    const unsigned bits = (unsigned)readers->observer->op[op].mask << readers->observer->op[op].shift;
    if (bits & UINT8_MAX) {
        reads(readers, op, offset, 1);
    }
    if (bits >> HALF) {
        reads(readers, op, offset + 1, 1);
    }
}

static void reads_extents(const struct readers *readers, int op, const struct bil_extent *extent)
{
    for (; extent && extent->bytes; extent++) {
        reads(readers, op, extent->offset, extent->bytes);
    }
}

static void note_guard(const struct readers *readers, int which)
{
    const struct bil_observe_op *op = &readers->observer->op[which];
    if (op->guards != BIL_GUARD_ABSENT) {
        reads(readers, which, op->offset, op->guards == BIL_GUARD_ZERO ? op->bytes : 1);
    } else if (op->row->reads) {
        reads_extents(readers, which, op->row->reads);
    } else { /* perhaps all of it */
        add_to_mask(readers->observer->always, which);
    }
}

static void note_reads(const struct readers *readers, int which)
{
    const struct bil_observe_op *op = &readers->observer->op[which];
    const struct bil_field *row = op->row;
    switch (op->kind) {
    case BIL_OBSERVE_ONE:
        reads_number(readers, which, op->offset);
        break;
    case BIL_OBSERVE_BYTES:
        reads(readers, which, op->offset, op->count);
        break;
    case BIL_OBSERVE_RUN:
        for (int i = 0; i < op->count; i++) {
            reads_number(readers, which, op->offset + i * op->stride);
        }
        if (op->counter) {
            reads(readers, which, op->counter - 1, 1);
        }
        break;
    case BIL_OBSERVE_OWN:
        if (!row->bytes && !row->reads) { /* perhaps all of it */
            add_to_mask(readers->observer->always, which);
        }
        if (row->bytes) {
            reads(readers, which, op->offset + row->offset, row->bytes);
        }
        reads_extents(readers, which, row->reads);
        break;
    case BIL_OBSERVE_SET:
        reads(readers, which, op->offset, op->bytes);
        break;
    default:
        note_guard(readers, which);
    }
}

static void note_all(const struct readers *readers)
{
    memset(readers->count, 0, sizeof *readers->count * BIL_MAX_STATE);
    for (int i = 0; i < BIL_OBSERVE_OPS; i++) {
        if (readers->observer->all[i / 64] >> i % 64 & 1) {
            note_reads(readers, i);
        }
    }
}

static void list_readers(struct bil_observer *observer)
{
    int count[BIL_MAX_STATE];
    struct readers readers = {.observer = observer, .count = count};
    int behind = 0;
    note_all(&readers);
    for (int i = 0; i < BIL_MAX_STATE; i++) {
        observer->byte[i] =
            (struct bil_observe_byte){{BIL_OBSERVE_OPS - 1, BIL_OBSERVE_OPS - 1}, (uint16_t)behind, (uint16_t)behind};
        behind += count[i] > 2 ? count[i] - 2 : 0;
    }
    assert(behind <= BIL_OBSERVE_READERS);
    readers.list = true;
    note_all(&readers);
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
    struct bil_observe_op ops[BIL_OBSERVE_OPS];
    struct walk walk = {.game = game, .observer = observer, .op = ops, .guard = -1};
    memset(observer, 0, sizeof *observer);
    observer->rules = rules;
    observer->state = (int)game->state_size;
    walk_rows(&walk, game->position, 0);
    observer->size = walk.at;
    for (int i = 0; i < walk.ops; i++) {
        find_bytes(&ops[i]);
    }
    sort_out(observer, &walk);
    list_readers(observer);
}
