/* Passing on: two processes' worth of server in one thread, `front`, which keeps no table of those that are asked for, and `owner`,
 * which keeps them; or in the owner's place a program that does what it should not. What goes through the front must be what the
 * owner says, and whatever the owner does the caller hears an answer or an end. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "billions/json.h"
#include "server/link.h"
#include "server/net.h"
#include "server/pass_head.h"
#include "server/pass_proof.h"
#include "table/helpers.h"
#include "unit.h"

enum { ROUNDS = 20000, QUICK_ROUNDS = 2000, NODES = 2 };

static const uint8_t secret[BIL_PASS_SECRET] = "32 bytes that two processes know";

/* ------------------------------------------------------------------ two servers */

struct node {
    struct bil_log log;
    struct bil_net_settings settings;
    struct bil_hub_settings hub_settings;
    struct bil_store *store;
    struct bil_hub *hub;
    struct bil_net *net;         /* NULL: not open */
    struct bil_place place;      /* of every table */
    struct bil_place afterwards; /* from the second asking on, if `changes` */
    bool changes;
    int asked;
};
static struct node front, owner;

static void where(void *context, const char *id, int64_t now, struct bil_place *place)
{
    struct node *node = context;
    assert_int_equal(strlen(id), BIL_TABLE_ID);
    assert_true(now > 0);
    *place = node->asked++ > 0 && node->changes ? node->afterwards : node->place;
}

static int64_t real_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* What tests set before it opens stays. */
static void prepare(struct node *node)
{
    *node = (struct node){0};
    bil_net_usual(&node->settings);
    node->settings.port = 0;
    node->settings.secret = secret;
    node->hub_settings = (struct bil_hub_settings){.workers = 1, .bot_pace = -1, .window_floor = -1, .made_a_minute = -1};
    node->hub_settings.place = where;
    node->hub_settings.place_context = node;
}

static void open_node(struct node *node)
{
    struct bil_error error = {{0}};
    bil_log_begin(&node->log, -1);
    node->store = bil_store_open(":memory:", &error);
    node->net = bil_net_new(&node->settings, &node->log, &error);
    assert_non_null(node->store);
    assert_non_null(node->net);
    node->hub = bil_hub_new(node->store, &node->hub_settings, real_now(), bil_net_wake, node->net, &error);
    assert_non_null(node->hub);
    assert_true(bil_net_listen(node->net, node->hub, node->store, &error));
}

static void close_node(struct node *node)
{
    if (node->net) {
        bil_net_close(node->net);
        bil_hub_free(node->hub);
        bil_net_free(node->net);
        node->net = NULL;
    }
}

static struct bil_place at_port(int port)
{
    struct bil_place place = {.where = BIL_PLACE_THERE};
    snprintf(place.address, sizeof place.address, "127.0.0.1:%d", port);
    return place;
}

/* Both, the front asking the owner. */
static void open_both(void)
{
    open_node(&owner);
    open_node(&front);
    front.place = at_port(bil_net_port(owner.net));
}

static void close_both(void)
{
    close_node(&front);
    close_node(&owner);
}

