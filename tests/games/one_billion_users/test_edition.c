/* Editions of One Billion Users from JSON (documents/editions.json): what is printed is read back as the same rules, corrections
 * change what they name, and what breaks a total, a limit or a name is refused with a sentence that names the place. Here are those
 * with long lists of Communities. */
#include "games/cases/documents.h"
#include "games/one_billion_users/support.h"
#include "unit.h"

#define NO_EVENTS                                                                                                                  \
    "\"events\":[{\"card\":\"Underdog Week\",\"count\":0},{\"card\":\"Creator Strike\",\"count\":0},"                              \
    "{\"card\":\"Volunteer Drive\",\"count\":0},{\"card\":\"Patch Day\",\"count\":0},{\"card\":\"Tech Bubble\",\"count\":0},"      \
    "{\"card\":\"Moral Panic\",\"count\":0},{\"card\":\"Funding Winter\",\"count\":0}]"
#define NO_HELP                                                                                                                    \
    "\"deviations\":[\"communities\",\"blockers\",\"hotfixes\",\"safeguards\",\"actions\"],\"hotfixes\":["                         \
    "{\"card\":\"Fundraising\",\"count\":0},{\"card\":\"New Advertisers\",\"count\":0},"                                           \
    "{\"card\":\"Troll Crackdown\",\"count\":0},{\"card\":\"Mod Training\",\"count\":0},"                                          \
    "{\"card\":\"Server Upgrade\",\"count\":0},{\"card\":\"PR Response\",\"count\":0}],"                                           \
    "\"actions\":[{\"card\":\"Push\",\"count\":0},{\"card\":\"Poke\",\"count\":0}]"
#define NO_BLOCKERS                                                                                                                \
    "\"blockers\":[{\"card\":\"Low on Funds\",\"count\":0},{\"card\":\"Toxic Culture\",\"count\":0},"                              \
    "{\"card\":\"Overzealous Mods\",\"count\":0},{\"card\":\"Server Overload\",\"count\":0},{\"card\":\"Bad Press\",\"count\":0}]"

/* The edition of those members and, if `count` is not 0, of so many Communities that are all alike. */
static void *rules_of(const char *members, int count, int users, int toxicity, const struct bil_setting *option,
                      struct bil_error *error)
{
    struct bil_text text = {0};
    bil_text_format(&text, "{\"format\":1,\"game\":\"one-billion-users\"%s%s", *members ? "," : "", members);
    for (int i = 0; i < count; i++) {
        bil_text_format(&text, "%s{\"name\":\"Club %d\",\"users\":%d,\"toxicity\":%d}%s", i ? "," : ",\"communities\":[", i, users,
                        toxicity, i == count - 1 ? "]" : "");
    }
    bil_text_char(&text, '}');
    void *rules = case_edition_rules(obu_test_game(), bil_text_string(&text), 4, option, error);
    bil_text_free(&text);
    return rules;
}

/* A whole list of Communities of one's own, and the declared deviation of 46 of them; users above what the rulebook says. */
static void test_read(void **unused)
{
    static const char events[] = "\"deviations\":[\"communities\",\"events\"]," NO_EVENTS;
    static const struct {
        const char *members;
        int count, users, toxicity;
        const char *printed;
    } rows[] = {
        {events, 39, 250, 1, "{\"name\":\"Club 38\",\"users\":250,\"toxicity\":1,\"status\":\"reconstructed\"}"},
        {events, 46, 250, 1, "{\"name\":\"Club 38\",\"users\":250,\"toxicity\":1,\"status\":\"reconstructed\"}"},
        {events, 46, 250, 1, "\"deviations\":[\"communities\",\"events\"]"},
        {"\"deviations\":[\"communities\"]", 39, 1000, 2,
         "{\"name\":\"Club 38\",\"users\":1000,\"toxicity\":2,\"status\":\"reconstructed\"}"},
        {"\"deviations\":[\"communities\"]", 39, 250, 3, ""},
        {NO_HELP, 0, 0, 0, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bil_error error;
        void *rules = rules_of(rows[i].members, rows[i].count, rows[i].users, rows[i].toxicity, NULL, &error);
        if (!rules) {
            fail_msg("%s\n%s", error.text, rows[i].members);
        }
        case_edition_there_and_back(obu_test_game(), rules, 4, rows[i].printed);
        free(rules);
    }
}

/* The last ones are fine without the option. */
static void test_refused(void **unused)
{
    static const struct bil_setting networks = {"networks", "random"};
    static const struct bil_setting cut = {"cut", "60"};
    static const struct {
        const char *members;
        int count, users, toxicity;
        const struct bil_setting *option;
        const char *sentence;
    } rows[] = {
        {"", 39, 250, 1, NULL, "it has no Community of 300 M Users and 2 Toxicity, the printed game has."},
        {"", 47, 250, 1, NULL, "communities: it must have at most 46 entries."},
        {"", 39, 350, 2, NULL, "its Club 0 has 350 M Users, in the printed game a Community has 50 to 300 M."},
        {"\"deviations\":[\"communities\"]", 39, 300, 9, NULL,
         "The Toxicity of all cards of the edition together is 365; at most 255 fit."},
        {NO_HELP "," NO_BLOCKERS, 25, 250, 1, NULL,
         "The edition has only 29 main cards, and 4 seats need at least 35 to be dealt."},
        {"\"deviations\":[\"communities\"]", 39, 250, 3, &networks, /* HireMe could launch nothing */
         "The edition has only 0 Communities that a seat with the Network HireMe may launch, and 4 seats need at least 28."},
        {NO_HELP, 0, 0, 0, &cut, "Option cut cannot be 60 with this edition: at most 54 cards are sure to be in the deck."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bil_error error;
        assert_null(rules_of(rows[i].members, rows[i].count, rows[i].users, rows[i].toxicity, rows[i].option, &error));
        if (!strstr(error.text, rows[i].sentence)) {
            fail_msg("gave   %s\n  not    %s", error.text, rows[i].sentence);
        }
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_read), cmocka_unit_test(test_refused)};
    return case_documents_run(obu_test_game(), "games/one_billion_users/documents/editions.json") +
           cmocka_run_group_tests(tests, NULL, NULL);
}
