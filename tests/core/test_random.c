/* Random numbers: the published ChaCha8 keystreams, streams that do not touch each other, numbers and orders that are exactly
 * uniform, and golden numbers that a second implementation (written apart, in another language) gave. All seeds are fixed. */
#include "billions/random.h"
#include "unit.h"

static void bytes_of_hex(const char *hex, uint8_t *bytes, size_t count)
{
    assert_int_equal(strlen(hex), 2 * count);
    for (size_t i = 0; i < count; i++) {
        const char pair[3] = {hex[2 * i], hex[2 * i + 1], 0};
        bytes[i] = (uint8_t)strtoul(pair, NULL, 16);
    }
}

/* ------------------------------------------------------------------ published vectors */

/* draft-strombergson-chacha-test-vectors-01: TC1 to TC8 with 256-bit keys and 8 rounds, the first two blocks. */
static const struct {
    const char *key, *iv, *keystream;
} published[] = {
    {"0000000000000000000000000000000000000000000000000000000000000000", "0000000000000000",
     "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cf"
     "e42"
     "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e6"
     "8aa"},
    {"0100000000000000000000000000000000000000000000000000000000000000", "0000000000000000",
     "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae"
     "3c8"
     "b4355a7d93dd8867089ee643558b95754efa2bd1a8a1e2d75bcdb32015542638291941feb49965587c4fdfe219cf0ec132a6cd4dc067392e67982fe53278c"
     "0b4"},
    {"0000000000000000000000000000000000000000000000000000000000000000", "0100000000000000",
     "2b8f4bb3798306ca5130d47c4f8d4ed13aa0edccc1be6942090faeeca0d7599b7ff0fe616bb25aa0153ad6fdc88b954903c22426d478b97b22b8f9b1db00c"
     "f06"
     "470bdffbc488a8b7c701ebf4061d75c5969186497c95367809afa80bd843b040a79abc6e73a91757f1db73c8eacfa543b38f289d065ab2f3032d377b8c37f"
     "e46"},
    {"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", "ffffffffffffffff",
     "e163bbf8c9a739d18925ee8362dad2cdc973df05225afb2aa26396f2a9849a4a445e0547d31c1623c537df4ba85c70a9884a35bcbf3dfab077e98b0f68135"
     "f54"
     "81d4933f8b322ac0cd762c27235ce2b31534e0244a9a2f1fd5e94498d47ff108790c009cf9e1a348032a7694cb28024cd96d3498361edb1785af752d187ab"
     "54b"},
    {"5555555555555555555555555555555555555555555555555555555555555555", "5555555555555555",
     "7cb78214e4d3465b6dc62cf7a1538c88996952b4fb72cb6105f1243ce3442e2975a59ebcd2b2a598290d7538491fe65bdbfefd060d88798120a70d049dc26"
     "77d"
     "d48ff5a2513e497a5d54802d7484c4f1083944d8d0d14d6482ce09f7e5ebf20b29807d62c31874d02f5d3cc85381a745ecbc60525205e300a76961bfe51ac"
     "07c"},
    {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaa",
     "40f9ab86c8f9a1a0cdc05a75e5531b612d71ef7f0cf9e387df6ed6972f0aae21311aa581f816c90e8a99de990b6b95aac92450f4e112712667b804c99e9c6"
     "eda"
     "f8d144f560c8c0ea36880d3b77874c9a9103d147f6ded386284801a4ee158e5ea4f9c093fc55fd344c33349dc5b699e21dc83b4296f92ee3ecabf3d51f95f"
     "e3f"},
    {"00112233445566778899aabbccddeeffffeeddccbbaa99887766554433221100", "0f1e2d3c4b5a6978",
     "db43ad9d1e842d1272e4530e276b3f568f8859b3f7cf6d9d2c74fa53808cb5157a8ebf46ad3dcc4b6c7dadde131784b0120e0e22f6d5f9ffa7407d4a21b69"
     "5d9"
     "c5dd30bf55612fab9bdd118920c19816470c7f5dcd42325dbbed8c57a56281c144cb0f03e81b3004624e0650a1ce5afaf9a7cd8163f6dbd72602257dd96e4"
     "71e"},
    {"c46ec1b18ce8a878725a37e780dfb7351f68ed2e194c79fbc6aebee1a667975d", "1ada31d5cf688221",
     "838751b42d8ddd8a3d77f48825a2ba752cf4047cb308a5978ef274973be374c96ad848065871417b08f034e681fe46a93f7d5c61d1306614d4aaf257a7cff"
     "08b"
     "16f2fda170cc18a4b58a2667ed962774af792a6e7f3c77992540711a7a136d7e8a2f8d3f93816709d45a3fa5f8ce72fde15be7b841acba3a2abd557228d9f"
     "e4f"},
};

