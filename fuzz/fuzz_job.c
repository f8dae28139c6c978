/* Any bytes as the file of an arena, a study or a simulation, or of a part: reading must end in a job with sums that fit it, or in
 * a sentence; with an arena every figure that is printed must be a number, and the file written and read again must be the same
 * one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "insist.h"
#include "lab/jobs/job.h"
#include "table/memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void insist_sound(struct bil_interval figure, const char *what)
{
    insist(isfinite(figure.mean) && !isnan(figure.low) && !isnan(figure.high), what);
    insist(figure.low <= figure.mean && figure.mean <= figure.high, what);
}

/* Whatever the numbers in the file are, what is printed of them makes sense. */
static void look(const struct bil_arena *arena, const struct bil_arena_sums *sums)
{
    struct bil_interval rating[BIL_ARENA_KINDS];
    int above = 0;
    int below = 0;
    double ratio = 0;
    const int verdict = bil_arena_verdict(arena, sums, &ratio);
    insist(verdict >= -1 && verdict <= 1 && !isnan(ratio), "the test says something else than yes, no or not yet");
    if (sums->blocks == 0) {
        return;
    }
    for (int kind = 0; kind < arena->seatings.kinds; kind++) {
        for (enum bil_arena_measure m = 0; m < BIL_ARENA_MEASURES; m++) {
            insist_sound(bil_arena_figure(arena, sums, m, kind), "a figure is no number, or outside its interval");
            insist_sound(bil_arena_lead(arena, sums, m, 0, kind), "a lead is no number, or outside its interval");
        }
    }
    if (bil_rating_fit(&sums->rating, 0, rating, &above, &below)) {
        for (int kind = 0; kind < arena->seatings.kinds; kind++) {
            insist_sound(rating[kind], "a rating is no number, or outside its interval");
        }
    } else {
        insist(above >= 0 && above < arena->seatings.kinds && below >= 0 && below < arena->seatings.kinds, "no bot to name");
    }
}

/* A job of the kind that the file says, and its sums, to be freed; NULL and a sentence. */
static void *read(const struct bil_job_file *file, struct bil_job *job, struct bil_error *error)
{
    const char *name = NULL;
    enum bil_plan_kind kind = BIL_PLAN_ARENA;
    if (bil_value_string(file->document, "file", &name, NULL) && name) {
        for (int k = 0; k < BIL_PLAN_KINDS; k++) {
            kind = strcmp(name, bil_plan_names[k]) == 0 ? (enum bil_plan_kind)k : kind;
        }
    }
    if (!bil_job_read(file->document, kind, NULL, job, error)) {
        return NULL;
    }
    void *sums = bil_memory_zero(1, job->kind->sums_size);
    if (!bil_job_read_sums(job, file->document, file->part, sums, error)) {
        free(sums);
        return NULL;
    }
    return sums;
}

static void round_trip(const struct bil_job *job, struct bil_job_part part, const void *sums)
{
    struct bil_text text = {0};
    struct bil_text again = {0};
    struct bil_error error = {{0}};
    struct bil_job second = {0};
    struct bil_job_file file;
    bil_job_write(job, part, sums, &text);
    insist(bil_job_read_file(bil_text_string(&text), text.length, "written", &file, &error), error.text);
    insist(file.part.number == part.number && file.part.of == part.of, "written and read again it is another part");
    void *sums_again = read(&file, &second, &error);
    insist(sums_again != NULL, error.text);
    bil_job_write(&second, part, sums_again, &again);
    insist(strcmp(bil_text_string(&text), bil_text_string(&again)) == 0, "written and read again it is another file");
    bil_job_close(&second);
    bil_json_free(file.document);
    bil_text_free(&text);
    bil_text_free(&again);
    free(sums_again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct bil_error error = {{0}};
    struct bil_job job = {0};
    struct bil_job_file file;
    void *sums = NULL;
    char *text = malloc(length + 1); /* files are read with a zero behind them */
    insist(text != NULL, "no memory");
    memcpy(text, bytes, length);
    text[length] = 0;
    const bool sound = bil_job_read_file(text, length, "input", &file, &error);
    if (sound) {
        sums = read(&file, &job, &error);
    }
    if (sums) {
        if (job.plan.kind == BIL_PLAN_ARENA) {
            look(&job.arena, sums);
        }
        round_trip(&job, file.part, sums);
    } else {
        insist(error.text[0], "a refusal without a sentence");
    }
    bil_job_close(&job);
    bil_json_free(file.document);
    free(text);
    free(sums);
    return 0;
}
