/* The loop of the server, who is let in, its beginning and its end; net.h says in which order things happen. It waits with libev,
 * which the system wakes only for connections where something came. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/common/watchdog.h"
#include "server/http/internal.h"
#include "table/clock.h"
#include "table/memory.h"

enum {
    CALLERS = 16384,
    AT_ONCE = 256,       /* connections accepted before others have their turn */
    LONGEST_SLEEP = 500, /* milliseconds */
    NO_ROOM = 100        /* milliseconds until it is tried again whether more files may be open */
};

void bil_net_usual(struct bil_net_settings *settings)
{
    *settings = (struct bil_net_settings){
        .address = "127.0.0.1",
        .port = 8000,
        .connections = 16384,
        .per_address = 256,
        .messages = {.burst = 200, .a_minute = 3000},
        .requests = {.burst = 300, .a_minute = 3000},
        .secrets = {.burst = 10, .a_minute = 10},
        .hello = 10,
        .ping = 25,
        .silence = 50,
        .waiting = 1024 * 1024,
    };
}

/* ------------------------------------------------------------------ where it listens */

/* An address and a port, and the certificate of TLS. Every refusal is a sentence that names the option. */

enum { BACKLOG = 4096 }; /* connections that may wait to be accepted; the system has a limit of its own */

/* An address of the internet as text; 0 if it is none. */
static socklen_t read_address(const char *address, int port, struct sockaddr_storage *where)
{
    struct sockaddr_in *four = (struct sockaddr_in *)where;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)where;
    *where = (struct sockaddr_storage){0};
    if (inet_pton(AF_INET, address, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons((uint16_t)port);
        return sizeof *four;
    }
    if (inet_pton(AF_INET6, address, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons((uint16_t)port);
        return sizeof *six;
    }
    return 0;
}

static int bound_port(int file)
{
    struct sockaddr_storage where = {0};
    socklen_t length = sizeof where;
    if (getsockname(file, (struct sockaddr *)&where, &length) != 0) {
        return 0;
    }
    return ntohs(where.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&where)->sin6_port
                                             : ((struct sockaddr_in *)&where)->sin_port);
}

/* A socket that listens and never waits; the port that it got in *got. -1 and a sentence. */
static int open_listener(const char *address, int port, int *got, struct bil_error *error)
{
    struct sockaddr_storage where;
    const int on = 1;
    const int off = 0;
    const socklen_t length = read_address(address, port, &where);
    if (length == 0) {
        bil_fail(error, "--address %s: this is no address of the internet; 127.0.0.1 is this machine alone, 0.0.0.0 everybody.",
                 address);
        return -1;
    }
    const int file = socket(where.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (file >= 0) {
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        if (where.ss_family == AF_INET6) {
            setsockopt(file, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off); /* "::" is everybody, with IPv4 too */
        }
        if (bind(file, (struct sockaddr *)&where, length) == 0 && listen(file, BACKLOG) == 0) {
            *got = bound_port(file);
            return file;
        }
    }
    const int why = errno;
    if (file >= 0) {
        close(file);
    }
    const char *words = why == EADDRINUSE
                            ? "another program listens there already; choose another --port, or 0 for any that is free"
                        : why == EACCES        ? "ports below 1024 are for the system; choose a higher --port"
                        : why == EADDRNOTAVAIL ? "this machine does not have that address"
                                               : strerror(why);
    bil_fail(error, "Cannot listen on %s, port %d: %s.", address, port, words);
    return -1;
}

/* ------------------------------------------------------------------ TLS */

/* Of what a client offers beside HTTP/1.1 nothing is taken; one that does not offer that is served all the same. */
static int choose_protocol(SSL *tls, const unsigned char **out, unsigned char *length, const unsigned char *offered,
                           unsigned int count, void *context)
{
    static const unsigned char own[] = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
    unsigned char *found = NULL;
    (void)tls;
    (void)context;
    if (SSL_select_next_proto(&found, length, own, sizeof own, offered, count) != OPENSSL_NPN_NEGOTIATED) {
        return SSL_TLSEXT_ERR_NOACK;
    }
    *out = found;
    return SSL_TLSEXT_ERR_OK;
}

/* TLS 1.2 and 1.3 for HTTP/1.1, with a certificate and its key, both in PEM. NULL and a sentence. Free with SSL_CTX_free. */
static SSL_CTX *make_tls(const char *certificate, const char *key, struct bil_error *error)
{
    const struct {
        const char *option, *path;
    } files[] = {{"--tls-cert", certificate}, {"--tls-key", key}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (access(files[i].path, R_OK) != 0) {
            bil_fail(error, "%s %s: %s.", files[i].option, files[i].path, strerror(errno));
            return NULL;
        }
    }
    SSL_CTX *tls = SSL_CTX_new(TLS_server_method());
    if (!tls || SSL_CTX_use_certificate_chain_file(tls, certificate) != 1 ||
        SSL_CTX_use_PrivateKey_file(tls, key, SSL_FILETYPE_PEM) != 1 || SSL_CTX_check_private_key(tls) != 1) {
        ERR_clear_error();
        SSL_CTX_free(tls);
        bil_fail(error, "--tls-cert %s and --tls-key %s: they are no certificate and its key, both in PEM.", certificate, key);
        return NULL;
    }
    SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION);
    SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                                 SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(tls, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_alpn_select_cb(tls, choose_protocol, NULL);
    return tls;
}

/* ------------------------------------------------------------------ lines of the hub */

static void hub_says(void *context, const char *what, const char *fields)
{
    const struct bil_net *net = context;
    bil_log_write(net->log, strcmp(what, "table-damaged") == 0 ? BIL_LOG_ERROR : BIL_LOG_INFO, what, fields);
}

/* ------------------------------------------------------------------ who is let in */

/* Somebody knocks: nothing is known but the address. False: there are enough. */
static bool let_in(struct bil_net *net, const char *address)
{
    const struct bil_caller *caller = bil_callers_find(net->callers, address, bil_net_now(net));
    /* Who holds twice what it may is not even told: a client over its limit hears a sentence (bil_upgrade). */
    const bool too_many =
        !net->settings->trust_proxy && !bil_caller_may_hold(caller, BIL_HOLDS_SOCKETS, 2 * net->settings->per_address);
    if (net->stopping || too_many || net->sockets >= net->settings->connections) {
        net->metrics.count[BIL_COUNT_TOO_MANY]++;
        return false;
    }
    return true;
}

static void accept_one(struct bil_net *net, int file, const struct sockaddr_storage *who)
{
    char address[BIL_ADDRESS_LENGTH] = "";
    const int on = 1;
    if (who->ss_family == AF_INET) {
        inet_ntop(AF_INET, &((const struct sockaddr_in *)who)->sin_addr, address, sizeof address);
    } else if (who->ss_family == AF_INET6) {
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)who)->sin6_addr, address, sizeof address);
    }
    if (!let_in(net, address)) {
        close(file);
        return;
    }
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    bil_connection_begin(net, file, address);
}

