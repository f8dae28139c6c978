/* Passing on (pass_bench.h) to an owner that does what it should not, and from callers and owners that do not read: the caller
 * hears an answer or an end, and who is slow holds up nobody else. */
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/pass_bench.h"
#include "table/helpers.h"
#include "unit.h"

/* The front with an impostor in the place of the owner of a table. */
static void open_before(struct pass_impostor *impostor)
{
    pass_open_both();
    pass_make_table();
    pass_open_impostor(impostor);
}

static void close_behind(const struct pass_impostor *impostor)
{
    close(impostor->knocks);
    pass_close_both();
}

/* ------------------------------------------------------------------ tests: an owner that does what it should not */

static void nobody_is_there(void **state)
{
    (void)state;
    struct pass_line line;
    struct bil_text text = {0};
    pass_prepare_both();
    pass_open_both();
    pass_make_table();
    pass_close_node(&pass_owner);
    const int there = bil_net_port(pass_front.net);
    static const char *const addresses[] = {NULL,           "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:70000", "::1:80",
                                            "localhost:80", ""};
    for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
        if (addresses[i]) {
            snprintf(pass_front.place.address, sizeof pass_front.place.address, "%s", addresses[i]);
        }
        pass_expect(pass_ask(there, "GET", pass_path_of("/api/tables/%s"), "", ""), 503, "\"moved\"");
        pass_expect(pass_ask(there, "POST", pass_path_of("/api/tables/%s/join"), "", "{\"name\":\"Ann\"}"), 503,
                    "\"moved\""); /* nobody has heard it */
    }
    pass_add_handshake(&text);
    pass_dial(&line, there);
    pass_say(&line, text.data, text.length);
    pass_await(&line, "\"moved\"");
    pass_hang_up(&line);
    bil_text_free(&text);
    pass_close_both();
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
    struct pass_impostor impostor;
    struct pass_line line;
    pass_prepare_both();
    open_before(&impostor);
    for (size_t i = 0; i < sizeof garbage / sizeof garbage[0]; i++) {
        pass_ask_impostor(&line, &impostor, "GET", "{}");
        pass_say(&impostor.line, garbage[i], strlen(garbage[i]));
        pass_dismiss(&impostor);
        pass_await(&line, "\"moved\"");
        assert_int_equal(pass_status_of(bil_text_string(&line.got)), 503);
        pass_hang_up(&line);
        pass_ask_impostor(&line, &impostor, "POST", "{}"); /* which may have happened */
        pass_say(&impostor.line, garbage[i], strlen(garbage[i]));
        pass_dismiss(&impostor);
        pass_await(&line, "\"unanswered\"");
        assert_int_equal(pass_status_of(bil_text_string(&line.got)), 504);
        pass_hang_up(&line);
    }
    /* A head without an end costs no more than a head may. */
    pass_ask_impostor(&line, &impostor, "GET", "{}");
    for (int i = 0; i < 64 && !impostor.line.ended; i++) {
        static char much[1024];
        memset(much, 'x', sizeof much);
        memcpy(much, i == 0 ? "HTTP/1.1 200 " : "xxxxxxxxxxxxx", 13);
        (void)!send(impostor.line.file, much, sizeof much, MSG_NOSIGNAL);
        pass_turn(0);
        pass_hear(&impostor.line);
    }
    pass_await(&line, "\"moved\"");
    pass_dismiss(&impostor);
    pass_hang_up(&line);
    close_behind(&impostor);
}

/* As a process that is stopped: the system still takes what is sent to it. */
static void it_says_nothing(void **state)
{
    (void)state;
    struct pass_impostor impostor;
    struct pass_line line;
    struct bil_text text = {0};
    pass_prepare_both();
    pass_front.settings.hello = 1;
    open_before(&impostor);
    pass_ask_impostor(&line, &impostor, "GET", "{}");
    pass_await(&line, "\"moved\"");
    pass_dismiss(&impostor);
    pass_hang_up(&line);
    pass_ask_impostor(&line, &impostor, "POST", "{}");
    pass_await(&line, "\"unanswered\"");
    pass_dismiss(&impostor);
    pass_hang_up(&line);
    pass_add_handshake(&text);
    pass_dial(&line, bil_net_port(pass_front.net));
    pass_say(&line, text.data, text.length);
    pass_be_asked(&impostor, "\r\n\r\n");
    pass_await(&line, "\"moved\"");
    pass_dismiss(&impostor);
    pass_hang_up(&line);
    bil_text_free(&text);
    close_behind(&impostor);
}

