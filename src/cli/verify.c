/* `billions verify`: replays records and compares how they end. Must never call a record sound of which any line does not fit. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/commands.h"
#include "table/json.h"
#include "table/record.h"

/* Exit codes of the faults of a record. */
static const int code_of[] = {
    [BIL_RECORD_FINE] = BIL_EXIT_FINE,
    [BIL_RECORD_MISSING] = BIL_EXIT_FILES,
    [BIL_RECORD_UNREADABLE] = BIL_EXIT_INPUT,
    [BIL_RECORD_UNTRUE] = BIL_EXIT_NO,
};

static int judge(const char *path, const struct bil_match *match, const struct bil_record_end *end, struct bil_text *out)
{
    const uint64_t hash = bil_state_hash(match->game, bil_match_state(match, -1));
    const bool over = match->actor == BIL_OVER;
    if (!end->has_result || !end->has_hash) {
        struct bil_text next = {0};
        if (!over) {
            bil_text_format(&next, "; seat %d would decide", match->actor + 1);
        }
        const int code =
            bil_cli_fail(BIL_EXIT_NO, "%s, line %d: the record breaks off without its %s: its %d decisions fit the game%s.", path,
                         end->line, end->has_result ? "hash" : "result", end->decisions, bil_text_string(&next));
        bil_text_free(&next);
        return code;
    }
    bil_text_format(out, "%s: verified%s: %s, %d seats, %d decisions, hash %016" PRIx64 "\n", path,
                    over ? "" : " as far as it goes (unfinished)", match->game->title, match->config.seats, end->decisions, hash);
    return BIL_EXIT_FINE;
}

int bil_cli_verify(int argc, char **argv)
{
    const char *edition_path = NULL;
    const struct bil_flag flags[] = {
        {"edition", BIL_FLAG_TEXT, &edition_path, "FILE", "the edition of records that do not carry theirs", 0, 0},
        {0},
    };
    const struct bil_usage usage = {
        "billions verify FILE... [--edition FILE]",
        "Replays records and compares every decision, the result and the hash of the last state.\n"
        "Exit code 1 if a record does not fit its game or breaks off, 3 if a file is no record.",
        flags,
    };
    struct bil_list words;
    const int early = bil_cli_arguments(argc, argv, &usage, 1, BIL_LIST_MAX, &words);
    if (early >= 0) {
        return early;
    }
    const struct bil_value *edition = NULL;
    int worst = bil_cli_edition_file(edition_path, NULL, &edition);
    if (worst != BIL_EXIT_FINE) {
        return worst;
    }
    for (int i = 0; i < words.count; i++) {
        struct bil_error error = {{0}};
        struct bil_record_end end;
        struct bil_text text = {0};
        struct bil_match *match = bil_record_load(words.item[i], edition, &end, &error);
        int code = match ? judge(words.item[i], match, &end, &text) : bil_cli_fail(code_of[end.fault], "%s", error.text);
        if (code == BIL_EXIT_FINE) {
            code = bil_cli_print(&text);
        }
        worst = code > worst ? code : worst;
        bil_text_free(&text);
        bil_match_free(match);
    }
    bil_json_free(edition);
    return worst;
}