static void knock(struct ev_loop *loop, ev_io *io, int events)
{
    struct bil_net *net = io->data;
    (void)events;
    for (int i = 0; i < AT_ONCE; i++) {
        struct sockaddr_storage who = {0};
        socklen_t length = sizeof who;
        const int file = accept(io->fd, (struct sockaddr *)&who, &length);
        if (file >= 0) {
            fcntl(file, F_SETFD, FD_CLOEXEC);
            fcntl(file, F_SETFL, O_NONBLOCK);
            accept_one(net, file, &who);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            ev_io_stop(loop, io); /* anyone who knocks goes on knocking: until there is room nobody listens */
            net->listening = false;
            net->metrics.count[BIL_COUNT_TOO_MANY]++;
            return;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return;
        }
    }
}

/* ------------------------------------------------------------------ the beginning */

static void alarm_rings(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop;
    (void)timer;
    (void)events; /* that the loop comes round is all that it and `woken` are for */
}

static void woken(struct ev_loop *loop, ev_async *async, int events)
{
    (void)loop;
    (void)async;
    (void)events;
}

static size_t take_bytes(struct bil_connection *connection, char *bytes, size_t count)
{
    switch (connection->phase) {
    case BIL_PHASE_HTTP:
        return bil_http_take(connection, bytes, count);
    case BIL_PHASE_WEBSOCKET:
    case BIL_PHASE_CLOSING:
        return bil_ws_take(connection, bytes, count);
    default:
        return count;
    }
}

static void gone(struct bil_connection *connection)
{
    bil_exchange_end(connection);
    bil_ws_gone(connection);
}

static const struct bil_speaks speaks = {take_bytes, bil_answer_write, bil_ws_writable, gone};

