/* The client's connection to a server that misbehaves at every phase: it never answers the handshake or the greeting, its name
 * hangs in the resolver, it hangs up in the middle of a frame, it falls silent. The server is this test, a socket of the loopback.
 */
#include <arpa/inet.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "online/client/websocket_channel.h"
#include "online/client/websocket_client.h"
#include "server/http/frames.h"
#include "unit.h"

enum { PATIENCE = 60000, ROOM = 4096 };

static const char greeting[] = "{\"type\":\"hello\"}";
static const char answer[] = "{\"type\":\"table\"}";

struct stage {
    int listener;
    struct bil_url url;
    struct bil_websocket *websocket;
};

/* One connection at the server's end. */
struct line {
    int file;
    char bytes[ROOM]; /* what came and was not yet read */
    size_t length;
    struct bil_frames frames;
};

/* ------------------------------------------------------------------ names that hang */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;
static int look_ups, returned; /* of the name below */
static bool hanging;

/* In place of the C library's: libcurl looks names up here. The first look-up of "slow.test" hangs until it is let go. */
__attribute__((visibility("default"))) int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                                                       struct addrinfo **result)
{
    static struct sockaddr_in address;
    static struct addrinfo found;
    (void)hints;
    pthread_mutex_lock(&lock);
    if (name && strcmp(name, "slow.test") == 0) {
        look_ups++;
        while (look_ups == 1 && hanging) {
            pthread_cond_wait(&released, &lock);
        }
        returned++;
        pthread_cond_broadcast(&released);
    }
    address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    address.sin_port = htons((uint16_t)atoi(service ? service : "0"));
    found = (struct addrinfo){
        .ai_family = AF_INET, .ai_socktype = SOCK_STREAM, .ai_addrlen = sizeof address, .ai_addr = (struct sockaddr *)&address};
    pthread_mutex_unlock(&lock);
    *result = &found;
    return 0;
}

__attribute__((visibility("default"))) void freeaddrinfo(struct addrinfo *result)
{
    (void)result;
}

/* ------------------------------------------------------------------ the server's end */

static void wait_for(int file)
{
    struct pollfd wanted = {.fd = file, .events = POLLIN};
    assert_int_equal(poll(&wanted, 1, PATIENCE), 1);
}

static void accept_line(const struct stage *stage, struct line *line)
{
    *line = (struct line){.length = 0};
    wait_for(stage->listener);
    line->file = accept(stage->listener, NULL, NULL);
    assert_true(line->file >= 0);
}

/* False: the client has closed it. */
static bool receive(struct line *line)
{
    wait_for(line->file);
    const ssize_t count = recv(line->file, line->bytes + line->length, sizeof line->bytes - line->length, 0);
    line->length += count > 0 ? (size_t)count : 0;
    return count > 0;
}

static void write_bytes(const struct line *line, const char *bytes, size_t length)
{
    assert_int_equal(send(line->file, bytes, length, MSG_NOSIGNAL), length);
}

static void write_text(const struct line *line, const char *text)
{
    struct bil_text out = {0};
    bil_frame_add(&out, BIL_OPCODE_TEXT, text, strlen(text));
    write_bytes(line, out.data, out.length);
    bil_text_free(&out);
}

static void read_request(struct line *line)
{
    while (line->length < 4 || memcmp(line->bytes + line->length - 4, "\r\n\r\n", 4) != 0) {
        assert_true(receive(line));
    }
    line->bytes[line->length] = 0;
}

static void answer_handshake(struct line *line)
{
    struct bil_text out = {0};
    read_request(line);
    const char *key = strstr(line->bytes, "Sec-WebSocket-Key: ");
    assert_non_null(key);
    assert_memory_equal(line->bytes, "GET /ws/TABLE HTTP/1.1\r\nHost: ", 30);
    bil_text_add(&out, "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nSEC-WEBSOCKET-ACCEPT:  ");
    bil_handshake_proof(key + 19, &out);
    bil_text_add(&out, "\r\nConnection: Upgrade\r\n\r\n");
    write_bytes(line, out.data, out.length);
    bil_text_free(&out);
    line->length = 0;
}

/* The next frame of the client; its content as a text. */
static enum bil_frame read_frame(struct line *line, char content[ROOM])
{
    for (;;) {
        struct bil_frame_found found;
        const enum bil_frame kind = bil_frames_read(&line->frames, line->bytes, line->length, &found);
        if (kind != BIL_FRAME_NONE) {
            snprintf(content, ROOM, "%.*s", (int)found.length, found.content ? found.content : "");
        }
        memmove(line->bytes, line->bytes + found.used, line->length - found.used);
        line->length -= found.used;
        if (kind != BIL_FRAME_NONE) {
            return kind;
        }
        assert_true(receive(line));
    }
}

static void expect_text(struct line *line, const char *text)
{
    char content[ROOM];
    assert_int_equal(read_frame(line, content), BIL_FRAME_MESSAGE);
    assert_string_equal(content, text);
}

static void expect_closed(struct line *line)
{
    while (receive(line)) {
        line->length = 0;
    }
}

