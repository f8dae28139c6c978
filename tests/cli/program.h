/* Runs the built program as a person or a script would, and keeps what it said. */
#ifndef TESTS_CLI_PROGRAM_H
#define TESTS_CLI_PROGRAM_H

/* What became of one run. */
struct program_run {
    int code;  /* exit code; 128 + number if a signal ended it */
    char *out; /* standard output; "" if it went elsewhere */
    char *err; /* standard error */
};

/* Where standard output goes. */
enum program_output { OUT_KEPT, OUT_FULL_DISK, OUT_CLOSED_PIPE };

/* The arguments with every "@" replaced by the folder of the test (table/helpers.h), for the functions below. Static text. */
const char *program_in_folder(const char *arguments);

/* Runs `billions` with arguments as in a shell, parted by blanks ('...' keeps blanks), `input` as standard input (NULL: nothing).
 */
struct program_run program(const char *arguments, const char *input, enum program_output output);
void program_end(struct program_run *run);

/* Runs, and fails the test unless the exit code is `code`, standard error is one line that begins "billions: " and holds `part` (or
 * is empty, if `part` is NULL), and standard output is empty unless the code is 0. */
void program_refuses(const char *arguments, const char *input, int code, const char *part);

/* Runs, and fails the test unless it ends with 0, says nothing on standard error, and standard output holds `part` (NULL:
 * anything). Returns the output; the caller frees it. */
char *program_prints(const char *arguments, const char *input, const char *part);

/* The same with arguments in the folder of the test: all of the parts must be printed, and none of those that begin with '!'; the
 * output goes into a file of that folder. */
#define SHOWS(arguments, ...) program_shows(arguments, ((const char *const[]){__VA_ARGS__, NULL}))
void program_shows(const char *arguments, const char *const *parts);
void program_prints_into(const char *name, const char *arguments, const char *part);

/* Runs, and sends SIGINT as soon as the program has a handler for it; before that a signal would just end it. */
struct program_run program_interrupted(const char *arguments);

#endif
