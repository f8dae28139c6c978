/* Editions of 6 Billion from JSON (documents/editions.json): what is printed is read back as the same rules, corrections change
 * what they name and nothing else, and what breaks a total or a limit is refused with a sentence that names the place. That they
 * count in play is shown in cases/positions.json. */
#include "billions/json.h"
#include "games/cases/documents.h"
#include "games/six_billion/support.h"
#include "unit.h"

/* Sections 22.1 to 22.4 of the checklist: totals that the rulebook publishes. */
static void test_published(void **unused)
{
    const struct bil_config config = {.seats = 4};
    struct bil_text text = {0};
    struct bil_error error;
    void *rules = malloc(six_test_game()->rules_size);
    assert_true(six_test_game()->rules_init(&config, rules, &error));
    six_test_game()->edition_json(rules, &text);
    const struct bil_value *edition = bil_json_read(bil_text_string(&text), text.length, "test", &error);
    assert_non_null(edition);
    int cards = 0;
    int symbols[3] = {0};
    for (const struct bil_value *card = bil_value_get(edition, "cards")->child; card; card = card->next) {
        static const char *const words[] = {"dollar", "smiley", "leaf"};
        const int count = (int)bil_value_get(card, "count")->integer;
        cards += count;
        for (int i = 0; i < 3; i++) {
            const bool is = strcmp(bil_value_get(card, "symbol")->string, words[i]) == 0;
            symbols[i] += is ? count * (int)bil_value_get(card, "symbols")->integer : 0;
        }
    }
    assert_int_equal(cards, 91);
    assert_int_equal(symbols[0], 30);
    assert_int_equal(symbols[1], 24);
    assert_int_equal(symbols[2], 39);
    int pairs = 0;
    int within[3] = {0};
    for (const struct bil_value *row = bil_value_get(edition, "distances")->child; row; row = row->next) {
        for (const struct bil_value *pair = row->child; pair; pair = pair->next) {
            pairs++;
            within[0] += pair->integer <= 2;
            within[1] += pair->integer <= 6;
            within[2] += pair->integer <= 12;
        }
    }
    assert_int_equal(pairs, 45);
    assert_int_equal(within[0], 12);
    assert_int_equal(within[1], 24);
    assert_int_equal(within[2], 32);
    bil_json_free(edition);
    bil_text_free(&text);
    free(rules);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_published)};
    return case_documents_run(six_test_game(), "games/six_billion/documents/editions.json") +
           cmocka_run_group_tests(tests, NULL, NULL);
}
