/* See parts.h. Must never write a file that is not whole, nor put together what are not all the parts of one plan, nor print a
 * report whose file could not be written. */
#include "cli/parts.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "billions/json.h"
#include "lab/simulation/members.h"
#include "table/file.h"
#include "table/memory.h"
#include "terminal/progress_bar.h"

enum { NAMED = 8 }; /* how many parts one sentence names */

/* ------------------------------------------------------------------ what was asked for */

/* Reads "3/16" (NULL: the whole) and looks whether it goes with the rest. */
static int find_part(const struct bil_job_request *request, struct bil_job_part *part)
{
    int length = 0;
    *part = (struct bil_job_part){1, 1};
    if (!request->part) {
        return BIL_EXIT_FINE;
    }
    if (sscanf(request->part, "%6d/%6d%n", &part->number, &part->of, &length) != 2 || request->part[length] != 0 ||
        part->number < 1 || part->number > part->of || part->of < 2 || part->of > BIL_JOB_PARTS) {
        return bil_exit_with(BIL_EXIT_USAGE, "--part %.40s: it is K/N, part K of N, as 3/16; there can be 2 to %d parts.",
                             request->part, BIL_JOB_PARTS);
    }
    if (!request->save) {
        return bil_exit_with(BIL_EXIT_USAGE, "--part %s: where is it to be kept? --save FILE says that.", request->part);
    }
    if (request->json || request->csv || request->html) {
        return bil_exit_with(BIL_EXIT_USAGE, "--part %s: a part is no report; --json, --csv and --html go with --join.",
                             request->part);
    }
    return BIL_EXIT_FINE;
}

/* The bots of a study or a simulation: those that are named, a single one for every seat. Sets the number of seats, which is
 * `players`, or 0 if the names or the game decide. */
static int find_seat_bots(const struct bil_game *game, const char *names, int64_t players, const struct bil_bot **bots, int *seats)
{
    int count = 0;
    const int code = bil_cli_bots("seats", names, bots, BIL_MAX_SEATS, &count);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    *seats = players ? (int)players : count > 1 ? count : game->max_seats;
    if (*seats < game->min_seats || *seats > game->max_seats) {
        return bil_exit_with(BIL_EXIT_USAGE, "%s is for %d to %d players, not %d.", game->title, game->min_seats, game->max_seats,
                             *seats);
    }
    if (count != 1 && count != *seats) {
        return bil_exit_with(BIL_EXIT_USAGE, "--seats names %d bots for %d players; name one for each, or one for all.", count,
                             *seats);
    }
    for (int i = 0; i < count; i++) {
        struct bil_error error = {{0}};
        if (!bil_bot_plays(bots[i], game, &error)) {
            return bil_exit_with(BIL_EXIT_USAGE, "--seats: %s", error.text);
        }
    }
    for (int seat = 1; count == 1 && seat < *seats; seat++) {
        bots[seat] = bots[0];
    }
    return BIL_EXIT_FINE;
}

int bil_job_prepare(struct bil_job *job, const struct bil_game *game, struct bil_job_request *request, struct bil_job_part *part)
{
    struct bil_plan *plan = &job->plan;
    const bool arena = plan->kind == BIL_PLAN_ARENA;
    int code = find_part(request, part);
    plan->game = game;
    if (code == BIL_EXIT_FINE && arena) {
        plan->seats = (int)request->players;
        code = bil_cli_bots("bots", request->bots, plan->list, BIL_PLAN_BOTS, &plan->listed);
    }
    if (code == BIL_EXIT_FINE) {
        code = bil_cli_settings(game, &request->options, true, &request->settings);
    }
    if (code == BIL_EXIT_FINE && !arena) {
        code = find_seat_bots(game, request->bots, request->players, plan->list, &plan->seats);
        plan->listed = plan->seats;
    }
    plan->setting_count = request->settings.count;
    memcpy(plan->setting, request->settings.setting, sizeof plan->setting);
    bil_seed_from_text(request->seed, plan->seed);
    return code == BIL_EXIT_FINE ? bil_cli_edition_file(request->edition, game, &plan->edition) : code;
}

