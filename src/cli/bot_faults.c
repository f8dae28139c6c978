/* See bot_faults.h. */
#include "cli/bot_faults.h"

#include <inttypes.h>

#include "cli/commands.h"

/* What a bot did at all its places from `first` on; nothing, if it was at one before. */
static struct bil_external_bot_count count_of_bot(const struct bil_bot *const *bot, const struct bil_external_bot_count *count,
                                                  int bots, int first)
{
    struct bil_external_bot_count sum = {0, 0};
    for (int i = 0; i < bots; i++) {
        if (bot[i] == bot[first]) {
            if (i < first) {
                return (struct bil_external_bot_count){0, 0};
            }
            bil_bot_faults_add(&sum, &count[i], 1);
        }
    }
    return sum;
}

void bil_bot_faults_report_table(const struct bil_bot *const *bot, const struct bil_external_bot_count *count, int bots,
                                 struct bil_text *out)
{
    for (int i = 0; i < bots; i++) {
        const struct bil_external_bot_count sum = count_of_bot(bot, count, bots, i);
        if (sum.forfeited > 0) {
            bil_text_format(out, "%s failed at %" PRIu64 " of its %" PRIu64 " decisions, which greedy made in its place\n",
                            bot[i]->name, sum.forfeited, sum.asked);
        }
    }
}

void bil_bot_faults_report_json(const struct bil_bot *const *bot, const struct bil_external_bot_count *count, int bots,
                                struct bil_text *out)
{
    bool any = false;
    for (int i = 0; i < bots; i++) {
        const struct bil_external_bot_count sum = count_of_bot(bot, count, bots, i);
        if (sum.asked == 0) {
            continue;
        }
        if (!any) {
            bil_json_key_array(out, "failures");
            any = true;
        }
        bil_json_object(out);
        bil_json_key_string(out, "bot", bot[i]->name);
        bil_json_key_integer(out, "asked", (int64_t)sum.asked);
        bil_json_key_integer(out, "failed", (int64_t)sum.forfeited);
        bil_json_object_end(out);
    }
    if (any) {
        bil_json_array_end(out);
    }
}

int bil_bot_faults_code(const struct bil_bot *const *bot, const struct bil_external_bot_count *count, int bots)
{
    for (int i = 0; i < bots; i++) {
        const struct bil_external_bot_count sum = count_of_bot(bot, count, bots, i);
        if (sum.asked > 0 && sum.forfeited == sum.asked) {
            return bil_exit_with(BIL_EXIT_NO,
                                 "%s failed at every one of its %" PRIu64 " decisions: its figures are those of greedy.",
                                 bot[i]->name, sum.asked);
        }
    }
    return BIL_EXIT_FINE;
}
