/* The loop of the server, its connections, its beginning and its end; net.h says in which order things happen. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "server/net_inside.h"
#include "table/memory.h"

enum {
    HEADER_BYTES = 8192,    /* of one request, all headers together */
    HEADERS_AT_ONCE = 8192, /* requests that are being read at the same time; a quiet client needs none */
    KEPT_SECONDS = 20,      /* for the next one on the same connection */
    PIECE_BYTES = 1024,     /* read from a client at once: so much memory each quiet one costs */
    CALLERS = 16384,
    LONGEST_SLEEP = 500 /* the library keeps its timers in a list: one that is far off is sorted in slowly */
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

/* ------------------------------------------------------------------ clocks, figures, lines */

static int64_t clock_milliseconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* The clock on the wall when the server began, and from there on one that nobody sets: so a game's clock never jumps. */
int64_t bil_net_now(const struct bil_net *net)
{
    return net->settings->clock ? net->settings->clock() : clock_milliseconds(CLOCK_BOOTTIME) + net->clock_offset;
}

int64_t bil_net_microseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

void bil_net_count(struct bil_net *net, enum bil_count what)
{
    net->metrics.count[what]++;
}

void bil_net_note(struct bil_connection *connection, const char *what, const char *why)
{
    struct bil_text fields = {0};
    bil_text_add(&fields, "\"address\":");
    bil_json_string(&fields, connection->address);
    bil_text_add(&fields, ",\"why\":");
    bil_json_string(&fields, why);
    bil_log_write(connection->net->log, BIL_LOG_WARNING, what, bil_text_string(&fields));
    bil_text_free(&fields);
}

/* The library's own complaints. It has one log for the whole process, and so do we. */
static struct bil_log *library_log;

static void library_says(int level, const char *line)
{
    char text[256];
    const size_t length = strcspn(line, "\n");
    (void)level;
    const size_t kept = length < sizeof text ? length : sizeof text - 1;
    memcpy(text, line, kept);
    text[kept] = 0;
    if (library_log) {
        bil_log_text(library_log, BIL_LOG_WARNING, "library", "text", text);
    }
}

static void house_says(void *context, const char *what, const char *fields)
{
    const struct bil_net *net = context;
    bil_log_write(net->log, BIL_LOG_INFO, what, fields);
}

/* ------------------------------------------------------------------ connections */

/* Somebody knocks: nothing is known but the address. */
static int knock(struct bil_net *net, const struct lws_filter_network_conn_args *who)
{
    char address[BIL_ADDRESS_LENGTH] = "";
    const struct sockaddr *any = (const struct sockaddr *)&who->cli_addr;
    const void *number = any->sa_family == AF_INET ? (const void *)&((const struct sockaddr_in *)any)->sin_addr
                                                   : (const void *)&((const struct sockaddr_in6 *)any)->sin6_addr;
    if (net->stopping) {
        return -1;
    }
    if (any->sa_family == AF_INET || any->sa_family == AF_INET6) {
        inet_ntop(any->sa_family, number, address, sizeof address);
    }
    const struct bil_caller *caller = bil_callers_find(net->callers, address, bil_net_now(net));
    /* Who holds twice what it may is not even told: a client over its limit hears a sentence (bil_http_upgrade). */
    const bool too_many =
        net->settings->per_address > 0 && !net->settings->trust_proxy && caller->sockets >= 2 * net->settings->per_address;
    if (too_many || net->sockets >= net->settings->connections) {
        bil_net_count(net, BIL_COUNT_TOO_MANY);
        return -1;
    }
    return 0;
}