void bil_job_release(struct bil_job *job, struct bil_job_request *request)
{
    bil_job_close(job);
    bil_json_free(job->plan.edition);
    bil_json_free(job->plan.against);
    bil_cli_settings_free(&request->settings);
}

/* ------------------------------------------------------------------ reading */

struct parts {
    struct bil_job_file *file; /* by number */
    int of;
    void *sums;
};

int bil_parts_read(const char *path, struct bil_job_file *file)
{
    struct bil_error error = {{0}};
    size_t length = 0;
    char *bytes = bil_file_read(path, &length, &error);
    if (!bytes) {
        return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    const bool fine = bil_job_read_file(bytes, length, path, file, &error);
    free(bytes);
    return fine ? BIL_EXIT_FINE : bil_exit_with(BIL_EXIT_INPUT, "%s", error.text);
}

/* Of the plan that is wanted, and of the same program. `where` names the place of the plan: "in " and a file, or "" and other
 * words. */
static int check_same_plan(const char *path, const struct bil_job_file *file, const char *where, const char *wanted_path,
                           const struct bil_value *wanted, const char *program)
{
    const char *key = bil_plan_difference(file->document, wanted);
    if (key) {
        return bil_exit_with(BIL_EXIT_INPUT, "%s: its \"%s\" is not as %s%s; parts belong to one plan.", path, key, where,
                             wanted_path);
    }
    assert(file->program && program); /* of parts that were read */
    if (strcmp(file->program, program) != 0) {
        return bil_exit_with(BIL_EXIT_INPUT,
                             "%s: it was played by another program (%s), not as %s%s (%s); one program plays all parts of a plan.",
                             path, file->program, where, wanted_path, program);
    }
    return BIL_EXIT_FINE;
}

static int read_part_sums(const struct bil_job *job, const char *path, const struct bil_job_file *file, void *sums)
{
    struct bil_error error = {{0}};
    return bil_job_read_sums(job, file->document, file->part, sums, &error)
               ? BIL_EXIT_FINE
               : bil_exit_with(BIL_EXIT_INPUT, "%s: %s", path, error.text);
}

static uint64_t blocks_of(const struct bil_job *job, struct bil_job_part part)
{
    const struct bil_job_ranges ranges = bil_job_part(job, part);
    return bil_job_within(&ranges, 0, bil_job_blocks(job));
}

/* ------------------------------------------------------------------ putting together */

/* Puts a file that was read where its number says. */
static int place_part(const char *path, struct bil_job_file *file, const struct bil_list *files, int first, struct parts *parts,
                      const char **path_of)
{
    const struct bil_job_part part = file->part;
    if (part.of != parts->of) {
        return bil_exit_with(BIL_EXIT_INPUT, "%s: it is part %d of %d, but %s is one of %d.", path, part.number, part.of,
                             files->item[first], parts->of);
    }
    if (parts->file[part.number - 1].document) {
        return bil_exit_with(BIL_EXIT_INPUT, "%s and %s are both part %d of %d; each is wanted once.", path_of[part.number - 1],
                             path, part.number, part.of);
    }
    parts->file[part.number - 1] = *file;
    path_of[part.number - 1] = path;
    file->document = NULL;
    return BIL_EXIT_FINE;
}

static int read_part_files(const struct bil_list *files, struct parts *parts, const char **path_of)
{
    for (int i = 0; i < files->count; i++) {
        struct bil_job_file file = {0};
        int code = bil_parts_read(files->item[i], &file);
        if (code != BIL_EXIT_FINE) {
            return code;
        }
        if (i == 0) {
            parts->of = file.part.of;
            parts->file = bil_memory_zero((size_t)parts->of, sizeof *parts->file);
        }
        code = place_part(files->item[i], &file, files, 0, parts, path_of);
        bil_json_free(file.document);
        if (code != BIL_EXIT_FINE) {
            return code;
        }
    }
    return BIL_EXIT_FINE;
}

/* How far all parts together are. */
struct progress {
    uint64_t played;
    struct bil_text missing, unfinished; /* numbers of parts; of many the first ones */
    int missing_count, unfinished_count;
};

static void name_part(struct bil_text *names, int *count, int number)
{
    if (++*count <= NAMED) {
        bil_text_format(names, "%s%d", *count > 1 ? ", " : "", number);
    } else if (*count == NAMED + 1) {
        bil_text_add(names, ", ...");
    }
}

static bool is_complete(const struct progress *progress)
{
    return progress->missing_count + progress->unfinished_count == 0;
}

/* Adds a part to the sums, as long as all before it are whole; else only counts what was played. */
static int add_part_sums(const struct bil_job *job, const char *path, const struct bil_job_file *file, void *sums,
                         struct progress *progress)
{
    void *more = bil_memory_zero(1, job->kind->sums_size);
    int code = read_part_sums(job, path, file, more);
    if (code == BIL_EXIT_FINE) {
        progress->played += job->kind->played(more);
        if (job->kind->played(more) < blocks_of(job, file->part)) {
            name_part(&progress->unfinished, &progress->unfinished_count, file->part.number);
        }
    }
    if (code == BIL_EXIT_FINE && is_complete(progress) && !job->kind->merge(sums, more)) {
        code = bil_exit_with(BIL_EXIT_INPUT, "%s: what it counted cannot be of one plan with the parts before it.", path);
    }
    free(more);
    return code;
}

static int say_progress(const struct bil_job *job, int of, const char *path, struct progress *progress)
{
    struct bil_text which = {0};
    if (of == 1) {
        return bil_exit_with(BIL_EXIT_INPUT,
                             "%s: %" PRIu64 " of %" PRIu64 " %s are played; billions %s --resume %s plays the rest.", path,
                             progress->played, bil_job_blocks(job), job->kind->unit, bil_plan_names[job->plan.kind], path);
    }
    const struct {
        int count;
        struct bil_text *names;
        const char *word;
    } kinds[] = {{progress->missing_count, &progress->missing, "missing"},
                 {progress->unfinished_count, &progress->unfinished, "unfinished"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].count > 0) {
            bil_text_format(&which, "%s%d %s %s (%s)", which.length ? ", " : "", kinds[i].count, kinds[i].count == 1 ? "is" : "are",
                            kinds[i].word, bil_text_string(kinds[i].names));
        }
    }
    const int code = bil_exit_with(BIL_EXIT_INPUT,
                                   "%" PRIu64 " of %" PRIu64 " %s are played: of %d parts %s. The command of a part, given again, "
                                   "plays what is left of it.",
                                   progress->played, bil_job_blocks(job), job->kind->unit, of, bil_text_string(&which));
    bil_text_free(&which);
    return code;
}