static void hang_up(struct line *line)
{
    close(line->file);
    bil_text_free(&line->frames.text);
}

/* All of a connection's beginning. */
static void welcome(struct line *line)
{
    answer_handshake(line);
    expect_text(line, greeting);
    write_text(line, answer);
}

/* ------------------------------------------------------------------ the client's end */

static void expect_news(const struct stage *stage, enum bil_websocket_news wanted, const char *text)
{
    const char *said = NULL;
    wait_for(bil_websocket_fd(stage->websocket));
    const enum bil_websocket_news news = bil_websocket_next(stage->websocket, &said);
    if (news != wanted || (text && !strstr(said, text))) {
        fail_msg("news %d with \"%s\", not %d with \"%s\"", (int)news, said, (int)wanted, text ? text : "");
    }
}

static void expect_up(const struct stage *stage)
{
    expect_news(stage, BIL_WEBSOCKET_UP, NULL);
    expect_news(stage, BIL_WEBSOCKET_TEXT, answer);
}

static void open_stage(struct stage *stage, const char *host)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    *stage = (struct stage){.listener = socket(AF_INET, SOCK_STREAM, 0)};
    assert_true(stage->listener >= 0);
    assert_int_equal(bind(stage->listener, (struct sockaddr *)&address, length), 0);
    assert_int_equal(listen(stage->listener, 16), 0);
    assert_int_equal(getsockname(stage->listener, (struct sockaddr *)&address, &length), 0);
    stage->url = (struct bil_url){.port = ntohs(address.sin_port), .table = "TABLE"};
    snprintf(stage->url.host, sizeof stage->url.host, "%s", host);
    stage->websocket = bil_websocket_open(&stage->url, NULL, NULL);
    assert_non_null(stage->websocket);
    bil_websocket_greet(stage->websocket, greeting);
}

static void close_stage(struct stage *stage)
{
    bil_websocket_close(stage->websocket);
    close(stage->listener);
}

/* ------------------------------------------------------------------ the tests */

static void messages_go_both_ways(void **state)
{
    struct stage stage;
    struct line line;
    char content[ROOM];
    open_stage(&stage, "127.0.0.1");
    accept_line(&stage, &line);
    answer_handshake(&line);
    expect_text(&line, greeting);
    assert_false(bil_websocket_send(stage.websocket, "too early"));
    write_text(&line, answer);
    expect_up(&stage);
    assert_true(bil_websocket_send(stage.websocket, "one"));
    assert_true(bil_websocket_send(stage.websocket, "two"));
    expect_text(&line, "one");
    expect_text(&line, "two");
    write_bytes(&line, "\x89\x02hi\x01\x02yo\x80\x01u", 11); /* a ping, a text in two pieces */
    expect_news(&stage, BIL_WEBSOCKET_TEXT, "you");
    assert_int_equal(read_frame(&line, content), BIL_FRAME_PONG);
    assert_string_equal(content, "hi");
    /* What was said last is sent before the end. */
    assert_true(bil_websocket_send(stage.websocket, "bye"));
    bil_websocket_close(stage.websocket);
    expect_text(&line, "bye");
    assert_int_equal(read_frame(&line, content), BIL_FRAME_CLOSE);
    expect_closed(&line);
    hang_up(&line);
    close(stage.listener);
}

/* The next attempt does not wait for the end of one that hangs; the first that is answered is the connection, and ends the other.
 */
static void attempts_that_hang_delay_none(void **state)
{
    for (int phase = 0; phase < 3; phase++) { /* nothing is answered; the handshake is; half of the greeting's answer comes */
        struct stage stage;
        struct line hung;
        struct line good;
        open_stage(&stage, "127.0.0.1");
        accept_line(&stage, &hung);
        if (phase > 0) {
            answer_handshake(&hung);
            expect_text(&hung, greeting);
        }
        if (phase > 1) {
            write_bytes(&hung, "\x89\x00\x81\x10{\"type\"", 11);
        }
        accept_line(&stage, &good);
        welcome(&good);
        expect_up(&stage);
        expect_closed(&hung);
        assert_true(bil_websocket_send(stage.websocket, "here"));
        expect_text(&good, "here");
        hang_up(&hung);
        hang_up(&good);
        close_stage(&stage);
    }
}

static void a_name_that_hangs_delays_none(void **state)
{
    struct stage stage;
    struct line line;
    hanging = true;
    open_stage(&stage, "slow.test");
    accept_line(&stage, &line); /* by the second look-up */
    welcome(&line);
    expect_up(&stage);
    hang_up(&line);
    close_stage(&stage); /* nor does the end wait for it */
    pthread_mutex_lock(&lock);
    assert_true(look_ups >= 2);
    hanging = false;
    pthread_cond_broadcast(&released);
    while (returned < look_ups) {
        pthread_cond_wait(&released, &lock);
    }
    pthread_mutex_unlock(&lock);
}

