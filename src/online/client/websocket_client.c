/* See websocket_client.h. One thread with libcurl's multi interface connects, reads and writes; two lists lead from and to its
 * owner. Must never hold the lock while libcurl works, and never lose or reorder a message that came. */
#include "online/client/websocket_client.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "online/client/liveness.h"
#include "online/client/websocket_channel.h"
#include "server/common/token.h"
#include "table/clock.h"
#include "table/memory.h"

enum {
    FAREWELL = 1000, /* milliseconds to send what waits at the end */
    LONGEST = 60000, /* milliseconds until the thread looks by itself */
    SLOTS = BIL_LIVENESS_SLOTS
};

struct item {
    struct item *next;
    enum bil_websocket_news news;
    size_t length;
    char text[];
};
struct list {
    struct item *first, *last;
};

/* What the owner wants, besides messages to be sent. */
struct wishes {
    bool closing;
    bool wish[BIL_WEBSOCKET_WISHES];
};

struct bil_websocket {
    struct bil_url url;
    char authority[512];
    CURLM *multi;
    pthread_t thread;
    int pipe[2];
    struct item *shown; /* what bil_websocket_next last gave */

    pthread_mutex_t lock; /* of what follows */
    struct list in, out;
    struct bil_text greeting;
    struct wishes wishes;
    bool up; /* messages can be sent */

    /* of the thread alone */
    struct bil_liveness liveness;
    struct bil_channel channel[SLOTS];
};

/* Milliseconds that go on while the machine sleeps: a connection that it slept over is asked at once. */
static int64_t read_clock(void)
{
    return bil_clock_ms_of(CLOCK_BOOTTIME);
}

/* ------------------------------------------------------------------ lists */

static struct item *make_item(enum bil_websocket_news news, const char *text, size_t length)
{
    struct item *item = bil_memory_zero(1, sizeof *item + length + 1);
    item->news = news;
    item->length = length;
    memcpy(item->text, text, length);
    return item;
}

static void push_item(struct list *list, struct item *item)
{
    *(list->last ? &list->last->next : &list->first) = item;
    list->last = item;
}

static struct item *pull_item(struct list *list)
{
    struct item *item = list->first;
    if (item) {
        list->first = item->next;
        list->last = list->first ? list->last : NULL;
    }
    return item;
}

static void empty_list(struct list *list)
{
    for (struct item *item = pull_item(list); item; item = pull_item(list)) {
        free(item);
    }
}

/* ------------------------------------------------------------------ the thread: what its owner hears */

static void tell_owner(struct bil_websocket *websocket, enum bil_websocket_news news, const char *text, size_t length)
{
    struct item *item = make_item(news, text, length);
    pthread_mutex_lock(&websocket->lock);
    const bool was_empty = websocket->in.first == NULL;
    push_item(&websocket->in, item);
    if (was_empty && write(websocket->pipe[1], "", 1) < 0) {
        /* The pipe is full of older signs: one is enough. */
    }
    pthread_mutex_unlock(&websocket->lock);
}

/* Messages can be sent from now on, or not; those that wait are for the connection that was. */
static void set_up(struct bil_websocket *websocket, bool up)
{
    pthread_mutex_lock(&websocket->lock);
    websocket->up = up;
    if (!up) {
        empty_list(&websocket->out);
    }
    pthread_mutex_unlock(&websocket->lock);
}

static void end_slot(struct bil_websocket *websocket, int slot, const char *why)
{
    char words[BIL_CURL_WHY];
    struct bil_channel *channel = &websocket->channel[slot];
    const bool moved = channel->moved && slot == websocket->liveness.up;
    snprintf(words, sizeof words, "%s", why); /* it may be the channel's */
    bil_channel_end(channel, websocket->multi);
    if (slot == websocket->liveness.up) {
        set_up(websocket, false);
    }
    if (bil_liveness_gone(&websocket->liveness, slot, moved, read_clock())) {
        tell_owner(websocket, BIL_WEBSOCKET_DOWN, words, strlen(words));
    }
}

