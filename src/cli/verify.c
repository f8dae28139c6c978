/* `billions verify`: replays records and compares how they end, how their seeds came about, and what somebody was shown. Must never
 * call a record sound of which any line does not fit. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "billions/record.h"
#include "cli/commands.h"
#include "table/file.h"
#include "table/records/challenge.h"
#include "table/records/fair.h"

/* Exit codes of the faults of a record. */
static const int code_of[] = {
    [BIL_RECORD_FINE] = BIL_EXIT_FINE,
    [BIL_RECORD_MISSING] = BIL_EXIT_FILES,
    [BIL_RECORD_UNREADABLE] = BIL_EXIT_INPUT,
    [BIL_RECORD_UNTRUE] = BIL_EXIT_NO,
};

static int judge_record(const char *path, const struct bil_match *match, const struct bil_record_end *end, struct bil_text *out)
{
    const uint64_t hash = bil_state_hash(match->game, bil_match_state(match, -1));
    const bool over = match->actor == BIL_OVER;
    if (!end->has_result || !end->has_hash) {
        struct bil_text next = {0};
        if (!over) {
            bil_text_format(&next, "; seat %d would decide", match->actor + 1);
        }
        const int code =
            bil_exit_with(BIL_EXIT_NO, "%s, line %d: the record breaks off without its %s: its %d decisions fit the game%s.", path,
                          end->line, end->has_result ? "hash" : "result", end->decisions, bil_text_string(&next));
        bil_text_free(&next);
        return code;
    }
    struct bil_error error = {{0}};
    bool fair = false;
    if (!bil_fair_verify(match, &fair, &error)) {
        return bil_exit_with(BIL_EXIT_NO, "%s: %s", path, error.text);
    }
    bil_text_format(out, "%s: verified%s: %s, %d seats, %d decisions, hash %016" PRIx64, path,
                    over ? "" : " as far as it goes (unfinished)", match->game->title, match->config.seats, end->decisions, hash);
    if (fair) {
        int parts = 0;
        for (int i = 0; i < match->header_count; i++) {
            parts += strncmp(match->header[i], "Contribution ", 13) == 0;
        }
        bil_text_format(out, "; its seed follows from the secret of its commitment and the contributions of %d %s", parts,
                        parts == 1 ? "person" : "persons");
    }
    bil_text_char(out, '\n');
    return BIL_EXIT_FINE;
}

static void write_proof(const char *path, const struct bil_receipt_proof *proof, struct bil_text *out)
{
    bil_text_format(out, "%s: fits: ", path);
    if (proof->seat < 0) {
        bil_text_add(out, "a spectator");
    } else {
        bil_text_format(out, "seat %d", proof->seat + 1);
    }
    bil_text_format(out, " was shown %d views, all as they were", proof->views);
    if (proof->taken_back > 0) {
        bil_text_format(out, " (and %d of moves that were taken back)", proof->taken_back);
    }
    if (proof->committed) {
        bil_text_add(out, "; the server had committed to this secret");
    }
    if (proof->contributed) {
        bil_text_add(out, "; this seat's contribution is in the seed");
    }
    if (proof->unfinished) {
        bil_text_add(out, "; the last line breaks off and was passed over");
    }
    bil_text_add(out, ".\n");
}

/* Compares a receipt with a record that verified. */
static int compare_receipt(const char *path, const struct bil_match *match, struct bil_text *out)
{
    struct bil_error error = {{0}};
    struct bil_receipt_proof proof;
    size_t length = 0;
    bool unreadable = false;
    bool fair = false;
    if (!bil_fair_verify(match, &fair, &error) || !fair) {
        return bil_exit_with(BIL_EXIT_NO, "%s: the record does not say how its seed came about, so there is nothing to compare.",
                             path);
    }
    char *bytes = bil_file_read(path, &length, &error);
    if (!bytes) {
        return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    const bool fits = bil_receipt_verify(bytes, length, path, match, &proof, &unreadable, &error);
    free(bytes);
    if (!fits) {
        return bil_exit_with(unreadable ? BIL_EXIT_INPUT : BIL_EXIT_NO, "%s", error.text);
    }
    write_proof(path, &proof, out);
    return BIL_EXIT_FINE;
}

/* What is asked of one person's game against bots besides: that it is a challenge played to its end by everybody's own choice. */
static int challenge_of(const char *path, const struct bil_match *match, const struct bil_record_end *end, struct bil_text *out)
{
    struct bil_error error = {{0}};
    struct bil_challenge_played played;
    char day[BIL_CHALLENGE_DAY + 1];
    if (!bil_challenge_verify(match, end, &played, &error)) {
        return bil_exit_with(BIL_EXIT_NO, "%s: %s", path, error.text);
    }
    bil_text_format(out, "%s: challenge %s", path, played.id);
    if (bil_challenge_day(match, day)) {
        bil_text_format(out, ", the deal of %s", day);
    }
    bil_text_format(out, ": seat %d has %d points, place %d; all %d moves of the bots are what they choose.\n", played.seat + 1,
                    (int)played.points, played.place, played.compared);
    return BIL_EXIT_FINE;
}

/* What was asked for. */
static struct {
    const char *edition, *receipt;
    bool challenge;
} asked;

static int run_verify(const struct bil_list *words)
{
    if (asked.receipt && words->count != 1) {
        return bil_exit_with(BIL_EXIT_USAGE, "verify: a receipt is of one game; give one record with --receipt.");
    }
    const struct bil_value *edition = NULL;
    int worst = bil_cli_edition_file(asked.edition, NULL, &edition);
    if (worst != BIL_EXIT_FINE) {
        return worst;
    }
    for (int i = 0; i < words->count; i++) {
        struct bil_error error = {{0}};
        struct bil_record_end end;
        struct bil_text text = {0};
        struct bil_match *match = bil_record_load(words->item[i], edition, &end, &error);
        int code = match ? judge_record(words->item[i], match, &end, &text) : bil_exit_with(code_of[end.fault], "%s", error.text);
        if (code == BIL_EXIT_FINE && asked.receipt) {
            code = compare_receipt(asked.receipt, match, &text);
        }
        if (code == BIL_EXIT_FINE && asked.challenge) {
            code = challenge_of(words->item[i], match, &end, &text);
        }
        if (code == BIL_EXIT_FINE) {
            code = bil_print(&text);
        }
        worst = code > worst ? code : worst;
        bil_text_free(&text);
        bil_match_free(match);
    }
    bil_json_free(edition);
    return worst;
}

static const struct bil_flag flags[] = {
    {"edition", BIL_FLAG_TEXT, &asked.edition, "FILE", "the edition of records that do not carry theirs", 0, 0},
    {"receipt", BIL_FLAG_TEXT, &asked.receipt, "FILE", "compare what was promised and shown to who kept this", 0, 0},
    {"challenge", BIL_FLAG_SWITCH, &asked.challenge, NULL, "one person's game: every bot's move too, and the challenge and day", 0,
     0},
    {0},
};

const struct bil_subcommand bil_cli_verify = {
    .name = "verify",
    .help = "replay records and compare how they end",
    .usage = {"billions verify FILE... [--edition FILE] [--receipt FILE] [--challenge]",
              "Replays records and compares every decision, the result and the hash of the last state. Of\n"
              "a fair deal also the seed; and with a receipt (billions join --receipt) what its owner was shown.\n"
              "With --challenge a finished game of one person against bots: each bot is asked again for every move.\n"
              "Exit code 1 if a record does not fit its game or breaks off, 3 if a file is no record.",
              flags},
    .least = 1,
    .most = BIL_LIST_MAX,
    .run = run_verify,
};
