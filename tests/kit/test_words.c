/* Typed lines are cut into words, and words fit names as people mean them: begun, in the middle, word by word, with and without
 * accents and apostrophes; numbers fit only themselves. */
#include "kit/words.h"
#include "unit.h"

static const char *cut(const char *line, struct bil_text *out)
{
    struct bil_words words;
    bil_text_clear(out);
    assert_true(bil_words_of(line, strlen(line), &words));
    for (int i = 0; i < words.count; i++) {
        const struct bil_word *word = &words.word[i];
        bil_text_format(out, "%s%s%.*s", i ? " " : "", word->parted ? "," : "", word->end - word->begin,
                        words.letter + word->begin);
    }
    return bil_text_string(out);
}

static void lines_are_cut_into_words(void **state)
{
    static const char *const cases[][2] = {
        {"", ""},
        {" ?! ... ", ""},
        {"Pet Pictures", "pet pictures"},
        {"  pet-pictures\t", "pet pictures"},
        {"Lost & Found", "lost found"},
        {"lost and found", "lost found"},
        {"sand and Andes", "sand andes"},
        {"Today's Main", "todays main"},
        {"Today\xE2\x80\x99s", "todays"},
        {"`bad` press", "bad press"},
        {"colony2 earth", "colony 2 earth"},
        {"2nd", "2 nd"},
        {"a, b;c", "a ,b ,c"},
        {"server\xE2\x80\x94upgrade", "server upgrade"},
        {"earth \xE2\x86\x92 venus", "earth venus"},
        {"Caf\xC3\xA9 \xC3\x89lan", "cafe elan"},
        {"\xC3\x97 3\xC3\xB7 2", "3 2"},
        {"\xE6\x97\xA5\xE6\x9C\xAC", "\xE6\x97\xA5\xE6\x9C\xAC"},
    };
    struct bil_text text = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_string_equal(cut(cases[i][0], &text), cases[i][1]);
    }
    bil_text_free(&text);
}

static void too_much_is_refused(void **state)
{
    struct bil_words words;
    char line[4 * BIL_LINE];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = 0;
    assert_false(bil_words_of(line, strlen(line), &words)); /* letters */
    memset(line, '.', sizeof line - 1);
    assert_false(bil_words_of(line, strlen(line), &words)); /* bytes */
    for (size_t i = 0; i < 2 * BIL_WORDS; i++) {
        line[2 * i] = 'a';
    }
    line[4 * BIL_WORDS] = 0;
    assert_false(bil_words_of(line, strlen(line), &words)); /* words */
    assert_true(words.count <= BIL_WORDS);
    assert_true(bil_words_of("abc def", 3, &words)); /* no more than it is given */
    assert_int_equal(words.count, 1);
}

static enum bil_fit fit(const char *typed, const char *name)
{
    struct bil_words one;
    struct bil_words other;
    assert_true(bil_words_of(typed, strlen(typed), &one));
    assert_true(bil_words_of(name, strlen(name), &other));
    return bil_words_fit(&one, 0, one.count, &other);
}

static void words_fit_names(void **state)
{
    static const struct {
        const char *typed, *name;
        enum bil_fit fit;
    } cases[] = {
        {"pet pictures", "Pet Pictures", BIL_FITS_WHOLE},
        {"petpictures", "Pet Pictures", BIL_FITS_WHOLE},
        {"lost found", "Lost & Found", BIL_FITS_WHOLE},
        {"pet", "Pet Pictures", BIL_FITS_START},
        {"p p", "Pet Pictures", BIL_FITS_START},
        {"l f", "Local Lost & Found", BIL_FITS_INSIDE},
        {"troll", "The Troll", BIL_FITS_INSIDE},
        {"main char", "Today's Main Character", BIL_FITS_INSIDE},
        {"roll", "The Troll", BIL_FITS_NOT},
        {"blue's", "blue", BIL_FITS_WHOLE},
        {"blues", "blue", BIL_FITS_NOT},
        {"1", "12", BIL_FITS_NOT},
        {"12", "12", BIL_FITS_WHOLE},
        {"colony1", "colony12", BIL_FITS_NOT},
        {"colony 12", "colony12-other", BIL_FITS_START},
        {"", "x", BIL_FITS_NOT},
        {"x", "", BIL_FITS_NOT},
        {"cafe", "Caf\xC3\xA9", BIL_FITS_WHOLE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (fit(cases[i].typed, cases[i].name) != cases[i].fit) {
            fail_msg("\"%s\" fits \"%s\" by %d", cases[i].typed, cases[i].name, fit(cases[i].typed, cases[i].name));
        }
    }
}

static void names_that_are_near(void **state)
{
    struct bil_words typed;
    struct bil_words name;
    assert_true(bil_words_of("pet pitcures", 99, &typed));
    assert_true(bil_words_of("Pet Pictures", 99, &name));
    assert_int_equal(bil_words_distance(&typed, 0, 2, &name), 1); /* two letters that changed places */
    assert_true(bil_words_far(&typed, 0, 2) > 1);
    assert_true(bil_words_of("trol", 99, &typed));
    assert_true(bil_words_of("The Troll", 99, &name));
    assert_int_equal(bil_words_distance(&typed, 0, 1, &name), 1);
}

static void quotes_are_cut_between_characters(void **state)
{
    struct bil_words words;
    struct bil_text text = {0};
    const char *line = "add  P\xC3\xA9t-Pictures!";
    assert_true(bil_words_of(line, strlen(line), &words));
    bil_words_quote(line, &words, 1, 2, &text);
    assert_string_equal(bil_text_string(&text), "\"P\xC3\xA9t-Pictures\"");
    bil_text_clear(&text);
    line =
        "x\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"
        "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9";
    assert_true(bil_words_of(line, strlen(line), &words));
    bil_words_quote(line, &words, 0, 1, &text);
    assert_int_equal(text.length, 39 + 3 + 2); /* not 40: that would be half a character */
    bil_text_free(&text);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_cut_into_words),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(words_fit_names),
        cmocka_unit_test(names_that_are_near),
        cmocka_unit_test(quotes_are_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
