/* The worked cases of cases/ as tests (games/cases/run.h). */
#include "games/cases/run.h"
#include "games/six_billion/expect.h"
#include "games/six_billion/support.h"
#include "unit.h"

int TEST_MAIN(void)
{
    static const struct case_game game = {"six-billion", "games/six_billion/cases", six_table_checks, six_quiet};
    return case_run(&game);
}
