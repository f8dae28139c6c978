/* The rules in our own words: every page fits a terminal, names only rules that exist, and every card that does something has its
 * line. */
#include "games/cases/text_cases.h"
#include "games/one_billion_users/support.h"
#include "games/one_billion_users/words/words.h"
#include "unit.h"

static void pages_are_sound(void **context)
{
    static const char *const none[] = {"reconstructed", NULL};
    case_check_pages(obu_test_game(), "OBU-", 214, 120, none); /* most of what players must know */
}

static void every_card_has_its_line(void **context)
{
    struct case_table table;
    obu_begin(&table, 4, "networks=off", 1);
    const struct obu_rules *rules = table.position.rules;
    for (int i = 0; i < OBU_INFLUENCERS; i++) {
        const char *line = strstr(case_page(obu_test_game(), "influencers"), obu_card_name(rules, OBU_INFLUENCER + i));
        assert_non_null(line);
        /* its numbers are those of the compiled-in edition */
        const char *slash = strchr(line, '/');
        assert_non_null(slash);
        assert_int_equal(strtol(slash + 1, NULL, 10), rules->influencer_toxicity[i]);
        if (!rules->influencer_single[i]) {
            const char *number = slash;
            while (number[-1] >= '0' && number[-1] <= '9') {
                number--;
            }
            assert_int_equal(strtol(number, NULL, 10), 50 * rules->influencer_halves[i]);
        }
    }
    for (int i = 0; i < OBU_EVENTS; i++) {
        assert_non_null(strstr(case_page(obu_test_game(), "events"), obu_card_name(rules, OBU_EVENT + i)));
    }
    for (int i = 1; i <= OBU_NETWORKS; i++) {
        assert_non_null(strstr(case_page(obu_test_game(), "networks"), obu_network_name(i)));
    }
    for (int i = 0; i < OBU_BLOCKERS; i++) {
        assert_non_null(strstr(case_page(obu_test_game(), "blockers"), obu_card_rows[i].name));
    }
    for (int i = 0; i < OBU_HOTFIXES; i++) {
        assert_non_null(strstr(case_page(obu_test_game(), "hotfixes"), obu_card_name(rules, OBU_HOTFIX + i)));
    }
    for (int i = 0; i < OBU_SAFEGUARDS; i++) {
        assert_non_null(strstr(case_page(obu_test_game(), "safeguards"), obu_card_name(rules, OBU_SAFEGUARD + i)));
    }
    for (const struct bil_option *option = obu_test_game()->options; option->key; option++) {
        const char *line = strstr(case_page(obu_test_game(), "options"), option->key);
        assert_non_null(line);
        assert_int_equal(strncmp(line + strlen(option->key) + 1, option->initial, strlen(option->initial)), 0);
    }
    case_table_free(&table);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_are_sound),
        cmocka_unit_test(every_card_has_its_line),
    };
    return cmocka_run_group_tests_name("the rules of One Billion Users in our own words", tests, NULL, NULL);
}
