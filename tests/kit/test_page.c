/* A page never writes over its edge: items fold, what is longer than a line folds at its blanks, a longer word is cut, inks always
 * end; and a character takes the columns that a terminal gives it. */
#include "kit/page.h"
#include "unit.h"

static void a_page_never_writes_over_its_edge(void **state)
{
    struct bil_text out = {0};
    struct bil_text text = {0};
    struct bil_page page = {.out = &out, .width = 12, .indent = 4, .colour = true, .unicode = false};
    bil_page_row(&page, "ab");
    bil_page_item(&page, BIL_INK_PLAIN, "cd ef gh ij kl");
    bil_page_item(&page, BIL_INK_PLAIN, "mn");
    bil_ink_add(&page, &text, BIL_INK_STRONG, "opqrstuvwxyz");
    bil_page_item(&page, BIL_INK_PLAIN, bil_text_string(&text));
    bil_page_end(&page);
    bil_page_heading(&page, "left", BIL_INK_PLAIN, "", "right and so on");
    assert_string_equal(bil_text_string(&out), "  \033[2mab\033[0mcd ef gh\n    ij kl mn\n    \033[1mopqrstuv\033[0m\n"
                                               "\033[1mleft\033[0m\n \033[1mright and s\033[0m\n");
    bil_text_free(&text);
    bil_text_free(&out);
}

static void signs_have_a_twin_where_there_are_none(void **state)
{
    struct bil_text out = {0};
    struct bil_page page = {.out = &out, .width = 8, .indent = 2, .colour = false, .unicode = false};
    bil_page_put(&page, BIL_INK_STRONG, "a\u2713b\u0301c"); /* the accent sits on the b */
    bil_page_end(&page);
    page.unicode = true;
    bil_page_put(&page, BIL_INK_PLAIN, "1234567\u65E5");
    bil_page_put(&page, BIL_INK_PLAIN, "x");
    bil_page_end(&page);
    bil_page_heading(&page, "ab", BIL_INK_PLAIN, "", "");
    assert_string_equal(bil_text_string(&out), "a?bc\n1234567x\nab \u2500\u2500\u2500\u2500\u2500\n");
    bil_text_free(&out);
}

static void columns_are_those_of_a_terminal(void **state)
{
    assert_int_equal(bil_columns("abc"), 3);
    assert_int_equal(bil_columns("\033[1mabc\033[0m"), 3);
    assert_int_equal(bil_columns("e\u0301\u00E9"), 2);
    assert_int_equal(bil_columns("\u65E5\u672C"), 4);
    assert_int_equal(bil_columns("\xFF\x80\x01"), 0);
    assert_int_equal(bil_columns_of("abc", 2), 2);
}

static void two_pages_stand_side_by_side(void **state)
{
    struct bil_text out = {0};
    bil_page_beside(&out, "a\nb\n", "1\n2\n3\n", 3);
    bil_page_bar(&out, false, 5, 2, 1);
    assert_string_equal(bil_text_string(&out), "a  1\nb  2\n   3\n[##:..]");
    bil_text_free(&out);
}

static void everything_has_a_spelling_in_ascii(void **state)
{
    static const struct {
        const char *text, *ascii;
    } cases[] = {
        {"Zo\u00EB, \u0141\u00F3d\u017A, Stra\u00DFe, \u00C6gir", "Zoe, Lodz, Strasse, AEgir"},
        {"e\u0301t\u00E9", "ete"}, /* the accent alone, and in one character with its letter */
        {"\u2264 50\u2026 \u2192 \u201Cx\u201D \u00BD", "<= 50... -> \"x\" 1/2"},
        {"Bob \U0001F43A", "Bob ?"},
        {"\u65E5\u672C\u0416", "???"},
        {"\033[1ma\n\tb\033[0m", "\033[1ma\n\tb\033[0m"},
        {"a\xC3", "a?"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bil_text out = {0};
        bil_ascii_add(&out, cases[i].text, strlen(cases[i].text));
        assert_string_equal(bil_text_string(&out), cases[i].ascii);
        bil_text_free(&out);
    }
    struct bil_text out = {0};
    struct bil_page page = {.out = &out, .width = 12, .indent = 2, .colour = false, .unicode = false};
    bil_page_put(&page, BIL_INK_PLAIN, "Zo\u00EB \u2013\u00DF\u2026"); /* column by column */
    bil_page_end(&page);
    assert_string_equal(bil_text_string(&out), "Zoe -??\n");
    bil_text_free(&out);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_never_writes_over_its_edge),  cmocka_unit_test(signs_have_a_twin_where_there_are_none),
        cmocka_unit_test(columns_are_those_of_a_terminal),    cmocka_unit_test(two_pages_stand_side_by_side),
        cmocka_unit_test(everything_has_a_spelling_in_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
