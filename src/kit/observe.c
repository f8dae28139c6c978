/* Makes numbers of a view, as an observer says (observation.h); quick enough for programs that look at millions of them. Must never
 * read but where the observer says. */
#include <string.h>

#include "kit/observation.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

/* Eight bits as eight numbers. */
#define BIT(byte, i) (uint16_t)((byte) >> (i)&1)
#define BITS(byte)                                                                                                                 \
    {                                                                                                                              \
        BIT(byte, 0), BIT(byte, 1), BIT(byte, 2), BIT(byte, 3), BIT(byte, 4), BIT(byte, 5), BIT(byte, 6), BIT(byte, 7)             \
    }
#define BITS4(byte)  BITS(byte), BITS((byte) + 1), BITS((byte) + 2), BITS((byte) + 3)
#define BITS16(byte) BITS4(byte), BITS4((byte) + 4), BITS4((byte) + 8), BITS4((byte) + 12)
#define BITS64(byte) BITS16(byte), BITS16((byte) + 16), BITS16((byte) + 32), BITS16((byte) + 48)
static const uint16_t spread[256][8] = {BITS64(0), BITS64(64), BITS64(128), BITS64(192)};

/* What is being observed. */
struct observing {
    const struct bil_observer *observer;
    const unsigned char *state;
    const unsigned char *before; /* whose numbers stand there; NULL: they are all 0 */
    uint16_t *numbers;
    uint64_t *missing;
    uint64_t todo[BIL_OBSERVE_MASKS];
    struct bil_doc doc;
};

static inline bool has(const uint64_t *mask, int op)
{
    return mask[op / 64] >> op % 64 & 1;
}

/* ------------------------------------------------------------------ numbers */

static inline unsigned two_bytes(const unsigned char *at)
{
    return at[0] | (unsigned)at[1] << 8;
}

static void observe_set(const struct bil_observe_op *op, const unsigned char *state, uint16_t *numbers)
{
    uint64_t bits = 0;
    memcpy(&bits, &state[op->offset], op->bytes); /* little-endian (game.h) */
    bits >>= op->shift;
    int i = 0;
    for (; i + 8 <= op->count; i += 8, bits >>= 8) {
        memcpy(&numbers[i], spread[bits & 255], sizeof *spread);
    }
    for (; i < op->count; i++, bits >>= 1) {
        numbers[i] = bits & 1;
    }
}

static int entries(const struct bil_observe_op *op, const unsigned char *state)
{
    const int there = state[op->counter - 1];
    return there < op->count ? there : op->count;
}

static void observe_run(const struct bil_observe_op *op, const unsigned char *state, const unsigned char *before, uint16_t *numbers)
{
    const unsigned char *from = &state[op->offset];
    const int count = op->counter ? entries(op, state) : op->count;
    const int every = op->every;
    int stride = op->stride;
    if (op->last_first) {
        from += (count - 1) * stride;
        stride = -stride;
    }
    const unsigned shift = op->shift;
    const unsigned mask = op->mask;
    const int add = op->add;
    for (int i = 0; i < count; i++, from += stride, numbers += every) {
        *numbers = (uint16_t)((int)(two_bytes(from) >> shift & mask) + add);
    }
    const int old = op->counter && before ? entries(op, before) : 0;
    for (int i = count; i < old; i++, numbers += every) {
        *numbers = 0;
    }
}

static inline void widen(const unsigned char *from, unsigned count, uint16_t *numbers)
{
    enum { AT_ONCE = 8 };
    for (; count >= AT_ONCE; count -= AT_ONCE, from += AT_ONCE, numbers += AT_ONCE) {
        for (int i = 0; i < AT_ONCE; i++) { /* one instruction */
            numbers[i] = from[i];
        }
    }
    for (unsigned i = 0; i < count; i++) {
        numbers[i] = from[i];
    }
}

static void go_to(struct bil_doc *doc, const struct bil_observe_op *op)
{
    doc->row = op->row;
    doc->depth = op->depth;
    for (int i = 0; i < BIL_DOC_DEPTH; i++) {
        doc->at[i] = op->around[i];
    }
}

static void observe_own(struct observing *observing, const struct bil_observe_op *op)
{
    uint16_t *numbers = &observing->numbers[op->at];
    if (observing->before) {
        memset(numbers, 0, sizeof *numbers * op->count);
    }
    go_to(&observing->doc, op);
    op->row->observe(&observing->doc, &observing->state[op->offset], numbers);
}

/* ------------------------------------------------------------------ what may not be there */

static bool all_zero(const unsigned char *at, unsigned count)
{
    unsigned any = 0;
    for (; count > 0; count--, at++) {
        any |= *at;
    }
    return any == 0;
}

static bool is_missing(struct observing *observing, const struct bil_observe_op *guard)
{
    if (guard->guard >= 0 && has(observing->missing, guard->guard)) {
        return true;
    }
    if (guard->guards == BIL_GUARD_ZERO) {
        return all_zero(&observing->state[guard->offset], guard->bytes);
    }
    if (guard->guards == BIL_GUARD_FEWER) {
        return observing->state[guard->offset] <= guard->most;
    }
    go_to(&observing->doc, guard);
    return guard->row->absent(&observing->doc);
}