static void turn(int before)
{
    struct node *const nodes[NODES] = {&front, &owner};
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

struct line {
    int file;
    bool ended;
    struct bil_text got;
};

static void dial(struct line *line, int port)
{
    const struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int on = 1;
    *line = (struct line){.file = socket(AF_INET, SOCK_STREAM, 0)};
    assert_true(line->file >= 0);
    assert_int_equal(connect(line->file, (const struct sockaddr *)&to, sizeof to), 0);
    assert_int_equal(fcntl(line->file, F_SETFL, O_NONBLOCK), 0);
    setsockopt(line->file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

static void say(struct line *line, const char *bytes, size_t count)
{
    for (int i = 0; count > 0; i++) {
        const ssize_t sent = send(line->file, bytes, count, MSG_NOSIGNAL);
        assert_true(sent > 0 || (errno == EAGAIN && i < ROUNDS));
        bytes += sent > 0 ? sent : 0;
        count -= sent > 0 ? (size_t)sent : 0;
        turn(i);
    }
}

static void hear(struct line *line)
{
    char bytes[8192];
    ssize_t count = 0;
    while (!line->ended && (count = recv(line->file, bytes, sizeof bytes, 0)) > 0) {
        bil_text_add_bytes(&line->got, bytes, (size_t)count);
    }
    line->ended = line->ended || count == 0 || (count < 0 && errno != EAGAIN);
}

static bool has(const struct line *line, const char *needle)
{
    const size_t length = strlen(needle);
    for (size_t i = 0; i + length <= line->got.length; i++) {
        if (memcmp(line->got.data + i, needle, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Turns until those bytes have come, or (NULL) the end. */
static void await(struct line *line, const char *needle)
{
    for (int i = 0; needle ? !has(line, needle) : !line->ended; i++) {
        if (i >= ROUNDS || (needle && line->ended)) {
            fprintf(stderr, "%s does not come, but: %.2000s\n", needle ? needle : "the end", bil_text_string(&line->got));
            helper_fail("Something does not come.");
        }
        turn(i);
        hear(line);
    }
}

static void hang_up(struct line *line)
{
    close(line->file);
    bil_text_free(&line->got);
    line->file = -1;
}

/* One request on a connection of its own; the whole answer, good until the next. */
static const char *ask(int port, const char *method, const char *path, const char *more, const char *body)
{
    static struct bil_text answer;
    struct line line;
    struct bil_text text = {0};
    dial(&line, port);
    bil_text_format(&text, "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%sContent-Length: %zu\r\n\r\n%s", method,
                    path, more, strlen(body), body);
    say(&line, text.data, text.length);
    await(&line, NULL);
    bil_text_clear(&answer);
    bil_text_add_bytes(&answer, bil_text_string(&line.got), line.got.length);
    bil_text_free(&text);
    hang_up(&line);
    return bil_text_string(&answer);
}

static int status_of(const char *answer)
{
    int status = 0;
    sscanf(answer, "HTTP/1.1 %d", &status);
    return status;
}

static const char *body_of(const char *answer)
{
    const char *end = strstr(answer, "\r\n\r\n");
    assert_non_null(end);
    return end + 4;
}

static void expect(const char *answer, int status, const char *words)
{
    if (status_of(answer) != status || !strstr(answer, words)) {
        fprintf(stderr, "%d with %s was to come, and came: %s\n", status, words, answer);
        helper_fail("Another answer than that was to come.");
    }
}

static char table_id[BIL_TABLE_ID + 1];

/* A table at the owner. */
static void make_table(void)
{
    const char *answer = ask(bil_net_port(owner.net), "POST", "/api/tables", "", "{\"game\":\"one-billion-users\",\"seats\":2}");
    assert_int_equal(status_of(answer), 201);
    const char *at = strstr(answer, "\"table\":\"");
    assert_non_null(at);
    snprintf(table_id, sizeof table_id, "%.16s", at + 9);
}

static const char *path_of(const char *format)
{
    static char path[128];
    snprintf(path, sizeof path, format, table_id);
    return path;
}

/* ------------------------------------------------------------------ WebSockets */

static void add_handshake(struct bil_text *out)
{
    bil_text_format(out,
                    "GET /ws/%s HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                    table_id);
}

static void add_frame(struct bil_text *out, const char *text)
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

static void add_hello(struct bil_text *out)
{
    char text[160];
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\"}", table_id);
    add_frame(out, text);
}

/* A spectator through the front, welcomed. */
static void watch(struct line *line)
{
    struct bil_text text = {0};
    dial(line, bil_net_port(front.net));
    add_handshake(&text);
    add_hello(&text);
    say(line, text.data, text.length);
    await(line, "\"type\":\"table\"");
    bil_text_free(&text);
}

/* ------------------------------------------------------------------ something else in the owner's place */

struct impostor {
    int knocks;
    struct line line; /* what was passed on to it */
};

static void open_impostor(struct impostor *impostor)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof here;
    *impostor = (struct impostor){.knocks = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), .line = {.file = -1}};
    assert_true(impostor->knocks >= 0);
    assert_int_equal(bind(impostor->knocks, (const struct sockaddr *)&here, sizeof here), 0);
    assert_int_equal(listen(impostor->knocks, 8), 0);
    assert_int_equal(getsockname(impostor->knocks, (struct sockaddr *)&here, &length), 0);
    front.place = at_port(ntohs(here.sin_port));
}

/* Turns until a request is there, whole up to `end`. */
static void be_asked(struct impostor *impostor, const char *end)
{
    for (int i = 0; impostor->line.file < 0; i++) {
        assert_true(i < ROUNDS);
        turn(i);
        impostor->line = (struct line){.file = accept(impostor->knocks, NULL, NULL)};
    }
    assert_int_equal(fcntl(impostor->line.file, F_SETFL, O_NONBLOCK), 0);
    await(&impostor->line, end);
}

static void dismiss(struct impostor *impostor)
{
    if (impostor->line.file >= 0) {
        hang_up(&impostor->line);
    }
}

/* A request on its way through the front to an impostor. */
static void ask_impostor(struct line *line, struct impostor *impostor, const char *method, const char *end)
{
    struct bil_text text = {0};
    dial(line, bil_net_port(front.net));
    bil_text_format(&text, "%s /api/tables/%s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}", method, table_id);
    say(line, text.data, text.length);
    be_asked(impostor, end);
    bil_text_free(&text);
}

/* ------------------------------------------------------------------ tests: what goes through */

static void requests_go_through(void **state)
{
    (void)state;
    prepare(&front);
    prepare(&owner);
    open_both();
    make_table();
    const int here = bil_net_port(owner.net);
    const int there = bil_net_port(front.net);
    struct bil_text direct = {0};
    bil_text_add(&direct, body_of(ask(here, "GET", path_of("/api/tables/%s"), "", "")));
    const char *answer = ask(there, "GET", path_of("/api/tables/%s"), "", "");
    expect(answer, 200, "content-type: application/json\r\n");
    assert_string_equal(body_of(answer), bil_text_string(&direct));
    expect(ask(there, "HEAD", path_of("/api/tables/%s"), "", ""), 200, "content-length: ");
    assert_string_equal(body_of(ask(there, "HEAD", path_of("/api/tables/%s"), "", "")), "");
    expect(ask(there, "POST", path_of("/api/tables/%s/join"), "", "{\"name\":\"Ann\"}"), 200, "\"seat\":1");
    expect(ask(here, "GET", path_of("/api/tables/%s"), "", ""), 200, "\"name\":\"Ann\"");
    expect(ask(there, "POST", path_of("/api/tables/%s/join"), "", "{\"name\":7}"), 400, "malformed");
    expect(ask(there, "PUT", path_of("/api/tables/%s"), "", ""), 405, "allow: GET, HEAD\r\n");
    expect(ask(there, "GET", path_of("/api/tables/%s/record"), "", ""), 409, "state");
    expect(ask(there, "GET", "/api/tables/aaaaaaaaaaaaaaaa", "", ""), 404, "no-table");
    expect(ask(there, "POST", path_of("/api/my/%s/seat"), "Authorization: Bearer AAAAAAAAAAAAAAAAAAAAAA\r\n", ""), 403, "token");
    expect(ask(there, "GET", path_of("/ws/%s"), "", ""), 426, "upgrade");
    expect(ask(there, "GET", "/api/games", "", ""), 200, "six-billion"); /* of no table: by itself */
    bil_text_free(&direct);
    close_both();
}

/* Three requests in one segment, byte by byte, and with bodies in chunks: each is answered, in order, on the same connection. */
static void however_they_come(void **state)
{
    (void)state;
    static const char last[] = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    prepare(&front);
    prepare(&owner);
    open_both();
    make_table();
    for (int step = 0; step < 2; step++) {
        struct line line;
        struct bil_text text = {0};
        bil_text_format(&text, "GET /api/tables/%s HTTP/1.1\r\nHost: localhost\r\n\r\n", table_id);
        bil_text_format(&text,
                        "POST /api/tables/%s/join HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                        "8\r\n{\"name\":\r\n6\r\n\"Bo%d\"}\r\n0\r\n\r\n%s",
                        table_id, step, last);
        dial(&line, bil_net_port(front.net));
        for (size_t i = 0; step == 1 && i < text.length; i++) {
            say(&line, text.data + i, 1);
        }
        if (step == 0) {
            say(&line, text.data, text.length);
        }
        await(&line, NULL);
        const char *all = bil_text_string(&line.got);
        const char *state_of = strstr(all, "\"state\":\"open\"");
        const char *seat = strstr(all, "\"seat\":");
        const char *fine = strstr(all, "{\"status\":\"fine\"}");
        assert_true(state_of && fine && seat);
        assert_non_null(strstr(state_of, "\"token\":\""));
        assert_true(strstr(state_of, "\"token\":\"") < fine);
        bil_text_free(&text);
        hang_up(&line);
    }
    close_both();
}

static void websockets_go_through(void **state)
{
    (void)state;
    prepare(&front);
    prepare(&owner);
    open_both();
    make_table();
    struct bil_text text = {0};
    for (int step = 0; step < 2; step++) { /* handshake and hello in one segment, and byte by byte */
        struct line line;
        dial(&line, bil_net_port(front.net));
        bil_text_clear(&text);
        add_handshake(&text);
        add_hello(&text);
        add_frame(&text, "{\"type\":\"ping\",\"id\":5}");
        for (size_t i = 0; step == 1 && i < text.length; i++) {
            say(&line, text.data + i, 1);
        }
        if (step == 0) {
            say(&line, text.data, text.length);
        }
        await(&line, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="); /* of RFC 6455, 1.3, for that key */
        await(&line, "\"type\":\"table\"");
        await(&line, "{\"type\":\"pong\",\"id\":5}");
        bil_text_clear(&text);
        add_frame(&text, "{\"type\":\"bye\"}");
        say(&line, text.data, text.length);
        await(&line, "\x88\x0a\x03\xe8Goodbye.");
        bil_text_clear(&text);
        bil_text_add_bytes(&text, "\x88\x80\0\0\0\0", 6);
        say(&line, text.data, text.length);
        await(&line, NULL);
        hang_up(&line);
    }
    /* A message that is too big is refused as it is without a front between. */
    struct line line;
    watch(&line);
    bil_text_clear(&text);
    bil_text_add_bytes(&text, "\x81\xff\0\0\0\0\0\x01\x00\x01\0\0\0\0", 14); /* 65537 bytes */
    for (int i = 0; i < 65537; i++) {
        bil_text_char(&text, ' ');
    }
    say(&line, text.data, text.length);
    await(&line, "too big");
    await(&line, NULL);
    hang_up(&line);
    /* Who only goes away is gone for the owner, too. */
    struct bil_hub_figures figures = {0};
    watch(&line);
    bil_hub_figures(owner.hub, &figures);
    assert_int_equal(figures.clients, 1);
    hang_up(&line);
    for (int i = 0; figures.clients > 0; i++) {
        assert_true(i < ROUNDS);
        turn(i);
        bil_hub_figures(owner.hub, &figures);
    }
    bil_text_free(&text);
    close_both();
}

/* ------------------------------------------------------------------ tests: who counts, who is believed */

static void limits_count_at_the_front(void **state)
{
    (void)state;
    prepare(&front);
    prepare(&owner);
    owner.settings.requests = (struct bil_rate_limit){.burst = 3, .a_minute = 1}; /* no more than making the table takes */
    owner.settings.per_address = 1;
    owner.settings.trust_proxy = true; /* as of each process behind another */
    front.settings.requests = (struct bil_rate_limit){.burst = 12, .a_minute = 1};
    front.settings.per_address = 3;
    open_both();
    make_table();
    struct line line[4];
    for (int i = 0; i < 3; i++) {
        watch(&line[i]);
    }
    struct bil_text text = {0};
    add_handshake(&text);
    dial(&line[3], bil_net_port(front.net));
    say(&line[3], text.data, text.length);
    await(&line[3], " 429 "); /* too many connections */
    for (int i = 0; i < 4; i++) {
        hang_up(&line[i]);
    }
    for (int i = 0; i < 8; i++) {
        expect(ask(bil_net_port(front.net), "GET", path_of("/api/tables/%s"), "", ""), 200, table_id);
    }
    expect(ask(bil_net_port(front.net), "GET", path_of("/api/tables/%s"), "", ""), 429, "slow-down");
    bil_text_free(&text);
    close_both();
}

static void a_table_that_nobody_keeps(void **state)
{
    (void)state;
    prepare(&front);
    prepare(&owner);
    open_both();
    make_table();
    const int there = bil_net_port(front.net);
    /* Each believes that the other keeps it: the owner says no, the front asks anew once, and gives up. */
    owner.place = at_port(there);
    expect(ask(there, "GET", path_of("/api/tables/%s"), "", ""), 503, "\"moved\"");
    assert_int_equal(front.asked, 3); /* the third is the one that is too many */
    assert_int_equal(owner.asked, 2);
    struct line line;
    struct bil_text text = {0};
    add_handshake(&text);
    dial(&line, there);
    say(&line, text.data, text.length);
    await(&line, "\"moved\"");
    assert_int_equal(status_of(bil_text_string(&line.got)), 503);
    hang_up(&line);
    /* It was on its way: at the second asking the front keeps it itself. */
    front.asked = 0;
    front.changes = true;
    front.afterwards = (struct bil_place){.where = BIL_PLACE_HERE};
    expect(ask(there, "GET", path_of("/api/tables/%s"), "", ""), 404, "no-table");
    front.asked = 0;
    dial(&line, there);
    add_hello(&text);
    say(&line, text.data, text.length);
    await(&line, "\"no-table\"");
    hang_up(&line);
    front.changes = false;
    front.place = (struct bil_place){.where = BIL_PLACE_UNKNOWN};
    expect(ask(there, "GET", path_of("/api/tables/%s"), "", ""), 503, "\"moved\"");
    /* A hello by the old address, at a process that does not keep the table, is told where to go. */
    front.place = at_port(bil_net_port(owner.net));
    bil_text_clear(&text);
    bil_text_add(&text, "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    add_hello(&text);
    dial(&line, there);
    say(&line, text.data, text.length);
    await(&line, "\"moved\"");
    await(&line, "/ws/TABLE");
    hang_up(&line);
    bil_text_free(&text);
    close_both();
}

static void proofs(void **state)
{
    (void)state;
    const struct bil_passed one = {"GET", "/api/tables/x", "a=b"};
    const int64_t now = INT64_C(1790000000000);
    const struct bil_passed others[] = {{"POST", "/api/tables/x", "a=b"},
                                        {"GET", "/api/tables/y", "a=b"},
                                        {"GET", "/api/tables/x", ""},
                                        {"GET", "/api/tables/xa=b", ""}};
    uint8_t wrong[BIL_PASS_SECRET] = {0};
    char address[BIL_ADDRESS_LENGTH] = "?";
    struct bil_text proof = {0};
    bil_pass_prove(secret, &one, "2001:db8::7", now, &proof);
    const char *text = bil_text_string(&proof);
    assert_false(bil_pass_proven(wrong, &one, text, now, address));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_false(bil_pass_proven(secret, &others[i], text, now, address));
    }
    assert_false(bil_pass_proven(secret, &one, text, now + BIL_PASS_GOOD_FOR + 1, address));
    assert_false(bil_pass_proven(secret, &one, text, now - BIL_PASS_GOOD_FOR - 1, address));
    for (size_t i = 0; i < proof.length; i++) { /* any letter of it */
        const char kept = proof.data[i];
        for (int bit = 0; bit < 7; bit++) {
            proof.data[i] = (char)(kept ^ 1 << bit);
            assert_false(bil_pass_proven(secret, &one, text, now, address));
        }
        proof.data[i] = 0; /* and shorter */
        assert_false(bil_pass_proven(secret, &one, text, now, address));
        proof.data[i] = kept;
    }
    assert_string_equal(address, "?");
    assert_true(bil_pass_proven(secret, &one, text, now + BIL_PASS_GOOD_FOR, address));
    assert_string_equal(address, "2001:db8::7");
    bil_text_add(&proof, " ");
    assert_false(bil_pass_proven(secret, &one, bil_text_string(&proof), now, address));
    bil_text_clear(&proof);
    bil_pass_prove(secret, &one, "nobody", now, &proof);
    assert_false(bil_pass_proven(secret, &one, bil_text_string(&proof), now, address));
    bil_text_free(&proof);
}

/* Whoever invents the header is a stranger: what it asks is passed on as anybody's, without it, and counts as anybody's. */
static void forged_proofs(void **state)
{
    (void)state;
    struct impostor impostor;
    struct line line;
    struct bil_text text = {0};
    const uint8_t wrong[BIL_PASS_SECRET] = {7};
    prepare(&front);
    prepare(&owner);
    open_both();
    make_table();
    open_impostor(&impostor);
    const struct bil_passed request = {"GET", path_of("/api/tables/%s"), ""};
    bil_text_format(&text,
                    "GET %s HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.9\r\nX-Billions-Passed: ", request.path);
    bil_pass_prove(wrong, &request, "203.0.113.7", real_now(), &text);
    bil_text_add(&text, "\r\nX-Billions-Passed: nonsense\r\nConnection: X-Secret\r\nX-Secret: of the connection\r\n\r\n");
    dial(&line, bil_net_port(front.net));
    say(&line, text.data, text.length);
    be_asked(&impostor, "\r\n\r\n");
    const char *asked = bil_text_string(&impostor.line.got);
    assert_null(strstr(asked, "203.0.113"));
    assert_null(strstr(asked, "nonsense"));
    assert_null(strstr(asked, "of the connection"));
    assert_non_null(strstr(asked, "X-Forwarded-For: 127.0.0.1\r\n"));
    const char *proof = strstr(asked, "X-Billions-Passed: ");
    assert_non_null(proof);
    assert_null(strstr(proof + 1, "X-Billions-Passed: "));
    char address[BIL_ADDRESS_LENGTH];
    char value[256];
    snprintf(value, sizeof value, "%.*s", (int)strcspn(proof + 19, "\r"), proof + 19);
    assert_true(bil_pass_proven(secret, &request, value, real_now(), address));
    assert_string_equal(address, "127.0.0.1");
    dismiss(&impostor);
    hang_up(&line);
    /* At the owner a stranger's is no header at all; a true one is only good for who is asked by it. */
    bil_text_clear(&text);
    bil_text_add(&text, "X-Billions-Passed: ");
    bil_pass_prove(wrong, &request, "203.0.113.7", real_now(), &text);
    bil_text_add(&text, "\r\n");
    expect(ask(bil_net_port(owner.net), "GET", request.path, bil_text_string(&text), ""), 200, table_id);
    owner.settings.secret = NULL; /* a process by itself believes nobody */
    expect(ask(bil_net_port(owner.net), "GET", request.path, bil_text_string(&text), ""), 200, table_id);
    close(impostor.knocks);
    bil_text_free(&text);
    close_both();
}

/* ------------------------------------------------------------------ tests: an owner that does what it should not */

static void nobody_is_there(void **state)
{
    (void)state;
    struct line line;
    struct bil_text text = {0};
    prepare(&front);
    prepare(&owner);
    open_both();
    make_table();
    close_node(&owner);
    const int there = bil_net_port(front.net);
    static const char *const addresses[] = {NULL,           "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:70000", "::1:80",
                                            "localhost:80", ""};
    for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
        if (addresses[i]) {
            snprintf(front.place.address, sizeof front.place.address, "%s", addresses[i]);
        }
        expect(ask(there, "GET", path_of("/api/tables/%s"), "", ""), 503, "\"moved\"");
        expect(ask(there, "POST", path_of("/api/tables/%s/join"), "", "{\"name\":\"Ann\"}"), 503,
               "\"moved\""); /* nobody has heard it */
    }
    add_handshake(&text);
    dial(&line, there);
    say(&line, text.data, text.length);
    await(&line, "\"moved\"");
    hang_up(&line);
    bil_text_free(&text);
    close_both();
}

static const char *const garbage[] = {
    "SSH-2.0-OpenSSH_9.2p1\r\n",
    "HTTP/1.1 999 What\r\n\r\n",
    "HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\n\r\nno length",
    "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 1\r\n\r\nx",
    "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nx",
    "HTTP/1.1 200 OK\r\ncontent-length: 99999999999999999999\r\n\r\nx",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nno colon\r\ncontent-length: 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\na: b\rcontent-length: 0\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\n",
    "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n", /* nobody asked for that */
    "",                                                               /* closes at once */
};

static void it_answers_nonsense(void **state)
{
    (void)state;
    struct impostor impostor;
    struct line line;
    prepare(&front);
    prepare(&owner);
    open_both();
    make_table();
    open_impostor(&impostor);
    for (size_t i = 0; i < sizeof garbage / sizeof garbage[0]; i++) {
        ask_impostor(&line, &impostor, "GET", "{}");
        say(&impostor.line, garbage[i], strlen(garbage[i]));
        dismiss(&impostor);
        await(&line, "\"moved\"");
        assert_int_equal(status_of(bil_text_string(&line.got)), 503);
        hang_up(&line);
        ask_impostor(&line, &impostor, "POST", "{}"); /* which may have happened */
        say(&impostor.line, garbage[i], strlen(garbage[i]));
        dismiss(&impostor);
        await(&line, "\"unanswered\"");
        assert_int_equal(status_of(bil_text_string(&line.got)), 504);
        hang_up(&line);
    }
    /* A head without an end costs no more than a head may. */
    ask_impostor(&line, &impostor, "GET", "{}");
    for (int i = 0; i < 64 && !impostor.line.ended; i++) {
        static char much[1024];
        memset(much, 'x', sizeof much);
        memcpy(much, i == 0 ? "HTTP/1.1 200 " : "xxxxxxxxxxxxx", 13);
        (void)!send(impostor.line.file, much, sizeof much, MSG_NOSIGNAL);
        turn(0);
        hear(&impostor.line);
    }
    await(&line, "\"moved\"");
    dismiss(&impostor);
    hang_up(&line);
    close(impostor.knocks);
    close_both();
}

/* As a process that is stopped: the system still takes what is sent to it. */
static void it_says_nothing(void **state)
{
    (void)state;
    struct impostor impostor;
    struct line line;
    struct bil_text text = {0};
    prepare(&front);
    prepare(&owner);
    front.settings.hello = 1;
    open_both();
    make_table();
    open_impostor(&impostor);
    ask_impostor(&line, &impostor, "GET", "{}");
    await(&line, "\"moved\"");
    dismiss(&impostor);
    hang_up(&line);
    ask_impostor(&line, &impostor, "POST", "{}");
    await(&line, "\"unanswered\"");
    dismiss(&impostor);
    hang_up(&line);
    add_handshake(&text);
    dial(&line, bil_net_port(front.net));
    say(&line, text.data, text.length);
    be_asked(&impostor, "\r\n\r\n");
    await(&line, "\"moved\"");
    dismiss(&impostor);
    hang_up(&line);
    bil_text_free(&text);
    close(impostor.knocks);
    close_both();
}

/* An owner that is stopped behind a WebSocket is not waited for, however much its caller says. */
static void it_falls_silent(void **state)
{
    (void)state;
    static const char opens[] = "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n";
    struct impostor impostor;
    struct line line;
    struct bil_text text = {0};
    prepare(&front);
    prepare(&owner);
    front.settings.ping = front.settings.silence = 1;
    open_both();
    make_table();
    open_impostor(&impostor);
    dial(&line, bil_net_port(front.net));
    add_handshake(&text);
    say(&line, text.data, text.length);
    be_asked(&impostor, "\r\n\r\n");
    say(&impostor.line, opens, sizeof opens - 1);
    await(&line, "\r\n\r\n");
    for (int i = 0; !line.ended; i++) {
        assert_true(i < ROUNDS);
        (void)!send(line.file, "x", 1, MSG_NOSIGNAL);
        turn(ROUNDS); /* a millisecond each */
        hear(&line);
    }
    dismiss(&impostor);
    hang_up(&line);
    bil_text_free(&text);
    close(impostor.knocks);
    close_both();
}

static void it_dies_in_the_middle(void **state)
{
    (void)state;
    struct impostor impostor;
    struct line line;
    struct bil_text text = {0};
    prepare(&front);
    prepare(&owner);
    open_both();
    make_table();
    open_impostor(&impostor);
    /* Half an answer is told by its end; a whole one with more behind it is an answer. */
    static const char half[] = "HTTP/1.1 200 OK\r\nContent-Length: 20\r\nConnection: close\r\n\r\nhalf of it";
    static const char more[] = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nall and more";
    ask_impostor(&line, &impostor, "GET", "{}");
    say(&impostor.line, half, sizeof half - 1);
    await(&line, "half of it");
    assert_false(has(&line, "close"));
    dismiss(&impostor);
    await(&line, NULL);
    hang_up(&line);
    ask_impostor(&line, &impostor, "GET", "{}");
    say(&impostor.line, more, sizeof more - 1);
    await(&line, "\r\n\r\nall");
    static const char next[] = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    say(&line, next, sizeof next - 1);
    await(&line, "\"fine\"");
    assert_false(has(&line, "and more"));
    dismiss(&impostor);
    hang_up(&line);
    /* A WebSocket ends with the process, and what it said before that arrives. */
    static const char opens[] =
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nsec-websocket-accept: x\r\n\r\nfirst words";
    add_handshake(&text);
    dial(&line, bil_net_port(front.net));
    say(&line, text.data, text.length);
    be_asked(&impostor, "\r\n\r\n");
    say(&impostor.line, opens, sizeof opens - 1);
    await(&line, "first words");
    say(&line, "to it", 5);
    await(&impostor.line, "to it");
    say(&impostor.line, "last words", 10);
    dismiss(&impostor);
    await(&line, NULL);
    assert_true(has(&line, "last words"));
    hang_up(&line);
    /* And when the caller goes, what it said last arrives there, and then the end. */
    dial(&line, bil_net_port(front.net));
    say(&line, text.data, text.length);
    be_asked(&impostor, "\r\n\r\n");
    say(&impostor.line, opens, sizeof opens - 1);
    await(&line, "first words");
    say(&line, "farewell", 8);
    hang_up(&line);
    await(&impostor.line, NULL);
    assert_true(has(&impostor.line, "farewell"));
    dismiss(&impostor);
    bil_text_free(&text);
    close(impostor.knocks);
    close_both();
}

/* ------------------------------------------------------------------ tests: who does not read */

/* What is sent tells by itself at which place it belongs. */
static char byte_at(size_t place)
{
    return (char)(place ^ place >> 8 ^ place >> 16);
}

/* Sends as much as is taken at once, of `most` bytes from place *sent on. */
static size_t send_some(const struct line *line, size_t *sent, size_t most)
{
    static char piece[16384];
    const size_t count = most < sizeof piece ? most : sizeof piece;
    for (size_t i = 0; i < count; i++) {
        piece[i] = byte_at(*sent + i);
    }
    const ssize_t taken = send(line->file, piece, count, MSG_NOSIGNAL);
    *sent += taken > 0 ? (size_t)taken : 0;
    return taken > 0 ? (size_t)taken : 0;
}

/* Sends until nothing more is taken for a while; how many bytes that were. */
static size_t fill(const struct line *line, size_t *sent)
{
    enum { FAR_TOO_MUCH = 64 * 1024 * 1024 };
    const size_t before = *sent;
    for (int idle = 0; idle < 50;) {
        idle = send_some(line, sent, FAR_TOO_MUCH) > 0 ? 0 : idle + 1;
        assert_true(*sent - before < FAR_TOO_MUCH); /* somebody keeps it all */
        turn(0);
    }
    return *sent - before;
}

/* Reads what is there, up to `room` bytes, and looks whether it is what belongs there. */
static size_t read_some(const struct line *line, size_t *heard, size_t room)
{
    static char bytes[65536];
    const ssize_t count = recv(line->file, bytes, room < sizeof bytes ? room : sizeof bytes, 0);
    assert_true(count > 0 || (count < 0 && errno == EAGAIN));
    for (ssize_t i = 0; i < count; i++) {
        assert_int_equal(bytes[i], byte_at(*heard + (size_t)i));
    }
    *heard += count > 0 ? (size_t)count : 0;
    return count > 0 ? (size_t)count : 0;
}

/* Reads until all that was sent has come. */
static void drain(const struct line *line, size_t sent, size_t *heard)
{
    for (int i = 0; *heard < sent; i++) {
        assert_true(i < ROUNDS);
        i = read_some(line, heard, sent - *heard) > 0 ? 0 : i;
        turn(i);
    }
}

static void slow_readers_hold_up_only_themselves(void **state)
{
    (void)state;
    static const char opens[] = "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n";
    struct impostor impostor;
    struct line line;
    struct bil_text text = {0};
    const int small = 65536;
    size_t sent = 0;
    size_t heard = 0;
    prepare(&front);
    prepare(&owner);
    open_both();
    make_table();
    open_impostor(&impostor);
    setsockopt(impostor.knocks, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    dial(&line, bil_net_port(front.net));
    add_handshake(&text);
    say(&line, text.data, text.length);
    be_asked(&impostor, "\r\n\r\n");
    say(&impostor.line, opens, sizeof opens - 1);
    await(&line, "\r\n\r\n");
    for (int round = 0; round < 2; round++) { /* twice, so that it goes on after it was held up */
        assert_true(fill(&impostor.line, &sent) > 0);
        drain(&line, sent, &heard);
    }
    sent = heard = 0;
    for (int round = 0; round < 2; round++) {
        assert_true(fill(&line, &sent) > 0);
        drain(&impostor.line, sent, &heard);
    }
    /* Meanwhile, and with one that is full for good, others are served. */
    fill(&impostor.line, &sent);
    expect(ask(bil_net_port(front.net), "GET", "/healthz", "", ""), 200, "fine");
    dismiss(&impostor);
    hang_up(&line);
    bil_text_free(&text);
    close(impostor.knocks);
    close_both();
}

/* An answer far larger than what the sockets hold, read slowly: it comes whole, and the connection stays. */
static void a_long_answer(void **state)
{
    (void)state;
    enum { LENGTH = 8 * 1024 * 1024, A_LITTLE = 64 * 1024 };
    struct impostor impostor;
    struct line line;
    char head[96];
    size_t sent = 0;
    size_t heard = 0;
    prepare(&front);
    prepare(&owner);
    open_both();
    make_table();
    open_impostor(&impostor);
    ask_impostor(&line, &impostor, "GET", "{}");
    snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n", LENGTH);
    say(&impostor.line, head, strlen(head));
    await(&line, "\r\n\r\n");
    while (sent < LENGTH) {
        const bool full = send_some(&impostor.line, &sent, LENGTH - sent) == 0;
        turn(0);
        if (full && heard < sent) {
            read_some(&line, &heard, A_LITTLE);
        }
    }
    drain(&line, sent, &heard);
    dismiss(&impostor);
    static const char next[] = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    say(&line, next, sizeof next - 1);
    await(&line, "\"fine\"");
    hang_up(&line);
    close(impostor.knocks);
    close_both();
}

/* ------------------------------------------------------------------ tests: a table that is given away */

static void given_away(void **state)
{
    (void)state;
    struct bil_hub_figures figures = {0};
    struct line line;
    struct line back;
    prepare(&front);
    prepare(&owner);
    open_both();
    make_table();
    watch(&line);
    bil_hub_figures(owner.hub, &figures);
    assert_int_equal(figures.spectators, 1);
    bil_hub_give_away(owner.hub, table_id);
    bil_hub_give_away(owner.hub, table_id);           /* twice is once */
    bil_hub_give_away(owner.hub, "aaaaaaaaaaaaaaaa"); /* nobody's */
    await(&line, "{\"type\":\"moved\"}");
    await(&line, "\x88\x14\x0f\xa0"
                 "Come back at once."); /* and the closing frame, status 4000 */
    bil_hub_figures(owner.hub, &figures);
    assert_int_equal(figures.tables_loaded, 0);
    assert_int_equal(figures.spectators, 0);
    watch(&back); /* nobody has taken it: it is there as before */
    bil_hub_close(owner.hub, real_now());
    await(&back, "{\"type\":\"moved\"}");
    hang_up(&line);
    hang_up(&back);
    close_both();
}

/* The next news of a link; turns until there is some. */
static enum bil_link_news news(struct bil_link *link, const char **text)
{
    for (int i = 0;; i++) {
        const enum bil_link_news came = bil_link_next(link, text);
        if (came != BIL_LINK_NOTHING) {
            return came;
        }
        assert_true(i < ROUNDS);
        turn(i);
    }
}

/* Clients of ours come back at once, and hear that they were away only when that takes long. */
static void clients_follow(void **state)
{
    (void)state;
    struct bil_url url;
    struct bil_error error = {{0}};
    struct bil_text text = {0};
    const char *said = NULL;
    prepare(&front);
    prepare(&owner);
    open_both();
    make_table();
    bil_text_format(&text, "http://127.0.0.1:%d/t/%s", bil_net_port(front.net), table_id);
    assert_true(bil_url_read(bil_text_string(&text), &url, &error));
    bil_text_clear(&text);
    bil_text_format(&text, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\"}", table_id);
    struct bil_link *link = bil_link_open(&url, NULL, &error);
    assert_non_null(link);
    for (int round = 0; round < 3; round++) {
        assert_int_equal(news(link, &said), BIL_LINK_UP);
        assert_true(bil_link_send(link, bil_text_string(&text)));
        assert_int_equal(news(link, &said), BIL_LINK_TEXT);
        assert_non_null(strstr(said, "\"type\":\"table\""));
        bil_hub_give_away(owner.hub, table_id);
        assert_int_equal(news(link, &said), BIL_LINK_TEXT);
        assert_string_equal(said, "{\"type\":\"moved\"}");
        if (round == 2) {
            front.place.where = BIL_PLACE_UNKNOWN; /* and nobody takes it */
        }
    }
    assert_int_equal(news(link, &said), BIL_LINK_DOWN);
    assert_non_null(strstr(said, "moved"));
    front.place.where = BIL_PLACE_THERE;
    assert_int_equal(news(link, &said), BIL_LINK_UP);
    bil_link_close(link);
    bil_text_free(&text);
    close_both();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_go_through),
        cmocka_unit_test(however_they_come),
        cmocka_unit_test(websockets_go_through),
        cmocka_unit_test(limits_count_at_the_front),
        cmocka_unit_test(a_table_that_nobody_keeps),
        cmocka_unit_test(proofs),
        cmocka_unit_test(forged_proofs),
        cmocka_unit_test(nobody_is_there),
        cmocka_unit_test(it_answers_nonsense),
        cmocka_unit_test(it_says_nothing),
        cmocka_unit_test(it_falls_silent),
        cmocka_unit_test(it_dies_in_the_middle),
        cmocka_unit_test(slow_readers_hold_up_only_themselves),
        cmocka_unit_test(a_long_answer),
        cmocka_unit_test(given_away),
        cmocka_unit_test(clients_follow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
