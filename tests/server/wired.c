/* See wired.h. Must never block: server and clients live in one thread. */
#include "server/wired.h"
#include "unit.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#include "table/helpers.h"
#include "table/json.h"

enum { ROUNDS = 20000, QUICK_ROUNDS = 1000, LONG_LENGTH = 126, LONGER_LENGTH = 127 };

int64_t wired_now = INT64_C(1790000000000);

static int64_t the_time(void)
{
    return wired_now;
}

/* ------------------------------------------------------------------ the same secrets everywhere */

static struct bil_random secrets;

static void secret_bytes(void *const bytes, const size_t count)
{
    bil_random_bytes(&secrets, bytes, count);
}

static uint32_t secret_word(void)
{
    return bil_random_word(&secrets);
}

static const char *secret_name(void)
{
    return "the same on both sides";
}

void wired_secrets(unsigned number)
{
    static struct randombytes_implementation same = {.implementation_name = secret_name,
                                                     .random = secret_word,
                                                     .stir = NULL,
                                                     .uniform = NULL,
                                                     .buf = secret_bytes,
                                                     .close = NULL};
    static bool begun;
    const uint8_t seed[BIL_SEED_BYTES] = {1, 2, 3};
    bil_random_stream(&secrets, seed, 9, number);
    if (!begun) {
        begun = true;
        assert_int_equal(randombytes_set_implementation(&same), 0);
        assert_true(sodium_init() >= 0);
    }
}

/* ------------------------------------------------------------------ the server */

void wired_open(struct wired *wired)
{
    struct bil_error error = {{0}};
    memset(wired, 0, sizeof *wired);
    bil_log_begin(&wired->log, -1);
    bil_net_usual(&wired->settings);
    wired->settings.port = 0;
    wired->settings.clock = the_time;
    wired->settings.per_address = 0;
    wired->settings.messages = wired->settings.requests = (struct bil_rate_limit){0, 0};
    wired->settings.ping = wired->settings.hello = 3600; /* these count true seconds */
    wired->settings.silence = 7200;
    wired->hub_settings = (struct bil_hub_settings){.workers = 1, .made_a_minute = 1000000, .tables_of_one = -1, .park = 5};
    wired->http = -1;
    wired->store = bil_store_open(":memory:", &error);
    wired->net = bil_net_new(&wired->settings, &wired->log, &error);
    if (wired->store && wired->net) {
        wired->hub = bil_hub_new(wired->store, &wired->hub_settings, wired_now, bil_net_wake, wired->net, &error);
    }
    if (!wired->hub || !bil_net_listen(wired->net, wired->hub, wired->store, &error)) {
        helper_fail(error.text);
    }
}

void wired_close(struct wired *wired)
{
    wired_leave(wired);
    if (wired->http >= 0) {
        close(wired->http);
    }
    bil_text_free(&wired->web);
    bil_net_close(wired->net);
    bil_hub_free(wired->hub);
    bil_net_free(wired->net);
}

/* `before`: how often in vain. What does not come at once needs time, not turns: the system may have to send bytes once more. */
static void turn(struct wired *wired, int before)
{
    if (before > QUICK_ROUNDS) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    bil_net_wake(wired->net); /* so that it does not wait */
    wired->wait = bil_net_round(wired->net);
    assert_true(wired->wait >= 0);
}

/* ------------------------------------------------------------------ bytes */

static int connect_to(struct wired *wired)
{
    struct sockaddr_in where = {.sin_family = AF_INET, .sin_port = htons((uint16_t)bil_net_port(wired->net))};
    const int on = 1;
    const int file = socket(AF_INET, SOCK_STREAM, 0);
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_true(file >= 0);
    assert_int_equal(connect(file, (const struct sockaddr *)&where, sizeof where), 0);
    assert_int_equal(fcntl(file, F_SETFL, O_NONBLOCK), 0);
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return file;
}

static void send_all(struct wired *wired, int file, const char *bytes, size_t length)
{
    for (int i = 0; length > 0; i++) {
        const ssize_t sent = send(file, bytes, length, MSG_NOSIGNAL);
        assert_true(sent > 0 || (errno == EAGAIN && i < ROUNDS));
        bytes += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
        if (sent <= 0) {
            turn(wired, i);
        }
    }
}

/* What has come, if anything. */
static size_t receive(int file, char *bytes, size_t room)
{
    const ssize_t count = recv(file, bytes, room, 0);
    assert_true(count > 0 || (count < 0 && errno == EAGAIN)); /* the server never hangs up here */
    return count > 0 ? (size_t)count : 0;
}

/* ------------------------------------------------------------------ what a client hears */

/* The number behind the first `key`. */
static int64_t number_in(const char *text, const char *key, int64_t otherwise)
{
    const char *at = strstr(text, key);
    return at ? strtoll(at + strlen(key), NULL, 10) : otherwise;
}

static void hear_message(struct wired_client *client, char *text, size_t length)
{
    const char kept = text[length];
    text[length] = 0;
    if (strstr(text, "\"type\":\"entry\"") || strstr(text, "\"type\":\"table\"") || strstr(text, "\"type\":\"now\"")) {
        client->number = number_in(text, "\"number\":", client->number);
    }
    text[length] = kept;
    client->frames++;
    client->wired->heard++;
}

