/* Counts from fixed positions. They change only when the rules do; then say which rule, and why, in the commit. */
#ifndef TESTS_LAB_PERFT_NUMBERS_H
#define TESTS_LAB_PERFT_NUMBERS_H

enum { FIXED_DEPTH = 10 };

static const struct fixed {
    const char *game;
    const char *file; /* in tests/golden */
    int depth;
    uint64_t sequences[FIXED_DEPTH + 1];
    uint64_t states[FIXED_DEPTH + 1];
} fixed[] = {
    /* a Poke and Pushes with answers, a counter, a blocked platform */
    {"one-billion-users", "perft-chain.json", 5, {1, 17, 46, 592, 2024, 15921}, {1, 17, 46, 561, 1842, 14330}},
    /* Data Portability, Viral Moment and Talent Poaching on top of the deck */
    {"one-billion-users",
     "perft-events.json",
     10,
     {1, 2, 4, 9, 15, 36, 66, 378, 2268, 13608, 47952},
     {1, 2, 4, 9, 12, 27, 48, 282, 1692, 10152, 27216}},
    /* The Hellsite against Kooperate, both blocked; four Events */
    {"one-billion-users",
     "perft-networks.json",
     8,
     {1, 2, 4, 19, 60, 328, 1269, 4610, 17242},
     {1, 2, 4, 18, 58, 298, 1128, 2153, 8224}},
    /* the first free doubling of a game with two Neutrals, full hands */
    {"six-billion",
     "perft-six-start.json",
     9,
     {1, 1, 2, 9, 24, 83, 284, 921, 2550, 8913},
     {1, 1, 2, 9, 24, 80, 246, 651, 1398, 3656}},
    /* a Double that is cancelled, and Power Politics and Wars about that: three of each may fall */
    {"six-billion",
     "perft-six-war.json",
     9,
     {1, 4, 9, 25, 72, 223, 708, 2209, 3076, 8844},
     {1, 4, 9, 23, 54, 121, 239, 488, 1031, 2215}},
    /* before the Opening Treaty ends: consent to Actions and to Cancel cards, refused cards kept or put away */
    {"six-billion", "perft-six-treaty.json", 6, {1, 21, 113, 393, 1424, 5864, 22325}, {1, 21, 104, 325, 1076, 3732, 10974}},
    /* the powers of the Discovery Track over the order of turn, then a turn with few pieces left */
    {"six-billion", "perft-six-powers.json", 8, {1, 3, 7, 35, 54, 90, 194, 700, 3330}, {1, 3, 7, 13, 21, 30, 56, 196, 930}},
};

#endif
