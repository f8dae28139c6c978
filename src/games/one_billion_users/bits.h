/* One Billion Users: gathering and spreading bits, by the processor's own instructions where it has them. */
#ifndef ONE_BILLION_USERS_BITS_H
#define ONE_BILLION_USERS_BITS_H

#include <stdint.h>

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

/* The bits of `bits` that `from` selects, put on the set bits of `to` in the same order. place[b] is where bit b comes to: so much
 * is known beforehand, and few bits are set where a processor has to take them one by one. */
static inline uint64_t obu_carry_over(uint64_t bits, uint64_t from, uint64_t to, const uint8_t place[64])
{
#ifdef __BMI2__
    (void)place;
    return obu_spread(obu_gather(bits, from), to);
#else
    (void)to;
    uint64_t placed = 0;
    for (uint64_t rest = bits & from; rest; rest &= rest - 1) {
        placed |= 1ULL << place[__builtin_ctzll(rest)];
    }
    return placed;
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

/* The number of the set bit `k` of `bits`, counted from 0; there must be more than k. */
static inline int obu_nth_bit(uint64_t bits, int k)
{
#ifdef __BMI2__
    return __builtin_ctzll(__builtin_ia32_pdep_di(1ULL << k, bits));
#else
    for (; k > 0; k--) {
        bits &= bits - 1;
    }
    return __builtin_ctzll(bits);
#endif
}

/* Writes names[i] for every bit i of `set`, ascending; returns how many. `out` has room for 64 bytes, whatever the set. */
static inline int obu_compress(uint8_t *out, const uint8_t names[64], uint64_t set)
{
    const int count = __builtin_popcountll(set);
#ifdef __AVX512VBMI2__
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(set, _mm512_loadu_si512(names)));
#else
    for (; set; set &= set - 1) {
        *out++ = names[__builtin_ctzll(set)];
    }
#endif
    return count;
}

#endif
