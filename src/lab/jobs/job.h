/* A job of the laboratory: an arena, a study or a simulation as blocks that depend on nothing but their number, so that any machine
 * can play any of them. What came of some blocks are sums; the sums of all blocks, put together in order, are those of one run, to
 * the bit, and so are the file and the report that are made of them (unless a bot thinks by the clock or on threads of its own).
 *
 * A job may be cut into parts, each a file that says of what it is a part. */
#ifndef BILLIONS_LAB_JOB_H
#define BILLIONS_LAB_JOB_H

#include <stdatomic.h>

#include "billions/bot.h"
#include "billions/game.h"
#include "lab/arena/arena.h"
#include "lab/simulation/sim.h"
#include "lab/study/study.h"
#include "table/settings.h"

/* ------------------------------------------------------------------ plans */

/* What was asked of an arena, a study or a simulation: all that decides its figures, as people say it and as a file
 * keeps it. Same plan, same program: same figures, wherever it is played. */

enum { BIL_PLAN_BOTS = 8 };

enum bil_plan_kind { BIL_PLAN_ARENA, BIL_PLAN_LAB, BIL_PLAN_SIM, BIL_PLAN_KINDS };

/* Nothing here is copied: what it points to, and the plan itself, must live as long as what is made of it. */
struct bil_plan {
    enum bil_plan_kind kind;
    const struct bil_game *game;
    int revision; /* of the rules; 0 = the newest */
    int seats;    /* an arena's may be 0: as many as bots are listed, as far as the game allows */
    int listed;
    const struct bil_bot
        *list[BIL_PLAN_BOTS]; /* an arena's: as they were named (seatings.h says what a list means). Else by seat */
    int setting_count;
    struct bil_setting setting[BIL_SETTINGS_MAX];
    const struct bil_value *edition; /* NULL = the one compiled in */
    uint8_t seed[BIL_SEED_BYTES];
    uint64_t blocks; /* an arena's deals; games of a study or a simulation */

    /* Of an arena. */
    const char *test; /* NULL: no sequential test; "0,30": Elo; "50%,60%": the part of the first places that each seat takes */
    const char *alpha, *beta;
    /* Of a study. */
    uint64_t pairs;                  /* the number of its games played again in every variant */
    const struct bil_value *against; /* NULL, or another edition */
    /* Of a simulation. */
    bool rotate;

    /* How it was asked for, which reports repeat; of studies and simulations. NULL: nothing was said. */
    const char *seed_said;
    const char *command, *edition_name, *against_name; /* of studies */
};

/* "arena", "lab", "sim" */
extern const char *const bil_plan_names[BIL_PLAN_KINDS];

/* The first member in which the plans of two documents differ, or NULL. */
const char *bil_plan_difference(const struct bil_value *a, const struct bil_value *b);

/* ------------------------------------------------------------------ jobs */

enum { BIL_JOB_STRETCHES = 4, BIL_JOB_PARTS = 1000 };

/* Blocks from `first` on. */
struct bil_job_range {
    uint64_t first, count;
};
struct bil_job_ranges {
    int count;
    struct bil_job_range range[BIL_JOB_STRETCHES];
};

/* Part `number` (from 1) of `of`; {1, 1} is the whole. */
struct bil_job_part {
    int number, of;
};

struct bil_job {
    struct bil_plan plan;
    const struct bil_job_kind *kind;
    struct bil_config config;         /* as the plan says */
    struct bil_text edition, against; /* in force, as JSON */
    /* Blocks are numbered through all stretches; those of one stretch cost about the same. */
    int stretches;
    uint64_t stretch[BIL_JOB_STRETCHES];
    struct bil_arena arena;     /* each as the plan's kind wants it */
    struct bil_sim sim;         /* a block is a game */
    struct bil_study *study[2]; /* a block is a game with its variants; the second (or NULL) measures the other edition */
};

/* How to play. */
struct bil_job_run {
    int threads;
    const atomic_bool *stop;                        /* NULL, or set by somebody to end early */
    void (*progress)(void *context, uint64_t done); /* NULL, or told about ten times a second of how many steps are done */
    void *context;
    bool check;             /* of a simulation: test every invariant */
    const char *record_dir; /* of a simulation: NULL, or where records go */
    bool unwritable;        /* set if a record could not be written */
};

