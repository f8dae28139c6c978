/* 6 Billion: which bytes of a row are not zero, differ or are above a bound, and their sum, by the processor's own instructions
 * where it has them. */
#ifndef SIX_BILLION_BITS_H
#define SIX_BILLION_BITS_H

#include "games/six_billion/rules/state.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

/* Bit by kind: there is at least one copy. */
static inline uint32_t six_kinds(const uint8_t copies[SIX_CARDS])
{
#ifdef __SSE2__
    enum { FIRST = 16, SECOND = 8, OVERLAP = SIX_CARDS - SECOND };
    static_assert((int)SIX_CARDS <= (int)FIRST + (int)SECOND && (int)OVERLAP <= (int)FIRST, "two loads cover the row");
    const __m128i zero = _mm_setzero_si128();
    const __m128i low = _mm_loadu_si128((const __m128i *)(const void *)copies);
    const __m128i high = _mm_loadl_epi64((const __m128i *)(const void *)(copies + OVERLAP));
    const unsigned empty_low = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(low, zero));
    const unsigned empty_high = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(high, zero)) & ((1U << SECOND) - 1);
    return ~(empty_low | empty_high << OVERLAP) & ((1U << SIX_CARDS) - 1);
#else
    uint32_t kinds = 0;
    for (int card = 0; card < SIX_CARDS; card++) {
        kinds |= (uint32_t)(copies[card] > 0) << card;
    }
    return kinds;
#endif
}

#ifdef __SSE2__
/* A row of sites; the two in the middle of the second half are there twice. */
static inline __m128i six_load_sites(const uint8_t row[SIX_SITES])
{
    enum { HALF = 8, OVERLAP = SIX_SITES - HALF };
    static_assert((int)SIX_SITES >= (int)HALF && (int)OVERLAP <= (int)HALF, "two loads cover the row");
    return _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)(const void *)row),
                              _mm_loadl_epi64((const __m128i *)(const void *)(row + OVERLAP)));
}

/* Bit by site: its byte in a row as loaded above is not zero. */
static inline unsigned six_site_bits(__m128i row)
{
    enum { HALF = 8, OVERLAP = SIX_SITES - HALF };
    const unsigned bits = (unsigned)_mm_movemask_epi8(row);
    return (bits & ((1U << HALF) - 1)) | bits >> HALF << OVERLAP;
}
#endif

/* Bit by site: two rows differ there. */
static inline unsigned six_differing(const uint8_t a[SIX_SITES], const uint8_t b[SIX_SITES])
{
#ifdef __SSE2__
    return SIX_EVERY_SITE & ~six_site_bits(_mm_cmpeq_epi8(six_load_sites(a), six_load_sites(b)));
#else
    unsigned differ = 0;
    for (int site = 0; site < SIX_SITES; site++) {
        differ |= (unsigned)(a[site] != b[site]) << site;
    }
    return differ;
#endif
}

/* Bit by site: what the mask leaves of the byte there is greater than `bound`. No byte is above 127. */
static inline unsigned six_above(const uint8_t row[SIX_SITES], int mask, int bound)
{
#ifdef __SSE2__
    const __m128i left = _mm_and_si128(six_load_sites(row), _mm_set1_epi8((char)mask));
    return six_site_bits(_mm_cmpgt_epi8(left, _mm_set1_epi8((char)bound)));
#else
    unsigned above = 0;
    for (int site = 0; site < SIX_SITES; site++) {
        above |= (unsigned)((row[site] & mask) > bound) << site;
    }
    return above;
#endif
}

/* Bit by site: the faction's token there is on 2 or more. */
static inline unsigned six_on_two(const struct six_state *state, int faction)
{
    return six_above(state->level[faction], 127, 1);
}

/* Bit by site: half 0 (colonies) or 1 (migrants) of the faction's box there has more than that number of billions. */
static inline unsigned six_box_above(const struct six_state *state, int faction, int half, int billions)
{
    return six_above(state->box[faction], 15 << 4 * half & 127, billions << 4 * half);
}

/* Copies in all; at most 255. */
static inline int six_sum(const uint8_t copies[SIX_CARDS])
{
#ifdef __SSE2__
    enum { FIRST = 16, SECOND = 8, OVERLAP = SIX_CARDS - SECOND };
    const __m128i zero = _mm_setzero_si128();
    const __m128i low = _mm_sad_epu8(_mm_loadu_si128((const __m128i *)(const void *)copies), zero);
    const __m128i last = _mm_loadl_epi64((const __m128i *)(const void *)(copies + OVERLAP));
    const __m128i high = _mm_sad_epu8(_mm_srli_si128(last, FIRST - OVERLAP), zero); /* without those already counted */
    return _mm_extract_epi16(low, 0) + _mm_extract_epi16(low, 4) + _mm_extract_epi16(high, 0);
#else
    int sum = 0;
    for (int card = 0; card < SIX_CARDS; card++) {
        sum += copies[card];
    }
    return sum;
#endif
}

#endif