static uint32_t little_word(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void the_keystream_is_chacha8(void **state)
{
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        uint8_t key[32];
        uint8_t iv[8];
        uint8_t expected[128];
        uint8_t got[128];
        bytes_of_hex(published[i].key, key, sizeof key);
        bytes_of_hex(published[i].iv, iv, sizeof iv);
        bytes_of_hex(published[i].keystream, expected, sizeof expected);
        struct bil_random random;
        bil_random_stream(&random, key, little_word(iv), little_word(iv + 4));
        bil_random_bytes(&random, got, sizeof got);
        assert_memory_equal(got, expected, sizeof got);
    }
}

/* The one vector that the inventor's own program carries: block number 2^64 - 1, after which the counter begins again at 0. */
static void the_counter_has_64_bits(void **state)
{
    const uint8_t seed[BIL_SEED_BYTES] = {0};
    uint8_t expected[128];
    uint8_t got[128];
    bytes_of_hex(
        "df8a0bceca2fbb111f29978fa9a64407c68ced975ff55a24707265d0687e6aefb3597eac46e4b0a79b3a49c8b0f1775ac3edd7eb6a6d9bcb38f2"
        "76517a79e014"
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e984ce172b9216f419f445367456d5619314a42a3da86b001387b"
        "fdb80e0cfe42",
        expected, sizeof expected);
    struct bil_random random;
    bil_random_stream(&random, seed, 0, 0);
    random.counter = UINT64_MAX;
    bil_random_bytes(&random, got, sizeof got);
    assert_memory_equal(got, expected, sizeof got);

    /* And from its low half into its high half: the blocks before and after differ from each other and from block 0. */
    bil_random_stream(&random, seed, 0, 0);
    random.counter = UINT32_MAX;
    bil_random_bytes(&random, got, sizeof got);
    assert_memory_not_equal(got + 64, expected + 64, 64);
    struct bil_random beyond;
    bil_random_stream(&beyond, seed, 0, 0);
    beyond.counter = UINT64_C(1) << 32;
    bil_random_bytes(&beyond, expected, 64);
    assert_memory_equal(got + 64, expected, 64);
}

/* ------------------------------------------------------------------ streams */

static void take(struct bil_random *random, uint32_t *words, int count)
{
    for (int i = 0; i < count; i++) {
        words[i] = bil_random_word(random);
    }
}

static void streams_do_not_touch_each_other(void **state)
{
    uint8_t seed[BIL_SEED_BYTES];
    bil_seed_from_text("streams", seed);
    uint32_t first[4][200];
    uint32_t again[200];
    const uint32_t address[4][2] = {{1, 0}, {2, 0}, {1, 1}, {0, 1}};
    struct bil_random random;
    bil_random_match(&random, seed);
    for (int s = 0; s < 4; s++) {
        bil_random_enter(&random, address[s][0], address[s][1]);
        take(&random, first[s], 200);
        for (int t = 0; t < s; t++) {
            int same = 0;
            for (int i = 0; i < 200; i++) {
                same += first[s][i] == first[t][i];
            }
            assert_int_equal(same, 0);
        }
    }
    /* In another order, from the middle of another stream, after more or fewer numbers: the same streams. */
    for (int s = 3; s >= 0; s--) {
        bil_random_enter(&random, address[s][0], address[s][1]);
        take(&random, again, 7 + 60 * s);
        bil_random_enter(&random, 99, 99);
        take(&random, again, 1 + s);
        bil_random_enter(&random, address[s][0], address[s][1]);
        take(&random, again, 200);
        assert_memory_equal(again, first[s], sizeof again);
    }
    /* A free-running generator of the same address gives the same numbers, and entering a stream does not move it. */
    bil_random_stream(&random, seed, 2, 0);
    for (int i = 0; i < 200; i++) {
        again[i] = bil_random_word(&random);
        bil_random_enter(&random, 1, 0);
    }
    assert_memory_equal(again, first[1], sizeof again);
    /* Another seed, other numbers. */
    seed[31] ^= 0x80;
    bil_random_stream(&random, seed, 2, 0);
    take(&random, again, 200);
    assert_memory_not_equal(again, first[1], sizeof again);
}