/* Adds all parts up. A sentence that says how far they are unless each is there and whole. */
static int add_all(const struct bil_job *job, const struct parts *parts, const char **path_of)
{
    struct progress progress = {0};
    int code = BIL_EXIT_FINE;
    for (int i = 0; code == BIL_EXIT_FINE && i < parts->of; i++) {
        if (parts->file[i].document) {
            code = add_part_sums(job, path_of[i], &parts->file[i], parts->sums, &progress);
        } else {
            name_part(&progress.missing, &progress.missing_count, i + 1);
        }
    }
    if (code == BIL_EXIT_FINE && !is_complete(&progress)) {
        code = say_progress(job, parts->of, path_of[0], &progress);
    }
    bil_text_free(&progress.missing);
    bil_text_free(&progress.unfinished);
    return code;
}

/* Puts the parts in these files together: opens the job that the first one says, which lives until `parts` is closed, and fills
 * job and *sums. job->plan.list may name the bots. Nothing is put together if a part is missing or unfinished (then a sentence
 * says how far all of them are), there twice, damaged, of another plan or by another program. Close in any case. */
static int join_parts(enum bil_plan_kind kind, const struct bil_list *files, struct bil_job *job, struct parts *parts)
{
    const char *path_of[BIL_JOB_PARTS] = {NULL};
    struct bil_error error = {{0}};
    int first = 0; /* that is there */
    *parts = (struct parts){0};
    if (files->count < 1) {
        return bil_exit_with(BIL_EXIT_USAGE, "--join: which files? billions %s --join part-1 part-2 puts two parts together.",
                             bil_plan_names[kind]);
    }
    int code = read_part_files(files, parts, path_of);
    while (code == BIL_EXIT_FINE && !parts->file[first].document) {
        first++;
    }
    for (int i = first + 1; code == BIL_EXIT_FINE && i < parts->of; i++) {
        if (parts->file[i].document) {
            code = check_same_plan(path_of[i], &parts->file[i], "in ", path_of[first], parts->file[first].document,
                                   parts->file[first].program);
        }
    }
    if (code == BIL_EXIT_FINE && !bil_job_read(parts->file[first].document, kind, NULL, job, &error)) {
        code = bil_exit_with(BIL_EXIT_INPUT, "%s: %s", path_of[first], error.text);
    }
    if (code == BIL_EXIT_FINE) {
        parts->sums = bil_memory_zero(1, job->kind->sums_size);
        code = add_all(job, parts, path_of);
    }
    return code;
}

