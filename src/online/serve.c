/* `billions serve`: reads what is wanted, opens the store, makes the hub, lets the net run, and ends all three in order.
 *
 * Standard output gets one line, "listening on http://127.0.0.1:8000", for scripts; what happens is told by the log on standard
 * error. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "online/online.h"
#include "server/common/watchdog.h"
#include "server/http/net.h"
#include "server/push/push.h"
#include "table/clock.h"
#include "table/memory.h"
#include "terminal/arguments.h"
#include "terminal/progress_bar.h"

enum {
    OWN_FILES = 128, /* that the server itself needs: database, log, the page's files */
    BURST = 4        /* seconds' worth that may come at once */
};

struct request {
    const char *address, *database, *web, *tls_cert, *tls_key, *backup, *copy, *push_contact, *reach;
    struct bil_list origins, hosts;
    bool trust_proxy, public_metrics, check, status, json, push_local;
    int64_t port, threads, connections, per_address, messages, requests, bot_pace, window_floor, goodbye, silence, tables, made,
        made_of_one, push_grace, thought, park, loaded, grace, watchdog, hello, ping;
};

static struct bil_net *to_stop;

static void asked_to_stop(int signal)
{
    (void)signal;
    bil_net_stop(to_stop);
    bil_watchdog_stop(); /* should the loop not hear of it */
}

static void on_signals(void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    const int signals[] = {SIGTERM, SIGINT, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        sigaction(signals[i], &action, NULL);
    }
}

/* A server keeps tables in memory and believes that nobody else changes them: so a database in a file has one server. The lock has
 * its own file, because closing the database's file would release the locks that SQLite holds on it. The system releases it with
 * the process. */
static int lock_database(const char *path)
{
    char lock[4096];
    if (strcmp(path, ":memory:") == 0 || bil_store_is_address(path)) { /* that one is claimed when it is open */
        return BIL_EXIT_FINE;
    }
    if (snprintf(lock, sizeof lock, "%s.lock", path) >= (int)sizeof lock) {
        return bil_exit_with(BIL_EXIT_USAGE, "--database: this path is too long.");
    }
    const int file = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) {
        return bil_exit_with(BIL_EXIT_FILES, "%s: %s; the folder of the database must be there and writable.", lock,
                             strerror(errno));
    }
    if (flock(file, LOCK_EX | LOCK_NB) != 0) {
        close(file);
        return bil_exit_with(BIL_EXIT_FILES, "%s: another server uses this database; one database has one server.", path);
    }
    return BIL_EXIT_FINE; /* open until the process ends */
}

/* As many files as there may be connections. */
static void raise_limit(struct bil_net_settings *settings, struct bil_log *log)
{
    struct rlimit limit;
    const rlim_t wanted = (rlim_t)settings->connections + OWN_FILES;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return;
    }
    if (limit.rlim_cur < wanted || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > 4 * wanted) {
        limit.rlim_cur =
            limit.rlim_max == RLIM_INFINITY || limit.rlim_max > wanted ? wanted : limit.rlim_max; /* more would only cost memory */
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    if (limit.rlim_cur < wanted && limit.rlim_cur != RLIM_INFINITY) {
        char words[96];
        settings->connections = limit.rlim_cur > 2 * OWN_FILES ? (int)limit.rlim_cur - OWN_FILES : OWN_FILES;
        snprintf(words, sizeof words, "\"connections\":%d", settings->connections);
        bil_log_write(log, BIL_LOG_WARNING, "fewer files may be open than wanted", words);
    }
}

/* 0 is "none" and "any number" to people, and "the usual" to a hub. */
static int hub_number(int64_t given)
{
    return given ? (int)given : -1;
}

enum { PATH_BYTES = 4096 };

/* The folder of the page that browsers are given: what was said; else what is installed with this program, if there is a page in
 * it. NULL: none, or "none" was said. Good for as long as the program runs. */