static void a_copy_remembers_the_place(void **state)
{
    const uint8_t seed[BIL_SEED_BYTES] = {5};
    struct bil_random random;
    bil_random_stream(&random, seed, 1, 2);
    for (int i = 0; i < 150; i++) {
        const struct bil_random saved = random;
        struct bil_random copy = saved;
        uint32_t a[70];
        uint32_t b[70];
        take(&copy, a, 70);
        copy = saved;
        take(&copy, b, 70);
        assert_memory_equal(a, b, sizeof a);
        assert_int_equal(bil_random_word(&random), a[0]);
    }
}

/* ------------------------------------------------------------------ golden numbers */

static void golden_numbers(void **state)
{
    const uint8_t seed[BIL_SEED_BYTES] = {1};
    struct bil_random random;
    bil_random_stream(&random, seed, 3, 7);
    uint32_t words[101];
    take(&random, words, 101);
    assert_int_equal(words[0], 0x342f571bU);
    assert_int_equal(words[1], 0x9b323357U);
    assert_int_equal(words[2], 0x7d7ba9d0U);
    assert_int_equal(words[3], 0x3daea9d0U);
    assert_int_equal(words[100], 0xe6088d46U);

    static const uint32_t bounds[8] = {2, 6, 52, 87, 1000, 1000000, 3U << 30, UINT32_MAX};
    static const uint32_t expected[8] = {0, 3, 25, 20, 383, 72080, 928961277U, 3756263920U};
    bil_random_stream(&random, seed, 3, 7);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(bil_random_below(&random, bounds[i]), expected[i]);
    }

    uint8_t items[1000];
    for (int i = 0; i < 1000; i++) {
        items[i] = (uint8_t)i;
    }
    static const uint8_t twenty[20] = {19, 18, 0, 13, 8, 1, 14, 10, 2, 15, 5, 3, 12, 4, 16, 9, 6, 17, 11, 7};
    bil_random_match(&random, seed);
    bil_random_shuffle(&random, items, 20);
    assert_memory_equal(items, twenty, 20);

    for (int i = 0; i < 100; i++) {
        items[i] = (uint8_t)i;
    }
    static const uint8_t hundred[16] = {63, 60, 62, 10, 92, 40, 93, 56, 81, 30, 54, 15, 66, 94, 48, 96};
    bil_random_match(&random, seed);
    bil_random_shuffle(&random, items, 100);
    assert_memory_equal(items, hundred, 16);

    for (int i = 0; i < 1000; i++) {
        items[i] = (uint8_t)i;
    }
    static const uint8_t thousand[8] = {165, 67, 167, 147, 190, 221, 176, 169};
    bil_random_match(&random, seed);
    bil_random_shuffle(&random, items, 1000);
    assert_memory_equal(items, thousand, 8);
}

/* ------------------------------------------------------------------ bounded numbers */

/* Chi-square of counts that should all be the same. */
static double chi_square(const uint32_t *count, int kinds, double total)
{
    const double expected = total / kinds;
    double sum = 0;
    for (int i = 0; i < kinds; i++) {
        const double off = count[i] - expected;
        sum += off * off / expected;
    }
    return sum;
}

static void bounded_numbers_are_uniform(void **state)
{
    /* the bound, and what chi-square exceeds in one run of a thousand */
    static const struct {
        uint32_t bound;
        double limit;
    } rows[] = {{2, 10.83}, {3, 13.82}, {6, 20.52}, {7, 22.46}, {16, 37.70}, {46, 80.08}, {87, 130.8}, {100, 148.2}};
    uint8_t seed[BIL_SEED_BYTES];
    bil_seed_from_text("bounded numbers", seed);
    for (uint32_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct bil_random random;
        bil_random_stream(&random, seed, 1, r);
        uint32_t count[100] = {0};
        for (int i = 0; i < 200000; i++) {
            const uint32_t number = bil_random_below(&random, rows[r].bound);
            assert_true(number < rows[r].bound);
            count[number]++;
        }
        assert_true(chi_square(count, (int)rows[r].bound, 200000) < rows[r].limit);
    }
    /* A bound of 1 is always 0. */
    struct bil_random random;
    bil_random_stream(&random, seed, 2, 0);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(bil_random_below(&random, 1), 0);
    }
}