struct bil_net *bil_net_new(const struct bil_net_settings *settings, struct bil_log *log, struct bil_error *error)
{
    struct bil_net *net = bil_memory_zero(1, sizeof *net);
    net->settings = settings;
    net->speaks = &speaks;
    net->log = log;
    net->files.folder = -1;
    net->knocks.fd = -1;
    pthread_mutex_init(&net->awake, NULL);
    net->clock_offset = bil_clock_ms_of(CLOCK_REALTIME) - bil_clock_ms_of(CLOCK_BOOTTIME);
    if (settings->web && !bil_static_begin(&net->files, settings->web, error)) {
        bil_net_free(net);
        return NULL;
    }
    net->callers = bil_callers_new(CALLERS);
    net->batch = bil_batch_new(false);
    signal(SIGPIPE, SIG_IGN); /* TLS writes without saying that it wants none */
    if (gethostname(net->own_name, sizeof net->own_name - 1) != 0) {
        net->own_name[0] = 0;
    }
    net->loop = ev_loop_new(EVBACKEND_EPOLL | EVFLAG_NOENV);
    if (!net->loop) {
        bil_fail(error, "The network could not begin; perhaps too few files may be open (ulimit -n).");
        bil_net_free(net);
        return NULL;
    }
    ev_async_init(&net->wake, woken);
    ev_async_start(net->loop, &net->wake);
    ev_timer_init(&net->alarm, alarm_rings, 0, 0);
    return net;
}

void bil_net_wake(void *context)
{
    struct bil_net *net = context;
    pthread_mutex_lock(&net->awake);
    if (net->loop) {
        ev_async_send(net->loop, &net->wake);
    }
    pthread_mutex_unlock(&net->awake);
}

bool bil_net_listen(struct bil_net *net, struct bil_hub *hub, struct bil_store *store, struct bil_error *error)
{
    const struct bil_net_settings *settings = net->settings;
    if (settings->tls_cert) {
        net->tls = make_tls(settings->tls_cert, settings->tls_key, error);
        if (!net->tls) {
            return false;
        }
    }
    const int file = open_listener(settings->address, settings->port, &net->port, error);
    if (file < 0) {
        return false;
    }
    net->hub = hub;
    net->store = store;
    bil_hub_on_answer(hub, bil_http_late);
    bil_hub_on_event(hub, hub_says, net);
    ev_io_init(&net->knocks, knock, file, EV_READ);
    net->knocks.data = net;
    ev_io_start(net->loop, &net->knocks);
    net->listening = true;
    return true;
}

int bil_net_port(const struct bil_net *net)
{
    return net->port;
}

/* ------------------------------------------------------------------ the loop */

/* A connection had time for one thing, and has not done it. */
static void late(struct bil_connection *connection, enum bil_timeout which)
{
    switch (which) {
    case BIL_TIMEOUT_HEAD:
    case BIL_TIMEOUT_BODY:
    case BIL_TIMEOUT_AGAIN:
        bil_http_overdue(connection, which);
        return;
    case BIL_TIMEOUT_HELLO:
    case BIL_TIMEOUT_QUIET:
    case BIL_TIMEOUT_PINGED:
        bil_ws_overdue(connection, which);
        return;
    case BIL_TIMEOUT_KEPT:
        bil_connection_finish(connection);
        return;
    default:
        bil_connection_drop(connection);
        return;
    }
}

/* Goodbyes that wait for a commit. Those that wait for room in their socket are told of it by the loop. */
static void see_off(struct bil_net *net)
{
    struct bil_connection *closing = net->closing;
    net->closing = NULL;
    while (closing) {
        struct bil_connection *connection = closing;
        closing = connection->next_closing;
        connection->listed = connection->client && !connection->dropped && net->pass <= connection->closing_pass;
        if (connection->listed) {
            connection->next_closing = net->closing;
            net->closing = connection;
        } else {
            bil_ws_writable(connection);
        }
    }
}

/* Anyone who is answered may ask the next thing at once: that answer waits for the next commit, not for this one. */
static void release(struct bil_net *net, bool stored)
{
    struct bil_connection *waiting = net->waiting;
    net->waiting = NULL;
    while (waiting) {
        struct bil_connection *connection = waiting;
        waiting = connection->next_waiting;
        bil_http_release(connection, stored);
    }
}

/* What happened since the last time is stored; then it is sent. */
static void settle_round(struct bil_net *net)
{
    struct bil_error error = {{0}};
    struct bil_hub_figures figures = {0};
    const int64_t began = bil_net_microseconds();
    const bool stored = bil_hub_commit(net->hub, bil_net_now(net), &error);
    const int64_t ended = bil_net_microseconds();
    if (!stored) {
        bil_log_text(net->log, BIL_LOG_ERROR, "not stored", "text", error.text);
    }
    net->pass++;
    bil_hub_figures(net->hub, &figures);
    if (figures.moves == net->moves) {
        net->arrived = 0; /* what is sent now is no news of a move */
    }
    net->moves = figures.moves;
    if (figures.commits + figures.commit_failures != net->commits) {
        net->commits = figures.commits + figures.commit_failures;
        bil_histogram_add(&net->metrics.commit, ended - began);
    }
    bil_hub_ready(net->hub, bil_ws_ready);
    bil_connections_batch(net);
    net->arrived = 0;
    see_off(net);
    release(net, stored);
}

