/* Drives the built program as a person or a script would: through a real pseudo-terminal, or through pipes.
 *
 * Everything waits for what is to come, never for a time; `drive_patience` ends a test that waits in vain. */
#ifndef TESTS_TERMINAL_DRIVE_H
#define TESTS_TERMINAL_DRIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Ends the test program with a failure if it is not called again within so many seconds: for the set-up of every test. */
void drive_patience(unsigned seconds);

struct drive {
    pid_t pid;
    int master; /* of the pseudo-terminal */
    int slave;  /* kept open, to look at its settings after the program has ended */
    char *seen; /* all that the program has written, with a zero behind it */
    size_t length, capacity;
    size_t mark; /* where `drive_wait` looks from: behind what was last waited for or sent */
    bool ended;
};

/* Starts `billions` with these arguments (up to a NULL) on a pseudo-terminal of that size. `environment` holds "NAME=value" texts
 * up to a NULL; besides them there are only PATH and TERM=xterm. */
void drive_start(struct drive *drive, const char *const *arguments, const char *const *environment, int columns, int rows);

/* Types a text. */
void drive_type(struct drive *drive, const char *text);

/* Waits until one of the texts (up to a NULL) is written behind the mark, and moves the mark behind it. Returns its index; fails
 * the test if the program ends without writing one. */
int drive_wait(struct drive *drive, const char *const *texts);
void drive_wait_for(struct drive *drive, const char *text);

/* A conversation: waits for each text in turn, and types those that begin with '>', without it. */
#define TEXTS(...) ((const char *const[]){__VA_ARGS__, NULL})
void drive_talk(struct drive *drive, const char *const *texts);

/* Waits for the program's end; its exit code, or 1000 and the signal that ended it. */
int drive_end(struct drive *drive);
void drive_free(struct drive *drive);

/* Waits for the end with that exit code, and frees the drive. */
void drive_done(struct drive *drive, int code);

/* What a run through pipes left behind. Free both texts. */
struct drive_run {
    int code; /* or 1000 and a signal */
    char *out;
    char *err;
};

/* Runs `billions` with that text on standard input. `out_path`: NULL: standard output is kept; "": it is a pipe that nobody reads;
 * else it goes to that file. */
void drive_pipe(struct drive_run *run, const char *const *arguments, const char *const *environment, const char *input,
                const char *out_path);
void drive_run_free(struct drive_run *run);

/* Runs `billions` with that text on standard input, and fails the test unless the exit code is `code`, standard output has all of
 * the texts (none that begin with '!'), and standard error has `err` ("": is empty; NULL: is anything). */
void drive_expect(const char *const *arguments, const char *input, int code, const char *err, const char *const *texts);

/* A text without escapes. Free it. */
char *drive_without_escapes(const char *text);

/* The widest line of a text, in characters, escapes and carriage returns left out. */
int drive_widest(const char *text);

/* A new folder for files of a test, and the path of a file in it; gone when the test program ends. */
const char *drive_folder(void);
void drive_path(char path[512], const char *name);

#endif
