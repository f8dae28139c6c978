/* See think_post.h. What is said: the server says a thought, and perhaps then a single byte, which means that it is enough; who
 * thinks answers with a move. */
#include "server/think_post.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "server/thought.h"
#include "table/memory.h"

enum {
    LINES = 1024,     /* at once */
    STRANGERS = 16,   /* at once, of whom it is not known yet whether they have the secret */
    REFUSED_MS = 250, /* so long each of them stays one that is refused: 64 guesses a second */
    LOOK_MS = 200,
    STEP_MS = 10,       /* how often a thought that is elsewhere is looked after */
    LATE_MS = 3000,     /* beyond three times what it should take, it is late ... */
    UNKNOWN_MS = 60000, /* ... which is that long where nobody knows */
    END_MS = 1000       /* so long after it was enough */
};

struct bil_think_post {
    int file;
    uint8_t secret[BIL_THINK_SECRET];
    char program[128];
    struct bil_workers *workers;
    pthread_t thread;
    atomic_bool ending;
    pthread_mutex_t lock;
    pthread_cond_t gone;
    int lines, strangers; /* under the lock */
};

/* One that thinks for us. */
struct thinker {
    struct bil_think_post *post;
    struct bil_think_line line;
    char bytes[BIL_THINK_MESSAGE];
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ------------------------------------------------------------------ the server's end */

static bool wait_for_answer(struct thinker *thinker, struct bil_thinking *thinking)
{
    const int64_t cost = thinking->work.task.cost;
    int64_t until = now_ms() + (cost > 0 ? LATE_MS + 3 * cost : UNKNOWN_MS);
    bool told = false;
    for (;;) {
        const long heard = bil_think_hear(&thinker->line, thinker->bytes, STEP_MS);
        if (heard == (long)sizeof(bil_move)) {
            bil_move move;
            memcpy(&move, thinker->bytes, sizeof move);
            thinking->chosen = move;
            return bil_thought_has(&thinking->thought, move);
        }
        const int64_t now = now_ms();
        if (heard != 0 || now >= until) {
            return false;
        }
        if (!told && bil_work_enough(&thinking->work)) {
            told = true;
            until = now + END_MS < until ? now + END_MS : until;
            if (!bil_think_say(&thinker->line, "", 1)) {
                return false;
            }
        }
    }
}

static bool think_elsewhere(void *context, struct bil_work *work)
{
    struct thinker *thinker = context;
    struct bil_thinking *thinking = (struct bil_thinking *)(void *)work;
    struct bil_text out = {0};
    bil_thought_write(&thinking->thought, &out);
    const bool said = bil_think_say(&thinker->line, out.data, out.length);
    bil_text_free(&out);
    return said && wait_for_answer(thinker, thinking);
}

/* Who is not asked has nothing to say: what stirs is its end. */
static bool stays(void *context)
{
    const struct thinker *thinker = context;
    return !atomic_load(&thinker->post->ending) && !bil_think_stirs(&thinker->line);
}

static void leave_strangers(struct bil_think_post *post)
{
    pthread_mutex_lock(&post->lock);
    post->strangers--;
    pthread_mutex_unlock(&post->lock);
}

static void *meet(void *context)
{
    struct thinker *thinker = context;
    struct bil_think_post *post = thinker->post;
    const int file = thinker->line.file;
    struct bil_error error;
    const bool known = bil_think_greet(&thinker->line, file, true, post->secret, post->program, &error);
    if (known) {
        leave_strangers(post);
        const struct bil_workers_guest guest = {thinker, think_elsewhere, stays};
        bil_workers_help(post->workers, &guest);
    }
    close(file);
    free(thinker);
    if (!known && !atomic_load(&post->ending)) {
        const struct timespec rest = {0, REFUSED_MS * 1000000L};
        bil_workers_refuse(post->workers);
        nanosleep(&rest, NULL);
    }
    if (!known) {
        leave_strangers(post);
    }
    pthread_mutex_lock(&post->lock);
    post->lines--;
    pthread_cond_broadcast(&post->gone);
    pthread_mutex_unlock(&post->lock);
    return NULL;
}

static void let_in(struct bil_think_post *post, int file)
{
    const int on = 1;
    pthread_t thread;
    struct thinker *thinker = bil_memory_zero(1, sizeof *thinker);
    thinker->post = post;
    thinker->line.file = file;
    static const int keep[][2] = {
        {TCP_NODELAY, 1}, {TCP_KEEPIDLE, 5}, {TCP_KEEPINTVL, 2}, {TCP_KEEPCNT, 3}, {TCP_USER_TIMEOUT, 10000}};
    setsockopt(file, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on); /* who is behind a cut cable is gone within seconds */
    for (size_t i = 0; i < sizeof keep / sizeof *keep; i++) {
        setsockopt(file, IPPROTO_TCP, keep[i][0], &keep[i][1], sizeof keep[i][1]);
    }
    pthread_mutex_lock(&post->lock);
    const bool room = post->lines < LINES && post->strangers < STRANGERS;
    const bool runs = room && pthread_create(&thread, NULL, meet, thinker) == 0;
    post->lines += runs;
    post->strangers += runs;
    pthread_mutex_unlock(&post->lock);
    if (runs) {
        pthread_detach(thread);
    } else {
        bil_workers_refuse(post->workers);
        close(file);
        free(thinker);
    }
}

static void *listen_on(void *context)
{
    struct bil_think_post *post = context;
    while (!atomic_load(&post->ending)) {
        struct pollfd knocks = {.fd = post->file, .events = POLLIN};
        const int file = poll(&knocks, 1, LOOK_MS) > 0 ? accept(post->file, NULL, NULL) : -1;
        if (file >= 0) {
            let_in(post, file);
        } else if (knocks.revents) { /* no more files are to be had just now */
            const struct timespec rest = {0, LOOK_MS * 1000000L};
            nanosleep(&rest, NULL);
        }
    }
    return NULL;
}

struct bil_think_post *bil_think_post_new(const char *address, const uint8_t secret[BIL_THINK_SECRET], const char *program,
                                          struct bil_workers *workers, struct bil_error *error)
{
    sigset_t all;
    sigset_t before;
    const int file = bil_think_socket(address, true, error);
    if (file < 0) {
        return NULL;
    }
    struct bil_think_post *post = bil_memory_zero(1, sizeof *post);
    post->file = file;
    post->workers = workers;
    memcpy(post->secret, secret, sizeof post->secret);
    snprintf(post->program, sizeof post->program, "%s", program);
    pthread_mutex_init(&post->lock, NULL);
    pthread_cond_init(&post->gone, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are for the one thread */
    const bool runs = pthread_create(&post->thread, NULL, listen_on, post) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!runs) {
        bil_fail(error, "The thread that lets others think could not begin.");
        atomic_store(&post->ending, true);
        close(file);
        free(post);
        return NULL;
    }
    return post;
}

void bil_think_post_free(struct bil_think_post *post)
{
    if (!post) {
        return;
    }
    atomic_store(&post->ending, true);
    pthread_join(post->thread, NULL);
    close(post->file);
    pthread_mutex_lock(&post->lock);
    while (post->lines > 0) {
        pthread_cond_wait(&post->gone, &post->lock);
    }
    pthread_mutex_unlock(&post->lock);
    pthread_cond_destroy(&post->gone);
    pthread_mutex_destroy(&post->lock);
    free(post);
}

/* ------------------------------------------------------------------ the other end */

/* Looking costs more than a bot's step: it is done now and then. */
struct asker {
    const struct bil_think_line *line;
    _Atomic int64_t look_at;
    atomic_bool enough;
};

static bool enough(void *context)
{
    struct asker *asker = context;
    const int64_t now = now_ms();
    int64_t due = atomic_load_explicit(&asker->look_at, memory_order_relaxed);
    if (now >= due && atomic_compare_exchange_strong(&asker->look_at, &due, now + STEP_MS) && bil_think_stirs(asker->line)) {
        atomic_store(&asker->enough, true);
    }
    return atomic_load_explicit(&asker->enough, memory_order_relaxed);
}

void bil_think_for(struct bil_think_line *line)
{
    struct bil_thought *thought = bil_memory_zero(1, sizeof *thought);
    char *bytes = bil_memory_zero(1, BIL_THINK_MESSAGE);
    long heard = 0;
    while ((heard = bil_think_hear(line, bytes, LOOK_MS)) >= 0) {
        struct bil_error error;
        if (heard <= 1) { /* nothing, or that it is enough, which came too late */
            continue;
        }
        struct asker asker = {.line = line};
        if (!bil_thought_read(thought, bytes, (size_t)heard, &error)) {
            break;
        }
        thought->ask.enough = enough;
        thought->ask.asker = &asker;
        const bil_move move = thought->bot->choose(thought->bot, &thought->ask);
        if (!bil_think_say(line, &move, sizeof move)) {
            break;
        }
    }
    free(thought);
    free(bytes);
}