static void a_cut_in_the_middle_of_a_frame_is_no_message(void **state)
{
    struct stage stage;
    struct line line;
    open_stage(&stage, "127.0.0.1");
    accept_line(&stage, &line);
    welcome(&line);
    expect_up(&stage);
    write_bytes(&line, "\x81\x7e\x01", 3);
    hang_up(&line);
    expect_news(&stage, BIL_WEBSOCKET_DOWN, "the connection was closed");
    accept_line(&stage, &line);
    welcome(&line);
    expect_up(&stage);
    write_bytes(&line, "\x81\x05hello\x81\x05wor", 12);
    expect_news(&stage, BIL_WEBSOCKET_TEXT, "hello");
    hang_up(&line);
    expect_news(&stage, BIL_WEBSOCKET_DOWN, NULL);
    accept_line(&stage, &line);
    welcome(&line);
    expect_up(&stage);
    write_text(&line, "again");
    expect_news(&stage, BIL_WEBSOCKET_TEXT, "again");
    /* What is no frame of a server ends a connection, too. */
    write_bytes(&line, "\x81\x85xxxxhello", 11);
    expect_news(&stage, BIL_WEBSOCKET_DOWN, "5.1");
    hang_up(&line);
    close_stage(&stage);
}

static void what_opens_no_websocket_is_told(void **state)
{
    static const struct {
        const char *answer, *why;
    } cases[] = {
        {"HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n", "it answered with status 429"},
        {"HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n",
         "does not speak WebSocket"},
        {"HTTP/1.1 101 Switching Protocols\r\n\r\n", "does not speak WebSocket"},
        {"HTTP/1.0 200 OK\r\n", "does not speak HTTP/1.1"},
        {"\x15\x03\x01", "perhaps it speaks TLS"},
        {"", "it hung up without an answer"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct stage stage;
        struct line line;
        open_stage(&stage, "127.0.0.1");
        accept_line(&stage, &line);
        read_request(&line);
        write_bytes(&line, cases[i].answer, strlen(cases[i].answer));
        hang_up(&line);
        expect_news(&stage, BIL_WEBSOCKET_DOWN, cases[i].why);
        close_stage(&stage);
    }
}

/* However few bytes of an answer have come, it is neither taken nor refused; nor is what follows it read as a part of it. */
static void an_answer_comes_in_pieces(void **state)
{
    char key[BIL_HANDSHAKE_KEY + 1];
    char why[BIL_HANDSHAKE_WHY];
    struct bil_text text = {0};
    bil_handshake_key(key);
    bil_text_add(&text, "HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: ");
    bil_handshake_proof(key, &text);
    bil_text_add(&text, "\r\n\r\n");
    for (size_t count = 1; count <= text.length; count++) {
        char *bytes = malloc(count);
        assert_non_null(bytes);
        memcpy(bytes, text.data, count);
        assert_int_equal(bil_handshake_read(bytes, count, key, why), count < text.length ? 0 : (long)count);
        free(bytes);
    }
    const long whole = (long)text.length;
    bil_text_add(&text, "\x81\x05hello");
    assert_int_equal(bil_handshake_read(text.data, text.length, key, why), whole);
    bil_text_clear(&text);
    bil_text_add(&text, "HTTP/1.1 101 ");
    bil_text_repeat(&text, "x", BIL_HANDSHAKE_HEAD);
    assert_int_equal(bil_handshake_read(text.data, text.length, key, why), -1);
    assert_string_equal(why, "its answer is too long");
    bil_text_free(&text);
}

/* A connection that falls silent is asked, then doubted; what is said meanwhile is refused. Whichever speaks first is the
 * connection: here the old one, then another. */
static void silence_is_noticed(void **state)
{
    struct stage stage;
    struct line old;
    struct line other;
    char content[ROOM];
    open_stage(&stage, "127.0.0.1");
    accept_line(&stage, &old);
    welcome(&old);
    expect_up(&stage);
    assert_int_equal(read_frame(&old, content), BIL_FRAME_PING);
    expect_news(&stage, BIL_WEBSOCKET_DOUBT, "No answer for 9 s: trying again.");
    assert_false(bil_websocket_send(stage.websocket, "into the void"));
    accept_line(&stage, &other);
    write_bytes(&old, "\x8a\x01?", 3);
    expect_news(&stage, BIL_WEBSOCKET_BACK, NULL);
    expect_closed(&other);
    hang_up(&other);
    assert_true(bil_websocket_send(stage.websocket, "still here"));
    expect_text(&old, "still here");
    assert_int_equal(read_frame(&old, content), BIL_FRAME_PING);
    expect_news(&stage, BIL_WEBSOCKET_DOUBT, NULL);
    accept_line(&stage, &other);
    welcome(&other);
    expect_up(&stage);
    expect_closed(&old);
    hang_up(&old);
    hang_up(&other);
    close_stage(&stage);
}

int TEST_MAIN(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_go_both_ways),
        cmocka_unit_test(attempts_that_hang_delay_none),
        cmocka_unit_test(a_name_that_hangs_delays_none),
        cmocka_unit_test(a_cut_in_the_middle_of_a_frame_is_no_message),
        cmocka_unit_test(what_opens_no_websocket_is_told),
        cmocka_unit_test(an_answer_comes_in_pieces),
        cmocka_unit_test(silence_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