/* The server was heard of on a connection. */
static void take_sign(struct bil_websocket *websocket, int slot)
{
    const enum bil_liveness_news news = bil_liveness_heard(&websocket->liveness, slot, read_clock());
    if (news == BIL_ALIVE) {
        return;
    }
    for (int i = 0; i < SLOTS; i++) {
        if (i != slot) {
            bil_channel_end(&websocket->channel[i], websocket->multi);
        }
    }
    set_up(websocket, true);
    tell_owner(websocket, news == BIL_ALIVE_NEW ? BIL_WEBSOCKET_UP : BIL_WEBSOCKET_BACK, "", 0);
}

/* ------------------------------------------------------------------ the thread: connections */

static void begin_slot(struct bil_websocket *websocket, int slot)
{
    if (!bil_channel_begin(&websocket->channel[slot], websocket->multi, &websocket->url, websocket->authority,
                           BIL_LIVENESS_ATTEMPT)) {
        end_slot(websocket, slot, "no connection could be begun");
    }
}

static void say_doubt(struct bil_websocket *websocket)
{
    char words[64];
    const int64_t silent = read_clock() - websocket->liveness.heard;
    snprintf(words, sizeof words, "No answer for %lld s: trying again.", (long long)(silent / 1000));
    pthread_mutex_lock(&websocket->lock);
    websocket->up = false;
    pthread_mutex_unlock(&websocket->lock);
    tell_owner(websocket, BIL_WEBSOCKET_DOUBT, words, strlen(words));
}

static void do_what_is_due(struct bil_websocket *websocket)
{
    static const char absent[] = "the table has moved, and is not there yet";
    struct bil_liveness *liveness = &websocket->liveness;
    int slot = 0;
    for (;;) {
        switch (bil_liveness_due(liveness, read_clock(), &slot)) {
        case BIL_STEP_PING:
            bil_channel_add(&websocket->channel[liveness->up], BIL_OPCODE_PING, "?", 1);
            break;
        case BIL_STEP_DOUBT:
            say_doubt(websocket);
            break;
        case BIL_STEP_TRY:
            begin_slot(websocket, slot);
            break;
        case BIL_STEP_ABANDON:
            end_slot(websocket, slot, "it did not answer in time");
            break;
        case BIL_STEP_ABSENT:
            tell_owner(websocket, BIL_WEBSOCKET_DOWN, absent, sizeof absent - 1);
            break;
        case BIL_STEP_WAIT:
            return;
        }
    }
}

/* Lets libcurl go on with the connections that are not made yet. */
static void advance_attempts(struct bil_websocket *websocket)
{
    int count = 0;
    curl_multi_perform(websocket->multi, &count);
    for (const CURLMsg *message = curl_multi_info_read(websocket->multi, &count); message;
         message = curl_multi_info_read(websocket->multi, &count)) {
        struct bil_channel *channel = NULL;
        const CURLcode code = message->data.result;
        if (message->msg == CURLMSG_DONE &&
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&channel) == CURLE_OK &&
            !bil_channel_connected(channel, &websocket->url, code)) {
            end_slot(websocket, (int)(channel - websocket->channel), channel->why);
        }
    }
}

/* Puts what waits into the connection that is up, and the greeting into those that have not heard it. */
static void fill_channels(struct bil_websocket *websocket)
{
    const int up = websocket->liveness.up;
    pthread_mutex_lock(&websocket->lock);
    for (struct item *item = up >= 0 ? pull_item(&websocket->out) : NULL; item; item = pull_item(&websocket->out)) {
        bil_channel_add(&websocket->channel[up], BIL_OPCODE_TEXT, item->text, item->length);
        free(item);
    }
    for (int i = 0; i < SLOTS && websocket->greeting.length > 0; i++) {
        struct bil_channel *channel = &websocket->channel[i];
        if (channel->phase == BIL_CHANNEL_OPEN && !channel->greeted) {
            channel->greeted = true;
            bil_channel_add(channel, BIL_OPCODE_TEXT, websocket->greeting.data, websocket->greeting.length);
        }
    }
    pthread_mutex_unlock(&websocket->lock);
}

