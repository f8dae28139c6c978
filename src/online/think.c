/* `billions think`: thinks for bots of a server elsewhere, on as many threads as are wanted, until it is stopped. Each thread has a
 * line of its own and comes back by itself. Must never hold a game. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "lab/program.h"
#include "online/online.h"
#include "server/think_post.h"
#include "table/memory.h"
#include "terminal/arguments.h"

enum { AGAIN_S = 1, QUIET = 30 }; /* between two tries; so many vain ones before it is said again */

struct crew {
    const char *address;
    uint8_t secret[BIL_THINK_SECRET];
    pthread_mutex_t lock;
    int there, vain;
};

/* Says what has changed: the first that is let in, and why nobody is. */
static void note(struct crew *crew, int change, const char *why)
{
    pthread_mutex_lock(&crew->lock);
    crew->there += change;
    if (change > 0 && crew->there == 1) {
        crew->vain = 0;
        printf("thinking for %s\n", crew->address);
        fflush(stdout);
    } else if (change < 0 && crew->there == 0) {
        fprintf(stderr, "billions think: %s is gone; it is tried again.\n", crew->address);
    } else if (why && crew->there == 0 && crew->vain++ % QUIET == 0) {
        fprintf(stderr, "billions think: %s It is tried again.\n", why);
    }
    pthread_mutex_unlock(&crew->lock);
}

static void *work(void *context)
{
    struct crew *crew = context;
    const struct timespec rest = {AGAIN_S, 0};
    for (;;) {
        struct bil_think_line line;
        struct bil_error error;
        const int file = bil_think_socket(crew->address, false, &error);
        if (file >= 0 && bil_think_greet(&line, file, false, crew->secret, bil_program(), &error)) {
            note(crew, 1, NULL);
            bil_think_for(&line);
            note(crew, -1, NULL);
        } else {
            note(crew, 0, error.text);
        }
        if (file >= 0) {
            close(file);
        }
        nanosleep(&rest, NULL);
    }
    return NULL;
}

int bil_online_think(int argc, char **argv)
{
    struct crew crew = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct bil_error error = {{0}};
    struct bil_list words = {0};
    const char *secret = NULL;
    int64_t threads = 0;
    const struct bil_flag flags[] = {
        {"secret", BIL_FLAG_TEXT, &secret, "FILE", "what the server knows us by: the file of its --think-secret", 0, 0},
        {"threads", BIL_FLAG_NUMBER, &threads, "N", "so many bots think at a time (a thread a processor)", 1, 256},
        {0},
    };
    const struct bil_usage usage = {
        "billions think ADDRESS:PORT --secret FILE [OPTIONS]",
        "Thinks for the bots of a server elsewhere (billions serve --think-at). It gets what a thread of\n"
        "that server gets: the rules and what the bot can see, nothing else, encrypted. Both must be of\n"
        "one version. It comes back by itself when the server does; Ctrl-C ends it.",
        flags,
    };
    const int early = bil_arguments_read(argc, argv, &usage, 1, 1, &words);
    if (early >= 0) {
        return early;
    }
    if (!secret) {
        return bil_exit_with(BIL_EXIT_USAGE, "--secret FILE is missing: what the server knows us by.");
    }
    if (!bil_think_secret(secret, crew.secret, &error)) {
        return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    crew.address = words.item[0];
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const int64_t count = threads > 0 ? threads : processors > 0 ? processors : 1;
    for (int64_t i = 1; i < count; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, work, &crew) != 0) {
            break; /* those there are must do */
        }
        pthread_detach(thread);
    }
    work(&crew);
    return BIL_EXIT_FINE;
}