static void let_in(struct bil_net *net, struct lws *wsi)
{
    struct bil_connection *connection = bil_memory_zero(1, sizeof *connection);
    connection->net = net;
    connection->wsi = wsi;
    lws_get_peer_simple(wsi, connection->address, sizeof connection->address);
    connection->socket_of = bil_callers_find(net->callers, connection->address, bil_net_now(net));
    connection->socket_of->sockets++;
    net->sockets++;
    connection->next = net->connections;
    if (net->connections) {
        net->connections->previous = connection;
    }
    net->connections = connection;
    bil_net_count(net, BIL_COUNT_ACCEPTED);
    lws_set_opaque_user_data(wsi, connection);
}

static void see_out(struct bil_connection *connection)
{
    struct bil_net *net = connection->net;
    bil_http_end(connection);
    bil_ws_gone(connection);
    for (struct bil_connection **at = &net->closing; connection->listed && *at; at = &(*at)->next_closing) {
        if (*at == connection) {
            *at = connection->next_closing;
            break;
        }
    }
    connection->socket_of->sockets--;
    net->sockets--;
    if (connection->previous) {
        connection->previous->next = connection->next;
    } else {
        net->connections = connection->next;
    }
    if (connection->next) {
        connection->next->previous = connection->previous;
    }
    lws_set_opaque_user_data(connection->wsi, NULL);
    free(connection);
}

static int happens(struct lws *wsi, enum lws_callback_reasons why, void *user, void *in, size_t length)
{
    struct bil_net *net = lws_context_user(lws_get_context(wsi));
    struct bil_connection *connection;
    switch (why) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return knock(net, user);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        let_in(net, wsi);
        return 0;
    case LWS_CALLBACK_RAW_ADOPT:
    case LWS_CALLBACK_RAW_RX:
        return -1; /* CONNECT, and whatever else is no HTTP */
    default:
        break;
    }
    connection = lws_get_opaque_user_data(wsi);
    if (!connection || connection->wsi != wsi) {
        return 0;
    }
    switch (why) {
    case LWS_CALLBACK_HTTP:
        return bil_http_begin(connection, in, length);
    case LWS_CALLBACK_HTTP_BODY:
        return bil_http_body(connection, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return bil_http_complete(connection);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return bil_http_writable(connection);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return bil_http_upgrade(connection, in);
    case LWS_CALLBACK_ESTABLISHED:
        return bil_ws_open(connection);
    case LWS_CALLBACK_RECEIVE:
        return bil_ws_receive(connection, in, length);
    case LWS_CALLBACK_RECEIVE_PONG:
        bil_quiet_heard(connection);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return bil_ws_writable(connection);
    case LWS_CALLBACK_TIMER:
        return bil_ws_timer(connection);
    case LWS_CALLBACK_CLOSED_HTTP:
        bil_http_end(connection);
        return 0;
    case LWS_CALLBACK_CLOSED:
        bil_ws_gone(connection);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        see_out(connection);
        return 0;
    default:
        return 0;
    }
}

/* ------------------------------------------------------------------ the beginning */

struct bil_net *bil_net_new(const struct bil_net_settings *settings, struct bil_log *log, struct bil_error *error)
{
    struct bil_net *net = bil_memory_zero(1, sizeof *net);
    net->settings = settings;
    net->log = log;
    net->files.folder = -1;
    pthread_mutex_init(&net->awake, NULL);
    net->clock_offset = clock_milliseconds(CLOCK_REALTIME) - clock_milliseconds(CLOCK_BOOTTIME);
    if (settings->web && !bil_static_begin(&net->files, settings->web, error)) {
        bil_net_free(net);
        return NULL;
    }
    net->callers = bil_callers_new(CALLERS);
    library_log = log;
    lws_set_log_level(LLL_ERR, library_says);
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME,
        .max_http_header_data = HEADER_BYTES,
        .max_http_header_pool = HEADERS_AT_ONCE,
        .timeout_secs = (unsigned int)settings->hello,
        .server_string = "billions",
        .user = net,
    };
    if (settings->tls_cert) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    }
    const bool own = !bil_loop_begin(net, &info);
    net->context = lws_create_context(&info);
    if (!net->context && !own) { /* the library's part for that loop is missing */
        bil_loop_end(net);
        info.foreign_loops = NULL;
        info.options &= ~(uint64_t)LWS_SERVER_OPTION_LIBEV;
        net->context = lws_create_context(&info);
    }
    if (!net->context) {
        bil_fail(error, "The network library could not begin; perhaps too few files may be open (ulimit -n).");
        bil_net_free(net);
        return NULL;
    }
    return net;
}

