/* Two servers, one behind the other, and who calls them (pass_bench.h). */
#include "server/pass_bench.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "server/pass_proof.h"
#include "table/helpers.h"
#include "unit.h"

enum { QUICK_ROUNDS = 2000, NODES = 2 };

const uint8_t pass_secret[BIL_PASS_SECRET] = "32 bytes that two processes know";
struct pass_node pass_front, pass_owner;
char pass_table_id[BIL_TABLE_ID + 1];

/* ------------------------------------------------------------------ two servers */

static void where(void *context, const char *id, int64_t now, struct bil_place *place)
{
    struct pass_node *node = context;
    assert_int_equal(strlen(id), BIL_TABLE_ID);
    assert_true(now > 0);
    *place = node->asked++ > 0 && node->changes ? node->afterwards : node->place;
}

int64_t pass_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void prepare(struct pass_node *node)
{
    *node = (struct pass_node){0};
    bil_net_usual(&node->settings);
    node->settings.port = 0;
    node->settings.secret = pass_secret;
    node->hub_settings = (struct bil_hub_settings){.workers = 1, .bot_pace = -1, .window_floor = -1, .made_a_minute = -1};
    node->hub_settings.place = where;
    node->hub_settings.place_context = node;
}

void pass_prepare_both(void)
{
    prepare(&pass_front);
    prepare(&pass_owner);
}

static void pass_open_node(struct pass_node *node)
{
    struct bil_error error = {{0}};
    bil_log_begin(&node->log, -1);
    node->store = bil_store_open(":memory:", &error);
    node->net = bil_net_new(&node->settings, &node->log, &error);
    assert_non_null(node->store);
    assert_non_null(node->net);
    node->hub = bil_hub_new(node->store, &node->hub_settings, pass_now(), bil_net_wake, node->net, &error);
    assert_non_null(node->hub);
    assert_true(bil_net_listen(node->net, node->hub, node->store, &error));
}

void pass_close_node(struct pass_node *node)
{
    if (node->net) {
        bil_net_close(node->net);
        bil_hub_free(node->hub);
        bil_net_free(node->net);
        node->net = NULL;
    }
}

struct bil_place pass_at_port(int port)
{
    struct bil_place place = {.where = BIL_PLACE_THERE};
    snprintf(place.address, sizeof place.address, "127.0.0.1:%d", port);
    return place;
}

void pass_open_both(void)
{
    pass_open_node(&pass_owner);
    pass_open_node(&pass_front);
    pass_front.place = pass_at_port(bil_net_port(pass_owner.net));
}

void pass_close_both(void)
{
    pass_close_node(&pass_front);
    pass_close_node(&pass_owner);
}

void pass_turn(int before)
{
    struct pass_node *const nodes[NODES] = {&pass_front, &pass_owner};
    if (before > QUICK_ROUNDS) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    for (int i = 0; i < NODES; i++) {
        if (nodes[i]->net) {
            bil_net_wake(nodes[i]->net); /* so that it does not wait */
            bil_net_round(nodes[i]->net);
        }
    }
}

/* ------------------------------------------------------------------ callers */

