/* The rules in our own words: every page fits a terminal, names only rules that exist, and every card that does something has its
 * line. */
#include "games/one_billion_users/support.h"
#include "games/one_billion_users/words/words.h"
#include "unit.h"

enum { COLUMNS = 78, RULES = 214 };

static const struct bil_topic *topic_of(const char *id)
{
    for (const struct bil_topic *topic = obu_test_game()->topics; topic->id; topic++) {
        if (strcmp(topic->id, id) == 0) {
            return topic;
        }
    }
    fail_msg("there is no topic %s", id);
    return NULL;
}

static void pages_fit_a_terminal(void **context)
{
    for (const struct bil_topic *topic = obu_test_game()->topics; topic->id; topic++) {
        int column = 0;
        assert_true(strlen(topic->id) <= 14 && strlen(topic->title) > 0);
        assert_null(strchr(topic->id, ' '));
        assert_ptr_equal(topic_of(topic->id), topic); /* no id twice */
        for (const char *at = topic->text; *at; at++) {
            assert_true((*at >= ' ' && *at <= '~') || *at == '\n');
            column = *at == '\n' ? 0 : column + 1;
            assert_in_range(column, 0, COLUMNS);
        }
        assert_int_equal(column, 0); /* ends with a line end */
    }
}

static void rules_that_are_named_exist(void **context)
{
    bool named[RULES + 1] = {false};
    int count = 0;
    for (const struct bil_topic *topic = obu_test_game()->topics; topic->id; topic++) {
        bool any = false;
        for (const char *at = strstr(topic->text, "OBU-"); at; at = strstr(at + 1, "OBU-")) {
            const long number = strtol(at + 4, NULL, 10);
            assert_in_range(number, 1, RULES);
            count += !named[number];
            named[number] = true;
            any = true;
        }
        assert_true(any || strcmp(topic->id, "reconstructed") == 0);
    }
    assert_true(count > 120); /* most of what players must know */
}

static void every_card_has_its_line(void **context)
{
    struct case_table table;
    obu_begin(&table, 4, "networks=off", 1);
    const struct obu_rules *rules = table.position.rules;
    for (int i = 0; i < OBU_INFLUENCERS; i++) {
        const char *line = strstr(topic_of("influencers")->text, obu_card_name(rules, OBU_INFLUENCER + i));
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
        assert_non_null(strstr(topic_of("events")->text, obu_card_name(rules, OBU_EVENT + i)));
    }
    for (int i = 1; i <= OBU_NETWORKS; i++) {
        assert_non_null(strstr(topic_of("networks")->text, obu_network_name(i)));
    }
    for (int i = 0; i < OBU_BLOCKERS; i++) {
        assert_non_null(strstr(topic_of("blockers")->text, obu_card_rows[i].name));
    }
    for (int i = 0; i < OBU_HOTFIXES; i++) {
        assert_non_null(strstr(topic_of("hotfixes")->text, obu_card_name(rules, OBU_HOTFIX + i)));
    }
    for (int i = 0; i < OBU_SAFEGUARDS; i++) {
        assert_non_null(strstr(topic_of("safeguards")->text, obu_card_name(rules, OBU_SAFEGUARD + i)));
    }
    for (const struct bil_option *option = obu_test_game()->options; option->key; option++) {
        const char *line = strstr(topic_of("options")->text, option->key);
        assert_non_null(line);
        assert_int_equal(strncmp(line + strlen(option->key) + 1, option->initial, strlen(option->initial)), 0);
    }
    case_table_free(&table);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_fit_a_terminal),
        cmocka_unit_test(rules_that_are_named_exist),
        cmocka_unit_test(every_card_has_its_line),
    };
    return cmocka_run_group_tests_name("the rules of One Billion Users in our own words", tests, NULL, NULL);
}