void bil_net_wake(void *context)
{
    struct bil_net *net = context;
    pthread_mutex_lock(&net->awake);
    if (net->context) {
        lws_cancel_service(net->context);
    }
    pthread_mutex_unlock(&net->awake);
}

/* Whether one can listen there: the library says only that it could not. */
static bool try_address(const struct bil_net_settings *settings, struct bil_error *error)
{
    struct sockaddr_storage where = {0};
    struct sockaddr_in *four = (struct sockaddr_in *)&where;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&where;
    const int on = 1;
    socklen_t length;
    if (inet_pton(AF_INET, settings->address, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons((uint16_t)settings->port);
        length = sizeof *four;
    } else if (inet_pton(AF_INET6, settings->address, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons((uint16_t)settings->port);
        length = sizeof *six;
    } else {
        return bil_fail(error,
                        "--address %s: this is no address of the internet; 127.0.0.1 is this machine alone, 0.0.0.0 everybody.",
                        settings->address);
    }
    const int file = socket(where.ss_family, SOCK_STREAM, 0);
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    const bool fine = file >= 0 && bind(file, (struct sockaddr *)&where, length) == 0 && listen(file, 1) == 0;
    const int why = errno;
    if (file >= 0) {
        close(file);
    }
    if (fine) {
        return true;
    }
    const char *words = why == EADDRINUSE
                            ? "another program listens there already; choose another --port, or 0 for any that is free"
                        : why == EACCES        ? "ports below 1024 are for the system; choose a higher --port"
                        : why == EADDRNOTAVAIL ? "this machine does not have that address"
                                               : strerror(why);
    return bil_fail(error, "Cannot listen on %s, port %d: %s.", settings->address, settings->port, words);
}

static bool try_files(const struct bil_net_settings *settings, struct bil_error *error)
{
    if (settings->tls_cert && access(settings->tls_cert, R_OK) != 0) {
        return bil_fail(error, "--tls-cert %s: %s.", settings->tls_cert, strerror(errno));
    }
    if (settings->tls_key && access(settings->tls_key, R_OK) != 0) {
        return bil_fail(error, "--tls-key %s: %s.", settings->tls_key, strerror(errno));
    }
    return true;
}

bool bil_net_listen(struct bil_net *net, struct bil_house *house, struct bil_store *store, struct bil_error *error)
{
    const struct bil_net_settings *settings = net->settings;
    const bool six = strchr(settings->address, ':') != NULL;
    const bool all = strcmp(settings->address, "0.0.0.0") == 0 || strcmp(settings->address, "::") == 0;
    if (!try_address(settings, error) || !try_files(settings, error)) {
        return false;
    }
    net->house = house;
    net->store = store;
    bil_house_on_answer(house, bil_http_late);
    bil_house_on_event(house, house_says, net);
    net->protocols[0] = (struct lws_protocols){
        .name = "billions",
        .callback = happens,
        .rx_buffer_size = PIECE_BYTES,
        .tx_packet_size = 256 * 1024,
    };
    struct lws_context_creation_info info = {
        .port = settings->port,
        .iface = all ? NULL : settings->address,
        .protocols = net->protocols,
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | (six ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6),
        .vhost_name = "billions",
        .keepalive_timeout = KEPT_SECONDS,
        .timeout_secs = (unsigned int)settings->hello,
        .timeout_secs_ah_idle = (unsigned int)settings->hello,
        .retry_and_idle_policy = &net->validity,
        .server_string = "billions",
        .user = net,
    };
    if (settings->tls_cert) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = settings->tls_cert;
        info.ssl_private_key_filepath = settings->tls_key;
        info.alpn = "http/1.1";
    }
    net->vhost = lws_create_vhost(net->context, &info);
    if (!net->vhost) {
        return settings->tls_cert
                   ? bil_fail(error, "--tls-cert %s and --tls-key %s: they are no certificate and its key, both in PEM.",
                              settings->tls_cert, settings->tls_key)
                   : bil_fail(error, "Cannot listen on %s, port %d.", settings->address, settings->port);
    }
    return true;
}

int bil_net_port(const struct bil_net *net)
{
    return lws_get_vhost_listen_port(net->vhost);
}

/* ------------------------------------------------------------------ the loop */

/* What happened since the last time is stored; then it is told. */
static void settle(struct bil_net *net)
{
    struct bil_error error = {{0}};
    struct bil_house_figures figures = {0};
    const bool stored = bil_house_commit(net->house, bil_net_now(net), &error);
    if (!stored) {
        bil_log_text(net->log, BIL_LOG_ERROR, "not stored", "text", error.text);
    }
    net->pass++;
    while (net->waiting) {
        struct bil_connection *connection = net->waiting;
        net->waiting = connection->next_waiting;
        bil_http_release(connection, stored);
    }
    bil_house_figures(net->house, &figures);
    if (figures.moves == net->moves) {
        net->arrived = 0; /* what is told now is no news of a move */
    }
    net->moves = figures.moves;
    bil_house_ready(net->house, bil_ws_ready);
    net->arrived = 0;
    for (struct bil_connection *connection = net->closing; connection; connection = connection->next_closing) {
        lws_callback_on_writable(connection->wsi);
    }
}

/* Tells everybody that the server stops; the loop goes on until they are gone. */
static void begin_to_stop(struct bil_net *net)
{
    net->stopping = true;
    bil_log_write(net->log, BIL_LOG_INFO, "stopping", "");
    bil_house_close(net->house, bil_net_now(net));
    settle(net);
    for (struct bil_connection *connection = net->connections; connection; connection = connection->next) {
        if (connection->client) {
            bil_ws_close(connection, 1001, "The server stops.", NULL);
        }
    }
    settle(net);
}

static bool somebody_is_left(const struct bil_net *net)
{
    for (const struct bil_connection *connection = net->connections; connection; connection = connection->next) {
        if (connection->client || connection->exchange) {
            return true;
        }
    }
    return false;
}

int64_t bil_net_round(struct bil_net *net)
{
    if (!bil_loop_round(net)) {
        return -1;
    }
    const int64_t began = bil_net_microseconds();
    const int64_t wait = bil_quiet_look(net, bil_house_tick(net->house, bil_net_now(net)));
    settle(net);
    bil_histogram_add(&net->metrics.pass, bil_net_microseconds() - began);
    return wait;
}

void bil_net_run(struct bil_net *net, int grace)
{
    int64_t deadline = INT64_MAX;
    for (;;) {
        int64_t wait = bil_net_round(net);
        if (wait < 0) {
            return;
        }
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
        wait = wait < 1 ? 1 : wait > LONGEST_SLEEP ? LONGEST_SLEEP : wait;
        bil_loop_alarm(net, wait);
    }
}

void bil_net_stop(struct bil_net *net)
{
    atomic_fetch_add(&net->stop, 1);
    lws_cancel_service(net->context); /* writes to a file, nothing more: a signal handler may */
}

void bil_net_close(struct bil_net *net)
{
    if (!net || !net->context) {
        return;
    }
    pthread_mutex_lock(&net->awake);
    struct lws_context *context = net->context;
    net->context = NULL;
    pthread_mutex_unlock(&net->awake);
    lws_sul_cancel(&net->alarm);
    lws_context_destroy(context);
    bil_loop_end(net);
    library_log = NULL;
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
    free(net);
}