static const char *find_page(const char *said)
{
    static const char beside[] = "/../share/billions/web", front[] = "/index.html";
    static char path[PATH_BYTES];
    if (said) {
        return strcmp(said, "none") == 0 ? NULL : said;
    }
    const ssize_t length = readlink("/proc/self/exe", path, PATH_BYTES - sizeof beside - sizeof front);
    if (length <= 0) {
        return NULL;
    }
    path[length] = 0;
    char *slash = strrchr(path, '/');
    if (!slash) {
        return NULL;
    }
    const size_t folder = (size_t)(slash - path) + sizeof beside - 1;
    memcpy(slash, beside, sizeof beside);
    memcpy(path + folder, front, sizeof front);
    const bool there = access(path, R_OK) == 0;
    path[folder] = 0;
    return there ? path : NULL;
}

static void apply(const struct request *request, struct bil_net_settings *net, struct bil_hub_settings *hub)
{
    bil_net_usual(net);
    net->address = request->address;
    net->port = (int)request->port;
    net->web = find_page(request->web);
    net->tls_cert = request->tls_cert;
    net->tls_key = request->tls_key;
    net->reach = request->reach;
    net->trust_proxy = request->trust_proxy;
    net->public_metrics = request->public_metrics;
    net->connections = (int)request->connections;
    net->per_address = (int)request->per_address;
    net->messages = (struct bil_rate_limit){(int)request->messages * BURST, (int)request->messages * 60};
    net->requests = (struct bil_rate_limit){(int)request->requests * BURST, (int)request->requests * 60};
    net->hello = (int)request->hello;
    net->ping = (int)request->ping;
    net->silence = 2 * net->ping;
    net->origins = request->origins.count;
    for (int i = 0; i < net->origins; i++) {
        net->origin[i] = request->origins.item[i];
    }
    net->hosts = request->hosts.count;
    for (int i = 0; i < net->hosts; i++) {
        net->host[i] = request->hosts.item[i];
    }
    *hub = (struct bil_hub_settings){
        .workers = (int)request->threads,
        .bot_pace = hub_number(request->bot_pace),
        .window_floor = hub_number(request->window_floor),
        .goodbye = (int)request->goodbye,
        .silence = (int)request->silence,
        .tables = hub_number(request->tables),
        .made_a_minute = hub_number(request->made),
        .tables_of_one = request->made_of_one < 0 ? 0 : hub_number(request->made_of_one),
        .thought = hub_number(request->thought),
        .push_grace = hub_number(request->push_grace * 1000),
        .push_local = request->push_local,
        .park = (int)request->park,
        .loaded = hub_number(request->loaded),
    };
}

static int report_listening(const struct bil_net_settings *settings, int port, struct bil_log *log)
{
    const bool six = strchr(settings->address, ':') != NULL;
    char words[32];
    printf("listening on %s://%s%s%s:%d\n", settings->tls_cert ? "https" : "http", six ? "[" : "", settings->address,
           six ? "]" : "", port);
    if (fflush(stdout) != 0) {
        return bil_exit_with(BIL_EXIT_FILES, "Standard output cannot be written: %s.", strerror(errno));
    }
    snprintf(words, sizeof words, "\"port\":%d", port);
    bil_log_write(log, BIL_LOG_INFO, "listening", words);
    return BIL_EXIT_FINE;
}

