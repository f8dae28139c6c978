/* A WebSocket that stays: one thread that connects, reads and writes, and two lists between it and its owner. Must never hold
 * the lock while the library works, and never lose or reorder a message that came. */
#include "server/link.h"

#include <fcntl.h>
#include <libwebsockets.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/link_context.h"
#include "server/link_trust.h"
#include "table/memory.h"

enum {
    LARGEST = 4 * 1024 * 1024, /* bytes of a message of the server */
    PATIENCE = 20,             /* seconds of silence before the other side is asked whether it is there */
    HANG_UP = 40,              /* and until it is given up */
    STEADY = 10,               /* seconds that a connection lasts before the pauses begin anew */
    FAREWELL = 1,              /* seconds to send what waits at the end */
    MOVING = 1,                /* seconds that a server may take to be there again that said so */
    MOVED = 4000               /* the status of a closing frame that says so (docs/protocol.md) */
};

/* Milliseconds before each further attempt. */
static const uint32_t pauses[] = {250, 500, 1000, 2000, 4000, 8000, 15000, 30000};
enum { PAUSES = sizeof pauses / sizeof *pauses };

struct item {
    struct item *next;
    enum bil_link_news news;
    size_t length;
    char text[];
};
struct list {
    struct item *first, *last;
};

struct bil_link {
    struct bil_url url;
    char path[180];
    char authority[512];
    struct lws_context *context;
    pthread_t thread;
    int pipe[2];
    struct item *shown; /* what bil_link_next last gave */

    pthread_mutex_t lock; /* of what follows */
    struct list in, out;
    bool up, closing, break_off;

    /* of the thread alone */
    struct lws *wsi;
    struct bil_trust trust;
    lws_sorted_usec_list_t again, farewell, word;
    int attempt;
    time_t since;
    bool told_down, given_up, moved, quiet;
    struct bil_text coming;
};

/* ------------------------------------------------------------------ lists */

static struct item *make_item(enum bil_link_news news, const char *text, size_t length)
{
    struct item *item = bil_memory_zero(1, sizeof *item + length + 1);
    item->news = news;
    item->length = length;
    memcpy(item->text, text, length);
    return item;
}

static void push(struct list *list, struct item *item)
{
    if (list->last) {
        list->last->next = item;
    } else {
        list->first = item;
    }
    list->last = item;
}

static struct item *pull(struct list *list)
{
    struct item *item = list->first;
    if (item) {
        list->first = item->next;
        list->last = list->first ? list->last : NULL;
    }
    return item;
}

static void empty(struct list *list)
{
    for (struct item *item = pull(list); item; item = pull(list)) {
        free(item);
    }
}

/* ------------------------------------------------------------------ the thread */

static void tell(struct bil_link *link, enum bil_link_news news, const char *text, size_t length)
{
    struct item *item = make_item(news, text, length);
    pthread_mutex_lock(&link->lock);
    const bool was_empty = link->in.first == NULL;
    push(&link->in, item);
    if (was_empty && write(link->pipe[1], "", 1) < 0) {
        /* The pipe is full of older signs: one is enough. */
    }
    pthread_mutex_unlock(&link->lock);
}

static void connect_now(lws_sorted_usec_list_t *timer);

/* A server that wanted to be there again at once is not. */
static void still_moving(lws_sorted_usec_list_t *timer)
{
    static const char why[] = "the table has moved, and is not there yet";
    struct bil_link *link = lws_container_of(timer, struct bil_link, word);
    link->quiet = false;
    if (!link->told_down) {
        link->told_down = true;
        tell(link, BIL_LINK_DOWN, why, sizeof why - 1);
    }
}

/* The connection is gone or never came: says so once, and tries again later. */
static void lost(struct bil_link *link, const char *why, size_t length)
{
    const bool moved = link->moved;
    link->wsi = NULL;
    link->moved = false;
    bil_text_clear(&link->coming);
    pthread_mutex_lock(&link->lock);
    const bool closing = link->closing;
    link->up = false;
    link->break_off = false;
    empty(&link->out);
    pthread_mutex_unlock(&link->lock);
    if (closing) {
        return;
    }
    const bool at_once = moved && time(NULL) > link->since; /* where it only goes to and fro the pauses are kept */
    if (moved) {
        link->quiet = true;
        link->attempt = 0;
        lws_sul_schedule(link->context, 0, &link->word, still_moving, (lws_usec_t)MOVING * LWS_US_PER_SEC);
    }
    if (!link->told_down && !link->quiet) {
        link->told_down = true;
        tell(link, BIL_LINK_DOWN, why, length);
    }
    if (link->since && time(NULL) - link->since >= STEADY) {
        link->attempt = 0;
    }
    link->since = 0;
    /* Clients of a server that comes back do not all come in the same moment. */
    const uint32_t pause = pauses[link->attempt] + (uint32_t)((uintptr_t)link >> 6U) % (pauses[link->attempt] / 4U);
    link->attempt += link->attempt + 1 < PAUSES;
    lws_sul_schedule(link->context, 0, &link->again, connect_now, at_once ? 1 : (lws_usec_t)pause * LWS_US_PER_MS);
}