/* Makes of job->plan, which must be filled, all the rest. Where job is, it must stay. Close it in any case. False and a sentence if
 * anything in the plan is wrong. */
bool bil_job_open(struct bil_job *job, struct bil_error *error);
void bil_job_close(struct bil_job *job);

uint64_t bil_job_blocks(const struct bil_job *job);
struct bil_job_ranges bil_job_part(const struct bil_job *job, struct bil_job_part part); /* which blocks those are */
uint64_t bil_job_steps(const struct bil_job *job,
                       const struct bil_job_ranges *ranges); /* how much of it there is to tell progress of */

/* Plays all blocks of the ranges, or as far as it gets, into sums of nothing yet (all zero, kind->sums_size). False and a sentence
 * if a game does not end or a record cannot be written. */
bool bil_job_play(struct bil_job *job, const struct bil_job_ranges *ranges, struct bil_job_run *run, void *sums,
                  struct bil_error *error);

/* ------------------------------------------------------------------ as text */

/* The members of a plan, as one object. */
void bil_job_write_plan(const struct bil_job *job, struct bil_text *out);
/* Reads the sums of a file; they must be of the blocks of this part, of all or (arenas only) of the first of them. */
bool bil_job_read_sums(const struct bil_job *job, const struct bil_value *document, struct bil_job_part part, void *sums,
                       struct bil_error *error);

/* A file: the plan, which part it is (nothing, of the whole), the sums. A part says also by which program it was played, and ends
 * with a sum over its bytes. */
void bil_job_write(const struct bil_job *job, struct bil_job_part part, const void *sums, struct bil_text *out);

/* A file as it was read; free the document with bil_json_free. */
struct bil_job_file {
    const struct bil_value *document;
    struct bil_job_part part;
    const char *program; /* of a part; else "" */
};
/* Reads the text of a file; of a part's, that no byte has changed. `name` is the file's, for sentences. */
bool bil_job_read_file(const char *bytes, size_t length, const char *name, struct bil_job_file *file, struct bil_error *error);

/* From such a document to an open job; see read_plan in job.c. Members that no file has are refused. */
bool bil_job_read(const struct bil_value *document, enum bil_plan_kind kind, const struct bil_game *game, struct bil_job *job,
                  struct bil_error *error);

/* ------------------------------------------------------------------ the kinds (job_arena.c, job_study.c, job_sim.c) */

struct bil_job_kind {
    const char *unit; /* of steps, "deals" */
    size_t sums_size;
    bool (*open)(struct bil_job *job, struct bil_error *error);
    void (*close)(struct bil_job *job);                                       /* NULL: nothing to do */
    uint64_t (*steps)(const struct bil_job *job, struct bil_job_range range); /* NULL: a block is a step */
    bool (*play)(struct bil_job *job, struct bil_job_range range, struct bil_job_run *run, void *sums, struct bil_error *error);
    uint64_t (*played)(const void *sums);      /* how many blocks they are of */
    bool (*merge)(void *to, const void *from); /* adds the sums of the blocks right behind; false if both cannot be of one job */
    void (*write)(const struct bil_job *job, const void *sums, struct bil_text *out); /* members of an object that was begun */
    bool (*read)(const struct bil_job *job, const struct bil_value *document, const struct bil_job_ranges *ranges, int64_t room,
                 void *sums, struct bil_error *error); /* no number is larger than `room` */
    const char *const *keys;                           /* of the members; ends with NULL */
};

extern const struct bil_job_kind bil_job_arena, bil_job_study, bil_job_sim;

/* How many of the blocks of the ranges lie in [low, high). */
uint64_t bil_job_within(const struct bil_job_ranges *ranges, uint64_t low, uint64_t high);

/* ------------------------------------------------------------------ by what machines that share a job know that they play the same
 * games */

/* The name of this program as far as it decides how games go: its version, a hash over the sources of rules, bots and laboratory,
 * and a few digits of how its C library computes. Programs of one name play the same games. Threads may ask. */
const char *bil_program(void);

/* "0.1.0 0123456789abcdef": version and sources. Written when the program is built. */
extern const char bil_program_sources[];

#endif
