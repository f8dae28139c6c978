/* See socket_server.h. Must never block: server and clients live in one thread. */
#include "server/http/socket_server.h"
#include "unit.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#include "billions/json.h"
#include "table/helpers.h"
#include "table/memory.h"

enum { ROUNDS = 20000, QUICK_ROUNDS = 1000 };

int64_t socket_server_now = INT64_C(1790000000000);

static int64_t the_time(void)
{
    return socket_server_now;
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

void socket_server_secrets(unsigned number)
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

void socket_server_open(struct socket_server *server)
{
    struct bil_error error = {{0}};
    memset(server, 0, sizeof *server);
    server->log = (struct bil_log){.file = -1};
    bil_net_usual(&server->settings);
    server->settings.port = 0;
    server->settings.clock = the_time;
    server->settings.per_address = 0;
    server->settings.messages = server->settings.requests = (struct bil_rate_limit){0, 0};
    server->settings.ping = server->settings.hello = 3600; /* these count true seconds */
    server->settings.silence = 7200;
    server->hub_settings = (struct bil_hub_settings){.workers = 1, .made_a_minute = 1000000, .tables_of_one = -1, .park = 5};
    server->http = -1;
    server->store = bil_store_open(":memory:", &error);
    server->net = bil_net_new(&server->settings, &server->log, &error);
    if (server->store && server->net) {
        server->hub = bil_hub_new(server->store, &server->hub_settings, socket_server_now, bil_net_wake, server->net, &error);
    }
    if (!server->hub || !bil_net_listen(server->net, server->hub, server->store, &error)) {
        helper_fail(error.text);
    }
}

void socket_server_close(struct socket_server *server)
{
    socket_server_leave(server);
    if (server->http >= 0) {
        close(server->http);
    }
    bil_text_free(&server->web);
    bil_net_close(server->net);
    bil_hub_free(server->hub);
    bil_net_free(server->net);
}

/* `before`: how often in vain. What does not come at once needs time, not turns: the system may have to send bytes once more. */
static void turn(struct socket_server *server, int before)
{
    if (before > QUICK_ROUNDS) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    bil_net_wake(server->net); /* so that it does not wait */
    server->wait = bil_net_round(server->net);
    assert_true(server->wait >= 0);
}

/* ------------------------------------------------------------------ bytes */

static int connect_to(struct bil_net *net)
{
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons((uint16_t)bil_net_port(net))};
    const int on = 1;
    const int file = socket(AF_INET, SOCK_STREAM, 0);
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_true(file >= 0);
    assert_int_equal(connect(file, (const struct sockaddr *)&there, sizeof there), 0);
    assert_int_equal(fcntl(file, F_SETFL, O_NONBLOCK), 0);
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return file;
}