/* Where 2^32 is far from a multiple of the bound, plain scaling would favour every third number twice over. */
static void large_bounds_are_not_biased(void **state)
{
    uint8_t seed[BIL_SEED_BYTES];
    bil_seed_from_text("large bounds", seed);
    struct bil_random random;
    bil_random_stream(&random, seed, 1, 0);
    uint32_t by_rest[3] = {0};
    uint32_t by_third[3] = {0};
    for (int i = 0; i < 90000; i++) {
        const uint32_t number = bil_random_below(&random, 3U << 30);
        by_rest[number % 3]++;
        by_third[number >> 30]++;
    }
    assert_true(chi_square(by_rest, 3, 90000) < 13.82);
    assert_true(chi_square(by_third, 3, 90000) < 13.82);
}

/* A generator whose next numbers we choose. */
static void load(struct bil_random *random, const uint32_t *words, uint32_t count)
{
    memset(random, 0, sizeof *random);
    random->used = BIL_RANDOM_BUFFER - count;
    memcpy(random->word + random->used, words, count * sizeof *words);
}

/* The exact edge of rejection: for 6, 2^32 leaves the rest 4, so products whose low half is below 4 are drawn again. */
static void bounded_numbers_reject_at_the_exact_edge(void **state)
{
    struct bil_random random;
    const uint32_t twice[2] = {0, 0x80000000U}; /* 6 * 0 and 6 * 2^31 leave 0 */
    load(&random, twice, 2);
    assert_true(bil_random_below(&random, 6) < 6);
    assert_int_equal(random.counter, 4); /* it went on into the next buffer */

    const uint32_t just_below[2] = {0x2AAAAAABU, 0xAAAAAAAAU}; /* 2^32 + 2 leaves 2; then 4 * 2^32 - 4 is kept */
    load(&random, just_below, 2);
    assert_int_equal(bil_random_below(&random, 6), 3);
    assert_int_equal(random.used, BIL_RANDOM_BUFFER);

    const uint32_t just_kept[2] = {0x55555556U, 0}; /* 2 * 2^32 + 4 */
    load(&random, just_kept, 2);
    assert_int_equal(bil_random_below(&random, 6), 2);
    assert_int_equal(random.used, BIL_RANDOM_BUFFER - 1);
}

/* ------------------------------------------------------------------ shuffles */

static void all_orders_of_a_few_are_equally_likely(void **state)
{
    static const struct {
        int count, orders;
        double limit;
    } rows[] = {{2, 2, 10.83}, {3, 6, 20.52}, {4, 24, 49.73}, {5, 120, 172.7}};
    uint8_t seed[BIL_SEED_BYTES];
    bil_seed_from_text("orders", seed);
    for (uint32_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct bil_random random;
        bil_random_stream(&random, seed, 1, r);
        uint32_t count[120] = {0};
        for (int i = 0; i < 240000; i++) {
            uint8_t items[5] = {0, 1, 2, 3, 4};
            bil_random_shuffle(&random, items, (size_t)rows[r].count);
            int order = 0; /* its number in the factorial system */
            for (int a = 0; a < rows[r].count; a++) {
                int smaller = 0;
                for (int b = a + 1; b < rows[r].count; b++) {
                    smaller += items[b] < items[a];
                }
                order = order * (rows[r].count - a) + smaller;
            }
            assert_true(order < rows[r].orders);
            count[order]++;
        }
        assert_true(chi_square(count, rows[r].orders, 240000) < rows[r].limit);
    }
}

/* Every size, through every size of group: nothing is lost, nothing doubled, nothing beyond the end is touched. */
static void shuffles_only_reorder(void **state)
{
    uint8_t seed[BIL_SEED_BYTES];
    bil_seed_from_text("sizes", seed);
    struct bil_random random;
    bil_random_stream(&random, seed, 1, 0);
    static const size_t sizes[] = {0,  1,  2,   3,   5,   16,  17,  18,  19,  20,   25,   26,   27,    33,    60,
                                   87, 99, 120, 128, 129, 130, 255, 512, 513, 2048, 2049, 2500, 16384, 16385, 300000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const size_t size = sizes[s];
        uint8_t *items = malloc(size + 8);
        assert_non_null(items);
        uint32_t there[251] = {0};
        for (size_t i = 0; i < size; i++) {
            items[i] = (uint8_t)(i % 251);
            there[items[i]]++;
        }
        memset(items + size, 0xEE, 8);
        bil_random_shuffle(&random, items, size);
        size_t moved = 0;
        for (size_t i = 0; i < size; i++) {
            assert_true(items[i] < 251);
            there[items[i]]--;
            moved += items[i] != i % 251;
        }
        for (int v = 0; v < 251; v++) {
            assert_int_equal(there[v], 0);
        }
        for (int i = 0; i < 8; i++) {
            assert_int_equal(items[size + (size_t)i], 0xEE);
        }
        if (size >= 16) {
            assert_true(moved > size * 3 / 4);
        }
        free(items);
    }
}