static const char protocol_name[] = "billions";

static void connect_now(lws_sorted_usec_list_t *timer)
{
    static const lws_retry_bo_t idle = {.secs_since_valid_ping = PATIENCE, .secs_since_valid_hangup = HANG_UP};
    struct bil_link *link = lws_container_of(timer, struct bil_link, again);
    struct bil_text host = {0};
    bil_link_host(&link->url, &host);
    const struct lws_client_connect_info info = {.context = link->context,
                                                 .address = link->url.host,
                                                 .port = link->url.port,
                                                 .path = link->path,
                                                 .host = bil_text_string(&host),
                                                 .local_protocol_name = protocol_name,
                                                 .ssl_connection = link->url.secure ? LCCSCF_USE_SSL : 0,
                                                 .alpn = "http/1.1",
                                                 .retry_and_idle_policy = &idle,
                                                 .pwsi = &link->wsi};
    link->given_up = false;
    link->trust = (struct bil_trust){0};
    if (!lws_client_connect_via_info(&info) && !link->given_up) {
        lost(link, "no connection could be begun", strlen("no connection could be begun"));
    }
    bil_text_free(&host);
}

/* One message goes out; the next one when there is room again. */
static int send_next(struct bil_link *link, struct lws *wsi)
{
    pthread_mutex_lock(&link->lock);
    struct item *item = pull(&link->out);
    const bool more = link->out.first != NULL;
    const bool break_off = link->break_off;
    pthread_mutex_unlock(&link->lock);
    if (break_off) {
        free(item);
        return -1;
    }
    if (item) {
        char *room = bil_memory_zero(1, LWS_PRE + item->length);
        memcpy(room + LWS_PRE, item->text, item->length);
        const int sent = lws_write(wsi, (unsigned char *)room + LWS_PRE, item->length, LWS_WRITE_TEXT);
        const bool fine = sent >= (int)item->length;
        free(room);
        free(item);
        if (!fine) {
            return -1;
        }
    }
    if (more) {
        lws_callback_on_writable(wsi);
    }
    return 0;
}