/* Between the store and the end; the store belongs to the hub from here on. */
static int run(struct bil_store *store, struct bil_net_settings *settings, struct bil_hub_settings *hub_settings,
               const struct request *request, struct bil_log *log)
{
    struct bil_error error = {{0}};
    struct bil_watchdog_settings watchdog;
    raise_limit(settings, log);
    bil_watchdog_usual(&watchdog);
    watchdog.grace = request->grace * 1000;
    watchdog.deadly = request->watchdog * 1000;
    watchdog.code = BIL_EXIT_STUCK;
    watchdog.log = STDERR_FILENO;
    struct bil_net *net = bil_net_new(settings, log, &error);
    if (!net) {
        bil_store_close(store);
        return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    struct bil_hub *hub = bil_hub_new(store, hub_settings, bil_clock_ms_of(CLOCK_REALTIME), bil_net_wake, net, &error);
    if (!hub) {
        bil_net_free(net);
        return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    struct bil_push_post *post = NULL;
    struct bil_push_carrier carrier;
    const struct bil_push_post_settings push = {.contact = request->push_contact, .local = request->push_local};
    if (push.contact && (post = bil_push_post_new(&push, bil_net_wake, net, &carrier, &error))) {
        bil_hub_push_by(hub, &carrier);
    }
    int code = BIL_EXIT_FINE;
    if ((push.contact && !post) || !bil_net_listen(net, hub, store, &error) || !bil_watchdog_begin(&watchdog, &error)) {
        code = bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    } else {
        to_stop = net;
        on_signals(asked_to_stop);
        code = report_listening(settings, bil_net_port(net), log);
        if (code == BIL_EXIT_FINE) {
            bil_watchdog_ready();
            bil_net_run(net, (int)request->grace);
        }
        on_signals(SIG_IGN);
        bil_watchdog_stop(); /* what is closed now must come to an end too */
    }
    bil_net_close(net);
    bil_hub_free(hub);
    bil_push_post_free(post); /* may still wake the net */
    bil_net_free(net);
    bil_watchdog_end();
    bil_log_write(log, BIL_LOG_INFO, "stopped", "");
    return code;
}

static void log_of_store(void *context, enum bil_severity severity, const char *sentence)
{
    const bool damage = severity == BIL_SEVERITY_DAMAGE;
    bil_log_text(context, damage ? BIL_LOG_ERROR : BIL_LOG_INFO, damage ? "database damaged" : "database", "why", sentence);
}

static volatile sig_atomic_t interrupted;

static void note_interruption(int signal)
{
    (void)signal;
    interrupted = 1;
}

static bool carrying_goes_on(void *context, uint64_t done, uint64_t all)
{
    struct bil_progress_bar *bar = context;
    bar->all = all;
    if (bar->unit) {
        bil_progress_bar_draw(bar, done);
    }
    return !interrupted;
}

/* A file that was not there before is taken away again. */
static void take_away(const char *path)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    char name[4096];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (snprintf(name, sizeof name, "%s%s", path, ends[i]) < (int)sizeof name) {
            unlink(name);
        }
    }
}