/* Takes whole frames off the front of what has come. */
static void hear_frames(struct wired_client *client)
{
    struct bil_text *rest = &client->rest;
    bil_text_char(rest, 0); /* room for a final zero behind the last frame */
    size_t length = rest->length - 1;
    char *at = rest->data;
    if (!client->upgraded) {
        char *end = strstr(at, "\r\n\r\n");
        client->upgraded = end != NULL;
        if (end) {
            assert_int_equal(strncmp(at, "HTTP/1.1 101 ", 13), 0);
            length -= (size_t)(end + 4 - at);
            at = end + 4;
        }
    }
    while (client->upgraded && length >= 2) {
        const unsigned char *head = (const unsigned char *)at;
        const size_t first = head[1];
        const size_t wide = first < LONG_LENGTH ? 0 : first == LONG_LENGTH ? 2 : 8;
        size_t size = wide ? 0 : first;
        if (length < 2 + wide) {
            break;
        }
        for (size_t i = 0; i < wide; i++) {
            size = size << 8 | head[2 + i];
        }
        if (length < 2 + wide + size) {
            break;
        }
        if (client->bye) {
            client->wired->connected -= head[0] == 0x88; /* what answers a goodbye is the last */
            client->over |= head[0] == 0x88;
        } else {
            assert_int_equal(head[0], 0x81); /* whole texts and nothing else */
        }
        if (head[0] == 0x81) {
            hear_message(client, at + 2 + wide, size);
        }
        at += 2 + wide + size;
        length -= 2 + wide + size;
    }
    memmove(rest->data, at, length);
    rest->length = length;
}

static void hear(struct wired_client *client)
{
    static char bytes[1 << 16];
    for (size_t count = 0; !client->over && (count = receive(client->file, bytes, sizeof bytes)) > 0;) {
        if (client->moment != wired_now) {
            bil_text_format(&client->all, "@%lld ", (long long)wired_now);
            client->moment = wired_now;
        }
        bil_text_add_bytes(&client->all, bytes, count);
        bil_text_add_bytes(&client->rest, bytes, count);
        hear_frames(client);
    }
}

static void hear_all(struct wired *wired)
{
    for (int i = 0; i < wired->count; i++) {
        if (wired->client[i].file >= 0 && !wired->client[i].over) {
            hear(&wired->client[i]);
        }
    }
}

void wired_settle(struct wired *wired)
{
    struct bil_hub_figures figures = {0};
    for (int i = 0; i < ROUNDS; i++) {
        turn(wired, i);
        hear_all(wired);
        bil_hub_figures(wired->hub, &figures);
        if (figures.messages_in == wired->said && figures.messages_out == wired->heard && figures.clients == wired->connected &&
            wired->wait > 0) {
            return;
        }
    }
    fprintf(stderr, "%llu of %llu messages have been heard, %llu of %llu said; %lld of %d clients are there\n",
            (unsigned long long)wired->heard, (unsigned long long)figures.messages_out, (unsigned long long)figures.messages_in,
            (unsigned long long)wired->said, (long long)figures.clients, wired->connected);
    helper_fail("Something that was sent does not arrive.");
}

/* Whatever bots think about is thought, and taken in. */
static void think(struct wired *wired)
{
    struct bil_hub_figures figures = {0};
    bil_hub_figures(wired->hub, &figures);
    if (figures.thoughts_waiting > 0) {
        bil_hub_wait(wired->hub);
        wired_settle(wired);
    }
}

void wired_wait(struct wired *const side[2], int64_t milliseconds)
{
    const int64_t until = wired_now + milliseconds;
    for (;;) {
        int64_t wait = until - wired_now;
        for (int s = 0; s < 2; s++) {
            wired_settle(side[s]);
            think(side[s]);
            wait = side[s]->wait < wait ? side[s]->wait : wait;
        }
        if (wired_now == until) {
            return;
        }
        wired_now += wait > 0 ? wait : 1;
    }
}

/* ------------------------------------------------------------------ requests */

/* Whether a whole answer is there, from `from` on; its status, and where its body lies. */
static bool whole(const struct bil_text *web, size_t from, int *status, const char **body, size_t *length)
{
    const char *head = bil_text_string(web) + from;
    const char *end = strstr(head, "\r\n\r\n");
    if (!end) {
        return false;
    }
    *status = atoi(head + strlen("HTTP/1.1 "));
    *length = (size_t)number_in(head, "content-length: ", 0);
    *body = end + 4;
    return web->length - (size_t)(end + 4 - bil_text_string(web)) >= *length;
}

