/* `billions bot`: one of our bots for other programs to ask. Must never say anything on standard output but the protocol's lines.
 */
#include <stdio.h>

#include "cli/commands.h"
#include "table/bots/external_bot_serve.h"

static int run_bot(const struct bil_list *words)
{
    struct bil_error error = {{0}};
    const struct bil_bot *bot = bil_bot_find(words->item[0], &error);
    if (!bot) {
        return bil_exit_with(BIL_EXIT_USAGE, "%s", error.text);
    }
    return bil_external_bot_serve(bot, stdin, stdout, &error) ? BIL_EXIT_FINE : bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
}

static const struct bil_flag flags[] = {{0}};

const struct bil_subcommand bil_cli_bot = {
    .name = "bot",
    .help = "let a bot answer other programs",
    .usage =
        {"billions bot BOT",
         "Lets a bot of this program answer on standard input and output, in the protocol that docs/bot-protocol.md describes.\n"
         "It is what exec:\"billions bot greedy\" starts: an example that answers, and a partner to test other programs with. It\n"
         "ends with quit or the end of its input; a line that it does not understand is answered with error and a sentence.\n"
         "Where the bot can use time and its name does not say how much, it takes what each question gives it.",
         flags},
    .least = 1,
    .most = 1,
    .run = run_bot,
};