/* Carries all of one database into an empty one, while no server uses either. */
static int carry(const struct request *request)
{
    struct bil_error error = {{0}};
    struct bil_carry_figures figures = {0};
    struct bil_progress_bar bar = {0};
    const struct bil_carry_callbacks callbacks = {&bar, carrying_goes_on};
    const bool file = !bil_store_is_address(request->copy);
    int code = lock_database(request->database);
    code = code == BIL_EXIT_FINE ? lock_database(request->copy) : code;
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    const bool was_there = file && access(request->copy, F_OK) == 0;
    struct bil_store *from = bil_store_open_to_read(request->database, &error);
    struct bil_store *to = from && bil_store_claim(from, true, &error) ? bil_store_open(request->copy, &error) : NULL;
    on_signals(note_interruption);
    if (!bil_progress_bar_begin(&bar, "rows", 0, 0)) {
        bar.unit = NULL; /* nobody looks */
    }
    const bool fine = to && bil_store_claim(to, true, &error) && bil_store_carry(from, to, &callbacks, &figures, &error);
    bil_progress_bar_end(&bar);
    bil_store_close(to);
    bil_store_close(from);
    if (!fine) {
        if (file && !was_there) {
            take_away(request->copy);
        }
        return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    struct bil_text shown = {0};
    bil_store_show(request->copy, &shown);
    bil_text_add(&shown, ": all that is in ");
    bil_store_show(request->database, &shown);
    bil_text_format(&shown, ", %llu rows of %llu tables, read again and compared\n", (unsigned long long)figures.rows,
                    (unsigned long long)figures.tables);
    return bil_print(&shown);
}

static int back_up(const struct request *request)
{
    struct bil_error error = {{0}};
    if (!bil_store_copy(request->database, request->backup, &error)) {
        return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    struct bil_text said = {0};
    bil_text_format(&said, "%s: a copy of %s\n", request->backup, request->database);
    return bil_print(&said);
}

/* Printable, and of one of the two forms that RFC 8292 knows. */
static bool is_contact(const char *text)
{
    const bool mail = strncmp(text, "mailto:", 7) == 0 && strchr(text + 7, '@') && text[7] != '@';
    const bool page = strncmp(text, "https://", 8) == 0 && text[8];
    size_t i = 0;
    while (text[i] > ' ' && text[i] < 127 && text[i] != '"' && text[i] != '\\') {
        i++;
    }
    return (mail || page) && !text[i] && i < 256;
}

static int serve(const struct request *request)
{
    struct bil_error error = {{0}};
    struct bil_net_settings settings;
    struct bil_hub_settings hub;
    struct bil_log log = {.file = STDERR_FILENO};
    if (!request->tls_cert != !request->tls_key) {
        return bil_exit_with(BIL_EXIT_USAGE, "--tls-cert and --tls-key belong together: the certificate and its key.");
    }
    for (int i = 0; i < request->origins.count; i++) {
        const char *origin = request->origins.item[i];
        const char *host = strncmp(origin, "https://", 8) == 0 ? origin + 8 : strncmp(origin, "http://", 7) == 0 ? origin + 7 : "";
        if (!*host || strchr(host, '/')) {
            return bil_exit_with(BIL_EXIT_USAGE, "--origin %s: an origin is https://NAME or http://NAME:PORT, without a path.",
                                 origin);
        }
    }
    if (request->origins.count > BIL_NET_ORIGINS) {
        return bil_exit_with(BIL_EXIT_USAGE, "--origin can be given %d times at most.", BIL_NET_ORIGINS);
    }
    for (int i = 0; i < request->hosts.count; i++) {
        const char *host = request->hosts.item[i];
        if (!*host || strpbrk(host, "/: ")) {
            return bil_exit_with(BIL_EXIT_USAGE, "--host %s: a host is a name alone, play.example.org, without https:// and port.",
                                 host);
        }
    }
    if (request->hosts.count > BIL_NET_HOSTS) {
        return bil_exit_with(BIL_EXIT_USAGE, "--host can be given %d times at most.", BIL_NET_HOSTS);
    }
    if (request->push_contact && !is_contact(request->push_contact)) {
        return bil_exit_with(BIL_EXIT_USAGE,
                             "--push-contact %s: whom push services may ask, as mailto:NAME@HOST or https://HOST/...",
                             request->push_contact);
    }
    if (request->reach && strncmp(request->reach, "http://", 7) != 0 && strncmp(request->reach, "https://", 8) != 0) {
        return bil_exit_with(BIL_EXIT_USAGE, "--reach %s: an address for browsers begins with http:// or https://.",
                             request->reach);
    }
    if ((request->backup != NULL) + (request->copy != NULL) + request->check + request->status > 1) {
        return bil_exit_with(
            BIL_EXIT_USAGE,
            "--backup copies the database, --copy carries it into another, --check looks it over and --status tells "
            "how it stands: one at a time.");
    }
    if (request->json && !request->status) {
        return bil_exit_with(BIL_EXIT_USAGE, "--json belongs to --status.");
    }
    if (request->copy) {
        return carry(request);
    }
    if (request->backup) {
        return back_up(request);
    }
    if (request->check) {
        return bil_online_check(request->database);
    }
    if (request->status) {
        return bil_online_status(request->database, request->json);
    }
    apply(request, &settings, &hub);
    const int code = lock_database(request->database);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    struct bil_store *store = bil_store_open_telling(request->database, log_of_store, &log, &error);
    if (!store) {
        return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    if (!bil_store_claim(store, false, &error)) {
        bil_store_close(store);
        return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    return run(store, &settings, &hub, request, &log);
}

/* A list of processes shows the words that a program was started with: a password in an address is taken out of them. */
static void hide_passwords(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *address = strstr(argv[i], "postgres");
        if (address && bil_store_is_address(address)) {
            bil_store_blank_password(address);
        }
    }
}

int bil_online_serve(int argc, char **argv)
{
    struct request request = {.address = "127.0.0.1",
                              .port = 8000,
                              .database = "billions.db",
                              .connections = 16384,
                              .per_address = 256,
                              .messages = 50,
                              .requests = 50,
                              .bot_pace = 600,
                              .window_floor = 1500,
                              .tables = 100000,
                              .made = 30,
                              .loaded = 1000,
                              .made_of_one = -1, /* the hub knows what is usual: it depends on `tables` */
                              .push_grace = 10,
                              .thought = 30,
                              .grace = 5,
                              .hello = 10,
                              .ping = 25};
    struct request *to = &request;
    const struct bil_flag flags[] = {
        {"address", BIL_FLAG_TEXT, &to->address, "A", "listen on this address (127.0.0.1); 0.0.0.0: all of them", 0, 0},
        {"port", BIL_FLAG_NUMBER, &to->port, "N", "and this port (8000); 0: any that is free", 0, 65535},
        {"database", BIL_FLAG_TEXT, &to->database, "FILE", "keep the tables here (billions.db), or in postgresql://...", 0, 0},
        {"web", BIL_FLAG_TEXT, &to->web, "DIR",
         "give browsers the page that lies in this folder (what is installed); none: no page", 0, 0},
        {"threads", BIL_FLAG_NUMBER, &to->threads, "N", "how many bots think at a time (a thread a processor)", 1, 256},
        {"thought", BIL_FLAG_NUMBER, &to->thought, "S", "a minute for one address, then others come first (30); 0: any", 0, 3600},
        {"tls-cert", BIL_FLAG_TEXT, &to->tls_cert, "FILE", "speak TLS with this certificate (PEM, its chain too)", 0, 0},
        {"tls-key", BIL_FLAG_TEXT, &to->tls_key, "FILE", "and this key", 0, 0},
        {"origin", BIL_FLAG_LIST, &to->origins, "URL", "pages of this other site may play here; repeatable", 0, 0},
        {"host", BIL_FLAG_LIST, &to->hosts, "NAME", "this server's name, beside its addresses; repeatable; *: any", 0, 0},
        {"reach", BIL_FLAG_TEXT, &to->reach, "URL", "telephones nearby find this server here; else it finds that out", 0, 0},
        {"trust-proxy", BIL_FLAG_SWITCH, &to->trust_proxy, NULL, "the caller is who X-Forwarded-For names last", 0, 0},
        {"public-metrics", BIL_FLAG_SWITCH, &to->public_metrics, NULL, "/metrics for everybody, not for this machine alone", 0, 0},
        {"push-contact", BIL_FLAG_TEXT, &to->push_contact, "URL", "send push messages; mailto: or https: of who answers for them",
         0, 0},
        {"push-grace", BIL_FLAG_NUMBER, &to->push_grace, "S", "so long no page of a seat is in sight before one is sent (10)", 0,
         3600},
        {"push-allow-local", BIL_FLAG_SWITCH, &to->push_local, NULL, "for tests: push services on this machine, without TLS", 0, 0},
        {"connections", BIL_FLAG_NUMBER, &to->connections, "N", "how many connections at once (16384)", 16, 1000000},
        {"per-address", BIL_FLAG_NUMBER, &to->per_address, "N", "and from one address (256); 0: any number", 0, 1000000},
        {"messages", BIL_FLAG_NUMBER, &to->messages, "N", "of one client a second (50), 4 times that at once; 0: any number", 0,
         100000},
        {"requests", BIL_FLAG_NUMBER, &to->requests, "N", "of one address a second (50), the same; 0: any number", 0, 100000},
        {"hello", BIL_FLAG_NUMBER, &to->hello, "S", "so long for a request, or a client's first message (10)", 1, 3600},
        {"ping", BIL_FLAG_NUMBER, &to->ping, "S", "ping quiet clients, drop them after twice that (25)", 1, 3600},
        {"tables", BIL_FLAG_NUMBER, &to->tables, "N", "how many tables open or in play (100000); 0: any number", 0, 10000000},
        {"tables-a-minute", BIL_FLAG_NUMBER, &to->made, "N", "tables that one address may make a minute (30); 0: any number", 0,
         1000000},
        {"tables-per-address", BIL_FLAG_NUMBER, &to->made_of_one, "N", "its tables that are not over, at most (256); 0: any number",
         0, 10000000},
        {"park", BIL_FLAG_NUMBER, &to->park, "S", "a game that nobody touches leaves memory after this (60)", 1, 86400},
        {"loaded", BIL_FLAG_NUMBER, &to->loaded, "N", "how many games in memory at once (1000); 0: any number", 0, 1000000},
        {"bot-pace", BIL_FLAG_NUMBER, &to->bot_pace, "MS", "a bot takes so long for its turn, at least (600)", 0, 60000},
        {"window-floor", BIL_FLAG_NUMBER, &to->window_floor, "MS", "bots and orders answer not sooner than this (1500)", 0, 60000},
        {"goodbye", BIL_FLAG_NUMBER, &to->goodbye, "S", "so long after a goodbye a seat is away (20)", 1, 86400},
        {"silence", BIL_FLAG_NUMBER, &to->silence, "S", "and after a connection that was lost, at least (120)", 1, 86400},
        {"grace", BIL_FLAG_NUMBER, &to->grace, "S", "when stopped, wait so long for clients (5)", 0, 600},
        {"watchdog", BIL_FLAG_NUMBER, &to->watchdog, "S", "end when the loop does nothing for so long; 0: never (0)", 0, 86400},
        {"backup", BIL_FLAG_TEXT, &to->backup, "FILE", "do not serve: copy the database, in use or not", 0, 0},
        {"copy", BIL_FLAG_TEXT, &to->copy, "TO", "do not serve: carry all into this empty file or postgresql://...", 0, 0},
        {"check", BIL_FLAG_SWITCH, &to->check, NULL, "do not serve: look the database over, in use or not", 0, 0},
        {"status", BIL_FLAG_SWITCH, &to->status, NULL, "do not serve: tell how the database stands, and who uses it", 0, 0},
        {"json", BIL_FLAG_SWITCH, &to->json, NULL, "with --status: as JSON", 0, 0},
        {0},
    };
    const struct bil_usage usage = {
        "billions serve [OPTIONS]",
        "Lets people and bots play together over a network: tables, seats and games through HTTP and\n"
        "WebSocket. Listens on this machine alone unless --address says otherwise, and prints\n"
        "\"listening on URL\" once it does. Whatever happens is in the database before anybody is told,\n"
        "so it may be killed and started again at any time. SIGTERM or Ctrl-C stops it: clients are\n"
        "told, and it ends within seconds. The log goes to standard error, one JSON object a line. How\n"
        "to run it for others stands in docs/operating.md.",
        flags,
    };
    struct bil_list words = {0};
    const int early = bil_arguments_read(argc, argv, &usage, 0, 0, &words);
    if (early >= 0) {
        return early;
    }
    char *database = bil_memory_text(request.database, strlen(request.database));
    char *copy = request.copy ? bil_memory_text(request.copy, strlen(request.copy)) : NULL;
    hide_passwords(argc, argv);
    request.database = database;
    request.copy = copy;
    const int code = serve(&request);
    free(database);
    free(copy);
    return code;
}
