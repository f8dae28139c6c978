/* Tokens, hashes, ids: there and back, and nothing that is not one. */
#include "server/common/token.h"
#include "unit.h"

static void tokens_are_written_and_read(void **state)
{
    /* As another program writes it (Python's base64). */
    const uint8_t known[BIL_TOKEN_BYTES] = {0xFB, 0xFF, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
    char letters[BIL_TOKEN_LETTERS + 1];
    uint8_t read[BIL_TOKEN_BYTES];
    bil_token_write(known, letters);
    assert_string_equal(letters, "-_8AAQIDBAUGBwgJCgsMDQ");
    assert_true(bil_token_read(letters, read));
    assert_memory_equal(read, known, sizeof known);
    for (int i = 0; i < 1000; i++) {
        uint8_t token[BIL_TOKEN_BYTES];
        bil_token_random(token, sizeof token);
        bil_token_write(token, letters);
        assert_int_equal(strlen(letters), BIL_TOKEN_LETTERS);
        assert_int_equal(strspn(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"), BIL_TOKEN_LETTERS);
        assert_true(bil_token_read(letters, read));
        assert_memory_equal(read, token, sizeof token);
    }
}

static void what_is_no_token_is_refused(void **state)
{
    static const char *const wrong[] = {
        "",
        "AAAAAAAAAAAAAAAAAAAAA",   /* one too short */
        "AAAAAAAAAAAAAAAAAAAAAAA", /* one too long */
        "AAAAAAAAAAAAAAAAAAAA==",  /* padded */
        "AAAAAAAAAAAAAAAAAAAAAB",  /* bits left over: a second spelling of the zero token */
        "AAAAAAAAAA/AAAAAAAAAAA",  /* the other alphabet */
        "AAAAAAAAAA+AAAAAAAAAAA",
        "AAAAAAAAAA AAAAAAAAAAA",
        " AAAAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAA\n\n",
        "AAAAAAAAAAAAAAAAAAAA\xc3\xa9",
    };
    uint8_t token[BIL_TOKEN_BYTES];
    assert_true(bil_token_read("AAAAAAAAAAAAAAAAAAAAAA", token));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(bil_token_read(wrong[i], token));
    }
}

/* Any byte at any place: whatever is read is written again as it was, or one token would have two spellings. */
static void a_token_has_one_spelling(void **state)
{
    char letters[] = "AAAAAAAAAAAAAAAAAAAAAA";
    char again[BIL_TOKEN_LETTERS + 1];
    uint8_t token[BIL_TOKEN_BYTES];
    int read = 0;
    for (int place = 0; place < BIL_TOKEN_LETTERS; place++) {
        for (int c = 0; c < 256; c++) {
            letters[place] = (char)c;
            if (bil_token_read(letters, token)) {
                bil_token_write(token, again);
                assert_string_equal(again, letters);
                read++;
            }
        }
        letters[place] = 'A';
    }
    assert_int_equal(read, 21 * 64 + 4);
}

static void what_is_kept_is_a_hash(void **state)
{
    uint8_t token[BIL_TOKEN_BYTES];
    uint8_t hash[BIL_HASH_BYTES];
    uint8_t other[BIL_HASH_BYTES];
    char digits[2 * BIL_HASH_BYTES + 1];
    for (int i = 0; i < BIL_TOKEN_BYTES; i++) {
        token[i] = (uint8_t)i;
    }
    bil_token_hash(token, hash);
    bil_hex_write(hash, sizeof hash, digits);
    assert_string_equal(
        digits,
        "c7cb5d1a1a214f1d833a21fe6c7b2420e417c2f220784cbe90072975131bc367"); /* computed by another program (Python's hashlib) */
    memcpy(other, hash, sizeof hash);
    assert_true(bil_token_equal(hash, other));
    for (int bit = 0; bit < 8 * BIL_HASH_BYTES; bit++) {
        other[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_false(bil_token_equal(hash, other));
        other[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    token[15] ^= 1;
    bil_token_hash(token, other);
    assert_false(bil_token_equal(hash, other));
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void ids_are_short_words_that_differ(void **state)
{
    enum { COUNT = 4000 };
    static char ids[COUNT][BIL_TABLE_ID + 1];
    int letters[128] = {0};
    for (int i = 0; i < COUNT; i++) {
        bil_table_id(ids[i]);
        assert_int_equal(strlen(ids[i]), BIL_TABLE_ID);
        assert_int_equal(strspn(ids[i], "abcdefghijklmnopqrstuvwxyz234567"), BIL_TABLE_ID);
        for (int j = 0; j < BIL_TABLE_ID; j++) {
            letters[(int)ids[i][j]]++;
        }
    }
    qsort(ids, COUNT, sizeof ids[0], by_text);
    for (int i = 1; i < COUNT; i++) {
        assert_string_not_equal(ids[i - 1], ids[i]);
    }
    /* Each of 32 letters 2000 times, give or take what chance gives and takes (45): ten times that would be a fault. */
    for (const char *c = "abcdefghijklmnopqrstuvwxyz234567"; *c; c++) {
        assert_in_range(letters[(int)*c], 2000 - 450, 2000 + 450);
    }
}

/* As docs/operating-public.md says one can find a table's lines in the log. */
static void an_alias_is_the_beginning_of_a_sha256(void **state)
{
    assert_string_equal(bil_table_alias("abc").text, "ba7816bf8f01");
    assert_string_equal(bil_table_alias("ha34ragaxwynttum").text, "e6cded0fa7f1");
}

static void digits_are_small_and_complete(void **state)
{
    const uint8_t bytes[4] = {0x00, 0x9F, 0xA0, 0xFF};
    char digits[9];
    uint8_t read[4];
    bil_hex_write(bytes, 4, digits);
    assert_string_equal(digits, "009fa0ff");
    assert_true(bil_hex_read(digits, read, 4));
    assert_memory_equal(read, bytes, 4);
    static const char *const wrong[] = {"",         "009fa0f",  "009fa0ff0", "009FA0FF", "009fa0fg",
                                        "009fa0f ", "0x9fa0ff", "009fa0f/",  "009fa0f`"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(bil_hex_read(wrong[i], read, 4));
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_are_written_and_read),
        cmocka_unit_test(what_is_no_token_is_refused),
        cmocka_unit_test(a_token_has_one_spelling),
        cmocka_unit_test(what_is_kept_is_a_hash),
        cmocka_unit_test(ids_are_short_words_that_differ),
        cmocka_unit_test(digits_are_small_and_complete),
        cmocka_unit_test(an_alias_is_the_beginning_of_a_sha256),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
