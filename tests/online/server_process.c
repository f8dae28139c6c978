/* Runs the server's program for tests. Must never leave one behind: whoever starts ends. */
#include "online/server_process.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "billions/json.h"
#include "online/client/http_client.h"

enum { ARGUMENTS = 48, TRIES = 600 /* a minute */ };

static const char program[] = TEST_PROGRAM "-online"; /* it lies beside billions */

pid_t server_process_spawn(const char *const *line, const char *in, const char *out)
{
    fflush(NULL);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        /* A test that fails ends what it has started. */
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        const int from = open(*in ? in : "/dev/null", O_RDONLY);
        const int to = open(*out ? out : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(from, 0);
        dup2(to, 1);
        dup2(to, 2);
        unsetenv("COLUMNS"); /* else words that a test looks for may stand on two lines */
        execvp(line[0], (char *const *)(void *)line);
        _exit(127);
    }
    return pid;
}

int server_process_wait(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0) {
        assert_int_equal(errno, EINTR);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

/* The port that stands in its first line; 0: it has ended, or says something else. */
static int read_port(int from)
{
    char line[128] = "";
    size_t length = 0;
    while (length < sizeof line - 1 && read(from, line + length, 1) == 1 && line[length] != '\n') {
        length++;
    }
    const char *colon = strrchr(line, ':');
    return strncmp(line, "listening on ", 13) == 0 && colon ? atoi(colon + 1) : 0;
}

static int start_once(struct server_process *server, const char *const *extra)
{
    char port[16];
    char database[256];
    int out[2];
    snprintf(port, sizeof port, "%d", server->port);
    snprintf(database, sizeof database, "%s/tables.db", server->folder);
    const char *line[ARGUMENTS] = {program,
                                   "serve",
                                   "--port",
                                   port,
                                   "--database",
                                   database,
                                   "--bot-pace",
                                   "0",
                                   "--window-floor",
                                   "0",
                                   "--tables-a-minute",
                                   "0",
                                   "--tables-per-address",
                                   "0",
                                   "--requests",
                                   "0",
                                   "--messages",
                                   "0",
                                   "--per-address",
                                   "0"};
    int count = 20;
    while (extra && *extra && count + 1 < ARGUMENTS) {
        line[count++] = *extra++;
    }
    assert_int_equal(pipe(out), 0);
    fflush(NULL);
    server->pid = fork();
    assert_true(server->pid >= 0);
    if (server->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        char log[256];
        snprintf(log, sizeof log, "%s/log", server->folder);
        const int to = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
        dup2(out[1], 1);
        dup2(to, 2);
        close(out[0]);
        close(out[1]);
        execv(line[0], (char *const *)(void *)line);
        _exit(127);
    }
    close(out[1]);
    const int found = read_port(out[0]);
    close(out[0]);
    return found;
}

void server_process_start(struct server_process *server, const char *const *extra)
{
    struct bil_error error = {{0}};
    if (!*server->folder) {
        strcpy(server->folder, "/tmp/billions-served-XXXXXX"); /* as all tests do (table/helpers.c) */
        assert_non_null(mkdtemp(server->folder));
    }
    int port = 0;
    for (int i = 0; i < TRIES && port == 0; i++) {
        port = start_once(server, extra);
        if (port == 0) { /* somebody else took the port in the meantime, or the old connections still hold it */
            server_process_wait(server->pid);
            server->pid = 0;
            const struct timespec pause = {.tv_nsec = 100000000};
            nanosleep(&pause, NULL);
        }
    }
    if (port == 0) {
        fail_msg("the server does not start; its log is %s/log", server->folder);
    }
    server->port = port;
    snprintf(server->text, sizeof server->text, "http://127.0.0.1:%d", port);
    assert_true(bil_url_read(server->text, &server->url, &error));
}

void server_process_kill(struct server_process *server)
{
    if (server->pid > 0) {
        kill(server->pid, SIGKILL);
        assert_int_equal(server_process_wait(server->pid), 1000 + SIGKILL);
        server->pid = 0;
    }
}

int server_process_stop(struct server_process *server)
{
    kill(server->pid, SIGTERM);
    const int code = server_process_wait(server->pid);
    server->pid = 0;
    return code;
}

void server_process_free(struct server_process *server)
{
    static const char *const names[] = {
        "tables.db", "tables.db-wal", "tables.db-shm", "tables.db.lock", "tables.db-lock", "log", "a", "b", "c", "in", "receipt"};
    char path[256];
    server_process_kill(server);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", server->folder, names[i]);
        unlink(path);
    }
    rmdir(server->folder);
    *server = (struct server_process){0};
}

const struct bil_value *server_process_ask(const struct server_process *server, const char *path, const char *bearer,
                                           const char *body, int status)
{
    struct bil_answer answer = {0};
    struct bil_error error = {{0}};
    if (!bil_http_request(&server->url, NULL, body ? "POST" : "GET", path, bearer, body, &answer, &error)) {
        fail_msg("%s", error.text);
    }
    if (answer.status != status) {
        fail_msg("%s was answered with %d, not %d: %s", path, answer.status, status, bil_text_string(&answer.body));
    }
    const struct bil_value *document = bil_json_read(bil_text_string(&answer.body), answer.body.length, path, &error);
    if (!document) {
        fail_msg("%s", error.text);
    }
    bil_text_free(&answer.body);
    return document;
}