static int receive(struct bil_link *link, struct lws *wsi, const char *bytes, size_t length)
{
    if (link->coming.length + length > LARGEST) {
        return -1;
    }
    bil_text_add_bytes(&link->coming, bytes, length);
    if (lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0) {
        tell(link, BIL_LINK_TEXT, bil_text_string(&link->coming), link->coming.length);
        bil_text_clear(&link->coming);
    }
    return 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct bil_link *link = lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        link->wsi = wsi;
        link->since = time(NULL);
        link->told_down = link->quiet = false;
        lws_sul_cancel(&link->word);
        pthread_mutex_lock(&link->lock);
        link->up = true;
        pthread_mutex_unlock(&link->lock);
        tell(link, BIL_LINK_UP, "", 0);
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: {
        char why[BIL_TRUST_WHY];
        bil_trust_why(&link->trust, &link->url, in ? in : "no connection", in ? length : strlen("no connection"), why);
        link->given_up = true;
        lost(link, why, strlen(why));
        return 0;
    }
    case LWS_CALLBACK_OPENSSL_PERFORM_SERVER_CERT_VERIFICATION:
        bil_trust_looked(&link->trust, length != 0, user);
        return 0;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        link->moved = length >= 2 && (((const unsigned char *)in)[0] << 8 | ((const unsigned char *)in)[1]) == MOVED;
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
        lost(link, "the connection was closed", strlen("the connection was closed"));
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return receive(link, wsi, in, length);
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return send_next(link, wsi);
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        if (link && link->wsi && link->since) {
            lws_callback_on_writable(link->wsi);
        }
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols protocols[] = {{.name = protocol_name, .callback = on_event, .rx_buffer_size = 4096}, {0}};

static void time_is_up(lws_sorted_usec_list_t *timer)
{
    struct bil_link *link = lws_container_of(timer, struct bil_link, farewell);
    link->since = 0;
}

/* Whether the thread is to end: at once, or after what waits was sent. */
static bool may_end(struct bil_link *link)
{
    pthread_mutex_lock(&link->lock);
    const bool closing = link->closing;
    const bool busy = link->up && link->out.first;
    pthread_mutex_unlock(&link->lock);
    if (!closing) {
        return false;
    }
    if (!busy || !link->since) {
        return true;
    }
    if (link->farewell.us == 0) {
        lws_sul_schedule(link->context, 0, &link->farewell, time_is_up, (lws_usec_t)FAREWELL * LWS_US_PER_SEC);
    }
    return false;
}

static void *run(void *argument)
{
    struct bil_link *link = argument;
    lws_sul_schedule(link->context, 0, &link->again, connect_now, 1);
    while (!may_end(link) && lws_service(link->context, 0) >= 0) {
    }
    return NULL;
}

/* ------------------------------------------------------------------ for its owner */

static struct bil_link *give_up(struct bil_link *link)
{
    if (link->context) {
        lws_context_destroy(link->context);
    }
    for (int i = 0; i < 2; i++) {
        if (link->pipe[i] >= 0) {
            close(link->pipe[i]);
        }
    }
    pthread_mutex_destroy(&link->lock);
    free(link);
    return NULL;
}

struct bil_link *bil_link_open(const struct bil_url *url, const char *authority, struct bil_error *error)
{
    if (!bil_trust_file(authority, error)) {
        return NULL;
    }
    struct bil_link *link = bil_memory_zero(1, sizeof *link);
    link->url = *url;
    link->pipe[0] = link->pipe[1] = -1;
    pthread_mutex_init(&link->lock, NULL);
    snprintf(link->path, sizeof link->path, "%s/ws/%s", url->base, url->table);
    snprintf(link->authority, sizeof link->authority, "%s", authority ? authority : "");
    if (pipe(link->pipe) != 0 || fcntl(link->pipe[0], F_SETFL, O_NONBLOCK) != 0 || fcntl(link->pipe[1], F_SETFL, O_NONBLOCK) != 0) {
        bil_fail(error, "This program has no file descriptors left for a connection.");
        return give_up(link);
    }
    struct lws_context_creation_info info;
    bil_link_context(&info, url, link->authority, protocols, link);
    link->context = lws_create_context(&info);
    if (!link->context) {
        bil_fail(error, "The network library could not be started%s%s.", *link->authority ? "; are there certificates in " : "",
                 link->authority);
        return give_up(link);
    }
    /* Signals are for the thread that has the keyboard. */
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int failed = pthread_create(&link->thread, NULL, run, link);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed) {
        bil_fail(error, "No thread could be started for the connection: %s.", strerror(failed));
        return give_up(link);
    }
    return link;
}

static void wake(struct bil_link *link)
{
    lws_cancel_service(link->context);
}

void bil_link_close(struct bil_link *link)
{
    if (!link) {
        return;
    }
    pthread_mutex_lock(&link->lock);
    link->closing = true;
    pthread_mutex_unlock(&link->lock);
    wake(link);
    pthread_join(link->thread, NULL);
    lws_sul_cancel(&link->again);
    lws_sul_cancel(&link->farewell);
    lws_sul_cancel(&link->word);
    empty(&link->in);
    empty(&link->out);
    free(link->shown);
    bil_text_free(&link->coming);
    give_up(link);
}

bool bil_link_send(struct bil_link *link, const char *text)
{
    struct item *item = make_item(BIL_LINK_TEXT, text, strlen(text));
    pthread_mutex_lock(&link->lock);
    const bool up = link->up;
    if (up) {
        push(&link->out, item);
    }
    pthread_mutex_unlock(&link->lock);
    if (up) {
        wake(link);
    } else {
        free(item);
    }
    return up;
}

void bil_link_break(struct bil_link *link)
{
    pthread_mutex_lock(&link->lock);
    link->break_off = link->up;
    pthread_mutex_unlock(&link->lock);
    wake(link);
}

int bil_link_fd(const struct bil_link *link)
{
    return link->pipe[0];
}

enum bil_link_news bil_link_next(struct bil_link *link, const char **text)
{
    free(link->shown);
    pthread_mutex_lock(&link->lock);
    link->shown = pull(&link->in);
    char signs[64];
    if (!link->in.first) {
        while (read(link->pipe[0], signs, sizeof signs) > 0) {
        }
    }
    pthread_mutex_unlock(&link->lock);
    *text = link->shown ? link->shown->text : "";
    return link->shown ? link->shown->news : BIL_LINK_NOTHING;
}