static void close_parts(struct parts *parts)
{
    for (int i = 0; parts->file && i < parts->of; i++) {
        bil_json_free(parts->file[i].document);
    }
    free(parts->file);
    free(parts->sums);
}

/* ------------------------------------------------------------------ files */

/* Whether the file of a part is there already: then *sums are what it holds, if it is the very part of the very plan; else a
 * sentence. */
static int read_if_there(const struct bil_job *job, struct bil_job_part part, const char *path, void *sums, bool *there)
{
    struct stat found;
    struct bil_job_file file = {0};
    struct bil_text text = {0};
    struct bil_error error = {{0}};
    *there = lstat(path, &found) == 0 && S_ISREG(found.st_mode);
    if (!*there) {
        return BIL_EXIT_FINE;
    }
    bil_job_write_plan(job, &text);
    const struct bil_value *plan = bil_json_read(bil_text_string(&text), text.length, "the plan", &error);
    int code = plan ? bil_parts_read(path, &file) : bil_exit_with(BIL_EXIT_INPUT, "%s", error.text);
    if (code == BIL_EXIT_FINE && (file.part.number != part.number || file.part.of != part.of)) {
        code = bil_exit_with(BIL_EXIT_FILES, "%s: there is such a file, and it is part %d of %d; name another.", path,
                             file.part.number, file.part.of);
    }
    code = code == BIL_EXIT_FINE ? check_same_plan(path, &file, "", "asked for", plan, bil_program()) : code;
    code = code == BIL_EXIT_FINE ? read_part_sums(job, path, &file, sums) : code;
    bil_json_free(file.document);
    bil_json_free(plan);
    bil_text_free(&text);
    return code;
}

/* Whether a new file can be begun there: it takes the place of no other. */
static int check_new(const char *path, const char *otherwise)
{
    struct stat there;
    if (path && lstat(path, &there) == 0 && S_ISREG(there.st_mode)) {
        return bil_exit_with(BIL_EXIT_FILES, "--save %s: there is such a file; %sname another.", path, otherwise);
    }
    return BIL_EXIT_FINE;
}

int bil_parts_begin(const struct bil_job *job, struct bil_job_part part, const char *path, const char *otherwise, void *sums,
                    bool *there)
{
    *there = false;
    return part.of > 1 ? read_if_there(job, part, path, sums, there) : check_new(path, otherwise);
}

/* Writes the file of a job or a part of it. */
static int save_job(const struct bil_job *job, struct bil_job_part part, const void *sums, const char *path)
{
    struct bil_text text = {0};
    struct bil_error error = {{0}};
    bil_job_write(job, part, sums, &text);
    const bool written = bil_file_write(path, bil_text_string(&text), text.length, &error);
    bil_text_free(&text);
    return written ? BIL_EXIT_FINE : bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
}

int bil_parts_done(const struct bil_job *job, struct bil_job_part part, const char *path)
{
    struct bil_text text = {0};
    bil_text_format(&text, "part %d of %d, %" PRIu64 " of %" PRIu64 " %s, is in %s; billions %s --join puts all parts together\n",
                    part.number, part.of, blocks_of(job, part), bil_job_blocks(job), job->kind->unit, path,
                    bil_plan_names[job->plan.kind]);
    return bil_print(&text);
}