/* An owner that is stopped behind a WebSocket is not waited for, however much its caller says. */
static void it_falls_silent(void **state)
{
    (void)state;
    static const char opens[] = "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n";
    struct pass_impostor impostor;
    struct pass_line line;
    struct bil_text text = {0};
    pass_prepare_both();
    pass_front.settings.ping = pass_front.settings.silence = 1;
    open_before(&impostor);
    pass_dial(&line, bil_net_port(pass_front.net));
    pass_add_handshake(&text);
    pass_say(&line, text.data, text.length);
    pass_be_asked(&impostor, "\r\n\r\n");
    pass_say(&impostor.line, opens, sizeof opens - 1);
    pass_await(&line, "\r\n\r\n");
    for (int i = 0; !line.ended; i++) {
        assert_true(i < PASS_ROUNDS);
        (void)!send(line.file, "x", 1, MSG_NOSIGNAL);
        pass_turn(PASS_ROUNDS); /* a millisecond each */
        pass_hear(&line);
    }
    pass_dismiss(&impostor);
    pass_hang_up(&line);
    bil_text_free(&text);
    close_behind(&impostor);
}

static void it_dies_in_the_middle(void **state)
{
    (void)state;
    struct pass_impostor impostor;
    struct pass_line line;
    struct bil_text text = {0};
    pass_prepare_both();
    open_before(&impostor);
    /* Half an answer is told by its end; a whole one with more behind it is an answer. */
    static const char half[] = "HTTP/1.1 200 OK\r\nContent-Length: 20\r\nConnection: close\r\n\r\nhalf of it";
    static const char more[] = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nall and more";
    pass_ask_impostor(&line, &impostor, "GET", "{}");
    pass_say(&impostor.line, half, sizeof half - 1);
    pass_await(&line, "half of it");
    assert_false(pass_has(&line, "close"));
    pass_dismiss(&impostor);
    pass_await(&line, NULL);
    pass_hang_up(&line);
    pass_ask_impostor(&line, &impostor, "GET", "{}");
    pass_say(&impostor.line, more, sizeof more - 1);
    pass_await(&line, "\r\n\r\nall");
    static const char next[] = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    pass_say(&line, next, sizeof next - 1);
    pass_await(&line, "\"fine\"");
    assert_false(pass_has(&line, "and more"));
    pass_dismiss(&impostor);
    pass_hang_up(&line);
    /* A WebSocket ends with the process, and what it said before that arrives. */
    static const char opens[] =
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nsec-websocket-accept: x\r\n\r\nfirst words";
    pass_add_handshake(&text);
    pass_dial(&line, bil_net_port(pass_front.net));
    pass_say(&line, text.data, text.length);
    pass_be_asked(&impostor, "\r\n\r\n");
    pass_say(&impostor.line, opens, sizeof opens - 1);
    pass_await(&line, "first words");
    pass_say(&line, "to it", 5);
    pass_await(&impostor.line, "to it");
    pass_say(&impostor.line, "last words", 10);
    pass_dismiss(&impostor);
    pass_await(&line, NULL);
    assert_true(pass_has(&line, "last words"));
    pass_hang_up(&line);
    /* And when the caller goes, what it said last arrives there, and then the end. */
    pass_dial(&line, bil_net_port(pass_front.net));
    pass_say(&line, text.data, text.length);
    pass_be_asked(&impostor, "\r\n\r\n");
    pass_say(&impostor.line, opens, sizeof opens - 1);
    pass_await(&line, "first words");
    pass_say(&line, "farewell", 8);
    pass_hang_up(&line);
    pass_await(&impostor.line, NULL);
    assert_true(pass_has(&impostor.line, "farewell"));
    pass_dismiss(&impostor);
    bil_text_free(&text);
    close_behind(&impostor);
}

