/* Counts from fixed positions of One Billion Users. They change only when the rules do; then say which rule, and why, in the
 * commit. */
#ifndef TESTS_LAB_PERFT_NUMBERS_H
#define TESTS_LAB_PERFT_NUMBERS_H

enum { FIXED_DEPTH = 10 };

static const struct fixed {
    const char *file; /* in tests/golden */
    int depth;
    uint64_t sequences[FIXED_DEPTH + 1];
    uint64_t states[FIXED_DEPTH + 1];
} fixed[] = {
    /* a Poke and Pushes with answers, a counter, a blocked platform */
    {"perft-chain.json", 5, {1, 17, 46, 592, 2024, 15921}, {1, 17, 46, 561, 1842, 14330}},
    /* Data Portability, Viral Moment and Talent Poaching on top of the deck */
    {"perft-events.json", 10, {1, 2, 4, 9, 15, 36, 66, 378, 2268, 13608, 47952}, {1, 2, 4, 9, 12, 27, 48, 282, 1692, 10152, 27216}},
    /* The Hellsite against Kooperate, both blocked; four Events */
    {"perft-networks.json", 8, {1, 2, 4, 19, 60, 328, 1269, 4610, 17242}, {1, 2, 4, 18, 58, 298, 1128, 2153, 8224}},
};

#endif
