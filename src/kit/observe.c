/* Makes numbers of a view, as an observer says (observation.h); quick enough for programs that look at millions of them. Must never
 * read but where the observer says, nor hang on what lies there more than it must. */
#include <string.h>

#include "kit/observation.h"

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

static void observe_set(const struct bil_observe_set *set, const unsigned char *state, uint16_t *numbers)
{
    uint64_t bits = 0;
    memcpy(&bits, &state[set->offset], set->bytes); /* little-endian (game.h) */
    bits >>= set->shift;
    int i = 0;
    for (; i + 8 <= set->count; i += 8, bits >>= 8) {
        memcpy(&numbers[i], spread[bits & 255], sizeof *spread);
    }
    for (; i < set->count; i++, bits >>= 1) {
        numbers[i] = bits & 1;
    }
}

static void observe_run(const struct bil_observe_run *run, const unsigned char *state, uint16_t *numbers)
{
    const unsigned char *from = &state[run->offset];
    int count = run->count;
    if (run->counter) {
        const int there = state[run->counter - 1];
        count = there < count ? there : count;
    }
    int stride = run->stride;
    if (run->last_first) {
        from += (count - 1) * stride;
        stride = -stride;
    }
    const unsigned shift = run->shift;
    const unsigned mask = run->mask;
    const int add = run->add;
    const int every = run->every;
    for (int i = 0; i < count; i++, from += stride, numbers += every) {
        const unsigned two = from[0] | (unsigned)from[1] << 8;
        *numbers = (uint16_t)((int)(two >> shift & mask) + add);
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

static bool all_zero(const unsigned char *at, unsigned count)
{
    unsigned any = 0;
    for (; count > 0; count--, at++) {
        any |= *at;
    }
    return any == 0;
}

static void go_to(struct bil_doc *doc, const struct bil_field *row, int depth, const uint8_t *around)
{
    doc->row = row;
    doc->depth = depth;
    for (int i = 0; i < BIL_DOC_DEPTH; i++) {
        doc->at[i] = around[i];
    }
}

static bool is_missing(const struct bil_observe_guard *guard, struct bil_doc *doc, const unsigned char *state)
{
    if (guard->kind == BIL_GUARD_ZERO) {
        return all_zero(&state[guard->offset], guard->count);
    }
    if (guard->kind == BIL_GUARD_FEWER) {
        return state[guard->offset] <= guard->count;
    }
    go_to(doc, guard->row, guard->depth, guard->around);
    return guard->row->absent(doc);
}

void bil_observe(const struct bil_observer *observer, const void *view, uint16_t *numbers)
{
    const unsigned char *state = view;
    struct bil_doc doc = {.rules = observer->rules, .state = view};
    bool missing[BIL_OBSERVE_OTHERS];
    memset(numbers, 0, sizeof *numbers * (size_t)observer->size);
    for (int i = 0; i < observer->sets; i++) {
        observe_set(&observer->set[i], state, &numbers[observer->set[i].at]);
    }
    for (int i = 0; i < observer->ones; i++) {
        const struct bil_observe_one *one = &observer->one[i];
        const unsigned two = state[one->offset] | (unsigned)state[one->offset + 1] << 8;
        numbers[one->at] = (uint16_t)((int)(two >> one->shift & one->mask) + one->add);
    }
    for (int i = 0; i < observer->rows; i++) {
        const struct bil_observe_row *row = &observer->row[i];
        widen(&state[row->offset], row->count, &numbers[row->at]);
    }
    for (int i = 0; i < observer->runs; i++) {
        observe_run(&observer->run[i], state, &numbers[observer->run[i].at]);
    }
    for (int i = 0; i < observer->guards; i++) {
        const struct bil_observe_guard *guard = &observer->guard[i];
        missing[i] = guard->outer >= 0 && missing[guard->outer];
        if (!missing[i]) {
            missing[i] = is_missing(guard, &doc, state);
        }
        if (missing[i]) {
            memset(&numbers[guard->at], 0, sizeof *numbers * guard->numbers);
        }
    }
    for (int i = 0; i < observer->owns; i++) {
        const struct bil_observe_own *own = &observer->own[i];
        if (own->guard >= 0 && missing[own->guard]) {
            continue;
        }
        go_to(&doc, own->row, own->depth, own->around);
        own->row->observe(&doc, &state[own->offset], &numbers[own->at]);
    }
}