const struct bil_value *wired_ask(struct wired *wired, const char *method, const char *path, const char *bearer, const char *body,
                                  int status)
{
    struct bil_text text = {0};
    struct bil_error error = {{0}};
    const size_t from = wired->web.length;
    const char *answer = NULL;
    char bytes[4096];
    size_t length = 0;
    int got = 0;
    bil_text_format(&text, "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %zu\r\n%s%s%s\r\n", method, path, strlen(body),
                    *bearer ? "Authorization: Bearer " : "", bearer, *bearer ? "\r\n" : "");
    bil_text_add(&text, body);
    if (wired->http < 0) {
        wired->http = connect_to(wired);
    }
    send_all(wired, wired->http, bil_text_string(&text), text.length);
    bil_text_free(&text);
    for (int i = 0; !whole(&wired->web, from, &got, &answer, &length); i++) {
        assert_true(i < ROUNDS);
        turn(wired, i);
        hear_all(wired);
        for (size_t count = 0; (count = receive(wired->http, bytes, sizeof bytes)) > 0;) {
            bil_text_add_bytes(&wired->web, bytes, count);
        }
    }
    if (got != status) {
        fprintf(stderr, "%s %s: %d, not %d: %s\n", method, path, got, status, answer);
    }
    assert_int_equal(got, status);
    const struct bil_value *document = bil_json_read(answer, length, path, &error);
    if (!document) {
        helper_fail(error.text);
    }
    return document;
}

/* ------------------------------------------------------------------ clients */

struct wired_client *wired_client(struct wired *wired, const char *table, const char *token, int seat, bool views)
{
    assert_true(wired->count < WIRED_CLIENTS);
    struct wired_client *client = &wired->client[wired->count++];
    struct bil_text all = client->all;
    struct bil_text rest = client->rest;
    *client = (struct wired_client){.wired = wired, .file = -1, .seat = seat, .views = views, .all = all, .rest = rest};
    bil_text_clear(&client->all);
    bil_text_clear(&client->rest);
    snprintf(client->table, sizeof client->table, "%s", table);
    snprintf(client->token, sizeof client->token, "%s", token ? token : "");
    return client;
}

void wired_say(struct wired_client *client, const char *text)
{
    const size_t length = strlen(text);
    unsigned char head[8] = {0x81, (unsigned char)(0x80 | length)};
    size_t size = 2;
    struct bil_text frame = {0};
    assert_true(length < 65536);
    if (length >= LONG_LENGTH) {
        head[1] = 0x80 | LONG_LENGTH;
        head[2] = (unsigned char)(length >> 8);
        head[3] = (unsigned char)length;
        size = 4;
    }
    bil_text_add_bytes(&frame, (const char *)head, size);
    bil_text_add_bytes(&frame, "\0\0\0\0", 4); /* a mask that changes nothing */
    bil_text_add_bytes(&frame, text, length);
    send_all(client->wired, client->file, frame.data, frame.length);
    bil_text_free(&frame);
    client->wired->said++;
    client->bye |= strcmp(text, "{\"type\":\"bye\"}") == 0;
}

void wired_connect(struct wired_client *client, int64_t seen)
{
    static const char handshake[] = "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                                    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    struct wired *wired = client->wired;
    struct bil_text hello = {0};
    client->file = connect_to(wired);
    client->upgraded = client->bye = client->over = false;
    bil_text_clear(&client->rest);
    send_all(wired, client->file, handshake, sizeof handshake - 1);
    for (int i = 0; !client->upgraded; i++) {
        assert_true(i < ROUNDS);
        turn(wired, i);
        hear_all(wired);
    }
    wired->connected++;
    bil_json_object(&hello);
    bil_json_key_string(&hello, "type", "hello");
    bil_json_key_integer(&hello, "protocol", 1);
    bil_json_key_string(&hello, "table", client->table);
    if (client->token[0]) {
        bil_json_key_string(&hello, "token", client->token);
    }
    if (seen >= 0) {
        bil_json_key_integer(&hello, "seen", seen);
    }
    bil_json_key_bool(&hello, "views", client->views);
    bil_json_object_end(&hello);
    wired_say(client, bil_text_string(&hello));
    bil_text_free(&hello);
    wired_settle(wired);
}

void wired_drop(struct wired_client *client)
{
    close(client->file);
    client->file = -1;
    client->wired->connected -= !client->over;
    wired_settle(client->wired);
}

void wired_forget(struct wired_client *client)
{
    bil_text_clear(&client->all);
    client->moment = 0;
    client->frames = 0;
}

void wired_forget_web(struct wired *wired)
{
    bil_text_clear(&wired->web);
}

void wired_leave(struct wired *wired)
{
    for (int i = wired->count - 1; i >= 0; i--) { /* nobody hears that the others go */
        struct wired_client *client = &wired->client[i];
        if (client->file >= 0) {
            close(client->file);
            client->file = -1;
            wired->connected -= !client->over;
        }
    }
    wired->count = 0;
    for (int i = 0; i < ROUNDS; i++) {
        struct bil_hub_figures figures = {0};
        turn(wired, i);
        bil_hub_figures(wired->hub, &figures);
        wired->heard = figures.messages_out; /* what was sent to the leaving is lost with them */
        if (figures.clients == wired->connected && wired->wait > 0) {
            break;
        }
    }
    for (int i = 0; i < WIRED_CLIENTS && !wired->connected; i++) {
        bil_text_free(&wired->client[i].all);
        bil_text_free(&wired->client[i].rest);
    }
}