/* ------------------------------------------------------------------ playing */

/* Plays a part of a job (or the whole) under a progress bar and prints nothing. *stopped: it did not come to its end. */
static int play_part(struct bil_job *job, struct bil_job_part part, struct bil_job_run *run, void *sums, bool *stopped)
{
    struct bil_error error = {{0}};
    struct bil_progress_bar bar;
    const struct bil_job_ranges ranges = bil_job_part(job, part);
    run->stop = bil_cli_catch_interrupts();
    run->progress = bil_progress_bar_begin(&bar, job->kind->unit, 0, bil_job_steps(job, &ranges));
    run->context = &bar;
    const bool fine = bil_job_play(job, &ranges, run, sums, &error);
    bil_progress_bar_end(&bar);
    *stopped = job->kind->played(sums) < blocks_of(job, part) || (run->stop && atomic_load(run->stop));
    return fine ? BIL_EXIT_FINE : bil_exit_with(run->unwritable ? BIL_EXIT_FILES : BIL_EXIT_NO, "%s", error.text);
}

/* ------------------------------------------------------------------ from the beginning to the report */

static const struct bil_job_part whole = {1, 1};

/* Writes the file of a whole job, unless it was stopped, and prints its report. */
static int save_and_print(const struct bil_job *job, const void *sums, bool stopped, const struct bil_job_request *request,
                          bil_job_print *print)
{
    const int code = request->save && !stopped ? save_job(job, whole, sums, request->save) : BIL_EXIT_FINE;
    return code == BIL_EXIT_FINE ? print(job, sums, stopped) : code;
}

int bil_job_run_here(struct bil_job *job, struct bil_job_part part, struct bil_job_run *run, const struct bil_job_request *request,
                     bil_job_print *print)
{
    struct bil_error error = {{0}};
    bool stopped = false;
    bool there = false;
    run->threads = bil_cli_threads(request->threads);
    if (!bil_job_open(job, &error)) {
        return bil_exit_with(BIL_EXIT_USAGE, "%s", error.text);
    }
    void *sums = bil_memory_zero(1, job->kind->sums_size);
    int code = bil_parts_begin(job, part, request->save, "", sums, &there);
    if (code == BIL_EXIT_FINE && !there) {
        code = play_part(job, part, run, sums, &stopped);
    }
    if (code == BIL_EXIT_FINE && part.of == 1) {
        code = save_and_print(job, sums, stopped, request, print);
    } else if (code == BIL_EXIT_FINE && stopped) {
        code = bil_exit_with(BIL_EXIT_STOPPED, "Stopped after %" PRIu64 " of the %" PRIu64 " %s of part %d; nothing was kept.",
                             job->kind->played(sums), blocks_of(job, part), job->kind->unit, part.number);
    } else if (code == BIL_EXIT_FINE) {
        code = there ? BIL_EXIT_FINE : save_job(job, part, sums, request->save);
        code = code == BIL_EXIT_FINE ? bil_parts_done(job, part, request->save) : code;
    }
    free(sums);
    return code;
}

int bil_job_run_joined(enum bil_plan_kind kind, const struct bil_list *files, const struct bil_job_request *request,
                       bil_job_print *print)
{
    struct bil_job job = {0};
    struct parts parts = {0};
    int code = check_new(request->save, "");
    if (code == BIL_EXIT_FINE && request->bots) {
        code =
            bil_cli_bots(kind == BIL_PLAN_ARENA ? "bots" : "seats", request->bots, job.plan.list, BIL_PLAN_BOTS, &job.plan.listed);
    }
    code = code == BIL_EXIT_FINE ? join_parts(kind, files, &job, &parts) : code;
    code = code == BIL_EXIT_FINE ? save_and_print(&job, parts.sums, false, request, print) : code;
    bil_job_close(&job);
    close_parts(&parts);
    return code;
}

/* ------------------------------------------------------------------ bots that failed */

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