/* In a deck of a hundred every card is equally often at every place, and neighbours come apart. */
static void every_card_comes_everywhere(void **state)
{
    enum { DECK = 100, TIMES = 60000 };
    static uint32_t at[DECK][DECK];
    uint32_t successor[DECK] = {0};
    uint8_t seed[BIL_SEED_BYTES];
    bil_seed_from_text("deck", seed);
    struct bil_random random;
    bil_random_stream(&random, seed, 1, 0);
    memset(at, 0, sizeof at);
    for (int t = 0; t < TIMES; t++) {
        uint8_t items[DECK];
        for (int i = 0; i < DECK; i++) {
            items[i] = (uint8_t)i;
        }
        bil_random_shuffle(&random, items, DECK);
        for (int i = 0; i < DECK; i++) {
            at[i][items[i]]++;
        }
        successor[(items[41] + DECK - items[40]) % DECK]++;
    }
    double worst = 0;
    double sum = 0;
    for (int i = 0; i < DECK; i++) {
        const double chi = chi_square(at[i], DECK, TIMES);
        worst = chi > worst ? chi : worst;
        sum += chi;
    }
    assert_true(worst < 175.0);                 /* 99 degrees of freedom, a hundred places */
    assert_true(sum > 9350.0 && sum < 10250.0); /* about 9801 +- 140 */
    assert_int_equal(successor[0], 0);
    assert_true(chi_square(successor + 1, DECK - 1, TIMES) < 147.1);
}

/* The exact edge of rejection of a batch: for three items the batch is 3 * 2 = 6 and 2^64 leaves the rest 4. */
static void shuffles_reject_at_the_exact_edge(void **state)
{
    /* 64 random bits r leave r * 6 modulo 2^64. That is even; 0 and 2 must be drawn again, 4 is the first to be kept. */
    static const struct {
        uint64_t bits;
        bool again;
    } rows[] = {
        {0, true},                             /* leaves 0 */
        {UINT64_C(0x2AAAAAAAAAAAAAAB), true},  /* 6 r = 2^64 + 2 */
        {UINT64_C(0x5555555555555556), false}, /* 6 r = 2 * 2^64 + 4 */
        {UINT64_C(0x8000000000000000), true},  /* leaves 0 */
        {1, false},                            /* leaves 6 */
        {UINT64_MAX, false},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const uint32_t words[4] = {(uint32_t)rows[r].bits, (uint32_t)(rows[r].bits >> 32), 1, 0};
        struct bil_random random;
        load(&random, words, 4);
        uint8_t items[3] = {0, 1, 2};
        bil_random_shuffle(&random, items, 3);
        assert_int_equal(random.used, BIL_RANDOM_BUFFER - (rows[r].again ? 0 : 2));
        if (rows[r].again || rows[r].bits == 1) { /* the smallest fraction: always the first of what is left is put last */
            assert_int_equal(items[2], 0);
            assert_int_equal(items[1], 2);
            assert_int_equal(items[0], 1);
        }
        if (rows[r].bits == UINT64_MAX) { /* the largest: everything stays */
            assert_int_equal(items[0], 0);
            assert_int_equal(items[1], 1);
            assert_int_equal(items[2], 2);
        }
    }
}

/* ------------------------------------------------------------------ bytes and seeds */

static void bytes_are_the_keystream_whatever_the_count(void **state)
{
    const uint8_t seed[BIL_SEED_BYTES] = {9};
    struct bil_random random;
    uint8_t all[32];
    bil_random_stream(&random, seed, 0, 0);
    bil_random_bytes(&random, all, sizeof all);
    for (size_t count = 0; count <= 17; count++) {
        uint8_t some[20];
        memset(some, 0xEE, sizeof some);
        bil_random_stream(&random, seed, 0, 0);
        bil_random_bytes(&random, some, count);
        assert_memory_equal(some, all, count);
        for (size_t i = count; i < sizeof some; i++) {
            assert_int_equal(some[i], 0xEE);
        }
    }
}

