/* One Billion Users: gathering and spreading bits, by the processor's own instructions where it has them. */
#ifndef ONE_BILLION_USERS_BITS_H
#define ONE_BILLION_USERS_BITS_H

#include <stdint.h>
#include <string.h>

#ifdef __AVX512VBMI2__
#include <immintrin.h>
#endif

/* The bits of `bits` that `mask` selects, packed to the low end. */
static inline uint64_t obu_gather(uint64_t bits, uint64_t mask)
{
#ifdef __BMI2__
    return __builtin_ia32_pext_di(bits, mask);
#else
    uint64_t packed = 0;
    for (int at = 0; mask; mask &= mask - 1, at++) {
        packed |= (uint64_t)((bits & mask & (0 - mask)) != 0) << at;
    }
    return packed;
#endif
}

/* The low bits of `bits`, one for each set bit of `mask`, put where those are. */
static inline uint64_t obu_spread(uint64_t bits, uint64_t mask)
{
#ifdef __BMI2__
    return __builtin_ia32_pdep_di(bits, mask);
#else
    uint64_t placed = 0;
    for (; mask; mask &= mask - 1, bits >>= 1) {
        placed |= bits & 1U ? mask & (0 - mask) : 0;
    }
    return placed;
#endif
}

/* How obu_carry_over brings bits from their places to others in the same order. */
struct obu_route {
    uint64_t from, to; /* as many set bits in both */
    uint64_t down[6];  /* bits that go down by 1, 2, 4 ... 32 places, in this order, to lie side by side from bit 0 on */
    uint8_t up;        /* by how many places they then go up to lie on `to`, if that has no gaps */
    uint8_t gaps;      /* 1: it has */
};

/* The route from the set bits of `from` to those of `to`, which has as many. */
static inline struct obu_route obu_route(uint64_t from, uint64_t to)
{
    struct obu_route route = {.from = from, .to = to};
    int rank = 0;
    for (uint64_t rest = from; rest; rest &= rest - 1, rank++) {
        const int bit = __builtin_ctzll(rest);
        const int way = bit - rank;
        for (int i = 0; i < 6; i++) {
            const int gone = way & ((1 << i) - 1); /* before that step */
            route.down[i] |= (uint64_t)(way >> i & 1) << (bit - gone);
        }
    }
    if (to) {
        route.up = (uint8_t)__builtin_ctzll(to);
        route.gaps = (to >> route.up & ((to >> route.up) + 1)) != 0;
    }
    return route;
}

/* The bits of `bits` that route->from selects, put on the set bits of route->to in the same order. Where the processor has no
 * instruction for it, in six steps that are the same for any bits: a loop over them would end at another place each time, and a
 * processor that guesses wrong loses more than all of this takes. */
static inline uint64_t obu_carry_over(uint64_t bits, const struct obu_route *route)
{
#ifdef __BMI2__
    return obu_spread(obu_gather(bits, route->from), route->to);
#else
    bits &= route->from;
    for (int i = 0; i < 6; i++) {
        const uint64_t moving = bits & route->down[i];
        bits = (bits ^ moving) | moving >> (1 << i);
    }
    return route->gaps ? obu_spread(bits, route->to) : bits << route->up;
#endif
}

/* The low sixteen bits of `bits`, bit b put to bit 4 b. */
static inline uint64_t obu_by_fours(uint64_t bits)
{
#ifdef __BMI2__
    return obu_spread(bits, 0x1111111111111111ULL);
#else
    bits = (bits | bits << 24) & 0x000000ff000000ffULL;
    bits = (bits | bits << 12) & 0x000f000f000f000fULL;
    bits = (bits | bits << 6) & 0x0303030303030303ULL;
    return (bits | bits << 3) & 0x1111111111111111ULL;
#endif
}

/* The number of the set bit `k` of `bits`, counted from 0; there must be more than k. Without the instruction for it the bits of
 * each byte are counted, summed up from the lowest byte on, and then those of the one byte: without a loop, as above. */
static inline int obu_nth_bit(uint64_t bits, int k)
{
#ifdef __BMI2__
    return __builtin_ctzll(__builtin_ia32_pdep_di(1ULL << k, bits));
#else
    static const uint64_t ones = 0x0101010101010101ULL, tops = 0x8080808080808080ULL;
    uint64_t sums = bits - (bits >> 1 & 0x5555555555555555ULL);
    sums = (sums & 0x3333333333333333ULL) + (sums >> 2 & 0x3333333333333333ULL);
    sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * ones;                            /* byte i: bits in the bytes 0 to i */
    const int first = 8 * __builtin_popcountll((((uint64_t)k * ones | tops) - sums) & tops); /* of the byte that holds it */
    const uint64_t left = (uint64_t)k - (sums << 8 >> first & 0xffU);
    const uint64_t each = (bits >> first & 0xffU) * ones & 0x8040201008040201ULL; /* bit i of the byte alone in byte i */
    sums = ((each + 0x7f7f7f7f7f7f7f7fULL) >> 7 & ones) * ones;
    return first + __builtin_popcountll(((left * ones | tops) - sums) & tops);
#endif
}

/* Writes names[i] for every bit i of `set`, ascending; returns how many. `out` has room for 64 bytes, whatever the set. */
static inline int obu_compress(uint8_t *out, const uint8_t names[64], uint64_t set)
{
    const int count = __builtin_popcountll(set);
#ifdef __AVX512VBMI2__
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(set, _mm512_loadu_si512(names)));
#elif defined(__BMI2__)
    for (int i = 0; i < 64; i += 8) { /* by eights: each bit becomes a byte that selects a name */
        const uint64_t eight = set >> i & 0xffU;
        uint64_t name;
        memcpy(&name, names + i, sizeof name);
        name = obu_gather(name, obu_spread(eight, 0x0101010101010101ULL) * 0xffU);
        memcpy(out, &name, sizeof name);
        out += __builtin_popcountll(eight);
    }
#else
    for (; set; set &= set - 1) {
        *out++ = names[__builtin_ctzll(set)];
    }
#endif
    return count;
}

#endif