void pass_dial(struct pass_line *line, int port)
{
    const struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int on = 1;
    *line = (struct pass_line){.file = socket(AF_INET, SOCK_STREAM, 0)};
    assert_true(line->file >= 0);
    assert_int_equal(connect(line->file, (const struct sockaddr *)&to, sizeof to), 0);
    assert_int_equal(fcntl(line->file, F_SETFL, O_NONBLOCK), 0);
    setsockopt(line->file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

void pass_say(struct pass_line *line, const char *bytes, size_t count)
{
    for (int i = 0; count > 0; i++) {
        const ssize_t sent = send(line->file, bytes, count, MSG_NOSIGNAL);
        assert_true(sent > 0 || (errno == EAGAIN && i < PASS_ROUNDS));
        bytes += sent > 0 ? sent : 0;
        count -= sent > 0 ? (size_t)sent : 0;
        pass_turn(i);
    }
}

void pass_hear(struct pass_line *line)
{
    char bytes[8192];
    ssize_t count = 0;
    while (!line->ended && (count = recv(line->file, bytes, sizeof bytes, 0)) > 0) {
        bil_text_add_bytes(&line->got, bytes, (size_t)count);
    }
    line->ended = line->ended || count == 0 || (count < 0 && errno != EAGAIN);
}

bool pass_has(const struct pass_line *line, const char *needle)
{
    const char *bytes = line->got.data;
    const size_t length = strlen(needle);
    for (size_t i = 0; bytes && i + length <= line->got.length; i++) {
        if (memcmp(bytes + i, needle, length) == 0) {
            return true;
        }
    }
    return false;
}

void pass_await(struct pass_line *line, const char *needle)
{
    for (int i = 0; needle ? !pass_has(line, needle) : !line->ended; i++) {
        if (i >= PASS_ROUNDS || (needle && line->ended)) {
            fprintf(stderr, "%s does not come, but: %.2000s\n", needle ? needle : "the end", bil_text_string(&line->got));
            helper_fail("Something does not come.");
        }
        pass_turn(i);
        pass_hear(line);
    }
}

void pass_hang_up(struct pass_line *line)
{
    close(line->file);
    bil_text_free(&line->got);
    line->file = -1;
}

const char *pass_ask(int port, const char *method, const char *path, const char *more, const char *body)
{
    static struct bil_text answer;
    struct pass_line line;
    struct bil_text text = {0};
    pass_dial(&line, port);
    bil_text_format(&text, "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%sContent-Length: %zu\r\n\r\n%s", method,
                    path, more, strlen(body), body);
    pass_say(&line, text.data, text.length);
    pass_await(&line, NULL);
    bil_text_clear(&answer);
    bil_text_add_bytes(&answer, bil_text_string(&line.got), line.got.length);
    bil_text_free(&text);
    pass_hang_up(&line);
    return bil_text_string(&answer);
}

int pass_status_of(const char *answer)
{
    int status = 0;
    sscanf(answer, "HTTP/1.1 %d", &status);
    return status;
}

const char *pass_body_of(const char *answer)
{
    const char *end = strstr(answer, "\r\n\r\n");
    assert_non_null(end);
    return end + 4;
}

void pass_expect(const char *answer, int status, const char *words)
{
    if (pass_status_of(answer) != status || !strstr(answer, words)) {
        fprintf(stderr, "%d with %s was to come, and came: %s\n", status, words, answer);
        helper_fail("Another answer than that was to come.");
    }
}

void pass_make_table(void)
{
    const char *answer =
        pass_ask(bil_net_port(pass_owner.net), "POST", "/api/tables", "", "{\"game\":\"one-billion-users\",\"seats\":2}");
    assert_int_equal(pass_status_of(answer), 201);
    const char *at = strstr(answer, "\"table\":\"");
    assert_non_null(at);
    snprintf(pass_table_id, sizeof pass_table_id, "%.16s", at + 9);
}

const char *pass_path_of(const char *format)
{
    static char path[128];
    snprintf(path, sizeof path, format, pass_table_id);
    return path;
}

/* ------------------------------------------------------------------ WebSockets */

void pass_add_handshake(struct bil_text *out)
{
    bil_text_format(out,
                    "GET /ws/%s HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                    pass_table_id);
}

void pass_add_frame(struct bil_text *out, const char *text)
{
    const size_t length = strlen(text);
    const char head[4] = {(char)0x81, (char)(0x80 | 126), (char)(length >> 8), (char)length};
    bil_text_add_bytes(out, head, length < 126 ? 2 : 4);
    if (length < 126) {
        out->data[out->length - 1] = (char)(0x80 | length);
    }
    bil_text_add_bytes(out, "\0\0\0\0", 4);
    bil_text_add_bytes(out, text, length);
}

void pass_add_hello(struct bil_text *out)
{
    char text[160];
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\"}", pass_table_id);
    pass_add_frame(out, text);
}

void pass_watch(struct pass_line *line)
{
    struct bil_text text = {0};
    pass_dial(line, bil_net_port(pass_front.net));
    pass_add_handshake(&text);
    pass_add_hello(&text);
    pass_say(line, text.data, text.length);
    pass_await(line, "\"type\":\"table\"");
    bil_text_free(&text);
}

/* ------------------------------------------------------------------ something else in the owner's place */

void pass_open_impostor(struct pass_impostor *impostor)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof here;
    *impostor = (struct pass_impostor){.knocks = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), .line = {.file = -1}};
    assert_true(impostor->knocks >= 0);
    assert_int_equal(bind(impostor->knocks, (const struct sockaddr *)&here, sizeof here), 0);
    assert_int_equal(listen(impostor->knocks, 8), 0);
    assert_int_equal(getsockname(impostor->knocks, (struct sockaddr *)&here, &length), 0);
    pass_front.place = pass_at_port(ntohs(here.sin_port));
}

void pass_be_asked(struct pass_impostor *impostor, const char *end)
{
    for (int i = 0; impostor->line.file < 0; i++) {
        assert_true(i < PASS_ROUNDS);
        pass_turn(i);
        impostor->line = (struct pass_line){.file = accept(impostor->knocks, NULL, NULL)};
    }
    assert_int_equal(fcntl(impostor->line.file, F_SETFL, O_NONBLOCK), 0);
    pass_await(&impostor->line, end);
}

void pass_dismiss(struct pass_impostor *impostor)
{
    if (impostor->line.file >= 0) {
        pass_hang_up(&impostor->line);
    }
}

void pass_ask_impostor(struct pass_line *line, struct pass_impostor *impostor, const char *method, const char *end)
{
    struct bil_text text = {0};
    pass_dial(line, bil_net_port(pass_front.net));
    bil_text_format(&text, "%s /api/tables/%s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}", method, pass_table_id);
    pass_say(line, text.data, text.length);
    pass_be_asked(impostor, end);
    bil_text_free(&text);
}
