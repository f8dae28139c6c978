/* The list of bots, and finding one in it. The only place that names them; a bot knows no particular game. */
#include "bots/bots.h"

#include <string.h>

const struct bil_bot bil_bots[] = {
    {"random", "plays any legal move, every one equally likely", false, bil_choose_random, true},
    {"greedy", "plays what looks best at once, without looking ahead", true, bil_choose_greedy, false},
    {0},
};

const struct bil_bot *bil_bot_find(const char *name, struct bil_error *error)
{
    struct bil_text names = {0};
    for (const struct bil_bot *bot = bil_bots; bot->name; bot++) {
        if (strcmp(bot->name, name) == 0) {
            bil_text_free(&names);
            return bot;
        }
        if (bot > bil_bots) {
            bil_text_add(&names, bot[1].name ? ", " : " and ");
        }
        bil_text_add(&names, bot->name);
    }
    bil_fail(error, "There is no bot called \"%.60s\"; there are %s.", name, bil_text_string(&names));
    bil_text_free(&names);
    return NULL;
}