/* ------------------------------------------------------------------ tests: who does not read */

/* What is sent tells by itself at which place it belongs. */
static char byte_at(size_t place)
{
    return (char)(place ^ place >> 8 ^ place >> 16);
}

/* Sends as much as is taken at once, of `most` bytes from place *sent on. */
static size_t send_some(const struct pass_line *line, size_t *sent, size_t most)
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
static size_t fill(const struct pass_line *line, size_t *sent)
{
    enum { FAR_TOO_MUCH = 64 * 1024 * 1024 };
    const size_t before = *sent;
    for (int idle = 0; idle < 50;) {
        idle = send_some(line, sent, FAR_TOO_MUCH) > 0 ? 0 : idle + 1;
        assert_true(*sent - before < FAR_TOO_MUCH); /* somebody keeps it all */
        pass_turn(0);
    }
    return *sent - before;
}

/* Reads what is there, up to `room` bytes, and looks whether it is what belongs there. */
static size_t read_some(const struct pass_line *line, size_t *heard, size_t room)
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
static void drain(const struct pass_line *line, size_t sent, size_t *heard)
{
    for (int i = 0; *heard < sent; i++) {
        assert_true(i < PASS_ROUNDS);
        i = read_some(line, heard, sent - *heard) > 0 ? 0 : i;
        pass_turn(i);
    }
}

static void slow_readers_hold_up_only_themselves(void **state)
{
    (void)state;
    static const char opens[] = "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n";
    struct pass_impostor impostor;
    struct pass_line line;
    struct bil_text text = {0};
    const int small = 65536;
    size_t sent = 0;
    size_t heard = 0;
    pass_prepare_both();
    open_before(&impostor);
    setsockopt(impostor.knocks, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    pass_dial(&line, bil_net_port(pass_front.net));
    pass_add_handshake(&text);
    pass_say(&line, text.data, text.length);
    pass_be_asked(&impostor, "\r\n\r\n");
    pass_say(&impostor.line, opens, sizeof opens - 1);
    pass_await(&line, "\r\n\r\n");
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
    pass_expect(pass_ask(bil_net_port(pass_front.net), "GET", "/healthz", "", ""), 200, "fine");
    pass_dismiss(&impostor);
    pass_hang_up(&line);
    bil_text_free(&text);
    close_behind(&impostor);
}

/* An answer far larger than what the sockets hold, read slowly: it comes whole, and the connection stays. */
static void a_long_answer(void **state)
{
    (void)state;
    enum { LENGTH = 8 * 1024 * 1024, A_LITTLE = 64 * 1024 };
    struct pass_impostor impostor;
    struct pass_line line;
    char head[96];
    size_t sent = 0;
    size_t heard = 0;
    pass_prepare_both();
    open_before(&impostor);
    pass_ask_impostor(&line, &impostor, "GET", "{}");
    snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n", LENGTH);
    pass_say(&impostor.line, head, strlen(head));
    pass_await(&line, "\r\n\r\n");
    while (sent < LENGTH) {
        const bool full = send_some(&impostor.line, &sent, LENGTH - sent) == 0;
        pass_turn(0);
        if (full && heard < sent) {
            read_some(&line, &heard, A_LITTLE);
        }
    }
    drain(&line, sent, &heard);
    pass_dismiss(&impostor);
    static const char next[] = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    pass_say(&line, next, sizeof next - 1);
    pass_await(&line, "\"fine\"");
    pass_hang_up(&line);
    close_behind(&impostor);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_there),       cmocka_unit_test(it_answers_nonsense),
        cmocka_unit_test(it_says_nothing),       cmocka_unit_test(it_falls_silent),
        cmocka_unit_test(it_dies_in_the_middle), cmocka_unit_test(slow_readers_hold_up_only_themselves),
        cmocka_unit_test(a_long_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