static void send_all(struct socket_server *server, int file, const char *bytes, size_t length)
{
    for (int i = 0; length > 0; i++) {
        const ssize_t sent = send(file, bytes, length, MSG_NOSIGNAL);
        assert_true(sent > 0 || (errno == EAGAIN && i < ROUNDS));
        bytes += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
        if (sent <= 0) {
            turn(server, i);
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

static void hear_message(struct socket_server_client *client, const char *content, size_t length)
{
    char *text = bil_memory_text(content, length);
    if (strstr(text, "\"type\":\"entry\"") || strstr(text, "\"type\":\"table\"") || strstr(text, "\"type\":\"now\"")) {
        client->number = number_in(text, "\"number\":", client->number);
    }
    free(text);
    client->frames++;
    client->server->heard++;
}

/* Whole texts and nothing else, until a goodbye is answered. */
static void hear_frames(struct socket_server_client *client, char *bytes, size_t count)
{
    while (count > 0 && !client->over) {
        struct bil_frame_found found;
        const enum bil_frame kind = bil_frames_read(&client->reader, bytes, count, &found);
        if (kind == BIL_FRAME_MESSAGE) {
            hear_message(client, found.content, found.length);
        } else if (kind == BIL_FRAME_CLOSE && client->bye) {
            client->server->connected--; /* it is the last */
            client->over = true;
        } else {
            assert_int_equal(kind, BIL_FRAME_NONE);
        }
        bytes += found.used;
        count -= found.used;
    }
}

/* The answer to the handshake, and what comes behind it. */
static void hear_bytes(struct socket_server_client *client, char *bytes, size_t count)
{
    struct bil_text *head = &client->head;
    if (!client->upgraded) {
        bil_text_add_bytes(head, bytes, count);
        const char *end = strstr(bil_text_string(head), "\r\n\r\n");
        if (!end) {
            return;
        }
        assert_int_equal(strncmp(head->data, "HTTP/1.1 101 ", 13), 0);
        client->upgraded = true;
        bytes = head->data + (end + 4 - head->data);
        count = head->length - (size_t)(bytes - head->data);
    }
    hear_frames(client, bytes, count);
}

static void hear(struct socket_server_client *client)
{
    static char bytes[1 << 16];
    for (size_t count = 0; !client->over && (count = receive(client->file, bytes, sizeof bytes)) > 0;) {
        if (client->moment != socket_server_now) {
            bil_text_format(&client->all, "@%lld ", (long long)socket_server_now);
            client->moment = socket_server_now;
        }
        bil_text_add_bytes(&client->all, bytes, count);
        hear_bytes(client, bytes, count);
    }
}

static void hear_all(struct socket_server *server)
{
    for (int i = 0; i < server->count; i++) {
        if (server->client[i].file >= 0 && !server->client[i].over) {
            hear(&server->client[i]);
        }
    }
}

void socket_server_settle(struct socket_server *server)
{
    struct bil_hub_figures figures = {0};
    for (int i = 0; i < ROUNDS; i++) {
        turn(server, i);
        hear_all(server);
        bil_hub_figures(server->hub, &figures);
        if (figures.messages_in == server->said && figures.messages_out == server->heard && figures.clients == server->connected &&
            server->wait > 0) {
            return;
        }
    }
    fprintf(stderr, "%llu of %llu messages have been heard, %llu of %llu said; %lld of %d clients are there\n",
            (unsigned long long)server->heard, (unsigned long long)figures.messages_out, (unsigned long long)figures.messages_in,
            (unsigned long long)server->said, (long long)figures.clients, server->connected);
    helper_fail("Something that was sent does not arrive.");
}

/* Whatever bots think about is thought, and taken in. */
static void think(struct socket_server *server)
{
    struct bil_hub_figures figures = {0};
    bil_hub_figures(server->hub, &figures);
    if (figures.thoughts_waiting > 0) {
        bil_hub_wait(server->hub);
        socket_server_settle(server);
    }
}

void socket_server_wait(struct socket_server *const side[2], int64_t milliseconds)
{
    const int64_t until = socket_server_now + milliseconds;
    for (;;) {
        int64_t wait = until - socket_server_now;
        for (int s = 0; s < 2; s++) {
            socket_server_settle(side[s]);
            think(side[s]);
            wait = side[s]->wait < wait ? side[s]->wait : wait;
        }
        if (socket_server_now == until) {
            return;
        }
        socket_server_now += wait > 0 ? wait : 1;
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

const struct bil_value *socket_server_ask(struct socket_server *server, const char *method, const char *path, const char *bearer,
                                          const char *body, int status)
{
    struct bil_text text = {0};
    struct bil_error error = {{0}};
    const size_t from = server->web.length;
    const char *answer = NULL;
    char bytes[4096];
    size_t length = 0;
    int got = 0;
    bil_text_format(&text, "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %zu\r\n%s%s%s\r\n", method, path, strlen(body),
                    *bearer ? "Authorization: Bearer " : "", bearer, *bearer ? "\r\n" : "");
    bil_text_add(&text, body);
    if (server->http < 0) {
        server->http = connect_to(server->net);
    }
    send_all(server, server->http, bil_text_string(&text), text.length);
    bil_text_free(&text);
    for (int i = 0; !whole(&server->web, from, &got, &answer, &length); i++) {
        assert_true(i < ROUNDS);
        turn(server, i);
        hear_all(server);
        for (size_t count = 0; (count = receive(server->http, bytes, sizeof bytes)) > 0;) {
            bil_text_add_bytes(&server->web, bytes, count);
        }
    }
    if (got != status) {
        fprintf(stderr, "%s %s: %d, not %d: %s\n", method, path, got, status, answer);
    }
    assert_int_equal(got, status);
    const struct bil_value *document = bil_json_read(answer, length, path, &error);
    helper_must(document != NULL, &error);
    return document;
}

/* ------------------------------------------------------------------ clients */

struct socket_server_client *socket_server_client(struct socket_server *server, const char *table, const char *token, int seat,
                                                  bool views)
{
    assert_true(server->count < WIRED_CLIENTS);
    struct socket_server_client *client = &server->client[server->count++];
    bil_text_free(&client->all);
    bil_text_free(&client->head);
    bil_text_free(&client->reader.text);
    *client = (struct socket_server_client){.server = server, .file = -1, .seat = seat, .views = views};
    snprintf(client->table, sizeof client->table, "%s", table);
    snprintf(client->token, sizeof client->token, "%s", token ? token : "");
    return client;
}

void socket_server_say(struct socket_server_client *client, const char *text)
{
    static const unsigned char mask[4] = {0}; /* changes nothing */
    struct bil_text frame = {0};
    bil_frame_add_masked(&frame, BIL_OPCODE_TEXT, text, strlen(text), mask);
    send_all(client->server, client->file, frame.data, frame.length);
    bil_text_free(&frame);
    client->server->said++;
    client->bye |= strcmp(text, "{\"type\":\"bye\"}") == 0;
}

void socket_server_connect(struct socket_server_client *client, int64_t seen)
{
    static const char handshake[] = " HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                                    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    struct socket_server *server = client->server;
    struct bil_text hello = {0};
    client->file = connect_to(server->net);
    client->upgraded = client->bye = client->over = false;
    bil_text_clear(&client->head);
    bil_text_free(&client->reader.text);
    client->reader = (struct bil_frames){.of_server = true};
    bil_text_format(&hello, "GET /ws/%s%s", client->table, handshake);
    send_all(server, client->file, hello.data, hello.length);
    bil_text_clear(&hello);
    for (int i = 0; !client->upgraded; i++) {
        assert_true(i < ROUNDS);
        turn(server, i);
        hear_all(server);
    }
    server->connected++;
    bil_text_format(&hello, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\"", client->table);
    if (client->token[0]) {
        bil_text_format(&hello, ",\"token\":\"%s\"", client->token);
    }
    if (seen >= 0) {
        bil_text_format(&hello, ",\"seen\":%lld", (long long)seen);
    }
    bil_text_format(&hello, ",\"views\":%s}", client->views ? "true" : "false");
    socket_server_say(client, bil_text_string(&hello));
    bil_text_free(&hello);
    socket_server_settle(server);
}

void socket_server_drop(struct socket_server_client *client)
{
    close(client->file);
    client->file = -1;
    client->server->connected -= !client->over;
    socket_server_settle(client->server);
}

void socket_server_forget(struct socket_server_client *client)
{
    bil_text_clear(&client->all);
    client->moment = 0;
    client->frames = 0;
}

void socket_server_forget_web(struct socket_server *server)
{
    bil_text_clear(&server->web);
}

void socket_server_leave(struct socket_server *server)
{
    for (int i = server->count - 1; i >= 0; i--) { /* nobody hears that the others go */
        struct socket_server_client *client = &server->client[i];
        if (client->file >= 0) {
            close(client->file);
            client->file = -1;
            server->connected -= !client->over;
        }
    }
    server->count = 0;
    for (int i = 0; i < ROUNDS; i++) {
        struct bil_hub_figures figures = {0};
        turn(server, i);
        bil_hub_figures(server->hub, &figures);
        server->heard = figures.messages_out; /* what was sent to the leaving is lost with them */
        if (figures.clients == server->connected && server->wait > 0) {
            break;
        }
    }
    for (int i = 0; i < WIRED_CLIENTS && !server->connected; i++) {
        bil_text_free(&server->client[i].all);
        bil_text_free(&server->client[i].head);
        bil_text_free(&server->client[i].reader.text);
    }
}
