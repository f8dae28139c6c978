/* The worked cases of cases/ as tests (games/cases/run.h). */
#include "games/cases/run.h"
#include "games/one_billion_users/expect.h"
#include "unit.h"

int TEST_MAIN(void)
{
    static const struct case_game game = {"one-billion-users", "games/one_billion_users/cases", obu_table_checks, NULL};
    return case_run(&game);
}