static void seeds_from_text(void **state)
{
    /* the text, and the seed as bil_seed_to_text writes it: most significant digit first */
    static const char zero[] = "0000000000000000000000000000000000000000000000000000000000000000";
    static const char one[] = "0000000000000000000000000000000000000000000000000000000000000001";
    static const struct {
        const char *text, *seed;
    } rows[] = {
        {"", zero},
        {"0", zero},
        {"0x0", zero},
        {"1", one},
        {"0001", one},
        {"0x1", one},
        {"0x01", one},
        {"258", "0000000000000000000000000000000000000000000000000000000000000102"},
        {"18446744073709551615", "000000000000000000000000000000000000000000000000ffffffffffffffff"},
        {"18446744073709551616", "cfba521dc24224587976aa7735d1ed31972f0649604a922e7192e29149869456"}, /* hashed: too large */
        {"0xDeadBeef", "00000000000000000000000000000000000000000000000000000000deadbeef"},
        {"0x123", "0000000000000000000000000000000000000000000000000000000000000123"},
        {"0xfedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210",
         "fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210"},
        {"friday night", "748d1010df4d5ab2d2d6885be65a4c9a362c61192b293700251ebce3b24b3cc4"},
        {"a text that is longer than sixteen bytes, and then some",
         "ba83c769babcd1fb96a7f616b3661da06b67275b7f6d31b4ce1410594a3a1662"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t seed[BIL_SEED_BYTES];
        char text[2 * BIL_SEED_BYTES + 1];
        bil_seed_from_text(rows[i].text, seed);
        bil_seed_to_text(seed, text);
        assert_string_equal(text, rows[i].seed);
        /* and back */
        char prefixed[2 * BIL_SEED_BYTES + 3];
        uint8_t again[BIL_SEED_BYTES];
        snprintf(prefixed, sizeof prefixed, "0x%s", text);
        bil_seed_from_text(prefixed, again);
        assert_memory_equal(again, seed, sizeof seed);
    }
}

/* What is no number is hashed, and near misses of numbers are no numbers. */
static void other_texts_are_all_different(void **state)
{
    static const char *const texts[] = {"-1",
                                        " 1",
                                        "1 ",
                                        "+1",
                                        "1.0",
                                        "0x",
                                        "0X1",
                                        "0xg",
                                        "x1",
                                        "one",
                                        "One",
                                        "one ",
                                        "a",
                                        "aa",
                                        "aaaaaaaaaaaaaaaa",
                                        "aaaaaaaaaaaaaaa",
                                        "1e3",
                                        "0x00000000000000000000000000000000000000000000000000000000000000000",
                                        "18446744073709551616"};
    enum { TEXTS = sizeof texts / sizeof *texts };
    uint8_t seed[TEXTS][BIL_SEED_BYTES];
    for (int i = 0; i < TEXTS; i++) {
        bil_seed_from_text(texts[i], seed[i]);
        int high = 0;
        for (int b = 8; b < BIL_SEED_BYTES; b++) {
            high += seed[i][b] != 0;
        }
        assert_true(high > 12); /* a number below 2^64 would leave all of these zero */
        for (int j = 0; j < i; j++) {
            assert_memory_not_equal(seed[i], seed[j], BIL_SEED_BYTES);
        }
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_keystream_is_chacha8),
        cmocka_unit_test(the_counter_has_64_bits),
        cmocka_unit_test(streams_do_not_touch_each_other),
        cmocka_unit_test(a_copy_remembers_the_place),
        cmocka_unit_test(golden_numbers),
        cmocka_unit_test(bounded_numbers_are_uniform),
        cmocka_unit_test(large_bounds_are_not_biased),
        cmocka_unit_test(bounded_numbers_reject_at_the_exact_edge),
        cmocka_unit_test(all_orders_of_a_few_are_equally_likely),
        cmocka_unit_test(shuffles_only_reorder),
        cmocka_unit_test(every_card_comes_everywhere),
        cmocka_unit_test(shuffles_reject_at_the_exact_edge),
        cmocka_unit_test(bytes_are_the_keystream_whatever_the_count),
        cmocka_unit_test(seeds_from_text),
        cmocka_unit_test(other_texts_are_all_different),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