/* Everything that has come. Before its greeting is answered, pings are no sign that a connection is good. */
static void read_slot(struct bil_websocket *websocket, int slot)
{
    struct bil_channel *channel = &websocket->channel[slot];
    const char *text = NULL;
    size_t length = 0;
    while (channel->phase >= BIL_CHANNEL_ASKED) {
        switch (bil_channel_read(channel, &websocket->url, &text, &length)) {
        case BIL_CHANNEL_MESSAGE:
            take_sign(websocket, slot);
            tell_owner(websocket, BIL_WEBSOCKET_TEXT, text, length);
            break;
        case BIL_CHANNEL_SIGN:
            if (slot == websocket->liveness.up) {
                take_sign(websocket, slot);
            }
            break;
        case BIL_CHANNEL_LOST:
            end_slot(websocket, slot, channel->why);
            return;
        case BIL_CHANNEL_NOTHING:
            return;
        }
    }
}

static void wait_for_something(struct bil_websocket *websocket)
{
    struct curl_waitfd wanted[SLOTS];
    unsigned int count = 0;
    for (int i = 0; i < SLOTS; i++) {
        struct bil_channel *channel = &websocket->channel[i];
        bil_channel_write(channel);
        if (channel->phase >= BIL_CHANNEL_ASKED) {
            wanted[count++] = (struct curl_waitfd){
                .fd = channel->socket, .events = (short)(CURL_WAIT_POLLIN | (bil_channel_full(channel) ? CURL_WAIT_POLLOUT : 0))};
        }
    }
    const int64_t left = bil_liveness_next(&websocket->liveness) - read_clock();
    curl_multi_poll(websocket->multi, wanted, count, left < 0 ? 0 : left < LONGEST ? (int)left : LONGEST, NULL);
}

static struct wishes take_wishes(struct bil_websocket *websocket)
{
    pthread_mutex_lock(&websocket->lock);
    const struct wishes wishes = websocket->wishes;
    websocket->wishes.wish[BIL_WEBSOCKET_BREAK] = websocket->wishes.wish[BIL_WEBSOCKET_HURRY] = false;
    pthread_mutex_unlock(&websocket->lock);
    return wishes;
}

/* One round. False: the owner wants to end. */
static bool work_once(struct bil_websocket *websocket)
{
    const struct wishes wishes = take_wishes(websocket);
    if (wishes.closing) {
        return false;
    }
    websocket->liveness.calm = wishes.wish[BIL_WEBSOCKET_CALM];
    if (wishes.wish[BIL_WEBSOCKET_BREAK] && websocket->liveness.up >= 0) {
        end_slot(websocket, websocket->liveness.up, "the connection was broken off");
    }
    if (wishes.wish[BIL_WEBSOCKET_HURRY]) {
        bil_liveness_hurry(&websocket->liveness, read_clock());
    }
    advance_attempts(websocket);
    for (int i = 0; i < SLOTS; i++) {
        read_slot(websocket, i);
    }
    do_what_is_due(websocket);
    fill_channels(websocket);
    wait_for_something(websocket);
    return true;
}

/* What waits is sent if that is quickly done, and the closing frame. */
static void say_goodbye(struct bil_websocket *websocket)
{
    static const char normal[] = {(char)(BIL_CLOSE_NORMAL >> 8), (char)(BIL_CLOSE_NORMAL & 0xff)};
    const int up = websocket->liveness.up;
    const int64_t until = read_clock() + FAREWELL;
    if (up < 0) {
        return;
    }
    struct bil_channel *channel = &websocket->channel[up];
    fill_channels(websocket);
    bil_channel_add(channel, BIL_OPCODE_CLOSE, normal, sizeof normal);
    bil_channel_write(channel);
    while (bil_channel_full(channel) && read_clock() < until) {
        struct curl_waitfd wanted = {.fd = channel->socket, .events = CURL_WAIT_POLLOUT};
        curl_multi_poll(websocket->multi, &wanted, 1, FAREWELL / 10, NULL);
        bil_channel_write(channel);
    }
}

static void *run_thread(void *argument)
{
    struct bil_websocket *websocket = argument;
    while (work_once(websocket)) {
    }
    say_goodbye(websocket);
    for (int i = 0; i < SLOTS; i++) {
        bil_channel_end(&websocket->channel[i], websocket->multi);
    }
    return NULL;
}

/* ------------------------------------------------------------------ for its owner */

static struct bil_websocket *free_websocket(struct bil_websocket *websocket)
{
    curl_multi_cleanup(websocket->multi);
    for (int i = 0; i < 2; i++) {
        if (websocket->pipe[i] >= 0) {
            close(websocket->pipe[i]);
        }
    }
    empty_list(&websocket->in);
    empty_list(&websocket->out);
    free(websocket->shown);
    bil_text_free(&websocket->greeting);
    pthread_mutex_destroy(&websocket->lock);
    free(websocket);
    return NULL;
}