/* A proxy whose connection is refused tries the next process; one whose connection is closed without a word answers that something
 * is broken. So who has knocked already is let in, and hears that the server stops; then nobody listens. */
static void stop_listening(struct bil_net *net)
{
    if (net->knocks.fd >= 0) {
        knock(net->loop, &net->knocks, EV_READ);
        ev_io_stop(net->loop, &net->knocks);
        close(net->knocks.fd);
        net->knocks.fd = -1;
    }
}

/* Nobody new is let in, and everybody hears that the server stops; the loop goes on until they are gone. */
static void begin_to_stop(struct bil_net *net)
{
    stop_listening(net);
    net->stopping = true;
    bil_log_write(net->log, BIL_LOG_INFO, "stopping", "");
    bil_hub_close(net->hub, bil_net_now(net));
    settle_round(net);
    for (struct bil_connection *connection = net->connections; connection; connection = connection->next) {
        if (connection->client) {
            bil_ws_close(connection, bil_client_state(connection->client).moved ? BIL_CLOSE_MOVED : BIL_CLOSE_GOING,
                         "The server stops.", NULL);
        }
    }
    settle_round(net);
}

static bool somebody_is_left(const struct bil_net *net)
{
    for (const struct bil_connection *connection = net->connections; connection; connection = connection->next) {
        if (connection->client || connection->exchange || connection->phase == BIL_PHASE_CLOSING ||
            (connection->phase == BIL_PHASE_LINGERING && !connection->finished)) {
            return true;
        }
    }
    return false;
}

int64_t bil_net_round(struct bil_net *net)
{
    ev_run(net->loop, EVRUN_ONCE);
    const int64_t began = bil_net_microseconds();
    bil_connections_batch(net);
    bil_watchdog_beat(began);
    bil_connection_reap(net);
    int64_t wait = bil_hub_tick(net->hub, bil_net_now(net));
    wait = bil_ws_held(net, wait);
    wait = bil_timeout_look(net, late, wait);
    settle_round(net);
    if (!net->listening && net->knocks.fd >= 0) {
        net->listening = true;
        ev_io_start(net->loop, &net->knocks);
        wait = wait < NO_ROOM ? wait : NO_ROOM;
    }
    bil_histogram_add(&net->metrics.pass, bil_net_microseconds() - began);
    return net->dropped || net->closing || net->waiting ? 0 : wait;
}

/* As long may the next round wait, in milliseconds. */
static void set_alarm(struct bil_net *net, int64_t wait)
{
    wait = wait < 1 ? 1 : wait > LONGEST_SLEEP ? LONGEST_SLEEP : wait;
    ev_timer_stop(net->loop, &net->alarm);
    ev_now_update(net->loop); /* it may be a while since the round began */
    ev_timer_set(&net->alarm, (double)wait / 1000, 0);
    ev_timer_start(net->loop, &net->alarm);
}

void bil_net_run(struct bil_net *net, int grace)
{
    int64_t deadline = INT64_MAX;
    int64_t wait = 0;
    for (;;) {
        set_alarm(net, wait);
        wait = bil_net_round(net);
        const int64_t began = bil_net_microseconds();
        if (atomic_load(&net->stop) > 0) {
            if (!net->stopping) {
                deadline = began + (int64_t)grace * 1000000;
                begin_to_stop(net);
            }
            if (!somebody_is_left(net) || began > deadline || atomic_load(&net->stop) > 1) {
                return;
            }
            wait = 20;
        }
    }
}

void bil_net_stop(struct bil_net *net)
{
    atomic_fetch_add(&net->stop, 1);
    ev_async_send(net->loop, &net->wake); /* writes to a file, nothing more: a signal handler may */
}

void bil_net_close(struct bil_net *net)
{
    if (!net || !net->loop) {
        return;
    }
    for (struct bil_connection *connection = net->connections; connection; connection = connection->next) {
        bil_connection_drop(connection);
    }
    bil_connection_reap(net);
    stop_listening(net);
    pthread_mutex_lock(&net->awake);
    struct ev_loop *loop = net->loop;
    net->loop = NULL;
    pthread_mutex_unlock(&net->awake);
    ev_loop_destroy(loop);
    SSL_CTX_free(net->tls);
    net->tls = NULL;
}

void bil_net_free(struct bil_net *net)
{
    if (!net) {
        return;
    }
    bil_net_close(net);
    pthread_mutex_destroy(&net->awake);
    bil_callers_free(net->callers);
    bil_static_end(&net->files);
    bil_text_free(&net->writing);
    bil_batch_free(net->batch);
    free(net);
}