/* Where the guard has changed, so have all its contents. */
static void look_at_guard(struct observing *observing, int which)
{
    const struct bil_observe_op *guard = &observing->observer->op[which];
    const bool missing = is_missing(observing, guard);
    if (missing == has(observing->missing, which)) {
        return;
    }
    observing->missing[which / 64] ^= 1ULL << which % 64;
    if (missing) {
        memset(&observing->numbers[guard->at], 0, sizeof *observing->numbers * guard->count);
    }
    for (int i = 0; i < BIL_OBSERVE_MASKS; i++) {
        observing->todo[i] |= observing->observer->inside[which][i];
    }
}

/* ------------------------------------------------------------------ the whole */

static inline void observe_op(struct observing *observing, int which, enum bil_observe_kind kind)
{
    const struct bil_observe_op *op = &observing->observer->op[which];
    const unsigned char *state = observing->state;
    uint16_t *numbers = &observing->numbers[op->at];
    if (kind == BIL_OBSERVE_GUARD) {
        look_at_guard(observing, which);
        return;
    }
    if (op->guard >= 0 && has(observing->missing, op->guard)) {
        return;
    }
    switch (kind) {
    case BIL_OBSERVE_ONE:
        *numbers = (uint16_t)((int)(two_bytes(&state[op->offset]) >> op->shift & op->mask) + op->add);
        break;
    case BIL_OBSERVE_BYTES:
        widen(&state[op->offset], op->count, numbers);
        break;
    case BIL_OBSERVE_SET:
        observe_set(op, state, numbers);
        break;
    case BIL_OBSERVE_RUN:
        observe_run(op, state, observing->before, numbers);
        break;
    default:
        observe_own(observing, op);
    }
}

/* Those of one class. A guard may add others, behind itself in its own class and in those that follow. */
static inline void observe_kind(struct observing *observing, enum bil_observe_kind kind)
{
    for (int word = observing->observer->mask[kind]; word < observing->observer->mask[kind + 1]; word++) {
        while (observing->todo[word]) {
            const int bit = __builtin_ctzll(observing->todo[word]);
            observing->todo[word] &= observing->todo[word] - 1;
            observe_op(observing, word * 64 + bit, kind);
        }
    }
}

static void observe_todo(struct observing *observing)
{
    observe_kind(observing, BIL_OBSERVE_GUARD);
    observe_kind(observing, BIL_OBSERVE_ONE);
    observe_kind(observing, BIL_OBSERVE_BYTES);
    observe_kind(observing, BIL_OBSERVE_SET);
    observe_kind(observing, BIL_OBSERVE_RUN);
    observe_kind(observing, BIL_OBSERVE_OWN);
}

static void observe_all(const struct bil_observer *observer, const void *view, uint64_t *missing, uint16_t *numbers)
{
    struct observing observing = {.observer = observer,
                                  .state = view,
                                  .numbers = numbers,
                                  .missing = missing,
                                  .doc = {.rules = observer->rules, .state = view}};
    memset(numbers, 0, sizeof *numbers * (size_t)observer->size);
    memset(missing, 0, sizeof *missing * BIL_OBSERVE_GUARDS / 64);
    memcpy(observing.todo, observer->all, sizeof observing.todo);
    observe_todo(&observing);
}

void bil_observe(const struct bil_observer *observer, const void *view, uint16_t *numbers)
{
    uint64_t missing[BIL_OBSERVE_GUARDS / 64];
    observe_all(observer, view, missing, numbers);
}

enum { BLOCK = 64 };

/* Which of 64 bytes differ. */
static inline uint64_t differing(const unsigned char *one, const unsigned char *other)
{
#ifdef __SSE2__
    uint64_t same = 0;
    for (int i = 0; i < BLOCK; i += 16) {
        const __m128i a = _mm_loadu_si128((const __m128i *)(const void *)&one[i]);
        const __m128i b = _mm_loadu_si128((const __m128i *)(const void *)&other[i]);
        same |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(a, b)) << i;
    }
    return ~same;
#else
    uint64_t bits = 0;
    for (int i = 0; i < BLOCK; i++) {
        bits |= (uint64_t)(one[i] != other[i]) << i;
    }
    return bits;
#endif
}

/* Adds the ops that read a byte in which the two differ. Behind the view both are 0. */
static void find_changes(const struct bil_observer *observer, const unsigned char *one, const unsigned char *other, uint64_t *todo)
{
    for (int from = 0; from < observer->state; from += BLOCK) {
        for (uint64_t bits = differing(&one[from], &other[from]); bits; bits &= bits - 1) {
            const struct bil_observe_byte byte = observer->byte[from + __builtin_ctzll(bits)];
            todo[byte.two[0] / 64] |= 1ULL << byte.two[0] % 64;
            todo[byte.two[1] / 64] |= 1ULL << byte.two[1] % 64;
            for (int i = byte.first; i < byte.behind; i++) {
                todo[observer->reader[i] / 64] |= 1ULL << observer->reader[i] % 64;
            }
        }
    }
}

void bil_observe_next(const struct bil_observer *observer, struct bil_observed_view *last, const void *view, uint16_t *numbers)
{
    unsigned char *now = bil_observed_room(last);
    if (view != now) {
        memcpy(now, view, (size_t)observer->state);
    }
    if (!last->any) {
        observe_all(observer, now, last->missing, numbers);
    } else {
        struct observing observing = {.observer = observer,
                                      .state = now,
                                      .before = last->bytes[last->which],
                                      .numbers = numbers,
                                      .missing = last->missing,
                                      .doc = {.rules = observer->rules, .state = now}};
        memcpy(observing.todo, observer->always, sizeof observing.todo);
        find_changes(observer, observing.before, now, observing.todo);
        observe_todo(&observing);
    }
    last->any = true;
    last->which = !last->which;
}