/* Signals are for the thread that has the keyboard. */
static int start_thread(struct bil_websocket *websocket)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int failed = pthread_create(&websocket->thread, NULL, run_thread, websocket);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failed;
}

struct bil_websocket *bil_websocket_open(const struct bil_url *url, const char *authority, struct bil_error *error)
{
    uint64_t chance = 0;
    if (!bil_curl_authority_fits(authority, error)) {
        return NULL;
    }
    struct bil_websocket *websocket = bil_memory_zero(1, sizeof *websocket);
    websocket->url = *url;
    websocket->pipe[0] = websocket->pipe[1] = -1;
    pthread_mutex_init(&websocket->lock, NULL);
    snprintf(websocket->authority, sizeof websocket->authority, "%s", authority ? authority : "");
    bil_token_random(&chance, sizeof chance);
    bil_liveness_begin(&websocket->liveness, chance, read_clock());
    if (pipe(websocket->pipe) != 0 || fcntl(websocket->pipe[0], F_SETFL, O_NONBLOCK) != 0 ||
        fcntl(websocket->pipe[1], F_SETFL, O_NONBLOCK) != 0) {
        bil_fail(error, "This program has no file descriptors left for a connection.");
        return free_websocket(websocket);
    }
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK || !(websocket->multi = curl_multi_init()) ||
        curl_multi_setopt(websocket->multi, CURLMOPT_MAXCONNECTS, (long)(2 * SLOTS)) != CURLM_OK) {
        bil_fail(error, "libcurl, which makes connections, could not be started.");
        return free_websocket(websocket);
    }
    const int failed = start_thread(websocket);
    if (failed) {
        bil_fail(error, "No thread could be started for the connection: %s.", strerror(failed));
        return free_websocket(websocket);
    }
    return websocket;
}

void bil_websocket_close(struct bil_websocket *websocket)
{
    if (!websocket) {
        return;
    }
    pthread_mutex_lock(&websocket->lock);
    websocket->wishes.closing = true;
    pthread_mutex_unlock(&websocket->lock);
    curl_multi_wakeup(websocket->multi);
    pthread_join(websocket->thread, NULL);
    free_websocket(websocket);
}

void bil_websocket_greet(struct bil_websocket *websocket, const char *greeting)
{
    pthread_mutex_lock(&websocket->lock);
    const bool first = websocket->greeting.length == 0;
    bil_text_clear(&websocket->greeting);
    bil_text_add(&websocket->greeting, greeting);
    pthread_mutex_unlock(&websocket->lock);
    if (first) {
        curl_multi_wakeup(websocket->multi);
    }
}

void bil_websocket_wish(struct bil_websocket *websocket, enum bil_websocket_wish wish, bool value)
{
    pthread_mutex_lock(&websocket->lock);
    websocket->wishes.wish[wish] = value;
    pthread_mutex_unlock(&websocket->lock);
    curl_multi_wakeup(websocket->multi);
}

bool bil_websocket_send(struct bil_websocket *websocket, const char *text)
{
    struct item *item = make_item(BIL_WEBSOCKET_TEXT, text, strlen(text));
    pthread_mutex_lock(&websocket->lock);
    const bool up = websocket->up;
    if (up) {
        push_item(&websocket->out, item);
    }
    pthread_mutex_unlock(&websocket->lock);
    if (up) {
        curl_multi_wakeup(websocket->multi);
    } else {
        free(item);
    }
    return up;
}

int bil_websocket_fd(const struct bil_websocket *websocket)
{
    return websocket->pipe[0];
}

enum bil_websocket_news bil_websocket_next(struct bil_websocket *websocket, const char **text)
{
    free(websocket->shown);
    pthread_mutex_lock(&websocket->lock);
    websocket->shown = pull_item(&websocket->in);
    char signs[64];
    if (!websocket->in.first) {
        while (read(websocket->pipe[0], signs, sizeof signs) > 0) {
        }
    }
    pthread_mutex_unlock(&websocket->lock);
    *text = websocket->shown ? websocket->shown->text : "";
    return websocket->shown ? websocket->shown->news : BIL_WEBSOCKET_NOTHING;
}
